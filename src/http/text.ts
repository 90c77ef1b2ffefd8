/**
 * Text as it is kept: Unicode NFC, trimmed at both ends; a text of invisible characters alone becomes empty.
 * The only place where text is brought to its form.
 */
export function tidy(text: string): string {
  const tidied = text.normalize('NFC').trim();
  return INVISIBLE.test(tidied) ? '' : tidied;
}

/** Controls, format characters, spaces, the fillers that Unicode says to ignore, and the blank Braille cell. */
const INVISIBLE = /^[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether PostgreSQL can hold the text: no U+0000, no lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** RFC 5321's bound; it also keeps the pattern below from ever seeing a long text. */
const EMAIL_LENGTH = 254;
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
 * The number that an integer's digits stand for, or null where no `integer` column can hold it: a null equals
 * no id, so such an id is simply unknown.
 */
export function int4(digits: string): number | null {
  const number = Number(digits);
  return number >= -2147483648 && number <= 2147483647 ? number : null;
}

/** A body's reference as a query takes it: one that no `integer` column can hold becomes 0, which no record has. */
export function referenceId(id: number): number {
  return id >= 1 && id <= 2147483647 ? id : 0;
}
