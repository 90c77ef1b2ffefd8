// Objects for the store of photos and documents, and what a store says of them.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { HttpError } from '../../../src/core/base/errors.ts';
import type { Db } from '../../../src/core/db/db.ts';
import {
  type Almacen,
  type Contenido,
  keyOf,
  type Objeto,
  type Owner,
} from '../../../src/features/archivos/almacen/almacen.ts';

export const digestOf = (bytes: Buffer | string) =>
  createHash('sha256').update(bytes).digest('hex');

/** Bytes as they are given to a store, in two parts. */
export function contentOf(text: Buffer | string): Contenido {
  const bytes = Buffer.from(text);
  return {
    huella: digestOf(bytes),
    bytes: bytes.length,
    open: () => Readable.from([bytes.subarray(0, 10), bytes.subarray(10)]),
  };
}

/** A registry as a store names it; by default the titular itself. */
export const ownerOf = (registro: string, titular = registro): Owner => ({ registro, titular });

/** What the registry says its store is. Answers a function that has it say so again, for the tests of other files. */
export async function keepStore(db: Db): Promise<() => Promise<unknown>> {
  const own = await db.one<{ id: string | null; titular: string | null }>(
    'SELECT id, titular FROM almacen',
  );
  return () => db.query('UPDATE almacen SET id = $1, titular = $2', [own?.id, own?.titular]);
}

export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Where a store in a folder has an object. */
export const pathIn = (folder: string, huella: string): string => join(folder, keyOf(huella));

export async function allOf(store: Pick<Almacen, 'list'>): Promise<Objeto[]> {
  const all = [];
  for await (const each of store.list()) all.push(each);
  return all;
}

/** The bytes that a store has under a digest; undefined where it has none. */
export async function bytesIn(
  store: Pick<Almacen, 'get'>,
  ...asked: Parameters<Almacen['get']>
): Promise<Buffer | undefined> {
  const source = await store.get(...asked);
  return source && buffer(source);
}

/** The refusal of a store, with the cause that the log has. */
export async function refusal(work: Promise<unknown>): Promise<{ text: string; cause: string }> {
  const error = await work.then(
    () => assert.fail('the store refused nothing'),
    (error) => error,
  );
  assert.ok(error instanceof HttpError, String(error.stack));
  assert.equal(error.statusCode, 503);
  assert.match(error.headers['Retry-After'] ?? '', /^\d+$/);
  return { text: error.message, cause: String(error.cause) };
}

/** Enters an object as an upload claims it; it may leave the store `kept` from now on. */
export async function claim(
  db: Db,
  { huella, bytes }: { huella: string; bytes: number },
  kept = '1 day',
): Promise<void> {
  await db.query(
    `INSERT INTO objetos (huella, bytes, conservar_hasta) VALUES ($1, $2, now() + $3::interval)
     ON CONFLICT (huella) DO UPDATE SET conservar_hasta = excluded.conservar_hasta`,
    [huella, bytes, kept],
  );
}

/** Enters a document of a work whose object is claimed. */
export async function enterDocument(
  db: Db,
  { huella, bytes }: { huella: string; bytes: number },
  { obraId = 1, titulo = 'Contrato' } = {},
): Promise<void> {
  await db.query(
    `INSERT INTO archivos (obra_id, tipo, clase, titulo, publico, bytes, tipo_media, huella, objeto)
     VALUES ($1, 'DOCUMENTO', 'CONTRATO', $2, false, $3, 'application/pdf', $4, $4)`,
    [obraId, titulo, bytes, huella],
  );
}
