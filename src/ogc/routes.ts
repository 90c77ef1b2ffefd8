import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import { reader } from '../auth/access.ts';
import { badRequest, notFound } from '../base/errors.ts';
import { sentAs } from '../base/schemas.ts';
import { int4 } from '../base/text.ts';
import type { App, Context } from '../http/context.ts';
import { linkCacheTags, linkRoot } from '../http/links.ts';
import { unknownParameter } from '../http/validate.ts';
import { CATALOGS } from '../obras/documents.ts';
import { boxesOf, COLLECTIONS, type Collection, stateBox } from './collections.ts';
import {
  CONFORMANCE,
  collection,
  collections,
  definition,
  featureSchemaOf,
  GEOJSON_TYPE,
  JSON_TYPE,
  landing,
  link,
  OPENAPI_TYPE,
  SCHEMA_TYPE,
  schemaOf,
} from './documents.ts';
import { findMunicipio, pageOfMunicipios } from './municipios.ts';
import {
  findExtents,
  findFeature,
  findFeatures,
  type LayerPosition,
  type Page,
} from './queries.ts';
import {
  Coleccion,
  Colecciones,
  CollectionParams,
  Conformidad,
  Definicion,
  ElementoDeCapa,
  Esquema,
  FeatureParams,
  FILTERS,
  ItemQuery,
  NoQuery,
  Pagina,
  Portada,
} from './schema.ts';

// OGC API - Features, Part 1: Core (OGC 17-069): the registry as map layers that QGIS, GDAL and ArcGIS open by address.

const tags = ['Capas de mapa'];

const unknownCollection = (id: string) => notFound(`No existe la capa «${id}».`);
const unknownFeature = (id: string, collection: string) =>
  notFound(`La capa ${collection} no tiene el elemento ${id}.`);

const guard = { ...reader, basic: true } as const;

export function ogc(app: App, context: Context): void {
  const rootOf: RootOf = (request, reply) => `${linkRoot(context.config, request, reply)}/ogc`;
  standard(app, context, rootOf);
  layers(app, context, rootOf);
  features(app, context, rootOf);
}

/** The beginning of all links of an answer. */
type RootOf = (request: FastifyRequest, reply: FastifyReply) => string;

const send = (reply: FastifyReply, type: string, body: object) => {
  reply.type(type);
  return JSON.stringify(body);
};

/** Where programs begin, and what they learn there of the standard. */
function standard(app: App, { config }: Context, rootOf: RootOf): void {
  const sendLanding = async (request: FastifyRequest, reply: FastifyReply) =>
    send(reply, JSON_TYPE, landing(rootOf(request, reply)));
  app.get(
    '/ogc',
    {
      config: guard,
      schema: {
        tags,
        operationId: 'findPortada',
        summary: 'Punto de partida de las capas de mapa (OGC API - Features)',
        description:
          'La dirección que se da a QGIS («WFS / OGC API - Features») o a GDAL (OAPIF:…/ogc). Tiene su propia definición, en OpenAPI 3.0, en /ogc/api.',
        querystring: NoQuery,
        response: { 200: Portada },
      },
    },
    sendLanding,
  );
  app.get('/ogc/', { config: guard, schema: { hide: true, querystring: NoQuery } }, sendLanding);

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
      send(reply, OPENAPI_TYPE, definition(rootOf(request, reply), config.PUBLIC_READ)),
  );

  app.get(
    '/ogc/conformance',
    {
      config: guard,
      schema: {
        tags,
        operationId: 'findConformidad',
        summary: 'Partes del estándar que se cumplen',
        querystring: NoQuery,
        response: { 200: Conformidad },
      },
    },
    async (_request, reply) => send(reply, JSON_TYPE, CONFORMANCE),
  );
}

