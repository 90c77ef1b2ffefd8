import type { Orden } from '../filas.ts';
import type { Filtros } from '../filtros/direccion.ts';

/** Whether the filters have words, by which works can be more or less alike. */
export const hasWords = ({ q }: Filtros): boolean => Boolean(q?.trim());

/** The order that an address asks for, or that of one that names none. The registry refuses an unknown one in its words. */
export function ordenOf(param: string | null, filtros: Filtros): Orden {
  const isLike = hasWords(filtros);
  // Without words works are alike in nothing.
  if (param === null || param === 'relevancia') return isLike ? 'relevancia' : '-id';
  return param as Orden;
}
