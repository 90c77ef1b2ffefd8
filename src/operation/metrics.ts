import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { bearerToken } from '../auth/access.ts';
import { unauthorized } from '../base/errors.ts';
import { commit, version } from '../base/version.ts';
import { findLastCopy } from '../bitacora/copies.ts';
import { countImportaciones } from '../hojas/index.ts';
import type { Context } from '../http/context.ts';

/** Upper bounds of the durations that are counted, in seconds. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How long the database may take to say when the last copy was made, in milliseconds: a scrape waits for it. */
const PATIENCE = 2_000;

/**
 * `GET /metrics` in Prometheus' text format. It tells whether the instance is ready, its version, requests by route,
 * logins, the last copy, imports, the pool and the cache. prom-client adds what it knows of the process, such as memory, CPU and
 * event loop. With `METRICS_TOKEN` it answers only who sends that as bearer token, compared in constant time.
 *
 * @param isReady as `/health/ready` says it
 * @returns what counts the requests that no hook sees
 */
export function metrics(
  app: FastifyInstance,
  { config, db, cache }: Pick<Context, 'config' | 'db' | 'cache'>,
  isReady: () => Promise<boolean>,
): Count {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const count = countRequests(app, registry);
  countLogins(app, registry);

  const { gauge, counter } = figures([registry]);
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
  /** What the database says, if it does so in time. Without the database nothing is known. */
  const inTime = async <T>(ask: () => Promise<T>): Promise<T | undefined> => {
    if (!(await isReady())) return undefined;
    const giveUp = new AbortController();
    const late = sleep(PATIENCE, undefined, { signal: giveUp.signal }).catch(() => undefined);
    const found = await Promise.race([ask().catch(() => undefined), late]);
    giveUp.abort();
    return found;
  };
  // After the pool's figures: a scrape's own questions are not to count there.
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
      () => watch.lag() ?? Number.NaN,
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

/** A figure as it is asked for, or one for each set of labels; undefined where it is not known, and then left out. */
type Found = number | [labels: Record<string, string>, value: number][] | undefined;

/** What adds figures to a registry that are read each time that they are asked for. */
function figures(registers: [Registry]) {
  type Add = (
    name: string,
    help: string,
    read: () => Found | Promise<Found>,
    labelNames?: string[],
  ) => void;
  const each = (found: number | [Record<string, string>, number][]) =>
    typeof found === 'number' ? [[{}, found] as const] : found;
  const gauge: Add = (name, help, read, labelNames = []) => {
    new Gauge({
      ...{ name, help, labelNames, registers },
      async collect() {
        const found = await read();
        // Without labels `reset` would say zero.
        if (found === undefined && labelNames.length === 0) this.remove();
        else if (found === undefined) this.reset();
        else for (const [labels, value] of each(found)) this.set(labels, value);
      },
    });
  };
  const counter: Add = (name, help, read, labelNames = []) => {
    new Counter({
      ...{ name, help, labelNames, registers },
      async collect() {
        const found = await read();
        this.reset();
        for (const [labels, value] of each(found ?? [])) this.inc(labels, value);
      },
    });
  };
  return { gauge, counter };
}

/** What a login's answer says of it, by its status; others (malformed, refused for lack of room) are not counted. */
const LOGINS: Record<number, string> = { 200: 'ok', 401: 'failed', 429: 'blocked' };

/** Counts logins by how they ended: someone who guesses passwords shows there. */
function countLogins(app: FastifyInstance, registry: Registry): void {
  const logins = new Counter({
    name: 'registro_logins_total',
    help: 'Logins by result: ok, failed (wrong credentials), blocked (too many failures before).',
    labelNames: ['result'],
    registers: [registry],
  });
  // From zero on, so that the first failure is an increase.
  for (const result of Object.values(LOGINS)) logins.inc({ result }, 0);
  app.addHook('onResponse', (request, reply, done) => {
    const result = LOGINS[reply.statusCode];
    if (result && request.routeOptions.url === '/auth/login') logins.inc({ result });
    done();
  });
}

/** Counts an answered request by the route's pattern, and never by its address. */
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
