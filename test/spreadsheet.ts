import assert from 'node:assert/strict';
import { buffer, text } from 'node:stream/consumers';
import { SaxesParser } from 'saxes';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';

// Spreadsheets for the tests, as programs write them.

/** A row of a sheet of obras, by its headings. */
export type Row = Record<string, CellValue | undefined>;

/** A row that is right. */
export const ROW: Row = {
  claveUnica: 'SOP-1',
  nombre: 'Pavimentación de la calle 60',
  descripcion: 'Concreto hidráulico.',
  monto: '1,250,000.50',
  ejercicioFiscal: '2026',
  dependencia: 'SOP',
  municipio: 'Mérida',
  tipoProyecto: 'Vialidades',
  estatus: 'En proceso',
  direccion: 'Calle 60 x 61',
  localidadReferencia: 'Mérida',
  referenciaLugar: 'Frente al parque',
  longitud: '-89.6237',
  latitud: '20.9674',
};

/** A row that says nothing. */
export const BLANK: Row = Object.fromEntries(Object.keys(ROW).map((heading) => [heading, '']));

/** A contract whole, by the headings of Formato 28. */
export const CONTRACT = {
  'No. de contrato': 'SOP-1',
  'Objeto del contrato': 'Pavimentar',
  'Razón social del contratista': 'Constructora del Mayab',
  'RFC de la persona física o moral contratista': 'cma010203ab5',
  'Monto total del contrato con impuestos incluidos (MXN)': '1,000,000.00',
  'Fecha del contrato': '20/01/2026',
  'Fecha de inicio del plazo de entrega o ejecución': '01/02/2026',
  'Fecha de término del plazo de entrega o ejecución': '31/10/2026',
  'Tipo de procedimiento': 'Licitación pública',
};

/** The lines of a text whose cells are all in quotes. */
export const linesOf = (rows: (CellValue | undefined)[][], delimiter = ','): string =>
  rows
    .map((cells) =>
      cells.map((cell) => `"${String(cell ?? '').replaceAll('"', '""')}"`).join(delimiter),
    )
    .join('\r\n');

/** Headings and cells of rows that are like this one but for what they say; a heading without any cell has no column. */
export function rowsLike(common: Row, rows: Row[]): CellValue[][] {
  const whole = rows.map((row) => ({ ...common, ...row }));
  const headings = [...new Set(whole.flatMap(Object.keys))].filter((heading) =>
    whole.some((row) => row[heading] !== undefined),
  );
  return [headings, ...whole.map((row) => headings.map((heading) => row[heading] ?? null))];
}

/** A CSV file of rows that are all right but for what they say. */
export const csv = (...rows: Row[]): string => linesOf(rowsLike(ROW, rows));

/** A zip archive of these parts. */
export async function zipOf(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, part] of Object.entries(parts)) zip.addBuffer(Buffer.from(part), name);
  zip.end();
  return buffer(zip.outputStream);
}

