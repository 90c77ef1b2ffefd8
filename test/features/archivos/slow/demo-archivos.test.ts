import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { fillWithDemo } from '../../../../src/commands/demo/demo.ts';
import { openCarpeta } from '../../../../src/features/archivos/almacen/carpeta.ts';
import { forgetCortes } from '../../../cortes.ts';
import { newFolder } from '../../../empty-registry.ts';
import { call, config, db, reset } from '../../../world.ts';

const TOLD = { print: () => {} };
const sources = new URL('../../../../../sources/', import.meta.url);

describe('photos and documents of the demonstration data', () => {
  /** Leaves no works, and a registry that has not begun its store. */
  const forget = async () => {
    await reset();
    // The demonstration seals cuts, whose files are objects too.
    await forgetCortes();
    await db.batch([['DELETE FROM objetos'], ['UPDATE almacen SET id = NULL, titular = NULL']]);
  };
  beforeEach(forget);
  after(forget);

  test('have galleries of some works under way and finished, and the same pictures each time', async () => {
    const folder = newFolder();
    const almacen = openCarpeta(folder);
    const withFiles = { ...config, FILES_URL: { folder } };
    await fillWithDemo(db, TOLD, withFiles);
    const { body } = await call('user', 'GET', '/obras?campos=id,foto,estatusObraId');
    const shown: Record<string, number>[] = body.filter(({ foto }: { foto: unknown }) => foto);
    assert.ok(shown.length >= 15 && shown.length <= 25, `${shown.length} works with photos`);
    assert.ok(new Set(shown.map(({ estatusObraId }) => estatusObraId)).size >= 2);
    for (const { id } of shown) {
      const files: Record<string, unknown>[] = (
        await call('admin', 'GET', `/obras/${id}/archivos?todos=true`)
      ).body;
      const photos = files.filter(({ tipo }) => tipo === 'FOTO');
      assert.ok(photos.length >= 3, `${id}: ${photos.length} photos`);
      for (const { titulo, fecha, avanceId, publico } of photos) {
        assert.match(titulo as string, / \(dibujo de demostración\)$/);
        assert.ok(fecha && avanceId && publico);
      }
      const documents = files.filter(({ tipo }) => tipo === 'DOCUMENTO');
      const ofClass = (wanted: string) => documents.find(({ clase }) => clase === wanted);
      assert.ok(ofClass('CONTRATO')?.contratoId && ofClass('CONTRATO')?.publico);
      assert.equal(ofClass('EXPEDIENTE_TECNICO')?.publico, false);
    }
    const objects = () =>
      db.query<{ huella: string; bytes: number }>(
        `SELECT o.huella, o.bytes FROM objetos o
         WHERE EXISTS (SELECT FROM archivos WHERE o.huella IN (objeto, objeto_mini)) ORDER BY 1`,
      );
    const stored = await objects();
    assert.equal(stored.length, 30);
    for (const { huella, bytes } of stored) assert.equal(await almacen.size(huella), bytes);
    // A reader of PDF finds the page by its table.
    for (const name of ['contrato', 'acta_entrega', 'expediente_tecnico']) {
      const pdf = readFileSync(new URL(`demostracion/${name}.pdf`, sources), 'latin1');
      const table = Number(/startxref\n(\d+)/.exec(pdf)?.[1]);
      assert.equal(pdf.slice(table, table + 4), 'xref');
      for (const [i, [, at]] of [...pdf.matchAll(/^(\d{10}) 00000 n $/gm)].entries()) {
        assert.ok(pdf.slice(Number(at)).startsWith(`${i + 1} 0 obj\n`));
      }
    }
    await reset();
    await fillWithDemo(db, TOLD, withFiles);
    assert.deepEqual(await objects(), stored);
  });

  test('are left out where the store can’t be used, and the demonstration prints why', async () => {
    const said: string[] = [];
    const file = join(newFolder(), 'archivo');
    writeFileSync(file, '');
    const full = { ...config, FILES_URL: { folder: join(file, 'archivos') } };
    await fillWithDemo(db, { print: (line: string) => said.push(line) }, full);
    assert.match(said.join('\n'), /^Sin fotos ni documentos de demostración\. \S.*\.$/m);
    assert.equal((await call('user', 'GET', '/obras')).body.length, 300);
    assert.deepEqual(await db.query('SELECT FROM archivos'), []);
  });
});
