import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NO_SESSION } from '../process.ts';
import {
  addPlace,
  announced,
  drafts,
  fillObra,
  kept,
  newKey,
  readObra,
  register,
  registered,
  save,
  saved,
  tableOf,
  theSheet,
  theWorkWith,
  worksWith,
} from './formulario-pasos.ts';
import {
  canSend,
  eventually,
  expectFieldError,
  expectGone,
  expectText,
  expectValue,
  go,
  press,
} from './gestures.ts';
import {
  assertAccessible,
  base,
  fetchJson,
  holdBack,
  loseAnswers,
  makeObra,
  makeUser,
  people,
  refuse,
  signIn,
  visit,
} from './portal-world.ts';

/** Works, and one of them. */
const OBRAS = /\/obras(\/\d+)?$/;

/** The console's words for an answer that did not come, and for another body under its key. */
const LOST = /ERR_CONNECTION_RESET|ERR_FAILED|409|412|422/;
const CONTINUE = /Continuar con lo que había escrito de las \d+:\d\d/;

describe('The portal: drafts and lost answers', () => {
  test('a tab that was closed in the middle gives back what was written, and without a network it goes on', async () => {
    const clave = newKey();
    const { page, context } = await visit('admin', '/obras/nueva', {
      allow: /ERR_INTERNET_DISCONNECTED|ERR_NETWORK/,
    });
    await fillObra(page, clave, 'A medias');
    await page.getByLabel('Monto').fill('1.250');
    await page.keyboard.press('Tab');
    await addPlace(page, 'ruta', '20.97, -89.62', '20.98, -89.61');
    await kept(page, '20.98');
    await page.close();

    const again = await context.newPage();
    await again.goto(`${base}/portal/obras/nueva`);
    const offer = again.getByRole('button', { name: CONTINUE });
    await offer.waitFor();
    await expectText(again, 'A medias');
    await assertAccessible(again);
    // Another work that is begun meanwhile is another draft.
    await again.getByLabel('Nombre').fill('Otra de dos');
    await kept(again, 'Otra de dos');
    await go(again, '/ayuda');
    await go(again, '/obras/nueva');
    for (const name of ['Otra de dos', 'A medias']) await expectText(again, name);
    assert.equal(await offer.count(), 2);
    await offer.last().click();
    await expectValue(again.getByLabel('Clave única'), clave);
    await expectFieldError(again, '«1.250» puede leerse de dos maneras');
    await expectValue(again.getByLabel('Monto'), '1.250');
    await again.getByLabel('Monto').fill('1250,50');
    assert.deepEqual((await tableOf(again)).flat(), [-89.62, 20.97, -89.61, 20.98]);
    await again.getByRole('application').locator('canvas').first().waitFor();
    await context.setOffline(true);
    await expectText(again, 'Sin conexión no se puede guardar.');
    await assertAccessible(again);
    assert.ok(await again.getByRole('button', { name: 'Registrar la obra' }).isDisabled());
    await again.getByLabel('Otro vértice').fill('20.99, -89.61');
    await again.keyboard.press('Enter');
    await again.getByLabel('Dirección').fill('Sin señal');
    await kept(again, 'Sin señal');
    await context.setOffline(false);
    await canSend(again);
    await registered(again);
    const { monto, ubicaciones } = await theWorkWith(clave);
    assert.deepEqual([monto, ubicaciones[0]?.direccion], [1250.5, 'Sin señal']);
    assert.equal((await drafts(again)).length, 1);
    await go(again, '/obras/nueva');
    await expectText(again, 'Otra de dos');
    assert.equal(await offer.count(), 1);
  });

  test('a correction that is offered again can be thrown away', async () => {
    const { id } = await makeObra();
    const { page } = await visit('admin', `/obras/${id}/editar`);
    const field = page.getByLabel('Descripción');
    await field.fill('Corregida a medias');
    await kept(page, 'Corregida a medias');
    await page.reload();
    await press(page, 'Descartar');
    await expectValue(field, '');
    assert.deepEqual(await drafts(page), []);
    // A change that is taken back by hand is no draft either.
    await field.fill('x');
    await kept(page, '"descripcion":"x"');
    await field.fill('');
    await eventually(() => drafts(page), []);
  });

  test('a session that ends in the middle: one signs in on top of the form, and the same goes out', async () => {
    const email = `temporal-${process.pid}@ejemplo.mx`;
    const clave = newKey();
    const id = await makeUser(email, 'propia-1', { roles: 'admin' });
    const { page } = await visit('nobody', '/obras/nueva', { allow: /Unauthorized/ });
    await signIn(page, email, 'propia-1');
    await fillObra(page, clave, 'Con la sesión terminada');
    // An administrator sets a password: that ends the session.
    const setPassword = (password: string) =>
      fetchJson('PATCH', `/users/${id}`, { password, mustChangePassword: false });
    await setPassword('nueva-1');
    await register(page);
    const dialog = page.getByRole('dialog', { name: 'Su sesión terminó' });
    await dialog.waitFor();
    await signIn(page, email, 'nueva-1');
    await announced(page, /Se registró/);
    await theWorkWith(clave);
    await theSheet(page);

    // Somebody who does not sign in finds it again later.
    await go(page, '/obras/nueva');
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

  test('another person who signs in over the form sees and sends nothing of it, and is offered none of it', async () => {
    const { page, context } = await visit('admin', '/obras/nueva', { allow: /Unauthorized/ });
    await page.getByLabel('Nombre').fill('De la primera');
    await refuse(context, /\/obras$/, NO_SESSION, 'Unauthorized', { method: 'POST' });
    await register(page);
    const dialog = page.getByRole('dialog', { name: 'Su sesión terminó' });
    await dialog.waitFor();
    await context.unroute(/\/obras$/);
    await signIn(page, people.admin2.email, people.admin2.password);
    await expectGone(dialog);
    await page.getByRole('button', { name: people.admin2.email }).waitFor();
    await expectValue(page.getByLabel('Nombre'), '');
    const admins = await fetchJson<{ id: string; email: string }[]>('GET', '/users');
    const first = admins.find(({ email }) => email === people.admin.email);
    const [mine, ...others] = await drafts(page);
    assert.ok(mine?.includes(first?.id ?? '?'), `the draft is still of the first: ${mine}`);
    assert.deepEqual(others, []);
    await go(page, '/ayuda');
    await go(page, '/obras/nueva');
    await page.getByLabel('Nombre').waitFor();
    assert.equal(await page.getByText('De la primera').count(), 0);
  });

  test('answers that were lost or are still under way make no second work, even where the tab is closed', async () => {
    const clave = newKey();
    const { page, context } = await visit('admin', '/obras/nueva', { allow: LOST });
    await fillObra(page, clave, 'Con la respuesta perdida');
    const lost = await loseAnswers(context, OBRAS, 'POST', { times: 2, cut: 1 });
    await register(page);
    await expectText(page, 'No hubo respuesta del registro: no se sabe si llegó.');
    assert.equal(lost(), 1);
    await register(page);
    await eventually(async () => lost(), 2);
    await expectText(page, 'No hubo respuesta del registro: no se sabe si llegó.');
    assert.equal((await worksWith(clave)).length, 1);
    assert.equal((await drafts(page)).length, 1, 'what is not confirmed is kept');
    await page.reload();
    await press(page, CONTINUE);
    // The registry says that the first is still under way: it is waited for.
    const running =
      'La primera solicitud con esta Idempotency-Key sigue en curso; intente de nuevo en 1 segundo.';
    await refuse(context, /\/obras$/, 409, running, { method: 'POST', times: 1, retryAfter: 1 });
    await register(page);
    await expectText(page, 'La primera solicitud con esta Idempotency-Key sigue en curso');
    await announced(page, /Se registró la obra «Con la respuesta perdida»/);
    await theWorkWith(clave);
    assert.deepEqual(await drafts(page), []);
  });

  test('a correction that was lost finds its own values, and what is written while one is on its way is saved after it', async () => {
    const { id } = await makeObra();
    const { page, context } = await visit('admin', `/obras/${id}/editar`, { allow: LOST });
    await page.getByLabel('Monto').fill('777');
    await addPlace(page, 'punto', '20.97, -89.62');
    await page.getByLabel('Dirección').fill('Calle 1');
    await loseAnswers(context, OBRAS, 'PATCH');
    await save(page);
    await expectText(page, 'no se sabe si llegó');
    await canSend(page);
    await saved(page);
    const first = await readObra(id);
    assert.deepEqual([first.monto, first.ubicaciones.length], [777, 1]);
    const changes = await fetchJson<object[]>('GET', `/obras/${id}/historial`);
    assert.equal(changes.length, 2, 'it was registered, and corrected once');

    await page.getByRole('link', { name: 'Editar' }).click();
    await page.getByLabel('Monto').fill('2000');
    const letGo = await holdBack(context, OBRAS, 'PATCH');
    await save(page);
    const field = page.getByLabel('Descripción');
    await field.fill('Escrita mientras se enviaba');
    letGo();
    await announced(page, 'Se guardó lo que envió. Guarde aquí lo que cambió después.');
    const { monto, descripcion } = await readObra(id);
    assert.deepEqual([monto, descripcion], [2000, '']);
    await expectValue(field, 'Escrita mientras se enviaba');
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
    const letGo = await holdBack(context, OBRAS, 'POST');
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

  test('a sending that never arrived takes no other user’s work; a change after a lost answer goes to the own one', async () => {
    const { id: theirs } = await makeObra({ nombre: 'De otra oficina' });
    const { claveUnica } = await readObra(theirs);
    const [clave, other] = [newKey(), newKey()];
    const { page, context } = await visit('admin', '/obras/nueva', { allow: LOST });
    await fillObra(page, claveUnica, 'Perdida y cambiada');
    await context.route(/\/obras$/, (route) =>
      route.request().method() === 'POST' ? route.abort('connectionreset') : route.fallback(),
    );
    await register(page);
    await expectText(page, 'no se sabe si llegó');
    await context.unroute(/\/obras$/);
    await page.getByLabel('Descripción').fill('Escrito después');
    await canSend(page);
    await register(page);
    await expectFieldError(page, `Ya existe una obra con la clave única "${claveUnica}".`);
    assert.equal((await readObra(theirs)).nombre, 'De otra oficina');

    await page.getByLabel('Clave única').fill(clave);
    await addPlace(page, 'punto', '20.97, -89.62');
    await page.getByLabel('Dirección').fill('Calle 1');
    await loseAnswers(context, OBRAS, 'POST');
    await register(page);
    await expectText(page, 'no se sabe si llegó');
    const { id, ubicaciones } = await theWorkWith(clave);
    await page.getByLabel('Clave única').fill(other);
    await page.getByLabel('Descripción').fill('Y más');
    await canSend(page);
    await register(page);
    await announced(page, 'Lo que envió antes sí quedó registrado');
    await expectValue(page.getByLabel('Descripción'), 'Y más');
    await saved(page);
    const after = await readObra(id);
    assert.deepEqual([after.claveUnica, after.descripcion], [other, 'Y más']);
    assert.deepEqual(after.ubicaciones, ubicaciones);
    assert.equal((await worksWith(clave)).length, 0);
  });
});
