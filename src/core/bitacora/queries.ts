import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Db, Planning } from '../db/db.ts';
import { CATALOG_FIELDS, type CatalogField } from '../obras/campos.ts';
import { conditions } from '../obras/filtros.ts';
import type { Ledger } from './ledger.ts';
import { type EntryFilters, FILTROS } from './schema.ts';

/** Bytes of changes, as text, that one page holds at most, or else its one row. */
const PAGE_BYTES = 4_000_000;
/** Larger than two obras as large as requests may be: lists of coordinates with hundreds of digits each. */
const LARGEST_ROW = 40_000_000;
const TOO_LARGE = 'Demasiado grande para mostrarse aquí: está en la tabla bitacora.';

const value = (side: 'antes' | 'despues') =>
  `CASE WHEN b.bytes > ${LARGEST_ROW} AND jsonb_typeof(b.${side} -> campo) = 'array'
     THEN to_jsonb('${TOO_LARGE}'::text) ELSE b.${side} -> campo END`;
/** @param ledger the resources, whose catalogs have names */
const entryOf = (ledger: Ledger) => `
  b.id, iso8601(b.instante) AS instante, b.usuario_id AS "usuarioId", b.usuario_email AS "usuarioEmail",
  (SELECT u.nombre_completo FROM users u WHERE u.id = b.usuario_id) AS "usuarioNombre",
  b.direccion, b.solicitud, b.programa, b.accion, b.recurso, b.registro, obra AS "obraId",
  coalesce(
    CASE
      WHEN obra IS NOT NULL THEN (SELECT o.nombre FROM obras o WHERE o.id = obra)
      WHEN b.recurso = 'dependencias' THEN (SELECT c.nombre FROM dependencias c WHERE c.id = numero)
      WHEN b.recurso = 'tipo-proyecto' THEN (SELECT c.nombre FROM tipos_proyecto c WHERE c.id = numero)
      WHEN b.recurso = 'ejercicio-fiscal' THEN (SELECT c.anio::text FROM ejercicios_fiscales c WHERE c.id = numero)
      WHEN b.recurso = 'localidad' THEN (SELECT c.nombre FROM localidades c WHERE c.id = numero)
      WHEN b.recurso = 'municipios' THEN (SELECT c.nombre FROM municipios c WHERE c.id = numero)
      WHEN b.recurso = 'estatus-obra' THEN (SELECT c.nombre FROM estatus_obra c WHERE c.id = numero)
      ${namesIn(ledger)}
      WHEN b.recurso IN ('users', 'capturistas') AND b.registro ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        THEN (SELECT u.nombre_completo FROM users u WHERE u.id = b.registro::uuid)
    END,
    b.despues ->> 'nombre', b.antes ->> 'nombre', b.despues ->> 'nombreCompleto', b.antes ->> 'nombreCompleto',
    b.antes ->> 'anio') AS nombre,
  b.archivo, b.fila, b.importacion, b.deshace,
  coalesce((
    SELECT json_agg(json_build_object('campo', campo, 'antes', ${value('antes')}, 'despues', ${value('despues')}))
    FROM jsonb_object_keys(coalesce(b.despues, b.antes)) AS campo), '[]') AS cambios`;

const namesIn = (ledger: Ledger) =>
  Object.entries(ledger)
    .flatMap(([recurso, { catalog }]) =>
      catalog
        ? [
            `WHEN b.recurso = '${recurso}' THEN (SELECT c.nombre FROM ${catalog} c WHERE c.id = numero)`,
          ]
        : [],
    )
    .join('\n      ');

/** The number of a row's record, and the work that the row is about. */
const ABOUT = `
  CROSS JOIN LATERAL (SELECT CASE WHEN b.registro ~ '^[0-9]{1,9}$' THEN b.registro::integer END AS numero) n
  CROSS JOIN LATERAL (
    SELECT coalesce(b.obra_id, CASE b.recurso
      WHEN 'obras' THEN numero
      WHEN 'favorites' THEN (coalesce(b.despues, b.antes) ->> 'obraId')::integer END) AS obra) r`;

/** One page of rows as a JSON array, as far as they fit, and the last row's id where more follow. */
export interface Page {
  json: string;
  last: string | null;
}

/** The ledger's rows that pass the filters, newest first, from the first or after row `after`. */
export async function listEntries(
  db: Db,
  { limit, ...filters }: EntryFilters & { limit: number },
  after: string | undefined,
  ledger: Ledger,
): Promise<Page> {
  const row = sql`${after}::bigint`;
  const start =
    after === undefined
      ? empty
      : sql` AND (b.instante, b.id) < ((SELECT instante FROM bitacora WHERE id = ${row}), ${row})`;
  const { where } = conditions(filters, FILTROS);
  // Half of the rows are of one resource and a dozen of another.
  const planning = { planEachTime: true };
  return findPage(
    db,
    sql`true${start}${where}`,
    sql`instante DESC, id DESC`,
    limit,
    ledger,
    planning,
  );
}

