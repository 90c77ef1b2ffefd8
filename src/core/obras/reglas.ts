// Rules that the service and the portal share. It is plain TypeScript, so that the portal imports it.

/** «En proceso», in the catalog of statuses, which is fixed (specification section 3). */
export const EN_PROCESO = 4;

/** «Suspendida», of which no report is expected, and the two of works that are over. */
export const SUSPENDIDA = 5;
export const TERMINADA = 6;
export const CANCELADA = 7;

/** The statuses of works without progress or payments: «Planeada», «En licitación». */
export const SIN_INICIAR = [1, 2];

/** The statuses of works that are neither finished nor cancelled. */
export const ABIERTAS = [1, 2, 3, 4, 5];

/** True for the status of a work that is finished or cancelled. */
export const isClosed = (estatus: number): boolean => !ABIERTAS.includes(estatus);

/** Percentage by which an amount may change without a remark. */
export const AMOUNT_MOVED = 20;

/** Percentage points that payments may be ahead of progress without a remark: an advance is usual. */
export const PAID_AHEAD = 10;

/** Percentage that agreements may add to a work's contracts without a remark. */
export const CONTRACTS_GROWN = 25;

/** Years after which a work that is still «En proceso» gets a remark. Continuing into the next year is usual. */
export const LONG_GONE = 2;

/** Obras whose status one request may change: as many documents are rendered anew in its transaction. */
export const MOST_AT_ONCE = 200;
