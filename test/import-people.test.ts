import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import iconv from 'iconv-lite';
import { unitIn, unitInTitle, withoutUnit } from '../src/hojas/celdas/units.ts';
import { counts, report } from './importing.ts';
import { bookOf, type CellValue, escaped, odsOf, odsRow, stringsOf } from './spreadsheet.ts';
import { call, db, obraBody, resetWithCatalog, ubicacionBody } from './world.ts';

// Files as people make them: each comes in right, or its report says what to do. Nothing is written here.

const dry = (file: string | Buffer, query = '') => report(file, `simular=true&${query}`);
/** What a report says against rows, or of them. */
const told = (list: { fila: number; mensaje: string }[]) =>
  list.map(({ fila, mensaje }) => `${fila}: ${mensaje}`);

const HEADINGS = ['clave', 'nombre', 'ejercicio', 'dependencia', 'municipio', 'estatus', 'monto'];
const START = ['A-1', 'Calle 60', '2026', 'SOP', 'Mérida', 'En proceso'];
const text = (delimiter: string, ...rows: string[][]) =>
  [HEADINGS, ...rows].map((row) => row.join(delimiter)).join('\r\n');
const book = (...rows: CellValue[][]) => bookOf([{ name: 'Obras', rows: [HEADINGS, ...rows] }]);

/** The amount that a row of the file is taken for: null where the row is refused. */
async function amountIn(file: string | Buffer, query = ''): Promise<string | null> {
  const { muestra, rechazadas } = await dry(file, query);
  return rechazadas > 0 ? null : muestra[0].valores.monto;
}

describe('a value with a comma that nobody quoted', () => {
  before(resetWithCatalog);
  const CUT: [name: string, file: string, sentence: string][] = [
    [
      'in the last column',
      text(',', [...START, '$2,345,678.90']),
      'La fila tiene 9 celdas y hay 7 encabezados: ¿una coma sin comillas? Entrecomille el valor o, si es otro dato, ponga encabezado a su columna.',
    ],
    [
      'of a few hundred thousands',
      text(',', [...START, '345,678']),
      'La fila tiene 8 celdas y hay 7 encabezados: ¿una coma sin comillas? Entrecomille el valor o, si es otro dato, ponga encabezado a su columna.',
    ],
    [
      'and another delimiter',
      text(';', [...START, '1000', 'zona; norte']),
      'La fila tiene 9 celdas y hay 7 encabezados: ¿un punto y coma sin comillas? Entrecomille el valor o, si es otro dato, ponga encabezado a su columna.',
    ],
    [
      'before a column that may be empty',
      `clave,nombre,ejercicio,dependencia,municipio,estatus,monto,descripcion\r\n${START.join()},$2,345\r\n`,
      'Monto: «$2» y, en la celda siguiente, «345» parecen una sola cantidad con una coma sin comillas; entrecomíllela. Si no lo son, escriba «$2.00».',
    ],
  ];
  for (const [name, file, sentence] of CUT) {
    test(name, async () => {
      const { rechazadas, errores } = await dry(file);
      assert.equal(rechazadas, 1);
      assert.ok(told(errores).includes(`2: ${sentence}`), told(errores).join('\n'));
    });
  }

  test('blank cells at the end are none, and a column with a heading of its own is none beyond', async () => {
    const padded = text(',', [...START, '1000', '', ' ', '']);
    assert.deepEqual(counts(await dry(padded)), [1, 0, 0, 0]);
    const noted = `${[...HEADINGS, 'Notas'].join()}\r\n${[...START, '1000', 'urge'].join()}`;
    assert.deepEqual(counts(await dry(noted)), [1, 0, 0, 0]);
    assert.equal(await amountIn(text(',', [...START, '2.00'])), '2.00');
  });

  test('the same text, saved as a workbook by a spreadsheet program', async () => {
    const { rechazadas, errores } = await dry(await book([...START, 2, 345, 678.9]));
    assert.equal(rechazadas, 1);
    assert.deepEqual(told(errores), [
      '2: La fila tiene 9 celdas y hay 7 encabezados: ¿se partió una cantidad en su coma? Corrija la fila o, si es otro dato, ponga encabezado a su columna.',
    ]);
  });

  test('notes beside the table of a workbook are no reason to refuse it; they are pointed out once', async () => {
    const { rechazadas, creadas, avisos } = await dry(
      await book(
        [...START, 1000, null, 'ojo: falta el anexo'],
        ['A-2', ...START.slice(1), 1000, 'revisar'],
        ['A-3', ...START.slice(1), 1000, { xml: '<c s="0"/>' }],
        ['A-4', ...START.slice(1), 1000, null, null, 5_000_000],
      ),
    );
    assert.deepEqual([creadas, rechazadas], [4, 0]);
    assert.deepEqual(told(avisos), [
      '2: «ojo: falta el anexo» está a la derecha de la última columna con encabezado, «monto», y no se lee; tampoco lo demás que esté ahí.',
    ]);
  });
});

describe('the delimiter', () => {
  before(resetWithCatalog);
  const rows = [...START, '1000'];
  for (const [name, delimiter] of [
    ['a comma', ','],
    ['a semicolon', ';'],
    ['a tabulator', '\t'],
    ['a bar', '|'],
  ] as const) {
    test(`is ${name} where headings are found under it, whatever stands more often below`, async () => {
      const others = [',', ';', '|'].filter((each) => each !== delimiter).join('');
      const noise = ['A-2', `Calle 60 ${others.repeat(60)}`, ...START.slice(2), '1000'];
      const { creadas } = await dry(text(delimiter, rows, noise));
      assert.equal(creadas, 2);
    });
  }

  test('is not what the first line says where no headings are found under it', async () => {
    assert.equal((await dry(`sep=;\r\n${text(',', rows)}`)).creadas, 1);
    assert.equal((await dry(`sep=|\r\n${text('|', rows)}`)).creadas, 1);
  });

  test('is found under titles with commas, and in a file of headings alone', async () => {
    const titles = 'Obras, acciones, proyectos, 2026,,,,,,,,,\r\n'.repeat(9);
    assert.equal((await dry(`${titles}${text(';', rows)}`)).creadas, 1);
    assert.equal((await dry(HEADINGS.join('|'))).filas, 0);
  });
});

