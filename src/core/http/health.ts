import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { serviceUnavailable } from '../base/errors.ts';
import { commit, version } from '../base/version.ts';
import type { Database, Watch } from '../db/db.ts';

// The probes of a proxy or an orchestrator, and a stop of an instance without a lost request.

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Makes the instance not ready from here on. It still answers, and each answer ends its connection, so that clients with
     * open connections look for another instance.
     */
    announceStop(): void;
    /** Whether `announceStop` was called. */
    isStopping(): boolean;
  }
}

/** Milliseconds that the database may take to answer the check, and for which the result is cached. */
const CHECK_TIMEOUT = 2_000;
const CHECK_COUNTS = 500;
/** Milliseconds that a connection without any request stays open once the service is closing. */
const SILENT_CONNECTION = 1_000;

/**
 * `GET /health/live` and `GET /health/ready`, without token or limit, and the orderly stop of `announceStop`.
 *
 * @returns whether the instance is ready, within 2 seconds, as in `/health/ready`
 */
export function health(
  app: FastifyInstance,
  db: Pick<Database, 'query' | 'watch'>,
): () => Promise<boolean> {
  let stopping = false;
  if (db.watch) db.watch.onTurn = logTurns(app, db.watch);
  app.decorate('announceStop', () => {
    stopping = true;
  });
  app.decorate('isStopping', () => stopping);
  endConnections(app, () => stopping);

  const databaseAnswers = createSharedCheck(app, db);
  // Probes come every few seconds from everywhere, so only changes of their result are logged.
  const options = { schema: { hide: true }, logLevel: 'silent' } as const;
  app.get('/health/live', options, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok', version, commit };
  });
  app.get('/health/ready', options, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (stopping) throw serviceUnavailable('El servicio se está deteniendo.');
    if (!(await databaseAnswers())) {
      throw serviceUnavailable('La base de datos no responde.');
    }
    // The balancer goes on sending requests: most only read, and the others are refused at once.
    return { status: db.watch?.isOnlyReading() ? 'solo-lectura' : 'ok' };
  });
  return async () => !stopping && (await databaseAnswers());
}

const logTurns =
  (app: FastifyInstance, watch: Watch): Watch['onTurn'] =>
  (isAway, cause) => {
    if (!isAway) return app.log.warn('el servidor principal responde de nuevo');
    const what = watch.isOnlyReading()
      ? 'sólo se consulta, en la réplica'
      : 'la réplica no lo suple';
    app.log.error({ err: cause, lag: watch.lag() }, `el servidor principal no responde: ${what}`);
  };

/** Returns a function that says whether the database answers in time. Simultaneous probes share one query. */
function createSharedCheck(
  app: FastifyInstance,
  db: Pick<Database, 'query'>,
): () => Promise<boolean> {
  let latest: Promise<boolean> | undefined;
  let answered = true;
  const ask = async () => {
    const late = new AbortController();
    const timeout = sleep(CHECK_TIMEOUT, undefined, { signal: late.signal }).then(() => {
      throw new Error(`la base de datos no respondió en ${CHECK_TIMEOUT} ms`);
    });
    const outcome = await Promise.race([db.query('SELECT 1'), timeout]).then(
      () => undefined,
      (error: Error) => error,
    );
    late.abort();
    timeout.catch(() => {});
    if (outcome && answered) app.log.error({ err: outcome }, 'la instancia no está lista');
    if (!outcome && !answered) app.log.warn('la instancia está lista de nuevo');
    answered = !outcome;
    setTimeout(() => {
      latest = undefined;
    }, CHECK_COUNTS).unref();
    return answered;
  };
  return () => {
    latest ??= ask();
    return latest;
  };
}

/**
 * While the service is stopping, each answer ends its connection, which would otherwise stay open. While it is closing,
 * connections without a request end soon, too.
 */
function endConnections(app: FastifyInstance, isStopping: () => boolean): void {
  const sockets = new Set<Socket>();
  let closing = false;
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', async () => {
    closing = true;
    app.announceStop();
    // Browsers open connections ahead of need. Node does not count a connection without a first request as idle.
    setTimeout(() => {
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, SILENT_CONNECTION).unref();
  });
  app.addHook('onRequest', (_request, reply, done) => {
    if (isStopping()) reply.raw.shouldKeepAlive = false;
    done();
  });
  // Requests that were under way before the stop.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping()) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('onResponse', (_request, _reply, done) => {
    if (closing) setImmediate(() => app.server.closeIdleConnections());
    done();
  });
}
