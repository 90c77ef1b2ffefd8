// Measures of many obras: the whole list, exports, layers and sums.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import type { Listed } from './load.ts';
import {
  alternate,
  atMost,
  client,
  inRounds,
  load,
  type Measure,
  megabytes,
  NO_CACHE,
  ofService,
  otherClient,
  ourMost,
  own,
  type Plan,
  p99While,
  peakWhile,
  wholeListOf,
} from './measure.ts';
import {
  type DatabaseName,
  type Registry,
  registryOf,
  running,
  type Service,
  withAlone,
} from './registries.ts';
import type { Finding, Target } from './rows.ts';
import { nameOf, onServer, residentBytes } from './start.ts';

const sizeOf = ([first]: { bytes: number }[]) => `${megabytes(first?.bytes ?? 0).toFixed(0)} MB`;
const secondsOf = (lists: { milliseconds: number }[]) =>
  lists.map(({ milliseconds }) => milliseconds / 1000);

/**
 * Whole answers of a fresh service, in turns with the other side of the comparison, and the peak of the service's memory
 * meanwhile.
 */
async function wholeAnswers<Theirs>(
  plan: Plan,
  registry: Registry,
  path: string,
  { most, called }: { most: number; called: string },
  theirs: (service: Service) => Promise<Theirs>,
): Promise<{ lists: Listed[]; others: Theirs[]; memory: Finding }> {
  // The service is new, so the answer alone makes it grow.
  await running();
  const [service] = await running([registry]);
  await load(plan, service, { paths: ['/obras/{id}'], ids: registry.facts.obras });
  const before = residentBytes(service.child);
  const growth: number[] = [];
  const [lists, others] = await alternate(
    plan.rounds,
    async () => {
      const { peak, result } = await peakWhile(service, () => wholeListOf(service, path));
      growth.push(megabytes(peak - before));
      return result;
    },
    () => theirs(service),
  );
  const detail = `desde ${megabytes(before).toFixed(0)} MB, en ${growth.length} ${called}`;
  const grown = own('crecimiento de la memoria', 'MB', growth, most);
  return { lists, others, memory: { ...grown, counts: 'greatest', detail } };
}

export const wholeList = (plan: Plan, database: DatabaseName): Measure => ({
  name: 'GET /obras, la lista entera',
  database,
  obras: plan.largest,
  run: async () => {
    const registry = await registryOf(database, plan.largest);
    return withAlone(registry, async (alone) => {
      const { lists, others, memory } = await wholeAnswers(
        plan,
        registry,
        '/obras',
        { most: 80, called: 'listas' },
        () => alone.ask('copyObras', { anew: true }),
      );
      const stored = await inRounds(plan.rounds, () => alone.ask('copyObras', { anew: false }));
      const detail = [lists, others].map(sizeOf).join(' contra ');
      const compared = { unit: 's', ours: secondsOf(lists), theirs: secondsOf(others) } as const;
      const against = 'COPY que la genera';
      const firstBytes = lists.map(({ firstByte }) => firstByte);
      return [
        { ...compared, part: 'tiempo', against, target: atMost(1.3), detail },
        { ...compared, part: 'tiempo, meta lejana', against, target: atMost(0.4) },
        {
          ...compared,
          part: 'tiempo',
          ...{ theirs: secondsOf(stored), against: 'COPY de los documentos' },
        },
        own('primer byte', 'ms', firstBytes, 100),
        memory,
      ];
    });
  },
});

/** Whole exports beside the whole list. */
export const exports = (
  plan: Plan,
  database: DatabaseName,
  kind: string,
  target?: Target,
): Measure => ({
  name: `GET /obras.${kind}, todas las obras`,
  database,
  obras: plan.largest,
  run: async () => {
    const { lists, others, memory } = await wholeAnswers(
      plan,
      await registryOf(database, plan.largest),
      `/obras.${kind}`,
      { most: 150, called: 'archivos' },
      wholeListOf,
    );
    const time = own('tiempo', 's', secondsOf(lists));
    const compared = {
      theirs: secondsOf(others),
      against: 'GET /obras',
      ...(target && { target }),
    };
    return [{ ...time, ...compared, detail: sizeOf(lists) }, memory];
  },
});

