import type { onRequestHookHandler } from 'fastify';
import Negotiator from 'negotiator';

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

/** Characters of Accept that are read, since reading takes time. No browser sends more. */
const LONGEST_ACCEPT = 500;
/** Of two forms that a client prefers equally, the first one counts. */
const KINDS = ['application/json', 'application/geo+json', 'text/html'];

/** Whether a client asks for HTML before JSON, as browsers do. One that takes anything gets JSON. */
export const prefersHtml = (accept: string | undefined): boolean =>
  new Negotiator({ headers: { accept: accept?.slice(0, LONGEST_ACCEPT) } }).mediaType(KINDS) ===
  'text/html';

/** Decides whether a request gets a page, on a route that has pages. */
export const choosePage: onRequestHookHandler = (request, reply, done) => {
  const { f } = request.query as { f?: unknown };
  // With `f` in the address the answer does not depend on Accept.
  if (f === undefined) reply.header('vary', 'Accept');
  request.isPage = f === undefined ? prefersHtml(request.headers.accept) : f === 'html';
  done();
};
