import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { columnOf } from '../columns.ts';
import {
  call,
  count,
  get,
  newObra,
  obraBody,
  refused,
  resetWithCatalog,
  ubicacionBody,
  wkt,
} from '../world.ts';

type Position = number[];

/** Sends an obra with these ubicaciones. */
const post = (...ubicaciones: unknown[]) =>
  call('admin', 'POST', '/obras', obraBody({ ubicaciones }));

/** Sends an obra with a point whose geometry is written so, which JSON.stringify would not write. */
const postWritten = (geometriaJson: string) => {
  const body = obraBody({ ubicaciones: [ubicacionBody({ geometriaJson: '@' })] });
  return call('admin', 'POST', '/obras', JSON.stringify(body).replace('"@"', geometriaJson));
};

const create = (ubicaciones: unknown[], changes: Record<string, unknown> = {}) =>
  newObra({ ubicaciones, ...changes });
const read = async (id: number) => (await get(`/obras/${id}`)).body;
const remove = (id: number) => call('admin', 'DELETE', `/obras/${id}`);

const at = (direccion: string, changes: Record<string, unknown> = {}) =>
  ubicacionBody({ direccion, ...changes });
const direcciones = (obra: { ubicaciones: { direccion: string }[] }) =>
  obra.ubicaciones.map(({ direccion }) => direccion);
const ordenes = (obra: { ubicaciones: { orden: number }[] }) =>
  obra.ubicaciones.map(({ orden }) => orden);

/** A closed square ring with its lower left corner at x, y. */
const square = (x: number, y: number, side: number): Position[] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
];

const point = (coordinates: unknown) => ({ type: 'Point', coordinates });
const polygon = (...coordinates: unknown[]) => ({ type: 'Polygon', coordinates });
const multiPolygon = (...coordinates: unknown[]) => ({ type: 'MultiPolygon', coordinates });
const TIPOS: Record<string, string> = { Point: 'PUNTO', LineString: 'RUTA', Polygon: 'POLIGONO' };
const tipoOf = ({ type }: { type: string }) => TIPOS[type.replace('Multi', '')];
/** An ubicación of this geometry. */
const placed = (geometriaJson: { type: string }, changes: Record<string, unknown> = {}) =>
  ubicacionBody({ tipoGeometria: tipoOf(geometriaJson), geometriaJson, ...changes });
const lineString = (coordinates: Position[]) => ({ type: 'LineString', coordinates });
const BOW_TIE = wkt('POLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))');

// Geometries ---------------------------------------------------------------------------------------

describe('geometriaJson', () => {
  before(resetWithCatalog);

  // biome-ignore format: rows
  const good: [string, { type: string; coordinates: unknown; bbox?: number[] }][] = [
    ['a Point', point([-89.6237, 20.9674])],
    ['a Point of many decimals', point([-89.12345678901234, 20.000000000000004])],
    ['a Point of tiny numbers', point([1e-7, -1.5e-300])],
    ['a Point of the tiniest numbers', point([5e-324, Number.EPSILON])],
    ['a Point with an altitude', point([-89.5, 20.5, 12.345])],
    ['a Point with a huge altitude', point([0, 0, Number.MAX_VALUE])],
    ['a Point in the corner of the world', point([-180, -90])],
    ['a Point in the other corner', point([180, 90])],
    ['a Point with a bbox', { ...point([1, 2]), bbox: [1, 2, 1.0000000000000002, 2] }],
    ['a Point with a bbox of six numbers', { ...point([1, 2, 3]), bbox: [1, 2, 3, 1, 2, 3] }],
    ['a MultiPoint', wkt('MULTIPOINT (1 2, 1 2, 3 4)')],
    ['a MultiPoint of one', { type: 'MultiPoint', coordinates: [[1, 2, 3]] }],
    ['a LineString', wkt('LINESTRING (-89.1 20.1, -89.2 20.2)')],
    ['a LineString that crosses itself', wkt('LINESTRING (0 0, 1 1, 1 0, 0 1)')],
    ['a LineString that stands still', wkt('LINESTRING (1 1, 1 1)')],
    ['a LineString with altitudes here and there', wkt('LINESTRING (0 0, 1 1 5, 2 2)')],
    ['a MultiLineString', wkt('MULTILINESTRING ((0 0, 1 1), (0 1 7, 1 0 8, 2 2 9))')],
    ['a Polygon', polygon(square(-89.5, 20.5, 0.1))],
    ['a Polygon drawn clockwise', polygon(square(0, 0, 1).reverse())],
    ['a triangle', wkt('POLYGON ((0 0, 1 0, 0 1, 0 0))')],
    ['a Polygon with altitudes', polygon(square(0, 0, 1).map(([x = 0, y = 0]) => [x, y, x + 2 * y]))],
    ['a Polygon with two holes', polygon(square(0, 0, 10), square(1, 1, 2).reverse(), square(5, 5, 2))],
    ['a Polygon whose hole touches its edge in one point', polygon(square(0, 0, 10), [[0, 5], [2, 4], [2, 6], [0, 5]])],
    ['a Polygon of the whole world', wkt('POLYGON ((-180 -90, 180 -90, 180 90, -180 90, -180 -90))')],
    ['a MultiPolygon', multiPolygon([square(0, 0, 1)], [square(2, 2, 3), square(3, 3, 1)])],
    ['a MultiPolygon whose parts touch in a corner', multiPolygon([square(0, 0, 1)], [square(1, 1, 1)])],
  ];
  for (const [what, geometriaJson] of good) {
    test(`of ${what} comes back as it was sent`, async () => {
      const obra = await create([placed(geometriaJson)]);
      assert.equal(obra.ubicaciones[0].tipoGeometria, tipoOf(geometriaJson));
      assert.deepEqual(obra.ubicaciones[0].geometriaJson, geometriaJson);
      assert.deepEqual(await read(obra.id), obra);
      const { body } = await call('user', 'GET', '/obras');
      assert.deepEqual(body.at(-1), obra);
    });
  }
});

