import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../app.ts';
import type { Cache } from '../cache.ts';
import type { Db } from '../db/index.ts';
import { together } from '../db/together.ts';
import { forbidden, unauthorized } from '../http/errors.ts';
import { isUuid } from '../http/text.ts';
import type { Claims } from './tokens.ts';

/** Who calls: the token's user with the role that the record has now. */
export interface Caller {
  id: string;
  roles: string;
  /** When the token was issued, seconds since 1970. */
  iat: number;
}

type Guard = 'open' | 'token' | 'admin' | 'owner' | 'ownerOrAdmin';

interface Access {
  guard: Guard;
  /** What a caller is told who is neither owner nor admin. */
  refusal?: string;
}

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<Access> {}
  interface FastifyRequest {
    /** Null where no valid token came with the request; only open routes are reached without. */
    caller: Caller | null;
  }
}

// The words that routes say: who may call them (specification section 4, column Auth).

/** Anybody; a valid token is recognised all the same. */
export const open: Access = { guard: 'open' };
/** Any user with a valid token. */
export const token: Access = { guard: 'token' };
/** Users whose role is admin. */
export const admin: Access = { guard: 'admin' };
/** The user whose id stands in the path, and nobody else. */
export const owner = (refusal: string): Access => ({ guard: 'owner', refusal });
/** The user whose id stands in the path, or an admin. */
export const ownerOrAdmin = (refusal: string): Access => ({ guard: 'ownerOrAdmin', refusal });

/**
 * Puts a guard before every route: 401 without a valid token and 403 without the role before the request is even
 * read, 403 for what belongs to others once the path has been checked. A route that names no guard is an error at
 * the start: nothing is open by oversight.
 */
export function guards(
  app: FastifyInstance,
  { db, tokens, cache }: Pick<Context, 'db' | 'tokens' | 'cache'>,
): void {
  const readUser = together((ids: string[]) => findTokenUsers(db, ids));
  app.decorateRequest('caller', null);
  app.addHook('onRoute', ({ config, method, url }) => {
    if (!config?.guard) throw new Error(`${method} ${url} names no guard`);
  });
  app.addHook('onRequest', async (request) => {
    const { guard } = request.routeOptions.config;
    const token = bearerToken(request);
    const claims = token && (await tokens.verify(token));
    request.caller = claims ? await findCaller(readUser, cache, claims) : null;
    if (guard !== 'open' && !request.caller) throw unauthorized();
    if (guard === 'admin' && request.caller?.roles !== 'admin') {
      throw forbidden('Forbidden resource');
    }
  });
  app.addHook('preHandler', async (request) => {
    const { guard, refusal = 'Forbidden resource' } = request.routeOptions.config;
    if (guard !== 'owner' && guard !== 'ownerOrAdmin') return;
    const { id } = request.params as { id: string };
    const isOwner = request.caller?.id === id.toLowerCase();
    const isExempt = guard === 'ownerOrAdmin' && request.caller?.roles === 'admin';
    if (!isOwner && !isExempt) throw forbidden(refusal);
  });
}

/** RFC 6750 section 2.1; the scheme in any case (RFC 9110 section 11.1). */
const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i;

/** The token that a request carries. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return BEARER.exec(request.headers.authorization ?? '')?.[1];
}

/** A user's record as far as it decides on tokens. */
interface TokenUser {
  id: string;
  roles: string;
  is_active: boolean;
  /** Tokens issued earlier are refused; microseconds since 1970, as the database counts. */
  valid_from: number;
}
/** About what one remembered user takes. */
const USER_BYTES = 500;

async function findTokenUsers(db: Db, ids: string[]): Promise<Map<string, TokenUser>> {
  const users = await db.query<TokenUser>(
    `SELECT id, roles, is_active, 1e6 * extract(epoch FROM tokens_valid_from)::float8 AS valid_from
     FROM users WHERE id = ANY ($1::uuid[])`,
    [ids],
  );
  return new Map(users.map((user) => [user.id, user]));
}

/** The token's user as the record is now; null where the user is gone, inactive, or has ended the token. */
async function findCaller(
  readUser: (id: string) => Promise<TokenUser | undefined>,
  cache: Cache,
  { sub, iat }: Claims,
): Promise<Caller | null> {
  if (!isUuid(sub)) return null;
  const id = sub.toLowerCase();
  const tag = `users/${id}`;
  let user = cache.get<TokenUser>(tag, [tag]);
  if (!user) {
    const keep = cache.begin<TokenUser>(tag, [tag]);
    user = await readUser(id);
    if (user) keep?.(user, USER_BYTES);
  }
  if (!user?.is_active || Math.round(user.valid_from) > Math.round(iat * 1e6)) return null;
  return { id: user.id, roles: user.roles, iat };
}
