// Which obras are open, under way and late, said once: SQL conditions.

/** Whether obras of a status are neither finished nor cancelled. */
const openWith = (estatus: string) => `${estatus} = ANY (ARRAY(
  SELECT id FROM estatus_obra WHERE estado_oc4ids NOT IN ('completion', 'cancelled')))`;
export const OPEN = openWith('o.estatus_obra_id');

/**
 * Whether the obra `o` is open and has begun: by its status, or because something was built or paid of it, or its real dates say
 * so. A report is awaited of no other.
 */
export const UNDER_WAY = `(o.estatus_obra_id = ANY (ARRAY(
    SELECT id FROM estatus_obra WHERE estado_oc4ids = 'implementation'))
  OR ${OPEN} AND (
    EXISTS (SELECT FROM obras_seguimiento b
      WHERE b.obra_id = o.id AND greatest(b.avance_fisico, b.monto_pagado) > 0)
    OR EXISTS (SELECT FROM ejecuciones b WHERE b.obra_id = o.id AND b.fecha_inicio_real IS NOT NULL)))`;

/** Whether a row of `obras_seguimiento` says that the term is over, and nothing says that the obra is done. */
export const OVERDUE =
  'fecha_termino_vigente < hoy() AND fecha_termino_real IS NULL AND terminada_al IS NULL';

/** Whether an obra, by its id and its status, is late: what the filter `atrasadas` finds. */
export const isLate = (obra: string, estatus: string) =>
  `(${openWith(estatus)} AND EXISTS (SELECT FROM obras_seguimiento WHERE obra_id = ${obra} AND ${OVERDUE}))`;