/** The parts of a zip by their names; yauzl checks sizes, and here is that what is packed is what it was. */
export async function unzip(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const parts: Record<string, string> = {};
  for await (const entry of zip.eachEntry())
    parts[entry.fileName] = await text(await zip.openReadStreamPromise(entry));
  return parts;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

export const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** A cell's XML, to stand in a row as it is. */
export interface RawCell {
  xml: string;
}
export type CellValue = string | number | null | RawCell;

export interface SheetSpec {
  name: string;
  state?: 'hidden' | 'veryHidden';
  rows?: CellValue[][];
  /** The whole of the sheet's data instead, and what stands after it. */
  data?: string;
  after?: string;
}

const letters = (index: number): string =>
  (index >= 26 ? letters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

/** A row's XML; texts are inline strings, numbers as they are. */
export function rowXml(cells: CellValue[], number: number): string {
  const xml = cells.map((cell, i) => {
    const reference = `${letters(i)}${number}`;
    if (cell === null) return '';
    if (typeof cell === 'object') return cell.xml.replace('<c', `<c r="${reference}"`);
    if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
    return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  });
  return `<row r="${number}">${xml.join('')}</row>`;
}

export interface BookSpec {
  strings?: string;
  /** Formats of cells, by their index: an id, or a code. */
  formats?: (number | string)[];
  isFrom1904?: boolean;
  parts?: Record<string, string | Buffer>;
}

/** The parts of a workbook. */
export function partsOf(sheets: SheetSpec[], book: BookSpec = {}): Record<string, string | Buffer> {
  const { strings, formats = [], isFrom1904 = false, parts = {} } = book;
  const codes = formats.map((format, i) => (typeof format === 'number' ? format : 164 + i));
  const custom = formats.flatMap((format, i) =>
    typeof format === 'string'
      ? `<numFmt numFmtId="${164 + i}" formatCode="${escaped(format)}"/>`
      : [],
  );
  const worksheets = Object.fromEntries(
    sheets.map(({ rows = [], data, after = '' }, i) => [
      `xl/worksheets/sheet${i + 1}.xml`,
      `${XML}<worksheet xmlns="${MAIN}"><sheetData>${
        data ?? rows.map((row, n) => (row.length > 0 ? rowXml(row, n + 1) : '')).join('')
      }</sheetData>${after}</worksheet>`,
    ]),
  );
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr date1904="${isFrom1904 ? 1 : 0}"/><sheets>${sheets
      .map(
        ({ name, state }, i) =>
          `<sheet name="${escaped(name)}" sheetId="${i + 1}"${state ? ` state="${state}"` : ''} r:id="rId${i + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}">${sheets
      .map(
        (_, i) =>
          `<Relationship Id="rId${i + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
      )
      .join('')}<Relationship Id="rIdS" Type="${OFFICE}/styles" Target="styles.xml"/>${
      strings === undefined
        ? ''
        : `<Relationship Id="rIdT" Type="${OFFICE}/sharedStrings" Target="/xl/sharedStrings.xml"/>`
    }</Relationships>`,
    'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><numFmts>${custom.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${codes
      .map((id) => `<xf numFmtId="${id}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    ...(strings === undefined ? {} : { 'xl/sharedStrings.xml': strings }),
    ...worksheets,
    ...parts,
  };
}

export const bookOf = (sheets: SheetSpec[], book?: BookSpec): Promise<Buffer> =>
  zipOf(partsOf(sheets, book));

/** The strings that cells share, one of them in pieces and with a reading that is no part of it. */
export const stringsOf = (strings: string[]): string =>
  `${XML}<sst xmlns="${MAIN}">${strings.join('')}</sst>`;

// OpenDocument ------------------------------------------------------------------------------------

export interface OdsSpec {
  name: string;
  isHidden?: boolean;
  rows?: CellValue[][];
  /** The whole of the table's rows instead. */
  data?: string;
}

const ODS_SPACES = [
  'office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"',
  'style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"',
  'table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"',
  'text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"',
  'calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"',
].map((space) => `xmlns:${space}`);

/** A row's XML; a raw cell stands as it is. */
export function odsRow(cells: CellValue[]): string {
  const xml = cells.map((cell) => {
    if (cell === null) return '<table:table-cell/>';
    if (typeof cell === 'object') return cell.xml;
    if (typeof cell === 'number') {
      return `<table:table-cell office:value-type="float" office:value="${cell}"><text:p>${cell}</text:p></table:table-cell>`;
    }
    const paragraphs = cell.split('\n').map((line) => `<text:p>${escaped(line)}</text:p>`);
    return `<table:table-cell office:value-type="string" calcext:value-type="string">${paragraphs.join('')}</table:table-cell>`;
  });
  return `<table:table-row table:style-name="ro1">${xml.join('')}</table:table-row>`;
}

/** As many blank rows and cells as LibreOffice writes behind a table. */
const ODS_END =
  '<table:table-row table:number-rows-repeated="1048500"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>';

/** The content of a workbook as LibreOffice writes it. */
export const odsContent = (sheets: OdsSpec[]): string =>
  `${XML}<office:document-content ${ODS_SPACES.join(' ')} office:version="1.3"><office:automatic-styles><style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style><style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet>${sheets
    .map(
      ({ name, isHidden, rows = [], data = rows.map(odsRow).join('') }) =>
        `<table:table table:name="${escaped(name)}" table:style-name="${isHidden ? 'ta2' : 'ta1'}"><table:table-column table:number-columns-repeated="16384"/>${data}${ODS_END}</table:table>`,
    )
    .join('')}</office:spreadsheet></office:body></office:document-content>`;

/** A workbook of OpenDocument with this content. */
export const odsWith = (content: string, manifest = '<manifest/>'): Promise<Buffer> =>
  zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': content,
    'META-INF/manifest.xml': manifest,
  });
export const odsOf = (sheets: OdsSpec[]): Promise<Buffer> => odsWith(odsContent(sheets));

/** A cell of a workbook that the registry made. */
export interface Cell {
  value: string;
  isText: boolean;
  style: number;
}

/** A sheet's cells by place (`B2`), as a spreadsheet program reads them. */
export function sheetCells(xml: string): Record<string, Cell> {
  const cells: Record<string, Cell> = {};
  const parser = new SaxesParser();
  let at = '';
  let value: string | undefined;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const { r = '', t, s = '0' } = attributes as Record<string, string>;
    if (name === 'c') {
      at = r;
      cells[at] = { value: '', isText: t === 'inlineStr', style: Number(s) };
    }
    if (name === 't') assert.equal((attributes as Record<string, string>)['xml:space'], 'preserve');
    if (name === 't' || name === 'v') value = '';
  });
  parser.on('text', (text) => {
    if (value !== undefined) value += text;
  });
  parser.on('closetag', ({ name }) => {
    if (name !== 't' && name !== 'v') return;
    const cell = cells[at] as Cell;
    cell.value = (value as string).replace(/_x([0-9A-F]{4})_/gi, (_, code) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    value = undefined;
  });
  parser.write(xml).close();
  return cells;
}

/** A sheet's rows below its headings, by column. */
export function sheetRows(xml: string): Record<string, Cell>[] {
  const rows: Record<string, Cell>[] = [];
  const headings: Record<string, string> = {};
  for (const [place, cell] of Object.entries(sheetCells(xml))) {
    const [, column = '', row] = /^([A-Z]+)(\d+)$/.exec(place) ?? [];
    if (row === '1') {
      headings[column] = cell.value;
      continue;
    }
    const index = Number(row) - 2;
    rows[index] ??= {};
    (rows[index] as Record<string, Cell>)[headings[column] as string] = cell;
  }
  return rows;
}
