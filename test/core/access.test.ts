import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { add, bytesAt, download, FILES, photo } from '../archivos.ts';
import { columnOf } from '../columns.ts';
import { forgetCortes } from '../cortes.ts';
import { hasFeature, isHere } from '../features.ts';
import { gate as closedGate } from '../held-imports.ts';
import { plainly } from '../wire.ts';
import {
  type Answer,
  base,
  call,
  config,
  contratoBody,
  db,
  emailOf,
  get,
  holdPasswords,
  newObra,
  obraBody,
  otherApp,
  password,
  people,
  programaBody,
  refused,
  resetWithCatalog,
  tokenOf,
  unauthorized,
  type Who,
  withApp,
} from '../world.ts';

// Every endpoint of the specification (section 4) with every kind of caller. A right is shown by requests whose
// outcome, once let in, is known: a refusal of the body, a 404, or the answer itself.

type Caller = 'nobody' | 'inactive' | 'user' | 'other' | 'admin';
type Outcome = Record<Caller, number>;

const CALLERS: Caller[] = ['nobody', 'inactive', 'user', 'other', 'admin'];
const none = (status: number) => Object.fromEntries(CALLERS.map((who) => [who, status])) as Outcome;
const token = (status: number): Outcome => ({ ...none(status), nobody: 401, inactive: 401 });
const admin = (status: number): Outcome => ({ ...token(status), user: 403, other: 403 });
const ownerOrAdmin = (status: number): Outcome => ({ ...token(status), other: 403 });
const owner = (status: number): Outcome => ({ ...ownerOrAdmin(status), admin: 403 });

/** Admins, and `other`, who is a clerk of another agency: refused once it is known of which obra. */
const clerk = (status: number, clerks = 403): Outcome => ({ ...admin(status), other: clerks });

const user = people.user.id;
const bad = { nada: true };

/** The id of none. */
const nobody = '00000000-0000-4000-8000-0000000000ff';

