import { resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { loadEnvFile, StartError } from './config.ts';

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

/** What a command prints for people, after what the log has said before. */
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

/**
 * Runs a command that does one thing and ends. Reads its arguments and the file .env, or shows its help. When it can't
 * go on, it prints a sentence and exits with 1. An error that was not foreseen prints its place in the code instead.
 */
export function runCommand<T extends ParseArgsConfig>(
  help: string,
  options: T,
  work: (given: ReturnType<typeof parseArgs<T>>) => Promise<void>,
): void {
  outliveReaders();
  const main = async () => {
    const given = readArguments(help, options);
    if ((given.values as { help?: boolean }).help) return void process.stdout.write(help);
    loadEnvFile(process.env);
    await work(given);
  };
  main().catch((error: Error) => {
    process.stderr.write(`${error instanceof StartError ? error.message : error.stack}\n`);
    process.exit(1);
  });
}

/** The arguments of the command line. If they can't be read, the help is shown and the command ends. */
export function readArguments<T extends ParseArgsConfig>(help: string, options: T) {
  try {
    return parseArgs(options);
  } catch {
    process.stderr.write(`Opciones no reconocidas; éstas son las que hay.\n\n${help}`);
    process.exit(1);
  }
}

/** The path of a file that a person names: from the folder where they are, which `npm run` leaves for the project's. */
export const pathFromHere = (file: string): string => resolve(process.env.INIT_CWD ?? '', file);
