import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { ownPostgres, type Postgres, until } from './postgres.ts';
import {
  assertUnavailable,
  HASTY,
  type Load,
  newRegistry,
  obraBody,
  type Registry,
  tally,
  underLoad,
} from './registry.ts';

describe('PostgreSQL goes away while requests run, and comes back', () => {
  let server: Postgres;
  let registry: Registry;
  before(async () => {
    server = await ownPostgres();
    registry = await newRegistry({ ...(await server.environment()), ...HASTY });
  });
  after(() => registry?.service.stop());

  /** Eight clients write and read while `fault` happens, and write again afterwards. */
  const during = async (fault: (load: Load) => Promise<void>) => {
    const clients = { paths: ['/obras?limit=1'], readers: 4, writers: 4 };
    await underLoad([registry], clients, async (load) => {
      await until('requests run', () => count(load, 201) > 20);
      await fault(load);
      await more(load, 201, 20);
    });
  };

  const count = ({ reads, written }: Load, status: number) =>
    tally([...reads, ...written])[status] ?? 0;

  /** Waits until so many more requests are answered with this status. */
  const more = (load: Load, status: number, number: number) => {
    const before = count(load, status);
    return until(`${number} answers ${status}`, () => count(load, status) >= before + number);
  };

  for (const mode of ['fast', 'immediate'] as const) {
    test(`a server that is stopped (${mode}) and started answers 503 meanwhile, and serves again`, () =>
      during(async (load) => {
        await server.stop(mode);
        await more(load, 503, 8);
        assertUnavailable(await registry.call('GET', '/obras/1'));
        assertUnavailable(await registry.call('POST', '/obras', obraBody()));
        await server.start();
      }));
  }

  test('a server of which every backend is terminated ten times over serves again each time', () =>
    during(async (load) => {
      for (let round = 0; round < 10; round++) {
        await server.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`);
        await more(load, 201, 2);
      }
    }));

  test('a server with a frozen first process goes on for the connections that are there', () =>
    during(async (load) => {
      server.freeze('first');
      await more(load, 201, 50);
      await more(load, 200, 50);
      server.thaw();
    }));

  test('a server frozen whole gets every waiting request 503, and the service lives', () =>
    during(async (load) => {
      server.freeze('all');
      // Logins as well, which wait for their hash besides.
      const hanging = Array.from({ length: 100 }, (_, i) =>
        i % 2 === 0
          ? registry.call('GET', `/obras?limit=1&page=${i + 1}`)
          : registry.call('POST', '/auth/login', { email: `${i}@ejemplo.mx`, password: 'x' }),
      );
      let waiting = hanging.length;
      for (const each of hanging) each.finally(() => waiting--).catch(() => {});
      let meanwhile = 0;
      while (waiting > 0) {
        assert.equal((await registry.call('GET', '/health/live')).status, 200);
        if (waiting > 0) meanwhile += 1;
        await setTimeout(100);
      }
      assert.ok(meanwhile > 0, '/health/live waits with the others');
      for (const reply of await Promise.all(hanging)) assertUnavailable(reply);
      await more(load, 503, 8);
      server.thaw();
    }));
});