describe('geometriaJson is refused', () => {
  before(resetWithCatalog);

  const TYPES = 'Point, MultiPoint, LineString, MultiLineString, Polygon o MultiPolygon';
  const POSITIONS =
    'debe tener posiciones de dos o tres números: [longitud, latitud] o [longitud, latitud, altitud].';
  const FINITE = 'debe tener coordenadas que sean números finitos.';
  const LONGITUDE = 'debe tener longitudes entre -180 y 180.';
  const LATITUDE = 'debe tener latitudes entre -90 y 90.';
  const LISTS = 'debe tener en coordinates las listas que su type pide.';
  const EMPTY = 'debe tener coordenadas.';
  const SHORT_LINE = 'debe tener líneas de dos posiciones o más.';
  const SHORT_RING = 'debe tener anillos de cuatro posiciones o más.';
  const OPEN_RING = 'debe tener anillos cerrados: la última posición igual a la primera.';
  const BBOX = 'debe tener en bbox cuatro o seis números.';
  const CROSSED =
    /^no es un polígono válido: sus lados se cruzan o se enciman( cerca de \[.+\])?\.$/;
  const foreign = (name: string) =>
    `sólo admite los miembros type, coordinates y bbox; sobra "${name}".`;
  const among = (types: string) => `debe tener como type ${types}.`;

  // biome-ignore format: rows
  const bad: [string, unknown, string | RegExp, tipoGeometria?: string][] = [
    // Agreement with tipoGeometria.
    ['a LineString as PUNTO', wkt('LINESTRING (0 0, 1 1)'), among('Point o MultiPoint'), 'PUNTO'],
    ['a Polygon as PUNTO', polygon(square(0, 0, 1)), among('Point o MultiPoint'), 'PUNTO'],
    ['a Point as RUTA', point([0, 0]), among('LineString o MultiLineString'), 'RUTA'],
    ['a MultiPolygon as RUTA', multiPolygon([square(0, 0, 1)]), among('LineString o MultiLineString'), 'RUTA'],
    [
      'a closed LineString as POLIGONO',
      { type: 'LineString', coordinates: square(0, 0, 1) },
      among('Polygon o MultiPolygon'),
      'POLIGONO',
    ],
    ['a MultiPoint as POLIGONO', { type: 'MultiPoint', coordinates: [[0, 0]] }, /Pol/, 'POLIGONO'],
    ['a GeometryCollection', { type: 'GeometryCollection', coordinates: [] }, among('Point o MultiPoint'), 'PUNTO'],
    ['an unknown type', { type: 'Circle', coordinates: [0, 0] }, /^debe tener como type/, 'RUTA'],
    ['a type in capitals', { type: 'POINT', coordinates: [0, 0] }, /^debe tener como type/, 'PUNTO'],
    ['a type that is a list', { type: ['Point'], coordinates: [0, 0] }, /como type/, 'PUNTO'],
    ['a type that is null', { type: null, coordinates: [0, 0] }, /^debe tener como type/, 'PUNTO'],
    ['a type of JavaScript', { type: 'constructor', coordinates: [0, 0] }, /como type/, 'PUNTO'],
    // Foreign members.
    ['a crs', { ...point([0, 0]), crs: { type: 'name' } }, foreign('crs')],
    ['properties', { ...point([0, 0]), properties: null }, foreign('properties')],
    ['a Feature', { type: 'Feature', geometry: point([0, 0]), coordinates: [0, 0] }, foreign('geometry'), 'PUNTO'],
    ['a __proto__', JSON.parse('{"type": "Point", "coordinates": [0, 0], "__proto__": {}}'), foreign('__proto__'), 'PUNTO'],
    ['a bbox of five numbers', { ...point([0, 0]), bbox: [0, 0, 0, 0, 0] }, BBOX],
    ['a bbox with a text', { ...point([0, 0]), bbox: [0, 0, 0, '0'] }, BBOX],
    ['a bbox that is null', { ...point([0, 0]), bbox: null }, BBOX],
    ['an empty bbox', { ...point([0, 0]), bbox: [] }, BBOX],
    ['a position of one number', point([1]), POSITIONS],
    ['a position of four numbers', point([1, 2, 3, 4]), POSITIONS],
    ['a position without numbers', point([]), POSITIONS],
    ['a position that is null', point(null), POSITIONS],
    ['a position that is an object', point({ 0: 1, 1: 2, length: 2 }), POSITIONS],
    ['a position that is a text', point('12'), POSITIONS],
    ['positions one level too deep', point([[1, 2]]), POSITIONS],
    ['positions far too deep', point([[[[1, 2]]], 0]), FINITE],
    ['a longitude that is a text', point(['1', 2]), FINITE],
    ['a latitude that is null', point([1, null]), FINITE],
    ['an altitude that is null', point([1, 2, null]), FINITE],
    ['an altitude that is a truth', point([1, 2, true]), FINITE],
    ['a longitude over 180', point([180.00000000000003, 0]), LONGITUDE],
    ['a longitude under -180', point([-180.00000000000003, 0]), LONGITUDE],
    ['a latitude over 90', point([0, 90.00000000000001]), LATITUDE],
    ['a latitude under -90', point([0, -90.00000000000001]), LATITUDE],
    ['latitude before longitude', point([20.9674, -99.6237]), LATITUDE],
    ['a MultiPoint of nothing', { type: 'MultiPoint', coordinates: [] }, EMPTY],
    ['a MultiPoint of a position', { type: 'MultiPoint', coordinates: [1, 2] }, POSITIONS],
    ['a MultiPoint of an object', { type: 'MultiPoint', coordinates: {} }, LISTS],
    ['a MultiPoint with one bad position', wkt('MULTIPOINT (0 0, 0 91)'), LATITUDE],
    ['a LineString of nothing', { type: 'LineString', coordinates: [] }, SHORT_LINE],
    ['a LineString of one', { type: 'LineString', coordinates: [[0, 0]] }, SHORT_LINE],
    ['a LineString of texts', { type: 'LineString', coordinates: 'ab' }, LISTS],
    ['a MultiLineString of nothing', { type: 'MultiLineString', coordinates: [] }, EMPTY],
    ['a MultiLineString with a short line', wkt('MULTILINESTRING ((0 0, 1 1), (2 2))'), SHORT_LINE],
    ['a MultiLineString that is a line', wkt('MULTILINESTRING (0 0, 1 1)'), POSITIONS],
    ['a Polygon without rings', polygon(), EMPTY],
    ['a Polygon with an empty ring', polygon([]), SHORT_RING],
    ['a ring of three', wkt('POLYGON ((0 0, 1 1, 0 0))'), SHORT_RING],
    ['an open ring', polygon(square(0, 0, 1).slice(0, 4)), OPEN_RING],
    ['a ring that ends at another altitude', wkt('POLYGON ((0 0 1, 1 0 1, 1 1 1, 0 0 2))'), OPEN_RING],
    ['an open hole', polygon(square(0, 0, 9), square(1, 1, 2).slice(0, 4)), OPEN_RING],
    ['a Polygon that is a ring', { type: 'Polygon', coordinates: square(0, 0, 1) }, /./],
    ['a MultiPolygon of nothing', multiPolygon(), EMPTY],
    ['a MultiPolygon of no rings', multiPolygon([]), EMPTY],
    ['a MultiPolygon that is a Polygon', multiPolygon(square(0, 0, 1)), /^debe tener/],
    // Polygons that cross themselves.
    ['a bow-tie', BOW_TIE, /^no es un polígono válido: sus lados se cruzan o se enciman cerca de \[0\.5, ?0\.5\]\.$/],
    ['a spike', wkt('POLYGON ((0 0, 2 0, 2 2, 2 5, 2 2, 0 2, 0 0))'), CROSSED],
    ['a Polygon without area', wkt('POLYGON ((0 0, 1 1, 2 2, 0 0))'), CROSSED],
    ['a Polygon that is one point', wkt('POLYGON ((1 1, 1 1, 1 1, 1 1))'), CROSSED],
    ['a hole outside', polygon(square(0, 0, 1), square(5, 5, 1)), CROSSED],
    ['a hole across the edge', polygon(square(0, 0, 4), square(3, 3, 4)), CROSSED],
    ['a hole that is all', polygon(square(0, 0, 4), square(0, 0, 4)), CROSSED],
    ['holes that overlap', polygon(square(0, 0, 9), square(1, 1, 4), square(2, 2, 4)), CROSSED],
    ['a MultiPolygon that overlaps', multiPolygon([square(0, 0, 2)], [square(1, 1, 2)]), CROSSED],
    ['a MultiPolygon with the same part twice', multiPolygon([square(0, 0, 2)], [square(0, 0, 2)]), CROSSED],
    ['a bow-tie seen from above, not with its altitudes', wkt('POLYGON ((0 0 0, 1 1 5, 1 0 9, 0 1 2, 0 0 0))'), CROSSED],
  ];
  for (const [what, geometriaJson, reason, tipo] of bad) {
    test(`for ${what}, with its place and the reason`, async () => {
      const tipoGeometria = tipo ?? tipoOf(geometriaJson as { type: string });
      const ubicaciones = [ubicacionBody(), ubicacionBody({ tipoGeometria, geometriaJson })];
      const answer = await post(...ubicaciones);
      refused(answer, 400, [/^ubicaciones\[1\]\.geometriaJson /]);
      const [sentence] = answer.body.message;
      const told = sentence.replace('ubicaciones[1].geometriaJson ', '');
      if (typeof reason === 'string') assert.equal(told, reason);
      else assert.match(told, reason);
      assert.equal(await count('obras'), 0);
    });
  }

  test('with numbers beyond the finite', async () => {
    for (const coordinates of ['[1e400, 0]', '[0, -1e400]', '[0, 0, 1e309]']) {
      refused(await postWritten(`{"type": "Point", "coordinates": ${coordinates}}`), 400, [
        `ubicaciones[0].geometriaJson ${FINITE}`,
      ]);
    }
    const boxed = '{"type": "Point", "coordinates": [0, 0], "bbox": [-1e400, 0, 0, 0]}';
    refused(await postWritten(boxed), 400, [`ubicaciones[0].geometriaJson ${BBOX}`]);
    const noNumber = await postWritten('{"type": "Point", "coordinates": [NaN, 0]}');
    refused(noNumber, 400, 'El cuerpo no es JSON válido en UTF-8.');
    assert.equal(await count('obras'), 0);
  });

  const missing: [string, unknown, string[]][] = [
    [
      'without members',
      {},
      ['geometriaJson.type es obligatorio.', 'geometriaJson.coordinates es obligatorio.'],
    ],
    ['without type', { coordinates: [0, 0] }, ['geometriaJson.type es obligatorio.']],
    ['without coordinates', { type: 'Point' }, ['geometriaJson.coordinates es obligatorio.']],
    ['that is null', null, ['geometriaJson debe ser un objeto.']],
    ['that is a text', 'POINT(0 0)', ['geometriaJson debe ser un objeto.']],
    ['that is a list', [0, 0], ['geometriaJson debe ser un objeto.']],
  ];
  for (const [what, geometriaJson, sentences] of missing) {
    test(`in an ubicación with ${what}`, async () => {
      refused(
        await post(ubicacionBody({ geometriaJson })),
        400,
        sentences.map((sentence) => `ubicaciones[0].${sentence}`),
      );
    });
  }

  test('with more than 30,000 positions, in one list or in several, and comes back with as many', async () => {
    const line = (length: number) => Array.from({ length }, (_, i) => [i / 1e6, (i % 997) / 1e6]);
    const tooMany = [
      { type: 'MultiPoint', coordinates: line(30_001) },
      lineString(line(30_001)),
      { type: 'MultiLineString', coordinates: [line(15_000), line(15_001)] },
      polygon([...line(30_000), [0, 0]]),
    ];
    for (const geometriaJson of tooMany) {
      refused(await post(placed(geometriaJson)), 400, [
        'ubicaciones[0].geometriaJson no debe tener más de 30,000 posiciones.',
      ]);
    }
    const lines = (...lengths: number[]) =>
      lengths.map((length) => placed(lineString(line(length))));
    refused(await post(...lines(15_000, 15_001)), 400, [
      'ubicaciones no debe tener más de 30,000 posiciones entre todas sus geometrías.',
    ]);
    const { status, body } = await post(...lines(29_000, 1_000));
    assert.equal(status, 201);
    assert.deepEqual(columnOf(body.ubicaciones, 'geometriaJson'), [
      lineString(line(29_000)),
      lineString(line(1_000)),
    ]);
    assert.deepEqual(await read(body.id), body);
    await remove(body.id);
  });

  /** A valid polygon, every side of which passes close by every other. */
  const star = (points: number, west = -89) => {
    const ring = Array.from({ length: 2 * points }, (_, i) => {
      const angle = (Math.PI * i) / points;
      const radius = i % 2 ? 0.5 : 0.1;
      return [west + radius * Math.cos(angle), 20 + radius * Math.sin(angle)];
    });
    return placed(polygon([...ring, ring[0]]));
  };

  test('a polygon that would take the database minutes to judge, and several that would together', async () => {
    const TANGLED =
      'tiene demasiados lados largos y juntos para comprobar que no se cruzan; simplifique el polígono.';
    const cases: [number, unknown[]][] = [
      [0, [star(3_000)]],
      [2, [star(1_500), star(1_500, -93), star(1_500, -97)]],
    ];
    for (const [which, ubicaciones] of cases) {
      refused(await post(...ubicaciones), 400, [`ubicaciones[${which}].geometriaJson ${TANGLED}`]);
    }
    const obra = await create([star(500)]);
    for (const [which, ubicaciones] of cases) {
      refused(await call('admin', 'PATCH', `/obras/${obra.id}`, { ubicaciones }), 400, [
        `ubicaciones[${which}].geometriaJson ${TANGLED}`,
      ]);
    }
    assert.deepEqual(await read(obra.id), obra);
    await remove(obra.id);
  });

  test('together with everything else that is wrong with the body', async () => {
    const crossed = placed(BOW_TIE);
    const expected = [
      'nombre no debe estar vacío.',
      /^ubicaciones\[1\]\.geometriaJson no es un polígono válido/,
      'dependenciaId: no existe el registro 2147483647.',
      'ubicaciones[0].municipioId: no existe el registro 107.',
    ];
    const changes = {
      nombre: '',
      dependenciaId: 2147483647,
      ubicaciones: [ubicacionBody({ municipioId: 107 }), crossed],
    };
    refused(await call('admin', 'POST', '/obras', obraBody(changes)), 400, expected);
    const obra = await create([ubicacionBody()]);
    refused(await call('admin', 'PATCH', `/obras/${obra.id}`, changes), 400, expected);
    // Where there is no such obra, nothing is said of its references.
    const { nombre, ...sound } = changes;
    refused(await call('admin', 'PATCH', '/obras/999999', sound), 400, [/polígono válido/]);
    // Nor is a clave that is taken told before it.
    const taken = obraBody({ claveUnica: obra.claveUnica, ubicaciones: [crossed] });
    refused(await call('admin', 'POST', '/obras', taken), 400, [
      /^ubicaciones\[0\]\.geometriaJson no es un polígono válido/,
    ]);
    // The database is asked nothing about a body that breaks the schema's own rules.
    const odd = obraBody({ nombre: '', ubicaciones: [null, 7, [], {}] });
    assert.equal((await call('admin', 'POST', '/obras', odd)).status, 400);
    assert.deepEqual(await read(obra.id), obra);
    await remove(obra.id);
  });

  test('with more than 1,000 rings, in one polygon or in several', async () => {
    const ring = square(0, 0, 1);
    for (const geometriaJson of [
      polygon(...Array(1_001).fill(ring)),
      multiPolygon(...Array(1_001).fill([ring])),
    ]) {
      refused(await post(placed(geometriaJson)), 400, [
        'ubicaciones[0].geometriaJson no debe tener más de 1,000 anillos.',
      ]);
    }
  });

  test('with a tipoGeometria that is no text', async () => {
    for (const tipoGeometria of [{ toString: null, valueOf: null }, ['PUNTO'], '__proto__', 1]) {
      const ubicaciones = [ubicacionBody({ tipoGeometria })];
      const answer = await post(...ubicaciones);
      refused(answer, 400, [/^ubicaciones\[0\]\.tipoGeometria debe ser /]);
    }
  });

  test('with coordinates nested as deep as can be', async () => {
    const nested = (depth: number) =>
      postWritten(`{"type": "Point", "coordinates": ${'['.repeat(depth)}${']'.repeat(depth)}}`);
    for (const depth of [13, 10_000]) {
      refused(await nested(depth), 400, [
        'ubicaciones[0].geometriaJson.coordinates tiene más de 16 niveles de anidamiento.',
      ]);
    }
    refused(await nested(12), 400, [`ubicaciones[0].geometriaJson ${POSITIONS}`]);
  });

  test('in every ubicación that has a bad one, all at once', async () => {
    const beyond = [placed(point([200, 0])), ubicacionBody(), placed(point([0, 100]))];
    refused(await post(...beyond), 400, [
      `ubicaciones[0].geometriaJson ${LONGITUDE}`,
      `ubicaciones[2].geometriaJson ${LATITUDE}`,
    ]);
    const crossed = [placed(BOW_TIE), placed(polygon(square(0, 0, 1))), placed(BOW_TIE)];
    refused(await post(...crossed), 400, [
      /^ubicaciones\[0\]\.geometriaJson no es un polígono válido/,
      /^ubicaciones\[2\]\.geometriaJson no es un polígono válido/,
    ]);
    assert.equal(await count('obras'), 0);
  });

  test('by PATCH as by POST, which then changes nothing', async () => {
    const obra = await create([ubicacionBody()]);
    const wrong: [string, unknown, RegExp][] = [
      ['PUNTO', point([0, 91]), /latitudes/],
      ['RUTA', point([0, 0]), /como type/],
      ['POLIGONO', polygon(square(0, 0, 1), square(5, 5, 1)), /no es un polígono válido/],
    ];
    for (const [tipoGeometria, geometriaJson, sentence] of wrong) {
      const { id } = obra.ubicaciones[0];
      const ubicaciones = [{ id, ...ubicacionBody({ tipoGeometria, geometriaJson }) }];
      for (const path of [`/obras/${obra.id}`, '/obras/999999']) {
        refused(await call('admin', 'PATCH', path, { nombre: 'Otro', ubicaciones }), 400, [
          sentence,
        ]);
      }
    }
    assert.deepEqual(await read(obra.id), obra);
    await remove(obra.id);
  });

  test('with an unknown type, whatever tipoGeometria says', async () => {
    for (const tipoGeometria of ['punto', 'LINEA', '', 'toString', 'Point']) {
      const geometriaJson = { type: 'X', coordinates: [] };
      refused(await post(ubicacionBody({ tipoGeometria, geometriaJson })), 400, [
        'ubicaciones[0].tipoGeometria debe ser PUNTO, RUTA o POLIGONO.',
        `ubicaciones[0].geometriaJson debe tener como type ${TYPES}.`,
      ]);
    }
  });
});

