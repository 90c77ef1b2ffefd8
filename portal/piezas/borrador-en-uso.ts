import { useEffect, useRef, useState } from 'react';
import { type Guardado, keepBorrador, removeBorrador } from './borradores.ts';

/** The time between the last change and the writing of a draft, in milliseconds. */
const PAUSE = 250;

/** The notice to a user who leaves a form before it is saved. */
export const SE_CONSERVA = 'Lo que escribió se conserva: aquí estará cuando vuelva.';

export interface BorradorEnUso {
  /** Whether the browser has stored the draft. */
  isStored: boolean;
  /** Writes the draft at once, with `more` beside its fields. */
  keep: (more?: Partial<Guardado>) => void;
  /** Removes the draft and keeps it no longer: the registry has confirmed it, or nobody wants it. */
  drop: () => void;
}

/**
 * Keeps a form's values as a draft: shortly after each change, and when the page is left, hidden or closed.
 *
 * @param borrador null while there is nothing to keep
 */
export function useBorrador(
  userId: string,
  de: string,
  borrador: Omit<Guardado, 'de' | 'instante'> | null,
): BorradorEnUso {
  const [isStored, setStored] = useState(true);
  const latest = useRef(borrador);
  latest.current = borrador;
  const changedAt = useRef(0);
  const isDropped = useRef(false);
  const keep = useRef((more: Partial<Guardado> = {}) => {
    if (isDropped.current || !latest.current) return;
    const instante = changedAt.current || Date.now();
    setStored(keepBorrador(userId, { ...latest.current, ...more, de, instante }));
  }).current;

  const isNothing = borrador === null;
  const valores = borrador?.valores;
  const leida = borrador?.leida;
  // biome-ignore lint/correctness/useExhaustiveDependencies: written when what it holds has changed
  useEffect(() => {
    if (isDropped.current) return;
    if (isNothing) {
      // One that was taken back whole is no draft any more.
      if (changedAt.current > 0) removeBorrador(userId, de);
      return;
    }
    changedAt.current = Date.now();
    const timer = setTimeout(keep, PAUSE);
    return () => clearTimeout(timer);
  }, [valores, leida, isNothing, userId, de]);
  useEffect(() => {
    const flush = () => keep();
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      flush();
    };
  }, [keep]);

  return {
    isStored,
    keep,
    drop() {
      isDropped.current = true;
      removeBorrador(userId, de);
    },
  };
}
