import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

interface Document {
  paths: Record<string, Record<string, Operation>>;
}
interface Documented {
  description: string;
  headers?: Record<string, object>;
  content?: Record<string, { schema: object; example?: unknown }>;
}
export interface Operation {
  responses: Record<string, Documented>;
}
type Part = Record<string, unknown> | undefined;

/**
 * The OpenAPI document with what its references point to in their place.
 *
 * @throws where one points to nothing
 */
export function resolved<T extends object>(document: T): T {
  // The target of many references is one object: it is followed once here, and compiled once below.
  const targets = new Map<string, object>();
  const follow = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(follow);
    if (typeof part !== 'object' || part === null) return part;
    const { $ref, ...own } = part as Record<string, unknown>;
    const rest = Object.fromEntries(
      Object.entries(own).map(([key, value]) => [key, follow(value)]),
    );
    if ($ref === undefined) return rest;
    const target = targets.get(String($ref)) ?? (follow(at(String($ref))) as object);
    targets.set(String($ref), target);
    return Object.keys(rest).length === 0 ? target : { ...target, ...rest };
  };
  const at = ($ref: string) => {
    const [root, ...path] = $ref.split('/');
    assert.equal(root, '#', $ref);
    const target = path.reduce((part, key) => part?.[key] as Part, document as Part);
    assert.ok(target, `nothing is at ${$ref}`);
    return target;
  };
  return follow(document) as T;
}

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
const compiled = new WeakMap<object, ValidateFunction>();

/**
 * Holds an answer to what the OpenAPI document says of the operation; paths without one may only be 404 or 400.
 * A header that the document knows is sent only where it says so.
 */
export function conforms(
  document: object,
  method: string,
  path: string,
  answer: { status: number; body: unknown; text: string; headers: Iterable<string> },
): void {
  const operation = findOperation(document as Document, method, path);
  if (!operation) {
    assert.ok([400, 404].includes(answer.status), `${method} ${path}: ${answer.status}`);
    return;
  }
  const where = `${method} ${path} ${answer.status}`;
  const documented = operation.responses[answer.status];
  assert.ok(documented, `${where} is not documented: ${answer.text}`);
  const declared = headersOf(documented);
  const known = knownHeaders(document as Document);
  for (const name of answer.headers) {
    assert.ok(declared.has(name) || !known.has(name), `${where} has an undocumented ${name}`);
  }
  const sent = Object.entries(documented.content ?? {});
  // Of a page nothing is said but that it is one.
  const isPage = typeof answer.body === 'string' && answer.text.startsWith('<!doctype html>');
  const media = isPage ? sent.filter(([type]) => type === 'text/html') : sent;
  const [schema] = media.map(([, media]) =>
    answer.status === 200 && !/[?&]campos=|\/seguimiento\?en=/.test(path)
      ? wholeOf(media.schema)
      : media.schema,
  );
  if (!schema) {
    assert.equal(answer.text, '', `${where} has an undocumented body`);
    return;
  }
  let validate = compiled.get(schema);
  if (!validate) {
    validate = ajv.compile(schema);
    compiled.set(schema, validate);
  }
  const isSaid = validate(answer.body);
  const errors = ajv.errorsText(validate.errors);
  assert.ok(isSaid, `${where} is not as documented: ${errors} in ${answer.text.slice(0, 500)}`);
}

interface Whole {
  items?: Whole;
  anyOf?: Whole[];
}
const wholes = new WeakMap<Whole, Whole>();

/** The schema of records as they come where no fields were asked for: the first of what the document says. */
function wholeOf(schema: Whole): Whole {
  let whole = wholes.get(schema);
  if (!whole) {
    whole = schema.items
      ? { ...schema, items: wholeOf(schema.items) }
      : (schema.anyOf?.[0] ?? schema);
    wholes.set(schema, whole);
  }
  return whole;
}

const headersOf = ({ headers = {} }: Documented) =>
  new Set(Object.keys(headers).map((name) => name.toLowerCase()));

const names = new WeakMap<Document, Set<string>>();

/** Every header that the document declares somewhere. */
function knownHeaders(document: Document): Set<string> {
  let known = names.get(document);
  if (!known) {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const answers = operations.flatMap(({ responses }) => Object.values(responses));
    known = new Set(answers.flatMap((answer) => [...headersOf(answer)]));
    names.set(document, known);
  }
  return known;
}

/** The operation that a request falls on: exact paths before those with parameters. */
export function findOperation(
  document: Document,
  method: string,
  path: string,
): Operation | undefined {
  // With a slash behind it an address is the same.
  const [address = ''] = path.split('?');
  const segments = address.replace(/(?<=.)\/$/, '').split('/');
  const matches = Object.keys(document.paths).filter((template) => {
    const parts = template.split('/');
    return (
      parts.length === segments.length &&
      parts.every((part, i) =>
        // Behind a parameter the end of a file's name may stand: {clave}.csv.
        part.startsWith('{')
          ? segments[i]?.endsWith(part.slice(part.indexOf('}') + 1))
          : part === segments[i],
      )
    );
  });
  const template = matches.sort(
    (a, b) => a.split('{').length - b.split('{').length || b.length - a.length,
  )[0];
  return template === undefined ? undefined : document.paths[template]?.[method.toLowerCase()];
}
