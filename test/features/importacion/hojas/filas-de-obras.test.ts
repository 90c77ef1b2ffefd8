import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { columnOf, columnsOf } from '../../../columns.ts';
import { sentences } from '../../../hojas/read.ts';
import { csv, ROW, type Row } from '../../../spreadsheet.ts';
import { CATALOGS, errorsIn, type ObrasOptions, readAs, readObras } from '../read.ts';

// The values of a row in a sheet of obras, and the reasons of its refusal. Amounts, years, keys and coordinates are in celdas.test.ts; the
// rules of obras and what compares with the registry are in import.test.ts.

const FEDERAL = readFileSync(
  new URL('../../../../../sources/obras-federales-yucatan.csv', import.meta.url),
  'utf8',
);

describe('a row of works', () => {
  test('is read as its cells say', async () => {
    const { rows, errores, avisos } = await readObras(csv({}));
    assert.deepEqual([errores, avisos], [[], []]);
    const { claveUnica, nombre, descripcion, direccion } = ROW;
    const { localidadReferencia, referenciaLugar } = ROW;
    assert.deepEqual(rows[0]?.values, {
      ...{ claveUnica, nombre, descripcion, direccion, localidadReferencia, referenciaLugar },
      ...{ ejercicioFiscalId: 1, dependenciaId: 1, tipoProyectoId: 1, estatusObraId: 4 },
      ...{ municipioId: 50, monto: 1250000.5, punto: [-89.6237, 20.9674] },
    });
  });

  test('has all its faults at once, each with row, column, value and sentence', async () => {
    const { errores } = await readObras(
      `Obras 2026,,\r\n\r\nClave de la obra,Nombre de la obra,Inversión autorizada,Municipio,Estatus,Ejercicio,Ejecutor\r\n"con\nsalto",,1.234,Tizmin,Vigente,1999,Nadie\r\n`,
    );
    const list =
      'Planeada, En licitación, Contratada, En proceso, Suspendida, Terminada, Cancelada';
    // biome-ignore format: rows
    const FAULTS = [
      ['Ejecutor', 'dependencia', 'Nadie', 'Dependencia: no existe la dependencia «Nadie».'],
      ['Ejercicio', 'ejercicioFiscal', '1999', 'Ejercicio fiscal: «1999» no es un año entre 2000 y 2100.'],
      ['Estatus', 'estatus', 'Vigente', `Estatus: «Vigente» no es un estatus; son: ${list}.`],
      ['Inversión autorizada', 'monto', '1.234', 'Monto: «1.234» puede leerse de dos maneras; escriba la cantidad como 1250000.50.'],
      ['Municipio', 'municipio', 'Tizmin', 'Municipio: no existe el municipio «Tizmin». ¿Quiso decir «Tizimín»?'],
      ['Nombre de la obra', 'nombre', null, 'Falta el nombre. Escríbalo en la fila.'],
    ];
    assert.deepEqual(
      errores.sort((one, other) => one.columna.localeCompare(other.columna)),
      FAULTS.map(([columna, campo, valor, mensaje]) => ({
        fila: 4,
        columna,
        campo,
        valor,
        mensaje,
      })),
    );
  });

  const UNKNOWN = (municipio: string) => `Municipio: no existe el municipio «${municipio}».`;
  // biome-ignore format: rows
  const REFUSED: [row: Row, sentence: string][] = [
    [{ claveUnica: '' }, 'Falta la clave única. Escríbala en la fila.'],
    [{ nombre: '' }, 'Falta el nombre. Escríbalo en la fila.'],
    [{ monto: '' }, 'Falta el monto. Escríbalo en la fila.'],
    [{ dependencia: '' }, 'Falta la dependencia. Escríbala en la fila, o elija una para todas.'],
    [{ estatus: '' }, 'Falta el estatus. Escríbalo en la fila, o elija uno para todas.'],
    [{ municipio: '', longitud: '', latitud: '' }, 'Falta el municipio. Escríbalo en la fila, o elija uno para todas.'],
    [
      { dependencia: 'Secretaria de obra' },
      'Dependencia: no existe la dependencia «Secretaria de obra». ¿Quiso decir «Secretaría de Obras»?',
    ],
    [{ siglas: 'IMSS' }, 'Siglas de la dependencia: «IMSS» no son las de «Secretaría de Obras» (SOP).'],
    [{ tipoProyecto: 'Puentes' }, 'Tipo de proyecto: no existe el tipo de proyecto «Puentes».'],
    [{ municipio: '107' }, UNKNOWN('107')],
    [{ municipio: '09014' }, UNKNOWN('09014')],
    [{ municipioClave: '31059' }, 'Clave del municipio: «31059» no es la clave de Mérida.'],
    [{ ENTIDAD_FEDERATIVA: 'Campeche' }, 'La obra es de «Campeche»; el registro es sólo de obras de Yucatán.'],
  ];
  test('is refused for what it lacks, and for names that no catalog has', async () => {
    const rows = REFUSED.map(([row], i) => ({ claveUnica: `R-${i}`, ...row }));
    assert.deepEqual(
      readAs(await readObras(csv(...rows)), 'claveUnica'),
      REFUSED.map(([, sentence]) => [sentence]),
    );
    for (const [avanceFisico, sentence] of [
      ['120', '2: Avance físico: «120» no es un porcentaje entre 0 y 100.'],
      [
        '1',
        '2: Avance físico: «1» puede ser 1 % o 100 %; escriba el signo %, o el estatus de la obra.',
      ],
    ] as const)
      assert.ok((await errorsIn(csv({ estatus: '', avanceFisico }))).includes(sentence));
  });

  const TAKEN: [row: Row, field: string, value: unknown][] = [
    [{ dependencia: 'secretaria de obras' }, 'dependenciaId', 1],
    [{ dependencia: 'sop' }, 'dependenciaId', 1],
    [{ dependencia: '', siglas: 'SOP' }, 'dependenciaId', 1],
    [{ municipio: 'MERIDA' }, 'municipioId', 50],
    [{ municipio: 'Mérida, Yucatán' }, 'municipioId', 50],
    [{ municipio: '50' }, 'municipioId', 50],
    [{ municipio: '050' }, 'municipioId', 50],
    [{ municipio: '31050' }, 'municipioId', 50],
    [{ municipio: 'Motul de Carrillo Puerto' }, 'municipioId', 52],
    [{ municipio: '', municipioClave: '31059' }, 'municipioId', 59],
    // The municipio in which the point lies.
    [{ municipio: '' }, 'municipioId', 50],
    [{ tipoProyecto: '' }, 'tipoProyectoId', undefined],
    [{ estatus: 'TERMINADO' }, 'estatusObraId', 6],
    [{ estatus: 'En ejecución' }, 'estatusObraId', 4],
    [{ estatus: '', avanceFisico: '0' }, 'estatusObraId', 1],
    [{ estatus: '', avanceFisico: '41.88' }, 'estatusObraId', 4],
    [{ estatus: '', avanceFisico: '100%' }, 'estatusObraId', 6],
    [{ estatus: '', avanceFisico: '1 %' }, 'estatusObraId', 4],
    [{ estatus: '', avanceFisico: '0.45' }, 'estatusObraId', 4],
    [{ ENTIDAD_FEDERATIVA: 'YUCATÁN' }, 'municipioId', 50],
    [{ ID_ENTIDAD: '31' }, 'municipioId', 50],
    [{ nombre: '  Cafe\u0301  ' }, 'nombre', 'Café'],
    [{ nombre: "'=SUMA(A1)" }, 'nombre', '=SUMA(A1)'],
    [{ nombre: "''Los Arcos'" }, 'nombre', "'Los Arcos'"],
    [{ descripcion: 'una\r\ndos, "tres"; cuatro' }, 'descripcion', 'una\r\ndos, "tres"; cuatro'],
  ];
  test('is taken in every way of writing that has one meaning', async () => {
    // Each in a file of its own, whose columns are those of its row.
    for (const [row, field, value] of TAKEN) {
      assert.deepEqual(readAs(await readObras(csv(row)), field), [value], JSON.stringify(row));
    }
  });

  test('is noted with the municipio of its point where that is not the named one', async () => {
    const read = await readObras(csv({ municipio: 'Progreso' }));
    assert.deepEqual(sentences(read.avisos), [
      '2: El punto está en Mérida según los límites del INEGI; la obra se registra en Progreso, como dice el archivo.',
    ]);
    assert.deepEqual(readAs(read, 'municipioId'), [59]);
  });

  test('takes what is given for all rows where its cell is empty', async () => {
    const fallbacks = { ejercicioFiscalId: 1, dependenciaId: 1, municipioId: 50, estatusObraId: 5 };
    const file = 'clave,nombre,monto,estatus\r\nA,Una,1,\r\nB,Dos,2,Terminada';
    const read = await readObras(file, { fallbacks });
    assert.deepEqual(readAs(read, 'estatusObraId'), [5, 6]);
    assert.deepEqual(readAs(read, 'municipioId'), [50, 50]);
  });
});

