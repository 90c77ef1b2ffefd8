import type { FastifyInstance } from 'fastify';
import { prefersHtml } from '../http/format.ts';
import { hasPortal } from './portal.ts';

/** The page for people: the portal, or the documentation where the service was built without the portal. */
const frontDoorOf = () => (hasPortal() ? '/portal/' : '/docs');

/**
 * `GET /` redirects browsers, which prefer HTML, to the page for people. Programs ask for JSON or for anything, and get a
 * 404.
 */
export function frontDoor(app: FastifyInstance): void {
  app.get('/', { schema: { hide: true } }, async (request, reply) => {
    reply.header('vary', 'Accept');
    if (!prefersHtml(request.headers.accept)) return reply.callNotFound();
    // The target may change one day, so browsers do not cache it.
    return reply.header('cache-control', 'no-cache').redirect(frontDoorOf());
  });
}
