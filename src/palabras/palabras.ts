// The words of a search, the whole numbers of a text, and the matches of a search in a text. The service searches and the
// portal marks matches, so both use this file. Plain TypeScript that imports nothing.

/** Whole numbers of up to four digits, as `short_numbers` of migration 011 finds them in a text. */
const WITH_DIGITS = /[a-z]*[0-9][0-9a-z]*(?:[.,][0-9][0-9a-z]*)*/gi;
const WHOLE = /^[0-9]{1,4}(?:[x×][0-9]{1,4})*$/i;

/** A whole number of a text, and its position. */
interface WholeNumber {
  digits: string;
  start: number;
}

/**
 * The whole numbers of up to four digits in a text, in their order. Neither a letter nor a digit touches one, nor a point or
 * comma with a digit behind it: 60 and 61 in «C.60×61-A», none in «1450GYR0060» or «89.603». «Calle60» has one.
 */
export function numbersIn(text: string): WholeNumber[] {
  const apart = text
    .replaceAll('×', 'x')
    .replace(/[０-９]/g, (wide) => wide.normalize('NFKC'))
    .replace(/calles?(?=[0-9])/gi, (street) => ' '.repeat(street.length));
  return [...apart.matchAll(WITH_DIGITS)].flatMap(({ 0: run, index }) =>
    WHOLE.test(run)
      ? [...run.matchAll(/[0-9]+/g)].map((each) => ({ digits: each[0], start: index + each.index }))
      : [],
  );
}

/** A word of a search. */
export interface Word {
  /** The ways in which it is written, of which one must stand anywhere, in keys too: also as a part of a word. */
  ways: string[];
  /** Its other number, folded, each of which counts as a whole word: «escuela» of «escuelas», «luces» of «luz». */
  forms: string[];
}

/** The parts of a search. All must match. */
export interface Search {
  /** All tokens in order: words, numbers, and joining words. */
  phrase: string[];
  /** Numbers of up to four digits, each of which must stand whole in name, description or address, or be the whole key. */
  numbers: string[];
  words: Word[];
  /** The keys that the search may be as a whole: as typed, without marks, and with other signs between its parts. */
  keys: string[];
}

/** Letters that are not seen and break no word: soft hyphens, joiners, marks of direction. As in `fold_accents`. */
const UNSEEN =
  /[\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\ufe00-\ufe0f]/g;
/** Control characters other than the end of a line, which stand for a blank. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: Word and PDF put them between words.
const CONTROLS_BETWEEN_WORDS = /[\u0001-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/g;

/** A text in the letters that people type: «ﬁ» as fi, «m²» as m2, without what is not seen (NFKC). */
const typed = (text: string): string =>
  text.normalize('NFKC').replace(UNSEEN, '').replace(CONTROLS_BETWEEN_WORDS, ' ');

