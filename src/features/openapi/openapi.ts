import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { type Access, INACTIVE } from '../../core/auth/access.ts';
import { BASIC } from '../../core/auth/basic.ts';
import { ACCOUNT_FAILURES, ADDRESS_FAILURES, blocked } from '../../core/auth/sign-in.ts';
import {
  badRequest,
  bodyTooLarge,
  compressedBody,
  type Failure,
  forbidden,
  HttpError,
  headTooLarge,
  serviceUnavailable,
  tooManyRequests,
  unauthorized,
  unexpected,
  wrongMediaType,
} from '../../core/base/errors.ts';
import { CALLERS_OWN, ErrorBody, FOR_ADMINS, PAGE } from '../../core/base/schemas.ts';
import { grouped } from '../../core/base/text.ts';
import { version } from '../../core/base/version.ts';
import type { AppContext, Tag } from '../../core/feature.ts';
import { DESCRIBING } from '../../core/http/cache/conditional.ts';
import { errorBody } from '../../core/http/error-handler.ts';
import { stillRunning, usedKey } from '../../core/http/idempotency.ts';
import { MAX_DEPTH, MAX_ITEMS, MAX_MEMBERS } from '../../core/http/input/body.ts';
import { compile } from '../../core/http/input/validate.ts';
import { OPEN_WRITES } from '../../core/http/limits/open-writes.ts';
import {
  type Document,
  linked,
  type Node,
  namedSchemas,
  type Schemas,
  shared,
} from './components.ts';
import { ICON, introduction, SCRIPT, STYLE } from './docs-page.ts';
import { addExamples } from './examples.ts';

/**
 * OpenAPI 3.1 at /openapi.json, made from the schemas that validate and the guards that protect, and readable at /docs.
 * Routes name only their own errors and headers; those of guard and input are added.
 */
export async function openapi(
  app: FastifyInstance,
  { config: { JWT_EXPIRES_IN, PUBLIC_READ }, tags }: AppContext,
): Promise<void> {
  const schemas: Schemas = {};
  const body = app.initialConfig.bodyLimit as number;
  const bodies = new Map<string, number>();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Registro de Obras Públicas',
        version,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      components: {
        securitySchemes: {
          token: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'El access_token que responde POST /auth/login.',
          },
          basic: {
            type: 'http',
            scheme: 'basic',
            description:
              'Correo y contraseña, en /ogc y donde cada operación lo dice: para programas que no conocen otra forma, como QGIS, Excel y Power BI.',
          },
        },
      },
      tags: tagsWith(tags),
    },
    transform: ({ url, route }) => {
      const [tag] = (route.schema?.tags ?? []) as string[];
      if (tag && route.bodyLimit) bodies.set(tag, route.bodyLimit);
      return { schema: document(route, body, schemas, PUBLIC_READ), url };
    },
    transformObject: (input): object => {
      const { openapiObject } = input as unknown as { openapiObject: Document };
      const { components, ...document } = openapiObject;
      document.info.description = introduction({
        lifetime: JWT_EXPIRES_IN,
        body,
        bodies,
        accountFailures: ACCOUNT_FAILURES,
        addressFailures: ADDRESS_FAILURES,
        openWrites: OPEN_WRITES,
        depth: MAX_DEPTH,
        items: MAX_ITEMS,
        members: MAX_MEMBERS,
      });
      return shared(addExamples(linked({ ...document, components: { ...components, schemas } })));
    },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: {
      url: '/openapi.json',
      persistAuthorization: true,
      docExpansion: 'none',
      defaultModelsExpandDepth: 0,
      // Without the bar with the tool's name.
      layout: 'BaseLayout',
    },
    theme: {
      title: 'Registro de Obras Públicas',
      css: [{ filename: 'registro.css', content: STYLE }],
      js: [{ filename: 'registro.js', content: SCRIPT }],
      favicon: [
        {
          filename: 'registro.svg',
          rel: 'icon',
          type: 'image/svg+xml',
          sizes: 'any',
          content: ICON,
        },
      ],
    },
    // The page loads its files from here, over HTTP or HTTPS alike.
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
  ['Autenticación', 'Inicio y fin de sesión.'],
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

