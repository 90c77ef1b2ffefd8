import { on } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import {
  type Confined,
  deathOf,
  endConfined,
  isOfStart,
  startConfined,
} from '../../../confinado/confined.ts';
import { badRequest, type HttpError, unusable } from '../../../core/base/errors.ts';
import { createFairQueue } from '../../../core/base/fair-queue.ts';
import { grouped } from '../../../core/base/text.ts';
import { TEST_TIMEOUT_FACTOR } from '../../../core/db/timeouts.ts';
import { streamOf } from '../../../subidas/nameless.ts';
import { MOST_PIXELS } from '../opciones.ts';
import type { PhotoAnswer, PhotoRequest, Usage } from './messages.ts';

/** Milliseconds for one photo, and the longest wait after which one is still begun. */
const DEADLINE = 15_000 * TEST_TIMEOUT_FACTOR;
const LONGEST_WAIT_FOR_PHOTO = 30_000 * TEST_TIMEOUT_FACTOR;
/** Photos that wait for their turn at most. */
const MOST_WAITING = 32;
/** Milliseconds without a photo after which the process ends, so that its memory is free. */
const IDLE = 60_000;
/** Bytes of memory, and seconds of processor time, above which it makes no further photo. Its own limits are beyond both. */
const MOST_USED: Usage = { memory: 512 * 1_048_576, processor: 30 };

const PHOTO_PROCESS = fileURLToPath(new URL('./main.js', import.meta.url));

/** A photo as it was sent: its bytes on disk, and its file's name. */
interface PhotoFile {
  file: FileHandle;
  bytes: number;
  name: string;
}

type Photo = Omit<Extract<PhotoAnswer, { kind: 'photo' }>, 'kind' | 'usage'>;

/** The process that makes photos. It begins with the first photo. */
export type Fotos = ReturnType<typeof createFotos>;

/**
 * @param module that reads pictures
 * @param deadline milliseconds for one photo
 * @param idle milliseconds without a photo after which the process ends
 */
export function createFotos({ module = 'sharp', deadline = DEADLINE, idle: rest = IDLE } = {}) {
  let running: Confined | undefined;
  let idle: NodeJS.Timeout | undefined;
  const inTurn = createFairQueue({
    concurrency: 1,
    mostWaiting: MOST_WAITING,
    longestWait: LONGEST_WAIT_FOR_PHOTO,
  });
  const end = async () => {
    clearTimeout(idle);
    const ending = running;
    running = undefined;
    if (ending) await endConfined(ending);
  };

  const make = async ({ file, bytes, name }: PhotoFile, signal: AbortSignal): Promise<Photo> => {
    signal.throwIfAborted();
    clearTimeout(idle);
    let isSound = false;
    try {
      running ??= start(module);
      const answer = await ask(running, { file, bytes, name }, deadline, signal);
      if (answer.kind !== 'photo') throw refusalOf(answer);
      const { usage, kind: _kind, ...photo } = answer;
      isSound = usage.memory < MOST_USED.memory && usage.processor < MOST_USED.processor;
      return photo;
    } catch (error) {
      throw isOfStart(error) ? notStarted(error) : error;
    } finally {
      if (isSound) idle = setTimeout(end, rest).unref();
      else await end();
    }
  };

  return {
    /**
     * Makes the two pictures of a photo, in its turn.
     *
     * @param asker by whom turns are shared
     * @param signal ends it
     * @throws HttpError 400 where the file can't be read as a photo, or has too many pixels; 503 where the line is too long,
     *   no process can be started, or sharp does not load
     */
    make: (asker: string, photo: PhotoFile, signal: AbortSignal): Promise<Photo> =>
      inTurn(asker, () => make(photo, signal)),
    close: end,
  };
}

function start(module: string): Confined {
  const confined = startConfined(PHOTO_PROCESS, [module], 'pipe');
  // The end of the process is the failure to report, not the broken pipe.
  confined.process.stdin?.on('error', () => {});
  return confined;
}

/** @throws HttpError 400 where the process took too long or ended, and the photo is to blame */
async function ask(
  confined: Confined,
  { file, bytes, name }: PhotoFile,
  deadline: number,
  signal: AbortSignal,
): Promise<PhotoAnswer> {
  const { process: maker } = confined;
  const clock = AbortSignal.timeout(deadline);
  const unread = new AbortController();
  const answers = on(maker, 'message', {
    signal: AbortSignal.any([signal, clock, unread.signal]),
    close: ['close'],
  }) as AsyncIterable<[PhotoAnswer]>;
  maker.send({ bytes, name } satisfies PhotoRequest, () => {});
  const source = streamOf(file, bytes);
  source.on('error', (error) => unread.abort(error)).pipe(maker.stdin as Writable, { end: false });
  try {
    for await (const [answer] of answers) return answer;
  } catch (error) {
    throw clock.aborted && !signal.aborted ? tooHeavy() : error;
  } finally {
    source.destroy();
  }
  const { of, error } = deathOf(confined);
  if (of === 'start') throw notStarted(error);
  throw of === 'fault' ? error : tooHeavy();
}

function refusalOf(answer: Exclude<PhotoAnswer, { kind: 'photo' }>): HttpError {
  if (answer.kind === 'missing') {
    return unusable(
      'Este servicio no puede recibir fotos por ahora, porque el programa que las lee no funciona en su equipo; los documentos PDF sí. Avise a quien lo administra.',
      new Error(answer.reason),
    );
  }
  if (answer.kind === 'tooManyPixels') {
    return badRequest(
      `La foto tiene ${grouped(answer.pixels / 1e6)} megapíxeles; se reciben hasta ${MOST_PIXELS / 1e6}.`,
    );
  }
  return badRequest(
    'La foto está incompleta o dañada; ábrala en su equipo y envíela de nuevo, o guárdela como otra copia.',
  );
}

const tooHeavy = () =>
  badRequest('La foto necesita más memoria o tiempo de lo que se permite; redúzcala.');

const notStarted = (cause: unknown) =>
  unusable(
    'El servicio no pudo iniciar el proceso que prepara las fotos; intente de nuevo en unos minutos.',
    cause,
  );
