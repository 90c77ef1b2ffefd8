import type { FastifyInstance } from 'fastify';
import Negotiator from 'negotiator';
import { hasPortal } from './portal.ts';

/** Where a person finds what the registry offers; the documentation, where the service was built without the portal. */
const frontDoorOf = () => (hasPortal() ? '/portal/' : '/docs');
/** No browser's is longer; to read one takes time. */
const LONGEST_ACCEPT = 500;
/** Where both are as welcome, the first counts. */
const KINDS = ['application/json', 'text/html'];

/**
 * `GET /` leads browsers, which ask for HTML before anything else, to what people can use. To programs the service has
 * nothing there: they ask for JSON, or for anything at all.
 */
export function frontDoor(app: FastifyInstance): void {
  app.get('/', { schema: { hide: true } }, async (request, reply) => {
    reply.header('vary', 'Accept');
    const accept = request.headers.accept?.slice(0, LONGEST_ACCEPT);
    const wanted = new Negotiator({ headers: { accept } }).mediaType(KINDS);
    if (wanted !== 'text/html') return reply.callNotFound();
    // It may lead elsewhere one day: nobody is to remember it.
    return reply.header('cache-control', 'no-cache').redirect(frontDoorOf());
  });
}