/** The groups of the core and those of features, each behind the one that it names. */
function tagsWith(others: Tag[]): { name: string; description: string }[] {
  const tags = TAGS.map(([name, description]) => ({ name, description }));
  for (let i = 0; i < tags.length; i++) {
    const behind = others.filter(({ after }) => after === tags[i]?.name);
    tags.splice(i + 1, 0, ...behind.map(({ name, description }) => ({ name, description })));
  }
  return tags;
}

const GUARDS: Record<string, string> = {
  open: 'Acceso: libre, sin token.',
  reader: 'Acceso: cualquier usuario con token.',
  public: 'Acceso: libre; el token no hace falta, y uno que no vale se ignora.',
  token: 'Acceso: cualquier usuario con token.',
  admin: 'Acceso: administradores.',
  clerk: 'Acceso: administradores, y capturistas de la dependencia de la obra.',
  anyClerk: 'Acceso: administradores y capturistas; de cada obra, los de su dependencia.',
  owner: 'Acceso: sólo el propio usuario; los administradores no tienen excepción.',
  ownerOrAdmin: 'Acceso: el propio usuario o un administrador.',
};

/** The sentence of a guard at this address: a sheet has many obras. */
const guardSentence = (guard: string, url: string, isPublic: boolean): string => {
  if (guard === 'clerk' && !url.includes('/obras/:id')) return 'anyClerk';
  return guard === 'reader' && isPublic ? 'public' : guard;
};

