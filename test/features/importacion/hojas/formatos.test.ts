import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Cell } from '../../../../src/hojas/celdas/cell.ts';
import { columnOf } from '../../../columns.ts';
import { refusalOf, sentences } from '../../../hojas/read.ts';
import {
  bookOf,
  type CellValue,
  csv,
  odsContent,
  odsOf,
  odsRow,
  odsWith,
  partsOf,
  ROW,
  type Row,
  rowXml,
  stringsOf,
  unzip,
  zipOf,
} from '../../../spreadsheet.ts';
import { fixture, PRUEBA, readAs, readObras } from '../read.ts';

// The bytes of a file as cells: workbooks, their sheets, and files that no spreadsheet program writes.
// Those that take much memory or time are in slow/hostile-files.test.ts, beside this folder.

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SHEET = 'xl/worksheets/sheet1.xml';
const STRINGS = 'xl/sharedStrings.xml';
const MEGABYTE = 1_048_576;
const HEADINGS = ['claveUnica', 'nombre', 'monto'];
const sheet = (data: string) => [{ name: 'Obras', data }];
const ods = (data: string) => odsContent([{ name: 'Obras', data }]);
const head = rowXml(HEADINGS, 1);
const odsHead = odsRow(HEADINGS);
/** A row of OpenDocument that stands so many times. */
const repeated = (row: string, times: number) =>
  row.replace('ro1"', `ro1" table:number-rows-repeated="${times}"`);
/** The cell's tag with that attribute. */
const withColumns = (row: string, times: number) =>
  row.replace('<table:table-cell', `<table:table-cell table:number-columns-repeated="${times}"`);
const odsCell = (xml: string) => odsWith(ods(odsHead + odsRow([{ xml }])));
const MARKS = '\u0301\u0316'.repeat(20_000);
/** A workbook with this in place of its sheet. */
const withSheet = (part: string | Buffer) =>
  zipOf({ ...partsOf([{ name: 'Obras', data: head }]), [SHEET]: part });

/** An archive whose directory tells another size of one of its parts. */
function withSize(zip: Buffer, name: string, size: number): Buffer {
  const changed = Buffer.from(zip);
  // The directory comes last.
  changed.writeUInt32LE(size, changed.lastIndexOf(name) - 46 + 24);
  return changed;
}

/** An archive that says it has so many parts. */
function withParts(zip: Buffer, many: number): Buffer {
  const changed = Buffer.from(zip);
  changed.writeUInt16LE(many, zip.length - 22 + 8);
  changed.writeUInt16LE(many, zip.length - 22 + 10);
  return changed;
}

