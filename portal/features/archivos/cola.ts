import { proposed } from '../../../src/features/archivos/fotos/dia-en-palabras.ts';
import { newKey } from '../../core/azar.ts';
import { untilConnected } from '../../core/conexion.ts';
import { NoSession } from '../../core/errores.ts';
import { currentSession } from '../../core/sesion.ts';
import { createStore } from '../../core/store.ts';
import { useStore } from '../../core/usar.ts';
import { shrink } from './encoger.ts';
import { sendArchivo } from './enviar.ts';
import { type Cola, EMPTY, type Pendiente, stoppedBy, waitAfter } from './estados.ts';
import { FotoIlegible, judgeSize } from './legible.ts';
import { keepPendiente, readPendientes, removePendiente } from './pendientes.ts';

// The photos on their way to the registry, outside of any page: who goes on to another page goes on sending. Only one tab of a
// user sends at a time, and all of them show the same.

const cola = createStore<Cola>(EMPTY);
const set = (change: Partial<Cola>) => cola.set({ ...cola.get(), ...change });

/** Photos that go at a time. */
const AT_A_TIME = 2;

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
    unsaved.clear();
    cola.set({ ...EMPTY, userId });
    await reload();
  }
  void send();
}

export const useCola = (): Cola => useStore(cola);

/** Those that the browser did not keep. */
const unsaved = new Set<string>();
const noteSaved = () => set({ isSaved: unsaved.size === 0 });

async function keep(one: Pendiente): Promise<void> {
  if (await keepPendiente(one)) unsaved.delete(one.id);
  else unsaved.add(one.id);
  noteSaved();
}

/** Adds files that were chosen as they are, so that a closed tab loses none, and then makes them small. */
export async function addFotos(
  files: readonly File[],
  of: Pick<Pendiente, 'obraId' | 'obra' | 'avanceId'>,
): Promise<void> {
  set({ ilegibles: [] });
  const { userId } = cola.get();
  const added: Pendiente[] = [];
  for (const file of files) {
    const original = `${file.name} ${file.size} ${file.lastModified}`;
    const isSame = (one: Pendiente) => one.obraId === of.obraId && one.original === original;
    try {
      judgeSize(file);
      if ([...cola.get().pendientes, ...added].some(isSame)) {
        throw new FotoIlegible(`«${file.name}» ya está en la lista.`);
      }
      added.push({
        ...of,
        original,
        contenido: file,
        titulo: '',
        fecha: '',
        publico: true,
        id: newKey(),
        userId,
        // In the order in which they were chosen.
        instante: Date.now() + added.length,
        estado: 'por preparar',
      });
    } catch (error) {
      refuse(of.obraId, file.name, error);
    }
  }
  set({ pendientes: [...cola.get().pendientes, ...added] });
  for (const one of added) await keep(one);
  await prepareFotos();
}

function refuse(obraId: number, name: string, error: unknown): void {
  const frase = error instanceof FotoIlegible ? error.message : `No se pudo leer «${name}».`;
  set({ ilegibles: [...cola.get().ilegibles, { obraId, frase }] });
}

/** Without https a browser has no locks: two tabs may do the same then. */
const alone = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(`registro.fotos.${name}`, work) : work();

let prepared: Promise<void> = Promise.resolve();
/** Makes those small that a user has chosen, also before a tab was closed; one at a time, for each may take all that a phone has. */
export function prepareFotos(): Promise<void> {
  const { userId } = cola.get();
  prepared = prepared.then(() => alone(`${userId}.preparar`, () => prepareAll(userId)));
  return prepared;
}

async function prepareAll(userId: string): Promise<void> {
  // Another tab may have prepared some meanwhile.
  await reload();
  for (let one = nextOf(userId, 'por preparar'); one; one = nextOf(userId, 'por preparar')) {
    try {
      const { contenido, isWhole, dia } = await shrink(one.contenido as File);
      const dated = { fecha: dia?.fecha ?? '', fechaSegun: dia?.fechaSegun };
      await changePendientes([one.id], {
        ...{ contenido, isWhole, estado: 'borrador' as const },
        ...dated,
        titulo: proposed(dated),
      });
    } catch (error) {
      refuse(one.obraId, (one.contenido as File).name, error);
      await dropPendiente(one);
    }
  }
}

/** Changes photos, at once on the screen and then where they are saved. */
export async function changePendientes(ids: string[], change: Partial<Pendiente>): Promise<void> {
  const changed = (one: Pendiente) => (ids.includes(one.id) ? { ...one, ...change } : one);
  const pendientes = cola.get().pendientes.map(changed);
  set({ pendientes });
  await Promise.all(pendientes.filter(({ id }) => ids.includes(id)).map(keep));
  broadcast();
}

/** Takes a photo out, sent or not. */
export async function dropPendiente(one: Pendiente): Promise<void> {
  set({ pendientes: cola.get().pendientes.filter(({ id }) => id !== one.id) });
  unsaved.delete(one.id);
  noteSaved();
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
  // Two tabs that send the same send one photo all the same: its bytes are its key.
  const goesOn = await alone(userId, () => sendAll(userId)).finally(() => {
    isSending = false;
  });
  // Some were added while the last ones went.
  if (goesOn && nextOf(cola.get().userId, 'por enviar')) void send();
}
const NONE_TAKEN: ReadonlySet<string> = new Set();

/** The first of a user's photos in a state, while they are at the screen. */
const nextOf = (userId: string, state: Pendiente['estado'], taken = NONE_TAKEN) =>
  cola.get().userId === userId && currentSession()?.user.id === userId
    ? cola.get().pendientes.find(({ id, estado }) => estado === state && !taken.has(id))
    : undefined;

/** Answers false where nobody is signed in any more. */
async function sendAll(userId: string): Promise<boolean> {
  // Another tab may have sent some meanwhile.
  await reload();
  const taken = new Set<string>();
  const next = () => nextOf(userId, 'por enviar', taken);
  const work = async () => {
    for (let one = next(); one; one = next()) {
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
  const { obraId, contenido, titulo, fecha, fechaSegun, publico, avanceId } = one;
  const part = (value: number) => set({ partes: { ...cola.get().partes, [one.id]: value } });
  for (let tries = 1; ; tries++) {
    try {
      part(0);
      const datos = { titulo: titulo.trim() || 'Foto', fecha, fechaSegun, publico, avanceId };
      const { archivo, isNew } = await sendArchivo(obraId, contenido, 'foto.jpg', datos, part);
      const { userId, enviadas } = cola.get();
      if (userId === one.userId) set({ enviadas: [...enviadas, { obraId, archivo, isNew }] });
      await dropPendiente(one);
      return true;
    } catch (error) {
      if (error instanceof NoSession) return false;
      const wait = waitAfter(error, tries);
      if (wait === undefined) {
        await changePendientes([one.id], { estado: 'detenida', ...stoppedBy(error) });
        return true;
      }
      await new Promise((resolve) => setTimeout(resolve, wait * 1000));
      await untilConnected();
    }
  }
}
