import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { importCommand } from '../../../../src/features/importacion/command/command.ts';
import { atEnd } from '../../../at-end.ts';
import { readBlocks } from '../../../blocks.ts';
import { ROOT, readRoot } from '../../../deploy-settings.ts';
import { debianProgram } from '../../../faults/debian.ts';
import { fileOf } from '../../../faults/importing.ts';
import { newUser, patchUser } from '../../../faults/pair.ts';
import { freePort, until } from '../../../faults/postgres.ts';
import {
  ADMIN,
  assertLedgerAgrees,
  logIn,
  newRegistry,
  type Obra,
  obraBody,
  openRegistry,
  type Registry,
} from '../../../faults/registry.ts';
import { NO_SESSION, runHere } from '../../../process.ts';

// docs/momento.md, block after block, on a server of Debian's own kind: a wrong file is imported, and undone.

const blocks = readBlocks('docs/momento.md');
const JWT_SECRET = 'clave de prueba de más de 32 caracteres';

describe('a past moment (docs/momento.md)', {
  skip: process.getuid?.() !== 0 && 'needs root, to make a server as Debian does',
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'registro-momento-'));
  const inFolder = (...names: string[]) => join(folder, ...names);
  const COPIES = inFolder('deposito/backup/registro');
  let port: number;
  let other: number;
  let environment: Record<string, string>;
  let registry: Registry;
  /** Names of the servers on this machine, which may have others called «main» and «momento». */
  let names: { main: string; momento: string };

  /** A text of the page or of deploy/ for this machine, where nothing outside of a folder is touched. */
  const here = (text: string) =>
    text
      .replaceAll(/\b15([ /])(main|momento)\b/g, (_, between, name: 'main' | 'momento') =>
        ['15', names[name]].join(between),
      )
      .replaceAll('/var/lib/postgresql', inFolder('datos'))
      .replaceAll('/etc/postgresql', inFolder('etc'))
      .replaceAll('/etc/systemd/system', inFolder('unidades'))
      .replaceAll('/etc/pgbackrest.conf', inFolder('pgbackrest.conf'))
      .replaceAll('/mnt/pgbackrest', inFolder('deposito'))
      .replaceAll('/var/spool/pgbackrest', inFolder('candados'))
      .replaceAll('/opt/registro/actual', ROOT.replace(/\/$/, ''))
      .replaceAll('5433', String(other));

  /** Runs a text in bash as somebody with sudo pastes it, and answers what it has printed. */
  async function bash(text: string): Promise<string> {
    const { stdout } = await promisify(execFile)(
      'bash',
      ['--norc', '-euo', 'pipefail', '-c', here(text)],
      {
        cwd: folder,
        env: {
          PATH: `${inFolder('bin')}:${process.env.PATH}`,
          LANG: 'C.UTF-8',
          PGPORT: String(port),
          PG_CLUSTER_CONF_ROOT: inFolder('etc'),
          PGSYSCONFDIR: inFolder('comunes'),
          PGBACKREST_CONFIG: inFolder('pgbackrest.conf'),
        },
      },
    );
    return stdout;
  }
  /** The blocks under a heading, each with something else in place of what the page takes as an example. */
  const under = (heading: string, instead: [string, string][] = []) => {
    const texts = blocks.filter((block) => block.heading === heading).map(({ text }) => text);
    assert.ok(texts.length > 0, heading);
    return texts.map((text) =>
      instead.reduce((all, [example, own]) => all.replaceAll(example, own), text),
    );
  };
  const atMoment = (instante: string) =>
    under('1. El momento', [['2026-11-26 10:30:00-06', instante]]).join('');

  before(async () => {
    debianProgram('pgbackrest');
    debianProgram('pg_createcluster', 'postgresql-common');
    port = await freePort();
    other = await freePort();
    names = { main: `prueba${port}`, momento: `momento${port}` };
    for (const name of 'bin etc comunes datos unidades deposito candados log'.split(' '))
      mkdirSync(inFolder(name));
    // The settings that Debian's commands take from /etc/postgresql-common.
    writeFileSync(
      inFolder('comunes/createcluster.conf'),
      `data_directory = '${inFolder('datos')}/%v/%c'\nadd_include_dir = 'conf.d'\ninitdb_options = '--no-sync'\n`,
    );
    writeFileSync(
      inFolder('comunes/environment'),
      `PGBACKREST_CONFIG = '${inFolder('pgbackrest.conf')}'\n`,
    );
    // In place of an editor: what stands below CAMBIAR.
    writeFileSync(
      inFolder('cambios.sed'),
      `s#^repo1-path=.*#repo1-path=${inFolder('deposito')}#
        s#^repo1-cipher-pass=CAMBIAR#repo1-cipher-pass=${'x'.repeat(40)}#
        s#^lock-path=.*#lock-path=${inFolder('candados')}\\nlog-path=${inFolder('log')}#
        s#^pg1-path=.*#pg1-path=${inFolder('datos')}/15/${names.main}#
        s#^pg1-port=.*#pg1-port=${port}#\n`,
    );
    writeFileSync(inFolder('momento.sh'), readRoot('deploy/momento.sh'), { mode: 0o755 });
    // Takes the place of sudo. systemd does not run the service here.
    writeFileSync(
      inFolder('bin/sudo'),
      `#!/bin/sh
      case "$*" in
        apt-get*) exit ;;
        editor*) exec sed --in-place --file=${inFolder('cambios.sed')} "$2" ;;
        'systemctl start registro-momento.service') exec runuser -u postgres -- ${inFolder('momento.sh')} ;;
        'systemctl stop registro.service')
          read -r pid <${inFolder('registro.pid')}
          kill "$pid"
          while kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
          exit ;;
        systemctl*) exit ;;
        pg_createcluster*) exec "$@" --logfile ${inFolder('log')}/"$3" ;;
        -u*) shift 2; exec runuser -u postgres -- "$@" ;;
      esac
      exec "$@"\n`,
      { mode: 0o755 },
    );
    execFileSync('chown', ['-R', 'postgres', folder]);
    await bash(`sudo pg_createcluster 15 main --port ${port} --start-conf manual`);
    atEnd(async () => {
      for (const name of Object.values(names)) {
        await bash(`pg_dropcluster 15 ${name} --stop`).catch(() => {});
      }
    });
    await bash(`sudo pg_ctlcluster 15 main start
      sudo -u postgres psql -c "CREATE ROLE obras LOGIN PASSWORD 'obras'"
      sudo -u postgres createdb --owner obras --encoding UTF8 --template template0 obras
      sudo -u postgres psql obras -c 'CREATE EXTENSION postgis' -c 'CREATE EXTENSION pg_trgm'`);
    environment = settings(port);
    registry = await newRegistry(environment);
    noteProcess();
  });
  after(() => registry?.service.stop());

  const settings = (at: number) => ({
    DATABASE_URL: `postgres://obras:obras@127.0.0.1:${at}/obras`,
    JWT_SECRET,
    PORT: '0',
  });
  const noteProcess = () =>
    writeFileSync(inFolder('registro.pid'), String(registry.service.process.pid));
  /** One that is later than everything that was answered. */
  async function moment(): Promise<string> {
    const client = new pg.Client(environment.DATABASE_URL);
    await client.connect();
    const { rows } = await client.query('SELECT clock_timestamp()::text AS instante');
    await client.end();
    return rows[0].instante;
  }
  const made = (claveUnica: string) =>
    registry.made('/obras', { ...obraBody(claveUnica), claveUnica });
  async function importing(name: string, content: string, ...options: string[]) {
    writeFileSync(inFolder(name), content);
    const own = { PORT: new URL(registry.service.url).port, ADMIN_PASSWORD: ADMIN.ADMIN_PASSWORD };
    const { code, output } = await runHere(importCommand, own, [inFolder(name), ...options]);
    assert.equal(code, 0, output);
  }
  const ask = (path: string, token: string, method = 'GET') =>
    fetch(registry.service.url + path, { method, headers: { authorization: `Bearer ${token}` } });

  test('is kept from the page’s first copy on, and the check warns when the log does not arrive', async () => {
    for (const clave of ['A-1', 'A-2', 'A-3']) await made(clave);
    await bash(under('Instalación').join(''));
    const copies = () => readdirSync(COPIES).filter((name) => /^\d/.test(name));
    assert.equal(copies().length, 1);
    // The next hour makes no other.
    await bash('sudo systemctl start registro-momento.service');
    assert.equal(copies().length, 1);

    const verify = under('Cómo saber que funciona').join('');
    assert.equal(await bash(verify), '');
    const all = readdirSync(COPIES, { recursive: true, encoding: 'utf8' });
    const bundle = join(COPIES, all.find((name) => name.endsWith('bundle/1')) ?? '');
    const bytes = readFileSync(bundle);
    const spoilt = bytes.map((byte, i) => (i < 5_000 ? byte : byte ^ 1));
    writeFileSync(bundle, spoilt);
    assert.match(await bash(verify), /status: error\n +backup: .* status: invalid/);
    writeFileSync(bundle, bytes);

    renameSync(inFolder('deposito'), inFolder('sin-montar'));
    await assert.rejects(
      bash('sudo systemctl start registro-momento.service'),
      /Copia fallida: el registro de cambios no llega al repositorio/,
    );
    renameSync(inFolder('sin-montar'), inFolder('deposito'));
  });

  test('is not needed to take out the works of one import', async () => {
    const before = await registry.obras();
    const instante = await moment();
    await importing('equivocadas.csv', fileOf(3));
    await made('A-4');
    assert.equal((await registry.obras()).length, 7);
    const seen = await bash(atMoment(instante));
    assert.match(seen, /equivocadas\.csv +\| obras +\| crear +\| +3/);
    const instead: [string, string][] = [['obras.csv', 'equivocadas.csv']];
    const [block = ''] = under('Sólo las obras de una importación', instead);
    assert.match(await bash(`MOMENT='${instante}'\n${block}`), /^DELETE 3$/m);
    // The service hears of it a moment later.
    await until('they are gone', async () => (await registry.obras()).length === 4);
    const left = (await registry.obras()).filter(({ claveUnica }) => claveUnica !== 'A-4');
    assert.deepEqual(left, before);
    await assertLedgerAgrees(registry);
  });

  // One story in three tests: 10:30, the wrong file of 10:31, and what people wrote beside it.
  let noted: string;
  let then: Obra[];
  let later: Obra[];
  let ana: { id: string; password: string };
  let token: string;
  /** A file with the work that was rightly written after the moment. */
  let rightly: string;

  test('is seen beside the registry, which goes on', async () => {
    ana = await newUser(registry, 'ana@obras.local');
    ({ token } = await logIn(registry, { email: 'ana@obras.local', password: ana.password }));
    const [first] = (await registry.obras()) as [Obra];
    const favorite = `/users/${ana.id}/favorites/${first.id}`;
    assert.equal((await ask(favorite, token, 'POST')).status, 201);
    then = await registry.obras();
    const instante = await moment();
    noted = `MOMENT='${instante}'\n`;

    // The file changes one work and adds others, and people go on working.
    const wrong = fileOf(40).replace('F-0,', 'A-1,');
    const changing = ['--actualizar', '--confirmar', 'montos,estatus,nombres'];
    await importing('equivocadas.csv', wrong, ...changing);
    await made('B-1');
    assert.ok((await ask(favorite, token, 'DELETE')).ok);
    await patchUser(registry, ana.id, { password: 'otra-de-ana' });
    assert.equal((await ask('/obras?limit=1', token)).status, NO_SESSION);
    await newUser(registry, 'nueva@obras.local');
    later = await registry.obras();
    assert.equal(later.length, then.length + 40);

    await bash(atMoment(instante));
    const [besideIt = '', instance = ''] = under('2. Aparte');
    const shown = await bash(noted + besideIt);
    assert.match(shown, new RegExp(`^ +${then.length} \\|`, 'm'));
    assert.match(instance, /PORT=3001/);
    // The instance would share the store of photos and documents.
    const [own = ''] = /^sudo .* 'UPDATE almacen .*$/m.exec(instance) ?? [];
    assert.match(await bash(own), /^UPDATE 1$/m);
    const beside = await openRegistry(settings(other));
    assert.deepEqual(await beside.obras(), then);
    await beside.service.stop();
    assert.deepEqual(await registry.obras(), later);

    // The right changes come out of a file of everything since.
    const { token: admin } = await logIn(registry);
    const csv = await (await ask('/obras.csv?registradaDesde=2000-01-01', admin)).text();
    const [headings = '', ...rows] = csv.split('\r\n');
    rightly = [headings, ...rows.filter((row) => row.includes('B-1'))].join('\r\n');
    assert.equal(rightly.split('\r\n').length, 2);
  });

  test('becomes the registry’s state, and what was rightly written comes in again', async () => {
    const gone = registry.service.stop;
    await bash(noted + under('5. El regreso').join(''));
    await gone();
    // A standby that is copied from it must not stop at that moment.
    const kept = readFileSync(inFolder('datos/15', names.main, 'postgresql.auto.conf'), 'utf8');
    assert.doesNotMatch(kept, /^\w/m);
    registry = await openRegistry(environment);
    noteProcess();
    assert.deepEqual(await registry.obras(), then);
    await assertLedgerAgrees(registry);
    // Accounts, passwords, sessions and favorites are as they were.
    const users = (await registry.call('GET', '/users')).body as { email: string }[];
    assert.ok(!users.some(({ email }) => email === 'nueva@obras.local'));
    const favorites = await ask(`/users/${ana.id}/favorites`, token);
    assert.equal(favorites.status, 200);
    assert.equal(((await favorites.json()) as { data: object[] }).data.length, 1);
    // Numbers go on where they were.
    const highest = Math.max(...then.map(({ numeroObra }) => numeroObra));
    await importing('rescatadas.csv', rightly);
    const now = await registry.obras();
    const saved = now.find(({ claveUnica }) => claveUnica === 'B-1');
    assert.equal(saved?.numeroObra, highest + 1);
    assert.equal(now.length, then.length + 1);
    await assertLedgerAgrees(registry);
  });

  test('can be left again, and what was undone is seen beside', async () => {
    await bash(under('6. Al final').join(''));
    const [oldest = ''] = /\d{8}-\d{6}F/.exec(await bash('sudo -u postgres pgbackrest info')) ?? [];
    const [forward = ''] = under('De nuevo hacia adelante');
    await bash(forward.replace(/^COPY=.*/m, `COPY=${oldest}`));
    const undone = await openRegistry(settings(other));
    assert.deepEqual(await undone.obras(), later);
    await undone.service.stop();
  });
});

