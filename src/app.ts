import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance } from 'fastify';
import { createSignIn } from './core/auth/sign-in.ts';
import { createTokens } from './core/auth/tokens.ts';
import type { Config } from './core/base/config.ts';
import { bitacora } from './core/bitacora/routes.ts';
import { dependencias } from './core/catalogos/dependencias.ts';
import { ejercicioFiscal } from './core/catalogos/ejercicio-fiscal.ts';
import { estatusObra } from './core/catalogos/estatus-obra.ts';
import { localidad } from './core/catalogos/localidad.ts';
import { municipios } from './core/catalogos/municipios.ts';
import { tipoProyecto } from './core/catalogos/tipo-proyecto.ts';
import { createCache } from './core/db/cache.ts';
import type { Database } from './core/db/db.ts';
import type { Feature } from './core/feature.ts';
import { serveRepeatedGet } from './core/http/cache/fast-path.ts';
import type { App, InputTypes } from './core/http/context.ts';
import { errorHandler } from './core/http/error-handler.ts';
import { createFigures } from './core/http/figures.ts';
import { secureHeaders } from './core/http/headers.ts';
import { health } from './core/http/health.ts';
import { ignoreBodies, jsonBodies } from './core/http/input/body.ts';
import { createHeavyReads } from './core/http/limits/heavy-reads.ts';
import { watchEventLoop } from './core/http/limits/overload.ts';
import { emptyHeadLast, pipeline } from './core/http/pipeline.ts';
import { CODINGS, checkHeads } from './core/http/request-head.ts';
import { serverOptions } from './core/http/server-options.ts';
import { mergeListas } from './core/obras/listas.ts';
import { obras } from './core/obras/routes.ts';
import { favorites } from './core/users/favorites.ts';
import { login } from './core/users/login.ts';
import { logout } from './core/users/logout.ts';
import { users } from './core/users/routes.ts';
import { FEATURES, ledgerOf } from './features.ts';

/** The service with its features over an open database, ready to listen. */
export async function buildApp(
  config: Config,
  db: Database,
  features: Feature[] = FEATURES,
): Promise<FastifyInstance> {
  const app = Fastify(await serverOptions(config));
  app.server.maxConnections = config.MAX_CONNECTIONS;
  // Answers are JSON from the database, or small objects; schemas document them, and tests check them.
  app.setSerializerCompiler(() => JSON.stringify);
  errorHandler(app);
  checkHeads(app);
  const isReady = health(app, db);
  const cache = createCache(config.CACHE_MB, db.changes);
  const figures = createFigures(isReady);
  ignoreBodies(app);
  secureHeaders(app);
  if (config.CORS_ORIGIN.length > 0) {
    await app.register(cors, {
      origin: config.CORS_ORIGIN,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      strictPreflight: false,
      // Seconds for which browsers cache the preflight's answer.
      maxAge: 600,
      exposedHeaders: [
        'Content-Crs',
        'Content-Disposition',
        'ETag',
        'Link',
        'Location',
        'Memento-Datetime',
        'X-Total-Count',
        'Preference-Applied',
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
    // The default suits files that are compressed once.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    globalDecompression: false,
  });
  emptyHeadLast(app);
  await app.register(rateLimit, { global: false });
  const tags = features.flatMap(({ tag }) => tag ?? []);
  for (const feature of features) {
    await feature.app?.(app, { config, db, cache, figures, isReady, tags });
  }

  await app.register(async (instance) => {
    const api: App = instance.withTypeProvider<InputTypes>();
    const tokens = createTokens(config.JWT_SECRET, config.JWT_EXPIRES_IN, (secondsAhead) =>
      app.log.error({ secondsAhead }, 'los relojes de este equipo y de la base de datos difieren'),
    );
    const heavyReads = createHeavyReads(db);
    const context = {
      ...{ config, db, heavyReads, cache, tokens, signIn: createSignIn(db) },
      ...{ features, figures, ledger: ledgerOf(features), listas: mergeListas(features) },
    };
    const isOverloaded = watchEventLoop(api);
    const onCacheHit = serveRepeatedGet(app, { config, cache, tokens, isOverloaded, figures });
    jsonBodies(api);
    pipeline(api, context, { isOverloaded, onCacheHit });

    login(api, context);
    logout(api, context);
    obras(api, context);
    users(api, context);
    favorites(api, context);
    ejercicioFiscal(api, context);
    tipoProyecto(api, context);
    estatusObra(api, context);
    localidad(api, context);
    municipios(api, context);
    dependencias(api, context);
    bitacora(api, context);
    for (const { routes } of features) await routes?.(api, context);
  });
  return app;
}

/** Types that are compressed besides those registered as compressible: lines of JSON are not. */
const isText = (type: string) => /^text\/|[+/]json\b|^application\/x-ndjson\b/.test(type);
