import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  assertAccessibleEverywhere,
  expectHeading,
  expectText,
  press,
} from '../../../portal/gestures.ts';
import { fetchJson, makeObra, visit } from '../../../portal/portal-world.ts';

// The thresholds as administrators write them, on the way from a rule that lacks one to the works that it finds.

describe('The portal: thresholds', () => {
  test('a rule without a threshold leads to them; they are written with commas, refused when swapped, and the rule has its works', async () => {
    const { id } = await makeObra({ nombre: 'Obra sobre el umbral' });
    const term = { fechaInicio: '2001-01-01', fechaTermino: '2001-12-31' };
    await fetchJson('POST', `/obras/${id}/contratos`, {
      ...{ numero: 'U-1', naturaleza: 'OBRA', objeto: 'Puente.', contratista: 'Puentes, S.A.' },
      ...{ monto: 1_500_000.01, fechaFirma: '2001-01-01', ...term },
      procedimiento: 'ADJUDICACION_DIRECTA',
    });
    await fetchJson('POST', '/ejercicio-fiscal', { anio: 2001 });
    const { page } = await visit('admin', '/obras?sobreUmbral=true', { allow: /400/ });
    await expectText(page, /Sin umbral registrado para 2001.*: estos años no se revisan/);
    await page.goto(`${new URL(page.url()).origin}/portal/calidad`);
    const rule = page
      .getByRole('table', { name: 'Reglas de calidad' })
      .getByRole('row', { name: /^Por encima del umbral/ });
    await expectText(rule.locator('small'), /Sin umbral registrado/);
    await rule
      .getByRole('link', { name: /Sin umbral registrado|Registrarlo/ })
      .first()
      .click();
    await expectHeading(page, 'Umbrales');
    await assertAccessibleEverywhere(page);

    await press(page, 'Cambiar los umbrales de 2001');
    const drawer = page.getByRole('dialog', { name: 'Umbrales de 2001' });
    await drawer.getByLabel('Adjudicación directa').fill('1,500,000.00');
    await drawer.getByLabel('Invitación a cuando menos tres').fill('1,000,000');
    await press(drawer, 'Guardar cambios');
    await expectText(drawer, /no debe ser menor que el de adjudicación directa/);
    await drawer.getByLabel('Invitación a cuando menos tres').fill('');
    await press(drawer, 'Guardar cambios');
    await expectText(page, 'Se guardaron los umbrales de 2001.');
    assert.deepEqual((await fetchJson<{ umbrales: object }>('GET', '/umbrales/2001')).umbrales, [
      { procedimiento: 'ADJUDICACION_DIRECTA', monto: 1_500_000 },
    ]);
    await page.goto(`${new URL(page.url()).origin}/portal/obras?sobreUmbral=true`);
    await expectText(page, '$0.01 sobre el umbral');
  });
});
