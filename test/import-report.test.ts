import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { Groups } from '../src/hojas/importacion/groups.ts';
import { counts, report, send } from './importing.ts';
import { call, db, refused, resetWithCatalog } from './world.ts';

// What a report says of many rows at once, and what is said once for all of them.

const HEADINGS = ['clave', 'nombre', 'monto', 'ejercicio', 'dependencia', 'municipio', 'estatus'];
type Heading = (typeof HEADINGS)[number];
const RIGHT: Record<Heading, string> = {
  nombre: 'Calle 60',
  monto: '1000',
  ejercicio: '2026',
  dependencia: 'SOP',
  municipio: 'Mérida',
  estatus: 'En proceso',
};
/** A sheet of rows that are right but for what is said, each with a key of its own. */
const sheet = (...rows: Record<Heading, string>[]) =>
  [
    HEADINGS,
    ...rows.map((row, i) => HEADINGS.map((name) => ({ clave: `G-${i}`, ...RIGHT, ...row })[name])),
  ]
    .map((cells) => cells.map((cell) => `"${cell}"`).join(','))
    .join('\r\n');
/** So many rows alike. */
const times = (many: number, row: Record<Heading, string>) =>
  Array.from({ length: many }, () => row);

const inQuery = (name: string, value: unknown) =>
  `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`;

interface Grupo {
  gravedad: string;
  codigo: string;
  mensaje: string;
  cuantas: number;
  filas: string;
  valores: { valor: string; cuantas: number; sugerencia: string | null; esSegura: boolean }[];
}
const inShort = (grupos: Grupo[]) =>
  grupos.map(({ mensaje, cuantas, filas }) => `${mensaje} ${cuantas}: ${filas}`);

