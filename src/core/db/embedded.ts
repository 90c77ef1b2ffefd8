import {
  accessSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, statfs } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type pg from 'pg';
import { StartError, unusableFolder } from '../base/config.ts';

// The package declares no types.
const { tryLock } = createRequire(import.meta.url)('fs-native-extensions') as {
  tryLock(fd: number): boolean;
};

/** A finished first start writes this file. A folder without it has no data that a client has seen. */
const READY_FILE = 'registro-listo';
/** A first start writes this file into the database's folder before anything else, and removes it at its end. */
const BEGUN_FILE = 'registro-en-preparacion';
/** Prefix of the folder of an unfinished first start that was put aside. */
const UNFINISHED = 'pgdata-incompleto-';
/** Major version of PGlite's PostgreSQL; a data folder of another does not fit. */
const POSTGRES_VERSION = '18';

/**
 * Bytes that the disk must have free before a change, and before a login, which adds one row to the ledger. When its log
 * can't grow, PGlite crashes and does not open again until there is room. The log grows by 16 MB at a time, and the largest
 * request writes several times its 8 MB.
 */
export const RESERVE = { change: 96 * 1_048_576, login: 48 * 1_048_576 };

/** Milliseconds between our own checkpoint and analyze runs: PGlite has no background processes. */
const UPKEEP = 2_000;
/**
 * Bytes that the log grows by at most until it is cut, and at least where its disk is nearly full. Uncut, it grows until the
 * database is closed.
 */
const LOG = { most: 64 * 1_048_576, least: 16 * 1_048_576 };
/**
 * Pages of a table that needs no statistics. A larger table is analyzed each time that its pages have doubled. Otherwise
 * statements would go on with the plans for an empty table.
 */
const FEW_PAGES = 32;

/**
 * Cuts the log where it has grown by this many bytes since the last time.
 *
 * @returns whether it was cut
 */
async function cutLog(pool: pg.Pool, grown: number): Promise<boolean> {
  const { rows } = await pool.query<{ bytes: number }>(
    'SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 AS bytes FROM pg_control_checkpoint()',
  );
  if ((rows[0]?.bytes ?? 0) < grown) return false;
  await pool.query('CHECKPOINT');
  return true;
}

