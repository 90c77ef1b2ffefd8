import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readChoice, WORDS_OF } from '../../../src/features/seguimiento/importacion/valores.ts';
import { columnOf } from '../../columns.ts';
import { refusalOf, sentences } from '../../hojas/read.ts';
import { bookOf, type CellValue, CONTRACT, linesOf } from '../../spreadsheet.ts';
import { readSeguimiento, type SeguimientoOptions } from './read.ts';

// The progress and contracts of a row in a sheet of follow-up, and the reasons of its refusal. The rules of both,
// and what compares with the registry, are in import-seguimiento.test.ts.

type Cells = Record<string, CellValue>;
const REPORT: Cells = { Corte: '2026-06-30', Avance: '45', Pagado: '', Observaciones: '' };
/** Rows that are right but for these cells, by their headings, each with a key of its own. */
function sheet(right: Cells, ...rows: Cells[]): CellValue[][] {
  const whole = rows.map((row, i): Cells => ({ Clave: `A-${i}`, ...right, ...row }));
  const headings = [...new Set(whole.flatMap(Object.keys))];
  return [headings, ...whole.map((row) => headings.map((heading) => row[heading] ?? null))];
}
const read = (rows: CellValue[][], options?: SeguimientoOptions) =>
  readSeguimiento(linesOf(rows), options);
// biome-ignore lint/suspicious/noExplicitAny: the tests assert what a row holds
type Values = Record<string, any>;
const valuesOf = async (...asked: Parameters<typeof read>): Promise<Values[]> =>
  (await read(...asked)).rows.map(({ values }) => values);

