import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { buildApp } from '../src/app.ts';
import { hashPassword, verifyPassword } from '../src/core/auth/passwords.ts';
import { createTokens } from '../src/core/auth/tokens.ts';
import { type Config, readConfig } from '../src/core/base/config.ts';
import type { Database } from '../src/core/db/db.ts';
import { openRegistry } from '../src/core/registry.ts';
import { atEnd } from './at-end.ts';
import {
  emptyEnvironment,
  freshEnvironment,
  nameOf,
  onTestServer,
  TEST_DATABASE_URL,
} from './empty-registry.ts';
import { hasFeature } from './features.ts';
import { gate } from './held-imports.ts';
import { conforms, resolved } from './openapi-check.ts';
import { plainly } from './wire.ts';

export { numbers } from './columns.ts';
export { wkt } from './wkt.ts';

export { emptyEnvironment, freshEnvironment, TEST_DATABASE_URL };

/** Ends every connection to a database of the test server, as an administrator of it may at any moment. */
export function endConnections(environment: Record<string, string>): Promise<void> {
  return onTestServer(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${nameOf(environment)}'`,
  );
}

/** Makes a database of the test server refuse writes, as a standby does, or take them again. */
export async function makeReadOnly(environment: Record<string, string>, readOnly: boolean) {
  await onTestServer(
    `ALTER DATABASE ${nameOf(environment)} SET default_transaction_read_only = ${readOnly}`,
  );
  await endConnections(environment);
}

// The registry that most tests share -------------------------------------------------------------

export const environment = await freshEnvironment();
export const config: Config = readConfig({ ...environment, LOG_LEVEL: 'silent' });
const registry = await openRegistry(config, () => {});
atEnd(() => registry.db.close());
/** Writes of tests past the service are heard by it before they go on. */
export const db = hearing(registry.db);

function hearing(database: Database): Database {
  const after =
    <A extends unknown[], T>(ask: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      const result = await ask(...args);
      await database.changes.heard();
      return result;
    };
  return {
    ...database,
    query: after(database.query) as Database['query'],
    one: after(database.one) as Database['one'],
    jsonOrNothing: after(database.jsonOrNothing),
    json: after(database.json),
    transaction: after(database.transaction) as Database['transaction'],
  };
}
const app = await buildApp(config, registry.db);
atEnd(() => app.close());
/** Address of the shared service. */
export const base = await app.listen({ host: '127.0.0.1', port: 0 });
const password = 'secreto-de-prueba';
const passwordHash = await hashPassword(password);

/** A second service, over the same database unless another is given, with other settings. */
export async function otherApp(changes: Partial<Config>, database: Database = registry.db) {
  const other = await buildApp({ ...config, ...changes }, database);
  const url = await other.listen({ host: '127.0.0.1', port: 0 });
  documentKeys.set(url, `${changes.PUBLIC_READ === true} ${changes.STRICT_ACCESS === true}`);
  return { url, app: other, close: () => other.close() };
}

/** Runs `work` with such a service, which is closed afterwards. */
export async function withApp(changes: Partial<Config>, work: (url: string) => Promise<void>) {
  const { url, close } = await otherApp(changes);
  try {
    await work(url);
  } finally {
    await close();
  }
}

/** The address of such a service, which is closed after the test. */
export async function addressFor(t: TestContext, ...asked: Parameters<typeof otherApp>) {
  const { url, close } = await otherApp(...asked);
  t.after(close);
  return url;
}

/** Such a service for all tests of a `describe`: it is opened before them and closed after them. */
export function serving(...asked: Parameters<typeof otherApp>) {
  let service: Awaited<ReturnType<typeof otherApp>>;
  before(async () => {
    service = await otherApp(...asked);
  });
  after(() => service.close());
  return {
    get url() {
      return service.url;
    },
  };
}

/** The shared database for an `otherApp` that refuses sooner who waits for a place among slow answers. */
export const impatient: Database = {
  ...registry.db,
  slow: { ...registry.db.slow, patience: 6_000 },
};

// People -------------------------------------------------------------------------------------------

/** Kinds of callers: without token, an admin, two users, and users whose token no longer counts. */
export type Who = 'nobody' | 'admin' | 'admin2' | 'user' | 'other' | 'inactive' | { token: string };

