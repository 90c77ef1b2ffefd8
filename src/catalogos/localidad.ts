import { type Static, Type } from 'typebox';
import { admin, reader, token } from '../auth/access.ts';
import { inactive, missing } from '../base/constraints.ts';
import { badRequest, type HttpError, hasChanged, notFound } from '../base/errors.ts';
import { Changes, Closed, IdParams, Ids, Mensaje, nullable, Reference } from '../base/schemas.ts';
import { int4, int4List } from '../base/text.ts';
import type { Db } from '../db/db.ts';
import { unlessChanged } from '../http/conditional.ts';
import type { App, Context } from '../http/context.ts';
import { MunicipioBreve } from './municipios.ts';

// Schemas -----------------------------------------------------------------------------------------

const tags = ['Localidades'];

const fields = {
  nombre: Type.String({ minLength: 1, maxLength: 100, examples: ['Cholul'] }),
  clave: nullable(
    Type.String({
      maxLength: 50,
      description: 'Clave, por ejemplo la de INEGI, de nueve dígitos; vacía equivale a null.',
      examples: ['310500074'],
    }),
  ),
  municipioId: Reference('Municipio al que pertenece.', 50),
  activo: Type.Boolean({ examples: [true] }),
};

const NewLocalidad = Closed(
  {
    nombre: fields.nombre,
    clave: Type.Optional(fields.clave),
    municipioId: fields.municipioId,
    activo: Type.Optional(Type.Boolean({ default: true })),
  },
  { title: 'NuevaLocalidad' },
);
type NewLocalidad = Static<typeof NewLocalidad>;

const ChangedLocalidad = Changes(fields, { title: 'CambiosLocalidad' });
type ChangedLocalidad = Static<typeof ChangedLocalidad>;

const Localidad = Closed(
  {
    id: Type.Integer({ examples: [1] }),
    ...fields,
    municipio: MunicipioBreve,
  },
  { title: 'Localidad', description: 'Localidad con su municipio.' },
);

const ListQuery = Type.Object({
  municipioId: Type.Optional(Ids('Sólo las localidades de estos municipios.')),
});

// SQL ---------------------------------------------------------------------------------------------

/** The JSON of `localidades l JOIN municipios m`, the one place where it is made. */
const RENDERED = `row_to_json((
  SELECT r FROM (
    SELECT l.id, l.nombre, l.clave, l.activo, l.municipio_id AS "municipioId",
      (SELECT row_to_json(x) FROM (SELECT m.id, m.nombre) x) AS municipio
  ) r))`;

/** The JSON of the localities, all of them or those of these municipios, in Spanish alphabetical order. */
function listLocalidades(db: Db, municipioIds: number[] | null): Promise<string> {
  return db.json(
    `SELECT coalesce(json_agg(${RENDERED} ORDER BY l.nombre_orden, l.nombre COLLATE "C", l.id), '[]') AS json
     FROM localidades l JOIN municipios m ON m.id = l.municipio_id
     WHERE $1::integer[] IS NULL OR l.municipio_id = ANY ($1)`,
    [municipioIds],
  );
}

const LOCK = 'SELECT FROM localidades WHERE id = $1 FOR UPDATE';
const FIND = `SELECT ${RENDERED} AS json
   FROM localidades l JOIN municipios m ON m.id = l.municipio_id
   WHERE l.id = $1`;

/** Adds a locality to an active municipio; undefined where there is none with that id. */
function createLocalidad(db: Db, localidad: NewLocalidad): Promise<string | undefined> {
  return db.findJson(
    `WITH l AS (
       INSERT INTO localidades (nombre, clave, municipio_id, activo)
       SELECT $1, $2, id, $4 FROM municipios WHERE id = $3 AND activo
       RETURNING *
     )
     SELECT ${RENDERED} AS json FROM l JOIN municipios m ON m.id = l.municipio_id`,
    [
      localidad.nombre,
      localidad.clave || null,
      int4(localidad.municipioId),
      localidad.activo ?? true,
    ],
  );
}

