import { setTimeout as sleep } from 'node:timers/promises';
import { TRUST } from '../db/changes.ts';
import type { Database, Db } from '../db/db.ts';
import type { Caller } from './access.ts';
import { tokenDigest } from './tokens.ts';

/** Seconds since 1970 beyond which no token's time is told apart: the year 9999. */
const YEAR_9999 = 253_402_300_799;

/**
 * Ends the session of a token, and no other of its user. Its record is locked as a write under the token locks it. So a write
 * comes wholly before the end or is refused.
 *
 * Tokens that have expired need no row any more. A day is for clocks that differ.
 */
export async function endSession(db: Db, { id, token, claims }: Caller): Promise<void> {
  await db.query(
    `WITH caller AS MATERIALIZED (
       SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE
     ), expired AS (
       DELETE FROM sesiones_terminadas WHERE vence < now() - interval '1 day'
     )
     INSERT INTO sesiones_terminadas (huella, user_id, vence)
     SELECT $2, id, to_timestamp($3) FROM caller
     ON CONFLICT DO NOTHING`,
    [id, tokenDigest(token), Math.min(claims.exp ?? YEAR_9999, YEAR_9999)],
  );
}

/** Ends all sessions of the caller, this one too. */
export async function endAllSessions(db: Db, { id }: Caller): Promise<void> {
  await db.query(
    `UPDATE users SET
       tokens_valid_from = greatest(clock_timestamp(), tokens_valid_from + interval '1 microsecond'), token_kept = NULL
     WHERE id = $1`,
    [id],
  );
}

/**
 * Resolves once no instance takes a token any more that was ended before the call: neither those that read the same database,
 * which may keep a caller's record for `TRUST`, nor a standby, should the primary be lost in a moment.
 *
 * @param isShared whether there may be other instances
 */
export async function untilEndedEverywhere(db: Database, isShared: boolean): Promise<void> {
  await Promise.all([isShared && sleep(TRUST), db.watch?.untilStandbyHasAll()]);
}
