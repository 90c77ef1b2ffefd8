import assert from 'node:assert/strict';
import { STATUS_CODES } from 'node:http';
import fc from 'fast-check';
import { conforms, findOperation, type Operation, resolved } from './openapi-check.ts';
import { plainly } from './wire.ts';
import {
  bodyOf,
  call,
  db,
  emailOf,
  obraBody,
  otherApp,
  password,
  people,
  reset,
  someCatalog,
  tokenOf,
  ubicacionBody,
  unpacked,
} from './world.ts';

// Throws requests at every operation of the OpenAPI document, made from its schemas and then bent: whatever comes in,
// what goes out is documented, no failure of the service's own, and tells nothing of its inside.

interface Schema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  examples?: unknown[];
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

interface Documented extends Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
}

interface Target {
  /** As the document writes it: `PATCH /obras/{id}`. */
  name: string;
  method: string;
  template: string;
  operation: Documented;
}

type Who = 'admin' | 'user' | 'nobody';

interface Shot {
  who: Who;
  method: string;
  path: string;
  headers: Record<string, string>;
  /** Text that is sent as UTF-8; a number stands for a text of so many bytes, `bad` for bytes that are no UTF-8. */
  body?: { text: string; fill?: number; bad?: boolean };
  /** Sent without saying how long it is. */
  chunked?: boolean;
}

// These stand in a request for what the answers before it in the series said last.
const LAST_ETAG = '{etag}';
const LAST_CURSOR = '{cursor}';

/** The cost of a request: the time of its answer, and its bytes. */
export interface Price {
  milliseconds: number;
  bytes: number;
  asked: string;
}

/**
 * How long an answer may take, in milliseconds: what costs more than what was sent is work that somebody else pays for.
 * Half a megabyte is judged in a second; a question of a hundred bytes costs none of that.
 */
const mayTake = (bytes: number) => 1_500 + bytes / 100;
const bytesOf = ({ path, headers, body }: Shot) =>
  path.length + JSON.stringify(headers).length + (body?.text.length ?? 0) + (body?.fill ?? 0);

type Received = Pick<Awaited<ReturnType<typeof plainly>>, 'status' | 'headers' | 'text'>;

// The material of requests -------------------------------------------------------------------------

/** One of these, each as often as its number says among theirs. */
const weighted = <T extends unknown[]>(
  ...choices: { [K in keyof T]: [weight: number, arbitrary: fc.Arbitrary<T[K]>] }
): fc.Arbitrary<T[number]> =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const PROTOTYPE = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then'];

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Characters that NFC or capitals make longer or shorter, ligatures, and marks that are to be put in order. */
const changing = fc.constantFrom(
  ...['ß', 'ŉ', 'ΐ', 'ǰ', 'ﬃ', 'ᾂ', 'ı', 'i\u0307', 'e\u0301', 'α\u0313\u0300\u0345'],
  ...['\u0958', '\ufb2c', '\u0344', '\u0f73', '\u{1d160}', '\u1112\u1161\u11ab', '\ufdfa'],
  ...['\u0301', '\u0316', '\u0345', '\u200d', '\u{e0001}'],
);
/** As many of them as any field holds, or a few more, or as many as only a body holds. */
const changed = fc
  .tuple(
    fc.array(changing, { minLength: 1, maxLength: 4 }),
    fc.constantFrom(1, 12, 25, 26, 30, 31, 49, 50, 51, 100, 101, 150, 151, 255, 256, 20_000),
  )
  .map(([parts, times]) => parts.join('').repeat(times));

/** Texts that have broken systems of this kind before. */
const oddText = fc.oneof(
  changed,
  fc.constantFrom(
    ...['', ' ', '\u200b\u2060', '\u202eobra', 'e\u0301', 'İ', 'ﬁ', '㎏', '🏗️'],
    ...["' OR 1=1 --", '"; --', '%', '_', '\\', '$1', '{}'],
    ...['NaN', 'Infinity', '1e3', '0x10', '١', '+1', '-0', '1_000', ' 1 '],
    ...['2147483648', '-2147483649', '9'.repeat(400), 'true', 'null', 'admin'],
    ...['a@b.mx', `${'a'.repeat(60)}@${'b'.repeat(200)}.mx`],
    '{00000000-0000-4000-8000-0000000000a1}',
    ...['<script>alert(1)</script>', '=1+1', 'línea\r\nnueva: sí', '\u001b[31m'],
    ...['x'.repeat(51), 'x'.repeat(256), 'ñ'.repeat(5_000), ...PROTOTYPE],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  // Characters that PostgreSQL can't hold.
  fc.constantFrom('\0', 'a\0b', '\ud800', 'x\udfff'),
);

/**
 * Texts that say as many different things as their length has room for: the work of a search, a list or a street grows with
 * their number. So much at least takes any parameter.
 */
const FULL = [
  Array.from({ length: 100 }, (_, i) => String.fromCharCode(97 + (i % 26) + (i > 25 ? 0x1d0 : 0))),
  Array.from({ length: 100 }, (_, i) => (i % 2 ? 'a' : 'b')),
  Array.from({ length: 60 }, (_, i) => (i * 7 + 11).toString(36)),
  Array.from({ length: 60 }, (_, i) => i + 1),
  Array.from({ length: 40 }, (_, i) => (i % 2 ? 'x' : i + 1)),
  Array.from({ length: 25 }, (_, i) => `calle ${i + 1}`),
  Array.from({ length: 25 }, (_, i) => `c. ${i + 1} x ${i + 2}`),
  Array.from({ length: 100 }, () => '%'),
  Array.from({ length: 100 }, () => '('),
  ['calle', ...Array.from({ length: 60 }, () => 'de la')],
].map((words) => words.join(' ').slice(0, 200));
const FILLED = [
  ...FULL,
  ...FULL.map((text) => text.replaceAll(' ', '')),
  // Lists of ids, and digits without end.
  ...[String(Array.from({ length: 100 }, (_, i) => i + 1)), '9'.repeat(600), '0'.repeat(600)],
  ...['e\u0301'.repeat(100), '"'.repeat(200), '\\'.repeat(200), 'a@'.repeat(100)],
];
const full = fc.constantFrom(...FILLED);

const oddNumber = fc.oneof(
  fc.constantFrom(0, -1, 1.5, 1.005, 1e21, 1e308, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e-7),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
);

const oddThings = fc.constantFrom<unknown>(
  ...[null, true, false, [], {}, [null], [['admin']], { admin: true }, { type: 'Point' }],
  { type: 'Polygon', coordinates: [] },
  { type: 'GeometryCollection', geometries: [] },
  Array(600).fill(1),
  Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`k${i}`, i])),
  ...[15, 17, 1_000].map((levels) => JSON.parse(deep(levels))),
  JSON.parse('{"__proto__": {"roles": "admin"}}'),
);
const oddValue: fc.Arbitrary<unknown> = weighted(
  [4, oddText],
  [3, oddNumber],
  [3, oddThings],
  [2, fc.jsonValue()],
);

