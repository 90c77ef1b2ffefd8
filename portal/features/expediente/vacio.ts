import type { Schema } from '../../core/api.ts';

/** Whether nothing has been said in a work's record. */
export const isEmpty = ({ fuentes, ...expediente }: Schema<'Expediente'>): boolean =>
  fuentes.length === 0 && Object.values(expediente).every((value) => value === null);
