import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { parse } from 'yaml';
import { type Block, readBlocks } from '../blocks.ts';
import { columnOf } from '../columns.ts';
import { readRoot as read, ROOT as root } from '../deploy-settings.ts';
import { newFolder } from '../empty-registry.ts';
import { ownPostgres, type Postgres, postgresPrograms, signal } from '../faults/postgres.ts';
import { printedBy, session } from '../process.ts';
import { db, TEST_DATABASE_URL } from '../world.ts';

// People paste the blocks of a page into a shell. So the tests read the blocks out of the pages and paste them unchanged
// into an interactive bash and an interactive zsh, the shell of macOS.

const manifest = JSON.parse(read('package.json'));
const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' });

const README = readBlocks('README.md');
const LEEME = readBlocks('LEEME.md');
const DOCS = readdirSync(join(root, 'docs'))
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) => readBlocks(`docs/${name}`));
const OTHERS = ['CONTRIBUTING.md', 'SECURITY.md', 'bench/README.md'].flatMap(readBlocks);
const blocks = [...README, ...LEEME, ...DOCS, ...OTHERS];

// The work done with each block --------------------------------------------------------------------

/** Started, walked through and stopped in a copy of the project, in each shell. */
const START = 'ADMIN_PASSWORD=cambiame npm start -- --demo\n';
const walk = README.filter(({ text }) => /^(API|OBRA_ID)=|^call /.test(text));
const leeme = LEEME.filter(({ text }) => text.startsWith('API='));
const datos = DOCS.filter(({ text }) => text.startsWith('API='));
/** Run in an empty folder, on a cut of that registry. */
const cortes = DOCS.filter(({ text }) => text.startsWith('CORTE='));
/** Run where GDAL is there. */
const gdal = DOCS.filter(({ text }) => text.startsWith('export GDAL_'));
/** Run in another copy, on a PostgreSQL server made for it. */
const postgres = README.filter(({ text }) => text.includes('CREATE EXTENSION postgis'));
/** Run line by line, on the registry that the first pages have filled. */
const commands = DOCS.filter(({ text }) =>
  /^(npm run (backup|restore|admin:reset|import)\b.*\n)+$/.test(text),
);
/** Run with folders of the test's in place of the machine's. */
const oldVersions = DOCS.filter(({ text }) => text.includes('-samefile /opt/registro/actual/.'));
const prometheus = DOCS.filter(({ text }) => text.includes('promtool check config'));
/** Copy the examples of settings in the project's folder. */
const examples = DOCS.filter(({ text }) => /^((cp|chmod) .*\n)+$/.test(text));
/** Run on three machines, every one of them, by faults/cluster.test.ts. */
const cluster = DOCS.filter(({ page }) => page === 'docs/tres-maquinas.md');
const isRun = (block: Block) =>
  block.text === START ||
  [
    walk,
    leeme,
    datos,
    cortes,
    gdal,
    postgres,
    oldVersions,
    prometheus,
    commands,
    examples,
    cluster,
  ].some((list) => list.includes(block));

/** Commands that can't run in a test, and why. A block that has one of them is not run. */
// biome-ignore format: rows
const NOT_RUN: [RegExp, string][] = [
  [/^(COMMIT=\$\(.*\) )?docker /m, 'no engine runs containers here; deploy.test.ts holds them against the program'],
  [/\bpgbackrest\b|\bmomento\b|\bMOMENT\b/, 'past-moment.test.ts does so, on a server of its own'],
  [/^sudo /m, 'it changes the machine that it runs on'],
  [/^(systemctl|journalctl) /m, 'it asks systemd, which does not run the service here'],
  [/^(\w+=\S+ )?npm run bench\b/m, 'it takes half an hour'],
  [/^npm install /m, 'it downloads packages; client.test.ts makes its client with those of the project'],
  [/^npm test\b/m, 'tests that run tests; what they name is held against the files'],
];
/** Languages of blocks that are not pasted into a shell: parts of files, printed text, and programs that client.test.ts runs. */
const NO_SHELL = ['text', 'ini', 'caddy', 'ts'];

