import sql, { join, raw, type Sql } from 'sql-template-tag';
import { isStorable } from '../../core/base/text.ts';
import { isDay } from '../../core/base/time.ts';
import type { Db } from '../../core/db/db.ts';
import type { QualityRule } from '../../core/feature.ts';
import type { Conditions } from '../../core/obras/filtros.ts';
import { directionOf, type ListPosition, type Orden, way } from '../../core/obras/orden.ts';
import type { Cells } from '../../listados/listado-en-archivo.ts';
import { OPEN, OVERDUE } from '../seguimiento/abiertas.ts';
import { CONTRATISTA } from './campos.ts';

// Firms are contracts by their firm: those that pass the filters are read once, and each firm is what its contracts come to. So a firm's
// sums are those of `/contratos` with the same filters.

/** A motive to review works: its filter, its name, its condition on `obras o`, and the works and years that it can't judge, if any. */
export interface Motivo {
  filtro: string;
  nombre: string;
  where: Sql;
  faltan: Sql | undefined;
  /** The join and the condition that it shares with others, where it does. */
  juntas: QualityRule['juntas'];
}

/**
 * The works with a motive of the firms of `page`, a row for each motive, and those that a motive can't judge, a row for each year: WITH
 * queries behind `firmasDe` and `page`, of which `filas` are the page's rows with their number: null in place of a 0 that is not sure.
 * Motives that share a join are looked for in one pass. Of all firms it would take far longer.
 */
function porRevisar(motivos: Motivo[]): Sql {
  const joins = new Set(motivos.flatMap(({ juntas }) => (juntas ? [juntas.join] : [])));
  const together = [...joins].map((each) => {
    const values = motivos.flatMap(({ filtro, juntas }) =>
      juntas?.join === each ? [sql`(${filtro}::text, ${juntas.is})`] : [],
    );
    return sql`SELECT o.id, m.filtro FROM obras o ${each} CROSS JOIN LATERAL (VALUES ${join(values)}) m (filtro, tiene)
      WHERE o.id IN (SELECT obra_id FROM propios) AND m.tiene`;
  });
  const alone = motivos.flatMap(({ filtro, where, juntas }) =>
    juntas
      ? []
      : [
          sql`SELECT o.id, ${filtro}::text FROM obras o WHERE o.id IN (SELECT obra_id FROM propios) ${where}`,
        ],
  );
  const none = sql`SELECT NULL::integer AS id, NULL AS filtro`;
  const unjudged = motivos.flatMap(({ filtro, faltan }) =>
    faltan
      ? [
          sql`SELECT obra_id, ${filtro}::text, anio FROM (${faltan}) f WHERE obra_id IN (SELECT obra_id FROM propios)`,
        ]
      : [],
  );
  const judged = sql`SELECT NULL::integer AS obra_id, NULL AS filtro, NULL::integer AS anio WHERE false`;
  return sql`
  propios AS MATERIALIZED (SELECT DISTINCT firma, obra_id FROM contratados WHERE firma IN (SELECT firma FROM page)),
  por_revisar AS MATERIALIZED (${join([none, ...together, ...alone], ' UNION ALL ')}),
  sin_umbral AS MATERIALIZED (${join([judged, ...unjudged], ' UNION ALL ')}),
  filas AS MATERIALIZED (
    SELECT page.*, CASE WHEN r.revisadas THEN r.obras ELSE nullif(r.obras, 0) END AS por_revisar FROM page LEFT JOIN (
      SELECT firma, count(*) FILTER (WHERE obra_id IN (SELECT id FROM por_revisar WHERE id IS NOT NULL)) AS obras,
        bool_and(obra_id NOT IN (SELECT obra_id FROM sin_umbral)) AS revisadas
      FROM propios GROUP BY firma
    ) r USING (firma))`;
}

