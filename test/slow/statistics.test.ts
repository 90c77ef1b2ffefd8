import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../faults/postgres.ts';
import { db, TEST_DATABASE_URL } from '../world.ts';

describe('the statistics of the embedded database', {
  skip: TEST_DATABASE_URL && 'a server keeps its own',
}, () => {
  test('follow tables that grow, and leave the others alone', async (t) => {
    const tables = ['crece', 'crece_también'].map((name) => `"${name}"`);
    const small = '"pequeña"';
    t.after(() => db.query(`DROP TABLE ${[...tables, small].join()}`));
    for (const table of [...tables, small]) await db.query(`CREATE TABLE ${table} (nombre text)`);
    const add = (table: string, count: number) =>
      db.query(
        `INSERT INTO ${table} SELECT gen_random_uuid()::text || repeat('x', 100) FROM generate_series(1, $1)`,
        [count],
      );
    const rows = async (table: string) =>
      (
        await db.one<{ rows: number }>(
          'SELECT reltuples::integer AS rows FROM pg_class WHERE oid = $1::regclass',
          [table],
        )
      )?.rows;
    await add(small, 10);
    const before = await rows(small);
    for (const [added, total] of [
      [2_000, 2_000],
      [5_000, 7_000],
    ] as const) {
      for (const table of tables) await add(table, added);
      for (const table of tables) {
        await until(`${table} has ${total} rows`, async () => (await rows(table)) === total);
      }
    }
    const known = await db.query(`SELECT FROM pg_stats WHERE tablename = 'crece'`);
    assert.equal(known.length, 1);
    assert.equal(await rows(small), before);
  });
});