/** Changes a locality; undefined where there is none, or where it would move to no active municipio. */
async function updateLocalidad(
  db: Db,
  id: number | null,
  changes: ChangedLocalidad,
): Promise<string | undefined> {
  const municipioId = changes.municipioId ?? null;
  // To the statement a null says that it stays.
  if (municipioId !== null && int4(municipioId) === null) return undefined;
  return db.findJson(
    `WITH l AS (
       UPDATE localidades SET
         nombre = coalesce($2, nombre),
         clave = CASE WHEN $3 THEN $4 ELSE clave END,
         municipio_id = coalesce($5, municipio_id),
         activo = coalesce($6, activo)
       WHERE id = $1 AND (
         coalesce($5, municipio_id) = municipio_id
         OR EXISTS (SELECT FROM municipios WHERE municipios.id = $5 AND municipios.activo))
       RETURNING *
     )
     SELECT ${RENDERED} AS json FROM l JOIN municipios m ON m.id = l.municipio_id`,
    [
      id,
      changes.nombre,
      changes.clave !== undefined,
      changes.clave || null,
      municipioId,
      changes.activo,
    ],
  );
}

/** The failure of a municipio that a locality can't be in. */
async function municipioError(db: Db, id: number): Promise<HttpError> {
  const found = await db.one('SELECT FROM municipios WHERE id = $1', [int4(id)]);
  return badRequest([found ? inactive('municipioId', id) : missing('municipioId', id)]);
}

/** Deletes a locality and says whether there was one. */
async function deleteLocalidad(db: Db, id: number | null): Promise<boolean> {
  return (await db.one('DELETE FROM localidades WHERE id = $1 RETURNING id', [id])) !== undefined;
}

// Routes ------------------------------------------------------------------------------------------

const DELETED = 'La localidad se eliminó.';
const unknown = () => notFound('Locality not found');

export function localidad(app: App, { db, config }: Context): void {
  const write = config.STRICT_ACCESS ? admin : token;

  app.get(
    '/localidad',
    {
      config: { ...reader, cacheTags: ['localidades', 'municipios'] },
      schema: {
        tags,
        operationId: 'listLocalidades',
        summary: 'Localidades con su municipio, por nombre',
        querystring: ListQuery,
        response: { 200: Type.Array(Localidad) },
      },
    },
    async ({ query: { municipioId } }) =>
      listLocalidades(db, municipioId === undefined ? null : int4List(municipioId)),
  );

  app.get(
    '/localidad/:id',
    {
      config: { ...reader, cacheTags: ['localidades', 'municipios'] },
      schema: {
        tags,
        operationId: 'findLocalidad',
        summary: 'Una localidad',
        params: IdParams,
        response: { 200: Localidad, 404: unknown() },
      },
    },
    async (request) => {
      const json = await db.findJson(FIND, [int4(request.params.id)]);
      if (!json) throw unknown();
      return json;
    },
  );

  app.post(
    '/localidad',
    {
      config: write,
      schema: {
        tags,
        operationId: 'createLocalidad',
        summary: 'Crea una localidad',
        body: NewLocalidad,
        response: { 201: Localidad },
      },
    },
    async (request, reply) => {
      const json = await createLocalidad(request.db, request.body);
      if (!json) throw await municipioError(request.db, request.body.municipioId);
      reply.code(201);
      return json;
    },
  );

  app.patch(
    '/localidad/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'updateLocalidad',
        summary: 'Cambia los campos indicados de una localidad',
        params: IdParams,
        body: ChangedLocalidad,
        response: { 200: Localidad, 404: unknown(), 412: hasChanged() },
      },
    },
    async (request) => {
      const id = int4(request.params.id);
      const json = await unlessChanged(request, [LOCK, FIND, id], (tx) =>
        updateLocalidad(tx, id, request.body),
      );
      if (json) return json;
      const { municipioId } = request.body;
      if (municipioId === undefined || !(await db.findJson(FIND, [id]))) throw unknown();
      throw await municipioError(db, municipioId);
    },
  );

  app.delete(
    '/localidad/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'deleteLocalidad',
        summary: 'Elimina una localidad',
        params: IdParams,
        response: { 200: Mensaje(DELETED), 404: unknown(), 412: hasChanged() },
      },
    },
    async (request) => {
      const id = int4(request.params.id);
      const isDeleted = await unlessChanged(request, [LOCK, FIND, id], (tx) =>
        deleteLocalidad(tx, id),
      );
      if (!isDeleted) throw unknown();
      return { message: DELETED };
    },
  );
}
