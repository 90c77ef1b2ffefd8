import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import iconv from 'iconv-lite';
import { columnOf } from '../../../columns.ts';
import { type Reading, sentences } from '../../../hojas/read.ts';
import {
  bookOf,
  type CellValue,
  escaped,
  linesOf,
  odsOf,
  rowXml,
  stringsOf,
  unzip,
  zipOf,
} from '../../../spreadsheet.ts';
import { leave, type ObrasOptions, readAs, readObras } from '../read.ts';

// The file of rows that an import refuses. Corrected in what was wrong and read again, it says what the whole
// file would have said, had it been right from the start.

async function read(file: string | Buffer, options: ObrasOptions = {}) {
  const reading = await readObras(file, options);
  return { ...reading, against: sentences(reading.errores), ...(await leave(reading)) };
}

// A person with the file ----------------------------------------------------------------------------

const cellsOf = (bytes: Buffer, delimiter = ',') =>
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
      const own = new RegExp(`<c r="${column}${number}"(?:[^>]*/>|.*?</c>)`, 's');
      const blanks = Array(column.charCodeAt(0) - 65).fill(null);
      const cell = rowXml([...blanks, value], number).replace(/<\/?row[^>]*>/g, '');
      return `<row r="${number}">${cells.replace(own, '')}${cell}</row>`;
    },
  );
  return zipOf(parts);
}

/** The same in a text, every cell in quotes. */
function correctText(bytes: Buffer, heading: string, value: string, delimiter = ','): string {
  const rows = cellsOf(bytes, delimiter);
  const at = rows.findIndex((row) => row.includes(heading));
  assert.ok(at >= 0, heading);
  const column = (rows[at] as string[]).indexOf(heading);
  for (const row of rows.slice(at + 1)) row[column] = value;
  return linesOf(rows, delimiter);
}

