import type { onRequestAsyncHookHandler } from 'fastify';
import { overloaded } from '../../base/errors.ts';
import { createFairShares } from './fair-shares.ts';

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
export function createLargeBodyLimit(): onRequestAsyncHookHandler {
  const shares = createFairShares(BODIES);
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