const users = [
  ...Object.values(people).map(({ id }) => id),
  '00000000-0000-4000-8000-00000000ffff',
];
/** No record's ids: none, and the ends of what an `integer` column holds, with what lies beyond. */
const ends = fc.constantFrom(0, -1, 2147483647, -2147483648, 2147483648, -2147483649);
/** Ids that exist, mostly. */
const someId = weighted([12, fc.constant(1)], [3, fc.constantFrom(2, 3, 50, 99)], [1, ends]);

/** Geometries of each kind, and some that are none. */
const GEOMETRIES = {
  PUNTO: [
    { type: 'Point', coordinates: [-89.6237, 20.9674] },
    { type: 'Point', coordinates: [-89.6237, 20.9674, 12.5] },
    { type: 'MultiPoint', coordinates: [[-89.6, 20.9]] },
  ],
  RUTA: [{ type: 'LineString', coordinates: [[-89.6, 20.9], [-89.5, 20.8]] }], // biome-ignore format: geometry
  POLIGONO: [{ type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [0, 0]]] }], // biome-ignore format: geometry
};
const badPoints = [[200, 20], [], [null, '1']].map((coordinates) => ({
  type: 'Point',
  coordinates,
}));
const crossed = [[0, 0], [1, 1], [1, 0], [0, 1], [0, 0]]; // biome-ignore format: geometry
const geometries = weighted(
  [3, fc.constantFrom<unknown>(...Object.values(GEOMETRIES).flat())],
  [1, fc.constantFrom<unknown>({ type: 'Polygon', coordinates: [crossed] }, ...badPoints)],
);
const placed = fc
  .constantFrom(...(Object.keys(GEOMETRIES) as (keyof typeof GEOMETRIES)[]))
  .chain((tipoGeometria) =>
    fc.record({
      tipoGeometria: fc.constant(tipoGeometria),
      geometriaJson: fc.constantFrom<unknown>(...GEOMETRIES[tipoGeometria]),
    }),
  );

/** Days as bodies say them, and some that are none, or not yet. */
const DAYS = '2026-01-31 2026-06-30 2020-02-29 2026-02-30 1999-12-31 2100-12-31 9999-12-31';
const days = fc.constantFrom<unknown>(...DAYS.split(' '), '', null);

/** Fields that only some values of lead any further. */
const BY_NAME: Record<string, fc.Arbitrary<unknown>> = {
  email: fc.oneof(
    fc.constantFrom(emailOf('user'), emailOf('admin').toUpperCase()),
    fc.emailAddress(),
    fc.constant('nadie@ejemplo.mx'),
  ),
  password: fc.oneof(fc.constant(password), fc.string({ minLength: 6, maxLength: 128 })),
  cursor: fc.oneof(
    fc.constantFrom(LAST_CURSOR, 'MTAw', 'MC4w', 'MTAwLjk5OTk5OTk5OQ', 'LTE'),
    fc
      .tuple(
        fc.constantFrom('nombre', '-nombre', 'monto', '-anio', '-id', 'nada', ''),
        fc.constantFrom('0', '1', '2147483647', '2147483648'),
        fc.oneof(fc.constantFrom('', '1500000.50', '2026', '9999', '99999', 'obra'), oddText),
      )
      .map(([orden, id, key]) =>
        Buffer.from(`${orden}:${id}.2:${key.slice(0, 600).toWellFormed()}`).toString('base64url'),
      ),
    fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map((id) => btoa(`${id}`).replace(/=/g, '')),
  ),
  bbox: fc.oneof(
    fc.constant('-89.75,20.85,-89.50,21.10'),
    fc
      .tuple(...[180, 90, 180, 90].map((most) => fc.integer({ min: -most, max: most })))
      .map(String),
  ),
  campos: fc.constantFrom('id', 'nombre,monto', 'ubicaciones', 'id,id', 'tipoProyecto,nada', ''),
  orden: fc.constantFrom('id', '-id', 'nombre', '-nombre', 'monto', '-monto', 'anio', '-anio'),
  montoMin: fc.constantFrom('0', '1500000.5', '9999999999999.99', '01', '1.005', '-1', '1e3', '.5'),
  anioMax: fc.constantFrom('2026', '2000', '2100', '1999', '02026'),
  avanceMin: fc.constantFrom('0', '45.5', '100', '100.01', '-1', '1e1', ''),
  conAvance: fc.constantFrom('true', 'false', 'x'),
  pagoAdelantado: fc.constantFrom('0', '10', '100', '100.01', '-1'),
  sinMontoFinal: fc.constantFrom('true', 'false', ''),
  crecimientoContratos: fc.constantFrom('0', '25', '9999.99', '10000', '1.005'),
  sinReporteDesde: fc.constantFrom('2026-01-31', '2026-02-30', '0001-01-01', '9999-12-31', 'ayer'),
  ...{ fechaCorte: days, fechaInicio: days, fechaTermino: days, fechaFirma: days, fecha: days },
  registradaDesde: fc.constantFrom('2026-01-31', '2026-02-30', '0001-01-01', '9999-12-31', 'ayer'),
  variacionMonto: fc.constantFrom('0', '20', '9999.99', '10000', '-1', '1.005'),
  recurso: fc.constantFrom('obras', 'users', 'auth', 'nada'),
  registro: fc.constantFrom('1', '2', people.user.id),
};
const dates = ['2026-01-31', '2026-02-30', '0001-01-01', '2026-01-15T00:00:00-06:00'];
const instants = fc.oneof(
  fc.constantFrom(...dates, '9999-12-31T23:59:59-23:59', '2026-01-01T24:00:00Z'),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);

