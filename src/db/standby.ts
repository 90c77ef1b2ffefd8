import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../base/config.ts';
import { unavailable } from '../base/constraints.ts';
import { serviceUnavailable } from '../base/errors.ts';
import type { Database, Db, Statement } from './db.ts';
import { TEST_TIMEOUT_FACTOR } from './timeouts.ts';
import { IDENTITY, TIMELINE, type Watch } from './watch.ts';

/** How long a standby that failed is left alone, in milliseconds. */
const PAUSE = 5_000;
/** How long it may take to say how far it is, in milliseconds. */
const PATIENCE = 1_000 * TEST_TIMEOUT_FACTOR;

/** @throws StartError where both answer and are not the same database; who does not answer may yet be the right one. */
export async function ensureReplica(primary: Db, standby: Db): Promise<void> {
  const identities = await Promise.allSettled(
    [primary, standby].map((db) => db.one<{ identity: string }>(IDENTITY)),
  );
  const [one, other] = identities.map((each) =>
    each.status === 'fulfilled' ? each.value?.identity : undefined,
  );
  if (one && other && one !== other) {
    throw new StartError(
      'DATABASE_READ_URL no es una réplica de la base de datos de DATABASE_URL; corrija la dirección o quítela.',
    );
  }
}

/** How soon a read has failed that is tried again, in milliseconds: then its connection was lost, and no time was. */
const SOON = 1_000 * TEST_TIMEOUT_FACTOR;

type Reads = Pick<Db, 'query' | 'one' | 'jsonOrNothing' | 'json'>;

/** The ways to read, each by one that says which database is asked. */
const readsBy = (
  by: <A extends unknown[], R>(
    ask: (db: Reads, ...args: A) => Promise<R>,
  ) => (...args: A) => Promise<R>,
): Reads => ({
  query: by((db, ...statement: Statement) => db.query(...statement)) as Db['query'],
  one: by((db, ...statement: Statement) => db.one(...statement)) as Db['one'],
  jsonOrNothing: by((db, ...statement: Statement) => db.jsonOrNothing(...statement)),
  json: by((db, ...statement: Statement) => db.json(...statement)),
});

/**
 * Reads from the primary and, while that is away, from the standby. A statement that was under way when the primary
 * went is asked again there. Statements that are given to it only read, or may be run twice.
 */
export function readWhereItAnswers(primary: Reads, standby: Reads, watch: Watch): Reads {
  return readsBy((ask) => async (...args) => {
    const begun = performance.now();
    for (let tries = 1; ; tries++) {
      if (watch.isOnlyReading()) return ask(standby, ...args);
      if (watch.isAway()) throw serviceUnavailable();
      try {
        return await watch.unlessAway(ask(primary, ...args));
      } catch (error) {
        if (!unavailable(error)) throw error;
        if (!watch.isAway()) await watch.verdict();
        if (watch.isAway()) continue;
        // It is there, so only a connection to it was lost.
        if (tries > 1 || performance.now() > begun + SOON) throw error;
      }
    }
  });
}

/** What lists are read from, and how many were from each. */
export interface Reader {
  read: () => Promise<Db>;
  lists: NonNullable<Database['lists']>;
}

/**
 * The source of lists. It is the standby while that is the same database and holds everything that is committed at the
 * moment of asking, and else the primary. So nobody is shown anything older than the primary would show.
 *
 * @param primary the database that is written to; its reads go to the standby while it is away
 * @param standby the same through a hot standby, with less patience
 * @param onFailure hears once of each time that the standby can't be read
 */
export function readFromStandby(
  primary: Db,
  standby: Db,
  watch: Watch,
  onFailure: (error: Error) => void,
): Reader {
  const lists = { primary: 0, standby: 0 };
  let awayUntil = 0;
  let isKnown = false;
  const leaveAlone = (error: unknown) => {
    awayUntil = performance.now() + PAUSE;
    if (!isKnown) onFailure(new Error('no se puede leer de la réplica', { cause: error }));
    isKnown = true;
  };
  const reading: Db = {
    // The standby is asked, and where it fails the primary: it may go at any moment, in the middle of a list too.
    ...readsBy((ask) => async (...args) => {
      if (performance.now() >= awayUntil && !watch.isAway()) {
        try {
          return await ask(standby, ...args);
        } catch (error) {
          // A statement that took too long says nothing of the standby.
          if ((error as { code?: string }).code !== '57014') leaveAlone(error);
        }
      }
      return ask(primary, ...args);
    }),
    // Whoever opens a transaction is about to write.
    transaction: primary.transaction,
    batch: primary.batch,
    groupCommit: primary.groupCommit,
  };
  const holdsEverything = async () => {
    if (performance.now() < awayUntil) return false;
    const now = await primary
      .one<{ lsn: string; timeline: number; identity: string }>(
        `SELECT lsn::text, ${TIMELINE} AS timeline, i.identity
         FROM pg_current_wal_insert_lsn() AS lsn, (${IDENTITY}) i`,
      )
      .catch(() => undefined);
    // That says nothing of the standby.
    if (!now) return false;
    const tooLate = sleep(PATIENCE, undefined, { ref: false }).then(() => {
      throw new Error(`sin respuesta en ${PATIENCE} ms`);
    });
    const caughtUp = standby.one<{ caughtUp: boolean | null }>(
      `SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AND i.identity = $2
         AND greatest(c.timeline_id, r.min_recovery_end_timeline) = $3::integer AS "caughtUp"
       FROM pg_control_checkpoint() c, pg_control_recovery() r, (${IDENTITY}) i`,
      [now.lsn, now.identity, now.timeline],
    );
    const row = await Promise.race([caughtUp, tooLate]);
    isKnown = false;
    return row?.caughtUp === true;
  };
  const read = async () => {
    if (watch.isOnlyReading()) {
      lists.standby += 1;
      return primary;
    }
    const holdsAll = await holdsEverything().catch((error) => {
      leaveAlone(error);
      return false;
    });
    lists[holdsAll ? 'standby' : 'primary'] += 1;
    return holdsAll ? reading : primary;
  };
  return { read, lists };
}
