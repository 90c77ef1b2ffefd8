import type { FastifyRequest } from 'fastify';
import { addressIn } from '../base/address.ts';
import { countHeader } from '../base/count-header.ts';
import { forbidden, unauthorized } from '../base/errors.ts';
import { isUuid } from '../base/text.ts';
import type { Cache } from '../db/cache.ts';
import type { Author, Db, Statement } from '../db/db.ts';
import { type Claims, type Tokens, tokenDigest } from './tokens.ts';

/** The caller: the token's user with the role that the record has now. */
export interface Caller {
  id: string;
  roles: string;
  /** Whether they write the follow-up of some agency's works. */
  isClerk: boolean;
  /** The token of the request, and its claims. */
  token: string;
  claims: Claims;
}

type Guard = 'open' | 'reader' | 'token' | 'admin' | 'clerk' | 'owner' | 'ownerOrAdmin';

export interface Access {
  guard: Guard;
  /** The refusal for a caller who is neither owner nor admin. */
  refusal?: string;
  /**
   * The route accepts e-mail and password as well (HTTP Basic), as programs that draw maps send them; of `programs` alone, where
   * browsers ask the same route for the portal.
   */
  basic?: true | 'programs';
}

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<Access> {}
  interface FastifyRequest {
    /** Null where no valid token came with the request; only open routes are reached without. */
    caller: Caller | null;
    /** Whether the request's token is valid and its user was deactivated. */
    isInactive: boolean;
    /** When the caller was checked, by `performance.now()`; -Infinity where the body was still on its way. */
    lookedAt: number;
  }
}

// The guards that routes name (specification section 4, column Auth).

/** Anybody; a valid token is recognised all the same. */
export const open: Access = { guard: 'open' };
/**
 * Any user with a valid token, and anybody with PUBLIC_READ=true. There an invalid token is ignored, as on open routes. So a
 * person goes on reading after their session has ended.
 */
export const reader: Access = { guard: 'reader' };
/**
 * The same for files and lists that are no part of the specification. Excel and Power BI read them, and sign in by Basic alone.
 */
export const readerOrProgram: Access = { guard: 'reader', basic: 'programs' };
/** Any user with a valid token. */
export const token: Access = { guard: 'token' };
/** Users whose role is admin. */
export const admin: Access = { guard: 'admin' };
/**
 * Admins, and users with agencies of their own. The write checks the work's agency (`requireClerk`): 403 for a work of another
 * agency comes after 400, and before 404 for a part that the work does not have.
 */
export const clerk: Access = { guard: 'clerk' };
/** The user whose id stands in the path, and nobody else. */
export const owner = (refusal: string): Access => ({ guard: 'owner', refusal });
/** The user whose id stands in the path, or an admin. */
export const ownerOrAdmin = (refusal: string): Access => ({ guard: 'ownerOrAdmin', refusal });

/**
 * The challenge for a valid token whose user was deactivated (RFC 6750 section 3). So a client need not ask for a password
 * that would be refused as well. Only a client with a token that the registry signed gets it.
 */
export const INACTIVE =
  'Bearer error="invalid_token", error_description="La cuenta fue desactivada"';

/** The author of a request's changes, for the ledger. */
export function authorOf({ caller, ip, id, routeOptions }: FastifyRequest): Author {
  const author = { usuario: caller?.id, direccion: addressIn(ip), solicitud: id };
  if (!caller || routeOptions.config.guard !== 'admin') return author;
  const [, emitido, huella] = tokenOf(caller);
  return { ...author, derecho: { emitido, huella } };
}

/** Whether the caller has the role that a route asks for. */
export function hasRole({ guard }: Partial<Access>, caller: Caller | null): boolean {
  if (guard !== 'admin' && guard !== 'clerk') return true;
  return caller?.roles === 'admin' || (guard === 'clerk' && caller?.isClerk === true);
}

/** Whether the guard lets the caller have the record in the path. */
function isOwners({ guard }: Partial<Access>, caller: Caller | null, params: unknown): boolean {
  if (guard !== 'owner' && guard !== 'ownerOrAdmin') return true;
  if (guard === 'ownerOrAdmin' && caller?.roles === 'admin') return true;
  return caller?.id === (params as { id: string }).id.toLowerCase();
}

