import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Unreadable } from './cells.ts';
import type { Message, ReadRequest } from './worker.ts';

/** How long the thread may take for a file, in milliseconds; what it waits for does not count. */
const DEADLINE = 30_000;
/** Megabytes of the thread's own memory. */
const MEMORY = 192;

/**
 * Reads a file in a thread of its own, so that nobody else waits for it.
 *
 * @param signal ends it
 * @throws Unreadable where the file can't be read, needs too much memory, or takes too long
 */
export async function* readFile(
  request: ReadRequest,
  signal: AbortSignal,
): AsyncGenerator<Exclude<Message, { kind: 'unreadable' }>> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY, maxYoungGenerationSizeMb: 32 },
  });
  const clock = new AbortController();
  let left = DEADLINE;
  let since = performance.now();
  let timer = setTimeout(() => clock.abort(), left);
  const messages = on(worker, 'message', {
    signal: AbortSignal.any([signal, clock.signal]),
    close: ['exit'],
  });
  try {
    for await (const [message] of messages as AsyncIterable<[Message]>) {
      if (message.kind === 'unreadable') throw new Unreadable(message.sentence);
      clearTimeout(timer);
      left -= performance.now() - since;
      yield message;
      if (message.kind === 'end') return;
      since = performance.now();
      timer = setTimeout(() => clock.abort(), left);
      if (message.kind === 'rows') worker.postMessage('next');
    }
    throw new Error('the thread that reads a file ended without a word');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') {
      throw new Unreadable('El archivo necesita más memoria de la que hay; divídalo en varios.');
    }
    if (clock.signal.aborted && !signal.aborted) {
      throw new Unreadable('Leer el archivo toma más de 30 segundos; divídalo en varios.');
    }
    throw error;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
