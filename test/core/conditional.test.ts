import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { isHere } from '../features.ts';
import {
  call,
  contratoBody,
  db,
  newObra,
  noteArchivo,
  people,
  refused,
  resetWithCatalog,
  statusesOf,
  tagged,
  ubicacionBody,
  unauthorized,
  type Who,
} from '../world.ts';

const CHANGED =
  'El registro cambió desde que lo consultó; consúltelo de nuevo antes de modificarlo.';
const MALFORMED = 'If-Match debe ser * o una lista de etiquetas entre comillas.';

/** Each kind of record that can be changed: where it is, a change, and whether DELETE takes it away. */
const ALL: [path: string, change: object, canDelete: boolean][] = [
  ['/obras/1', { nombre: 'Otro' }, true],
  ['/ejercicio-fiscal/1', { activo: false }, false],
  ['/ejercicio-fiscal/2', { anio: 2030 }, true],
  ['/catalogos/tipo-proyecto/2', { nombre: 'Otro' }, true],
  ['/localidad/2440', { nombre: 'Otra' }, true],
  ['/dependencias/1', { siglas: 'OTRAS' }, true],
  [`/users/${people.user.id}`, { nombreCompleto: 'Otro Nombre' }, false],
  [`/users/${people.user.id}/dependencias`, { dependenciaIds: [1] }, false],
  ['/obras/1/avances/1', { avanceFisico: 46 }, true],
  ['/obras/1/contratos/1', { objeto: 'Otro' }, true],
  ['/obras/1/ejecucion', { montoFinal: 5.5 }, false],
  ['/obras/1/expediente', { fuentes: [{ fondoId: 1, monto: 5.5 }] }, false],
  ['/dependencias/1/contacto', { oficina: 'Transparencia' }, false],
  ['/fondos/6', { siglas: 'OTRAS' }, true],
  ['/obras/1/archivos/1', { titulo: 'Otro' }, true],
  ['/catalogos/tipo-proyecto/1/oc4ids', { sectorOc4ids: 'health' }, false],
];
const RECORDS = ALL.filter(([path]) => isHere(path));

const read = (path: string, held?: string) =>
  call('admin', 'GET', path, undefined, held ? { headers: { 'if-none-match': held } } : {});
const tagAt = async (path: string) => (await read(path)).headers.get('etag') ?? '';
const send = (method: string, path: string, body: unknown, etag: string) =>
  call('admin', method, path, body, { headers: { 'if-match': etag } });

/** Makes the records. */
async function records() {
  await resetWithCatalog();
  await db.query('ALTER TABLE localidades ALTER COLUMN id RESTART WITH 2440');
  await call('admin', 'POST', '/ejercicio-fiscal', { anio: 2027 });
  await call('admin', 'POST', '/catalogos/tipo-proyecto', { nombre: 'Otro tipo' });
  await call('admin', 'POST', '/localidad', { nombre: 'Nueva', municipioId: 1 });
  await newObra({ ubicaciones: [ubicacionBody()] });
  await call('admin', 'POST', '/obras/1/avances', { fechaCorte: '2026-06-30', avanceFisico: 45 });
  await call('admin', 'POST', '/obras/1/contratos', contratoBody());
  await db.query('ALTER TABLE fondos ALTER COLUMN id RESTART WITH 6');
  await call('admin', 'POST', '/fondos', { nombre: 'Otro', nivel: 'OTRO' });
  if (isHere('/obras/1/archivos/1')) await noteArchivo(1);
}

