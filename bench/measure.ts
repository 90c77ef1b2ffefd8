// The parts of measures: the clients, rounds in turns, and targets.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Listed, LoadWork, Requests } from './load.ts';
import {
  type DatabaseName,
  type Registry,
  registryOf,
  running,
  type Service,
} from './registries.ts';
import type { Finding, Target, Unit } from './rows.ts';
import { type Environment, familyBytes, startWorker } from './start.ts';

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
  /** The number of obras in the largest registry, without the million. */
  largest: number;
}

/** Connections of the load generator, and calls under way at the database alone. */
export const CLIENTS = 16;
/** Connections of readers while other work goes on. */
export const READERS = 8;

export const NO_CACHE: Environment = { CACHE_MB: '0' };

export const atLeast = (least: number): Target => ({ of: 'ratio', least });
export const atMost = (most: number): Target => ({ of: 'ratio', most });
export const ourLeast = (least: number): Target => ({ of: 'ours', least });
export const ourMost = (most: number): Target => ({ of: 'ours', most });

/** A finding of our own figures alone, with the most that is good where there is a bar. */
export const own = (part: string, unit: Unit, ours: number[], most?: number): Finding => ({
  ...{ part, unit, ours },
  ...(most !== undefined && { target: ourMost(most) }),
});

export const megabytes = (bytes: number) => bytes / 1_000_000;

let firstClient: ReturnType<typeof startClient> | undefined;
let secondClient: ReturnType<typeof startClient> | undefined;
const startClient = () => startWorker<LoadWork>('./load.js', {});

/** The process of most load; it lasts, since a new one is slow at first. */
export function client() {
  firstClient ??= startClient();
  return firstClient;
}

/** Another process, for simultaneous load. */
export function otherClient() {
  secondClient ??= startClient();
  return secondClient;
}

/** The requests of a round, by default with 16 connections for the plan's seconds. */
export type Load = Pick<Requests, 'paths'> & Partial<Requests>;

/** A round of load on a service. */
export const load = ({ seconds }: Plan, { url, token = '' }: Partial<Service>, job: Load) =>
  client().ask('requests', { connections: CLIENTS, seconds, ...job, url: url as string, token });

/** The answers of a round in a second. */
export const rate = async (plan: Plan, service: Partial<Service>, job: Load) =>
  (await load(plan, service, job)).perSecond;

/** The findings of so many rounds, after one that does not count. */
export async function inRounds<T>(rounds: number, run: (round: number) => Promise<T>) {
  const findings: T[] = [];
  for (let round = 0; round <= rounds; round++) findings.push(await run(round));
  return findings.slice(1);
}

/** Both sides in turns. */
export async function alternate<Ours, Theirs>(
  rounds: number,
  ours: (round: number) => Promise<Ours>,
  theirs: (round: number) => Promise<Theirs>,
): Promise<[Ours[], Theirs[]]> {
  const both = async (round: number) => [await ours(round), await theirs(round)] as const;
  const pairs = await inRounds(rounds, both);
  return [pairs.map(([our]) => our), pairs.map(([, their]) => their)];
}

/** The p99 of reads of random obras while other work goes on, and in turns with that the p99 in calm. */
export async function p99While(
  plan: Plan,
  service: Service,
  ids: number,
  begin: () => Promise<unknown>,
) {
  const read = { paths: ['/obras/{id}'], ids, connections: READERS };
  const p99 = async () => (await load(plan, service, read)).p99;
  const during = async () => {
    const others = begin();
    await sleep(250);
    const measured = await p99();
    await others;
    return measured;
  };
  const [ours, theirs] = await alternate(plan.rounds, during, p99);
  return { unit: 'ms', ours, theirs, against: 'en calma' } as const;
}

/**
 * A measure of a service on the registry of so many obras, the only one that runs.
 *
 * @param settings of the service
 * @param find makes or returns the registry
 */
export const ofService = (
  name: string,
  database: DatabaseName,
  obras: number,
  run: (service: Service, registry: Registry) => Promise<Finding[]>,
  settings?: Environment,
  find = registryOf,
): Measure => ({
  name,
  database,
  obras,
  run: async () => {
    const registry = await find(database, obras);
    const [service] = await running([registry, settings]);
    return run(service, registry);
  },
});

/** The cost of a whole list to the process of the clients. */
export function wholeListOf({ url, token }: Service, path = '/obras'): Promise<Listed> {
  return client().ask('list', { url: url + path, token });
}

/** The peak of memory of a service's process and its children during other work, in bytes. */
export async function peakWhile<T>({ child }: Service, run: () => Promise<T>) {
  let peak = familyBytes(child);
  const watch = setInterval(() => {
    peak = Math.max(peak, familyBytes(child));
  }, 10);
  try {
    const result = await run();
    return { peak: Math.max(peak, familyBytes(child)), result };
  } finally {
    clearInterval(watch);
  }
}
