import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { expectFocus, expectText, go, press } from './gestures.ts';
import {
  assertAccessible,
  callAsAdmin,
  fetchJson,
  makeObra,
  place,
  type Schema,
  visit,
} from './portal-world.ts';
import { report } from './seguimiento-pasos.ts';

// What auditors look for: each question is answered in three steps from where it is asked, and the answer is a file.

const SCREEN = { context: { viewport: { width: 1366, height: 768 } } };
const word = `zza${process.pid}`;
/** The filter in words of each rule that is called otherwise. */
const CHIPS: Record<string, RegExp> = {
  'Con monto 0': /^Monto hasta/,
  'El monto cambió mucho': /^El monto cambió más de/,
  'En proceso desde hace años': /o antes$/,
  'Pagadas por delante': /^Lo pagado rebasa al avance/,
};
/** The keys of the works that each rule finds among those of these tests. */
const keys: Record<string, string[]> = {};

/** A work of these tests, found by a rule. */
async function make(rule: string, fields: Record<string, unknown>): Promise<number> {
  const claveUnica = `${word}-${rule.slice(0, 4)}-${(keys[rule] ?? []).length}`.toUpperCase();
  keys[rule] = [...(keys[rule] ?? []), claveUnica];
  const { id } = await makeObra({
    nombre: `Obra ${word} ${claveUnica}`,
    claveUnica,
    ubicaciones: [place([-89.62, 20.97])],
    ...fields,
  });
  return id;
}

const follow = (obra: number, path: string, body: object) =>
  fetchJson<{ id: number }>('POST', `/obras/${obra}/${path}`, body);

/** Presses what hands over a file, and reads it. */
async function fileOf(page: Page, button: Locator): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return readFileSync(await file.path(), 'utf8');
}

