import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { before, describe, test } from 'node:test';
import { importToEnd } from './imports.ts';
import {
  bookOf,
  lyingZip,
  odsContent,
  odsRow,
  odsWith,
  partsOf,
  rowXml,
  zipOf,
} from './spreadsheet.ts';
import { base, call, resetWithCatalog, tokenOf } from './world.ts';

// Files that nobody's spreadsheet program writes, or that are something else: each is refused with a sentence, in bounded
// time and memory, and leaves nothing behind.

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SHEET = 'xl/worksheets/sheet1.xml';
const MEGABYTE = 1_048_576;
const HEADINGS = ['claveUnica', 'nombre', 'monto'];
const sheet = (data: string) => [{ name: 'Obras', data }];
const ods = (data: string) => odsContent([{ name: 'Obras', data }]);
const head = rowXml(HEADINGS, 1);
/** Marks of two kinds in turns, which a normalization sorts. */
const MARKS = '\u0301\u0316'.repeat(2 * MEGABYTE);

const damaged =
  'El libro está incompleto o dañado; ábralo en su programa de hojas de cálculo y guárdelo de nuevo.';
const encrypted =
  'El archivo está cifrado con contraseña o es un .xls antiguo; quítele la contraseña y guárdelo como .xlsx.';

const empty = 'El archivo está vacío; guarde de nuevo el original, y elíjalo otra vez.';

