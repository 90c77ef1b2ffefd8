import type { FastifyInstance } from 'fastify';

/** Milliseconds between two ticks of the timer that measures the event loop. */
const INTERVAL = 250;
/** A tick that comes later than this, in milliseconds, is late. */
const LATE = 1_500;
/** Late ticks in a row that make an overload. A single long turn, at the start or for one large body, is none. */
const IN_A_ROW = 3;

/**
 * Returns a function that says whether the event loop is overloaded now. A request that waits then is answered too late for
 * its client. The first tick in time ends the overload.
 */
export function watchEventLoop(app: FastifyInstance): () => boolean {
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
  return () => late >= IN_A_ROW;
}
