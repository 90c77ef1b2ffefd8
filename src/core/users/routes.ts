import './constraints.ts';
import type { preHandlerAsyncHookHandler } from 'fastify';
import { Type } from 'typebox';
import { admin, type Caller, lockCaller, ownerOrAdmin } from '../auth/access.ts';
import { hashPassword } from '../auth/passwords.ts';
import { violation } from '../base/constraints.ts';
import { forbidden, hasChanged, notFound } from '../base/errors.ts';
import { UuidParams } from '../base/schemas.ts';
import { unlessChanged } from '../http/cache/conditional.ts';
import type { App, Context } from '../http/context.ts';
import { createUser, FIND_USER, listUsers, updateUser, userNotFound } from './queries.ts';
import { ChangedUser, NewUser, User, UserSummary } from './schema.ts';

const tags = ['Usuarios'];
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000099';

const NOT_YOURS = 'No puedes modificar los datos de otro usuario.';
const changedNotFound = (id: string) => notFound(`Usuario con ID ${id} no encontrado`);

declare module 'fastify' {
  interface FastifyRequest {
    /** The hash of the password in the body. */
    passwordHash: string | undefined;
  }
}

/** Runs ahead of the handler, which may be a transaction: no connection waits while a password is hashed. */
const hashNewPassword: preHandlerAsyncHookHandler = async (request) => {
  const { password } = request.body as { password?: string };
  if (password !== undefined) {
    request.passwordHash = await hashPassword(password, request.caller?.id);
  }
};

export function users(app: App, { db }: Context): void {
  app.decorateRequest('passwordHash', undefined);

  app.get(
    '/users',
    {
      config: admin,
      schema: {
        tags,
        operationId: 'listUsers',
        summary: 'Todos los usuarios',
        response: { 200: Type.Array(UserSummary) },
      },
    },
    async () => listUsers(db),
  );

  app.get(
    '/users/:id',
    {
      config: ownerOrAdmin('No tienes permiso para ver este perfil.'),
      schema: {
        tags,
        operationId: 'findUser',
        summary: 'Un usuario',
        params: UuidParams,
        response: { 200: User, 404: userNotFound() },
      },
    },
    async (request) => {
      const json = await db.jsonOrNothing(FIND_USER, [request.params.id]);
      if (!json) throw userNotFound();
      return json;
    },
  );

  app.post(
    '/users',
    {
      config: admin,
      preHandler: hashNewPassword,
      schema: {
        tags,
        operationId: 'createUser',
        summary: 'Crea un usuario, que deberá cambiar su contraseña',
        body: NewUser,
        response: { 201: User },
      },
    },
    async (request, reply) => {
      reply.code(201);
      return createUser(request.db, request.body, request.passwordHash as string);
    },
  );

  app.patch(
    '/users/:id',
    {
      config: ownerOrAdmin(NOT_YOURS),
      preHandler: hashNewPassword,
      schema: {
        tags,
        operationId: 'updateUser',
        summary: 'Cambia los campos indicados de un usuario',
        description:
          'Sólo un administrador puede cambiar roles, isActive y mustChangePassword. Una contraseña nueva pone mustChangePassword en false y termina las sesiones del usuario: todas si la pone un administrador a otro, todas menos la que hace la solicitud si es la propia.',
        params: UuidParams,
        body: ChangedUser,
        response: {
          200: User,
          404: changedNotFound(UNKNOWN_ID),
          409: violation('users_last_active_admin'),
          412: hasChanged(),
        },
      },
    },
    async (request) => {
      const { id } = request.params;
      const json = await unlessChanged(
        request,
        ['SELECT FROM users WHERE id = $1 FOR UPDATE', FIND_USER, id],
        (db) =>
          db.transaction(async (tx) => {
            const caller = await lockCaller(tx, request.caller as Caller, id);
            const isAdmin = caller.roles === 'admin';
            if (!isAdmin && caller.id !== id.toLowerCase()) throw forbidden(NOT_YOURS);
            const json = await updateUser(tx, caller, id, request.body, request.passwordHash);
            if (json) return json;
            // The caller is no admin and calls on their own record, which exists: the body has fields of admins only.
            throw isAdmin ? changedNotFound(id) : forbidden('Forbidden resource');
          }),
      );
      // The ended tokens are invalid everywhere, even if the primary is lost in a moment.
      await db.watch?.untilStandbyHasAll();
      return json;
    },
  );
}
