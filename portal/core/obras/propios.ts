import type { Filtro } from './filtros/filtros-en-palabras.ts';

/** The filters whose answer depends on the user: without a session there is none. */
export const PROPIOS = [
  'favoritas',
  'registradaPorMi',
  'variacionMonto',
  'posibleDuplicada',
] as const satisfies Filtro[];
