import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { randomFrom } from '../../../bench/demo/random.ts';
import { ascending, columnOf, columnsOf } from '../../columns.ts';
import { hasFeature, isHere } from '../../features.ts';
import { report } from '../../imports.ts';
import { manyObras } from '../../many-obras.ts';
import {
  addressFor,
  call,
  db,
  get,
  idsOf,
  newObra,
  nextOf,
  refused,
  resetWithCatalog,
  ubicacionBody,
  withApp,
  wkt,
  write,
} from '../../world.ts';

// Tiles of the map. Their counts are made here once more, from the list of obras and by formulas of its own.

interface Feature {
  id?: number;
  geometry: { type: string; coordinates: unknown };
  properties: Record<string, unknown>;
}
/** The numbers of a geometry's coordinates. */
const positionsOf = ({ coordinates }: Feature['geometry']) => (coordinates as number[]).flat(9);
type Tile = [z: number, x: number, y: number];
interface PlacedUbicacion {
  obraId: number;
  ubicacionId: number;
  estatusObraId: number;
  point: [number, number];
}

async function tileOf([z, x, y]: Tile, query = ''): Promise<Feature[]> {
  const { headers, body } = await get(`/mapa/${z}/${x}/${y}?${query}`);
  assert.equal(headers.get('content-type'), 'application/geo+json; charset=utf-8');
  assert.equal(body.type, 'FeatureCollection');
  return body.features;
}

/** Where a point is in a world that is one wide and one high. */
function project([longitude, latitude]: [number, number]): [number, number] {
  const radians = (latitude * Math.PI) / 180;
  const north = Math.log(Math.tan(radians) + 1 / Math.cos(radians));
  return [longitude / 360 + 0.5, 0.5 - north / (2 * Math.PI)];
}
const latitudeOf = (y: number) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
/** The tile that has a point, or with 3 more its cell. */
const tileWith = (z: number, point: [number, number]): Tile => {
  const [x, y] = project(point).map((part) => Math.floor(part * 2 ** z)) as [number, number];
  return [z, x, y];
};

/** The tiles of one zoom that have any of these places. */
const tilesWith = (z: number, places: PlacedUbicacion[]): Tile[] => [
  ...new Map(places.map(({ point }) => [String(tileWith(z, point)), tileWith(z, point)])).values(),
];

async function findPoints() {
  const rows = await db.query<{ id: number; x: number; y: number }>(
    'SELECT id, ST_X(p) AS x, ST_Y(p) AS y FROM ubicaciones, ST_PointOnSurface(geometria) p',
  );
  return new Map(rows.map(({ id, x, y }) => [id, [x, y] as [number, number]]));
}

/** Where the obras of a list stand. */
async function placesOf(query: string, points: Map<number, [number, number]>) {
  const { body } = await get(`/obras?campos=id,estatusObraId,ubicaciones&${query}`);
  const placed: PlacedUbicacion[] = body.flatMap(
    (obra: { id: number; estatusObraId: number; ubicaciones: { id: number }[] }) =>
      obra.ubicaciones.map(({ id }) => ({
        obraId: obra.id,
        ubicacionId: id,
        estatusObraId: obra.estatusObraId,
        point: points.get(id),
      })),
  );
  return placed;
}

const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);
/** The least and the greatest. */
const endsOf = (numbers: number[]): [number, number] => [
  Math.min(...numbers),
  Math.max(...numbers),
];

function near(given: unknown, expected: number[], tolerance = 2e-6) {
  const numbers = given as number[];
  assert.equal(numbers.length, expected.length);
  for (const [i, number] of numbers.entries()) {
    assert.ok(Math.abs(number - (expected[i] as number)) <= tolerance, `${numbers} ≠ ${expected}`);
  }
}

