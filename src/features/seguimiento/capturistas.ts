import '../../core/users/constraints.ts';
import { type Static, Type } from 'typebox';
import { admin, type Caller, lockCaller, ownerOrAdmin } from '../../core/auth/access.ts';
import { inactive, missing } from '../../core/base/constraints.ts';
import { badRequest, type Failure, forbidden, hasChanged } from '../../core/base/errors.ts';
import { Closed, LABEL, Reference, UuidParams } from '../../core/base/schemas.ts';
import { int4 } from '../../core/base/text.ts';
import type { Db } from '../../core/db/db.ts';
import { unlessChanged } from '../../core/http/cache/conditional.ts';
import type { App, Context } from '../../core/http/context.ts';
import { userNotFound } from '../../core/users/queries.ts';

// Clerks: users who write the follow-up of their agencies' obras. Their role does not change.

const Dependencias = Closed(
  {
    dependenciaIds: Type.Array(Reference('Dependencia.'), {
      [LABEL]: 'Dependencias a su cargo',
      maxItems: 100,
      description:
        'Las dependencias cuyo seguimiento captura, por id; ninguna si no es capturista.',
    }),
  },
  { title: 'DependenciasDeUsuario' },
);
type Dependencias = Static<typeof Dependencias>;

const Capturista = Closed(
  {
    userId: Type.String({ format: 'uuid', examples: ['5f0c6f6e-6f0b-4a52-9d1c-3f1a2b4c5d6e'] }),
    dependenciaIds: Type.Array(Type.Integer({ examples: [1] })),
  },
  { title: 'Capturista', description: 'Quien captura, y de qué dependencias.' },
);

const LIST = `
  SELECT coalesce(json_agg(json_build_object('userId', user_id, 'dependenciaIds', ids) ORDER BY user_id), '[]') AS json
  FROM (SELECT user_id, json_agg(dependencia_id ORDER BY dependencia_id) AS ids FROM capturistas GROUP BY user_id) c`;

const FIND_DEPENDENCIAS = `
  SELECT json_build_object('dependenciaIds', ARRAY(
    SELECT dependencia_id FROM capturistas WHERE user_id = u.id ORDER BY dependencia_id)) AS json
  FROM users u WHERE u.id = $1`;

const REPLACE = `
  WITH removed AS (
    DELETE FROM capturistas WHERE user_id = $1 AND dependencia_id <> ALL ($2::integer[])
  )
  INSERT INTO capturistas (user_id, dependencia_id)
  SELECT $1, dependencia_id FROM unnest($2::integer[]) AS d (dependencia_id)
  ORDER BY dependencia_id
  ON CONFLICT DO NOTHING`;

/** The failures of agencies for a user: each must exist, and be active or already the user's. */
async function findBroken(
  db: Db,
  user: string,
  { dependenciaIds }: Dependencias,
): Promise<Failure[]> {
  const rows = await db.query<{ id: number; isUsable: boolean }>(
    `SELECT id, activo OR id IN (SELECT dependencia_id FROM capturistas WHERE user_id = $1) AS "isUsable"
     FROM dependencias WHERE id = ANY ($2::integer[])`,
    [user, dependenciaIds.map(int4)],
  );
  const known = new Map(rows.map(({ id, isUsable }) => [id, isUsable]));
  return dependenciaIds.flatMap((id, index) => {
    const field = `dependenciaIds[${index}]`;
    if (known.get(id)) return [];
    return known.has(id) ? inactive(field, id) : missing(field, id);
  });
}

export function capturistas(app: App, { db }: Context): void {
  app.get(
    '/capturistas',
    {
      config: admin,
      schema: {
        tags: ['Usuarios'],
        operationId: 'listCapturistas',
        summary: 'Quiénes capturan el seguimiento, y de qué dependencias',
        response: { 200: Type.Array(Capturista) },
      },
    },
    () => db.json(LIST, []),
  );

  app.get(
    '/users/:id/dependencias',
    {
      config: ownerOrAdmin('No tienes permiso para ver este perfil.'),
      schema: {
        tags: ['Usuarios'],
        operationId: 'findDependenciasDeUsuario',
        summary: 'Las dependencias cuyo seguimiento captura un usuario',
        params: UuidParams,
        response: { 200: Dependencias, 404: userNotFound() },
      },
    },
    async ({ params: { id } }) => {
      const json = await db.jsonOrNothing(FIND_DEPENDENCIAS, [id]);
      if (!json) throw userNotFound();
      return json;
    },
  );

  app.patch(
    '/users/:id/dependencias',
    {
      config: admin,
      schema: {
        tags: ['Usuarios'],
        operationId: 'updateDependenciasDeUsuario',
        summary: 'Reemplaza las dependencias cuyo seguimiento captura un usuario',
        description: 'Su rol no cambia: de las obras sigue sólo leyendo.',
        params: UuidParams,
        body: Dependencias,
        response: { 200: Dependencias, 404: userNotFound(), 412: hasChanged() },
      },
    },
    async (request) => {
      const { id } = request.params;
      const lock = 'SELECT FROM users WHERE id = $1 FOR UPDATE';
      return unlessChanged(request, [lock, FIND_DEPENDENCIAS, id], (db) =>
        db.transaction(async (tx) => {
          // The lock is the one that a clerk's write takes (require_clerk), so no write passes while the right is withdrawn.
          const caller = await lockCaller(tx, request.caller as Caller, id);
          if (caller.roles !== 'admin') throw forbidden('Forbidden resource');
          if (!(await tx.jsonOrNothing(FIND_DEPENDENCIAS, [id]))) throw userNotFound();
          const failures = await findBroken(tx, id, request.body);
          if (failures.length > 0) throw badRequest(failures);
          await tx.query(REPLACE, [id, request.body.dependenciaIds]);
          return tx.json(FIND_DEPENDENCIAS, [id]);
        }),
      );
    },
  );
}
