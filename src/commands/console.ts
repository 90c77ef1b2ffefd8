import { resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { loadEnvFile, StartError } from '../config.ts';

/** What a command prints for people. */
export function print(line: string): void {
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
