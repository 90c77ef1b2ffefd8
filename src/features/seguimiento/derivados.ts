// SQL expressions of figures calculated from an obra's follow-up.

/** The report day that is expected of all obras today: the last day of the previous quarter. */
export const EXPECTED = `(date_trunc('quarter', hoy()::timestamp)::date - 1)`;

/** The percent of an obra's amount that was paid; null where one of them is unknown, or the amount is 0. */
export const paidPercent = (pagado: string, monto: string) =>
  `round(${pagado} / nullif(${monto}, 0) * 100, 2)`;

/**
 * Days of delay of `obras o` with `obras_seguimiento s` and `estatus_obra e`. An obra that is finished or cancelled is no
 * longer late. Its delay is known only where its end has a date.
 *
 * @param day the day until which an obra that goes on is late, an SQL expression; today by default
 */
export function daysLate(day?: string): string {
  const closed = `e.estado_oc4ids IN ('completion', 'cancelled')`;
  const until = day === undefined ? '' : `, CASE WHEN NOT ${closed} THEN ${day} END`;
  return `days_late(s.fecha_termino_vigente, coalesce(s.fecha_termino_real, s.terminada_al${until}),
  ${closed})`;
}
export const DAYS_LATE = daysLate();