export const people = {
  admin: { id: '00000000-0000-4000-8000-0000000000a1', roles: 'admin', isActive: true },
  admin2: { id: '00000000-0000-4000-8000-0000000000a2', roles: 'admin', isActive: true },
  user: { id: '00000000-0000-4000-8000-0000000000b1', roles: 'user', isActive: true },
  other: { id: '00000000-0000-4000-8000-0000000000b2', roles: 'user', isActive: true },
  inactive: { id: '00000000-0000-4000-8000-0000000000c1', roles: 'admin', isActive: false },
} as const;
type Person = keyof typeof people;
export const emailOf = (name: Person) => `${name}@ejemplo.mx`;
export { password };

const tokens = createTokens(config.JWT_SECRET, config.JWT_EXPIRES_IN);

/** A valid token of one of the people, issued `age` seconds ago. */
export function tokenOf(name: Person, age = 0): Promise<string> {
  const { id, roles } = people[name];
  // This clock has milliseconds: the next one, so that it is later than a change that was just answered.
  const iat = (Date.now() + 1) / 1000 - age;
  return tokens.sign({ sub: id, email: emailOf(name), roles, iat });
}

/** The obras whose rendered document, place on the map, or row of follow-up is not what their tables say. */
export async function untrueDocuments(): Promise<number[]> {
  const rows = await db.query<{ obra_id: number }>(
    `SELECT obra_id FROM obras_documentos d FULL JOIN obras_piezas p USING (obra_id)
     WHERE d.* IS DISTINCT FROM p.*
     UNION
     SELECT coalesce(m.obra_id, l.obra_id) FROM obras_mapa m FULL JOIN obras_lugares l USING (ubicacion_id)
     WHERE m.* IS DISTINCT FROM l.*
     UNION
     SELECT obra_id FROM seguimiento_de d LEFT JOIN obras_seguimiento s USING (obra_id)
     WHERE s.* IS DISTINCT FROM d.*
       AND (s.obra_id IS NOT NULL OR d.reportes > 0 OR d.contratos > 0 OR d.fecha_inicio_base IS NOT NULL)`,
  );
  return rows.map((row) => row.obra_id);
}

const TABLES = ['favorites', 'obras', 'ejercicios_fiscales', 'dependencias', 'tipos_proyecto'];
const NUMBERED = [...TABLES, 'ubicaciones', 'avances', 'contratos', 'convenios', 'archivos'];
/** Obras that are deleted one by one; with more, to empty their tables is quicker. */
const MANY = 100;

/** Takes all cuts away, also from the ledger, which nobody else can. */
export async function forgetCortes(): Promise<void> {
  if (!hasFeature('cortes')) return;
  await db.transaction(async (tx) => {
    // Its other triggers announce that there are none.
    await tx.query('ALTER TABLE cortes DISABLE TRIGGER cortes_only_grows');
    await tx.query('TRUNCATE cortes, cortes_trabajos');
    await tx.query('ALTER TABLE cortes ENABLE TRIGGER cortes_only_grows');
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(`DELETE FROM bitacora WHERE recurso = 'cortes'`);
  });
}

/** Empties the registry but for the fixed catalogs, and puts the people in. */
export async function reset(): Promise<void> {
  // The documents have followed, whatever a test has done.
  assert.deepEqual(await untrueDocuments(), []);
  // Nor has it taken one away of the localidades that every registry begins with.
  const kept = await db.one<{ n: number }>(
    'SELECT count(*)::integer AS n FROM localidades WHERE id <= 2439',
  );
  assert.equal(kept?.n, 2439, 'a test took localidades away that others need');
  const isLarge = (await count('obras')) > MANY;
  // Nothing else takes cuts away, and the files of works can't go before them.
  if (hasFeature('cortes') && (await count('cortes')) > 0) await forgetCortes();
  await db.transaction(async (tx) => {
    if (isLarge) await tx.query('TRUNCATE obras, obras_documentos, ubicaciones, favorites CASCADE');
    // A statement each: as many tables emptied by TRUNCATE take ten times as long, and all statements are planned anew.
    for (const table of TABLES) await tx.query(`DELETE FROM ${table}`);
    await tx.query('DELETE FROM localidades WHERE id > 2439');
    await tx.query('DELETE FROM fondos WHERE id > 5');
    // The last administrator can't be deleted otherwise.
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query('DELETE FROM users');
    await tx.query('DELETE FROM sesiones_terminadas');
    await tx.query(
      `SELECT setval(pg_get_serial_sequence(name, 'id'), 1, false) FROM unnest($1::text[]) AS t (name)`,
      [NUMBERED],
    );
  });
  await db.query(
    `INSERT INTO users (id, email, nombre_completo, password_hash, roles, is_active, must_change_password)
     SELECT id, email, nombre, $1, roles, "isActive", false
     FROM json_to_recordset($2) AS p (id uuid, email text, nombre text, roles text, "isActive" boolean)`,
    [
      passwordHash,
      JSON.stringify(
        Object.entries(people).map(([name, person]) => ({
          ...person,
          email: emailOf(name as Person),
          nombre: `Persona ${name}`,
        })),
      ),
    ],
  );
}

