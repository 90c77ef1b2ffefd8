import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readRoot, ROOT as root } from '../deploy-settings.ts';
import { newFolder } from '../empty-registry.ts';
import { until } from '../faults/postgres.ts';
import { isAlive, printedBy } from '../process.ts';

/**
 * A clone in which nothing is installed, and an npm in place of the real one: it notes what it is asked, says its process
 * id, and does to the folder what `npm ci` does.
 *
 * @param ping and @param ci what npm does when it is asked that: lines of JavaScript
 */
function bareClone({ ping = '', ci = '' }) {
  const clone = newFolder();
  mkdirSync(join(clone, 'scripts'));
  mkdirSync(join(clone, 'bin'));
  for (const file of ['scripts/prepare.mjs', 'package-lock.json', 'commit']) {
    cpSync(join(root, file), join(clone, file));
  }
  const npm = `#!${process.execPath}
const fs = require('node:fs');
const [asked, ...options] = process.argv.slice(2);
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
(async () => {
  fs.appendFileSync('asked', asked + (options.includes('--offline') ? ' offline' : '') + '\\n');
  if (asked === 'ping') {
    ${ping}
    return;
  }
  fs.rmSync('node_modules', { recursive: true, force: true });
  fs.mkdirSync('node_modules');
  fs.writeFileSync('npm.pid', String(process.pid));
  ${ci}
  fs.writeFileSync('node_modules/.package-lock.json', '');
})();
`;
  writeFileSync(join(clone, 'bin', 'npm'), npm, { mode: 0o755 });
  const prepare = () => {
    const child = spawn(process.execPath, ['scripts/prepare.mjs', '--install-only'], {
      cwd: clone,
      env: { PATH: `${join(clone, 'bin')}:${process.env.PATH}` },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = once(child, 'close').then(([code]) => code);
    return { child, said: printedBy(child.stderr), ended };
  };
  /** Prepares to the end, and answers how that ended and what was said. */
  const prepared = async () => {
    const { ended, said } = prepare();
    return [await ended, said()];
  };
  const file = (name: string) => join(clone, name);
  return {
    prepare,
    prepared,
    file,
    asked: () => readFileSync(file('asked'), 'utf8').trim().split('\n'),
    isInstalled: () => existsSync(file('node_modules/.package-lock.json')),
  };
}

// Each has a clone of its own, and most of the time they wait.
const together = { concurrency: true };

describe('the preparation of a bare clone', together, () => {
  test('installs once, and then asks npm no more', async () => {
    const { prepare, prepared, asked, isInstalled } = bareClone({});
    assert.equal(await prepare().ended, 0);
    assert.ok(isInstalled());
    assert.deepEqual(await prepared(), [0, '']);
    assert.deepEqual(asked(), ['ping', 'ci']);
  });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    test(`ends with ${signal}, npm with it, and the next start begins anew`, async () => {
      // As npm does, it takes its time to tidy up.
      const ci = `process.on('SIGINT', () => {}).on('SIGTERM', () => {});
        if (!fs.existsSync('second')) await sleep(60_000);`;
      const { prepare, prepared, file, isInstalled } = bareClone({ ci });
      const first = prepare();
      await until('npm runs', () => existsSync(file('npm.pid')));
      const npm = Number(readFileSync(file('npm.pid'), 'utf8'));
      first.child.kill(signal);
      assert.equal(await first.ended, 130);
      assert.match(first.said(), /Interrumpido; el próximo inicio continúa desde aquí\.\n$/);
      await until('npm has ended', () => !isAlive(npm));
      assert.equal(isInstalled(), false);
      writeFileSync(file('second'), '');
      const [code, said] = await prepared();
      assert.equal(code, 0);
      assert.doesNotMatch(String(said), /Otro proceso/);
      assert.ok(isInstalled());
    });
  }

  test('is waited for by those who start meanwhile, and made once', async () => {
    const ci = `while (!fs.existsSync('waited')) await sleep(20);`;
    const { prepare, file, asked } = bareClone({ ci });
    const first = prepare();
    await until('npm runs', () => existsSync(file('npm.pid')));
    const others = [prepare(), prepare()];
    await until('both wait', () => others.every(({ said }) => said() !== ''));
    writeFileSync(file('waited'), '');
    assert.deepEqual(await Promise.all([first, ...others].map(({ ended }) => ended)), [0, 0, 0]);
    const waiting = 'Otro proceso está instalando o compilando aquí; se espera a que termine…\n';
    for (const { said } of others) assert.equal(said(), waiting);
    assert.deepEqual(asked(), ['ping', 'ci']);
    assert.equal(existsSync(file('dist/.preparing')), false);
  });

  test('is made by the next start where the one that made it was killed', async () => {
    const { prepare, file, isInstalled } = bareClone({});
    mkdirSync(file('dist'));
    writeFileSync(file('dist/.preparing'), '1');
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(file('dist/.preparing'), longAgo, longAgo);
    const two = [prepare(), prepare()];
    assert.deepEqual(await Promise.all(two.map(({ ended }) => ended)), [0, 0]);
    assert.ok(isInstalled());
  });

  test('is made once even where the clock puts it before its sources', async () => {
    const { prepare, file, asked } = bareClone({});
    const tomorrow = new Date(Date.now() + 86_400_000);
    utimesSync(file('package-lock.json'), tomorrow, tomorrow);
    assert.equal(await prepare().ended, 0);
    assert.deepEqual(asked(), ['ping', 'ci']);
  });

  test('prints every few seconds that it goes on, on a terminal or not', async () => {
    const [code, said] = await bareClone({ ci: 'await sleep(6_000);' }).prepared();
    assert.equal(code, 0);
    assert.match(
      String(said),
      /^Instalando dependencias…\n(Instalando dependencias… van \d+ s\n)+$/,
    );
  });
});

describe('the commit that runs', () => {
  test('is read from the file that git archive fills in', async () => {
    const { prepare, file } = bareClone({});
    writeFileSync(file('commit'), '1a2b3c4\n');
    assert.equal(await prepare().ended, 0);
    assert.equal(readFileSync(file('dist/commit'), 'utf8'), '1a2b3c4');
    assert.match(readRoot('.gitattributes'), /^commit export-subst$/m);
    assert.equal(readRoot('commit'), '$Format:%h$\n');
  });

  test('is read from git in a clone, and is empty elsewhere', async () => {
    const { prepare, file } = bareClone({});
    assert.equal(await prepare().ended, 0);
    assert.equal(readFileSync(file('dist/commit'), 'utf8'), '');
    const git = (...args: string[]) =>
      spawnSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], {
        cwd: file('.'),
        encoding: 'utf8',
      });
    git('init', '--quiet');
    git('add', 'commit');
    git('commit', '--quiet', '--message', 'x');
    assert.equal(await prepare().ended, 0);
    const head = git('rev-parse', '--short', 'HEAD').stdout.trim();
    assert.match(head, /^[0-9a-f]{7,}$/);
    assert.equal(readFileSync(file('dist/commit'), 'utf8'), head);
  });
});

