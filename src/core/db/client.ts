import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { unavailable } from '../base/constraints.ts';
import { overloaded } from '../base/errors.ts';
import { type Changes, noChanges } from './changes.ts';
import {
  type Author,
  type Database,
  type Db,
  NO_TIMEOUTS,
  type Planning,
  type Statement,
} from './db.ts';
import { createGroupCommit, LockNotAvailable } from './group-commit.ts';
import { COMMIT_TIMEOUT, CONNECTION_TIMEOUT, SILENCE, TRANSACTION_TIMEOUT } from './timeouts.ts';

/** Slow statements use this part of the connections at most. On the embedded database's one session they take turns. */
const SLOW_PART = 4;
/** Requests that may wait for a connection. A busy registry has far fewer; one more would wait in vain. */
export const MAX_WAITING = 1_000;

/** The parts below a client, besides its pool of connections. */
interface Underneath {
  onIdleError: (error: Error) => void;
  changes?: Changes;
  /** Called with a connection that was dropped because it did not answer. */
  onAbandoned?: (client: pg.ClientBase) => void;
  /** Closes those parts, after the pool. */
  closeUnderneath?: () => Promise<void>;
}

/** The database as the program sees it, over a pool of connections in pipeline mode. */
export function createClient(
  pool: pg.Pool,
  { onIdleError, changes = noChanges, onAbandoned, closeUnderneath }: Underneath,
): Database {
  pool.on('error', onIdleError);
  // A connection can be lost at any moment, even between the pool and the caller that waits for it. An error without a
  // listener would end the process. Queries on the connection fail by themselves.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    refuseLocalCommits(client);
  });
  const session = createSession(pool, onAbandoned);
  const transaction = createTransaction(session, changes);
  const runParts = createPartRunner(session, changes);
  const patience = pool.options.connectionTimeoutMillis ?? CONNECTION_TIMEOUT;
  const groupCommit = createGroupCommit(runParts, unavailable, patience);

  /** Runs statements in one round trip, after those that name the author. */
  const batches = (begin: TransactionPart['begin']): Pick<Db, 'batch' | 'groupCommit'> => ({
    batch: async (statements) => {
      const [results] = await runParts([{ begin, statements: statements.map(namedQuery) }]);
      return results as object[][];
    },
    groupCommit: (batch, group) => {
      const statements = batch.map(namedQuery);
      return groupCommit(group, { begin, statements }, bytesOf(statements));
    },
  });

  const database: Database = {
    ...queries((statement) =>
      retried(async () => {
        refuseCrowd(pool);
        return (await pool.query(timed(namedQuery(statement), SILENCE))).rows;
      }),
    ),
    ...batches((nowait) => (nowait ? [SHORT_LOCK_WAIT] : [])),
    transaction: (work, unlimited) => transaction([BEGIN], work, unlimited),
    as: ({ derecho, ...rest }) => {
      // With one session, or where nothing is kept, the caller that was looked at is the present one. Elsewhere another instance may
      // have ended the right up to a second ago, so the transaction looks again.
      const author = changes.atCommit ? { ...rest, derecho } : rest;
      const begin = (nowait: boolean) => [nameAuthor(author, nowait)];
      return {
        ...queries(async (statement) => {
          const [results] = await runParts([{ begin, statements: [namedQuery(statement)] }]);
          return results?.[0] as object[];
        }),
        ...batches(begin),
        transaction: (work, unlimited) => transaction([BEGIN, nameAuthor(author)], work, unlimited),
      };
    },
    reader: async () => database,
    session,
    changes,
    pools: { primary: pool },
    slow: { concurrency: Math.ceil(pool.options.max / SLOW_PART), patience },
    close: async () => {
      await changes.close();
      await pool.end();
      await closeUnderneath?.();
    },
  };
  return database;
}

/** The function of PostgreSQL that waits for a synchronous standby. Messages of the server may be in any language. */
const WAITS_FOR_STANDBY = 'SyncRepWaitForLSN';

/**
 * Fails a commit that was to wait for a synchronous standby and did not: somebody cancelled the wait, as Patroni does with a
 * primary that it demotes. PostgreSQL answers success with a warning ahead of it, though a failover can lose that commit.
 */
function refuseLocalCommits(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: EventEmitter };
  client.on('notice', ({ routine }) => {
    if (routine !== WAITS_FOR_STANDBY) return;
    // As a connection that is lost in a commit: nobody knows whether it was done.
    connection.emit('error', new Error('Connection terminated: no standby has the commit'));
  });
}

/** @throws HttpError 503 where so many wait for a connection that one more would wait in vain */
function refuseCrowd(pool: pg.Pool): void {
  if (pool.waitingCount >= MAX_WAITING) throw overloaded();
}

type RunInSession = Database['session'];

/** Returns a function that runs work on a connection of its own. The connection goes back to the pool unless it is broken. */
function createSession(pool: pg.Pool, onAbandoned: Underneath['onAbandoned']): RunInSession {
  return async (work) => {
    refuseCrowd(pool);
    const client = await pool.connect();
    let broken = false;
    let silent = false;
    const onError = () => {
      broken = true;
    };
    client.on('error', onError);
    try {
      return await work(client);
    } catch (error) {
      // A silent connection is of no use to the next caller.
      silent = isSilence(error);
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken || silent);
      if (silent) onAbandoned?.(client);
    }
  };
}

