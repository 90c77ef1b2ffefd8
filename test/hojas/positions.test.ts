import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { positionIn, readPosition } from '../../src/hojas/celdas/position.ts';

// Positions as people write them, for the import, the portal's form and who looks for a place there.

const MERIDA = [-89.62, 20.97];
const read = (text: string) => positionIn(text);
const meant = (text: string) => {
  const escrita = read(text);
  return escrita && 'meant' in escrita ? escrita.meant : undefined;
};

describe('a position', () => {
  test('is read in degrees, in either order, whatever stands between and around the two', () => {
    for (const text of [
      '20.97, -89.62',
      '20.97 -89.62',
      '-89.62 20.97',
      '20,97; -89,62',
      '20,97;-89,62',
      '20,97 -89,62',
      '(20.97, -89.62)',
      'lat: 20.97 lon: -89.62',
      'Latitud 20.97, longitud -89.62',
      '20.97 N, 89.62 O',
      'N 20.97 W 89.62',
      `20°58'12"N 89°37'12"W`,
      `89°37'12"O, 20°58'12"N`,
    ]) {
      assert.deepEqual(meant(text), MERIDA, text);
      assert.deepEqual(readPosition({ text, kind: 'text' }), { value: MERIDA }, text);
    }
    // A sign that is missing is not put there: whoever asks is told.
    assert.deepEqual(meant('20.97, 89.62'), [89.62, 20.97]);
  });

  test('is read as programs of maps and phones write it', () => {
    // biome-ignore format: rows
    const PROGRAMS = [
      ...['POINT (-89.62 20.97)', 'POINT(-89.62 20.97)', 'point z (-89.62 20.97 8)', 'POINT ZM (-89.62 20.97 8 1)'],
      ...['SRID=4326;POINT(-89.62 20.97)', '20.97 -89.62 8.0 4.9', '20.97 -89.62 0 0', '20.97\t-89.62'],
      ...['{"type":"Point","coordinates":[-89.62,20.97]}', '{"type": "Point", "coordinates": [-89.62, 20.97, 8]}'],
      '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[-89.62,20.97]}}',
    ];
    for (const text of PROGRAMS) {
      assert.deepEqual(readPosition({ text, kind: 'text' }), { value: MERIDA }, text);
    }
    assert.deepEqual(read('SRID=32616;POINT(227000 2320000)'), {
      metres: [227000, 2320000],
      zone: 16,
    });
    const NONE = [
      ...[
        'POINT EMPTY',
        'POINT (a b)',
        'SRID=3857;POINT(-89.62 20.97)',
        '20 58 89 37',
        '{"type":"Point"}',
        '{',
        '{}',
      ],
      ...['{"type":"Point","coordinates":["a",null]}', 'null'],
    ];
    for (const text of NONE) assert.equal(read(text), undefined, text);
    const shapes = [
      'LINESTRING (-89.62 20.97, -89.6 20.9)',
      'MULTIPOLYGON (((0 0,1 0,1 1,0 0)))',
      '{"type":"Polygon","coordinates":[]}',
    ];
    for (const text of shapes) {
      const found = readPosition({ text, kind: 'text' });
      assert.match('general' in found ? (found.general ?? '') : '', /es una línea o un área/, text);
    }
  });

  test('is read from the address of a map, the marked place before the view', () => {
    for (const text of [
      'https://www.google.com/maps/@20.97,-89.62,15z',
      'https://www.google.com/maps/place/Palacio/@20.9,-89.6,17z/data=!3m1!4b1!8m2!3d20.97!4d-89.62',
      'https://maps.google.com/?q=20.97,-89.62',
      'https://www.google.com/maps/search/20.97,+-89.62?hl=es',
      'https://www.google.com/maps?q=20.97%2C-89.62&z=17',
      'https://www.openstreetmap.org/#map=15/20.97/-89.62',
      'https://www.openstreetmap.org/?mlat=20.97&mlon=-89.62#map=12/20.5/-89.1',
      'https://maps.apple.com/?ll=20.97,-89.62&t=m',
      'geo:20.97,-89.62?z=15',
    ]) {
      assert.deepEqual(meant(text), MERIDA, text);
    }
    for (const text of ['https://maps.app.goo.gl/abc123', 'https://example.org/20/89', 'geo:']) {
      assert.equal(read(text), undefined, text);
    }
  });

  test('is read in metres of UTM, with the zone that the text names', () => {
    for (const [text, zone] of [
      ['227000 2320000', undefined],
      ['227,000, 2,320,000', undefined],
      ['2320000 227000 16N', 16],
      ['16N 227000 2320000', 16],
      ['16 Q 227000.00 2320000.00', 16],
      ['X=227000 Y=2320000 zona 16', 16],
      ['UTM 15 227000 2320000', 15],
      ['EPSG:32616 227000 2320000', 16],
      ['227000 E, 2320000 N, huso 16', 16],
    ] as const) {
      assert.deepEqual(read(text), { metres: [227_000, 2_320_000], zone }, text);
    }
    const cell = readPosition({ text: '16N 227000 2320000', kind: 'text' });
    assert.match('fault' in cell ? cell.fault : '', /parecen coordenadas UTM/);
  });

  test('is not read where it may be several things', () => {
    for (const text of [
      '',
      'calle 60',
      'tizimin',
      '60',
      '20.97',
      '20.97, -89.62, 15',
      '20.97 N, 20.98 N',
      '5 6 7',
      '227000',
      '1 2000000',
      "20°70'N 89°37'W",
      'NaN, NaN',
      '1'.repeat(10_000),
      '20.97, '.repeat(1_000),
      '(((('.repeat(400),
    ]) {
      const escrita = read(text);
      assert.equal(escrita, undefined, text.slice(0, 40));
    }
    // Elsewhere on earth it is read as it stands, latitude first.
    assert.deepEqual(read('40.4, -3.7'), { written: [-3.7, 40.4], meant: undefined });
  });
});
