import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readConfig, StartError } from '../../../src/core/base/config.ts';
import { hasFeature } from '../../features.ts';
import { plainly } from '../../wire.ts';
import { base, call, config, get, refused, withApp } from '../../world.ts';
import { files, folder } from './weights.ts';

describe('The portal, as it is served', () => {
  test('has one shell for each of its pages, which may load no part from elsewhere', async () => {
    for (const path of ['/portal/', '/portal/obras', '/portal/obras/7/editar?a=b']) {
      const answer = await fetch(base + path);
      assert.equal(answer.status, 200, path);
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
      assert.equal(answer.headers.get('cache-control'), 'no-cache');
      const policy = answer.headers.get('content-security-policy') ?? '';
      const strict =
        /default-src 'none'.*script-src 'self'.*connect-src 'self'.*frame-ancestors 'none'/;
      assert.match(policy, strict);
      assert.doesNotMatch(policy, /unsafe|https?:/);
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
      assert.match(await answer.text(), /<div id="raiz">/);
    }
  });

  test('has each page in whatever coding a client takes, and for a HEAD', async () => {
    const named = ['', 'identity', 'gzip', 'br', 'deflate', '*'];
    const codings = [...named, 'identity;q=0', 'gzip;q=0, *;q=0'];
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
    const parts = [...shell.matchAll(/(?:src|href)="(\/portal\/assets\/[^"]+)"/g)];
    const paths = parts.map(([, path]) => path as string);
    assert.ok(paths.some((path) => path.endsWith('.js')) && paths.some((p) => p.endsWith('.css')));
    for (const path of paths) {
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
    const old = '/portal/assets/index-viejo.js';
    for (const [method, path] of [
      ['GET', old],
      ['GET', '/portal/ajustes.json%2f'],
      ['GET', '/portal/nada.js'],
      ['POST', '/portal/obras'],
    ] as const) {
      const answer = await call('nobody', method, path);
      refused(answer, 404, path === old ? `No existe la ruta GET ${old}.` : /./);
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
    }
  });

  test('serves no file outside of its folder', async () => {
    for (const path of ['../package.json', '%2e%2e/src/server.js', '..%2f.built']) {
      const text = await (await fetch(`${base}/portal/${path}`)).text();
      assert.doesNotMatch(text, /"dependencies"|import /, path);
    }
  });
});

describe('GET /portal/ajustes.json', () => {
  test('has what a browser needs, and no other setting', async () => {
    const { mapaBase, ...rest } = (await get('/portal/ajustes.json', 'nobody')).body;
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
    const tiles = { MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: '© Ejemplo' };
    await withApp(tiles, async (service) => {
      const { mapaBase } = (await get('/portal/ajustes.json', 'nobody', { url: service })).body;
      assert.deepEqual(mapaBase, {
        ...{ url, atribucion: '© Ejemplo', tipo: 'imagenes' },
        ...{ acercamientos: null, bbox: null, calles: false },
      });
      const { headers } = await fetch(`${service}/portal/`);
      const pictures = /img-src 'self' data: blob: https:\/\/teselas\.ejemplo\.mx;/;
      assert.match(headers.get('content-security-policy') ?? '', pictures);
    });
  });

  test('stops the start with a malformed template, or without a source of the pictures', () => {
    const settings = { JWT_SECRET: config.JWT_SECRET, DATA_DIR: config.DATA_DIR };
    const hosts = ['https://a.mx/{z}/{x}/{y};script-src *', 'https://{s}.a.mx/{z}/{x}/{y}.png'];
    for (const url of ['teselas', 'https://a.mx/{z}/{x}.png', 'ftp://a.mx/{z}/{x}/{y}', ...hosts]) {
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