describe('the unit of amounts', () => {
  before(resetWithCatalog);
  test('is known by the words of headings', () => {
    const SAID: [heading: string, unit: string | undefined, rest: string][] = [
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
      ['Monto USD', 'otra moneda', 'Monto '],
      ['Monto (miles de dólares)', 'otra moneda', 'Monto ('],
      ['Monto (MDD)', 'otra moneda', 'Monto ('],
      ['Monto US$', 'otra moneda', 'Monto '],
      ['Familias beneficiadas', undefined, 'Familias beneficiadas'],
    ];
    for (const [heading, unit, rest] of SAID) {
      assert.deepEqual([unitIn(heading), withoutUnit(heading)], [unit, rest], heading);
    }
    assert.equal(unitInTitle('Programa de obras 2026 (cifras en miles de pesos)'), 'miles');
    assert.equal(unitInTitle('Importes en MDP'), 'millones');
    assert.equal(unitInTitle('Obras para miles de familias; millones de sonrisas'), undefined);
    assert.equal(unitInTitle('Cifras en pesos'), undefined);
  });

  const under = (heading: string, amount: string) =>
    `${HEADINGS.slice(0, 6).join()},"${heading}"\r\n${START.join()},"${amount}"`;
  const DOUBTFUL: [heading: string, sentence: string][] = [
    [
      'Monto (miles de pesos)',
      'Monto: «Monto (miles de pesos)» habla de miles: confirme si los montos están en miles de pesos o en pesos.',
    ],
    [
      'Importe MDP',
      'Monto: «Importe MDP» habla de millones: confirme si los montos están en millones de pesos o en pesos.',
    ],
    [
      'Monto USD',
      'Monto: «Monto USD» habla de otra moneda y el registro guarda pesos mexicanos: convierta los montos.',
    ],
  ];
  for (const [heading, sentence] of DOUBTFUL) {
    test(`is asked for where a heading is «${heading}», and no row is taken`, async () => {
      const { rechazadas, errores, grupos } = await dry(under(heading, '1250.5'), 'parcial=true');
      assert.equal(rechazadas, 1);
      assert.deepEqual(told(errores), [`2: ${sentence}`]);
      // Other money can be confirmed to be pesos and nothing else, which a door offers by this.
      const [{ codigo, filas, mensaje }] = grupos;
      const isForeign = heading.includes('USD');
      assert.deepEqual(
        [codigo, filas, mensaje],
        [isForeign ? 'otraMoneda' : 'unidadMonto', '', sentence],
      );
    });
  }

  test('is asked for where a title says it for the whole sheet', async () => {
    const { errores } = await dry(`Cifras en miles de pesos\r\n${text(',', [...START, '12'])}`);
    assert.deepEqual(told(errores), [
      '3: Monto: «Cifras en miles de pesos» habla de miles: confirme si los montos están en miles de pesos o en pesos.',
    ]);
  });

  for (const heading of ['Monto (M.N.)', 'Monto en pesos', 'Importe MXN', 'Monto $']) {
    test(`is pesos under «${heading}»`, async () => {
      assert.equal(await amountIn(under(heading, '$1,250.50')), '1250.50');
    });
  }

  const CONFIRMED: [heading: string, amount: string, unidad: string, pesos: string | null][] = [
    ['Monto (miles de pesos)', '1,250.5', 'miles', '1250500.00'],
    ['Monto (miles de pesos)', '1250.5', 'pesos', '1250.50'],
    ['Monto MDP', '12.3456785', 'millones', '12345678.50'],
    ['Monto MDP', '0.07', 'millones', '70000.00'],
    ['Monto MDP', '4.35', 'millones', '4350000.00'],
    ['Monto MDP', '12.34567891', 'millones', '12345678.91'],
    ['Monto MDP', '12.345678912', 'millones', null],
    ['Monto', '1.1', 'miles', '1100.00'],
    ['Monto USD', '5', 'pesos', '5.00'],
    ['Monto USD', '5', 'miles', null],
  ];
  for (const [heading, amount, unidad, pesos] of CONFIRMED) {
    test(`once it is said: ${amount} under «${heading}» in ${unidad}`, async () => {
      assert.equal(await amountIn(under(heading, amount), `unidadMonto=${unidad}`), pesos);
    });
  }

  test('is told wherever the importer alone has said it, so that no amount is converted without a word', async () => {
    const notesOf = async (heading: string, unidad: string) => {
      const { grupos } = await dry(under(heading, '5'), `unidadMonto=${unidad}`);
      return grupos
        .filter(({ codigo }: { codigo: string }) => codigo === 'unidadDicha')
        .map(({ gravedad, mensaje }: Record<string, string>) => `${gravedad}: ${mensaje}`);
    };
    const inThousands = ['aviso: Los montos se leen en miles de pesos, como se indicó.'];
    assert.deepEqual(await notesOf('Monto', 'miles'), inThousands);
    assert.deepEqual(await notesOf('Monto (miles de pesos)', 'miles'), inThousands);
    assert.deepEqual(await notesOf('Monto MDP', 'pesos'), [
      'aviso: Los montos se leen en pesos, como se indicó.',
    ]);
    assert.deepEqual(await notesOf('Monto', 'pesos'), []);
    assert.deepEqual(await notesOf('Monto USD', 'miles'), []);
  });

  test('of a workbook’s numbers, without what binary fractions leave behind', async () => {
    const rows = [2.3, 1.1, 0.1 + 0.2, 4.35e-2, 1250].map((amount, i) => [
      `A-${i}`,
      ...START.slice(1),
      amount,
    ]);
    const { muestra } = await dry(await book(...rows), 'unidadMonto=millones');
    assert.deepEqual(
      muestra.map(({ valores }: { valores: { monto: string } }) => valores.monto),
      ['2300000.00', '1100000.00', '300000.00', '43500.00', '1250000000.00'],
    );
  });

  test('counts for the column in pesos where there are others', async () => {
    const file = `${[...HEADINGS, 'Monto (USD)'].join()}\r\n${START.join()},1000,55`;
    const { columnas, muestra } = await dry(file);
    assert.deepEqual(columnas.at(-1), { columna: 'Monto (USD)', campo: null });
    assert.equal(muestra[0].valores.monto, '1000.00');
  });

  const MEANT: [amount: string, sentence: string][] = [
    ['12.5 mdp', 'Monto: no se entiende «12.5 mdp»; escriba 12500000.'],
    ['1.2 millones de pesos', 'Monto: no se entiende «1.2 millones de pesos»; escriba 1200000.'],
    ['$350 mil', 'Monto: no se entiende «$350 mil»; escriba 350000.'],
    ['1,250 miles', 'Monto: no se entiende «1,250 miles»; escriba 1250000.'],
    ['1.250 mdp', 'Monto: no se entiende «1.250 mdp»; escriba la cantidad como 1250000.50.'],
    [
      '1,000 USD',
      'Monto: «1,000 USD» está en otra moneda y el registro guarda pesos mexicanos: conviértala y escriba sólo la cantidad.',
    ],
  ];
  for (const [amount, sentence] of MEANT) {
    test(`in a cell, ${amount}, has a sentence with what to write`, async () => {
      const { errores } = await dry(under('monto', amount));
      assert.deepEqual(told(errores), [`2: ${sentence}`]);
    });
  }
});

