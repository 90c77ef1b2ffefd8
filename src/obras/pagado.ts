// What was paid and contracted of obras, as figures that filters compare, orders sort and lists show: SQL expressions over
// `obras_seguimiento s`, not rounded.

/**
 * What was paid of an obra in percent of its contracts in force, with their agreements, or of its amount where it has none; its
 * row of `obras_seguimiento` is `s`.
 */
export const paidOfContracts = (obra: string) =>
  `(s.monto_pagado / nullif(CASE WHEN s.contratos > 0 THEN s.monto_vigente ELSE ${obra}.monto END, 0) * 100)`;

/**
 * Percentage points by which what was paid is ahead of what was built; null of an obra that is built. The filter
 * `pagoAdelantado` compares it.
 */
export const paidAhead = (obra: string) =>
  `CASE WHEN s.fecha_termino_real IS NULL AND s.terminada_al IS NULL THEN ${paidOfContracts(obra)} - s.avance_fisico END`;

/** Percent by which agreements made the contracts of an obra grow, over its row `s` of `obras_seguimiento`. */
export const CONTRACTS_GREW = '((s.monto_vigente / nullif(s.monto_contratado, 0) - 1) * 100)';
