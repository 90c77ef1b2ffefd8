import { type FocusEvent, type PointerEvent, useSyncExternalStore } from 'react';
import { createStore } from '../../store.ts';
import { useStore } from '../../usar.ts';

// The work that the pointer or the focus is over, on the map or in the list: the other marks it too.

const senalada = createStore<number | undefined>(undefined);

/** Marks a work, or none. */
export const senalar = senalada.set;

/** The work that is marked. */
export const useSenalada = (): number | undefined => useStore(senalada);

/** Whether a work is marked: only the two rows that differ are drawn anew. */
export const useIsHovered = (obraId: number): boolean =>
  useSyncExternalStore(senalada.subscribe, () => senalada.get() === obraId);

const rowAt = (target: EventTarget): number | undefined => {
  const id = (target as Element).closest('[data-obra]')?.getAttribute('data-obra');
  return id ? Number(id) : undefined;
};

/** The handlers of an element whose rows have `data-obra`. Touch has no hover. */
export const SENALA = {
  onPointerOver: ({ target, pointerType }: PointerEvent) => {
    if (pointerType !== 'touch') senalar(rowAt(target));
  },
  onPointerLeave: () => senalar(undefined),
  onFocus: ({ target }: FocusEvent) => senalar(rowAt(target)),
  onBlur: () => senalar(undefined),
};
