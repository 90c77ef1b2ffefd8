import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  assertAccessibleEverywhere,
  choose,
  eventually,
  expectAlert,
  expectGone,
  expectText,
  expectValue,
  find,
  press,
} from '../../../portal/gestures.ts';
import {
  count,
  csv,
  give,
  groupOf,
  reviewAgain,
  row,
  sample,
  withKey,
} from '../../../portal/importar-pasos.ts';
import { assertAccessible, base, fetchJson, gate, visit } from '../../../portal/portal-world.ts';
import { bookOf } from '../../../spreadsheet.ts';

// Files as people make them. Each comes in right, or says in one screen what to do, and a clerk does it by herself.

const importOne = 'Importar 1 obra';
/** A sheet of works, with the headings of `csv()` or others. */
const sheetOf = (name: string, claves: string[], headings = csv()) => ({
  name,
  rows: [headings, ...claves.map((clave) => row(clave))].map((line) => line.split(',')),
});

describe('The portal: files as people make them', () => {
  test('of several sheets she chooses hers; what was chosen for a file is taken back where it fits no more', async () => {
    const { page } = await visit('admin', '/importar', { allow: /400/ });
    const sheets = [
      { name: 'Portada', rows: [['Programa de obra 2026']] },
      sheetOf('Enero', ['GEN-B1', 'GEN-B2']),
      sheetOf('Febrero', ['GEN-B3']),
    ];
    await give(page, 'mes.xlsx', await bookOf(sheets));
    await page.getByRole('heading', { name: /^Qué pasaría con 2 filas/ }).waitFor();
    await page.getByRole('button', { name: /Enero.*Hoja del libro/ }).waitFor();
    await choose(page, /Hoja del libro/, 'Febrero');
    await page.getByRole('heading', { name: /^Qué pasaría con 1 fila/ }).waitFor();

    // The next month's file has the same name and another sheet.
    await press(page, 'Elegir otro archivo');
    const next = await bookOf([sheetOf('Marzo', ['GEN-B4']), sheetOf('Abril', ['GEN-B5'])]);
    await give(page, 'mes.xlsx', next);
    await expectAlert(page, /«Febrero»/);
    await press(page, 'Revisar sin lo que indiqué de este archivo');
    await page.getByRole('button', { name: /Marzo.*Hoja del libro/ }).waitFor();
    await choose(page, /Hoja del libro/, 'Abril');
    await page.getByRole('button', { name: /Abril.*Hoja del libro/ }).waitFor();
    await press(page, importOne);
    await expectText(page, 'Listo: 1 obra nueva');
    assert.ok(await withKey('GEN-B5'));
    assert.equal(await withKey('GEN-B4'), undefined);
    // What was chosen for a file that came in whole is not taken for the next of its name.
    await press(page, 'Importar otro archivo');
    await give(page, 'mes.xlsx', next);
    await page.getByRole('button', { name: /Marzo.*Hoja del libro/ }).waitFor();
  });

  test('amounts in thousands wait until somebody says so, for that sheet and that column alone', async () => {
    const { page } = await visit('admin', '/importar');
    const units = page.getByRole('radiogroup', { name: 'Unidad de los montos del archivo' });
    const asThousands = async () => {
      await units.getByText('Miles de pesos').click();
      await reviewAgain(page);
      await groupOf(page, 'Los montos se leen en miles de pesos, como se indicó.').waitFor();
    };
    const sheet = (name: string, monto: string) => ({
      name,
      rows: [
        [...csv().replace('monto', monto).split(','), 'Costo estimado final'],
        [...row('GEN-Q3', { monto: '1250.5' }).split(','), '345678.90'],
      ],
    });
    const sheets = [sheet('Miles', 'Monto (miles de pesos)'), sheet('Pesos', 'Monto')];
    await give(page, 'hojas.xlsx', await bookOf(sheets));
    await expectText(units, 'Miles de pesos');
    assert.equal(await units.locator('[data-selected]').count(), 0);
    assert.equal(await page.getByText('$1,250.50').count(), 0);
    await assertAccessible(page);
    await asThousands();
    await expectText(sample(page), '$1,250,500.00');
    await choose(page, /Hoja del libro/, 'Pesos');
    await expectText(sample(page), '$1,250.50');
    await choose(page, /Hoja del libro/, 'Miles');
    await asThousands();
    await page.locator('summary', { hasText: 'Columnas:' }).click();
    await choose(page, /Se lee «Monto \(miles de pesos\)» como/, 'No se lee');
    await choose(page, /Se lee «Costo estimado final» como/, 'Monto en pesos');
    await reviewAgain(page);
    await expectText(sample(page), '$345,678.90');
  });

  test('names that the catalogs have not are mapped once for all rows; one that she leaves stays refused', async () => {
    const { page } = await visit('admin', '/importar');
    const rows = Array.from({ length: 6 }, (_, i) =>
      row(`GEN-D${i}`, {
        estatus: i < 4 ? 'Ya licitada' : 'En proceso',
        municipio: i === 5 ? 'Tizmin' : 'Mérida',
      }),
    );
    await give(page, 'nombres.csv', csv(...rows));
    const estatus = groupOf(page, 'Estatus: no es un estatus');
    await estatus.getByText('4 filas: 2–5', { exact: true }).waitFor();
    // What is likeliest is chosen already, and nothing is taken for it before she reviews again.
    const municipio = page.getByRole('combobox', { name: /«Tizmin» \(1 fila\) es/ });
    await expectValue(municipio, 'Tizimín');
    assert.equal(await count(page, 'se rechazarían').textContent(), '5');
    // Nothing that she chose counts, and what was proposed is left.
    await press(page, 'Deshacer');
    await page.getByText('Importar las filas correctas aunque otras se rechacen').click();
    await reviewAgain(page);
    await page.getByRole('button', { name: importOne }).waitFor();
    await expectValue(municipio, '');
    assert.equal(await page.getByRole('button', { name: 'Revisar de nuevo' }).count(), 0);

    await find(page, '«Tizmin» (1 fila) es', 'tizim', 'Tizimín');
    await choose(page, /«Ya licitada» \(4 filas\) es/, 'En licitación');
    await assertAccessible(page);
    await reviewAgain(page);
    await page.getByRole('button', { name: 'Importar 6 obras' }).waitFor();
    assert.equal(await page.locator('.importar_grupo.importar_malo').count(), 0);
    // What she said is there to be changed.
    await page.getByText('Equivalencias: 2 nombres').click();
    await choose(page, /Estatus «Ya licitada» se lee/, 'Contratada');
    await reviewAgain(page);
    await press(page, 'Importar 6 obras');
    await expectText(page, 'Listo: 6 obras nuevas');
    assert.equal((await withKey('GEN-D0'))?.estatusObra.nombre, 'Contratada');
    assert.equal((await withKey('GEN-D5'))?.municipio.nombre, 'Tizimín');
  });

  test('a name that is merely like another is not chosen: a button asks, and takes it', async () => {
    const { page } = await visit('admin', '/importar');
    await give(page, 'parecidos.csv', csv(row('GEN-S2', { municipio: 'Tekal' })));
    const field = page.getByRole('combobox', { name: /«Tekal» \(1 fila\) es/ });
    await expectValue(field, '');
    // Nothing waits to be reviewed: nothing was chosen.
    assert.equal(await page.getByRole('button', { name: 'Revisar de nuevo' }).count(), 0);
    const tekal = page.getByRole('group', { name: '«Tekal» (1 fila) es' });
    await assertAccessible(page);
    // By keyboard, and the focus stays at the field.
    await tekal.getByRole('button', { name: '¿Quiso decir «Tekal de Venegas»?' }).focus();
    await page.keyboard.press('Enter');
    await expectValue(field, 'Tekal de Venegas');
    const focused = 'document.activeElement.getAttribute("aria-label")';
    assert.equal(await page.evaluate(focused), '«Tekal» (1 fila) es');
    assert.equal(await tekal.getByRole('button', { name: /Quiso decir/ }).count(), 0);
    await reviewAgain(page);
    await press(page, importOne);
    await expectText(page, 'Listo: 1 obra nueva');
    assert.equal((await withKey('GEN-S2'))?.municipio.nombre, 'Tekal de Venegas');
  });

  test('each unknown name has its own choice, which adding all to the catalog leaves as it is', async () => {
    const { page } = await visit('admin', '/importar', { isOwn: true });
    const named = (clave: string, dependencia: string) => row(clave, { dependencia });
    const file = csv(
      named('IMP-N1', 'Zz Instituto Uno'),
      named('IMP-N2', 'ZZ INSTITUTO UNO.'),
      named('IMP-N3', 'Zz Junta Dos'),
      named('IMP-N4', 'Zz Comisión Federal'),
    );
    await give(page, 'nombres.csv', file);
    const box = (name: string) => page.getByRole('combobox', { name: new RegExp(`«${name}»`) });
    await find(page, '«Zz Comisión Federal» (1 fila) es', 'CFE', 'CFE');
    const chosen = await box('Zz Comisión Federal').inputValue();
    await find(page, '«Zz Instituto Uno» (2 filas) es', 'agregar', 'Agregar al catálogo');
    // What adding all would do is seen, and taken back by the same tick.
    const all = groupOf(page, 'Dependencia').getByText('Agregar todos los que falten');
    await all.click();
    await expectValue(box('Zz Junta Dos'), 'Agregar al catálogo');
    await expectValue(box('Zz Comisión Federal'), chosen);
    await all.click();
    await expectValue(box('Zz Junta Dos'), '');
    await expectValue(box('Zz Instituto Uno'), 'Agregar al catálogo');
    await reviewAgain(page);
    await eventually(() => count(page, 'se rechazarían').textContent(), '1');
    // The box that adds all that is missing leaves what was chosen, too.
    await page.getByText(/^Agregar las dependencias, los tipos de proyecto/).click();
    await reviewAgain(page);
    const card = page.getByRole('region', { name: 'Se agregarían a los catálogos' });
    await expectText(card, 'Dependencia: «Zz Junta Dos»');
    assert.equal(await card.getByRole('combobox').count(), 2);
    await assertAccessible(page);
    // There she still takes a record in its place.
    await find(page, 'Dependencia: «Zz Junta Dos»', 'CFE', 'CFE');
    await reviewAgain(page);
    await press(page, 'Importar 4 obras');
    await page.getByRole('region', { name: 'Se agregaron a los catálogos' }).waitFor();
    const added = (await fetchJson<{ nombre: string }[]>('GET', '/dependencias'))
      .map(({ nombre }) => nombre)
      .filter((nombre) => nombre.toLowerCase().startsWith('zz inst') || nombre === 'Zz Junta Dos');
    assert.deepEqual(added, ['Zz Instituto Uno']);
  });

  test('nothing is chosen before the catalogs are there, which are asked for again; a choice for rows that say nothing is written', async () => {
    const { page } = await visit('admin', null, { allow: /500/ });
    const { free, letGo } = gate();
    let isAway = true;
    await page.route(`${base}/municipios`, async (route) => {
      await free;
      if (!isAway) return route.continue();
      const json = { statusCode: 500, message: 'Ocurrió un error.' };
      return route.fulfill({ status: 500, json });
    });
    await page.goto(`${base}/portal/importar`);
    const lines = ['GEN-K1,Obra GEN-K1,10,Tizmin,Ya licitada', 'GEN-K2,Obra GEN-K2,10,Mérida,'];
    await give(page, 'lenta.csv', ['clave,nombre,monto,municipio,estatus', ...lines].join('\r\n'));
    const municipio = page.getByRole('combobox', { name: /«Tizmin» \(1 fila\) es/ });
    await expectValue(municipio, 'Tizimín');
    const estatus = page.getByRole('button', { name: /«Ya licitada» \(1 fila\) es/ });
    for (const field of [municipio, estatus]) assert.ok(await field.isDisabled());
    await assertAccessible(page);
    letGo();
    await expectAlert(page, 'Ocurrió un error.');
    isAway = false;
    await press(page, 'Intentar de nuevo');
    await expectGone(page.getByRole('alert').getByText('Ocurrió un error.'));

    // She takes another than the one that was proposed, and says the rest for all rows that say none.
    await find(page, '«Tizmin» (1 fila) es', 'izamal', 'Izamal');
    await choose(page, /«Ya licitada» \(1 fila\) es/, 'En licitación');
    await choose(page, /Ejercicio fiscal de las filas que no lo dicen/, '2025');
    await choose(page, /Estatus de las filas que no lo dicen/, 'Terminada');
    await find(page, 'Dependencia de las filas que no lo dicen', 'cfe', 'CFE Consolidado');
    await reviewAgain(page);
    await press(page, 'Importar 2 obras');
    await expectText(page, 'Listo: 2 obras nuevas');
    const [first, second] = [await withKey('GEN-K1'), await withKey('GEN-K2')];
    assert.deepEqual(
      [first?.municipio.nombre, first?.estatusObra.nombre, first?.ejercicioFiscal.anio],
      ['Izamal', 'En licitación', 2025],
    );
    assert.equal(second?.estatusObra.nombre, 'Terminada');
  });

  test('unknown columns are asked for once; a likely one is not chosen, and a button chooses it', async () => {
    const { page } = await visit('admin', '/importar');
    const headings = csv().replace('monto', 'Monto contratado').replace('claveUnica', 'No.');
    const lines = [headings, row('GEN-F1'), row('GEN-F2', { monto: '2000' })];
    await give(page, 'columna.csv', lines.join('\r\n'));
    const key = groupOf(page, 'Ninguna columna se reconoció como clave única');
    await expectText(key, 'un número de renglón se repite en otros archivos');
    assert.equal(await page.locator('.importar_grupo.importar_malo').count(), 2);
    await choose(page, /Clave única está en la columna/, 'No.');
    await press(groupOf(page, '¿Es «Monto contratado»?'), 'Sí, es «Monto contratado»');
    await reviewAgain(page);
    await expectText(sample(page), '$2,000.00');

    await page.getByText(/^Columnas: /).click();
    await assertAccessibleEverywhere(page);
    await press(page, 'Importar 2 obras');
    await expectText(page, 'Listo: 2 obras nuevas');
    assert.equal((await withKey('GEN-F2'))?.monto, 2000);
  });

  test('a sheet of which nothing is recognized is refused, and she says what its columns are called', async () => {
    const { page } = await visit('admin', '/importar', { allow: /400/ });
    const file = [
      'Núm,Denominación interna,Costo aproximado,Ayuntamiento',
      'GEN-J1,Obra GEN-J1,1500,Mérida',
    ].join('\r\n');
    await give(page, 'extraña.csv', file);
    await expectText(page, /No se encontraron los encabezados.*«Núm», «Denominación/);
    // The same again comes to the same: the way on is another file, or what its columns are called.
    assert.deepEqual(await page.locator('.piezas_acciones .piezas_principal').allTextContents(), [
      'Elegir otro archivo',
    ]);
    await page.getByText('¿Sus columnas se llaman de otro modo?').click();
    await assertAccessible(page);
    await page.getByLabel('Encabezado de: Clave única').fill('Núm');
    await page.getByLabel('Encabezado de: Nombre de la obra').fill('Denominación interna');
    await page.getByLabel('Encabezado de: Monto en pesos').fill('Costo aproximado');
    await page.keyboard.press('Enter');
    await expectText(sample(page), '$1,500.00');
  });
});
