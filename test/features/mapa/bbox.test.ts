import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { randomFrom } from '../../../bench/demo/random.ts';
import {
  call,
  db,
  get,
  idsOf,
  newObra,
  refused,
  resetWithCatalog,
  ubicacionBody,
  wkt,
} from '../../world.ts';

const claves = (obras: { claveUnica: string }[]) => obras.map(({ claveUnica }) => claveUnica);

describe('the bbox of GET /obras', () => {
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
    for (let path: string | undefined = '/obras?bbox=-180,-90,180,90&limit=2'; path; ) {
      const { body, headers } = await get(path);
      found.push(...claves(body));
      path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    }
    assert.deepEqual(found, all);
  });

  test('finds a page’s works, with other filters too, as if each geometry were looked at', async () => {
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
    test(`a bbox ${JSON.stringify(bbox)} gets 400`, async () => {
      refused(await call('user', 'GET', `/obras?${new URLSearchParams({ bbox })}`), 400, [
        'bbox debe tener la forma minLon,minLat,maxLon,maxLat en grados, con cada mínimo no mayor que su máximo.',
      ]);
    });
  }
});
