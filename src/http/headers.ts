import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';

const setHeaders = helmet({ contentSecurityPolicy: false });

/**
 * Sets the headers that protect browsers, and the id under which the log has the request. They are set at the end, so
 * that a kept answer includes them.
 */
export function secureHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    setSecureHeaders(request, reply, (error) => done(error as null, payload));
  });
}

/** The same for an answer that no hook sees. */
export function setSecureHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: unknown) => void = () => {},
): void {
  reply.header('x-request-id', request.id);
  setHeaders(request.raw, reply.raw, done);
}
