import type { FastifyInstance } from 'fastify';
import type { Config } from '../../core/base/config.ts';
import { prefersHtml } from '../../core/http/format.ts';
import { varyBy } from '../../core/http/vary.ts';
import { hasPortal } from './portal.ts';

/** The page for people: the portal, or the documentation where the service was built without the portal. */
const frontDoorOf = () => (hasPortal() ? '/portal/' : '/docs');

/**
 * `GET /` redirects browsers, which prefer HTML, to the page for people. Programs ask for JSON or for anything, as monitors do,
 * and get the addresses to go on from.
 */
export function frontDoor(app: FastifyInstance, { PUBLISHER }: Config): void {
  app.get('/', { schema: { hide: true } }, async (request, reply) => {
    varyBy(reply, 'Accept');
    if (!prefersHtml(request.headers.accept)) {
      return {
        nombre: PUBLISHER,
        portal: hasPortal() ? '/portal/' : null,
        documentacion: '/docs',
        openapi: '/openapi.json',
        estado: '/health/ready',
      };
    }
    // The target may change one day, so browsers do not cache it.
    return reply.header('cache-control', 'no-cache').redirect(frontDoorOf());
  });
}
