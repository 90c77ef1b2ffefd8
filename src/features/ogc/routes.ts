import type { FastifyError, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import { reader } from '../../core/auth/access.ts';
import type { Config } from '../../core/base/config.ts';
import { badRequest, notFound } from '../../core/base/errors.ts';
import { sentAs } from '../../core/base/schemas.ts';
import { int4 } from '../../core/base/text.ts';
import type { App } from '../../core/http/context.ts';
import { answerError, refusalOf } from '../../core/http/error-handler.ts';
import { unknownParameter } from '../../core/http/input/sentences.ts';
import { linkCacheTags, linkRoot, withQuery } from '../../core/http/links.ts';
import { conditions, type FilterParameters, resolveFilters } from '../../core/obras/filtros.ts';
import type { Listas, ListContext } from '../../core/obras/listas.ts';
import { type Layer, layerOf } from '../../listados/geojson.ts';
import {
  COLLECTIONS,
  type Collection,
  type CollectionHead,
  OF_MUNICIPIOS,
  stateBox,
} from './collections.ts';
import { areaOf, CRS84, type Crs, crsOf } from './crs.ts';
import {
  CONFORMANCE,
  collection,
  collections,
  definition,
  featureSchemaOf,
  GEOJSON_TYPE,
  HTML_TYPE,
  JSON_TYPE,
  landing,
  link,
  OPENAPI_TYPE,
  SCHEMA_TYPE,
  schemaOf,
} from './documents.ts';
import { sendPage } from './html.ts';
import { findMunicipio, pageOfMunicipios } from './municipios.ts';
import {
  collectionPage,
  collectionsPage,
  conformancePage,
  errorPage,
  itemPage,
  itemsPage,
  landingPage,
  type To,
} from './pages.ts';
import {
  findExtents,
  findFeature,
  findFeatures,
  type LayerPage,
  type LayerPosition,
} from './queries.ts';
import {
  CONTENT_CRS,
  Coleccion,
  Colecciones,
  CollectionParams,
  Conformidad,
  Definicion,
  ElementoDeCapa,
  Esquema,
  FeatureParams,
  FeatureQuery,
  FormatQuery,
  type ItemQuery,
  itemQuery,
  NoQuery,
  orPage,
  Pagina,
  Portada,
} from './schema.ts';

// OGC API - Features, Part 1: Core (OGC 17-069): the registry as map layers that QGIS, GDAL and ArcGIS open by address.

const tags = ['Capas de mapa'];

const unknownCollection = (id: string) => notFound(`No existe la capa «${id}».`);
const unknownFeature = (id: string, collection: string) =>
  notFound(`La capa ${collection} no tiene el elemento ${id}.`);

const guard = { ...reader, basic: true } as const;

/** The part of a route's options with which people get a page, refusals included. */
const pagesOf = ({ PUBLIC_URL = '' }: Config) => ({
  config: { ...guard, hasPages: true } as const,
  errorHandler(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
    if (!request.isPage) return answerError(error, request, reply);
    const refusal = refusalOf(error, request);
    reply.code(refusal.statusCode).headers(refusal.headers);
    return reply.send(sendPage(reply, errorPage(refusal, `${PUBLIC_URL}/portal/`)));
  },
});

/** The public filters of GET /obras without their rectangle: the standard has its own. */
function filtersOf({ PublicFilters }: Listas): FilterParameters {
  const { bbox: _, ...filters } = PublicFilters.properties;
  return filters;
}

export function ogc(app: App, listContext: ListContext): void {
  const layer = layerOf(listContext.listas.properties);
  const context = { ...listContext, layer, filters: filtersOf(listContext.listas) };
  const rootOf: RootOf = (request, reply) => `${linkRoot(context.config, request, reply)}/ogc`;
  standard(app, context, rootOf);
  layers(app, context, rootOf);
  features(app, context, rootOf);
}

/** What the layers of obras have besides. */
interface LayerContext extends ListContext {
  layer: Layer;
  filters: FilterParameters;
}

/** The beginning of all links of an answer. */
type RootOf = (request: FastifyRequest, reply: FastifyReply) => string;

/** Returns a function that makes the links of a page. */
const createPageLinks =
  (root: string, { f }: { f?: string | undefined }): To =>
  (path, query) =>
    withQuery(root + path, { f, ...query });

const sendBody = (reply: FastifyReply, type: string, body: object) => {
  reply.type(type);
  return JSON.stringify(body);
};

/** The first documents of the standard, where programs begin. */
function standard(app: App, { config, filters }: LayerContext, rootOf: RootOf): void {
  const pages = pagesOf(config);
  app.get(
    '/ogc',
    {
      ...pages,
      schema: {
        tags,
        operationId: 'findPortada',
        summary: 'Punto de partida de las capas de mapa (OGC API - Features)',
        description:
          'La dirección que se da a QGIS («WFS / OGC API - Features») o a GDAL (OAPIF:…/ogc). Tiene su propia definición, en OpenAPI 3.0, en /ogc/api.',
        querystring: FormatQuery,
        response: { 200: orPage(JSON_TYPE, Portada) },
      },
    },
    async (request, reply) => {
      const root = rootOf(request, reply);
      if (request.isPage)
        return sendPage(reply, landingPage(createPageLinks(root, request.query), root));
      return sendBody(reply, JSON_TYPE, landing(root));
    },
  );

  app.get(
    '/ogc/api',
    {
      ...exactly(OPENAPI_TYPE),
      config: guard,
      schema: {
        tags,
        operationId: 'findDefinicion',
        summary: 'Definición de las capas de mapa, en OpenAPI 3.0',
        querystring: NoQuery,
        response: { 200: sentAs(OPENAPI_TYPE, Definicion) },
      },
    },
    async (request, reply) =>
      sendBody(
        reply,
        OPENAPI_TYPE,
        definition(rootOf(request, reply), config.PUBLIC_READ, filters),
      ),
  );

  app.get(
    '/ogc/conformance',
    {
      ...pages,
      schema: {
        tags,
        operationId: 'findConformidad',
        summary: 'Partes del estándar que se cumplen',
        querystring: FormatQuery,
        response: { 200: orPage(JSON_TYPE, Conformidad) },
      },
    },
    async (request, reply) =>
      request.isPage
        ? sendPage(reply, conformancePage(createPageLinks(rootOf(request, reply), request.query)))
        : sendBody(reply, JSON_TYPE, CONFORMANCE),
  );
}

type SchemaOf = (root: string, layer: Collection) => object;

function layers(
  app: App,
  { heavyReads, cache, config, layer: obras }: LayerContext,
  rootOf: RootOf,
): void {
  const pages = pagesOf(config);
  const extents = async (request: FastifyRequest, reply: FastifyReply) => {
    const boxes = await findExtents(await heavyReads.page(request, reply), cache);
    return ({ tipo }: CollectionHead) => (tipo ? boxes[tipo] : stateBox());
  };

  app.get(
    '/ogc/collections',
    {
      ...pages,
      schema: {
        tags,
        operationId: 'listColecciones',
        summary: 'Las capas: obras por tipo de geometría, y municipios',
        querystring: FormatQuery,
        response: { 200: orPage(JSON_TYPE, Colecciones) },
      },
    },
    async (request, reply) => {
      const root = rootOf(request, reply);
      if (request.isPage)
        return sendPage(reply, collectionsPage(createPageLinks(root, request.query)));
      return sendBody(reply, JSON_TYPE, collections(root, await extents(request, reply)));
    },
  );

  app.get(
    '/ogc/collections/:coleccion',
    {
      ...pages,
      schema: {
        tags,
        operationId: 'findColeccion',
        summary: 'Una capa',
        params: CollectionParams,
        querystring: FormatQuery,
        response: { 200: orPage(JSON_TYPE, Coleccion), 404: unknownCollection('calles') },
      },
    },
    async (request, reply) => {
      const layer = findCollection(obras, request.params.coleccion);
      const root = rootOf(request, reply);
      const extent = (await extents(request, reply))(layer);
      if (request.isPage) {
        const to = createPageLinks(root, request.query);
        return sendPage(reply, collectionPage(to, root, layer, extent));
      }
      return sendBody(reply, JSON_TYPE, collection(root, layer, extent));
    },
  );

  const schemaRoute = (path: string, operationId: string, summary: string, of: SchemaOf) =>
    app.get(
      `/ogc/collections/:coleccion/schema${path}`,
      {
        ...exactly(SCHEMA_TYPE),
        config: guard,
        schema: {
          ...{ tags, operationId, summary },
          params: CollectionParams,
          querystring: NoQuery,
          response: { 200: sentAs(SCHEMA_TYPE, Esquema), 404: unknownCollection('calles') },
        },
      },
      async (request, reply) => {
        const layer = findCollection(obras, request.params.coleccion);
        return sendBody(reply, SCHEMA_TYPE, of(rootOf(request, reply), layer));
      },
    );
  const fields = 'Campos y geometría de una capa (Part 5: Schemas)';
  schemaRoute('', 'findEsquema', fields, schemaOf);
  const whole = 'Esquema de un elemento entero de una capa';
  schemaRoute('/feature', 'findEsquemaDeElemento', whole, featureSchemaOf);
}

/** The layers' contents. */
function features(
  app: App,
  { db, heavyReads, config, listas, layer: obras, filters: ofObras }: LayerContext,
  rootOf: RootOf,
): void {
  const pages = pagesOf(config);
  const cached = {
    ...pages,
    ...exactly(GEOJSON_TYPE),
    config: {
      ...pages.config,
      ...linkCacheTags(config, obras.tags),
      ...(obras.isDated && { isDated: true as const }),
    },
  };

  app.get(
    '/ogc/collections/:coleccion/items',
    {
      ...cached,
      schema: {
        tags,
        operationId: 'listElementos',
        summary: 'Los elementos de una capa, por páginas',
        description:
          'El enlace next trae la página siguiente. Las capas de obras admiten los filtros de GET /obras; un parámetro que no se conoce da 400.',
        params: CollectionParams,
        querystring: itemQuery(ofObras),
        response: {
          200: orPage(GEOJSON_TYPE, Pagina, CONTENT_CRS),
          404: unknownCollection('calles'),
        },
      },
    },
    async (request, reply) => {
      const layer = findCollection(obras, request.params.coleccion);
      refuseFilters(layer, ofObras, request.query);
      const { limit, bbox, datetime: _, cursor, ...others } = request.query;
      const { crs: uri, 'bbox-crs': bboxUri, f, ...parameters } = others;
      const after =
        cursor === undefined ? { obra: 0, ubicacion: 0 } : readLayerCursor(layer, cursor);
      const area = bbox === undefined ? undefined : areaOf(bbox, crsOf(bboxUri));
      const reader = await heavyReads.stream(request, reply);
      const filters = await resolveFilters(listas.filtros, parameters, request, reader);
      const passing = conditions(filters, listas.filtros);
      const service = linkRoot(config, request, reply);
      const root = rootOf(request, reply);
      const find = (crs: Crs) =>
        layer.tipo
          ? findFeatures(reader, obras, service, layer.tipo, passing, area, limit, after, crs)
          : pageOfMunicipios(reader, area, limit, after, crs);
      const crs = crsOf(uri);
      const page = await find(crs);
      reply.header('content-crs', `<${crs.uri}>`);
      if (request.isPage) {
        const content = {
          ...{ layer, page, crs, cursor, limit },
          drawn: crs === CRS84 ? page : await find(CRS84),
          next: page.next && writeCursor(layer, page.next),
          address: createItemsAddress(root, layer, request.query),
        };
        return sendPage(reply, itemsPage(createPageLinks(root, { f }), content));
      }
      reply.type(GEOJSON_TYPE);
      return pageJson(root, layer, request.query, page);
    },
  );

  app.options(
    '/ogc/collections/:coleccion/items',
    { config: guard, schema: { hide: true, params: CollectionParams } },
    async (request, reply) => {
      findCollection(obras, request.params.coleccion);
      // QGIS sends OPTIONS to learn whether it may add features.
      reply.code(204).header('allow', 'GET, HEAD, OPTIONS').removeHeader('content-type');
      return reply.send();
    },
  );

  app.get(
    '/ogc/collections/:coleccion/items/:id',
    {
      ...cached,
      schema: {
        tags,
        operationId: 'findElemento',
        summary: 'Un elemento de una capa',
        params: FeatureParams,
        querystring: FeatureQuery,
        response: {
          200: orPage(GEOJSON_TYPE, ElementoDeCapa, CONTENT_CRS),
          404: unknownFeature('99', 'obras_puntos'),
        },
      },
    },
    async (request, reply) => {
      const { coleccion, id } = request.params;
      const layer = findCollection(obras, coleccion);
      const number = int4(id);
      const service = linkRoot(config, request, reply);
      const find = async (crs: Crs) => {
        const json = layer.tipo
          ? await findFeature(db, obras, service, layer.tipo, number, crs)
          : await findMunicipio(db, number, crs);
        if (!json) throw unknownFeature(id, coleccion);
        return json;
      };
      const crs = crsOf(request.query.crs);
      const json = await find(crs);
      const root = rootOf(request, reply);
      reply.header('content-crs', `<${crs.uri}>`);
      if (request.isPage) {
        const drawn = crs === CRS84 ? json : await find(CRS84);
        const to = createPageLinks(root, request.query);
        return sendPage(reply, itemPage(to, root, layer, { json, drawn, crs }));
      }
      const own = `${root}/collections/${coleccion}`;
      const address = (query: Parameters<typeof withQuery>[1]) =>
        withQuery(`${own}/items/${number}`, query);
      const links = [
        link(address(request.query), 'self', GEOJSON_TYPE, 'Este elemento'),
        link(own, 'collection', JSON_TYPE, 'Su capa'),
        link(address({ ...request.query, f: 'html' }), 'alternate', HTML_TYPE, 'Como página'),
      ];
      reply.type(GEOJSON_TYPE);
      return `${json.slice(0, -1)},"links":${JSON.stringify(links)}}`;
    },
  );
}

/** Sends an answer with exactly this type: clients compare it, and Fastify would add a charset. */
const exactly = (type: string): { onSend: onSendHookHandler } => ({
  onSend: (request, reply, payload, done) => {
    if (reply.statusCode === 200 && !request.isPage) reply.header('content-type', type);
    done(null, payload);
  },
});

/** @throws HttpError 404 */
function findCollection({ properties }: Layer, id: string): Collection {
  const collection = COLLECTIONS.find((each) => each.id === id);
  if (!collection) throw unknownCollection(id);
  return { ...collection, properties: collection.tipo ? properties : OF_MUNICIPIOS };
}

/** The municipios have none of the filters of obras, so their layer refuses them. */
function refuseFilters({ tipo }: Collection, filters: FilterParameters, query: ItemQuery): void {
  if (tipo) return;
  const present = Object.keys(filters).filter((name) => name in query);
  if (present.length > 0) throw badRequest(present.map(unknownParameter));
}

/** The meaning of a `next` link's cursor: the beginning of its page, and the first page's number of features. */
function readLayerCursor({ id }: Collection, cursor: string): LayerPosition {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, layer, ...digits] = /^([a-z_]+)\/(\d{1,10})\.(\d{1,10})\.(\d{1,10})$/.exec(text) ?? [];
  const [obra = null, ubicacion = null, total = null] = digits.map(int4);
  if (layer !== id || obra === null || ubicacion === null || total === null) {
    throw badRequest([{ field: 'cursor', text: 'no es un cursor válido.' }]);
  }
  return { obra, ubicacion, total };
}

