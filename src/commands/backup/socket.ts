import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyBaseLogger } from 'fastify';
import { StartError } from '../../base/config.ts';
import { type Copy, noteCopy } from '../../bitacora/copies.ts';
import type { Database } from '../../db/db.ts';
import { copyTo } from './read.ts';

// The embedded database lives inside the service, which holds its folder. While it runs, a copy is asked of the service,
// through a Unix socket in that folder. The copy is for those who may open the folder's files, and nobody else. Nothing
// of it goes over a network.

/** How long a reader may take nothing, or to look its copy over, in milliseconds. */
const STALLED = 60_000;

/** Has a copy that was found whole written to the ledger. */
export type Note = (copy: Copy) => Promise<void>;

const socketPath = (dataDir: string) => {
  const path = join(dataDir, 'respaldo.sock');
  // A socket's path holds about a hundred bytes; the shorter of the two spellings fits where one does.
  const short = relative(process.cwd(), path);
  return short !== '' && short.length < path.length ? short : path;
};

/**
 * Answers each connection to the folder's socket with a copy of the registry, one after another. A client that has
 * found its copy whole says so with a line that describes it. The line goes to the ledger.
 *
 * @returns how to stop
 */
export function serveCopies(
  db: Database,
  dataDir: string,
  log: FastifyBaseLogger,
): () => Promise<void> {
  // Windows' pipes lie in no folder that would guard them.
  if (process.platform === 'win32') return async () => {};
  const path = socketPath(dataDir);
  const draft = join(dataDir, 'respaldo-en-curso');
  // Left by a process that was killed: the folder is ours alone.
  for (const left of [path, draft]) rmSync(left, { force: true, recursive: true });

  let current = Promise.resolve();
  const send = async (socket: Socket) => {
    // Who has left while others had their copies made has none made.
    if (socket.destroyed) return;
    try {
      // To a file first, so that the database waits for no reader.
      await copyTo(db, draft, () => {});
      await pipeline(createReadStream(draft), socket);
      log.info('se hizo una copia del registro');
      // The next copy does not wait for this one to be looked over.
      noteChecked(db, socket).catch((error) => {
        log.warn({ err: error }, 'se hizo una copia que no está en la bitácora');
      });
    } catch (error) {
      log.error({ err: error }, 'no se pudo hacer una copia del registro');
      socket.destroy();
    } finally {
      rmSync(draft, { force: true, recursive: true });
    }
  };
  const server = createServer((socket) => {
    socket.on('error', () => {});
    // Who takes nothing for a minute holds up nobody else, nor the end of the service.
    socket.setTimeout(STALLED, () => socket.destroy());
    current = current.then(() => send(socket));
  });
  server.on('error', (error) =>
    log.warn({ err: error }, 'no se pueden hacer copias mientras el servicio está en marcha'),
  );
  const mask = process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    process.umask(mask);
  }
  return async () => {
    server.close();
    await current;
  };
}

/** Longest line that describes a copy. */
const LONGEST_NOTE = 1_000;

/** Writes to the ledger what the reader of a copy says of it; one that left without a word has none that is whole. */
async function noteChecked(db: Database, socket: Socket): Promise<void> {
  let line = '';
  for await (const text of socket.setEncoding('utf8')) {
    line += text;
    if (line.length > LONGEST_NOTE) throw new Error('too long a line');
  }
  if (line !== '') await noteCopy(db, JSON.parse(line) as Copy);
}

/**
 * Has the service that runs on a folder write a copy to a file.
 *
 * @returns how to have it noted once it is found whole; undefined where no service runs there
 * @throws StartError where the service could not make one
 */
export async function askForCopy(dataDir: string, file: string): Promise<Note | undefined> {
  // Half of it stays open for the note when the copy has come to its end.
  const socket = connect({ path: socketPath(dataDir), allowHalfOpen: true });
  const isThere = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  if (!isThere) return undefined;
  await pipeline(socket, createWriteStream(file, { mode: 0o600, flush: true }));
  if (statSync(file).size === 0) {
    throw new StartError('El servicio no pudo hacer la copia; en lo que imprime dice por qué.');
  }
  return async (copy) => {
    await new Promise<void>((sent) => socket.end(`${JSON.stringify(copy)}\n`, sent));
  };
}
