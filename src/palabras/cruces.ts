import { fold, JOINTS, NUMBER, numbersIn, SIGNS, STREETS, tokensOf } from './palabras.ts';

// Streets and crossings in addresses and searches. palabras.ts reads the words of a search by the same tables.

/** Abbreviations of the other kinds of streets, with or without a point. */
const KINDS = new Map([
  ['av', 'avenida'],
  ['ave', 'avenida'],
  ['avda', 'avenida'],
  ['blvd', 'bulevar'],
  ['blv', 'bulevar'],
  ['boulevard', 'bulevar'],
  ['calz', 'calzada'],
  ['cda', 'cerrada'],
  ['cto', 'circuito'],
  ['prol', 'prolongacion'],
  ['priv', 'privada'],
]);
/** Kinds that alone are no search for a street. */
const COMMON = new Set(['calle', 'privada', 'cerrada', 'andador', 'paseo', ...KINDS.values()]);
/** A street of an address or a search. */
export interface StreetWords {
  /** Its whole numbers: 60 of «Calle 60-A». */
  numbers: string[];
  /** Words without accents and capitals, «av.» as «avenida»; without words that only join. */
  words: string[];
  /** Its kind, such as «calle». */
  kinds: string[];
}

/** «60A» and «60-A» are the number 60 and a letter, as «60 A» is. */
const LETTERED = /([0-9])-?([a-z])(?![a-z0-9])/gi;
/** Words that are ignored in names and in searches. */
export const SMALL = new Set(['de', 'del', 'la', 'las', 'el', 'los', 'y', 'e']);
/** Words that join the streets of a crossing. */
const CROSSES = new Set([...JOINTS].filter((joint) => !SMALL.has(joint) && joint !== ','));

/** A street's name, word by word. */
export function readStreet(name: string): StreetWords {
  const spaced = name.replace(LETTERED, '$1 $2');
  const numbers = numbersIn(spaced).map(({ digits }) => digits);
  const street: StreetWords = { numbers, words: [], kinds: [] };
  for (const word of wordsIn(spaced)) {
    if (numbers.includes(word) || SMALL.has(word)) continue;
    const kind = STREETS.has(word) ? 'calle' : (KINDS.get(word) ?? word);
    (COMMON.has(kind) ? street.kinds : street.words).push(kind);
  }
  return street;
}

/** The words of a text without accents and capitals, in whatever script. */
export const wordsIn = (text: string): string[] =>
  fold(text)
    .folded.toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/**
 * The streets of a search: one, or those of a crossing. «calle 60 por 61 centro» has two, the second with a word that is not in
 * its name. House numbers are left out: «60 #491 x 57 y 59». Names may have joining words too, so the function returns several
 * readings, the likeliest first.
 *
 * @param q as it was typed
 */
export function readCrossings(q: string): StreetWords[][] {
  const tokens = tokensOf(q.replace(LETTERED, '$1 $2'));
  const isAnd = (word: string) => word === 'y' || word === 'e';
  return [
    (word: string, next: string | undefined) =>
      CROSSES.has(word) || (isAnd(word) && next !== undefined && NUMBER.test(next)),
    (word: string) => CROSSES.has(word) || isAnd(word),
    () => false,
  ].map((joins) => streetsIn(tokens, joins));
}

function streetsIn(
  tokens: string[],
  joins: (word: string, next: string | undefined) => boolean,
): StreetWords[] {
  const parts: string[][] = [[]];
  const isNumber = (word: string | undefined) => word !== undefined && NUMBER.test(word);
  tokens.forEach((word, i) => {
    const part = parts.at(-1) as string[];
    const before = tokens[i - 1]?.toLowerCase() ?? '';
    if (joins(word.toLowerCase(), tokens[i + 1])) parts.push([]);
    else if (!isNumber(word) || !part.some(isNumber)) part.push(word);
    // A second number is another street, unless it is a house number.
    else if (!word.startsWith('#') && !SIGNS.has(before)) parts.push([word]);
  });
  return parts
    .map((part) => readStreet(part.filter((word) => !SIGNS.has(word.toLowerCase())).join(' ')))
    .filter(({ numbers, words }) => numbers.length + words.length > 0);
}
