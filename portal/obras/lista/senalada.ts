import { type FocusEvent, type PointerEvent, useSyncExternalStore } from 'react';

// The work that the pointer or the focus is over, on the map or in a list: the other marks it too.

let senalada: number | undefined;
const listeners = new Set<() => void>();

/** Marks a work, or none. */
export function senalar(obraId: number | undefined): void {
  if (obraId === senalada) return;
  senalada = obraId;
  for (const tell of listeners) tell();
}

const subscribe = (tell: () => void) => {
  listeners.add(tell);
  return () => {
    listeners.delete(tell);
  };
};

/** Whether a work is marked: only the two rows that differ are drawn anew. */
export const useIsSenalada = (obraId: number): boolean =>
  useSyncExternalStore(subscribe, () => senalada === obraId);

/** The work that is marked. */
export const useSenalada = (): number | undefined =>
  useSyncExternalStore(subscribe, () => senalada);

const rowAt = (target: EventTarget): number | undefined => {
  const id = (target as Element).closest('[data-obra]')?.getAttribute('data-obra');
  return id ? Number(id) : undefined;
};

/** The handlers of an element whose rows have `data-obra`. A finger has no place to be over. */
export const SENALA = {
  onPointerOver: ({ target, pointerType }: PointerEvent) => {
    if (pointerType !== 'touch') senalar(rowAt(target));
  },
  onPointerLeave: () => senalar(undefined),
  onFocus: ({ target }: FocusEvent) => senalar(rowAt(target)),
  onBlur: () => senalar(undefined),
};
