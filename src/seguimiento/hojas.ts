import type { SheetColumn, TypedCell } from '../hojas/index.ts';
import { labelOf } from '../obras/campos.ts';
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

/** The same columns of a workbook. */
export const sheetColumns = (columns: FileColumn[]): SheetColumn[] =>
  columns.map(({ label, type, width }) => ({
    heading: label,
    type: type === 'date' ? 'text' : type,
    width,
  }));

/** The rows with dates as dates, counted and summed as they go out, by the column `monto`. */
export async function* typed(
  columns: FileColumn[],
  totals: Totals,
  batches: AsyncIterable<Cells[]>,
): AsyncGenerator<(string | TypedCell | null)[][]> {
  const monto = columns.findIndex(({ name }) => name === 'monto');
  for await (const batch of batches) {
    totals.obras += batch.length;
    for (const row of batch) totals.cents += BigInt((row[monto] ?? '0').replace('.', ''));
    yield batch.map((row) =>
      row.map((value, i) =>
        value !== null && columns[i]?.type === 'date' ? { type: 'date', value } : value,
      ),
    );
  }
}
