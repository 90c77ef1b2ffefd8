import type { Db } from '../../../core/db/db.ts';
import { UBICACION } from '../../../core/obras/campos.ts';
import type { PastReading } from '../../../core/obras/listas.ts';
import { OBRA_JSON, partsIn } from '../../../core/obras/obra-json.ts';
import type { Until } from './instante.ts';

// The statements that make an answer of the past. The answer's own statement, which reads today's tables, finds the records of then
// under the tables' names: they stand before it as WITH queries of these names, made of the ledger. So the answer has the form of
// today's, to the byte. Views that it reads are written out, so that they read the same records.

/** The obra itself. */
const OBRA_THEN: PastReading = {
  statement: () => `SELECT ${OBRA_JSON} AS json FROM (${partsIn('obras_piezas')}) o`,
  tables: {},
  moved: [],
  views: { obras_piezas: 'obras_piezas' },
};

/** What is known of an obra at an instant. */
interface Then {
  /** As `ledger_until` has it; null where the ledger has no row of the obra. */
  estado: 'viva' | 'futura' | 'eliminada' | 'incierta' | null;
  isThere: boolean;
  /** Whether all obras were taken away after it without a row for each. */
  isEmptied: boolean;
  /** Whether the ledger, read to its end, comes to what the registry has, and knows all parts from their registration. */
  isTrue: boolean;
  /** The last moment that counts (RFC 3339, in milliseconds). */
  momento: string;
  json: string | null;
}

/** An obra or what stands under it before an instant. */
export async function findThen(
  db: Db,
  id: number,
  { hasta, dia }: Until,
  reading: PastReading = OBRA_THEN,
): Promise<Then> {
  const statement = await statementOf(db, reading);
  return (await db.one<Then>(statement, [id, hasta, dia])) as Then;
}

/** The statements by what they read. The views are those that this program has made: they stay as they are while it runs. */
const statements = new WeakMap<PastReading, string>();

async function statementOf(db: Db, reading: PastReading): Promise<string> {
  const known = statements.get(reading);
  if (known) return known;
  const views = await db.query<{ vista: string; texto: string }>(
    'SELECT vista, pg_get_viewdef(vista::regclass) AS texto FROM unnest($1::text[]) AS vista',
    [Object.values(reading.views)],
  );
  const texts = new Map(views.map(({ vista, texto }) => [vista, texto.replace(/;\s*$/, '')]));
  const columns = await db.query<{ tabla: string; columnas: string[] }>(NEEDED, [
    Object.keys(reading.tables),
  ]);
  const needed = new Map(columns.map(({ tabla, columnas }) => [tabla, columnas]));
  const statement = thenOf(reading, texts, needed);
  statements.set(reading, statement);
  return statement;
}

/**
 * The columns without which no row of a table can be: such a column was there from the table's beginning, since one that is added
 * later takes null or has a default. A ledger that lacks one has lost it.
 */
const NEEDED = `
  SELECT tabla, array_agg(attname::text) AS columnas FROM unnest($1::text[]) AS tabla
  JOIN pg_attribute ON attrelid = tabla::regclass AND attnum > 0 AND attnotnull AND NOT atthasdef AND attname <> 'obra_id'
  GROUP BY tabla`;

/** The catalogs that an obra's answer has records of: the columns that are read, and where the ids stand. */
const CATALOGS_OF_THEN: [table: string, recurso: string, columns: string, ids: string][] = [
  [
    'municipios',
    'municipios',
    'r.id, r.nombre',
    'SELECT municipio_id FROM obras UNION SELECT municipio_id FROM ubicaciones',
  ],
  [
    'estatus_obra',
    'estatus-obra',
    'r.id, r.nombre, r.estado_oc4ids',
    'SELECT estatus_obra_id FROM obras',
  ],
  [
    'ejercicios_fiscales',
    'ejercicio-fiscal',
    'r.id, ejercicio_fiscal_json(r.id, r.anio, r.activo) AS json',
    'SELECT ejercicio_fiscal_id FROM obras',
  ],
  [
    'dependencias',
    'dependencias',
    'r.id, dependencia_json(r.id, r.nombre, r.siglas, r.activo) AS json',
    'SELECT dependencia_id FROM obras',
  ],
  [
    'tipos_proyecto',
    'tipo-proyecto',
    'r.id, tipo_proyecto_json(r.id, r.nombre, r.activo) AS json',
    'SELECT tipo_proyecto_id FROM obras WHERE tipo_proyecto_id IS NOT NULL',
  ],
];

/** A catalog's records as they were. One whose record the ledger does not have has not changed. */
const catalogThen = ([table, recurso, columns, ids]: (typeof CATALOGS_OF_THEN)[number]) => `
  ${table} AS MATERIALIZED (
    SELECT ${columns} FROM (${ids}) i (id)
    LEFT JOIN ${table} hoy ON hoy.id = i.id
    LEFT JOIN LATERAL ledger_until('{${recurso}}', i.id::text, NULL, $2::timestamptz) l ON true
    -- Of a point nothing is read.
    CROSS JOIN LATERAL jsonb_populate_record(
      CASE WHEN l.sigue IS NOT FALSE THEN hoy END, coalesce(ledger_columns(l.fila) - 'ubicacion', '{}')) r)`;

