import { useEffect, useRef } from 'react';

/**
 * Gives the focus to the element that the answer is put on, once a task in a drawer or a dialog is over and nothing has it:
 * what was deleted takes along the button that had it.
 */
export function useFocusAfter<One extends HTMLElement>(isBusy: boolean) {
  const next = useRef<One>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    const isOver = wasBusy.current && !isBusy;
    wasBusy.current = isBusy;
    if (!isOver) return;
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) next.current?.focus();
    }, 100);
    return () => clearTimeout(timer);
  }, [isBusy]);
  return next;
}
