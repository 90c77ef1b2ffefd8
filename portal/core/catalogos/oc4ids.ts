import { SECTORES, TIPOS } from '../../../src/core/catalogos/oc4ids.ts';
import type { Schema } from '../api.ts';
import type { Opcion } from '../piezas/campos.tsx';

const optionsOf = (words: Record<string, string>): Opcion[] =>
  Object.entries(words).map(([id, nombre]) => ({ id, nombre, detalle: id }));

export const OPCIONES_SECTOR = optionsOf(SECTORES);
export const OPCIONES_TIPO = optionsOf(TIPOS);

/** «Transporte: carretero, construcción», as far as it is said. */
export function classified({
  sectorOc4ids,
  tipoOc4ids,
}: Pick<Schema<'Clasificacion'>, 'sectorOc4ids' | 'tipoOc4ids'>): string {
  return [sectorOc4ids && SECTORES[sectorOc4ids], tipoOc4ids && TIPOS[tipoOc4ids]]
    .filter(Boolean)
    .join('; ');
}
