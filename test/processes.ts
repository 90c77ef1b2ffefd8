// Has files of tests run by some processes, tells how far they are, and at the end what failed.
import { type ChildProcess, fork } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { END, type Message } from './reporter.ts';

const WORKER = fileURLToPath(new URL('worker.js', import.meta.url));
const REPORTER = new URL('reporter.js', import.meta.url).href;
const PROCESSES = Math.min(2, availableParallelism());
/** A process that says nothing for so many milliseconds hangs. The longest test takes a minute on a calm machine. */
const LONGEST_SILENCE = 300_000;
/** How somebody ends a run: Ctrl-C, a program that waits for it no longer, a terminal that is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Milliseconds of a test whose time is told. */
const SLOW = 1_000;

/** Where it is told: the terminal, or what stands in for one. */
type Output = Pick<NodeJS.WriteStream, 'write'> &
  Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>>;

interface File {
  name: string;
  path: string;
}

interface Options {
  env: NodeJS.ProcessEnv;
  /** Only tests whose name contains this text. */
  pattern: string | undefined;
  /** The command that runs these files, as somebody types it; told beside each failure. */
  command?: string;
  /** Milliseconds that a file took the last time; undefined where it has not run here yet. */
  lastTime?: (name: string) => number | undefined;
  /** Whether each file has a process of its own. */
  isAlone: boolean;
  /** How many run at once. */
  processes?: number;
  /** Whether each test that passes is told, and not only each file. */
  tellsTests: boolean;
  /** Is told how long each file took. */
  onFile?: (name: string, milliseconds: number) => void;
  /** Milliseconds after which a process that says nothing is ended. */
  silence?: number;
}