const FILES: [
  name: string,
  make: () => Promise<Buffer> | Buffer,
  sentence: string | RegExp | null,
][] = [
  [
    'a sheet that says it inflates to two gigabytes',
    async () => withSize(await zipOf(partsOf(sheet(head))), SHEET, 2_000_000_000),
    /^El libro se descomprime a demasiado texto \(más de 1024 MB en «xl\/worksheets\/sheet1\.xml»\)/,
  ],
  [
    'shared strings of more than 64 MB',
    () =>
      bookOf(sheet(head), {
        strings: `<sst>${`<si><t>${'x'.repeat(1000)}</t></si>`.repeat(68_000)}</sst>`,
      }),
    /más de 64 MB en «xl\/sharedStrings\.xml»/i,
  ],
  [
    'nothing, but holds as many strings as 64 MB have',
    () =>
      bookOf(sheet(head), {
        strings: `<sst>${Array.from({ length: 3_200_000 }, (_, i) => `<si><t>${i.toString(36)}</t></si>`).join('')}</sst>`,
      }),
    null,
  ],
  [
    'one cell of twenty megabytes',
    () =>
      bookOf(
        sheet(
          `${head}<row><c t="inlineStr"><is><t>${'x'.repeat(20 * MEGABYTE)}</t></is></c></row>`,
        ),
      ),
    'El libro tiene un texto de más de un millón de caracteres; acórtelo.',
  ],
  [
    'one tag of twenty megabytes',
    () => bookOf(sheet(`${head}<row r="${'1'.repeat(20 * MEGABYTE)}"/>`)),
    'El libro tiene un texto de más de un millón de caracteres; acórtelo.',
  ],
  [
    'a cell of more than Excel allows',
    () => bookOf(sheet(head + rowXml(['A', 'x'.repeat(32_768)], 2))),
    'La fila 2 tiene una celda de más de 32,767 caracteres; acórtela.',
  ],
  [
    'rows without end',
    () => bookOf(sheet(head + '<row/>'.repeat(5_000_000))),
    'El archivo tiene más de 200,000 filas; divídalo en varios.',
  ],
  [
    'more rows than are read',
    () => bookOf(sheet(head + '<row><c><v>1</v></c></row>'.repeat(200_001))),
    'El archivo tiene más de 200,000 filas; divídalo en varios.',
  ],
  [
    'rows of more columns than are read',
    () => bookOf(sheet(head + rowXml(Array(600).fill('x'), 2))),
    'La fila 2 tiene más de 512 columnas; quite las que sobren.',
  ],
  ['rows that go back', () => bookOf(sheet(`${head}<row r="5"/><row r="3"/>`)), damaged],
  [
    'a DOCTYPE',
    () =>
      zipOf({
        ...partsOf(sheet(head)),
        [SHEET]: `${XML}<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet><sheetData><row><c><v>&b;</v></c></row></sheetData></worksheet>`,
      }),
    'El libro trae una declaración DOCTYPE, que ninguna hoja de cálculo lleva; no se lee.',
  ],
  ['tags in tags without end', () => bookOf(sheet('<row>'.repeat(200_000))), damaged],
  [
    'XML that does not end',
    () => zipOf({ ...partsOf(sheet(head)), [SHEET]: `${XML}<worksheet><sheetData><row>` }),
    damaged,
  ],
  [
    'bytes that are not UTF-8',
    () =>
      zipOf({
        ...partsOf(sheet(head)),
        [SHEET]: Buffer.concat([Buffer.from('<worksheet><sheetData>'), Buffer.from([0xc3, 0x28])]),
      }),
    damaged,
  ],
  [
    'a size that is a lie',
    () => lyingZip('xl/workbook.xml', Buffer.alloc(4 * MEGABYTE, 0x20), 100),
    damaged,
  ],
  ['an archive that is cut', async () => (await bookOf(sheet(head))).subarray(0, 600), damaged],
  [
    'the beginning of an archive, and nothing of one',
    () => Buffer.from('PK\x03\x04 y nada más'),
    damaged,
  ],
  [
    'more parts than a workbook has',
    () => zipOf(Object.fromEntries(Array.from({ length: 2_001 }, (_, i) => [`${i}`, '']))),
    /^El libro tiene más de 2,000 partes/,
  ],
  [
    'an archive that is no workbook',
    () => zipOf({ 'foto.jpg': 'x' }),
    'El archivo es un comprimido, pero no una hoja de cálculo .xlsx ni .ods; descomprímalo y elija la hoja que trae.',
  ],
  [
    'a file of Numbers',
    () => zipOf({ 'Index/Document.iwa': 'x', 'preview.jpg': 'x' }),
    'El archivo es de Numbers; ábralo ahí, elija Archivo › Exportar a › Excel, e importe ese .xlsx.',
  ],
  [
    'a document of Word',
    () => zipOf({ 'word/document.xml': '<w:document/>' }),
    'El archivo es un documento de Word; copie su tabla a una hoja de cálculo y guárdela como .xlsx.',
  ],
  [
    'a workbook whose only sheet is blank',
    () => bookOf(sheet('')),
    'No hay nada escrito en las primeras 30 filas de la hoja «Obras»; elija el archivo que tiene las obras, o guárdelo de nuevo.',
  ],
  [
    'a document of LibreOffice that is no spreadsheet',
    () =>
      odsWith(
        '<office:document-content><office:body><office:text/></office:body></office:document-content>',
      ),
    'El archivo es de LibreOffice, pero no una hoja de cálculo; guarde la hoja como .ods o .xlsx.',
  ],
  [
    'an OpenDocument file that ends after its first bytes',
    () => zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '' }),
    damaged,
  ],
  [
    'an OpenDocument file with a password',
    () =>
      odsWith(
        ods(odsRow(HEADINGS)),
        '<manifest:manifest><manifest:encryption-data/></manifest:manifest>',
      ),
    'El libro está cifrado con contraseña; quítesela y guárdelo de nuevo.',
  ],
  [
    'an OpenDocument file whose rows stand a million times each',
    () =>
      odsWith(
        ods(
          odsRow(HEADINGS) +
            odsRow(['A', 'x', '1']).replace('ro1"', 'ro1" table:number-rows-repeated="1048570"'),
        ),
      ),
    'El archivo tiene más de 200,000 filas; divídalo en varios.',
  ],
  [
    'an OpenDocument file whose cells stand sixteen thousand times each',
    () =>
      odsWith(
        ods(
          odsRow(HEADINGS) +
            odsRow(['A']).replace(
              '<table:table-cell',
              '<table:table-cell table:number-columns-repeated="16384"',
            ),
        ),
      ),
    'La fila 2 tiene más de 512 columnas; quite las que sobren.',
  ],
  [
    'an OpenDocument file of as many cells as are read, all in one tag',
    () =>
      odsWith(
        ods(
          odsRow(HEADINGS) +
            odsRow(['A'])
              .replace('<table:table-cell', '<table:table-cell table:number-columns-repeated="512"')
              .replace('ro1"', 'ro1" table:number-rows-repeated="199999"'),
        ),
      ),
    null,
  ],
  [
    'an OpenDocument file with numbers of times that are none',
    () => odsWith(ods(odsRow(HEADINGS).replace('ro1"', 'ro1" table:number-rows-repeated="-1"'))),
    damaged,
  ],
  [
    'an OpenDocument file with a cell of a thousand million blanks',
    () =>
      odsWith(
        ods(
          odsRow(HEADINGS) +
            odsRow([
              {
                xml: '<table:table-cell><text:p>a<text:s text:c="1000000000"/></text:p></table:table-cell>',
              },
            ]),
        ),
      ),
    'La fila 2 tiene una celda de más de 32,767 caracteres; acórtela.',
  ],
  [
    'an OpenDocument file with a cell of millions of paragraphs',
    () =>
      odsWith(
        ods(
          odsRow(HEADINGS) +
            odsRow([
              { xml: `<table:table-cell>${'<text:p/>'.repeat(3_000_000)}</table:table-cell>` },
            ]),
        ),
      ),
    'La fila 2 tiene una celda de más de 32,767 caracteres; acórtela.',
  ],
  [
    'an OpenDocument file with one text of twenty megabytes',
    () => odsWith(ods(odsRow(['x'.repeat(20 * MEGABYTE)]))),
    'El libro tiene un texto de más de un millón de caracteres; acórtelo.',
  ],
  [
    'an OpenDocument file with a DOCTYPE',
    () => odsWith(`<!DOCTYPE x [<!ENTITY a "aaaa">]>${ods('')}`),
    'El libro trae una declaración DOCTYPE, que ninguna hoja de cálculo lleva; no se lee.',
  ],
  [
    'an OpenDocument file that says it inflates to two gigabytes',
    async () => withSize(await odsWith(ods('')), 'content.xml', 2_000_000_000),
    /^El libro se descomprime a demasiado texto \(más de 1024 MB en «content\.xml»\)/,
  ],
  [
    'a binary workbook',
    () => zipOf({ 'xl/workbook.bin': '' }),
    'El archivo es un libro binario (.xlsb); guárdelo como .xlsx.',
  ],
  [
    'a workbook whose sheets are all hidden',
    () => bookOf([{ name: 'Oculta', state: 'veryHidden', rows: [HEADINGS] }]),
    'El libro no tiene hojas visibles.',
  ],
  [
    'an encrypted workbook, or one of before 2007',
    () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1_000)]),
    encrypted,
  ],
  ['blanks alone', () => Buffer.from(' \r\n \r\n'), empty],
  [
    'a page called .xls',
    () => Buffer.from('<html><table><tr><td>clave</td></tr></table></html>'),
    /^El archivo es una página web o XML/,
  ],
  ['a PDF', () => Buffer.from('%PDF-1.7\n'), /^El archivo es un PDF, .*consiga la hoja de cálculo/],
  [
    'bytes that are no text',
    () => Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 7919) % 256)),
    /^El archivo no es una hoja de cálculo|^No se encontraron/,
  ],
  [
    'a quote that is never closed',
    () => Buffer.from(`claveUnica,nombre\r\nA,"sin cerrar\r\n${'x,y\r\n'.repeat(100)}`),
    'En la fila 2 empieza un texto entre comillas que no se cierra; corrija esa comilla.',
  ],
  [
    'a line of ten megabytes',
    () => Buffer.from(`claveUnica,nombre\r\nA,"${'x'.repeat(10 * MEGABYTE)}"`),
    'La fila 2 tiene más de nueve millones de caracteres; revise que cada comilla se cierre.',
  ],
  [
    'a line of many columns',
    () => Buffer.from(`claveUnica,nombre\r\n${'x,'.repeat(100_000)}x`),
    'La fila 2 tiene más de 512 columnas; quite las que sobren.',
  ],
  [
    'sixty megabytes of commas',
    () => Buffer.from(`claveUnica,nombre\r\n${','.repeat(60 * MEGABYTE)}`),
    'La fila 2 tiene más de 512 columnas; quite las que sobren.',
  ],
  [
    'a cell of eight megabytes of combining marks, in every column',
    () =>
      Buffer.from(
        `claveUnica,nombre,monto,municipio,dependencia,longitud,latitud\r\n${Array.from({ length: 7 }, (_, i) => `${'A,'.repeat(i)}${MARKS}`).join('\r\n')}`,
      ),
    null,
  ],
  [
    'combining marks in place of headings',
    () => Buffer.from(`${MARKS}\r\nA,B`),
    /^No se encontraron los encabezados/,
  ],
  [
    'a workbook whose sheet is called by combining marks',
    () => bookOf([{ name: '\u0301\u0316'.repeat(200_000), data: head }]),
    null,
  ],
  [
    'a cell of eight megabytes of blanks between two letters, in every column',
    () =>
      Buffer.from(
        `claveUnica,nombre,monto,municipio,estatus,longitud,latitud\r\n${Array.from({ length: 7 }, (_, i) => `${'A,'.repeat(i)}a${' '.repeat(8 * MEGABYTE)}b`).join('\r\n')}`,
      ),
    null,
  ],
  [
    'as many keys as are read, whose hashes are alike where Node keeps no secret for digits',
    () =>
      Buffer.from(
        `claveUnica,nombre\r\n${Array.from({ length: 199_999 }, (_, i) => `${(i + 1) * 16_384},x`).join('\r\n')}`,
      ),
    null,
  ],
  [
    'lines without end',
    () => Buffer.from(`claveUnica,nombre\r\n${'\r\n'.repeat(300_000)}`),
    'El archivo tiene más de 200,000 filas; divídalo en varios.',
  ],
];

