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

/** How a page is found. */
export interface PagePlan {
  /** The ids of the page and one more, and how many of them are shown. The statement for the page's rows is made of both. */
  ids: Sql;
  most: Sql;
  /** The number of rows that pass the filters; null where it is left out. */
  total: Sql;
  /** The place of the last row that is shown. */
  key: Sql;
  limit: number;
  planning: Selection;
  /** Remembers that number for other pages of the same filters. */
  keep(total: number | null): void;
}

/** Decides how a page is found: what is counted, by which index its rows come, how they are ranked. A search is made ahead of it. */
export async function planPage(
  db: Db,
  source: Source,
  filters: ResolvedFilters,
  { limit, orden = 'id', after, offset, total, uncounted = false, remember }: Slice,
): Promise<PagePlan> {
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
  const all =
    known === undefined
      ? sql`(SELECT count(*)::integer FROM ${source.table} WHERE true ${selection.where})`
      : sql`${known}::integer`;
  const most = sql`${limit}::integer`;
  const skipped = offset === undefined ? undefined : sql`${offset}::bigint`;
  return {
    ids: source.ids(orden, selection, after, sql`${most} + 1`, skipped),
    most,
    total: uncounted ? sql`NULL::integer` : all,
    key: keyOf(orden, selection, sql`page.ids[${most}]`),
    limit,
    planning: selection,
    keep: (total) => {
      if (!isNew || total === null) return;
      const kept = found ?? { total, ids: null };
      keep?.(kept, 8 + (kept.ids?.length ?? 0));
    },
  };
}

/**
 * One page: its rows, the number of rows that pass the filters, and the last row's place where more follow. One statement finds all
 * of it, so that an ordinary page is one round trip.
 *
 * @param rows a statement whose row has the page's `ids`, made of the plan's
 */
export async function readPage<Rows extends { ids: number[] }>(
  db: Db,
  { total, key, limit, planning, keep }: PagePlan,
  rows: Sql,
) {
  type Page = Rows & { total: number | null; key: string | null };
  const page = (await db.one<Page>(
    sql`SELECT ${total} AS total, page.*, ${key} AS key
     FROM (${rows}) page`,
    planning,
  )) as Page;
  keep(page.total);
  const last =
    page.ids.length > limit ? { id: page.ids[limit - 1] as number, key: page.key } : undefined;
  return { ...page, last };
}