describe('errors of many rows', () => {
  beforeEach(resetWithCatalog);

  test('are said once, with how many rows, which, and what they say, the most frequent first', async () => {
    const file = sheet(
      ...times(4, { municipio: 'Tizmin' }),
      {},
      { municipio: 'Tizmin' },
      { municipio: 'Nowhere', monto: 'x' },
      ...times(3, { monto: 'mucho' }),
      { municipio: 'TIZMIN' },
    );
    const { grupos } = await report(file, 'simular=true');
    assert.deepEqual(grupos, [
      {
        gravedad: 'error',
        codigo: 'valorDesconocido',
        campo: 'municipio',
        columna: 'municipio',
        mensaje: 'Municipio: no está en el catálogo.',
        remedio: 'Con valores diga a qué registro corresponde cada uno.',
        cuantas: 7,
        filas: '2–5, 7–8 y 12',
        valores: [
          { valor: 'Tizmin', cuantas: 6, sugerencia: 'Tizimín', esSegura: true },
          { valor: 'Nowhere', cuantas: 1, sugerencia: null, esSegura: false },
        ],
      },
      {
        gravedad: 'error',
        codigo: 'otro',
        campo: 'monto',
        columna: 'monto',
        mensaje: 'Monto: no se entiende; escriba la cantidad como 1250000.50.',
        remedio: null,
        cuantas: 4,
        filas: '8–11',
        valores: [
          { valor: 'mucho', cuantas: 3, sugerencia: null, esSegura: false },
          { valor: 'x', cuantas: 1, sugerencia: null, esSegura: false },
        ],
      },
    ]);
  });

  test('come before notes, whose rows are many more', async () => {
    const file = sheet(...times(5, { dependencia: 'Instituto Nuevo' }), { monto: '' });
    const { grupos } = await report(file, 'simular=true&crearCatalogos=true&parcial=true');
    assert.deepEqual(inShort(grupos), [
      'Falta el monto. Escríbalo en la fila. 1: 7',
      'Dependencia: no está en el catálogo y se agrega. 5: 2–6',
    ]);
  });

  test('of other states are one sentence and one total, and nothing else is said of them', async () => {
    const states = ['Campeche', 'JALISCO; YUCATAN', 'NACIONAL', '4', 'Campeche'];
    const rows = states.map((entidad, i) => `X-${i},,x,${entidad}`);
    const { grupos, errores, rechazadas } = await report(
      ['clave,nombre,monto,entidad', ...rows, 'X-9,,x,Yucatán'].join('\r\n'),
    );
    assert.equal(rechazadas, 6);
    const [other] = grupos;
    assert.equal(
      other.mensaje,
      'Son obras de otra entidad; el registro es sólo de obras de Yucatán.',
    );
    assert.deepEqual([other.cuantas, other.filas], [5, '2–6']);
    assert.deepEqual(other.valores[0], {
      valor: 'Campeche',
      cuantas: 2,
      sugerencia: null,
      esSegura: false,
    });
    assert.deepEqual(
      errores.map(({ fila }: { fila: number }) => fila),
      [2, ...errores.slice(1).map(() => 7)],
    );
    assert.equal(
      errores[0].mensaje,
      'La obra es de «Campeche»; el registro es sólo de obras de Yucatán.',
    );
  });

  test('of a name that denies another propose no name', async () => {
    const rows = ['No terminada', 'Sin licitar', 'Terminda'].map(
      (estatus, i) => `X-${i},Una,5,2026,SOP,Mérida,${estatus}`,
    );
    const { grupos } = await report(
      ['clave,nombre,monto,ejercicio,dependencia,municipio,estatus', ...rows].join('\r\n'),
    );
    const [estatus] = grupos.filter(({ campo }: { campo: string }) => campo === 'estatus');
    assert.deepEqual(estatus.valores, [
      { valor: 'No terminada', cuantas: 1, sugerencia: null, esSegura: false },
      { valor: 'Sin licitar', cuantas: 1, sugerencia: null, esSegura: false },
      { valor: 'Terminda', cuantas: 1, sugerencia: 'Terminada', esSegura: true },
    ]);
  });

  test('of a column that is missing are said once, with the likeliest heading', async () => {
    const file = [
      'clave,nombre,Monto contratado,ejercicio,dependencia,municipio',
      ...Array.from({ length: 3 }, (_, i) => `X-${i},Una,5,2026,SOP,Mérida`),
    ].join('\r\n');
    const { grupos, errores, rechazadas } = await report(file);
    assert.equal(rechazadas, 3);
    assert.deepEqual(
      grupos.map(({ codigo, campo, filas, cuantas, mensaje, valores }: Record<string, unknown>) => [
        codigo,
        campo,
        filas,
        cuantas,
        mensaje,
        valores,
      ]),
      [
        [
          'faltaColumna',
          'monto',
          '',
          3,
          'Ninguna columna se reconoció como monto. ¿Es «Monto contratado»?',
          [{ valor: '', cuantas: 3, sugerencia: 'Monto contratado', esSegura: false }],
        ],
        [
          'faltaColumna',
          'estatus',
          '',
          3,
          'Ninguna columna se reconoció como estatus. Indique cuál es o agréguela, o elija uno para todas las filas.',
          [],
        ],
      ],
    );
    assert.equal(errores.length, 2);
    const named = inQuery('columnas', { 'Monto contratado': 'monto' });
    assert.deepEqual(counts(await report(file, `${named}&estatusObraId=1`)), [3, 0, 0, 0]);
    // Of obras that are there already nothing is missing.
    assert.deepEqual(counts(await report('clave,nombre\r\nX-0,Una')), [0, 0, 1, 0]);
  });

  test('that an option settles are told by its name', async () => {
    await report(sheet({}, {}));
    const { grupos } = await report(sheet({ nombre: 'Otro' }, { monto: '7' }));
    const [{ codigo, campo, mensaje, remedio, cuantas, filas }] = grupos;
    assert.deepEqual(
      [grupos.length, codigo, campo, mensaje, remedio, cuantas, filas],
      [
        1,
        'yaExiste',
        'claveUnica',
        'Ya existen obras con estas claves únicas, y el archivo dice otra cosa.',
        'Para cambiarlas indique actualizar=true.',
        2,
        '2–3',
      ],
    );
    const lacking = await report(sheet({ clave: 'N-1', estatus: '' }));
    assert.deepEqual(
      [lacking.grupos[0].codigo, lacking.grupos[0].remedio],
      ['faltaDato', 'Con estatusObraId se indica para todas las filas.'],
    );
  });

  test('of very many kinds and values take no more room than those of few', async () => {
    const groups = new Groups();
    const common = { gravedad: 'error', codigo: 'otro', campo: null, columna: null, remedio: null };
    for (let fila = 1; fila <= 200_000; fila++) {
      const one = { ...common, mensaje: 'Uno.' } as Parameters<Groups['add']>[1];
      groups.add(2 * fila, one, `valor ${fila}`);
      groups.add(fila, { ...one, mensaje: `Falla ${fila}` }, null);
    }
    const list = groups.list();
    assert.equal(list.length, 100);
    assert.equal(list[0]?.cuantas, 200_000);
    assert.equal(list[0]?.filas, '2, 4, 6, 8, 10, 12, 14, 16 y 199992 más');
    assert.equal(list[0]?.valores.length, 20);
    assert.ok(JSON.stringify(list).length < 50_000);
  });

  test('name twenty values at most, and none at its full length', async () => {
    const rows = Array.from({ length: 300 }, (_, i) => ({ municipio: `${i} ${'Ñ'.repeat(300)}` }));
    const { grupos } = await report(sheet(...rows, ...times(2, { municipio: 'Xyz' })));
    assert.equal(grupos.length, 1);
    const [{ valores, cuantas }] = grupos;
    assert.deepEqual([valores.length, cuantas], [20, 302]);
    assert.deepEqual(valores[0], { valor: 'Xyz', cuantas: 2, sugerencia: null, esSegura: false });
    assert.equal(valores[1].valor.length, 201);
  });
});

