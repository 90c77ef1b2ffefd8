import { fold, JOINTS, NUMBER, numbersIn, SIGNS, STREETS, tokensOf } from './palabras.ts';

// Streets and crossings, as addresses and those who look for one say them. The words of a search are read by the same facts.

/** The other kinds of streets, as few letters say them; a point may stand behind. */
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
/** Kinds by which alone nobody looks for a street. */
const COMMON = new Set(['calle', 'privada', 'cerrada', 'andador', 'paseo', ...KINDS.values()]);
/** A street by its name, or as somebody looks for it. */
export interface StreetWords {
  /** Its whole numbers: 60 of «Calle 60-A». */
  numbers: string[];
  /** Words without accents and capitals, «av.» as «avenida»; without those that only join. */
  words: string[];
  /** Which kind of street it is said to be, such as «calle». */
  kinds: string[];
}

/** «60A» and «60-A» are the number 60 and a letter, as «60 A» is. */
const LETTERED = /([0-9])-?([a-z])(?![a-z0-9])/gi;
/** Words that are left out of a name as they are out of what is looked for. */
const SMALL = new Set(['de', 'del', 'la', 'las', 'el', 'los', 'y', 'e']);
/** What joins the streets of a crossing. */
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
 * The streets that a place is told by, one or those of a crossing: two of «calle 60 por 61 centro», the second with a word
 * that is not of its name. The number of a house is left out: «60 #491 x 57 y 59». What joins streets also stands in names,
 * so there are other ways to read it, the likeliest first.
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
    // A second number is another street, unless it is said to be of a house.
    else if (!word.startsWith('#') && !SIGNS.has(before)) parts.push([word]);
  });
  return parts
    .map((part) => readStreet(part.filter((word) => !SIGNS.has(word.toLowerCase())).join(' ')))
    .filter(({ numbers, words }) => numbers.length + words.length > 0);
}
