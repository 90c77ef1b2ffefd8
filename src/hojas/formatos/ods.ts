import {
  asShown,
  type Cell,
  dateCell,
  LONGEST_CELL,
  type Merged,
  MOST_COLUMNS,
  MOST_MERGED,
  MOST_ROWS,
  numberText,
  ROWS_PER_YIELD,
  type SheetRow,
  textCell,
  tooLongCell,
  tooManyColumns,
  tooManyRows,
  Unreadable,
  unitCell,
} from '../celdas/cell.ts';
import { lackingIn } from '../celdas/day.ts';
import { unitShown } from '../celdas/units.ts';
import { lettersOf } from './write-xlsx.ts';
import { type Archive, damaged, MOST_SHEET_ROWS, parse, type Sheet } from './zip.ts';

// Workbooks of OpenDocument (ISO/IEC 26300-3, part 3), as LibreOffice writes them. All sheets are in one part. It is read once
// for the list of sheets, and again for the rows of one. Equal rows and cells are stored once, with a count.

const CONTENT = 'content.xml';

type Attributes = Record<string, string>;

/**
 * The sheets of an OpenDocument file that are not hidden, in their order.
 *
 * @throws Unreadable where it is no workbook, or beyond the bounds
 */
export async function openOds(archive: Archive): Promise<Sheet[]> {
  const { parts } = archive;
  const manifest = parts.get('meta-inf/manifest.xml');
  const content = parts.get(CONTENT);
  if (!content) throw damaged();
  if (manifest) {
    const onTag = (name: string) => {
      if (name === 'encryption-data') throw encrypted();
    };
    for await (const _ of parse(archive, manifest, { onTag }, 'other'));
  }
  const tables: OdsTable[] = [];
  let isSpreadsheet = false;
  const counter = new TableReader({
    onTag: (name) => {
      isSpreadsheet ||= name === 'spreadsheet';
    },
    onTable: (table) => tables.push(table),
    onRow: (_, times) => {
      const table = tables.at(-1) as OdsTable;
      table.filled += times;
    },
  });
  for await (const _ of parse(archive, content, counter, 'sheet'));
  if (!isSpreadsheet) {
    throw new Unreadable(
      'El archivo es de LibreOffice, pero no una hoja de cálculo; guarde la hoja como .ods o .xlsx.',
    );
  }
  return tables.flatMap(({ name, filled, isHidden }, index) => {
    if (isHidden) return [];
    const merged: Merged[] = [];
    const hidden = new Set<number>();
    const rows = () => readOdsRows(archive, index, merged, hidden);
    return [{ name, size: content.uncompressedSize, filled, rows, merged, hidden }];
  });
}

const encrypted = () =>
  new Unreadable('El libro está cifrado con contraseña; quítesela y guárdelo de nuevo.');

/** The rows of the table at this index. Hidden tables count. */
async function* readOdsRows(
  archive: Archive,
  wanted: number,
  merged: Merged[],
  hidden: Set<number>,
): AsyncGenerator<SheetRow[]> {
  const content = archive.parts.get(CONTENT);
  if (!content) return;
  let ready: SheetRow[] = [];
  let filled = 0;
  let index = -1;
  const reader = new TableReader({
    onTable: () => {
      index += 1;
      reader.isReading = index === wanted;
    },
    onRow: (row, times) => {
      if (index !== wanted) return;
      filled += times;
      if (filled > MOST_ROWS) throw tooManyRows();
      for (let i = 0; i < times; i++) ready.push({ ...row, fila: row.fila + i });
    },
    onHidden: (column) => {
      if (index === wanted) hidden.add(column);
    },
    onMerged: (range) => {
      if (index === wanted && merged.length < MOST_MERGED) merged.push(range);
    },
  });
  for await (const _ of parse(archive, content, reader, 'sheet')) {
    // One tag may repeat a row up to the greatest number of rows.
    for (; ready.length >= ROWS_PER_YIELD; ready = ready.slice(ROWS_PER_YIELD))
      yield ready.slice(0, ROWS_PER_YIELD);
    if (index > wanted) break;
  }
  if (ready.length > 0) yield ready;
}

interface OdsTable {
  name: string;
  isHidden: boolean;
  filled: number;
}

