import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { StartError } from '../base/config.ts';
import { unavailable } from '../base/constraints.ts';
import { serviceUnavailable } from '../base/errors.ts';
import { type Changes, noChanges, shared } from './changes.ts';
import { queries } from './client.ts';
import type { Database, Db, Statement, Watch } from './db.ts';
import { answers, createProbe } from './probe.ts';
import { TEST_TIMEOUT_FACTOR } from './timeouts.ts';

// A hot standby beside the primary (`DATABASE_READ_URL`). Lists are read from it while it has all that is committed, and
// everything while the primary is away. An instance writes beats to the primary and looks for them on the standby, over a
// connection of its own to each, so that no request has to find out which of them answers.

/** How often each server is looked at, in milliseconds. */
const BEAT = 300;
/** Answers in a row after which a primary that was away is back: one that comes and goes is not followed each time. */
const STEADY = 3;
/**
 * How far the standby may be behind what was last seen of the primary to be read in its place, in milliseconds. A change that
 * ends a token is answered when the standby has it, or after this time.
 */
export const MOST_LAG = 2_000 * TEST_TIMEOUT_FACTOR;
/** How long answers read from the standby may be kept while the primary is away, in milliseconds. */
const KEPT_ALONE = 1_000;
/** How soon a read has failed that is tried again, in milliseconds: then its connection was lost, and no time was. */
const SOON = 1_000 * TEST_TIMEOUT_FACTOR;
/** A process that had no turn for so many milliseconds was stopped. It is less than the lease of a primary. */
const STOPPED = 5_000;
/**
 * For how long after that the primary is doubted until the standby shows a beat since, in milliseconds. One that was stopped,
 * too, and replaced meanwhile, learns of it sooner.
 */
const DOUBT = 10_000;
/** Pause between two looks of a change that waits for the standby, in milliseconds. */
const SHORTLY = 20;

/**
 * Fails on a server that only reads. Instances that are gone leave a row for a day. An instance that was asleep for longer
 * finds its own: a statement can't delete a row and write it.
 */
const WRITE_BEAT = `
  WITH old AS (DELETE FROM latidos WHERE escrito_en < now() - interval '1 day' AND instancia <> $1)
  INSERT INTO latidos (instancia, latido) VALUES ($1, $2)
  ON CONFLICT (instancia) DO UPDATE SET latido = EXCLUDED.latido, escrito_en = now()`;

/**
 * Whether a server can be read: it shows a beat of this instance that is new enough, what is committed up to a place of the
 * log, and, where it still receives more of the log than it shows, nothing older than the bound. A standby that was promoted
 * shows its last beat as well.
 */
const IS_FRESH = `
  SELECT l.latido AS beat,
    coalesce(l.latido >= $2, false) AND ($3::pg_lsn IS NULL OR coalesce(pg_last_wal_replay_lsn() >= $3, false))
    AND (NOT pg_is_in_recovery() OR coalesce(pg_last_wal_receive_lsn() <= pg_last_wal_replay_lsn(), true)
      OR pg_last_xact_replay_timestamp() > now() - $4 * interval '1 millisecond') AS "isFresh"
  FROM (SELECT) one LEFT JOIN latidos l ON l.instancia = $1`;
interface Freshness {
  beat: number | null;
  isFresh: boolean;
}

/** The database by its name in the cluster of servers that come from one `initdb`: a replica's is its primary's. */
const IDENTITY = `SELECT system_identifier || ' ' || current_database() AS identity FROM pg_control_system()`;

/** The servers' settings of a connection. */
interface Servers {
  primary: pg.ClientConfig;
  standby: pg.ClientConfig;
}

/**
 * Adds a standby to a database.
 *
 * @param onFailure called once each time that the standby can't be read any more
 * @throws StartError where both servers answer and are not the same database; one that does not answer may be right
 */
