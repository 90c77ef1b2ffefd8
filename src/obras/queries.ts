import { inactive, missing } from '../db/constraints.ts';
import type { Db } from '../db/index.ts';
import { badRequest, notFound } from '../http/errors.ts';
import { int4, referenceId } from '../http/text.ts';
import type { ChangedObra, NewObra, ObraFilters } from './schema.ts';
import { checkOwnIds, findBrokenPolygons, withDefaults } from './ubicaciones.ts';

/**
 * What each obra's JSON is made of: the pieces that stand rendered (migration 004), and the catalogs that go between.
 * To be followed by conditions on `d.obra_id`.
 *
 * @param pieces the table of pieces, or the view that makes them anew
 */
const piecesIn = (pieces: 'obras_documentos' | 'obras_piezas') => `
  SELECT d.obra_id, cabeza, ef.json AS ejercicio, dependencia_id, dep.json AS dependencia, medio, tp.json AS tipo, cola
  FROM ${pieces} d
  JOIN ejercicios_fiscales ef ON ef.id = d.ejercicio_fiscal_id
  JOIN dependencias dep ON dep.id = d.dependencia_id
  LEFT JOIN tipos_proyecto tp ON tp.id = d.tipo_proyecto_id`;
const PIECES = piecesIn('obras_documentos');
/** An obra's JSON out of its pieces. */
const JOINED = 'join_obra(cabeza, ejercicio, dependencia_id, dependencia, medio, tipo, cola)';

// Reading -----------------------------------------------------------------------------------------

/** The JSON of one obra, or undefined where there is none with that id. */
export function findObra(db: Db, id: number | null): Promise<string | undefined> {
  return db.findJson(`SELECT ${JOINED} AS json FROM (${PIECES} WHERE d.obra_id = $1) o`, [id]);
}

/** The JSON of these obras by id; those that do not exist are left out. */
export async function findObras(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.query<{ id: number; json: string }>(
    `SELECT obra_id AS id, ${JOINED} AS json
     FROM (${PIECES} WHERE d.obra_id = ANY ($1::integer[])) o`,
    [ids],
  );
  return new Map(rows.map(({ id, json }) => [id, json]));
}

/** How many obras one step of a list takes, and about how many bytes of them are in memory at once. */
const STEP = 100;
const STEP_BYTES = 1_000_000;

/** Every obra's JSON by id: what a whole list consists of; and the same made anew from the tables. */
export const LIST_OBRAS = `SELECT ${JOINED} AS json FROM (${PIECES}) o ORDER BY obra_id`;
export const RENDER_OBRAS = `SELECT ${JOINED} AS json FROM (${piecesIn('obras_piezas')}) o ORDER BY obra_id`;

/**
 * The JSON of obras in their order, as far as it fits in one step. What it answers, `Step`, tells how far that was; the
 * rest is for `renderObras`. One statement finds ids and documents, so that an ordinary page is one round trip.
 *
 * @param ids an SQL expression of type integer[]
 * @param limit how many of them at most are answered, an SQL expression
 */
export const step = (ids: string, limit?: string) => `
  WITH pagina AS MATERIALIZED (
    SELECT ids FROM (SELECT ${ids}) p (ids)
  )
  SELECT pagina.ids, paso.* FROM pagina CROSS JOIN LATERAL (
    -- In the order that the window gives: sorted once more within string_agg, each text would be copied.
    SELECT coalesce(max(lugar), 0)::integer AS hasta, string_agg(${JOINED}, E',\\n') AS json FROM (
      SELECT o.*, lugar, sum(octet_length(cabeza) + octet_length(cola)) OVER (
        ORDER BY lugar ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS antes
      FROM unnest(pagina.ids${limit ? `[:${limit}]` : ''}) WITH ORDINALITY AS p (id, lugar)
      JOIN (${PIECES}) o ON obra_id = p.id
    ) medida
    WHERE antes IS NULL OR antes < ${STEP_BYTES}
  ) paso`;