/**
 * Cancels the statement of a dropped connection on the server. A commit that waits for a synchronous standby occupies its
 * backend until one is there, and soon no backend would be left. Cancelled, the commit is done without the standby.
 */
export function cancelAbandoned(pool: pg.Pool): (client: pg.ClientBase) => void {
  return (client) => {
    const { processID } = client as unknown as { processID: number };
    pool.query('SELECT pg_cancel_backend($1)', [processID]).catch(() => {});
  };
}

// Transactions ------------------------------------------------------------------------------------

const BEGIN = { text: 'BEGIN' };
const COMMIT = { text: 'COMMIT' };
/** Lock timeout of a group: 50 ms. After that each write runs alone, and only those that want the locked row wait. */
const LOCK_WAIT = `set_config('lock_timeout', '50', true)`;
const SHORT_LOCK_WAIT = { name: 'espera breve', text: `SELECT ${LOCK_WAIT}` };
const LOCK_NOT_AVAILABLE = '55P03';
const REQUIRE_ADMIN = `require_admin(($1::jsonb ->> 'usuario')::uuid,
  ($1::jsonb #>> '{derecho,emitido}')::bigint, $1::jsonb #>> '{derecho,huella}', false)`;
/**
 * Settings of this transaction only, for the ledger's triggers (sql/bitacora.sql) and for stored answers
 * (sql/funciones.sql).
 */
const nameAuthor = (author: Author, nowait = false) =>
  namedQuery([
    `SELECT set_config('registro.autor', $1, true)${nowait ? `, ${LOCK_WAIT}` : ''}
     ${author.derecho ? `, ${REQUIRE_ADMIN}` : ''}
     ${author.idempotencia ? `, require_first($1::jsonb -> 'idempotencia')` : ''}`,
    [JSON.stringify(author)],
  ]);

/** Returns a function that runs work in a transaction, which begins with these statements. An unlimited one has no deadline. */
function createTransaction(session: RunInSession, changes: Changes) {
  const ending = endOfTransaction(changes);
  return <T>(
    begin: pg.QueryConfig[],
    work: (tx: Db) => Promise<T>,
    unlimited = false,
  ): Promise<T> => {
    const end = unlimited ? Number.POSITIVE_INFINITY : performance.now() + TRANSACTION_TIMEOUT;
    const bounded = (config: pg.QueryConfig) =>
      unlimited ? config : timed(config, Math.min(SILENCE, end - performance.now()));
    const once = async (client: pg.ClientBase) => {
      try {
        await pipelined(client, begin.map(bounded));
        if (unlimited) await client.query(NO_TIMEOUTS);
        const result = await work(within(client, bounded));
        // The commit has its own time, whatever the work has taken: a commit cut short leaves open whether it was done.
        const last = ending.map((each) => (unlimited ? each : timed(each, COMMIT_TIMEOUT)));
        hearCommit(changes, await pipelined(client, last));
        return result;
      } catch (error) {
        // A server that does not answer even this has lost the connection.
        const undone = isSilence(error)
          ? Promise.reject()
          : client.query(timed({ text: 'ROLLBACK' }, 3_000));
        await undone.catch(() => client.emit('error', error as Error));
        throw error;
      }
    };
    return retried(() => session(once), end);
  };
}

function within(client: pg.ClientBase, bounded: (config: pg.QueryConfig) => pg.QueryConfig): Db {
  const batch: Db['batch'] = async (statements) => {
    const sent = statements.map((statement) => bounded(namedQuery(statement)));
    return (await pipelined(client, sent)).map(({ rows }) => rows);
  };
  const tx: Db = {
    ...queries(async (statement) => (await client.query(bounded(namedQuery(statement)))).rows),
    transaction: (part) => part(tx),
    batch,
    groupCommit: batch,
  };
  return tx;
}

/** Statements of a transaction, and those that go before them. */
interface TransactionPart {
  begin: (nowait: boolean) => pg.QueryConfig[];
  statements: pg.QueryConfig[];
}

/**
 * Returns a function that runs parts in a transaction of their own in one round trip, and returns the rows of each part.
 * With `nowait` it fails with `LockNotAvailable` rather than wait long for a lock.
 */
function createPartRunner(session: RunInSession, changes: Changes) {
  const ending = endOfTransaction(changes);
  return (parts: TransactionPart[], nowait = false): Promise<object[][][]> => {
    const once = async (client: pg.ClientBase) => {
      const begun = parts.map(({ begin }) => begin(nowait));
      const statements = parts.flatMap(({ statements }, i) => [
        ...(begun[i] as pg.QueryConfig[]),
        ...statements,
      ]);
      const sent = [BEGIN, ...statements, ...ending].map((each) => timed(each, SILENCE));
      const results = await pipelined(client, sent).catch((error) => {
        const isLocked = nowait && (error as pg.DatabaseError).code === LOCK_NOT_AVAILABLE;
        throw isLocked ? new LockNotAvailable() : error;
      });
      hearCommit(changes, results);
      let at = 1;
      return parts.map(({ statements }, i) => {
        at += (begun[i]?.length ?? 0) + statements.length;
        return results.slice(at - statements.length, at).map(({ rows }) => rows);
      });
    };
    return retried(() => session(once), performance.now() + TRANSACTION_TIMEOUT);
  };
}

