import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { openDeposito } from '../../../../src/features/archivos/almacen/abrir.ts';
import { filesPlace } from '../../../../src/features/archivos/settings.ts';
import { columnsOf } from '../../../columns.ts';
import { ownS3, type S3 } from '../../../faults/s3.ts';
import { allOf, bytesIn, contentOf, digestOf, ownerOf, refusal } from '../objetos.ts';

const open = (place: string) => openDeposito(filesPlace(place, 'FILES_URL'));

describe('a store in a bucket', () => {
  let s3: S3;
  before(async () => {
    s3 = await ownS3();
  });

  test('keeps objects under their digest, gives parts of them, lists and removes them', async () => {
    const bucket = await s3.makeBucket('guarda');
    const store = open(s3.place(bucket).replace('?', '/registro/archivos?'));
    const bytes = randomBytes(1_600_000);
    const content = contentOf(bytes);
    const { huella } = content;
    assert.equal(await store.size(huella), undefined);
    assert.equal(await store.get(huella), undefined);
    await store.put(content);
    await store.put(content);
    assert.equal(await store.size(huella), bytes.length);
    assert.deepEqual(await bytesIn(store, huella), bytes);
    assert.deepEqual(await bytesIn(store, huella, { start: 5, end: 9 }), bytes.subarray(5, 10));
    const listed = await allOf(store);
    assert.deepEqual(columnsOf(listed, 'huella', 'bytes'), [[huella, bytes.length]]);
    assert.ok(Math.abs(Date.now() - Number(listed[0]?.storedAt)) < 600_000);
    const key = `${huella.slice(0, 2)}/${huella.slice(2, 4)}/${huella}`;
    assert.deepEqual(await s3.names(bucket), [`registro/archivos/${key}`]);
    await store.remove(huella);
    await store.remove(huella);
    assert.equal(await store.size(huella), undefined);
    store.close();
  });

  test('has the id of the registry that began it, though the server takes no conditions', async () => {
    const store = open(s3.place(await s3.makeBucket('titulares')));
    assert.equal(await store.owner(), undefined);
    for (const owner of [ownerOf('uno', 'dos'), ownerOf('otro')]) {
      assert.deepEqual(await store.claim(owner), ownerOf('uno', 'dos'));
    }
    await store.own(ownerOf('uno', 'tres'));
    assert.deepEqual(await store.owner(), ownerOf('uno', 'tres'));
    store.close();
  });

  test('refuses bytes that are not those of their digest', async () => {
    const bucket = await s3.makeBucket('digestos');
    const store = open(s3.place(bucket));
    const wrong = { ...contentOf('estos bytes'), huella: digestOf('otros') };
    assert.match((await refusal(store.put(wrong))).cause, /400/);
    assert.deepEqual(await s3.names(bucket), []);
    store.close();
  });

  test('is refused with one sentence without a secret where the key is wrong, or the bucket gone', async () => {
    const bucket = await s3.makeBucket('claves');
    const content = contentOf('bytes');
    const cases: [string, RegExp][] = [
      [s3.place(bucket, 'otro/secreto'), /403/],
      [s3.place('no-existe'), /404 NoSuchBucket/],
    ];
    for (const [place, cause] of cases) {
      const store = open(place);
      for (const work of [() => store.put(content), () => store.get(content.huella), store.owner]) {
        const refused = await refusal(work());
        assert.match(refused.cause, cause);
        assert.match(refused.text, /no se puede usar su almacén; avise a quien administra/);
        assert.doesNotMatch(refused.text + refused.cause + store.place, /secreto|pruebas:/);
      }
      await refusal(allOf(store));
      store.close();
    }
  });

  test('is refused with the part of FILES_URL that is wrong', async () => {
    const bucket = await s3.makeBucket('partes');
    const cases: [string, RegExp][] = [
      [s3.place('no-existe'), /404 NoSuchBucket, no existe el contenedor no-existe$/],
      [
        s3.place(bucket, 'otro'),
        /403 SignatureDoesNotMatch, la clave no existe, o su contraseña es otra$/,
      ],
      [
        s3.place(bucket).replace('us-east-1', 'mx-1'),
        /400 AuthorizationHeaderMalformed, la región no es mx-1, sino us-east-1$/,
      ],
    ];
    for (const [place, reason] of cases) {
      const store = open(place);
      assert.match((await refusal(store.owner())).cause, reason);
      store.close();
    }
  });

  test('refuses objects while its server is away, and takes them afterwards', async () => {
    const bucket = await s3.makeBucket('apagado');
    const store = open(s3.place(bucket));
    const content = contentOf('bytes');
    await store.put(content);
    await s3.stop();
    for (const work of [
      () => store.put(content),
      () => store.get(content.huella),
      () => store.remove(content.huella),
    ]) {
      assert.match((await refusal(work())).text, /no responde su almacén/);
    }
    await s3.start();
    assert.equal(await store.size(content.huella), content.bytes);
    store.close();
  });
});
