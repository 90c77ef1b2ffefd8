import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { dayInWords } from '../../../../src/core/base/time.ts';
import {
  assertAccessibleEverywhere,
  choose,
  eventually,
  expectHeading,
  expectText,
  expectValue,
  press,
  tabTo,
} from '../../../portal/gestures.ts';
import {
  assertAccessible,
  assertFits,
  base,
  EVERY_SIZE,
  fetchJson,
  makeObra,
  publicBase,
  signIn,
  until,
  visit,
} from '../../../portal/portal-world.ts';
import {
  avancesOf,
  day,
  makeClerk,
  makeDependencia,
  makeFollowed,
  named,
  report,
} from '../../../portal/seguimiento-pasos.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Mis obras' });
/** The names in the list, from above. */
const listed = (page: Page) => table(page).locator('tbody th a').allInnerTexts();

/** An agency with a work never reported, one long ago, one a year ago, one just now, a finished, a planned and a suspended one. */
async function world() {
  const dependencia = await makeDependencia();
  const clerk = await makeClerk([dependencia.id]);
  const word = named('palabra').replace(' ', '');
  const make = async (nombre: string, ago: number | null, estatusObraId = 4) => {
    const { id } = await makeObra({
      nombre: `${nombre} ${word}`,
      dependenciaId: dependencia.id,
      estatusObraId,
    });
    if (ago !== null) await report(id, day(-ago), 25);
    return id;
  };
  const ids = {
    reciente: await make('Reportada ayer', 1),
    anual: await make('Reportada hace un año', 365),
    nunca: await make('Nunca reportada', null),
    vieja: await make('Reportada hace dos años', 730),
    terminada: await make('Ya terminada', null, 6),
    planeada: await make('Sólo planeada', null, 1),
    suspendida: await make('Suspendida', 800, 5),
  };
  return { clerk, dependencia, word, ids };
}
const ways = (page: Page) =>
  page.getByRole('navigation', { name: 'Principal' }).getByRole('link').allInnerTexts();

