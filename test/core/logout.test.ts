import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { isHere } from '../features.ts';
import { holdingApp, importFile } from '../imports.ts';
import { NO_SESSION } from '../process.ts';
import {
  addressFor,
  base,
  call,
  count,
  db,
  emailOf,
  get,
  newObra,
  otherApp,
  password,
  people,
  reset,
  resetWithCatalog,
  tokenOf,
  unauthorized,
} from '../world.ts';

const me = people.user.id;
const login = async (email = emailOf('user')): Promise<string> => {
  const answer = await call('nobody', 'POST', '/auth/login', { email, password });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.access_token;
};
const leave = (token: string, query = '') => call({ token }, 'POST', `/auth/logout${query}`);
const read = (token: string, path = '/ejercicio-fiscal', url = base) =>
  call({ token }, 'GET', path, undefined, { url });

describe('POST /auth/logout', () => {
  beforeEach(reset);

  test('ends the token that it comes with, at every door', async () => {
    const token = await login();
    // As a client that asks the same again and again, which is answered ahead of all hooks.
    for (let i = 0; i < 3; i++) assert.equal((await read(token)).status, 200);
    const answer = await leave(token);
    assert.deepEqual([answer.status, answer.body], [200, { message: 'Terminó esta sesión.' }]);
    for (const [method, path, body] of [
      ['GET', '/ejercicio-fiscal'],
      ['HEAD', '/ejercicio-fiscal'],
      ['GET', `/users/${me}`],
      ['GET', '/seguimiento.csv'],
      ['POST', '/ejercicio-fiscal', { anio: 2030 }],
      ['PATCH', `/users/${me}`, { nombreCompleto: 'Otro nombre' }],
      ['POST', `/users/${me}/favorites/1`],
      ['POST', '/auth/logout'],
      ['POST', '/auth/logout?todas=true'],
    ] as const) {
      const { status } = await call({ token }, method, path, body);
      assert.equal(status, NO_SESSION, `${method} ${path}`);
    }
    unauthorized(await read(token));
    unauthorized(await read(`${token}=`));
  });

  test('leaves the other sessions of the user, and those of other users', async () => {
    const [mine, phone, others] = [await login(), await login(), await login(emailOf('other'))];
    await leave(mine);
    for (const token of [phone, others, await login()]) {
      assert.equal((await read(token)).status, 200);
    }
    unauthorized(await read(mine));
    await leave(phone);
    unauthorized(await read(phone));
    unauthorized(await read(mine));
  });

  test('with todas=true ends all sessions of the user, the newest too, and no other user’s', async () => {
    const [mine, phone, others] = [await login(), await login(), await login(emailOf('other'))];
    const answer = await leave(mine, '?todas=true');
    assert.deepEqual(answer.body, { message: 'Terminaron todas sus sesiones.' });
    unauthorized(await read(mine));
    unauthorized(await read(phone));
    assert.equal((await read(others)).status, 200);
    assert.equal((await read(await login())).status, 200);
  });

  for (const query of ['', '?todas=true']) {
    test(`${query} ends the token that a change of password has kept`, async () => {
      const token = await login();
      const change = { password: 'otra-secreta' };
      assert.equal((await call({ token }, 'PATCH', `/users/${me}`, change)).status, 200);
      assert.equal((await read(token)).status, 200);
      await leave(token, query);
      unauthorized(await read(token));
    });
  }

  test('is refused without a valid token, and answers 400 to an unknown value of todas', async () => {
    unauthorized(await call('nobody', 'POST', '/auth/logout'));
    unauthorized(await leave('a.b.c'));
    unauthorized(await leave(await tokenOf('user', 100_000)));
    const token = await login();
    for (const query of ['?todas=si', '?todas=1', '?todas=true&todas=true']) {
      const answer = await leave(token, query);
      assert.equal(answer.status, 400);
      assert.match(answer.body.message[0], /^todas /);
    }
    assert.equal((await read(token)).status, 200);
    assert.equal((await leave(token, '?todas=false')).body.message, 'Terminó esta sesión.');
  });

  test('is noticed by every service, with a cache or without', async (t) => {
    const services = [await otherApp({}), await otherApp({ CACHE_MB: 0 })];
    for (const { close } of services) t.after(close);
    for (const query of ['', '?todas=true']) {
      const [mine, phone] = [await login(), await login()];
      const at = async (token: string, url: string) =>
        (await read(token, '/municipios', url)).status;
      const statuses = (token: string) => Promise.all(services.map(({ url }) => at(token, url)));
      for (const token of [mine, mine, phone]) assert.deepEqual(await statuses(token), [200, 200]);
      await leave(mine, query);
      assert.deepEqual(await statuses(mine), [NO_SESSION, NO_SESSION]);
      assert.deepEqual(await statuses(phone), query ? [NO_SESSION, NO_SESSION] : [200, 200]);
    }
  });

  test('sent twice at once is answered twice, or refused the second time', async () => {
    const token = await login();
    for (const { status } of await Promise.all([leave(token), leave(token)])) {
      assert.ok([200, NO_SESSION].includes(status), String(status));
    }
    unauthorized(await read(token));
    assert.equal(await count('sesiones_terminadas'), 1);
  });

  test('changes no answer about the user, and has no row in the ledger', async () => {
    const before = await get(`/users/${me}`, 'admin');
    const entries = await count('bitacora');
    const tokens = [await login(), await login()];
    await leave(tokens[0] as string);
    await leave(tokens[1] as string, '?todas=true');
    const after = await get(`/users/${me}`, 'admin');
    assert.deepEqual(after.body, before.body);
    assert.equal(after.headers.get('etag'), before.headers.get('etag'));
    assert.equal(await count('bitacora'), entries + tokens.length, 'the logins alone');
  });

  test('keeps the digest of a token until a day after it has expired, and never the token', async () => {
    const [old, young] = [await login(), await login()];
    await leave(old);
    const rows = await db.query<{ huella: string; left: number }>(
      `SELECT huella, extract(epoch FROM vence - now())::float8 AS left FROM sesiones_terminadas`,
    );
    assert.match(rows[0]?.huella ?? '', /^[\w-]{43}$/);
    assert.ok(!old.includes(rows[0]?.huella ?? ''));
    const { exp, iat } = JSON.parse(Buffer.from(old.split('.')[1] ?? '', 'base64url').toString());
    assert.ok(Math.abs((rows[0]?.left ?? 0) - (exp - iat)) < 60, String(rows[0]?.left));
    for (const [age, kept] of [
      ['23 hours', 1],
      ['25 hours', 0],
    ] as const) {
      const own = `WHERE huella = '${rows[0]?.huella}'`;
      await db.query(`UPDATE sesiones_terminadas SET vence = now() - interval '${age}' ${own}`);
      await leave(await login());
      assert.equal(await count(`sesiones_terminadas ${own}`), kept, age);
    }
    assert.equal((await read(young)).status, 200);
  });

  test('ignores Idempotency-Key: sent again it is refused', async () => {
    const token = await login();
    const options = { headers: { 'idempotency-key': 'una-vez' } };
    const send = () => call({ token }, 'POST', '/auth/logout', undefined, options);
    assert.equal((await send()).status, 200);
    unauthorized(await send());
  });
});

