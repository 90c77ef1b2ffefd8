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
    .filter((version) => existsSync(`/usr/share/postgresql/${version}/extension/postgis.control`))
    .map((version) => join(DEBIAN, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
}

export interface Postgres {
  /** Settings of a service on a new database of this server: an empty registry, or what another template has. */
  environment(template?: string): Promise<Record<string, string>>;
  /** Its own folder. */
  data: string;
  address(database: string): string;
  start(): Promise<void>;
  /** As `pg_ctl stop -m …`: `immediate` is a crash. */
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  /** Kills every process of it, and waits until the system has let go of them: before that, none starts in their place. */
  kill(): Promise<void>;
  /** Holds its first process, or all of them, in the middle of whatever they do, until `thaw`. */
  freeze(which: 'first' | 'all'): void;
  thaw(): void;
  /** Runs work with a connection of an administrator's; to that database where one is given. */
  client<T>(
    work: (client: pg.Client) => Promise<T>,
    environment?: Record<string, string>,
  ): Promise<T>;
  /** The rows of one statement, by such a connection; undefined where several are sent. */
  query<T extends object>(sql: string, environment?: Record<string, string>): Promise<T[]>;
  /** How many statements of services wait for a lock in that database; perhaps only those that say this. */
  waits(environment: Record<string, string>, text?: string): Promise<number>;
  /** How many connections services have to that database; perhaps only those of which this holds, as SQL says it. */
  connections(environment: Record<string, string>, which?: string): Promise<number>;
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
    await server.query(`CREATE DATABASE ${EMPTY_REGISTRY} TEMPLATE ${BARE}`);
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
      thaw();
      await run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop').catch(() => {});
    }
    rmSync(folder, { recursive: true, force: true });
  };
  atEnd(remove);
  const port = await freePort();
  // PostgreSQL refuses to run as root.
  const run = async (program: string, ...args: string[]) => {
    const as = IS_ROOT ? ['runuser', '-u', 'postgres', '--'] : [];
    const [command = '', ...rest] = [...as, join(bin, program), ...args];
    const [code] = await once(spawn(command, rest, { stdio: 'ignore', cwd: folder }), 'exit');
    if (code !== 0) throw new Error(`${program} ${args.join(' ')}: ${code}`);
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
  // A standby looks soon whether its primary is back.
  const soon = 'wal_retrieve_retry_interval=100ms';
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c ${soon}`;
  const start = () =>
    run('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-w', '-t', '120', '-o', options, 'start');
  await start();

  const address = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  let databases = 0;
  /** Ids of the first process and, for `all`, of those it has started. */
  const processes = (which: 'first' | 'all') => {
    const first = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return which === 'all' ? [first, ...childrenOf(first)] : [first];
  };
  const freeze = (which: 'first' | 'all') => {
    // The first before the others: it begins none while they are looked up.
    for (const pid of processes('first')) signal(pid, 'SIGSTOP');
    for (const pid of processes(which)) signal(pid, 'SIGSTOP');
  };
  const thaw = () => {
    for (const pid of processes('all')) signal(pid, 'SIGCONT');
  };
  const client: Postgres['client'] = async (work, environment) => {
    const connection = new pg.Client(environment?.DATABASE_URL ?? address('postgres'));
    // Ended by the server, as some tests ask for.
    connection.on('error', () => {});
    await connection.connect();
    try {
      return await work(connection);
    } finally {
      await connection.end().catch(() => {});
    }
  };
  const query = <T extends object>(sql: string, environment?: Record<string, string>) =>
    client(async (connection) => (await connection.query<T>(sql)).rows, environment);
  const connections: Postgres['connections'] = async (environment, which = 'true') => {
    const rows = await query(
      `SELECT FROM pg_stat_activity
       WHERE application_name = 'registro-obras' AND datname = current_database() AND ${which}`,
      environment,
    );
    return rows.length;
  };
  return {
    start,
    address,
    stop: (mode) => run('pg_ctl', '-D', data, '-m', mode, '-w', 'stop'),
    kill: async () => {
      freeze('first');
      const pids = processes('all');
      for (const pid of pids) signal(pid, 'SIGKILL');
      // The system has the id of the first for as long as nobody has asked how it ended.
      await until('they are gone', () => !pids.some((pid) => existsSync(`/proc/${pid}`)));
    },
    freeze,
    thaw,
    data,
    environment: async (template = EMPTY_REGISTRY) => {
      databases += 1;
      const name = `registro_${databases}`;
      await query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
      return { DATABASE_URL: address(name), JWT_SECRET, PORT: '0' };
    },
    client,
    query,
    connections,
    waits: (environment, text = '') =>
      connections(environment, `wait_event_type = 'Lock' AND query LIKE '%${text}%'`),
    standby: () => ownPostgres({ standbyOf: port }),
    remove,
  };
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

/** A port without a listener, below those that the system gives to whoever connects somewhere in the meantime. */
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

/** After so many milliseconds what was waited for will not come any more, however much else the machine does. */
const NEVER = 120_000;

/** Whether what was begun ends well. */
export const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** Waits until something holds. What does not may be told as it stands when it is given up. */
export async function until(
  what: string | (() => string),
  holds: () => Promise<unknown> | unknown,
): Promise<void> {
  const end = Date.now() + NEVER;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`still not: ${typeof what === 'string' ? what : what()}`);
    await setTimeout(20);
  }
}
