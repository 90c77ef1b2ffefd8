import type { Terminal } from '../../consola/console.ts';
import { StartError } from '../../core/base/config.ts';
import { grouped } from '../../core/base/text.ts';
import type { Database } from '../../core/db/db.ts';
import type { readFilesSettings } from '../../features/archivos/almacen/abrir.ts';
import {
  beginAgain,
  findOwner,
  openDeposito,
  othersTitular,
  requireOwner,
} from '../../features/archivos/almacen/abrir.ts';
import {
  copyStore,
  type Malo,
  megabytes,
  NAMED,
  type Nombrado,
  namesOf,
  sizesIn,
  tellMalos,
  usable,
} from '../../features/archivos/command/copy.ts';
import { type Header, linesOf, parse } from './file.ts';

// The bytes of photos and documents, beside a copy of the rows that name them. An object never changes, so a folder of copies
// gains what it does not have yet, and serves every copy of the rows that was made before.

type Place = Pick<ReturnType<typeof readFilesSettings>, 'FILES_URL'>;

/** The rows of a table in a copy, each by its columns' names. */
async function* rowsOf(file: string, table: string): AsyncGenerator<Record<string, string | null>> {
  let columns: string[] | undefined;
  let isTable = false;
  for await (const line of linesOf(file)) {
    const isRow = line.toString('latin1', 0, 1) === '[';
    if (!columns) {
      const { tablas } = parse(line) as Header;
      columns = tablas.find(({ nombre }) => nombre === table)?.columnas ?? [];
    } else if (!isRow) {
      if (isTable) return;
      isTable = (parse(line) as { tabla?: string } | undefined)?.tabla === table;
    } else if (isTable) {
      const cells = parse(line) as (string | null)[];
      yield Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? null]));
    }
  }
}

/** The id of the store in a copy's rows; undefined where the registry had no files. */
async function storeIn(file: string): Promise<string | undefined> {
  for await (const { id } of rowsOf(file, 'almacen')) return id ?? undefined;
  return undefined;
}

async function namesInCopy(file: string, malos: Malo[]): Promise<Nombrado[]> {
  const names: Nombrado[] = [];
  const huellas = new Set(malos.map(({ huella }) => huella));
  for await (const row of rowsOf(file, 'archivos')) {
    for (const huella of new Set([row.objeto, row.objeto_mini])) {
      if (!huella || !huellas.has(huella)) continue;
      names.push({
        huella,
        ...{ id: Number(row.id), obra: Number(row.obra_id), titulo: row.titulo ?? '' },
      });
    }
  }
  return names;
}

/**
 * Copies the objects that the folder does not have yet. It comes after the rows: whatever these name is in the store, where
 * deleted files stay for 30 days. What is damaged is left out, and named at the end.
 *
 * @returns the exit code: undefined where all are there
 * @throws StartError where one of the two can't be used, or belongs to another registry
 */
export async function copyObjects(
  file: string,
  folder: string,
  { FILES_URL }: Place,
  terminal: Pick<Terminal, 'print' | 'stream'>,
): Promise<1 | undefined> {
  const id = await storeIn(file);
  if (id === undefined) {
    terminal.print('El registro no tiene fotos ni documentos todavía.');
    return undefined;
  }
  const [from, to] = [openDeposito(FILES_URL), openDeposito({ folder })];
  try {
    requireOwner(from, await usable(from, from.owner()), id);
    const { copied, bytes, malos } = await copyStore(from, to, terminal);
    terminal.print(
      `Fotos y documentos en ${folder}: ${grouped(copied)} nuevos (${megabytes(bytes)}).`,
    );
    if (malos.length === 0) return undefined;
    terminal.print(`No se copiaron ${grouped(malos.length)}:`);
    return tellMalos(malos, await namesInCopy(file, malos), terminal.print);
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
 * its rows name are missing. Of a store that was another registry's before, that one stays the titular.
 *
 * @returns the exit code: undefined where nothing of the folder is damaged
 */
export async function restoreObjects(
  db: Database,
  folder: string | undefined,
  { FILES_URL }: Place,
  terminal: Pick<Terminal, 'print' | 'stream'>,
): Promise<1 | undefined> {
  let code: 1 | undefined;
  const mine = await findOwner(db);
  if (!mine) return code;
  const named = await db.query<{ huella: string }>(`SELECT huella FROM objetos o WHERE ${NAMED}`);
  const store = openDeposito(FILES_URL);
  try {
    if (folder !== undefined) {
      const copies = openDeposito({ folder });
      const { copied, bytes, malos } = await copyStore(copies, store, terminal, mine.titular);
      terminal.print(
        `Fotos y documentos en ${store.place}: ${grouped(copied)} copiados (${megabytes(bytes)}).`,
      );
      code = tellMalos(malos, await namesOf(db, malos), terminal.print);
    }
    const isTitular = await usable(store, beginAgain(mine, store));
    const there = await usable(store, sizesIn(store));
    const missing = named.filter(({ huella }) => !there.has(huella)).length;
    if (missing > 0) {
      terminal.print(
        `En ${store.place} faltan ${grouped(missing)} de ${grouped(named.length)} archivos; cópielos ahí con npm run archivos -- --mover ${store.place} --de <carpeta>, de donde estén.`,
      );
    } else if (named.length > 0) {
      terminal.print(
        `No falta ninguno de sus ${grouped(named.length)} archivos en ${store.place}.`,
      );
    }
    if (!isTitular) terminal.print(othersTitular(store));
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    // The rows are there, and the objects may follow.
    terminal.print(`Las fotos y los documentos no se restauraron. ${error.message}`);
  } finally {
    store.close();
  }
  return code;
}
