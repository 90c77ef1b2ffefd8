import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readTable } from '../src/hojas/lector/table.ts';
import { fila } from '../src/seguimiento/importacion/fila.ts';
import { bookOf } from './spreadsheet.ts';

// Rows of a table, read in this process.

const folder = mkdtempSync(join(tmpdir(), 'registro-hojas-'));

/** The rows of a sheet of follow-up. */
async function rowsOf(file: string | Buffer) {
  const path = join(folder, 'hoja');
  writeFileSync(path, file);
  const fd = openSync(path, 'r');
  unlinkSync(path);
  try {
    const rows = [];
    for await (const message of readTable(fd, fila, { withCells: false })) {
      if (message.kind === 'rows') rows.push(...message.rows);
    }
    return rows;
  } finally {
    closeSync(fd);
  }
}

describe('a finding about a row', () => {
  test('names the column that the value stands in, where several say the same', async () => {
    const [row] = await rowsOf(
      'Clave,Corte,% avance,Avance físico,Comentarios,Observaciones\nA-1,2026-06-30,,45.123,,Construcci\ufffdn',
    );
    const found = [...(row?.warnings ?? []), ...(row?.rejections ?? [])];
    assert.deepEqual(
      found.map(({ columna, valor }) => [columna, valor]),
      [
        ['Avance físico', '45.123'],
        ['Observaciones', 'Construcci\ufffdn'],
      ],
    );
  });

  test('has no value where the file does not hold the result of a formula', async () => {
    const formula = { xml: '<c><f>1+1</f></c>' };
    const rows = [
      ['Clave', 'Corte', 'Avance físico'],
      ['A-1', '2026-06-30', formula],
    ];
    const [row] = await rowsOf(await bookOf([{ name: 'Avances', rows }]));
    assert.deepEqual(
      row?.rejections.map(({ columna, valor }) => [columna, valor]),
      [['Avance físico', null]],
    );
  });
});
