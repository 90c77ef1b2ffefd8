import sql, { join, raw, type Sql } from 'sql-template-tag';
import { isStorable } from '../base/text.ts';
import { isDay } from '../base/time.ts';
import type { Conditions } from './filtros.ts';
import { CONTRACTS_GREW, paidAhead } from './pagado.ts';
import type { Rank } from './relevancia.ts';

// The orders in which obras are listed. Where two obras have the same key, their ids decide. So a list can continue after any
// obra, by its key and id.

export const ORDENES = [
  'id',
  '-id',
  'nombre',
  '-nombre',
  'monto',
  '-monto',
  'anio',
  '-anio',
  'avance',
  '-avance',
  'termino',
  '-termino',
  'corte',
  '-corte',
  'pagoAdelantado',
  '-pagoAdelantado',
  'crecimientoContratos',
  '-crecimientoContratos',
  'relevancia',
] as const;
/**
 * The orders of obras, ascending; with a hyphen, exactly reversed. `relevancia` is by relevance to `q`. Without words all obras
 * are equal, so it is by id.
 */
export type Orden = (typeof ORDENES)[number];

/** The obra after which a list continues: its id and, except in the order by id, its key as text. */
export interface ListPosition {
  id: number;
  key: string | null;
}

/** A figure of the follow-up, none of which is below -100; obras without one come first. */
const figure = (sql: string, o: string) =>
  `coalesce((SELECT round(${sql}, 2) FROM obras_seguimiento s WHERE s.obra_id = ${o}.id), -999.00)`;

/** The keys of the orders, over an obra `o`: the Spanish alphabetical order of the catalogs, the amount, and figures. */
const COLUMNS = {
  nombre: { key: (o: string) => `${o}.nombre_orden`, type: 'text' },
  monto: { key: (o: string) => `${o}.monto`, type: 'numeric' },
  pagoAdelantado: { key: (o: string) => figure(paidAhead(o), o), type: 'numeric' },
  crecimientoContratos: { key: (o: string) => figure(CONTRACTS_GREW, o), type: 'numeric' },
};
/**
 * The keys in `obras_seguimiento`: the progress, the end date, and the day of the newest report. Obras without a report come
 * first by progress and by day. Obras without an end date come last. Their key is a value that no other obra can have.
 */
const FOLLOWED = {
  avance: { column: 'avance_fisico', type: 'numeric', none: '-1.00', isNoneLast: false },
  termino: { column: 'fecha_termino_vigente', type: 'date', none: '9999-12-31', isNoneLast: true },
  corte: { column: 'fecha_corte', type: 'date', none: '1999-12-31', isNoneLast: false },
};

const isFollowed = (by: string): by is keyof typeof FOLLOWED => by in FOLLOWED;

/** The conditions on `obras o`, and the rank for the order by relevance. */
export interface Selection extends Conditions {
  rank?: Rank | undefined;
}

function parts(orden: Orden) {
  const by = orden.replace('-', '') as
    | 'id'
    | 'anio'
    | 'relevancia'
    | keyof typeof COLUMNS
    | keyof typeof FOLLOWED;
  return { by, isDescending: orden.startsWith('-'), ...way(orden.startsWith('-')) };
}

/** The direction of an order, and the comparison for obras after a place. */
const way = (isDescending: boolean) =>
  isDescending ? { way: sql` DESC`, beyond: sql`<` } : { way: sql``, beyond: sql`>` };

const isTrue = (known: boolean): Sql => (known ? sql`true` : sql`false`);

/**
 * The ids of obras in an order, an SQL expression of type integer[].
 *
 * @param after the place after which the list continues; undefined for its beginning
 * @param limit the most ids, and `offset` the number of skipped ones: SQL expressions
 */
