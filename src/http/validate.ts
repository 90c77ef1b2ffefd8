import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type {
  FastifyInstance,
  FastifyRequest,
  FastifySchema,
  onRequestHookHandler,
  preValidationHookHandler,
} from 'fastify';
import { badRequest, type Failure, MAX_FAILURES, malformedAddress } from '../base/errors.ts';
import {
  composed,
  eitherOf,
  grouped,
  isEmail,
  isInteger,
  isStorable,
  isUuid,
  MAX_MARKS,
  type TextForm,
  tidy,
} from '../base/text.ts';
import { isDay } from '../base/time.ts';
import { unknownRoute } from './error-handler.ts';

/**
 * The stages that check path, query and body against the schemas of a route, all three before answering. They throw one
 * 400 with all failures, each of one field.
 *
 * They stand in for Fastify's own validation, which stops at the first part that fails and converts types.
 * Texts are brought to their form here (`tidy`), once, before they are checked. Bodies are never converted.
 * In paths and queries an integer with bounds becomes a number; one without (an id) stays its digits.
 */
export function validation(app: FastifyInstance) {
  const known = new WeakMap<FastifySchema, { check: Check; names: Set<string>; lists: string[] }>();
  app.setValidatorCompiler(() => () => true);
  return (schema: FastifySchema = {}) => {
    let read = known.get(schema);
    if (!read) {
      const { properties = {} } = (schema.querystring ?? {}) as Partial<TextSchema>;
      const names = new Set(Object.keys(properties));
      const lists = [...names].filter((name) => properties[name]?.type === 'array');
      read = { check: compile(schema), names, lists };
      known.set(schema, read);
    }
    const { check, names, lists } = read;
    /** However a list was written, it is one text from here on. Some clients put brackets behind the names of parameters. */
    const joinLists: onRequestHookHandler = ({ query }, _reply, done) => {
      const given = query as Record<string, string | string[]>;
      for (const bracketed of Object.keys(given)) {
        const name = bracketed.endsWith(']') ? bracketed.replace(/\[\d*\]$/, '') : bracketed;
        if (name === bracketed || !names.has(name)) continue;
        const texts = [given[name] ?? [], given[bracketed] ?? []].flat();
        given[name] = texts.length === 1 ? (texts[0] as string) : texts;
        delete given[bracketed];
      }
      for (const name of lists) {
        const texts = given[name];
        if (Array.isArray(texts)) given[name] = texts.join(',');
      }
      done();
    };
    const judgeInput: preValidationHookHandler = (request, _reply, done) => {
      if (schema.querystring && request.url.includes('%') && !isDecodable(request.url)) {
        throw malformedAddress();
      }
      // Between two slashes there is nothing that could be wrong: it is no address.
      if (Object.values(request.params as Texts).includes('')) throw unknownRoute(request);
      const failures = check(request);
      if (failures.length === 0) return done();
      const refuse = (others: Failure[]) => done(badRequest([...failures, ...others]));
      const { moreFailures } = request.routeOptions.config;
      if (!moreFailures) return refuse([]);
      moreFailures(request).then(refuse, done);
    };
    return { joinLists: names.size > 0 && joinLists, judgeInput };
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Further failures of a request that breaks rules of its schema: those that only the database can tell. So all
     * failures are told at once. The body may be anything.
     */
    moreFailures?: (request: FastifyRequest) => Promise<Failure[]>;
  }
}

/**
 * Whether the bytes that an address names are UTF-8: the router refuses a path whose are not, but passes such a query on
 * as it is. A % that names no byte is itself there, as people type it (`q=50%`).
 */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.replace(/%(?![0-9a-f]{2})/gi, '%25'));
    return true;
  } catch {
    return false;
  }
}

type Check = (request: Pick<FastifyRequest, 'params' | 'query' | 'body'>) => Failure[];