/** A value that the schema lets through, or nearly: some rules are said in words alone. */
function fitting(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  const types = [schema.type].flat();
  const value = fittingOf(types.find((type) => type !== 'null') ?? '', schema, name);
  return types.includes('null') ? weighted([3, value], [1, fc.constant(null)]) : value;
}

function fittingOf(type: string, schema: Schema, name: string): fc.Arbitrary<unknown> {
  if (name === 'geometriaJson') return geometries;
  if (BY_NAME[name]) return BY_NAME[name];
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const { minimum: min = -(2 ** 31), maximum: max = 2 ** 31 - 1 } = schema;
  switch (type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return schema.minimum === undefined ? someId : fc.integer({ min, max });
    case 'number':
      return fc.integer({ min, max: Math.min(max, 2 ** 31) }).map((cents) => cents / 100);
    case 'array':
      return fc.array(fitting(schema.items ?? {}), { maxLength: 4 });
    case 'object': {
      const properties = Object.entries(schema.properties ?? {});
      const record = fc.record(
        Object.fromEntries(properties.map(([key, field]) => [key, fitting(field, key)])),
        { requiredKeys: schema.required ?? [] },
      );
      if (!schema.properties?.tipoGeometria) return record;
      const agreeing = fc.tuple(record, placed).map(([one, both]) => ({ ...one, ...both }));
      return weighted([4, agreeing], [1, record]);
    }
    default: {
      if (schema.format === 'date-time') return instants;
      const { minLength = 0, maxLength = 60 } = schema;
      const example = fc.constantFrom(...(schema.examples ?? ['texto']));
      const length = { minLength, maxLength: Math.min(maxLength, 60) };
      const text = fc.string({ unit: 'grapheme-composite', ...length });
      const long = changing.map((part) => part.repeat(Math.min(maxLength, 255)));
      return weighted([3, example], [3, text], [1, long]);
    }
  }
}

/** Bends a value somewhere: another value, often of the same type, one member less, one more. */
function bent(value: unknown): fc.Arbitrary<unknown> {
  const alike =
    typeof value === 'string' ? oddText : typeof value === 'number' ? oddNumber : oddValue;
  const whole = weighted([2, alike], [1, oddValue]);
  if (Array.isArray(value) && value.length > 0) {
    const inside = fc
      .nat(value.length - 1)
      .chain((i) => bent(value[i]).map((item) => value.with(i, item)));
    return weighted([1, whole], [6, inside]);
  }
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return whole;
  const members = value as Record<string, unknown>;
  const name = fc.constantFrom(...Object.keys(members));
  const inside = name.chain((key) =>
    bent(members[key]).map((member) => ({ ...members, [key]: member })),
  );
  const without = name.map((key) =>
    Object.fromEntries(Object.entries(members).filter(([other]) => other !== key)),
  );
  const ofServer = ['id', 'numeroObra', 'createdAt', 'roles', 'password', 'isActive'];
  const serverMade = fc.constantFrom(...ofServer);
  const more = fc
    .tuple(fc.oneof(serverMade, oddText), oddValue)
    .map(([key, member]) => Object.fromEntries([...Object.entries(members), [key, member]]));
  return weighted([6, inside], [2, without], [2, more], [1, whole]);
}

/** Whether a schema is that of a reference: an integer without bounds. */
const isReference = ({ type, minimum }: Schema) =>
  [type].flat().includes('integer') && minimum === undefined;

/** The value with one reference at an end, for each that its schema knows, given or left out. */
function atEnds(value: unknown, schema: Schema): fc.Arbitrary<unknown>[] {
  if (isReference(schema)) return [ends];
  if (Array.isArray(value)) {
    return value.flatMap((item, i) =>
      atEnds(item, schema.items ?? {}).map((bent) => bent.map((other) => value.with(i, other))),
    );
  }
  if (typeof value !== 'object' || value === null) return [];
  const members = value as Record<string, unknown>;
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) =>
    atEnds(members[key], field).map((bent) => bent.map((other) => ({ ...members, [key]: other }))),
  );
}

