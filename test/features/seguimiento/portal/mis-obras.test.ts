import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  assertAccessibleEverywhere,
  choose,
  eventually,
  expectHeading,
  expectText,
  expectValue,
  go,
  press,
  tabTo,
} from '../../../portal/gestures.ts';
import {
  assertAccessible,
  assertFits,
  fetchJson,
  makeObra,
  publicBase,
  signIn,
  TOUCHED,
  visit,
} from '../../../portal/portal-world.ts';
import {
  assertAvances,
  day,
  dayInWords,
  makeClerk,
  makeDependencia,
  makeFollowed,
  named,
  report,
} from '../../../portal/seguimiento-pasos.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Mis obras' });
const rows = (page: Page) => table(page).locator('tbody th a');
/** The names in the list from above, without the word of the test. */
const listed = async (page: Page) =>
  (await rows(page).allInnerTexts()).map((name) => name.replace(/ palabra\S+$/, '')).join(', ');

/** An agency with a work never reported, one long ago, one a year ago, one just now, a finished, a planned and a suspended one. */
async function world() {
  const dependencia = await makeDependencia();
  const clerk = await makeClerk([dependencia.id]);
  const word = named('palabra').replace(' ', '');
  const make = async (nombre: string, ago: number | null, estatusObraId = 4) => {
    const of = { nombre: `${nombre} ${word}`, dependenciaId: dependencia.id };
    const { id } = await makeObra({ ...of, estatusObraId });
    if (ago !== null) await report(id, day(-ago), 25);
    return id;
  };
  await make('Reportada ayer', 1);
  await make('Reportada hace un año', 365);
  const nunca = await make('Nunca reportada', null);
  const vieja = await make('Reportada hace dos años', 730);
  await make('Ya terminada', null, 6);
  await make('Sólo planeada', null, 1);
  await make('Suspendida', 800, 5);
  return { clerk, dependencia, word, ids: { nunca, vieja } };
}
const ways = (page: Page) =>
  page.getByRole('navigation', { name: 'Principal' }).getByRole('link').allInnerTexts();

