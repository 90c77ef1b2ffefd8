// One of the processes in which run.ts has tests run. It asks for one file after the other, so that the world which its
// tests share, and which takes seconds to make, is opened once.
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import { closeAll, endTest } from './at-end.ts';
import { END, files, tell } from './reporter.ts';

if (process.connected) process.once('disconnect', endAll);
else endAll();

// At once: a test that hangs may let nothing else be told.
beforeEach((context) => tell({ type: 'begin', name: (context as TestContext).fullName }));
afterEach(endTest);

for (let file = await next(); file; file = await next()) {
  await attempt(() => import(file as string));
  // The last that is registered, it is done when all of the file's tests are.
  await Promise.all([once(files, 'end'), test(END, () => {})]);
}
await attempt(closeAll);
try {
  removeAll();
} catch {
  // The run does it once more, and says why it can't. If it is killed before, nothing is left here all the same.
}
process.send?.({ type: 'done' }, () => process.exit());

/** The address of the next file; undefined after the last. */
async function next(): Promise<string | undefined> {
  tell({ type: 'next' });
  const [{ file }] = (await once(process, 'message')) as [{ file?: string }];
  return file;
}

/** A file that can't be read, a world that can't be made or closed: a failure like any other. */
async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const name = 'lo que sus pruebas comparten';
    tell({ type: 'fail', name, nesting: 0, error: inspect(error), isTest: false });
  }
}

/** Removes what the tests have left: the temporary folder is this process' own. */
function removeAll(): void {
  rmSync(tmpdir(), { recursive: true, force: true, maxRetries: 5 });
}

/** The run was killed: what was started here is ended, and what was made is removed, by this process. */
function endAll(): void {
  try {
    removeAll();
  } finally {
    process.kill(-process.pid, 'SIGKILL');
  }
}