/** Takes all places at which passwords are hashed and checked, until the answered function gives them back. */
export async function holdPasswords(): Promise<() => void> {
  const { open, opened } = gate();
  for (let asked = 0, taken = 0; taken === asked; asked += 1) {
    const find = async () => {
      taken += 1;
      await opened;
      return undefined;
    };
    // The last finds no place and waits for one, maybe for too long.
    verifyPassword(`holder ${asked}`, find, '').catch(() => {});
    await setImmediate();
  }
  return open;
}

// Requests -----------------------------------------------------------------------------------------

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert what a body holds
  body: any;
}

/** Sends a request and holds the answer to the OpenAPI document: an undocumented answer fails the test. */
export async function call(
  who: Who,
  method: string,
  path: string,
  body?: unknown,
  { url = base, headers = {} as Record<string, string> } = {},
): Promise<Answer> {
  const token =
    who === 'nobody' ? undefined : typeof who === 'object' ? who.token : await tokenOf(who);
  const received = await plainly(url + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isSentAsIs(body) ? body : JSON.stringify(body) }),
  });
  // As a client decodes it, without the mark of UTF-8.
  const text = unpacked(received).replace(/^\ufeff/, '');
  const answer: Answer = {
    status: received.status,
    headers: new Headers(received.headers as Record<string, string>),
    text,
    body: bodyOf(text, received.headers['content-type'] ?? ''),
  };
  if (method !== 'HEAD') {
    const names = Object.keys(received.headers);
    conforms(await documentOf(url), method, path, { ...answer, headers: names });
  }
  return answer;
}

/** The text of a body, which may be compressed. */
export function unpacked({ headers, bytes, text }: Awaited<ReturnType<typeof plainly>>): string {
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync, deflate: inflateSync }[
    headers['content-encoding'] ?? ''
  ];
  return unpack && bytes.length > 0 ? unpack(bytes).toString() : text;
}

const isSentAsIs = (body: unknown): body is string | Buffer =>
  typeof body === 'string' || Buffer.isBuffer(body);

/** A body's content: the value that JSON stands for, and of other files their text. */
export function bodyOf(text: string, type: string) {
  if (type !== '' && !/^application\/([\w.]+\+)?json\b/.test(type)) return text;
  return text === '' ? undefined : JSON.parse(text);
}

/** The settings that the document of a second service depends on, by its address: those of reading, and of writing catalogs. */
const documentKeys = new Map<string, string>();
const documents = new Map<string, Promise<object>>();

/** The document of the service at an address. */
function documentOf(url: string): Promise<object> {
  const key = documentKeys.get(url) ?? 'false false';
  const known = documents.get(key);
  if (known) return known;
  // To compress so much would take longer than all the rest.
  const document = fetch(`${url}/openapi.json`, { headers: { 'accept-encoding': 'identity' } })
    .then((answer) => answer.json() as Promise<object>)
    .then(resolved);
  documents.set(key, document);
  return document;
}

/** Asserts an error answer: its status, its message (or that each sentence matches), its shape. */
export function refused(
  answer: Answer,
  status: number,
  message: string | RegExp | (string | RegExp)[],
): void {
  assert.equal(answer.status, status, answer.text);
  assert.deepEqual(Object.keys(answer.body).sort(), ['error', 'message', 'statusCode']);
  assert.equal(answer.body.statusCode, status);
  const given = answer.body.message;
  assert.equal(Array.isArray(given), Array.isArray(message), answer.text);
  const expected = [message].flat();
  assert.equal([given].flat().length, expected.length, answer.text);
  [given].flat().forEach((sentence: string, i) => {
    const wanted = expected[i] as string | RegExp;
    if (wanted instanceof RegExp) assert.match(sentence, wanted);
    else assert.equal(sentence, wanted);
  });
}