describe('an export to CSV', () => {
  before(resetWithCatalog);
  /** What a spreadsheet program makes of a text when it opens it: numbers where it can, and its own line ends. */
  const asOpened = (cell: string, strings: string[]): CellValue => {
    if (cell === '') return null;
    if (/^-?\d+(\.\d+)?$/.test(cell)) return Number(cell);
    if (/^\d+%$/.test(cell))
      return { xml: `<c s="1"><v>${Number(cell.slice(0, -1)) / 100}</v></c>` };
    strings.push(`<si><t xml:space="preserve">${escaped(cell.replaceAll('\r\n', '\n'))}</t></si>`);
    return { xml: `<c t="s"><v>${strings.length - 1}</v></c>` };
  };

  const NAMES = [
    '=SUMA(A1:A9)',
    "'Los Arcos'",
    "'=dos guardas",
    '-5 grados',
    '+52 999',
    '@oficina',
    '\uff1d ancho',
    '50%',
    '2026',
    'Con "comillas", comas; y\r\nun salto\rotro\ny otro',
  ];

  test('opened and saved as a workbook by a spreadsheet program, comes back unchanged', async () => {
    for (const [i, nombre] of NAMES.entries()) {
      const ubicaciones = i % 2 === 0 ? [ubicacionBody({ direccion: nombre })] : [];
      const texts = { claveUnica: `EXP-${i}`, nombre, descripcion: `${nombre}.`, ubicaciones };
      assert.equal((await call('admin', 'POST', '/obras', obraBody(texts))).status, 201);
    }
    const { text: exported } = await call('admin', 'GET', '/obras.csv');
    assert.deepEqual(counts(await dry(exported)), [0, 0, NAMES.length, 0]);
    const strings: string[] = [];
    const rows = (parse(exported, { bom: true }) as string[][]).map((row) =>
      row.map((cell) => asOpened(cell, strings)),
    );
    const file = await bookOf([{ name: 'obras', rows }], {
      strings: stringsOf(strings),
      formats: [0, 9],
    });
    const imported = await dry(file);
    assert.deepEqual(counts(imported), [0, 0, NAMES.length, 0], JSON.stringify(imported.errores));
  });

  test('keys that somebody kept as digits by an apostrophe are the same in a workbook', async () => {
    const strings = stringsOf([
      "<si><t>'0506B0001</t></si>",
      "<si><t>'24 de Febrero' (mercado)</t></si>",
    ]);
    const shared = (index: number) => ({ xml: `<c t="s"><v>${index}</v></c>` });
    const row = [shared(0), shared(1), ...START.slice(2), 1000];
    const file = await bookOf([{ name: 'obras', rows: [HEADINGS, row] }], { strings });
    const [{ valores }] = (await dry(file)).muestra;
    assert.deepEqual(
      [valores.claveUnica, valores.nombre],
      ['0506B0001', "'24 de Febrero' (mercado)"],
    );
  });
});

