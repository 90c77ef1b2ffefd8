import { adopt, openDeposito, requireOwner } from '../../archivos/almacen/abrir.ts';
import { type readFilesSettings, StartError } from '../../base/config.ts';
import type { Terminal } from '../../base/console.ts';
import { grouped } from '../../base/text.ts';
import type { Database } from '../../db/db.ts';
import { copyStore, megabytes, NAMED, sizesIn, usable } from '../archivos/copy.ts';
import { linesOf, parse } from './file.ts';

// The bytes of photos and documents, beside a copy of the rows that name them. An object never changes, so a folder of copies
// gains what it does not have yet, and serves every copy of the rows that was made before.

type Place = Pick<ReturnType<typeof readFilesSettings>, 'FILES_URL'>;

/** The id of the store in a copy's rows; undefined where the registry had no files. */
async function storeIn(file: string): Promise<string | undefined> {
  let isStore = false;
  for await (const line of linesOf(file)) {
    if (isStore) {
      const cells = parse(line) as (string | null)[];
      return cells.find((cell) => cell !== null && UUID.test(cell)) ?? undefined;
    }
    isStore = line.length < LONGEST_NAME && (parse(line) as Named | undefined)?.tabla === 'almacen';
  }
  return undefined;
}
type Named = { tabla?: string };
/** Bytes of a line that names a table. */
const LONGEST_NAME = 200;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Copies the objects that the folder does not have yet. It comes after the rows: whatever these name is in the store, where
 * deleted files stay for 30 days.
 *
 * @throws StartError where one of the two can't be used, or belongs to another registry
 */
export async function copyObjects(
  file: string,
  folder: string,
  { FILES_URL }: Place,
  terminal: Pick<Terminal, 'print' | 'stream'>,
): Promise<void> {
  const id = await storeIn(file);
  if (id === undefined) return terminal.print('El registro no tiene fotos ni documentos todavía.');
  const [from, to] = [openDeposito(FILES_URL), openDeposito({ folder })];
  try {
    requireOwner(from, await usable(from, from.owner()), id);
    const { copied, bytes } = await copyStore(from, to, terminal);
    terminal.print(
      `Fotos y documentos en ${folder}: ${grouped(copied)} nuevos (${megabytes(bytes)}).`,
    );
  } finally {
    from.close();
  }
}

/**
 * Refuses a store or a folder of another registry before anything is restored. A store that is away hinders nothing: the objects may
 * follow.
 *
 * @throws StartError
 */
export async function checkStores(
  file: string,
  folder: string | undefined,
  { FILES_URL }: Place,
): Promise<void> {
  const id = await storeIn(file);
  const store = openDeposito(FILES_URL);
  try {
    const owner = await store.owner().catch(() => undefined);
    if (owner !== undefined) requireOwner(store, owner, id);
    if (folder === undefined) return;
    const copies = openDeposito({ folder });
    requireOwner(copies, await usable(copies, copies.owner()), id);
  } finally {
    store.close();
  }
}

/**
 * Makes the store that of a restored registry, with the objects of the folder where there is one, and tells how many of those that
 * its rows name are missing.
 */
export async function restoreObjects(
  db: Database,
  folder: string | undefined,
  { FILES_URL }: Place,
  terminal: Pick<Terminal, 'print' | 'stream'>,
): Promise<void> {
  const named = await db.query<{ huella: string }>(`SELECT huella FROM objetos o WHERE ${NAMED}`);
  if (named.length === 0) return;
  const store = openDeposito(FILES_URL);
  try {
    if (folder !== undefined) {
      const { copied, bytes } = await copyStore(openDeposito({ folder }), store, terminal);
      terminal.print(
        `Fotos y documentos en ${store.place}: ${grouped(copied)} copiados (${megabytes(bytes)}).`,
      );
    }
    await usable(store, adopt(db, store));
    const there = await usable(store, sizesIn(store));
    const missing = named.filter(({ huella }) => !there.has(huella)).length;
    terminal.print(
      missing === 0
        ? `No falta ninguno de sus ${grouped(named.length)} archivos en ${store.place}.`
        : `En ${store.place} faltan ${grouped(missing)} de ${grouped(named.length)} archivos; cópielos ahí con npm run archivos -- --mover ${store.place} --de <carpeta>, de donde estén.`,
    );
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    // The rows are there, and the objects may follow.
    terminal.print(`Las fotos y los documentos no se restauraron. ${error.message}`);
  } finally {
    store.close();
  }
}