const SHELLS: Record<string, string[]> = { bash: ['--noprofile', '--norc'], zsh: ['-f'] };
const isThere = (program: string) => spawnSync(program, ['--version']).error === undefined;
const shells = Object.keys(SHELLS).filter(isThere);
const without = (program: string) => !isThere(program) && `${program} is not installed`;

describe('the blocks of the pages', () => {
  for (const block of blocks) {
    const name = `${block.page}:${block.line}`;
    if (NO_SHELL.includes(block.language)) continue;
    if (block.language === 'sql') {
      test(`${name} is SQL that PostgreSQL can read`, () => parseSql(block.text));
    } else if (block.language === 'yaml') {
      test(`${name} is YAML that can be read`, () => void parse(block.text));
    } else {
      const [, reason] = NOT_RUN.find(([command]) => command.test(block.text)) ?? [];
      const place = cluster.includes(block) ? 'by faults/cluster' : 'below';
      const fate = isRun(block)
        ? `and is run ${place}`
        : `but is not run: ${reason ?? '(no reason)'}`;
      test(`${name} can be pasted into ${shells.join(' and ')}, ${fate}`, () => {
        assert.equal(block.language, 'sh', 'a block names its language');
        assert.ok(isRun(block) || reason, 'a new block is run, or says why it can not be');
        checkText(block);
        for (const shell of shells) {
          const flags = [...(SHELLS[shell] as string[]), '-n'];
          const { status, stderr } = spawnSync(shell, flags, { input: block.text });
          assert.deepEqual([status, String(stderr)], [0, ''], shell);
        }
      });
    }
  }

  test('start the service in the same way on both first pages', () => {
    for (const page of [README, LEEME])
      assert.equal(page.filter(({ text }) => text === START).length, 1);
    const walks = [walk, leeme, datos, cortes, gdal, postgres, oldVersions, prometheus];
    assert.deepEqual(columnOf(walks, 'length'), [3, 1, 2, 1, 1, 1, 1, 1]);
  });

  test('are tried in zsh, the shell of macOS, too', { skip: without('zsh') }, () => {});
});

