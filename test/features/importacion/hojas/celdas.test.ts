import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readDay } from '../../../../src/hojas/celdas/day.ts';
import { unitIn, unitInTitle, withoutUnit } from '../../../../src/hojas/celdas/units.ts';
import { columnOf } from '../../../columns.ts';
import { type Reading, refusalOf, sentences } from '../../../hojas/read.ts';
import { type CellValue, linesOf, type Row } from '../../../spreadsheet.ts';
import { table } from '../../../table.ts';
import { readSeguimiento } from '../../seguimiento/read.ts';
import {
  bookOfWorks,
  cutsIn,
  errorsIn,
  fixture,
  notesIn,
  type ObrasOptions,
  PRUEBA,
  readAs,
  readObras,
  rowsOfCuts,
  WORK,
  works,
} from '../read.ts';

// The meaning of a cell in a sheet of obras: amounts and their units, years, keys, coordinates. Nothing is guessed that can
// be read in two ways.

/** The value that a field of one work is read as, or the sentences that refuse it. */
async function readOne(file: string | Buffer, field: string, options?: ObrasOptions) {
  const { rows, errores } = await readObras(file, options);
  return errores.length > 0 ? sentences(errores) : rows[0]?.values[field];
}

describe('an amount', () => {
  const unread = (text: string) => `no se entiende «${text}»; escriba la cantidad como 1250000.50.`;
  const asUnread = (text: string): [string, string] => [text, unread(text)];
  const twoWays = (text: string) =>
    `«${text}» puede leerse de dos maneras; escriba la cantidad como 1250000.50.`;
  const foreign = (text: string) =>
    `«${text}» está en otra moneda y el registro guarda pesos mexicanos: conviértala y escriba sólo la cantidad.`;
  // biome-ignore format: rows
  const AMOUNTS: [text: string, read: number | string][] = [
    ['1250000.5', 1250000.5],
    ['$1,250,000.50', 1250000.5],
    ['$ 1 250 000.50 MXN', 1250000.5],
    ['1.250.000,50', 1250000.5],
    ["1'250,000.50", 1250000.5],
    ['$1.234.567,89', 1234567.89],
    ['12,34', 12.34],
    ['1,234', 1234],
    ['9,999,999,999,999.99', 9999999999999.99],
    ['0', 0],
    ['2.00', 2],
    // Beyond the rules of obras, which refuse it.
    ['-5', -5],
    ['- 5', -5],
    ['10000000000000', 1e13],
    ['1234.567', '«1234.567» tiene más de dos decimales; redondéelo en la hoja, como con =REDONDEAR(C2,2).'],
    ['1.234', twoWays('1.234')],
    ...['1,25,0', 'N/D', '12 34', 'mucho', '1.250 mdp'].map(asUnread),
    // In millions it would be half a million, and no thousand begins with 0.
    ...['0,567', '0.567.000'].map(asUnread),
    // Two amounts, and an amount with its note.
    ...['$150 $200', '1$250', '1250000.5²'].map(asUnread),
    ['150\n200', unread('150 200')],
    ['1.2E+10', '«1.2E+10» está en notación científica y puede haber perdido cifras; escriba la cantidad como 1250000.50.'],
    ['1,250,000.5 USD', foreign('1,250,000.5 USD')],
    ['1,000 dólares', foreign('1,000 dólares')],
    ['12.5 mdp', 'no se entiende «12.5 mdp»; escriba 12500000.'],
    ['1.2 millones de pesos', 'no se entiende «1.2 millones de pesos»; escriba 1200000.'],
    ['$350 mil', 'no se entiende «$350 mil»; escriba 350000.'],
    ['1,250 miles', 'no se entiende «1,250 miles»; escriba 1250000.'],
    ['#N/D', '«#N/D» es el error de una fórmula; escriba el dato.'],
  ];
  const assertAmounts = (reading: Reading, cases: [text: string, read: number | string][]) =>
    assert.deepEqual(
      readAs(reading, 'monto'),
      cases.map(([, read]) => (typeof read === 'number' ? read : [`Monto: ${read}`])),
    );
  test('is read where only one meaning is possible', async () =>
    assertAmounts(await readObras(works(...AMOUNTS.map(([monto]) => ({ monto })))), AMOUNTS));

  test('with its unit is read in a file of that unit, and refused in the unit of the file', async () => {
    const millones: ObrasOptions = { unidadMonto: 'millones' };
    assert.equal(await readOne(works({ monto: '12.5 mdp' }), 'monto', millones), 12500000);
    assert.deepEqual(await errorsIn(works({ monto: '350 mil' }), millones), [
      '2: Monto: no se entiende «350 mil»; escriba 0.35.',
    ]);
  });

  // biome-ignore format: rows
  const NUMBERS: [xml: string, read: number | string][] = [
    ['<c><v>1234.5600000000002</v></c>', 1234.56],
    ['<c><v>0.30000000000000004</v></c>', 0.3],
    ['<c><v>1E6</v></c>', 1000000],
    ['<c><v>1234.567</v></c>', '«1234.567» tiene más de dos decimales; redondéelo en la hoja, como con =REDONDEAR(C2,2).'],
    ['<c><f>SUM(A1)</f></c>', 'el archivo no trae el resultado de la fórmula; ábralo en su programa de hojas de cálculo y guárdelo de nuevo.'],
    ['<c t="e"><v>#N/A</v></c>', 'la celda tiene un error de fórmula (#N/A); corríjala.'],
    ['<c s="1"><v>0.5</v></c>', unread('0.5')],
  ];
  test('of a workbook is its number without the remains of binary fractions', async () => {
    const cells = NUMBERS.map(([xml]) => ({ monto: { xml } }));
    assertAmounts(await readObras(await bookOfWorks(cells, [0, 9])), NUMBERS);
  });
});

