import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { ownPostgres, type Postgres, signal, until } from './postgres.ts';
import {
  assertUnavailable,
  assertWhole,
  newRegistry,
  obraBody,
  type Registry,
  type Reply,
  tally,
} from './registry.ts';

/** How long a server stays frozen: longer than any request may take, milliseconds. */
const AWAY = 12_000;

describe('PostgreSQL goes away while requests run, and comes back', () => {
  let server: Postgres;
  let registry: Registry;
  before(async () => {
    server = await ownPostgres();
    registry = await newRegistry(await server.environment());
  });
  after(() => registry?.service.stop());

  /**
   * Eight clients write and read while `fault` happens. `call` checks that each answer comes within 10 seconds. Every
   * answered obra must be there afterwards, and every refusal must be as documented.
   */
  async function during(fault: () => Promise<void>): Promise<Reply[]> {
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
    await Promise.race([until('requests run', () => made.length > 20), clients]);
    await fault();
    const before = made.length;
    await Promise.race([
      until('writes go through again', () => made.length > before + 20),
      clients,
    ]);
    isOver = true;
    await clients;
    const obras = await registry.obras();
    assertWhole(obras);
    const stored = new Set(obras.map(({ claveUnica }) => claveUnica));
    for (const clave of made) assert.ok(stored.has(clave), `${clave} was answered and is gone`);
    return replies;
  }

  for (const mode of ['fast', 'immediate'] as const) {
    test(`stopped (${mode}) and started`, async () => {
      const replies = await during(async () => {
        await server.stop(mode);
        assertUnavailable(await registry.call('GET', '/obras/1'));
        assertUnavailable(await registry.call('POST', '/obras', obraBody()));
        await server.start();
      });
      assert.ok(tally(replies)[503], 'nobody met the stopped server');
    });
  }

  test('every backend terminated, ten times over', async () => {
    await during(async () => {
      for (let round = 0; round < 10; round++) {
        await server.client((client) =>
          client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`),
        );
        await setTimeout(100);
      }
    });
  });

  test('its first process frozen: who has a connection goes on', async () => {
    await during(async () => {
      for (const pid of server.processes(false)) signal(pid, 'SIGSTOP');
      await setTimeout(AWAY);
      for (const pid of server.processes(false)) signal(pid, 'SIGCONT');
    });
  });

  test('all of it frozen: nobody waits for more than 10 seconds, and the service lives', async () => {
    const replies = await during(async () => {
      const frozen = server.processes(true);
      for (const pid of frozen) signal(pid, 'SIGSTOP');
      const end = performance.now() + AWAY;
      // Logins as well, which wait for their hash besides.
      const hanging = Array.from({ length: 100 }, (_, i) =>
        i % 2 === 0
          ? registry.call('GET', `/obras?limit=1&page=${i + 1}`)
          : registry.call('POST', '/auth/login', { email: `${i}@ejemplo.mx`, password: 'x' }),
      );
      let doAllWait = true;
      Promise.race(hanging).then(() => {
        doAllWait = false;
      });
      let meanwhile = 0;
      while (performance.now() < end) {
        assert.equal((await registry.call('GET', '/health/live')).status, 200);
        if (doAllWait) meanwhile += 1;
        await setTimeout(100);
      }
      assert.ok(meanwhile > 0, '/health/live waits with the others');
      for (const pid of frozen) signal(pid, 'SIGCONT');
      for (const reply of await Promise.all(hanging)) assertUnavailable(reply);
    });
    assert.ok(tally(replies)[503], 'nobody met the frozen server');
  });
});
