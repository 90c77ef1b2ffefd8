import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Changes, shared } from './changes.ts';
import { TEST_TIMEOUT_FACTOR } from './timeouts.ts';

// Whether the primary answers, and what its standby holds: asked over two connections of their own, so that no request
// asks, and none waits for it. While the primary is away, reads go to the standby (src/db/standby.ts).

/** How often each server is asked, in milliseconds. */
const BEAT = 300;
/** One that has said nothing for so long is away, in milliseconds. */
const SILENCE = 1_200 * TEST_TIMEOUT_FACTOR;
/** Over how many connections it is asked one after another before it counts as away. */
const TRIES = 4;
/** Silence is counted in pieces, in milliseconds: an answer may need several turns of a process that does much else. */
const PIECE = 100;
/** A piece that ends later than this shows that this process was busy: then it has not listened. Milliseconds. */
const LATE = 50;
/** Answers in a row after which a primary that was away is back: one that comes and goes is not followed each time. */
const STEADY = 3;
/**
 * How far the standby may be behind what was last heard of the primary to be read in its place, in milliseconds. A change
 * that ends a token is answered when the standby has it, or after this time.
 */
export const MOST_LAG = 2_000 * TEST_TIMEOUT_FACTOR;
/** How long what the standby holds counts for what is kept, in milliseconds. */
const TRUST = 1_000;
/** How long until the standby is asked again by who waits for it, in milliseconds. */
const SHORTLY = 20;

/** Codes of a server that is short of something: connections, memory, disk. */
const NO_PLACE = /^53/;

/** The database by its name in the cluster of servers that come from one `initdb`: a replica's is its primary's. */
export const IDENTITY = `SELECT system_identifier || ' ' || current_database() AS identity FROM pg_control_system()`;

/**
 * The timeline that a primary writes, at `lsn` of its log. One that was a standby before writes another history since, of
 * another timeline: the old one's standbys go on along the old one. Theirs is known up to their last restart point,
 * within minutes.
 */
export const TIMELINE = `('x' || left(pg_walfile_name(lsn), 8))::bit(32)::integer`;

/** How far the primary's log is on its disk, in bytes: what is committed lies before. It fails where that is a standby. */
const POSITION = `
  SELECT (lsn - '0/0')::double precision AS lsn, ${TIMELINE} AS timeline, i.identity
  FROM pg_current_wal_flush_lsn() AS lsn, (${IDENTITY}) i`;
interface Position {
  lsn: number;
  timeline: number;
  identity: string;
}

/** How much of the log a standby has, and how much of that can be read. */
const HELD = `
  SELECT pg_is_in_recovery() AS "isStandby", i.identity,
    coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::double precision AS replayed,
    coalesce(pg_last_wal_receive_lsn() - '0/0', 0)::double precision AS received,
    greatest(c.timeline_id, r.min_recovery_end_timeline) AS timeline
  FROM pg_control_checkpoint() c, pg_control_recovery() r, (${IDENTITY}) i`;
interface Held {
  isStandby: boolean;
  identity: string;
  replayed: number;
  received: number;
  timeline: number;
}

