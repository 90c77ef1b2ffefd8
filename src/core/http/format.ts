import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { negotiator } from './request-head.ts';
import { varyBy } from './vary.ts';

// People see pages where programs get JSON, at the same address.

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers HTML, too: where `f` asks for it, or where the client prefers it and there is no `f`. */
    hasPages?: true;
  }
  interface FastifyContextConfig {
    /** The page for people at another address of this service: a browser that goes to the route is led there. */
    pageAt?: string;
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
  if (f === undefined) varyBy(reply, 'Accept');
  request.isPage = f === undefined ? prefersHtml(request.headers.accept) : f === 'html';
  done();
};

/**
 * Whether a person's browser goes to the address (Fetch Metadata; over plain HTTP it says only that it would take HTTPS). A
 * program does not say so, though many ask for HTML as browsers do.
 */
const isVisit = ({ headers }: FastifyRequest): boolean =>
  prefersHtml(headers.accept) &&
  (headers['sec-fetch-dest'] ?? (headers['upgrade-insecure-requests'] && 'document')) ===
    'document';

/** Leads a person's browser to the page of a route that has one elsewhere, with the same parameters. */
export const leadToPage: onRequestHookHandler = (request, reply, done) => {
  const { pageAt } = request.routeOptions.config;
  varyBy(reply, 'Accept, Sec-Fetch-Dest, Upgrade-Insecure-Requests');
  if (!isVisit(request)) return done();
  const start = request.url.indexOf('?');
  reply.redirect(`${pageAt}${start < 0 ? '' : request.url.slice(start)}`, 303);
};
