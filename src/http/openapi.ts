import { STATUS_CODES } from 'node:http';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyContextConfig, FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { errorBody } from './error-handler.ts';
import { ErrorBody } from './schemas.ts';

/**
 * OpenAPI 3.1 at /openapi.json, made from the schemas that validate and the guards that protect, to be browsed at
 * /docs. Routes name only the errors of their own (`404: {}`); those that follow from guard and input are added.
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
    transform: ({ schema, url, route }) => ({
      schema: document(schema, route.config ?? {}, route.method),
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
function document(
  schema: FastifySchema | undefined,
  { guard, streams, makesNothing }: FastifyContextConfig,
  method: unknown,
) {
  if (!schema || schema.hide || !guard) return { ...schema, hide: true };
  const { params, querystring, body, description, response = {}, ...rest } = schema;
  const write = method !== 'GET';
  const takesKey = method === 'POST' && !makesNothing;
  const statuses = [
    ...(params || querystring || body || write ? [400] : []),
    ...(guard === 'open' ? [] : [401]),
    ...(guard === 'open' || guard === 'token' ? [] : [403]),
    // A write without a token is counted by address; every write may carry a body, wanted or not.
    ...(guard === 'open' && write ? [429] : []),
    ...(takesKey ? [409] : []),
    ...(write ? [413, 415] : []),
    ...(takesKey ? [422] : []),
    500,
    503,
  ];
  const isConditional = '412' in (response as object);
  const hasEtag = !write && !streams;
  const headers = isConditional
    ? IF_MATCH
    : hasEtag
      ? IF_NONE_MATCH
      : takesKey
        ? IDEMPOTENCY_KEY
        : undefined;
  const responses: Record<string, unknown> = hasEtag ? { 304: NOT_MODIFIED } : {};
  for (const [status, answer] of Object.entries(response as object)) {
    responses[status] =
      Number(status) < 400 ? { description: rest.summary, ...answer } : errorSchema(Number(status));
  }
  for (const status of statuses) responses[status] ??= errorSchema(status);
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

const ERRORS: Record<number, [string, string | string[]]> = {
  400: ['Datos no válidos', ['nombre es obligatorio.']],
  401: ['Falta el token, no es válido o ya venció', 'Unauthorized'],
  403: ['Sin permiso', 'Forbidden resource'],
  404: ['No existe', 'Obra 99 no encontrada.'],
  409: ['Conflicto', 'Ya existe una dependencia con el nombre "Secretaría de Obras Públicas".'],
  412: [
    'Cambió',
    'El registro cambió desde que lo consultó; consúltelo de nuevo antes de modificarlo.',
  ],
  413: ['Cuerpo demasiado grande', 'El cuerpo excede el tamaño máximo de 1 MB.'],
  415: ['Tipo de contenido', 'El cuerpo debe enviarse con Content-Type: application/json.'],
  422: [
    'Clave ya usada',
    'Esta Idempotency-Key ya se usó con otra solicitud; cada solicitud nueva lleva una clave nueva.',
  ],
  429: ['Demasiadas solicitudes', 'Demasiadas solicitudes; intente de nuevo en 30 segundos.'],
  500: ['Error inesperado', 'Ocurrió un error inesperado.'],
  503: [
    'No disponible por el momento: véase Retry-After',
    'El servicio no está disponible por el momento.',
  ],
};

function errorSchema(status: number) {
  const [description, message] = ERRORS[status] ?? [STATUS_CODES[status] ?? '', ''];
  return { ...ErrorBody, description, examples: [errorBody(status, message)] };
}

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