/** As much of JSON Schema as paths and queries use. */
interface TextSchema {
  properties: Record<string, TextProperty>;
  required?: string[];
  dependentRequired?: Record<string, string[]>;
  /** False where a parameter that nobody knows is refused; elsewhere it is ignored. */
  additionalProperties?: boolean;
}
interface TextProperty {
  type: string;
  enum?: string[];
  format?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  /** The most values that a list of integers has. */
  maxItems?: number;
  [LISTED]?: string[];
  default?: unknown;
  /** A number above the maximum counts as the maximum. */
  'x-recorta'?: true;
}

/** The values of which a text has one or several, with commas between. */
export const LISTED = 'x-valores';

/** How a route's schema checks a request. */
export function compile({ params, querystring, body }: FastifySchema): Check {
  // A body of another type than JSON (`content`) is read and judged by its route.
  const isJson = typeof body === 'object' && body !== null && !('content' in body);
  const checkBody = isJson ? compileBody(body) : undefined;
  return (request) => {
    const failures: Failure[] = [];
    if (params) {
      // As they stand: a blank that is trimmed away would be another address of the same record.
      request.params = readText(params as TextSchema, request.params as Texts, failures, asGiven);
    }
    if (querystring) {
      request.query = readText(querystring as TextSchema, request.query as Texts, failures, tidy);
    }
    if (checkBody) failures.push(...checkBody(request));
    return failures;
  };
}

// Path and query ----------------------------------------------------------------------------------

type Texts = Record<string, string | string[] | undefined>;
const asGiven: typeof tidy = (text) => text;

/**
 * Reads what the schema names and leaves the rest out; adds to `failures` what fails.
 *
 * @param form brings a text to its form
 */
function readText(
  schema: TextSchema,
  given: Texts,
  failures: Failure[],
  form: typeof tidy,
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  if (schema.additionalProperties === false) {
    const unknown = Object.keys(given).filter((name) => !Object.hasOwn(schema.properties, name));
    failures.push(...unknown.map((name) => unknownParameter(name)));
  }
  for (const [name, property] of Object.entries(schema.properties)) {
    const text = given[name];
    if (text === undefined) {
      if (property.default !== undefined) read[name] = property.default;
      else if (schema.required?.includes(name))
        failures.push({ field: name, text: `${missing(property)}.` });
      continue;
    }
    const failure = Array.isArray(text)
      ? 'se indicó más de una vez'
      : checkText(property, text, form, (value) => {
          // A filter that is left empty, as forms send it, asks for nothing.
          if (value !== '' || form === asGiven) read[name] = value;
          else if (property.default !== undefined) read[name] = property.default;
        });
    if (failure) failures.push({ field: name, text: `${failure}.` });
    for (const needed of schema.dependentRequired?.[name] ?? []) {
      if (given[needed] !== undefined) continue;
      failures.push({ field: name, text: `sólo se usa junto con ${needed}.` });
    }
  }
  return read;
}

const missing = ({ enum: all, [LISTED]: values = all }: TextProperty) =>
  values ? `es obligatorio: ${eitherOf(values)}` : 'es obligatorio';

/** What is said of a value that is none of those. */
const notAmong = (values: readonly unknown[]) =>
  values.length === 1 ? `sólo admite el valor ${values[0]}` : `debe ser ${eitherOf(values)}`;

/** Marks a number that is a year, which nobody writes with a comma. */
export const YEAR = 'x-anio';

/** The sentence for a number that is out of bounds. */
function outside({ minimum, maximum, [YEAR]: isYear }: Record<string, unknown>): string {
  const [least, most] = [minimum, maximum].map((n) => (isYear ? String(n) : grouped(n as number)));
  return `debe estar entre ${least} y ${most}`;
}

