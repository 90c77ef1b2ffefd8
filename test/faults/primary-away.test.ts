import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Watch } from '../../src/db/db.ts';
import { openDatabase } from '../../src/db/index.ts';
import { session } from '../process.ts';
import {
  newUser,
  type Pair,
  patchUser,
  primaryAndStandby,
  READING,
  ready,
  says,
  writes,
} from './pair.ts';
import { until } from './postgres.ts';
import {
  assertUnavailable,
  assertWhole,
  LOGIN,
  newRegistry,
  obraBody,
  openRegistry,
  type Registry,
  type Reply,
  tally,
} from './registry.ts';

const NO_LOGIN = /^Por el momento no se puede iniciar sesión: /;

describe('the primary is lost, and a standby in DATABASE_READ_URL stays', () => {
  let pair: Pair;
  /** Two instances: the second keeps no answers. */
  let registries: [Registry, Registry];
  before(async () => {
    pair = await primaryAndStandby();
    const one = await newRegistry(pair.environment);
    registries = [one, await openRegistry({ ...pair.environment, CACHE_MB: '0' })];
    await one.made('/obras', obraBody('primera'));
  });
  beforeEach(() => pair.caughtUp());
  after(async () => {
    for (const { service } of registries ?? []) await service.stop();
  });

  const losses: Record<
    string,
    { lose: () => Promise<void> | void; back: () => Promise<void> | void }
  > = {
    'it crashes': { lose: () => pair.primary.stop('immediate'), back: () => pair.primary.start() },
    'every process of it is killed': {
      lose: () => pair.primary.kill(),
      back: () => pair.primary.start(),
    },
    'it freezes': { lose: () => pair.primary.freeze('all'), back: () => pair.primary.thaw() },
    'the network to it is cut': {
      lose: () => pair.gate.shut(),
      back: () => pair.gate.open(pair.primary),
    },
  };

  for (const [what, { lose, back }] of Object.entries(losses)) {
    test(`${what} under load: no read is lost, writes are refused at once, and go on when it is back`, async () => {
      let isOver = false;
      /** Readers and writers of an instance, and what they are answered. */
      const load = (registry: Registry) => {
        const paths = ['/obras', '/obras?limit=1', '/obras/1', '/municipios', '/users'];
        paths.push('/obras/resumen?por=municipio');
        const reads: Reply[] = [];
        const written: Reply[] = [];
        const reader = async (n: number) => {
          for (let i = n; !isOver; i++) {
            const path = paths[i % paths.length] as string;
            const reply = await registry.call('GET', path);
            reads.push(reply);
            if (path === '/obras' && reply.status === 200) assertWhole(reply.body);
          }
        };
        const writer = async () => {
          while (!isOver) {
            const reply = await registry.call('POST', '/obras', obraBody('bajo carga'));
            written.push(reply);
            if (reply.status !== 201) assertUnavailable(reply);
            // A client that is refused does not come back at once.
            if (reply.status === 503) await sleep(50);
          }
        };
        const clients = Promise.all([0, 1, 2].map(reader).concat(writer()));
        return { registry, reads, written, clients };
      };
      const loads = registries.map(load);
      const clients = Promise.all(loads.map((each) => each.clients));
      const work = async () => {
        await until('requests run', () =>
          loads.every(({ reads, written }) => written.length > 5 && reads.length > 20),
        );
        await lose();
        for (const { registry, reads } of loads) {
          await says(registry, 'solo-lectura');
          assert.equal(await registry.figure('registro_read_only'), 1);
          assert.equal(await registry.figure('registro_ready'), 1);
          const refused = await registry.call('POST', '/obras', obraBody('no'));
          assertUnavailable(refused);
          assert.match(refused.body.message, READING);
          const entered = await registry.call('POST', '/auth/login', LOGIN);
          assertUnavailable(entered);
          assert.match(entered.body.message, NO_LOGIN);
          const before = reads.length;
          await until('reads go on', () => reads.length > before + 30);
        }
        await back();
        for (const { registry } of loads) {
          await writes(registry);
          assert.deepEqual(await ready(registry), [200, 'ok']);
          assert.equal(await registry.figure('registro_read_only'), 0);
        }
      };
      try {
        await Promise.race([work(), clients]);
      } finally {
        isOver = true;
      }
      await clients;
      for (const { registry, reads, written } of loads) {
        assert.deepEqual(Object.keys(tally(reads)), ['200'], JSON.stringify(tally(reads)));
        // Everything answered is there.
        const stored = new Set((await registry.obras()).map((each) => each.claveUnica));
        for (const { status, body } of written) {
          if (status === 201) assert.ok(stored.has(body.claveUnica), body.claveUnica);
        }
      }
    });
  }

  test('a service that was stopped, perhaps with the primary, reads from the standby until that shows what the primary has since', async (t) => {
    const { environment, on, primary, standby } = pair;
    const { DATABASE_URL, DATABASE_READ_URL } = environment;
    const settings = { DATABASE_URL, DATABASE_READ_URL, DATA_DIR: '', CACHE_MB: 0 };
    const db = await openDatabase(settings, () => {});
    const watch = db.watch as Watch;
    const isRead = async (server: 'primary' | 'standby') => {
      const row = await db.one('SELECT pg_is_in_recovery() AS "isStandby"');
      assert.deepEqual(row, { isStandby: server === 'standby' });
    };
    const [before] = await on<{ whom: string }>(
      standby,
      `SELECT current_setting('primary_conninfo') AS whom`,
    );
    const follow = async (whom = '') => {
      await on(standby, `ALTER SYSTEM SET primary_conninfo = '${whom.replaceAll("'", "''")}'`);
      await on(standby, 'SELECT pg_reload_conf()');
    };
    try {
      await watch.untilStandbyHasAll();
      await isRead('primary');
      // As one that follows another primary by now.
      await follow();
      await until('it follows nobody', async () => {
        return (await on(standby, 'SELECT FROM pg_stat_wal_receiver')).length === 0;
      });
      const now = performance.now.bind(performance);
      const HOUR = 3_600_000;
      t.mock.method(performance, 'now', () => now() + HOUR);
      await isRead('standby');
      const beats = new Set<number>();
      await until('the primary has answered often enough', async () => {
        for (const { latido } of await on<{ latido: number }>(
          primary,
          'SELECT latido FROM latidos',
        ))
          if (latido > HOUR) beats.add(latido);
        return beats.size > 4;
      });
      assert.ok(watch.isAway());
      await isRead('standby');
      await follow(before?.whom);
      await until('the primary is read', () => !watch.isAway());
      await isRead('primary');
    } finally {
      await follow(before?.whom);
      await db.close();
    }
  });

  test('a commit whose wait for a synchronous standby was cancelled is not answered as done', async () => {
    const [registry] = registries;
    const { on, primary } = pair;
    const waitFor = async (standbys: string) => {
      await on(primary, `ALTER SYSTEM SET synchronous_standby_names = '${standbys}'`);
      await on(primary, 'SELECT pg_reload_conf()');
    };
    /** Sends a request and cancels the wait of its commit. */
    const cancelled = async (request: () => Promise<Reply>) => {
      const answer = request();
      await until('its wait is cancelled', async () => {
        const waiting = await on(
          primary,
          `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`,
        );
        return waiting.length > 0;
      });
      return answer;
    };
    const body = obraBody('sólo aquí');
    const key = { 'idempotency-key': 'sin-replica' };
    const register = () => registry.call('POST', '/obras', body, key);
    await waitFor('nadie');
    // Sent again with its key it is not answered as done either: no standby has it yet.
    for (const _ of [1, 2]) assertUnavailable(await cancelled(register));
    assertUnavailable(await cancelled(() => registry.call('POST', '/auth/login', LOGIN)));
    await waitFor('');
    await until('writes go on', async () => (await register()).status === 201);
    const obras = await registry.obras();
    assert.equal(obras.filter(({ claveUnica }) => claveUnica === body.claveUnica).length, 1);
  });

  test('a user who was deactivated, or demoted, just before reads no more, nor by another instance', async () => {
    const [registry, other] = registries;
    const { on, primary, standby } = pair;
    const ends: [object, number][] = [
      [{ isActive: false }, 401],
      [{ password: 'otra-muy-distinta' }, 401],
      [{ roles: 'user' }, 403],
    ];
    type Session = Awaited<ReturnType<typeof session>>;
    const users: { id: string; body: object; status: number; calls: Session[] }[] = [];
    for (const [body, status] of ends) {
      const email = `u${users.length}@obras.local`;
      const { id, call } = await newUser(registry, email);
      if (status === 403) await patchUser(registry, id, { roles: 'admin' });
      const calls = [call, await session(other.service.url, email, 'secreto-de-ana')];
      users.push({ id, body, status, calls });
    }
    const assertAnswered = async (wanted: (status: number) => number) => {
      for (const { calls, status } of users) {
        for (const call of calls) {
          const answer = await call('GET', status === 403 ? '/users' : '/obras');
          assert.equal(answer.status, wanted(status));
        }
      }
    };
    await assertAnswered(() => 200);
    await pair.caughtUp();
    // The standby shows what it has after a while, as a busy one does.
    await on(standby, `ALTER SYSTEM SET recovery_min_apply_delay = '900ms'`);
    await on(standby, 'SELECT pg_reload_conf()');
    for (const { id, body } of users) await patchUser(registry, id, body);
    await primary.kill();
    await assertAnswered((status) => status);
    for (const each of registries) await says(each, 'solo-lectura');
    await assertAnswered((status) => status);
  });
});
