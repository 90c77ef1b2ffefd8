import { isDay } from '../../base/time.ts';
import type { Cell } from './cell.ts';
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

const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];
const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ][\d:.]*Z?)?$/;
const YEAR_FIRST = /^(\d{4})\/(\d\d?)\/(\d\d?)$/;
const DIGITS = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;
const WORDS =
  /^(\d{1,2})[ºo°]?(?:\s+de\s+|[\s/-]+)([a-záéíóú]{3,10})\.?(?:\s+del?\s+|,?[\s/-]+)(\d{4})$/i;
const A_DAY = 'no es una fecha que se entienda; escríbala como 2026-06-30 o 30/06/2026.';

const padded = (number: number | string) => String(number).padStart(2, '0');

/** A day: a date of the sheet's, 2026-06-30, 30/06/2026, or 30 de junio de 2026. The day stands before the month, as it does here. */
export function readDay({ text, kind }: Cell): Read<string> {
  const bare = isBrief(text) ? text.trim().replace(/^al\s+/i, '') : '';
  const day = ISO.exec(bare)?.[1] ?? (kind === 'text' ? dayIn(bare) : undefined);
  return day !== undefined && isDay(day) ? { value: day } : wrong(text, A_DAY);
}

function dayIn(text: string): string | undefined {
  const [, day, month, year] = DIGITS.exec(text) ?? [];
  if (day && month && year) return `${year}-${padded(month)}-${padded(day)}`;
  const [, first, second, third] = YEAR_FIRST.exec(text) ?? [];
  if (first && second && third) return `${first}-${padded(second)}-${padded(third)}`;
  const [, dia, name = '', anio] = WORDS.exec(text) ?? [];
  const at = MONTHS.indexOf(fold(name).replace(/^set/, 'sep').slice(0, 3));
  return dia && anio && at >= 0 ? `${anio}-${padded(at + 1)}-${padded(dia)}` : undefined;
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
  const said = isBrief(text) ? text.replace(/(?<=\d)\s*[ºª°]/g, '') : '';
  const [own] = /(?<!\d)20\d\d(?!\d)/.exec(said) ?? [];
  const name = fold(own === undefined ? said : said.replace(own, '')).replace(/(?:de|del)$/, '');
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
