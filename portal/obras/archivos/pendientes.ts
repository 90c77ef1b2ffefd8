import { mark } from './marca.ts';

// Photos that the registry has not got yet. They lie in the browser (IndexedDB), for their user alone, so that they outlive a
// network, a session and a closed tab.

export interface Pendiente {
  id: string;
  userId: string;
  obraId: number;
  obra: string;
  /** The file that it was made of, by name, size and time: chosen twice, it goes once. */
  original: string;
  /** What is sent; while it is to be prepared, the file that was chosen. */
  contenido: Blob;
  titulo: string;
  fecha: string;
  publico: boolean;
  avanceId: number | null;
  /** When it was chosen, in milliseconds since 1970. */
  instante: number;
  /** `borrador` until its user sends it; `detenida` with the reasons why the registry does not take it. */
  estado: 'por preparar' | 'borrador' | 'por enviar' | 'detenida';
  frases?: string[];
}

/** Older ones are removed, as other drafts are, in milliseconds: a month. */
const LIFETIME = 30 * 24 * 3_600_000;
const FOTOS = 'fotos';

const outcome = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

let opened: Promise<IDBDatabase> | undefined;
function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('registro', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(FOTOS, { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

/** What is done is on the disk when this ends. */
async function write(change: (fotos: IDBObjectStore) => void): Promise<void> {
  const transaction = (await open()).transaction(FOTOS, 'readwrite');
  change(transaction.objectStore(FOTOS));
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

/** A user's photos in the order in which they were chosen. */
export async function readPendientes(userId: string): Promise<Pendiente[]> {
  const fotos = (await open()).transaction(FOTOS).objectStore(FOTOS);
  const all = await outcome<Pendiente[]>(fotos.getAll());
  const isOld = ({ instante }: Pendiente) => instante < Date.now() - LIFETIME;
  const old = all.filter(isOld);
  if (old.length > 0) await write((store) => old.forEach(({ id }) => void store.delete(id)));
  const own = all.filter((one) => one.userId === userId && !isOld(one));
  mark(userId, own.length > 0);
  return own.sort((a, b) => a.instante - b.instante || (a.id < b.id ? -1 : 1));
}

/** Keeps a photo, new or changed. Answers false where the browser does not let it: its storage is full or forbidden. */
export async function keepPendiente(pendiente: Pendiente): Promise<boolean> {
  try {
    await write((fotos) => void fotos.put(pendiente));
    mark(pendiente.userId, true);
    return true;
  } catch {
    return false;
  }
}

/** Removes a photo, if it is there. */
export async function removePendiente({ id, userId }: Pendiente): Promise<void> {
  try {
    await write((fotos) => void fotos.delete(id));
    await readPendientes(userId);
  } catch {
    // One that could not be kept is not there either.
  }
}
