import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readConfig, StartError } from '../../src/core/base/config.ts';
import { isHere } from '../features.ts';
import { importFile } from '../imports.ts';
import { table } from '../table.ts';
import { plainly } from '../wire.ts';
import {
  base,
  call,
  contratoBody,
  get,
  idsOf,
  newObra,
  obraBody,
  refused,
  resetWithCatalog,
  tokenOf,
  ubicacionBody,
  unauthorized,
} from '../world.ts';

// Where HTTP leaves a service room to be wrong: each case by its RFC.

describe('an address', () => {
  before(async () => {
    await resetWithCatalog();
    await newObra({ municipioId: 41 });
    await newObra({ municipioId: 50, ubicaciones: [ubicacionBody()] });
    await newObra({ municipioId: 50 });
  });

  test('with a slash at its end answers as without', async () => {
    // biome-ignore format: rows of paths
    const paths = [
      '/obras', '/obras/1', '/obras/1/avances', '/obras/1/seguimiento', '/obras.csv', '/obras/resumen?por=estatus',
      '/municipios', '/dependencias', '/dependencias/1', '/estatus-obra', '/localidad/1', '/users', '/bitacora?limit=1',
      '/ogc', '/ogc/collections', '/ogc/collections/obras_puntos', '/oc4ids', '/cambios.json', '/mapa/0/0/0', '/seguimiento', '/contratos',
      '/portal/ajustes.json', '/obras/99', '/obras/x', '/nada',
    ];
    for (const path of paths) {
      const [address = '', query] = path.split('?');
      const slashed = `${address}/${query ? `?${query}` : ''}`;
      const plain = await call('admin', 'GET', path);
      const answer = await call('admin', 'GET', slashed);
      assert.equal(answer.status, plain.status, path);
      const told = (text: string) => text.replace(/"timeStamp":"[^"]*"/, '').replace(slashed, path);
      assert.equal(told(answer.text), told(plain.text), path);
      assert.equal(answer.headers.get('content-type'), plain.headers.get('content-type'), path);
    }
    const made = await call('admin', 'POST', '/obras/', obraBody());
    assert.equal(made.status, 201);
    const changed = await call('admin', 'PATCH', `/obras/${made.body.id}/`, { nombre: 'Otra' });
    assert.deepEqual([changed.status, changed.body.nombre], [200, 'Otra']);
    assert.equal((await call('admin', 'DELETE', `/obras/${made.body.id}/`)).status, 200);
    refused(await call('user', 'DELETE', '/obras/1/'), 403, 'Forbidden resource');
    // Between two slashes there is no id that could be wrong.
    for (const path of ['/obras//', '/obras//avances', '/users//favorites', '/oc4ids//']) {
      refused(await call('admin', 'GET', path), 404, `No existe la ruta GET ${path}.`);
    }
  });

  test('names a list in a query with brackets as without', async () => {
    const ids = async (query: string) => idsOf((await get(`/obras?${query}`)).body);
    for (const [queries = '', found] of table`
      # queries, some as other libraries number them | obras
      municipioId[]=41 municipioId%5B%5D=41 municipioId[0]=41 municipioId%5B0%5D=41 | 1
      municipioId[]=41&municipioId[]=50 municipioId=41&municipioId[]=50 municipioId[]=41,50 | 1,2,3
      municipioId[0]=41&municipioId[1]=50 | 1,2,3
      estatusObraId[]=4&municipioId[]=50  | 2,3
      municipioId[]=7                     | -
    `) {
      for (const query of queries.split(' ')) assert.equal(String(await ids(query)), found, query);
    }
    const files = ['/obras.geojson', '/ogc/collections/obras_puntos/items', '/oc4ids'];
    for (const path of files.filter(isHere)) {
      const one = await get(`${path}?municipioId[]=50`);
      const other = await get(`${path}?municipioId=50`);
      const told = (text: string) => text.replace(/"timeStamp":"[^"]*"/, '');
      assert.equal(told(one.text), told(other.text), path);
    }
    const page = await get('/obras?municipioId[]=50&limit=1');
    assert.match(page.headers.get('link') ?? '', /municipioId=50&/);
    refused(await call('user', 'GET', '/obras?municipioId[]=x'), 400, [
      'municipioId debe ser un número entero.',
    ]);
    refused(await call('user', 'GET', '/obras?municipioId[]=1&municipioId[]='), 400, [
      'municipioId debe ser una lista de números enteros separados por comas.',
    ]);
    // A parameter that takes one value has the brackets, too: a filter left out would show works that were not asked for.
    assert.deepEqual(await ids('q[]=nada'), []);
    assert.deepEqual(await ids('limit[]=1&page[]=2'), [2]);
    const sum = isHere('/obras/resumen') ? '/obras/resumen' : '/seguimiento/resumen';
    assert.equal((await get(`${sum}?por[]=estatus`)).status, 200);
    refused(await call('user', 'GET', '/obras?q[]=a&q=b'), 400, ['q se indicó más de una vez.']);
    // An unknown parameter stays unknown with brackets.
    assert.deepEqual(await ids('nada[]=1&constructor[]=1&municipioId[x]=7&[]=1'), [1, 2, 3]);
  });
});

