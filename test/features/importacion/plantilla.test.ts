import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { COLUMNS, headingOf } from '../../../src/core/obras/columns.ts';
import { columnOf } from '../../columns.ts';
import { importToEnd } from '../../imports.ts';
import { sheetCells, sheetRows, unzip } from '../../spreadsheet.ts';
import { base, db, reset, resetWithCatalog, tokenOf } from '../../world.ts';

async function sheet() {
  const headers = { authorization: `Bearer ${await tokenOf('user')}` };
  const answer = await fetch(`${base}/obras/plantilla.xlsx`, { headers });
  assert.equal(answer.status, 200);
  return { bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers };
}
const labelOf = (name: string) => headingOf(COLUMNS.find((one) => one.name === name) as never);

describe('GET /obras/plantilla.xlsx', () => {
  after(reset);
  test('has the headings, a row as an example, and the names of the catalogs', async () => {
    await resetWithCatalog();
    await db.query(
      `INSERT INTO dependencias (nombre, siglas, activo) VALUES ('Agua', 'JAPAY', true), ('Vieja', 'V', false)`,
    );
    await db.query(
      'INSERT INTO ejercicios_fiscales (anio, activo) VALUES (2025, true), (2024, false)',
    );
    const { bytes, headers } = await sheet();
    assert.equal(headers.get('content-disposition'), 'attachment; filename="plantilla-obras.xlsx"');
    const parts = await unzip(bytes);
    assert.match(parts['xl/workbook.xml'] ?? '', /name="Obras".*name="Catálogos"/);
    const obras = parts['xl/worksheets/sheet1.xml'] ?? '';
    const headings = Object.entries(sheetCells(obras)).filter(([place]) => /^[A-Z]+1$/.test(place));
    const asked = columnOf(COLUMNS, 'name').filter(
      (name) => !/^(id|numeroObra|siglas|municipioClave|fotos?)$/.test(name),
    );
    assert.deepEqual(
      headings.map(([, { value }]) => value),
      asked.map(labelOf),
    );
    const [example = {}, ...more] = sheetRows(obras);
    assert.equal(more.length, 0);
    assert.equal(Object.keys(example).length, headings.length);
    const { [labelOf('ejercicioFiscal')]: year, [labelOf('monto')]: amount } = example;
    assert.deepEqual(year, { value: '2026', isText: false, style: 0 });
    assert.deepEqual(amount, { value: '1250000.50', isText: false, style: 2 });
    const catalogs = sheetRows(parts['xl/worksheets/sheet2.xml'] ?? '');
    const column = (name: string) => catalogs.flatMap((row) => row[labelOf(name)]?.value ?? []);
    assert.deepEqual(column('dependencia'), ['Agua', 'Secretaría de Obras']);
    assert.deepEqual(column('siglas'), ['JAPAY', 'SOP']);
    assert.deepEqual(column('ejercicioFiscal'), ['2025', '2026']);
    assert.deepEqual(column('tipoProyecto'), ['Vialidades']);
    assert.equal(column('municipio').length, 106);
    assert.deepEqual(column('estatus').slice(0, 2), ['Planeada', 'En licitación']);
    // They are chosen from in the columns that are called like them.
    const chosen = [...obras.matchAll(/sqref="([A-Z]+)2:[^>]*><formula1>([^<]*)</g)];
    const letterOf = (name: string) =>
      headings.find(([, { value }]) => value === labelOf(name))?.[0].replace('1', '');
    assert.deepEqual(
      chosen.map(([, letter, formula]) => [letter, formula]),
      [
        [letterOf('ejercicioFiscal'), "'Catálogos'!$C$2:$C$3"],
        [letterOf('dependencia'), "'Catálogos'!$A$2:$A$3"],
        [letterOf('municipio'), "'Catálogos'!$D$2:$D$107"],
        [letterOf('tipoProyecto'), "'Catálogos'!$E$2:$E$2"],
        [letterOf('estatus'), "'Catálogos'!$F$2:$F$8"],
      ],
    );
    // The example's names stand in the catalogs.
    for (const name of ['dependencia', 'municipio', 'tipoProyecto', 'estatus']) {
      assert.ok(column(name).includes(example[labelOf(name)]?.value ?? ''), name);
    }
  });

  test('can be sent as it is', async () => {
    const { bytes } = await sheet();
    const { body } = await importToEnd(bytes, 'simular=true', 'application/octet-stream');
    const { filas, creadas, errores, avisos } = body;
    assert.deepEqual([filas, creadas, errores, avisos], [1, 1, [], []]);
  });

  test('has its headings in an empty registry, too', async () => {
    await reset();
    const { bytes } = await sheet();
    const parts = await unzip(bytes);
    assert.equal(sheetRows(parts['xl/worksheets/sheet1.xml'] ?? '').length, 1);
  });
});
