import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually, expectGone, expectText, filterBy, go, press } from './gestures.ts';
import {
  assertAccessible,
  assertFits,
  base,
  fetchJson,
  holdBack,
  makeObra,
  place,
  quiet,
  refuse,
  SIZES,
  still,
  totalOf,
  until,
  visit,
} from './portal-world.ts';

// A long list stands in pages of fifty, which the address names.

const row = (page: Page, number: number) => page.locator(`.lista [data-numero="${number}"]`);
const numbers = (page: Page) =>
  page
    .locator('.lista [data-numero]')
    .evaluateAll((rows) => rows.map((one) => Number(one.getAttribute('data-numero'))));
const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);
const ways = (page: Page) => page.getByRole('navigation', { name: 'Páginas de la lista' });
const scrolled = (page: Page) => page.evaluate<number>('scrollY');

/** Waits until a page of the list is read. */
const listed = (page: Page, numero: string) =>
  ways(page).getByText(`Página ${numero}`, { exact: true }).waitFor();

describe('The portal: a list of thousands of works', () => {
  test('goes from page to page, and back; a page beyond the last shows the last, and a malformed one the first', async () => {
    const { page } = await visit('admin', '/obras');
    const { obras: total } = await totalOf();
    const pages = Math.ceil(total / 50);
    for (const [path, size] of [
      ['/obras', 'desk'],
      ['/obras?vista=lista', 'desk'],
      ['/obras', 'phone'],
    ] as const) {
      await page.setViewportSize(SIZES[size]);
      await go(page, path);
      await listed(page, `1 de ${pages}`);
      await eventually(() => numbers(page), from(1, 50));
      // Rows are higher once it is known how their works go.
      await quiet(page);
      await row(page, 50).scrollIntoViewIfNeeded();
      await still(page);
      const left = await scrolled(page);
      assert.ok(left > 1_000);
      await ways(page).getByRole('link', { name: 'Siguiente' }).click();
      await page.waitForURL(/[?&]pagina=2(&|$)/);
      await listed(page, `2 de ${pages}`);
      await eventually(() => numbers(page), from(51, 100));
      // It begins at its head, which has the focus and says how many works there are.
      await eventually(() => scrolled(page), 0);
      await until(page, `document.activeElement.matches('.explorar_totales')`);
      await assertFits(page);
      await page.goBack();
      await eventually(() => numbers(page), from(1, 50));
      await eventually(async () => Math.abs((await scrolled(page)) - left) < 3, true);
      await page.goForward();
      await ways(page).getByRole('link', { name: 'Anterior' }).click();
      await page.waitForURL((url) => !url.searchParams.has('pagina'));
    }
    await go(page, '/obras?pagina=99999');
    await listed(page, `${pages} de ${pages}`);
    await eventually(() => numbers(page), from((pages - 1) * 50 + 1, total));
    assert.equal(new URL(page.url()).searchParams.get('pagina'), String(pages));
    await go(page, '/obras?pagina=x');
    await listed(page, `1 de ${pages}`);
  });

  test('it comes back to its page and place after a work, and after a reload', async () => {
    const { page } = await visit('user', null);
    const marcha = page.waitForResponse(/\/seguimiento\?/);
    await page.goto(`${base}/portal/obras?pagina=40`);
    // Rows are higher once it is known how their works go.
    await (await marcha).finished();
    await row(page, 1_990).scrollIntoViewIfNeeded();
    await still(page);
    const left = await scrolled(page);
    const id = await row(page, 1_990).getAttribute('data-obra');
    const [{ id: there } = { id: 0 }] = await fetchJson<{ id: number }[]>(
      'GET',
      '/obras?orden=-id&campos=id&limit=1&page=1990',
    );
    assert.equal(id, String(there));
    await row(page, 1_990).getByRole('link').first().click();
    await page.waitForURL(`${base}/portal/obras/${id}`);
    await page.goBack();
    await row(page, 1_990).waitFor();
    await still(page);
    await eventually(async () => Math.abs((await scrolled(page)) - left) < 3, true);
    await page.reload();
    await eventually(() => numbers(page), from(1_951, 2_000));
    await eventually(async () => Math.abs((await scrolled(page)) - left) < 3, true);
    // A user who drags the scroll bar then is not brought back by what makes the page longer.
    await page.evaluate('scrollTo(0, 200)');
    await still(page);
    await page.evaluate(`document.body.style.paddingBottom = '300px'`);
    await still(page);
    assert.equal(await scrolled(page), 200);
    await page.evaluate(`document.body.style.paddingBottom = ''`);
    // Another filter, and another order, begin at the first page.
    await page.getByLabel('Ordenar').selectOption('Monto, de mayor a menor');
    await eventually(() => numbers(page), from(1, 50));
    await page.goBack();
    await eventually(() => numbers(page), from(1_951, 2_000));
    await filterBy(page, 'Estatus', 'Terminada');
    await page.waitForURL((url) => !url.searchParams.has('pagina'));
    await eventually(() => numbers(page), from(1, 50));
  });

  test('names are whole, and works of one name differ by their place and key', async () => {
    const word = `zzp${process.pid}`;
    const nombre = `Paso a desnivel en el periférico a la altura de la calle que lleva a la unidad deportiva de ${word}`;
    for (const direccion of ['Calle 60 × 61', 'Calle 22, Cholul']) {
      await makeObra({ nombre, ubicaciones: [place([-89.6, 20.9], { direccion })] });
    }
    const { page } = await visit('user', `/obras?q=${word}`);
    for (const [vista, size] of [
      ['', 'desk'],
      ['lista', 'desk'],
      ['', 'phone'],
    ] as const) {
      await page.setViewportSize(SIZES[size]);
      await go(page, `/obras?q=${word}&vista=${vista}`);
      await row(page, 2).waitFor();
      const texts = await page.locator('.lista [data-obra]').allInnerTexts();
      assert.equal(new Set(texts).size, 2);
      for (const text of texts) assert.ok(text.includes(nombre), text);
      assert.match(texts.join(' '), /Mérida\u00a0· Calle 60 × 61\u00a0· PRUEBA-/);
      await until(
        page,
        `[...document.querySelectorAll('.lista_nombre, .lista_donde')].every((e) => e.scrollWidth <= e.clientWidth || getComputedStyle(e).display === 'inline')`,
      );
    }
  });

  test('a page that is refused for a while is asked for again, and then says so, with a way to ask again; another filter has a total of its own', async () => {
    const { page } = await visit('user', '/obras', { allow: /503/ });
    await row(page, 1).waitFor();
    const pages = /\/obras\?.*limit=/;
    const sentence = 'El servicio está ocupado. Inténtelo de nuevo en un momento.';
    const asked: string[] = [];
    page.on('request', (request) => pages.test(request.url()) && asked.push(request.url()));
    await refuse(page, pages, 503, sentence, { retryAfter: 0.05 });
    await ways(page).getByRole('link', { name: 'Siguiente' }).click();
    const alert = page.getByRole('alert');
    await expectText(alert, sentence);
    await assertAccessible(page);
    // It waits as long as the registry asks, and asks again by itself before it says so.
    assert.ok(asked.length >= 4);
    await page.unroute(pages);
    await press(alert, 'Intentar de nuevo');
    await row(page, 51).waitFor();
    await expectGone(alert);
    await assertAccessible(page);

    const letGo = await holdBack(page, /\/obras\?.*estatusObraId=6/);
    await filterBy(page, 'Estatus', 'Terminada');
    await page.waitForURL(/estatusObraId=6/);
    // Nobody is told that all of them are finished.
    await page.locator('.explorar_panel .piezas_esqueleto').waitFor();
    letGo();
    await row(page, 1).waitFor();
    await listed(page, `1 de ${Math.ceil((await totalOf('estatusObraId=6')).obras / 50)}`);
  });
});