/** The value without some of the members that need not be there. */
function thinned(value: unknown, schema: Schema): fc.Arbitrary<unknown> {
  if (Array.isArray(value)) {
    return fc.tuple(...value.map((item) => thinned(item, schema.items ?? {})));
  }
  if (typeof value !== 'object' || value === null || !schema.properties) return fc.constant(value);
  const { properties, required = [] } = schema;
  const members: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [key, member] of Object.entries(value)) {
    members[key] = thinned(member, properties[key] ?? {});
  }
  return fc.record(members, { requiredKeys: required.filter((key) => key in members) });
}

/** Texts that JSON.stringify would never write. */
function oddJson(value: unknown): fc.Arbitrary<NonNullable<Shot['body']>> {
  const text = JSON.stringify(value) ?? '';
  return fc.oneof(
    fc.nat(text.length).map((length) => ({ text: text.slice(0, length) })),
    fc.nat(text.length).map((at) => ({ text: text.slice(0, at), bad: true })),
    fc.constantFrom(
      { text: '' },
      { text: 'null' },
      { text: `\ufeff${text}` },
      { text: `${text}${text}` },
      { text: deep(100_000) },
      { text: `{"nombre":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_001)}` },
      { text: '{"monto":1e999}' },
      { text: `{"monto":${'9'.repeat(5_000)}}` },
      { text: '{"monto":0.1000000000000000055511151231257827}' },
      { text: '', fill: 1_048_577 },
      { text: '', fill: 8_388_609 },
    ),
    // A member given twice, under the same name or one that is only written otherwise.
    fc
      .tuple(oddValue, fc.constantFrom('roles', 'r\\u006fles', 'nombre', 'id'))
      .map(([member, name]) => ({
        text: text.replace(
          /^\{/,
          `{"${name}":${JSON.stringify(member)}${text === '{}' ? '' : ','}`,
        ),
      })),
  );
}

const bodyFor = (schema: Schema | undefined): fc.Arbitrary<Shot['body']> => {
  if (!schema) {
    return weighted(
      [9, fc.constant(undefined)],
      [1, fc.constantFrom({ text: '' }, { text: '{}' }, { text: '{' })],
    );
  }
  const json = (value: unknown) => ({ text: JSON.stringify(value) });
  const fits = fitting(schema);
  return weighted(
    [5, fits.map(json)],
    [6, fits.chain(bent).map(json)],
    [1, fits.chain(bent).chain(bent).map(json)],
    [2, fits.chain(oddJson)],
    [1, fc.constant(undefined)],
  );
};

/**
 * A text as part of a URL, short enough for one. Characters that UTF-8 can't hold go as the bytes that they would have.
 */
const escaped = (text: string) =>
  text
    .slice(0, 600)
    .replace(/\p{Surrogate}/gu, '\ufffe')
    .split('\ufffe')
    .map(encodeURIComponent)
    .join('%ED%A0%80');

const oddEscapes = fc.constantFrom(
  ...['%', '%ZZ', '%00', '%ff', '%E0%A4', '%2e%2e', '..', '%2f', '%5c'],
);
const oddPart = weighted([3, oddText.map(escaped)], [1, full.map(escaped)], [1, oddEscapes]);

const partFor = (name: string, schema: Schema): fc.Arbitrary<string> => {
  const fits =
    schema.format === 'uuid'
      ? fc.constantFrom(...users)
      : fitting(schema, name).map(String).map(escaped);
  return weighted([5, fits], [1, oddPart], ...(schema.type === 'string' ? TEXT_PARTS : []));
};
const TEXT_PARTS: [number, fc.Arbitrary<string>][] = [[1, full.map(escaped)]];

const ODD_PAIRS =
  'limit[a]=1 limit[]=1 municipioId[]=50 estatusObraId[]=4&estatusObraId[]=x id=1 &&& = sort=password';

function queryFor(parameters: Parameter[]): fc.Arbitrary<string> {
  const pairs = parameters.map(({ name, schema }) => {
    const pair = partFor(name, schema).map((value) => `${name}=${value}`);
    const twice = fc
      .array(pair, { minLength: 2, maxLength: 3 })
      .map((several) => several.join('&'));
    // A list comes repeated from generated clients.
    const weight = schema.type === 'array' ? 10 : 1;
    const given = weighted([20, pair], [weight, twice]);
    return fc.option(given, { nil: '', freq: 2 });
  });
  const odd = weighted(
    [8, fc.constant('')],
    [1, fc.tuple(oddPart, oddPart).map(([name, value]) => `${name}=${value}`)],
    [1, fc.constantFrom(...ODD_PAIRS.split(' '))],
  );
  return fc.tuple(...pairs, odd).map((parts) => {
    const query = parts.filter(Boolean).join('&');
    return query && `?${query}`;
  });
}

const spelled = (path: string): fc.Arbitrary<string> => {
  const odd = [
    ...[`${path}/`, `/${path}`, path.toUpperCase(), `${path};a=1`, `${path}/..`, `/.${path}`],
    path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    ...[`${path}%2f`, `${path}.json`, `http://otro.mx${path}`],
  ];
  return weighted([15, fc.constant(path)], [1, fc.constantFrom(...odd)]);
};

/** Header values are bytes; line ends would be another header, which the client refuses to send. */
const headerText = oddText.map((text) =>
  text
    .slice(0, 5_000)
    .toWellFormed()
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '?'),
);

