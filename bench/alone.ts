// The limits of the service, without it: the database with the same statements, and argon2id. It runs in a process of its
// own, which also prepares the measured database.
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { hashPassword, verifyPassword } from '../src/core/auth/passwords.ts';
import type { Database } from '../src/core/db/db.ts';
import { openDatabase } from '../src/core/db/index.ts';
import { findObra, LIST_OBRAS, RENDER_OBRAS } from '../src/core/obras/documents.ts';
import { createObra } from '../src/core/obras/escribir.ts';
import { findFavoritePage } from '../src/core/users/favorites.ts';
import { fillWithGenerated } from './demo/fill.ts';
import { serveJobs } from './jobs.ts';
import { fillUp } from './million.ts';
import { createNewObras, type NewObras } from './new-obra.ts';
import { findSamples, followAll, prepare } from './prepare.ts';

let opened: Promise<Database> | undefined;

/** The database of the environment's settings, opened at its first use. */
function database(): Promise<Database> {
  const { DATABASE_URL, DATA_DIR = '' } = process.env;
  opened ??= openDatabase({ DATABASE_URL, DATA_DIR, CACHE_MB: 0 }, () => {});
  return opened;
}

/** The duration of a loop, and its calls under way at any time. */
interface Loop {
  seconds: number;
  inFlight: number;
}

/** Calls per second. */
async function repeat({ seconds, inFlight }: Loop, call: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  const end = begun + seconds * 1000;
  let last = begun;
  let count = 0;
  const one = async () => {
    while (last < end) {
      await call();
      if (last >= end) return;
      count += 1;
      last = performance.now();
    }
  };
  await Promise.all(Array.from({ length: inFlight }, one));
  return (count / (last - begun)) * 1000;
}

/** One of 1 to `highest`. */
const random = (highest: number) => 1 + Math.floor(Math.random() * highest);

async function findObras({ ids, ...loop }: Loop & { ids: number }): Promise<number> {
  const db = await database();
  return repeat(loop, async () => {
    const id = random(ids);
    if (!(await findObra(db, id))) throw new Error(`no hay obra ${id}`);
  });
}

interface FavoritePages {
  user: string;
  limit: number;
  pages: number;
}

async function findFavorites({ user, limit, pages, ...loop }: Loop & FavoritePages) {
  const db = await database();
  return repeat(loop, () => findFavoritePage(db, user, limit, random(pages)));
}

async function createObras({ prefix, ejercicios, ...loop }: Loop & NewObras): Promise<number> {
  const db = await database();
  const next = createNewObras({ prefix, ejercicios });
  return repeat(loop, () => createObra(db, next()));
}

/**
 * The whole list through COPY, from the rendered documents, or rendering each anew.
 *
 * @returns milliseconds, and the bytes, which are discarded
 */
async function copyObras({ anew }: { anew: boolean }) {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    const begun = performance.now();
    let bytes = 0;
    const rows = client.query(copyTo(`COPY (${anew ? RENDER_OBRAS : LIST_OBRAS}) TO STDOUT`));
    for await (const chunk of rows as AsyncIterable<Buffer>) bytes += chunk.length;
    return { milliseconds: performance.now() - begun, bytes };
  } finally {
    await client.end();
  }
}

/** Fills an empty registry with demonstration data and returns the seconds that it took. */
async function loadDemo({ obras }: { obras: number }): Promise<number> {
  const db = await database();
  const begun = performance.now();
  await fillWithGenerated(db, { obras: String(obras) }, () => {});
  return (performance.now() - begun) / 1000;
}

let hashed: Promise<string> | undefined;

async function verifyPasswords({ password, ...loop }: Loop & { password: string }) {
  hashed ??= hashPassword(password);
  const account = { hash: await hashed };
  return repeat(loop, () => verifyPassword('', async () => account, password));
}

const work = {
  prepare: async () => prepare(await database()),
  findSamples: async () => findSamples(await database()),
  fillUp: async ({ obras }: { obras: number }) => fillUp(await database(), obras),
  followAll: async () => followAll(await database()),
  findObras,
  findFavorites,
  createObras,
  copyObras,
  loadDemo,
  verifyPasswords,
  close: async () => (await opened)?.close(),
};
export type AloneWork = typeof work;
serveJobs(work);
