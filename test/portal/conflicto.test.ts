import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  announced,
  readObra,
  save,
  saved,
  theSheet,
  theWorkWith,
  type Ubicacion,
} from './formulario-pasos.ts';
import {
  assertAccessibleEverywhere,
  expectGone,
  expectHeading,
  expectText,
  expectValue,
  go,
  press,
} from './gestures.ts';
import { assertAccessible, fetchJson, makeObra, place, visit } from './portal-world.ts';
import { makeDependencia } from './seguimiento-pasos.ts';

/** A work whose form an administrator has open, and the question where another one was quicker. */
async function open(fields: Record<string, unknown>) {
  const { id } = await makeObra(fields);
  const { page } = await visit('admin2', `/obras/${id}/editar`, { allow: /412|404/ });
  await page.getByLabel('Monto').waitFor();
  const dialog = page.getByRole('dialog', { name: 'Otra persona cambió esta obra' });
  /** Leads from the work's sheet to its form, with the values that the registry has by then. */
  const edit = async () => {
    await page.getByRole('link', { name: 'Editar' }).click();
    await page.getByLabel('Monto').waitFor();
  };
  return { id, page, dialog, edit };
}

describe('The portal: two editors of one work', () => {
  test('what only one changed holds and is listed; of the same field one is chosen, now or later', async () => {
    const { id: dependenciaId } = await makeDependencia();
    const { id, page, dialog, edit } = await open({ monto: 1000, dependenciaId });
    // Another name of a catalog's record is no conflict.
    await page.getByLabel('Descripción').fill('Mía');
    await fetchJson('PATCH', `/dependencias/${dependenciaId}`, { siglas: 'REN' });
    await saved(page);
    assert.equal((await readObra(id)).descripcion, 'Mía');

    await edit();
    await page.getByLabel('Descripción').fill('Lo que yo escribí');
    await fetchJson('PATCH', `/obras/${id}`, { monto: 2000, estatusObraId: 4 });
    await save(page);
    await expectText(dialog, 'admin@obras.local guardó cambios mientras usted corregía');
    await expectText(dialog, 'Monto: $1,000.00 → $2,000.00');
    await expectText(dialog, 'Estatus: Planeada → En proceso');
    await press(dialog, 'Guardar los cambios de ambos');
    await theSheet(page);
    const both = await readObra(id);
    assert.deepEqual(
      [both.monto, both.descripcion, both.estatusObra.nombre],
      [2000, 'Lo que yo escribí', 'En proceso'],
    );

    await edit();
    const monto = page.getByLabel('Monto');
    await monto.fill('3000');
    await page.getByLabel('Nombre').fill('Nombre mío');
    await fetchJson('PATCH', `/obras/${id}`, { monto: 2500 });
    await save(page);
    await press(dialog, 'Seguir corrigiendo');
    await expectGone(dialog);
    await expectValue(monto, '3000');
    assert.equal((await readObra(id)).monto, 2500);
    await save(page);
    const amounts = dialog.locator('section:has(.conflict_versiones)', { hasText: 'Monto' });
    const texts = [/Antes\s*\$2,000.00/, /La otra persona\s*\$2,500.00/, /Usted\s*\$3,000.00/];
    for (const hasText of texts) await amounts.locator('.conflict_version', { hasText }).waitFor();
    const button = dialog.getByRole('button', { name: 'Guardar lo elegido' });
    assert.ok(await button.isDisabled(), 'nothing is chosen for anybody');
    await amounts.getByText('Usted').click();
    await button.click();
    await expectGone(dialog);
    await expectHeading(page, 'Nombre mío');
    const { nombre, ...after } = await readObra(id);
    assert.deepEqual([after.monto, nombre], [3000, 'Nombre mío']);

    // Where nothing of one's own is left, nothing is sent.
    await edit();
    await monto.fill('5000');
    await fetchJson('PATCH', `/obras/${id}`, { monto: 4000 });
    await save(page);
    await dialog.getByText('La otra persona', { exact: true }).click();
    await button.click();
    await announced(page, 'No hay cambios que guardar.');
    assert.equal((await readObra(id)).monto, 4000);
  });

  test('of the same geometry both are shown at every size, and one is chosen by the keys', async () => {
    const line = (y: number) =>
      place(`LINESTRING (-89.62 20.96, -89.61 ${y})`, { direccion: 'Tramo' });
    const { id, page, dialog } = await open({ ubicaciones: [line(20.97), place([-89.6, 20.9])] });
    const [first, second] = (await readObra(id)).ubicaciones;
    await page.getByRole('button', { name: /Ubicación 1/, expanded: false }).click();
    await page.getByLabel('Latitud del vértice 2').fill('20.99');
    await page.keyboard.press('Enter');
    // The other one moves the route, corrects the point, and adds a place.
    const added = place([-89.5, 20.8], { direccion: 'Nueva de la otra' });
    await fetchJson('PATCH', `/obras/${id}`, {
      ubicaciones: [
        { ...line(20.95), id: first?.id },
        { ...place([-89.61, 20.91]), id: second?.id },
        added,
      ],
    });
    await save(page);
    await expectText(dialog, 'Ubicaciones: 2 ubicaciones → 3 ubicaciones');
    const clash = dialog.locator('section:has(.conflict_versiones)', { hasText: 'Ubicación 1' });
    assert.equal(await clash.locator('svg[data-tipo="RUTA"] path').count(), 3);
    await expectText(clash, 'Ruta: 2 vértices, 3.49 km');
    await assertAccessibleEverywhere(page);
    await clash.getByRole('radio', { name: /La otra persona/ }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await clash.getByRole('radio', { name: /Usted/, checked: true }).waitFor();
    await press(dialog, 'Guardar lo elegido');
    await theSheet(page);
    const { ubicaciones } = await readObra(id);
    const placed = (all: object[]) =>
      (all as Ubicacion[]).map((u) => [u.direccion, u.geometriaJson]);
    const wanted = [line(20.99), place([-89.61, 20.91]), added];
    assert.deepEqual(placed(ubicaciones), placed(wanted));
    assert.deepEqual([ubicaciones[0]?.id, ubicaciones[1]?.id], [first?.id, second?.id]);
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
    await expectHeading(page, 'Registrar una obra');
    await expectValue(page.getByLabel('Clave única'), claveUnica);
    await press(page, 'Registrar la obra');
    await announced(page, /Se registró/);
    const after = await theWorkWith(claveUnica);
    assert.notEqual(after.id, id);
    assert.equal(after.descripcion, 'Escrita mientras se eliminaba');
    assert.equal(after.ubicaciones.length, 1);
    await theSheet(page);
    await go(page, `/obras/${id}/editar`);
    await expectHeading(page, 'La obra ya no existe');
    await expectText(page, `Obra ${id} no encontrada.`);
  });
});
