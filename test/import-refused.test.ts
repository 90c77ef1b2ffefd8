import assert from 'node:assert/strict';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import iconv from 'iconv-lite';
import { refusedRows } from '../src/commands/import/refused.ts';
import { toSentence } from '../src/hojas/importacion/report.ts';
import { OBRA_LABELS } from '../src/obras/importacion/columnas.ts';
import { type ImportOptions, importObras } from '../src/obras/importacion/import.ts';
import { counts } from './importing.ts';
import {
  bookOf,
  type CellValue,
  escaped,
  odsOf,
  rowXml,
  stringsOf,
  unzip,
  zipOf,
} from './spreadsheet.ts';
import { call, db, obraBody, resetWithCatalog } from './world.ts';

// The file of refused rows that an import by command leaves. Corrected in what was wrong and imported again, it comes to
// what the whole file would have come to, had it been right from the start.

const folder = mkdtempSync(join(tmpdir(), 'registro-rechazadas-'));
const author = { usuario: undefined, direccion: undefined, programa: 'registro-obras import' };
let files = 0;

type Options = Partial<ImportOptions>;

/** Imports a file, the rows that are right; answers its report and where the refused ones are. */
async function bring(file: string | Buffer, options: Options = {}) {
  files += 1;
  const path = join(folder, `hoja-${files}`);
  writeFileSync(path, file);
  const refused = refusedRows(path);
  const all = { simular: false, actualizar: false, crearCatalogos: false, parcial: true };
  const fd = openSync(path, 'r');
  try {
    const report = await importObras(
      db,
      { author, right: () => [] },
      { fd, name: 'hoja' },
      { ...all, fallbacks: {}, ...options },
      {
        signal: new AbortController().signal,
        refused: {
          onLayout: refused.onLayout,
          onRow: (fila, cells, faults) => {
            const sentences = faults.map((each) => toSentence(each, OBRA_LABELS));
            refused.add(fila, sentences, cells);
          },
        },
      },
    );
    const beside = await refused.write();
    return { report, path, beside, bytes: beside ? readFileSync(beside) : Buffer.alloc(0) };
  } finally {
    closeSync(fd);
  }
}

/** What a report says against rows. */
const against = ({ errores }: { errores: { fila: number; mensaje: string }[] }) =>
  errores.map(({ fila, mensaje }) => `${fila}: ${mensaje}`);

/** All obras as they are exported, but for what the order of their coming decides. */
async function registry() {
  const { text } = await call('admin', 'GET', '/obras.csv');
  const obras = parse(text, { columns: true, bom: true }) as Record<string, string>[];
  return obras
    .map(({ id: _, numeroObra: __, ...rest }) => rest)
    .sort((a, b) => (a.claveUnica ?? '').localeCompare(b.claveUnica ?? ''));
}

// What a person does with the file ------------------------------------------------------------------

const asText = (bytes: Buffer, delimiter = ',') =>
  parse(bytes.toString(), { bom: true, delimiter, relax_column_count: true }) as string[][];

/** Writes a value below that heading in all rows of a workbook. */
async function correctBook(bytes: Buffer, heading: string, value: CellValue): Promise<Buffer> {
  const parts: Record<string, string | Buffer> = await unzip(bytes);
  const sheet = String(parts['xl/worksheets/sheet1.xml']);
  const found = new RegExp(`<c r="([A-Z]+)(\\d+)"[^>]*><is><t[^>]*>${heading}</t>`).exec(sheet);
  assert.ok(found, heading);
  const [, column = '', row] = found;
  parts['xl/worksheets/sheet1.xml'] = sheet.replace(
    /<row r="(\d+)">(.*?)<\/row>/gs,
    (whole, number, cells) => {
      if (Number(number) <= Number(row)) return whole;
      const others = cells.replace(
        new RegExp(`<c r="${column}${number}"(?:[^>]*/>|.*?</c>)`, 's'),
        '',
      );
      const index = column.charCodeAt(0) - 65;
      const cell = rowXml([...Array(index).fill(null), value], number).replace(
        /<\/?row[^>]*>/g,
        '',
      );
      return `<row r="${number}">${others}${cell}</row>`;
    },
  );
  return zipOf(parts);
}

