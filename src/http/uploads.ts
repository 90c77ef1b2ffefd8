import type { FastifyRequest } from 'fastify';
import { HttpError } from '../base/errors.ts';
import { TEST_TIMEOUT_FACTOR } from '../db/timeouts.ts';

/** Bytes a second that a large file arrives with at least, looked at so often, in milliseconds. */
const LEAST_RATE = 8_192;
const INTERVAL = 20_000 * TEST_TIMEOUT_FACTOR;
/** How long the rest of a body that was refused is read, in milliseconds. */
const LONGEST_REST = 30_000 * TEST_TIMEOUT_FACTOR;

/** The connections whose body may take longer than every other request. */
const paced = new WeakSet<object>();

/** Whether a connection's body is arriving at its pace, so that the server's own time limit does not count. */
export const hasOwnDeadline = (socket: object): boolean => paced.has(socket);

export const tooSlow = () =>
  new HttpError(408, 'El archivo dejó de llegar o llega demasiado despacio; intente de nuevo.');

/**
 * Receives a body that may take as long as it takes, while it keeps arriving.
 *
 * @throws HttpError 408 where too little has arrived for a while; `receive` then ends with the connection
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
  paced.add(socket);
  try {
    return await Promise.race([receive(), slow]);
  } finally {
    clearInterval(timer);
    paced.delete(socket);
  }
}

/**
 * Reads what is left of a body that is refused: many clients read the answer only once they have sent everything. A
 * body that takes too long, or has no end, is cut with its connection.
 */
export function drainBody({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return;
  const { socket } = raw;
  raw.unpipe();
  raw.resume();
  // Without another answer after the one that was given.
  paced.add(socket);
  const timer = setTimeout(() => socket.destroy(), LONGEST_REST).unref();
  raw.once('close', () => {
    clearTimeout(timer);
    paced.delete(socket);
  });
}
