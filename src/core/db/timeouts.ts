/**
 * Factor of the service's own times, for tests. Longer times suit a loaded machine, where slowness is no sign of trouble in
 * the database. Shorter ones suit tests of an elapsed time.
 */
export const TEST_TIMEOUT_FACTOR = Number(process.env.TEST_TIMEOUT_FACTOR ?? 1);

// All in milliseconds. A request needs one connection and one transaction at most, so it is answered within 10 seconds
// whatever happens to the database.

/** Longest wait for a connection. On the embedded database's one session a request waits for its neighbours. */
export const CONNECTION_TIMEOUT = 2_000 * TEST_TIMEOUT_FACTOR;
export const EMBEDDED_TIMEOUT = 4_000 * TEST_TIMEOUT_FACTOR;

/** Longest run of one statement. */
export const STATEMENT_TIMEOUT = 5_000 * TEST_TIMEOUT_FACTOR;
/** A statement without an answer by then has lost its server: its connection is dropped. */
export const SILENCE = STATEMENT_TIMEOUT + 500 * TEST_TIMEOUT_FACTOR;
/** Longest wait for a lock. No statement timeout limits a commit that waits for one. */
export const LOCK_TIMEOUT = 4_000 * TEST_TIMEOUT_FACTOR;

/** Longest run of a transaction with all its waiting, and of its commit. */
export const TRANSACTION_TIMEOUT = 7_000 * TEST_TIMEOUT_FACTOR;
export const COMMIT_TIMEOUT = 2_000 * TEST_TIMEOUT_FACTOR;
