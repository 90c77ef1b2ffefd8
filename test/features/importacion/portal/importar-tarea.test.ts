import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { holdingImports } from '../../../held-imports.ts';
import {
  assertAccessibleEverywhere,
  expectGone,
  expectHeading,
  expectText,
  press,
} from '../../../portal/gestures.ts';
import { count, csv, give, row, withKey } from '../../../portal/importar-pasos.ts';
import {
  assertAccessible,
  db,
  fetchJson,
  people,
  type Schema,
  serveWith,
  visit,
} from '../../../portal/portal-world.ts';

// A large file: its review and its import go on in the registry, whoever looks. Where it is looked at while it is written, it is
// held there: else it may be done between two questions of the page.

let files = 0;
/**
 * A file of more than 512 kB, most of them lines of blanks: its import is followed. No two works have the same amount: the rule
 * about duplicates, which calidad.test.ts asks for, would find thousands.
 */
const many = (prefix: string, works = 250): string => {
  files += 1;
  const rows = Array.from({ length: works }, (_, i) =>
    row(`${prefix}-${i}`, { monto: String(10_000 * files + i) }),
  );
  return [csv(...rows), ...Array<string>(512).fill(' '.repeat(1_022))].join('\r\n');
};

const listed = () => fetchJson<Schema<'Importacion'>[]>('GET', '/obras/importacion');

const { database, hold } = holdingImports(db);
let at: string;
/** Lets an import go that is held. */
let letGo = () => {};

/** Reviews a file, and begins to import it, until it is held before its second batch. */
async function begin(page: Page, name: string, content: string): Promise<void> {
  const held = hold('writing', 2);
  letGo = held.letGo;
  await give(page, name, content);
  await press(page, /^Importar [\d,]+ obras$/);
  await page.getByRole('heading', { name: `Se está importando «${name}»` }).waitFor();
  await held.reached;
}
/** Waits until it is seen that rows are being written. */
const writing = (page: Page) => expectText(page, /^Escribiendo: 200 de [\d,]+ filas$/);