/** The firms `firmas` of the contracts that pass, `contratados`: two WITH queries. The id of a firm is that of its oldest contract here. */
export const firmasDe = (where: Sql): Sql => sql`
  contratados AS MATERIALIZED (
    SELECT c.id, c.firma, c.obra_id, c.contratista, c.contratista_rfc, c.monto, c.procedimiento, c.fecha_firma, o.dependencia_id,
      v.monto_vigente, v.monto_comparado,
      c.naturaleza = 'OBRA' AND o.id IN (SELECT s.obra_id FROM obras_seguimiento s WHERE ${raw(OVERDUE)}) AND ${raw(OPEN)} AS atrasada
    FROM contratos c JOIN obras o ON o.id = c.obra_id JOIN contratos_vigentes v ON v.contrato_id = c.id
    WHERE true ${where}
  ), firmas AS MATERIALIZED (
    SELECT firma, min(id) AS id, (array_agg(contratista ORDER BY fecha_firma DESC, id DESC))[1] AS nombre,
      count(*) AS contratos, count(DISTINCT obra_id) AS obras, count(DISTINCT dependencia_id) AS dependencias,
      sum(monto) AS monto, sum(monto_vigente) AS monto_vigente, count(*) - count(monto_vigente) AS sin_monto_final,
      sum(monto_vigente) FILTER (WHERE monto_comparado IS NOT NULL) AS por_convenios, sum(monto_comparado) AS monto_comparado,
      count(*) FILTER (WHERE procedimiento = 'ADJUDICACION_DIRECTA') AS directos, count(procedimiento) AS con_procedimiento,
      coalesce(sum(monto) FILTER (WHERE procedimiento = 'ADJUDICACION_DIRECTA'), 0) AS monto_directo,
      sum(monto) FILTER (WHERE procedimiento IS NOT NULL) AS monto_con_procedimiento,
      count(DISTINCT obra_id) FILTER (WHERE atrasada) AS atrasadas,
      min(fecha_firma) AS primera, max(fecha_firma) AS ultima
    FROM contratados GROUP BY firma
  )`;

/** The columns of a firm `f`. */
export const COLUMNS = Object.entries(CONTRATISTA)
  .map(([name, column]) => `${column.sql} AS "${name}"`)
  .join(', ');

// Orders ------------------------------------------------------------------------------------------

interface OrdenDeFirmas {
  /** An expression over `f`, never null, and its type. */
  sql: string;
  type: string;
  isKey(key: string): boolean;
  words: string;
}
const figure = (sql: string, words: string): OrdenDeFirmas => ({
  sql: `coalesce(${sql}, -999)`,
  type: 'numeric',
  isKey: (key) => /^-?\d{1,20}(\.\d{1,20})?$/.test(key),
  words,
});
const byColumn = (name: string, words = name): OrdenDeFirmas =>
  figure((CONTRATISTA[name] as { sql: string }).sql, words);

export const ORDENES: Record<string, OrdenDeFirmas> = {
  montoVigente: byColumn('montoVigente', 'montoVigente (antes los que no lo tienen)'),
  monto: byColumn('monto', 'monto (el firmado)'),
  nombre: {
    sql: 'left(spanish_order(f.nombre), 600)',
    type: 'text COLLATE "C"',
    isKey: (key) => isStorable(key) && [...key].length <= 600,
    words: 'nombre (alfabético del español)',
  },
  contratos: byColumn('contratos'),
  crecimiento: byColumn('crecimiento', 'crecimiento (antes los que no lo tienen)'),
  porCientoMontoDirecto: byColumn(
    'porCientoMontoDirecto',
    'porCientoMontoDirecto (antes los que no lo tienen)',
  ),
  obrasAtrasadas: byColumn('obrasAtrasadas'),
  ultimaFirma: {
    sql: 'f.ultima',
    type: 'date',
    isKey: isDay,
    words: 'ultimaFirma',
  },
};

/** The order without a parameter. */
export const BY_AMOUNT: Orden = '-montoVigente';

// Pages -------------------------------------------------------------------------------------------

/** A page of firms `f` in an order, after a place: the end of a statement behind `firmasDe`. */
function pageOf(orden: Orden, after: ListPosition | undefined, limit: number): Sql {
  const { by, isDescending } = directionOf(orden);
  const { sql: key, type } = ORDENES[by] as OrdenDeFirmas;
  const { way: direction, beyond } = way(isDescending);
  const start = after
    ? sql`(${raw(key)}, f.id) ${beyond} (${after.key}::${raw(type)}, ${after.id}::integer)`
    : sql`true`;
  return sql`SELECT f.*, ${raw(key)}::text AS clave_de_orden,
      row_number() OVER (ORDER BY ${raw(key)}${direction}, f.id${direction}) AS lugar
    FROM firmas f WHERE ${start} ORDER BY lugar LIMIT ${limit}::integer`;
}