export interface Step {
  ids: number[];
  /** How many of the ids the JSON covers; those that are gone have none. */
  hasta: number;
  /** Null where all of them are gone. */
  json: string | null;
}

/** The JSON of every obra that passes the filters, by id, in pieces of bounded size to be joined by commas. */
export async function* streamObras(db: Db, filters: ObraFilters): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const { where, values } = conditions(filters);
    const found = await db.one<Step>(
      step(`ARRAY(
        SELECT o.id FROM obras o WHERE o.id > $${values.push(after)} ${where}
        ORDER BY o.id LIMIT ${STEP})`),
      values,
    );
    const { ids, hasta, json } = found as Step;
    if (json) yield json;
    yield* renderObras(db, ids.slice(hasta));
    if (ids.length < STEP) return;
    after = ids.at(-1) as number;
  }
}

const RENDER_IDS = step('$1::integer[]');

/** The JSON of these obras, in this order, in pieces of bounded size; ids that are gone are left out. */
export async function* renderObras(db: Db, ids: number[]): AsyncGenerator<string> {
  for (let rest = ids; rest.length > 0; ) {
    const { hasta, json } = (await db.one<Step>(RENDER_IDS, [rest])) as Step;
    if (json) yield json;
    rest = rest.slice(hasta || rest.length);
  }
}

/** The pieces of obras of which the first step is there already. */
export async function* renderRest(db: Db, json: string | null, rest: number[]) {
  if (json) yield json;
  yield* renderObras(db, rest);
}

/** Which part of a list: at most `limit` obras, those after an id or those after `offset` others. */
export interface Slice {
  limit: number;
  after: number;
  offset: number;
  /** How many pass the filters, where that is known already: counting costs more the more there are. */
  total?: number | undefined;
}

/** One page of obras, by id: its pieces, the last id where more follow, and how many pass the filters altogether. */
export async function findObraPage(db: Db, filters: ObraFilters, slice: Slice) {
  const { limit } = slice;
  const { where, values } = conditions(filters);
  const total =
    slice.total === undefined
      ? `(SELECT count(*)::integer FROM obras o WHERE true ${where})`
      : `$${values.push(slice.total)}::integer`;
  const most = `$${values.push(limit)}::integer`;
  const page = step(
    `ARRAY(
      SELECT o.id FROM obras o WHERE o.id > $${values.push(slice.after)} ${where}
      ORDER BY o.id LIMIT ${most} + 1 OFFSET $${values.push(slice.offset)})`,
    most,
  );
  const found = await db.one<Step & { total: number }>(
    `SELECT ${total} AS total, pagina.* FROM (${page}) pagina`,
    values,
  );
  const { ids, hasta, json } = found as Step;
  return {
    total: found?.total as number,
    last: ids.length > limit ? ids[limit - 1] : undefined,
    pieces: renderRest(db, json, ids.slice(hasta, limit)),
  };
}

/**
 * The filters as conditions: only those given, so that each combination is planned for itself. Every value is a
 * parameter; the texts put together here are this function's own.
 */
function conditions(filters: ObraFilters): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const where: string[] = [];
  const equal = (column: string, digits: string | undefined) => {
    if (digits !== undefined) where.push(`AND ${column} = $${values.push(int4(digits))}`);
  };
  equal('o.municipio_id', filters.municipioId);
  equal('o.estatus_obra_id', filters.estatusObraId);
  equal('o.ejercicio_fiscal_id', filters.ejercicioFiscalId);
  equal('o.dependencia_id', filters.dependenciaId);
  equal('o.tipo_proyecto_id', filters.tipoProyectoId);
  for (const word of new Set((filters.q ?? '').split(/\s+/).filter(Boolean))) {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
    where.push(`AND o.busqueda LIKE fold_accents($${values.push(pattern)})`);
  }
  if (filters.bbox !== undefined) {
    const corners = filters.bbox.split(',').map(Number);
    const hasArea = corners[0] !== corners[2] && corners[1] !== corners[3];
    const [west, south, east, north] = corners.map(
      (degrees) => `$${values.push(degrees)}::double precision`,
    );
    // The envelope of two corners is a rectangle, or the line or point that a rectangle without area is. With those
    // ST_Intersects takes seconds for a long line that crosses itself often; the distance says the same at once.
    const box = `ST_Envelope(ST_SetSRID(ST_Collect(
      ST_MakePoint(${west}, ${south}), ST_MakePoint(${east}, ${north})), 4326))`;
    const meets = hasArea
      ? `ST_Intersects(u.geometria, ${box})`
      : `ST_DWithin(u.geometria, ${box}, 0)`;
    where.push(`AND EXISTS (SELECT FROM ubicaciones u WHERE u.obra_id = o.id AND ${meets})`);
  }
  return { where: where.join(' '), values };
}

