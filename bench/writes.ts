// The cost of a write, and the writes that go on beside each other.

import {
  alternate,
  atLeast,
  CLIENTS,
  inRounds,
  type Load,
  load,
  type Measure,
  ofService,
  ourMost,
  type Plan,
  rate,
} from './measure.ts';
import { type Registry, registryOf, running, withAlone } from './registries.ts';
import type { Target } from './rows.ts';
import { nameOf, onServer, processorTime } from './start.ts';

/** Microseconds by which a commit waits longer for a slow disk. */
const SLOW_DISK = 5_000;

/** New obras beside the same statements without a service, in one year or in several. */
export const creates = (plan: Plan, isSpread: boolean): Measure =>
  ofService(
    `POST /obras, ${isSpread ? 'en varios ejercicios fiscales' : 'en un solo ejercicio fiscal'}`,
    'PostgreSQL',
    plan.largest,
    (service, registry) =>
      withAlone(registry, async (alone) => {
        const ejercicios = registry.facts.ejercicios.slice(0, isSpread ? undefined : 1);
        const prefix = `M${Date.now().toString(36)}`;
        const detail = await durability();
        const [ours, theirs] = await alternate(
          plan.rounds,
          (round) => {
            const obras = { prefix: `${prefix}S${round}`, ejercicios };
            return rate(plan, service, { paths: ['/obras'], obras });
          },
          (round) => {
            const loop = { seconds: plan.seconds, inFlight: CLIENTS };
            return alone.ask('createObras', { prefix: `${prefix}B${round}`, ejercicios, ...loop });
          },
        );
        const against = 'la base sola';
        return [{ unit: '/s', ours, theirs, against, target: atLeast(0.6), detail }];
      }),
  );

/** The wait of a commit on the server; a warning where the disk does not cause it. */
async function durability(): Promise<string> {
  const settings = await onServer(async (server) => {
    const { rows } = await server.query<Record<string, string>>(
      `SELECT current_setting('fsync') AS fsync,
         current_setting('synchronous_commit') AS synchronous_commit`,
    );
    return rows[0] as Record<string, string>;
  });
  const off = Object.keys(settings).filter((name) => settings[name] === 'off');
  return off.length === 0
    ? 'cada una espera al disco'
    : `ATENCIÓN: sin esperar al disco (${off.join(' y ')} off)`;
}

/** Measures of writes on PostgreSQL. */
export function writes(plan: Plan): Measure[] {
  const { largest: obras } = plan;
  const prefix = `E${Date.now().toString(36)}`;
  let series = 0;
  const posts = ({ facts }: Registry): Load => {
    series += 1;
    const ejercicios = facts.ejercicios.slice(0, 1);
    return { paths: ['/obras'], obras: { prefix: `${prefix}${series}`, ejercicios } };
  };
  const renames = ({ facts }: Registry): Load => {
    return { paths: ['/obras/{id}'], ids: facts.obras, renames: true };
  };
  return [
    processor(plan, 'POST /obras', posts, obras),
    processor(plan, 'PATCH /obras/:id', renames, obras),
    keyed(plan, posts, obras, CLIENTS),
    keyed(plan, posts, obras, 1),
    slowDisk(plan, 'PATCH /obras/:id', renames, obras, registryOf, atLeast(8)),
    slowDisk(plan, 'POST /obras, en un solo ejercicio fiscal', posts, obras),
  ];
}

/** New obras of one year with an Idempotency-Key, as the portal sends one, beside the same without. */
const keyed = (
  plan: Plan,
  job: (registry: Registry) => Load,
  obras: number,
  connections: number,
): Measure =>
  ofService(
    `POST /obras con Idempotency-Key, ${connections === 1 ? 'un cliente' : `${connections} clientes`}`,
    'PostgreSQL',
    obras,
    async (service, registry) => {
      const by = (keyed: boolean) => () =>
        rate(plan, service, { ...job(registry), keyed, connections });
      const [ours, theirs] = await alternate(plan.rounds, by(true), by(false));
      return [{ unit: '/s', ours, theirs, against: 'sin ella', target: atLeast(0.9) }];
    },
  );

/** The processor time that one client's writes take. */
export const processor = (
  plan: Plan,
  name: string,
  job: (registry: Registry) => Load,
  obras: number,
  find = registryOf,
  target = ourMost(1.2),
): Measure =>
  ofService(
    `${name}, un cliente: procesador por escritura`,
    'PostgreSQL',
    obras,
    async (service, registry) => {
      const took = await inRounds(plan.rounds, async () => {
        const one = { ...job(registry), connections: 1 };
        // The backends that serve it exist after the round that does not count.
        const inServer = processorTime(await backendsOf(registry));
        const inService = processorTime([service.child.pid as number]);
        const { answers } = await load(plan, service, one);
        return { server: inServer() / answers, service: inService() / answers };
      });
      const [server, ours] = [took.map((one) => one.server), took.map((one) => one.service)];
      return [
        { part: 'PostgreSQL', unit: 'ms', ours: server, target },
        { part: 'el servicio', unit: 'ms', ours, target: ourMost(0.5) },
      ];
    },
    undefined,
    find,
  );

/** Writes of many clients beside those of one, where each commit waits longer for the disk. */
export const slowDisk = (
  plan: Plan,
  name: string,
  job: (registry: Registry) => Load,
  obras: number,
  find = registryOf,
  target?: Target,
): Measure => ({
  name: `${name}, 16 clientes, con un disco 5 ms más lento`,
  database: 'PostgreSQL',
  obras,
  run: async () => {
    const registry = await find('PostgreSQL', obras);
    const database = nameOf(registry.environment.DATABASE_URL as string);
    await running();
    await onServer(async (server) => {
      await server.query(`ALTER DATABASE ${database} SET commit_delay = ${SLOW_DISK}`);
      await server.query(`ALTER DATABASE ${database} SET commit_siblings = 0`);
    });
    try {
      const [service] = await running([registry]);
      const by = (connections: number) => () =>
        rate(plan, service, { ...job(registry), connections });
      const [theirs, ours] = await alternate(plan.rounds, by(1), by(CLIENTS));
      return [{ unit: '/s', ours, theirs, against: 'un cliente', ...(target ? { target } : {}) }];
    } finally {
      await running();
      await onServer((server) => server.query(`ALTER DATABASE ${database} RESET ALL`));
    }
  },
});

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
