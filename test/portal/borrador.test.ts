import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import {
  addPlace,
  announced,
  fillObra,
  newKey,
  readObra,
  register,
  registered,
  save,
  saved,
  tableOf,
  theWorkWith,
  worksWith,
} from './formulario-pasos.ts';
import { eventually, expectGone, expectText, press } from './gestures.ts';
import {
  assertAccessible,
  base,
  fetchJson,
  gate,
  makeObra,
  makeUser,
  people,
  refuse,
  signIn,
  until,
  visit,
} from './portal-world.ts';

/** Lets a request through to the registry and loses its answer, so many times; of the first few only the rest. */
async function loseAnswers(
  context: BrowserContext,
  method: string,
  times = 1,
  cut = 0,
): Promise<() => number> {
  let lost = 0;
  await context.route(/\/obras(\/\d+)?$/, async (route) => {
    if (route.request().method() !== method || lost >= times) return route.fallback();
    lost += 1;
    const answer = await route.fetch();
    assert.ok(answer.ok(), `${answer.status()}: the registry has done it`);
    if (lost <= cut) {
      return route.fulfill({ response: answer, body: (await answer.text()).slice(0, 20) });
    }
    await route.abort('connectionreset');
  });
  return () => lost;
}

/** Holds the requests of a method back until they are let go. */
async function holdBack(context: BrowserContext, method: string): Promise<() => void> {
  const { free, letGo } = gate();
  await context.route(/\/obras(\/\d+)?$/, async (route) => {
    if (route.request().method() === method) await free;
    await route.fallback();
  });
  return letGo;
}

/** Waits until the draft has what was written. */
const kept = (page: Page, text: string) =>
  until(
    page,
    `Object.entries(localStorage).some(([name, value]) =>
      name.startsWith('registro.borrador.') && value.includes(${JSON.stringify(text)}))`,
  );
const drafts = (page: Page) =>
  page.evaluate<string[]>(
    `Object.keys(localStorage).filter((name) => name.startsWith('registro.borrador.'))`,
  );

/** The console's words for an answer that did not come, and for another body under its key. */
const LOST = /ERR_CONNECTION_RESET|ERR_FAILED|422/;
/** Waits until the form may be sent again. */
const canSend = (page: Page) => until(page, `!document.querySelector('[type=submit]').disabled`);
const CONTINUE = /Continuar con lo que había escrito de las \d+:\d\d/;