describe('letters', () => {
  before(resetWithCatalog);
  const named = (nombre: string, dependencia = 'SOP') =>
    text(',', ['A-1', nombre, '2026', dependencia, 'Mérida', 'En proceso', '1000']);
  const again = 'guarde de nuevo el original como «CSV UTF-8» o como .xlsx.';

  test('that were lost are refused, with the likely cause and what to do', async () => {
    const { errores, rechazadas } = await dry(named('Pavimentaci\ufffdn'));
    assert.equal(rechazadas, 1);
    assert.deepEqual(told(errores), [
      `2: Nombre: «Pavimentaci\ufffdn» perdió letras («\ufffd») al guardarse en otra codificación; corríjalas, o ${again}`,
    ]);
  });

  const MIXED: [nombre: string, why: string][] = [
    [
      'PavimentaciÃ³n',
      `tiene letras de otra codificación (UTF-8 leído como Windows-1252); ${again}`,
    ],
    ['CALLE Ã“SCAR', `tiene letras de otra codificación (UTF-8 leído como Windows-1252); ${again}`],
    [
      'Calle 60 NÂ° 5',
      `tiene letras de otra codificación (UTF-8 leído como Windows-1252); ${again}`,
    ],
    ['Pavimentaci¢n', `tiene letras de otra codificación (CP850, el de MS-DOS); ${again}`],
    ['Pavimentaci\u2592n', `tiene letras de otra codificación (CP850, el de MS-DOS); ${again}`],
    ['Pavimen\u0007tación', `tiene caracteres que no se ven; ${again}`],
    [
      'Pavimentaci?n',
      'tiene «?» dentro de una palabra y quizá perdió una letra al guardarse en otra codificación; revísela.',
    ],
  ];
  for (const [nombre, why] of MIXED) {
    test(`of another encoding are pointed out: ${JSON.stringify(nombre)}`, async () => {
      const { avisos, creadas } = await dry(named(nombre));
      assert.equal(creadas, 1);
      assert.deepEqual(told(avisos), [`2: Nombre: «${nombre}» ${why}`]);
    });
  }

  test('that are right are left alone', async () => {
    const right =
      'Ñandú “cigüeña” – 5 m² ½ “¿Qué?” ¡Sí! SÃO PAULO, Älvik, naïve, €5, http://a.mx/b?c=1';
    const { avisos } = await dry(named(`"${right}"`));
    assert.deepEqual(told(avisos), []);
  });

  test('that are spoilt make no record of a catalog', async () => {
    for (const [dependencia, why] of [
      [
        'SecretarÃ\u00ada de Salud',
        'tiene letras de otra codificación (UTF-8 leído como Windows-1252)',
      ],
      ['Secretar\ufffda de Salud', 'perdió letras («\ufffd») al guardarse en otra codificación'],
      ['Direcci?n de Salud', 'tiene «?» dentro de una palabra'],
    ] as const) {
      const { errores, rechazadas } = await dry(named('X', dependencia), 'crearCatalogos=true');
      assert.equal(rechazadas, 1, dependencia);
      assert.ok(
        told(errores)[0]?.startsWith(
          `2: Dependencia: «${dependencia}» no se agrega al catálogo: ${why}`,
        ),
        told(errores).join(),
      );
    }
  });

  const SPANISH = 'Construcción del ÁREA de niños, Ñuñoa y Óscar: pingüino, límite, TÚNEL, acción';
  for (const charset of ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macroman', 'cp850']) {
    test(`are read in ${charset}`, async () => {
      const file = iconv.encode(named(`"${SPANISH}"`), charset, { addBOM: charset === 'utf-16le' });
      const { muestra, avisos } = await dry(file);
      assert.equal(muestra[0].valores.nombre, SPANISH);
      const guessed = avisos.filter(({ mensaje }: { mensaje: string }) =>
        mensaje.startsWith('El archivo se leyó en la codificación'),
      );
      assert.equal(guessed.length, ['macroman', 'cp850'].includes(charset) ? 1 : 0);
    });
  }

  test('of UTF-8 stay where a few bytes are of something else: those rows alone are refused', async () => {
    const rows = Array.from({ length: 20 }, (_, i) => [
      `A-${i}`,
      SPANISH.replaceAll(',', ''),
      ...START.slice(2),
      '1000',
    ]);
    const file = Buffer.concat([
      Buffer.from(text(',', ...rows)),
      iconv.encode(`\r\nA-99,Construcción,${START.slice(2, 4)},50,En proceso,1000`, 'windows-1252'),
    ]);
    const { creadas, rechazadas, muestra } = await dry(file);
    assert.deepEqual([creadas, rechazadas], [20, 1]);
    assert.equal(muestra[0].valores.nombre, SPANISH.replaceAll(',', ''));
  });

  test('of typographers stay what they are in Windows-1252', async () => {
    const nombre = 'Mérida–Progreso, “Ruta’s” 5•';
    const { muestra } = await dry(iconv.encode(named(`"${nombre}"`), 'windows-1252'));
    assert.equal(muestra[0].valores.nombre, nombre);
  });
});

