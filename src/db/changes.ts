import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

// What changes in the database, heard from its triggers (migration 003), whoever makes the change. What is
// remembered about a table, or a record, is right as long as its version is the same.

const CHANNEL = 'registro';

/** How long the notification connection's last sign of life counts, and how often one is asked for, in milliseconds. */
const TRUST = 1_000;
const HEARTBEAT = 400;
/** After how long without an answer the connection is given up, and how long until the next is tried. */
const SILENCE = 2_000;
const RETRY = 500;

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
  close(): Promise<void>;
}

/** Nothing is heard, so nothing is remembered. */
export const deaf: Changes = {
  version: () => undefined,
  heard: async () => {},
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
 * Hears through the one session of the embedded database: no other process writes there, and PostgreSQL tells a
 * session of its own changes before it says that the statement is done.
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
    close: async () => {},
  };
}

/**
 * Hears through a connection of its own to PostgreSQL, made again whenever it is lost; what was remembered before is
 * forgotten then.
 *
 * @param announce sends a notification through another connection
 */
export function hearPostgres(
  settings: pg.ClientConfig,
  announce: (sql: string, values: string[]) => Promise<unknown>,
): Changes {
  const versions = createVersions();
  const closing = new AbortController();
  let listening: pg.Client | undefined;
  let trustedUntil = 0;

  /**
   * One round trip on the connection: PostgreSQL tells it of everything committed before (the committing session
   * signals it ahead of its own answer) before it says that the statement is done.
   */
  const catchUp = async (client: pg.Client) => {
    const begun = performance.now();
    await client.query('SELECT');
    if (client === listening) trustedUntil = begun + TRUST;
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
      const probe = `prueba/${randomUUID()}`;
      const arrived = new AbortController();
      client.on('notification', ({ payload = '' }) => {
        if (payload === probe) arrived.abort();
        else versions.hear(payload);
      });
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      // A pooler between that shares sessions takes LISTEN but tells of nothing: seen once, notifications are believed.
      await announce('SELECT pg_notify($1, $2)', [CHANNEL, probe]);
      await sleep(SILENCE, undefined, { signal: AbortSignal.any([over, arrived.signal]) }).catch(
        () => {},
      );
      if (!arrived.signal.aborted) return;
      versions.forget();
      listening = client;
      // No promise lives longer than a beat: each race with one that does would stay in memory with it.
      for (;;) {
        await catchUp(client);
        await sleep(HEARTBEAT, undefined, { signal: over });
      }
    } catch {
      // Tried again below; meanwhile nothing is remembered.
    } finally {
      giveUp(client);
    }
  };
  const running = (async () => {
    while (!closing.signal.aborted) {
      await listen();
      await sleep(RETRY, undefined, { signal: closing.signal }).catch(() => {});
    }
  })();

  /** Whoever asks while a round trip is under way shares the next one. */
  let current: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const heard = () => {
    next ??= current.then(async () => {
      current = next as Promise<void>;
      next = undefined;
      const client = listening;
      if (!client) return;
      await catchUp(client).catch(() => giveUp(client));
    });
    return next;
  };

  return {
    version: (tags) => (performance.now() < trustedUntil ? versions.of(tags) : undefined),
    heard,
    close: async () => {
      closing.abort();
      await running;
    },
  };
}
