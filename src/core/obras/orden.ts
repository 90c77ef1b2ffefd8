import sql, { raw, type Sql } from 'sql-template-tag';
import { isStorable } from '../base/text.ts';
import type { Conditions, ResolvedFilters } from './filtros.ts';

// The orders in which obras are listed: the core's here, others in the features that register them (`listas.ts`). Where two obras
// have the same key, their ids decide. So a list can continue after any obra, by its key and id.

/** The name of an order, ascending; with a hyphen before it, exactly reversed. */
export type Orden = string;

/** The obra after which a list continues: its id and, except in the order by id, its key as text. */
export interface ListPosition {
  id: number;
  key: string | null;
}

/** A part of a list in one order. */
export interface OrderedPart {
  /** Conditions on `obras o`, each beginning with AND. */
  where: Sql;
  isDescending: boolean;
  /** The place after which the list continues; undefined for its beginning. */
  after: ListPosition | undefined;
  /** The most ids, and the number of skipped ones: SQL expressions. */
  limit: Sql;
  offset?: Sql | undefined;
}

export interface Order {
  /** The ids of obras in this order, an SQL expression of type integer[]. */
  ids(part: OrderedPart): Sql;
  /** The key by which the obra with this id is ordered, as text: an SQL expression, null where that is its id. */
  key(id: Sql): Sql;
  /** True for a text that can be a key: a client may send any cursor. */
  isKey(key: string): boolean;
  /** Its words in the list of orders. One that has none is in the words of the order before it. */
  words?: string;
  /** Further tables behind the answer. */
  dependsOn?: readonly string[];
  /** It has one direction, and words in a sentence of their own. */
  oneWay?: { sentence: string };
  /** Makes the order for these filters; undefined where they have nothing that it ranks by. */
  rank?(filters: ResolvedFilters): Ranking | undefined;
}

/** An order that depends on the number of rows. */
export interface Ranking {
  /** Up to this many rows are few. */
  few: number;
  order(isFew: boolean): Pick<Order, 'ids' | 'key'>;
}

export type Ordenes = Record<string, Order>;

/** The conditions on `obras o`, and the order that was made for them. */
export interface Selection extends Conditions {
  order?: Pick<Order, 'ids' | 'key'>;
}

/** The name of an order without its direction, and the direction. */
export const directionOf = (orden: Orden) => ({
  by: orden.replace('-', ''),
  isDescending: orden.startsWith('-'),
});

/** The direction of an order, and the comparison for obras after a place. */
export const way = (isDescending: boolean) =>
  isDescending ? { way: sql` DESC`, beyond: sql`<` } : { way: sql``, beyond: sql`>` };

const range = ({ limit, offset }: OrderedPart) =>
  offset ? sql`LIMIT ${limit} OFFSET ${offset}` : sql`LIMIT ${limit}`;

/** The rows that an order is of: their table, its alias in conditions, and the tables that these look at. */
export interface Rows {
  table: string;
  alias: string;
  from: Sql;
}
const OBRAS: Rows = { table: 'obras', alias: 'o', from: sql`obras o` };

/** The order by id. */
export function byId({ alias, from }: Rows): Order {
  const id = raw(`${alias}.id`);
  return {
    ids(part) {
      const { where, isDescending, after } = part;
      const { way: direction, beyond } = way(isDescending);
      const start = after ? sql`${id} ${beyond} ${after.id}` : sql`true`;
      return sql`ARRAY(
      SELECT ${id} FROM ${from} WHERE ${start} ${where}
      ORDER BY ${id}${direction} ${range(part)})`;
    },
    key: () => sql`NULL::text`,
    isKey: (key) => key === '',
    words: 'id (el de siempre)',
  };
}
export const BY_ID = byId(OBRAS);

/** An order by an SQL expression over a row, and the type that a cursor casts its value to. */
export const byExpression = (
  of: (row: string) => string,
  type: string,
  { table, alias, from }: Rows = OBRAS,
): Pick<Order, 'ids' | 'key'> => ({
  ids(part) {
    const { where, isDescending, after } = part;
    const { way: direction, beyond } = way(isDescending);
    const [key, id] = [raw(of(alias)), raw(`${alias}.id`)];
    const start = after
      ? sql`(${key}, ${id}) ${beyond} (${after.key}::${raw(type)}, ${after.id}::integer)`
      : sql`true`;
    return sql`ARRAY(
    SELECT ${id} FROM ${from} WHERE ${start} ${where}
    ORDER BY ${key}${direction}, ${id}${direction} ${range(part)})`;
  },
  key: (id) =>
    sql`(SELECT ${raw(of('last_row'))}::text FROM ${raw(table)} last_row WHERE last_row.id = ${id})`,
});

/** Whether a text is an amount as the database writes one. */
export const isAmount = (key: string): boolean => /^\d{1,13}\.\d\d$/.test(key);

/** Year by year, each by the index of its obras: only the returned ones are read. */
function idsByYear({ where, isDescending, after, limit, offset = sql`0` }: OrderedPart): Sql {
  const { way: direction } = way(isDescending);
  let years = sql`true`;
  let ids = sql`true`;
  if (after) {
    const anio = sql`${after.key}::integer`;
    years = isDescending ? sql`e.anio <= ${anio}` : sql`e.anio >= ${anio}`;
    // The bounds include the next id, so that the bound for the other years fits the type too.
    const next = sql`${after.id + (isDescending ? -1 : 0)}::integer`;
    ids = isDescending
      ? sql`o.id <= CASE WHEN e.anio = ${anio} THEN ${next} ELSE 2147483647 END`
      : sql`o.id > CASE WHEN e.anio = ${anio} THEN ${next} ELSE 0 END`;
  }
  return sql`ARRAY(
    SELECT of_year.id FROM ejercicios_fiscales e CROSS JOIN LATERAL (
      SELECT o.id FROM obras o WHERE o.ejercicio_fiscal_id = e.id AND ${ids} ${where}
      ORDER BY o.id${direction} LIMIT ${limit} + ${offset}
    ) of_year
    WHERE ${years}
    ORDER BY e.anio${direction}, of_year.id${direction} LIMIT ${limit} OFFSET ${offset})`;
}

/** The core's orders. The alphabetical one is the Spanish one of the catalogs. */
export const ORDENES: Ordenes = {
  id: BY_ID,
  nombre: {
    ...byExpression((o) => `${o}.nombre_orden`, 'text'),
    isKey: (key) => isStorable(key) && [...key].length <= 600,
    words: 'nombre (alfabético del español)',
  },
  monto: {
    ...byExpression((o) => `${o}.monto`, 'numeric'),
    isKey: isAmount,
    words: 'monto',
  },
  anio: {
    ids: idsByYear,
    key: (id) => sql`(SELECT e.anio::text FROM obras last_obra
      JOIN ejercicios_fiscales e ON e.id = last_obra.ejercicio_fiscal_id WHERE last_obra.id = ${id})`,
    isKey: (key) => /^\d{4}$/.test(key),
    words: 'anio (del ejercicio fiscal)',
  },
};
