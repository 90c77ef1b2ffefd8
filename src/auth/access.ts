import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preHandlerAsyncHookHandler,
} from 'fastify';
import { addressIn } from '../base/address.ts';
import { forbidden, unauthorized } from '../base/errors.ts';
import { isUuid } from '../base/text.ts';
import type { Author, Db, Statement } from '../db/db.ts';
import { together } from '../db/together.ts';
import type { Cache } from '../http/cache.ts';
import type { Context } from '../http/context.ts';
import { ownTables } from '../http/own.ts';
import { timesGiven } from '../http/request-head.ts';
import { BASIC, createBasic } from './basic.ts';
import { type Claims, digestOf, type Tokens } from './tokens.ts';

/** Who calls: the token's user with the role that the record has now. */
export interface Caller {
  id: string;
  roles: string;
  /** The token that they call with, and what it says. */
  token: string;
  claims: Claims;
}

type Guard = 'open' | 'reader' | 'token' | 'admin' | 'owner' | 'ownerOrAdmin';

interface Access {
  guard: Guard;
  /** What a caller is told who is neither owner nor admin. */
  refusal?: string;
  /** E-mail and password are taken as well (HTTP Basic), as programs that draw maps send them. */
  basic?: true;
}

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<Access> {}
  interface FastifyRequest {
    /** Null where no valid token came with the request; only open routes are reached without. */
    caller: Caller | null;
    /** Whether the token that came is good and its user was deactivated. */
    isInactive: boolean;
    /** When the caller was looked at, by `performance.now()`; long ago where the body was still on its way. */
    lookedAt: number;
  }
}

// The words that routes say: who may call them (specification section 4, column Auth).

/** Anybody; a valid token is recognised all the same. */
export const open: Access = { guard: 'open' };
/**
 * Any user with a valid token, and anybody with PUBLIC_READ=true. There a token that does not count is as good as none, as
 * on open routes. So who had a session goes on reading after it has ended.
 */
export const reader: Access = { guard: 'reader' };
/** Any user with a valid token. */
export const token: Access = { guard: 'token' };
/** Users whose role is admin. */
export const admin: Access = { guard: 'admin' };
/** The user whose id stands in the path, and nobody else. */
export const owner = (refusal: string): Access => ({ guard: 'owner', refusal });
/** The user whose id stands in the path, or an admin. */
export const ownerOrAdmin = (refusal: string): Access => ({ guard: 'ownerOrAdmin', refusal });

/**
 * The challenge for a good token whose user was deactivated (RFC 6750 section 3). So a client need not ask for a password
 * that would be refused as well. Nobody learns it but who holds a token that the registry has signed.
 */
export const INACTIVE =
  'Bearer error="invalid_token", error_description="La cuenta fue desactivada"';

/** How long a look at the caller is good enough for a write, in milliseconds. */
const FRESH = 100;

/**
 * Puts a guard before every route. 401 without a valid token and 403 without the role come before the request is even
 * read, and 403 for what belongs to others once the path has been checked. A route that names no guard is an error at
 * the start, so nothing is open by oversight.
 *
 * A write is judged again where time has passed before the handler begins: a body may take a minute to arrive, and a
 * password its time to be hashed. A caller who has lost the right meanwhile is refused.
 */
