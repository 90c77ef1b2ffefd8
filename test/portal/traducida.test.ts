import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { readRoot } from '../deploy-settings.ts';
import {
  expectFieldError,
  expectGone,
  expectHeading,
  expectText,
  expectValue,
  press,
} from './gestures.ts';
import { makeObra, visit } from './portal-world.ts';
import { day, named, report, world } from './seguimiento-pasos.ts';

// What a browser's translation does to the document, without a translator: the words stay, so that what is stale is found.

const translate = (page: Page) => page.evaluate(readRoot('test/portal/traducir.js'));
/** Waits for a text that the translation has been over. */
const expectTranslated = (page: Page, text: string) =>
  page.locator('font font', { hasText: text }).first().waitFor();
const expectTotal = (page: Page, text: string) =>
  page.locator('.explorar_totales strong', { hasText: new RegExp(`^${text}$`) }).waitFor();

describe('The portal: a page that the browser translates', () => {
  test('list, search, filters, card, sheet and form go on, and say what is so by then', async () => {
    const word = named('traducida').replace(' ', '');
    for (const [nombre, estatusObraId] of [
      ['Norte', 4],
      ['Sur', 6],
    ] as const) {
      await makeObra({ nombre: `${nombre} ${word}`, estatusObraId });
    }
    const { page } = await visit('admin', '/obras', { allow: /400/ });
    await page.locator('.lista a.lista_nombre').first().waitFor();
    await translate(page);
    const search = page.getByRole('searchbox', { name: /Buscar por nombre/ });
    await search.fill(word);
    await expectTotal(page, '2 obras');
    await expectTranslated(page, `Norte ${word}`);
    await press(page, 'Estatus');
    await page.getByRole('option', { name: 'Terminada' }).click();
    await page.keyboard.press('Escape');
    await expectTotal(page, '1 obra');
    await page.getByRole('button', { name: 'Estatus (1)' }).waitFor();
    await press(page, 'Quitar el filtro Estatus: Terminada');
    await expectTotal(page, '2 obras');
    await page.getByRole('button', { name: 'Estatus', exact: true }).waitFor();
    await page.getByLabel('Ordenar').selectOption('Nombre, de la Z a la A');
    await page.locator('.lista [data-numero="1"]', { hasText: `Sur ${word}` }).waitFor();
    await press(page, 'Seleccionar varias');
    for (const [nombre, said] of [
      ['Sur', '1 obra seleccionada'],
      ['Norte', '2 obras seleccionadas'],
    ]) {
      await page.getByRole('checkbox', { name: `Seleccionar: ${nombre} ${word}` }).check();
      await expectText(page, said as string);
    }
    await press(page, 'Quitar selección');
    await search.fill(`${word} nada`);
    await expectText(page, 'Ninguna obra cumple estos filtros.');
    await search.fill(word);
    await page.getByRole('button', { name: `Ver en el mapa: Norte ${word}` }).click();
    const card = page.getByRole('region', { name: 'Obra elegida' });
    await card.getByText('En proceso', { exact: true }).waitFor();
    await press(card, 'Cerrar la tarjeta');
    await expectGone(card);
    await page.locator('.lista a.lista_nombre', { hasText: `Norte ${word}` }).click();
    await expectHeading(page, `Norte ${word}`);
    await press(page, 'Favorita');
    await page.locator('.ficha_marca-favorita[aria-pressed="true"]').waitFor();

    await page.getByRole('link', { name: 'Editar' }).click();
    const amount = page.getByRole('textbox', { name: 'Monto' });
    await expectValue(amount, '1000.00');
    await expectText(page, 'Todavía no hay cambios.');
    await amount.fill('2500000');
    await expectText(page, 'Se entiende $2,500,000.00, $2.5 millones');
    await amount.fill('1.250');
    await page.keyboard.press('Tab');
    await expectFieldError(page, /puede leerse de dos maneras/);
    await amount.fill('1250');
    await expectText(page, 'Se entiende $1,250.00');
    await expectGone(page.locator('.piezas_campo .piezas_error'));
    await page.getByRole('textbox', { name: 'Nombre' }).fill('');
    await press(page, 'Guardar cambios');
    await expectFieldError(page, 'Es un dato obligatorio.');
    await page.getByRole('textbox', { name: 'Nombre' }).fill(`Oriente ${word}`);
    await press(page, 'Guardar cambios');
    await expectText(page, 'Se guardaron los cambios.');
    await expectHeading(page, `Oriente ${word}`);
  });

  test('a report is written and sent, with the hints beside it', async () => {
    const nombre = named('Traducida');
    const { clerk, id } = await world({ nombre });
    await report(id, day(-100), 40);
    const { page } = await visit(clerk, '/mis-obras', { allow: /400/ });
    await page.getByRole('table', { name: 'Mis obras' }).waitFor();
    await translate(page);
    await page.getByRole('link', { name: `Reportar avance de ${nombre}` }).click();
    await page.getByLabel('Avance físico').fill('30');
    await expectText(page, /^El avance baja de 40 % a 30 %/);
    await page.getByLabel('Avance físico').fill('45');
    await expectGone(page.getByText(/^El avance baja/));
    await page.getByLabel('Monto pagado').fill('450000');
    await expectText(page, /Es el 45 % del monto registrado/);
    await page.getByLabel('Monto pagado').fill('1500000');
    await expectText(page, /Es el 150 % del monto registrado/);
    await page.getByLabel('Fecha de corte').fill(day(2));
    await press(page, 'Reportar avance');
    await expectFieldError(page, 'No debe ser posterior a hoy');
    await page.getByLabel('Fecha de corte').fill(day(0));
    await press(page, 'Reportar avance');
    await expectText(page, /^Se reportó 45 % de avance/);
    await page.getByRole('button', { name: 'Por reportar (0)' }).waitFor();
  });
});
