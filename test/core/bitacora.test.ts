import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { columnOf, columnsOf, descending } from '../columns.ts';
import { isHere } from '../features.ts';
import { table } from '../table.ts';
import {
  call,
  count,
  db,
  emailOf,
  get,
  idsOf,
  newObra,
  nextOf,
  notLoggedIn,
  obraBody,
  pages,
  password,
  people,
  refused,
  resetWithCatalog,
  serving,
  ubicacionBody,
  type Who,
} from '../world.ts';

interface Row {
  id: number;
  usuarioId: string | null;
  usuarioEmail: string | null;
  direccion: string | null;
  solicitud: string | null;
  programa: string;
  accion: string;
  recurso: string;
  registro: string | null;
  obraId: number | null;
  nombre: string | null;
  cambios: { campo: string; antes: unknown; despues: unknown }[];
  resumen: string;
}

/** The last row's id: what a test does comes after it. */
let mark = 0;
async function newest(): Promise<number> {
  const row = await db.one<{ id: string | null }>('SELECT max(id) AS id FROM bitacora');
  return Number(row?.id ?? 0);
}

/** The rows that the ledger gained since the test began, oldest first. */
async function written(): Promise<Row[]> {
  const { body } = await call('admin', 'GET', '/bitacora?limit=30');
  return (body as Row[]).filter(({ id }) => id > mark).reverse();
}

/** The one row that a request writes. */
async function rowOf(who: Who, method: string, path: string, body?: unknown): Promise<Row> {
  mark = await newest();
  const answer = await call(who, method, path, body);
  assert.ok(answer.status < 300, answer.text);
  const rows = await written();
  assert.equal(rows.length, 1, JSON.stringify(rows));
  const [row] = rows as [Row];
  assert.match(row.solicitud ?? '', /^[0-9a-f-]{36}$/);
  assert.match(row.direccion ?? '', /127\.0\.0\.1$/);
  assert.equal(row.programa, 'registro-obras');
  const caller = who === 'nobody' ? null : (who as keyof typeof people);
  assert.equal(row.usuarioId, caller && people[caller].id);
  assert.equal(row.usuarioEmail, caller && emailOf(caller));
  return row;
}

type ObraBody = Record<string, unknown> & { ubicaciones: Record<string, unknown>[] };

/** An obra without what is its catalogs'. */
function ownFields(obra: ObraBody) {
  const { ejercicioFiscal, dependencia, municipio, tipoProyecto, estatusObra, ...own } = obra;
  return { ...own, ubicaciones: own.ubicaciones.map(({ municipio: _, ...place }) => place) };
}

const change = (row: Row, field: string) => {
  const found = row.cambios.find(({ campo }) => campo === field);
  return found && [found.antes, found.despues];
};

async function world() {
  await resetWithCatalog();
  // Records of this test file have ids of their own: the history of those of earlier tests is kept.
  await db.query(
    `SELECT setval(pg_get_serial_sequence(name, 'id'), 1000000 + coalesce(max(id), 0))
     FROM bitacora, unnest(ARRAY['obras', 'ejercicios_fiscales', 'dependencias', 'tipos_proyecto']) AS t (name)
     GROUP BY name`,
  );
  mark = await newest();
}

