import { isDay } from '../../base/time.ts';
import { type Cell, withoutZeroFraction } from './cell.ts';
import { fold, isBrief, type Read, wrong } from './text.ts';

// Years, days and quarters.

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

const MONTHS = [
  ['enero', 'january'],
  ['febrero', 'february'],
  ['marzo', 'march'],
  ['abril', 'april'],
  ['mayo', 'may'],
  ['junio', 'june'],
  ['julio', 'july'],
  ['agosto', 'august'],
  ['septiembre', 'september', 'setiembre'],
  ['octubre', 'october'],
  ['noviembre', 'november'],
  ['diciembre', 'december'],
];
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];

/** Words before a day: «Corte al», «a los», «Martes,». Longer words stand first. Taken away twice, for a weekday and its article. */
const BEFORE =
  /^(?:(?:corte|fecha)\s+)?(?:a\s+los|al?|el|del)\s+(?:d[ií]a\s+)?|^(?:lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b[.,]?\s*/i;
/** The time behind it, with its zone where it has one. */
const TIME =
  /(?:T|,?\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(?:[ap]\.?\s*m\.?)?\s*(?:h(?:rs?|oras?)?\.?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$|^(\d{4})(\d{2})(\d{2})$/;
const YEAR_LAST = /^(\d{1,2})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{4}|\d{2})$/;
/** Parts of the four patterns below. Between a day, the name of its month and its year: */
const OF = String.raw`(?:\s+del?\s+|[\s.,/-]+(?:del?\s+)?)`;
const NAME = String.raw`(?:mes\s+de\s+)?(\p{L}[\p{L}\p{M}]{0,10})`;
/** A day, with «días» as contracts have it. «15 días» without «de» behind it may be a term, and is no day. */
const DAY = String.raw`(\d{1,2}|primero?)(?:(?:[o°]|ro|ero|er|st|nd|rd|th)(?=[\s.,/-])\.?)?(?:\s+d[ií]as?(?=\s+del?\s))?`;
const YEAR_OF = String.raw`(?:a[ñn]o\s+(?:de\s+)?)?(\d{4}|'?\d{2})`;
const DAY_NAME = new RegExp(`^${DAY}${OF}?${NAME}\\.?${OF}?${YEAR_OF}$`, 'iu');
const NAME_DAY = new RegExp(`^${NAME}\\.?${OF}${DAY}${OF}${YEAR_OF}$`, 'iu');
const YEAR_NAME = new RegExp(`^(\\d{4})${OF}${NAME}\\.?${OF}${DAY}$`, 'iu');
/** A month without a day. */
const MONTH_ALONE = new RegExp(`^${NAME}\\.?${OF}${YEAR_OF}$`, 'iu');
const MONTH_NUMBER = /^\d{4}[-/.]\d{1,2}$|^\d{1,2}[-/.]\d{4}$/;
/** A spreadsheet's serial number of a day from 2000 to 2060. Its date depends on the workbook's calendar. */
const SERIAL = /^(?:3[6-9]|[45]\d)\d{3}(?:\.0+)?$/;
const A_DAY = 'no es una fecha que se entienda; escríbala como 2026-06-30 o 30/06/2026.';

/** Years of two digits are of this century, up to here. */
const LAST_SHORT_YEAR = 60;
/** Hours that Mérida is behind UTC. */
const HOURS_BEHIND = 6;

/** The order of the numbers in a column of days: day first, month first, or both in one column (`duda`). */
export type Order = 'dia' | 'mes' | 'duda';

/**
 * Reads a day: a date cell, 2026-06-30, 30/06/2026, 30 de junio de 2026, or 30 días del mes de junio del año 2026.
 *
 * @param order of days in numbers. The day comes first, as in Mexico, unless the sheet shows another order
 */
export function readDay(cell: Cell, order: Order = 'dia'): Read<string> {
  const { text, kind } = cell;
  const { date, isOfAnotherZone } = bareDate(text);
  if (isOfAnotherZone) {
    return wrong(text, 'es de otro día según la hora de Mérida; escriba la fecha sin hora.');
  }
  const numbers = YEAR_LAST.exec(date);
  if (numbers && kind === 'text') return dayOfNumbers(text, numbers, order);
  const day = kind === 'date' || kind === 'text' || kind === 'number' ? dayIn(date) : undefined;
  if (day !== undefined && isDay(day)) return { value: day };
  if (SERIAL.test(date)) {
    return wrong(
      text,
      'es el número con que una hoja de cálculo guarda una fecha; dé formato de fecha a la celda, o escríbala como 2026-06-30.',
    );
  }
  const [, name = ''] = MONTH_ALONE.exec(date) ?? [];
  if (monthIn(name) > 0 || MONTH_NUMBER.test(date)) {
    return wrong(text, 'no dice el día; escríbala como 2026-06-30 o 30/06/2026.');
  }
  return wrong(text, A_DAY);
}

/** The order that a cell proves; `duda` where both orders are possible; undefined where the cell has no day in numbers. */
export function orderOf({ text, kind }: Cell): Order | undefined {
  const numbers = kind === 'text' ? YEAR_LAST.exec(bareDate(text).date) : null;
  if (!numbers) return undefined;
  const [dayFirst, monthFirst] = bothDays(numbers);
  if (dayFirst && monthFirst) return dayFirst === monthFirst ? undefined : 'duda';
  if (dayFirst) return 'dia';
  return monthFirst ? 'mes' : undefined;
}

/** The two dates of three numbers: day first, and month first. A date that does not exist is undefined. */
function bothDays([, first = '', second = '', short = '']: RegExpExecArray) {
  const year = wholeYear(short);
  const of = (month: string, day: string) => {
    const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    return isDay(date) ? date : undefined;
  };
  return [of(second, first), of(first, second)] as const;
}

function dayOfNumbers(text: string, numbers: RegExpExecArray, order: Order): Read<string> {
  const [dayFirst, monthFirst] = bothDays(numbers);
  const only = dayFirst ?? monthFirst;
  if (only === undefined) return wrong(text, A_DAY);
  if (!dayFirst || !monthFirst || dayFirst === monthFirst) return { value: only };
  if (order === 'duda') {
    return {
      ...wrong(
        text,
        `puede ser ${dayFirst} o ${monthFirst}: en el archivo hay fechas con el día primero y otras con el mes primero; escríbala como ${dayFirst}.`,
      ),
      general:
        'puede leerse de dos maneras: en el archivo hay fechas con el día primero y otras con el mes primero; escríbalas como 2026-06-30.',
    };
  }
  return { value: order === 'mes' ? monthFirst : dayFirst };
}

/** A date without its time and the words before it. `isOfAnotherZone` is true where the time is on another day in Mérida. */
function bareDate(text: string): { date: string; isOfAnotherZone: boolean } {
  if (!isBrief(text)) return { date: '', isOfAnotherZone: false };
  const whole = withoutZeroFraction(text.normalize('NFKC').replace(/\s+/g, ' ').trim());
  const time = TIME.exec(whole);
  const [, hours = '0', minutes = '0', seconds = '0', zone = ''] = time ?? [];
  const date = (time ? whole.slice(0, time.index) : whole).replace(BEFORE, '').replace(BEFORE, '');
  const isMidnight = Number(hours) + Number(minutes) + Number(seconds) === 0;
  const [, sign = '+', offset = '0'] = /^([+-])(\d{2})/.exec(zone) ?? [];
  const here = Number(hours) - Number(`${sign}${offset}`) - HOURS_BEHIND;
  return { date, isOfAnotherZone: zone !== '' && !isMidnight && (here < 0 || here >= 24) };
}

function dayIn(text: string): string | undefined {
  const [, ...years] = YEAR_FIRST.exec(text) ?? [];
  const [year, month, day] = years.filter((part) => part !== undefined);
  if (year && month && day) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const [, first, between, last] = DAY_NAME.exec(text) ?? [];
  if (first && between && last) return named(last, between, first);
  const [, name, second, end] = NAME_DAY.exec(text) ?? [];
  if (name && second && end) return named(end, name, second);
  const [, start, inside, final] = YEAR_NAME.exec(text) ?? [];
  return start && inside && final ? named(start, inside, final) : undefined;
}

function named(short: string, name: string, day: string): string | undefined {
  const month = monthIn(name);
  const date = /^primero?$/i.test(day) ? '1' : day;
  return month
    ? `${wholeYear(short)}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`
    : undefined;
}

/** The number of the month that a name, three letters of it or more, or a Roman number stands for; 0 where there is none. */
function monthIn(name: string): number {
  const folded = fold(name);
  const isName = (full: string) => folded.length >= 3 && full.startsWith(folded);
  return MONTHS.findIndex((names) => names.some(isName)) + 1 || ROMAN.indexOf(folded) + 1;
}

function wholeYear(short: string): string {
  const digits = short.replace("'", '');
  if (digits.length === 4) return digits;
  // No day is of the year 0.
  return Number(digits) <= LAST_SHORT_YEAR ? `20${digits}` : '0000';
}

/** A quarter by its ordinal, its Roman number, or its months. */
const QUARTERS = [
  '1|i|1er|1ro|1o|primer|primero|eneroa?marzo|enemar',
  '2|ii|2do|2o|segundo|abrila?junio|abrjun',
  '3|iii|3er|3ro|3o|tercer|tercero|julioa?sep?tiembre|julsep',
  '4|iv|4to|4o|cuarto|octubrea?diciembre|octdic',
].map((names) => new RegExp(`^(?:t|q|trim|trimestre)?(?:${names})(?:t|trim|trimestre)?$`));
const LAST_DAYS = ['03-31', '06-30', '09-30', '12-31'];

/**
 * The last day of a quarter: «2», «Segundo trimestre», «abril - junio», with its year in the same cell or beside it.
 *
 * @param year of another cell, where the row has one
 */
export function readQuarter({ text }: Cell, year: number | undefined): Read<string> {
  // 2º and 2° are the same.
  const brief = isBrief(text) ? withoutZeroFraction(text).replace(/(?<=\d)\s*[ºª°]/g, '') : '';
  const [own] = /(?<!\d)20\d\d(?!\d)/.exec(brief) ?? [];
  const name = fold(own === undefined ? brief : brief.replace(own, '')).replace(/(?:de|del)$/, '');
  const at = QUARTERS.findIndex((known) => known.test(name));
  const anio = own ?? year;
  if (at < 0) return wrong(text, 'no es un trimestre; escriba 1, 2, 3 o 4.');
  if (anio === undefined) {
    return wrong(
      text,
      'no dice de qué año es; agregue la columna del ciclo, o escriba la fecha de corte.',
    );
  }
  return { value: `${anio}-${LAST_DAYS[at]}` };
}
