import { api, read, type Schema } from '../../core/api.ts';
import { NoConnection, RegistryError } from '../../core/errores.ts';
import type { Clase } from './clase.ts';
import type { Tarea, TareaListada } from './eleccion.ts';

// The import of a large file goes on in the registry without the page. These are its state, its end, and the day's imports.

/** Between two questions, in milliseconds; twice as long after each without an answer, up to the longest. */
const OFTEN = 1_000;
const SELDOM = 5_000;

/** Whether an import has ended. */
export const isOver = ({ estado }: Pick<TareaListada, 'estado'>): boolean =>
  estado !== 'revisando' && estado !== 'escribiendo';

/** The state of an import. */
export function readTarea({ id: de }: Clase, id: string, signal?: AbortSignal): Promise<Tarea> {
  const request = { params: { path: { id } }, ...(signal && { signal }) };
  return read(api.GET(`/${de}/importacion/{id}`, request)) as Promise<Tarea>;
}

/**
 * Asks for the state of an import until it is over. A registry that can't be reached, or that starts anew, is asked again.
 *
 * @param onProgress called with each answer
 * @throws what `read()` throws, but for what passes; the signal's reason where it ends the asking
 */
export const pollImport = (
  clase: Clase,
  id: string,
  onProgress: (tarea: Tarea) => void,
  signal?: AbortSignal,
): Promise<Tarea> => pollUntilOver((at) => readTarea(clase, id, at), onProgress, signal);

/** The same for an import or an undo that is read in any way. */
export async function pollUntilOver<One extends Pick<TareaListada, 'estado'>>(
  readNow: (signal: AbortSignal | undefined) => Promise<One>,
  onProgress: (tarea: One) => void,
  signal?: AbortSignal,
): Promise<One> {
  for (let wait = OFTEN; ; ) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    signal?.throwIfAborted();
    try {
      const tarea = await readNow(signal);
      if (isOver(tarea)) return tarea;
      wait = OFTEN;
      onProgress(tarea);
    } catch (failure) {
      const passes =
        failure instanceof NoConnection ||
        (failure instanceof RegistryError && (failure.status >= 500 || failure.status === 429));
      if (!passes) throw failure;
      wait = Math.min(2 * wait, SELDOM);
    }
  }
}

/** Ends an import after the rows that are being written. It is over when its state says so. */
export const stopTarea = (
  { id: de }: Clase,
  { id, deshace }: Pick<TareaListada, 'id' | 'deshace'>,
): Promise<unknown> =>
  deshace === null
    ? read(api.DELETE(`/${de}/importacion/{id}`, { params: { path: { id } } }))
    : read(api.DELETE(`/${de}/importacion/{id}/deshacer`, { params: { path: { id: deshace } } }));

/** The undo of an import, or the review of one. */
export type Deshacer = Schema<'Deshacer'>;

const ofImport = (id: string, signal?: AbortSignal) => ({
  params: { path: { id } },
  ...(signal && { signal }),
});

/** The newest undo of an import, or the review of one. */
export const readDeshacer = (
  { id: de }: Clase,
  id: string,
  signal?: AbortSignal,
): Promise<Deshacer> =>
  read(api.GET(`/${de}/importacion/{id}/deshacer`, ofImport(id, signal))) as Promise<Deshacer>;

/** Begins the undo of an import, or only the review of what it would come to. */
export const startDeshacer = ({ id: de }: Clase, id: string, simular: boolean): Promise<Deshacer> =>
  read(
    api.POST(`/${de}/importacion/{id}/deshacer`, {
      params: { path: { id }, query: { simular: simular ? 'true' : 'false' } },
    }),
  ) as Promise<Deshacer>;

/** The state of an import, or of the undo of one. */
export const readListada = (
  clase: Clase,
  { id, deshace }: TareaListada,
  signal?: AbortSignal,
): Promise<TareaListada> =>
  deshace === null ? readTarea(clase, id, signal) : readDeshacer(clase, deshace, signal);

/** The reviews and imports of large files since yesterday, and undos, the latest first, without their reports. */
export const listTareas = ({ id }: Clase, signal?: AbortSignal): Promise<TareaListada[]> =>
  read(api.GET(`/${id}/importacion`, { ...(signal && { signal }) }));