/** Holds the cells of a tile against the places that it should have. */
function sameCells(features: Feature[], tile: Tile, all: PlacedUbicacion[]) {
  const z = tile[0];
  const cells = new Map<string, PlacedUbicacion[]>();
  for (const place of all) {
    if (String(tileWith(z, place.point)) !== String(tile)) continue;
    const cell = String(tileWith(z + 3, place.point));
    cells.set(cell, [...(cells.get(cell) ?? []), place]);
  }
  const few = (places: PlacedUbicacion[]) => places.length <= 3;
  const shown = [...cells.values()].map((places) => (few(places) ? places.length : 1));
  assert.equal(features.length, sumOf(shown));
  for (const { id, geometry, properties } of features) {
    assert.equal(geometry.type, 'Point');
    const at = geometry.coordinates as [number, number];
    const places = cells.get(String(tileWith(z + 3, at))) ?? [];
    if (few(places)) {
      const none = { point: [] };
      const { point, ...rest } = places.find(({ ubicacionId }) => ubicacionId === id) ?? none;
      assert.deepEqual(properties, rest);
      near(at, point);
      continue;
    }
    const [west, east] = endsOf(places.map(({ point }) => point[0]));
    const [south, north] = endsOf(places.map(({ point }) => point[1]));
    const mean = (of: (place: PlacedUbicacion) => number) => sumOf(places.map(of)) / places.length;
    const { bbox, ...counts } = properties;
    assert.deepEqual(counts, {
      obras: new Set(places.map(({ obraId }) => obraId)).size,
      ubicaciones: places.length,
      estatus: [1, 2, 3, 4, 5, 6, 7].flatMap((estatusObraId) => {
        const { length } = places.filter((place) => place.estatusObraId === estatusObraId);
        return length > 0 ? [{ estatusObraId, ubicaciones: length }] : [];
      }),
    });
    near(bbox, [west, south, east, north]);
    const middle = latitudeOf(mean(({ point }) => project(point)[1]));
    near(at, [mean(({ point }) => point[0]), middle]);
    assert.equal(id, undefined);
  }
}

/** As many works as a town has: points, routes and polygons, some with several places, some with none. */
const someWorks = (count: number) =>
  manyObras(
    count,
    {
      nombre: `CASE n % 3 WHEN 0 THEN 'Pavimentación' ELSE 'Alumbrado' END || ' ' || n`,
      monto: 'n',
      ejercicio_fiscal_id: '1 + n % 2',
      municipio_id: '1 + n % 106',
      tipo_proyecto_id: 'nullif(n % 2, 0)',
      estatus_obra_id: '1 + n % 7',
    },
    `SELECT o.id, 50, 'Calle', CASE WHEN lugar.n % 5 = 1 THEN 'RUTA' WHEN lugar.n % 5 = 2 THEN 'POLIGONO' ELSE 'PUNTO' END,
       ST_AsGeoJSON(CASE
         WHEN lugar.n % 5 = 1 THEN ST_MakeLine(ARRAY[p, ST_Translate(p, 0.001, 0.0005), ST_Translate(p, 0.002, -0.0004)])
         WHEN lugar.n % 5 = 2 THEN ST_Expand(p, 0.0008)
         ELSE p END, 7)::json, k
     FROM obras o, generate_series(1, o.id % 4) k,
       LATERAL (SELECT o.id * 7 + k AS n) lugar,
       -- In two towns, and across the state.
       LATERAL (SELECT ST_SetSRID(ST_MakePoint(
         CASE lugar.n % 3 WHEN 0 THEN -89.62 WHEN 1 THEN -88.2 ELSE -89 END
           + (hashtext('x' || lugar.n) % 10000) / CASE lugar.n % 3 WHEN 2 THEN 8e3 ELSE 2e5 END,
         CASE lugar.n % 3 WHEN 0 THEN 20.97 WHEN 1 THEN 20.69 ELSE 20.6 END
           + (hashtext('y' || lugar.n) % 10000) / CASE lugar.n % 3 WHEN 2 THEN 1e4 ELSE 2e5 END), 4326) AS p) punto`,
  );

