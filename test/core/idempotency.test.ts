import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { removeOldAnswers } from '../../src/core/http/idempotency.ts';
import { columnOf, numbers } from '../columns.ts';
import { until } from '../faults/postgres.ts';
import { isHere } from '../features.ts';
import { resolved } from '../openapi-check.ts';
import {
  type Answer,
  base,
  call,
  contratoBody,
  count,
  db,
  newObra,
  obraBody,
  people,
  programaBody,
  refused,
  resetWithCatalog,
  TEST_DATABASE_URL,
  ubicacionBody,
  unauthorized,
  type Who,
  withApp,
  wkt,
} from '../world.ts';

const USED =
  'Esta Idempotency-Key ya se usó con otra solicitud; cada solicitud nueva lleva una clave nueva.';
const UNDER_WAY =
  'La primera solicitud con esta Idempotency-Key sigue en curso; intente de nuevo en 1 segundo.';
const MALFORMED = /^Idempotency-Key debe tener de 1 a 255 caracteres/;

const post = (key: string, path: string, body?: unknown, who: Who = 'admin', url = base) =>
  call(who, 'POST', path, body, { url, headers: { 'idempotency-key': key } });

function isReplay(answer: Answer, first: Answer): void {
  assert.equal(answer.status, first.status);
  assert.equal(answer.text, first.text);
  assert.equal(answer.headers.get('content-type'), first.headers.get('content-type'));
  assert.equal(answer.headers.get('idempotency-replayed'), 'true');
}

const user = { email: 'n@ejemplo.mx', nombreCompleto: 'Nora', password: 'un-secreto-muy-propio' };

const CONVENIO = { fecha: '2026-08-15', alcance: 'Drenaje', justificacion: 'Lluvias.' };
/** Every POST that takes a key: its path, a body, who may call, and the table that gets a row. */
const POSTS: [path: string, body: object | undefined, who: Who, table: string][] = [
  ['/obras', obraBody(), 'admin', 'obras'],
  ['/users', { ...user, email: 'nueva@ejemplo.mx' }, 'admin', 'users'],
  [`/users/${people.user.id}/favorites/1`, undefined, 'user', 'favorites'],
  ['/ejercicio-fiscal', { anio: 2030 }, 'user', 'ejercicios_fiscales'],
  ['/catalogos/tipo-proyecto', { nombre: 'Drenaje' }, 'user', 'tipos_proyecto'],
  ['/localidad', { nombre: 'Nueva', municipioId: 50 }, 'user', 'localidades'],
  ['/dependencias', { nombre: 'Instituto' }, 'nobody', 'dependencias'],
  ['/fondos', { nombre: 'Fondo Metropolitano', nivel: 'ESTATAL' }, 'admin', 'fondos'],
  ['/obras/1/avances', { fechaCorte: '2026-06-30', avanceFisico: 45.5 }, 'admin', 'avances'],
  ['/obras/1/programas', programaBody(), 'admin', 'programas'],
  ['/obras/1/contratos', contratoBody({ numero: 'OTRO' }), 'admin', 'contratos'],
  ['/obras/1/contratos/1/convenios', CONVENIO, 'admin', 'convenios'],
];

