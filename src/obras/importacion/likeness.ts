// How alike two names are, both folded: by the pairs of letters that they share.

/** The pairs of letters of a name, its ends among them. */
export function pairsOf(folded: string): Set<string> {
  const framed = ` ${folded} `;
  return new Set(Array.from({ length: framed.length - 1 }, (_, i) => framed.slice(i, i + 2)));
}

/** From which likeness on a name is worth suggesting: 1 is the same. */
export const LIKE = 0.5;

/** The share of their pairs that two names have in common. */
export function likeness(own: Set<string>, theirs: Set<string>): number {
  let shared = 0;
  for (const pair of own) if (theirs.has(pair)) shared += 1;
  return (2 * shared) / (own.size + theirs.size);
}

/**
 * The candidate that is most like a name.
 *
 * @param least likeness that it has at least
 */
export function nearestOf<T>(
  own: Set<string>,
  candidates: [T, Set<string>][],
  least = LIKE,
): T | undefined {
  let best: T | undefined;
  let most = least;
  for (const [candidate, theirs] of candidates) {
    const alike = likeness(own, theirs);
    if (alike > most) [best, most] = [candidate, alike];
  }
  return best;
}
