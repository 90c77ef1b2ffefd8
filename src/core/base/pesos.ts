import { lazy } from './lazy.ts';

// Amounts in Mexican pesos (MXN) for people, in the service and in the portal.

const exact = lazy(() => new Intl.NumberFormat('es-MX', { style: 'currency', currency: 'MXN' }));
const counts = lazy(() => new Intl.NumberFormat('es-MX', { maximumFractionDigits: 2 }));

/** An amount in full: $1,250,000.50. */
export const money = (amount: number): string => exact().format(amount);

/** The words that a text has for pesos, as a pattern. */
export const WORDS_FOR_PESOS = String.raw`pesos(?: mexicanos)?|mxn|mxp|m\. ?n\.?|mn|moneda nacional`;

/** The end of a sentence about an amount in another currency. */
export const IS_FOREIGN =
  'está en otra moneda y el registro guarda pesos mexicanos: conviértala y escriba sólo la cantidad.';

const percents = lazy(
  () => new Intl.NumberFormat('es-MX', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);
/** A percentage in full: 45.50 %. */
export const percent = (value: number): string => `${percents().format(value)} %`;

/** The least amount of each unit, and the unit's name. «Mil millones» begins where «millones» would need five digits. */
const UNITS: [from: number, unit: number, one: string, many: string][] = [
  [1e12, 1e12, 'billón', 'billones'],
  [1e10, 1e9, 'mil millones', 'mil millones'],
  [1e6, 1e6, 'millón', 'millones'],
];

/** The words for an amount, and the amount that they state; undefined below a million. */
function wordsFor(amount: number): { words: string; stated: number } | undefined {
  const [, unit, one, many] = UNITS.find(([from]) => amount >= from) ?? [];
  if (unit === undefined) return undefined;
  const count = amount / unit;
  const rounded = Number(count.toFixed(count < 100 ? 2 : count < 1_000 ? 1 : 0));
  const stated = Math.round(rounded * unit);
  // Rounding may reach the next unit.
  if (stated !== amount && unit !== UNITS.find(([from]) => stated >= from)?.[1])
    return wordsFor(stated);
  return { words: `$${counts().format(rounded)} ${rounded === 1 ? one : many}`, stated };
}

/**
 * An amount of a million or more in words, with up to four digits: $1.25 millones, $139.3 mil millones. A smaller one is
 * short enough in full.
 */
export const moneyInWords = (amount: number): string => wordsFor(amount)?.words ?? money(amount);

/** Whether the words state an amount exactly. */
export const isWholeInWords = (amount: number): boolean =>
  (wordsFor(amount)?.stated ?? amount) === amount;
