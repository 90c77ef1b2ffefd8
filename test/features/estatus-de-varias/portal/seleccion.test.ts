import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  assertAccessibleEverywhere,
  eventually,
  expectAlert,
  expectHeading,
  expectText,
  go,
  press,
} from '../../../portal/gestures.ts';
import {
  assertAccessible,
  assertFits,
  fetchJson,
  loseAnswers,
  makeObra,
  makeUser,
  people,
  type Schema,
  SIZES,
  signIn,
  visit,
} from '../../../portal/portal-world.ts';

let words = 0;
/** Makes works under a word that no other work has. */
async function makeObras(many: number): Promise<{ word: string; ids: number[] }> {
  const word = `zzs${process.pid}x${++words}`;
  const ids: number[] = [];
  for (let i = 1; i <= many; i++) {
    ids.push((await makeObra({ nombre: `Banqueta ${i}a de ${word}`, estatusObraId: 4 })).id);
  }
  return { word, ids };
}

const statusesOf = async (ids: number[]): Promise<string[]> => {
  const obras = ids.map((id) => fetchJson<Schema<'Obra'>>('GET', `/obras/${id}`));
  return (await Promise.all(obras)).map(({ estatusObra }) => estatusObra.nombre);
};

const begin = (page: Page) => page.getByRole('button', { name: 'Seleccionar varias' }).click();
const box = (page: Page, nombre: string) =>
  page.getByRole('checkbox', { name: new RegExp(`^Seleccionar: ${nombre}`) });
const rows = (page: Page) => page.locator('.lista [data-obra]');
const selected = (page: Page, text: string) =>
  page.getByRole('status').getByText(text, { exact: true }).waitFor();
const dialog = (page: Page) => page.getByRole('dialog');
/** Gives the works of the open dialog another status. */
async function changeTo(page: Page, estatus: string, many: string): Promise<void> {
  await dialog(page).getByLabel('Nuevo estatus').selectOption({ label: estatus });
  await press(dialog(page), `Cambiar estatus de ${many}`);
}

