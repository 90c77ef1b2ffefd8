import { useSyncExternalStore } from 'react';
import { createStore } from '../store.ts';
import { useStore } from '../usar.ts';

/** Pixels that a rem is where nobody has chosen another font size in their browser. */
const USUAL_REM = 16;

// An element as high as ten rem: browsers tell nobody of a font size that is changed while the page is open.
const measure = document.createElement('div');
measure.style.cssText = 'position: fixed; height: 10rem; visibility: hidden';
document.body.append(measure);
const rem = createStore(measure.offsetHeight / 10);
new ResizeObserver(() => rem.set(measure.offsetHeight / 10)).observe(measure);

/** Pixels of CSS in a rem, 16 unless another font size is chosen in the browser. */
export const useRem = (): number => useStore(rem);

/**
 * Whether the window is at least so wide; the component is drawn again when that changes.
 *
 * @param pixels of CSS, where letters are of the usual size; larger ones need a wider window
 */
export function useMinWidth(pixels: number): boolean {
  const query = `(min-width: ${pixels / USUAL_REM}em)`;
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      const stop = rem.subscribe(listener);
      return () => {
        media.removeEventListener('change', listener);
        stop();
      };
    },
    () => matchMedia(query).matches,
  );
}

/**
 * Tells the styles how high an element is, as a variable of the page, for as long as it is there: `ref={asBarra}` of
 * `const asBarra = heightAs('--barra')`.
 */
export const heightAs = (name: string) => (element: HTMLElement | null) => {
  if (!element) return undefined;
  const { style } = document.documentElement;
  const seen = new ResizeObserver(() => style.setProperty(name, `${element.offsetHeight}px`));
  seen.observe(element);
  return () => {
    seen.disconnect();
    style.removeProperty(name);
  };
};