describe('the catalogs of a sheet', () => {
  const of = (changes: Partial<typeof CATALOGS>): ObrasOptions => ({
    catalogs: { ...CATALOGS, ...changes },
  });

  test('take of names that differ in accents alone the exact one, else the siglas, else none', async () => {
    const [first] = CATALOGS.dependencias;
    const second = { id: 2, nombre: 'Secretaria de Obras', siglas: 'SO2', activo: true };
    const options = of({ dependencias: [first as typeof second, second] });
    const idOf = async (row: Row) => readAs(await readObras(csv(row), options), 'dependenciaId')[0];
    assert.equal(await idOf({ dependencia: 'Secretaria de Obras' }), 2);
    assert.equal(await idOf({ dependencia: 'SECRETARIA DE OBRAS', siglas: 'so2' }), 2);
    assert.deepEqual(await idOf({ dependencia: 'SECRETARIA DE OBRAS' }), [
      'Dependencia: «SECRETARIA DE OBRAS» puede ser «Secretaría de Obras», «Secretaria de Obras»; escriba el nombre completo, con sus acentos.',
    ]);
  });

  test('refuse rows of new works by their inactive records', async () => {
    const { dependencias, ejercicios } = CATALOGS;
    const asleep = <T>(records: T[]) => records.map((record) => ({ ...record, activo: false }));
    const options = of({ dependencias: asleep(dependencias), ejercicios: asleep(ejercicios) });
    assert.deepEqual(await errorsIn(csv({}), options), [
      '2: Ejercicio fiscal: el año 2026 está en el catálogo, pero inactivo; actívelo ahí o corrija la fila.',
      '2: Dependencia: «Secretaría de Obras» está en el catálogo, pero inactivo; actívelo ahí o corrija la fila.',
    ]);
  });

  test('take for a merged record the one in which it goes on, and say so once', async () => {
    const old = { id: 2, nombre: 'Obras', siglas: 'OB', activo: false, fusionadoEn: 1 };
    const options = of({ dependencias: [...CATALOGS.dependencias, old] });
    const rows = ['1', '2'].map((claveUnica) => ({
      claveUnica,
      dependencia: 'obras',
      siglas: 'ob',
    }));
    const read = await readObras(csv(...rows), options);
    assert.deepEqual(readAs(read, 'dependenciaId'), [1, 1]);
    assert.deepEqual(sentences(read.avisos), [
      '2: Dependencia: «Obras» se fusionó en el catálogo con «Secretaría de Obras», que se toma en su lugar.',
    ]);
  });

  const creates = { crearCatalogos: true };
  test('get what they lack where that is asked for, each once', async () => {
    const rows = ['Instituto Nuevo', 'INSTITUTO NUEVO', 'Instituto Nuevo'].map(
      (dependencia, i) => ({
        ...{ claveUnica: `N-${i}`, dependencia, siglas: 'inu' },
        ...{ tipoProyecto: 'Puentes', ejercicioFiscal: '2030' },
      }),
    );
    assert.equal((await readObras(csv(...rows))).rechazadas, 3);
    const { rows: read, avisos } = await readObras(csv(...rows), creates);
    assert.deepEqual(sentences(avisos), [
      '2: Ejercicio fiscal: «2030» no está en el catálogo y se agrega.',
      '2: Dependencia: «Instituto Nuevo» no está en el catálogo y se agrega.',
      '2: Tipo de proyecto: «Puentes» no está en el catálogo y se agrega.',
    ]);
    for (const { values } of read) {
      const { anio, dependencia, siglas, tipoProyecto, dependenciaId } = values;
      assert.deepEqual([anio, tipoProyecto, dependenciaId], [2030, 'Puentes', null]);
      assert.deepEqual([dependencia, siglas], ['Instituto Nuevo', 'INU']);
    }
    // The likest is told, whether the catalog has it or the file.
    const like = ['Instituto Nuebo', 'Secretaría de Obra', 'Instituto Nuevo de Obras'];
    const { grupos } = await readObras(
      csv(
        ...['Instituto Nuevo', ...like].map((dependencia, i) => ({
          claveUnica: `L-${i}`,
          dependencia,
        })),
      ),
      creates,
    );
    assert.deepEqual(
      columnOf(grupos.find(({ campo }) => campo === 'dependencia')?.valores ?? [], 'sugerencia'),
      [null, 'Instituto Nuevo', 'Secretaría de Obras', 'Instituto Nuevo'],
    );
    const [dependencia, siglas, tipoProyecto] = ['x'.repeat(256), 'y'.repeat(51), 'z'.repeat(151)];
    assert.deepEqual(await errorsIn(csv({ dependencia, siglas, tipoProyecto }), creates), [
      '2: Dependencia no debe tener más de 255 caracteres.',
      '2: Siglas de la dependencia no debe tener más de 50 caracteres.',
      '2: Tipo de proyecto no debe tener más de 150 caracteres.',
    ]);
  });
});

test('the works of the federal source are refused in four rows, which lack key, amount or year', async () => {
  const read = await readObras(FEDERAL, { crearCatalogos: true });
  assert.deepEqual([read.filas, read.creadas, read.rechazadas], [71, 67, 4]);
  const found = columnsOf(read.errores, 'fila', 'columna').map((each) => each.join(' '));
  assert.deepEqual(found, ['53 monto', '53 clave', '70 anio', '71 anio', '72 anio']);
});
