// A PostgreSQL server that the tests can stop, freeze and kill. It runs the machine's programs in a folder of its own,
// and is ended and removed afterwards.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { atEnd } from '../at-end.ts';

const DEBIAN = '/usr/lib/postgresql';
const IS_ROOT = process.getuid?.() === 0;

/** The folder with the programs of the newest PostgreSQL, or undefined if none is installed. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  return versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
}

export interface Postgres {
  /** Settings of a service on a new database of this server: an empty registry, or what another template has. */
  environment(template?: string): Promise<Record<string, string>>;
  /** Its own folder. */
  data: string;
  /** The address of one of its databases. */
  address(database: string): string;
  start(): Promise<void>;
  /** As `pg_ctl stop -m …`: `immediate` is a crash. */
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  /** Ids of the first process and, for `all`, of those it has started. */
  processes(all: boolean): number[];
  /** Runs work with a connection of an administrator's; to that database where one is given. */
  client<T>(
    work: (client: pg.Client) => Promise<T>,
    environment?: Record<string, string>,
  ): Promise<T>;
  /** Makes a hot standby of it, and starts that. */
  standby(): Promise<Postgres>;
  /** Ends the server, even a frozen one, and removes it. */
  remove(): Promise<void>;
}

/** The database of a server that has an empty registry. */
const EMPTY_REGISTRY = 'registro_vacio';
/** A template that has nothing at all: a start on it is its first. */
export const BARE = 'template0';
const JWT_SECRET = 'clave de prueba de más de 32 caracteres';

/** The folder of a server with an empty registry, which is copied. */
async function keptServer(bin: string): Promise<string> {
  const { keep, makeEmptyRegistry } = await import('../empty-registry.ts');
  return keep(`postgres-${basename(dirname(bin))}`, async (draft) => {
    const server = await ownPostgres({ isNew: true });
    await server.client((client) =>
      client.query(`CREATE DATABASE ${EMPTY_REGISTRY} TEMPLATE ${BARE}`),
    );
    await makeEmptyRegistry({ DATABASE_URL: server.address(EMPTY_REGISTRY), JWT_SECRET });
    await server.stop('fast');
    execFileSync('cp', ['-a', `${server.data}/.`, draft]);
  });
}

/**
 * Makes a server and starts it.
 *
 * @param standbyOf the port of the server that it is a standby of
 * @param isNew whether it is made from the ground up, with an identity of its own: those that are copied have the same
 */
export async function ownPostgres({
  standbyOf,
  isNew = false,
}: {
  standbyOf?: number;
  isNew?: boolean;
} = {}): Promise<Postgres> {
  const bin = postgresPrograms();
  if (!bin) throw new Error(`no PostgreSQL in ${DEBIAN}`);
  const folder = mkdtempSync(join(tmpdir(), 'registro-postgres-'));
  const data = join(folder, 'data');
  const remove = async () => {
    if (existsSync(join(data, 'postmaster.pid'))) {
      for (const pid of processes(true)) signal(pid, 'SIGCONT');
      await run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop').catch(() => {});
    }
    rmSync(folder, { recursive: true, force: true });
  };
  atEnd(remove);
  const port = await freePort();
  // PostgreSQL refuses to run as root.
  const run = (program: string, ...args: string[]) => {
    const [command = '', ...rest] = [
      ...(IS_ROOT ? ['runuser', '-u', 'postgres', '--'] : []),
      join(bin, program),
      ...args,
    ];
    return new Promise<void>((resolve, reject) => {
      spawn(command, rest, { stdio: 'ignore', cwd: folder }).on('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`${program} ${args.join(' ')}: ${code}`)),
      );
    });
  };
  if (IS_ROOT) execFileSync('chown', ['postgres', folder]);
  if (standbyOf !== undefined) {
    const from = ['-h', '127.0.0.1', '-p', String(standbyOf), '-U', 'postgres', '--no-sync'];
    await run('pg_basebackup', ...from, '-D', data, '--write-recovery-conf', '--checkpoint=fast');
  } else if (isNew) {
    const locale = ['-E', 'UTF8', '--locale=C.UTF-8'];
    await run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', ...locale);
  } else {
    execFileSync('cp', ['-a', await keptServer(bin), data]);
  }
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`;
  const start = () =>
    run('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-w', '-t', '60', '-o', options, 'start');
  await start();

  const address = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  let databases = 0;
  const processes = (all: boolean) => {
    const first = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return all ? [first, ...childrenOf(first)] : [first];
  };
  const server: Postgres = {
    start,
    address,
    stop: (mode) => run('pg_ctl', '-D', data, '-m', mode, '-w', 'stop'),
    processes,
    data,
    environment: async (template = EMPTY_REGISTRY) => {
      databases += 1;
      const name = `registro_${databases}`;
      await server.client((client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
      return { DATABASE_URL: address(name), JWT_SECRET, PORT: '0' };
    },
    client: async (work, environment) => {
      const client = new pg.Client(environment?.DATABASE_URL ?? address('postgres'));
      // Ended by the server, as some tests ask for.
      client.on('error', () => {});
      await client.connect();
      try {
        return await work(client);
      } finally {
        await client.end().catch(() => {});
      }
    },
    standby: () => ownPostgres({ standbyOf: port }),
    remove,
  };
  return server;
}

/** Sends a signal to a process that may have ended by now. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** None where the process itself is gone: it was killed, and its file stayed. */
function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number);
}

/** A port that nobody listens on, below those that the system gives to whoever connects somewhere in the meantime. */
export async function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 12_000);
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return freePort();
  }
  await once(server.close(), 'close');
  return port;
}

/** Waits until something holds, 30 seconds at most. What does not may be told as it stands by then. */
export async function until(
  what: string | (() => string),
  holds: () => Promise<unknown> | unknown,
): Promise<void> {
  const end = Date.now() + 30_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`still not: ${typeof what === 'string' ? what : what()}`);
    await setTimeout(20);
  }
}