describe('the copy that is made (deploy/momento.sh)', () => {
  const bin = mkdtempSync(join(tmpdir(), 'registro-momento-'));
  // In place of both programs: what they answer, and what pgBackRest was started for.
  writeFileSync(join(bin, 'psql'), '#!/bin/sh\necho "$STANDBY"\n', { mode: 0o755 });
  writeFileSync(
    join(bin, 'pgbackrest'),
    '#!/bin/sh\ncase "$*" in *info) echo "$INFO" ;; *) echo "$@" ;; esac\n',
    { mode: 0o755 },
  );
  const HOUR = 3_600_000;
  /** A copy's name is the local time that it began. */
  const label = (hoursAgo: number) => {
    const at = new Date(Date.now() - hoursAgo * HOUR - new Date().getTimezoneOffset() * 60_000);
    return at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  };
  const full = (hoursAgo: number) => `${label(hoursAgo)}F`;
  const diff = (base: string, hoursAgo: number) => `${base}_${label(hoursAgo)}D`;
  const MADE: [what: string, copies: string[], type: string | undefined][] = [
    ['none is there', [], 'full'],
    ['the whole one is of last week', [full(170)], 'full'],
    ['… and yesterday had one on top of it', [full(170), diff(full(170), 30)], 'full'],
    ['yesterday had a whole one', [full(30)], 'diff'],
    ['yesterday had one on top', [full(80), diff(full(80), 30)], 'diff'],
    ['this night has one on top', [full(80), diff(full(80), 30), diff(full(80), 0)], undefined],
    ['this night has a whole one', [full(170), full(0)], undefined],
  ];
  const run = (copies: string[], standby = 'f') =>
    execFileSync('bash', [join(ROOT, 'deploy/momento.sh')], {
      encoding: 'utf8',
      env: {
        PATH: `${bin}:${process.env.PATH}`,
        TZ: process.env.TZ,
        STANDBY: standby,
        INFO: JSON.stringify([{ backup: copies.map((name) => ({ label: name, type: 'x' })) }]),
      },
    });

  for (const [what, copies, type] of MADE) {
    test(`is, with ${what}, ${type ?? 'no copy'}`, () => {
      const printed = run(copies);
      assert.match(printed, /^--stanza=registro check$/m);
      assert.equal(/--type=(\w+) backup$/m.exec(printed)?.[1], type);
    });
  }

  test('is left to the primary by a standby', () => {
    assert.match(run([], 't'), /^Este servidor es una réplica: la copia la hace el principal\.\n$/);
  });
});
