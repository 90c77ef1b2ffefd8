import type { Db } from '../db/db.ts';
import { conditions, type Narrowing } from '../obras/filters.ts';

/**
 * An obra `o` as a project of OC4IDS 0.9.5: what it does not say is left out, since the standard knows neither null nor
 * empty text. Amounts are in MXN. Ids of agencies and of the lists that keys are taken from begin with ISO 3166-2's code
 * of Yucatán.
 *
 * @param prefix what its id begins with, an SQL expression
 */
const projectWith = (prefix: string) => `json_strip_nulls(json_build_object(
  'id', ${prefix}::text || '-' || o.clave_unica,
  'updated', (
    SELECT iso8601(b.instante) FROM bitacora b
    WHERE b.recurso = 'obras' AND b.registro = o.id::text ORDER BY b.id DESC LIMIT 1),
  'title', o.nombre,
  'description', nullif(o.descripcion, ''),
  'identifiers', json_build_array(
    json_build_object('scheme', 'MX-YUC-claveUnica', 'id', o.clave_unica),
    json_build_object('scheme', 'MX-YUC-numeroObra', 'id', o.numero_obra || '/' || ef.anio)),
  'status', s.estado_oc4ids,
  'type', tp.tipo_oc4ids,
  -- A part of a sector stands beside the whole.
  'sector', CASE
    WHEN tp.sector_oc4ids LIKE '%.%'
      THEN json_build_array(split_part(tp.sector_oc4ids, '.', 1), tp.sector_oc4ids)
    WHEN tp.sector_oc4ids IS NOT NULL THEN json_build_array(tp.sector_oc4ids)
  END,
  'budget', json_build_object(
    'amount', ${inPesos()},
    'budgetBreakdowns', json_build_array(json_build_object(
      'id', 'ejercicio-fiscal',
      'description', 'Por ejercicio fiscal',
      'budgetBreakdown', json_build_array(json_build_object(
        'id', ef.anio::text,
        'description', 'Ejercicio fiscal ' || ef.anio,
        'amount', ${inPesos()},
        'period', json_build_object(
          'startDate', ef.anio || '-01-01T00:00:00-06:00',
          'endDate', ef.anio || '-12-31T23:59:59-06:00')))))),
  'publicAuthority', json_build_object('id', 'MX-YUC-' || dep.id, 'name', dep.nombre),
  'parties', json_build_array(json_build_object(
    'id', 'MX-YUC-' || dep.id, 'name', dep.nombre, 'roles', json_build_array('publicAuthority'))),
  'locations', (
    SELECT json_agg(lugar ORDER BY orden NULLS FIRST, id) FROM (
      SELECT NULL::integer AS orden, 0 AS id, json_build_object(
        'id', 'municipio-' || m.clave,
        'description', m.nombre,
        'address', ${addressIn('m')},
        'gazetteer', ${gazetteerOf('m')}) AS lugar
      UNION ALL
      SELECT u.orden, u.id, json_build_object(
        'id', 'ubicacion-' || u.id,
        'description', nullif(concat_ws(', ', nullif(u.localidad_referencia, ''), nullif(u.referencia_lugar, '')), ''),
        'geometry', u.geometria_json,
        'address', ${addressIn('um', 'u.direccion')},
        'gazetteer', ${gazetteerOf('um')})
      FROM ubicaciones u JOIN municipios um ON um.id = u.municipio_id WHERE u.obra_id = o.id
    ) lugares)
))::text`;

const JOINS = `
  JOIN ejercicios_fiscales ef ON ef.id = o.ejercicio_fiscal_id
  JOIN dependencias dep ON dep.id = o.dependencia_id
  JOIN municipios m ON m.id = o.municipio_id
  JOIN estatus_obra s ON s.id = o.estatus_obra_id
  LEFT JOIN tipos_proyecto tp ON tp.id = o.tipo_proyecto_id`;

function inPesos() {
  return `json_build_object('amount', o.monto, 'currency', 'MXN')`;
}

function addressIn(municipio: string, street = 'NULL') {
  return `json_build_object('streetAddress', ${street}, 'locality', ${municipio}.nombre, 'region', 'Yucatán',
    'countryName', 'México')`;
}

function gazetteerOf(municipio: string) {
  return `json_build_object('scheme', 'x_INEGI', 'identifiers', json_build_array(${municipio}.clave))`;
}

/** How many obras one step takes, and about how many bytes of them are in memory at once. */
const STEP = 100;
const STEP_BYTES = 1_000_000;

/** The projects of the obras that pass the filters, by id, in pieces of bounded size to be joined by commas. */
export async function* streamProjects(
  db: Db,
  prefix: string,
  filters: Narrowing,
): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const { where, values } = conditions(filters);
    const project = projectWith(`$${values.push(prefix)}`);
    const step = (await db.one<{ json: string | null; last: number | null; more: boolean }>(
      `WITH pagina AS MATERIALIZED (
         SELECT o.id FROM obras o WHERE o.id > $${values.push(after)} ${where} ORDER BY o.id LIMIT ${STEP}
       ), medida AS MATERIALIZED (
         -- As long as its document, about.
         SELECT id, sum(octet_length(cabeza) + octet_length(cola)) OVER (
           ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS antes
         FROM pagina JOIN obras_documentos ON obra_id = id
       ), paso AS MATERIALIZED (
         SELECT id FROM medida WHERE antes IS NULL OR antes < ${STEP_BYTES}
       )
       SELECT
         (SELECT string_agg(${project}, E',\\n' ORDER BY o.id) FROM paso JOIN obras o USING (id) ${JOINS}) AS json,
         (SELECT max(id) FROM paso) AS last,
         (SELECT count(*) FROM pagina) = ${STEP}
           OR (SELECT count(*) FROM medida) > (SELECT count(*) FROM paso) AS more`,
      values,
    )) as { json: string | null; last: number | null; more: boolean };
    if (step.json) yield step.json;
    if (!step.more || step.last === null) return;
    after = step.last;
  }
}

/** The project of the obra with that key, or undefined where there is none. */
export function findProject(db: Db, prefix: string, clave: string): Promise<string | undefined> {
  return db.findJson(
    `SELECT ${projectWith('$1')} AS json FROM obras o ${JOINS} WHERE o.clave_unica = $2`,
    [prefix, clave],
  );
}

/** When obras or their catalogs last changed, ISO 8601; now, where the ledger does not say. */
export async function findLastChange(db: Db): Promise<string> {
  const row = await db.one<{ instante: string }>(
    `SELECT iso8601(coalesce((
       SELECT instante FROM bitacora
       WHERE recurso NOT IN ('auth', 'users', 'favorites', 'localidad', 'respaldos') ORDER BY id DESC LIMIT 1
     ), now())) AS instante`,
  );
  return (row as { instante: string }).instante;
}
