import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import Fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type onRequestAsyncHookHandler,
} from 'fastify';
import { authorOf } from './auth/access.ts';
import { createSignIn } from './auth/sign-in.ts';
import { networkOf } from './auth/throttle.ts';
import { createTokens } from './auth/tokens.ts';
import type { Config } from './base/config.ts';
import { tooManyRequests } from './base/errors.ts';
import { bitacora } from './bitacora/routes.ts';
import { dependencias } from './catalogos/dependencias.ts';
import { ejercicioFiscal } from './catalogos/ejercicio-fiscal.ts';
import { estatusObra } from './catalogos/estatus-obra.ts';
import { localidad } from './catalogos/localidad.ts';
import { municipios } from './catalogos/municipios.ts';
import { tipoProyecto } from './catalogos/tipo-proyecto.ts';
import { createCache } from './db/cache.ts';
import type { Database, Db } from './db/db.ts';
import { requireWritable } from './db/writable.ts';
import { answerAgain } from './http/again.ts';
import { ignoreBodies, jsonBodies } from './http/bodies.ts';
import { keepAnswers } from './http/cache.ts';
import { conditionalReads } from './http/conditional.ts';
import type { App, InputTypes } from './http/context.ts';
import { errorHandler } from './http/error-handler.ts';
import { guards } from './http/guards.ts';
import { secureHeaders } from './http/headers.ts';
import { idempotentPosts } from './http/idempotency.ts';
import { boundBodies, boundSlow, OPEN_WRITES, refuseWhenBehind } from './http/pressure.ts';
import { CODINGS, judgeHeads } from './http/request-head.ts';
import { serverOptions } from './http/server-options.ts';
import { validation } from './http/validate.ts';
import { exportaciones } from './obras/exports.ts';
import { obrasGeojson } from './obras/features.ts';
import { importacion } from './obras/importacion/routes.ts';
import { mapa } from './obras/mapa.ts';
import { plantilla } from './obras/plantilla.ts';
import { resumen } from './obras/resumen.ts';
import { obras } from './obras/routes.ts';
import { clasificacion } from './oc4ids/clasificacion.ts';
import { oc4ids } from './oc4ids/routes.ts';
import { ogc } from './ogc/routes.ts';
import { openapi } from './openapi/openapi.ts';
import { health } from './operation/health.ts';
import { metrics } from './operation/metrics.ts';
import { frontDoor } from './portal/front-door.ts';
import { ajustes, portal } from './portal/portal.ts';
import { favorites } from './users/favorites.ts';
import { login } from './users/login.ts';
import { users } from './users/routes.ts';

/** The whole service over an open database, ready to listen. */
export async function buildApp(config: Config, db: Database): Promise<FastifyInstance> {
  const app = Fastify(await serverOptions(config));
  app.server.maxConnections = config.MAX_CONNECTIONS;
  // Answers are JSON made by the database, or small objects; schemas document them and tests hold them to it.
  app.setSerializerCompiler(() => JSON.stringify);
  errorHandler(app);
  judgeHeads(app);
  const isReady = health(app, db);
  const cache = createCache(config.CACHE_MB, db.changes);
  const count = metrics(app, { config, db, cache }, isReady);
  ignoreBodies(app);
  secureHeaders(app);
  if (config.CORS_ORIGIN.length > 0) {
    await app.register(cors, {
      origin: config.CORS_ORIGIN,
      methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
      strictPreflight: false,
      // Seconds for which a browser need not ask again.
      maxAge: 600,
      exposedHeaders: [
        'Content-Disposition',
        'ETag',
        'Link',
        'X-Total-Count',
        'Retry-After',
        'X-Request-Id',
        'Idempotency-Replayed',
      ],
    });
  }
  await app.register(compress, {
    threshold: 1_024,
    encodings: CODINGS,
    customTypes: isText,
    // Its default is meant for files that are compressed once and for all.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    globalDecompression: false,
  });
  await app.register(rateLimit, { global: false });
  frontDoor(app);
  await openapi(app, config);
  await portal(app, config);

  await app.register(async (instance) => {
    const api: App = instance.withTypeProvider<InputTypes>();
    const tokens = createTokens(config.JWT_SECRET, config.JWT_EXPIRES_IN, (secondsAhead) =>
      app.log.error({ secondsAhead }, 'los relojes de este equipo y de la base de datos difieren'),
    );
    const slow = boundSlow(db);
    const context = { config, db, slow, cache, tokens, signIn: createSignIn(db) };
    const isBehind = refuseWhenBehind(api);
    api.addHook('onRequest', (_request, reply, done) => {
      reply.type('application/json; charset=utf-8').header('cache-control', 'private, no-cache');
      done();
    });
    guards(api, context);
    nameAuthors(api, db);
    limitOpenWrites(api);
    keepToReading(api, db);
    beforeWrites(api, boundBodies());
    jsonBodies(api);
    validation(api);
    conditionalReads(api, db.changes);
    keepAnswers(api, cache, answerAgain(app, { config, cache, tokens, isBehind, count }));
    idempotentPosts(api, db);

    login(api, context);
    obras(api, context);
    exportaciones(api, context);
    resumen(api, context);
    plantilla(api, context);
    obrasGeojson(api, context);
    mapa(api, context);
    ogc(api, context);
    oc4ids(api, context);
    importacion(api, context);
    users(api, context);
    favorites(api, context);
    ejercicioFiscal(api, context);
    tipoProyecto(api, context);
    clasificacion(api, context);
    estatusObra(api, context);
    localidad(api, context);
    municipios(api, context);
    dependencias(api, context);
    bitacora(api, context);
    ajustes(api, context);
  });
  return app;
}

/** What is compressed besides what is registered as compressible: lines of JSON are not. */
const isText = (type: string) => /^text\/|[+/]json\b|^application\/x-ndjson\b/.test(type);

declare module 'fastify' {
  interface FastifyRequest {
    /** The database for what this request changes: the ledger names its caller, address and id. */
    readonly db: Db;
  }
}

function nameAuthors(app: FastifyInstance, db: Database): void {
  app.decorateRequest('db', {
    getter(this: FastifyRequest) {
      return db.as(authorOf(this));
    },
  });
}

/** Runs a check of what writes, once it is known who calls; reads are not kept waiting by it. */
function beforeWrites(app: FastifyInstance, check: onRequestAsyncHookHandler): void {
  app.addHook('onRoute', (route) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(String(route.method))) return;
    route.onRequest = [...[route.onRequest ?? []].flat(), check];
  });
}

/** Counts by address the writes without a token, but for the login, which counts failures itself. */
function limitOpenWrites(app: FastifyInstance): void {
  const count = app.createRateLimit({
    max: OPEN_WRITES,
    timeWindow: 60_000,
    keyGenerator: ({ ip }) => networkOf(ip),
  });
  beforeWrites(app, async (request) => {
    if (request.caller || request.routeOptions.config.makesNothing) return;
    const limit = await count(request);
    if (!limit.isAllowed && limit.isExceeded) {
      throw tooManyRequests('Demasiadas solicitudes', limit.ttlInSeconds);
    }
  });
}

/**
 * While nothing can be written, on a full disk or without the primary, whatever would write is refused before it begins.
 * Who has a session goes on reading.
 */
function keepToReading(app: FastifyInstance, db: Database): void {
  if (!db.hasSpace && !db.watch) return;
  beforeWrites(app, ({ routeOptions }) =>
    requireWritable(db, routeOptions.config.makesNothing ? 'login' : 'change'),
  );
}
