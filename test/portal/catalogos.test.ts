import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hasFeature } from '../features.ts';
import {
  assertAccessibleEverywhere,
  choose,
  expectAlert,
  expectFieldError,
  expectGone,
  expectHeading,
  expectText,
  expectValue,
  find,
  press,
  tabTo,
} from './gestures.ts';
import {
  assertFits,
  base,
  callAsAdmin,
  fetchJson,
  makeObra,
  type Schema,
  visit,
} from './portal-world.ts';

type Dependencia = Schema<'Dependencia'>;
const dependencias = () => fetchJson<Dependencia[]>('GET', '/dependencias?ver_todo=true');
const named = async (nombre: string) =>
  (await dependencias()).find((dependencia) => dependencia.nombre === nombre);
const makeDependencia = (nombre: string) =>
  fetchJson<Dependencia>('POST', '/dependencias', { nombre, siglas: 'ZZ' });

describe('The portal: catalogs', () => {
  test('a dependencia is added, and one of the same name is refused at its field', async () => {
    const { page } = await visit('admin', '/catalogos', { allow: /409/ });
    await page.getByRole('link', { name: 'Dependencias' }).click();
    await press(page, 'Agregar dependencia');
    const drawer = page.getByRole('dialog', { name: 'Agregar dependencia' });
    await drawer.getByLabel('Nombre').fill('Zz Obras de prueba');
    await drawer.getByLabel('Siglas').fill('zop');
    await press(drawer, 'Agregar dependencia');
    await page.getByRole('row', { name: /Zz Obras de prueba.*ZOP/ }).waitFor();
    assert.equal((await named('Zz Obras de prueba'))?.siglas, 'ZOP');

    await press(page, 'Agregar dependencia');
    await drawer.getByLabel('Nombre').fill('ZZ OBRAS DE PRUEBA');
    await press(drawer, 'Agregar dependencia');
    const sentence = 'Ya existe una dependencia con el nombre "ZZ OBRAS DE PRUEBA".';
    await expectFieldError(drawer, sentence);
    // The summary has the focus, and leads to the field.
    await drawer.locator('.piezas_resumen-errores:focus').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await drawer.locator('input[name=nombre]:focus').waitFor();
    await assertAccessibleEverywhere(page);
  });

  test('whose sentences stand at their fields, all at once', async () => {
    const { page } = await visit('admin', '/catalogos/dependencias', { allow: /400/ });
    await press(page, 'Agregar dependencia');
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Siglas').fill('x'.repeat(51));
    await press(drawer, 'Agregar dependencia');
    await expectFieldError(drawer, /^Es un dato obligatorio/);
    await expectFieldError(drawer, /^No debe tener más de 50/);
    assert.equal(await drawer.getByLabel('Siglas').inputValue(), 'x'.repeat(51));
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
    assert.equal((await named('Zz Por teclado'))?.siglas, 'ZPT');
    await page.locator('[aria-label="Editar Zz Por teclado"]:focus').waitFor();
    assert.match(page.url(), /q=zz/);
  });

  test('two who correct one record at once: what was typed stays, and is chosen', async () => {
    const { id } = await makeDependencia('Zz De dos');
    const { page } = await visit('admin', '/catalogos/dependencias', { allow: /412/ });
    await press(page, 'Editar Zz De dos');
    const drawer = page.getByRole('dialog', { name: 'Editar la dependencia' });
    await drawer.getByLabel('Nombre').fill('Zz De dos, mía');
    await fetchJson('PATCH', `/dependencias/${id}`, { nombre: 'Zz De dos, suya', siglas: 'OTRA' });
    await press(drawer, 'Guardar cambios');
    const conflict = page.getByRole('dialog', { name: 'Otra persona cambió este registro' });
    await expectText(conflict, 'Siglas: ZZ → OTRA');
    await conflict.getByRole('radio', { name: /La otra persona\s*Zz De dos, suya/ }).waitFor();
    await assertAccessibleEverywhere(page);
    // One may go on writing, with what was typed.
    await press(conflict, 'Seguir corrigiendo');
    await expectGone(conflict);
    await expectValue(drawer.getByRole('textbox', { name: 'Nombre' }), 'Zz De dos, mía');
    await press(drawer, 'Guardar cambios');
    await conflict.getByText('Usted', { exact: true }).click();
    await press(conflict, 'Guardar lo elegido');
    await expectGone(drawer);
    const { nombre, siglas } = await fetchJson<Dependencia>('GET', `/dependencias/${id}`);
    assert.deepEqual([nombre, siglas], ['Zz De dos, mía', 'OTRA']);
  });

  test('deactivating says how many works use it, and leads to them; reactivating undoes it', async () => {
    const { id } = await makeDependencia('Zz En uso');
    for (let i = 0; i < 3; i++) await makeObra({ dependenciaId: id });
    const { page } = await visit('admin', '/catalogos/dependencias');
    const row = page.getByRole('row', { name: /Zz En uso/ });
    await press(row, /^Más acciones/);
    await page.getByRole('menuitem', { name: 'Desactivar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Desactivar la dependencia' });
    await expectText(dialog, 'La usan 3 obras.');
    assert.equal(
      await dialog.getByRole('link', { name: 'Ver esas obras' }).getAttribute('href'),
      `/portal/obras?dependenciaId=${id}`,
    );
    await assertAccessibleEverywhere(page);
    await page.keyboard.press('Escape');
    await page
      .locator('[aria-haspopup]:focus', { hasText: 'Más acciones con Zz En uso' })
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Desactivar' }).click();
    await press(dialog, 'Desactivar');
    await expectGone(row);
    await page.locator('.piezas_cuenta-renglones:focus').waitFor();
    assert.equal((await named('Zz En uso'))?.activo, false);
    await choose(page, /Mostrar/, 'Sólo inactivas');
    await press(row, /^Más acciones/);
    await page.getByRole('menuitem', { name: 'Reactivar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reactivar' }).click();
    await expectGone(row);
    assert.equal((await named('Zz En uso'))?.activo, true);
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
    await assertAccessibleEverywhere(page);
    await press(drawer, 'Fusionar');
    await expectText(page, '«Zz Secretaria mal escrita» se fusionó.');
    await expectGone(row);
    const obra = await fetchJson<{ dependencia: { id: number } }>('GET', `/obras/${work}`);
    assert.equal(obra.dependencia.id, right);
    assert.equal((await named('Zz Secretaria mal escrita'))?.activo, false);
    // An address that was saved before still says whose works it leads to.
    await page.goto(`${base}/portal/obras?dependenciaId=${id}`);
    const chip = 'Quitar el filtro Dependencia: Zz Secretaria mal escrita';
    // The empty list offers it as well.
    const filtros = page.getByRole('region', { name: 'Filtros' });
    await filtros.getByRole('button', { name: chip }).waitFor();
  });

  test('a question that was left before its answer came closes no other one', async () => {
    for (const nombre of ['Zz Lenta', 'Zz Siguiente']) await makeDependencia(nombre);
    const { page } = await visit('admin', '/catalogos/dependencias');
    let letGo = () => {};
    const answer = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/dependencias/*', async (route) => {
      if (route.request().method() !== 'GET') await answer;
      await route.continue();
    });
    const dialog = page.getByRole('dialog', { name: 'Desactivar la dependencia' });
    const ask = async (nombre: string) => {
      await press(page, `Más acciones con ${nombre}`);
      await page.getByRole('menuitem', { name: 'Desactivar' }).click();
      await expectText(dialog, 'Ninguna obra la usa.');
    };
    await ask('Zz Lenta');
    await press(dialog, 'Desactivar');
    await press(dialog, 'Cancelar');
    await expectGone(dialog);
    await ask('Zz Siguiente');
    letGo();
    await expectText(page, 'Se desactivó la dependencia «Zz Lenta».');
    await press(dialog, 'Desactivar');
    await expectGone(dialog);
    assert.equal((await named('Zz Siguiente'))?.activo, false);
  });

  test('what somebody changed meanwhile is not deactivated unawares', async () => {
    const { id } = await makeDependencia('Zz Cambia antes');
    const { page } = await visit('admin', '/catalogos/dependencias', { allow: /412/ });
    await press(page, 'Más acciones con Zz Cambia antes');
    await page.getByRole('menuitem', { name: 'Desactivar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Desactivar la dependencia' });
    await expectText(dialog, 'Ninguna obra la usa.');
    await fetchJson('PATCH', `/dependencias/${id}`, { siglas: 'NUEVAS' });
    await press(dialog, 'Desactivar');
    await expectAlert(dialog, /cambi/);
    assert.equal((await named('Zz Cambia antes'))?.activo, true);
    await press(dialog, 'Desactivar');
    await expectGone(dialog);
    assert.equal((await named('Zz Cambia antes'))?.activo, false);
  });

  test('a fiscal year is deleted, unless works use it: then the registry says so', async () => {
    const years = await Promise.all(
      [2088, 2089].map((anio) => fetchJson<{ id: number }>('POST', '/ejercicio-fiscal', { anio })),
    );
    await makeObra({ ejercicioFiscalId: years[0]?.id });
    const { page } = await visit('admin', '/catalogos/ejercicios', { allow: /409/ });
    const open = async (year: string) => {
      await press(page, `Más acciones con ${year}`);
      await page.getByRole('menuitem', { name: 'Eliminar' }).click();
      return page.getByRole('dialog');
    };
    let dialog = await open('2088');
    await expectText(dialog, 'Lo usa 1 obra.');
    await press(dialog, 'Eliminar');
    await expectAlert(
      dialog,
      'No se puede eliminar porque otros registros lo utilizan; en su lugar puede desactivarlo con activo: false.',
    );
    await page.keyboard.press('Escape');
    dialog = await open('2089');
    await expectText(dialog, 'Ninguna obra lo usa.');
    await press(dialog, 'Eliminar');
    await expectGone(page.getByRole('row', { name: /2089/ }));
    assert.equal((await callAsAdmin('GET', `/ejercicio-fiscal/${years[1]?.id}`)).status, 404);
    // The other goes out of the way of who chooses a year.
    await fetchJson('PATCH', `/ejercicio-fiscal/${years[0]?.id}`, { activo: false });
  });

  test('a year that is none is refused at its field, and a taken one too', async () => {
    const { page } = await visit('admin', '/catalogos/ejercicios', { allow: /400|409/ });
    await press(page, 'Agregar ejercicio fiscal');
    const drawer = page.getByRole('dialog');
    const add = drawer.getByRole('button', { name: 'Agregar ejercicio fiscal' });
    await drawer.getByLabel('Año').fill('dos mil');
    await add.click();
    await expectFieldError(drawer, /^Debe ser/);
    await drawer.getByLabel('Año').fill('2019');
    await add.click();
    await expectFieldError(drawer, 'Ya existe un ejercicio fiscal con el año 2019.');
  });

  if (hasFeature('oc4ids'))
    test('a project type is classified in the words of OC4IDS', async () => {
      const { id } = await fetchJson<{ id: number }>('POST', '/catalogos/tipo-proyecto', {
        nombre: 'Zz Ciclovías',
      });
      const { page } = await visit('admin', '/catalogos/tipos?q=zz+ciclo', { allow: /412/ });
      await press(page, 'Más acciones con Zz Ciclovías');
      await page.getByRole('menuitem', { name: 'Clasificar en OC4IDS' }).click();
      const drawer = page.getByRole('dialog', { name: 'Clasificar en OC4IDS' });
      await choose(page, /Sector/, 'Transporte: bajo en carbono');
      await choose(page, /Tipo OC4IDS/, 'Construcción');
      await assertAccessibleEverywhere(page);
      // Somebody renames it meanwhile, which is no matter of this form.
      await fetchJson('PATCH', `/catalogos/tipo-proyecto/${id}`, { nombre: 'Zz Ciclopistas' });
      await press(drawer, 'Guardar cambios');
      await page
        .getByRole('row', { name: /Zz Ciclopistas.*Transporte: bajo en carbono; Construcción/ })
        .waitFor();
      const kept = await fetchJson<object>('GET', `/catalogos/tipo-proyecto/${id}/oc4ids`);
      assert.deepEqual(kept, {
        id,
        nombre: 'Zz Ciclopistas',
        sectorOc4ids: 'transport.lowCarbon',
        tipoOc4ids: 'construction',
      });
      await fetchJson('DELETE', `/catalogos/tipo-proyecto/${id}`);
    });

  test('localities are shown by municipio, added to it and deleted', async () => {
    const { page } = await visit('admin', '/catalogos/localidades');
    await expectText(page, 'Elija un municipio.');
    await find(page, 'Municipio', 'tizim', 'Tizimín');
    await expectText(page, /^\d+ localidades$/);
    assert.match(page.url(), /municipioId=96/);
    await press(page, 'Agregar localidad');
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Nombre').fill('Zz San Prueba');
    await expectValue(drawer.getByRole('combobox', { name: 'Municipio' }), 'Tizimín');
    await press(drawer, 'Agregar localidad');
    await page.getByRole('row', { name: /Zz San Prueba/ }).waitFor();
    await press(page, 'Más acciones con Zz San Prueba');
    await page.getByRole('menuitem', { name: 'Eliminar' }).click();
    await page.getByRole('dialog').getByText('No puede deshacerse.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
    await expectGone(page.getByRole('row', { name: /Zz San Prueba/ }));
    const left = await fetchJson<{ nombre: string }[]>('GET', '/localidad?municipioId=96');
    assert.ok(left.every(({ nombre }) => nombre !== 'Zz San Prueba'));
  });

  test('the catalogs of others are read alone, and their works are one step away', async () => {
    const { page } = await visit('admin', '/catalogos/municipios');
    await expectText(page, '106 municipios');
    await page.getByRole('link', { name: /^Ver .* obras de Mérida$/ }).waitFor();
    assert.equal(await page.getByRole('button', { name: /Agregar|Editar/ }).count(), 0);
    await page.goto(`${base}/portal/catalogos/estatus`);
    await page.getByRole('row', { name: /Suspendida/ }).waitFor();
    assert.equal(await page.getByRole('button', { name: /Agregar|Editar/ }).count(), 0);
  });

  test('text of the registry never becomes markup', async () => {
    const nombre = 'Zz <img src=x onerror="document.title=1"> & «comillas»';
    const { id } = await makeDependencia(nombre);
    const { page } = await visit('admin', '/catalogos/dependencias?q=%3Cimg');
    await page.getByRole('rowheader', { name: nombre, exact: true }).waitFor();
    await page.goto(`${base}/portal/bitacora?recurso=dependencias&registro=${id}`);
    await expectText(page, `registró la dependencia «${nombre}».`);
    assert.equal(await page.locator('img').count(), 0);
  });

  test('who consults sees the records and no action', async () => {
    const { page } = await visit('user', '/catalogos/dependencias');
    await page.getByRole('row', { name: /CFE/ }).waitFor();
    const actions = page.getByRole('button', { name: /Agregar|Editar|Más acciones/ });
    assert.equal(await actions.count(), 0);
    assert.equal(await page.getByRole('columnheader', { name: 'Acciones' }).count(), 0);
  });

  test('every page is accessible at three sizes, with its menu open too', async () => {
    const { page } = await visit('admin', '/catalogos');
    await page.getByRole('link', { name: 'Estatus' }).waitFor();
    await assertAccessibleEverywhere(page);
    for (const ruta of ['dependencias', 'ejercicios', 'tipos', 'localidades?municipioId=50']) {
      await page.goto(`${base}/portal/catalogos/${ruta}`);
      await page
        .getByRole('button', { name: /^Editar/ })
        .first()
        .waitFor();
      await assertAccessibleEverywhere(page);
    }
    await page
      .getByRole('button', { name: /^Más acciones/ })
      .first()
      .click();
    await page.getByRole('menu').waitFor();
    await assertAccessibleEverywhere(page);
  });

  test('a name of one long word stays within a phone', async () => {
    const { id } = await makeDependencia(`Zz${'larga'.repeat(50)}`);
    const { page, leave } = await visit('admin', '/catalogos/dependencias', { size: 'phone' });
    await page.getByRole('rowheader', { name: /^Zzlarga/ }).waitFor();
    await assertFits(page);
    await leave();
    await fetchJson('DELETE', `/dependencias/${id}`);
  });

  test('an address of no catalog is told, whatever it is called', async () => {
    const { page } = await visit('user', '/catalogos/nada');
    for (const name of ['nada', 'constructor', '__proto__']) {
      await page.goto(`${base}/portal/catalogos/${name}`);
      await expectHeading(page, 'No existe este catálogo');
    }
  });
});