const FORMATS: Record<string, { is: (text: string) => boolean; failure: string }> = {
  uuid: { is: isUuid, failure: 'debe ser un UUID' },
  bbox: {
    is: isBbox,
    failure:
      'debe tener la forma minLon,minLat,maxLon,maxLat en grados, con cada mínimo no mayor que su máximo',
  },
  posicion: {
    is: isPosition,
    failure: 'debe tener la forma lon,lat en grados, por ejemplo -89.6237,20.9674',
  },
  'date-time': {
    is: isInstant,
    failure:
      'debe ser una fecha (2026-01-31) o una fecha y hora con zona (2026-01-31T08:00:00-06:00)',
  },
  dia: {
    is: (text) => text.length === 10 && isInstant(text),
    failure: 'debe ser una fecha, por ejemplo 2026-01-31',
  },
  porcentaje: {
    is: (text) => /^\d{1,4}(\.\d{1,2})?$/.test(text),
    failure:
      'debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más',
  },
  avance: {
    is: (text) => /^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/.test(text),
    failure: 'debe ser un porcentaje de 0 a 100, con dos decimales a lo más',
  },
  // As long as the longest name makes it.
  cursor: { is: (text) => /^[A-Za-z0-9_-]{1,4000}$/.test(text), failure: 'no es un cursor válido' },
  monto: {
    is: (text) => /^\d{1,13}(\.\d{1,2})?$/.test(text),
    failure:
      'debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más',
  },
  rectangulo: {
    is: isBox,
    failure:
      'debe tener la forma minLon,minLat,maxLon,maxLat en grados, o con altitudes minLon,minLat,minAlt,maxLon,maxLat,maxAlt',
  },
  periodo: {
    is: isPeriod,
    failure:
      'debe ser una fecha y hora con zona (2026-01-31T08:00:00Z) o un periodo (2026-01-01T00:00:00Z/..)',
  },
};

function checkText(
  property: TextProperty,
  text: string,
  form: typeof tidy,
  accept: (value: unknown) => void,
) {
  if (!isStorable(text)) return UNSTORABLE;
  if (property.type === 'integer') {
    if (!isInteger(text)) return 'debe ser un número entero';
    const { minimum, maximum } = property;
    if (minimum === undefined || maximum === undefined) return accept(text);
    const number = property['x-recorta'] ? Math.min(Number(text), maximum) : Number(text);
    if (number < minimum || number > maximum) return outside({ ...property });
    return accept(number);
  }
  if (property.type === 'array') return checkIds(property, text) ?? accept(text);
  if (property[LISTED]) return checkNames(property[LISTED], text) ?? accept(text);
  const tidied = form(text, property);
  if (tidied === undefined) return MARKS;
  if (property.enum && !property.enum.includes(tidied)) {
    return notAmong(property.enum);
  }
  const format = property.format && FORMATS[property.format];
  if (format && !format.is(tidied)) return format.failure;
  if (property.maxLength && [...tidied].length > property.maxLength) {
    return `no debe tener más de ${grouped(property.maxLength)} caracteres`;
  }
  return accept(tidied);
}

/** The failure of a list of names, which stays as it is given. */
const checkNames = (known: string[], text: string) =>
  text.split(',').every((value) => known.includes(value))
    ? undefined
    : `debe ser uno o varios de éstos, separados por comas: ${known.join(', ')}`;

/** The failure of a list of ids, which stays as it is given. */
function checkIds({ maxItems = Infinity }: TextProperty, text: string) {
  const values = text.split(',');
  if (!values.every(isInteger)) {
    return values.length === 1
      ? 'debe ser un número entero'
      : 'debe ser una lista de números enteros separados por comas';
  }
  return values.length > maxItems ? `no debe tener más de ${grouped(maxItems)} valores` : undefined;
}

/** The failure of a parameter where none is ignored. */
export const unknownParameter = (name: string): Failure => ({
  field: printable(name),
  text: 'no es un parámetro reconocido.',
});

/**
 * Two corners, with heights or without. Their order depends on what they are given in: the route judges it, which knows
 * that.
 */
function isBox(text: string): boolean {
  const parts = text.split(',');
  return (
    (parts.length === 4 || parts.length === 6) &&
    parts.every((part) => /^[+-]?(\d{1,30}\.?\d{0,30}|\.\d{1,30})(e[+-]?\d{1,2})?$/i.test(part))
  );
}