/** A route's schema with the errors and headers of its guard and input. */
function document(
  route: RouteOptions,
  defaultBodyLimit: number,
  schemas: Schemas,
  isPublic: boolean,
): FastifySchema {
  const { schema, method, bodyLimit = defaultBodyLimit, config = {} } = route;
  const { guard, refusal, makesNothing, takesNoKey, basic, hasPages } = config;
  if (!schema || schema.hide || !guard) return { ...schema, hide: true };
  const { params, querystring, body, description, response = {}, ...rest } = schema;
  const write = method !== 'GET';
  const isOpen = guard === 'open' || (isPublic && guard === 'reader');
  const takesKey = method === 'POST' && !makesNothing && !takesNoKey;
  const hasEtag = !write;
  const answers = Object.entries(response as Record<string, HttpError | { headers?: object }>);
  const refusals = [
    ...answers.map(([, answer]) => answer).filter((answer) => answer instanceof HttpError),
    ...(params || querystring || body ? [badRequest(exampleFailures(schema))] : []),
    ...(isOpen && !hasParameter(querystring as Query | undefined, CALLERS_OWN)
      ? []
      : [unauthorized(basic && BASIC)]),
    ...(basic && !isOpen ? [blocked(30)] : []),
    ...(['open', 'reader', 'token'].includes(guard) &&
    !hasParameter(querystring as Query | undefined, FOR_ADMINS)
      ? []
      : [forbidden(refusal ?? 'Forbidden resource')]),
    // A write without a token is counted by address; every write may have a body.
    ...(guard === 'open' && write ? [tooManyRequests('Demasiadas solicitudes', 30)] : []),
    ...(takesKey ? [stillRunning(), usedKey()] : []),
    ...(write ? [bodyTooLarge(bodyLimit), wrongMediaType(String(method)), compressedBody()] : []),
    headTooLarge(),
    unexpected('0d6f9cc3-6e52-4c55-8b1d-2f3f6d1a7a10'),
    serviceUnavailable(),
  ];
  const responses: Record<string, unknown> = {};
  const isCounted = answers.some(
    ([, answer]) => !(answer instanceof HttpError) && 'X-Total-Count' in (answer.headers ?? {}),
  );
  const ownHeaders = hasEtag ? ['ETag'] : takesKey ? ['Idempotency-Replayed'] : [];
  if (isCounted) ownHeaders.push('Preference-Applied');
  for (const [status, answer] of answers) {
    if (answer instanceof HttpError) continue;
    const { headers, ...shape } = answer;
    responses[status] = {
      'x-response-description': rest.summary,
      ...namedSchemas(shape, schemas),
      headers: { ...headers, ...headersNamed(ownHeaders) },
    };
  }
  const { 200: answer } = response as Record<number, { headers?: object }>;
  if (hasEtag) {
    const kept = Object.entries({ ...answer?.headers, ...headersNamed(ownHeaders) }).filter(
      ([name]) => !DESCRIBING.includes(name.toLowerCase()),
    );
    responses[304] = { ...NOT_MODIFIED, headers: Object.fromEntries(kept) };
  }
  for (const { statusCode } of refusals) {
    const errors = refusals.filter((error) => error.statusCode === statusCode);
    const { examples, ...described } = refused(errors);
    const schema = namedSchemas(ErrorBody, schemas);
    responses[statusCode] = hasPages
      ? {
          ...described,
          content: { 'application/json': { schema, example: examples[0] }, ...PAGE },
        }
      : { ...schema, examples, ...described };
  }
  const headers = refusals.some(({ statusCode }) => statusCode === 412)
    ? IF_MATCH
    : isCounted
      ? IF_NONE_MATCH_PREFER
      : hasEtag
        ? IF_NONE_MATCH
        : takesKey
          ? IDEMPOTENCY_KEY
          : undefined;
  return {
    ...rest,
    ...(params ? { params } : {}),
    ...(querystring ? { querystring: withOptional(querystring as Query) } : {}),
    ...(body ? { body: namedSchemas(body, schemas, withDefaultInWords) } : {}),
    ...(headers ? { headers } : {}),
    description: [
      description,
      GUARDS[guardSentence(guard, route.url, isPublic)],
      ...(basic && !isOpen ? ['También con correo y contraseña (Basic).'] : []),
      ...(body ? [`Cuerpo: hasta ${bodyLimit / 1_048_576} MB.`] : []),
      ...(guard === 'open' && write && !makesNothing
        ? [`Sin token: hasta ${grouped(OPEN_WRITES)} por minuto desde una dirección.`]
        : []),
    ]
      .filter(Boolean)
      .join(' '),
    ...(guard === 'open' ? {} : { security: securityOf(isOpen, basic) }),
    response: responses,
  };
}

/** The ways to sign in; an empty entry means that none is needed. */
function securityOf(isOpen: boolean, basic: Access['basic']): Record<string, string[]>[] {
  if (isOpen) return [{}, { token: [] }];
  return basic ? [{ token: [] }, { basic: [] }] : [{ token: [] }];
}

/** The schema of a body's member, with its default in words: generators take a member with `default` for a required one. */
function withDefaultInWords({ default: fallback, description, ...rest }: Node): Node {
  const words = fallback === undefined ? undefined : `Si falta, vale ${JSON.stringify(fallback)}.`;
  const text = [description, words].filter((part) => part !== undefined).join(' ');
  return text === '' ? rest : { ...rest, description: text };
}

/** The answer of one status, with the first of its errors as the example and the headers of them all. */
function refused(errors: HttpError[]) {
  const { statusCode, text, headers } = errors[0] as HttpError;
  return {
    // A 401 without a challenge for a token is the login's.
    'x-response-description':
      statusCode === 401 && !headers['WWW-Authenticate'] ? WRONG : REFUSALS[statusCode],
    examples: [errorBody(statusCode, text)],
    headers: headersNamed(errors.flatMap(({ headers }) => Object.keys(headers))),
  };
}

