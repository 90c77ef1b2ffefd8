import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { errorBody } from './error-handler.ts';
import {
  badRequest,
  bodyTooLarge,
  forbidden,
  HttpError,
  serviceUnavailable,
  tooManyRequests,
  unauthorized,
  unexpected,
  wrongMediaType,
} from './errors.ts';
import { stillRunning, usedKey } from './idempotency.ts';
import { ErrorBody } from './schemas.ts';
import { compile } from './validate.ts';

/**
 * OpenAPI 3.1 at /openapi.json, made from the schemas that validate and the guards that protect, to be browsed at
 * /docs. Routes name only the errors and headers of their own; those that follow from guard and input are added.
 */
export async function openapi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Registro de Obras Públicas',
        version: '0.1.0',
        license: { name: 'MIT', identifier: 'MIT' },
        description:
          'Registro de las obras públicas de las dependencias de un estado con 106 municipios (Yucatán): presupuesto, ejercicio fiscal, dependencia, municipio, tipo de proyecto, estatus y ubicaciones. Fuente de municipios y localidades: INEGI, Censo de Población y Vivienda 2020 (ITER) y Marco Geoestadístico; elaboración propia con datos de INEGI.',
      },
      components: {
        securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
      tags: TAGS.map(([name, description]) => ({ name, description })),
    },
    transform: ({ url, route }) => ({
      schema: document(route, app.initialConfig.bodyLimit as number),
      url,
    }),
    transformObject: (document) =>
      addExamples('openapiObject' in document ? document.openapiObject : document.swaggerObject),
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { url: '/openapi.json', persistAuthorization: true, docExpansion: 'none' },
    theme: { title: 'Registro de Obras Públicas' },
    // The page and what it loads come from here, over HTTP or HTTPS alike.
    staticCSP: {
      'default-src': ["'self'"],
      'img-src': ["'self'", 'data:'],
      'style-src': ["'self'", "'unsafe-inline'"],
      'object-src': ["'none'"],
      'frame-ancestors': ["'self'"],
    },
  });
}

const TAGS: [name: string, description: string][] = [
  ['Autenticación', 'Inicio de sesión.'],
  ['Obras', 'Obras públicas y sus ubicaciones.'],
  ['Favoritas', 'Las obras que cada usuario guarda.'],
  ['Usuarios', 'Cuentas y roles.'],
  ['Dependencias', 'Dependencias que ejecutan las obras.'],
  ['Ejercicios fiscales', 'Años presupuestales.'],
  ['Tipos de proyecto', 'Clasificación de las obras.'],
  ['Localidades', 'Localidades de cada municipio.'],
  ['Catálogos', 'Catálogos de sólo lectura.'],
  ['Bitácora', 'Quién cambió qué y cuándo.'],
];

const GUARDS: Record<string, string> = {
  open: 'Acceso: libre, sin token.',
  token: 'Acceso: cualquier usuario con token.',
  admin: 'Acceso: administradores.',
  owner: 'Acceso: sólo el propio usuario; los administradores no tienen excepción.',
  ownerOrAdmin: 'Acceso: el propio usuario o un administrador.',
};

/** A route's schema with what follows from its guard and its input. */
function document(route: RouteOptions, defaultBodyLimit: number): FastifySchema {
  const { schema, method, bodyLimit = defaultBodyLimit, config = {} } = route;
  const { guard, refusal, streams, makesNothing } = config;
  if (!schema || schema.hide || !guard) return { ...schema, hide: true };
  const { params, querystring, body, description, response = {}, ...rest } = schema;
  const write = method !== 'GET';
  const takesKey = method === 'POST' && !makesNothing;
  const hasEtag = !write && !streams;
  const answers = Object.entries(response as Record<string, HttpError | { headers?: object }>);
  const refusals = [
    ...answers.map(([, answer]) => answer).filter((answer) => answer instanceof HttpError),
    ...(params || querystring || body ? [badRequest(failuresOf(schema))] : []),
    ...(guard === 'open' ? [] : [unauthorized()]),
    ...(guard === 'open' || guard === 'token' ? [] : [forbidden(refusal ?? 'Forbidden resource')]),
    // A write without a token is counted by address; every write may carry a body, wanted or not.
    ...(guard === 'open' && write ? [tooManyRequests('Demasiadas solicitudes', 30)] : []),
    ...(takesKey ? [stillRunning(), usedKey()] : []),
    ...(write ? [bodyTooLarge(bodyLimit), wrongMediaType()] : []),
    unexpected('0d6f9cc3-6e52-4c55-8b1d-2f3f6d1a7a10'),
    serviceUnavailable(),
  ];
  const responses: Record<string, unknown> = {};
  const ownHeaders = hasEtag ? ['ETag'] : takesKey ? ['Idempotency-Replayed'] : [];
  for (const [status, answer] of answers) {
    if (answer instanceof HttpError) continue;
    responses[status] = {
      description: rest.summary,
      ...answer,
      headers: { ...answer.headers, ...headersNamed(ownHeaders) },
    };
  }
  if (hasEtag) responses[304] = { ...NOT_MODIFIED, headers: headersNamed(ownHeaders) };
  for (const { statusCode } of refusals) {
    responses[statusCode] = refused(refusals.filter((error) => error.statusCode === statusCode));
  }
  const headers = refusals.some(({ statusCode }) => statusCode === 412)
    ? IF_MATCH
    : hasEtag
      ? IF_NONE_MATCH
      : takesKey
        ? IDEMPOTENCY_KEY
        : undefined;
  return {
    ...rest,
    ...(params ? { params } : {}),
    ...(querystring ? { querystring: withOptional(querystring as Query) } : {}),
    ...(body ? { body } : {}),
    ...(headers ? { headers } : {}),
    description: [description, GUARDS[guard]].filter(Boolean).join(' '),
    ...(guard === 'open' ? {} : { security: [{ token: [] }] }),
    response: responses,
  };
}