interface Visitor {
  onTag?(name: string): void;
  onTable(table: OdsTable): void;
  /** A row that is not blank, with the number of its repetitions. */
  onRow(row: SheetRow, times: number): void;
  onMerged?(range: Merged): void;
  /** A hidden column, counted from 0. */
  onHidden?(column: number): void;
}

/** True for rows or columns that are hidden, or left out by a filter (section 19.749). */
const isHidden = (attributes: Attributes): boolean =>
  /^(?:collapse|filter)$/.test(attributes['table:visibility'] ?? '');

/** Elements in a cell that are not its text: comments and drawings. */
const BESIDE = new Set(['annotation', 'note', 'frame', 'custom-shape', 'g', 'rect', 'control']);

/** Deeper than any tag. */
const COVERED = Infinity;
/** Attributes of a cell's value. */
const HOLDS = ['value', 'date-value', 'time-value', 'boolean-value', 'string-value'].map(
  (name) => `office:${name}`,
);

/** Makes rows of the tags of a document's content. */
class TableReader {
  /** True where cells are read. Else rows are only counted. */
  isReading = false;
  readonly #visitor: Visitor;
  readonly #hidden = new Set<string>();
  #style = '';
  /** True within tables that are copies of other files' tables. */
  #isLinked = false;
  #inTable = false;
  #row: SheetRow = { fila: 0, cells: [] };
  #times = 1;
  #column = 0;
  /** Columns that were reported so far. */
  #columns = 0;
  #isFilled = false;
  #cell: Attributes | undefined;
  #text = '';
  #paragraphs = 0;
  /** The depth within a cell, and the depth from which nothing is read. */
  #depth = 0;
  #beside = 0;

  constructor(visitor: Visitor) {
    this.#visitor = visitor;
  }

