import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { Config } from '../base/config.ts';
import { unavailable } from '../base/constraints.ts';
import { overloaded } from '../base/errors.ts';
import {
  type Changes,
  FORGETTING,
  forgetOldChanges,
  hearOwnSession,
  hearPostgres,
  noChanges,
} from './changes.ts';
import {
  type Author,
  type Connections,
  type Database,
  type Db,
  NO_TIMEOUTS,
  PLANNED_ANEW,
  type Statement,
} from './db.ts';
import { keepUp, openEmbedded } from './embedded.ts';
import { createTurns, HeldUp } from './group-commit.ts';
import { ensureReplica, readFromStandby, readWhereItAnswers } from './standby.ts';
import { STRETCH } from './timeouts.ts';
import { watchServers } from './watch.ts';

/**
 * Longest wait for a connection, longest run of one statement, and of a transaction with all its waiting, in
 * milliseconds. A request needs two of them at most, so it is answered within 10 seconds whatever happens to the database.
 * The embedded database has one session, where to wait for a connection is to wait for the neighbours.
 */
const CONNECTION_TIMEOUT = 2_000 * STRETCH;
const EMBEDDED_TIMEOUT = 4_000 * STRETCH;
const STATEMENT_TIMEOUT = 5_000 * STRETCH;
/** A standby that can't be reached is passed over sooner. */
const STANDBY_TIMEOUT = 500 * STRETCH;
/** A statement that takes longer there is asked of the primary. */
const STANDBY_STATEMENT_TIMEOUT = 2_000 * STRETCH;
const TRANSACTION_TIMEOUT = 7_000 * STRETCH;
const COMMIT_TIMEOUT = 2_000 * STRETCH;
/** Longest wait for a lock, in milliseconds: a commit that waits for one is bounded by no statement's time. */
const LOCK_TIMEOUT = 4_000 * STRETCH;
/** A statement that the server has not ended itself by then is waited for no longer, nor is its connection kept. */
const SILENCE = STATEMENT_TIMEOUT + 500 * STRETCH;
/** Slow statements have this part of the connections at most; of the embedded database's one session, a turn each. */
const SLOW_PART = 4;
/** How many may wait for a connection. Far more than a busy registry has; the next would wait for nothing. */
export const MAX_WAITING = 1_000;

/** Opens PostgreSQL at `DATABASE_URL`, or else the embedded one in `DATA_DIR`, both through the same driver. */
export async function openDatabase(
  config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'CACHE_MB'> &
    Partial<Pick<Config, 'DATABASE_READ_URL'>>,
  onIdleError: (error: Error) => void,
): Promise<Database> {
  const common: pg.PoolConfig = {
    application_name: 'registro-obras',
    connectionTimeoutMillis: config.DATABASE_URL ? CONNECTION_TIMEOUT : EMBEDDED_TIMEOUT,
    types: { getTypeParser },
  };
  if (config.DATABASE_URL) {
    const server: pg.ClientConfig = {
      ...common,
      connectionString: config.DATABASE_URL,
      keepAlive: true,
      statement_timeout: STATEMENT_TIMEOUT,
      lock_timeout: LOCK_TIMEOUT,
      idle_in_transaction_session_timeout: STATEMENT_TIMEOUT,
    };
    const pool = new pg.Pool({ ...server, pipeline: true, max: 10 });
    const changes = config.CACHE_MB > 0 ? hearPostgres(server) : noChanges;
    const forget = forgetOldChanges(pool);
    // A database that is away has nothing to forget.
    const forgetting = setInterval(() => forget().catch(() => {}), FORGETTING).unref();
    const closeUnderneath = async () => clearInterval(forgetting);
    const primary = fromPool(pool, onIdleError, changes, closeUnderneath, cancelAbandoned(pool));
    if (!config.DATABASE_READ_URL) return primary;
    const atStandby = { ...server, connectionString: config.DATABASE_READ_URL };
    const impatient = fromPool(
      new pg.Pool({
        ...atStandby,
        connectionTimeoutMillis: STANDBY_TIMEOUT,
        statement_timeout: STANDBY_STATEMENT_TIMEOUT,
        pipeline: true,
        max: 10,
      }),
      onIdleError,
      noChanges,
      async () => {},
    );
    // While there is no other, and at the start, it is given as much time as the primary.
    const alone = fromPool(
      new pg.Pool({ ...atStandby, pipeline: true, max: 10 }),
      onIdleError,
      noChanges,
      async () => {},
    );
    const closeAll = async () => {
      await alone.close();
      await impatient.close();
      await primary.close();
    };
    await ensureReplica(primary, alone).catch(async (error) => {
      await closeAll();
      throw error;
    });
    const { watch, changes: heard } = watchServers(server, atStandby, changes);
    const database = { ...primary, ...readWhereItAnswers(primary, alone, watch) };
    const { read, lists } = readFromStandby(database, impatient, watch, onIdleError);
    return {
      ...database,
      reader: read,
      lists,
      watch,
      changes: changes === noChanges ? noChanges : heard,
      pools: {
        primary: primary.pools.primary,
        standby: asOne(impatient.pools.primary, alone.pools.primary),
      },
      close: async () => {
        await watch.close();
        await closeAll();
      },
    };
  }
  const embedded = await openEmbedded(config.DATA_DIR);
  // One session is all the embedded database has: it is never closed for idleness.
  const pool = new pg.Pool({
    ...common,
    user: 'postgres',
    database: 'postgres',
    stream: embedded.connect,
    pipeline: true,
    max: 1,
    idleTimeoutMillis: 0,
  });
  const changes = config.CACHE_MB > 0 ? hearOwnSession(pool) : noChanges;
  const stopUpkeep = keepUp(embedded, pool);
  const close = async () => {
    stopUpkeep();
    await embedded.close();
  };
  return {
    ...fromPool(pool, onIdleError, changes, close),
    hasSpace: (what) => embedded.hasSpace(pool, what),
  };
}