const HEADERS: [name: string, ...values: string[]][] = [
  ['content-type', 'text/plain', 'application/json; charset=utf-16', 'application/json;', ''],
  ['content-type', 'application/json, text/plain', 'application/vnd.api+json'],
  ['content-type', 'multipart/form-data; boundary=x'],
  ['content-encoding', 'gzip'],
  ['accept-encoding', 'gzip', 'br;q=1.0, gzip;q=0.1, *;q=0', 'identity;q=0'],
  ['accept', 'text/html', 'application/json;q=0'],
  ['x-no-compression', '1'],
  ['authorization', 'Bearer', 'Basic YTpi', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'],
  ['transfer-encoding', 'chunked'],
  ['expect', '100-continue'],
  ['connection', 'close'],
  ['if-match', '*', '"nada"', 'nada'],
  ['if-none-match', '*', '"", W/"x", nada'],
  ['range', 'bytes=0-1'],
  ['origin', 'null'],
  ['host', 'malo.mx'],
  ['x-forwarded-for', 'nadie'],
  ['x-forwarded-host', 'malo.mx'],
  ['x-http-method-override', 'DELETE'],
  ['x-request-id', 'x'.repeat(2_000)],
];
const BENT_HEADERS = [
  ...['content-type', 'if-match', 'if-none-match', 'accept-encoding', 'x-forwarded-for'],
  ...['origin', 'accept', 'authorization', 'x-nada'],
];
const KNOWN_HEADERS = HEADERS.flatMap(([name, ...values]) => values.map((one) => [[name, one]]));
const oddHeaders: fc.Arbitrary<Record<string, string>> = weighted(
  [6, fc.constant<[string, string][]>([])],
  [3, fc.constantFrom(...KNOWN_HEADERS)],
  [1, fc.tuple(fc.constantFrom(...BENT_HEADERS), headerText).map((header) => [header])],
).map((headers) => Object.fromEntries(headers));

/**
 * Values of the operations' own headers: mostly what was answered before, so that it has something to be held against.
 */
const OWN_HEADERS: Record<string, fc.Arbitrary<string>> = {
  'idempotency-key': weighted(
    [6, fc.constantFrom('clave-1', 'clave-1', '"clave-1"', 'clave-2')],
    [1, fc.constantFrom('', '"', 'a,b', 'x'.repeat(255), 'x'.repeat(256))],
    [1, headerText],
  ),
  prefer: weighted(
    [2, fc.constantFrom('count=none', 'respond-async, count=none;x=1', 'count=exact', ',,', '=')],
    [1, headerText],
  ),
};
const etags = weighted(
  [4, fc.constant(LAST_ETAG)],
  [3, fc.constantFrom(`W/${LAST_ETAG}`, `"a", ${LAST_ETAG}`, '*')],
  [1, headerText],
);

function headersFor(parameters: Parameter[]) {
  const own = parameters.filter((parameter) => parameter.in === 'header');
  return fc.record(Object.fromEntries(own.map(({ name }) => [name, OWN_HEADERS[name] ?? etags])), {
    requiredKeys: [],
  });
}

const someone = fc.constantFrom<Who>(...Array(4).fill('admin'), 'user', 'user', 'nobody');

/** A path with a value in each of its parameters' places. */
const filled = (
  template: string,
  inPath: Parameter[],
  value: (of: Parameter, i: number) => string,
) => inPath.reduce((path, of, i) => path.replace(`{${of.name}}`, () => value(of, i)), template);

/** Nothing is wrong with these requests but one reference, in path, query or body: it is at an end. */
function referencesAtEnds({ method, template, operation }: Target): fc.Arbitrary<Shot>[] {
  const { parameters = [], requestBody } = operation;
  const { schema, example } = requestBody?.content['application/json'] ?? {};
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const sound = ({ format, enum: all }: Schema) =>
    format === 'uuid' ? people.user.id : String(all?.[0] ?? 1);
  const soundPath = (bent: Record<string, string>) =>
    filled(template, inPath, ({ name, schema }) => bent[name] ?? sound(schema));
  const who = template.startsWith('/users/') ? 'user' : 'admin';
  const made = (path: fc.Arbitrary<string>, body: fc.Arbitrary<unknown> = fc.constant(undefined)) =>
    fc.tuple(path, body).map(([path, body]): Shot => {
      if (body === undefined) return { who, method, path, headers: {} };
      const headers = { 'content-type': 'application/json' };
      return { who, method, path, headers, body: { text: JSON.stringify(body) } };
    });
  const body = schema && thinned(example, schema);
  const shots = parameters
    .filter(({ schema }) => isReference(schema.items ?? schema))
    .flatMap(({ name, in: place, schema }) => {
      const others = schema.items ? ['', '1,', '1,50,', `50&${name}=`] : [''];
      const value = fc.tuple(fc.constantFrom(...others), ends).map((parts) => parts.join(''));
      const asked = value.map((text) => `${soundPath({})}?${name}=${text}`);
      const named = ends.map((end) => soundPath({ [name]: String(end) }));
      return place === 'header' ? [] : [made(place === 'path' ? named : asked, body)];
    });
  if (!body || atEnds(example, schema).length === 0) return shots;
  const atAnEnd = body.chain((value) => {
    const bent = atEnds(value, schema);
    return bent.length > 0 ? fc.oneof(...bent) : fc.constant(value);
  });
  return [...shots, made(fc.constant(soundPath({})), atAnEnd)];
}

/** A form with the parts of its schema in any order, some of them missing, twice or wrong. */
function formFor(schema: Schema): fc.Arbitrary<Shot['body']> {
  const texts = fc.oneof(
    fc.constantFrom('', 'true', '1', '-1', '9'.repeat(20), '2026-05-12', 'CONTRATO', 'Zanja'),
    fc.string({ maxLength: 40 }),
    fc.string({ unit: 'binary', maxLength: 40 }),
  );
  const files = fc.tuple(
    fc.constantFrom('%PDF-1.7\n', '\x89PNG\r\n\x1a\n', 'RIFF1234WEBP', 'GIF89a', 'PK\x03\x04', ''),
    fc.string({ unit: 'binary', maxLength: 200 }),
  );
  const part = fc
    .constantFrom('ajeno', ...Object.keys(schema.properties ?? {}))
    .chain((name) =>
      name === 'archivo'
        ? files.map(([mark, rest]) => `"${name}"; filename="a.pdf"\r\n\r\n${mark}${rest}`)
        : texts.map((text) => `"${name}"\r\n\r\n${text}`),
    );
  const named = ['"titulo"\r\n\r\nZanja', '"clase"\r\n\r\nCONTRATO'];
  const sound = fc.constant([...named, '"archivo"; filename="a.pdf"\r\n\r\n%PDF-1.7']);
  const first = weighted([2, fc.constant([])], [1, sound]);
  return fc
    .tuple(first, fc.array(part, { maxLength: 8 }), fc.constantFrom('--x--\r\n', ''))
    .map(([first, parts, end]) => {
      const head = '--x\r\ncontent-disposition: form-data; name=';
      return { text: [...first, ...parts].map((one) => `${head}${one}\r\n`).join('') + end };
    });
}

/** A request to one operation. */
function shotAt(target: Target): fc.Arbitrary<Shot> {
  const careful = referencesAtEnds(target);
  const any = anyShotAt(target);
  return careful.length === 0 ? any : weighted([3, any], [1, fc.oneof(...careful)]);
}

function anyShotAt({ method, template, operation }: Target): fc.Arbitrary<Shot> {
  const { parameters = [], requestBody } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const path = fc
    .tuple(...inPath.map(({ name, schema }) => partFor(name, schema)))
    .map((parts) => filled(template, inPath, (_, i) => parts[i] ?? ''))
    .chain(spelled);
  const query = queryFor(parameters.filter((parameter) => parameter.in === 'query'));
  const schema = requestBody?.content['application/json']?.schema;
  const form = requestBody?.content['multipart/form-data']?.schema;
  const type = form ? 'multipart/form-data; boundary=x' : 'application/json';
  return fc
    .record({
      who: someone,
      method: weighted(
        [20, fc.constant(method)],
        [1, fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'TRACE', 'PROPFIND')],
      ),
      path,
      query,
      own: headersFor(parameters),
      headers: oddHeaders,
      body: form ? formFor(form) : bodyFor(schema),
      chunked: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.boolean()),
    })
    .map(({ query, body, own, ...shot }) => ({
      ...shot,
      path: shot.path + query,
      headers: { ...(body ? { 'content-type': type } : {}), ...own, ...shot.headers },
      ...(body ? { body } : {}),
    }));
}

