import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

// Changes in the database, heard from its triggers (sql/avisos.sql), whoever makes them. A thing remembered about a
// table, or a record, is right as long as its version is the same.
//
// The embedded database notifies its one session. On PostgreSQL the triggers write rows, which each instance reads. There
// a transaction that has notified would keep every other commit waiting until its own is on disk.

const CHANNEL = 'registro';

/** How long the last look at the changes counts, and how often there is one, in milliseconds. */
const TRUST = 1_000;
const HEARTBEAT = 400;
/** After how long without an answer the connection is given up, and how long until the next is tried. */
const SILENCE = 2_000;
const RETRY = 500;
/** With more changes than these since the last look, everything is forgotten instead. */
const MOST_CHANGES = 10_000;
/** How often changes that everybody has read are deleted, in milliseconds; each stays twice as long. */
export const FORGETTING = 30_000;
/** Rows that an instance has not read by then may be gone. */
const READ_BY = FORGETTING;

/** `obras`: any obra; `obras/5`: that obra. */
export type Tag = string;

export interface Changes {
  /**
   * A number that is another as soon as something behind one of the tags has changed; undefined while changes are
   * not heard for sure.
   */
  version(tags: readonly Tag[]): number | undefined;
  /** Resolves once every change committed before the call has been heard, or none is trusted any more. */
  heard(): Promise<void>;
  /**
   * For the end of a transaction of this process. The statement answers what the transaction has changed, and `hear`
   * takes the answer once it is committed. So it is heard at once, without a look. Unset where that is so anyway.
   */
  atCommit?: { statement: pg.QueryConfig; hear: (rows: OwnChanges[]) => void };
  /** Everything counts as changed, and what is begun before as begun too early. */
  forget(): void;
  close(): Promise<void>;
}

/** The transaction's id and what it has changed; null where it has written nothing. */
export interface OwnChanges {
  xid: string | null;
  tags: Tag[];
}

/** Nothing is heard, so nothing is remembered. */
export const noChanges: Changes = {
  version: () => undefined,
  heard: async () => {},
  forget: () => {},
  close: async () => {},
};

/** Counts changes by table and by record. */
function createVersions() {
  /** Bumped when everything has to be forgotten. */
  let epoch = 0;
  /** Changes of any record of a table, and of the table as a whole. */
  const any = new Map<string, number>();
  const whole = new Map<string, number>();
  // Records share a bounded number of counters; that two share one forgets too much now and then, never too little.
  const records = new Uint32Array(65_536);

  const slot = (tag: Tag) => {
    let hash = 0;
    for (let i = 0; i < tag.length; i++) hash = (Math.imul(hash, 31) + tag.charCodeAt(i)) | 0;
    return hash & 0xffff;
  };
  const bump = (counts: Map<string, number>, table: string) =>
    counts.set(table, (counts.get(table) ?? 0) + 1);

  return {
    forget: () => {
      epoch += 1;
    },
    hear: (tag: Tag) => {
      const at = tag.indexOf('/');
      const table = at < 0 ? tag : tag.slice(0, at);
      bump(any, table);
      if (at < 0) bump(whole, table);
      else (records[slot(tag)] as number) += 1;
    },
    /** The counters only grow, so their sum differs as soon as one of them does. */
    of: (tags: readonly Tag[]) => {
      let sum = epoch;
      for (const tag of tags) {
        const at = tag.indexOf('/');
        sum +=
          at < 0
            ? (any.get(tag) ?? 0)
            : (records[slot(tag)] as number) + (whole.get(tag.slice(0, at)) ?? 0);
      }
      return sum;
    },
  };
}

/**
 * Hears through the one session of the embedded database. No other process writes there. PostgreSQL tells a session of
 * its own changes before it says that the statement is done.
 */
export function hearOwnSession(pool: pg.Pool): Changes {
  const versions = createVersions();
  let session: pg.PoolClient | undefined;
  pool.on('connect', (client) => {
    client.on('notification', ({ payload = '' }) => versions.hear(payload));
    client.on('end', () => {
      if (session === client) session = undefined;
    });
    client.query(`LISTEN ${CHANNEL}`).then(
      () => {
        versions.forget();
        session = client;
      },
      () => {},
    );
  });
  return {
    version: (tags) => (session ? versions.of(tags) : undefined),
    heard: async () => {},
    forget: versions.forget,
    close: async () => {},
  };
}

/**
 * What is visible now, and what was not at the look before: rows of transactions that have committed since. Whichever
 * way transactions overlap, each row is among them once.
 */
const LOOK = `
  SELECT pg_current_snapshot()::text AS seen, ARRAY(
    SELECT DISTINCT xid || ' ' || aviso FROM cambios
    WHERE xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)
    LIMIT ${MOST_CHANGES} + 1
  ) AS changes`;