describe('a body of another type, or compressed', () => {
  before(async () => {
    await resetWithCatalog();
    await newObra();
  });

  // RFC 5789 section 2.2; RFC 9110 sections 12.5.3 and 15.5.16.
  test('is refused with the types that are taken', async () => {
    for (const [method = '', path = '', header = ''] of table`
      PATCH | /obras/1           | accept-patch
      PATCH | /dependencias/1    | accept-patch
      PATCH | /obras/1/ejecucion | accept-patch
      POST  | /obras             | accept
      POST  | /dependencias      | accept
    `) {
      for (const type of ['text/plain', 'application/xml', 'application/merge-patch+json']) {
        const headers = { 'content-type': type };
        const answer = await call('admin', method, path, 'x', { headers });
        refused(answer, 415, 'El cuerpo debe enviarse con Content-Type: application/json.');
        assert.equal(answer.headers.get(header), 'application/json', `${method} ${path}`);
      }
      const headers = { 'content-encoding': 'gzip' };
      const packed = await call('admin', method, path, gzipSync('{}'), { headers });
      refused(packed, 415, 'El cuerpo no debe enviarse comprimido (Content-Encoding).');
      assert.equal(packed.headers.get('accept-encoding'), 'identity');
      assert.equal(packed.headers.get(header), null);
    }
    const door = '/obras/importacion';
    if (!isHere(door)) return;
    const sheet = await call('admin', 'POST', door, gzipSync('clave,nombre'), {
      headers: { 'content-type': 'text/csv', 'content-encoding': 'gzip' },
    });
    assert.deepEqual([sheet.status, sheet.headers.get('accept-encoding')], [415, 'identity']);
  });
});

describe('a number beyond a double’s precision', () => {
  before(async () => {
    await resetWithCatalog();
    await newObra();
  });
  const sent = (member: string) => call('admin', 'PATCH', '/obras/1', `{${member}}`);

  test('is refused in a member, never rounded silently', async () => {
    for (const [name, rounded = ''] of table`
      monto             | 1e400 9999999999999.991 0.30000000000000000001 1e-400 1234567.8900000000001
      municipioId       | 50.00000000000000001 1e999
      ejercicioFiscalId | 9007199254740993
    `) {
      for (const digits of rounded.split(' ')) {
        const sentence = `${name} no se puede leer sin redondearlo: ${digits}.`;
        refused(await sent(`"${name}":${digits}`), 400, [sentence]);
        refused(await sent(`"nombre" : "A" ,\n "${name}"\t: ${digits} `), 400, [sentence]);
      }
    }
  });

  test('is taken where it is only written at length', async () => {
    const same: [digits: string, amount: number][] = [
      ['1250000.500000000000000', 1250000.5],
      ['0.100000000000000000000000', 0.1],
      ['1.25e6', 1250000],
      ['12500000E-1', 1250000],
      ['0e999', 0],
      ['9999999999999.99', 9999999999999.99],
    ];
    for (const [digits, amount] of same) {
      const { status, body, text } = await sent(`"monto":${digits}`);
      assert.deepEqual([status, body.monto], [200, amount], text);
    }
    // In a text it is no number; a coordinate is as exact as a double is.
    const text = 'dice "monto": 9999999999999.991 y 1e400';
    const { body } = await sent(`"descripcion":${JSON.stringify(text)}`);
    assert.equal(body.descripcion, text);
    const place = JSON.stringify(ubicacionBody()).replace('-89.6237', '-89.62370000000000345');
    assert.equal((await sent(`"ubicaciones":[${place}]`)).status, 200);
  });
});

