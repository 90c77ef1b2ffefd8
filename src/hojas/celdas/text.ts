import { hasTooManyMarks, tidy } from '../../core/base/text.ts';
import type { Cell } from './cell.ts';
import { shiftPoint, withoutFloatNoise } from './decimals.ts';

// Reading the text of a cell. Each function named `read…`, here and in the files beside this one, returns the value, or the
// fault of the cell. A text with two meanings is refused, and never guessed.

/** A value, or the reason for having none. */
export type Read<T> = { value: T } | Unread;
/** The fault, as a sentence has it after the field's name and a colon. `general` is the same without the value. */
export interface Unread {
  fault: string;
  general?: string;
  codigo?: 'valorDesconocido';
}

/** The fault of a value, which the sentence begins with. */
export const wrong = (text: string, general: string): Unread => ({
  fault: `${quoted(text)} ${general}`,
  general,
});

/** UTF-16 units of the longest text that may be a name, an amount or a position: longer ones are none. */
const LONGEST_READ = 2_000;

/** True for a text that is short enough for patterns whose time grows with its square. */
export const isBrief = (text: string): boolean =>
  text.length <= LONGEST_READ && !hasTooManyMarks(text);

/** Equal for texts that differ only in accents, case, blanks and punctuation. A text too long for a name stays unchanged. */
export function fold(text: string): string {
  if (!isBrief(text)) return text;
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** A name for comparison: folded, or unchanged where folding leaves nothing («—»). */
export const foldName = (text: string): string => fold(text) || text.trim();

/** A heading's text without what stands in parentheses, folded. */
export const foldHeading = (text: string): string => fold(text.replace(/\([^()]*\)/g, ''));

/** The most characters of a value that a sentence shows. */
const VALUE_SHOWN = 80;

/** A value as a sentence quotes it. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return `«${line.length > VALUE_SHOWN ? `${line.slice(0, VALUE_SHOWN).toWellFormed()}…` : line}»`;
}

/** An error of a formula, as spreadsheet programs write it into a text. */
export const FORMULA_ERROR =
  /^(?:#(?:N\/[AD]|[¡¿]?(?:REF|NAME|NOMBRE|VALUE|VALOR|DIV\/0|NUM|NULL|NULO|ERROR|CALC|SPILL|DESBORDAMIENTO)[!?])|Err:\d{3})$/i;
export const IS_ERROR = 'es el error de una fórmula; escriba el dato.';

/** Reads a cell as text. Numbers and dates are as in the file, percentages and what a format adds as they are shown. */
export function readText({ text, kind, shown }: Cell): Read<string> {
  if (kind === 'error') {
    return {
      fault: `la celda tiene un error de fórmula (${text}); corríjala.`,
      general: 'la celda tiene un error de fórmula; corríjala.',
    };
  }
  if (kind === 'formula') {
    return {
      fault:
        'el archivo no trae el resultado de la fórmula; ábralo en su programa de hojas de cálculo y guárdelo de nuevo.',
    };
  }
  if (shown !== undefined) return { value: shown };
  return { value: kind === 'percent' ? `${withoutFloatNoise(shiftPoint(text, 2))}%` : text };
}

/** A text as the registry stores it. The rules of the record refuse a text that cannot be normalized. */
export const tidied = (text: string, form?: Parameters<typeof tidy>[1]): string =>
  tidy(text, form) ?? text.trim();
