import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Route } from 'playwright-core';
import { session } from '../process.ts';
import {
  assertAccessibleEverywhere,
  eventually,
  expectAlert,
  expectFieldError,
  expectGone,
  expectHeading,
  expectText,
  expectValue,
  press,
  tabTo,
} from './gestures.ts';
import { base, fetchJson, logIn, type Schema, signIn, visit } from './portal-world.ts';

type Usuario = Schema<'Usuario'>;

/** An account that nobody else uses; with `own`, its owner has chosen the password. */
async function makeUser(name: string, own = true): Promise<{ id: string; email: string }> {
  const email = `${name}@cuenta.ejemplo.mx`;
  const { id } = await fetchJson<Usuario>('POST', '/users', {
    nombreCompleto: `Persona ${name}`,
    email,
    password: 'provisional-1',
  });
  if (own) {
    const call = await session(base, email, 'provisional-1');
    assert.equal((await call('PATCH', `/users/${id}`, { password: 'la-mia-propia' })).status, 200);
  }
  return { id, email };
}

describe('The portal: one’s own account', () => {
  test('who was given a password chooses their own before anything else', async () => {
    const { id, email } = await makeUser('nueva', false);
    const { page } = await visit('nobody', '/catalogos?a=b', { allow: /400/ });
    await signIn(page, email, 'provisional-1');
    await expectHeading(page, 'Elija su contraseña');
    // True for who was given it, and for who put it into ADMIN_PASSWORD.
    await expectText(page, 'La contraseña con la que entró es provisional.');
    await assertAccessibleEverywhere(page);
    // Nowhere else until then.
    await page.goto(`${base}/portal/obras`);
    await expectHeading(page, 'Elija su contraseña');
    await page.goto(`${base}/portal/catalogos?a=b`);
    await expectHeading(page, 'Elija su contraseña');

    const field = page.getByLabel('Contraseña nueva');
    const present = page.getByLabel('Contraseña actual');
    const save = page.getByRole('button', { name: 'Guardar mi contraseña' });
    // The one that somebody else gave is not their own.
    await present.fill('provisional-1');
    await field.fill('provisional-1');
    await save.click();
    await expectFieldError(page, 'Debe ser distinta de la contraseña actual.');
    await assertAccessibleEverywhere(page);
    assert.equal((await fetchJson<Usuario>('GET', `/users/${id}`)).mustChangePassword, true);
    await field.fill('corta');
    await save.click();
    await expectFieldError(page, /^No debe tener menos de 6|^Debe tener .*6/);
    assert.equal(await field.getAttribute('type'), 'password');
    await page.getByText('Mostrar la contraseña').click();
    assert.equal(await field.getAttribute('type'), 'text');
    assert.equal(await field.inputValue(), 'corta');
    await field.fill('una que sólo yo sé');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${base}/portal/catalogos?a=b`);
    await expectHeading(page, 'Catálogos');
    const own = await session(base, email, 'una que sólo yo sé');
    const user = (await (await own('GET', `/users/${id}`)).json()) as Usuario;
    assert.equal(user.mustChangePassword, false);
  });

  test('own name and e-mail are corrected, and the bar says so', async () => {
    const { id, email } = await makeUser('corrige');
    const { page } = await visit('nobody', '/cuenta', { allow: /400/ });
    await signIn(page, email, 'la-mia-propia');
    await expectText(page, 'Persona corrige');
    await press(page, 'Corregir mis datos');
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Nombre completo').fill('Persona Corregida');
    await drawer.getByLabel('Correo electrónico').fill('admin@obras.local');
    await press(drawer, 'Guardar cambios');
    await expectFieldError(drawer, 'El correo electrónico ya está registrado.');
    await assertAccessibleEverywhere(page);
    await drawer.getByLabel('Correo electrónico').fill('corregida@cuenta.ejemplo.mx');
    await press(drawer, 'Guardar cambios');
    await expectGone(drawer);
    await page.getByRole('button', { name: 'corregida@cuenta.ejemplo.mx' }).waitFor();
    const { nombreCompleto, email: now } = await fetchJson<Usuario>('GET', `/users/${id}`);
    assert.deepEqual([nombreCompleto, now], ['Persona Corregida', 'corregida@cuenta.ejemplo.mx']);
  });

  test('a new password ends the other sessions, and this one goes on; by keyboard alone', async () => {
    const { id, email } = await makeUser('cambia');
    const elsewhere = await session(base, email, 'la-mia-propia');
    const { page } = await visit('nobody', '/cuenta');
    await signIn(page, email, 'la-mia-propia');
    await expectHeading(page, 'Mi cuenta');
    await expectText(page, 'terminan sus sesiones en otros equipos; ésta sigue.');
    await tabTo(page, /^Contraseña actual/);
    await page.keyboard.type('la-mia-propia');
    await tabTo(page, /^Contraseña nueva/);
    await page.keyboard.type('otra-mia-propia');
    await page.keyboard.press('Enter');
    await expectText(page, 'Se guardó su contraseña.');
    assert.equal((await elsewhere('GET', `/users/${id}`)).status, 401);
    await page.reload();
    await expectText(page, 'Persona cambia');
    await assertAccessibleEverywhere(page);
    // One more choice than to leave this browser.
    const phone = await session(base, email, 'otra-mia-propia');
    assert.equal((await phone('GET', `/users/${id}`)).status, 200);
    await press(page, 'Salir en todos los equipos');
    await expectHeading(page, 'Entrar');
    await expectText(page, 'Terminaron todas sus sesiones.');
    assert.equal((await phone('GET', `/users/${id}`)).status, 401);
  });

  test('a password that was pasted with a blank at its end signs in, and one that has it as its part too', async () => {
    const { id, email } = await makeUser('pega', false);
    const { page } = await visit('nobody', '/entrar', { allow: /401/ });
    await signIn(page, email, 'provisional-1 ');
    await expectText(
      page,
      'La contraseña se tomó sin el espacio que traía al principio o al final.',
    );
    await page.getByLabel('Contraseña actual').fill('provisional-1\u00a0');
    await page.getByLabel('Contraseña nueva').fill('con-espacio ');
    await expectText(page, /^Empieza o termina con un espacio, que será parte de ella/);
    await press(page, 'Guardar mi contraseña');
    await expectText(page, 'Se guardó su contraseña.');
    // As it was typed it is right at once; without its blank it is another.
    const call = await session(base, email, 'con-espacio ');
    assert.equal((await call('GET', `/users/${id}`)).status, 200);
    const wrong = await logIn({ email, password: 'con-espacio' });
    assert.equal(wrong.status, 401);
  });

  test('without the present password there is no new one, and too many failures are told as at the login', async () => {
    const { id, email } = await makeUser('descuido');
    const { page } = await visit('nobody', '/cuenta', { allow: /401|429/ });
    await signIn(page, email, 'la-mia-propia');
    const present = page.getByLabel('Contraseña actual');
    const field = page.getByLabel('Contraseña nueva');
    const save = page.getByRole('button', { name: 'Cambiar mi contraseña' });
    await field.fill('la-de-otra-persona');
    await save.click();
    await expectFieldError(page, 'Escriba su contraseña actual.');
    const trial = async () => {
      // The trial before is over once it has emptied the field.
      await expectValue(present, '');
      await present.fill('adivinada');
      const [answer] = await Promise.all([page.waitForResponse(/auth\/login/), save.click()]);
      return answer.status();
    };
    assert.equal(await trial(), 401);
    await expectFieldError(page, 'No es su contraseña actual.');
    await assertAccessibleEverywhere(page);
    // Nobody is signed out for it, and what was typed as the new one stays.
    assert.equal(await field.inputValue(), 'la-de-otra-persona');
    // So does what is typed before the refusal is there.
    const hold = async (route: Route) => {
      await present.fill('otra vez');
      await route.continue();
    };
    await page.route(/auth\/login$/, hold);
    assert.equal(await trial(), 401);
    await expectFieldError(page, 'No es su contraseña actual.');
    assert.equal(await present.inputValue(), 'otra vez');
    await page.unroute(/auth\/login$/, hold);
    await present.fill('');
    let status = 401;
    for (let tries = 0; status === 401 && tries < 20; tries++) status = await trial();
    assert.equal(status, 429);
    await expectAlert(page, /Demasiados intentos fallidos/);
    await expectText(page, /Podrá intentarlo de nuevo en \d+ s\./);
    await eventually(() => save.isDisabled(), true);
    await assertAccessibleEverywhere(page);
    const { mustChangePassword } = await fetchJson<Usuario>('GET', `/users/${id}`);
    assert.equal(mustChangePassword, false);
    const failed = await fetchJson<{ accion: string }[]>(
      'GET',
      `/bitacora?accion=entrada%20fallida&registro=${id}`,
    );
    assert.ok(failed.length >= 10, 'its failures stand in the ledger as those of logins');
  });
});
