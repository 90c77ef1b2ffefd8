import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../src/core/base/config.ts';
import { openRegistry } from '../../src/core/registry.ts';
import { newFolder } from '../empty-registry.ts';
import { freePort, until } from '../faults/postgres.ts';
import { launch, NO_SESSION, printedBy, run, SERVER, session, start } from '../process.ts';
import { freshEnvironment, TEST_DATABASE_URL } from '../world.ts';

const ADMIN_PASSWORD = 'secreto-inicial';
const EMAIL = 'admin@obras.local';

const script = (path: string) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url));

describe('a reader of the service’s output that leaves', () => {
  /** Streams that are closed, and when: after so many bytes of the service's output, or under load. */
  for (const [when, streams, moment] of [
    ['before the start', ['stdout'], 0],
    ['before the start, of both streams', ['stdout', 'stderr'], 0],
    ['at the first line, as head -1 does', ['stdout'], 1],
    ['under load', ['stdout'], 'load'],
    ['under load, of both streams', ['stderr', 'stdout'], 'load'],
  ] as [when: string, streams: ('stdout' | 'stderr')[], after: number | 'load'][]) {
    test(`${when} lets the service go on, and end when it is stopped`, async () => {
      const port = String(await freePort());
      const environment = { ...(await freshEnvironment()), PORT: port, LOG_LEVEL: 'info' };
      const { child, closed, output } = launch(environment);
      const leave = () => {
        for (const stream of streams) child[stream].destroy();
      };
      if (moment === 0) leave();
      if (moment === 1) child.stdout.once('data', leave);
      const ask = async () => {
        const signal = AbortSignal.timeout(10_000);
        const asked = fetch(`http://127.0.0.1:${port}/dependencias`, { signal });
        const answer = await asked.catch(() => undefined);
        await answer?.arrayBuffer();
        return answer?.status;
      };
      await until(output, async () => {
        assert.equal(child.exitCode, null, output());
        return (await ask()) === 200;
      });
      const asked = Array.from({ length: 100 }, async (_, n) => {
        await setTimeout(n);
        if (n === 20 && moment === 'load') leave();
        return ask();
      });
      assert.deepEqual([...new Set(await Promise.all(asked))], [200]);
      if (!streams.includes('stderr')) assert.match(output(), /^Nadie lee ya lo que se imprime/m);
      child.kill('SIGTERM');
      const [code] = await Promise.race([closed, setTimeout(20_000, ['it goes on'])]);
      assert.equal(code, 0);
    });
  }

  test('lets every command end its work', async () => {
    const environment = await freshEnvironment();
    const { db } = await openRegistry(readConfig(environment), () => {});
    await db.close();
    const file = join(environment.DATA_DIR as string, 'copia.jsonl.gz');
    const backup = script('commands/backup/backup-command.js');
    const { child, closed } = launch(environment, [file], backup);
    child.stdout.destroy();
    assert.equal((await closed)[0], 0);
    assert.ok(existsSync(file));
    for (const path of ['features/importacion/command/command.js', 'commands/admin-reset.js']) {
      const refused = await run({}, ['--nada'], script(path));
      assert.equal(refused.code, 1, path);
      assert.match(refused.output, /^Opciones no reconocidas; éstas son las que hay\./, path);
    }
  });
});

test('a service that loses its folder while it serves ends with 0', {
  skip: TEST_DATABASE_URL !== undefined && 'embedded only',
}, async () => {
  const { DATA_DIR = '' } = await freshEnvironment();
  const service = await start({ DATA_DIR, PORT: '0' });
  rmSync(DATA_DIR, { recursive: true });
  assert.equal((await fetch(`${service.url}/health/live`)).status, 200);
  assert.equal(await service.stop(), 0, service.output());
});

/**
 * Starts the service on a terminal of its own, which takes colours away with NO_COLOR, lets `work` ask it, ends it with
 * Ctrl-C and answers all that was on the terminal.
 */
