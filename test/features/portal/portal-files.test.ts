import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readConfig, StartError } from '../../../src/core/base/config.ts';
import { hasFeature } from '../../features.ts';
import { plainly } from '../../wire.ts';
import { base, config, otherApp } from '../../world.ts';
import { files, folder } from './weights.ts';

describe('The portal, as it is served', () => {
  test('has one shell for each of its pages, which may load no part from elsewhere', async () => {
    for (const path of ['/portal/', '/portal/obras', '/portal/obras/7/editar?a=b']) {
      const answer = await fetch(base + path);
      assert.equal(answer.status, 200, path);
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
      assert.equal(answer.headers.get('cache-control'), 'no-cache');
      const policy = answer.headers.get('content-security-policy') ?? '';
      assert.match(
        policy,
        /default-src 'none'.*script-src 'self'.*connect-src 'self'.*frame-ancestors 'none'/,
      );
      assert.doesNotMatch(policy, /unsafe|https?:/);
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
      assert.match(await answer.text(), /<div id="raiz">/);
    }
  });

  test('has each page in whatever coding a client takes, and for a HEAD', async () => {
    const codings = [
      '',
      'identity',
      'gzip',
      'br',
      'deflate',
      '*',
      'identity;q=0',
      'gzip;q=0, *;q=0',
    ];
    for (const path of ['/portal/', '/portal/?a=b', '/portal/obras', '/portal/assets/']) {
      for (const coding of [undefined, ...codings]) {
        for (const method of ['GET', 'HEAD']) {
          const asked = `${method} ${path} ${coding}`;
          const sent = coding === undefined ? {} : { 'accept-encoding': coding };
          const { status, headers, text } = await plainly(base + path, { method, headers: sent });
          assert.equal(status, 200, asked);
          assert.match(headers['content-type'] ?? '', /^text\/html/, asked);
          assert.match(String(headers['content-security-policy']), /default-src/, asked);
          if (method === 'GET' && !headers['content-encoding'])
            assert.match(text, /id="raiz"/, asked);
        }
      }
    }
  });

  test('has its parts compressed as they lie on the disk, and kept for ever', async () => {
    const shell = await (await fetch(`${base}/portal/`)).text();
    const parts = [...shell.matchAll(/(?:src|href)="(\/portal\/assets\/[^"]+)"/g)].map(
      ([, path]) => path as string,
    );
    assert.ok(parts.some((path) => path.endsWith('.js')) && parts.some((p) => p.endsWith('.css')));
    for (const path of parts) {
      const answer = await fetch(base + path, { headers: { 'accept-encoding': 'br' } });
      assert.equal(answer.status, 200, path);
      assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.equal(answer.headers.get('content-encoding'), 'br', path);
    }
  });

  test('has one sheet of styles on every page', async () => {
    const [sheet, ...more] = files.filter((name) => name.endsWith('.css'));
    assert.deepEqual(more, []);
    for (const path of ['/portal/', '/portal/obras', '/portal/obras/7', '/portal/entrar']) {
      const shell = await (await fetch(base + path)).text();
      assert.deepEqual(shell.match(/[^/"]+\.css(?=")/g), [sheet], path);
    }
  });

  test('asks for a graphics card in no part', () => {
    for (const name of files.filter((each) => each.endsWith('.js'))) {
      assert.doesNotMatch(readFileSync(join(folder, name), 'utf8'), /webgl|webgpu/i, name);
    }
  });

  test('has the licences of the libraries that are built into it', async () => {
    const text = await (await fetch(`${base}/portal/licencias.txt`)).text();
    for (const name of ['react', 'react-aria-components', ...(hasFeature('mapa') ? ['ol'] : [])]) {
      assert.match(text, new RegExp(`^## ${name} - `, 'm'));
    }
    assert.match(text, /Permission is hereby granted, free of charge/);
    if (hasFeature('mapa')) assert.match(text, /Redistributions in binary form must reproduce/);
  });

  test('answers 404 in the shape of every error for a part that an upgrade has taken away', async () => {
    const answer = await fetch(`${base}/portal/assets/index-viejo.js`);
    assert.equal(answer.status, 404);
    assert.deepEqual(await answer.json(), {
      statusCode: 404,
      message: 'No existe la ruta GET /portal/assets/index-viejo.js.',
      error: 'Not Found',
    });
    for (const path of ['/portal/ajustes.json%2f', '/portal/nada.js']) {
      const other = await fetch(base + path);
      assert.equal(other.status, 404, path);
      assert.match(other.headers.get('content-type') ?? '', /^application\/json/);
    }
    const post = await fetch(`${base}/portal/obras`, { method: 'POST' });
    assert.equal(post.status, 404);
  });

  test('serves no file outside of its folder', async () => {
    for (const path of [
      '/portal/../package.json',
      '/portal/%2e%2e/src/server.js',
      '/portal/..%2f.built',
    ]) {
      const text = await (await fetch(base + path)).text();
      assert.doesNotMatch(text, /"dependencies"|import /, path);
    }
  });
});

