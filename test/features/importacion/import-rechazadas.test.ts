import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { beforeEach, describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { holdingApp, importFile, large, report, XLSX } from '../../imports.ts';
import { bookOf, csv, linesOf } from '../../spreadsheet.ts';
import { count, db, newObra, people, refused, resetWithCatalog } from '../../world.ts';

// The rows that an import refuses, as a file. What stands in it of cells and of headings is in hojas/rechazadas.test.ts.

const PATH = '/obras/importacion/rechazadas';
const OF_SEGUIMIENTO = '/seguimiento/importacion/rechazadas';
const NONE = 'Ninguna fila de ese archivo se rechaza.';
const cellsOf = (text: string) =>
  parse(text, { bom: true, relax_column_count: true }) as string[][];

describe('POST /obras/importacion/rechazadas', () => {
  beforeEach(resetWithCatalog);

  test('answers the refused rows with their numbers and reasons, and writes no work', async () => {
    const wrong = [
      { claveUnica: 'B', municipio: 'Tizmin' },
      { claveUnica: 'C', monto: '1.234' },
    ];
    const file = csv({}, ...wrong);
    const jobs = await count('importaciones');
    const answer = await importFile(file, 'parcial=true', { path: PATH });
    assert.equal(answer.status, 200, answer.text);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/csv/);
    const disposition = answer.headers.get('content-disposition');
    assert.equal(disposition, 'attachment; filename="rechazadas.csv"');
    const [headings, ...rows] = cellsOf(answer.text);
    assert.deepEqual(headings?.slice(0, 3), ['fila rechazada', 'motivo del rechazo', 'claveUnica']);
    assert.deepEqual(
      rows.map(([fila, , clave]) => `${fila} ${clave}`),
      ['3 B', '4 C'],
    );
    assert.match(rows[0]?.[1] ?? '', /¿Quiso decir «Tizimín»\?/);
    assert.equal(await count('obras'), 0);
    assert.equal(await count('importaciones'), jobs);
  });

  test('answers a file that comes in with the same parameters once it is corrected', async () => {
    const file = csv({}, { claveUnica: 'B', municipio: 'Tizmin' });
    await report(file, 'parcial=true');
    const { text } = await importFile(file, 'parcial=true', { path: PATH });
    const right = text.replace('Tizmin,', 'Tizimín,').replace('Tizmin\r', 'Tizimín\r');
    assert.equal((await report(right)).creadas, 1);
    refused(await importFile(file.replace('Tizmin', 'Tizimín'), '', { path: PATH }), 404, NONE);
  });

  test('answers the rows of a workbook in a workbook', async () => {
    const rows = [
      ['clave', 'nombre'],
      ['A', 'x'],
    ];
    const book = await bookOf([{ name: 'Obras', rows }]);
    const answer = await importFile(book, '', { path: PATH, type: XLSX });
    assert.equal(answer.headers.get('content-type'), XLSX);
    assert.match(answer.headers.get('content-disposition') ?? '', /"rechazadas\.xlsx"$/);
  });

  test('takes a large file at once, and leaves no byte of it on the disk', async () => {
    const answer = await importFile(large(csv({ estatus: 'Quién sabe' })), '', { path: PATH });
    assert.equal(answer.status, 200);
    assert.equal(cellsOf(answer.text).length, 2);
    assert.ok(!readdirSync(tmpdir()).some((name) => name.startsWith('registro-importacion')));
  });

  test('answers the import’s own sentences to a file, and to parameters, that can’t be read', async () => {
    for (const [file, query] of [
      ['nada', ''],
      [csv({}), 'columnas=x'],
      [csv({}), 'estatusObraId=99'],
    ] as const) {
      const imported = await importFile(file, query);
      const asked = await importFile(file, query, { path: PATH });
      assert.equal(asked.status, 400);
      assert.deepEqual(asked.body, imported.body);
    }
  });

  test('waits for no other import, as an import does not', async () => {
    const { url, hold } = await holdingApp();
    const { reached, letGo } = hold('reading');
    const first = importFile(csv({}), '', { url });
    await reached;
    const { status, body } = await importFile(csv({}), '', { url, path: PATH });
    assert.deepEqual([status, /^Se está importando otro archivo/.test(body.message)], [503, true]);
    letGo();
    await first;
  });
});

describe('POST /seguimiento/importacion/rechazadas', () => {
  beforeEach(resetWithCatalog);

  test('answers a clerk the rows that her import refuses, those of other agencies among them', async () => {
    await db.query(`INSERT INTO dependencias (nombre) VALUES ('Otra')`);
    await newObra({ claveUnica: 'P-1' });
    await newObra({ claveUnica: 'A-1', dependenciaId: 2 });
    await db.query('INSERT INTO capturistas VALUES ($1, 1)', [people.other.id]);
    const file = linesOf([
      ['Clave única', 'Fecha de corte', 'Avance físico'],
      ['P-1', '2026-03-31', '20%'],
      ['A-1', '2026-03-31', '20%'],
      ['P-1', '2026-06-30', '10%'],
      ['P-2', '2026-06-30', '120%'],
    ]);
    const sending = { who: 'other', path: OF_SEGUIMIENTO } as const;
    const { text } = await importFile(file, '', sending);
    const rows = cellsOf(text).slice(1);
    const found = rows.map(([fila, , clave]) => `${fila} ${clave}`).sort();
    assert.deepEqual(found, ['3 A-1', '4 P-1', '5 P-2']);
    for (const [, motivo] of rows) assert.notEqual(motivo, '');
    assert.equal(await count('avances'), 0);
    const right = 'Clave única,Avance físico\r\nP-1,5%';
    refused(await importFile(right, 'fechaCorte=2026-01-31', sending), 404, NONE);
  });
});
