import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildApp } from '../src/app.ts';
import { type Command, output as logOutput } from '../src/consola/console.ts';
import { readConfig } from '../src/core/base/config.ts';
import type { Database } from '../src/core/db/db.ts';
import { openRegistry } from '../src/core/registry.ts';
import { atEnd } from './at-end.ts';
import { logInAt } from './wire.ts';

export const SERVER = fileURLToPath(new URL('../src/server.js', import.meta.url));

export interface Running {
  url: string;
  process: ChildProcess;
  /** Everything printed so far. */
  output: () => string;
  /** Sends a signal and waits for the end; answers the exit code, null after a kill. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** Starts a command of the project in a process of its own, in an empty folder unless told, with these settings alone. */
export function launch(
  environment: Record<string, string>,
  args: string[] = [],
  script = SERVER,
  cwd = mkdtempSync(join(tmpdir(), 'registro-cwd-')),
) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    env: {
      PATH: process.env.PATH,
      // Its waits are those of this process.
      TEST_TIMEOUT_FACTOR: process.env.TEST_TIMEOUT_FACTOR,
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  atEnd(() => child.kill('SIGKILL'));
  return { child, output: printedBy(child.stdout, child.stderr), closed: once(child, 'close') };
}

/** Everything that streams have said so far. */
export function printedBy(...streams: Readable[]): () => string {
  let printed = '';
  for (const stream of streams) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  return () => printed;
}

/** Starts the service and waits until it listens. */
export async function start(
  environment: Record<string, string>,
  args: string[] = [],
  script = SERVER,
): Promise<Running> {
  const { child, output, closed } = launch(environment, args, script);
  for (;;) {
    const address = /listo en (http:\S+)/.exec(output())?.[1];
    if (address) {
      return {
        url: address,
        process: child,
        output,
        stop: async (signal = 'SIGTERM') => {
          child.kill(signal);
          const [code] = (await closed) as [number | null];
          return code;
        },
      };
    }
    const ended = await Promise.race([closed, setTimeout(20)]);
    assert.ok(!ended, `the service did not start:\n${output()}`);
  }
}

/** The processes that read an imported file for a service; on Linux alone. */
export function readersOf(service: number | undefined): number[] {
  return readdirSync('/proc')
    .filter((pid) => Number(/\) \S (\d+) /.exec(procOf(pid, 'stat'))?.[1]) === service)
    .filter((pid) => /^[^\0]*node\0.*lector\/main\.js\0/.test(procOf(pid, 'cmdline')))
    .map(Number);
}

/** Whether there is still such a process. One that has ended is not, though its parent has not taken note of it yet. */
export const isAlive = (pid: number) => /State:\t[^Z]/.test(stateOf(pid));

/** The state of a process, in words of the system; on Linux alone. */
export function stateOf(pid: number): string {
  const [state] = /^State:.*/m.exec(procOf(pid, 'status')) ?? [];
  return `${pid} ${procOf(pid, 'cmdline').replaceAll('\0', ' ').trim()}, ${state}`;
}

/** What the system says of a process; nothing where it has ended. */
function procOf(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Runs a command to its end. */
export async function run(
  environment: Record<string, string>,
  args: string[] = [],
  script = SERVER,
  cwd?: string,
): Promise<{ code: number; output: string }> {
  const { output, closed } = launch(environment, args, script, cwd);
  const [code] = (await closed) as [number];
  return { code, output: output() };
}

/** The same in this process, where nothing depends on what a process of its own has. */
export async function runHere(
  command: Command,
  environment: Record<string, string>,
  args: string[] = [],
): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(`${line}\n`);
  const code = await command(args, { environment: () => environment, print, printError: print });
  return { code, output: lines.join('') };
}

/** Starts the service in this process, where nothing depends on what a process of its own has. */
export async function startHere(
  environment: Record<string, string>,
): Promise<Pick<Running, 'url' | 'output'> & { db: Database; stop: () => Promise<void> }> {
  const config = readConfig({ LOG_LEVEL: 'silent', ...environment });
  const lines: string[] = [];
  const { db } = await openRegistry(config, (line) => void lines.push(`${line}\n`));
  const app = await buildApp(config, db);
  return {
    url: await app.listen({ host: '127.0.0.1', port: config.PORT }),
    output: () => lines.join(''),
    db,
    stop: async () => {
      await app.close();
      await db.close();
    },
  };
}

/** Has what services of this process log kept for a test, instead of printed; answers how to read all that came so far. */
export function captureLog({ mock }: Pick<TestContext, 'mock'>): () => string {
  let lines = '';
  mock.method(logOutput, 'write', (line: string) => {
    lines += line;
  });
  return () => lines;
}

/** Milliseconds for which a service that is up may answer that its database is busy. */
const PATIENCE = 30_000;

/** The status of a request without a session that counts. */
export const NO_SESSION = 401;

/** Logs in at a service and answers a function that calls it as that user. */
export async function session(url: string, email: string, password: string) {
  const logIn = () => logInAt(url, { email, password });
  let answer = await logIn();
  for (const end = Date.now() + PATIENCE; answer.status === 503 && Date.now() < end; ) {
    await answer.arrayBuffer();
    await setTimeout(200);
    answer = await logIn();
  }
  assert.equal(answer.status, 200, await answer.clone().text());
  const { access_token } = (await answer.json()) as { access_token: string };
  return (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    signal: AbortSignal | null = null,
  ) =>
    fetch(url + path, {
      method,
      signal,
      headers: {
        authorization: `Bearer ${access_token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
}
