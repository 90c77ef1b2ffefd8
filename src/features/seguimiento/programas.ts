import './constraints.ts';
import { Type } from 'typebox';
import { admin, clerk, reader } from '../../core/auth/access.ts';
import { violation } from '../../core/base/constraints.ts';
import { conflict, hasChanged, notFound } from '../../core/base/errors.ts';
import { Mensaje } from '../../core/base/schemas.ts';
import { int4 } from '../../core/base/text.ts';
import type { App, Context } from '../../core/http/context.ts';
import { obraNotFound } from '../../core/obras/documents.ts';
import {
  bodyOf,
  keyOf,
  OBRA_KEY,
  ObraParams,
  PART_KEY,
  rendered,
  sqlOf,
  writePart,
} from '../../core/obras/partes.ts';
import { PROGRAMA } from './campos.ts';
import { cacheTags, listOf, readOfObra, readPart, tags } from './partes.ts';
import { NewPrograma, Programa, ProgramaParams } from './schema.ts';

const sql = sqlOf(PROGRAMA);

/** The JSON of a programme `t`. */
export const PROGRAMA_JSON = rendered(
  `${sql.answered}, t.curva, iso8601(t.creado_en) AS "creadoEn"`,
);

const FIND_PROGRAMA = `SELECT ${PROGRAMA_JSON} AS json FROM programas t WHERE t.obra_id = ${OBRA_KEY} AND t.version = ${PART_KEY}`;

/** The obra is locked before, so each version is used once. */
const CREATE = `
  WITH t AS (
    INSERT INTO programas (obra_id, version, ${sql.columns}, curva)
    SELECT $1, (SELECT coalesce(max(version), 0) + 1 FROM programas WHERE obra_id = $1), ${sql.values}, $3::jsonb
    FROM ${sql.from('$2::jsonb')}
    RETURNING *
  )
  SELECT keep_answer(${PROGRAMA_JSON}::text) AS json FROM t`;

/** Deletes the newest programme. Returns `true` then, `false` for an older one, and no row for an unknown one. */
const DELETE = `
  WITH newest AS (
    SELECT max(version) AS version FROM programas WHERE obra_id = ${OBRA_KEY}
  ), deleted AS (
    DELETE FROM programas
    WHERE obra_id = ${OBRA_KEY} AND version = ${PART_KEY} AND version = (SELECT version FROM newest)
    RETURNING version
  )
  SELECT (EXISTS (SELECT FROM deleted))::text AS json FROM programas WHERE obra_id = ${OBRA_KEY} AND version = ${PART_KEY}`;

const unknownPrograma = (version: string) => notFound(`Programa ${version} no encontrado.`);
const DELETED_MESSAGE = 'El programa se eliminó.';
const notNewest = () =>
  conflict('Sólo se elimina el programa más nuevo; los anteriores son la historia de la obra.');

/** The programmes of an obra: `/obras/:id/programas`. A programme is never changed. A new one replaces it. */
export function programas(app: App, context: Context): void {
  const { db } = context;
  app.get(
    '/obras/:id/programas',
    {
      config: { ...reader, cacheTags },
      schema: {
        tags,
        operationId: 'listProgramas',
        summary: 'Los programas de una obra: el original y sus reprogramaciones',
        params: ObraParams,
        response: { 200: Type.Array(Programa), 404: obraNotFound('99') },
      },
    },
    async (request, reply) =>
      readOfObra(context, listOf('programas', PROGRAMA_JSON, 't.version'), request, reply),
  );

  app.get(
    '/obras/:id/programas/:version',
    {
      config: { ...reader, cacheTags },
      schema: {
        tags,
        operationId: 'findPrograma',
        summary: 'Un programa de una obra',
        params: ProgramaParams,
        response: { 200: Programa, 404: unknownPrograma('99') },
      },
    },
    async ({ params }) =>
      readPart(db, FIND_PROGRAMA, params, params.version, unknownPrograma(params.version)),
  );

  app.post(
    '/obras/:id/programas',
    {
      config: clerk,
      schema: {
        tags,
        operationId: 'createPrograma',
        summary: 'Registra el programa original de una obra, o lo reprograma',
        description:
          'Un programa no cambia después: el siguiente es otra versión, y dice su motivo.',
        params: ObraParams,
        body: NewPrograma,
        response: { 201: Programa, 404: obraNotFound('99'), 409: violation('programas_tope') },
      },
    },
    async (request, reply) => {
      reply.code(201);
      const { curva = [], ...programa } = request.body;
      const body = bodyOf(PROGRAMA, programa);
      const values = [int4(request.params.id), body, JSON.stringify(curva)];
      const [created] = await writePart(request, [[CREATE, values]]);
      return created?.[0]?.json;
    },
  );

  app.delete(
    '/obras/:id/programas/:version',
    {
      config: admin,
      schema: {
        tags,
        operationId: 'deletePrograma',
        summary: 'Elimina el programa más nuevo de una obra',
        params: ProgramaParams,
        response: {
          200: Mensaje(DELETED_MESSAGE),
          404: unknownPrograma('99'),
          409: notNewest(),
          412: hasChanged(),
        },
      },
    },
    async (request) => {
      const { version } = request.params;
      const key = keyOf(request.params, version);
      const [rows] = await writePart(request, [[DELETE, [key]]], [FIND_PROGRAMA, key]);
      const deleted = rows?.[0]?.json;
      if (deleted === undefined) throw unknownPrograma(version);
      if (deleted !== 'true') throw notNewest();
      return { message: DELETED_MESSAGE };
    },
  );
}
