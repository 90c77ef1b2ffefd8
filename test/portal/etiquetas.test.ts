import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { found } from '../../src/core/base/found.ts';
import { ETIQUETAS } from '../../src/core/bitacora/recursos.ts';
import { type Field, labelOf, OBRA, UBICACION } from '../../src/core/obras/campos.ts';
import {
  AVANCE,
  CONTRATO,
  CONVENIO,
  EJECUCION,
  PROGRAMA,
} from '../../src/features/seguimiento/campos.ts';
import { hasFeature } from '../features.ts';
import { go } from './gestures.ts';
import { visit } from './portal-world.ts';
import { makeFollowed } from './seguimiento-pasos.ts';

// A field's label on forms and sheets is that of the service's table, as headings and sentences are (test/core/etiquetas.test.ts).

const { ARCHIVO } = Object.assign(
  {},
  ...(await found<Record<string, Record<string, Field>>>('campos')),
);

/** The labels of a table's fields that users write, but for those that the form has without a field of its own. */
const written = (fields: Record<string, Field>, ...others: string[]) =>
  Object.entries(fields)
    .filter(([name, { isAssigned }]) => !isAssigned && !others.includes(name))
    .map(([, field]) => labelOf(field))
    .sort();

/** The labels of a form's fields without their units and their notes on what may stay empty, once each. */
const labelsOf = async (form: Locator) => {
  await form.locator('[type=submit]').or(form.getByRole('application')).first().waitFor();
  const labels = form.locator('.react-aria-Label, label:has([type=checkbox])');
  await labels.first().waitFor();
  const texts = await labels.allInnerTexts();
  const bare = texts.map((text) => text.trim().replace(/\n.*| \((%|opcional)\)/gs, ''));
  // What is folded is not seen, and has no text.
  return [...new Set(bare)].filter((label) => label !== '').sort();
};

describe('The portal: a field has the label of the service’s table', () => {
  test('on the form of a work, in its follow-up, of users and of catalogs', async () => {
    const { page } = await visit('admin', '/obras/nueva');
    const form = page.locator('form');
    assert.deepEqual(await labelsOf(form), written(OBRA));
    await page.getByRole('button', { name: 'Agregar punto' }).click();
    const place = form.getByRole('listitem').filter({ hasText: labelOf(UBICACION.direccion) });
    // Where it lies is drawn on the map; its municipio is the work's unless that is changed.
    const drawn = ['municipioId', 'tipoGeometria', 'geometriaJson', 'orden'];
    assert.deepEqual(
      (await labelsOf(place)).filter((label) => !/mapa/.test(label)),
      written(UBICACION, ...drawn),
    );

    const id = await makeFollowed();
    await go(page, `/obras/${id}/reportar`);
    assert.deepEqual(await labelsOf(form), written(AVANCE));
    const drawer = page.getByRole('dialog');
    /** The labels of what opens behind a button. */
    const behind = async (name: string | RegExp) => {
      await page.getByRole('button', { name }).first().click();
      const labels = await labelsOf(drawer);
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached' });
      return labels;
    };
    await go(page, `/obras/${id}`);
    assert.deepEqual(await behind('Agregar contrato'), written(CONTRATO));
    assert.deepEqual(await behind(/^Agregar convenio al contrato/), written(CONVENIO));
    assert.deepEqual(await behind('Fechas reales y cierre'), written(EJECUCION));
    assert.deepEqual(await behind('Reprogramar'), written(PROGRAMA));
    assert.equal(ARCHIVO !== undefined, hasFeature('archivos'));
    if (ARCHIVO) {
      const others = ['avanceId', 'ubicacionId', 'fechaSegun'];
      assert.deepEqual(await behind('Agregar documento'), written(ARCHIVO, ...others));
    }

    const known: string[] = [...Object.values(ETIQUETAS), ...written(OBRA), 'Contraseña'];
    for (const path of [
      '/usuarios',
      '/catalogos/dependencias',
      '/catalogos/ejercicios',
      '/catalogos/tipos',
      '/catalogos/localidades',
    ]) {
      await go(page, path);
      const labels = await behind(/^Agregar/);
      assert.deepEqual(
        labels.filter((label) => !known.includes(label)),
        [],
        path,
      );
    }
  });
});