describe('the address of a document', () => {
  test('is refused with characters that are not seen, a user or a password', async () => {
    await resetWithCatalog();
    await newObra();
    const unseen = 'url no debe llevar espacios, saltos de línea ni caracteres invisibles.';
    const secret = 'url no debe llevar usuario ni contraseña.';
    const cases: [url: string, sentence?: string][] = [
      ['https://ejemplo.mx/a\nb', unseen],
      ['https://ejemplo.mx/a\r\nSet-Cookie: x', unseen],
      ['https://ejem\tplo.mx/', unseen],
      ['https://ejemplo.mx/a b', unseen],
      ['https://ejemplo.mx/a\u200bb', unseen],
      ['https://ejemplo.mx/\u202egpj.exe', unseen],
      ['https://ana:clave@ejemplo.mx/', secret],
      ['https://ana@ejemplo.mx/', secret],
      ['https://:clave@ejemplo.mx/', secret],
      ['http://ejemplo.mx/', 'url debe ser una dirección que empieza con https://.'],
      ['https://', 'url debe ser una dirección que empieza con https://.'],
      ['https://ejemplo.mx/contrato@2026?x=1#a'],
      ['https://ejemplo.mx/acci%C3%B3n/acción'],
    ];
    for (const [i, [url, sentence]] of cases.entries()) {
      const body = contratoBody({ numero: `U-${i}`, url });
      const answer = await call('admin', 'POST', '/obras/1/contratos', body);
      if (sentence) refused(answer, 400, [sentence]);
      else assert.equal(answer.status, 201, answer.text);
    }
    const path = { path: '/seguimiento/importacion' };
    if (!isHere(path.path)) return;
    const head =
      'clave única,número de contrato,objeto,contratista,monto del contrato,fecha de firma,fecha de inicio,fecha de término,url';
    const [{ claveUnica }] = (await get('/obras')).body;
    const row = `${claveUnica},H-1,Obra,Firma,100,2026-01-20,2026-02-01,2026-10-31`;
    const { body } = await importFile(`${head}\n${row},https://ana:clave@ejemplo.mx/`, '', path);
    assert.equal(body.rechazadas, 1, JSON.stringify(body));
  });

  test('is refused in settings as well', () => {
    const settings = { JWT_SECRET: 'x'.repeat(32), MAP_TILES_ATTRIBUTION: '© Ejemplo' };
    for (const [name, value] of [
      ['MAP_TILES_URL', 'https://ana:clave@ejemplo.mx/{z}/{x}/{y}.png'],
      ['PUBLIC_URL', 'https://ana:clave@ejemplo.mx'],
      ['CORS_ORIGIN', 'https://ana:clave@ejemplo.mx'],
    ] as const) {
      assert.throws(
        () => readConfig({ ...settings, [name]: value }),
        (error) =>
          error instanceof StartError &&
          error.message.startsWith(name) &&
          !/clave/.test(error.message),
        name,
      );
    }
  });
});