/** Returns a function that makes links to a layer's page: its own address, with other values of some parameters. */
const createItemsAddress =
  (root: string, { id }: Collection, query: ItemQuery) =>
  (changes: Record<string, string | undefined>): string =>
    withQuery(`${root}/collections/${id}/items`, { ...query, ...changes });

/** One page in the standard's form (OGC 17-069 section 7.16), around the features' JSON from the database. */
function pageJson(
  root: string,
  layer: Collection,
  query: ItemQuery,
  { json, returned, matched, next }: LayerPage,
): string {
  const address = createItemsAddress(root, layer, query);
  const { cursor } = query;
  const links = [
    link(address({ cursor }), 'self', GEOJSON_TYPE, 'Esta página'),
    ...(next
      ? [
          link(
            address({ cursor: writeCursor(layer, next) }),
            'next',
            GEOJSON_TYPE,
            'Página siguiente',
          ),
        ]
      : []),
    link(`${root}/collections/${layer.id}`, 'collection', JSON_TYPE, 'La capa'),
    link(address({ cursor, f: 'html' }), 'alternate', HTML_TYPE, 'Como página'),
  ];
  const head = {
    type: 'FeatureCollection',
    timeStamp: new Date().toISOString(),
    numberMatched: matched,
    numberReturned: returned,
    links,
  };
  return `${JSON.stringify(head).slice(0, -1)},"features":[${json ?? ''}]}`;
}

/** The cursor begins with its layer, so that other lists refuse it. */
const writeCursor = ({ id }: Collection, { obra, ubicacion, total }: LayerPosition) =>
  Buffer.from(`${id}/${obra}.${ubicacion}.${total}`).toString('base64url');
