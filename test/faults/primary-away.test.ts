import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Watch } from '../../src/core/db/db.ts';
import { openDatabase } from '../../src/core/db/index.ts';
import { NO_SESSION, session } from '../process.ts';
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
  LOGIN,
  type Load,
  newRegistry,
  obraBody,
  openRegistry,
  type Registry,
  type Reply,
  tally,
  underLoad,
} from './registry.ts';

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

  const LOSSES: [string, lose: () => Promise<void> | void, back: () => Promise<void> | void][] = [
    ['it crashes', () => pair.primary.stop('immediate'), () => pair.primary.start()],
    ['every process of it is killed', () => pair.primary.kill(), () => pair.primary.start()],
    ['it freezes', () => pair.primary.freeze('all'), () => pair.primary.thaw()],
    ['the network to it is cut', () => pair.gate.shut(), () => pair.gate.open(pair.primary)],
  ];
  for (const [what, lose, back] of LOSSES) {
    test(`${what} under load: no read is lost, writes are refused at once, and go on when it is back`, async () => {
      const lists = ['/obras', '/obras?limit=1', '/obras/resumen?por=municipio', '/municipios'];
      const paths = [...lists, '/obras/1', '/users'];
      const work = async (...loads: Load[]) => {
        await until('requests run', () =>
          loads.every(({ reads, written }) => written.length > 5 && reads.length > 20),
        );
        await lose();
        for (const { registry, reads } of loads) {
          await says(registry, 'solo-lectura');
          assert.equal(await registry.figure('registro_read_only'), 1);
          assert.equal(await registry.figure('registro_ready'), 1);
          for (const [path, body, sentence] of [
            ['/obras', obraBody('no'), READING],
            ['/auth/login', LOGIN, /^Por el momento no se puede iniciar sesión: /],
            ['/auth/logout', undefined, /^Por el momento no se puede terminar la sesión: /],
          ] as const) {
            const refused = await registry.call('POST', path, body);
            assertUnavailable(refused);
            assert.match(refused.body.message, sentence);
          }
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
      const loads = await underLoad(registries, { paths, readers: 3, writers: 1 }, work);
      for (const { reads } of loads) assert.deepEqual(Object.keys(tally(reads)), ['200']);
    });
  }

  test('a service that was stopped reads from the standby until that shows what the primary has since', async (t) => {
    const { environment, on, primary, standby } = pair;
    const db = await openDatabase({ ...environment, DATA_DIR: '', CACHE_MB: 0 }, () => {});
    const watch = db.watch as Watch;
    const isRead = async (server: 'primary' | 'standby') => {
      const row = await db.one('SELECT pg_is_in_recovery() AS "isStandby"');
      assert.deepEqual(row, { isStandby: server === 'standby' });
    };
    const setting = `SELECT current_setting('primary_conninfo') AS whom`;
    const [before] = await on<{ whom: string }>(standby, setting);
    const follow = (whom = '') => pair.set(standby, 'primary_conninfo', whom.replaceAll("'", "''"));
    try {
      await watch.untilStandbyHasAll();
      await isRead('primary');
      // As one that follows another primary by now.
      await follow();
      const receivers = () => on(standby, 'SELECT FROM pg_stat_wal_receiver');
      await until('it follows nobody', async () => (await receivers()).length === 0);
      const now = performance.now.bind(performance);
      const HOUR = 3_600_000;
      t.mock.method(performance, 'now', () => now() + HOUR);
      await isRead('standby');
      const beats = new Set<number>();
      const latest = `SELECT latido FROM latidos WHERE latido > ${HOUR}`;
      await until('the primary has answered often enough', async () => {
        for (const { latido } of await on<{ latido: number }>(primary, latest)) beats.add(latido);
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

  test('a write answers an error where its wait for a synchronous standby was cancelled', async () => {
    const [registry] = registries;
    const { on, primary, set } = pair;
    const waitFor = (standbys: string) => set(primary, 'synchronous_standby_names', standbys);
    const waiting = `FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
    const cancel = async () =>
      (await on(primary, `SELECT pg_cancel_backend(pid) ${waiting}`)).length;
    const cancelled = async (request: () => Promise<Reply>) => {
      const answer = request();
      await until('its wait is cancelled', cancel);
      return answer;
    };
    /** Whether a commit waits: the server takes a moment to read its settings. */
    const commitsWait = async () => {
      const commit = on(primary, `SELECT pg_logical_emit_message(true, 'prueba', '')`);
      let waited = 0;
      while (!(await Promise.race([commit, setTimeout(20)]))) waited += await cancel();
      return waited;
    };
    const body = obraBody('sólo aquí');
    const key = { 'idempotency-key': 'sin-replica' };
    const register = () => registry.call('POST', '/obras', body, key);
    await waitFor('nadie');
    await until('commits wait', commitsWait);
    // Sent again with its key it is not answered as done either: no standby has it yet.
    for (const _ of [1, 2]) assertUnavailable(await cancelled(register));
    assertUnavailable(await cancelled(() => registry.call('POST', '/auth/login', LOGIN)));
    await waitFor('');
    await until('writes go on', async () => (await register()).status === 201);
    const obras = await registry.obras();
    assert.equal(obras.filter(({ claveUnica }) => claveUnica === body.claveUnica).length, 1);
  });

  test('a user who was deactivated or demoted just before reads no more, at another instance neither', async () => {
    const [registry, other] = registries;
    const ends = [
      { body: { isActive: false }, status: NO_SESSION },
      { body: { password: 'otra-muy-distinta' }, status: NO_SESSION },
      { body: { roles: 'user' }, status: 403 },
    ];
    const users = await Promise.all(
      ends.map(async (end, n) => {
        const email = `u${n}@obras.local`;
        const { id, call, password } = await newUser(registry, email);
        if (end.status === 403) await patchUser(registry, id, { roles: 'admin' });
        return { ...end, id, calls: [call, await session(other.service.url, email, password)] };
      }),
    );
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
    await pair.set(pair.standby, 'recovery_min_apply_delay', '900ms');
    for (const { id, body } of users) await patchUser(registry, id, body);
    await pair.primary.kill();
    await assertAnswered((status) => status);
    for (const each of registries) await says(each, 'solo-lectura');
    await assertAnswered((status) => status);
  });
});
