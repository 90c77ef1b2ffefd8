import type { FastifyRequest } from 'fastify';
import { HttpError } from '../base/errors.ts';
import { TEST_TIMEOUT_FACTOR } from '../db/timeouts.ts';

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
export async function receiveAtMinimumRate<T>(
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