export const layer = ({ rounds, largest }: Plan, database: DatabaseName): Measure =>
  ofService(
    'GET /ogc/collections/obras_puntos/items, página tras página',
    database,
    largest,
    async (service) => {
      const url = `${service.url}/ogc/collections/obras_puntos/items`;
      // A walk takes thousands of pages, so few walks are enough.
      const walks = await inRounds(Math.min(rounds, 2), () =>
        client().ask('walk', { url, token: service.token, pages: 100 }),
      );
      const [ours, theirs] = [walks.map(({ last }) => last), walks.map(({ first }) => first)];
      const detail = `${walks.at(-1)?.features} elementos, 10 por página`;
      const against = 'las primeras páginas';
      return [{ unit: 'ms', ours, theirs, against, target: atMost(1.5), detail }];
    },
  );

/** Sums of all obras without a cache; the slowest of each round. */
export const slowest = (
  { rounds }: Plan,
  name: string,
  database: DatabaseName,
  obras: number,
  paths: string[],
): Measure =>
  ofService(
    `${name}, CACHE_MB=0`,
    database,
    obras,
    async (service) => {
      const slowest = await inRounds(rounds, async () => {
        const answers: Listed[] = [];
        for (const path of paths) answers.push(await wholeListOf(service, path));
        return Math.max(...secondsOf(answers));
      });
      return [{ unit: 's', ours: slowest, target: ourMost(1) }];
    },
    NO_CACHE,
  );

export const slowReader = ({ rounds, largest }: Plan, database: DatabaseName): Measure =>
  ofService(
    'GET /obras, cliente que no lee: conexiones en uso',
    database,
    largest,
    async (service, registry) => {
      const looks: Look[] = [];
      const from = { url: `${service.url}/obras`, token: service.token };
      await onServer(async (server) => {
        for (let round = 0; round < rounds; round++) {
          await client().ask('openSlowly', from);
          try {
            await client().ask('readSome', { bytes: 65_536 });
            // The sockets between the two are still filled; then nothing may go on.
            await sleep(1_000);
            const until = performance.now() + 2_000;
            while (performance.now() < until) {
              looks.push(await lookAt(server, registry));
              await sleep(20);
            }
          } finally {
            await client().ask('hangUp');
          }
        }
      });
      const seen = looks.filter(({ busy }) => busy > 0).length;
      const ours = looks.map(({ lasting }) => lasting);
      const detail = `activas o en transacción por más de 0.1 s; por un instante, en ${seen} de ${looks.length} miradas`;
      return [{ unit: 'conexiones', ours, counts: 'greatest', target: ourMost(0), detail }];
    },
  );

export const duringLists = (plan: Plan, database: DatabaseName): Measure =>
  ofService(
    'p99 de GET /obras/:id al azar mientras sale la lista entera',
    database,
    plan.largest,
    async (service, { facts }) => {
      const { url, token } = service;
      const lists = { url: `${url}/obras`, token, seconds: plan.seconds + 0.5 };
      const begin = () => otherClient().ask('lists', lists);
      return [{ ...(await p99While(plan, service, facts.obras, begin)), target: atMost(3) }];
    },
  );

interface Look {
  /** Connections that a statement or a transaction uses at this instant, and those in use for longer than 0.1 s. */
  busy: number;
  lasting: number;
}

/** Reads the connections of a registry's service on the server's side. */
async function lookAt(server: ClientBase, { environment }: Registry): Promise<Look> {
  const { rows } = await server.query<Look>(
    `SELECT count(*)::integer AS busy,
       (count(*) FILTER (WHERE clock_timestamp() - state_change > interval '0.1 s'))::integer AS lasting
     FROM pg_stat_activity
     WHERE datname = $1 AND application_name = 'registro-obras' AND state <> 'idle'`,
    [nameOf(environment.DATABASE_URL as string)],
  );
  return rows[0] as Look;
}
