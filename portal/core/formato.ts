// Numbers, amounts and dates as an office in Yucatán writes them.

import { isWholeInWords, money, moneyInWords } from '../../src/core/base/pesos.ts';
import { ZONE } from '../../src/core/base/zone.ts';

export { ended, time } from './hora.ts';
export { isWholeInWords, money, moneyInWords };

const numbers = new Intl.NumberFormat('es-MX');
const inThousands = (maximumFractionDigits: number) =>
  new Intl.NumberFormat('es-MX', {
    notation: 'compact',
    compactDisplay: 'long',
    maximumFractionDigits,
  });
const [fewThousands, manyThousands] = [inThousands(1), inThousands(0)];
const days = new Intl.DateTimeFormat('es-MX', { dateStyle: 'long', timeZone: ZONE });
const instants = new Intl.DateTimeFormat('es-MX', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: ZONE,
});

/** A text with a capital letter first. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** 12,345 */
export const grouped = (count: number): string => numbers.format(count);
/** A count in little room: 950, 3.2 mil, 124 mil. */
export const shortCount = (count: number): string =>
  (count < 100_000 ? fewThousands : manyThousands).format(count);
/** 15 de enero de 2026 */
export const day = (instant: string | Date): string => days.format(new Date(instant));
/** 15 de enero de 2026, 8:30 a.m. */
export const moment = (instant: string | Date): string => instants.format(new Date(instant));
/** «1 obra», «2 obras», «1,250 obras». */
export const counted = (count: number, one: string, many: string): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;

/** «12 obras» where that is all of them, and else «3 de 12 obras». */
export const countedOf = (some: number, all: number, one: string, many: string): string =>
  some === all ? counted(all, one, many) : `${grouped(some)} de ${counted(all, one, many)}`;

/** Text without accents and capitals, for finding one in another as the registry does. */
export const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
