import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../auth/throttle.ts';
import { connectionClosed, overloaded } from '../../base/errors.ts';
import { isGone, whenOver } from '../exchange.ts';

/** Whom a request counts as where there is a share for everybody. */
export const sharerOf = ({ caller, ip }: FastifyRequest) => caller?.id ?? networkOf(ip);

/**
 * Shares of something of which there is so much. Nobody has more than what is left free for the others. One alone has half
 * of it, the next half of the rest, and who comes with little finds a place.
 */
export function createFairShares(most: number) {
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
