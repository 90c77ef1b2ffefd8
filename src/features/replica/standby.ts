import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../../core/base/config.ts';
import { unavailable } from '../../core/base/constraints.ts';
import { serviceUnavailable } from '../../core/base/errors.ts';
import { type Changes, noChanges, shared } from '../../core/db/changes.ts';
import { queries } from '../../core/db/client.ts';
import type { Database, Db, Statement, Watch } from '../../core/db/db.ts';
import { TEST_TIMEOUT_FACTOR } from '../../core/db/timeouts.ts';

// A hot standby beside the primary (`DATABASE_READ_URL`). Lists are read from it while it has all that is committed, and
// everything while the primary is away. An instance writes beats to the primary and looks for them on the standby, over a
// connection of its own to each, so that no request has to find out which of them answers.

/** How often each server is looked at, in milliseconds. */
const BEAT = 300;
/**
 * Turns of this process without an answer after which a server is away, and milliseconds of each: an answer may need several.
 * Those of a busy process do not count, up to three times as long in all.
 */
const TURNS = 12;
const TURN = 100 * TEST_TIMEOUT_FACTOR;
const MOST_SILENCE = 3 * TURNS * TURN;
/** Connections that are tried one after another before a server that ends them counts as away. */
const TRIES = 4;
/** Answers in a row after which a primary that was away is back: one that comes and goes is not followed each time. */
const STEADY = 3;
/**
 * How far the standby may be behind what was last seen of the primary to be read in its place, in milliseconds. A change that
 * ends a token is answered when the standby has it, or after this time.
 */
export const MOST_LAG = 2_000 * TEST_TIMEOUT_FACTOR;
/** How long answers read from the standby may be kept while the primary is away, in milliseconds. */
const KEPT_ALONE = 1_000;
/** A process that had no turn for so many milliseconds was stopped. It is less than the lease of a primary. */
const STOPPED = 5_000;
/**
 * For how long after that the primary is doubted until the standby shows a beat since, in milliseconds. One that was stopped,
 * too, and replaced meanwhile, learns of it sooner.
 */
const DOUBT = 10_000;

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

/** How far the primary has written. */
const WRITTEN_SO_FAR = `SELECT pg_current_wal_insert_lsn()::text AS lsn`;

/** The database by its name in the cluster of servers that come from one `initdb`: a replica's is its primary's. */
const IDENTITY = `SELECT system_identifier || ' ' || current_database() AS identity FROM pg_control_system()`;