describe('The portal: what auditors ask', () => {
  before(async () => {
    type Year = { id: number; anio: number };
    const years = await fetchJson<Year[]>('GET', '/ejercicio-fiscal/activos');
    const oldest = years.reduce((one, other) => (other.anio < one.anio ? other : one));
    await make('Sin ubicación', { ubicaciones: [] });
    // Valladolid's square, in a work of Mérida.
    await make('Fuera de su municipio', { ubicaciones: [place([-88.2022, 20.6896])] });
    await make('Con monto 0', { monto: 0, ubicaciones: [place([-89.66, 20.94])] });
    for (let i = 0; i < 2; i++) {
      await make('Posibles duplicadas', { nombre: `Techumbre gemela ${word}`, monto: 777_777 });
    }
    const grown = await make('El monto cambió mucho', { monto: 1_000 });
    assert.equal((await callAsAdmin('PATCH', `/obras/${grown}`, { monto: 1_900 })).status, 200);
    await make('En proceso desde hace años', { estatusObraId: 4, ejercicioFiscalId: oldest.id });
    const late = await make('Atrasadas', { monto: 1_000, estatusObraId: 4 });
    await follow(late, 'programas', { fechaInicio: '2026-01-05', fechaTermino: '2026-03-31' });
    const ahead = await make('Pagadas por delante', { monto: 1_000, estatusObraId: 4 });
    await report(ahead, '2026-06-30', 10, { montoPagado: 500 });
    const costly = await make('Contratos que crecieron', { monto: 2_000_000, estatusObraId: 4 });
    const { id } = await follow(costly, 'contratos', {
      numero: 'SOP-1',
      naturaleza: 'OBRA',
      objeto: 'Pavimentación.',
      contratista: 'Constructora del Mayab',
      monto: 1_000_000,
      fechaFirma: '2026-01-20',
      fechaInicio: '2026-02-01',
      fechaTermino: '2099-12-31',
    });
    const more = { fecha: '2026-05-04', montoNuevo: 1_500_000, justificacion: 'Más volumen.' };
    await follow(costly, `contratos/${id}/convenios`, more);
  });

  test('the number of each rule leads to its works, and those to their file', async () => {
    const { page } = await visit('admin', '/calidad', SCREEN);
    const linkOf = (rule: string) =>
      page.getByRole('row', { name: new RegExp(`^${rule}`) }).getByRole('link');
    const hrefs = await Promise.all(
      Object.keys(keys).map((rule) => linkOf(rule).getAttribute('href')),
    );
    const [zero] = keys['Con monto 0'] as string[];
    await linkOf('Contratos que crecieron').click();
    const chips = page.getByRole('list', { name: 'Filtros puestos' });
    await chips.getByRole('listitem').first().waitFor();
    await page.locator('.lista [data-obra]').first().waitFor();
    await press(page, 'Descargar');
    const file = await fileOf(page, page.getByRole('menuitem', { name: /^CSV/ }));
    for (const key of keys['Contratos que crecieron'] ?? []) assert.ok(file.includes(key), key);
    assert.ok(!file.includes(zero as string));

    for (const [i, [rule, own]] of Object.entries(keys).entries()) {
      const path = hrefs[i]?.slice('/portal'.length) ?? '';
      assert.match(path, /^\/obras\?./);
      const works = await fetchJson<Schema<'Obra'>[]>('GET', `${path}&campos=id,claveUnica`);
      const found = works.map(({ claveUnica }) => claveUnica);
      for (const key of own) assert.ok(found.includes(key), `${rule}: ${key}`);
      // Of those that break no other rule, none is in it.
      assert.equal(found.includes(zero as string), rule === 'Con monto 0', rule);
      // The portal's list takes the filter, too.
      await go(page, `${path}&q=${word}`);
      await expectText(chips, CHIPS[rule] ?? rule);
      const first = works.find(({ claveUnica }) => claveUnica === own[0]);
      await page.locator(`.lista [data-obra="${first?.id}"]`).waitFor();
    }
  });

  test('who does not report, agencies by years, pesos per inhabitant: each is a table, and its file', async () => {
    const { page } = await visit('admin', '/resumen?municipioId=50', SCREEN);
    await expectText(page, /^Lugar: .*en pesos por habitante\.$/);
    const all = page.getByRole('button', { name: 'Descargar CSV: los municipios' });
    const municipios = await fileOf(page, all);
    assert.match(municipios, /^\ufeff?municipio,obras,monto,poblacion,montoPorHabitante\r\n/);
    assert.match(municipios, /\r\nMérida,\d+,[\d.]+,995129,[\d.]+\r\n/);
    assert.ok(municipios.split('\r\n').length > 100);

    await go(page, '/resumen?tabla=cruce');
    const cross = page.getByRole('region', { name: 'Tabla cruzada', exact: true });
    await cross.getByRole('table').waitFor();
    const crossed = await fileOf(page, cross.getByRole('button', { name: 'Descargar CSV' }));
    await expectFocus(page, 'Descargar CSV');
    assert.match(crossed, /^\ufeff?dependencia,ejercicioFiscal,obras,monto\r\n/);
    assert.ok(crossed.split('\r\n').length > 20);

    await page.getByRole('tab', { name: 'Cumplimiento de reportes' }).click();
    await page.waitForURL(/tabla=reportes/);
    const table = page.getByRole('table', { name: 'Cumplimiento de reportes por dependencia' });
    await table.waitFor();
    await assertAccessible(page);
    const unreported = table.getByRole('link', { name: /^[\d,]+ obras? de / });
    await unreported.first().click();
    await page.waitForURL(/dependenciaId=\d+&sinReporteDesde=/);
    for (const [item, name] of [
      ['Avances', /^seguimiento-.*\.xlsx$/],
      ['Contratos', /^contratos-.*\.xlsx$/],
    ] as const) {
      await press(page, 'Descargar');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: new RegExp(`^${item}`) }).click(),
      ]);
      assert.match(file.suggestedFilename(), name);
      assert.equal(readFileSync(await file.path(), 'latin1').slice(0, 2), 'PK');
    }
  });
});