type Row = [method: string, path: string, body: unknown, outcome: Outcome];
/** What is read, by who may. */
// biome-ignore format: rows of paths
const READS: [outcome: Outcome, ...paths: string[]][] = [
  [token(200),
    '/obras', '/obras.csv', '/obras.xlsx', '/obras.ndjson', '/obras/resumen?por=municipio', '/obras/plantilla.xlsx',
    '/obras/1', '/obras/1/seguimiento', '/contratos', '/contratos.csv', '/contratos.xlsx', '/seguimiento',
    '/seguimiento.csv', '/seguimiento.xlsx', '/seguimiento/resumen?por=dependencia', '/obras/1/avances',
    '/obras/1/programas', '/obras/1/ejecucion', '/obras/1/expediente', '/obras/1/contratos', '/obras/1/archivos', '/ejercicio-fiscal',
    '/ejercicio-fiscal/activos', '/ejercicio-fiscal/1', '/catalogos/tipo-proyecto', '/catalogos/tipo-proyecto/1',
    '/localidad', '/localidad/1', '/municipios', '/municipios/limites', '/localidad/puntos',
    '/obras/resumen.csv?por=estatus', '/estatus-obra', '/obras.geojson', '/mapa/0/0/0', '/oc4ids', '/oc4ids/OBRA%2F1',
    '/catalogos/tipo-proyecto/oc4ids', '/catalogos/tipo-proyecto/1/oc4ids', '/ogc', '/ogc/api', '/ogc/conformance',
    '/ogc/collections', '/ogc/collections/municipios', '/ogc/collections/municipios/schema',
    '/ogc/collections/municipios/schema/feature', '/ogc/collections/municipios/items',
    '/ogc/collections/municipios/items/1', '/cambios.atom', '/cambios.json', '/obras/1/versiones', '/obras/1/versiones.link',
    '/cortes', '/cortes/cadena', '/dependencias/1/contacto', '/umbrales', '/umbrales/2026',
    '/contratistas', '/contratistas.csv', '/contratistas.xlsx',
    '/expedientes', '/expedientes.csv', '/expedientes.xlsx',
  ],
  [admin(200),
    '/calidad', '/obras/importacion', '/users', '/capturistas', '/bitacora.csv', '/bitacora', '/obras/1/historial',
    '/cortes/trabajos',
  ],
  [admin(404), `/obras/importacion/${nobody}`, `/obras/importacion/${nobody}/deshacer`, `/cortes/trabajos/${nobody}`],
  [token(302), '/obras/1/version'],
  [clerk(404, 404),
    `/seguimiento/importacion/${nobody}/deshacer`, `/seguimiento/importacion/${nobody}`,
    `/expedientes/importacion/${nobody}/deshacer`, `/expedientes/importacion/${nobody}`,
  ],
  [clerk(200, 200),
    '/seguimiento/importacion', '/seguimiento/plantilla.xlsx', '/expedientes/importacion', '/expedientes/plantilla.xlsx',
  ],
  [token(404),
    '/obras/1/avances/99', '/obras/1/programas/99', '/obras/1/contratos/99', '/obras/1/archivos/99',
    '/obras/1/archivos/99/contenido', '/contratistas/99', '/cortes/llave', '/cortes/2026-T9', '/cortes/2026-T9.ndjson.gz',
    '/cortes/2026-T9.csv', '/cortes/2026-T9.xlsx', '/cortes/2026-T9/manifiesto', '/cortes/2026-T9/manifiesto.sig', '/cortes/2026-T9/llave',
    '/cortes/2026-T9/diferencias?con=hoy', '/cortes/2026-T9/diferencias.csv?con=hoy', '/cortes/2026-T9/diferencias.xlsx?con=hoy',
  ],
  [ownerOrAdmin(200), `/users/${user}`, `/users/${user}/favorites`, `/users/${user}/dependencias`],
  [none(200), '/dependencias', '/dependencias/1', '/fondos', '/fondos/1', '/mapa/base', '/mapa/base/calles', '/portal/ajustes.json'],
  [none(404), '/mapa/base/0/0/0'],
];
const ROWS: Row[] = [
  ...READS.flatMap(([outcome, ...paths]) =>
    paths.map((path): Row => ['GET', path, undefined, outcome]),
  ),
  ['POST', '/auth/login', bad, none(400)],
  ['POST', '/auth/logout', undefined, token(200)],
  ['POST', '/obras', bad, admin(400)],
  ['POST', '/obras/estatus', bad, admin(400)],
  ['PATCH', '/obras/1', {}, admin(200)],
  ['DELETE', '/obras/99', undefined, admin(404)],
  ['POST', '/obras/importacion', bad, admin(400)],
  ['POST', '/obras/importacion/rechazadas', bad, admin(400)],
  ['DELETE', `/obras/importacion/${nobody}`, undefined, admin(404)],
  ['POST', `/obras/importacion/${nobody}/deshacer`, undefined, admin(404)],
  ['DELETE', `/obras/importacion/${nobody}/deshacer`, undefined, admin(404)],
  ['POST', `/seguimiento/importacion/${nobody}/deshacer`, undefined, clerk(404, 404)],
  ['DELETE', `/seguimiento/importacion/${nobody}/deshacer`, undefined, clerk(404, 404)],
  ['POST', '/seguimiento/importacion', bad, clerk(400, 400)],
  ['POST', '/seguimiento/importacion/rechazadas', bad, clerk(400, 400)],
  ['DELETE', `/seguimiento/importacion/${nobody}`, undefined, clerk(404, 404)],
  ['POST', `/expedientes/importacion/${nobody}/deshacer`, undefined, clerk(404, 404)],
  ['DELETE', `/expedientes/importacion/${nobody}/deshacer`, undefined, clerk(404, 404)],
  ['POST', '/expedientes/importacion', bad, clerk(400, 400)],
  ['POST', '/expedientes/importacion/rechazadas', bad, clerk(400, 400)],
  ['DELETE', `/expedientes/importacion/${nobody}`, undefined, clerk(404, 404)],
  ['POST', '/obras/1/avances', bad, clerk(400, 400)],
  ['PATCH', '/obras/1/avances/99', {}, clerk(404)],
  ['DELETE', '/obras/1/avances/99', undefined, clerk(404)],
  ['POST', '/obras/1/programas', bad, clerk(400, 400)],
  ['DELETE', '/obras/1/programas/99', undefined, admin(404)],
  ['PATCH', '/obras/1/ejecucion', {}, clerk(200)],
  ['PATCH', '/obras/1/expediente', {}, clerk(200)],
  ['POST', '/obras/1/contratos', bad, clerk(400, 400)],
  ['PATCH', '/obras/1/contratos/99', {}, clerk(404)],
  ['DELETE', '/obras/1/contratos/99', undefined, clerk(404)],
  ['POST', '/obras/1/contratos/99/convenios', bad, clerk(400, 400)],
  ['PATCH', '/obras/1/contratos/99/convenios/99', {}, clerk(404)],
  ['DELETE', '/obras/1/contratos/99/convenios/99', undefined, clerk(404)],
  // The work's agency is known before the file has come.
  ['POST', '/obras/1/archivos', bad, clerk(400)],
  ['PATCH', '/obras/1/archivos/99', {}, clerk(404)],
  ['DELETE', '/obras/1/archivos/99', undefined, clerk(404)],
  ['POST', '/cortes', bad, admin(400)],
  ['POST', '/users', bad, admin(400)],
  ['PATCH', `/users/${user}`, {}, ownerOrAdmin(200)],
  ['POST', `/users/${user}/favorites/99`, undefined, owner(404)],
  ['DELETE', `/users/${user}/favorites/99`, undefined, owner(404)],
  ['PATCH', `/users/${user}/dependencias`, { dependenciaIds: [] }, admin(200)],
  ['POST', '/ejercicio-fiscal', bad, token(400)],
  ['PATCH', '/ejercicio-fiscal/1', {}, token(200)],
  ['DELETE', '/ejercicio-fiscal/99', undefined, token(404)],
  ['POST', '/catalogos/tipo-proyecto', bad, token(400)],
  ['PATCH', '/catalogos/tipo-proyecto/1', {}, token(200)],
  ['DELETE', '/catalogos/tipo-proyecto/99', undefined, token(404)],
  ['POST', '/catalogos/tipo-proyecto/1/fusion', bad, admin(400)],
  ['POST', '/localidad', bad, token(400)],
  ['PATCH', '/localidad/1', {}, token(200)],
  ['DELETE', '/localidad/999999', undefined, token(404)],
  ['POST', '/dependencias', bad, none(400)],
  ['PATCH', '/dependencias/1', {}, none(200)],
  ['DELETE', '/dependencias/99', undefined, none(404)],
  ['POST', '/dependencias/1/fusion', bad, admin(400)],
  ['PATCH', '/dependencias/1/contacto', {}, admin(200)],
  ['POST', '/fondos', bad, admin(400)],
  ['PATCH', '/fondos/1', {}, admin(200)],
  ['DELETE', '/fondos/99', undefined, admin(404)],
  ['POST', '/fondos/1/fusion', bad, admin(400)],
  ['PUT', '/umbrales/2026', { umbrales: [] }, admin(200)],
  ['PATCH', '/catalogos/tipo-proyecto/1/oc4ids', {}, admin(200)],
];
const MATRIX = ROWS.filter(([, path]) => isHere(path));

