import { fstat, read } from 'node:fs';
import { promisify } from 'node:util';
import { type CsvError, type Parser, parse } from 'csv-parse';
import iconv from 'iconv-lite';
import {
  MOST_COLUMNS,
  MOST_ROWS,
  ROWS_PER_YIELD,
  type SheetRow,
  tooManyColumns,
  tooManyRows,
  Unreadable,
} from '../celdas/cell.ts';
import type { Words } from '../celdas/fields.ts';
import { isNothing, withoutWrapping } from '../celdas/traces.ts';
import { countBytes, likelyCharset } from './encoding.ts';
import { otherBinary, otherText } from './others.ts';

// Text separated by commas, semicolons, tabs or bars, in the character sets that spreadsheet programs write.

/** Characters of one row at most: more than the largest record has. */
const LONGEST_ROW = 9 * 1_048_576;
/** Delimiters are counted in this many lines. */
const DELIMITER_LINES = 20;
const DELIMITERS = [',', ';', '\t', '|'];
const CHUNK = 65_536;
/** Characters that are yielded at a time, where they are fewer rows than `ROWS_PER_YIELD`. */
const MOST_CHARACTERS = 1_048_576;
/** Fields of a row, blank ones too, as many as a spreadsheet has columns. */
const MOST_FIELDS = 16_384;

const readAt = promisify(read);
const statOf = promisify(fstat);

/**
 * The bytes of an open file, from its beginning.
 *
 * @param end of what is read
 */
