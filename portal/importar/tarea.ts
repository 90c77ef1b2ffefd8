import { useQuery } from '@tanstack/react-query';
import { api, NoConnection, RegistryError, read } from '../api.ts';
import { type Clase, useClase } from './clase.tsx';
import type { Tarea, TareaListada } from './envio.ts';

// The import of a large file goes on in the registry without the page. These are its state, its end, and the day's imports.

/** Between two questions, in milliseconds; twice as long after each without an answer, up to the longest. */
const OFTEN = 1_000;
const SELDOM = 5_000;

/** Whether an import has ended. */
export const isOver = ({ estado }: TareaListada): boolean =>
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
export async function pollImport(
  clase: Clase,
  id: string,
  onProgress: (tarea: Tarea) => void,
  signal?: AbortSignal,
): Promise<Tarea> {
  for (let wait = OFTEN; ; ) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    signal?.throwIfAborted();
    try {
      const tarea = await readTarea(clase, id, signal);
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
export const stopTarea = ({ id: de }: Clase, id: string): Promise<unknown> =>
  read(api.DELETE(`/${de}/importacion/{id}`, { params: { path: { id } } }));

/** The reviews and imports of large files since yesterday, the latest first, without their reports. */
export function useTareas() {
  const { id } = useClase();
  return useQuery({
    queryKey: ['importaciones', id],
    queryFn: ({ signal }) => read(api.GET(`/${id}/importacion`, { signal })),
    staleTime: 0,
  });
}
