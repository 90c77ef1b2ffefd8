import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import {
  assertAccessibleEverywhere,
  choose,
  expectHeading,
  expectText,
  fileFrom,
  go,
  press,
  tabTo,
} from '../../../portal/gestures.ts';
import { count, csv, give, groupOf, onDisk, row, withKey } from '../../../portal/importar-pasos.ts';
import {
  assertAccessible,
  fetchJson,
  loseAnswers,
  people,
  refuse,
  visit,
} from '../../../portal/portal-world.ts';
import { NO_SESSION } from '../../../process.ts';

describe('The portal: bringing in spreadsheets', () => {
  test('a good file: reviewed without writing, imported, and its works one step away', async () => {
    const { page } = await visit('admin', '/importar');
    await expectText(page, '.xlsx u .ods de hasta 32 MB, o .csv de hasta 64 MB');
    await assertAccessibleEverywhere(page);
    await give(page, 'buenas.csv', csv(row('IMP-A1'), row('IMP-A2', { monto: '"2,500.50"' })));
    await page.getByRole('heading', { name: /^Qué pasaría con 2 filas/ }).waitFor();
    assert.equal(await count(page, 'se agregarían').textContent(), '2');
    assert.equal(await withKey('IMP-A1'), undefined);
    assert.equal(await page.getByText('Descargar las filas rechazadas').count(), 0);
    await press(page, 'Importar 2 obras');
    await expectText(page, 'Listo: 2 obras nuevas y 0 actualizadas de «buenas.csv».');
    const second = await withKey('IMP-A2');
    assert.equal(second?.monto, 2500.5);
    const link = page.getByRole('link', { name: 'Obra IMP-A2' });
    assert.equal(await link.getAttribute('href'), `/portal/obras/${second?.id}`);
    await page.getByRole('row', { name: 'Obra IMP-A2 Se agregó 3' }).waitFor();
    const door = page.getByRole('link', { name: 'Deshacer esta importación' });
    const undo = await door.getAttribute('href');
    assert.match(undo ?? '', /^\/portal\/deshacer\/obras\/[0-9a-f-]{36}$/);
    await assertAccessibleEverywhere(page);

    // The same file again changes nothing, and says so before.
    await press(page, 'Importar otro archivo');
    await give(page, 'buenas.csv', csv(row('IMP-A1'), row('IMP-A2', { monto: '"2,500.50"' })));
    await expectText(page, 'no hay qué importar');
    assert.equal(await count(page, 'ya estaban igual').textContent(), '2');
    assert.ok(await page.getByRole('button', { name: 'Importar', exact: true }).isDisabled());

    // It is undone from the ledger of that file: reviewed first, and what somebody changed since stays.
    const first = await withKey('IMP-A1');
    await fetchJson('PATCH', `/obras/${first?.id}`, { monto: 7 });
    await go(page, '/bitacora?archivo=buenas.csv');
    await page.locator('.historial summary').first().click();
    assert.equal(await door.getAttribute('href'), undo);
    await door.click();
    await expectHeading(page, 'Deshacer una importación');
    await expectText(page, 'Se eliminarían: 1');
    await expectText(page, 'Se quedarían como están: 1');
    const later = /^IMP-A1 · .* Después la cambió Administrador, el /;
    await page.getByRole('row', { name: later }).waitFor();
    await assertAccessibleEverywhere(page);
    await press(page, 'Deshacer la importación de «buenas.csv»');
    await expectText(page, 'Listo: se deshizo la importación de «buenas.csv».');
    assert.equal(await withKey('IMP-A2'), undefined);
    assert.equal((await withKey('IMP-A1'))?.monto, 7);
    // After a reload its end is there still.
    await page.reload();
    await expectText(page, 'Se eliminaron: 1');
  });

  test('errors: every one is listed, and what is right goes in where one chooses so', async () => {
    const { page } = await visit('admin', '/importar', { allow: /503/ });
    await give(
      page,
      'con errores.csv',
      csv(
        row('IMP-B1'),
        row('IMP-B2', { monto: 'mucho', dependencia: 'Nadie' }),
        ',Sin clave,1,2026,CFE,Tizmin,En proceso',
      ),
    );
    await expectText(page, 'No se puede importar: 2 filas tienen errores.');
    assert.equal(await page.getByRole('button', { name: 'Importar 1 obra' }).isDisabled(), true);
    await page.getByRole('heading', { name: 'Qué hay que resolver: 4 errores' }).waitFor();
    for (const words of [
      'Monto: no se entiende',
      'Dependencia: no está en el catálogo.',
      'Falta la clave única.',
      'Municipio: no está en el catálogo.',
    ]) {
      await expectText(groupOf(page, words), /^1 fila: [34]$/);
    }
    // Row by row it is there as well, for who wants it.
    await page.getByText('Fila por fila').click();
    const table = page.getByRole('table', { name: 'Observaciones' });
    await table.getByRole('row', { name: /^3 Error monto mucho Monto/ }).waitFor();
    await table.getByRole('row', { name: /^4 Error claveUnica — Falta la clave única/ }).waitFor();
    await choose(page, /Columna/, 'monto');
    await expectText(page, /^1 de 4 observaciones$/);
    assert.equal(await table.locator('tbody tr').count(), 1);
    await assertAccessibleEverywhere(page);

    const kept = await fileFrom(page, () => press(page, 'Descargar el informe (.csv)'));
    assert.equal(kept.suggestedFilename(), 'informe-con errores.csv');
    assert.match(readFileSync(await kept.path(), 'utf8'), /^\ufeff"fila"(.*\r\n){5}$/);

    await page.getByText('Importar las filas correctas aunque otras se rechacen').click();
    await expectText(page, 'Tiene cambios sin aplicar');
    await press(page, 'Revisar de nuevo');
    // What was proposed for the municipio counts now, and what was proposed for nobody was left.
    await press(page, 'Importar 1 obra');
    await expectText(page, 'Listo: 1 obra nueva');
    assert.equal(await count(page, 'se rechazaron').textContent(), '2');
    assert.ok(await withKey('IMP-B1'));
    assert.equal(await withKey('IMP-B2'), undefined);

    // What was refused is corrected in a file of its own, which can't be had at first, and only that comes in.
    const door = /importacion\/rechazadas/;
    await refuse(page, door, 503, 'Se está importando otro archivo.', { method: 'POST', times: 1 });
    await press(page, 'Descargar las filas rechazadas');
    await expectText(page, 'Se está importando otro archivo.');
    const rest = await fileFrom(page, () => press(page, 'Descargar las filas rechazadas'));
    assert.equal(rest.suggestedFilename(), 'rechazadas-con errores.csv');
    const refused = readFileSync(await rest.path(), 'utf8');
    assert.match(refused, /^\ufefffila rechazada,motivo del rechazo,claveUnica,nombre,/);
    assert.match(refused, /\r\n3,.*Monto.*,IMP-B2,/);
    await press(page, 'Importar otro archivo');
    const corrected = refused.replace(',mucho,', ',5,').replace(',Nadie,', ',CFE,');
    await give(page, rest.suggestedFilename(), corrected);
    await page.getByText('Importar las filas correctas aunque otras se rechacen').click();
    await press(page, 'Revisar de nuevo');
    await press(page, 'Importar 1 obra');
    await expectText(page, 'Listo: 1 obra nueva');
    assert.ok(await withKey('IMP-B2'));
  });

  test('works that are there are changed where one chooses so', async () => {
    const { page } = await visit('admin', '/importar');
    await give(page, 'primero.csv', csv(row('IMP-D1')));
    await press(page, 'Importar 1 obra');
    await expectText(page, 'Listo: 1 obra nueva');
    await press(page, 'Importar otro archivo');
    const later = await give(page, 'despues.csv', csv(row('IMP-D1', { monto: '7777' })));
    const changes = page.getByRole('table', { name: 'Montos: 1 cambio' });
    assert.match(
      (await changes.textContent()) ?? '',
      /\$1,000\.00\$7,777\.00 Por confirmar\+677\.7 %/,
    );
    await page.getByText('Que esas obras tomen lo que dice el archivo').click();
    await page.getByRole('checkbox', { name: /Actualizar las obras/, checked: true }).waitFor();
    // The button says what it waits for, and leads there.
    await press(page, 'Ir a la revisión');
    await page.keyboard.press('Enter');
    await groupOf(page, 'Monto: cambia en más de 20 % de lo registrado.').waitFor();
    await expectText(page, 'Falta resolver 1 error de 1 fila.');
    await press(page, 'Ir a lo que hay que resolver');
    await page.keyboard.press('Space');
    // Who leaves the page before the review has it when the very file is taken again.
    await page.getByText('Falta revisar el archivo con lo que eligió.').waitFor();
    await page.goto(page.url().replace('/importar', '/catalogos'));
    await page.goBack();
    await page.locator('input[type=file]').setInputFiles(later);
    const group = groupOf(page, 'Monto: cambia en más de 20 % de lo registrado.');
    await expectText(group, 'Aviso');
    await press(page, 'Importar 1 obra');
    await expectText(page, 'Listo: 0 obras nuevas y 1 actualizada');
    await page.getByRole('heading', { name: 'Qué cambió de lo que ya estaba' }).waitFor();
    assert.equal((await withKey('IMP-D1'))?.monto, 7777);
    // Before it is undone, what stands and what would stand is seen without opening anything.
    await page.getByRole('link', { name: 'Deshacer esta importación' }).click();
    await page.getByRole('row', { name: 'Monto $7,777.00 $1,000.00' }).waitFor();
    await page.getByRole('columnheader', { name: 'Quedaría' }).waitFor();
  });

  test('by keyboard alone, from the file to the work', async () => {
    const { page } = await visit('admin', '/importar');
    // Asked for ahead: the browser has to know it by the time that the key is pressed.
    const chooser = page.waitForEvent('filechooser');
    await expectHeading(page, 'Importar obras');
    await tabTo(page, 'Elegir archivo');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles({
      name: 'teclado.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv(row('IMP-K1'), row('IMP-K2', { monto: 'x' }))),
    });
    await expectText(page, 'No se puede importar: 1 fila tiene errores.');
    await tabTo(page, /^Importar las filas correctas/);
    await page.keyboard.press('Space');
    await expectText(page, 'Tiene cambios sin aplicar');
    await tabTo(page, 'Revisar de nuevo');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Importar 1 obra' }).waitFor();
    await tabTo(page, 'Importar 1 obra');
    await page.keyboard.press('Enter');
    await expectText(page, 'Listo: 1 obra nueva');
    await tabTo(page, 'Obra IMP-K1');
    assert.ok(await withKey('IMP-K1'));
  });

  test('the template is given, a file without works is refused in words, and one can be dropped', async () => {
    const { page, context } = await visit('admin', '/importar');
    const template = await fileFrom(page, () => press(page, 'Descargar la plantilla'));
    assert.equal(template.suggestedFilename(), 'plantilla-obras.xlsx');
    await give(page, 'vacío.csv', '');
    await expectText(page, 'El archivo está vacío; guarde de nuevo el original');
    await give(page, 'encabezados.csv', csv());
    await expectText(page, 'escriba las obras debajo de los encabezados');
    await press(page, 'Elegir otro archivo');
    // As the desktop does it: a page can't make such a drop by itself.
    const desktop = await context.newCDPSession(page);
    const zone = await page.locator('.importar_zona-archivo').boundingBox();
    assert.ok(zone);
    const files = [onDisk('soltada.csv', csv(row('IMP-G1')))];
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await desktop.send('Input.dispatchDragEvent', {
        type,
        x: zone.x + 20,
        y: zone.y + 20,
        data: { items: [], files, dragOperationsMask: 1 },
      });
    }
    await page.getByText('soltada.csv').first().waitFor();
    await page.getByRole('button', { name: 'Importar 1 obra' }).waitFor();
  });

  test('an import that is stopped, busy, without a session or without an answer is safe to import again', async () => {
    const { page } = await visit('admin', '/importar', {
      allow: /Unauthorized|503|ERR_FAILED|ERR_CONNECTION_RESET/,
    });
    await give(page, 'interrumpida.csv', csv(row('IMP-I1')));
    const button = page.getByRole('button', { name: 'Importar 1 obra' });
    await button.waitFor();

    // It never comes to an end by itself.
    await page.route('**/obras/importacion?*', () => {}, { times: 1 });
    await button.click();
    await expectText(page, 'No cierre esta página.');
    await press(page, 'Detener la importación');
    await expectText(page, 'Usted detuvo la importación.');

    const busy = 'Se está importando otro archivo; espere a que termine e intente de nuevo.';
    await refuse(page, '**/obras/importacion?*', 503, busy, { times: 1, retryAfter: 10 });
    await press(page, 'Importar otra vez');
    await expectText(page, busy);

    await refuse(page, '**/obras/importacion?*', NO_SESSION, 'Unauthorized', { times: 1 });
    await press(page, 'Importar otra vez');
    const dialog = page.getByRole('dialog', { name: 'Su sesión terminó' });
    await dialog.getByLabel('Contraseña').fill(people.admin.password);
    await page.keyboard.press('Enter');
    await expectText(page, 'Listo: 1 obra nueva');
    assert.ok(await withKey('IMP-I1'));

    await press(page, 'Importar otro archivo');
    await give(page, 'perdida.csv', csv(row('IMP-H1')));
    await button.waitFor();
    await loseAnswers(page, '**/obras/importacion?*', 'POST');
    await button.click();
    await expectText(page, 'No hubo respuesta del registro.');
    await expectText(page, 'Importar otra vez el mismo archivo es seguro');
    await assertAccessible(page);
    await press(page, 'Importar otra vez');
    await expectText(page, 'ya estaban igual en el registro: nada cambió.');
    assert.ok(await withKey('IMP-H1'));
  });
});
