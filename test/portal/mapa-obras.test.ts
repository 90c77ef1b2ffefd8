import { describe, test } from 'node:test';
import { agrees } from './gestures.ts';
import { commonest, pixelsFrom } from './map-pixels.ts';
import { makeObra, place, visit } from './portal-world.ts';

let words = 0;
/** A word that no other work has. */
const newWord = () => `zzm${process.pid}x${++words}`;

/** The colours of statuses on the map. */
const EN_PROCESO = '163,92,0';
const TERMINADA = '29,122,76';
const CIRCULO = '11,85,99';

describe('The map of works: symbols', () => {
  test('few works of a place are seen one by one, more as a circle with a ring of their statuses', async () => {
    const word = newWord();
    const few = [
      [-89.75, 20.95, 6],
      [-89.7, 20.95, 4],
      [-89.72, 20.98, 6],
    ] as const;
    const many = [-88.7, 20.6] as const;
    for (const [lon, lat, estatusObraId] of [
      ...few,
      ...[4, 4, 4, 6].map((estatusObraId) => [...many, estatusObraId] as const),
    ]) {
      await makeObra({ nombre: `Obra ${word}`, estatusObraId, ubicaciones: [place([lon, lat])] });
    }
    const { page } = await visit('user', `/obras?vista=mapa&q=${word}&lugar=-89.2,20.8,9`);
    const at = (lon: number, lat: number) => pixelsFrom([-89.2, 20.8], 9, [lon, lat]);
    for (const [lon, lat, estatusObraId] of few) {
      const colour = estatusObraId === 6 ? TERMINADA : EN_PROCESO;
      await agrees(() => commonest(page, at(lon, lat), 5), colour);
    }
    // Three quarters from above and clockwise are of the status that comes first in the catalog.
    const [x, y] = at(...many);
    await agrees(() => commonest(page, [x - 5, y - 7], 3), CIRCULO);
    for (const [right, down, colour] of [
      [15, 0, EN_PROCESO],
      [0, 15, EN_PROCESO],
      [10, -10, EN_PROCESO],
      [-10, -10, TERMINADA],
    ] as const) {
      await agrees(() => commonest(page, [x + right, y + down], 3), colour);
    }
  });

  test('the sheet marks a work by the symbol of its status', async () => {
    const { id } = await makeObra({
      estatusObraId: 6,
      ubicaciones: [place([-89.6, 20.95])],
    });
    const { page } = await visit('user', `/obras/${id}`);
    // A square has corners, where a point has none.
    await page.getByRole('button', { name: 'Ver de cerca' }).click();
    for (const corner of [-5, 5]) {
      await agrees(() => commonest(page, [corner, corner], 3), TERMINADA);
    }
  });
});
