import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { constraintError, unavailable } from '../base/constraints.ts';
import {
  badRequest,
  bodyTooLarge,
  type Failure,
  HttpError,
  malformedAddress,
  notFound,
  sentence,
  serviceUnavailable,
  unexpected,
  unsatisfiableRange,
  wrongMediaType,
} from '../base/errors.ts';

/** The one place where an error becomes an answer. */
export function errorHandler(app: FastifyInstance): void {
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request) => {
    throw unknownRoute(request);
  });
}

/** The refusal of an address without a route. */
export const unknownRoute = ({ method, url }: FastifyRequest) =>
  notFound(`No existe la ruta ${method} ${url.split('?')[0]}.`);

/** Shapes any error as `{statusCode, message, error}` (specification section 7). */
export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
  sendRefusal(reply, refusalOf(error, request));

/** The refusal that an error stands for. An error that concerns the operator is logged. */
export function refusalOf(error: unknown, request: FastifyRequest): HttpError {
  const known = translate(error, request);
  if (!(known instanceof HttpError)) {
    request.log.error({ err: error }, 'error inesperado');
    return unexpected(request.id);
  }
  if (known.statusCode === 503 && known !== error)
    request.log.error({ err: error }, 'la base de datos no está disponible');
  if (known.cause) request.log.error({ err: known.cause }, 'la causa de lo que se respondió');
  return known;
}

function sendRefusal(reply: FastifyReply, { statusCode, text, headers }: HttpError) {
  return reply
    .code(statusCode)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(statusCode, text)));
}

/** The body of every error answer. */
export function errorBody(statusCode: number, text: string | Failure[]) {
  const message = typeof text === 'string' ? text : text.map(sentence);
  return { statusCode, message, error: STATUS_CODES[statusCode] ?? 'Error' };
}

/** The refusal that an error stands for, or the error itself where nobody foresaw it. */
function translate(error: unknown, request: FastifyRequest): unknown {
  if (error instanceof HttpError) return error;
  if (unavailable(error)) return serviceUnavailable();
  return constraintError(error, request) ?? frameworkError(error as FastifyError, request) ?? error;
}

/** The Content-Range of a file, as its reader set it. */
const contentRange = (error: FastifyError & { headers?: Record<string, string> }) =>
  error.headers?.['Content-Range'] ?? 'bytes */*';

/** Fastify's own refusals, in Spanish. */
function frameworkError(error: FastifyError, request: FastifyRequest): HttpError | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
      // Fastify refuses an empty Content-Type before it looks whether there is such a route.
      if (request.is404) return unknownRoute(request);
      return wrongMediaType(request.method);
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return bodyTooLarge(request.routeOptions.bodyLimit);
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return badRequest('El tamaño del cuerpo no coincide con Content-Length.');
    case 'FST_ERR_BAD_URL':
      return malformedAddress();
    default:
      if (error.statusCode === 416) return unsatisfiableRange(contentRange(error));
      // A failure of the client that has no sentence of its own yet.
      if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
        return new HttpError(error.statusCode, 'La solicitud no es válida.');
      }
      return undefined;
  }
}