/** Operations that the document leaves out, said the same way: those that operators and browsers ask for. */
const json = (schema: Schema) => {
  const content = { 'application/json': { schema } };
  return { 200: { description: 'bien', headers: { 'X-Request-Id': {} }, content } };
};
const isUp = (...more: string[]) => {
  const texts = Object.fromEntries(more.map((name) => [name, { type: 'string' }]));
  const properties = { status: { enum: ['ok'] }, ...texts };
  return json({ type: 'object', required: ['status', ...more], properties });
};
const BESIDES: Record<string, Record<string, Documented>> = {
  '/health/live': { get: { responses: isUp('version', 'commit') } },
  '/health/ready': { get: { responses: isUp() } },
  '/openapi.json': { get: { responses: json({ type: 'object' }) } },
  '/metrics': { get: { responses: {} } },
};

// The rules that must hold -------------------------------------------------------------------------

/** Words that no answer says, in whatever part. */
const LEAKS =
  /\$argon2|argon2id|password_?hash|\bSELECT\b|\bINSERT INTO\b|\bUPDATE \w+ SET\b|\bDELETE FROM\b|node_modules|\/(src|dist|tmp)\/|\.[jt]s:\d+|\n\s+at |pg_catalog|relation "|violates|constraint|_(fkey|pkey|check|idx)\b|tokens_valid_from|FST_ERR|ECONN|E?Error:|syntax error|invalid input|undefined|\[object|malo\.mx|"password":/i;