// What a row of each resource holds is in bitacora-campos.test.ts.
describe('the ledger', () => {
  const behindProxy = serving({ TRUST_PROXY: true });
  beforeEach(world);

  test('has rows of users, none with a password', async () => {
    const secret = 'un-secreto-muy-particular';
    const body = { nombreCompleto: 'Ana Uc', email: 'ana.uc@ejemplo.mx', password: secret };
    const created = await rowOf('admin', 'POST', '/users', body);
    assert.deepEqual(change(created, 'mustChangePassword'), [null, true]);
    const address = `/users/${created.registro}`;
    const changed = await rowOf('admin', 'PATCH', address, { password: `${secret}-2` });
    const waived = [{ campo: 'mustChangePassword', antes: true, despues: false }];
    assert.deepEqual([changed.accion, changed.cambios], ['contraseña', waived]);
    const own = await rowOf('user', 'PATCH', `/users/${people.user.id}`, { password: secret });
    assert.deepEqual([own.accion, own.cambios], ['contraseña', []]);
    const ask = 'SELECT token_kept FROM users WHERE id = $1';
    const kept = await db.one<{ token_kept: string }>(ask, [people.user.id]);
    assert.match(kept?.token_kept ?? '', /^[\w-]{43}$/);
    const all = await db.query<{ text: string }>('SELECT b::text AS text FROM bitacora b');
    for (const { text } of all) {
      assert.ok(!text.includes(secret) && !text.includes(kept?.token_kept as string), text);
      assert.doesNotMatch(text, /\$argon2|password_?hash|tokens?_?(valid|kept)/i);
    }
  });

  test('has a sentence without property names for each resource and action', async () => {
    /** The ids of what was registered, by the end of its address. */
    const ids: Record<string, string | null> = {};
    const filled = (text: string) => text.replace(/\{([\w-]+)\}/g, (_, name) => String(ids[name]));
    const me = people.user.id;
    const bridge = obraBody({ claveUnica: 'OBRA-1', nombre: 'Puente', monto: 1500 });
    for (const [who, request = '', body = '', sentence] of table`
      # who  | request | body | sentence
      nobody | POST /dependencias | {"nombre":"Obras Nuevas"} | registró la dependencia «Obras Nuevas».
      user   | PATCH /dependencias/{dependencias} | {"siglas":"ON","nombre":"Obras"} | cambió de la dependencia «Obras Nuevas» el nombre de «Obras Nuevas» a «Obras»; las siglas de ninguna a «ON».
      admin  | PATCH /dependencias/{dependencias} | {"siglas":null,"activo":false} | desactivó la dependencia «Obras» y cambió de la dependencia «Obras» las siglas de «ON» a ninguna.
      admin  | PATCH /dependencias/{dependencias} | {"activo":true} | activó la dependencia «Obras».
      nobody | DELETE /dependencias/{dependencias} | - | desactivó la dependencia «Obras».
      admin  | PATCH /dependencias/{dependencias} | {"activo":true} | activó la dependencia «Obras».
      user   | POST /ejercicio-fiscal | {"anio":2040} | registró el ejercicio fiscal 2040.
      user   | PATCH /ejercicio-fiscal/{ejercicio-fiscal} | {"anio":2041} | cambió del ejercicio fiscal 2040 el año de 2040 a 2041.
      user   | DELETE /ejercicio-fiscal/{ejercicio-fiscal} | - | eliminó el ejercicio fiscal 2041.
      user   | POST /catalogos/tipo-proyecto | {"nombre":"Puentes"} | registró el tipo de proyecto «Puentes».
      admin  | PATCH /catalogos/tipo-proyecto/{tipo-proyecto} | {"nombre":"Puertos"} | cambió del tipo de proyecto «Puentes» el nombre de «Puentes» a «Puertos».
      admin  | PATCH /catalogos/tipo-proyecto/{tipo-proyecto}/oc4ids | {"sectorOc4ids":"transport.road"} | cambió del tipo de proyecto «Puertos» el sector OC4IDS de ninguno a «Transporte: carretero».
      admin  | DELETE /catalogos/tipo-proyecto/{tipo-proyecto} | - | eliminó el tipo de proyecto «Puertos».
      user   | POST /localidad | {"nombre":"Cholul Nuevo","municipioId":50} | registró la localidad «Cholul Nuevo».
      user   | PATCH /localidad/{localidad} | {"municipioId":1} | cambió de la localidad «Cholul Nuevo» el municipio de «Mérida» a «Abalá».
      user   | DELETE /localidad/{localidad} | - | eliminó la localidad «Cholul Nuevo».
      admin  | POST /users | {"nombreCompleto":"Ana Uc","email":"ana@ejemplo.mx","password":"un-secreto"} | registró al usuario «Ana Uc».
      admin  | PATCH /users/{users} | {"roles":"admin","isActive":false} | desactivó al usuario «Ana Uc» y cambió del usuario «Ana Uc» el rol de «Consulta» a «Administra».
      admin  | PATCH /users/{users} | {"password":"otro-secreto"} | cambió la contraseña del usuario «Ana Uc».
      user   | PATCH /users/${me} | {"password":"${password}"} | cambió su contraseña.
      admin  | PATCH /users/{users}/dependencias | {"dependenciaIds":[{dependencias}]} | dio a «Ana Uc» la captura de «Obras».
      admin  | PATCH /users/{users}/dependencias | {"dependenciaIds":[]} | quitó a «Ana Uc» la captura de «Obras».
      admin  | POST /obras | ${JSON.stringify(bridge)} | registró la obra «Puente», «OBRA-1», por $1,500.00.
      user   | POST /users/${me}/favorites/{obras} | - | agregó la obra «Puente» a sus favoritas.
      user   | DELETE /users/${me}/favorites/{obras} | - | quitó la obra «Puente» de sus favoritas.
      admin  | POST /obras/{obras}/avances | {"fechaCorte":"2026-06-30","avanceFisico":45,"montoPagado":600} | reportó 45.00 % de avance al 30 de junio de 2026 y $600.00 pagados.
    `) {
      const [method = '', path = ''] = filled(request).split(' ');
      if (!isHere(path)) continue;
      const row = await rowOf(who as 'user', method, path, body ? filled(body) : undefined);
      if (method === 'POST') ids[path.split('/').at(-1) as string] = row.registro;
      const author =
        who === 'nobody' ? 'Alguien desde el programa registro-obras' : `Persona ${who}`;
      assert.equal(row.resumen, `${author} ${sentence}`);
    }
    const [part] = await written();
    assert.deepEqual([part?.obraId, part?.nombre], [Number(ids.obras), 'Puente']);
    mark = await newest();
    await call('nobody', 'POST', '/auth/login', { email: 'nadie@ejemplo.mx', password });
    await call('nobody', 'POST', '/auth/login', { email: emailOf('admin'), password });
    await db.query(`SELECT write_ledger('crear', 'respaldos', NULL, NULL, '{"filas": 12345}')`);
    await db.query(`SELECT write_ledger('vaciar', 'ejercicio-fiscal', NULL, NULL, NULL)`);
    await db.query(
      `SELECT write_ledger('cambiar', 'municipios', '50', '{"nombre": "Tho"}', '{"nombre": "Mérida"}')`,
    );
    const program = 'Alguien desde el programa registro-obras';
    assert.deepEqual(columnOf(await written(), 'resumen'), [
      'nadie@ejemplo.mx intentó entrar y no pudo.',
      'Persona admin entró.',
      `${program} hizo una copia de seguridad de 12,345 renglones.`,
      `${program} eliminó todos los registros de «Ejercicio fiscal».`,
      `${program} cambió del municipio «Tho» el nombre de «Tho» a «Mérida».`,
    ]);
  });

  test('has one row for each request that writes an obra with its ubicaciones', async () => {
    const two = [ubicacionBody(), ubicacionBody({ direccion: 'Segunda' })];
    const created = await rowOf('admin', 'POST', '/obras', obraBody({ ubicaciones: two }));
    assert.deepEqual([created.accion, created.recurso], ['crear', 'obras']);
    const [, places] = change(created, 'ubicaciones') as [unknown, unknown[]];
    assert.equal(places.length, 2);
    const address = `/obras/${created.registro}`;
    const obra = (await call('admin', 'GET', address)).body;
    const moved = { ...ubicacionBody(), id: obra.ubicaciones[0].id, direccion: 'Otra' };
    const changes = {
      monto: 2_000_000.25,
      estatusObraId: 6,
      ubicaciones: [moved, ubicacionBody()],
    };
    const edited = await rowOf('admin2', 'PATCH', address, changes);
    assert.deepEqual(columnOf(edited.cambios, 'campo').sort(), Object.keys(changes).sort());
    assert.deepEqual(change(edited, 'monto'), [obra.monto, 2_000_000.25]);
    assert.deepEqual(change(edited, 'estatusObraId'), [obra.estatusObraId, 6]);
  });

  test('has the new number of an obra that moves to another fiscal year, and no row for the year', async () => {
    const { id } = await newObra();
    const year = (await call('admin', 'POST', '/ejercicio-fiscal', { anio: 2050 })).body;
    const row = await rowOf('admin', 'PATCH', `/obras/${id}`, { ejercicioFiscalId: year.id });
    assert.equal(row.recurso, 'obras');
    assert.deepEqual(change(row, 'ejercicioFiscalId')?.[1], year.id);
  });

  test('has no row of a PATCH that changes nothing', async () => {
    const obra = await newObra();
    mark = await newest();
    for (const body of [{}, { nombre: obra.nombre }, { monto: obra.monto }]) {
      assert.equal((await call('admin', 'PATCH', `/obras/${obra.id}`, body)).status, 200);
    }
    assert.equal((await call('admin', 'PATCH', '/dependencias/1', {})).status, 200);
    assert.deepEqual(await written(), []);
  });

  test('has no row of a refused request', async () => {
    const body = obraBody();
    assert.equal((await call('admin', 'POST', '/obras', body)).status, 201);
    mark = await newest();
    assert.equal((await call('admin', 'POST', '/obras', body)).status, 409);
    const missing = obraBody({ dependenciaId: 99 });
    assert.equal((await call('admin', 'POST', '/obras', missing)).status, 400);
    assert.equal((await call('user', 'DELETE', '/dependencias/999')).status, 404);
    assert.equal((await call('user', 'POST', '/obras', obraBody())).status, 403);
    assert.deepEqual(await written(), []);
  });

  test('has each login with its user, and each failed one with the account that was tried', async () => {
    const login = (email: string, secret: string) =>
      call('nobody', 'POST', '/auth/login', { email, password: secret });
    assert.equal((await login(emailOf('user'), password)).status, 200);
    notLoggedIn(await login(emailOf('user'), 'equivocada'));
    notLoggedIn(await login('nadie@ejemplo.mx', password));
    notLoggedIn(await login(emailOf('inactive'), password));
    const rows = await written();
    assert.deepEqual(columnsOf(rows, 'accion', 'usuarioId', 'usuarioEmail', 'registro'), [
      ['entrar', people.user.id, emailOf('user'), people.user.id],
      // The person who tried is not known; the account that was tried is.
      ['entrada fallida', null, emailOf('user'), people.user.id],
      ['entrada fallida', null, 'nadie@ejemplo.mx', null],
      ['entrada fallida', null, emailOf('inactive'), people.inactive.id],
    ]);
    assert.ok(rows.every(({ recurso }) => recurso === 'auth'));
    for (const { solicitud, direccion } of rows) assert.ok(solicitud && direccion);
  });

  test('has statements by hand without a user, with the program that sent them', async () => {
    const { id } = await newObra({ ubicaciones: [ubicacionBody()] });
    mark = await newest();
    await db.query('UPDATE obras SET monto = 7 WHERE id = $1', [id]);
    await db.query('DELETE FROM ubicaciones WHERE obra_id = $1', [id]);
    const rows = await written();
    assert.deepEqual(
      rows.map(({ accion, usuarioId, solicitud, registro, cambios }) => [
        [accion, usuarioId, solicitud, registro],
        cambios.map(({ campo }) => campo),
      ]),
      [
        [['cambiar', null, null, String(id)], ['monto']],
        [['cambiar', null, null, String(id)], ['ubicaciones']],
      ],
    );
  });

  test('has one row of a municipio that is renamed by hand, and none for each of its obras', async () => {
    await newObra({ municipioId: 50, ubicaciones: [ubicacionBody({ municipioId: 50 })] });
    mark = await newest();
    await db.query(`UPDATE municipios SET nombre = 'Ichkaantijo' WHERE id = 50`);
    await db.query(`UPDATE municipios SET nombre = 'Mérida' WHERE id = 50`);
    const rows = await written();
    const expected = Array(2).fill(['municipios', '50']);
    assert.deepEqual(columnsOf(rows, 'recurso', 'registro'), expected);
  });

  test('has no address where a trusted proxy sends none that can be read', async () => {
    const { url } = behindProxy;
    const addresses: [given: string, noted: string | null][] = [
      ['203.0.113.7', '203.0.113.7'],
      ['203.0.113.7:4711', '203.0.113.7'],
      ['[2001:db8::7]:4711', '2001:db8::7'],
      ['fe80::1%eth0', 'fe80::1'],
      ['198.51.100.1, 203.0.113.7', '198.51.100.1'],
      ['desconocida', null],
      ['x'.repeat(12_003), null],
      [`fe80::1%${'x'.repeat(12_003)}`, null],
      [`${'1'.repeat(12_003)}:1`, null],
      ["'; DROP TABLE bitacora; --", null],
    ];
    for (const [given] of addresses) {
      const headers = { 'x-forwarded-for': given };
      const body = { nombre: `Desde ${given.slice(0, 50)} ${given.length}` };
      const { status } = await call('nobody', 'POST', '/dependencias', body, { url, headers });
      assert.equal(status, 201);
      await call('nobody', 'POST', '/auth/login', { email: 'x', password: 'x' }, { url, headers });
    }
    assert.deepEqual(
      columnsOf(await written(), 'accion', 'direccion'),
      addresses.flatMap(([, noted]) => [
        ['crear', noted],
        ['entrada fallida', noted],
      ]),
    );
  });

  test('has the address of the last of 1,900 headers; a request with 2,001 is refused and writes no row', async () => {
    const { url } = behindProxy;
    for (const [headers, status] of [
      [1_900, 201],
      [2_001, 431],
    ] as const) {
      mark = await newest();
      const many = Array.from({ length: headers }, (_, i): [string, string] => [`a${i}`, '']);
      many.push(['content-type', 'application/json'], ['x-forwarded-for', '203.0.113.9']);
      const body = JSON.stringify({ nombre: `Tras ${headers} encabezados` });
      const answer = await fetch(`${url}/dependencias`, { method: 'POST', headers: many, body });
      assert.equal(answer.status, status);
      assert.deepEqual(
        columnOf(await written(), 'direccion'),
        status === 201 ? ['203.0.113.9'] : [],
      );
    }
  });

  test('has the earlier e-mail as author of a user’s own change of e-mail', async () => {
    mark = await newest();
    const email = { email: 'otro.correo@ejemplo.mx' };
    assert.equal((await call('user', 'PATCH', `/users/${people.user.id}`, email)).status, 200);
    const [row] = (await written()) as [Row];
    assert.deepEqual([row.usuarioId, row.usuarioEmail], [people.user.id, emailOf('user')]);
  });

  test('forgets the author of a transaction when that ends', async () => {
    await rowOf('admin', 'POST', '/dependencias', { nombre: 'Con autor' });
    mark = await newest();
    // The same connections, without an author.
    for (let i = 0; i < 20; i++) {
      await db.query('UPDATE dependencias SET siglas = $1 WHERE id = 1', [`S${i}`]);
    }
    const rows = await written();
    assert.equal(rows.length, 20);
    for (const { usuarioId, solicitud } of rows)
      assert.deepEqual([usuarioId, solicitud], [null, null]);
  });

  test('undoes a change when its row can’t be written', async () => {
    await db.query(
      `ALTER TABLE bitacora ADD CONSTRAINT prueba CHECK (accion NOT IN ('crear', 'entrar')) NOT VALID`,
    );
    try {
      const before = await count('dependencias');
      for (const [path, body] of [
        ['/dependencias', { nombre: 'Nunca' }],
        ['/obras', obraBody()],
        ['/auth/login', { email: emailOf('user'), password }],
      ] as const) {
        assert.equal((await call('admin', 'POST', path, body)).status, 500);
      }
      assert.equal(await count('dependencias'), before);
      assert.deepEqual(await db.query('SELECT FROM obras'), []);
    } finally {
      await db.query('ALTER TABLE bitacora DROP CONSTRAINT prueba');
    }
  });

  test('refuses by constraint what it could not hold, written by hand too', async () => {
    const { id } = await newObra();
    await assert.rejects(
      db.query(
        `INSERT INTO ubicaciones (obra_id, municipio_id, direccion, tipo_geometria, geometria_json, orden)
         VALUES ($1, 50, 'x', 'PUNTO', '{"type":"Point","coordinates":[-89,20],"x":"\\u0000"}', 9)`,
        [id],
      ),
      /ubicaciones_geometria_json_check/,
    );
    assert.equal((await call('admin', 'DELETE', `/obras/${id}`)).status, 200);
  });

  test('can’t be updated or deleted', async () => {
    for (const statement of [
      `UPDATE bitacora SET accion = 'crear'`,
      'DELETE FROM bitacora',
      'DELETE FROM bitacora WHERE false',
      'TRUNCATE bitacora',
    ]) {
      await assert.rejects(db.query(statement), /never changed or deleted/);
    }
  });

  test('gives the obras of the registry when it is replayed', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 4; i++) ids.push((await newObra({ ubicaciones: [ubicacionBody()] })).id);
    await Promise.all(
      ids.map((id, i) => call('admin', 'PATCH', `/obras/${id}`, { monto: i, nombre: `Obra ${i}` })),
    );
    await call('admin', 'PATCH', `/obras/${ids[1]}`, { ubicaciones: [], tipoProyectoId: null });
    await call('admin', 'DELETE', `/obras/${ids[2]}`);
    const replayed = new Map<string, Record<string, unknown>>();
    for (const { recurso, registro, accion, cambios } of await written()) {
      if (recurso !== 'obras' || registro === null) continue;
      if (accion === 'eliminar') replayed.delete(registro);
      else {
        replayed.set(registro, {
          ...replayed.get(registro),
          ...Object.fromEntries(cambios.map(({ campo, despues }) => [campo, despues])),
        });
      }
    }
    const present = (await call('admin', 'GET', '/obras')).body.map((obra: ObraBody) => [
      String(obra.id),
      ownFields(obra),
    ]);
    assert.deepEqual(replayed, new Map(present));
  });
});

