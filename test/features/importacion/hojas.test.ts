import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fila } from '../../../src/features/seguimiento/importacion/fila.ts';
import { readTable } from '../../../src/hojas/lector/table.ts';
import { columnsOf } from '../../columns.ts';
import { bookOf } from '../../spreadsheet.ts';

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
  test('names the column of the value where several say the same', async () => {
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

  test('has no value where the file lacks the result of a formula', async () => {
    const formula = { xml: '<c><f>1+1</f></c>' };
    const rows = [
      ['Clave', 'Corte', 'Avance físico'],
      ['A-1', '2026-06-30', formula],
    ];
    const [row] = await rowsOf(await bookOf([{ name: 'Avances', rows }]));
    assert.deepEqual(columnsOf(row?.rejections ?? [], 'columna', 'valor'), [
      ['Avance físico', null],
    ]);
  });
});

describe('the process that reads a file', () => {
  /** The packages that a module loads before it runs, by itself and by those that it imports. */
  const packagesOf = (start: URL) => {
    const seen = new Set<string>();
    const packages = new Set<string>();
    const load = (url: URL) => {
      if (seen.has(url.href)) return;
      seen.add(url.href);
      for (const [, name = ''] of readFileSync(url, 'utf8').matchAll(
        /^(?:import|export)\b[^;]*?from '([^']+)'/gm,
      )) {
        if (name.startsWith('.')) load(new URL(name, url));
        else if (!name.startsWith('node:')) packages.add(name);
      }
    };
    load(start);
    return [...packages];
  };

  test('loads no library of the service, by itself or for either kind of sheet', () => {
    const at = (path: string) => packagesOf(new URL(`../../../src/${path}`, import.meta.url));
    assert.deepEqual(at('hojas/lector/main.js'), []);
    assert.deepEqual(at('features/seguimiento/importacion/fila.js'), [
      '@turf/boolean-point-in-polygon',
    ]);
    assert.deepEqual(at('features/importacion/fila.js'), ['@turf/boolean-point-in-polygon']);
    // The service's own door would bring all of it.
    assert.ok(at('hojas/index.js').includes('@fastify/multipart'));
  });
});