function check(document: object, { method, path }: Shot, answer: Received) {
  const { status, headers, text } = answer;
  assert.ok(status < 500, 'a failure of the service’s own');
  const asked = plain(path);
  // The document is fixed before any request comes, and shows what a password looks like in one.
  const isDocument = asked === '/openapi.json' && status === 200;
  const leak = isDocument ? null : LEAKS.exec(`${JSON.stringify(headers)}\n${text}`);
  assert.equal(leak?.[0], undefined, 'something that nobody has to know');
  // A client that is told that nothing has changed has the answer's headers already.
  if (status !== 304) assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.ok(headers['x-request-id'], 'no id to find it in the log');
  if (method === 'HEAD') return assert.equal(text, '');
  if (asked === '/metrics' && status === 200)
    return assert.match(headers['content-type'] ?? '', /^text\/plain; version=0\.0\.4/);
  const type = headers['content-type'] ?? '';
  const operation = findOperation(document as Parameters<typeof findOperation>[0], method, asked);
  // A part of an answer need not be JSON, whatever the whole is.
  if (status === 206) {
    assert.match(headers['content-range'] ?? '', /^bytes \d+-\d+\/\d+$/);
    // Any answer of known length may be asked for in parts, so the document has 200 for most.
    const { responses = {} } = operation ?? {};
    assert.ok(responses[206] ?? responses[200], 'a part of nothing');
    return;
  }
  const body = bodyOf(text, type);
  const media = Object.keys(operation?.responses[status]?.content ?? {});
  const given = type.replace('; charset=utf-8', '');
  if (text !== '') {
    assert.ok((media.length > 0 ? media : ['application/json']).includes(given), given);
  }
  // A refusal is a page for people.
  if (status >= 400 && given !== 'text/html') {
    assert.deepEqual(Object.keys(body), ['statusCode', 'message', 'error']);
    assert.equal(body.statusCode, status);
    assert.equal(body.error, STATUS_CODES[status]);
    const sentences: unknown[] = [body.message].flat();
    assert.ok(sentences.length > 0 && sentences.length <= 101);
    for (const sentence of sentences) assert.ok(typeof sentence === 'string' && sentence !== '');
  }
  // The question asked of a layer before it is opened; it is told nothing but that.
  if (method === 'OPTIONS' && status === 204)
    return assert.equal(headers.allow, 'GET, HEAD, OPTIONS');
  if (method === 'OPTIONS' && status === 401) return;
  const parts = /[?&]campos=/.test(path) ? '?campos=' : '';
  conforms(document, method, asked + parts, { status, text, body, headers: Object.keys(headers) });
}

/** A path as the router reads it. */
function plain(path: string): string {
  try {
    const read = decodeURI(path.replace(/^http:\/\/[^/]*/, '').split('?')[0] as string);
    // With a slash behind it an address is the same.
    return read.replace(/(?<=.)\/$/, '');
  } catch {
    return path;
  }
}

// The service under fire --------------------------------------------------------------------------

export interface Range {
  targets: Target[];
  /** Requests sent and answers by status so far. */
  count: Map<number, number>;
  /** By operation, the request that took longest for its size. */
  dearest: Map<string, Price>;
  /**
   * Throws `runs` series of requests, each on records made anew, at one operation and now and then at the others.
   *
   * @throws Error that tells the shortest series found to fail, and how to see it again
   */
  fire(target: Target, runs: number, seed: number): Promise<void>;
  /**
   * Asks an operation that reads with one parameter after the other as full as it gets.
   *
   * @throws AssertionError where an answer takes longer than what was sent may
   */
  fill(target: Target): Promise<void>;
  close(): Promise<void>;
}