/** Two pools as one, as they are now. */
const asOne = (one: Connections, other: Connections): Connections => ({
  get totalCount() {
    return one.totalCount + other.totalCount;
  },
  get idleCount() {
    return one.idleCount + other.idleCount;
  },
  get waitingCount() {
    return one.waitingCount + other.waitingCount;
  },
});

function fromPool(
  pool: pg.Pool,
  onIdleError: (error: Error) => void,
  changes: Changes,
  closeUnderneath: () => Promise<void>,
  onAbandoned = (_client: pg.ClientBase) => {},
): Database {
  pool.on('error', onIdleError);
  // A connection can be lost at any moment, even between the pool and whoever waits for it. An error that nobody listens
  // for would end the process. Queries on it fail by themselves.
  pool.on('connect', (client) => client.on('error', () => {}));
  const refuseCrowd = () => {
    if (pool.waitingCount >= MAX_WAITING) throw overloaded();
  };
  const session = async <T>(work: (client: pg.ClientBase) => Promise<T>) => {
    refuseCrowd();
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
      // A connection that says nothing any more is of no use to the next.
      silent = isSilence(error);
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken || silent);
      if (silent) onAbandoned(client);
    }
  };
  /** A transaction that begins with these statements; a patient one takes as long as it takes. */
  const transaction = <T>(
    begin: pg.QueryConfig[],
    work: (tx: Db) => Promise<T>,
    patient = false,
  ): Promise<T> => {
    const end = patient ? Number.POSITIVE_INFINITY : performance.now() + TRANSACTION_TIMEOUT;
    const bounded = (config: pg.QueryConfig) =>
      patient ? config : timed(config, Math.min(SILENCE, end - performance.now()));
    return retried(
      () =>
        session(async (client) => {
          const run = async (config: pg.QueryConfig) => (await client.query(bounded(config))).rows;
          try {
            await inOneGo(client, begin.map(bounded));
            if (patient) await client.query(NO_TIMEOUTS);
            const tx: Db = {
              ...queries(run),
              transaction: (part) => part(tx),
              atOnce: (statements) => withinSavepoint(client, statements, bounded),
            };
            const result = await work(tx);
            // Not cut short by what the work has taken: given up, it would leave open whether it was done.
            const last = [...reading, COMMIT].map((each) =>
              patient ? each : timed(each, COMMIT_TIMEOUT),
            );
            const results = await inOneGo(client, last);
            if (reading.length > 0) changes.atCommit?.hear(results[0]?.rows ?? []);
            return result;
          } catch (error) {
            // Where the server says nothing any more, or not even this, the connection is at its end.
            const undone = isSilence(error)
              ? Promise.reject()
              : client.query(timed({ text: 'ROLLBACK' }, 3_000));
            await undone.catch(() => client.emit('error', error as Error));
            throw error;
          }
        }),
      end,
    );
  };
  /** The statement that tells, at the end of a transaction, what it has changed. */
  const reading = changes.atCommit ? [changes.atCommit.statement] : [];
  /**
   * Parts of a transaction of their own, all in one round trip: the rows of each part's statements.
   *
   * @param isHasty fails with `HeldUp` rather than wait long for a lock
   */
  const inOneTransaction = (parts: Part[], isHasty = false): Promise<object[][][]> =>
    retried(
      () =>
        session(async (client) => {
          const begun = parts.map(({ begin }) => begin(isHasty));
          const statements = parts.flatMap(({ statements }, i) => [
            ...(begun[i] as pg.QueryConfig[]),
            ...statements,
          ]);
          const results = await inOneGo(
            client,
            [BEGIN, ...statements, ...reading, COMMIT].map((each) => timed(each, SILENCE)),
          ).catch((error) => {
            throw isHasty && (error as pg.DatabaseError).code === LOCKED ? new HeldUp() : error;
          });
          if (reading.length > 0) changes.atCommit?.hear(results.at(-2)?.rows ?? []);
          let at = 1;
          return parts.map(({ statements }, i) => {
            at += (begun[i]?.length ?? 0) + statements.length;
            return results.slice(at - statements.length, at).map(({ rows }) => rows);
          });
        }),
      performance.now() + TRANSACTION_TIMEOUT,
    );
  const patience = pool.options.connectionTimeoutMillis ?? CONNECTION_TIMEOUT;
  const inTurn = createTurns(inOneTransaction, unavailable, patience);
  const atOnce =
    (begin: Part['begin']): Db['atOnce'] =>
    async (given, turn) => {
      const part = { begin, statements: given.map(named) };
      if (turn === undefined) return (await inOneTransaction([part]))[0] as object[][];
      return inTurn(turn, part, bytesOf(given));
    };
  const database: Database = {
    ...queries((config) =>
      retried(async () => {
        refuseCrowd();
        const { rows } = await pool.query(timed(config, SILENCE));
        return rows;
      }),
    ),
    reader: async () => database,
    session,
    changes,
    pools: { primary: pool },
    slow: { atOnce: Math.ceil(pool.options.max / SLOW_PART), patience },
    transaction: (work, patient) => transaction([BEGIN], work, patient),
    atOnce: atOnce((isHasty) => (isHasty ? [HURRY] : [])),
    as: (author) => {
      const begin = (isHasty: boolean) => [nameAuthor(author, isHasty)];
      return {
        ...queries(async (config) => {
          const [results] = await inOneTransaction([{ begin, statements: [config] }]);
          return results?.[0] as object[];
        }),
        transaction: (work, patient) => transaction([BEGIN, nameAuthor(author)], work, patient),
        atOnce: atOnce(begin),
      };
    },
    close: async () => {
      await changes.close();
      await pool.end();
      await closeUnderneath();
    },
  };
  return database;
}

