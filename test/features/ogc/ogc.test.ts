import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { components } from '../../../portal/generado/openapi.d.ts';
import { columnOf, columnsOf, numbers } from '../../columns.ts';
import { hasFeature } from '../../features.ts';
import { manyObras, withBlanks } from '../../many-obras.ts';
import { table } from '../../table.ts';
import {
  type Answer,
  base,
  bodyOf,
  call,
  daysSince,
  db,
  get,
  newObra,
  noteArchivo,
  otherApp,
  refused,
  resetWithCatalog,
  tagged,
  tokenOf,
  ubicacionBody,
  unauthorized,
  wkt,
  write,
} from '../../world.ts';

// OGC API - Features (OGC 17-069) by its abstract test suite (annex A): each of its tests has one here. Then what GDAL and
// QGIS need besides.

type Link = components['schemas']['Enlace'];
interface Feature {
  type: string;
  id: number;
  geometry: { type: string; coordinates: number[] };
  properties: Record<string, unknown>;
  links?: Link[];
}
type Page = Omit<components['schemas']['Pagina'], 'features'> & { features: Feature[] };

const SYSTEMS = {
  crs84: 'http://www.opengis.net/def/crs/OGC/1.3/CRS84',
  latitudeFirst: 'http://www.opengis.net/def/crs/EPSG/0/4326',
  mercator: 'http://www.opengis.net/def/crs/EPSG/0/3857',
  utm: 'http://www.opengis.net/def/crs/EPSG/0/32616',
};
const LAYERS = ['obras_puntos', 'obras_rutas', 'obras_poligonos', 'municipios'];
const PLACES = {
  PUNTO: wkt('POINT (-89.6237 20.9674)'),
  RUTA: wkt('LINESTRING (-89.7 20.9, -89.6 20.9, -89.6 21)'),
  POLIGONO: wkt('POLYGON ((-89.7 20.9, -89.6 20.9, -89.6 21, -89.7 20.9))'),
};
const place = (tipoGeometria: keyof typeof PLACES, changes: object = {}) =>
  ubicacionBody({ tipoGeometria, geometriaJson: PLACES[tipoGeometria], ...changes });

const POINTS = '/ogc/collections/obras_puntos';
const ITEMS = `${POINTS}/items`;
/** Every path below /ogc, of one layer. */
const OF_LAYER = ['', '/schema', '/schema/feature', '/items', '/items/1'];
const OWN = ['', '/api', '/conformance', '/collections'];
const PATHS = [...OWN, ...OF_LAYER.map((path) => `/collections/obras_puntos${path}`)];

const create = async (changes: Record<string, unknown> = {}): Promise<number> =>
  (await newObra(changes)).id;

const page = async (layer: string, query = '') =>
  (await get(`/ogc/collections/${layer}/items${query}`)).body as Page;
/** The name behind the last slash of a reference. */
const lastPart = (reference: string) => reference.replace(/.*\/|\.json$/g, '');
const linksOf = (links: Link[], rel: string) => links.filter((link) => link.rel === rel);
const PLAIN = /^(application\/json|text\/html); charset=utf-8$/i;
const typeOf = ({ headers }: { headers: Headers }) =>
  (headers.get('content-type') ?? '').replace(PLAIN, '$1');

/** All pages from this one on. */
async function walk(layer: string, query = ''): Promise<Page[]> {
  const pages: Page[] = [];
  for (let next: string | undefined = `/ogc/collections/${layer}/items${query}`; next; ) {
    const { body }: { body: Page } = await get(next);
    pages.push(body);
    const href = linksOf(body.links, 'next')[0]?.href;
    next = href?.slice(base.length);
  }
  return pages;
}