/** One page of firms as JSON, their number, and the place of the last one where more follow. */
export async function readPage(
  db: Db,
  { where, planEachTime }: Conditions,
  motivos: Motivo[],
  { orden, after, limit }: { orden: Orden; after: ListPosition | undefined; limit: number },
): Promise<{ json: string; total: number; last: ListPosition | undefined }> {
  const row = await db.one<{ json: string; total: number; id: number | null; key: string | null }>(
    sql`WITH ${firmasDe(where)}, page AS MATERIALIZED (${pageOf(orden, after, limit + 1)}), ${porRevisar(motivos)}
     SELECT (SELECT count(*)::integer FROM firmas) AS total,
       (SELECT coalesce(json_agg(r ORDER BY lugar), '[]') FROM (
          SELECT f.lugar, (SELECT r FROM (SELECT ${raw(COLUMNS)}) r) AS r FROM filas f ORDER BY lugar LIMIT ${limit}::integer) r) AS json,
       ultima.id, ultima.clave_de_orden AS key
     FROM (SELECT 1) una LEFT JOIN LATERAL (
       SELECT id, clave_de_orden FROM page ORDER BY lugar OFFSET ${limit - 1}::integer LIMIT 1) ultima
       ON (SELECT count(*) FROM page) > ${limit}::integer`,
    { planEachTime },
  );
  const { json, total, id, key } = row as NonNullable<typeof row>;
  return { json, total, last: id === null ? undefined : { id, key } };
}

/** The most firms of a step of a file: each step reads the contracts again. */
const FIRMS_PER_STEP = 5_000;

/** The rows of a file, in order, in batches of bounded size. */
export async function* streamFirmas(
  db: Db,
  { where, planEachTime }: Conditions,
  motivos: Motivo[],
  orden: Orden,
): AsyncGenerator<Cells[]> {
  const cells = join(
    Object.values(CONTRATISTA).map((column) => raw(`(${column.sql})::text`)),
    ', ',
  );
  for (let after: ListPosition | undefined; ; ) {
    const rows = await db.query<{ id: number; key: string; cells: Cells }>(
      sql`WITH ${firmasDe(where)}, page AS MATERIALIZED (${pageOf(orden, after, FIRMS_PER_STEP)}), ${porRevisar(motivos)}
       SELECT f.id, f.clave_de_orden AS key, ARRAY[${cells}] AS cells FROM filas f ORDER BY lugar`,
      { planEachTime },
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => row.cells);
    if (rows.length < FIRMS_PER_STEP) return;
    after = { id: last.id, key: last.key };
  }
}

/** Counts the firms, up to `most`. */
export async function countFirmas(
  db: Db,
  { where, planEachTime }: Conditions,
  most: number,
): Promise<number> {
  const row = await db.one<{ rows: number }>(
    sql`SELECT count(*)::integer AS rows FROM (
      SELECT DISTINCT c.firma FROM contratos c JOIN obras o ON o.id = c.obra_id WHERE true ${where} LIMIT ${most}) r`,
    { planEachTime },
  );
  return row?.rows as number;
}

// One firm ----------------------------------------------------------------------------------------

/** The names of a consortium's members, where one cell has two firms or more by their names: each ends as a company's does. */
const FORM = String.raw`\m(?:S\.?\s?A\.?\s?P\.?\s?I\.?|S\.?\s?A\.?\s?[BS]\.?|S\.?\s?P\.?\s?R\.?\s?de\s?R\.?\s?L\.?|S\.?\s?A\.?|S\.?\s?de\s?R\.?\s?L\.?|S\.?\s?C\.?|A\.?\s?C\.?|S\.?\s?N\.?\s?C\.?)(?:\s+de\s+C\.?\s?V\.?)?`;
const BETWEEN_FIRMS = String.raw`[\s,;]*(?:\s(?:y|e|con|en\s+(?:consorcio|asociación|participación\s+conjunta)\s+con)\s+|[/;+&]\s*|,\s+)`;
const membersOf = (nombre: string) => `(
  SELECT CASE WHEN count(*) > 1 AND bool_and(parte ~* '${FORM}[.\\s]*$') THEN array_agg(parte ORDER BY lugar) ELSE '{}' END
  FROM regexp_split_to_table(${nombre}, '(?<=${FORM})${BETWEEN_FIRMS}', 'i') WITH ORDINALITY p (parte, lugar))`;

