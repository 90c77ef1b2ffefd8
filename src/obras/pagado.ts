// Figures of payments and contracts of obras, which filters, orders and lists use: SQL expressions over `obras_seguimiento s`,
// not rounded.

/**
 * The percentage paid of an obra's contracts in force, with their agreements, or of its amount where it has no contract. `s` is
 * its row of `obras_seguimiento`.
 */
export const paidOfContracts = (obra: string) =>
  `(s.monto_pagado / nullif(CASE WHEN s.contratos > 0 THEN s.monto_vigente ELSE ${obra}.monto END, 0) * 100)`;

/**
 * Percentage points by which payments are ahead of progress; null for a finished obra. The filter `pagoAdelantado` compares it.
 */
export const paidAhead = (obra: string) =>
  `CASE WHEN s.fecha_termino_real IS NULL AND s.terminada_al IS NULL THEN ${paidOfContracts(obra)} - s.avance_fisico END`;

/** The growth of an obra's contracts by agreements, in percent, over its row `s` of `obras_seguimiento`. */
export const CONTRACTS_GREW = '((s.monto_vigente / nullif(s.monto_contratado, 0) - 1) * 100)';
