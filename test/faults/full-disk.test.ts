import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { unavailable } from '../../src/base/constraints.ts';
import { openDatabase } from '../../src/db/index.ts';
import { atEnd } from '../at-end.ts';
import { embeddedEnvironment } from '../empty-registry.ts';
import { fileOf, importFile } from './importing.ts';
import { ownPostgres } from './postgres.ts';
import {
  assertUnavailable,
  assertWhole,
  LOGIN,
  LONGEST_HERE,
  newRegistry,
  obraBody,
  openRegistry,
  type Registry,
} from './registry.ts';

const MB = 1_048_576;

/** A disk of so many megabytes, in memory; mounting it takes root. */
function smallDisk(megabytes: number): string {
  const disk = mkdtempSync(join(tmpdir(), 'registro-disco-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk]);
  atEnd(() => execFileSync('umount', ['--lazy', disk]));
  return disk;
}

function freeOn(disk: string): number {
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize;
}

/** Takes up all but so many bytes of a disk; answers how to give them back. */
function fill(disk: string, leave: number): () => void {
  const file = join(disk, 'otros-datos');
  const fd = openSync(file, 'w');
  for (let rest = freeOn(disk) - leave; rest > 0; rest -= MB) {
    writeSync(fd, Buffer.alloc(Math.min(rest, MB)));
  }
  closeSync(fd);
  return () => rmSync(file);
}

/** An obra of about a megabyte that does not compress. */
function largeObra() {
  const coordinates = Array.from({ length: 15_000 }, () => [
    -90 + Math.random(),
    20 + Math.random(),
  ]);
  const ubicacion = {
    direccion: 'grande',
    tipoGeometria: 'RUTA',
    geometriaJson: { type: 'LineString', coordinates },
  };
  return { ...obraBody('grande'), ubicaciones: [ubicacion, ubicacion] };
}

async function writeUntilFull(registry: Registry, bodies: number): Promise<string[]> {
  const made: string[] = [];
  for (let n = 0; n < bodies; n++) {
    const body = largeObra();
    const reply = await registry.call('POST', '/obras', body);
    if (reply.status !== 201) {
      assertUnavailable(reply);
      return made;
    }
    made.push(body.claveUnica);
  }
  throw new Error('the disk never got full');
}

async function assertStored(registry: Registry, claves: string[]): Promise<void> {
  const obras = await registry.obras();
  assertWhole(obras);
  assert.deepEqual(obras.map(({ claveUnica }) => claveUnica).sort(), [...claves].sort());
}

describe('a full disk: writes get 503, reads go on, and with room again all goes on', () => {
  test('on PostgreSQL', async () => {
    const server = await ownPostgres();
    const environment = await server.environment();
    let registry = await newRegistry(environment);
    await registry.service.stop();
    const disk = smallDisk(64);
    execFileSync('chown', ['postgres', disk]);
    await server.client(async (client) => {
      await client.query(`CREATE TABLESPACE chico LOCATION '${disk}'`);
      const name = new URL(environment.DATABASE_URL ?? '').pathname.slice(1);
      await client.query(`ALTER DATABASE ${name} SET TABLESPACE chico`);
    });
    registry = await openRegistry(environment);
    const giveBack = fill(disk, 6 * MB);
    const made = await writeUntilFull(registry, 30);
    for (let n = 0; n < 3; n++) {
      assertUnavailable(await registry.call('POST', '/obras', largeObra()));
      assert.equal((await registry.call('GET', '/obras')).status, 200);
    }
    await assertStored(registry, made);
    giveBack();
    const body = largeObra();
    assert.equal((await registry.call('POST', '/obras', body)).status, 201);
    await assertStored(registry, [...made, body.claveUnica]);
    assert.equal(await registry.service.stop(), 0);
  });

  test('on the embedded database', async () => {
    const disk = smallDisk(320);
    const environment = { PORT: '0', DATA_DIR: join(disk, 'datos') };
    let registry = await newRegistry(environment);
    const giveBack = fill(disk, 104 * MB);
    const made = await writeUntilFull(registry, 90);
    // A login needs little room, so people who only read can still log in.
    assert.equal((await registry.call('POST', '/auth/login', LOGIN)).status, 200);
    // Others go on writing, to the last byte.
    const giveBackRest = fillRest(disk);
    for (let n = 0; n < 3; n++) {
      const refused = await registry.call('POST', '/obras', obraBody());
      assertUnavailable(refused);
      assert.match(refused.body.message, /^El disco del registro está lleno/);
      assertUnavailable(await registry.call('DELETE', '/obras/1'));
      assert.equal((await registry.call('GET', '/obras')).status, 200);
      // It would write a row of the ledger, and a log that can't grow is the end of reading too.
      assertUnavailable(await registry.call('POST', '/auth/login', LOGIN));
    }
    await assertStored(registry, made);
    giveBackRest();
    giveBack();
    const body = obraBody();
    assert.equal((await registry.call('POST', '/obras', body)).status, 201);
    await assertStored(registry, [...made, body.claveUnica]);
    assert.equal(await registry.service.stop('SIGKILL'), null);
    registry = await openRegistry(environment);
    await assertStored(registry, [...made, body.claveUnica]);
    assert.equal(await registry.service.stop(), 0);
    await breakDown(disk, environment.DATA_DIR, made.length + 1);
  });
});

/** Characters of a work's description. */
const TEXT = 180;

/**
 * Imports, and once more while the database does not answer and nothing was written, as whoever imports is told: on a slow
 * machine its upkeep takes longer than anybody waits.
 */
async function importAnyhow(registry: Registry, file: string) {
  for (let attempt = 1; ; attempt++) {
    const end = await importFile(registry, file);
    const isAway = end.status === 503 || /no se escribió nada\.$/.test(end.body?.message ?? '');
    if (!isAway || attempt === 10) return end;
  }
}

describe('an import on a small disk', () => {
  test('that stops for lack of room is finished by the same file once there is some', async () => {
    const ROWS = 16_000;
    const FILE = fileOf(ROWS, TEXT);
    const disk = smallDisk(420);
    const environment = { PORT: '0', DATA_DIR: join(disk, 'datos') };
    const registry = await newRegistry(environment);
    // Beside what has to stay free: too little for the works, then enough for them, but not for all that the log tells.
    const giveBack = fill(disk, 108 * MB);
    const first = await importAnyhow(registry, FILE);
    assert.equal(first.status, 202, JSON.stringify(first.body));
    const [, told = ''] =
      /porque el disco está lleno: ([\d,]+) filas ya están/.exec(first.body.message) ?? [];
    const written = told.replaceAll(',', '');
    const { headers } = await registry.call('GET', '/obras?limit=1');
    assert.equal(headers.get('x-total-count'), written);
    assert.ok(Number(written) < ROWS, written);
    giveBack();
    const giveBackRest = fill(disk, 190 * MB);
    const { status, body } = await importAnyhow(registry, FILE);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.creadas, body.sinCambio], [ROWS - Number(written), Number(written)]);
    giveBackRest();
    assert.equal(await registry.service.stop('SIGKILL'), null);
    const again = await openRegistry(environment);
    assert.equal((await importAnyhow(again, FILE)).body.sinCambio, ROWS);
    assert.equal(await again.service.stop(), 0);
  });

  test('whose temporary folder is full is refused whole, never half a file taken for one', async () => {
    const registry = await newRegistry({ ...(await embeddedEnvironment()), TMPDIR: smallDisk(3) });
    const full =
      'La carpeta temporal del servicio está llena o no admite archivos; avise a quien lo administra e intente de nuevo más tarde.';
    const told = async (rows: number) => {
      const file = fileOf(rows, TEXT);
      const { status, body } = await importFile(registry, file, { query: '?simular=true' });
      return { bytes: file.length, status, message: body.message };
    };
    // The first does not fit. The second does, though not with what is put aside of it; and the third with everything.
    const [none, half, whole] = [await told(16_000), await told(8_000), await told(1_000)];
    assert.ok(none.bytes > 3 * MB && half.bytes < 2.5 * MB, String(half.bytes));
    assert.deepEqual([none.status, none.message], [503, full]);
    assert.deepEqual([half.status, half.message], [202, full]);
    assert.equal(whole.status, 200);
    assert.match(registry.service.output(), /ENOSPC/);
    assert.equal(await registry.service.stop(), 0);
  });
});

