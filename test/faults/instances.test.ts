import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { ACCOUNT_FAILURES } from '../../src/core/auth/sign-in.ts';
import { NO_SESSION, session } from '../process.ts';
import { logInAt } from '../wire.ts';
import { newUser, patchUser } from './pair.ts';
import { BARE, ownPostgres, type Postgres, until } from './postgres.ts';
import {
  ADMIN,
  assertNumbered,
  assertWhole,
  inThisProcess,
  LOGIN,
  logIn,
  newRegistry,
  obraBody,
  openRegistry,
  versionBody,
} from './registry.ts';

describe('two instances on one PostgreSQL', () => {
  let server: Postgres;
  before(async () => {
    server = await ownPostgres();
  });

  test('that start at once on an empty database both come up, with one schema and one administrator', async () => {
    for (let round = 0; round < 3; round++) {
      const environment = { ...ADMIN, ...(await server.environment(BARE)) };
      const services = await Promise.all([inThisProcess(environment), inThisProcess(environment)]);
      const first = services.filter(({ output }) => output().includes('Primer administrador'));
      assert.equal(first.length, 1);
      for (const service of services) {
        const { call } = await openRegistry(environment, async () => service);
        assert.equal((await call('GET', '/users')).body.length, 1);
        assert.equal((await call('GET', '/municipios')).body.length, 106);
        await service.stop();
      }
    }
  });

  test('that write at once lose and double no work', async () => {
    const environment = await server.environment();
    const one = await newRegistry(environment);
    const other = await openRegistry(environment, inThisProcess);
    const made = new Map<string, number>();
    const shared = await one.made('/obras', obraBody());
    await Promise.all(
      [one, other, one, other, one, other].map(async ({ call }, writer) => {
        for (let n = 0; n < 15; n++) {
          const body = obraBody();
          const { status, body: obra } = await call('POST', '/obras', body);
          assert.equal(status, 201, JSON.stringify(obra));
          made.set(body.claveUnica, obra.id);
          // All write the same obra; whichever comes last, it is of one writer.
          const changed = await call('PATCH', `/obras/${shared.id}`, versionBody(`de ${writer}`));
          assert.equal(changed.status, 200);
          // An answer of one is shown by the other.
          const seen = await (n % 2 ? one : other).call('GET', `/obras/${obra.id}`);
          assert.equal(seen.body.claveUnica, body.claveUnica);
        }
      }),
    );
    for (const { obras } of [one, other]) {
      const list = await obras();
      assertWhole(list);
      assertNumbered(list);
      assert.equal(list.length, made.size + 1);
      for (const [clave, id] of made) {
        assert.equal(list.find((obra) => obra.id === id)?.claveUnica, clave);
      }
    }
    for (const { service } of [one, other]) assert.equal(await service.stop(), 0);
  });

  test('both refuse who lost a right at one: writes at once, reads after what is kept', async () => {
    const environment = await server.environment();
    const one = await newRegistry(environment, inThisProcess);
    const other = await openRegistry(environment, inThisProcess);
    assert.equal((await one.made('/obras', obraBody())).id, 1);
    const read = ['GET', '/obras/1'] as const;
    let day = 0;
    // The change at one, and then the statuses of a write and a read at the other.
    const cases: [roles: string, end: string, change: object, write: number, read: number][] = [
      ['user', '', { isActive: false }, NO_SESSION, NO_SESSION],
      ['user', '', { password: 'otra-secreta' }, NO_SESSION, NO_SESSION],
      ['user', '/dependencias', { dependenciaIds: [] }, 403, 200],
      ['admin', '', { roles: 'user' }, 403, 200],
    ];
    for (const [roles, end, change, writes, reads] of cases) {
      const what = JSON.stringify(change);
      const email = `a${what.length}@b.mx`;
      const { id, password } = await newUser(one, email, roles);
      if (roles === 'user') await patchUser(one, `${id}/dependencias`, { dependenciaIds: [1] });
      const call = await session(other.service.url, email, password);
      const status = async (...asked: Parameters<typeof call>) => (await call(...asked)).status;
      // Kept there, the answer and who asks for it.
      for (let i = 0; i < 3; i++) assert.equal(await status(...read), 200);
      const write = () => {
        day += 1;
        const report = { fechaCorte: `2026-01-0${day}`, avanceFisico: day };
        return roles === 'admin'
          ? status('PATCH', '/obras/1', { nombre: `Obra ${day}` })
          : status('POST', '/obras/1/avances', report);
      };
      assert.equal(await write(), roles === 'admin' ? 200 : 201);
      await patchUser(one, id + end, change);
      assert.equal(await write(), writes, what);
      await until(`reads get ${reads}`, async () => (await status(...read)) === reads);
    }
    // A login that fails too often is closed at the instance that counted it, and at no other.
    const login = async ({ service }: typeof one, password = LOGIN.password) =>
      (await logInAt(service.url, { ...LOGIN, password })).status;
    for (let i = 0; i < ACCOUNT_FAILURES; i++) assert.equal(await login(one, 'otra'), NO_SESSION);
    assert.equal(await login(one), 429);
    assert.equal(await login(other), 200);
    for (const { service } of [one, other]) assert.equal(await service.stop(), 0);
  });

  test('both refuse a session that ended at one as soon as that has answered', async () => {
    const environment = await server.environment();
    const one = await newRegistry(environment, inThisProcess);
    const other = await openRegistry(environment, inThisProcess);
    for (const query of ['', '?todas=true']) {
      const headers = { authorization: `Bearer ${(await logIn(one)).token}` };
      const read = async () => (await fetch(`${other.service.url}/municipios`, { headers })).status;
      // Kept there, the answer and who asks for it.
      for (let i = 0; i < 3; i++) assert.equal(await read(), 200);
      const end = `${one.service.url}/auth/logout${query}`;
      assert.equal((await fetch(end, { method: 'POST', headers })).status, 200);
      assert.equal(await read(), NO_SESSION);
    }
    for (const { service } of [one, other]) assert.equal(await service.stop(), 0);
  });

  test('a second SIGTERM ends at once the requests that the first waits for, none half-written', async () => {
    const environment = await server.environment();
    const registry = await newRegistry(environment);
    const obra = await registry.made('/obras', obraBody());
    await server.client(async (other) => {
      await other.query('BEGIN');
      await other.query('LOCK TABLE ubicaciones IN ACCESS EXCLUSIVE MODE');
      const change = registry.call('PATCH', `/obras/${obra.id}`, versionBody('otra'));
      await until('the change waits', async () => (await server.waits(environment)) > 0);
      registry.service.process.kill('SIGTERM');
      await until('it is stopping', () => registry.service.output().includes('deteniendo'));
      assert.equal(await registry.service.stop('SIGTERM'), 1);
      assert.equal((await change).status, 0);
    }, environment);
    const again = await openRegistry(environment, inThisProcess);
    assert.deepEqual(await again.obras(), [obra]);
    assert.equal(await again.service.stop(), 0);
  });
});