describe('the headings of a sheet of follow-up', () => {
  const COLUMNS: Record<string, [headings: string, fields: string]> = {
    'of the registry': [
      'Clave única|Fecha de corte|Avance físico|Monto pagado|Observaciones|Causa del atraso',
      'claveUnica fechaCorte avanceFisico montoPagado observaciones causaAtraso',
    ],
    'of few words': ['clave|Corte|% de avance', 'claveUnica fechaCorte avanceFisico'],
    'of Recursos Federales Transferidos': [
      'FOLIO|CICLO|TRIMESTRE|AVANCE|EJERCIDO',
      'claveUnica ciclo trimestre avanceFisico montoPagado',
    ],
    'of Formato 28': [
      ['Número de expediente, folio o nomenclatura', ...Object.keys(CONTRACT)].join('|'),
      'claveUnica numero objeto contratista contratistaRfc monto fechaFirma fechaInicio fechaTermino procedimiento',
    ],
    'of progress, whose «Número» and «Monto» are the work’s': [
      'Número|Clave|Corte|Avance|Monto|No. de contrato',
      '- claveUnica fechaCorte avanceFisico - numero',
    ],
    'of contracts, whose «Número» and «Monto» are the contract’s': [
      'Clave|Número|Monto',
      'claveUnica numero monto',
    ],
  };
  for (const [what, [headings, fields]] of Object.entries(COLUMNS)) {
    test(`are recognized in ${what}`, async () => {
      const { columnas } = await read([headings.split('|'), ['A-1']]);
      assert.equal(columnas.map(({ campo }) => campo ?? '-').join(' '), fields);
    });
  }

  test('without one for the progress are pointed out, with the likeliest', async () => {
    const { errores } = await read([
      ['Clave', 'Corte', 'Avance de la obra civil'],
      ['A-1', '2026-06-30', '45'],
    ]);
    assert.deepEqual(columnOf(errores, 'mensaje'), [
      'Ninguna columna se reconoció como avance físico. ¿Es «Avance de la obra civil»?',
    ]);
  });

  const beyond = (heading: string, below: string, field = 'Avance físico') =>
    `El encabezado «${heading}» sigue en otro renglón («${below}»): escriba en uno solo qué es cada columna, como «${field}».`;
  /** Rows of headings, «Clave» and «Corte» before them, cells of a row, and what is read: a percentage, a payment, or why nothing is. */
  // biome-ignore format: rows
  const IN_ROWS: [headings: string[], cells: string, read: number | string][] = [
    [['Avance físico||Nota', 'Prog.|Real %|'], '80|45|x', 45],
    [['Avance físico|', 'Programado|Ejecutado'], '80|45', 45],
    [['Avance físico|', 'Anterior|Actual'], '20|45', 45],
    [['Avance físico||', 'Anterior|En el periodo|Acumulado'], '20|25|45', 45],
    [['Avance físico|', 'En el trimestre|Acumulado'], '20|45', 45],
    [['Avance físico|', 'Periodo|Al periodo'], '20|45', 45],
    [['Avance físico|', '%|Observaciones'], '45|x', 45],
    [['% de avance|', 'Del mes|A la fecha'], '5|45', 45],
    [['Avance|', 'Físico|Financiero'], '45|80', 45],
    [['Avance|', 'Financiero|Físico'], '80|45', 45],
    [['Avance|||', 'Físico||Financiero|', 'Prog.|Real|Prog.|Real'], '80|45|70|60', 45],
    [['Avance físico||Avance financiero|', 'Prog.|Real|Prog.|Real'], '80|45|70|60', 45],
    [['Avance financiero||Avance físico', 'Prog.|Real|'], '70|60|45', 45],
    [['Avance financiero|', 'Prog.|Real'], '70|60', 'Ninguna columna se reconoció como avance físico.'],
    [['Programado|Real', 'Avance físico|Avance físico'], '80|45', 45],
    [['Anterior||Actual|', 'Avance físico|Pagado|Avance físico|Pagado'], '20|5|45|9', 45],
    [['Físico|Financiero', 'Avance|Avance'], '45|80', 45],
    [['Monto pagado|', 'En el trimestre|Acumulado'], '5|9', 9],
    [['Pagado||', 'Federal|Estatal|Total'], '5|4|9', 9],
    // One row is as good as two.
    [['Avance físico (programado)|Avance físico (real)'], '80|45', 45],
    [['Avance físico programado|Avance físico a la fecha'], '80|45', 45],
    [['Avance físico (al trimestre)|Avance (en el trimestre)'], '45|20', 45],
    [['Monto pagado (trimestre)|Monto pagado acumulado'], '5|9', 9],
    // The meaning can't be told.
    [['Avance', 'Programado'], '45', beyond('Avance', 'Programado')],
    [['Avance físico|', 'Prog.|Dif.'], '80|45', beyond('Avance físico', 'Prog.')],
    [['Avance físico|', '1er trim.|2o trim.'], '20|45', beyond('Avance físico', '1er trim.')],
    [['Avance físico|', 'Etapa 1|Etapa 2'], '20|45', beyond('Avance físico', 'Etapa 1')],
    [['Pagado|', 'Federal|Estatal'], '5|4', beyond('Pagado', 'Federal', 'Monto pagado')],
    [['Pagado|', '2025|2026'], '5|4', beyond('Pagado', '2025', 'Monto pagado')],
    [['Monto pagado|', 'Anterior|Actual'], '5|4', beyond('Monto pagado', 'Anterior', 'Monto pagado')],
    [['Avance|Avance', 'Físico|Físico'], '45|80', /dos veces/.source],
    [['Avance físico (programado)'], '80', 'Ninguna columna se reconoció como avance físico.'],
    [['Monto pagado (sin IVA)'], '80', 'Ninguna columna se reconoció como avance físico.'],
  ];
  test('that go on in another row, or in parentheses, name the right column, or the file is refused', async () => {
    for (const [headings, cells, expected] of IN_ROWS) {
      const rows = headings.map((row, i) => [
        ...(i === 0 ? ['Clave', 'Corte'] : ['', '']),
        ...row.split('|'),
      ]);
      const what = headings.join(' / ');
      const reading = read([...rows, ['A-1', '2026-06-30', ...cells.split('|')]]);
      const refusal = await refusalOf(reading);
      if (refusal !== undefined) {
        assert.match(refusal, new RegExp(String(expected).replace(/[().?]/g, '\\$&')), what);
        continue;
      }
      const { rows: found, errores } = await reading;
      if (typeof expected === 'string') {
        assert.ok(errores[0]?.mensaje.startsWith(expected), `${what}: ${errores[0]?.mensaje}`);
        continue;
      }
      assert.deepEqual(sentences(errores), [], what);
      const avance = found[0]?.values.avance as Values;
      assert.ok(Object.values(avance).includes(expected), `${what}: ${JSON.stringify(avance)}`);
      assert.ok(!Object.values(avance).includes(80) && !Object.values(avance).includes(20), what);
    }
  });

  test('are not looked for in a row of values below the first', async () => {
    const { rows } = await read([
      ['Clave', 'Corte', 'Avance físico', 'Observaciones'],
      ['A-1', '2026-06-30', '45', 'Real'],
      ['', '', 'N/D', 'Acumulado'],
    ]);
    assert.deepEqual(columnOf(rows, 'fila'), [2, 3]);
  });
});

