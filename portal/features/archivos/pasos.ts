// What leads from one photo to another, by their places among so many.

/** The place after so many steps on, or back; behind the last one comes the first. */
export const placeAfter = (at: number, by: number, many: number): number => (at + by + many) % many;

/** A pressed key, as an event of the browser has it. */
type Tecla = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** The place that a key leads to; undefined for one that leads nowhere, or is pressed with another. */
export function placeOfKey(
  { key, altKey, ctrlKey, metaKey, shiftKey }: Tecla,
  at: number,
  many: number,
): number | undefined {
  if (altKey || ctrlKey || metaKey || shiftKey) return undefined;
  switch (key) {
    case 'ArrowLeft':
      return placeAfter(at, -1, many);
    case 'ArrowRight':
      return placeAfter(at, 1, many);
    case 'Home':
      return 0;
    case 'End':
      return many - 1;
    default:
      return undefined;
  }
}

/** The least way of a finger that leads on, in pixels. */
const FAR = 48;

/** The steps that a finger means which went so far: to the left is on, to the right back; none where it went up or down, or not far. */
export function stepOfSwipe(x: number, y: number): -1 | 0 | 1 {
  if (Math.abs(x) <= FAR || Math.abs(x) <= 2 * Math.abs(y)) return 0;
  return x < 0 ? 1 : -1;
}

/** The place of the photo to see once that at a place is deleted; undefined where it was the only one. */
export function placeAfterDeletion(at: number, many: number): number | undefined {
  if (many === 1) return undefined;
  return at === many - 1 ? at - 1 : at + 1;
}
