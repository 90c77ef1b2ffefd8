import type { Locator, Page } from 'playwright-core';
import { assertAccessible, SIZES } from './portal-world.ts';

/** Chooses an option of a field that has a list behind a button, by their names. */
export async function choose(page: Page, field: string | RegExp, option: string): Promise<void> {
  await page.getByRole('button', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Waits until a notice, or the error of a field, says something. */
export const told = (where: Page | Locator, text: string | RegExp): Promise<void> =>
  where.getByRole('alert').getByText(text).waitFor();
export const toldAtField = (where: Page | Locator, text: string | RegExp): Promise<void> =>
  where.locator('.campo .error', { hasText: text }).waitFor();

/** Asserts that the page as it stands is accessible on a phone, a tablet and an office's screen. */
export async function assertAccessibleEverywhere(page: Page): Promise<void> {
  for (const size of Object.values(SIZES)) {
    await page.setViewportSize(size);
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
