import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { components } from '../../portal/generado/openapi.d.ts';
import { readCursor } from '../../src/core/obras/cursor.ts';
import { streamObras } from '../../src/core/obras/documents.ts';
import type { Orden } from '../../src/core/obras/orden.ts';
import { orderNames } from '../../src/core/obras/schema.ts';
import { LISTAS } from '../../src/features.ts';
import { columnOf, numbers } from '../columns.ts';
import { hasFeature, isHere } from '../features.ts';
import { manyObras } from '../many-obras.ts';
import { table } from '../table.ts';
import {
  call,
  db,
  get,
  idsOf,
  newObra,
  nextOf,
  noteArchivo,
  refused,
  resetWithCatalog,
  tagged,
  UNSTORABLE,
  ubicacionBody,
} from '../world.ts';

const ORDENES = orderNames(LISTAS.ordenes);

// Filters, orders and pages of the lists of obras, and everything that takes the same filters.

type Obra = components['schemas']['Obra'];

const list = async (query: string): Promise<Obra[]> => (await get(`/obras?${query}`)).body;

/** The ids in each of the doors that take the filters of a query, by their name. */
const DOORS: Record<string, (query: string) => Promise<number[]>> = {
  'pages by number': async (query) => idsOf((await get(`/obras?${query}&limit=1000&page=1`)).body),
  'pages by cursor': (query) => walk(query, 9),
  'pages of fields': async (query) => idsOf(await list(`${query}&campos=id`)),
  ...(isHere('/obras.csv') && {
    'the CSV': async (query) => {
      const rows = (await get(`/obras.csv?${query}`)).text.split('\r\n').slice(1, -1);
      return rows.map((row) => Number(row.split(',')[0]));
    },
    'the NDJSON': async (query) => {
      const lines = (await get(`/obras.ndjson?${query}`)).text.split('\n').slice(0, -1);
      return lines.map((line) => JSON.parse(line).id);
    },
  }),
};

/** The ids of all pages of a list, each led to by the one before it. */
async function walk(query: string, limit: number, meanwhile?: () => Promise<unknown>) {
  const found: number[] = [];
  for (let path: string | undefined = `/obras?${query}&limit=${limit}`; path; ) {
    const page = await get(path);
    found.push(...idsOf(page.body));
    path = nextOf(page);
    if (path) await meanwhile?.();
  }
  return found;
}

// biome-ignore format: rows of names
const NAMES = [
  'Ñandú', 'ñandu', 'Nube', 'árbol', 'Arbol', 'Ampliación', '1 de Mayo', 'zanja', 'Zanja',
];
// biome-ignore format: rows of names
const ALPHABETICAL = [
  '1 de Mayo', 'Ampliación', 'árbol', 'Arbol', 'Nube', 'Ñandú', 'ñandu', 'zanja', 'Zanja',
];
const AMOUNTS = [0, 0.01, 1500000.5, 1500000.5, 9999999999999.99, 5000000, 5000000.01];

