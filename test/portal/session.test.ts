import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertAccessible, base, people, visit } from './portal-world.ts';

describe('The portal: sessions', () => {
  test('who has no session signs in, and is led to where they wanted to go', async () => {
    const { page, leave } = await visit('nobody', '/cuenta?a=b');
    await page.getByRole('heading', { name: 'Entrar', level: 1 }).waitFor();
    await assertAccessible(page);
    await page.getByLabel('Correo electrónico').fill(people.user.email);
    await page.getByLabel('Contraseña').fill(people.user.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${base}/portal/cuenta?a=b`);
    await leave();
  });

  test('a wrong password is told in the words of the registry', async () => {
    const { page, leave } = await visit('nobody', '/entrar', { allow: /401/ });
    await page.getByLabel('Correo electrónico').fill(people.user.email);
    await page.getByLabel('Contraseña').fill('otra-cosa');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('alert').getByText('Credenciales inválidas').waitFor();
    assert.equal(await page.getByLabel('Contraseña').inputValue(), '');
    await leave();
  });
});
