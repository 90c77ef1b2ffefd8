import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { before, describe, test } from 'node:test';
import { importToEnd } from '../../../imports.ts';
import { bookOf, odsContent, odsRow, odsWith, rowXml, stringsOf } from '../../../spreadsheet.ts';
import { count, numbers, resetWithCatalog } from '../../../world.ts';

// Files that take as much memory or time as a file may, sent to the service: each is read or refused with a sentence, nobody
// else waits meanwhile, and nothing is left behind. What the others come to is in hojas/formatos.test.ts.

const MEGABYTE = 1_048_576;
const HEADINGS = ['claveUnica', 'nombre', 'monto'];
const head = rowXml(HEADINGS, 1);
const book = (data: string, strings?: string[]) =>
  bookOf([{ name: 'Obras', data }], strings && { strings: stringsOf(strings) });
const ods = (...rows: string[]) =>
  odsWith(odsContent([{ name: 'Obras', data: odsRow(HEADINGS) + rows.join('') }]));
const text = (...lines: string[]) => lines.join('\r\n');
const COLUMNS = 'claveUnica,nombre,monto,municipio,dependencia,longitud,latitud';
const inEachColumn = (cell: string) =>
  text(COLUMNS, ...Array.from({ length: 7 }, (_, i) => `${'A,'.repeat(i)}${cell}`));
/** Marks of two kinds in turns, which a normalization sorts. */
const MARKS = '\u0301\u0316'.repeat(2 * MEGABYTE);

const manyRows = 'El archivo tiene más de 200,000 filas; divídalo en varios.';
const manySheets =
  'Las hojas del libro traen demasiado antes de la de las obras; indique cuál es, o guárdela sola en un archivo nuevo.';
const strings = () => numbers(0, 3_199_999).map((n) => `<si><t>${n.toString(36)}</t></si>`);
const brackets = ['['.repeat(40_000), ...Array<number>(5_000).fill(164)];
const sheets = (many: number, data: string) =>
  numbers(1, many).map((n) => ({ name: `Hoja ${n}`, data }));
/** A row that stands so often, with a cell that does, too. */
const repeated = odsRow(['A'])
  .replace('<table:table-cell', '<table:table-cell table:number-columns-repeated="512"')
  .replace('ro1"', 'ro1" table:number-rows-repeated="199999"');
const paragraphs = `<table:table-cell>${'<text:p/>'.repeat(3_000_000)}</table:table-cell>`;
const keys = () => numbers(1, 199_999).map((n) => `${n * 16_384},x`);
const longText = 'El libro tiene un texto de más de un millón de caracteres; acórtelo.';
const longCell = 'La fila 2 tiene una celda de más de 32,767 caracteres; acórtela.';
const longRow =
  'La fila 2 tiene más de nueve millones de caracteres; revise que cada comilla se cierre.';
const wideRow = 'La fila 2 tiene más de 512 columnas; quite las que sobren.';
const longCells = odsRow(['x'.repeat(9_000)]).repeat(35);
const emptyRows = head + '<row><c/></row>'.repeat(35_000);
// biome-ignore format: rows
const FILES: [name: string, make: () => Promise<Buffer> | string, sentence?: string][] = [
  ['a workbook that holds as many strings as 64 MB have, and no row', () => book(head, strings())],
  ['rows of a workbook without end', () => book(head + '<row/>'.repeat(5_000_000)), manyRows],
  ['more rows of a workbook than are read', () => book(head + '<row><c><v>1</v></c></row>'.repeat(200_001)), manyRows],
  ['one cell of twenty megabytes', () => book(`${head}<row><c><v>${'x'.repeat(20 * MEGABYTE)}</v></c></row>`), longText],
  ['an OpenDocument file of as many cells as are read, all in one tag', () => ods(repeated)],
  ['an OpenDocument file with a cell of millions of paragraphs', () => ods(odsRow([{ xml: paragraphs }])), longCell],
  ['a workbook whose five thousand formats of cells have one of numbers, of forty thousand brackets', () => bookOf([{ name: 'Obras', data: head }], { formats: brackets })],
  ['an OpenDocument file of two hundred tables without headings, each of which is looked for from the beginning', () => odsWith(odsContent(sheets(200, longCells))), manySheets],
  ['a workbook of two thousand sheets, each of half a megabyte without a row of works', () => bookOf(sheets(1_990, emptyRows)), manySheets],
  ['a line of ten megabytes', () => text('claveUnica,nombre', `A,"${'x'.repeat(10 * MEGABYTE)}"`), longRow],
  ['sixty megabytes of commas', () => text('claveUnica,nombre', ','.repeat(60 * MEGABYTE)), wideRow],
  ['lines without end', () => text('claveUnica,nombre', '\r\n'.repeat(300_000)), manyRows],
  ['a cell of eight megabytes of combining marks, in every column', () => inEachColumn(MARKS)],
  ['a cell of eight megabytes of blanks between two letters, in every column', () => inEachColumn(`a${' '.repeat(7 * MEGABYTE)}b`)],
  ['as many keys as are read, whose hashes are alike where Node keeps no secret for digits', () => text('claveUnica,nombre', keys().join('\r\n'))],
];

/** Milliseconds that this thread has worked, however much else the machine has to do; on Linux alone. */
function worked(): number {
  if (process.platform !== 'linux') return 0;
  const times = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8');
  return Number(times.split(' ')[0]) / 1_000_000;
}

const leftOver = () => readdirSync(tmpdir()).filter((name) => name.startsWith('registro-archivo-'));

describe('hostile files', () => {
  before(resetWithCatalog);

  for (const [name, make, sentence] of FILES) {
    test(`${name} ${sentence === undefined ? 'are read' : 'are refused'} within bounds of memory and time`, async () => {
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
      const status = sentence === undefined ? 200 : 400;
      assert.deepEqual([answer.status, answer.body.message], [status, sentence]);
      assert.ok(peak - resting < 300 * MEGABYTE, `${(peak - resting) / MEGABYTE} MB`);
      assert.ok(longest < 1_000, `the event loop was held up by ${longest} ms of work`);
      assert.deepEqual(leftOver(), []);
    });
  }

  test('have left no obra', async () => {
    assert.equal(await count('obras'), 0);
  });
});