// Fields -------------------------------------------------------------------------------------------

describe('the ubicaciones of a new obra', () => {
  beforeEach(resetWithCatalog);

  test('have defaults that follow from the obra and their place', async () => {
    const obra = await create([at('a'), at('b', { municipioId: 1 }), at('c')], { municipioId: 2 });
    const point = { tipoGeometria: 'PUNTO', geometriaJson: ubicacionBody().geometriaJson };
    const nothing = { localidadReferencia: null, referenciaLugar: null };
    const acanceh = { municipioId: 2, municipio: { id: 2, nombre: 'Acanceh' } };
    const abala = { municipioId: 1, municipio: { id: 1, nombre: 'Abalá' } };
    assert.deepEqual(obra.ubicaciones, [
      { id: 1, direccion: 'a', ...acanceh, ...nothing, ...point, orden: 1 },
      { id: 2, direccion: 'b', ...abala, ...nothing, ...point, orden: 2 },
      { id: 3, direccion: 'c', ...acanceh, ...nothing, ...point, orden: 3 },
    ]);
  });

  test('are sorted by orden, those of the same orden by id', async () => {
    const given = { a: 5, b: -2147483648, c: 5, d: 2147483647, e: undefined, f: 0, g: -1, h: 10 };
    const obra = await create(Object.entries(given).map(([name, orden]) => at(name, { orden })));
    assert.deepEqual(ordenes(obra), [-2147483648, -1, 0, 5, 5, 5, 10, 2147483647]);
    assert.deepEqual(direcciones(obra).join(''), 'bgfacehd');
    assert.deepEqual(await read(obra.id), obra);
    assert.deepEqual((await call('user', 'GET', '/obras')).body, [obra]);
  });

  test('may lack what is nullable, or have it null', async () => {
    const obra = await create([at('a', { localidadReferencia: null, referenciaLugar: null })]);
    assert.equal(obra.ubicaciones[0].localidadReferencia, null);
    assert.equal(obra.ubicaciones[0].referenciaLugar, null);
  });

  const ORDEN = 'orden debe estar entre -2,147,483,648 y 2,147,483,647.';
  const none = (id: number) => [`municipioId: no existe el registro ${id}.`];
  const invalid: [string, Record<string, unknown>, string[]][] = [
    [
      'nothing in it',
      { direccion: undefined, tipoGeometria: undefined, geometriaJson: undefined },
      [
        'direccion es obligatorio.',
        'tipoGeometria es obligatorio.',
        'geometriaJson es obligatorio.',
      ],
    ],
    [
      'null where it clears nothing',
      { direccion: null, tipoGeometria: null, municipioId: null, orden: null },
      [
        'direccion debe ser un texto.',
        'tipoGeometria debe ser un texto.',
        'municipioId debe ser un número entero.',
        'orden debe ser un número entero.',
      ],
    ],
    [
      'texts for numbers and numbers for texts',
      { direccion: 1, municipioId: '1', orden: '1', localidadReferencia: 1, referenciaLugar: true },
      [
        'direccion debe ser un texto.',
        'municipioId debe ser un número entero.',
        'localidadReferencia debe ser un texto o null.',
        'referenciaLugar debe ser un texto o null.',
        'orden debe ser un número entero.',
      ],
    ],
    ['a direccion of blanks', { direccion: ' \n' }, ['direccion no debe estar vacío.']],
    ['an orden of half', { orden: 1.5 }, ['orden debe ser un número entero.']],
    ['an orden too large', { orden: 2147483648 }, [ORDEN]],
    ['an orden too small', { orden: -2147483649 }, [ORDEN]],
    ['an id', { id: 1 }, ['id no es un campo reconocido.']],
    ['a misspelt field', { direcion: 'A' }, ['direcion no es un campo reconocido.']],
    ['a municipio that does not exist', { municipioId: 107 }, none(107)],
    ['a municipio out of range', { municipioId: 2147483648 }, none(2147483648)],
  ];
  for (const [what, changes, sentences] of invalid) {
    test(`are refused with ${what}`, async () => {
      refused(
        await post(ubicacionBody(), ubicacionBody(changes)),
        400,
        sentences.map((sentence) => `ubicaciones[1].${sentence}`),
      );
      assert.equal(await count('obras'), 0);
    });
  }

  test('are refused where they are no objects', async () => {
    const ubicaciones = [null, 'Calle 60', [], 5];
    refused(
      await post(...ubicaciones),
      400,
      ubicaciones.map((_, i) => `ubicaciones[${i}] debe ser un objeto.`),
    );
  });

  test('may be 500, not 501', async () => {
    const list = (length: number) => Array.from({ length }, (_, i) => at(`Calle ${i}`));
    const obra = await create(list(500));
    assert.deepEqual(direcciones(obra), columnOf(list(500), 'direccion'));
    assert.deepEqual(ordenes(obra).at(-1), 500);
    assert.deepEqual(await read(obra.id), obra);
    const sentences = ['ubicaciones no debe tener más de 500 elementos.'];
    refused(await post(...list(501)), 400, sentences);
    const changed = await call('admin', 'PATCH', `/obras/${obra.id}`, { ubicaciones: list(501) });
    refused(changed, 400, sentences);
    assert.equal(await count('ubicaciones'), 500);
  });

  test('get a sentence for each of the first hundred failures, and the number of the others', async () => {
    const { body, status } = await post(...Array(500).fill({}));
    assert.equal(status, 400);
    assert.equal(body.message.length, 101);
    assert.equal(body.message[0], 'ubicaciones[0].direccion es obligatorio.');
    assert.equal(body.message[100], 'Y 1,400 fallas más.');
  });

  test('come in a body of 8 MB at most', async () => {
    const limit = 8 * 1024 * 1024;
    const text = JSON.stringify(obraBody({ ubicaciones: [ubicacionBody()] }));
    const filled = text + ' '.repeat(limit - Buffer.byteLength(text));
    const created = await call('admin', 'POST', '/obras', filled);
    assert.equal(created.status, 201, created.text);
    const path = `/obras/${created.body.id}`;
    const tooLarge = 'El cuerpo excede el tamaño máximo de 8 MB.';
    refused(await call('admin', 'POST', '/obras', `${filled} `), 413, tooLarge);
    refused(await call('admin', 'PATCH', path, `${filled} `), 413, tooLarge);
    assert.deepEqual(await read(created.body.id), created.body);
    assert.equal(await count('obras'), 1);
  });
});

