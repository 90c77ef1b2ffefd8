import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Ledger, LedgerEntry } from '../../core/bitacora/ledger.ts';
import type { Db } from '../../core/db/db.ts';
import { OBRA } from '../../core/obras/campos.ts';
import { conditions, type Filtros, type ResolvedFilters } from '../../core/obras/filtros.ts';

// The changes of works that everybody may know, newest first: rows of the ledger, those of a large import as one.
//
// A work's rows are looked for in two ways. Where few works pass the filters, by these works: each has its rows in an index, so
// the page is whole however old they are. Where many do, or all, by the ledger from its end, down to a depth.

/** Entries of a page. */
export const PAGE = 100;
/** Works that are looked up one by one. */
const FEW_WORKS = 250;
/** Rows of the ledger that are looked at, at a time. A page gives up behind the last, and the next goes on there. */
const CHUNKS = [400, 2_000, 8_000];
/** Ids that one look goes through at most. Rows of imports that are told already are passed over. */
const REACH = 100_000;
/** The newest deletions of works, among which those of works that pass a filter are looked for. */
const DELETIONS = 1_000;
/** An import that has changed more is one entry. */
export const FEW_OF_IMPORT = 10;
/** Rows of an import that are counted. A page that has looked at as many leaves further imports to the next. */
export const MOST_COUNTED = 10_000;
/** What it costs to count an import, beside its rows and in rows. */
const ONE_COUNT = 300;
/** Looks at the database for one page: where imports follow one another, each takes one. */
const MOST_LOOKS = 12;

/** A row of the ledger that is an entry. */
interface LedgerRow {
  id: number;
  importacion: string | null;
  deshace: boolean;
}

/** What an import has changed, or what taking it back has. */
export interface Carga {
  deshace: boolean;
  /** The ids of its first and last rows, the first of all that it has written. */
  first: number;
  last: number;
  rows: number;
  /** Instants of the first and last row, ISO 8601. */
  desde: string;
  hasta: string;
  /** The works that it has registered, changed and taken away. */
  nuevas: number;
  cambiadas: number;
  eliminadas: number;
  /** What it has changed beside the works themselves, and in how many. */
  partes: number;
  conPartes: number;
}

export type EntradaDeCambios =
  | { carga: Carga; entry?: undefined }
  | { carga?: undefined; entry: LedgerEntry };

/** The works whose changes are asked for. */
export interface Asked {
  filters: ResolvedFilters;
  filtros: Filtros;
  /** One work's alone. */
  obra?: number | null | undefined;
}

const isOfAll = ({ filters, filtros, obra }: Asked): boolean =>
  obra === undefined && conditions(filters, filtros).where === empty;

/** The work that row `b` is about. */
const ABOUT = `CASE WHEN b.recurso <> 'obras' THEN b.obra_id
  WHEN b.registro ~ '^[0-9]{1,9}$' THEN b.registro::integer END`;
const ROW_COLUMNS = `b.id, ${ABOUT} AS obra, b.recurso, b.accion, b.instante, b.importacion, b.deshace,
  CASE WHEN b.recurso = 'obras' AND b.accion = 'eliminar' THEN b.antes END AS ultima`;
const isDeletion = (row: string) => `(${row}.recurso = 'obras' AND ${row}.accion = 'eliminar')`;
const IS_DELETION = isDeletion('c');

/** The condition that everybody may know of row `b`: one of a work, or of a record under one. */
function openTo(ledger: Ledger): string {
  const parts = Object.entries(ledger).filter(([, { part }]) => part);
  const named = ['obras', ...parts.map(([recurso]) => recurso)].map((name) => `'${name}'`);
  const guarded = parts.flatMap(([recurso, { part }]) =>
    part?.open ? [` AND (b.recurso <> '${recurso}' OR (${part.open.where}))`] : [],
  );
  return `b.recurso IN (${named.join(', ')}) AND b.accion <> 'vaciar'${guarded.join('')}`;
}

