import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import MVT from 'ol/format/MVT.js';
import { Compression, TileType, zxyToTileId } from 'pmtiles';
import { readConfig, StartError } from '../../../src/core/base/config.ts';
import { openMapFile } from '../../../src/mapa-base/map-file.ts';
import { newFolder } from '../../empty-registry.ts';
import { hasFeature } from '../../features.ts';
import {
  type Archive,
  directory,
  joinArchive,
  makeArchive,
  makeTown,
  TOWN,
  tileAt,
  writeArchive,
} from '../../pmtiles.ts';
import { captureLog } from '../../process.ts';
import { plainly } from '../../wire.ts';
import { base, call, config, get, refused, withApp } from '../../world.ts';

const town = makeTown();
const [x, y] = tileAt(...TOWN, 14);
const MIDDLE = `/mapa/base/14/${x}/${y}`;

/** A small archive of one tile of the whole world. */
const oneTile = (bytes: Buffer, rest: Partial<Archive> = {}) =>
  writeArchive(makeArchive({ tiles: [[0, 0, 0, bytes]], zooms: [0, 0], ...rest }));
const shapes = gzipSync('figuras');
const UNREADABLE =
  'El mapa base no se puede leer por ahora; las obras se muestran sin él. Avise al equipo técnico.';
const NO_FILE = 'Este registro no tiene un mapa base propio (MAP_FILE).';
const settings = async (url: string) => (await get('/portal/ajustes.json', 'nobody', { url })).body;
const ask = (url: string, path: string) => call('nobody', 'GET', path, undefined, { url });

