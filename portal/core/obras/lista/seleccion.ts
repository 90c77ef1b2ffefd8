import { MOST_AT_ONCE } from '../../../../src/core/obras/reglas.ts';
import { announceError } from '../../piezas/avisos.tsx';
import { currentSession } from '../../sesion.ts';
import { createStore } from '../../store.ts';
import { useSession, useStore } from '../../usar.ts';
import type { Fila } from '../filas.ts';
import { type Seleccion, withoutIds, withRows } from './elegidas.ts';

// The works that the user has selected in the list, to change all of them at once. They stay selected in another order, with
// other filters and while other pages are seen.

interface OwnedSeleccion {
  userId: string;
  obras: Seleccion;
}
const store = createStore<OwnedSeleccion | null>(null);

/** The present user's selection: it is of one administrator, and the next person begins without it. */
const ownOf = (stored: OwnedSeleccion | null, user = currentSession()?.user): Seleccion =>
  stored && user?.roles === 'admin' && user.id === stored.userId ? stored.obras : null;

export const useSeleccion = (): Seleccion => ownOf(useStore(store), useSession()?.user);

/** Makes another selection of the present one. */
export function changeSeleccion(of: (now: Seleccion) => Seleccion): void {
  const userId = currentSession()?.user.id;
  if (userId) store.set({ userId, obras: of(ownOf(store.get())) });
}

/** Selects these rows too, as they are seen now. Rows beyond the most at once are left out, with an announcement. */
export const addSeleccionadas = (filas: Fila[]): void =>
  changeSeleccion((now) => {
    const { obras, isFull } = withRows(now, filas);
    if (isFull) announceError(`Se cambian hasta ${MOST_AT_ONCE} obras a la vez.`);
    return obras;
  });

/** Takes these works out of the selection. */
export const removeSeleccionadas = (ids: number[]): void =>
  changeSeleccion((now) => withoutIds(now, ids));

/** Selects a row, or takes it out where it is selected. */
export const toggleSeleccionada = (fila: Fila): void =>
  ownOf(store.get())?.has(fila.id) ? removeSeleccionadas([fila.id]) : addSeleccionadas([fila]);