describe('GET /portal/ajustes.json', () => {
  test('has what a browser needs, and no other setting', async () => {
    const answer = await fetch(`${base}/portal/ajustes.json`);
    const { mapaBase, ...rest } = (await answer.json()) as { mapaBase: { url: string } };
    assert.deepEqual(rest, { publicador: 'Registro de Obras Públicas', lecturaPublica: false });
    // The map that comes with the program.
    assert.deepEqual(
      { ...mapaBase, url: mapaBase.url.replace(/[\w-]{12}$/, '') },
      {
        url: '/mapa/base/{z}/{x}/{y}?v=',
        atribucion:
          'Fuente: INEGI, topografía 1:250 000 (2015) y localidades (2025); elaboración propia',
        tipo: 'figuras',
        acercamientos: [6, 12],
        bbox: [-90.45, 19.5, -87.5, 21.65],
        calles: hasFeature('calles'),
      },
    );
  });

  test('has the base map that is set, and lets the page load its pictures', async () => {
    const url = 'https://teselas.ejemplo.mx/{z}/{x}/{y}.png';
    const other = await otherApp({ MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: '© Ejemplo' });
    try {
      const ajustes = (await (await fetch(`${other.url}/portal/ajustes.json`)).json()) as {
        mapaBase: unknown;
      };
      assert.deepEqual(ajustes.mapaBase, {
        url,
        atribucion: '© Ejemplo',
        tipo: 'imagenes',
        acercamientos: null,
        bbox: null,
        calles: false,
      });
      const shell = await fetch(`${other.url}/portal/`);
      assert.match(
        shell.headers.get('content-security-policy') ?? '',
        /img-src 'self' data: blob: https:\/\/teselas\.ejemplo\.mx;/,
      );
    } finally {
      await other.close();
    }
  });

  test('stops the start with a malformed template, or without a source of the pictures', () => {
    const settings = { JWT_SECRET: config.JWT_SECRET, DATA_DIR: config.DATA_DIR };
    for (const url of [
      'teselas',
      'https://a.mx/{z}/{x}.png',
      'ftp://a.mx/{z}/{x}/{y}',
      'https://a.mx/{z}/{x}/{y};script-src *',
      'https://{s}.a.mx/{z}/{x}/{y}.png',
    ]) {
      assert.throws(
        () => readConfig({ ...settings, MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: 'x' }),
        (error) => error instanceof StartError && /^MAP_TILES_URL debe ser/.test(error.message),
      );
    }
    assert.throws(
      () => readConfig({ ...settings, MAP_TILES_URL: 'https://a.mx/{z}/{x}/{y}.png' }),
      (error) => error instanceof StartError && /MAP_TILES_ATTRIBUTION/.test(error.message),
    );
  });
});
