import { withoutGuard } from '../formatos/write-csv.ts';
import { isNothing, withoutWrapping } from './traces.ts';

// The contents of a spreadsheet, whichever format it came in.

/**
 * One cell as it was read. A number's text is what the file holds; a date is ISO 8601. `percent` numbers show a hundred
 * times what they hold. An `error` is what a formula came to (#N/A); a `formula` is one whose result the file does not
 * hold.
 */
export interface Cell {
  text: string;
  kind: 'text' | 'number' | 'percent' | 'date' | 'error' | 'formula';
}

/** Digits that a spreadsheet program would make something else of, were they not kept as text by an apostrophe. */
const DIGITS = /^\$?\d[\w.,:%/+-]*$/;

/** Whether a text is kept as it is only with an apostrophe before it, and comes back without. */
export const needsApostrophe = (text: string): boolean => DIGITS.test(text);

/**
 * A workbook's text. An apostrophe that a text had against formulas stays in a workbook that a spreadsheet program made
 * of it; others are part of the text.
 */
export function textCell(written: string): Cell | undefined {
  const text = withoutWrapping(written);
  if (text.trim() === '' || isNothing(text)) return undefined;
  const isKept = text.startsWith("'") && needsApostrophe(text.slice(1));
  return { text: isKept ? text.slice(1) : withoutGuard(text), kind: 'text' };
}

/**
 * The text of a number cell. Java's programs and pandas write a whole number as 1001.0, or 1.2345678E7 where it is large: it is
 * its digits. A number of more digits than a spreadsheet holds stays as it stands.
 */
export function numberText(value: string): string {
  const number = Number(value);
  const isWhole = Number.isInteger(number) && Math.abs(number) < 1e15;
  return isWhole && /[.e]/i.test(value) ? String(number) : value.trim();
}

/** A text of digits that a program wrote as a number with a fraction of nothing: «50.0» is 50. */
export const withoutZeroFraction = (text: string): string =>
  text.replace(/^(\s*\d+)\.0+(?=\s*$)/, '$1');

/** A row with its number as the spreadsheet shows it. Blank cells are undefined. */
export interface SheetRow {
  fila: number;
  cells: (Cell | undefined)[];
  /** Whether nobody sees it: it was hidden, or a filter leaves it out. */
  isHidden?: boolean;
}

/** A cell range whose first cell alone holds the value, over more than one row. */
export interface Merged {
  fila: number;
  /** Column, counted from 0. */
  column: number;
  /** As the spreadsheet names it (B5:B8). */
  range: string;
}

/** A file that can't be read: the sentence says why, and what to do. */
export class Unreadable extends Error {}

/** Bounds of what a file may hold. */
export const MOST_ROWS = 200_000;
export const MOST_COLUMNS = 512;
/** As many characters as Excel allows in a cell. */
export const LONGEST_CELL = 32_767;
/** As many merged ranges as are told of. */
export const MOST_MERGED = 1_000;

export const tooManyRows = () =>
  new Unreadable('El archivo tiene más de 200,000 filas; divídalo en varios.');
export const tooManyColumns = (fila: number) =>
  new Unreadable(`La fila ${fila} tiene más de 512 columnas; quite las que sobren.`);
export const tooLongCell = (fila: number) =>
  new Unreadable(`La fila ${fila} tiene una celda de más de 32,767 caracteres; acórtela.`);
