import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  assertAccessibleEverywhere,
  expectAlert,
  expectHeading,
  expectText,
  press,
} from '../../../portal/gestures.ts';
import { fetchJson, makeObra, place, type Schema, visit } from '../../../portal/portal-world.ts';

const numbers = new Intl.NumberFormat('es-MX');

const ruleOf = async (regla: string, query = ''): Promise<Schema<'ReglaDeCalidad'>> => {
  const rules = await fetchJson<Schema<'ReglaDeCalidad'>[]>('GET', `/calidad${query}`);
  return rules.find((rule) => rule.regla === regla) as Schema<'ReglaDeCalidad'>;
};

const rowOf = (page: Page, name: string | RegExp) =>
  page.getByRole('table', { name: 'Reglas de calidad' }).getByRole('row', { name });

/** «1 obra», «1,250 obras», and nothing more. */
const counted = (obras: number) =>
  new RegExp(`^${numbers.format(obras)} obra${obras === 1 ? '' : 's'}$`);

const chips = (page: Page) => page.getByRole('list', { name: 'Filtros puestos' });

describe('The portal: what is worth looking at', () => {
  test('each number leads to the list of its works, with the filter in words', async () => {
    await makeObra({ nombre: 'Obra que no está en el mapa', ubicaciones: [] });
    const word = `mendada${process.pid}`;
    await makeObra({ nombre: `Gratuita ${word}`, monto: 0 });
    const { page } = await visit('admin', '/obras');
    await press(page, 'Administración');
    await page.getByRole('menuitem', { name: 'Calidad' }).click();
    await expectHeading(page, 'Calidad');
    const { obras } = await ruleOf('sinUbicacion');
    const link = rowOf(page, /^Sin ubicación/).getByRole('link');
    await expectText(link, `${numbers.format(obras)} obra`);
    await assertAccessibleEverywhere(page);
    await link.click();
    await page.waitForURL(/\/obras\?sinUbicacion=true$/);
    await expectText(chips(page), 'Sin ubicación');
    await expectText(page.getByRole('status'), new RegExp(`^${numbers.format(obras)} obras?`));
    await page.goBack();
    // What is mended is counted anew at once, without the page being loaded.
    const zero = rowOf(page, /^Con monto 0/);
    const { obras: before } = await ruleOf('sinMonto');
    await expectText(zero, counted(before));
    await page.getByRole('link', { name: 'Obras', exact: true }).click();
    await page.getByRole('searchbox', { name: /Buscar por nombre/ }).fill(word);
    await page
      .locator('.lista')
      .getByRole('link', { name: `Gratuita ${word}`, exact: true })
      .click();
    await page.getByRole('link', { name: 'Editar' }).click();
    await page.getByRole('textbox', { name: 'Monto' }).fill('1500');
    await press(page, 'Guardar cambios');
    await expectText(page, 'Se guardaron los cambios.');
    await press(page, 'Administración');
    await page.getByRole('menuitem', { name: 'Calidad' }).click();
    await expectText(zero, before === 1 ? 'Ninguna' : counted(before - 1));
    await rowOf(page, /^En proceso desde hace años/)
      .getByRole('link')
      .click();
    await expectText(chips(page), 'Estatus: En proceso');
    await expectText(chips(page), /^De 20\d\d o antes/);
  });

  test('the percentage of a large change is asked for and stands in the address; a malformed one is refused in the registry’s words', async () => {
    const { id } = await makeObra({ nombre: 'Obra encarecida', monto: 1_000_000 });
    await fetchJson('PATCH', `/obras/${id}`, { monto: 1_660_000 });
    const { page } = await visit('admin', '/calidad', { allow: /400/ });
    const field = page.getByLabel(/^Un monto cambió mucho/);
    await field.fill('mucho');
    await press(page, 'Aplicar');
    await expectAlert(page, /^Cambio del monto: debe ser un porcentaje de 0 a 9,999\.99/);
    await field.fill('65.5 %');
    await page.keyboard.press('Enter');
    await page.waitForURL(/variacionMonto=65\.5$/);
    const row = rowOf(page, /^El monto cambió mucho \(más de 65\.5 %\)/);
    await row.getByRole('link').click();
    await expectText(chips(page), 'El monto cambió más de 65.5 %');
    await page
      .getByRole('link', { name: /Obra encarecida/ })
      .first()
      .waitFor();
    await page.goBack();
    await row.waitFor();
    await page.reload();
    await row.waitFor();
  });

  test('an administrator finds what they have registered since a day; others find neither that nor the page', async () => {
    const nombre = 'Obra que registró quien la busca';
    await makeObra({ nombre, ubicaciones: [place([-89.62, 20.96])] });
    const { page } = await visit('admin', '/obras?q=registr%C3%B3%20busca');
    await page.getByRole('button', { name: 'Más', exact: true }).click();
    await page.getByText('Sólo las que registré yo').click();
    await page.getByLabel('Registradas desde el día').fill('2026-01-15');
    await press(page, 'Aplicar');
    await page.waitForURL(/registradaDesde=2026-01-15/);
    assert.match(page.url(), /registradaPorMi=true/);
    await expectText(chips(page), 'Registradas desde el 15 de enero de 2026');
    await expectText(chips(page), 'Registradas por mí');
    await page
      .getByRole('link', { name: new RegExp(nombre) })
      .first()
      .waitFor();
    const reader = await visit('user', '/calidad');
    await expectHeading(reader.page, 'Sólo para administradores');
    const { page: stranger } = await visit('nobody', '/obras?registradaPorMi=true');
    await stranger.waitForURL(/\/entrar\?volver=/);
  });
});
