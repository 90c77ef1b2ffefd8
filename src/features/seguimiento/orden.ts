import sql, { raw, type Sql } from 'sql-template-tag';
import { isDay } from '../../core/base/time.ts';
import {
  byExpression,
  type Ordenes,
  type Order,
  type OrderedPart,
  way,
} from '../../core/obras/orden.ts';
import { CONTRACTS_GREW, paidAhead } from './pagado.ts';

/**
 * A key in `obras_seguimiento`: its column and type, the key of an obra that has none, which no other obra can have, and whether
 * those come last.
 */
interface Followed {
  column: string;
  type: string;
  none: string;
  isNoneLast: boolean;
}

const isTrue = (known: boolean): Sql => (known ? sql`true` : sql`false`);

/**
 * Obras with a key, along its index, and obras without one, by id. The second part is read where the first does not fill the
 * page.
 */
function idsByFollowUp(
  { column: named, type, none, isNoneLast }: Followed,
  { where, isDescending, after, limit, offset = sql`0` }: OrderedPart,
): Sql {
  const column = raw(`s.${named}`);
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

const followed = (by: Followed): Pick<Order, 'ids' | 'key'> => ({
  ids: (part) => idsByFollowUp(by, part),
  key: (id) => sql`coalesce(
      (SELECT ${raw(by.column)}::text FROM obras_seguimiento WHERE obra_id = ${id}), ${raw(`'${by.none}'`)})`,
});

/** An order by a figure of the follow-up, none of which is below -100; obras without one come first. */
const byFigure = (figure: (o: string) => string): Order => ({
  ...byExpression(
    (o) =>
      `coalesce((SELECT round(${figure(o)}, 2) FROM obras_seguimiento s WHERE s.obra_id = ${o}.id), -999.00)`,
    'numeric',
  ),
  isKey: (key) => /^-?\d{1,18}\.\d\d$/.test(key),
  dependsOn,
});
const dependsOn = ['seguimiento'] as const;

const TERMINO = {
  column: 'fecha_termino_vigente',
  type: 'date',
  none: '9999-12-31',
  isNoneLast: true,
};
const CORTE = { column: 'fecha_corte', type: 'date', none: '1999-12-31', isNoneLast: false };

/** The orders of obras by their follow-up. Obras without a report come first by progress and by day, those without an end date last. */
export const ORDENES_DE_SEGUIMIENTO: Ordenes = {
  avance: {
    ...followed({ column: 'avance_fisico', type: 'numeric', none: '-1.00', isNoneLast: false }),
    isKey: (key) => /^(-1|\d{1,3})\.\d\d$/.test(key),
    dependsOn,
    words: 'avance (físico; antes las que nada han reportado)',
  },
  termino: {
    ...followed(TERMINO),
    isKey: (key) => key === TERMINO.none || isDay(key),
    dependsOn,
    words: 'termino (la fecha de término vigente; al final las que no la tienen)',
  },
  corte: {
    ...followed(CORTE),
    isKey: (key) => key === CORTE.none || isDay(key),
    dependsOn,
    words: 'corte (la fecha del avance más nuevo; antes las que nada han reportado)',
  },
  pagoAdelantado: {
    ...byFigure(paidAhead),
    words:
      'pagoAdelantado o crecimientoContratos (lo que comparan esos filtros; antes las que no lo tienen)',
  },
  crecimientoContratos: byFigure(() => CONTRACTS_GREW),
};
