import { anglesIn, isOfLatitude, isOfLongitude, withPoints } from '../../base/geo.ts';
import { hasTooManyMarks } from '../../base/text.ts';
import type { Cell } from './cell.ts';

// What the text of a cell stands for. Each function answers the value, or what is wrong with it. Nothing is guessed that
// can be read in two ways.

/** A value, or why there is none. */
export type Read<T> = { value: T } | Unread;
/** Why there is none, as it is said after the field's name and a colon; in general, where it names the value. */
export interface Unread {
  fault: string;
  general?: string;
  codigo?: 'valorDesconocido';
}

/** What is wrong with a value that the sentence begins with. */
const wrong = (text: string, general: string): Unread => ({
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

// Money -------------------------------------------------------------------------------------------

const THOUSANDS_BY_COMMA = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/;
/** Millions apart by an apostrophe, as is common in Mexico: 1'250,000.50. */
const MILLIONS_BY_APOSTROPHE = /^-?\d{1,3}'\d{3},\d{3}(\.\d+)?$/;
const THOUSANDS_BY_BLANK = /^-?\d{1,3}( \d{3})+([.,]\d{1,2})?$/;
/** Thousands by points: unmistakable with a comma for the cents, or with two points or more. */
const THOUSANDS_BY_POINT = /^-?\d{1,3}(\.\d{3})+,\d{1,2}$|^-?\d{1,3}(\.\d{3}){2,}$/;
const COMMA_FOR_CENTS = /^-?\d+,\d{1,2}$/;
const PLAIN = /^-?\d+(\.\d+)?$/;
/** One point and three digits: a thousand and more in some countries, one and a fraction in others. */
const AMBIGUOUS = /^-?[1-9]\d{0,2}\.\d{3}$/;

/** How an amount is to be written. */
const AMOUNT = 'escriba la cantidad como 1250000.50';
/** Words behind an amount that stand for more than pesos, and by how many places they move its point. */
const MULTIPLES: [RegExp, number][] = [
  [/\s*(?:mdp|mill[oó]n(?:es)?(?: de pesos)?|mill\.?)$/i, 6],
  [/\s*mil(?:es)?(?: de pesos| pesos)?$/i, 3],
];
/** No work's amount has so many pesos. */
const BEYOND_AMOUNTS = 1e13;
const FOREIGN_MONEY = /usd|us\$|d[oó]lar|dlls?|mdd|eur|€/i;

/**
 * An amount in pesos. Amounts below zero, too large or of three decimals are answered as they stand: the rules of obras
 * refuse them.
 *
 * @param places by how many the point moves to the right: 3 for thousands of pesos
 */
export function readAmount({ text, kind }: Cell, places = 0): Read<number> {
  if (kind === 'number') return { value: withoutNoise(moved(text, places)) };
  const unread: Unread = {
    fault: `no se entiende ${quoted(text)}; ${AMOUNT}.`,
    general: `no se entiende; ${AMOUNT}.`,
  };
  if (!isBrief(text)) return unread;
  const bare = text
    .normalize('NFKC')
    .replace(/MXN|M\.\s*N\.|MN|\$/gi, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (kind === 'text') {
    if (AMBIGUOUS.test(bare)) {
      return wrong(text, `puede leerse de dos maneras; ${AMOUNT}.`);
    }
    const digits = digitsOf(bare.replace(/^- /, '-'));
    if (digits !== undefined) return { value: moved(digits, places) };
    if (/^-?\d+(\.\d+)?E[+-]?\d+$/i.test(bare)) {
      return wrong(text, `está en notación científica y puede haber perdido cifras; ${AMOUNT}.`);
    }
    if (FORMULA_ERROR.test(bare)) return wrong(text, IS_ERROR);
    if (FOREIGN_MONEY.test(text)) {
      const how = 'el registro guarda pesos mexicanos: conviértala y escriba sólo la cantidad';
      return wrong(text, `está en otra moneda y ${how}.`);
    }
    const meant = multipleOf(bare);
    if (meant !== undefined) {
      return { ...unread, fault: `no se entiende ${quoted(text)}; escriba ${meant}.` };
    }
  }
  return unread;
}

/** The same in a sheet, which seldom shows all decimals: the sentence says what they are and how to round them. */
export function readSheetAmount(cell: Cell, places: number): Read<number> {
  const read = readAmount(cell, places);
  // Beyond that a number has no decimals to be told.
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

/** The pesos of «12.5 mdp» or «350 mil», to be proposed; undefined where it is not certain what is meant. */
function multipleOf(amount: string): number | undefined {
  for (const [words, places] of MULTIPLES) {
    const number = amount.replace(words, '');
    if (number === amount || AMBIGUOUS.test(number)) continue;
    const pesos = moved(digitsOf(number) ?? '', places);
    if (Math.abs(pesos) < BEYOND_AMOUNTS) return pesos;
  }
  return undefined;
}

/** A number whose point is moved to the right. Its decimal digits are, so that nothing drifts. */
function moved(digits: string, places: number): number {
  const [mantissa = '', exponent = '0'] = digits.trim().split(/e/i);
  return Number(`${mantissa}e${Number(exponent) + places}`);
}

/** An amount's digits with a point before the cents; undefined where it is not certain what they are. */
function digitsOf(amount: string): string | undefined {
  if (PLAIN.test(amount)) return amount;
  if (THOUSANDS_BY_COMMA.test(amount)) return amount.replaceAll(',', '');
  if (MILLIONS_BY_APOSTROPHE.test(amount)) return amount.replace(/[',]/g, '');
  if (THOUSANDS_BY_BLANK.test(amount)) return amount.replaceAll(' ', '').replace(',', '.');
  if (THOUSANDS_BY_POINT.test(amount)) return amount.replaceAll('.', '').replace(',', '.');
  if (COMMA_FOR_CENTS.test(amount)) return amount.replace(',', '.');
  return undefined;
}

/** How far a computed amount may be from two decimals: what adding binary fractions leaves behind. */
const NOISE = 1e-9;

/** The amount that a spreadsheet computed as 1234.5600000000002; a real third decimal stays. */
function withoutNoise(amount: number): number {
  const rounded = Number(amount.toFixed(2));
  return Math.abs(amount - rounded) <= Math.max(NOISE, Math.abs(amount) * 1e-15) ? rounded : amount;
}

// Years -------------------------------------------------------------------------------------------

/** A year, alone or in a date as spreadsheet programs write it to a text: «15/01/2026», «2026-01-15». */
const YEAR = /^(?:\d{1,2}[/-]\d{1,2}[/-])?(\d{4})(?:\.0+|-\d\d?-\d\d?)?$/;

/** A fiscal year of four digits, or the year of a date. */
export function readYear({ text, kind }: Cell): Read<number> {
  const [, digits] = (kind === 'date' ? /^(\d{4})-/ : YEAR).exec(text.trim()) ?? [];
  const year = Number(digits);
  if (digits === undefined || year < 2000 || year > 2100) {
    return { ...wrong(text, 'no es un año entre 2000 y 2100.'), codigo: 'valorDesconocido' };
  }
  return { value: year };
}

// Degrees -----------------------------------------------------------------------------------------

/**
 * Degrees of longitude or latitude: a decimal number, or degrees, minutes and seconds with a sign or the letter of their
 * side. Numbers beyond a thousand are metres, answered as they stand.
 *
 * @param isUtm whether the sheet says that its coordinates are metres
 */
export function readDegrees(
  field: 'longitud' | 'latitud',
  { text, kind }: Cell,
  isUtm: boolean,
): Read<number> {
  if (kind === 'number' && Number.isFinite(Number(text))) return { value: Number(text) };
  const isLongitude = field === 'longitud';
  const fault = (next: string, general = next): Unread => ({
    fault: `no se entiende ${quoted(text)}; ${next}`,
    general: `no se entiende; ${general}`,
  });
  const example = fault(
    `escriba los grados con decimales, como ${isLongitude ? '-89.6237' : '20.9674'}.`,
  );
  if (!isBrief(text)) return example;
  const metres = Number(digitsOf(text.replace(/(\d)\s*(?:m|mE|mN|E|N)\.?$/, '$1').trim()));
  if (isUtm && metres >= FEWEST_METRES) return { value: metres };
  const angles = anglesIn(withPoints(text.normalize('NFC')));
  const [angle] = angles ?? [];
  if (angle && angles?.length === 1 && Math.abs(angle.degrees) < 1000) {
    const { degrees, letter, isDecimal } = angle;
    const isOfField = isLongitude ? isOfLongitude(angle) : isOfLatitude(angle);
    if (isOfField || (letter === '' && (isDecimal || degrees < 0))) return { value: degrees };
    if (letter !== '' || degrees === 0) return example;
    const [side, decimal] = isLongitude ? ['O', -degrees] : ['N', degrees];
    return fault(
      `si es ${text.trim()} ${side}, escriba la letra, o ${decimal}.`,
      `escriba la letra de su lado (${side}), o los grados con decimales.`,
    );
  }
  return metres >= FEWEST_METRES ? { value: metres } : example;
}

/** Degrees are never so many. */
const FEWEST_METRES = 1_000;

// Text --------------------------------------------------------------------------------------------

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
  return { value: kind === 'percent' ? `${withoutNoise(moved(text, 2))}%` : text };
}

/** Digits of a number that a spreadsheet holds exactly. */
const EXACT_DIGITS = 15;

/** A key: never a number or a date that the spreadsheet made of it and that is no longer what was typed. */
export function readKey(cell: Cell): Read<string> {
  const { text, kind } = cell;
  if (kind === 'date') {
    return turned('fecha', text, '');
  }
  if (kind === 'number' || kind === 'percent') {
    if (/^\d+$/.test(text) && text.length <= EXACT_DIGITS) return { value: text };
    return turned('número', text, ' y puede haber perdido cifras');
  }
  return readText(cell);
}

function turned(into: string, text: string, lost: string): Unread {
  const so = `la hoja de cálculo convirtió la clave en ${into}`;
  const next = `${lost}; dé formato de texto a la celda y escríbala de nuevo.`;
  return { fault: `${so} (${text})${next}`, general: `${so}${next}` };
}

/** Whether a text is what a spreadsheet makes of a key of many digits: most of them are lost. */
export const isScientific = (text: string): boolean => /^\d+(\.\d+)?E\+\d+$/i.test(text);