describe('the unit of amounts', () => {
  test('is known by the words of headings', () => {
    const UNITS: [heading: string, unit: string | undefined, rest: string][] = [
      ['Monto', undefined, 'Monto'],
      ['Monto (MXN)', 'pesos', 'Monto ('],
      ['Monto M.N.', 'pesos', 'Monto '],
      ['Importe en pesos', 'pesos', 'Importe '],
      ['Monto en miles de pesos', 'miles', 'Monto '],
      ['MONTO_MILES', 'miles', 'MONTO '],
      ['Monto (000)', 'miles', 'Monto ('],
      ['Monto (miles) autorizado', 'miles', 'Monto (miles) autorizado'],
      ['Inversión MDP', 'millones', 'Inversión '],
      ['Monto, cifras en millones de pesos.', 'millones', 'Monto, '],
      ['Monto USD', 'divisa', 'Monto '],
      ['Monto (miles de dólares)', 'divisa', 'Monto ('],
      ['Monto (MDD)', 'divisa', 'Monto ('],
      ['Monto US$', 'divisa', 'Monto '],
      ['Familias beneficiadas', undefined, 'Familias beneficiadas'],
    ];
    for (const [heading, unit, rest] of UNITS) {
      assert.deepEqual([unitIn(heading), withoutUnit(heading)], [unit, rest], heading);
    }
    const TITLES = table`
      Programa de obras 2026 (cifras en miles de pesos)  | miles
      Importes en MDP                                    | millones
      Obras para miles de familias; millones de sonrisas | -
      Cifras en pesos                                    | -`;
    for (const [title = '', unit] of TITLES) assert.equal(unitInTitle(title) ?? '', unit, title);
  });

  const under = (heading: string, amount: string) => works({ monto: undefined, [heading]: amount });
  const doubt = (text: string, unit: string) =>
    `Monto: «${text}» habla de ${unit}: confirme si los montos están en ${unit} de pesos o en pesos.`;
  const foreign =
    'Monto: «Monto USD» habla de otra moneda y el registro guarda pesos mexicanos: convierta los montos.';
  const file = (heading: string) => under(heading, '1250.5');
  // biome-ignore format: rows
  const DOUBTFUL: [what: string, file: string, codigo: string, sentence: string][] = [
    ['Monto (miles de pesos)', file('Monto (miles de pesos)'), 'unidadMonto', doubt('Monto (miles de pesos)', 'miles')],
    ['Importe MDP', file('Importe MDP'), 'unidadMonto', doubt('Importe MDP', 'millones')],
    // Other money can be confirmed to be pesos and nothing else, which a door offers by this code.
    ['Monto USD', file('Monto USD'), 'otraMoneda', foreign],
    ['a title', `Cifras en miles de pesos\r\n${works({})}`, 'unidadMonto', doubt('Cifras en miles de pesos', 'miles')],
  ];
  for (const [what, doubtful, codigo, sentence] of DOUBTFUL) {
    test(`is asked for where ${what} names another than pesos, and no row is taken`, async () => {
      const { errores, grupos, creadas } = await readObras(doubtful);
      assert.equal(creadas, 0);
      assert.deepEqual(columnOf(errores, 'mensaje'), [sentence]);
      const groups = grupos.map((each) => [each.codigo, each.filas, each.mensaje]);
      assert.deepEqual(groups, [[codigo, '', sentence]]);
    });
  }

  test('is pesos where the heading names it, or no other is named', async () => {
    for (const heading of ['Monto (M.N.)', 'Monto en pesos', 'Importe MXN', 'Monto $', 'monto']) {
      assert.equal(await readOne(under(heading, '$1,250.50'), 'monto'), 1250.5, heading);
    }
    // Of several columns that in pesos counts.
    const { columnas, rows } = await readObras(works({ monto: '1000', 'Monto (USD)': '55' }));
    assert.deepEqual(columnas.at(-1), { columna: 'Monto (USD)', campo: null });
    assert.equal(rows[0]?.values.monto, 1000);
  });

  const CONFIRMED = table`
    # heading              | amount       | unit     | pesos
    Monto (miles de pesos) | 1,250.5      | miles    | 1250500
    Monto (miles de pesos) | 1250.5       | pesos    | 1250.5
    Monto MDP              | 12.3456785   | millones | 12345678.5
    Monto MDP              | 0.07         | millones | 70000
    Monto MDP              | 4.35         | millones | 4350000
    Monto MDP              | 12.34567891  | millones | 12345678.91
    Monto MDP              | 12.345678912 | millones | refused
    Monto                  | 1.1          | miles    | 1100
    Monto USD              | 5            | pesos    | 5
    Monto USD              | 5            | miles    | refused`;
  test('is the one that the importer names', async () => {
    for (const [heading = '', amount = '', unit, pesos] of CONFIRMED) {
      const unidadMonto = unit as NonNullable<ObrasOptions['unidadMonto']>;
      const { rows, creadas } = await readObras(under(heading, amount), { unidadMonto });
      const read = creadas === 1 ? String(rows[0]?.values.monto) : 'refused';
      assert.equal(read, pesos, `${amount} under «${heading}» in ${unit}`);
    }
    const book = await bookOfWorks(
      [2.3, 1.1, 0.1 + 0.2, 4.35e-2, 1250].map((monto) => ({ monto })),
    );
    const read = await readObras(book, { unidadMonto: 'millones' });
    assert.deepEqual(readAs(read, 'monto'), [2300000, 1100000, 300000, 43500, 1250000000]);
  });

  const NOTED: [heading: string, unidad: 'pesos' | 'miles', note?: string][] = [
    ['Monto', 'miles', '1: Los montos se leen en miles de pesos, como se indicó.'],
    ['Monto (miles de pesos)', 'miles', '1: Los montos se leen en miles de pesos, como se indicó.'],
    ['Monto MDP', 'pesos', '1: Los montos se leen en pesos, como se indicó.'],
    ['Monto', 'pesos'],
    ['Monto USD', 'miles'],
  ];
  test('is noted wherever the importer alone has named it, so that no amount is converted silently', async () => {
    for (const [heading, unidadMonto, ...note] of NOTED) {
      const { avisos, grupos } = await readObras(under(heading, '5'), { unidadMonto });
      assert.deepEqual(sentences(avisos), note, `${heading}, ${unidadMonto}`);
      const codes = grupos.flatMap((each) => (each.gravedad === 'aviso' ? each.codigo : []));
      assert.deepEqual(codes, note.length > 0 ? ['unidadDicha'] : []);
    }
  });
});

