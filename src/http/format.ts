import type { onRequestHookHandler } from 'fastify';
import Negotiator from 'negotiator';

// People see pages where programs get JSON, at the same address.

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers HTML, too: where `f` says so, or else where the client likes it best. */
    hasPages?: true;
  }
  interface FastifyRequest {
    /** Whether the answer is a page for people. */
    isPage: boolean;
  }
}

/** No browser's is longer; to read one takes time. */
const LONGEST_ACCEPT = 500;
/** Where both are as welcome, the first counts. */
const KINDS = ['application/json', 'application/geo+json', 'text/html'];

/** Whether a client asks for HTML before JSON, as browsers do. One that takes anything gets JSON. */
export const prefersHtml = (accept: string | undefined): boolean =>
  new Negotiator({ headers: { accept: accept?.slice(0, LONGEST_ACCEPT) } }).mediaType(KINDS) ===
  'text/html';

/** Settles whether a request gets a page, of a route that has them. */
export const choosePage: onRequestHookHandler = (request, reply, done) => {
  const { f } = request.query as { f?: unknown };
  // Where the address says it, nothing else does.
  if (f === undefined) reply.header('vary', 'Accept');
  request.isPage = f === undefined ? prefersHtml(request.headers.accept) : f === 'html';
  done();
};
