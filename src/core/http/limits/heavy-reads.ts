import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { connectionClosed, overloaded } from '../../base/errors.ts';
import { createFairQueue } from '../../base/fair-queue.ts';
import { type Database, type Db, through } from '../../db/db.ts';
import { isGone } from '../exchange.ts';
import { createFairShares, sharerOf } from './fair-shares.ts';

/** Streamed answers at a time. One whose client does not read holds some six megabytes. */
const STREAMS = 40;
/** Statements that wait at a time. They are more than MAX_CONNECTIONS clients make that send one request after the other. */
const WAITING = 5_000;

/** By connection, the number of answers that wait for their turn, and the connection's time-out while none waits. */
const waitingAnswers = new WeakMap<Socket, { count: number; timeout: number }>();

/**
 * Runs `work` while the connection has no time-out. Nothing is sent while an answer waits for its turn, and that silence is
 * not the client's. Pipelined requests share the connection.
 */
export async function withoutTimeout<T>(socket: Socket, work: () => Promise<T>): Promise<T> {
  const waiting = waitingAnswers.get(socket) ?? { count: 0, timeout: socket.timeout ?? 0 };
  waitingAnswers.set(socket, waiting);
  waiting.count += 1;
  socket.setTimeout(0);
  try {
    return await work();
  } finally {
    waiting.count -= 1;
    if (waiting.count === 0) {
      waitingAnswers.delete(socket);
      socket.setTimeout(waiting.timeout);
    }
  }
}

/** Databases for answers that take long to read. A user with many such requests waits for their own; others wait little. */
export interface HeavyReads {
  /**
   * The database for an answer that is short once it has been read: a page, a tile, a sum. Its statements take turns with
   * those of other clients.
   *
   * @param db the database to read from; by default the one that lists are read from
   */
  page(request: FastifyRequest, reply: FastifyReply, db?: Db): Promise<Db>;
  /**
   * The same for an answer that is streamed at its client's pace. It takes one of the places for streams until it is over.
   *
   * @throws HttpError 503 where no place becomes free for the client in time
   */
  stream(request: FastifyRequest, reply: FastifyReply, db?: Db): Promise<Db>;
}

/**
 * One limit for all reads that take long. `concurrency` of their statements run at a time, and clients take turns. A record
 * read by its id, and an answer from the cache, do not pass here.
 *
 * @param streams streamed answers at a time
 * @param mostWaiting statements that wait at a time
 */
export function createHeavyReads(
  { reader, slow: { concurrency, patience } }: Pick<Database, 'reader' | 'slow'>,
  streams = STREAMS,
  mostWaiting = WAITING,
): HeavyReads {
  const places = createFairShares(streams);
  // The deadline applies to the first statement; the following ones may wait.
  const inTurn = createFairQueue({ concurrency, mostWaiting, longestWait: patience });
  const inTurns = (
    request: FastifyRequest,
    reply: FastifyReply,
    source: Db,
    untilOf: () => number,
  ): Db => {
    const sharer = sharerOf(request);
    return through(source, (work) =>
      inTurn(
        sharer,
        () => {
          if (isGone(request, reply)) throw connectionClosed();
          return work();
        },
        untilOf(),
      ),
    );
  };
  return {
    page: async (request, reply, source) => {
      const until = performance.now() + patience;
      return inTurns(request, reply, source ?? (await reader()), () => until);
    },
    stream: async (request, reply, source) => {
      const end = performance.now() + patience;
      while (!places.take(request, reply, 1)) {
        const left = end - performance.now();
        if (left <= 0) throw overloaded();
        await places.waitForRelease(request, left);
      }
      let until = end;
      const taking = inTurns(request, reply, source ?? (await reader()), () => {
        const next = until;
        until = Number.POSITIVE_INFINITY;
        return next;
      });
      return through(taking, (work) => withoutTimeout(request.raw.socket, work));
    },
  };
}
