import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  assertAccessibleEverywhere,
  choose,
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
import { assertFits, base, gate, refuse, visit } from '../../../portal/portal-world.ts';
import { bookOf } from '../../../spreadsheet.ts';

// Files as people make them. Each comes in right, or says in one screen what to do, and a clerk does it by herself.

const importOne = 'Importar 1 obra';

describe('The portal: files as people make them', () => {
  test('a comma that nobody quoted is told with its row, and never read as less money', async () => {
    const { page } = await visit('admin', '/importar');
    const headings = 'clave,nombre,ejercicio,dependencia,municipio,estatus,monto';
    const begin = (clave: string) => `${clave},Obra ${clave},2026,CFE,Mérida,Planeada`;
    const file = (last: string) =>
      [headings, `${begin('GEN-A1')},1500`, `${begin('GEN-A2')},${last}`].join('\r\n');
    await give(page, 'coma.csv', file('$2,345,678.90'));
    const group = groupOf(page, 'más celdas que los 7 encabezados: ¿una coma sin comillas?');
    await expectText(group, '1 fila: 3');
    await expectText(sample(page), '$1,500.00');
    assert.equal(await page.getByText('$2.00').count(), 0);
    await assertAccessibleEverywhere(page);
    // She mends it in her sheet and takes the file again: nothing else is to be said twice.
    await press(page, 'Elegir otro archivo');
    await give(page, 'coma.csv', file('"$2,345,678.90"'));
    await expectText(sample(page), '$2,345,678.90');
    await press(page, 'Importar 2 obras');
    await expectText(page, 'Listo: 2 obras nuevas');
    assert.equal((await withKey('GEN-A2'))?.monto, 2_345_678.9);
  });

  test('of three sheets she chooses hers from a list', async () => {
    const { page } = await visit('admin', '/importar');
    const headings = csv().split(',');
    const cells = (clave: string) => row(clave).split(',');
    const book = await bookOf([
      { name: 'Portada', rows: [['Programa de obra 2026']] },
      { name: 'Primer semestre', rows: [headings, cells('GEN-B1'), cells('GEN-B2')] },
      { name: 'Segundo semestre', rows: [headings, cells('GEN-B3')] },
    ]);
    await give(page, 'programa.xlsx', book);
    await page.getByRole('heading', { name: /^Qué pasaría con 2 filas/ }).waitFor();
    await page.getByRole('button', { name: /Primer semestre.*Hoja del libro/ }).waitFor();
    await choose(page, /Hoja del libro/, 'Segundo semestre');
    await page.getByRole('heading', { name: /^Qué pasaría con 1 fila/ }).waitFor();
    await press(page, importOne);
    await expectText(page, 'Listo: 1 obra nueva');
    assert.ok(await withKey('GEN-B3'));
    assert.equal(await withKey('GEN-B1'), undefined);
  });

  test('amounts in thousands wait until somebody says so', async () => {
    const { page } = await visit('admin', '/importar');
    const file = csv(row('GEN-C1', { monto: '1250.5' })).replace('monto', 'Monto (miles de pesos)');
    await give(page, 'miles.csv', file);
    const units = page.getByRole('radiogroup', { name: 'Unidad de los montos del archivo' });
    await expectText(units, 'Miles de pesos');
    assert.equal(await units.locator('[data-selected]').count(), 0);
    assert.equal(await page.getByText('$1,250.50').count(), 0);
    await assertAccessibleEverywhere(page);
    await units.getByText('Miles de pesos').click();
    await reviewAgain(page);
    await expectText(sample(page), '$1,250,500.00');
    await press(page, importOne);
    await expectText(page, 'Listo: 1 obra nueva');
    assert.equal((await withKey('GEN-C1'))?.monto, 1_250_500);
  });

  test('the unit of one sheet is not taken for that of another, nor of another column', async () => {
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

  test('names that the catalogs have not are told once, and mapped once for all rows', async () => {
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
    await choose(page, /«Ya licitada» \(4 filas\) es/, 'En licitación');
    await assertAccessibleEverywhere(page);
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

  test('a name that she leaves as it is stays refused, and is not proposed again', async () => {
    const { page } = await visit('admin', '/importar');
    // Nothing that she chose counts, and what was proposed is left: «Deshacer».
    await give(page, 'deshacer.csv', csv(row('GEN-E3'), row('GEN-E4', { municipio: 'Tizmin' })));
    await expectValue(page.getByRole('combobox', { name: /«Tizmin» \(1 fila\) es/ }), 'Tizimín');
    await press(page, 'Deshacer');
    await page.getByText('Importar las filas correctas aunque otras se rechacen').click();
    await reviewAgain(page);
    await page.getByRole('button', { name: importOne }).waitFor();
    await expectValue(page.getByRole('combobox', { name: /«Tizmin» \(1 fila\) es/ }), '');
    await press(page, 'Elegir otro archivo');
    await give(page, 'dejar.csv', csv(row('GEN-E1'), row('GEN-E2', { municipio: 'Tizmin' })));
    const field = page.getByRole('combobox', { name: /«Tizmin» \(1 fila\) es/ });
    await expectValue(field, 'Tizimín');
    await field.fill('');
    await page.keyboard.press('Escape');
    await page.getByText('Importar las filas correctas aunque otras se rechacen').click();
    await reviewAgain(page);
    await page.getByRole('button', { name: importOne }).waitFor();
    await expectValue(field, '');
    assert.equal(await page.getByRole('button', { name: 'Revisar de nuevo' }).count(), 0);
    await press(page, importOne);
    await expectText(page, 'Listo: 1 obra nueva');
    assert.equal(await withKey('GEN-E2'), undefined);
  });

  test('a name that is merely like another is not chosen: a button asks, and takes it', async () => {
    const { page } = await visit('admin', '/importar');
    const lines = [
      row('GEN-S1', { municipio: 'Varios' }),
      row('GEN-S2', { municipio: 'Tekal' }),
      row('GEN-S3', { estatus: 'En proceso de contratación' }),
    ];
    await give(page, 'parecidos.csv', csv(...lines));
    const varios = page.getByRole('combobox', { name: /«Varios» \(1 fila\) es/ });
    await varios.waitFor();
    await expectValue(varios, '');
    await expectValue(page.getByRole('combobox', { name: /«Tekal» \(1 fila\) es/ }), '');
    // Nothing waits to be reviewed: nothing was chosen.
    assert.equal(await page.getByRole('button', { name: 'Revisar de nuevo' }).count(), 0);
    const tekal = page.getByRole('group', { name: '«Tekal» (1 fila) es' });
    const estatus = page.getByRole('group', { name: '«En proceso de contratación» (1 fila) es' });
    await estatus.getByRole('button', { name: '¿Quiso decir «En proceso»?' }).waitFor();
    await assertAccessibleEverywhere(page);
    // By keyboard, and the focus stays at the field.
    await tekal.getByRole('button', { name: '¿Quiso decir «Tekal de Venegas»?' }).focus();
    await page.keyboard.press('Enter');
    await expectValue(
      page.getByRole('combobox', { name: /«Tekal» \(1 fila\) es/ }),
      'Tekal de Venegas',
    );
    assert.equal(
      await page.evaluate('document.activeElement.getAttribute("aria-label")'),
      '«Tekal» (1 fila) es',
    );
    assert.equal(await tekal.getByRole('button', { name: /Quiso decir/ }).count(), 0);
    await choose(page, /«En proceso de contratación» \(1 fila\) es/, 'En licitación');
    await find(page, '«Varios» (1 fila) es', 'merida', 'Mérida');
    await reviewAgain(page);
    await press(page, 'Importar 3 obras');
    await expectText(page, 'Listo: 3 obras nuevas');
    assert.equal((await withKey('GEN-S2'))?.municipio.nombre, 'Tekal de Venegas');
    assert.equal((await withKey('GEN-S3'))?.estatusObra.nombre, 'En licitación');
  });

  test('what is proposed is seen before the catalogs are there, and nothing is chosen until then', async () => {
    const { page } = await visit('admin', null);
    const { free, letGo } = gate();
    await page.route(`${base}/municipios`, async (route) => {
      await free;
      await route.continue();
    });
    await page.goto(`${base}/portal/importar`);
    const lines = [
      row('GEN-K1', { municipio: 'Tizmin' }),
      row('GEN-K2', { estatus: 'Ya licitada' }),
    ];
    await give(page, 'lenta.csv', csv(...lines));
    const municipio = page.getByRole('combobox', { name: /«Tizmin» \(1 fila\) es/ });
    await expectValue(municipio, 'Tizimín');
    const estatus = page.getByRole('button', { name: /«Ya licitada» \(1 fila\) es/ });
    for (const field of [municipio, estatus]) assert.ok(await field.isDisabled());
    await assertAccessibleEverywhere(page);
    letGo();
    // She takes another than the one that was proposed.
    await find(page, '«Tizmin» (1 fila) es', 'izamal', 'Izamal');
    await choose(page, /«Ya licitada» \(1 fila\) es/, 'En licitación');
    await reviewAgain(page);
    await press(page, 'Importar 2 obras');
    await expectText(page, 'Listo: 2 obras nuevas');
    assert.equal((await withKey('GEN-K1'))?.municipio.nombre, 'Izamal');
  });

  test('catalogs that do not come are told, and asked for again', async () => {
    const { page } = await visit('admin', null, { allow: /500/ });
    await refuse(page, `${base}/municipios`, 500, 'Ocurrió un error.');
    await page.goto(`${base}/portal/importar`);
    await give(page, 'sin catálogos.csv', csv(row('GEN-L1', { municipio: 'Tizmin' })));
    await expectAlert(page, 'Ocurrió un error.');
    await page.unroute(`${base}/municipios`);
    await press(page, 'Intentar de nuevo');
    await expectGone(page.getByRole('alert').getByText('Ocurrió un error.'));
    await find(page, '«Tizmin» (1 fila) es', 'izamal', 'Izamal');
    await reviewAgain(page);
    await page.getByRole('button', { name: importOne }).waitFor();
  });

  test('what was told of a file is taken back where it fits no more', async () => {
    const { page } = await visit('admin', '/importar', { allow: /400/ });
    const headings = csv().split(',');
    const sheet = (name: string, clave: string) => ({
      name,
      rows: [headings, row(clave).split(',')],
    });
    await give(page, 'mes.xlsx', await bookOf([sheet('Uno', 'GEN-M1'), sheet('Dos', 'GEN-M2')]));
    await page.getByRole('button', { name: /Uno.*Hoja del libro/ }).waitFor();
    await choose(page, /Hoja del libro/, 'Dos');
    await page.getByRole('button', { name: /Dos.*Hoja del libro/ }).waitFor();
    await page.getByRole('button', { name: importOne }).waitFor();
    // The next month's file has the same name and another sheet.
    await press(page, 'Elegir otro archivo');
    await give(page, 'mes.xlsx', await bookOf([sheet('Tres', 'GEN-M3')]));
    await expectAlert(page, /«Dos»/);
    await press(page, 'Revisar sin lo que indiqué de este archivo');
    await press(page, importOne);
    await expectText(page, 'Listo: 1 obra nueva');
    assert.ok(await withKey('GEN-M3'));
  });

  test('a column that nobody recognizes is asked for, once', async () => {
    const { page } = await visit('admin', '/importar');
    const rows = [1, 2, 3].map((i) => row(`GEN-F${i}`, { monto: `${i}000.50` }));
    await give(page, 'columna.csv', csv(...rows).replace('monto', 'Costo estimado final'));
    const group = groupOf(page, 'Ninguna columna se reconoció como monto');
    await group.waitFor();
    assert.equal(await page.locator('.importar_grupo.importar_malo').count(), 1);
    // The file has no column for it: the field is called as people call it.
    await page.getByText('Fila por fila').click();
    const remarks = page.getByRole('table', { name: 'Observaciones' });
    await remarks.getByText('Monto en pesos', { exact: true }).waitFor();
    assert.equal(await remarks.getByText('monto', { exact: true }).count(), 0);
    await choose(page, /Monto.* está en la columna/, 'Costo estimado final');
    await reviewAgain(page);
    await expectText(sample(page), '$1,000.50');
    await press(page, 'Importar 3 obras');
    await expectText(page, 'Listo: 3 obras nuevas');
    assert.equal((await withKey('GEN-F3'))?.monto, 3000.5);
  });

  test('a column that is likely is not chosen: a button says that it is', async () => {
    const { page } = await visit('admin', '/importar');
    await give(page, 'probable.csv', csv(row('GEN-T1')).replace('monto', 'Monto contratado'));
    const group = groupOf(page, '¿Es «Monto contratado»?');
    await press(group, 'Sí, es «Monto contratado»');
    await reviewAgain(page);
    await page.getByRole('button', { name: importOne }).waitFor();
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
    await assertAccessibleEverywhere(page);
    await page.getByLabel('Encabezado de: Clave única').fill('Núm');
    await page.getByLabel('Encabezado de: Nombre de la obra').fill('Denominación interna');
    await page.getByLabel('Encabezado de: Monto en pesos').fill('Costo aproximado');
    await page.keyboard.press('Enter');
    await expectText(sample(page), '$1,500.00');
  });

  test('works of another state are one sentence with their rows, and hers come in', async () => {
    const { page } = await visit('admin', '/importar');
    const file = [
      `${csv()},entidad`,
      ...[1, 2, 3].map((i) => `${row(`GEN-G${i}`)},${i === 2 ? 'Yucatán' : 'Campeche'}`),
    ].join('\r\n');
    await give(page, 'estados.csv', file);
    const group = groupOf(page, 'Yucatán');
    await expectText(group, '2 filas: 2 y 4');
    await page.getByText('Importar las filas correctas aunque otras se rechacen').click();
    await reviewAgain(page);
    await press(page, importOne);
    await expectText(page, 'Listo: 1 obra nueva');
    assert.ok(await withKey('GEN-G2'));
  });

  test('a file with nothing in it, and one with headings alone, say what to do', async () => {
    const { page } = await visit('admin', '/importar');
    await give(page, 'vacío.csv', '');
    await expectText(page, 'El archivo está vacío; guarde de nuevo el original');
    await give(page, 'encabezados.csv', csv());
    await expectText(page, 'escriba las obras debajo de los encabezados');
    await press(page, 'Elegir otro archivo');
    await give(page, 'encabezados.csv', csv(row('GEN-P1')));
    await page.getByRole('button', { name: importOne }).waitFor();
  });

  test('sheets as LibreOffice saves them come in: headings in two rows, and dates for years', async () => {
    const { page } = await visit('admin', '/importar');
    const saved = (name: string) =>
      readFileSync(
        fileURLToPath(
          new URL(`../../../../../test/features/importacion/libreoffice/${name}`, import.meta.url),
        ),
      );
    for (const [name, clave] of [
      ['dos-renglones.ods', 'LO-D-1'],
      ['titulos.xlsx', 'LO-T-1'],
      ['fechas.csv', 'LO-F-1'],
    ] as const) {
      await give(page, name, saved(name));
      await expectText(sample(page), '$1,250,000.50');
      await press(page, 'Importar 3 obras');
      await expectText(page, 'Listo: 3 obras nuevas');
      assert.equal((await withKey(clave))?.monto, 1_250_000.5);
      await press(page, 'Importar otro archivo');
    }
  });

  test('words that every object has are words like any other', async () => {
    const { page } = await visit('admin', '/importar');
    const [headings, ...rows] = csv(row('GEN-W1', { estatus: 'constructor' })).split('\r\n');
    const file = [`${headings},toString`, ...rows.map((one) => one && `${one},x`)].join('\r\n');
    await give(page, 'palabras.csv', file);
    const field = page.getByRole('button', { name: /«constructor» \(1 fila\) es/ });
    await field.waitFor();
    assert.doesNotMatch((await field.innerText()) ?? '', /function|native/);
    await choose(page, /«constructor» \(1 fila\) es/, 'En licitación');
    await reviewAgain(page);
    await page.getByRole('button', { name: 'Importar 1 obra' }).waitFor();
  });

  test('what was chosen for a file that came in whole is not taken for the next of its name', async () => {
    const { page } = await visit('admin', '/importar');
    const field = 'Municipio de las filas que no lo dicen';
    await give(page, 'mes.csv', csv(row('GEN-R1', { municipio: '' })));
    await find(page, field, 'izamal', 'Izamal');
    await reviewAgain(page);
    await press(page, importOne);
    await expectText(page, 'Listo: 1 obra nueva');
    assert.equal((await withKey('GEN-R1'))?.municipio.nombre, 'Izamal');
    await press(page, 'Importar otro archivo');
    await give(page, 'mes.csv', csv(row('GEN-R2', { municipio: '' }), row('GEN-R3')));
    await expectText(page, 'No se puede importar: 1 fila tiene errores.');
    await expectValue(page.getByRole('combobox', { name: field, exact: true }), '');
  });

  test('a number of the row can be made the key, and she is told what that means', async () => {
    const { page } = await visit('admin', '/importar');
    await give(page, 'sin clave.csv', csv(row('1')).replace('claveUnica', 'No.'));
    const group = groupOf(page, 'Ninguna columna se reconoció como clave única');
    await expectText(group, 'un número de renglón se repite en otros archivos');
    await choose(page, /Clave única está en la columna/, 'No.');
    await assertAccessibleEverywhere(page);
  });

  test('at 320 pixels and with text of 200 % every choice is there', async () => {
    const { page } = await visit('admin', '/importar', { isOwn: true });
    await give(
      page,
      'angosta.csv',
      csv(row('GEN-I1', { estatus: 'Ya licitada' }), row('GEN-I2', { monto: 'x' })),
    );
    await groupOf(page, 'Estatus: no es un estatus').waitFor();
    const tools = await page.context().newCDPSession(page);
    for (const [width, letters] of [
      [320, 16],
      [1280, 32],
    ] as const) {
      await page.setViewportSize({ width, height: 640 });
      await tools.send('Page.setFontSizes', { fontSizes: { standard: letters, fixed: letters } });
      await assertFits(page);
      await choose(page, /«Ya licitada» \(1 fila\) es/, 'En licitación');
      await press(page, 'Deshacer');
    }
  });
});