describe('The portal: large files', () => {
  before(async () => {
    at = await serveWith({}, database);
  });
  // A test that fails leaves none behind, which would keep the next from beginning.
  afterEach(() => letGo());

  test('a bar counts the rows, and the report stays for the day; an unknown import and one that failed say so', async () => {
    const { page } = await visit('admin', '/importar', { at, allow: /404/ });
    await begin(page, 'grande.csv', many('GRA-A', 1_200));
    await writing(page);
    const bar = page.getByRole('progressbar');
    const counted = [await bar.getAttribute('value'), await bar.getAttribute('max')];
    assert.deepEqual(counted, ['200', '1200']);
    await expectText(page, 'su informe se queda aquí un día');
    letGo();
    await expectText(page, 'Listo: 1,200 obras nuevas');
    assert.ok(await withKey('GRA-A-1199'));
    await press(page, 'Importar otro archivo');
    const table = page.getByRole('table', { name: 'Importaciones de hoy' });
    const line = table.getByRole('row', { name: /^grande\.csv .* Importación Terminada/ });
    await line.waitFor();
    await assertAccessibleEverywhere(page);
    await line.getByRole('link', { name: 'Ver el informe de grande.csv' }).click();
    await expectText(page, 'Listo: 1,200 obras nuevas');
    assert.equal(await count(page, 'se agregaron').textContent(), '1,200');
    await page.reload();
    await expectText(page, 'Listo: 1,200 obras nuevas');
    // Its review is there too, and says that nothing came of it.
    await press(page, 'Importar otro archivo');
    const review = table.getByRole('row', { name: /^grande\.csv .* Revisión Terminada/ });
    await review.getByRole('link').click();
    await expectText(page, 'Para importar el archivo, elíjalo otra vez.');
    await page.goBack();
    await table.waitFor();
    await page.goto(
      page.url().replace(/\?.*|$/, '?importacion=00000000-0000-4000-8000-000000000099'),
    );
    await expectText(page, 'No hay una importación con ese identificador');
    await press(page, 'Importar otro archivo');
    // One that is read in the registry, and can't be.
    await give(page, 'ilegible.csv', many('GRA-X', 1).replace(csv(), 'Uno,Dos'));
    await expectText(page, /No se encontraron los encabezados/);
    assert.equal((await listed())[0]?.estado, 'fallida');
  });

  test('a reload finds it again, and so does another tab and another page of the portal', async () => {
    const { page, context } = await visit('admin', '/importar', { at });
    await begin(page, 'recargada.csv', many('GRA-B'));
    await writing(page);
    await page.reload();
    await page.getByRole('heading', { name: 'Se está importando «recargada.csv»' }).waitFor();
    await writing(page);
    const tab = await context.newPage();
    await tab.goto(page.url().replace(/\?.*/, ''));
    await tab.getByRole('heading', { name: 'Se está importando «recargada.csv»' }).waitFor();
    letGo();
    await expectText(page, 'Listo: 250 obras nuevas');
    // Where one only looked on, the way to the next file is free again.
    await tab.getByRole('button', { name: 'Elegir archivo' }).waitFor();
    await tab.getByRole('row', { name: /^recargada\.csv .* Importación Terminada/ }).waitFor();
  });

  test('without a connection it goes on, and another page shows its end', async () => {
    const { page, context } = await visit('admin', '/importar', { at, allow: /ERR_INTERNET/ });
    await begin(page, 'sin red.csv', many('GRA-E'));
    await writing(page);
    await context.setOffline(true);
    await expectText(page, /la importación sigue en el registro/);
    assert.equal(await page.getByRole('button', { name: 'Detener' }).isDisabled(), true);
    await assertAccessible(page);
    await context.setOffline(false);
    await page.getByRole('link', { name: 'Catálogos' }).click();
    await expectHeading(page, 'Catálogos');
    letGo();
    await expectText(page, 'Terminó la importación de «sin red.csv»: 250 obras nuevas');
    assert.match(page.url(), /catalogos$/);
  });

  test('stopped, it says what is written, and the same file finishes it', async () => {
    const { page } = await visit('admin', '/importar', { at });
    await begin(page, 'detenida.csv', many('GRA-D'));
    await writing(page);
    await press(page, 'Detener');
    await expectText(page, /canceló la importación/);
    letGo();
    const [{ estado, filasEscritas } = { estado: '', filasEscritas: 0 }] = await listed();
    assert.deepEqual([estado, filasEscritas], ['cancelada', 200]);
    await assertAccessible(page);
    await press(page, 'Importar otra vez');
    await expectText(page, /^Listo: 50 obras nuevas/);
    assert.ok(await withKey('GRA-D-249'));
  });

  test('cut short in the registry, it is sent again by itself, and says what was written before', async () => {
    const { page } = await visit('admin', '/importar', { at });
    await begin(page, 'cortada.csv', many('GRA-G'));
    await writing(page);
    // As an import counts whose program was killed.
    await db.query(
      `UPDATE importaciones SET estado = 'interrumpida', terminada_en = latido WHERE terminada_en IS NULL`,
    );
    letGo();
    await expectText(page, 'Listo: 50 obras nuevas');
    await expectText(page, /^La importación se cortó y siguió sola: 200 filas de las que/);
    assert.ok(await withKey('GRA-G-249'));
  });

  test('while a colleague imports the page names the file and its user, and goes on when that is done', async () => {
    const own = await visit('admin', '/importar', { at });
    const other = await visit('admin2', '/importar', { at, allow: /503/ });
    // Hers was reviewed before.
    await give(other.page, 'suya.csv', csv(row('GRA-F-otra')));
    await other.page.getByRole('button', { name: 'Importar 1 obra' }).waitFor();
    await begin(own.page, 'ajena.csv', many('GRA-F'));
    await press(other.page, 'Importar 1 obra');
    await expectText(other.page, /Se está importando otro archivo \(«ajena\.csv», de admin@/);
    await other.page
      .getByRole('heading', { name: `${people.admin.email} está importando «ajena.csv»` })
      .waitFor();
    assert.equal(await other.page.getByRole('button', { name: 'Detener' }).count(), 0);
    await assertAccessible(other.page);
    letGo();
    await expectText(own.page, 'Listo: 250 obras nuevas');
    await expectGone(other.page.getByRole('heading', { name: /está importando/ }));
    await press(other.page, 'Importar otra vez');
    await expectText(other.page, 'Listo: 1 obra nueva');
  });
});
