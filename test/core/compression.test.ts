import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { manyObras } from '../many-obras.ts';
import { call, resetWithCatalog } from '../world.ts';

const get = (path: string, encoding: string, headers: Record<string, string> = {}) =>
  call('admin', 'GET', path, undefined, { headers: { 'accept-encoding': encoding, ...headers } });

describe('compression', () => {
  before(async () => {
    await resetWithCatalog();
    await manyObras(300, { descripcion: `repeat('Concreto hidráulico. ', 90)` });
  });

  for (const path of ['/localidad', '/obras', '/obras?limit=50', '/obras/1']) {
    for (const encoding of ['br', 'gzip']) {
      test(`${path} asked for in ${encoding} is sent in it, with the same content`, async () => {
        const plain = await get(path, 'identity');
        assert.equal(plain.headers.get('content-encoding'), null);
        const small = await get(path, encoding);
        assert.equal(small.headers.get('content-encoding'), encoding);
        assert.match(small.headers.get('vary') ?? '', /accept-encoding/i);
        assert.equal(small.text, plain.text);
      });
    }
  }

  test('leaves an answer as it is where no coding is asked for, known or worth it', async () => {
    for (const encoding of ['identity', 'zstd', 'br;q=0, gzip;q=0']) {
      const { headers } = await get('/localidad', encoding);
      assert.equal(headers.get('content-encoding'), null, encoding);
    }
    assert.equal((await get('/estatus-obra', 'br')).headers.get('content-encoding'), null);
  });

  test('takes the better of the codings that a client accepts, by its own preference', async () => {
    for (const [accepted, coding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['br;q=0.5, gzip', 'gzip'],
      ['GZIP;q=0.2, identity', 'gzip'],
      ['x-gzip', 'gzip'],
      ['*', 'gzip'],
      ['*;q=0, br', 'br'],
      [`${'zstd, '.repeat(2_000)}br`, null],
    ] as const) {
      const { headers } = await get('/localidad', accepted);
      assert.equal(headers.get('content-encoding'), coding, accepted.slice(0, 40));
    }
  });

  test('gives each coding an ETag of its own, and recognises any of them', async () => {
    const path = '/obras/1';
    const etags = await Promise.all(
      ['identity', 'br', 'gzip'].map(
        async (encoding) => (await get(path, encoding)).headers.get('etag') ?? '',
      ),
    );
    assert.equal(new Set(etags).size, 3);
    for (const etag of etags) {
      for (const encoding of ['identity', 'br']) {
        const again = await get(path, encoding, { 'if-none-match': etag });
        assert.deepEqual([again.status, again.headers.get('etag')], [304, etag]);
      }
      const changed = await call('admin', 'PATCH', path, {}, { headers: { 'if-match': etag } });
      assert.equal(changed.status, 200);
    }
  });
});
