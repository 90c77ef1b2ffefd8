import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Cell, needsApostrophe, type SheetRow } from '../../hojas/celdas/index.ts';
import { BOM, csvRow, csvText, type Layout, type TypedCell, writeXlsx } from '../../hojas/index.ts';

// The rows that an import refuses, in a file beside the one that it reads. They are to be read again as they were but for
// what somebody corrects, with the same options: a text becomes a text, a workbook a workbook, each cell has its type, and
// the titles and headings are there. Opened and saved in a spreadsheet program meanwhile, cells stay what they are.

type Cells = SheetRow['cells'];

interface RefusedRows {
  onLayout(layout: Layout): void;
  add(fila: number, sentences: string[], cells: Cells): void;
  /**
   * Writes the file and answers its path; undefined where no row was refused.
   *
   * @throws ErrnoException where it can't be written; nothing is left of it then
   */
  write(): Promise<string | undefined>;
}

/** Headings of the two columns that come before those of the file. */
const FILA = 'fila rechazada';
const MOTIVO = 'motivo del rechazo';

/** Collects refused rows for `<file>.rechazadas.csv`, or `.xlsx` where the file is a workbook. */
export function refusedRows(path: string): RefusedRows {
  let layout: Layout | undefined;
  /** As JSON, which takes a fifth of the memory. */
  const rows: string[] = [];
  return {
    onLayout: (found) => {
      layout = found;
    },
    add: (fila, sentences, cells) => {
      rows.push(JSON.stringify([numberCell(fila), cellOf(sentences.join(' ')), ...cells]));
    },
    write: async () => {
      const [text, book] = [`${path}.rechazadas.csv`, `${path}.rechazadas.xlsx`];
      // One of an earlier import tells of rows that may be right by now.
      for (const earlier of [text, book]) await rm(earlier, { force: true });
      if (!layout || rows.length === 0) return undefined;
      const isBook = layout.hoja !== undefined;
      const beside = isBook ? book : text;
      const content = isBook ? workbookOf(layout, rows) : Readable.from(linesOf(layout, rows));
      try {
        await pipeline(content, createWriteStream(beside));
      } catch (error) {
        // Half of it would look like all of it.
        await rm(beside, { force: true });
        throw error;
      }
      return beside;
    },
  };
}

const numberCell = (number: number): Cell => ({ text: String(number), kind: 'number' });
const cellOf = (text: string): Cell => ({ text, kind: 'text' });

/** How many columns before the file's own are of an earlier import that refused these rows: they are not kept. */
function earlierColumns({ head }: Layout): number {
  const [first, second] = head.at(-1) ?? [];
  return first?.text.trim() === FILA && second?.text.trim() === MOTIVO ? 2 : 0;
}

/** The rows above the refused ones, the headings last, and then those. */
function* tableOf(layout: Layout, rows: string[]): Generator<Cells> {
  const { head } = layout;
  const earlier = earlierColumns(layout);
  for (const [i, cells] of head.entries()) {
    const isHeadings = i === head.length - 1;
    const before = isHeadings ? [cellOf(FILA), cellOf(MOTIVO)] : [undefined, undefined];
    yield [...before, ...cells.slice(earlier)];
  }
  for (const row of rows) {
    const [fila, motivo, ...cells] = (JSON.parse(row) as (Cell | null)[]).map(
      (c) => c ?? undefined,
    );
    yield [fila, motivo, ...cells.slice(earlier)];
  }
}

// Texts -------------------------------------------------------------------------------------------

/** What may stand between cells without a line that says so. */
const DELIMITERS = [',', ';', '\t', '|'];
/** A number that spreadsheet programs leave as it is. */
const NUMBER = /^-?\d+(\.\d+)?$/;

/** The lines of a CSV file (RFC 4180), with the delimiter that the file has. */
function* linesOf(layout: Layout, rows: string[]): Generator<string> {
  const { delimiter = ',', kept } = layout;
  const between = DELIMITERS.includes(delimiter) ? delimiter : ';';
  const moved = 2 - earlierColumns(layout);
  const isKept = new Set(kept.map((index) => index + moved));
  let line = BOM;
  for (const cells of tableOf(layout, rows)) {
    line += csvRow(
      Array.from(cells, (cell, i) => csvCell(cell?.text ?? '', isKept.has(i))),
      between,
    );
    yield line;
    line = '';
  }
}

/** A cell that spreadsheet programs take for a text wherever they would make something else of it: 007, 1-2, 1.250,50. */
function csvCell(text: string, isKept: boolean): string {
  if (NUMBER.test(text) && !isKept) return text;
  return needsApostrophe(text) ? csvText(text).replace(/^"?/, "$&'") : csvText(text);
}

// Workbooks ---------------------------------------------------------------------------------------

/** Rows that are handed on at a time. */
const TOGETHER = 500;
/** What a sheet's name can't have, nor more than so many characters. */
const NO_NAME = /[[\]:*?/\\]|^'|'$/g;
const LONGEST_NAME = 31;

function workbookOf(layout: Layout, rows: string[]): Readable {
  const titles: Cells[] = [];
  let width = 0;
  const table = tableOf(layout, rows);
  for (let i = 0; i < layout.head.length; i++) titles.push(table.next().value as Cells);
  const headings = titles.pop() as Cells;
  for (const cells of tableOf(layout, rows)) width = Math.max(width, cells.length);
  const columns = Array.from({ length: width }, (_, i) => ({
    heading: headings[i]?.text ?? '',
    type: 'text' as const,
    width: i === 0 ? 14 : i === 1 ? 70 : 22,
  }));
  const name = (layout.hoja ?? '').replace(NO_NAME, ' ').slice(0, LONGEST_NAME) || 'Obras';
  const typed = (cells: Cells) => Array.from(cells, (cell) => (cell ? typedCell(cell) : null));
  return writeXlsx([{ name, columns, titles: titles.map(typed), rows: batches(table, typed) }]);
}

function* batches<T>(table: Generator<Cells>, typed: (cells: Cells) => T): Generator<T[]> {
  let batch: T[] = [];
  for (const cells of table) {
    batch.push(typed(cells));
    if (batch.length < TOGETHER) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The errors of formulas that a workbook may hold (ECMA-376 part 1, section 18.17.3); programs name them in their language. */
const ERRORS = ['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A'];

const DATE = /^\d{4}-\d\d-\d\d/;

function typedCell({ text, kind }: Cell): TypedCell {
  switch (kind) {
    case 'number':
      // Zeros before it are of the cell's format, and of a key.
      return { type: /^0\d/.test(text) ? 'text' : 'number', value: text };
    case 'date':
      return Number.isNaN(Date.parse(text.match(DATE)?.[0] ?? ''))
        ? { type: 'error', value: '#VALUE!' }
        : { type: 'date', value: text.slice(0, 10) };
    case 'error':
    case 'formula':
      return { type: 'error', value: ERRORS.includes(text) ? text : '#N/A' };
    default:
      return { type: kind, value: text };
  }
}
