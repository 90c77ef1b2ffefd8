import { hasTooManyMarks, tidy } from '../../base/text.ts';
import type { Cell } from './cell.ts';
import { shiftPoint, withoutFloatNoise } from './decimals.ts';

// What the text of a cell stands for. Each function named `read…`, here and in the files beside this one, answers the value,
// or what is wrong with it. Nothing is guessed that can be read in two ways.

/** A value, or why there is none. */
export type Read<T> = { value: T } | Unread;
/** Why there is none, as it is said after the field's name and a colon; in general, where it names the value. */
export interface Unread {
  fault: string;
  general?: string;
  codigo?: 'valorDesconocido';
}

/** What is wrong with a value that the sentence begins with. */
export const wrong = (text: string, general: string): Unread => ({
  fault: `${quoted(text)} ${general}`,
  general,
});

/** UTF-16 units of the longest text that may be a name, an amount or a position: more than any of them takes. */
const LONGEST_READ = 2_000;

/** Whether a text is short enough to be looked at closely: what comes then may take its square. */
export const isBrief = (text: string): boolean =>
  text.length <= LONGEST_READ && !hasTooManyMarks(text);

/** Equal for texts that differ only in accents, case, blanks and punctuation. One that can be no name stays as it is. */
export function fold(text: string): string {
  if (!isBrief(text)) return text;
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** A name as names are compared: folded, or as it is where that leaves nothing of it («—»). */
export const foldName = (text: string): string => fold(text) || text.trim();

/** A heading's text without what stands in parentheses, folded. */
export const foldHeading = (text: string): string => fold(text.replace(/\([^()]*\)/g, ''));

/** How much of a value a sentence shows. */
const SHOWN = 80;

/** A value as a sentence quotes it. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return `«${line.length > SHOWN ? `${line.slice(0, SHOWN).toWellFormed()}…` : line}»`;
}

/** What a formula came to, as spreadsheet programs write it into a text. */
export const FORMULA_ERROR =
  /^(?:#(?:N\/[AD]|[¡¿]?(?:REF|NAME|NOMBRE|VALUE|VALOR|DIV\/0|NUM|NULL|NULO|ERROR|CALC|SPILL|DESBORDAMIENTO)[!?])|Err:\d{3})$/i;
export const IS_ERROR = 'es el error de una fórmula; escriba el dato.';

/** The text of a cell that holds text; numbers and dates as the file has them, percentages as they are shown. */
export function readText({ text, kind }: Cell): Read<string> {
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
  return { value: kind === 'percent' ? `${withoutFloatNoise(shiftPoint(text, 2))}%` : text };
}

/** A text as it is kept; one that can't be brought to its form is left to the rules of its record. */
export const tidied = (text: string, form?: Parameters<typeof tidy>[1]): string =>
  tidy(text, form) ?? text.trim();