describe('the tiles of the map', () => {
  let points: Awaited<ReturnType<typeof findPoints>>;
  let all: PlacedUbicacion[];
  before(async () => {
    await resetWithCatalog();
    await db.query('INSERT INTO ejercicios_fiscales (anio) VALUES (2024)');
    await someWorks(800);
    points = await findPoints();
    all = await placesOf('', points);
    assert.equal(all.length, 1200);
  });

  test('count the ubicaciones in each of their cells, from the world down', async () => {
    for (let z = 0; z < 14; z++) {
      // All of the state where it is few tiles, and where they are many some.
      for (const tile of tilesWith(z, all).slice(0, 6)) sameCells(await tileOf(tile), tile, all);
    }
  });

  for (const query of [
    'estatusObraId=4',
    'estatusObraId=1,2&municipioId=50,51,52,3,4,5',
    'ejercicioFiscalId=2&dependenciaId=1',
    'tipoProyectoId=1&montoMin=100.01&montoMax=700',
    'q=pavimentacion',
    'q=pav 12&estatusObraId=3,4',
    'bbox=-89.65,20.9,-89.6,21',
    // As wide as a tile; and wider, with a word.
    'bbox=-90,20,-88,21.5',
    'bbox=-90.5,19,-87,22&q=alum',
    'q=ningunacosa',
    'municipioId=0',
  ]) {
    test(`follow the filters ${query}`, async () => {
      const places = await placesOf(query, points);
      for (const path of ['0/0/0', '7/32/56', '9/128/225', '9/129/226', '12/1028/1804']) {
        const tile = path.split('/').map(Number) as Tile;
        sameCells(await tileOf(tile, query), tile, places);
      }
      const [x, y] = tileWith(16, [-89.62, 20.97]).slice(1) as [number, number];
      const expected = places.filter(({ point }) => String(tileWith(16, point)) === `16,${x},${y}`);
      const ids = columnOf(expected, 'ubicacionId').sort(ascending);
      assert.deepEqual(columnOf(await tileOf([16, x, y], query), 'id'), ids);
    });
  }

  test('have the geometries themselves from z 14 on, where they are few', async () => {
    // Outlines are counterclockwise, however they were sent. An older PostGIS would turn lines round, too.
    const rows = await db.query<{ id: number; json: string }>(
      `SELECT id, ST_AsGeoJSON(CASE ST_Dimension(geometria)
         WHEN 2 THEN ST_ForcePolygonCCW(geometria) ELSE geometria END) AS json FROM ubicaciones`,
    );
    const geometries = new Map(rows.map(({ id, json }) => [id, JSON.parse(json)]));
    const types = new Set<string>();
    for (const z of [14, 15, 18]) {
      for (const tile of tilesWith(z, all).slice(0, 5)) {
        const expected = all.filter(({ point }) => String(tileWith(z, point)) === String(tile));
        assert.ok(expected.length <= 500);
        const features = await tileOf(tile);
        expected.sort((a, b) => a.ubicacionId - b.ubicacionId);
        const said = expected.map(({ point: _, ...rest }) => rest);
        assert.deepEqual(columnOf(features, 'properties'), said);
        for (const { id, geometry, properties } of features) {
          assert.equal(id, properties.ubicacionId);
          const whole = geometries.get(id as number) as Feature['geometry'];
          types.add(geometry.type);
          assert.equal(geometry.type, whole.type);
          near(positionsOf(geometry), positionsOf(whole), 5.1e-7);
        }
      }
    }
    assert.deepEqual([...types].sort(), ['LineString', 'Point', 'Polygon']);
  });

  test('answer 404 beyond their bounds, and 400 to malformed parameters', async () => {
    // biome-ignore format: rows of tiles
    const beyond = [
      '19/0/0', '-1/0/0', '0/1/0', '0/0/-1', '3/8/0', '18/262144/0', '18/0/262144',
      `${'9'.repeat(40)}/0/0`, `5/${'9'.repeat(40)}/0`,
    ];
    for (const path of beyond) {
      const sentence = `Mosaico ${path} no encontrado: z va de 0 a 18; x e y, de 0 a 2^z - 1.`;
      refused(await call('user', 'GET', `/mapa/${path}`), 404, sentence);
    }
    assert.deepEqual(await tileOf([18, 262143, 262143]), []);
    const whole = ['z', 'x', 'y'].map((name) => `${name} debe ser un número entero.`);
    refused(await call('user', 'GET', '/mapa/a/1.5/%20'), 400, whole);
    const wrong = await call('user', 'GET', '/mapa/7/32/56?montoMin=x&bbox=1');
    refused(wrong, 400, [/^montoMin /, /^bbox /]);
  });

  test('are the same without the answers that are kept', async () => {
    await withApp({ CACHE_MB: 0 }, async (url) => {
      for (const path of ['/mapa/8/64/112?q=alumbrado', '/mapa/15/8226/14436']) {
        const { text } = await get(path);
        assert.equal((await get(path, 'user', { url })).text, text);
      }
    });
  });
});

