import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { expectText } from '../../../portal/gestures.ts';
import {
  assertAccessible,
  base,
  launchBrowser,
  people,
  SIZES,
} from '../../../portal/portal-world.ts';
import { NO_SESSION } from '../../../process.ts';

// The map layers are no part of the portal: pages of the service itself, without a script.

describe('The map layers in a browser', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  const { email: username, password } = people.user;

  /** A tab that has seen neither an error, nor anything from elsewhere, when `seen` is asked at its end. */
  async function open(options: BrowserContextOptions) {
    const context = await browser.newContext({ locale: 'es-MX', ...options });
    const page = await context.newPage();
    const wrong: string[] = [];
    page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
    page.on('pageerror', (error) => wrong.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith(`${base}/`)) wrong.push(request.url());
    });
    return { page, wrong, close: () => context.close() };
  }

  test('axe finds nothing on them, and they are no wider than the screen', async () => {
    const { page, wrong, close } = await open({ httpCredentials: { username, password } });
    for (const path of [
      '',
      '/conformance',
      '/collections',
      '/collections/obras_puntos',
      '/collections/obras_puntos/items',
      '/collections/municipios/items/50',
      '/collections/obras_rutas/items?limit=100',
      '/collections/calles',
    ]) {
      const answer = await page.goto(`${base}/ogc${path}`);
      assert.equal(answer?.status(), path.endsWith('/calles') ? 404 : 200);
      for (const size of Object.values(SIZES)) {
        await page.setViewportSize(size);
        await assertAccessible(page);
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        assert.equal(width, size.width, path);
      }
    }
    await expectText(page, 'No existe la capa «calles».');
    assert.deepEqual(
      wrong.filter((text) => !text.includes('404')),
      [],
    );
    await close();
  });

  test('lead without a script from the first page to a work', async () => {
    const { page, wrong, close } = await open({
      javaScriptEnabled: false,
      viewport: SIZES.phone,
      httpCredentials: { username, password },
    });
    await page.goto(`${base}/ogc`);
    await page.getByRole('link', { name: 'Capas' }).click();
    await page.getByRole('link', { name: 'Obras: puntos', exact: true }).click();
    await page.getByRole('link', { name: 'Ver sus elementos' }).click();
    await page.getByRole('img', { name: 'Mapa de los elementos de esta página' }).waitFor();
    const first = await page.getByRole('rowheader').first().textContent();
    await page.getByRole('link', { name: 'Página siguiente' }).first().click();
    await page.getByRole('link', { name: 'Primera página' }).first().waitFor();
    const second = page.getByRole('rowheader').first();
    assert.notEqual(await second.textContent(), first);
    await second.getByRole('link').click();
    await expectText(page, 'Clave única');
    const portal = page.getByRole('link', { name: 'Ver la obra en el portal' });
    assert.match((await portal.getAttribute('href')) ?? '', /\/portal\/obras\/\d+$/);
    assert.deepEqual(wrong, []);
    await close();
  });

  test('say without an account how to enter, in a page that anybody can read', async () => {
    const answer = await fetch(`${base}/ogc/collections`, { headers: { accept: 'text/html' } });
    assert.equal(answer.status, NO_SESSION);
    // A browser that nobody sits at shows no refusal that asks for a password.
    const { page, close } = await open({ viewport: SIZES.phone });
    await page.setContent(await answer.text());
    await page.getByRole('heading', { name: 'Hace falta entrar' }).waitFor();
    await expectText(page, 'escriba el correo y la contraseña de su cuenta');
    await assertAccessible(page);
    await close();
  });
});