export function guards(
  app: FastifyInstance,
  { config: { PUBLIC_READ }, db, tokens, cache, signIn }: Context,
): void {
  const readUser = together((ids: string[]) => findTokenUsers(db, ids));
  const readBasic = createBasic(db, signIn);
  const isOpen = ({ guard }: Partial<Access>) =>
    guard === 'open' || (PUBLIC_READ && guard === 'reader');
  /** The caller by e-mail and password. A remembered pair ends with whatever ends tokens, and is checked anew. */
  const lookAtBasic = async (request: FastifyRequest): Promise<Caller | null> => {
    for (let tries = 0; tries < 2; tries++) {
      const credentials = readBasic(request);
      if (!credentials) return null;
      const claims = await credentials.claims;
      const caller = callerOf(await findHolder(readUser, cache, '', claims), '', claims);
      if (caller) return caller;
      credentials.forget();
    }
    return null;
  };
  const look = async (request: FastifyRequest, token = bearerToken(request)) => {
    const { config } = request.routeOptions;
    const begun = performance.now();
    const claims = token && (await tokens.verify(token));
    const holder = claims ? await findHolder(readUser, cache, token, claims) : undefined;
    request.caller = claims ? callerOf(holder, token, claims) : null;
    request.isInactive = holder?.is_active === false;
    // Where anybody may read, nobody's password is checked.
    if (config.basic && !request.caller && !isOpen(config)) {
      request.caller = await lookAtBasic(request);
    }
    request.lookedAt = request.raw.complete ? begun : Number.NEGATIVE_INFINITY;
  };
  /** The same at once, where nothing has to be asked or computed for it; says whether that was so. */
  const lookAtOnce = (request: FastifyRequest, token: string | undefined): boolean => {
    const caller = token === undefined ? undefined : recallCaller(tokens, cache, token);
    if (!caller) return false;
    request.caller = caller;
    request.lookedAt = request.raw.complete ? performance.now() : Number.NEGATIVE_INFINITY;
    return true;
  };
  app.decorateRequest('caller', null);
  app.decorateRequest('isInactive', false);
  app.decorateRequest('lookedAt', 0);
  app.addHook('onRoute', (route) => {
    const { config, method, url } = route;
    if (!config?.guard) throw new Error(`${method} ${url} names no guard`);
    if (['GET', 'HEAD', 'OPTIONS'].includes(String(method))) return;
    // Last, when nothing but the handler is left.
    route.preHandler = [...[route.preHandler ?? []].flat(), lookAgain];
  });
  /** Whether the answer is the same whoever calls. */
  const isEverybodys = (request: FastifyRequest) =>
    isOpen(request.routeOptions.config) && ownTables(request).length === 0;
  const checkRole = (request: FastifyRequest) => {
    const { caller } = request;
    const { config } = request.routeOptions;
    if (!caller && !isEverybodys(request)) {
      throw unauthorized(request.isInactive ? INACTIVE : config.basic && BASIC);
    }
    if (!hasRole(config, caller)) throw forbidden('Forbidden resource');
  };
  const letIn = (request: FastifyRequest, reply: FastifyReply) => {
    checkRole(request);
    // A cache that many share may keep it, and asks before it gives it away.
    if (request.routeOptions.config.guard === 'reader' && isEverybodys(request)) {
      reply.header('cache-control', 'public, no-cache');
    }
  };
  app.addHook('onRequest', (request, reply, done) => {
    const token = bearerToken(request);
    if (!lookAtOnce(request, token)) {
      look(request, token)
        .then(() => letIn(request, reply))
        .then(() => done(), done);
      return;
    }
    letIn(request, reply);
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    checkOwner(request);
    done();
  });

  const lookAgain: preHandlerAsyncHookHandler = async (request) => {
    if (!request.caller || performance.now() - request.lookedAt < FRESH) return;
    await look(request);
    checkRole(request);
    checkOwner(request);
  };
}

/** Who makes what a request changes, for the ledger. */
export const authorOf = ({ caller, ip, id }: FastifyRequest): Author => ({
  usuario: caller?.id,
  direccion: addressIn(ip),
  solicitud: id,
});

/** Whether the caller has the role that a route asks for. */
const hasRole = ({ guard }: Partial<Access>, caller: Caller | null): boolean =>
  guard !== 'admin' || caller?.roles === 'admin';

/** Whether the path's record is the caller's, or need not be. */
function isOwners({ guard }: Partial<Access>, caller: Caller | null, params: unknown): boolean {
  if (guard !== 'owner' && guard !== 'ownerOrAdmin') return true;
  if (guard === 'ownerOrAdmin' && caller?.roles === 'admin') return true;
  return caller?.id === (params as { id: string }).id.toLowerCase();
}

/** Whether a caller whom the guard knows may have what stands at a path. */
export const isAllowed = (access: Partial<Access>, caller: Caller | null, params: unknown) =>
  hasRole(access, caller) && isOwners(access, caller, params);

function checkOwner({ caller, params, routeOptions: { config } }: FastifyRequest): void {
  if (!isOwners(config, caller, params)) throw forbidden(config.refusal ?? 'Forbidden resource');
}