/** Whether the guard lets a caller read a path. */
export const isAllowed = (access: Partial<Access>, caller: Caller | null, params: unknown) =>
  hasRole(access, caller) && isOwners(access, caller, params);

export function checkOwner({ caller, params, routeOptions: { config } }: FastifyRequest): void {
  if (!isOwners(config, caller, params)) throw forbidden(config.refusal ?? 'Forbidden resource');
}

/**
 * The statement of a transaction that lets it go on only while the request's caller is an admin and their token counts, at
 * that very moment. Else the transaction fails at a constraint that stands for 401 or 403.
 */
export const requireAdmin = (request: FastifyRequest): [Statement] => [
  ['SELECT require_admin($1, $2, $3)', tokenIn(request)],
];

/** The same for an import of works. One that was begun goes on where its author leaves meanwhile (`endSession`). */
export const requireImporter = (request: FastifyRequest): [Statement] => [
  ['SELECT require_admin($1, $2, $3, true, true)', tokenIn(request)],
];

/**
 * The same for a write of an obra's follow-up: by an admin, or a clerk of its agency. The obra is locked until the transaction
 * ends. Else it fails at a constraint that stands for 401, 403, or 404 where there is no such obra.
 */
export const requireClerk = (request: FastifyRequest, obra: number | null): Statement => [
  'SELECT require_clerk($4, $1, $2, $3)',
  [...tokenIn(request), obra],
];

/** The same as `requireImporter` for a sheet of follow-up: by an admin, or a clerk of any agency. */
export const requireCapture = (request: FastifyRequest): Statement => [
  'SELECT require_capture($1, $2, $3)',
  tokenIn(request),
];

/** The caller as the database checks them: id, the token's time in microseconds, its digest. */
function tokenIn({ caller }: FastifyRequest): [string, number, string] {
  if (!caller) throw unauthorized();
  return tokenOf(caller);
}
const tokenOf = ({ id, token, claims }: Caller): [string, number, string] => [
  id,
  Math.round(claims.iat * 1e6),
  tokenDigest(token),
];

/** RFC 6750 section 2.1; the scheme in any case (RFC 9110 section 11.1). */
const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i;

/** The token of a request; undefined with two Authorization headers, since either may be meant. */
export function bearerToken({ headers, raw }: FastifyRequest): string | undefined {
  const token = BEARER.exec(headers.authorization ?? '')?.[1];
  return token && countHeader(raw, 'authorization') === 1 ? token : undefined;
}

/** The columns of a user that decide on tokens. */
interface TokenUser {
  id: string;
  roles: string;
  is_active: boolean;
  is_clerk: boolean;
  /** Tokens issued earlier are refused; microseconds since 1970, as the database counts. */
  valid_from: number;
  /** The digest of the one earlier token that is still valid; null where there is none. */
  token_kept: string | null;
}
/** The same as the holder of one token. */
interface Holder extends TokenUser {
  /** Whether the token was ended by who has it. */
  has_left: boolean;
}
const TOKEN_USER = `
  id, roles, is_active, EXISTS (SELECT FROM capturistas WHERE user_id = users.id) AS is_clerk, 1e6 * extract(epoch FROM tokens_valid_from)::float8 AS valid_from, token_kept`;
/** Whether a token of this digest was ended by who has it. */
const HAS_LEFT = (digest: string) =>
  `EXISTS (SELECT FROM sesiones_terminadas t WHERE t.huella = ${digest}) AS has_left`;
/** Bytes that one user takes in the cache, roughly. */
const USER_BYTES = 600;

/** A token by its user's id and its digest, as `findHolders` takes it. */
const tokenKey = (id: string, token: string) => `${id} ${tokenDigest(token)}`;