// Changes ------------------------------------------------------------------------------------------

describe('ubicaciones in a PATCH', () => {
  beforeEach(resetWithCatalog);

  const patch = (id: number, ubicaciones: unknown, more = {}) =>
    call('admin', 'PATCH', `/obras/${id}`, { ubicaciones, ...more });

  test('replace the whole list', async () => {
    const other = await create([at('x')]);
    const obra = await create([at('a'), at('b'), at('c')]);
    const changed = await patch(obra.id, [at('d'), at('e', { orden: -1 })]);
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual(direcciones(changed.body), ['e', 'd']);
    assert.deepEqual(ordenes(changed.body), [-1, 1]);
    const old = new Set(obra.ubicaciones.map(({ id }: { id: number }) => id));
    assert.ok(changed.body.ubicaciones.every(({ id }: { id: number }) => !old.has(id)));
    assert.deepEqual(await read(obra.id), changed.body);
    assert.deepEqual(await read(other.id), other);
    assert.equal(await count('ubicaciones'), 3);
  });

  test('that are absent stay, and [] empties the list', async () => {
    const obra = await create([at('a'), at('b')]);
    const kept = await call('admin', 'PATCH', `/obras/${obra.id}`, { municipioId: 1 });
    assert.deepEqual(kept.body.ubicaciones, obra.ubicaciones);
    const emptied = await patch(obra.id, []);
    assert.deepEqual(emptied.body, { ...kept.body, ubicaciones: [] });
    assert.equal(await count('ubicaciones'), 0);
  });

  test('keep the id that is given, among new ones', async () => {
    const obra = await create([at('a'), at('b'), at('c')]);
    const [a, b, c] = obra.ubicaciones.map(({ id }: { id: number }) => id);
    const route = { tipoGeometria: 'RUTA', geometriaJson: wkt('LINESTRING (0 0, 1e-7 1)') };
    const everything = { municipioId: 1, localidadReferencia: 'L', referenciaLugar: 'R', orden: 9 };
    const { status, body } = await patch(obra.id, [
      { id: c, ...at('c2') },
      at('nueva'),
      { id: a, ...at('a2'), ...route, ...everything },
    ]);
    assert.equal(status, 200);
    assert.deepEqual(direcciones(body), ['c2', 'nueva', 'a2']);
    assert.deepEqual(body.ubicaciones[0], { ...obra.ubicaciones[2], direccion: 'c2', orden: 1 });
    assert.ok(![a, b, c].includes(body.ubicaciones[1].id));
    assert.deepEqual(body.ubicaciones[2], {
      id: a,
      municipio: { id: 1, nombre: 'Abalá' },
      direccion: 'a2',
      ...route,
      ...everything,
    });
    assert.deepEqual(await read(obra.id), body);
    assert.equal(await count('ubicaciones'), 3);
  });

  test('may be sent back as they were answered, but for municipio', async () => {
    const obra = await create([at('a', { orden: 3 }), at('b', { municipioId: 7, orden: 2 })]);
    const same = await patch(
      obra.id,
      obra.ubicaciones.map(({ municipio, ...rest }: { municipio: unknown }) => rest),
    );
    assert.deepEqual([same.status, same.body], [200, obra]);
  });

  test('have the municipio of the obra for a default, the new one where it changes', async () => {
    const obra = await create([at('a')], { municipioId: 50 });
    const moved = await patch(obra.id, [at('b'), at('c', { municipioId: 3 })], { municipioId: 1 });
    assert.deepEqual(columnOf(moved.body.ubicaciones, 'municipioId'), [1, 3]);
    const again = await patch(obra.id, [at('d')]);
    assert.equal(again.body.ubicaciones[0].municipioId, 1);
  });

  test('cannot take an id that is not one of the obra, nor one twice', async () => {
    const other = await create([at('x')]);
    const obra = await create([at('a'), at('b')]);
    const [a, b] = obra.ubicaciones.map(({ id }: { id: number }) => id);
    const foreign = other.ubicaciones[0].id;
    const none = (i: number, id: number) =>
      `ubicaciones[${i}].id: esta obra no tiene la ubicación ${id}.`;
    const twice = (i: number, id: number) =>
      `ubicaciones[${i}].id: la ubicación ${id} está más de una vez en la lista.`;
    // biome-ignore format: rows
    const cases: [number[], string[]][] = [
      [[foreign], [none(0, foreign)]],
      [[a, 999], [none(1, 999)]],
      [[999, b, foreign], [none(0, 999), none(2, foreign)]],
      [[b, a, b], [twice(0, b), twice(2, b)]],
      [[2147483648], ['ubicaciones[0].id: esta obra no tiene la ubicación 2147483648.']],
      [[0], ['ubicaciones[0].id: esta obra no tiene la ubicación 0.']],
    ];
    for (const [ids, sentences] of cases) {
      const list = ids.map((id) => ({ id, ...at('otra') }));
      refused(await patch(obra.id, list, { nombre: 'Otro' }), 400, sentences);
    }
    for (const id of [null, '1', 1.5]) {
      refused(await patch(obra.id, [{ id, ...at('otra') }]), 400, [
        'ubicaciones[0].id debe ser un número entero.',
      ]);
    }
    // The id of a location that the obra had once.
    const { body } = await patch(obra.id, [{ id: b, ...at('b') }]);
    refused(await patch(obra.id, [{ id: a, ...at('a') }]), 400, [none(0, a)]);
    assert.deepEqual(await read(obra.id), body);
    assert.deepEqual(await read(other.id), other);
  });

  for (const id of [0, -1, 2147483647, -2147483648, 2147483648, -2147483649, 1e21]) {
    test(`cannot refer to ${id}, which no record has`, async () => {
      const obra = await create([at('a')]);
      const same = obra.ubicaciones[0].id;
      const none = (field: string) => `${field}: no existe el registro ${id}.`;
      const place = 'ubicaciones[0].municipioId';
      refused(await patch(obra.id, [at('b', { municipioId: id })]), 400, [none(place)]);
      refused(await patch(obra.id, [{ id: same, ...at('b', { municipioId: id }) }]), 400, [
        none(place),
      ]);
      refused(await patch(obra.id, [{ id, ...at('b', { municipioId: id }) }]), 400, [
        none(place),
        `ubicaciones[0].id: esta obra no tiene la ubicación ${id}.`,
      ]);
      for (const field of ['municipioId', 'dependenciaId', 'tipoProyectoId', 'estatusObraId']) {
        refused(await patch(obra.id, [at('b', { municipioId: id })], { [field]: id }), 400, [
          none(field),
          none(place),
        ]);
      }
      refused(await post(at('b', { municipioId: id })), 400, [none(place)]);
      // Where there is no such obra, nothing is said of its references.
      const unknown = await call('admin', 'PATCH', '/obras/999', { municipioId: id });
      refused(unknown, 404, 'Obra 999 no encontrada.');
      assert.deepEqual(await read(obra.id), obra);
    });
  }

  test('need what they need in a POST, id or no id', async () => {
    const obra = await create([at('a')]);
    const { id } = obra.ubicaciones[0];
    refused(await patch(obra.id, [{ id, direccion: 'b' }, { orden: 1 }]), 400, [
      'ubicaciones[0].tipoGeometria es obligatorio.',
      'ubicaciones[0].geometriaJson es obligatorio.',
      'ubicaciones[1].direccion es obligatorio.',
      'ubicaciones[1].tipoGeometria es obligatorio.',
      'ubicaciones[1].geometriaJson es obligatorio.',
    ]);
    refused(await patch(obra.id, [at('b', { municipioId: 107 })]), 400, [
      'ubicaciones[0].municipioId: no existe el registro 107.',
    ]);
    assert.deepEqual(await read(obra.id), obra);
  });
});