/** The same in a text, every cell in quotes. */
function correctText(bytes: Buffer, heading: string, value: string, delimiter = ','): string {
  const rows = asText(bytes, delimiter);
  const at = rows.findIndex((row) => row.includes(heading));
  assert.ok(at >= 0, heading);
  const column = (rows[at] as string[]).indexOf(heading);
  for (const row of rows.slice(at + 1)) row[column] = value;
  return rows
    .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter))
    .join('\r\n');
}

/** A text as a spreadsheet program saves it as a workbook: it takes for numbers and dates what looks like them. */
function savedAsBook(text: string, delimiter = ','): Promise<Buffer> {
  const strings: string[] = [];
  const rows = asText(Buffer.from(text), delimiter).map((row) =>
    row.map((cell): CellValue => {
      const bare = cell.replace(/^\$/, '').replace(/(?<=\d),(?=\d)/g, '');
      if (/^-?\d+(\.\d+)?(E\+?\d+)?$/i.test(bare)) return Number(bare);
      if (/^\d+([/-]\d+){1,2}$/.test(cell)) return { xml: '<c s="1"><v>46023</v></c>' };
      if (cell.trim() === '') return null;
      strings.push(`<si><t xml:space="preserve">${escaped(cell)}</t></si>`);
      return { xml: `<c t="s"><v>${strings.length - 1}</v></c>` };
    }),
  );
  return bookOf([{ name: 'Hoja1', rows }], { strings: stringsOf(strings), formats: [0, 14] });
}

/** Has texts end their lines as spreadsheet programs do within cells. */
const withNewLines = (obras: Record<string, string>[]): Record<string, string>[] =>
  JSON.parse(JSON.stringify(obras).replaceAll('\\r\\n', '\\n'));

/**
 * Imports what was corrected of a file whose rows are all refused, and holds what comes of it against what comes of the
 * whole that is right.
 */
async function roundTrip(
  file: (estatus: string) => Promise<Buffer> | Buffer,
  correct: (bytes: Buffer) => Promise<Buffer> | Buffer | string,
  options: Options = {},
  seen = (obras: Record<string, string>[]) => obras,
) {
  const whole = await bring(await file('En proceso'), options);
  assert.deepEqual(against(whole.report), []);
  assert.ok(whole.report.creadas > 1);
  assert.equal(whole.beside, undefined);
  const expected = await registry();
  await resetWithCatalog();
  const { report, bytes } = await bring(await file('Quién sabe'), options);
  assert.equal(report.rechazadas, whole.report.creadas, JSON.stringify(report.errores));
  const again = await bring(await correct(bytes), options);
  assert.deepEqual(against(again.report), []);
  assert.deepEqual(seen(await registry()), seen(expected));
  return again;
}

