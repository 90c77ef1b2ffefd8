/** Yucatán's time zone, in which people here read days and hours. */
export const ZONE = 'America/Merida';

// Sweden writes dates as ISO 8601 does.
const days = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: ZONE });
const moments = new Intl.DateTimeFormat('es-MX', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: ZONE,
});

/** The day of an instant in Yucatán: 2026-11-23. */
export const dayOf = (instant: Date): string => days.format(instant);
/** An instant there in words: 23 de noviembre de 2026, 8:30 a.m. */
export const momentOf = (instant: Date): string => moments.format(instant);
