import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { settingsOf } from '../deploy-settings.ts';
import { hasFeature } from '../features.ts';
import { printedBy, run } from '../process.ts';
import { table } from '../table.ts';
import { document, send } from './archivos.ts';
import { debianProgram } from './debian.ts';
import { BARE, ownPostgres, type Postgres } from './postgres.ts';
import {
  assertWhole,
  logIn,
  newRegistry,
  obraBody,
  openRegistry,
  type Registry,
} from './registry.ts';

const script = fileURLToPath(new URL('../../../deploy/copia.sh', import.meta.url));
const restoreCommand = fileURLToPath(
  new URL('../../src/commands/backup/restore-command.js', import.meta.url),
);
const COPY = /^registro-\d{8}-\d{6}\.jsonl\.gz$/;
const DAY = 86_400_000;

/** Where a store in a folder has these bytes. */
function pathIn(folder: string, bytes: Buffer) {
  const digest = createHash('sha256').update(bytes).digest('hex');
  return join(folder, digest.slice(0, 2), digest.slice(2, 4), digest);
}
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

describe('the nightly copy (deploy/copia.sh)', () => {
  const root = mkdtempSync(join(tmpdir(), 'registro-noche-'));
  // A place that is on another disk than the temporary folder: memory.
  const elsewhere = mkdtempSync('/dev/shm/registro-noche-');
  let server: Postgres;
  let environment: Record<string, string>;
  let registry: Registry;
  let folder: string;
  let second: string;
  let round = 0;

  before(async () => {
    server = await ownPostgres();
    environment = { ...(await server.environment()), FILES_URL: join(root, 'archivos') };
    registry = await newRegistry(environment);
    for (let i = 0; i < 3; i++) await registry.call('POST', '/obras', obraBody());
  });
  after(async () => {
    await registry?.service.stop();
    rmSync(elsewhere, { recursive: true });
  });
  beforeEach(() => {
    round += 1;
    folder = join(root, String(round));
    second = join(elsewhere, String(round));
    for (const place of [folder, second]) mkdirSync(place);
  });

  /** Runs it as the unit does, with these settings of its own. */
  async function nightly(settings: Record<string, string>) {
    const { DATABASE_URL, FILES_URL } = environment;
    const own = { PATH: process.env.PATH, DATABASE_URL, FILES_URL, BACKUP_DIR: folder };
    const child = spawn(script, {
      env: { ...own, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = printedBy(child.stdout, child.stderr);
    const [code] = await once(child, 'close');
    return { code: code as number, output: output() };
  }
  /** The same, which has to end well. */
  const night = async (settings: Record<string, string>) => {
    const { code, output } = await nightly(settings);
    assert.equal(code, 0, output);
  };
  /** In place of ssh: leaves the machine's name away and runs the rest here. */
  const shell = () => {
    const file = join(folder, 'ssh');
    writeFileSync(file, '#!/bin/sh\nshift\nexec "$@"\n', { mode: 0o700 });
    return { BACKUP_SECOND: `otra:${second}`, RSYNC_RSH: file };
  };
  const copiesIn = (place: string) => readdirSync(place).filter((name) => COPY.test(name));
  /** A file that was written so many days ago. */
  const aged = (path: string, days: number) => {
    writeFileSync(path, 'x');
    const then = new Date(Date.now() - days * DAY);
    utimesSync(path, then, then);
  };
  const OLD = 'registro-20200101-023000.jsonl.gz';
  const YOUNG = 'registro-20200102-023000.jsonl.gz';
  const OTHER = 'respaldo-20200101-023000.jsonl.gz';

  test('is whole in both places, readable by its owner alone, and can be restored', async () => {
    await night({ BACKUP_SECOND: second });
    const [name = ''] = copiesIn(folder);
    assert.match(name, COPY);
    assert.deepEqual(readdirSync(second), [name]);
    for (const place of [folder, second]) {
      assert.equal(statSync(join(place, name)).mode & 0o777, 0o600);
    }
    assert.deepEqual(readFileSync(join(second, name)), readFileSync(join(folder, name)));
    // The drill of docs/operaciones.md.
    const drill = await server.environment(BARE);
    const restored = await run(drill, [join(second, name)], restoreCommand);
    assert.equal(restored.code, 0, restored.output);
    const other = await openRegistry(drill);
    const obras = await other.obras();
    assertWhole(obras);
    assert.deepEqual(obras, await registry.obras());
    assert.equal(await other.service.stop(), 0);
  });

  test('keeps copies for BACKUP_DAYS, and touches no other file', async () => {
    for (const place of [folder, second]) {
      aged(join(place, OLD), 8);
      aged(join(place, `${OLD}.parcial`), 2);
      aged(join(place, YOUNG), 6);
      for (const name of [OTHER, 'notas.txt']) aged(join(place, name), 900);
    }
    await night({ BACKUP_DAYS: '7', BACKUP_SECOND: second });
    const [made = ''] = copiesIn(second).sort().slice(-1);
    for (const place of [folder, second]) {
      const left = readdirSync(place).filter((name) => !name.startsWith('.'));
      assert.deepEqual(left.sort(), ['notas.txt', YOUNG, made, OTHER]);
    }
  });

  test('goes to another machine with rsync', async () => {
    debianProgram('rsync');
    await night(shell());
    const [name = ''] = copiesIn(folder);
    assert.deepEqual(readFileSync(join(second, name)), readFileSync(join(folder, name)));
    assert.equal(statSync(join(second, name)).mode & 0o777, 0o600);
  });

  test('that fails prints why, exits with a code other than 0 and removes no copy', async (t) => {
    const locked = join(root, 'ocupada');
    mkdirSync(locked);
    const lock = join(locked, '.copia.lock');
    const holder = spawn('flock', ['--no-fork', lock, 'sleep', '300'], { stdio: 'ignore' });
    t.after(() => holder.kill());
    while (spawnSync('flock', ['--nonblock', lock, 'true']).status === 0);
    const cases = table`
      DATABASE_URL=postgres://obras@127.0.0.1:1/obras | Copia fallida: no se pudo hacer
      BACKUP_DIR=${join(root, 'falta')}               | BACKUP_DIR) no existe
      BACKUP_SECOND=${join(root, 'falta')}            | BACKUP_SECOND) no existe
      BACKUP_SECOND=${root}                           | está en el mismo disco que
      BACKUP_SECOND=${root}                           | ¿falta montarlo?
      BACKUP_DAYS=siempre                             | BACKUP_DAYS debe ser un número de días
      BACKUP_DAYS=0                                   | BACKUP_DAYS debe ser un número de días
      BACKUP_DIR=${locked}                            | ya hay otra copia en curso
      BACKUP_SECOND=otra:/copias                      | no se pudo llevar a otra:/copias
    `;
    for (const [n, [setting = '', sentence = '']] of cases.entries()) {
      // A folder each: two copies of one second would have one name.
      const own = join(folder, String(n));
      mkdirSync(own);
      aged(join(own, OLD), 900);
      const settings = { BACKUP_DIR: own, RSYNC_RSH: '/bin/false', ...settingsOf(setting) };
      const { code, output } = await nightly(settings);
      assert.ok(code > 0, setting);
      assert.ok(output.includes(sentence), `${setting}: ${output}`);
      assert.match(output, /^Copia fallida: /m, setting);
      if (n === 0) assert.match(output, /^No hay conexión con la base de datos /);
      assert.ok(existsSync(join(own, OLD)), setting);
    }
  });

  test('that does not fit into its second place leaves no half copy there', {
    skip: process.getuid?.() !== 0 && 'needs root, to mount a small disk',
  }, async (t) => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8k', 'tmpfs', second]);
    t.after(() => execFileSync('umount', [second]));
    aged(join(folder, OLD), 900);
    const { code, output } = await nightly({ BACKUP_SECOND: second });
    assert.equal(code, 1, output);
    assert.match(output, /^Copia fallida: no se pudo escribir entera en /m);
    assert.deepEqual(readdirSync(second), []);
    assert.ok(existsSync(join(folder, OLD)));
    // The first place has it.
    assert.equal(copiesIn(folder).length, 2);
  });

  // The last ones: from here on the registry has documents.
  if (!hasFeature('archivos')) return;
  test('takes photos and documents along, each once, to both places', async () => {
    const { token } = await logIn(registry);
    const files = [document(), document()];
    await send(registry, token, files[0] as Buffer);
    await night({ BACKUP_SECOND: second });
    await send(registry, token, files[1] as Buffer);
    await night(shell());
    for (const place of [folder, second].map((each) => join(each, 'archivos'))) {
      const expected = files.map((file) => pathIn(place, file));
      assert.deepEqual(filesIn(place).sort(), [...expected, join(place, 'registro.json')].sort());
    }
    // The drill of docs/operaciones.md: the copies are the store of the restored registry.
    const drill = { ...(await server.environment(BARE)), FILES_URL: join(second, 'archivos') };
    const [name = ''] = copiesIn(second).sort().reverse();
    const restored = await run(drill, [join(second, name)], restoreCommand);
    assert.match(restored.output, /^No falta ninguno de sus 2 archivos en /m);
  });

  test('with one damaged document of several takes the rows and the others to both places, and fails', async () => {
    const { token } = await logIn(registry);
    const files = Array.from({ length: 8 }, () => document());
    for (const file of files) assert.equal((await send(registry, token, file)).status, 201);
    const bad = pathIn(join(root, 'archivos'), files[3] as Buffer);
    const bytes = readFileSync(bad);
    writeFileSync(bad, Buffer.from(bytes).fill(bytes.readUInt8(900) ^ 1, 900, 901));
    aged(join(folder, OLD), 900);
    const { code, output } = await nightly({ BACKUP_SECOND: second });
    assert.equal(code, 1, output);
    assert.match(output, /^Dañado: «Contrato» \(obra 1, archivo \d+, objeto [0-9a-f]{64}\)$/m);
    assert.match(output, /^Copia fallida: la base está copiada en .* y en .*, pero no todas/m);
    for (const place of [folder, second]) {
      assert.equal(copiesIn(place).filter((name) => name !== OLD).length, 1);
      for (const file of files) {
        const there = existsSync(pathIn(join(place, 'archivos'), file));
        assert.equal(there, file !== files[3]);
      }
    }
    assert.ok(existsSync(join(folder, OLD)));
    // Sent again, it is mended, and the next copy is whole.
    assert.equal((await send(registry, token, files[3] as Buffer)).status, 200);
    // Two copies of one second would have one name.
    await sleep(1_100);
    await night({ BACKUP_SECOND: second });
    assert.ok(existsSync(pathIn(join(second, 'archivos'), files[3] as Buffer)));
  });
});
