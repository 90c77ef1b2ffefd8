// What measures are made of: the clients, rounds in turns, and targets.

import type { Listed, LoadWork, Requests } from './load.ts';
import {
  type DatabaseName,
  type Registry,
  registryOf,
  running,
  type Service,
} from './registries.ts';
import type { Finding, Target } from './rows.ts';
import { type Environment, residentBytes, startWorker } from './start.ts';

/** One measure of one registry. */
export interface Measure {
  name: string;
  database: DatabaseName;
  obras: number | null;
  run(): Promise<Finding[]>;
}

export interface Plan {
  rounds: number;
  /** Length of a round. */
  seconds: number;
  /** How many obras the largest registry has, but for the million. */
  largest: number;
}

/** Connections of the load generator, and calls under way where the database is asked alone. */
export const CLIENTS = 16;
/** Connections of those who read while something else goes on. */
export const READERS = 8;

export const NO_CACHE: Environment = { CACHE_MB: '0' };

export const atLeast = (least: number): Target => ({ of: 'ratio', least });
export const atMost = (most: number): Target => ({ of: 'ratio', most });
export const ourMost = (most: number): Target => ({ of: 'ours', most });

export const megabytes = (bytes: number) => bytes / 1_000_000;

let firstClient: ReturnType<typeof startClient> | undefined;
let secondClient: ReturnType<typeof startClient> | undefined;
const startClient = () => startWorker<LoadWork>('./load.js', {});

/** The process that most load comes from; kept, since a new one is slow at first. */
export function client() {
  firstClient ??= startClient();
  return firstClient;
}

/** Another, for what goes on at the same time. */
export function otherClient() {
  secondClient ??= startClient();
  return secondClient;
}

/** What is asked for in a round, by 16 connections for the plan's seconds unless told otherwise. */
export type Load = Pick<Requests, 'paths'> & Partial<Requests>;

/** A round of load on a service. */
export const load = ({ seconds }: Plan, { url, token = '' }: Partial<Service>, job: Load) =>
  client().ask('requests', { connections: CLIENTS, seconds, ...job, url: url as string, token });

/** How many answers a second a round gets. */
export const rate = async (plan: Plan, service: Partial<Service>, job: Load) =>
  (await load(plan, service, job)).perSecond;

/** Both sides in turns; the first round of each does not count. */
export async function alternate<Ours, Theirs>(
  rounds: number,
  ours: (round: number) => Promise<Ours>,
  theirs: (round: number) => Promise<Theirs>,
): Promise<[Ours[], Theirs[]]> {
  const found: [Ours[], Theirs[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    const our = await ours(round);
    const their = await theirs(round);
    if (round === 0) continue;
    found[0].push(our);
    found[1].push(their);
  }
  return found;
}

/**
 * A measure of a service on the registry of so many obras, the only one that runs.
 *
 * @param settings of the service
 */
export const ofService = (
  name: string,
  database: DatabaseName,
  obras: number,
  run: (service: Service, registry: Registry) => Promise<Finding[]>,
  settings?: Environment,
): Measure => ({
  name,
  database,
  obras,
  run: async () => {
    const registry = await registryOf(database, obras);
    const [service] = (await running([registry, settings])) as [Service];
    return run(service, registry);
  },
});

/** The cost of a list, whole, to the process of the clients. */
export function wholeListOf({ url, token }: Service, path = '/obras'): Promise<Listed> {
  return client().ask('list', { url: url + path, token });
}

/** The most memory that a service's process holds while something goes on, in bytes. */
export async function peakWhile<T>({ child }: Service, run: () => Promise<T>) {
  let peak = residentBytes(child);
  const watch = setInterval(() => {
    peak = Math.max(peak, residentBytes(child));
  }, 10);
  try {
    const result = await run();
    return { peak: Math.max(peak, residentBytes(child)), result };
  } finally {
    clearInterval(watch);
  }
}
