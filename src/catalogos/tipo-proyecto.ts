import { type Static, Type } from 'typebox';
import { admin, reader, token } from '../auth/access.ts';
import { inUse, violation } from '../base/constraints.ts';
import { hasChanged, notFound } from '../base/errors.ts';
import { Changes, Closed, IdParams, Mensaje } from '../base/schemas.ts';
import { int4 } from '../base/text.ts';
import type { Db } from '../db/db.ts';
import { unlessChanged } from '../http/conditional.ts';
import type { App, Context } from '../http/context.ts';

// Schemas -----------------------------------------------------------------------------------------

const tags = ['Tipos de proyecto'];

const fields = {
  nombre: Type.String({
    minLength: 1,
    maxLength: 150,
    description: 'Único, sin distinguir mayúsculas.',
    examples: ['Vialidades'],
  }),
  activo: Type.Boolean({ examples: [true] }),
};

const NewTipoProyecto = Closed(
  {
    nombre: fields.nombre,
    activo: Type.Optional(Type.Boolean({ default: true })),
  },
  { title: 'NuevoTipoProyecto' },
);
type NewTipoProyecto = Static<typeof NewTipoProyecto>;

const ChangedTipoProyecto = Changes(fields, { title: 'CambiosTipoProyecto' });
type ChangedTipoProyecto = Static<typeof ChangedTipoProyecto>;

export const TipoProyecto = Closed(
  { id: Type.Integer({ examples: [1] }), ...fields },
  { title: 'TipoProyecto', description: 'Tipo de proyecto.' },
);

// SQL ---------------------------------------------------------------------------------------------

const COLUMNS = 'id, nombre, activo';

/** The JSON of the project types in Spanish alphabetical order. */
function listTiposProyecto(db: Db): Promise<string> {
  return db.json(
    `SELECT coalesce(json_agg(t), '[]') AS json
     FROM (SELECT ${COLUMNS} FROM tipos_proyecto ORDER BY nombre_orden, nombre COLLATE "C", id) t`,
  );
}

const LOCK = 'SELECT FROM tipos_proyecto WHERE id = $1 FOR UPDATE';
const FIND = `SELECT row_to_json(t) AS json
   FROM (SELECT ${COLUMNS} FROM tipos_proyecto WHERE id = $1) t`;

function createTipoProyecto(db: Db, { nombre, activo }: NewTipoProyecto) {
  return db.json(
    `WITH nuevo AS (
       INSERT INTO tipos_proyecto (nombre, activo) VALUES ($1, $2) RETURNING *
     )
     SELECT row_to_json(t) AS json FROM (SELECT ${COLUMNS} FROM nuevo) t`,
    [nombre, activo ?? true],
  );
}

function updateTipoProyecto(
  db: Db,
  id: number | null,
  { nombre, activo }: ChangedTipoProyecto,
): Promise<string | undefined> {
  return db.findJson(
    `WITH cambiado AS (
       UPDATE tipos_proyecto SET nombre = coalesce($2, nombre), activo = coalesce($3, activo)
       WHERE id = $1
       RETURNING *
     )
     SELECT row_to_json(t) AS json FROM (SELECT ${COLUMNS} FROM cambiado) t`,
    [id, nombre, activo],
  );
}

/** Deletes a project type and says whether there was one; a constraint keeps those that obras refer to. */
async function deleteTipoProyecto(db: Db, id: number | null): Promise<boolean> {
  const row = await db.one('DELETE FROM tipos_proyecto WHERE id = $1 RETURNING id', [id]);
  return row !== undefined;
}

// Routes ------------------------------------------------------------------------------------------

const DELETED = 'El tipo de proyecto se eliminó.';
const unknown = () => notFound('Project type not found');

const taken = violation('tipos_proyecto_nombre_key', { nombre: 'Vialidades' });

export function tipoProyecto(app: App, { db, config }: Context): void {
  const write = config.STRICT_ACCESS ? admin : token;

  app.get(
    '/catalogos/tipo-proyecto',
    {
      config: { ...reader, cacheTags: ['tipos_proyecto'] },
      schema: {
        tags,
        operationId: 'listTiposProyecto',
        summary: 'Tipos de proyecto, por nombre',
        response: { 200: Type.Array(TipoProyecto) },
      },
    },
    async () => listTiposProyecto(db),
  );

  app.get(
    '/catalogos/tipo-proyecto/:id',
    {
      config: { ...reader, cacheTags: ['tipos_proyecto'] },
      schema: {
        tags,
        operationId: 'findTipoProyecto',
        summary: 'Un tipo de proyecto',
        params: IdParams,
        response: { 200: TipoProyecto, 404: unknown() },
      },
    },
    async (request) => {
      const json = await db.findJson(FIND, [int4(request.params.id)]);
      if (!json) throw unknown();
      return json;
    },
  );

  app.post(
    '/catalogos/tipo-proyecto',
    {
      config: write,
      schema: {
        tags,
        operationId: 'createTipoProyecto',
        summary: 'Crea un tipo de proyecto',
        body: NewTipoProyecto,
        response: { 201: TipoProyecto, 409: taken },
      },
    },
    async (request, reply) => {
      reply.code(201);
      return createTipoProyecto(request.db, request.body);
    },
  );

  app.patch(
    '/catalogos/tipo-proyecto/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'updateTipoProyecto',
        summary: 'Cambia los campos indicados de un tipo de proyecto',
        params: IdParams,
        body: ChangedTipoProyecto,
        response: { 200: TipoProyecto, 404: unknown(), 409: taken, 412: hasChanged() },
      },
    },
    async (request) => {
      const id = int4(request.params.id);
      const json = await unlessChanged(request, [LOCK, FIND, id], (tx) =>
        updateTipoProyecto(tx, id, request.body),
      );
      if (!json) throw unknown();
      return json;
    },
  );

  app.delete(
    '/catalogos/tipo-proyecto/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'deleteTipoProyecto',
        summary: 'Elimina un tipo de proyecto que ninguna obra usa',
        params: IdParams,
        response: { 200: Mensaje(DELETED), 404: unknown(), 409: inUse(), 412: hasChanged() },
      },
    },
    async (request) => {
      const id = int4(request.params.id);
      const isDeleted = await unlessChanged(request, [LOCK, FIND, id], (tx) =>
        deleteTipoProyecto(tx, id),
      );
      if (!isDeleted) throw unknown();
      return { message: DELETED };
    },
  );
}