/** The end of a transaction: the statement that returns its changes, where changes are heard, and the commit. */
const endOfTransaction = ({ atCommit }: Changes): pg.QueryConfig[] =>
  atCommit ? [atCommit.statement, COMMIT] : [COMMIT];

/**
 * Takes the results of a transaction's end.
 *
 * @throws Error where a statement of the transaction failed and its error was swallowed: PostgreSQL then answers COMMIT
 *   with ROLLBACK
 */
function hearCommit({ atCommit }: Changes, results: pg.QueryResult[]): void {
  const { command } = results.at(-1) as pg.QueryResult;
  if (command !== 'COMMIT') throw new Error(`COMMIT was answered with ${command}`);
  atCommit?.hear(results.at(-2)?.rows ?? []);
}

/**
 * Sends all statements at once and waits for every answer: one round trip. In a transaction the statements after a failed
 * one fail as well, and COMMIT then rolls back.
 *
 * @throws the first failure
 */
async function pipelined(client: pg.ClientBase, statements: pg.QueryConfig[]) {
  // They go in one packet, too: a packet costs both sides more than most statements do.
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  stream.cork();
  const answers = statements.map((config) => client.query(config));
  stream.uncork();
  const results = await Promise.allSettled(answers);
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

/** SQLSTATE serialization_failure and deadlock_detected. */
const TRANSIENT = new Set(['40001', '40P01']);
/**
 * An upgrade by another instance replaced a function that the statement had looked up before it waited for a table. PostgreSQL locks
 * no functions, and says so as an internal error.
 */
const isReplaced = ({ code, message }: pg.DatabaseError) =>
  code === 'XX000' && message.startsWith('cache lookup failed for function');
/**
 * Longest pause before another attempt, in milliseconds. It is random, so that two transactions that collided do not collide
 * again.
 */
const MOST_PAUSE = 50;

/** Runs `work` again after a deadlock, a serialization failure or an upgrade, up to three times and not after `end`. */
export async function retried<T>(
  work: () => Promise<T>,
  end = Number.POSITIVE_INFINITY,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const failure = error as pg.DatabaseError;
      const isTransient = TRANSIENT.has(failure.code ?? '') || isReplaced(failure);
      if (!isTransient || attempt === 4 || performance.now() > end) throw error;
      await sleep(1 + Math.random() * MOST_PAUSE);
    }
  }
}

// Statements --------------------------------------------------------------------------------------

/** The ways to ask a statement, over one that returns its rows. */
export function queries(
  run: (statement: Statement) => Promise<object[]>,
): Pick<Db, 'query' | 'one' | 'jsonOrNothing' | 'json'> {
  const query: Db['query'] = async (...statement) => (await run(statement)) as never;
  const jsonOrNothing: Db['jsonOrNothing'] = async (...statement) =>
    (await query<{ json: string }>(...statement))[0]?.json;
  return {
    query,
    one: async (...statement) => (await query(...statement))[0] as never,
    jsonOrNothing,
    json: async (...statement) => {
      const json = await jsonOrNothing(...statement);
      if (json === undefined)
        throw new Error(`no row came back from: ${namedQuery(statement).text}`);
      return json;
    },
  };
}

function namedQuery([statement, parameters]: Statement): {
  text: string;
  values: unknown[];
  name?: string;
} {
  const isText = typeof statement === 'string';
  const text = isText ? statement : statement.text;
  const values = isText ? ((parameters as unknown[] | undefined) ?? []) : statement.values;
  return isText || !(parameters as Planning | undefined)?.planEachTime
    ? { name: statementName(text), text, values }
    : { text, values };
}

const names = new Map<string, string>();

/** Statements that are prepared by name at most: each takes memory in every connection until it closes. */
const MOST_PREPARED = 300;

/**
 * A prepared statement's name: a digest of its text, so that each text is planned once per connection. Texts beyond
 * `MOST_PREPARED` have none: searches alone can make thousands of texts.
 */
function statementName(text: string): string | undefined {
  let name = names.get(text);
  if (!name && names.size < MOST_PREPARED) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    names.set(text, name);
  }
  return name;
}

/** Approximate bytes of the statements' parameters. */
function bytesOf(statements: pg.QueryConfig[]): number {
  let bytes = 0;
  for (const { values = [] } of statements) {
    for (const value of values) bytes += typeof value === 'string' ? value.length : 8;
  }
  return bytes;
}

/** A query that fails with `isSilence` when it has no answer after this many milliseconds. */
function timed(config: pg.QueryConfig, milliseconds: number): pg.QueryConfig {
  return { ...config, query_timeout: Math.max(1, Math.ceil(milliseconds)) } as pg.QueryConfig;
}

const isSilence = (error: unknown) => (error as Error).message === 'Query read timeout';
