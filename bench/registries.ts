import { cpSync } from 'node:fs';
import type { AloneWork } from './alone.ts';
import type { Facts } from './prepare.ts';
import {
  checkpoint,
  createDatabase,
  type Environment,
  fillWithDemo,
  login,
  newFolder,
  type Server,
  startService,
  startWorker,
  stop,
  type Worker,
} from './start.ts';

export type DatabaseName = 'embebida' | 'PostgreSQL';

/** A registry with demonstration data on one of the databases. */
export interface Registry {
  database: DatabaseName;
  environment: Environment;
  facts: Facts;
}

/** Works that the generator makes at most; larger registries are filled up with copies. */
export const MOST_GENERATED = 100_000;

const made = new Map<string, Promise<Registry>>();

/** A registry that is made at its first use. */
function kept(key: string, make: () => Promise<Registry>): Promise<Registry> {
  const registry = made.get(key) ?? make();
  made.set(key, registry);
  return registry;
}

/** The registry of so many obras. */
export const registryOf = (database: DatabaseName, obras: number): Promise<Registry> =>
  kept(`${database} ${obras}`, () => make(database, obras));

async function make(database: DatabaseName, obras: number): Promise<Registry> {
  console.log(`  preparando ${obras} obras en la base de datos ${database}…`);
  const environment = await fill(database, obras);
  return withAlone({ environment }, async (alone) => {
    if (obras > MOST_GENERATED) await alone.ask('fillUp', { obras });
    const facts = await alone.ask('prepare');
    await alone.ask('close');
    if (database === 'PostgreSQL') await checkpoint();
    return { database, environment, facts };
  });
}

async function fill(database: DatabaseName, obras: number): Promise<Environment> {
  if (database === 'PostgreSQL' && obras > MOST_GENERATED) {
    const { environment } = await registryOf(database, MOST_GENERATED);
    return copyOf(environment);
  }
  const environment = {
    DATA_DIR: newFolder(),
    ...(database === 'PostgreSQL' ? { DATABASE_URL: await createDatabase() } : {}),
  };
  await fillWithDemo(environment, obras);
  return environment;
}

/** Settings of a copy of a registry on PostgreSQL, which copies no database with connections. */
export async function copyOf({ DATABASE_URL }: Environment): Promise<Environment> {
  await running();
  return { DATABASE_URL: await createDatabase(DATABASE_URL), DATA_DIR: newFolder() };
}

/** A copy of that registry on PostgreSQL where each obra has a follow-up. */
export const followedRegistry = (database: DatabaseName, obras: number): Promise<Registry> =>
  kept(`${database} ${obras} con seguimiento`, () => follow(database, obras));

async function follow(database: DatabaseName, obras: number): Promise<Registry> {
  const { environment: whole, facts } = await registryOf(database, obras);
  console.log('  agregando su seguimiento…');
  const environment = await copyOf(whole);
  return withAlone({ environment }, async (alone) => {
    await alone.ask('followAll');
    await alone.ask('close');
    await checkpoint();
    return { database, environment, facts };
  });
}

/** A running service, and a token of its administrator. */
export interface Service extends Server {
  token: string;
}

/** The answer of a service to its administrator; one with another status is an error. */
export async function answerOf(
  { url, token }: Service,
  path: string,
  { headers, ...options }: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Response> {
  const all = { authorization: `Bearer ${token}`, ...headers };
  const answer = await fetch(url + path, { ...options, headers: all });
  if (!answer.ok)
    throw new Error(`${path}: respondió ${answer.status} ${(await answer.text()).slice(0, 2_000)}`);
  return answer;
}

const services = new Map<string, Service>();

/** Starts and stops services until exactly these run, each on a registry with further settings, and returns them. */
export async function running<W extends [registry: Registry, settings?: Environment][]>(
  ...wanted: W
): Promise<{ [K in keyof W]: Service }> {
  const environments = wanted.map(([{ environment }, more]) => ({ ...environment, ...more }));
  const keys = environments.map((environment) => JSON.stringify(environment));
  for (const [key, { child }] of services) {
    if (keys.includes(key) && child.exitCode === null && child.signalCode === null) continue;
    services.delete(key);
    await stop(child);
  }
  const answer: Service[] = [];
  for (const [index, key] of keys.entries()) {
    let service = services.get(key);
    if (!service) {
      const server = await startService(environments[index] as Environment);
      service = { ...server, token: await login(server.url) };
      services.set(key, service);
    }
    answer.push(service);
  }
  return answer as { [K in keyof W]: Service };
}

/** Runs `work` with a process on the registry's database, without a service, that ends with it. */
export async function withAlone<T>(
  { environment }: Pick<Registry, 'environment'>,
  work: (alone: Worker<AloneWork>) => Promise<T>,
): Promise<T> {
  const alone = startWorker<AloneWork>('./alone.js', environment);
  try {
    return await work(alone);
  } finally {
    await alone.stop();
  }
}

/**
 * The same registry for a process of its own. PostgreSQL takes several. An embedded database has to be copied while no
 * service runs on it.
 */
export async function secondOf(registry: Registry): Promise<Registry> {
  if (registry.database === 'PostgreSQL') return registry;
  await running();
  const DATA_DIR = newFolder();
  cpSync(registry.environment.DATA_DIR as string, DATA_DIR, { recursive: true });
  return { ...registry, environment: { ...registry.environment, DATA_DIR } };
}
