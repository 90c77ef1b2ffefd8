import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from './index.ts';

/** How long a standby that failed is left alone, in milliseconds. */
const PAUSE = 5_000;
/** How long it may take to say how far it is, in milliseconds. */
const PATIENCE = 1_000;

/**
 * What lists are read from: the standby where it holds everything that is committed at the moment of asking, so that
 * nobody is shown anything older than the primary would show; the primary otherwise.
 *
 * @param primary the database that is written to
 * @param standby the same through a hot standby
 */
export function readFromStandby(primary: Db, standby: Db): () => Promise<Db> {
  let awayUntil = 0;
  /** Asks the standby, and where it fails the primary: it may go at any moment, in the middle of a list too. */
  const either =
    <A extends unknown[], R>(ask: (db: Db, ...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (performance.now() >= awayUntil) {
        try {
          return await ask(standby, ...args);
        } catch (error) {
          // A statement that took too long says nothing of the standby.
          if ((error as { code?: string }).code !== '57014') awayUntil = performance.now() + PAUSE;
        }
      }
      return ask(primary, ...args);
    };
  const reading: Db = {
    query: either((db, statement, values) => db.query(statement, values)) as Db['query'],
    one: either((db, statement, values) => db.one(statement, values)) as Db['one'],
    findJson: either((db, statement, values) => db.findJson(statement, values)),
    json: either((db, statement, values) => db.json(statement, values)),
    // Whoever opens a transaction is about to write.
    transaction: primary.transaction,
  };
  const holdsEverything = async () => {
    if (performance.now() < awayUntil) return false;
    const now = await primary.one<{ lsn: string }>(
      'SELECT pg_current_wal_insert_lsn()::text AS lsn',
    );
    const row = await standby.one<{ caughtUp: boolean | null }>(
      'SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS "caughtUp"',
      [now?.lsn],
    );
    return row?.caughtUp === true;
  };
  return async () => {
    const tooLate = sleep(PATIENCE, undefined, { ref: false }).then(() => Promise.reject());
    const holdsAll = await Promise.race([holdsEverything(), tooLate]).catch(() => {
      awayUntil = performance.now() + PAUSE;
      return false;
    });
    return holdsAll ? reading : primary;
  };
}
