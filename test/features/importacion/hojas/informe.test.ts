import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Common, Groups } from '../../../../src/hojas/importacion/groups.ts';
import type { Grupo } from '../../../../src/hojas/importacion/schema.ts';
import { columnOf, columnsOf } from '../../../columns.ts';
import { sentences } from '../../../hojas/read.ts';
import type { Row } from '../../../spreadsheet.ts';
import { CATALOGS, readAs, readObras, works as sheet } from '../read.ts';

// The sentences of a report about many rows, each of them once.

const times = (many: number, row: Row) => Array<Row>(many).fill(row);
type Valor = [valor: string, cuantas: number, sugerencia?: string, esSegura?: boolean];
const valor = (...[valor, cuantas, sugerencia, esSegura = false]: Valor) => ({
  ...{ valor, cuantas, sugerencia: sugerencia ?? null, esSegura },
});
const valuesOf = (grupos: Grupo[], campo: string) =>
  grupos.find((group) => group.campo === campo)?.valores;

describe('errors of many rows', () => {
  test('are grouped with their number, rows and values, the most frequent first', async () => {
    const { grupos } = await readObras(
      sheet(
        ...times(4, { municipio: 'Tizmin' }),
        {},
        { municipio: 'Tizmin' },
        { municipio: 'Nowhere', monto: 'x' },
        ...times(3, { monto: 'mucho' }),
        { municipio: 'TIZMIN' },
      ),
    );
    assert.deepEqual(grupos, [
      {
        ...{
          gravedad: 'error',
          codigo: 'valorDesconocido',
          campo: 'municipio',
          columna: 'municipio',
        },
        mensaje: 'Municipio: no está en el catálogo.',
        remedio: 'Con valores diga a qué registro corresponde cada uno.',
        ...{ cuantas: 7, filas: '2–5, 7–8 y 12' },
        valores: [valor('Tizmin', 6, 'Tizimín', true), valor('Nowhere', 1)],
      },
      {
        ...{ gravedad: 'error', codigo: 'otro', campo: 'monto', columna: 'monto', remedio: null },
        mensaje: 'Monto: no se entiende; escriba la cantidad como 1250000.50.',
        ...{ cuantas: 4, filas: '8–11' },
        valores: [valor('mucho', 3), valor('x', 1)],
      },
    ]);
  });

  test('come before notes, though these are of many more rows', async () => {
    const file = sheet(...times(5, { dependencia: 'Instituto Nuevo' }), { monto: '' });
    const { grupos } = await readObras(file, { crearCatalogos: true });
    assert.deepEqual(
      grupos.map(({ mensaje, cuantas, filas }) => `${mensaje} ${cuantas}: ${filas}`),
      [
        'Falta el monto. Escríbalo en la fila. 1: 7',
        'Dependencia: no está en el catálogo y se agrega. 5: 2–6',
      ],
    );
  });

  test('about other states are one sentence and one total, without further ones of those rows', async () => {
    const states = ['Campeche', 'JALISCO; YUCATAN', 'NACIONAL', '4', 'Campeche'];
    const rows = [...states.map((entidad, i) => `X-${i},,x,${entidad}`), 'X-9,,x,Yucatán'];
    const { grupos, errores, rechazadas } = await readObras(
      ['clave,nombre,monto,entidad', ...rows].join('\r\n'),
    );
    assert.equal(rechazadas, 6);
    const [other] = grupos;
    assert.deepEqual(
      [other?.mensaje, other?.cuantas, other?.filas],
      ['Son obras de otra entidad; el registro es sólo de obras de Yucatán.', 5, '2–6'],
    );
    assert.deepEqual(other?.valores[0], valor('Campeche', 2));
    assert.deepEqual(columnOf(errores, 'fila'), [2, ...errores.slice(1).map(() => 7)]);
    const sentence = 'La obra es de «Campeche»; el registro es sólo de obras de Yucatán.';
    assert.equal(errores[0]?.mensaje, sentence);
  });

  test('about a name that denies another propose no name', async () => {
    const names = ['No terminada', 'Sin licitar', 'Terminda'];
    const { grupos } = await readObras(sheet(...names.map((estatus) => ({ estatus }))));
    assert.deepEqual(valuesOf(grupos, 'estatus'), [
      valor('No terminada', 1),
      valor('Sin licitar', 1),
      valor('Terminda', 1, 'Terminada', true),
    ]);
  });

  test('about a missing column stand once, with the likeliest heading', async () => {
    const file = [
      'clave,nombre,Monto contratado,ejercicio,dependencia,municipio',
      ...Array.from({ length: 3 }, (_, i) => `X-${i},Una,5,2026,SOP,Mérida`),
    ].join('\r\n');
    const { grupos, errores, rechazadas } = await readObras(file);
    assert.deepEqual([rechazadas, errores.length], [3, 2]);
    const lacking = (what: string) => `Ninguna columna se reconoció como ${what}`;
    // biome-ignore format: rows
    assert.deepEqual(columnsOf(grupos, 'codigo', 'campo', 'filas', 'cuantas', 'mensaje'), [
      ['faltaColumna', 'monto', '', 3, lacking('monto. ¿Es «Monto contratado»?')],
      ['faltaColumna', 'estatus', '', 3, lacking('estatus. Indique cuál es o agréguela, o elija uno para todas las filas.')],
    ]);
    assert.deepEqual(columnOf(grupos, 'valores'), [[valor('', 3, 'Monto contratado')], []]);
    const columnas = { 'Monto contratado': 'monto' };
    const named = await readObras(file, { columnas, fallbacks: { estatusObraId: 1 } });
    assert.equal(named.creadas, 3);
  });

  test('name the parameter that gives a field for all rows', async () => {
    const { grupos } = await readObras(sheet({ estatus: '' }));
    assert.deepEqual(columnsOf(grupos, 'codigo', 'remedio'), [
      ['faltaDato', 'Con estatusObraId se indica para todas las filas.'],
    ]);
  });

  test('are listed up to a thousand, and the others counted', async () => {
    const read = await readObras(sheet(...times(1_200, { monto: 'x' })));
    const { errores, erroresOmitidos, rechazadas } = read;
    assert.deepEqual([errores.length, erroresOmitidos, rechazadas], [1_000, 200, 1_200]);
  });

  test('list twenty values at most, each of them shortened', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => ({ municipio: `${i} ${'Ñ'.repeat(300)}` }));
    const { grupos } = await readObras(sheet(...rows, ...times(2, { municipio: 'Xyz' })));
    assert.deepEqual([grupos.length, grupos[0]?.cuantas], [1, 32]);
    const valores = grupos[0]?.valores ?? [];
    assert.deepEqual([valores.length, valores[0]], [20, valor('Xyz', 2)]);
    assert.equal(valores[1]?.valor.length, 201);
  });

  test('of very many kinds and values take no more room than those of few', () => {
    const groups = new Groups();
    const common = (mensaje: string): Common => ({
      ...{ gravedad: 'error', codigo: 'otro', mensaje, campo: null, columna: null, remedio: null },
    });
    for (let fila = 1; fila <= 200_000; fila++) {
      groups.add(2 * fila, common('Uno.'), `valor ${fila}`);
      groups.add(fila, common(`Falla ${fila}`), null);
    }
    const list = groups.list();
    const [first] = list;
    assert.deepEqual(
      [list.length, first?.cuantas, first?.filas, first?.valores.length],
      [100, 200_000, '2, 4, 6, 8, 10, 12, 14, 16 y 199992 más', 20],
    );
    assert.ok(JSON.stringify(list).length < 50_000);
  });
});

