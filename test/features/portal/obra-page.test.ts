import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { isWholeInWords, moneyInWords } from '../../../src/core/base/pesos.ts';
import type { Database } from '../../../src/core/db/db.ts';
import { hasFeature } from '../../features.ts';
import { table } from '../../table.ts';
import { plainly } from '../../wire.ts';
import {
  addressFor,
  base,
  call,
  db,
  newObra,
  noteArchivo,
  otherApp,
  programaBody,
  resetWithCatalog,
  tokenOf,
  write,
} from '../../world.ts';

// What a link to a work says in a chat: the head of /portal/obras/:id.

const PUBLIC = { PUBLIC_READ: true, PUBLIC_URL: 'https://obras.ejemplo.gob.mx' };
const UNESCAPED: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };
const read = (text: string) =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (_whole, code, name) =>
    code ? String.fromCharCode(Number(code)) : (UNESCAPED[name] ?? '?'),
  );

/** What a page's head says, as who reads HTML has it. */
function headOf(page: string) {
  const head = page.slice(0, page.indexOf('</head>'));
  const metas = head.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g);
  const said = Object.fromEntries(
    [...metas].map(([, name = '', value = '']) => [name, read(value)]),
  );
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(head) ?? [];
  const [, canonical = ''] = /<link rel="canonical" href="([^"]*)">/.exec(head) ?? [];
  return { said, title: read(title), canonical: read(canonical) };
}

/** A page without the parts that it has fetched beside the entry. */
const unhurried = (page: string) =>
  page
    .replaceAll(/<link rel="modulepreload"[^>]*>|<script [^>]*\basync\b[^>]*><\/script>/g, '')
    .replaceAll(/>\s+</g, '><');

/** The database, of which nothing can be read. */
const away = (): Database => {
  const fail = async () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  };
  const broken = { ...db, query: fail, one: fail, jsonOrNothing: fail } as unknown as Database;
  return { ...broken, reader: async () => broken };
};

