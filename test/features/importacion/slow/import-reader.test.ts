import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { readersOf } from '../../../process.ts';
import { base, call, config, numbers, resetWithCatalog, tokenOf } from '../../../world.ts';

// The process that reads a file: what it is given, and what comes of its end.

const readers = () => readersOf(process.pid);

async function untilReaders(many: number): Promise<number> {
  for (const end = performance.now() + 20_000; performance.now() < end; ) {
    const found = readers();
    if (found.length === many) return found[0] ?? 0;
    await setTimeout(5);
  }
  return assert.fail(`never ${many} readers`);
}

const file = (rows: number) =>
  ['claveUnica,nombre', ...numbers(1, rows).map((n) => `A-${n},x`)].join('\r\n');
const SLOW = 'Leer el archivo toma demasiado tiempo; divídalo en varios.';
/** A file that takes a while. */
const LONG = file(40_000);

async function send(body: string, signal: AbortSignal | null = null) {
  const headers = { authorization: `Bearer ${await tokenOf('admin')}`, 'content-type': 'text/csv' };
  const path = `${base}/obras/importacion?simular=true`;
  const answer = await fetch(path, { method: 'POST', headers, body, signal });
  const { message, filas } = (await answer.json()) as { message: string; filas: number };
  return { status: answer.status, message, filas };
}

/** Begins an import that takes a while. */
async function begin(signal?: AbortSignal) {
  const answering = send(LONG, signal);
  answering.catch(() => {});
  return { answering, pid: await untilReaders(1) };
}

/** Waits until some rows of the import under way are read. */
async function untilRead() {
  for (;;) {
    const [importing] = (await call('admin', 'GET', '/obras/importacion')).body;
    if (importing.filasRevisadas > 0) return;
    assert.equal(importing.terminadaEn, null);
    await setTimeout(20);
  }
}

/** The place of one that was left is free a moment later: until then the next is refused. */
async function assertNextIsRead() {
  for (;;) {
    const { status } = await send(file(1));
    if (status !== 503) return assert.equal(status, 200);
    await setTimeout(50);
  }
}

describe('the process that reads a file', { skip: process.platform !== 'linux' }, () => {
  before(resetWithCatalog);
  after(() => {
    for (const pid of readers()) process.kill(pid, 'SIGKILL');
  });

  test('has bounds, and none of the service’s settings', async () => {
    const { answering, pid } = await begin();
    const limits = readFileSync(`/proc/${pid}/limits`, 'utf8');
    assert.match(limits, /^Max data size +1342177280 +1342177280 /m);
    assert.match(limits, /^Max cpu time +60 +61 /m);
    assert.equal(getPriority(pid), constants.priority.PRIORITY_BELOW_NORMAL);
    assert.match(limits, /^Max core file size +0 +0 /m);
    assert.equal(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim(), '1000');
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
    assert.ok(!environment.includes(config.JWT_SECRET), environment);
    const files = readdirSync(`/proc/${pid}/fd`);
    // Descriptors that programs start with, its file, and the loop's own: no connection and no file of the database's.
    assert.ok(files.length < 25, files.join());
    assert.equal((await answering).filas, 40_000);
    await untilReaders(0);
  });

  for (const [signal, why] of [
    ['SIGABRT', 'as its engine does where its memory is over'],
    ['SIGKILL', 'as the machine does where all memory is over'],
  ] as const) {
    test(`ended ${why} has a sentence, and the next file is read`, async () => {
      const { answering, pid } = await begin();
      process.kill(pid, signal);
      const { status, message } = await answering;
      const memory = 'El archivo necesita más memoria de la que hay; divídalo en varios.';
      assert.deepEqual([status, message], [400, memory]);
      await assertNextIsRead();
    });
  }

  test('ended by its bound of time has that sentence', async () => {
    const { answering, pid } = await begin();
    process.kill(pid, 'SIGXCPU');
    assert.equal((await answering).message, SLOW);
  });

  test('has a sentence where it can’t be started, and the next file is read', async () => {
    const failed =
      'El servicio no pudo iniciar el proceso que lee el archivo; intente de nuevo en unos minutos.';
    const { execPath } = process;
    process.execPath = '/no/existe/node';
    try {
      const { status, message } = await send(file(1));
      assert.deepEqual([status, message], [503, failed]);
    } finally {
      process.execPath = execPath;
    }
    await assertNextIsRead();
  });

  test('goes on through the signals that a terminal or systemd sends to every process of a service', async () => {
    const { answering, pid } = await begin();
    // While it starts it may not know yet.
    await untilRead();
    assert.deepEqual(readers(), [pid]);
    process.kill(pid, 'SIGTERM');
    process.kill(pid, 'SIGINT');
    assert.equal((await answering).status, 200);
  });

  test('ends with the client, even where it hangs', async () => {
    const gone = new AbortController();
    const { answering, pid } = await begin(gone.signal);
    process.kill(pid, 'SIGSTOP');
    gone.abort();
    await assert.rejects(answering);
    await untilReaders(0);
    await assertNextIsRead();
  });

  test('ends at its deadline, even where it hangs', async (t) => {
    // Its clock alone is hastened. With all timers mocked, those of connections that others keep were lost.
    const { setTimeout: after } = globalThis;
    const hastened = (work: () => void, milliseconds: number, ...rest: []) =>
      after(work, milliseconds === 180_000 ? 2_000 : milliseconds, ...rest);
    t.mock.method(globalThis, 'setTimeout', hastened as typeof after);
    const { answering, pid } = await begin();
    process.kill(pid, 'SIGSTOP');
    assert.equal((await answering).message, SLOW);
    assert.deepEqual(readers(), []);
    assert.equal((await call('admin', 'GET', '/obras?limit=1')).status, 200);
  });
});
