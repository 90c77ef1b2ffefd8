import { isDeepStrictEqual } from 'node:util';
import { LABEL, SHOWN_AS } from '../../core/base/schemas.ts';

// The components of the OpenAPI document: its parts that stand once and are referred to. Every schema with a title is one.
// Requests are checked against whole schemas, without references.

export type Schemas = Record<string, object>;
export type Node = Record<string, unknown>;

export interface Media {
  schema?: NamedSchema;
  example?: unknown;
  examples?: unknown;
}
export interface NamedSchema {
  $ref?: string;
  anyOf?: NamedSchema[];
  oneOf?: NamedSchema[];
  type?: string | string[];
  properties?: Record<string, NamedSchema>;
  items?: NamedSchema;
  examples?: unknown[];
  enum?: unknown[];
  const?: unknown;
}
export interface Document {
  components: Record<string, unknown> & { schemas: Record<string, NamedSchema> };
  info: { description: string };
  paths: Record<string, Record<string, Operation>>;
}
interface Operation {
  parameters?: { name: string }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { headers?: Node; content?: Record<string, Media> }>;
}

/**
 * The schema in its form for the document: schemas with a title move to `schemas`, under their name, and references replace
 * them.
 *
 * @param shown transforms the place where a schema stands
 * @throws Error where two different schemas have the same name
 */
export function namedSchemas<T>(
  schema: T,
  schemas: Schemas,
  shown = (place: Node): Node => place,
): T {
  if (Array.isArray(schema)) return schema.map((item) => namedSchemas(item, schemas, shown)) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const node = schema as Node;
  const label = LABEL in node ? { [LABEL]: node[LABEL] } : {};
  if (SHOWN_AS in node)
    return { ...namedSchemas(node[SHOWN_AS] as Node, schemas, shown), ...label } as T;
  const walked: Node = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      DATA.includes(key) ? value : namedSchemas(value, schemas, shown),
    ]),
  );
  const { title } = walked;
  if (typeof title !== 'string') return shown(walked) as T;
  // These keywords belong to the place, not to the schema.
  const { default: fallback, examples, [LABEL]: _, ...own } = walked;
  schemas[title] ??= examples === undefined ? own : { ...own, examples };
  const { examples: known, ...same } = schemas[title] as Node;
  if (!isDeepStrictEqual(same, own)) throw new Error(`two schemas are called ${title}`);
  return {
    [REFERENCE]: title,
    ...label,
    ...shown(fallback === undefined ? {} : { default: fallback }),
    ...(isDeepStrictEqual(examples, known) ? {} : { examples }),
  } as T;
}

/** Keywords whose values are data, not schemas. */
const DATA = ['default', 'enum', 'const', 'examples', 'required', 'discriminator'];
/**
 * Stands for `$ref` until the document is complete. @fastify/swagger would resolve references before their targets exist,
 * and drop keywords beside them.
 */
const REFERENCE = 'x-ref';

/** The document with its references in place. */
export function linked<T>(part: T): T {
  return JSON.parse(JSON.stringify(part), (_key, value: Node) => {
    if (typeof value !== 'object' || value === null || !(REFERENCE in value)) return value;
    const { [REFERENCE]: name, ...beside } = value;
    return { $ref: COMPONENTS_PATH + name, ...beside };
  }) as T;
}
const COMPONENTS_PATH = '#/components/schemas/';

/** The schema that a reference names. */
export const target = ($ref: string, schemas: Record<string, NamedSchema>) =>
  schemas[$ref.slice(COMPONENTS_PATH.length)] as NamedSchema;

/** The document with parameters, headers and answers that several operations share as components. */
export function shared(document: Document): Document {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const answers = operations.map(({ responses }) => responses);
  const headers = answers.flatMap(Object.values).flatMap((answer) => answer.headers ?? []);
  const parameters = operations.map(({ parameters = [] }) => parameters);
  return {
    ...document,
    components: {
      ...document.components,
      parameters: share('parameters', parameters, (_, { name }) => name),
      headers: share('headers', headers, (name) => name),
      responses: share('responses', answers, nameOfRefusal),
    },
  };
}

/** Of the parts with one name, the most frequent one is returned, and its copies become references to it. */
function share<T extends object>(
  kind: string,
  owners: Record<string, T>[] | T[][],
  nameOf: (key: string, part: T) => string | undefined,
): Node {
  const places = new Map<string, { name: string; owner: Record<string, object>; key: string }[]>();
  for (const owner of owners as Record<string, T>[]) {
    for (const [key, part] of Object.entries(owner)) {
      const name = nameOf(key, part);
      if (name === undefined) continue;
      const text = JSON.stringify([name, part]);
      places.set(text, [...(places.get(text) ?? []), { name, owner, key }]);
    }
  }
  const parts: Node = {};
  for (const group of [...places.values()].sort((a, b) => b.length - a.length)) {
    const [{ name, owner, key }] = group as [(typeof group)[number]];
    if (group.length === 1 || name in parts) continue;
    parts[name] = owner[key];
    for (const { owner, key } of group) owner[key] = { $ref: `#/components/${kind}/${name}` };
  }
  return parts;
}

/** The name of an answer that many operations share. An answer with a page as its other form has a name of its own. */
function nameOfRefusal(
  status: string,
  { content = {} }: Operation['responses'][string],
): string | undefined {
  const name = REFUSAL_NAMES[status];
  return name !== undefined && 'text/html' in content ? `${name}OPagina` : name;
}

const REFUSAL_NAMES: Record<string, string> = {
  304: 'SinCambios',
  401: 'SinToken',
  403: 'SinPermiso',
  412: 'Cambio',
  413: 'DemasiadoGrande',
  415: 'TipoDeContenido',
  422: 'ClaveUsada',
  429: 'DemasiadasSolicitudes',
  431: 'EncabezadosDemasiadoGrandes',
  500: 'ErrorInesperado',
  503: 'NoDisponible',
};