export async function* bytesOf(fd: number, end = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
  for (let at = 0; at < end; ) {
    const most = Math.min(CHUNK, end - at);
    const { bytesRead, buffer } = await readAt(fd, Buffer.alloc(most), 0, most, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Ctrl-Z and zeros: old programs end a text by them, and fill its last block. */
const isFiller = (byte: number | undefined) => byte === 0x1a || byte === 0;
const isBlank = (byte: number | undefined) =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * The end of a file's text, before the signs by which old programs end it; the whole size without such signs.
 *
 * @param unit bytes of a letter. In UTF-16 one of two may be zero
 */
async function endOf(fd: number, size: number, unit: number): Promise<number> {
  let isAnyFiller = false;
  let end = size;
  while (end > 0) {
    const start = Math.max(0, end - CHUNK);
    const { buffer } = await readAt(fd, Buffer.alloc(end - start), 0, end - start, start);
    let kept = buffer.length;
    for (; kept > 0 && (isFiller(buffer[kept - 1]) || isBlank(buffer[kept - 1])); kept--) {
      isAnyFiller ||= isFiller(buffer[kept - 1]);
    }
    end = start + kept;
    if (kept > 0) break;
  }
  return isAnyFiller ? Math.min(size, Math.ceil(end / unit) * unit) : size;
}

/** A text of cells, once its beginning is known. */
export interface Csv {
  /** Its character set, as iconv-lite names it. */
  charset: string;
  /** The possible delimiters, the likeliest first. */
  delimiters: string[];
  /** Its first rows, with that delimiter. */
  beginning(delimiter: string): SheetRow[];
  /**
   * Its rows, in pieces. Numbers are text here. One apostrophe at the beginning of a text is removed: exports put it there
   * against formulas.
   *
   * @throws Unreadable beyond the bounds
   */
  rows(delimiter: string): AsyncGenerator<SheetRow[]>;
}

/**
 * Looks at the beginning of a text.
 *
 * @param fd of the open file
 * @param words for the refusal of another file
 * @throws Unreadable where the file is no text of cells
 */
export async function openCsv(fd: number, words: Pick<Words, 'records' | 'others'>): Promise<Csv> {
  const { size } = await statOf(fd);
  const whole = await firstBytes(fd);
  const binary = otherBinary(whole, size, words);
  if (binary) throw binary;
  const marked = byMark(whole);
  const end = await endOf(fd, size, marked?.startsWith('utf-16') ? 2 : 1);
  if (end === 0) throw empty();
  const start = whole.subarray(0, end);
  const charset = marked ?? ((await isUtf8(fd, end)) ? 'utf-8' : await charsetOf(fd, end));
  const decoded = iconv.decode(start, charset);
  refuseOther(decoded, words);
  const [hint = '', hinted] = /^sep=(.)(?:\r\n|\n|\r)/.exec(decoded) ?? [];
  const text = decoded.slice(hint.length);
  return {
    charset,
    delimiters: [...new Set([...(hinted === undefined ? [] : [hinted]), ...delimitersOf(text)])],
    beginning: (delimiter) => rowsAtOnce(start.length < CHUNK ? `${text}\n` : text, delimiter),
    rows: (delimiter) => readRows(decodedText(fd, end, charset, hint.length), delimiter),
  };
}

/** A parser that hands each row to `take`, numbered as a spreadsheet shows them. */
function parserOf(delimiter: string, take: (row: SheetRow) => void): Parser {
  let fila = 0;
  // Records are collected in the callback: as events they take ten times as long.
  return parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    // Blank lines count.
    skip_empty_lines: false,
    max_record_size: LONGEST_ROW,
    on_record: (record: string[]) => {
      fila += 1;
      if (fila > MOST_ROWS) throw tooManyRows();
      take({ fila, cells: cellsOf(record, fila) });
      return null;
    },
  });
}

/** The whole rows of a text's beginning. */
function rowsAtOnce(text: string, delimiter: string): SheetRow[] {
  const rows: SheetRow[] = [];
  const parser = parserOf(delimiter, (row) => rows.push(row));
  // Errors are reported when the whole file is read.
  parser.on('error', () => {});
  parser.write(text);
  parser.destroy();
  return rows;
}

async function* readRows(
  texts: AsyncGenerator<string>,
  delimiter: string,
): AsyncGenerator<SheetRow[]> {
  let rows: SheetRow[] = [];
  let fila = 0;
  const parser = parserOf(delimiter, (row) => {
    ({ fila } = row);
    rows.push(row);
  });
  const failed = new Promise<never>((_resolve, reject) => parser.once('error', reject));
  failed.catch(() => {});
  const write = (text: string) =>
    new Promise<void>((resolve) => void parser.write(text, () => resolve()));
  // For each row of another length the parser makes an error that is not used. Without a stack it costs a tenth.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    parser.resume();
    let characters = 0;
    for await (const text of texts) {
      if (text !== '') await Promise.race([failed, write(text)]);
      // The parser limits a row's characters, but not its empty fields.
      if (fieldsOf(parser) > MOST_FIELDS) throw tooManyColumns(fila + 1);
      characters += text.length;
      if (rows.length === 0 || (rows.length < ROWS_PER_YIELD && characters < MOST_CHARACTERS))
        continue;
      yield rows;
      rows = [];
      characters = 0;
    }
    await Promise.race([failed, new Promise<void>((resolve) => parser.end(() => resolve()))]);
  } catch (error) {
    throw csvError(error as CsvError, fila + 1);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
  if (rows.length > 0) yield rows;
}

/** The number of fields of the parser's current row. The parser's types do not declare it. */
const fieldsOf = (parser: Parser) =>
  (parser as Parser & { state: { record: string[] } }).state.record.length;

function cellsOf(record: string[], fila: number): SheetRow['cells'] {
  if (record.length > MOST_COLUMNS && record.slice(MOST_COLUMNS).some((text) => text.trim())) {
    throw tooManyColumns(fila);
  }
  return record.slice(0, MOST_COLUMNS).map((field) => {
    const text = field.startsWith("'") ? field.slice(1) : withoutWrapping(field);
    return text.trim() === '' || isNothing(text) ? undefined : { text, kind: 'text' };
  });
}

async function firstBytes(fd: number): Promise<Buffer> {
  const { bytesRead, buffer } = await readAt(fd, Buffer.alloc(CHUNK), 0, CHUNK, 0);
  return buffer.subarray(0, bytesRead);
}

/** The character set of a text with a byte order mark, or with zeros in every other byte. */
function byMark(start: Buffer): string | undefined {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return 'utf-8';
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const sample = start.subarray(0, 4_096);
  let even = 0;
  let odd = 0;
  for (let i = 0; i < sample.length; i++) {
    if (sample[i] !== 0) continue;
    if (i % 2 === 0) even += 1;
    else odd += 1;
  }
  if (odd > sample.length / 4 && even === 0) return 'utf-16le';
  if (even > sample.length / 4 && odd === 0) return 'utf-16be';
  return undefined;
}

/** The character set of a file that is not UTF-8 throughout. */
async function charsetOf(fd: number, end: number): Promise<string> {
  const letterOf = (byte: number, charset: string) => iconv.decode(Buffer.of(byte), charset);
  return likelyCharset(await countBytes(bytesOf(fd, end)), letterOf);
}

/** True where the whole file is UTF-8. */
async function isUtf8(fd: number, end: number): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of bytesOf(fd, end)) decoder.decode(bytes, { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

async function* decodedText(
  fd: number,
  end: number,
  charset: string,
  skip: number,
): AsyncGenerator<string> {
  const decoder = iconv.getDecoder(charset, { stripBOM: true });
  let left = skip;
  for await (const bytes of bytesOf(fd, end)) {
    const text = decoder.write(bytes);
    yield text.slice(left);
    left = Math.max(0, left - text.length);
  }
  yield decoder.end() ?? '';
}

const empty = () =>
  new Unreadable('El archivo está vacío; guarde de nuevo el original, y elíjalo otra vez.');

/** @throws Unreadable for other formats under the name of a CSV */
function refuseOther(beginning: string, words: Pick<Words, 'records' | 'others'>): void {
  if (beginning.trim() === '') throw empty();
  const other = otherText(beginning, words);
  if (other) throw other;
  if (beginning.includes('\0')) {
    throw new Unreadable(
      'El archivo no es una hoja de cálculo .xlsx ni un texto .csv; guárdelo en uno de esos formatos.',
    );
  }
}

/** The delimiters by their number in the first lines, outside quotes. */
function delimitersOf(beginning: string): string[] {
  const counts = new Map(DELIMITERS.map((each) => [each, 0]));
  let isQuoted = false;
  let lines = 0;
  for (const letter of beginning) {
    if (letter === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (letter === '\n') lines += 1;
    if (lines === DELIMITER_LINES) break;
    const count = counts.get(letter);
    if (count !== undefined) counts.set(letter, count + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([delimiter]) => delimiter);
}

function csvError(error: CsvError, fila: number): Error {
  switch (error.code) {
    case 'CSV_MAX_RECORD_SIZE':
      return new Unreadable(
        `La fila ${fila} tiene más de nueve millones de caracteres; revise que cada comilla se cierre.`,
      );
    case 'CSV_QUOTE_NOT_CLOSED':
      return new Unreadable(
        `En la fila ${fila} empieza un texto entre comillas que no se cierra; corrija esa comilla.`,
      );
    default:
      return error;
  }
}
