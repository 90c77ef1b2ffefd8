import assert from 'node:assert/strict';
import { truncateSync, utimesSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import Fastify, { type FastifyError } from 'fastify';
import { Compression, TileType } from 'pmtiles';
import type { components } from '../../../portal/generado/openapi.d.ts';
import type { App } from '../../../src/core/http/context.ts';
import { calles } from '../../../src/features/calles/calles.ts';
import { readStreets } from '../../../src/features/calles/street-index.ts';
import { searchStreets } from '../../../src/features/calles/street-search.ts';
import {
  hasStreets,
  type MapFile,
  openBaseMap,
  openMapFile,
} from '../../../src/mapa-base/map-file.ts';
import { columnOf, columnsOf, numbers } from '../../columns.ts';
import {
  BLOCK,
  makeArchive,
  makeTown,
  solidPicture,
  street,
  TOWN,
  tileAt,
  townLayers,
  writeArchive,
} from '../../pmtiles.ts';
import { table } from '../../table.ts';
import { plainly } from '../../wire.ts';
import { base, call, config, get, otherApp, refused, withApp } from '../../world.ts';

type Calle = components['schemas']['Calle'];

/** Answers of a service, once it has read its streets. */
async function find(url: string, q: string, cerca?: readonly number[]): Promise<Calle[]> {
  const query = new URLSearchParams({ q, ...(cerca && { cerca: cerca.join() }) });
  for (;;) {
    const answer = await fetch(`${url}/mapa/base/calles?${query}`);
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    const { leyendo, calles }: components['schemas']['Calles'] = JSON.parse(text);
    if (!leyendo) return calles;
    assert.deepEqual(calles, []);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  }
}
const names = (found: Calle[]) => found.map(({ nombre }) => nombre);

/** Metres between two places, near enough. */
const metres = ([x, y]: readonly number[], [lon, lat]: readonly number[]) =>
  Math.hypot(((x ?? 0) - (lon ?? 0)) * 104_000, ((y ?? 0) - (lat ?? 0)) * 111_000);

const [LON, LAT] = TOWN;
type Place = [number, number];
type Tile = [number, number, number, Buffer];
const VALLADOLID: Place = [-88.2022, 20.6896];
const at = (across: number, down: number): Place => [LON + across * BLOCK, LAT + down * BLOCK];
const asked = (q: string) => `/mapa/base/calles?${new URLSearchParams({ q })}`;

/** Two towns of the same streets, and some of every sort between the blocks of the first. */
function twoTowns(): Buffer {
  const mérida = townLayers();
  const valladolid = townLayers((name) => name, VALLADOLID, 'Zací');
  const pieces = numbers(0, 39).map((i) => {
    const from = -3 + i * 0.1;
    return street('Paseo de Montejo', [at(from, 0.3), at(from + 0.08, 0.3)]);
  });
  /** A street from north to south. */
  const down = (name: string | undefined, across: number, kind?: string) =>
    street(name, [at(across, -3), at(across, 3)], kind);
  return makeTown(
    {
      ...mérida,
      roads: [
        ...mérida.roads,
        ...valladolid.roads,
        ...pieces,
        street('Avenida Colón', [at(-3, -0.4), at(3, -0.4)], 'major_road'),
        street('Calle Cristóbal Colón', [at(-1.3, -3), at(-1.3, -2)]),
        down('Calle 60-A', 0.4),
        down('Calle 160', 1.4),
        down('Calle 16 de Septiembre', 2.4),
        down(undefined, -2.4),
        down('  ', -2.6),
        down('x'.repeat(5_000), -2.7),
        down('e\u0301'.repeat(3) + '\u0301'.repeat(90), -2.8),
        down('Tren 60', -3.4, 'rail'),
        down('北京路', 3.4),
        down('شارع النيل', 3.6),
        down('<b>Calle</b> "Ñandú" \u202e', 4.4),
      ],
      places: [...mérida.places, ...valladolid.places],
    },
    [TOWN, VALLADOLID],
  );
}

describe('GET /mapa/base/calles', () => {
  let service: Awaited<ReturnType<typeof otherApp>>;
  let url: string;
  before(async () => {
    service = await otherApp({ MAP_FILE: writeArchive(twoTowns()) });
    url = service.url;
  });
  after(() => service.close());

  test('finds a street however its number is written, and never inside another number', async () => {
    for (const q of 'calle 60|60|c. 60|C.60|CALLE 60|#60|calle no. 60| 60, '.split('|')) {
      const [first] = await find(url, q, TOWN);
      assert.equal(first?.nombre, 'Calle 60', q);
      assert.equal(first.tipo, 'calle');
      assert.equal(first.municipio, 'Mérida');
      assert.ok(Math.abs(Number(first.punto[0]) - LON) < 0.0002, String(first.punto));
      const [west = 0, south = 0, east = 0, north = 0] = first.bbox;
      assert.ok(west < LON && east > LON && south < LAT - 5 * BLOCK && north > LAT + 5 * BLOCK);
      assert.ok(!names(await find(url, q)).includes('Calle 160'), q);
    }
    assert.deepEqual(await find(url, 'calle 6'), []);
    assert.deepEqual(names(await find(url, '160')), ['Calle 160']);
    assert.deepEqual(await find(url, 'tren 60 no'), await find(url, 'calle 60'));
  });

  test('finds a crossing however it is written, and in its middle', async () => {
    const ways =
      '60 x 61|60x61|60 × 61|calle 60 por 61|c. 60 x c. 61|Calle 60 por calle 61|60 con 61|60 y 61|60 61|calle 60 # 491 x 61|calle 60 núm. 491 por 61|61 x 60';
    for (const q of ways.split('|')) {
      const [first, second] = await find(url, q, TOWN);
      assert.match(first?.nombre ?? '', /^Calle 6[01] × Calle 6[01]$/, q);
      assert.equal(first?.tipo, 'cruce');
      assert.ok(metres(first.punto, TOWN) < 15, `${q}: ${first.punto}`);
      // That of the other town.
      assert.equal(second?.municipio, 'Valladolid', q);
      assert.ok(metres(second.punto, VALLADOLID) < 15, `${q}: ${second.punto}`);
    }
    const between = names(await find(url, '60 entre 61 y 63', TOWN)).slice(0, 2);
    assert.deepEqual(between, ['Calle 60 × Calle 61', 'Calle 60 × Calle 63']);
    const [named] = await find(url, 'paseo de montejo x av. colon');
    assert.equal(named, undefined);
    const [montejo] = await find(url, 'montejo x 60');
    assert.equal(montejo?.nombre, 'Paseo de Montejo × Calle 60');
    assert.ok(metres(montejo.punto, at(0, 0.3)) < 15, String(montejo.punto));
    assert.equal((await find(url, 'av. colón x 62'))[0]?.nombre, 'Avenida Colón × Calle 62');
  });

  test('finds no crossing of streets that don’t cross, or of unknown names', async () => {
    for (const q of ['60 x 62', '60 x 999', 'calle 60 por xyzzy', '60 x 60', '999 x 998 x 997']) {
      assert.deepEqual(await find(url, q, TOWN), [], q);
    }
  });

  test('finds names by their words, whole or begun, abbreviated kinds of streets included', async () => {
    for (const [nombre, ...ways] of [
      ['Avenida Colón', 'av. colón', 'AVENIDA COLON', 'av colon', 'ave. col'],
      ['Calle Cristóbal Colón', 'calle colon'],
      ['Calle 16 de Septiembre', '16 de septiembre'],
      ['Calle 60-A', '60-A', '60 a', '60a', 'calle 60 A'],
    ] as const) {
      for (const q of ways) assert.equal(names(await find(url, q))[0], nombre, q);
    }
    assert.deepEqual(names(await find(url, 'montejo')), ['Paseo de Montejo']);
    assert.deepEqual(names(await find(url, 'paseo de la montejo')), ['Paseo de Montejo']);
    // To the word first.
    const exact = names(await find(url, 'calle 60', TOWN));
    assert.deepEqual(exact, ['Calle 60', 'Calle 60', 'Calle 60-A']);
  });

  test('finds the street of the nearest town, or of the town that is named', async () => {
    const towns = async (q: string, cerca?: readonly number[]) => {
      const found = await find(url, q, cerca);
      return columnsOf(
        found.filter(({ nombre }) => nombre === 'Calle 60'),
        'municipio',
        'cercaDe',
      );
    };
    const [mérida, zací] = [['Mérida', 'Pueblo de Prueba'], ['Valladolid', 'Zací']]; // biome-ignore format: pairs
    assert.deepEqual(await towns('calle 60', TOWN), [mérida, zací]);
    assert.deepEqual(await towns('calle 60', VALLADOLID), [zací, mérida]);
    assert.deepEqual(await towns('calle 60 valladolid', TOWN), [zací]);
    assert.deepEqual(await towns('calle 60, Zaci, Yuc.', TOWN), [zací]);
    assert.deepEqual(await towns('calle 60 merida', VALLADOLID), [mérida]);
    const cruces = async (q: string) => {
      const found = await find(url, q, VALLADOLID);
      return columnOf(
        found.filter(({ nombre }) => nombre === 'Calle 60 × Calle 61'),
        'municipio',
      );
    };
    assert.deepEqual(await cruces('calle 60 por 61 col. prueba'), ['Mérida']);
    // Where nothing is called so, the rest says enough; a name alone does not.
    assert.deepEqual(await cruces('calle 60 por 61 xyzzy'), ['Valladolid', 'Mérida']);
    assert.deepEqual(await find(url, 'colon xyzzy'), []);
  });

  test('finds no street elsewhere where the named place has none, and names the place', async () => {
    for (const [q, place] of [
      ['calle 60 tekax', 'Tekax'],
      ['c.60 TEKÁX', 'Tekax'],
      ['60 x 61 tekax', 'Tekax'],
      ['calle 60 por 61, Dzilam de Bravo', 'Dzilam de Bravo'],
      ['calle 60-A valladolid', 'Valladolid'],
      ['calle 160 zací', 'Zací'],
      // Where nothing bears the name, or the street, no place lacks it.
      ['calle 60 valladolid', null],
      ['calle 60 xyzzy', null],
      ['calle 999 tekax', null],
    ] as const) {
      const answer = await fetch(url + asked(q));
      const body = (await answer.json()) as { sinCallesEn: string | null; calles: Calle[] };
      assert.equal(body.sinCallesEn, place, q);
      if (place) assert.deepEqual(body.calles, [], q);
    }
  });

  test('finds pieces of a street as one, across the borders of tiles too, and far apart as two', async () => {
    const all = await find(url, 'paseo montejo');
    assert.equal(all.length, 1);
    assert.ok((all[0]?.bbox[2] ?? 0) - (all[0]?.bbox[0] ?? 0) > 3.9 * BLOCK);
    const [west, east] = [at(-6, 0), at(6, 0)].map((place) => tileAt(...place, 14)[0]);
    assert.notEqual(west, east, 'the tile has no border');
    assert.equal((await find(url, 'calle 61')).length, 2);
  });

  test('finds names of any script, and answers them as text', async () => {
    assert.deepEqual(names(await find(url, '北京')), ['北京路']);
    assert.deepEqual(names(await find(url, 'شارع النيل')), ['شارع النيل']);
    const [odd] = await find(url, 'ñandu');
    assert.match(odd?.nombre ?? '', /^<b>Calle<\/b> "Ñandú"/);
  });

  test('finds no street for words that name none', async () => {
    const words = '|   |calle|x|por|×××|60 x|.|%|de la|99999|🚧'.split('|');
    for (const q of [...words, 'a'.repeat(200)]) {
      const found = await find(url, q);
      // «60 x» is a street whose crossing is still to be typed.
      assert.equal(found.length > 0, q === '60 x', q);
    }
    const nothing = await fetch(`${url}/mapa/base/calles`);
    assert.deepEqual(((await nothing.json()) as { calles: Calle[] }).calles, []);
  });

  test('finds the principal streets and the roads of the program where no file is set', async () => {
    const streets = table`
      # words             | street                | municipio  | near       | west, south, east, north
      circuito colonias   | Circuito Colonias     | Mérida     | -          | -89.61,20.93,-89.58,20.95
      60 x 59 mérida      | Calle 60 × Calle 59   | Mérida     | Mérida     | -89.63,20.96,-89.62,20.98
      calle 41 valladolid | Calle 41              | Valladolid | Valladolid | -88.23,20.68,-88.17,20.7
      carretera 261       | Carretera federal 261 | Sacalum    | -          | -89.78,20.32,-89.65,20.87`;
    for (const [q = '', nombre, municipio, near, bounds = ''] of streets) {
      const [first] = await find(base, q);
      const expected = [nombre, municipio, near || null];
      assert.deepEqual([first?.nombre, first?.municipio, first?.cercaDe], expected, q);
      const [west = 0, south = 0, east = 0, north = 0] = bounds.split(',').map(Number);
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = first?.bbox ?? [];
      assert.ok(x0 > west && y0 > south && x1 < east && y1 < north, `${q}: ${first?.bbox}`);
    }
    // The catalog's localidades are its places, each once.
    const file = await openBaseMap(config);
    assert.equal((await readStreets(file as MapFile, () => false)).places.length, 2_439);
    await file?.close();
  });

  test('answers 400 to a long text or a wrong place, and ignores control characters', async () => {
    const ask = (query: string) =>
      call('nobody', 'GET', `/mapa/base/calles?${query}`, undefined, { url });
    const long = 'q no debe tener más de 200 caracteres.';
    refused(await ask(`q=${'6'.repeat(4_000)}`), 400, [long]);
    const place = 'cerca debe tener la forma lon,lat en grados, por ejemplo -89.6237,20.9674.';
    for (const cerca of ['aqui', '-89.6', '-89.6,20.9,3', '-181,20', '20,91', ',', 'NaN,NaN']) {
      refused(await ask(`q=60&cerca=${cerca}`), 400, [place]);
    }
    const none = { leyendo: false, calles: [], sinCallesEn: null };
    assert.deepEqual((await ask('q=%1B%5B2J%07')).body, none);
    assert.deepEqual(names(await find(url, 'calle\t60')).slice(0, 1), ['Calle 60']);
  });

  test('answers 304 to its ETag, and the same to fifty at once', async () => {
    await find(url, '60 x 61');
    const address = `${url}/mapa/base/calles?q=60+x+61`;
    const first = await plainly(address);
    assert.equal(first.headers['cache-control'], 'public, no-cache');
    const headers = { 'if-none-match': String(first.headers.etag) };
    const again = await plainly(address, { headers });
    assert.deepEqual([again.status, again.text], [304, '']);
    const texts = await Promise.all(
      numbers(1, 50).map(async () => {
        const answer = await fetch(address);
        return answer.status === 503 ? first.text : await answer.text();
      }),
    );
    assert.deepEqual(new Set(texts), new Set([first.text]));
  });
});

describe('GET /mapa/base/calles without readable streets', () => {
  const refuses = async (url: string, message: string) =>
    refused(
      await call('nobody', 'GET', '/mapa/base/calles?q=60', undefined, { url }),
      404,
      message,
    );
  const offered = async (url: string) =>
    (await get('/portal/ajustes.json', 'nobody', { url })).body.mapaBase?.calles;
  /** The route alone, over this file. */
  function streetsOf(file: MapFile) {
    const app = Fastify();
    app.setValidatorCompiler(() => () => true);
    app.setSerializerCompiler(() => JSON.stringify);
    app.setErrorHandler(({ statusCode = 500, message }: FastifyError, _request, reply) =>
      reply.code(statusCode).send({ statusCode, message }),
    );
    calles(app as unknown as App, file);
    return app;
  }
  /** The answer once the streets are read. */
  async function answered(app: ReturnType<typeof streetsOf>, q: string) {
    for (;;) {
      const answer = (await app.inject({ url: '/mapa/base/calles', query: { q } })).json();
      if (!answer.leyendo) return answer;
    }
  }
  const NONE = 'El mapa base de este registro (MAP_FILE) no tiene nombres de calles.';
  const UNREADABLE =
    'El mapa base no se puede leer por ahora; las obras se muestran sin él. Avise al equipo técnico.';

  test('answers 404 over pictures and layers without streets, and the portal’s settings say so', async () => {
    const server = { MAP_TILES_URL: 'https://a.mx/{z}/{x}/{y}.png', MAP_TILES_ATTRIBUTION: 'x' };
    await withApp(server, async (url) => {
      await refuses(url, 'Este registro no tiene un mapa base propio (MAP_FILE).');
      assert.equal(await offered(url), false);
    });
    const pictures = makeArchive({
      tiles: [[0, 0, 0, await solidPicture(1, 2, 3)]],
      type: TileType.Png,
      compression: Compression.None,
      zooms: [0, 0],
    });
    const water = makeArchive({
      tiles: [[0, 0, 0, gzipSync('')]],
      metadata: { vector_layers: [{ id: 'water' }] },
    });
    await withApp({ MAP_FILE: writeArchive(pictures) }, async (url) => {
      await refuses(url, NONE);
      assert.equal(await offered(url), false);
    });
    // Streets of the whole world on one tile have no names worth a search.
    const far = makeArchive({ tiles: [[0, 0, 0, gzipSync('')]], zooms: [0, 5] });
    for (const [archive, has] of [
      [pictures, false],
      [water, false],
      [far, true],
    ] as const) {
      const file = await openMapFile(writeArchive(archive));
      assert.equal(hasStreets(file), has);
      if (has) assert.deepEqual((await answered(streetsOf(file), '60')).calles, []);
      else assert.equal((await answered(streetsOf(file), '60')).message, NONE);
      await file.close();
    }
  });

  test('answers 503 where the file was cut or touched, before it was read and after', async () => {
    for (const harm of [
      (path: string) => truncateSync(path, 300),
      (path: string) => utimesSync(path, 1, 1),
    ]) {
      for (const isRead of [true, false]) {
        const path = writeArchive(makeTown());
        const file = await openMapFile(path);
        const app = streetsOf(file);
        if (isRead) assert.equal((await answered(app, 'calle 60')).calles.length, 1);
        harm(path);
        for (const answer of [await answered(app, '60'), await answered(app, '60')]) {
          assert.deepEqual([answer.statusCode, answer.message], [503, UNREADABLE]);
        }
        await app.close();
        await file.close();
      }
    }
  });

  test('leaves out a damaged, hostile or huge tile, and finds the streets of the others', async () => {
    const [x, y] = tileAt(...TOWN, 14);
    const layer = (...parts: Buffer[]) => {
      const body = Buffer.concat([Buffer.from([0x0a, 5]), Buffer.from('roads'), ...parts]);
      return Buffer.concat([Buffer.from([0x1a, body.length]), body]);
    };
    const name = Buffer.from('\x1a\x04name\x22\x04\x0a\x0260', 'latin1');
    const feature = (...geometry: number[]) => {
      const head = [0x12, 8 + geometry.length, 0x12, 2, 0, 0, 0x18, 2, 0x22, geometry.length];
      return Buffer.from([...head, ...geometry]);
    };
    const nothing = Buffer.from([0x28, 0]);
    const around = feature(9, 0, 0, 10, 0xfe, 0xff, 0xff, 0xff, 0x0f, 0);
    const hostile: Record<string, Buffer> = {
      'no gzip': Buffer.from('nada'),
      'no tile': gzipSync('nada'),
      'nothing but 0xff': gzipSync(Buffer.alloc(1_000, 0xff)),
      'a bomb': gzipSync(Buffer.alloc(50_000_000)),
      'a layer beyond its end': gzipSync(Buffer.from([0x1a, 0x7f, 0x0a])),
      // A line that is closed 500 million times, and a draw of as many points, in a few bytes.
      'an endless area': gzipSync(layer(name, feature(0x0f, 0xff, 0xff, 0xff, 0xff, 0x0f))),
      'an endless line': gzipSync(layer(name, feature(0xfa, 0xff, 0xff, 0xff, 0x0f, 2, 2))),
      'a line around the world': gzipSync(layer(name, around)),
      'attributes of no key': gzipSync(layer(feature(9, 2, 2, 10, 2, 2))),
      'an extent of nothing': gzipSync(layer(name, nothing, feature(9, 2, 2, 10, 2, 2))),
    };
    const sound = makeTown({ roads: [street('Calle 7', [[LON, LAT], at(1, 0)])] });
    const soundFile = await openMapFile(writeArchive(sound));
    const tile = await soundFile.find(14, x, y);
    await soundFile.close();
    assert.ok(tile);
    // All of them beside the sound one, on both sides.
    const beside = Object.values(hostile).map(
      (bytes, i): Tile => [14, x + (i % 2 ? 1 + i : -1 - i), y, bytes],
    );
    const archive = makeArchive({ tiles: [[14, x, y, tile.bytes], ...beside] });
    const file = await openMapFile(writeArchive(archive));
    const { calles: found } = await searchStreets(await readStreets(file, () => false), 'calle 7');
    assert.deepEqual(names(found), ['Calle 7']);
    await file.close();
  });

  test('answers leyendo=true while the file is read, and stops reading at the end of the service', async () => {
    const sound = await openMapFile(writeArchive(makeTown()));
    let goOn = () => {};
    const wait = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const slow: MapFile = {
      ...sound,
      find: async (...tile) => {
        await wait;
        return sound.find(...tile);
      },
    };
    const app = streetsOf(slow);
    const ask = async () => app.inject('/mapa/base/calles?q=60');
    const first = await ask();
    assert.deepEqual(first.json(), { leyendo: true, calles: [], sinCallesEn: null });
    assert.equal(first.headers['cache-control'], 'no-store');
    goOn();
    assert.deepEqual(names((await answered(app, '60')).calles), ['Calle 60']);
    await app.close();
    await assert.rejects(
      readStreets(sound, () => true),
      /el servicio se detuvo/,
    );
    await sound.close();
    await assert.rejects(readStreets(sound, () => false));
  });
});
