import { IS_FOREIGN } from '../../core/base/pesos.ts';
import type { Cell } from './cell.ts';
import { plainDigits, shiftPoint, withoutFloatNoise } from './decimals.ts';
import { FORMULA_ERROR, IS_ERROR, isBrief, quoted, type Read, type Unread, wrong } from './text.ts';

// Amounts of money.

/** One point and three digits: a thousand and more in some countries, one and a fraction in others. */
const AMBIGUOUS = /^-?[1-9]\d{0,2}\.\d{3}$/;

/** Advice at the end of a sentence: the form of an amount. */
const AMOUNT = 'escriba la cantidad como 1250000.50';
/** Words behind an amount that stand for more than pesos, and the places by which they move its point. */
const MULTIPLES: [RegExp, number][] = [
  [/\s*(?:mdp|mill[oó]n(?:es)?(?: de pesos)?|mill\.?)$/i, 6],
  [/\s*mil(?:es)?(?: de pesos| pesos)?$/i, 3],
];
/** Signs of pesos around an amount. Elsewhere they are between two amounts. */
const PESOS = /^(-?) ?(?:(?:MXN|M\. ?N\.|MN|\$) ?)*|(?: ?(?:MXN|M\. ?N\.|MN|\$))*$/gi;
/** Two lines have two amounts, and a raised digit is a note's. */
const NOT_ONE_AMOUNT = /[\n\r\p{No}]/u;
/** No work's amount has so many pesos. */
const BEYOND_AMOUNTS = 1e13;
const FOREIGN_MONEY = /usd|us\$|d[oó]lar|dlls?|mdd|eur|€/i;

/**
 * Reads an amount in pesos. It also returns amounts below zero, too large ones, and those of three decimals. The rules of
 * records refuse them.
 *
 * @param places by which the point moves to the right: 3 for thousands of pesos
 */
export function readAmount({ text, kind }: Cell, places = 0): Read<number> {
  if (kind === 'number') return { value: withoutFloatNoise(shiftPoint(text, places)) };
  const unread: Unread = {
    fault: `no se entiende ${quoted(text)}; ${AMOUNT}.`,
    general: `no se entiende; ${AMOUNT}.`,
  };
  if (!isBrief(text) || NOT_ONE_AMOUNT.test(text.trim())) return unread;
  const bare = text.normalize('NFKC').replace(/\s+/g, ' ').trim().replace(PESOS, '$1');
  if (kind === 'text') {
    if (AMBIGUOUS.test(bare)) {
      return wrong(text, `puede leerse de dos maneras; ${AMOUNT}.`);
    }
    const digits = plainDigits(bare.replace(/^- /, '-'));
    if (digits !== undefined) return { value: shiftPoint(digits, places) };
    if (/^-?\d+(\.\d+)?E[+-]?\d+$/i.test(bare)) {
      return wrong(text, `está en notación científica y puede haber perdido cifras; ${AMOUNT}.`);
    }
    if (FORMULA_ERROR.test(bare)) return wrong(text, IS_ERROR);
    if (FOREIGN_MONEY.test(text)) return wrong(text, IS_FOREIGN);
    const multiple = multipleOf(bare);
    if (multiple?.places === places) return { value: multiple.pesos };
    if (multiple) {
      const meant = withoutFloatNoise(shiftPoint(String(multiple.pesos), -places));
      return { ...unread, fault: `no se entiende ${quoted(text)}; escriba ${meant}.` };
    }
  }
  return unread;
}

/** Reads an amount of a sheet. A sheet seldom shows all decimals, so the sentence says how to round them. */
export function readSheetAmount(cell: Cell, places: number): Read<number> {
  const read = readAmount(cell, places);
  // A larger number has no exact decimals left.
  const isWhole =
    'fault' in read ||
    Math.abs(read.value) > BEYOND_AMOUNTS ||
    Number(read.value.toFixed(2)) === read.value;
  return isWhole
    ? read
    : wrong(
        cell.text,
        'tiene más de dos decimales; redondéelo en la hoja, como con =REDONDEAR(C2,2).',
      );
}

/** The pesos of «12.5 mdp» or «350 mil», and the places of their unit; undefined where the meaning is not certain. */
function multipleOf(amount: string): { pesos: number; places: number } | undefined {
  for (const [words, places] of MULTIPLES) {
    const number = amount.replace(words, '');
    if (number === amount || AMBIGUOUS.test(number)) continue;
    const pesos = withoutFloatNoise(shiftPoint(plainDigits(number) ?? '', places));
    if (Math.abs(pesos) < BEYOND_AMOUNTS) return { pesos, places };
  }
  return undefined;
}