describe('the page of a work, under PUBLIC_READ', () => {
  let open: Awaited<ReturnType<typeof otherApp>>;
  let shell = '';
  const pageOf = async (id: number | string, url = open.url) => {
    const answer = await fetch(`${url}/portal/obras/${id}`);
    assert.equal(answer.status, 200);
    return unhurried(await answer.text());
  };
  before(async () => {
    open = await otherApp(PUBLIC);
    shell = unhurried(await (await fetch(`${open.url}/portal/ayuda`)).text());
  });
  beforeEach(resetWithCatalog);
  after(() => open.close());

  test('has its name, amount, status, place and own address in its head', async () => {
    const { id } = await newObra({
      nombre: 'Repavimentación de la calle 60',
      descripcion: 'Concreto hidráulico.\nIncluye banquetas.',
      monto: 1_250_000.5,
    });
    const answer = await fetch(`${open.url}/portal/obras/${id}?lista=1`);
    const page = unhurried(await answer.text());
    const { said, title, canonical } = headOf(page);
    const description =
      '$1.25 millones · En proceso · Mérida · Secretaría de Obras · 2026. Concreto hidráulico. Incluye banquetas.';
    assert.equal(title, 'Repavimentación de la calle 60 – Registro de Obras Públicas');
    assert.equal(canonical, `https://obras.ejemplo.gob.mx/portal/obras/${id}`);
    assert.deepEqual(
      [said.description, said['og:title'], said['og:description'], said['og:url']],
      [description, 'Repavimentación de la calle 60', description, canonical],
    );
    assert.deepEqual(
      [said['og:type'], said['og:locale'], said['og:site_name']],
      ['website', 'es_MX', 'Registro de Obras Públicas'],
    );
    // Else it is the shell, and as strict.
    assert.ok(page.endsWith(shell.slice(shell.indexOf('</head>'))));
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html; charset=utf-8/);
    assert.equal(answer.headers.get('cache-control'), 'public, no-cache');
    assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.doesNotMatch(answer.headers.get('content-security-policy') ?? '', /unsafe|https?:/);
    // A slash at the end makes no other address.
    assert.equal(headOf(await pageOf(`${id}/`)).canonical, canonical);
    // Its own pages stay the shell.
    for (const other of [`${id}/editar`, 'nueva', 'nueva?de=1']) {
      assert.equal(await pageOf(other), shell, other);
    }
  });

  if (hasFeature('archivos'))
    test('has its progress and delay in its head, and its newest public photo', async () => {
      const { id } = await newObra({ nombre: 'Mercado', descripcion: 'Nuevo.' });
      const programa = programaBody({ fechaInicio: '2024-01-01', fechaTermino: '2024-06-30' });
      await write('admin', 'POST', `/obras/${id}/programas`, programa);
      const avance = { fechaCorte: '2024-06-30', avanceFisico: 45.5 };
      await write('admin', 'POST', `/obras/${id}/avances`, avance);
      await noteArchivo(id, { titulo: 'Reservada', publico: false });
      const without = headOf(await pageOf(id));
      assert.match(
        without.said.description ?? '',
        /· En proceso · avance físico de 45\.5 % al 30\/06\/2024 · [\d,]+ días de atraso · Mérida ·/,
      );
      assert.equal(without.said['og:image'], undefined);
      const photo = await noteArchivo(id, { titulo: 'La fachada "norte"' });
      const { said } = headOf(await pageOf(id));
      const address = `${PUBLIC.PUBLIC_URL}/obras/${id}/archivos/${photo}/contenido`;
      assert.deepEqual(
        [said['og:image'], said['og:image:alt'], said['twitter:card']],
        [address, 'La fachada "norte"', 'summary_large_image'],
      );
      // A report is part of it too.
      await call('admin', 'PATCH', `/obras/${id}/avances/1`, { avanceFisico: 50 });
      assert.match(await pageOf(id), /avance físico de 50 %/);
    });

  describe('a list of works', () => {
    const head = async (path: string, url = open.url) =>
      headOf(await (await fetch(`${url}/portal/${path}`)).text());

    test('has in its head, like the first page, the sums of its works and their newest photo', async () => {
      const { id } = await newObra({ nombre: 'Mercado', monto: 1_500_000, municipioId: 50 });
      const finished = { monto: 500_000, estatusObraId: 6, municipioId: 41 };
      const other = await newObra({ nombre: 'Parque', ...finished });
      const programa = programaBody({ fechaInicio: '2024-01-01', fechaTermino: '2024-06-30' });
      await call('admin', 'POST', `/obras/${id}/programas`, programa);
      const first = await noteArchivo(id, { titulo: 'Primera', fecha: '2024-05-01' });
      const newest = await noteArchivo(other.id, { titulo: 'Segunda', fecha: '2024-06-01' });
      await noteArchivo(id, { titulo: 'Reservada', publico: false, fecha: '2024-07-01' });
      const all = '2 obras por $2 millones · En proceso: 1 · Terminada: 1 · Con atraso: 1';
      const some = '1 obra por $1.5 millones · En proceso: 1 · Con atraso: 1';
      const photos: Record<string, string> = {
        newest: `${PUBLIC.PUBLIC_URL}/obras/${other.id}/archivos/${newest}/contenido`,
        first: `${PUBLIC.PUBLIC_URL}/obras/${id}/archivos/${first}/contenido`,
      };
      const heads = table`
        # page                            | title                      | description   | its address                   | photo
        -                                 | Registro de Obras Públicas | ${all}        | /portal/                      | newest
        obras                             | Registro de Obras Públicas | ${all}        | /portal/obras                 | newest
        obras?vista=lista&municipioId=50  | Obras · Municipio: Mérida  | ${some}       | /portal/obras?municipioId=50  | first
        obras?municipioId=1               | Obras · Municipio: Abalá   | Ninguna obra. | /portal/obras?municipioId=1   | none`;
      for (const [path = '', title = '', description, address, photo = ''] of heads) {
        const { said, title: named, canonical } = await head(path);
        assert.equal(said['og:title'], title, path);
        assert.equal(said['og:description'], description, path);
        assert.equal(canonical, PUBLIC.PUBLIC_URL + address, path);
        assert.equal(said['og:image'], hasFeature('archivos') ? photos[photo] : undefined, path);
        assert.ok(named.endsWith('Registro de Obras Públicas') && named.startsWith(title), named);
      }
    });

    test('has the searched words as text', async () => {
      const { said } = await head(`obras?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
      assert.match(said['og:title'] ?? '', /"><script>alert\(1\)<\/script>/);
    });

    test('is the plain shell with filters of the caller’s own, of administrators, or empty ones', async () => {
      await newObra();
      const own = hasFeature('calidad') ? ['registradaPorMi=true'] : [];
      for (const query of ['favoritas=true', ...own, 'municipioId=x', 'montoMin=-', 'orden=']) {
        const text = await (await fetch(`${open.url}/portal/obras?${query}`)).text();
        if (query !== 'orden=') assert.equal(unhurried(text), shell, query);
      }
    });

    test('is the plain shell where a session is needed', async () => {
      for (const path of ['', 'obras', 'obras?municipioId=50']) {
        const { said, canonical } = await head(path, base);
        assert.deepEqual([said['og:title'], canonical], [undefined, ''], path);
      }
    });
  });

  const NAMES = [
    '</title><script>alert(1)</script>',
    `"><img src=x onerror='alert(1)'>`,
    `Calle "60" & 'centro' <b>`,
    '&lt;script&gt; &amp;amp;',
    "$& $1 $' $` $<nombre>",
    'ñ'.repeat(255),
    'مشروع الطريق 60',
  ];
  for (const nombre of NAMES) {
    test(`has the name «${nombre.slice(0, 40)}» as text`, async () => {
      const { id } = await newObra({ nombre, descripcion: `${nombre}\n${nombre}` });
      const page = await pageOf(id);
      const { said, title } = headOf(page);
      assert.equal(title, `${nombre} – Registro de Obras Públicas`);
      assert.equal(said['og:title'], nombre);
      assert.ok(said.description?.includes(nombre.slice(0, 100)));
      // As many elements as without it.
      const plain = await pageOf((await newObra({ nombre: 'Obra', descripcion: 'x' })).id);
      const elements = (text: string) => text.match(/<[/!]?\w+/g);
      assert.deepEqual(elements(page), elements(plain));
    });
  }

  test('has a name of several lines in one, without marks that turn the text behind them', async () => {
    const nombre = 'Calle\n60 \u202eotneimivap\u2066\t\u0007del centro';
    const { id } = await newObra({ nombre, descripcion: 'x'.repeat(2_000) });
    const { said, title } = headOf(await pageOf(id));
    assert.equal(title, 'Calle 60 otneimivap del centro – Registro de Obras Públicas');
    assert.equal([...(said.description ?? '')].length, 300);
    assert.match(said.description ?? '', /x…$/);
  });

  test('is the plain shell for an unknown or deleted work', async () => {
    const { id } = await newObra();
    assert.notEqual(await pageOf(id), shell);
    await write('admin', 'DELETE', `/obras/${id}`);
    for (const none of [id, 0, 2_000_000_000, 2_147_483_648, '9'.repeat(30), '9'.repeat(300)]) {
      assert.equal(await pageOf(none), shell, String(none));
    }
    for (const odd of ['-1', 'abc', '1e3', '%31x']) assert.equal(await pageOf(odd), shell, odd);
    assert.equal((await fetch(`${open.url}/portal/obras/7.json`)).status, 404);
    assert.equal((await fetch(`${open.url}/portal/obras/7`, { method: 'POST' })).status, 404);
  });

  test('is kept until a part of it changes, and then has another tag', async () => {
    const { id } = await newObra({ nombre: 'Antes' });
    const ask = (etag?: string | null, url = open.url) =>
      fetch(`${url}/portal/obras/${id}`, { headers: etag ? { 'if-none-match': etag } : {} });
    const first = await ask();
    assert.match(await first.text(), /<title>Antes/);
    const etag = first.headers.get('etag');
    assert.ok(etag);
    const again = await ask(etag);
    assert.deepEqual([again.status, await again.text()], [304, '']);
    await call('admin', 'PATCH', `/obras/${id}`, { nombre: 'Después' }, { url: open.url });
    const renamed = await ask(etag);
    assert.equal(renamed.status, 200);
    assert.match(await renamed.text(), /<title>Después/);
    assert.notEqual(renamed.headers.get('etag'), etag);
    // A catalog's name is part of it too.
    const tag = renamed.headers.get('etag');
    await call('admin', 'PATCH', '/dependencias/1', { nombre: 'Obras y Agua' }, { url: open.url });
    assert.match(await (await ask(tag)).text(), /Obras y Agua/);
  });

  test('comes for a HEAD, and compressed for a client that takes that', async () => {
    const { id } = await newObra({ nombre: 'Calle comprimida', descripcion: 'x'.repeat(500) });
    const url = `${open.url}/portal/obras/${id}`;
    const unpack = { gzip: gunzipSync, br: brotliDecompressSync, identity: (all: Buffer) => all };
    for (const [coding, unpacked] of Object.entries(unpack)) {
      for (let times = 0; times < 2; times++) {
        const takes = { 'accept-encoding': coding };
        const { status, headers, bytes } = await plainly(url, { headers: takes });
        assert.equal(status, 200);
        assert.equal(headers['content-encoding'] ?? 'identity', coding);
        assert.match(unpacked(bytes).toString(), /<title>Calle comprimida/);
        assert.match(String(headers['content-security-policy']), /default-src 'none'/);
      }
    }
    const head = await plainly(url, { method: 'HEAD' });
    assert.deepEqual([head.status, head.text], [200, '']);
    assert.match(head.headers['content-type'] ?? '', /^text\/html/);
  });

  test('has the address that was asked for without PUBLIC_URL, and is given to no other host', async (t) => {
    const url = await addressFor(t, { PUBLIC_READ: true, TRUST_PROXY: '127.0.0.1' });
    const { id } = await newObra();
    const asked = async (headers: Record<string, string>) => {
      const { text, headers: given } = await plainly(`${url}/portal/obras/${id}`, { headers });
      return { ...headOf(text), control: given['cache-control'], text };
    };
    for (const host of ['uno.mx', 'dos.mx:8080', 'uno.mx']) {
      const { canonical, said, control } = await asked({ host });
      assert.equal(canonical, `http://${host}/portal/obras/${id}`);
      assert.equal(said['og:url'], canonical);
      assert.equal(control, 'private, no-cache');
    }
    const proxied = await asked({ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'tres.mx' });
    assert.equal(proxied.canonical, `https://tres.mx/portal/obras/${id}`);
    // A host that is none names nothing, and the page comes all the same.
    assert.equal(unhurried((await asked({ host: 'a"><script>' })).text), shell);
  });

  test('comes while the database is away, and is not kept so', async (t) => {
    const { id } = await newObra({ nombre: 'Calle lejana' });
    const broken = await addressFor(t, PUBLIC, away());
    const withToken: Record<string, string> = { authorization: `Bearer ${await tokenOf('user')}` };
    for (const headers of [{}, withToken]) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await fetch(`${broken}/portal/obras/${id}`, { method, headers });
        assert.equal(answer.status, 200);
        assert.equal(answer.headers.get('cache-control'), 'no-cache');
        assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/);
        assert.equal(unhurried(await answer.text()), method === 'GET' ? shell : '');
        assert.notEqual(answer.headers.get('etag'), null);
      }
    }
    let isAway = true;
    const shaky = {
      ...db,
      jsonOrNothing: (...args: Parameters<Database['jsonOrNothing']>) =>
        isAway ? away().jsonOrNothing(...args) : db.jsonOrNothing(...args),
    } as Database;
    const url = await addressFor(t, PUBLIC, { ...shaky, reader: async () => shaky });
    const bare = await fetch(`${url}/portal/obras/${id}`);
    assert.equal(unhurried(await bare.text()), shell);
    isAway = false;
    const held = { 'if-none-match': bare.headers.get('etag') ?? '' };
    const whole = await fetch(`${url}/portal/obras/${id}`, { headers: held });
    assert.equal(whole.status, 200);
    assert.match(await whole.text(), /<title>Calle lejana/);
  });
});