describe('names that stand for others, as the importer says,', () => {
  const drenaje = { id: 2, nombre: 'Drenaje', activo: true };
  const catalogs = { ...CATALOGS, tiposProyecto: [...CATALOGS.tiposProyecto, drenaje] };
  const ODD = {
    ...{ ejercicio: 'Ej. 26', dependencia: 'OBRAS P.', siglas: 'OP' },
    ...{ municipio: 'La capital', tipo: 'Tubos', estatus: 'Licitada' },
  };
  const file = sheet(
    ODD,
    { ...ODD, dependencia: 'obras p', municipio: 'LA CAPITAL' },
    { ...ODD, estatus: '—' },
  );

  test('are unknown without that choice, once for all rows', async () => {
    const { grupos } = await readObras(file, { catalogs });
    const found = grupos.map(({ codigo, campo, valores }) => [codigo, campo, valores]);
    const unknown = (campo: string, ...valores: object[]) => ['valorDesconocido', campo, valores];
    assert.deepEqual(found, [
      unknown('ejercicioFiscal', valor('Ej. 26', 3)),
      unknown('dependencia', valor('OBRAS P.', 3)),
      unknown('tipoProyecto', valor('Tubos', 3)),
      unknown('estatus', valor('Licitada', 2, 'En licitación'), valor('—', 1)),
      unknown('municipio', valor('La capital', 3)),
    ]);
  });

  test('are read so in all rows, however they are written', async () => {
    const valores = {
      ejercicioFiscal: { 'ej 26': '2026' },
      dependencia: { 'Obras P': 'SOP' },
      municipio: { 'la capital': 'Merida' },
      tipoProyecto: { TUBOS: 'drenaje' },
      estatus: { licitada: 'En licitación', '—': 'Planeada' },
    };
    const read = await readObras(file, { catalogs, valores });
    for (const [field, ids] of [
      ['ejercicioFiscalId', [1, 1, 1]],
      ['dependenciaId', [1, 1, 1]],
      ['municipioId', [50, 50, 50]],
      ['tipoProyectoId', [2, 2, 2]],
      ['estatusObraId', [2, 2, 1]],
    ] as const)
      assert.deepEqual(readAs(read, field), ids, field);
  });

  test('count before what the catalog says, and no record is made of them', async () => {
    const known = sheet({ dependencia: 'Instituto Nuevo', estatus: 'Terminada' });
    const valores = {
      dependencia: { 'Instituto Nuevo': 'SOP' },
      estatus: { Terminada: 'Suspendida' },
    };
    const { rows, avisos } = await readObras(known, { valores, crearCatalogos: true });
    const { dependenciaId, estatusObraId } = rows[0]?.values ?? {};
    assert.deepEqual([dependenciaId, estatusObraId, avisos], [1, 5, []]);
    // Names that a text has by chance are names like others.
    const odd = JSON.parse('{"dependencia":{"__proto__":"SOP","constructor":"SOP"}}');
    const chance = sheet({ dependencia: '__proto__' }, { dependencia: 'constructor' });
    assert.equal((await readObras(chance, { valores: odd })).creadas, 2);
  });
});