describe('a tile', () => {
  const MERIDA: [number, number] = [-89.6237, 20.9674];
  const tile = tileWith(15, MERIDA);
  const read = async (path = tile.join('/')) => (await get(`/mapa/${path}`)).body.features;
  beforeEach(resetWithCatalog);
  const change = (id: number, changes: object) => write('admin', 'PATCH', `/obras/${id}`, changes);

  test('has atrasada of late works with conAtraso=true, near and from afar', async () => {
    for (const estatusObraId of [4, 4, 6]) {
      await newObra({ estatusObraId, ubicaciones: [ubicacionBody()] });
    }
    // The second is in time, and the third is done.
    for (const [i, fechaTermino] of ['2020-12-31', '2099-12-31', '2020-12-31'].entries()) {
      const body = { fechaInicio: '2020-01-01', fechaTermino };
      await write('admin', 'POST', `/obras/${i + 1}/programas`, body);
    }
    const late = async (path: string, query = '?conAtraso=true') =>
      (await read(`${path}${query}`)).map(({ properties }: Feature) => properties.atrasada);
    for (const path of [tile.join('/'), '7/32/56']) {
      assert.deepEqual(await late(path), [true, false, false], path);
      assert.deepEqual(await late(path, ''), [undefined, undefined, undefined], path);
      assert.deepEqual(await late(path, '?conAtraso=true&atrasadas=true'), [true]);
    }
    const counted = async (path: string) =>
      columnsOf(columnOf(await read(path), 'properties'), 'ubicaciones', 'atrasadas');
    // A report is news of the one alone.
    const plain = await get('/mapa/7/32/56');
    const told = await get('/mapa/7/32/56?conAtraso=true');
    const done = { fechaCorte: '2021-01-31', avanceFisico: 100 };
    await write('admin', 'POST', '/obras/1/avances', done);
    assert.deepEqual(await late('7/32/56'), [false, false, false]);
    for (const [path, { headers }, status] of [
      ['/mapa/7/32/56', plain, 304],
      ['/mapa/7/32/56?conAtraso=true', told, 200],
    ] as const) {
      const held = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
      assert.equal((await call('user', 'GET', path, undefined, held)).status, status, path);
    }
    const no = await call('user', 'GET', '/mapa/7/32/56?conAtraso=no');
    refused(no, 400, ['conAtraso sólo admite el valor true.']);
    // Four are a cell, which says how many are late: the third is still done.
    await write('admin', 'DELETE', '/obras/1/avances/1');
    await newObra({ estatusObraId: 4, ubicaciones: [ubicacionBody()] });
    assert.deepEqual(await counted('7/32/56?conAtraso=true'), [[4, 1]]);
    const alone = await counted('7/32/56?conAtraso=true&atrasadas=true');
    assert.deepEqual(alone, [[undefined, undefined]]);
    assert.deepEqual(await counted('7/32/56'), [[4, undefined]]);
  });

  test('follows every change at once', async () => {
    const held = await get(`/mapa/${tile.join('/')}`);
    const obra = await newObra({ ubicaciones: [ubicacionBody()] });
    const unchanged = async (etag: string | null) => {
      const headers = { 'if-none-match': etag ?? '' };
      const path = `/mapa/${tile.join('/')}`;
      return (await call('user', 'GET', path, undefined, { headers })).status;
    };
    assert.equal(await unchanged(held.headers.get('etag')), 200);
    const [feature] = await read();
    assert.deepEqual(feature, {
      type: 'Feature',
      id: obra.ubicaciones[0].id,
      geometry: { type: 'Point', coordinates: MERIDA },
      properties: { obraId: obra.id, ubicacionId: obra.ubicaciones[0].id, estatusObraId: 4 },
    });
    const { headers } = await get(`/mapa/${tile.join('/')}`);
    assert.equal(await unchanged(headers.get('etag')), 304);

    await change(obra.id, { estatusObraId: 6, municipioId: 1, monto: 7, tipoProyectoId: null });
    assert.equal(await unchanged(headers.get('etag')), 200);
    assert.equal((await read())[0].properties.estatusObraId, 6);
    assert.deepEqual(await read(`${tile.join('/')}?municipioId=50`), []);
    assert.equal((await read(`${tile.join('/')}?municipioId=1&montoMax=7`)).length, 1);

    const [{ id, ...place }] = obra.ubicaciones;
    const { municipio: _, ...rest } = place;
    const moved = { id, ...rest, geometriaJson: { type: 'Point', coordinates: [-88.2, 20.69] } };
    await change(obra.id, { ubicaciones: [moved, ubicacionBody()] });
    const [, x, y] = tileWith(15, [-88.2, 20.69]);
    assert.equal((await read(`15/${x}/${y}`))[0].id, id);
    assert.notEqual((await read())[0].id, id);
    assert.deepEqual((await read('7/32/56')).length, 2);

    await change(obra.id, { ubicaciones: [moved] });
    assert.deepEqual(await read(), []);
    await write('admin', 'DELETE', `/obras/${obra.id}`);
    assert.deepEqual(await read('0/0/0'), []);
  });

  test('follows a year that gets another number, as every door with the filter anioMax does', async (t) => {
    const obra = await newObra({ ubicaciones: [ubicacionBody()] });
    // biome-ignore format: rows of paths
    const doors = [
      '/mapa/0/0/0?', '/obras?', '/obras.csv?', '/obras.ndjson?', '/obras.geojson?', '/obras/resumen?por=estatus&',
      '/seguimiento?', '/seguimiento.csv?', '/seguimiento/resumen?por=estatus&', '/ogc/collections/obras_puntos/items?',
    ].filter(isHere);
    const url = await addressFor(t, { PUBLIC_URL: 'https://obras.ejemplo.mx' });
    const textOf = async (door: string) => {
      const { text } = await get(`${door}anioMax=2025`, 'user', { url });
      return text.replace(/"timeStamp":"[^"]*"/, '');
    };
    const texts = () => Promise.all(doors.map(textOf));
    const without = await texts();
    // Kept by now.
    assert.deepEqual(await texts(), without);
    const renumber = (anio: number) =>
      call('admin', 'PATCH', '/ejercicio-fiscal/1', { anio }, { url });
    assert.equal((await renumber(2025)).status, 200);
    const within = await texts();
    for (const [i, door] of doors.entries()) assert.notEqual(within[i], without[i], door);
    assert.equal((await renumber(2026)).status, 200);
    assert.deepEqual(await texts(), without);
    await write('admin', 'DELETE', `/obras/${obra.id}`);
  });

  test('follows statements by hand', async () => {
    const [one, two] = [await newObra({ ubicaciones: [ubicacionBody()] }), await newObra()];
    await db.query('UPDATE ubicaciones SET obra_id = $1', [two.id]);
    assert.equal((await read())[0].properties.obraId, two.id);
    await db.query('UPDATE obras SET estatus_obra_id = 2 WHERE id = $1', [two.id]);
    assert.equal((await read())[0].properties.estatusObraId, 2);
    await db.query('DELETE FROM obras WHERE id = $1', [one.id]);
    assert.equal((await read()).length, 1);
    await db.query('TRUNCATE ubicaciones, archivos');
    assert.deepEqual(await read(), []);
    // A case that only a statement by hand can bring: a geometry that is nowhere.
    await db.query(
      `INSERT INTO ubicaciones (obra_id, municipio_id, direccion, tipo_geometria, geometria_json, orden)
       VALUES ($1, 50, 'Ninguna', 'PUNTO', '{"type":"MultiPoint","coordinates":[]}', 1)`,
      [two.id],
    );
    assert.deepEqual(await read('0/0/0'), []);
  });

  if (hasFeature('importacion'))
    test('follows an import of works', async () => {
      const rows = [
        'claveUnica,nombre,monto,ejercicioFiscal,dependencia,municipio,estatus,direccion,longitud,latitud',
        `IMP-1,Obra,100,2026,SOP,Mérida,En proceso,Calle 60,${MERIDA}`,
      ];
      await report(rows.join('\r\n'));
      assert.equal((await read())[0]?.properties.estatusObraId, 4);
    });

  test('has each ubicación of an obra, and counts the obra once', async () => {
    await newObra({ ubicaciones: Array.from({ length: 4 }, () => ubicacionBody()) });
    assert.equal((await read()).length, 4);
    const [cell] = await read(tileWith(13, MERIDA).join('/'));
    assert.deepEqual([cell.properties.obras, cell.properties.ubicaciones], [1, 4]);
    near(cell.properties.bbox, [...MERIDA, ...MERIDA], 1e-6);
  });

  test('has ubicaciones at the edge of the world', async () => {
    const top = 2 ** 18 - 1;
    const ends: [place: number[], path: string][] = [
      [[0, 90], `18/${2 ** 17}/0`],
      [[0, -90], `18/${2 ** 17}/${top}`],
      [[180, 0], `18/${top}/${2 ** 17}`],
      [[-180, 89], '18/0/0'],
      [[180, -90], `18/${top}/${top}`],
    ];
    for (const [coordinates] of ends) {
      const geometriaJson = { type: 'Point', coordinates };
      await newObra({ ubicaciones: [ubicacionBody({ geometriaJson })] });
    }
    for (const [place, path] of ends) {
      const [feature] = await read(path);
      assert.deepEqual(feature.geometry.coordinates, place);
    }
    // A rectangle as high as the world has more than a map of it.
    assert.equal((await read('0/0/0?bbox=-180,-90,180,90')).length, 5);
    assert.equal((await read('1/0/0?bbox=-180,-85.0,180,85.0')).length, 0);
  });

  test('stays small, whatever is drawn', async () => {
    const spiral = (count: number) =>
      Array.from({ length: count }, (_, i) => [
        MERIDA[0] + ((Math.cos(i) * i) / count) * 0.004,
        MERIDA[1] + ((Math.sin(i) * i) / count) * 0.004,
      ]);
    const route = (coordinates: number[][]) =>
      ubicacionBody({ tipoGeometria: 'RUTA', geometriaJson: { type: 'LineString', coordinates } });
    const curve = Array.from({ length: 3000 }, (_, i) => [
      MERIDA[0] + i * 1e-6,
      MERIDA[1] + Math.sin(i / 500) * 1e-4,
    ]);
    const geometriaJson = { type: 'MultiPoint', coordinates: spiral(6_000) };
    const dots = ubicacionBody({ geometriaJson });
    const obra = await newObra({ ubicaciones: [route(curve)] });
    await newObra({ ubicaciones: [route(spiral(7_000)), route(spiral(7_000))] });
    await newObra({ ubicaciones: [dots, dots] });
    // Where each stands depends on its form; together they stand in few tiles.
    const places = await placesOf('', await findPoints());
    const found: Feature[] = [];
    for (const each of tilesWith(14, places)) {
      const features = await tileOf(each);
      const positions = features.map(({ geometry }) => positionsOf(geometry).length / 2);
      assert.ok(sumOf(positions) <= 10_000 + features.length);
      found.push(...features);
    }
    assert.equal(found.length, 5);
    assert.ok(found.some(({ geometry }) => geometry.type === 'Point'));
    // A simplified curve does not tell this.
    const drawn = found.find(({ properties }) => properties.obraId === obra.id)?.geometry;
    const positions = drawn?.coordinates as [number, number][];
    assert.ok(positions.length < 100, String(positions.length));
    const pixel = 360 / 512 / 2 ** 14;
    for (const [x, y] of positions) {
      const i = Math.round((x - MERIDA[0]) / 1e-6);
      assert.ok(Math.abs(y - MERIDA[1] - Math.sin(i / 500) * 1e-4) < pixel);
    }
    near(positions.at(-1), curve.at(-1) as number[]);
  });

  test('has cells at any zoom where it has more than 500 ubicaciones', async () => {
    await newObra({ ubicaciones: Array.from({ length: 500 }, () => ubicacionBody()) });
    assert.equal((await read()).length, 500);
    await newObra({ ubicaciones: [ubicacionBody()], estatusObraId: 1 });
    const [x, y] = tileWith(18, MERIDA).slice(1) as [number, number];
    for (const path of [tile.join('/'), `18/${x}/${y}`]) {
      const [cell, ...others] = await read(path);
      assert.deepEqual(others, []);
      assert.deepEqual([cell.properties.obras, cell.properties.ubicaciones], [2, 501]);
      assert.equal((await read(`${path}?estatusObraId=4`)).length, 500);
    }
  });
});

