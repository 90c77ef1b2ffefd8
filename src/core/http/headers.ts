import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';

/** The headers that helmet sets, the same for every client. A request and an answer that record them are passed to it once. */
const HEADERS: [name: string, value: string][] = [];
helmet({ contentSecurityPolicy: false })(
  {} as IncomingMessage,
  {
    setHeader: (name: string, value: string) => HEADERS.push([name.toLowerCase(), value]),
    removeHeader: () => {},
  } as unknown as ServerResponse,
  () => {},
);
/** Those that matter to an answer that is no page. */
const OF_ALL = new Set([
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
]);
const FOR_ALL = HEADERS.filter(([name]) => OF_ALL.has(name));

/**
 * Sets the headers that protect browsers, those of windows and frames on pages alone, and the id under which the log has the
 * request. They are set at the end, so that an answer in the cache has them.
 */
export function secureHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    setSecureHeaders(request, reply);
    done(null, payload);
  });
}

/** The same for an answer that passes no hook. */
export function setSecureHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
  for (const [name, value] of isPage ? HEADERS : FOR_ALL) {
    if (!reply.hasHeader(name)) reply.header(name, value);
  }
}
