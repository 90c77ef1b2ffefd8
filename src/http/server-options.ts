import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { compile } from '@fastify/proxy-addr';
import type { FastifyHttpOptions, RawServerDefault } from 'fastify';
import type { Config } from '../base/config.ts';
import { HttpError, headTooLarge } from '../base/errors.ts';
import { answerError, errorBody } from './error-handler.ts';
import { setSecureHeaders } from './headers.ts';
import { logOptions, RequestLog, readProxyId } from './log.ts';
import { hasOwnDeadline } from './uploads.ts';

/** How the server reads requests: limits, time-outs in milliseconds, log, and errors that precede any route. */
export async function serverOptions(config: Config): Promise<FastifyHttpOptions<RawServerDefault>> {
  return {
    logger: await logOptions(config.LOG_LEVEL, process.stdout.isTTY),
    logController: new RequestLog(config.LOG_LEVEL),
    trustProxy: config.TRUST_PROXY,
    genReqId: requestIds(config),
    bodyLimit: 1_048_576,
    routerOptions: {
      // An id of many digits is an unknown id (404), not a malformed address.
      maxParamLength: 16_384,
      // `/obras/` is `/obras`, and no obra without an id.
      ignoreTrailingSlash: true,
    },
    requestTimeout: 60_000,
    // Nothing read or written for so long, longer than any answer takes to begin: the client has stopped.
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // A request that comes on an open connection while the service closes is answered, and the connection ended.
    return503OnClosing: false,
    // Without these two, Node looks for slow requests too seldom to cut any.
    // A missing Host is told in the shape of every error (request-head.ts).
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000, requireHostHeader: false },
    // An address that can't be read comes before any hook.
    frameworkErrors(error, request, reply) {
      setSecureHeaders(request, reply);
      return answerError(error, request, reply);
    },
    clientErrorHandler(error, socket) {
      if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy();
      // It is told of each request once, and looked at elsewhere how fast this one arrives.
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && hasOwnDeadline(socket)) return;
      // Within an answer that is under way another would be taken for a part of it: it only breaks off.
      const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null };
      if (answer?.headersSent) return socket.end();
      const { statusCode, text } = CLIENT_ERRORS[error.code] ?? NOT_HTTP;
      const told = errorBody(statusCode, text);
      const body = JSON.stringify(told);
      socket.end(
        `HTTP/1.1 ${statusCode} ${told.error}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
      );
    },
  };
}

/**
 * Answers how a request is called. A trusted proxy gives the id under which it logs the request itself; nobody else may
 * choose it.
 */
export function requestIds({
  TRUST_PROXY,
}: Pick<Config, 'TRUST_PROXY'>): (request: IncomingMessage) => string {
  const trusts = isTrusted(TRUST_PROXY);
  return (request) =>
    (trusts(request.socket.remoteAddress ?? '') && readProxyId(request.headers['x-request-id'])) ||
    randomUUID();
}

/** Whether an address is a proxy's that TRUST_PROXY names. */
export function isTrusted(proxies: Config['TRUST_PROXY']): (address: string) => boolean {
  if (typeof proxies === 'boolean') return () => proxies;
  const isProxy = compile(proxies.split(',').map((name) => name.trim()));
  return (address) => address !== '' && isProxy(address, 0);
}

const NOT_HTTP = new HttpError(400, 'La solicitud no es HTTP válido.');
const CLIENT_ERRORS: Record<string, HttpError> = {
  ERR_HTTP_REQUEST_TIMEOUT: new HttpError(408, 'La solicitud tardó demasiado en llegar.'),
  HPE_HEADER_OVERFLOW: headTooLarge(),
};