test('the page of a work has no data of it where a session is needed', async () => {
  await resetWithCatalog();
  const { id } = await newObra({ nombre: 'Obra reservada' });
  const shell = unhurried(await (await fetch(`${base}/portal/`)).text());
  assert.doesNotMatch(shell, /og:|canonical/);
  for (const who of [undefined, 'user', 'admin'] as const) {
    const headers: Record<string, string> = who
      ? { authorization: `Bearer ${await tokenOf(who)}` }
      : {};
    const answer = await fetch(`${base}/portal/obras/${id}`, { headers });
    assert.equal(unhurried(await answer.text()), shell);
  }
});

test('an amount of a million or more is in words, with up to four digits', () => {
  const said: [number, string][] = [
    [0, '$0.00'],
    [0.01, '$0.01'],
    [999_999.99, '$999,999.99'],
    [1_000_000, '$1 millón'],
    [1_000_049, '$1 millón'],
    [1_250_000.5, '$1.25 millones'],
    [8_227_679, '$8.23 millones'],
    [1_004_999, '$1 millón'],
    [12_345_678, '$12.35 millones'],
    [99_999_999, '$100 millones'],
    [999_949_999, '$999.9 millones'],
    [999_999_999.99, '$1,000 millones'],
    [1_234_567_890, '$1,235 millones'],
    [9_999_999_999.99, '$10 mil millones'],
    [139_312_345_678.9, '$139.3 mil millones'],
    [999_999_999_999.99, '$1 billón'],
    [1_500_000_000_000, '$1.5 billones'],
    [9_999_999_999_999.99, '$10 billones'],
  ];
  for (const [amount, words] of said) assert.equal(moneyInWords(amount), words);
  const whole = [0, 1, 999_999.99, 1e6, 1_230_000, 12_340_000, 139_300_000_000, 1.5e12];
  const cut = [1_234_000, 1_000_000.01, 12_345_000, 139_310_000_000, 9_999_999_999_999.99];
  assert.deepEqual([...whole, ...cut].filter(isWholeInWords), whole);
});
