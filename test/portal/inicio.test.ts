import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { moneyInWords } from '../../src/core/base/pesos.ts';
import { eventually, expectHeading, expectText, find, tabTo } from './gestures.ts';
import {
  assertAccessible,
  assertFits,
  EVERY_SIZE,
  fetchJson,
  publicBase,
  SIZES,
  serveWith,
  still,
  totalOf,
  visit,
} from './portal-world.ts';

const TITLE = 'Las obras públicas de Yucatán';
const numbers = new Intl.NumberFormat('es-MX');
const figure = (page: Page, nombre: string) =>
  page.locator('.inicio_cifras > div', { hasText: nombre }).getByRole('link');

describe('The portal: the front page', () => {
  test('four figures are those of the lists of their works, and the five newest lead to their sheets, at every size', async () => {
    const { page } = await visit('nobody', '/', { at: await publicBase() });
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
    const newest = await fetchJson<{ id: number; nombre: string }[]>(
      'GET',
      '/obras?orden=-id&limit=5',
    );
    const links = page.getByRole('region', { name: 'Las más nuevas' }).getByRole('link');
    await eventually(
      () => links.allInnerTexts(),
      newest.map(({ nombre }) => nombre),
    );
    const heightsOf = async (selector: string) =>
      new Set(
        await page.evaluate<number[]>(
          `[...document.querySelectorAll('${selector}')].map((e) => e.offsetHeight)`,
        ),
      ).size;
    for (const size of EVERY_SIZE) {
      await page.setViewportSize(SIZES[size]);
      await still(page);
      // Each figure has one line, and the button is as high as the field.
      assert.equal(await heightsOf('.inicio_cifras dd'), 1);
      assert.equal(await heightsOf('main search input, main search [type="submit"]'), 1);
      await assertFits(page);
      await assertAccessible(page);
    }
    await figure(page, 'atrasadas').click();
    await page.waitForURL(/\/portal\/obras\?atrasadas=true$/);
    await expectText(page.getByRole('status'), new RegExp(`^${numbers.format(late.obras)} obras?`));
    await page.goBack();
    await links.first().click();
    await page.waitForURL(new RegExp(`/portal/obras/${newest[0]?.id}$`));
  });

  test('it names the registry’s publisher; by the keys alone works are found by words, and a municipio among the 106', async () => {
    const PUBLISHER = 'Ayuntamiento de Mérida';
    const at = await serveWith({ PUBLIC_READ: 'true', PUBLISHER });
    const { page } = await visit('nobody', '/', { at });
    await page.getByRole('main').getByText(PUBLISHER, { exact: true }).waitFor();
    await tabTo(page, /^Busque una obra/);
    await page.keyboard.type('pavimentacion merida');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/portal\/obras\?q=pavimentacion\+merida$/);
    await page.getByRole('link', { name: 'Registro de Obras Públicas' }).click();
    await page.waitForURL(`${at}/portal/`);
    await expectHeading(page, TITLE);

    await tabTo(page, 'Elija su municipio');
    await page.getByRole('option').nth(105).waitFor();
    await assertAccessible(page);
    await find(page, 'Elija su municipio', 'timuc', 'Timucuy');
    const municipios = await fetchJson<{ id: number; nombre: string }[]>('GET', '/municipios');
    const id = municipios.find(({ nombre }) => nombre === 'Timucuy')?.id;
    await page.waitForURL(new RegExp(`/portal/obras\\?municipioId=${id}$`));
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
});
