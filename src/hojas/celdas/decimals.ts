// Numbers by their decimal digits, without binary fractions.

// Groups of three digits begin with another digit than 0: «0,567» is less than one.
const THOUSANDS_BY_COMMA = /^-?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/;
/** Millions apart by an apostrophe, as is common in Mexico: 1'250,000.50. */
const MILLIONS_BY_APOSTROPHE = /^-?[1-9]\d{0,2}'\d{3},\d{3}(\.\d+)?$/;
const THOUSANDS_BY_BLANK = /^-?[1-9]\d{0,2}( \d{3})+([.,]\d{1,2})?$/;
/** Thousands by points: unmistakable with a comma for the cents, or with two points or more. */
const THOUSANDS_BY_POINT = /^-?[1-9]\d{0,2}(\.\d{3})+(,\d{1,2}|\.\d{3})$/;
const COMMA_FOR_CENTS = /^-?\d+,\d{1,2}$/;
const PLAIN = /^-?\d+(\.\d+)?$/;

/** A number whose point is moved to the right. */
export function shiftPoint(digits: string, places: number): number {
  const [mantissa = '', exponent = '0'] = digits.trim().split(/e/i);
  return Number(`${mantissa}e${Number(exponent) + places}`);
}

/** A number's digits with a point before the cents; undefined where they are not certain. */
export function plainDigits(amount: string): string | undefined {
  if (PLAIN.test(amount)) return amount;
  if (THOUSANDS_BY_COMMA.test(amount)) return amount.replaceAll(',', '');
  if (MILLIONS_BY_APOSTROPHE.test(amount)) return amount.replace(/[',]/g, '');
  if (THOUSANDS_BY_BLANK.test(amount)) return amount.replaceAll(' ', '').replace(',', '.');
  if (THOUSANDS_BY_POINT.test(amount)) return amount.replaceAll('.', '').replace(',', '.');
  if (COMMA_FOR_CENTS.test(amount)) return amount.replace(',', '.');
  return undefined;
}

/** The largest distance of a computed amount from two decimals: the error of adding binary fractions. */
const NOISE = 1e-9;

/** The amount that a spreadsheet computed as 1234.5600000000002; a real third decimal stays. */
export function withoutFloatNoise(amount: number): number {
  const rounded = Number(amount.toFixed(2));
  return Math.abs(amount - rounded) <= Math.max(NOISE, Math.abs(amount) * 1e-15) ? rounded : amount;
}
