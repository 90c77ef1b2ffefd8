import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  assertAccessibleEverywhere,
  expectFieldError,
  expectGone,
  expectHeading,
  expectText,
  press,
} from '../../../portal/gestures.ts';
import { base, fetchJson, visit } from '../../../portal/portal-world.ts';
import { day, inField, makeFollowed, report } from '../../../portal/seguimiento-pasos.ts';

const BAND = /^Así estaba la obra/;

describe('The portal: a work as it stood', () => {
  test('a day or a change leads to the sheet of then, which tells what differs today, writes nothing and leads back', async () => {
    const id = await makeFollowed({ nombre: 'Puente que cambió' });
    const before = (
      await fetchJson<{ instante: string }[]>('GET', `/obras/${id}/versiones?de=seguimiento`)
    ).at(-1);
    await fetchJson('PATCH', `/obras/${id}`, { monto: 3_000_000, nombre: 'Puente que creció' });
    await report(id, day(-10), 80, { montoPagado: 1_500_000 });

    const { page } = await visit('admin', `/obras/${id}`, { allow: /40[04]|410|500/ });
    await expectHeading(page, 'Puente que creció');
    // What the page asks for is a hundred at a time. The second page fails once.
    await page.route(/\/versiones\?/, (route) =>
      route.continue({ url: route.request().url().replace('limit=100', 'limit=1') }),
    );
    const fault = { statusCode: 500, message: 'Error interno del servidor', error: 'x' };
    await page.route(
      /\/versiones\?.*cursor/,
      (route) => route.fulfill({ status: 500, json: fault }),
      { times: 1 },
    );
    await press(page, 'Más acciones');
    await page.getByRole('menuitem', { name: 'Como estaba el…' }).click();
    await expectHeading(page, 'Como estaba la obra');
    const field = page.getByRole('textbox', { name: 'Día' });
    await field.fill(inField(day(0)));
    await press(page, 'Ver cómo estaba');
    await expectFieldError(page, 'Elija un día que ya terminó: ayer, o uno anterior.');
    await press(page, 'Ver más');
    const alert = page.getByRole('alert').filter({ hasText: fault.message });
    await press(alert, 'Intentar de nuevo');
    await expectGone(alert);
    await expectText(page.getByRole('status'), /^2 cambios, desde su registro$/);
    await assertAccessibleEverywhere(page);

    await field.fill(inField(day(-400)));
    await field.press('Enter');
    await page.waitForURL(`${base}/portal/obras/${id}?en=${day(-400)}`);
    await expectText(page, `La obra ${id} todavía no se registraba entonces.`);
    await page.getByRole('link', { name: 'Ver la obra como está hoy' }).click();
    await expectHeading(page, 'Puente que creció');

    await page.goto(`${base}/portal/obras/${id}?en=${before?.instante}`);
    await expectHeading(page, 'Puente que cambió');
    await expectText(page, BAND);
    const table = page.getByRole('table', { name: 'Lo que hoy es distinto' });
    await table.getByRole('row', { name: 'Monto $2,000,000.00 $3,000,000.00' }).waitFor();
    await table.getByRole('row', { name: /^Avance físico 45\.5 % al .* 80 % al / }).waitFor();
    await table.getByRole('row', { name: /^Nombre Puente que cambió Puente que creció/ }).waitFor();
    await expectText(page.locator('.ficha_cifras'), /45\.5 %/);
    for (const name of ['Editar', 'Reportar avance', 'Favorita', 'Agregar contrato', 'Corregir']) {
      assert.equal(await page.getByText(name, { exact: true }).count(), 0, name);
    }
    await press(page, 'Más acciones');
    assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), [
      'Imprimir',
      'Como estaba el…',
      'Seguir sus cambios',
      'Historial',
    ]);
    await page.keyboard.press('Escape');
    await assertAccessibleEverywhere(page);
    await page.getByRole('link', { name: 'Ver la obra como está hoy' }).click();
    await expectHeading(page, 'Puente que creció');
    await expectGone(page.getByText(BAND));

    await page.goto(`${base}/portal/obras/${id}/historial`);
    const line = page.locator('.historial li', { hasText: 'registró la obra' });
    await line.locator('summary').click();
    await line.getByRole('link', { name: 'Ver la obra como quedó' }).click();
    await expectText(page, BAND);
    await expectText(page.locator('.ficha_cifras'), 'Nunca se ha reportado');
    await table.getByRole('row', { name: /^Contratos Ninguno / }).waitFor();

    await page.goto(`${base}/portal/obras/${id}?en=2999-01-01`);
    await expectHeading(page, 'No se puede mostrar cómo estaba la obra');
    await expectText(page, 'Fecha: debe ser un día que ya terminó en Mérida.');
    await page.getByRole('link', { name: 'Ver la obra como está hoy' }).waitFor();

    await fetchJson('DELETE', `/obras/${id}`);
    await page.goto(`${base}/portal/obras/${id}?en=${before?.instante}`);
    await expectText(page, 'Hoy la obra ya no está en el registro: se eliminó.');
    await expectGone(page.getByRole('link', { name: 'Ver la obra como está hoy' }));
  });
});
