// Figures of payments and contracts of obras, which filters, orders and lists use: SQL expressions over `obras_seguimiento s`,
// not rounded.

/** The condition that payments are measured against contracts: where all ended early without a final amount, there is nothing to. */
export const HAS_PAYABLE = 's.monto_comparado IS NOT NULL';

/**
 * The amount that payments are measured against: an obra's contracts with their agreements, those that ended early by their
 * final amount; its own amount where no contract counts. `s` is its row of `obras_seguimiento`.
 */
export const payable = (obra: string) =>
  `(CASE WHEN ${HAS_PAYABLE} THEN s.monto_vigente ELSE ${obra}.monto END)`;

/** The percentage paid of that amount. */
export const paidOfContracts = (obra: string) =>
  `(s.monto_pagado / nullif(${payable(obra)}, 0) * 100)`;

/**
 * Percentage points by which payments are ahead of progress; null for a finished obra. The filter `pagoAdelantado` compares it.
 */
export const paidAhead = (obra: string) =>
  `CASE WHEN s.fecha_termino_real IS NULL AND s.terminada_al IS NULL THEN ${paidOfContracts(obra)} - s.avance_fisico END`;

/**
 * The growth of an obra's contracts by agreements, in percent, over its row `s` of `obras_seguimiento`. A contract that ended
 * early is held against no more than its final amount, so that it hides no growth of another.
 */
export const CONTRACTS_GREW = '((s.monto_vigente / nullif(s.monto_comparado, 0) - 1) * 100)';