describe('a session that ended', () => {
  before(async () => {
    await resetWithCatalog();
    await newObra();
  });

  test('reads as a caller without a token where PUBLIC_READ lets it', async (t) => {
    const url = await addressFor(t, { PUBLIC_READ: true });
    const token = await login();
    for (let i = 0; i < 3; i++) assert.equal((await read(token, '/obras/1', url)).status, 200);
    await leave(token);
    assert.equal((await read(token, '/obras/1', url)).status, 200);
    unauthorized(await read(token, `/users/${me}/favorites`, url));
  });

  test('leaves HTTP Basic working, which signs in each time', async () => {
    const pair = Buffer.from(`${emailOf('user')}:${password}`).toString('base64');
    const headers = { authorization: `Basic ${pair}` };
    const door = isHere('/ogc') ? '/ogc/collections' : '/seguimiento';
    const map = () => call('nobody', 'GET', door, undefined, { headers });
    assert.equal((await map()).status, 200);
    await leave(await login());
    await leave(await login(), '?todas=true');
    assert.equal((await map()).status, 200);
  });
});

describe('an import during which its administrator logs out', () => {
  const FILE =
    'claveUnica,nombre,monto,ejercicioFiscal,dependencia,municipio,estatus\nUNA-1,Una,1,2026,Secretaría de Obras,Mérida,Planeada\n';

  beforeEach(resetWithCatalog);

  const ends = [
    ['one session', '', 200],
    ['all sessions', '?todas=true', NO_SESSION],
  ] as const;
  for (const [what, query, status] of isHere('/obras/importacion') ? ends : []) {
    test(`answers ${status} at its end where ${what} ended`, async (t) => {
      const held = await holdingApp();
      t.after(held.close);
      const token = await login(emailOf('admin'));
      const { reached, letGo } = held.hold('writing');
      const answering = importFile(FILE, '', { who: { token }, url: held.url });
      await reached;
      await leave(token, query);
      letGo();
      const answer = await answering;
      assert.equal(answer.status, status, answer.text);
      assert.equal(await count('obras'), status === 200 ? 1 : 0);
      unauthorized(await read(token));
    });
  }
});
