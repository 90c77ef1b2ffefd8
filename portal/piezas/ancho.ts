import { useSyncExternalStore } from 'react';

/** Pixels that a rem is where nobody has chosen another font size in their browser. */
const USUAL_REM = 16;

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
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

// An element as high as ten rem, since a font size that changes is told to nobody.
const measure = document.createElement('div');
measure.style.cssText = 'position: fixed; height: 10rem; visibility: hidden';
document.body.append(measure);
let rem = measure.offsetHeight / 10;

/** How many pixels of CSS a rem has, 16 unless somebody has chosen another font size in their browser. */
export function useRem(): number {
  return useSyncExternalStore(
    (listener) => {
      const watch = new ResizeObserver(() => {
        rem = measure.offsetHeight / 10;
        listener();
      });
      watch.observe(measure);
      return () => watch.disconnect();
    },
    () => rem,
  );
}