describe('an .ods file', () => {
  before(resetWithCatalog);
  const cell = (attributes: string, text = '') => ({
    xml: `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`,
  });

  test('as LibreOffice writes it comes in', async () => {
    const row = [
      cell('office:value-type="float" office:value="7"', '007'),
      {
        xml: '<table:table-cell office:value-type="string"><office:annotation><text:p>Nota de alguien</text:p></office:annotation><text:p>Calle <text:span>60</text:span><text:s text:c="2"/>norte</text:p><text:p>segundo</text:p></table:table-cell>',
      },
      cell('office:value-type="date" office:date-value="2026-03-01"', '01/03/26'),
      'SOP',
      'Mérida',
      cell('office:value-type="string" table:formula="of:=A1"', 'En proceso'),
      cell(
        'office:value-type="currency" office:currency="MXN" office:value="1234567.5"',
        '$1,234,567.50',
      ),
    ];
    const { hojas, filaEncabezados, muestra, creadas, errores } = await dry(
      await odsOf([
        { name: 'Oculta', isHidden: true, rows: [HEADINGS, [...START, 1]] },
        { name: 'Portada', rows: [['Gobierno'], [], ['Obras']] },
        { name: 'Obras & más', rows: [['Obras de 2026'], [], HEADINGS, row] },
        { name: 'Última', rows: [HEADINGS] },
      ]),
    );
    assert.equal(creadas, 1, JSON.stringify(errores));
    assert.equal(filaEncabezados, 3);
    assert.deepEqual(
      hojas.map(({ nombre, leida }: Record<string, unknown>) => [nombre, leida]),
      [
        ['Portada', false],
        ['Obras & más', true],
        ['Última', false],
      ],
    );
    assert.deepEqual([hojas[0].filas, hojas[2].filas], [2, 1]);
    const { fila, valores } = muestra[0];
    assert.equal(fila, 4);
    assert.deepEqual(
      [valores.claveUnica, valores.nombre, valores.monto, valores.ejercicioFiscal],
      ['007', 'Calle 60  norte\nsegundo', '1234567.50', '2026'],
    );
  });

  test('with rows and cells that stand once for several', async () => {
    const blank =
      '<table:table-row table:number-rows-repeated="40"><table:table-cell table:number-columns-repeated="9"/></table:table-row>';
    const gap = { xml: '<table:table-cell table:number-columns-repeated="2"/>' };
    const twice = {
      xml: cell('table:number-columns-repeated="2" office:value-type="string"', 'SOP').xml,
    };
    const { errores } = await dry(
      await odsOf([
        {
          name: 'Obras',
          data: odsRow(HEADINGS) + blank + odsRow(['A-1', gap, twice, 'En proceso', 5]),
        },
      ]),
    );
    assert.deepEqual(told(errores), [
      '42: Municipio: no existe el municipio «SOP».',
      '42: Falta el nombre. Escríbalo en la fila.',
      '42: Falta el ejercicio fiscal. Escríbalo en la fila, o elija uno para todas.',
    ]);
  });

  test('says of formulas, errors, lost keys and merged cells what it says of a workbook’s', async () => {
    const { errores } = await dry(
      await odsOf([
        {
          name: 'Obras',
          rows: [
            HEADINGS,
            [
              'A-1',
              ...START.slice(1),
              cell('office:value-type="string" calcext:value-type="error"', '#N/D'),
            ],
            ['A-2', ...START.slice(1), { xml: '<table:table-cell table:formula="of:=1+1"/>' }],
            [
              cell('office:value-type="date" office:date-value="2026-01-02"', '2-1'),
              ...START.slice(1),
              5,
            ],
            [
              'A-3',
              'x',
              '2026',
              'SOP',
              cell('office:value-type="string" table:number-rows-spanned="2"', 'Mérida'),
              'En proceso',
              5,
            ],
            [
              'A-4',
              'x',
              '2026',
              'SOP',
              {
                xml: '<table:covered-table-cell><text:p>Progreso</text:p></table:covered-table-cell>',
              },
              'En proceso',
              5,
            ],
          ],
        },
      ]),
    );
    assert.deepEqual(told(errores), [
      '2: Monto: la celda tiene un error de fórmula (#N/D); corríjala.',
      '3: Monto: el archivo no trae el resultado de la fórmula; ábralo en su programa de hojas de cálculo y guárdelo de nuevo.',
      '4: Clave única: la hoja de cálculo convirtió la clave en fecha (2026-01-02); dé formato de texto a la celda y escríbala de nuevo.',
      '6: Falta el municipio. Escríbalo en la fila, o elija uno para todas.',
    ]);
  });

  test('the sheet that is asked for', async () => {
    const sheets = ['Enero', 'Febrero', 'Marzo'].map((name) => ({
      name,
      rows: [HEADINGS, [name, ...START.slice(1), 5]],
    }));
    const { muestra, hojas } = await dry(await odsOf(sheets), 'hoja=febrero');
    assert.equal(muestra[0].valores.claveUnica, 'Febrero');
    assert.deepEqual(hojas[1].leida, true);
  });
});

describe('keys', () => {
  before(resetWithCatalog);
  const keyed = (...keys: string[]) =>
    text(',', ...keys.map((key) => [key, ...START.slice(1), '5']));

  for (const key of [
    'S/N',
    's/n',
    'SN',
    '-',
    '---',
    '.',
    'N/A',
    'n.a.',
    'Sin clave',
    'Pendiente',
    '0',
  ]) {
    test(`«${key}» is none`, async () => {
      const { errores } = await dry(keyed(key, key));
      const none = `Clave única: «${key}» no es una clave; escriba la que identifica a la obra.`;
      assert.deepEqual(told(errores), [`2: ${none}`, `3: ${none}`]);
    });
  }

  test('that look a little like none are keys', async () => {
    assert.equal((await dry(keyed('NA-1', 'SN2', '00', 'S/N-3', 'X'))).creadas, 5);
  });

  test('that stand in the registry already may stay, whatever they are', async () => {
    await call('admin', 'POST', '/obras', obraBody({ claveUnica: 'S/N' }));
    const file = (...names: string[]) =>
      ['clave,nombre', ...names.map((name) => `S/N,${name}`)].join('\r\n');
    const { nombre } = (await call('admin', 'GET', '/obras')).body[0];
    assert.deepEqual(counts(await dry(file(nombre))), [0, 0, 1, 0]);
    assert.deepEqual(counts(await dry(file(nombre, nombre))), [0, 0, 1, 1]);
  });

  test('that differ in capitals alone are pointed out', async () => {
    const { avisos, creadas } = await dry(keyed('L-1', 'l-1', 'L-2', 'l-1'));
    assert.equal(creadas, 3);
    assert.deepEqual(told(avisos), [
      '3: Clave única: «l-1» y «L-1», de la fila 2, sólo difieren en mayúsculas; si son la misma obra, escriba igual su clave.',
    ]);
  });
});

