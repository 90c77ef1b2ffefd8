import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';

/** The headers that helmet sets, whoever asks: found out once, by a request and an answer that only listen. */
const HEADERS: [name: string, value: string][] = [];
helmet({ contentSecurityPolicy: false })(
  {} as IncomingMessage,
  {
    setHeader: (name: string, value: string) => HEADERS.push([name.toLowerCase(), value]),
    removeHeader: () => {},
  } as unknown as ServerResponse,
  () => {},
);

/**
 * Sets the headers that protect browsers, and the id under which the log has the request. They are set at the end, so
 * that a kept answer includes them.
 */
export function secureHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    setSecureHeaders(request, reply);
    done(null, payload);
  });
}

/** The same for an answer that no hook sees. */
export function setSecureHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  for (const [name, value] of HEADERS) if (!reply.hasHeader(name)) reply.header(name, value);
}