describe("The portal: a clerk's own works", () => {
  test('is her first page, with what has gone longest without a report first', async () => {
    const { clerk, dependencia, word } = await world();
    // However she comes: by the portal's address, by an old link, or where nobody is asked to enter.
    const open = await publicBase();
    for (const [at, path, enter] of [
      [base, '/', false],
      [base, '/obras', false],
      [open, '/obras?municipioId=50', true],
    ] as const) {
      const { page, leave } = await visit('nobody', path, { at });
      if (enter) await page.getByRole('link', { name: 'Entrar', exact: true }).click();
      await signIn(page, clerk.email, clerk.password);
      await expectHeading(page, 'Mis obras');
      await leave();
    }
    const { page } = await visit('nobody', '/entrar');
    await signIn(page, clerk.email, clerk.password);
    await expectHeading(page, 'Mis obras');
    await page.getByText(dependencia.nombre).first().waitFor();
    await eventually(
      () => listed(page),
      [
        `Nunca reportada ${word}`,
        `Reportada hace dos años ${word}`,
        `Reportada hace un año ${word}`,
      ],
    );
    assert.equal((await ways(page))[0], 'Mis obras');
    await expectText(table(page), 'Nunca se ha reportado');
    await expectText(table(page), `al ${dayInWords(day(-365))} (hace 12 meses)`);
    await page.getByRole('button', { name: 'Por reportar (3)' }).waitFor();
    await press(page, 'Todas (7)');
    await eventually(
      () => listed(page),
      [
        `Nunca reportada ${word}`,
        `Sólo planeada ${word}`,
        `Suspendida ${word}`,
        `Reportada hace dos años ${word}`,
        `Reportada hace un año ${word}`,
        `Reportada ayer ${word}`,
        `Ya terminada ${word}`,
      ],
    );
    // What is typed is asked once somebody stops.
    const asked: string[] = [];
    page.on('request', (request) => {
      // Of open works and of those that are over: two questions each time.
      if (/\/seguimiento\?.*estatusObraId=1.*q=/.test(request.url())) asked.push(request.url());
    });
    await page.getByLabel('Buscar entre ellas').pressSequentially('ayer');
    await eventually(() => listed(page), [`Reportada ayer ${word}`]);
    assert.ok(asked.length < 4, asked.join('\n'));
    assert.match(asked.at(-1) ?? '', /q=ayer(&|$)/);
    // The address has it: going on and back leads to the same list.
    await table(page)
      .getByRole('link', { name: `Reportada ayer ${word}`, exact: true })
      .click();
    await expectHeading(page, `Reportada ayer ${word}`);
    await page.goBack();
    await eventually(() => listed(page), [`Reportada ayer ${word}`]);
    // And so does sending: the form leaves no step behind.
    await page.getByRole('link', { name: /^Reportar avance de/ }).click();
    await page.getByLabel('Avance físico').fill('26');
    await press(page, 'Reportar avance');
    await expectText(page, /^Se reportó 26 %/);
    await eventually(() => listed(page), [`Reportada ayer ${word}`]);
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

  test('her account says of which agencies she reports', async () => {
    const dependencia = await makeDependencia();
    const gone = await makeDependencia();
    const clerk = await makeClerk([dependencia.id, gone.id]);
    await fetchJson('DELETE', `/dependencias/${gone.id}`);
    const { page } = await visit(clerk, '/cuenta');
    await expectText(page, `: ${dependencia.nombre}; 1 más.`);
    await assertAccessibleEverywhere(page);
    await page.getByRole('link', { name: 'sus dependencias' }).click();
    await expectHeading(page, 'Mis obras');
    // The help tells each what they may do: a clerk of reports, and a visitor of no favorites.
    await page.goto(`${base}/portal/ayuda`);
    await expectText(page, 'Guardar favoritas.');
    await expectText(page, 'Reportar avances.');
    const visitor = await visit('nobody', '/ayuda');
    await expectText(visitor.page, 'Encontrar obras.');
    assert.equal(await visitor.page.getByText('Guardar favoritas.').count(), 0);
  });

  test('each is reported from it on a phone, and the list goes on with the next', async () => {
    const { clerk, word, ids } = await world();
    const { page } = await visit(clerk, '/mis-obras', {
      size: 'phone',
      context: { hasTouch: true },
    });
    for (const [nombre, id, left] of [
      ['Nunca reportada', ids.nunca, 2],
      ['Reportada hace dos años', ids.vieja, 1],
    ] as const) {
      await page.getByRole('link', { name: `Reportar avance de ${nombre} ${word}` }).tap();
      await page.getByLabel('Avance físico').fill('50');
      await page.getByRole('button', { name: 'Reportar avance' }).tap();
      await page.getByRole('button', { name: `Por reportar (${left})` }).waitFor();
      await eventually(async () => (await listed(page)).length, left);
      assert.equal((await avancesOf(id)).at(-1)?.avanceFisico, 50);
    }
    const tabs = page.getByRole('navigation', { name: 'Secciones' });
    await tabs.getByRole('link', { name: 'Mis obras' }).waitFor();
    await assertFits(page);
  });

  test('by the keyboard alone, too', async () => {
    const { clerk, word, ids } = await world();
    const { page } = await visit(clerk, '/mis-obras');
    await table(page).waitFor();
    await tabTo(page, `Reportar avance de Nunca reportada ${word}`);
    await page.keyboard.press('Enter');
    await page.getByLabel('Avance físico').waitFor();
    await tabTo(page, /^Avance físico/);
    await page.keyboard.type('8');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Por reportar (2)' }).waitFor();
    assert.deepEqual(
      (await avancesOf(ids.nunca)).map(({ avanceFisico }) => avanceFisico),
      [8],
    );
  });

  test('who has no agency, no works, or nothing left to report is told so, and what to do', async () => {
    const dependencia = await makeDependencia();
    const clerk = await makeClerk([]);
    const { page } = await visit(clerk, '/mis-obras', { allow: /403/ });
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
    await eventually(async () => (await listed(page)).length, 1);
    await page.getByLabel('Buscar entre ellas').fill('nadadeesto');
    await expectText(page, 'Ninguna de ellas tiene las palabras «nadadeesto».');
    await press(page, 'Quitar la búsqueda');
    await eventually(async () => (await listed(page)).length, 1);
  });

  test('a long list is read page by page', async () => {
    const dependencia = await makeDependencia();
    const clerk = await makeClerk([dependencia.id]);
    const fields = { dependenciaId: dependencia.id, estatusObraId: 4 };
    for (let i = 0; i < 52; i++) await makeObra(fields);
    const { page } = await visit(clerk, '/mis-obras');
    await eventually(async () => (await listed(page)).length, 50);
    await press(page, 'Ver más obras');
    await eventually(async () => new Set(await listed(page)).size, 52);
    assert.equal(await page.getByRole('button', { name: 'Ver más obras' }).count(), 0);
  });

  for (const size of EVERY_SIZE) {
    test(`axe finds nothing on it (${size})`, async () => {
      const dependencia = await makeDependencia();
      const clerk = await makeClerk([dependencia.id]);
      await makeFollowed({ dependenciaId: dependencia.id });
      await makeObra({ dependenciaId: dependencia.id });
      const { page } = await visit(clerk, '/mis-obras', { size });
      await table(page).waitFor();
      await assertAccessible(page);
      await assertFits(page);
    });
  }

  test('everybody else begins with all works', async () => {
    const { page } = await visit('user', '/');
    await until(page, `location.pathname === '/portal/obras'`);
    assert.ok(!(await ways(page)).includes('Mis obras'));
  });
});

describe('The portal: whose follow-up a user writes', () => {
  test('an administrator gives agencies and takes them away', async () => {
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

  test('a page that is not hers tells a clerk what she is, and leads to her own', async () => {
    const dependencia = await makeDependencia(`${named('Puerto')}, S.A. de C.V.`);
    const clerk = await makeClerk([dependencia.id]);
    const { page } = await visit(clerk, '/usuarios');
    // With one full stop.
    const said = page.getByText(`Usted captura avances de ${dependencia.nombre}`, { exact: true });
    await said.waitFor();
    await assertAccessible(page);
    await page.locator('.piezas_vacio').getByRole('link', { name: 'Mis obras' }).click();
    await expectHeading(page, 'Mis obras');
  });

  test('two administrators are told of each other', async () => {
    const [one, other] = [await makeDependencia(), await makeDependencia()];
    const clerk = await makeClerk([]);
    const { page } = await visit('admin', `/usuarios?q=${clerk.email}`, { allow: /412/ });
    await press(page, /^Más acciones con/);
    await page.getByRole('menuitem', { name: 'Dependencias que captura' }).click();
    const drawer = page.getByRole('dialog', { name: 'Dependencias que captura' });
    await drawer.getByText(one.nombre).click();
    await clerk.appoint([other.id]);
    await press(drawer, 'Guardar cambios');
    // What each of them ticked stays.
    const conflict = page.getByRole('dialog', { name: 'Otra persona cambió este registro' });
    await expectText(conflict, `Dependencias: ninguna → ${other.nombre}`);
    await press(conflict, 'Guardar los cambios de ambos');
    await expectText(page, /captura los avances de 2 dependencias\.$/);
  });
});
