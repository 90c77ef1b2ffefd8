import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { session } from '../process.ts';
import {
  assertAccessibleEverywhere,
  choose,
  expectAlert,
  expectFieldError,
  expectGone,
  expectHeading,
  expectText,
  find,
  press,
  tabTo,
} from './gestures.ts';
import {
  base,
  callAsAdmin,
  fetchJson,
  logIn,
  makeObra,
  people,
  place,
  visit,
} from './portal-world.ts';
import { makeFollowed } from './seguimiento-pasos.ts';

const dayOf = (instant: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Merida' }).format(instant);

describe('The portal: the ledger', () => {
  test('answers who changed an amount: from which to which, who, when and from where', async () => {
    const { id } = await makeObra({ nombre: 'Puente que costó más', monto: 1_250_000.5 });
    const other = await session(base, people.admin2.email, people.admin2.password);
    assert.equal((await other('PATCH', `/obras/${id}`, { descripcion: 'Otra' })).status, 200);
    const changes = { monto: 3_000_000, estatusObraId: 5 };
    assert.equal((await other('PATCH', `/obras/${id}`, changes)).status, 200);

    const { page } = await visit('admin', '/bitacora');
    await page.getByRole('link', { name: 'Quién cambió un monto' }).click();
    const row = page.getByRole('row', { name: new RegExp(`Obra ${id}\\b`) });
    // The rows of before stay until those of the filter come.
    await expectGone(row.nth(1));
    await expectText(row, 'monto: $1,250,000.50 → $3,000,000.00');
    await expectText(row, '(+140 %)');
    await expectText(row, 'Puente que costó más');
    await expectText(row, 'y estatus');
    await row.getByText(people.admin2.email).waitFor();
    await expectText(row, /^desde (127\.0\.0\.1|::1)$/);
    // The change of the description alone is none of an amount.
    assert.equal(await row.count(), 1);
    const { search } = new URL(page.url());
    assert.equal(search, '?recurso=obras&accion=cambiar&campo=monto');

    await press(row, /^Ver antes y después/);
    const table = page.getByRole('table', { name: 'Antes y después' });
    await table.getByRole('row', { name: 'Monto $1,250,000.50 $3,000,000.00' }).waitFor();
    await table.getByRole('row', { name: 'Estatus Planeada Suspendida' }).waitFor();
    await assertAccessibleEverywhere(page);
    const work = page.getByRole('link', { name: 'Puente que costó más' });
    assert.equal(await work.getAttribute('href'), `/portal/obras/${id}`);
    const story = page.getByRole('link', { name: 'Ver toda la historia de la obra' });
    assert.equal(await story.getAttribute('href'), `/portal/obras/${id}/historial`);

    await page.reload();
    await expectText(row, 'monto: $1,250,000.50 → $3,000,000.00');
  });

  test('shows the changes of amounts above a percentage, and gives them as a file', async () => {
    const { id } = await makeObra({ nombre: 'Glorieta', monto: 1_000 });
    for (const monto of [1_100, 2_200]) {
      assert.equal((await callAsAdmin('PATCH', `/obras/${id}`, { monto })).status, 200);
    }
    const { page } = await visit('admin', `/bitacora?recurso=obras&registro=${id}&campo=monto`);
    const rows = page.getByRole('table', { name: 'Bitácora' }).locator('tbody tr');
    await expectText(rows, '(+10 %)');
    await page.getByLabel('Monto que cambió más de (%)').fill('50 %');
    await page.keyboard.press('Enter');
    await page.waitForURL(/variacionMonto=50/);
    await expectGone(rows.getByText('(+10 %)'));
    await expectText(rows, '$1,100.00 → $2,200.00 (+100 %)');
    await expectText(rows, 'Glorieta');
    const download = page.waitForEvent('download');
    await press(page, 'Descargar CSV');
    const file = await download;
    assert.equal(file.suggestedFilename(), 'bitacora.csv');
    const text = readFileSync(await file.path(), 'utf8');
    assert.match(text, /,Glorieta,,,monto,1100,2200,100\.00\r\n$/);
    assert.equal(text.split('\r\n').length, 3);
  });

  test('the follow-up is told by the names of its parts and fields', async () => {
    await makeFollowed();
    const { page } = await visit('admin', '/bitacora?recurso=avances');
    const row = page.getByRole('row', { name: /Reporte de avance \d+/ }).first();
    await row.getByRole('button').first().click();
    await page.getByRole('row', { name: 'Avance físico' }).getByText('45.50 %').waitFor();
    await page.getByRole('row', { name: 'Causa del atraso' }).getByText('Clima').waitFor();
  });

  test('the places of a work are told as on its sheet', async () => {
    const park = 'POLYGON ((-89.62 20.96, -89.61 20.96, -89.61 20.97, -89.62 20.96))';
    const well = place([-89.62, 20.96], { direccion: 'Pozo' });
    const { id } = await makeObra({ ubicaciones: [place(park, { direccion: 'Parque' }), well] });
    const { page } = await visit('admin', `/bitacora?recurso=obras&registro=${id}`);
    await press(page, /^Ver antes y después/);
    const cell = page.getByRole('row', { name: /^Ubicaciones/ });
    await expectText(cell, 'Polígono Parque (3 vértices');
    await expectText(cell, 'Pozo (20.960000, -89.620000)');
  });

  test('filters by record, person and days of Yucatán, kept in the address', async () => {
    const { id } = await makeObra();
    const { page } = await visit('admin', `/bitacora?recurso=obras&registro=${id}`);
    const rows = page.locator('table.bitacora > tbody > tr');
    await expectText(page, '1 renglón');
    await expectText(rows.first(), 'Alta');

    const today = dayOf(new Date());
    const tomorrow = dayOf(new Date(Date.now() + 86_400_000));
    await page.getByLabel('Desde el día').fill(tomorrow);
    await page.keyboard.press('Enter');
    await expectText(page, 'No hay nada así en la bitácora.');
    await page.getByLabel('Desde el día').fill(today);
    await page.keyboard.press('Enter');
    await expectText(page, '1 renglón');
    // The day itself is within.
    await page.getByLabel('Hasta el día').fill(today);
    await page.keyboard.press('Enter');
    await expectText(page, '1 renglón');
    await page.getByLabel('Hasta el día').fill(dayOf(new Date(Date.now() - 86_400_000)));
    await page.keyboard.press('Enter');
    await expectText(page, 'No hay nada así en la bitácora.');
    await page.getByLabel('Hasta el día').fill(today);
    await page.keyboard.press('Enter');
    await expectText(page, '1 renglón');
    // What is no day says so at once, and filters nothing.
    const before = page.url();
    await page.getByLabel('Hasta el día').fill('31/02/2026');
    await page.keyboard.press('Enter');
    await expectFieldError(page, /no es una fecha que se entienda/);
    assert.equal(page.url(), before);
    await page.getByLabel('Hasta el día').fill(today);

    await find(page, 'Quién', 'otra admin', 'Otra Administradora');
    await expectText(page, 'No hay nada así en la bitácora.');
    assert.match(page.url(), /usuarioId=[0-9a-f-]{36}/);
    await press(page, 'Quitar los filtros');
    await rows.first().waitFor();
    assert.equal(new URL(page.url()).search, '');
    await choose(page, /Qué$/, 'Usuario');
    await page.waitForURL(/recurso=users/);
  });

  test('a midnight of Yucatán is where a day begins', async () => {
    const { page } = await visit('admin', '/bitacora');
    const asked = page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      return pathname === '/bitacora' && searchParams.has('hasta');
    });
    await page.goto(`${base}/portal/bitacora?desde=2026-01-15&hasta=2026-01-31`);
    const query = new URL((await asked).url()).searchParams;
    assert.equal(query.get('desde'), '2026-01-15T06:00:00.000Z');
    assert.equal(query.get('hasta'), '2026-02-01T06:00:00.000Z');
  });

  test('goes on page by page, and each row is there once', async () => {
    const { page } = await visit('admin', '/bitacora?recurso=obras&accion=crear');
    const rows = page.locator('table.bitacora > tbody > tr');
    await expectText(page, 'Los 50 renglones más recientes');
    await press(page, 'Ver más');
    await expectText(page, 'Los 100 renglones más recientes');
    assert.equal(await rows.count(), 100);
    const newest = await fetchJson<{ registro: string }[]>(
      'GET',
      '/bitacora?recurso=obras&accion=crear&limit=100',
    );
    const links = rows.locator('th a');
    assert.equal(await links.nth(99).getAttribute('href'), `/portal/obras/${newest[99]?.registro}`);
  });

  test('tells of entries that failed, of passwords and of deleted works; by keyboard alone', async () => {
    await logIn({ email: 'intruso@ejemplo.mx', password: 'nada' });
    const { id } = await makeObra({ nombre: 'Obra que se irá' });
    assert.ok((await callAsAdmin('DELETE', `/obras/${id}`)).ok);
    const { page } = await visit('admin', '/bitacora');
    await expectHeading(page, 'Bitácora');
    await tabTo(page, 'Entradas fallidas');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /Entrada fallida: intruso@ejemplo\.mx/ }).waitFor();
    await tabTo(page, 'Obras eliminadas');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /Baja: Obra «Obra que se irá»/ }).waitFor();
    await tabTo(page, /^Ver antes y después: Baja, Obra «Obra que se irá»/);
    await page.keyboard.press('Enter');
    const table = page.getByRole('table', { name: 'Antes y después' });
    await table.getByRole('row', { name: 'Monto $1,000.00' }).waitFor();
    assert.equal(await table.getByRole('columnheader', { name: 'Después' }).count(), 0);
    await assertAccessibleEverywhere(page);
  });

  test('a refusal is told in the registry’s words', async () => {
    const { page } = await visit('admin', '/bitacora?usuarioId=nadie', { allow: /400/ });
    await expectAlert(page, /^Usuario: debe ser/);
  });
});