export interface Watch {
  /** Whether the primary is away: nothing can be written. */
  isAway(): boolean;
  /** Whether it is, and the standby is read in its place. */
  isOnlyReading(): boolean;
  /** By how many seconds the standby was behind the primary when that was last heard; undefined where that is not known. */
  lag(): number | undefined;
  /** Hears of each time that the primary goes away or comes back. */
  onTurn: (isAway: boolean, cause?: unknown) => void;
  /** Resolves once it is known whether the primary answers, by asking it after the call. */
  verdict(): Promise<void>;
  /** Questions that the primary is asked; each rejects as soon as that is away. */
  unlessAway<T>(answer: Promise<T>): Promise<T>;
  /**
   * Resolves once the standby holds what is committed now. It is waited for no longer than `MOST_LAG` and a little. By then
   * it is too far behind to be read, or every other instance has heard of it. One that can't be reached is not waited for.
   *
   * @throws Error where the primary can't say what that is
   */
  held(): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param primary settings of a connection to the database that is written to
 * @param standby the same of its hot standby
 * @param heard what changes in the primary
 * @returns also what changes where reads go. While that is the standby, nothing is heard of its changes but that there
 *   were any: its log has moved.
 */
export function watchServers(
  primary: pg.ClientConfig,
  standby: pg.ClientConfig,
  heard: Changes,
): { watch: Watch; changes: Changes } {
  const closing = new AbortController();
  const main = createProbe(primary, POSITION);
  const other = createProbe(standby, HELD);

  /** What the primary said, or went through the standby's hands since: the oldest is as old as the lag may be. */
  let known: (Position & { at: number })[] = [];
  let away = false;
  let answersInARow = 0;
  const waiting = createWaiting();

  /** The last that the standby said, when it was last seen to follow, and the newest thing known that it held. */
  let held: Held | undefined;
  let followedAt = Number.NEGATIVE_INFINITY;
  let heldAt: number | undefined;
  let isThere = false;
  let serves = false;
  let trustedUntil = 0;
  let moves = 0;

  const learn = (position: Position, at: number) => {
    const last = known.at(-1);
    // A database that was put in the place of the other has another log.
    if (last?.timeline !== position.timeline || last.identity !== position.identity) {
      known = [];
      heldAt = undefined;
    }
    known.push({ ...position, at });
    known = known.filter((each) => each.at >= at - MOST_LAG);
  };

  /** Whether what the standby said allows to read it in the primary's place. */
  const judge = () => {
    const [oldest] = known;
    const newest = known.at(-1);
    serves = false;
    if (!oldest || !newest || !held || held.identity !== newest.identity) return;
    if (held.isStandby) {
      if (held.timeline !== newest.timeline) return;
      const { replayed } = held;
      heldAt = known.findLast(({ lsn }) => lsn <= replayed)?.at ?? heldAt;
      serves = oldest.lsn <= replayed;
    } else {
      // It was made the primary because the other was away, and not before.
      serves = away && followedAt >= oldest.at;
    }
  };

  const turn = (to: boolean, cause?: unknown) => {
    away = to;
    moves += 1;
    trustedUntil = 0;
    // A question begun here and ended there is not kept.
    heard.forget();
    judge();
    if (to) {
      waiting.giveUp();
      lookAtStandby().catch(() => {});
    }
    watch.onTurn(to, cause);
  };

  const lookAtPrimary = shared(async () => {
    const at = performance.now();
    try {
      learn(await main.ask<Position>(), at);
      answersInARow += 1;
      judge();
      if (away && (answersInARow >= STEADY || !serves)) turn(false);
    } catch (cause) {
      // It is there, and has no place for one connection more.
      if (NO_PLACE.test(String((cause as { code?: string }).code))) return;
      answersInARow = 0;
      if (!away && !closing.signal.aborted) turn(true, cause);
    }
  });
  const lookAtStandby = shared(async () => {
    const at = performance.now();
    const before = held;
    try {
      held = await other.ask<Held>();
      isThere = true;
    } catch (error) {
      isThere = false;
      throw error;
    }
    if (held.replayed !== before?.replayed || held.isStandby !== before.isStandby) moves += 1;
    if (held.isStandby) followedAt = at;
    // A standby that still hears from the primary, which is not heard here, is to keep up with that.
    const last = known.at(-1);
    if (away && last && held.received > last.lsn) learn({ ...last, lsn: held.received }, at);
    judge();
    // Elsewhere a change shows in the log before it can be read.
    trustedUntil = away && serves && held.isStandby ? at + TRUST : 0;
  });

  const beat = async (look: () => Promise<void>) => {
    while (!closing.signal.aborted) {
      await look().catch(() => {});
      await sleep(BEAT, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  };
  const beats = [beat(lookAtPrimary), beat(lookAtStandby)];

  const watch: Watch = {
    isAway: () => away,
    isOnlyReading: () => away && serves,
    lag: () => {
      const newest = known.at(-1);
      return newest && heldAt !== undefined ? (newest.at - heldAt) / 1_000 : undefined;
    },
    onTurn: () => {},
    verdict: lookAtPrimary,
    unlessAway: waiting.unlessAway,
    held: async () => {
      if (!isThere) return;
      const end = performance.now() + MOST_LAG + 2 * BEAT;
      await lookAtPrimary();
      const wanted = known.at(-1);
      if (away || !wanted) throw new Error('Connection terminated: the primary is away');
      while (isThere && performance.now() < end) {
        await lookAtStandby().catch(() => {});
        if (!held?.isStandby || held.replayed >= wanted.lsn) return;
        await sleep(SHORTLY);
      }
    },
    close: async () => {
      closing.abort();
      main.close();
      other.close();
      await Promise.all(beats);
    },
  };
  const changes: Changes = {
    ...heard,
    version: (tags) => {
      if (!away) return heard.version(tags);
      // Below all numbers of the primary's.
      return performance.now() < trustedUntil ? -moves : undefined;
    },
  };
  return { watch, changes };
}

/** Requests that wait for the primary, until it answers or `giveUp` ends that. */
function createWaiting() {
  const waiting = new Set<() => void>();
  return {
    giveUp: () => {
      for (const end of waiting) end();
    },
    unlessAway: <T>(answer: Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        const end = () => reject(new Error('Connection terminated: the primary is away'));
        waiting.add(end);
        answer.then(resolve, reject).finally(() => waiting.delete(end));
      }),
  };
}

/** Asks one question of one server, over a connection that is made again whenever it was lost. */
function createProbe(settings: pg.ClientConfig, question: string) {
  let client: pg.Client | undefined;
  let isClosed = false;
  /** Cut, not closed: a connection that does not answer would not answer a goodbye either. */
  const cut = (given: pg.Client | undefined) => {
    if (client === given) client = undefined;
    (given as { connection?: { stream: Duplex } } | undefined)?.connection?.stream.destroy();
  };
  const connect = async () => {
    const fresh = new pg.Client({ ...settings, application_name: 'registro-obras guardia' });
    fresh.on('error', () => cut(fresh));
    client = fresh;
    await fresh.connect();
    return fresh;
  };
  return {
    /** @throws Error where there is no answer in `SILENCE`, nor over new connections where the kept one was lost */
    ask: async <Row>(): Promise<Row> => {
      let isOver = false;
      const answer = async () => {
        for (let tries = 1; ; tries++) {
          try {
            // One that is cut as soon as it is there fails its question: it is never asked nothing.
            const asked = client ?? (await connect());
            return (await asked.query({ name: 'guardia', text: question })).rows[0];
          } catch (error) {
            cut(client);
            // A connection that was lost is no loss of the server, nor are several that somebody cut. Refusals come at once.
            if (isOver || isClosed || tries === TRIES) throw error;
          }
        }
      };
      try {
        return (await within(SILENCE, answer())) as Row;
      } catch (error) {
        isOver = true;
        cut(client);
        throw error;
      }
    },
    close: () => {
      isClosed = true;
      cut(client);
    },
  };
}

/** The answer, or an error after so long, and after three times as long where this process was busy itself. */
async function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  const answered = new AbortController();
  const silence = async () => {
    const end = performance.now() + 3 * milliseconds;
    for (let heard = 0; heard < milliseconds && performance.now() < end; ) {
      const due = performance.now() + PIECE;
      await sleep(PIECE, undefined, { signal: answered.signal });
      if (performance.now() < due + LATE) heard += PIECE;
    }
    throw new Error(`sin respuesta en ${milliseconds} ms`);
  };
  try {
    return await Promise.race([answer, silence()]);
  } finally {
    answered.abort();
  }
}