/**
 * Ends what a server still does for a connection that was given up. A commit that waits for a synchronous standby keeps
 * its backend for as long as none is there, and soon no backend would be left. Cancelled, it is done without the standby.
 */
function cancelAbandoned(pool: pg.Pool): (client: pg.ClientBase) => void {
  return (client) => {
    const { processID } = client as unknown as { processID: number };
    pool.query('SELECT pg_cancel_backend($1)', [processID]).catch(() => {});
  };
}

const BEGIN = { text: 'BEGIN' };
/** In milliseconds, for this transaction only: whoever holds a row for longer keeps only those waiting who want it. */
const NO_PATIENCE = `set_config('lock_timeout', '50', true)`;
const HURRY = { name: 'prisa', text: `SELECT ${NO_PATIENCE}` };
/** A lock that was not to be had in time. */
const LOCKED = '55P03';
const COMMIT = { text: 'COMMIT' };
/** For this transaction only; the ledger's triggers read it (sql/bitacora.sql). */
const nameAuthor = (author: Author, isHasty = false) => ({
  name: isHasty ? 'autor con prisa' : 'autor',
  text: `SELECT set_config('registro.autor', $1, true)${isHasty ? `, ${NO_PATIENCE}` : ''}`,
  values: [JSON.stringify(author)],
});

