import type { SheetColumn } from '../hojas/index.ts';
import { labelOf } from '../obras/campos.ts';
import { headingOf } from '../obras/columns.ts';
import type { Cells } from '../obras/listado.ts';
import type { Column } from './campos.ts';

// Lists of the follow-up as files.

type Written = Column & Required<Pick<Column, 'type' | 'width'>>;
export type FileColumn = Written & { name: string; label: string };

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

/** The same columns of a workbook. A heading has the unit of the numbers below it. */
export const sheetColumns = (columns: FileColumn[]): SheetColumn[] =>
  columns.map(({ label, type, unit, width }) => ({
    heading: headingOf({ label, unit: type === 'amount' ? PESOS : unit }),
    type,
    width,
  }));
/** The words of headings for amounts in MXN. */
export const PESOS = 'en pesos';
