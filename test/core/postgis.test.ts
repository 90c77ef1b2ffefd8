import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { db } from '../world.ts';

const value = async (expression: string) =>
  (await db.one<{ value: unknown }>(`SELECT ${expression} AS value`))?.value;

/** A street corner in Mérida. */
const MERIDA = 'ST_SetSRID(ST_MakePoint(-89.6237, 20.9674), 4326)';
const square = (x: number, y: number) => `ST_MakeEnvelope(${x}, ${y}, ${x + 2}, ${y + 2}, 32616)`;

// The embedded database carries a part of PostGIS alone (scripts/prepare.mjs): it has to be the part that is needed.
describe('PostGIS', () => {
  test('projects to the systems that maps of Mexico use', async () => {
    const projected = (srid: number) => value(`ST_AsText(ST_Transform(${MERIDA}, ${srid}), 1)`);
    assert.equal(await projected(3857), 'POINT(-9976864.6 2387991.8)');
    // UTM zone 16 north; Lambert's conic of INEGI, ITRF2008; UTM on NAD27, whose datum shift is not in the formula.
    assert.equal(await projected(32616), 'POINT(227191.4 2320775.9)');
    assert.equal(await projected(6372), 'POINT(3779728 1050585)');
    assert.equal(await projected(26716), 'POINT(227197.2 2320573.5)');
    const back = `ST_Transform(ST_Transform(${MERIDA}, 32616), 4326)`;
    assert.equal(await value(`ST_AsText(${back}, 6)`), 'POINT(-89.6237 20.9674)');
  });

  test('measures on the ellipsoid', async () => {
    assert.equal(
      await value(`round(ST_Distance(${MERIDA}::geography, 'POINT(-88.2 20.69)')::numeric)::text`),
      '151339',
    );
  });

  test('reads, writes, mends, joins, widens, simplifies and groups geometries', async () => {
    assert.equal(
      await value(`ST_AsGeoJSON(${MERIDA}, 6)`),
      '{"type":"Point","coordinates":[-89.6237,20.9674]}',
    );
    assert.equal(
      await value(`ST_Intersects(ST_GeomFromGeoJSON('{"type": "Point", "coordinates": [1, 1]}'),
        ST_MakeEnvelope(0, 0, 2, 2, 4326))`),
      true,
    );
    const bowtie = `'POLYGON((0 0, 2 2, 2 0, 0 2, 0 0))'::geometry`;
    assert.equal(await value(`ST_IsValidReason(${bowtie})`), 'Self-intersection[1 1]');
    assert.equal(await value(`ST_Area(ST_MakeValid(${bowtie}))`), 2);
    assert.equal(await value(`ST_Area(ST_Union(${square(0, 0)}, ${square(1, 1)}))`), 7);
    assert.equal(
      await value(`round(ST_Area(ST_Buffer(${square(0, 0)}, 1))::numeric, 1)::text`),
      '15.1',
    );
    assert.equal(
      await value(`ST_AsText(ST_SimplifyPreserveTopology('LINESTRING(0 0, 5 0.01, 10 0)', 0.1))`),
      'LINESTRING(0 0,10 0)',
    );
    assert.deepEqual(
      await value(`(SELECT array_agg(cluster ORDER BY i) FROM (
        SELECT i, ST_ClusterDBSCAN(point, 1, 2) OVER (ORDER BY i) AS cluster
        FROM (VALUES (1, 'POINT(0 0)'::geometry), (2, 'POINT(0.5 0)'), (3, 'POINT(9 9)'), (4, 'POINT(9 9.5)'),
          (5, 'POINT(20 20)')) AS points (i, point)) AS clustered)`),
      [0, 0, 1, 1, null],
    );
  });
});
