import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  preHandlerAsyncHookHandler,
  preHandlerHookHandler,
} from 'fastify';
import {
  type Access,
  admin,
  bearerToken,
  type Caller,
  callerOf,
  checkOwner,
  findHolder,
  findHolders,
  hasRole,
  INACTIVE,
  recallCaller,
} from '../auth/access.ts';
import { BASIC, createBasic } from '../auth/basic.ts';
import { forbidden, unauthorized } from '../base/errors.ts';
import { batchById } from '../db/batch.ts';
import { isForAdmins, ownTables } from './cache/depends.ts';
import type { Context } from './context.ts';
import { prefersHtml } from './format.ts';

/** Milliseconds for which a check of the caller is good enough for a write. */
const CHECK_IS_FRESH = 100;

/**
 * Whether a browser says that it sends the request: for a page, a script of one, or whoever has typed the address. A program's
 * `fetch` (Node.js) says a mode too, and never the site that a request comes from.
 */
const isBrowsers = ({ headers }: FastifyRequest) => headers['sec-fetch-site'] !== undefined;

/**
 * Whether a refusal asks for e-mail and password. A browser would ask its user for them, also for a script's request, and go on
 * sending them after the session of the portal has ended. Over plain HTTP a page is known by `Accept`, and the portal's
 * requests have a token.
 */
function asksForBasic(request: FastifyRequest): boolean {
  const { basic } = request.routeOptions.config;
  if (basic !== 'programs') return basic === true;
  const { accept, authorization = '' } = request.headers;
  return !isBrowsers(request) && !prefersHtml(accept) && !/^bearer\b/i.test(authorization);
}

/**
 * The stages that check the caller. 401 without a valid token and 403 without the role come before the body is read. 403 for a
 * record of another user comes after the path has been checked.
 *
 * A write is checked again where time has passed before the handler begins: a body may take a minute to arrive, and a
 * password takes time to be hashed. A caller who has lost the right meanwhile is refused.
 */
export function guards(
  app: FastifyInstance,
  { config: { PUBLIC_READ }, db, tokens, cache, signIn }: Context,
) {
  const readHolder = batchById((keys: string[]) => findHolders(db, keys));
  const readBasic = createBasic(db, signIn);
  const isOpen = ({ guard }: Partial<Access>) =>
    guard === 'open' || (PUBLIC_READ && guard === 'reader');
  /** The caller by e-mail and password. A remembered pair ends when tokens of its user end, and is then checked anew. */
  const lookAtBasic = async (request: FastifyRequest): Promise<Caller | null> => {
    for (let tries = 0; tries < 2; tries++) {
      const credentials = readBasic(request);
      if (!credentials) return null;
      const claims = await credentials.claims;
      const caller = callerOf(await findHolder(readHolder, cache, '', claims), '', claims);
      if (caller) return caller;
      credentials.forget();
    }
    return null;
  };
  const look = async (request: FastifyRequest, token = bearerToken(request)) => {
    const { config } = request.routeOptions;
    const begun = performance.now();
    const claims = token && (await tokens.verify(token));
    const holder = claims ? await findHolder(readHolder, cache, token, claims) : undefined;
    request.caller = claims ? callerOf(holder, token, claims) : null;
    request.isInactive = holder?.is_active === false;
    // On an open route no password is checked.
    const isTaken = config.basic === true || (config.basic && !isBrowsers(request));
    if (isTaken && !request.caller && !isOpen(config)) {
      request.caller = await lookAtBasic(request);
    }
    request.lookedAt = request.raw.complete ? begun : Number.NEGATIVE_INFINITY;
  };
  /** The same without waiting, where the cache knows token and user. Returns false where it does not. */
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
  /** Whether the answer is the same for every caller. */
  const isEverybodys = (request: FastifyRequest) =>
    isOpen(request.routeOptions.config) && ownTables(request).length === 0;
  const checkRole = (request: FastifyRequest) => {
    const { caller } = request;
    const { config } = request.routeOptions;
    if (!caller && !isEverybodys(request)) {
      throw unauthorized(request.isInactive ? INACTIVE : asksForBasic(request) ? BASIC : undefined);
    }
    if (!hasRole(isForAdmins(request) ? admin : config, caller)) {
      throw forbidden('Forbidden resource');
    }
  };
  const letIn = (request: FastifyRequest, reply: FastifyReply) => {
    checkRole(request);
    // A shared cache may store it, and asks before it serves it. With a session it may say what it hides from others.
    const { guard, hides } = request.routeOptions.config;
    if (guard === 'reader' && isEverybodys(request) && !(hides && request.caller)) {
      reply.header('cache-control', 'public, no-cache');
    }
  };

  const authorizeCaller: onRequestHookHandler = (request, reply, done) => {
    const token = bearerToken(request);
    if (!lookAtOnce(request, token)) {
      look(request, token)
        .then(() => letIn(request, reply))
        .then(() => done(), done);
      return;
    }
    letIn(request, reply);
    done();
  };
  const authorizeOwner: preHandlerHookHandler = (request, _reply, done) => {
    checkOwner(request);
    done();
  };
  const authorizeAgain: preHandlerAsyncHookHandler = async (request) => {
    if (!request.caller || performance.now() - request.lookedAt < CHECK_IS_FRESH) return;
    await look(request);
    checkRole(request);
    checkOwner(request);
  };
  return { authorizeCaller, authorizeOwner, authorizeAgain };
}