describe('GET /bitacora', () => {
  /** When the rows of these tests begin: the ledger outlives all tests. */
  let begun = '';
  before(async () => {
    await world();
    begun = (await db.one<{ at: string }>('SELECT iso8601(now()) AS at'))?.at as string;
    for (let i = 0; i < 5; i++) {
      await call(i % 2 ? 'user' : 'admin', 'POST', '/ejercicio-fiscal', { anio: 2060 + i });
    }
    await call('nobody', 'POST', '/dependencias', { nombre: 'De nadie' });
  });
  const list = async (query: string) => (await get(`/bitacora${query}`, 'admin')).body as Row[];

  /** The rows of all pages from this one on. */
  const walk = async (path: string): Promise<Row[]> =>
    (await pages(path, 'admin')).flatMap(({ body }) => body);

  test('has the newest rows first', async () => {
    const ids = (await list('?limit=6')).map(({ id }) => id);
    assert.deepEqual(ids, [...ids].sort(descending));
  });

  test('filters by resource, record, user, action and time', async () => {
    const years = (await list('?recurso=ejercicio-fiscal&limit=5')) as [Row, ...Row[]];
    assert.equal(years.length, 5);
    const [{ registro }] = years;
    const one = await list(`?recurso=ejercicio-fiscal&registro=${registro}&limit=1`);
    assert.deepEqual(one, years.slice(0, 1));
    const own = await list(`?recurso=ejercicio-fiscal&usuarioId=${people.user.id}&limit=2`);
    assert.deepEqual(columnOf(own, 'usuarioId'), [people.user.id, people.user.id]);
    assert.ok((await list('?accion=crear&limit=5')).every(({ accion }) => accion === 'crear'));
    const at = encodeURIComponent((years[2] as unknown as { instante: string }).instante);
    const since = await list(`?recurso=ejercicio-fiscal&desde=${at}`);
    assert.ok(since.length >= 3 && since.every(({ id }) => id >= (years[2] as Row).id));
    const until = await list(`?recurso=ejercicio-fiscal&hasta=${at}&limit=1`);
    assert.ok((until[0] as Row).id < (years[2] as Row).id);
    assert.deepEqual(await list('?desde=9999-12-31'), []);
    assert.deepEqual(await list('?hasta=0001-01-01'), []);
  });

  test('filters by a field that was touched: who changed an amount', async () => {
    const { id } = (await call('admin', 'POST', '/ejercicio-fiscal', { anio: 2093 })).body;
    await call('admin', 'PATCH', `/ejercicio-fiscal/${id}`, { activo: false });
    await call('user', 'PATCH', `/ejercicio-fiscal/${id}`, { anio: 2094 });
    const rows = await list(`?recurso=ejercicio-fiscal&registro=${id}&accion=cambiar&campo=anio`);
    assert.deepEqual(columnsOf(rows, 'usuarioId', 'cambios'), [
      [people.user.id, [{ campo: 'anio', antes: 2093, despues: 2094 }]],
    ]);
    assert.equal((await list(`?registro=${id}&recurso=ejercicio-fiscal&campo=anio`)).length, 2);
    assert.deepEqual(await list(`?recurso=ejercicio-fiscal&registro=${id}&campo=monto`), []);
  });

  test('goes by pages to the last row', async () => {
    const own = `recurso=ejercicio-fiscal&desde=${encodeURIComponent(begun)}`;
    const all = idsOf(await list(`?${own}&limit=1000`));
    assert.ok(all.length > 4);
    assert.deepEqual(idsOf(await walk(`/bitacora?${own}&limit=2`)), all);
  });

  test('goes by time, and within one instant by row', async () => {
    await db.query(
      `INSERT INTO bitacora (instante, accion, recurso, registro)
       SELECT timestamptz '2020-01-01' + minutos * interval '1 minute', 'cambiar', 'municipios', 'r' || minutos
       FROM unnest(ARRAY[1, 3, 2, 2, 2, 0]) AS minutos`,
    );
    const walked = await walk('/bitacora?recurso=municipios&hasta=2020-02-01&limit=1');
    assert.deepEqual(columnOf(walked, 'registro'), ['r3', 'r2', 'r2', 'r2', 'r1', 'r0']);
    const ids = walked.slice(1, 4).map(({ id }) => id);
    assert.deepEqual(ids, [...ids].sort(descending));
  });

  test('ends a page of large changes at four megabytes, and leaves out a change that no page could hold', async () => {
    // Little as they are stored, and much as text: so many letters before the change, and as many after it.
    const note = (registro: string, letters: number) =>
      db.query(
        `INSERT INTO bitacora (accion, recurso, registro, antes, despues)
         SELECT 'cambiar', 'obras', $1, jsonb_build_object('nombre', 'Un nombre', 'ubicaciones', lista),
           jsonb_build_object('nombre', 'Otro nombre', 'ubicaciones', lista)
         FROM (SELECT jsonb_build_array(repeat('x', $2)) AS lista) l`,
        [registro, letters],
      );
    for (let i = 0; i < 4; i++) await note('mediana', 800_000);
    const medium = await pages('/bitacora?recurso=obras&registro=mediana', 'admin');
    const sizes = medium.map(({ body }) => body.length);
    // Four megabytes, and the row that goes beyond them.
    assert.deepEqual(sizes, [3, 1]);

    await note('enorme', 20_000_000);
    const [row] = await list('?recurso=obras&registro=enorme&limit=2');
    const change = (campo: string) => row?.cambios.find((each) => each.campo === campo);
    assert.deepEqual(change('nombre')?.despues, 'Otro nombre');
    assert.match(String(change('ubicaciones')?.despues), /^Demasiado grande /);
  });

  test('refuses what does not parse', async () => {
    const wrong = 'desde=ayer&hasta=2026-02-30&usuarioId=1&accion=x&limit=0';
    refused(await call('admin', 'GET', `/bitacora?${wrong}`), 400, [
      'usuarioId debe ser un UUID.',
      /^accion debe ser crear, /,
      /^desde debe ser una fecha /,
      /^hasta debe ser una fecha /,
      'limit debe estar entre 1 y 1,000.',
    ]);
    const far = Buffer.from(`bitacora/${'9'.repeat(19)}`).toString('base64url');
    for (const cursor of ['%20', 'bm8', far]) {
      refused(await call('admin', 'GET', `/bitacora?cursor=${cursor}`), 400, [
        'cursor no es un cursor válido.',
      ]);
    }
    await list('?desde=2026-01-31T08:00:00%2B23:59');
  });
});

