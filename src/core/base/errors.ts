import { grouped } from './text.ts';

/** The failure of one field of a request. */
export interface Failure {
  /** The field's name in the interface, such as `ubicaciones[0].direccion`. Empty where the text is about the whole request. */
  field: string;
  /** The sentence about the field, without its name. */
  text: string;
  /** Whether the text is a sentence of its own, not a predicate of the field. */
  isApart?: true;
}

/** A failure whose text is a sentence of its own. */
export const remark = (field: string, text: string): Failure => ({ field, text, isApart: true });

/** A failure as a sentence of an answer: `nombre es obligatorio.`, `dependenciaId: no existe el registro 9.` */
export function sentence({ field, text, isApart }: Failure): string {
  return field === '' ? text : `${field}${isApart ? ':' : ''} ${text}`;
}

/** A refused request: its status and the sentences of its answer. */
export class HttpError extends Error {
  readonly statusCode: number;
  /** One sentence, or the failures of the fields. */
  readonly text: string | Failure[];
  readonly headers: Record<string, string>;

  constructor(statusCode: number, text: string | Failure[], headers: Record<string, string> = {}) {
    super(typeof text === 'string' ? text : text.map(sentence).join('\n'));
    this.statusCode = statusCode;
    this.text = text;
    this.headers = headers;
  }
}

export const badRequest = (text: string | Failure[]) =>
  new HttpError(400, Array.isArray(text) ? shortened(text) : text);
/**
 * Specification section 7: a missing, invalid or expired token.
 *
 * @param challenge the way to sign in (RFC 9110 section 11.6.1)
 */
export const unauthorized = (challenge = 'Bearer') =>
  new HttpError(401, 'Unauthorized', { 'WWW-Authenticate': challenge });
export const forbidden = (text: string) => new HttpError(403, text);
export const notFound = (text: string) => new HttpError(404, text);
export const hasChanged = () =>
  new HttpError(
    412,
    'El registro cambió desde que lo consultó; consúltelo de nuevo antes de modificarlo.',
  );
export const conflict = (text: string) => new HttpError(409, text);
/** @param seconds after which the client may come back */
export const tooManyRequests = (text: string, seconds: number) =>
  new HttpError(
    429,
    `${text}; intente de nuevo en ${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}.`,
    { 'Retry-After': String(seconds) },
  );
export const serviceUnavailable = (
  text = 'El servicio no está disponible por el momento; intente de nuevo en unos segundos.',
  seconds = 2,
) => new HttpError(503, text, { 'Retry-After': String(seconds) });
export const unexpected = (reference: string) =>
  new HttpError(
    500,
    `Ocurrió un error inesperado. Si se repite, avise al equipo técnico e indique la referencia ${reference}.`,
  );
/** @param limit in bytes */
export const bodyTooLarge = (limit: number) =>
  new HttpError(413, `El cuerpo excede el tamaño máximo de ${limit / 1_048_576} MB.`);
/**
 * A body of another type. The accepted type stands in PATCH's own header (RFC 5789 section 2.2), or else in Accept (RFC 9110
 * section 15.5.16).
 */
export const wrongMediaType = (method: string) =>
  new HttpError(415, 'El cuerpo debe enviarse con Content-Type: application/json.', {
    [method === 'PATCH' ? 'Accept-Patch' : 'Accept']: 'application/json',
  });
/** A compressed body (RFC 9110 section 12.5.3). */
export const compressedBody = () =>
  new HttpError(415, 'El cuerpo no debe enviarse comprimido (Content-Encoding).', {
    'Accept-Encoding': 'identity',
  });
/** @param range the existing range, for `Content-Range` (RFC 9110 section 15.5.17) */
export const unsatisfiableRange = (range: string) =>
  new HttpError(416, 'El intervalo que pide Range está fuera de lo que hay.', {
    'Content-Range': range,
  });
/**
 * A resource of the machine is full, missing or used up, and its operator has to act.
 *
 * @param cause for the log
 */
export function unusable(text: string, cause: unknown): HttpError {
  const error = serviceUnavailable(text, 60);
  error.cause = cause;
  return error;
}
/** More work than the service can do soon. It refuses at once, so that accepted work is still done in time. */
export const overloaded = () =>
  serviceUnavailable(
    'El servicio recibe más solicitudes de las que puede atender; intente de nuevo en unos segundos.',
  );

/** A head of more than 16 kB of path, query and headers. */
export const headTooLarge = () =>
  new HttpError(431, 'Los encabezados de la solicitud son demasiado grandes.');

/** Ends the work for a client that has left. */
export const connectionClosed = () => badRequest('La conexión se cerró.');

/** A % in path or query that encodes no text. */
export const malformedAddress = () =>
  badRequest('La dirección contiene una secuencia % que no es válida.');

/** Failures that one answer lists at most. */
export const MAX_FAILURES = 100;

function shortened(failures: Failure[]): Failure[] {
  if (failures.length <= MAX_FAILURES) return failures;
  const rest = failures.length - MAX_FAILURES;
  return [
    ...failures.slice(0, MAX_FAILURES),
    { field: '', text: rest === 1 ? 'Y una falla más.' : `Y ${grouped(rest)} fallas más.` },
  ];
}
