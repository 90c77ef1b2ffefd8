import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { act, eventually, expectGone, expectHeading, expectText, press } from './gestures.ts';
import {
  assertAccessible,
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
  test('the first thing that Tab reaches leads past the bar', async () => {
    const { page } = await visit('user', '/ayuda');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    await page.locator('a:focus', { hasText: 'Ir al contenido' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('#contenido:focus').waitFor({ state: 'attached' });
  });

  test('going to another page changes the title, and puts the focus on its heading', async () => {
    const { page } = await visit('user', '/ayuda');
    await expectHeading(page, 'Ayuda');
    await expectText(page, 'Publica este registro: Registro de Obras Públicas.');
    await page.getByRole('navigation', { name: 'Principal' }).getByText('Catálogos').click();
    await expectHeading(page, 'Catálogos');
    await eventually(() => page.title(), 'Catálogos – Registro de Obras Públicas');
    await page.locator('h1:focus').waitFor();
    assert.equal(await page.locator('nav [aria-current=page]').first().textContent(), 'Catálogos');
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
  });

  test('a page whose code does not come leaves the bar and what stands in for it', async () => {
    const { page } = await visit('nobody', null, { isOwn: true });
    await page.route(/\/ayuda-[^/]*\.js$/, () => {});
    await page.goto(`${base}/portal/ayuda`);
    await page.locator('.piezas_esqueleto').waitFor();
    await page.getByRole('navigation', { name: 'Principal' }).waitFor();
  });

  test('who writes behind a proxy that strips tags is told once, and who reads is not', async () => {
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

  test('an address that there is not says so, and what it was meant for', async () => {
    const { page } = await visit('user', '/nada/de/nada');
    await expectHeading(page, 'No existe esta página');
    await assertAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'las obras' }).click();
    await page.waitForURL(/\/portal\/obras/);
    await page.goto(`${base}/portal/obras/mapa`);
    await expectHeading(page, 'No existe esta página');
  });

  test('the addresses that people try for a new work lead to its form', async () => {
    const { page } = await visit('admin', '/obras/registrar');
    await page.waitForURL(/\/portal\/obras\/nueva$/);
    await expectHeading(page, 'Registrar una obra');
  });

  test('a reader sees no way to administer, and is refused where they go by its address', async () => {
    const { page } = await visit('user', '/ayuda');
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Administración' }).count(), 0);
    for (const path of ['/usuarios', '/bitacora', '/importar', '/obras/nueva', '/obras/1/editar']) {
      await page.goto(`${base}/portal${path}`);
      await page.getByRole('heading', { name: 'Sólo para administradores' }).waitFor();
    }
    await assertAccessible(page);
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
    await page.goto(`${base}/portal/ayuda`);
    await expectHeading(page, 'Ayuda');
    assert.equal(await button.getAttribute('aria-current'), null);
  });

  test('a page that is gone to opens at its top', async () => {
    const { page } = await visit('user', '/ayuda');
    await expectHeading(page, 'Ayuda');
    await page.evaluate('scrollTo(0, 400)');
    assert.ok((await page.evaluate<number>('scrollY')) > 100);
    await page.getByRole('navigation', { name: 'Principal' }).getByText('Catálogos').click();
    await expectHeading(page, 'Catálogos');
    await eventually(() => page.evaluate('scrollY'), 0);
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
    const width = 'document.documentElement.scrollWidth';
    assert.ok((await page.evaluate<number>(width)) <= 360);
  });

  test('without a network it says since when, and stops saying so once it is back', async () => {
    const { page, context } = await visit('user', '/ayuda', { allow: /ERR_INTERNET/ });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await context.setOffline(true);
    const bar = page.getByText(/^Sin conexión: lo que ve es de las \d[^.]*[ap]\.\s?m\. Lo que/);
    await bar.waitFor();
    await assertAccessible(page);
    await context.setOffline(false);
    await expectGone(bar);
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

  test('a part of a page that an upgrade took away is told, and loading again mends it', async () => {
    const { page } = await visit('user', '/ayuda', { allow: /404|Failed to (load|fetch)/ });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.route(/\/assets\/indice-.*\.js$/, (route) => route.fulfill({ status: 404 }));
    await page.getByRole('navigation', { name: 'Principal' }).getByText('Catálogos').click();
    const dialog = page.getByRole('dialog', { name: 'Hay una versión nueva' });
    await dialog.waitFor();
    await assertAccessible(page);
    await page.unrouteAll();
    await press(dialog, 'Cargar de nuevo');
    await expectHeading(page, 'Catálogos');
  });

  test('a fault in a page stays in that page, and names what to tell support', async () => {
    const { page, leave } = await visit('admin', '/ayuda', { allow: /./ });
    await page.getByRole('heading', { level: 1 }).waitFor();
    // An answer of another shape than the document says.
    await page.route(`${base}/users`, (route) => route.fulfill({ json: { nadie: true } }));
    await press(page, 'Administración');
    await page.getByRole('menuitem', { name: 'Usuarios' }).click();
    await expectHeading(page, 'Esta página falló');
    await assertAccessible(page);
    await page.getByRole('navigation', { name: 'Principal' }).getByText('Catálogos').click();
    await expectHeading(page, 'Catálogos');
    await leave().catch((error: Error) => {
      // The fault itself is in the console, as it should be.
      assert.match(error.message, /TypeError/);
    });
  });

  test('what the registry refuses for a while is asked again after the time that it names', async () => {
    const { page } = await visit('user', '/ayuda', { allow: /503/ });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await refuse(page, `${base}/dependencias?*`, 503, 'No disponible', { times: 1, retryAfter: 1 });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${base}/portal/catalogos/dependencias`);
    await page.getByRole('table').getByRole('row').nth(2).waitFor();
    assert.ok(asked.filter((url) => url.startsWith(`${base}/dependencias?`)).length >= 2);
  });

  test('an account that is deactivated while its page is open may do nothing more', async () => {
    const fields = { nombreCompleto: 'Persona que se va' };
    const id = await makeUser('se-va@ejemplo.mx', 'secreto-2', fields);
    const { page } = await visit('nobody', '/entrar', { allow: /401/ });
    await signIn(page, 'se-va@ejemplo.mx', 'secreto-2');
    await page.waitForURL(`${base}/portal/obras`);
    assert.equal((await callAsAdmin('PATCH', `/users/${id}`, { isActive: false })).status, 200);
    await page.goto(`${base}/portal/cuenta`);
    const dialog = page.getByRole('dialog', { name: 'Su cuenta fue desactivada' });
    await dialog.waitFor();
    await assertAccessible(page);
    // Still so.
    await Promise.all([
      page.waitForResponse((answer) => answer.status() === 401),
      dialog.getByRole('button', { name: 'Intentar de nuevo' }).click(),
    ]);
    await dialog.waitFor();
    assert.equal(await page.getByText('Su sesión terminó').count(), 0);
    // Active again, the account goes on with the session that it had.
    assert.equal((await callAsAdmin('PATCH', `/users/${id}`, { isActive: true })).status, 200);
    await press(dialog, 'Intentar de nuevo');
    await expectGone(dialog);
    await expectText(page, 'Persona que se va');
    assert.equal((await callAsAdmin('PATCH', `/users/${id}`, { isActive: false })).status, 200);
    await page.reload();
    await press(dialog, 'Salir');
    await page.waitForURL(/\/portal\/entrar/);
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
    await change({ isActive: true, roles: 'user' });
    await press(dialog, 'Intentar de nuevo');
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
    await assertAccessible(page);
    // A question whose answer is refused stays open.
    await page.goto(`${base}/portal/obras/${obra}`);
    await act(page, 'Eliminar');
    const question = page.getByRole('dialog');
    await press(question, 'Eliminar la obra');
    await expectText(question, sentence);
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
