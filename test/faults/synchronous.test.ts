import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { ownPostgres, until } from './postgres.ts';
import {
  assertLedgerAgrees,
  assertUnavailable,
  assertWhole,
  LOGIN,
  newRegistry,
  obraBody,
  type Reply,
} from './registry.ts';

/** The pool's connections and the one that hears of changes. */
const CONNECTIONS = 11;
/** Backends whose commit is being given up, and the administrator's. */
const PASSING = 4;

test('while a synchronous standby is away writes get 503, reads go on, and no backend is left waiting', async (_t) => {
  const server = await ownPostgres();
  const registry = await newRegistry(await server.environment());
  const change = (sql: string) =>
    server.client(async (client) => {
      await client.query(sql);
      await client.query('SELECT pg_reload_conf()');
    });
  const first = await registry.call('POST', '/obras', obraBody());
  assert.equal(first.status, 201);
  await change(`ALTER SYSTEM SET synchronous_standby_names = 'FIRST 1 (*)'`);

  const login = () => registry.call('POST', '/auth/login', LOGIN);
  for (let round = 0; round < 3; round++) {
    const writes: Promise<Reply>[] = [];
    for (let n = 0; n < 12; n++) {
      writes.push(n % 3 === 0 ? login() : registry.call('POST', '/obras', obraBody()));
    }
    for (const reply of await Promise.all(writes)) assertUnavailable(reply);
    await until('lists are read', async () => {
      return (await registry.call('GET', '/obras?limit=1')).status === 200;
    });
    const backends = await server.client(async (client) => {
      const { rows } = await client.query<{ n: number }>(
        `SELECT count(*)::integer AS n FROM pg_stat_activity WHERE backend_type = 'client backend'`,
      );
      return rows[0]?.n ?? 0;
    });
    assert.ok(backends <= CONNECTIONS + PASSING, `${backends} backends after round ${round}`);
  }

  await change('ALTER SYSTEM RESET synchronous_standby_names');
  await until('writes go through again', async () => {
    return (await registry.call('POST', '/obras', obraBody())).status === 201;
  });
  // A write that was given up has been done or not, but whole, and the ledger knows.
  await setTimeout(1_000);
  assertWhole(await registry.obras());
  await assertLedgerAgrees(registry);
  assert.equal(await registry.service.stop(), 0);
});
