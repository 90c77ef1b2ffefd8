import { type PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

// Workbooks (ECMA-376) written as they are read from the database: rows go into the zip as they come, and memory stays
// flat however many there are.

export interface SheetColumn {
  heading: string;
  /** Amounts are numbers shown with two decimals. A percent is the fraction that it is of 1, and a date ISO 8601. */
  type: 'text' | 'number' | 'amount' | 'percent' | 'date';
  /** In characters. */
  width: number;
  /** Cells that the column's own are chosen from, as a formula names them: `Catálogos!$A$2:$A$9`. Others may be written. */
  choices?: string | undefined;
}

/** A cell of a type of its own, whatever its column's. An error's value is the formula's result. */
export interface TypedCell {
  type: SheetColumn['type'] | 'error';
  value: string;
}

/** A cell is a text, also for a number, so that no digit is lost; null leaves it empty. */
type SheetCells = (string | TypedCell | null)[];

export interface Sheet {
  name: string;
  columns: SheetColumn[];
  /** Rows above the headings. */
  titles?: SheetCells[];
  /** The headings have buttons that filter and sort what is below them. */
  isFiltered?: true;
  /** Rows in batches. They are read after those of the sheets before. */
  rows: Iterable<SheetCells[]> | AsyncIterable<SheetCells[]>;
}

/** Rows that a sheet has at most, its heading among them, and characters (UTF-16 units) of a cell. */
export const MOST_ROWS = 1_048_576;
export const MOST_UNITS_OF_CELL = 32_767;

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The workbook's bytes. The stream fails where reading the rows fails. */
export function writeXlsx(sheets: Sheet[]): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  const fail = (error: Error) => output.destroy(error);
  zip.on('error', fail);
  const add = (path: string, xml: string) => zip.addBuffer(Buffer.from(XML_HEAD + xml), path);
  add('[Content_Types].xml', contentTypes(sheets));
  add('_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']]));
  add('xl/workbook.xml', workbook(sheets));
  add(
    'xl/_rels/workbook.xml.rels',
    relations([
      ...sheets.map((_, i): Relation => ['worksheet', `worksheets/sheet${i + 1}.xml`]),
      ['styles', 'styles.xml'],
    ]),
  );
  add('xl/styles.xml', STYLES);
  for (const [i, sheet] of sheets.entries()) {
    const xml = Readable.from(sheetXml(sheet), { objectMode: false });
    xml.on('error', fail);
    // The client has left: no more rows are read.
    output.on('close', () => xml.destroy());
    zip.addReadStream(xml, `xl/worksheets/sheet${i + 1}.xml`);
  }
  zip.end();
  return output;
}

const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const XMLNS_MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function contentTypes(sheets: Sheet[]): string {
  const part = (path: string, type: string) =>
    `<Override PartName="${path}" ContentType="${TYPE}.${type}+xml"/>`;
  return `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part(
    '/xl/workbook.xml',
    'sheet.main',
  )}${part('/xl/styles.xml', 'styles')}${sheets
    .map((_, i) => part(`/xl/worksheets/sheet${i + 1}.xml`, 'worksheet'))
    .join('')}</Types>`;
}

type Relation = [type: string, target: string];

function relations(targets: Relation[]): string {
  const all = targets.map(
    ([type, target], i) =>
      `<Relationship Id="r${i + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
}

function workbook(sheets: Sheet[]): string {
  const all = sheets.map(
    ({ name }, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 1}" r:id="r${i + 1}"/>`,
  );
  return `<workbook xmlns="${XMLNS_MAIN}" xmlns:r="${OFFICE}"><sheets>${all.join('')}</sheets></workbook>`;
}

/** Formats of cells, by their place in `STYLES`. */
const HEADING = 1;
const FORMAT_IDS: Partial<Record<string, number>> = { amount: 2, percent: 3, date: 4 };
/** A date with its day first in all countries: format 14, the program's own, has the month first in some. */
const DAY_FIRST = 164;
/** Formats 4 and 10 are `#,##0.00` and `0.00%` in every workbook (section 18.8.30). Long headings take several lines. */
const STYLES = `<styleSheet xmlns="${XMLNS_MAIN}"><numFmts count="1"><numFmt numFmtId="${DAY_FIRST}" formatCode="dd/mm/yyyy"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>${[4, 10, DAY_FIRST].map((id) => `<xf xfId="0" numFmtId="${id}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`;

