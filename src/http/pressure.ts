import type { FastifyInstance, FastifyReply, onRequestAsyncHookHandler } from 'fastify';
import { overloaded } from './errors.ts';

/** How often the event loop is asked for a sign of life, and how late that may come, in milliseconds. */
const INTERVAL = 250;
const LATE = 1_500;
/** Signs in a row that have to be late: a single long turn, at the start or for one large body, is no overload. */
const IN_A_ROW = 3;

/**
 * Refuses requests with 503 while the one thread of the process can't keep up: what waits in line then is answered
 * too late for anybody. The first sign in time ends it.
 */
export function refuseWhenBehind(app: FastifyInstance): void {
  let late = 0;
  let due = performance.now() + INTERVAL;
  const timer = setInterval(() => {
    const now = performance.now();
    late = now - due > LATE ? late + 1 : 0;
    due = now + INTERVAL;
  }, INTERVAL).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
  app.addHook('onRequest', (_request, _reply, done) => {
    done(late >= IN_A_ROW ? overloaded() : undefined);
  });
}

/** Bytes of large bodies that may be on their way in at a time, and from what size on a body is large. */
const BODIES = 64 * 1_048_576;
const LARGE = 65_536;

/** Refuses large bodies with 503 while as many are being received as memory is meant for: some senders never end. */
export function boundBodies(): onRequestAsyncHookHandler {
  let underWay = 0;
  return async ({ headers, routeOptions: { bodyLimit } }, reply) => {
    const length = Number(
      headers['content-length'] ?? (headers['transfer-encoding'] ? bodyLimit : 0),
    );
    // What is too large for its route is refused unread.
    if (length <= LARGE || length > bodyLimit) return;
    if (underWay + length > BODIES) throw overloaded();
    underWay += length;
    onceClosed(reply, () => {
      underWay -= length;
    });
  };
}

/**
 * Lets so many answers of a kind be under way at a time: each that nobody reads holds some megabytes.
 *
 * @returns what takes a place until the answer has ended; it throws HttpError 503 where none is free
 */
export function boundAnswers(most: number): (reply: FastifyReply) => void {
  let underWay = 0;
  return (reply) => {
    if (underWay >= most) throw overloaded();
    underWay += 1;
    onceClosed(reply, () => {
      underWay -= 1;
    });
  };
}

/** However it ends: read to the end, refused, or left by the client. */
function onceClosed({ raw }: FastifyReply, release: () => void): void {
  raw.once('close', release);
}
