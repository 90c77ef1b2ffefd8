/** The rules that a field has for its texts. */
export interface TextForm {
  /** How many code points the field holds at most. */
  maxLength?: number;
  /** Whether letters are kept as capitals. */
  isUpperCase?: boolean;
}

/**
 * Text as it is kept: trimmed at both ends, Unicode NFC; a text of invisible characters alone becomes empty.
 * The only place where text is brought to its form.
 *
 * Normalization and capitals may lengthen a text or shorten it, so that lengths are checked afterwards. A text that
 * is too long in any form is only trimmed.
 *
 * @returns undefined for a text with more combining marks in a row than anybody writes: normalization takes the
 *   square of their number
 */
export function tidy(
  text: string,
  { maxLength = Infinity, isUpperCase = false }: TextForm = {},
): string | undefined {
  const trimmed = text.trim();
  if (!VISIBLE.test(trimmed)) return '';
  if (trimmed.length > SHRINKS * maxLength) return trimmed;
  if (hasTooManyMarks(trimmed)) return undefined;
  const tidied = trimmed.normalize('NFC');
  return isUpperCase ? tidied.toUpperCase().normalize('NFC') : tidied;
}

/** Anything but controls, format characters, spaces, the fillers that Unicode says to ignore, and the blank Braille cell. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** NFC makes one of four code points at most (U+1F82), and UTF-16 has up to two units for each. */
const SHRINKS = 8;

/** Combining marks in a row that a text may have: as many as in Unicode's stream-safe text (UAX #15 section 13). */
export const MAX_MARKS = 30;
const TOO_MANY_MARKS = new RegExp(`(?:^|\\P{M})\\p{M}{${MAX_MARKS + 1}}`, 'u');

/**
 * Whether a text has more combining marks in a row than that. Asked before any `normalize`: it sorts them in the square of
 * their number, and nothing can end it meanwhile.
 */
export const hasTooManyMarks = (text: string): boolean => TOO_MANY_MARKS.test(text);

/** UTF-16 units of the longest password that may become one of 128 code points. */
const LONGEST_PASSWORD = 128 * SHRINKS;

/**
 * A password in the one form in which it is measured and hashed (NFC, RFC 8265 section 4.2): some keyboards take letters with
 * accents apart. Nothing is trimmed. One that is too long in any form stays as it is.
 */
export const composed = (password: string): string =>
  password.length <= LONGEST_PASSWORD ? password.normalize('NFC') : password;

/** Whether PostgreSQL can hold the text: no U+0000, no lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

const GROUPED = new Intl.NumberFormat('es-MX', { maximumFractionDigits: 2 });

/** A number as offices write it: 200,000. */
export const grouped = (number: number): string => GROUPED.format(number);

/** «1 obra nueva», «2 obras nuevas». */
export const counted = (count: number, one: string, many: string): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;

const EITHER = new Intl.ListFormat('es-MX', { type: 'disjunction' });

/** The list of choices in a sentence: `admin o user`. */
export const eitherOf = (values: readonly unknown[]): string => EITHER.format(values.map(String));

/** RFC 5321's bound; it also keeps the pattern below from ever seeing a long text. */
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
 * An integer, or the one that digits stand for; null where no `integer` column can hold it. A null equals no id, so
 * such an id is simply unknown.
 */
export function int4(integer: string | number): number | null {
  const number = Number(integer);
  return number >= -2147483648 && number <= 2147483647 ? number : null;
}

/** The numbers of a list of integers with commas between, as `int4` reads each; those out of range are left out. */
export function int4List(digits: string): number[] {
  return digits
    .split(',')
    .map(int4)
    .filter((number) => number !== null);
}
