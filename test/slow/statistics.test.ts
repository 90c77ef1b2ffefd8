import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readConfig } from '../../src/core/base/config.ts';
import { openDatabase } from '../../src/core/db/index.ts';
import { until } from '../faults/postgres.ts';
import { freshEnvironment, TEST_DATABASE_URL } from '../world.ts';

describe('the statistics of the embedded database', {
  skip: TEST_DATABASE_URL && 'a server keeps its own',
}, () => {
  test('follow tables that grow, and leave the others alone', async (t) => {
    const db = await openDatabase(readConfig(await freshEnvironment()), () => {});
    t.after(() => db.close());
    const known = 'SELECT reltuples::integer AS rows FROM pg_class WHERE relname = $1';
    const rows = async (table: string) =>
      (await db.one<{ rows: number }>(known, [table]))?.rows ?? Number.NaN;
    const small = await rows('users');
    for (const [first, last] of [
      [1, 2_000],
      [2_001, 7_000],
    ]) {
      await db.query(
        `INSERT INTO dependencias (nombre) SELECT 'D' || n FROM generate_series($1::integer, $2::integer) n`,
        [first, last],
      );
      // Each leaves a row in the ledger.
      await until('both are counted', async () => {
        const counted = await rows('dependencias');
        return counted === last && (await rows('bitacora')) >= last;
      });
    }
    const names = `SELECT FROM pg_stats WHERE tablename = 'dependencias' AND attname = 'nombre'`;
    assert.ok(await db.one(names));
    assert.equal(await rows('users'), small);
  });
});