/** The members of a consortium `f`, each with its key where one firm alone has that name. */
const INTEGRANTES = `(
  SELECT coalesce(json_agg(json_build_object('clave', (
    SELECT CASE WHEN min(h.firma) = max(h.firma) THEN firm_clave(min(h.firma)) END FROM escritos h
    WHERE h.nombre = firm_key(NULL, parte)), 'nombre', parte) ORDER BY lugar), '[]')
  FROM unnest(${membersOf('f.nombre')}) WITH ORDINALITY p (parte, lugar))`;

/** The condition that a name of `h` is a consortium's with one of `propias` in it. Where none is in the text, it is not taken apart. */
const NAMES_IT = `EXISTS (
  SELECT FROM propias p WHERE strpos(h.nombre, substr(p.nombre, length('NOMBRE ') + 1)) > 0
    AND p.nombre = ANY (ARRAY(SELECT firm_key(NULL, parte) FROM unnest(${membersOf('h.contratista')}) parte)))`;

/** Other firms `h` of `escritos` as JSON, each with how many contracts it has by the names that count. */
const others = (where: Sql): Sql => sql`(
  SELECT coalesce(json_agg(h ORDER BY nombre, clave), '[]') FROM (
    SELECT firm_clave(h.firma) AS clave, min(h.contratista) AS nombre,
      CASE WHEN h.firma LIKE 'RFC %' THEN substr(h.firma, 5) END AS rfc, sum(h.contratos) AS contratos
    FROM escritos h WHERE h.firma <> f.firma AND ${where} GROUP BY h.firma) h)`;

const alertas = (motivos: Motivo[]): Sql =>
  motivos.length === 0
    ? sql`'[]'::json`
    : sql`json_build_array(${join(
        motivos.map(({ filtro, nombre, faltan }) => {
          const count = sql`(SELECT count(*) FROM por_revisar WHERE filtro = ${filtro})`;
          const years = sql`ARRAY(SELECT DISTINCT anio FROM sin_umbral WHERE filtro = ${filtro} ORDER BY anio)`;
          const named = sql`'filtro', ${filtro}::text, 'nombre', ${nombre}::text, 'obras'`;
          return faltan
            ? sql`(SELECT json_build_object(${named}, CASE WHEN n > 0 OR anios = '{}' THEN n END, 'sinUmbral', anios)
                FROM (SELECT ${count} AS n, ${years} AS anios) m)`
            : sql`json_build_object(${named}, ${count})`;
        }),
        ', ',
      )})`;

/** The statement for the JSON of the firm with this key: its row, and what its contracts tell besides. No row where there is none. */
export const findFirma = (clave: string, motivos: Motivo[]): Sql => sql`
  WITH una AS MATERIALIZED (SELECT firm_of(${clave}) AS firma), ${firmasDe(sql`AND c.firma = (SELECT firma FROM una)`)},
  escritos AS MATERIALIZED (
    SELECT firma, contratista, firm_key(NULL, contratista) AS nombre, count(*) AS contratos FROM contratos GROUP BY firma, contratista),
  propias AS MATERIALIZED (SELECT DISTINCT nombre FROM escritos WHERE firma = (SELECT firma FROM una)),
  page AS (SELECT * FROM firmas), ${porRevisar(motivos)}
  SELECT row_to_json(r) AS json FROM (
    SELECT ${raw(COLUMNS)},
      CASE WHEN f.firma LIKE 'RFC %' THEN rfc_notice(substr(f.firma, 5)) END AS "avisoRfc",
      ${raw(INTEGRANTES)} AS integrantes, ${alertas(motivos)} AS alertas,
      (SELECT json_agg(n ORDER BY contratos DESC, nombre) FROM (
        SELECT contratista AS nombre, count(*) AS contratos FROM contratados GROUP BY contratista) n) AS nombres,
      ${others(sql`h.nombre IN (SELECT nombre FROM propias)`)} AS homonimos,
      ${others(raw(NAMES_IT))} AS consorcios,
      (SELECT json_agg(d ORDER BY "montoVigente" DESC NULLS LAST, nombre) FROM (
        SELECT c.dependencia_id AS "dependenciaId", min(dep.nombre) AS nombre, count(*) AS contratos, sum(c.monto) AS monto,
          sum(c.monto_vigente) AS "montoVigente"
        FROM contratados c JOIN dependencias dep ON dep.id = c.dependencia_id GROUP BY c.dependencia_id) d) AS "porDependencia"
    FROM filas f
  ) r`;
