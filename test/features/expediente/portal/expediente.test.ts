import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  assertAccessibleEverywhere,
  expectFieldError,
  expectGone,
  expectHeading,
  expectText,
  expectValue,
  find,
  go,
  press,
} from '../../../portal/gestures.ts';
import { give, groupOf, reviewAgain } from '../../../portal/importar-pasos.ts';
import {
  assertFits,
  fetchJson,
  makeObra,
  type Schema,
  TOUCHED,
  visit,
} from '../../../portal/portal-world.ts';
import { CONTRATO, makeClerk, named, world } from '../../../portal/seguimiento-pasos.ts';

const expedienteOf = (id: number) =>
  fetchJson<Schema<'Expediente'>>('GET', `/obras/${id}/expediente`);
const sourcesOf = async (id: number) =>
  (await expedienteOf(id)).fuentes.map(({ fondo, monto }) => `${fondo.siglas} ${monto}`);
const fondoId = async (siglas: string) =>
  (await fetchJson<Schema<'Fondo'>[]>('GET', '/fondos')).find((one) => one.siglas === siglas)
    ?.id as number;

const section = (page: Page) => page.getByRole('region', { name: 'Expediente' });
const dialog = (page: Page) => page.getByRole('dialog');

describe('The portal: the record of a work', () => {
  test('its clerk writes it on a phone with the funds and their amounts, leaves with a draft, and everybody reads it', async () => {
    const { clerk, id } = await world({ monto: 1_500_000.5 });
    await fetchJson('POST', `/obras/${id}/contratos`, { ...CONTRATO, numero: named('EXP') });
    const { page } = await visit(clerk, `/obras/${id}`, { ...TOUCHED, allow: /400/ });
    await press(page, 'Escribir el expediente');
    await page.getByLabel('Propósito').fill('Que la colonia tenga agua todo el día.');
    await page.getByLabel('Cantidad').fill('1,850.5');
    await press(page, 'Agregar una fuente');
    await find(page, 'Fondo 1', 'fais', 'FAISMUN');
    await page.getByLabel('Monto 1').fill('1,250,000.50');
    await expectText(dialog(page), /Se entiende \$1,250,000\.50/);
    await assertFits(page);
    // What is typed stays where the drawer is left.
    await press(dialog(page), 'Cerrar');
    await press(page, 'Escribir el expediente');
    await press(dialog(page), /^Continuar con lo que/);
    await expectValue(page.getByLabel('Monto 1'), '1250000.50');
    // Half a goal and the same fund twice are refused where they stand.
    await press(page, 'Agregar una fuente');
    await find(page, 'Fondo 2', 'fais', 'FAISMUN');
    await page.getByLabel('Monto 2').fill('200000');
    await press(dialog(page), 'Guardar cambios');
    await expectFieldError(page, /obligatori/);
    await page.getByLabel('Unidad').fill('metros');
    await press(dialog(page), 'Guardar cambios');
    await expectFieldError(page, /repetirse/);
    await find(page, 'Fondo 2', 'fise', 'FISE');
    await page.getByLabel('Beneficiarios').fill('1850');
    await page.getByRole('button', { name: /Modalidad/ }).click();
    await page.getByRole('option', { name: 'Por administración directa' }).click();
    await press(dialog(page), 'Guardar cambios');
    await expectGone(dialog(page));
    assert.deepEqual(await sourcesOf(id), ['FAISMUN 1250000.5', 'FISE 200000']);
    const own = section(page);
    for (const text of [
      'Que la colonia tenga agua todo el día.',
      '1,850.5 metros',
      '1,850 personas',
      'Tiene contratos registrados, y su modalidad es administración directa.',
      '86.2 %',
      /Suman \$50,000\.00 menos que el monto de la obra\./,
    ])
      await expectText(own, text);
    await assertAccessibleEverywhere(page);
  });

  test('two who write the funds at once keep the changes of both, and choose where both changed one', async () => {
    const [faismun, fise, fam] = await Promise.all(['FAISMUN', 'FISE', 'FAM'].map(fondoId));
    const { clerk, id } = await world();
    const write = (fuentes: object[]) => fetchJson('PATCH', `/obras/${id}/expediente`, { fuentes });
    await write([{ fondoId: faismun, monto: 400_000 }]);
    const { page } = await visit(clerk, `/obras/${id}`, { allow: /412/ });
    await press(page, 'Corregir el expediente');
    await page.getByLabel('Monto 1').fill('500,000');
    await press(page, 'Agregar una fuente');
    await find(page, 'Fondo 2', 'fise', 'FISE');
    await page.getByLabel('Monto 2').fill('100000');
    await write([
      { fondoId: faismun, monto: 450_000 },
      { fondoId: fam, monto: 50_000 },
    ]);
    await press(dialog(page), 'Guardar cambios');
    await page.getByRole('heading', { name: 'Fuente: FAISMUN' }).waitFor();
    await page.getByRole('radio', { name: /Usted/ }).check({ force: true });
    await press(page, 'Guardar lo elegido');
    await expectGone(dialog(page));
    assert.ok(fise);
    assert.deepEqual(await sourcesOf(id), ['FAISMUN 500000', 'FISE 100000', 'FAM 50000']);
  });

  test('a clerk of another agency reads it and has no button; an administrator merges its fund and writes the contact', async () => {
    const { id, dependencia } = await world();
    const [nombre, otro] = [named('Fondo que se va'), named('Fondo que queda')];
    const { id: fondo } = await fetchJson<{ id: number }>('POST', '/fondos', {
      nombre,
      nivel: 'ESTATAL',
    });
    await fetchJson('PATCH', `/obras/${id}/expediente`, {
      fuentes: [{ fondoId: fondo, monto: 1_000_000 }],
    });
    const { page } = await visit(await makeClerk([]), `/obras/${id}`);
    await expectText(section(page), /Suman el monto de la obra\./);
    assert.equal(await page.getByRole('button', { name: /expediente/ }).count(), 0);
    // The fund leads to its works, and its chip says which it is.
    await section(page).getByRole('link', { name: nombre }).click();
    await page.getByRole('button', { name: `Quitar el filtro Fondo: ${nombre}` }).waitFor();

    const admin = (await visit('admin', '/catalogos/fondos', { allow: /400/ })).page;
    await press(admin, 'Agregar fondo');
    await admin.getByLabel('Nombre').fill(otro);
    await admin.getByRole('button', { name: /Nivel/ }).click();
    await admin.getByRole('option', { name: 'Municipal' }).click();
    await press(dialog(admin), 'Agregar fondo');
    await expectGone(dialog(admin));
    await press(admin, `Más acciones con ${nombre}`);
    await admin.getByRole('menuitem', { name: 'Fusionar con otro' }).click();
    await find(admin, 'Con', otro, otro);
    await press(dialog(admin), 'Fusionar');
    await expectGone(dialog(admin));
    const [fuente] = (await expedienteOf(id)).fuentes;
    assert.deepEqual([fuente?.fondo.nombre, fuente?.monto], [otro, 1_000_000]);

    await go(admin, `/catalogos/dependencias?q=${encodeURIComponent(dependencia.nombre)}`);
    await press(admin, `Más acciones con ${dependencia.nombre}`);
    await admin.getByRole('menuitem', { name: 'Contacto' }).click();
    await admin.getByLabel('Oficina').fill('Unidad de Transparencia');
    await admin.getByLabel('Página').fill('http://obras.ejemplo.mx');
    await press(dialog(admin), 'Guardar cambios');
    await expectFieldError(admin, /https:\/\//);
    await admin.getByLabel('Página').fill('https://obras.ejemplo.mx');
    await press(dialog(admin), 'Guardar cambios');
    await expectGone(dialog(admin));
    await go(admin, `/obras/${id}`);
    await expectText(admin, /Unidad de Transparencia/);
    await admin.getByRole('link', { name: 'obras.ejemplo.mx' }).waitFor();
  });

  test('works are summed by fund, with the sentence of those that have several', async () => {
    const [faismun, fise] = await Promise.all(['FAISMUN', 'FISE'].map(fondoId));
    const word = `defondos${process.pid}`;
    const { id } = await makeObra({ nombre: `Obra ${word}`, monto: 300_000 });
    await fetchJson('PATCH', `/obras/${id}/expediente`, {
      fuentes: [
        { fondoId: faismun, monto: 100_000 },
        { fondoId: fise, monto: 200_000 },
      ],
    });
    const { page } = await visit('user', `/resumen?q=${word}&tabla=fondo`);
    const table = page.getByRole('table', { name: 'Por fondo' });
    for (const row of [/FAISMUN 1 \$100,000\.00/, /FISE 1 \$200,000\.00/, /Total 1 \$300,000\.00/])
      await table.getByRole('row', { name: row }).waitFor();
    await expectText(page, /Una obra con dos fondos cuenta en cada uno/);
  });

  test('a sheet is tried, told which fund a name is, written and undone by a clerk', async () => {
    const claveUnica = named('EXP').replace(/ /g, '-');
    const { clerk, id } = await world({ claveUnica });
    const { page } = await visit(clerk, '/importar/expedientes');
    await expectHeading(page, 'Importar expedientes');
    await give(page, 'dinero.csv', `Clave,Fondo 1,Monto 1\r\n${claveUnica},Ramo 33,"1,000,000"`);
    await expectText(groupOf(page, 'Fondo 1: no está en el catálogo.'), /^1 fila: 2$/);
    assert.deepEqual(await sourcesOf(id), []);
    await find(page, '«Ramo 33» (1 fila) es', 'múltiples', 'FAM');
    await assertAccessibleEverywhere(page);
    await reviewAgain(page);
    await press(page, 'Importar 1 fila');
    await expectText(page, 'Listo: 1 expediente nuevo y 0 cambiados de «dinero.csv».');
    assert.deepEqual(await sourcesOf(id), ['FAM 1000000']);
    await page.getByRole('link', { name: 'Deshacer esta importación' }).click();
    await expectText(page, 'Se eliminarían: 1');
    await press(page, 'Deshacer la importación de «dinero.csv»');
    await expectText(page, 'Listo: se deshizo la importación de «dinero.csv».');
    assert.deepEqual(await sourcesOf(id), []);
  });
});
