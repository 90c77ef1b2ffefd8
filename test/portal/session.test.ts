import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectAlert, expectGone, expectHeading, expectValue } from './gestures.ts';
import {
  assertAccessible,
  base,
  people,
  publicBase,
  signIn,
  until,
  visit,
} from './portal-world.ts';

describe('The portal: sessions', () => {
  test('who has no session signs in, and is led to where they wanted to go', async () => {
    const { page } = await visit('nobody', '/cuenta?a=b');
    await expectHeading(page, 'Entrar');
    await assertAccessible(page);
    await signIn(page, people.user.email, people.user.password);
    await page.waitForURL(`${base}/portal/cuenta?a=b`);
  });

  test('a wrong password is told in the words of the registry', async () => {
    const { page } = await visit('nobody', '/entrar', { allow: /401/ });
    await page.getByLabel('Correo electrónico').fill(people.user.email);
    await page.getByLabel('Contraseña').fill('otra-cosa');
    // Of two clicks in a row the first alone counts: too many wrong passwords would lock them out.
    let tries = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/login')) tries += 1;
    });
    await page.getByRole('button', { name: 'Entrar', exact: true }).dblclick();
    await expectAlert(page, 'Credenciales inválidas');
    await expectValue(page.getByLabel('Contraseña'), '');
    assert.equal(tries, 1);
  });

  test('another tab has the session too, and leaving ends it in both', async () => {
    const { page, context } = await visit('user', '/catalogos');
    await expectHeading(page, 'Catálogos');
    const other = await context.newPage();
    // A tab that was opened by hand: what the first one keeps is not copied into it.
    await other.addInitScript(`sessionStorage.setItem('prueba.entro', '1')`);
    await other.goto(`${base}/portal/cuenta`);
    await other.getByRole('button', { name: people.user.email }).click();
    await other.getByRole('menuitem', { name: 'Salir' }).click();
    await other.waitForURL(/\/portal\/entrar/);
    await page.waitForURL(/\/portal\/entrar\?volver=%2Fcatalogos/);
    await until(page, `sessionStorage.getItem('registro.sesion') === null`);
  });

  test('a session that ended while the page was open asks for the password on top of it, and goes on', async () => {
    const { page } = await visit('user', '/ayuda', { allow: /401/ });
    await page.getByRole('heading', { level: 1 }).waitFor();
    // As a token is whose time is up: the registry does not take it any more.
    await page.evaluate(`{
      const kept = JSON.parse(sessionStorage.getItem('registro.sesion'));
      sessionStorage.setItem('registro.sesion', JSON.stringify({ ...kept, token: kept.token + 'x' }));
    }`);
    await page.goto(`${base}/portal/catalogos/dependencias`);
    const dialog = page.getByRole('dialog', { name: 'Su sesión terminó' });
    await dialog.getByLabel('Contraseña').fill(people.user.password);
    await assertAccessible(page);
    await page.keyboard.press('Enter');
    await expectGone(dialog);
    await page.getByRole('table').getByRole('row').nth(2).waitFor();
  });

  test('favorites are asked of nobody who has not signed in, also where all works are public', async () => {
    const at = await publicBase();
    const { page } = await visit('nobody', '/obras?favoritas=true', { at });
    await page.waitForURL(`${at}/portal/entrar?volver=%2Fobras%3Ffavoritas%3Dtrue`);
  });

  test('the address after signing in is one of the portal, whatever a link says', async () => {
    const elsewhere = ['//ejemplo.mx/', 'https://ejemplo.mx/', '/\\ejemplo.mx'];
    for (const back of [...elsewhere, 'javascript:alert(1)']) {
      const { page, leave } = await visit('nobody', `/entrar?volver=${encodeURIComponent(back)}`);
      await signIn(page, people.user.email, people.user.password);
      await page.waitForURL(`${base}/portal/obras**`);
      await leave();
    }
  });
});
