import { createStore, useStore } from '../../almacen.ts';
import { NoConnection, NoSession, RegistryError, sentencesOf } from '../../api.ts';
import { newKey } from '../../azar.ts';
import { untilConnected } from '../../conexion.ts';
import { currentSession } from '../../sesion.ts';
import { type Archivo, sendArchivo } from './enviar.ts';
import { keepPendiente, type Pendiente, readPendientes, removePendiente } from './pendientes.ts';

// The photos on their way to the registry, outside of any page: who goes on to another page goes on sending. Only one tab of a
// user sends at a time, and all of them show the same.

/** A photo that the registry has. */
export interface Enviada {
  obraId: number;
  archivo: Archivo;
  /** False where the work had the very same photo before. */
  isNew: boolean;
}

interface Cola {
  userId: string;
  pendientes: Pendiente[];
  /** Whether each could be saved: one that was not is lost with the tab. */
  isSaved: boolean;
  /** How much of each has gone, from 0 to 1. */
  partes: Readonly<Record<string, number>>;
  /** Those that went while the tab was open. */
  enviadas: readonly Enviada[];
}

const EMPTY: Cola = { userId: '', pendientes: [], isSaved: true, partes: {}, enviadas: [] };
const cola = createStore<Cola>(EMPTY);
const set = (change: Partial<Cola>) => cola.set({ ...cola.get(), ...change });

/** Photos that go at a time. */
const AT_A_TIME = 2;
/** Tries of a photo that is refused for a while, and of one that no answer comes to though there is a connection. */
const MOST_TRIES = { busy: 6, away: 30 };
const TAKEN_AWAY =
  'Su cuenta ya no captura los avances de esta obra. La foto se conserva aquí: pida a un administrador que le asigne la dependencia y envíela otra vez.';
/** The longest wait before a further try, in seconds. */
const LONGEST_WAIT = 60;

const others = new BroadcastChannel('registro.fotos');
const broadcast = () => others.postMessage(cola.get().userId);
others.onmessage = ({ data }: MessageEvent<string>) => {
  if (data === cola.get().userId) void reload();
};

/** Reads what lies in the browser. What was added or taken out here meanwhile stays so. */
async function reload(): Promise<void> {
  const { userId, isSaved, pendientes: before } = cola.get();
  if (!isSaved) return;
  const saved = await readPendientes(userId).catch(() => undefined);
  const now = cola.get();
  if (!saved || now.userId !== userId) return;
  const isIn = (all: Pendiente[], { id }: Pendiente) => all.some((one) => one.id === id);
  set({
    pendientes: [
      ...saved.filter((one) => isIn(now.pendientes, one) || !isIn(before, one)),
      ...now.pendientes.filter((one) => !isIn(before, one) && !isIn(saved, one)),
    ],
  });
}

/** The photos of the session's user; and those that wait are sent. */
export async function openCola(userId: string): Promise<void> {
  if (cola.get().userId !== userId) {
    cola.set({ ...EMPTY, userId });
    await reload();
  }
  void send();
}

export const useCola = (): Cola => useStore(cola);

/** Adds a photo that was chosen, as a draft. */
export async function addPendiente(
  one: Omit<Pendiente, 'id' | 'userId' | 'instante' | 'estado'>,
): Promise<void> {
  const { userId, pendientes, isSaved } = cola.get();
  const added: Pendiente = {
    ...one,
    id: newKey(),
    userId,
    instante: Date.now(),
    estado: 'borrador',
  };
  set({ pendientes: [...pendientes, added] });
  const isNowSaved = await keepPendiente(added);
  set({ isSaved: isSaved && isNowSaved });
  broadcast();
}

/** Changes photos, at once on the screen and then where they are saved. */
export async function changePendientes(ids: string[], change: Partial<Pendiente>): Promise<void> {
  const changed = (one: Pendiente) => (ids.includes(one.id) ? { ...one, ...change } : one);
  const pendientes = cola.get().pendientes.map(changed);
  set({ pendientes });
  await Promise.all(pendientes.filter(({ id }) => ids.includes(id)).map(keepPendiente));
  broadcast();
}