/** A text as a spreadsheet program saves it as a workbook: it takes for numbers and dates what looks like them. */
function savedAsBook(text: string, delimiter = ','): Promise<Buffer> {
  const strings: string[] = [];
  const rows = cellsOf(Buffer.from(text), delimiter).map((row) =>
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

/** The values of rows, with lines that end as spreadsheet programs end them within cells. */
const valuesOf = ({ rows }: Pick<Reading, 'rows'>) =>
  JSON.parse(JSON.stringify(rows.map(({ values }) => values)).replaceAll('\\r\\n', '\\n'));

/**
 * Reads what was corrected of a file whose rows are all refused, and holds what they say against what they say in the whole
 * that is right.
 */
async function roundTrip(
  file: (estatus: string) => Promise<Buffer> | Buffer,
  correct: (bytes: Buffer) => Promise<Buffer> | Buffer | string,
  options: ObrasOptions = {},
) {
  const whole = await read(await file('En proceso'), options);
  assert.deepEqual([whole.against, whole.extension], [[], undefined]);
  assert.ok(whole.creadas > 1);
  const wrong = await read(await file('Quién sabe'), options);
  assert.equal(wrong.rechazadas, whole.creadas, wrong.against.join());
  const again = await read(await correct(wrong.bytes), options);
  assert.deepEqual(again.against, []);
  assert.deepEqual(valuesOf(again), valuesOf(whole));
  return again;
}

describe('the refused rows of a workbook', () => {
  // biome-ignore format: rows
  const HEADINGS = [
    'clave', 'nombre', 'descripción', 'monto', 'año', 'dependencia', 'municipio', 'estatus', 'dirección', 'longitud', 'latitud',
  ];
  const PLACE = ['Calle 1-2', -89.6237, 20.9674];
  const xml = (text: string) => ({ xml: text });
  const date = (day: number) => xml(`<c s="1"><v>${day}</v></c>`);
  const corrected = (bytes: Buffer) => correctBook(bytes, 'estatus', 'En proceso');
  const bookWith = (rows: CellValue[][]) =>
    bookOf([{ name: 'Obras', rows: [HEADINGS, ...rows] }], { formats: [0, 14] });

  test('read as before once the one wrong cell is corrected', async () => {
    const again = await roundTrip(
      (estatus) => {
        // biome-ignore format: rows
        const rows: CellValue[][] = [
          ['Programa de obras', null, '1-2'],
          [],
          HEADINGS,
          ['007', '=1+1', null, 1234.5600000000002, date(46082), 'SOP', 50, estatus, ...PLACE],
          [xml('<c s="2"><v>42</v></c>'), "'-apóstrofo", '\n dos\r\nlíneas _x0041_ & <b>', '1.250.000,50', 2026, 'SOP', 'Mérida', estatus, ...PLACE, 'al margen'],
          [123456789012345, date(46082), 'x', 0.07, '2026', 'SOP', '050', estatus, '1-2'],
          ['8500000000000000001', xml('<c s="3"><v>0.125</v></c>'), xml('<c t="b"><v>1</v></c>'), 1e6, xml('<c t="d"><v>2026-03-01</v></c>'), 'SOP', '050', estatus],
          [xml('<c s="4"><v>42</v></c>'), xml('<c s="4"><v>60</v></c>'), 'x', xml('<c s="5"><v>1250000.5</v></c>'), 2026, 'SOP', '050', estatus],
        ];
        const sheets = [
          { name: 'Portada', rows: [['Gobierno']] },
          { name: 'Obras [2026]', rows },
        ];
        return bookOf(sheets, { formats: [0, 14, '0000', 10, '"SOP-"0000', '#,##0.00 "m.n."'] });
      },
      corrected,
      { hoja: 'Obras [2026]', columnas: { año: 'ejercicioFiscal' } },
    );
    assert.match(again.hojas[0]?.nombre ?? '', /^Obras {2}2026 $/);
  });

  test('of LibreOffice are a workbook, too', async () => {
    const cell = (type: string, value: string, text: string) =>
      xml(
        `<table:table-cell office:value-type="${type}" office:${value}><text:p>${text}</text:p></table:table-cell>`,
      );
    const half = cell('percentage', 'value="0.5"', '50%');
    const amount = cell('currency', 'value="1234.5"', '$1,234.50');
    const [day, moment] = [
      cell('date', 'date-value="2026-03-01"', '01/03/26'),
      cell('date', 'date-value="1890-02-01T10:00:00"', 'x'),
    ];
    const yes = cell('boolean', 'boolean-value="true"', 'VERDADERO');
    const [seven, twelve] = [cell('float', 'value="7"', '007'), cell('float', 'value="12"', '12')];
    await roundTrip((estatus) => {
      // biome-ignore format: rows
      const rows = [
        ['Obras'],
        HEADINGS,
        [seven, half, 'x', amount, day, 'SOP', 50, estatus, ...PLACE],
        [twelve, 'B', yes, '$ 5.5', 2026, 'SOP', 'Mérida', estatus, moment, ...PLACE.slice(1)],
      ];
      return odsOf([{ name: 'Obras', rows }]);
    }, corrected);
  });

  test('stay refused for their other faults: lost digits, formulas, dates for keys', async () => {
    const error = (text: string) => xml(`<c t="e"><v>${text}</v></c>`);
    const row = (clave: CellValue, monto: CellValue = 1, nombre: CellValue = 'x') => [
      ...[clave, nombre, null, monto, 2026, 'SOP', 50, 'En proceso'],
    ];
    const rows = [
      row(8.5e15),
      row(xml('<c><v>1.2345678901234567E+20</v></c>')),
      row('8.5E+15'),
      row(date(46023)),
      row('F', error('#N/D')),
      row('G', xml('<c><f>SUM(A1)</f></c>')),
      row('H', 1, error('#REF!')),
      row('I', '1.234'),
      row('J', 1.234),
    ];
    const first = await read(await bookWith(rows));
    assert.equal(first.rechazadas, 9);
    const again = await read(await correctBook(first.bytes, 'estatus', 'Terminada'));
    // The file names errors in English. It has no result of that formula, and no formula either.
    const expected = first.against.map((sentence) => sentence.replace('#N/D', '#N/A'));
    const failed = '7: Monto: la celda tiene un error de fórmula (#N/A); corríjala.';
    assert.deepEqual(again.against, expected.with(5, failed));
  });

  test('refused again have one number and one reason each', async () => {
    const first = await read(await bookWith([['A', 'x', null, 1, 2026, 'SOP', 50, 'Quién sabe']]));
    assert.equal(first.extension, 'xlsx');
    const second = await read(await correctBook(first.bytes, 'estatus', 'Nadie sabe'));
    const { columnas, rechazadas } = await read(second.bytes);
    const headings = ['fila rechazada', 'motivo del rechazo', ...HEADINGS];
    assert.deepEqual([columnOf(columnas, 'columna'), rechazadas], [headings, 1]);
  });
});

describe('the refused rows of a text', () => {
  const HEADINGS =
    'clave,nombre,,descripción,monto,avance,año,dependencia,municipio,estatus,dirección,longitud,latitud';
  /** Rows of texts that spreadsheet programs would change, or take apart. */
  // biome-ignore format: rows
  const ROWS = (estatus: string) => [
    ['007', '=1+1', '', '', '1.250.000,50', '', '2026', 'SOP', '050', estatus, '1-2'],
    ['1E5', "''-apóstrofo", '', 'a;b|c\td,"e"', '12500,50', '50%', '2026', 'SOP', '50', estatus],
    ['2026-01', '-5', 'nota', 'dos\r\nlíneas', '50', '', '2026', 'SOP', 'Mérida', estatus, '60'],
    ['0909J2', '+', '', ' x ', "1'250,000.50", '', '2026', 'SOP', 'Mérida', estatus, '1/2'],
    ['123456789012', '90', '', '1.5', '$2,345', '', '2026', 'SOP', '50', estatus, 'C', '-89,6237', '20,9674'],
  ];
  const textOf = (estatus: string, delimiter: string, ...above: string[]) =>
    [...above, linesOf([HEADINGS.split(','), ...ROWS(estatus)], delimiter)].join('\r\n');

  type Encode = (text: string) => Buffer;
  const TEXTS: [what: string, delimiter: string, encode: Encode, above?: string[]][] = [
    ['with commas', ',', Buffer.from],
    ['with semicolons, in Windows-1252', ';', (text) => iconv.encode(text, 'windows-1252')],
    ['with tabs, in UTF-16', '\t', (text) => iconv.encode(text, 'utf-16le', { addBOM: true })],
    ['with bars, below titles', '|', Buffer.from, ['Programa de obras', '', '|"1-2"']],
  ];
  for (const [what, delimiter, encode, above = []] of TEXTS) {
    test(`${what}: read as before once the one wrong cell is corrected, also saved as a workbook`, async () => {
      const file = (estatus: string) => encode(textOf(estatus, delimiter, ...above));
      const corrected = (bytes: Buffer) => correctText(bytes, 'estatus', 'En proceso', delimiter);
      const { filaEncabezados } = await roundTrip(file, corrected);
      assert.equal(filaEncabezados, 1 + above.filter((line) => line !== '').length);
      await roundTrip(file, (bytes) => savedAsBook(corrected(bytes), delimiter));
    });
  }

  test('keep the title with the zone of their coordinates, and are read by the same options', async () => {
    const file = (estatus: string) =>
      [
        'Coordenadas UTM, huso 16',
        'Núm. interno,clave,nombre,monto,año,dependencia,municipio,estatus,X,Y',
        `007,1,x,1,2026,Obras P.,50,${estatus},227191.395,2320775.939`,
        `008,1,x,1,2026,Obras P.,50,${estatus},"227,191.395","2,320,775.939"`,
      ].join('\r\n');
    const again = await roundTrip(
      (estatus) => Buffer.from(file(estatus)),
      (bytes) => correctText(bytes, 'estatus', 'En proceso'),
      {
        columnas: { 'Núm. interno': 'claveUnica', clave: null },
        valores: { dependencia: { 'Obras P.': 'SOP' } },
      },
    );
    const point = [-89.6237, 20.9674];
    assert.deepEqual(readAs(again, 'claveUnica'), ['007', '008']);
    assert.deepEqual(readAs(again, 'punto'), [point, point]);
  });

  test('with another delimiter, named in the first line, have a usual one', async () => {
    await roundTrip(
      (estatus) => Buffer.from(`sep=~\r\n${textOf(estatus, '~')}`),
      (bytes) => correctText(bytes, 'estatus', 'En proceso', ';'),
    );
  });

  test('refused twice are as refused once', async () => {
    const once = await read(textOf('Quién sabe', ';'));
    const twice = await read(once.bytes);
    assert.equal(twice.rechazadas, 5);
    const own = (bytes: Buffer) => cellsOf(bytes, ';').map((row) => row.slice(2));
    assert.deepEqual(own(twice.bytes), own(once.bytes));
    const before = ['fila rechazada', 'motivo del rechazo', 'clave'];
    assert.deepEqual(cellsOf(twice.bytes, ';')[0]?.slice(0, 3), before);
  });

  test('stay refused for their other faults, opened in a spreadsheet program or not', async () => {
    const lines = [
      'clave,nombre,monto,año,dependencia,municipio,estatus',
      '8.5E+15,x,1,2026,SOP,50,Quién sabe',
      '1.23457E+11,x,1,2026,SOP,50,Quién sabe',
      'C,#N/D,1,2026,SOP,50,Quién sabe',
      'D,x,1.234,2026,SOP,50,Quién sabe',
      'E,x,1,31/12/1999,SOP,50,Quién sabe',
    ].join('\r\n');
    const { against, bytes } = await read(lines);
    const own = against.filter((sentence) => !/Quién sabe/.test(sentence));
    assert.equal(own.length, 5);
    const corrected = correctText(bytes, 'estatus', 'Terminada');
    assert.deepEqual((await read(corrected)).against, own);
    const decimals =
      '5: Monto: «1.234» tiene más de dos decimales; redondéelo en la hoja, como con =REDONDEAR(C2,2).';
    assert.deepEqual((await read(await savedAsBook(corrected))).against, own.with(3, decimals));
  });

  test('with a cut value have all their cells, and stay refused until they are mended', async () => {
    const lines = [
      'clave,nombre,año,dependencia,municipio,estatus,monto,avance',
      'A,x,2026,SOP,50,Terminada,$2,345,678.90',
      'B,x,2026,SOP,50,Terminada,$2,345',
      'C,Calle 60, Centro,2026,SOP,50,Terminada,5,0',
    ];
    const { rechazadas, bytes } = await read(lines.join('\r\n'));
    assert.equal(rechazadas, 3);
    const found = cellsOf(bytes).map((row) => row.slice(2).join().replaceAll("'", ''));
    assert.deepEqual(found.slice(1), lines.slice(1));
    assert.equal((await read(bytes)).rechazadas, 3);
  });
});

describe('the unit of the amounts of refused rows', () => {
  const START = ['A', 'x', '2026', 'SOP', '50', 'Quién sabe'];
  const HEADINGS = ['clave', 'nombre', 'año', 'dependencia', 'municipio', 'estatus'];
  const THOUSANDS = 'Monto (miles de pesos)';
  type Unidad = NonNullable<ObrasOptions['unidadMonto']>;
  // biome-ignore format: rows
  const CASES: [name: string, titles: string[], heading: string, unidad: Unidad, pesos: number][] = [
    ['its heading says', [], THOUSANDS, 'miles', 1250500],
    ['its heading says, and it is pesos after all', [], THOUSANDS, 'pesos', 1250.5],
    ['a title says', ['Cifras en miles de pesos'], 'Monto', 'miles', 1250500],
    ['a title says against a heading', ['(Millones de pesos)'], 'Monto MXN', 'millones', 1250500000],
    ['only the importer says', [], 'Monto', 'miles', 1250500],
    ['the importer says against a heading', ['Obras'], 'Monto (pesos)', 'millones', 1250500000],
  ];
  for (const [name, titles, heading, unidadMonto, pesos] of CASES) {
    for (const kind of ['text', 'workbook']) {
      test(`that ${name} is asked for again, and applied once: a ${kind}`, async () => {
        const above = [...titles.map((title) => [title]), [...HEADINGS, heading]];
        const file =
          kind === 'text'
            ? [...above, [...START, '1250.5']].map((row) => row.join()).join('\r\n')
            : await bookOf([{ name: 'Obras', rows: [...above, [...START, 1250.5]] }]);
        const correct = kind === 'text' ? correctText : correctBook;
        let { bytes } = await read(file, { unidadMonto });
        // As often as it is left out.
        for (const _ of [1, 2]) {
          const asked = await read(await correct(bytes, 'estatus', 'Terminada'));
          assert.match(asked.against.join(), /confirme si los montos están en mil/);
          assert.equal(asked.rechazadas, 1);
          ({ bytes } = asked);
        }
        const last = await read(await correct(bytes, 'estatus', 'Terminada'), { unidadMonto });
        assert.deepEqual([last.against, readAs(last, 'monto')], [[], [pesos]]);
      });
    }
  }

  test('is pesos where no heading and no option names another', async () => {
    const file = linesOf([
      [...HEADINGS, 'Monto'],
      [...START, '1,250.50'],
    ]);
    const { bytes } = await read(file, { unidadMonto: 'pesos' });
    const again = await read(correctText(bytes, 'estatus', 'Terminada'));
    assert.deepEqual([again.against, readAs(again, 'monto')], [[], [1250.5]]);
  });
});
