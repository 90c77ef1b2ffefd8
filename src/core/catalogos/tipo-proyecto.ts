import './constraints.ts';
import { Type } from 'typebox';
import { admin, reader, token } from '../auth/access.ts';
import { inUse, violation } from '../base/constraints.ts';
import { notFound } from '../base/errors.ts';
import { Changes, Closed } from '../base/schemas.ts';
import type { App, Context } from '../http/context.ts';
import { BY_NAME, recordRoutes, statementsOf } from './records.ts';

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
  { nombre: fields.nombre, activo: Type.Optional(Type.Boolean({ default: true })) },
  { title: 'NuevoTipoProyecto' },
);

const ChangedTipoProyecto = Changes(fields, { title: 'CambiosTipoProyecto' });

export const TipoProyecto = Closed(
  { id: Type.Integer({ examples: [1] }), ...fields },
  { title: 'TipoProyecto', description: 'Tipo de proyecto.' },
);

const { find, list, create, update } = statementsOf('tipos_proyecto', fields, BY_NAME);

// Routes ------------------------------------------------------------------------------------------

const unknown = () => notFound('Project type not found');

/** The catalog, for what else is done with its records. */
export const TIPOS_PROYECTO = {
  ...{ path: '/catalogos/tipo-proyecto', table: 'tipos_proyecto', tags },
  ...{ record: TipoProyecto, unknown, find },
};

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
    () => list(db, true),
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
    ...{ find, create, update },
    deletion: {
      summary: 'Elimina un tipo de proyecto que ninguna obra usa',
      message: 'El tipo de proyecto se eliminó.',
      inUse: inUse(),
    },
  });
}