/** RFC 3339: an instant, or an interval of which one end may be open (OGC 17-069, section 7.15.4). */
function isPeriod(text: string): boolean {
  const ends = text.split('/');
  const isEnd = (end: string) => end === '' || end === '..' || isInstant(end);
  if (ends.length === 1) return isInstant(text);
  const [begin = '', end = ''] = ends;
  if (ends.length !== 2 || !isEnd(begin) || !isEnd(end)) return false;
  const isOpen = !isInstant(begin) || !isInstant(end);
  return isOpen ? isInstant(begin) || isInstant(end) : new Date(begin) <= new Date(end);
}

function isBbox(text: string): boolean {
  const parts = text.split(',');
  if (parts.length !== 4 || !parts.every((part) => /^-?\d{1,3}(\.\d{1,20})?$/.test(part))) {
    return false;
  }
  const [minLon, minLat, maxLon, maxLat] = parts.map(Number) as [number, number, number, number];
  return -180 <= minLon && minLon <= maxLon && maxLon <= 180
    ? -90 <= minLat && minLat <= maxLat && maxLat <= 90
    : false;
}

function isPosition(text: string): boolean {
  const parts = text.split(',');
  return parts.length === 2 && isBbox([...parts, ...parts].join());
}

/** RFC 3339: a date, or a date and time with its zone. */
function isInstant(text: string): boolean {
  const [, date = ''] =
    /^(?!0000)(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/i.exec(
      text,
    ) ?? [];
  const day = new Date(date);
  // Date turns days that a month does not have into others.
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(date)) return false;
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9999;
}

// Body --------------------------------------------------------------------------------------------

/** Bounds that hold for every body, so that no body can make its own list of failures endless. */
export const MAX_DEPTH = 16;
export const MAX_ITEMS = 500;
export const MAX_MEMBERS = 100;
/** As long as a text may be where none was asked for; a longer one is not brought to its form. */
const OTHER_TEXT = 100;
const MARKS = `contiene más de ${MAX_MARKS} marcas de combinación seguidas`;
const UNSTORABLE = 'contiene caracteres que no se pueden guardar (U+0000 o un sustituto aislado)';

const ajv = new Ajv({ allErrors: true, strict: false, verbose: true, validateFormats: true });
ajv.addFormat('email', isEmail);
ajv.addFormat('date', isDay);
/** What is said of a text that is none of its format. */
const BODY_FORMATS: Record<string, string> = {
  email: 'debe ser un correo electrónico válido.',
  date: 'debe ser una fecha de 2000 a 2100, por ejemplo 2026-06-30.',
};

/** Adds a keyword whose rule says what is wrong with a value, or nothing. */
export function addKeyword(
  keyword: string,
  rule: (value: unknown, parent: Record<string, unknown>) => string | undefined,
): void {
  const validate: {
    (schema: unknown, data: unknown, parentSchema?: unknown, context?: unknown): boolean;
    errors?: Partial<ErrorObject>[];
  } = (_schema, data, _parentSchema, context) => {
    const parent = (context as { parentData: Record<string, unknown> }).parentData;
    const message = rule(data, parent);
    if (message) validate.errors = [{ keyword: SENTENCE, message, params: {} }];
    return message === undefined;
  };
  ajv.addKeyword({ keyword, errors: 'full', validate });
}
const SENTENCE = 'x-frase';

function compileBody(schema: object): Check {
  let validate: ValidateFunction | undefined;
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
    validate ??= ajv.compile(schema);
    if (!validate(request.body)) failures.push(...failuresOf(validate.errors ?? []));
    return failures;
  };
}

/** Marks a body beyond the bounds: what else is wrong with it is not looked for. */
const TOO_MUCH: Failure = { field: '', text: '' };

/** The failure at a path; the body itself has none. */
const failureAt = (path: string, text: string): Failure =>
  path === '' ? { field: '', text: `El cuerpo ${text}` } : { field: path, text };

type Container = Record<string, unknown>;

/** Marks a text whose letters are kept as capitals. */
export const CAPITALS = 'x-mayusculas';
/** The longest form of a text (code points) that has no sentence of its own for what is longer. */
export const LONGEST = 'x-largo';

