import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openMapFile } from '../../src/mapa-base/map-file.ts';
import { readCrossings, readStreet } from '../../src/palabras/cruces.ts';
import { isHere } from '../features.ts';
import { importFile } from '../imports.ts';
import {
  BLOCK,
  makeArchive,
  makeTown,
  street,
  TOWN,
  townLayers,
  writeArchive,
} from '../pmtiles.ts';
import {
  base,
  call,
  get,
  newObra,
  notLoggedIn,
  refused,
  resetWithCatalog,
  withApp,
} from '../world.ts';

// Words that every object has as members. Whoever looks a key up that comes from outside finds them, unless it is in a map.

// biome-ignore format: a row of words
const WORDS = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'isPrototypeOf'];

interface Documented {
  parameters?: { name: string; in: string; required?: boolean; schema: { examples?: unknown[] } }[];
}

describe('the names of Object.prototype', () => {
  before(async () => {
    await resetWithCatalog();
    await newObra();
  });

  if (isHere('/mapa/base/calles'))
    test('are streets like any other, in the map’s file and in a search', async () => {
      const [lon, lat] = TOWN;
      const layers = townLayers();
      const named = WORDS.map((word, i) =>
        street(`Privada ${word} ${i}`, [
          [lon - 3 * BLOCK, lat + i * BLOCK * 0.9 + 0.0004],
          [lon + 3 * BLOCK, lat + i * BLOCK * 0.9 + 0.0004],
        ]),
      );
      const file = writeArchive(makeTown({ ...layers, roads: [...layers.roads, ...named] }));
      await withApp({ MAP_FILE: file }, async (url) => {
        const find = async (q: string): Promise<{ nombre: string }[]> => {
          for (;;) {
            const asked = await fetch(`${url}/mapa/base/calles?${new URLSearchParams({ q })}`);
            assert.equal(asked.status, 200, q);
            const { leyendo, calles } = (await asked.json()) as {
              leyendo: boolean;
              calles: { nombre: string }[];
            };
            if (!leyendo) return calles;
          }
        };
        assert.equal((await find('calle 60'))[0]?.nombre, 'Calle 60');
        for (const [i, word] of WORDS.entries()) {
          for (const q of [word, `privada ${word}`, `PRIVADA ${word.toUpperCase()} ${i}`]) {
            assert.equal((await find(q))[0]?.nombre, `Privada ${word} ${i}`, q);
          }
        }
      });
      for (const word of WORDS) {
        const texts = [readStreet(word), ...readCrossings(`${word} x ${word}`).flat()].flatMap(
          ({ words, kinds, numbers }) => [...words, ...kinds, ...numbers],
        );
        assert.ok(texts.length > 0 && texts.every((text) => typeof text === 'string'), word);
      }
    });

  test('are left as they are in a map file’s attribution', async () => {
    const attribution = `&copy; A ${WORDS.map((word) => `&${word};`).join(' ')}`;
    const metadata = { attribution, vector_layers: [{ id: 'roads' }] };
    const tiles: [number, number, number, Buffer][] = [[0, 0, 0, gzipSync('')]];
    const file = await openMapFile(writeArchive(makeArchive({ tiles, metadata })));
    assert.equal(file.attribution, attribution.replace('&copy;', '©'));
    await file.close();
  });

  test('are unknown as parameters, and match nothing as values', async () => {
    const { paths } = (await (await fetch(`${base}/openapi.json`)).json()) as {
      paths: Record<string, { get?: Documented }>;
    };
    const unknown = WORDS.map((word) => `${word}=1`).join('&');
    for (const [template, { get: operation }] of Object.entries(paths)) {
      if (!operation) continue;
      const { parameters = [] } = operation;
      const needed = parameters.filter((one) => one.in === 'query' && one.required);
      const asked = needed.map(({ name, schema }) => `${name}=${schema.examples?.[0]}`).join('&');
      const path = template.replace(/\{\w+\}/g, '1');
      const plain = await call('admin', 'GET', `${path}?${asked}`);
      const answer = await call('admin', 'GET', `${path}?${asked}&${unknown}`);
      // The layers refuse what they do not know.
      const expected = template.startsWith('/ogc') ? 400 : plain.status;
      assert.equal(answer.status, expected, template);
      for (const { name } of parameters.filter((one) => one.in === 'query')) {
        for (const word of WORDS.slice(0, 3)) {
          const { status, text } = await call('admin', 'GET', `${path}?${asked}&${name}=${word}`);
          assert.ok(status < 500, `${path} ${name}=${word}: ${text}`);
        }
      }
    }
  });

  test('lead nowhere in an address', async () => {
    for (const word of WORDS) {
      const layer = `/ogc/collections/${word}`;
      const others = [`/${word}`, `/oc4ids/${word}`, `/portal/${word}.js`];
      for (const path of [...others, layer, `${layer}/items`]) {
        assert.equal((await call('admin', 'GET', path)).status, 404, path);
      }
      const tile = isHere('/mapa/0/0/0') ? [`/mapa/${word}/0/0`] : [];
      for (const path of [`/obras/${word}`, `/users/${word}`, ...tile]) {
        assert.equal((await call('admin', 'GET', path)).status, 400, path);
      }
    }
  });

  test('are unknown fields as keys of bodies, at every level', async () => {
    for (const word of WORDS) {
      const unknown = (path: string) => [`${path}${word} no es un campo reconocido.`];
      const member = `"${word}":{"activo":true}`;
      const patch = (path: string, body: string) => call('admin', 'PATCH', path, body);
      for (const path of [
        '/obras/1',
        '/dependencias/1',
        '/obras/1/ejecucion',
        '/ejercicio-fiscal/1',
      ])
        refused(await patch(path, `{${member}}`), 400, unknown(''));
      const patchPlace = (place: string) => patch('/obras/1', `{"ubicaciones":[${place}]}`);
      const place = `{"direccion":"A","tipoGeometria":"PUNTO","geometriaJson":{"type":"Point","coordinates":[-89.6,20.9]},${member}}`;
      refused(await patchPlace(place), 400, unknown('ubicaciones[0].'));
      const geometry = `{"direccion":"A","tipoGeometria":"PUNTO","geometriaJson":{"type":"Point","coordinates":[-89.6,20.9],${member}}}`;
      refused(await patchPlace(geometry), 400, [
        /^ubicaciones\[0\]\.geometriaJson sólo admite los miembros type, coordinates y bbox/,
      ]);
      const kind = `{"direccion":"A","tipoGeometria":"${word}","geometriaJson":{"type":"${word}","coordinates":[0,0]}}`;
      assert.equal((await patchPlace(kind)).status, 400);
      const credentials = `{"email":"${word}","password":"${word}"}`;
      notLoggedIn(await call('nobody', 'POST', '/auth/login', credentials));
    }
  });

  test('are taken as names of catalogs, and as headings and values of sheets', async () => {
    for (const word of WORDS) {
      const made = await call('admin', 'POST', '/dependencias', { nombre: word, siglas: word });
      assert.equal(made.status, 201, made.text);
      const type = await call('admin', 'POST', '/catalogos/tipo-proyecto', { nombre: word });
      assert.equal(type.status, 201, type.text);
      if (!isHere('/obras/importacion')) continue;
      const head = `clave única,nombre,monto,ejercicio,dependencia,municipio,tipo,estatus,${word}`;
      const row = `K-${word},${word},10,2026,${word},Mérida,${word},En proceso,${word}`;
      const { body } = await importFile(`${head}\n${row}`);
      assert.deepEqual([body.creadas, body.rechazadas], [1, 0], JSON.stringify(body.grupos));
      assert.equal(body.columnas.at(-1).campo, null);
      const [obra] = (await get(`/obras?q=K-${word}`)).body;
      assert.equal(obra.dependencia.nombre, word);
      assert.equal(obra.tipoProyecto.nombre, word);
      const names = head.split(',');
      const wrong = ['municipio', 'estatus', 'dependencia'].map((column) =>
        row.split(',').with(0, `X-${word}-${column}`).with(names.indexOf(column), `no ${word}`),
      );
      const bad = await importFile([head, ...wrong].join('\n'), 'parcial=true');
      assert.deepEqual([bad.body.creadas, bad.body.rechazadas], [0, wrong.length], bad.text);
      const other = row.split(',').with(0, `Y-${word}`).with(7, word);
      const meant = `{"estatus":{"${word}":"En proceso"}}`;
      const said = await importFile(`${head}\n${other}`, `valores=${encodeURIComponent(meant)}`);
      assert.deepEqual([said.body.creadas, said.body.rechazadas], [1, 0], said.text);
      const columns = encodeURIComponent(`{"${word}":"descripcion"}`);
      const last = row.split(',').with(0, `Z-${word}`);
      const read = await importFile(`${head}\n${last}`, `columnas=${columns}`);
      assert.deepEqual([read.body.creadas, read.body.rechazadas], [1, 0], read.text);
      assert.equal((await get(`/obras?q=Z-${word}`)).body[0].descripcion, word);
      const field = encodeURIComponent(`{"${word}":{"A":"B"}}`);
      refused(await importFile(`${head}\n${row}`, `valores=${field}`), 400, [/no existe el campo/]);
    }
  });
});
