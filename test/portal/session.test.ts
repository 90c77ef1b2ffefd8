import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { NO_SESSION } from '../process.ts';
import { eventually, expectAlert, expectGone, expectHeading, press, tabTo } from './gestures.ts';
import {
  assertAccessible,
  base,
  fetchJson,
  logIn,
  makeObra,
  people,
  type Schema,
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
  test('a visitor without a session signs in, reads of a wrong password, and is led to the page that was asked for', async () => {
    const { page } = await visit('nobody', '/cuenta?a=b', { allow: /Unauthorized/ });
    await expectHeading(page, 'Entrar');
    await assertAccessible(page);
    await page.getByLabel('Correo electrónico').fill(people.user.email);
    await page.getByLabel('Contraseña').fill('otra-cosa');
    // Of two clicks in a row the first alone counts: too many wrong passwords would lock them out.
    let tries = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/login')) tries += 1;
    });
    await page.getByRole('button', { name: 'Entrar', exact: true }).dblclick();
    await expectAlert(page, 'Credenciales inválidas');
    await eventually(() => page.getByLabel('Contraseña').inputValue(), '');
    assert.equal(tries, 1);
    // By keys alone. What a field that Tab comes to holds is selected, and typed over.
    await tabTo(page, 'Correo electrónico');
    await page.keyboard.type(people.user.email);
    await tabTo(page, 'Contraseña');
    await page.keyboard.type(people.user.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${base}/portal/cuenta?a=b`);
  });

  test('another tab has the session too, though the first is busy; leaving ends it in both, with a change under way, and not that of another account', async () => {
    const { id } = await makeObra({ nombre: 'Obra de quien sale' });
    const { page, context } = await visit('admin', `/obras/${id}/editar`, {
      allow: /Unauthorized/,
    });
    await page.getByRole('textbox', { name: 'Nombre' }).fill('Cambiada al salir');
    const other = await context.newPage();
    // A tab that was opened by hand: what the first one keeps is not copied into it.
    await other.goto(`${base}/health/live`);
    await other.evaluate(`sessionStorage.removeItem('registro.sesion')`);
    const addresses: string[] = [];
    other.on('framenavigated', (frame) => addresses.push(frame.url()));
    await page.evaluate(`setTimeout(() => {
      for (const end = performance.now() + 2000; performance.now() < end; );
    })`);
    await other.goto(`${base}/portal/cuenta`);
    await other.getByRole('button', { name: people.admin.email }).waitFor();
    assert.ok(!addresses.some((url) => url.includes('/entrar')), addresses.join());

    const token = await tokenOf(other);
    const third = await context.newPage();
    await third.goto(`${base}/health/live`);
    const { access_token, user } = (await (await logIn(people.admin2)).json()) as Schema<'Sesion'>;
    const theirs = JSON.stringify({ token: access_token, user, expiresAt: Date.now() + 3_600_000 });
    await third.evaluate(`sessionStorage.setItem('registro.sesion', ${JSON.stringify(theirs)})`);
    await third.goto(`${base}/portal/cuenta`);
    await third.getByRole('button', { name: people.admin2.email }).waitFor();
    // The change is under way while its person leaves.
    await page.route(`**/obras/${id}`, async (route) => {
      await leave(other, people.admin.email);
      await eventually(() => statusWith(token), NO_SESSION);
      await noSession(page);
      await route.continue();
    });
    const answered = page.waitForResponse(`**/obras/${id}`);
    await press(page, 'Guardar cambios');
    assert.equal((await answered).status(), NO_SESSION);
    await other.waitForURL(/\/portal\/entrar/);
    await page.waitForURL(/\/portal\/entrar\?volver=%2Fobras/);
    assert.equal(await tokenOf(third), access_token);
    await third.reload();
    await third.getByRole('button', { name: people.admin2.email }).waitFor();
    await third.close();
    // A tab that is opened again has what it had when it was closed.
    const again = await context.newPage();
    await again.goto(`${base}/portal/catalogos`);
    await expectHeading(again, 'Entrar');
    await noSession(again);
    assert.equal(await page.getByRole('dialog').count(), 0);
    const { nombre } = await fetchJson<Schema<'Obra'>>('GET', `/obras/${id}`);
    assert.equal(nombre, 'Obra de quien sale');
  });

  test('a tab that was elsewhere while another left has no session when it comes back', async () => {
    const { page, context } = await visit('user', '/catalogos');
    await expectHeading(page, 'Catálogos');
    await page.evaluate(`localStorage.setItem('authorized', '{}')`);
    await page.goto(`${base}/health/live`);
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

  test('pages that have heard nothing of it have no session once they come back, are shown or ask the registry', async () => {
    // What is asked of the registry in that moment is refused.
    const { page: other, context } = await visit('user', '/cuenta', {
      isOwn: true,
      allow: /Unauthorized/,
    });
    // As a page is that the browser has kept: it hears nothing while it is not shown.
    const deaf = async () => {
      const page = await context.newPage();
      await page.addInitScript(`
        BroadcastChannel.prototype.postMessage = () => {};
        Object.defineProperty(BroadcastChannel.prototype, 'onmessage', { set() {} });
        addEventListener('storage', (event) => event.stopImmediatePropagation());`);
      await page.goto(`${base}/portal/catalogos`);
      await expectHeading(page, 'Catálogos');
      return page;
    };
    const [back, shown, asking] = [await deaf(), await deaf(), await deaf()];
    await leave(other, people.user.email);
    await other.waitForURL(/\/portal\/entrar/);
    for (const page of [back, shown, asking]) assert.notEqual(await tokenOf(page), null);
    await back.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`);
    await shown.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await asking.getByRole('link', { name: 'Dependencias' }).click();
    for (const page of [back, shown, asking]) {
      await page.waitForURL(/\/portal\/entrar/);
      await noSession(page);
      assert.equal(await page.getByRole('dialog').count(), 0);
    }
  });

  test('where the registry does not answer, leaving says so, and ends the session as soon as it does', async () => {
    const { page } = await visit('user', '/cuenta', { isOwn: true, allow: /ERR_FAILED/ });
    await page.getByRole('button', { name: people.user.email }).waitFor();
    await page.clock.install();
    const token = await tokenOf(page);
    await page.route('**/auth/logout', (route) => route.abort());
    await leave(page, people.user.email);
    await expectHeading(page, 'Entrar');
    const notice = page.getByText('Salió de este navegador, pero el registro no responde.');
    await notice.waitFor();
    await assertAccessible(page);
    assert.equal(await statusWith(token), 200);
    await page.unroute('**/auth/logout');
    await page.clock.fastForward('00:10');
    await expectGone(notice);
    assert.equal(await statusWith(token), NO_SESSION);
  });

  test('a session that ended while the page was open asks for the password on top of it, and goes on', async () => {
    const { page } = await visit('user', '/ayuda', { allow: /Unauthorized/ });
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
});