/** Texts that a shell's own check of the syntax lets through. */
function checkText({ text, page }: Block): void {
  const commands = text
    // Quoted texts and here-documents are not commands.
    .replaceAll(/<<-?\s*(['"]?)(\w+)\1.*?\n.*?^\2$/gms, '')
    .replaceAll(/'[^']*'|"(?:\\.|[^"\\])*"/gs, "''");
  assert.doesNotMatch(commands, /(^|\s)#/m, 'pasted into zsh, a comment is taken as arguments');
  // macOS has bash 3.2 and the commands of BSD. The machine that runs the registry for others is Debian.
  if (!page.startsWith('docs/')) {
    assert.doesNotMatch(
      text,
      /\$\{\w+(,,|\^\^|@)|\b(mapfile|readarray|declare -A)\b|\|&|&>>|\bsed -i |\bdate -d|\bgrep -P|\breadlink -f/,
    );
  }
  for (const [, script = ''] of text.matchAll(/\bnpm run ([\w:]+)/g)) {
    assert.ok(script in manifest.scripts, script);
  }
  for (const [, file = '', name = ''] of text.matchAll(
    /\bnpm test -- (\S+)(?: --nombre "(.+)")?/g,
  )) {
    const [path] = tests.filter((one) => basename(one) === `${file}.test.ts`);
    assert.ok(read(`test/${path}`).includes(name), `${file}: ${name}`);
  }
  for (const [file] of text.matchAll(/(?<![\w/.])(deploy|dist|scripts|sources)\/[\w./-]*\w/g)) {
    const path = join(root, file);
    assert.ok(existsSync(path) || existsSync(`${path}.example`), file);
  }
}

/** PostgreSQL reads every statement of a function before it runs the first, which here ends it. */
async function parseSql(text: string): Promise<void> {
  const statements = text.replaceAll(/^\\.*$/gm, '');
  await db.query(`DO $block$ BEGIN RETURN; ${statements} END $block$`);
}

// The shells ---------------------------------------------------------------------------------------

/** Longest run of what is pasted, in milliseconds: on a busy machine a first start takes its time. */
const PATIENCE = 300_000;

interface Session {
  printed: () => string;
  /** The shell's own output, its prompts included. */
  said: () => string;
  /** Resolves once it has printed this. */
  until: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** The end of the input: resolves once all of it has run. */
  end: () => Promise<void>;
  /** Ctrl-C and then the end of the input, as of a terminal that is closed. */
  interrupt: () => Promise<void>;
}

/**
 * Pastes a text into an interactive shell, in a folder. An interactive zsh takes comments for arguments, and an
 * interactive bash looks for `!`. The shell gets no terminal, so that it can't take over the one that runs the tests.
 */
function paste(shell: string, text: string, cwd: string, env: Record<string, string>): Session {
  const child = spawn(shell, [...(SHELLS[shell] as string[]), '-i', '-s'], {
    cwd,
    env: { PATH: process.env.PATH, LANG: process.env.LANG ?? 'C.UTF-8', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const [printed, said] = [printedBy(child.stdout), printedBy(child.stderr)];
  const closed = once(child, 'close');
  const group = -(child.pid as number);
  // A command that hangs is ended with everything it has started.
  const hanging = globalThis.setTimeout(() => signal(group, 'SIGKILL'), PATIENCE).unref();
  closed.then(() => clearTimeout(hanging));
  child.stdin.write(text);
  const end = async () => {
    child.stdin.end();
    await closed;
  };
  return {
    printed,
    said,
    until: async (pattern) => {
      for (;;) {
        const found = pattern.exec(printed());
        if (found) return found;
        assert.equal(child.exitCode ?? child.signalCode, null, `${printed()}\n${said()}`);
        await setTimeout(50);
      }
    },
    end,
    interrupt: async () => {
      signal(group, 'SIGINT');
      await end();
    },
  };
}

/** Pastes a text, waits until all of it has run, and answers the lines that it has printed. */
async function run(shell: string, text: string, cwd: string, env: Record<string, string>) {
  const session = paste(shell, text, cwd, env);
  await session.end();
  assert.doesNotMatch(session.said(), /not found|no such|no matches|error|unexpected|curl:/i);
  return session.printed().trimEnd().split('\n');
}

const folder = newFolder();

/**
 * Copies the project, installed and built but without data and settings, and makes an empty home. Packages are linked
 * one by one, so that an installation by mistake would remove links and nothing else.
 */
function copyProject(name: string): { project: string; home: string } {
  const project = join(folder, name);
  const leftOut = new Set(['node_modules', '.git', '.env', 'data']);
  cpSync(root, project, {
    recursive: true,
    filter: (source) => !leftOut.has(basename(source)) && !/\.(jsonl\.gz|env)$/.test(source),
  });
  const [from, to] = [join(root, 'node_modules'), join(project, 'node_modules')];
  mkdirSync(to);
  const packages = readdirSync(from).filter((entry) => !entry.startsWith('.'));
  for (const entry of [...packages, '.bin']) symlinkSync(join(from, entry), join(to, entry));
  // Newer than what they are made of, so that nothing is installed or built again.
  const made = ['.built', '.portal', '.reglas'].map((mark) => join('dist', mark));
  for (const file of [join('node_modules', '.package-lock.json'), ...made]) {
    cpSync(join(root, file), join(project, file));
  }
  const home = join(folder, `${name}-home`);
  mkdirSync(home);
  return { project, home };
}

/** A home with a program that takes the place of sudo. */
function withSudo(HOME: string, text: string) {
  const bin = join(HOME, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'sudo'), text, { mode: 0o755 });
  return { HOME, PATH: `${bin}:${process.env.PATH}` };
}

// Try it, and the walk through ------------------------------------------------------------------------

/** A work as the walk through shows it. */
const WORK = /^(Planeada|En proceso|Terminada): \S.{4,60}, \$\d+(\.\d\d?)?$/;
const PASSWORD = 'cambiame';
const NEW_PASSWORD = 'una-nueva';
/** With the characters that a shell or JSON would take for theirs. */
const PORTAL_PASSWORD = 'la "mía" \\ $HOME `ls` !1';

/** The result of an exported follow-up. */
const UNCHANGED = /^3\d\d filas leídas, 0 nuevas, 0 rechazadas$/;

describe('pasted as they are, the first pages', {
  timeout: 3 * PATIENCE,
  skip:
    without('curl') || (TEST_DATABASE_URL !== undefined && 'they choose their database themselves'),
}, () => {
  let service: Session;
  let project: string;
  let home: string;
  let url: string;

  before(async () => {
    ({ project, home } = copyProject('primeros-pasos'));
    // As written, but for a port that is free. One start for both shells: it is zsh where that is there.
    service = paste(shells.at(-1) as string, START, project, { HOME: home, PORT: '0' });
    const [, address = '', port] = await service.until(/listo en (http:\/\/127\.0\.0\.1:(\d+))\D/);
    url = address;
    // Requests of the pages to port 3000 are sent to it.
    const there = `connect-to = "127.0.0.1:3000:127.0.0.1:${port}"\nnoproxy = "*"\n`;
    writeFileSync(join(home, '.curlrc'), there);
  });
  after(() => service?.interrupt());

  /** As the portal does it. Each page that fails to log in counts: ten times in a minute would close the account. */
  const setPassword = async (from: string, to: string) => {
    const admin = await session(url, 'admin@obras.local', from);
    const [{ id }] = (await (await admin('GET', '/users')).json()) as [{ id: string }];
    assert.equal((await admin('PATCH', `/users/${id}`, { password: to })).status, 200);
  };
  /** Pastes these into the project's folder; all of one shell where there are several. */
  const pasted = (shell: string, ...texts: string[]) =>
    run(shell, texts.join(''), project, { HOME: home });
  const textsOf = (list: Block[]) => columnOf(list, 'text') as string[];
  const GEOPACKAGE = { skip: without('ogrinfo') };
  const assertGeoPackage = (printed: string[]) => {
    assert.ok(printed.includes('Layer name: obras_puntos'), printed.join('\n'));
    rmSync(join(project, 'obras.gpkg'));
  };
  /** GDAL reads no .curlrc, so the port stands in the address. */
  const layers = () => (gdal[0] as Block).text.replaceAll('127.0.0.1:3000', new URL(url).host);

  test('start a registry of 300 works', () => {
    assert.doesNotMatch(service.said(), /Instalando|Compilando/);
    const filled = /^Datos de demostración listos: 71 obras federales reales y 229 generadas\.$/m;
    assert.match(service.printed(), filled);
    assert.match(service.printed(), /^Primer administrador: admin@obras\.local/m);
    assert.ok(existsSync(join(project, 'data/pgdata')));
  });

  for (const shell of shells) {
    test(`docs/datos.md tries an import, and sends the follow-up back as it came, in ${shell}`, async () => {
      const [first = '', second = ''] = textsOf(datos);
      assert.deepEqual(await pasted(shell, first), ['3 nuevas, 0 rechazadas']);
      assert.match((await pasted(shell, second)).join('\n'), UNCHANGED);
    });

    test(`docs/cortes.md checks a sealed cut with openssl and sha256sum in ${shell}`, async () => {
      const admin = await session(url, 'admin@obras.local', PASSWORD);
      const [{ clave }] = (await (await admin('GET', '/cortes')).json()) as [{ clave: string }];
      const [HOME, folder] = [newFolder(), newFolder()];
      const curlrc = readFileSync(join(home, '.curlrc'), 'utf8');
      writeFileSync(join(HOME, '.curlrc'), `${curlrc}user = "admin@obras.local:${PASSWORD}"\n`);
      const text = textsOf(cortes).join('').replaceAll('2026-T3', clave);
      const lines = await run(shell, text, folder, { HOME });
      const manifest = readFileSync(join(folder, 'manifiesto.json'));
      assert.deepEqual(lines, [
        'Signature Verified Successfully',
        'corte.ndjson.gz: OK',
        `${JSON.parse(manifest.toString()).llave}  -`,
        `${createHash('sha256').update(manifest).digest('hex')}  manifiesto.json`,
      ]);
    });

    test(`docs/datos.md makes a GeoPackage of the layers in ${shell}`, GEOPACKAGE, async () =>
      assertGeoPackage(await pasted(shell, layers())),
    );

    test(`LEEME.md reads two works in ${shell}`, async () => {
      const lines = await pasted(shell, ...textsOf(leeme));
      assert.equal(lines.length, 2);
      for (const line of lines) assert.match(line, WORK);
    });

    test(`README.md logs in, reads, registers, changes, keeps, shows a photo and sets a password in ${shell}`, async () => {
      const lines = await pasted(shell, ...textsOf(walk));
      const ended = /^Terminada: Pavimentación de la calle 60, \$1250000\.5$/;
      const expected = [
        /^admin@obras\.local$/,
        ...Array(4).fill(WORK),
        /^En proceso: Pavimentación de la calle 60, \$1250000\.5$/,
        ended,
        /^Favorita desde 20\d\d-/,
        // Each shell takes the walk twice.
        ...Array(2 * shells.indexOf(shell) + 1).fill(ended),
        /^La calle, antes de empezar: \d+ × \d+$/,
        /^image\/jpeg, [1-9]\d+ bytes$/,
        /^Contraseña nueva de admin@obras\.local$/,
      ];
      assert.equal(lines.length, expected.length, lines.join('\n'));
      for (const [i, line] of lines.entries()) {
        assert.match(line, expected[i] as RegExp);
        assert.ok(line.length <= 100, line);
      }
      await setPassword(NEW_PASSWORD, PASSWORD);
    });

    test(`with a password that was chosen in the portal, and typed as P, every page works in ${shell}`, async () => {
      await setPassword(PASSWORD, PORTAL_PASSWORD);
      const typed = `P='${PORTAL_PASSWORD}'\n`;
      const works = (blocks: Block[]) => pasted(shell, typed, ...textsOf(blocks));
      const [imported, unchanged = '', ...more] = await works(datos);
      assert.deepEqual([imported, more], ['3 nuevas, 0 rechazadas', []]);
      assert.match(unchanged, UNCHANGED);
      for (const line of await works(leeme)) assert.match(line, WORK);
      if (isThere('ogrinfo')) assertGeoPackage(await pasted(shell, typed, layers()));
      // The walk sets a password at its end, which its first block then takes in the same terminal.
      const lines = await works([...walk, walk[0] as Block]);
      assert.equal(lines[0], 'admin@obras.local');
      assert.equal(lines.filter((line) => line === 'admin@obras.local').length, 2);
      assert.ok(lines.includes('Contraseña nueva de admin@obras.local'));
      await setPassword(NEW_PASSWORD, PORTAL_PASSWORD);
    });

    test(`with a wrong password say so in one sentence, and leave ${shell} open`, async () => {
      for (const [texts, sentence] of [
        [textsOf(walk), /^No login \(Credenciales inválidas\)\. Type P='/],
        [textsOf(leeme), /^No se pudo entrar \(Credenciales inválidas\)\. Escriba P='/],
        [textsOf(datos.slice(0, 1)), /^No se pudo entrar \(Credenciales inválidas\)\. Escriba P='/],
        [isThere('ogrinfo') ? [layers()] : [], /^No se pudo entrar\. Escriba P='/],
      ] as [string[], RegExp][]) {
        if (texts.length === 0) continue;
        const [first = '', ...rest] = await pasted(shell, ...texts, 'echo abierta\n');
        assert.match(first, sentence);
        assert.deepEqual(rest, ['abierta']);
      }
      await setPassword(PORTAL_PASSWORD, PASSWORD);
    });
  }

  // One that only restores needs a copy that another has made.
  const lines = [...new Set(commands.flatMap(({ text }) => text.trim().split('\n')))].sort();
  const isAsked = (line: string) => line.startsWith('npm run import');
  for (const [i, line] of lines.filter(isAsked).entries()) {
    const shell = shells[i % shells.length] as string;
    test(`run ${line} while the service runs, in ${shell}`, async () => {
      const env = { HOME: home, PORT: new URL(url).port, ADMIN_PASSWORD: PASSWORD };
      const printed = await run(shell, `${line}\necho "fin: $?"\n`, project, env);
      assert.equal(printed.at(-1), 'fin: 0', printed.join('\n'));
      assert.ok(printed.some((one) => /^3 filas: /.test(one)));
    });
  }

  test('end the service with Ctrl-C', async () => {
    await service.interrupt();
    assert.match(service.printed(), /SIGINT: deteniendo/);
  });

  for (const [block] of [walk, leeme, datos]) {
    const { page, text } = block as Block;
    test(`of ${page} say in one sentence that no service answers`, async () => {
      for (const shell of shells) {
        const [first = '', ...rest] = await pasted(shell, text, 'echo abierta\n');
        assert.match(first, /^(Nothing answers|Nadie responde) /);
        assert.deepEqual(rest, ['abierta']);
      }
    });
  }

  for (const { text, page, line } of examples) {
    test(`of ${page}, ${line}, make files that only their owner can read`, async () => {
      const shell = shells.at(-1) as string;
      assert.deepEqual(await run(shell, `${text}echo "fin: $?"\n`, project, {}), ['fin: 0']);
      for (const [file] of text.matchAll(/deploy\/[\w-]+\.env(?!\.)/g)) {
        assert.equal(statSync(join(project, file)).mode & 0o777, 0o600, file);
      }
    });
  }

  for (const [i, line] of lines.filter((each) => !isAsked(each)).entries()) {
    // Each runs once, in one of the shells.
    const shell = shells[i % shells.length] as string;
    test(`run ${line} after the service, in ${shell}`, async () => {
      const copies = join(folder, 'copias');
      mkdirSync(copies, { recursive: true });
      const text = `${line.replace('/copias', copies)}\necho "fin: $?"\n`;
      // A restore goes into a registry that is new.
      const place = line.includes('restore') && { DATA_DIR: newFolder() };
      const printed = await run(shell, text, project, { HOME: home, ...place });
      assert.equal(printed.at(-1), 'fin: 0', printed.join('\n'));
      assert.ok(printed.some((one) => /copia|Copia|contraseña|respaldo/.test(one)));
    });
  }
});

// On a machine ------------------------------------------------------------------------------------

describe('pasted as they are, the guide’s commands', () => {
  /** Takes the place of sudo: runs what it is given, but for systemd. */
  const asRoot = (home: string): Record<string, string> => {
    const text = '#!/bin/sh\nif [ "$1" = systemctl ]; then echo "$@"; else exec "$@"; fi\n';
    return withSudo(home, text);
  };

  for (const shell of shells) {
    test(`remove the folders of all versions but the one in use, in ${shell}`, async () => {
      const place = newFolder();
      const env = asRoot(newFolder());
      const [{ text }] = oldVersions as [Block];
      const command = text.replaceAll('/opt/registro', place);
      for (const version of ['aaa111', 'bbb222', 'ccc333']) {
        mkdirSync(join(place, version, 'dist'), { recursive: true });
      }
      writeFileSync(join(place, 'notas.txt'), '');
      // Where nothing says which one is in use, nothing goes.
      await paste(shell, command, place, env).end();
      assert.deepEqual(readdirSync(place), ['aaa111', 'bbb222', 'ccc333', 'notas.txt']);
      symlinkSync(join(place, 'bbb222'), join(place, 'actual'));
      await run(shell, command, place, env);
      assert.deepEqual(readdirSync(place), ['actual', 'bbb222', 'notas.txt']);
      assert.ok(existsSync(join(place, 'actual/dist')));
    });

    test(`add the registry to what Debian’s Prometheus has, once, in ${shell}`, {
      skip: without('promtool'),
    }, async () => {
      const place = newFolder();
      const env = asRoot(newFolder());
      const file = join(place, 'prometheus.yml');
      cpSync('/etc/prometheus/prometheus.yml', file);
      const before = readFileSync(file, 'utf8');
      cpSync(join(root, 'deploy/alerts.yml'), join(place, 'registro-alerts.yml'));
      writeFileSync(join(place, 'registro-token'), 'x'.repeat(48));
      const here = (text: string) =>
        text.replaceAll('/etc/prometheus', place).replaceAll('/opt/registro/actual', project);
      const { project } = copyProject(`${shell}-prometheus`);
      const job = join(project, 'deploy/prometheus-job.yml');
      writeFileSync(job, here(readFileSync(job, 'utf8')));
      const [{ text }] = prometheus as [Block];
      for (const _twice of [1, 2]) {
        const lines = await run(shell, here(text), project, env);
        assert.equal(lines.at(-1), 'systemctl restart prometheus.service', lines.join('\n'));
        assert.ok(lines.some((line) => /SUCCESS: 1 rule files found/.test(line)));
        const { rule_files, scrape_configs } = parse(readFileSync(file, 'utf8'));
        assert.deepEqual(rule_files, [join(place, 'registro-alerts.yml')]);
        assert.deepEqual(columnOf(scrape_configs, 'job_name'), ['registro', 'prometheus', 'node']);
        assert.equal(readFileSync(`${file}.anterior`, 'utf8'), before);
      }
      // A configuration that Prometheus would not take does not restart it.
      writeFileSync(file, 'scrape_configs: {\n');
      const session = paste(shell, here(text), project, env);
      await session.end();
      assert.doesNotMatch(session.printed(), /systemctl restart/);
    });
  }
});

// On PostgreSQL ------------------------------------------------------------------------------------

describe('pasted as they are, README.md’s steps to PostgreSQL', {
  timeout: 3 * PATIENCE,
  skip:
    (!postgresPrograms() && 'no PostgreSQL in /usr/lib/postgresql') ||
    (TEST_DATABASE_URL !== undefined && 'they make their database themselves'),
}, () => {
  let server: Postgres;

  before(async () => {
    server = await ownPostgres();
    // As on Debian, a connection over the network needs a password.
    await server.query(
      `COPY (VALUES ('host all obras all scram-sha-256'), ('host all all all trust'))
       TO '${join(server.data, 'pg_hba.conf')}'`,
    );
    await server.query('SELECT pg_reload_conf()');
  });

  for (const shell of shells) {
    test(`end in a service on the new database, in ${shell}`, async () => {
      const { project, home } = copyProject(`${shell}-postgres`);
      const { hostname, port } = new URL(server.address('postgres'));
      // Takes the place of sudo: PostgreSQL's administrator on the test's server. It installs nothing.
      const sudo = `#!/bin/sh
        if [ "$1" = apt-get ]; then exit; fi
        shift 2
        export PGHOST=${hostname} PGPORT=${port} PGUSER=postgres
        exec "$@"\n`;
      const { HOME, PATH } = withSudo(home, sudo);
      const [{ text }] = postgres as [Block];
      assert.equal(text.match(/localhost:5432/g)?.length, 1);
      const service = paste(shell, text.replace('localhost:5432', `localhost:${port}`), project, {
        HOME,
        PATH: `${PATH}:${postgresPrograms()}`,
        PORT: '0',
      });
      try {
        const [, url] = await service.until(/listo en (http:\S+:\d+)\D/);
        assert.equal((await fetch(`${url}/health/ready`)).status, 200);
        assert.ok(!existsSync(join(project, 'data/pgdata')));
        assert.equal(statSync(join(project, '.env')).mode & 0o777, 0o600);
        const DATABASE_URL = server.address('obras');
        const users = 'SELECT count(*)::integer AS users FROM users';
        assert.deepEqual(await server.query(users, { DATABASE_URL }), [{ users: 1 }]);
      } finally {
        await service.interrupt();
      }
      // For the other shell.
      for (const sql of ['DROP DATABASE obras', 'DROP ROLE obras']) await server.query(sql);
    });
  }
});
