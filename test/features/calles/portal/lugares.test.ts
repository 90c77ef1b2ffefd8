import assert from 'node:assert/strict';
import { truncateSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { BLOCK, makeTown, street, TOWN, townLayers, writeArchive } from '../../../pmtiles.ts';
import {
  eventually,
  expectFocus,
  expectGone,
  expectText,
  press,
  tabTo,
} from '../../../portal/gestures.ts';
import {
  assertAccessible,
  assertFits,
  quiet,
  serveWith,
  until,
  visit,
} from '../../../portal/portal-world.ts';

// The place finder of the map and the list; that of the form is tested with the form.

const finder = (page: Page) => page.getByRole('combobox', { name: 'Buscar un lugar en el mapa' });
const finderBox = (page: Page) => page.getByRole('dialog', { name: 'Ir a un lugar' });
const opens = (page: Page) => page.getByRole('button', { name: 'Ir a un lugar' });
const options = (page: Page) => page.getByRole('listbox').getByRole('option');
/** The place of the address: longitude, latitude and zoom, or a rectangle. */
const placeIn = (page: Page) =>
  (new URL(page.url()).searchParams.get('lugar') ?? '').split(',').map(Number);
const isNear = (page: Page, longitude: number, latitude: number, within = 0.02) =>
  eventually(async () => {
    const [x = 0, y = 0, zoom] = placeIn(page);
    return zoom === 16 && Math.abs(x - longitude) < within && Math.abs(y - latitude) < within;
  }, true);
/** A phone that is held in a hand. */
const HAND = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
/** The addresses of streets that a page asks for. */
function streetsAsked(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/mapa/base/calles') asked.push(searchParams.get('q') ?? '');
  });
  return asked;
}
/** Whether the middle of the map is as white as the mark of a place. */
const isMarked = (page: Page) =>
  page.evaluate<boolean>(`(() => {
    const canvas = document.querySelector('.base_lienzo canvas');
    if (!canvas || canvas.width === 0) return false;
    const { data } = canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1);
    return data[0] === 255 && data[1] === 255 && data[2] === 255;
  })()`);

