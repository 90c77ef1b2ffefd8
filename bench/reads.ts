// Single answers: hot ones beside a bare server, and uncached ones beside the database alone.

import {
  alternate,
  atLeast,
  CLIENTS,
  type Load,
  type Measure,
  NO_CACHE,
  ofService,
  type Plan,
  rate,
} from './measure.ts';
import { FAVORITES } from './prepare.ts';
import {
  answerOf,
  type DatabaseName,
  registryOf,
  running,
  type Service,
  secondOf,
  withAlone,
} from './registries.ts';
import type { Finding } from './rows.ts';
import { startBare, stop } from './start.ts';

/** The service on one path, over and over, beside a bare server with the same bytes. */
export async function againstBare(plan: Plan, service: Service, path: string): Promise<Finding> {
  const headers = { 'accept-encoding': 'identity' };
  const answer = await answerOf(service, path, { headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const finding = await besideBare(plan, service, bytes, { paths: [path] });
  return { ...finding, target: atLeast(0.5), detail: `${(bytes.length / 1000).toFixed(1)} kB` };
}

/** A job beside the same paths on a server that sends only these bytes. */
async function besideBare(
  plan: Plan,
  service: Service,
  bytes: Buffer,
  job: Load,
): Promise<Finding> {
  const bare = await startBare(bytes);
  try {
    const [ours, theirs] = await alternate(
      plan.rounds,
      () => rate(plan, service, job),
      () => rate(plan, bare, { paths: job.paths }),
    );
    return { unit: '/s', ours, theirs, against: 'servidor desnudo' };
  } finally {
    await stop(bare.child);
  }
}

/** The whole list for a client with its ETag, beside a bare server with empty answers. */
export const unchangedList = (plan: Plan, database: DatabaseName): Measure =>
  ofService('GET /obras sin cambios (If-None-Match)', database, plan.largest, async (service) => {
    // Only the headers of the list are needed.
    const abort = new AbortController();
    const { headers } = await answerOf(service, '/obras', { signal: abort.signal });
    const etag = headers.get('etag');
    abort.abort();
    if (!etag) throw new Error('la lista no trae ETag');
    const finding = await besideBare(plan, service, Buffer.alloc(0), { paths: ['/obras'], etag });
    return [{ ...finding, target: atLeast(0.4) }];
  });

export const hotObra = (plan: Plan, database: DatabaseName, obras: number): Measure =>
  ofService('GET /obras/:id, siempre la misma', database, obras, async (service) => [
    await againstBare(plan, service, '/obras/500'),
  ]);

export const hotMunicipio = (plan: Plan, database: DatabaseName, obras: number): Measure =>
  ofService('GET /obras?municipioId=', database, obras, async (service, { facts }) => {
    const { municipio } = facts;
    const finding = await againstBare(plan, service, `/obras?municipioId=${municipio.id}`);
    return [{ ...finding, detail: `${municipio.obras} obras, ${finding.detail}` }];
  });

export const catalog = (plan: Plan, database: DatabaseName, path: string): Measure =>
  ofService(`GET ${path}`, database, plan.largest, async (service) => [
    await againstBare(plan, service, path),
  ]);

export const logLevel = (plan: Plan, database: DatabaseName, obras: number): Measure => ({
  name: 'GET /obras/:id con LOG_LEVEL=info',
  database,
  obras,
  run: async () => {
    const registry = await registryOf(database, obras);
    // An embedded database has one service at a time: the silent one runs on the registry's copy.
    const loud = await secondOf(registry);
    const [logged, silent] = await running([loud, { LOG_LEVEL: 'info' }], [registry]);
    const job = { paths: ['/obras/500'] };
    const [ours, theirs] = await alternate(
      plan.rounds,
      () => rate(plan, logged, job),
      () => rate(plan, silent, job),
    );
    return [{ unit: '/s', ours, theirs, against: 'LOG_LEVEL=silent' }];
  },
});

export const randomObra = (plan: Plan, database: DatabaseName): Measure =>
  ofService(
    'GET /obras/:id al azar, CACHE_MB=0',
    database,
    plan.largest,
    (service, registry) =>
      withAlone(registry, async (alone) => {
        const ids = registry.facts.obras;
        const [ours, theirs] = await alternate(
          plan.rounds,
          () => rate(plan, service, { paths: ['/obras/{id}'], ids }),
          () => alone.ask('findObras', { ids, seconds: plan.seconds, inFlight: CLIENTS }),
        );
        return [{ unit: '/s', ours, theirs, against: 'la base sola', target: atLeast(0.75) }];
      }),
    NO_CACHE,
  );

export const favorites = (plan: Plan, database: DatabaseName): Measure => ({
  name: 'GET /users/:id/favorites?limit=10, página al azar, CACHE_MB=0',
  database,
  obras: plan.largest,
  run: async () => {
    const registry = await registryOf(database, plan.largest);
    const second = await secondOf(registry);
    const [service] = await running([registry, NO_CACHE]);
    const user = registry.facts.users[0] as string;
    const limit = 10;
    const reading = { user, limit, pages: FAVORITES / limit };
    const paths = favoritePaths([user]);
    return withAlone(second, async (alone) => {
      const [ours, theirs] = await alternate(
        plan.rounds,
        () => rate(plan, service, { paths }),
        () => alone.ask('findFavorites', { ...reading, seconds: plan.seconds, inFlight: CLIENTS }),
      );
      await alone.ask('close');
      return [{ unit: '/s', ours, theirs, against: 'la base sola', target: atLeast(0.7) }];
    });
  },
});

export function favoritePaths(users: string[]): string[] {
  const pages = Array.from({ length: FAVORITES / 10 }, (_, index) => index + 1);
  return users.flatMap((id) => pages.map((page) => `/users/${id}/favorites?limit=10&page=${page}`));
}