describe('the refused rows of a workbook', () => {
  beforeEach(resetWithCatalog);

  const HEADINGS = [
    ...['clave', 'nombre', 'descripción', 'monto', 'año', 'dependencia', 'municipio', 'estatus'],
    ...['dirección', 'longitud', 'latitud'],
  ];
  const PLACE = ['Calle 1-2', -89.6237, 20.9674];
  const date = (day: number) => ({ xml: `<c s="1"><v>${day}</v></c>` });

  test('come in as they were once the one wrong cell is corrected', async () => {
    const again = await roundTrip(
      (estatus) =>
        bookOf(
          [
            { name: 'Portada', rows: [['Gobierno del Estado']] },
            {
              name: 'Obras [2026]',
              rows: [
                ['Programa de obras', null, '1-2'],
                [],
                HEADINGS,
                [
                  '007',
                  '=1+1',
                  null,
                  1234.5600000000002,
                  date(46082),
                  'SOP',
                  50,
                  estatus,
                  ...PLACE,
                ],
                [
                  { xml: '<c s="2"><v>42</v></c>' },
                  "'-apóstrofo",
                  '\n dos\r\nlíneas _x0041_ & <b>',
                  '1.250.000,50',
                  2026,
                  'SOP',
                  'Mérida',
                  estatus,
                  ...PLACE,
                  'al margen',
                ],
                [123456789012345, date(46082), 'x', 0.07, '2026', 'SOP', '050', estatus, '1-2'],
                [
                  '8500000000000000001',
                  { xml: '<c s="3"><v>0.125</v></c>' },
                  { xml: '<c t="b"><v>1</v></c>' },
                  1e6,
                  { xml: '<c t="d"><v>2026-03-01</v></c>' },
                  'SOP',
                  '050',
                  estatus,
                ],
              ],
            },
          ],
          { formats: [0, 14, '0000', 10] },
        ),
      (bytes) => correctBook(bytes, 'estatus', 'En proceso'),
      { hoja: 'Obras [2026]', columnas: { año: 'ejercicioFiscal' } },
    );
    assert.match(again.report.hojas[0]?.nombre ?? '', /^Obras {2}2026 $/);
  });

  test('of LibreOffice are a workbook, too', async () => {
    const cell = (attributes: string, text: string) => ({
      xml: `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`,
    });
    await roundTrip(
      (estatus) =>
        odsOf([
          {
            name: 'Obras',
            rows: [
              ['Obras'],
              HEADINGS,
              [
                cell('office:value-type="float" office:value="7"', '007'),
                cell('office:value-type="percentage" office:value="0.5"', '50%'),
                'x',
                cell('office:value-type="currency" office:value="1234.5"', '$1,234.50'),
                cell('office:value-type="date" office:date-value="2026-03-01"', '01/03/26'),
                'SOP',
                50,
                estatus,
                ...PLACE,
              ],
              [
                cell('office:value-type="float" office:value="12"', '12'),
                'B',
                cell('office:value-type="boolean" office:boolean-value="true"', 'VERDADERO'),
                '$ 5.5',
                2026,
                'SOP',
                'Mérida',
                estatus,
                cell('office:value-type="date" office:date-value="1890-02-01T10:00:00"', 'x'),
                ...PLACE.slice(1),
              ],
            ],
          },
        ]),
      (bytes) => correctBook(bytes, 'estatus', 'En proceso'),
    );
  });

  test('stay refused for what else is wrong with them: lost digits, formulas, dates for keys', async () => {
    const row = (clave: CellValue, monto: CellValue, estatus: string, nombre: CellValue = 'x') => [
      ...[clave, nombre, null, monto, 2026, 'SOP', 50, estatus],
    ];
    const error = (text: string) => ({ xml: `<c t="e"><v>${text}</v></c>` });
    const file = (estatus: string) =>
      bookOf(
        [
          {
            name: 'Obras',
            rows: [
              HEADINGS,
              row(8.5e15, 1, estatus),
              row({ xml: '<c><v>1.2345678901234567E+20</v></c>' }, 1, estatus),
              row('8.5E+15', 1, estatus),
              row(date(46023), 1, estatus),
              row('F', error('#N/D'), estatus),
              row('G', { xml: '<c><f>SUM(A1)</f></c>' }, estatus),
              row('H', 1, estatus, error('#REF!')),
              row('I', '1.234', estatus),
              row('J', 1.234, estatus),
            ],
          },
        ],
        { formats: [0, 14] },
      );
    const { report, bytes } = await bring(await file('En proceso'));
    assert.equal(report.rechazadas, 9);
    const again = await bring(await correctBook(bytes, 'estatus', 'Terminada'));
    const said = (sentences: string[]) =>
      sentences.map((sentence) => sentence.replace('#N/D', '#N/A'));
    assert.deepEqual(said(against(again.report)), [
      ...said(against(report).slice(0, 5)),
      // The file has no result of that formula, and no formula either.
      '7: Monto: la celda tiene un error de fórmula (#N/A); corríjala.',
      ...said(against(report).slice(6)),
    ]);
  });

  test('refused again have one number and one reason each', async () => {
    const rows = [HEADINGS, ['A', 'x', null, 1, 2026, 'SOP', 50, 'Quién sabe']];
    const first = await bring(await bookOf([{ name: 'Obras', rows }]));
    assert.match(first.beside ?? '', /\.rechazadas\.xlsx$/);
    const second = await bring(await correctBook(first.bytes, 'estatus', 'Nadie sabe'));
    const { report } = await bring(second.bytes);
    assert.deepEqual(
      report.columnas.map(({ columna }) => columna),
      ['fila rechazada', 'motivo del rechazo', ...HEADINGS],
    );
    assert.equal(report.rechazadas, 1);
  });
});

