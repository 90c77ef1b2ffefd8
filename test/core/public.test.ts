import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { isHere } from '../features.ts';
import { NO_SESSION } from '../process.ts';
import { plainly } from '../wire.ts';
import {
  addressFor,
  base,
  call,
  db,
  emailOf,
  get,
  newObra,
  notLoggedIn,
  password,
  people,
  refused,
  resetWithCatalog,
  serving,
  tokenOf,
  ubicacionBody,
  unauthorized,
  type Who,
  withApp,
} from '../world.ts';

// The readers, and how they may say who they are: PUBLIC_READ, and HTTP Basic of programs. Absolute links: PUBLIC_URL.

const user = people.user.id;
/** Paths that PUBLIC_READ opens. */
// biome-ignore format: rows of paths
const OPENED = [
  '/obras', '/obras?limit=1', '/obras/1', '/obras.geojson', '/mapa/0/0/0', '/mapa/15/8226/14431',
  '/ejercicio-fiscal', '/ejercicio-fiscal/activos', '/ejercicio-fiscal/1',
  '/catalogos/tipo-proyecto', '/catalogos/tipo-proyecto/1', '/catalogos/tipo-proyecto/oc4ids',
  '/catalogos/tipo-proyecto/1/oc4ids', '/localidad', '/localidad/1', '/municipios',
  '/estatus-obra', '/dependencias', '/dependencias/1', '/oc4ids', '/oc4ids/OBRA-UNA', '/cambios.atom', '/cambios.json',
  '/obras/1/versiones', '/obras/1/versiones.link', '/cortes', '/cortes/cadena', '/contratistas', '/ogc', '/ogc/api',
  '/ogc/conformance', '/ogc/collections', '/ogc/collections/obras_puntos',
  '/ogc/collections/obras_puntos/schema', '/ogc/collections/obras_puntos/schema/feature',
  '/ogc/collections/obras_puntos/items', '/ogc/collections/obras_puntos/items/1',
].filter(isHere);
/** Paths that it never opens. */
const CLOSED: [method: string, path: string, body?: object][] = [
  ['GET', '/users'],
  ['GET', `/users/${user}`],
  ['GET', `/users/${user}/favorites`],
  ['GET', '/bitacora'],
  ['GET', '/obras/1/historial'],
  ['POST', '/obras', {}],
  ['PATCH', '/obras/1', {}],
  ['DELETE', '/obras/1'],
  ['POST', '/ejercicio-fiscal', {}],
  ['PATCH', '/catalogos/tipo-proyecto/1', {}],
  ['PATCH', '/catalogos/tipo-proyecto/1/oc4ids', {}],
  ['DELETE', '/localidad/1'],
  ['POST', '/users', {}],
];

async function someObra() {
  await resetWithCatalog();
  await newObra({ claveUnica: 'OBRA-UNA', ubicaciones: [ubicacionBody()] });
}

