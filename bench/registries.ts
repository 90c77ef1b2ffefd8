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

/** The registry of so many obras, made at its first use. */
export function registryOf(database: DatabaseName, obras: number): Promise<Registry> {
  const key = `${database} ${obras}`;
  let registry = made.get(key);
  if (!registry) {
    registry = make(database, obras);
    made.set(key, registry);
  }
  return registry;
}

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
    // PostgreSQL does not copy a database with connections.
    await running();
    return { DATABASE_URL: await createDatabase(environment.DATABASE_URL), DATA_DIR: newFolder() };
  }
  const environment = {
    DATA_DIR: newFolder(),
    ...(database === 'PostgreSQL' ? { DATABASE_URL: await createDatabase() } : {}),
  };
  await fillWithDemo(environment, obras);
  return environment;
}

/** A copy of that registry on PostgreSQL where each obra has a follow-up. */
export function followedRegistry(database: DatabaseName, obras: number): Promise<Registry> {
  const key = `${database} ${obras} con seguimiento`;
  let registry = made.get(key);
  if (!registry) {
    registry = follow(database, obras);
    made.set(key, registry);
  }
  return registry;
}

async function follow(database: DatabaseName, obras: number): Promise<Registry> {
  const { environment: whole, facts } = await registryOf(database, obras);
  console.log('  agregando su seguimiento…');
  // PostgreSQL does not copy a database with connections.
  await running();
  const environment = {
    DATABASE_URL: await createDatabase(whole.DATABASE_URL),
    DATA_DIR: newFolder(),
  };
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

const services = new Map<string, Service>();

/** Starts and stops services until exactly these run, each on a registry with further settings, and returns them. */
export async function running<W extends [registry: Registry, settings?: Environment][]>(
  ...wanted: W
): Promise<{ [K in keyof W]: Service }> {
  const environments = wanted.map(([{ environment }, settings]) => ({
    ...environment,
    ...settings,
  }));
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