// Writing -----------------------------------------------------------------------------------------

/**
 * Registers an obra with its ubicaciones, all of it in one statement, and answers its JSON. The fiscal year's row
 * gives the numeroObra and makes parallel creates of one year follow one another.
 *
 * @throws HttpError 400 for references that do not exist or are inactive, and for invalid polygons.
 */
export async function createObra(db: Db, obra: NewObra): Promise<string> {
  const failures = await findBrokenPolygons(db, obra.ubicaciones);
  if (failures.length > 0) {
    throw badRequest([...failures, ...(await findBrokenReferences(db, null, obra))]);
  }
  const ubicaciones = withDefaults(obra.ubicaciones ?? [], obra.municipioId).map((ubicacion) => ({
    ...ubicacion,
    municipioId: referenceId(ubicacion.municipioId),
  }));
  const json = await db.findJson(
    `WITH lugar AS MATERIALIZED (
       SELECT * FROM json_to_recordset($10) AS l (
         "municipioId" integer, direccion text, "localidadReferencia" text, "referenciaLugar" text,
         "tipoGeometria" text, "geometriaJson" json, orden integer)
     ), ejercicio AS (
       UPDATE ejercicios_fiscales SET ultimo_numero_obra = ultimo_numero_obra + 1
       WHERE id = $5 AND activo
         AND EXISTS (SELECT FROM dependencias WHERE id = $6 AND activo)
         AND EXISTS (SELECT FROM municipios WHERE id = $7 AND activo)
         AND ($8::integer IS NULL OR EXISTS (SELECT FROM tipos_proyecto WHERE id = $8 AND activo))
         AND EXISTS (SELECT FROM estatus_obra WHERE id = $9)
         AND NOT EXISTS (
           SELECT FROM lugar LEFT JOIN municipios m ON m.id = lugar."municipioId"
           WHERE m.activo IS NOT TRUE)
       RETURNING id, ultimo_numero_obra
     ), nueva AS (
       INSERT INTO obras (
         ejercicio_fiscal_id, numero_obra, clave_unica, nombre, descripcion, monto,
         dependencia_id, municipio_id, tipo_proyecto_id, estatus_obra_id)
       SELECT id, ultimo_numero_obra, $1, $2, $3, $4, $6, $7, $8, $9 FROM ejercicio
       RETURNING id
     ), colocada AS (
       INSERT INTO ubicaciones (
         obra_id, municipio_id, direccion, localidad_referencia, referencia_lugar,
         tipo_geometria, geometria_json, orden)
       SELECT nueva.id, "municipioId", direccion, "localidadReferencia", "referenciaLugar",
         "tipoGeometria", "geometriaJson", orden
       FROM nueva CROSS JOIN lugar
       RETURNING id
     )
     SELECT written_obra(nueva.id) AS json FROM nueva, (SELECT count(*) FROM colocada) todas`,
    [
      obra.claveUnica,
      obra.nombre,
      obra.descripcion ?? '',
      obra.monto,
      referenceId(obra.ejercicioFiscalId),
      referenceId(obra.dependenciaId),
      referenceId(obra.municipioId),
      obra.tipoProyectoId == null ? null : referenceId(obra.tipoProyectoId),
      referenceId(obra.estatusObraId),
      JSON.stringify(ubicaciones),
    ],
  );
  if (json) return json;
  const broken = await findBrokenReferences(db, null, obra);
  if (broken.length > 0) throw badRequest(broken);
  // What was broken has been mended in between.
  return createObra(db, obra);
}

