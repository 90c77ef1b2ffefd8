// What the service and its portal both go by. It is plain TypeScript, so that the portal has no second copy.

/** «En proceso», in the catalog of statuses, which is fixed (specification section 3). */
export const EN_PROCESO = 4;

/** A work «En proceso» of this year may well go on in the next. From so many years on it is remarked on. */
export const LONG_GONE = 2;

/** Obras whose status one request may change: as many documents are rendered anew in its transaction. */
export const MOST_AT_ONCE = 200;
