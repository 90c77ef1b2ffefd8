import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { connectionClosed, overloaded } from '../../base/errors.ts';
import { createFairQueue } from '../../base/fair-queue.ts';
import { type Database, type Db, through } from '../../db/db.ts';
import { isGone } from '../exchange.ts';
import { createFairShares, sharerOf } from './fair-shares.ts';

/** Answers that go out at their readers' pace at a time. One that nobody reads holds some six megabytes. */
const STREAMS = 40;
/** Heavy answers that wait at a time: more than MAX_CONNECTIONS of clients who send one request after the other. */
const WAITING = 5_000;

/** Of a connection, the answers that wait for their turn, and the time-out that it has while none does. */
const waitingAnswers = new WeakMap<Socket, { count: number; timeout: number }>();

/**
 * Runs `work` while the connection has no time-out: nothing is sent while a turn is waited for, and the silence is the
 * service's. Requests that were sent one behind the other share the connection.
 */
async function withoutTimeout<T>(socket: Socket, work: () => Promise<T>): Promise<T> {
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

/** The reader of answers that may be slow. A user who asks for many of them waits for their own, and others little. */
export interface HeavyReads {
  /**
   * For an answer that is short once it is there: a page, a tile, a sum. Its statements take turns with everybody's.
   *
   * @param db where it is not what lists are read from
   */
  page(request: FastifyRequest, reply: FastifyReply, db?: Db): Promise<Db>;
  /**
   * The same for one that goes out at its reader's pace. It takes one of the places for these until it is over.
   *
   * @throws HttpError 503 where none becomes free for who asks
   */
  stream(request: FastifyRequest, reply: FastifyReply, db?: Db): Promise<Db>;
}

/**
 * One bound for all that is slow to read, whatever it is. So many statements run at a time, and those who ask take turns.
 * A record read by its id, and a kept answer, pass by.
 */
export function createHeavyReads(
  { reader, slow: { concurrency, patience } }: Pick<Database, 'reader' | 'slow'>,
  streams = STREAMS,
  mostWaiting = WAITING,
): HeavyReads {
  const places = createFairShares(streams);
  // Time bounds who waits to begin. Work that has begun waits as long as it takes.
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