describe('the money of a row', () => {
  const foreign = (text: string) =>
    `Moneda: «${text}» no son pesos y el registro guarda pesos mexicanos: convierta los montos de la fila y escriba ahí «Pesos».`;
  // biome-ignore format: rows
  const PESOS = [
    ...['Peso', 'pesos', 'PESOS', 'Peso mexicano', 'Pesos Mexicanos', 'MXN', 'MXP', 'M.N.', 'M. N.', 'MN'],
    ...['Moneda nacional', 'Nacional', 'Pesos M.N.', 'Peso mexicano (MXN)', 'MXN - Peso mexicano', 'México, Peso'],
    // Nothing is said of it.
    ...['', 'N/A', 'No aplica', 'ND', '-', '$'],
  ];
  // biome-ignore format: rows
  const FOREIGN = [
    ...['Dólar estadounidense', 'Dólares', 'USD', 'US$', 'dlls', 'Euro', 'EUR', '€', 'Pesos colombianos'],
    ...['Moneda extranjera', 'Quetzal', 'Yen', 'UDI', 'Pesos y dólares', 'MXN/USD'],
  ];
  // biome-ignore format: rows
  const HEADED = [
    ...['Tipo de moneda', 'Moneda', 'DIVISA', 'Tipo de Moneda (catálogo)', 'Moneda del contrato'],
    ...['Moneda del pago', 'Moneda de pago', 'Tipo moneda', 'TIPO_MONEDA', 'Clave moneda'],
    ...['Unidad monetaria', 'Moneda en que se expresa el monto', 'Mon.', 'monedaPago', '¿Divisas?'],
  ];
  /** Sentences of a row of each kind of sheet, with these cells more. */
  const kinds = async (cells: Record<string, string>, unidadMonto?: 'miles' | 'pesos') => {
    const report = { Clave: 'A-1', Corte: '2026-06-30', Avance: '45', Pagado: '1200', ...cells };
    const progress = linesOf([Object.keys(report), Object.values(report)]);
    return [
      await readObras(works(cells), { unidadMonto }),
      await readSeguimiento(progress, { unidadMonto }),
    ];
  };
  const errors = async (...asked: Parameters<typeof kinds>) =>
    (await kinds(...asked)).map(({ errores }) => errores.map(({ mensaje }) => mensaje));

  /** Both sheets refuse it, for one money. */
  const assertForeign = async (money: string, ...asked: Parameters<typeof kinds>) =>
    assert.deepEqual(await errors(...asked), [[foreign(money)], [foreign(money)]]);
  // biome-ignore format: rows
  const SILENT: Record<string, string>[] = [
    { 'Valor en moneda nacional': '1200' }, { 'Moneda extranjera': '1,000 USD' }, { 'Moneda extranjera': '15' },
    { 'Moneda nacional': 'X' }, { 'Moneda extranjera': '0.00' }, { '¿Pago en moneda extranjera?': 'No' },
    { 'Monto en moneda nacional, con letra': 'Mil doscientos pesos' }, { 'Importe con IVA': '1200' },
    { 'Obra privada o administrativa incluida': 'No' },
  ];
  test('is pesos, or its row is refused, in sheets of both kinds', async () => {
    for (const cell of PESOS) assert.deepEqual(await errors({ Moneda: cell }), [[], []], cell);
    for (const cell of FOREIGN) await assertForeign(cell, { Moneda: cell });
    const [dollar = ''] = FOREIGN;
    for (const heading of HEADED) await assertForeign(dollar, { [heading]: dollar });
    // Any of its columns may say it, and one of amounts says nothing of others.
    await assertForeign('USD', { Moneda: 'MXN', 'Moneda del pago': 'USD' });
    for (const cells of SILENT)
      assert.deepEqual(await errors(cells), [[], []], JSON.stringify(cells));
    // Its first rows may be blank.
    const late = [...Array(40).fill(''), '5000'].map((each) => ({ 'Moneda extranjera': each }));
    assert.deepEqual(await errorsIn(works(...late)), []);
    // The importer's word for the file makes no note in the row.
    await assertForeign('USD', { Moneda: 'USD' }, 'pesos');
  });

  const unit = (said: string, read: string) =>
    `La fila dice que sus montos están en ${said}, y los del archivo se leen en ${read}: escríbalos todos en la misma unidad.`;
  const change =
    'La fila trae un tipo de cambio, «17.50», y no dice de qué moneda son sus montos: escriba «Pesos» en una columna «Moneda», o convierta los montos.';
  const OTHERS: [cells: Record<string, string>, refused: string[], unidad?: 'miles'][] = [
    [{ Moneda: 'Miles de pesos' }, [unit('miles de pesos', 'pesos')]],
    [{ Moneda: 'Miles de pesos' }, [], 'miles'],
    [{ Moneda: 'Pesos' }, [], 'miles'],
    [{ Unidad: 'Miles de pesos' }, [unit('miles de pesos', 'pesos')]],
    [{ 'Unidad de los montos': 'MDP' }, [unit('millones de pesos', 'pesos')]],
    [{ Unidad: 'Pesos' }, [unit('pesos', 'miles de pesos')], 'miles'],
    [{ Unidad: 'Miles de metros' }, []],
    [{ 'Unidad de medida': 'm2' }, []],
    [{ 'Tipo de cambio de referencia, en su caso': '17.50' }, [change]],
    ...['TIPO_CAMBIO', 'T.C.', 'Tipo de cambio del día de pago'].map(
      (heading): [Record<string, string>, string[]] => [{ [heading]: '17.50' }, [change]],
    ),
    [{ 'Tipo de cambio': '17.50', Moneda: 'MXN' }, []],
    [{ 'Tipo de cambio al proyecto': 'Ampliación' }, []],
    [{ 'Tipo de cambio': '17.50', Moneda: 'USD' }, [foreign('USD')]],
    [{ 'Tipo de cambio': '1.00' }, []],
    [{ 'Tipo de cambio': '0' }, []],
    [{ 'Tipo de cambio': 'N/A' }, []],
  ];
  test('has a unit of its own, the exchange rate, and all that changes its amounts is noticed', async () => {
    for (const [cells, refused, unidadMonto] of OTHERS) {
      const found = await errors(cells, unidadMonto);
      assert.deepEqual(found, [refused, refused], JSON.stringify(cells));
    }
  });

  test('without taxes is refused where amounts have them, and noted where it is a budget', async () => {
    const SAID = table`
      # heading                      | cell    | the amounts are
      ¿Incluye IVA?                  | No      | without taxes
      IVA                            | Sin IVA | without taxes
      IVA                            | Más IVA | without taxes
      IVA incluido                   | Sí      | -
      IVA                            | 192.00  | -
      ¿El monto incluye I.V.A.?      | No      | without taxes
      Los montos incluyen impuestos  | No      | without taxes
      ¿Con IVA? Sí o no              | NO      | without taxes
      Monto incluye IVA              | No      | without taxes
      El monto no incluye IVA        | No      | -
      Monto sin IVA                  | No      | -`;
    const obra = 'La fila dice que su monto no incluye IVA: se registra como está.';
    const contrato =
      'La fila dice que sus montos no incluyen IVA, y el registro los guarda con IVA: escríbalos con él.';
    for (const [heading = '', cell = '', isWithout] of SAID) {
      const [obras, seguimiento] = await kinds({ [heading]: cell });
      const found = [obras?.avisos ?? [], seguimiento?.errores ?? []];
      const expected = isWithout ? [[obra], [contrato]] : [[], []];
      assert.deepEqual(
        found.map((each) => columnOf(each, 'mensaje')),
        expected,
        heading + cell,
      );
    }
  });
});