/** Fields that a deleted work still has in the ledger, by which filters find it. */
const LAST_STATE = Object.entries({
  municipioId: 'integer',
  estatusObraId: 'integer',
  ejercicioFiscalId: 'integer',
  dependenciaId: 'integer',
  tipoProyectoId: 'integer',
  monto: 'numeric',
} satisfies Partial<Record<keyof typeof OBRA, string>>)
  .map(
    ([name, type]) =>
      `(c.ultima ->> '${name}')::${type} AS ${OBRA[name as keyof typeof OBRA].column}`,
  )
  .join(', ');

/** The conditions that row `c` is a deletion of a work that passed the filters when it went. */
function deletionPasses({ filters, filtros, obra }: Asked): Sql {
  const names = Object.keys(filtros).filter((name) => filters[name] !== undefined);
  const isKept = names.every(
    (name) => filtros[name]?.onMap || !filtros[name]?.where(filters[name]),
  );
  if (!isKept) return sql`false`;
  const { where } = conditions(filters, filtros);
  const own = obra === undefined ? empty : sql` AND c.obra = ${obra}`;
  return sql`${raw(IS_DELETION)}${own} AND EXISTS (SELECT FROM (SELECT ${raw(LAST_STATE)}) o WHERE true${where})`;
}

/** `hallados`: the rows of `c` whose works pass the filters, to follow a WITH that has `c`. */
function passing(asked: Asked): Sql {
  const { filters, filtros, obra } = asked;
  const own = obra === undefined ? empty : sql` AND o.id = ${obra}`;
  return sql`pasan AS MATERIALIZED (
    SELECT o.id FROM obras o WHERE o.id = ANY (ARRAY(SELECT DISTINCT c.obra FROM c))${own}${conditions(filters, filtros).where}
  ), hallados AS (
    SELECT * FROM c WHERE NOT ${raw(IS_DELETION)} AND obra IN (SELECT id FROM pasan) OR ${deletionPasses(asked)}
  )`;
}

/** An import with what it has changed. */
interface KnownCarga extends LedgerRow {
  carga: Carga;
  /** Its rows that were looked at, whether or not their works pass the filters. */
  seen: number;
}

/** The condition that row `b` is of none of these imports. */
const notOf = (told: KnownCarga[]): Sql =>
  told.length === 0
    ? empty
    : sql` AND (b.importacion IS NULL OR (b.importacion, b.deshace) NOT IN (${join(
        told.map(({ importacion, deshace }) => sql`(${importacion}::uuid, ${deshace}::boolean)`),
      )}))`;

interface FoundRows {
  rows: LedgerRow[];
  /** The id behind which the next look goes on; null where nothing is left. */
  rest: number | null;
}

/** One look for the newest rows below an id, of works that are few. */
async function lookByWorks(
  db: Db,
  { open, works, asked, below, limit, others }: Look & { works: number[] },
): Promise<FoundRows> {
  const of = (columns: string, most: Sql) => sql`
    (SELECT ${raw(columns)} FROM bitacora b
     WHERE b.recurso = 'obras' AND b.registro = w.obra::text AND b.accion <> 'eliminar' AND b.id < ${below}::bigint${others}
     ORDER BY b.id DESC LIMIT ${most})
    UNION ALL
    (SELECT ${raw(columns)} FROM bitacora b
     WHERE b.obra_id = w.obra AND b.id < ${below}::bigint AND ${raw(open)}${others}
     ORDER BY b.id DESC LIMIT ${most})`;
  const most = sql`${limit}::integer`;
  const deleted =
    asked.obra === undefined
      ? sql`(SELECT * FROM bitacora WHERE recurso = 'obras' AND accion = 'eliminar' AND id < ${below}::bigint ORDER BY id DESC LIMIT ${raw(`${DELETIONS}`)})`
      : sql`(SELECT * FROM bitacora WHERE recurso = 'obras' AND registro = ${String(asked.obra)} AND accion = 'eliminar' AND id < ${below}::bigint)`;
  const json = await db.json(
    sql`WITH ultimas AS MATERIALIZED (
      SELECT w.obra FROM unnest(${works}::integer[]) AS w (obra)
      CROSS JOIN LATERAL (SELECT max(id) AS id FROM (${of('b.id', sql`1`)}) ambas) u
      WHERE u.id IS NOT NULL ORDER BY u.id DESC LIMIT ${most}
    ), c AS MATERIALIZED (
      SELECT ${raw(ROW_COLUMNS)} FROM ${deleted} b WHERE true${others}
    ), bajas AS (
      SELECT c.id, c.importacion, c.deshace FROM c WHERE ${deletionPasses(asked)} ORDER BY id DESC LIMIT ${most}
    )
    SELECT coalesce(json_agg(r ORDER BY r.id DESC), '[]') AS json FROM (
      SELECT * FROM (
        SELECT d.* FROM ultimas w CROSS JOIN LATERAL (${of('b.id, b.importacion, b.deshace', most)}) d
        UNION ALL SELECT * FROM bajas) todas
      ORDER BY id DESC LIMIT ${most}) r`,
  );
  const rows = JSON.parse(json) as LedgerRow[];
  return { rows, rest: rows.length < limit ? null : (rows.at(-1)?.id as number) };
}