  onTag = (name: string, attributes: Attributes): void => {
    if (this.#cell) {
      this.#onTagInCell(name, attributes);
      return;
    }
    this.#visitor.onTag?.(name);
    if (name === 'style') this.#style = attributes['style:name'] ?? '';
    else if (name === 'table-properties') {
      if (attributes['table:display'] === 'false') this.#hidden.add(this.#style);
    } else if (name === 'dde-links') this.#isLinked = true;
    else if (this.#isLinked) return;
    else if (name === 'table') {
      const isHidden = this.#hidden.has(attributes['table:style-name'] ?? '');
      this.#inTable = true;
      this.#row = { fila: 0, cells: [] };
      this.#times = 1;
      this.#columns = 0;
      this.#visitor.onTable({ name: attributes['table:name'] ?? '', isHidden, filled: 0 });
    } else if (name === 'table-column' && this.#inTable) {
      const first = this.#columns;
      this.#columns += timesOf(attributes['table:number-columns-repeated']);
      const last = isHidden(attributes) ? Math.min(this.#columns, MOST_COLUMNS) : first;
      for (let i = first; i < last; i++) this.#visitor.onHidden?.(i);
    } else if (name === 'table-row' && this.#inTable) {
      const fila = this.#row.fila + this.#times;
      this.#row = { fila, cells: [], ...(isHidden(attributes) && { isHidden: true }) };
      this.#times = timesOf(attributes['table:number-rows-repeated']);
      this.#column = 0;
      this.#isFilled = false;
    } else if (/^(?:covered-)?table-cell$/.test(name) && this.#inTable) {
      this.#cell = attributes;
      this.#text = '';
      this.#paragraphs = 0;
      this.#depth = 0;
      // A cell under a merged one is not visible.
      this.#beside = name === 'table-cell' ? 0 : COVERED;
    }
  };

  #onTagInCell(name: string, attributes: Attributes): void {
    this.#depth += 1;
    if (this.#beside > 0) return;
    if ((this.#depth === 1 && name !== 'p') || BESIDE.has(name)) this.#beside = this.#depth;
    else if (name === 'p') {
      if (this.#paragraphs > 0) this.#add('\n');
      this.#paragraphs += 1;
    } else if (name === 's') this.#add(' '.repeat(timesOf(attributes['text:c'], LONGEST_CELL)));
    else if (name === 'tab') this.#add('\t');
    else if (name === 'line-break') this.#add('\n');
  }

  onText = (text: string): void => {
    if (!this.#cell || this.#depth === 0 || this.#beside > 0) return;
    this.#add(text.replace(/[ \t\r\n]+/g, ' '));
  };

  #add(text: string): void {
    if (this.isReading) this.#text += text;
    else this.#isFilled ||= text.trim() !== '';
    if (this.#text.length > LONGEST_CELL) throw tooLongCell(this.#row.fila);
  }

  onEnd = (name: string): void => {
    if (this.#cell && this.#depth > 0) {
      if (this.#beside === this.#depth) this.#beside = 0;
      this.#depth -= 1;
    } else if (this.#cell) {
      this.#endCell(this.#cell);
      this.#cell = undefined;
    } else if (name === 'dde-links') this.#isLinked = false;
    else if (name === 'table') this.#inTable = false;
    else if (name === 'table-row' && this.#inTable && this.#isFilled) {
      if (this.#row.fila + this.#times > MOST_SHEET_ROWS + 1) throw tooManyRows();
      this.#visitor.onRow(this.#row, this.#times);
    }
  };

  #endCell(attributes: Attributes): void {
    const times = timesOf(attributes['table:number-columns-repeated']);
    const first = this.#column;
    this.#column += times;
    if (this.#beside === COVERED) return;
    if (!this.isReading) {
      this.#isFilled ||= HOLDS.some((name) => attributes[name] !== undefined);
      return;
    }
    const cell = cellOf(attributes, this.#text);
    if (!cell) return;
    this.#isFilled = true;
    const { fila, cells } = this.#row;
    if (first + times > MOST_COLUMNS) throw tooManyColumns(fila);
    if (cell.text.length > LONGEST_CELL) throw tooLongCell(fila);
    for (let i = 0; i < times; i++) cells[first + i] = cell;
    const rows = timesOf(attributes['table:number-rows-spanned']);
    if (rows === 1) return;
    const columns = timesOf(attributes['table:number-columns-spanned']);
    const range = `${lettersOf(first)}${fila}:${lettersOf(first + columns - 1)}${fila + rows - 1}`;
    this.#visitor.onMerged?.({ fila, column: first, range });
  }
}

/** The number of repetitions; 1 without the attribute. */
function timesOf(number = '1', most = MOST_SHEET_ROWS): number {
  if (!/^\d{1,10}$/.test(number)) throw damaged();
  return Math.min(Math.max(Number(number), 1), most);
}

/** A cell by its type and its text; undefined where it is blank (section 19.385). */
function cellOf(attributes: Attributes, shown: string): Cell | undefined {
  const value = attributes['office:value'] ?? '';
  const number = () => {
    if (value === '' || !Number.isFinite(Number(value))) throw damaged();
    return value.trim();
  };
  if (attributes['calcext:value-type'] === 'error') return { text: shown, kind: 'error' };
  switch (attributes['office:value-type']) {
    case 'float':
    case 'currency': {
      // Zeros before a number are shown by its format.
      if (/^0\d{1,14}$/.test(shown) && Number(shown) === Number(value)) {
        return { text: shown, kind: 'number' };
      }
      const text = numberText(number());
      // A number that its format divides has fewer digits there: «12.5 mdp» for 12500000.
      const whole = text.replace(/\..*/, '');
      const unit = unitShown(
        shown.replace(/[\d.,'\s-]+/g, ' '),
        shown.replace(/\D/g, '').length < whole.length,
      );
      return asShown(unit === undefined ? { text, kind: 'number' } : unitCell(text, unit), shown);
    }
    case 'percentage':
      return { text: number(), kind: 'percent' };
    case 'date': {
      const date = (attributes['office:date-value'] ?? shown).slice(0, 10);
      // Programs that make files for others may leave out the text.
      return dateCell(date, shown, shown.trim() === '' ? [] : lackingIn(date, shown));
    }
    case 'boolean': {
      const isTrue = attributes['office:boolean-value'] === 'true';
      return { text: isTrue ? 'VERDADERO' : 'FALSO', kind: 'text' };
    }
    default: {
      const text = attributes['office:string-value'] ?? shown;
      if (text.trim() === '' && attributes['office:value-type'] === undefined) {
        return attributes['table:formula'] === undefined
          ? undefined
          : { text: '', kind: 'formula' };
      }
      return textCell(text);
    }
  }
}
