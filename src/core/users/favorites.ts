import './constraints.ts';
import sql from 'sql-template-tag';
import { Type } from 'typebox';
import { owner, ownerOrAdmin } from '../auth/access.ts';
import { notFound } from '../base/errors.ts';
import { Closed, LABEL, Mensaje, UuidObraParams, UuidParams } from '../base/schemas.ts';
import { int4 } from '../base/text.ts';
import type { Db } from '../db/db.ts';
import type { App, Context } from '../http/context.ts';
import { jsonArray } from '../http/flow.ts';
import {
  CATALOGS,
  type Chunk,
  obraNotFound,
  readChunk,
  SHORT_PAGE,
  streamRest,
} from '../obras/documents.ts';
import { Obra } from '../obras/schema.ts';
import { userNotFound } from './queries.ts';

// Schemas -----------------------------------------------------------------------------------------

const tags = ['Favoritas'];

const Favorite = Closed(
  {
    id: Type.Integer({ examples: [1] }),
    userId: Type.String({ format: 'uuid', examples: ['6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b'] }),
    obraId: Type.Integer({ examples: [1] }),
    createdAt: Type.String({ format: 'date-time', examples: ['2026-01-15T14:30:00.000Z'] }),
  },
  { title: 'Favorita', description: 'Obra favorita de un usuario.' },
);

const PageQuery = Type.Object({
  limit: Type.Integer({
    [LABEL]: 'Renglones por página',
    minimum: 1,
    maximum: 1000,
    default: 10,
    description: 'Obras por página.',
  }),
  page: Type.Integer({
    [LABEL]: 'Página',
    minimum: 1,
    maximum: 2147483647,
    default: 1,
    description: 'Página, desde 1.',
  }),
});

const FavoritesPage = Closed(
  {
    data: Type.Array(Obra),
    meta: Closed({
      totalItems: Type.Integer({ examples: [1] }),
      itemCount: Type.Integer({ examples: [1] }),
      itemsPerPage: Type.Integer({ examples: [10] }),
      totalPages: Type.Integer({ examples: [1] }),
      currentPage: Type.Integer({ examples: [1] }),
    }),
  },
  { title: 'PaginaFavoritas' },
);

// SQL ---------------------------------------------------------------------------------------------

/**
 * One page of a user's favorite obras, newest first, with its first chunk rendered, and their total. Undefined for an
 * unknown user.
 */
export function findFavoritePage(db: Db, userId: string, limit: number, page: number) {
  const favorites = sql`ARRAY(
    SELECT obra_id FROM favorites WHERE user_id = ${userId}
    ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit})`;
  return db.one<Chunk & { total: number }>(
    sql`SELECT (SELECT count(*)::integer FROM favorites WHERE user_id = u.id) AS total, chunk.*
     FROM users u CROSS JOIN (${readChunk(favorites)}) chunk
     WHERE u.id = ${userId}`,
  );
}

/** Adds an obra to a user's favorites; constraints refuse an unknown obra, and one that is a favorite already. */
function addFavorite(db: Db, userId: string, obraId: number): Promise<string> {
  return db.json(
    `WITH created AS (INSERT INTO favorites (user_id, obra_id) VALUES ($1, $2) RETURNING *)
     SELECT keep_answer(row_to_json(f)::text) AS json
     FROM (SELECT id, user_id AS "userId", obra_id AS "obraId", iso8601(created_at) AS "createdAt"
           FROM created) f`,
    [userId, obraId],
  );
}

/** Removes an obra from a user's favorites; false where it was none. */
async function removeFavorite(db: Db, userId: string, obraId: number | null): Promise<boolean> {
  const row = await db.one(
    'DELETE FROM favorites WHERE user_id = $1 AND obra_id = $2 RETURNING id',
    [userId, obraId],
  );
  return row !== undefined;
}

// Routes ------------------------------------------------------------------------------------------

const REMOVED = 'La obra se quitó de tus favoritas.';
const notFavorite = () => notFound('Esta obra no está en tus favoritas');

export function favorites(app: App, { db, heavyReads }: Context): void {
  app.get(
    '/users/:id/favorites',
    {
      config: {
        ...ownerOrAdmin('No tienes permiso para ver los favoritos de otro usuario.'),
        streams: true,
        cacheTags: ['favorites/:id', 'users/:id', 'obras', ...CATALOGS],
      },
      schema: {
        tags,
        operationId: 'listFavorites',
        summary: 'Obras favoritas, de la agregada al final a la primera',
        params: UuidParams,
        querystring: PageQuery,
        response: { 200: FavoritesPage, 404: userNotFound() },
      },
    },
    async (request, reply) => {
      const { limit, page } = request.query;
      const reader = limit <= SHORT_PAGE ? db : await heavyReads.stream(request, reply, db);
      const result = await findFavoritePage(reader, request.params.id, limit, page);
      if (!result) throw userNotFound();
      const meta = {
        totalItems: result.total,
        itemCount: result.ids.length,
        itemsPerPage: limit,
        totalPages: Math.ceil(result.total / limit),
        currentPage: page,
      };
      const end = `],"meta":${JSON.stringify(meta)}}`;
      const rest = result.ids.slice(result.done);
      return jsonArray(streamRest(reader, result.json, rest), '{"data":[', end);
    },
  );

  app.post(
    '/users/:id/favorites/:obraId',
    {
      config: owner('No puedes modificar los favoritos de otro usuario.'),
      schema: {
        tags,
        operationId: 'addFavorite',
        summary: 'Agrega una obra a las favoritas propias',
        params: UuidObraParams,
        response: { 201: Favorite, 404: obraNotFound('99') },
      },
    },
    async (request, reply) => {
      const { id, obraId } = request.params;
      const number = int4(obraId);
      if (number === null) throw obraNotFound(obraId);
      reply.code(201);
      return addFavorite(request.db, id, number);
    },
  );

  app.delete(
    '/users/:id/favorites/:obraId',
    {
      config: owner('No puedes modificar los favoritos de otro usuario.'),
      schema: {
        tags,
        operationId: 'removeFavorite',
        summary: 'Quita una obra de las favoritas propias',
        params: UuidObraParams,
        response: { 200: Mensaje(REMOVED), 404: notFavorite() },
      },
    },
    async (request) => {
      const { id, obraId } = request.params;
      if (!(await removeFavorite(request.db, id, int4(obraId)))) {
        throw notFavorite();
      }
      return { message: REMOVED };
    },
  );
}