/** One look at the rows of the ledger below an id, as many as that. */
async function lookDown(
  db: Db,
  { open, asked, below, limit, others }: Look,
  chunk: number,
): Promise<FoundRows> {
  const from = sql`b.id < ${below}::bigint AND b.id >= ${below}::bigint - ${raw(`${REACH}`)}`;
  const json = await db.json(
    sql`WITH c AS MATERIALIZED (
      SELECT ${raw(ROW_COLUMNS)} FROM bitacora b WHERE ${from} AND ${raw(open)}${others}
      ORDER BY b.id DESC LIMIT ${chunk}::integer
    ), ${passing(asked)}, contados AS (
      SELECT id, importacion, deshace, row_number() OVER (PARTITION BY importacion, deshace ORDER BY id DESC) AS lugar FROM hallados
    ), pocos AS (
      SELECT id, importacion, deshace FROM contados WHERE importacion IS NULL OR lugar <= ${raw(`${FEW_OF_IMPORT + 1}`)}
    )
    SELECT json_build_object(
      'rows', (SELECT coalesce(json_agg(r), '[]') FROM (SELECT * FROM pocos ORDER BY id DESC LIMIT ${limit}::integer) r),
      'found', (SELECT count(*) FROM pocos),
      'rest', CASE WHEN (SELECT count(*) FROM c) = ${chunk}::integer THEN (SELECT min(id) FROM c)
        ELSE (SELECT ${below}::bigint - ${raw(`${REACH}`)} WHERE EXISTS (
          SELECT FROM bitacora WHERE id < ${below}::bigint - ${raw(`${REACH}`)})) END) AS json`,
    { planEachTime: true },
  );
  const { rows, found, rest } = JSON.parse(json) as FoundRows & { found: number };
  return { rows, rest: found > rows.length ? (rows.at(-1)?.id as number) : rest };
}

interface Look {
  open: string;
  asked: Asked;
  below: string;
  limit: number;
  /** The condition that rows are of no import that is told already. */
  others: Sql;
}

/** What an import has changed of these works; of all works, those included that are no more. */
async function countCarga(db: Db, open: string, asked: Asked, row: LedgerRow): Promise<KnownCarga> {
  const { importacion, deshace } = row;
  const rows = sql`b.importacion = ${importacion}::uuid AND b.deshace = ${deshace}::boolean`;
  const json = await db.json(
    sql`WITH c AS MATERIALIZED (
      SELECT ${raw(ROW_COLUMNS)} FROM bitacora b WHERE ${rows} AND ${raw(open)}
      ORDER BY b.id DESC LIMIT ${raw(`${MOST_COUNTED + 1}`)}
    ), ${isOfAll(asked) ? sql`hallados AS (SELECT * FROM c)` : passing(asked)}
    SELECT json_build_object('seen', (SELECT count(*) FROM c), 'carga', json_build_object(
      'deshace', ${deshace}::boolean,
      'first', (SELECT b.id FROM bitacora b WHERE ${rows} ORDER BY b.id LIMIT 1),
      'last', max(id), 'rows', count(*), 'desde', iso8601(min(instante)), 'hasta', iso8601(max(instante)),
      'nuevas', count(*) FILTER (WHERE recurso = 'obras' AND accion = 'crear'),
      'cambiadas', count(DISTINCT obra) FILTER (WHERE recurso = 'obras' AND accion = 'cambiar'),
      'eliminadas', count(*) FILTER (WHERE recurso = 'obras' AND accion = 'eliminar'),
      'partes', count(*) FILTER (WHERE recurso <> 'obras'),
      'conPartes', count(DISTINCT obra) FILTER (WHERE recurso <> 'obras'))) AS json
    FROM hallados`,
    { planEachTime: true },
  );
  return { ...row, ...JSON.parse(json) };
}