describe('The portal: the place finder of the map', () => {
  test('by touch on a phone, from the list: the map is shown, goes there and marks it', async () => {
    const { page } = await visit('user', '/obras?vista=lista', { context: HAND });
    await opens(page).tap();
    await finder(page).fill('chol');
    await options(page).first().waitFor();
    // It has no place until a phone's keyboard would have come. A tap on what is not seen yet scrolls the page, which closes it.
    const isSeen = () =>
      options(page)
        .first()
        .evaluate((element) => element.checkVisibility({ opacityProperty: true }));
    await eventually(isSeen, true);
    await assertAccessible(page);
    await assertFits(page);
    await options(page)
      .filter({ hasText: /Cholul.*Localidad de Mérida/ })
      .first()
      .tap();
    // The message is as wide as the phone, and stands over the buttons at the map's foot. It is looked at while it is there.
    const isAbove = until(
      page,
      `[...document.querySelectorAll('button')].some((list) => list.textContent.trim() === 'Lista' &&
        document.querySelector('.piezas_anuncio')?.getBoundingClientRect().bottom <= list.getBoundingClientRect().top)`,
    );
    await page.getByRole('button', { name: 'Lista', exact: true }).waitFor();
    await isNear(page, -89.557, 21.043);
    await eventually(() => isMarked(page), true);
    await expectText(page, 'El mapa muestra Cholul.');
    await isAbove;
    await opens(page).tap();
    await page.getByRole('button', { name: 'Quitar la marca del mapa' }).tap();
    await eventually(() => isMarked(page), false);
  });

  test('by keys, from the list alone: municipios whole, what was searched at once, and coordinates', async () => {
    const { page } = await visit('user', '/obras?vista=lista&q=Ticul');
    await opens(page).waitFor();
    await tabTo(page, 'Ir a un lugar');
    await page.keyboard.press('Enter');
    // The words of the search are looked for before anything is typed.
    await options(page).first().filter({ hasText: 'Municipio' }).waitFor();
    assert.equal(await finder(page).inputValue(), 'Ticul');
    await page.keyboard.press('Enter');
    await page.locator('.base_lienzo canvas').first().waitFor();
    await page.waitForURL((url) => url.searchParams.get('vista') === null);
    await eventually(async () => {
      const [x = 0, y = 0] = placeIn(page);
      return Math.abs(x + 89.53) < 0.2 && Math.abs(y - 20.4) < 0.2;
    }, true);
    await expectFocus(page, 'Ir a un lugar');
    await page.keyboard.press('Enter');
    await finder(page).fill('20.87, -89.52');
    await expectText(options(page), /Coordenadas/);
    await page.keyboard.press('Enter');
    await isNear(page, -89.52, 20.87);
    await expectFocus(page, 'Ir a un lugar');
    // The principal streets come with the program.
    await page.keyboard.press('Enter');
    await finder(page).fill('circuito colonias');
    await expectText(options(page).first(), 'Circuito Colonias');
  });

  test('what is no place, half a place, or left early moves nothing', async () => {
    const { page } = await visit('user', '/obras?lugar=-89.5,20.9,9');
    await opens(page).click();
    await finder(page).fill('xyzzy');
    await expectText(page, 'Ningún municipio, localidad, calle ni cruce se llama así');
    await page.keyboard.press('Enter');
    await finder(page).fill('227000 2320000');
    await page.keyboard.press('Enter');
    await expectText(page, 'escriba también la zona, como en 16N');
    // At 320 pixels, and with letters of twice the size, it fits.
    await page.setViewportSize({ width: 320, height: 640 });
    await finder(page).fill('m');
    await options(page).first().waitFor();
    await assertFits(page);
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
    await assertFits(page);
    await assertAccessible(page);
    await page.evaluate(`document.documentElement.style.fontSize = ''`);
    // The list goes first.
    await page.keyboard.press('Escape');
    await expectGone(options(page).first());
    await page.keyboard.press('Escape');
    await expectGone(finder(page));
    await expectFocus(page, 'Ir a un lugar');
    assert.deepEqual(placeIn(page), [-89.5, 20.9, 9]);
  });

  test('without a network it says so, and is fetched when it is opened again', async () => {
    const { page, context } = await visit('user', '/obras', {
      allow: /ERR_INTERNET_DISCONNECTED/,
      isOwn: true,
    });
    await page.locator('.base_lienzo canvas').first().waitFor();
    await quiet(page);
    await context.setOffline(true);
    await opens(page).click();
    await expectText(page, 'No hubo respuesta del registro.');
    await page.keyboard.press('Escape');
    await expectGone(finderBox(page));
    await context.setOffline(false);
    await opens(page).click();
    await finder(page).waitFor();
  });
});