async function onTerminal(
  environment: Record<string, string>,
  work: (url: string, shows: (text: string) => Promise<void>) => Promise<void>,
): Promise<string> {
  const child = spawn('script', ['-qefc', `exec '${process.execPath}' '${SERVER}'`, '/dev/null'], {
    cwd: newFolder(),
    env: { PATH: process.env.PATH, TERM: 'xterm', NO_COLOR: '1', ...environment },
  });
  const output = printedBy(child.stdout);
  const closed = once(child, 'close');
  const shows = (text: string) =>
    until(`${text} on the terminal`, () => {
      assert.equal(child.exitCode, null, output());
      return output().includes(text);
    });
  await shows('/docs');
  const [, url = ''] = /Documentación: (\S+)\/docs/.exec(output()) ?? [];
  await work(url, shows);
  child.stdin.write('\x03');
  assert.deepEqual(await closed, [0, null], output());
  return output();
}

describe('the log of a process', () => {
  test('is for people on a terminal: a line a request, in words they read', async () => {
    const output = await onTerminal(
      { ...(await freshEnvironment()), ADMIN_PASSWORD },
      async (url, shows) => {
        await fetch(`${url}/nada?limit=2&token=x1`);
        const options = { headers: { 'content-type': 'application/json' }, method: 'POST' };
        await fetch(`${url}/dependencias`, { ...options, body: '{"nombre": "SOP"}' });
        // An answer is there a moment before its line.
        await shows('POST /dependencias 201');
      },
    );
    const asked = output.split(/\r?\n/).filter((line) => / (GET|POST) /.test(line));
    assert.deepEqual(
      asked.map((line) => line.replace(/^(\^C)?[\d:]{8} | [\d.]+ ms$/g, '')),
      ['GET /nada?limit=2&token=*** 404', 'POST /dependencias 201'],
    );
    assert.match(output, /^[\d:]{8} AVISO STRICT_ACCESS=false: cualquiera puede/m);
    assert.doesNotMatch(output, /\{"level"|x1/);
  });
});

describe('a machine with another clock than its database', () => {
  /** Settings under which the service's own clock, not that of its database, is off by so many seconds. */
  const withClock = async (seconds: number) => {
    const fake = `
      import { isMainThread } from 'node:worker_threads';
      const Real = Date;
      const now = () => Real.now() + ${seconds * 1000};
      if (isMainThread) globalThis.Date = class extends Real {
        constructor(...given) { super(...(given.length > 0 ? given : [now()])); }
        static now = now;
      };`;
    const url = `data:text/javascript,${encodeURIComponent(fake)}`;
    return { ...(await freshEnvironment()), ADMIN_PASSWORD, NODE_OPTIONS: `--import=${url}` };
  };

  for (const [seconds, off] of [
    [-3_600, '3\\d\\d\\d segundos atrasado'],
    [9 * 3_600, '32\\d\\d\\d segundos adelantado'],
  ] as const) {
    const sentence = `^El reloj de este equipo está ${off} respecto al de la base de datos`;
    test(`warns at the start and in the log where it is ${seconds} seconds off`, async () => {
      const service = await start(await withClock(seconds));
      assert.match(service.output(), new RegExp(sentence, 'm'));
      const lines = () =>
        service
          .output()
          .split('\n')
          .filter((line) => line.startsWith('{'))
          .map((line) => JSON.parse(line) as { msg: string; level: number; secondsAhead?: number })
          .filter(({ msg }) => msg === 'los relojes de este equipo y de la base de datos difieren');
      assert.equal(lines().length, 1);
      // Its warning comes true: no session is good here, its own neither.
      for (let n = 0; n < 3; n++) {
        const admin = await session(service.url, EMAIL, ADMIN_PASSWORD);
        assert.equal((await admin('GET', '/users')).status, NO_SESSION);
      }
      await service.stop();
      // At the start, and once a minute when it matters.
      assert.equal(lines().length, 2, service.output());
      for (const { level, secondsAhead = 0 } of lines()) {
        assert.equal(level, 50);
        assert.ok(Math.abs(secondsAhead - seconds) < 30, String(secondsAhead));
      }
    });
  }

  test('does not warn of a few seconds, and works', async () => {
    const service = await start(await withClock(-20));
    const admin = await session(service.url, EMAIL, ADMIN_PASSWORD);
    assert.equal((await admin('GET', '/users')).status, 200);
    await service.stop();
    assert.doesNotMatch(service.output(), /reloj|clock/);
  });
});