describe('a row with a report', () => {
  const unread = (day: string) => [
    `Fecha de corte: «${day}» no es una fecha que se entienda; escríbala como 2026-06-30 o 30/06/2026.`,
  ];
  const FOR_ALL = { fechaCorte: '2026-06-30' };
  const FIELDS: Record<string, string> = {
    ...{ Corte: 'fechaCorte', Avance: 'avanceFisico', Pagado: 'montoPagado' },
    ...{ Observaciones: 'observaciones', 'Causa del atraso': 'causaAtraso' },
  };
  /** The value that the first of these cells is read as, or the sentences that refuse its row. */
  // biome-ignore format: rows
  const READ: [cells: Cells, read: unknown, options?: SeguimientoOptions][] = [
    [{ Corte: '30/06/2026' }, '2026-06-30'],
    [{ Corte: '31 de mayo de 2026' }, '2026-05-31'],
    [{ Corte: '31 de agosto, 2026' }, '2026-08-31'],
    [{ Corte: '30-abr-2026' }, '2026-04-30'],
    [{ Corte: 'Al 30 de junio de 2026' }, '2026-06-30'],
    [{ Corte: '2026/07/31' }, '2026-07-31'],
    [{ Corte: '2026-02-30' }, unread('2026-02-30')],
    [{ Corte: '2999-06-30' }, unread('2999-06-30')],
    // The last day of its quarter, whose year is that of the day for all rows where nothing else says it.
    [{ Corte: '', CICLO: '2025', TRIMESTRE: '1' }, '2025-03-31'],
    [{ Corte: '', CICLO: '2025', TRIMESTRE: 'Segundo trimestre' }, '2025-06-30'],
    [{ Corte: '', CICLO: '2025', TRIMESTRE: 'julio - septiembre' }, '2025-09-30'],
    [{ Corte: '', CICLO: '2025', TRIMESTRE: 'IV' }, '2025-12-31'],
    [{ Corte: '', CICLO: '2026', TRIMESTRE: 'T1' }, '2026-03-31'],
    [{ Corte: '', CICLO: '2026', TRIMESTRE: 'quinto' }, ['Trimestre: «quinto» no es un trimestre; escriba 1, 2, 3 o 4.']],
    [{ Corte: '', Trimestre: '1º' }, '2026-03-31', FOR_ALL],
    [{ Corte: '', Trimestre: 'Segundo trimestre' }, '2026-06-30', FOR_ALL],
    [{ Corte: '' }, '2026-06-30', FOR_ALL],
    // A year that says no day is no matter, unless a quarter needs it.
    [{ Corte: '', Ejercicio: 'PEF 2026' }, '2026-06-30', FOR_ALL],
    [
      { Corte: '', Ejercicio: 'PEF 2026', Trimestre: '1' },
      ['Año del trimestre: «PEF 2026» no es un año entre 2000 y 2100.'],
      FOR_ALL,
    ],
    [{ Corte: '' }, ['Falta la fecha de corte. Escríbala en la fila, o elija una para todas.']],
    [{ Avance: '45.5' }, 45.5],
    [{ Avance: '25,5' }, 25.5],
    [{ Avance: '10 %' }, 10],
    [{ Avance: '.5' }, 0.5],
    [{ Avance: ',5 %' }, 0.5],
    [{ Avance: '.' }, ['Avance físico: «.» no es un porcentaje; escriba el por ciento, como 45.5.']],
    // A little less than all is not all, and a little more is no percentage.
    [{ Avance: '99.996 %' }, 99.99],
    [{ Avance: '100.004 %' }, 100.01],
    [{ Avance: 'mucho' }, ['Avance físico: «mucho» no es un porcentaje; escriba el por ciento, como 45.5.']],
    [{ Clave: '' }, ['Falta la clave única. Escríbala en la fila.']],
    [{ Pagado: '1,200,000.00' }, 1200000],
    [{ Pagado: '' }, undefined],
    [{ Pagado: '1.234' }, ['Monto pagado: «1.234» puede leerse de dos maneras; escriba la cantidad como 1250000.50.']],
    [{ Observaciones: 'Cimentación' }, 'Cimentación'],
    [
      { Observaciones: 'Construcci\ufffdn' },
      [
        'Observaciones: «Construcci\ufffdn» perdió letras («\ufffd») al guardarse en otra codificación; corríjalas, o guarde de nuevo el original como «CSV UTF-8» o como .xlsx.',
      ],
    ],
    [{ 'Causa del atraso': 'N/A' }, undefined],
    [{ 'Causa del atraso': 'Falta de liberación del predio' }, 'PREDIO'],
  ];
  test('is read as its cells say, in every way of writing, or refused where that is not certain', async () => {
    for (const [cells, expected, options] of READ) {
      const [heading = ''] = Object.keys(cells);
      const { rows } = await read(sheet(REPORT, cells), options);
      const { values, sentences: found = [] } = rows[0] ?? {};
      const { avance }: Values = values ?? {};
      const understood = found.length > 0 ? found : avance[FIELDS[heading] ?? ''];
      assert.deepEqual(understood, expected, JSON.stringify(cells));
    }
    const { grupos } = await read(sheet(REPORT, { Corte: '' }));
    assert.equal(grupos[0]?.remedio, 'Con fechaCorte se indica para todas las filas.');
  });

  const cell = (style: number, value: number) => ({ xml: `<c s="${style}"><v>${value}</v></c>` });
  // Days and percentages of a workbook are numbers, which their formats make something of.
  const PERCENTS: [avance: CellValue, percent: number, isBare: boolean][] = [
    [cell(2, 0.45), 45, false],
    [cell(3, 0.333333), 33.33, false],
    [cell(2, 1.2), 120, false],
    ['25,5', 25.5, true],
    [0.45, 0.45, true],
    ['0.45', 0.45, true],
    ['0.45 %', 0.45, false],
  ];
  test('is read in a workbook by the formats of days and percentages', async () => {
    const rows = sheet({}, ...PERCENTS.map(([Avance]) => ({ Corte: cell(1, 46203), Avance })));
    const book = await bookOf([{ name: 'Avances', rows }], { formats: [0, 14, 9, '0.0 %'] });
    const { rows: found, avisos } = await readSeguimiento(book);
    assert.deepEqual(
      found.map(({ values }) => [values.avance, values.bare !== undefined]),
      PERCENTS.map(([, avanceFisico, isBare]) => [
        { fechaCorte: '2026-06-30', avanceFisico },
        isBare,
      ]),
    );
    assert.deepEqual(sentences(avisos), ['3: Avance físico: se redondea a dos decimales.']);
  });

  test('is asked about where a heading speaks of thousands, and read as the importer says', async () => {
    const rows = sheet({}, { Corte: '2026-06-30', 'Monto pagado (miles de pesos)': '1200' });
    const { creadas, errores } = await read(rows);
    assert.deepEqual(
      [creadas, ...errores.map(({ mensaje }) => mensaje)],
      [
        0,
        'Monto pagado: «Monto pagado (miles de pesos)» habla de miles: confirme si los montos están en miles de pesos o en pesos.',
      ],
    );
    const [row] = await valuesOf(rows, { unidadMonto: 'miles' });
    assert.equal(row?.avance.montoPagado, 1200000);
  });

  const SPLIT: [file: string, sentence: RegExp][] = [
    ['Pagado\nA-1,2026-06-30,45,1,200,000.00', /sin comillas/],
    ['Pagado,Observaciones\nA-1,2026-06-30,45,1,200,Bien', /sin comillas/],
    ['Observaciones\nA-1,2026-06-30,45,5,', /un solo por ciento con una coma/],
    ['\nA-1,2026-06-30,45,5', /sin comillas/],
  ];
  test('has one fault where an amount or percentage was cut at a comma without quotes', async () => {
    for (const [file, sentence] of SPLIT) {
      const text = `Clave,Corte,Avance físico,${file}`.replace(',\n', '\n');
      const { creadas, errores } = await readSeguimiento(text);
      assert.deepEqual([creadas, errores.length], [0, 1], file);
      assert.match(errores[0]?.mensaje ?? '', sentence, file);
    }
    const paid = 'FOLIO,CICLO,TRIMESTRE,MONTO_EJERCIDO,MONTO_PAGADO,AVANCE,OBSERVACIONES';
    const WHOLE: [row: string, isWhole: boolean][] = [
      ['300,250,40,Bien', true],
      ['300,250,,Sin acta', true],
      ['1,250.50,40,Bien', true],
      // One of the last columns is blank, or has what another should have.
      ['300,250,,40,', false],
      ['300,250,,40', false],
      ['300,250,40', false],
      ['300,250,40,', false],
      ['300,250,145,Bien', false],
      ['$300,250,40,Bien', false],
      ['"300,250",,40,', true],
    ];
    for (const [row, isWhole] of WHOLE) {
      const { creadas } = await readSeguimiento(`${paid}\nA-1,2026,2,${row}`);
      assert.equal(creadas, isWhole ? 1 : 0, row);
    }
    for (const [headings, row, pagado] of [
      ['MONTO_EJERCIDO,MONTO_PAGADO,AVANCE', '300,250,40', 250],
      ['AVANCE,MONTO_EJERCIDO,MONTO_PAGADO', '40,300,250', 250],
      ['PAGADO,Costo final,AVANCE', '300,250,40', 300],
    ] as const) {
      const [one] = (await readSeguimiento(`FOLIO,CICLO,TRIMESTRE,${headings}\nA-1,2026,2,${row}`))
        .rows;
      const avance = one?.values.avance as Values;
      assert.deepEqual([avance.montoPagado, avance.avanceFisico], [pagado, 40], headings);
    }
    // Two percentages beside one another are two, and nothing paid of all that is built is no thousand.
    const beside = 'Clave,Corte,Avance físico,Avance financiero,Pagado,Otra';
    const rows = ['A-1,2026-06-30,45,38,0,100', 'A-2,2026-06-30,45,5,1,'];
    assert.equal((await readSeguimiento([beside, ...rows].join('\n'))).creadas, 2);
  });

  test('is read the same where its work’s cut stands twice in a sheet', async () => {
    const same = (...reports: Cells[]) =>
      read(sheet({ ...REPORT, Clave: 'A-1' }, ...reports, { Corte: '2026-07-31', Avance: '50' }));
    const { errores, creadas } = await same({ Avance: '30' }, { Avance: '30' }, { Avance: '31' });
    assert.deepEqual(sentences(errores), [
      '2: La obra tiene ese corte también en la fila 4 de este archivo, con otros datos.',
      '3: La obra tiene ese corte también en la fila 4 de este archivo, con otros datos.',
      '4: La obra tiene ese corte también en la fila 2 de este archivo, con otros datos.',
    ]);
    assert.equal(creadas, 1);
  });
});

