import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import iconv from 'iconv-lite';
import { readConfig } from '../src/base/config.ts';
import { importCommand } from '../src/commands/import/command.ts';
import { openRegistry } from '../src/registry.ts';
import { counts, csv, ROW, type Row, report, send, XLSX } from './importing.ts';
import { run, runHere } from './process.ts';
import { bookOf, type CellValue, escaped, stringsOf } from './spreadsheet.ts';
import {
  type Answer,
  base,
  call,
  count,
  db,
  freshEnvironment,
  obraBody,
  people,
  refused,
  resetWithCatalog,
  tokenOf,
  ubicacionBody,
  wkt,
} from './world.ts';

// Bringing in spreadsheets: every rule with the sentence that a person gets.

const MEGABYTE = 1_048_576;
const FEDERAL = readFileSync(
  new URL('../../sources/obras-federales-yucatan.csv', import.meta.url),
  'utf8',
);

const inQuery = (name: string, value: unknown) =>
  `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`;

const messages = (entries: { mensaje: string }[]) => entries.map(({ mensaje }) => mensaje);
const obras = async () => (await call('admin', 'GET', '/obras')).body;
const ledger = async () =>
  (await db.one<{ n: number }>('SELECT count(*)::integer AS n FROM bitacora'))?.n;

describe('POST /obras/importacion', () => {
  beforeEach(resetWithCatalog);

  test('registers what a row says', async () => {
    const { columnas, ...rest } = await report(csv({}));
    assert.deepEqual(rest, {
      simulacro: false,
      aplicada: true,
      filas: 1,
      creadas: 1,
      actualizadas: 0,
      sinCambio: 0,
      rechazadas: 0,
      hojas: [],
      filaEncabezados: 1,
      muestra: [
        {
          fila: 2,
          valores: {
            ...ROW,
            monto: '1250000.50',
            dependencia: 'Secretaría de Obras',
          },
        },
      ],
      grupos: [],
      errores: [],
      erroresOmitidos: 0,
      avisos: [],
      avisosOmitidos: 0,
    });
    assert.deepEqual(
      columnas,
      Object.keys(ROW).map((columna) => ({ columna, campo: columna })),
    );
    const [obra, ...more] = await obras();
    assert.equal(more.length, 0);
    assert.equal(obra.numeroObra, 1);
    assert.equal(obra.claveUnica, 'SOP-1');
    assert.equal(obra.monto, 1250000.5);
    assert.equal(obra.ejercicioFiscal.anio, 2026);
    assert.equal(obra.dependencia.siglas, 'SOP');
    assert.equal(obra.municipio.nombre, 'Mérida');
    assert.equal(obra.tipoProyecto.nombre, 'Vialidades');
    assert.equal(obra.estatusObra.nombre, 'En proceso');
    const [{ id, municipio, ...place }] = obra.ubicaciones;
    assert.deepEqual(place, {
      municipioId: 50,
      direccion: 'Calle 60 x 61',
      localidadReferencia: 'Mérida',
      referenciaLugar: 'Frente al parque',
      tipoGeometria: 'PUNTO',
      geometriaJson: { type: 'Point', coordinates: [-89.6237, 20.9674] },
      orden: 1,
    });
  });

  test('the same file again changes nothing: no row of the ledger, the same tag', async () => {
    const file = csv({}, { claveUnica: 'SOP-2', longitud: '', latitud: '', direccion: '' });
    assert.deepEqual(counts(await report(file)), [2, 0, 0, 0]);
    const before = [(await call('admin', 'GET', '/obras/1')).headers.get('etag'), await ledger()];
    for (const query of ['', 'actualizar=true', 'simular=true', 'parcial=true']) {
      assert.deepEqual(counts(await report(file, query)), [0, 0, 2, 0], query);
    }
    const after = [(await call('admin', 'GET', '/obras/1')).headers.get('etag'), await ledger()];
    assert.deepEqual(after, before);
  });

  test('a dry run counts what the real run does, and writes nothing', async () => {
    await report(csv({ claveUnica: 'A' }));
    const file = csv(
      { claveUnica: 'A', nombre: 'Otro nombre' },
      { claveUnica: 'B' },
      {
        claveUnica: 'C',
        dependencia: 'Instituto Nuevo',
        tipoProyecto: 'Nuevo',
        ejercicioFiscal: '2031',
      },
      { claveUnica: 'D', monto: 'N/D' },
    );
    const query = 'actualizar=true&parcial=true&crearCatalogos=true';
    const before = await ledger();
    const dry = await report(file, `simular=true&${query}`);
    assert.equal(dry.aplicada, false);
    assert.equal(await ledger(), before);
    const real = await report(file, query);
    assert.deepEqual(counts(dry), [2, 1, 0, 1]);
    assert.deepEqual({ ...dry, simulacro: false, aplicada: true }, real);
    assert.equal((await obras()).length, 3);
    assert.deepEqual(counts(await report(file, query)), [0, 0, 3, 1]);
  });

  test('a refused row stops everything unless parcial=true', async () => {
    const file = csv({ claveUnica: 'A' }, { claveUnica: 'B', monto: '' });
    const stopped = await report(file);
    assert.equal(stopped.aplicada, false);
    assert.deepEqual(counts(stopped), [1, 0, 0, 1]);
    assert.equal((await obras()).length, 0);
    const partial = await report(file, 'parcial=true');
    assert.equal(partial.aplicada, true);
    assert.deepEqual(counts(partial), [1, 0, 0, 1]);
    assert.equal((await obras()).length, 1);
  });

  test('all faults of a row at once, each with row, column, value and sentence', async () => {
    const file = `Obras 2026,,\r\n\r\nClave de la obra,Nombre de la obra,Inversión autorizada,Municipio,Estatus,Ejercicio,Ejecutor\r\n"con\nsalto",,1.234,Tizmin,Vigente,1999,Nadie\r\n`;
    const { errores } = await report(file);
    assert.deepEqual(
      errores,
      [
        {
          fila: 4,
          columna: 'Inversión autorizada',
          campo: 'monto',
          valor: '1.234',
          mensaje:
            'Monto: «1.234» puede leerse de dos maneras; escriba la cantidad como 1250000.50.',
        },
        {
          fila: 4,
          columna: 'Ejercicio',
          campo: 'ejercicioFiscal',
          valor: '1999',
          mensaje: 'Ejercicio fiscal: «1999» no es un año entre 2000 y 2100.',
        },
        {
          fila: 4,
          columna: 'Ejecutor',
          campo: 'dependencia',
          valor: 'Nadie',
          mensaje: 'Dependencia: no existe la dependencia «Nadie».',
        },
        {
          fila: 4,
          columna: 'Estatus',
          campo: 'estatus',
          valor: 'Vigente',
          mensaje:
            'Estatus: «Vigente» no es un estatus; son: Planeada, En licitación, Contratada, En proceso, Suspendida, Terminada, Cancelada.',
        },
        {
          fila: 4,
          columna: 'Municipio',
          campo: 'municipio',
          valor: 'Tizmin',
          mensaje: 'Municipio: no existe el municipio «Tizmin». ¿Quiso decir «Tizimín»?',
        },
        {
          fila: 4,
          columna: 'Nombre de la obra',
          campo: 'nombre',
          valor: null,
          mensaje: 'Falta el nombre. Escríbalo en la fila.',
        },
      ].sort(byOrderOf(errores)),
    );
  });

  /** The report's own order; what counts is that each is there. */
  const byOrderOf =
    (list: { columna: string }[]) => (a: { columna: string }, b: { columna: string }) =>
      list.findIndex((each) => each.columna === a.columna) -
      list.findIndex((each) => each.columna === b.columna);

  const long = 'x'.repeat(256);
  const REFUSED: [row: Row, message: string | RegExp][] = [
    [{ claveUnica: '' }, 'Falta la clave única. Escríbala en la fila.'],
    [{ claveUnica: 'x'.repeat(51) }, 'Clave única no debe tener más de 50 caracteres.'],
    [{ claveUnica: '1.23E+15' }, /^Clave única: «1\.23E\+15» está en notación científica/],
    [{ nombre: '' }, 'Falta el nombre. Escríbalo en la fila.'],
    [{ nombre: long }, 'Nombre no debe tener más de 255 caracteres.'],
    [{ nombre: '\u200b' }, 'Nombre no debe estar vacío.'],
    [{ monto: '' }, 'Falta el monto. Escríbalo en la fila.'],
    [{ monto: '-5' }, 'Monto debe estar entre 0 y 9,999,999,999,999.99.'],
    [{ monto: '10000000000000' }, 'Monto debe estar entre 0 y 9,999,999,999,999.99.'],
    [
      { monto: '1234.567' },
      'Monto: «1234.567» tiene más de dos decimales; redondéelo en la hoja, como con =REDONDEAR(C2,2).',
    ],
    [{ monto: '1.234' }, /puede leerse de dos maneras/],
    [{ monto: '1,25,0' }, /no se entiende «1,25,0»/],
    [{ monto: 'N/D' }, /no se entiende «N\/D»/],
    [{ monto: '12 34' }, /no se entiende «12 34»/],
    [{ monto: '1.2E+10' }, /notación científica/],
    [{ monto: '1,250,000.5 USD' }, /está en otra moneda/],
    [
      { ejercicioFiscal: '' },
      'Falta el ejercicio fiscal. Escríbalo en la fila, o elija uno para todas.',
    ],
    [
      { ejercicioFiscal: 'TOTAL' },
      'Falta el ejercicio fiscal. Escríbalo en la fila, o elija uno para todas.',
    ],
    [{ ejercicioFiscal: '2025' }, 'Ejercicio fiscal: el año 2025 no está en el catálogo.'],
    [{ ejercicioFiscal: '26' }, 'Ejercicio fiscal: «26» no es un año entre 2000 y 2100.'],
    [
      { dependencia: 'Secretaria de obra' },
      'Dependencia: no existe la dependencia «Secretaria de obra». ¿Quiso decir «Secretaría de Obras»?',
    ],
    [
      { siglas: 'IMSS' },
      'Siglas de la dependencia: «IMSS» no son las de «Secretaría de Obras» (SOP).',
    ],
    [{ tipoProyecto: 'Puentes' }, 'Tipo de proyecto: no existe el tipo de proyecto «Puentes».'],
    [{ municipio: '107' }, /^Municipio: no existe el municipio «107»\./],
    [{ municipio: '09014' }, /^Municipio: no existe el municipio «09014»\./],
    [{ municipioClave: '31059' }, 'Clave del municipio: «31059» no es la clave de Mérida.'],
    [{ longitud: '' }, 'Falta la longitud: la fila trae la latitud. Escríbala, o borre la otra.'],
    [{ latitud: '' }, 'Falta la latitud: la fila trae la longitud. Escríbala, o borre la otra.'],
    [
      { longitud: '20.9674', latitud: '-89.6237' },
      'Las coordenadas 20.9674, -89.6237 están fuera de Yucatán; parecen intercambiadas: longitud -89.6237, latitud 20.9674.',
    ],
    [
      { longitud: '89.6237' },
      'Las coordenadas 89.6237, 20.9674 están fuera de Yucatán; parece que falta o sobra un signo: longitud -89.6237, latitud 20.9674.',
    ],
    [
      { longitud: '-99.1332', latitud: '19.4326' },
      'Las coordenadas -99.1332, 19.4326 están fuera de Yucatán; revise longitud y latitud, en grados con decimales.',
    ],
    [{ longitud: '89 grados' }, /^Longitud: no se entiende «89 grados»; escriba los grados/],
    [
      { longitud: `89°37'` },
      "Longitud: no se entiende «89°37'»; si es 89°37' O, escriba la letra, o -89.6166667.",
    ],
    [{ latitud: `N 20°58' 2` }, /^Latitud: no se entiende/],
    [{ longitud: `-89°37' E` }, /^Longitud: no se entiende/],
    [{ longitud: `89.5°37' O` }, /^Longitud: no se entiende/],
    [{ longitud: '89.6237 N' }, /^Longitud: no se entiende/],
    [
      { ENTIDAD_FEDERATIVA: 'Campeche' },
      'La obra es de «Campeche»; el registro es sólo de obras de Yucatán.',
    ],
    [
      { estatus: '', avanceFisico: '120' },
      'Avance físico: «120» no es un porcentaje entre 0 y 100.',
    ],
    [{ direccion: '\u200b' }, 'Dirección no debe estar vacío.'],
  ];
  test('refuses what breaks a rule, with a sentence for each', async () => {
    const rows = REFUSED.map(([row], i) => ({ claveUnica: `R-${i}`, ...row }));
    const { aplicada, rechazadas, errores } = await report(csv(...rows));
    assert.equal(aplicada, false);
    assert.equal(rechazadas, REFUSED.length);
    for (const [i, [row, message]] of REFUSED.entries()) {
      const found = messages(errores.filter(({ fila }: { fila: number }) => fila === i + 2));
      const isTold = found.some((each) =>
        typeof message === 'string' ? each === message : message.test(each),
      );
      assert.ok(isTold, `${JSON.stringify(row)}: ${found.join(' ')}`);
    }
    assert.equal((await obras()).length, 0);
  });

  const TAKEN: [row: Row, field: string, value: unknown][] = [
    [{ monto: '1250000.5' }, 'monto', 1250000.5],
    [{ monto: '$1,250,000.50' }, 'monto', 1250000.5],
    [{ monto: '$ 1 250 000.50 MXN' }, 'monto', 1250000.5],
    [{ monto: '1.250.000,50' }, 'monto', 1250000.5],
    [{ monto: '12,34' }, 'monto', 12.34],
    [{ monto: '1,234' }, 'monto', 1234],
    [{ monto: "1'250,000.50" }, 'monto', 1250000.5],
    [{ monto: '$1.234.567,89' }, 'monto', 1234567.89],
    [{ monto: '9,999,999,999,999.99' }, 'monto', 9999999999999.99],
    [{ monto: '0' }, 'monto', 0],
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
    [{ municipio: '' }, 'municipioId', 50],
    [{ tipoProyecto: '' }, 'tipoProyectoId', null],
    [{ estatus: 'TERMINADO' }, 'estatusObraId', 6],
    [{ estatus: 'En ejecución' }, 'estatusObraId', 4],
    [{ estatus: '', avanceFisico: '0' }, 'estatusObraId', 1],
    [{ estatus: '', avanceFisico: '41.88' }, 'estatusObraId', 4],
    [{ estatus: '', avanceFisico: '100%' }, 'estatusObraId', 6],
    [{ ENTIDAD_FEDERATIVA: 'YUCATÁN' }, 'municipioId', 50],
    [{ ID_ENTIDAD: '31' }, 'municipioId', 50],
    [{ ejercicioFiscal: 'TOTAL', CICLO: '2026' }, 'ejercicioFiscalId', 1],
    [{ claveUnica: "'0506B0001" }, 'claveUnica', '0506B0001'],
    [{ claveUnica: '007' }, 'claveUnica', '007'],
    [{ nombre: '  Cafe\u0301  ' }, 'nombre', 'Café'],
    [{ nombre: "'=SUMA(A1)" }, 'nombre', '=SUMA(A1)'],
    [{ nombre: "''Los Arcos'" }, 'nombre', "'Los Arcos'"],
    [{ descripcion: 'una\r\ndos, "tres"; cuatro' }, 'descripcion', 'una\r\ndos, "tres"; cuatro'],
  ];
  test('takes what is certain, in whatever way it is written', async () => {
    const rows = TAKEN.map(([row], i) => ({ claveUnica: `T-${i}`, ...row }));
    const { errores, creadas } = await report(csv(...rows));
    assert.equal(creadas, TAKEN.length, JSON.stringify(errores));
    const list = await obras();
    for (const [i, [row, field, value]] of TAKEN.entries()) {
      assert.deepEqual(list[i][field], value, JSON.stringify(row));
    }
    assert.deepEqual(counts(await report(csv(...rows))), [0, 0, TAKEN.length, 0]);
  });

  const PLACES: [row: Row, coordinates: number[] | undefined][] = [
    [{ longitud: '', latitud: '' }, undefined],
    [{ longitud: '0', latitud: '0' }, undefined],
    [{ longitud: '-89,6237', latitud: '20,9674' }, [-89.6237, 20.9674]],
    [{ longitud: '-89.6237°', latitud: '20.9674 °' }, [-89.6237, 20.9674]],
    [{ longitud: `89°37'25.3"O`, latitud: '20° 58′ 2.6″ N' }, [-89.6236944, 20.9673889]],
    [{ longitud: '89.6237 W', latitud: `N 20º58.044'` }, [-89.6237, 20.9674]],
    [
      {
        longitud: undefined,
        latitud: undefined,
        LONGITUD_INICIAL: '0',
        LATITUD_INICIAL: '0',
        LONGITUD_FINAL: '-89.6',
        LATITUD_FINAL: '20.9',
      },
      [-89.6, 20.9],
    ],
    // A pier: outside the limits, but not by a kilometre.
    [{ municipio: 'Progreso', longitud: '-89.6645', latitud: '21.2895' }, [-89.6645, 21.2895]],
  ];
  test('places what has coordinates', async () => {
    const rows = PLACES.map(([row], i) => ({ claveUnica: `P-${i}`, ...row }));
    const { errores, creadas } = await report(csv(...rows));
    assert.equal(creadas, PLACES.length, JSON.stringify(errores));
    const list = await obras();
    for (const [i, [row, coordinates]] of PLACES.entries()) {
      const [place] = list[i].ubicaciones;
      assert.deepEqual(place?.geometriaJson.coordinates, coordinates, JSON.stringify(row));
    }
    assert.deepEqual(counts(await report(csv(...rows))), [0, 0, PLACES.length, 0]);
  });

  test('says where a point lies that is not in the municipio that is named', async () => {
    const { avisos, creadas } = await report(csv({ municipio: 'Progreso' }));
    assert.equal(creadas, 1);
    assert.deepEqual(messages(avisos), [
      'El punto está en Mérida según los límites del INEGI; la obra se registra en Progreso, como dice el archivo.',
    ]);
    assert.equal((await obras())[0].municipioId, 59);
  });

  test('says that an address without coordinates has no place', async () => {
    const { avisos } = await report(csv({ longitud: '', latitud: '' }));
    assert.deepEqual(messages(avisos), [
      'Dirección no se guarda: es parte de una ubicación, y la fila no trae longitud y latitud.',
    ]);
  });

  test('changes obras only when asked, and only what the file says', async () => {
    await report(csv({}));
    const changed = 'claveUnica,nombre,descripcion,monto\r\nSOP-1,Otro nombre,,2000\r\n';
    const stopped = await report(changed);
    assert.deepEqual(messages(stopped.errores), [
      'Ya existe una obra con la clave única «SOP-1» y el archivo dice otra cosa en el nombre y el monto.',
    ]);
    assert.deepEqual(counts(await report(changed, 'actualizar=true')), [0, 1, 0, 0]);
    const [obra] = await obras();
    assert.equal(obra.nombre, 'Otro nombre');
    assert.equal(obra.monto, 2000);
    // A blank cell erases nothing, and a missing column neither.
    assert.equal(obra.descripcion, 'Concreto hidráulico.');
    assert.equal(obra.tipoProyectoId, 1);
    assert.equal(obra.ubicaciones.length, 1);
    assert.deepEqual(counts(await report(changed)), [0, 0, 1, 0]);
  });

  test('moves a point, places an obra that has none, and leaves other ubicaciones as they are', async () => {
    await report(csv({}, { claveUnica: 'SOP-2', longitud: '', latitud: '', direccion: '' }));
    const line = ubicacionBody({
      tipoGeometria: 'RUTA',
      geometriaJson: wkt('LINESTRING (-89.6 20.9, -89.5 20.9)'),
    });
    await call('admin', 'POST', '/obras', obraBody({ claveUnica: 'SOP-3', ubicaciones: [line] }));
    const file =
      'clave,nombre,lon,lat,direccion\r\nSOP-1,,-89.62,20.96,\r\nSOP-2,,-89.62,20.96,\r\nSOP-3,,-89.62,20.96,Otra calle\r\n';
    const { avisos, ...moved } = await report(file, 'actualizar=true');
    assert.deepEqual(counts(moved), [0, 3, 0, 0]);
    assert.deepEqual(messages(avisos), [
      'La obra tiene otras ubicaciones y se quedan como están; cámbielas en la obra misma.',
    ]);
    const [one, two, three] = await obras();
    assert.deepEqual(one.ubicaciones[0].geometriaJson.coordinates, [-89.62, 20.96]);
    assert.equal(one.ubicaciones[0].direccion, 'Calle 60 x 61');
    assert.equal(two.ubicaciones[0].direccion, 'Mérida, Yucatán');
    assert.equal(three.ubicaciones[0].geometriaJson.type, 'LineString');
    assert.equal(three.ubicaciones[0].direccion, 'Otra calle');
    assert.deepEqual(counts(await report(file, 'actualizar=true')), [0, 0, 3, 0]);
  });

  test('an obra moved to another year gets that year’s next number', async () => {
    await db.query('INSERT INTO ejercicios_fiscales (anio) VALUES (2027)');
    await report(
      csv({ claveUnica: 'A' }, { claveUnica: 'B' }, { claveUnica: 'C', ejercicioFiscal: '2027' }),
    );
    const file = csv(
      { claveUnica: 'A', ejercicioFiscal: '2027' },
      { claveUnica: 'B', ejercicioFiscal: '2027' },
    );
    assert.deepEqual(counts(await report(file, 'actualizar=true')), [0, 2, 0, 0]);
    const numbers = (await obras()).map(
      ({ claveUnica, numeroObra, ejercicioFiscal }: Record<string, { anio: number }>) => [
        claveUnica,
        ejercicioFiscal?.anio,
        numeroObra,
      ],
    );
    assert.deepEqual(numbers, [
      ['A', 2027, 2],
      ['B', 2027, 3],
      ['C', 2027, 1],
    ]);
  });

  test('what stands in the registry already may stay, though it would be refused anew', async () => {
    const place = ubicacionBody({ geometriaJson: { type: 'Point', coordinates: [-99.13, 19.43] } });
    await call('admin', 'POST', '/obras', obraBody({ claveUnica: 'SOP-1', ubicaciones: [place] }));
    await db.query('UPDATE dependencias SET activo = false');
    await db.query('UPDATE ejercicios_fiscales SET activo = false');
    const row = {
      nombre: 'Pavimentación de la calle 60',
      descripcion: '',
      monto: '1500000.5',
      direccion: 'Calle 60 x 61, Centro',
      localidadReferencia: '',
      referenciaLugar: '',
      longitud: '-99.13',
      latitud: '19.43',
    };
    assert.deepEqual(counts(await report(csv(row))), [0, 0, 1, 0]);
    const { errores } = await report(csv(row, { claveUnica: 'SOP-2' }));
    assert.deepEqual(messages(errores), [
      'Ejercicio fiscal: el año 2026 está en el catálogo, pero inactivo; actívelo ahí o corrija la fila.',
      'Dependencia: «Secretaría de Obras» está en el catálogo, pero inactivo; actívelo ahí o corrija la fila.',
    ]);
  });

  test('a key that stands in the registry already may stay, whatever it is', async () => {
    await call('admin', 'POST', '/obras', obraBody({ claveUnica: 'S/N' }));
    const file = (...names: string[]) =>
      ['clave,nombre', ...names.map((name) => `S/N,${name}`)].join('\r\n');
    const { nombre } = (await call('admin', 'GET', '/obras')).body[0];
    assert.deepEqual(counts(await report(file(nombre), 'simular=true')), [0, 0, 1, 0]);
    assert.deepEqual(counts(await report(file(nombre, nombre), 'simular=true')), [0, 0, 1, 1]);
  });

  test('a formula’s error is no name, but may stay where it is one', async () => {
    await call('admin', 'POST', '/obras', obraBody({ claveUnica: 'A', nombre: '#N/A' }));
    const file = 'clave,nombre\r\nA,#N/A\r\nB,#N/A';
    const { errores, ...rest } = await report(file, 'simular=true&parcial=true');
    assert.deepEqual(counts(rest), [0, 0, 1, 1]);
    const failed = 'Nombre: «#N/A» es el error de una fórmula; escriba el dato.';
    assert.ok(messages(errores).includes(failed));
  });

  test('coordinates of UTM in test/hojas are where PostGIS has them', async () => {
    const rows = await db.query<{ x: number; y: number }>(
      `SELECT round(ST_X(metros)::numeric, 3)::float8 AS x, round(ST_Y(metros)::numeric, 3)::float8 AS y
       FROM (VALUES (-89.6237, 20.9674, 32616), (-90.2, 20.8, 32615)) AS v (longitud, latitud, srid),
         ST_Transform(ST_SetSRID(ST_MakePoint(longitud, latitud), 4326), srid) AS metros`,
      [],
    );
    assert.deepEqual(rows, [
      { x: 227191.395, y: 2320775.939 },
      { x: 791473.908, y: 2302543.842 },
    ]);
  });

  test('a key that stands twice in the file', async () => {
    const { errores } = await report(csv({}, {}));
    assert.deepEqual(errores, [
      {
        fila: 3,
        columna: 'claveUnica',
        campo: 'claveUnica',
        valor: 'SOP-1',
        mensaje: 'Clave única: la clave «SOP-1» ya está en la fila 2 de este archivo.',
      },
    ]);
  });

  test('of names that differ in accents alone the exact one counts, else none', async () => {
    await db.query(
      `INSERT INTO dependencias (nombre, siglas) VALUES ('Secretaria de Obras', 'SO2')`,
    );
    await report(csv({ dependencia: 'Secretaria de Obras' }));
    assert.equal((await obras())[0].dependenciaId, 2);
    const { errores } = await report(csv({ claveUnica: 'B', dependencia: 'SECRETARIA DE OBRAS' }));
    assert.deepEqual(messages(errores), [
      'Dependencia: «SECRETARIA DE OBRAS» puede ser «Secretaría de Obras», «Secretaria de Obras»; escriba el nombre completo, con sus acentos.',
    ]);
    const named = csv({ claveUnica: 'B', dependencia: 'SECRETARIA DE OBRAS', siglas: 'so2' });
    assert.equal((await report(named)).creadas, 1);
  });

  test('catalogs are made once, in the ledger, and only when asked', async () => {
    const rows = [1, 2, 3].map((n) => ({
      claveUnica: `N-${n}`,
      dependencia: n === 2 ? 'INSTITUTO NUEVO' : 'Instituto Nuevo',
      siglas: 'inu',
      tipoProyecto: 'Puentes',
      ejercicioFiscal: '2030',
    }));
    assert.equal((await report(csv(...rows))).rechazadas, 3);
    const before = await ledger();
    const made = await report(csv(...rows), 'crearCatalogos=true');
    assert.deepEqual(counts(made), [3, 0, 0, 0]);
    assert.deepEqual(
      made.avisos.map((each: { fila: number; mensaje: string }) => [each.fila, each.mensaje]),
      [
        [2, 'Ejercicio fiscal: «2030» no está en el catálogo y se agrega.'],
        [2, 'Dependencia: «Instituto Nuevo» no está en el catálogo y se agrega.'],
        [2, 'Tipo de proyecto: «Puentes» no está en el catálogo y se agrega.'],
      ],
    );
    assert.equal(await ledger(), (before ?? 0) + 6);
    const [obra] = await obras();
    assert.equal(obra.dependencia.nombre, 'Instituto Nuevo');
    assert.equal(obra.dependencia.siglas, 'INU');
    assert.equal(obra.ejercicioFiscal.anio, 2030);
    assert.equal((await obras())[2].numeroObra, 3);
    assert.deepEqual(counts(await report(csv(...rows))), [0, 0, 3, 0]);
  });

  test('a new name that is much like one of the catalog’s is pointed out, once, where it is taken', async () => {
    const rows = [
      { claveUnica: 'P-1', dependencia: 'Secretaria de Obra', monto: 'mucho' },
      { claveUnica: 'P-2', dependencia: 'Secretaria de Obra' },
      { claveUnica: 'P-3', dependencia: 'Secretaria de Obra' },
    ];
    const { avisos } = await report(csv(...rows), 'simular=true&parcial=true&crearCatalogos=true');
    assert.deepEqual(avisos, [
      {
        fila: 3,
        columna: 'dependencia',
        campo: 'dependencia',
        valor: 'Secretaria de Obra',
        mensaje:
          'Dependencia: «Secretaria de Obra» no está en el catálogo y se agrega. Se parece a «Secretaría de Obras»: si es la misma cosa, corrija la fila.',
      },
    ]);
  });

  test('what rows do not say can be said for all of them, of new obras alone', async () => {
    const file = 'clave,nombre,monto\r\nA,Una,1\r\nB,Dos,2\r\n';
    assert.equal((await report(file)).rechazadas, 2);
    const query =
      'ejercicioFiscalId=1&dependenciaId=1&municipioId=50&estatusObraId=5&tipoProyectoId=1';
    assert.deepEqual(counts(await report(file, query)), [2, 0, 0, 0]);
    assert.equal((await obras())[1].estatusObraId, 5);
    const other = query.replace('estatusObraId=5', 'estatusObraId=6');
    assert.deepEqual(counts(await report(file, `${other}&actualizar=true`)), [0, 0, 2, 0]);
    refused(await send(file, 'dependenciaId=99&estatusObraId=8'), 400, [
      'dependenciaId: no existe el registro 99.',
      'estatusObraId: no existe el registro 8.',
    ]);
  });

  test('shows the first rows as they are understood, right or wrong', async () => {
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

  test('says of works that are there already what settles it, once for all rows', async () => {
    await report(csv({ claveUnica: 'A' }, { claveUnica: 'B' }));
    const { grupos } = await report(
      csv({ claveUnica: 'A', nombre: 'Otro' }, { claveUnica: 'B', monto: '7' }),
    );
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
    // Of works that are there nothing is missing, and names that stand for others change nothing.
    assert.deepEqual(
      counts(await report('clave,nombre\r\nA,Pavimentación de la calle 60')),
      [0, 0, 1, 0],
    );
    const valores = inQuery('valores', { estatus: { Licitada: 'En proceso' } });
    const named = csv({ claveUnica: 'A', estatus: 'Licitada' });
    assert.deepEqual(counts(await report(named, valores)), [0, 0, 1, 0]);
  });

  test('refuses names that stand for no record, or are no such list', async () => {
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
      refused(await send(csv({}), inQuery('valores', value)), 400, sentences);
    }
  });

  test('the ledger names file and row', async () => {
    const before = await db.one<{ id: string }>('SELECT max(id) AS id FROM bitacora');
    const form = new FormData();
    form.set('archivo', new Blob([csv({}, { claveUnica: 'SOP-2' })]), 'obras de marzo.csv');
    const token = await tokenOf('admin');
    const answer = await fetch(`${base}/obras/importacion`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    assert.equal(answer.status, 200, await answer.text());
    const { body } = await call('admin', 'GET', '/bitacora?recurso=obras&limit=2');
    assert.deepEqual(
      body.map(({ archivo, fila, usuarioEmail }: Record<string, unknown>) => [
        archivo,
        fila,
        usuarioEmail,
      ]),
      [
        ['obras de marzo.csv', 3, 'admin@ejemplo.mx'],
        ['obras de marzo.csv', 2, 'admin@ejemplo.mx'],
      ],
    );
    const id = (await obras())[0].id;
    await send('clave,nombre\r\nSOP-1,Otro', 'actualizar=true&archivo=cambios.csv');
    // From here on: an obra that other tests have had under this id has its story there too.
    const cursor = Buffer.from(String(before?.id)).toString('base64url');
    const story = (await call('admin', 'GET', `/obras/${id}/historial?cursor=${cursor}`)).body;
    assert.equal(story.length, 2);
    assert.match(
      story[0].resumen,
      /por «\$1,250,000\.50» \(fila 2 de «obras de marzo\.csv»\)\.|\(fila 2 de «obras de marzo\.csv»\)\.$/,
    );
    assert.match(story[1].resumen, / cambió el nombre .* \(fila 2 de «cambios\.csv»\)\.$/);
    // Writes of others meanwhile are theirs.
    await call('admin', 'POST', '/obras', obraBody());
    const [own] = (await call('admin', 'GET', '/bitacora?recurso=obras&limit=1')).body;
    assert.deepEqual([own.archivo, own.fila], [null, null]);
  });

  test('the works of the federal source, as they come, twice', async () => {
    const query = 'crearCatalogos=true';
    const stopped = await report(FEDERAL, query);
    assert.deepEqual([stopped.filas, stopped.aplicada], [71, false]);
    assert.deepEqual(counts(await report(FEDERAL, `${query}&parcial=true`)), [67, 0, 0, 4]);
    const before = await ledger();
    const again = await report(FEDERAL, `${query}&parcial=true`);
    assert.deepEqual(counts(again), [0, 0, 67, 4]);
    assert.equal(await ledger(), before);
    assert.deepEqual(
      again.errores.map(({ fila, columna }: Record<string, unknown>) => [fila, columna]),
      [
        [53, 'monto'],
        [53, 'clave'],
        [70, 'anio'],
        [71, 'anio'],
        [72, 'anio'],
      ],
    );
    // Three rows say TOTAL in place of a year: told for them, they come in.
    const { id } = (await db.one<{ id: number }>(
      'SELECT id FROM ejercicios_fiscales WHERE anio = 2019',
    )) as { id: number };
    const told = await report(FEDERAL, `${query}&parcial=true&ejercicioFiscalId=${id}`);
    assert.deepEqual(counts(told), [3, 0, 67, 1]);
  });

  test('takes one import at a time', async () => {
    const many = csv(...Array.from({ length: 1_900 }, (_, i) => ({ claveUnica: `M-${i}` })));
    const [first, second] = await Promise.all([send(many), send(csv({}))]);
    const answers = [first, second].sort((a, b) => a.status - b.status);
    assert.equal(answers[0]?.status, 200);
    refused(
      answers[1] as Answer,
      503,
      /^Se está importando otro archivo( \(«.*», de admin@ejemplo\.mx: [\d,]+ filas (revisadas|escritas)\))?; espere a que termine e intente de nuevo\.$/,
    );
    assert.equal(answers[1]?.headers.get('retry-after'), '10');
    assert.equal((await report(csv({ claveUnica: 'después' }))).creadas, 1);
  });

  for (const [taken, change, status, sentence] of [
    [
      'the role',
      { roles: 'user' },
      403,
      [
        'Forbidden resource',
        /^La importación quedó a medias porque usted ya no es administrador: [\d,]+ filas ya están; /,
      ],
    ],
    [
      'the account',
      { isActive: false },
      401,
      [
        'Unauthorized',
        /^La importación quedó a medias porque su sesión terminó o su cuenta fue desactivada: [\d,]+ filas ya están; /,
      ],
    ],
    [
      'the password',
      { password: 'otra-clave-larga-2026' },
      401,
      [
        'Unauthorized',
        /^La importación quedó a medias porque su sesión terminó .*: [\d,]+ filas ya están; /,
      ],
    ],
  ] as const) {
    test(`ends with the batch under way when another administrator takes ${taken} away`, async () => {
      const many = csv(...Array.from({ length: 1_900 }, (_, i) => ({ claveUnica: `M-${i}` })));
      const importing = send(many);
      while ((await count('obras')) === 0) await setTimeout(20);
      const path = `/users/${people.admin.id}`;
      assert.equal((await call('admin2', 'PATCH', path, change)).status, 200);
      // Nothing is written once that is answered.
      const there = await count('obras');
      const answer = await importing;
      refused(answer, status, [...sentence]);
      if (status === 401) assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
      assert.match(
        answer.body.message[1],
        new RegExp(`: ${there.toLocaleString('en-US')} filas ya están;`),
      );
      assert.ok(there < 1_900, String(there));
      assert.equal(await count('obras'), there);
    });
  }

  test('goes on where its administrator changes the password in the same session', async () => {
    const many = csv(...Array.from({ length: 2_000 }, (_, i) => ({ claveUnica: `M-${i}` })));
    const token = await tokenOf('admin');
    const importing = send(many, '', 'text/csv', token);
    while ((await call('admin2', 'GET', '/obras?limit=1')).body.length === 0) await setTimeout(20);
    const path = `/users/${people.admin.id}`;
    const change = { password: 'otra-clave-larga-2026' };
    assert.equal((await call({ token }, 'PATCH', path, change)).status, 200);
    const answer = await importing;
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.body.creadas, 2_000);
  });

  test('of an administrator who is none any more before the first batch is refused as everything else', async () => {
    const many = csv(...Array.from({ length: 2_000 }, (_, i) => ({ claveUnica: `M-${i}` })));
    const importing = send(many);
    await call('admin2', 'PATCH', `/users/${people.admin.id}`, { roles: 'user' });
    refused(await importing, 403, 'Forbidden resource');
    assert.deepEqual((await call('admin2', 'GET', '/obras')).body, []);
  });

  test('where the temporary folder is gone is refused with 503, and goes on once it is back', async () => {
    const { TMPDIR } = process.env;
    process.env.TMPDIR = '/no/existe';
    try {
      const answer = await send(csv({}));
      refused(
        answer,
        503,
        'La carpeta temporal del servicio está llena o no admite archivos; avise a quien lo administra e intente de nuevo más tarde.',
      );
      assert.equal(answer.headers.get('retry-after'), '60');
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
    }
    assert.equal((await report(csv({}))).creadas, 1);
  });

  test('numbers follow one another without holes, whoever else registers obras', async () => {
    const many = csv(...Array.from({ length: 1_500 }, (_, i) => ({ claveUnica: `M-${i}` })));
    let isDone = false;
    const importing = report(many).finally(() => {
      isDone = true;
    });
    let others = 0;
    let longest = 0;
    while (!isDone) {
      const begun = performance.now();
      assert.equal((await call('admin', 'POST', '/obras', obraBody())).status, 201);
      longest = Math.max(longest, performance.now() - begun);
      others += 1;
    }
    assert.equal((await importing).creadas, 1_500);
    const numbers = (await obras()).map(({ numeroObra }: { numeroObra: number }) => numeroObra);
    assert.deepEqual(
      numbers.sort((a: number, b: number) => a - b),
      Array.from({ length: 1_500 + others }, (_, i) => i + 1),
    );
    assert.ok(longest < 3_000, `somebody waited ${longest} ms`);
  });

  test('a thousand errors are listed, and the others counted', async () => {
    const many = csv(
      ...Array.from({ length: 1_200 }, (_, i) => ({ claveUnica: `M-${i}`, monto: 'x' })),
    );
    const { errores, erroresOmitidos, rechazadas } = await report(many);
    assert.deepEqual([errores.length, erroresOmitidos, rechazadas], [1_000, 200, 1_200]);
  });

  test('refuses to begin without a file, or with a malformed form', async () => {
    const noFile = 'Falta el archivo: envíelo como cuerpo, o en el campo archivo de un formulario.';
    refused(await send(''), 400, noFile);
    refused(await call('admin', 'POST', '/obras/importacion'), 400, noFile);
    const form = new FormData();
    form.set('otro', new Blob(['x']), 'x.csv');
    const headers = { authorization: `Bearer ${await tokenOf('admin')}` };
    const answer = await fetch(`${base}/obras/importacion`, {
      method: 'POST',
      headers,
      body: form,
    });
    assert.equal(answer.status, 400);
    assert.equal(((await answer.json()) as { message: string }).message, noFile);
    refused(
      await send('--x\r\nnada', '', 'multipart/form-data; boundary=x'),
      400,
      /^(El archivo no llegó completo|Falta el archivo)/,
    );
    refused(await send('x', 'simular=quizá'), 400, ['simular debe ser true o false.']);
    assert.equal((await report(csv({}))).creadas, 1);
  });

  const tooLarge =
    'El archivo excede el tamaño máximo: 32 MB si es .xlsx u .ods, 64 MB si es .csv.';
  test('refuses what is too large, whether it says so or not', async () => {
    const authorization = `Bearer ${await tokenOf('admin')}`;
    const refuse = async (body: Buffer, isStreamed: boolean) => {
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
    await refuse(archive, true);
    await refuse(Buffer.alloc(65 * MEGABYTE, 0x20), true);
    await refuse(Buffer.alloc(65 * MEGABYTE, 0x20), false);
    const left = readdirSync(tmpdir()).filter((name) => name.startsWith('registro-importacion-'));
    assert.deepEqual(left, []);
  });
});

describe('columns that are named', () => {
  beforeEach(resetWithCatalog);
  const named = (columns: unknown) => `columnas=${encodeURIComponent(JSON.stringify(columns))}`;
  const file = [
    'Núm. interno,Clave,Título de la acción,Inversión,Ejercicio,Dependencia,Municipio,Estatus',
    'SOP-9,X,Pavimentación,1000,2026,SOP,Mérida,En proceso',
  ].join('\r\n');
  const columns = {
    'Núm. interno': 'claveUnica',
    'titulo de la ACCION': 'nombre',
    Inversión: 'monto',
  };

  test('count before what their headings say', async () => {
    const { creadas, columnas } = await report(file, named(columns));
    assert.equal(creadas, 1);
    assert.deepEqual(columnas.slice(0, 4), [
      { columna: 'Núm. interno', campo: 'claveUnica' },
      { columna: 'Clave', campo: 'claveUnica' },
      { columna: 'Título de la acción', campo: 'nombre' },
      { columna: 'Inversión', campo: 'monto' },
    ]);
    const [obra] = await obras();
    assert.deepEqual([obra.claveUnica, obra.nombre, obra.monto], ['SOP-9', 'Pavimentación', 1000]);
  });

  test('with null are not read', async () => {
    const { columnas } = await report(file, `simular=true&${named({ ...columns, Clave: null })}`);
    assert.deepEqual(columnas[1], { columna: 'Clave', campo: null });
  });

  test('have to be there, and to name fields that there are', async () => {
    refused(
      await send(file, named({ ...columns, Costo: 'monto' })),
      400,
      'El archivo no tiene la columna «Costo» que se indicó.',
    );
    refused(await send(file, named({ Clave: 'precio' })), 400, [
      'columnas: no existe el campo «precio»; son: claveUnica, nombre, descripcion, monto, ejercicioFiscal, dependencia, siglas, municipio, municipioClave, tipoProyecto, estatus, direccion, localidadReferencia, referenciaLugar, longitud, latitud, entidad, avanceFisico, coordenadas.',
    ]);
    for (const broken of ['%7B', '[]', 'null', '7']) {
      refused(await send(file, `columnas=${broken}`), 400, [
        'columnas debe ser un objeto JSON de encabezados y campos, como {"Núm. interno":"claveUnica"}.',
      ]);
    }
  });
});

describe('a CSV file', () => {
  beforeEach(resetWithCatalog);

  const text = (delimiter: string) =>
    ['clave de obra', 'Obra', 'Presupuesto', 'Año', 'Dependencia', 'Municipio', 'Estatus'].join(
      delimiter,
    ) +
    '\r\n' +
    ['Ñ-1', 'Ampliación “señal” – 2 €', '12', '2026', 'SOP', 'Mérida', 'Planeada'].join(delimiter);
  const FILES: [name: string, file: Buffer | string][] = [
    ['commas', text(',')],
    ['semicolons', text(';')],
    ['tabs', text('\t')],
    ['a first line that names the delimiter', `sep=;\r\n${text(';')}`],
    ['UTF-8 with its mark', `\ufeff${text(',')}`],
    ['UTF-16, little end first', iconv.encode(text('\t'), 'utf-16le', { addBOM: true })],
    ['UTF-16, big end first', iconv.encode(text('\t'), 'utf-16be', { addBOM: true })],
    ['UTF-16 without a mark', iconv.encode(text('\t'), 'utf-16le')],
    ['Windows-1252', iconv.encode(text(';'), 'windows-1252')],
    ['lines that end in CR', text(',').replaceAll('\r\n', '\r')],
    ['lines that end in LF, and one more', `${text(',').replaceAll('\r\n', '\n')}\n`],
  ];
  for (const [name, file] of FILES) {
    test(`with ${name}`, async () => {
      const { creadas, errores } = await report(file);
      assert.equal(creadas, 1, JSON.stringify(errores));
      const [obra] = await obras();
      assert.equal(obra.claveUnica, 'Ñ-1');
      assert.equal(obra.nombre, 'Ampliación “señal” – 2 €');
    });
  }

  test('one late byte that is not UTF-8 makes it all Windows-1252', async () => {
    const rows = Array.from({ length: 1_900 }, (_, i) => ({ claveUnica: `M-${i}` }));
    const file = Buffer.concat([
      Buffer.from(
        csv(...rows)
          .replaceAll('é', 'e')
          .replaceAll('ó', 'o')
          .replaceAll('á', 'a'),
      ),
      iconv.encode(`\r\n${csv({ claveUnica: 'Ú' }).split('\r\n')[1]}`, 'windows-1252'),
    ]);
    await report(file);
    const found = await db.one('SELECT FROM obras WHERE clave_unica = $1', ['Ú']);
    assert.ok(found);
  });

  test('rows are numbered as a spreadsheet shows them', async () => {
    const file = `Título,,\r\n\r\nclave,nombre,monto\r\nA,"dos\r\nlíneas",1\r\n\r\n,,\r\nB,Otra,x\r\n`;
    const { filas, errores } = await report(file);
    assert.equal(filas, 2);
    assert.equal(errores.at(-1).fila, 7);
  });

  test('without the key among its headings is read all the same: the report has its columns, and each row lacks the key', async () => {
    const file = 'Núm,nombre,monto,municipio\r\n1,Una,10,Mérida\r\n2,Otra,20,Mérida\r\n';
    const { filas, rechazadas, columnas, errores, muestra } = await report(file, 'simular=true');
    assert.deepEqual([filas, rechazadas], [2, 2]);
    assert.deepEqual(columnas[0], { columna: 'Núm', campo: null });
    assert.equal(muestra[1].valores.nombre, 'Otra');
    // biome-ignore lint/suspicious/noExplicitAny: what a report holds is asserted
    const lacks = errores.filter(({ campo }: any) => campo === 'claveUnica');
    assert.deepEqual(messages(lacks), [
      'Ninguna columna se reconoció como clave única. Indique cuál es o agréguela.',
    ]);
    const told = `columnas=${encodeURIComponent('{"Núm":"claveUnica"}')}&simular=true`;
    assert.equal((await report(file, told)).muestra[1].valores.claveUnica, '2');
    // Two fields that are known stand in many a title.
    refused(await send('Núm,nombre,monto\r\n1,Una,10\r\n'), 400, /^No se encontraron/);
  });

  test('a workbook’s sheet that has the key comes before one that has not', async () => {
    const sheets = [
      {
        name: 'Resumen',
        rows: [
          ['Municipio', 'Monto', 'Estatus'],
          ['Mérida', 20, 'Planeada'],
        ],
      },
      {
        name: 'Obras',
        rows: [
          ['clave', 'nombre'],
          ['A', 'Una'],
        ],
      },
    ];
    const { hojas } = await report(await bookOf(sheets), 'simular=true');
    // biome-ignore lint/suspicious/noExplicitAny: what a report holds is asserted
    assert.equal(hojas.find(({ leida }: any) => leida).nombre, 'Obras');
  });

  test('without headings, or with one twice, is refused with what was found', async () => {
    refused(
      await send('a,b,c\r\n1,2,3\r\n'),
      400,
      'No se encontraron los encabezados en las primeras 30 filas: hace falta una columna con la clave de la obra (claveUnica, clave de la obra, folio…) y al menos otra conocida. Se encontró: «a», «b», «c».',
    );
    refused(
      await send('clave,monto,Monto\r\nA,1,2\r\n'),
      400,
      'El encabezado «Monto» está dos veces; deje sólo una de esas columnas.',
    );
  });

  test('of two columns for one field the better one counts, where it has a value', async () => {
    const file =
      'folio,claveUnica,nombre,presupuesto,monto,año,ejecutor,municipio,estatus,Teléfono\r\nF,C,Una,1,2,2026,SOP,50,Planeada,999\r\nG,,Otra,3,,2026,SOP,50,Planeada,999\r\n';
    const { columnas } = await report(file);
    const found = (await obras()).map(({ claveUnica, monto }: Record<string, unknown>) => [
      claveUnica,
      monto,
    ]);
    assert.deepEqual(found, [
      ['C', 2],
      ['G', 3],
    ]);
    assert.deepEqual(columnas.at(-1), { columna: 'Teléfono', campo: null });
  });
});

describe('files of other offices', () => {
  beforeEach(resetWithCatalog);

  const FIXTURES: [name: string, lines: string[], query: string, expected: (string | number)[]][] =
    [
      [
        'Obra Pública Abierta, 2019: keys behind an apostrophe, TOTAL for a year',
        [
          'CICLO,ID_RAMO,DESC_UNIDAD,CVE_CARTERA,NOMBRE_PPI,DESCRIPCION_TIPO_PPI,MONTO_TOTAL_INVERSION,ENTIDAD_FEDERATIVA,LONGITUD_INICIAL,LATITUD_INICIAL,LONGITUD_FINAL,LATITUD_FINAL,ANIO,AVANCE_FISICO,ESTATUS_OPERACION,NOMBRE_ADMIN,TELEFONO_ADMIN',
          `2019,9,Centro SCT Yucatán,'0909J2U0007,Desarrollo,Proyecto de infraestructura,23930800,YUCATAN,-89.665308,21.2787,0,0,TOTAL,100,Vigente,Nadie,999`,
          `2019,9,Centro SCT Tabasco,'0909J2U0008,Otra,Proyecto de infraestructura,1,TABASCO,0,0,0,0,2019,0,Vigente,Nadie,999`,
        ],
        '',
        ['0909J2U0007', 'Desarrollo', 23930800, 2019, 'Centro SCT Yucatán', 59, 6],
      ],
      [
        'Obra Pública Abierta, 2018: the name stands under the key’s heading',
        [
          'CICLO;DESCRIPCION_UR;CVE_PPI;CVE_PPI;TIPO_PPI;MONTO_TOTAL_INVERSION;ENT_FED;LONGITUD_INICIAL;LATITUD_INICIAL;AVANCE_FISICO',
          '2018;CONAGUA;1416B000001;Acueducto;Hidráulica;1000.50;31;-89.6237;20.9674;12.5',
        ],
        '',
        ['1416B000001', 'Acueducto', 1000.5, 2018, 'CONAGUA', 50, 4],
      ],
      [
        'federal transfers: one project in several rows',
        [
          'CICLO,TRIMESTRE,FOLIO,ID_ENTIDAD_FEDERATIVA,ENTIDAD_RESPONSABLE,ID_MUNICIPIO_RESPONSABLE,CATEGORIA,NOMBRE,MONTO_GLOBAL_APROBADO,CLASIFICACION,INSTITUCION_EJECUTORA,ESTATUS,AVANCE',
          '2021,4,YUC210101,31,Yucatán,50,Proyecto,Agua potable,500000,Agua,Ayuntamiento de Mérida,En Ejecución,50',
          '2021,4,YUC210101,31,Yucatán,50,Proyecto,Agua potable,500000,Agua,Ayuntamiento de Mérida,En Ejecución,50',
        ],
        '',
        ['YUC210101', 'Agua potable', 500000, 2021, 'Ayuntamiento de Mérida', 50, 4],
      ],
      [
        'Formato 28: a cover, and headings of a sentence each',
        [
          'TÍTULO,NOMBRE CORTO,DESCRIPCIÓN',
          'Procedimientos,LTAIPEY70FXXVIII,Licitaciones',
          '',
          'Ejercicio,"Número de Expediente, Folio o Nomenclatura","Descripción de las Obras, Bienes o Servicios",Área(s) Responsable(s) de su Ejecución,Monto Total del Contrato con Impuestos Incluidos (MXN),Objeto del Contrato,"Lugar donde se Realizará la Obra Pública, en su caso",Etapa de la Obra Pública (catálogo)',
          '2022, LO-931-E1-2022,Banquetas,Dirección de Obras,"$1,500,000.00",Construcción de banquetas,Centro,En ejecución',
        ],
        'municipioId=50',
        ['LO-931-E1-2022', 'Construcción de banquetas', 1500000, 2022, 'Dirección de Obras', 50, 4],
      ],
    ];
  for (const [name, lines, query, expected] of FIXTURES) {
    test(name, async () => {
      const imported = await report(
        lines.join('\r\n'),
        `${query}&crearCatalogos=true&parcial=true`,
      );
      assert.equal(imported.creadas, 1, JSON.stringify(imported.errores));
      const [obra] = await obras();
      assert.deepEqual(
        [
          obra.claveUnica,
          obra.nombre,
          obra.monto,
          obra.ejercicioFiscal.anio,
          obra.dependencia.nombre,
          obra.municipioId,
          obra.estatusObraId,
        ],
        expected,
      );
      // Nobody's name or telephone is read.
      const used = imported.columnas.filter(
        ({ campo }: { campo: string | null }) => campo !== null,
      );
      assert.ok(!used.some(({ columna }: { columna: string }) => /ADMIN|OPERACION/.test(columna)));
    });
  }
});

describe('an .xlsx file', () => {
  beforeEach(resetWithCatalog);

  const HEADINGS = Object.keys(ROW);
  const cells = (row: Row = {}): CellValue[] =>
    HEADINGS.map((heading) => ({ ...ROW, ...row })[heading] ?? null);
  const book = (...rows: Row[]) =>
    bookOf([{ name: 'Obras', rows: [HEADINGS, ...rows.map((row) => cells(row))] }]);

  test('comes in by its content, whatever its type says', async () => {
    const types = [XLSX, 'application/vnd.ms-excel', 'application/octet-stream', 'text/csv'];
    for (const [i, type] of types.entries()) {
      const answer = await send(await book({ claveUnica: `X-${i}` }), '', type);
      assert.equal(answer.body.creadas, 1, answer.text);
    }
    assert.deepEqual(counts(await report(await book({ claveUnica: 'X-0' }))), [0, 0, 1, 0]);
  });

  test('as LibreOffice writes it: shared strings, dates, formulas, errors, merged cells', async () => {
    const strings = stringsOf([
      ...HEADINGS.map((heading) => `<si><t>${heading}</t></si>`),
      '<si><r><t>Pavi</t></r><r><t>mentación</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>',
      '<si><t xml:space="preserve"> con _x000D_ retorno y _x005F_x0041_ </t></si>',
    ]);
    const shared = (index: number) => ({ xml: `<c t="s"><v>${index}</v></c>` });
    const at = (heading: string) => HEADINGS.indexOf(heading);
    const row = (changes: Record<string, CellValue>) => {
      const values = cells();
      for (const [heading, value] of Object.entries(changes)) values[at(heading)] = value;
      return values;
    };
    const file = await bookOf(
      [
        {
          name: 'Hidden_1',
          state: 'hidden',
          rows: [
            ['clave', 'nombre'],
            ['no', 'no'],
          ],
        },
        { name: 'Portada', rows: [['Gobierno del Estado'], ['Obras de 2026']] },
        {
          name: 'Obras 2026',
          rows: [
            HEADINGS.map((_, i) => shared(i)),
            row({
              claveUnica: { xml: '<c s="1"><v>7</v></c>' },
              nombre: shared(HEADINGS.length),
              descripcion: shared(HEADINGS.length + 1),
              monto: { xml: '<c><f>1234.5+0.06</f><v>1234.5600000000002</v></c>' },
              ejercicioFiscal: { xml: '<c s="2"><v>46023</v></c>' },
              municipio: 50,
              longitud: -89.6237,
              latitud: 20.9674,
            }),
            [],
            row({ claveUnica: 'B', monto: { xml: '<c><f>SUM(A1)</f></c>' } }),
            row({ claveUnica: 'C', monto: { xml: '<c t="e"><v>#N/A</v></c>' } }),
            row({ claveUnica: { xml: '<c s="2"><v>46023</v></c>' } }),
            row({ claveUnica: { xml: '<c><v>1.2345678901234567E+20</v></c>' } }),
            row({ claveUnica: 'D', monto: { xml: '<c><v>1234.567</v></c>' } }),
            row({ claveUnica: 'E', municipio: null, longitud: null, latitud: null }),
          ],
          after: '<mergeCells><mergeCell ref="G8:G9"/><mergeCell ref="A1:C1"/></mergeCells>',
        },
      ],
      { strings, formats: [0, '000', 14] },
    );
    const imported = await report(file, 'parcial=true');
    assert.deepEqual(counts(imported), [1, 0, 0, 6], JSON.stringify(imported.errores));
    const [obra] = await obras();
    assert.equal(obra.claveUnica, '007');
    assert.equal(obra.nombre, 'Pavimentación');
    assert.equal(obra.descripcion, 'con \r retorno y _x0041_');
    assert.equal(obra.monto, 1234.56);
    const told = imported.errores.map(({ fila, columna, mensaje }: Record<string, string>) => [
      fila,
      columna,
      mensaje,
    ]);
    assert.deepEqual(told, [
      [
        4,
        'monto',
        'Monto: el archivo no trae el resultado de la fórmula; ábralo en su programa de hojas de cálculo y guárdelo de nuevo.',
      ],
      [5, 'monto', 'Monto: la celda tiene un error de fórmula (#N/A); corríjala.'],
      [
        6,
        'claveUnica',
        'Clave única: la hoja de cálculo convirtió la clave en fecha (2026-01-01); dé formato de texto a la celda y escríbala de nuevo.',
      ],
      [
        7,
        'claveUnica',
        'Clave única: la hoja de cálculo convirtió la clave en número (1.2345678901234567E+20) y puede haber perdido cifras; dé formato de texto a la celda y escríbala de nuevo.',
      ],
      [
        8,
        'monto',
        'Monto: «1234.567» tiene más de dos decimales; redondéelo en la hoja, como con =REDONDEAR(C2,2).',
      ],
      [9, 'municipio', 'Falta el municipio. Escríbalo en la fila, o elija uno para todas.'],
    ]);
    assert.deepEqual(imported.avisos.at(-1), {
      fila: 8,
      columna: 'municipio',
      campo: null,
      valor: 'G8:G9',
      mensaje:
        'Las celdas están combinadas y sólo la primera tiene el valor; sepárelas y repítalo en cada fila.',
    });
  });

  test('years that begin in 1904', async () => {
    const values = cells();
    values[HEADINGS.indexOf('ejercicioFiscal')] = { xml: '<c s="1"><v>44561</v></c>' };
    const sheets = [{ name: 'Obras', rows: [HEADINGS, values] }];
    const file = await bookOf(sheets, { formats: [0, 'dd"d"/mm/yyyy;@'], isFrom1904: true });
    assert.equal((await report(file)).creadas, 1);
  });

  test('the sheet that is asked for, or a sentence that names those there are', async () => {
    const sheets = ['Enero', 'Febrero'].map((name) => ({
      name,
      rows: [HEADINGS, cells({ claveUnica: name })],
    }));
    const file = await bookOf(sheets);
    const { hojas } = await report(file, 'hoja=febrero');
    assert.deepEqual(hojas, [
      { nombre: 'Enero', filas: 2, leida: false },
      { nombre: 'Febrero', filas: null, leida: true },
    ]);
    assert.equal((await obras())[0].claveUnica, 'Febrero');
    refused(
      await send(file, 'hoja=Marzo'),
      400,
      'El archivo no tiene una hoja visible que se llame «Marzo»; tiene: «Enero», «Febrero».',
    );
    refused(
      await send(csv({}), 'hoja=Marzo'),
      400,
      'Un .csv no tiene hojas; la hoja sólo se elige en libros .xlsx u .ods.',
    );
  });

  test('a sheet whose headings have no rows is passed over, unless no other has any', async () => {
    const empty = { name: 'Plantilla', rows: [HEADINGS, [], [null, null, '   ']] };
    const noted = {
      name: 'Notas',
      rows: [
        [...HEADINGS, 'Notas'],
        [...HEADINGS.map(() => null), 'Llene desde la fila 3'],
      ],
    };
    const full = { name: 'Obras', rows: [HEADINGS, cells({ claveUnica: 'X' })] };
    assert.equal((await report(await bookOf([empty, noted, full]))).creadas, 1);
    assert.equal((await report(await bookOf([empty, full]), 'hoja=plantilla')).filas, 0);
    const { filas, columnas } = await report(await bookOf([noted, empty]));
    assert.deepEqual([filas, columnas.at(-1)], [0, { columna: 'Notas', campo: null }]);
    // Nor is a row too late that comes after many blank ones.
    const late = { name: 'Obras', rows: [HEADINGS, ...Array(90).fill([]), cells()] };
    assert.equal((await report(await bookOf([empty, late]))).creadas, 1);
  });

  test('a text that was cut to fit a cell is the same as far as it goes', async () => {
    const whole = 'x'.repeat(40_000);
    await call('admin', 'POST', '/obras', obraBody({ claveUnica: 'SOP-1', descripcion: whole }));
    const file = (descripcion: string) =>
      bookOf([
        {
          name: 'Obras',
          rows: [
            ['claveUnica', 'descripcion'],
            ['SOP-1', descripcion],
          ],
        },
      ]);
    const cut = (letter: string) => `${letter.repeat(32_766)}…`;
    assert.deepEqual(counts(await report(await file(cut('x')))), [0, 0, 1, 0]);
    assert.deepEqual(counts(await report(await file(cut('y')))), [0, 0, 0, 1]);
    const short = await file(`${'x'.repeat(100)}…`);
    assert.deepEqual(counts(await report(short)), [0, 0, 0, 1]);
    // Nor does it take the place of the whole one where the row changes something else.
    const other = await bookOf([
      {
        name: 'Obras',
        rows: [
          ['claveUnica', 'descripcion', 'monto'],
          ['SOP-1', cut('x'), 7],
        ],
      },
    ]);
    assert.deepEqual(counts(await report(other, 'actualizar=true')), [0, 1, 0, 0]);
    const { monto, descripcion } = (await obras())[0];
    assert.deepEqual([monto, descripcion], [7, whole]);
  });
});

describe('an export to CSV', () => {
  beforeEach(resetWithCatalog);
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
    assert.deepEqual(counts(await report(exported, 'simular=true')), [0, 0, NAMES.length, 0]);
    const strings: string[] = [];
    const rows = (parse(exported, { bom: true }) as string[][]).map((row) =>
      row.map((cell) => asOpened(cell, strings)),
    );
    const file = await bookOf([{ name: 'obras', rows }], {
      strings: stringsOf(strings),
      formats: [0, 9],
    });
    const imported = await report(file, 'simular=true');
    assert.deepEqual(counts(imported), [0, 0, NAMES.length, 0], JSON.stringify(imported.errores));
  });
});

