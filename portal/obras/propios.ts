import type { Filtro } from './filtros-en-palabras.ts';

/** The filters whose answer depends on who asks: without a session there is none. */
export const PROPIOS = [
  'favoritas',
  'registradaPorMi',
  'variacionMonto',
  'posibleDuplicada',
] as const satisfies Filtro[];