describe('a read under a condition, and a malformed condition', () => {
  before(records);

  // biome-ignore format: a row of paths
  const LISTS = [
    '/municipios', '/localidad', '/estatus-obra', '/dependencias', '/users', '/ejercicio-fiscal', '/municipios/limites',
    '/localidad/puntos', '/obras/1/seguimiento',
  ];
  for (const path of [...RECORDS.map(([record]) => record), ...LISTS]) {
    test(`GET ${path} has a strong ETag, and answers 304 to it`, async () => {
      const { headers, text } = await read(path);
      const etag = headers.get('etag') ?? '';
      assert.match(etag, /^"[\w-]+"$/);
      assert.equal(headers.get('cache-control'), 'private, no-cache');
      for (const held of [etag, `W/${etag}`, `"otra", ${etag}`]) {
        const again = await read(path, held);
        const given = [again.status, again.text, again.headers.get('etag')];
        assert.deepEqual(given, [304, '', etag], held);
      }
      assert.equal((await read(path, '*')).status, 304);
      for (const held of ['"otra"', etag.slice(1), 'nada']) {
        const again = await read(path, held);
        assert.deepEqual([again.status, again.text], [200, text], held);
      }
    });
  }

  test('a PATCH of any record answers 400 to a malformed If-Match', async () => {
    for (const [path, change] of RECORDS) {
      for (const header of ['etiqueta', '"abierta', '"a" "b"', ',']) {
        refused(await send('PATCH', path, change, header), 400, [MALFORMED]);
      }
    }
  });
});

describe('a change under a condition', () => {
  beforeEach(records);

  for (const [path, change, canDelete] of RECORDS) {
    test(`PATCH and DELETE of ${path} with an old ETag answer 412, and with the newest go through`, async () => {
      const old = await tagAt(path);
      assert.equal((await send('PATCH', path, change, `"otra", ${old}`)).status, 200);
      const now = await read(path);
      assert.notEqual(now.headers.get('etag'), old);
      refused(await send('PATCH', path, change, old), 412, CHANGED);
      if (canDelete) refused(await send('DELETE', path, undefined, old), 412, CHANGED);
      assert.equal((await read(path)).text, now.text);
      // A weak tag never matches here; whatever is there, * does.
      refused(await send('PATCH', path, change, `W/${now.headers.get('etag')}`), 412, CHANGED);
      assert.equal((await send('PATCH', path, change, '*')).status, 200);
      if (canDelete) {
        const { status } = await send('DELETE', path, undefined, now.headers.get('etag') ?? '');
        assert.equal(status, 200);
      }
    });
  }

  test('PATCH of an unknown record answers 404, whatever If-Match says', async () => {
    refused(await send('PATCH', '/obras/99', {}, '"x"'), 404, 'Obra 99 no encontrada.');
    refused(await send('DELETE', '/obras/99', undefined, '*'), 404, 'Obra 99 no encontrada.');
  });

  test('an obra has another ETag when a record that it shows has changed', async () => {
    const old = await tagAt('/obras/1');
    await call('nobody', 'PATCH', '/dependencias/1', { nombre: 'Con otro nombre' });
    refused(await send('PATCH', '/obras/1', { monto: 1 }, old), 412, CHANGED);
  });

  test('one of eight parallel changes with the same ETag is made, and seven answer 412', async () => {
    for (const [path] of RECORDS.filter(([record]) => /^.(obras|dependencias).1$/.test(record))) {
      const etag = await tagAt(path);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, i) => send('PATCH', path, { nombre: `Nombre ${i}` }, etag)),
      );
      assert.deepEqual(statusesOf(answers), [200, ...Array(7).fill(412)], path);
    }
  });

  test('a caller without a session or the right is refused under any condition', async () => {
    const headers = { 'if-match': '"x"' };
    unauthorized(await call('nobody', 'PATCH', '/obras/1', {}, { headers }));
    assert.equal((await call('user', 'PATCH', '/obras/1', {}, { headers })).status, 403);
  });
});