/** The ids of the works that pass the filters, where these are few; undefined where they are many, or nothing is filtered. */
async function fewWorks(db: Db, { filters, filtros, obra }: Asked): Promise<number[] | undefined> {
  if (isOfAll({ filters, filtros, obra })) return undefined;
  const { where, planEachTime } = conditions(filters, filtros);
  const own = obra === undefined ? empty : sql` AND o.id = ${obra}`;
  const rows = await db.query<{ id: number }>(
    sql`SELECT o.id FROM obras o WHERE true${own}${where} LIMIT ${raw(`${FEW_WORKS + 1}`)}`,
    { planEachTime },
  );
  return rows.length > FEW_WORKS ? undefined : rows.map(({ id }) => id);
}

/**
 * The newest entries, or those before a row of the ledger: a page of them, and the row behind which the next one begins, if any. A
 * page may have fewer, even none, and yet have a next one.
 *
 * @param before the id of that row
 */
export async function listEntradas(
  db: Db,
  ledger: Ledger,
  asked: Asked,
  before?: string,
): Promise<{ entradas: EntradaDeCambios[]; next: string | null }> {
  const open = openTo(ledger);
  const works = await fewWorks(db, asked);
  const known = new Map<string, KnownCarga>();
  const nameOf = ({ importacion, deshace }: LedgerRow) => `${importacion} ${deshace}`;
  const isLarge = ({ carga }: KnownCarga) => carga.rows > FEW_OF_IMPORT;
  const entradas: (LedgerRow & { carga?: Carga })[] = [];
  let next: string | null =
    before ?? (await db.json(`SELECT (coalesce(max(id), 0) + 1)::text AS json FROM bitacora`));
  const chunks = [...CHUNKS];
  let counted = 0;
  let isCut = false;
  for (let looks = 0; looks < MOST_LOOKS && !isCut; looks++) {
    const [chunk] = chunks;
    if (chunk === undefined || next === null || entradas.length > PAGE) break;
    const others = notOf([...known.values()].filter(isLarge));
    const look: Look = { open, asked, below: next, limit: PAGE + 1 - entradas.length, others };
    const { rows, rest }: FoundRows = works
      ? await lookByWorks(db, { ...look, works })
      : await lookDown(db, look, chunk);
    let isPassing = false;
    next = rest === null ? null : String(rest);
    for (const row of rows) {
      let of = known.get(nameOf(row));
      if (row.importacion !== null && !of) {
        isCut = counted >= MOST_COUNTED;
        if (isCut) {
          next = String(row.id + 1);
          break;
        }
        of = await countCarga(db, open, asked, row);
        known.set(nameOf(row), of);
        counted += ONE_COUNT + of.seen;
        isPassing ||= isLarge(of);
      }
      if (!of || !isLarge(of)) entradas.push(row);
      // One that reaches further up was told on an earlier page.
      else if (row.id === of.id && (before === undefined || of.carga.last < Number(before))) {
        entradas.push(of);
      }
    }
    // Where that much of the ledger gives little, more is looked at. An import that is passed over is no reason.
    if (!isPassing) chunks.shift();
  }
  const page = entradas.slice(0, PAGE);
  if (entradas.length > PAGE) next = String(page.at(-1)?.id);
  const rows = await readEntries(
    db,
    page.flatMap(({ id, carga }) => (carga ? [] : [id])),
  );
  return {
    next,
    entradas: page.flatMap(({ id, carga }): EntradaDeCambios[] => {
      const entry = rows.get(id);
      return carga ? [{ carga }] : entry ? [{ entry }] : [];
    }),
  };
}

