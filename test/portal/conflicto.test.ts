import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { announced, newKey, readObra, save, saved, theWorkWith } from './formulario-pasos.ts';
import { expectGone, expectText, press } from './gestures.ts';
import {
  assertAccessible,
  EVERY_SIZE,
  fetchJson,
  makeObra,
  place,
  type SIZES,
  until,
  visit,
} from './portal-world.ts';

const conflict = (page: Page) =>
  page.getByRole('dialog', { name: 'Otra persona cambió esta obra' });

/** A work, and its form as an administrator has it open. */
async function open(fields: Record<string, unknown> = {}, size: keyof typeof SIZES = 'desk') {
  const { id } = await makeObra(fields);
  const visited = await visit('admin2', `/obras/${id}/editar`, { allow: /412|404/, size });
  await visited.page.getByLabel('Monto').waitFor();
  return { id, ...visited };
}

describe('The portal: two editors of one work', () => {
  test('different fields: both changes hold, and what the other changed is listed', async () => {
    const { id, page } = await open({ monto: 1000 });
    await page.getByLabel('Descripción').fill('Lo que yo escribí');
    await fetchJson('PATCH', `/obras/${id}`, { monto: 2000, estatusObraId: 4 });
    await save(page);
    const dialog = conflict(page);
    await expectText(dialog, 'admin@obras.local guardó cambios mientras usted corregía');
    await expectText(dialog, 'Monto: $1,000.00 → $2,000.00');
    await expectText(dialog, 'Estatus: Planeada → En proceso');
    await assertAccessible(page);
    await press(dialog, 'Guardar los cambios de ambos');
    await announced(page, 'Se guardaron los cambios.');
    const { monto, descripcion, estatusObra } = await readObra(id);
    assert.deepEqual(
      [monto, descripcion, estatusObra.nombre],
      [2000, 'Lo que yo escribí', 'En proceso'],
    );
  });

  for (const [choice, monto] of [
    [/La otra persona/, 2000],
    [/Usted/, 3000],
  ] as const) {
    test(`the same field: one is chosen (${choice.source})`, async () => {
      const { id, page } = await open({ monto: 1000, nombre: 'Nombre de antes' });
      await page.getByLabel('Monto').fill('3000');
      await page.getByLabel('Nombre').fill('Nombre mío');
      await fetchJson('PATCH', `/obras/${id}`, { monto: 2000 });
      await save(page);
      const dialog = conflict(page);
      const amounts = dialog.locator('section:has(.conflict_versiones)', { hasText: 'Monto' });
      for (const hasText of [
        /Antes\s*\$1,000\.00/,
        /La otra persona\s*\$2,000\.00/,
        /Usted\s*\$3,000\.00/,
      ]) {
        await amounts.locator('.conflict_version', { hasText }).waitFor();
      }
      const button = dialog.getByRole('button', { name: 'Guardar lo elegido' });
      assert.ok(await button.isDisabled(), 'nothing is chosen for anybody');
      await amounts.getByText(choice).click();
      await button.click();
      await announced(page, 'Se guardaron los cambios.');
      const after = await readObra(id);
      assert.deepEqual([after.monto, after.nombre], [monto, 'Nombre mío']);
    });
  }

  test('nothing of one’s own is left: the other’s stay, and nothing is sent', async () => {
    const { id, page } = await open({ monto: 1000 });
    await page.getByLabel('Monto').fill('3000');
    await fetchJson('PATCH', `/obras/${id}`, { monto: 2000 });
    await save(page);
    await conflict(page).getByText('La otra persona', { exact: true }).click();
    await press(conflict(page), 'Guardar lo elegido');
    await announced(page, 'No hay cambios que guardar.');
    const changes = await fetchJson<object[]>('GET', `/obras/${id}/historial`);
    assert.equal(changes.length, 2);
  });

  test('a catalog’s name that changed is no conflict', async () => {
    const made = await fetchJson<{ id: number }>('POST', '/dependencias', {
      nombre: `Por renombrar ${newKey()}`,
    });
    const { id, page } = await open({ dependenciaId: made.id });
    await page.getByLabel('Descripción').fill('Mía');
    await fetchJson('PATCH', `/dependencias/${made.id}`, { siglas: 'REN' });
    await saved(page);
    assert.equal((await readObra(id)).descripcion, 'Mía');
  });

  for (const size of EVERY_SIZE) {
    test(`the same geometry: both are shown, and one is chosen (${size})`, async () => {
      const line = (y: number) =>
        place(`LINESTRING (-89.62 20.96, -89.61 ${y})`, { direccion: 'Tramo' });
      const { id, page } = await open({ ubicaciones: [line(20.97), place([-89.6, 20.9])] }, size);
      const [first, second] = (await readObra(id)).ubicaciones;
      await page.getByRole('button', { name: /Ubicación 1/, expanded: false }).click();
      await page.getByLabel('Latitud del vértice 2').fill('20.99');
      await page.keyboard.press('Enter');
      // The other one moves the route, corrects the point, and adds a place.
      await fetchJson('PATCH', `/obras/${id}`, {
        ubicaciones: [
          { ...line(20.95), id: first?.id },
          { ...place([-89.61, 20.91]), id: second?.id },
          place([-89.5, 20.8], { direccion: 'Nueva de la otra' }),
        ],
      });
      await save(page);
      const dialog = conflict(page);
      await expectText(dialog, 'Ubicaciones: 2 ubicaciones → 3 ubicaciones');
      const clash = dialog.locator('section:has(.conflict_versiones)', { hasText: 'Ubicación 1' });
      assert.equal(await clash.locator('svg[data-tipo="RUTA"] path').count(), 3);
      await expectText(clash, 'Ruta: 2 vértices, 3.49 km');
      await assertAccessible(page);
      // By the keys alone.
      await clash.getByRole('radio', { name: /La otra persona/ }).focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowDown');
      await clash.getByRole('radio', { name: /Usted/, checked: true }).waitFor();
      await press(dialog, 'Guardar lo elegido');
      await announced(page, 'Se guardaron los cambios.');
      const { ubicaciones } = await readObra(id);
      assert.deepEqual(
        ubicaciones.map((each) => [each.direccion, each.geometriaJson]),
        [
          line(20.99),
          place([-89.61, 20.91]),
          place([-89.5, 20.8], { direccion: 'Nueva de la otra' }),
        ].map((each) => [each.direccion, each.geometriaJson]),
      );
      assert.deepEqual([ubicaciones[0]?.id, ubicaciones[1]?.id], [first?.id, second?.id]);
    });
  }

  test('one may go on correcting and choose later', async () => {
    const { id, page } = await open({ monto: 1000 });
    await page.getByLabel('Monto').fill('3000');
    await fetchJson('PATCH', `/obras/${id}`, { monto: 2000 });
    await save(page);
    await press(conflict(page), 'Seguir corrigiendo');
    await expectGone(conflict(page));
    assert.equal(await page.getByLabel('Monto').inputValue(), '3000');
    await save(page);
    await conflict(page).waitFor();
    assert.equal((await readObra(id)).monto, 2000);
  });

  test('a work that was removed meanwhile can be registered anew with what was written', async () => {
    const { id, page } = await open({ ubicaciones: [place([-89.6, 20.9])] });
    const { claveUnica } = await readObra(id);
    await page.getByLabel('Descripción').fill('Escrita mientras se eliminaba');
    await fetchJson('DELETE', `/obras/${id}`);
    await save(page);
    await expectText(page, 'Otra persona eliminó esta obra mientras usted la corregía.');
    await assertAccessible(page);
    await press(page, 'Registrarla de nuevo con lo que escribió');
    await page.getByRole('heading', { name: 'Registrar una obra' }).waitFor();
    await until(page, `document.querySelector('[name=claveUnica]')?.value === '${claveUnica}'`);
    await press(page, 'Registrar la obra');
    await announced(page, /Se registró/);
    const after = await theWorkWith(claveUnica);
    assert.notEqual(after.id, id);
    assert.equal(after.descripcion, 'Escrita mientras se eliminaba');
    assert.equal(after.ubicaciones.length, 1);
  });
});