describe('filters', () => {
  let obras: Obra[];
  before(async () => {
    await resetWithCatalog();
    await db.query('INSERT INTO ejercicios_fiscales (anio) VALUES (2024), (2027)');
    await db.query(`INSERT INTO dependencias (nombre) VALUES ('Otra')`);
    await db.query(`INSERT INTO tipos_proyecto (nombre) VALUES ('Otro')`);
    obras = [];
    for (let i = 0; i < 27; i++) {
      obras.push(
        await newObra({
          nombre: NAMES[i % NAMES.length],
          monto: AMOUNTS[i % AMOUNTS.length],
          municipioId: [1, 50, 106][i % 3],
          estatusObraId: 1 + (i % 7),
          ejercicioFiscalId: 1 + (i % 3),
          dependenciaId: 1 + (i % 2),
          tipoProyectoId: i % 5 === 0 ? null : 1 + (i % 2),
          // An ubicación's municipio is not the obra's.
          ubicaciones: i % 4 === 0 ? [ubicacionBody({ municipioId: 3 })] : [],
        }),
      );
    }
    // Of photos those that everybody sees count.
    for (const id of [4, 9, 9]) await noteArchivo(id);
    await noteArchivo(6, { publico: false });
    await noteArchivo(7, { clase: 'OTRO' });
  });

  const cases: Record<string, (obra: Obra) => boolean> = {
    'municipioId=1': ({ municipioId }) => municipioId === 1,
    'municipioId=3': () => false,
    'estatusObraId=3': ({ estatusObraId }) => estatusObraId === 3,
    'ejercicioFiscalId=2': ({ ejercicioFiscalId }) => ejercicioFiscalId === 2,
    'dependenciaId=1': ({ dependenciaId }) => dependenciaId === 1,
    'tipoProyectoId=2': ({ tipoProyectoId }) => tipoProyectoId === 2,
    'municipioId=50&ejercicioFiscalId=2&dependenciaId=2&tipoProyectoId=2&estatusObraId=2': (obra) =>
      obra.municipioId === 50 &&
      [obra.dependenciaId, obra.tipoProyectoId, obra.estatusObraId].every((id) => id === 2),
    'estatusObraId=4,6': ({ estatusObraId }) => [4, 6].includes(estatusObraId),
    'estatusObraId=4,4,4': ({ estatusObraId }) => estatusObraId === 4,
    'municipioId=106,1': ({ municipioId }) => municipioId !== 50,
    'municipioId=106&municipioId=1': ({ municipioId }) => municipioId !== 50,
    'municipioId=106&q=&municipioId=1,106': ({ municipioId }) => municipioId !== 50,
    'municipioId=0&municipioId=-2147483648': () => false,
    'estatusObraId=1&estatusObraId=2,3&estatusObraId=4': ({ estatusObraId }) => estatusObraId <= 4,
    'ejercicioFiscalId=2,3': ({ ejercicioFiscalId }) => ejercicioFiscalId !== 1,
    'dependenciaId=2,99': ({ dependenciaId }) => dependenciaId === 2,
    'tipoProyectoId=1,2': ({ tipoProyectoId }) => tipoProyectoId !== null,
    'municipioId=99999999999,50': ({ municipioId }) => municipioId === 50,
    'municipioId=-1,99999999999': () => false,
    'montoMin=1500000.5': ({ monto }) => monto >= 1500000.5,
    'montoMin=1500000.51': ({ monto }) => monto > 1500000.5,
    'montoMax=5000000': ({ monto }) => monto <= 5000000,
    'montoMin=5000000.01&montoMax=5000000.01': ({ monto }) => monto === 5000000.01,
    'montoMin=9999999999999.99': ({ monto }) => monto === 9999999999999.99,
    'montoMax=0': ({ monto }) => monto === 0,
    'montoMin=2&montoMax=1': () => false,
    'estatusObraId=1,2,3&montoMin=0.01&dependenciaId=1': (obra) =>
      obra.estatusObraId <= 3 && obra.monto >= 0.01 && obra.dependenciaId === 1,
    'q=zanja&municipioId=1,106': ({ nombre, municipioId }) =>
      /^z/i.test(nombre) && municipioId !== 50,
    ...(hasFeature('archivos') && {
      'conFotos=true': ({ id }) => [4, 9].includes(id),
      'conFotos=true&estatusObraId=4': ({ id }) => id === 4,
    }),
  };
  if (hasFeature('mapa'))
    cases['bbox=-90,20,-89,21&estatusObraId=1,5'] = ({ id, estatusObraId }) =>
      (id - 1) % 4 === 0 && [1, 5].includes(estatusObraId);
  for (const [query, passes] of Object.entries(cases)) {
    test(`${query} finds the same obras at every door`, async () => {
      const expected = obras.filter(passes);
      assert.deepEqual(await list(query), expected);
      for (const [door, read] of Object.entries(DOORS)) {
        assert.deepEqual(await read(query), idsOf(expected), door);
      }
      const paged = await get(`/obras?${query}&limit=1`);
      assert.equal(paged.headers.get('x-total-count'), String(expected.length));
      const sum = `/obras/resumen?por=estatus&${query}`;
      if (!isHere(sum)) return;
      const { total } = (await get(sum)).body;
      assert.equal(total.obras, expected.length);
      const cents = expected.reduce((sum, { monto }) => sum + BigInt(Math.round(monto * 100)), 0n);
      assert.equal(BigInt(Math.round(total.monto * 100)) - cents < 2n, true);
    });
  }

  const fields = 'municipioId estatusObraId ejercicioFiscalId dependenciaId tipoProyectoId'.split(
    ' ',
  );
  test('a filter by an id that no obra has, or none can have, finds nothing', async () => {
    for (const field of fields) {
      for (const id of ['3000', '0', '-1', '2147483648', '-2147483649', '9'.repeat(100)]) {
        assert.deepEqual(await list(`${field}=${id}`), [], `${field}=${id}`);
      }
      const paged = await call('user', 'GET', `/obras?${field}=99999999999&limit=5&page=1`);
      assert.deepEqual([paged.status, paged.body], [200, []]);
      assert.equal(paged.headers.get('x-total-count'), '0');
    }
    assert.deepEqual(await list('municipioId=3'), []);
    assert.deepEqual(await list('municipioId=1&municipio=2&estatusObraId=99'), []);
  });

  test('a malformed filter answers 400, with all the others', async () => {
    for (const wrong of ['x', '', '1.0', '+1', '%201', '1e0', '0x1', 'null', '%D9%A1']) {
      const query = fields.map((field) => `${field}=${wrong.replace('+', '%2B')}`).join('&');
      refused(
        await call('user', 'GET', `/obras?${query}&limit=${wrong.replace('+', '%2B')}`),
        400,
        [...fields, 'limit'].map((field) => `${field} debe ser un número entero.`),
      );
    }
  });

  test('a parameter given twice answers 400, even with one value, but for those that take several', async () => {
    const twice =
      'q=a&q=b&contratista=a&contratista=a&orden=id&orden=id&campos=id&campos=id&limit=1&limit=2&page=x';
    refused(await call('user', 'GET', `/obras?${twice}`), 400, [
      ...['q', 'contratista', 'orden', 'campos', 'limit'].map(
        (n) => `${n} se indicó más de una vez.`,
      ),
      'page debe ser un número entero.',
    ]);
    for (const field of fields) {
      const once = await list(`${field}=1`);
      assert.deepEqual(await list(`${field}=1&${field}=1`), once, field);
      for (const wrong of ['x', '', '1,', '1.0']) {
        refused(await call('user', 'GET', `/obras?${field}=1&${field}=${wrong}`), 400, [
          `${field} debe ser una lista de números enteros separados por comas.`,
        ]);
      }
    }
  });

  test('an unknown parameter is ignored', async () => {
    const unknown = ['x=1', 'x=1&x=2', 'municipio_id=1', 'MUNICIPIOID=1', '__proto__=1', '&&='];
    for (const query of unknown) {
      assert.equal((await list(query)).length, obras.length, query);
    }
    assert.equal((await list('x=1&municipioId=1&toString=2')).length, 9);
  });

  const amounts = '-1 1.005 1e3 .5 1. 1,5 99999999999999 x 0x1 %2B1';
  const notAmount =
    'debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.';
  const orders = 'nombre monto anio avance termino corte pagoAdelantado crecimientoContratos';
  const both = orders.split(' ').flatMap((name) => [name, `-${name}`]);
  const malformed = table`
    # filter=value … | the filter's sentence
    municipioId=1, estatusObraId=,1 estatusObraId=1,,2 dependenciaId=1,x tipoProyectoId=1,%202 | debe ser una lista de números enteros separados por comas.
    ejercicioFiscalId=1;2 | debe ser un número entero.
    municipioId=${Array(101).fill(1)} | no debe tener más de 100 valores.
    municipioId=${Array(51).fill(1)}&municipioId=${Array(50).fill(1)} | no debe tener más de 100 valores.
    municipioId=1&municipioId=%00 | ${UNSTORABLE}
    montoMin=1&montoMin=1 | se indicó más de una vez.
    montoMin= ${amounts.replace(/\S+/g, 'montoMin=$&')} | ${notAmount}
    orden=precio orden= orden=Nombre | debe ser id, -id, ${both.join(', ')} o relevancia.
  `.flatMap(([queries = '', sentence]) =>
    queries.split(' ').map((query) => [query, `${query.split('=')[0]} ${sentence}`] as const),
  );
  // biome-ignore format: a row of doors
  const doors = ['/obras?', '/obras.csv?', '/obras.xlsx?', '/obras.ndjson?', '/obras/resumen?por=estatus&', '/mapa/0/0/0?'];
  for (const path of doors.filter(isHere)) {
    test(`an unknown filter or order answers 400 at ${path}`, async () => {
      for (const [query, sentence] of malformed) {
        if (/resumen|mapa/.test(path) && query.includes('orden')) continue;
        refused(await call('user', 'GET', path + query), 400, [sentence]);
      }
    });
  }

  test('a list of values in another spelling has the same tag, links and rows', async () => {
    const ways = ['municipioId=106,1', 'municipioId=106&municipioId=1', 'municipioId=106%2C1'];
    const answers = await Promise.all(ways.map((way) => get(`/obras?limit=2&${way}`)));
    for (const name of ['etag', 'link', 'x-total-count']) {
      assert.equal(new Set(answers.map(({ headers }) => headers.get(name))).size, 1, name);
    }
    const { headers } = await get('/obras?page=1&limit=5&municipioId=106&municipioId=1');
    assert.match(headers.get('link') ?? '', /municipioId=106%2C1&limit=5&page=2>; rel="next"/);
  });

  test('a list of values may be repeated at every other door too', async () => {
    const several = 'estatusObraId=1&estatusObraId=2,3';
    const layer = '/ogc/collections/obras_puntos/items';
    const places = 'municipioId=50&municipioId=1';
    const doors = ['/obras.geojson', '/mapa/6/16/28', '/oc4ids', '/cambios.json', layer];
    for (const path of [...doors, '/localidad']) {
      if (!isHere(path)) continue;
      const query = path === '/localidad' ? places : several;
      const [first, ...rest] = [...new URLSearchParams(query)] as [string, string][];
      const [name, value] = first as [string, string];
      const all = [value, ...rest.map((pair) => pair[1])].join(',');
      // But for when it was made, and the address that it says of itself.
      const told = async (asked: string) =>
        (await get(`${path}?${asked}`)).text.replace(/"timeStamp":"[^"]*"/, '');
      const repeated = await told(query);
      assert.equal(repeated, await told(`${name}=${all}`), path);
      assert.notEqual(repeated, await told(`${name}=${value}`), path);
    }
  });

  test('a search is planned for its words each time', async () => {
    // Asked at once, so that every connection of the pool answers: another may have read the lists.
    const kept = async (pattern: string) => {
      const ask = 'SELECT statement FROM pg_prepared_statements WHERE statement LIKE $1';
      const asked = numbers(1, 20).map(() => db.query<{ statement: string }>(ask, [pattern]));
      return [...new Set(columnOf((await Promise.all(asked)).flat(), 'statement'))].sort();
    };
    // Another file of this process may have asked for the order by relevance, which is planned once.
    const before = await kept('%fold_accents($%');
    for (let i = 0; i < 8; i++) {
      await get(`/obras?q=zanja${i}&limit=1`);
      await get(`/obras?montoMin=${i}&limit=1`);
    }
    assert.deepEqual(await kept('%fold_accents($%'), before);
    assert.ok((await kept('%obras%')).length > 0);
  });

  test('a list of a hundred values is taken', async () => {
    const expected = obras.filter(({ municipioId }) => municipioId <= 100);
    assert.deepEqual(await list(`municipioId=${numbers(1, 100)}`), expected);
  });

  describe('orden', () => {
    const keys: Record<string, (obra: Obra) => number> = {
      id: () => 0,
      // Without words to look for.
      relevancia: () => 0,
      nombre: ({ nombre }) => NAMES_PLACE.get(nombre) as number,
      monto: ({ monto }) => monto,
      anio: ({ ejercicioFiscal }) => ejercicioFiscal.anio,
    };
    // Nothing was reported of any of them.
    for (const name of 'avance termino corte pagoAdelantado crecimientoContratos'.split(' '))
      keys[name] = () => 0;
    // Names that differ in case or accents alone are at the same place.
    const MARKS = /[\u0300-\u0302\u0304-\u036f]/g;
    const folded = (name: string) => name.normalize('NFD').replace(MARKS, '').toLowerCase();
    const order = [...new Set(ALPHABETICAL.map(folded))];
    const NAMES_PLACE = new Map(NAMES.map((name) => [name, order.indexOf(folded(name))]));

    const inOrder = (orden: Orden) => {
      const key = keys[orden.replace('-', '')] as (obra: Obra) => number;
      const ascending = obras.toSorted((a, b) => key(a) - key(b) || a.id - b.id);
      return orden.startsWith('-') ? ascending.reverse() : ascending;
    };

    for (const orden of ORDENES) {
      test(`${orden} orders the list, its pages, its cursors and the exports alike`, async () => {
        const expected = inOrder(orden);
        assert.deepEqual(await list(`orden=${orden}`), expected);
        for (const [door, read] of Object.entries(DOORS)) {
          assert.deepEqual(await read(`orden=${orden}`), idsOf(expected), door);
        }
        for (const limit of [2, 26, 27, 28]) {
          assert.deepEqual(await walk(`orden=${orden}`, limit), idsOf(expected), `limit=${limit}`);
        }
        const second = await get(`/obras?orden=${orden}&limit=10&page=2`);
        assert.deepEqual(idsOf(second.body), idsOf(expected).slice(10, 20));
        assert.match(second.headers.get('link') ?? '', new RegExp(`orden=${orden}&`));
        const some = expected.filter(({ municipioId }) => municipioId !== 50);
        assert.deepEqual(await walk(`municipioId=1,106&orden=${orden}`, 5), idsOf(some));
      });
    }

    test('each order has cursors of its own', async () => {
      const cursorOf = async (orden: Orden) => {
        const { headers } = await get(`/obras?orden=${orden}&limit=3&campos=id`);
        return /cursor=([\w-]+)/.exec(headers.get('link') ?? '')?.[1] as string;
      };
      for (const [i, orden] of ORDENES.entries()) {
        const cursor = await cursorOf(orden);
        const text = `cursor es de una lista por ${orden}; pida la primera página de ésta sin él.`;
        for (const other of ORDENES.filter((each) => each !== orden)) {
          assert.throws(() => readCursor(LISTAS.ordenes, cursor, undefined, other), {
            statusCode: 400,
            message: text,
          });
        }
        const next = ORDENES[(i + 1) % ORDENES.length];
        const path = `/obras?limit=3&orden=${next}&cursor=${cursor}`;
        refused(await call('user', 'GET', path), 400, [text]);
      }
      // Without an order it is that by id.
      const { headers } = await get('/obras?limit=3');
      const plain = /cursor=([\w-]+)/.exec(headers.get('link') ?? '')?.[1] as string;
      assert.equal(plain, await cursorOf('id'));
      assert.equal(Buffer.from(plain, 'base64url').toString(), '3.27');
    });

    const forged: [orden: Orden, ...texts: string[]][] = [
      ['monto', 'monto:5.27:', 'monto:5.27:x', 'monto:5.27:1.5', 'monto:5.27:-1.00'],
      ['monto', 'monto:5.27:99999999999999.00', 'monto:5.27:NaN', 'monto:99999999999.27:1.00'],
      ['monto', 'monto:-5.27:1.00', 'monto:5.27', 'monto:5.27:1.00\n', '--monto:5.27:1.00'],
      ['monto', 'Monto:5.27:1.00'],
      ['anio', 'anio:5.27:20260', 'anio:5.27:dos'],
      ['nombre', 'nombre:5.27:a\0b', `nombre:5.27:${'x'.repeat(601)}`],
      ['-id', '-id:5.27:7'],
      [
        'relevancia',
        ...['7', '-2', '--1', 'x', '00', '0\n', '9999999999'].map((n) => `relevancia:5.27:${n}`),
      ],
    ];
    test('a forged cursor of any order answers 400', async () => {
      for (const [orden, ...texts] of forged) {
        for (const text of texts) {
          const cursor = Buffer.from(text).toString('base64url');
          const path = `/obras?limit=3&orden=${orden}&cursor=${cursor}`;
          refused(await call('user', 'GET', path), 400, ['cursor no es un cursor válido.']);
        }
      }
    });

    test('a cursor with the greatest and the least values is taken', async () => {
      for (const [orden, text, expected] of [
        ['-id', '-id:0.27:', 0],
        ['-id', '-id:2147483647.27:', 27],
        ['id', '2147483647.27', 0],
        ['anio', 'anio:2147483647.27:9999', 0],
        ['-anio', '-anio:0.27:9999', 27],
        ['-anio', '-anio:0.27:0000', 0],
        ['-anio', '-anio:2147483647.27:2027', 27],
        ['monto', 'monto:0.27:0.00', 27],
        ['-monto', '-monto:2147483647.27:9999999999999.99', 27],
        ['nombre', 'nombre:0.27:', 27],
        ['-nombre', `-nombre:0.27:${'~'.repeat(600)}`, 27],
      ] as const) {
        const cursor = Buffer.from(text).toString('base64url');
        const { body } = await get(`/obras?limit=1000&orden=${orden}&cursor=${cursor}`);
        assert.equal(body.length, expected, text);
      }
    });

    test('a walk over pages finds every obra once while others are created', async () => {
      const before = idsOf(obras);
      for (const orden of ORDENES) {
        let n = 0;
        const found = await walk(`orden=${orden}&campos=id`, 8, async () => {
          n += 1;
          const nombre = NAMES[n % NAMES.length];
          const monto = AMOUNTS[n % AMOUNTS.length];
          if (n < 3) await newObra({ nombre, monto, ejercicioFiscalId: 1 + (n % 3) });
        });
        assert.equal(new Set(found).size, found.length, orden);
        assert.ok(
          before.every((id) => found.includes(id)),
          orden,
        );
      }
      await db.query('DELETE FROM obras WHERE NOT id = ANY ($1)', [before]);
    });
  });

  describe('campos', () => {
    // biome-ignore format: rows of names
    const FIELDS = [
      'id', 'numeroObra', 'claveUnica', 'nombre', 'descripcion', 'monto', 'ejercicioFiscalId',
      'ejercicioFiscal', 'dependenciaId', 'dependencia', 'municipioId', 'municipio',
      'tipoProyectoId', 'tipoProyecto', 'estatusObraId', 'estatusObra', 'ubicaciones',
    ];
    const few = ['nombre', 'monto,id', 'tipoProyecto,tipoProyectoId', 'estatusObra', 'ubicaciones'];
    for (const campos of [...few, String(FIELDS)]) {
      test(`${campos} answers those fields as they are in the whole obra`, async () => {
        const asked = campos.split(',');
        const cut = (obra: object | undefined = {}) =>
          Object.fromEntries(Object.entries(obra).filter(([name]) => asked.includes(name)));
        const answer = await get(`/obras?campos=${campos}`);
        assert.deepEqual(answer.body, obras.map(cut));
        // In the document's order, whatever the one in which they were asked for.
        assert.deepEqual(
          Object.keys(answer.body[0] ?? {}),
          FIELDS.filter((name) => asked.includes(name)),
        );
        assert.deepEqual(await list(`campos=${campos}&limit=5`), obras.slice(0, 5).map(cut));
        for (const id of [1, 2]) {
          assert.deepEqual((await get(`/obras/${id}?campos=${campos}`)).body, cut(obras[id - 1]));
        }
      });
    }

    test('leaves numbers and texts as they are written', async () => {
      const { text } = await get('/obras/3?campos=monto,nombre');
      assert.equal(text, '{"nombre":"Nube","monto":1500000.50}');
      const odd = { nombre: 'Una "obra",\n"ubicaciones":[1]', monto: 9999999999999.99 };
      const made = await newObra(odd);
      const part = await get(`/obras/${made.id}?campos=monto,nombre,estatusObra`);
      assert.deepEqual(part.body, { ...odd, estatusObra: { id: 4, nombre: 'En proceso' } });
      await call('admin', 'DELETE', `/obras/${made.id}`);
    });

    test('with an unknown name answers 400 with the names that there are', async () => {
      const sentence = `campos debe ser uno o varios de éstos, separados por comas: ${FIELDS.join(', ')}, textos, lugar,${hasFeature('archivos') ? ' foto,' : ''} etag, montoFuentes.`;
      for (const wrong of ['', 'x', 'id,', 'id,x', 'id, nombre', 'Id', 'toString', '__proto__']) {
        for (const path of ['/obras?', '/obras/1?', '/obras/999?']) {
          refused(await call('user', 'GET', `${path}campos=${wrong}`), 400, [sentence]);
        }
      }
      refused(await call('user', 'GET', '/obras/999?campos=id'), 404, 'Obra 999 no encontrada.');
      refused(await call('user', 'GET', '/obras/99999999999?campos=id'), 404, /no encontrada/);
    });

    test('makes another answer, with another tag, and links to more of it', async () => {
      const tags = new Set<string | null>();
      for (const query of ['', 'campos=id', 'campos=nombre', 'orden=nombre']) {
        tags.add((await tagged(() => get(`/obras?${query}`))).headers.get('etag'));
      }
      assert.equal(tags.size, 4);
      const { headers } = await get('/obras?campos=id,nombre&limit=2');
      assert.match(headers.get('link') ?? '', /campos=id%2Cnombre/);
      const part = await get('/obras/1?campos=id');
      const change = { headers: { 'if-match': part.headers.get('etag') ?? '' } };
      assert.equal((await call('admin', 'PATCH', '/obras/1', {}, change)).status, 412);
    });
  });
});