/** Asserts that a request came without a session that counts. */
export function unauthorized(answer: Answer, challenge = /^Bearer$/): void {
  refused(answer, 401, 'Unauthorized');
  assert.equal(answer.body.error, 'Unauthorized');
  assert.match(answer.headers.get('www-authenticate') ?? '', challenge);
}

/** What is said of a text that the database can't hold, after the field's name. */
export const UNSTORABLE =
  'contiene caracteres que no se pueden guardar (U+0000 o un sustituto aislado).';

/** Asserts that an e-mail and a password are refused, whatever is wrong with them. */
export const notLoggedIn = (answer: Answer): void => refused(answer, 401, 'Credenciales inválidas');

/** Asserts that the service had too much to do, and says when to come again. */
export function overloaded(answer: Answer): void {
  const sentence =
    'El servicio recibe más solicitudes de las que puede atender; intente de nuevo en unos segundos.';
  refused(answer, 503, sentence);
  assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
}

// Records ------------------------------------------------------------------------------------------

/** A registry with one record of each catalog that an obra needs, and nothing else. */
export async function resetWithCatalog() {
  await reset();
  return someCatalog();
}

/** One record of each catalog that an obra needs; answers their ids. */
export async function someCatalog() {
  const ids = async (statement: string) => (await db.one<{ id: number }>(statement))?.id as number;
  return {
    ejercicioFiscalId: await ids(
      'INSERT INTO ejercicios_fiscales (anio) VALUES (2026) RETURNING id',
    ),
    dependenciaId: await ids(
      `INSERT INTO dependencias (nombre, siglas) VALUES ('Secretaría de Obras', 'SOP') RETURNING id`,
    ),
    tipoProyectoId: await ids(
      `INSERT INTO tipos_proyecto (nombre) VALUES ('Vialidades') RETURNING id`,
    ),
  };
}

let lastClave = 0;

/** A body for POST /obras, with a claveUnica of its own. */
export function obraBody(changes: Record<string, unknown> = {}) {
  lastClave += 1;
  return {
    claveUnica: `OBRA-${lastClave}`,
    nombre: 'Pavimentación de la calle 60',
    monto: 1500000.5,
    ejercicioFiscalId: 1,
    dependenciaId: 1,
    municipioId: 50,
    tipoProyectoId: 1,
    estatusObraId: 4,
    ...changes,
  };
}

/** A body for POST /obras/:id/contratos. */
export const contratoBody = (changes: object = {}) => ({
  numero: 'SOP-LP-014-2026',
  naturaleza: 'OBRA',
  objeto: 'Pavimentación de la calle 60.',
  contratista: 'Constructora del Mayab, S.A. de C.V.',
  monto: 1200000,
  fechaFirma: '2026-01-20',
  fechaInicio: '2026-02-01',
  fechaTermino: '2026-10-31',
  ...changes,
});

/** A body for POST /obras/:id/programas. */
export const programaBody = (changes: object = {}) => ({
  fechaInicio: '2026-02-01',
  fechaTermino: '2026-10-31',
  ...changes,
});

/** Notes a file of an obra, without its bytes: a public photo unless `clase` or `publico` says otherwise. Answers its id. */
export async function noteArchivo(obraId: number, changes: Record<string, unknown> = {}) {
  const isPhoto = changes.clase === undefined;
  const objeto = randomBytes(32).toString('hex');
  const row = {
    ...{ titulo: 'Cimentación', publico: true, objeto, huella: objeto, bytes: 1000 },
    ...(isPhoto
      ? { tipo: 'FOTO', tipo_media: 'image/jpeg', ancho: 4, alto: 3, objeto_mini: objeto }
      : { tipo: 'DOCUMENTO', tipo_media: 'application/pdf' }),
    ...changes,
  };
  const names = Object.keys(row).join(', ');
  await db.query('INSERT INTO objetos (huella, bytes) VALUES ($1, 1000)', [objeto]);
  const made = await db.one<{ id: number }>(
    `INSERT INTO archivos (obra_id, ${names})
     SELECT $1, ${names} FROM json_populate_record(NULL::archivos, $2) RETURNING id`,
    [obraId, JSON.stringify(row)],
  );
  return made?.id as number;
}

/** Registers an obra and answers it. */
export async function newObra(changes: Record<string, unknown> = {}) {
  const created = await call('admin', 'POST', '/obras', obraBody(changes));
  assert.equal(created.status, 201, created.text.slice(0, 1_000));
  return created.body;
}

