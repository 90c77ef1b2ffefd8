import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { descending } from '../../columns.ts';

const read = (path: string) =>
  readFileSync(new URL(`../../../../portal/${path}`, import.meta.url), 'utf8');
const styles = read('app.css');
const token = (name: string) => {
  const [, value] = new RegExp(`--${name}: (#[0-9a-f]{3,6});`).exec(styles) ?? [];
  assert.ok(value, name);
  return value;
};

/** The contrast of two colours (WCAG 2.2, relative luminance). */
function contrast(one: string, other: string): number {
  const luminance = (colour: string) => {
    const full = colour.length === 4 ? colour.replace(/[0-9a-f]/g, '$&$&') : colour;
    const [red, green, blue] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(full.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort(descending);
  return (light + 0.05) / (dark + 0.05);
}

describe("The portal's colours", () => {
  const pairs: [text: string, ground: string, least: number][] = [
    ['tinta', 'papel', 7],
    ['tinta', 'fondo', 7],
    ['tinta-2', 'papel', 4.5],
    ['tinta-2', 'fondo', 4.5],
    ['tinta-2', 'marca-clara', 4.5],
    ['papel', 'marca', 4.5],
    ['papel', 'marca-oscura', 7],
    ['papel', 'error', 4.5],
    ['marca', 'papel', 4.5],
    ['marca', 'fondo', 4.5],
    ['error', 'papel', 4.5],
    ['error', 'error-claro', 4.5],
    ['bien', 'bien-claro', 4.5],
    // Edges of fields and the like (1.4.11).
    ['borde', 'papel', 3],
    ['borde', 'fondo', 3],
    ['foco', 'marca-oscura', 3],
  ];
  for (const [text, ground, least] of pairs) {
    test(`${text} on ${ground} has a contrast of ${least} at least`, () => {
      const found = contrast(token(text), token(ground));
      assert.ok(found >= least, found.toFixed(2));
    });
  }

  test('show each status on paper, land and sea, by a shape that no other has', () => {
    const looks = [
      ...read('core/estatus.ts').matchAll(/(\d): \{ color: '(#[0-9a-f]{6})', forma: '(\w+)' \}/g),
    ];
    assert.equal(looks.length, 7);
    for (const [, id, colour = ''] of looks) {
      // A word's colour on paper; on the map a shape's (1.4.11).
      for (const [ground, least] of Object.entries({ papel: 4.5, tierra: 3, mar: 3 })) {
        const found = contrast(colour, token(ground));
        assert.ok(found >= least, `${id} on ${ground}: ${found.toFixed(2)}`);
      }
    }
    assert.equal(new Set(looks.map(([, , , forma]) => forma)).size, looks.length);
  });
});