describe('rows that are no works', () => {
  before(resetWithCatalog);
  const said =
    'No es una obra, sino un título, un total, una nota o un encabezado repetido; se pasó por alto.';
  const work = [...START, '5'];
  const blank = (many: number) => Array<string>(many).fill('');

  const ASIDES: [name: string, row: string[]][] = [
    ['a total with its label in the key’s column', ['TOTAL GENERAL', ...blank(5), '"1,234.00"']],
    ['a total with its label before the amount', [...blank(5), 'Total:', '1234']],
    ['a total of works', ['', 'Total de obras: 25', ...blank(4), '1234']],
    ['a subtotal', ['', 'Subtotal Mérida', ...blank(4), '$1234.00']],
    ['a source', ['"Fuente: Secretaría de Obras Públicas, con datos de 2026."']],
    ['who made it', ['Elaboró:', 'Ing. Juan Pérez', ...blank(5)]],
    ['who signs it', ['', 'Elaboró: A', '', 'Revisó: B', '', 'Autorizó: C', '']],
    ['a note', ['', '* Cifras preliminares', ...blank(5)]],
    ['when it was cut off', ['Corte al 31 de marzo de 2026']],
    ['the headings again', HEADINGS],
  ];
  for (const [name, row] of ASIDES) {
    test(`${name}: passed over with one remark`, async () => {
      const { filas, creadas, avisos } = await dry(text(',', work, blank(7), row));
      assert.deepEqual([filas, creadas], [1, 1]);
      assert.deepEqual(told(avisos), [`4: ${said}`]);
    });
  }

  const WORKS: [name: string, row: string[]][] = [
    ['a key and the name «Total»', ['A-2', 'Total', ...START.slice(2), '5']],
    ['the key «TOTAL» and all that a work has', ['TOTAL', 'Calle 62', ...START.slice(2), '5']],
    [
      'no key, and a name that begins like a total',
      ['', 'Total rehabilitación de la escuela', ...blank(4), '5'],
    ],
    ['no key, and a source for its name', ['', 'Fuente de la plaza', ...START.slice(2), '5']],
    ['a key with an asterisk', ['*A-3', 'Calle 64', ...START.slice(2), '5']],
    ['a note for its key, and an amount', ['Nota: 5', 'Calle 64', ...blank(4), '5']],
  ];
  for (const [name, row] of WORKS) {
    test(`never a row with ${name}`, async () => {
      const { filas, avisos } = await dry(text(',', work, row));
      assert.equal(filas, 2);
      assert.deepEqual(told(avisos), []);
    });
  }
});

describe('coordinates', () => {
  before(resetWithCatalog);
  const placed = (x: string, y: string, east: string, north: string, title = '') =>
    `${title}${[...HEADINGS, x, y].map((heading) => `"${heading}"`).join()}\r\n${[...START, '5', east, north].map((cell) => `"${cell.replaceAll('"', '""')}"`).join()}`;
  const at = async (file: string | Buffer) => {
    const { muestra, errores } = await dry(file);
    assert.deepEqual(told(errores), []);
    return [muestra[0].valores.longitud, muestra[0].valores.latitud];
  };

  // The same places, in metres and in degrees: what PostGIS says of them is held against this below.
  const [EAST, NORTH] = ['227191.395', '2320775.939'];
  const PLACE = ['-89.6237', '20.9674'];
  test('of these tests are where PostGIS has them', async () => {
    const rows = await db.query<{ x: number; y: number }>(
      `SELECT round(ST_X(metros)::numeric, 3)::float8 AS x, round(ST_Y(metros)::numeric, 3)::float8 AS y
       FROM (VALUES (-89.6237, 20.9674, 32616), (-90.2, 20.8, 32615)) AS v (longitud, latitud, srid),
         ST_Transform(ST_SetSRID(ST_MakePoint(longitud, latitud), 4326), srid) AS metros`,
      [],
    );
    assert.deepEqual(rows, [
      { x: Number(EAST), y: Number(NORTH) },
      { x: 791473.908, y: 2302543.842 },
    ]);
  });

  const UTM: [x: string, y: string, title?: string][] = [
    ['X (UTM 16N)', 'Y (UTM 16N)'],
    ['UTM_X_16', 'UTM_Y_16'],
    ['Coordenada X UTM zona 16', 'Coordenada Y UTM zona 16'],
    ['Este 16Q', 'Norte 16Q'],
    ['X', 'Y', 'Coordenadas UTM, huso 16\r\n'],
    ['x', 'y', 'EPSG:32616\r\n'],
  ];
  for (const [x, y, title] of UTM) {
    test(`of UTM are converted under ${title?.trim() ?? ''} «${x}», «${y}»`, async () => {
      assert.deepEqual(await at(placed(x, y, EAST, NORTH, title)), PLACE);
      assert.deepEqual(await at(placed(x, y, '227,191.395', '2,320,775.939 m', title)), PLACE);
    });
  }

  test('of UTM are converted from another zone, and from a workbook’s numbers', async () => {
    assert.deepEqual(await at(placed('X UTM 15N', 'Y UTM 15N', '791473.908', '2302543.842')), [
      '-90.2',
      '20.8',
    ]);
    const rows = [
      [...HEADINGS, 'X (UTM 16N)', 'Y (UTM 16N)'],
      [...START, 5, 227191.395, 2320775.939],
    ];
    assert.deepEqual(await at(await bookOf([{ name: 'Obras', rows }])), PLACE);
  });

  const TOLD: [name: string, file: string, sentence: string][] = [
    [
      'of UTM without a zone',
      placed('X', 'Y', EAST, NORTH),
      'Parecen coordenadas UTM; indique la zona en el encabezado, como en «X UTM 16N», o conviértalas a grados.',
    ],
    [
      'of UTM without a zone, although the headings say UTM',
      placed('UTM X', 'UTM Y', '227,191', '2,320,775'),
      'Parecen coordenadas UTM; indique la zona en el encabezado, como en «X UTM 16N», o conviértalas a grados.',
    ],
    [
      'of UTM the wrong way round',
      placed('X UTM 16N', 'Y UTM 16N', NORTH, EAST),
      'Parecen coordenadas UTM intercambiadas: X es el este, con seis cifras, y Y el norte, con siete.',
    ],
    [
      'in degrees, minutes and seconds that do not say their side',
      placed('longitud', 'latitud', `89°37'25.3"`, `20°58'2.6"N`),
      `Longitud: no se entiende «89°37'25.3"»; si es 89°37'25.3" O, escriba la letra, o -89.6236944.`,
    ],
  ];
  for (const [name, file, sentence] of TOLD) {
    test(`${name} are told as such`, async () => {
      assert.deepEqual(told((await dry(file)).errores), [`2: ${sentence}`]);
    });
  }

  test('in degrees stay degrees, whatever their headings say', async () => {
    assert.deepEqual(await at(placed('X UTM 16N', 'Y UTM 16N', '-89.6237', '20.9674')), PLACE);
    assert.deepEqual(await at(placed('lon', 'lat', `-89°37'25.32"`, `20°58'2.64"N`)), PLACE);
    assert.deepEqual(await at(placed('Este', 'Norte', '-89,6237', '20,9674')), PLACE);
  });

  test('are not what bounds an area', async () => {
    const file = `${[...HEADINGS, 'Norte', 'Sur', 'Este', 'Oeste'].join()}\r\n${[...START, '5', 'calle 1', 'calle 2', 'calle 3', 'calle 4'].join()}`;
    const { columnas, creadas } = await dry(file);
    assert.equal(creadas, 1);
    assert.deepEqual(
      columnas.slice(-4).map(({ campo }: { campo: string | null }) => campo),
      [null, null, null, null],
    );
  });
});

