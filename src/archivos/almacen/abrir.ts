import { randomUUID } from 'node:crypto';
import { type Config, type FilesPlace, StartError } from '../../base/config.ts';
import { HttpError } from '../../base/errors.ts';
import type { Database, Db } from '../../db/db.ts';
import { type Almacen, type Deposito, storeUnusable, type Warn } from './almacen.ts';
import { openCarpeta } from './carpeta.ts';
import { openS3 } from './s3.ts';

/** The store of a registry, and what of it `/metrics` tells. */
export interface OpenAlmacen extends Almacen, Pick<Deposito, 'probe' | 'tidy' | 'close'> {
  /** Requests that the store has failed, by what was asked. */
  failures: Record<'put' | 'get' | 'remove', number>;
  /** Why the store could not be asked at the start. */
  trouble?: unknown;
  /**
   * Looks whether the store answers, and is the registry's own.
   *
   * @throws HttpError 503 where the store is away, can't be used, or is another's
   */
  check(): Promise<void>;
}

/**
 * Opens a store without asking it anything.
 *
 * @param warn is given a sentence for who runs the service
 */
export const openDeposito = (place: FilesPlace, warn?: Warn): Deposito =>
  'folder' in place ? openCarpeta(place.folder, warn) : openS3(place);

/**
 * Opens the store of a registry, for a start or a command. A store that is away does not keep the service from starting: works
 * are read and written without it.
 *
 * @throws StartError where the store is of another registry, or of none
 */
export async function openAlmacen(
  config: Pick<Config, 'FILES_URL'>,
  db: Database,
  warn?: Warn,
): Promise<OpenAlmacen> {
  const almacen = createAlmacen(config, db, warn);
  const usable = async () => {
    await almacen.check();
    await almacen.probe();
  };
  await usable().catch((error) => {
    if (!(error instanceof HttpError)) throw error;
    if (error.cause instanceof StartError) throw error.cause;
    almacen.trouble = error.cause;
  });
  return almacen;
}

/**
 * The store of a registry. Neither it nor the database is asked anything yet.
 *
 * Two instances with two stores would each show half of the files. So the store says which registry it belongs to. That is
 * looked at by `check`, ahead of the first read, and ahead of every write: a disk may be unmounted meanwhile.
 */
export function createAlmacen(
  { FILES_URL }: Pick<Config, 'FILES_URL'>,
  db: Database,
  warn?: Warn,
): OpenAlmacen {
  const deposito = openDeposito(FILES_URL, warn);
  // It never changes once it is there.
  let id: string | undefined;
  let isOurs = false;
  const requireOurs = async () => {
    const owner = await deposito.owner();
    if (owner !== id) throw storeUnusable(new StartError(strangeStore(deposito, owner)));
    isOurs = true;
  };
  const requireOursOnce = async () => {
    id ??= await idOf(db);
    if (!isOurs) await requireOurs();
  };
  const failures = { put: 0, get: 0, remove: 0 };
  const counting = async <T>(what: keyof typeof failures, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof HttpError) failures[what] += 1;
      throw error;
    }
  };
  return {
    ...deposito,
    failures,
    async check() {
      id ??= await idOf(db);
      // A registry without files hears at its start, too, that its store can't be used.
      if (id !== undefined) await requireOurs();
      else await deposito.owner();
    },
    put: (contenido) =>
      counting('put', async () => {
        id ??= await beginStore(db, deposito);
        await requireOurs();
        await deposito.put(contenido);
      }),
    get: (huella, range, signal) =>
      counting('get', async () => {
        await requireOursOnce();
        return deposito.get(huella, range, signal);
      }),
    size: (huella) =>
      counting('get', async () => {
        await requireOursOnce();
        return deposito.size(huella);
      }),
    // It asks the database nothing, since the sweep holds the embedded database's only session: `check` goes before it.
    remove: (huella) =>
      counting('remove', async () => {
        await requireOurs();
        await deposito.remove(huella);
      }),
  };
}

/** The id of the registry, which its store has; undefined until its first file comes. */
async function idOf(db: Db): Promise<string | undefined> {
  const row = await db.one<{ id: string | null }>('SELECT id FROM almacen');
  return row?.id ?? undefined;
}

/**
 * Makes the registry's id, and writes it into the store. Of two instances with two stores the second one waits here, and
 * finds the id of the first. Where the id was written and not committed, the store has it and no object.
 *
 * @returns the id
 * @throws HttpError 503 where the store is another registry's
 */
const beginStore = (db: Db, deposito: Deposito): Promise<string> =>
  db.transaction(async (tx) => {
    const row = await tx.one<{ id: string | null }>('SELECT id FROM almacen FOR UPDATE');
    if (row?.id) return row.id;
    const owner = await deposito.owner();
    if (owner !== undefined && (await holdsAny(deposito))) {
      throw storeUnusable(new StartError(strangeStore(deposito, owner)));
    }
    const id = randomUUID();
    await deposito.own(id);
    await tx.query('UPDATE almacen SET id = $1', [id]);
    return id;
  });

async function holdsAny(deposito: Deposito): Promise<boolean> {
  for await (const _ of deposito.list()) return true;
  return false;
}

/**
 * Makes a store the registry's own that names no registry, such as a new one in the place of one that is lost.
 *
 * @throws StartError where it names another
 */
export async function adopt(db: Db, deposito: Deposito): Promise<void> {
  const [id, owner] = [await idOf(db), await deposito.owner()];
  if (id === undefined || owner === id) return;
  if (owner !== undefined) throw new StartError(strangeStore(deposito, owner));
  await deposito.own(id);
}

/** @throws StartError where the store that names this owner is not the registry's with this id */
export function requireOwner(
  deposito: Deposito,
  owner: string | undefined,
  id: string | undefined,
): void {
  if (owner !== id) throw new StartError(strangeStore(deposito, owner));
}

const strangeStore = ({ place }: Deposito, owner: string | undefined): string =>
  owner === undefined
    ? `El almacén de fotos y documentos ${place} (FILES_URL) no es el de este registro, porque no tiene registro.json; indique el que usan las demás instancias o el de antes, y si sus archivos se perdieron, dé éste por bueno con npm run archivos -- --adoptar.`
    : `El almacén de fotos y documentos ${place} (FILES_URL) es de otro registro, según su registro.json; indique el de éste.`;
