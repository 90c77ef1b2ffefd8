import { type Cell, type SheetRow, Unreadable } from '../celdas/cell.ts';
import {
  doubtful,
  type Form,
  type Order,
  orderOf,
  otherDayOf,
  readDay,
  USUAL,
} from '../celdas/day.ts';
import { quoted, type Read } from '../celdas/text.ts';
import type { Column, Headings } from './headings.ts';
import type { Row } from './row.ts';

/** Cells that prove an order of days: day first, and month first. */
type ProvenOrder = Partial<Record<'dia' | 'mes', string>>;

/** The order of days of one form in a column, and the cells that show it. */
interface Days extends ProvenOrder {
  order: Order;
  /** A cell that has two meanings and was read. */
  chosen?: string;
}

/** The days of a column by their form. Those of date cells have an order where a program made them of texts. */
type Known = Record<Form | 'celda', Days>;

const FORMS: Form[] = ['final', 'inicio'];

/**
 * Returns a function that reads the day of a field. «7/1/2026» is 7 January in Mexico, and 1 July in a sheet of a program with
 * the month first. A cell with one meaning, such as «6/30/2026», decides the order of its column. A column without such a cell
 * has the order of the others. Where a file has both orders, cells with two meanings are refused. No program writes the day
 * between year and month: where a cell has it there, as «2025/30/06», cells with two meanings are refused, too. So are date
 * cells with two meanings beside texts with the month first: a program in Spanish took days for months in all it could read.
 *
 * @param first rows, which decide the order before any row is read
 * @throws Unreadable where a cell further down proves another order than the one in use
 */
export function createDayReader<C extends string>(
  { columns }: Headings<C>,
  first: SheetRow[],
): (row: Row<C>, campo: C) => string | undefined {
  const known = new Map<number, Known>();
  const seen: Record<Form, ProvenOrder> = { final: {}, inicio: {} };
  const see = (days: Known, proof: ReturnType<typeof orderOf>, text: string) => {
    if (proof?.order === undefined || proof.order === 'duda') return;
    days[proof.form][proof.order] ??= text;
    seen[proof.form][proof.order] ??= text;
  };
  /** The order of a form that the column, or else the file, shows. */
  const orderIn = (days: Known, form: Form): Order | undefined => {
    const order = orderShown(days[form]) ?? orderShown(seen[form]);
    return order === 'dia' && form === 'inicio' ? 'duda' : order;
  };
  for (const { index, campo } of columns) {
    if (!campo?.startsWith('fecha')) continue;
    const days: Known = {
      final: { order: 'dia' },
      inicio: { order: 'mes' },
      celda: { order: 'dia' },
    };
    known.set(index, days);
    for (const { cells } of first) {
      const cell = cells[index];
      if (cell) see(days, orderOf(cell), cell.text);
    }
  }
  for (const days of known.values()) {
    for (const form of FORMS) days[form].order = orderIn(days, form) ?? USUAL[form];
  }

  const readIn = (cell: Cell, column: Column<C>): Read<string> => {
    const days = known.get(column.index) as Known;
    const proof = orderOf(cell);
    see(days, proof, cell.text);
    const both = otherDayOf(cell);
    if (both && days.final.mes !== undefined) return doubtful(cell.text, 'celda', ...both);
    if (both) days.celda.chosen ??= cell.text;
    if (!proof) return readDay(cell);
    const { form } = proof;
    const its = days[form];
    const shown = orderIn(days, form);
    if (shown !== undefined && shown !== its.order) {
      if (its.chosen !== undefined) {
        throw mixed(column, its.chosen, cell.text, form === 'final' ? WRITE_ALL : MEND_THOSE);
      }
      its.order = shown;
    }
    const { chosen } = days.celda;
    if (form === 'final' && proof.order === 'mes' && chosen !== undefined) {
      throw mixed(column, chosen, cell.text, MEND_THOSE);
    }
    if (proof.order === 'duda' && its.order !== 'duda') its.chosen ??= cell.text;
    return readDay(cell, { final: days.final.order, inicio: days.inicio.order });
  };
  return (row, campo) => {
    const read = row.read(campo, readIn);
    if (!read) return undefined;
    const { column, value, text: cell } = read;
    const proof = orderOf({ text: cell, kind: 'text' });
    // A cell with one meaning needs no warning.
    if (
      known.get(column.index)?.final.order === 'mes' &&
      proof?.form === 'final' &&
      proof.order === 'duda'
    ) {
      const text = `Las fechas de ${quoted(column.heading)} se leen con el mes primero, como ${quoted(seen.final.mes ?? '')}.`;
      row.warn(read, { field: '', campo, text, once: text });
    }
    return value;
  };
}

/** The order that the cells prove; undefined where none does. */
function orderShown({ dia, mes }: ProvenOrder): Order | undefined {
  if (dia !== undefined && mes !== undefined) return 'duda';
  if (mes !== undefined) return 'mes';
  return dia === undefined ? undefined : 'dia';
}

const mixed = ({ heading }: Column, chosen: string, other: string, next = WRITE_ALL) =>
  new Unreadable(
    `En la columna ${quoted(heading)} hay fechas que pueden leerse de dos maneras, como ${quoted(chosen)}, y otras de una sola, como ${quoted(other)}, que no es la de las primeras filas; ${next}`,
  );
const WRITE_ALL = 'escríbalas como 2026-06-30.';
const MEND_THOSE = 'corrija éstas, o escriba aquéllas con el mes en letras.';
