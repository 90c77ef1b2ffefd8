import './constraints.ts';
import { Type } from 'typebox';
import { admin, reader, token } from '../auth/access.ts';
import { inUse, violation } from '../base/constraints.ts';
import { notFound } from '../base/errors.ts';
import { Closed, OptionalMembers } from '../base/schemas.ts';
import type { App, Context } from '../http/context.ts';
import { BY_NAME, recordRoutes, statementsOf } from './records.ts';

// Schemas -----------------------------------------------------------------------------------------

const tags = ['Tipos de proyecto'];

const tipoProyectoFields = {
  nombre: Type.String({
    minLength: 1,
    maxLength: 150,
    description: 'Único, sin distinguir mayúsculas.',
    examples: ['Vialidades'],
  }),
  activo: Type.Boolean({ examples: [true] }),
};

const NewTipoProyecto = Closed(
  { nombre: tipoProyectoFields.nombre, activo: Type.Optional(Type.Boolean({ default: true })) },
  { title: 'NuevoTipoProyecto' },
);

const ChangedTipoProyecto = OptionalMembers(tipoProyectoFields, { title: 'CambiosTipoProyecto' });

export const TipoProyecto = Closed(
  { id: Type.Integer({ examples: [1] }), ...tipoProyectoFields },
  { title: 'TipoProyecto', description: 'Tipo de proyecto.' },
);

const { find, list, create, update } = statementsOf('tipos_proyecto', tipoProyectoFields, BY_NAME);

// Routes ------------------------------------------------------------------------------------------

const unknownTipoProyecto = () => notFound('Project type not found');

/** The catalog, for what else is done with its records. */
export const TIPOS_PROYECTO = {
  ...{ path: '/catalogos/tipo-proyecto', table: 'tipos_proyecto', tags },
  ...{ record: TipoProyecto, unknown: unknownTipoProyecto, find },
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
    unknown: unknownTipoProyecto,
    taken: violation('tipos_proyecto_nombre_key', { nombre: 'Vialidades' }),
    ...{ find, create, update },
    deletion: {
      summary: 'Elimina un tipo de proyecto que ninguna obra usa',
      message: 'El tipo de proyecto se eliminó.',
      inUse: inUse(),
    },
  });
}