/**
 * Changes what the body names and answers the whole obra. Moved to another fiscal year, it gets that year's next
 * numeroObra.
 *
 * @throws HttpError 404 for an unknown obra, 400 as `createObra`.
 */
export async function updateObra(db: Db, digits: string, changes: ChangedObra): Promise<string> {
  const failures = await findBrokenPolygons(db, changes.ubicaciones);
  return db.transaction(async (tx) => {
    const before = await tx.one<{ id: number; municipio_id: number }>(LOCK_OBRA, [int4(digits)]);
    if (!before) throw failures.length > 0 ? badRequest(failures) : obraNotFound(digits);
    const broken = await findBrokenReferences(tx, before.id, changes);
    if (failures.length + broken.length > 0) throw badRequest([...failures, ...broken]);
    const ubicaciones =
      changes.ubicaciones &&
      withDefaults(changes.ubicaciones, changes.municipioId ?? before.municipio_id);
    if (ubicaciones) await checkOwnIds(tx, before.id, ubicaciones);
    // One statement, so that it is one change in the ledger. The list's elements with an id change that ubicación, those
    // without are new, and the rest go; without a list they stay.
    await tx.query(
      `WITH numero AS (
         UPDATE ejercicios_fiscales SET ultimo_numero_obra = ultimo_numero_obra + 1
         WHERE id = $6 AND id <> (SELECT ejercicio_fiscal_id FROM obras WHERE id = $1)
         RETURNING ultimo_numero_obra
       ), lugar AS MATERIALIZED (
         SELECT * FROM json_to_recordset($12) AS l (
           id integer, "municipioId" integer, direccion text, "localidadReferencia" text,
           "referenciaLugar" text, "tipoGeometria" text, "geometriaJson" json, orden integer)
       ), borrada AS (
         DELETE FROM ubicaciones
         WHERE obra_id = $1 AND $12 IS NOT NULL
           AND id NOT IN (SELECT id FROM lugar WHERE id IS NOT NULL)
       ), cambiada AS (
         UPDATE ubicaciones u SET
           municipio_id = l."municipioId", direccion = l.direccion,
           localidad_referencia = l."localidadReferencia", referencia_lugar = l."referenciaLugar",
           tipo_geometria = l."tipoGeometria", geometria_json = l."geometriaJson", orden = l.orden
         FROM lugar l
         WHERE u.obra_id = $1 AND u.id = l.id
       ), nueva AS (
         INSERT INTO ubicaciones (
           obra_id, municipio_id, direccion, localidad_referencia, referencia_lugar,
           tipo_geometria, geometria_json, orden)
         SELECT $1, "municipioId", direccion, "localidadReferencia", "referenciaLugar",
           "tipoGeometria", "geometriaJson", orden
         FROM lugar WHERE id IS NULL
       )
       UPDATE obras SET
         clave_unica = coalesce($2, clave_unica),
         nombre = coalesce($3, nombre),
         descripcion = coalesce($4, descripcion),
         monto = coalesce($5, monto),
         ejercicio_fiscal_id = coalesce($6, ejercicio_fiscal_id),
         numero_obra = coalesce((SELECT ultimo_numero_obra FROM numero), numero_obra),
         dependencia_id = coalesce($7, dependencia_id),
         municipio_id = coalesce($8, municipio_id),
         tipo_proyecto_id = CASE WHEN $9 THEN $10 ELSE tipo_proyecto_id END,
         estatus_obra_id = coalesce($11, estatus_obra_id)
       WHERE id = $1`,
      [
        before.id,
        changes.claveUnica,
        changes.nombre,
        changes.descripcion,
        changes.monto,
        changes.ejercicioFiscalId,
        changes.dependenciaId,
        changes.municipioId,
        changes.tipoProyectoId !== undefined,
        changes.tipoProyectoId,
        changes.estatusObraId,
        ubicaciones && JSON.stringify(ubicaciones),
      ],
    );
    return (await findObra(tx, before.id)) as string;
  });
}

