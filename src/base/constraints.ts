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
  notFound,
  remark,
  unauthorized,
} from './errors.ts';

type Body = Record<string, unknown>;

/** A foreign key that a field of the body broke. */
const broken = (field: string) => (body: Body) => badRequest([missing(field, body[field])]);

/**
 * The answer to a request that runs into a constraint, by its name; specification section 7 and the project's
 * decisions.
 */
const CONSTRAINTS: Record<string, (body: Body, params: Body) => HttpError> = {
  if_match: hasChanged,
  caller_token: () => unauthorized(),
  caller_admin: () => forbidden('Forbidden resource'),
  importacion_under_way: () =>
    conflict('Alguien canceló la importación; lo que se escribió hasta entonces queda.'),
  users_email_key: () => badRequest('El correo electrónico ya está registrado.'),
  users_last_active_admin: () =>
    conflict('No se puede quitar al último administrador activo; nombre antes a otro.'),
  favorites_user_id_obra_id_key: () => badRequest('Esta obra ya está en tus favoritas'),
  favorites_user_id_fkey: () => notFound('Usuario no encontrado'),
  favorites_obra_id_fkey: (_, { obraId }) => notFound(`Obra ${obraId} no encontrada.`),
  ejercicios_fiscales_anio_key: ({ anio }) =>
    conflict(`Ya existe un ejercicio fiscal con el año ${anio}.`),
  tipos_proyecto_nombre_key: ({ nombre }) =>
    conflict(`Ya existe un tipo de proyecto con el nombre "${nombre}".`),
  dependencias_nombre_key: ({ nombre }) =>
    conflict(`Ya existe una dependencia con el nombre "${nombre}".`),
  obras_clave_unica_key: ({ claveUnica }) =>
    conflict(`Ya existe una obra con la clave única "${claveUnica}".`),
  localidades_municipio_id_fkey: broken('municipioId'),
  obras_ejercicio_fiscal_id_fkey: broken('ejercicioFiscalId'),
  obras_dependencia_id_fkey: broken('dependenciaId'),
  obras_municipio_id_fkey: broken('municipioId'),
  obras_tipo_proyecto_id_fkey: broken('tipoProyectoId'),
  obras_estatus_obra_id_fkey: broken('estatusObraId'),
};

const FOREIGN_KEY_VIOLATION = '23503';

/** A reference to a record that is not there. */
export function missing(field: string, id: unknown): Failure {
  return remark(field, `no existe el registro ${id}.`);
}

/** A reference to a record that is there but not to be used any more. */
export function inactive(field: string, id: unknown): Failure {
  return remark(field, `el registro ${id} está inactivo.`);
}

/** The refusal that a violated constraint stands for, or undefined where the error is something else. */
export function constraintError(error: unknown, request: FastifyRequest): HttpError | undefined {
  if (!(error instanceof DatabaseError) || !error.constraint) return undefined;
  // Ids never change, so only a DELETE can break a reference from the side that is referred to.
  if (error.code === FOREIGN_KEY_VIOLATION && request.method === 'DELETE') {
    return inUse();
  }
  return violation(error.constraint, (request.body ?? {}) as Body, (request.params ?? {}) as Body);
}

/** The error for a request that runs into this constraint. */
export function violation(constraint: string, body: Body = {}, params: Body = {}) {
  return CONSTRAINTS[constraint]?.(body, params);
}

export const inUse = () =>
  conflict(
    'No se puede eliminar porque otros registros lo utilizan; en su lugar puede desactivarlo con activo: false.',
  );

/**
 * The codes in their order: connection failures, shutting down, no connections to be had, disk or memory full, files
 * that can't be read. Then a statement's time over, read-only (a standby), and deadlocks that came back every time.
 */
const UNAVAILABLE =
  /^(08...|57P0[1-5]|57014|53...|55P03|55000|25P03|25006|28...|3D000|40001|40P01|58...)$/;
/** EMFILE and the like: no connection can be opened now. */
const SOCKET =
  /^E(CONNREFUSED|CONNRESET|CONNABORTED|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|HOSTDOWN|NETUNREACH|NETDOWN|ADDRNOTAVAIL|MFILE|NFILE)$/;
/** Messages that `pg` gives without a code. */
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered)/;

/** Whether the database could not answer now, though the request may be right. */
export function unavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // The embedded database that ended and can't be opened again.
  if (error instanceof StartError) return true;
  const { code, message, statusCode, severity } = error as Error & {
    code?: string;
    statusCode?: number;
    severity?: string;
  };
  // Fastify's own errors: a client that left in the middle is no fault of the database's.
  if (statusCode !== undefined) return false;
  if (error instanceof AggregateError) return error.errors.some(unavailable);
  // The connection ended, or none could begin. That is no answer to the request.
  if (severity === 'FATAL' || severity === 'PANIC') return true;
  // A Unix socket's file is gone with the server.
  if (code === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'connect') return true;
  return code ? UNAVAILABLE.test(code) || SOCKET.test(code) : LOST.test(message);
}
