import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually, expectAlert, expectGone, expectHeading, expectValue } from './gestures.ts';
import {
  assertAccessible,
  base,
  fetchJson,
  gate,
  logIn,
  makeObra,
  people,
  publicBase,
  type Schema,
  signIn,
  until,
  visit,
} from './portal-world.ts';

/** The token of a tab. */
const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(`JSON.parse(sessionStorage.getItem('registro.sesion')).token`);
/** The status that a request with a token gets. */
const statusWith = async (token: string): Promise<number> =>
  (await fetch(`${base}/municipios`, { headers: { authorization: `Bearer ${token}` } })).status;
async function leave(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: email }).click();
  await page.getByRole('menuitem', { name: 'Salir' }).click();
}
const noSession = (page: Page) => until(page, `sessionStorage.getItem('registro.sesion') === null`);

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
    await other.getByRole('button', { name: people.user.email }).waitFor();
    const token = await tokenOf(other);
    await leave(other, people.user.email);
    await other.waitForURL(/\/portal\/entrar/);
    await page.waitForURL(/\/portal\/entrar\?volver=%2Fcatalogos/);
    await noSession(page);
    await eventually(() => statusWith(token), 401);
    // A tab that is opened again has what it had when it was closed.
    const again = await context.newPage();
    await again.goto(`${base}/portal/catalogos`);
    await expectHeading(again, 'Entrar');
    await noSession(again);
  });

  test('a tab that was elsewhere while another left has no session when it comes back', async () => {
    const { page, context } = await visit('user', '/catalogos');
    await expectHeading(page, 'Catálogos');
    await page.evaluate(`localStorage.setItem('authorized', '{}')`);
    await page.goto(`${base}/docs`);
    const other = await context.newPage();
    await other.goto(`${base}/portal/cuenta`);
    await leave(other, people.user.email);
    await other.waitForURL(/\/portal\/entrar/);
    await page.goBack();
    await page.waitForURL(/\/portal\/entrar/);
    await noSession(page);
    // Nor is there a token any more that was pasted into /docs.
    assert.equal(await page.evaluate(`localStorage.getItem('authorized')`), null);
  });

  // As a page is that the browser has kept: it hears nothing while it is not shown.
  const DEAF = `
    BroadcastChannel.prototype.postMessage = () => {};
    Object.defineProperty(BroadcastChannel.prototype, 'onmessage', { set() {} });
    addEventListener('storage', (event) => event.stopImmediatePropagation());`;
  const LOOKS: [how: string, look: (page: Page) => Promise<unknown>][] = [
    [
      'comes back as it was',
      (page) =>
        page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`),
    ],
    [
      'is shown again',
      (page) => page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`),
    ],
    ['asks the registry', (page) => page.getByRole('link', { name: 'Dependencias' }).click()],
  ];
  for (const [how, look] of LOOKS) {
    test(`a page that has heard nothing of it has no session once it ${how}`, async () => {
      // What it asks the registry in that moment is refused.
      const allow = /status of 401/;
      const { page, context } = await visit('user', null, { isOwn: true, allow });
      await page.addInitScript(DEAF);
      await page.goto(`${base}/portal/catalogos`);
      await expectHeading(page, 'Catálogos');
      const other = await context.newPage();
      await other.goto(`${base}/portal/cuenta`);
      await leave(other, people.user.email);
      await other.waitForURL(/\/portal\/entrar/);
      assert.notEqual(await tokenOf(page), null);
      await look(page);
      await page.waitForURL(/\/portal\/entrar/);
      await noSession(page);
      assert.equal(await page.getByRole('dialog').count(), 0);
    });
  }

  test('of two accounts in one browser one leaves, and the other goes on', async () => {
    const { page, context } = await visit('user', '/catalogos');
    await expectHeading(page, 'Catálogos');
    const other = await context.newPage();
    await other.goto(`${base}/health/live`);
    const { access_token: token, user } = (await (
      await logIn(people.admin2)
    ).json()) as Schema<'Sesion'>;
    await other.evaluate(
      `sessionStorage.setItem('registro.sesion', ${JSON.stringify(
        JSON.stringify({ token, user, expiresAt: Date.now() + 3_600_000 }),
      )})`,
    );
    await other.goto(`${base}/portal/cuenta`);
    const mine = await tokenOf(page);
    await leave(other, people.admin2.email);
    await eventually(() => statusWith(token), 401);
    assert.equal(await statusWith(mine), 200);
    await page.reload();
    await page.getByRole('button', { name: people.user.email }).waitFor();
  });

  test('a change under way while its person leaves is refused, and asks nobody for a password', async () => {
    const { id } = await makeObra({ nombre: 'Obra de quien sale' });
    const { page, context } = await visit('admin', `/obras/${id}/editar`, { allow: /401/ });
    await page.getByLabel('Nombre').fill('Cambiada al salir');
    const { free, letGo } = gate();
    await page.route(`**/obras/${id}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback();
      await free;
      return route.continue();
    });
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Guardar' }).first().click();
    await sent;
    const other = await context.newPage();
    await other.goto(`${base}/portal/cuenta`);
    const token = await tokenOf(other);
    await leave(other, people.admin.email);
    await eventually(() => statusWith(token), 401);
    const answered = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    letGo();
    assert.equal((await answered).status(), 401);
    await expectHeading(page, 'Entrar');
    assert.equal(await page.getByRole('dialog').count(), 0);
    const { nombre } = await fetchJson<Schema<'Obra'>>('GET', `/obras/${id}`);
    assert.equal(nombre, 'Obra de quien sale');
  });

  test('where the registry does not answer, leaving says so, and ends the session as soon as it does', async () => {
    const { page } = await visit('user', '/cuenta', { allow: /ERR_FAILED/ });
    await page.getByRole('button', { name: people.user.email }).waitFor();
    const token = await tokenOf(page);
    await page.route('**/auth/logout', (route) => route.abort());
    await leave(page, people.user.email);
    await expectHeading(page, 'Entrar');
    const notice = page.getByText('Salió de este navegador, pero el registro no responde.');
    await notice.waitFor();
    await assertAccessible(page);
    assert.equal(await statusWith(token), 200);
    await page.unroute('**/auth/logout');
    await expectGone(notice);
    assert.equal(await statusWith(token), 401);
  });

  test('a new tab has the session of one that is busy', async () => {
    const { page, context } = await visit('user', '/catalogos');
    await expectHeading(page, 'Catálogos');
    const other = await context.newPage();
    await other.addInitScript(`sessionStorage.setItem('prueba.entro', '1')`);
    const addresses: string[] = [];
    other.on('framenavigated', (frame) => addresses.push(frame.url()));
    await page.evaluate(`setTimeout(() => {
      for (const end = performance.now() + 2500; performance.now() < end; );
    })`);
    await other.goto(`${base}/portal/catalogos`);
    await expectHeading(other, 'Catálogos');
    assert.ok(!addresses.some((url) => url.includes('/entrar')), addresses.join());
  });

  test('a device whose clock is nine hours ahead, or behind, keeps its session when the page is loaded again', async () => {
    for (const hours of [9, -9]) {
      const { page, leave } = await visit('nobody', null, { isOwn: true });
      await page.addInitScript(`
        const now = Date.now;
        Date.now = () => now() + ${hours} * 3_600_000;`);
      await page.goto(`${base}/portal/entrar`);
      await signIn(page, people.user.email, people.user.password);
      await page.getByRole('button', { name: people.user.email }).waitFor();
      await page.goto(`${base}/portal/cuenta`);
      await expectHeading(page, 'Mi cuenta');
      assert.equal(await page.getByText(/Su sesión termina a las/).count(), 0);
      await leave();
    }
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
