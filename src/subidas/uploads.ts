import type { FileHandle } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import { badRequest, compressedBody, HttpError } from '../core/base/errors.ts';
import { TEST_TIMEOUT_FACTOR } from '../core/db/timeouts.ts';
import { openNameless } from './nameless.ts';

/** Bytes a second at which a file arrives at least. The rate is measured every `INTERVAL` milliseconds. */
const LEAST_RATE = 8_192;
const INTERVAL = 20_000 * TEST_TIMEOUT_FACTOR;
/** Milliseconds for which the rest of a refused body is read. */
const LONGEST_REST = 30_000 * TEST_TIMEOUT_FACTOR;

/** The connections whose body has a deadline of its own, instead of Node's request timeout. */
const ownDeadlines = new WeakSet<object>();

/** Whether a connection's body has a deadline of its own, so that Node's request timeout does not apply. */
export const hasOwnDeadline = (socket: object): boolean => ownDeadlines.has(socket);

export const tooSlow = () =>
  new HttpError(408, 'El archivo dejó de llegar o llega demasiado despacio; intente de nuevo.');

/**
 * Receives a body that may take any time, as long as it arrives at `LEAST_RATE`.
 *
 * @throws HttpError 408 where less arrived within an interval; `receive` then ends with the connection
 */
async function receiveAtMinimumRate<T>(
  { raw }: FastifyRequest,
  receive: () => Promise<T>,
): Promise<T> {
  const { socket } = raw;
  let seen = socket.bytesRead;
  let timer: NodeJS.Timeout | undefined;
  const slow = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      const came = socket.bytesRead - seen;
      seen += came;
      if (!raw.complete && came < (LEAST_RATE * INTERVAL) / 1000) reject(tooSlow());
    }, INTERVAL);
  });
  ownDeadlines.add(socket);
  try {
    return await Promise.race([receive(), slow]);
  } finally {
    clearInterval(timer);
    ownDeadlines.delete(socket);
  }
}

const incomplete = () =>
  badRequest('El archivo no llegó completo, o el formulario está mal formado.');

/**
 * Writes a body to a new file as it comes in. The file has no name on disk, and is gone when the caller closes it.
 *
 * @param most bytes of a file; a form has some lines of its own
 * @param write writes the body to the file, and answers what else is known of it
 * @throws HttpError 400 where the body is incomplete; 408 where it arrives too slowly; `tooLarge`; 415 where it is compressed;
 *   503 where there is no room for it
 */
export async function receiveToDisk<T extends object>(
  request: FastifyRequest,
  most: number,
  tooLarge: () => HttpError,
  write: (file: FileHandle) => Promise<T>,
): Promise<T & { file: FileHandle }> {
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') throw compressedBody();
  if (Number(request.headers['content-length'] ?? 0) > most + 65_536) throw tooLarge();
  const file = await openNameless();
  try {
    // Nobody would hear of a client that has left already.
    if (request.raw.destroyed) throw incomplete();
    return { ...(await receiveAtMinimumRate(request, () => write(file))), file };
  } catch (error) {
    await file.close();
    if (error instanceof HttpError) throw error;
    const isIncomplete = request.raw.errored || request.raw.destroyed || request.isMultipart();
    throw isIncomplete ? incomplete() : error;
  }
}

/**
 * Reads the rest of a refused body. Many clients read the answer only after they have sent the whole body. The connection is
 * closed where the body takes too long.
 */
export function drainBody({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return;
  const { socket } = raw;
  raw.unpipe();
  raw.resume();
  // So that Node's request timeout does not send a second response.
  ownDeadlines.add(socket);
  const timer = setTimeout(() => socket.destroy(), LONGEST_REST).unref();
  raw.once('close', () => {
    clearTimeout(timer);
    ownDeadlines.delete(socket);
  });
}