describe('the refused rows of a text', () => {
  beforeEach(resetWithCatalog);

  const HEADINGS =
    'clave,nombre,,descripción,monto,avance,año,dependencia,municipio,estatus,dirección,longitud,latitud';
  /** Rows of texts that spreadsheet programs would change, or take apart. */
  const ROWS = (estatus: string) => [
    ['007', '=1+1', '', '', '1.250.000,50', '', '2026', 'SOP', '050', estatus, '1-2'],
    ['1E5', "''-apóstrofo", '', 'a;b|c\td,"e"', '12500,50', '50%', '2026', 'SOP', '50', estatus],
    ['2026-01', '-5', 'nota', 'dos\r\nlíneas', '50', '', '2026', 'SOP', 'Mérida', estatus, '60'],
    ['0909J2', '+', '', ' x ', "1'250,000.50", '', '2026', 'SOP', 'Mérida', estatus, '1/2'],
    ['123456789012', '90', '', '1.5', '$2,345', '', '2026', 'SOP', '50', estatus, 'C', '-89,6237'],
  ];
  const textOf = (estatus: string, delimiter: string, ...above: string[]) => {
    const rows = ROWS(estatus).map((row) => (row.length > 11 ? [...row, '20,9674'] : row));
    const table = [HEADINGS.split(','), ...rows].map((row) =>
      row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter),
    );
    return [...above, ...table].join('\r\n');
  };

  const TEXTS: [
    name: string,
    delimiter: string,
    encode: (text: string) => Buffer,
    above?: string[],
  ][] = [
    ['with commas', ',', Buffer.from],
    ['with semicolons, in Windows-1252', ';', (text) => iconv.encode(text, 'windows-1252')],
    ['with tabs, in UTF-16', '\t', (text) => iconv.encode(text, 'utf-16le', { addBOM: true })],
    ['with bars, below titles', '|', Buffer.from, ['Programa de obras', '', '|"1-2"']],
  ];
  for (const [name, delimiter, encode, above = []] of TEXTS) {
    const file = (estatus: string) => encode(textOf(estatus, delimiter, ...above));
    const corrected = (bytes: Buffer) => correctText(bytes, 'estatus', 'En proceso', delimiter);

    test(`${name}: come in as they were once the one wrong cell is corrected`, async () => {
      const { report } = await roundTrip(file, corrected);
      assert.equal(report.filaEncabezados, 1 + above.filter((line) => line !== '').length);
    });

    test(`${name}: and so they do when a spreadsheet program saves them as a workbook`, async () => {
      const saved = (bytes: Buffer) => savedAsBook(corrected(bytes), delimiter);
      await roundTrip(file, saved, {}, withNewLines);
    });
  }

  test('keep the title that says the zone of their coordinates, and are read by the same options', async () => {
    const file = (estatus: string) =>
      Buffer.from(
        [
          'Coordenadas UTM, huso 16',
          'Núm. interno,clave,nombre,monto,año,dependencia,municipio,estatus,X,Y',
          `007,1,x,1,2026,Obras P.,50,${estatus},227191.395,2320775.939`,
          `008,1,x,1,2026,Obras P.,50,${estatus},"227,191.395","2,320,775.939"`,
        ].join('\r\n'),
      );
    await roundTrip(file, (bytes) => correctText(bytes, 'estatus', 'En proceso'), {
      columnas: { 'Núm. interno': 'claveUnica', clave: null },
      valores: { dependencia: { 'Obras P.': 'SOP' } },
    });
    const places = (await registry()).map(({ claveUnica, longitud }) => [claveUnica, longitud]);
    assert.deepEqual(places, [
      ['007', '-89.6237'],
      ['008', '-89.6237'],
    ]);
  });

  test('with another delimiter, said in the first line, have a usual one', async () => {
    const { bytes } = await roundTrip(
      (estatus) => Buffer.from(`sep=~\r\n${textOf(estatus, '~')}`),
      (refused) => correctText(refused, 'estatus', 'En proceso', ';'),
    );
    assert.equal(bytes.length, 0);
  });

  test('refused twice are as refused once', async () => {
    const once = await bring(textOf('Quién sabe', ';'));
    const twice = await bring(once.bytes);
    assert.equal(twice.report.rechazadas, 5);
    const own = (bytes: Buffer) => asText(bytes, ';').map((row) => row.slice(2));
    assert.deepEqual(own(twice.bytes), own(once.bytes));
    assert.deepEqual(asText(twice.bytes, ';')[0]?.slice(0, 3), [
      'fila rechazada',
      'motivo del rechazo',
      'clave',
    ]);
  });

  test('stay refused for what else is wrong with them, opened in a spreadsheet program or not', async () => {
    const lines = [
      'clave,nombre,monto,año,dependencia,municipio,estatus',
      '8.5E+15,x,1,2026,SOP,50,Quién sabe',
      '1.23457E+11,x,1,2026,SOP,50,Quién sabe',
      'C,#N/D,1,2026,SOP,50,Quién sabe',
      'D,x,1.234,2026,SOP,50,Quién sabe',
      'E,x,1,31/12/1999,SOP,50,Quién sabe',
    ].join('\r\n');
    const { report, bytes } = await bring(lines);
    const own = against(report).filter((sentence) => !/Quién sabe/.test(sentence));
    assert.equal(own.length, 5);
    const corrected = correctText(bytes, 'estatus', 'Terminada');
    assert.deepEqual(against((await bring(corrected)).report), own);
    const saved = own.with(
      3,
      '5: Monto: «1.234» tiene más de dos decimales; redondéelo en la hoja, como con =REDONDEAR(C2,2).',
    );
    assert.deepEqual(against((await bring(await savedAsBook(corrected))).report), saved);
  });

  test('whose values were cut have all their cells, and stay refused until they are mended', async () => {
    const lines = [
      'clave,nombre,año,dependencia,municipio,estatus,monto,avance',
      'A,x,2026,SOP,50,Terminada,$2,345,678.90',
      'B,x,2026,SOP,50,Terminada,$2,345',
      'C,Calle 60, Centro,2026,SOP,50,Terminada,5,0',
    ].join('\r\n');
    const { report, bytes } = await bring(lines);
    assert.equal(report.rechazadas, 3);
    const rows = asText(bytes).slice(1);
    assert.deepEqual(
      rows.map((row) => row.slice(2).join('|').replaceAll("'", '')),
      lines.replaceAll(',', '|').split('\r\n').slice(1),
    );
    assert.equal((await bring(bytes)).report.rechazadas, 3);
  });

  test('a formula’s error is no name, but may stay where it is one', async () => {
    await call('admin', 'POST', '/obras', obraBody({ claveUnica: 'A', nombre: '#N/A' }));
    const lines = 'clave,nombre,dependencia\r\nA,#N/A,SOP\r\nA2,x,#¡REF!';
    const { report } = await bring(lines, { crearCatalogos: true });
    assert.deepEqual(counts(report as never), [0, 0, 1, 1]);
    assert.match(
      against(report).join('\n'),
      /Dependencia: «#¡REF!» no se agrega al catálogo: es el error de una fórmula/,
    );
  });

  test('the file goes once no row is refused', async () => {
    const wrong = await bring('clave,nombre\r\nA,x');
    assert.ok(wrong.beside && existsSync(wrong.beside));
    const refused = refusedRows(wrong.path);
    assert.equal(await refused.write(), undefined);
    assert.ok(!existsSync(wrong.beside));
  });
});