describe('a row with a contract', () => {
  const WHOLE = {
    numero: 'SOP-1',
    procedimiento: 'LICITACION_PUBLICA',
    objeto: 'Pavimentar',
    contratista: 'Constructora del Mayab',
    contratistaRfc: 'CMA010203AB5',
    monto: 1000000,
    fechaFirma: '2026-01-20',
    fechaInicio: '2026-02-01',
    fechaTermino: '2026-10-31',
  };
  test('is read as its cells say, and its remarks and year make no report', async () => {
    const others: Cells[] = [{}, { Observaciones: 'Plurianual' }, { Ejercicio: '2025-2026' }];
    for (const more of others) {
      const [row] = await valuesOf(sheet(CONTRACT, more));
      assert.deepEqual([row?.avance, row?.contrato], [null, WHOLE]);
    }
  });

  test('has the RFC of its firm however a form parts it', async () => {
    const RFC = 'RFC de la persona física o moral contratista';
    const forms = ['CMA-010203-AB5', 'cma 010203 ab5', 'CMA010203-AB5', 'C.M.A. 010203 AB5'];
    for (const form of forms) {
      const [row] = await valuesOf(sheet(CONTRACT, { [RFC]: form }));
      assert.deepEqual(row?.contrato, WHOLE, form);
    }
    const [other] = await valuesOf(sheet(CONTRACT, { [RFC]: 'en trámite (2026-01)' }));
    assert.equal(other?.contrato?.contratistaRfc, 'EN TRÁMITE (2026-01)');
  });

  test('beside progress has certain fields of the contract alone; a bare number makes none', async () => {
    const own = { Número: '1', Monto: '5000000' };
    const [bare, named] = await valuesOf(
      sheet({ ...own, ...REPORT, 'No. de contrato': 'X-1' }, { Objeto: '' }, { Objeto: 'Algo' }),
    );
    assert.equal(bare?.contrato, null);
    assert.deepEqual(named?.contrato, { numero: 'X-1', objeto: 'Algo' });
    assert.equal(bare?.avance.avanceFisico, 45);
    const [alone] = await valuesOf(sheet({}, { Número: 'SOP-1', Monto: '2000000' }));
    assert.deepEqual(alone?.contrato, { numero: 'SOP-1', monto: 2000000 });
  });

  const choices =
    'no es de los valores que hay: Licitación pública, Invitación a cuando menos tres, Adjudicación directa.';
  test('is refused for unknown choices, and where its number stands above with other data', async () => {
    const { errores } = await read(
      sheet(
        { ...CONTRACT, Clave: 'A-1' },
        { 'Tipo de procedimiento': 'Sorteo' },
        {},
        { 'No. de contrato': 'sop-1' },
        { 'No. de contrato': 'sop-1', 'Objeto del contrato': 'Otra cosa' },
        { 'No. de contrato': 'LP-1-10' },
        { 'No. de contrato': 'LP-11-0', 'Objeto del contrato': 'Otra cosa' },
      ),
    );
    assert.deepEqual(sentences(errores), [
      `2: Procedimiento: «Sorteo» ${choices}`,
      '3: La obra tiene ese contrato también en la fila 5 de este archivo, con otros datos.',
      '4: La obra tiene ese contrato también en la fila 5 de este archivo, con otros datos.',
      '5: La obra tiene ese contrato también en la fila 3 de este archivo, con otros datos.',
    ]);
  });
});

test('each choice comes in by its code, and by the name that people see of it', () => {
  for (const [campo, { names }] of Object.entries(WORDS_OF)) {
    for (const [code, name] of Object.entries(names)) {
      for (const text of [code, name, ` ${name.toUpperCase()} `]) {
        const word = readChoice(WORDS_OF[campo as keyof typeof WORDS_OF], { text, kind: 'text' });
        assert.deepEqual(word, { value: code }, `${campo}: ${text}`);
      }
    }
  }
});
