import type { Failure } from '../../base/errors.ts';
import {
  CALLERS_OWN,
  DATED,
  DEPENDS_ON,
  FOR_ADMINS,
  LABEL,
  REFUSED,
  SHOWN_AS,
} from '../../base/schemas.ts';
import { grouped, isInteger, isStorable, isUuid, type tidy } from '../../base/text.ts';
import { CLAMPED, LISTED, YEAR } from './keywords.ts';
import { MARKS, missing, notAmong, outside, UNSTORABLE, unknownParameter } from './sentences.ts';

/** The part of JSON Schema that paths and queries use. */
export interface TextSchema {
  properties: Record<string, TextProperty>;
  required?: string[];
  dependentRequired?: Record<string, string[]>;
  /** False where an unknown parameter is refused. Elsewhere it is ignored. */
  additionalProperties?: boolean;
  /** Parameters that other routes take, each with the end of its refusal: without it the answer would pass for what was asked. */
  [REFUSED]?: Record<string, string>;
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
  [CLAMPED]?: true;
}

export type Texts = Record<string, string | string[] | undefined>;
/** Keywords that a parameter may have: those that are checked here, that describe it, and that other modules read. */
const KEYWORDS = new Set([
  ...['type', 'enum', 'format', 'minimum', 'maximum', 'maxLength', 'maxItems', 'default'],
  ...['description', 'example', 'examples', 'items', 'minItems', 'title'],
  ...[CALLERS_OWN, CLAMPED, DATED, DEPENDS_ON, FOR_ADMINS, LABEL, LISTED, SHOWN_AS, YEAR],
]);

/** @throws Error where a parameter has a keyword that nobody knows: it would check nothing */
export function requireKnownKeywords({ properties }: TextSchema): void {
  for (const [name, property] of Object.entries(properties)) {
    // The pattern of a list of names is for clients: its names are checked.
    const { pattern, ...rest } = property as TextProperty & { pattern?: string };
    const others = LISTED in property ? rest : property;
    const unknown = Object.keys(others).filter((keyword) => !KEYWORDS.has(keyword));
    if (unknown.length > 0) throw new Error(`The parameter ${name} has unknown ${unknown}`);
  }
}

/** Leaves a text as it stands. */
export const asIs: typeof tidy = (text) => text;

/**
 * Reads the parameters that the schema names, and adds a failure for each that is wrong.
 *
 * @param form returns a text in its form, as `tidy` does
 */
export function readText(
  schema: TextSchema,
  texts: Texts,
  failures: Failure[],
  form: typeof tidy,
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  if (schema.additionalProperties === false) {
    const unknown = Object.keys(texts).filter((name) => !Object.hasOwn(schema.properties, name));
    failures.push(...unknown.map((name) => unknownParameter(name)));
  }
  for (const [name, text] of Object.entries(schema[REFUSED] ?? {})) {
    if ((texts[name] ?? '') !== '') failures.push({ field: name, text });
  }
  for (const [name, property] of Object.entries(schema.properties)) {
    const text = texts[name];
    const leaveOut = () => {
      if (property.default !== undefined) read[name] = property.default;
      else if (schema.required?.includes(name))
        failures.push({ field: name, text: `${missing(property)}.` });
    };
    if (text === undefined) {
      leaveOut();
      continue;
    }
    const failure = Array.isArray(text)
      ? 'se indicó más de una vez'
      : checkText(property, text, form, (value) => {
          // A filter without a value, as forms send it, does not filter.
          if (value !== '' || form === asIs) read[name] = value;
          else leaveOut();
        });
    if (failure) failures.push({ field: name, text: `${failure}.` });
    for (const needed of schema.dependentRequired?.[name] ?? []) {
      if (texts[needed] !== undefined) continue;
      failures.push({ field: name, text: `sólo se usa junto con ${needed}.` });
    }
  }
  return read;
}

const QUERY_FORMATS: Record<string, { is: (text: string) => boolean; failure: string }> = {
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
      'debe ser una fecha (2026-01-31) o una fecha y hora con zona (2026-01-31T08:00:00-06:00; el signo + se escribe %2B)',
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
      'debe ser una fecha y hora con zona (2026-01-31T08:00:00Z; el signo + se escribe %2B) o un periodo (2026-01-01T00:00:00Z/..)',
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
    const number = property[CLAMPED] ? Math.min(Number(text), maximum) : Number(text);
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
  const format = property.format && QUERY_FORMATS[property.format];
  if (format && !format.is(tidied)) return format.failure;
  if (property.maxLength && [...tidied].length > property.maxLength) {
    return `no debe tener más de ${grouped(property.maxLength)} caracteres`;
  }
  return accept(tidied);
}

/** The failure of a list of names, if it has one. The list stays text. */
const checkNames = (known: string[], text: string) =>
  text.split(',').every((value) => known.includes(value))
    ? undefined
    : `debe ser uno o varios de éstos, separados por comas: ${known.join(', ')}`;

/** The failure of a list of ids, if it has one. The list stays text. */
function checkIds({ maxItems = Infinity }: TextProperty, text: string) {
  const values = text.split(',');
  if (!values.every(isInteger)) {
    return values.length === 1
      ? 'debe ser un número entero'
      : 'debe ser una lista de números enteros separados por comas';
  }
  return values.length > maxItems ? `no debe tener más de ${grouped(maxItems)} valores` : undefined;
}

/**
 * Two corners, with heights or without. The order of coordinates depends on their reference system, so the route checks
 * it.
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