/** The layers. */
function layers(app: App, { slow, cache }: Context, rootOf: RootOf): void {
  const extents = async (request: FastifyRequest, reply: FastifyReply) => {
    const found = await findExtents(await slow.answer(request, reply), cache);
    return ({ tipo }: Collection) => (tipo ? found[tipo] : stateBox());
  };

  app.get(
    '/ogc/collections',
    {
      config: guard,
      schema: {
        tags,
        operationId: 'listColecciones',
        summary: 'Las capas: obras por tipo de geometría, y municipios',
        querystring: NoQuery,
        response: { 200: Colecciones },
      },
    },
    async (request, reply) => {
      const root = rootOf(request, reply);
      return send(reply, JSON_TYPE, collections(root, await extents(request, reply)));
    },
  );

  app.get(
    '/ogc/collections/:coleccion',
    {
      config: guard,
      schema: {
        tags,
        operationId: 'findColeccion',
        summary: 'Una capa',
        params: CollectionParams,
        querystring: NoQuery,
        response: { 200: Coleccion, 404: unknownCollection('calles') },
      },
    },
    async (request, reply) => {
      const found = findCollection(request.params.coleccion);
      const root = rootOf(request, reply);
      return send(
        reply,
        JSON_TYPE,
        collection(root, found, (await extents(request, reply))(found)),
      );
    },
  );

  app.get(
    '/ogc/collections/:coleccion/schema',
    {
      ...exactly(SCHEMA_TYPE),
      config: guard,
      schema: {
        tags,
        operationId: 'findEsquema',
        summary: 'Campos y geometría de una capa (Part 5: Schemas)',
        params: CollectionParams,
        querystring: NoQuery,
        response: { 200: sentAs(SCHEMA_TYPE, Esquema), 404: unknownCollection('calles') },
      },
    },
    async (request, reply) => {
      const found = findCollection(request.params.coleccion);
      return send(reply, SCHEMA_TYPE, schemaOf(rootOf(request, reply), found));
    },
  );

  app.get(
    '/ogc/collections/:coleccion/schema/feature',
    {
      ...exactly(SCHEMA_TYPE),
      config: guard,
      schema: {
        tags,
        operationId: 'findEsquemaDeElemento',
        summary: 'Esquema de un elemento entero de una capa',
        params: CollectionParams,
        querystring: NoQuery,
        response: { 200: sentAs(SCHEMA_TYPE, Esquema), 404: unknownCollection('calles') },
      },
    },
    async (request, reply) => {
      const found = findCollection(request.params.coleccion);
      return send(reply, SCHEMA_TYPE, featureSchemaOf(rootOf(request, reply), found));
    },
  );
}

