import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hasFeature } from '../features.ts';
import {
  assertAccessibleEverywhere,
  choose,
  expectAlert,
  expectFieldError,
  expectFocus,
  expectGone,
  expectHeading,
  expectText,
  expectValue,
  find,
  go,
  press,
  tabTo,
} from './gestures.ts';
import {
  assertAccessible,
  assertFits,
  fetchJson,
  holdBack,
  makeObra,
  type Schema,
  SIZES,
  visit,
} from './portal-world.ts';
import { makeDependencia } from './seguimiento-pasos.ts';

const dependenciaCalled = async (nombre: string) =>
  (await fetchJson<Schema<'Dependencia'>[]>('GET', '/dependencias?ver_todo=true')).find(
    (dependencia) => dependencia.nombre === nombre,
  );

describe('The portal: catalogs', () => {
  test('a dependencia is added, and what is refused of another stands at its fields, all at once', async () => {
    const { page } = await visit('admin', '/catalogos', { allow: /400|409/ });
    await page.getByRole('link', { name: 'Dependencias' }).click();
    await press(page, 'Agregar dependencia');
    const drawer = page.getByRole('dialog', { name: 'Agregar dependencia' });
    await drawer.getByLabel('Siglas').fill('x'.repeat(51));
    await press(drawer, 'Agregar dependencia');
    await expectFieldError(drawer, /^Es un dato obligatorio/);
    await expectFieldError(drawer, /^No debe tener más de 50/);
    await expectValue(drawer.getByLabel('Siglas'), 'x'.repeat(51));
    const nombre = 'Zz <img src=x onerror="document.title=1"> & «comillas»';
    await drawer.getByLabel('Nombre').fill(nombre);
    await drawer.getByLabel('Siglas').fill('zop');
    await press(drawer, 'Agregar dependencia');
    const row = page.getByRole('row', { name: /Zz <img.*ZOP/ });
    await row.getByRole('rowheader', { name: nombre, exact: true }).waitFor();
    assert.equal(await page.locator('img').count(), 0);

    await press(page, 'Agregar dependencia');
    await drawer.getByLabel('Nombre').fill(nombre.toUpperCase());
    await press(drawer, 'Agregar dependencia');
    const sentence = `Ya existe una dependencia con el nombre "${nombre.toUpperCase()}".`;
    await expectFieldError(drawer, sentence);
    // The summary has the focus, and leads to the field.
    await drawer.locator('.piezas_resumen-errores:focus').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await drawer.locator('input[name=nombre]:focus').waitFor();
    await assertAccessibleEverywhere(page);
  });

  test('by keyboard alone: found, corrected and saved, with the focus where it was', async () => {
    await makeDependencia('Zz Por teclado');
    const { page } = await visit('admin', '/catalogos/dependencias');
    await page.getByRole('row', { name: /Zz Por teclado/ }).waitFor();
    await tabTo(page, /^Buscar en dependencias/);
    await page.keyboard.type('zz por tecládo');
    await expectText(page, /^1 de /);
    await tabTo(page, 'Editar Zz Por teclado');
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Editar la dependencia' });
    await drawer.getByLabel('Siglas').waitFor();
    await tabTo(page, /^Siglas/);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('zpt');
    await page.keyboard.press('Enter');
    await expectGone(drawer);
    await page.getByRole('row', { name: /Zz Por teclado.*ZPT/ }).waitFor();
    assert.equal((await dependenciaCalled('Zz Por teclado'))?.siglas, 'ZPT');
    await page.locator('[aria-label="Editar Zz Por teclado"]:focus').waitFor();
    assert.match(page.url(), /q=zz/);
  });

  test('deactivating says how many works use a record, and asks again of what changed meanwhile; reactivating undoes it', async () => {
    const { id } = await makeDependencia('Zz En uso');
    for (const nombre of ['Zz Lenta', 'Zz Siguiente']) await makeDependencia(nombre);
    await makeObra({ dependenciaId: id });
    const { page } = await visit('admin', '/catalogos/dependencias', { allow: /412/ });
    const dialog = page.getByRole('dialog', { name: 'Desactivar la dependencia' });
    const ask = async (nombre: string, says: string) => {
      await press(page, `Más acciones con ${nombre}`);
      await page.getByRole('menuitem', { name: 'Desactivar' }).click();
      await expectText(dialog, says);
    };
    await ask('Zz En uso', 'La usa 1 obra.');
    await assertAccessible(page);
    const works = dialog.getByRole('link', { name: /^Ver/ });
    assert.equal(await works.getAttribute('href'), `/portal/obras?dependenciaId=${id}`);
    await page.keyboard.press('Escape');
    await expectFocus(page, 'Más acciones con Zz En uso');
    await ask('Zz En uso', 'La usa 1 obra.');
    await fetchJson('PATCH', `/dependencias/${id}`, { siglas: 'NUEVAS' });
    await press(dialog, 'Desactivar');
    await expectAlert(dialog, /cambi/);
    await press(dialog, 'Desactivar');
    const row = page.getByRole('row', { name: /Zz En uso/ });
    await expectGone(row);
    await page.locator('.piezas_cuenta-renglones:focus').waitFor();
    assert.equal((await dependenciaCalled('Zz En uso'))?.activo, false);

    // A question that was left before its answer came closes no other one.
    const letGo = await holdBack(page, '**/dependencias/*', 'PATCH');
    await ask('Zz Lenta', 'Ninguna obra la usa.');
    await press(dialog, 'Desactivar');
    await press(dialog, 'Cancelar');
    await expectGone(dialog);
    await ask('Zz Siguiente', 'Ninguna obra la usa.');
    letGo();
    await expectText(page, 'Se desactivó la dependencia «Zz Lenta».');
    await press(dialog, 'Desactivar');
    await expectGone(dialog);
    assert.equal((await dependenciaCalled('Zz Siguiente'))?.activo, false);

    await choose(page, /Mostrar/, 'Sólo inactivas');
    await press(row, /^Más acciones/);
    await page.getByRole('menuitem', { name: 'Reactivar' }).click();
    await press(page.getByRole('dialog'), 'Reactivar');
    await expectGone(row);
    assert.equal((await dependenciaCalled('Zz En uso'))?.activo, true);
  });

  test('two that are one are merged: the works of one are the other’s, and it is deactivated', async () => {
    const { id } = await makeDependencia('Zz Secretaria mal escrita');
    const { id: right } = await makeDependencia('Zz Secretaría bien escrita');
    const { id: work } = await makeObra({ dependenciaId: id });
    const { page } = await visit('admin', '/catalogos/dependencias', { allow: /400/ });
    const row = page.getByRole('row', { name: /Zz Secretaria mal/ });
    await press(row, /^Más acciones/);
    await page.getByRole('menuitem', { name: 'Fusionar con otro' }).click();
    const drawer = page.getByRole('dialog', { name: 'Fusionar la dependencia' });
    await expectText(drawer, /^Las obras de «Zz Secretaria mal escrita» pasan a la que elija/);
    await press(drawer, 'Fusionar');
    await expectFieldError(drawer, 'Elija la dependencia con la que se fusiona.');
    await expectText(drawer, 'Con: elija la dependencia con la que se fusiona.');
    await find(page, 'Con', 'bien escrita', 'Zz Secretaría bien escrita');
    await assertAccessible(page);
    await press(drawer, 'Fusionar');
    await expectText(page, '«Zz Secretaria mal escrita» se fusionó.');
    await expectGone(row);
    const obra = await fetchJson<{ dependencia: { id: number } }>('GET', `/obras/${work}`);
    assert.equal(obra.dependencia.id, right);
    assert.equal((await dependenciaCalled('Zz Secretaria mal escrita'))?.activo, false);
    // An address that was saved before still says whose works it leads to.
    await go(page, `/obras?dependenciaId=${id}`);
    const chip = 'Quitar el filtro Dependencia: Zz Secretaria mal escrita';
    // The empty list offers it as well.
    const filtros = page.getByRole('region', { name: 'Filtros' });
    await filtros.getByRole('button', { name: chip }).waitFor();
  });

  if (hasFeature('oc4ids'))
    test('a project type is classified in the words of OC4IDS', async () => {
      const tipo = { nombre: 'Zz Ciclovías' };
      const { id } = await fetchJson<{ id: number }>('POST', '/catalogos/tipo-proyecto', tipo);
      const { page } = await visit('admin', '/catalogos/tipos?q=zz+ciclo', { allow: /412/ });
      await press(page, 'Más acciones con Zz Ciclovías');
      await page.getByRole('menuitem', { name: 'Clasificar en OC4IDS' }).click();
      const drawer = page.getByRole('dialog', { name: 'Clasificar en OC4IDS' });
      await choose(page, /Sector/, 'Transporte: bajo en carbono');
      await choose(page, /Tipo OC4IDS/, 'Construcción');
      // Somebody renames it meanwhile, which is no matter of this form.
      await fetchJson('PATCH', `/catalogos/tipo-proyecto/${id}`, { nombre: 'Zz Ciclopistas' });
      await press(drawer, 'Guardar cambios');
      const name = /Zz Ciclopistas.*Transporte: bajo en carbono; Construcción/;
      await page.getByRole('row', { name }).waitFor();
      await fetchJson('DELETE', `/catalogos/tipo-proyecto/${id}`);
    });

  test('years and localidades are added, and deleted unless works use them, and the catalogs of others are read alone', async () => {
    const year = await fetchJson<{ id: number }>('POST', '/ejercicio-fiscal', { anio: 2088 });
    await makeObra({ ejercicioFiscalId: year.id });
    const { page } = await visit('admin', '/catalogos/ejercicios', { allow: /400|409/ });
    const dialog = page.getByRole('dialog');
    const add = async (anio: string) => {
      await dialog.getByLabel('Año').fill(anio);
      await press(dialog, 'Agregar ejercicio fiscal');
    };
    await press(page, 'Agregar ejercicio fiscal');
    await add('dos mil');
    await expectFieldError(dialog, /^Debe ser/);
    await add('2088');
    await expectFieldError(dialog, 'Ya existe un ejercicio fiscal con el año 2088.');
    await add('2089');
    await expectGone(dialog);
    const remove = async (name: string, says: string) => {
      await press(page, `Más acciones con ${name}`);
      await page.getByRole('menuitem', { name: 'Eliminar' }).click();
      await expectText(dialog, says);
      await press(dialog, 'Eliminar');
    };
    await remove('2088', 'Lo usa 1 obra.');
    await expectAlert(dialog, /^No se puede eliminar porque otros registros lo utilizan; /);
    await page.keyboard.press('Escape');
    await remove('2089', 'Ninguna obra lo usa.');
    await expectGone(page.getByRole('row', { name: /2089/ }));
    // The other goes out of the way of who chooses a year.
    await fetchJson('PATCH', `/ejercicio-fiscal/${year.id}`, { activo: false });

    await go(page, '/catalogos/localidades');
    await expectText(page, 'Elija un municipio.');
    await find(page, 'Municipio', 'canta', 'Cantamayec');
    await expectText(page, /^\d+ localidades$/);
    assert.match(page.url(), /municipioId=10/);
    await press(page, 'Agregar localidad');
    await dialog.getByLabel('Nombre').fill('Zz San Prueba');
    await expectValue(dialog.getByRole('combobox', { name: 'Municipio' }), 'Cantamayec');
    await press(dialog, 'Agregar localidad');
    await page.getByRole('row', { name: /Zz San Prueba/ }).waitFor();
    await remove('Zz San Prueba', 'No puede deshacerse.');
    await expectGone(page.getByRole('row', { name: /Zz San Prueba/ }));

    await go(page, '/catalogos/municipios');
    await expectText(page, '106 municipios');
    await page.getByRole('link', { name: /^Ver .* obras de Mérida$/ }).waitFor();
    assert.equal(await page.getByRole('button', { name: /Agregar|Editar/ }).count(), 0);
    await go(page, '/catalogos/estatus');
    await page.getByRole('row', { name: /Suspendida/ }).waitFor();
    assert.equal(await page.getByRole('button', { name: /Agregar|Editar/ }).count(), 0);
  });

  test('a reader sees the records and no action, and an unknown catalog has a page that says so', async () => {
    const { page } = await visit('user', '/catalogos/dependencias');
    await page.getByRole('row', { name: /CFE/ }).waitFor();
    const actions = page.getByRole('button', { name: /Agregar|Editar|Más acciones/ });
    assert.equal(await actions.count(), 0);
    assert.equal(await page.getByRole('columnheader', { name: 'Acciones' }).count(), 0);
    for (const name of ['nada', 'constructor', '__proto__']) {
      await go(page, `/catalogos/${name}`);
      await expectHeading(page, 'No existe este catálogo');
    }
  });

  test('every page is accessible and fits a phone, with a name of one long word and with its menu open', async () => {
    const { id } = await makeDependencia(`Zz${'larga'.repeat(50)}`);
    const { page } = await visit('admin', '/catalogos', { size: 'phone' });
    await page.getByRole('link', { name: 'Estatus' }).waitFor();
    await assertAccessibleEverywhere(page);
    for (const path of ['ejercicios', 'tipos', 'localidades?municipioId=64']) {
      await go(page, `/catalogos/${path}`);
      const first = page.getByRole('button', { name: /^Editar/ }).first();
      await first.waitFor();
      await assertAccessibleEverywhere(page);
    }
    await page.setViewportSize(SIZES.phone);
    await go(page, '/catalogos/dependencias');
    await page.getByRole('rowheader', { name: /^Zzlarga/ }).waitFor();
    await assertFits(page);
    const more = page.getByRole('button', { name: /^Más acciones con/ });
    await more.first().click();
    await page.getByRole('menu').waitFor();
    await assertAccessibleEverywhere(page);
    await fetchJson('DELETE', `/dependencias/${id}`);
  });
});
