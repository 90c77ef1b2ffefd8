import { version } from '../../core/base/version.ts';
import type { FilterParameters } from '../../core/obras/filtros.ts';
import type { Box } from '../../listados/rectangulo.ts';
import { COLLECTIONS, type Collection, type CollectionHead } from './collections.ts';
import { CRS84, CRSS } from './crs.ts';
import { type Enlace, ITEM_PARAMETERS, MORE_ITEM_PARAMETERS } from './schema.ts';

// The documents of OGC API - Features (OGC 17-069, «Part 1: Core»), for GDAL and QGIS. All links are absolute: QGIS accepts
// no layer with relative ones.

export const JSON_TYPE = 'application/json';
export const HTML_TYPE = 'text/html';
export const GEOJSON_TYPE = 'application/geo+json';
export const SCHEMA_TYPE = 'application/schema+json';
export const OPENAPI_TYPE = 'application/vnd.oai.openapi+json;version=3.0';

const SCHEMA_REL = 'http://www.opengis.net/def/rel/ogc/1.0/schema';

export const TITLE = 'Registro de Obras Públicas: capas';
export const DESCRIPTION =
  'Las ubicaciones de las obras públicas y los municipios de Yucatán como capas de mapa, para QGIS, GDAL y otros programas.';

/** @param root the beginning of these documents' addresses, `/ogc` included */
export function landing(root: string) {
  return {
    title: TITLE,
    description: DESCRIPTION,
    links: [
      link(root, 'self', JSON_TYPE, 'Este documento'),
      link(`${root}/api`, 'service-desc', OPENAPI_TYPE, 'Definición de la interfaz'),
      link(`${root.replace(/\/ogc$/, '')}/docs`, 'service-doc', 'text/html', 'Documentación'),
      link(`${root}/conformance`, 'conformance', JSON_TYPE, 'Partes del estándar que se cumplen'),
      link(`${root}/collections`, 'data', JSON_TYPE, 'Capas'),
      asPage(root),
    ],
  };
}

export const CONFORMANCE = {
  conformsTo: [
    'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core',
    'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/oas30',
    'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson',
    'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/html',
    'http://www.opengis.net/spec/ogcapi-features-2/1.0/conf/crs',
    'http://www.opengis.net/spec/ogcapi-features-5/1.0/conf/schemas',
  ],
};

type Extent = Box | undefined;

export function collections(root: string, extentOf: (collection: CollectionHead) => Extent) {
  return {
    links: [
      link(`${root}/collections`, 'self', JSON_TYPE, 'Este documento'),
      asPage(`${root}/collections`),
    ],
    collections: COLLECTIONS.map((each) => collection(root, each, extentOf(each))),
  };
}

export function collection(
  root: string,
  { id, title, description }: CollectionHead,
  extent: Extent,
) {
  const own = `${root}/collections/${id}`;
  return {
    id,
    title,
    description,
    links: [
      link(own, 'self', JSON_TYPE, 'Esta capa'),
      link(`${own}/items`, 'items', GEOJSON_TYPE, 'Elementos'),
      link(`${own}/schema`, SCHEMA_REL, SCHEMA_TYPE, 'Campos y geometría'),
      // The same relation twice: GDAL 3.6 knows it by the spelling with a capital alone.
      link(`${own}/schema/feature`, 'describedby', SCHEMA_TYPE, 'Esquema de un elemento'),
      link(`${own}/schema/feature`, 'describedBy', SCHEMA_TYPE, 'Esquema de un elemento'),
      asPage(own),
    ],
    ...(extent && { extent: { spatial: { bbox: [extent], crs: CRS84.uri } } }),
    itemType: 'feature',
    crs: CRSS.map(({ uri }) => uri),
    storageCrs: CRS84.uri,
  };
}

/** The link to the same document as a page. */
const asPage = (address: string) =>
  link(
    `${address}${address.includes('?') ? '&' : '?'}f=html`,
    'alternate',
    HTML_TYPE,
    'Como página',
  );

export function link(href: string, rel: string, type: string, title: string): Enlace {
  return { href, rel, type, title };
}

/**
 * The fields of a layer and its geometry (OGC 23-058, «Part 5: Schemas»). A program learns them here before its first
 * feature, even of an empty layer.
 */