describe('names that catalogs get', () => {
  const added = (name: string) => `Dependencia: «${name}» no está en el catálogo y se agrega.`;
  const creates = { crearCatalogos: true };
  const of = (...names: string[]) => sheet(...names.map((dependencia) => ({ dependencia })));

  test('are compared with each other, and not with the catalog alone', async () => {
    const names = ['Instituto de Vivienda', 'Instituto de la Vivienda', 'Junta de Agua'] as const;
    const { avisos, grupos } = await readObras(of(...names), creates);
    assert.deepEqual(sentences(avisos), [
      `2: ${added(names[0])}`,
      `3: ${added(names[1])} Se parece a «Instituto de Vivienda», que tampoco está (fila 2): si es la misma cosa, corrija la fila antes de importarla; después, fusione los dos en el catálogo.`,
      `4: ${added(names[2])}`,
    ]);
    assert.equal(grupos[0]?.codigo, 'seAgrega');
    assert.deepEqual(grupos[0]?.valores[1], valor(names[1], 1, names[0]));
  });

  test('that are much like one of the catalog’s are pointed out once, where the row is taken', async () => {
    const rows = times(3, { dependencia: 'Secretaria de Obra' });
    const { avisos } = await readObras(sheet({ ...rows[0], monto: 'mucho' }, ...rows), creates);
    assert.deepEqual(avisos, [
      {
        fila: 3,
        columna: 'dependencia',
        campo: 'dependencia',
        valor: 'Secretaria de Obra',
        mensaje: `${added('Secretaria de Obra')} Se parece a «Secretaría de Obras»: si es la misma cosa, corrija la fila antes de importarla; después, fusione los dos en el catálogo.`,
      },
    ]);
  });

  test('that are refused are pointed out with a likelier one further up, which can’t be chosen', async () => {
    const names = [
      'Secretaria de Agua del Sur',
      'Secretaría de Aguas del Sur',
      'Secretaria de Obra',
    ] as const;
    const rows = [...names, names[1]].map((dependencia, i) => ({
      ...{ dependencia, tipo: `Muelles ${i === 0 ? 'a' : 'b'}` },
    }));
    const { errores, grupos } = await readObras(sheet(...rows));
    const about = errores.filter(({ campo }) => campo === 'dependencia');
    const like = `Dependencia: no existe la dependencia «${names[1]}». Se parece a «${names[0]}», que tampoco está (fila 2): si es la misma cosa, escríbalas igual.`;
    assert.deepEqual(sentences(about), [
      `2: Dependencia: no existe la dependencia «${names[0]}».`,
      `3: ${like}`,
      `4: Dependencia: no existe la dependencia «${names[2]}». ¿Quiso decir «Secretaría de Obras»?`,
      `5: ${like}`,
    ]);
    const [tipo] = errores.filter(({ fila, campo }) => fila === 3 && campo === 'tipoProyecto');
    assert.match(tipo?.mensaje ?? '', /Se parece a «Muelles a», que tampoco está \(fila 2\)/);
    const valores = grupos.find(({ campo }) => campo === 'dependencia')?.valores;
    assert.deepEqual(valores?.[0], valor(names[1], 2));
  });

  test('that differ in case, accents and punctuation alone are one record', async () => {
    const names = ['Secretaría de Cultura', 'SECRETARIA DE CULTURA', 'Secretaria de  Cultura.'];
    const read = await readObras(of(...names), creates);
    assert.deepEqual(columnsOf(read.avisos, 'fila', 'valor'), [[2, names[0]]]);
    assert.deepEqual([...new Set(readAs(read, 'dependencia'))], [names[0]]);
  });
});
