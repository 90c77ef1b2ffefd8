import { Readable } from 'node:stream';
import type {
  FastifyInstance,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
  onSendHookHandler,
  preHandlerHookHandler,
} from 'fastify';
import { authorOf } from '../auth/access.ts';
import { overloaded } from '../base/errors.ts';
import type { Database, Db } from '../db/db.ts';
import { requireWritable } from '../db/writable.ts';
import { createAnswerCache, hideFromAnonymous, type Reading } from './cache/answers.ts';
import { conditionalReads, cutPart, nameEncoding } from './cache/conditional.ts';
import type { Context } from './context.ts';
import { choosePage, leadToPage } from './format.ts';
import { guards } from './guards.ts';
import { forgetOldAnswers, idempotent } from './idempotency.ts';
import { validation } from './input/validate.ts';
import { createLargeBodyLimit } from './limits/large-bodies.ts';
import { createOpenWriteLimit } from './limits/open-writes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The database for what a write changes: the ledger names its caller, address and id. With an Idempotency-Key it is the
     * transaction that keeps the answer, too.
     */
    db: Db;
  }
}

/** Methods that change nothing. */
const READS = ['GET', 'HEAD', 'OPTIONS'];

/** The stages that all requests of the instance share, not those to the API alone. */
interface Instance {
  /** Whether the service refuses requests now. */
  isOverloaded: () => boolean;
  /** Is called with each request that was answered from the cache. */
  onCacheHit: (request: FastifyRequest, reading: Reading) => void;
}

/**
 * The stages that a request to the API passes, each by its name and in its order. Before them come those of every address
 * (`app.ts`): the head is checked, and CORS answered. A request that `http/cache/fast-path.ts` answers passes none.
 *
 * A route that names no guard is an error at the start, so nothing is open by oversight.
 */
export function pipeline(app: FastifyInstance, context: Context, instance: Instance): void {
  const { db, cache } = context;
  const refuseOverloaded: onRequestHookHandler = (_request, _reply, done) => {
    done(instance.isOverloaded() ? overloaded() : undefined);
  };
  const { authorizeCaller, authorizeOwner, authorizeAgain } = guards(app, context);
  const inputOf = validation(app);
  const limitOpenWrites = createOpenWriteLimit(app);
  const refuseUnwritable = db.hasSpace || db.watch ? createWritableCheck(db) : undefined;
  const limitLargeBodies = createLargeBodyLimit();
  const { tagStream, endUnchanged, tagAnswer } = conditionalReads(db.changes);
  const { answerFromCache, storeAnswer } = createAnswerCache(app, cache, instance.onCacheHit);
  const nameAuthor = createAuthorHook(app, db);
  forgetOldAnswers(app, db);
  app.decorateRequest('isPage', false);

  app.addHook('onRoute', (route) => {
    const { method, url, config, schema, handler, onSend, preHandler, preValidation } = route;
    if (!config?.guard) throw new Error(`${method} ${url} names no guard`);
    const isWrite = !READS.includes(String(method));
    const isCached = config.cacheTags && method === 'GET';
    const takesKey = method === 'POST' && !config.makesNothing && !config.takesNoKey;
    const { joinLists, validateInput } = inputOf(schema);

    // The head has arrived, and nothing of the body has been read.
    route.onRequest = inOrder<onRequestHookHandler | onRequestAsyncHookHandler>(
      refuseOverloaded,
      typeAnswer,
      config.hasPages && choosePage,
      config.pageAt !== undefined && leadToPage,
      authorizeCaller,
      joinLists,
      isWrite && [limitOpenWrites, refuseUnwritable, limitLargeBodies],
      config.streams && tagStream,
      isCached && answerFromCache,
    );
    route.preValidation = inOrder(validateInput, preValidation);
    route.preHandler = inOrder(
      authorizeOwner,
      config.streams && endUnchanged,
      preHandler,
      isWrite && [authorizeAgain, nameAuthor],
    );
    if (takesKey) route.handler = idempotent(db, handler);
    // The compression is one of the route's own hooks, so the cache stores the bytes that are sent.
    route.onSend = inOrder(
      config.hides && hideFromAnonymous,
      !isWrite && tagAnswer,
      method === 'HEAD' && leaveUnread,
      onSend,
      !isWrite && nameEncoding,
      isCached && storeAnswer,
      method === 'GET' && cutPart,
    );
  });
}

type Present<Stage> = Stage | false | undefined;
/** The stages of one phase, without those that a route does not have. */
function inOrder<Stage extends object>(...stages: (Present<Stage> | Present<Stage>[])[]): Stage[] {
  return stages.flat().filter((stage) => typeof stage === 'function') as Stage[];
}

/** Declares the answer JSON and the caller's alone, which a later stage may change. */
const typeAnswer: onRequestHookHandler = (_request, reply, done) => {
  reply.type('application/json; charset=utf-8').header('cache-control', 'private, no-cache');
  done();
};

/**
 * Lets the answer to a HEAD pass all that GET's passes before its body is left out. Fastify's own hook, which does that, comes
 * ahead of the compression, so the headers would lack its coding (RFC 9110 section 9.3.2). To be called once the compression
 * is registered.
 */
export function emptyHeadLast(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD' || !Array.isArray(route.onSend)) return;
    const isEmptying = ({ name }: { name: string }) => name === 'headRouteOnSendHandler';
    route.onSend.sort((a, b) => Number(isEmptying(a)) - Number(isEmptying(b)));
  });
}

/** Ends the stream that a HEAD would send, without the failure that Fastify would log. */
const leaveUnread: onSendHookHandler = (_request, _reply, payload, done) => {
  if (!(payload instanceof Readable)) return done();
  payload.on('error', () => {}).destroy();
  done(null, Readable.from([]));
};

/**
 * Returns a hook that refuses writes while nothing can be written, on a full disk or without the primary. Sessions that exist
 * go on reading.
 */
const createWritableCheck =
  (db: Database): onRequestAsyncHookHandler =>
  ({ routeOptions }) =>
    requireWritable(db, routeOptions.config.makesNothing ?? 'change');

/** Returns a hook that names the author of a request's changes, after the caller has been checked. */
function createAuthorHook(app: FastifyInstance, db: Database): preHandlerHookHandler {
  app.decorateRequest('db');
  return (request, _reply, done) => {
    request.db = db.as(authorOf(request));
    done();
  };
}
