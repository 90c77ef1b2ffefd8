import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { columnOf, columnsOf, descending } from '../columns.ts';
import { isHere } from '../features.ts';
import {
  call,
  db,
  emailOf,
  get,
  idsOf,
  notLoggedIn,
  obraBody,
  otherApp,
  password,
  people,
  refused,
  resetWithCatalog,
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

describe('the ledger', () => {
  let behindProxy: Awaited<ReturnType<typeof otherApp>>;
  before(async () => {
    behindProxy = await otherApp({ TRUST_PROXY: true });
  });
  after(() => behindProxy.close());
  beforeEach(world);

  const CATALOGS: [recurso: string, path: string, fresh: object, changed: object][] = [
    ['ejercicio-fiscal', '/ejercicio-fiscal', { anio: 2040 }, { anio: 2041 }],
    ['tipo-proyecto', '/catalogos/tipo-proyecto', { nombre: 'Puentes' }, { nombre: 'Puertos' }],
    ['localidad', '/localidad', { nombre: 'Nueva', municipioId: 50 }, { nombre: 'Vieja' }],
  ];
  for (const [recurso, path, fresh, changed] of CATALOGS) {
    test(`has a row when a record of ${recurso} is created, changed and deleted`, async () => {
      const [field] = Object.keys(changed) as [string];
      const before = Object.values(fresh)[0];
      const after = Object.values(changed)[0];

      const created = await rowOf('user', 'POST', path, fresh);
      assert.deepEqual([created.accion, created.recurso], ['crear', recurso]);
      assert.deepEqual(change(created, field), [null, before]);
      assert.deepEqual(change(created, 'activo'), [null, true]);

      const address = `${path}/${created.registro}`;
      const edited = await rowOf('admin', 'PATCH', address, changed);
      assert.deepEqual([edited.accion, edited.registro], ['cambiar', created.registro]);
      assert.deepEqual(edited.cambios, [{ campo: field, antes: before, despues: after }]);

      const deleted = await rowOf('user', 'DELETE', address);
      assert.deepEqual([deleted.accion, deleted.registro], ['eliminar', created.registro]);
      assert.deepEqual(change(deleted, field), [after, null]);
    });
  }

  test('has a row when a dependencia is created, changed and deactivated, without a token too', async () => {
    const created = await rowOf('nobody', 'POST', '/dependencias', { nombre: 'Obras Nuevas' });
    assert.deepEqual([created.accion, created.recurso], ['crear', 'dependencias']);
    const address = `/dependencias/${created.registro}`;
    const edited = await rowOf('user', 'PATCH', address, { siglas: 'ON' });
    assert.deepEqual(edited.cambios, [{ campo: 'siglas', antes: null, despues: 'ON' }]);
    const ended = await rowOf('nobody', 'DELETE', address);
    assert.equal(ended.accion, 'cambiar');
    assert.deepEqual(ended.cambios, [{ campo: 'activo', antes: true, despues: false }]);
  });

  test('has rows of users, none with a password', async () => {
    const secret = 'un-secreto-muy-particular';
    const created = await rowOf('admin', 'POST', '/users', {
      nombreCompleto: 'Ana Uc',
      email: 'ana.uc@ejemplo.mx',
      password: secret,
    });
    assert.deepEqual([created.accion, created.recurso], ['crear', 'users']);
    assert.deepEqual(change(created, 'nombreCompleto'), [null, 'Ana Uc']);
    assert.deepEqual(change(created, 'mustChangePassword'), [null, true]);

    const address = `/users/${created.registro}`;
    const edited = await rowOf('admin', 'PATCH', address, { roles: 'admin', isActive: false });
    assert.equal(edited.accion, 'cambiar');
    assert.deepEqual(change(edited, 'roles'), ['user', 'admin']);
    assert.deepEqual(change(edited, 'isActive'), [true, false]);

    const changed = await rowOf('admin', 'PATCH', address, { password: `${secret}-2` });
    assert.equal(changed.accion, 'contraseña');
    assert.deepEqual(changed.cambios, [
      { campo: 'mustChangePassword', antes: true, despues: false },
    ]);

    const own = await rowOf('user', 'PATCH', `/users/${people.user.id}`, { password: secret });
    assert.deepEqual([own.accion, own.cambios], ['contraseña', []]);
    const kept = await db.one<{ token_kept: string }>(
      'SELECT token_kept FROM users WHERE id = $1',
      [people.user.id],
    );
    assert.match(kept?.token_kept ?? '', /^[\w-]{43}$/);

    const all = await db.query<{ text: string }>('SELECT b::text AS text FROM bitacora b');
    for (const { text } of all) {
      assert.ok(!text.includes(secret) && !text.includes(kept?.token_kept as string), text);
      assert.doesNotMatch(text, /\$argon2|password_?hash|tokens?_?(valid|kept)/i);
    }
  });

  test('has a row when a favorite is added and removed', async () => {
    const { id } = (await call('admin', 'POST', '/obras', obraBody())).body;
    const address = `/users/${people.user.id}/favorites/${id}`;
    const added = await rowOf('user', 'POST', address);
    assert.deepEqual([added.accion, added.recurso], ['crear', 'favorites']);
    assert.deepEqual(change(added, 'obraId'), [null, id]);
    const removed = await rowOf('user', 'DELETE', address);
    assert.deepEqual(change(removed, 'userId'), [people.user.id, null]);
  });

  test('has a sentence without property names for each resource and action', async () => {
    const tells = async (
      who: 'nobody' | 'user' | 'admin',
      method: string,
      path: string,
      body?: unknown,
    ) => {
      const { resumen, registro } = await rowOf(who, method, path, body);
      const sentence = resumen.replace(`Persona ${who} `, '');
      return [sentence.replace(/^Alguien desde el programa registro-obras /, ''), registro];
    };
    const sentences: unknown[] = [];
    const note = async (...act: Parameters<typeof tells>) => {
      const [sentence, registro] = await tells(...act);
      sentences.push(sentence);
      return registro;
    };
    const agency = await note('nobody', 'POST', '/dependencias', { nombre: 'Obras Nuevas' });
    await note('user', 'PATCH', `/dependencias/${agency}`, { siglas: 'ON', nombre: 'Obras' });
    await note('admin', 'PATCH', `/dependencias/${agency}`, { siglas: null, activo: false });
    await note('admin', 'PATCH', `/dependencias/${agency}`, { activo: true });
    const year = await note('user', 'POST', '/ejercicio-fiscal', { anio: 2040 });
    await note('user', 'PATCH', `/ejercicio-fiscal/${year}`, { anio: 2041 });
    await note('user', 'DELETE', `/ejercicio-fiscal/${year}`);
    const type = await note('user', 'POST', '/catalogos/tipo-proyecto', { nombre: 'Puentes' });
    await note('admin', 'PATCH', `/catalogos/tipo-proyecto/${type}`, { nombre: 'Puertos' });
    const sector = { sectorOc4ids: 'transport.road' };
    const classed = `/catalogos/tipo-proyecto/${type}/oc4ids`;
    if (isHere(classed)) await note('admin', 'PATCH', classed, sector);
    await note('admin', 'DELETE', `/catalogos/tipo-proyecto/${type}`);
    const place = { nombre: 'Cholul Nuevo', municipioId: 50 };
    const village = await note('user', 'POST', '/localidad', place);
    await note('user', 'PATCH', `/localidad/${village}`, { municipioId: 1 });
    await note('user', 'DELETE', `/localidad/${village}`);
    const secret = 'un-secreto-muy-particular';
    const account = { nombreCompleto: 'Ana Uc', email: 'ana@ejemplo.mx', password: secret };
    const ana = await note('admin', 'POST', '/users', account);
    await note('admin', 'PATCH', `/users/${ana}`, { roles: 'admin', isActive: false });
    await note('admin', 'PATCH', `/users/${ana}`, { password: `${secret}-2` });
    await note('user', 'PATCH', `/users/${people.user.id}`, { password });
    await note('admin', 'PATCH', `/users/${ana}/dependencias`, {
      dependenciaIds: [Number(agency)],
    });
    await note('admin', 'PATCH', `/users/${ana}/dependencias`, { dependenciaIds: [] });
    const obra = await note(
      'admin',
      'POST',
      '/obras',
      obraBody({ claveUnica: 'OBRA-1', nombre: 'Puente', monto: 1500 }),
    );
    await note('user', 'POST', `/users/${people.user.id}/favorites/${obra}`);
    await note('user', 'DELETE', `/users/${people.user.id}/favorites/${obra}`);
    const report = { fechaCorte: '2026-06-30', avanceFisico: 45, montoPagado: 600 };
    await note('admin', 'POST', `/obras/${obra}/avances`, report);
    const [part] = await written();
    assert.deepEqual([part?.obraId, part?.nombre], [Number(obra), 'Puente']);

    assert.deepEqual(sentences, [
      'registró la dependencia «Obras Nuevas».',
      'cambió de la dependencia «Obras Nuevas» el nombre de «Obras Nuevas» a «Obras»; las siglas de ninguna a «ON».',
      'desactivó la dependencia «Obras» y cambió de la dependencia «Obras» las siglas de «ON» a ninguna.',
      'activó la dependencia «Obras».',
      'registró el ejercicio fiscal 2040.',
      'cambió del ejercicio fiscal 2040 el año de 2040 a 2041.',
      'eliminó el ejercicio fiscal 2041.',
      'registró el tipo de proyecto «Puentes».',
      'cambió del tipo de proyecto «Puentes» el nombre de «Puentes» a «Puertos».',
      ...(isHere(classed)
        ? [
            'cambió del tipo de proyecto «Puertos» el sector OC4IDS de ninguno a «Transporte: carretero».',
          ]
        : []),
      'eliminó el tipo de proyecto «Puertos».',
      'registró la localidad «Cholul Nuevo».',
      'cambió de la localidad «Cholul Nuevo» el municipio de «Mérida» a «Abalá».',
      'eliminó la localidad «Cholul Nuevo».',
      'registró al usuario «Ana Uc».',
      'desactivó al usuario «Ana Uc» y cambió del usuario «Ana Uc» el rol de «Consulta» a «Administra».',
      'cambió la contraseña del usuario «Ana Uc».',
      'cambió su contraseña.',
      'dio a «Ana Uc» la captura de «Obras».',
      'quitó a «Ana Uc» la captura de «Obras».',
      'registró la obra «Puente», «OBRA-1», por $1,500.00.',
      'agregó la obra «Puente» a sus favoritas.',
      'quitó la obra «Puente» de sus favoritas.',
      'reportó 45.00 % de avance al 30 de junio de 2026 y $600.00 pagados.',
    ]);
    mark = await newest();
    await call('nobody', 'POST', '/auth/login', { email: 'nadie@ejemplo.mx', password });
    await call('nobody', 'POST', '/auth/login', { email: emailOf('admin'), password });
    await db.query(`SELECT write_ledger('crear', 'respaldos', NULL, NULL, '{"filas": 12345}')`);
    await db.query(`SELECT write_ledger('vaciar', 'ejercicio-fiscal', NULL, NULL, NULL)`);
    await db.query(
      `SELECT write_ledger('cambiar', 'municipios', '50', '{"nombre": "Tho"}', '{"nombre": "Mérida"}')`,
    );
    const program = 'Alguien desde el programa registro-obras';
    assert.deepEqual(
      (await written()).map(({ resumen }) => resumen),
      [
        'nadie@ejemplo.mx intentó entrar y no pudo.',
        'Persona admin entró.',
        `${program} hizo una copia de seguridad de 12,345 renglones.`,
        `${program} eliminó todos los registros de «Ejercicio fiscal».`,
        `${program} cambió del municipio «Tho» el nombre de «Tho» a «Mérida».`,
      ],
    );
  });

  test('has one row for each request that writes an obra with its ubicaciones', async () => {
    const created = await rowOf(
      'admin',
      'POST',
      '/obras',
      obraBody({ ubicaciones: [ubicacionBody(), ubicacionBody({ direccion: 'Segunda' })] }),
    );
    assert.deepEqual([created.accion, created.recurso], ['crear', 'obras']);
    const [, places] = change(created, 'ubicaciones') as [unknown, unknown[]];
    assert.equal(places.length, 2);

    const address = `/obras/${created.registro}`;
    const obra = (await call('admin', 'GET', address)).body;
    const edited = await rowOf('admin2', 'PATCH', address, {
      monto: 2_000_000.25,
      estatusObraId: 6,
      ubicaciones: [
        { ...ubicacionBody(), id: obra.ubicaciones[0].id, direccion: 'Otra' },
        ubicacionBody(),
      ],
    });
    assert.deepEqual(edited.cambios.map(({ campo }) => campo).sort(), [
      'estatusObraId',
      'monto',
      'ubicaciones',
    ]);
    assert.deepEqual(change(edited, 'monto'), [obra.monto, 2_000_000.25]);
    assert.deepEqual(change(edited, 'estatusObraId'), [obra.estatusObraId, 6]);

    const last = (await call('admin', 'GET', address)).body;
    mark = await newest();
    assert.equal((await call('admin', 'DELETE', address)).status, 200);
    const [deleted] = (await written()).filter(({ recurso }) => recurso === 'obras') as [Row];
    assert.equal(deleted.accion, 'eliminar');
    // The whole last state, but for the names, which are the catalogs'.
    const own = ownFields(last);
    assert.deepEqual(Object.fromEntries(columnsOf(deleted.cambios, 'campo', 'antes')), own);
  });

  test('has the new number of an obra that moves to another fiscal year, and no row for the year', async () => {
    const { id } = (await call('admin', 'POST', '/obras', obraBody())).body;
    const year = (await call('admin', 'POST', '/ejercicio-fiscal', { anio: 2050 })).body;
    const row = await rowOf('admin', 'PATCH', `/obras/${id}`, { ejercicioFiscalId: year.id });
    assert.equal(row.recurso, 'obras');
    assert.deepEqual(change(row, 'ejercicioFiscalId')?.[1], year.id);
  });

  test('has no row of a PATCH that changes nothing', async () => {
    const obra = (await call('admin', 'POST', '/obras', obraBody())).body;
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
    assert.equal(
      (await call('admin', 'POST', '/obras', obraBody({ dependenciaId: 99 }))).status,
      400,
    );
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
    assert.deepEqual(
      rows.map(({ accion, usuarioId, usuarioEmail, registro }) => [
        accion,
        usuarioId,
        usuarioEmail,
        registro,
      ]),
      [
        ['entrar', people.user.id, emailOf('user'), people.user.id],
        // The person who tried is not known; the account that was tried is.
        ['entrada fallida', null, emailOf('user'), people.user.id],
        ['entrada fallida', null, 'nadie@ejemplo.mx', null],
        ['entrada fallida', null, emailOf('inactive'), people.inactive.id],
      ],
    );
    assert.ok(rows.every(({ recurso }) => recurso === 'auth'));
    for (const { solicitud, direccion } of rows) assert.ok(solicitud && direccion);
  });

  test('has statements by hand without a user, with the program that sent them', async () => {
    const body = obraBody({ ubicaciones: [ubicacionBody()] });
    const { id } = (await call('admin', 'POST', '/obras', body)).body;
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
    const body = obraBody({ municipioId: 50, ubicaciones: [ubicacionBody({ municipioId: 50 })] });
    assert.equal((await call('admin', 'POST', '/obras', body)).status, 201);
    mark = await newest();
    await db.query(`UPDATE municipios SET nombre = 'Ichkaantijo' WHERE id = 50`);
    await db.query(`UPDATE municipios SET nombre = 'Mérida' WHERE id = 50`);
    const rows = await written();
    assert.deepEqual(
      rows.map(({ recurso, registro }) => [recurso, registro]),
      [
        ['municipios', '50'],
        ['municipios', '50'],
      ],
    );
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
      (await written()).map(({ accion, direccion }) => [accion, direccion]),
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
      const answer = await fetch(`${url}/dependencias`, {
        method: 'POST',
        headers: [
          ...many,
          ['content-type', 'application/json'],
          ['x-forwarded-for', '203.0.113.9'],
        ],
        body: JSON.stringify({ nombre: `Tras ${headers} encabezados` }),
      });
      assert.equal(answer.status, status);
      const rows = (await written()).map(({ direccion }) => direccion);
      assert.deepEqual(rows, status === 201 ? ['203.0.113.9'] : []);
    }
  });

  test('has the earlier e-mail as author of a user’s own change of e-mail', async () => {
    mark = await newest();
    const changed = await call('user', 'PATCH', `/users/${people.user.id}`, {
      email: 'otro.correo@ejemplo.mx',
    });
    assert.equal(changed.status, 200);
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
      const count = async () =>
        (await call('nobody', 'GET', '/dependencias?ver_todo=true')).body.length;
      const before = await count();
      assert.equal(
        (await call('nobody', 'POST', '/dependencias', { nombre: 'Nunca' })).status,
        500,
      );
      assert.equal((await call('admin', 'POST', '/obras', obraBody())).status, 500);
      const credentials = { email: emailOf('user'), password };
      assert.equal((await call('nobody', 'POST', '/auth/login', credentials)).status, 500);
      assert.equal(await count(), before);
      assert.deepEqual(await db.query('SELECT FROM obras'), []);
    } finally {
      await db.query('ALTER TABLE bitacora DROP CONSTRAINT prueba');
    }
  });

  test('refuses by constraint what it could not hold, written by hand too', async () => {
    const { id } = (await call('admin', 'POST', '/obras', obraBody())).body;
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
    const ids = [];
    for (let i = 0; i < 4; i++) {
      ids.push(
        (await call('admin', 'POST', '/obras', obraBody({ ubicaciones: [ubicacionBody()] }))).body
          .id,
      );
    }
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
  const list = async (query: string) => {
    const answer = await call('admin', 'GET', `/bitacora${query}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.body as Row[];
  };

  /** The rows of all pages from this one on. */
  async function walk(path: string): Promise<Row[]> {
    const { body, headers } = await get(path, 'admin');
    const next = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
    return next ? [...body, ...(await walk(next))] : body;
  }

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
    const sizes: number[] = [];
    for (let i = 0; i < 4; i++) await note('mediana', 800_000);
    for (let next: string | undefined = '/bitacora?recurso=obras&registro=mediana'; next; ) {
      const { body, headers } = await get(next, 'admin');
      sizes.push(body.length);
      next = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
    }
    // Four megabytes, and the row that goes beyond them.
    assert.deepEqual(sizes, [3, 1]);

    await note('enorme', 20_000_000);
    const [row] = await list('?recurso=obras&registro=enorme&limit=2');
    const change = (campo: string) => row?.cambios.find((each) => each.campo === campo);
    assert.deepEqual(change('nombre')?.despues, 'Otro nombre');
    assert.match(String(change('ubicaciones')?.despues), /^Demasiado grande /);
  });

  test('refuses what does not parse', async () => {
    refused(
      await call(
        'admin',
        'GET',
        '/bitacora?desde=ayer&hasta=2026-02-30&usuarioId=1&accion=x&limit=0',
      ),
      400,
      [
        'usuarioId debe ser un UUID.',
        /^accion debe ser crear, /,
        /^desde debe ser una fecha /,
        /^hasta debe ser una fecha /,
        'limit debe estar entre 1 y 1,000.',
      ],
    );
    for (const cursor of [
      '%20',
      'bm8',
      Buffer.from(`bitacora/${'9'.repeat(19)}`).toString('base64url'),
    ]) {
      refused(await call('admin', 'GET', `/bitacora?cursor=${cursor}`), 400, [
        'cursor no es un cursor válido.',
      ]);
    }
    assert.equal(
      (await call('admin', 'GET', '/bitacora?desde=2026-01-31T08:00:00%2B23:59')).status,
      200,
    );
  });
});

describe('GET /obras/:id/historial', () => {
  beforeEach(world);

  test('reads like the story of the obra, to its end', async () => {
    const obra = (
      await call(
        'admin',
        'POST',
        '/obras',
        obraBody({
          claveUnica: 'HIST-1',
          nombre: 'Puente',
          monto: 1500,
          ubicaciones: [ubicacionBody(), ubicacionBody()],
        }),
      )
    ).body;
    const address = `/obras/${obra.id}`;
    await call('admin2', 'PATCH', address, { monto: 2500.5, estatusObraId: 6 });
    const [{ id }] = obra.ubicaciones;
    await call('admin', 'PATCH', address, {
      ubicaciones: [{ ...ubicacionBody({ direccion: 'Otra' }), id }, ubicacionBody()],
    });
    await db.query(`UPDATE obras SET nombre = 'Puente nuevo' WHERE id = $1`, [obra.id]);
    await call('admin', 'DELETE', address);

    const story = (await call('admin', 'GET', `${address}/historial`)).body as Row[];
    assert.deepEqual(
      story.map(({ resumen }) => resumen),
      [
        'Persona admin registró la obra «Puente», «HIST-1», por $1,500.00.',
        `Persona admin2 cambió el monto de $1,500.00 a $2,500.50; el estatus de «${obra.estatusObra.nombre}» a «Terminada».`,
        'Persona admin cambió las ubicaciones (1 agregada, 1 modificada, 1 eliminada).',
        'Alguien desde el programa registro-obras cambió el nombre de «Puente» a «Puente nuevo».',
        'Persona admin eliminó la obra «Puente nuevo».',
      ],
    );
  });

  test('leads through its pages to the last row', async () => {
    const { id } = (await call('admin', 'POST', '/obras', obraBody())).body;
    for (let monto = 1; monto <= 4; monto++)
      await call('admin', 'PATCH', `/obras/${id}`, { monto });
    const whole = (await call('admin', 'GET', `/obras/${id}/historial`)).body;
    assert.equal(whole.length, 5);
    const first = await call('admin', 'GET', `/obras/${id}/historial?limit=3`);
    const next = /^<(.*)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] as string;
    const second = await call('admin', 'GET', next);
    assert.deepEqual([...first.body, ...second.body], whole);
    assert.equal(second.headers.get('link'), null);
    const headers = { 'if-none-match': first.headers.get('etag') as string };
    const again = await call('admin', 'GET', `/obras/${id}/historial?limit=3`, undefined, {
      headers,
    });
    assert.deepEqual([again.status, again.headers.get('link')], [304, null]);
  });

  test('answers 404 for an obra that never existed', async () => {
    refused(
      await call('admin', 'GET', '/obras/2147483647/historial?limit=1'),
      404,
      'Obra 2147483647 no encontrada.',
    );
    refused(
      await call('admin', 'GET', '/obras/99999999999/historial'),
      404,
      'Obra 99999999999 no encontrada.',
    );
  });
});