/** Reads at this path, which has to be there. */
export async function get(path: string, who: Who = 'user', options = {}): Promise<Answer> {
  const answer = await call(who, 'GET', path, undefined, options);
  assert.equal(answer.status, 200, `${path}: ${answer.text.slice(0, 1_000)}`);
  return answer;
}

/**
 * Asks again, twice at most, while an answer with status 200 has no tag: a streamed list has none while the machine is too busy for
 * the service to hear of changes in time.
 */
export async function tagged<T extends { status: number; headers: Headers }>(
  ask: () => Promise<T>,
): Promise<T> {
  let answer = await ask();
  for (let n = 0; n < 2 && answer.status === 200 && !answer.headers.has('etag'); n++) {
    await db.changes.heard();
    answer = await ask();
  }
  return answer;
}

/** The address of the page after an answer's, by its links; undefined after the last. */
export const nextOf = ({ headers }: Pick<Answer, 'headers'>): string | undefined =>
  /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];

/** The answers of a list from this page on, as its links lead to its end; none of them leads back. */
export async function pages(path: string, who: Who = 'user'): Promise<Answer[]> {
  const all: Answer[] = [];
  const seen = new Set<string>();
  for (let link: string | undefined = path; link !== undefined; ) {
    assert.ok(!seen.has(link), `${link} is led to again from ${path}`);
    seen.add(link);
    const page: Answer = await get(link, who);
    all.push(page);
    link = nextOf(page);
  }
  return all;
}

/** Writes, which has to be taken, and answers the body. */
export async function write(who: Who, method: string, path: string, body?: unknown, headers = {}) {
  const answer = await call(who, method, path, body, { headers });
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text.slice(0, 1_000)}`);
  return answer.body;
}

/** Makes a user the clerk of these dependencias, and of no others. */
export const appoint = (dependenciaIds: number[], who: Person = 'user') =>
  write('admin', 'PATCH', `/users/${people[who].id}/dependencias`, { dependenciaIds });

/** The day so many days from today in Yucatán. */
export async function day(offset: number): Promise<string> {
  const row = await db.one<{ dia: string }>('SELECT (hoy() + $1::integer)::text AS dia', [offset]);
  return row?.dia as string;
}

/** The days from a day until today in Yucatán. */
export const daysSince = async (dia: string): Promise<number> =>
  (Date.parse(await day(0)) - Date.parse(dia)) / 86_400_000;

/** The bytes of a file. */
export async function bytesOf(path: string, who: Person = 'admin'): Promise<Buffer> {
  const authorization = `Bearer ${await tokenOf(who)}`;
  const answer = await fetch(base + path, { headers: { authorization } });
  assert.equal(answer.status, 200, path);
  return Buffer.from(await answer.arrayBuffer());
}

/** The statuses of parallel requests, the least first: which of them has which is left open. */
export const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status).sort();

/** Runs `work` while a municipio is inactive; only SQL makes one so, and the catalog outlives the tests. */
export async function whileInactive(municipioId: number, work: () => Promise<void>) {
  const set = 'UPDATE municipios SET activo = $2 WHERE id = $1';
  await db.query(set, [municipioId, false]);
  try {
    await work();
  } finally {
    await db.query(set, [municipioId, true]);
  }
}

/** The next records of these tables get ids that no record has had: the ledger outlives the tests, and some rules read it. */
export const withNewIds = (...tables: string[]) =>
  db.query(
    `SELECT setval(pg_get_serial_sequence(name, 'id'), 1000000 + coalesce(max(id), 0))
     FROM bitacora, unnest($1::text[]) AS t (name) GROUP BY name`,
    [tables],
  );

/** The number of a table's rows. */
export async function count(table: string): Promise<number> {
  return (await db.one<{ n: number }>(`SELECT count(*)::integer AS n FROM ${table}`))?.n as number;
}

export const idsOf = (records: { id: number }[]) => records.map(({ id }) => id);
/** An ubicación for the body of an obra. */
export function ubicacionBody(changes: Record<string, unknown> = {}) {
  return {
    direccion: 'Calle 60 x 61, Centro',
    tipoGeometria: 'PUNTO',
    geometriaJson: { type: 'Point', coordinates: [-89.6237, 20.9674] },
    ...changes,
  };
}