describe('lists of many obras in an order', () => {
  before(async () => {
    await resetWithCatalog();
    await db.query(
      'INSERT INTO ejercicios_fiscales (anio) SELECT 2010 + n FROM generate_series(0, 9) n',
    );
    // Many of the same key: more than a step takes.
    await manyObras(620, {
      nombre: `'Obra ' || n % 3`,
      monto: 'n % 4',
      ejercicio_fiscal_id: '1 + n % 11',
    });
  });

  const lists = new Map<string, number[]>();
  for (const orden of ORDENES) {
    test(`${orden} gives each obra once`, async () => {
      const found: number[] = [];
      for await (const piece of streamObras(db, LISTAS, {}, { orden, campos: 'id' })) {
        found.push(...idsOf(JSON.parse(`[${piece}]`)));
      }
      assert.equal(found.length, 620);
      assert.equal(new Set(found).size, 620);
      assert.deepEqual(await walk(`orden=${orden}&campos=id`, 210), found);
      lists.set(orden, found);
      const opposite = lists.get(orden.startsWith('-') ? orden.slice(1) : `-${orden}`);
      if (opposite) assert.deepEqual(opposite, found.toReversed());
    });
  }
});

describe('a name of the greatest length', () => {
  test('has a place in the order, a cursor that says it, and an index that holds it', async () => {
    await resetWithCatalog();
    // Hangul takes the most bytes decomposed; at random, so that it can't be compressed.
    const nombre = Array.from({ length: 255 }, (_, i) =>
      String.fromCodePoint(0xac00 + ((i * 7919 + i * i * 31) % 11172)),
    ).join('');
    for (const each of [nombre, nombre, 'Último', `${nombre.slice(0, 254)}a`])
      await newObra({ nombre: each });
    assert.deepEqual((await walk('orden=nombre', 1)).length, 4);
    assert.deepEqual((await walk('orden=-nombre', 1)).length, 4);
  });
});
