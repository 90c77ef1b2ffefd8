import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { base } from '../../world.ts';

/** Asks without following, with this Accept header; null sends the `*\/*` of fetch, as curl does. */
const ask = (accept: string | null, method = 'GET', path = '/') =>
  fetch(base + path, {
    method,
    redirect: 'manual',
    ...(accept === null ? {} : { headers: { accept } }),
  });

describe('GET /', () => {
  const browsers = [
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
    'text/html',
    'TEXT/HTML;q=0.5, application/json;q=0.1',
    'text/*, application/json;q=0.9',
  ];
  for (const accept of browsers) {
    test(`leads a client that accepts «${accept}» to the portal`, async () => {
      for (const method of ['GET', 'HEAD']) {
        const answer = await ask(accept, method);
        assert.equal(answer.status, 302);
        assert.equal(answer.headers.get('location'), '/portal/');
        assert.match(answer.headers.get('vary') ?? '', /\baccept\b/i);
        assert.equal(answer.headers.get('cache-control'), 'no-cache');
        assert.equal(await answer.text(), '');
      }
    });
  }

  const programs = [
    null,
    'application/json',
    'application/json, text/plain, */*',
    'application/json, text/html;q=0.9',
    'text/html;q=0',
    'image/png',
    'sin sentido;q=x,,,/',
    `${'a/b;q=0,'.repeat(1_500)}*/*`,
  ];
  for (const accept of programs) {
    test(`answers the registry’s addresses to a client that accepts «${accept?.slice(0, 40) ?? 'anything'}»`, async () => {
      const answer = await ask(accept);
      assert.equal(answer.status, 200);
      assert.match(answer.headers.get('vary') ?? '', /\baccept\b/i);
      const index = (await answer.json()) as Record<string, string>;
      const names = ['nombre', 'portal', 'documentacion', 'openapi', 'estado'];
      assert.deepEqual(Object.keys(index), names);
      const { nombre, ...addresses } = index;
      assert.equal(nombre, 'Registro de Obras Públicas');
      for (const path of Object.values(addresses)) {
        assert.equal((await fetch(base + path)).status, 200, path);
      }
      const head = await ask(accept, 'HEAD');
      assert.deepEqual([head.status, await head.text()], [200, '']);
    });
  }

  test('is the only address that leads a browser away, and the portal is there', async () => {
    assert.equal((await ask('text/html', 'POST', '/')).status, 404);
    assert.equal((await ask('text/html', 'GET', '/nada')).status, 404);
    const page = await fetch(base, { headers: { accept: 'text/html' } });
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
  });
});
