// Amounts in Mexican pesos (MXN) as people read them, in the service and in the portal.

const exact = new Intl.NumberFormat('es-MX', { style: 'currency', currency: 'MXN' });
const short = new Intl.NumberFormat('es-MX', { maximumSignificantDigits: 4 });

/** An amount in full: $1,250,000.50. */
export const money = (amount: number): string => exact.format(amount);

/** From how much on a unit is used, and its name. «Mil millones» begins where «millones» would need five digits. */
const UNITS: [from: number, unit: number, one: string, many: string][] = [
  [1e12, 1e12, 'billón', 'billones'],
  [1e10, 1e9, 'mil millones', 'mil millones'],
  [1e6, 1e6, 'millón', 'millones'],
];

/**
 * An amount of a million or more in words, with four digits: $1.25 millones, $139.3 mil millones. A smaller one is short
 * enough in full.
 */
export function moneyInWords(amount: number): string {
  // Rounded first, so that 999,999,999.99 is 1,000 millones, and 1e10 less a cent is 10 mil millones.
  const rounded = Number(Math.abs(amount).toPrecision(4));
  const [, unit, one, many] = UNITS.find(([from]) => rounded >= from) ?? [];
  if (unit === undefined || Math.abs(amount) < 1e6) return money(amount);
  const sign = amount < 0 ? '-' : '';
  return `${sign}$${short.format(rounded / unit)} ${rounded === unit ? one : many}`;
}
