import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { columnOf } from '../../columns.ts';
import { hasFeature } from '../../features.ts';
import { manyObras, withBlanks } from '../../many-obras.ts';
import {
  call,
  contratoBody,
  daysSince,
  db,
  get,
  newObra,
  noteArchivo,
  programaBody,
  refused,
  resetWithCatalog,
  ubicacionBody,
  withApp,
  wkt,
  write,
} from '../../world.ts';

interface Feature {
  type: string;
  id: number | string;
  geometry: { type: string; coordinates: unknown } | null;
  properties: Record<string, unknown>;
}

async function features(query = ''): Promise<Feature[]> {
  const { body } = await get(`/obras.geojson${query}`);
  assert.equal(body.type, 'FeatureCollection');
  return body.features;
}

/** The figures of motives to review a work of 2026 without a follow-up, which come last, so many days after its year's begin. */
const motivos = (diasSinMovimiento: number) => ({
  ...{ plazosRegistrados: 0, diasSinMovimiento, proponentesMinimo: null },
  ...{ excesoFraccionado: null, excesoUmbral: null, diasConvenioTardio: null },
  ...{ excesoPagado: null, diasSinActa: null },
});

describe('GET /obras.geojson', () => {
  beforeEach(resetWithCatalog);

  test('has a feature for each ubicación, and one for an obra without any', async () => {
    const polygon = wkt('POLYGON ((-89.7 20.9, -89.6 20.9, -89.6 21, -89.7 20.9))');
    const two = await newObra({
      claveUnica: 'DOS',
      descripcion: 'Línea\n«dos» \\ "tres"',
      monto: 1000,
      municipioId: 50,
      ubicaciones: [
        ubicacionBody({
          ...{ tipoGeometria: 'POLIGONO', geometriaJson: polygon, municipioId: 2 },
          ...{ localidadReferencia: 'Cholul', orden: 7 },
        }),
        ubicacionBody(),
      ],
    });
    const none = await newObra({ claveUnica: 'CERO', tipoProyectoId: null, monto: 0.5 });
    await call('admin', 'PATCH', '/dependencias/1', { siglas: null });
    const answer = await call('user', 'GET', '/obras.geojson');
    assert.equal(answer.headers.get('content-type'), 'application/geo+json; charset=utf-8');
    assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="obras.geojson"');
    const [area, point, bare, ...rest] = answer.body.features as [Feature, Feature, Feature];
    assert.deepEqual(rest, []);
    const { id: obraId, nombre, descripcion } = two;
    const [first, second] = [...two.ubicaciones].sort((a, b) => a.id - b.id);
    assert.deepEqual(area, {
      type: 'Feature',
      id: first.id,
      geometry: polygon,
      properties: {
        ...{ obraId, numeroObra: 1, claveUnica: 'DOS', nombre, descripcion, monto: 1000 },
        ...{ anio: 2026, dependencia: 'Secretaría de Obras', siglas: null },
        municipio: 'Acanceh',
        municipioClave: '31002',
        tipoProyecto: 'Vialidades',
        estatus: 'En proceso',
        direccion: 'Calle 60 x 61, Centro',
        localidadReferencia: 'Cholul',
        orden: 7,
        avanceFisico: null,
        fechaCorte: null,
        fechaTerminoBase: null,
        fechaTerminoVigente: null,
        ...(hasFeature('archivos') && { fotos: 0, foto: null }),
        ...(hasFeature('alertas') && motivos(await daysSince('2026-01-01'))),
      },
    });
    assert.equal(point.id, second.id);
    assert.equal(point.properties.municipioClave, '31050');
    assert.deepEqual(Object.keys(bare.properties), Object.keys(area.properties));
    assert.equal(bare.id, none.id + 2 ** 31);
    assert.equal(bare.geometry, null);
    for (const name of ['tipoProyecto', 'direccion', 'localidadReferencia', 'orden']) {
      assert.equal(bare.properties[name], null, name);
    }
    // Written by the database, with both decimals: of 1000 some programs make an integer.
    assert.match(answer.text, /"monto":1000\.00,/);
    assert.match(answer.text, /"monto":0\.50,/);
  });

  test('takes the filters of GET /obras, and is an empty collection where no work passes', async () => {
    await newObra({ municipioId: 1, nombre: 'Pozo profundo' });
    await newObra({ municipioId: 50, ubicaciones: [ubicacionBody(), ubicacionBody()] });
    for (const [query, count] of [
      ['', 3],
      ['?municipioId=50', 2],
      ['?q=pozo', 1],
      ['?bbox=-89.7,20.9,-89.5,21', 2],
      ['?estatusObraId=7', 0],
    ] as const) {
      if (!query.startsWith('?bbox') || hasFeature('mapa'))
        assert.equal((await features(query)).length, count, query);
    }
    refused(await call('user', 'GET', '/obras.geojson?municipioId=x'), 400, [/^municipioId debe/]);
  });

  test('has the progress of an obra, after its own data, on each of its features', async () => {
    const { id } = await newObra({ ubicaciones: [ubicacionBody(), ubicacionBody()] });
    const first = await call('user', 'GET', '/obras.geojson');
    const told = async () => {
      const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
      const { body, text } = await get('/obras.geojson', 'user', { headers });
      const [one, other, ...more] = columnOf(body.features as Feature[], 'properties').map((all) =>
        Object.entries(all)
          .filter(([name]) => !/^fotos?$/.test(name) && !(name in motivos(0)))
          .slice(-4),
      );
      assert.deepEqual([other, more], [one, []]);
      return { text, said: Object.fromEntries(one ?? []) };
    };
    const post = (path: string, body: object) =>
      write('admin', 'POST', `/obras/${id}/${path}`, body);
    await post('programas', programaBody());
    await post('avances', { fechaCorte: '2026-03-31', avanceFisico: 10 });
    const begun = await told();
    assert.deepEqual(begun.said, {
      avanceFisico: 10,
      fechaCorte: '2026-03-31',
      fechaTerminoBase: '2026-10-31',
      fechaTerminoVigente: '2026-10-31',
    });
    // Written by the database with both decimals, like the amount.
    assert.match(begun.text, /"avanceFisico":10\.00,/);
    await post('avances', { fechaCorte: '2026-06-30', avanceFisico: 45.5 });
    await post('programas', programaBody({ fechaTermino: '2026-12-15', motivo: 'Lluvias.' }));
    assert.deepEqual((await told()).said, {
      avanceFisico: 45.5,
      fechaCorte: '2026-06-30',
      fechaTerminoBase: '2026-10-31',
      fechaTerminoVigente: '2026-12-15',
    });
    await post('contratos', contratoBody({ fechaTermino: '2027-01-31' }));
    assert.equal((await told()).said.fechaTerminoVigente, '2027-01-31');
  });

  if (hasFeature('archivos'))
    test('has the number of public photos of an obra and the address of the newest, behind its progress', async () => {
      const { id } = await newObra({ ubicaciones: [ubicacionBody(), ubicacionBody()] });
      await newObra();
      const told = async (url?: string) => {
        const { body } = await get('/obras.geojson', 'user', url ? { url } : {});
        return (body.features as Feature[]).map(({ properties }) =>
          Object.entries(properties)
            .filter(([name]) => !(name in motivos(0)))
            .slice(-2),
        );
      };
      const none = Object.entries({ fotos: 0, foto: null });
      assert.deepEqual(await told(), [none, none, none]);
      await noteArchivo(id, { clase: 'CONTRATO' });
      await noteArchivo(id, { publico: false });
      assert.deepEqual(await told(), [none, none, none]);
      await noteArchivo(id, { fecha: '2026-03-01' });
      const newest = await noteArchivo(id, { fecha: '2026-05-12' });
      await noteArchivo(id, { fecha: '2026-05-11' });
      const some = (root: string) =>
        Object.entries({ fotos: 3, foto: `${root}/obras/${id}/archivos/${newest}/contenido` });
      assert.deepEqual(await told(), [some(''), some(''), none]);
      await withApp({ PUBLIC_URL: 'https://obras.ejemplo.mx/a' }, async (url) => {
        const root = 'https://obras.ejemplo.mx/a';
        assert.deepEqual(await told(url), [some(root), some(root), none]);
      });
      await db.query('UPDATE archivos SET publico = false');
      assert.deepEqual(await told(), [none, none, none]);
    });

  test('has outlines and holes by the right-hand rule, and the work has them as they were sent', async () => {
    const ring = (west: number, south: number, size: number, height?: number) => {
      const more = height === undefined ? [] : [height];
      const [east, north] = [west + size, south + size];
      const corners = [[west, south], [east, south], [east, north], [west, north], [west, south]]; // biome-ignore format: corners
      return corners.map((corner) => [...corner, ...more]);
    };
    const [outline, hole] = [ring(-89.62, 20.96, 0.002), ring(-89.6195, 20.9605, 0.0005)];
    const high = ring(-89.61, 20.96, 0.002, 12.5);
    const far = ring(-89.6, 20.96, 0.002);
    const polygon = (...coordinates: number[][][]) => ({ type: 'Polygon', coordinates });
    const multi = (...coordinates: number[][][][]) => ({ type: 'MultiPolygon', coordinates });
    const back = (one: number[][]) => one.toReversed();
    const line = { type: 'LineString', coordinates: back(outline) };
    const cases: [sent: { type: string; coordinates: unknown }, file: unknown][] = [
      [polygon(outline, back(hole)), polygon(outline, back(hole))],
      [polygon(back(outline), hole), polygon(outline, back(hole))],
      [polygon(back(outline), back(hole)), polygon(outline, back(hole))],
      [polygon(outline, hole), polygon(outline, back(hole))],
      [polygon(back(high)), polygon(high)],
      [multi([back(outline)], [far]), multi([outline], [far])],
      [line, line],
    ];
    const kinds = cases.map(([{ type }]) => (type === 'LineString' ? 'RUTA' : 'POLIGONO'));
    const { id, claveUnica } = await newObra({
      ubicaciones: cases.map(([geometriaJson], i) =>
        ubicacionBody({ geometriaJson, tipoGeometria: kinds[i] }),
      ),
    });
    const given = (await get(`/obras/${id}`)).body.ubicaciones;
    assert.deepEqual(columnOf(given, 'geometriaJson'), columnOf(cases, 0));
    /** Signed areas of a geometry's rings, those of outlines first in each polygon. */
    const isRightHanded = ({ type, coordinates }: { type: string; coordinates: unknown }) => {
      const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as number[][][][];
      const area = (one: number[][]) =>
        one.reduce((sum, [x = 0, y = 0], i) => {
          const [nextX = 0, nextY = 0] = one[(i + 1) % one.length] as number[];
          return sum + x * nextY - nextX * y;
        }, 0);
      return polygons.every((rings) => rings.every((one, i) => area(one) > 0 === (i === 0)));
    };
    const expected = columnOf(cases, 1);
    assert.deepEqual(columnOf(await features(), 'geometry'), expected);
    if (hasFeature('ogc')) {
      const layer = '/ogc/collections/obras_poligonos/items';
      const outlines = (await get(layer)).body.features as Feature[];
      assert.deepEqual(columnOf(outlines, 'geometry'), expected.slice(0, -1));
      const one = await get(`${layer}/${given[1].id}`);
      assert.deepEqual(one.body.geometry, expected[1]);
    }
    if (hasFeature('oc4ids')) {
      const [project] = (await get(`/oc4ids/${claveUnica}`)).body.projects;
      assert.deepEqual(columnOf(project.locations.slice(1), 'geometry'), expected);
    }
    const x = Math.floor(((-89.619 + 180) / 360) * 2 ** 14);
    const north = Math.asinh(Math.tan((20.961 * Math.PI) / 180)) / Math.PI;
    const y = Math.floor(((1 - north) / 2) * 2 ** 14);
    if (hasFeature('mapa')) {
      const tile = (await get(`/mapa/14/${x}/${y}`)).body.features as Feature[];
      const drawn = tile.flatMap(({ geometry }) =>
        geometry && /Polygon/.test(geometry.type) ? [geometry] : [],
      );
      assert.ok(drawn.length > 0 && drawn.every(isRightHanded), JSON.stringify(drawn));
    }
    const limits = (await get('/municipios/limites')).body.features as Feature[];
    assert.ok(limits.every(({ geometry }) => isRightHanded(geometry as never)));
  });

  test('has each feature once, however many and large they are', async () => {
    const point = { type: 'Point', coordinates: [-89.6, 20.9] };
    // More than one step holds, within one obra and over several.
    await manyObras(
      450,
      {},
      `SELECT id, 1, 'Calle', 'PUNTO', CASE WHEN id % 200 = 0 THEN ${withBlanks(point, 400_000)} ELSE ${withBlanks(point, 0)} END, n
       FROM obras, generate_series(1, CASE WHEN id % 200 = 0 THEN 4 WHEN id % 3 = 0 THEN 0 ELSE 2 END) n`,
    );
    const expected = await db.query<{ id: string }>(
      `SELECT coalesce(u.id, o.id + 2147483648) AS id FROM obras o LEFT JOIN ubicaciones u ON u.obra_id = o.id
       ORDER BY o.id, u.id`,
    );
    const found = await features();
    assert.deepEqual(columnOf(found, 'id'), columnOf(expected, 'id').map(Number));
    const placed = found.filter(({ id }) => Number(id) < 2 ** 31);
    assert.deepEqual(columnOf(placed, 'geometry'), Array(found.length - 150).fill(point));
  });
});