describe('a year', () => {
  const none = (text: string) => [`2: Ejercicio fiscal: «${text}» no es un año entre 2000 y 2100.`];
  const lacking = ['2: Falta el ejercicio fiscal. Escríbalo en la fila, o elija uno para todas.'];
  const YEARS: [text: string, read: unknown][] = [
    ['2026', 1],
    ['2026.0', 1],
    ['15/01/2026', 1],
    ['1-2-2026', 1],
    ['2026-12-31', 1],
    ['15/01/26', none('15/01/26')],
    ['26', none('26')],
    ['1999', none('1999')],
    ['', lacking],
    ['TOTAL', lacking],
    ['2025', ['2: Ejercicio fiscal: el año 2025 no está en el catálogo.']],
  ];
  test('is four digits, or that of a date as spreadsheets write it to a text', async () => {
    for (const [ejercicio, read] of YEARS) {
      assert.deepEqual(await readOne(works({ ejercicio }), 'ejercicioFiscalId'), read, ejercicio);
    }
    const other = works({ ejercicio: 'TOTAL', CICLO: '2026' });
    assert.equal(await readOne(other, 'ejercicioFiscalId'), 1);
    const date = await bookOfWorks([{ ejercicio: { xml: '<c s="1"><v>46023</v></c>' } }], [0, 14]);
    assert.equal(await readOne(date, 'ejercicioFiscalId'), 1);
  });
});

describe('a whole number', () => {
  test('is its digits, as the writers of Java and pandas put it', async () => {
    const options = { ...PRUEBA, fallbacks: { municipioId: 1 } };
    const read = async (end: string) =>
      (await readObras(fixture(`hojas/enteros-con-punto.${end}`), options)).rows.map(({ values }) =>
        ['claveUnica', 'municipioId', 'ejercicioFiscalId', 'monto'].map((field) => values[field]),
      );
    assert.deepEqual(
      [...(await read('xlsx')), ...(await read('csv'))],
      [
        ['1001', 50, 1, 12500000],
        ['10020001', 50, 1, 350000],
        ['1001', 50, 1, 1250000],
        ['1002', 50, 1, undefined],
      ],
    );
  });

  test('is read alike in each field of works and of follow-up that takes digits', async () => {
    const WHOLE: [cells: Record<string, string>, field: string, value: unknown][] = [
      [{ clave: '42.0' }, 'claveUnica', '42'],
      [{ clave: '0042.00' }, 'claveUnica', '0042'],
      [{ municipio: '50.0' }, 'municipioId', 50],
      [{ municipio: '', municipioClave: '31050.0' }, 'municipioId', 50],
      [{ ejercicio: '2026.0' }, 'ejercicioFiscalId', 1],
      [{ ENTIDAD_FEDERATIVA: '31.0' }, 'claveUnica', 'A-0'],
    ];
    for (const [cells, field, value] of WHOLE) {
      assert.deepEqual(await readOne(works(cells), field), value, JSON.stringify(cells));
    }
    const head =
      'FOLIO,CICLO,TRIMESTRE,AVANCE,No. de contrato,Número de participantes,Monto del contrato,Fecha de firma';
    const { rows, errores } = await readSeguimiento(
      `${head}\r\n7.0,2026.0,2.0,45.0,15.0,3.0,1000.0,20260120.0`,
    );
    assert.deepEqual(sentences(errores), []);
    const { bare: _, ...read } = rows[0]?.values ?? {};
    assert.deepEqual(read, {
      claveUnica: '7',
      avance: { fechaCorte: '2026-06-30', avanceFisico: 45 },
      contrato: { numero: '15', numeroProponentes: 3, monto: 1000, fechaFirma: '2026-01-20' },
    });
    // Keys with other decimals among them are what somebody wrote.
    const keys = await readObras(works({ clave: '1.0' }, { clave: '1.1' }, { clave: 'V2.0' }));
    assert.deepEqual(readAs(keys, 'claveUnica'), ['1.0', '1.1', 'V2.0']);
    // Digits that were lost are not made up.
    assert.match(String(await errorsIn(works({ clave: '1.0020001E7' }))), /notación científica/);
  });
});

