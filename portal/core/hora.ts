import { ZONE } from '../../src/core/base/zone.ts';

// The words that every page has before its own code is there: apart from `formato.ts`, whose amounts would come with them.

const times = new Intl.DateTimeFormat('es-MX', { timeStyle: 'short', timeZone: ZONE });

/** 8:30 a.m. */
export const time = (instant: string | Date): string => times.format(new Date(instant));
/** A sentence that ends with a name has one full stop, also after «S.A. de C.V.». */
export const ended = (sentence: string): string =>
  sentence.endsWith('.') ? sentence : `${sentence}.`;
