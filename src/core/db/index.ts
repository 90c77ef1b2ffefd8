import pg from 'pg';
import type { Config } from '../base/config.ts';
import { found } from '../base/found.ts';
import {
  createChangeCleanup,
  FORGETTING,
  hearOwnSession,
  hearPostgres,
  noChanges,
} from './changes.ts';
import { cancelAbandoned, createClient } from './client.ts';
import type { Database, InFront } from './db.ts';
import { keepUp, openEmbedded } from './embedded.ts';
import {
  CONNECTION_TIMEOUT,
  EMBEDDED_TIMEOUT,
  LOCK_TIMEOUT,
  STATEMENT_TIMEOUT,
} from './timeouts.ts';

type Settings = Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'CACHE_MB'>;

const APPLICATION = 'registro-obras';
/** PostgreSQL composes the JSON of answers, so `json` (114) and `jsonb` (3802) stay texts. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === 114 || oid === 3802
      ? (text: string) => text
      : pg.types.getTypeParser(oid, format as 'text'),
};

/** Opens PostgreSQL at `DATABASE_URL`, or else the embedded one in `DATA_DIR`, both through the same driver. */
export const openDatabase = (
  settings: Settings,
  onIdleError: (error: Error) => void,
): Promise<Database> =>
  settings.DATABASE_URL ? openPostgres(settings, onIdleError) : openFolder(settings, onIdleError);

async function openFolder(
  { DATA_DIR, CACHE_MB }: Settings,
  onIdleError: (error: Error) => void,
): Promise<Database> {
  const embedded = await openEmbedded(DATA_DIR);
  const pool = new pg.Pool({
    application_name: APPLICATION,
    types,
    connectionTimeoutMillis: EMBEDDED_TIMEOUT,
    user: 'postgres',
    database: 'postgres',
    stream: embedded.connect,
    pipeline: true,
    // The embedded database has one session, which is never closed for idleness.
    max: 1,
    idleTimeoutMillis: 0,
  });
  const changes = CACHE_MB > 0 ? hearOwnSession(pool) : noChanges;
  const stopUpkeep = keepUp(embedded, pool);
  const client = createClient(pool, {
    onIdleError,
    changes,
    closeUnderneath: async () => {
      stopUpkeep();
      await embedded.close();
    },
  });
  return { ...client, hasSpace: (what) => embedded.hasSpace(pool, what) };
}

async function openPostgres(
  settings: Settings,
  onIdleError: (error: Error) => void,
): Promise<Database> {
  const { DATABASE_URL, CACHE_MB } = settings;
  const server: pg.ClientConfig = {
    application_name: APPLICATION,
    types,
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
    connectionString: DATABASE_URL,
    keepAlive: true,
    statement_timeout: STATEMENT_TIMEOUT,
    lock_timeout: LOCK_TIMEOUT,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT,
    // PostgreSQL compiles what it takes for a long query. With a million works that is half the time of a search by rectangle.
    options: '-c jit=off',
  };
  const pool = newPool(server);
  const changes = CACHE_MB > 0 ? hearPostgres(server) : noChanges;
  const forget = createChangeCleanup(pool);
  // While the database is away, the next run deletes them.
  const forgetting = setInterval(() => forget().catch(() => {}), FORGETTING).unref();
  const primary = createClient(pool, {
    onIdleError,
    changes,
    onAbandoned: cancelAbandoned(pool),
    closeUnderneath: async () => clearInterval(forgetting),
  });
  const open = (other: pg.ClientConfig) => createClient(newPool(other), { onIdleError });
  const needs = { settings, server, open, onFailure: onIdleError };
  let database: Database = primary;
  for (const { inFront } of await found<InFront>('database'))
    database = await inFront(database, needs);
  return database;
}

const newPool = (server: pg.ClientConfig) => new pg.Pool({ ...server, pipeline: true, max: 10 });
