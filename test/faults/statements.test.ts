import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, describe, test } from 'node:test';
import type pg from 'pg';
import { ownPostgres, type Postgres, until } from './postgres.ts';
import {
  assertUnavailable,
  assertWhole,
  newRegistry,
  type Obra,
  obraBody,
  type Registry,
  type Reply,
  tally,
  versionBody,
} from './registry.ts';

describe('statements that PostgreSQL can’t end well', () => {
  let server: Postgres;
  let environment: Record<string, string>;
  let registry: Registry;
  let obra: Obra;
  before(async () => {
    server = await ownPostgres();
  });
  beforeEach(async () => {
    environment = await server.environment();
    registry = await newRegistry(environment);
    obra = (await registry.call('POST', '/obras', obraBody())).body;
  });
  afterEach(async () => {
    await registry.service.stop();
  });

  /** Runs work in a transaction that somebody else holds open, and rolls it back. */
  const beside = <T>(work: (other: pg.Client) => Promise<T>) =>
    server.client(async (other) => {
      await other.query('BEGIN');
      return await work(other);
    }, environment);

  /** Waits until so many statements of the service's wait for a lock. */
  const waiting = (count: number) =>
    until(`${count} statements wait`, () =>
      server.client(async (client) => {
        const { rows } = await client.query(`SELECT count(*)::integer AS n FROM pg_stat_activity
          WHERE application_name = 'registro-obras' AND wait_event_type = 'Lock'`);
        return rows[0].n >= count;
      }, environment),
    );

  test('a lock on a whole table fills the pool: 503 for all, and then everything as before', async () => {
    // Creates in one year take a connection between them, changes one each.
    const bodies = Array.from({ length: 20 }, () => obraBody());
    const writeAll = (changes: number) => [
      ...bodies.map((body) => registry.call('POST', '/obras', body)),
      ...bodies
        .slice(0, changes)
        .map(() => registry.call('PATCH', `/obras/${obra.id}`, versionBody('otra'))),
    ];
    await beside(async (other) => {
      await other.query('LOCK TABLE obras IN ACCESS EXCLUSIVE MODE');
      const writes = writeAll(20);
      await waiting(10);
      // A read that needs no lock waits behind them, but not without end.
      const read = registry.call('GET', '/municipios');
      for (const reply of await Promise.all(writes)) assertUnavailable(reply);
      const { status } = await read;
      assert.ok(status === 200 || status === 503, String(status));
    });
    assert.deepEqual(await registry.obras(), [obra], 'what was refused is there');
    // Those of one obra go through one by one, and each waits for the others: no more than go through in time.
    assert.deepEqual(tally(await Promise.all(writeAll(5))), { 201: 20, 200: 5 });
    assertWhole(await registry.obras());
  });

  test('a statement whose time is over: 503, nothing half-written, and the next goes through', async () => {
    await beside(async (other) => {
      await other.query('LOCK TABLE ubicaciones IN ACCESS EXCLUSIVE MODE');
      const replies = await Promise.all([
        registry.call('PATCH', `/obras/${obra.id}`, versionBody('otra')),
        registry.call('POST', '/obras', obraBody()),
      ]);
      replies.forEach(assertUnavailable);
    });
    assert.deepEqual(await registry.obras(), [obra]);
    const { status } = await registry.call('PATCH', `/obras/${obra.id}`, versionBody('otra'));
    assert.equal(status, 200);
  });

  test('a connection lost in the middle of a transaction: 503, nothing half-written', async () => {
    await beside(async (other) => {
      // The obra's row is written by then, its ubicaciones are not.
      await other.query('LOCK TABLE ubicaciones IN ACCESS EXCLUSIVE MODE');
      const change = registry.call('PATCH', `/obras/${obra.id}`, versionBody('otra'));
      await waiting(1);
      await server.client((client) =>
        client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name = 'registro-obras' AND wait_event_type = 'Lock'`),
      );
      assertUnavailable(await change);
    });
    assert.deepEqual(await registry.obras(), [obra]);
    const { status } = await registry.call('PATCH', `/obras/${obra.id}`, versionBody('otra'));
    assert.equal(status, 200);
  });

  test('a deadlock is tried again, and nobody hears of it', async () => {
    let change: Promise<Reply> | undefined;
    await beside(async (other) => {
      await other.query('UPDATE ejercicios_fiscales SET activo = activo WHERE id = 2');
      // Holds the obra and waits for the year, which gives it a number.
      change = registry.call('PATCH', `/obras/${obra.id}`, {
        ...versionBody('otra'),
        ejercicioFiscalId: 2,
      });
      await waiting(1);
      await other.query(`SET LOCAL deadlock_timeout = '30s'`);
      await other.query('UPDATE obras SET monto = monto + 1 WHERE id = $1', [obra.id]);
      await other.query('COMMIT');
    });
    const { status, body } = (await change) as Reply;
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.nombre, body.monto, body.numeroObra], ['otra', 1500001.5, 1]);
    const { rows } = await server.client(
      (client) =>
        client.query('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()'),
      environment,
    );
    // Several where the change that is tried again takes the obra before the other one has it.
    assert.ok(Number(rows[0].deadlocks) >= 1, 'there was no deadlock');
    assertWhole(await registry.obras());
  });

  test('serialization failures are tried again; after too many 503, and nothing is lost or doubled', async () => {
    await server.client(async (client) => {
      await client.query(
        `ALTER DATABASE ${client.database} SET default_transaction_isolation = serializable`,
      );
      await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'registro-obras'`);
    }, environment);
    const replies: Reply[] = [];
    const write = async () => {
      for (let n = 0; n < 10; n++) replies.push(await registry.call('POST', '/obras', obraBody()));
    };
    await Promise.all(Array.from({ length: 8 }, write));
    const made = replies.filter(({ status }) => status === 201);
    for (const reply of replies) if (reply.status !== 201) assertUnavailable(reply);
    assert.ok(made.length > 20, JSON.stringify(tally(replies)));
    const obras = await registry.obras();
    assertWhole(obras);
    assert.equal(obras.length, made.length + 1);
  });
});
