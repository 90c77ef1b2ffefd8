// The words of a search, the whole numbers of a text, and the matches of a search in a text. The service searches and the
// portal marks matches, so both use this file. Plain TypeScript that imports nothing.

/** Whole numbers of up to four digits, as `short_numbers` of migration 018 finds them in a text. */
const WITH_DIGITS = /[a-z]*[0-9][0-9a-z]*(?:[.,][0-9][0-9a-z]*)*/gi;
const WHOLE = /^[0-9]{1,4}(?:[x×][0-9]{1,4})*$/i;

/** A whole number of a text, and its position. */
interface WholeNumber {
  digits: string;
  start: number;
}

/**
 * The whole numbers of up to four digits in a text, in their order. Neither a letter nor a digit touches one, nor a point or
 * comma with a digit behind it: 60 and 61 in «C.60×61-A», none in «1450GYR0060» or «89.603».
 */
export function numbersIn(text: string): WholeNumber[] {
  return [...text.replaceAll('×', 'x').matchAll(WITH_DIGITS)].flatMap(({ 0: run, index }) =>
    WHOLE.test(run)
      ? [...run.matchAll(/[0-9]+/g)].map((each) => ({ digits: each[0], start: index + each.index }))
      : [],
  );
}

/** The parts of a search. All must match. */
export interface Search {
  /** All tokens in order: words, numbers, and joining words. */
  phrase: string[];
  /** Numbers of up to four digits, each of which must stand whole in name, description or address. */
  numbers: string[];
  /** Lists of words, of each of which one must stand anywhere, in keys too. */
  words: string[][];
}

/** Several numbers in one word or with spaces between: 60x61, 60 × 61. */
const CROSSING = /(?<!\S)#?[0-9]{1,4}(?:\s*[x×]\s*[0-9]{1,4})+(?=[.,;:]*(?:\s|$))/gi;
export const NUMBER = /^#?([0-9]{1,4})[.,;:]*$/;
/** The tokens of a search. Crossed numbers are separated. */
export const tokensOf = (q: string): string[] =>
  q
    .replace(CROSSING, (run) => run.replace(/[x×]/gi, ' x '))
    .split(/\s+/)
    .filter(Boolean);
/** Words that only announce a number. */
export const SIGNS = new Set([
  '#',
  'no',
  'no.',
  'num',
  'num.',
  'núm',
  'núm.',
  'número',
  'numero',
  'nº',
  'n°',
]);
/** Abbreviations of streets in addresses of Yucatán: «C. 60 × 61». */
export const STREETS = new Set(['calle', 'calles', 'c.', 'c']);
/** Words that only join the numbers of streets: «60 entre 61 y 63» is «60 × 61 y 63». */
export const JOINTS = new Set([
  'x',
  '×',
  'y',
  'e',
  'por',
  'entre',
  'con',
  'de',
  'la',
  'las',
  '-',
  '–',
  '/',
  '&',
  '+',
  ',',
]);