/** The holders of tokens, by `tokenKey`. */
export async function findHolders(db: Db, tokens: string[]): Promise<Map<string, Holder>> {
  const parts = tokens.map((key) => key.split(' '));
  const holders = await db.query<Holder & { clave: string }>(
    `SELECT ${TOKEN_USER}, ${HAS_LEFT('s.huella')}, s.usuario || ' ' || s.huella AS clave
     FROM unnest($1::uuid[], $2::text[]) AS s (usuario, huella) JOIN users ON users.id = s.usuario`,
    [parts.map(([id]) => id), parts.map(([, digest]) => digest)],
  );
  return new Map(holders.map((holder) => [holder.clave, holder]));
}

/** The token's user as the record is now, active or not; undefined where the user is gone, or has ended the token. */
export async function findHolder(
  readHolder: (key: string) => Promise<Holder | undefined>,
  cache: Cache,
  token: string,
  claims: Claims,
): Promise<TokenUser | undefined> {
  if (!isUuid(claims.sub)) return undefined;
  const id = claims.sub.toLowerCase();
  const [key, tags] = cachedAs(id, token);
  let holder = cache.get<Holder>(key, tags);
  if (!holder) {
    const keep = cache.begin<Holder>(key, tags);
    holder = await readHolder(tokenKey(id, token));
    if (holder) keep?.(holder, USER_BYTES);
  }
  return holder && isEnded(holder, token, claims) ? undefined : holder;
}

/** The key and tags of a token's holder in the cache. Of a token itself no digest has to be made each time. */
const cachedAs = (id: string, token: string): [key: string, tags: [string]] => [
  `users/${id}/${token}`,
  [`users/${id}`],
];

/**
 * The token's caller as the record is now, if the cache has it; undefined where only the database knows it, and where
 * the token is not valid.
 */
export function recallCaller(tokens: Tokens, cache: Cache, token: string): Caller | undefined {
  const claims = tokens.recall(token);
  if (!claims) return undefined;
  const holder = cache.peek<Holder>(...cachedAs(claims.sub.toLowerCase(), token));
  if (!holder || isEnded(holder, token, claims)) return undefined;
  return callerOf(holder, token, claims) ?? undefined;
}

function isEnded(holder: Holder, token: string, claims: Claims): boolean {
  const isOlder = Math.round(holder.valid_from) > Math.round(claims.iat * 1e6);
  return holder.has_left || (isOlder && holder.token_kept !== tokenDigest(token));
}

export const callerOf = (
  holder: TokenUser | undefined,
  token: string,
  claims: Claims,
): Caller | null =>
  holder?.is_active
    ? { id: holder.id, roles: holder.roles, isClerk: holder.is_clerk, token, claims }
    : null;

/** Whether the caller is still an administrator with a valid token. A long answer checks this as it goes on. */
export async function isStillAdmin(db: Db, { id, token, claims }: Caller): Promise<boolean> {
  const key = tokenKey(id, token);
  const holder = (await findHolders(db, [key])).get(key);
  if (!holder || isEnded(holder, token, claims)) return false;
  return callerOf(holder, token, claims)?.roles === 'admin';
}

/**
 * The caller as the record is now. Their record and that of the user who is changed are locked until the transaction ends. If
 * two admins take each other's rights away at once, the second is refused.
 *
 * @throws HttpError 401 where the caller's token is not valid any more
 */
export async function lockCaller(
  tx: Db,
  { id, token, claims }: Caller,
  changed: string,
): Promise<Caller> {
  // In one order, so that two transactions can't wait for each other. The end of the token is looked for after the lock, in a
  // statement of its own, so that it is seen where it was committed meanwhile.
  const [users, [left]] = (await tx.batch([
    [
      `SELECT ${TOKEN_USER} FROM users WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
      [[id, changed]],
    ],
    [`SELECT ${HAS_LEFT('$1')}`, [tokenDigest(token)]],
  ])) as [TokenUser[], [Pick<Holder, 'has_left'>]];
  const holder = users.find(
    (user) => user.id === id && !isEnded({ ...user, ...left }, token, claims),
  );
  const caller = callerOf(holder, token, claims);
  if (!caller) throw unauthorized(holder && INACTIVE);
  return caller;
}