export function schemaOf(root: string, { id, title, description, ...layer }: Collection) {
  const names = Object.entries(layer.properties);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${root}/collections/${id}/schema`,
    type: 'object',
    title,
    description,
    properties: {
      id: { type: 'integer', title: layer.idTitle, 'x-ogc-role': 'id', 'x-ogc-propertySeq': 1 },
      ...Object.fromEntries(
        names.map(([name, { type, format, title, description }], i) => [
          name,
          // A nullable field is merely not required.
          { type: [type].flat()[0], format, title, description, 'x-ogc-propertySeq': i + 2 },
        ]),
      ),
      geometry: {
        title: 'Geometría',
        format: layer.format,
        'x-ogc-role': 'primary-geometry',
        'x-ogc-propertySeq': names.length + 2,
      },
    },
    required: ['id', 'geometry', ...names.filter(isRequired).map(([name]) => name)],
    additionalProperties: false,
  };
}

/** The schema of a whole feature, in which GDAL looks for the fields. */
export function featureSchemaOf(root: string, { id, title, ...layer }: Collection) {
  const names = Object.entries(layer.properties);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${root}/collections/${id}/schema/feature`,
    type: 'object',
    title,
    properties: {
      type: { type: 'string', enum: ['Feature'] },
      id: { type: 'integer' },
      geometry: {
        oneOf: layer.geometries.map((type) => ({
          $ref: `https://geojson.org/schema/${type}.json`,
        })),
      },
      properties: {
        type: 'object',
        properties: Object.fromEntries(
          names.map(([name, { type, format, title, description }]) => [
            name,
            // GDAL reads two types as text. Null means absence, so such a field is merely not required.
            { type: [type].flat()[0], format, title, description },
          ]),
        ),
        required: names.filter(isRequired).map(([name]) => name),
      },
    },
    required: ['type', 'id', 'geometry', 'properties'],
  };
}

const isRequired = ([, { type }]: [string, { type: string | readonly string[] }]) =>
  !Array.isArray(type);

/**
 * The definition of the interface in OpenAPI 3.0, which this standard requires; the service's own is 3.1. QGIS looks in it
 * for the page's greatest number of features, and only among parameters under `components`.
 *
 * @param isPublic whether reading needs no sign-in
 */
export function definition(root: string, isPublic: boolean, filters: FilterParameters) {
  const reference = (name: string) => ({ $ref: `#/components/parameters/${name}` });
  const answer = (description: string, type: string, schema: object) => ({
    '200': { description, content: { [type]: { schema } } },
    ...ERRORS,
  });
  const orPage = (description: string, type: string, schema: object, headers?: object) => ({
    '200': { description, headers, content: { [type]: { schema }, ...HTML_PAGE } },
    ...ERRORS,
  });
  const operation = (
    operationId: string,
    summary: string,
    responses: object,
    names: string[] = [],
  ) => ({
    get: { operationId, summary, tags: ['Capas'], parameters: names.map(reference), responses },
  });
  const layers = COLLECTIONS.map((layer) => {
    const path = `/collections/${layer.id}`;
    const ofObras = layer.tipo ? Object.keys(filters) : [];
    return {
      [path]: operation(`capa.${layer.id}`, layer.title, orPage('Capa.', JSON_TYPE, OBJECT), ['f']),
      [`${path}/items`]: operation(
        `elementos.${layer.id}`,
        layer.description,
        orPage('Página de elementos.', GEOJSON_TYPE, schemaNamed('Pagina'), CONTENT_CRS),
        [...Object.keys(ITEM_PARAMETERS), ...Object.keys(MORE_ITEM_PARAMETERS), ...ofObras],
      ),
      [`${path}/items/{featureId}`]: operation(
        `elemento.${layer.id}`,
        'Un elemento',
        orPage('Elemento.', GEOJSON_TYPE, schemaNamed('Elemento'), CONTENT_CRS),
        ['featureId', 'crs', 'f'],
      ),
      [`${path}/schema`]: operation(
        `esquema.${layer.id}`,
        'Campos y geometría',
        answer('Esquema.', SCHEMA_TYPE, OBJECT),
      ),
      [`${path}/schema/feature`]: operation(
        `esquemaDeElemento.${layer.id}`,
        'Esquema de un elemento',
        answer('Esquema.', SCHEMA_TYPE, OBJECT),
      ),
    };
  });
  return {
    openapi: '3.0.3',
    info: { title: TITLE, description: DESCRIPTION, version },
    servers: [{ url: root }],
    tags: [{ name: 'Capas', description: 'OGC API - Features.' }],
    paths: {
      '/': operation('portada', 'Punto de partida', orPage('Enlaces.', JSON_TYPE, OBJECT), ['f']),
      '/api': operation('definicion', 'Este documento', answer('OpenAPI.', OPENAPI_TYPE, OBJECT)),
      '/conformance': operation(
        'conformidad',
        'Partes del estándar que se cumplen',
        orPage('Conformidad.', JSON_TYPE, OBJECT),
        ['f'],
      ),
      '/collections': operation('capas', 'Las capas', orPage('Capas.', JSON_TYPE, OBJECT), ['f']),
      ...Object.assign({}, ...layers),
    },
    components: {
      parameters: parametersWith(filters),
      schemas: SCHEMAS,
      ...(isPublic ? {} : { securitySchemes: SECURITY }),
    },
    ...(isPublic ? {} : { security: [{ basic: [] }, { token: [] }] }),
  };
}