describe('The portal: many works at once', () => {
  test('all of a search get another status, and the list shows it; an answer that was lost is asked for again', async () => {
    const { word, ids } = await makeObras(10);
    const { page, context } = await visit('admin', `/obras?vista=lista&q=${word}`, {
      allow: /ERR_CONNECTION_RESET/,
    });
    await begin(page);
    await press(page, 'Seleccionar todas (10)');
    await selected(page, '10 obras seleccionadas');
    await assertAccessibleEverywhere(page);
    await press(page, 'Cambiar estatus de 10 obras');
    await dialog(page).waitFor();
    await assertAccessible(page);
    const lost = await loseAnswers(context, '**/obras/estatus', 'POST');
    await changeTo(page, 'Terminada', '10 obras');
    await expectText(dialog(page).getByRole('alert'), 'No hubo respuesta del registro.');
    await press(dialog(page), 'Cambiar estatus de 10 obras');
    await expectText(page, 'Se cambió el estatus de 10 obras.');
    assert.equal(lost(), 1);
    await selected(page, '0 obras seleccionadas');
    await page.locator('p:focus', { hasText: '0 obras seleccionadas' }).waitFor();
    assert.deepEqual(await statusesOf(ids), Array(10).fill('Terminada'));
    await eventually(() => rows(page).getByText('Terminada').count(), 10);
    await page.getByRole('button', { name: 'Terminar', exact: true }).click();
    const shows = page.getByRole('button', { name: /^Ver en el mapa/ });
    await shows.first().waitFor();
  });

  test('with Shift all are selected from one to the other, across pages too', async () => {
    const { page } = await visit('admin', '/obras?vista=lista');
    await begin(page);
    const row = (number: number) => page.locator(`.lista [data-numero="${number}"]`);
    await row(2).getByRole('checkbox').click();
    for (const first of [51, 101]) {
      await page.getByRole('link', { name: 'Siguiente' }).click();
      await row(first).waitFor();
    }
    const cell = row(132).getByRole('cell').nth(5);
    await cell.click({ modifiers: ['Shift'] });
    await selected(page, '131 obras seleccionadas');
    assert.equal(await page.evaluate('String(getSelection())'), '');
    await row(132).getByRole('checkbox').uncheck();
    const above = row(131).getByRole('checkbox');
    await above.click({ modifiers: ['Shift'] });
    await selected(page, '131 obras seleccionadas');
  });

  test('those that changed or went meanwhile are listed, and the rest is tried again', async () => {
    const { word, ids } = await makeObras(3);
    const [fine, changed, gone] = ids as [number, number, number];
    const { page } = await visit('admin', `/obras?vista=lista&q=${word}`);
    await begin(page);
    // By keyboard alone.
    await box(page, 'Banqueta 1a').focus();
    await page.keyboard.press('Space');
    for (const nombre of ['Banqueta 2a', 'Banqueta 3a']) await box(page, nombre).press('Space');
    await selected(page, '3 obras seleccionadas');
    await fetchJson('PATCH', `/obras/${changed}`, { estatusObraId: 5 });
    await fetchJson('DELETE', `/obras/${gone}`);
    await press(page, 'Cambiar estatus de 3 obras');
    await changeTo(page, 'Terminada', '3 obras');
    await dialog(page).getByRole('heading', { name: '2 obras no se cambiaron' }).waitFor();
    await expectText(dialog(page), /^Se cambió el estatus de 1 obra\./);
    const outcomes = dialog(page).getByRole('listitem');
    await expectText(
      outcomes.filter({ hasText: 'Banqueta 2a' }),
      /Alguien la cambió mientras tanto\. Ahora está:\s*Suspendida/,
    );
    await expectText(outcomes.filter({ hasText: 'Banqueta 3a' }), 'Ya no existe.');
    await assertAccessible(page);
    assert.deepEqual(await statusesOf([fine, changed]), ['Terminada', 'Suspendida']);
    await press(dialog(page), 'Intentar de nuevo con 1 obra');
    await changeTo(page, 'Terminada', '1 obra');
    await expectText(page, 'Se cambió el estatus de 1 obra.');
    assert.deepEqual(await statusesOf([changed]), ['Terminada']);
  });

  test('they stay selected in another order, with another search, and after a work was looked at; the next person begins without', async () => {
    const [one, other] = [await makeObras(1), await makeObras(1)];
    const { page } = await visit('admin', `/obras?vista=lista&q=${one.word}`);
    await begin(page);
    await box(page, 'Banqueta 1a').check();
    await page.getByRole('columnheader', { name: 'Monto' }).getByRole('button').click();
    await page.getByRole('searchbox').first().fill(other.word);
    await box(page, `Banqueta 1a de ${other.word}`).check();
    await selected(page, '2 obras seleccionadas');
    await page.getByRole('link', { name: `Banqueta 1a de ${other.word}` }).click();
    await expectHeading(page, `Banqueta 1a de ${other.word}`);
    await page.goBack();
    await selected(page, '2 obras seleccionadas');
    await press(page, 'Cambiar estatus de 2 obras');
    for (const { word } of [one, other]) {
      await dialog(page).getByRole('listitem').filter({ hasText: word }).waitFor();
    }
    // A tablet is turned: the list has all of the window, and the question stays.
    await dialog(page).getByLabel('Nuevo estatus').selectOption({ label: 'Suspendida' });
    await page.setViewportSize({ width: 800, height: 1200 });
    await page.getByRole('button', { name: 'Mapa', includeHidden: true }).waitFor();
    await press(dialog(page), 'Cambiar estatus de 2 obras');
    await expectText(page, 'Se cambió el estatus de 2 obras.');
    assert.deepEqual(await statusesOf([...one.ids, ...other.ids]), ['Suspendida', 'Suspendida']);

    await page.setViewportSize(SIZES.desk);
    await box(page, 'Banqueta 1a').check();
    await selected(page, '1 obra seleccionada');
    await press(page, people.admin.email);
    await page.getByRole('menuitem', { name: 'Salir' }).click();
    await signIn(page, people.admin2.email, people.admin2.password);
    await page.getByRole('button', { name: people.admin2.email }).waitFor();
    await go(page, '/obras?vista=lista');
    await page.getByRole('button', { name: 'Seleccionar varias' }).waitFor();
    assert.equal(await page.getByText(/seleccionada/).count(), 0);
  });

  test('a user without the role, or who loses it, changes nothing and reads why', async () => {
    const { word, ids } = await makeObras(2);
    const account = { email: `${word}@ejemplo.mx`, password: 'secreto-de-prueba' };
    const userId = await makeUser(account.email, account.password, { roles: 'admin' });
    const { page } = await visit('nobody', `/obras?vista=lista&q=${word}`, { allow: /403/ });
    await signIn(page, account.email, account.password);
    await begin(page);
    await press(page, 'Seleccionar todas (2)');
    await press(page, 'Cambiar estatus de 2 obras');
    await fetchJson('PATCH', `/users/${userId}`, { roles: 'user' });
    await changeTo(page, 'Terminada', '2 obras');
    await expectAlert(dialog(page), /^Su cuenta no tiene permiso para esto/);
    await press(dialog(page), 'Cancelar');
    await selected(page, '2 obras seleccionadas');
    assert.deepEqual(await statusesOf(ids), ['En proceso', 'En proceso']);
    const reader = await visit('user', `/obras?vista=lista&q=${word}`);
    await rows(reader.page).first().waitFor();
    assert.equal(await reader.page.getByRole('button', { name: 'Seleccionar varias' }).count(), 0);
  });

  test('a finger on a row selects it on a phone, and at most 200 are', async () => {
    const { word } = await makeObras(2);
    const { page } = await visit('admin', `/obras?vista=lista&q=${word}`, {
      context: { viewport: { width: 390, height: 844 }, hasTouch: true },
    });
    await begin(page);
    const tapRow = () =>
      rows(page)
        .first()
        .tap({ position: { x: 40, y: 70 } });
    await tapRow();
    await selected(page, '1 obra seleccionada');
    const boxes = page.getByRole('checkbox', { name: /^Seleccionar: / });
    await boxes.last().tap();
    await selected(page, '2 obras seleccionadas');
    await assertFits(page);
    await tapRow();
    await selected(page, '1 obra seleccionada');
    await press(page, 'Quitar selección');
    await go(page, '/obras?vista=lista');
    await begin(page);
    await press(page, 'Seleccionar las primeras 200');
    await selected(page, '200 obras seleccionadas');
    await expectText(page, 'No se cambian más a la vez.');
    await press(page, 'Quitar selección');
    await page.getByRole('button', { name: 'Seleccionar varias' }).waitFor();
    assert.equal(await page.getByText(/seleccionada/).count(), 0);
  });
});
