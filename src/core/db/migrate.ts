import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ClientBase } from 'pg';
import Postgrator from 'postgrator';
import { StartError } from '../base/config.ts';
import { retried } from './client.ts';
import { type Database, NO_TIMEOUTS } from './db.ts';

// Tables and data grow by the numbered files of migrations/, each of which runs once. Functions, views and triggers stand in their
// present form in sql/, and those of features in their own folders of src/, which are run after the core's and need nothing of each
// other. When those texts change, all their objects are dropped and created anew.

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const MIGRATIONS = join(ROOT, 'migrations');
/** Oldest PostgreSQL that the schema runs on. */
const OLDEST_POSTGRES = 150_000;
const INSUFFICIENT_PRIVILEGE = '42501';
const DEPENDENT_OBJECTS = '2BP01';
const QUERY_CANCELED = '57014';

/**
 * Milliseconds for which a start waits for the tables' locks at a time, and until its next attempt. Requests queue behind such
 * a wait. PostgreSQL looks for deadlocks after a second: then a request would be what ends.
 */
const LOCKS_WITHIN = 800;
const RETRIED_EVERY = 1_000;

/** The version of the database's schema and that of this program, and the way from one to the other. */
export interface Schema {
  current: number;
  newest: number;
  /** Runs the migrations up to a version, for the tables alone. Without a version it brings the whole schema up to date. */
  migrate(version?: number): Promise<void>;
}

/**
 * Brings the schema up to date and then runs `seed`, all in one transaction under a lock. Instances that start together on
 * one database take turns, and an interrupted start leaves nothing behind. Documents are rendered after it.
 *
 * @throws StartError where the database is too old, of another encoding, or newer than this program
 */
export async function migrate<T>(
  db: Database,
  seed: (client: ClientBase) => Promise<T>,
): Promise<T> {
  const result = await prepareSchema(db, async (client, schema) => {
    await schema.migrate();
    return seed(client);
  });
  await renderOutdated(db);
  return result;
}

/**
 * Makes anew what is stored in a form that an upgrade has changed: documents, rows of follow-up, texts that searches look through.
 * Each has a function `…_outdated` in its SQL file, which makes a step from a number on and returns the next one. That takes minutes
 * with many works, so it goes in steps, beside the requests of other instances. The next start finishes what an interrupted one has
 * left.
 */
export async function renderOutdated(db: Database): Promise<void> {
  const works = await db.query<{ work: string }>(
    // In the order of their definition: the core's first.
    `SELECT proname AS work FROM pg_proc
     WHERE pronamespace = current_schema()::regnamespace AND proname LIKE '%\\_outdated' ORDER BY oid`,
  );
  for (const { work } of works) {
    const step = (last: number) =>
      db.transaction(
        (tx) => tx.one<{ last: number | null }>(`SELECT ${work}($1) AS last`, [last]),
        true,
      );
    for (let last: number | null = 0; last !== null; ) last = (await step(last))?.last ?? null;
  }
}

/** The same, where `work` decides when to migrate. */
export function prepareSchema<T>(
  db: Database,
  work: (client: ClientBase, schema: Schema) => Promise<T>,
): Promise<T> {
  return retried(() =>
    db.session(async (client) => {
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
    }),
  );
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
    migrationPattern: join(MIGRATIONS, '*.sql'),
    schemaTable: 'schema_version',
    // Checksums do not depend on a checkout's line ends.
    newline: 'LF',
    execQuery: (sql) => client.query(sql),
  });
  const newest = await postgrator.getMaxVersion();
  let current = await postgrator.getDatabaseVersion();
  if (current > 0) await refusePrerelease(client, postgrator);
  if (current > newest) {
    throw new StartError(
      `La base de datos es de una versión más nueva del programa (esquema ${current}, este conoce ${newest}); actualice el programa.`,
    );
  }
  const files = [...textsIn('sql'), ...textsIn('src')];
  const texts = files.map((file) =>
    readFileSync(join(ROOT, file), 'utf8').replaceAll('\r\n', '\n'),
  );
  const md5 = createHash('md5').update(texts.join('\n')).digest('hex');

  return {
    current,
    newest,
    migrate: (version) =>
      explained(async () => {
        // A text of an older program comes from an instance that still runs beside newer ones.
        const isKnown = current > 0 && (await isDefined(client, files, md5));
        const isDue = !isKnown || current < (version ?? newest);
        if (isDue && current > 0) {
          await lockTables(client);
          await takeAway(client);
        }
        await postgrator.migrate(String(version ?? newest));
        current = Math.max(current, version ?? newest);
        if (isDue && version === undefined) await define(client, { files, texts, md5 });
      }),
  };
}

/** @throws StartError where the tables come from a program before the first release, whose numbers mean other files */
async function refusePrerelease(client: ClientBase, postgrator: Postgrator): Promise<void> {
  const [first] = await postgrator.getMigrations();
  const { rowCount } = await client.query(
    'SELECT FROM schema_version WHERE version = 1 AND md5 = $1',
    [first?.md5],
  );
  if (rowCount === 0) throw new StartError(`La base de datos ${PRERELEASE}`);
}