describe('lists that are streamed', () => {
  const favorites = `/users/${people.user.id}/favorites`;
  // biome-ignore format: a row of paths
  const LISTS = [
    '/obras', '/obras?municipioId=50', '/obras?q=calle&limit=1', '/obras.csv', '/obras.xlsx?municipioId=50',
    '/obras?orden=-nombre&campos=id,nombre,monto,dependencia,ejercicioFiscal,ubicaciones', '/obras.ndjson?orden=monto',
    '/obras.geojson', favorites,
  ].filter(isHere);
  const held = (path: string, etag: string, headers = {}) =>
    tagged(() =>
      call('user', 'GET', path, undefined, { headers: { 'if-none-match': etag, ...headers } }),
    );
  const tagOf = async (path: string) => {
    // Until what the test before has changed is heard of.
    await db.changes.heard();
    const { headers } = await tagged(() => call('user', 'GET', path));
    return headers.get('etag') ?? '';
  };

  beforeEach(async () => {
    await resetWithCatalog();
    for (const each of ['Una calle', 'Otra calle']) {
      await newObra({ nombre: each, ubicaciones: [ubicacionBody()] });
    }
    await call('user', 'POST', `${favorites}/1`);
  });

  for (const path of LISTS) {
    test(`GET ${path} has a weak ETag, and answers 304 to it`, async () => {
      const etag = await tagOf(path);
      assert.match(etag, /^W\/"[\w-]{22}"$/);
      for (const list of [etag, etag.slice(2), `"otra", ${etag}`]) {
        const again = await held(path, list);
        assert.deepEqual([again.status, again.text], [304, ''], list);
        assert.equal(again.headers.get('etag'), etag);
        assert.equal(again.headers.get('content-type'), null);
      }
      for (const encoding of ['gzip', 'br', 'identity']) {
        assert.equal((await held(path, etag, { 'accept-encoding': encoding })).status, 304);
      }
      for (const list of ['"otra"', 'nada']) assert.equal((await held(path, list)).status, 200);
      const head = await tagged(() => call('user', 'HEAD', path));
      assert.equal(head.headers.get('etag'), etag);
    });

    test(`GET ${path} is sent again when anything that it is made of changes`, async () => {
      const CHANGES: [string, () => Promise<unknown>][] = [
        ['an obra', () => call('admin', 'PATCH', '/obras/1', { nombre: 'La misma calle' })],
        ['its ubicaciones', () => call('admin', 'PATCH', '/obras/1', { ubicaciones: [] })],
        ['a catalog', () => call('nobody', 'PATCH', '/dependencias/1', { nombre: 'Otro nombre' })],
        ['a year', () => call('admin', 'PATCH', '/ejercicio-fiscal/1', { activo: false })],
        ['by hand', () => db.query('UPDATE obras SET monto = monto + 1').then(db.changes.heard)],
        ['an obra less', () => call('admin', 'DELETE', '/obras/1')],
      ];
      // First, while its year may be used.
      if (path !== favorites)
        CHANGES.unshift(['an obra more', () => newObra({ nombre: 'Una calle' })]);
      for (const [what, change] of CHANGES) {
        const etag = await tagOf(path);
        assert.equal((await held(path, etag)).status, 304, what);
        await change();
        const again = await held(path, etag);
        assert.equal(again.status, 200, what);
        assert.notEqual(again.headers.get('etag'), etag, what);
      }
    });
  }

  test('the ETag of one list answers 200 at another', async () => {
    const etag = await tagOf('/obras');
    assert.equal((await held('/obras?municipioId=50', etag)).status, 200);
    // A parameter that the route does not read makes no other list of it.
    assert.equal((await held('/obras?otra=1', etag)).status, 304);
  });

  test('favorites are sent again when one is added or removed', async () => {
    for (const method of ['DELETE', 'POST']) {
      const etag = await tagOf(favorites);
      assert.equal((await call('user', method, `${favorites}/1`)).status < 300, true);
      assert.equal((await held(favorites, etag)).status, 200, method);
    }
    const etag = await tagOf(favorites);
    await call('admin', 'POST', `/users/${people.admin.id}/favorites/1`);
    assert.equal((await held(favorites, etag)).status, 304, 'another user’s are others');
    const capitals = `/users/${people.user.id.toUpperCase()}/favorites`;
    assert.equal((await held(capitals, '"x"')).status, 200);
  });

  test('a list that its reader may not see is refused with its ETag, too', async () => {
    const etag = await tagOf(favorites);
    const headers = { 'if-none-match': etag };
    const as = (who: Who) => call(who, 'GET', favorites, undefined, { headers });
    unauthorized(await as('nobody'));
    assert.equal((await as('other')).status, 403);
    const unknown = '/users/00000000-0000-4000-8000-000000000000/favorites';
    const missing = await call('admin', 'GET', unknown);
    assert.deepEqual([missing.status, missing.headers.get('etag')], [404, null]);
    const bad = await held('/obras?municipioId=x', await tagOf('/obras'));
    assert.deepEqual([bad.status, bad.headers.get('etag')], [400, null]);
  });
});