async function* sheetXml({
  columns,
  titles = [],
  isFiltered,
  rows,
}: Sheet): AsyncGenerator<string> {
  const widths = columns.map(
    ({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  );
  const letters = columns.map((_, i) => lettersOf(i));
  const top = titles.length + 1;
  let number = top;
  const headings = columns.map(({ heading }, i) =>
    heading === '' ? '' : textCell(`${letters[i]}${number}`, heading, HEADING),
  );
  const rowXml = (row: SheetCells, at: number) => {
    let xml = `<row r="${at}">`;
    for (let i = 0; i < row.length; i++) {
      const cell = row[i];
      if (cell === null || cell === undefined || cell === '') continue;
      const place = `${letters[i]}${at}`;
      xml +=
        typeof cell === 'string'
          ? cellXml(place, columns[i]?.type, cell)
          : cellXml(place, cell.type, cell.value);
    }
    return `${xml}</row>`;
  };
  yield `${XML_HEAD}<worksheet xmlns="${XMLNS_MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${number}" topLeftCell="A${number + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${titles.map((row, i) => rowXml(row, i + 1)).join('')}<row r="${number}">${headings.join('')}</row>`;
  for await (const batch of rows) {
    let xml = '';
    for (const row of batch) {
      number += 1;
      xml += rowXml(row, number);
    }
    yield xml;
  }
  const filter = isFiltered ? `<autoFilter ref="A${top}:${letters.at(-1)}${number}"/>` : '';
  yield `</sheetData>${filter}${validations(columns, letters)}</worksheet>`;
}

function validations(columns: SheetColumn[], letters: string[]): string {
  const all = columns.flatMap(({ choices }, i) =>
    choices === undefined
      ? []
      : `<dataValidation type="list" allowBlank="1" sqref="${letters[i]}2:${letters[i]}${MOST_ROWS}"><formula1>${escapeXml(choices)}</formula1></dataValidation>`,
  );
  return all.length === 0
    ? ''
    : `<dataValidations count="${all.length}">${all.join('')}</dataValidations>`;
}

/** A spreadsheet's names of its columns, from 0 on: A, B … Z, AA …. */
export function lettersOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : lettersOf(Math.floor(index / 26) - 1) + last;
}

function cellXml(place: string, type: string | undefined, value: string): string {
  if (type === 'text') return textCell(place, value);
  if (type === 'error') return `<c r="${place}" t="e"><v>${escapeXml(value)}</v></c>`;
  const format = FORMAT_IDS[type ?? ''];
  const number = type === 'date' ? serialDay(value) : value;
  return `<c r="${place}"${format === undefined ? '' : ` s="${format}"`}><v>${number}</v></c>`;
}

/** Days from day 0 of the calendar that begins in 1900, which is 1899-12-30 from March 1900 on, to 1970. */
export const DAYS_TO_1970 = 25_569;

/** The number of a date's day; before March 1900 it is one less, for that calendar has a 29 February 1900. */
function serialDay(date: string): number {
  const days = Date.parse(date) / 86_400_000 + DAYS_TO_1970;
  return days <= 60 ? days - 1 : days;
}

/** A text is typed as one, so that it is never a formula. */
function textCell(place: string, text: string, style?: number): string {
  const format = style === undefined ? '' : ` s="${style}"`;
  return `<c r="${place}"${format} t="inlineStr"><is><t xml:space="preserve">${escapeXml(cut(text))}</t></is></c>`;
}

function cut(text: string): string {
  if (text.length <= MOST_UNITS_OF_CELL) return text;
  // Not through the middle of a character.
  return `${text.slice(0, MOST_UNITS_OF_CELL - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/**
 * A text within XML. Characters that XML cannot hold are written `_xHHHH_`. So is a carriage return, which XML readers change.
 * In a text that already looks like that, the first `_` is written so (ECMA-376 section 22.9.2.19, ST_Xstring).
 */
function escapeXml(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(
      UNWRITABLE,
      (char) => `_x${char.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`,
    );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what XML can't hold
const UNWRITABLE = /[\0-\x08\x0b-\x1f\ufffe\uffff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what XML can't hold
const SPECIAL = /[&<>"\0-\x08\x0b-\x1f\ufffe\uffff]|_x[0-9a-f]{4}_/i;
