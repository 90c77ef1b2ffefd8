import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import {
  type Confined,
  deathOf,
  endConfined,
  isOfStart,
  startConfined,
} from '../../confinado/confined.ts';
import { unusable } from '../../core/base/errors.ts';
import { Unreadable } from '../celdas/cell.ts';
import type { Message, ReadRequest } from './messages.ts';

/**
 * The most time of the process for a file by the clock, in milliseconds, without its waits for the service. The process has low
 * priority, so it is slow on a busy machine. The real bound is processor time. This one ends a process that hangs.
 */
const DEADLINE = 180_000;

const READER_PROCESS = fileURLToPath(new URL('./main.js', import.meta.url));

/** The file is the reader's `FILE`. */
function startReader(module: string, fd: number): Confined {
  try {
    return startConfined(READER_PROCESS, [module], 'ignore', fd);
  } catch (error) {
    throw notStarted(error);
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
  const confined = startReader(module, fd);
  const { process: reader } = confined;
  const clock = new AbortController();
  let left = DEADLINE;
  let since = performance.now();
  let timer = setTimeout(() => clock.abort(), left);
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
    throw endedError(confined);
  } catch (error) {
    if (clock.signal.aborted && !signal.aborted) throw tooSlow();
    throw isOfStart(error) ? notStarted(error) : error;
  } finally {
    clearTimeout(timer);
    await endConfined(confined);
  }
}

const notStarted = (cause: unknown) =>
  unusable(
    'El servicio no pudo iniciar el proceso que lee el archivo; intente de nuevo en unos minutos.',
    cause,
  );

const tooSlow = () => new Unreadable('Leer el archivo toma demasiado tiempo; divídalo en varios.');

/** The error for a process that ended before the end of its file. */
function endedError(reader: Confined): Error {
  const { of, error } = deathOf(reader);
  if (of === 'time') return tooSlow();
  if (of === 'memory') {
    return new Unreadable('El archivo necesita más memoria de la que hay; divídalo en varios.');
  }
  return of === 'start' ? notStarted(error) : error;
}