describe('the first rows', () => {
  beforeEach(resetWithCatalog);

  test('are shown as they are understood, right or wrong', async () => {
    const file = [
      'clave,nombre,monto,ejercicio,dependencia,municipio,estatus,longitud,latitud',
      `A,Una,"$1,250,000.50",2026,sop,,TERMINADO,"89°37'25.3""O","20°58'2.6""N"`,
      'B,Dos,mucho,2031,Nadie,50,,,',
      ...Array.from({ length: 5 }, (_, i) => `C-${i},Tres,1,2026,SOP,50,Planeada,,`),
    ].join('\r\n');
    const { muestra } = await report(file, 'simular=true&estatusObraId=2');
    assert.deepEqual(
      muestra.map(({ fila }: { fila: number }) => fila),
      [2, 3, 4, 5, 6],
    );
    assert.deepEqual(muestra[0].valores, {
      claveUnica: 'A',
      nombre: 'Una',
      monto: '1250000.50',
      ejercicioFiscal: '2026',
      dependencia: 'Secretaría de Obras',
      municipio: 'Mérida',
      estatus: 'Terminada',
      longitud: '-89.6236944',
      latitud: '20.9673889',
    });
    assert.deepEqual(muestra[1].valores, {
      claveUnica: 'B',
      nombre: 'Dos',
      municipio: 'Mérida',
      estatus: 'En licitación',
    });
  });
});

describe('names that are told to be others', () => {
  beforeEach(resetWithCatalog);
  const ODD = {
    ejercicio: 'Ej. 26',
    dependencia: 'OBRAS P.',
    municipio: 'La capital',
    estatus: 'Licitada',
  };

  test('are read so in all rows, however they are written', async () => {
    await db.query(`INSERT INTO tipos_proyecto (nombre) VALUES ('Drenaje')`);
    const [headings, ...lines] = sheet(
      ODD,
      { ...ODD, dependencia: 'obras p', municipio: 'LA CAPITAL' },
      { ...ODD, estatus: '—' },
    ).split('\r\n');
    const file = [`${headings},tipo,siglas`, ...lines.map((line) => `${line},Tubos,OP`)].join(
      '\r\n',
    );
    const unknown = await report(file, 'simular=true');
    assert.equal(unknown.rechazadas, 3);
    assert.deepEqual(
      unknown.grupos.map(({ codigo, campo, valores }: Record<string, unknown>) => [
        codigo,
        campo,
        valores,
      ]),
      [
        [
          'valorDesconocido',
          'ejercicioFiscal',
          [{ valor: 'Ej. 26', cuantas: 3, sugerencia: null, esSegura: false }],
        ],
        [
          'valorDesconocido',
          'dependencia',
          [{ valor: 'OBRAS P.', cuantas: 3, sugerencia: null, esSegura: false }],
        ],
        [
          'valorDesconocido',
          'tipoProyecto',
          [{ valor: 'Tubos', cuantas: 3, sugerencia: null, esSegura: false }],
        ],
        [
          'valorDesconocido',
          'estatus',
          [
            { valor: 'Licitada', cuantas: 2, sugerencia: 'En licitación', esSegura: false },
            { valor: '—', cuantas: 1, sugerencia: null, esSegura: false },
          ],
        ],
        [
          'valorDesconocido',
          'municipio',
          [{ valor: 'La capital', cuantas: 3, sugerencia: null, esSegura: false }],
        ],
      ],
    );
    const valores = inQuery('valores', {
      ejercicioFiscal: { 'ej 26': '2026' },
      dependencia: { 'Obras P': 'SOP' },
      municipio: { 'la capital': 'Merida' },
      tipoProyecto: { TUBOS: 'drenaje' },
      estatus: { licitada: 'En licitación', '—': 'Planeada' },
    });
    assert.deepEqual(counts(await report(file, valores)), [3, 0, 0, 0]);
    const found = (await call('admin', 'GET', '/obras')).body.map(
      (obra: Record<string, Record<string, unknown>>) => [
        obra.ejercicioFiscal?.anio,
        obra.dependencia?.siglas,
        obra.municipio?.nombre,
        obra.tipoProyecto?.nombre,
        obra.estatusObra?.nombre,
      ],
    );
    assert.deepEqual(found, [
      [2026, 'SOP', 'Mérida', 'Drenaje', 'En licitación'],
      [2026, 'SOP', 'Mérida', 'Drenaje', 'En licitación'],
      [2026, 'SOP', 'Mérida', 'Drenaje', 'Planeada'],
    ]);
    assert.deepEqual(counts(await report(file, valores)), [0, 0, 3, 0]);
  });

  test('count before what the catalog says, and no record is made of them', async () => {
    const file = sheet({ dependencia: 'Instituto Nuevo', estatus: 'Terminada' });
    const valores = inQuery('valores', {
      dependencia: { 'Instituto Nuevo': 'SOP' },
      estatus: { Terminada: 'Suspendida' },
    });
    assert.equal((await report(file, `${valores}&crearCatalogos=true`)).creadas, 1);
    const [{ dependencia, estatusObra }] = (await call('admin', 'GET', '/obras')).body;
    assert.deepEqual([dependencia.siglas, estatusObra.nombre], ['SOP', 'Suspendida']);
    assert.equal((await call('admin', 'GET', '/dependencias')).body.length, 1);
  });

  test('are refused where they name no record, or are no such list', async () => {
    await db.query(`INSERT INTO dependencias (nombre, activo) VALUES ('Vieja', false)`);
    const shape =
      'valores debe ser un objeto JSON de campos, textos y nombres, como {"estatus":{"Licitada":"En licitación"}}.';
    const cases: [value: unknown, sentences: string[]][] = [
      ['{', [shape]],
      ['null', [shape]],
      [[], [shape]],
      [{ estatus: 'Planeada' }, [shape]],
      [{ estatus: null }, [shape]],
      [{ estatus: { x: 3 } }, [shape]],
      [
        { monto: { mucho: '7' } },
        [
          'valores: no existe el campo «monto», o no es de un catálogo; son: estatus, municipio, dependencia, tipoProyecto, ejercicioFiscal.',
        ],
      ],
      [
        {
          estatus: { x: 'Licitada' },
          dependencia: { y: 'Vieja' },
          ejercicioFiscal: { z: '2031' },
          municipio: { w: 'Tizmin' },
        },
        [
          'valores: no existe el estatus «Licitada».',
          'valores: no existe el municipio «Tizmin». ¿Quiso decir «Tizimín»?',
          'valores: «Vieja» está inactivo en el catálogo.',
          'valores: no existe el ejercicio fiscal «2031».',
        ],
      ],
      [
        `{"__proto__":{"x":"y"}}`,
        [
          'valores: no existe el campo «__proto__», o no es de un catálogo; son: estatus, municipio, dependencia, tipoProyecto, ejercicioFiscal.',
        ],
      ],
    ];
    for (const [value, sentences] of cases) {
      refused(await send(sheet({}), inQuery('valores', value)), 400, sentences);
    }
    // Names that a text has by chance are names like others.
    const odd = inQuery('valores', '{"dependencia":{"__proto__":"SOP","constructor":"SOP"}}');
    const file = sheet({ dependencia: '__proto__' }, { dependencia: 'constructor' });
    assert.deepEqual(counts(await report(file, odd)), [2, 0, 0, 0]);
  });
});

