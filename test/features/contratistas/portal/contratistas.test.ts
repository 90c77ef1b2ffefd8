import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { assertAccessibleEverywhere, expectHeading, expectText } from '../../../portal/gestures.ts';
import {
  assertAccessible,
  assertFits,
  fetchJson,
  makeObra,
  visit,
} from '../../../portal/portal-world.ts';
import { CONTRATO } from '../../../portal/seguimiento-pasos.ts';

const name = `Constructora Ceiba ${process.pid}, S.A. de C.V.`;
const phone = { size: { width: 390, height: 844 }, context: { hasTouch: true, isMobile: true } };
let obra: { id: number };

describe('The portal: firms', () => {
  before(async () => {
    const point = { type: 'Point', coordinates: [-89.6237, 20.9674] };
    obra = await makeObra({
      nombre: 'Puente de las ceibas',
      ubicaciones: [{ direccion: 'Calle 60', tipoGeometria: 'PUNTO', geometriaJson: point }],
    });
    for (const [numero, contratista] of [
      ['CEIBA-1', name],
      ['CEIBA-2', name.toUpperCase()],
    ]) {
      const body = { ...CONTRATO, numero, contratista };
      await fetchJson('POST', `/obras/${obra.id}/contratos`, body);
    }
  });

  test('a contractor’s name in a work leads to the firm, with its contracts, its names and its map', async () => {
    const { page } = await visit('user', `/obras/${obra.id}`);
    await page.getByRole('link', { name, exact: true }).first().click();
    await expectHeading(page, new RegExp(`Ceiba ${process.pid}`, 'i'));
    await expectText(page, /Sus contratos lo escriben/);
    await expectText(page, 'CEIBA-2');
    await page.getByRole('region', { name: /^Mapa de las ubicaciones/ }).waitFor();
    await assertAccessibleEverywhere(page);
    await page.getByRole('link', { name: 'Ver su obra en la lista y el mapa' }).click();
    const chip = new RegExp(`^Quitar el filtro Contratista: .*Ceiba ${process.pid}`, 'i');
    await page.getByRole('button', { name: chip }).waitFor();
    await page.getByRole('link', { name: 'Puente de las ceibas' }).first().click();
    await expectHeading(page, 'Puente de las ceibas');
  });

  test('the list is searched by the keyboard, and on a phone its rows fit', async () => {
    const { page } = await visit('user', '/contratistas', phone);
    const search = page.getByRole('searchbox', { name: 'Buscar por nombre o RFC' });
    await search.focus();
    await page.keyboard.type(`ceiba ${process.pid}`);
    await expectText(page, '1 contratista');
    assert.match(page.url(), /q=ceiba/);
    await assertFits(page);
    await assertAccessible(page);
    await search.fill('nadieseasillama');
    await expectText(page, /^Nadie se llama/);
  });
});
