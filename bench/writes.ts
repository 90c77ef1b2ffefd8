// What a write costs, and how many go on beside each other.

import type { Round } from './load.ts';
import type { Load, Measure, Plan } from './measures.ts';
import { type Registry, registryOf, running, type Service } from './registries.ts';
import { nameOf, onServer, processorTime } from './start.ts';

/** Clients that write at a time. */
const CLIENTS = 16;
/** By how much longer a commit waits for the disk where that is what limits, in microseconds. */
const SLOW_DISK = 5_000;

type Ask = (service: Service, job: Load) => Promise<Round>;

/** Measures of writes on PostgreSQL; `load` runs a round of requests. */
export function writes({ rounds, seconds }: Plan, obras: number, load: Ask): Measure[] {
  const prefix = `E${Date.now().toString(36)}`;
  let series = 0;
  const creates = ({ facts }: Registry): Load => {
    series += 1;
    const ejercicios = facts.ejercicios.slice(0, 1);
    return { paths: ['/obras'], obras: { prefix: `${prefix}${series}`, ejercicios } };
  };
  const renames = ({ facts }: Registry): Load => ({
    paths: ['/obras/{id}'],
    ids: facts.obras,
    renames: true,
  });
  const KINDS = [
    ['POST /obras', creates],
    ['PATCH /obras/:id', renames],
  ] as const;

  const processor = (name: string, job: (registry: Registry) => Load): Measure => ({
    name: `${name}, un cliente: procesador por escritura`,
    database: 'PostgreSQL',
    obras,
    run: async () => {
      const registry = await registryOf('PostgreSQL', obras);
      const [service] = (await running([registry])) as [Service];
      const ours: number[] = [];
      const server: number[] = [];
      for (let round = 0; round <= rounds; round++) {
        const one = { ...job(registry), connections: 1, seconds };
        // The backends that serve it are all there after the round that does not count.
        const backends = await backendsOf(registry);
        const inServer = processorTime(backends);
        const inService = processorTime([service.child.pid as number]);
        const { answers } = await load(service, one);
        if (round === 0) continue;
        server.push(inServer() / answers);
        ours.push(inService() / answers);
      }
      return [
        { part: 'PostgreSQL', unit: 'ms', ours: server, target: { of: 'ours', most: 1.2 } },
        { part: 'el servicio', unit: 'ms', ours, target: { of: 'ours', most: 0.5 } },
      ];
    },
  });

  const slowDisk = (
    name: string,
    job: (registry: Registry) => Load,
    target?: { of: 'ratio'; least: number },
  ): Measure => ({
    name: `${name}, 16 clientes, con un disco 5 ms más lento`,
    database: 'PostgreSQL',
    obras,
    run: async () => {
      const registry = await registryOf('PostgreSQL', obras);
      const database = nameOf(registry.environment.DATABASE_URL as string);
      await running();
      await onServer(async (server) => {
        await server.query(`ALTER DATABASE ${database} SET commit_delay = ${SLOW_DISK}`);
        await server.query(`ALTER DATABASE ${database} SET commit_siblings = 0`);
      });
      try {
        const [service] = (await running([registry])) as [Service];
        const ours: number[] = [];
        const theirs: number[] = [];
        for (let round = 0; round <= rounds; round++) {
          const one = await load(service, { ...job(registry), connections: 1, seconds });
          const many = await load(service, { ...job(registry), connections: CLIENTS, seconds });
          if (round === 0) continue;
          theirs.push(one.perSecond);
          ours.push(many.perSecond);
        }
        return [{ unit: '/s', ours, theirs, against: 'un cliente', ...(target ? { target } : {}) }];
      } finally {
        await running();
        await onServer((server) => server.query(`ALTER DATABASE ${database} RESET ALL`));
      }
    },
  });

  return [
    ...KINDS.map(([name, job]) => processor(name, job)),
    slowDisk('PATCH /obras/:id', renames, { of: 'ratio', least: 8 }),
    slowDisk('POST /obras, en un solo ejercicio fiscal', creates),
  ];
}

/** The server's processes that serve a registry's service. */
async function backendsOf({ environment }: Registry): Promise<number[]> {
  return onServer(async (server) => {
    const { rows } = await server.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity
       WHERE datname = $1 AND application_name LIKE 'registro-obras%'`,
      [nameOf(environment.DATABASE_URL as string)],
    );
    return rows.map(({ pid }) => pid);
  });
}