/** The settings of a connection to each server. */
type Servers = Record<'primary' | 'standby', pg.ClientConfig>;

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
  const { watch, changes, isFresh } = watched;
  const lists = { primary: 0, standby: 0 };

  const readStandby = async (statement: Statement, lsn?: string): Promise<object[]> => {
    if (isFresh()) {
      // In one transaction of one connection: an address may lead to several servers.
      const both = standby.batch([watched.freshness(lsn), statement]);
      const [row, rows] = await watched.unlessLost('standby', both);
      if ((row as [Freshness])[0].isFresh) return rows as object[];
    }
    throw new Error('Connection terminated: the standby is behind');
  };

  /**
   * Reads from the primary and, while that is away, from the standby. A statement that was under way when its server went is
   * asked again: the address may lead to another. It only reads, or may be run twice.
   */
  const reads = queries(async (statement) => {
    for (let tries = 1; ; tries++) {
      const wasAway = watch.isAway();
      try {
        if (wasAway) return await readStandby(statement);
        return await watched.unlessLost('primary', primary.query(...statement));
      } catch (error) {
        throwTooSlow(error);
        if (!unavailable(error)) throw error;
        if (watch.isAway() === wasAway) await watched.lookAgain();
        if (watch.isAway() !== wasAway) tries = 0;
        // What ran into a timeout leaves no time for another try.
        else if (tries > 1 || /timeout/.test((error as Error).message))
          throw wasAway ? serviceUnavailable() : error;
      }
    }
  });
  const database: Database = { ...primary, ...reads };

  /**
   * The source of a list: the standby while it has everything that is committed now, and else the primary. So a list is
   * never older than the primary's. It may change from one to the other in the middle.
   */
  const reader = async (): Promise<Db> => {
    const mayRead = isFresh() && !watch.isAway();
    const place =
      mayRead && (await reads.one<{ lsn: string }>(WRITTEN_SO_FAR).catch(() => undefined));
    let count = 1;
    const list = queries(async (statement) => {
      const isAsked = place && !watch.isAway();
      const rows = isAsked && (await readStandby(statement, place.lsn).catch(throwTooSlow));
      lists[rows || watch.isAway() ? 'standby' : 'primary'] += count;
      count = 0;
      return rows || reads.query(...statement);
    });
    return { ...database, ...list };
  };

  return {
    ...database,
    reader,
    lists,
    watch,
    changes,
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
  const instance = randomUUID();
  // Its beats need no standby's confirmation: they are looked for there.
  const main = newProbe({ ...servers.primary, options: '-c synchronous_commit=local' });
  const other = newProbe(servers.standby);
  const lost = new EventEmitter().setMaxListeners(0);

  let answersInARow = STEADY;
  const isAway = () => answersInARow < STEADY;
  /** The newest beat on the primary, and the oldest since it was last away: before that it may have been another one. */
  let written = Number.NEGATIVE_INFINITY;
  let since = Number.NEGATIVE_INFINITY;
  /** The newest beat on the standby; whether it answers, and whether it can be read. */
  let shown = Number.NaN;
  let isThere = true;
  let isFresh = false;

  const freshness = (lsn?: string): [string, unknown[]] => [
    IS_FRESH,
    [instance, Math.max(written - MOST_LAG, since), lsn, MOST_LAG],
  ];

  const count = (answered: number, cause?: unknown) => {
    const wasAway = isAway();
    answersInARow = answered;
    if (isAway() === wasAway) return;
    if (wasAway) since = written;
    // A question begun here and ended there is not kept.
    changes.forget();
    if (!wasAway) lost.emit('primary', new Error('Connection terminated: the primary is away'));
    watch.onTurn(!wasAway, cause);
  };

  let awakeSince = Number.NEGATIVE_INFINITY;
  const turns = watchTurns((now) => {
    awakeSince = now;
    count(0, new Error('el servicio estuvo detenido'));
  });
  const isAwayNow = () => {
    turns.look();
    return isAway();
  };
  const isDoubted = () =>
    isFresh && performance.now() < awakeSince + DOUBT && !(shown >= awakeSince);

  const lookAtPrimary = shared(async () => {
    const beat = performance.now();
    try {
      await askProbe(main, WRITE_BEAT, [instance, beat]);
      if (isDoubted()) return;
      written = beat;
      // Where the standby can't be read there is nothing to wait for.
      count(isFresh ? answersInARow + 1 : STEADY);
    } catch (cause) {
      if (!answers(cause) && !main.ending) count(0, cause);
    }
  });

  const lookAtStandby = shared(async () => {
    try {
      const row = await askProbe<Freshness>(other, ...freshness());
      shown = row.beat ?? Number.NaN;
      isFresh = row.isFresh;
      isThere = true;
    } catch (cause) {
      isFresh = false;
      lost.emit('standby', new Error('Connection terminated: the standby is away'));
      const error = new Error('no se puede leer de la réplica', { cause });
      if (isThere && !other.ending) onFailure(error);
      isThere = false;
    }
  });

  const beats = [lookAtPrimary, lookAtStandby].map((look) => setInterval(look, BEAT).unref());

  const watch: Watch = {
    isAway: isAwayNow,
    isOnlyReading: () => isAway() && isFresh,
    lag: () => (written - shown) / 1_000,
    onTurn: () => {},
    untilStandbyHasAll: async () => {
      if (!isThere) return;
      const begun = performance.now();
      await lookAtPrimary();
      if (isAway()) throw new Error('Connection terminated: the primary is away');
      // A beat that the primary refused is followed by another.
      for (const end = begun + MOST_LAG + 2 * BEAT; isThere && performance.now() < end; ) {
        await lookAtStandby();
        if (shown >= begun) return;
        await sleep(20);
      }
    },
  };
  return {
    watch,
    freshness,
    isFresh: () => isFresh,
    /** The answer of a server, or an error as soon as that is lost. */
    unlessLost: <T>(server: keyof Servers, answer: Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        lost.on(server, reject);
        answer.then(resolve, reject).finally(() => lost.off(server, reject));
      }),
    /** Looks at the server that a read has failed on, or follows a primary that has answered only now. */
    lookAgain: async () => {
      if (!isAway()) await lookAtPrimary();
      // The first beat on a new primary leaves a standby behind that has not found that primary yet.
      else if (answersInARow > 0) count(STEADY);
      else if (isThere) await lookAtStandby();
    },
    changes: {
      ...changes,
      // Below all numbers of the primary's.
      version: (tags) => {
        if (!isAwayNow() || changes === noChanges) return changes.version(tags);
        return isFresh ? -Math.ceil(performance.now() / KEPT_ALONE) : undefined;
      },
    } satisfies Changes,
    close: async () => {
      for (const each of beats) clearInterval(each);
      turns.stop();
      await Promise.all([main.end(), other.end()]);
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

/** One connection, which is made again whenever it was lost. */
function newProbe(settings: pg.ClientConfig): pg.Pool {
  const own = { application_name: 'registro-obras guardia', max: 1, query_timeout: MOST_SILENCE };
  return new pg.Pool({ ...settings, ...own }).on('error', () => {});
}

/**
 * The row that a server answers.
 *
 * @throws Error where there is no answer in time, nor over new connections where the kept one was lost
 */
async function askProbe<Row>(probe: pg.Pool, text: string, values: unknown[]): Promise<Row> {
  const over = new AbortController();
  const answer = async () => {
    for (let tries = 1; ; tries++) {
      try {
        return (await probe.query({ name: 'guardia', text, values })).rows[0];
      } catch (error) {
        // A connection that was lost is no loss of the server, nor are several that somebody cut. Refusals come at once.
        if (answers(error) || over.signal.aborted || tries === TRIES) throw error;
      }
    }
  };
  const silence = async () => {
    const end = performance.now() + MOST_SILENCE;
    for (let heard = 0; heard < TURNS && performance.now() < end; ) {
      const late = performance.now() + 1.5 * TURN;
      await sleep(TURN, undefined, { signal: over.signal });
      // One that ends late shows that this process was busy: then it has not listened.
      if (performance.now() < late) heard += 1;
    }
    throw new Error('sin respuesta');
  };
  try {
    return await Promise.race([answer(), silence()]);
  } finally {
    over.abort();
  }
}

/**
 * Whether a server that refused a beat can be written to all the same: it has no place for one connection more, a full
 * disk, or a schema of before.
 */
const answers = (error: unknown) => {
  const { code } = error as pg.DatabaseError;
  return code !== undefined && (code.startsWith('53') || !unavailable(error));
};

/** @throws an error of a statement that took too long, as it would elsewhere, and no other */
const throwTooSlow = (error: unknown): undefined => {
  if ((error as pg.DatabaseError).code === '57014') throw error;
};

async function requireSameDatabase(...servers: Database[]): Promise<void> {
  const [one, other] = await Promise.all(
    servers.map((db) => db.one<{ identity: string }>(IDENTITY).catch(() => undefined)),
  );
  if (one && other && one.identity !== other.identity) {
    for (const db of servers) await db.close();
    throw new StartError(
      'DATABASE_READ_URL no es una réplica de la base de datos de DATABASE_URL; corrija la dirección o quítela.',
    );
  }
}