export function idsInOrder(
  orden: Orden,
  { where, rank }: Pick<Selection, 'where' | 'rank'>,
  after: ListPosition | undefined,
  limit: Sql,
  offset?: Sql,
): Sql {
  const { by, isDescending, way, beyond } = parts(orden);
  const range = offset ? sql`LIMIT ${limit} OFFSET ${offset}` : sql`LIMIT ${limit}`;
  if (by === 'anio') return idsByYear(where, isDescending, after, limit, offset);
  if (rank) return idsByRank(where, rank, after, limit, offset);
  if (by === 'id' || by === 'relevancia') {
    const start = after ? sql`o.id ${beyond} ${after.id}` : sql`true`;
    return sql`ARRAY(
      SELECT o.id FROM obras o WHERE ${start} ${where}
      ORDER BY o.id${way} ${range})`;
  }
  if (isFollowed(by)) return idsByFollowUp(where, by, isDescending, after, limit, offset);
  const { key, type } = COLUMNS[by];
  const start = after
    ? sql`(${raw(key('o'))}, o.id) ${beyond} (${after.key}::${raw(type)}, ${after.id}::integer)`
    : sql`true`;
  return sql`ARRAY(
    SELECT o.id FROM obras o WHERE ${start} ${where}
    ORDER BY ${raw(key('o'))}${way}, o.id${way} ${range})`;
}

/**
 * Sorted by rank. Where there are too many: first the obra with that key, then those with the phrase in the name, then those
 * with it in an address, then the rest, each by id.
 */
function idsByRank(
  where: Sql,
  rank: Rank,
  after: ListPosition | undefined,
  limit: Sql,
  offset = sql`0`,
): Sql {
  const last = Number(after?.key ?? 0);
  const { parts } = rank;
  if (!parts) {
    const start = after
      ? sql`(rank_value, id) > (${last}::integer, ${after.id}::integer)`
      : sql`true`;
    return sql`ARRAY(
      SELECT id FROM (SELECT o.id, ${rank.of('o')} AS rank_value FROM obras o WHERE true ${where} OFFSET 0) o
      WHERE ${start} ORDER BY rank_value, id LIMIT ${limit} OFFSET ${offset})`;
  }
  // A rank is looked for where those before it have not filled the page.
  const all = parts('o').map(([value, condition], i) => {
    const isIn = after === undefined || last <= value;
    const start = after && last === value ? sql`o.id > ${after.id}::integer` : isTrue(isIn);
    const before = Array.from({ length: i }, (_, n) => raw(`(SELECT count(*) FROM rank_${n})`));
    const isDue =
      before.length > 0 ? sql`AND ${join(before, ' + ')} < ${limit} + ${offset}` : sql``;
    return sql`${raw(`rank_${i}`)} AS MATERIALIZED (
      SELECT ${raw(String(value))} AS rank_value, o.id FROM obras o
      WHERE ${start} ${where} AND ${condition} ${isDue}
      ORDER BY o.id LIMIT ${limit} + ${offset})`;
  });
  return sql`ARRAY(
    WITH ${join(all, ', ')}
    SELECT id FROM (${join(
      all.map((_, i) => raw(`SELECT * FROM rank_${i}`)),
      ' UNION ALL ',
    )}) o
    ORDER BY rank_value, id LIMIT ${limit} OFFSET ${offset})`;
}