/** Runs the tests of files, in their order, and answers whether all have passed. */
export async function runFiles(
  files: File[],
  {
    silence: longest = LONGEST_SILENCE,
    processes = PROCESSES,
    command = 'npm test',
    lastTime = () => undefined,
    ...options
  }: Options,
  output: Output = process.stdout,
): Promise<boolean> {
  const begun = performance.now();
  const counts = { pass: 0, skip: 0 };
  const failures: string[] = [];
  const queue = [...files];
  const current = new Map<ChildProcess, { name: string; since: number }>();
  const took = () => duration(performance.now() - begun);

  /** The time that the last run took for what is not done yet, shared among the processes; nothing where a file is new. */
  const remaining = () => {
    let left = 0;
    for (const { name } of queue) left += lastTime(name) ?? Number.NaN;
    for (const { name, since } of current.values()) {
      left += Math.max(0, (lastTime(name) ?? Number.NaN) - (performance.now() - since));
    }
    return Number.isNaN(left) ? '' : `, unos ${duration(left / processes)}`;
  };
  let isOver = false;
  const status = () => {
    if (!output.isTTY || isOver) return;
    const doing = [...current.values()].map(({ name }) => name).join(', ');
    const line = `${took()} · ${counts.pass} pruebas, ${failures.length} fallas · ahora: ${doing} · faltan ${queue.length} archivos${remaining()}`;
    output.write(`\r\x1b[K${line.slice(0, (output.columns ?? 80) - 1)}`);
  };
  const say = (line: string) => {
    output.write(output.isTTY ? `\r\x1b[K${line}\n` : `${line}\n`);
    status();
  };
  const ticking = setInterval(status, 1_000);

  const runOne = () =>
    new Promise<void>((resolve) => {
      // Whatever the tests leave there goes with it. PostgreSQL's user looks into it.
      const folder = mkdtempSync(join(tmpdir(), 'registro-pruebas-'));
      chmodSync(folder, 0o755);
      const patterns =
        options.pattern === undefined ? [] : [literally(options.pattern), `^${END}$`];
      const child = fork(WORKER, [], {
        execArgv: [
          `--test-reporter=${REPORTER}`,
          // Of the clocks that tests set forward.
          '--disable-warning=ExperimentalWarning',
          ...patterns.map((pattern) => `--test-name-pattern=${pattern}`),
        ],
        env: { ...options.env, TMPDIR: folder, TEST_TIMEOUT_FACTOR: '3' },
        // A group of its own: it is ended with all that it has started.
        detached: true,
      });
      const end = () => endGroup(child);
      const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      const interrupted = () => {
        end();
        remove();
      };
      process.once('exit', interrupted);
      let hasBegun = false;
      let isDone = false;
      /** The test that began last, and the last that ended, with the suites around it. */
      let last = '';
      const path: string[] = [];
      const fail = (title: string, error: string, name?: string) => {
        const file = current.get(child)?.name ?? '';
        const alone = `${command} -- ${file}${name === undefined ? '' : ` --nombre ${inShell(name)}`}`;
        const text = [error, `Sola: ${alone}`].filter(Boolean).join('\n');
        failures.push(`✖ ${file}: ${title}\n${indented(text)}`);
        say(failures.at(-1) as string);
      };
      const silence = setTimeout(() => {
        fail(last, `no terminó en ${longest / 1000} segundos`);
        isDone = true;
        end();
      }, longest);
      const closeFile = () => {
        const file = current.get(child);
        current.delete(child);
        if (!file) return;
        const milliseconds = performance.now() - file.since;
        say(`● ${file.name} (${duration(milliseconds)})`);
        options.onFile?.(file.name, milliseconds);
      };

      child.on('message', (message: Message) => {
        silence.refresh();
        switch (message.type) {
          case 'next': {
            const next = current.has(child) && options.isAlone ? undefined : queue.shift();
            closeFile();
            if (next) current.set(child, { name: next.name, since: performance.now() });
            status();
            // Where it has ended meanwhile, its exit tells.
            child.send({ file: next && pathToFileURL(next.path).href }, () => {});
            hasBegun = true;
            break;
          }
          case 'done':
            isDone = true;
            break;
          case 'begin':
            last = message.name;
            break;
          case 'path':
            path.splice(message.nesting, path.length, message.name);
            last = path.join(' > ');
            break;
          case 'warning':
            say(message.text);
            break;
          case 'fail':
            fail(
              [...path.slice(0, message.nesting), message.name].join(' > '),
              message.error,
              message.isTest ? message.name : undefined,
            );
            break;
          case 'pass':
          case 'skip':
            counts[message.type] += 1;
            if (options.tellsTests && message.type === 'pass') {
              const title = [...path.slice(0, message.nesting), message.name].join(' > ');
              say(`✔ ${current.get(child)?.name}: ${title}${slow(message.milliseconds)}`);
            }
        }
      });
      child.once('exit', (code, signal) => {
        if (!isDone) fail(last, `el proceso terminó (${signal ?? code})`);
        clearTimeout(silence);
        closeFile();
        process.off('exit', interrupted);
        end();
        // None would get further.
        if (!hasBegun) queue.length = 0;
        try {
          remove();
        } catch (error) {
          say(String(error));
        }
        resolve();
      });
    });

  const lane = async () => {
    while (queue.length > 0) await runOne();
  };
  const interrupt = () => process.exit(130);
  for (const signal of SIGNALS) process.once(signal, interrupt);
  await Promise.all(Array.from({ length: processes }, lane));
  for (const signal of SIGNALS) process.off(signal, interrupt);
  clearInterval(ticking);
  isOver = true;

  if (failures.length > 1) say(`\nFallas:\n${failures.join('\n')}`);
  const total = counts.pass + counts.skip + failures.length;
  say(
    `\n${total} pruebas en ${took()}: ${counts.pass} pasaron, ${failures.length} fallaron, ${counts.skip} omitidas.`,
  );
  return failures.length === 0;
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}

/** A text as a shell takes it for one word, bash and zsh alike. */
const inShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A pattern that matches a text and nothing else. */
const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** The time of a test that takes long: it may wait for something that could be there already. */
function slow(milliseconds: number): string {
  return milliseconds < SLOW ? '' : ` (${(milliseconds / 1000).toFixed(1)} s)`;
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