/** What one status stands for, with the first of its errors as the example and the headers of them all. */
function refused(errors: HttpError[]) {
  const { statusCode, text } = errors[0] as HttpError;
  return {
    ...ErrorBody,
    description: REFUSALS[statusCode],
    examples: [errorBody(statusCode, text)],
    headers: headersNamed(errors.flatMap(({ headers }) => Object.keys(headers))),
  };
}

const REFUSALS: Record<number, string> = {
  400: 'Datos no válidos',
  401: 'Falta el token, no es válido o ya venció',
  403: 'Sin permiso',
  404: 'No existe',
  409: 'Conflicto',
  412: 'Cambió',
  413: 'Cuerpo demasiado grande',
  415: 'Tipo de contenido',
  422: 'Clave ya usada',
  429: 'Demasiadas solicitudes',
  500: 'Error inesperado',
  503: 'No disponible por el momento: véase Retry-After',
};

/** What a request is told of which every part is wrong. */
function failuresOf(schema: FastifySchema): string[] {
  const { params, querystring } = schema as Record<string, Query | undefined>;
  const check = compile(schema);
  // Some texts may be anything, but not be given twice.
  const failures = ['x', ['x', 'x']].map((wrong) => {
    const texts = (part: Query | undefined) =>
      Object.fromEntries(Object.keys(part?.properties ?? {}).map((name) => [name, wrong]));
    return check({ params: texts(params), query: texts(querystring), body: {} });
  });
  return failures.find(({ length }) => length > 0) ?? [];
}

const HEADERS: Record<string, TSchema> = {
  ETag: Type.String({
    description: 'Versión de lo que se responde, para If-None-Match o If-Match.',
  }),
  'Idempotency-Replayed': Type.String({
    enum: ['true'],
    description: 'Sólo si es la primera respuesta a esta Idempotency-Key, dada otra vez.',
  }),
  'Retry-After': Type.Integer({ description: 'Si basta con esperar, cuántos segundos.' }),
  'WWW-Authenticate': Type.String({ enum: ['Bearer'], description: 'Se pide un token.' }),
  'X-Request-Id': Type.String({
    description: 'Identificador de la solicitud en el registro de eventos y en la bitácora.',
  }),
};

/** The headers of these names, and the one that every answer has. */
function headersNamed(names: string[]) {
  return Object.fromEntries([...names, 'X-Request-Id'].map((name) => [name, HEADERS[name]]));
}

interface Query {
  properties: Record<string, { default?: unknown }>;
  required?: string[];
}

/** To its handler a parameter with a default is always there; whoever calls may leave it out. */
function withOptional(query: Query): Query {
  const { properties, required = [] } = query;
  return {
    ...query,
    required: required.filter((name) => properties[name]?.default === undefined),
  };
}

const IF_MATCH = Type.Object({
  'if-match': Type.Optional(
    Type.String({ description: 'ETag de lo consultado: si el registro ha cambiado, 412.' }),
  ),
});
const IF_NONE_MATCH = Type.Object({
  'if-none-match': Type.Optional(
    Type.String({ description: 'ETag de lo que ya se tiene: si no ha cambiado, 304.' }),
  ),
});
const IDEMPOTENCY_KEY = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        'Clave nueva para cada alta, por ejemplo un UUID. Si la respuesta se pierde, la misma solicitud con la misma clave recibe, durante 24 horas, la primera respuesta con Idempotency-Replayed: true en lugar de crear otro registro. La misma clave con otra solicitud: 422; mientras la primera sigue en curso: 409.',
    }),
  ),
});
const NOT_MODIFIED = Type.Null({ description: 'Sin cambios desde el ETag indicado; sin cuerpo.' });

interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: unknown;
}
interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  examples?: unknown[];
  enum?: unknown[];
  const?: unknown;
}
interface Operation {
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}

/** Gives every body an example, put together from those of its fields where it has none of its own. */
function addExamples<D>(document: D): D {
  const { paths = {} } = document as { paths?: Record<string, Record<string, Operation>> };
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    const bodies = [operation.requestBody, ...Object.values(operation.responses)];
    for (const media of bodies.flatMap((body) => Object.values(body?.content ?? {}))) {
      delete media.examples;
      if (media.schema) media.example ??= exampleOf(media.schema);
    }
  }
  return document;
}

function exampleOf(schema: Schema): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, field]) => [name, exampleOf(field)]),
    );
  }
  if (schema.items) return [exampleOf(schema.items)];
  const type = [schema.type].flat()[0];
  return { string: 'texto', integer: 1, number: 1, boolean: true }[type ?? ''] ?? null;
}