describe('without a network', together, () => {
  const refused = (why: string) =>
    `No se pudo llegar al registro de paquetes de npm (${why}), y en este equipo no están guardados todos los que hacen falta. Revise la red, o el proxy (npm config get proxy), e inténtelo de nuevo.\n`;
  const unreachable = "console.error('npm error code EAI_AGAIN'); process.exit(1);";

  test('a first start is refused at once', async () => {
    const { prepared, asked } = bareClone({ ping: unreachable, ci: 'process.exit(1);' });
    const end = [1, `Instalando dependencias…\n${refused('EAI_AGAIN')}`];
    assert.deepEqual(await prepared(), end);
    assert.deepEqual(asked(), ['ping', 'ci offline']);
    // A second try at once does not wait for this one.
    assert.deepEqual(await prepared(), end);
  });

  test('a first start is refused within seconds where npm’s registry does not answer', async () => {
    const { prepared } = bareClone({ ping: 'await sleep(60_000);', ci: 'process.exit(1);' });
    const [code, said] = await prepared();
    assert.equal(code, 1);
    assert.ok(String(said).endsWith(refused('sin respuesta en 10 segundos')), String(said));
  });

  test('a first start installs from what npm keeps on this machine', async () => {
    const { prepare, asked, isInstalled } = bareClone({ ping: unreachable });
    assert.equal(await prepare().ended, 0);
    assert.ok(isInstalled());
    assert.deepEqual(asked(), ['ping', 'ci offline']);
  });

  test('a registry that refuses the question counts as there', async () => {
    const ping = "console.error('npm error code E405'); process.exit(1);";
    const { prepare, asked } = bareClone({ ping });
    assert.equal(await prepare().ended, 0);
    assert.deepEqual(asked(), ['ping', 'ci']);
  });
});
