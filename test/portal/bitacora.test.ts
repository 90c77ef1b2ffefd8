import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { ACCIONES } from '../../src/core/bitacora/recursos.ts';
import { LEDGER } from '../../src/features.ts';
import { session } from '../process.ts';
import { addFoto } from './archivos-pasos.ts';
import {
  assertAccessibleEverywhere,
  choose,
  eventually,
  expectAlert,
  expectFieldError,
  expectGone,
  expectHeading,
  expectText,
  find,
  go,
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
  type Schema,
  visit,
} from './portal-world.ts';
import { avancesOf, day, makeFollowed } from './seguimiento-pasos.ts';

describe('The portal: the ledger', () => {
  test('answers who changed an amount: from which to which, who, when and from where', async () => {
    const { id } = await makeObra({ nombre: 'Puente que costó más', monto: 1_250_000.5 });
    const other = await session(base, people.admin2.email, people.admin2.password);
    assert.equal((await other('PATCH', `/obras/${id}`, { descripcion: 'Otra' })).status, 200);
    const changes = { monto: 3_000_000, estatusObraId: 5 };
    assert.equal((await other('PATCH', `/obras/${id}`, changes)).status, 200);

    const { page } = await visit('admin', '/bitacora');
    await page.getByRole('link', { name: 'Quién cambió un monto' }).click();
    const line = page.locator('.historial li', { hasText: 'Puente que costó más' });
    // The rows of before stay until those of the filter come, without the change of the description.
    await expectGone(line.nth(1));
    const sentence =
      'Otra Administradora cambió el monto de $1,250,000.50 a $3,000,000.00; el estatus de «Planeada» a «Suspendida».';
    await expectText(line, sentence);
    await expectText(line, /\+140\s%/);
    const { search } = new URL(page.url());
    assert.equal(search, '?recurso=obras&accion=cambiar&campo=monto');

    await line.locator('summary').click();
    await expectText(line, /desde la dirección (127\.0\.0\.1|::1)/);
    const table = line.getByRole('table', { name: 'Antes y después' });
    await table.getByRole('row', { name: 'Monto $1,250,000.50 $3,000,000.00' }).waitFor();
    await table.getByRole('row', { name: 'Estatus Planeada Suspendida' }).waitFor();
    await assertAccessibleEverywhere(page);
    const work = page.getByRole('link', { name: 'Puente que costó más' });
    assert.equal(await work.getAttribute('href'), `/portal/obras/${id}`);
    const story = page.getByRole('link', { name: 'Ver toda la historia de la obra' });
    assert.equal(await story.getAttribute('href'), `/portal/obras/${id}/historial`);

    await page.reload();
    await expectText(line, sentence);
  });

  test('each row is the registry’s sentence, here and in the history, and opens into labels and words', async () => {
    const id = await makeFollowed();
    const [report] = await avancesOf(id);
    const users = await fetchJson<{ id: string; email: string }[]>('GET', '/users');
    const [admin, user] = [people.admin, people.user].map(({ email }) =>
      users.find((one) => one.email === email),
    );
    const acts: [method: string, path: string, body?: object][] = [
      [
        'PATCH',
        `/obras/${id}`,
        { monto: 2_500_000, descripcion: 'Otra', ubicaciones: [place([-89.6, 20.9])] },
      ],
      ['PATCH', `/obras/${id}/avances/${report?.id}`, { causaAtraso: 'PREDIO' }],
      ['PATCH', `/obras/${id}/ejecucion`, { fechaInicioReal: '2026-02-03' }],
      ['POST', '/dependencias', { nombre: `Obras ${id}` }],
      ['POST', '/ejercicio-fiscal', { anio: 2097 }],
      ['POST', '/catalogos/tipo-proyecto', { nombre: `Tipo ${id}` }],
      ['POST', '/localidad', { nombre: `Pueblo ${id}`, municipioId: 50 }],
      ['PATCH', `/users/${user?.id}`, { nombreCompleto: `Ana ${id}` }],
      ['POST', `/users/${admin?.id}/favorites/${id}`],
      ['DELETE', `/obras/${id}/avances/${report?.id}`],
    ];
    for (const [method, path, body] of acts) {
      const { status } = await callAsAdmin(method, path, body);
      assert.ok(status < 300, `${method} ${path}: ${status}`);
    }
    await addFoto(id, '2026-05-12');
    const { page } = await visit('admin', '/ayuda');
    for (const [path, api] of [
      // Logins are left out unless asked for.
      ['/bitacora', '/bitacora?limit=50&sinEntradas=true'],
      [`/obras/${id}/historial`, `/obras/${id}/historial`],
    ] as const) {
      await go(page, path);
      const all = await fetchJson<Schema<'RenglonBitacora'>[]>('GET', api);
      // The page makes one line of several photos in a row, which other tests have added before.
      const rows = all.slice(0, all.findLastIndex(({ obraId }) => obraId === id) + 1);
      assert.ok(rows.length > 5);
      const lines = page.locator('.historial summary span');
      // A figure stays with its sign.
      const sentences = rows.map(({ resumen }) => resumen.replaceAll(' %', '\u00a0%'));
      await eventually(
        async () => (await lines.allTextContents()).slice(0, rows.length),
        sentences,
      );
      for (const { recurso, accion } of rows) assert.ok(recurso in LEDGER && accion in ACCIONES);
      for (let i = 0; i < rows.length; i++) await lines.nth(i).click();
      await page.getByRole('row', { name: 'Monto $' }).first().waitFor();
      // No names of properties, no JSON, no codes.
      const text = await page.locator('.historial').innerText();
      const [raw] =
        text
          .replace(/\S+@\S+|https:\S+/g, '')
          .match(/\b[a-z]{3,}[A-Z]\w*|[{}]|":|\b(?:null|true|false)\b|PREDIO/) ?? [];
      assert.equal(raw, undefined);
    }
  });

  test('filters by record, percentage, person and day stand in the address, and give a file', async () => {
    const { id } = await makeObra({ nombre: 'Glorieta', monto: 1_000 });
    for (const monto of [1_100, 2_200]) await fetchJson('PATCH', `/obras/${id}`, { monto });
    const { page } = await visit('admin', `/bitacora?recurso=obras&registro=${id}&campo=monto`, {
      allow: /400/,
    });
    const rows = page.locator('.historial li');
    await expectText(rows, /\+10\s%/);
    await page.getByLabel('Monto que cambió más de (%)').fill('50 %');
    await page.keyboard.press('Enter');
    await page.waitForURL(/variacionMonto=50/);
    await expectGone(rows.getByText(/\+10\s%/));
    await expectText(rows, /de \$1,100\.00 a \$2,200\.00\. Glorieta · \+100\s%/);
    const download = page.waitForEvent('download');
    await press(page, 'Descargar CSV');
    const file = await download;
    assert.equal(file.suggestedFilename(), 'bitacora.csv');
    const text = readFileSync(await file.path(), 'utf8');
    assert.match(text, /,Glorieta,,,monto,1100,2200,100\.00\r\n$/);
    assert.equal(text.split('\r\n').length, 3);

    // The days are those of Yucatán; the day itself is within.
    const [from, to] = [page.getByLabel('Desde el día'), page.getByLabel('Hasta el día')];
    for (const [field, date, found] of [
      [from, day(1), 'No hay nada así en la bitácora.'],
      [from, day(0), '1 renglón'],
      [to, day(-1), 'No hay nada así en la bitácora.'],
      [to, day(0), '1 renglón'],
    ] as const) {
      await field.fill(date);
      await page.keyboard.press('Enter');
      await expectText(page, found);
    }
    // What is no day says so at once, and filters nothing.
    const before = page.url();
    await to.fill('31/02/2026');
    await page.keyboard.press('Enter');
    await expectFieldError(page, /no es una fecha que se entienda/);
    assert.equal(page.url(), before);
    await to.fill(day(0));
    await find(page, 'Quién', 'otra admin', 'Otra Administradora');
    await expectText(page, 'No hay nada así en la bitácora.');
    assert.match(page.url(), /usuarioId=[0-9a-f-]{36}/);
    await press(page, 'Quitar los filtros');
    await rows.first().waitFor();
    assert.equal(new URL(page.url()).search, '');
    await choose(page, /Qué$/, 'Usuario');
    await page.waitForURL(/recurso=users/);

    await go(page, '/bitacora?usuarioId=nadie');
    await expectAlert(page, /^Usuario: debe ser/);
    // It goes on page by page, and each row is there once.
    await go(page, '/bitacora?recurso=obras&accion=crear');
    await expectText(page, 'Los 50 renglones más recientes');
    await press(page, 'Ver más');
    await expectText(page, 'Los 100 renglones más recientes');
    const newest = await fetchJson<{ resumen: string }[]>(
      'GET',
      '/bitacora?recurso=obras&accion=crear&limit=100',
    );
    assert.deepEqual(
      await page.locator('.historial summary span').allTextContents(),
      newest.map(({ resumen }) => resumen),
    );
  });

  test('tells of entries that failed and of deleted works; by keyboard alone', async () => {
    await logIn({ email: 'intruso@ejemplo.mx', password: 'nada' });
    const { id } = await makeObra({ nombre: 'Obra que se irá' });
    assert.ok((await callAsAdmin('DELETE', `/obras/${id}`)).ok);
    const { page } = await visit('admin', '/bitacora');
    await expectHeading(page, 'Bitácora');
    await tabTo(page, 'Entradas fallidas');
    await page.keyboard.press('Enter');
    const lines = page.locator('.historial summary');
    await expectText(lines, 'intruso@ejemplo.mx intentó entrar y no pudo.');
    await tabTo(page, 'Obras eliminadas');
    await page.keyboard.press('Enter');
    await expectText(lines, 'Administrador eliminó la obra «Obra que se irá».');
    await lines.filter({ hasText: 'Obra que se irá' }).focus();
    await page.keyboard.press('Enter');
    const table = page.getByRole('table', { name: 'Antes y después' });
    await table.getByRole('row', { name: 'Monto $1,000.00' }).waitFor();
    assert.equal(await table.getByRole('columnheader', { name: 'Después' }).count(), 0);
  });
});