describe('OGC API - Features', () => {
  before(async () => {
    await resetWithCatalog();
    for (let i = 1; i <= 13; i++) {
      const coordinates = [-89.6 - i / 100, 20.9];
      await create({
        municipioId: i % 2 ? 50 : 1,
        monto: 1000 * i,
        ubicaciones: [
          place('PUNTO', { geometriaJson: { type: 'Point', coordinates } }),
          ...(i % 5 === 0 ? [place('RUTA')] : []),
          ...(i % 6 === 0 ? [place('POLIGONO'), place('PUNTO')] : []),
        ],
      });
    }
    await create({ ubicaciones: [] });
  });

  test('A.1 answers in HTTP/1.1, to HEAD as to GET', async () => {
    for (const path of ['/ogc', '/ogc/collections', ITEMS]) {
      const { status, headers, text } = await call('user', 'HEAD', path);
      assert.equal(status, 200);
      assert.ok(Number(headers.get('content-length')) > 100);
      assert.equal(text, '');
    }
  });

  test('A.2 gives coordinates in CRS 84, longitude first', async () => {
    const { features } = await page('obras_puntos', '?limit=1');
    assert.deepEqual(features[0]?.geometry, { type: 'Point', coordinates: [-89.61, 20.9] });
  });

  test('A.3, A.4 links the landing page to definition, conformance and data', async () => {
    const headers = { authorization: `Bearer ${await tokenOf('user')}` };
    for (const path of ['/ogc', '/ogc/']) {
      const answer = await fetch(base + path, { headers });
      assert.equal(typeOf(answer), 'application/json');
      const { links } = (await answer.json()) as { links: Link[] };
      for (const rel of ['self', 'service-desc', 'service-doc', 'conformance', 'data']) {
        const [link, ...others] = linksOf(links, rel);
        assert.ok(link?.type, rel);
        assert.deepEqual(others, []);
        const target = await fetch(link.href, { headers });
        assert.equal(target.status, 200, link.href);
        assert.equal(typeOf(target), link.type, link.href);
      }
    }
  });

  test('A.5, A.6 describes every path in OpenAPI 3.0', async () => {
    const answer = await get('/ogc/api');
    assert.equal(typeOf(answer), 'application/vnd.oai.openapi+json;version=3.0');
    const { openapi, servers, paths } = answer.body;
    assert.equal(openapi, '3.0.3');
    assert.deepEqual(servers, [{ url: `${base}/ogc` }]);
    for (const path of Object.keys(paths)) {
      assert.ok(paths[path].get.operationId, path);
      const there = path === '/' ? '' : path.replace('{featureId}', '1');
      const { status } = await call('user', 'GET', `/ogc${there}`);
      assert.ok(status === 200 || (path.includes('{') && status === 404), path);
    }
    const text = JSON.stringify(answer.body);
    for (const [, reference = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = reference.split('/').reduce((at, key) => at?.[key], answer.body);
      assert.ok(target, reference);
    }
    // Keywords that OpenAPI 3.0 does not know.
    assert.doesNotMatch(text, /"examples":\[|"const":|"type":\[/);
  });

  test('A.7, A.8 lists the classes that it conforms to', async () => {
    const { body } = await get('/ogc/conformance');
    const classes =
      'features-1/1.0/conf/core features-1/1.0/conf/oas30 features-1/1.0/conf/geojson features-1/1.0/conf/html features-2/1.0/conf/crs features-5/1.0/conf/schemas';
    const uris = classes.split(' ').map((one) => `http://www.opengis.net/spec/ogcapi-${one}`);
    assert.deepEqual(body.conformsTo, uris);
  });

  test('A.9, A.10 lists the collections, each with links, extent and CRS', async () => {
    const { body } = await get('/ogc/collections');
    assert.equal(linksOf(body.links, 'self')[0]?.href, `${base}/ogc/collections`);
    assert.deepEqual(columnOf(body.collections, 'id'), LAYERS);
    for (const { id, links, extent, crs, storageCrs, itemType } of body.collections) {
      assert.equal(itemType, 'feature');
      assert.deepEqual(crs, Object.values(SYSTEMS));
      assert.equal(storageCrs, SYSTEMS.crs84);
      const [items] = linksOf(links, 'items');
      assert.equal(items?.href, `${base}/ogc/collections/${id}/items`);
      assert.equal(items?.type, 'application/geo+json');
      const [west, south, east, north] = extent.spatial.bbox[0];
      assert.ok(west <= east && south <= north && west < -87 && north < 22);
    }
    const extent = body.collections[0].extent.spatial.bbox[0] as number[];
    const degrees = extent.map((one) => one.toFixed(6)).join();
    assert.equal(degrees, '-89.730000,20.900000,-89.610000,20.967400');
  });

  test('A.11, A.12 answers one collection as it stands in the list', async () => {
    const { body } = await get('/ogc/collections');
    for (const one of body.collections) {
      const answer = await get(`/ogc/collections/${one.id}`);
      assert.deepEqual(answer.body, one);
      assert.equal(linksOf(one.links, 'self')[0]?.href, `${base}/ogc/collections/${one.id}`);
    }
    for (const path of OF_LAYER) {
      const answer = await call('user', 'GET', `/ogc/collections/calles${path}`);
      refused(answer, 404, 'No existe la capa «calles».');
    }
  });

  test('A.13, A.22 to A.26 answers features with type, links, instant, and their counts over all pages', async () => {
    for (const layer of LAYERS) {
      const answer = await get(`/ogc/collections/${layer}/items`);
      assert.equal(typeOf(answer), 'application/geo+json');
      const pages = await walk(layer);
      const all = pages.flatMap(({ features }) => features);
      assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
      for (const { type, timeStamp, numberMatched, numberReturned, links, features } of pages) {
        assert.equal(type, 'FeatureCollection');
        assert.ok(Math.abs(Date.parse(timeStamp) - Date.now()) < 60_000);
        assert.equal(numberMatched, all.length);
        assert.equal(numberReturned, features.length);
        assert.ok(features.length <= 10);
        for (const rel of ['self', 'collection']) assert.equal(linksOf(links, rel).length, 1);
        for (const link of linksOf(links, 'self').concat(linksOf(links, 'next'))) {
          assert.equal(link.type, 'application/geo+json');
          assert.ok(link.href.startsWith(`${base}/ogc/collections/${layer}/items?`));
        }
      }
      assert.equal(linksOf(pages.at(-1)?.links ?? [], 'next').length, 0);
    }
    const count = async (layer: string) => (await page(layer)).numberMatched;
    assert.deepEqual(await Promise.all(LAYERS.map(count)), [15, 2, 2, 106]);
  });

  test('A.14, A.16, A.18 takes a bbox of four or six numbers, a limit with bounds, and a datetime', async () => {
    const { bbox, limit, datetime } = (await get('/ogc/api')).body.components.parameters;
    const oneOf = [4, 6].map((items) => ({ minItems: items, maxItems: items }));
    const { description: _, ...described } = bbox;
    assert.deepEqual(described, {
      ...{ name: 'bbox', in: 'query', required: false, style: 'form', explode: false },
      schema: { type: 'array', oneOf, items: { type: 'number' } },
    });
    assert.deepEqual(limit.schema, { type: 'integer', minimum: 1, maximum: 1000, default: 10 });
    assert.deepEqual([limit.style, limit.explode], ['form', false]);
    assert.deepEqual(datetime.schema, { type: 'string' });
  });

  test('A.15 finds what touches the rectangle of bbox, and nothing else', async () => {
    const cases = table`
      # layer         | bbox                                        | found
      obras_puntos    | -89.655,20.8,-89.6,20.95                    | 5
      # As GDAL writes it, and with heights.
      obras_puntos    | -89.6550000000000011,20.8,-89.6,20.95       | 5
      obras_puntos    | -89.655,20.8,-100,-89.6,20.95,3e2           | 5
      obras_puntos    | -89.61,20.9,-89.61,20.9                     | 1
      obras_puntos    | -180,-90,180,90                             | 15
      obras_puntos    | -1000,-1000,1000,1000                       | 15
      obras_puntos    | 0,0,1,1                                     | 0
      # Across the antimeridian, from the east around the world.
      obras_puntos    | 170,-90,-89.655,90                          | 8
      obras_puntos    | -80,-90,-100,90                             | 0
      obras_rutas     | -89.7,20.9,-89.69,20.91                     | 2
      obras_poligonos | -89.65,20.94,-89.65,20.94                   | 2
      obras_poligonos | -89.7,20.95,-89.69,21                       | 0
      # Within Mérida; across a border; a corner that only the rectangle around Mérida has; all of the state.
      municipios      | -89.6237,20.9674,-89.6237,20.9674           | 1
      municipios      | -89.63,20.96,-89.55,20.97                   | 2
      municipios      | -91,19,-87,22                               | 106
      municipios      | 0,0,1,1                                     | 0`;
    for (const [layer = '', bbox, count] of cases) {
      const { numberMatched, features } = await page(layer, `?limit=1000&bbox=${bbox}`);
      assert.deepEqual([numberMatched, features.length], [Number(count), Number(count)], bbox);
    }
    const encoded = await page('obras_puntos', '?bbox=-89.655%2C20.8%2C-89.6%2C20.95&limit=2');
    const href = linksOf(encoded.links, 'next')[0]?.href ?? '';
    const rest = await page('obras_puntos', href.slice(href.indexOf('?')));
    assert.equal(rest.numberMatched, 5);
    assert.equal(rest.features.length, 2);
  });

  test('A.17 bounds a page by limit, and takes the maximum for more than that', async () => {
    const most = '99999999999999999999';
    for (const [limit, count] of Object.entries({ 1: 1, 14: 14, 1000: 15, 5000: 15, [most]: 15 })) {
      assert.equal((await page('obras_puntos', `?limit=${limit}`)).features.length, count, limit);
    }
    const { links } = await page('obras_puntos', '?limit=5000');
    assert.match(linksOf(links, 'self')[0]?.href ?? '', /limit=1000$/);
  });

  test('A.19 takes a datetime, which features without a time pass', async () => {
    const instant = '2026-01-31T08:00:00Z';
    const term = '2026-01-31T08:00:00-06:00/2026-02-01T00:00:00Z';
    const open = [`../${instant}`, `${instant}/..`, `/${instant}`, `${instant}/`];
    for (const value of [instant, term, ...open]) {
      const query = `?datetime=${encodeURIComponent(value)}`;
      assert.equal((await page('obras_puntos', query)).numberMatched, 15, value);
    }
  });

  test('A.20 answers 400 to a parameter with an invalid value', async () => {
    for (const [query, sentence] of [
      ['limit=0', /^limit debe estar entre 1 y 1,000\.$/],
      ['limit=-5', /^limit /],
      ['limit=diez', /^limit debe ser un número entero\.$/],
      ['limit=1&limit=2', /^limit se indicó más de una vez\.$/],
      ['bbox=1,2,3', /^bbox debe tener la forma/],
      ['bbox=1,2,3,4,5', /^bbox /],
      ['bbox=1,2,3,x', /^bbox /],
      ['bbox=1,2,3,Infinity', /^bbox /],
      ['bbox=1,20,3,10', /^bbox /],
      ['bbox=', /^bbox /],
      ['datetime=ayer', /^datetime debe ser una fecha/],
      ['datetime=../..', /^datetime /],
      ['datetime=2026-02-30T00:00:00Z', /^datetime /],
      ['datetime=2026-02-03T00:00:00Z/2026-02-02T00:00:00Z', /^datetime /],
      ['cursor=x', /^cursor no es un cursor válido\.$/],
      [`cursor=${Buffer.from('1.2').toString('base64url')}`, /^cursor /],
      [`cursor=${Buffer.from('obras_puntos/1.9999999999.3').toString('base64url')}`, /^cursor /],
      ['municipioId=x', /^municipioId debe ser un número entero\.$/],
    ] as const) {
      refused(await call('user', 'GET', `${ITEMS}?${query}`), 400, [sentence]);
    }
  });

  test('A.21 answers 400 to an unknown parameter, everywhere', async () => {
    const unknown = (name: string) => `${name} no es un parámetro reconocido.`;
    for (const path of PATHS) {
      refused(await call('user', 'GET', `/ogc${path}?nada=1`), 400, [unknown('nada')]);
    }
    const filtered = '/ogc/collections/municipios/items?municipioId=1&q=x';
    refused(await call('user', 'GET', filtered), 400, ['municipioId', 'q'].map(unknown));
  });

  test('A.27 to A.29 answers one feature as in its page, with links to itself and its collection', async () => {
    for (const layer of LAYERS) {
      const [first] = (await page(layer, '?limit=1')).features as [Feature];
      const own = `${base}/ogc/collections/${layer}`;
      const answer = await get(`/ogc/collections/${layer}/items/${first.id}`);
      assert.equal(typeOf(answer), 'application/geo+json');
      const { links, ...feature } = answer.body;
      assert.deepEqual(feature, first);
      assert.deepEqual(columnsOf(links, 'rel', 'href', 'type'), [
        ['self', `${own}/items/${first.id}`, 'application/geo+json'],
        ['collection', own, 'application/json'],
        ['alternate', `${own}/items/${first.id}?f=html`, 'text/html'],
      ]);
      const missing = await call('user', 'GET', `/ogc/collections/${layer}/items/9999999`);
      refused(missing, 404, `La capa ${layer} no tiene el elemento 9999999.`);
    }
    // One of another layer.
    const [line] = (await page('obras_rutas', '?limit=1')).features as [Feature];
    const elsewhere = await call('user', 'GET', `${ITEMS}/${line.id}`);
    assert.equal(elsewhere.status, 404);
    const odd = await call('user', 'GET', '/ogc/collections/municipios/items/uno');
    refused(odd, 400, ['id debe ser un número entero.']);
  });

  test('has flat properties, always there, and amounts with both decimals', async () => {
    const { text } = await get(`${ITEMS}?limit=1`);
    assert.match(text, /"monto":1000\.00,/);
    const { features } = await page('obras_puntos', '?limit=1000');
    const { nombre: _, claveUnica, ...properties } = features[0]?.properties ?? {};
    assert.match(String(claveUnica), /^OBRA-\d+$/);
    assert.deepEqual(properties, {
      ...{ obraId: 1, numeroObra: 1, descripcion: '', monto: 1000, anio: 2026 },
      ...{ dependencia: 'Secretaría de Obras', siglas: 'SOP', tipoProyecto: 'Vialidades' },
      ...{ municipio: 'Mérida', municipioClave: '31050', estatus: 'En proceso' },
      ...{ direccion: 'Calle 60 x 61, Centro', localidadReferencia: null, orden: 1 },
      ...{ avanceFisico: null, fechaCorte: null },
      ...{ fechaTerminoBase: null, fechaTerminoVigente: null },
      ...(hasFeature('archivos') && { fotos: 0, foto: null }),
      ...(hasFeature('alertas') && {
        ...{ plazosRegistrados: 0, diasSinMovimiento: await daysSince('2026-01-01') },
        ...{ proponentesMinimo: null, excesoFraccionado: null, excesoUmbral: null },
        ...{ diasConvenioTardio: null, excesoPagado: null, diasSinActa: null },
      }),
    });
    const names = Object.keys(features[0]?.properties ?? {});
    for (const feature of features) assert.deepEqual(Object.keys(feature.properties), names);
  });

  test('takes the filters of GET /obras, and keeps them over pages', async () => {
    const { paths } = (await get('/ogc/api')).body;
    const named = (layer: string) => {
      const { parameters } = paths[`/collections/${layer}/items`].get;
      return columnOf(parameters as { $ref: string }[], '$ref').map(lastPart);
    };
    for (const name of ['municipioId', 'estatusObraId', 'q']) {
      assert.ok(named('obras_rutas').includes(name), name);
      assert.ok(!named('municipios').includes(name), name);
    }
    const pages = await walk('obras_puntos', '?municipioId=50&limit=3');
    assert.deepEqual(columnOf(pages, 'numberMatched'), [7, 7, 7]);
    assert.deepEqual(columnOf(pages, 'numberReturned'), [3, 3, 1]);
    assert.equal((await page('obras_puntos', '?estatusObraId=1')).numberMatched, 0);
    assert.equal((await page('obras_puntos', '?q=calle%2060')).numberMatched, 15);
    assert.equal((await page('obras_rutas', '?municipioId=1&q=calle')).numberMatched, 1);
  });

  test('gives each feature once over pages, whatever is added and deleted meanwhile', async () => {
    const first = await page('obras_puntos', '?limit=4');
    const added = await create({ ubicaciones: [place('PUNTO')] });
    const [, second] = first.features as [Feature, Feature];
    await write('admin', 'DELETE', `/obras/${second.properties.obraId}`);
    const href = linksOf(first.links, 'next')[0]?.href ?? '';
    const rest = await walk('obras_puntos', href.slice(href.indexOf('?')));
    const ids = [first, ...rest].flatMap(({ features }) => features.map(({ id }) => id));
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(ids.length, 16);
    assert.equal(rest[0]?.numberMatched, 15);
    await write('admin', 'DELETE', `/obras/${added}`);
  });

  test('ends a page of large geometries early, and goes on with the next', async () => {
    const large = withBlanks(PLACES.RUTA, 1_000_000);
    await manyObras(
      'generate_series(1001, 1006)',
      {},
      `SELECT id, 50, 'Larga', 'RUTA', ${large}, 1 FROM obras WHERE numero_obra > 1000`,
    );
    const pages = await walk('obras_rutas', '?limit=1000');
    assert.ok(pages.length > 1);
    for (const { numberMatched } of pages) assert.equal(numberMatched, 8);
    assert.equal(pages.flatMap(({ features }) => features).length, 8);
    await db.query('DELETE FROM obras WHERE numero_obra > 1000');
  });

  test('has schemas with the fields and geometry of each layer, which every feature fits', async () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const layer of LAYERS) {
      const { links } = (await get(`/ogc/collections/${layer}`)).body;
      const [schema] = linksOf(links, 'http://www.opengis.net/def/rel/ogc/1.0/schema');
      const [described] = linksOf(links, 'describedby');
      // GDAL 3.6 knows no other spelling.
      assert.equal(linksOf(links, 'describedBy')[0]?.href, described?.href);
      const answer = await get(schema?.href.slice(base.length) ?? '');
      assert.equal(typeOf(answer), 'application/schema+json');
      assert.equal(answer.body.$id, schema?.href);
      const { id, geometry, ...fields } = answer.body.properties;
      assert.equal(id['x-ogc-role'], 'id');
      assert.equal(geometry['x-ogc-role'], 'primary-geometry');
      assert.match(geometry.format, /^geometry-/);
      const whole = (await get(described?.href.slice(base.length) ?? '')).body;
      assert.deepEqual(Object.keys(whole.properties.properties.properties), Object.keys(fields));
      const fits = ajv.compile(whole.properties.properties);
      const { required } = whole.properties.properties;
      assert.deepEqual(required, answer.body.required.slice(2));
      for (const feature of (await page(layer, '?limit=1000')).features) {
        // Null is for what is not there, which no required property may be.
        const there = Object.entries(feature.properties).filter(
          ([name, value]) => value !== null || required.includes(name),
        );
        assert.ok(fits(Object.fromEntries(there)), ajv.errorsText(fits.errors));
        assert.deepEqual(Object.keys(feature.properties), Object.keys(fields));
        const types = columnOf(whole.properties.geometry.oneOf as { $ref: string }[], '$ref');
        assert.ok(types.map(lastPart).includes(feature.geometry.type));
      }
      const properties = Object.values<Record<string, number>>(answer.body.properties);
      const order = columnOf(properties, 'x-ogc-propertySeq');
      assert.deepEqual(order, numbers(1, order.length));
    }
  });

  test('answers OPTIONS with reading alone', async () => {
    const authorization = `Bearer ${await tokenOf('user')}`;
    const options = async (path: string, headers = {}): Promise<Answer> => {
      const answer = await fetch(base + path, { method: 'OPTIONS', headers });
      const text = await answer.text();
      const body = bodyOf(text, answer.headers.get('content-type') ?? '');
      return { status: answer.status, headers: answer.headers, text, body };
    };
    const { status, headers } = await options(ITEMS, { authorization });
    assert.deepEqual([status, headers.get('allow')], [204, 'GET, HEAD, OPTIONS']);
    unauthorized(await options(ITEMS), /./);
    assert.equal((await options('/ogc/collections/calles/items', { authorization })).status, 404);
  });

  test('answers an empty layer with its schema, no features, and no extent', async () => {
    await db.query('DELETE FROM obras');
    const { numberMatched, features, links } = await page('obras_rutas');
    assert.deepEqual([numberMatched, features, links.length], [0, [], 3]);
    const { body } = await get('/ogc/collections/obras_rutas');
    assert.equal(body.extent, undefined);
    const { properties } = (await get('/ogc/collections/obras_rutas/schema')).body;
    const { monto, avanceFisico, fechaCorte } = properties;
    assert.ok(monto);
    assert.deepEqual([avanceFisico.type, fechaCorte.format], ['number', 'date']);
    await create({ ubicaciones: [place('RUTA')] });
    assert.ok((await get('/ogc/collections/obras_rutas')).body.extent);
  });
});

describe('coordinates of the layers', () => {
  /** One place in each system, as GDAL 3.6 calculates it. */
  const PLACE = {
    crs84: [-89.6237, 20.9674],
    latitudeFirst: [20.9674, -89.6237],
    mercator: [-9976864.647, 2387991.81],
    utm: [227191.395, 2320775.939],
  };
  type System = keyof typeof SYSTEMS;
  const systems = Object.keys(SYSTEMS) as System[];
  const asked = (query: Record<string, string>) => `?${new URLSearchParams(query)}`;
  /** A rectangle around the place that reaches this far to each side. */
  const around = (system: System, reach: number) => {
    const [x = 0, y = 0] = PLACE[system];
    return [x - reach, y - reach, x + reach, y + reach].join(',');
  };
  before(async () => {
    await resetWithCatalog();
    const [x, y] = PLACE.crs84;
    await create({ ubicaciones: [place('PUNTO'), place('RUTA'), place('POLIGONO')] });
    const points = [[x, (y as number) + 0.01, 8.5], [90, -80]]; // biome-ignore format: positions
    const geometries = points.map((coordinates) => ({ type: 'Point', coordinates }));
    await create({ ubicaciones: geometries.map((one) => place('PUNTO', { geometriaJson: one })) });
  });

  test('are in the system that is asked for, which a header names', async () => {
    for (const system of systems) {
      const crs = SYSTEMS[system];
      for (const path of [ITEMS, `${ITEMS}/1`]) {
        const { headers, body } = await get(path + asked({ crs }));
        assert.equal(headers.get('content-crs'), `<${crs}>`);
        const [feature] = body.features ?? [body];
        assert.deepEqual(feature.geometry, { type: 'Point', coordinates: PLACE[system] }, system);
        assert.ok(linksOf(body.links, 'self')[0]?.href.includes(`crs=${encodeURIComponent(crs)}`));
      }
    }
    const plain = await get(ITEMS);
    assert.equal(plain.headers.get('content-crs'), `<${SYSTEMS.crs84}>`);
    const named = await page('obras_puntos', asked({ crs: SYSTEMS.crs84 }));
    assert.deepEqual(named.features, plain.body.features);
  });

  test('keep altitudes, amounts and every geometry’s form', async () => {
    for (const system of systems) {
      const crs = SYSTEMS[system];
      const { text, body } = await get(ITEMS + asked({ crs }));
      assert.match(text, /"monto":1500000\.50,/);
      assert.equal(body.features[1].geometry.coordinates[2], 8.5);
      for (const layer of LAYERS) {
        const as84 = await page(layer, '?limit=2');
        const { features } = await page(layer, asked({ crs, limit: '2' }));
        const shape = (coordinates: unknown): unknown =>
          Array.isArray(coordinates) ? coordinates.map(shape) : typeof coordinates;
        const formOf = ({ id, geometry }: Feature) => [
          id,
          geometry.type,
          shape(geometry.coordinates),
        ];
        assert.deepEqual(features.map(formOf), as84.features.map(formOf));
      }
    }
  });

  test('are missing outside of a system’s area, where the feature is counted all the same', async () => {
    for (const system of systems) {
      const isThere = system !== 'utm';
      const query = asked({ crs: SYSTEMS[system] });
      const { numberMatched, features } = await page('obras_puntos', query);
      assert.equal(numberMatched, 3);
      assert.equal(features[2]?.geometry !== null, isThere, system);
      const one = await get(`${ITEMS}/${features[2]?.id}${query}`);
      assert.deepEqual(one.body.geometry, features[2]?.geometry);
    }
  });

  test('of bbox are in the system that bbox-crs names, whatever crs is', async () => {
    for (const system of systems) {
      const isDegrees = Math.abs(PLACE[system][0] as number) < 180;
      const reaches = isDegrees ? [0, 0.001, 0.02, 1000] : [0, 100, 2_000, 1e8];
      for (const [i, reach] of reaches.entries()) {
        const bbox = { bbox: around(system, reach), 'bbox-crs': SYSTEMS[system] };
        const counts = async (query: object) =>
          (await page('obras_puntos', asked({ ...bbox, ...query }))).features.length;
        // Of the three, the world has one that UTM has no place for.
        const expected = [1, 1, 2, system === 'utm' ? 2 : 3][i];
        assert.equal(await counts({ crs: SYSTEMS.utm }), expected, `${system} ${reach}`);
        const municipios = await page('municipios', asked({ ...bbox, limit: '3' }));
        const few = [1, 1, 3][i];
        if (few === undefined) assert.equal(municipios.numberMatched, 106);
        else assert.ok(municipios.numberMatched <= few);
        assert.ok(few === undefined || municipios.features.some(({ id }) => id === 50));
      }
    }
    // The other way round it is nowhere near.
    const bbox = around('latitudeFirst', 0.001);
    assert.equal((await page('obras_puntos', asked({ bbox }))).features.length, 0);
    // With heights, and as GDAL writes numbers.
    const [x = 0, y = 0] = PLACE.utm;
    const high = [x - 10, y - 10, -5, x + 10, `${y + 10}000000001e0`, '3e2'].join(',');
    const found = await page('obras_puntos', asked({ bbox: high, 'bbox-crs': SYSTEMS.utm }));
    assert.equal(found.features.length, 1);
  });

  test('of a bbox with its corners the wrong way round are refused in the words of its system', async () => {
    const cases = table`
      # system      | bbox          | form
      crs84         | -89,21,-88,20 | minLon,minLat,maxLon,maxLat en grados
      latitudeFirst | 21,-90,20,-89 | minLat,minLon,maxLat,maxLon en grados
      mercator      | 2,1,1,2       | minX,minY,maxX,maxY en metros
      utm           | 1,2,2,1       | minX,minY,maxX,maxY en metros`;
    for (const [system, bbox = '', form] of cases) {
      const query = asked({ bbox, 'bbox-crs': SYSTEMS[system as System] });
      const sentence = new RegExp(`^bbox debe tener la forma ${form}`);
      for (const path of [ITEMS, '/ogc/collections/municipios/items']) {
        refused(await call('user', 'GET', path + query), 400, [sentence]);
      }
    }
    // Across the antimeridian, from Yucatán around the world.
    const query = asked({ bbox: '-90,170,90,-89.7', 'bbox-crs': SYSTEMS.latitudeFirst });
    assert.equal((await page('obras_puntos', query)).features.length, 0);
  });

  test('in a system that is not offered are refused with those that are', async () => {
    const wrong = ['EPSG:3857', 'http://www.opengis.net/def/crs/EPSG/0/32615', 'CRS84', ''];
    for (const crs of wrong) {
      const sentence = new RegExp(`debe ser ${SYSTEMS.crs84}, .* ${SYSTEMS.utm}\\.$`);
      for (const path of [ITEMS, `${ITEMS}/1`]) {
        refused(await call('user', 'GET', path + asked({ crs })), 400, [sentence]);
      }
      refused(await call('user', 'GET', ITEMS + asked({ 'bbox-crs': crs })), 400, [sentence]);
    }
    for (const query of [`${ITEMS}/1?bbox-crs`, '/ogc/collections?crs']) {
      const answer = await call('user', 'GET', `${query}=${SYSTEMS.utm}`);
      refused(answer, 400, [`${query.split('?')[1]} no es un parámetro reconocido.`]);
    }
  });

  test('of the next page are in the same system, with the same bbox', async () => {
    const bbox = { bbox: around('mercator', 2_000), 'bbox-crs': SYSTEMS.mercator };
    const pages = await walk('obras_puntos', asked({ limit: '1', crs: SYSTEMS.utm, ...bbox }));
    assert.deepEqual(columnOf(pages, 'numberReturned'), [1, 1]);
    assert.equal(pages[0]?.features[0]?.geometry.coordinates[0], PLACE.utm[0]);
  });
});

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

describe('pages of the layers, for people', () => {
  const OTHERS = ['/collections/municipios', '/collections/municipios/items'];
  const ONES = ['/collections/municipios/items/50', '/collections/obras_poligonos/items'];
  const PAGES = [...PATHS.filter((path) => !/api|schema/.test(path)), ...OTHERS, ...ONES].map(
    (path) => `/ogc${path}`,
  );
  const asking = (path: string, accept: string | undefined, url = base, method = 'GET') =>
    call('user', method, path, undefined, { url, headers: accept === undefined ? {} : { accept } });
  const MALICE = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>&amp;`;

  before(async () => {
    await resetWithCatalog();
    for (let i = 1; i <= 12; i++) {
      await create({
        nombre: i === 1 ? MALICE : `Obra ${i}`,
        descripcion: i === 1 ? MALICE.repeat(20) : '',
        monto: 1234.5,
        ubicaciones: [place('PUNTO', { direccion: MALICE }), place('RUTA'), place('POLIGONO')],
      });
    }
    for (const path of PAGES) pages.set(path, await asking(path, BROWSER));
  });
  /** The page of a browser at each of those addresses. */
  const pages = new Map<string, Answer>();

  test('are sent to browsers, and JSON to other programs, and f decides for certain', async () => {
    const ways = table`
      # accept                              | f    | form of the answer
      ${BROWSER}                            | -    | page
      -                                     | -    | json
      application/json                      | html | page
      application/geo+json, text/html;q=0.9 | -    | json
      ${BROWSER}                            | json | json
      -                                     | html | page`;
    for (const path of PAGES) {
      for (const [accept, f, form] of path === '/ogc/collections' ? ways : ways.slice(0, 3)) {
        const answer = await asking(f ? `${path}?f=${f}` : path, accept || undefined);
        assert.equal(answer.status, 200, answer.text);
        assert.equal(typeOf(answer) === 'text/html', form === 'page', `${path} ${f} ${accept}`);
        assert.equal(answer.text.startsWith('<!doctype html>'), form === 'page');
        const vary = answer.headers.get('vary') ?? '';
        assert.equal(/(^|, )Accept(,|$)/.test(vary), !f, vary);
      }
      const head = await asking(path, BROWSER, base, 'HEAD');
      assert.equal(typeOf(head), 'text/html');
    }
    const sentences = table`
      f=HTML        | f debe ser json o html.
      f=            | f debe ser json o html.
      f=html&f=json | f se indicó más de una vez.`;
    for (const [query, sentence = ''] of sentences) {
      refused(await call('user', 'GET', `/ogc/collections?${query}`), 400, [sentence]);
    }
    const authorization = `Bearer ${await tokenOf('user')}`;
    const slash = await fetch(`${base}/ogc/`, { headers: { accept: BROWSER, authorization } });
    assert.equal(await slash.text(), (await asking('/ogc', BROWSER)).text);
    for (const path of ['/ogc/api', '/ogc/collections/municipios/schema']) {
      assert.match(typeOf(await asking(path, BROWSER)), /json/);
      const answer = await call('user', 'GET', `${path}?f=html`);
      refused(answer, 400, ['f no es un parámetro reconocido.']);
    }
  });

  test('run and load nothing, whatever text is stored in the registry', async () => {
    for (const { text, headers } of pages.values()) {
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src data:;/);
      assert.doesNotMatch(policy, /unsafe|\*|http/);
      assert.doesNotMatch(text, /<(script|img|iframe|object|link rel="stylesheet")/);
      assert.doesNotMatch(text, /<[a-z][^>]*\s(on\w+|style)=/);
      for (const [, address = ''] of text.matchAll(/(?:href|src|action)="([^"]*)"/g)) {
        assert.ok(address === 'data:,' || address.startsWith(`${base}/`), address);
      }
    }
    const { text } = await asking(`${ITEMS}/1`, BROWSER);
    const escaped = MALICE.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
    assert.ok(text.includes(`<h1>${escaped}</h1>`));
    assert.ok(text.includes(`<dd>${escaped.repeat(20)}</dd>`));
  });

  test('have the data of the layer, with amounts as people write them, and a drawing', async () => {
    const { text } = await asking(ITEMS, BROWSER);
    assert.match(text, /Se muestran 10 de 12 elementos\./);
    assert.equal(text.split('<circle ').length - 1, 10);
    for (const part of [
      '>Mérida</text>',
      '<td class="numero">$1,234.50</td>',
      '<td>-89.6237, 20.9674</td>',
      '<th scope="col" class="numero">Monto (MXN)</th>',
    ]) {
      assert.ok(text.includes(part), part);
    }
    const areas = await asking('/ogc/collections/obras_poligonos/items?limit=3', BROWSER);
    assert.equal(areas.text.split('class="superficie"').length - 1, 3);
    assert.ok(areas.text.includes('<td>Polígono, 4 posiciones</td>'));
    const collection = (await asking(POINTS, BROWSER)).text;
    const field = '<th scope="row"><code>claveUnica</code></th>';
    for (const part of [...Object.values(SYSTEMS), field]) assert.ok(collection.includes(part));
    const none = await asking(`${ITEMS}?q=nada`, BROWSER);
    assert.match(none.text, /Ningún elemento cumple lo que se pide\./);
    assert.doesNotMatch(none.text, /<svg|<table/);
  });

  test('have coordinates in the system that is asked for, and draw them all the same', async () => {
    const query = `?crs=${encodeURIComponent(SYSTEMS.utm)}`;
    for (const path of ['', '/1']) {
      const { text, headers } = await asking(ITEMS + path + query, BROWSER);
      assert.equal(headers.get('content-crs'), `<${SYSTEMS.utm}>`);
      assert.ok(text.includes('227191.395, 2320775.939'));
      assert.ok(text.includes('<circle '));
    }
  });

  test('lead from one to the next, each in the form and system of the first', async () => {
    const linked = (text: string, words: string) =>
      new RegExp(`href="([^"]*)"[^>]*>${words}<`).exec(text)?.[1]?.replaceAll('&#38;', '&') ?? '';
    const bbox = '-9990000,2300000,-9900000,2400000';
    const more = { limit: '5', f: 'html', crs: SYSTEMS.utm, bbox, 'bbox-crs': SYSTEMS.mercator };
    let address = `${ITEMS}?${new URLSearchParams(more)}`;
    const seen: string[] = [];
    let last = '';
    for (let i = 0; i < 3; i++) {
      // The requests of a program that follows the links of a page.
      const { text } = await asking(address, undefined);
      seen.push(...[...text.matchAll(/<th scope="row"><a [^>]*>(\d+)</g)].map(([, id = '']) => id));
      last = text;
      address = linked(text, 'Página siguiente').slice(base.length);
      for (const name of Object.keys(more)) {
        assert.equal(i < 2 && !new URL(address, base).searchParams.has(name), false, name);
      }
    }
    assert.equal(address, '');
    assert.equal(new Set(seen).size, 12);
    const first = linked(last, 'Primera página');
    assert.ok(first.startsWith(base) && !first.includes('cursor'));
    const program = await asking(linked(last, 'GeoJSON').slice(base.length), BROWSER);
    assert.equal(typeOf(program), 'application/geo+json');
    assert.equal(program.body.features.length, 2);
    // Every link of every page is answered.
    const links = [...pages.values()].map(({ text }) => [...text.matchAll(/<a href="([^"]*)"/g)]);
    assert.ok(links.every(({ length }) => length > 0));
    const headers = { accept: BROWSER, authorization: `Bearer ${await tokenOf('user')}` };
    for (const href of new Set(links.flat().map(([, href = '']) => href))) {
      const there = await fetch(href.replaceAll('&#38;', '&'), { headers });
      assert.ok(there.ok, href);
      await there.arrayBuffer();
    }
  });

  test('answer errors to browsers in words for people, and to programs as JSON', async () => {
    const cases = table`
      # path                         | status | words
      /ogc/collections/calles        | 404    | No existe la capa «calles».
      ${ITEMS}/99999                 | 404    | La capa obras_puntos no tiene el elemento 99999.
      ${ITEMS}?limit=0&nada=1        | 400    | nada no es un parámetro reconocido.
      ${ITEMS}?bbox=1,2,3,1          | 400    | bbox debe tener la forma`;
    for (const [path = '', status, words = ''] of cases) {
      const answer = await asking(path, BROWSER);
      assert.deepEqual([answer.status, typeOf(answer)], [Number(status), 'text/html']);
      assert.ok(answer.text.includes(words), answer.text);
      assert.ok(answer.headers.get('content-security-policy'));
      assert.equal((await call('user', 'GET', path)).body.statusCode, Number(status));
    }
  });

  test('are refused without an account, with a challenge for browsers', async () => {
    for (const path of [...PAGES, '/ogc/collections/calles']) {
      const answer = await call('nobody', 'GET', path, undefined, { headers: { accept: BROWSER } });
      assert.equal(typeOf(answer), 'text/html');
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic /);
      assert.match(answer.text, /escriba el correo y la contraseña de su cuenta/);
      assert.doesNotMatch(answer.text, /Obra |Pavimenta|municipio|calles|Unauthorized/);
      const program = await call('nobody', 'GET', path);
      unauthorized(program, /^Basic /);
      assert.equal(answer.status, program.status);
    }
  });
});

