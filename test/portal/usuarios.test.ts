import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NO_SESSION, session } from '../process.ts';
import {
  assertAccessibleEverywhere,
  choose,
  expectFieldError,
  expectGone,
  expectText,
  press,
} from './gestures.ts';
import { assertAccessible, base, fetchJson, people, type Schema, visit } from './portal-world.ts';

type Usuario = Schema<'Usuario'>;
const usuarios = () => fetchJson<Usuario[]>('GET', '/users');
const withEmail = async (email: string) =>
  (await usuarios()).find((usuario) => usuario.email === email);
const make = (name: string, roles = 'user') =>
  fetchJson<Usuario>('POST', '/users', {
    nombreCompleto: `Usuaria ${name}`,
    email: `${name}@usuarios.ejemplo.mx`,
    password: 'provisional-1',
    roles,
  });

describe('The portal: users', () => {
  test('an account is added, with a temporary password that is shown once and works', async () => {
    const { page } = await visit('admin', '/usuarios', {
      allow: /400/,
      context: { permissions: ['clipboard-read', 'clipboard-write'] },
    });
    await press(page, 'Agregar usuario');
    const drawer = page.getByRole('dialog', { name: 'Agregar usuario' });
    await drawer.getByLabel('Nombre completo').fill('Itzel Pech Uc');
    await drawer.getByLabel('Correo electrónico').fill(people.user.email.toUpperCase());
    await press(drawer, 'Agregar usuario');
    await expectFieldError(drawer, 'El correo electrónico ya está registrado.');
    await press(drawer, /Rol/);
    await drawer.getByRole('option').first().waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await expectGone(drawer.getByRole('listbox'));
    await assertAccessibleEverywhere(page);
    await drawer.getByLabel('Correo electrónico').fill('itzel@usuarios.ejemplo.mx');
    await press(drawer, 'Agregar usuario');
    const dialog = page.getByRole('dialog', { name: 'Se agregó la cuenta' });
    const password = await dialog.getByLabel('Contraseña temporal').inputValue();
    assert.match(password, /^[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}$/);
    await press(dialog, 'Copiar');
    await expectText(dialog, 'Se copió la contraseña.');
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), password);
    await assertAccessible(page);
    await press(dialog, 'Ya la anoté');
    await page.getByRole('row', { name: /Itzel Pech Uc.*Falta que elija su contraseña/ }).waitFor();
    assert.equal(await page.getByText(password).count(), 0);
    assert.equal((await withEmail('itzel@usuarios.ejemplo.mx'))?.roles, 'user');
    await session(base, 'itzel@usuarios.ejemplo.mx', password);
  });

  test('role and activity are changed in a list that is accessible, without broken words', async () => {
    const { id } = await make('cambia');
    const { page } = await visit('admin', '/usuarios');
    const own = page.getByRole('row', { name: /admin@obras\.local/ });
    await expectText(own, 'usted');
    await own.getByRole('link', { name: 'Mi cuenta' }).waitFor();
    await page.getByText('Qué puede hacer cada rol').click();
    await expectText(page.getByRole('listitem'), /No cambia nada del registro\.$/);
    await assertAccessibleEverywhere(page);
    // In an office's narrow window no word is broken, but at a hyphen of its own: «Administrador».
    await page.setViewportSize({ width: 1024, height: 768 });
    const broken = await page.evaluate<
      string[]
    >(`[...document.querySelectorAll('tbody th')].flatMap((cell) => {
      const text = cell.firstChild;
      return [...text.data.matchAll(/[^\\s-]+-?/g)].filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return word.length < 15 && range.getClientRects().length > 1;
      }).map(([word]) => word);
    })`);
    assert.deepEqual(broken, []);
    await page.getByLabel('Buscar por nombre o correo').fill('usuaria CAMBIA');
    await expectText(page, /^1 de /);
    await press(page, /^Editar Usuaria cambia/);
    const drawer = page.getByRole('dialog', { name: 'Editar usuario' });
    await expectText(drawer, /^Ve y descarga las obras.*No cambia nada del registro\.$/);
    await choose(page, /Rol/, 'Administra');
    await expectText(drawer, /^Además registra, importa, corrige y elimina obras/);
    await drawer.getByText('Puede entrar').click();
    await press(drawer, 'Guardar cambios');
    await page.getByRole('row', { name: /Usuaria cambia.*Administra.*Inactiva/ }).waitFor();
    const { roles, isActive } = await fetchJson<Usuario>('GET', `/users/${id}`);
    assert.deepEqual([roles, isActive], ['admin', false]);
  });

  test('a password is reset: the old one and its sessions end, and the new one has to be changed', async () => {
    const { id, email } = await make('olvida');
    const own = await session(base, email, 'provisional-1');
    assert.equal((await own('PATCH', `/users/${id}`, { password: 'la-de-siempre' })).status, 200);
    const { page } = await visit('admin', '/usuarios?q=olvida');
    await press(page, /^Más acciones con Usuaria olvida/);
    await page.getByRole('menuitem', { name: 'Restablecer la contraseña' }).click();
    const question = page.getByRole('dialog', { name: 'Restablecer la contraseña' });
    await assertAccessible(page);
    // Of two clicks in a row the first alone counts: each makes a password of its own.
    let resets = 0;
    page.on('request', (request) => {
      if (request.method() === 'PATCH') resets += 1;
    });
    await question.getByRole('button', { name: 'Restablecer la contraseña' }).dblclick();
    const dialog = page.getByRole('dialog', { name: 'Se restableció la contraseña' });
    const password = await dialog.getByLabel('Contraseña temporal').inputValue();
    assert.equal(resets, 1);
    // It is closed on purpose alone.
    await page.keyboard.press('Escape');
    assert.equal(await dialog.isVisible(), true);
    await press(dialog, 'Ya la anoté');
    await expectGone(dialog);
    assert.equal((await own('GET', `/users/${id}`)).status, NO_SESSION);
    await session(base, email, password);
    assert.equal((await withEmail(email))?.mustChangePassword, true);
  });
});