const OWN_CHANGES = {
  name: 'propios',
  text: `SELECT xid::text, ARRAY(
      SELECT DISTINCT aviso FROM cambios c WHERE c.xid = t.xid LIMIT ${MOST_CHANGES} + 1
    ) AS tags
    FROM pg_current_xact_id_if_assigned() AS t (xid)`,
};
/** Before the schema is there, nothing is to be heard. */
const BEGIN_LOOKING = `
  SELECT pg_current_snapshot()::text AS seen, to_regclass('cambios') IS NOT NULL AS "isThere"`;

/**
 * Hears through a connection of its own to PostgreSQL, made again whenever it is lost; what was remembered before is
 * forgotten then.
 */
export function hearPostgres(settings: pg.ClientConfig): Changes {
  const versions = createVersions();
  const closing = new AbortController();
  let listening: pg.Client | undefined;
  let trustedUntil = 0;
  /** What the last look saw, and when it began. */
  let seen = '';
  let looked = 0;
  /** Transactions of this process that were heard when they were committed, and when. */
  const own = new Map<string, number>();

  /** Hears of everything that was committed before: one round trip, one at a time. */
  const look = async (client: pg.Client) => {
    const begun = performance.now();
    const { rows } = await client.query<{ seen: string; changes: string[] }>({
      name: 'mirar',
      text: LOOK,
      values: [seen],
    });
    if (client !== listening) return;
    const [{ changes, ...now }] = rows as [{ seen: string; changes: string[] }];
    if (changes.length > MOST_CHANGES || begun - looked > READ_BY) versions.forget();
    else {
      for (const change of changes) {
        const [xid = '', tag = ''] = change.split(' ');
        if (!own.has(xid)) versions.hear(tag);
      }
    }
    // This look has seen what was committed before it.
    for (const [xid, since] of own) if (since < begun) own.delete(xid);
    seen = now.seen;
    looked = begun;
    trustedUntil = begun + TRUST;
  };

  /** Cut, not closed: a connection that does not answer would not answer a goodbye either. */
  const giveUp = (client: pg.Client) => {
    if (client === listening) {
      listening = undefined;
      trustedUntil = 0;
    }
    (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
  };

  const listen = async () => {
    const client = new pg.Client({
      ...settings,
      application_name: 'registro-obras avisos',
      query_timeout: SILENCE,
    });
    const lost = new AbortController();
    client.on('error', () => lost.abort());
    client.on('end', () => lost.abort());
    const over = AbortSignal.any([lost.signal, closing.signal]);
    try {
      await client.connect();
      const { rows } = await client.query<{ seen: string; isThere: boolean }>(BEGIN_LOOKING);
      const [first] = rows;
      if (!first?.isThere) return;
      versions.forget();
      own.clear();
      seen = first.seen;
      looked = performance.now();
      listening = client;
      // No promise lives longer than a beat: each race with one that does would stay in memory with it.
      for (;;) {
        await heard();
        if (client !== listening) return;
        await sleep(HEARTBEAT, undefined, { signal: over });
      }
    } catch {
      // Tried again below; meanwhile nothing is remembered.
    } finally {
      giveUp(client);
    }
  };

  /** Everybody who asks while a look is under way shares the next one. */
  const heard = shared(async () => {
    const client = listening;
    if (client) await look(client).catch(() => giveUp(client));
  });

  const running = (async () => {
    while (!closing.signal.aborted) {
      await listen();
      await sleep(RETRY, undefined, { signal: closing.signal }).catch(() => {});
    }
  })();

  const hearOwn = ([changes]: OwnChanges[]) => {
    if (!changes?.xid) return;
    if (changes.tags.length > MOST_CHANGES) versions.forget();
    else for (const tag of changes.tags) versions.hear(tag);
    // A look to come must not hear it again; there is none while nobody listens.
    if (listening) own.set(changes.xid, performance.now());
  };

  return {
    version: (tags) => (performance.now() < trustedUntil ? versions.of(tags) : undefined),
    heard,
    atCommit: { statement: OWN_CHANGES, hear: hearOwn },
    forget: versions.forget,
    close: async () => {
      closing.abort();
      await running;
    },
  };
}

/** Runs `work` once at a time. Everybody who asks while it runs shares the next run, which begins after they asked. */
export function shared(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= current
      .catch(() => {})
      .then(() => {
        current = next as Promise<void>;
        next = undefined;
        return work();
      });
    return next;
  };
}

/**
 * Answers how to delete changes that every instance has read: those of transactions that were over at the call before,
 * however long they took. Calls are to be `FORGETTING` apart.
 */
export function forgetOldChanges(pool: Pick<pg.Pool, 'query'>): () => Promise<void> {
  let before: string | undefined;
  return async () => {
    const { rows } = await pool.query<{ xmin: string }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xmin',
    );
    if (before) await pool.query('DELETE FROM cambios WHERE xid < $1::text::xid8', [before]);
    before = rows[0]?.xmin;
  };
}