describe('The portal: works of which a clerk reports', () => {
  test("a clerk's own works are her first page, with what has gone longest without a report first", async () => {
    const { clerk, dependencia, word } = await world();
    // An old link leads to what was the first page for everybody.
    const { page } = await visit('nobody', '/obras');
    await signIn(page, clerk.email, clerk.password);
    await expectHeading(page, 'Mis obras');
    await page.getByText(dependencia.nombre).first().waitFor();
    const late = 'Nunca reportada, Reportada hace dos años, Reportada hace un año';
    await eventually(() => listed(page), late);
    assert.equal((await ways(page))[0], 'Mis obras');
    await expectText(table(page), 'Nunca se ha reportado');
    await expectText(table(page), `al ${dayInWords(day(-365))} (hace 12 meses)`);
    await page.getByRole('button', { name: 'Por reportar (3)' }).waitFor();
    await press(page, 'Todas (7)');
    const all = late.replace(', ', ', Sólo planeada, Suspendida, ');
    await eventually(() => listed(page), `${all}, Reportada ayer, Ya terminada`);
    // What is typed is asked once somebody stops.
    const asked: string[] = [];
    page.on('request', (request) => {
      // Of open works and of those that are over: two questions each time.
      if (/\/seguimiento\?.*estatusObraId=1.*q=/.test(request.url())) asked.push(request.url());
    });
    await page.getByLabel('Buscar entre ellas').pressSequentially('ayer');
    await eventually(() => listed(page), 'Reportada ayer');
    assert.ok(asked.length < 4, asked.join('\n'));
    assert.match(asked.at(-1) ?? '', /q=ayer(&|$)/);
    // The address has it: going on and back leads to the same list.
    await rows(page).click();
    await expectHeading(page, `Reportada ayer ${word}`);
    await page.goBack();
    await eventually(() => listed(page), 'Reportada ayer');
    // And so does sending: the form leaves no step behind.
    await page.getByRole('link', { name: /^Reportar avance de/ }).click();
    await page.getByLabel('Avance físico').fill('26');
    await press(page, 'Reportar avance');
    await expectText(page, /^Se reportó 26 %/);
    await eventually(() => listed(page), 'Reportada ayer');
    await expectValue(page.getByLabel('Buscar entre ellas'), 'ayer');
    await page.getByRole('button', { name: 'Todas (7)', pressed: true }).waitFor();
    await page.goBack();
    await expectHeading(page, 'Mis obras');
    await page.getByRole('link', { name: 'Registro de Obras Públicas' }).click();
    await page.getByRole('button', { name: 'Por reportar (3)', pressed: true }).waitFor();
    // Further down than the window reaches, she comes back to where she was.
    await page.setViewportSize({ width: 360, height: 400 });
    const last = page.getByRole('link', {
      name: `Reportar avance de Reportada hace dos años ${word}`,
    });
    await last.scrollIntoViewIfNeeded();
    const down = await page.evaluate<number>('scrollY');
    assert.ok(down > 100);
    await last.click();
    await page.getByLabel('Avance físico').waitFor();
    assert.equal(await page.evaluate('scrollY'), 0);
    await page.getByRole('link', { name: 'Salir sin reportar' }).click();
    await expectHeading(page, 'Mis obras');
    await eventually(() => page.evaluate<number>('scrollY'), down);
  });

  test('her account, the help and a page that is not hers say of which agencies she reports', async () => {
    const [dependencia, gone] = [
      await makeDependencia(`${named('Puerto')}, S.A. de C.V.`),
      await makeDependencia(),
    ];
    const clerk = await makeClerk([dependencia.id, gone.id]);
    await fetchJson('DELETE', `/dependencias/${gone.id}`);
    const { page } = await visit(clerk, '/cuenta');
    await expectText(page, `: ${dependencia.nombre}; 1 más.`);
    await assertAccessibleEverywhere(page);
    await page.getByRole('link', { name: 'sus dependencias' }).click();
    await expectHeading(page, 'Mis obras');
    await go(page, '/ayuda');
    await expectText(page, 'Reportar avances.');
    await go(page, '/usuarios');
    await expectText(page, `Usted captura avances de ${dependencia.nombre}`);
    await assertAccessible(page);
    await page.locator('.piezas_vacio').getByRole('link', { name: 'Mis obras' }).click();
    await expectHeading(page, 'Mis obras');
  });

  test('each is reported from it by a finger and by the keyboard alone, and the list goes on with the next', async () => {
    const { clerk, word, ids } = await world();
    const { page } = await visit(clerk, '/mis-obras', TOUCHED);
    const reportOf = (nombre: string) => `Reportar avance de ${nombre} ${word}`;
    await page.getByRole('link', { name: reportOf('Nunca reportada') }).tap();
    await page.getByLabel('Avance físico').fill('50');
    await page.getByRole('button', { name: 'Reportar avance' }).tap();
    await page.getByRole('button', { name: 'Por reportar (2)' }).waitFor();
    await eventually(() => rows(page).count(), 2);
    const tabs = page.getByRole('navigation', { name: 'Secciones' });
    await tabs.getByRole('link', { name: 'Mis obras' }).waitFor();
    await assertFits(page);

    await tabTo(page, reportOf('Reportada hace dos años'));
    await page.keyboard.press('Enter');
    await page.getByLabel('Avance físico').waitFor();
    await tabTo(page, /^Avance físico/);
    await page.keyboard.type('58');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Por reportar (1)' }).waitFor();
    await assertAvances(ids.nunca, `${day(0)} 50 - - -`);
    await assertAvances(ids.vieja, `${day(-730)} 25 - - -`, `${day(0)} 58 - - -`);
  });

  test('a clerk without an agency, works or reports to make reads that, and what to do', async () => {
    const dependencia = await makeDependencia();
    const clerk = await makeClerk([]);
    const { page } = await visit(clerk, '/importar/avances', { allow: /403/ });
    await expectHeading(page, 'Importar avances');
    await expectText(page, 'Su cuenta no captura los avances de ninguna dependencia.');
    assert.equal(await page.locator('input[type=file]').count(), 0);
    await go(page, '/mis-obras');
    await expectText(page, 'Su cuenta no captura los avances de ninguna dependencia.');
    assert.ok(!(await ways(page)).includes('Mis obras'));
    await assertAccessibleEverywhere(page);
    await clerk.appoint([dependencia.id]);
    await page.reload();
    await expectText(page, 'Sus dependencias no tienen obras registradas.');
    await assertAccessible(page);
    const { id } = await makeObra({ dependenciaId: dependencia.id, estatusObraId: 4 });
    await report(id, day(0), 10);
    await page.reload();
    await expectText(page, /^Sus obras que ya empezaron tienen su avance al /);
    await assertAccessible(page);
    await press(page, 'Ver todas mis obras');
    await eventually(() => rows(page).count(), 1);
    await page.getByLabel('Buscar entre ellas').fill('nadadeesto');
    await expectText(page, 'Ninguna de ellas tiene las palabras «nadadeesto».');
    await press(page, 'Quitar la búsqueda');
    await eventually(() => rows(page).count(), 1);
  });

  test('a long list is read page by page', async () => {
    const dependencia = await makeDependencia();
    const clerk = await makeClerk([dependencia.id]);
    const fields = { dependenciaId: dependencia.id, estatusObraId: 4 };
    await Promise.all(Array.from({ length: 52 }, () => makeObra(fields)));
    const { page } = await visit(clerk, '/mis-obras');
    await eventually(() => rows(page).count(), 50);
    await press(page, 'Ver más obras');
    await eventually(() => rows(page).count(), 52);
    assert.equal(new Set(await rows(page).allInnerTexts()).size, 52);
    assert.equal(await page.getByRole('button', { name: 'Ver más obras' }).count(), 0);
  });

  test('«Entrar» in the bar of a public registry leads to them, where axe finds nothing at every size', async () => {
    const dependencia = await makeDependencia();
    const clerk = await makeClerk([dependencia.id]);
    await makeFollowed({ dependenciaId: dependencia.id });
    await makeObra({ dependenciaId: dependencia.id });
    // She comes from where nobody is asked to enter.
    const { page } = await visit('nobody', '/obras', { at: await publicBase() });
    await page.getByRole('link', { name: 'Entrar', exact: true }).click();
    await signIn(page, clerk.email, clerk.password);
    await expectHeading(page, 'Mis obras');
    await table(page).waitFor();
    await assertAccessibleEverywhere(page);
  });
});

