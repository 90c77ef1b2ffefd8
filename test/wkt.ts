import assert from 'node:assert/strict';

/** A GeoJSON geometry by its text in WKT (OGC 06-103r4), in which positions are shorter: `LINESTRING (0 0, 1 1)`. */
export function wkt(text: string): { type: string; coordinates: unknown } {
  const [, name = '', list = ''] = /^(\w+) (.*)$/.exec(text) ?? [];
  const type = WKT_TYPES.find((each) => each.toUpperCase() === name);
  assert.ok(type, text);
  const json = list.replaceAll('(', '[').replaceAll(')', ']');
  const coordinates = JSON.parse(json.replace(/[^[\],]+/g, position));
  return { type, coordinates: type === 'Point' ? coordinates[0] : coordinates };
}
const SIMPLE = ['Point', 'LineString', 'Polygon'];
const WKT_TYPES = [...SIMPLE, ...SIMPLE.map((type) => `Multi${type}`)];
const position = (text: string) => (text.trim() ? `[${text.trim().split(' ').join(',')}]` : '');