describe('with PUBLIC_READ', () => {
  before(someObra);
  const open = serving({ PUBLIC_READ: true, PUBLIC_URL: 'https://obras.ejemplo.gob.mx' });

  for (const path of OPENED) {
    test(`GET ${path} without a valid token answers as for a user`, async () => {
      const { url } = open;
      const mine = await get(path, 'user', { url });
      const same = (text: string) => text.replace(/"timeStamp":"[^"]+"/, '');
      const ended = { token: await tokenOf('user', 400 * 86_400) };
      for (const who of ['nobody', 'inactive', ended, { token: 'nada' }] as Who[]) {
        const answer = await get(path, who, { url });
        assert.equal(same(answer.text), same(mine.text));
        const control = path.startsWith('/dependencias') ? 'private, no-cache' : 'public, no-cache';
        assert.equal(answer.headers.get('cache-control'), control);
      }
      assert.equal((await call('nobody', 'HEAD', path, undefined, { url })).status, 200);
      if (path.startsWith('/dependencias')) return;
      // Elsewhere a token is needed.
      unauthorized(await call('nobody', 'GET', path), /./);
    });
  }

  for (const [method, path, body] of CLOSED.filter(([, path]) => isHere(path))) {
    test(`${method} ${path.replace(user, ':id')} without a token stays closed`, async () => {
      unauthorized(await call('nobody', method, path, body, { url: open.url }), /./);
    });
  }

  test('the OpenAPI document marks the token as optional', async () => {
    const { paths } = (await (await fetch(`${open.url}/openapi.json`)).json()) as {
      paths: Record<
        string,
        Record<string, { security?: object[]; description: string; responses: object }>
      >;
    };
    const { get, post } = paths['/obras'] ?? {};
    assert.deepEqual(get?.security, [{}, { token: [] }]);
    assert.match(get?.description ?? '', /Acceso: libre; el token no hace falta/);
    // Favorites are never answered without a token.
    assert.ok(NO_SESSION in (get?.responses ?? {}));
    assert.ok(!(NO_SESSION in (paths['/municipios']?.get?.responses ?? {})));
    assert.deepEqual(post?.security, [{ token: [] }]);
    assert.deepEqual(paths['/bitacora']?.get?.security, [{ token: [] }]);
  });

  if (isHere('/ogc'))
    test('a wrong password at /ogc is not checked, and has no row in the ledger', async () => {
      const wrong = `Basic ${Buffer.from('nadie@ejemplo.mx:nada').toString('base64')}`;
      const rows = () => db.one('SELECT count(*)::integer AS rows FROM bitacora');
      const before = await rows();
      for (let i = 0; i < 12; i++) {
        const answer = await fetch(`${open.url}/ogc`, { headers: { authorization: wrong } });
        assert.equal(answer.status, 200);
      }
      assert.deepEqual(await rows(), before);
    });
});

describe('absolute links', () => {
  before(someObra);
  const items = '/ogc/collections/obras_puntos/items';
  const pages = ['/ogc', '/ogc/api', '/ogc/collections', items, `${items}/1`];
  const LINKED = [...pages, '/oc4ids', '/oc4ids/OBRA-UNA', '/cambios.atom', '/cambios.json'].filter(
    isHere,
  );
  /** A request that names another host: `fetch` would not. */
  async function asked(url: string, path: string, headers: Record<string, string>) {
    const authorization = `Bearer ${await tokenOf('user')}`;
    return plainly(url + path, { headers: { authorization, ...headers } });
  }

  test('without PUBLIC_URL begin with the request’s own host, in kept answers too', async () => {
    const tags = new Map<string, unknown>();
    for (const host of ['uno.mx', 'dos.mx:8080', '[::1]:3000', 'uno.mx']) {
      for (const path of LINKED) {
        const { status, text, headers } = await asked(base, path, { host });
        assert.equal(status, 200, text);
        assert.ok(text.includes(`http://${host}/`), `${host} ${path}`);
        for (const other of ['uno.mx', 'dos.mx', '[::1]']) {
          const isOwn = host.startsWith(other);
          assert.ok(isOwn || !text.includes(other), `${path}: ${other} at ${host}`);
        }
        assert.equal(headers['cache-control'], 'private, no-cache');
        const { etag } = headers;
        if (etag === undefined) continue;
        const before = tags.get(`${path} ${etag}`);
        assert.ok(before === undefined || before === host, path);
        tags.set(`${path} ${etag}`, host);
        // A tag of one host's is no tag of another's.
        const held = { host: 'tres.mx', 'if-none-match': String(etag) };
        assert.equal((await asked(base, path, held)).status, 200, path);
      }
    }
    for (const host of ['uno.mx/x', 'a b', 'uno.mx?x', '"uno"', 'ñ.mx']) {
      for (const path of ['/ogc', '/oc4ids', '/cambios.json'].filter(isHere)) {
        const sent = { host: Buffer.from(host).toString('latin1') };
        const { status, text } = await asked(base, path, sent);
        assert.equal(status, 400, host);
        assert.match(text, /Host/);
      }
    }
  });

  if (isHere('/ogc'))
    test('follow X-Forwarded-Host of a trusted proxy alone', async () => {
      const by = { 'x-forwarded-host': 'obras.mx', 'x-forwarded-proto': 'https' };
      const forwarded = { host: 'dentro:3000', ...by };
      const plain = await asked(base, '/ogc', forwarded);
      assert.ok(plain.text.includes('http://dentro:3000/ogc'));
      await withApp({ TRUST_PROXY: 'loopback' }, async (url) => {
        const { text } = await asked(url, '/ogc', forwarded);
        assert.ok(text.includes('https://obras.mx/ogc'));
        assert.ok(!text.includes('dentro'));
      });
    });

  test('with PUBLIC_URL begin with it, whatever the request says', async () => {
    await withApp({ PUBLIC_URL: 'https://obras.ejemplo.gob.mx/registro' }, async (url) => {
      for (const host of ['uno.mx', '"x"']) {
        for (const path of LINKED) {
          const sent = { host, 'x-forwarded-host': 'dos.mx' };
          const { status, text } = await asked(url, path, sent);
          assert.equal(status, 200);
          assert.match(text, /https:\/\/obras\.ejemplo\.gob\.mx\/registro\/[a-z]/, path);
          assert.ok(!/uno\.mx|dos\.mx|127\.0/.test(text), path);
        }
      }
    });
  });
});