describe('coordinates together in one cell', () => {
  before(resetWithCatalog);
  const placed = (heading: string, cell: string) =>
    `${HEADINGS.join()},"${heading}"\r\n${START.join()},5,"${cell.replaceAll('"', '""')}"`;

  const READ: [heading: string, cell: string][] = [
    ['Coordenadas', '20.9674, -89.6237'],
    ['Coordenadas', '-89.6237,20.9674'],
    ['COORDENADAS (lat, lon)', '(20.9674, -89.6237)'],
    ['Latitud, longitud', '20,9674; -89,6237'],
    ['Lat/Lon', '20,9674, -89,6237'],
    ['Georreferencia', `20°58'2.64"N 89°37'25.32"W`],
    ['Georreferencia', `N 20°58'2.64", O 89°37'25.32"`],
    ['Ubicación geográfica', 'Lat. 20.9674 Long. -89.6237'],
  ];
  for (const [heading, cell] of READ) {
    test(`are read from «${cell}»`, async () => {
      const { muestra, errores, avisos } = await dry(placed(heading, cell));
      assert.deepEqual([told(errores), told(avisos)], [[], []]);
      const { longitud, latitud } = muestra[0].valores;
      assert.deepEqual([longitud, latitud], ['-89.6237', '20.9674']);
    });
  }

  test('that can be read in two ways are not read, and the work comes in without them', async () => {
    for (const cell of [
      '20,9674,-89,6237',
      '20.9674',
      '20.9674, -89.6237, 12',
      'ver plano',
      '20.9674 N, 20.9 N',
    ]) {
      const { creadas, avisos, muestra } = await dry(placed('Coordenadas', cell));
      assert.equal(creadas, 1, cell);
      assert.deepEqual(told(avisos), [
        `2: Coordenadas: no se entiende «${cell}»; escriba latitud y longitud, como 20.9674, -89.6237.`,
      ]);
      assert.equal(muestra[0].valores.longitud, undefined);
    }
  });

  test('without their sign are refused, as they are in columns of their own', async () => {
    const { errores } = await dry(placed('Coordenadas', '20.9674, 89.6237'));
    assert.deepEqual(told(errores), [
      '2: Las coordenadas 89.6237, 20.9674 están fuera de Yucatán; parece que falta o sobra un signo: longitud -89.6237, latitud 20.9674.',
    ]);
  });

  test('count where columns of their own are blank', async () => {
    const file = `${HEADINGS.join()},longitud,latitud,coordenadas\r\n${START.join()},5,-89.6,20.9,"20.9674, -89.6237"\r\nA-2,${START.slice(1).join()},5,,,"20.9674, -89.6237"`;
    const { muestra } = await dry(file);
    assert.deepEqual(
      muestra.map(({ valores }: { valores: { longitud: string } }) => valores.longitud),
      ['-89.6', '-89.6237'],
    );
  });
});

