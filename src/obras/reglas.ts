// What the service and its portal both go by. It is plain TypeScript, so that the portal has no second copy.

/** «En proceso», in the catalog of statuses, which is fixed (specification section 3). */
export const EN_PROCESO = 4;

/** The statuses of works of which nothing can be built or paid yet: «Planeada», «En licitación». */
export const SIN_INICIAR = [1, 2];

/** The statuses of works that are neither finished nor cancelled. */
export const ABIERTAS = [1, 2, 3, 4, 5];

/** Percentage points by which what was paid may be ahead of what was built before it is remarked on: an advance is usual. */
export const PAID_AHEAD = 10;

/** Percent by which agreements may make a work's contracts grow before it is remarked on. */
export const CONTRACTS_GROWN = 25;

/** A work «En proceso» of this year may well go on in the next. From so many years on it is remarked on. */
export const LONG_GONE = 2;

/** Obras whose status one request may change: as many documents are rendered anew in its transaction. */
export const MOST_AT_ONCE = 200;