/**
 * The statement of a transaction that lets it go on only while the request's caller is an admin and their token counts, at
 * that very moment. Else the transaction fails at a constraint that stands for 401 or 403.
 */
export function requireAdmin({ caller }: FastifyRequest): [Statement] {
  if (!caller) throw unauthorized();
  const { id, token, claims } = caller;
  return [
    ['SELECT require_admin($1, $2, $3)', [id, Math.round(claims.iat * 1e6), digestOf(token)]],
  ];
}

/** RFC 6750 section 2.1; the scheme in any case (RFC 9110 section 11.1). */
const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i;

/** The token that a request carries. Two Authorization headers carry none: nobody can tell which was meant. */
export function bearerToken({ headers, raw }: FastifyRequest): string | undefined {
  const token = BEARER.exec(headers.authorization ?? '')?.[1];
  return token && timesGiven(raw, 'authorization') === 1 ? token : undefined;
}

/** A user's record as far as it decides on tokens. */
interface TokenUser {
  id: string;
  roles: string;
  is_active: boolean;
  /** Tokens issued earlier are refused; microseconds since 1970, as the database counts. */
  valid_from: number;
  /** The digest of the one token that counts all the same; null where there is none. */
  token_kept: string | null;
}
const TOKEN_USER = `
  id, roles, is_active, 1e6 * extract(epoch FROM tokens_valid_from)::float8 AS valid_from, token_kept`;
/** About what one remembered user takes. */
const USER_BYTES = 600;

async function findTokenUsers(db: Db, ids: string[]): Promise<Map<string, TokenUser>> {
  const users = await db.query<TokenUser>(
    `SELECT ${TOKEN_USER} FROM users WHERE id = ANY ($1::uuid[])`,
    [ids],
  );
  return new Map(users.map((user) => [user.id, user]));
}

/** The token's user as the record is now, active or not; undefined where the user is gone, or has ended the token. */
async function findHolder(
  readUser: (id: string) => Promise<TokenUser | undefined>,
  cache: Cache,
  token: string,
  claims: Claims,
): Promise<TokenUser | undefined> {
  if (!isUuid(claims.sub)) return undefined;
  const id = claims.sub.toLowerCase();
  const tag = `users/${id}`;
  let user = cache.get<TokenUser>(tag, [tag]);
  if (!user) {
    const keep = cache.begin<TokenUser>(tag, [tag]);
    user = await readUser(id);
    if (user) keep?.(user, USER_BYTES);
  }
  return user && isEnded(user, token, claims) ? undefined : user;
}

/**
 * The token's caller as the record is now, where that needs no question to the database; undefined where it does, and
 * where the token does not count.
 */
export function recallCaller(tokens: Tokens, cache: Cache, token: string): Caller | undefined {
  const claims = tokens.recall(token);
  if (!claims) return undefined;
  const tag = `users/${claims.sub.toLowerCase()}`;
  const user = cache.peek<TokenUser>(tag, [tag]);
  if (!user || isEnded(user, token, claims)) return undefined;
  return callerOf(user, token, claims) ?? undefined;
}

function isEnded(user: TokenUser, token: string, claims: Claims): boolean {
  const isOlder = Math.round(user.valid_from) > Math.round(claims.iat * 1e6);
  return isOlder && user.token_kept !== digestOf(token);
}

const callerOf = (holder: TokenUser | undefined, token: string, claims: Claims): Caller | null =>
  holder?.is_active ? { id: holder.id, roles: holder.roles, token, claims } : null;

/**
 * The caller as the record is at this moment, locked until the transaction ends together with that of the user who is
 * changed. Of two who take each other's rights away at once one comes second, and is refused.
 *
 * @throws HttpError 401 where the caller's token counts no longer
 */
export async function lockCaller(
  tx: Db,
  { id, token, claims }: Caller,
  changed: string,
): Promise<Caller> {
  // In one order, so that nobody waits for who waits for them.
  const users = await tx.query<TokenUser>(
    `SELECT ${TOKEN_USER} FROM users WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    [[id, changed]],
  );
  const holder = users.find((user) => user.id === id && !isEnded(user, token, claims));
  const caller = callerOf(holder, token, claims);
  if (!caller) throw unauthorized(holder && INACTIVE);
  return caller;
}