/** Takes a photo out, sent or not. */
export async function dropPendiente(one: Pendiente): Promise<void> {
  set({ pendientes: cola.get().pendientes.filter(({ id }) => id !== one.id) });
  await removePendiente(one);
  broadcast();
}

/** Sends these photos: now, or as soon as there is a connection. */
export async function sendPendientes(ids: string[]): Promise<void> {
  await changePendientes(ids, { estado: 'por enviar', frases: [] });
  void send();
}

let isSending = false;
/** Sends what waits, until somebody has to sign in again and does not. */
async function send(): Promise<void> {
  const { userId } = cola.get();
  if (isSending || currentSession()?.user.id !== userId) return;
  isSending = true;
  // Without https a browser has no locks. Two tabs that send the same send one photo all the same: its bytes are its key.
  const goesOn = await (navigator.locks
    ? navigator.locks.request(`registro.fotos.${userId}`, () => sendAll(userId))
    : sendAll(userId)
  ).finally(() => {
    isSending = false;
  });
  // Some were added while the last ones went.
  if (goesOn && nextOf(cola.get().userId, NONE)) void send();
}
const NONE: ReadonlySet<string> = new Set();

const nextOf = (userId: string, taken: ReadonlySet<string>) =>
  cola.get().userId === userId && currentSession()?.user.id === userId
    ? cola.get().pendientes.find(({ id, estado }) => estado === 'por enviar' && !taken.has(id))
    : undefined;

/** Answers false where nobody is signed in any more. */
async function sendAll(userId: string): Promise<boolean> {
  // Another tab may have sent some meanwhile.
  await reload();
  const taken = new Set<string>();
  const work = async () => {
    for (let one = nextOf(userId, taken); one; one = nextOf(userId, taken)) {
      taken.add(one.id);
      if (!(await sendOne(one))) return false;
      taken.delete(one.id);
    }
    return true;
  };
  return !(await Promise.all(Array.from({ length: AT_A_TIME }, work))).includes(false);
}

/** Sends a photo until the registry has it or refuses it; false where nobody is signed in any more. */
async function sendOne(one: Pendiente): Promise<boolean> {
  const { obraId, contenido, titulo, fecha, publico, avanceId } = one;
  const part = (value: number) => set({ partes: { ...cola.get().partes, [one.id]: value } });
  for (let tries = 1; ; tries++) {
    try {
      part(0);
      const datos = { titulo: titulo.trim() || 'Foto', fecha, publico, avanceId };
      const { archivo, isNew } = await sendArchivo(obraId, contenido, 'foto.jpg', datos, part);
      const { userId, enviadas } = cola.get();
      if (userId === one.userId) set({ enviadas: [...enviadas, { obraId, archivo, isNew }] });
      await dropPendiente(one);
      return true;
    } catch (error) {
      if (error instanceof NoSession) return false;
      const wait = waitAfter(error, tries);
      if (wait === undefined) {
        const isTakenAway = error instanceof RegistryError && error.status === 403;
        const frases = isTakenAway ? [TAKEN_AWAY] : sentencesOf(error);
        await changePendientes([one.id], { estado: 'detenida', frases });
        return true;
      }
      await new Promise((resolve) => setTimeout(resolve, wait * 1000));
      await untilConnected();
    }
  }
}

/** The seconds to wait before a further try; undefined where none would help. */
function waitAfter(error: unknown, tries: number): number | undefined {
  const isAway = error instanceof NoConnection;
  const isBusy = error instanceof RegistryError && [429, 502, 503, 504].includes(error.status);
  const most = isAway ? MOST_TRIES.away : isBusy ? MOST_TRIES.busy : 0;
  if (tries >= most) return undefined;
  const named = error instanceof RegistryError ? error.retryAfter : null;
  return Math.min(named ?? 2 ** (tries - 1), LONGEST_WAIT);
}
