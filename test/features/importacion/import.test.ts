import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { before, beforeEach, describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { Database } from '../../../src/core/db/db.ts';
import { readCatalogs } from '../../../src/features/importacion/catalogs.ts';
import { columnOf, columnsOf } from '../../columns.ts';
import { hasFeature, isHere } from '../../features.ts';
import { counts, countsOf, importFile, messages, report, XLSX } from '../../imports.ts';
import {
  BLANK,
  bookOf,
  type CellValue,
  csv,
  escaped,
  linesOf,
  odsOf,
  ROW,
  type Row,
  stringsOf,
} from '../../spreadsheet.ts';
import {
  addressFor,
  base,
  bytesOf,
  call,
  count,
  db,
  newObra,
  obraBody,
  refused,
  resetWithCatalog,
  tokenOf,
  ubicacionBody,
  wkt,
} from '../../world.ts';
import { CATALOGS } from './read.ts';

// Bringing in sheets of obras: what comes of their rows in the registry. What a file, a cell and a row say by themselves is in
// hojas/.

const MEGABYTE = 1_048_576;
const inQuery = (name: string, value: unknown) =>
  `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`;

/** Sends a form with a file in one of its fields. */
async function sendForm(field: string, content: string, name: string) {
  const body = new FormData();
  body.set(field, new Blob([content]), name);
  const headers = { authorization: `Bearer ${await tokenOf('admin')}` };
  const answer = await fetch(`${base}/obras/importacion`, { method: 'POST', headers, body });
  return [answer.status, ((await answer.json()) as { message?: string }).message];
}
const obras = async () => (await call('admin', 'GET', '/obras')).body;
const WITHOUT_POINT =
  'se guarda como «Lugar: …» en la descripción, donde se encuentra al buscar; la fila no trae longitud y latitud, y la obra no está en el mapa.';

describe('POST /obras/importacion', () => {
  beforeEach(resetWithCatalog);

  test('registers a row once, as its cells say', async () => {
    const valores = { ...ROW, monto: '1250000.50', dependencia: 'Secretaría de Obras' };
    const { columnas, importacion, ...rest } = await report(csv({}));
    assert.match(importacion, /^[0-9a-f-]{36}$/);
    assert.deepEqual(rest, {
      ...{ simulacro: false, aplicada: true, hojas: [], filaEncabezados: 1, cambios: [] },
      ...{ filas: 1, creadas: 1, actualizadas: 0, sinCambio: 0, rechazadas: 0 },
      ...{ grupos: [], errores: [], erroresOmitidos: 0, avisos: [], avisosOmitidos: 0 },
      muestra: [{ fila: 2, valores }],
    });
    const names = Object.keys(ROW);
    assert.deepEqual(
      columnsOf(columnas, 'columna', 'campo'),
      names.map((name) => [name, name]),
    );
    const all = await obras();
    assert.deepEqual(columnsOf(all, 'numeroObra', 'claveUnica', 'monto'), [
      [1, 'SOP-1', 1250000.5],
    ]);
    const [{ ejercicioFiscal, dependencia, tipoProyecto, estatusObra, ubicaciones }] = all;
    assert.deepEqual([ejercicioFiscal.anio, dependencia.siglas], [2026, 'SOP']);
    assert.deepEqual([tipoProyecto.nombre, estatusObra.nombre], ['Vialidades', 'En proceso']);
    const [{ id, municipio, ...place }] = ubicaciones;
    assert.deepEqual([municipio.nombre, all[0].municipio.nombre], ['Mérida', 'Mérida']);
    const { direccion, localidadReferencia, referenciaLugar } = ROW;
    assert.deepEqual(place, {
      ...{ municipioId: 50, orden: 1, direccion, localidadReferencia, referenciaLugar },
      tipoGeometria: 'PUNTO',
      geometriaJson: { type: 'Point', coordinates: [-89.6237, 20.9674] },
    });
    // Again it changes nothing: no row of the ledger, the same tag.
    const standing = async () => [
      (await call('admin', 'GET', '/obras/1')).headers.get('etag'),
      await count('bitacora'),
    ];
    const before = await standing();
    for (const query of ['', 'actualizar=true&parcial=true'])
      assert.deepEqual(await countsOf(csv({}), query), [0, 0, 1, 0], query);
    assert.deepEqual(await standing(), before);
  });

  test('keeps a place in words alone in the description, where it is read, found and exported', async () => {
    const unplaced = { longitud: '', latitud: '', localidadReferencia: '', referenciaLugar: '' };
    const [address, area] = ['Calle 61 × 58,\nSantiago', 'Frente a la escuela'];
    const line = 'Lugar: Calle 61 × 58, Santiago';
    const words = (more: Record<string, string>) => ({ ...unplaced, direccion: address, ...more });
    const described = { descripcion: 'Concreto.\r\nDos carriles.' };
    // biome-ignore format: rows
    const CASES: [row: Record<string, string>, descripcion: string, changed: string][] = [
      [words(described), `${described.descripcion}\n${line}`, 'Concreto.\r\nDos carriles.\nLugar: Calle 9'],
      [words({ descripcion: '' }), line, 'Lugar: Calle 9'],
      [words({ referenciaLugar: area }), `Concreto hidráulico.\n${line}, ${area}`, `Concreto hidráulico.\nLugar: Calle 9, ${area}`],
      [words({ direccion: '', localidadReferencia: 'Cholul' }), 'Concreto hidráulico.\nLugar: Cholul', 'Concreto hidráulico.\nLugar: Calle 9, Cholul'],
      // Coordinates that stand for no place, or can't be read, are left out.
      [words({ longitud: '0', latitud: '0' }), `Concreto hidráulico.\n${line}`, 'Concreto hidráulico.\nLugar: Calle 9'],
      // The file's own description is not replaced.
      [words({ descripcion: 'Lugar: Centro' }), `Lugar: Centro\n${line}`, 'Lugar: Centro\nLugar: Calle 9'],
      [words({ descripcion: line }), line, 'Lugar: Calle 9'],
    ];
    const rows = CASES.map(
      ([row], i): Record<string, string> => ({ claveUnica: `W-${i}`, ...row }),
    );
    const { avisos, errores } = await report(csv(...rows));
    assert.deepEqual(errores, []);
    const field = ({ direccion = '' }) => (direccion ? 'Dirección' : 'Localidad de referencia');
    assert.deepEqual(
      messages(avisos),
      rows.map((row) => `${field(row)} ${WITHOUT_POINT}`),
    );
    const descriptions = async () =>
      columnOf(await obras(), 'descripcion').map((text: string) => text.replaceAll('\r\n', '\n'));
    const expected = (n: 1 | 2) => CASES.map((each) => each[n].replaceAll('\r\n', '\n'));
    assert.deepEqual(await descriptions(), expected(1));
    assert.equal((await call('user', 'GET', '/obras?q=calle+61+santiago')).body.length, 6);
    // The same file again, and the registry's own, change nothing; nor do the places alone.
    const bare = rows.map((row) => ({ ...row, descripcion: '' }));
    const files = ['/obras.csv', '/obras.xlsx'].filter(isHere).map((path) => bytesOf(path, 'user'));
    for (const file of [csv(...rows), csv(...bare), ...(await Promise.all(files))]) {
      const again = await report(file);
      assert.deepEqual([counts(again), again.avisos], [[0, 0, CASES.length, 0], []]);
    }
    // Another address takes the place of the one before, and is a change like any other.
    const moved = rows.map((row) => ({ ...row, direccion: 'Calle 9' }));
    const refusedOnes = await report(csv(...moved));
    assert.match(refusedOnes.errores[0].mensaje, /dice otra cosa en la descripción y la dirección/);
    const changed = [0, CASES.length, 0, 0];
    assert.deepEqual(await countsOf(csv(...moved), 'actualizar=true'), changed);
    assert.deepEqual(await descriptions(), expected(2));
    // Once it has coordinates the line is the address of its ubicación, unless the row says another.
    const at = { ...unplaced, longitud: '-89.62', latitud: '20.97' };
    const located = [
      { claveUnica: 'W-0', ...at, direccion: '', descripcion: '' },
      { claveUnica: 'W-1', ...at, direccion: 'Calle 10', descripcion: '' },
    ];
    assert.deepEqual(await countsOf(csv(...located), 'actualizar=true'), [0, 2, 0, 0]);
    const wordsOf = (obra: { descripcion: string; ubicaciones: { direccion: string }[] }) => [
      ...[obra.descripcion, obra.ubicaciones[0]?.direccion],
    ];
    const [first, second] = await obras();
    assert.deepEqual(wordsOf(first), [described.descripcion, 'Calle 9']);
    assert.deepEqual(wordsOf(second), ['', 'Calle 10']);
    assert.deepEqual(await countsOf(csv(...located)), [0, 0, 2, 0]);
    // Without an address it is the municipio.
    await report(csv({ ...at, claveUnica: 'N', direccion: '' }));
    assert.equal((await obras()).at(-1).ubicaciones[0].direccion, 'Mérida, Yucatán');
    // A work that has an ubicación keeps the address there.
    await report(csv({ claveUnica: 'U' }));
    await report(csv({ claveUnica: 'U', ...words({}) }), 'actualizar=true');
    assert.deepEqual(wordsOf((await obras()).at(-1)), ['Concreto hidráulico.', address]);
  });

  test('counts in a dry run as in the real one without a write; a refused row stops all unless parcial=true', async () => {
    await report(csv({ claveUnica: 'A' }));
    const more = { dependencia: 'Instituto Nuevo', tipoProyecto: 'Nuevo', ejercicioFiscal: '2031' };
    const file = csv(
      { claveUnica: 'A', nombre: 'Otro nombre' },
      { claveUnica: 'B' },
      { claveUnica: 'C', ...more },
      { claveUnica: 'D', monto: 'N/D' },
    );
    const query = 'actualizar=true&confirmar=nombres&crearCatalogos=true';
    const before = await count('bitacora');
    const dry = await report(file, `simular=true&parcial=true&${query}`);
    const stopped = await report(file, query);
    assert.deepEqual([counts(dry), dry.aplicada], [[2, 1, 0, 1], false]);
    assert.deepEqual(stopped, { ...dry, simulacro: false });
    assert.equal(await count('bitacora'), before);
    const real = await report(file, `parcial=true&${query}`);
    const { importacion } = real;
    assert.deepEqual(real, { ...dry, simulacro: false, aplicada: true, importacion });
    assert.equal((await obras()).length, 3);
  });

  const long = 'x'.repeat(256);
  const money = 'Monto debe estar entre 0 y 9,999,999,999,999.99.';
  const RULES: [row: Row, sentence: string][] = [
    [{ claveUnica: 'x'.repeat(51) }, 'Clave única no debe tener más de 50 caracteres.'],
    [{ nombre: long }, 'Nombre no debe tener más de 255 caracteres.'],
    [{ nombre: '\u200b' }, 'Nombre no debe estar vacío.'],
    [{ direccion: '\u200b' }, 'Dirección no debe estar vacío.'],
    [{ monto: '-5' }, money],
    [{ monto: '10000000000000' }, money],
    // The fault of a cell comes with it, from the process that reads it.
    [{ monto: 'N/D' }, 'Monto: no se entiende «N/D»; escriba la cantidad como 1250000.50.'],
  ];
  test('holds rows to the rules of obras, with a sentence for each', async () => {
    const rows = RULES.map(([row], i) => ({ claveUnica: `R-${i}`, ...row }));
    const { aplicada, rechazadas, errores } = await report(csv(...rows));
    assert.deepEqual([aplicada, rechazadas], [false, RULES.length]);
    assert.deepEqual(
      columnsOf(errores, 'fila', 'mensaje'),
      RULES.map(([, sentence], i) => [i + 2, sentence]),
    );
    assert.equal(await count('obras'), 0);
  });
  const PIER = { longitud: '-89.6645', latitud: '21.2895' };
  const TAKEN: [row: Row, field: string, value: unknown][] = [
    [{ monto: '9,999,999,999,999.99' }, 'monto', 9999999999999.99],
    [{ monto: '0' }, 'monto', 0],
    [{ tipoProyecto: '' }, 'tipoProyectoId', null],
    [{ nombre: '  Cafe\u0301  ' }, 'nombre', 'Café'],
    [{ descripcion: 'una\r\ndos, "tres"; cuatro' }, 'descripcion', 'una\r\ndos, "tres"; cuatro'],
    [{ longitud: '', latitud: '' }, 'punto', undefined],
    // A pier: outside the limits, but not by a kilometre.
    [{ municipio: 'Progreso', ...PIER }, 'punto', [-89.6645, 21.2895]],
  ];
  test('registers what it understood, and finds it unchanged', async () => {
    const file = csv(...TAKEN.map(([row], i) => ({ claveUnica: `T-${i}`, ...row })));
    const { errores, avisos, creadas } = await report(file);
    assert.equal(creadas, TAKEN.length, JSON.stringify(errores));
    assert.deepEqual(messages(avisos), [`Dirección ${WITHOUT_POINT}`]);
    for (const [i, obra] of (await obras()).entries()) {
      const [row, field, value] = TAKEN[i] ?? [];
      const punto = obra.ubicaciones[0]?.geometriaJson.coordinates;
      assert.deepEqual({ ...obra, punto }[field as string], value, JSON.stringify(row));
    }
    assert.deepEqual(await countsOf(file), [0, 0, TAKEN.length, 0]);
  });

  test('takes a file of each format by its content, whatever its type says', async () => {
    const rows = [Object.keys(ROW), Object.values(ROW).map((cell) => cell ?? null)];
    const book = await bookOf([{ name: 'Obras', rows }]);
    const files: [file: Buffer | string, type: string][] = [
      [book, 'application/vnd.ms-excel'],
      [await odsOf([{ name: 'Obras', rows }]), 'application/octet-stream'],
      [csv({}), XLSX],
    ];
    for (const [i, [file, type]] of files.entries()) {
      const { hojas, ...rest } = await report(file, '', { type });
      assert.deepEqual(counts(rest), i === 0 ? [1, 0, 0, 0] : [0, 0, 1, 0], type);
      assert.equal(hojas.length, i === 2 ? 0 : 1);
    }
  });

  test('has the fixed catalogs by which sheets are read in hojas/', async () => {
    const { municipios, estatus } = await readCatalogs(db);
    assert.deepEqual({ ...CATALOGS, municipios, estatus }, CATALOGS);
  });

  test('leaves stored values that would be refused anew', async () => {
    const geometriaJson = { type: 'Point', coordinates: [-99.13, 19.43] };
    await newObra({ claveUnica: 'SOP-1', ubicaciones: [ubicacionBody({ geometriaJson })] });
    await newObra({ claveUnica: 'S/N' });
    await newObra({ claveUnica: 'A', nombre: '#N/A' });
    await db.query('UPDATE dependencias SET activo = false');
    await db.query('UPDATE ejercicios_fiscales SET activo = false');
    const { nombre } = ROW;
    const place = { direccion: 'Calle 60 x 61, Centro', longitud: '-99.13', latitud: '19.43' };
    const other = { descripcion: '', localidadReferencia: '', referenciaLugar: '' };
    const { errores, ...rest } = await report(
      csv(
        { ...other, ...place, monto: '1500000.5' },
        { ...BLANK, claveUnica: 'S/N', nombre },
        { ...BLANK, claveUnica: 'A', nombre: '#N/A' },
        { ...BLANK, claveUnica: 'S/N', nombre },
        { claveUnica: 'B', nombre: '#N/A' },
        { claveUnica: 'SOP-2' },
      ),
      'simular=true&parcial=true',
    );
    assert.deepEqual(counts(rest), [0, 0, 3, 3]);
    const against = (row: number) =>
      messages(errores.filter(({ fila }: { fila: number }) => fila === row));
    assert.equal(against(5).length, 1);
    const failed = 'Nombre: «#N/A» es el error de una fórmula; escriba el dato.';
    assert.ok(against(6).includes(failed));
    assert.deepEqual(against(7), [
      'Ejercicio fiscal: el año 2026 está en el catálogo, pero inactivo; actívelo ahí o corrija la fila.',
      'Dependencia: «Secretaría de Obras» está en el catálogo, pero inactivo; actívelo ahí o corrija la fila.',
    ]);
  });

  test('converts UTM coordinates in hojas/ as PostGIS does', async () => {
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

  test('makes records of catalogs once, with a row in the ledger, and only when asked', async () => {
    const rows = [1, 2, 3].map((n) => ({
      claveUnica: `N-${n}`,
      dependencia: n === 2 ? 'INSTITUTO NUEVO' : 'Instituto Nuevo',
      siglas: 'inu',
      tipoProyecto: 'Puentes',
      ejercicioFiscal: '2030',
    }));
    const before = await count('bitacora');
    const made = await report(csv(...rows), 'crearCatalogos=true');
    assert.deepEqual(counts(made), [3, 0, 0, 0]);
    assert.deepEqual(columnsOf(made.avisos, 'fila', 'mensaje'), [
      [2, 'Ejercicio fiscal: «2030» no está en el catálogo y se agrega.'],
      [2, 'Dependencia: «Instituto Nuevo» no está en el catálogo y se agrega.'],
      [2, 'Tipo de proyecto: «Puentes» no está en el catálogo y se agrega.'],
    ]);
    assert.equal(await count('bitacora'), before + 6);
    const [obra] = await obras();
    assert.deepEqual(
      [obra.dependencia.nombre, obra.dependencia.siglas],
      ['Instituto Nuevo', 'INU'],
    );
    assert.equal(obra.ejercicioFiscal.anio, 2030);
    assert.equal((await obras())[2].numeroObra, 3);
    assert.deepEqual(await countsOf(csv(...rows)), [0, 0, 3, 0]);
  });

  test('adds a single name where only that is asked for, and reads names by their choices before it adds all', async () => {
    const file = csv(
      { claveUnica: 'A', dependencia: 'Instituto Nuevo', ejercicioFiscal: '2030' },
      { claveUnica: 'B', dependencia: 'INSTITUTO  NUEVO.', tipoProyecto: 'Puentes' },
      { claveUnica: 'C', dependencia: 'Obras P.' },
    );
    const added = { dependencia: { 'Instituto nuevo': null } };
    const some = await report(file, `parcial=true&simular=true&${inQuery('valores', added)}`);
    assert.deepEqual(messages(some.errores), [
      'Ejercicio fiscal: el año 2030 no está en el catálogo.',
      'Tipo de proyecto: no existe el tipo de proyecto «Puentes».',
      'Dependencia: no existe la dependencia «Obras P.».',
    ]);
    const valores = {
      dependencia: { 'Instituto nuevo': null, 'OBRAS P.': 'SOP' },
      ejercicioFiscal: { 2030: null },
      tipoProyecto: { Puentes: null },
    };
    const named = inQuery('valores', valores);
    const all = await report(file, `simular=true&crearCatalogos=true&${named}`);
    assert.deepEqual(await report(file, `simular=true&${named}`), all);
    // Meanwhile somebody adds one of them.
    await call('admin', 'POST', '/dependencias', { nombre: 'Instituto nuevo', siglas: 'IN' });
    const done = await report(file, named);
    assert.deepEqual(counts(done), [3, 0, 0, 0]);
    assert.deepEqual(messages(done.avisos), [
      'Ejercicio fiscal: «2030» no está en el catálogo y se agrega.',
      'Tipo de proyecto: «Puentes» no está en el catálogo y se agrega.',
    ]);
    const siglas = columnOf(columnOf(await obras(), 'dependencia'), 'siglas');
    assert.deepEqual(siglas, ['IN', 'IN', 'SOP']);
    assert.equal(await count('dependencias'), 2);
  });

  test('takes fields for all rows from its parameters, for new obras alone', async () => {
    const file = 'clave,nombre,monto\r\nA,Una,1\r\nB,Dos,2\r\n';
    const query =
      'ejercicioFiscalId=1&dependenciaId=1&municipioId=50&estatusObraId=5&tipoProyectoId=1';
    assert.deepEqual(await countsOf(file, query), [2, 0, 0, 0]);
    assert.equal((await obras())[1].estatusObraId, 5);
    const other = query.replace('estatusObraId=5', 'estatusObraId=6');
    assert.deepEqual(await countsOf(file, `${other}&actualizar=true`), [0, 0, 2, 0]);
    refused(await importFile(file, 'dependenciaId=99&estatusObraId=8'), 400, [
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
    assert.deepEqual(columnOf(muestra, 'fila'), [2, 3, 4, 5, 6]);
    assert.deepEqual(muestra[0].valores, {
      ...{ claveUnica: 'A', nombre: 'Una', monto: '1250000.50', ejercicioFiscal: '2026' },
      ...{ dependencia: 'Secretaría de Obras', municipio: 'Mérida', estatus: 'Terminada' },
      ...{ longitud: '-89.6236944', latitud: '20.9673889' },
    });
    const { claveUnica, nombre, municipio, estatus, ...others } = muestra[1].valores;
    assert.deepEqual([claveUnica, nombre, municipio], ['B', 'Dos', 'Mérida']);
    assert.deepEqual([estatus, others], ['En licitación', {}]);
  });

  test('knows every column of the sheet that its document shows, as do the imports of other sheets', async () => {
    const document = await fetch(`${base}/openapi.json`);
    const { paths } = JSON.parse(await document.text());
    const doors = Object.keys(paths).filter((path) => path.endsWith('/importacion'));
    assert.ok(doors.includes('/obras/importacion'));
    for (const path of doors) {
      const { example } = paths[path].post.requestBody.content['text/csv'];
      const { columnas } = await report(example, 'simular=true', { path });
      assert.ok(
        !columnOf(columnas, 'campo').includes(null),
        `${path}: ${JSON.stringify(columnas)}`,
      );
      assert.equal(
        new Set(columnOf(columnas, 'campo')).size,
        example.split('\r\n')[0].split(',').length,
      );
    }
  });

  test('refuses names that stand for no record, or are no such list', async () => {
    await db.query(`INSERT INTO dependencias (nombre, activo) VALUES ('Vieja', false)`);
    const shape =
      'valores debe ser un objeto JSON de campos, textos y nombres, como {"estatus":{"Licitada":"En licitación"}}.';
    const refuse = async (value: unknown, ...sentences: string[]) =>
      refused(await importFile(csv({}), inQuery('valores', value)), 400, sentences);
    const noList = [{ estatus: 'Planeada' }, { estatus: null }, { dependencia: { x: [] } }];
    for (const value of ['{', 'null', [], ...noList, { estatus: { x: 3 } }])
      await refuse(value, shape);
    for (const campo of ['monto', '__proto__']) {
      await refuse(
        `{"${campo}":{"x":"y"}}`,
        `valores: no existe el campo «${campo}», o no es de un catálogo; son: estatus, municipio, dependencia, tipoProyecto, ejercicioFiscal.`,
      );
    }
    const names = { estatus: { x: 'Licitada' }, dependencia: { y: 'Vieja' } };
    await refuse(
      { ...names, ejercicioFiscal: { z: '2031' }, municipio: { w: 'Tizmin' } },
      'valores: no existe el estatus «Licitada».',
      'valores: no existe el municipio «Tizmin». ¿Quiso decir «Tizimín»?',
      'valores: «Vieja» está inactivo en el catálogo.',
      'valores: no existe el ejercicio fiscal «2031».',
    );
    await refuse(
      { municipio: { Tizmin: null }, estatus: { Licitada: null } },
      ...['Licitada', 'Tizmin'].map(
        (name) =>
          `valores: «${name}» no se agrega: un archivo sólo agrega dependencias, tipos de proyecto y ejercicios fiscales.`,
      ),
    );
  });

  test('notes file and row in the ledger', async () => {
    const before = await db.one<{ id: string }>('SELECT max(id) AS id FROM bitacora');
    const sent = await sendForm('archivo', csv({}, { claveUnica: 'SOP-2' }), 'obras de marzo.csv');
    assert.deepEqual(sent, [200, undefined]);
    const { body } = await call('admin', 'GET', '/bitacora?recurso=obras&limit=2');
    assert.deepEqual(columnsOf(body, 'archivo', 'fila', 'usuarioEmail'), [
      ['obras de marzo.csv', 3, 'admin@ejemplo.mx'],
      ['obras de marzo.csv', 2, 'admin@ejemplo.mx'],
    ]);
    const id = (await obras())[0].id;
    await importFile(
      'clave,nombre\r\nSOP-1,Calle 60',
      'actualizar=true&confirmar=nombres&archivo=cambios.csv',
    );
    // From here on: an obra that other tests have had under this id has its story there too.
    const cursor = Buffer.from(`historial/${before?.id}`).toString('base64url');
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

  test('answers 503 where the temporary folder is gone', async () => {
    const full =
      'La carpeta temporal del servicio está llena o no admite archivos; avise a quien lo administra e intente de nuevo más tarde.';
    const { TMPDIR } = process.env;
    process.env.TMPDIR = '/no/existe';
    try {
      const answer = await importFile(csv({}));
      refused(answer, 503, full);
      assert.equal(answer.headers.get('retry-after'), '60');
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
    }
    // Once it is back the next one is taken.
    assert.equal((await report(csv({}))).creadas, 1);
  });

  test('tries a batch again when its first failure took all of its time, and gives up after the second', async (t) => {
    const now = performance.now.bind(performance);
    let failures = 0;
    const failing: Database = {
      ...db,
      as: (author) => ({
        ...db.as(author),
        groupCommit: async (...batch) => {
          if (failures === 0) return db.as(author).groupCommit(...batch);
          failures -= 1;
          // Two minutes have passed for the import alone when it learns of it.
          const clock = t.mock.method(performance, 'now', () => now() + 120_000);
          setImmediate(() => clock.mock.restore());
          throw new Error('Query read timeout');
        },
      }),
    };
    const url = await addressFor(t, {}, failing);
    failures = 2;
    refused(
      await importFile(csv({}), '', { url }),
      503,
      'La importación quedó a medias porque la base de datos no responde: no se escribió nada; importe de nuevo el mismo archivo para terminar.',
    );
    failures = 1;
    assert.deepEqual(await countsOf(csv({}), '', { url }), [1, 0, 0, 0]);
  });

  test('answers 400 without a file, or with a malformed form', async () => {
    const noFile = 'Falta el archivo: envíelo como cuerpo, o en el campo archivo de un formulario.';
    refused(await importFile(''), 400, noFile);
    refused(await call('admin', 'POST', '/obras/importacion'), 400, noFile);
    assert.deepEqual(await sendForm('otro', 'x', 'x.csv'), [400, noFile]);
    refused(
      await importFile('--x\r\nnada', '', { type: 'multipart/form-data; boundary=x' }),
      400,
      /^(El archivo no llegó completo|Falta el archivo)/,
    );
    refused(await importFile('x', 'simular=quizá'), 400, ['simular debe ser true o false.']);
    assert.equal((await report(csv({}))).creadas, 1);
  });

  test('takes the sheet, the columns and the unit that are named', async () => {
    const headings = 'Núm. interno,nombre,monto (miles de pesos),año,dependencia,municipio,estatus';
    const work = 'A-1,Camino,1.5,2026,SOP,Mérida,Planeada';
    const book = await bookOf([
      { name: 'Carátula', rows: [['Obras de 2026']] },
      { name: 'Obras', rows: [headings.split(','), work.split(',')] },
    ]);
    const columnas = inQuery('columnas', { 'Núm. interno': 'claveUnica' });
    const query = `hoja=Obras&unidadMonto=miles&${columnas}`;
    assert.deepEqual(await countsOf(book, query, { type: XLSX }), [1, 0, 0, 0]);
    const [{ claveUnica, monto }] = await obras();
    assert.deepEqual([claveUnica, monto], ['A-1', 1500]);
  });

  test('answers 400 to columns that name no field, or are no list of columns', async () => {
    refused(await importFile(csv({}), inQuery('columnas', { Clave: 'precio' })), 400, [
      'columnas: no existe el campo «precio»; son: claveUnica, nombre, descripcion, monto, ejercicioFiscal, dependencia, siglas, municipio, municipioClave, tipoProyecto, estatus, direccion, localidadReferencia, referenciaLugar, longitud, latitud, entidad, avanceFisico, coordenadas, moneda, tipoCambio, iva.',
    ]);
    for (const broken of ['%7B', '[]', 'null', '7']) {
      refused(await importFile(csv({}), `columnas=${broken}`), 400, [
        'columnas debe ser un objeto JSON de encabezados y campos, como {"Núm. interno":"claveUnica"}.',
      ]);
    }
  });

  const tooLarge =
    'El archivo excede el tamaño máximo: 32 MB si es .xlsx u .ods, 64 MB si es .csv.';
  test('refuses too large a file, whether its length was announced or not', async () => {
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
    const left = readdirSync(tmpdir()).filter((name) => name.startsWith('registro-archivo-'));
    assert.deepEqual(left, []);
  });
});

describe('a sheet of registered works', () => {
  const whole = 'x'.repeat(40_000);
  /** A text as a program leaves it that can't keep more in a cell. */
  const cutOff = (letter: string) => `${letter.repeat(32_766)}…`;
  const HEADINGS = 'clave,nombre,descripcion,monto,estatus,lon,lat,direccion,ejercicio'.split(',');
  const SHEET: CellValue[][] = [
    ['SOP-1', 'Otro nombre', null, 2000],
    ['A', 'Otro'],
    ['L-1', null, cutOff('y')],
    ['L-2', null, `${'x'.repeat(100)}…`],
    ['L-3', null, cutOff('x'), 7],
    ['P-1', null, null, null, null, -89.62, 20.96],
    ['P-2', null, null, null, null, -89.62, 20.96],
    ['P-3', null, null, null, null, -89.62, 20.96, 'Otra calle'],
    ['Y-1', ...Array(7).fill(null), 2027],
    ['Y-2', ...Array(7).fill(null), 2027],
    // Of works that are there nothing is missing, and names that stand for others change nothing.
    ['B', 'Pavimentación de la calle 60', null, null, 'Licitada'],
    ['L-4', null, cutOff('x')],
  ];
  const valores = inQuery('valores', { estatus: { Licitada: 'En proceso' } });
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert what a report holds
  let [stopped, changed, again]: any[] = [];
  const obra = async (clave: string) =>
    (await obras()).find(({ claveUnica }: { claveUnica: string }) => claveUnica === clave);

  before(async () => {
    await resetWithCatalog();
    await db.query('INSERT INTO ejercicios_fiscales (anio) VALUES (2027)');
    const nowhere = { claveUnica: 'P-2', longitud: '', latitud: '', direccion: '' };
    const keys = ['SOP-1', 'A', 'B', 'P-1', 'Y-1', 'Y-2', 'L-1', 'L-2', 'L-3', 'L-4'];
    const works = keys.map((claveUnica) => ({ claveUnica }));
    await report(csv(...works, nowhere, { claveUnica: 'Y-0', ejercicioFiscal: '2027' }));
    await db.query(`UPDATE obras SET descripcion = $1 WHERE clave_unica LIKE 'L-%'`, [whole]);
    const line = ubicacionBody({
      tipoGeometria: 'RUTA',
      geometriaJson: wkt('LINESTRING (-89.6 20.9, -89.5 20.9)'),
    });
    await call('admin', 'POST', '/obras', obraBody({ claveUnica: 'P-3', ubicaciones: [line] }));
    const file = await bookOf([{ name: 'Obras', rows: [HEADINGS, ...SHEET] }]);
    stopped = await report(file, valores);
    changed = await report(file, `actualizar=true&confirmar=montos,nombres&${valores}`);
    again = await report(file, valores);
  });

  test('changes them only when asked, and reports their remedy once for all', async () => {
    const there = SHEET.length - 2;
    assert.deepEqual([counts(stopped), stopped.aplicada], [[0, 0, 2, there], false]);
    assert.equal(
      stopped.errores[0].mensaje,
      'Ya existe una obra con la clave única «SOP-1» y el archivo dice otra cosa en el nombre y el monto.',
    );
    const group = ['codigo', 'campo', 'mensaje', 'remedio', 'cuantas', 'filas'];
    assert.deepEqual(columnsOf(stopped.grupos, ...group), [
      [
        ...['yaExiste', 'claveUnica'],
        'Ya existen obras con estas claves únicas, y el archivo dice otra cosa.',
        ...['Para cambiarlas indique actualizar=true.', there, `2–${there + 1}`],
      ],
    ]);
    assert.deepEqual(counts(changed), [0, there, 2, 0]);
    assert.deepEqual(counts(again), [0, 0, SHEET.length, 0]);
  });

  test('changes what its cells say alone: a blank one erases no value, nor does a missing column', async () => {
    const { nombre, monto, descripcion, tipoProyectoId, ubicaciones } = await obra('SOP-1');
    assert.deepEqual(
      [nombre, monto, descripcion, tipoProyectoId, ubicaciones.length],
      ['Otro nombre', 2000, 'Concreto hidráulico.', 1, 1],
    );
  });

  test('moves a point, places a work without one, and leaves other ubicaciones as they are', async () => {
    const notes = changed.avisos.filter(({ campo }: { campo: string }) => campo === 'longitud');
    assert.deepEqual(messages(notes), [
      'La obra tiene otras ubicaciones y se quedan como están; cámbielas en la obra misma.',
    ]);
    const placeOf = async (clave: string) => {
      const [{ geometriaJson, direccion }] = (await obra(clave)).ubicaciones;
      return [geometriaJson.type, ...geometriaJson.coordinates, direccion];
    };
    assert.deepEqual(await placeOf('P-1'), ['Point', -89.62, 20.96, 'Calle 60 x 61']);
    // Its place in words is its address now.
    assert.deepEqual(await placeOf('P-2'), ['Point', -89.62, 20.96, 'Mérida, Frente al parque']);
    const [type, , , direccion] = await placeOf('P-3');
    assert.deepEqual([type, direccion], ['LineString', 'Otra calle']);
  });

  test('gives a work that moves to another year that year’s next number', async () => {
    for (const [i, clave] of ['Y-0', 'Y-1', 'Y-2'].entries()) {
      const { ejercicioFiscal, numeroObra } = await obra(clave);
      assert.deepEqual([ejercicioFiscal.anio, numeroObra], [2027, i + 1], clave);
    }
  });

  test('keeps the whole of a stored text where a cell has it cut to fit', async () => {
    const { monto, descripcion } = await obra('L-3');
    assert.deepEqual([monto, descripcion], [7, whole]);
    assert.equal((await obra('L-4')).descripcion, whole);
    assert.equal((await obra('L-1')).descripcion, cutOff('y'));
  });
});

describe('an export to CSV', () => {
  beforeEach(resetWithCatalog);
  /** A text as a spreadsheet program opens it: numbers where it can, and its own line ends. */
  const asOpened = (cell: string, strings: string[]): CellValue => {
    if (cell === '') return null;
    if (/^-?\d+(\.\d+)?$/.test(cell)) return Number(cell);
    if (/^\d+%$/.test(cell))
      return { xml: `<c s="1"><v>${Number(cell.slice(0, -1)) / 100}</v></c>` };
    strings.push(`<si><t xml:space="preserve">${escaped(cell.replaceAll('\r\n', '\n'))}</t></si>`);
    return { xml: `<c t="s"><v>${strings.length - 1}</v></c>` };
  };

  // biome-ignore format: rows
  const NAMES = [
    '=SUMA(A1:A9)', "'Los Arcos'", "'=dos guardas", '-5 grados', '+52 999', '@oficina', '\uff1d ancho', '50%', '2026',
    'Con "comillas", comas; y\r\nun salto\rotro\ny otro',
  ];

  if (hasFeature('exportes'))
    test('opened and saved as a workbook by a spreadsheet program, comes back unchanged', async () => {
      for (const [i, nombre] of NAMES.entries()) {
        const ubicaciones = i % 2 === 0 ? [ubicacionBody({ direccion: nombre })] : [];
        await newObra({ claveUnica: `EXP-${i}`, nombre, descripcion: `${nombre}.`, ubicaciones });
      }
      const { text: exported } = await call('admin', 'GET', '/obras.csv');
      assert.deepEqual(await countsOf(exported, 'simular=true'), [0, 0, NAMES.length, 0]);
      const strings: string[] = [];
      const rows = (parse(exported, { bom: true }) as string[][]).map((row) =>
        row.map((cell) => asOpened(cell, strings)),
      );
      const book = { strings: stringsOf(strings), formats: [0, 9] };
      const imported = await report(await bookOf([{ name: 'obras', rows }], book), 'simular=true');
      assert.deepEqual(counts(imported), [0, 0, NAMES.length, 0], JSON.stringify(imported.errores));
    });

  if (hasFeature('exportes'))
    test('opened and saved by a program that makes 42 of 0042, makes no second work: the row’s id and key disagree', async () => {
      for (const claveUnica of ['0042', '7.0', '1e5', 'SOP-1']) await newObra({ claveUnica });
      const { text: exported } = await call('admin', 'GET', '/obras.csv');
      const saved: Record<string, string> = { '0042': '42', '7.0': '7', '1e5': '100000' };
      const [names = [], ...rows] = parse(exported, { bom: true }) as string[][];
      const asSaved = rows.map((row) => row.map((cell) => saved[cell] ?? cell));
      const label = { id: 'Id en el registro', numeroObra: 'Número de obra' };
      const labels = names.map((name) => label[name as keyof typeof label] ?? name);
      const sentences = ['0042', '7.0', '1e5'].map(
        (key, i) =>
          `La obra ${i + 1} tiene en el registro la clave «${key}», y la fila dice «${saved[key]}». Corrija la clave. Si el archivo es de otro registro, indique que la columna del id no se lee.`,
      );
      for (const headings of [names, labels]) {
        const file = linesOf([headings, ...asSaved]);
        const answer = await report(file, 'parcial=true&actualizar=true');
        assert.deepEqual(messages(answer.errores), sentences);
        assert.deepEqual(counts(answer), [0, 0, 1, 3]);
        assert.deepEqual(columnOf(answer.grupos[0].valores, 'sugerencia'), ['0042', '7.0', '1e5']);
      }
      assert.deepEqual(await countsOf(exported, 'simular=true'), [0, 0, 4, 0]);
      const other = `simular=true&${inQuery('columnas', { id: null })}`;
      assert.deepEqual(await countsOf(linesOf([names, ...asSaved]), other), [3, 0, 1, 0]);
      assert.equal(await count('obras'), 4);
    });

  const LIKE: [there: string, key: string, isTold: boolean][] = [
    ['0042', '42', true],
    ['42', '0042', true],
    ['7.0', '7', true],
    ['sop-1', 'SOP-1', true],
    ['00A1', 'a1', true],
    ['0042', '0043', false],
    ['SOP-01', 'SOP-1', false],
    ['100', '1', false],
    ['0', '00', true],
  ];
  test('with a new key that is nearly a stored one is pointed out, whatever the row’s id', async () => {
    for (const [i, [there, key, isTold]] of LIKE.entries()) {
      await resetWithCatalog();
      await newObra({ claveUnica: there });
      const answer = await report(csv({ claveUnica: key, id: String(i + 1) }), 'simular=true');
      const note = `La clave «${key}» es nueva y sólo difiere de «${there}», del registro, en ceros a la izquierda, en «.0» o en mayúsculas: si es la misma obra, escriba su clave como está ahí.`;
      assert.deepEqual(
        [counts(answer), messages(answer.avisos)],
        [[1, 0, 0, 0], isTold ? [note] : []],
      );
    }
  });
});
