import { fileURLToPath } from 'node:url';
import type { ClientBase } from 'pg';
import Postgrator from 'postgrator';
import { StartError } from '../base/config.ts';
import { type Database, NO_TIMEOUTS } from './db.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../migrations/*.sql', import.meta.url));
/** Oldest PostgreSQL that the schema runs on. */
const OLDEST_POSTGRES = 150_000;
const INSUFFICIENT_PRIVILEGE = '42501';

/** The version of the database's schema and that of this program, and how to get from one to the other. */
export interface Schema {
  current: number;
  newest: number;
  /** Runs the migrations up to a version, or all. */
  migrate(version?: number): Promise<void>;
}

/**
 * Brings the schema up to date and then runs `seed`, all in one transaction under a lock. Instances that start together
 * on one database take turns, and a start that is cut short leaves nothing behind.
 *
 * @throws StartError where the database is too old, of another encoding, or newer than this program.
 */
export function migrate<T>(db: Database, seed: (client: ClientBase) => Promise<T>): Promise<T> {
  return prepareSchema(db, async (client, schema) => {
    await schema.migrate();
    return seed(client);
  });
}

/** The same, where `work` says when to migrate. */
export function prepareSchema<T>(
  db: Database,
  work: (client: ClientBase, schema: Schema) => Promise<T>,
): Promise<T> {
  return db.session(async (client) => {
    await client.query('BEGIN');
    try {
      await client.query(NO_TIMEOUTS);
      await client.query(`SELECT pg_advisory_xact_lock(hashtext('registro.migrate'))`);
      await checkServer(client);
      const result = await work(client, await readSchema(client));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {});
      throw error;
    }
  });
}

async function checkServer(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string }>(
    `SELECT current_setting('server_version_num')::integer AS version,
       current_setting('server_encoding') AS encoding`,
  );
  const { version = 0, encoding = '' } = rows[0] ?? {};
  if (version < OLDEST_POSTGRES) {
    throw new StartError('La base de datos de DATABASE_URL debe ser PostgreSQL 15 o posterior.');
  }
  if (encoding !== 'UTF8') {
    throw new StartError(
      `La base de datos de DATABASE_URL debe usar la codificación UTF8, no ${encoding}; créela con ENCODING 'UTF8'.`,
    );
  }
}

async function readSchema(client: ClientBase): Promise<Schema> {
  const postgrator = new Postgrator({
    driver: 'pg',
    migrationPattern: MIGRATIONS,
    schemaTable: 'schema_version',
    // Checksums hold whatever line ends a checkout has.
    newline: 'LF',
    execQuery: (sql) => client.query(sql),
  });
  const newest = await postgrator.getMaxVersion();
  const current = await postgrator.getDatabaseVersion();
  if (current > newest) {
    throw new StartError(
      `La base de datos es de una versión más nueva del programa (esquema ${current}, este conoce ${newest}); actualice el programa.`,
    );
  }
  return {
    current,
    newest,
    migrate: (version = newest) => run(() => postgrator.migrate(String(version))),
  };
}

async function run(migrations: () => Promise<unknown>): Promise<void> {
  try {
    await migrations();
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (/extension "\w+" is not available/.test(message)) {
      throw new StartError(
        'Al servidor de DATABASE_URL le falta PostGIS; instálelo (en Debian: apt-get install postgresql-15-postgis-3).',
        { cause: error },
      );
    }
    if (code === INSUFFICIENT_PRIVILEGE && message.startsWith('must be owner')) {
      throw new StartError(
        `Esta versión cambia el esquema y el usuario de DATABASE_URL no es dueño de todo lo que cambia (${message}); devuélvaselo mientras se actualiza, como dice docs/operations.md.`,
        { cause: error },
      );
    }
    if (code === INSUFFICIENT_PRIVILEGE) {
      throw new StartError(
        'El usuario de DATABASE_URL no puede preparar la base de datos; pida a un administrador de PostgreSQL ejecutar en ella CREATE EXTENSION postgis y CREATE EXTENSION pg_trgm, y que el usuario sea su dueño.',
        { cause: error },
      );
    }
    throw error;
  }
}