describe('answers whose links begin with PUBLIC_URL', () => {
  let other: Awaited<ReturnType<typeof otherApp>>;
  before(async () => {
    await resetWithCatalog();
    await create({ ubicaciones: [place('PUNTO'), place('PUNTO')] });
    other = await otherApp({ PUBLIC_URL: 'https://obras.ejemplo.gob.mx/registro' });
  });
  after(() => other.close());
  const at = (path: string, headers = {}) =>
    tagged(() => call('user', 'GET', path, undefined, { url: other.url, headers }));

  test('are kept for browsers apart from what programs get at the same address', async () => {
    for (const path of [ITEMS, '/ogc/collections/municipios/items/50']) {
      const tags = new Map<string, string>();
      for (const accept of [BROWSER, '*/*', BROWSER, '*/*', BROWSER]) {
        const answer = await at(path, { accept });
        assert.equal(typeOf(answer) === 'text/html', accept === BROWSER);
        const tag = answer.headers.get('etag') ?? '';
        assert.equal(tags.get(accept) ?? tag, tag);
        tags.set(accept, tag);
        assert.match(answer.headers.get('vary') ?? '', /^Accept\b/);
      }
      const [page = '', json = ''] = [tags.get(BROWSER), tags.get('*/*')];
      assert.notEqual(page, json);
      for (const [accept, tag, status] of [
        [BROWSER, page, 304],
        [BROWSER, json, 200],
        ['*/*', json, 304],
        ['*/*', page, 200],
      ] as const) {
        assert.equal((await at(path, { accept, 'if-none-match': tag })).status, status);
      }
    }
    await create({ nombre: 'La tercera', ubicaciones: [place('PUNTO')] });
    assert.match((await at(ITEMS, { accept: BROWSER })).text, /3 de 3 elementos/);
  });

  test('have it wherever it is set, and are kept', async () => {
    // Neither its classes nor the form of a feature has an address of its own.
    for (const path of PATHS.filter((one) => !/conformance|feature/.test(one))) {
      const { text } = await at(`/ogc${path}`);
      assert.ok(text.includes('https://obras.ejemplo.gob.mx/registro/ogc'), path);
      assert.ok(!text.includes('127.0.0.1'), path);
    }
    const items = `${ITEMS}?limit=1`;
    const first = await at(items);
    const etag = first.headers.get('etag') ?? '';
    assert.match(etag, /^W\//);
    assert.equal((await at(items)).text, first.text);
    assert.equal((await at(items, { 'if-none-match': etag })).status, 304);
    await create({ ubicaciones: [place('PUNTO')] });
    const more = await at(items, { 'if-none-match': etag });
    assert.equal(more.body.numberMatched, 4);
    // A report of the obra is news of its feature.
    const { obraId } = more.body.features[0].properties;
    const kept = { 'if-none-match': more.headers.get('etag') ?? '' };
    assert.equal((await at(items, kept)).status, 304);
    const report = { fechaCorte: '2026-06-30', avanceFisico: 45 };
    await write('admin', 'POST', `/obras/${obraId}/avances`, report);
    const reported = await at(items, kept);
    assert.match(reported.text, /"avanceFisico":45\.00,"fechaCorte":"2026-06-30",/);
    const { id } = reported.body.features[0];
    const sheet = await at(`${ITEMS}/${id}`, { accept: 'text/html' });
    assert.match(sheet.text, /<dt>Avance físico<\/dt><dd>45 %<\/dd>/);
    if (!hasFeature('archivos')) return;
    // So is a photo.
    const unseen = { 'if-none-match': reported.headers.get('etag') ?? '' };
    const photo = await noteArchivo(obraId);
    const { properties } = (await at(items, unseen)).body.features[0];
    const address = `https://obras.ejemplo.gob.mx/registro/obras/${obraId}/archivos/${photo}/contenido`;
    assert.deepEqual([properties.fotos, properties.foto], [1, address]);
    const item = `${ITEMS}/${id}`;
    assert.equal((await at(item)).body.properties.foto, address);
    const { text } = await at(item, { accept: 'text/html' });
    assert.ok(text.includes(`<dd><a href="${address}">Ver la foto</a></dd>`), text);
  });
});