/** Analyzes the table that has grown most; one at a time, since every request waits for it. */
async function analyzeGrown(pool: pg.Pool, hasSpace: () => Promise<boolean>): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT format('%I', relname) AS name
     FROM pg_class, LATERAL (SELECT pg_relation_size(oid) / current_setting('block_size')::integer AS pages) p
     WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND relname <> 'spatial_ref_sys'
       AND pages > greatest($1, 2 * relpages)
     ORDER BY pages - relpages DESC LIMIT 1`,
    [FEW_PAGES],
  );
  if (rows[0] && (await hasSpace())) await pool.query(`ANALYZE ${rows[0].name}`);
}

/**
 * Cuts the log and renews the statistics, until the returned function is called.
 *
 * @param pool of the embedded database's one connection
 */
export function keepUp(embedded: Embedded, pool: pg.Pool): () => void {
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    // A failure is tried again at the next run.
    await cutLog(pool, LOG.most)
      .then(() => analyzeGrown(pool, () => embedded.hasSpace(pool, 'login')))
      .catch(() => {});
    isLooking = false;
  };
  const timer = setInterval(look, UPKEEP).unref();
  return () => clearInterval(timer);
}

export interface Embedded {
  /** Opens a stream to the database for `pg`. */
  connect: () => Duplex;
  /**
   * Whether the disk has room for this; the log is cut where that is needed.
   *
   * @param pool of its one connection
   * @throws StartError where the folder is gone
   */
  hasSpace: (pool: pg.Pool, what: keyof typeof RESERVE) => Promise<boolean>;
  close: () => Promise<void>;
}

/**
 * Opens PGlite and PostGIS in a thread of their own, so that a long query leaves the event loop free. A lock of the
 * operating system guards the folder; it ends with the process however that ends.
 *
 * @throws StartError when another process has the folder open, or it can't be opened
 */
export async function openEmbedded(dataDir: string): Promise<Embedded> {
  const folder = resolve(dataDir);
  const lock = await lockFolder(folder);
  const pgdata = join(folder, 'pgdata');
  removeUnfinished(folder);
  checkData(folder);
  noteBegun(pgdata);

  // One thread at a time, from the beginning of its start to its end.
  let thread: Promise<Thread> | undefined;
  const open = () => {
    thread ??= startThread(pgdata, () => {
      thread = undefined;
    });
    return thread;
  };
  const reopen = async () => {
    if (!thread) checkData(folder);
    return open();
  };
  await open();

  return {
    connect: () => new EmbeddedStream(reopen),
    hasSpace: async (pool, what) => {
      const free = async () => {
        const { bavail, bsize } = await statfs(folder).catch((cause) => {
          throw unusableFolder(folder, cause);
        });
        return bavail * bsize;
      };
      const left = await free();
      if (left > RESERVE[what]) return true;
      // A cut of the log takes some room, too.
      const isCut = left > RESERVE.login && (await cutLog(pool, LOG.least));
      return isCut && (await free()) > RESERVE[what];
    },
    close: async () => {
      await (await thread?.catch(() => undefined))?.close();
      closeSync(lock);
    },
  };
}

/** Marks the data folder's first start as finished. */
export function markReady(dataDir: string): void {
  writeFileSync(join(dataDir, 'pgdata', READY_FILE), '');
  writeFileSync(join(dataDir, READY_FILE), '');
  rmSync(join(dataDir, 'pgdata', BEGUN_FILE), { force: true });
}

/** The folders of unfinished first starts in `DATA_DIR`, in the order of their names. */
export const findUnfinished = (dataDir: string): string[] =>
  readdirSync(dataDir)
    .filter((name) => name.startsWith(UNFINISHED))
    .sort()
    .map((name) => join(dataDir, name));

/**
 * Whether `DATA_DIR` has a registry that was started once.
 *
 * @throws StartError where that can't be read
 */
export function isReady(dataDir: string): boolean {
  try {
    accessSync(join(dataDir, 'pgdata', READY_FILE));
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw unusableFolder(dataDir, cause);
  }
}

/** Another process has the data folder open. A command that can do its work elsewhere says where. */
export class FolderInUse extends StartError {}

async function lockFolder(folder: string): Promise<number> {
  let fd: number;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    fd = openSync(join(folder, 'lock'), 'a+', 0o600);
  } catch (cause) {
    throw unusableFolder(folder, cause);
  }
  if (!tryLock(fd)) {
    closeSync(fd);
    throw new FolderInUse(
      `La carpeta de datos ${folder} está en uso por otro proceso del registro; deténgalo o indique otra carpeta en DATA_DIR.`,
    );
  }
  return fd;
}

/**
 * Removes the remains of a first start that was cut short, before any client has seen its data. Only files that a first
 * start has marked as its own are removed. Anything else that is unfinished may be a person's, and is put aside.
 */
function removeUnfinished(folder: string): void {
  const pgdata = join(folder, 'pgdata');
  const isUnfinished = existsSync(pgdata) && !existsSync(join(pgdata, READY_FILE));
  if (!isUnfinished || existsSync(join(folder, READY_FILE))) return;
  if (!existsSync(join(pgdata, BEGUN_FILE))) {
    renameSync(pgdata, join(folder, `${UNFINISHED}${Date.now()}`));
    return;
  }
  // The mark goes last: an interrupted removal goes on at the next start.
  for (const name of readdirSync(pgdata)) {
    if (name !== BEGUN_FILE) rmSync(join(pgdata, name), { recursive: true });
  }
  rmSync(pgdata, { recursive: true });
}

function noteBegun(pgdata: string): void {
  if (existsSync(pgdata)) return;
  mkdirSync(pgdata, { mode: 0o700 });
  writeFileSync(join(pgdata, BEGUN_FILE), '');
}

/** @throws StartError where a registry's data have disappeared, or can't be opened */
function checkData(folder: string): void {
  const pgdata = join(folder, 'pgdata');
  if (!existsSync(join(pgdata, READY_FILE))) {
    if (!existsSync(join(folder, READY_FILE))) return;
    throw new StartError(
      `La carpeta ${folder} guardaba un registro cuya base de datos (${pgdata}) falta o está incompleta; restaure una copia o indique otra carpeta en DATA_DIR.`,
    );
  }
  const versionFile = join(pgdata, 'PG_VERSION');
  const version = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : '';
  if (version !== POSTGRES_VERSION) {
    throw new StartError(
      `La carpeta ${pgdata} no contiene una base de datos de PostgreSQL ${POSTGRES_VERSION}${version ? ` (es de la versión ${version})` : ''}; restaure una copia o indique otra carpeta en DATA_DIR.`,
    );
  }
}

/** An answer of the thread: the id of its message, with the protocol's bytes or an error's text. */
export interface Answer {
  id: number;
  bytes?: Uint8Array;
  error?: string;
}

interface Thread {
  execute(bytes: Uint8Array): Promise<Uint8Array>;
  close(): Promise<void>;
  /** Ends the thread at once, as a killed process: committed data are there when it opens again. */
  kill(): void;
}

/** @param onExit called when the thread has ended */
async function startThread(pgdata: string, onExit: () => void): Promise<Thread> {
  const worker = new Worker(new URL('./embedded-worker.js', import.meta.url), {
    workerData: { pgdata },
  });
  const waiting = new Map<number, { resolve: (a: Answer) => void; reject: (e: Error) => void }>();
  let lastId = 0;
  const send = (bytes?: Uint8Array) =>
    new Promise<Answer>((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      worker.postMessage({ id: lastId, bytes });
    });
  const thread: Thread = {
    execute: async (bytes) => {
      const answer = await send(bytes);
      if (answer.error !== undefined) {
        // PostgreSQL's own errors come as bytes. This one is a crash of the database itself.
        worker.terminate();
        throw ended(answer.error);
      }
      return answer.bytes ?? new Uint8Array();
    },
    close: async () => {
      await send();
      await worker.terminate();
    },
    kill: () => void worker.terminate(),
  };
  worker.on('message', (answer: Answer) => {
    waiting.get(answer.id)?.resolve(answer);
    waiting.delete(answer.id);
  });
  let failure: unknown;
  worker.on('error', (error) => {
    failure = error;
  });
  worker.on('exit', () => {
    onExit();
    for (const { reject } of waiting.values()) reject(ended(failure));
    waiting.clear();
  });

  // The thread's first answer, to message 0, means that the database is open.
  await new Promise<Answer>((resolve, reject) => waiting.set(0, { resolve, reject })).catch(
    (cause: Error) => {
      throw new StartError(
        `No se pudo abrir la base de datos embebida en ${pgdata}; restaure una copia o indique otra carpeta en DATA_DIR.`,
        { cause },
      );
    },
  );
  return thread;
}

/** The error that `pg` has for a connection to a server. */
const ended = (cause?: unknown) =>
  new Error('Connection terminated: the embedded database ended', { cause });

const TERMINATE = 0x58;
/** A simple query message: ends a transaction that an earlier connection left open in the one session. */
function simpleQuery(sql: string): Uint8Array {
  const text = Buffer.from(`${sql}\0`);
  const message = Buffer.alloc(5 + text.length);
  message.write('Q');
  message.writeInt32BE(4 + text.length, 1);
  text.copy(message, 5);
  return message;
}

/** The severity of an error after which PostgreSQL ends; the protocol has it twice. */
const FATAL = ['PANIC', 'FATAL'].map((severity) => `S${severity}\0V${severity}\0`);
/** Bytes at the end of an answer that are searched for such an error. */
const TAIL = 4_096;

/**
 * Whether an answer is the database's last. After an error that ends PostgreSQL, such as a failed write of the log on a full
 * disk, PGlite goes on in the middle of its work and is of no use.
 */
function isBroken(answer: Uint8Array): boolean {
  const length = Math.min(answer.byteLength, TAIL);
  const end = Buffer.from(answer.buffer, answer.byteOffset + answer.byteLength - length, length);
  return FATAL.some((mark) => end.includes(mark));
}

const READY = 'Z'.charCodeAt(0);

/**
 * An answer in which each query ends with one ReadyForQuery. After an error within the extended protocol PGlite sends two,
 * at the error and at the Sync. The driver counts them: in a pipeline it would take the next query's answer for that of the
 * one after it, and drop the connection.
 */
function readyOnce(answer: Uint8Array): Uint8Array {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
  const parts: Buffer[] = [];
  let from = 0;
  let wasReady = false;
  for (let at = 0, end: number; at + 5 <= bytes.length; at = end) {
    end = at + 1 + bytes.readUInt32BE(at + 1);
    const isReady = bytes[at] === READY;
    if (isReady && wasReady) {
      parts.push(bytes.subarray(from, at));
      from = end;
    }
    wasReady = isReady;
  }
  return from === 0 ? answer : Buffer.concat([...parts, bytes.subarray(from)]);
}

/** The socket of `pg`: writes go to the thread, and the thread's answers can be read. */
class EmbeddedStream extends Duplex {
  #thread: Thread | undefined;
  #isWaiting = false;
  #open: () => Promise<Thread>;

  constructor(open: () => Promise<Thread>) {
    super();
    this.#open = open;
  }

  connect(): this {
    this.#open()
      .then(async (thread) => {
        this.#thread = thread;
        this.#isWaiting = true;
        await thread.execute(simpleQuery('ROLLBACK'));
        await thread.execute(simpleQuery('DISCARD ALL'));
        this.#isWaiting = false;
        this.emit('connect');
      })
      .catch((error) => this.destroy(error));
    return this;
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    if (!this.#thread) {
      done(ended());
    } else if (chunk[0] === TERMINATE && chunk.length === 5) {
      // The session outlives its connections, so a Terminate message ends here.
      done();
    } else {
      this.#isWaiting = true;
      this.#thread.execute(chunk).then((bytes) => {
        this.#isWaiting = false;
        if (bytes.length > 0) this.push(readyOnce(bytes));
        if (!isBroken(bytes)) return done();
        this.#thread?.kill();
        done(ended());
      }, done);
    }
  }

  override _writev(
    chunks: { chunk: Buffer; encoding: string }[],
    done: (error?: Error | null) => void,
  ): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer', done);
  }

  override _read(): void {}

  /** A connection that is dropped while it waits for an answer ends the thread: PGlite has no time limits for statements. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (this.#isWaiting) this.#thread?.kill();
    done(error);
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  // Methods of a socket that `pg` calls and that mean nothing for a thread.
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}