describe('a date in a cell', () => {
  // biome-ignore format: rows
  const SPELLINGS = [
    ...['2026-06-30', '2026-6-30', '2026/06/30', '2026.06.30', '20260630', '2026-06-30T00:00:00'],
    ...['2026-06-30T00:00:00.000Z', '2026-06-30 00:00:00', '2026-06-30T06:00:00Z', '2026-06-30T23:59:59-06:00'],
    ...['30/06/2026', '30/6/2026', '30-06-2026', '30.06.2026', '30 / 06 / 2026', '30/06/26', '30-06-26'],
    ...['30/06/2026 00:00', '30/06/2026 12:00:00 a. m.', '30/06/2026, 14:30 hrs', '6/30/2026', '6/30/26'],
    ...['30-jun-2026', '30-jun-26', '30/jun/2026', '30 jun 2026', '30 Jun. 2026', '30JUN2026', '30/VI/2026'],
    ...['30 de junio de 2026', '30 de junio del 2026', '30 de Junio, 2026', '30 DE JUNIO 2026', '30 junio 2026'],
    ...['martes 30 de junio de 2026', 'Martes, 30 de junio de 2026', 'al 30 de junio de 2026'],
    ...['Corte al 30/06/2026', 'al día 30 de junio de 2026', 'junio 30, 2026', 'June 30, 2026', 'Jun 30 2026'],
    ...['30 días del mes de junio del año 2026', 'a los 30 días del mes de junio de 2026'],
    ...['A LOS 30 DIAS DEL MES DE JUNIO DEL AÑO DE 2026', 'al día 30 del mes de junio del 2026'],
    ...['30 de junio del año 2026', '30 de junio, año 2026'],
    ...['30 June 2026', 'June 30th, 2026', '2026-Jun-30', ' 30\u00a0de junio de 2026 '],
  ];
  const OTHERS = table`
    1º de julio de 2026                         | 2026-07-01
    1o. de julio de 2026                        | 2026-07-01
    1ro de julio de 2026                        | 2026-07-01
    1° de julio de 2026                         | 2026-07-01
    Primero de julio de 2026                    | 2026-07-01
    al primer día del mes de julio del año 2026 | 2026-07-01
    al 1er día del mes de julio de 2026         | 2026-07-01
    15 días del mes de mayo del año 2024        | 2024-05-15
    01OCT2026                                   | 2026-10-01
    5 de setiembre de 2025                      | 2025-09-05
    30 sept 2025                                | 2025-09-30
    31/dic/25                                   | 2025-12-31
    # The day stands before the month where nothing shows another order.
    7/1/2026                                    | 2026-01-07
    1/7/26                                      | 2026-07-01
    29/02/2024                                  | 2024-02-29`;
  test('is read in every way in which programs and people write it', () => {
    const cases = [...SPELLINGS.map((text) => [text, '2026-06-30']), ...OTHERS];
    for (const [text = '', day] of cases) {
      assert.deepEqual(readDay({ text, kind: 'text' }), { value: day }, text);
    }
    assert.deepEqual(readDay({ text: '2026-06-30', kind: 'date' }), { value: '2026-06-30' });
    assert.deepEqual(readDay({ text: '20260630', kind: 'number' }), { value: '2026-06-30' });
  });

  const dayless = 'no dice el día; escríbala como 2026-06-30 o 30/06/2026.';
  const none = 'no es una fecha que se entienda; escríbala como 2026-06-30 o 30/06/2026.';
  const serial =
    'es el número con que una hoja de cálculo guarda una fecha; dé formato de fecha a la celda, o escríbala como 2026-06-30.';
  const otherDay = 'es de otro día según la hora de Mérida; escriba la fecha sin hora.';
  // biome-ignore format: rows
  const REFUSED: [why: string, texts: string[]][] = [
    [dayless, ['junio de 2026', 'jun-26', 'junio 2026', '2026-06', '06/2026', 'mes de junio del año 2026']],
    [serial, ['46203', '46203.0']],
    [none, ['30/02/2026', '31/13/2026', '30-xyz-2026', 'segundo trimestre', '2026', '30/06', '30/06/98', '30062026']],
    // A term of 30 days, perhaps.
    [none, ['31 días del mes de junio del año 2026', '30 días del mes de junio', '30 días, junio de 2026']],
    [otherDay, ['2026-07-01T03:00:00Z', '2026-06-30T23:00:00-08:00']],
  ];
  test('is refused where it is impossible or a part is missing', () => {
    const assertRefused = (text: string, kind: 'text' | 'number', why: string) =>
      assert.deepEqual(readDay({ text, kind }), { fault: `«${text}» ${why}`, general: why });
    for (const [why, texts] of REFUSED) for (const text of texts) assertRefused(text, 'text', why);
    assertRefused('46203', 'number', serial);
  });

  const column = (days: string[]) => linesOf(rowsOfCuts(days));
  const both = (text: string, day: string, month: string) =>
    `Fecha de corte: «${text}» puede ser ${day} o ${month}: en el archivo hay fechas con el día primero y otras con el mes primero; escríbala como ${day}.`;
  test('is read in the order that shows in the column’s only unequivocal cell', async () => {
    const american = fixture('hojas/corte-mes-primero.csv');
    assert.deepEqual(await cutsIn(american), ['2026-06-30', '2026-07-01', '2026-03-04']);
    assert.deepEqual(sentences((await readSeguimiento(american)).avisos), [
      '3: Las fechas de «fecha de corte» se leen con el mes primero, como «6/30/2026».',
    ]);
    // biome-ignore format: rows
    const CASES: [days: string[], read: unknown[]][] = [
      [['7/1/2026', '3/4/2026', '6/30/2026'], ['2026-07-01', '2026-03-04', '2026-06-30']],
      [['7/1/2026', '30/6/2026'], ['2026-01-07', '2026-06-30']],
      [['7/1/2026', '3/4/2026'], ['2026-01-07', '2026-04-03']],
      [['5/5/2026', '6/30/2026', '30/6/2026'], ['2026-05-05', '2026-06-30', '2026-06-30']],
      [['7/1/2026', '6/30/2026', '30/6/2026'], [both('7/1/2026', '2026-01-07', '2026-07-01'), '2026-06-30', '2026-06-30']],
      // A date that says its month counts for none.
      [['7/1/2026', '2026-06-30', '30-jun-2026'], ['2026-01-07', '2026-06-30', '2026-06-30']],
      [['7/1/26', '6/30/26'], ['2026-07-01', '2026-06-30']],
    ];
    for (const [days, read] of CASES)
      assert.deepEqual(await cutsIn(column(days)), read, days.join());
    // The order of one column counts for those that show none.
    const contract = linesOf([
      ['clave', 'no. de contrato', 'fecha del contrato', 'fecha de inicio', 'monto'],
      ['A-1', 'X', '1/2/2026', '1/30/2026', '5'],
    ]);
    const { rows } = await readSeguimiento(contract);
    const days = { fechaFirma: '2026-01-02', fechaInicio: '2026-01-30' };
    assert.deepEqual(rows[0]?.values.contrato, { numero: 'X', monto: 5, ...days });
  });

  test('refuses the file where a later row shows another order than was read', async () => {
    const many = (last: string) => column([...Array(3000).fill('7/1/2026'), last]);
    const refusal = await refusalOf(readSeguimiento(many('6/30/2026')));
    assert.equal(
      refusal,
      'En la columna «corte» hay fechas que pueden leerse de dos maneras, como «7/1/2026», y otras de una sola, como «6/30/2026», que no es la de las primeras filas; escríbalas como 2026-06-30.',
    );
    assert.equal((await readSeguimiento(many('30/6/2026'))).creadas, 3001);
  });
});

describe('the words of programs for an empty cell', () => {
  /** Works with these keys, whose cells stand as they are. */
  const unquoted = (...keys: string[]) =>
    [Object.keys(WORK), ...keys.map((key) => Object.values({ ...WORK, clave: key }))].join('\r\n');
  // biome-ignore format: rows
  const NOTHING = [
    ...['NULL', '(null)', '[NULL]', '<null>', '\\N', 'NaN', 'nan', 'NaT', 'None', '<NA>', 'undefined', ' NULL ', 'null'],
    '\u001a',
  ];
  test('are empty in a text and in a workbook, and people’s own words stay', async () => {
    const described = (...texts: string[]) => texts.map((descripcion) => ({ descripcion }));
    const own = ['NULO', 'Nan', 'none', 'Ninguno', 'NULLS', 'Null', 'N'];
    for (const file of [
      works(...described(...NOTHING, ...own)),
      await bookOfWorks(described(...NOTHING.slice(0, -1), ...own)),
    ]) {
      const found = readAs(await readObras(file), 'descripcion');
      assert.deepEqual(found.slice(-own.length), own);
      assert.deepEqual([...new Set(found.slice(0, -own.length))], [undefined]);
    }
    const { rows } = await readObras(
      works({ tipo: 'NULL', longitud: 'NaN', latitud: 'NaN', direccion: 'None' }),
    );
    const { tipoProyectoId, punto, direccion } = rows[0]?.values ?? {};
    assert.ok(rows[0]?.isTaken);
    assert.deepEqual([tipoProyectoId, punto, direccion], [undefined, undefined, undefined]);
    for (const clave of ['null', '=""', '"="""""']) {
      assert.deepEqual(
        await errorsIn(unquoted(clave)),
        ['2: Falta la clave única. Escríbala en la fila.'],
        clave,
      );
    }
    assert.deepEqual(await errorsIn(works({ monto: 'NULL' })), [
      '2: Falta el monto. Escríbalo en la fila.',
    ]);
  });

  test('are no part of a key, nor is a sign that only keeps it a text', async () => {
    const read = async (file: string) => readAs(await readObras(file), 'claveUnica');
    assert.deepEqual(
      await read(unquoted('="0042"', '\ufeffA-1', 'A\u200b-2', '"=""0043"""', '="a""b"')),
      ['0042', 'A-1', 'A-2', '0043', 'a"b'],
    );
    const unseen = [
      ...'\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff',
    ];
    assert.deepEqual(
      await read(works(...unseen.map((letter, i) => ({ clave: `${letter}A${letter}-${i}` })))),
      unseen.map((_, i) => `A-${i}`),
    );
    // The registered values stay as they were.
    const guarded = await readObras(works({ nombre: `'="0042"` }));
    assert.equal(guarded.rows[0]?.values.nombre, '="0042"');
  });
});

