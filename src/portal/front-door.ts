import type { FastifyInstance } from 'fastify';
import { prefersHtml } from '../http/format.ts';
import { hasPortal } from './portal.ts';

/** Where a person finds what the registry offers; the documentation, where the service was built without the portal. */
const frontDoorOf = () => (hasPortal() ? '/portal/' : '/docs');

/**
 * `GET /` leads browsers, which ask for HTML before anything else, to what people can use. To programs the service has
 * nothing there: they ask for JSON, or for anything at all.
 */
export function frontDoor(app: FastifyInstance): void {
  app.get('/', { schema: { hide: true } }, async (request, reply) => {
    reply.header('vary', 'Accept');
    if (!prefersHtml(request.headers.accept)) return reply.callNotFound();
    // It may lead elsewhere one day: nobody is to remember it.
    return reply.header('cache-control', 'no-cache').redirect(frontDoorOf());
  });
}