describe('headings in two rows', () => {
  before(resetWithCatalog);
  const ROW = ['A-1', 'Calle 60', '2026', '1250.5', 'SOP', 'Mérida', 'En proceso'];
  const TWO = [
    ['Clave', 'Nombre', 'Ejercicio', 'Inversión', '', 'Ubicación', 'Estatus'],
    ['', '', '', 'Monto', 'Dependencia', 'Municipio', ''],
  ];
  const lines = (...rows: string[][]) => rows.map((row) => row.join()).join('\r\n');

  test('are one, and the rows below are counted from there', async () => {
    const { creadas, filaEncabezados, muestra } = await dry(lines(...TWO, ROW));
    assert.deepEqual([creadas, filaEncabezados], [1, 2]);
    assert.deepEqual([muestra[0].fila, muestra[0].valores.monto], [3, '1250.50']);
  });

  test('are one where the first names the key alone', async () => {
    const first = ['Clave', '', '', '', '', '', ''];
    const second = ['', 'Nombre', 'Ejercicio', 'Monto', 'Dependencia', 'Municipio', 'Estatus'];
    assert.equal((await dry(lines(first, second, ROW))).creadas, 1);
  });

  for (const [unit, asked] of [
    ['Inversión (miles de pesos)', 'unidadMonto'],
    ['Inversión MDP', 'unidadMonto'],
    ['Inversión (USD)', 'otraMoneda'],
  ] as const) {
    test(`with «${unit}» above the amounts say their unit`, async () => {
      const first = TWO[0]?.map((text) => text.replace('Inversión', unit)) as string[];
      const { grupos, creadas } = await dry(lines(first, TWO[1] as string[], ROW));
      assert.equal(creadas, 0);
      assert.deepEqual(
        grupos.map(({ codigo }: { codigo: string }) => codigo),
        [asked],
      );
    });
  }

  test('are not what a row of a work is, whatever it says', async () => {
    const headings = ['Clave', 'Nombre', 'Ejercicio', 'Monto', 'Dependencia', 'Municipio', 'Nota'];
    const { filas, filaEncabezados } = await dry(
      lines(headings, ['A-1', '', '', '', '', '', 'Estatus'], ROW),
    );
    assert.deepEqual([filas, filaEncabezados], [2, 1]);
  });
});

describe('a clerk’s slips', () => {
  before(resetWithCatalog);

  test('«Estado» is the state where states stand below it, and nothing where it is something else', async () => {
    const file = (...states: string[]) =>
      [
        `${HEADINGS.join()},Estado`,
        ...states.map((state, i) => `A-${i},${START.slice(1).join()},5,${state}`),
      ].join('\r\n');
    const { creadas, grupos } = await dry(file('Yucatán', 'Campeche', 'YUCATAN'));
    assert.equal(creadas, 2);
    assert.deepEqual(grupos[0].filas, '3');
    assert.equal((await dry(file('Terminada', 'Bueno'))).creadas, 2);
  });

  test('an amount cut at its comma is the only error of its row: what follows stands in wrong columns', async () => {
    const { errores } = await dry(
      text(',', ['A-1', 'Calle 62, entre 61 y 63', ...START.slice(2), '5']),
    );
    assert.equal(errores.length, 1);
  });

  test('a column for the key is asked for once', async () => {
    const file = text(',', [...START, '5'], ['A-2', ...START.slice(1), '5']).replace(
      'clave',
      'No.',
    );
    const { grupos } = await dry(file);
    assert.deepEqual(
      grupos.map(({ codigo, campo, mensaje }: Record<string, string>) => [codigo, campo, mensaje]),
      [
        [
          'faltaColumna',
          'claveUnica',
          'Ninguna columna se reconoció como clave única. Indique cuál es o agréguela.',
        ],
      ],
    );
  });

  test('dates in the year’s column stand for their year, as they are written to a text', async () => {
    for (const [date, year] of [
      ['15/01/2026', '2026'],
      ['1-2-2026', '2026'],
      ['2026-12-31', '2026'],
      ['15/01/26', undefined],
    ] as const) {
      const row = [...START, '5'];
      row[2] = date;
      assert.equal((await dry(text(',', row))).muestra[0].valores.ejercicioFiscal, year, date);
    }
  });

  test('keys that a spreadsheet took for dates are pointed out', async () => {
    for (const key of ['03-ene', '03/01/2026', '3-Jan-26']) {
      const { creadas, avisos } = await dry(text(',', [key, ...START.slice(1), '5']));
      assert.equal(creadas, 1);
      assert.deepEqual(told(avisos), [
        `2: Clave única: «${key}» parece una fecha; si la hoja de cálculo la hizo de la clave, dé formato de texto a la celda y escríbala de nuevo.`,
      ]);
    }
    for (const key of ['03-01', '2026-01-03-A', 'OB-03-ene']) {
      assert.deepEqual((await dry(text(',', [key, ...START.slice(1), '5']))).avisos, [], key);
    }
  });

  test('errors of formulas are no names, in a text either, and no catalog gets one', async () => {
    for (const failed of ['#N/D', '#¡REF!', '#NAME?', 'Err:502']) {
      const file = text(',', ['A-1', failed, '2026', failed, 'Mérida', 'En proceso', '5']);
      const { errores, rechazadas } = await dry(file, 'crearCatalogos=true');
      assert.equal(rechazadas, 1);
      const why = 'es el error de una fórmula; escriba el dato.';
      assert.deepEqual(told(errores), [
        `2: Nombre: «${failed}» ${why}`,
        `2: Dependencia: «${failed}» no se agrega al catálogo: ${why}`,
      ]);
    }
  });

  test('coordinates the wrong way round in all rows are one sentence with what to do', async () => {
    const file = `${HEADINGS.join()},longitud,latitud\r\n${START.join()},5,20.9674,-89.6237`;
    const { grupos } = await dry(file);
    assert.equal(
      grupos[0].mensaje,
      'Las coordenadas están fuera de Yucatán; parecen intercambiadas. Cambie una por otra, o los encabezados de sus columnas: en Yucatán la longitud es de -87 a -91 y la latitud de 19 a 22.',
    );
  });
});
