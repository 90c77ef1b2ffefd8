import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { bearerToken } from '../../core/auth/access.ts';
import { unauthorized } from '../../core/base/errors.ts';
import { commit, version } from '../../core/base/version.ts';
import type { AppContext } from '../../core/feature.ts';
import type { Count, Figure } from '../../core/http/figures.ts';

/** Upper bounds of the duration histogram, in seconds. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * The figures of the process. They are collected once for all services in it: prom-client starts a timer and an observer of the
 * garbage collector that nothing ends, and that keep what they were made for.
 */
const ofProcess = new Registry();
let isCollecting = false;

/**
 * `GET /metrics` in Prometheus' text format: readiness, version, requests by route, logins, the pool, the cache, and what features
 * add. prom-client adds figures of the process, such as memory, CPU and event loop. With `METRICS_TOKEN` it
 * requires that bearer token, compared in constant time.
 */
export function metrics(
  app: FastifyInstance,
  { config, db, cache, figures, isReady }: AppContext,
): void {
  const registry = new Registry();
  if (!isCollecting) collectDefaultMetrics({ register: ofProcess });
  isCollecting = true;
  figures.count = countRequests(app, registry);
  countLogins(app, registry);
  // Features add theirs until then.
  app.addHook('onReady', async () => {
    for (const figure of figures.all) show(figure, [registry]);
  });

  const { gauge, counter } = figures;
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
  // Added after the pool's figures, so that these do not count a scrape's own queries.
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
  const options = { schema: { hide: true }, logLevel: 'warn', compress: false } as const;
  app.get('/metrics', options, async (request, reply) => {
    if (wanted && !timingSafeEqual(digest(bearerToken(request) ?? ''), wanted)) {
      throw unauthorized();
    }
    reply.type(registry.contentType).header('cache-control', 'no-store');
    return Registry.merge([ofProcess, registry]).metrics();
  });
}

function show({ name, help, read, labelNames, isCounter }: Figure, registers: [Registry]): void {
  const shape = { name, help, labelNames, registers };
  if (isCounter) {
    new Counter({
      ...shape,
      async collect() {
        const value = (await read()) ?? [];
        this.reset();
        for (const [labels, each] of eachOf(value)) this.inc(labels, each);
      },
    });
    return;
  }
  new Gauge({
    ...shape,
    async collect() {
      const value = await read();
      // Without labels `reset` would set zero.
      if (value === undefined && labelNames.length === 0) this.remove();
      else if (value === undefined) this.reset();
      else for (const [labels, each] of eachOf(value)) this.set(labels, each);
    },
  });
}

const eachOf = (value: number | [Record<string, string>, number][]) =>
  typeof value === 'number' ? [[{}, value] as const] : value;

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
