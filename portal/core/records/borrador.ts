import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Borrador, type Envio, keepBorrador, removeBorrador } from './borradores.ts';

/** The time between the last change and the writing of a draft, in milliseconds. */
const PAUSE_BEFORE_KEEPING = 250;

/** The notice to a user who leaves a form before it is saved. */
export const SE_CONSERVA = 'Lo que escribió se conserva: aquí estará cuando vuelva.';

/** A value as it stands when something that began earlier goes on. */
export function useLatest<Value>(value: Value): { readonly current: Value } {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

export interface BorradorAbierto {
  /** Whether the browser has stored the draft. */
  isStored: boolean;
  /** The sending of a new record that no answer has come to. */
  envio: () => Envio | undefined;
  /** Writes the draft at once, with what is on its way. */
  keep: (envio?: Envio) => void;
  /** Removes the draft and keeps it no longer: the registry has confirmed it, or nobody wants it. */
  drop: () => void;
}

/**
 * Keeps a form's values as a draft: shortly after each change, and when the page is left, hidden or closed.
 *
 * @param de the draft's key
 * @param borrador null while there is nothing to keep
 * @param sent the sending that an earlier draft came with
 */
export function useBorrador(
  userId: string,
  de: string,
  borrador: Pick<Borrador, 'valores' | 'leida'> | null,
  sent?: Envio,
): BorradorAbierto {
  const [isStored, setStored] = useState(true);
  const latest = useLatest(borrador);
  const envio = useRef(sent);
  const changedAt = useRef(0);
  const isDropped = useRef(false);
  const [keep] = useState(() => () => {
    if (isDropped.current || !latest.current) return;
    const instante = changedAt.current || Date.now();
    const { current } = envio;
    setStored(
      keepBorrador(userId, { ...latest.current, ...(current && { envio: current }), de, instante }),
    );
  });

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
    const timer = setTimeout(keep, PAUSE_BEFORE_KEEPING);
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
    envio: () => envio.current,
    keep(next) {
      envio.current = next;
      keep();
    },
    drop() {
      isDropped.current = true;
      removeBorrador(userId, de);
    },
  };
}
