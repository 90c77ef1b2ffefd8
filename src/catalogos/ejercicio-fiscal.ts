import { type Static, Type } from 'typebox';
import { admin, reader, token } from '../auth/access.ts';
import { inUse, violation } from '../base/constraints.ts';
import { hasChanged, notFound } from '../base/errors.ts';
import { Changes, Closed, IdParams, Mensaje } from '../base/schemas.ts';
import { int4 } from '../base/text.ts';
import type { Db } from '../db/db.ts';
import { unlessChanged } from '../http/conditional.ts';
import type { App, Context } from '../http/context.ts';
import { YEAR } from '../http/validate.ts';

// Schemas -----------------------------------------------------------------------------------------

const tags = ['Ejercicios fiscales'];

const fields = {
  anio: Type.Integer({
    minimum: 2000,
    maximum: 2100,
    [YEAR]: true,
    description: 'Año, único.',
    examples: [2026],
  }),
  activo: Type.Boolean({ examples: [true] }),
};

const NewEjercicioFiscal = Closed(
  {
    anio: fields.anio,
    activo: Type.Optional(Type.Boolean({ default: true })),
  },
  { title: 'NuevoEjercicioFiscal' },
);
type NewEjercicioFiscal = Static<typeof NewEjercicioFiscal>;

const ChangedEjercicioFiscal = Changes(fields, { title: 'CambiosEjercicioFiscal' });
type ChangedEjercicioFiscal = Static<typeof ChangedEjercicioFiscal>;

export const EjercicioFiscal = Closed(
  { id: Type.Integer({ examples: [1] }), ...fields },
  { title: 'EjercicioFiscal', description: 'Ejercicio fiscal.' },
);

// SQL ---------------------------------------------------------------------------------------------

const COLUMNS = 'id, anio, activo';

/** The JSON of the fiscal years, by anio; with `onlyActive` the active ones alone. */
function listEjerciciosFiscales(db: Db, onlyActive: boolean): Promise<string> {
  return db.json(
    `SELECT coalesce(json_agg(e), '[]') AS json
     FROM (SELECT ${COLUMNS} FROM ejercicios_fiscales WHERE activo OR NOT $1 ORDER BY anio) e`,
    [onlyActive],
  );
}

const LOCK = 'SELECT FROM ejercicios_fiscales WHERE id = $1 FOR UPDATE';
const FIND = `SELECT row_to_json(e) AS json
   FROM (SELECT ${COLUMNS} FROM ejercicios_fiscales WHERE id = $1) e`;

function createEjercicioFiscal(db: Db, { anio, activo }: NewEjercicioFiscal) {
  return db.json(
    `WITH nuevo AS (
       INSERT INTO ejercicios_fiscales (anio, activo) VALUES ($1, $2) RETURNING *
     )
     SELECT row_to_json(e) AS json FROM (SELECT ${COLUMNS} FROM nuevo) e`,
    [anio, activo ?? true],
  );
}

function updateEjercicioFiscal(
  db: Db,
  id: number | null,
  { anio, activo }: ChangedEjercicioFiscal,
): Promise<string | undefined> {
  return db.findJson(
    `WITH cambiado AS (
       UPDATE ejercicios_fiscales SET anio = coalesce($2, anio), activo = coalesce($3, activo)
       WHERE id = $1
       RETURNING *
     )
     SELECT row_to_json(e) AS json FROM (SELECT ${COLUMNS} FROM cambiado) e`,
    [id, anio, activo],
  );
}

/** Deletes a fiscal year and says whether there was one; a constraint keeps those that obras refer to. */
async function deleteEjercicioFiscal(db: Db, id: number | null): Promise<boolean> {
  const row = await db.one('DELETE FROM ejercicios_fiscales WHERE id = $1 RETURNING id', [id]);
  return row !== undefined;
}

// Routes ------------------------------------------------------------------------------------------

const DELETED = 'El ejercicio fiscal se eliminó.';
const unknown = () => notFound('Fiscal year not found');

const taken = violation('ejercicios_fiscales_anio_key', { anio: 2026 });

export function ejercicioFiscal(app: App, { db, config }: Context): void {
  const write = config.STRICT_ACCESS ? admin : token;

  app.get(
    '/ejercicio-fiscal',
    {
      config: { ...reader, cacheTags: ['ejercicios_fiscales'] },
      schema: {
        tags,
        operationId: 'listEjerciciosFiscales',
        summary: 'Ejercicios fiscales, por año',
        response: { 200: Type.Array(EjercicioFiscal) },
      },
    },
    async () => listEjerciciosFiscales(db, false),
  );

  app.get(
    '/ejercicio-fiscal/activos',
    {
      config: { ...reader, cacheTags: ['ejercicios_fiscales'] },
      schema: {
        tags,
        operationId: 'listActiveEjerciciosFiscales',
        summary: 'Ejercicios fiscales activos, por año',
        response: { 200: Type.Array(EjercicioFiscal) },
      },
    },
    async () => listEjerciciosFiscales(db, true),
  );

  app.get(
    '/ejercicio-fiscal/:id',
    {
      config: { ...reader, cacheTags: ['ejercicios_fiscales'] },
      schema: {
        tags,
        operationId: 'findEjercicioFiscal',
        summary: 'Un ejercicio fiscal',
        params: IdParams,
        response: { 200: EjercicioFiscal, 404: unknown() },
      },
    },
    async (request) => {
      const json = await db.findJson(FIND, [int4(request.params.id)]);
      if (!json) throw unknown();
      return json;
    },
  );

  app.post(
    '/ejercicio-fiscal',
    {
      config: write,
      schema: {
        tags,
        operationId: 'createEjercicioFiscal',
        summary: 'Crea un ejercicio fiscal',
        body: NewEjercicioFiscal,
        response: { 201: EjercicioFiscal, 409: taken },
      },
    },
    async (request, reply) => {
      reply.code(201);
      return createEjercicioFiscal(request.db, request.body);
    },
  );

  app.patch(
    '/ejercicio-fiscal/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'updateEjercicioFiscal',
        summary: 'Cambia los campos indicados de un ejercicio fiscal',
        params: IdParams,
        body: ChangedEjercicioFiscal,
        response: { 200: EjercicioFiscal, 404: unknown(), 409: taken, 412: hasChanged() },
      },
    },
    async (request) => {
      const id = int4(request.params.id);
      const json = await unlessChanged(request, [LOCK, FIND, id], (tx) =>
        updateEjercicioFiscal(tx, id, request.body),
      );
      if (!json) throw unknown();
      return json;
    },
  );

  app.delete(
    '/ejercicio-fiscal/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'deleteEjercicioFiscal',
        summary: 'Elimina un ejercicio fiscal que ninguna obra usa',
        params: IdParams,
        response: { 200: Mensaje(DELETED), 404: unknown(), 409: inUse(), 412: hasChanged() },
      },
    },
    async (request) => {
      const id = int4(request.params.id);
      const isDeleted = await unlessChanged(request, [LOCK, FIND, id], (tx) =>
        deleteEjercicioFiscal(tx, id),
      );
      if (!isDeleted) throw unknown();
      return { message: DELETED };
    },
  );
}
