import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { beforeEach, describe, test } from 'node:test';
import sharp from 'sharp';
import { add, bytesAt, download, FILES, pdf, photo } from './archivos.ts';
import { call, get, newObra, refused, resetWithCatalog, type Who } from './world.ts';

/** Writes, which has to be taken, and answers the body. */
async function put(who: Who, method: string, path: string, body?: unknown, headers = {}) {
  const answer = await call(who, method, path, body, { headers });
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
  return answer.body;
}

async function world() {
  await resetWithCatalog();
  await newObra();
}

describe('photos and documents of a work', () => {
  beforeEach(world);

  test('are added, listed the newest first, changed and deleted', async () => {
    const bytes = await photo(3000, 1500);
    const made = await add(bytes, { titulo: 'Cimentación', fecha: '2026-05-12' });
    const { id, bytes: size, creadoEn, actualizadoEn, ...rest } = made;
    assert.match(creadoEn, /^20.*Z$/);
    assert.equal(actualizadoEn, creadoEn);
    assert.deepEqual(rest, {
      tipo: 'FOTO',
      clase: null,
      titulo: 'Cimentación',
      fecha: '2026-05-12',
      publico: true,
      avanceId: null,
      contratoId: null,
      ubicacionId: null,
      tipoMedia: 'image/jpeg',
      ancho: 2048,
      alto: 1024,
      huella: createHash('sha256').update(bytes).digest('hex'),
    });
    const vista = await download(bytesAt(made));
    assert.equal(vista.bytes.length, size);
    const paper = await add(pdf(), { titulo: 'Contrato', clase: 'CONTRATO', publico: 'true' });
    assert.deepEqual(
      [paper.tipo, paper.clase, paper.tipoMedia, paper.ancho, paper.fecha],
      ['DOCUMENTO', 'CONTRATO', 'application/pdf', null, null],
    );
    assert.deepEqual((await get(FILES)).body, [paper, made]);
    assert.deepEqual((await get(`${FILES}/${id}`)).body, made);
    const changed = await put('admin', 'PATCH', `${FILES}/${id}`, { fecha: null, titulo: 'Zanja' });
    assert.deepEqual([changed.fecha, changed.titulo, changed.publico], [null, 'Zanja', true]);
    assert.deepEqual((await get(FILES)).body, [paper, changed]);
    const gone = await put('admin', 'DELETE', `${FILES}/${id}`);
    assert.deepEqual(gone, { message: 'El archivo se eliminó.' });
    refused(await call('user', 'GET', `${FILES}/${id}`), 404, `Archivo ${id} no encontrado.`);
    refused(await call('admin', 'DELETE', `${FILES}/${id}`), 404, `Archivo ${id} no encontrado.`);
    assert.deepEqual((await get(FILES)).body, [paper]);
  });

  test('come as they are stored: a photo in two sizes, a document as it was sent', async () => {
    const made = await add(await photo(3000, 1500), { titulo: 'Cimentación' });
    for (const [tamano, width] of [
      ['vista', 2048],
      [undefined, 2048],
      ['mini', 400],
    ] as const) {
      const { status, headers, bytes } = await download(bytesAt(made, tamano));
      assert.equal(status, 200);
      assert.equal(headers['content-type'], 'image/jpeg');
      assert.equal(headers['content-disposition'], 'inline; filename="cimentacion.jpg"');
      assert.equal(headers['content-length'], String(bytes.length));
      assert.equal((await sharp(bytes).metadata()).width, width);
    }
    const sent = pdf();
    const paper = await add(sent, { titulo: 'Acta «final»\\/../x', clase: 'ACTA_ENTREGA' });
    refused(await call('user', 'GET', bytesAt(paper)), 404, `Archivo ${paper.id} no encontrado.`);
    const { headers, bytes } = await download(bytesAt(paper), { who: 'admin' });
    assert.deepEqual(bytes, sent);
    assert.equal(headers['content-disposition'], 'attachment; filename="acta-final-x.pdf"');
    assert.equal(headers['content-security-policy'], "sandbox; default-src 'none'");
    assert.equal(headers['x-content-type-options'], 'nosniff');
    refused(await call('admin', 'GET', bytesAt(paper, 'mini')), 400, [
      'tamano mini es de fotos; un documento se descarga entero.',
    ]);
  });
});
