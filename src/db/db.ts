import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import type { Changes } from './changes.ts';
import type { Watch } from './watch.ts';

// The database as the rest of the program sees it.

/** The part that a query needs to run: the pool, or one transaction's client. Always the first argument of a query. */
export interface Db {
  /** Runs one statement, prepared under a name, and answers its rows. JSON columns arrive as text. */
  query<Row extends object>(...statement: Statement): Promise<Row[]>;
  /** The first row, or undefined where there is none. */
  one<Row extends object>(...statement: Statement): Promise<Row | undefined>;
  /** The text in the column `json` of the first row, or undefined where there is no row. */
  jsonOrNothing(...statement: Statement): Promise<string | undefined>;
  /** The same for a statement that always has a row: without one something is wrong, and it throws. */
  json(...statement: Statement): Promise<string>;
  /**
   * Runs `work` in one transaction (READ COMMITTED) on a client of its own: committed when it resolves, rolled
   * back when it rejects. After a deadlock or a serialization failure the whole of it runs again, so `work`
   * does nothing but query. Within a transaction it is part of that one.
   *
   * @param unlimited for commands that nobody waits for: however long it takes
   */
  transaction<T>(work: (tx: Db) => Promise<T>, unlimited?: boolean): Promise<T>;
  /**
   * Runs statements one after another in one transaction and one round trip, and answers the rows of each. Where one
   * fails none has run; within a transaction all of that has failed.
   */
  batch(statements: Statement[]): Promise<object[][]>;
  /**
   * The same for a batch that waits for those of its group before it. Batches that wait go together in one transaction
   * (src/db/group-commit.ts).
   */
  groupCommit(statements: Statement[], group: CommitGroup): Promise<object[][]>;
}

/** Batches that follow one another. */
export interface CommitGroup {
  /**
   * Those of one name either all lock the same row and would wait for each other's commits anyway, or they share a commit
   * only because that is cheaper (`isIndependent`).
   */
  name: string;
  /** Whether they need nothing of each other: then none of them waits for a row that somebody else holds. */
  isIndependent?: true;
}

/** The same database, each of whose statements and transactions is run by `run`. */
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

/** A whole statement: a text with its parameters beside it, or one that has them in it (`sql`). */
export type Statement = [text: string, values?: unknown[]] | [statement: Sql, planning?: Planning];

/** How a statement is planned. */
export interface Planning {
  /**
   * Whether for its parameters, each time: which plan is good depends on them so much that one for any parameters may take
   * more than ten times as long.
   */
  planEachTime?: boolean;
}

/** Who makes a change, for the ledger. */
export interface Author {
  /** The user's id, where there is one. */
  usuario: string | undefined;
  /** The network address that the request came from. */
  direccion: string | undefined;
  /** The request's id. */
  solicitud?: string;
  /** A command that makes the change, where it is not the service. */
  programa?: string;
  /** The Idempotency-Key that the change came with: it is made where it is the first (`require_first`). */
  idempotencia?: Idempotencia;
  /** An import's file, and the rows of it that obras come from, by claveUnica. */
  archivo?: string;
  filas?: Record<string, number>;
}

/** A request that is made once, as sql/funciones.sql reads it. */
export interface Idempotencia {
  /** Digests of caller and key, and of the request, in hexadecimal. */
  clave: string;
  huella: string;
  /** The status of its answer (`keep_answer`). */
  estatus: number;
}

/** Open connections, those of them that nobody uses, and requests that wait for one: a pool of `pg`'s. */
export type Connections = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;

export interface Database extends Db {
  /** The same database, where what changes is written to the ledger as this author's doing. */
  as(author: Author): Db;
  /**
   * The source of long lists: a standby (`DATABASE_READ_URL`) that has caught up, or else this database; each call is
   * asked anew. While the primary is away, what this database itself reads comes from the standby, too.
   */
  reader(): Promise<Db>;
  /**
   * How many slow statements may run at a time: the other connections are for what is done in a moment. And how long one
   * may wait to begin, in milliseconds.
   */
  slow: { concurrency: number; patience: number };
  /** A client of its own for what the pool's statements can't do (several statements in one text). */
  session<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>;
  /** Changes in it, whoever makes them; nothing is heard where nothing is remembered (`CACHE_MB` 0). */
  changes: Changes;
  /** Whether the disk has room for a change, for a login; unset on PostgreSQL, which survives a full one. */
  hasSpace?: (what: 'change' | 'login') => Promise<boolean>;
  /** The connections to each of its servers, as they are now. */
  pools: { primary: Connections; standby?: Connections };
  /** How many lists were read from each server; unset where there is one. */
  lists?: { primary: number; standby: number };
  /** The server that can be read and the one that can be written; unset where there is one. */
  watch?: Watch;
  close(): Promise<void>;
}

/** Part of a transaction: it may take its time. */
export const NO_TIMEOUTS = `SELECT set_config('statement_timeout', '0', true),
  set_config('lock_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`;

/** From here to the end of the transaction the ledger says that this command made the changes. */
export async function nameProgram(tx: Db, command: string): Promise<void> {
  await tx.query(`SELECT set_config('application_name', $1, true)`, [`registro-obras ${command}`]);
}