describe('Idempotency-Key', () => {
  beforeEach(async () => {
    await resetWithCatalog();
    await newObra();
    await call('admin', 'POST', '/obras/1/contratos', contratoBody());
    await db.query('TRUNCATE idempotencias');
  });

  for (const [path, body, who, table] of POSTS) {
    test(`POST ${path.replace(people.user.id, ':id')} sent again under one key gets the first answer`, async () => {
      const key = randomUUID();
      const before = await count(table);
      const first = await post(key, path, body, who);
      assert.equal(first.status, 201, first.text);
      assert.equal(first.headers.get('idempotency-replayed'), null);
      isReplay(await post(key, path, body, who), first);
      // A structured-field string and the same without its quotes are one key.
      isReplay(await post(`"${key}"`, path, body, who), first);
      assert.equal(await count(table), before + 1);
    });
  }

  test('is taken by every documented POST but login, logout and import', async () => {
    type Paths = Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>;
    const document = (await (await fetch(`${base}/openapi.json`)).json()) as { paths: Paths };
    const { paths } = resolved(document);
    const isKey = (one: { name: string; in: string }) =>
      one.name === 'idempotency-key' && one.in === 'header';
    const taking = Object.keys(paths).filter((path) => paths[path]?.post?.parameters?.some(isKey));
    const tried = POSTS.map(([path]) =>
      path
        .replace(people.user.id, '{id}')
        .replace(/\/obras\/\d+/, '/obras/{id}')
        .replace(/contratos\/\d+/, 'contratos/{contratoId}')
        .replace(/\d+$/, '{obraId}'),
    );
    // It makes no record; estatus-de-varias.test.ts sends it twice.
    tried.push('/obras/estatus');
    assert.deepEqual(taking.sort(), tried.sort());
    const posts = Object.keys(paths).filter((path) => paths[path]?.post);
    // Sent again an undoing repeats nothing, the same file or cut is the same record, and a fusion moves nothing more.
    const imports = ['obras', 'seguimiento', 'expedientes'].flatMap((kind) =>
      ['', '/rechazadas', '/{id}/deshacer'].map((end) => `/${kind}/importacion${end}`),
    );
    const fusions = [
      '/dependencias/{id}/fusion',
      '/catalogos/tipo-proyecto/{id}/fusion',
      '/fondos/{id}/fusion',
    ];
    const more = ['/obras/{id}/archivos', '/cortes'];
    const others = ['/auth/login', '/auth/logout', ...imports, ...fusions, ...more];
    assert.deepEqual(posts.sort(), [...tried, ...others.filter(isHere)].sort());
  });

  test('gets the first answer even after the record has changed or gone', async () => {
    const key = randomUUID();
    const body = obraBody();
    const first = await post(key, '/obras', body);
    assert.equal((await call('admin', 'DELETE', `/obras/${first.body.id}`)).status, 200);
    isReplay(await post(key, '/obras', body), first);
    assert.equal((await call('admin', 'GET', `/obras/${first.body.id}`)).status, 404);
  });

  test('answers 422 to another body or another path', async () => {
    const key = randomUUID();
    const first = await post(key, '/dependencias', { nombre: 'Una' });
    assert.equal(first.status, 201);
    refused(await post(key, '/dependencias', { nombre: 'Otra' }), 422, USED);
    refused(await post(key, '/catalogos/tipo-proyecto', { nombre: 'Una' }), 422, USED);
    isReplay(await post(key, '/dependencias', { nombre: 'Una' }), first);
    assert.equal(await count('dependencias'), 2);
  });

  test('counts for its caller alone: another user’s request is carried out, and a lost right is refused', async () => {
    const key = randomUUID();
    const body = { nombre: 'Drenaje' };
    assert.equal((await post(key, '/catalogos/tipo-proyecto', body, 'user')).status, 201);
    for (const who of ['other', 'admin'] as Who[]) {
      const answer = await post(key, '/catalogos/tipo-proyecto', body, who);
      refused(answer, 409, 'Ya existe un tipo de proyecto con el nombre "Drenaje".');
    }
    // Not even to the same user once the right to ask is gone.
    assert.equal((await post(key, '/users', user, 'admin')).status, 201);
    await db.query(`UPDATE users SET roles = 'user' WHERE id = $1`, [people.admin.id]);
    assert.equal((await post(key, '/users', user, 'admin')).status, 403);
    unauthorized(await post(key, '/users', user, 'nobody'));
  });

  test('keeps no refusal: the corrected request goes through under the same key', async () => {
    const key = randomUUID();
    const body = obraBody({ dependenciaId: 2 });
    assert.equal((await post(key, '/obras', body)).status, 400);
    assert.equal((await post(key, '/obras', { ...body, nombre: 7 })).status, 400);
    assert.equal(await count('idempotencias'), 0);
    await call('nobody', 'POST', '/dependencias', { nombre: 'Segunda' });
    const first = await post(key, '/obras', body);
    assert.equal(first.status, 201);
    isReplay(await post(key, '/obras', body), first);
    assert.equal(first.body.numeroObra, 2);
  });

  test('gets the database’s refusal as a request without a key does', async () => {
    const refusals: [path: string, body: object][] = [
      ['/localidad', { nombre: 'Sin municipio', municipioId: 9999 }],
      ['/obras', obraBody({ dependenciaId: 9999 })],
      ['/ejercicio-fiscal', { anio: 2026 }],
    ];
    for (const [path, body] of refusals) {
      const plain = await call('admin', 'POST', path, body);
      assert.ok([400, 409].includes(plain.status), plain.text);
      // More than there are connections: none may wait for another.
      const keyed = await Promise.all(numbers(1, 12).map(() => post(randomUUID(), path, body)));
      for (const { status, text } of keyed)
        assert.deepEqual([status, text], [plain.status, plain.text]);
    }
  });

  test('gets the refusal of a polygon that crosses itself as a request without a key does', async () => {
    const crossed = wkt('POLYGON ((-89.6 20.9, -89.5 21, -89.5 20.9, -89.6 21, -89.6 20.9))');
    const place = ubicacionBody({ tipoGeometria: 'POLIGONO', geometriaJson: crossed });
    const body = obraBody({ ubicaciones: [place] });
    for (const key of [randomUUID(), randomUUID()]) {
      refused(await post(key, '/obras', body), 400, [
        /^ubicaciones\[0\]\.geometriaJson no es un polígono válido/,
      ]);
    }
    assert.equal((await post(randomUUID(), '/obras', obraBody())).status, 201);
  });

  test('sent many times at once makes one record, and all that are answered get the same', async () => {
    await withApp({}, async (second) => {
      for (let round = 0; round < 5; round++) {
        const key = randomUUID();
        const body = obraBody();
        const before = await count('obras');
        const send = (i: number) => post(key, '/obras', body, 'admin', i % 2 ? base : second);
        const answers = await Promise.all(numbers(1, 16).map(send));
        const made = answers.filter(({ status }) => status === 201);
        for (const answer of answers) {
          if (answer.status === 201) {
            assert.equal(answer.text, made[0]?.text);
            continue;
          }
          refused(answer, 409, UNDER_WAY);
          assert.equal(answer.headers.get('retry-after'), '1');
        }
        const fresh = made.filter(({ headers }) => !headers.has('idempotency-replayed'));
        assert.equal(fresh.length, 1);
        assert.equal(await count('obras'), before + 1);
      }
    });
  });

  test('lets obras of one year share commits as without keys', async () => {
    const send = () => post(randomUUID(), '/obras', obraBody());
    const answers = await Promise.all(numbers(1, 20).map(send));
    for (const { status, text } of answers) assert.equal(status, 201, text);
    const kept = await db.query<{ respuesta: string; commit: string }>(
      'SELECT respuesta, xmin::text AS commit FROM idempotencias',
    );
    assert.deepEqual(columnOf(kept, 'respuesta').sort(), columnOf(answers, 'text').sort());
    assert.ok(new Set(kept.map(({ commit }) => commit)).size < answers.length);
  });

  test('keeps each answer of a shared commit for its own request, and no refused one', async () => {
    for (let round = 0; round < 5; round++) {
      const clave = `REPETIDA-${round}`;
      // The same obra twice, a broken one, and some without a key: whichever comes first, they wait for one year.
      const same = { claveUnica: clave };
      const bodies = [{}, same, same, { dependenciaId: 9999 }, {}].map(obraBody);
      const keys = bodies.map(() => randomUUID());
      const send = () =>
        Promise.all(bodies.map((body, i) => post(keys[i] as string, '/obras', body)));
      const plain = Promise.all(numbers(1, 5).map(() => newObra()));
      const firsts = await send();
      assert.deepEqual(firsts.map(({ status }) => status).sort(), [201, 201, 201, 400, 409]);
      await plain;
      for (const [i, again] of (await send()).entries()) {
        const first = firsts[i] as Answer;
        if (first.status === 201) isReplay(again, first);
        else assert.deepEqual([again.status, again.text], [first.status, first.text]);
      }
      assert.equal(await count('idempotencias'), 3 * (round + 1));
    }
  });

  test('sent again while the first is under way answers 409 at once', {
    skip:
      TEST_DATABASE_URL === undefined && 'the embedded database has one session: the next waits',
  }, async () => {
    const key = randomUUID();
    const body = { nombre: 'Lenta' };
    let first: Promise<Answer> | undefined;
    await db.transaction(async (tx) => {
      await tx.query('LOCK TABLE dependencias IN SHARE MODE');
      first = post(key, '/dependencias', body);
      const isWaiting = () =>
        db.one(`SELECT FROM pg_stat_activity WHERE datname = current_database()
          AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO dependencias%'`);
      while (!(await isWaiting())) await setTimeout(10);
      refused(await post(key, '/dependencias', body), 409, UNDER_WAY);
    });
    const made = await (first as Promise<Answer>);
    assert.equal(made.status, 201);
    isReplay(await post(key, '/dependencias', body), made);
  });

  test('keeps the record and its answer together: where the answer can’t be kept, no record is made', async () => {
    await db.query('ALTER TABLE idempotencias ADD CONSTRAINT nada CHECK (false) NOT VALID');
    const key = randomUUID();
    const body = { nombre: 'Ninguna' };
    const before = await count('dependencias');
    try {
      assert.equal((await post(key, '/dependencias', body)).status, 500);
      assert.equal(await count('dependencias'), before);
    } finally {
      await db.query('ALTER TABLE idempotencias DROP CONSTRAINT nada');
    }
    assert.equal((await post(key, '/dependencias', body)).status, 201);
  });

  test('keeps answers for 24 hours, and then removes them', async () => {
    const [young, old] = [randomUUID(), randomUUID()];
    const first = await post(young, '/dependencias', { nombre: 'Joven' });
    await db.query(`UPDATE idempotencias SET creada = now() - interval '23 hours 59 minutes'`);
    await post(old, '/dependencias', { nombre: 'Vieja' });
    await db.query(
      `UPDATE idempotencias SET creada = now() - interval '24 hours 1 minute' WHERE creada > now() - interval '1 hour'`,
    );
    isReplay(await post(young, '/dependencias', { nombre: 'Joven' }), first);
    // Its time over, a key is new, and may come with anything, even before the old answer has been removed.
    assert.equal((await post(old, '/dependencias', { nombre: 'Vieja' })).status, 409);
    const again = await post(old, '/dependencias', { nombre: 'Otra vez' });
    assert.equal(again.status, 201);
    isReplay(await post(old, '/dependencias', { nombre: 'Otra vez' }), again);
    await db.query(
      `UPDATE idempotencias SET creada = now() - interval '25 hours' WHERE respuesta LIKE '%Otra vez%'`,
    );
    await removeOldAnswers(db);
    const kept = await db.query('SELECT respuesta FROM idempotencias');
    assert.deepEqual(kept, [{ respuesta: first.text }]);
    // The service removes them when it starts.
    await db.query(`UPDATE idempotencias SET creada = now() - interval '25 hours'`);
    await withApp({}, () =>
      until('none is left', async () => (await count('idempotencias')) === 0),
    );
  });

  test('has 1 to 255 characters that a quoted text may have', async () => {
    const before = await count('dependencias');
    const quoted = ['"', '"a', 'a"b', '""'];
    const malformed = ['', ' ', 'a b', 'a, b', ...quoted, 'a\\b', 'ñ', 'x'.repeat(256)];
    for (const key of malformed) {
      refused(await post(key, '/dependencias', { nombre: 'Una' }), 400, [MALFORMED]);
    }
    assert.equal(await count('dependencias'), before);
    assert.equal((await post('x'.repeat(255), '/dependencias', { nombre: 'Una' })).status, 201);
  });

  test('is not stored as it was sent, nor are passwords and tokens', async () => {
    const key = randomUUID();
    assert.equal((await post(key, '/users', user)).status, 201);
    const { nombreCompleto: _, ...credentials } = user;
    for (let attempt = 0; attempt < 2; attempt++) {
      const login = await post(key, '/auth/login', credentials, 'nobody');
      assert.equal(login.status, 200);
      assert.equal(login.headers.get('idempotency-replayed'), null);
    }
    const rows = await db.query<{ todo: string }>('SELECT i::text AS todo FROM idempotencias i');
    assert.equal(rows.length, 1);
    for (const text of [key, user.password, '$argon2', 'eyJ']) {
      assert.ok(!rows[0]?.todo.includes(text), text);
    }
  });

  test('is ignored by other methods', async () => {
    const headers = { 'idempotency-key': 'a b' };
    assert.equal((await call('user', 'GET', '/obras/1', undefined, { headers })).status, 200);
    const patched = await call('admin', 'PATCH', '/obras/1', { nombre: 'Otro' }, { headers });
    assert.equal(patched.status, 200);
  });
});