describe('names that catalogs get', () => {
  beforeEach(resetWithCatalog);

  test('are compared with each other, and not with the catalog alone', async () => {
    const file = sheet(
      { dependencia: 'Instituto de Vivienda' },
      { dependencia: 'Instituto de la Vivienda' },
      { dependencia: 'Junta de Agua' },
    );
    const { avisos, grupos } = await report(file, 'simular=true&crearCatalogos=true');
    assert.deepEqual(
      avisos.map(({ fila, mensaje }: Record<string, unknown>) => `${fila}: ${mensaje}`),
      [
        '2: Dependencia: «Instituto de Vivienda» no está en el catálogo y se agrega.',
        '3: Dependencia: «Instituto de la Vivienda» no está en el catálogo y se agrega. Se parece a «Instituto de Vivienda», que tampoco está (fila 2): si es la misma cosa, corrija la fila.',
        '4: Dependencia: «Junta de Agua» no está en el catálogo y se agrega.',
      ],
    );
    assert.deepEqual(grupos[0].codigo, 'seAgrega');
    assert.deepEqual(grupos[0].valores[1], {
      valor: 'Instituto de la Vivienda',
      cuantas: 1,
      sugerencia: 'Instituto de Vivienda',
      esSegura: false,
    });
  });

  test('that differ in case, accents and punctuation alone are one record', async () => {
    const file = sheet(
      { dependencia: 'Secretaría de Cultura' },
      { dependencia: 'SECRETARIA DE CULTURA' },
      { dependencia: 'Secretaria de  Cultura.' },
    );
    const query = 'crearCatalogos=true';
    const { avisos } = await report(file, query);
    assert.equal(avisos.length, 1);
    const names = (await call('admin', 'GET', '/dependencias')).body.map(
      ({ nombre }: { nombre: string }) => nombre,
    );
    assert.deepEqual(names.sort(), ['Secretaría de Cultura', 'Secretaría de Obras']);
    assert.deepEqual(counts(await report(file, query)), [0, 0, 3, 0]);
  });
});
