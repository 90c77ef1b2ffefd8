import type { FastifyInstance } from 'fastify';

/** How often the event loop is asked for a sign of life, and how late that may come, in milliseconds. */
const INTERVAL = 250;
const LATE = 1_500;
/** Signs in a row that have to be late: a single long turn, at the start or for one large body, is no overload. */
const IN_A_ROW = 3;

/**
 * Answers whether the one thread of the process can't keep up at the moment: what waits in line then is answered too late
 * for anybody. The first sign in time ends it.
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
