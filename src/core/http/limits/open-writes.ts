import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import { networkOf } from '../../auth/throttle.ts';
import { tooManyRequests } from '../../base/errors.ts';

/** Writes without a token that one address may make in a minute. */
export const OPEN_WRITES = 1_200;

/**
 * Returns a hook that counts writes without a token by address, and refuses those beyond `OPEN_WRITES`. The login counts its own
 * failures instead.
 */
export function createOpenWriteLimit(app: FastifyInstance): onRequestAsyncHookHandler {
  const count = app.createRateLimit({
    max: OPEN_WRITES,
    timeWindow: 60_000,
    keyGenerator: ({ ip }) => networkOf(ip),
  });
  return async (request) => {
    if (request.caller || request.routeOptions.config.makesNothing) return;
    const limit = await count(request);
    if (!limit.isAllowed && limit.isExceeded) {
      throw tooManyRequests('Demasiadas solicitudes', limit.ttlInSeconds);
    }
  };
}
