import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import type { Changes } from './changes.ts';

// The database as the rest of the program sees it.

/**
 * The part of the database that queries use: the pool, or the client of one transaction. It is the first argument of every
 * query.
 */
export interface Db {
  /** Runs one statement, prepared under a name, and returns its rows. JSON columns are texts. */
  query<Row extends object>(...statement: Statement): Promise<Row[]>;
  one<Row extends object>(...statement: Statement): Promise<Row | undefined>;
  /** The text in the column `json` of the first row, or undefined where there is no row. */
  jsonOrNothing(...statement: Statement): Promise<string | undefined>;
  /**
   * The same for a statement that always has a row.
   *
   * @throws Error where it has none
   */
  json(...statement: Statement): Promise<string>;
  /**
   * Runs `work` in one transaction (READ COMMITTED) on a client of its own: committed when it resolves, rolled back when it
   * rejects. After a deadlock or a serialization failure `work` runs again as a whole, so it does nothing but query. Within
   * a transaction it is part of that one.
   *
   * @param unlimited for commands without a waiting client: the transaction has no deadline
   */
  transaction<T>(work: (tx: Db) => Promise<T>, unlimited?: boolean): Promise<T>;
  /**
   * Runs statements one after another in one transaction and one round trip, and returns the rows of each. After a failure
   * none of them has had an effect; within a transaction the whole transaction has failed.
   */
  batch(statements: Statement[]): Promise<object[][]>;
  /**
   * The same for a batch that waits for earlier ones of its group. Waiting batches share one transaction
   * (src/core/db/group-commit.ts).
   */
  groupCommit(statements: Statement[], group: CommitGroup): Promise<object[][]>;
}

/** A group of batches that follow one another. */
export interface CommitGroup {
  /**
   * Batches of one name either all lock the same row and would wait for each other's commits anyway, or they share a commit
   * only because it is cheaper (`isIndependent`).
   */
  name: string;
  /** Whether the batches do not depend on each other: then none of them waits for a row that another session has locked. */
  isIndependent?: true;
}

/** The same database; `run` runs each of its statements and transactions. */
export function through(db: Db, run: <T>(work: () => Promise<T>) => Promise<T>): Db {
  return {
    query: (...statement) => run(() => db.query(...statement)),
    one: (...statement) => run(() => db.one(...statement)),
    jsonOrNothing: (...statement) => run(() => db.jsonOrNothing(...statement)),
    json: (...statement) => run(() => db.json(...statement)),
    transaction: (work, unlimited) => run(() => db.transaction(work, unlimited)),
    batch: (statements) => run(() => db.batch(statements)),
    groupCommit: (statements, group) => run(() => db.groupCommit(statements, group)),
  };
}

/** A whole statement: a text with its parameters beside it, or a text with its parameters in it (`sql`). */
export type Statement = [text: string, values?: unknown[]] | [statement: Sql, planning?: Planning];

/** Options of planning. */
export interface Planning {
  /**
   * Whether the statement is planned for its parameters, each time. The good plan depends on them so much that a general one
   * may take more than ten times as long.
   */
  planEachTime?: boolean;
}

/** The author of a change, for the ledger. */
export interface Author {
  /** The user's id, where there is one. */
  usuario: string | undefined;
  /** The network address that the request came from. */
  direccion: string | undefined;
  /** The request's id. */
  solicitud?: string;
  /** The token by which an administrator alone makes the change: its time in microseconds since 1970, and its digest. */
  derecho?: { emitido: number; huella: string } | undefined;
  /** The command that makes the change; unset for the service. */
  programa?: string;
  /** The Idempotency-Key of the change: the first request with it makes the change (`require_first`). */
  idempotencia?: Idempotencia;
  /** An import's file, and the row of each obra in it, by claveUnica. */
  archivo?: string;
  filas?: Record<string, number>;
  /** The name of that import in the ledger, and whether the change takes back what it wrote. */
  importacion?: string;
  deshace?: true;
}

/** A request with an Idempotency-Key, as sql/funciones.sql reads it. */
export interface Idempotencia {
  /** Digests of caller and key, and of the request, in hexadecimal. */
  clave: string;
  huella: string;
  /** The status of its answer (`keep_answer`). */
  estatus: number;
}

/** Open connections, idle ones, and requests that wait for one: a pool of `pg`'s. */
export type Connections = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;

export interface Watch {
  /** Whether the primary is away: nothing can be written. */
  isAway(): boolean;
  /** Whether it is, and the standby is read in its place. */
  isOnlyReading(): boolean;
  /** By how many seconds the standby was behind the primary when that last answered; NaN where that is not known. */
  lag(): number;
  /** Called each time that the primary goes away or comes back. */
  onTurn: (isAway: boolean, cause?: unknown) => void;
  /**
   * Resolves once the standby shows what is committed now, or is too far behind to be read (`MOST_LAG` of src/features/replica/standby.ts and
   * a little), or can't be reached.
   *
   * @throws Error where the primary is away
   */
  untilStandbyHasAll(): Promise<void>;
}

/** A file `database.ts` of a feature, which may put another database in front of the primary's. */
export interface InFront {
  inFront(primary: Database, needs: InFrontNeeds): Promise<Database>;
}
export interface InFrontNeeds {
  /** Some of the settings, of which a command reads few. */
  settings: object;
  /** The connection to the primary. */
  server: pg.ClientConfig;
  open(server: pg.ClientConfig): Database;
  onFailure(error: Error): void;
}

export interface Database extends Db {
  /** The same database with this author, whom the ledger names for every change. */
  as(author: Author): Db;
  /**
   * The source of long lists: a standby (`DATABASE_READ_URL`) that has caught up, or else this database. Each call decides
   * anew. While the primary is away, this database's own reads go to the standby, too.
   */
  reader(): Promise<Db>;
  /**
   * Slow statements that may run at a time, and milliseconds that one may wait to begin. The other connections are for short
   * statements.
   */
  slow: { concurrency: number; patience: number };
  /** A client of its own for work that the pool's statements can't do (several statements in one text). */
  session<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>;
  /** Its changes, from any session; none are heard where nothing is cached (`CACHE_MB` 0). */
  changes: Changes;
  /** Whether the disk has room for a change or a login; unset on PostgreSQL, which survives a full disk. */
  hasSpace?: (what: 'change' | 'login') => Promise<boolean>;
  /** The present connections to each of its servers. */
  pools: { primary: Connections; standby?: Connections };
  /** Lists read from each server; unset where there is one. */
  lists?: { primary: number; standby: number };
  /** The server that can be read and the one that can be written; unset where there is one. */
  watch?: Watch;
  close(): Promise<void>;
}

/** Part of a transaction that has no time limits. */
export const NO_TIMEOUTS = `SELECT set_config('statement_timeout', '0', true),
  set_config('lock_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`;

/** Names this command in the ledger as the author of the transaction's changes from here on. */
export async function nameProgram(tx: Db, command: string): Promise<void> {
  await tx.query(`SELECT set_config('application_name', $1, true)`, [`registro-obras ${command}`]);
}