const OBJECT = { type: 'object' };
const HTML_PAGE = { [HTML_TYPE]: { schema: { type: 'string' } } };
const CONTENT_CRS = {
  'Content-Crs': { description: 'Sistema de las coordenadas.', schema: { type: 'string' } },
};
const schemaNamed = (name: keyof typeof SCHEMAS) => ({ $ref: `#/components/schemas/${name}` });

const SCHEMAS = {
  Enlace: {
    type: 'object',
    required: ['href', 'rel', 'type'],
    properties: {
      href: { type: 'string', format: 'uri' },
      rel: { type: 'string' },
      type: { type: 'string' },
      title: { type: 'string' },
    },
  },
  Elemento: {
    type: 'object',
    required: ['type', 'id', 'geometry', 'properties'],
    properties: {
      type: { type: 'string', enum: ['Feature'] },
      id: { type: 'integer' },
      geometry: { type: 'object', nullable: true },
      properties: { type: 'object' },
      links: { type: 'array', items: { $ref: '#/components/schemas/Enlace' } },
    },
  },
  Pagina: {
    type: 'object',
    required: ['type', 'features'],
    properties: {
      type: { type: 'string', enum: ['FeatureCollection'] },
      timeStamp: { type: 'string', format: 'date-time' },
      numberMatched: { type: 'integer', minimum: 0 },
      numberReturned: { type: 'integer', minimum: 0 },
      links: { type: 'array', items: { $ref: '#/components/schemas/Enlace' } },
      features: { type: 'array', items: { $ref: '#/components/schemas/Elemento' } },
    },
  },
  Error: {
    type: 'object',
    required: ['statusCode', 'message', 'error'],
    properties: {
      statusCode: { type: 'integer' },
      message: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      error: { type: 'string' },
    },
  },
};

const error = (description: string) => ({
  description,
  content: { [JSON_TYPE]: { schema: schemaNamed('Error') }, ...HTML_PAGE },
});
const ERRORS = {
  '400': error('Un parámetro no es válido o no se conoce.'),
  '401': error('Falta iniciar sesión.'),
  '404': error('No existe.'),
  '500': error('Error inesperado.'),
  '503': error('No disponible por el momento.'),
};

const SECURITY = {
  basic: { type: 'http', scheme: 'basic', description: 'Correo y contraseña.' },
  token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
};

/** The part of a parameter's schema that both versions of OpenAPI write alike. */
interface Parameter {
  type: string;
  items?: object;
  description?: string;
  enum?: unknown[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

/** @param explode whether a list of values may be the parameter repeated */
function inQuery(parameters: object, explode: boolean) {
  const described = Object.entries(parameters).map(([name, parameter]) => {
    const { type, items, minimum, maximum, description, ...rest } = parameter as Parameter;
    const { default: fallback, maxLength, enum: values } = rest;
    const bounds = { minimum, maximum, default: fallback, maxLength };
    const schema: object = { type, items, ...bounds, enum: values };
    const place = { in: 'query', required: false, description };
    return [name, { name, ...place, schema, style: 'form', explode }] as const;
  });
  return Object.fromEntries(described);
}

const ITEM = inQuery(ITEM_PARAMETERS, false);
/** The rectangle is a text with a form of its own in the service, and a list of numbers here. */
const BBOX = {
  type: 'array',
  oneOf: [
    { minItems: 4, maxItems: 4 },
    { minItems: 6, maxItems: 6 },
  ],
  items: { type: 'number' },
};
const parametersWith = (filters: FilterParameters) => ({
  ...ITEM,
  bbox: { ...ITEM.bbox, schema: BBOX },
  ...inQuery(MORE_ITEM_PARAMETERS, false),
  featureId: {
    name: 'featureId',
    in: 'path',
    required: true,
    description: 'Identificador del elemento.',
    schema: { type: 'integer' },
  },
  ...inQuery(filters, true),
});
