import { lazy } from './lazy.ts';

/** A field's rules for its texts. */
export interface TextForm {
  /** Code points of the field at most. */
  maxLength?: number;
  /** Whether its letters are stored as capitals. */
  isUpperCase?: boolean;
  /** Whether what is not seen stays, for a rule that refuses it: in an address something would be missing. */
  keepsUnseen?: boolean;
}

/**
 * Text in its stored form: trimmed, Unicode NFC, without what is not seen (`withoutUnseen`); a text of invisible characters alone
 * becomes empty. All texts get their form here.
 *
 * Normalization and capitals may lengthen or shorten a text, so lengths are checked afterwards. A text that is too long in
 * any form is only trimmed.
 *
 * @returns undefined for a text with more combining marks in a row than any language has: normalization takes the square
 *   of their number
 */
export function tidy(
  text: string,
  { maxLength = Infinity, isUpperCase = false, keepsUnseen = false }: TextForm = {},
): string | undefined {
  const trimmed = (keepsUnseen ? text : withoutUnseen(text)).trim();
  if (!VISIBLE.test(trimmed)) return '';
  if (trimmed.length > SHRINKS * maxLength) return trimmed;
  if (hasTooManyMarks(trimmed)) return undefined;
  const tidied = trimmed.normalize('NFC');
  return isUpperCase ? tidied.toUpperCase().normalize('NFC') : tidied;
}

/** Anything but controls, format characters, spaces, the fillers that Unicode ignores, and the blank Braille cell. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** What may be unseen. Most texts have nothing of it. */
const MAY_BE_UNSEEN =
  /[^\P{Cc}\0\t\n\r]|[\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/u;
/** Control characters and the ends of lines of other programs: PDFs and Word have them between words. */
const CONTROLS = /[^\P{Cc}\0\t\n\r]|[\u2028\u2029]/gu;
/**
 * Characters without a look of their own: soft hyphens, marks of the order of letters and bytes, blanks without width, fillers.
 * Those that change the look of their neighbours come first, with these, and stay.
 */
const UNSEEN_LETTERS = new RegExp(
  [
    // One sign of several: 👩‍🔧 (UTS #51), and the flags of regions.
    String.raw`(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})`,
    String.raw`(?<=\u{1f3f4}[\u{e0020}-\u{e007f}]*)[\u{e0020}-\u{e007f}]`,
    // The sign in colour or as a letter, and the form of a Chinese letter.
    String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]|(?<=[0-9#*])\ufe0f(?=\u20e3)`,
    String.raw`(?<=\p{Script=Han})[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`,
    // Joined letters, and letters kept apart, of scripts that join them.
    String.raw`(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Mongolian}])[\u200c\u200d\u180b-\u180f]`,
  ]
    .map((seen) => `(${seen})`)
    .join('|') + String.raw`|[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]`,
  'gu',
);

/**
 * A text without what is not seen. Control characters become blanks, since words stand on both sides; tabs and ends of lines
 * stay. So does what is seen of a sign: the joiners and variants of emoji, and of scripts that join letters.
 */
function withoutUnseen(text: string): string {
  if (!MAY_BE_UNSEEN.test(text)) return text;
  return text
    .replace(CONTROLS, ' ')
    .replace(UNSEEN_LETTERS, (...found: unknown[]) =>
      found.slice(1, 6).join('') ? String(found[0]) : '',
    );
}

/** NFC makes one of four code points at most (U+1F82), and UTF-16 has up to two units for each. */
const SHRINKS = 8;

/** Combining marks in a row at most, as in Unicode's stream-safe text (UAX #15 section 13). */
export const MAX_MARKS = 30;
const TOO_MANY_MARKS = new RegExp(`(?:^|\\P{M})\\p{M}{${MAX_MARKS + 1}}`, 'u');

/**
 * Whether a text has more combining marks in a row than that. The check comes before any `normalize`, which sorts them in
 * the square of their number without a way to end it.
 */
export const hasTooManyMarks = (text: string): boolean => TOO_MANY_MARKS.test(text);

/** UTF-16 units of the longest password that may become one of 128 code points. */
const LONGEST_PASSWORD = 128 * SHRINKS;

/**
 * A password in its one form for measure and hash (NFC, RFC 8265 section 4.2): some keyboards send accents apart from
 * letters. Nothing is trimmed. A password that is too long in any form stays as it is.
 */
export const composed = (password: string): string =>
  password.length <= LONGEST_PASSWORD ? password.normalize('NFC') : password;

/** Whether PostgreSQL can store the text: no U+0000, no lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

const numbers = lazy(() => new Intl.NumberFormat('es-MX', { maximumFractionDigits: 2 }));

/** A number as offices write it: 200,000. */
export const grouped = (number: number): string => numbers().format(number);

/** «1 obra nueva», «2 obras nuevas». */
export const counted = (count: number, one: string, many: string): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;

const all = lazy(() => new Intl.ListFormat('es-MX', { type: 'conjunction' }));

/** A list within a sentence: `nombre, monto y estatus`. */
export const allOf = (names: Iterable<string>): string => all().format(names);

const either = lazy(() => new Intl.ListFormat('es-MX', { type: 'disjunction' }));

/** The list of choices in a sentence: `admin o user`. */
export const eitherOf = (values: readonly unknown[]): string => either().format(values.map(String));

/** RFC 5321's bound. It also bounds the texts that the pattern below reads. */
export const EMAIL_LENGTH = 254;
const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** Whether the text is an e-mail address of ASCII characters with a domain of two labels or more. */
export function isEmail(text: string): boolean {
  return text.length <= EMAIL_LENGTH && EMAIL.test(text);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether the text is a UUID in its hyphenated form, in either case. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

const INTEGER = /^-?[0-9]+$/;

/** Whether the text is decimal digits with at most a minus sign before them. */
export function isInteger(text: string): boolean {
  return INTEGER.test(text);
}

/**
 * An integer, or that of these digits; null where no `integer` column can have it. Null equals no id, so such an id is
 * simply unknown.
 */
export function int4(integer: string | number): number | null {
  const number = Number(integer);
  return number >= -2147483648 && number <= 2147483647 ? number : null;
}

/** The numbers of a comma-separated list of integers, as `int4` reads them, without those out of range. */
export function int4List(digits: string): number[] {
  return digits
    .split(',')
    .map(int4)
    .filter((number) => number !== null);
}

/** A field's name within a sentence as a label: «Clave única» of «la clave única». */
export function labelOf({ called }: { called: string }): string {
  const name = called.replace(/^(el|la|los|las) /, '');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The words of a text, in letters that are valid in file names of every system. */
export const safeWords = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? [];
