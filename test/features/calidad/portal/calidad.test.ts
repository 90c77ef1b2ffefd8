import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  assertAccessibleEverywhere,
  expectAlert,
  expectHeading,
  expectText,
  expectTotal,
  go,
  press,
} from '../../../portal/gestures.ts';
import { fetchJson, makeObra, place, type Schema, visit } from '../../../portal/portal-world.ts';
import { table } from '../../../table.ts';

const numbers = new Intl.NumberFormat('es-MX');

const rowOf = (page: Page, name: string | RegExp) =>
  page.getByRole('table', { name: 'Reglas de calidad' }).getByRole('row', { name });

/** «1 obra», «1,250 obras», and what follows, nothing more. */
const counted = (obras: number, more = '') =>
  new RegExp(`^${numbers.format(obras)} obra${obras === 1 ? '' : 's'}${more}$`);

const chips = (page: Page) => page.getByRole('list', { name: 'Filtros puestos' });

// A chip of each rule's list.
const CHIPS = table`
  # rule                                | chip begins with
  Sin ubicación                         | Sin ubicación
  Fuera de su municipio                 | Fuera de su municipio
  Con monto 0                           | Monto hasta
  Posibles duplicadas                   | Posibles duplicadas
  El monto cambió mucho                 | El monto cambió más de 20 %
  En proceso desde hace años            | De 20
  Atrasadas                             | Atrasadas
  Pagadas por delante de lo construido  | Lo pagado rebasa al avance físico en más de 10 puntos
  Contratos que crecieron por convenio  | Contratos que crecieron más de 25 %
  Contratos sin monto final             | Con un contrato terminado antes de tiempo, sin monto final
  Estatus por confirmar                 | Avance desde 100 %
  Con avance antes de empezar           | Con algo construido o pagado
  Fuentes que no suman el monto         | Fuentes que difieren del monto más de 1 %
  Sin plazo                             | Sin plazo
  Sin movimiento                        | Sin movimiento en 180 días
  Con un solo proponente                | Con un solo proponente
  Adjudicaciones que juntas rebasan el umbral | Adjudicaciones que juntas rebasan el umbral
  Por encima del umbral de su procedimiento | Por encima del umbral de su procedimiento
  Convenios firmados después del plazo  | Con un convenio firmado después del plazo
  Pagadas por encima de sus contratos   | Pagadas por encima de sus contratos
  Terminadas sin acta de entrega-recepción | Terminadas hace 90 días, sin acta`;

describe('The portal: what is worth looking at', () => {
  test('the number of each rule leads to the list of so many works, with the filter in words', async () => {
    const { page } = await visit('admin', '/calidad');
    await rowOf(page, /^Sin ubicación/).waitFor();
    const rules = await fetchJson<Schema<'ReglaDeCalidad'>[]>('GET', '/calidad');
    assert.deepEqual(
      rules.map(({ nombre }) => nombre),
      CHIPS.map(([nombre]) => nombre),
    );
    const pathOf = ({ filtros }: Schema<'ReglaDeCalidad'>) =>
      `/obras?${decodeURIComponent(String(new URLSearchParams(filtros)))}`;
    for (const rule of rules) {
      const row = rowOf(page, new RegExp(`^${rule.nombre}`));
      if (rule.obras === null) {
        const link = row.getByRole('link', { name: 'Sin umbral registrado' });
        assert.equal(await link.getAttribute('href'), '/portal/umbrales');
      } else if (rule.obras === 0) await expectText(row, 'Ninguna');
      else {
        const link = row.getByRole('link', { name: counted(rule.obras, `: ${rule.nombre}`) });
        assert.equal(await link.getAttribute('href'), `/portal${pathOf(rule)}`);
      }
    }
    for (const [i, rule] of rules.entries()) {
      await go(page, pathOf(rule));
      // Where nothing is found they stand in the place of the list, too.
      await expectText(chips(page).first(), new RegExp(`^${CHIPS[i]?.[1]}`));
      if (rule.obras) await expectTotal(page, `${numbers.format(rule.obras)} obras?`);
      else await expectText(page, 'Ninguna obra cumple estos filtros.');
    }
  });

  test('what is mended is counted anew at once, without the page being loaded', async () => {
    const word = `mendada${process.pid}`;
    await makeObra({ nombre: `Gratuita ${word}`, monto: 0 });
    const { page } = await visit('admin', '/obras');
    await press(page, 'Administración');
    await page.getByRole('menuitem', { name: 'Calidad' }).click();
    await expectHeading(page, 'Calidad');
    const zero = rowOf(page, /^Con monto 0/);
    const rules = await fetchJson<Schema<'ReglaDeCalidad'>[]>('GET', '/calidad');
    const before = rules.find(({ regla }) => regla === 'sinMonto')?.obras ?? 0;
    await expectText(zero, counted(before));
    await assertAccessibleEverywhere(page);
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
