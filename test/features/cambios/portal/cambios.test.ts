import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  assertAccessibleEverywhere,
  expectHeading,
  expectText,
  press,
} from '../../../portal/gestures.ts';
import { base, callAsAdmin, makeObra, visit } from '../../../portal/portal-world.ts';

describe('The portal: what changes in the works', () => {
  test('somebody follows the works of a list, takes the feed’s address, and opens it in the browser', async () => {
    const word = `seguida${process.pid}`;
    const { id } = await makeObra({ nombre: `Obra ${word}`, monto: 1000 });
    await callAsAdmin('PATCH', `/obras/${id}`, { monto: 2000 });
    const { page, context } = await visit('user', `/obras?q=${word}&favoritas=`);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('link', { name: 'Seguir estos cambios' }).click();
    await expectHeading(page, 'Cambios');
    await expectText(page, `Cambios de obras · Con las palabras: ${word}`);
    const changed = page.getByRole('link', {
      name: `Obra ${word}: se cambió el monto de $1,000.00 a $2,000.00`,
    });
    await changed.waitFor();
    await assertAccessibleEverywhere(page);
    await press(page, 'Copiar la dirección');
    await expectText(page, 'Se copió la dirección del canal.');
    const address = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.equal(address, `${base}/cambios.atom?q=${word}`);
    await changed.click();
    await expectHeading(page, `Obra ${word}`);
    // A person who opens the feed itself sees the same page.
    await page.goto(`${address}&posibleDuplicada=true`);
    await page.waitForURL(`${base}/portal/cambios?q=${word}&posibleDuplicada=true`);
    await expectText(page, 'Un canal es igual para todos. Éste va sin: Posibles duplicadas.');
    await changed.waitFor();
    await page.getByRole('link', { name: 'Volver a las obras' }).click();
    await page.waitForURL(new RegExp(`/portal/obras\\?q=${word}`));
  });
});
