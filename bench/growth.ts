// The growth of times with a hundred times as many obras.

import { alternate, atMost, load, type Measure, NO_CACHE, type Plan } from './measure.ts';
import { favoritePaths } from './reads.ts';
import { type Registry, registryOf, running, type Service, withAlone } from './registries.ts';

/** Connections for latency; more would measure throughput. */
const FEW = 4;
export const GROWN_FROM = 10_000;

/** The paths of a measure in a registry. */
type Choice = (registry: Registry) => string[];

/** Measures of PostgreSQL with 10,000 obras and with `grown`. */
export function growths(plan: Plan, grown: number): Measure[] {
  const growth = (name: string, choose: (small: Registry) => Promise<Choice>): Measure => ({
    name: `p50 de ${name}, CACHE_MB=0`,
    database: 'PostgreSQL',
    obras: grown,
    run: async () => {
      const small = await registryOf('PostgreSQL', GROWN_FROM);
      const large = await registryOf('PostgreSQL', grown);
      const choice = await choose(small);
      const [many, few] = await running([large, NO_CACHE], [small, NO_CACHE]);
      const p50 = async (service: Service, registry: Registry) => {
        const { obras: ids } = registry.facts;
        const paths = choice(registry);
        return (await load(plan, service, { paths, ids, connections: FEW })).p50;
      };
      const [ours, theirs] = await alternate(
        plan.rounds,
        () => p50(many, large),
        () => p50(few, small),
      );
      const { length } = choice(small);
      const detail = length > 1 ? { detail: `${length} consultas distintas` } : {};
      const against = 'con 10 000 obras';
      return [{ unit: 'ms', ours, theirs, against, target: atMost(2), ...detail }];
    },
  });
  return [
    growth('GET /obras/:id al azar', async () => () => ['/obras/{id}']),
    growth('GET /obras?municipioId=&estatusObraId=&limit=20', samples('filtered')),
    growth('GET /users/:id/favorites, usuario y página al azar', async () => ({ facts }) => {
      return favoritePaths(facts.users);
    }),
    growth('GET /obras?limit=20&cursor= al 90 %', async () => ({ facts }) => {
      return deepPages(facts.obras);
    }),
    growth('GET /obras?q=&limit=20', samples('searches')),
    growth('GET /obras?bbox=&limit=20', samples('rectangles')),
  ];
}

/** Paths of one kind with results in the smaller registry. */
const samples = (kind: 'filtered' | 'searches' | 'rectangles') => (small: Registry) =>
  withAlone(small, async (alone) => {
    const paths = (await alone.ask('findSamples'))[kind];
    if (paths.length === 0) throw new Error('los datos no dan con qué medirlo');
    return () => paths;
  });

/** Pages that begin after nine tenths of so many obras. */
function deepPages(obras: number): string[] {
  return Array.from({ length: 500 }, (_, index) => {
    // The cursor that the pages before would have: the last id, and the first count of obras.
    const cursor = `${Math.floor(obras * 0.9) + index}.${obras}`;
    return `/obras?limit=20&cursor=${Buffer.from(cursor).toString('base64url')}`;
  });
}
