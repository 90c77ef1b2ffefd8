import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { OpenAlmacen } from '../archivos/almacen/abrir.ts';
import { countObjetos, type Sweeps } from '../archivos/almacen/barrer.ts';
import { bearerToken } from '../auth/access.ts';
import { unauthorized } from '../base/errors.ts';
import { commit, version } from '../base/version.ts';
import { findLastCopy } from '../bitacora/copies.ts';
import { countImportaciones } from '../hojas/index.ts';
import type { Context } from '../http/context.ts';

/** Upper bounds of the duration histogram, in seconds. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Milliseconds that a scrape waits for the database's answer about the newest copy. */
const PATIENCE = 2_000;

/** Milliseconds for which the count of objects is kept: it reads all of them. */
const COUNT_COUNTS = 600_000;

/**
 * `GET /metrics` in Prometheus' text format: readiness, version, requests by route, logins, the newest copy, imports, the
 * pool and the cache. prom-client adds figures of the process, such as memory, CPU and event loop. With `METRICS_TOKEN` it
 * requires that bearer token, compared in constant time.
 *
 * @param isReady as in `/health/ready`
 * @returns a function that counts the requests that pass no hook
 */
export function metrics(
  app: FastifyInstance,
  {
    config,
    db,
    cache,
    almacen,
    sweeps,
  }: Pick<Context, 'config' | 'db' | 'cache'> & { almacen: OpenAlmacen; sweeps: Sweeps },
  isReady: () => Promise<boolean>,
): Count {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const count = countRequests(app, registry);
  countLogins(app, registry);

  const { gauge, counter } = createFigures([registry]);
  const pools = () => Object.entries(db.pools);
  gauge(
    'registro_db_connections',
    'Connections to the database that are open, by server and by what they do.',
    () =>
      pools().flatMap(([server, { totalCount, idleCount }]) => [
        [{ server, state: 'idle' }, idleCount],
        [{ server, state: 'used' }, totalCount - idleCount],
      ]),
    ['server', 'state'],
  );
  gauge(
    'registro_db_waiting',
    'Statements that wait for a connection, by server.',
    () => pools().map(([server, { waitingCount }]) => [{ server }, waitingCount]),
    ['server'],
  );
  /** The database's answer, if it comes in time; undefined without the database. */
  const inTime = async <T>(ask: () => Promise<T>): Promise<T | undefined> => {
    if (!(await isReady())) return undefined;
    const giveUp = new AbortController();
    const late = sleep(PATIENCE, undefined, { signal: giveUp.signal }).catch(() => undefined);
    const figure = await Promise.race([ask().catch(() => undefined), late]);
    giveUp.abort();
    return figure;
  };
  // Registered after the pool's figures, so that these do not count a scrape's own queries.
  gauge(
    'registro_ready',
    'Whether the instance takes requests: 1, or 0 while it stops or the database is away.',
    async () => Number(await isReady()),
  );
  gauge(
    'registro_info',
    'The version and the commit of the program, and the version of Node.js; always 1.',
    () => [[{ version, commit, node: process.version }, 1]],
    ['version', 'commit', 'node'],
  );
  gauge(
    'registro_last_copy_timestamp_seconds',
    'When the newest copy of the registry (npm run backup) was made, seconds since 1970; 0 where none was.',
    () => inTime(() => findLastCopy(db)),
  );
  gauge(
    'registro_imports',
    'Imports of large files that are under way or ended in the last day, by state.',
    async () => {
      const counts = await inTime(() => countImportaciones(db));
      return counts && Object.entries(counts).map(([state, count]) => [{ state }, count]);
    },
    ['state'],
  );
  const objetos = keepFor(COUNT_COUNTS, () => inTime(() => countObjetos(db)));
  gauge(
    'registro_files',
    'Objects in the store of photos and documents, those included that a sweep will take; a photo has two.',
    async () => (await objetos())?.count,
  );
  gauge('registro_files_bytes', 'What they take.', async () => (await objetos())?.bytes);
  counter(
    'registro_store_failures_total',
    'Requests that the store of photos and documents has failed, by what was asked.',
    () => Object.entries(almacen.failures).map(([asked, count]) => [{ asked }, count]),
    ['asked'],
  );
  gauge(
    'registro_store_sweep_timestamp_seconds',
    'When this instance last swept the store, seconds since 1970; 0 where it has not yet.',
    () => sweeps.endedAt / 1000,
  );
  counter(
    'registro_store_swept_total',
    'Objects that the sweeps of this instance have removed.',
    () => sweeps.removed,
  );
  if (db.lists && db.watch) {
    const { lists, watch } = db;
    gauge(
      'registro_read_only',
      'Whether the primary is away and the standby is read in its place: 1 or 0.',
      () => Number(watch.isOnlyReading()),
    );
    gauge(
      'registro_db_standby_lag_seconds',
      'How far the standby was behind the primary when that was last heard; NaN where that is not known.',
      () => watch.lag(),
    );
    counter(
      'registro_db_lists_total',
      'Lists of obras by the server that they were read from.',
      () => Object.entries(lists).map(([server, count]) => [{ server }, count]),
      ['server'],
    );
  }
  counter(
    'registro_cache_hits_total',
    'Answers and callers that were found in the cache.',
    () => cache.stats().hits,
  );
  counter(
    'registro_cache_misses_total',
    'Answers and callers that were not, or had changed.',
    () => cache.stats().misses,
  );
  gauge('registro_cache_entries', 'Things in the cache.', () => cache.stats().entries);
  gauge('registro_cache_bytes', 'About what they take.', () => cache.stats().bytes);

  const digest = (text: string) => createHash('sha256').update(text).digest();
  const wanted = config.METRICS_TOKEN && digest(config.METRICS_TOKEN);
  const options = { schema: { hide: true }, logLevel: 'warn' } as const;
  app.get('/metrics', options, async (request, reply) => {
    if (wanted && !timingSafeEqual(digest(bearerToken(request) ?? ''), wanted)) {
      throw unauthorized();
    }
    reply.type(registry.contentType).header('cache-control', 'no-store');
    return registry.metrics();
  });
  return count;
}

