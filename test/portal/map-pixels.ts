import type { Page } from 'playwright-core';

// What a map's canvas shows.

type Position = [lon: number, lat: number];
type Pixels = [right: number, down: number];

/** Pixels from the map's middle, a position, to another, at a zoom of the address. */
export function pixelsFrom(middle: Position, zoom: number, [lon, lat]: Position): Pixels {
  const side = 256 * 2 ** zoom;
  const row = (degrees: number) => Math.asinh(Math.tan((degrees * Math.PI) / 180)) / (2 * Math.PI);
  return [((lon - middle[0]) / 360) * side, (row(middle[1]) - row(lat)) * side];
}

/** How many pixels of the map's left side the list lies over. */
export const coveredBy = (page: Page) =>
  page.evaluate<number>(
    `document.querySelector('.mapa-obras_con-panel') ? document.querySelector('.explorar_panel').offsetWidth : 0`,
  );

/** The colours of a rectangle of the map, in pixels from the middle of what no list covers, as «r,g,b» with how often each is there. */
export const coloursIn = async (page: Page, [x, y]: Pixels, width: number, height: number) =>
  page.evaluate<Record<string, number>>(`(() => {
    const canvas = document.querySelector('.base_lienzo canvas, .dibujo_lienzo canvas');
    if (!canvas || canvas.width === 0) return {};
    const fine = canvas.width / canvas.clientWidth;
    const left = Math.round(canvas.width / 2 + (${(await coveredBy(page)) / 2} + ${x} - ${width / 2}) * fine);
    const top = Math.round(canvas.height / 2 + (${y} - ${height / 2}) * fine);
    const { data } = canvas.getContext('2d').getImageData(left, top, ${width} * fine, ${height} * fine);
    const found = {};
    for (let i = 0; i < data.length; i += 4) {
      const colour = data[i + 3] === 0 ? 'nada' : data[i] + ',' + data[i + 1] + ',' + data[i + 2];
      found[colour] = (found[colour] ?? 0) + 1;
    }
    return found;
  })()`);

/** How many pixels of a rectangle are as dark as letters. */
export async function ink(page: Page, middle: Pixels, width: number, height: number) {
  let dark = 0;
  for (const [colour, count] of Object.entries(await coloursIn(page, middle, width, height))) {
    const [red = 255, green = 255, blue = 255] = colour.split(',').map(Number);
    if (red + green + blue < 400) dark += count;
  }
  return dark;
}

/** The colour that most of a few pixels have. */
export async function commonest(page: Page, middle: Pixels, size = 9) {
  const found = await coloursIn(page, middle, size, size);
  return Object.entries(found).sort(([, one], [, other]) => other - one)[0]?.[0];
}