function thenOf(
  { statement, tables, moved, views }: PastReading,
  texts: Map<string, string>,
  needed: Map<string, string[]>,
): string {
  const parts = Object.entries(tables);
  const recursos = ['obras', ...parts.map(([, { recurso }]) => recurso)];
  const until = (hasta: string) =>
    `ledger_until('{${recursos}}', $1::integer::text, $1::integer, ${hasta})`;
  const columns = Object.values(UBICACION).map(({ column }) => column);
  const place = (column: string) =>
    column === 'geometria_json'
      ? `coalesce(hoy.geometria_json, compact_json(lugar -> 'geometriaJson')::json) AS geometria_json`
      : `u.${column}`;
  return `WITH
  -- Today's records first: below, these names mean those of then.
  hay AS MATERIALIZED (
    SELECT 'obras' AS recurso, d.obra_id::text AS registro, ledger_obra_fields(d) || ledger_obra_places(d) AS fila
    FROM obras_documentos d WHERE d.obra_id = $1::integer
    ${parts
      .map(
        ([table, { recurso, registro }]) => `UNION ALL
    SELECT '${recurso}', t.${registro}::text, ledger_record(to_jsonb(t), '{}') FROM ${table} t WHERE t.obra_id = $1::integer`,
      )
      .join('\n    ')}
  ), verdad AS MATERIALIZED (
    SELECT NOT EXISTS (
      SELECT FROM (SELECT * FROM ${until(`'infinity'`)} WHERE estado <> 'eliminada') l
      FULL JOIN hay h ON h.recurso = l.recurso AND h.registro = l.registro
      WHERE l.estado IS DISTINCT FROM 'viva' OR h.fila IS NULL OR EXISTS (
        SELECT FROM jsonb_each(l.fila) campo WHERE h.fila ? campo.key AND h.fila -> campo.key <> campo.value)) AS es
  ), entonces AS MATERIALIZED (
    SELECT l.recurso, l.registro, l.estado,
      -- What the ledger hides, or has come since with a column, is known of a record that is there.
      coalesce(CASE WHEN NOT l.sigue THEN NULL WHEN l.cambia THEN h.fila - '{${moved}}'::text[] ELSE h.fila END, '{}') || l.fila AS fila,
      CASE l.recurso ${parts
        .map(
          ([table, { recurso }]) =>
            `WHEN '${recurso}' THEN ledger_columns(l.fila) ?& '{${needed.get(table) ?? ''}}'::text[] `,
        )
        .join('')}WHEN 'obras' THEN true END AS "isWhole"
    FROM ${until('$2::timestamptz')} l LEFT JOIN hay h ON h.recurso = l.recurso AND h.registro = l.registro
  ), obras AS MATERIALIZED (
    SELECT o.* FROM entonces l CROSS JOIN LATERAL jsonb_populate_record(NULL::obras, ledger_columns(l.fila - 'ubicaciones')) o
    WHERE l.recurso = 'obras' AND l.estado = 'viva'
  ), ubicaciones AS MATERIALIZED (
    SELECT u.id, $1::integer AS obra_id, ${columns.map(place).join(', ')}
    FROM entonces l CROSS JOIN LATERAL jsonb_array_elements(l.fila -> 'ubicaciones') lugar
    CROSS JOIN LATERAL jsonb_populate_record(NULL::ubicaciones, ledger_columns(lugar - 'geometriaJson')) u
    -- The ledger has a geometry by its value. Its text is that which was sent, where it is there.
    LEFT JOIN ubicaciones hoy
      ON hoy.id = u.id AND hoy.obra_id = $1::integer AND hoy.geometria_json::jsonb = lugar -> 'geometriaJson'
    WHERE l.recurso = 'obras' AND l.estado = 'viva'
  ), ${CATALOGS_OF_THEN.map(catalogThen).join(',')}
  ${parts
    .map(
      ([table, { recurso }]) => `, ${table} AS MATERIALIZED (
    SELECT t.* FROM entonces l CROSS JOIN LATERAL jsonb_populate_record(
      NULL::${table}, ledger_columns(l.fila) || jsonb_build_object('obra_id', $1::integer)) t
    WHERE l.recurso = '${recurso}' AND l.estado = 'viva')`,
    )
    .join('')}
  ${Object.entries(views)
    .map(([name, view]) => `, ${name} AS (${texts.get(view)})`)
    .join('')}
  SELECT
    (SELECT estado FROM entonces WHERE recurso = 'obras') AS estado,
    EXISTS (SELECT FROM hay WHERE recurso = 'obras') AS "isThere",
    EXISTS (SELECT FROM bitacora WHERE recurso = 'obras' AND registro IS NULL AND instante >= $2::timestamptz) AS "isEmptied",
    verdad.es AND NOT EXISTS (SELECT FROM entonces WHERE estado = 'incierta' OR (estado = 'viva' AND NOT "isWhole")) AS "isTrue",
    iso8601($2::timestamptz - interval '1 microsecond') AS momento,
    (SELECT r.json FROM (${statement('$3::date')}) r WHERE $3::date IS NOT NULL) AS json
  FROM verdad`;
}
