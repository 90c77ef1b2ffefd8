import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  base,
  call,
  obraBody,
  otherApp,
  people,
  reset,
  someCatalog,
  tokenOf,
  type Who,
} from './world.ts';

// Every endpoint of the specification (section 4) with every kind of caller. What a request may do is shown by
// requests whose outcome, once let in, is known: a refusal of the body, a 404, or the answer itself.

type Caller = 'nobody' | 'inactive' | 'user' | 'other' | 'admin';
type Outcome = Record<Caller, number>;

const none = (status: number): Outcome => ({
  nobody: status,
  inactive: status,
  user: status,
  other: status,
  admin: status,
});
const token = (status: number): Outcome => ({ ...none(status), nobody: 401, inactive: 401 });
const admin = (status: number): Outcome => ({ ...token(status), user: 403, other: 403 });
const ownerOrAdmin = (status: number): Outcome => ({ ...token(status), other: 403 });
const owner = (status: number): Outcome => ({ ...ownerOrAdmin(status), admin: 403 });

const user = people.user.id;
const bad = { nada: true };

const MATRIX: [method: string, path: string, body: unknown, outcome: Outcome][] = [
  ['POST', '/auth/login', bad, none(400)],
  ['GET', '/obras', undefined, token(200)],
  ['GET', '/obras/1', undefined, token(200)],
  ['POST', '/obras', bad, admin(400)],
  ['PATCH', '/obras/1', {}, admin(200)],
  ['DELETE', '/obras/99', undefined, admin(404)],
  ['GET', '/users', undefined, admin(200)],
  ['POST', '/users', bad, admin(400)],
  ['GET', `/users/${user}`, undefined, ownerOrAdmin(200)],
  ['PATCH', `/users/${user}`, {}, ownerOrAdmin(200)],
  ['GET', `/users/${user}/favorites`, undefined, ownerOrAdmin(200)],
  ['POST', `/users/${user}/favorites/99`, undefined, owner(404)],
  ['DELETE', `/users/${user}/favorites/99`, undefined, owner(404)],
  ['GET', '/ejercicio-fiscal', undefined, token(200)],
  ['GET', '/ejercicio-fiscal/activos', undefined, token(200)],
  ['GET', '/ejercicio-fiscal/1', undefined, token(200)],
  ['POST', '/ejercicio-fiscal', bad, token(400)],
  ['PATCH', '/ejercicio-fiscal/1', {}, token(200)],
  ['DELETE', '/ejercicio-fiscal/99', undefined, token(404)],
  ['GET', '/catalogos/tipo-proyecto', undefined, token(200)],
  ['GET', '/catalogos/tipo-proyecto/1', undefined, token(200)],
  ['POST', '/catalogos/tipo-proyecto', bad, token(400)],
  ['PATCH', '/catalogos/tipo-proyecto/1', {}, token(200)],
  ['DELETE', '/catalogos/tipo-proyecto/99', undefined, token(404)],
  ['GET', '/localidad', undefined, token(200)],
  ['GET', '/localidad/1', undefined, token(200)],
  ['POST', '/localidad', bad, token(400)],
  ['PATCH', '/localidad/1', {}, token(200)],
  ['DELETE', '/localidad/999999', undefined, token(404)],
  ['GET', '/municipios', undefined, token(200)],
  ['GET', '/estatus-obra', undefined, token(200)],
  ['GET', '/dependencias', undefined, none(200)],
  ['GET', '/dependencias/1', undefined, none(200)],
  ['POST', '/dependencias', bad, none(400)],
  ['PATCH', '/dependencias/1', {}, none(200)],
  ['DELETE', '/dependencias/99', undefined, none(404)],
  ['GET', '/bitacora', undefined, admin(200)],
  ['GET', '/obras/1/historial', undefined, admin(200)],
];

/** Writes that STRICT_ACCESS leaves to admins. */
const STRICT = /^\/(dependencias|ejercicio-fiscal|catalogos\/tipo-proyecto|localidad)/;

const CALLERS: Caller[] = ['nobody', 'inactive', 'user', 'other', 'admin'];

async function check(url: string, method: string, path: string, body: unknown, outcome: Outcome) {
  for (const who of CALLERS) {
    const { status, text, body: error } = await call(who, method, path, body, { url });
    assert.equal(status, outcome[who], `${who}: ${text}`);
    if (status === 401) assert.equal(error.message, 'Unauthorized');
  }
}

describe('access', () => {
  before(async () => {
    await reset();
    await someCatalog();
    assert.equal((await call('admin', 'POST', '/obras', obraBody())).status, 201);
  });

  for (const [method, path, body, outcome] of MATRIX) {
    test(`${method} ${path.replace(user, ':id')}`, () => check(base, method, path, body, outcome));
  }

  test('with STRICT_ACCESS the catalogs are written by admins alone', async () => {
    const strict = await otherApp({ STRICT_ACCESS: true });
    try {
      for (const [method, path, body, outcome] of MATRIX) {
        const changed = STRICT.test(path) && method !== 'GET' ? admin(outcome.admin) : outcome;
        await check(strict.url, method, path, body, changed);
      }
    } finally {
      await strict.close();
    }
  });

  test('the matrix names every documented operation', async () => {
    const { paths } = (await (await fetch(`${base}/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    const documented = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const covered = MATRIX.map(
      ([method, path]) =>
        `${method} ${path
          .replace(user, '{id}')
          .replace(/favorites\/\d+/, 'favorites/{obraId}')
          .replace(/\/\d+(?=\/|$)/, '/{id}')}`,
    );
    assert.deepEqual(covered.sort(), documented.sort());
  });

  test('HEAD is guarded like GET', async () => {
    for (const [method, path, , outcome] of MATRIX.filter(([method]) => method === 'GET')) {
      assert.equal(method, 'GET');
      for (const who of ['nobody', 'user'] as Who[]) {
        const { status } = await call(who, 'HEAD', path);
        assert.equal(status, outcome[who as Caller], `${who} ${path}`);
      }
    }
  });

  test('odd spellings of a guarded path are no way around', async () => {
    const spellings = [
      '//obras',
      '/obras/',
      '/OBRAS',
      '/%6fbras',
      '/obras;x=1',
      '/./obras',
      '/obras%2f1',
    ];
    for (const path of spellings) {
      const { status } = await fetch(base + path, { redirect: 'manual' });
      assert.ok(status === 401 || status === 404, `${path}: ${status}`);
    }
    const inside = await fetch(`${base}/%6fbras`, {
      headers: { authorization: `Bearer ${await tokenOf('user')}` },
    });
    assert.equal(inside.status, 200);
  });
});
