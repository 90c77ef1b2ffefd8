import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { hearPostgres } from '../../src/core/db/changes.ts';
import { retried } from '../../src/core/db/client.ts';
import { count, db } from '../world.ts';

describe('a transaction', () => {
  test('in which a failure was ignored ends with an error, and keeps nothing', async () => {
    const before = await count('cambios');
    const passedOver = db.transaction(async (tx) => {
      await tx.query(`INSERT INTO cambios (aviso) VALUES ('nada')`);
      await tx.query('SELECT 1 / 0').catch(() => {});
    });
    await assert.rejects(passedOver);
    assert.equal(await count('cambios'), before);
    // The connection is as good as before.
    assert.deepEqual(await db.transaction((tx) => tx.query('SELECT 1 AS uno')), [{ uno: 1 }]);
  });

  test('is planned without compilation, whatever PostgreSQL thinks that it costs', async () => {
    assert.deepEqual(await db.query('SHOW jit'), [{ jit: 'off' }]);
  });

  for (const [what, code, message] of [
    ['that met another in a deadlock', '40P01', 'deadlock detected'],
    [
      'that met a function as an upgrade replaced it',
      'XX000',
      'cache lookup failed for function 16385',
    ],
  ] as const) {
    test(`${what} is tried again after a pause, three times`, async () => {
      let attempts = 0;
      let others = 0;
      const other = setInterval(() => (others += 1), 1);
      const seen: number[] = [];
      await assert.rejects(
        retried(async () => {
          attempts += 1;
          seen.push(others);
          throw Object.assign(new Error(message), { code });
        }),
        { code },
      );
      clearInterval(other);
      assert.equal(attempts, 4);
      // Somebody else has had the time to go on between each two.
      assert.equal(new Set(seen).size, 4, seen.join());
    });
  }
});

test('changes of this process are not gathered while those of others can’t be listened for', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  // No server answers at this port.
  const changes = hearPostgres({ host: '127.0.0.1', port: 1 });
  const before = used();
  for (let i = 0; i < 300_000; i++) {
    changes.atCommit?.hear([{ xid: `${10_000_000_000 + i}`, tags: ['obras'] }]);
  }
  const grown = used() - before;
  await changes.close();
  assert.ok(grown < 5_000_000, `${grown} bytes`);
});
