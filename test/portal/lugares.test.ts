import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { agrees, focused, tabTo } from './gestures.ts';
import { assertAccessible, assertFits, base, visit } from './portal-world.ts';

// The place finder of the map and the list; that of the form is tested with the form.

const finder = (page: Page) => page.getByRole('combobox', { name: 'Buscar un lugar en el mapa' });
const finderBox = (page: Page) => page.getByRole('dialog', { name: 'Ir a un lugar' });
const opens = (page: Page) => page.getByRole('button', { name: 'Ir a un lugar' });
const options = (page: Page) => page.getByRole('listbox').getByRole('option');
/** The place of the address: longitude, latitude and zoom, or a rectangle. */
const placeIn = (page: Page) =>
  (new URL(page.url()).searchParams.get('lugar') ?? '').split(',').map(Number);
const isNear = (page: Page, longitude: number, latitude: number) =>
  agrees(async () => {
    const [x = 0, y = 0, zoom] = placeIn(page);
    return zoom === 16 && Math.abs(x - longitude) < 0.02 && Math.abs(y - latitude) < 0.02;
  }, true);
/** Whether the middle of the map is as white as the mark of a place. */
const isMarked = (page: Page) =>
  page.evaluate<boolean>(`(() => {
    const canvas = document.querySelector('.lienzo canvas');
    if (!canvas || canvas.width === 0) return false;
    const { data } = canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1);
    return data[0] === 255 && data[1] === 255 && data[2] === 255;
  })()`);

describe('The portal: the place finder of the map', () => {
  test('by touch on a phone, from the list: the map is shown, goes there and marks it', async () => {
    const { page } = await visit('user', '/obras?vista=lista', {
      context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    });
    await opens(page).tap();
    await finder(page).fill('chol');
    await options(page).first().waitFor();
    await assertAccessible(page);
    await assertFits(page);
    await options(page)
      .filter({ hasText: /Cholul.*Localidad de Mérida/ })
      .first()
      .tap();
    await page.getByRole('tab', { name: 'Mapa', selected: true }).waitFor();
    await isNear(page, -89.557, 21.043);
    await agrees(() => isMarked(page), true);
    await page.getByText('El mapa muestra Cholul.').waitFor();
    await opens(page).tap();
    await page.getByRole('button', { name: 'Quitar la marca del mapa' }).tap();
    await agrees(() => isMarked(page), false);
  });

  test('by keys, from the list alone: municipios whole, what was searched at once, coordinates of all kinds', async () => {
    const { page } = await visit('user', '/obras?vista=lista&q=Ticul');
    await tabTo(page, 'Ir a un lugar');
    await page.keyboard.press('Enter');
    // The words of the search are looked for before anything is typed.
    await options(page).first().filter({ hasText: 'Municipio' }).waitFor();
    assert.equal(await finder(page).inputValue(), 'Ticul');
    await page.keyboard.press('Enter');
    await page.locator('.lienzo canvas').first().waitFor();
    assert.equal(new URL(page.url()).searchParams.get('vista'), null);
    await agrees(async () => {
      const [x = 0, y = 0] = placeIn(page);
      return Math.abs(x + 89.53) < 0.2 && Math.abs(y - 20.4) < 0.2;
    }, true);
    await focused(page, 'Ir a un lugar');
    for (const [text, longitude, latitude] of [
      ['20.87, -89.52', -89.52, 20.87],
      [`20°58'N 89°37'W`, -89.617, 20.967],
      ['https://www.google.com/maps/@20.7000,-89.1000,15z', -89.1, 20.7],
      ['16N 227000 2320000', -89.625, 20.962],
    ] as const) {
      await page.keyboard.press('Enter');
      await finder(page).fill(text);
      await options(page)
        .getByText(/Coordenadas/)
        .waitFor();
      await page.keyboard.press('Enter');
      await isNear(page, longitude, latitude);
      await focused(page, 'Ir a un lugar');
    }
  });

  test('what is no place, half a place, or left early moves nothing', async () => {
    const { page } = await visit('user', '/obras?lugar=-89.5,20.9,9');
    await opens(page).click();
    await finder(page).fill('xyzzy');
    await page.getByText('Ningún municipio ni localidad se llama así').waitFor();
    await page.keyboard.press('Enter');
    await finder(page).fill('227000 2320000');
    await options(page).getByText('Falta la zona').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('escriba también la zona, como en 16N').waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await finder(page).waitFor({ state: 'detached' });
    await focused(page, 'Ir a un lugar');
    assert.deepEqual(placeIn(page), [-89.5, 20.9, 9]);
    // A place that nobody can go to shows the whole state.
    for (const lugar of ['1,1,1,1', '-87,22,-91,19', 'aqui', '1,2,3,4,5']) {
      await page.goto(`${base}/portal/obras?lugar=${lugar}`);
      await page.locator('.lienzo canvas').first().waitFor();
    }
  });

  test('without a network it says so, and is fetched when it is opened again', async () => {
    const { page, context } = await visit('user', '/obras', { allow: /ERR_INTERNET_DISCONNECTED/ });
    await page.locator('.lienzo canvas').first().waitFor();
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await opens(page).click();
    await page.getByText('No hubo respuesta del registro.').waitFor();
    await page.keyboard.press('Escape');
    await finderBox(page).waitFor({ state: 'detached' });
    await context.setOffline(false);
    await opens(page).click();
    await finder(page).waitFor();
  });

  test('at 320 px, and with letters of twice the size, it fits', async () => {
    const { page } = await visit('user', '/obras', {
      context: { viewport: { width: 320, height: 640 } },
    });
    await opens(page).click();
    await finder(page).fill('m');
    await options(page).first().waitFor();
    await assertFits(page);
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
    await assertFits(page);
    await assertAccessible(page);
  });
});