/** Bytes of a row's changes from which its lists are left out: a sentence says little of them, and a page has a hundred. */
const LARGE = 40_000;

/**
 * Rows of the ledger by id, without their authors, addresses and files. `archivo` is empty where an import wrote one. A deleted
 * work has the name that it had. Rows of one whose number was given again are left out, but for its deletion.
 */
async function readEntries(db: Db, ids: number[]): Promise<Map<number, LedgerEntry>> {
  if (ids.length === 0) return new Map();
  const value = (side: 'antes' | 'despues') =>
    `CASE WHEN b.bytes > ${LARGE} AND jsonb_typeof(b.${side} -> campo) = 'array' THEN 'null' ELSE b.${side} -> campo END`;
  const json = await db.json(
    `WITH altas AS MATERIALIZED (
       SELECT obra, (
         SELECT max(id) FROM bitacora WHERE recurso = 'obras' AND registro = obra::text AND accion = 'crear') AS id
       FROM (SELECT DISTINCT ${ABOUT} AS obra FROM bitacora b WHERE b.id = ANY ($1::bigint[])) obras
     )
     SELECT json_agg(json_build_object(
       'id', b.id, 'instante', iso8601(b.instante), 'accion', b.accion, 'recurso', b.recurso, 'registro', b.registro,
       'obraId', ${ABOUT}, 'nombre', coalesce(
         (SELECT o.nombre FROM obras o WHERE o.id = ${ABOUT} AND NOT ${isDeletion('b')}), b.antes ->> 'nombre'),
       'usuarioId', NULL, 'usuarioEmail', NULL, 'usuarioNombre', NULL, 'direccion', NULL, 'programa', '', 'fila', NULL,
       'archivo', CASE WHEN num_nonnulls(b.archivo, b.importacion) > 0 THEN '' END, 'importacion', NULL,
       'deshace', b.deshace,
       'cambios', coalesce((
         SELECT json_agg(json_build_object('campo', campo, 'antes', ${value('antes')}, 'despues', ${value('despues')}))
         FROM jsonb_object_keys(coalesce(b.despues, b.antes)) AS campo), '[]'))) AS json
     FROM bitacora b LEFT JOIN altas ON altas.obra = ${ABOUT}
     WHERE b.id = ANY ($1::bigint[]) AND (b.id >= coalesce(altas.id, 0) OR ${isDeletion('b')})`,
    [ids],
  );
  const entries = (JSON.parse(json ?? '[]') ?? []) as LedgerEntry[];
  return new Map(entries.map((entry) => [entry.id, entry]));
}

/** The name of a work, also of one that was deleted; undefined where there was none. */
export const findNombre = (db: Db, obra: number): Promise<string | undefined> =>
  db.jsonOrNothing(
    `SELECT nombre AS json FROM obras WHERE id = $1
     UNION ALL SELECT json FROM (
       SELECT antes ->> 'nombre' AS json FROM bitacora
       WHERE recurso = 'obras' AND registro = $1::text AND accion = 'eliminar' ORDER BY id DESC LIMIT 1) baja
     LIMIT 1`,
    [obra],
  );

/** The registry's own name in the ids of entries, which its ledger's first row gives it, and when that was written. */
export async function findRegistry(db: Db): Promise<{ huella: string; desde: string }> {
  const row = await db.one<{ huella: string; desde: string }>(
    `SELECT left(encode(sha256(convert_to(concat_ws(' ', id, extract(epoch FROM instante), recurso, registro), 'UTF8')), 'hex'), 16) AS huella,
       iso8601(instante) AS desde
     FROM bitacora ORDER BY id LIMIT 1`,
  );
  return row ?? { huella: '0000000000000000', desde: '2026-01-01T00:00:00.000Z' };
}