describe('the base map of MAP_FILE', () => {
  let path: string;
  before(() => {
    path = writeArchive(town);
  });

  test('gives a tile as it lies in the file, without a token, tagged and kept', async () => {
    await withApp({ MAP_FILE: path }, async (url) => {
      const takes = { 'accept-encoding': 'gzip, deflate, br' };
      const packed = await plainly(url + MIDDLE, { headers: takes });
      assert.equal(packed.status, 200);
      assert.equal(packed.headers['content-type'], 'application/vnd.mapbox-vector-tile');
      assert.equal(packed.headers['content-encoding'], 'gzip');
      assert.equal(packed.headers['cache-control'], 'public, no-cache');
      assert.match(String(packed.headers.vary), /accept-encoding/i);
      const plain = await plainly(url + MIDDLE);
      assert.equal(plain.headers['content-encoding'], undefined);
      assert.ok(plain.text.includes('Calle 60'));
      const { etag } = packed.headers;
      for (const { coding, tag } of [
        { coding: 'br, gzip', tag: String(etag) },
        { coding: 'identity', tag: String(plain.headers.etag) },
      ]) {
        const headers = { 'accept-encoding': coding, 'if-none-match': tag };
        const again = await plainly(url + MIDDLE, { headers });
        assert.deepEqual([again.status, again.text], [304, ''], coding);
      }
      const head = await plainly(url + MIDDLE, { method: 'HEAD' });
      assert.equal(head.status, 200);
      assert.equal(head.headers['content-type'], 'application/vnd.mapbox-vector-tile');
    });
  });

  test('is kept for ever by the address of /portal/ajustes.json', async () => {
    await withApp({ MAP_FILE: path }, async (url) => {
      const { url: template, ...rest } = (await settings(url)).mapaBase;
      assert.deepEqual(rest, {
        atribucion: '© OpenStreetMap',
        tipo: 'figuras',
        acercamientos: [0, 15],
        bbox: [-90.5, 19.5, -87.4, 21.7],
        calles: hasFeature('calles'),
      });
      const tile = await fetch(url + template.replace('{z}/{x}/{y}', `14/${x}/${y}`));
      assert.equal(tile.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      const old = await fetch(`${url}${MIDDLE}?v=otra`);
      assert.equal(old.headers.get('cache-control'), 'public, no-cache');
      // The page needs no looser policy for it.
      const { headers } = await fetch(`${url}/portal/`);
      assert.doesNotMatch(headers.get('content-security-policy') ?? '', /unsafe|https?:/);
    });
  });

  test('answers 204 where the file has no shapes, and 404 beyond its zooms', async () => {
    await withApp({ MAP_FILE: path }, async (url) => {
      const nothing = await ask(url, '/mapa/base/14/0/0');
      assert.deepEqual([nothing.status, nothing.headers.get('content-type')], [204, null]);
      for (const place of ['16/0/0', '14/16384/0', '14/0/-1', '2/0/4', '99999999999/0/0']) {
        const sentence = `Mosaico ${place} no encontrado: z va de 0 a 15; x e y, de 0 a 2^z - 1.`;
        refused(await ask(url, `/mapa/base/${place}`), 404, sentence);
      }
      assert.equal((await fetch(`${url}/mapa/base/uno/0/0`)).status, 400);
    });
  });

  test('is described by GET /mapa/base as TileJSON', async () => {
    await withApp({ MAP_FILE: path, PUBLIC_URL: 'https://obras.ejemplo.mx' }, async (url) => {
      const { tiles, ...rest } = (await get('/mapa/base', 'nobody', { url })).body;
      const address = /^https:\/\/obras\.ejemplo\.mx\/mapa\/base\/\{z\}\/\{x\}\/\{y\}\?v=[\w-]+$/;
      assert.match(String(tiles), address);
      assert.deepEqual(rest, {
        tilejson: '3.0.0',
        attribution: '© OpenStreetMap',
        minzoom: 0,
        maxzoom: 15,
        bounds: [-90.5, 19.5, -87.4, 21.7],
        vector_layers: ['earth', 'roads', 'places'].map((id) => ({ id, fields: {} })),
      });
    });
  });

  test('answers 404 with a sentence where the pictures are another server’s', async () => {
    const pictures = { MAP_TILES_URL: 'https://a.mx/{z}/{x}/{y}.png', MAP_TILES_ATTRIBUTION: 'x' };
    await withApp(pictures, async (url) => {
      for (const address of ['/mapa/base', '/mapa/base/0/0/0']) {
        refused(await ask(url, address), 404, NO_FILE);
      }
    });
  });

  test('is, without a file, the program’s own: INEGI’s roads, towns and water', async () => {
    const { tiles, ...rest } = (await get('/mapa/base', 'nobody')).body;
    assert.match(String(tiles), /\/mapa\/base\/\{z\}\/\{x\}\/\{y\}\?v=[\w-]{12}$/);
    assert.deepEqual(rest, {
      tilejson: '3.0.0',
      attribution:
        'Fuente: INEGI, topografía 1:250 000 (2015) y localidades (2025); elaboración propia',
      minzoom: 6,
      maxzoom: 12,
      bounds: [-90.45, 19.5, -87.5, 21.65],
      vector_layers: ['landuse', 'water', 'roads', 'places'].map((id) => ({ id, fields: {} })),
    });
    /** What is drawn of each layer on the tile around a position, each kind once. */
    const kindsAt = async (lon: number, lat: number, z: number) => {
      const [column, row] = tileAt(lon, lat, z);
      const tile = await fetch(`${base}/mapa/base/${z}/${column}/${row}`);
      const kinds = new Map<string, Set<string | undefined>>();
      const shapes = new MVT({ layers: ['landuse', 'water', 'roads'] });
      for (const shape of shapes.readFeatures(await tile.arrayBuffer())) {
        const layer: string = shape.get('layer');
        kinds.set(layer, (kinds.get(layer) ?? new Set()).add(shape.get('kind')));
      }
      return Object.fromEntries([...kinds].map(([layer, of]) => [layer, [...of].sort()]));
    };
    assert.deepEqual(await kindsAt(...TOWN, 7), {
      landuse: ['residential', 'wetland'],
      roads: ['highway', 'major_road'],
      water: ['lake'],
    });
    assert.deepEqual(await kindsAt(-88.2022, 20.6896, 12), {
      landuse: ['residential'],
      roads: ['highway', 'major_road', 'path', 'rail'],
    });
  });

  test('gives pictures as pictures, and tiles in the coding that the client takes', async () => {
    const png = Buffer.from('89504e470d0a1a0a', 'hex');
    const plain = { type: TileType.Png, compression: Compression.None, metadata: {} };
    const pictures = oneTile(png, plain);
    await withApp({ MAP_FILE: pictures }, async (url) => {
      const answer = await fetch(`${url}/mapa/base/0/0/0`);
      assert.equal(answer.headers.get('content-type'), 'image/png');
      assert.deepEqual(Buffer.from(await answer.arrayBuffer()), png);
      const { mapaBase } = await settings(url);
      assert.deepEqual([mapaBase.tipo, mapaBase.atribucion], ['imagenes', '']);
    });
    const brotli = oneTile(brotliCompressSync('figuras'), { compression: Compression.Brotli });
    await withApp({ MAP_FILE: brotli }, async (url) => {
      for (const [accepted, coding] of [
        ['br', 'br'],
        ['gzip, br;q=0.5', 'br'],
        ['gzip', undefined],
        ['gzip, br;q=0', undefined],
      ]) {
        const takes = { 'accept-encoding': String(accepted) };
        const { headers, bytes } = await plainly(`${url}/mapa/base/0/0/0`, { headers: takes });
        assert.equal(headers['content-encoding'], coding, accepted);
        const unpacked = coding ? brotliDecompressSync(bytes) : bytes;
        assert.equal(String(unpacked), 'figuras', accepted);
      }
    });
  });
});

describe('MAP_FILE, at the start', () => {
  const unusable = async (path: string, why: string | RegExp) =>
    assert.rejects(openMapFile(path), (error: Error) => {
      assert.ok(error instanceof StartError, error.stack);
      const beginning = `No se puede usar el archivo ${path} de MAP_FILE: `;
      assert.ok(error.message.startsWith(beginning), error.message);
      const said = error.message.slice(beginning.length);
      if (typeof why === 'string') assert.equal(said, why);
      else assert.match(said, why);
      return true;
    });
  const changed = (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(town);
    change(bytes);
    return writeArchive(bytes);
  };

  test('is refused with the remedy where it is no file, empty, or of another format', async () => {
    const folder = newFolder();
    await unusable(join(folder, 'nada.pmtiles'), 'no existe; revise la ruta.');
    await unusable(folder, 'es una carpeta; indique el archivo que está en ella.');
    await unusable('/dev/null', 'no es un archivo.');
    await unusable(writeArchive(Buffer.alloc(0)), 'está vacío; cópielo de nuevo.');
    await unusable(writeArchive(Buffer.from('P')), 'no es un archivo PMTiles.');
    await unusable(writeArchive(gzipSync('otra cosa')), 'no es un archivo PMTiles.');
  });

  test('is refused where it can’t be read', {
    skip: process.getuid?.() === 0 && 'root reads everything',
  }, async () => {
    const path = writeArchive(town);
    chmodSync(path, 0);
    await unusable(path, 'no se puede leer (EACCES); revise sus permisos.');
  });

  test('is refused in another version of PMTiles', async () => {
    const two = writeArchive(Buffer.concat([Buffer.from('PM\x02\x00'), Buffer.alloc(600)]));
    const sentence =
      'es un PMTiles de la versión 2 y se lee la 3; conviértalo con pmtiles convert.';
    await unusable(two, sentence);
    const four = changed((bytes) => bytes.writeUInt8(4, 7));
    await unusable(four, 'es un PMTiles de la versión 4 y se lee la 3.');
  });

  test('is refused where it was cut short, anywhere', async () => {
    await unusable(writeArchive(town.subarray(0, 60)), 'está incompleto; cópielo de nuevo.');
    for (const length of [127, 400, town.length - 1]) {
      const sentence = `está incompleto: mide ${length} bytes y dice tener ${town.length}; cópielo de nuevo.`;
      await unusable(writeArchive(town.subarray(0, length)), sentence);
    }
  });

  test('is refused with unknown codings, tiles and zooms', async () => {
    const packed = 'está comprimido de una forma que no se conoce';
    for (const [value, at, sentence] of [
      [Compression.Zstd, 98, `${packed} (Zstd); se leen gzip, brotli y sin comprimir.`],
      [77, 97, `${packed} (77); se leen gzip, brotli y sin comprimir.`],
      [
        TileType.Mlt,
        99,
        'sus mosaicos son de un tipo que no se dibuja (Mlt); se dibujan MVT, PNG, JPEG, WebP y AVIF.',
      ],
      [99, 101, 'está dañado: dice tener los acercamientos 0 a 99.'],
    ] as const) {
      await unusable(
        changed((bytes) => bytes.writeUInt8(value, at)),
        sentence,
      );
    }
  });

  test('is refused with shapes of another schema, by their layers', async () => {
    const metadata = { vector_layers: [{ id: 'transportation' }, { id: 'place' }, null, {}] };
    await unusable(
      oneTile(shapes, { metadata }),
      'sus capas no son las de un mapa base de Protomaps (earth, landuse, water, roads, buildings, places); tiene transportation, place.',
    );
    for (const none of [null, {}, { vector_layers: 'roads' }]) {
      await unusable(oneTile(shapes, { metadata: none }), /tiene ninguna\.$/);
    }
  });

  test('is refused where its directory or metadata are damaged or too large', async () => {
    const damaged = /^está dañado \(.+\); cópielo de nuevo\.$/;
    await unusable(
      changed((bytes) => bytes.fill(0, 127, 140)),
      damaged,
    );
    const root = directory([[0, 1, shapes.length, 0]]);
    const [cut, huge] = [gzipSync('{"attribution":'), gzipSync(Buffer.alloc(5_000_000, ' '))];
    for (const metadata of [Buffer.from('no es gzip'), cut, huge]) {
      await unusable(writeArchive(joinArchive(root, metadata, shapes, {})), damaged);
    }
    // More entries than there are bytes for them.
    const many = gzipSync(Buffer.from([0xff, 0xff, 0xff, 0xff, 0x7f, 0]));
    const rest = gzipSync('{}');
    await unusable(writeArchive(joinArchive(many, rest, shapes, {})), /^está dañado/);
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    await unusable(writeArchive(joinArchive(bomb, rest, shapes, {})), /^está dañado/);
    // A root that lies elsewhere than the format asks.
    const elsewhere = changed((bytes) => bytes.writeBigUInt64LE(17_000n, 16));
    await unusable(elsewhere, /^está (dañado|incompleto)/);
  });

  test('is refused beside MAP_TILES_URL', () => {
    const settings = { JWT_SECRET: config.JWT_SECRET, DATA_DIR: config.DATA_DIR };
    const tiles = { MAP_TILES_URL: 'https://a.mx/{z}/{x}/{y}.png', MAP_TILES_ATTRIBUTION: 'x' };
    assert.throws(
      () => readConfig({ ...settings, MAP_FILE: 'mapa.pmtiles', ...tiles }),
      (error) => {
        const sentence =
          'MAP_FILE y MAP_TILES_URL nombran cada uno un mapa base; deje uno de los dos.';
        return error instanceof StartError && error.message === sentence;
      },
    );
  });

  test('has its attribution as text, and leaves out impossible bounds', async () => {
    const attribution = '<img src=x onerror="alert(1)">&copy; A &amp; B<script>';
    const roads = { vector_layers: [{ id: 'roads' }] };
    for (const [metadata, expected] of [
      [{ attribution, ...roads }, '© A & B'],
      [roads, '© OpenStreetMap'],
    ] as const) {
      const file = await openMapFile(oneTile(shapes, { metadata, bbox: [10, 0, -10, 0] }));
      assert.deepEqual([file.attribution, file.bbox], [expected, null]);
      await file.close();
    }
  });
});

describe('MAP_FILE, while the service runs', () => {
  test('stays open as it was when it is removed or replaced by another', async () => {
    const path = writeArchive(town);
    await withApp({ MAP_FILE: path }, async (url) => {
      const other = `${path}.nuevo`;
      writeFileSync(other, makeArchive({ tiles: [] }));
      renameSync(other, path);
      assert.equal((await fetch(url + MIDDLE)).status, 200);
      rmSync(path);
      mkdirSync(path);
      assert.equal((await fetch(`${url}/mapa/base/13/${x >> 1}/${y >> 1}`)).status, 200);
    });
  });

  test('answers 503 to each tile when it is cut, written over or touched, and all else goes on', async () => {
    const inverse = town.map((byte) => byte ^ 1);
    for (const harm of [
      (path: string) => truncateSync(path, 300),
      (path: string) => writeFileSync(path, inverse),
      (path: string) => utimesSync(path, 1, 1),
    ]) {
      const path = writeArchive(town);
      await withApp({ MAP_FILE: path }, async (url) => {
        harm(path);
        const answer = await ask(url, MIDDLE);
        refused(answer, 503, UNREADABLE);
        assert.equal(answer.headers.get('retry-after'), '60');
        assert.equal(answer.headers.get('cache-control'), 'private, no-cache');
        assert.equal((await fetch(`${url}/dependencias`)).status, 200);
      });
    }
  });

  test('has one line in the log about a file that was cut, and not one for each tile', async (t) => {
    const log = captureLog(t);
    const path = writeArchive(town);
    await withApp({ MAP_FILE: path, LOG_LEVEL: 'warn' }, async (url) => {
      assert.equal((await fetch(url + MIDDLE)).status, 200);
      truncateSync(path, 300);
      for (let i = 0; i < 3; i++) assert.equal((await fetch(url + MIDDLE)).status, 503);
    });
    assert.equal(log().match(/no se puede leer el archivo del mapa base/g)?.length, 1);
    assert.match(log(), /cambió desde que se abrió; reinicie el servicio/);
  });

  test('costs a sentence and no memory where it is hostile', async () => {
    const metadata = gzipSync(JSON.stringify({ vector_layers: [{ id: 'roads' }] }));
    const withEntry = (...entry: [number, number, number, number]) =>
      joinArchive(directory([entry]), metadata, shapes, {});
    const hostile = {
      // An entry without a run leads to a directory; this one leads to itself.
      'a directory in itself': () => {
        const root = directory([[0, 0, 0, 0]]);
        const loop = directory([[0, 0, root.length, 0]]);
        const bytes = joinArchive(loop, metadata, shapes, {});
        // Its leaves begin where the root does.
        bytes.writeBigUInt64LE(127n, 40);
        bytes.writeBigUInt64LE(BigInt(loop.length), 48);
        return bytes;
      },
      'a tile of a terabyte': () => withEntry(0, 1, 2 ** 40, 0),
      'a tile beyond the end': () => withEntry(0, 1, 100, 2 ** 45),
      'a tile of a number that is none': () => withEntry(zxyToTileId(0, 0, 0), 1, 2 ** 60, 2 ** 60),
    };
    for (const [what, make] of Object.entries(hostile)) {
      await withApp({ MAP_FILE: writeArchive(make()) }, async (url) => {
        const answer = await ask(url, '/mapa/base/0/0/0');
        assert.equal(answer.body.message, UNREADABLE, what);
      });
    }
    // It is given packed to who unpacks it, and refused to who would have it unpacked here.
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    await withApp({ MAP_FILE: oneTile(bomb) }, async (url) => {
      const plain = await plainly(`${url}/mapa/base/0/0/0`);
      assert.equal(plain.status, 503);
      assert.equal(gunzipSync(bomb).length, 50_000_000);
    });
  });
});
