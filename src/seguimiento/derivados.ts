// What is calculated of the follow-up of an obra: SQL expressions.

/** The cut that is expected of all today: the last day of the quarter that has ended. */
export const EXPECTED = `(date_trunc('quarter', hoy()::timestamp)::date - 1)`;

/** The percent of an obra's amount that was paid; null where one of them is unknown, or the amount is 0. */
export const paidPercent = (pagado: string, monto: string) =>
  `round(${pagado} / nullif(${monto}, 0) * 100, 2)`;

/**
 * Days of delay of `obras o` with `obras_seguimiento s` and `estatus_obra e`. An obra that is finished or cancelled is late no
 * more, and was late only where somebody has said when it ended.
 */
export const DAYS_LATE = `days_late(s.fecha_termino_vigente, coalesce(s.fecha_termino_real, s.terminada_al),
  e.estado_oc4ids IN ('completion', 'cancelled'))`;
