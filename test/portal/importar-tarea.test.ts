import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessibleEverywhere } from './gestures.ts';
import { count, csv, give, row, withKey } from './importar-pasos.ts';
import { fetchJson, people, visit } from './portal-world.ts';

// A large file: its review and its import go on in the registry, whoever looks.

const LONG = 'Pavimentación con guarniciones, banquetas y señales de la calle del mercado. '.repeat(
  2,
);
/** Rows enough to be looked at while they are written, and a file of more than 512 kB. */
const many = (prefix: string, rows = 3_000): string =>
  csv(...Array.from({ length: rows }, (_, i) => row(`${prefix}-${i}`, { nombre: `"${LONG}"` })));

interface Importacion {
  id: string;
  estado: string;
  simular: boolean;
  archivo: string;
  filasEscritas: number;
}
const listed = () => fetchJson<Importacion[]>('GET', '/obras/importacion');

/** Reviews a file, and begins to import it. */
async function begin(page: Page, name: string, content: string): Promise<void> {
  await give(page, name, content);
  await page.getByRole('button', { name: /^Importar [\d,]+ obras$/ }).click();
  await page.getByRole('heading', { name: `Se está importando «${name}»` }).waitFor();
}
/** Waits until rows are being written. */
const writing = (page: Page) => page.getByText(/^Escribiendo: [\d,]+ de [\d,]+ filas$/).waitFor();