describe('a key', () => {
  const keyed = (...keys: string[]) => works(...keys.map((clave) => ({ clave })));
  test('is the text of its cell', async () => {
    const keys = ['007', 'NA-1', 'SN2', '00', 'S/N-3', 'X', 'A-1', '0506B0001'];
    const read = await readObras(keyed(...keys.slice(0, -2), ' A-1 ', "'0506B0001"));
    assert.deepEqual(readAs(read, 'claveUnica'), keys);
  });

  test('is refused where it is a word for a missing one', async () => {
    // biome-ignore format: rows
    const NO_KEYS = ['S/N', 's/n', 'SN', '-', '---', '.', 'N/A', 'n.a.', 'Sin clave', 'Pendiente', '0'];
    for (const key of NO_KEYS) {
      const none = `Clave única: «${key}» no es una clave; escriba la que identifica a la obra.`;
      assert.deepEqual(await errorsIn(keyed(key, key)), [`2: ${none}`, `3: ${none}`]);
    }
    const lacking = ['2: Falta la clave única. Escríbala en la fila.'];
    assert.deepEqual(await errorsIn(keyed('')), lacking);
  });

  const asText = 'dé formato de texto a la celda y escríbala de nuevo.';
  test('that a spreadsheet program altered is refused, or pointed out', async () => {
    for (const key of ['03-ene', '03/01/2026', '3-Jan-26']) {
      const { creadas, avisos } = await readObras(keyed(key));
      assert.equal(creadas, 1);
      assert.deepEqual(sentences(avisos), [
        `2: Clave única: «${key}» parece una fecha; si la hoja de cálculo la hizo de la clave, ${asText}`,
      ]);
    }
    for (const key of ['03-01', '2026-01-03-A', 'OB-03-ene']) {
      assert.deepEqual(await notesIn(keyed(key)), [], key);
    }
    assert.deepEqual(await errorsIn(keyed('1.23E+15')), [
      `2: Clave única: «1.23E+15» está en notación científica y perdió cifras; ${asText}`,
    ]);
    const into = (what: string) => [
      `Clave única: la hoja de cálculo convirtió la clave en ${what}; ${asText}`,
    ];
    // biome-ignore format: rows
    const CELLS: [xml: string, read: string | string[]][] = [
      ['<c><v>123456789012345</v></c>', '123456789012345'],
      ['<c s="1"><v>46023</v></c>', into('fecha (2026-01-01)')],
      ['<c><v>1.2345678901234567E+20</v></c>', into('número (1.2345678901234567E+20) y puede haber perdido cifras')],
      ['<c s="2"><v>0.5</v></c>', into('número (0.5) y puede haber perdido cifras')],
    ];
    const book = await bookOfWorks(
      CELLS.map(([xml]) => ({ clave: { xml } })),
      [0, 14, 9],
    );
    assert.deepEqual(readAs(await readObras(book), 'claveUnica'), columnOf(CELLS, 1));
  });

  test('stands once in a file, and is pointed out where another differs in capitals alone', async () => {
    // A row alike in every column is the same once more; one that differs leaves open which of them is right.
    assert.deepEqual(await errorsIn(keyed('L-1', 'X', 'L-1')), []);
    const other = { clave: 'L-1', monto: '2000' };
    const errors = await errorsIn(works({ clave: 'L-1' }, {}, { clave: 'L-1' }, other));
    assert.deepEqual(errors, [
      '2: Clave única: la clave «L-1» está también en la fila 5 de este archivo, con otros datos.',
      '4: Clave única: la clave «L-1» está también en la fila 5 de este archivo, con otros datos.',
      '5: Clave única: la clave «L-1» está también en la fila 2 de este archivo, con otros datos.',
    ]);
    const { avisos, creadas } = await readObras(keyed('L-1', 'l-1', 'L-2', 'l-1'));
    assert.equal(creadas, 3);
    assert.deepEqual(sentences(avisos), [
      '3: Clave única: «l-1» y «L-1», de la fila 2, sólo difieren en mayúsculas; si son la misma obra, escriba igual su clave.',
    ]);
    assert.deepEqual(await notesIn(keyed('0042', '42', '43')), [
      '3: Clave única: «42» y «0042», de la fila 2, sólo difieren en ceros a la izquierda o en «.0»; si son la misma obra, escriba igual su clave.',
    ]);
  });
});

