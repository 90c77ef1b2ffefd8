import { lazy } from './lazy.ts';
import { ZONE } from './zone.ts';

// Sweden writes dates as ISO 8601 does.
const days = lazy(() => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: ZONE }));
const moments = lazy(
  () => new Intl.DateTimeFormat('es-MX', { dateStyle: 'long', timeStyle: 'short', timeZone: ZONE }),
);

const longDays = lazy(
  () => new Intl.DateTimeFormat('es-MX', { dateStyle: 'long', timeZone: 'UTC' }),
);

/** Whether a text is an existing day from 2000 to 2100: 2026-11-23. */
export function isDay(text: string): boolean {
  if (!/^(20\d\d|2100)-\d\d-\d\d$/.test(text)) return false;
  // Date turns a day that its month does not have into another.
  const day = new Date(text);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** A day in words: 30 de junio de 2026. */
export const dayInWords = (day: string): string => longDays().format(new Date(day));

/** In every time zone a day begins on a quarter of an hour of UTC; in milliseconds. */
const QUARTER = 900_000;
let last = { quarter: Number.NaN, day: '' };

/** The day of an instant in Yucatán: 2026-11-23. It is cached, since every request for dated answers needs it. */
export function dayOf(instant: Date): string {
  const quarter = Math.floor(instant.getTime() / QUARTER);
  if (quarter !== last.quarter) last = { quarter, day: days().format(instant) };
  return last.day;
}
/** An instant there in words: 23 de noviembre de 2026, 8:30 a.m. */
export const momentOf = (instant: Date): string => moments().format(instant);