export async function withStandby(
  primary: Database,
  standby: Database,
  servers: Servers,
  onFailure: (error: Error) => void,
): Promise<Database> {
  await requireSameDatabase(primary, standby);
  const watched = watchServers(servers, primary.changes, onFailure);
  const { watch } = watched;
  const lists = { primary: 0, standby: 0 };

  /** The rows of a statement on the standby, or undefined where that can't be read. */
  const readStandby = async (statement: Statement, lsn?: string): Promise<object[] | undefined> => {
    if (!watched.isFresh()) return undefined;
    // In one transaction of one connection: an address may lead to several servers.
    const [row, rows] = await watched.unlessStandbyAway(
      standby.batch([watched.freshness(lsn), statement]),
    );
    return (row as [Freshness])[0].isFresh ? rows : undefined;
  };

  /** The same after a look at the standby, where the address may lead to another by now: one of them becomes the primary. */
  const readNext = async (statement: Statement) => {
    if (!watched.isThere()) return undefined;
    await watched.lookAtStandby();
    return readStandby(statement);
  };

  /**
   * Reads from the primary and, while that is away, from the standby. A statement that was under way when the primary went is
   * asked again there. It only reads, or may be run twice.
   */
  const reads = queries(async (statement) => {
    const begun = performance.now();
    for (let tries = 1; ; tries++) {
      if (watch.isAway()) {
        const rows =
          (await readStandby(statement).catch(ignoreLost)) ??
          (await readNext(statement).catch(ignoreLost));
        if (rows) return rows;
        if (watched.isPrimaryBack()) continue;
        throw serviceUnavailable();
      }
      try {
        return await watched.unlessPrimaryAway(primary.query(...statement));
      } catch (error) {
        if (!unavailable(error)) throw error;
        if (!watch.isAway()) await watched.lookAtPrimary();
        if (watch.isAway()) continue;
        // It is there, so only a connection to it was lost.
        if (tries > 1 || performance.now() > begun + SOON) throw error;
      }
    }
  });
  const database: Database = { ...primary, ...reads };

  /**
   * The source of a list: the standby while it has everything that is committed now, and else the primary. So a list is
   * never older than the primary's. It may change from one to the other in the middle.
   */
  const reader = async (): Promise<Db> => {
    const place = `SELECT pg_current_wal_insert_lsn()::text AS lsn`;
    const mayRead = watched.isFresh() && !watch.isAway();
    const row = mayRead
      ? await reads.one<{ lsn: string }>(place).catch(() => undefined)
      : undefined;
    let isCounted = false;
    const list = queries(async (statement) => {
      const isAsked = row !== undefined && !watch.isAway();
      const rows = isAsked
        ? await readStandby(statement, row.lsn).catch((error) => {
            if (isTooSlow(error)) throw error;
          })
        : undefined;
      if (!isCounted) lists[rows || watch.isAway() ? 'standby' : 'primary'] += 1;
      isCounted = true;
      return rows ?? reads.query(...statement);
    });
    return { ...database, ...list };
  };

  return {
    ...database,
    reader,
    lists,
    watch,
    changes: primary.changes === noChanges ? noChanges : watched.changes,
    pools: { primary: primary.pools.primary, standby: standby.pools.primary },
    close: async () => {
      await watched.close();
      await standby.close();
      await primary.close();
    },
  };
}

