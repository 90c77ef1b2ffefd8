import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { hasFeature } from '../../../features.ts';
import { sellar } from '../../../portal/cortes-pasos.ts';
import {
  assertAccessibleEverywhere,
  choose,
  eventually,
  expectAlert,
  expectHeading,
  expectText,
  find,
  go,
  press,
  tabTo,
} from '../../../portal/gestures.ts';
import {
  assertAccessible,
  assertFits,
  fetchJson,
  holdBack,
  makeObra,
  type Schema,
  visit,
} from '../../../portal/portal-world.ts';
import { makeDependencia } from '../../../portal/seguimiento-pasos.ts';

// Cuts, and what changed between them. The sentences and the words of values are tried in reglas/, the sums in diferencias.test.ts.

const [VIEJO, NUEVO] = [`V${process.pid}`, `W${process.pid}`] as const;
let dependencia: Awaited<ReturnType<typeof makeDependencia>>;
const ids: number[] = [];
const comparar = () => `/cortes?de=${VIEJO}&con=${NUEVO}&dependenciaId=${dependencia.id}`;
const rowOf = (page: Page, name: RegExp) => page.getByRole('row', { name });
const phone = { size: { width: 390, height: 844 }, context: { hasTouch: true, isMobile: true } };

describe('The portal: cuts and what changed between them', () => {
  before(async () => {
    dependencia = await makeDependencia();
    for (const name of ['Glorieta', 'Fuente', 'Kiosco']) {
      const fields = { nombre: `${name} de los cortes`, monto: 1_000_000 };
      ids.push((await makeObra({ ...fields, dependenciaId: dependencia.id })).id);
    }
    await sellar(VIEJO);
    await fetchJson('PATCH', `/obras/${ids[0]}`, { monto: 3_500_000 });
    await fetchJson('PATCH', `/obras/${ids[1]}`, { estatusObraId: 6 });
    await fetchJson('DELETE', `/obras/${ids[2]}`);
    await makeObra({ nombre: 'Parque de los cortes', dependenciaId: dependencia.id });
    await sellar(NUEVO);
  });

  test('an administrator makes a cut by the mouse, and its seal is shown with the way to check it', async () => {
    const { page } = await visit('admin', '/cortes', { allow: /409|503/ });
    await press(page, 'Hacer un corte');
    const dialog = page.getByRole('dialog');
    const clave = dialog.getByRole('textbox', { name: 'Clave' });
    assert.match(await clave.inputValue(), /^20\d\d-T[1-4](-\d+)?$/);
    await assertAccessible(page);
    // One that is there is refused at its field or above it, and what was typed stays.
    await clave.fill(VIEJO.toLowerCase());
    await press(dialog, 'Hacer el corte');
    await expectAlert(dialog, new RegExp(`Ya hay un corte con la clave ${VIEJO}`));
    await clave.fill(`X${process.pid}`);
    await dialog.getByRole('textbox', { name: 'Título' }).fill('Corte de la prueba');
    // It is over before the page asks about it.
    const letGo = await holdBack(page, /\/cortes\/trabajos$/);
    await press(dialog, 'Hacer el corte');
    await eventually(async () => {
      const [newest] = await fetchJson<Schema<'TrabajoDeCorte'>[]>('GET', '/cortes/trabajos');
      return newest && `${newest.clave} ${newest.estado}`;
    }, `X${process.pid} sellado`);
    letGo();
    await expectText(page, `Se selló el corte X${process.pid}.`);
    const row = rowOf(page, new RegExp(`^X${process.pid}: Corte de la prueba`));
    await press(row, /^Comprobar/);
    const [newest] = await fetchJson<Schema<'CorteBreve'>[]>('GET', '/cortes');
    assert.equal(newest?.clave, `X${process.pid}`);
    await expectText(dialog, newest?.huella as string);
    await expectText(dialog, newest?.archivo.sha256 as string);
    await expectText(dialog, /^openssl pkeyutl -verify/);
    await expectText(dialog, /^openssl pkey -pubin .* \| sha256sum$/);
    await assertAccessibleEverywhere(page);
    await press(dialog, 'Cerrar');
    await press(row, /^Descargar/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Firma' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), `corte-X${process.pid}-manifiesto.sig`);
  });

  test('who may not make cuts compares two by the keys, and comes to a work as it was and as it is', async () => {
    const { page } = await visit('user', '/cortes');
    await expectHeading(page, 'Cortes');
    assert.equal(await page.getByRole('button', { name: 'Hacer un corte' }).count(), 0);
    await tabTo(page, 'Comparar');
    await page.keyboard.press('Enter');
    await expectHeading(page, 'Comparar cortes');
    await go(page, comparar());
    await expectText(page, / y .*: 1 obra nueva, 1 desapareció y 1 creció en \$2\.5 millones\.$/);
    await expectText(page, new RegExp(`^${VIEJO} se selló el .*; ${NUEVO} se selló el .*m\\.$`));
    await expectText(
      page,
      /^Las obras de estos filtros pasaron de 3 obras por \$3 millones a 3 por /,
    );
    await tabTo(page, /^Nuevas: 1 obra/);
    await page.keyboard.press('Enter');
    await page.getByRole('option').filter({ hasText: 'Monto: cambió en 1 obra' }).waitFor();
    for (const _ of ['Desaparecidas', 'Cambiadas', 'Monto']) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const row = rowOf(page, /^Glorieta/);
    await expectText(row, /\$3,500,000\.00: \$2,500,000\.00 más \(250 %\)$/);
    await assertAccessibleEverywhere(page);
    await tabTo(page, /^Hoy la obra Glorieta/);
    await page.keyboard.press('Enter');
    await expectHeading(page, /Glorieta/);
    await page.goBack();
    await row.waitFor();
    const then = row.getByRole('link', { name: `En ${VIEJO}` });
    assert.equal(await then.count(), hasFeature('cambios') ? 1 : 0);
    if (!hasFeature('cambios')) return;
    await then.click();
    await expectHeading(page, /Glorieta/);
    await expectText(page, '$1 millón');
  });

  test('a finger on a phone chooses the sides and the agency, turns them around, and takes the file', async () => {
    const { page } = await visit('user', '/cortes', phone);
    await page.getByRole('link', { name: 'Comparar' }).tap();
    await choose(page, / De$/, NUEVO);
    await choose(page, / A$/, VIEJO);
    await find(page, 'Dependencia', dependencia.nombre, dependencia.nombre);
    await expectText(page, /^Hacia atrás, entre /);
    await assertFits(page);
    await page.getByRole('button', { name: 'Invertir' }).tap();
    await expectText(page, /^Entre .*: 1 obra nueva, 1 desapareció/);
    await choose(page, /Qué ver$/, 'Desaparecidas: 1 obra');
    await rowOf(page, /^Kiosco/).waitFor();
    await page.getByRole('button', { name: 'Estatus', exact: true }).tap();
    await page.getByRole('table', { name: 'Sumas por estatus' }).waitFor();
    await assertFits(page);
    await assertAccessible(page);
    await press(page, 'Descargar los cambios');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).tap(),
    ]);
    assert.match(download.suggestedFilename(), /^diferencias-v\d+-w\d+-.*\.csv$/);
  });
});