describe('GET /obras/:id/historial', () => {
  beforeEach(world);

  test('reads like the story of the obra, to its end', async () => {
    const ubicaciones = [ubicacionBody(), ubicacionBody()];
    const own = { claveUnica: 'HIST-1', nombre: 'Puente', monto: 1500 };
    const obra = await newObra({ ...own, ubicaciones });
    const address = `/obras/${obra.id}`;
    await call('admin2', 'PATCH', address, { monto: 2500.5, estatusObraId: 6 });
    const [{ id }] = obra.ubicaciones;
    await call('admin', 'PATCH', address, {
      ubicaciones: [{ ...ubicacionBody({ direccion: 'Otra' }), id }, ubicacionBody()],
    });
    await db.query(`UPDATE obras SET nombre = 'Puente nuevo' WHERE id = $1`, [obra.id]);
    await call('admin', 'DELETE', address);

    const story = (await get(`${address}/historial`, 'admin')).body as Row[];
    assert.deepEqual(columnOf(story, 'resumen'), [
      'Persona admin registró la obra «Puente», «HIST-1», por $1,500.00.',
      `Persona admin2 cambió el monto de $1,500.00 a $2,500.50; el estatus de «${obra.estatusObra.nombre}» a «Terminada».`,
      'Persona admin cambió las ubicaciones (1 agregada, 1 modificada, 1 eliminada).',
      'Alguien desde el programa registro-obras cambió el nombre de «Puente» a «Puente nuevo».',
      'Persona admin eliminó la obra «Puente nuevo».',
    ]);
  });

  test('leads through its pages to the last row', async () => {
    const { id } = await newObra();
    for (let monto = 1; monto <= 4; monto++)
      await call('admin', 'PATCH', `/obras/${id}`, { monto });
    const path = `/obras/${id}/historial`;
    const whole = (await get(path, 'admin')).body;
    assert.equal(whole.length, 5);
    const paged = await pages(`${path}?limit=3`, 'admin');
    assert.deepEqual(
      paged.map(({ body }) => body),
      [whole.slice(0, 3), whole.slice(3)],
    );
    const headers = { 'if-none-match': paged[0]?.headers.get('etag') as string };
    const again = await call('admin', 'GET', `${path}?limit=3`, undefined, { headers });
    assert.deepEqual([again.status, nextOf(again)], [304, undefined]);
  });

  test('answers 404 for an obra that never existed', async () => {
    for (const id of [2147483647, 99999999999]) {
      const answer = await call('admin', 'GET', `/obras/${id}/historial?limit=1`);
      refused(answer, 404, `Obra ${id} no encontrada.`);
    }
  });
});
