import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  assertAccessibleEverywhere,
  choose,
  expectAlert,
  expectFieldError,
  expectFocus,
  expectGone,
  expectText,
  expectValue,
  press,
  tabTo,
} from '../../../portal/gestures.ts';
import {
  assertAccessible,
  assertFits,
  fetchJson,
  type Schema,
  TOUCHED,
  until,
  visit,
} from '../../../portal/portal-world.ts';
import {
  CONTRATO,
  day,
  dayInWords,
  inField,
  makeFollowed,
  world,
} from '../../../portal/seguimiento-pasos.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Avance', exact: true });
/** Waits until the focus is in the field that the registry calls so. */
const writing = (page: Page, name: string) => page.locator(`input[name="${name}"]:focus`).waitFor();
const programasOf = (id: number) =>
  fetchJson<Schema<'Programa'>[]>('GET', `/obras/${id}/programas`);
const contratosOf = (id: number) =>
  fetchJson<Schema<'Contrato'>[]>('GET', `/obras/${id}/contratos`);

describe('The portal: what is written of a work on its sheet', () => {
  test('a clerk writes the programme by keyboard, then reprograms it with a reason; an administrator deletes it', async () => {
    const { clerk, id } = await world();
    const { page } = await visit(clerk, `/obras/${id}`, { allow: /400/ });
    await section(page).waitFor();
    await tabTo(page, 'Registrar el programa');
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Fecha de inicio').fill(day(-100));
    await tabTo(page, 'Agregar una fecha');
    await page.keyboard.press('Enter');
    await writing(page, 'curva[0].fecha');
    await drawer.getByLabel('Fecha 1').fill(day(-50));
    await drawer.getByLabel('Avance 1').fill('ciento uno');
    await press(drawer, 'Registrar el programa');
    await expectFieldError(drawer, 'Es un dato obligatorio.');
    await expectFieldError(drawer, /Debe ser un número/i);
    await press(drawer, /^Punto 1, avance previsto: /);
    await writing(page, 'curva[0].avanceFisico');
    await drawer.getByLabel('Avance 1').fill('40,5 %');
    await drawer.getByLabel('Fecha de término').fill(day(-60));
    await press(drawer, 'Registrar el programa');
    const disorder = drawer.getByText(/debe ir por fecha, sin bajar/i);
    await disorder.first().waitFor();
    await drawer.getByLabel('Fecha de término').fill(day(-10));
    await press(drawer, 'Registrar el programa');
    await expectText(page, 'Se registró el programa.');
    await expectGone(drawer);
    await page.getByRole('table', { name: 'Fechas previstas y reales' }).waitFor();
    const written = (await programasOf(id)).map((one) => [one.fechaTermino, one.curva]);
    assert.deepEqual(written, [[day(-10), [{ fecha: day(-50), avanceFisico: 40.5 }]]]);

    await press(page, 'Reprogramar');
    await expectValue(drawer.getByLabel('Fecha de término'), inField(day(-10)));
    await expectValue(drawer.getByLabel('Avance 1'), '40.5');
    await drawer.getByLabel('Fecha de término').fill(day(30));
    await press(drawer, 'Quitar el punto 1');
    await expectFocus(page, 'Agregar una fecha');
    await press(drawer, 'Reprogramar');
    await expectFieldError(drawer, /por qué se reprograma/);
    await drawer.getByLabel('Motivo').fill('Las lluvias detuvieron la obra.');
    await press(drawer, 'Reprogramar');
    await expectText(page, 'Se reprogramó 1 vez; la última, porque:');
    const name = `Término ${dayInWords(day(-10))} ${dayInWords(day(30))} —`;
    await page.getByRole('row', { name }).waitFor();
    const [base, now] = await programasOf(id);
    assert.deepEqual(
      [base?.fechaTermino, now?.fechaTermino, now?.curva, now?.motivo],
      [day(-10), day(30), [], 'Las lluvias detuvieron la obra.'],
    );

    // A clerk deletes none; an administrator the newest one, and the focus goes to its heading.
    const remove = section(page).getByRole('button', { name: /^Eliminar/ });
    assert.equal(await remove.count(), 0);
    const admin = (await visit('admin', `/obras/${id}`)).page;
    const question = admin.getByRole('dialog');
    for (const name of ['Eliminar la reprogramación', 'Eliminar el programa']) {
      await press(admin, name);
      await press(question, 'Eliminar el programa');
      await expectGone(question);
    }
    await expectText(admin, 'Se eliminó el programa.');
    await until(admin, `document.activeElement?.textContent === 'Fechas'`);
    assert.deepEqual(await programasOf(id), []);
  });

  test('the real dates and the outcome are written, and an end before the beginning is refused at its field', async () => {
    const { clerk, id } = await world();
    const { page } = await visit(clerk, `/obras/${id}`, { allow: /400/ });
    await press(page, 'Fechas reales y cierre');
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Fecha de inicio real').fill(day(-30));
    await drawer.getByLabel('Fecha de término real').fill(day(-40));
    await drawer.getByLabel('Monto final').fill('1,315,000.50');
    await press(drawer, 'Guardar cambios');
    await expectFieldError(drawer, 'No debe ser anterior a fecha de inicio real.');
    await drawer.getByLabel('Fecha de término real').fill(day(-5));
    await drawer.getByLabel('Alcance final').fill('Un kilómetro.');
    await press(drawer, 'Guardar cambios');
    await expectGone(drawer);
    await expectFocus(page, 'Fechas reales y cierre');
    await expectText(page, 'Costó $1,315,000.50. Un kilómetro.');
    await page.getByRole('row', { name: `Término — — ${dayInWords(day(-5))}` }).waitFor();
  });

  test('a contract is agreed on a phone, once what it lacks and what is malformed was listed; another of its number is refused', async () => {
    const { clerk, id } = await world();
    const { page } = await visit(clerk, `/obras/${id}`, { ...TOUCHED, allow: /400|409/ });
    const drawer = page.getByRole('dialog');
    const fill = async (numero: string) => {
      await drawer.getByLabel('Número', { exact: true }).fill(numero);
      await drawer.getByLabel('Objeto').fill('Pavimentación de la calle 60.');
      await drawer.getByLabel('Contratista', { exact: true }).fill('Constructora del Mayab');
      await drawer.getByLabel('Monto', { exact: true }).fill('1,180,000');
      await drawer.getByLabel('Fecha de firma').fill(day(-90));
      await drawer.getByLabel('Fecha de inicio').fill(day(-80));
      await drawer.getByLabel('Fecha de término').fill(day(80));
    };
    await page.getByRole('button', { name: 'Agregar contrato' }).tap();
    await drawer.getByRole('button', { name: 'Agregar el contrato' }).tap();
    await expectAlert(drawer, 'Contratista: es un dato obligatorio.');
    await expectAlert(drawer, 'Monto: es un dato obligatorio.');
    await fill('SOP-1');
    await drawer.getByLabel('RFC del contratista').fill('cma010203ab4');
    await expectText(drawer, /El RFC no concuerda con su último signo/);
    await choose(page, /Procedimiento/, 'Licitación pública');
    await drawer.getByLabel('Número de proponentes').fill('4');
    await drawer.getByRole('button', { name: 'Agregar el contrato' }).tap();
    await expectText(page, 'Se agregó el contrato.');
    await expectText(section(page), 'Licitación pública (4 proponentes)');

    await page.getByRole('button', { name: 'Agregar contrato' }).tap();
    await fill('sop-1');
    await drawer.getByRole('button', { name: 'Agregar el contrato' }).tap();
    await expectFieldError(drawer, /ya tiene un contrato con el número/);
    const [made] = await contratosOf(id);
    assert.deepEqual([made?.monto, made?.numeroProponentes], [1_180_000, 4]);
  });

  test('a contract is changed by an agreement with its reason, ended, and both are deleted', async () => {
    const { clerk, id } = await world();
    const contratos = `/obras/${id}/contratos`;
    const contrato = { ...CONTRATO, numero: 'SOP-1' };
    const { id: signed } = await fetchJson<{ id: number }>('POST', contratos, contrato);
    const { page } = await visit(clerk, `/obras/${id}`, { ...TOUCHED, allow: /400|412/ });
    const drawer = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Agregar convenio al contrato SOP-1' }).tap();
    await drawer.getByLabel('Fecha', { exact: true }).fill(day(-20));
    await drawer.getByLabel('Monto nuevo').fill('1315000.5');
    await drawer.getByRole('button', { name: 'Agregar el convenio' }).tap();
    await expectFieldError(drawer, 'Es un dato obligatorio.');
    await drawer.getByLabel('Justificación').fill('Suelo rocoso.');
    await drawer.getByRole('button', { name: 'Agregar el convenio' }).tap();
    await expectText(section(page), 'Por qué: Suelo rocoso.');
    await assertAccessible(page);
    await assertFits(page);

    await page.getByRole('button', { name: 'Corregir el contrato SOP-1' }).tap();
    await choose(page, /Terminación/, 'Rescindido');
    await drawer.getByRole('button', { name: 'Guardar cambios' }).tap();
    await expectFieldError(drawer, /obligatorio si/i);
    await drawer.getByLabel('Fecha de terminación').fill(day(-1));
    await drawer.getByLabel('Motivo de la terminación').fill('Dejó de presentarse.');
    await drawer.getByRole('button', { name: 'Guardar cambios' }).tap();
    await expectText(section(page), 'Por qué: Dejó de presentarse.');
    // It counts with its final amount, which nobody has said.
    await expectText(section(page), /falta su monto final/);
    const [made] = await contratosOf(id);
    assert.deepEqual([made?.montoVigente, made?.terminacion], [null, 'RESCISION']);

    await page.getByRole('button', { name: /^Corregir el convenio/ }).tap();
    await drawer.getByRole('button', { name: 'Eliminar este convenio' }).tap();
    await page.getByRole('button', { name: 'Eliminar el convenio' }).tap();
    await expectText(page, 'Se eliminó el convenio.');
    await until(page, `document.activeElement?.textContent === '1 contrato'`);
    const question = page.getByRole('dialog', { name: 'Eliminar este contrato' });
    const remove = async () => {
      await page.getByRole('button', { name: 'Corregir el contrato SOP-1' }).tap();
      await drawer.getByRole('button', { name: 'Eliminar este contrato' }).tap();
    };
    // One that somebody changes while its deletion is asked for stays.
    await remove();
    await fetchJson('PATCH', `${contratos}/${signed}`, { objeto: 'Otro objeto.' });
    await question.getByRole('button', { name: 'Eliminar el contrato' }).tap();
    await expectAlert(question, /cambió/);
    assert.equal((await contratosOf(id)).length, 1);
    await press(question, 'Cancelar');
    await press(drawer, 'Cancelar');
    await remove();
    await question.getByRole('button', { name: 'Eliminar el contrato' }).tap();
    await until(page, `document.activeElement?.textContent === 'Contratos'`);
    assert.deepEqual(await contratosOf(id), []);
  });

  test('axe finds nothing in its drawers, and they fit, at every size', async () => {
    const { page } = await visit('admin', `/obras/${await makeFollowed()}`, { size: 'phone' });
    const drawer = page.getByRole('dialog');
    const contrato = 'Corregir el contrato SOP-LP-014';
    for (const name of ['Fechas reales y cierre', contrato, 'Reprogramar']) {
      await press(page, name);
      await drawer.getByRole('button', { name: 'Cancelar' }).waitFor();
      if (name === 'Reprogramar') await press(page, 'Agregar una fecha');
      await assertAccessibleEverywhere(page);
      await press(drawer, 'Cancelar');
      await expectGone(drawer);
    }
  });
});
