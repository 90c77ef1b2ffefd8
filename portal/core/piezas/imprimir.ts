import { createStore } from '../store.ts';
import { useStore } from '../usar.ts';

// Paper shows what the page has at that moment: an event before printing can't wait for anything. So the page prints by this door,
// which waits, also where it is asked for by keys. Where the browser's own menu prints, what has come is printed.

/** Whether all that comes late is asked for now. */
const wanted = createStore(false);
export const useIsForPaper = (): boolean => useStore(wanted);

/** Milliseconds that paper waits at most, and between two looks. */
const PAPER_WAITS = 20_000;
const STEP = 50;

/** What is not here yet: what is being read, and pictures on their way (`data-espera` without an address). */
const isMissing = () =>
  document.querySelector('[aria-busy="true"], img[data-espera]') !== null ||
  [...document.images].some(({ complete }) => !complete);

/** Prints the page as soon as all of it has come, or after twenty seconds. */
export async function printWhole(): Promise<void> {
  wanted.set(true);
  const until = Date.now() + PAPER_WAITS;
  do await new Promise((resolve) => setTimeout(resolve, STEP));
  while (isMissing() && Date.now() < until);
  window.print();
}

window.addEventListener('beforeprint', () => wanted.set(true));
window.addEventListener('afterprint', () => wanted.set(false));

/** Whether a key asks to print: Ctrl+P, on a Mac ⌘P. */
export const asksToPrint = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'p' && ctrlKey !== metaKey && !shiftKey && !altKey;
