import { format, isValidFormat } from 'numfmt';
import type { Entry } from 'yauzl';
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
  unitCell,
} from '../celdas/cell.ts';
import { lackingIn } from '../celdas/day.ts';
import { isNothing } from '../celdas/traces.ts';
import { unitShown } from '../celdas/units.ts';
import { notAWorkbook } from './others.ts';
import { DAYS_TO_1970 } from './write-xlsx.ts';
import {
  type Archive,
  damaged,
  type Handlers,
  MOST_SHEET_ROWS,
  type OnTag,
  parse,
  type Sheet,
} from './zip.ts';

// Workbooks of Office Open XML (ECMA-376).

/**
 * The sheets of a workbook that are not hidden, in their order.
 *
 * @throws Unreadable where it is no workbook, or beyond the bounds
 */
export async function openXlsx(archive: Archive): Promise<Sheet[]> {
  const { parts } = archive;
  const text = async (name: string, onTag: OnTag) => {
    const entry = parts.get(name.toLowerCase());
    if (entry) for await (const _ of parse(archive, entry, { onTag }, 'other'));
  };
  const targets = async (name: string) => {
    const byId = new Map<string, { target: string; type: string }>();
    const folder = name.replace(/_rels\/[^/]*$/, '');
    await text(name, (tag, { Id = '', Target = '', Type = '' }) => {
      if (tag !== 'Relationship') return;
      const path = Target.startsWith('/') ? Target.slice(1) : folder + Target;
      byId.set(Id, { target: withoutDots(path), type: Type.replace(/^.*\//, '') });
    });
    return byId;
  };
  const roots = [...(await targets('_rels/.rels')).values()];
  const workbook = roots.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  if (!parts.has(workbook.toLowerCase())) throw notAWorkbook(parts.keys());
  const related = await targets(workbook.replace(/([^/]*)$/, '_rels/$1.rels'));
  const listed: { name: string; id: string }[] = [];
  let isFrom1904 = false;
  await text(workbook, (tag, attributes) => {
    if (tag === 'workbookPr') isFrom1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
    if (tag !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return;
    listed.push({ name: attributes.name ?? '', id: attributes['r:id'] ?? relationOf(attributes) });
  });
  const partOf = (type: string) => {
    const { target = '' } = [...related.values()].find((each) => each.type === type) ?? {};
    return parts.get(target.toLowerCase());
  };
  const shown = await readStyles(archive, partOf('styles'));
  const strings = await readStrings(archive, partOf('sharedStrings'));
  const read = new Set<Entry>();
  return listed.flatMap(({ name, id }) => {
    const { target = '', type = '' } = related.get(id) ?? {};
    const entry = parts.get(target.toLowerCase());
    if (type !== 'worksheet' || !entry) return [];
    // Each sheet has a part of its own.
    if (read.has(entry)) throw damaged();
    read.add(entry);
    const merged: Merged[] = [];
    const hidden = new Set<number>();
    const rows = () => readRows(archive, entry, { strings, shown, isFrom1904, merged, hidden });
    return [{ name, size: entry.uncompressedSize, rows, merged, hidden }];
  });
}

/** A relation's id, whatever the prefix of its namespace. */
const relationOf = (attributes: Record<string, string>) =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';

function withoutDots(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

// Strings and styles ------------------------------------------------------------------------------

/** Decodes a text: `_x000D_` stands for a character that XML cannot hold. */
const decoded = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : text;

async function readStrings(archive: Archive, entry: Entry | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (!entry) return strings;
  let parts: string[] = [];
  let isText = false;
  let isPhonetic = false;
  const handlers: Handlers = {
    onTag: (name) => {
      if (name === 'si') parts = [];
      else if (name === 't') isText = !isPhonetic;
      else if (name === 'rPh') isPhonetic = true;
    },
    onText: (text) => {
      if (isText) parts.push(text);
    },
    onEnd: (name) => {
      if (name === 't') isText = false;
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'si') strings.push(decoded(parts.join('')));
    },
  };
  for await (const _ of parse(archive, entry, handlers, 'strings'));
  return strings;
}

/**
 * The format of a number: a date, the code of one that leaves out its day, month or year, a percentage, leading zeros up to so
 * many digits, a unit that the number is not in pesos of, or a code that shows words or parts the digits.
 */
type Shown =
  | 'date'
  | 'percent'
  | number
  | { unit?: string | undefined; code?: string | undefined; isDate?: true }
  | undefined;

/** The codes of the built-in formats that show no whole date, by their ids (ECMA-376 part 1, section 18.8.30). */
const PARTS_OF_DATES: Record<number, string> = {
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
};

/** The most characters of a code that Excel allows. */
const LONGEST_CODE = 255;
/** Digits that a code parts by a dash or slash. */
const PARTED = /[0#?]["\\]*[-/]["\\]*[0#?]/;

/** The number format of each cell format, by its index (ECMA-376 part 1, sections 18.8.30 and 18.8.10). */
async function readStyles(archive: Archive, entry: Entry | undefined): Promise<Shown[]> {
  const shown: Shown[] = [];
  if (!entry) return shown;
  const codes = new Map<number, string>();
  /** Many cell formats share a number format. */
  const known = new Map<number, Shown>();
  const shownOnce = (id: number) => {
    if (!known.has(id)) known.set(id, shownBy(id, codes));
    return known.get(id);
  };
  let isCell = false;
  const handlers: Handlers = {
    onTag: (name, { numFmtId = '0', formatCode = '' }) => {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode);
      else if (name === 'cellXfs') isCell = true;
      else if (name === 'xf' && isCell) shown.push(shownOnce(Number(numFmtId)));
    },
    onEnd: (name) => {
      if (name === 'cellXfs') isCell = false;
    },
  };
  for await (const _ of parse(archive, entry, handlers, 'other'));
  return shown;
}

function shownBy(id: number, codes: Map<number, string>): Shown {
  const code = codes.get(id);
  if (code === undefined) {
    const part = PARTS_OF_DATES[id];
    if (part !== undefined) return { code: part, isDate: true };
    if (id === 14 || id === 15 || id === 22) return 'date';
    return id === 9 || id === 10 ? 'percent' : undefined;
  }
  // The pattern passes an unclosed bracket once, so many of them take no longer.
  const bare = code.replace(/"[^"]*"|\\.|_.|\*.|\[[^[\]]*\]/g, (part) =>
    /^\[[hms]+\]$/i.test(part) ? part : '',
  );
  const words = wordsIn(code);
  const isMore = /[\p{L}\p{N}]/u.test(words) || PARTED.test(code);
  if (/^0{2,15}$/.test(bare) && !isMore) return bare.length;
  if (bare.includes('%')) return 'percent';
  if (!/general/i.test(bare) && /[dmyhs]/i.test(bare)) {
    return bare.split(';').every(isWholeDate) ? 'date' : { code: wholeCode(code), isDate: true };
  }
  // Commas behind its digits divide a number by thousands: `0.0,,"mdp"`.
  const unit = unitShown(words, /[0#?],+(?![0#?,])/.test(bare));
  if (unit === undefined && !isMore) return undefined;
  return { unit, code: isMore ? wholeCode(code) : undefined };
}

/** A code that can be applied. */
const wholeCode = (code: string) =>
  code.length <= LONGEST_CODE && isValidFormat(code) ? code : undefined;

/** True for a section of a code that shows day, month and year, or no part of a date. «m» beside hours or seconds is minutes. */
function isWholeDate(section: string): boolean {
  const parts =
    section
      .toLowerCase()
      .replace(/am\/pm|a\/p/g, '')
      .match(/d+|m+|y+|e+|b+|h+|s+/g) ?? [];
  const isMonth = (part: string, i: number) =>
    part.startsWith('m') && !parts[i - 1]?.startsWith('h') && !parts[i + 1]?.startsWith('s');
  const isDay = (part: string) => part === 'd' || part === 'dd';
  return (
    parts.length === 0 ||
    (parts.some(isDay) && parts.some(isMonth) && parts.some((part) => /^[yeb]/.test(part)))
  );
}

/** The words that a format shows beside a positive number: «USD » of `[$USD-409] #,##0.00;…`. */
const wordsIn = (code: string): string =>
  [...code.matchAll(/"([^"]*)"|\\(.)|\[\$([^[\]-]*)[^[\]]*\]|_.|\*.|(;)/g)]
    .map(([, ...parts]) => parts.join(''))
    .join('')
    .replace(/;.*/s, '');

// Rows --------------------------------------------------------------------------------------------

interface Book {
  strings: string[];
  shown: Shown[];
  isFrom1904: boolean;
  merged: Merged[];
  hidden: Set<number>;
}

/** True for a row or column that is hidden, or has no width. */
const isHidden = ({ hidden, width, ht }: Record<string, string>): boolean =>
  /^(1|true)$/.test(hidden ?? '') || Number(width ?? ht ?? 1) === 0;

async function* readRows(archive: Archive, entry: Entry, book: Book): AsyncGenerator<SheetRow[]> {
  let ready: SheetRow[] = [];
  let row: SheetRow = { fila: 0, cells: [] };
  let column = -1;
  let filled = 0;
  let type = 'n';
  let style = 0;
  let value: string[] = [];
  let hasFormula = false;
  let isValue = false;
  let isPhonetic = false;
  const handlers: Handlers = {
    onTag: (name, attributes) => {
      if (name === 'c') {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
        type = attributes.t ?? 'n';
        style = Number(attributes.s ?? 0);
        value = [];
        hasFormula = false;
      } else if (name === 'v' || name === 't') isValue = !isPhonetic;
      else if (name === 'f') hasFormula = true;
      else if (name === 'rPh') isPhonetic = true;
      else if (name === 'row') {
        const fila = attributes.r === undefined ? row.fila + 1 : Number(attributes.r);
        if (fila > MOST_SHEET_ROWS) throw tooManyRows();
        if (!(fila > row.fila)) throw damaged();
        row = { fila, cells: [], ...(isHidden(attributes) && { isHidden: true }) };
        column = -1;
      } else if (name === 'col' && isHidden(attributes)) {
        const last = Math.min(Number(attributes.max), MOST_COLUMNS);
        for (let i = Number(attributes.min); i <= last; i++) book.hidden.add(i - 1);
      } else if (name === 'mergeCell') addMerged(book.merged, attributes.ref ?? '');
    },
    onText: (text) => {
      if (isValue) value.push(text);
    },
    onEnd: (name) => {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'c') {
        const cell = cellOf(value.join(''), type, hasFormula, book, book.shown[style]);
        if (cell === undefined) return;
        if (column >= MOST_COLUMNS) throw tooManyColumns(row.fila);
        if (cell.text.length > LONGEST_CELL) throw tooLongCell(row.fila);
        row.cells[column] = cell;
      } else if (name === 'row' && row.cells.length > 0) {
        filled += 1;
        if (filled > MOST_ROWS) throw tooManyRows();
        ready.push(row);
      }
    },
  };
  for await (const _ of parse(archive, entry, handlers, 'sheet')) {
    if (ready.length < ROWS_PER_YIELD) continue;
    yield ready;
    ready = [];
  }
  if (ready.length > 0) yield ready;
}

/** The place of a cell's column, counted from 0 (A1 is in column 0). */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference) {
    const place = letter.charCodeAt(0) - 64;
    if (place < 1 || place > 26) break;
    column = column * 26 + place;
  }
  if (column < 1 || column > 16_384) throw damaged();
  return column - 1;
}

function cellOf(
  value: string,
  type: string,
  hasFormula: boolean,
  { strings, isFrom1904 }: Book,
  shown: Shown,
): Cell | undefined {
  if (type === 'e') return { text: value, kind: 'error' };
  if (type === 's') {
    const text = strings[Number(value)];
    if (text === undefined) throw damaged();
    // Spreadsheet programs write shared strings. Our exports write strings into cells, without guards.
    return textCell(text);
  }
  if (value === '') return hasFormula && type !== 'str' ? { text: '', kind: 'formula' } : undefined;
  if (type === 'b') return { text: value === '1' ? 'VERDADERO' : 'FALSO', kind: 'text' };
  if (type === 'd') return { text: value, kind: 'date' };
  if (type !== 'n') {
    const text = decoded(value);
    return text.trim() === '' || isNothing(text) ? undefined : { text, kind: 'text' };
  }
  const number = Number(value);
  if (!Number.isFinite(number)) throw damaged();
  if (shown === 'date') return { text: dateOf(number, isFrom1904), kind: 'date' };
  if (shown === 'percent') return { text: value, kind: 'percent' };
  const text = numberText(value);
  if (typeof shown === 'object') {
    const { unit, code, isDate } = shown;
    if (isDate) return partOfDate(dateOf(number, isFrom1904), number, code);
    const cell: Cell = unit === undefined ? { text, kind: 'number' } : unitCell(value, unit);
    return code === undefined ? cell : asShown(cell, format(code, number, { throws: false }));
  }
  if (shown === undefined || !/^\d+$/.test(text)) return { text, kind: 'number' };
  return { text: text.padStart(shown, '0'), kind: 'number' };
}

/** A date cell whose format may show a part of the date alone; what it shows is said as Mexico writes it. */
function partOfDate(date: string, number: number, code = 'yyyy'): Cell {
  const shown = format(code, number, { throws: false, locale: 'es-MX' });
  return dateCell(date, shown, lackingIn(date, shown));
}

/** Days from day 0 of the calendar that begins in 1900 to that of 1904. */
const DAYS_TO_1904 = 1_462;

/** The date of a day's number, in ISO 8601. */
function dateOf(serial: number, isFrom1904: boolean): string {
  const days = serial + (isFrom1904 ? DAYS_TO_1904 : 0);
  // The calendar that begins in 1900 has a 29 February 1900, which never was.
  const instant = new Date(Math.round((days + (days < 60 ? 1 : 0) - DAYS_TO_1970) * 86_400_000));
  return Number.isNaN(instant.getTime()) ? String(serial) : instant.toISOString().slice(0, 10);
}

function addMerged(merged: Merged[], range: string): void {
  const [, from = '', first = '', last = ''] = /^([A-Z]+)(\d+):[A-Z]+(\d+)$/.exec(range) ?? [];
  if (from === '' || first === last || merged.length === MOST_MERGED) return;
  merged.push({ fila: Number(first), column: columnOf(from), range });
}
