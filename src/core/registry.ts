import { keepLimites } from '../limites/limites.ts';
import { createFirstAdmin, firstAdminNotice } from './auth/first-admin.ts';
import { type Config, StartError } from './base/config.ts';
import { unavailable } from './base/constraints.ts';
import type { Database } from './db/db.ts';
import { findUnfinished, isReady, markReady } from './db/embedded.ts';
import { openDatabase } from './db/index.ts';
import { migrate } from './db/migrate.ts';

export interface Registry {
  db: Database;
  /** Sets the listener for a lost connection that no request is using. */
  onError(listener: (error: Error) => void): void;
  /** Seconds by which this machine's clock is ahead of the database's; negative where it is behind. */
  secondsAhead: number;
}

/**
 * Opens the database, brings its schema up to date, creates the first administrator and shows the password. Every command
 * that works on a registry begins with this.
 *
 * @param print shows the progress to the person at the console
 * @throws StartError where the registry can't be opened
 */
export async function openRegistry(
  config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'ADMIN_EMAIL' | 'ADMIN_PASSWORD' | 'CACHE_MB'>,
  print: (line: string) => void,
): Promise<Registry> {
  if (!config.DATABASE_URL) {
    print(
      isReady(config.DATA_DIR)
        ? `Abriendo la base de datos embebida en ${config.DATA_DIR}…`
        : `Preparando la base de datos embebida en ${config.DATA_DIR} (la primera vez tarda unos segundos)…`,
    );
  }
  let listener = (_error: Error) => {};
  const db = await tellProgress(
    print,
    'Abriendo la base de datos',
    openDatabase(config, (error) => listener(error)),
  );
  try {
    const admin = await tellProgress(
      print,
      'Preparando las tablas',
      migrate(db, async (client) => {
        await keepLimites(client);
        return createFirstAdmin(client, config);
      }),
    );
    // The password is shown only once, before anything else can fail. A first start on the embedded database that is
    // interrupted here starts over, with another password.
    if (admin) print(firstAdminNotice(admin));
    if (!config.DATABASE_URL) {
      markReady(config.DATA_DIR);
      const unfinished = findUnfinished(config.DATA_DIR);
      if (unfinished.length > 0) print(unfinishedNotice(unfinished));
    }
    return {
      db,
      secondsAhead: await compareClocks(db),
      onError: (next) => {
        listener = next;
      },
    };
  } catch (error) {
    await db.close().catch(() => {});
    throw unreachable(error, config);
  }
}

/** Milliseconds between two lines of `tellProgress`. */
const PROGRESS = 3_000;

/** Prints a line every few seconds during `work`, so that a long start does not seem to hang. */
async function tellProgress<T>(
  print: (line: string) => void,
  step: string,
  work: Promise<T>,
): Promise<T> {
  const begun = performance.now();
  const timer = setInterval(() => {
    print(`${step}… van ${Math.round((performance.now() - begun) / 1000)} s`);
  }, PROGRESS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/** Only a person can decide about these folders: they may have data that a person put there. */
const unfinishedNotice = (folders: string[]) =>
  `Quedan carpetas de un primer inicio que no terminó. El registro no las usa; si usted no puso nada en ellas, bórrelas:\n${folders.map((folder) => `  ${folder}`).join('\n')}`;

async function compareClocks(db: Database): Promise<number> {
  const begun = Date.now();
  const row = await db.one<{ now: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::double precision AS now',
  );
  const middle = (begun + Date.now()) / 2_000;
  return middle - (row?.now ?? middle);
}

/**
 * Runs `work` on the database without changing its schema, for commands that do one thing.
 *
 * @throws as `openRegistry`
 */
export async function withDatabase<T>(
  config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = await openDatabase({ ...config, CACHE_MB: 0 }, () => {});
  try {
    return await work(db);
  } catch (error) {
    throw unreachable(error, config);
  } finally {
    await db.close().catch(() => {});
  }
}

const READ_ONLY = '25006';

/** The error for a missing server at `DATABASE_URL`, or a standby there; any other error as it is. */
function unreachable(error: unknown, config: Pick<Config, 'DATABASE_URL'>): unknown {
  const { DATABASE_URL, DATABASE_READ_URL } = config as Partial<Record<string, string>>;
  if (error instanceof StartError || !DATABASE_URL || !unavailable(error)) return error;
  const { host, pathname } = new URL(DATABASE_URL);
  if ((error as { code?: string }).code === READ_ONLY) {
    return new StartError(
      `La base de datos de DATABASE_URL (${host}${pathname}) sólo permite leer, como una réplica; indique la del servidor principal.`,
      { cause: error },
    );
  }
  const standby = DATABASE_READ_URL
    ? ' Para iniciar hace falta ese servidor: la réplica de DATABASE_READ_URL sólo sirve a las instancias que ya estaban en marcha.'
    : '';
  return new StartError(
    `No hay conexión con la base de datos de DATABASE_URL (${host}${pathname}): ${reason(error)}; revise que PostgreSQL esté en marcha y que la dirección y la contraseña sean correctas.${standby}`,
    { cause: error },
  );
}

function reason(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  return message || code || 'sin respuesta';
}
