import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { compile } from '@fastify/proxy-addr';
import type { FastifyHttpOptions, RawServerDefault } from 'fastify';
import { hasOwnDeadline } from '../../subidas/uploads.ts';
import type { Config } from '../base/config.ts';
import { HttpError, headTooLarge } from '../base/errors.ts';
import { answerError, errorBody } from './error-handler.ts';
import { setSecureHeaders } from './headers.ts';
import { logOptions, RequestLog, readProxyId } from './log.ts';

/** The server's options: limits, time-outs in milliseconds, log, and errors that precede any route. */
export async function serverOptions(config: Config): Promise<FastifyHttpOptions<RawServerDefault>> {
  return {
    logger: await logOptions(config.LOG_LEVEL, process.stdout.isTTY),
    logController: new RequestLog(config.LOG_LEVEL),
    trustProxy: config.TRUST_PROXY,
    genReqId: createRequestIds(config),
    bodyLimit: 1_048_576,
    routerOptions: {
      // An id of many digits is an unknown id (404), not a malformed address.
      maxParamLength: 16_384,
      // `/obras/` is `/obras`, and no obra without an id.
      ignoreTrailingSlash: true,
    },
    requestTimeout: 60_000,
    // A connection without a byte in either direction for this long is dead: every answer begins sooner.
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // While the service closes, a request on an open connection is answered, and the connection then closed.
    return503OnClosing: false,
    // With Node's own values for the first two, slow requests are noticed too late.
    // A missing Host is refused in the shape of every error (request-head.ts).
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000, requireHostHeader: false },
    // An address that can't be read is refused before any hook runs.
    frameworkErrors(error, request, reply) {
      setSecureHeaders(request, reply);
      return answerError(error, request, reply);
    },
    clientErrorHandler(error, socket) {
      if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy();
      // Node reports a request once. Uploads have a deadline of their own (uploads.ts).
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && hasOwnDeadline(socket)) return;
      // The client would take a second answer for a part of the one under way, so the connection just ends.
      const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null };
      if (answer?.headersSent) return socket.end();
      const { statusCode, text } = CLIENT_ERRORS[error.code] ?? NOT_HTTP;
      const refusal = errorBody(statusCode, text);
      const body = JSON.stringify(refusal);
      socket.end(
        `HTTP/1.1 ${statusCode} ${refusal.error}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
      );
    },
  };
}

/**
 * Returns a function that finds the id of a request. A trusted proxy sends the id under which it logs the request; no other
 * client may choose it.
 */
export function createRequestIds({
  TRUST_PROXY,
}: Pick<Config, 'TRUST_PROXY'>): (request: IncomingMessage) => string {
  const trusts = createTrustCheck(TRUST_PROXY);
  return (request) =>
    (trusts(request.socket.remoteAddress ?? '') && readProxyId(request.headers['x-request-id'])) ||
    randomUUID();
}

/** Returns a function that says whether an address is that of a proxy in TRUST_PROXY. */
export function createTrustCheck(proxies: Config['TRUST_PROXY']): (address: string) => boolean {
  if (typeof proxies === 'boolean') return () => proxies;
  const isProxy = compile(proxies.split(',').map((name) => name.trim()));
  return (address) => address !== '' && isProxy(address, 0);
}

const NOT_HTTP = new HttpError(400, 'La solicitud no es HTTP válido.');
const CLIENT_ERRORS: Record<string, HttpError> = {
  ERR_HTTP_REQUEST_TIMEOUT: new HttpError(408, 'La solicitud tardó demasiado en llegar.'),
  HPE_HEADER_OVERFLOW: headTooLarge(),
};