describe('coordinates', () => {
  const PLACE = [-89.6237, 20.9674];
  // The same place in metres, and another: what PostGIS makes of them is in import.test.ts.
  const [EAST, NORTH] = ['227191.395', '2320775.939'];
  const at = (
    x: string,
    y: string,
    east: CellValue = '-89.6237',
    north: CellValue = '20.9674',
  ) => ({
    [x]: east,
    [y]: north,
  });
  const pointOf = (cells: Row) => readOne(works(cells), 'punto');
  const unread = (text: string, example: string) =>
    `no se entiende «${text}»; escriba los grados con decimales, como ${example}.`;
  const unreadX = (text: string) => [`2: Longitud: ${unread(text, '-89.6237')}`];
  const slip = (point: string, how: string) => [
    `2: Las coordenadas ${point} están fuera de Yucatán; ${how}.`,
  ];
  const other = (campo: string, has: string) => [
    `2: Falta la ${campo}: la fila trae la ${has}. Escríbala, o borre la otra.`,
  ];
  const noZone = [
    '2: Parecen coordenadas UTM; indique la zona en el encabezado, como en «X UTM 16N», o conviértalas a grados.',
  ];
  // biome-ignore format: rows
  const POINTS: [east: string, north: string, read: unknown][] = [
    ['-89.6237', '20.9674', PLACE],
    ['', '', undefined],
    ['0', '0', undefined],
    ['-89,6237', '20,9674', PLACE],
    ['-89.6237°', '20.9674 °', PLACE],
    [`89°37'25.3"O`, '20° 58′ 2.6″ N', [-89.6236944, 20.9673889]],
    [`-89°37'25.32"`, `20°58'2.64"N`, PLACE],
    ['89.6237 W', `N 20º58.044'`, PLACE],
    // A pier: outside the limits, but not by a kilometre.
    ['-89.6645', '21.2895', [-89.6645, 21.2895]],
    ['', '20.9674', other('longitud', 'latitud')],
    ['-89.6237', '', other('latitud', 'longitud')],
    ['20.9674', '-89.6237', slip('20.9674, -89.6237', 'parecen intercambiadas: longitud -89.6237, latitud 20.9674')],
    ['89.6237', '20.9674', slip('89.6237, 20.9674', 'parece que falta o sobra un signo: longitud -89.6237, latitud 20.9674')],
    ['-99.1332', '19.4326', slip('-99.1332, 19.4326', 'revise longitud y latitud, en grados con decimales')],
    ['89 grados', '20.9674', unreadX('89 grados')],
    [`89°37'`, '20.9674', ["2: Longitud: no se entiende «89°37'»; si es 89°37' O, escriba la letra, o -89.6166667."]],
    [`89°37'25.3"`, `20°58'2.6"N`, [`2: Longitud: no se entiende «89°37'25.3"»; si es 89°37'25.3" O, escriba la letra, o -89.6236944.`]],
    ['-89.6237', `N 20°58' 2`, [`2: Latitud: ${unread("N 20°58' 2", '20.9674')}`]],
    [`-89°37' E`, '20.9674', unreadX("-89°37' E")],
    [`89.5°37' O`, '20.9674', unreadX("89.5°37' O")],
    ['89.6237 N', '20.9674', unreadX('89.6237 N')],
    [EAST, NORTH, noZone],
  ];
  test('are read as degrees with decimals, or with minutes and seconds', async () => {
    for (const [longitud, latitud, expected] of POINTS) {
      const municipio = latitud === '21.2895' ? 'Progreso' : 'Mérida';
      const read = await pointOf({ longitud, latitud, municipio });
      assert.deepEqual(read, expected, `${longitud}, ${latitud}`);
    }
  });

  test('are read from the first pair of columns that has any', async () => {
    const start = at('LONGITUD_INICIAL', 'LATITUD_INICIAL', '0', '0');
    const end = at('LONGITUD_FINAL', 'LATITUD_FINAL', '-89.6', '20.9');
    assert.deepEqual(await pointOf({ ...start, ...end }), [-89.6, 20.9]);
    const coordenadas = '20.9674, -89.6237';
    const two = [at('longitud', 'latitud', '-89.6', '20.9'), at('longitud', 'latitud', '', '')];
    const read = await readObras(works(...two.map((each) => ({ ...each, coordenadas }))));
    assert.deepEqual(readAs(read, 'punto'), [[-89.6, 20.9], PLACE]);
  });

  test('in two places of a row that differ are pointed out', async () => {
    const [near, far] = ['20.9675, -89.6238', '20.8, -89.5'];
    const two = '«longitud» y «coordenadas» dicen lugares distintos; se lee «longitud».';
    const DIFFERENT: [cells: Record<string, string>, told: string[]][] = [
      [{ coordenadas: near }, []],
      [{ coordenadas: far }, [two]],
      [{ coordenadas: 'ver plano' }, []],
      [{ coordenadas: '' }, []],
      [{ x: '-89.5', y: '20.8' }, ['«longitud» y «x» dicen lugares distintos; se lee «longitud».']],
      [{ x: '0', y: '0' }, []],
      [{ x: EAST, y: NORTH }, []],
      [{ LONGITUD_FINAL: '-89.5', LATITUD_FINAL: '20.8' }, []],
    ];
    for (const [cells, told] of DIFFERENT) {
      const { rows, avisos } = await readObras(works({ ...at('longitud', 'latitud'), ...cells }));
      assert.deepEqual(rows[0]?.values.punto, PLACE);
      assert.deepEqual(columnOf(avisos, 'mensaje'), told, JSON.stringify(cells));
    }
  });

  const UTM: [x: string, y: string, title?: string][] = [
    ['X (UTM 16N)', 'Y (UTM 16N)'],
    ['UTM_X_16', 'UTM_Y_16'],
    ['Coordenada X UTM zona 16', 'Coordenada Y UTM zona 16'],
    ['Este 16Q', 'Norte 16Q'],
    ['X', 'Y', 'Coordenadas UTM, huso 16\r\n'],
    ['x', 'y', 'EPSG:32616\r\n'],
  ];
  test('in UTM are converted where headings or titles name their zone', async () => {
    for (const [x, y, title = ''] of UTM) {
      for (const cells of [at(x, y, EAST, NORTH), at(x, y, '227,191.395', '2,320,775.939 m')]) {
        assert.deepEqual(await readOne(title + works(cells), 'punto'), PLACE, `${title}${x}`);
      }
    }
    const headed = (east: CellValue, north: CellValue) => at('X UTM 16N', 'Y UTM 16N', east, north);
    const west = at('X UTM 15N', 'Y UTM 15N', '791473.908', '2302543.842');
    assert.deepEqual(await pointOf(west), [-90.2, 20.8]);
    const book = await bookOfWorks([headed(227191.395, 2320775.939)]);
    assert.deepEqual(await readOne(book, 'punto'), PLACE);
    assert.deepEqual(await pointOf(at('UTM X', 'UTM Y', '227,191', '2,320,775')), noZone);
    assert.deepEqual(await pointOf(headed(NORTH, EAST)), [
      '2: Parecen coordenadas UTM intercambiadas: X es el este, con seis cifras, y Y el norte, con siete.',
    ]);
    // Degrees stay degrees, whatever their headings say.
    for (const degrees of [at('X UTM 16N', 'Y UTM 16N'), at('Este', 'Norte')]) {
      assert.deepEqual(await pointOf(degrees), PLACE);
    }
  });

  const ONE_CELL = table`
    Coordenadas            | 20.9674, -89.6237
    Coordenadas            | -89.6237,20.9674
    COORDENADAS (lat, lon) | (20.9674, -89.6237)
    Latitud, longitud      | 20,9674; -89,6237
    Lat/Lon                | 20,9674, -89,6237
    Georreferencia         | 20°58'2.64"N 89°37'25.32"W
    Georreferencia         | N 20°58'2.64", O 89°37'25.32"
    Ubicación geográfica   | Lat. 20.9674 Long. -89.6237`;
  test('together in one cell are read in either order, and where both are possible the work comes in without', async () => {
    for (const [heading = '', cell = ''] of ONE_CELL) {
      const { rows, errores, avisos } = await readObras(works({ [heading]: cell }));
      assert.deepEqual([sentences(errores), sentences(avisos)], [[], []]);
      assert.deepEqual(rows[0]?.values.punto, PLACE, cell);
    }
    // biome-ignore format: rows
    const UNREAD = ['20,9674,-89,6237', '20.9674', '20.9674, -89.6237, 12', 'ver plano', '20.9674 N, 20.9 N'];
    for (const cell of UNREAD) {
      const { creadas, avisos, rows } = await readObras(works({ Coordenadas: cell }));
      assert.equal(creadas, 1, cell);
      assert.deepEqual(sentences(avisos), [
        `2: Coordenadas: no se entiende «${cell}»; escriba latitud y longitud, como 20.9674, -89.6237.`,
      ]);
      assert.equal(rows[0]?.values.punto, undefined);
    }
    assert.deepEqual(
      await pointOf({ Coordenadas: '20.9674, 89.6237' }),
      slip(
        '89.6237, 20.9674',
        'parece que falta o sobra un signo: longitud -89.6237, latitud 20.9674',
      ),
    );
  });

  const PAIRS = table`
    longitude       | latitude
    _gps_longitude  | _gps_latitude
    POINT_X         | POINT_Y
    Coord X         | Coord Y
    gps-Longitude   | gps-Latitude
    lugar:Longitude | lugar:Latitude
    Longitud (X)    | Latitud (Y)
    Long            | Lat
    LONG.           | Latitud`;
  test('are read as phones, maps and databases put them', async () => {
    const read = (name: string) => readObras(fixture(`hojas/${name}.csv`), PRUEBA);
    assert.deepEqual(readAs(await read('kobo'), 'punto'), [PLACE]);
    assert.deepEqual(readAs(await read('puntos-wkt'), 'punto'), [PLACE]);
    const many = await read('puntos-de-otros-programas');
    assert.deepEqual(readAs(many, 'punto'), [...Array(9).fill(PLACE), undefined]);
    assert.deepEqual(sentences(many.avisos), [
      '11: Coordenadas: no se entiende «20.9674, -89.6237, 8»; escriba latitud y longitud, como 20.9674, -89.6237.',
    ]);
    for (const [x = '', y = ''] of PAIRS) assert.deepEqual(await pointOf(at(x, y)), PLACE, x);
    for (const heading of ['WKT', 'geom', 'the_geom', 'Geometría', 'GPS', 'Ubicación GPS']) {
      assert.deepEqual(await pointOf({ [heading]: 'POINT (-89.6237 20.9674)' }), PLACE);
    }
  });

  test('in a column of addresses are the work’s where it has no others, and no address', async () => {
    const cells: [cells: Record<string, string>, direccion: unknown, punto: unknown][] = [
      [{ Ubicación: '20.9674,-89.6237' }, undefined, PLACE],
      [{ Ubicación: 'https://maps.google.com/?q=20.9674,-89.6237' }, undefined, PLACE],
      [{ Ubicación: '20.9674,-89.6237', Domicilio: 'Calle 60' }, 'Calle 60', PLACE],
      [{ Ubicación: '20.9675,-89.6237', ...at('Longitud', 'Latitud') }, undefined, PLACE],
      [{ Ubicación: 'Calle 60 x 61' }, 'Calle 60 x 61', undefined],
      [{ Ubicación: '20, 89' }, '20, 89', undefined],
      [{ Ubicación: 'Calle 20.5, 89.6' }, 'Calle 20.5, 89.6', undefined],
    ];
    for (const [cell, direccion, punto] of cells) {
      const { values = {} } = (await readObras(works(cell))).rows[0] ?? {};
      assert.deepEqual([values.direccion, values.punto], [direccion, punto], JSON.stringify(cell));
    }
    const far = { Ubicación: '20.8,-89.5', ...at('Longitud', 'Latitud') };
    const { avisos } = await readObras(works(far));
    assert.deepEqual(columnOf(avisos, 'mensaje'), [
      '«Longitud» y «Ubicación» dicen lugares distintos; se lee «Longitud».',
    ]);
  });

  test('in unknown columns are pointed out once, and come in where they are named', async () => {
    const part = 'parece traer coordenadas y no se lee; indique qué es cada columna.';
    const parts = 'parecen traer coordenadas y no se leen; indique qué es cada columna.';
    const UNKNOWN: [cells: Row, note: string[]][] = [
      [{ Sitio: '20.9674, -89.6237' }, [`«Sitio» ${part}`]],
      [at('Oriente', 'Septentrión'), [`«Oriente» y «Septentrión» ${parts}`]],
      [{ Superficie: '20.9674' }, []],
      [{ Sitio: 'Centro' }, []],
    ];
    for (const [cells, note] of UNKNOWN) {
      const { avisos } = await readObras(works(cells, cells));
      assert.deepEqual(columnOf(avisos, 'mensaje'), note);
    }
    const columnas = { Sitio: 'coordenadas' };
    const named = await readObras(works({ Sitio: '20.9674, -89.6237' }), { columnas });
    assert.deepEqual(named.rows[0]?.values.punto, PLACE);
  });

  test('are not read from the length of a work', async () => {
    const [x, y] = ['-89.6237', '20.9674'];
    const LENGTHS: [cells: Record<string, string>, punto: number[] | undefined][] = [
      [{ 'Longitud (km)': '1.250' }, undefined],
      [{ 'Longitud (m)': '98.5' }, undefined],
      [{ 'Longitud en metros lineales': '95' }, undefined],
      [{ 'LONGITUD ML.': '85.5' }, undefined],
      [{ 'Longitud en kilómetros': '' }, undefined],
      [{ Longitud: '1250' }, undefined],
      [{ 'Longitud (m)': '1250', Longitud: x, Latitud: y }, PLACE],
      [{ Longitud: x, Latitud: y, 'Longitud (km)': '1.2' }, PLACE],
      [{ 'Longitud (m)': '1250', X: x, Y: y }, PLACE],
      [{ Long: '1250', X: x, Y: y }, PLACE],
      [{ 'Long. (m)': '1250' }, undefined],
    ];
    for (const [cells, punto] of LENGTHS) {
      const { errores, avisos, rows } = await readObras(works(cells));
      const found = [sentences(errores), sentences(avisos), rows[0]?.values.punto];
      assert.deepEqual(found, [[], [], punto], JSON.stringify(cells));
    }
    // A column of longitudes alone is one.
    assert.match(String(await errorsIn(works({ Longitud: x }))), /Falta la latitud/);
  });

  test('are not read from the sides of an area', async () => {
    const sides = { Norte: 'calle 1', Sur: 'calle 2', Este: 'calle 3', Oeste: 'calle 4' };
    const { columnas, creadas } = await readObras(works(sides));
    assert.equal(creadas, 1);
    assert.deepEqual(columnOf(columnas.slice(-4), 'campo'), [null, null, null, null]);
  });

  test('the wrong way round in all rows are one sentence with the remedy', async () => {
    const { grupos } = await readObras(works({ longitud: '20.9674', latitud: '-89.6237' }));
    assert.equal(
      grupos[0]?.mensaje,
      'Las coordenadas están fuera de Yucatán; parecen intercambiadas. Cambie una por otra, o los encabezados de sus columnas: en Yucatán la longitud es de -87 a -91 y la latitud de 19 a 22.',
    );
  });
});
