import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { isOld, type Pendiente } from './estados.ts';
import { mark } from './marca.ts';

// Photos that the registry has not got yet. They lie in the browser (IndexedDB), for their user alone, so that they outlive a
// network, a session and a closed tab.

interface Almacen extends DBSchema {
  fotos: { key: string; value: Pendiente };
}

let opened: Promise<IDBPDatabase<Almacen>> | undefined;
function open(): Promise<IDBPDatabase<Almacen>> {
  opened ??= openDB<Almacen>('registro', 1, {
    upgrade: (database) => void database.createObjectStore('fotos', { keyPath: 'id' }),
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

/** A user's photos in the order in which they were chosen. */
export async function readPendientes(userId: string): Promise<Pendiente[]> {
  const database = await open();
  const all = await database.getAll('fotos');
  for (const { id } of all.filter((one) => isOld(one))) await database.delete('fotos', id);
  const own = all.filter((one) => one.userId === userId && !isOld(one));
  mark(userId, own.length > 0);
  return own.sort((a, b) => a.instante - b.instante || (a.id < b.id ? -1 : 1));
}

/** Keeps a photo, new or changed. Answers false where the browser does not let it: its storage is full or forbidden. */
export async function keepPendiente(pendiente: Pendiente): Promise<boolean> {
  try {
    await (await open()).put('fotos', pendiente);
    mark(pendiente.userId, true);
    return true;
  } catch {
    return false;
  }
}

/** Removes a photo, if it is there. */
export async function removePendiente({ id, userId }: Pendiente): Promise<void> {
  try {
    await (await open()).delete('fotos', id);
    await readPendientes(userId);
  } catch {
    // One that could not be kept is not there either.
  }
}