describe('the unit of the amounts of refused rows', () => {
  beforeEach(resetWithCatalog);

  const START = ['A', 'x', '2026', 'SOP', '50', 'Quién sabe'];
  const HEADINGS = ['clave', 'nombre', 'año', 'dependencia', 'municipio', 'estatus'];
  type Unit = Pick<ImportOptions, 'unidadMonto'>['unidadMonto'];
  const CASES: [name: string, titles: string[], heading: string, unidad: Unit, pesos: string][] = [
    ['its heading says', [], 'Monto (miles de pesos)', 'miles', '1250500.00'],
    [
      'its heading says, and it is pesos after all',
      [],
      'Monto (miles de pesos)',
      'pesos',
      '1250.50',
    ],
    ['a title says', ['Cifras en miles de pesos'], 'Monto', 'miles', '1250500.00'],
    [
      'a title says against a heading',
      ['(Millones de pesos)'],
      'Monto MXN',
      'millones',
      '1250500000.00',
    ],
    ['only the importer says', [], 'Monto', 'miles', '1250500.00'],
    [
      'the importer says against a heading',
      ['Obras'],
      'Monto (pesos)',
      'millones',
      '1250500000.00',
    ],
  ];
  for (const [name, titles, heading, unidad, pesos] of CASES) {
    for (const kind of ['text', 'workbook']) {
      test(`that ${name} is asked for again, and applied once: a ${kind}`, async () => {
        const rows = [...titles.map((title) => [title]), [...HEADINGS, heading]];
        const file =
          kind === 'text'
            ? [...rows, [...START, '1250.5']].map((row) => row.join()).join('\r\n')
            : await bookOf([{ name: 'Obras', rows: [...rows, [...START, 1250.5]] }]);
        let { bytes } = await bring(file, { unidadMonto: unidad });
        const correct = () =>
          kind === 'text'
            ? correctText(bytes, 'estatus', 'Terminada')
            : correctBook(bytes, 'estatus', 'Terminada');
        // As often as it is left out.
        for (const _ of [1, 2]) {
          const asked = await bring(await correct());
          assert.match(against(asked.report).join(), /confirme si los montos están en mil/);
          assert.equal(asked.report.rechazadas, 1);
          ({ bytes } = asked);
        }
        const taken = await bring(await correct(), { unidadMonto: unidad });
        assert.deepEqual(against(taken.report), []);
        assert.equal((await registry())[0]?.monto, pesos);
      });
    }
  }

  test('is pesos where nobody says anything else', async () => {
    const { bytes } = await bring(
      [
        [...HEADINGS, 'Monto'],
        [...START, '1,250.50'],
      ]
        .map((row) => row.map((c) => `"${c}"`).join())
        .join('\r\n'),
      { unidadMonto: 'pesos' },
    );
    const { report } = await bring(correctText(bytes, 'estatus', 'Terminada'));
    assert.deepEqual(against(report), []);
    assert.equal((await registry())[0]?.monto, '1250.50');
  });
});
