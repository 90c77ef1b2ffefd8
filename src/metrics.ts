import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Context } from './app.ts';
import { bearerToken } from './auth/guards.ts';
import { unauthorized } from './http/errors.ts';

/** Upper bounds of the durations that are counted, in seconds. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * `GET /metrics` in Prometheus' text format: requests by route, the pool, the cache, and what prom-client knows of
 * the process (memory, CPU, event loop, garbage collection). With `METRICS_TOKEN` only for who sends it as bearer
 * token; it is compared in constant time.
 */
export function metrics(
  app: FastifyInstance,
  { config, db, cache }: Pick<Context, 'config' | 'db' | 'cache'>,
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  countRequests(app, registry);

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
  if (db.lists) {
    const { lists } = db;
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

/** Counts every answered request, those from the cache included, by the route's pattern and never by its address. */
function countRequests(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests that were answered, by how long it took.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATIONS,
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { url = 'none' } = request.routeOptions.config;
    durations.observe(
      { method: request.method, route: url, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    done();
  });
}