/** A service of its own over the tests' database, with the records that requests need. */
export async function openRange(): Promise<Range> {
  // Every request comes from an address of its own, so that none is refused for those before it.
  // No answer repeats what a request says of the host: links begin with this.
  const PUBLIC_URL = 'https://obras.ejemplo.mx';
  const settings = { TRUST_PROXY: true, PUBLIC_URL };
  const { url, close } = await otherApp(settings);
  const plain = await otherApp({ ...settings, CACHE_MB: 0 });
  // `reset` leaves the localidades of the catalog as they are, and asserts that all are there: what a series has done to them is
  // undone before the next.
  const LOCALIDADES = 'id, nombre, clave, municipio_id, activo';
  const localidades = JSON.stringify(await db.query(`SELECT ${LOCALIDADES} FROM localidades`));
  const restoreLocalidades = () =>
    db.query(
      `INSERT INTO localidades AS l (${LOCALIDADES}) OVERRIDING SYSTEM VALUE
       SELECT ${LOCALIDADES} FROM json_populate_recordset(NULL::localidades, $1)
       ON CONFLICT (id) DO UPDATE SET (nombre, clave, municipio_id, activo) =
         (excluded.nombre, excluded.clave, excluded.municipio_id, excluded.activo)
       WHERE (l.nombre, l.clave, l.municipio_id, l.activo)
         IS DISTINCT FROM (excluded.nombre, excluded.clave, excluded.municipio_id, excluded.activo)`,
      [localidades],
    );
  const { text } = await plainly(`${url}/openapi.json`);
  const document = resolved(
    JSON.parse(text) as { paths: Record<string, Record<string, Documented>> },
  );
  Object.assign(document.paths, BESIDES);
  const targets = Object.entries(document.paths).flatMap(([template, operations]) =>
    Object.entries(operations).map(([lower, operation]) => {
      const method = lower.toUpperCase();
      return { name: `${method} ${template}`, method, template, operation };
    }),
  );
  const count = new Map<number, number>();
  const dearest = new Map<string, Price>();
  let sent = 0;

  const shoot = async (
    { who, method, path, headers, body, chunked }: Shot,
    at = url,
  ): Promise<Received | undefined> => {
    sent += 1;
    const token = who === 'nobody' ? undefined : await tokenOf(who);
    const { text = '', fill = 0, bad = false } = body ?? {};
    const rest = [Buffer.alloc(fill, 'x'), Buffer.from(bad ? [0xff] : [])];
    const bytes = body && Buffer.concat([Buffer.from(text), ...rest]);
    const length =
      chunked || headers['transfer-encoding']
        ? { 'transfer-encoding': 'chunked' }
        : { 'content-length': bytes?.length ?? 0 };
    const all = {
      'x-forwarded-for': `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(bytes && length),
      ...headers,
    };
    const signal = AbortSignal.timeout(30_000);
    try {
      const answer = await plainly(at, {
        method,
        path,
        headers: all,
        signal,
        ...(bytes && { body: bytes }),
      });
      return { ...answer, text: unpacked(answer) };
    } catch (error) {
      // The rest of a body that is refused unread may find its connection closed.
      const { code = '' } = error as NodeJS.ErrnoException;
      if (body?.fill && ['ECONNRESET', 'EPIPE'].includes(code)) return undefined;
      throw error;
    }
  };

  /**
   * Holds a request to what it may cost. One that has taken longer is asked again, where nothing is kept: on a busy machine
   * any may, but not three times.
   */
  const weigh = async (name: string, shot: Shot, milliseconds: number) => {
    const bytes = bytesOf(shot);
    let least = milliseconds;
    for (let again = 0; again < 2 && least > mayTake(bytes) && shot.method === 'GET'; again++) {
      const begun = performance.now();
      await shoot(shot, plain.url);
      least = Math.min(least, performance.now() - begun);
    }
    const known = dearest.get(name);
    if (!known || least / bytes > known.milliseconds / known.bytes) {
      dearest.set(name, { milliseconds: least, bytes, asked: `${shot.method} ${shot.path}` });
    }
    assert.ok(
      least <= mayTake(bytes) || shot.method !== 'GET',
      `${shot.method} ${shot.path.slice(0, 300)} takes ${Math.round(least)} ms for ${bytes} bytes`,
    );
  };

  const fire: Range['fire'] = async (target, runs, seed) => {
    const others = targets.filter((other) => other !== target).map(shotAt);
    const one = weighted([3, shotAt(target)], [1, fc.oneof(...others)]);
    const shots = fc.array(one, { minLength: 1, maxLength: 12, size: 'max' });
    const series = fc.asyncProperty(shots, async (list) => {
      await restoreLocalidades();
      await someRecords();
      const last = { [LAST_ETAG]: '"ninguna"', [LAST_CURSOR]: 'MTAw' };
      for (const shot of list) {
        const begun = performance.now();
        const answer = await shoot(filledIn(shot, last));
        if (!answer) continue;
        const took = performance.now() - begun;
        last[LAST_ETAG] = answer.headers.etag ?? last[LAST_ETAG];
        last[LAST_CURSOR] =
          /cursor=([\w-]+)/.exec(`${answer.headers.link}`)?.[1] ?? last[LAST_CURSOR];
        count.set(answer.status, (count.get(answer.status) ?? 0) + 1);
        try {
          check(document, shot, answer);
          await weigh(target.name, filledIn(shot, last), took);
        } catch (cause) {
          const what = `${shot.method} ${shot.path.slice(0, 300)} (${shot.who}) answers ${answer.status} ${answer.text.slice(0, 500)}`;
          throw new Error(`${what}: ${(cause as Error).message.slice(0, 1_000)}`);
        }
      }
    });
    const details = await fc.check(series, { numRuns: runs, seed, endOnFailure: false });
    if (!details.failed) return;
    const { counterexample, errorInstance } = details;
    throw new Error(
      `${(errorInstance as Error)?.message}\nseries: ${fc.stringify(counterexample).slice(0, 3_000)}\nagain: npm run fuzz -- --semilla ${seed} --veces ${runs} --operacion '${target.name}'`,
      { cause: errorInstance },
    );
  };
  const fill: Range['fill'] = async ({ name, method, template, operation }) => {
    await restoreLocalidades();
    await someRecords();
    const sound = ({ schema: { examples, enum: all } }: Parameter) =>
      String(examples?.[0] ?? all?.[0] ?? 1);
    const { parameters = [] } = operation;
    const [inPath, inQuery] = ['path', 'query'].map((place) =>
      parameters.filter((one) => one.in === place),
    ) as [Parameter[], Parameter[]];
    const needed = inQuery.filter(({ required }) => required);
    const path = filled(template, inPath, (one) => encodeURIComponent(sound(one)));
    for (const one of inQuery) {
      for (const text of FILLED) {
        const asked = new URLSearchParams(
          needed.map((each): [string, string] => [each.name, sound(each)]),
        );
        asked.set(one.name, text);
        const shot: Shot = { who: 'admin', method, path: `${path}?${asked}`, headers: {} };
        const begun = performance.now();
        const answer = await shoot(shot, plain.url);
        assert.ok(answer && answer.status < 500, `${shot.path} answers ${answer?.status}`);
        await weigh(name, shot, performance.now() - begun);
      }
    }
  };
  return {
    targets,
    count,
    dearest,
    fire,
    fill,
    close: async () => {
      await close();
      await plain.close();
      await restoreLocalidades();
      await reset();
    },
  };
}

/** A request with what the answers before it said. */
function filledIn(shot: Shot, last: Record<string, string>): Shot {
  const fill = (text: string) =>
    Object.entries(last).reduce((filled, [name, value]) => filled.replaceAll(name, value), text);
  const headers = Object.entries(shot.headers).map(([name, value]) => [name, fill(value)]);
  return {
    ...shot,
    path: fill(shot.path.replaceAll(encodeURIComponent(LAST_CURSOR), LAST_CURSOR)),
    headers: Object.fromEntries(headers),
  };
}

/** The beginning of every series of requests: people, a catalog, two obras, a favorite. */
async function someRecords(): Promise<void> {
  await reset();
  await db.query('DELETE FROM idempotencias');
  await someCatalog();
  const obra = obraBody({ ubicaciones: [ubicacionBody()] });
  for (const claveUnica of ['OBRA-A', 'OBRA-B']) {
    assert.equal((await call('admin', 'POST', '/obras', { ...obra, claveUnica })).status, 201);
  }
  const favorite = `/users/${people.user.id}/favorites/1`;
  assert.equal((await call('user', 'POST', favorite)).status, 201);
}