/** The disk gets full in the middle of a write: PGlite breaks down, and is opened again once there is room. */
async function breakDown(disk: string, DATA_DIR: string, obras: number): Promise<void> {
  const db = await openDatabase({ DATA_DIR, DATABASE_URL: undefined, CACHE_MB: 0 }, () => {});
  const count = () => db.one<{ n: number }>('SELECT count(*)::integer AS n FROM obras');
  assert.deepEqual(await count(), { n: obras });
  const giveBack = fillRest(disk);
  const write = async () => {
    for (;;) await db.query(`SELECT pg_logical_emit_message(false, 'x', repeat('x', 3000000))`);
  };
  await assert.rejects(write, isUnavailable);
  for (let n = 0; n < 3; n++) {
    const begun = performance.now();
    // It can't be opened again yet; where it could, it would answer.
    await count().catch((error) => assert.ok(isUnavailable(error), error));
    assert.ok(performance.now() - begun < LONGEST_HERE);
  }
  giveBack();
  let found: unknown;
  for (let attempt = 0; attempt < 20 && !found; attempt++) {
    found = await count().catch(() => setTimeout(200));
  }
  assert.deepEqual(found, { n: obras });
  await db.query('UPDATE obras SET monto = monto + 1');
  await db.close();
}

const isUnavailable = (error: unknown) => unavailable(error);

function fillRest(disk: string): () => void {
  const more = join(disk, 'mas-datos');
  const fd = openSync(more, 'w');
  const piece = Buffer.alloc(MB);
  try {
    for (;;) writeSync(fd, piece);
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
  } finally {
    closeSync(fd);
  }
  return () => rmSync(more);
}