describe('npm run import', () => {
  const COMMAND = fileURLToPath(new URL('../src/commands/import/command.js', import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), 'registro-importar-'));
  const fileOf = (name: string, content: string | Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };

  test('says what it takes, and what is wrong before it opens anything', async () => {
    for (const option of ['--ayuda', '--help', '-h']) {
      const { code, output } = await runHere(importCommand, {}, [option]);
      assert.equal(code, 0);
      assert.match(output, /^Importación de obras[\s\S]+--simular[\s\S]+--parcial/);
    }
    const missing = join(folder, 'no-existe.csv');
    const cases: [args: string[], sentence: RegExp][] = [
      [[], /^Indique un archivo, y sólo uno\./],
      [[missing], /^El archivo .*no-existe\.csv no existe\.$/m],
      [[folder], /no es un archivo\./],
      [['--nada'], /^Opciones no reconocidas/],
    ];
    for (const [args, sentence] of cases) {
      const { code, output } = await runHere(importCommand, {}, args);
      assert.equal(code, 1, output);
      assert.match(output, sentence);
      assert.doesNotMatch(output, / at /);
    }
  });

  test('imports the federal works, puts the refused ones beside the file, and takes those back', async () => {
    const environment = await freshEnvironment();
    const path = fileOf('federales.csv', FEDERAL);
    const beside = `${path}.rechazadas.csv`;
    const importFile = (...args: string[]) =>
      runHere(importCommand, environment, [path, '--crear-catalogos', ...args]);

    const dry = await importFile('--simular');
    assert.equal(dry.code, 1, dry.output);
    assert.match(
      dry.output,
      /71 filas: 67 obras nuevas, 0 actualizadas, 0 sin cambio, 4 rechazadas\./,
    );
    assert.match(dry.output, /Falta la clave única\. Escríbala en la fila\. \(fila 53\)\n/);
    assert.match(dry.output, /Es un simulacro: no se escribió nada\.\n$/);
    // This one as people run it.
    const whole = await run(environment, [path, '--crear-catalogos'], COMMAND);
    assert.equal(whole.code, 1);
    assert.match(whole.output, /No se escribió nada: corrija las filas rechazadas/);
    const partial = await importFile('--parcial');
    assert.match(
      whole.output,
      /o elija uno para todas\. Con --ejercicio se indica para todas las filas\. \(3 filas: 70–72\)/,
    );
    assert.match(partial.output, /67 obras nuevas[\s\S]+Importación terminada\.\n$/);

    const refusedRows = readFileSync(beside, 'utf8');
    assert.match(refusedRows, /^\ufefffila rechazada,motivo del rechazo,clave,nombre,/);
    assert.match(refusedRows, /\r\n53,Falta el monto\. /);
    const again = await importFile('--parcial');
    assert.match(again.output, /0 obras nuevas, 0 actualizadas, 67 sin cambio, 4 rechazadas/);
    // Three of the four only lack their year.
    const rest = await runHere(importCommand, environment, [
      beside,
      '--crear-catalogos',
      '--parcial',
      '--ejercicio',
      '2019',
    ]);
    assert.match(
      rest.output,
      /4 filas: 3 obras nuevas, 0 actualizadas, 0 sin cambio, 1 rechazadas/,
    );

    const wrong: [args: string[], sentence: RegExp][] = [
      [
        ['--columna', 'Núm. interno'],
        /^--columna Núm\. interno: escriba el encabezado, = y el campo\./m,
      ],
      [['--columna', 'Núm. interno=folio'], /^--columna .* Los campos: claveUnica, /m],
      [
        ['--valor', 'estatus=Licitada'],
        /^--valor estatus=Licitada: escriba el campo, dos puntos, /m,
      ],
      [['--valor', 'nombre:a=b'], /^--valor nombre:a=b: .* Los campos: estatus, municipio, /m],
      [['--valor', 'estatus:Licitada=Adjudicada'], /^--valor: no existe el estatus «Adjudicada»/m],
      [['--unidad', 'dolares'], /^--unidad dolares: las unidades son pesos, miles, millones\.$/m],
    ];
    for (const [args, sentence] of wrong) {
      const { code, output } = await importFile(...args);
      assert.equal(code, 1, output);
      assert.match(output, sentence);
    }
    const unknown = await importFile('--estatus', 'Vigente');
    assert.match(unknown.output, /^--estatus: no existe el registro «Vigente»\.$/m);
    const right = fileOf('una.csv', 'clave,nombre,monto\r\nX,Una,1\r\n');
    const told = ['--ejercicio', '2019', '--dependencia', 'CONAGUA'];
    const none = await runHere(importCommand, environment, [right, ...told]);
    assert.match(none.output, /^--dependencia: no existe el registro «CONAGUA»\.$/m);
    const { db: own } = await openRegistry(readConfig(environment), () => {});
    const rows = await own.query<{ programa: string; archivo: string; fila: number }>(
      `SELECT DISTINCT ON (archivo) programa, archivo, fila FROM bitacora
       WHERE recurso = 'obras' ORDER BY archivo, fila`,
    );
    await own.close();
    assert.deepEqual(rows, [
      { programa: 'registro-obras import', archivo: 'federales.csv', fila: 2 },
      { programa: 'registro-obras import', archivo: 'federales.csv.rechazadas.csv', fila: 3 },
    ]);
  });

  test('says each thing once, and what to do about it in the words of its options', async () => {
    const environment = await freshEnvironment();
    const path = fileOf(
      'licitadas.csv',
      [
        'Núm. interno,nombre,monto (miles de pesos),ejercicioFiscal,dependencia,municipio,estatus',
        ...['A-1', 'A-2', 'A-3'].map(
          (key) => `${key},Obra,1.5,2026,Secretaría de Obras,50,Licitada`,
        ),
      ].join('\r\n'),
    );
    const importFile = (...args: string[]) =>
      runHere(importCommand, environment, [path, '--crear-catalogos', ...args]);
    const key = ['--columna', 'Núm. interno=claveUnica'];
    const unit = await importFile(...key);
    assert.match(unit.output, /Confirme en qué están con --unidad pesos, miles o millones\.\n/);
    const names = await importFile(...key, '--unidad', 'miles');
    assert.match(
      names.output,
      /Estatus: .* diga qué registro es con --valor "campo:texto=nombre"\. \(3 filas: 2–4\)\n {6}«Licitada», 3 filas/,
    );
    const told = [...key, '--unidad', 'miles', '--valor', 'estatus:Licitada=En licitación'];
    const taken = await importFile(...told);
    assert.equal(taken.code, 0, taken.output);
    assert.match(taken.output, /3 filas: 3 obras nuevas/);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('Obra,', 'Otra,'));
    const other = await importFile(...told);
    assert.match(other.output, /Para cambiarlas agregue --actualizar\. \(3 filas: 2–4\)\n/);
    const changed = await importFile(...told, '--actualizar');
    assert.match(changed.output, /3 actualizadas/);
    writeFileSync(path, 'clave,nombre,Monto contratado,año\r\nX,Una,5,2026');
    const { output } = await runHere(importCommand, environment, [path]);
    assert.match(
      output,
      /¿Es «Monto contratado»\? Si lo es, agregue --columna "Monto contratado=monto"\.\n/,
    );
    assert.match(output, /Diga cuál es con --columna .+ Con --estatus se indica para todas/);
    assert.doesNotMatch(output, /«»/);
    // Where they can't be kept the report is told all the same.
    const beside = `${path}.rechazadas.csv`;
    rmSync(beside);
    mkdirSync(beside);
    const unkept = await runHere(importCommand, environment, [path]);
    assert.match(unkept.output, /1 rechazadas\.[\s\S]+no se pudieron guardar junto al archivo \(/);
  });
});
