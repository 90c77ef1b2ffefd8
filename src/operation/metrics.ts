import { createHash, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { bearerToken } from '../auth/access.ts';
import { unauthorized } from '../base/errors.ts';
import { findLastCopy } from '../bitacora/copies.ts';
import type { Context } from '../http/context.ts';

/** Upper bounds of the durations that are counted, in seconds. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const { version } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { version: string };

/** The commit that this was built of, as scripts/prepare.mjs or the image's build leaves it; empty where neither knew. */
const commit = (() => {
  const file = new URL('../../commit', import.meta.url);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
})();

/** How long the database may take to say when the last copy was made, in milliseconds: a scrape waits for it. */
const PATIENCE = 2_000;

/**
 * `GET /metrics` in Prometheus' text format. It tells whether the instance is ready, its version, requests by route,
 * logins, the last copy, the pool and the cache. prom-client adds what it knows of the process, such as memory, CPU and
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

  new Gauge({
    name: 'registro_db_connections',
    help: 'Connections to the database that are open, by server and by what they do.',
    labelNames: ['server', 'state'],
    registers: [registry],
    collect() {
      for (const [server, { totalCount, idleCount }] of Object.entries(db.pools)) {
        this.set({ server, state: 'idle' }, idleCount);
        this.set({ server, state: 'used' }, totalCount - idleCount);
      }
    },
  });
  new Gauge({
    name: 'registro_db_waiting',
    help: 'Statements that wait for a connection, by server.',
    labelNames: ['server'],
    registers: [registry],
    collect() {
      for (const [server, { waitingCount }] of Object.entries(db.pools)) {
        this.set({ server }, waitingCount);
      }
    },
  });
  // After the pool's figures: a scrape's own questions are not to count there.
  new Gauge({
    name: 'registro_ready',
    help: 'Whether the instance takes requests: 1, or 0 while it stops or the database is away.',
    registers: [registry],
    async collect() {
      this.set((await isReady()) ? 1 : 0);
    },
  });
  new Gauge({
    name: 'registro_info',
    help: 'The version and the commit of the program, and the version of Node.js; always 1.',
    labelNames: ['version', 'commit', 'node'],
    registers: [registry],
  }).set({ version, commit, node: process.version }, 1);
  new Gauge({
    name: 'registro_last_copy_timestamp_seconds',
    help: 'When the newest copy of the registry (npm run backup) was made, seconds since 1970; 0 where none was.',
    registers: [registry],
    async collect() {
      // Without the database nothing is known: then the figure is left out.
      this.remove();
      if (!(await isReady())) return;
      const giveUp = new AbortController();
      const late = sleep(PATIENCE, undefined, { signal: giveUp.signal }).catch(() => undefined);
      const found = await Promise.race([findLastCopy(db).catch(() => undefined), late]);
      giveUp.abort();
      if (found !== undefined) this.set(found);
    },
  });

  if (db.lists && db.watch) {
    const { lists, watch } = db;
    new Gauge({
      name: 'registro_read_only',
      help: 'Whether the primary is away and the standby is read in its place: 1 or 0.',
      registers: [registry],
      collect() {
        this.set(watch.isOnlyReading() ? 1 : 0);
      },
    });
    new Gauge({
      name: 'registro_db_standby_lag_seconds',
      help: 'How far the standby was behind the primary when that was last heard; NaN where that is not known.',
      registers: [registry],
      collect() {
        this.set(watch.lag() ?? Number.NaN);
      },
    });
    new Counter({
      name: 'registro_db_lists_total',
      help: 'Lists of obras by the server that they were read from.',
      labelNames: ['server'],
      registers: [registry],
      collect() {
        this.reset();
        this.inc({ server: 'primary' }, lists.primary);
        this.inc({ server: 'standby' }, lists.standby);
      },
    });
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

  function gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  }
  function counter(name: string, help: string, read: () => number): void {
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }
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
