import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { ownPostgres, type Postgres, until } from './postgres.ts';
import {
  assertUnavailable,
  assertWhole,
  HASTY,
  newRegistry,
  obraBody,
  type Registry,
  type Reply,
  tally,
} from './registry.ts';

describe('PostgreSQL goes away while requests run, and comes back', () => {
  let server: Postgres;
  let registry: Registry;
  before(async () => {
    server = await ownPostgres();
    registry = await newRegistry({ ...(await server.environment()), ...HASTY });
  });
  after(() => registry?.service.stop());

  /**
   * Eight clients write and read while `fault` happens, which may wait for what they are answered. Every answered obra must
   * be there afterwards, and every refusal must be as documented.
   */
  async function during(fault: (replies: Reply[]) => Promise<void>): Promise<void> {
    const replies: Reply[] = [];
    const made: string[] = [];
    let isOver = false;
    const client = async (isWriter: boolean) => {
      while (!isOver) {
        const body = obraBody();
        const reply = isWriter
          ? await registry.call('POST', '/obras', body)
          : await registry.call('GET', '/obras?limit=1');
        replies.push(reply);
        if (reply.status === 201) made.push(body.claveUnica);
        else if (reply.status !== 200) assertUnavailable(reply);
        // A client that is refused does not come back at once.
        if (reply.status === 503) await setTimeout(100);
      }
    };
    const clients = Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((n) => client(n % 2 === 0)));
    const work = async () => {
      await until('requests run', () => made.length > 20);
      await fault(replies);
      const before = made.length;
      await until('writes go through again', () => made.length > before + 20);
    };
    try {
      await Promise.race([work(), clients]);
    } finally {
      isOver = true;
    }
    await clients;
    const obras = await registry.obras();
    assertWhole(obras);
    const stored = new Set(obras.map(({ claveUnica }) => claveUnica));
    for (const clave of made) assert.ok(stored.has(clave), `${clave} was answered and is gone`);
  }

  /** Waits until so many more requests are answered with this status. */
  const more = (replies: Reply[], status: number, count: number) => {
    const number = () => tally(replies)[status] ?? 0;
    const before = number();
    return until(`${count} answers ${status}`, () => number() >= before + count);
  };

  for (const mode of ['fast', 'immediate'] as const) {
    test(`stopped (${mode}) and started`, () =>
      during(async (replies) => {
        await server.stop(mode);
        await more(replies, 503, 8);
        assertUnavailable(await registry.call('GET', '/obras/1'));
        assertUnavailable(await registry.call('POST', '/obras', obraBody()));
        await server.start();
      }));
  }

  test('every backend terminated, ten times over', () =>
    during(async (replies) => {
      for (let round = 0; round < 10; round++) {
        await server.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`);
        await more(replies, 201, 2);
      }
    }));

  test('its first process frozen: who has a connection goes on', () =>
    during(async (replies) => {
      server.freeze('first');
      await more(replies, 201, 50);
      await more(replies, 200, 50);
      server.thaw();
    }));

  test('all of it frozen: nobody waits until it is back, and the service lives', () =>
    during(async (replies) => {
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
      await more(replies, 503, 8);
      server.thaw();
    }));
});
