// Processes and databases of the benchmark's own. Its end stops and drops all of them.
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { logInAt } from '../test/wire.ts';
import type { Answered, Work } from './jobs.ts';

export type Environment = Record<string, string>;

const folder = mkdtempSync(join(tmpdir(), 'registro-medir-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const children = new Set<ChildProcess>();
/** Each with the promise of its creation. */
const databases = new Map<string, Promise<unknown>>();
let folders = 0;
let isEnding = false;

/** An empty folder that is removed at the end. */
export function newFolder(): string {
  folders += 1;
  return join(folder, String(folders));
}

/** Ends everything that runs, or starts from now on, and drops the databases. */
export async function cleanUp(): Promise<void> {
  isEnding = true;
  const running = [...children];
  for (const child of running) child.kill('SIGKILL');
  await Promise.all(running.map(ended));
  for (const [name, made] of databases) {
    await made.catch(() => {});
    await onServer((server) => server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  }
}

function track<Child extends ChildProcess>(child: Child): Child {
  if (isEnding) child.kill('SIGKILL');
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** Ends one process as an operator would, and waits for it. */
export async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await ended(child);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

const script = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// The service and the bare server ------------------------------------------------------------------

export const ADMIN_PASSWORD = 'secreto-de-medir';

export interface Server {
  child: ChildProcess;
  url: string;
}

/** Starts the service with these settings alone, and waits until it listens. */
export async function startService(environment: Environment): Promise<Server> {
  const child = spawn(process.execPath, [script('../src/server.js')], {
    // The folder has no `.env`.
    cwd: folder,
    env: serviceEnvironment(environment),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { child: track(child), url: await addressOf(child) };
}

function serviceEnvironment(environment: Environment): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    PORT: '0',
    LOG_LEVEL: 'silent',
    JWT_SECRET: 'una clave sólo para medir con más de 32 caracteres',
    ADMIN_PASSWORD,
    ...environment,
  };
}

/** A `node:http` server in a process of its own that answers these bytes and does nothing else. */
export async function startBare(bytes: Buffer): Promise<Server> {
  const child = spawn(process.execPath, [script('./bare.js')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  track(child).stdin.end(bytes);
  return { child, url: await addressOf(child) };
}

/** Waits for the address that a server prints when it listens, and lets it print on. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const listen = (text: string) => {
      printed += text;
      const address = /listo en (http:\S+)/.exec(printed)?.[1];
      if (!address) return;
      child.stdout?.off('data', listen).resume();
      resolve(address);
    };
    child.stdout?.setEncoding('utf8').on('data', listen);
    child.once('exit', () => reject(new Error(`un servidor no arrancó:\n${printed}`)));
  });
}

/** Fills an empty registry with demonstration data, with lines of progress. */
export async function fillWithDemo(environment: Environment, obras: number): Promise<void> {
  const child = spawn(process.execPath, [script('./demo/command.js'), '--obras', String(obras)], {
    cwd: folder,
    env: serviceEnvironment(environment),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  track(child)
    .stdout.setEncoding('utf8')
    .on('data', (text: string) => {
      for (const line of text.split('\n')) if (/^ {2}\S+ /.test(line)) console.log(line);
    });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('no se pudieron cargar los datos de demostración');
}

/** A token of the first administrator's. */
export const login = async (url: string): Promise<string> => (await openSession(url)).access_token;

/** The answer to the first administrator's login. */
export async function openSession(url: string): Promise<{ access_token: string; user: object }> {
  const answer = await logInAt(url, CREDENTIALS);
  if (!answer.ok) throw new Error(`el inicio de sesión respondió ${answer.status}`);
  return (await answer.json()) as { access_token: string; user: object };
}

const CREDENTIALS = { email: 'admin@obras.local', password: ADMIN_PASSWORD };
export const credentials = JSON.stringify(CREDENTIALS);

/** The operating system's figure for a process's memory, in bytes. */
export function residentBytes({ pid }: ChildProcess): number {
  const kilobytes =
    process.platform === 'linux'
      ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(kilobytes) * 1024;
}

/**
 * The same of a process and its children together. Of the children only memory without a file counts: the pages of the
 * program are the first one's, too. Systems other than Linux show the process alone.
 */
export function familyBytes(child: ChildProcess): number {
  if (process.platform !== 'linux') return residentBytes(child);
  const children = readdirSync(`/proc/${child.pid}/task`).flatMap(
    (thread) => read(`/proc/${child.pid}/task/${thread}/children`).match(/\d+/g) ?? [],
  );
  const kilobytes = (pid: string) => /^RssAnon:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1];
  return children.reduce(
    (sum, pid) => sum + Number(kilobytes(pid) ?? 0) * 1024,
    residentBytes(child),
  );
}

/** A file of the operating system's account; empty where its process or thread has ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Begins to account for the processor time of processes, all their threads together. Only on Linux.
 *
 * @returns a function that returns the milliseconds since then. A process that has ended meanwhile, such as an unused
 *   backend, counts as idle
 */
export function processorTime(pids: number[]): () => number {
  const used = (pid: number) =>
    readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
      const [time] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
      return sum + Number(time);
    }, 0);
  const before = new Map(pids.map((pid) => [pid, used(pid)]));
  return () => {
    const there = [...before].filter(([pid]) => existsSync(`/proc/${pid}/task`));
    return there.reduce((sum, [pid, then]) => sum + used(pid) - then, 0) / 1e6;
  };
}

// Processes that do jobs ---------------------------------------------------------------------------

export interface Worker<W extends Work> {
  /** Has a job done; rejects where it fails or the process ends. */
  ask<Name extends keyof W & string>(
    name: Name,
    ...job: Parameters<W[Name]>
  ): Promise<Awaited<ReturnType<W[Name]>>>;
  stop(): Promise<void>;
}

/** Starts one of the processes that end in `serveJobs`. */
export function startWorker<W extends Work>(path: string, environment: Environment): Worker<W> {
  const child = track(
    fork(script(path), { cwd: folder, env: { PATH: process.env.PATH, ...environment } }),
  );
  let last = 0;
  return {
    ask: (name, ...[job]) =>
      new Promise((resolve, reject) => {
        last += 1;
        const id = last;
        const onMessage = (answered: Answered) => {
          if (answered.id !== id) return;
          child.off('message', onMessage).off('exit', onExit);
          if (answered.error === undefined) resolve(answered.answer as never);
          else reject(new Error(answered.error));
        };
        const onExit = () => reject(new Error(`terminó el proceso de ${name}`));
        child.on('message', onMessage).on('exit', onExit);
        child.send({ id, name, job });
      }),
    stop: () => stop(child),
  };
}

// Databases ----------------------------------------------------------------------------------------

/** The server for databases of the benchmark; unset: PostgreSQL is not measured. */
export const SERVER_URL = process.env.BENCH_DATABASE_URL;

/** Runs something on the server's own database, on a connection for itself. */
export async function onServer<T>(run: (server: pg.Client) => Promise<T>): Promise<T> {
  const server = new pg.Client({ connectionString: SERVER_URL });
  await server.connect();
  try {
    return await run(server);
  } finally {
    await server.end();
  }
}

/** Makes an empty database, or the copy of one without connections, and returns its address. */
export async function createDatabase(template?: string): Promise<string> {
  const name = `registro_medir_${process.pid}_${databases.size}`;
  const from = template ? nameOf(template) : `template0 ENCODING 'UTF8'`;
  const made = onServer((server) => server.query(`CREATE DATABASE ${name} TEMPLATE ${from}`));
  databases.set(name, made);
  await made;
  const url = new URL(SERVER_URL as string);
  url.pathname = `/${name}`;
  return url.href;
}

/** Writes loaded data to disk at once, not during a measure, where the server permits it. */
export async function checkpoint(): Promise<void> {
  await onServer((server) => server.query('CHECKPOINT')).catch(() => {});
}

/** The name of the database at an address. */
export const nameOf = (url: string) => new URL(url).pathname.slice(1);
