import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { loadEnvFile, StartError } from '../core/base/config.ts';
import { grouped } from '../core/base/text.ts';

/** Characters that wait for a reader who has stopped; further ones are dropped to save memory. */
const MOST_UNREAD = 16_000_000;

/**
 * Writes lines to a stream, those of one turn of the event loop together. Errors of the stream go to its listeners. Pino's
 * own destination never ends after the reader of a pipe has left: its last flush retries for ever.
 */
function createOutput(stream: NodeJS.WritableStream & { writableLength: number }) {
  let lines = '';
  const flush = () => {
    if (lines !== '') stream.write(lines);
    lines = '';
  };
  return {
    flush,
    write: (line: string) => {
      if (stream.writableLength > MOST_UNREAD) return;
      if (lines === '') setImmediate(flush);
      lines += line;
    },
  };
}
/** The destination of the log. */
export const output = createOutput(process.stdout);
process.once('exit', output.flush);

/** Prints a command's line for people, after the log's earlier lines. */
export function print(line: string): void {
  output.flush();
  process.stdout.write(`${line}\n`);
}

/**
 * Lets the process go on after the reader of its output has left, as `| head -1` does; the rest of the output is lost. An
 * error of these streams without a listener would end the process.
 */
export function outliveReaders(): void {
  process.stderr.on('error', () => {});
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE' || isUnread) return;
    isUnread = true;
    process.stderr.write(
      'Nadie lee ya lo que se imprime aquí; el programa sigue sin imprimirlo.\n',
    );
  });
}
let isUnread = false;

export interface Terminal {
  /** The settings, read only after the arguments. */
  environment: () => NodeJS.ProcessEnv;
  print: (line: string) => void;
  printError: (line: string) => void;
  /** The terminal's stream, where a bar can be drawn. */
  stream?: NodeJS.WriteStream | undefined;
}

/** Milliseconds between two states of a bar on a terminal, and between two lines elsewhere. */
const REDRAWN = 200;
const REPEATED = 3_000;
/** Characters of a bar. */
const BAR_WIDTH = 24;

/** Shows the progress of something: on a terminal as a bar in one line, elsewhere as a line now and then. */
export function createBar(print: Terminal['print'], stream?: Terminal['stream']) {
  let kind = '';
  let begun = performance.now();
  let last = begun;
  let isDrawn = false;
  return {
    /** @param total of `done`; null where it is unknown */
    show: (what: string, done: number, total: number | null): void => {
      const now = performance.now();
      if (what !== kind) [kind, begun] = [what, now];
      if (now - last < (stream ? REDRAWN : REPEATED)) return;
      last = now;
      // A sheet may have more rows than it says.
      const part = total !== null && done <= total ? done / Math.max(1, total) : undefined;
      const of = part === undefined ? '' : ` de ${grouped(total as number)}`;
      const line = `  ${grouped(done)}${of} ${what}`;
      const left = part ? Math.round(((now - begun) * (1 - part)) / part / 1_000) : undefined;
      const far = part === undefined ? '' : ` (${Math.floor(100 * part)} %)`;
      const time = left === undefined ? '' : `, ${left === 1 ? 'falta' : 'faltan'} ${left} s`;
      if (!stream) {
        print(`${line}${far}${time}`);
        return;
      }
      const full = Math.round(BAR_WIDTH * (part ?? 0));
      const bar = part === undefined ? '' : `  ${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)}`;
      stream.write(`\r${bar}${line}${far}${time}\u001b[K`);
      isDrawn = true;
    },
    /** Removes the bar. */
    end: (): void => {
      if (isDrawn) stream?.write('\r\u001b[K');
      isDrawn = false;
    },
  };
}

/** Runs once and returns its exit code. */
export type Command = (args: string[], terminal: Terminal) => Promise<number>;

/**
 * A command that reads its arguments, or shows its help. When it can't go on, it prints a sentence and ends with 1. An
 * unexpected error prints its place in the code, too.
 *
 * @param work returns the exit code where that is not 0
 */
export function createCommand<T extends ParseArgsConfig>(
  help: string,
  options: T,
  work: (
    parsed: ReturnType<typeof parseArgs<T>>,
    terminal: { environment: NodeJS.ProcessEnv } & Omit<Terminal, 'environment'>,
  ) => Promise<number | undefined>,
): Command {
  return async (args, terminal) => {
    try {
      const parsed = parseArguments(help, options, args);
      const { help: isHelp, ayuda } = parsed.values as { help?: boolean; ayuda?: boolean };
      if (isHelp || ayuda) {
        terminal.print(help.trimEnd());
        return 0;
      }
      return (await work(parsed, { ...terminal, environment: terminal.environment() })) ?? 0;
    } catch (error) {
      const { message, stack } = error as Error;
      terminal.printError(error instanceof StartError ? message : String(stack));
      return 1;
    }
  };
}

/**
 * Runs a command in this process, with its arguments, its settings and the file .env.
 *
 * @param url of the calling module. The command runs only where node was started with that module, not where another one
 *   imports it.
 */
export async function runCommand(url: string, command: Command): Promise<void> {
  const [, started, ...args] = process.argv;
  if (!started || createRequire(url).resolve(started) !== fileURLToPath(url)) return;
  outliveReaders();
  const code = await command(args, {
    environment: () => {
      loadEnvFile(process.env);
      return process.env;
    },
    print,
    printError: (line) => process.stderr.write(`${line}\n`),
    stream: process.stdout.isTTY ? process.stdout : undefined,
  });
  if (code !== 0) process.exit(code);
}

/** The arguments of the command line. Malformed ones show the help and end the program. */
export function readArguments<T extends ParseArgsConfig>(help: string, options: T) {
  try {
    return parseArguments(help, options);
  } catch (error) {
    process.stderr.write(`${(error as StartError).message}\n`);
    process.exit(1);
  }
}

function parseArguments<T extends ParseArgsConfig>(
  help: string,
  options: T,
  args = process.argv.slice(2),
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs<T>({ ...options, args });
  } catch (cause) {
    const sentence = 'Opciones no reconocidas; éstas son las que hay.';
    throw new StartError(`${sentence}\n\n${help.trimEnd()}`, { cause });
  }
}

/**
 * The absolute path of a file's name, relative to the folder of the shell: `npm run` itself changes to the project's.
 *
 * @throws StartError for an empty name, as that of a variable that is not set. It would be the folder of the shell itself
 */
export function pathFromHere(file: string, { INIT_CWD = '' }: NodeJS.ProcessEnv): string {
  if (file === '') throw new StartError('Falta un archivo o una carpeta: su nombre está vacío.');
  return resolve(INIT_CWD, file);
}
