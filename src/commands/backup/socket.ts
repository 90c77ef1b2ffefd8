import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyBaseLogger } from 'fastify';
import { StartError } from '../../core/base/config.ts';
import type { Database } from '../../core/db/db.ts';
import { type Copy, noteCopy } from '../../features/respaldo/copies.ts';
import { copyTo } from './read.ts';

// The embedded database lives inside the service, which locks its folder. While it runs, the service makes the copies, at
// the request of a Unix socket in that folder. Only users who may open the folder's files get a copy. Nothing of it goes
// over a network.

/** Milliseconds that a reader may pause, or check its copy. */
const STALLED = 60_000;

/** Enters a copy that was checked in the ledger. */
export type Note = (copy: Copy) => Promise<void>;

const socketPath = (dataDir: string) => {
  const path = join(dataDir, 'respaldo.sock');
  // A socket's path has about a hundred bytes; the shorter of the two spellings is more likely to fit.
  const short = relative(process.cwd(), path);
  return short !== '' && short.length < path.length ? short : path;
};

/**
 * Answers each connection to the folder's socket with a copy of the registry, one after another. A client that has checked
 * its copy sends a line that describes it, for the ledger.
 *
 * @returns a function that stops
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
  // Remnants of a killed process: the folder is ours alone.
  for (const left of [path, draft]) rmSync(left, { force: true, recursive: true });

  let current = Promise.resolve();
  const send = async (socket: Socket) => {
    // A client that left while it waited needs no copy.
    if (socket.destroyed) return;
    try {
      // The copy goes to a file first, so that the database does not wait for a reader.
      await copyTo(db, draft, () => {});
      // A pipe into a socket that has been closed meanwhile never ends, and all further copies would wait for it.
      if (!socket.writable) return;
      await pipeline(createReadStream(draft), socket);
      log.info('se hizo una copia del registro');
      // The next copy does not wait for the check of this one.
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
    // A reader that pauses for a minute delays neither other clients nor the end of the service.
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

/** Enters a copy in the ledger with its reader's description. A reader that leaves without one has no whole copy. */
async function noteChecked(db: Database, socket: Socket): Promise<void> {
  let line = '';
  for await (const text of socket.setEncoding('utf8')) {
    line += text;
    if (line.length > LONGEST_NOTE) throw new Error('too long a line');
  }
  if (line !== '') await noteCopy(db, JSON.parse(line) as Copy);
}

/**
 * Asks the service of a folder to write a copy to a file.
 *
 * @returns a function that enters the checked copy in the ledger; undefined where no service runs there
 * @throws StartError where the service could not make the copy
 */
export async function askForCopy(dataDir: string, file: string): Promise<Note | undefined> {
  // The writing half stays open after the copy, for the note.
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
