import { EN_PROCESO, SUSPENDIDA } from '../../core/obras/reglas.ts';

// SQL conditions for open, started and late obras, defined here only.

/** The condition that a status is neither finished nor cancelled. */
const openWith = (estatus: string) => `${estatus} = ANY (ARRAY(
  SELECT id FROM estatus_obra WHERE estado_oc4ids NOT IN ('completion', 'cancelled')))`;
export const OPEN = openWith('o.estatus_obra_id');

/**
 * The condition that a report of the obra `o` is owed: it is open and has begun, by its status, by progress or payments, or by
 * its real dates. Of a suspended one nothing is owed.
 */
export const UNDER_WAY = `(${OPEN} AND o.estatus_obra_id <> ${SUSPENDIDA}
  AND (o.estatus_obra_id = ${EN_PROCESO}
    OR EXISTS (SELECT FROM obras_seguimiento b
      WHERE b.obra_id = o.id AND greatest(b.avance_fisico, b.monto_pagado) > 0)
    OR EXISTS (SELECT FROM ejecuciones b WHERE b.obra_id = o.id AND b.fecha_inicio_real IS NOT NULL)))`;

/** The condition that a row of `obras_seguimiento` has a past end date, and no sign that the obra is finished. */
export const OVERDUE =
  'fecha_termino_vigente < hoy() AND fecha_termino_real IS NULL AND terminada_al IS NULL';

/** The condition that an obra is late, by its id and its status, as in the filter `atrasadas`. */
export const isLate = (obra: string, estatus: string) =>
  `(${openWith(estatus)} AND EXISTS (SELECT FROM obras_seguimiento WHERE obra_id = ${obra} AND ${OVERDUE}))`;
