import { Readable } from 'node:stream';
import { openNameless } from '../../subidas/nameless.ts';
import type { Fields } from '../celdas/fields.ts';
import { type Cell, needsApostrophe, type SheetRow } from '../celdas/index.ts';
import { BOM, csvRow, csvText } from '../formatos/write-csv.ts';
import { type TypedCell, writeXlsx, XLSX_TYPE } from '../formatos/write-xlsx.ts';
import type { Layout } from '../lector/messages.ts';
import type { Rejection } from './findings.ts';
import type { Follower } from './kind.ts';
import { toSentence } from './report.ts';
import { Spool } from './spool.ts';

// The refused rows of an import, as a file. After corrections it is imported with the same options. So a text stays a text, a
// workbook a workbook, each cell keeps its type, and titles and headings are included. Spreadsheet programs open and save it
// without changing cells. The rows wait on disk, since they may be all rows.

type RefusedCells = SheetRow['cells'];

interface RefusedRows extends NonNullable<Follower['refused']> {
  /** The file; undefined where no row was refused. After it is read to the end or destroyed, the disk has nothing of it. */
  toFile(): { type: string; extension: 'csv' | 'xlsx'; content: Readable } | undefined;
  /** Frees the disk where the file is not read. */
  close(): Promise<void>;
}

/** Headings of the two columns before those of the file. */
const HEADING_OF_ROW = 'fila rechazada';
const MOTIVO = 'motivo del rechazo';

/**
 * Collects the refused rows of an import.
 *
 * @param fields of the kind of sheet
 */
export async function createRefusedRows({
  names,
  words,
}: Pick<Fields<string>, 'names' | 'words'>): Promise<RefusedRows> {
  const file = await openNameless();
  const spool = new Spool<RefusedCells>(file);
  let layout: Layout | undefined;
  let waiting: RefusedCells[] = [];
  let count = 0;
  let width = 0;
  return {
    onLayout: (received) => {
      layout = received;
    },
    onRow: (fila, cells, rejections: Rejection[]) => {
      const sentences = rejections.map((each) => toSentence(each, names));
      waiting.push([numberCell(fila), cellOfText(sentences.join(' ')), ...cells]);
      width = Math.max(width, cells.length + 2);
      count += 1;
    },
    keep: async () => {
      const rows = waiting;
      waiting = [];
      await spool.add(rows);
    },
    toFile: () => {
      if (!layout || count === 0) return undefined;
      const isBook = layout.hoja !== undefined;
      const rows = spool.read();
      const content = isBook
        ? workbookOf(layout, rows, width, words.sheet)
        : Readable.from(linesOf(layout, rows));
      content.once('close', () => void file.close().catch(() => {}));
      return {
        content,
        ...(isBook
          ? { type: XLSX_TYPE, extension: 'xlsx' }
          : { type: 'text/csv; charset=utf-8', extension: 'csv' }),
      };
    },
    close: () => file.close(),
  };
}

const numberCell = (number: number): Cell => ({ text: String(number), kind: 'number' });
const cellOfText = (text: string): Cell => ({ text, kind: 'text' });

/** The number of columns that an earlier file of refused rows added. They are replaced. */
function earlierColumns({ head }: Layout): number {
  const [first, second] = head.at(-1) ?? [];
  return first?.text.trim() === HEADING_OF_ROW && second?.text.trim() === MOTIVO ? 2 : 0;
}

/** The columns of texts and keys, moved as the rows are. */
const textColumnsOf = (layout: Layout): Set<number> =>
  new Set(layout.texts.map((index) => index + 2 - earlierColumns(layout)));

/** The rows above the refused ones, the headings last. */
function headRows(layout: Layout): RefusedCells[] {
  const { head } = layout;
  return head.map((cells, i) => {
    const isHeadings = i === head.length - 1;
    const before = isHeadings
      ? [cellOfText(HEADING_OF_ROW), cellOfText(MOTIVO)]
      : [undefined, undefined];
    return [...before, ...cells.slice(earlierColumns(layout))];
  });
}

