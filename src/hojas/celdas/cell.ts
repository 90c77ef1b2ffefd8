import { withoutGuard } from '../formatos/write-csv.ts';
import { isNothing, withoutWrapping } from './traces.ts';

// The contents of a spreadsheet, in any format.

/**
 * One cell as it was read. The text of a number is the one in the file. The text of a date is ISO 8601. A `percent` number is
 * shown multiplied by a hundred. An `error` is a formula's result, such as #N/A. A `formula` has no result in the file.
 */
export interface Cell {
  text: string;
  kind: 'text' | 'number' | 'percent' | 'date' | 'error' | 'formula';
  /**
   * What the sheet shows where a number's format adds words or parts it: «SOP-0042» for 42; and where a date's format leaves out
   * its day, month or year: «jun-26». Keys and texts are read from it.
   */
  shown?: string;
  /** The text in the file, where it had the codes of a web page in place of letters. */
  coded?: string;
  /** What of its date the cell does not show. A cell says what it shows, and no more. */
  lacks?: DatePart[];
}

export type DatePart = 'día' | 'mes' | 'año';

/** A date cell, with what its format shows of it where that is not the whole date. */
export function dateCell(text: string, shown: string, lacks: DatePart[]): Cell {
  return { text, kind: 'date', ...(lacks.length > 0 && { shown, lacks }) };
}

const SCIENTIFIC = /^-?\d(?:[.,]\d+)?E[+-]?\d+$/i;

/** A cell with what its format makes of its number, where that is more than a number. */
export function asShown(cell: Cell, text: string): Cell {
  const shown = text.trim();
  const isMore = /\p{L}|\d[-/]\d/u.test(shown) && !SCIENTIFIC.test(shown);
  return isMore ? { ...cell, shown } : cell;
}

/** Digits that a spreadsheet program converts, unless an apostrophe makes them text. */
const DIGITS = /^\$?\d[\w.,:%/+-]*$/;

/** True where a spreadsheet program keeps the text only with an apostrophe before it. */
export const needsApostrophe = (text: string): boolean => DIGITS.test(text);

/**
 * Reads a text of a workbook. The CSV export puts an apostrophe before some texts, against formulas. A workbook that was made
 * of such a file still has it, and it is removed here. Any other apostrophe is part of the text.
 */
export function textCell(written: string): Cell | undefined {
  const text = withoutWrapping(written);
  if (text.trim() === '' || isNothing(text)) return undefined;
  const isEscaped = text.startsWith("'") && needsApostrophe(text.slice(1));
  return { text: isEscaped ? text.slice(1) : withoutGuard(text), kind: 'text' };
}

/**
 * The text of a number cell. Java programs and pandas write a whole number as 1001.0, and a large one as 1.2345678E7. Here it
 * becomes its digits. A number of more digits than a spreadsheet holds stays as it stands.
 */
export function numberText(value: string): string {
  const number = Number(value);
  const isWhole = Number.isInteger(number) && Math.abs(number) < 1e15;
  return isWhole && /[.e]/i.test(value) ? String(number) : value.trim();
}

/** The text of a number with the unit behind it. A fourth decimal keeps 1.234 from being a thousand and more. */
export const unitCell = (value: string, unit: string): Cell => ({
  text: `${numberText(value).replace(/^-?\d{1,3}\.\d{3}$/, '$&0')} ${unit}`,
  kind: 'text',
});

/** Removes a fraction of zeros that a program wrote: «50.0» is 50. */
export const withoutZeroFraction = (text: string): string =>
  text.replace(/^(\s*\d+)\.0+(?=\s*$)/, '$1');

/** A row with its number as the spreadsheet shows it. Blank cells are undefined. */
export interface SheetRow {
  fila: number;
  cells: (Cell | undefined)[];
  /** True for a row that is hidden, or left out by a filter. */
  isHidden?: boolean;
  /** True for a row with `coded` cells. */
  isCoded?: boolean;
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

/** Rows that a reader of sheets yields at a time. */
export const ROWS_PER_YIELD = 500;
/** Bounds of what a file may hold. */
export const MOST_ROWS = 200_000;
export const MOST_COLUMNS = 512;
/** The most characters that Excel allows in a cell. */
export const LONGEST_CELL = 32_767;
/** At most this many merged ranges are reported. */
export const MOST_MERGED = 1_000;

export const tooManyRows = () =>
  new Unreadable('El archivo tiene más de 200,000 filas; divídalo en varios.');
export const tooManyColumns = (fila: number) =>
  new Unreadable(`La fila ${fila} tiene más de 512 columnas; quite las que sobren.`);
export const tooLongCell = (fila: number) =>
  new Unreadable(`La fila ${fila} tiene una celda de más de 32,767 caracteres; acórtela.`);