describe('The portal: drafts and lost answers', () => {
  test('a tab that was closed in the middle gives back what was written', async () => {
    const clave = newKey();
    const { page, context } = await visit('admin', '/obras/nueva');
    await fillObra(page, clave, 'A medias');
    await addPlace(page, 'ruta', '20.97, -89.62', '20.98, -89.61');
    await kept(page, '20.98');
    await page.close();

    const again = await context.newPage();
    await again.goto(`${base}/portal/obras/nueva`);
    const offer = again.getByRole('button', { name: CONTINUE });
    await offer.waitFor();
    await expectText(again, 'A medias');
    await assertAccessible(again);
    await offer.click();
    assert.equal(await again.getByLabel('Clave única').inputValue(), clave);
    assert.equal(await again.getByLabel('Monto').inputValue(), '1250000.50');
    assert.deepEqual(await tableOf(again), [
      [-89.62, 20.97],
      [-89.61, 20.98],
    ]);
    await again.getByLabel('Dirección').fill('Periférico');
    await register(again);
    await announced(again, /Se registró/);
    assert.equal((await theWorkWith(clave)).ubicaciones[0]?.direccion, 'Periférico');
    assert.deepEqual(await drafts(again), []);
    await again.goto(`${base}/portal/obras/nueva`);
    await again.getByLabel('Nombre').waitFor();
    assert.equal(await again.getByRole('button', { name: CONTINUE }).count(), 0);
  });

  test('a correction is offered again, and can be thrown away', async () => {
    const { id } = await makeObra();
    const { page } = await visit('admin', `/obras/${id}/editar`);
    await page.getByLabel('Descripción').fill('Corregida a medias');
    await kept(page, 'Corregida a medias');
    // By a link of the portal, too.
    await page.getByRole('link', { name: 'Salir sin guardar' }).click();
    await page.goto(`${base}/portal/obras/${id}/editar`);
    await press(page, CONTINUE);
    assert.equal(await page.getByLabel('Descripción').inputValue(), 'Corregida a medias');
    await page.reload();
    await press(page, 'Descartar');
    assert.equal(await page.getByLabel('Descripción').inputValue(), '');
    assert.deepEqual(await drafts(page), []);
    // A change that is taken back by hand is no draft either.
    await page.getByLabel('Descripción').fill('x');
    await kept(page, '"descripcion":"x"');
    await page.getByLabel('Descripción').fill('');
    await until(page, `!Object.keys(localStorage).some((n) => n.startsWith('registro.borrador.'))`);
  });

  test('a session that ends in the middle: one signs in on top of the form, and the same goes out', async () => {
    const email = `temporal-${process.pid}@ejemplo.mx`;
    const clave = newKey();
    const id = await makeUser(email, 'propia-1', { roles: 'admin' });
    const { page } = await visit('nobody', '/obras/nueva', { allow: /401/ });
    await signIn(page, email, 'propia-1');
    await fillObra(page, clave, 'Con la sesión terminada');
    // An administrator sets a password: that ends the session.
    const setPassword = (password: string) =>
      fetchJson('PATCH', `/users/${id}`, { password, mustChangePassword: false });
    await setPassword('nueva-1');
    await register(page);
    const dialog = page.getByRole('dialog', { name: 'Su sesión terminó' });
    await dialog.waitFor();
    await assertAccessible(page);
    await signIn(page, email, 'nueva-1');
    await announced(page, /Se registró/);
    await theWorkWith(clave);

    // Somebody who does not sign in finds it again later.
    await page.goto(`${base}/portal/obras/nueva`);
    await page.getByLabel('Nombre').fill('Para mañana');
    await kept(page, 'Para mañana');
    await setPassword('otra-1');
    await register(page);
    await press(dialog, 'Cerrar');
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
    await signIn(page, email, 'otra-1');
    await press(page, CONTINUE);
    assert.equal(await page.getByLabel('Nombre').inputValue(), 'Para mañana');
  });

  test('a draft is offered to nobody else who uses the same computer', async () => {
    const { page } = await visit('admin', '/obras/nueva');
    await page.getByLabel('Nombre').fill('De la primera');
    await kept(page, 'De la primera');
    await press(page, 'admin@obras.local');
    await page.getByRole('menuitem', { name: 'Salir' }).click();
    await signIn(page, people.admin2.email, people.admin2.password);
    await page.getByRole('button', { name: 'otra-admin@ejemplo.mx' }).waitFor();
    await page.goto(`${base}/portal/obras/nueva`);
    await page.getByLabel('Nombre').waitFor();
    assert.equal(await page.getByText('De la primera').count(), 0);
  });

  test('another person who signs in over the form sees and sends nothing of it', async () => {
    const clave = newKey();
    const { page, context } = await visit('admin', '/obras/nueva', { allow: /401/ });
    await fillObra(page, clave, 'De la primera');
    await refuse(context, /\/obras$/, 401, 'Unauthorized', { method: 'POST' });
    await register(page);
    const dialog = page.getByRole('dialog', { name: 'Su sesión terminó' });
    await dialog.waitFor();
    await context.unroute(/\/obras$/);
    await signIn(page, people.admin2.email, people.admin2.password);
    await expectGone(dialog);
    await page.getByRole('button', { name: people.admin2.email }).waitFor();
    assert.equal(await page.getByLabel('Nombre').inputValue(), '');
    assert.equal((await worksWith(clave)).length, 0);
    const [mine, ...others] = await drafts(page);
    const admins = await fetchJson<{ id: string; email: string }[]>('GET', '/users');
    const first = admins.find(({ email }) => email === people.admin.email);
    assert.ok(mine?.includes(first?.id ?? '?'), `the draft is still of the first: ${mine}`);
    assert.deepEqual(others, []);
  });

  test('an answer that was lost makes no second work', async () => {
    const clave = newKey();
    const { page, context } = await visit('admin', '/obras/nueva', { allow: LOST });
    await fillObra(page, clave, 'Con la respuesta perdida');
    const lost = await loseAnswers(context, 'POST', 2, 1);
    await register(page);
    await expectText(page, 'No hubo respuesta del registro: no se sabe si llegó.');
    assert.equal(lost(), 1);
    await register(page);
    await eventually(async () => lost(), 2);
    await expectText(page, 'No hubo respuesta del registro: no se sabe si llegó.');
    assert.equal((await worksWith(clave)).length, 1);
    assert.equal((await drafts(page)).length, 1, 'what is not confirmed is kept');
    // Even where the tab is closed in between.
    await page.reload();
    await press(page, CONTINUE);
    await register(page);
    await announced(page, /Se registró la obra «Con la respuesta perdida»/);
    await theWorkWith(clave);
    assert.deepEqual(await drafts(page), []);
  });

  test('what is written while a correction is on its way stays, and is saved after it', async () => {
    const { id } = await makeObra({ monto: 1000 });
    const { page, context } = await visit('admin', `/obras/${id}/editar`);
    await page.getByLabel('Monto').fill('2000');
    const letGo = await holdBack(context, 'PATCH');
    await save(page);
    await page.getByLabel('Descripción').fill('Escrita mientras se enviaba');
    letGo();
    await announced(page, 'Se guardó lo que envió. Guarde aquí lo que cambió después.');
    const { monto, descripcion } = await readObra(id);
    assert.deepEqual([monto, descripcion], [2000, '']);
    assert.equal(await page.getByLabel('Descripción').inputValue(), 'Escrita mientras se enviaba');
    await saved(page);
    assert.equal((await readObra(id)).descripcion, 'Escrita mientras se enviaba');
    assert.deepEqual(await drafts(page), []);
  });

  test('what is written while a registration is on its way becomes a correction of it', async () => {
    const clave = newKey();
    const { page, context } = await visit('admin', '/obras/nueva');
    await fillObra(page, clave, 'Enviada');
    await addPlace(page, 'punto', '20.97, -89.62');
    await page.getByLabel('Dirección').fill('Calle 1');
    const letGo = await holdBack(context, 'POST');
    await register(page);
    await page.getByLabel('Dirección').fill('Calle 2');
    letGo();
    await page.getByRole('heading', { name: 'Corregir «Enviada»' }).waitFor();
    const [before] = (await theWorkWith(clave)).ubicaciones;
    await saved(page);
    const after = (await theWorkWith(clave)).ubicaciones;
    assert.deepEqual(
      after.map(({ id, direccion }) => [id, direccion]),
      [[before?.id, 'Calle 2']],
    );
  });

  test('what is changed after a lost answer goes to the work that was registered, even its key', async () => {
    const [clave, other] = [newKey(), newKey()];
    const { page, context } = await visit('admin', '/obras/nueva', { allow: LOST });
    await fillObra(page, clave, 'Perdida y cambiada');
    await addPlace(page, 'punto', '20.97, -89.62');
    await page.getByLabel('Dirección').fill('Calle 1');
    await loseAnswers(context, 'POST');
    await register(page);
    await expectText(page, 'no se sabe si llegó');
    const { id, ubicaciones } = await theWorkWith(clave);
    await page.getByLabel('Clave única').fill(other);
    await page.getByLabel('Descripción').fill('Escrito después');
    const button = page.getByRole('button', { name: 'Registrar la obra' });
    await canSend(page);
    await button.click();
    await announced(page, 'Lo que envió antes sí quedó registrado');
    assert.equal(await page.getByLabel('Descripción').inputValue(), 'Escrito después');
    await saved(page);
    const after = await readObra(id);
    assert.deepEqual([after.claveUnica, after.descripcion], [other, 'Escrito después']);
    assert.deepEqual(after.ubicaciones, ubicaciones);
    assert.equal((await worksWith(clave)).length, 0);
    assert.equal((await worksWith(other)).length, 1);
  });

  test('a sending that never arrived is not taken for another’s work of the same key', async () => {
    const { id } = await makeObra({ nombre: 'De otra oficina' });
    const { claveUnica } = await readObra(id);
    const { page, context } = await visit('admin', '/obras/nueva', {
      allow: /ERR_CONNECTION_RESET|ERR_FAILED|409/,
    });
    await fillObra(page, claveUnica, 'Con una clave ajena');
    let isCut = false;
    await context.route(/\/obras$/, (route) => {
      if (route.request().method() !== 'POST' || isCut) return route.fallback();
      isCut = true;
      return route.abort('connectionreset');
    });
    await register(page);
    await expectText(page, 'no se sabe si llegó');
    await page.getByLabel('Descripción').fill('Escrito después');
    await canSend(page);
    await register(page);
    const taken = `Ya existe una obra con la clave única "${claveUnica}".`;
    await page.getByText(taken).first().waitFor();
    assert.equal((await readObra(id)).nombre, 'De otra oficina');
  });

  test('a correction whose answer was lost finds its own values, and counts as saved', async () => {
    const { id } = await makeObra();
    const { page, context } = await visit('admin', `/obras/${id}/editar`, {
      allow: /ERR_CONNECTION_RESET|ERR_FAILED|412/,
    });
    await page.getByLabel('Monto').fill('777');
    await addPlace(page, 'punto', '20.97, -89.62');
    await page.getByLabel('Dirección').fill('Calle 1');
    await loseAnswers(context, 'PATCH');
    await save(page);
    await expectText(page, 'no se sabe si llegó');
    await canSend(page);
    await saved(page);
    const { monto, ubicaciones } = await readObra(id);
    assert.deepEqual([monto, ubicaciones.length], [777, 1]);
    const changes = await fetchJson<object[]>('GET', `/obras/${id}/historial`);
    assert.equal(changes.length, 2, 'it was registered, and corrected once');
  });

  test('without a network nothing is lost, and it goes on when it is back', async () => {
    const clave = newKey();
    const { page, context } = await visit('admin', '/obras/nueva', {
      allow: /ERR_INTERNET_DISCONNECTED|ERR_NETWORK/,
    });
    await fillObra(page, clave, 'En el campo');
    await press(page, 'Agregar punto');
    await page.getByRole('application').locator('canvas').first().waitFor();
    await context.setOffline(true);
    const button = page.getByRole('button', { name: 'Registrar la obra' });
    await expectText(page, 'Sin conexión no se puede guardar.');
    assert.ok(await button.isDisabled());
    await page.getByLabel('Latitud, longitud').fill('20.97, -89.62');
    await page.keyboard.press('Enter');
    await page.getByLabel('Dirección').fill('Sin señal');
    await kept(page, 'Sin señal');
    await assertAccessible(page);
    await context.setOffline(false);
    await canSend(page);
    await registered(page);
    assert.equal((await theWorkWith(clave)).ubicaciones[0]?.direccion, 'Sin señal');
  });

  test('an answer that is still under way is waited for', async () => {
    const clave = newKey();
    const { page, context } = await visit('admin', '/obras/nueva', {
      allow: /409|ERR_FAILED|ERR_CONNECTION_RESET/,
    });
    await fillObra(page, clave, 'Lenta');
    // The answer is lost, and to the second the registry says, as it does then, that the first is still under way.
    await loseAnswers(context, 'POST');
    await register(page);
    await expectText(page, 'no se sabe si llegó');
    const running =
      'La primera solicitud con esta Idempotency-Key sigue en curso; intente de nuevo en 1 segundo.';
    await refuse(context, /\/obras$/, 409, running, { method: 'POST', times: 1, retryAfter: 1 });
    await canSend(page);
    await register(page);
    await expectText(page, 'La primera solicitud con esta Idempotency-Key sigue en curso');
    await announced(page, /Se registró/);
    await theWorkWith(clave);
  });

  test('a registry that was upgraded meanwhile: the page is loaded again, and the draft is there', async () => {
    const { page, context } = await visit('admin', '/obras/nueva', { allow: /404|assets/ });
    await page.getByLabel('Nombre').fill('Antes de la versión nueva');
    await kept(page, 'Antes de la versión nueva');
    // The parts of the old version are no longer there.
    let isOld = true;
    await context.route(/assets\/.*\.js$/, (route) =>
      isOld ? route.fulfill({ status: 404, body: '' }) : route.fallback(),
    );
    await page.getByRole('link', { name: 'Ayuda' }).click();
    const dialog = page.getByRole('dialog', { name: 'Hay una versión nueva' });
    await dialog.waitFor();
    isOld = false;
    await press(dialog, 'Cargar de nuevo');
    await page.goto(`${base}/portal/obras/nueva`);
    await press(page, CONTINUE);
    assert.equal(await page.getByLabel('Nombre').inputValue(), 'Antes de la versión nueva');
  });

  test('two works that are begun in two tabs are two drafts', async () => {
    const { page, context } = await visit('admin', '/obras/nueva');
    await page.getByLabel('Nombre').fill('Primera de dos');
    await kept(page, 'Primera de dos');
    const other = await context.newPage();
    await other.goto(`${base}/portal/obras/nueva`);
    await expectText(other, 'Primera de dos');
    await other.getByLabel('Nombre').fill('Segunda de dos');
    await kept(other, 'Segunda de dos');
    await page.reload();
    await expectText(page, 'Primera de dos');
    await expectText(page, 'Segunda de dos');
    assert.equal((await drafts(page)).length, 2);
  });
});
