import { isDay } from '../../base/time.ts';
import type { Cell } from '../../hojas/celdas/cell.ts';
import { fold, isBrief, quoted, type Read } from '../../hojas/celdas/values.ts';
import { CAUSAS, NATURALEZAS, PROCEDIMIENTOS, TERMINACIONES } from '../opciones.ts';

// What the cells of a sheet of follow-up stand for. Nothing is guessed that can be read in two ways.

const wrong = (text: string, general: string) => ({ fault: `${quoted(text)} ${general}`, general });

// Percent -----------------------------------------------------------------------------------------

const PERCENT = /^(-?\d{1,9}(?:[.,]\d{1,15})?)\s*(%?)$/;

/** A percentage, and whether nothing but the bare number says that it is one. */
export type Percent = Read<number> & { isBare?: boolean; isRounded?: boolean };

/**
 * A percentage: 45, «45 %», «45,5», or a cell that shows percent and holds 0.45. It is rounded to two decimals, which is as
 * many as are kept. Which numbers can be percentages is judged by the rules of reports.
 */
export function readPercent({ text, kind }: Cell): Percent {
  const unread = wrong(text, 'no es un porcentaje; escriba el por ciento, como 45.5.');
  const isNumber = kind === 'number' || kind === 'percent';
  const [, digits = '', sign] =
    (isNumber || isBrief(text) ? PERCENT.exec(text.trim()) : null) ?? [];
  // Spreadsheets hold small numbers in scientific notation.
  const number = isNumber
    ? Number(text)
    : digits === ''
      ? Number.NaN
      : Number(digits.replace(',', '.'));
  if (!Number.isFinite(number)) return unread;
  const exact = kind === 'percent' ? number * 100 : number;
  const value = roundedPercent(exact);
  const isRounded = Math.abs(value - exact) > 1e-9;
  return { value, isBare: kind !== 'percent' && sign !== '%', isRounded };
}

/** To two decimals, but never to 100: what is a little less is not done, and what is a little more is no percentage. */
function roundedPercent(exact: number): number {
  const value = Math.round(exact * 100) / 100;
  if (value !== 100 || Math.abs(exact - 100) < 1e-9) return value;
  return exact < 100 ? 99.99 : 100.01;
}

// Days --------------------------------------------------------------------------------------------

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

/** The quarter by its ordinal, its Roman number, or its months. */
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

// Words -------------------------------------------------------------------------------------------

/** A choice's name, and what people write for it besides name and code. */
type Choices<Codes extends string> = { names: Record<Codes, string>; also: Record<Codes, RegExp> };
const choices = <Codes extends string>(
  names: Record<Codes, string>,
  also: Record<Codes, RegExp>,
): Choices<Codes> => ({ names, also });

export const WORDS_OF = {
  causaAtraso: choices(CAUSAS, {
    CLIMA: /^(?:lluvias?|condicionesclimatologicas|malclima)$/,
    PREDIO: /predio|tenenciadelatierra|derechodevia/,
    PERMISOS: /^(?:permisos?|licencias?|tramites|faltadepermisos)$/,
    PAGOS: /^(?:pagos?|faltadepagos?|faltaderecursos|retrasoenpagos|anticipo)$/,
    CONTRATISTA: /^incumplimientodelcontratista$/,
    PROYECTO: /^(?:proyecto|cambiosdeproyecto|proyectoejecutivo)$/,
    SOCIAL: /^(?:social|conflictosocial|oposicionsocial)$/,
    FUERZA_MAYOR: /^causadefuerzamayor$/,
    OTRA: /^otr[ao]s?$/,
  }),
  naturaleza: choices(NATURALEZAS, {
    OBRA: /^(?:obra(?:publica)?|ejecucion)$/,
    SUPERVISION: /^supervision/,
    PROYECTO: /^(?:proyecto|diseno|estudios?)/,
  }),
  procedimiento: choices(PROCEDIMIENTOS, {
    LICITACION_PUBLICA: /^licitacion(?:publica.*)?$/,
    INVITACION: /^(?:licitacionpor)?invitacion/,
    ADJUDICACION_DIRECTA: /^adjudicacion(?:directa.*)?$/,
  }),
  terminacion: choices(TERMINACIONES, {
    CONCLUIDO: /^(?:concluid[oa]|terminad[oa]|finiquitad[oa])$/,
    ANTICIPADA: /^(?:terminacion)?anticipada$/,
    RESCISION: /^(?:rescision|rescindid[oa])/,
  }),
};

/** What people write where there is nothing to say. */
const NOTHING = /^(?:na|nd|no|noaplica|ningun[oa]?|sinatraso|sincausa|nohayatraso)?$/;

/** Whether a cell says in a word that it says nothing: «N/A», «ninguna», «-». */
export const saysNothing = ({ text }: Cell): boolean => isBrief(text) && NOTHING.test(fold(text));

/** One of the few values of a field: by its code, its name, or what people call it besides. */
export function readWord(campo: keyof typeof WORDS_OF, { text }: Cell): Read<string> {
  const folded = isBrief(text) ? fold(text) : '';
  const { names, also }: Choices<string> = WORDS_OF[campo];
  const found = Object.entries(names).find(
    ([code, name]) => fold(code) === folded || fold(name) === folded || also[code]?.test(folded),
  );
  if (found) return { value: found[0] };
  return wrong(text, `no es de los valores que hay: ${Object.values(names).join(', ')}.`);
}
