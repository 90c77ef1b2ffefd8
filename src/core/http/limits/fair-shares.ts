import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../auth/throttle.ts';
import { connectionClosed, overloaded } from '../../base/errors.ts';
import { isGone, whenOver } from '../exchange.ts';

/** The name by which a request's share is counted: the user's id, or the network of an anonymous client. */
export const sharerOf = ({ caller, ip }: FastifyRequest) => caller?.id ?? networkOf(ip);

/**
 * Divides an amount among the clients that use it at the same time. A client never has more than it leaves free. So the first
 * client has half of the amount at most, the second half of the rest, and a small request finds a place.
 */
export function createFairShares(most: number) {
  const shares = new Map<string, number>();
  const waiting = new Set<{ sharer: string; wake: () => void; refuse: () => void }>();
  let taken = 0;
  return {
    /**
     * Takes a share until the exchange is over. Returns false where none is free for this client.
     *
     * @throws HttpError where the client has left
     */
    take: (request: FastifyRequest, reply: FastifyReply, amount: number): boolean => {
      if (isGone(request, reply)) throw connectionClosed();
      const sharer = sharerOf(request);
      const own = shares.get(sharer) ?? 0;
      if (own + amount > most - taken) return false;
      const change = (by: number) => {
        taken += by;
        const left = (shares.get(sharer) ?? 0) + by;
        if (left > 0) shares.set(sharer, left);
        else shares.delete(sharer);
      };
      whenOver(request, reply, () => {
        change(-amount);
        for (const { wake } of waiting) wake();
      });
      change(amount);
      return true;
    },
    /**
     * Waits until another request releases its share, or for `longestWait` milliseconds. At most `most` requests wait: more
     * would not get a share in time. When the line is full, the newest request of the client with the most requests in it is
     * refused.
     *
     * @throws HttpError 503 where that request is this one
     */
    waitForRelease: (request: FastifyRequest, longestWait: number) =>
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
