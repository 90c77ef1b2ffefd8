import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance } from 'fastify';
import { createAlmacen } from './archivos/almacen/abrir.ts';
import { sweepDaily } from './archivos/almacen/barrer.ts';
import { archivos } from './archivos/routes.ts';
import { createSignIn } from './auth/sign-in.ts';
import { createTokens } from './auth/tokens.ts';
import type { Config } from './base/config.ts';
import { bitacora } from './bitacora/routes.ts';
import { dependencias } from './catalogos/dependencias.ts';
import { ejercicioFiscal } from './catalogos/ejercicio-fiscal.ts';
import { estatusObra } from './catalogos/estatus-obra.ts';
import { localidad } from './catalogos/localidad.ts';
import { municipios } from './catalogos/municipios.ts';
import { tipoProyecto } from './catalogos/tipo-proyecto.ts';
import { createCache } from './db/cache.ts';
import type { Database } from './db/db.ts';
import { deshacer } from './deshacer/routes.ts';
import { importRoutes } from './hojas/index.ts';
import { serveRepeatedGet } from './http/cache/fast-path.ts';
import type { App, InputTypes } from './http/context.ts';
import { errorHandler } from './http/error-handler.ts';
import { secureHeaders } from './http/headers.ts';
import { ignoreBodies, jsonBodies } from './http/input/body.ts';
import { createHeavyReads } from './http/limits/heavy-reads.ts';
import { watchEventLoop } from './http/limits/overload.ts';
import { emptyHeadLast, pipeline } from './http/pipeline.ts';
import { CODINGS, checkHeads } from './http/request-head.ts';
import { serverOptions } from './http/server-options.ts';
import { LEDGER } from './ledger.ts';
import { calidad } from './obras/calidad.ts';
import { estatusDeVarias } from './obras/estatus-de-varias.ts';
import { exportaciones } from './obras/exports.ts';
import { obrasGeojson } from './obras/features.ts';
import { OBRAS } from './obras/importacion/kind.ts';
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
import { calles } from './portal/calles.ts';
import { frontDoor } from './portal/front-door.ts';
import { listaPage } from './portal/lista-page.ts';
import { openBaseMap } from './portal/map-file.ts';
import { mapaBase } from './portal/mapa-base.ts';
import { obraPage } from './portal/obra-page.ts';
import { ajustes, portal } from './portal/portal.ts';
import { wellKnown } from './portal/well-known.ts';
import { avances } from './seguimiento/avances.ts';
import { contratos } from './seguimiento/contratos.ts';
import { ejecucion } from './seguimiento/ejecucion.ts';
import { SEGUIMIENTO } from './seguimiento/importacion/kind.ts';
import { plantillaDeSeguimiento } from './seguimiento/importacion/plantilla.ts';
import { seguimiento } from './seguimiento/lista.ts';
import { contratosDeTodas } from './seguimiento/lista-contratos.ts';
import { seguimientoDeObra } from './seguimiento/obra.ts';
import { programas } from './seguimiento/programas.ts';
import { capturistas } from './users/capturistas.ts';
import { favorites } from './users/favorites.ts';
import { login } from './users/login.ts';
import { logout } from './users/logout.ts';
import { users } from './users/routes.ts';

/** The whole service over an open database, ready to listen. */
export async function buildApp(config: Config, db: Database): Promise<FastifyInstance> {
  const mapFile = await openBaseMap(config);
  const almacen = createAlmacen(config, db, (sentence) => app.log.warn(sentence));
  const app = Fastify(await serverOptions(config));
  app.addHook('onClose', () => mapFile?.close());
  app.addHook('onClose', async () => almacen.close());
  const sweeps = sweepDaily(app, { db, almacen });
  app.server.maxConnections = config.MAX_CONNECTIONS;
  // Answers are JSON from the database, or small objects; schemas document them, and tests check them.
  app.setSerializerCompiler(() => JSON.stringify);
  errorHandler(app);
  checkHeads(app);
  const isReady = health(app, db);
  const cache = createCache(config.CACHE_MB, db.changes);
  const count = metrics(app, { config, db, cache, almacen, sweeps }, isReady);
  ignoreBodies(app);
  secureHeaders(app);
  if (config.CORS_ORIGIN.length > 0) {
    await app.register(cors, {
      origin: config.CORS_ORIGIN,
      methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
      strictPreflight: false,
      // Seconds for which browsers cache the preflight's answer.
      maxAge: 600,
      exposedHeaders: [
        'Content-Crs',
        'Content-Disposition',
        'ETag',
        'Link',
        'Location',
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
  frontDoor(app, config);
  wellKnown(app, config);
  await openapi(app, config);
  await portal(app, config);

  await app.register(async (instance) => {
    const api: App = instance.withTypeProvider<InputTypes>();
    const tokens = createTokens(config.JWT_SECRET, config.JWT_EXPIRES_IN, (secondsAhead) =>
      app.log.error({ secondsAhead }, 'los relojes de este equipo y de la base de datos difieren'),
    );
    const heavyReads = createHeavyReads(db);
    const context = { config, db, heavyReads, cache, tokens, signIn: createSignIn(db) };
    const isOverloaded = watchEventLoop(api);
    const onCacheHit = serveRepeatedGet(app, { config, cache, tokens, isOverloaded, count });
    jsonBodies(api);
    pipeline(api, context, { isOverloaded, onCacheHit });

    login(api, context);
    logout(api, context);
    obras(api, context);
    exportaciones(api, context);
    resumen(api, context);
    calidad(api, context);
    estatusDeVarias(api);
    plantilla(api, context);
    obrasGeojson(api, context);
    mapa(api, context);
    ogc(api, context);
    oc4ids(api, context);
    importRoutes(api, context, OBRAS);
    importRoutes(api, context, SEGUIMIENTO);
    deshacer(api, context);
    plantillaDeSeguimiento(api, context);
    seguimiento(api, context);
    contratosDeTodas(api, context);
    seguimientoDeObra(api, context);
    avances(api, context);
    programas(api, context);
    ejecucion(api, context);
    contratos(api, context);
    archivos(api, { ...context, almacen });
    users(api, context);
    favorites(api, context);
    capturistas(api, context);
    ejercicioFiscal(api, context);
    tipoProyecto(api, context);
    clasificacion(api, context);
    estatusObra(api, context);
    localidad(api, context);
    municipios(api, context);
    dependencias(api, context);
    bitacora(api, { ...context, ledger: LEDGER });
    mapaBase(api, { ...context, mapFile });
    calles(api, mapFile);
    ajustes(api, { ...context, mapFile });
    obraPage(api, context);
    listaPage(api, context);
  });
  return app;
}

/** Types that are compressed besides those registered as compressible: lines of JSON are not. */
const isText = (type: string) => /^text\/|[+/]json\b|^application\/x-ndjson\b/.test(type);