const MARKS = /^["'“”‘’«»¿¡]+|["'“”‘’«»?!.,;:]+$/g;

/** A word without the marks of the sentence that it was copied from: «agua» of «“agua,”». Marks alone stay. */
export const withoutMarks = (word: string): string => word.replace(MARKS, '') || word;

/**
 * Reads a search. A number of up to four digits counts as a number, with a # before it or a comma after it. All other words are
 * taken without quotes and the marks of a sentence around them. «calle» before a number matches «C.» too.
 *
 * @param q as it was typed
 */
export function readSearch(q: string): Search {
  const phrase = tokensOf(q);
  // The point of «C.» or «No.» is theirs.
  const tokens = phrase.map((word) => (announces(word) ? word : withoutMarks(word)));
  const numbers = tokens.map((word) => NUMBER.exec(word)?.[1]);
  const search: Search = { phrase, numbers: [], words: [] };
  const seen = new Set<string>();
  let isAfterNumber = false;
  tokens.forEach((word, i) => {
    const digits = numbers[i];
    const lower = word.toLowerCase();
    if (digits !== undefined) {
      search.numbers.push(digits);
      isAfterNumber = true;
    } else if (!(SIGNS.has(lower) && numbers[i + 1]) && !(isAfterNumber && joins(i))) {
      isAfterNumber = false;
      const ways = spellings(word, tokens[i + 1]);
      if (!seen.has(ways.join(' '))) search.words.push(ways);
      seen.add(ways.join(' '));
    }
  });
  return search;

  /** True where only joining words stand between this word and the next number. */
  function joins(i: number): boolean {
    for (let at = i; at < tokens.length; at++) {
      if (numbers[at] !== undefined) return true;
      const lower = (tokens[at] as string).toLowerCase();
      if (!JOINTS.has(lower) && !STREETS.has(lower) && !SIGNS.has(lower)) return false;
    }
    return false;
  }
}

/** True for a word that only announces a number. */
const announces = (word: string): boolean =>
  SIGNS.has(word.toLowerCase()) || STREETS.has(word.toLowerCase());

/** True for a word that makes the next number a street's. */
export const streetOf = (word: string, next: string | undefined): boolean =>
  STREETS.has(word.toLowerCase()) && next !== undefined && NUMBER.test(next);

/** The ways in which a word may be written. */
function spellings(word: string, next: string | undefined): string[] {
  if (!streetOf(word, next)) return [word];
  const number = NUMBER.exec(next as string)?.[1];
  return [...new Set([word, 'calle', `c. ${number}`, `c.${number}`, `c ${number}`])];
}

// Marking -----------------------------------------------------------------------------------------

/** A piece of a text; matches of a search are marked. */
export interface Piece {
  text: string;
  isMarked: boolean;
}

/**
 * The reason that a search found a work: the text with most matches that name and key do not show, from a little before its
 * first mark. Undefined where name and key show all matches, or the texts none.
 *
 * @param nombre of the work, like `claveUnica`
 * @param textos lines of addresses and description
 */
export function reasonOf(
  search: Search,
  { nombre, claveUnica, textos }: { nombre: string; claveUnica: string; textos: string[] },
): Piece[] | undefined {
  const inKey = placesIn(claveUnica, { ...search, numbers: [] });
  const inName = placesIn(nombre, search);
  const isMissing = ({ sought }: Place) =>
    ![...inName, ...inKey].some((place) => place.sought === sought);
  let most = 0;
  let reason: Piece[] | undefined;
  for (const texto of textos) {
    const places = placesIn(texto, search);
    const shown = new Set(places.filter(isMissing).map(({ sought }) => sought)).size;
    if (shown <= most) continue;
    most = shown;
    reason = cut(piecesOf(texto, places));
  }
  return reason;
}

/** A match in a text, and its word or number of the search. */
interface Place {
  sought: string;
  start: number;
  end: number;
}

function placesIn(text: string, { numbers, words }: Search): Place[] {
  const { folded, starts } = fold(text);
  const places = numbersIn(text)
    .filter(({ digits }) => numbers.includes(digits))
    .map(({ digits, start }): Place => ({ sought: digits, start, end: start + digits.length }));
  for (const spellings of words) {
    for (const spelling of spellings) {
      const sought = fold(spelling).folded;
      for (
        let at = folded.indexOf(sought);
        sought && at >= 0;
        at = folded.indexOf(sought, at + 1)
      ) {
        const end = starts[at + sought.length] as number;
        places.push({ sought: spellings.join(' '), start: starts[at] as number, end });
      }
    }
  }
  return places.sort((a, b) => a.start - b.start);
}

/**
 * A text without accents and capitals, as `fold_accents` of the database makes it, and the position of each letter in the
 * original.
 */
export function fold(text: string): { folded: string; starts: number[] } {
  let folded = '';
  const starts: number[] = [];
  let at = 0;
  for (const letter of text) {
    const plain = letter
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/[A-Z]/g, (capital) => capital.toLowerCase());
    for (let i = 0; i < plain.length; i++) starts.push(at);
    folded += plain;
    at += letter.length;
  }
  starts.push(at);
  return { folded, starts };
}

function piecesOf(text: string, places: Place[]): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  const add = (end: number, isMarked: boolean) => {
    if (end <= done) return;
    const last = pieces.at(-1);
    // Marks that overlap are one.
    if (last?.isMarked && isMarked) last.text += text.slice(done, end);
    else pieces.push({ text: text.slice(done, end), isMarked });
    done = end;
  };
  for (const { start, end } of places) {
    add(start, false);
    add(end, true);
  }
  add(text.length, false);
  return pieces;
}

/** The letters that a line shows before the first mark, and the length at which it is cut. */
const BEFORE = 24;

function cut(pieces: Piece[]): Piece[] {
  const [first, ...rest] = pieces;
  if (!first || first.isMarked || first.text.length <= BEFORE) return pieces;
  const near = first.text.slice(-BEFORE);
  return [{ text: `…${near.slice(near.search(/\s|$/)) || ' '}`, isMarked: false }, ...rest];
}
