import type { onRequestHookHandler } from 'fastify';
import { negotiator } from './request-head.ts';

// People see pages where programs get JSON, at the same address.

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers HTML, too: where `f` asks for it, or where the client prefers it and there is no `f`. */
    hasPages?: true;
  }
  interface FastifyRequest {
    /** Whether the answer is a page for people. */
    isPage: boolean;
  }
}

/** Of two forms that a client prefers equally, the first one counts. */
const KINDS = ['application/json', 'application/geo+json', 'text/html'];

/** Whether a client asks for HTML before JSON, as browsers do. One that takes anything gets JSON. */
export const prefersHtml = (accept: string | undefined): boolean =>
  negotiator('accept', accept).mediaType(KINDS) === 'text/html';

/** Decides whether a request gets a page, on a route that has pages. */
export const choosePage: onRequestHookHandler = (request, reply, done) => {
  const { f } = request.query as { f?: unknown };
  // With `f` in the address the answer does not depend on Accept.
  if (f === undefined) reply.header('vary', 'Accept');
  request.isPage = f === undefined ? prefersHtml(request.headers.accept) : f === 'html';
  done();
};
