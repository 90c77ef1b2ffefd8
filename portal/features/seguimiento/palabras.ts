import { dayInWords } from '../../../src/core/base/time.ts';
import {
  CAUSAS,
  NATURALEZAS,
  PROCEDIMIENTOS,
  TERMINACIONES,
} from '../../../src/features/seguimiento/opciones.ts';
import {
  daysBetween,
  EN_EL_PLAZO_VIGENTE,
  lapso,
  type Plazo,
  plazoOf,
  today,
} from '../../../src/features/seguimiento/plazo.ts';

// The follow-up in an office's words: choices, days and how late a work is.

export {
  CAUSAS,
  dayInWords,
  daysBetween,
  EN_EL_PLAZO_VIGENTE,
  lapso,
  NATURALEZAS,
  type Plazo,
  PROCEDIMIENTOS,
  plazoOf,
  TERMINACIONES,
  today,
};

/** The options of a field that has these choices. */
export const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([id, nombre]) => ({ id, nombre }));

/** «hoy», «ayer», «hace 45 días», «hace 10 años» */
export function agoInWords(day: string): string {
  const days = daysBetween(day, today());
  if (days <= 0) return 'hoy';
  return days === 1 ? 'ayer' : `hace ${lapso(days)}`;
}

const shortDays = new Intl.DateTimeFormat('es-MX', { dateStyle: 'medium', timeZone: 'UTC' });
/** A day in little room: 30 jun 2026. */
export const shortDay = (day: string): string => shortDays.format(new Date(day));

/** «al 30 de junio de 2026 (hace 4 meses)»: as of when a figure counts. */
export const asOf = (day: string): string => `al ${dayInWords(day)} (${agoInWords(day)})`;

/** 45.5 %, 100 %: as many decimals as there are. */
export const percent = (value: number): string =>
  `${value.toLocaleString('es-MX', { maximumFractionDigits: 2 })} %`;

/** The distance between the built and the planned progress, in points of percent. */
export function pointsApart(points: number): string {
  const rounded = Math.round(Math.abs(points) * 100) / 100;
  if (rounded === 0) return '(va como se previó)';
  const many = `${rounded.toLocaleString('es-MX')} ${rounded === 1 ? 'punto' : 'puntos'}`;
  return `(${many} ${points < 0 ? 'menos' : 'más'})`;
}
