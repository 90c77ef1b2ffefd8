import './constraints.ts';
import { Type } from 'typebox';
import { admin, open } from '../../core/auth/access.ts';
import { violation } from '../../core/base/constraints.ts';
import { notFound } from '../../core/base/errors.ts';
import { Closed, LABEL, OptionalMembers } from '../../core/base/schemas.ts';
import {
  BY_NAME,
  deactivationRoute,
  emptyIsNull,
  recordRoutes,
  statementsOf,
} from '../../core/catalogos/records.ts';
import type { App, Context } from '../../core/http/context.ts';
import { fusionRoute } from '../fusion/fusion.ts';
import { Fondo, fondoFields } from './fondo.ts';

const tags = ['Expediente'];

const NewFondo = Closed(
  {
    nombre: fondoFields.nombre,
    siglas: Type.Optional(fondoFields.siglas),
    nivel: fondoFields.nivel,
    activo: Type.Optional(Type.Boolean({ default: true })),
  },
  { title: 'NuevoFondo' },
);
const ChangedFondo = OptionalMembers(fondoFields, { title: 'CambiosFondo' });

const ListQuery = Type.Object({
  ver_todo: Type.String({
    [LABEL]: 'También los inactivos',
    default: 'false',
    description: 'Con true incluye los inactivos; cualquier otro valor cuenta como false.',
  }),
});

const { find, list, create, update } = statementsOf('fondos', fondoFields, BY_NAME);
const unknown = (id: string) => notFound(`Fondo #${id} no encontrado`);

/** The funds of which works are paid. Administrators write them; one that works have is merged or deactivated. */
export function fondos(app: App, { db }: Context): void {
  app.get(
    '/fondos',
    {
      config: { ...open, cacheTags: ['fondos'] },
      schema: {
        tags,
        operationId: 'listFondos',
        summary: 'Fondos por nombre; sólo los activos salvo ver_todo=true',
        querystring: ListQuery,
        response: { 200: Type.Array(Fondo) },
      },
    },
    (request) => list(db, request.query.ver_todo === 'true'),
  );

  const catalog = {
    ...{ path: '/fondos', tags, name: 'Fondo', one: 'un fondo', unknown, find, write: admin },
    tables: ['fondos'] as [string],
  };
  recordRoutes(app, db, {
    ...catalog,
    read: open,
    schemas: { record: Fondo, created: NewFondo, changed: ChangedFondo },
    taken: violation('fondos_nombre_key', {
      nombre: 'Fondo de Infraestructura Social para las Entidades',
    }),
    create: (tx, body) => create(tx, emptyIsNull(body)),
    update: (tx, id, body) => update(tx, id, emptyIsNull(body)),
  });
  deactivationRoute(app, { ...catalog, record: Fondo, update });

  fusionRoute(app, {
    ...{ path: '/fondos', table: 'fondos', tags, record: Fondo, unknown, find },
    name: 'Fondos',
    two: 'dos fondos',
    works: 'SELECT obra_id AS id FROM obras_fondos WHERE fondo_id = $1',
    // A work that has both has the sum of both. Works are locked before their records, as their own writers lock them.
    move: (works) => `
      WITH locked AS MATERIALIZED (SELECT id FROM obras WHERE id IN (${works}) ORDER BY id FOR NO KEY UPDATE)
      UPDATE expedientes SET fuentes = merge_fuentes(fuentes, $1, $2) WHERE obra_id IN (SELECT id FROM locked) RETURNING obra_id`,
  });
}
