import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '../../src/core/db/index.ts';
import { newFolder } from '../empty-registry.ts';
import { launch, run } from '../process.ts';
import { succeeds, until } from './postgres.ts';
import { ADMIN, newRegistry, obraBody, openRegistry } from './registry.ts';

/** The very first start is killed so many times, each time a little later. */
const KILLS = 5;

describe('the folder of the embedded database', () => {
  const folder = newFolder();
  const original = join(folder, 'original');
  before(async () => {
    const registry = await newRegistry({ PORT: '0', DATA_DIR: original });
    assert.equal((await registry.call('POST', '/obras', obraBody())).status, 201);
    assert.equal(await registry.service.stop(), 0);
  });

  let copies = 0;
  /** A copy of a registry with one obra. */
  function copy() {
    copies += 1;
    const DATA_DIR = join(folder, `copia-${copies}`);
    cpSync(original, DATA_DIR, { recursive: true });
    return { environment: { PORT: '0', DATA_DIR }, pgdata: join(DATA_DIR, 'pgdata') };
  }

  /** Everything that stands in a folder, but caches that every start makes anew. */
  const filesIn = (path: string) =>
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'pg_internal.init')
      .map(({ parentPath, name }) => join(parentPath, name));

  /** Asserts that a start ends with one sentence and leaves the registry as it found it. */
  async function assertRefused(environment: Record<string, string>, sentence: RegExp) {
    const pgdata = join(environment.DATA_DIR ?? '', 'pgdata');
    const before = existsSync(pgdata) ? filesIn(pgdata) : undefined;
    const { code, output } = await run({ ...ADMIN, ...environment });
    assert.equal(code, 1, output);
    assert.match(output, sentence);
    assert.doesNotMatch(output, /administrador| {4}at /);
    assert.equal(existsSync(pgdata), before !== undefined);
    for (const file of before ?? []) assert.ok(existsSync(file), file);
  }

  for (const [what, files] of [
    ['its control file', /global.pg_control$/],
    ['its version', /pgdata.PG_VERSION$/],
    ['its map of files', /global.pg_filenode\.map$/],
    ['its log', /pg_wal.[0-9A-F]{24}$/],
  ] as const) {
    test(`truncated (${what}) is refused with a sentence`, async () => {
      const { environment, pgdata } = copy();
      const truncated = filesIn(pgdata).filter((file) => files.test(file));
      assert.ok(truncated.length > 0);
      for (const file of truncated) truncateSync(file, 0);
      await assertRefused(
        environment,
        /^Abriendo [^\n]*\n(?:[^\n]*… van \d+ s\n)*(No se pudo abrir la base de datos embebida|La carpeta .* no contiene una base de datos de PostgreSQL 18)[^\n]*\n$/,
      );
    });
  }

  test('without its database is refused, and gets no new one in its place', async () => {
    const { environment, pgdata } = copy();
    renameSync(pgdata, `${pgdata}-movida`);
    const sentence = /guardaba un registro cuya base de datos \(.*pgdata\) falta o está incompleta/;
    await assertRefused(environment, sentence);
    // Nor where only a part has come back.
    mkdirSync(pgdata);
    writeFileSync(join(pgdata, 'PG_VERSION'), '18\n');
    await assertRefused(environment, sentence);
    rmSync(pgdata, { recursive: true });
    renameSync(`${pgdata}-movida`, pgdata);
    const registry = await openRegistry(environment);
    assert.equal((await registry.obras()).length, 1);
    await registry.service.stop();
  });

  test('removed while serving answers 503 at worst, is not made anew, and is refused at the next start', async () => {
    const { environment, pgdata } = copy();
    const registry = await openRegistry(environment);
    rmSync(pgdata, { recursive: true });
    for (let n = 0; n < 20; n++) {
      const { status } = await registry.call('GET', '/obras');
      assert.ok(status === 200 || status === 503, String(status));
      const made = await registry.call('POST', '/dependencias', { nombre: `Otra ${n}` });
      assert.ok(made.status === 201 || made.status === 503, JSON.stringify(made.body));
    }
    await registry.service.stop();
    await assertRefused(environment, /guardaba un registro cuya base de datos/);
  });

  test('opens as it was after a statement without an end has been ended', async () => {
    const { environment } = copy();
    const settings = { ...environment, DATABASE_URL: undefined, CACHE_MB: 0 };
    const db = await openDatabase(settings, () => {});
    const count = () => db.one<{ n: number }>('SELECT count(*)::integer AS n FROM obras');
    assert.deepEqual(await count(), { n: 1 });
    const waiting = count().catch((error: Error) => error.message);
    const endless = db.query('SELECT count(*) FROM generate_series(1, 100000000000) a');
    await assert.rejects(endless, /Query read timeout/);
    await waiting;
    await until('it is open again', () => succeeds(count()));
    assert.deepEqual(await count(), { n: 1 });
    await db.close();
  });

  test(`holds a new registry after its first start was killed at any of ${KILLS} moments`, async () => {
    // How long an undisturbed one takes.
    const begun = performance.now();
    const whole = await openRegistry({ DATA_DIR: newFolder(), PORT: '0' });
    const duration = performance.now() - begun;
    await whole.service.stop();
    const DATA_DIR = newFolder();
    const environment = { DATA_DIR, PORT: '0' };
    let cutShort = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const { child, output, closed } = launch({ ...ADMIN, ...environment });
      await Promise.race([setTimeout((duration * (kill + 0.5)) / KILLS), closed]);
      child.kill('SIGKILL');
      await closed;
      assert.doesNotMatch(output(), /No se| {4}at /);
      // Once it has gone all the way there is a registry, which stays.
      if (!existsSync(join(DATA_DIR, 'pgdata', 'registro-listo'))) cutShort += 1;
    }
    assert.ok(cutShort > 0, 'no start was cut short');
    const registry = await openRegistry(environment);
    const { body } = await registry.call('GET', '/users');
    assert.equal(body.length, 1);
    assert.equal((await registry.call('POST', '/dependencias', { nombre: 'Una' })).status, 201);
    assert.equal(await registry.service.stop(), 0);
    // Nothing is left of those.
    const left = readdirSync(DATA_DIR).filter((name) => name.startsWith('pgdata-'));
    assert.deepEqual(left, []);
    const again = await openRegistry(environment);
    assert.equal((await again.call('GET', '/dependencias')).body.length, 1);
    await again.service.stop();
  });
});