/** Several numbers in one word or with spaces between: 60x61, 60 × 61. */
const CROSSING = /(?<!\S)#?[0-9]{1,4}(?:\s*[x×]\s*[0-9]{1,4})+(?=[.,;:]*(?:\s|$))/gi;
export const NUMBER = /^#?([0-9]{1,4})[.,;:]*$/;
/** What announces a number and touches it: «C.60», «calle60», «no.5», «clave:0042». */
const ANNOUNCED =
  /(?<![^\s"'“”‘’«»¿¡(])(calles?|c\.|n[o°]\.?|n[uú]m\.?|n[uú]mero|(?:clave|folio|obra)[:=])(?=[0-9]{1,4}(?![0-9]|[.,][0-9]))/gi;
/** The tokens of a search. Crossed numbers, and what announces a number, are separated. */
export const tokensOf = (q: string): string[] =>
  typed(q)
    .replace(ANNOUNCED, '$1 ')
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
  'n°',
  'n.o',
  'n.°',
  'clave',
  'folio',
  'obra',
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
/** Around a whole word. One at its beginning alone is of the text that is looked for: «(etapa» of «(etapa 1)». */
const BRACKETS = /^[`*([{]+([^`*()[\]{}]+)[`*)\]}]+$/;

/** A word without the marks of the sentence that it was copied from: «agua» of «“agua,”» and «(agua)». Marks alone stay. */
export const withoutMarks = (word: string): string =>
  word.replace(MARKS, '').replace(BRACKETS, '$1') || word;

/**
 * Reads a search. A number of up to four digits counts as a number, with a # before it or a comma after it. All other words are
 * taken without quotes, brackets and the marks of a sentence around them. «calle» before a number matches «C.» too.
 *
 * @param q as it was typed
 */
export function readSearch(q: string): Search {
  const phrase = tokensOf(q);
  // The point of «C.» or «No.» is theirs.
  const tokens = phrase.map((word) => (announces(word) ? word : bare(word)));
  const numbers = tokens.map((word) => NUMBER.exec(word)?.[1]);
  const search: Search = { phrase, numbers: [], words: [], keys: keysOf(q) };
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
      const forms = ways.length > 1 ? [] : formsOf(word);
      if (!seen.has(ways.join(' '))) search.words.push({ ways, forms });
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

/** A word without the marks around it, nor the # before it: 0042 of «“#0042”,». */
const bare = (word: string): string => withoutMarks(word).replace(/^#(?=[^\s#])/, '');

const SEPARATORS = ['-', '/', ' ', '', '_', '.'];
/** The most characters of a key, and the most parts that are tried with every sign between them. */
const LONGEST_KEY = 50;
const FEW_PARTS = 3;

/** The keys that a search may be as a whole: SOP-2025-00003 of «sop 2025 00003», 0042 of «#0042». */
function keysOf(q: string): string[] {
  const stripped = bare(typed(q).trim());
  const parts = stripped.split(/[\s/_.-]+/);
  const isKey =
    stripped.length <= LONGEST_KEY &&
    parts.length > 1 &&
    parts.every((part) => /^[\p{L}\p{N}]+$/u.test(part)) &&
    parts.some((part) => /[0-9]/.test(part));
  if (!isKey) return [...new Set([q, stripped])];
  const [first = '', ...rest] = parts;
  const joined =
    parts.length > FEW_PARTS
      ? SEPARATORS.map((sign) => parts.join(sign))
      : rest.reduce(
          (keys, part) => keys.flatMap((key) => SEPARATORS.map((sign) => key + sign + part)),
          [first],
        );
  return [...new Set([q, stripped, ...joined])];
}

/** Words that end as plurals do and are none. */
const ONE_NUMBER = new Set(['lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'tres', 'seis']);

/**
 * The singulars of a plural, and the plural that does not have the singular in it, folded: «hospital» of «hospitales», «luz» of
 * «luces» and the other way round. Where the ending leaves it open there are several; those that are no words match nothing,
 * for each counts as a whole word alone. Empty for what has one number only.
 */
export function formsOf(word: string): string[] {
  const one = fold(word).folded;
  if (!/^[a-z]{3,}$/.test(one) || ONE_NUMBER.has(one)) return [];
  const forms: string[] = [];
  if (one.length > 3 && /[aeiou]s$/.test(one)) forms.push(one.slice(0, -1));
  if (/[djlnrsxyz]es$/.test(one) && !one.endsWith('lles')) forms.push(one.slice(0, -2));
  if (one.endsWith('ces')) forms.push(`${one.slice(0, -3)}z`);
  // Family names in -ez have no plural.
  if (one.endsWith('z') && (!one.endsWith('ez') || one.length < 5))
    forms.push(`${one.slice(0, -1)}ces`);
  return forms.filter(({ length }) => length > 2);
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
  const isMissing = ({ sought }: Match) =>
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
interface Match {
  sought: string;
  start: number;
  end: number;
}

function placesIn(text: string, { numbers, words }: Pick<Search, 'numbers' | 'words'>): Match[] {
  const { folded, starts, ends } = fold(text);
  const places = numbersIn(text)
    .filter(({ digits }) => numbers.includes(digits))
    .map(({ digits, start }): Match => ({ sought: digits, start, end: start + digits.length }));
  for (const { ways, forms } of words) {
    const sought = ways.join(' ');
    const add = (at: number, { length }: string) =>
      places.push({ sought, start: starts[at] as number, end: ends[at + length - 1] as number });
    for (const way of ways.map((each) => fold(each).folded)) {
      for (let at = folded.indexOf(way); way && at >= 0; at = folded.indexOf(way, at + 1))
        add(at, way);
    }
    for (const form of forms) {
      const whole = new RegExp(`(?<![a-z0-9])${form}(?![a-z0-9])`, 'g');
      for (const { index } of folded.matchAll(whole)) add(index, form);
    }
  }
  return places.sort((a, b) => a.start - b.start);
}

/**
 * A text without accents, capitals, compatibility forms and what is not seen, as `fold_accents` of the database makes it; the
 * position of each letter in the original, and where that letter ends.
 */
export function fold(text: string): { folded: string; starts: number[]; ends: number[] } {
  let folded = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const letter of text) {
    const plain = letter
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .replace(UNSEEN, '')
      .replace(CONTROLS_BETWEEN_WORDS, ' ')
      .replace(/[A-Z]/g, (capital) => capital.toLowerCase());
    for (let i = 0; i < plain.length; i++) {
      starts.push(at);
      ends.push(at + letter.length);
    }
    folded += plain;
    at += letter.length;
  }
  return { folded, starts, ends };
}

function piecesOf(text: string, places: Match[]): Piece[] {
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
const LETTERS_BEFORE_MARK = 24;

function cut(pieces: Piece[]): Piece[] {
  const [first, ...rest] = pieces;
  if (!first || first.isMarked || first.text.length <= LETTERS_BEFORE_MARK) return pieces;
  const near = first.text.slice(-LETTERS_BEFORE_MARK);
  return [{ text: `…${near.slice(near.search(/\s|$/)) || ' '}`, isMarked: false }, ...rest];
}
