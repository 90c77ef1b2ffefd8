import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { moneyInWords } from '../../src/core/base/pesos.ts';
import { eventually, expectHeading, expectText, find, tabTo } from './gestures.ts';
import {
  assertAccessible,
  assertFits,
  base,
  EVERY_SIZE,
  fetchJson,
  publicBase,
  serveWith,
  totalOf,
  visit,
} from './portal-world.ts';

const TITLE = 'Las obras públicas de Yucatán';
const numbers = new Intl.NumberFormat('es-MX');
const open = async (path = '/', size: 'desk' | 'phone' = 'desk') =>
  visit('nobody', path, { at: await publicBase(), size });
const figure = (page: Page, nombre: string) =>
  page.locator('.inicio_cifras > div', { hasText: nombre }).getByRole('link');

describe('The portal: the front page', () => {
  test('four figures are those of the lists of their works', async () => {
    const { page } = await open();
    await expectHeading(page, TITLE);
    const total = await totalOf();
    const running = await totalOf('estatusObraId=4');
    const late = await totalOf('atrasadas=true');
    for (const [nombre, shown] of [
      ['obras', numbers.format(total.obras)],
      ['monto total', moneyInWords(total.monto)],
      ['en proceso', numbers.format(running.obras)],
      ['atrasadas', numbers.format(late.obras)],
    ] as const) {
      await eventually(() => figure(page, nombre).first().innerText(), shown);
    }
    await figure(page, 'atrasadas').click();
    await page.waitForURL(/\/portal\/obras\?atrasadas=true$/);
    await expectText(page.getByRole('status'), new RegExp(`^${numbers.format(late.obras)} obras?`));
  });

  test('each figure has one line, and the button is as high as the field', async () => {
    for (const size of ['desk', 'phone'] as const) {
      const { page, leave } = await open('/', size);
      await figure(page, 'monto total').getByText(/^\$/).waitFor();
      const heights = (selector: string) =>
        page.evaluate<number[]>(
          `[...document.querySelectorAll('${selector}')].map((e) => e.offsetHeight)`,
        );
      assert.equal(new Set(await heights('.inicio_cifras dd')).size, 1);
      assert.equal(
        new Set(await heights('main search input, main search [type="submit"]')).size,
        1,
      );
      await leave();
    }
  });

  test('says whose registry it is', async () => {
    const PUBLISHER = 'Ayuntamiento de Mérida';
    const at = await serveWith({ PUBLIC_READ: 'true', PUBLISHER });
    const { page } = await visit('nobody', '/', { at });
    await expectHeading(page, TITLE);
    await page.getByRole('main').getByText(PUBLISHER, { exact: true }).waitFor();
  });

  test('a search leads to the works that have the words, and the brand leads back', async () => {
    const at = await publicBase();
    const { page } = await open();
    await tabTo(page, /^Busque una obra/);
    await page.keyboard.type('pavimentacion merida');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/portal\/obras\?q=pavimentacion\+merida$/);
    await page.getByRole('link', { name: 'Registro de Obras Públicas' }).click();
    await page.waitForURL(`${at}/portal/`);
    await expectHeading(page, TITLE);
  });

  test('a municipio is found among the 106 by a part of its name, with the keys alone', async () => {
    const { page } = await open();
    await expectHeading(page, TITLE);
    await tabTo(page, 'Elija su municipio');
    await page.getByRole('option').nth(105).waitFor();
    await assertAccessible(page);
    await find(page, 'Elija su municipio', 'timuc', 'Timucuy');
    const municipios = await fetchJson<{ id: number; nombre: string }[]>('GET', '/municipios');
    const id = municipios.find(({ nombre }) => nombre === 'Timucuy')?.id;
    await page.waitForURL(new RegExp(`/portal/obras\\?municipioId=${id}$`));
  });

  test('the five newest works are there, and lead to their sheets', async () => {
    const { page } = await open();
    const newest = await fetchJson<{ id: number; nombre: string }[]>(
      'GET',
      '/obras?orden=-id&limit=5',
    );
    const links = page.getByRole('region', { name: 'Las más nuevas' }).getByRole('link');
    await eventually(
      () => links.allInnerTexts(),
      newest.map(({ nombre }) => nombre),
    );
    await links.first().click();
    await page.waitForURL(new RegExp(`/portal/obras/${newest[0]?.id}$`));
  });

  test('people with a session, and visitors where nobody reads without one, go where they went', async () => {
    const { page, leave } = await visit('user', '/');
    await page.waitForURL(`${base}/portal/obras`);
    await leave();
    const own = await visit('user', '/', { at: await publicBase() });
    await own.page.waitForURL(/\/portal\/obras$/);
    await own.leave();
    const closed = await visit('nobody', '/');
    await closed.page.waitForURL(`${base}/portal/entrar`);
  });

  test('it asks for little: no map, four answers, at most 350 kB in all', async () => {
    const at = await publicBase();
    const { page, context } = await visit('nobody', '/ayuda', { at, isOwn: true });
    await page.waitForLoadState('networkidle');
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.clearBrowserCache');
    let bytes = 0;
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (['fetch', 'xhr'].includes(request.resourceType())) asked.push(request.url());
    });
    await page.goto(`${at}/portal/`);
    await expectHeading(page, TITLE);
    await page.waitForLoadState('networkidle');
    assert.ok(bytes > 0 && bytes <= 350_000, String(bytes));
    const questions = asked.filter((url) => !url.includes('/portal/'));
    assert.equal(questions.length, 4, questions.join('\n'));
  });

  for (const size of EVERY_SIZE) {
    test(`axe finds nothing on it (${size})`, async () => {
      const { page } = await visit('nobody', '/', { at: await publicBase(), size });
      await page
        .getByRole('region', { name: 'Las más nuevas' })
        .getByRole('link')
        .first()
        .waitFor();
      await assertAccessible(page);
      await assertFits(page);
    });
  }
});
