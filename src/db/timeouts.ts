/**
 * By what tests multiply the service's own times: stretched, since on a machine with much else to do slowness is no sign
 * that the database is in trouble; or shortened, where it is about what happens once such a time has passed.
 */
export const TEST_TIMEOUT_FACTOR = Number(process.env.TEST_TIMEOUT_FACTOR ?? 1);

// All in milliseconds. A request needs a connection and a transaction at most, so it is answered within 10 seconds whatever
// happens to the database.

/** Longest wait for a connection. The embedded database has one session: who waits for it waits for the neighbours. */
export const CONNECTION_TIMEOUT = 2_000 * TEST_TIMEOUT_FACTOR;
export const EMBEDDED_TIMEOUT = 4_000 * TEST_TIMEOUT_FACTOR;
/** A standby that can't be reached is passed over sooner. */
export const STANDBY_TIMEOUT = 500 * TEST_TIMEOUT_FACTOR;

/** Longest run of one statement; on the standby it is then asked of the primary. */
export const STATEMENT_TIMEOUT = 5_000 * TEST_TIMEOUT_FACTOR;
export const STANDBY_STATEMENT_TIMEOUT = 2_000 * TEST_TIMEOUT_FACTOR;
/** A statement that the server has not ended itself by then is waited for no longer, nor is its connection kept. */
export const SILENCE = STATEMENT_TIMEOUT + 500 * TEST_TIMEOUT_FACTOR;
/** Longest wait for a lock. A commit that waits for one is bounded by no statement's time. */
export const LOCK_TIMEOUT = 4_000 * TEST_TIMEOUT_FACTOR;

/** Longest run of a transaction with all its waiting, and of the commit at its end. */
export const TRANSACTION_TIMEOUT = 7_000 * TEST_TIMEOUT_FACTOR;
export const COMMIT_TIMEOUT = 2_000 * TEST_TIMEOUT_FACTOR;
