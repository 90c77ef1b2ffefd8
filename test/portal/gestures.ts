import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Download, Locator, Page } from 'playwright-core';
import { assertAccessible, assertFits, SIZES, until } from './portal-world.ts';

/** Goes on by the portal's own router, as a link does: the page is not loaded anew, and keeps what those before have left. */
export async function go(page: Page, path: string): Promise<void> {
  await page.locator('main h1').waitFor();
  await page.evaluate(`{
    const before = location.pathname;
    history.pushState(null, '', '/portal${path}');
    // A page with other filters is the same page.
    document.querySelector('main h1').toggleAttribute('data-left', location.pathname !== before);
  }`);
  await page.locator('main h1:not([data-left])').waitFor();
}

/** Chooses an option of a field that has a list behind a button, by their names. */
export async function choose(page: Page, field: string | RegExp, option: string): Promise<void> {
  await page.getByRole('button', { name: field }).click();
  await page.getByRole('option').getByText(option, { exact: true }).click();
}

/**
 * Types into a field that has a list below it, until that has what is looked for. The list closes when the page behind it moves,
 * as it does under a field that was far down, and comes back with the next key.
 */
export async function seek(field: Locator, text: string, found: Locator): Promise<void> {
  await field.click();
  await field.fill(text);
  await eventually(async () => {
    if (await found.isVisible()) return true;
    await field.press('Backspace');
    await field.pressSequentially(text.slice(-1));
    return found.isVisible();
  }, true);
}

/** Finds one of many by a part of its name, in a field that has a list below it, and takes it. */
export async function find(page: Page, campo: string, text: string, opcion: string): Promise<void> {
  const field = page.getByRole('combobox', { name: campo, exact: true });
  await seek(field, text, page.getByRole('option').first().filter({ hasText: opcion }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
}

/** Presses the button of this name. */
export const press = (where: Page | Locator, name: string | RegExp): Promise<void> =>
  where.getByRole('button', { name }).click();

/** The file that is handed over by what is done. */
export async function fileFrom(page: Page, act: () => Promise<unknown>): Promise<Download> {
  const [file] = await Promise.all([page.waitForEvent('download'), act()]);
  return file;
}

/** Opens a filter of the bar of works, takes these options, and closes it. */
export async function filterBy(page: Page, name: string, ...options: string[]): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  for (const option of options) await page.getByRole('option', { name: option }).click();
  await page.keyboard.press('Escape');
}

/** Waits until the list of works says so many, such as `1 obra` or `[0-9,]+ obras`. */
export const expectTotal = (page: Page, works: string): Promise<void> =>
  page.locator('.explorar_totales strong', { hasText: new RegExp(`^${works}$`) }).waitFor();

/** Does one of a page's actions that stand behind its «⋯». */
export async function act(page: Page, name: string): Promise<void> {
  await press(page, 'Más acciones');
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Waits until a text is seen. */
export const expectText = (where: Page | Locator, text: string | RegExp): Promise<void> =>
  where.getByText(text).waitFor();

/** Waits until a page has this title. */
export const expectHeading = (where: Page | Locator, name: string | RegExp): Promise<void> =>
  where.getByRole('heading', { name, level: 1 }).waitFor();

/** Waits until something is there no more. */
export const expectGone = (one: Locator): Promise<void> => one.waitFor({ state: 'detached' });

/** Waits until a notice, or the error of a field, says something. */
export const expectAlert = (where: Page | Locator, text: string | RegExp): Promise<void> =>
  where.getByRole('alert').getByText(text).waitFor();
export const expectFieldError = (where: Page | Locator, text: string | RegExp): Promise<void> =>
  where.locator('.piezas_campo .piezas_error', { hasText: text }).waitFor();

/** Waits until what is read is what is expected: an effect of a page comes a moment after what it shows. */
export async function eventually<T>(read: () => Promise<T>, expected: T): Promise<void> {
  const end = Date.now() + 30_000;
  let now = await read();
  while (!isDeepStrictEqual(now, expected) && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    now = await read();
  }
  assert.deepEqual(now, expected);
}

/** Waits until a field holds a text. */
export const expectValue = (field: Locator, value: string): Promise<void> =>
  eventually(() => field.inputValue(), value);

/** Waits until the focus is at a button of this name, such as the one that opened what was closed. */
export const expectFocus = (page: Page, name: string): Promise<void> =>
  page.locator('button:focus', { hasText: name }).waitFor();

/**
 * Waits until a form may be sent again after an answer was lost. The browser says that it is back, so that the registry is asked
 * at once, and not within the next five seconds.
 */
export async function canSend(page: Page): Promise<void> {
  await page.evaluate(`dispatchEvent(new Event('online'))`);
  await until(page, `!document.querySelector('[type=submit]').disabled`);
}

/** Asserts that the page as it stands is accessible and no wider than a phone, a tablet and an office's screen. */
export async function assertAccessibleEverywhere(page: Page): Promise<void> {
  for (const size of Object.values(SIZES)) {
    await page.setViewportSize(size);
    await assertFits(page);
    await assertAccessible(page);
  }
}

/** Presses Tab until the element that has the focus has this name; fails after a hundred times. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let i = 0; i < 100; i++) {
    const focused = await page.evaluate<string>(`(() => {
      const e = document.activeElement;
      const ids = (e?.getAttribute('aria-labelledby') ?? '').split(' ');
      return e?.getAttribute('aria-label')
        ?? (ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ').trim()
        || (e?.labels?.[0]?.textContent ?? e?.textContent ?? ''));
    })()`);
    if (typeof name === 'string' ? focused.trim() === name : name.test(focused)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`nothing called ${name} is reached by Tab`);
}

export type Box = { x: number; y: number; width: number; height: number };
/** Where something stands in the window, in pixels. */
export async function boxOf(one: Locator): Promise<Box> {
  const box = await one.boundingBox();
  assert.ok(box);
  return box;
}
