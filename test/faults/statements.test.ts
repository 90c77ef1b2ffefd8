import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type pg from 'pg';
import { numbers } from '../columns.ts';
import { nameOf } from '../empty-registry.ts';
import { writes } from './pair.ts';
import { ownPostgres, type Postgres, until } from './postgres.ts';
import {
  assertLedgerAgrees,
  assertUnavailable,
  assertWhole,
  inThisProcess,
  LOGIN,
  newRegistry,
  type Obra,
  obraBody,
  openRegistry,
  type Registry,
  type Reply,
  type Service,
  tally,
  versionBody,
} from './registry.ts';

/** The pool's connections and the one that hears of changes. */
const CONNECTIONS = 11;
/** Backends whose commit is being given up, and the administrator's. */
const PASSING = 4;

describe('statements that PostgreSQL breaks off', () => {
  let server: Postgres;
  let environment: Record<string, string>;
  /** One whose deadlines are those of every day. */
  let registry: Registry;
  /** One that waits longer than anything here takes, and keeps no answers, so that it shows what the other has written. */
  let patient: Registry<Service>;
  let obra: Obra;
  before(async () => {
    server = await ownPostgres();
    environment = await server.environment();
    registry = await newRegistry({ ...environment, TEST_TIMEOUT_FACTOR: '1' });
    patient = await openRegistry({ ...environment, CACHE_MB: '0' }, inThisProcess);
    obra = await patient.made('/obras', obraBody());
  });
  after(async () => {
    await patient?.service.stop();
    await registry?.service.stop();
  });

  /**
   * Runs work in a transaction that somebody else holds open, and rolls it back. Before that nothing waits for it any more:
   * what was refused must not go through yet.
   */
  const beside = (work: (other: pg.Client) => Promise<void>) =>
    server.client(async (other) => {
      await other.query('BEGIN');
      await work(other);
      await until('nothing waits', async () => (await server.waits(environment)) === 0);
    }, environment);
  const waiting = (count: number) =>
    until(`${count} wait`, async () => (await server.waits(environment)) >= count);
  const change = (by: Registry<Service> = registry) =>
    by.call('PATCH', `/obras/${obra.id}`, versionBody(randomUUID()));
  const system = async (setting: string) => {
    await server.query(`ALTER SYSTEM ${setting}`);
    await server.query('SELECT pg_reload_conf()');
  };
  const goesThrough = () =>
    until('a change goes through', async () => (await change()).status === 200);

  test('a lock on a whole table fills the pool: every write answers 503, and then all is as before', async () => {
    const before = await patient.obras();
    // Creates in one year take a connection between them, changes one each.
    const bodies = Array.from({ length: 20 }, () => obraBody());
    await beside(async (other) => {
      await other.query('LOCK TABLE obras IN ACCESS EXCLUSIVE MODE');
      const writes = bodies.flatMap((body) => [registry.call('POST', '/obras', body), change()]);
      await waiting(10);
      // A read that needs no lock waits behind them, but not without end.
      const read = registry.call('GET', '/municipios');
      for (const reply of await Promise.all(writes)) assertUnavailable(reply);
      const { status } = await read;
      assert.ok(status === 200 || status === 503, String(status));
    });
    assert.deepEqual(await patient.obras(), before, 'what was refused is there');
    const writes = bodies.map((body) => patient.call('POST', '/obras', body));
    // Those of one obra go through one by one, and each waits for the others.
    for (let n = 0; n < 5; n++) writes.push(change(patient));
    assert.deepEqual(tally(await Promise.all(writes)), { 201: 20, 200: 5 });
    assertWhole(await patient.obras());
    await goesThrough();
  });

  /** A change whose connection the server ends while it waits. */
  const lost = async () => {
    const reply = change(patient);
    await waiting(1);
    await server.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'registro-obras' AND wait_event_type = 'Lock'`);
    return reply;
  };

  for (const [what, writes] of [
    ['past its time', () => [change(), registry.call('POST', '/obras', obraBody())]],
    ['whose connection is lost in the middle of a transaction', () => [lost()]],
  ] as const) {
    test(`a statement ${what} answers 503 without a half write, and the next goes through`, async () => {
      const before = await patient.obras();
      await beside(async (other) => {
        // The obra's row is written by then, its ubicaciones are not.
        await other.query('LOCK TABLE ubicaciones IN ACCESS EXCLUSIVE MODE');
        for (const reply of await Promise.all(writes())) assertUnavailable(reply);
      });
      assert.deepEqual(await patient.obras(), before);
      await goesThrough();
    });
  }

  test('a deadlock is tried again, and its caller gets 200', async () => {
    // PostgreSQL looks for a deadlock only after this time.
    await system(`SET deadlock_timeout = '3s'`);
    const { monto } = (await patient.call('GET', `/obras/${obra.id}`)).body;
    let both: Promise<Reply> | undefined;
    await server.client(async (other) => {
      await other.query('BEGIN');
      await other.query('UPDATE ejercicios_fiscales SET activo = activo WHERE id = 2');
      // Holds the obra and waits for the year, which gives it a number.
      const moved = { ...versionBody('de otro año'), ejercicioFiscalId: 2 };
      both = patient.call('PATCH', `/obras/${obra.id}`, moved);
      await waiting(1);
      await other.query(`SET LOCAL deadlock_timeout = '60s'`);
      await other.query('UPDATE obras SET monto = monto + 1 WHERE id = $1', [obra.id]);
      await other.query('COMMIT');
    }, environment);
    const { status, body } = (await both) as Reply;
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.nombre, body.monto, body.numeroObra], ['de otro año', monto + 1, 1]);
    // Several where the change that is tried again takes the obra before the other one has it.
    await until('the deadlock is counted', async () => {
      const [row] = await server.query<{ deadlocks: string }>(
        'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
        environment,
      );
      return Number(row?.deadlocks) >= 1;
    });
    assertWhole(await patient.obras());
  });

  test('a serialization failure is tried again, and after too many answers 503 with no write lost or doubled', async () => {
    const before = (await patient.obras()).length;
    const isolation = (sql: string) =>
      server.query(`ALTER DATABASE ${nameOf(environment)} ${sql};
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'registro-obras'`);
    await isolation('SET default_transaction_isolation = serializable');
    const replies: Reply[] = [];
    const made = () => tally(replies)[201] ?? 0;
    const write = async () => {
      while (made() < 40) replies.push(await patient.call('POST', '/obras', obraBody()));
    };
    await Promise.all(Array.from({ length: 8 }, write));
    for (const reply of replies) if (reply.status !== 201) assertUnavailable(reply);
    await isolation('RESET default_transaction_isolation');
    await until('it is read', async () => (await patient.call('GET', '/obras')).status === 200);
    const obras = await patient.obras();
    assertWhole(obras);
    assert.equal(obras.length, before + made());
  });

  test('writes answer 503 while a synchronous standby is away, reads go on, and no backend is left waiting', async () => {
    const others = `FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`;
    const backends = async (more = '') => (await server.query(`SELECT ${others} ${more}`)).length;
    // The other instance's are no concern of this one's.
    await patient.service.stop();
    await system(`SET synchronous_standby_names = 'FIRST 1 (*)'`);
    for (let round = 0; round < 2; round++) {
      const writes = numbers(1, 12).map((n) =>
        n % 3 === 0
          ? registry.call('POST', '/auth/login', LOGIN)
          : registry.call('POST', '/obras', obraBody()),
      );
      for (const reply of await Promise.all(writes)) assertUnavailable(reply);
      const list = () => registry.call('GET', '/obras?limit=1');
      await until('lists are read', async () => (await list()).status === 200);
      await until(
        `no backend is left waiting after round ${round}`,
        async () => (await backends()) <= CONNECTIONS + PASSING,
      );
    }
    await system('RESET synchronous_standby_names');
    await writes(registry);
    // A write that was given up has been done or not, but whole, and the ledger knows.
    await until('none is under way', async () => (await backends(`AND state <> 'idle'`)) === 0);
    assertWhole(await registry.obras());
    await assertLedgerAgrees(registry);
    assert.equal(await registry.service.stop(), 0);
  });
});