describe('HTTP Basic', () => {
  beforeEach(someObra);
  const BASIC = /^Basic realm="Registro de Obras", charset="UTF-8"$/;
  const layer = '/ogc/collections/obras_puntos/items';
  const items = isHere(layer) ? layer : '/seguimiento';
  const basic = (email: string, secret: string, encoding: BufferEncoding = 'utf8') => ({
    authorization: `Basic ${Buffer.from(`${email}:${secret}`, encoding).toString('base64')}`,
  });
  const as = (headers: Record<string, string>, path = items, url = base) =>
    call('nobody', 'GET', path, undefined, { headers, url });
  const mine = basic(emailOf('user'), password);
  /** Rows of the ledger that tell of logins of this account since. */
  const logins = async (email: string) => {
    const rows = await db.query<{ accion: string }>(
      `SELECT accion FROM bitacora WHERE recurso = 'auth' AND usuario_email = $1 ORDER BY id`,
      [email],
    );
    return rows.map(({ accion }) => accion);
  };

  // biome-ignore format: rows of paths
  const FILES = [
    '/obras.csv', '/obras.xlsx', '/obras.ndjson', '/obras.geojson', '/obras/resumen?por=municipio',
    '/obras/resumen.csv?por=municipio', '/seguimiento', '/seguimiento.csv', '/seguimiento.xlsx',
    '/seguimiento/resumen?por=municipio', '/contratos', '/contratos.csv', '/contratos.xlsx', '/oc4ids',
    '/cambios.atom', '/cortes', '/cortes/cadena', '/contratistas', '/contratistas.csv', '/contratistas.xlsx',
    '/expedientes', '/expedientes.csv', '/expedientes.xlsx',
  ].filter(isHere);
  test('lets programs read files and lists, as Excel and Power BI do, and challenges them', async (t) => {
    const url = await addressFor(t, {});
    for (const path of FILES) {
      unauthorized(await as({}, path, url), BASIC);
      assert.equal((await as(mine, path, url)).status, 200, path);
      // As `fetch` of Node.js sends it.
      assert.equal((await as({ ...mine, 'sec-fetch-mode': 'cors' }, path, url)).status, 200, path);
    }
    const wrong = await as(basic(emailOf('user'), 'otra'), '/seguimiento.csv', url);
    notLoggedIn(wrong);
    assert.match(wrong.headers.get('www-authenticate') ?? '', BASIC);
  });

  test('is neither asked of a browser nor taken from one, where it would outlive the portal’s session', async () => {
    const browsers: Record<string, string>[] = [
      { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none', accept: 'text/html,*/*;q=0.8' },
      { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
      { authorization: 'Bearer a.b.c' },
      { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'cross-site', ...mine },
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none', ...mine },
    ];
    for (const path of FILES) {
      for (const headers of browsers) {
        unauthorized(await as(headers, path));
      }
    }
  });

  test('is taken and asked for on /ogc, and on none of the specification’s routes', async (t) => {
    const url = await addressFor(t, {});
    const paths = ['/ogc', '/ogc/api', '/ogc/conformance', '/ogc/collections'];
    for (const path of [...paths, layer, `${layer}/1`].filter(isHere)) {
      unauthorized(await as({}, path, url), BASIC);
      assert.equal((await as(mine, path, url)).status, 200);
    }
    for (const path of ['/obras', '/obras/1', '/ejercicio-fiscal', '/bitacora', '/municipios']) {
      unauthorized(await as(mine, path, url));
    }
    await get(items, 'user', { url });
  });

  test('makes one login in the ledger, however many requests come, at once too', async (t) => {
    const url = await addressFor(t, { CACHE_MB: 0 });
    const before = (await logins(emailOf('user'))).length;
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => as(mine, items, url)));
      for (const { status } of answers) assert.equal(status, 200);
    }
    assert.deepEqual((await logins(emailOf('user'))).slice(before), ['entrar']);
  });

  test('ends with the password, the account and all that ends tokens', async () => {
    const change = (body: object) => call('admin', 'PATCH', `/users/${user}`, body);
    assert.equal((await as(mine)).status, 200);
    assert.equal((await change({ isActive: false })).status, 200);
    notLoggedIn(await as(mine));
    await change({ isActive: true });
    assert.equal((await as(mine)).status, 200);
    await change({ password: 'otra-secreta' });
    const late = await as(mine);
    notLoggedIn(late);
    assert.match(late.headers.get('www-authenticate') ?? '', BASIC);
    assert.equal((await as(basic(emailOf('user'), 'otra-secreta'))).status, 200);
    await db.query('DELETE FROM users WHERE id = $1', [user]);
    notLoggedIn(await as(basic(emailOf('user'), 'otra-secreta')));
  });

  test('with wrong credentials is refused, and counts for the throttle of logins', async (t) => {
    const url = await addressFor(t, {});
    const login = (secret: string) =>
      call('nobody', 'POST', '/auth/login', { email: emailOf('other'), password: secret }, { url });
    for (let i = 0; i < 5; i++) {
      const wrong = await as(basic(emailOf('other'), `mala-${i}`), items, url);
      notLoggedIn(wrong);
      notLoggedIn(await login(`peor-${i}`));
    }
    const blocked = await as(basic(emailOf('other'), password), items, url);
    refused(blocked, 429, /^Demasiados intentos fallidos; intente de nuevo en \d+ segundos?\.$/);
    assert.ok(Number(blocked.headers.get('retry-after')) > 0);
    assert.equal((await login(password)).status, 429);
    assert.equal((await as(basic(emailOf('admin'), password), items, url)).status, 200);
  });

  test('is read as RFC 7617 says, with accents in either form', async () => {
    await call('admin', 'PATCH', `/users/${user}`, { password: 'contraseña: ñandú' });
    for (const encoding of ['utf8', 'latin1'] as const) {
      const answer = await as(basic(emailOf('user').toUpperCase(), 'contraseña: ñandú', encoding));
      assert.equal(answer.status, 200, encoding);
    }
    const [, encoded = ''] = mine.authorization.split(' ');
    const right = basic(emailOf('admin'), password).authorization.split(' ')[1];
    for (const scheme of ['basic', 'BASIC  ']) {
      assert.equal((await as({ authorization: `${scheme} ${right}` })).status, 200, scheme);
    }
    const pairs = ['\0@x:y', ':', `x@y.mx:${'x'.repeat(5_000)}`];
    const unread = ['====', 'bm8tY29sb24=', ...pairs.map((pair) => btoa(pair))];
    for (const authorization of ['Basic', ...[encoded, ...unread].map((each) => `Basic ${each}`)]) {
      const { status } = await as({ authorization });
      assert.equal(status, NO_SESSION, authorization.slice(0, 60));
    }
  });
});