/** The refused rows, some at a time, without the number and the reason of an earlier import. */
async function* rowsOf(
  layout: Layout,
  rows: AsyncIterable<RefusedCells[]>,
): AsyncGenerator<RefusedCells[]> {
  const earlier = earlierColumns(layout);
  for await (const some of rows) {
    yield some.map((row) => {
      const [fila, motivo, ...cells] = row.map((cell) => cell ?? undefined);
      return [fila, motivo, ...cells.slice(earlier)];
    });
  }
}

// Texts -------------------------------------------------------------------------------------------

/** Delimiters that a file may have without a `sep=` line. */
const DELIMITERS = [',', ';', '\t', '|'];
/** A number that spreadsheet programs leave as it is. */
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** The lines of a CSV file (RFC 4180), with the delimiter that the file has. */
async function* linesOf(
  layout: Layout,
  rows: AsyncIterable<RefusedCells[]>,
): AsyncGenerator<string> {
  const { delimiter = ',' } = layout;
  const between = DELIMITERS.includes(delimiter) ? delimiter : ';';
  const isText = textColumnsOf(layout);
  const lineOf = (cells: RefusedCells) =>
    csvRow(
      Array.from(cells, (cell, i) => csvCell(cell?.text ?? '', isText.has(i))),
      between,
    );
  yield BOM + headRows(layout).map(lineOf).join('');
  for await (const some of rowsOf(layout, rows)) yield some.map(lineOf).join('');
}

/** A cell that spreadsheet programs read as text, where they would convert it: 007, 1-2, 1.250,50. */
function csvCell(text: string, isText: boolean): string {
  if (PLAIN_NUMBER.test(text) && !isText) return text;
  return needsApostrophe(text) ? csvText(text).replace(/^"?/, "$&'") : csvText(text);
}

// Workbooks ---------------------------------------------------------------------------------------

/** Characters that a sheet's name cannot have, and its greatest length. */
const NO_NAME = /[[\]:*?/\\]|^'|'$/g;
const LONGEST_SHEET_NAME = 31;

function workbookOf(
  layout: Layout,
  rows: AsyncIterable<RefusedCells[]>,
  width: number,
  unnamed: string,
): Readable {
  const titles = headRows(layout);
  const headings = titles.pop() as RefusedCells;
  const columns = Array.from(
    {
      length:
        Math.max(width, ...layout.head.map(({ length }) => length + 2)) - earlierColumns(layout),
    },
    (_, i) => ({
      heading: headings[i]?.text ?? '',
      type: 'text' as const,
      width: i === 0 ? 14 : i === 1 ? 70 : 22,
    }),
  );
  const name = (layout.hoja ?? '').replace(NO_NAME, ' ').slice(0, LONGEST_SHEET_NAME) || unnamed;
  const isText = textColumnsOf(layout);
  // A format is not kept, and what it shows of a key would be lost. A date of which it shows a part would become whole.
  const typed = (cells: RefusedCells) =>
    Array.from(cells, (cell, i) => {
      if (cell?.shown === undefined || !(isText.has(i) || cell.lacks)) {
        return cell ? typedCell(cell) : null;
      }
      return { type: 'text' as const, value: cell.shown };
    });
  const table = async function* () {
    for await (const some of rowsOf(layout, rows)) yield some.map(typed);
  };
  return writeXlsx([{ name, columns, titles: titles.map(typed), rows: table() }]);
}

/** The errors of formulas that a workbook may hold (ECMA-376 part 1, section 18.17.3); programs name them in their language. */
const ERRORS = ['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A'];

const DATE = /^\d{4}-\d\d-\d\d/;

function typedCell({ text, kind }: Cell): TypedCell {
  switch (kind) {
    case 'number':
      // Leading zeros come from the cell's format, or from a key.
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