/** Some statements of a transaction, and what goes before them. */
interface Part {
  begin: (isHasty: boolean) => pg.QueryConfig[];
  statements: pg.QueryConfig[];
}

/** About how many bytes the parameters of statements take. */
function bytesOf(statements: Statement[]): number {
  let bytes = 0;
  for (const [, values = []] of statements) {
    for (const value of values) bytes += typeof value === 'string' ? value.length : 8;
  }
  return bytes;
}

/** Statements within a transaction, all in one round trip: after a failure the transaction is as it was before. */
async function withinSavepoint(
  client: pg.ClientBase,
  statements: Statement[],
  bounded: (config: pg.QueryConfig) => pg.QueryConfig,
): Promise<object[][]> {
  const sent = [{ text: 'SAVEPOINT varias' }, ...statements.map(named), { text: 'RELEASE varias' }];
  try {
    const results = await inOneGo(client, sent.map(bounded));
    return results.slice(1, -1).map(({ rows }) => rows);
  } catch (error) {
    // Where not even this is answered, the transaction is at its end, and says so itself.
    await client.query(bounded({ text: 'ROLLBACK TO varias' })).catch(() => {});
    throw error;
  }
}

/**
 * Sends statements all at once (the pool's clients are in pipeline mode) and waits for every answer: one round trip. In
 * a transaction those after a failed one fail as well, and COMMIT then rolls back.
 *
 * @throws what the first failed one answered
 */
async function inOneGo(client: pg.ClientBase, statements: pg.QueryConfig[]) {
  // One packet, too: each costs both sides more than most statements do.
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

function queries(
  run: (config: pg.QueryConfig) => Promise<object[]>,
): Omit<Db, 'transaction' | 'atOnce'> {
  const query: Db['query'] = async (text, values) => (await run(named([text, values]))) as never;
  const findJson: Db['findJson'] = async (text, values) =>
    (await query<{ json: string }>(text, values))[0]?.json;
  return {
    query,
    one: async (text, values) => (await query(text, values))[0] as never,
    findJson,
    json: async (text, values) => {
      const json = await findJson(text, values);
      if (json === undefined) throw new Error(`no row came back from: ${text}`);
      return json;
    },
  };
}

const named = ([text, values = []]: Statement) => ({ name: nameOf(text), text, values });

const names = new Map<string, string>();

/** As many statements as are prepared by name: each takes memory of every connection's, for good. */
const MOST_NAMES = 300;

/**
 * A prepared statement's name: a digest of its text, so that each text is planned once per connection. None beyond the
 * first so many: searches alone can make thousands of texts. None for what is to be planned anew either.
 */
function nameOf(text: string): string | undefined {
  if (text.includes(PLANNED_ANEW)) return undefined;
  let name = names.get(text);
  if (!name && names.size < MOST_NAMES) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    names.set(text, name);
  }
  return name;
}

const TRANSIENT = new Set(['40001', '40P01']);

/** A query that fails with `isSilence` when it has no answer after so many milliseconds. */
function timed(config: pg.QueryConfig, milliseconds: number): pg.QueryConfig {
  return { ...config, query_timeout: Math.max(1, Math.ceil(milliseconds)) } as pg.QueryConfig;
}

const isSilence = (error: unknown) => (error as Error).message === 'Query read timeout';

/**
 * Runs `work` again, up to three times and not after `end`, when the database ended it only because of its neighbours.
 */
export async function retried<T>(
  work: () => Promise<T>,
  end = Number.POSITIVE_INFINITY,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isTransient = TRANSIENT.has((error as pg.DatabaseError).code ?? '');
      if (!isTransient || attempt === 4 || performance.now() > end) throw error;
    }
  }
}

/** PostgreSQL composes the JSON that goes out, so `json` (114) and `jsonb` (3802) stay the text they are. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === 114 || oid === 3802) return (text: string) => text;
  return pg.types.getTypeParser(oid, format as 'text');
}