describe('The portal: streets in the place finder', () => {
  const [LON, LAT] = TOWN;
  const layers = townLayers();
  const avenue = [-2, 2].map((blocks): [number, number] => [
    LON + blocks * BLOCK,
    LAT + 0.4 * BLOCK,
  ]);
  /** A registry whose map has the streets of two towns. */
  const withStreets = async () => {
    const roads = [...layers.roads, street('Avenida Cholul', avenue)];
    const path = writeArchive(makeTown({ ...layers, roads }));
    return { path, at: await serveWith({ MAP_FILE: path, PUBLIC_READ: 'true' }) };
  };
  let service: Awaited<ReturnType<typeof withStreets>>;
  before(async () => {
    service = await withStreets();
  });

  test('a crossing is found by touch at 360 px, its name marked, and the map goes there and marks it', async () => {
    const hand = { at: service.at, context: HAND };
    const { page } = await visit('nobody', '/obras?vista=lista', hand);
    await opens(page).tap();
    await expectText(page, 'Municipio, localidad, calle, cruce o coordenadas');
    await finder(page).fill('calle 60 por 61');
    const crossing = options(page).filter({ hasText: 'Calle 60 × Calle 61' });
    await expectText(crossing, 'Cruce cerca de Pueblo de Prueba, Mérida');
    const marks = await crossing.locator('mark').allInnerTexts();
    assert.equal(marks.join(' '), 'Calle 60 Calle 61');
    await assertAccessible(page);
    await assertFits(page);
    await crossing.tap();
    await isNear(page, LON, LAT, 0.0002);
    await eventually(() => isMarked(page), true);
  });

  test('by keys: what the search had is proposed, streets stand behind places that begin so, and a street is shown whole', async () => {
    const { page } = await visit('nobody', '/obras?vista=lista&q=60+x+61', { at: service.at });
    await opens(page).waitFor();
    await tabTo(page, 'Ir a un lugar');
    await page.keyboard.press('Enter');
    await options(page).filter({ hasText: 'Calle 60 × Calle 61' }).waitFor();
    await finder(page).fill('cholul');
    const avenida = options(page).filter({ hasText: 'Avenida Cholul' });
    await avenida.waitFor();
    const texts = await options(page).allInnerTexts();
    assert.match(texts[0] ?? '', /^Cholul\nLocalidad de Mérida/);
    // Numbers alone are a crossing before they are a place in Asia.
    await finder(page).fill('60 61');
    await eventually(
      async () => (await options(page).allInnerTexts()).map((each) => each.split('\n')[1]),
      ['Cruce cerca de Pueblo de Prueba, Mérida', 'Coordenadas fuera de Yucatán'],
    );
    await finder(page).fill('calle 60');
    await options(page).filter({ hasText: 'Calle cerca de Pueblo de Prueba' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await eventually(() => {
      const [west = 0, south = 0, east = 0, north = 0] = placeIn(page);
      const isWhole = south < LAT - 5 * BLOCK && north > LAT + 5 * BLOCK;
      return Promise.resolve(isWhole && west < LON && east > LON);
    }, true);
    await expectFocus(page, 'Ir a un lugar');

    // A street that nobody knows is told as places are. For more letters than a name has, none are asked for.
    await page.keyboard.press('Enter');
    await options(page).first().waitFor();
    const asked = streetsAsked(page);
    for (const text of ['60 x 62', 'x'.repeat(1_000)]) {
      await finder(page).fill(text);
      await expectText(page, 'Ningún municipio, localidad, calle ni cruce se llama así');
    }
    await page.keyboard.press('Enter');
    // The map may still be on its way to the street: then the same is asked again, near another place, as is what was proposed.
    assert.deepEqual(
      [...new Set(asked)].filter((text) => text !== '60 x 61'),
      ['60 x 62'],
    );
    // A place that has no such street is named, rather than the streets of others.
    await finder(page).fill('calle 60 tekax');
    await expectText(page, 'Tekax no tiene una calle ni un cruce así en este mapa.');
  });

  test('in the form the map shows the crossing, and a point is put there', async () => {
    const { page } = await visit('admin', '/obras/nueva', { at: service.at, size: 'phone' });
    await press(page, 'Agregar punto');
    await finder(page).click();
    // The list does not stay over the map.
    await finder(page).fill('60 x 61');
    await options(page).first().waitFor();
    await page.keyboard.press('Enter');
    await expectGone(options(page).first());
    await finder(page).fill('60 x 63');
    await options(page).filter({ hasText: 'Calle 60 × Calle 63' }).click();
    const cross = page.locator('.dibujo_cruz-en');
    await eventually(async () => {
      const [y = 0, x = 0] = (await cross.innerText()).split(', ').map(Number);
      return Math.abs(x - LON) < 0.0002 && Math.abs(y - (LAT - BLOCK)) < 0.0002;
    }, true);
    await press(page, 'Punto aquí');
    await expectGone(page.getByText('Punto: sin dibujar'));
  });

  test('a file that is taken away while it runs leaves the other places, and it is said once', async () => {
    const { path, at } = await withStreets();
    truncateSync(path, 200);
    const { page } = await visit('nobody', '/obras?vista=lista', { at, allow: /503/ });
    const asked = streetsAsked(page);
    await opens(page).click();
    await finder(page).fill('cholul');
    await expectText(
      finderBox(page),
      'Las calles no se pueden buscar por ahora; se buscan municipios, localidades',
    );
    await options(page).filter({ hasText: 'Localidad de Mérida' }).first().waitFor();
    const before = asked.length;
    await finder(page).fill('ticul');
    await options(page).first().filter({ hasText: 'Municipio' }).waitFor();
    await assertAccessible(page);
    assert.equal(asked.length, before);
  });

  test('over the pictures of a server no streets are asked for', async () => {
    const at = await serveWith({
      MAP_TILES_URL: 'https://a.mx/{z}/{x}/{y}.png',
      MAP_TILES_ATTRIBUTION: '© Ejemplo',
      PUBLIC_READ: 'true',
    });
    const { page } = await visit('nobody', '/obras?vista=lista', { at });
    const asked = streetsAsked(page);
    await opens(page).click();
    await finder(page).fill('calle 60');
    await expectText(page, 'Ningún municipio ni localidad se llama así');
    assert.deepEqual(asked, []);
  });
});
