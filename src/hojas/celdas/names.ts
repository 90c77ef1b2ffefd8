import { isBrief } from './text.ts';

// Similarity of two names. Suggestions compare the pairs of letters of folded names. Confident matches compare word by word.

/** The pairs of neighbouring letters of a name, its ends among them. */
export function bigrams(folded: string): Set<string> {
  const framed = ` ${folded} `;
  return new Set(Array.from({ length: framed.length - 1 }, (_, i) => framed.slice(i, i + 2)));
}

/** A name is worth suggesting from this similarity on; 1 is the same. */
export const LEAST_SIMILARITY = 0.5;

/** The share of their bigrams that two names have in common (Sørensen–Dice). */
export function diceCoefficient(own: Set<string>, theirs: Set<string>): number {
  let shared = 0;
  for (const pair of own) if (theirs.has(pair)) shared += 1;
  return (2 * shared) / (own.size + theirs.size);
}

/**
 * The candidate that is most similar to a name.
 *
 * @param least similarity that it has at least
 */
export function mostSimilar<T>(
  own: Set<string>,
  candidates: [T, Set<string>][],
  least = LEAST_SIMILARITY,
): T | undefined {
  let best: T | undefined;
  let most = least;
  for (const [candidate, theirs] of candidates) {
    const alike = diceCoefficient(own, theirs);
    if (alike > most) [best, most] = [candidate, alike];
  }
  return best;
}

// Names that are nearly certain ----------------------------------------------------------------------

/** Words that do not distinguish two names. */
const SMALL_WORDS = ['de', 'del', 'la', 'las', 'el', 'los'];
/** Words that stand before or behind the name of a municipio. */
const WORDS_AROUND_MUNICIPIO =
  /^\s*(?:municipio|mpio\.?|mun\.)(?:\s+del?)?\s+|\s*(?:,|\()\s*yuc(?:at[aá]n|\.)?\s*\)?\s*$/giu;
/** Abbreviations without a point. */
const CUT = ['sta', 'sto', 'pto', 'gral', 'sria', 'mpal'];
/** The fewest letters of a word in which one typo is accepted: a shorter word with one letter changed is often another word. */
const LONG_WORD = 6;
/** The fewest letters of an abbreviation, and of the whole word that it matches. */
const LEAST_CUT = 3;
const LEAST_WHOLE = 4;

/** A name without «Municipio de» before it and «, Yuc.» behind it. */
export const bareName = (name: string): string =>
  isBrief(name) ? name.replace(WORDS_AROUND_MUNICIPIO, '') : name;

/** A word of a name. */
export interface Word {
  letters: string;
  /** True for a word that ends with a point. */
  isCut: boolean;
}

/** The words that distinguish a name, without case and accents. */
export function wordsOf(name: string): Word[] {
  if (!isBrief(name)) return [];
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return (
    [...plain.matchAll(/([\p{L}\p{N}]+)(\.?)/gu)]
      .map(([, letters = '', point]) => ({
        letters,
        isCut: point === '.' || CUT.includes(letters),
      }))
      // Behind a last «de» something is missing.
      .filter(({ letters }, i, all) => i === all.length - 1 || !SMALL_WORDS.includes(letters))
  );
}

const joined = (words: Word[]): string => words.map(({ letters }) => letters).join('');

/**
 * The candidate that a name almost certainly means. It has the same words. Some of them may be abbreviated, or have one typo
 * inside a long word. No other candidate is about as near. «Tizmin» is Tizimín; «Tekal» may be «Tekal de Venegas», and is not
 * taken for Tekax.
 *
 * @param candidates each with the words of its name
 */
export function confidentMatch<T>(own: Word[], candidates: [T, Word[]][]): T | undefined {
  const near = candidates.flatMap(([candidate, theirs]) => {
    const slips = slipsBetween(own, theirs);
    return slips === undefined ? [] : [{ candidate, slips }];
  });
  const [only] = near;
  if (!only || near.length > 1) return undefined;
  const name = joined(own);
  const isRivalled = candidates.some(([candidate, theirs]) => {
    if (candidate === only.candidate) return false;
    const beginnings = theirs.map((_, i) => joined(theirs.slice(0, i + 1)));
    return beginnings.some((each) => damerauLevenshtein(name, each) <= only.slips + 1);
  });
  return isRivalled ? undefined : only.candidate;
}

/** True where two names share more than a long first word. «Instituto de Cultura» is not «Instituto de Vivienda». */
export function isAlikeBeyondKind(one: string, other: string): boolean {
  const [kind, ...own] = wordsOf(one);
  const [its, ...theirs] = wordsOf(other);
  if (!kind || kind.letters.length < LONG_WORD || kind.letters !== its?.letters) return true;
  const [shorter, longer] = [joined(own), joined(theirs)].sort((a, b) => a.length - b.length);
  if (!shorter || !longer || shorter.length < LEAST_WHOLE) return true;
  // An abbreviated name has no other words.
  const [pairs, all] = [bigrams(shorter), bigrams(longer)];
  return [...pairs].filter((pair) => all.has(pair)).length > pairs.size * LEAST_SIMILARITY;
}

/** The number of typos between two names that match word by word, two at most; undefined where they do not match. */
function slipsBetween(own: Word[], theirs: Word[]): number | undefined {
  if (own.length === 0 || own.length !== theirs.length) return undefined;
  let slips = 0;
  let wasCut = false;
  let isAnyWhole = false;
  for (const [i, { letters, isCut }] of own.entries()) {
    const other = theirs[i]?.letters ?? '';
    if (letters === other || isSlipOf(letters, other)) {
      slips += letters === other ? 0 : 1;
      isAnyWhole ||= letters.length >= LEAST_WHOLE;
    } else if (isCut && isCutOf(letters, other)) wasCut = true;
    else return undefined;
  }
  return slips > 2 || (wasCut && !isAnyWhole) ? undefined : slips;
}

/** True for two long words that differ by one typo, and not in the first letter: «interminada» is not «terminada». */
const isSlipOf = (word: string, other: string): boolean =>
  Math.min(word.length, other.length) >= LONG_WORD &&
  word[0] === other[0] &&
  // Another ending makes another word: «terminará».
  word.slice(-2) === other.slice(-2) &&
  !/\p{N}/u.test(word) &&
  damerauLevenshtein(word, other) === 1;

/** True for a word that abbreviates another, with the same first letter: «sria», «sec». */
function isCutOf(word: string, other: string): boolean {
  if (word.length < LEAST_CUT || word[0] !== other[0]) return false;
  let at = -1;
  return [...word].every((letter) => {
    at = other.indexOf(letter, at + 1);
    return at >= 0;
  });
}

/** The most edits that are counted. With more, two words are different. */
const MOST_EDITS = 4;

/** The Damerau–Levenshtein distance of two words, up to `MOST_EDITS`: letters left out, put in, changed, or swapped with the next. */
function damerauLevenshtein(one: string, other: string): number {
  if (Math.abs(one.length - other.length) >= MOST_EDITS) return MOST_EDITS;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const changed = (row[j - 1] as number) + (isSame ? 0 : 1);
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next[j] = Math.min(
        changed,
        (row[j] as number) + 1,
        (next[j - 1] as number) + 1,
        isSwapped ? (before[j - 2] as number) + 1 : MOST_EDITS,
      );
    }
    [before, row] = [row, next];
  }
  return Math.min(MOST_EDITS, row[other.length] as number);
}
