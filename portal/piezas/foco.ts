import { useEffect, useRef } from 'react';

/** The time between two looks at the focus, and how long it is looked at, in milliseconds. */
const LOOK = 100;
const LONGEST = 10_000;
const GOES_ON = ['keydown', 'pointerdown'];

/**
 * Gives the focus to the element that the answer is put on, once a task in a drawer or a dialog is over and nothing has it:
 * a deleted row takes along the button that had it, maybe only when the page has been read again. A user who has gone on
 * meanwhile, by key or pointer, keeps the focus.
 */
export function useFocusAfter<One extends HTMLElement>(isBusy: boolean) {
  const next = useRef<One>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    const isOver = wasBusy.current && !isBusy;
    wasBusy.current = isBusy;
    if (!isOver) return;
    const end = performance.now() + LONGEST;
    const stop = () => {
      clearInterval(timer);
      for (const type of GOES_ON) removeEventListener(type, stop, true);
    };
    const timer = setInterval(() => {
      // More than once: what is read anew may take the element itself away.
      if (document.activeElement === document.body) next.current?.focus();
      if (performance.now() > end) stop();
    }, LOOK);
    for (const type of GOES_ON) addEventListener(type, stop, true);
    return stop;
  }, [isBusy]);
  return next;
}
