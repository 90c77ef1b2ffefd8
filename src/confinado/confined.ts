import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import type { Readable } from 'node:stream';

// Processes that read what strangers have sent. A thread would not do: one that runs out of memory ends the service with it.

/** Megabytes of the process's own heap. */
const HEAP = ['--max-old-space-size=192', '--max-semi-space-size=16'];
/**
 * The limits of the process in the operating system. Memory, in kilobytes: the heap, other buffers, stacks, and 560 MB that
 * Node 26 reserves and does not use. Processor time, in seconds: first a signal, then the end. Where the machine runs out of
 * memory, this process is killed first. Its memory is never dumped to disk.
 */
const ULIMITS = `ulimit -d 1310720; ulimit -St 60; ulimit -Ht 61; ulimit -c 0
  echo 1000 > /proc/self/oom_score_adj
  exec "$0" "$@"`;
/** The last characters of a process's stderr that go into the log. */
const LAST_WORDS = 4_000;

/** A process with bounds on its memory and time, a low priority, and nothing of the service. */
export interface Confined {
  process: ChildProcess;
  /** Its last words on stderr. */
  lastWords: () => string;
}

/**
 * Starts a program of the service in a process of its own.
 *
 * @param stdin 'pipe' where it reads what is written to its stdin
 * @param fd of an open file, which is its descriptor 4
 * @throws Error where no process can be made; most failures are an event of the process
 */
export function startConfined(
  main: string,
  args: string[],
  stdin: 'ignore' | 'pipe',
  ...fd: number[]
): Confined {
  const program: [string, ...string[]] = [process.execPath, ...HEAP, main, ...args];
  const [command, ...rest] =
    process.platform === 'win32' ? program : (['/bin/sh', '-c', ULIMITS, ...program] as const);
  const child = spawn(command, rest, {
    stdio: [stdin, 'ignore', 'pipe', 'ipc', ...fd],
    // No setting and no secret of the service.
    env: {},
    serialization: 'advanced',
  });
  giveWay(child);
  let lastWords = '';
  (child.stderr as Readable | null)?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-LAST_WORDS);
  });
  return { process: child, lastWords: () => lastWords };
}

/** The process has low priority: requests come first. */
function giveWay({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has ended, or the system refuses. Then it keeps its priority.
  }
}

/** Ends the process, and resolves once it is gone. */
export async function endConfined({ process: child }: Confined): Promise<void> {
  const isThere = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  if (!isThere) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Whether an error is a process that did not begin. */
export const isOfStart = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).syscall?.startsWith('spawn') === true;

/** The end of a process that has not answered: out of time, out of memory, never begun, or a fault. */
export function deathOf({ process: { exitCode, signalCode }, lastWords }: Confined): {
  of: 'time' | 'memory' | 'start' | 'fault';
  error: Error;
} {
  const words = lastWords();
  const error = new Error(`a confined process ended with ${exitCode ?? signalCode}: ${words}`);
  if (signalCode === 'SIGXCPU') return { of: 'time', error };
  // The heap's limit, `ulimit`, or the machine without memory ended it.
  if (signalCode || /allocation failed|failed to allocate|out of memory/i.test(words)) {
    return { of: 'memory', error };
  }
  // The shell's codes for a program that is missing or not executable.
  return { of: exitCode === 126 || exitCode === 127 ? 'start' : 'fault', error };
}
