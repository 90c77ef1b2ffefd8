import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { newFolder } from '../empty-registry.ts';
import { until } from '../faults/postgres.ts';
import { isAlive, printedBy, stateOf } from '../process.ts';
import { runFiles } from '../processes.ts';

const folder = newFolder();
const AT_END = JSON.stringify(new URL('../at-end.js', import.meta.url).href);

/** Runs files of these texts as `npm test` does; answers whether all passed, and what was told, without the times. */
async function outcome(texts: Record<string, string>, options = {}, terminal = {}) {
  const files = Object.entries(texts).map(([name, text]) => {
    const path = join(folder, `${name}.mjs`);
    writeFileSync(path, `import { before, describe, test } from 'node:test';\n${text}`);
    return { name, path };
  });
  const written: string[] = [];
  const output = { ...terminal, write: (text: string) => written.push(text) > 0 };
  const common = { env: process.env, pattern: undefined, isAlone: false, tellsTests: false };
  const passed = await runFiles(files, { ...common, ...options }, output);
  const told = written.join('').replaceAll('\r\x1b[K', '\n');
  return { passed, told: told.replaceAll(/\d+ s\b/g, 'N s') };
}

describe('a run of the tests', () => {
  const FINE = "test('works', () => {}); test('is left out', { skip: true }, () => {});";

  test('prints each file, and at the end the number of tests', async () => {
    const { passed, told } = await outcome({ uno: FINE, dos: FINE });
    assert.equal(passed, true);
    assert.deepEqual(told.split('\n').slice(0, 2).sort(), ['● dos (N s)', '● uno (N s)']);
    assert.match(told, /\n4 pruebas en N s: 2 pasaron, 0 fallaron, 2 omitidas\.\n$/);
  });

  test('shows on a terminal how far it is and how long it takes', async () => {
    const texts = Object.fromEntries(['a', 'b', 'c'].map((name) => [name, FINE]));
    const { told } = await outcome(texts, {}, { isTTY: true, columns: 100 });
    assert.match(told, /\nN s · \d pruebas, 0 fallas · ahora: [a-c, ]+ · faltan 1 archivos/);
  });

  test('lists what failed, with its suites, once more at the end', async () => {
    const text = (title: string) =>
      `describe('a suite', () => { test('${title}', () => { throw new Error('because'); }); });`;
    const { passed, told } = await outcome({ uno: text('one'), dos: text('two'), tres: FINE });
    assert.equal(passed, false);
    const [, end = ''] = told.split('\nFallas:\n');
    assert.match(end, /^✖ uno: a suite > one\n {2}Error: because$/m);
    assert.match(end, /^✖ dos: a suite > two\n {2}Error: because$/m);
    assert.match(end, /\n4 pruebas en N s: 1 pasaron, 2 fallaron, 1 omitidas\.\n$/);
  });

  test('estimates the rest from the last times, and does not where a file is new', async () => {
    const texts = Object.fromEntries(['a', 'b', 'c'].map((name) => [name, FINE]));
    const terminal = { isTTY: true, columns: 200 };
    const known = { lastTime: () => 3_600_000, processes: 2 };
    const { told } = await outcome(texts, known, terminal);
    assert.match(told, / · ahora: a · faltan 2 archivos, unos (?:89|90) min/);
    const partly = { lastTime: (name: string) => (name === 'c' ? undefined : 3_600_000) };
    assert.doesNotMatch((await outcome(texts, partly, terminal)).told, /faltan [12] archivos,/);
  });

  test('prints a command that runs a failed test alone, and that does', async () => {
    const title = "isn't (really) *one*";
    const text = `test(${JSON.stringify(title)}, () => { throw new Error('because'); }); ${FINE}`;
    const { told } = await outcome({ uno: text }, { command: 'npm run test:portal' });
    const alone = `npm run test:portal -- uno --nombre 'isn'\\''t (really) *one*'`;
    assert.ok(told.includes(`\n  Sola: ${alone}\n`), told);
    const again = await outcome({ uno: text }, { pattern: title });
    assert.match(again.told, /\n\d pruebas en N s: 0 pasaron, 1 fallaron, \d omitidas\.\n$/);
  });

  test('ends a test that hangs, with its name, and goes on with the other files', async () => {
    const hanging =
      "test('fine', () => {}); test('never ends', () => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); });";
    const files = { uno: hanging, dos: FINE, tres: FINE };
    const { passed, told } = await outcome(files, { silence: 10_000 });
    assert.equal(passed, false);
    assert.match(told, /^✖ uno: never ends\n {2}no terminó en 10 segundos$/m);
    for (const name of ['dos', 'tres']) assert.match(told, new RegExp(`^● ${name} `, 'm'));
  });

  test('names the test in which a process ended', async () => {
    const { passed, told } = await outcome({ uno: "test('leaves', () => process.exit(7));" });
    assert.equal(passed, false);
    assert.match(told, /^✖ uno: leaves\n {2}el proceso terminó \(7\)$/m);
  });

  test('names a file that can’t be read and a set-up that fails, and closes what was opened', async () => {
    const server =
      "import { createServer } from 'node:http';\nconst server = createServer().listen(0);";
    const { passed, told } = await outcome({
      uno: `${server}\nthrow new Error('cannot be read');`,
      dos: `describe('a suite', () => {
        before(() => { throw new Error('set-up'); });
        test('a test waits', () => {});
      });`,
      tres: `import { atEnd } from ${AT_END};\natEnd(() => { throw new Error('not closed'); });\n${FINE}`,
    });
    assert.equal(passed, false);
    assert.match(told, /^✖ uno: lo que sus pruebas comparten\n {2}Error: cannot be read$/m);
    assert.match(told, /^✖ dos: a suite > a test waits$/m);
    assert.match(told, /^✖ dos: a suite\n {2}Error: set-up$/m);
    assert.match(told, /^✖ : lo que sus pruebas comparten\n {2}Error: not closed$/m);
  });

  test('runs the tests of one name, and prints them', async () => {
    const text = "test('one', () => {}); test('other', () => {});";
    const { told } = await outcome({ uno: text, dos: text }, { pattern: 'oth', tellsTests: true });
    assert.deepEqual(told.match(/✔ .+/g)?.sort(), ['✔ dos: other', '✔ uno: other']);
  });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const) {
    test(`leaves no process and no file behind where it is ended by ${signal}`, async () => {
      const hanging = join(newFolder(), 'cuelga.mjs');
      writeFileSync(
        hanging,
        `import { spawn } from 'node:child_process';
        import { mkdtempSync } from 'node:fs';
        import { tmpdir } from 'node:os';
        import { join } from 'node:path';
        import { test } from 'node:test';
        test('a test hangs', async (context) => {
          mkdtempSync(join(tmpdir(), 'registro-'));
          const child = spawn('sleep', ['600']);
          console.log('pids', process.pid, child.pid, '.');
          // It goes on telling, to a run that may be gone.
          const busy = new Int32Array(new SharedArrayBuffer(4));
          for (;;) {
            await context.test('tells', () => { Atomics.wait(busy, 0, 0, 20); });
            await new Promise(setImmediate);
          }
        });`,
      );
      const run = `
        import { runFiles } from ${JSON.stringify(new URL('../processes.js', import.meta.url).href)};
        const files = [{ name: 'cuelga', path: ${JSON.stringify(hanging)} }];
        await runFiles(files, { env: process.env, isAlone: false, tellsTests: false });`;
      const inside = newFolder();
      const child = spawn(process.execPath, ['--input-type=module', '--eval', run], {
        env: { ...process.env, TMPDIR: inside },
      });
      const printed = printedBy(child.stdout);
      await until('the test hangs', () => / \.\n/.test(printed()));
      assert.ok(readdirSync(inside).length > 0);
      const left = once(child, 'exit');
      child.kill(signal);
      assert.deepEqual(await left, signal === 'SIGKILL' ? [null, signal] : [130, null]);
      const pids = printed().match(/\d+/g)?.map(Number) ?? [];
      assert.equal(pids.length, 2);
      const alive = () => pids.filter(isAlive);
      const files = () => readdirSync(inside, { recursive: true }).map(String);
      await until(
        () => `nothing is left (${[...alive().map(stateOf), ...files()].join('; ')}; ${printed()})`,
        () => alive().length === 0 && files().length === 0,
      );
    });
  }
});
