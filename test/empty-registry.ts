import { createHash } from 'node:crypto';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { setPasswordCost } from '../src/core/auth/passwords.ts';
import { readConfig } from '../src/core/base/config.ts';
import { openRegistry } from '../src/core/registry.ts';
import { atEnd } from './at-end.ts';

// The package declares no types.
const { tryLock } = createRequire(import.meta.url)('fs-native-extensions') as {
  tryLock(fd: number): boolean;
};

/** The least that argon2id takes. The real cost has a test of its own (login.test.ts). */
export const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };
setPasswordCost(CHEAP);

const folder = mkdtempSync(join(tmpdir(), 'registro-prueba-'));
atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** A new folder, which is removed at the end. */
export const newFolder = (): string => mkdtempSync(join(folder, 'datos-'));

/** Settings of a service on an embedded registry without users or records: its next start is its first. */
export async function embeddedEnvironment(): Promise<Record<string, string>> {
  const DATA_DIR = newFolder();
  kept ??= keep('registro-vacio', (draft) =>
    makeEmptyRegistry({ DATA_DIR: draft, JWT_SECRET: 'x'.repeat(32) }),
  );
  cpSync(await kept, DATA_DIR, { recursive: true });
  return { DATA_DIR, PORT: '0' };
}
let kept: Promise<string> | undefined;

const DAY = 86_400_000;

/** The empty registry is made by all of this, and the SQL of features. */
const SOURCES = ['migrations', 'sql', 'src/core/db', 'src/core/registry.ts', 'package-lock.json'];

/**
 * A folder that has an empty registry. It takes seconds to make, so it stays in dist/ from one run to the next, for as
 * long as its sources stay the same.
 *
 * @param kind the beginning of its name
 * @param make makes it, in a folder that is empty
 * @param more further sources, and whatever else it is made by
 */
export async function keep(
  kind: string,
  make: (draft: string) => Promise<void>,
  more: string[] = [],
): Promise<string> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const digest = createHash('sha256').update(more.join());
  const sql = filesIn(join(root, 'src')).filter((file) => file.endsWith('.sql'));
  const sources = [...SOURCES, ...more].map((name) => join(root, name)).filter(existsSync);
  for (const file of [...sources.flatMap(filesIn), ...sql]) digest.update(readFileSync(file));
  const dist = join(root, 'dist');
  const finished = join(dist, `${kind}-${digest.digest('hex').slice(0, 16)}`);
  if (existsSync(finished)) return finished;
  const lock = openSync(join(dist, `${kind}.lock`), 'a');
  try {
    // One process makes it, and the others wait. The lock of a process that was killed is gone with it.
    while (!tryLock(lock)) await setTimeout(50);
    if (existsSync(finished)) return finished;
    // The folder that a killed process had begun is in the way.
    const draft = join(dist, `${kind}.nuevo`);
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    await make(draft);
    renameSync(draft, finished);
  } finally {
    closeSync(lock);
  }
  // Those of other sources; another run may still use one that is young.
  for (const name of readdirSync(dist).filter((each) => each.startsWith(`${kind}-`))) {
    const isOld = Date.now() - statSync(join(dist, name)).mtimeMs > DAY;
    if (isOld) rmSync(join(dist, name), { recursive: true, force: true });
  }
  return finished;
}

/** All files of a folder, in an order that stays the same; of a file itself. */
function filesIn(source: string): string[] {
  if (statSync(source).isFile()) return [source];
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' }).sort();
  return names.map((name) => join(source, name)).filter((file) => statSync(file).isFile());
}

/** Makes a registry that has its schema and nothing else. */
export async function makeEmptyRegistry(environment: Record<string, string>): Promise<void> {
  const { db } = await openRegistry(readConfig({ ...environment, CACHE_MB: '0' }), () => {});
  await db.transaction(async (tx) => {
    // Without the triggers, which note it in the ledger.
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query('TRUNCATE users, bitacora RESTART IDENTITY CASCADE');
  });
  await db.close();
}

/** Where the tests run: the address of a PostgreSQL, or unset for the embedded database. */
export const TEST_DATABASE_URL = process.env.TEST_DATABASE_URL;

let databases = 0;
const secret = { JWT_SECRET: 'clave de prueba con más de 32 caracteres', PORT: '0' };

/** Settings for a registry that was never started: an empty folder, or an empty database on the test server. */
export async function emptyEnvironment(template = "template0 ENCODING 'UTF8'") {
  const environment: Record<string, string> = { ...secret, DATA_DIR: newFolder() };
  if (!TEST_DATABASE_URL) return environment;
  databases += 1;
  const name = `registro_prueba_${process.pid}_${databases}`;
  await onTestServer(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  atEnd(() => onTestServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  const url = new URL(TEST_DATABASE_URL);
  url.pathname = `/${name}`;
  return { ...environment, DATABASE_URL: url.href };
}

/** Settings for a registry without users or records, so that its next start is its first. */
export async function freshEnvironment(): Promise<Record<string, string>> {
  if (!TEST_DATABASE_URL) return { ...secret, ...(await embeddedEnvironment()) };
  template ??= emptyEnvironment().then(async (made) => {
    await makeEmptyRegistry(made);
    return nameOf(made) as string;
  });
  return emptyEnvironment(await template);
}
let template: Promise<string> | undefined;

/** The name of an environment's database; undefined where it is the embedded one. */
export const nameOf = ({ DATABASE_URL }: Record<string, string>): string | undefined =>
  DATABASE_URL && new URL(DATABASE_URL).pathname.slice(1);

/** Runs a statement as the test server's administrator. */
export async function onTestServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: TEST_DATABASE_URL });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