/** Returns a function whose answer is asked for again only after so many milliseconds, or where there was none. */
function keepFor<T>(milliseconds: number, ask: () => Promise<T | undefined>) {
  let kept: T | undefined;
  let until = 0;
  return async () => {
    if (kept === undefined || Date.now() > until) {
      kept = await ask();
      until = Date.now() + milliseconds;
    }
    return kept;
  };
}

/** A figure of a scrape, or one for each set of labels. An undefined one is left out. */
type Figure = number | [labels: Record<string, string>, value: number][] | undefined;

/** Returns functions that add figures to a registry; each scrape reads them anew. */
function createFigures(registers: [Registry]) {
  type Add = (
    name: string,
    help: string,
    read: () => Figure | Promise<Figure>,
    labelNames?: string[],
  ) => void;
  const each = (figure: number | [Record<string, string>, number][]) =>
    typeof figure === 'number' ? [[{}, figure] as const] : figure;
  const gauge: Add = (name, help, read, labelNames = []) => {
    new Gauge({
      ...{ name, help, labelNames, registers },
      async collect() {
        const figure = await read();
        // Without labels `reset` would set zero.
        if (figure === undefined && labelNames.length === 0) this.remove();
        else if (figure === undefined) this.reset();
        else for (const [labels, value] of each(figure)) this.set(labels, value);
      },
    });
  };
  const counter: Add = (name, help, read, labelNames = []) => {
    new Counter({
      ...{ name, help, labelNames, registers },
      async collect() {
        const figure = await read();
        this.reset();
        for (const [labels, value] of each(figure ?? [])) this.inc(labels, value);
      },
    });
  };
  return { gauge, counter };
}

/**
 * The result of a login by the status of its answer. Others are not counted: malformed ones, and those refused for lack of
 * room.
 */
const LOGINS: Record<number, string> = { 200: 'ok', 401: 'failed', 429: 'blocked' };

/** Counts logins by their result, which shows guesses of passwords. */
function countLogins(app: FastifyInstance, registry: Registry): void {
  const logins = new Counter({
    name: 'registro_logins_total',
    help: 'Logins by result: ok, failed (wrong credentials), blocked (too many failures before).',
    labelNames: ['result'],
    registers: [registry],
  });
  // The count begins at zero, so that the first failure is an increase.
  for (const result of Object.values(LOGINS)) logins.inc({ result }, 0);
  app.addHook('onResponse', (request, reply, done) => {
    const result = LOGINS[reply.statusCode];
    if (result && request.routeOptions.url === '/auth/login') logins.inc({ result });
    done();
  });
}

/** Counts an answered request by the route's pattern, never by its address. */
export type Count = (method: string, route: string, status: number, milliseconds: number) => void;

/** Counts every answered request, those from the cache included. */
function countRequests(app: FastifyInstance, registry: Registry): Count {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests that were answered, by how long it took.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATIONS,
    registers: [registry],
  });
  const count: Count = (method, route, status, milliseconds) =>
    durations.observe({ method, route, status }, milliseconds / 1000);
  app.addHook('onResponse', (request, reply, done) => {
    const { url = 'none' } = request.routeOptions.config;
    count(request.method, url, reply.statusCode, reply.elapsedTime);
    done();
  });
  return count;
}