describe('The portal: whose follow-up a user writes', () => {
  test('an administrator gives agencies and takes them away, by the keyboard too', async () => {
    const [one, other] = [await makeDependencia(), await makeDependencia()];
    const clerk = await makeClerk([other.id]);
    const { page } = await visit('admin', `/usuarios?q=${clerk.email}`);
    const idsOf = async () =>
      (await fetchJson<{ dependenciaIds: number[] }>('GET', `/users/${clerk.id}/dependencias`))
        .dependenciaIds;
    const open = async () => {
      await press(page, /^Más acciones con/);
      await page.getByRole('menuitem', { name: 'Dependencias que captura' }).click();
      await page.getByRole('dialog').locator('legend').waitFor();
    };
    await open();
    const drawer = page.getByRole('dialog', { name: 'Dependencias que captura' });
    assert.equal(await drawer.getByRole('checkbox', { name: other.nombre }).isChecked(), true);
    await assertAccessibleEverywhere(page);
    await drawer.getByLabel('Buscar una dependencia').fill(one.nombre);
    await eventually(() => drawer.getByRole('checkbox').count(), 1);
    await drawer.getByText(one.nombre).click();
    await expectText(drawer, 'Captura 2 dependencias');
    await press(drawer, 'Guardar cambios');
    await expectText(page, /captura los avances de 2 dependencias\.$/);
    assert.deepEqual(await idsOf(), [one.id, other.id]);
    // The list says so, and has a choice for those who do.
    await page.getByRole('cell', { name: 'ZZ, ZZ' }).locator(`[title*="${one.nombre}"]`).waitFor();
    await choose(page, /Mostrar/, 'Las que capturan avances');
    await page.getByRole('row', { name: new RegExp(clerk.email) }).waitFor();
    // By the keyboard alone, and one that is no longer active.
    await fetchJson('PATCH', `/dependencias/${other.id}`, { activo: false });
    await open();
    await expectText(drawer, 'Ya no está activa');
    for (const nombre of [one.nombre, other.nombre]) {
      await drawer.getByRole('checkbox', { name: nombre }).focus();
      await page.keyboard.press('Space');
    }
    await expectText(drawer, 'No captura ninguna');
    await drawer.getByRole('button', { name: 'Guardar cambios' }).press('Enter');
    await expectText(page, /ya no captura avances\.$/);
    assert.deepEqual(await idsOf(), []);
  });

  test('the form of an account offers it, of a new one and of one that there is', async () => {
    const dependencia = await makeDependencia();
    const email = `nueva-${process.pid}@ejemplo.mx`;
    const { page } = await visit('admin', '/usuarios');
    await press(page, 'Agregar usuario');
    const drawer = page.getByRole('dialog', { name: 'Agregar usuario' });
    await drawer.getByText('Captura avances (de ninguna)').click();
    await drawer.getByLabel('Buscar una dependencia').fill(dependencia.nombre);
    await drawer.getByText(dependencia.nombre).click();
    await expectText(drawer, 'Captura avances (1)');
    await assertAccessible(page);
    await drawer.getByLabel('Nombre completo').fill('Ix Chel Tun');
    await drawer.getByLabel('Correo electrónico').fill(email);
    await press(drawer, 'Agregar usuario');
    await press(page, 'Ya la anoté');
    await page.getByLabel('Buscar por nombre o correo').fill(email);
    const row = page.getByRole('row', { name: new RegExp(email) });
    await row.getByRole('cell', { name: 'ZZ', exact: true }).waitFor();
    await press(row, /^Editar/);
    const editor = page.getByRole('dialog', { name: 'Editar usuario' });
    await editor.getByLabel('Nombre completo').fill('Ix Chel Tun Ek');
    await press(editor, 'Dependencias que captura');
    const over = page.getByRole('dialog', { name: 'Dependencias que captura' });
    await over.getByRole('checkbox', { name: dependencia.nombre }).focus();
    await page.keyboard.press('Space');
    await press(over, 'Guardar cambios');
    await expectText(page, 'Ix Chel Tun ya no captura avances.');
    // What was typed below is still there.
    await expectValue(editor.getByLabel('Nombre completo'), 'Ix Chel Tun Ek');
    await press(editor, 'Guardar cambios');
    await page.getByRole('row', { name: /Ix Chel Tun Ek.*—/ }).waitFor();
  });
});
