import type { Terminal } from '../../consola/console.ts';
import { type Config, StartError } from '../../core/base/config.ts';
import { grouped } from '../../core/base/text.ts';
import type { Database } from '../../core/db/db.ts';
import {
  beginAgain,
  findOwner,
  openDeposito,
  othersTitular,
  requireOwner,
} from './almacen/abrir.ts';
import {
  copyStore,
  filesNaming,
  type Malo,
  megabytes,
  NAMED,
  type Nombrado,
  sizesIn,
  tellMalos,
  usable,
} from './command/copy.ts';

// The bytes of photos and documents, beside a copy of the rows that name them. An object never changes, so a folder of copies
// gains what it does not have yet, and serves every copy of the rows that was made before.

export const option = 'archivos';
export const settings = ['FILES_URL'];
export const help = {
  backup: `\
Las fotos y los documentos están aparte, en su almacén, y no en ese archivo.

  --archivos <carpeta>  copia además ahí las fotos y los documentos que no tenga todavía. Sirve la misma carpeta para todas
                        las copias
`,
  restore: `
Al final dice cuántas de sus fotos y documentos faltan en el almacén de FILES_URL. De un almacén que ya usa otro registro no quita
nada: si éste queda en su lugar, dígalo con npm run archivos -- --adoptar; si es de prueba, lleve un FILES_URL propio.

  --archivos <carpeta>  copia además al almacén las fotos y los documentos que npm run backup dejó ahí
`,
};

type FilesPlace = Pick<Config, 'FILES_URL'>;
type Rows = (table: string) => AsyncIterable<Record<string, string | null>>;

/** The id of the store in a copy's rows; undefined where the registry had no files. */
async function storeIn(rows: Rows): Promise<string | undefined> {
  for await (const { id } of rows('almacen')) return id ?? undefined;
  return undefined;
}

async function namesInCopy(rows: Rows, malos: Malo[]): Promise<Nombrado[]> {
  const names: Nombrado[] = [];
  const huellas = new Set(malos.map(({ huella }) => huella));
  for await (const row of rows('archivos')) {
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
 * Copies the objects that the folder does not have yet. It comes after the rows: all that these name is in the store, where
 * deleted files stay for 30 days. Damaged ones are left out, and named at the end.
 *
 * @returns the exit code: undefined where all are there
 * @throws StartError where one of the two can't be used, or belongs to another registry
 */
export async function copy(
  { FILES_URL }: FilesPlace,
  folder: string,
  rows: Rows,
  terminal: Pick<Terminal, 'print' | 'stream'>,
): Promise<1 | undefined> {
  const id = await storeIn(rows);
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
    return tellMalos(malos, await namesInCopy(rows, malos), terminal.print);
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
export async function check(
  { FILES_URL }: FilesPlace,
  folder: string | undefined,
  rows: Rows,
): Promise<void> {
  const id = await storeIn(rows);
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
 * Makes the store a restored registry's, with the objects of the folder where there is one, and prints how many objects of its rows
 * are missing. An earlier registry of the store stays its titular.
 *
 * @returns the exit code: undefined where nothing of the folder is damaged
 */
export async function restore(
  { FILES_URL }: FilesPlace,
  folder: string | undefined,
  db: Database,
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
      code = tellMalos(malos, await filesNaming(db, malos), terminal.print);
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