/** An archive whose directory tells another size of one of its parts. */
function withSize(zip: Buffer, name: string, size: number): Buffer {
  const changed = Buffer.from(zip);
  // The directory comes last.
  const at = changed.lastIndexOf(name);
  changed.writeUInt32LE(size, at - 46 + 24);
  return changed;
}

/** Milliseconds that this thread has worked, however much else the machine has to do; on Linux alone. */
function worked(): number {
  if (process.platform !== 'linux') return 0;
  const [nanoseconds = ''] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(
    ' ',
  );
  return Number(nanoseconds) / 1_000_000;
}

const leftOver = () =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('registro-importacion-'));

describe('hostile files', () => {
  before(resetWithCatalog);

  for (const [name, make, sentence] of FILES) {
    test(`${sentence === null ? 'reads' : 'refuses'} ${name}`, async () => {
      const file = await make();
      const resting = process.memoryUsage.rss();
      let peak = resting;
      let longest = 0;
      let last = worked();
      const watch = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage.rss());
        longest = Math.max(longest, worked() - last);
        last = worked();
      }, 10);
      const answer = await importToEnd(file, 'crearCatalogos=true');
      clearInterval(watch);
      const { message } = answer.body;
      assert.equal(answer.status, sentence === null ? 200 : 400, message);
      if (sentence === null) assert.equal(message, undefined);
      else if (typeof sentence === 'string') assert.equal(message, sentence);
      else assert.match(message, sentence);
      assert.ok(peak - resting < 300 * MEGABYTE, `${(peak - resting) / MEGABYTE} MB`);
      assert.ok(longest < 1_000, `the event loop was held up by ${longest} ms of work`);
      if (process.env.IMPORT_FIGURES) {
        console.log(
          `${name}: +${Math.round((peak - resting) / MEGABYTE)} MB, ${Math.round(longest)} ms`,
        );
      }
      assert.deepEqual(leftOver(), []);
    });
  }

  test('none has left an obra', async () => {
    assert.deepEqual((await call('admin', 'GET', '/obras')).body, []);
  });

  const tooLarge =
    'El archivo excede el tamaño máximo: 32 MB si es .xlsx u .ods, 64 MB si es .csv.';
  test('refuses what is too large, whether it says so or not', async () => {
    const authorization = `Bearer ${await tokenOf('admin')}`;
    const send = async (body: Buffer, isStreamed: boolean) => {
      const stream = new Blob([body]).stream();
      const answer = await fetch(`${base}/obras/importacion`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/octet-stream' },
        body: isStreamed ? stream : body,
        duplex: 'half',
      } as RequestInit);
      const { message } = (await answer.json()) as { message: string };
      assert.deepEqual([answer.status, message], [413, tooLarge]);
    };
    const archive = Buffer.alloc(33 * MEGABYTE);
    archive.write('PK\x03\x04');
    await send(archive, true);
    await send(Buffer.alloc(65 * MEGABYTE, 0x20), true);
    await send(Buffer.alloc(65 * MEGABYTE, 0x20), false);
    assert.deepEqual(leftOver(), []);
  });
});
