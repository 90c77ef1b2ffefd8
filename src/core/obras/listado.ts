import sql, { empty, type Sql } from 'sql-template-tag';
import type { Db } from '../db/db.ts';
import type { Remembered } from '../http/cache/answers.ts';
import {
  type Conditions,
  conditions,
  type Filtros,
  type ResolvedFilters,
  splitByMap,
} from './filtros.ts';
import { idsInOrder, keyOf, type ListPosition, type Orden, type Selection } from './orden.ts';
import { boxOf, obrasIn } from './rectangulo.ts';
import { RANKED, rankBy } from './relevancia.ts';

// Lists of obras, of their follow-up and of their contracts: count and pages.

// Selections ---------------------------------------------------------------------------------------

/** A table whose rows are listed by filters and in an order. */
export interface Source {
  /** The table, with `obras o`, which the filters look at, and the id of its rows. */
  table: Sql;
  id: Sql;
  /** Its filters; those of obras by default. */
  filtros?: Filtros;
  /** The ids of its rows in an order, an SQL expression of type integer[]. */
  ids: typeof idsInOrder;
}

export const OBRAS: Source = { table: sql`obras o`, id: sql`o.id`, ids: idsInOrder };

/** Counts the rows that pass the filters, up to `most`; all without it. */
export async function countRows(
  db: Db,
  { table, filtros }: Source,
  filters: ResolvedFilters,
  most?: number,
): Promise<number> {
  const { where, planEachTime } = conditions(filters, filtros);
  const row = await db.one<{ rows: number }>(
    sql`SELECT count(*)::integer AS rows
     FROM (SELECT FROM ${table} WHERE true ${where} ${most === undefined ? empty : sql`LIMIT ${most}`}) r`,
    { planEachTime },
  );
  return row?.rows as number;
}

/** The rows that a search finds: their number and, where they are few, their ids, as the database writes an array. */
interface Found {
  total: number;
  ids: string | null;
}

/** The most ids that are kept of a search: no page of it searches again. */
const FEW = 5_000;

async function search(
  db: Db,
  source: Source,
  filters: ResolvedFilters,
  { where }: Conditions,
): Promise<Found> {
  const ids =
    searchOnMap(source, filters) ??
    sql`SELECT ${source.id} FROM ${source.table} WHERE true ${where}`;
  const found = await db.one<Found>(
    sql`WITH found AS MATERIALIZED (SELECT ARRAY(${ids}) AS ids)
     SELECT cardinality(ids) AS total, CASE WHEN cardinality(ids) <= ${FEW} THEN ids::text END AS ids FROM found`,
    { planEachTime: true },
  );
  return found as Found;
}

/** The obras in a rectangle from the map's table alone, where that has all columns of the other filters; else undefined. */
function searchOnMap(source: Source, filters: ResolvedFilters): Sql | undefined {
  const { onMap, others } = splitByMap(filters);
  const { bbox, ...more } = others;
  if (source !== OBRAS || bbox === undefined || conditions(more).where !== empty) return undefined;
  return obrasIn(boxOf(bbox), conditions(onMap).where);
}

/**
 * The filters as conditions, with the rank where the order is by relevance and `q` has words.
 *
 * @param total the number of rows that pass the filters, where it is known; else they are counted up to `RANKED`
 * @param selection the conditions, where they are made already
 */
export async function select(
  db: Db,
  source: Source,
  filters: ResolvedFilters,
  orden: Orden,
  total?: number,
  selection: Selection = conditions(filters, source.filtros),
): Promise<Selection> {
  const { q = '' } = filters;
  if (orden !== 'relevancia' || q.trim() === '') return selection;
  const isFew = (total ?? (await countRows(db, source, filters, RANKED + 1))) <= RANKED;
  return { ...selection, rank: rankBy(q, isFew, filters.named) };
}

/** A part of a list: at most `limit` rows, those after a place or those after `offset` others. */
export interface Slice {
  limit: number;
  orden?: Orden | undefined;
  after?: ListPosition | undefined;
  offset?: number;
  /** The number of rows that pass the filters, where it is known already: counting takes long. */
  total?: number | undefined;
  /** Leaves that number out. */
  uncounted?: boolean;
  /** Remembers that number, and what a search has found, for other pages and orders of the same filters. */
  remember?: (what: string) => Remembered<Found>;
}

/**
 * One page: what `read` reads, the number of rows that pass the filters (null where it is left out), and the last row's place
 * where more follow. One statement finds all of it, so that an ordinary page is one round trip. What takes a search is found
 * by a statement ahead of it.
 *
 * @param read a statement whose row has the page's `ids`, of which `most` are shown
 */
export async function findPage<Read extends { ids: number[] }>(
  db: Db,
  source: Source,
  filters: ResolvedFilters,
  { limit, orden = 'id', after, offset, total, uncounted = false, remember }: Slice,
  read: (ids: Sql, most: Sql) => Sql,
) {
  const filtered = conditions(filters, source.filtros);
  const { text, values } = filtered.where;
  const question = `${source.table.text} ${text} ${JSON.stringify(values)}`;
  const { value, keep } = remember?.(question) ?? {};
  const isNew = total === undefined && !value && !uncounted;
  const found =
    isNew && filtered.planEachTime ? await search(db, source, filters, filtered) : value;
  const counted = total ?? found?.total;
  // By relevance the rows are counted first, since their number decides the kind of ranking.
  const known =
    orden === 'relevancia' && !uncounted
      ? (counted ?? (await countRows(db, source, filters)))
      : counted;
  const among: Conditions = found?.ids
    ? { where: sql` AND ${source.id} = ANY(${found.ids}::integer[])`, planEachTime: false }
    : filtered;
  const selection = await select(db, source, filters, orden, known, among);
  const all = uncounted
    ? sql`NULL::integer`
    : known === undefined
      ? sql`(SELECT count(*)::integer FROM ${source.table} WHERE true ${selection.where})`
      : sql`${known}::integer`;
  const most = sql`${limit}::integer`;
  const skipped = offset === undefined ? undefined : sql`${offset}::bigint`;
  const ids = source.ids(orden, selection, after, sql`${most} + 1`, skipped);
  type Page = Read & { total: number | null; key: string | null };
  const page = (await db.one<Page>(
    sql`SELECT ${all} AS total, page.*, ${keyOf(orden, selection, sql`page.ids[${most}]`)} AS key
     FROM (${read(ids, most)}) page`,
    selection,
  )) as Page;
  if (isNew && page.total !== null) {
    const kept = found ?? { total: page.total, ids: null };
    keep?.(kept, 8 + (kept.ids?.length ?? 0));
  }
  const last =
    page.ids.length > limit ? { id: page.ids[limit - 1] as number, key: page.key } : undefined;
  return { ...page, last };
}
