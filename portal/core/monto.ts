import { readAmount } from '../../src/hojas/celdas/index.ts';
import { capital, money, moneyInWords } from './formato.ts';

// Amounts as people type them, read by the rules of the import: money is never guessed.

/** An amount in pesos; null where nothing is written; and what is no amount, as it was typed. */
export type Monto = number | string | null;

/** The greatest amount that the registry takes. */
const GREATEST_AMOUNT = 9_999_999_999_999.99;

function judge(text: string): { monto: number } | { falla: string } {
  const read = readAmount({ text, kind: 'text' });
  if ('fault' in read) return { falla: capital(read.fault) };
  const monto = read.value;
  if (monto < 0) return { falla: 'Un monto no puede ser menor que cero.' };
  if (monto > GREATEST_AMOUNT) return { falla: 'Un monto no puede pasar de 9,999,999,999,999.99.' };
  if (Number(monto.toFixed(2)) !== monto) {
    return { falla: 'Un monto no debe tener más de dos decimales.' };
  }
  return { monto };
}

/** The amount that a typed text stands for. */
export function readMonto(text: string): Monto {
  if (text.trim() === '') return null;
  const read = judge(text);
  return 'monto' in read ? read.monto : text;
}

/** Why a typed text is no amount that the registry takes; undefined where it is one, or there is none. */
export function faultOf(monto: Monto): string | undefined {
  if (typeof monto !== 'string') return undefined;
  const read = judge(monto);
  return 'falla' in read ? read.falla : undefined;
}

/** An amount as one would type it: 1250000.50. */
export const textOf = (monto: Monto): string =>
  typeof monto === 'number' ? monto.toFixed(2) : (monto ?? '');

/** An amount in full; a large one in words as well, so that a zero too many is seen. */
export const inFull = (amount: number) =>
  [...new Set([money(amount), moneyInWords(amount)])].join(', ');
