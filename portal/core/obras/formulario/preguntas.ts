import type { Schema } from '../../api.ts';
import { active, type OpcionDeCatalogo, type Referencia } from '../../catalogos/opciones.ts';
import type { Opcion } from '../../piezas/campos.tsx';
import type { Observacion } from './revision.ts';

// Doubts about places.

/** The most doubts at once. */
export const DOUBTS_SHOWN = 20;

export interface Duda extends Observacion {
  /** Names the ubicación within the form. */
  clave: string;
  /** Its place in the list, from 1. */
  numero: number;
}

/** Tells one doubt from another. */
export const nameOfDuda = ({ clave, texto }: Duda) => `${clave} ${texto}`;

/** The records that a new work may refer to, and those that this one does, which it may no longer. */
export function offeredTo(
  obra: Schema<'Obra'> | undefined,
  opciones: Record<Referencia, OpcionDeCatalogo[]>,
): Record<Referencia, Opcion[]> {
  const withPresent = (campo: Referencia, present?: Opcion | null): Opcion[] => {
    const offered = active(opciones[campo]);
    return !present || offered.some(({ id }) => id === present.id)
      ? offered
      : [{ id: present.id, nombre: present.nombre, detalle: 'Ya no está activo' }, ...offered];
  };
  const ejercicio = obra && {
    id: obra.ejercicioFiscal.id,
    nombre: String(obra.ejercicioFiscal.anio),
  };
  return {
    municipioId: withPresent('municipioId', obra?.municipio),
    ejercicioFiscalId: withPresent('ejercicioFiscalId', ejercicio),
    dependenciaId: withPresent('dependenciaId', obra?.dependencia),
    tipoProyectoId: withPresent('tipoProyectoId', obra?.tipoProyecto),
    estatusObraId: opciones.estatusObraId,
  };
}