/** Looks at both servers from here on. */
function watchServers(servers: Servers, changes: Changes, onFailure: (error: Error) => void) {
  const closing = new AbortController();
  const instance = randomUUID();
  // Its beats need no standby's confirmation: they are looked for there.
  const main = createProbe({ ...servers.primary, options: '-c synchronous_commit=local' });
  const other = createProbe(servers.standby);

  let isAway = false;
  let answersInARow = 0;
  /** The newest beat on the primary, and the oldest since it was last away: before that it may have been another one. */
  let written = Number.NEGATIVE_INFINITY;
  let since = Number.NEGATIVE_INFINITY;
  /** The newest beat on the standby; whether it answers, and whether it can be read. */
  let shown: number | null = null;
  let isThere = true;
  let isFresh = false;

  const freshness = (lsn: string | null = null): Statement => [
    IS_FRESH,
    [instance, Math.max(written - MOST_LAG, since), lsn, MOST_LAG],
  ];

  const turn = (to: boolean, cause?: unknown) => {
    isAway = to;
    if (!to) since = written;
    // A question begun here and ended there is not kept.
    changes.forget();
    if (to) main.giveUp();
    watch.onTurn(to, cause);
  };

  let awakeSince = Number.NEGATIVE_INFINITY;
  const turns = watchTurns((now) => {
    awakeSince = now;
    answersInARow = 0;
    if (!isAway) turn(true, new Error('el servicio estuvo detenido'));
  });
  const isAwayNow = () => {
    turns.look();
    return isAway;
  };
  const isDoubted = () =>
    isFresh && performance.now() < awakeSince + DOUBT && (shown ?? 0) < awakeSince;

  const lookAtPrimary = shared(async () => {
    const beat = performance.now();
    try {
      await main.ask(WRITE_BEAT, [instance, beat]);
      if (isDoubted()) return;
      written = beat;
      answersInARow += 1;
      if (isAway && (answersInARow >= STEADY || !isFresh)) turn(false);
    } catch (cause) {
      if (answers(cause) || closing.signal.aborted) return;
      answersInARow = 0;
      if (!isAway) turn(true, cause);
    }
  });

  /**
   * Whether the primary can be read. One that has answered only now is followed as well where the standby can't be read: the
   * first beat on a new primary leaves a standby behind that has not found that primary yet.
   */
  const isPrimaryBack = () => {
    if (isAway && answersInARow > 0) turn(false);
    return !isAway;
  };

  const lookAtStandby = shared(async () => {
    try {
      const row = await other.ask<Freshness>(...(freshness() as [string, unknown[]]));
      shown = row?.beat ?? null;
      isFresh = row?.isFresh === true;
      isThere = true;
    } catch (cause) {
      isFresh = false;
      other.giveUp();
      if (isThere && !closing.signal.aborted) {
        onFailure(new Error('no se puede leer de la réplica', { cause }));
      }
      isThere = false;
    }
  });

  const beat = async (look: () => Promise<void>) => {
    while (!closing.signal.aborted) {
      await look();
      await sleep(BEAT, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  };
  const beats = [beat(lookAtPrimary), beat(lookAtStandby)];

  const watch: Watch = {
    isAway: isAwayNow,
    isOnlyReading: () => isAway && isFresh,
    lag: () => (shown === null ? undefined : (written - shown) / 1_000),
    onTurn: () => {},
    untilStandbyHasAll: async () => {
      if (!isThere) return;
      const begun = performance.now();
      const end = begun + MOST_LAG + 2 * BEAT;
      await lookAtPrimary();
      if (isAway) throw new Error('Connection terminated: the primary is away');
      // A beat that the primary refused is followed by another.
      const wanted = Math.max(written, begun);
      while (isThere && performance.now() < end) {
        await lookAtStandby();
        if (shown !== null && shown >= wanted) return;
        await sleep(SHORTLY);
      }
    },
  };
  return {
    watch,
    lookAtPrimary,
    lookAtStandby,
    isPrimaryBack,
    freshness,
    isThere: () => isThere,
    isFresh: () => isFresh,
    unlessPrimaryAway: main.unlessAway,
    unlessStandbyAway: other.unlessAway,
    changes: {
      ...changes,
      // Below all numbers of the primary's.
      version: (tags) => {
        if (!isAwayNow()) return changes.version(tags);
        return isFresh ? -Math.ceil(performance.now() / KEPT_ALONE) : undefined;
      },
    } satisfies Changes,
    close: async () => {
      closing.abort();
      turns.stop();
      main.close();
      other.close();
      await Promise.all(beats);
    },
  };
}

/**
 * Notices that this process was stopped, perhaps with all of its machine. A primary that was stopped as well and has been
 * replaced would answer what was true before. What arrived meanwhile has its turn before any timer, so it looks itself.
 */
function watchTurns(onStopped: (now: number) => void) {
  let last = performance.now();
  const look = () => {
    const now = performance.now();
    if (now - last > STOPPED) onStopped(now);
    last = now;
  };
  const timer = setInterval(look, BEAT).unref();
  return { look, stop: () => clearInterval(timer) };
}

/** Whether a statement took too long, as it would elsewhere. */
const isTooSlow = (error: unknown) => (error as pg.DatabaseError).code === '57014';

/** @throws every other error than that a connection was lost */
const ignoreLost = (error: unknown): undefined => {
  if (isTooSlow(error) || !unavailable(error)) throw error;
};

async function requireSameDatabase(...servers: [Db, Db]): Promise<void> {
  const [one, other] = await Promise.all(
    servers.map((db) => db.one<{ identity: string }>(IDENTITY).catch(() => undefined)),
  );
  if (one && other && one.identity !== other.identity) {
    throw new StartError(
      'DATABASE_READ_URL no es una réplica de la base de datos de DATABASE_URL; corrija la dirección o quítela.',
    );
  }
}
