import type { onRequestAsyncHookHandler } from 'fastify';
import { overloaded } from '../../base/errors.ts';
import { createFairShares } from './fair-shares.ts';

/** Bytes of large bodies that are received at a time. */
const BODIES = 64 * 1_048_576;
/** A body of more bytes is large. */
const LARGE = 65_536;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body goes to disk as it comes in, and takes no memory. */
    bodyToDisk?: true;
  }
}

/**
 * Returns a hook that refuses a large body with 503 while those being received take all the memory that is set aside for
 * them. Some clients never finish sending.
 */
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
