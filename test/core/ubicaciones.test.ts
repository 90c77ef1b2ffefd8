import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { columnOf } from '../columns.ts';
import { refusals, table } from '../table.ts';
import {
  call,
  count,
  get,
  idsOf,
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
type Placed = { ubicaciones: { direccion: string; orden: number }[] };
const direcciones = (obra: Placed) => columnOf(obra.ubicaciones, 'direccion');
const ordenes = (obra: Placed) => columnOf(obra.ubicaciones, 'orden');

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
  const good: { type: string; coordinates: unknown; bbox?: number[] }[] = [
    point([-89.6237, 20.9674]),
    // Many decimals, tiny numbers, altitudes, corners of the world.
    point([-89.12345678901234, 20.000000000000004]), point([1e-7, -1.5e-300]), point([5e-324, Number.EPSILON]),
    point([-89.5, 20.5, 12.345]), point([0, 0, Number.MAX_VALUE]), point([-180, -90]), point([180, 90]),
    { ...point([1, 2]), bbox: [1, 2, 1.0000000000000002, 2] }, { ...point([1, 2, 3]), bbox: [1, 2, 3, 1, 2, 3] },
    wkt('MULTIPOINT (1 2, 1 2, 3 4)'), { type: 'MultiPoint', coordinates: [[1, 2, 3]] },
    // Lines that cross themselves, stand still, or have altitudes here and there.
    wkt('LINESTRING (-89.1 20.1, -89.2 20.2)'), wkt('LINESTRING (0 0, 1 1, 1 0, 0 1)'), wkt('LINESTRING (1 1, 1 1)'),
    wkt('LINESTRING (0 0, 1 1 5, 2 2)'), wkt('MULTILINESTRING ((0 0, 1 1), (0 1 7, 1 0 8, 2 2 9))'),
    // Polygons, also clockwise, with altitudes, with holes, of the whole world.
    polygon(square(-89.5, 20.5, 0.1)), polygon(square(0, 0, 1).reverse()), wkt('POLYGON ((0 0, 1 0, 0 1, 0 0))'),
    polygon(square(0, 0, 1).map(([x = 0, y = 0]) => [x, y, x + 2 * y])),
    polygon(square(0, 0, 10), square(1, 1, 2).reverse(), square(5, 5, 2)),
    polygon(square(0, 0, 10), [[0, 5], [2, 4], [2, 6], [0, 5]]),
    wkt('POLYGON ((-180 -90, 180 -90, 180 90, -180 90, -180 -90))'),
    // Parts apart, and those that touch in a corner.
    multiPolygon([square(0, 0, 1)], [square(2, 2, 3), square(3, 3, 1)]), multiPolygon([square(0, 0, 1)], [square(1, 1, 1)]),
  ];
  for (const geometriaJson of good) {
    test(`${JSON.stringify(geometriaJson)} comes back as it was sent`, async () => {
      const obra = await create([placed(geometriaJson)]);
      assert.equal(obra.ubicaciones[0].tipoGeometria, tipoOf(geometriaJson));
      assert.deepEqual(obra.ubicaciones[0].geometriaJson, geometriaJson);
      assert.deepEqual(await read(obra.id), obra);
      assert.deepEqual((await get('/obras')).body.at(-1), obra);
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
  const OPEN_RING = 'debe tener anillos cerrados: la última posición igual a la primera.';
  const BBOX = 'debe tener en bbox cuatro o seis números.';
  const CROSSED =
    /^no es un polígono válido: sus lados se cruzan o se enciman( cerca de \[.+\])?\.$/;
  const foreign = (name: string) =>
    `sólo admite los miembros type, coordinates y bbox; sobra "${name}".`;
  const among = (types: string) => `debe tener como type ${types}.`;
  const of = (type: unknown, ...coordinates: unknown[]) => ({ type, coordinates });

  // biome-ignore format: rows
  const bad: [reason: string | RegExp, tipoGeometria: string, ...geometries: unknown[]][] = [
    // Agreement with tipoGeometria.
    [among('Point o MultiPoint'), 'PUNTO', wkt('LINESTRING (0 0, 1 1)'), polygon(square(0, 0, 1)), of('GeometryCollection')],
    [among('LineString o MultiLineString'), 'RUTA', point([0, 0]), multiPolygon([square(0, 0, 1)])],
    [among('Polygon o MultiPolygon'), 'POLIGONO', of('LineString', ...square(0, 0, 1)), of('MultiPoint', [0, 0])],
    [/^debe tener como type/, 'PUNTO', of('POINT', 0, 0), of(['Point'], 0, 0), of(null, 0, 0), of('constructor', 0, 0)],
    [/^debe tener como type/, 'RUTA', of('Circle', 0, 0)],
    // Foreign members.
    [foreign('crs'), 'PUNTO', { ...point([0, 0]), crs: { type: 'name' } }],
    [foreign('properties'), 'PUNTO', { ...point([0, 0]), properties: null }],
    [foreign('geometry'), 'PUNTO', { type: 'Feature', geometry: point([0, 0]), coordinates: [0, 0] }],
    [foreign('__proto__'), 'PUNTO', JSON.parse('{"type": "Point", "coordinates": [0, 0], "__proto__": {}}')],
    [BBOX, 'PUNTO', ...[[0, 0, 0, 0, 0], [0, 0, 0, '0'], null, []].map((bbox) => ({ ...point([0, 0]), bbox }))],
    // Positions, of too few or too many numbers, of none, and too deep.
    [POSITIONS, 'PUNTO', point([1]), point([1, 2, 3, 4]), point([]), point(null), point({ 0: 1, 1: 2, length: 2 }), point('12')],
    [POSITIONS, 'PUNTO', point([[1, 2]]), of('MultiPoint', 1, 2)],
    [POSITIONS, 'RUTA', wkt('MULTILINESTRING (0 0, 1 1)')],
    [FINITE, 'PUNTO', point([[[[1, 2]]], 0]), point(['1', 2]), point([1, null]), point([1, 2, null]), point([1, 2, true])],
    [LONGITUDE, 'PUNTO', point([180.00000000000003, 0]), point([-180.00000000000003, 0])],
    [LATITUDE, 'PUNTO', point([0, 90.00000000000001]), point([0, -90.00000000000001]), wkt('MULTIPOINT (0 0, 0 91)')],
    // Latitude before longitude.
    [LATITUDE, 'PUNTO', point([20.9674, -99.6237])],
    // Lists.
    ['debe tener en coordinates las listas que su type pide.', 'PUNTO', { type: 'MultiPoint', coordinates: {} }],
    ['debe tener en coordinates las listas que su type pide.', 'RUTA', { type: 'LineString', coordinates: 'ab' }],
    ['debe tener coordenadas.', 'PUNTO', of('MultiPoint')],
    ['debe tener coordenadas.', 'RUTA', of('MultiLineString')],
    ['debe tener coordenadas.', 'POLIGONO', polygon(), multiPolygon(), multiPolygon([])],
    ['debe tener líneas de dos posiciones o más.', 'RUTA', of('LineString'), of('LineString', [0, 0]), wkt('MULTILINESTRING ((0 0, 1 1), (2 2))')],
    ['debe tener anillos de cuatro posiciones o más.', 'POLIGONO', polygon([]), wkt('POLYGON ((0 0, 1 1, 0 0))')],
    // The last of them ends at another altitude.
    [OPEN_RING, 'POLIGONO', polygon(square(0, 0, 1).slice(0, 4)), polygon(square(0, 0, 9), square(1, 1, 2).slice(0, 4))],
    [OPEN_RING, 'POLIGONO', wkt('POLYGON ((0 0 1, 1 0 1, 1 1 1, 0 0 2))')],
    // Rings and parts one level too high.
    [/^debe tener/, 'POLIGONO', polygon(...square(0, 0, 1)), multiPolygon(square(0, 0, 1))],
    // A bow-tie, also where its altitudes keep its sides apart.
    [/^no es un polígono válido: sus lados se cruzan o se enciman cerca de \[0\.5, ?0\.5\]\.$/, 'POLIGONO', BOW_TIE],
    [CROSSED, 'POLIGONO', wkt('POLYGON ((0 0 0, 1 1 5, 1 0 9, 0 1 2, 0 0 0))')],
    // A spike, no area, and one point.
    [CROSSED, 'POLIGONO', wkt('POLYGON ((0 0, 2 0, 2 2, 2 5, 2 2, 0 2, 0 0))'), wkt('POLYGON ((0 0, 1 1, 2 2, 0 0))')],
    [CROSSED, 'POLIGONO', wkt('POLYGON ((1 1, 1 1, 1 1, 1 1))')],
    // A hole outside, across the edge, or of all; holes that overlap.
    [CROSSED, 'POLIGONO', polygon(square(0, 0, 1), square(5, 5, 1)), polygon(square(0, 0, 4), square(3, 3, 4))],
    [CROSSED, 'POLIGONO', polygon(square(0, 0, 4), square(0, 0, 4)), polygon(square(0, 0, 9), square(1, 1, 4), square(2, 2, 4))],
    // Parts that overlap, or are the same.
    [CROSSED, 'POLIGONO', multiPolygon([square(0, 0, 2)], [square(1, 1, 2)]), multiPolygon([square(0, 0, 2)], [square(0, 0, 2)])],
  ];
  for (const [reason, tipoGeometria, ...geometries] of bad) {
    for (const geometriaJson of geometries) {
      test(`for ${JSON.stringify(geometriaJson)} as ${tipoGeometria}, with its place and the reason`, async () => {
        const ubicaciones = [ubicacionBody(), ubicacionBody({ tipoGeometria, geometriaJson })];
        const answer = await post(...ubicaciones);
        refused(answer, 400, [/^ubicaciones\[1\]\.geometriaJson /]);
        const [sentence] = answer.body.message;
        const given = sentence.replace('ubicaciones[1].geometriaJson ', '');
        if (typeof reason === 'string') assert.equal(given, reason);
        else assert.match(given, reason);
        assert.equal(await count('obras'), 0);
      });
    }
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

  test('that is no object, or lacks its members', async () => {
    for (const [geometriaJson, ...sentences] of [
      [{}, '.type es obligatorio.', '.coordinates es obligatorio.'],
      [{ coordinates: [0, 0] }, '.type es obligatorio.'],
      [{ type: 'Point' }, '.coordinates es obligatorio.'],
      [null, ' debe ser un objeto.'],
      ['POINT(0 0)', ' debe ser un objeto.'],
      [[0, 0], ' debe ser un objeto.'],
    ] as [unknown, ...string[]][]) {
      const expected = sentences.map((sentence) => `ubicaciones[0].geometriaJson${sentence}`);
      refused(await post(ubicacionBody({ geometriaJson })), 400, expected);
    }
  });

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
    const nothing = { localidadReferencia: null, referenciaLugar: null };
    const given = [at('a'), at('b', { municipioId: 1 }), at('c', nothing)];
    const obra = await create(given, { municipioId: 2 });
    const point = { tipoGeometria: 'PUNTO', geometriaJson: ubicacionBody().geometriaJson };
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

  test('are refused with a field that is missing, null or of another type, with all that is wrong', async () => {
    for (const [changes, ...sentences] of [
      [
        { direccion: undefined, tipoGeometria: undefined, geometriaJson: undefined },
        ...['direccion', 'tipoGeometria', 'geometriaJson'].map((name) => `${name} es obligatorio.`),
      ],
      [
        { direccion: null, tipoGeometria: null, municipioId: null, orden: null },
        'direccion debe ser un texto.',
        'tipoGeometria debe ser un texto.',
        'municipioId debe ser un número entero.',
        'orden debe ser un número entero.',
      ],
      [
        { municipioId: '1', orden: '1', localidadReferencia: 1, referenciaLugar: true },
        'municipioId debe ser un número entero.',
        'localidadReferencia debe ser un texto o null.',
        'referenciaLugar debe ser un texto o null.',
        'orden debe ser un número entero.',
      ],
      ...refusals(table`
        direccion   | " \n"                  | no debe estar vacío.
        direccion   | 1                      | debe ser un texto.
        orden       | 1.5                    | debe ser un número entero.
        orden       | 2147483648,-2147483649 | debe estar entre -2,147,483,648 y 2,147,483,647.
        id          | 1                      | no es un campo reconocido.
        direcion    | "A"                    | no es un campo reconocido.
        municipioId | 107                    | no existe el registro 107.
        municipioId | 2147483648             | no existe el registro 2147483648.
      `).map(([body, sentence]) => [body, sentence.replace(/(?= no existe)/, ':')]),
    ] as [Record<string, unknown>, ...string[]][]) {
      const expected = sentences.map((sentence) => `ubicaciones[1].${sentence}`);
      refused(await post(ubicacionBody(), ubicacionBody(changes)), 400, expected);
    }
    assert.equal(await count('obras'), 0);
  });

  test('are refused where they are no objects', async () => {
    const ubicaciones = [null, 'Calle 60', [], 5];
    const sentences = ubicaciones.map((_, i) => `ubicaciones[${i}] debe ser un objeto.`);
    refused(await post(...ubicaciones), 400, sentences);
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
    const old = new Set(idsOf(obra.ubicaciones));
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
    const [a, b, c] = idsOf(obra.ubicaciones);
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
    const own = { id: a, municipio: { id: 1, nombre: 'Abalá' }, direccion: 'a2' };
    assert.deepEqual(body.ubicaciones[2], { ...own, ...route, ...everything });
    assert.deepEqual(await read(obra.id), body);
    assert.equal(await count('ubicaciones'), 3);
  });

  test('may be sent back as they were answered, but for municipio', async () => {
    const obra = await create([at('a', { orden: 3 }), at('b', { municipioId: 7, orden: 2 })]);
    const bare = obra.ubicaciones.map(({ municipio, ...rest }: { municipio: unknown }) => rest);
    const same = await patch(obra.id, bare);
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
    const [a, b] = idsOf(obra.ubicaciones) as [number, number];
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
      const place = none('ubicaciones[0].municipioId');
      const elsewhere = at('b', { municipioId: id });
      refused(await patch(obra.id, [elsewhere]), 400, [place]);
      refused(await patch(obra.id, [{ id: same, ...elsewhere }]), 400, [place]);
      const foreign = `ubicaciones[0].id: esta obra no tiene la ubicación ${id}.`;
      refused(await patch(obra.id, [{ id, ...elsewhere }]), 400, [place, foreign]);
      for (const field of ['municipioId', 'dependenciaId', 'tipoProyectoId', 'estatusObraId']) {
        refused(await patch(obra.id, [elsewhere], { [field]: id }), 400, [none(field), place]);
      }
      refused(await post(elsewhere), 400, [place]);
      // Where there is no such obra, nothing is said of its references.
      const unknown = await call('admin', 'PATCH', '/obras/999', { municipioId: id });
      refused(unknown, 404, 'Obra 999 no encontrada.');
      assert.deepEqual(await read(obra.id), obra);
    });
  }

  test('need what they need in a POST, id or no id', async () => {
    const obra = await create([at('a')]);
    const { id } = obra.ubicaciones[0];
    const names = ['direccion', 'tipoGeometria', 'geometriaJson'];
    refused(await patch(obra.id, [{ id, direccion: 'b' }, { orden: 1 }]), 400, [
      ...names.slice(1).map((name) => `ubicaciones[0].${name} es obligatorio.`),
      ...names.map((name) => `ubicaciones[1].${name} es obligatorio.`),
    ]);
    refused(await patch(obra.id, [at('b', { municipioId: 107 })]), 400, [
      'ubicaciones[0].municipioId: no existe el registro 107.',
    ]);
    assert.deepEqual(await read(obra.id), obra);
  });
});
