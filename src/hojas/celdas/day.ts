import { isDay } from '../../core/base/time.ts';
import { type Cell, type DatePart, withoutZeroFraction } from './cell.ts';
import { fold, isBrief, quoted, type Read, type Unread, wrong } from './text.ts';

// Years, days and quarters.

/** A year, alone or in a date as spreadsheet programs write it to a text: «15/01/2026», «2026-01-15». */
const YEAR = /^(?:\d{1,2}[/-]\d{1,2}[/-])?(\d{4})(?:\.0+|-\d\d?-\d\d?)?$/;

/** A fiscal year of four digits, or the year of a date. */
export function readYear({ text, kind, shown = text, lacks }: Cell): Read<number> {
  const [, digits] = (kind === 'date' ? /^(\d{4})-/ : YEAR).exec(text.trim()) ?? [];
  if (lacks?.includes('año')) {
    return {
      ...wrong(shown, 'no dice el año; escríbalo con cuatro cifras.'),
      codigo: 'valorDesconocido',
    };
  }
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
const WORDS_BEFORE_A_DAY =
  /^(?:(?:corte|fecha)\s+)?(?:a\s+los|al?|el|del)\s+(?:d[ií]a\s+)?|^(?:lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b[.,]?\s*/i;
/** The time behind it, with its zone where it has one. */
const TIME =
  /(?:T|,?\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(?:([ap])\.?\s*m\.?)?\s*(?:h(?:rs?|oras?)?\.?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;
/** Hours that a zone may be from UTC. */
const FURTHEST_ZONE = 14;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$|^(\d{4})(\d{2})(\d{2})$/;
const YEAR_LAST = /^(\d{1,2})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{4}|\d{2})$/;
/** Parts of the four patterns below. Between a day, the name of its month and its year: */
const OF = String.raw`(?:\s+del?\s+|[\s.,/-]+(?:del?\s+)?)`;
const MONTH_NAME = String.raw`(?:mes\s+de\s+)?(\p{L}[\p{L}\p{M}]{0,10})`;
/** A day, with «días» as contracts have it. «15 días» without «de» behind it may be a term, and is no day. */
const DAY_PATTERN = String.raw`(\d{1,2}|primero?)(?:(?:[o°]|ro|ero|er|st|nd|rd|th)(?=[\s.,/-])\.?)?(?:\s+d[ií]as?(?=\s+del?\s))?`;
const YEAR_OF = String.raw`(?:a[ñn]o\s+(?:de\s+)?)?(\d{4}|'?\d{2})`;
const DAY_NAME = new RegExp(`^${DAY_PATTERN}${OF}?${MONTH_NAME}\\.?${OF}?${YEAR_OF}$`, 'iu');
const NAME_DAY = new RegExp(`^${MONTH_NAME}\\.?${OF}${DAY_PATTERN}${OF}${YEAR_OF}$`, 'iu');
const YEAR_NAME = new RegExp(`^(\\d{4})${OF}${MONTH_NAME}\\.?${OF}${DAY_PATTERN}$`, 'iu');
const MONTH_ALONE = new RegExp(`^${MONTH_NAME}\\.?${OF}${YEAR_OF}$`, 'iu');
const MONTH_NUMBER = /^\d{4}[-/.]\d{1,2}$|^\d{1,2}[-/.]\d{4}$/;
/** A spreadsheet's serial number of a day from 2000 to 2060. Its date depends on the workbook's calendar. */
const SERIAL = /^(?:3[6-9]|[45]\d)\d{3}(?:\.0+)?$/;
const AS = 'escríbala como 2026-06-30 o 30/06/2026.';
const A_DAY = `no es una fecha que se entienda; ${AS}`;

/** Days of the week, in texts that programs make of dates. */
const WEEKDAY =
  /^(?:lun(?:es)?|mar(?:tes)?|mi[eé](?:rcoles)?|jue(?:ves)?|vie(?:rnes)?|s[aá]b(?:ado)?|dom(?:ingo)?|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?)$/i;

/**
 * The parts of a date that a cell does not show, as programs write dates: «jun-26» of 2026-06-01 has no day.
 *
 * @param date in ISO 8601
 * @param shown what the sheet shows
 */
export function lackingIn(date: string, shown: string): DatePart[] {
  const [year = '', month = '', day = ''] = date.split('-');
  const bare = shown.replace(
    /T?\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?\s*m\b\.?)?/gi,
    ' ',
  );
  const numbers: string[] = bare.match(/\d+/g) ?? [];
  /** Each number says one thing. */
  const take = (...spellings: string[]) => {
    const at = numbers.findIndex((number) => spellings.includes(number));
    if (at >= 0) numbers.splice(at, 1);
    return at >= 0;
  };
  const words = bare.match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  const isNamed = words.some(
    (word) => !/^del?$/i.test(word) && !(WEEKDAY.test(word) && !monthIn(word)),
  );
  const hasYear = take(year) || take(year.slice(2));
  const hasMonth = isNamed || take(month, String(Number(month)));
  const hasDay = take(day, String(Number(day)));
  return [
    ...(hasDay ? [] : (['día'] as const)),
    ...(hasMonth ? [] : (['mes'] as const)),
    ...(hasYear ? [] : (['año'] as const)),
  ];
}

/** Years of two digits are of this century, up to here. */
const LAST_SHORT_YEAR = 60;
/** Hours that Mérida is behind UTC. */
const HOURS_BEHIND = 6;

/** The order of the numbers in a column of days: day first, month first, or both in one column (`duda`). */
export type Order = 'dia' | 'mes' | 'duda';
/** Where the year stands in a day of numbers. Each form has an order of day and month of its own. */
export type Form = 'final' | 'inicio';
/** The orders where nothing shows another: 30/06/2026, as in Mexico, and 2026-06-30. */
export const USUAL: Record<Form, Order> = { final: 'dia', inicio: 'mes' };

/**
 * Reads a day: a date cell, 2026-06-30, 30/06/2026, 30 de junio de 2026, or 30 días del mes de junio del año 2026.
 *
 * @param orders of days in numbers, by their form
 */
export function readDay(cell: Cell, orders: Record<Form, Order> = USUAL): Read<string> {
  const { text, kind, shown = text, lacks: [lacked] = [] } = cell;
  if (lacked !== undefined) return wrong(shown, `no dice el ${lacked}; ${AS}`);
  const { date, isOfAnotherZone } = bareDate(text);
  if (isOfAnotherZone) {
    return wrong(text, 'es de otro día según la hora de Mérida; escriba la fecha sin hora.');
  }
  const numbers = numbersIn(cell, date);
  if (numbers) return dayOfNumbers(text, numbers, orders[numbers.form]);
  const day = kind === 'date' ? date : kind === 'text' ? dayIn(date) : undefined;
  if (day !== undefined && isDay(day)) return { value: day };
  if (SERIAL.test(date)) {
    return wrong(
      text,
      'es el número con que una hoja de cálculo guarda una fecha; dé formato de fecha a la celda, o escríbala como 2026-06-30.',
    );
  }
  const [, name = ''] = MONTH_ALONE.exec(date) ?? [];
  if (monthIn(name) > 0 || MONTH_NUMBER.test(date)) return wrong(text, `no dice el día; ${AS}`);
  return wrong(text, A_DAY);
}

/** The form of a day in numbers and the order that the cell proves: `duda` where both orders are possible, none where both are one day. */
export function orderOf(cell: Cell): { form: Form; order?: Order } | undefined {
  const numbers = numbersIn(cell, bareDate(cell.text).date);
  if (!numbers) return undefined;
  const { form, dia, mes } = numbers;
  if (dia && mes) return dia === mes ? { form } : { form, order: 'duda' };
  if (dia) return { form, order: 'dia' };
  return mes ? { form, order: 'mes' } : { form };
}

/** Both readings of three numbers: day first, and month first. A date that does not exist is undefined. */
interface Numbers {
  form: Form;
  dia: string | undefined;
  mes: string | undefined;
}

function numbersIn({ kind }: Cell, date: string): Numbers | undefined {
  const of = (year: string, month: string, day: string) => {
    const whole = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    return isDay(whole) ? whole : undefined;
  };
  const [, first = '', second = '', short] = (kind === 'text' && YEAR_LAST.exec(date)) || [];
  if (short !== undefined) {
    const year = wholeYear(short);
    return { form: 'final', dia: of(year, second, first), mes: of(year, first, second) };
  }
  const [, ...parts] = ((kind === 'text' || kind === 'number') && YEAR_FIRST.exec(date)) || [];
  const [year, one = '', other = ''] = parts.filter((part) => part !== undefined);
  if (year === undefined) return undefined;
  return { form: 'inicio', dia: of(year, other, one), mes: of(year, one, other) };
}

function dayOfNumbers(text: string, { form, dia, mes }: Numbers, order: Order): Read<string> {
  const only = dia ?? mes;
  if (only === undefined) return wrong(text, A_DAY);
  if (!dia || !mes || dia === mes) return { value: only };
  return order === 'duda' ? doubtful(text, form, dia, mes) : { value: order === 'mes' ? mes : dia };
}

/** The reason for a doubt about a day, and the remedy. */
const DOUBTS: Record<Form | 'celda', [why: string, one: (day: string) => string, all: string]> = {
  final: [
    'en el archivo hay fechas con el día primero y otras con el mes primero',
    (day) => `escríbala como ${day}.`,
    'escríbalas como 2026-06-30.',
  ],
  inicio: [
    'en el archivo hay fechas con el día entre el año y el mes',
    () => 'corríjalas, o escriba ésta con el mes en letras.',
    'corríjalas, o escriba todas con el mes en letras.',
  ],
  celda: [
    'en la columna hay textos con el mes primero, y al abrirlos el programa pudo tomar el día por el mes',
    () => 'corrija esos textos, o escriba ésta con el mes en letras.',
    'corrija esos textos, o escriba todas con el mes en letras.',
  ],
};

/** The fault of a day that may be another, because of others in its column or file. */
export function doubtful(text: string, form: Form | 'celda', dia: string, mes: string): Unread {
  const [why, one, all] = DOUBTS[form];
  return {
    fault: `${quoted(text)} puede ser ${dia} o ${mes}: ${why}; ${one(dia)}`,
    general: `puede leerse de dos maneras: ${why}; ${all}`,
  };
}

/** Both readings of a date cell that a program may have made of a text in another order; undefined where only one is possible. */
export function otherDayOf({ text, kind, lacks }: Cell): [dia: string, mes: string] | undefined {
  const isWhole = kind === 'date' && !lacks;
  const [, year, month = '', day = ''] = (isWhole && /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)) || [];
  const other = `${year}-${day}-${month}`;
  return year === undefined || month === day || !isDay(other) ? undefined : [text, other];
}

/**
 * A date without its time and the words before it. `isOfAnotherZone` is true where the time is on another day in Mérida. A time
 * that is none stays part of the date, which is none then.
 */
function bareDate(text: string): { date: string; isOfAnotherZone: boolean } {
  if (!isBrief(text)) return { date: '', isOfAnotherZone: false };
  const whole = withoutZeroFraction(text.normalize('NFKC').replace(/\s+/g, ' ').trim());
  const time = timeIn(whole);
  const date = (time ? whole.slice(0, time.index) : whole)
    .replace(WORDS_BEFORE_A_DAY, '')
    .replace(WORDS_BEFORE_A_DAY, '');
  return { date, isOfAnotherZone: time?.isOfAnotherZone ?? false };
}

/** The time at the end of a text: 0:00 to 24:00, and 13:05 beside «p. m.», as some write it. */
function timeIn(whole: string): { index: number; isOfAnotherZone: boolean } | undefined {
  const found = TIME.exec(whole);
  if (!found) return undefined;
  const [, hours, minutes, seconds = '0', half = '', zone = ''] = found;
  const [hour, minute, second] = [hours, minutes, seconds].map(Number) as [number, number, number];
  const isLast = hour === 24 && minute === 0 && second === 0 && half === '';
  if ((hour > 23 && !isLast) || minute > 59 || second > 59) return undefined;
  if (/a/i.test(half) && hour > 12) return undefined;
  const [, sign = '+', offset = '0', part = '0'] = /^([+-])(\d{2}):?(\d{2})/.exec(zone) ?? [];
  if (Number(offset) > FURTHEST_ZONE || Number(part) > 59) return undefined;
  const isMidnight = hour + minute + second === 0;
  const here = hour - Number(`${sign}${offset}`) - HOURS_BEHIND;
  return {
    index: found.index,
    isOfAnotherZone: zone !== '' && !isMidnight && (here < 0 || here >= 24),
  };
}

function dayIn(text: string): string | undefined {
  const [, first, between, last] = DAY_NAME.exec(text) ?? [];
  if (first && between && last) return namedDay(last, between, first);
  const [, name, second, end] = NAME_DAY.exec(text) ?? [];
  if (name && second && end) return namedDay(end, name, second);
  const [, start, inside, final] = YEAR_NAME.exec(text) ?? [];
  return start && inside && final ? namedDay(start, inside, final) : undefined;
}

function namedDay(short: string, name: string, day: string): string | undefined {
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