/** Writes that STRICT_ACCESS leaves to admins. */
const STRICT = /^\/(dependencias|ejercicio-fiscal|catalogos\/tipo-proyecto|localidad)/;

async function checkStatuses(
  [method, path, body, outcome]: Row,
  callers = CALLERS,
  options: { url?: string } = {},
) {
  for (const who of callers) {
    const { status, text } = await call(who, method, path, body, options);
    assert.equal(status, outcome[who], `${who} ${method} ${path}: ${text}`);
  }
}

async function check(row: Row, url = base) {
  const [method, path, body, outcome] = row;
  await checkStatuses(row, CALLERS, { url });
  // Token and role are looked at before anything else: whatever is wrong with the request is not told.
  const unsound = `${path.split('?')[0]?.replace(/\/(\d+|[\da-f-]{36})(?=\/|$)/, '/x')}?limit=0&page=x`;
  const send = (who: Who) =>
    call(who, method, unsound, body === undefined ? undefined : bad, { url });
  if (outcome.nobody === 401) {
    for (const who of ['nobody', 'inactive', { token: 'a.b.c' }] as const) {
      unauthorized(await send(who), /./);
    }
  }
  if (outcome.user === 403) refused(await send('user'), 403, 'Forbidden resource');
}

describe('access by route and kind of caller', () => {
  before(async () => {
    await resetWithCatalog();
    await forgetCortes();
    await newObra({ claveUnica: 'OBRA/1' });
    await db.query(
      `WITH ajena AS (INSERT INTO dependencias (nombre) VALUES ('De otra obra') RETURNING id)
       INSERT INTO capturistas SELECT $1, id FROM ajena`,
      [people.other.id],
    );
  });

  for (const row of MATRIX) {
    const [method, path] = row;
    test(`${method} ${path.replace(/[\da-f-]{36}/, ':id')} answers each kind of caller as its row of the matrix says`, () =>
      check(row));
  }

  test('with STRICT_ACCESS admins alone write the catalogs, and every other route answers as before', async () => {
    await withApp({ STRICT_ACCESS: true }, async (url) => {
      for (const row of MATRIX) {
        const [method, path, body, outcome] = row;
        const isCatalogs = STRICT.test(path) && method !== 'GET';
        // The callers who might lose a right.
        if (!isCatalogs) await checkStatuses(row, ['nobody', 'user'], { url });
        else await check([method, path, body, admin(outcome.admin)], url);
      }
    });
  });

  test('the matrix has a row for every documented operation', async () => {
    const { paths } = (await (await fetch(`${base}/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    const documented = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const IDS: Record<string, string> = { favorites: 'obraId', programas: 'version' };
    const nameOfId = (_: string, of: string) => `${of}/{${IDS[of] ?? `${of.slice(0, -1)}Id`}}`;
    const covered = MATRIX.map(
      ([method, path]) =>
        `${method} ${path
          .split('?')[0]
          ?.replace(/[\da-f-]{36}/, '{id}')
          .replace('OBRA%2F1', '{clave}')
          .replace('2026-T9', '{clave}')
          .replace('umbrales/2026', 'umbrales/{ejercicio}')
          .replace('contratistas/99', 'contratistas/{clave}')
          .replace(/(favorites|archivos|avances|programas|contratos|convenios)\/\d+/g, nameOfId)
          .replace(/^\/mapa(\/base)?\/0\/0\/0/, '/mapa$1/{z}/{x}/{y}')
          .replace('collections/municipios/', 'collections/{coleccion}/')
          .replace(/collections\/municipios$/, 'collections/{coleccion}')
          .replace(/\/\d+(?=\/|$)/, '/{id}')}`,
    );
    assert.deepEqual(covered.sort(), documented.sort());
  });

  test('HEAD of every readable route answers each caller with the status of GET', async () => {
    for (const [method, path, , outcome] of MATRIX.filter(([method]) => method === 'GET')) {
      assert.equal(method, 'GET');
      for (const who of ['nobody', 'user'] as Who[]) {
        const { status } = await call(who, 'HEAD', path);
        assert.equal(status, outcome[who as Caller], `${who} ${path}`);
      }
    }
  });

  test('HEAD answers with the status and the headers of GET on every route and in every coding, and Range is not obeyed', async () => {
    const photos = hasFeature('archivos') ? await addPhoto() : [];
    const paths = MATRIX.filter(([method]) => method === 'GET').map(([, path]) => path);
    const more = ['/', '/docs', '/openapi.json', '/health/live', '/obras/x'];
    const failures: string[] = [];
    const authorization = `Bearer ${await tokenOf('admin')}`;
    const codings = ['identity', 'gzip', 'br'];
    // The streets are read with the first search; until then the answer may not be kept.
    const isReading = async () =>
      (await (await fetch(`${base}/mapa/base/calles`)).text()).includes('"leyendo":true');
    while (isHere('/mapa/base/calles') && (await isReading()));
    const all = [...paths, ...photos, ...more];
    for (const [path, coding] of all.flatMap((path) =>
      codings.map((one) => [path, one] as const),
    )) {
      const headers = { authorization, 'accept-encoding': coding };
      const told = async (method: string, range = {}) => {
        const answer = await plainly(base + path, { method, headers: { ...headers, ...range } });
        // A length that is known only once all was made may be left out (RFC 9110 section 9.3.2).
        const moving = ['date', 'x-request-id', 'connection', 'keep-alive', 'transfer-encoding'];
        // The answer says at which second it was made.
        if (path === '/ogc/collections/municipios/items') moving.push('etag');
        // Without an instant the timegate leads to the present.
        if (path === '/obras/1/version') moving.push('location');
        const named = Object.entries(answer.headers).filter(([name]) => !moving.includes(name));
        return new Map<string, unknown>([['status', answer.status], ...named]);
      };
      const [head, ranged] = [await told('HEAD'), await told('HEAD', { range: 'bytes=5-9' })];
      const whole = await told('GET');
      for (const one of [head, ranged]) {
        if (!one.has('content-length')) one.set('content-length', whole.get('content-length'));
        for (const name of new Set([...one.keys(), ...whole.keys()])) {
          const [here, there] = [one.get(name), whole.get(name)];
          if (String(here) !== String(there))
            failures.push(`${path} ${coding} ${name}: ${here}, ${there}`);
        }
      }
    }
    assert.deepEqual(failures, []);
  });

  test('odd spellings of a guarded path answer 401 or 404 without a token', async () => {
    for (const path of ['/obras/', '/obras//']) unauthorized(await call('nobody', 'GET', path));
    const spellings = ['//obras', '/OBRAS', '/%6fbras', '/obras;x=1', '/./obras', '/obras%2f1'];
    for (const path of spellings) {
      const { status } = await fetch(base + path, { redirect: 'manual' });
      assert.ok(status === 401 || status === 404, `${path}: ${status}`);
    }
    const headers = { authorization: `Bearer ${await tokenOf('user')}` };
    assert.equal((await fetch(`${base}/%6fbras`, { headers })).status, 200);
  });
});

/** The addresses of the bytes of a public photo, and of one that the store has lost. */
async function addPhoto(): Promise<string[]> {
  const one = async () => add(await photo(), { titulo: 'Zanja' });
  const [there, lost] = [await one(), await one()];
  const { headers } = await download(bytesAt(lost));
  const digest = String(headers.etag).slice(1, -1);
  const folder = join(config.DATA_DIR, 'archivos');
  const stored = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  rmSync(join(folder, stored.find((name) => name.endsWith(digest)) ?? ''));
  return [bytesAt(there), bytesAt(there, 'mini'), bytesAt(lost), `${FILES}/${there.id}`];
}

interface Reply {
  status: number | undefined;
  body: Answer['body'];
}

type Service = Awaited<ReturnType<typeof otherApp>>;

/** Resolves once a service has heard this of so many more requests: `resume`, where it has let the caller in and reads the body. */
function heard({ app }: Service, event: 'resume' | 'end', count: number): Promise<void> {
  return new Promise((resolve) => {
    let left = count;
    const listen = (incoming: IncomingMessage) =>
      incoming.once(event, () => {
        left -= 1;
        if (left > 0) return;
        app.server.off('request', listen);
        resolve();
      });
    app.server.on('request', listen);
  });
}

type Write = [method: string, path: string, body: object, headers?: Record<string, string>];

/**
 * Sends all of some requests but the end of their bodies, and waits until the callers have been let in. Answers what sends
 * that and waits for the answers.
 */
async function hold(
  service: Service,
  token: string,
  writes: Write[],
): Promise<() => Promise<Reply[]>> {
  const letIn = heard(service, 'resume', writes.length);
  const held = writes.map(([method, path, body, headers = {}]) => {
    const text = JSON.stringify(body);
    const sent = request(service.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(text)),
        ...headers,
      },
    });
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    answered.catch(() => {});
    sent.write(text.slice(0, 1));
    return async () => {
      sent.end(text.slice(1));
      const [answer] = await answered;
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      const given = Buffer.concat(chunks).toString();
      return { status: answer.statusCode, body: given === '' ? undefined : JSON.parse(given) };
    };
  });
  await letIn;
  return () => Promise.all(held.map((finish) => finish()));
}

const ALL = '?todas=true';
/** Ends the session of a token, or all of its user. */
async function leave(token: string, query = ''): Promise<void> {
  assert.equal((await call({ token }, 'POST', `/auth/logout${query}`)).status, 200);
}

type Ending = [what: string, lose: (token: string) => Promise<unknown>];
/** What ends the sessions of a caller, whatever their rights. */
function endings(name: 'admin' | 'user'): Ending[] {
  const { id } = people[name];
  const change = (body: object) => () => call('admin2', 'PATCH', `/users/${id}`, body);
  return [
    ['leaves with the same token', leave],
    ['ends all sessions with another token', async () => leave(await tokenOf(name), ALL)],
    ['is deactivated', change({ isActive: false })],
    ['gets a new password from an admin', change({ password: 'otra-secreta' })],
    ['is deleted', () => db.query('DELETE FROM users WHERE id = $1', [id])],
  ];
}

describe('a write during which its caller loses a right', () => {
  /** Each write of the gated service waits for it before its first statement, once the caller has been let in. */
  let gate: (() => Promise<void>) | undefined;
  const gated = {
    ...db,
    as: (author: Parameters<typeof db.as>[0]) => {
      const own = db.as(author);
      const after =
        <A extends unknown[], T>(ask: (...args: A) => Promise<T>) =>
        async (...args: A): Promise<T> => {
          await gate?.();
          return ask(...args);
        };
      return {
        ...own,
        batch: after(own.batch),
        groupCommit: after(own.groupCommit),
        transaction: after(own.transaction),
      };
    },
  } as typeof db;
  /** A remembered caller must not matter. */
  const services: [kind: string, service: Service][] = [];
  let atGate: Service;
  before(async () => {
    services.push(['a cache', await otherApp({})]);
    services.push(['no cache', await otherApp({ CACHE_MB: 0 })]);
    atGate = await otherApp({}, gated);
  });
  after(() => Promise.all([...services.map(([, { close }]) => close()), atGate.close()]));

  describe('with its body under way', () => {
    /** Both obras as they were read. */
    const asRead: { id: number; etag: string }[] = [];
    beforeEach(async () => {
      await resetWithCatalog();
      for (const [i, clave] of ['UNA', 'OTRA'].entries()) {
        const { id } = await newObra({ claveUnica: clave });
        const { headers } = await get(`/obras/${id}`);
        asRead[i] = { id, etag: headers.get('etag') ?? '' };
      }
      await db.query('INSERT INTO favorites (user_id, obra_id) VALUES ($1, 1)', [me]);
    });

    const me = people.admin.id;
    const newUser = { nombreCompleto: 'Ana Uc', email: 'ana@ejemplo.mx', password };
    const key = { 'idempotency-key': 'llega-tarde' };
    const any = { 'if-match': '*' };
    /** A status for an obra, which would be changed. */
    const statusOf = (n: number) => ({ estatusObraId: 6, obras: asRead.slice(n, n + 1) });
    const ofAdmin = (): Write[] => [
      ['POST', '/obras', obraBody({ claveUnica: 'TARDE' })],
      ['POST', '/obras', obraBody({ claveUnica: 'TARDE-2' }), key],
      ['PATCH', '/obras/1', { nombre: 'Tarde' }],
      ['PATCH', '/obras/1', { nombre: 'Tarde' }, any],
      ['DELETE', '/obras/2', {}],
      ['POST', '/obras/estatus', statusOf(0)],
      ['POST', '/users', newUser],
      ['PATCH', `/users/${people.other.id}`, { roles: 'admin' }],
      ['PATCH', `/users/${people.other.id}`, { password: 'puesta-tarde' }],
      ['PATCH', `/users/${me}`, { roles: 'admin', isActive: true }],
      ['PATCH', `/users/${me}`, { roles: 'admin', isActive: true }, any],
      ['PATCH', `/users/${people.other.id}/dependencias`, { dependenciaIds: [1] }],
      ['PATCH', `/users/${people.other.id}/dependencias`, { dependenciaIds: [1] }, any],
    ];
    /** Writes for anybody with a token. */
    const ofUser: Write[] = [
      ['PATCH', `/users/${me}`, { nombreCompleto: 'Nombre tardío' }],
      ['POST', `/users/${me}/favorites/2`, {}],
      ['DELETE', `/users/${me}/favorites/1`, {}],
      ['POST', '/ejercicio-fiscal', { anio: 2050 }],
      ['PATCH', '/ejercicio-fiscal/1', { anio: 2051 }],
      ['DELETE', '/ejercicio-fiscal/1', {}],
      ['POST', '/catalogos/tipo-proyecto', { nombre: 'Tarde' }],
      ['PATCH', '/catalogos/tipo-proyecto/1', { nombre: 'Más tarde' }],
      ['DELETE', '/catalogos/tipo-proyecto/1', {}],
      ['POST', '/localidad', { nombre: 'Tarde', municipioId: 50 }],
      ['PATCH', '/localidad/1', { clave: 'T' }],
      ['DELETE', '/localidad/1', {}],
    ];
    /** Writes for anybody. */
    const ofNobody = (kind: string): Write[] => [
      ['POST', '/dependencias', { nombre: `Tarde con ${kind}` }],
      ['PATCH', '/dependencias/1', { siglas: kind.toUpperCase() }],
      ['DELETE', '/dependencias/1', {}],
    ];

    /** Everything that those writes could change but dependencias. */
    const state = () =>
      db.json(
        `SELECT json_build_array(
         (SELECT json_agg(o ORDER BY id) FROM obras o),
         (SELECT json_agg(json_build_array(email, nombre_completo) ORDER BY id) FROM users),
         (SELECT json_agg(password_hash ORDER BY id) FROM users WHERE id = $2),
         (SELECT json_agg(roles ORDER BY id) FROM users WHERE id <> $1),
         (SELECT json_agg(f ORDER BY id) FROM favorites f),
         (SELECT json_agg(c) FROM capturistas c),
         (SELECT json_agg(e ORDER BY id) FROM ejercicios_fiscales e),
         (SELECT json_agg(t ORDER BY id) FROM tipos_proyecto t),
         (SELECT json_agg(l ORDER BY id) FROM localidades l WHERE id < 3 OR id > 2439)) AS json`,
        [me, people.other.id],
      );

    const now = performance.now.bind(performance);
    /** In another session. */
    const setPassword = async () => {
      const login = { email: emailOf('admin'), password };
      const token = (await call('nobody', 'POST', '/auth/login', login)).body.access_token;
      const mine = { password: 'otra-secreta' };
      assert.equal((await call({ token }, 'PATCH', `/users/${me}`, mine)).status, 200);
    };
    const LOSSES = [...endings('admin'), ['sets a new password elsewhere', setPassword] as Ending];

    for (const [what, lose] of LOSSES) {
      test(`answers 401 and writes no record where the caller ${what}`, async () => {
        const mine = await tokenOf('admin');
        const held = [];
        for (const [kind, service] of services) {
          const writes = [...ofAdmin(), ...ofUser, ...ofNobody(kind)];
          held.push({ kind, writes, finish: await hold(service, mine, writes) });
        }
        await lose(mine);
        const before = await state();
        for (const { kind, writes, finish } of held) {
          for (const [n, { status, body }] of (await finish()).entries()) {
            const [method, path] = writes[n] as Write;
            const isOpen = path.startsWith('/dependencias');
            const expected = !isOpen ? 401 : method === 'POST' ? 201 : 200;
            assert.equal(status, expected, `${kind} ${method} ${path}: ${JSON.stringify(body)}`);
            if (!isOpen) assert.equal(body.message, 'Unauthorized');
          }
        }
        assert.equal(await state(), before);
        const authors = await db.query<{ usuario_id: string | null }>(
          `SELECT usuario_id FROM bitacora WHERE recurso = 'dependencias' ORDER BY id DESC LIMIT 5`,
        );
        assert.deepEqual(columnOf(authors, 'usuario_id'), Array(5).fill(null));
      });
    }

    test('answers 403 where a demoted caller has to be an admin, and goes through where a user may', async () => {
      const mine = await tokenOf('admin');
      const before = await state();
      const held = [];
      for (const [kind, service] of services) {
        const finish = await hold(service, mine, ofAdmin());
        const year: Write = ['POST', '/ejercicio-fiscal', { anio: 2060 + held.length }];
        held.push({ kind, finish, keep: await hold(service, mine, [year]) });
      }
      const demoted = await call('admin2', 'PATCH', `/users/${me}`, { roles: 'user' });
      assert.equal(demoted.status, 200);
      for (const { kind, finish } of held) {
        for (const [n, { status, body }] of (await finish()).entries()) {
          assert.equal(status, 403, `${kind} ${ofAdmin()[n]}: ${JSON.stringify(body)}`);
          assert.match(body.message, /^(Forbidden resource|No puedes modificar los datos de otro)/);
        }
      }
      assert.equal(await state(), before);
      for (const { keep } of held) assert.equal((await keep())[0]?.status, 201);
      const rows = await db.query('SELECT roles FROM users WHERE id = $1', [me]);
      assert.deepEqual(rows, [{ roles: 'user' }]);
    });

    test('goes through where the caller keeps the right', async () => {
      for (const [n, [kind, service]] of services.entries()) {
        const finish = await hold(service, await tokenOf('admin'), [
          ['POST', '/obras', obraBody({ claveUnica: kind })],
          ['POST', '/obras/estatus', statusOf(n)],
        ]);
        const [created, changed] = await finish();
        assert.equal(created?.status, 201, kind);
        assert.deepEqual([changed?.status, changed?.body.cambiadas], [200, 1], kind);
      }
    });

    test('answers 403 where the caller is demoted while a password waits to be hashed', async (t) => {
      for (const [kind, service] of services) {
        const release = await holdPasswords();
        const before = await state();
        const read = heard(service, 'end', 1);
        const late = call('admin', 'POST', '/users', newUser, { url: service.url });
        await read;
        await db.query(`UPDATE users SET roles = 'user' WHERE id = $1`, [me]);
        // A moment later than a look at the caller is good for.
        const clock = t.mock.method(performance, 'now', () => now() + 1_000);
        release();
        const { status, body } = await late;
        clock.mock.restore();
        assert.deepEqual([status, body.message], [403, 'Forbidden resource'], kind);
        assert.equal(await state(), before);
        await db.query(`UPDATE users SET roles = 'admin' WHERE id = $1`, [me]);
      }
    });

    test('looks at its caller once where the body comes at once, and twice where it comes late', async (t) => {
      let looks = 0;
      const counted = {
        ...db,
        query: ((statement: string, values?: unknown[]) => {
          if (statement.includes('tokens_valid_from')) looks += 1;
          return db.query(statement, values);
        }) as typeof db.query,
      };
      const service = await otherApp({ CACHE_MB: 0 }, counted);
      t.after(service.close);
      // At once, however busy the machine is.
      const clock = t.mock.method(performance, 'now', () => begun);
      const begun = now();
      const whole = await call('user', 'PATCH', '/ejercicio-fiscal/1', {}, { url: service.url });
      clock.mock.restore();
      assert.equal(whole.status, 200);
      assert.equal(looks, 1, 'a body that came whole');
      looks = 0;
      const token = await tokenOf('admin');
      const finish = await hold(service, token, [['PATCH', '/ejercicio-fiscal/1', {}]]);
      assert.equal(looks, 1);
      assert.equal((await finish())[0]?.status, 200);
      assert.equal(looks, 2, 'one that came late');
    });
  });

  describe('about a work’s follow-up', () => {
    const me = people.user.id;
    const AVANCE = { fechaCorte: '2026-06-30', avanceFisico: 45 };
    const CONVENIO = { fecha: '2026-08-15', montoNuevo: 7, justificacion: 'Suelo.' };
    const any = { 'if-match': '*' };
    const contrato = '/obras/1/contratos/1';
    const WRITES: Write[] = [
      ['POST', '/obras/1/avances', { ...AVANCE, fechaCorte: '2026-07-31' }],
      ['POST', '/obras/1/avances', AVANCE, { 'idempotency-key': 'avance-tarde' }],
      ['PATCH', '/obras/1/avances/1', { avanceFisico: 46 }],
      ['PATCH', '/obras/1/avances/1', { avanceFisico: 46 }, any],
      ['DELETE', '/obras/1/avances/1', {}],
      ['POST', '/obras/1/programas', programaBody({ motivo: 'Tarde.' })],
      ['PATCH', '/obras/1/ejecucion', { montoFinal: 5 }],
      ['PATCH', '/obras/1/expediente', { fuentes: [{ fondoId: 1, monto: 5 }] }],
      ['POST', '/obras/1/contratos', contratoBody({ numero: 'TARDE' })],
      ['PATCH', contrato, { objeto: 'Tarde.' }],
      ['PATCH', contrato, { objeto: 'Tarde.' }, any],
      ['DELETE', contrato, {}],
      ['POST', `${contrato}/convenios`, CONVENIO],
      ['POST', `${contrato}/convenios`, CONVENIO, { 'idempotency-key': 'convenio-tarde' }],
      ['PATCH', `${contrato}/convenios/1`, { montoNuevo: 8 }],
      ['DELETE', `${contrato}/convenios/1`, {}],
    ];
    const state = () =>
      db.json(
        `SELECT json_build_array(
         (SELECT json_agg(t) FROM avances t), (SELECT json_agg(t) FROM programas t), (SELECT json_agg(t) FROM ejecuciones t),
         (SELECT json_agg(t) FROM expedientes t),
         (SELECT json_agg(t) FROM contratos t), (SELECT json_agg(t) FROM convenios t),
         (SELECT json_agg(t) FROM obras_seguimiento t), (SELECT count(*) FROM idempotencias)) AS json`,
      );

    beforeEach(async () => {
      gate = undefined;
      await resetWithCatalog();
      await db.query('DELETE FROM idempotencias');
      await db.query(`INSERT INTO dependencias (nombre) VALUES ('Otra')`);
      await newObra();
      for (const [path, body] of [
        ['/obras/1/avances', AVANCE],
        ['/obras/1/programas', programaBody()],
        ['/obras/1/contratos', contratoBody()],
        [`${contrato}/convenios`, CONVENIO],
      ] as const) {
        assert.equal((await call('admin', 'POST', path, body)).status, 201);
      }
      await appoint([1]);
    });

    const patched = async (path: string, body: object) => {
      const { status, text } = await call('admin', 'PATCH', path, body);
      assert.equal(status, 200, text);
    };
    const appoint = (dependenciaIds: number[]) =>
      patched(`/users/${me}/dependencias`, { dependenciaIds });
    const OTHERS = 'Esta obra no es de su dependencia.';
    const moved = () => patched('/obras/1', { dependenciaId: 2 });
    const demoted = async () => {
      await appoint([2]);
      await patched(`/users/${me}`, { roles: 'user' });
    };
    const LOSSES: [...Ending, status: number, message: string][] = [
      ...endings('user').map((one): (typeof LOSSES)[number] => [...one, 401, 'Unauthorized']),
      ['loses her agency', () => appoint([]), 403, 'Forbidden resource'],
      ['gets another agency', () => appoint([2]), 403, OTHERS],
      ['sees the work go to another agency', moved, 403, OTHERS],
      ['is an admin no more, and clerk of another agency', demoted, 403, OTHERS],
    ];

    for (const [what, lose, status, message] of LOSSES) {
      test(`is refused by the service, and at last by the database, where the caller ${what}`, async () => {
        if (what.startsWith('is an admin')) await patched(`/users/${me}`, { roles: 'admin' });
        const token = await tokenOf('user');
        const held = [];
        for (const [kind, service] of services) {
          held.push([kind, await hold(service, token, WRITES)] as const);
        }
        const { open, opened } = closedGate();
        const allThere = new Promise<void>((resolve) => {
          let waiting = 0;
          gate = () => {
            waiting += 1;
            if (waiting === WRITES.length) resolve();
            return opened;
          };
        });
        const sent = WRITES.map(([method, path, body, headers]) =>
          call({ token }, method, path, method === 'DELETE' ? undefined : body, {
            url: atGate.url,
            headers,
          }),
        );
        await allThere;
        await lose(token);
        const before = await state();
        for (const [kind, finish] of held) {
          for (const [n, answer] of (await finish()).entries()) {
            const given = [answer.status, answer.body.message];
            assert.deepEqual(given, [status, message], `${kind} ${WRITES[n]}`);
          }
        }
        open();
        for (const answer of await Promise.all(sent)) refused(answer, status, message);
        assert.equal(await state(), before);
      });
    }

    test('goes through where the caller keeps the agency', async () => {
      // Those that stand in no other's way.
      const writes = WRITES.filter(([method]) => method === 'POST').filter((_, n) => n !== 1);
      for (const [kind, service] of services.slice(1)) {
        const finish = await hold(service, await tokenOf('user'), writes);
        await appoint([1, 2]);
        for (const { status } of await finish()) assert.equal(status, 201, kind);
      }
    });
  });
});
