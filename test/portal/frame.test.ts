import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { act, eventually, expectGone, expectHeading, expectText, go, press } from './gestures.ts';
import {
  assertAccessible,
  assertFits,
  base,
  callAsAdmin,
  logIn,
  makeObra,
  makeUser,
  people,
  refuse,
  signIn,
  startEmpty,
  visit,
} from './portal-world.ts';

describe('The portal: what stands around every page', () => {
  test('Tab first leads past the bar; another page has its title, the focus on its heading, and begins at its top', async () => {
    const { page } = await visit('user', '/ayuda');
    await expectHeading(page, 'Ayuda');
    await expectText(page, 'Publica este registro: Registro de Obras Públicas.');
    await expectText(page, 'Guardar favoritas.');
    await page.keyboard.press('Tab');
    await page.locator('a:focus', { hasText: 'Ir al contenido' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('#contenido:focus').waitFor({ state: 'attached' });
    await page.evaluate('scrollTo(0, 400)');
    assert.ok((await page.evaluate<number>('scrollY')) > 100);

    await page.getByRole('navigation', { name: 'Principal' }).getByText('Catálogos').click();
    await expectHeading(page, 'Catálogos');
    await eventually(() => page.title(), 'Catálogos – Registro de Obras Públicas');
    await page.locator('h1:focus').waitFor();
    await eventually(() => page.evaluate('scrollY'), 0);
    assert.equal(await page.locator('nav [aria-current=page]').first().textContent(), 'Catálogos');

    await page.goto(`${base}/portal/nada/de/nada`);
    await expectHeading(page, 'No existe esta página');
    await assertAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'las obras' }).click();
    await page.waitForURL(/\/portal\/obras/);
    await go(page, '/obras/mapa');
    await expectHeading(page, 'No existe esta página');
    // A reader sees no way to administer, and is refused where they go by its address.
    assert.equal(await page.getByRole('button', { name: 'Administración' }).count(), 0);
    for (const path of ['/bitacora', '/importar', '/obras/1/editar', '/obras/nueva']) {
      await go(page, path);
      await expectHeading(page, 'Sólo para administradores');
    }
    await assertAccessible(page);
    const visitor = await visit('nobody', '/ayuda');
    await expectText(visitor.page, 'Encontrar obras.');
    assert.equal(await visitor.page.getByText('Guardar favoritas.').count(), 0);
  });

  test('a page that is opened by its address comes whole: nothing stands in for it', async () => {
    const { page } = await visit('nobody', null, { isOwn: true });
    await page.addInitScript(`new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) window.stoodIn ||= Boolean(node.querySelector?.('.piezas_esqueleto'));
      }
    }).observe(document, { childList: true, subtree: true });`);
    for (const name of ['ayuda', 'entrar']) {
      const code = page.waitForResponse((answer) =>
        new RegExp(`/${name}-[^/]*\\.js$`).test(answer.url()),
      );
      // What else the start asks for is there last, however busy the machine is.
      await page.route(/ajustes\.json$/, async (route) => {
        await page.evaluate(`import('${(await code).url()}').then(() => true)`);
        await route.continue();
      });
      await page.goto(`${base}/portal/${name}`, { waitUntil: 'commit' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      assert.equal(await page.evaluate('window.stoodIn'), false, name);
      await page.unrouteAll();
    }
    // One whose code does not come leaves the bar and what stands in for it.
    await page.route(/\/ayuda-[^/]*\.js$/, () => {});
    await page.goto(`${base}/portal/ayuda`);
    await page.locator('.piezas_esqueleto').waitFor();
    await page.getByRole('navigation', { name: 'Principal' }).waitFor();
  });

  test('a writer behind a proxy that strips tags reads of it once, and a reader does not', async () => {
    const { id } = await makeObra();
    const strip = (page: Page) =>
      page.route(new RegExp(`/obras/${id}(\\?|$)`), async (route) => {
        if (route.request().resourceType() === 'document') return route.fallback();
        const answer = await route.fetch();
        const { etag: _, ...headers } = answer.headers();
        return route.fulfill({ response: answer, headers });
      });
    const said = /^Algo entre usted y el registro quita las marcas de versión/;
    const { page } = await visit('admin', null);
    await strip(page);
    await page.goto(`${base}/portal/obras/${id}/editar`);
    await expectText(page, said);
    await assertAccessible(page);
    await press(page, 'Entendido');
    await expectGone(page.getByText(said));
    await page.getByRole('textbox', { name: 'Nombre' }).fill('Con otro nombre');
    await press(page, 'Guardar cambios');
    await expectText(page, 'Se guardaron los cambios.');
    await expectHeading(page, 'Con otro nombre');
    assert.equal(await page.getByText(said).count(), 0);
    const reader = await visit('user', null);
    await strip(reader.page);
    await reader.page.goto(`${base}/portal/obras/${id}`);
    await expectHeading(reader.page, 'Con otro nombre');
    assert.equal(await reader.page.getByText(said).count(), 0);
  });

  test('Administración leads by links, and marks the section where one is', async () => {
    const { page, context } = await visit('admin', '/usuarios');
    await expectHeading(page, 'Usuarios');
    const button = page.getByRole('button', { name: 'Administración' });
    assert.equal(await button.getAttribute('aria-current'), 'true');
    await button.click();
    await page.getByRole('menuitem', { name: 'Usuarios (página actual)' }).waitFor();
    await assertAccessible(page);
    const ledger = page.getByRole('menuitem', { name: 'Bitácora', exact: true });
    assert.equal(await ledger.getAttribute('href'), '/portal/bitacora');
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      ledger.click({ modifiers: ['ControlOrMeta'] }),
    ]);
    await opened.waitForURL(`${base}/portal/bitacora`);
    await opened.close();
    await expectHeading(page, 'Usuarios');
    await button.click();
    await ledger.click();
    await expectHeading(page, 'Bitácora');
    await go(page, '/ayuda');
    assert.equal(await button.getAttribute('aria-current'), null);
    // An address that people try for a new work leads to its form.
    await go(page, '/obras/registrar');
    await page.waitForURL(/\/portal\/obras\/nueva$/);
    await expectHeading(page, 'Registrar una obra');
  });

  test('on a phone the ways are tabs, and the others stand behind «Más»', async () => {
    const { page } = await visit('admin', '/ayuda', { size: 'phone' });
    const tabs = page.getByRole('navigation', { name: 'Secciones' });
    for (const name of ['Obras', 'Resumen', 'Favoritas']) await expectText(tabs, name);
    await press(tabs, 'Más');
    const more = page.getByRole('dialog', { name: 'Más' });
    await assertAccessible(page);
    await more.getByRole('link', { name: 'Mi cuenta' }).click();
    await page.waitForURL(/\/portal\/cuenta/);
    await expectGone(more);
    await assertFits(page);
  });

  test('it says since when there is no network, that an upgrade took a part away, and waits where the registry says so', async () => {
    const allow = /ERR_INTERNET|404|503|Failed to (load|fetch)/;
    const { page, context } = await visit('user', '/ayuda', { allow });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await context.setOffline(true);
    const bar = page.getByText(/^Sin conexión: lo que ve es de las \d[^.]*[ap]\.\s?m\. Lo que/);
    await bar.waitFor();
    await assertAccessible(page);
    await context.setOffline(false);
    await expectGone(bar);

    await page.route(/\/assets\/indice-.*\.js$/, (route) => route.fulfill({ status: 404 }));
    await page.getByRole('navigation', { name: 'Principal' }).getByText('Catálogos').click();
    const dialog = page.getByRole('dialog', { name: 'Hay una versión nueva' });
    await dialog.waitFor();
    await assertAccessible(page);
    await page.unrouteAll();
    await press(dialog, 'Cargar de nuevo');
    await expectHeading(page, 'Catálogos');

    const list = `${base}/dependencias?*`;
    await refuse(page, list, 503, 'No disponible', { times: 1, retryAfter: 1 });
    const again = page.waitForResponse((answer) => answer.status() === 503);
    await go(page, '/catalogos/dependencias');
    await again;
    await page.getByRole('table').getByRole('row').nth(2).waitFor();
  });

  test('some minutes before its end, a session is said to end', async () => {
    const { page, context } = await visit('nobody', '/ayuda', { isOwn: true });
    const answer = await logIn(people.user);
    const { access_token: token, user } = (await answer.json()) as Record<string, unknown>;
    const kept = JSON.stringify({ token, user, expiresAt: Date.now() + 4 * 60_000 });
    await context.addInitScript(
      `sessionStorage.setItem('registro.sesion', ${JSON.stringify(kept)})`,
    );
    await page.reload();
    await expectText(page, /^Su sesión termina a las \d/);
  });

  test('a fault in a page stays in that page, and names what to tell support', async () => {
    const { page } = await visit('admin', '/ayuda', { allow: /TypeError/ });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const fault = page.waitForEvent('console', (message) => /TypeError/.test(message.text()));
    // An answer of another shape than the document says.
    await page.route(`${base}/users`, (route) => route.fulfill({ json: { nadie: true } }));
    await press(page, 'Administración');
    await page.getByRole('menuitem', { name: 'Usuarios' }).click();
    await expectHeading(page, 'Esta página falló');
    await assertAccessible(page);
    await page.getByRole('navigation', { name: 'Principal' }).getByText('Catálogos').click();
    await expectHeading(page, 'Catálogos');
    // The fault itself is in the console, as it should be.
    await fault;
  });

  test('who saves after their account was deactivated, or their role was taken, reads so', async () => {
    const email = 'pierde@ejemplo.mx';
    const id = await makeUser(email, 'secreto-2', { roles: 'admin' });
    const change = async (body: object) =>
      assert.equal((await callAsAdmin('PATCH', `/users/${id}`, body)).status, 200);
    const { id: obra } = await makeObra();
    const { page } = await visit('nobody', '/entrar', { allow: /40[13]/ });
    await signIn(page, email, 'secreto-2');
    await page.waitForURL(`${base}/portal/obras`);
    await page.goto(`${base}/portal/obras/${obra}/editar`);
    const nombre = page.getByLabel('Nombre', { exact: true });
    await nombre.fill('Escrito antes de perderlo');
    const save = page.getByRole('button', { name: /^Guardar/ });

    await change({ isActive: false });
    await save.click();
    const dialog = page.getByRole('dialog', { name: 'Su cuenta fue desactivada' });
    await dialog.waitFor();
    await assertAccessible(page);
    // Still so.
    await Promise.all([
      page.waitForResponse((answer) => answer.status() === 401),
      press(dialog, 'Intentar de nuevo'),
    ]);
    await dialog.waitFor();
    assert.equal(await page.getByText('Su sesión terminó').count(), 0);
    // Active again, the account goes on with the session that it had, and the role that is left to it.
    await change({ isActive: true, roles: 'user' });
    await press(dialog, 'Intentar de nuevo');
    await expectGone(dialog);
    const sentence = /^Su cuenta no tiene permiso para esto, o dejó de tenerlo/;
    await page.getByText(sentence).first().waitFor();
    assert.equal(await page.getByText('Forbidden').count(), 0);
    // What was written is still there, and everything else says the same.
    assert.equal(await nombre.inputValue(), 'Escrito antes de perderlo');
    for (const path of ['/usuarios', '/bitacora', `/obras/${obra}/historial`]) {
      await page.goto(`${base}/portal${path}`);
      await page.getByText(sentence).first().waitFor();
      assert.equal(await page.getByText('Forbidden').count(), 0);
    }
    // A question whose answer is refused stays open.
    await page.goto(`${base}/portal/obras/${obra}`);
    await act(page, 'Eliminar');
    const question = page.getByRole('dialog');
    await press(question, 'Eliminar la obra');
    await expectText(question, sentence);

    await change({ isActive: false });
    await page.reload();
    await press(dialog, 'Salir');
    await page.waitForURL(/\/portal\/entrar/);
  });

  test('a new registry says what there is to do first, and has no filters to take away', async () => {
    const { at } = await startEmpty();
    const { page } = await visit('admin', '/resumen', { at });
    const main = page.getByRole('main');
    await expectText(main, 'El registro todavía no tiene obras.');
    await page.goto(`${at}/portal/obras/nueva`);
    await main.getByRole('link', { name: 'ejercicio fiscal' }).waitFor();
    await assertAccessible(page);
    await main.getByRole('link', { name: 'dependencia' }).click();
    await expectText(main, 'Todavía no hay dependencias.');
  });
});
