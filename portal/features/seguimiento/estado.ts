import { CANCELADA, TERMINADA } from '../../../src/core/obras/reglas.ts';
import type { Schema } from '../../core/api.ts';

// What is known of how a work goes.

export type Seguimiento = Schema<'SeguimientoDeObra'>;

export type Avance = Schema<'Avance'>;

export type Contrato = Schema<'Contrato'>;

/** The progress of a work, as a list tells it. */
export type Marcha = Schema<'FilaDeSeguimiento'>;

/** Whether anything at all is known of how a work goes. */
export const isKnown = ({ avance, programa, contratos, ejecucion }: Seguimiento): boolean =>
  avance !== null ||
  programa !== null ||
  contratos.length > 0 ||
  Object.values(ejecucion).some((value) => value !== null);

/** Whether a work is finished or cancelled, by the fixed catalog of statuses (specification section 3). */
export const isClosed = (estatusObraId: number): boolean =>
  [TERMINADA, CANCELADA].includes(estatusObraId);