describe('a file that is no spreadsheet, or beyond the bounds', () => {
  const damaged =
    'El libro está incompleto o dañado; ábralo en su programa de hojas de cálculo y guárdelo de nuevo.';
  const encrypted =
    'El archivo está cifrado con contraseña o es un .xls antiguo; quítele la contraseña y guárdelo como .xlsx.';
  const empty = 'El archivo está vacío; guarde de nuevo el original, y elíjalo otra vez.';
  const doctype =
    'El libro trae una declaración DOCTYPE, que ninguna hoja de cálculo lleva; no se lee.';
  const longText = 'El libro tiene un texto de más de un millón de caracteres; acórtelo.';
  const longCell = 'La fila 2 tiene una celda de más de 32,767 caracteres; acórtela.';
  const manyColumns = 'La fila 2 tiene más de 512 columnas; quite las que sobren.';
  const manyRows = 'El archivo tiene más de 200,000 filas; divídalo en varios.';
  const tooMuch = (most: number, part: string) =>
    `El libro se descomprime a demasiado texto (más de ${most} MB en «${part}»); divídalo en varios.`;
  const otherFormat = (what: string, how: string) =>
    `El archivo es ${what}, aunque su nombre diga otra cosa; ${how}.`;

  type Made = Promise<Buffer> | Buffer | string;
  /** By the sentence that refuses them. */
  // biome-ignore format: rows
  const FILES: Record<string, Record<string, () => Made>> = {
    [tooMuch(1024, SHEET)]: {
      'a sheet that says it inflates to two gigabytes': async () => withSize(await bookOf(sheet(head)), SHEET, 2_000_000_000),
    },
    [tooMuch(64, STRINGS)]: {
      'shared strings of more than 64 MB': async () => withSize(await bookOf(sheet(head), { strings: stringsOf([]) }), STRINGS, 64 * MEGABYTE + 1),
    },
    [tooMuch(1024, 'content.xml')]: {
      'an OpenDocument file that says it inflates to two gigabytes': async () => withSize(await odsWith(ods('')), 'content.xml', 2_000_000_000),
    },
    [damaged]: {
      'a size that is a lie': async () => withSize(await zipOf({ 'xl/workbook.xml': Buffer.alloc(4 * MEGABYTE, 0x20) }), 'xl/workbook.xml', 100),
      'an archive that is cut': async () => (await bookOf(sheet(head))).subarray(0, 600),
      'the beginning of an archive': () => 'PK\x03\x04 y nada más',
      'tags in tags without end': () => bookOf(sheet('<row>'.repeat(200_000))),
      'XML that does not end': () => withSheet(`${XML}<worksheet><sheetData><row>`),
      'bytes that are not UTF-8': () => withSheet(Buffer.from('<worksheet><sheetData>\xc3\x28', 'latin1')),
      'a cell beyond the last column': () => bookOf(sheet(`${head}<row><c r="XFE2"/></row>`)),
      'rows that go back': () => bookOf(sheet(`${head}<row r="5"/><row r="3"/>`)),
      'a shared string that is not there': () => bookOf(sheet(`${head}<row><c t="s"><v>7</v></c></row>`)),
      'a number that is none': () => bookOf(sheet(`${head}<row><c><v>siete</v></c></row>`)),
      'numbers of times that are none': () => odsWith(ods(repeated(odsHead, -1))),
      'an OpenDocument file that ends after its first bytes': () => zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '' }),
    },
    'El libro tiene más de 2,000 partes; guarde sólo la hoja de las obras en un archivo nuevo.': {
      'more parts than a workbook has': async () => withParts(await bookOf(sheet(head)), 2_001),
    },
    'El archivo es un comprimido, pero no una hoja de cálculo .xlsx ni .ods; descomprímalo y elija la hoja que trae.': {
      'an archive that is no workbook': () => zipOf({ 'foto.jpg': 'x' }),
    },
    'El archivo es de Numbers; ábralo ahí, elija Archivo › Exportar a › Excel, e importe ese .xlsx.': {
      'a file of Numbers': () => zipOf({ 'Index/Document.iwa': 'x', 'preview.jpg': 'x' }),
    },
    'El archivo es un documento de Word; copie su tabla a una hoja de cálculo y guárdela como .xlsx.': {
      'a document of Word': () => zipOf({ 'word/document.xml': '<w:document/>' }),
    },
    'El archivo es un libro binario (.xlsb); guárdelo como .xlsx.': { 'a binary workbook': () => zipOf({ 'xl/workbook.bin': '' }) },
    [encrypted]: {
      'an encrypted workbook, or one of before 2007': () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1_000)]),
    },
    [doctype]: {
      'a DOCTYPE': () => withSheet(`${XML}<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet><sheetData><row><c><v>&b;</v></c></row></sheetData></worksheet>`),
      'an OpenDocument file with a DOCTYPE': () => odsWith(`<!DOCTYPE x [<!ENTITY a "aaaa">]>${ods('')}`),
    },
    [longText]: {
      'one text of two megabytes in a cell': () => bookOf(sheet(`${head}<row><c><v>${'x'.repeat(2 * MEGABYTE)}</v></c></row>`)),
      'one tag of two megabytes': () => bookOf(sheet(`${head}<row r="${'1'.repeat(2 * MEGABYTE)}"/>`)),
      'an OpenDocument file with one text of two megabytes': () => odsWith(ods(odsRow(['x'.repeat(2 * MEGABYTE)]))),
    },
    [longCell]: {
      'a cell of more than Excel allows': () => bookOf(sheet(head + rowXml(['A', 'x'.repeat(32_768)], 2))),
      'a cell of a thousand million blanks': () => odsCell('<table:table-cell><text:p>a<text:s text:c="1000000000"/></text:p></table:table-cell>'),
      'a cell of very many paragraphs': () => odsCell(`<table:table-cell>${'<text:p/>'.repeat(40_000)}</table:table-cell>`),
    },
    [manyRows]: {
      'a row below the last that there may be': () => bookOf(sheet(`${head}<row r="1048577"/>`)),
      'rows of OpenDocument that stand a million times each': () => odsWith(ods(odsHead + repeated(odsRow(['A', 'x', '1']), 1_048_570))),
      'more of these than are read': () => odsWith(ods(odsHead + repeated(odsRow([null, null, null, 'x']), 200_000))),
    },
    [manyColumns]: {
      'rows of more columns than are read': () => bookOf(sheet(head + rowXml(Array(600).fill('x'), 2))),
      'cells of OpenDocument that stand sixteen thousand times each': () => odsWith(ods(odsHead + withColumns(odsRow(['A']), 16_384))),
      'a line of many columns': () => `claveUnica,nombre\r\n${'x,'.repeat(600)}x`,
      'a line of commas alone': () => `claveUnica,nombre\r\n${','.repeat(200_000)}`,
    },
    'No hay nada escrito en las primeras 30 filas de la hoja «Obras»; elija el archivo que tiene las obras, o guárdelo de nuevo.': {
      'a workbook whose only sheet is blank': () => bookOf(sheet('')),
    },
    'El libro no tiene hojas visibles.': {
      'a workbook whose sheets are all hidden': () => bookOf([{ name: 'Oculta', state: 'veryHidden', rows: [HEADINGS] }]),
    },
    'El archivo es de LibreOffice, pero no una hoja de cálculo; guarde la hoja como .ods o .xlsx.': {
      'a document of LibreOffice that is no spreadsheet': () => odsWith('<office:document-content><office:body><office:text/></office:body></office:document-content>'),
    },
    'El libro está cifrado con contraseña; quítesela y guárdelo de nuevo.': {
      'an OpenDocument file with a password': () => odsWith(ods(odsHead), '<manifest:manifest><manifest:encryption-data/></manifest:manifest>'),
    },
    [empty]: { nothing: () => '', 'blanks alone': () => ' \r\n \r\n' },
    [otherFormat('una página web o XML', 'ábralo en su programa de hojas de cálculo y guárdelo como .xlsx o .csv')]: {
      'a page called .xls': () => '<html><table><tr><td>clave</td></tr></table></html>',
    },
    [otherFormat('un PDF', 'consiga la hoja de cálculo de la que se hizo e importe ésa')]: { 'a PDF': () => '%PDF-1.7\n' },
    'El archivo no es una hoja de cálculo .xlsx ni un texto .csv; guárdelo en uno de esos formatos.': {
      'bytes that are no text': () => Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 7919) % 256)),
    },
    'En la fila 2 empieza un texto entre comillas que no se cierra; corrija esa comilla.': {
      'a quote that is never closed': () => `claveUnica,nombre\r\nA,"sin cerrar\r\n${'x,y\r\n'.repeat(100)}`,
    },
  };
  for (const [sentence, files] of Object.entries(FILES)) {
    for (const [name, make] of Object.entries(files)) {
      test(`the refusal of ${name} names the fault`, async () =>
        assert.equal(await refusalOf(readObras(await make())), sentence));
    }
  }

  test('the refusal of combining marks in place of headings names the lack', async () => {
    const found = await refusalOf(readObras(`${MARKS}\r\nA,B`));
    assert.match(found ?? '', /^No se encontraron los encabezados/);
  });

  test('is refused only where it is too large: names and cells of combining marks and of blanks are read', async () => {
    const blanks = `a${' '.repeat(40_000)}b`;
    const rows = [MARKS, blanks].flatMap((text) =>
      Array.from({ length: 8 }, (_, i) => `${'A,'.repeat(i)}${text}`),
    );
    const { filas, rechazadas } = await readObras(
      `claveUnica,nombre,monto,municipio,dependencia,estatus,longitud,latitud\r\n${rows.join('\r\n')}`,
      { crearCatalogos: true },
    );
    assert.deepEqual([filas, rechazadas], [16, 16]);
    const named = await bookOf([{ name: MARKS, data: head }]);
    assert.equal(await refusalOf(readObras(named)), undefined);
  });
});

