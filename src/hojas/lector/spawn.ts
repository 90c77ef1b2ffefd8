import { type ChildProcess, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { unusable } from '../../base/errors.ts';
import { Unreadable } from '../celdas/cell.ts';
import type { Message, ReadRequest } from './messages.ts';

/**
 * How long the process may take for a file by the clock, in milliseconds; what it waits for does not count. Beside others
 * who have much to do it is slow, as it gives way to them: its bound is the processors' time, and this is for one that
 * does nothing any more.
 */
const DEADLINE = 180_000;

/** Megabytes of the process's own heap. */
const HEAP = ['--max-old-space-size=192', '--max-semi-space-size=16'];
/**
 * The bounds that the operating system holds the process to, whatever it does. In kilobytes, all memory that it could
 * write to: the heap, buffers beside it, stacks, and 560 MB that Node 26 sets aside and does not use. In seconds, its
 * processors' time: a signal that tells so, then the end. Where the machine runs out of memory, it goes first. Its memory is never written to disk.
 */
const LIMITS = `ulimit -d 1310720; ulimit -St 60; ulimit -Ht 61; ulimit -c 0
  echo 1000 > /proc/self/oom_score_adj
  exec "$0" "$@"`;
/** Characters of what a process says at its end that the log gets. */
const LAST_WORDS = 4_000;

/** The program of that process. */
const MAIN = fileURLToPath(new URL('./main.js', import.meta.url));

/** A process of its own: a thread that runs out of memory would end the service with it. */
function startReader(module: string, fd: number): ChildProcess {
  const program: [string, ...string[]] = [process.execPath, ...HEAP, MAIN, module];
  const [command, ...args] =
    process.platform === 'win32' ? program : (['/bin/sh', '-c', LIMITS, ...program] as const);
  try {
    const reader = spawn(command, args, {
      // The file is the reader's `FILE`. No setting of the service's, and no secret, is in its environment.
      stdio: ['ignore', 'ignore', 'pipe', 'ipc', fd],
      env: {},
      serialization: 'advanced',
    });
    giveWay(reader);
    return reader;
  } catch (error) {
    // Most failures are told by an event, but not all.
    throw notStarted(error);
  }
}

/** Whoever asks for something meanwhile has the processors first. */
function giveWay({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended, or the system refuses: then it is read as fast as anything else.
  }
}

/**
 * Reads a file in a process of its own, so that nobody else waits for it, and nothing in it can end the service.
 *
 * @param module which tells that process of a kind's rows (`RowKind`)
 * @param fd of the open file
 * @param signal ends it
 * @throws Unreadable where the file can't be read, needs too much memory, or takes too long; HttpError 503 where no process
 *   can be started
 */
export async function* readInProcess<R extends object>(
  module: string,
  fd: number,
  request: ReadRequest & object,
  signal: AbortSignal,
): AsyncGenerator<Exclude<Message<R>, { kind: 'unreadable' }>> {
  signal.throwIfAborted();
  const reader = startReader(module, fd);
  const clock = new AbortController();
  let left = DEADLINE;
  let since = performance.now();
  let timer = setTimeout(() => clock.abort(), left);
  let lastWords = '';
  reader.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-LAST_WORDS);
  });
  const messages = on(reader, 'message', {
    signal: AbortSignal.any([signal, clock.signal]),
    close: ['close'],
  });
  // Where it has ended meanwhile, or never began, an event tells.
  const send = (message: unknown) => void reader.send?.(message as object, () => {});
  try {
    send(request);
    for await (const [message] of messages as AsyncIterable<[Message<R>]>) {
      if (message.kind === 'unreadable') throw new Unreadable(message.sentence);
      clearTimeout(timer);
      left -= performance.now() - since;
      yield message;
      if (message.kind === 'end') return;
      since = performance.now();
      timer = setTimeout(() => clock.abort(), left);
      if (message.kind === 'rows') send('next');
    }
    throw deathOf(reader, lastWords);
  } catch (error) {
    if (clock.signal.aborted && !signal.aborted) throw tooSlow();
    throw (error as NodeJS.ErrnoException).syscall?.startsWith('spawn') ? notStarted(error) : error;
  } finally {
    clearTimeout(timer);
    await end(reader);
  }
}

async function end(reader: ChildProcess): Promise<void> {
  const isThere =
    reader.pid !== undefined && reader.exitCode === null && reader.signalCode === null;
  if (!isThere) return;
  const ended = once(reader, 'exit');
  reader.kill('SIGKILL');
  await ended;
}

const notStarted = (cause: unknown) =>
  unusable(
    'El servicio no pudo iniciar el proceso que lee el archivo; intente de nuevo en unos minutos.',
    cause,
  );

const tooSlow = () => new Unreadable('Leer el archivo toma demasiado tiempo; divídalo en varios.');

/** What the end of a process stands for that has not come to the end of its file. */
function deathOf({ exitCode, signalCode }: ChildProcess, lastWords: string): Error {
  if (signalCode === 'SIGXCPU') return tooSlow();
  // By its own heap's bound, by `ulimit`, or by the machine, which had no memory left.
  if (signalCode || /allocation failed|failed to allocate|out of memory/i.test(lastWords)) {
    return new Unreadable('El archivo necesita más memoria de la que hay; divídalo en varios.');
  }
  const error = new Error(`the process that reads a file ended with ${exitCode}: ${lastWords}`);
  // The shell's own, where there is no such program any more, or it may not be run.
  return exitCode === 126 || exitCode === 127 ? notStarted(error) : error;
}
