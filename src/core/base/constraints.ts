import type { FastifyRequest } from 'fastify';
import { DatabaseError } from 'pg';
import { StartError } from './config.ts';
import {
  badRequest,
  conflict,
  type Failure,
  forbidden,
  type HttpError,
  hasChanged,
  remark,
  unauthorized,
} from './errors.ts';

type RequestBody = Record<string, unknown>;
/** Values that the database adds to a violation of its rules: the day, and the two compared values. */
export interface Detail {
  fecha: string;
  antes: number;
  ahora: number;
  /** A limit of a number of records. */
  tope: number;
  /** The id of a record that is not there. */
  id: number;
  /** The place in a list, from 0. */
  lugar: number;
  /** The key of a work. */
  obra: string;
}
/** The values in the documentation's examples. */
const EXAMPLE: Detail = {
  ...{ fecha: '2026-06-30', antes: 40.5, ahora: 30, tope: 100, id: 9, lugar: 0, obra: 'SOP-1' },
};

/** The error for a field of the body that broke a foreign key. */
export const missingReference = (field: string) => (body: RequestBody) =>
  badRequest([missing(field, body[field])]);

/** The answer to a request that violates a constraint: made of its body, the ids of its path, and the database's values. */
type Sentence = (body: RequestBody, params: RequestBody, detail: Detail) => HttpError;

/** Sentences by the constraint's name; specification section 7 and the project's decisions. */
const CONSTRAINTS = new Map<string, Sentence>();

/** Registers the answers to a resource's constraints. Each resource does so when it is loaded (its `constraints.ts`). */
export function registerConstraints(sentences: Record<string, Sentence>): void {
  for (const [name, sentence] of Object.entries(sentences)) CONSTRAINTS.set(name, sentence);
}

registerConstraints({
  if_match: hasChanged,
  caller_token: () => unauthorized(),
  caller_admin: () => forbidden('Forbidden resource'),
});

const FOREIGN_KEY_VIOLATION = '23503';

/** A reference to a record that does not exist. */
export function missing(field: string, id: unknown): Failure {
  return remark(field, `no existe el registro ${id}.`);
}

/** A reference to an inactive record. */
export function inactive(field: string, id: unknown): Failure {
  return remark(field, `el registro ${id} está inactivo.`);
}

/** The refusal for a violated constraint; undefined for any other error. */
export function constraintError(error: unknown, request: FastifyRequest): HttpError | undefined {
  if (!(error instanceof DatabaseError) || !error.constraint) return undefined;
  // Ids never change, so only a DELETE can break a reference from the side of the referenced record.
  if (error.code === FOREIGN_KEY_VIOLATION && request.method === 'DELETE') {
    return inUse();
  }
  return violation(
    error.constraint,
    (request.body ?? {}) as RequestBody,
    (request.params ?? {}) as RequestBody,
    error.detail?.startsWith('{') ? JSON.parse(error.detail) : undefined,
  );
}

/** The error for a request that runs into this constraint. */
export function violation(
  constraint: string,
  body: RequestBody = {},
  params: RequestBody = {},
  detail: Detail = EXAMPLE,
) {
  return CONSTRAINTS.get(constraint)?.(body, params, detail);
}

export const inUse = () =>
  conflict(
    'No se puede eliminar porque otros registros lo utilizan; en su lugar puede desactivarlo con activo: false.',
  );

/**
 * The codes in their order: connection failures, shutdown, no free connections, disk or memory full, unreadable files. Then
 * statement timeout, read-only (a standby), and deadlocks that came back at every attempt.
 */
const UNAVAILABLE =
  /^(08...|57P0[1-5]|57014|53...|55P03|55000|25P03|25006|28...|3D000|40001|40P01|58...)$/;
/** EMFILE and the like: no connection can be opened now. */
const SOCKET =
  /^E(CONNREFUSED|CONNRESET|CONNABORTED|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|HOSTDOWN|NETUNREACH|NETDOWN|ADDRNOTAVAIL|MFILE|NFILE)$/;
/** Messages of `pg` without a code. */
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered)/;

/** Whether the database could not answer now, though the request may be right. */
export function unavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // The embedded database has ended and can't be opened again.
  if (error instanceof StartError) return true;
  const { code, message, statusCode, severity } = error as Error & {
    code?: string;
    statusCode?: number;
    severity?: string;
  };
  // Fastify's own errors: the client left in the middle, and the database is not at fault.
  if (statusCode !== undefined) return false;
  if (error instanceof AggregateError) return error.errors.some(unavailable);
  // The connection ended, or could not begin. The request itself has no answer.
  if (severity === 'FATAL' || severity === 'PANIC') return true;
  // A Unix socket's file disappears with the server.
  if (code === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'connect') return true;
  return code ? UNAVAILABLE.test(code) || SOCKET.test(code) : LOST.test(message);
}