describe('a part of a file', () => {
  /** Asserts that nothing of a file of so many bytes was in the range. */
  function outside({ status, headers, text }: Awaited<ReturnType<typeof plainly>>, length: number) {
    assert.deepEqual([status, headers['content-range']], [416, `bytes */${length}`]);
    const { message } = JSON.parse(text);
    assert.equal(message, 'El intervalo que pide Range está fuera de lo que hay.');
  }
  // RFC 9110 sections 14.2 and 15.5.17.
  test('outside of the file answers 416 with the length that there is', async () => {
    const folder = new URL('../../portal/assets/', import.meta.url);
    const script = readdirSync(folder).find((name) => name.endsWith('.js'));
    const headers = { authorization: `Bearer ${await tokenOf('user')}` };
    for (const path of [`/portal/assets/${script}`, '/docs/static/swagger-ui.css']) {
      const whole = await plainly(base + path, { headers });
      const { length } = whole.bytes;
      const part = await plainly(base + path, { headers: { ...headers, range: 'bytes=2-5' } });
      assert.equal(part.status, 206, path);
      assert.equal(part.headers['content-range'], `bytes 2-5/${length}`);
      assert.ok(part.bytes.equals(whole.bytes.subarray(2, 6)));
      for (const range of [`bytes=${length}-`, 'bytes=999999999-999999999']) {
        outside(await plainly(base + path, { headers: { ...headers, range } }), length);
      }
      // A malformed range is ignored.
      for (const range of ['bytes', 'lines=1-2', 'bytes=b-a']) {
        const answer = await plainly(base + path, { headers: { ...headers, range } });
        assert.equal(answer.status, 200, range);
      }
    }
    for (const [name, header, status] of [
      ['nada.js', { range: 'bytes=0-1' }, 404],
      [script, { 'if-match': '"x"' }, 412],
    ] as const) {
      const answer = await plainly(`${base}/portal/assets/${name}`, { headers: header });
      assert.equal(answer.status, status);
    }
  });

  test('is answered where the API knows the length, in each coding; elsewhere the whole is sent', async () => {
    const authorization = `Bearer ${await tokenOf('user')}`;
    const ask = (path: string, more: Record<string, string>, method = 'GET') =>
      plainly(base + path, { method, headers: { authorization, ...more } });
    for (const path of ['/municipios/limites', '/municipios', '/localidad/1']) {
      for (const coding of ['identity', 'gzip']) {
        const headers = { 'accept-encoding': coding };
        const whole = await ask(path, headers);
        // The second answer of a compressed one is known, when it was kept.
        const again = await ask(path, { ...headers, range: 'bytes=0-0' });
        if (coding === 'gzip' && again.status === 200) continue;
        const { bytes } = whole;
        const { etag = '' } = whole.headers;
        const { length } = bytes;
        const PARTS: [range: string, start: number, end: number][] = [
          ['bytes=0-0', 0, 1],
          ['bytes=2-5', 2, 6],
          ['bytes= 2-', 2, length],
          ['bytes=-3', length - 3, length],
          [`bytes=1-${length + 9}`, 1, length],
          [`bytes=-${length + 9}`, 0, length],
        ];
        for (const [range, start, end] of PARTS) {
          const part = await ask(path, { ...headers, range });
          const said = [part.status, part.headers['content-range'], part.headers.etag];
          assert.deepEqual(said, [206, `bytes ${start}-${end - 1}/${length}`, etag], path + range);
          assert.ok(part.bytes.equals(bytes.subarray(start, end)), path + range);
        }
        for (const range of [`bytes=${length}-`, 'bytes=-0']) {
          outside(await ask(path, { ...headers, range }), length);
        }
        const few = { ...headers, range: 'bytes=2-5' };
        for (const [condition, status] of [
          ['if-range', 206],
          ['if-none-match', 304],
        ] as const) {
          assert.equal((await ask(path, { ...few, [condition]: String(etag) })).status, status);
        }
        for (const more of [
          ['if-range', '"otro"'],
          ['range', 'bytes=0-1,3-4'],
        ] as const) {
          const all = await ask(path, { ...few, [more[0]]: more[1] });
          assert.deepEqual([all.status, all.bytes.equals(bytes)], [200, true], more[0]);
        }
        assert.equal((await ask(path, few, 'HEAD')).status, 200);
        // Nothing of this is kept for others.
        assert.ok((await ask(path, headers)).bytes.equals(bytes));
      }
    }
    const streamed = ['/obras', '/obras.csv', '/obras.geojson', '/obras/plantilla.xlsx'];
    for (const path of streamed.filter(isHere)) {
      for (let n = 0; n < 2; n++) {
        assert.equal((await ask(path, { range: 'bytes=2-5' })).status, 200, path);
      }
    }
    assert.equal((await ask('/obras/999999', { range: 'bytes=2-5' })).status, 404);
    const headers = { range: 'bytes=2-5' };
    unauthorized(await call('nobody', 'GET', '/municipios', undefined, { headers }));
  });
});
