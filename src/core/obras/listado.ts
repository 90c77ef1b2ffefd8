import sql, { empty, type Sql } from 'sql-template-tag';
import type { Db } from '../db/db.ts';
import type { Remembered } from '../http/cache/answers.ts';
import { type Conditions, conditions, type Filtros, type ResolvedFilters } from './filtros.ts';
import {
  directionOf,
  type ListPosition,
  type Orden,
  type Ordenes,
  type OrderedPart,
  type Selection,
} from './orden.ts';

// Lists of obras, of their follow-up and of their contracts: count and pages.

// Selections ---------------------------------------------------------------------------------------

/** A table whose rows are listed by filters and in an order. */
export interface Source {
  /** The table, with `obras o`, which the filters look at, and the id of its rows. */
  table: Sql;
  id: Sql;
  filtros: Filtros;
  ordenes: Ordenes;
  /** True where its filters' own searches find its rows (`Filtro.search`). */
  isSearched?: true;
}

/** A part of a source's rows in an order: their ids, an SQL expression of type integer[]. */
export function idsOf(
  { ordenes }: Source,
  orden: Orden,
  { where, order }: Selection,
  part: Omit<OrderedPart, 'where' | 'isDescending'>,
): Sql {
  const { by, isDescending } = directionOf(orden);
  return (order ?? orderOf(ordenes, by)).ids({ where, isDescending, ...part });
}

/** The key by which the row with this id is ordered, as text: an SQL expression, null where that is its id. */
export const orderKeyOf = ({ ordenes }: Source, orden: Orden, { order }: Selection, id: Sql): Sql =>
  (order ?? orderOf(ordenes, directionOf(orden).by)).key(id);

/** The order with this name, which the schema of a parameter or a cursor has let through. */
const orderOf = (ordenes: Ordenes, by: string) => ordenes[by] as Ordenes[string];

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
const MOST_IDS_KEPT = 5_000;

async function search(
  db: Db,
  source: Source,
  filters: ResolvedFilters,
  { where }: Conditions,
): Promise<Found> {
  const ids =
    searchBy(source, filters) ?? sql`SELECT ${source.id} FROM ${source.table} WHERE true ${where}`;
  const found = await db.one<Found>(
    sql`WITH found AS MATERIALIZED (SELECT ARRAY(${ids}) AS ids)
     SELECT cardinality(ids) AS total, CASE WHEN cardinality(ids) <= ${MOST_IDS_KEPT} THEN ids::text END AS ids FROM found`,
    { planEachTime: true },
  );
  return found as Found;
}

/** The first of the filters' own searches that finds the rows sooner than their conditions do. */
function searchBy({ isSearched, filtros }: Source, filters: ResolvedFilters): Sql | undefined {
  if (!isSearched) return undefined;
  for (const [name, { search }] of Object.entries(filtros)) {
    const found = filters[name] === undefined ? undefined : search?.(filters, filtros);
    if (found) return found;
  }
  return undefined;
}

/**
 * The filters as conditions, and the order that is made for them where it ranks by what they look for.
 *
 * @param total the number of rows that pass the filters, where it is known; else they are counted as far as the order asks
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
  const ranking = orderOf(source.ordenes, directionOf(orden).by).rank?.(filters);
  if (!ranking) return selection;
  const { few } = ranking;
  const isFew = (total ?? (await countRows(db, source, filters, few + 1))) <= few;
  return { ...selection, order: ranking.order(isFew) };
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
  // Where the number of rows decides the kind of ranking, they are counted first.
  const { rank } = orderOf(source.ordenes, directionOf(orden).by);
  const known = rank && !uncounted ? (counted ?? (await countRows(db, source, filters))) : counted;
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
    ids: idsOf(source, orden, selection, { after, limit: sql`${most} + 1`, offset: skipped }),
    most,
    total: uncounted ? sql`NULL::integer` : all,
    key: orderKeyOf(source, orden, selection, sql`page.ids[${most}]`),
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
