import { type Cell, type SheetRow, Unreadable } from '../celdas/cell.ts';
import { type Order, orderOf, readDay } from '../celdas/day.ts';
import { quoted, type Read } from '../celdas/text.ts';
import type { Column, Headings } from './headings.ts';
import type { Row } from './row.ts';

/** The order of days in a column, and the cells that show it. */
interface Days {
  order: Order;
  /** One cell that proves day first, and one that proves month first. */
  dia?: string;
  mes?: string;
  /** A cell that has two meanings and was read. */
  chosen?: string;
}

/**
 * Returns a function that reads the day of a field. «7/1/2026» is 7 January in Mexico, and 1 July in a sheet of a program with
 * the month first. A cell with one meaning, such as «6/30/2026», decides the order of its column. A column without such a cell
 * has the order of the others. Where a file has both orders, cells with two meanings are refused.
 *
 * @param first rows, which decide the order before any row is read
 * @throws Unreadable where a cell further down proves another order than the one in use
 */
export function createDayReader<C extends string>(
  { columns }: Headings<C>,
  first: SheetRow[],
): (row: Row<C>, campo: C) => string | undefined {
  const known = new Map<number, Days>();
  const seen: Pick<Days, 'dia' | 'mes'> = {};
  const see = (days: Days, order: Order | undefined, text: string) => {
    if (order === undefined || order === 'duda') return;
    days[order] ??= text;
    seen[order] ??= text;
  };
  for (const { index, campo } of columns) {
    if (!campo?.startsWith('fecha')) continue;
    const days: Days = { order: 'dia' };
    known.set(index, days);
    for (const { cells } of first) {
      const cell = cells[index];
      if (cell) see(days, orderOf(cell), cell.text);
    }
  }
  for (const days of known.values()) days.order = orderShown(days) ?? orderShown(seen) ?? 'dia';

  const readIn = (cell: Cell, column: Column<C>): Read<string> => {
    const days = known.get(column.index) as Days;
    const order = orderOf(cell);
    see(days, order, cell.text);
    const shown = orderShown(days) ?? orderShown(seen);
    if (shown !== undefined && shown !== days.order) {
      if (days.chosen !== undefined) throw mixed(column, days.chosen, cell.text);
      days.order = shown;
    }
    if (order === 'duda' && days.order !== 'duda') days.chosen ??= cell.text;
    return readDay(cell, days.order);
  };
  return (row, campo) => {
    const read = row.read(campo, readIn);
    if (!read) return undefined;
    const { column, value, text: cell } = read;
    // A cell with one meaning needs no warning.
    if (
      known.get(column.index)?.order === 'mes' &&
      orderOf({ text: cell, kind: 'text' }) === 'duda'
    ) {
      const text = `Las fechas de ${quoted(column.heading)} se leen con el mes primero, como ${quoted(seen.mes ?? '')}.`;
      row.warn(read, { field: '', campo, text, once: text });
    }
    return value;
  };
}

/** The order that the cells prove; undefined where none does. */
function orderShown({ dia, mes }: Pick<Days, 'dia' | 'mes'>): Order | undefined {
  if (dia !== undefined && mes !== undefined) return 'duda';
  if (mes !== undefined) return 'mes';
  return dia === undefined ? undefined : 'dia';
}

const mixed = ({ heading }: Column, chosen: string, other: string) =>
  new Unreadable(
    `En la columna ${quoted(heading)} hay fechas que pueden leerse de dos maneras, como ${quoted(chosen)}, y otras de una sola, como ${quoted(other)}, que no es la de las primeras filas; escríbalas como 2026-06-30.`,
  );