/** As much of a body's schema as says what form its texts have. */
interface BodySchema {
  type?: string | string[];
  maxLength?: number;
  [LONGEST]?: number;
  [CAPITALS]?: true;
  properties?: Record<string, BodySchema>;
  items?: BodySchema;
}

/** The form of a text where the schema stands. */
function formOf(schema: BodySchema): TextForm {
  const isText = schema.type?.includes('string');
  return {
    maxLength: isText ? (schema.maxLength ?? schema[LONGEST]) : OTHER_TEXT,
    isUpperCase: schema[CAPITALS],
  };
}

/**
 * Tidies the texts below a member in place (but never a password) and checks the bounds on the way. A member that no
 * schema knows is refused in any form, and left in its own.
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
      // One that is set is measured in its form; one that is tried is compared in both (auth/passwords.ts).
      if (schema?.maxLength !== undefined) container[key] = composed(value);
    } else if (schema) {
      const tidied = tidy(value, formOf(schema));
      if (tidied === undefined) failures.push(failureAt(path, `${MARKS}.`));
      else container[key] = tidied;
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

/** How much of a name that somebody else chose a sentence shows. */
const SHOWN = 100;

/**
 * The path of a member. A long name is cut where one sees that it was longer: each failure below it repeats the path.
 */
function join(path: string, name: string): string {
  const start = name.slice(0, SHOWN + 1);
  return path ? `${path}.${start}` : start;
}

/** A name that somebody else chose, safe and short enough for a sentence. */
function printable(name: string): string {
  const short = name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name;
  return JSON.stringify(short.toWellFormed()).slice(1, -1) || '""';
}

const TYPES: Record<string, string> = {
  string: 'un texto',
  integer: 'un número entero',
  number: 'un número',
  boolean: 'true o false',
  object: 'un objeto',
  array: 'una lista',
  null: 'null',
};

/** Ajv's finding; of a value of the wrong type nothing else is said. */
function failuresOf(errors: ErrorObject[]): Failure[] {
  const mistyped = new Set(
    errors.filter((error) => error.keyword === 'type').map((error) => error.instancePath),
  );
  return errors
    .filter((error) => error.keyword === 'type' || !mistyped.has(error.instancePath))
    .map(failureOf);
}

/** One failure, its field as the caller would write it. */
function failureOf(error: ErrorObject): Failure {
  const path = error.instancePath
    .slice(1)
    .split('/')
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .slice(1);
  const { keyword, params, parentSchema } = error;
  switch (keyword) {
    case 'required':
      return { field: join(path, params.missingProperty), text: 'es obligatorio.' };
    case 'additionalProperties': {
      const field = printable(join(path, params.additionalProperty));
      return { field, text: 'no es un campo reconocido.' };
    }
    default:
      return failureAt(path, predicate(keyword, params, parentSchema, error.message));
  }
}

/** The sentence for a value that a keyword of its schema refuses. */
function predicate(
  keyword: string,
  params: ErrorObject['params'],
  parentSchema: ErrorObject['parentSchema'] = {},
  message: string | undefined,
): string {
  switch (keyword) {
    case 'type': {
      const types = [params.type].flat().map((type: string) => TYPES[type] ?? type);
      return `debe ser ${types.join(' o ')}.`;
    }
    case 'enum':
      return `${notAmong(params.allowedValues)}.`;
    case 'format':
      return BODY_FORMATS[params.format] ?? 'no es válido.';
    case 'minLength':
      return params.limit === 1
        ? 'no debe estar vacío.'
        : `debe tener al menos ${grouped(params.limit)} caracteres.`;
    case 'maxLength':
      return `no debe tener más de ${grouped(params.limit)} caracteres.`;
    case 'maxItems':
      return `no debe tener más de ${grouped(params.limit)} elementos.`;
    case 'minimum':
    case 'maximum':
      return `${outside(parentSchema)}.`;
    case SENTENCE:
      return `${message}.`;
    default:
      return 'no es válido.';
  }
}
