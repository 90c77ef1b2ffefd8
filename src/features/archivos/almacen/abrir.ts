import { randomUUID } from 'node:crypto';
import { type Config, OF_DATABASE, readSettings, StartError } from '../../../core/base/config.ts';
import { HttpError } from '../../../core/base/errors.ts';
import type { Database, Db } from '../../../core/db/db.ts';
import type { FilesPlace } from '../settings.ts';
import { type Almacen, type Deposito, type Owner, storeUnusable, type Warn } from './almacen.ts';
import { openCarpeta } from './carpeta.ts';
import { openS3 } from './s3.ts';

/** The store of a registry, with its figures for `/metrics`. */
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
  /**
   * Looks, ahead of removals, whether the registry may remove objects: of those that share a store only its titular does. A registry
   * without files has nothing to remove.
   *
   * @throws HttpError 503 where another is the titular, or as `check` does
   */
  requireTitular(): Promise<void>;
}

/** The registry's place and that of its photos and documents, for commands. */
export const readFilesSettings = (environment: NodeJS.ProcessEnv) =>
  readSettings(environment, [...OF_DATABASE, 'FILES_URL']);

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
    await almacen.requireTitular().catch((error) => {
      if (!(error.cause instanceof StartError)) throw error;
      warn?.(error.cause.message);
    });
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
 * Two instances with two stores would each show half of the files. So the store says which registry it belongs to. `check`
 * looks at that ahead of the first read, and ahead of every write: a disk may be unmounted meanwhile.
 */
