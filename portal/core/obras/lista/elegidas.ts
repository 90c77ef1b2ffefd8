import { MOST_AT_ONCE } from '../../../../src/core/obras/reglas.ts';
import type { Fila } from '../filas.ts';

// The works that are selected in the list, to change all of them at once.

/** A selected work as it was seen; its ETag tells whether it still is so. */
export type Seleccionada = Required<Pick<Fila, 'id' | 'nombre' | 'estatusObra' | 'etag'>>;
/** By id, in the order in which they were selected; null while the user is not selecting. */
export type Seleccion = ReadonlyMap<number, Seleccionada> | null;

/** The selection with these rows too, as they are seen now; those beyond the most at once are left out, and then `isFull`. */
export function withRows(now: Seleccion, filas: Fila[]): { obras: Seleccion; isFull: boolean } {
  const all = new Map(now);
  for (const { id, nombre, estatusObra, etag } of filas) {
    if (etag && (all.has(id) || all.size < MOST_AT_ONCE)) {
      all.set(id, { id, nombre, estatusObra, etag });
    }
  }
  return { obras: all, isFull: all.size === MOST_AT_ONCE && filas.some(({ id }) => !all.has(id)) };
}

/** The selection without these works. */
export const withoutIds = (now: Seleccion, ids: number[]): Seleccion =>
  now && new Map([...now].filter(([id]) => !ids.includes(id)));
