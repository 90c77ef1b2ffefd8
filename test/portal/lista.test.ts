import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { expectGone, expectText, press } from './gestures.ts';
import { gate, launchBrowser, OBRAS, refuse, until, visit } from './portal-world.ts';

// A long list is jumped about in: by its keys, its bar and its wheel, to rows that nobody has read yet.

const row = (page: Page, number: number) =>
  page.locator(`.lista tr[aria-rowindex="${number + 1}"][data-obra]`);
const list = (page: Page) => page.getByRole('region', { name: 'Lista de obras' });
const rows = async (page: Page) =>
  Number(await page.getByRole('table').getAttribute('aria-rowcount')) - 1;

/** Opens the list; from then on it is noted when it leaves the page, or when the focus leaves it. */
async function openList(path: string, options: Parameters<typeof visit>[2] = {}) {
  const visited = await visit('admin', path, options);
  const { page } = visited;
  await row(page, 1).waitFor();
  await list(page).focus();
  await page.evaluate(`{
    window.lost = [];
    const list = document.activeElement;
    const look = () => {
      if (!list.isConnected) lost.push('the list');
      else if (!list.contains(document.activeElement)) lost.push('the focus');
      requestAnimationFrame(look);
    };
    look();
  }`);
  return {
    ...visited,
    lost: () => page.evaluate<string[]>('[...new Set(lost)]'),
  };
}

describe('The portal: a list of thousands of works', () => {
  for (const [path, size] of [
    ['/obras', 'desk'],
    ['/obras?vista=lista', 'desk'],
    ['/obras?vista=lista', 'phone'],
  ] as const) {
    test(`keys lead to rows that were not read yet, and stay in the list (${path}, ${size})`, async () => {
      const { page, lost } = await openList(path, { size });
      const total = await rows(page);
      assert.ok(total >= OBRAS);
      await page.keyboard.press('End');
      await row(page, total).waitFor();
      assert.equal(await rows(page), total);
      await page.keyboard.press('Home');
      await row(page, 1).waitFor();
      await until(page, `document.activeElement.scrollTop === 0`);
      for (let i = 0; i < 90; i++) await page.keyboard.press('PageDown');
      await until(page, `document.querySelector('.lista tr[data-obra]')?.ariaRowIndex > 100`);
      assert.deepEqual(await lost(), []);
    });
  }

  test('the focus of a row that is left behind is the list’s, whose keys go on', async () => {
    const { page, lost } = await openList('/obras');
    const total = await rows(page);
    await row(page, 3).getByRole('link').focus();
    await page.keyboard.press('End');
    await row(page, total).waitFor();
    await page.keyboard.press('Home');
    await row(page, 1).waitFor();
    await until(page, `document.querySelector('.lista').scrollTop === 0`);
    assert.deepEqual(await lost(), []);
  });

  test('turns of the wheel of 1,500 pixels, and each place of the bar', async () => {
    const { page, lost } = await openList('/obras');
    const total = await rows(page);
    await list(page).hover();
    for (let top = 1_500; top <= 45_000; top += 1_500) {
      await page.mouse.wheel(0, 1_500);
      await until(page, `document.querySelector('.lista').scrollTop === ${top}`);
    }
    await row(page, 626).waitFor();
    for (const part of [0.9, 0.1, 0.5, 1, 0.3]) {
      const first = await list(page).evaluate((element, to) => {
        element.scrollTop = to * (element.scrollHeight - element.clientHeight);
        return Math.ceil(element.scrollTop / 72);
      }, part);
      await row(page, first + 2).waitFor();
      assert.equal(await rows(page), total);
    }
    assert.deepEqual(await lost(), []);
  });

  test('the bar is dragged with the mouse, from the top to the middle and the end', async () => {
    const browser = await launchBrowser([], ['--hide-scrollbars']);
    try {
      const { page, lost, leave } = await openList('/obras', { browser });
      const box = await list(page).boundingBox();
      assert.ok(box);
      const x = box.x + box.width - 8;
      await page.mouse.move(x, box.y + 22);
      await page.mouse.down();
      for (const part of [0.2, 0.5, 0.8, 0.5]) {
        const before = await list(page).evaluate(({ scrollTop }) => scrollTop);
        await page.mouse.move(x, box.y + part * box.height, { steps: 6 });
        await until(page, `document.querySelector('.lista').scrollTop !== ${before}`);
      }
      // Hundreds of windows away, where nobody has read yet, the rows come to where the list stands.
      const far = 0.3 * 72 * (await rows(page));
      await until(
        page,
        `(() => {
          const { scrollTop } = document.querySelector('.lista');
          const number = Math.ceil(scrollTop / 72) + 2;
          const row = document.querySelector('.lista tr[aria-rowindex="' + (number + 1) + '"][data-obra]');
          return scrollTop > ${far} && row;
        })()`,
      );
      await page.mouse.move(x, box.y + box.height + 40, { steps: 6 });
      await row(page, await rows(page)).waitFor();
      await page.mouse.up();
      assert.deepEqual(await lost(), []);
      await leave();
    } finally {
      await browser.close();
    }
  });

  test('another order keeps the heading that was pressed, and its focus', async () => {
    const { page, lost } = await openList('/obras?vista=lista');
    for (const orden of ['monto', '-monto']) {
      await page.getByRole('columnheader', { name: 'Monto' }).getByRole('button').focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(new RegExp(`orden=${orden}(&|$)`));
      await row(page, 1).waitFor();
    }
    assert.deepEqual(await lost(), []);
  });

  test('rows that do not come leave the list where it is, with a way to ask again', async () => {
    const { page, lost } = await openList('/obras', { allow: /500/ });
    const total = await rows(page);
    const pages = /\/obras\?.*limit=/;
    await refuse(page, pages, 500, 'Ocurrió un error.');
    await page.keyboard.press('End');
    const alert = page.getByRole('alert');
    await expectText(alert, 'Ocurrió un error.');
    assert.equal(await rows(page), total);
    await page.unroute(pages);
    assert.deepEqual(await lost(), []);
    await press(alert, 'Intentar de nuevo');
    await row(page, total).waitFor();
    await expectGone(alert);
  });

  test('another filter has a total of its own', async () => {
    const { page } = await openList('/obras');
    const total = await rows(page);
    await page.keyboard.press('End');
    await row(page, total).waitFor();
    const { free, letGo } = gate();
    await page.route(/\/obras\?.*estatusObraId=6/, async (route) => {
      await free;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Estatus', exact: true }).click();
    await page.getByRole('option', { name: 'Terminada' }).click();
    await page.waitForURL(/estatusObraId=6/);
    // Nobody is told that all of them are finished.
    await page.locator('.explorar_de-lista .piezas_esqueleto').waitFor();
    letGo();
    await row(page, 1).waitFor();
    assert.ok((await rows(page)) < total);
  });
});
