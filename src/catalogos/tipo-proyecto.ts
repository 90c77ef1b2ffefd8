import './constraints.ts';
import { type Static, Type } from 'typebox';
import { admin, reader, token } from '../auth/access.ts';
import { inUse, violation } from '../base/constraints.ts';
import { notFound } from '../base/errors.ts';
import { Changes, Closed } from '../base/schemas.ts';
import type { Db } from '../db/db.ts';
import type { App, Context } from '../http/context.ts';
import { fusionRoute } from './fusion.ts';
import { recordRoutes } from './records.ts';

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

const FIND = `SELECT row_to_json(t) AS json
   FROM (SELECT ${COLUMNS} FROM tipos_proyecto WHERE id = $1) t`;

function createTipoProyecto(db: Db, { nombre, activo }: NewTipoProyecto) {
  return db.json(
    `WITH created AS (
       INSERT INTO tipos_proyecto (nombre, activo) VALUES ($1, $2) RETURNING *
     )
     SELECT keep_answer(row_to_json(t)::text) AS json FROM (SELECT ${COLUMNS} FROM created) t`,
    [nombre, activo ?? true],
  );
}

function updateTipoProyecto(
  db: Db,
  id: number | null,
  { nombre, activo }: ChangedTipoProyecto,
): Promise<string | undefined> {
  return db.jsonOrNothing(
    `WITH updated AS (
       UPDATE tipos_proyecto SET nombre = coalesce($2, nombre), activo = coalesce($3, activo)
       WHERE id = $1
       RETURNING *
     )
     SELECT row_to_json(t) AS json FROM (SELECT ${COLUMNS} FROM updated) t`,
    [id, nombre, activo],
  );
}

// Routes ------------------------------------------------------------------------------------------

const unknown = () => notFound('Project type not found');

export function tipoProyecto(app: App, { db, config }: Context): void {
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

  recordRoutes(app, db, {
    path: '/catalogos/tipo-proyecto',
    tags,
    name: 'TipoProyecto',
    one: 'un tipo de proyecto',
    read: reader,
    write: config.STRICT_ACCESS ? admin : token,
    tables: ['tipos_proyecto'],
    schemas: { record: TipoProyecto, created: NewTipoProyecto, changed: ChangedTipoProyecto },
    unknown,
    taken: violation('tipos_proyecto_nombre_key', { nombre: 'Vialidades' }),
    find: FIND,
    create: createTipoProyecto,
    update: updateTipoProyecto,
    deletion: {
      summary: 'Elimina un tipo de proyecto que ninguna obra usa',
      message: 'El tipo de proyecto se eliminó.',
      inUse: inUse(),
    },
  });

  fusionRoute(app, {
    path: '/catalogos/tipo-proyecto',
    tags,
    name: 'TiposProyecto',
    two: 'dos tipos de proyecto',
    table: 'tipos_proyecto',
    column: 'tipo_proyecto_id',
    record: TipoProyecto,
    unknown,
    find: FIND,
  });
}
