import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countHeader } from '../../base/count-header.ts';
import {
  badRequest,
  compressedBody,
  type Failure,
  MAX_FAILURES,
  wrongMediaType,
} from '../../base/errors.ts';
import { composed, isStorable, type TextForm, tidy } from '../../base/text.ts';
import { ajv, CAPITALS, inForm, MOST_CODE_POINTS, STORED_AS } from './keywords.ts';
import { failureAt, failuresOf, join, MARKS, printable, UNSTORABLE } from './sentences.ts';

/** Discards bodies where no route reads one: an unknown route is 404 whatever body comes with the request. */
export function ignoreBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (_request: FastifyRequest, body: Readable) => {
    body.resume();
  });
}

/** Reads bodies as JSON in UTF-8. An empty body counts as none, whatever its type is. */
export function jsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson);
}

async function readJson({ method, headers, raw }: FastifyRequest, body: Buffer): Promise<unknown> {
  if (countHeader(raw, 'content-type') > 1) throw wrongMediaType(method);
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw compressedBody();
  if (body.length === 0) return undefined;
  let text: string;
  let read: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    read = JSON.parse(text);
  } catch {
    throw badRequest('El cuerpo no es JSON válido en UTF-8.');
  }
  const rounded = roundedMembers(text);
  if (rounded.length > 0) throw badRequest(rounded);
  return read;
}

/** A member and its number, where the number has an exponent, or so many digits that a double may lose one. */
const LONG_MEMBER = /"([^"\\]{1,100})"\s*:\s*(-?(?:[\d.]{16,}(?:e[+-]?\d+)?|[\d.]+e[+-]?\d+))/gi;

/**
 * A failure for each member whose number a double can't hold (RFC 8259 section 6). It would be rounded unseen, an amount of
 * three decimals to one of two. Coordinates stand in lists, which are not checked: a double is enough for them.
 */
const roundedMembers = (text: string): Failure[] =>
  [...text.matchAll(LONG_MEMBER)].flatMap(([, field = '', digits = '']) =>
    plainly(digits) === plainly(String(Number(digits)))
      ? []
      : [{ field, text: `no se puede leer sin redondearlo: ${digits.slice(0, 50)}.` }],
  );

/** A number's digits without zeros at either end, and its power of ten. Two texts of one number give the same. */
function plainly(number: string): string {
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d+)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(number) ?? [];
  const digits = (whole + part).replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  if (short === '') return whole === '' ? number : '0';
  return `${sign}${short}e${Number(power) - part.length + digits.length - short.length}`;
}

/** Limits of every body, so that no body can have an endless list of failures. */
export const MAX_DEPTH = 16;
export const MAX_ITEMS = 500;
export const MAX_MEMBERS = 100;
/** Code points of the longest text that is tidied where the schema expects none. */
const OTHER_TEXT = 100;

export function compileBody(schema: object): (request: Pick<FastifyRequest, 'body'>) => Failure[] {
  const validate = ajv.compile(schema);
  return (request) => {
    if (request.body === undefined || request.body === null) {
      return [failureAt('', 'es obligatorio: debe ser un objeto JSON.')];
    }
    const failures: Failure[] = [];
    const holder = { body: request.body };
    tidyMember(holder, 'body', schema, '', 0, failures);
    if (failures.length > 0 && failures.includes(TOO_MUCH)) {
      return failures.filter((failure) => failure !== TOO_MUCH);
    }
    if (!validate(request.body)) failures.push(...failuresOf(validate.errors ?? []));
    return failures;
  };
}

/** Marks a body beyond the limits, whose other failures are not looked for. */
const TOO_MUCH: Failure = { field: '', text: '' };

type Container = Record<string, unknown>;

interface BodySchema {
  type?: string | string[];
  maxLength?: number;
  [MOST_CODE_POINTS]?: number;
  [CAPITALS]?: true;
  [STORED_AS]?: string;
  'x-https'?: true;
  properties?: Record<string, BodySchema>;
  items?: BodySchema;
}

function formOf(schema: BodySchema): TextForm {
  const isText = schema.type?.includes('string');
  return {
    maxLength: isText ? (schema.maxLength ?? schema[MOST_CODE_POINTS]) : OTHER_TEXT,
    isUpperCase: schema[CAPITALS],
    keepsUnseen: schema['x-https'],
  };
}

/**
 * Tidies the texts below a member in place (but never a password), and checks the limits. A member that the schema does not
 * know stays as it is, and is refused later.
 */
function tidyMember(
  container: Container,
  key: string,
  schema: BodySchema | undefined,
  path: string,
  depth: number,
  failures: Failure[],
  isGeometry = false,
): void {
  const value = container[key];
  if (typeof value === 'string') {
    if (!isStorable(value)) failures.push(failureAt(path, `${UNSTORABLE}.`));
    else if (key === 'password') {
      // A new password is measured in its composed form. A login compares both forms (auth/passwords.ts).
      if (schema?.maxLength !== undefined) container[key] = composed(value);
    } else if (schema) {
      const tidied = tidy(value, formOf(schema));
      if (tidied === undefined) failures.push(failureAt(path, `${MARKS}.`));
      else container[key] = inForm(schema[STORED_AS], tidied);
    }
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth === MAX_DEPTH) {
    failures.push(failureAt(path, `tiene más de ${MAX_DEPTH} niveles de anidamiento.`), TOO_MUCH);
    return;
  }
  if (Array.isArray(value)) {
    if (value.length > MAX_ITEMS && !isGeometry) {
      failures.push(failureAt(path, `no debe tener más de ${MAX_ITEMS} elementos.`), TOO_MUCH);
      return;
    }
    for (let i = 0; i < value.length; i++) {
      const item: unknown = value[i];
      // Numbers, the bulk of a geometry, need no path.
      if (typeof item === 'number') continue;
      const itemPath = isGeometry ? path : `${path}[${i}]`;
      const list = value as unknown as Container;
      tidyMember(list, String(i), schema?.items, itemPath, depth + 1, failures, isGeometry);
      if (failures.length > MAX_FAILURES) return;
    }
    return;
  }
  const names = Object.keys(value);
  if (names.length > MAX_MEMBERS) {
    failures.push(failureAt(path, `no debe tener más de ${MAX_MEMBERS} campos.`), TOO_MUCH);
    return;
  }
  for (const name of names) {
    const memberPath = join(path, name);
    if (!isStorable(name)) {
      const text = `El nombre del campo ${printable(memberPath)} ${UNSTORABLE}.`;
      failures.push({ field: '', text });
    }
    const isPart = isGeometry || (path !== '' && name === 'coordinates');
    const member = memberOf(schema, name);
    tidyMember(value as Container, name, member, memberPath, depth + 1, failures, isPart);
    if (failures.length > MAX_FAILURES) return;
  }
}

function memberOf({ properties = {} }: BodySchema = {}, name: string): BodySchema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}
