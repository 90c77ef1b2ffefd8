import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { readConfig } from '../../src/core/base/config.ts';
import { openDatabase } from '../../src/core/db/index.ts';
import { freshEnvironment, TEST_DATABASE_URL } from '../world.ts';

describe('the statistics of the embedded database', {
  skip: TEST_DATABASE_URL && 'a server keeps its own',
}, () => {
  test('follow tables that grow, and leave the others alone', async (t) => {
    const db = await openDatabase(readConfig(await freshEnvironment()), () => {});
    t.after(() => db.close());
    const rows = async (table: string) =>
      (
        await db.one<{ rows: number }>(
          'SELECT reltuples::integer AS rows FROM pg_class WHERE relname = $1',
          [table],
        )
      )?.rows ?? Number.NaN;
    const add = (count: number) =>
      db.query(
        `INSERT INTO dependencias (nombre)
         SELECT gen_random_uuid()::text FROM generate_series(1, $1)`,
        [count],
      );
    const small = await rows('users');
    // Each leaves a row in the ledger.
    for (const [added, total] of [
      [2_000, 2_000],
      [5_000, 7_000],
    ] as const) {
      await add(added);
      while ((await rows('dependencias')) !== total) await setTimeout(50);
      while ((await rows('bitacora')) < total) await setTimeout(50);
    }
    const [known] = await db.query(
      `SELECT FROM pg_stats WHERE tablename = 'dependencias' AND attname = 'nombre'`,
    );
    assert.ok(known);
    assert.equal(await rows('users'), small);
  });
});
