import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

// Changes in the database, from any session, as its triggers announce them (sql/avisos.sql). A cached value of a table or
// record is current as long as its version is the same.
// The embedded database notifies its one session. On PostgreSQL the triggers write rows, and each instance reads them. With
// NOTIFY there, every other commit would wait until that of the notifying transaction is on disk.

const CHANNEL = 'registro';

/** Milliseconds for which a poll of the changes is valid, and between two polls. */
export const TRUST = 1_000;
const HEARTBEAT = 400;
/** Milliseconds without an answer after which the connection is dropped, and until the next attempt. */
const SILENT_FOR = 2_000;
const RETRY = 500;
/** After more changes than these in one poll, all versions change instead. */
const MOST_CHANGES = 10_000;
/** Milliseconds between two deletions of changes that every instance has read. A change stays for two intervals. */
export const FORGETTING = 30_000;
/** A poll that comes later than this may have missed deleted rows. */
const READ_BY = FORGETTING;

/** `obras`: any obra; `obras/5`: that obra. */
export type Tag = string;

export interface Changes {
  /** A number that differs after any change behind the tags; undefined while changes are not heard reliably. */
  version(tags: readonly Tag[]): number | undefined;
  /** Resolves once every change committed before the call has been heard, or the connection is lost. */
  heard(): Promise<void>;
  /**
   * For the end of a transaction of this process. The statement returns the transaction's changes, and `hear` takes them
   * after the commit. So they count at once, without a poll. Unset where the session hears them anyway.
   */
  atCommit?: { statement: pg.QueryConfig; hear: (rows: OwnChanges[]) => void };
  /** Counts as a change of everything, for values that are being read, too. */
  forget(): void;
  close(): Promise<void>;
}

/** The transaction's id and its changes; null where it has written nothing. */
export interface OwnChanges {
  xid: string | null;
  tags: Tag[];
}

/** No change is heard, so nothing is cached. */
export const noChanges: Changes = {
  version: () => undefined,
  heard: async () => {},
  forget: () => {},
  close: async () => {},
};

/** Counts changes by table and by record. */
function createVersions() {
  /** Counts the times that every version changed. */
  let epoch = 0;
  /** Changes by table, of the table as a whole and of any of its records. */
  const any = new Map<string, number>();
  const whole = new Map<string, number>();
  // Records share a bounded number of counters. A shared counter invalidates too much now and then, never too little.
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
    /** The counters only grow, so the sum differs as soon as one of them does. */
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
 * Hears changes through the one session of the embedded database. No other process writes there. PostgreSQL notifies a
 * session of its own changes before it reports the statement as done.
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
 * Changes that are visible now and were not in the snapshot of the previous poll. However transactions overlap, each row
 * appears once.
 */
const LOOK_FOR_CHANGES = `
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
/** Before the schema exists, there are no changes to hear. */
const BEGIN_LOOKING = `
  SELECT pg_current_snapshot()::text AS seen, to_regclass('cambios') IS NOT NULL AS "isThere"`;

/**
 * Hears changes through a connection of its own to PostgreSQL. A lost connection is opened again, and all versions change
 * then.
 */
export function hearPostgres(settings: pg.ClientConfig): Changes {
  const versions = createVersions();
  const closing = new AbortController();
  let listening: pg.Client | undefined;
  let trustedUntil = 0;
  /** The snapshot of the last poll, and the time at which the poll began. */
  let seen = '';
  let looked = 0;
  /** Transactions of this process whose changes were heard at their commit, and when. */
  const own = new Map<string, number>();

  /** Polls the changes that were committed before the call: one round trip, one poll at a time. */
  const look = async (client: pg.Client) => {
    const begun = performance.now();
    const { rows } = await client.query<{ seen: string; changes: string[] }>({
      name: 'mirar',
      text: LOOK_FOR_CHANGES,
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
    // This poll has seen all that was committed before it.
    for (const [xid, since] of own) if (since < begun) own.delete(xid);
    seen = now.seen;
    looked = begun;
    trustedUntil = begun + TRUST;
  };

  /** Destroyed instead of closed: a silent connection does not confirm a close either. */
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
      query_timeout: SILENT_FOR,
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
      // No promise outlives an interval: every race with a longer one would stay in memory with it.
      for (;;) {
        await heard();
        if (client !== listening) return;
        await sleep(HEARTBEAT, undefined, { signal: over });
      }
    } catch {
      // The loop connects again; meanwhile nothing is cached.
    } finally {
      giveUp(client);
    }
  };

  /** All callers during a poll share the next one. */
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
    // The next poll skips this transaction; without a connection there is no poll.
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

/** Runs `work` one call at a time. All callers during a run share the next run, which begins after their calls. */
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
 * Returns a function that deletes changes that every instance has read: those of transactions that were over at the previous
 * call, however long they took. Its calls come `FORGETTING` apart.
 */
export function createChangeCleanup(pool: Pick<pg.Pool, 'query'>): () => Promise<void> {
  let before: string | undefined;
  return async () => {
    const { rows } = await pool.query<{ xmin: string }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xmin',
    );
    if (before) await pool.query('DELETE FROM cambios WHERE xid < $1::text::xid8', [before]);
    before = rows[0]?.xmin;
  };
}
