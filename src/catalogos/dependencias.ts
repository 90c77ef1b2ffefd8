import './constraints.ts';
import { type Static, Type } from 'typebox';
import { admin, open } from '../auth/access.ts';
import { violation } from '../base/constraints.ts';
import { hasChanged, notFound } from '../base/errors.ts';
import { Changes, Closed, IdParams, nullable } from '../base/schemas.ts';
import { int4 } from '../base/text.ts';
import type { Db } from '../db/db.ts';
import { unlessChanged } from '../http/cache/conditional.ts';
import type { App, Context } from '../http/context.ts';
import { CAPITALS } from '../http/input/keywords.ts';
import { fusionRoute } from './fusion.ts';
import { recordRoutes } from './records.ts';

// Schemas -----------------------------------------------------------------------------------------

const tags = ['Dependencias'];

const fields = {
  nombre: Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'Único, sin distinguir mayúsculas.',
    examples: ['Secretaría de Obras Públicas'],
  }),
  siglas: nullable(
    Type.String({
      maxLength: 50,
      [CAPITALS]: true,
      description: 'Se guardan en mayúsculas; vacías equivalen a null.',
      examples: ['SOP'],
    }),
  ),
  activo: Type.Boolean({ examples: [true] }),
};

const NewDependencia = Closed(
  {
    nombre: fields.nombre,
    siglas: Type.Optional(fields.siglas),
    activo: Type.Optional(Type.Boolean({ default: true })),
  },
  { title: 'NuevaDependencia' },
);
type NewDependencia = Static<typeof NewDependencia>;

const ChangedDependencia = Changes(fields, { title: 'CambiosDependencia' });
type ChangedDependencia = Static<typeof ChangedDependencia>;

export const Dependencia = Closed(
  { id: Type.Integer({ examples: [1] }), ...fields },
  { title: 'Dependencia', description: 'Dependencia.' },
);

const ListQuery = Type.Object({
  ver_todo: Type.String({
    default: 'false',
    description: 'Con true incluye las inactivas; cualquier otro valor cuenta como false.',
  }),
});

// SQL ---------------------------------------------------------------------------------------------

const COLUMNS = 'id, nombre, siglas, activo';

/** The JSON of the dependencias in Spanish alphabetical order; with `all` the inactive ones too. */
function listDependencias(db: Db, all: boolean): Promise<string> {
  return db.json(
    `SELECT coalesce(json_agg(d), '[]') AS json
     FROM (SELECT ${COLUMNS} FROM dependencias WHERE activo OR $1
           ORDER BY nombre_orden, nombre COLLATE "C", id) d`,
    [all],
  );
}

const LOCK = 'SELECT FROM dependencias WHERE id = $1 FOR UPDATE';
const FIND = `SELECT row_to_json(d) AS json FROM (SELECT ${COLUMNS} FROM dependencias WHERE id = $1) d`;

function createDependencia(db: Db, dependencia: NewDependencia): Promise<string> {
  return db.json(
    `WITH created AS (
       INSERT INTO dependencias (nombre, siglas, activo) VALUES ($1, $2, $3) RETURNING *
     )
     SELECT keep_answer(row_to_json(d)::text) AS json FROM (SELECT ${COLUMNS} FROM created) d`,
    [dependencia.nombre, dependencia.siglas || null, dependencia.activo ?? true],
  );
}

function updateDependencia(
  db: Db,
  id: number | null,
  changes: ChangedDependencia,
): Promise<string | undefined> {
  return db.jsonOrNothing(
    `WITH updated AS (
       UPDATE dependencias SET
         nombre = coalesce($2, nombre),
         siglas = CASE WHEN $3 THEN $4 ELSE siglas END,
         activo = coalesce($5, activo)
       WHERE id = $1
       RETURNING *
     )
     SELECT row_to_json(d) AS json FROM (SELECT ${COLUMNS} FROM updated) d`,
    [id, changes.nombre, changes.siglas !== undefined, changes.siglas || null, changes.activo],
  );
}

/** Specification section 3: a DELETE deactivates the record. */
function deactivateDependencia(db: Db, id: number | null): Promise<string | undefined> {
  return updateDependencia(db, id, { activo: false });
}

// Routes ------------------------------------------------------------------------------------------

const unknown = (id: string) => notFound(`Dependencia #${id} no encontrada`);

export function dependencias(app: App, { db, config }: Context): void {
  const write = config.STRICT_ACCESS ? admin : open;

  app.get(
    '/dependencias',
    {
      config: { ...open, cacheTags: ['dependencias'] },
      schema: {
        tags,
        operationId: 'listDependencias',
        summary: 'Dependencias por nombre; sólo las activas salvo ver_todo=true',
        querystring: ListQuery,
        response: { 200: Type.Array(Dependencia) },
      },
    },
    async (request) => listDependencias(db, request.query.ver_todo === 'true'),
  );

  recordRoutes(app, db, {
    path: '/dependencias',
    tags,
    name: 'Dependencia',
    one: 'una dependencia',
    read: open,
    write,
    tables: ['dependencias'],
    schemas: { record: Dependencia, created: NewDependencia, changed: ChangedDependencia },
    unknown,
    taken: violation('dependencias_nombre_key', { nombre: 'Secretaría de Obras Públicas' }),
    find: FIND,
    create: createDependencia,
    update: updateDependencia,
  });

  fusionRoute(app, {
    path: '/dependencias',
    tags,
    name: 'Dependencias',
    two: 'dos dependencias',
    table: 'dependencias',
    column: 'dependencia_id',
    // Clerks of the merged dependencia become clerks of the other, also while obras remain to be moved.
    others: `
      WITH removed AS (
        DELETE FROM capturistas
        WHERE dependencia_id = $1 AND NOT EXISTS (SELECT FROM obras WHERE dependencia_id = $1)
      )
      INSERT INTO capturistas (user_id, dependencia_id)
      SELECT user_id, $2 FROM capturistas WHERE dependencia_id = $1 ON CONFLICT DO NOTHING`,
    record: Dependencia,
    unknown,
    find: FIND,
  });

  app.delete(
    '/dependencias/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'deactivateDependencia',
        summary: 'Desactiva una dependencia y la responde',
        params: IdParams,
        response: { 200: Dependencia, 404: unknown('99'), 412: hasChanged() },
      },
    },
    async (request) => {
      const { id } = request.params;
      const key = int4(id);
      const json = await unlessChanged(request, [LOCK, FIND, key], (tx) =>
        deactivateDependencia(tx, key),
      );
      if (!json) throw unknown(id);
      return json;
    },
  );
}
