import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { columnsOf } from '../../columns.ts';
import { bookOf } from '../../spreadsheet.ts';
import { readSeguimiento } from '../seguimiento/read.ts';

// Rows of a table, read in this process.

describe('a finding about a row', () => {
  test('names the column of the value where several say the same', async () => {
    const { avisos, errores } = await readSeguimiento(
      'Clave,Corte,% avance,Avance físico,Comentarios,Observaciones\nA-1,2026-06-30,,45.123,,\nA-2,2026-06-30,,46,,Construcci\ufffdn',
    );
    assert.deepEqual(columnsOf([...avisos, ...errores], 'columna', 'valor'), [
      ['Avance físico', '45.123'],
      ['Observaciones', 'Construcci\ufffdn'],
    ]);
  });

  test('has no value where the file lacks the result of a formula', async () => {
    const row = ['A-1', '2026-06-30', { xml: '<c><f>1+1</f></c>' }];
    const rows = [['Clave', 'Corte', 'Avance físico'], row];
    const { errores } = await readSeguimiento(await bookOf([{ name: 'Avances', rows }]));
    assert.deepEqual(columnsOf(errores, 'columna', 'valor'), [['Avance físico', null]]);
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

  test('loads no library of the service, by itself or for any kind of sheet', () => {
    const at = (path: string) => packagesOf(new URL(`../../../src/${path}`, import.meta.url));
    assert.deepEqual(at('hojas/lector/main.js'), []);
    for (const kind of ['seguimiento/importacion', 'expediente/importacion', 'importacion'])
      assert.deepEqual(at(`features/${kind}/fila.js`), ['@turf/boolean-point-in-polygon'], kind);
    // The service's own door would bring all of it.
    assert.ok(at('hojas/index.js').includes('@fastify/multipart'));
  });
});
