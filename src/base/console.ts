import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { loadEnvFile, StartError } from './config.ts';
import { grouped } from './text.ts';

/** Characters that wait for a reader who has stopped: what comes then is lost, and not kept in memory. */
const MOST_UNREAD = 16_000_000;

/**
 * Lines on their way to a stream, those of one turn of the event loop together. A stream that fails is left to whoever
 * listens for that. Pino's own destination never ends where the reader of a pipe has left: its last flush tries for ever.
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
/** What the log writes to. */
export const output = createOutput(process.stdout);
process.once('exit', output.flush);

/** A command's lines for people, after what the log has said before. */
export function print(line: string): void {
  output.flush();
  process.stdout.write(`${line}\n`);
}

/**
 * Goes on when whoever reads what is printed has left, as `| head -1` does: that is no reason to end, and it is lost. An
 * error of these streams that nobody listens for would end the process.
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

/** What a command is run with. */
export interface Terminal {
  /** The settings. They are asked for once the arguments have been read. */
  environment: () => NodeJS.ProcessEnv;
  print: (line: string) => void;
  printError: (line: string) => void;
  /** The terminal itself, where there is one to draw on. */
  stream?: NodeJS.WriteStream | undefined;
}

/** Milliseconds between two states of a bar on a terminal, and between two lines elsewhere. */
const REDRAWN = 200;
const REPEATED = 3_000;
/** Characters of a bar. */
const WIDTH = 24;

/** Shows how far something has come: on a terminal as a bar in one line, elsewhere as a line now and then. */
export function createBar(print: Terminal['print'], stream?: Terminal['stream']) {
  let kind = '';
  let begun = performance.now();
  let last = begun;
  let isDrawn = false;
  return {
    /** @param total of `done`; null where it is not known */
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
      const full = Math.round(WIDTH * (part ?? 0));
      const bar = part === undefined ? '' : `  ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}`;
      stream.write(`\r${bar}${line}${far}${time}\u001b[K`);
      isDrawn = true;
    },
    /** Takes the bar away. */
    end: (): void => {
      if (isDrawn) stream?.write('\r\u001b[K');
      isDrawn = false;
    },
  };
}

/** Does one thing and ends; answers its exit code. */
export type Command = (args: string[], terminal: Terminal) => Promise<number>;

/**
 * A command that reads its arguments, or shows its help. When it can't go on, it prints a sentence and ends with 1. An error
 * that was not foreseen prints its place in the code instead.
 *
 * @param work answers its exit code where that is not 0
 */
export function createCommand<T extends ParseArgsConfig>(
  help: string,
  options: T,
  work: (
    given: ReturnType<typeof parseArgs<T>>,
    terminal: { environment: NodeJS.ProcessEnv } & Omit<Terminal, 'environment'>,
  ) => Promise<number | undefined>,
): Command {
  return async (args, terminal) => {
    try {
      const given = parse(help, options, args);
      const { help: isHelp, ayuda } = given.values as { help?: boolean; ayuda?: boolean };
      if (isHelp || ayuda) {
        terminal.print(help.trimEnd());
        return 0;
      }
      return (await work(given, { ...terminal, environment: terminal.environment() })) ?? 0;
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
 * @param url of the module that calls this. Others may import it: it is run only where it is what node was started with.
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

/** The arguments of the command line. If they can't be read, the help is shown and the program ends. */
export function readArguments<T extends ParseArgsConfig>(help: string, options: T) {
  try {
    return parse(help, options);
  } catch (error) {
    process.stderr.write(`${(error as StartError).message}\n`);
    process.exit(1);
  }
}

function parse<T extends ParseArgsConfig>(
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

/** The path of a file that a person names: from the folder where they are, which `npm run` leaves for the project's. */
export const pathFromHere = (file: string, { INIT_CWD = '' }: NodeJS.ProcessEnv): string =>
  resolve(INIT_CWD, file);