/** The layers' contents. */
function features(app: App, { db, slow, config }: Context, rootOf: RootOf): void {
  app.get(
    '/ogc/collections/:coleccion/items',
    {
      ...exactly(GEOJSON_TYPE),
      config: { ...guard, ...linkCacheTags(config, ['obras', ...CATALOGS]) },
      schema: {
        tags,
        operationId: 'listElementos',
        summary: 'Los elementos de una capa, por páginas',
        description:
          'El enlace next trae la página siguiente. Las capas de obras admiten los filtros de GET /obras; un parámetro que no se conoce da 400.',
        params: CollectionParams,
        querystring: ItemQuery,
        response: { 200: sentAs(GEOJSON_TYPE, Pagina), 404: unknownCollection('calles') },
      },
    },
    async (request, reply) => {
      const found = findCollection(request.params.coleccion);
      refuseFilters(found, request.query);
      const { limit, bbox, datetime: _, cursor, ...filters } = request.query;
      const after = cursor === undefined ? { obra: 0, ubicacion: 0 } : readCursor(cursor);
      const reader = await slow.stream(request, reply);
      const root = rootOf(request, reply);
      const page = found.tipo
        ? await findFeatures(
            reader,
            found.tipo,
            filters,
            bbox === undefined ? [] : boxesOf(bbox),
            limit,
            after,
          )
        : pageOfMunicipios(bbox, limit, after);
      reply.type(GEOJSON_TYPE);
      return pageJson(root, found, request.query, page);
    },
  );

  app.options(
    '/ogc/collections/:coleccion/items',
    { config: guard, schema: { hide: true, params: CollectionParams } },
    async (request, reply) => {
      findCollection(request.params.coleccion);
      // QGIS asks whether features can be added here.
      reply.code(204).header('allow', 'GET, HEAD, OPTIONS').removeHeader('content-type');
      return reply.send();
    },
  );

  app.get(
    '/ogc/collections/:coleccion/items/:id',
    {
      ...exactly(GEOJSON_TYPE),
      config: { ...guard, ...linkCacheTags(config, ['obras', ...CATALOGS]) },
      schema: {
        tags,
        operationId: 'findElemento',
        summary: 'Un elemento de una capa',
        params: FeatureParams,
        querystring: NoQuery,
        response: {
          200: sentAs(GEOJSON_TYPE, ElementoDeCapa),
          404: unknownFeature('99', 'obras_puntos'),
        },
      },
    },
    async (request, reply) => {
      const { coleccion, id } = request.params;
      const found = findCollection(coleccion);
      const number = int4(id);
      const json = found.tipo ? await findFeature(db, found.tipo, number) : findMunicipio(number);
      if (!json) throw unknownFeature(id, coleccion);
      const own = `${rootOf(request, reply)}/collections/${coleccion}`;
      const links = [
        link(`${own}/items/${number}`, 'self', GEOJSON_TYPE, 'Este elemento'),
        link(own, 'collection', JSON_TYPE, 'Su capa'),
      ];
      reply.type(GEOJSON_TYPE);
      return `${json.slice(0, -1)},"links":${JSON.stringify(links)}}`;
    },
  );
}

/** Has an answer named by just this type: the clients look for these, and Fastify would add to them. */
const exactly = (type: string): { onSend: onSendHookHandler } => ({
  onSend: (_request, reply, payload, done) => {
    if (reply.statusCode === 200) reply.header('content-type', type);
    done(null, payload);
  },
});

/** @throws HttpError 404 */
function findCollection(id: string): Collection {
  const found = COLLECTIONS.find((each) => each.id === id);
  if (!found) throw unknownCollection(id);
  return found;
}

/** The municipios have none of the filters of obras: what a layer does not know is refused. */
function refuseFilters({ tipo }: Collection, query: ItemQuery): void {
  if (tipo) return;
  const given = Object.keys(FILTERS).filter((name) => name in query);
  if (given.length > 0) throw badRequest(given.map(unknownParameter));
}

/** The meaning of a `next` link's cursor: where its page begins, and how many features there were on the first. */
function readCursor(cursor: string): LayerPosition {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, ...digits] = /^(\d{1,10})\.(\d{1,10})\.(\d{1,10})$/.exec(text) ?? [];
  const [obra = null, ubicacion = null, total = null] = digits.map(int4);
  if (obra === null || ubicacion === null || total === null) {
    throw badRequest([{ field: 'cursor', text: 'no es un cursor válido.' }]);
  }
  return { obra, ubicacion, total };
}

/** One page as the standard has it (OGC 17-069 section 7.16), around the features that the database has written. */
function pageJson(
  root: string,
  { id }: Collection,
  query: ItemQuery,
  { json, returned, matched, next }: Page,
): string {
  const own = `${root}/collections/${id}`;
  const address = (cursor: string | undefined) => {
    const asked = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...query, cursor })) {
      if (value !== undefined) asked.set(name, String(value));
    }
    return `${own}/items?${asked}`;
  };
  const links = [
    link(address(query.cursor), 'self', GEOJSON_TYPE, 'Esta página'),
    ...(next ? [link(address(writeCursor(next)), 'next', GEOJSON_TYPE, 'Página siguiente')] : []),
    link(own, 'collection', JSON_TYPE, 'La capa'),
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

const writeCursor = ({ obra, ubicacion, total }: LayerPosition) =>
  Buffer.from(`${obra}.${ubicacion}.${total}`).toString('base64url');
