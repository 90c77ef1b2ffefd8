import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Route } from 'playwright-core';
import { NO_SESSION, session } from '../process.ts';
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
import {
  assertAccessible,
  base,
  fetchJson,
  logIn,
  makeUser,
  type Schema,
  signIn,
  visit,
} from './portal-world.ts';

type Usuario = Schema<'Usuario'>;

/** An account that nobody else uses; with `own`, its owner has chosen the password. */
async function account(name: string, own = true): Promise<{ id: string; email: string }> {
  const email = `${name}@cuenta.ejemplo.mx`;
  const fields = { nombreCompleto: `Persona ${name}`, email };
  if (own) return { id: await makeUser(email, 'la-mia-propia', fields), email };
  const given = { ...fields, password: 'provisional-1' };
  const { id } = await fetchJson<Usuario>('POST', '/users', given);
  return { id, email };
}

describe('The portal: one’s own account', () => {
  test('who was given a password chooses their own before anything else; blanks that were pasted are left out', async () => {
    const { id, email } = await account('nueva', false);
    const { page } = await visit('nobody', '/catalogos?a=b', { allow: /40[01]/ });
    await signIn(page, email, 'provisional-1 ');
    await expectHeading(page, 'Elija su contraseña');
    await expectText(page, /^La contraseña se tomó sin el espacio que traía/);
    // True for who was given it, and for who put it into ADMIN_PASSWORD.
    await expectText(page, 'La contraseña con la que entró es provisional.');
    await assertAccessibleEverywhere(page);
    // Nowhere else until then.
    await page.goto(`${base}/portal/catalogos?a=b`);
    await expectHeading(page, 'Elija su contraseña');

    const field = page.getByLabel('Contraseña nueva');
    const present = page.getByLabel('Contraseña actual');
    const save = page.getByRole('button', { name: 'Guardar mi contraseña' });
    // The one that somebody else gave is not their own.
    await present.fill('provisional-1\u00a0');
    await field.fill('provisional-1');
    await save.click();
    await expectFieldError(page, 'Debe ser distinta de la contraseña actual.');
    await assertAccessible(page);
    await field.fill('corta');
    await save.click();
    await expectFieldError(page, /^No debe tener menos de 6|^Debe tener .*6/);
    assert.equal(await field.getAttribute('type'), 'password');
    await page.getByText('Mostrar la contraseña').click();
    assert.equal(await field.getAttribute('type'), 'text');
    assert.equal(await field.inputValue(), 'corta');
    await field.fill('una que sólo yo sé ');
    await expectText(page, /^Empieza o termina con un espacio, que será parte de ella/);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${base}/portal/catalogos?a=b`);
    await expectHeading(page, 'Catálogos');
    assert.equal((await fetchJson<Usuario>('GET', `/users/${id}`)).mustChangePassword, false);
    // As it was typed it is right; without its blank it is another.
    await session(base, email, 'una que sólo yo sé ');
    assert.equal((await logIn({ email, password: 'una que sólo yo sé' })).status, NO_SESSION);
  });

  test('own name and e-mail are corrected; by keyboard alone a new password ends the other sessions', async () => {
    const { id, email } = await account('corrige');
    const { page } = await visit({ email, password: 'la-mia-propia' }, '/cuenta', { allow: /400/ });
    await expectText(page, 'Persona corrige');
    await press(page, 'Corregir mis datos');
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Nombre completo').fill('Persona Corregida');
    await drawer.getByLabel('Correo electrónico').fill('admin@obras.local');
    await press(drawer, 'Guardar cambios');
    await expectFieldError(drawer, 'El correo electrónico ya está registrado.');
    await assertAccessible(page);
    await drawer.getByLabel('Correo electrónico').fill('corregida@cuenta.ejemplo.mx');
    await press(drawer, 'Guardar cambios');
    await expectGone(drawer);
    await page.getByRole('button', { name: 'corregida@cuenta.ejemplo.mx' }).waitFor();
    const { nombreCompleto } = await fetchJson<Usuario>('GET', `/users/${id}`);
    assert.equal(nombreCompleto, 'Persona Corregida');

    const elsewhere = await session(base, 'corregida@cuenta.ejemplo.mx', 'la-mia-propia');
    await expectText(page, 'terminan sus sesiones en otros equipos; ésta sigue.');
    await tabTo(page, /^Contraseña actual/);
    await page.keyboard.type('la-mia-propia');
    await tabTo(page, /^Contraseña nueva/);
    await page.keyboard.type('otra-mia-propia');
    await page.keyboard.press('Enter');
    await expectText(page, 'Se guardó su contraseña.');
    assert.equal((await elsewhere('GET', `/users/${id}`)).status, NO_SESSION);
    await page.reload();
    await expectText(page, 'Persona Corregida');
    await assertAccessibleEverywhere(page);
    // One more choice than to leave this browser.
    const phone = await session(base, 'corregida@cuenta.ejemplo.mx', 'otra-mia-propia');
    await press(page, 'Salir en todos los equipos');
    await expectHeading(page, 'Entrar');
    await expectText(page, 'Terminaron todas sus sesiones.');
    assert.equal((await phone('GET', `/users/${id}`)).status, NO_SESSION);
  });

  test('without the present password there is no new one, and too many failures are refused as at the login', async () => {
    const { email } = await account('descuido');
    const descuidada = { email, password: 'la-mia-propia' };
    const { page } = await visit(descuidada, '/cuenta', { allow: /Unauthorized|429/ });
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
    assert.equal(await trial(), NO_SESSION);
    await expectFieldError(page, 'No es su contraseña actual.');
    // Nobody is signed out for it, and what was typed as the new one stays.
    assert.equal(await field.inputValue(), 'la-de-otra-persona');
    // So does what is typed before the refusal is there.
    const hold = async (route: Route) => {
      await present.fill('otra vez');
      await route.continue();
    };
    await page.route(/auth\/login$/, hold);
    assert.equal(await trial(), NO_SESSION);
    await expectFieldError(page, 'No es su contraseña actual.');
    assert.equal(await present.inputValue(), 'otra vez');
    await page.unroute(/auth\/login$/, hold);
    await present.fill('');
    let status = NO_SESSION;
    for (let tries = 0; status === NO_SESSION && tries < 20; tries++) status = await trial();
    assert.equal(status, 429);
    await expectAlert(page, /Demasiados intentos fallidos/);
    await expectText(page, /Podrá intentarlo de nuevo en \d+ s\./);
    await eventually(() => save.isDisabled(), true);
    await assertAccessible(page);
  });
});
