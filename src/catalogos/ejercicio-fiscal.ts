import './constraints.ts';
import { type Static, Type } from 'typebox';
import { admin, reader, token } from '../auth/access.ts';
import { inUse, violation } from '../base/constraints.ts';
import { notFound } from '../base/errors.ts';
import { Changes, Closed } from '../base/schemas.ts';
import type { Db } from '../db/db.ts';
import type { App, Context } from '../http/context.ts';
import { YEAR } from '../http/input/keywords.ts';
import { recordRoutes } from './records.ts';

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

const FIND = `SELECT row_to_json(e) AS json
   FROM (SELECT ${COLUMNS} FROM ejercicios_fiscales WHERE id = $1) e`;

function createEjercicioFiscal(db: Db, { anio, activo }: NewEjercicioFiscal) {
  return db.json(
    `WITH created AS (
       INSERT INTO ejercicios_fiscales (anio, activo) VALUES ($1, $2) RETURNING *
     )
     SELECT keep_answer(row_to_json(e)::text) AS json FROM (SELECT ${COLUMNS} FROM created) e`,
    [anio, activo ?? true],
  );
}

function updateEjercicioFiscal(
  db: Db,
  id: number | null,
  { anio, activo }: ChangedEjercicioFiscal,
): Promise<string | undefined> {
  return db.jsonOrNothing(
    `WITH updated AS (
       UPDATE ejercicios_fiscales SET anio = coalesce($2, anio), activo = coalesce($3, activo)
       WHERE id = $1
       RETURNING *
     )
     SELECT row_to_json(e) AS json FROM (SELECT ${COLUMNS} FROM updated) e`,
    [id, anio, activo],
  );
}

// Routes ------------------------------------------------------------------------------------------

export function ejercicioFiscal(app: App, { db, config }: Context): void {
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

  recordRoutes(app, db, {
    path: '/ejercicio-fiscal',
    tags,
    name: 'EjercicioFiscal',
    one: 'un ejercicio fiscal',
    read: reader,
    write: config.STRICT_ACCESS ? admin : token,
    tables: ['ejercicios_fiscales'],
    schemas: {
      record: EjercicioFiscal,
      created: NewEjercicioFiscal,
      changed: ChangedEjercicioFiscal,
    },
    unknown: () => notFound('Fiscal year not found'),
    taken: violation('ejercicios_fiscales_anio_key', { anio: 2026 }),
    find: FIND,
    create: createEjercicioFiscal,
    update: updateEjercicioFiscal,
    deletion: {
      summary: 'Elimina un ejercicio fiscal que ninguna obra usa',
      message: 'El ejercicio fiscal se eliminó.',
      inUse: inUse(),
    },
  });
}
