import type { Socket } from 'node:net';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
} from 'fastify';
import { networkOf } from '../auth/throttle.ts';
import { connectionClosed, overloaded } from '../base/errors.ts';
import { createFairQueue } from '../base/fair-queue.ts';
import { type Database, type Db, through } from '../db/db.ts';

/** How often the event loop is asked for a sign of life, and how late that may come, in milliseconds. */
const INTERVAL = 250;
const LATE = 1_500;
/** Signs in a row that have to be late: a single long turn, at the start or for one large body, is no overload. */
const IN_A_ROW = 3;

/**
 * Answers whether the one thread of the process can't keep up at the moment: what waits in line then is answered too late
 * for anybody. The first sign in time ends it.
 */
export function watchPace(app: FastifyInstance): () => boolean {
  let late = 0;
  let due = performance.now() + INTERVAL;
  const timer = setInterval(() => {
    const now = performance.now();
    late = now - due > LATE ? late + 1 : 0;
    due = now + INTERVAL;
  }, INTERVAL).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
  return () => late >= IN_A_ROW;
}

/** Whether the client has left: nobody reads what would be answered. */
const isGone = ({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply) =>
  socket.destroyed || raw.destroyed;

/**
 * Calls `end` once when an exchange is over, however that comes: answered to the end, refused, or left by the client. So
 * whatever is taken for the time of an exchange is asked for here first, and given back by `end`.
 *
 * @throws HttpError where the client has left already, which nobody would be told any more; `end` is not called then
 */
export function whenOver(request: FastifyRequest, reply: FastifyReply, end: () => void): void {
  if (isGone(request, reply)) throw connectionClosed();
  const { socket } = request.raw;
  let isOver = false;
  const over = () => {
    // Where the connection is cut, the reply closes while listeners of the socket are being called: this comes again.
    if (isOver) return;
    isOver = true;
    reply.raw.off('close', over);
    socket.off('close', over);
    end();
  };
  reply.raw.once('close', over);
  // An answer that waits for one before it on the same connection is not told when that closes. Many may wait there.
  socket.setMaxListeners(0).once('close', over);
}

/** Whom a request counts as where there is a share for everybody. */
const sharerOf = ({ caller, ip }: FastifyRequest) => caller?.id ?? networkOf(ip);

/**
 * Shares of something of which there is so much. Nobody has more than what is left free for the others. One alone has half
 * of it, the next half of the rest, and who comes with little finds a place.
 */
function createShares(most: number) {
  const held = new Map<string, number>();
  const waiting = new Set<{ sharer: string; wake: () => void; refuse: () => void }>();
  let taken = 0;
  return {
    /**
     * Takes a share until the exchange is over, and says whether there was one.
     *
     * @throws HttpError where the client has left
     */
    take: (request: FastifyRequest, reply: FastifyReply, amount: number): boolean => {
      if (isGone(request, reply)) throw connectionClosed();
      const sharer = sharerOf(request);
      const own = held.get(sharer) ?? 0;
      if (own + amount > most - taken) return false;
      const change = (by: number) => {
        taken += by;
        const left = (held.get(sharer) ?? 0) + by;
        if (left > 0) held.set(sharer, left);
        else held.delete(sharer);
      };
      whenOver(request, reply, () => {
        change(-amount);
        for (const { wake } of waiting) wake();
      });
      change(amount);
      return true;
    },
    /**
     * Waits until something is given back, at most so many milliseconds. As many wait as there are shares: of more none would
     * have one in time. Where they are so many, the newest of whoever has most of them makes room.
     *
     * @throws HttpError 503 where that is this one
     */
    givenBack: (request: FastifyRequest, longestWait: number) =>
      new Promise<void>((resolve, reject) => {
        const sharer = sharerOf(request);
        if (waiting.size >= most) {
          const counts = new Map([[sharer, 1]]);
          for (const one of waiting) counts.set(one.sharer, (counts.get(one.sharer) ?? 0) + 1);
          const largest = Math.max(...counts.values());
          if (counts.get(sharer) === largest) return reject(overloaded());
          [...waiting].findLast((one) => counts.get(one.sharer) === largest)?.refuse();
        }
        const end = (settle: () => void) => () => {
          clearTimeout(timer);
          waiting.delete(wait);
          settle();
        };
        const wait = { sharer, wake: end(resolve), refuse: end(() => reject(overloaded())) };
        const timer = setTimeout(wait.wake, longestWait);
        waiting.add(wait);
      }),
  };
}

/** Writes that one address may make in a minute without a token. */
export const OPEN_WRITES = 1_200;

/** Bytes of large bodies that may be on their way in at a time, and from what size on a body is large. */
const BODIES = 64 * 1_048_576;
const LARGE = 65_536;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body goes to disk as it comes in, and takes no memory. */
    bodyToDisk?: true;
  }
}

/** Refuses large bodies with 503 while as many are being received as memory is meant for: some senders never end. */
export function boundBodies(): onRequestAsyncHookHandler {
  const shares = createShares(BODIES);
  return async (request, reply) => {
    const {
      headers,
      routeOptions: { bodyLimit, config },
    } = request;
    if (config.bodyToDisk) return;
    const length = Number(
      headers['content-length'] ?? (headers['transfer-encoding'] ? bodyLimit : 0),
    );
    // A body too large for its route is refused unread.
    if (length <= LARGE || length > bodyLimit) return;
    if (!shares.take(request, reply, length)) throw overloaded();
  };
}

/** Answers that go out at their readers' pace at a time. One that nobody reads holds some six megabytes. */
const STREAMS = 40;
/** Slow answers that wait at a time: more than MAX_CONNECTIONS of clients who send one request after the other. */
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
export interface Slow {
  /**
   * For an answer that is short once it is there: a page, a tile, a sum. Its statements take turns with everybody's.
   *
   * @param db where it is not what lists are read from
   */
  answer(request: FastifyRequest, reply: FastifyReply, db?: Db): Promise<Db>;
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
export function boundSlow(
  { reader, slow: { concurrency, patience } }: Pick<Database, 'reader' | 'slow'>,
  streams = STREAMS,
  mostWaiting = WAITING,
): Slow {
  const places = createShares(streams);
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
    answer: async (request, reply, source) => {
      const until = performance.now() + patience;
      return inTurns(request, reply, source ?? (await reader()), () => until);
    },
    stream: async (request, reply, source) => {
      const end = performance.now() + patience;
      while (!places.take(request, reply, 1)) {
        const left = end - performance.now();
        if (left <= 0) throw overloaded();
        await places.givenBack(request, left);
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
