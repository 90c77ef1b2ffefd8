import './constraints.ts';
import { Type } from 'typebox';
import { admin, open } from '../auth/access.ts';
import { violation } from '../base/constraints.ts';
import { notFound } from '../base/errors.ts';
import { Closed, LABEL, nullable, OptionalMembers } from '../base/schemas.ts';
import type { App, Context } from '../http/context.ts';
import { CAPITALS } from '../http/input/keywords.ts';
import { BY_NAME, deactivationRoute, emptyIsNull, recordRoutes, statementsOf } from './records.ts';

// Schemas -----------------------------------------------------------------------------------------

const tags = ['Dependencias'];

const dependenciaFields = {
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
    nombre: dependenciaFields.nombre,
    siglas: Type.Optional(dependenciaFields.siglas),
    activo: Type.Optional(Type.Boolean({ default: true })),
  },
  { title: 'NuevaDependencia' },
);

const ChangedDependencia = OptionalMembers(dependenciaFields, { title: 'CambiosDependencia' });

export const Dependencia = Closed(
  { id: Type.Integer({ examples: [1] }), ...dependenciaFields },
  { title: 'Dependencia', description: 'Dependencia.' },
);

const ListQuery = Type.Object({
  ver_todo: Type.String({
    [LABEL]: 'También los inactivos',
    default: 'false',
    description: 'Con true incluye las inactivas; cualquier otro valor cuenta como false.',
  }),
});

const { find, list, create, update } = statementsOf('dependencias', dependenciaFields, BY_NAME);

// Routes ------------------------------------------------------------------------------------------

const unknownDependencia = (id: string) => notFound(`Dependencia #${id} no encontrada`);

/** The catalog, for what else is done with its records. */
export const DEPENDENCIAS = {
  ...{ path: '/dependencias', table: 'dependencias', tags },
  ...{ record: Dependencia, unknown: unknownDependencia, find },
};

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
    (request) => list(db, request.query.ver_todo === 'true'),
  );

  const catalog = {
    ...{ path: '/dependencias', tags, name: 'Dependencia', one: 'una dependencia', write, find },
    ...{ unknown: unknownDependencia, tables: ['dependencias'] as [string] },
  };
  recordRoutes(app, db, {
    ...catalog,
    read: open,
    schemas: { record: Dependencia, created: NewDependencia, changed: ChangedDependencia },
    taken: violation('dependencias_nombre_key', { nombre: 'Secretaría de Obras Públicas' }),
    create: (tx, body) => create(tx, emptyIsNull(body)),
    update: (tx, id, body) => update(tx, id, emptyIsNull(body)),
  });

  deactivationRoute(app, { ...catalog, record: Dependencia, update });
}
