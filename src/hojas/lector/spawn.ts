import { type ChildProcess, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { unusable } from '../../base/errors.ts';
import { Unreadable } from '../celdas/cell.ts';
import type { Message, ReadRequest } from './messages.ts';

/**
 * The most time of the process for a file by the clock, in milliseconds, without its waits for the service. The process has low
 * priority, so it is slow on a busy machine. The real bound is processor time. This one ends a process that hangs.
 */
const DEADLINE = 180_000;

/** Megabytes of the process's own heap. */
const HEAP = ['--max-old-space-size=192', '--max-semi-space-size=16'];
/**
 * The limits of the process in the operating system. Memory, in kilobytes: the heap, other buffers, stacks, and 560 MB that
 * Node 26 reserves and does not use. Processor time, in seconds: first a signal, then the end. Where the machine runs out of
 * memory, this process is killed first. Its memory is never dumped to disk.
 */
const LIMITS = `ulimit -d 1310720; ulimit -St 60; ulimit -Ht 61; ulimit -c 0
  echo 1000 > /proc/self/oom_score_adj
  exec "$0" "$@"`;
/** The last characters of a process's stderr that go into the log. */
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
      // The file is the reader's `FILE`. Its environment has no setting and no secret of the service.
      stdio: ['ignore', 'ignore', 'pipe', 'ipc', fd],
      env: {},
      serialization: 'advanced',
    });
    giveWay(reader);
    return reader;
  } catch (error) {
    // Most failures are an event, but not all.
    throw notStarted(error);
  }
}

/** The process has low priority: requests come first. */
function giveWay({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has ended, or the system refuses. Then it keeps its priority.
  }
}

/**
 * Reads a file in a separate process. So requests do not wait for it, and a file cannot end the service.
 *
 * @param module that exports a kind's rows (`RowKind`)
 * @param fd of the open file
 * @param signal ends it
 * @throws Unreadable where the file can't be read, needs too much memory, or takes too long; HttpError 503 where no process can
 *   be started
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
  // An event reports a process that has ended, or never began.
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

/** The error for a process that ended before the end of its file. */
function deathOf({ exitCode, signalCode }: ChildProcess, lastWords: string): Error {
  if (signalCode === 'SIGXCPU') return tooSlow();
  // The heap's limit, `ulimit`, or the machine without memory ended it.
  if (signalCode || /allocation failed|failed to allocate|out of memory/i.test(lastWords)) {
    return new Unreadable('El archivo necesita más memoria de la que hay; divídalo en varios.');
  }
  const error = new Error(`the process that reads a file ended with ${exitCode}: ${lastWords}`);
  // The shell's codes for a program that is missing or not executable.
  return exitCode === 126 || exitCode === 127 ? notStarted(error) : error;
}
