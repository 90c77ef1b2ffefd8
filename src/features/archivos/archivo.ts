import type { FastifyReply, FastifyRequest } from 'fastify';
import { clerk, hasRole } from '../../core/auth/access.ts';
import { violation } from '../../core/base/constraints.ts';
import { forbidden, type HttpError, notFound } from '../../core/base/errors.ts';
import { int4 } from '../../core/base/text.ts';
import type { Db } from '../../core/db/db.ts';
import { obraNotFound } from '../../core/obras/documents.ts';
import { rendered, sqlOf } from '../../core/obras/partes.ts';
import { ARCHIVO } from './campos.ts';

// The statements that read archivos. What is not public is seen by those who write the follow-up of the obra: admins, and the
// clerks of its agency.

/** The JSON of an archivo `t`. */
export const ARCHIVO_JSON = rendered(
  `${sqlOf(ARCHIVO).answered}, iso8601(t.creado_en) AS "creadoEn", iso8601(t.actualizado_en) AS "actualizadoEn"`,
);

export const unknownArchivo = (id: string) => notFound(`Archivo ${id} no encontrado.`);

/** Whether the caller with this role ($2) and id ($3) writes the follow-up of the obra $1. */
const WRITES = `($2::boolean OR EXISTS (
  SELECT FROM obras JOIN capturistas c USING (dependencia_id) WHERE obras.id = $1 AND c.user_id = $3::uuid))`;
const callerIn = ({ caller }: FastifyRequest) => [caller?.roles === 'admin', caller?.id ?? null];

/**
 * The archivos of an obra as a JSON array, the newest first.
 *
 * @param all whether those that are not public are among them
 * @throws HttpError 403 where they would be and the caller may not see them; 404 for an unknown obra
 */
export async function listArchivos(
  db: Db,
  request: FastifyRequest & { params: { id: string } },
  all: boolean,
): Promise<string> {
  if (all && !hasRole(clerk, request.caller)) throw forbidden('Forbidden resource');
  const { id } = request.params;
  const answer = await db.one<{ json: string | null }>(
    `SELECT CASE WHEN NOT $4::boolean OR ${WRITES} THEN (
       SELECT coalesce(json_agg(${ARCHIVO_JSON} ORDER BY t.dia DESC, t.id DESC), '[]')
       FROM archivos t WHERE t.obra_id = o.id AND (t.publico OR $4)) END AS json
     FROM obras o WHERE o.id = $1`,
    [int4(id), ...callerIn(request), all],
  );
  if (!answer) throw obraNotFound(id);
  if (!answer.json) throw violation('caller_dependencia') as HttpError;
  return answer.json;
}

interface ArchivoParams {
  id: string;
  archivoId: string;
}

/**
 * One archivo of an obra that the caller sees, with these columns of `t`, and whether it is public.
 *
 * @throws HttpError 404 for one that is unknown or not for the caller, and for an unknown obra
 */
export async function findArchivo<Row extends object>(
  db: Db,
  request: FastifyRequest & { params: ArchivoParams },
  columns: string,
): Promise<Row & { publico: boolean }> {
  const { id, archivoId } = request.params;
  const row = await db.one<Row & { publico: boolean }>(
    `SELECT ${columns}, t.publico FROM archivos t
     WHERE t.obra_id = $1 AND t.id = $4 AND (t.publico OR ${WRITES})`,
    [int4(id), ...callerIn(request), int4(archivoId)],
  );
  if (row) return row;
  const obra = await db.one('SELECT FROM obras WHERE id = $1', [int4(id)]);
  throw obra ? unknownArchivo(archivoId) : obraNotFound(id);
}

/** Keeps an answer that is not for every reader out of all caches, the service's own included. */
export function keepPrivate(request: FastifyRequest, reply: FastifyReply): void {
  request.storeAnswer = null;
  reply.header('cache-control', 'private, no-store');
}