/** Locks an obra's row until the transaction ends, for whoever changes it or what hangs on it. */
export const LOCK_OBRA = 'SELECT id, municipio_id FROM obras WHERE id = $1 FOR UPDATE';

/** Deletes an obra with its ubicaciones and says whether there was one. */
export async function deleteObra(db: Db, id: number | null): Promise<boolean> {
  return (await db.one('DELETE FROM obras WHERE id = $1 RETURNING id', [id])) !== undefined;
}

export const obraNotFound = (id: string) => notFound(`Obra ${id} no encontrada.`);

/**
 * A sentence for each reference of a body that does not exist, or is inactive and not what the obra has already.
 * `obraId` is null for an obra yet to be made. An ubicación that names no municipio has the obra's, checked there.
 */
async function findBrokenReferences(
  db: Db,
  obraId: number | null,
  given: ChangedObra,
): Promise<string[]> {
  const { ubicaciones = [] } = given;
  const fields = [
    'ejercicioFiscalId',
    'dependenciaId',
    'municipioId',
    'tipoProyectoId',
    'estatusObraId',
  ] as const;
  const references = [
    ...fields.map((field) => ({ field: field as string, id: given[field] ?? null })),
    ...ubicaciones.map(({ municipioId = null }, i) => ({
      field: `ubicaciones[${i}].municipioId`,
      id: municipioId,
    })),
  ];
  const ids = references.map(({ id }) => id && referenceId(id));
  const broken = await db.query<{ lugar: number; activo: boolean | null }>(
    `WITH antes AS (SELECT * FROM obras WHERE id = $1)
     SELECT lugar::integer, activo FROM (
       SELECT 1 AS lugar, $2::integer AS id, (SELECT ejercicio_fiscal_id FROM antes) AS tenia,
         (SELECT activo FROM ejercicios_fiscales WHERE id = $2) AS activo
       UNION ALL SELECT 2, $3, (SELECT dependencia_id FROM antes),
         (SELECT activo FROM dependencias WHERE id = $3)
       UNION ALL SELECT 3, $4, (SELECT municipio_id FROM antes),
         (SELECT activo FROM municipios WHERE id = $4)
       UNION ALL SELECT 4, $5, (SELECT tipo_proyecto_id FROM antes),
         (SELECT activo FROM tipos_proyecto WHERE id = $5)
       UNION ALL SELECT 5, $6, (SELECT estatus_obra_id FROM antes),
         (SELECT true FROM estatus_obra WHERE id = $6)
       UNION ALL SELECT 5 + l.n, l.municipio_id,
         (SELECT u.municipio_id FROM ubicaciones u WHERE u.id = l.id AND u.obra_id = $1),
         (SELECT m.activo FROM municipios m WHERE m.id = l.municipio_id)
       FROM unnest($7::integer[], $8::integer[]) WITH ORDINALITY AS l (id, municipio_id, n)
     ) r
     WHERE r.id IS NOT NULL AND r.id IS DISTINCT FROM tenia AND activo IS NOT TRUE
     ORDER BY lugar`,
    [
      obraId,
      ...ids.slice(0, fields.length),
      ubicaciones.map(({ id }) => (id === undefined ? null : referenceId(id))),
      ids.slice(fields.length),
    ],
  );
  return broken.map(({ lugar, activo }) => {
    const { field, id } = references[lugar - 1] as (typeof references)[number];
    return activo === null ? missing(field, id) : inactive(field, id);
  });
}