describe('the bbox of GET /obras', () => {
  const claves = (obras: { claveUnica: string }[]) => columnOf(obras, 'claveUnica');
  before(async () => {
    await resetWithCatalog();
    const at = (tipoGeometria: string, shape: string) =>
      ubicacionBody({ tipoGeometria, geometriaJson: wkt(shape) });
    const frame = '(40 40, 50 40, 50 50, 40 50, 40 40)';
    const hole = '(42 42, 42 48, 48 48, 48 42, 42 42)';
    const shapes: [string, unknown[]][] = [
      ['ninguna', []],
      ['punto', [at('PUNTO', 'POINT (10 10)')]],
      ['alto', [at('PUNTO', 'POINT (-10 10 2500)')]],
      ['ruta', [at('RUTA', 'LINESTRING (20 20, 30 30)')]],
      ['marco', [at('POLIGONO', `POLYGON (${frame}, ${hole})`)]],
      ['dos', [at('PUNTO', 'POINT (-60 -60)'), at('PUNTO', 'POINT (-70 -70)')]],
      ['puntos', [at('PUNTO', 'MULTIPOINT (60 -60, 80 -80)')]],
    ];
    for (const [claveUnica, ubicaciones] of shapes) await newObra({ claveUnica, ubicaciones });
  });

  const all = ['punto', 'alto', 'ruta', 'marco', 'dos', 'puntos'];
  const boxes: [string, string, string[]][] = [
    ['the world', '-180,-90,180,90', all],
    ['around a point', '9,9,11,11', ['punto']],
    ['beside a point', '10.0001,9,11,11', []],
    ['with a point on its edge', '10,9,11,11', ['punto']],
    ['with a point in its corner', '9.5,9.5,10,10', ['punto']],
    ['that is the point', '10,10,10,10', ['punto']],
    ['that is a line through a point', '9,10,11,10', ['punto']],
    ['around a point with an altitude', '-10.5,9,-9,11', ['alto']],
    ['crossed by a line without an end in it', '24,24,26,26', ['ruta']],
    ['beside a line, but within its rectangle', '21,28,22,29', []],
    ['that is a point of a line', '25,25,25,25', ['ruta']],
    ['that is a line across a line', '25,24,25,26', ['ruta']],
    ['over a corner of a polygon', '39,39,41,41', ['marco']],
    ['within a polygon', '40.5,40.5,41,41', ['marco']],
    ['that is a point within a polygon', '41,41,41,41', ['marco']],
    ['that is a line within a polygon', '41,41,41,45', ['marco']],
    ['in the hole of a polygon', '44,44,46,46', []],
    ['that is a point in the hole', '45,45,45,45', []],
    ['around a polygon', '30.5,30.5,60,60', ['marco']],
    ['on the edge of a polygon', '50,39,51,51', ['marco']],
    ['around one of two ubicaciones', '-61,-61,-59,-59', ['dos']],
    ['around both', '-71,-71,-59,-59', ['dos']],
    ['between the parts of a MultiPoint', '65,-75,75,-65', []],
    ['around a part of a MultiPoint', '79.5,-80.5,80.5,-79.5', ['puntos']],
    ['of decimals', '9.99999999,9.99999999,10.00000001,10.00000001', ['punto']],
    ['of nothing', '100,0,101,1', []],
  ];
  for (const [what, bbox, expected] of boxes) {
    test(`${what} (${bbox}) finds ${expected.join(', ') || 'nothing'}`, async () => {
      assert.deepEqual(claves((await get(`/obras?bbox=${bbox}`)).body), expected);
      const paged = await call('user', 'GET', `/obras?bbox=${bbox}&limit=1000`);
      assert.deepEqual(claves(paged.body), expected);
      assert.equal(paged.headers.get('x-total-count'), String(expected.length));
    });
  }

  test('is kept by the links of a page', async () => {
    const found: string[] = [];
    const first = '/obras?bbox=-180,-90,180,90&montoMin=0&limit=2';
    for (let path: string | undefined = first; path; ) {
      const page = await get(path);
      found.push(...claves(page.body));
      path = nextOf(page);
      const kept = new URL(path ?? first, 'http://x').searchParams;
      assert.deepEqual([kept.get('bbox'), kept.get('montoMin')], ['-180,-90,180,90', '0']);
    }
    assert.deepEqual(found, all);
  });

  test('given twice answers 400', async () => {
    const answer = await call('user', 'GET', '/obras?bbox=0,0,1,1&bbox=0,0,1,1');
    refused(answer, 400, ['bbox se indicó más de una vez.']);
  });

  test('finds the works of a page, with other filters too, as if each geometry were looked at', async () => {
    await resetWithCatalog();
    const random = randomFrom(7);
    const near = (degrees: number) =>
      degrees + random.between(-0.5, 0.5) / 10 ** random.between(1, 7);
    const position = () => `${near(-89.6).toFixed(7)} ${near(20.9).toFixed(7)}`;
    const kinds = [
      ['PUNTO', () => `POINT (${position()})`],
      ['PUNTO', () => `MULTIPOINT (${position()}, ${position()})`],
      ['RUTA', () => `LINESTRING (${position()}, ${position()}, ${position()})`],
      ['POLIGONO', () => polygon(position(), position(), position())],
    ] as const;
    const polygon = (...[a, b, c]: string[]) => `POLYGON ((${a}, ${b}, ${c}, ${a}))`;
    for (let i = 0; i < 60; i++) {
      const [tipoGeometria, shape] = kinds[i % kinds.length] as (typeof kinds)[number];
      const place = ubicacionBody({ tipoGeometria, geometriaJson: wkt(shape()) });
      await newObra({ monto: i, ubicaciones: i % 9 ? [place] : [place, place] });
    }
    const corners = await db.query<{ x: number; y: number }>(
      `SELECT ST_X(geom) AS x, ST_Y(geom) AS y FROM ubicaciones, ST_DumpPoints(geometria)`,
    );
    const tiny = [0, 1e-7, 1.4e-6, 3e-6, 1e-5, 1e-3];
    const edge = (of: 'x' | 'y') =>
      random.pick(corners)[of] + random.pick([-1, 1]) * random.pick(tiny);
    for (let i = 0; i < 150; i++) {
      const [west = 0, east = 0] = [edge('x'), edge('x')].sort((a, b) => a - b);
      const [south = 0, north = 0] = [edge('y'), edge('y')].sort((a, b) => a - b);
      // Never without an inside: those are in the table above.
      const box = [west, south, east + 1e-8, north + 1e-8].map((degrees) => degrees.toFixed(9));
      const rows = await db.query<{ id: number }>(
        `SELECT DISTINCT o.id FROM obras o JOIN ubicaciones u ON u.obra_id = o.id
         WHERE ST_Intersects(geometria, ST_MakeEnvelope($1, $2, $3, $4, 4326)) AND monto <= $5 ORDER BY 1`,
        [...box, i % 2 ? 30 : 100],
      );
      const path = `/obras?bbox=${box}&montoMax=${i % 2 ? 30 : 100}&limit=100`;
      const page = await get(path);
      assert.deepEqual(idsOf(page.body), idsOf(rows), path);
      assert.equal(page.headers.get('x-total-count'), String(rows.length));
    }
  });

  // biome-ignore format: rows of rectangles
  const malformed = [
    '', '0', '0,0,1', '0,0,1,1,2', '0,0,1,', ',0,1,1', '0;0;1;1', '1,0,0,1', '0,1,1,0',
    '0,0,181,1', '-180.1,0,1,1', '0,-90.5,1,1', '0,0,1,91', 'NaN,0,1,1', 'Infinity,0,1,1',
    '0,0,1,x', '0, 0,1,1', '0,0 ,1,1', '+0,0,1,1', '0x0,0,1,1', '0,0,1e1,1', '--1,0,1,1',
    '.5,0,1,1', '1.,0,1,1', '[0,0,1,1]', '٠,0,1,1', "0,0,1,1'); DROP TABLE obras; --",
  ];
  for (const bbox of malformed) {
    test(`${JSON.stringify(bbox)} answers 400`, async () => {
      refused(await call('user', 'GET', `/obras?${new URLSearchParams({ bbox })}`), 400, [
        'bbox debe tener la forma minLon,minLat,maxLon,maxLat en grados, con cada mínimo no mayor que su máximo.',
      ]);
    });
  }
});
