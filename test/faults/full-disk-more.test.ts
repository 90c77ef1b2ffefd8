import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { unavailable } from '../../src/core/base/constraints.ts';
import { openDatabase } from '../../src/core/db/index.ts';
import { count, fileOf, importFile } from './importing.ts';
import { ownPostgres, succeeds, until } from './postgres.ts';
import { newRegistry, openRegistry, type Registry } from './registry.ts';
import { embeddedOn, fill, MB, smallDisk } from './small-disk.ts';

/** Characters of a work's description. */
const TEXT = 180;

/**
 * Imports, and once more while the database does not answer and nothing was written, as whoever imports is told: on a slow
 * machine its upkeep takes longer than anybody waits.
 */
async function importAnyhow(registry: Registry, file: string) {
  for (;;) {
    const end = await importFile(registry, file);
    const isAway = end.status === 503 || /no se escribió nada\.$/.test(end.body?.message ?? '');
    if (!isAway) return end;
  }
}

describe('a full disk', () => {
  test('stops an import, which the same file finishes once there is room', async () => {
    const ROWS = 16_000;
    const FILE = fileOf(ROWS, TEXT);
    const disk = smallDisk(420);
    const environment = await embeddedOn(disk);
    const registry = await newRegistry(environment);
    // Beside what has to stay free: too little for the works, then enough for them, but not for all that the log tells.
    const giveBack = fill(disk, 108 * MB);
    const first = await importAnyhow(registry, FILE);
    assert.equal(first.status, 202, JSON.stringify(first.body));
    const [, rows = ''] =
      /porque el disco está lleno: ([\d,]+) filas ya están/.exec(first.body.message) ?? [];
    const written = Number(rows.replaceAll(',', ''));
    assert.equal(await count(registry), written);
    assert.ok(written > 0 && written < ROWS, String(written));
    giveBack();
    const giveBackRest = fill(disk, 190 * MB);
    const { status, body } = await importAnyhow(registry, FILE);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.creadas, body.sinCambio], [ROWS - written, written]);
    giveBackRest();
    assert.equal(await registry.service.stop('SIGKILL'), null);
    const again = await openRegistry(environment);
    assert.equal((await importAnyhow(again, FILE)).body.sinCambio, ROWS);
    assert.equal(await again.service.stop(), 0);
  });

  test('of the temporary folder refuses an import whole, and takes no half file for a whole one', async () => {
    const server = await ownPostgres();
    const registry = await newRegistry({ ...(await server.environment()), TMPDIR: smallDisk(3) });
    const full =
      'La carpeta temporal del servicio está llena o no admite archivos; avise a quien lo administra e intente de nuevo más tarde.';
    const tried = async (rows: number) => {
      const file = fileOf(rows, TEXT);
      const { status, body } = await importFile(registry, file, { query: '?simular=true' });
      return { bytes: file.length, status, message: body.message };
    };
    // The first does not fit. The second does, though not with what is put aside of it; and the third with everything.
    const [none, half, whole] = [await tried(16_000), await tried(8_000), await tried(1_000)];
    assert.ok(none.bytes > 3 * MB && half.bytes < 2.5 * MB, String(half.bytes));
    assert.deepEqual([none.status, none.message], [503, full]);
    assert.deepEqual([half.status, half.message], [202, full]);
    assert.equal(whole.status, 200);
    assert.match(registry.service.output(), /ENOSPC/);
    assert.equal(await registry.service.stop(), 0);
  });

  test('in the middle of a write breaks the embedded database, which is opened again once there is room', async () => {
    const disk = smallDisk(320);
    const { DATA_DIR } = await embeddedOn(disk);
    const db = await openDatabase({ DATA_DIR, DATABASE_URL: undefined, CACHE_MB: 0 }, () => {});
    await db.query(`INSERT INTO dependencias (nombre) VALUES ('SOP')`);
    const find = () => db.one<{ n: number }>('SELECT count(*)::integer AS n FROM dependencias');
    assert.deepEqual(await find(), { n: 1 });
    const giveBack = fill(disk);
    const write = async () => {
      for (;;) await db.query(`SELECT pg_logical_emit_message(false, 'x', repeat('x', 3000000))`);
    };
    await assert.rejects(write, unavailable);
    // It can't be opened again yet; where it could, it would answer.
    for (let n = 0; n < 3; n++) await find().catch((error) => assert.ok(unavailable(error), error));
    giveBack();
    await until('it is opened again', () => succeeds(find()));
    assert.deepEqual(await find(), { n: 1 });
    await db.query('UPDATE dependencias SET activo = activo');
    await db.close();
  });
});