/** The refusal of a registry, or of a copy, from a program before the first release. */
export const PRERELEASE =
  'es de antes de la versión 1.0.0 del programa, que no la puede continuar: con el programa de entonces descargue las obras y el seguimiento, e impórtelos en un registro nuevo.';

/** The files of SQL in a folder, sorted. */
const textsIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .map((name) => `${folder}/${name.replaceAll(sep, '/')}`)
    .sort();

/**
 * Whether these texts were run before, and what is defined now comes from all of these files: after a start without a feature, one
 * with it defines that feature again.
 */
async function isDefined(client: ClientBase, files: string[], md5: string): Promise<boolean> {
  const { rows } = await client.query<{ is_known: boolean; quitar: string | null }>(
    'SELECT md5 = $1 AS is_known, quitar FROM schema_sql WHERE md5 = $1 OR quitar IS NOT NULL',
    [md5],
  );
  // A program of before has no such line, and every feature.
  const line = rows.map(({ quitar }) => /^-- (.*)$/m.exec(quitar ?? '')?.[1]).find(Boolean);
  const isThere = (file: string) => line === undefined || line.split(' ').includes(file);
  return rows.some(({ is_known }) => is_known) && files.every(isThere);
}

/** Runs the texts, and stores the statements that drop their objects, under a line with the files that they come from. */
async function define(
  client: ClientBase,
  { files, texts, md5 }: { files: string[]; texts: string[]; md5: string },
): Promise<void> {
  const before = new Set(await listDefinitions(client));
  for (const text of texts) await client.query(text);
  const made = (await listDefinitions(client)).filter((drop) => !before.has(drop));
  await client.query(
    `INSERT INTO schema_sql (md5, quitar) VALUES ($1, $2)
     ON CONFLICT (md5) DO UPDATE SET quitar = excluded.quitar`,
    [md5, `-- ${files.join(' ')}\n${made.join(';\n')}`],
  );
}

/**
 * Locks all tables before anything is changed. A transaction of somebody else that takes long, such as a copy, holds some of
 * them: the start lets requests pass and tries again, rather than have them all wait behind it.
 */
async function lockTables(client: ClientBase): Promise<void> {
  // Accounts first, as writes do: a write that waits there holds nothing yet.
  const { rows } = await client.query<{ tables: string }>(`
    SELECT string_agg(oid::regclass::text, ', ' ORDER BY relname <> 'users', oid) AS tables FROM pg_class
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
      -- Beats go on (src/features/replica/standby.ts): nothing of sql/ is made of them.
      AND relname <> 'latidos' AND pg_has_role(relowner, 'USAGE')
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')`);
  for (;;) {
    await client.query('SAVEPOINT unlocked');
    try {
      await client.query(`SET LOCAL statement_timeout = ${LOCKS_WITHIN}`);
      await client.query(`LOCK TABLE ${rows[0]?.tables} IN ACCESS EXCLUSIVE MODE`);
      await client.query('SET LOCAL statement_timeout = 0');
      return void (await client.query('RELEASE SAVEPOINT unlocked'));
    } catch (error) {
      if ((error as { code?: string }).code !== QUERY_CANCELED) throw error;
      await client.query('ROLLBACK TO SAVEPOINT unlocked');
      await sleep(RETRIED_EVERY);
    }
  }
}

async function takeAway(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ quitar: string }>(
    'SELECT quitar FROM schema_sql WHERE quitar IS NOT NULL',
  );
  for (const { quitar } of rows) await client.query(quitar);
  await client.query('UPDATE schema_sql SET quitar = NULL');
}

/** Functions, views and triggers of the schema: the statement that drops each, the newest first. */
async function listDefinitions(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ drop: string }>(`
    SELECT oid, format('DROP FUNCTION IF EXISTS %s', oid::regprocedure) AS drop
    FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
    UNION ALL
    SELECT oid, format('DROP VIEW IF EXISTS %s', oid::regclass)
    FROM pg_class WHERE relkind = 'v' AND relnamespace = current_schema()::regnamespace
    UNION ALL
    SELECT oid, format('DROP TRIGGER IF EXISTS %I ON %s', tgname, tgrelid::regclass)
    FROM pg_trigger WHERE NOT tgisinternal
    ORDER BY oid DESC`);
  return rows.map(({ drop }) => drop);
}

/** Runs `work`. A refusal by the server becomes a sentence that tells the administrator what to do. */
async function explained(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { code, message, detail } = error as { code?: string; message: string; detail?: string };
    if (/extension "\w+" is not available/.test(message)) {
      throw new StartError(
        'Al servidor de DATABASE_URL le falta PostGIS; instálelo (en Debian: apt-get install postgresql-15-postgis-3).',
        { cause: error },
      );
    }
    if (code === INSUFFICIENT_PRIVILEGE && message.startsWith('must be owner')) {
      throw new StartError(
        `Esta versión cambia el esquema y el usuario de DATABASE_URL no es dueño de todo lo que cambia (${message}); devuélvaselo mientras se actualiza, como dice docs/operaciones.md.`,
        { cause: error },
      );
    }
    if (code === DEPENDENT_OBJECTS) {
      throw new StartError(
        `Esta versión hace de nuevo las funciones y vistas del registro, y algo hecho a mano en la base de datos depende de ellas; quítelo y créelo otra vez después de iniciar (${detail}).`,
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