describe('a cell', () => {
  /** The cells of a workbook's second column, and of one of OpenDocument. */
  const cellsIn = async (rows: CellValue[][], book = {}) => {
    const all = [['claveUnica', 'nombre'], ...rows.map((row, i) => [`A-${i}`, ...row])];
    const read = await readObras(await bookOf([{ name: 'Obras', rows: all }], book));
    return read.rows.map(({ cells }) => cells[1]);
  };
  const bare = (cell: Cell | undefined) => cell && { kind: cell.kind, text: cell.text };
  const tag = (attributes: string, text = '') =>
    `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;

  const FORMATS = [0, '000', 14, 9, '0.0 %', 'dd"d"/mm/yyyy;@', '"día" 0.00', '[Red]0.00', 22];
  const SHARED = stringsOf([
    '<si><t>Calle</t></si>',
    '<si><r><t>Pavi</t></r><r><t>mentación</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>',
    '<si><t xml:space="preserve"> con _x000D_ retorno y _x005F_x0041_ </t></si>',
    "<si><t>'0506B0001</t></si>",
    "<si><t>'24 de Febrero' (mercado)</t></si>",
    "<si><t>'=SUMA(A1)</t></si>",
    '<si><t> </t></si>',
  ]);
  const IN_XLSX: [xml: string, kind: string | undefined, text?: string][] = [
    ['<c><v>7</v></c>', 'number', '7'],
    ['<c s="1"><v>7</v></c>', 'number', '007'],
    ['<c s="1"><v>7.5</v></c>', 'number', '7.5'],
    ['<c s="6"><v>7</v></c>', 'number', '7'],
    ['<c s="7"><v>-7.25</v></c>', 'number', '-7.25'],
    ['<c><v>1.2345678901234567E+20</v></c>', 'number', '1.2345678901234567E+20'],
    ['<c s="2"><v>46023</v></c>', 'date', '2026-01-01'],
    ['<c s="8"><v>46023.75</v></c>', 'date', '2026-01-01'],
    ['<c s="5"><v>46023</v></c>', 'date', '2026-01-01'],
    ['<c s="2"><v>1</v></c>', 'date', '1900-01-01'],
    ['<c s="2"><v>59</v></c>', 'date', '1900-02-28'],
    ['<c s="2"><v>61</v></c>', 'date', '1900-03-01'],
    ['<c t="d"><v>2026-03-01</v></c>', 'date', '2026-03-01'],
    ['<c s="3"><v>0.45</v></c>', 'percent', '0.45'],
    ['<c s="4"><v>0.45</v></c>', 'percent', '0.45'],
    ['<c t="b"><v>1</v></c>', 'text', 'VERDADERO'],
    ['<c t="b"><v>0</v></c>', 'text', 'FALSO'],
    ['<c t="e"><v>#N/A</v></c>', 'error', '#N/A'],
    ['<c><f>SUM(A1)</f></c>', 'formula', ''],
    ['<c><f>1+1</f><v>2</v></c>', 'number', '2'],
    ['<c t="str"><f>"a"&amp;"b"</f><v>ab</v></c>', 'text', 'ab'],
    ['<c t="str"><f>""</f></c>', undefined],
    ['<c t="inlineStr"><is><t>a_x0041_</t></is></c>', 'text', 'aA'],
    ['<c t="s"><v>0</v></c>', 'text', 'Calle'],
    ['<c t="s"><v>1</v></c>', 'text', 'Pavimentación'],
    ['<c t="s"><v>2</v></c>', 'text', ' con \r retorno y _x0041_ '],
    // An apostrophe that kept digits, or a formula, from a spreadsheet program is no part of a text; another is.
    ['<c t="s"><v>3</v></c>', 'text', '0506B0001'],
    ['<c t="s"><v>4</v></c>', 'text', "'24 de Febrero' (mercado)"],
    ['<c t="s"><v>5</v></c>', 'text', '=SUMA(A1)'],
    ['<c t="s"><v>6</v></c>', undefined],
    ['<c s="1"/>', undefined],
  ];
  test('in .xlsx is read by its type and its format', async () => {
    const cells = await cellsIn(
      IN_XLSX.map(([xml]) => [{ xml }]),
      { strings: SHARED, formats: FORMATS },
    );
    for (const [i, [xml, kind, text]] of IN_XLSX.entries()) {
      assert.deepEqual(bare(cells[i]), kind && { kind, text }, xml);
    }
  });

  const SHOWN: [format: string, number: number, key: string, name?: string][] = [
    ['"SOP-"0000', 42, 'SOP-0042'],
    ['\\S\\O\\P\\-0000', 42, 'SOP-0042'],
    ['[Red]"SOP"-0000_);[Blue]"no"-0000', 42, 'SOP-0042'],
    ['00-000', 42, '00-042'],
    ['00\\-000', 12345, '12-345'],
    ['000"/"0000', 422026, '042/2026'],
    ['0"-2026"', 42, '42-2026'],
    ['"MP-"0000', 42, 'MP-0042'],
    ['"Calle "0', 60, 'Calle 60'],
    ['#,##0', 1234, '1234'],
    ['#,##0_);(#,##0)', 1234, '1234'],
    ['_-"$"* #,##0_-;-"$"* #,##0_-;_-"$"* "-"??_-;_-@_-', 1234, '1234'],
    ['0.00E+00', 1200, '1200'],
    ['"SOP-"0', 12.5, '', 'SOP-13'],
    [`"SOP-"${'0'.repeat(300)}`, 42, '42'],
  ];
  test('with a number is a key or a text as its format shows it, in either kind of workbook', async () => {
    const head = ['claveUnica', 'nombre'];
    const inXlsx = SHOWN.map(([, number], i) => {
      const cell = { xml: `<c s="${i}"><v>${number}</v></c>` };
      return [cell, cell];
    });
    const inOds = SHOWN.map(([, number, key, name = key]) => {
      const shown = { xml: tag(`office:value-type="float" office:value="${number}"`, name) };
      return [shown, shown];
    });
    const formats = SHOWN.map(([format]) => format);
    for (const file of [
      await bookOf([{ name: 'Obras', rows: [head, ...inXlsx] }], { formats }),
      await odsOf([{ name: 'Obras', rows: [head, ...inOds] }]),
    ]) {
      const { rows } = await readObras(file);
      for (const [i, [format, , key, name = key]] of SHOWN.entries()) {
        const { values, sentences } = rows[i] as (typeof rows)[number];
        assert.deepEqual([values.claveUnica ?? '', values.nombre], [key, name], format);
        assert.equal(
          sentences.some((text) => text.includes('convirtió la clave en número')),
          key === '',
          format,
        );
      }
    }
  });

  test('has its days from 1904 on in a workbook of that kind', async () => {
    const book = { formats: [14, 'dd"d"/mm/yyyy;@'], isFrom1904: true };
    const days = [0, 1].map((s) => [{ xml: `<c s="${s}"><v>44561</v></c>` }]);
    const texts = (await cellsIn(days, book)).map((cell) => cell?.text);
    assert.deepEqual(texts, ['2026-01-01', '2026-01-01']);
  });

  const NOTED = '<office:annotation><text:p>Nota de alguien</text:p></office:annotation>';
  const LINES = [
    '<text:p>Calle <text:span>60</text:span><text:s text:c="2"/>norte</text:p>',
    '<text:p>segundo<text:tab/>y<text:line-break/>más</text:p>',
  ].join('');
  const DRAWN = '<draw:frame xmlns:draw="x"><text:p>Dibujo</text:p></draw:frame><text:p>x</text:p>';
  const stringOf = (content: string) =>
    `<table:table-cell office:value-type="string">${content}</table:table-cell>`;
  // biome-ignore format: rows
  const IN_ODS: [xml: string, kind: string | undefined, text?: string][] = [
    [tag('office:value-type="float" office:value="7"', '007'), 'number', '007'],
    [tag('office:value-type="float" office:value="12"', '12.0'), 'number', '12'],
    [tag('office:value-type="currency" office:value="1234567.5"', '$1,234,567.50'), 'number', '1234567.5'],
    [tag('office:value-type="currency" office:value="5.5"', 'USD 5.50'), 'text', '5.5 USD'],
    [tag('office:value-type="float" office:value="1.234"', '1.2 mdp'), 'text', '1.2340 millones'],
    [tag('office:value-type="float" office:value="1200000"', '1.2 mdp'), 'number', '1200000'],
    [tag('office:value-type="percentage" office:value="0.5"', '50%'), 'percent', '0.5'],
    [tag('office:value-type="date" office:date-value="2026-03-01T10:00:00"', '01/03/26'), 'date', '2026-03-01'],
    [tag('office:value-type="boolean" office:boolean-value="true"', 'VERDADERO'), 'text', 'VERDADERO'],
    [tag('office:value-type="string" calcext:value-type="error"', '#N/D'), 'error', '#N/D'],
    ['<table:table-cell table:formula="of:=1+1"/>', 'formula', ''],
    [tag('office:value-type="string" table:formula="of:=A1"', 'En proceso'), 'text', 'En proceso'],
    [stringOf(NOTED + LINES), 'text', 'Calle 60  norte\nsegundo\ty\nmás'],
    [stringOf(DRAWN), 'text', 'x'],
    ['<table:covered-table-cell><text:p>Progreso</text:p></table:covered-table-cell>', undefined],
    [tag('', '  '), undefined],
  ];
  test('in OpenDocument is read by its type', async () => {
    const rows = [['claveUnica', 'nombre'], ...IN_ODS.map(([xml], i) => [`A-${i}`, { xml }])];
    const read = await readObras(await odsOf([{ name: 'Obras', rows }]));
    for (const [i, [xml, kind, text]] of IN_ODS.entries()) {
      assert.deepEqual(bare(read.rows[i]?.cells[1]), kind && { kind, text }, xml);
    }
  });
});

describe('the sheets of a workbook', () => {
  const COLUMNS = Object.keys(ROW);
  const cells = (row: Row = {}): CellValue[] =>
    COLUMNS.map((heading) => ({ ...ROW, ...row })[heading] ?? null);
  const work = (name: string, claveUnica = name) => ({
    name,
    rows: [COLUMNS, cells({ claveUnica })],
  });
  const hidden = { ...work('Oculta'), state: 'hidden' as const, isHidden: true };
  const cover = { name: 'Portada', rows: [['Gobierno del Estado'], [], ['Obras de 2026']] };
  const key = { name: 'Obras & más', rows: [['Obras de 2026'], [], COLUMNS, cells()] };
  const last = { name: 'Última', rows: [COLUMNS] };
  const totals = [
    ['Municipio', 'Monto', 'Estatus'],
    ['Mérida', 20, 'Planeada'],
  ];
  const keyless = { name: 'Resumen', rows: totals };

  for (const [format, make] of [
    ['.xlsx', bookOf],
    ['.ods', odsOf],
  ] as const) {
    describe(format, () => {
      test('are listed but for hidden ones, and the first is read that has headings, the key and rows', async () => {
        const file = await make([hidden, cover, last, keyless, key]);
        const { hojas, filaEncabezados, rows } = await readObras(file);
        const names = ['Portada', 'Última', 'Resumen', 'Obras & más'];
        assert.deepEqual(columnOf(hojas, 'nombre'), names);
        assert.deepEqual(columnOf(hojas, 'leida'), [false, false, false, true]);
        assert.deepEqual(hojas.map(({ filas }) => filas).slice(0, 3), [2, 1, 2]);
        assert.deepEqual([filaEncabezados, rows[0]?.fila], [3, 4]);
      });

      test('are read where they are asked for, or refused with the names of those that there are', async () => {
        const file = await make(['Enero', 'Febrero', 'Marzo'].map((name) => work(name)));
        const { rows, hojas } = await readObras(file, { hoja: 'FEBRERO' });
        assert.equal(rows[0]?.values.claveUnica, 'Febrero');
        assert.deepEqual(columnOf(hojas, 'leida'), [false, true, false]);
        assert.equal(
          await refusalOf(readObras(file, { hoja: 'Abril' })),
          'El archivo no tiene una hoja visible que se llame «Abril»; tiene: «Enero», «Febrero», «Marzo».',
        );
      });
    });
  }

  test('are refused as a choice for a text', async () => {
    assert.equal(
      await refusalOf(readObras(csv({}), { hoja: 'Marzo' })),
      'Un .csv no tiene hojas; la hoja sólo se elige en libros .xlsx u .ods.',
    );
  });

  test('that have headings and no rows are passed over, unless no other has any', async () => {
    const empty = { name: 'Plantilla', rows: [COLUMNS, [], [null, null, '   ']] };
    const note = [...COLUMNS.map(() => null), 'Llene desde la fila 3'];
    const noted = { name: 'Notas', rows: [[...COLUMNS, 'Notas'], note] };
    const full = work('Obras', 'X');
    assert.equal((await readObras(await bookOf([empty, noted, full]))).creadas, 1);
    assert.equal((await readObras(await bookOf([empty, full]), { hoja: 'plantilla' })).filas, 0);
    const { filas, columnas } = await readObras(await bookOf([noted, empty]));
    assert.deepEqual([filas, columnas.at(-1)], [0, { columna: 'Notas', campo: null }]);
    // Nor is a row too late that comes after many blank ones.
    const late = { name: 'Obras', rows: [COLUMNS, ...Array(90).fill([]), cells()] };
    assert.equal((await readObras(await bookOf([empty, late]))).creadas, 1);
  });

  test('have rows and cells that stand once for several', async () => {
    const blank =
      '<table:table-row table:number-rows-repeated="40"><table:table-cell table:number-columns-repeated="9"/></table:table-row>';
    const cell = (times: number, text = '') => ({
      xml: `<table:table-cell table:number-columns-repeated="${times}" office:value-type="string"><text:p>${text}</text:p></table:table-cell>`,
    });
    const data = odsRow(COLUMNS) + blank + odsRow(['A-1', cell(3), cell(2, 'SOP'), 'x']);
    const { rows } = await readObras(await odsOf([{ name: 'Obras', data }]));
    assert.deepEqual(
      rows.map(({ fila, cells }) => [fila, ...Array.from(cells, (each) => each?.text)]),
      [[42, 'A-1', undefined, undefined, undefined, 'SOP', 'SOP', 'x']],
    );
  });

  test('have a note of cells merged over rows, of which all but the first are blank', async () => {
    const note = {
      ...{ fila: 2, columna: 'municipio', campo: null, valor: 'G2:G3' },
      mensaje:
        'Las celdas están combinadas y sólo la primera tiene el valor; sepárelas y repítalo en cada fila.',
    };
    const lacking = ['3: Falta el municipio. Escríbalo en la fila, o elija uno para todas.'];
    const [first, second] = [{}, { claveUnica: 'B', longitud: null, latitud: null }];
    const merge = ['G2:G3', 'A1:C1', 'A3:C3'].map((range) => `<mergeCell ref="${range}"/>`);
    const after = `<mergeCells>${merge.join('')}</mergeCells>`;
    const rows = [COLUMNS, cells(first), cells({ ...second, municipio: null })];
    const merida = (tag: string, attributes = '') => ({
      municipio: { xml: `<table:${tag} ${attributes}><text:p>Mérida</text:p></table:${tag}>` },
    });
    const spanning = 'office:value-type="string" table:number-rows-spanned="2"';
    const above = cells({ ...first, ...merida('table-cell', spanning) });
    const spanned = [COLUMNS, above, cells({ ...second, ...merida('covered-table-cell') })];
    for (const file of [
      await bookOf([{ name: 'Obras', rows, after }]),
      await odsOf([{ name: 'Obras', rows: spanned }]),
    ]) {
      const { avisos, errores } = await readObras(file);
      assert.deepEqual([avisos, sentences(errores)], [[note], lacking]);
    }
  });
});

describe('a number format', () => {
  const FORMATS: [code: string, value: string, read: unknown][] = [
    ['['.repeat(40_000), '5', 5],
    ['[h]:mm', '0.5', undefined],
    ['[$-80A]dd/mm/yyyy', '46203', undefined],
    ['[Red]0.00', '5', 5],
    ['[$$-80A]#,##0.00', '5', 5],
    ['"["0', '5', 5],
    ['[$$-409]#,##0.00', '5', 5],
    ['[$MXN] 0', '5', 5],
    // It shows no amount in pesos.
    ['[$USD] #,##0.00;-[$USD] #,##0.00', '5', undefined],
    ['#,##0.00\\ [$€-C0A]', '5', undefined],
    ['"US$"0', '5', undefined],
    ['0.000 "mdp"', '1.234', undefined],
    ['0.0,,"mdp"', '5000000', 5000000],
    ['"000"0', '5', 5],
  ];
  test('is looked at once however many cells have it, and says which digits are no number', async () => {
    for (const [code, value, read] of FORMATS) {
      const formats = [code, ...Array<number>(5_000).fill(164)];
      const monto = { xml: `<c s="4999"><v>${value}</v></c>` };
      const rows = [Object.keys(ROW), Object.values({ ...ROW, monto }) as CellValue[]];
      const { rows: found } = await readObras(await bookOf([{ name: 'Obras', rows }], { formats }));
      assert.equal(found[0]?.values.monto, read, code.slice(0, 20));
    }
  });
});

test('a workbook with two sheets in one part is refused, since it would be read for each', async () => {
  const parts = partsOf(['Una', 'Otra'].map((name) => ({ name, rows: [['x']] })));
  const rels = 'xl/_rels/workbook.xml.rels';
  const shared = String(parts[rels]).replace('sheet2.xml', 'sheet1.xml');
  assert.match(
    (await refusalOf(readObras(await zipOf({ ...parts, [rels]: shared })))) ?? '',
    /incompleto o dañado/,
  );
});

test('a workbook with parts that share bytes is refused, since a small file would unpack to thousands of parts', async () => {
  const book = await bookOf(['Una', 'Otra'].map((name) => ({ name, rows: [['x']] })));
  const offsetOf = (name: string) => book.lastIndexOf(name) - 46 + 42;
  const first = book.readUInt32LE(offsetOf('xl/worksheets/sheet1.xml'));
  book.writeUInt32LE(first, offsetOf('xl/worksheets/sheet2.xml'));
  assert.match((await refusalOf(readObras(book))) ?? '', /incompleto o dañado/);
});

describe('the hidden parts of a workbook', () => {
  const left = 'Las filas y columnas ocultas de la hoja no se leen, como se indicó.';
  const columns = 'La hoja tiene columnas ocultas («Monto»), y se leen como las demás.';
  const rows = 'La hoja tiene filas ocultas, y se leen como las demás.';
  const both = '«Monto» y «Importe» pueden ser el mismo dato y no dicen lo mismo; se lee «Monto».';
  const HIDING: [name: string, notes: string[], filas: string, all: number[], seen: number[]][] = [
    ['filas-ocultas.xlsx', [rows], '3 y 5', [1000, 2000, 3000, 4000], [1000, 3000]],
    ['filas-ocultas.ods', [rows], '3–4', [1000, 2000, 3000], [1000]],
    ['columna-oculta.xlsx', [both, columns], '1', [111], [999]],
  ];
  for (const [name, notes, filas, all, seen] of HIDING) {
    test(`${name} is read whole with one remark, and without it where that is asked for`, async () => {
      const file = fixture(`hojas/${name}`);
      const whole = await readObras(file, PRUEBA);
      assert.deepEqual(readAs(whole, 'monto'), all);
      assert.deepEqual(columnOf(whole.avisos, 'mensaje'), notes);
      const group = whole.grupos.find(({ codigo }) => codigo === 'ocultas');
      assert.deepEqual([group?.filas, group?.remedio], [filas, 'Con sinOcultas=true no se leen.']);
      const part = await readObras(file, { ...PRUEBA, sinOcultas: true });
      assert.deepEqual(readAs(part, 'monto'), seen);
      assert.deepEqual(columnOf(part.avisos, 'mensaje'), [left]);
    });
  }

  test('are columns without width too, remarked only where they have cells', async () => {
    const rows = [Object.keys(ROW), Object.values(ROW) as CellValue[]];
    const parts = await unzip(await bookOf([{ name: 'Obras', rows }]));
    const shape = (cols: string) => {
      const xml = parts[SHEET]?.replace('<sheetData>', `<cols>${cols}</cols><sheetData>`) ?? '';
      return zipOf({ ...parts, [SHEET]: xml });
    };
    const told = async (cols: string) =>
      columnOf((await readObras(await shape(cols))).avisos, 'mensaje');
    assert.deepEqual(await told('<col min="2" max="2" width="0" customWidth="1"/>'), [
      'La hoja tiene columnas ocultas («nombre»), y se leen como las demás.',
    ]);
    assert.deepEqual(await told('<col min="20" max="16384" hidden="1"/>'), []);
    assert.deepEqual(await told('<col min="1" max="3" width="9"/>'), []);
  });
});