/** Year by year, each by the index of its obras: only the returned ones are read. */
function idsByYear(
  where: Sql,
  isDescending: boolean,
  after: ListPosition | undefined,
  limit: Sql,
  offset = sql`0`,
): Sql {
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

/**
 * Obras with a key, along its index, and obras without one, by id. The second part is read where the first does not fill the
 * page.
 */
function idsByFollowUp(
  where: Sql,
  by: keyof typeof FOLLOWED,
  isDescending: boolean,
  after: ListPosition | undefined,
  limit: Sql,
  offset = sql`0`,
): Sql {
  const { type, none, isNoneLast } = FOLLOWED[by];
  const column = raw(`s.${FOLLOWED[by].column}`);
  const isNoneFirst = isNoneLast === isDescending;
  const { way: direction, beyond } = way(isDescending);
  const isAfterNone = after?.key === none;
  const most = sql`LIMIT ${limit} + ${offset}`;
  const id = after && sql`${after.id}::integer`;
  const key = after && !isAfterNone && sql`${after.key}::${raw(type)}`;
  const starts = {
    keyed: key
      ? sql`(${column}, s.obra_id) ${beyond} (${key}, ${id})`
      : isTrue(!isAfterNone || isNoneFirst),
    unkeyed: isAfterNone ? sql`o.id ${beyond} ${id}` : isTrue(after === undefined || !isNoneFirst),
  };
  const [first, second] = isNoneFirst
    ? (['unkeyed', 'keyed'] as const)
    : (['keyed', 'unkeyed'] as const);
  const isFull = (part: string) =>
    part === second ? sql`AND (SELECT count(*) FROM ${raw(first)}) < ${limit} + ${offset}` : sql``;
  const statements = {
    keyed: sql`SELECT o.id, row_number() OVER (ORDER BY ${column}${direction}, s.obra_id${direction}) AS lugar
      FROM obras_seguimiento s JOIN obras o ON o.id = s.obra_id
      WHERE ${column} IS NOT NULL AND ${starts.keyed} ${where} ${isFull('keyed')}
      ORDER BY ${column}${direction}, s.obra_id${direction} ${most}`,
    unkeyed: sql`SELECT o.id, row_number() OVER (ORDER BY o.id${direction}) AS lugar
      FROM obras o LEFT JOIN obras_seguimiento s ON s.obra_id = o.id
      WHERE ${column} IS NULL AND ${starts.unkeyed} ${where} ${isFull('unkeyed')}
      ORDER BY o.id${direction} ${most}`,
  };
  return sql`ARRAY(
    WITH ${raw(first)} AS MATERIALIZED (${statements[first]}),
      ${raw(second)} AS MATERIALIZED (${statements[second]})
    SELECT id FROM (
      SELECT 0 AS part, lugar, id FROM ${raw(first)} UNION ALL SELECT 1, lugar, id FROM ${raw(second)}
    ) o ORDER BY part, lugar LIMIT ${limit} OFFSET ${offset})`;
}

/** The key by which the obra with this id is ordered, as text: an SQL expression, null where that is its id. */
export function keyOf(orden: Orden, { rank }: Pick<Selection, 'rank'>, id: Sql): Sql {
  const { by } = parts(orden);
  if (rank) {
    return sql`(SELECT (${rank.of('last_obra')})::text FROM obras last_obra WHERE last_obra.id = ${id})`;
  }
  if (by === 'id' || by === 'relevancia') return sql`NULL::text`;
  if (by === 'anio') {
    return sql`(SELECT e.anio::text FROM obras last_obra
      JOIN ejercicios_fiscales e ON e.id = last_obra.ejercicio_fiscal_id WHERE last_obra.id = ${id})`;
  }
  if (isFollowed(by)) {
    const { column, none } = FOLLOWED[by];
    return sql`coalesce(
      (SELECT ${raw(column)}::text FROM obras_seguimiento WHERE obra_id = ${id}), ${raw(`'${none}'`)})`;
  }
  return sql`(SELECT ${raw(COLUMNS[by].key('last_obra'))}::text FROM obras last_obra WHERE last_obra.id = ${id})`;
}

/** True for a text that can be a key: a client may send any cursor. */
export function isKey(orden: Orden, key: string): boolean {
  switch (parts(orden).by) {
    case 'id':
      return key === '';
    case 'relevancia':
      return /^(?:-1|[0-6])?$/.test(key);
    case 'nombre':
      return isStorable(key) && [...key].length <= 600;
    case 'monto':
      return /^\d{1,13}\.\d\d$/.test(key);
    case 'pagoAdelantado':
    case 'crecimientoContratos':
      return /^-?\d{1,18}\.\d\d$/.test(key);
    case 'anio':
      return /^\d{4}$/.test(key);
    case 'avance':
      return /^(-1|\d{1,3})\.\d\d$/.test(key);
    case 'termino':
      return key === FOLLOWED.termino.none || isDay(key);
    case 'corte':
      return key === FOLLOWED.corte.none || isDay(key);
  }
}