/** The story of one obra and its follow-up, in the order that it happened, after row `after`. */
export function listHistory(
  db: Db,
  id: number,
  limit: number,
  after: string,
  ledger: Ledger,
): Promise<Page> {
  const next = (rows: Sql) =>
    sql`(SELECT id FROM bitacora WHERE ${rows} AND id > ${after} ORDER BY id LIMIT ${limit}::integer + 1)`;
  const where = sql`b.id IN (
    ${next(sql`recurso = 'obras' AND registro = ${String(id)}`)} UNION ALL ${next(sql`obra_id = ${id}`)})`;
  return findPage(db, where, sql`id`, limit, ledger);
}

/** What one row of the ledger says of the name of a record under a work. */
export interface Naming {
  id: number;
  /** Resource and id: `avances/7`. */
  parte: string;
  /** The values of the fields that its name is made of. */
  valores: Record<string, string | null>;
}

/**
 * The names of the parts of obras in the ledger, up to a row, oldest first.
 *
 * @param fields those that names are made of, by resource
 */
export async function findNamings(
  db: Db,
  obras: number[],
  last: number,
  fields: Record<string, string[]>,
): Promise<Naming[]> {
  const rows = await db.query<Omit<Naming, 'valores'> & { valores: string }>(
    `SELECT id::double precision AS id, recurso || '/' || registro AS parte, valores
     FROM bitacora JOIN jsonb_each($3::jsonb) AS de (recurso, campos) USING (recurso)
     CROSS JOIN LATERAL (
       SELECT jsonb_object_agg(key, value) AS valores FROM jsonb_each_text(coalesce(despues, antes)) WHERE de.campos ? key) v
     WHERE obra_id = ANY ($1::integer[]) AND id <= $2 AND valores IS NOT NULL
     ORDER BY bitacora.id`,
    [obras, last, JSON.stringify(fields)],
  );
  return rows.map(({ valores, ...row }) => ({ ...row, valores: JSON.parse(valores) }));
}

async function findPage(
  db: Db,
  where: Sql,
  order: Sql,
  limit: number,
  ledger: Ledger,
  planning?: Planning,
): Promise<Page> {
  const most = sql`${limit}::integer`;
  const row = await db.one<Page>(
    sql`WITH in_order AS MATERIALIZED (
       SELECT b.id, row_number() OVER en_orden AS lugar,
         coalesce(sum(bytes) OVER (en_orden ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS antes_de
       FROM bitacora b WHERE ${where}
       WINDOW en_orden AS (ORDER BY ${order})
       ORDER BY ${order} LIMIT ${most} + 1
     ), shown AS (
       SELECT id, lugar FROM in_order WHERE lugar <= ${most} AND antes_de < ${raw(`${PAGE_BYTES}`)}
     )
     SELECT
       (SELECT coalesce(json_agg(e), '[]') FROM (
          SELECT ${raw(entryOf(ledger))} FROM shown JOIN bitacora b USING (id)${raw(ABOUT)} ORDER BY lugar) e) AS json,
       CASE WHEN (SELECT count(*) FROM in_order) > (SELECT count(*) FROM shown) THEN
         (SELECT id FROM shown ORDER BY lugar DESC LIMIT 1)
       END AS last`,
    planning,
  );
  return row as Page;
}

/** Names of the catalogs' records by `field/id`, as they are now; those that are gone have none. */
export async function findNames(
  db: Db,
  ids: Record<CatalogField, number[]>,
): Promise<Map<string, string>> {
  const rows = await db.query<{ campo: string; nombre: string }>(
    `SELECT 'ejercicioFiscalId/' || id AS campo, anio::text AS nombre
     FROM ejercicios_fiscales WHERE id = ANY ($1::integer[])
     UNION ALL SELECT 'dependenciaId/' || id, nombre FROM dependencias WHERE id = ANY ($2::integer[])
     UNION ALL SELECT 'municipioId/' || id, nombre FROM municipios WHERE id = ANY ($3::integer[])
     UNION ALL SELECT 'tipoProyectoId/' || id, nombre FROM tipos_proyecto WHERE id = ANY ($4::integer[])
     UNION ALL SELECT 'estatusObraId/' || id, nombre FROM estatus_obra WHERE id = ANY ($5::integer[])`,
    CATALOG_FIELDS.map((field) => ids[field]),
  );
  return new Map(rows.map(({ campo, nombre }) => [campo, nombre]));
}
