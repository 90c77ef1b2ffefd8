import type { SheetColumn } from '../hojas/index.ts';
import { labelOf } from '../obras/campos.ts';
import { headingOf } from '../obras/columns.ts';
import type { Totals } from '../obras/descarga.ts';
import type { Column } from './campos.ts';

// Lists of the follow-up as files.

type Written = Column & Required<Pick<Column, 'type' | 'width'>>;
export type FileColumn = Written & { name: string; label: string };
/** Rows of cells as the database writes them. */
export type Cells = (string | null)[];

/** The columns of a list that a file has. */
export const fileColumns = (list: Record<string, Column>): FileColumn[] =>
  Object.entries(list).flatMap(([name, column]) =>
    column.width === undefined ? [] : [{ name, label: labelOf(column), ...(column as Written) }],
  );

/** Their cells, as columns of a statement. */
export const cellsOf = (columns: FileColumn[]) =>
  columns.map(({ name, sql }) => `(${sql})::text AS "${name}"`).join(', ');

/** The cells of a statement's row, in the order of the columns. */
export const rowOf = (columns: FileColumn[], row: Record<string, string | null>): Cells =>
  columns.map(({ name }) => row[name] ?? null);

/** The same columns of a workbook: a heading says the unit of what stands below it. */
export const sheetColumns = (columns: FileColumn[]): SheetColumn[] =>
  columns.map(({ label, type, unit, width }) => ({
    heading: headingOf({ label, unit: type === 'amount' ? PESOS : unit }),
    type,
    width,
  }));
/** How headings say that amounts are in MXN. */
export const PESOS = 'en pesos';

/** How a workbook shows a value: a choice by its name, a per cent as the fraction that a cell of percent holds. */
function showIn({ type, words }: FileColumn): ((value: string) => string) | undefined {
  // A code that has no name stays as it is.
  if (words) return (code) => words[code] ?? code;
  // By its digits, so that no binary fraction is left behind.
  return type === 'percent' ? (value) => String(Number(`${value}e-2`)) : undefined;
}

/** The rows as a workbook shows them, counted and summed as they go out, by the column `monto`. */
export async function* shown(
  columns: FileColumn[],
  totals: Totals,
  batches: AsyncIterable<Cells[]>,
): AsyncGenerator<Cells[]> {
  const monto = columns.findIndex(({ name }) => name === 'monto');
  const others = columns.flatMap((column, i) => {
    const show = showIn(column);
    return show ? [{ i, show }] : [];
  });
  for await (const batch of batches) {
    totals.obras += batch.length;
    for (const row of batch) {
      totals.cents += BigInt((row[monto] ?? '0').replace('.', ''));
      for (const { i, show } of others) {
        const value = row[i];
        if (value) row[i] = show(value);
      }
    }
    yield batch;
  }
}
