import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { bookOf } from '../spreadsheet.ts';
import { assertAccessibleEverywhere, choose, tabTo, told } from './gestures.ts';
import { fetchJson, gate, people, refuse, visit } from './portal-world.ts';

interface Obra {
  id: number;
  claveUnica: string;
  nombre: string;
  monto: number;
}
const withKey = async (clave: string) =>
  (await fetchJson<Obra[]>('GET', `/obras?q=${encodeURIComponent(clave)}`)).find(
    ({ claveUnica }) => claveUnica === clave,
  );

const HEADINGS = 'claveUnica,nombre,monto,ejercicioFiscal,dependencia,municipio,estatus';
const row = (
  clave: string,
  fields: { monto?: string; dependencia?: string; nombre?: string } = {},
) =>
  `${clave},${fields.nombre ?? `Obra ${clave}`},${fields.monto ?? '1000'},2026,${fields.dependencia ?? 'CFE'},Mérida,En proceso`;

async function give(page: Page, name: string, content: string | Buffer) {
  await page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(content),
  });
}
const csv = (...rows: string[]) => [HEADINGS, ...rows].join('\r\n');
const count = (page: Page, word: string) =>
  page.locator('.cuentas > div', { hasText: word }).locator('dd');

describe('The portal: bringing in spreadsheets', () => {
  test('a good file: reviewed without writing, imported, and its works one step away', async () => {
    const { page } = await visit('admin', '/importar');
    await page.getByText('.xlsx de hasta 32 MB o .csv de hasta 64 MB').waitFor();
    await assertAccessibleEverywhere(page);
    await give(page, 'buenas.csv', csv(row('IMP-A1'), row('IMP-A2', { monto: '"2,500.50"' })));
    await page.getByRole('heading', { name: /^Qué pasaría con 2 filas/ }).waitFor();
    assert.equal(await count(page, 'se agregarían').textContent(), '2');
    assert.equal(await withKey('IMP-A1'), undefined);
    await assertAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Importar 2 obras' }).click();
    await page.getByText('Listo: 2 obras nuevas y 0 actualizadas de «buenas.csv».').waitFor();
    const second = await withKey('IMP-A2');
    assert.equal(second?.monto, 2500.5);
    const link = page.getByRole('link', { name: 'Obra IMP-A2' });
    assert.equal(await link.getAttribute('href'), `/portal/obras/${second?.id}`);
    await page.getByRole('row', { name: 'Obra IMP-A2 Se agregó 3' }).waitFor();
    await assertAccessibleEverywhere(page);

    // The same file again changes nothing, and says so before.
    await page.getByRole('button', { name: 'Importar otro archivo' }).click();
    await give(page, 'buenas.csv', csv(row('IMP-A1'), row('IMP-A2', { monto: '"2,500.50"' })));
    await page.getByText('no hay qué importar').waitFor();
    assert.equal(await count(page, 'ya estaban igual').textContent(), '2');
    assert.equal(
      await page.getByRole('button', { name: 'Importar', exact: true }).isDisabled(),
      true,
    );
  });

  test('errors: every one is listed, and what is right goes in where one chooses so', async () => {
    const { page } = await visit('admin', '/importar');
    await give(
      page,
      'con errores.csv',
      csv(
        row('IMP-B1'),
        row('IMP-B2', { monto: 'mucho', dependencia: 'Nadie' }),
        ',Sin clave,1,2026,CFE,Tizmin,En proceso',
      ),
    );
    await page.getByText('2 filas se rechazan y eso detiene todo.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Importar 1 obra' }).isDisabled(), true);
    const table = page.getByRole('table', { name: 'Observaciones' });
    await table.getByRole('row', { name: /^3 Error monto mucho Monto: / }).waitFor();
    await table.getByRole('row', { name: /^3 Error dependencia Nadie Dependencia: / }).waitFor();
    await table
      .getByRole('row', { name: /^4 Error claveUnica — Falta la clave única\./ })
      .waitFor();
    await table
      .getByText('Municipio: no existe el municipio «Tizmin». ¿Quiso decir «Tizimín»?')
      .waitFor();
    await choose(page, /Columna/, 'monto');
    await page.getByText(/^1 de 4 observaciones$/).waitFor();
    assert.equal(await table.locator('tbody tr').count(), 1);
    await assertAccessibleEverywhere(page);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Descargar el informe (.csv)' }).click();
    const kept = await download;
    assert.equal(kept.suggestedFilename(), 'informe-con errores.csv');
    const lines = readFileSync(await kept.path(), 'utf8').split('\r\n');
    assert.equal(lines[0], '\ufeff"fila","tipo","columna","valor","mensaje"');
    assert.equal(lines.filter((line) => line.includes('"error"')).length, 4);

    await page.getByText('Importar las filas correctas aunque otras se rechacen').click();
    await page.getByText('revise de nuevo antes de importar').waitFor();
    await page.getByRole('button', { name: 'Revisar de nuevo' }).click();
    await page.getByRole('button', { name: 'Importar 1 obra' }).click();
    await page.getByText('Listo: 1 obra nueva').waitFor();
    assert.equal(await count(page, 'se rechazaron').textContent(), '2');
    assert.ok(await withKey('IMP-B1'));
    assert.equal(await withKey('IMP-B2'), undefined);
  });

  test('what is new to a catalog is named, and added where one chooses so', async () => {
    const { page } = await visit('admin', '/importar');
    const file = csv(row('IMP-C1', { dependencia: 'Zz Comisión de la importación' }));
    await give(page, 'catalogos.csv', file);
    await page.getByText('1 fila se rechaza y eso detiene todo.').waitFor();
    await page.getByText('Agregar las dependencias, los tipos de proyecto').click();
    await page.getByRole('button', { name: 'Revisar de nuevo' }).click();
    const card = page.getByRole('region', { name: 'Se agregarían a los catálogos' });
    await card
      .getByText(
        '«Zz Comisión de la importación». Dependencia: no está en el catálogo y se agrega.',
      )
      .waitFor();
    await page.getByRole('button', { name: 'Importar 1 obra' }).click();
    await page.getByRole('region', { name: 'Se agregaron a los catálogos' }).waitFor();
    const found = await fetchJson<{ id: number; nombre: string }[]>('GET', '/dependencias');
    assert.ok(found.some(({ nombre }) => nombre === 'Zz Comisión de la importación'));
  });

  test('works that are there are changed where one chooses so', async () => {
    const { page } = await visit('admin', '/importar');
    await give(page, 'primero.csv', csv(row('IMP-D1')));
    await page.getByRole('button', { name: 'Importar 1 obra' }).click();
    await page.getByText('Listo: 1 obra nueva').waitFor();
    await page.getByRole('button', { name: 'Importar otro archivo' }).click();
    await give(page, 'despues.csv', csv(row('IMP-D1', { monto: '7777' })));
    await page.getByText(/el archivo dice otra cosa en el monto/).waitFor();
    await page.getByText('Actualizar las obras que ya están').click();
    await page.getByRole('button', { name: 'Revisar de nuevo' }).click();
    await page.getByRole('button', { name: 'Importar 1 obra' }).click();
    await page.getByText('Listo: 0 obras nuevas y 1 actualizada').waitFor();
    assert.equal((await withKey('IMP-D1'))?.monto, 7777);
  });

  test('a workbook: the sheet that is named, and columns that are told', async () => {
    const headings = 'Núm. interno;Nombre;Inversión total;Año;Dependencia;Municipio;Estatus'.split(
      ';',
    );
    const cells = (clave: string) => [
      clave,
      `Obra ${clave}`,
      4321,
      2026,
      ...'CFE;Mérida;Planeada'.split(';'),
    ];
    const book = await bookOf([
      {
        name: 'Enero',
        rows: [
          ['claveUnica', 'nombre'],
          ['IMP-E0', 'Otra cosa'],
        ],
      },
      { name: 'Febrero', rows: [headings, cells('IMP-E1')] },
    ]);
    const { page } = await visit('admin', '/importar', { allow: /400/ });
    await give(page, 'libro.xlsx', book);
    await page.getByRole('heading', { name: /^Qué pasaría con 1 fila/ }).waitFor();
    await page.getByLabel('Hoja del libro').fill('Febrero');
    await page.getByRole('button', { name: 'Revisar de nuevo' }).click();
    // No column has a key's heading: the registry says so, and one tells it which is meant.
    await page.getByText(/No se encontraron los encabezados.*de la hoja «Febrero»/).waitFor();
    await assertAccessibleEverywhere(page);
    await page.getByLabel('Encabezado de la clave única').fill('Núm. interno');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Qué pasaría con 1 fila/ }).waitFor();
    await page.getByText(/^Ninguna columna se reconoció como monto\./).waitFor();
    await page.getByText(/^Columnas: /).click();
    await choose(page, /Se lee «Inversión total» como/, 'Monto en pesos');
    await assertAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Revisar de nuevo' }).click();
    await page.getByRole('button', { name: 'Importar 1 obra' }).click();
    await page.getByText('Listo: 1 obra nueva').waitFor();
    assert.equal((await withKey('IMP-E1'))?.monto, 4321);
  });

  test('by keyboard alone, from the file to the work', async () => {
    const { page } = await visit('admin', '/importar');
    // Asked for ahead: the browser has to know it by the time that the key is pressed.
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('heading', { name: 'Importar obras', level: 1 }).waitFor();
    await tabTo(page, 'Elegir archivo');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles({
      name: 'teclado.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv(row('IMP-K1'), row('IMP-K2', { monto: 'x' }))),
    });
    await page.getByText('1 fila se rechaza y eso detiene todo.').waitFor();
    await tabTo(page, /^Importar las filas correctas/);
    await page.keyboard.press('Space');
    await page.getByText('revise de nuevo antes de importar').waitFor();
    while (!(await page.locator('button:focus', { hasText: 'Revisar de nuevo' }).count())) {
      await page.keyboard.press('Shift+Tab');
    }
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Importar 1 obra' }).waitFor();
    await tabTo(page, 'Importar 1 obra');
    await page.keyboard.press('Enter');
    await page.getByText('Listo: 1 obra nueva').waitFor();
    await tabTo(page, 'Obra IMP-K1');
    assert.ok(await withKey('IMP-K1'));
  });

  test('a year, a status and an agency for rows that say none', async () => {
    const { page } = await visit('admin', '/importar');
    await give(page, 'sin año.csv', 'clave,nombre,monto,municipio\r\nIMP-F1,Obra IMP-F1,10,Mérida');
    await page.getByText(/^Ninguna columna se reconoció como ejercicio fiscal\./).waitFor();
    await choose(page, /Ejercicio fiscal/, '2025');
    await choose(page, /Estatus/, 'Terminada');
    await page.getByRole('combobox', { name: 'Dependencia' }).fill('cfe');
    await page.getByRole('option', { name: 'CFE Consolidado' }).click();
    await page.getByRole('button', { name: 'Revisar de nuevo' }).click();
    await page.getByRole('button', { name: 'Importar 1 obra' }).click();
    await page.getByText('Listo: 1 obra nueva').waitFor();
    const obra = (await withKey('IMP-F1')) as unknown as Record<
      string,
      { nombre?: string; anio?: number }
    >;
    assert.equal(obra.ejercicioFiscal?.anio, 2025);
    assert.equal(obra.estatusObra?.nombre, 'Terminada');
  });

  test('a file that is too large, or none that can be read, is told', async () => {
    const { page } = await visit('admin', '/importar', { allow: /400/ });
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url());
    });
    await give(page, 'enorme.xlsx', Buffer.alloc(33 * 1_048_576));
    await told(page, /33 MB y se aceptan 32 MB/);
    assert.deepEqual(sent, []);
    await give(page, 'roto.xlsx', Buffer.from('PK\x03\x04 y nada más'));
    await told(page, /^El libro está incompleto o dañado/);
    await page.getByRole('button', { name: 'Elegir otro archivo' }).click();
    await give(page, 'viejo.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'));
    await page
      .getByText(
        'El archivo está cifrado con contraseña o es un .xls antiguo; quítele la contraseña y guárdelo como .xlsx.',
      )
      .waitFor();
  });

  test('a file can be dropped, and the template is given', async () => {
    const { page, context } = await visit('admin', '/importar');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Descargar la plantilla' }).click();
    const template = await download;
    assert.equal(template.suggestedFilename(), 'plantilla-obras.xlsx');
    assert.equal(readFileSync(await template.path()).toString('latin1', 0, 2), 'PK');
    const folder = mkdtempSync(join(tmpdir(), 'registro-soltar-'));
    const file = join(folder, 'soltada.csv');
    writeFileSync(file, csv(row('IMP-G1')));
    // As the desktop does it: a page can't make such a drop by itself.
    const desktop = await context.newCDPSession(page);
    const zone = await page.locator('.zona-archivo').boundingBox();
    assert.ok(zone);
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await desktop.send('Input.dispatchDragEvent', {
        type,
        x: zone.x + 20,
        y: zone.y + 20,
        data: { items: [], files: [file], dragOperationsMask: 1 },
      });
    }
    await page.getByText('soltada.csv').first().waitFor();
    await page.getByRole('button', { name: 'Importar 1 obra' }).waitFor();
    rmSync(folder, { recursive: true });
  });

  test('an answer that got lost: the same file again is safe', async () => {
    const { page } = await visit('admin', '/importar', { allow: /ERR_FAILED/ });
    await give(page, 'perdida.csv', csv(row('IMP-H1')));
    const button = page.getByRole('button', { name: 'Importar 1 obra' });
    await button.waitFor();
    await page.route(
      '**/obras/importacion?*',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await button.click();
    await page.getByText('No hubo respuesta del registro.').waitFor();
    await page.getByText('Importar otra vez el mismo archivo es seguro').waitFor();
    await assertAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Importar otra vez' }).click();
    await page.getByText('ya estaban igual en el registro: nada cambió.').waitFor();
    assert.ok(await withKey('IMP-H1'));
  });

  test('a session that ended, an import of somebody else’s, and one that is stopped', async () => {
    const { page } = await visit('admin', '/importar', { allow: /401|503|ERR_FAILED/ });
    await give(page, 'interrumpida.csv', csv(row('IMP-I1')));
    const button = page.getByRole('button', { name: 'Importar 1 obra' });
    await button.waitFor();

    // It never comes to an end by itself.
    await page.route('**/obras/importacion?*', () => {}, { times: 1 });
    await button.click();
    await page.getByText('No cierre esta página.').waitFor();
    await assertAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Detener la importación' }).click();
    await page.getByText('Usted detuvo la importación.').waitFor();

    const busy = 'Se está importando otro archivo; espere a que termine e intente de nuevo.';
    await refuse(page, '**/obras/importacion?*', 503, busy, { times: 1, retryAfter: 10 });
    await page.getByRole('button', { name: 'Importar otra vez' }).click();
    await page.getByText(busy).waitFor();

    await refuse(page, '**/obras/importacion?*', 401, 'Unauthorized', { times: 1 });
    await page.getByRole('button', { name: 'Importar otra vez' }).click();
    const dialog = page.getByRole('dialog', { name: 'Su sesión terminó' });
    await dialog.getByLabel('Contraseña').fill(people.admin.password);
    await page.keyboard.press('Enter');
    await page.getByText('Listo: 1 obra nueva').waitFor();
    assert.ok(await withKey('IMP-I1'));
  });

  test('who goes to another page does not stop it, and is told there', async () => {
    const { page } = await visit('admin', '/importar');
    await give(page, 'de paso.csv', csv(row('IMP-J1')));
    const button = page.getByRole('button', { name: 'Importar 1 obra' });
    await button.waitFor();
    const { free, letGo } = gate();
    await page.route(
      '**/obras/importacion?*',
      async (route) => {
        await free;
        await route.continue();
      },
      { times: 1 },
    );
    await button.click();
    await page.getByText('No cierre esta página.').waitFor();
    await page.getByRole('link', { name: 'Catálogos' }).click();
    await page.getByRole('heading', { name: 'Catálogos', level: 1 }).waitFor();
    letGo();
    await page.getByText('Terminó la importación de «de paso.csv»: 1 obra nueva').waitFor();
    assert.ok(await withKey('IMP-J1'));
  });
});