const WRONG = 'El correo o la contraseña no son correctos, o la cuenta está desactivada';
const REFUSALS: Record<number, string> = {
  400: 'Datos no válidos',
  401: 'Falta el token, no es válido, ya venció, o terminó al salir, al cambiar la contraseña o al desactivarse la cuenta',
  403: 'Sin permiso',
  404: 'No existe',
  408: 'La solicitud tardó demasiado en llegar',
  409: 'Conflicto',
  410: 'Todavía no, o ya no',
  412: 'Cambió',
  413: 'Cuerpo demasiado grande',
  415: 'Tipo de contenido',
  416: 'Nada en ese intervalo',
  422: 'Clave ya usada',
  429: 'Demasiadas solicitudes',
  431: 'Encabezados demasiado grandes',
  500: 'Error inesperado',
  503: 'No disponible por el momento: véase Retry-After',
};

/** The failures of a request with an error in every part. */
function exampleFailures(schema: FastifySchema): Failure[] {
  const { params, querystring } = schema as Record<string, Query | undefined>;
  const check = compile(schema);
  // Some texts may be anything, but not twice.
  const failures = ['x', ['x', 'x']].map((wrong) => {
    const texts = (part: Query | undefined) =>
      Object.fromEntries(Object.keys(part?.properties ?? {}).map((name) => [name, wrong]));
    return check({ params: texts(params), query: texts(querystring), body: {} });
  });
  return failures.find(({ length }) => length > 0) ?? [];
}

const HEADERS: Record<string, TSchema> = {
  Accept: Type.String({ description: 'Con otro Content-Type: el que se admite.' }),
  'Accept-Encoding': Type.String({ description: 'Con un cuerpo comprimido: identity.' }),
  'Accept-Patch': Type.String({ description: 'Con otro Content-Type: el que se admite.' }),
  'Content-Range': Type.String({ description: 'Cuántos bytes hay: bytes */482113.' }),
  ETag: Type.String({
    description:
      'Versión de lo que se responde, para If-None-Match o If-Match. Débil (W/) en las listas de obras, y sólo para If-None-Match.',
  }),
  'Idempotency-Replayed': Type.String({
    enum: ['true'],
    description: 'Sólo si es la primera respuesta a esta Idempotency-Key, dada otra vez.',
  }),
  'Preference-Applied': Type.String({
    enum: ['count=none'],
    description: 'Sólo con Prefer: count=none, que se atendió.',
  }),
  'Retry-After': Type.Integer({ description: 'Si basta con esperar, cuántos segundos.' }),
  'WWW-Authenticate': Type.String({
    enum: ['Bearer', INACTIVE, BASIC],
    description:
      'Se pide un token; en /ogc, correo y contraseña. Con invalid_token, la cuenta del token fue desactivada.',
  }),
  'X-Request-Id': Type.String({
    description: 'Identificador de la solicitud en el registro de eventos y en la bitácora.',
  }),
};

/** The headers of these names, and the one that every answer has. */
function headersNamed(names: string[]) {
  return Object.fromEntries([...names, 'X-Request-Id'].map((name) => [name, HEADERS[name]]));
}

interface Query {
  properties: Record<string, { default?: unknown; [CALLERS_OWN]?: string; [FOR_ADMINS]?: true }>;
  required?: string[];
}

/** Whether some parameter has a keyword with an effect on its sender. */
const hasParameter = ({ properties }: Query = { properties: {} }, keyword: string) =>
  Object.values(properties).some((property) => keyword in property);

/** A parameter with a default is always present for its handler; callers may leave it out. */
function withOptional(query: Query): Query {
  const { properties, required = [] } = query;
  return { ...query, required: required.filter((name) => properties[name]?.default === undefined) };
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
const IF_NONE_MATCH_PREFER = Type.Object({
  ...IF_NONE_MATCH.properties,
  prefer: Type.Optional(
    Type.String({
      description:
        'count=none: sin contar las filas, lo que en listas grandes responde antes. Entonces no hay X-Total-Count, y Preference-Applied lo confirma.',
    }),
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
