import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../src/core/base/config.ts';
import { openRegistry } from '../../src/core/registry.ts';
import { columnOf } from '../columns.ts';
import { freePort, until } from '../faults/postgres.ts';
import { launch, NO_SESSION, run, SERVER, session, start } from '../process.ts';
import { freshEnvironment, TEST_DATABASE_URL } from '../world.ts';

const ADMIN_PASSWORD = 'secreto-inicial';
const EMAIL = 'admin@obras.local';

describe('a reader of the service’s output that leaves', () => {
  /** Streams that are closed, and when: after so many bytes of the service's output, or under load. */
  const leavings: [when: string, streams: ('stdout' | 'stderr')[], after: number | 'load'][] = [
    ['before the start', ['stdout'], 0],
    ['before the start, of both streams', ['stdout', 'stderr'], 0],
    ['at the first line, as head -1 does', ['stdout'], 1],
    ['under load', ['stdout'], 'load'],
    ['under load, of both streams', ['stderr', 'stdout'], 'load'],
  ];
  for (const [when, streams, moment] of leavings) {
    test(`${when} lets the service go on, and end when it is stopped`, async (t) => {
      const port = String(await freePort());
      const environment = { ...(await freshEnvironment()), PORT: port, LOG_LEVEL: 'info' };
      const { child, closed, output } = launch(environment);
      t.after(() => child.kill('SIGKILL'));
      const leave = () => {
        for (const stream of streams) child[stream].destroy();
      };
      if (moment === 0) leave();
      if (moment === 1) child.stdout.once('data', leave);
      const ask = async () => {
        const answer = await fetch(`http://127.0.0.1:${port}/dependencias`, {
          signal: AbortSignal.timeout(10_000),
        }).catch(() => undefined);
        await answer?.arrayBuffer();
        return answer?.status;
      };
      for (let tries = 0; (await ask()) !== 200; tries++) {
        assert.ok(tries < 600 && child.exitCode === null, output());
        await setTimeout(100);
      }
      const asked = Array.from({ length: 100 }, async (_, n) => {
        await setTimeout(n);
        if (n === 20 && moment === 'load') leave();
        return ask();
      });
      assert.deepEqual([...new Set(await Promise.all(asked))], [200]);
      if (!streams.includes('stderr')) assert.match(output(), /^Nadie lee ya lo que se imprime/m);
      child.kill('SIGTERM');
      const [code] = (await Promise.race([
        closed,
        setTimeout(20_000, ['it goes on']),
      ])) as unknown[];
      assert.equal(code, 0);
    });
  }

  test('lets every command end its work', async () => {
    const environment = await freshEnvironment();
    const { db } = await openRegistry(readConfig(environment), () => {});
    await db.close();
    const file = join(environment.DATA_DIR as string, 'copia.jsonl.gz');
    const script = fileURLToPath(
      new URL('../../src/commands/backup/backup-command.js', import.meta.url),
    );
    const { child, closed } = launch(environment, [file], script);
    child.stdout.destroy();
    assert.deepEqual((await closed)[0], 0);
    assert.ok(existsSync(file));
  });
});

describe('a command in a process of its own', () => {
  const script = (path: string) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url));

  test('does its work, prints it and ends: an import, then a lost account', async () => {
    const environment = await freshEnvironment();
    const sheet = join(mkdtempSync(join(tmpdir(), 'registro-hoja-')), 'obras.csv');
    writeFileSync(
      sheet,
      'clave,nombre,monto,ejercicioFiscal,dependencia,municipio,estatus\nA-1,Camino,1.50,2026,SOP,Mérida,Planeada\n',
    );
    const ADMIN_PASSWORD = 'secreto-inicial';
    const first = await start({ ...environment, ADMIN_PASSWORD });
    const client = { PORT: new URL(first.url).port, ADMIN_PASSWORD };
    const imported = await run(
      client,
      [sheet, '--crear-catalogos'],
      script('features/importacion/command/command.js'),
    );
    assert.equal(imported.code, 0, imported.output);
    assert.match(imported.output, /1 fila: 1 obra nueva,/);
    const refused = await run(
      client,
      [sheet, '--nada'],
      script('features/importacion/command/command.js'),
    );
    assert.equal(refused.code, 1);
    assert.match(refused.output, /^Opciones no reconocidas/);
    await first.stop();

    const reset = await run(environment, ['--email', EMAIL], script('commands/admin-reset.js'));
    assert.equal(reset.code, 0, reset.output);
    const password = /contraseña: (\S+)/.exec(reset.output)?.[1] ?? '';
    const service = await start(environment);
    const admin = await session(service.url, EMAIL, password);
    const obras = (await (await admin('GET', '/obras')).json()) as { claveUnica: string }[];
    assert.deepEqual(columnOf(obras, 'claveUnica'), ['A-1']);
    await service.stop();
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
    cwd: mkdtempSync(join(tmpdir(), 'registro-cwd-')),
    env: { PATH: process.env.PATH, TERM: 'xterm', NO_COLOR: '1', ...environment },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const closed = once(child, 'close');
  for (;;) {
    const url = /Documentación: (\S+)\/docs/.exec(output)?.[1];
    if (url) {
      await work(url, (text) => until(`${text} on the terminal`, () => output.includes(text)));
      child.stdin.write('\x03');
      assert.deepEqual(await closed, [0, null], output);
      return output;
    }
    assert.equal(child.exitCode, null, output);
    await setTimeout(20);
  }
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
    const lines = output.split(/\r?\n/);
    assert.deepEqual(
      lines
        .filter((line) => / (GET|POST) /.test(line))
        .map((line) => line.replace(/^(\^C)?[\d:]{8} | [\d.]+ ms$/g, '')),
      ['GET /nada?limit=2&token=*** 404', 'POST /dependencias 201'],
    );
    assert.ok(
      lines.some((line) => /^[\d:]{8} AVISO STRICT_ACCESS=false: cualquiera puede/.test(line)),
    );
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

  const cases: [seconds: number, sentence: RegExp][] = [
    [
      -3_600,
      /^El reloj de este equipo está 3\d\d\d segundos atrasado respecto al de la base de datos/m,
    ],
    [
      9 * 3_600,
      /^El reloj de este equipo está 32\d\d\d segundos adelantado respecto al de la base de datos/m,
    ],
  ];
  for (const [seconds, sentence] of cases) {
    test(`warns at the start and in the log where it is ${seconds} seconds off`, async () => {
      const service = await start(await withClock(seconds));
      assert.match(service.output(), sentence);
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
