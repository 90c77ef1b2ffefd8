import type { FastifyRequest } from 'fastify';

// What the log is given. Lines are JSON, one each, and hold no token, password, header or body: only what is named here.

/** Characters that JSON leaves as they are and a terminal may obey or hide: controls, directions, line separators. */
const UNSEEN = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** The log's options, for Fastify's `logger`. */
export const logOptions = (level: string) => ({
  level,
  serializers: { req: describeRequest, err: describeError },
  hooks: {
    // JSON escapes the characters below U+0020; within its strings the others may be escaped as well.
    streamWrite: (line: string) =>
      line.replace(UNSEEN, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
  },
});

function describeRequest(request: FastifyRequest) {
  return { method: request.method, url: shown(request.url), remoteAddress: request.ip };
}

/** No address that is right is longer: what comes after says nothing. */
const LONGEST_URL = 2_000;
/** Who puts a secret into the address by mistake is not to find it in the log too. */
const SECRETS = /([?&;][^=&;]*(?:password|token|contrase|secret|clave_?acceso)[^=&;]*=)[^&;#]*/gi;

const shown = (url: string) => url.slice(0, LONGEST_URL).replace(SECRETS, '$1***');

interface Loggable extends Error {
  code?: string;
  constraint?: string;
  table?: string;
  routine?: string;
}

/**
 * What is said of an error: not all that it carries. PostgreSQL's `detail` shows whole rows, with the hash of a
 * password in one of users, and the `where` of a failure the values it had.
 */
function describeError(error: Loggable): { type: string; message: string; stack: string } {
  const { name, message, stack = '', code, constraint, table, routine, cause } = error;
  return {
    type: name,
    message,
    stack,
    ...{ code, constraint, table, routine },
    ...(error instanceof AggregateError ? { errors: error.errors.map(describeError) } : {}),
    ...(cause instanceof Error ? { cause: describeError(cause) } : {}),
  };
}

/** A request's id as a proxy may give it. */
const SAFE_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** The id that came with a request, where it has a form that can be written anywhere; undefined otherwise. */
export function givenId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && SAFE_ID.test(header) ? header : undefined;
}