export function createAlmacen(
  { FILES_URL }: Pick<Config, 'FILES_URL'>,
  db: Database,
  warn?: Warn,
): OpenAlmacen {
  const deposito = openDeposito(FILES_URL, warn);
  // It never changes once it is there.
  let mine: Owner | undefined;
  let isOurs = false;
  /** Whether an object of this process lies in the store, which then counts as begun. */
  let isBegun = false;
  const requireOurs = async () => {
    const owner = await deposito.owner();
    if (owner?.registro !== mine?.registro) {
      throw strange(deposito, owner);
    }
    isOurs = true;
    return owner;
  };
  const requireOursOnce = async () => {
    mine ??= await findOwner(db);
    if (!isOurs) await requireOurs();
  };
  const requireHolder = async () => {
    if ((await requireOurs())?.titular !== mine?.titular) {
      throw storeUnusable(new StartError(othersTitular(deposito)));
    }
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
      mine ??= await findOwner(db);
      // A registry without files hears at its start, too, that its store can't be used.
      if (mine) await requireOurs();
      else await deposito.owner();
    },
    async requireTitular() {
      // A clone of the database may have been given another one meanwhile.
      mine = await findOwner(db);
      if (mine) await requireHolder();
    },
    put: (contenido) =>
      counting('put', async () => {
        mine ??= await beginStore(db, deposito);
        await requireOurs();
        await deposito.put(contenido);
        // Another registry may have taken the store meanwhile, while it was empty.
        if (!isBegun) await requireOurs();
        isBegun = true;
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
    // It asks the database nothing, since the sweep holds the embedded database's only session: `requireTitular` goes before it.
    remove: (huella) =>
      counting('remove', async () => {
        await requireHolder();
        if (mine) await deposito.remove(huella);
      }),
    async *list(skip) {
      await requireOursOnce();
      // Where the registry has no files, what lies there is another's that is being moved, for example.
      if (mine) yield* deposito.list(skip);
    },
    async tidy() {
      if (!mine) return;
      await requireHolder();
      await deposito.tidy();
    },
  };
}

/** The registry, as its store has to name it; undefined until its first file comes. */
export async function findOwner(db: Db): Promise<Owner | undefined> {
  const row = await db.one<{ registro: string | null; titular: string }>(
    'SELECT id AS registro, coalesce(titular, id) AS titular FROM almacen',
  );
  return row?.registro ? { ...row, registro: row.registro } : undefined;
}

/**
 * Makes the registry's id, and writes it into the store. Of two instances with two stores the second one waits here, and
 * finds the id of the first. Where the id was written and not committed, the store has it and no object.
 *
 * @throws HttpError 503 where the store is another registry's
 */
const beginStore = (db: Db, deposito: Deposito): Promise<Owner> =>
  db.transaction(async (tx) => {
    await tx.query('SELECT FROM almacen FOR UPDATE');
    const found = await findOwner(tx);
    if (found) return found;
    const owner = await deposito.owner();
    if (owner && (await holdsAny(deposito))) {
      throw strange(deposito, owner);
    }
    const registro = randomUUID();
    const mine = { registro, titular: registro };
    if (owner) await takeOver(deposito, { mine, owner });
    else {
      const there = await deposito.claim(mine);
      // Another registry began its store there at the same moment.
      if (there.registro !== registro) throw strange(deposito, there);
    }
    await tx.query('UPDATE almacen SET id = $1, titular = NULL', [registro]);
    return mine;
  });

/**
 * Takes a store without objects that has the registro.json of an interrupted first start. A registry that begins its store there
 * at this moment has an object by now and keeps the store, or its `put` finds that the store is another's.
 *
 * @throws HttpError 503 where it is that registry's
 */
async function takeOver(deposito: Deposito, { mine, owner }: { mine: Owner; owner: Owner }) {
  await deposito.own(mine);
  if (!(await holdsAny(deposito))) return;
  await deposito.own(owner);
  throw strange(deposito, owner);
}

async function holdsAny(deposito: Deposito): Promise<boolean> {
  for await (const _ of deposito.list()) return true;
  return false;
}

/**
 * Makes a store without a name this registry's, such as a new store in place of a lost one. Its own store keeps its titular.
 *
 * @returns whether the registry is its titular
 * @throws StartError where it names another registry
 */
export async function beginAgain(mine: Owner, deposito: Deposito): Promise<boolean> {
  const there = (await deposito.owner()) ?? (await deposito.claim(mine));
  requireOwner(deposito, there, mine.registro);
  return there.titular === mine.titular;
}

/**
 * Makes the registry the titular of its own store, or of one with a missing or damaged registro.json.
 *
 * @throws StartError where it names another registry
 */
export async function adopt(mine: Owner, deposito: Deposito): Promise<void> {
  const isDamaged = (await deposito.owner())?.registro === '';
  if (isDamaged || !(await beginAgain(mine, deposito))) await deposito.own(mine);
}

/** @throws StartError where the store that names this owner is not the registry's with this id */
export function requireOwner(
  deposito: Deposito,
  owner: Owner | undefined,
  id: string | undefined,
): void {
  if (owner?.registro !== id) throw new StartError(strangeStore(deposito, owner));
}

/** The warning that another registry is the titular of a shared store. */
export const othersTitular = ({ place }: Deposito): string =>
  `El almacén de fotos y documentos ${place} (FILES_URL) tiene otro titular, según su registro.json, así que este registro guarda ahí y no quita nada: si queda en lugar del otro, dígalo con npm run archivos -- --adoptar, y si es de prueba, indique un FILES_URL propio.`;

const strange = (deposito: Deposito, owner: Owner | undefined) =>
  storeUnusable(new StartError(strangeStore(deposito, owner)));

function strangeStore({ place }: Deposito, owner: Owner | undefined): string {
  const store = `El almacén de fotos y documentos ${place} (FILES_URL)`;
  if (owner?.registro === '') {
    return `${store} tiene dañado su registro.json, que dice de qué registro es; si es el de éste, dígalo con npm run archivos -- --adoptar.`;
  }
  return owner === undefined
    ? `${store} no es el de este registro, porque no tiene registro.json; indique el que usan las demás instancias o el de antes, y si sus archivos se perdieron, dé éste por bueno con npm run archivos -- --adoptar.`
    : `${store} es de otro registro, según su registro.json; indique el de éste.`;
}
