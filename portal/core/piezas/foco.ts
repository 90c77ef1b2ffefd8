import { useEffect, useRef } from 'react';

/** The time between two looks at the focus, and how long it is looked at, in milliseconds: a busy machine reads a page anew for long. */
const LOOK = 100;
const LONGEST = 30_000;
const GOES_ON = ['keydown', 'pointerdown'];

/**
 * Gives the focus to an element as soon as it is there, where what had the focus has gone from the page. More than once: what is
 * read anew may take the element itself away. A user who has gone on meanwhile, by key or pointer, keeps the focus.
 *
 * @param find the element; null while it is not there
 * @returns ends it
 */
export function refocus(find: () => HTMLElement | null): () => void {
  const end = performance.now() + LONGEST;
  const stop = () => {
    clearInterval(timer);
    for (const type of GOES_ON) removeEventListener(type, stop, true);
  };
  const look = () => {
    if (document.activeElement === document.body) find()?.focus();
    if (performance.now() > end) stop();
  };
  const timer = setInterval(look, LOOK);
  // A user who presses the next key at once finds the focus too.
  requestAnimationFrame(look);
  for (const type of GOES_ON) addEventListener(type, stop, true);
  return stop;
}

/**
 * Gives the focus to the element that the answer is put on, once a task in a drawer or a dialog is over and nothing has it:
 * a deleted row takes along the button that had it, maybe only when the page has been read again.
 */
export function useFocusAfter<One extends HTMLElement>(isBusy: boolean) {
  const next = useRef<One>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    const isOver = wasBusy.current && !isBusy;
    wasBusy.current = isBusy;
    if (isOver) return refocus(() => next.current);
  }, [isBusy]);
  return next;
}