describe('The portal: large files', () => {
  test('a bar counts the rows, and the report stays for the day', async () => {
    const { page } = await visit('admin', '/importar');
    await begin(page, 'grande.csv', many('GRA-A'));
    await writing(page);
    assert.equal(await page.getByRole('progressbar').getAttribute('max'), '3000');
    await page.getByText('su informe se queda aquí un día').waitFor();
    await page.getByText('Listo: 3,000 obras nuevas').waitFor();
    assert.ok(await withKey('GRA-A-2999'));
    await page.getByRole('button', { name: 'Importar otro archivo' }).click();
    const table = page.getByRole('table', { name: 'Importaciones de hoy' });
    const line = table.getByRole('row', { name: /^grande\.csv .* Importación Terminada/ });
    await line.waitFor();
    await assertAccessibleEverywhere(page);
    await line.getByRole('link', { name: 'Ver el informe de grande.csv' }).click();
    await page.getByText('Listo: 3,000 obras nuevas').waitFor();
    assert.equal(await count(page, 'se agregaron').textContent(), '3,000');
    await assertAccessibleEverywhere(page);
    await page.reload();
    await page.getByText('Listo: 3,000 obras nuevas').waitFor();
    // Its review is there too, and says that nothing came of it.
    await page.getByRole('button', { name: 'Importar otro archivo' }).click();
    await table
      .getByRole('row', { name: /^grande\.csv .* Revisión Terminada/ })
      .getByRole('link')
      .click();
    await page.getByText('Para importar el archivo, elíjalo otra vez.').waitFor();
    await page.goBack();
    await table.waitFor();
  });

  test('a reload finds it again, and so does another tab and another page of the portal', async () => {
    const { page, context } = await visit('admin', '/importar');
    await begin(page, 'recargada.csv', many('GRA-B', 6_000));
    await writing(page);
    await page.reload();
    await page.getByRole('heading', { name: 'Se está importando «recargada.csv»' }).waitFor();
    await writing(page);
    const tab = await context.newPage();
    await tab.goto(page.url().replace(/\?.*/, ''));
    await tab.getByRole('heading', { name: 'Se está importando «recargada.csv»' }).waitFor();
    await page.getByText('Listo: 6,000 obras nuevas').waitFor();
    // Where one only looked on, the way to the next file is free again.
    await tab.getByRole('button', { name: 'Elegir archivo' }).waitFor();
    await tab.getByRole('row', { name: /^recargada\.csv .* Importación Terminada/ }).waitFor();
  });

  test('who goes to another page meanwhile is told there', async () => {
    const { page } = await visit('admin', '/importar');
    await begin(page, 'de paso grande.csv', many('GRA-C'));
    await page.getByRole('link', { name: 'Catálogos' }).click();
    await page.getByRole('heading', { name: 'Catálogos', level: 1 }).waitFor();
    await page
      .getByText('Terminó la importación de «de paso grande.csv»: 3,000 obras nuevas')
      .waitFor();
    assert.match(page.url(), /catalogos$/);
  });

  test('stopped, it says what is written, and the same file finishes it', async () => {
    const { page } = await visit('admin', '/importar');
    const file = many('GRA-D');
    await begin(page, 'detenida.csv', file);
    await writing(page);
    await page.getByRole('button', { name: 'Detener' }).click();
    await page.getByText(/canceló la importación/).waitFor();
    const [{ estado, filasEscritas } = { estado: '', filasEscritas: 0 }] = await listed();
    assert.equal(estado, 'cancelada');
    assert.ok(filasEscritas < 3_000, `${filasEscritas} of 3,000`);
    await assertAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Importar otra vez' }).click();
    await page.getByText(/^Listo: [\d,]+ obras nuevas/).waitFor();
    assert.ok(await withKey('GRA-D-2999'));
  });

  test('without a connection it goes on, and the bar catches up', async () => {
    const { page, context } = await visit('admin', '/importar', { allow: /ERR_INTERNET/ });
    await begin(page, 'sin red.csv', many('GRA-E'));
    await writing(page);
    await context.setOffline(true);
    await page.getByText(/la importación sigue en el registro/).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Detener' }).isDisabled(), true);
    await assertAccessibleEverywhere(page);
    await context.setOffline(false);
    await page.getByText('Listo: 3,000 obras nuevas').waitFor();
  });

  test('while a colleague imports one is told whose file it is, and may go on when it is done', async () => {
    const own = await visit('admin', '/importar');
    const other = await visit('admin2', '/importar', { allow: /503/ });
    // Hers was reviewed before.
    await give(other.page, 'suya.csv', csv(row('GRA-F-otra')));
    await other.page.getByRole('button', { name: 'Importar 1 obra' }).waitFor();
    await begin(own.page, 'ajena.csv', many('GRA-F'));
    await other.page.getByRole('button', { name: 'Importar 1 obra' }).click();
    await other.page
      .getByText(/Se está importando otro archivo \(«ajena\.csv», de admin@/)
      .waitFor();
    await other.page
      .getByRole('heading', { name: `${people.admin.email} está importando «ajena.csv»` })
      .waitFor();
    assert.equal(await other.page.getByRole('button', { name: 'Detener' }).count(), 0);
    await assertAccessibleEverywhere(other.page);
    await own.page.getByText('Listo: 3,000 obras nuevas').waitFor();
    await other.page.getByRole('heading', { name: /está importando/ }).waitFor({ state: 'hidden' });
    await other.page.getByRole('button', { name: 'Importar otra vez' }).click();
    await other.page.getByText('Listo: 1 obra nueva').waitFor();
  });

  test('a large file that can’t be read says why, and an import nobody knows is told', async () => {
    const { page } = await visit('admin', '/importar', { allow: /404/ });
    await give(page, 'sin encabezados.csv', `uno,dos\r\n${'1,2\r\n'.repeat(120_000)}`);
    await page.getByText(/No se encontraron los encabezados/).waitFor();
    await page.getByRole('button', { name: 'Elegir otro archivo' }).click();
    await page.goto(
      page.url().replace(/\?.*|$/, '?importacion=00000000-0000-4000-8000-000000000099'),
    );
    await page.getByText('No hay una importación con ese identificador').waitFor();
    await page.getByRole('button', { name: 'Importar otro archivo' }).click();
    await page.getByRole('button', { name: 'Elegir archivo' }).waitFor();
  });
});
