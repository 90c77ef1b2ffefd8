import assert from 'node:assert/strict';
import { get as request } from 'node:http';
import { before, beforeEach, describe, test } from 'node:test';
import { streamObras } from '../../src/core/obras/documents.ts';
import { LISTAS } from '../../src/features.ts';
import { ascending, columnOf } from '../columns.ts';
import { manyObras } from '../many-obras.ts';
import { table } from '../table.ts';
import {
  type Answer,
  base,
  call,
  db,
  get,
  idsOf,
  newObra,
  nextOf,
  numbers,
  obraBody,
  pages,
  refused,
  resetWithCatalog,
  tokenOf,
  ubicacionBody,
  wkt,
} from '../world.ts';

const list = async (path: string) => (await get(path)).body;

const claves = (obras: { claveUnica: string }[]) => columnOf(obras, 'claveUnica');
const base64url = (text: string) => Buffer.from(text).toString('base64url');

/** The targets of a Link header by their relation (RFC 8288). */
function links({ headers }: Answer): Record<string, string> {
  const header = headers.get('link');
  if (header === null) return {};
  return Object.fromEntries(
    header.split(', ').map((link) => {
      const parts = /^<(\/obras\?[^<>"\s]+)>; rel="(first|prev|next|last)"$/.exec(link);
      assert.ok(parts, `not a link: ${link}`);
      return [parts[2], parts[1]];
    }),
  );
}

describe('GET /obras', () => {
  beforeEach(resetWithCatalog);

  test('answers a plain array of obras by id, each as GET /obras/:id answers it', async () => {
    const none = await get('/obras');
    assert.equal(none.text, '[]');
    assert.match(none.headers.get('content-type') ?? '', /^application\/json; charset=utf-8$/);
    const route = wkt('LINESTRING (-89.12345678901234 20, 1e-07 -20 3.5)');
    const made = [
      await newObra(),
      await newObra({ tipoProyectoId: null, descripcion: 'Varios\nrenglones, "comillas" y 🚧' }),
      await newObra({
        ubicaciones: [
          ubicacionBody({ orden: 3, direccion: 'última' }),
          ubicacionBody({ orden: -1, tipoGeometria: 'RUTA', geometriaJson: route }),
          ubicacionBody({ orden: 2, municipioId: 1, localidadReferencia: 'Abalá' }),
        ],
      }),
      await newObra({ monto: 9999999999999.99 }),
      await newObra({ monto: 0 }),
    ];
    // Changed last, it keeps its place.
    const { body } = await call('admin', 'PATCH', `/obras/${made[0].id}`, { nombre: 'Otra' });
    made[0] = body;
    for (const who of ['user', 'admin'] as const) {
      const answer = await call(who, 'GET', '/obras');
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.body, made);
      assert.equal(answer.headers.get('x-total-count'), null);
      assert.equal(answer.headers.get('link'), null);
    }
    for (const obra of made) assert.deepEqual(await list(`/obras/${obra.id}`), obra);
    assert.deepEqual(await list('/obras?limit=1000'), made);
  });
});

describe('GET /obras of more than a thousand', () => {
  /** Their ids; of a hundred and fifty one is gone. */
  const ids = numbers(1, 1_110).filter((id) => id % 150 !== 7);
  before(async () => {
    await resetWithCatalog();
    await manyObras(
      1_110,
      { descripcion: `repeat('x', 700)` },
      `SELECT id, 1 + id % 106, 'Calle', 'PUNTO',
         json_build_object('type', 'Point', 'coordinates', json_build_array(id / 1e5, 20)), -orden
       FROM obras CROSS JOIN generate_series(1, 2) AS orden WHERE id % 3 = 0`,
    );
    await db.query('DELETE FROM obras WHERE id % 150 = 7');
  });

  test('is one array with each of them once, in order', async () => {
    const all = await call('user', 'GET', '/obras');
    assert.equal(all.status, 200);
    assert.equal(all.headers.get('content-length'), null);
    assert.deepEqual(idsOf(all.body), ids);
    for (const obra of all.body) {
      const { id } = obra;
      assert.equal(obra.claveUnica, `C-${id}`);
      assert.equal(obra.monto, id / 100);
      assert.deepEqual(columnOf(obra.ubicaciones, 'orden'), id % 3 === 0 ? [-2, -1] : []);
    }
    for (const at of [0, 99, 100, 499, 500, 1_101]) {
      assert.deepEqual(await list(`/obras/${ids[at]}`), all.body[at]);
    }
    assert.deepEqual(idsOf(await list('/obras?limit=1000&campos=id')), ids.slice(0, 1000));
    assert.deepEqual(idsOf(await list('/obras?limit=1000&page=2&campos=id')), ids.slice(1000));
    assert.deepEqual(idsOf(await list('/obras?q=obra&campos=id')), ids);
  });

  for (const piece of ['cabeza', 'cola']) {
    test(`comes in small pieces, though obras are large by their ${piece}`, async () => {
      const undone = new Error('not to stay');
      // Between the members of a JSON text blanks say nothing.
      const large =
        piece === 'cola' ? `repeat(' ', 200000) || cola` : `cabeza || repeat(' ', 200000)`;
      const reading = db.transaction(async (tx) => {
        await tx.query('SET LOCAL session_replication_role = replica');
        await tx.query(`UPDATE obras_documentos SET ${piece} = ${large} WHERE obra_id <= 21`);
        const found: number[] = [];
        let most = 0;
        for await (const text of streamObras(tx, LISTAS, {})) {
          found.push(...idsOf(JSON.parse(`[${text}]`)));
          most = Math.max(most, text.length);
        }
        assert.deepEqual(found, ids);
        // A megabyte, and the obra that goes beyond it.
        assert.ok(most > 1_000_000 && most < 1_500_000, `${most} characters at once`);
        throw undone;
      });
      await assert.rejects(reading, undone);
    });
  }

  test('may be left in the middle by its client', async () => {
    const headers = { authorization: `Bearer ${await tokenOf('user')}` };
    const leave = () =>
      new Promise<number>((resolve, reject) => {
        const sent = request(`${base}/obras`, { headers }, (response) => {
          response.once('data', (chunk: Buffer) => {
            response.once('close', () => resolve(chunk.length));
            sent.destroy();
          });
        });
        sent.once('error', reject);
      });
    for (let round = 0; round < 2; round++) {
      const received = await Promise.all(numbers(1, 4).map(leave));
      assert.ok(received.every((bytes) => bytes > 0));
    }
    assert.deepEqual(idsOf(await list('/obras?limit=2')), [1, 2]);
    const { id, numeroObra } = await newObra();
    assert.equal(numeroObra, 1_111);
    assert.equal((await list('/obras?campos=id')).length, ids.length + 1);
    await call('admin', 'DELETE', `/obras/${id}`);
  });

  test('goes on while obras come, go and change', async () => {
    // Each that is deleted has another behind it, which is changed.
    const changes = numbers(1, 18).flatMap((i) => [
      call('admin', 'DELETE', `/obras/${i * 60}`),
      call('admin', 'PATCH', `/obras/${i * 60 + 1}`, { nombre: 'Otro' }),
      call('admin', 'POST', '/obras', obraBody()),
    ]);
    const lists = numbers(1, 3).map(() => list('/obras?campos=id,nombre'));
    for (const { status, text } of await Promise.all(changes)) assert.ok(status < 300, text);
    for (const obras of await Promise.all(lists)) {
      const given = idsOf(obras);
      assert.deepEqual(given, [...new Set(given)].sort(ascending));
      const there = new Set(given);
      assert.deepEqual(
        ids.filter((id) => id % 60 !== 0 && !there.has(id)),
        [],
      );
    }
  });
});

describe('pages of GET /obras', () => {
  const TOTAL = 250;

  before(async () => {
    await resetWithCatalog();
    await manyObras(
      TOTAL,
      { municipio_id: 'CASE WHEN n % 5 = 0 THEN 1 ELSE 50 END' },
      `SELECT id, 1, 'Calle', 'PUNTO', '{"type":"Point","coordinates":[10,20]}', 1 FROM obras`,
    );
  });

  const page = async (query: string) => {
    const answer = await get(`/obras?${query}`);
    return {
      ids: idsOf(answer.body),
      total: answer.headers.get('x-total-count'),
      links: links(answer),
    };
  };
  const at = (limit: number, number: number) => `/obras?limit=${limit}&page=${number}`;

  // biome-ignore format: rows
  const cuts: [string, number[], Record<string, string>][] = [
    ['limit=100&page=1', [1, 100], { first: at(100, 1), next: at(100, 2), last: at(100, 3) }],
    ['limit=100&page=2', [101, 200], { first: at(100, 1), prev: at(100, 1), next: at(100, 3), last: at(100, 3) }],
    ['page=3&limit=100', [201, 250], { first: at(100, 1), prev: at(100, 2), last: at(100, 3) }],
    ['limit=100&page=4', [], { first: at(100, 1), prev: at(100, 3), last: at(100, 3) }],
    ['limit=50&page=5', [201, 250], { first: at(50, 1), prev: at(50, 4), last: at(50, 5) }],
    ['limit=1&page=250', [250, 250], { first: at(1, 1), prev: at(1, 249), last: at(1, 250) }],
    ['limit=1000&page=1', [1, 250], { first: at(1000, 1), last: at(1000, 1) }],
    ['limit=1000&page=2147483647', [], { first: at(1000, 1), prev: at(1000, 1), last: at(1000, 1) }],
  ];
  for (const [query, range, expected] of cuts) {
    test(`${query} answers the ids ${range.join(' to ') || '(empty)'}`, async () => {
      const answer = await page(query);
      const [from, to] = range;
      assert.deepEqual(answer.ids, from && to ? numbers(from, to) : []);
      assert.equal(answer.total, String(TOTAL));
      assert.deepEqual(
        Object.fromEntries(Object.entries(answer.links).map(([rel, path]) => [rel, sorted(path)])),
        Object.fromEntries(Object.entries(expected).map(([rel, path]) => [rel, sorted(path)])),
      );
    });
  }

  /** The parameters of a path in one order, whatever theirs. */
  function sorted(path: string) {
    const query = new URLSearchParams(path.split('?')[1]);
    query.sort();
    return query.toString();
  }

  // biome-ignore format: a row of pairs
  const starts = Object.entries({ 'limit=30': 9, 'limit=30&page=1': 9, 'limit=125': 2, 'limit=125&page=1': 2, 'limit=249': 2, 'limit=250': 1, 'limit=1000': 1 });
  for (const [start, many] of starts) {
    test(`the links rel="next" from ${start} lead to every obra once, on ${many} pages`, async () => {
      const walked = await pages(`/obras?${start}`);
      for (const answer of walked) {
        assert.equal(answer.headers.get('x-total-count'), String(TOTAL));
        assert.equal(links(answer).next, nextOf(answer));
      }
      const seen = walked.flatMap(({ body }) => idsOf(body));
      assert.deepEqual([walked.length, seen], [many, numbers(1, TOTAL)]);
    });
  }

  test('the links rel="prev" lead back to the first page', async () => {
    const seen: number[][] = [];
    let path: string | undefined = '/obras?limit=60&page=9';
    while (path) {
      const answer: Answer = await call('user', 'GET', path);
      seen.unshift(idsOf(answer.body));
      path = links(answer).prev;
    }
    assert.deepEqual(seen.flat(), numbers(1, TOTAL));
  });

  test('a cursor goes on from its place, whatever came and went in between', async () => {
    const first = await page('limit=10');
    assert.deepEqual(first.ids, numbers(1, 10));
    await db.query('DELETE FROM obras WHERE id IN (3, 10, 12)');
    const { id } = await newObra();
    try {
      const next = await call('user', 'GET', first.links.next as string);
      assert.deepEqual(idsOf(next.body), [11, ...numbers(13, 21)]);
    } finally {
      await db.query('DELETE FROM obras WHERE id = $1', [id]);
      await db.query(
        `INSERT INTO obras (id, numero_obra, clave_unica, nombre, monto, ejercicio_fiscal_id,
           dependencia_id, municipio_id, tipo_proyecto_id, estatus_obra_id)
         OVERRIDING SYSTEM VALUE
         SELECT n, 1000 + n, 'C-' || n, 'Obra ' || n, 1, 1, 1, CASE WHEN n % 5 = 0 THEN 1 ELSE 50 END, 1, 4
         FROM unnest(ARRAY[3, 10, 12]) AS n`,
      );
    }
  });

  test('the links keep the filters', async () => {
    const ids = { ejercicioFiscalId: '1', dependenciaId: '1', tipoProyectoId: '1' };
    const filters = { municipioId: '1', estatusObraId: '4', ...ids, q: 'obra "C-" &=+%<>' };
    const q = `OBRA c-`;
    const wanted = numbers(1, TOTAL).filter((n) => n % 5 === 0);
    for (const mode of ['limit=20', 'limit=20&page=1']) {
      const walked = await pages(`/obras?${new URLSearchParams({ ...filters, q })}&${mode}`);
      for (const answer of walked) {
        assert.equal(answer.headers.get('x-total-count'), '50');
        for (const link of Object.values(links(answer))) {
          const query = new URLSearchParams(link.split('?')[1]);
          for (const [name, value] of Object.entries({ ...filters, q, limit: '20' })) {
            assert.deepEqual(query.getAll(name), [value]);
          }
        }
      }
      assert.deepEqual(
        walked.flatMap(({ body }) => idsOf(body)),
        wanted,
      );
    }
    const odd = await page(`${new URLSearchParams(filters)}&limit=1&page=1`);
    const query = new URLSearchParams(odd.links.last?.split('?')[1]);
    assert.equal(query.get('q'), filters.q);
  });

  test('an empty list has one page, which is the first and the last', async () => {
    const none = await page('municipioId=2&limit=10&page=1');
    assert.deepEqual([none.ids, none.total], [[], '0']);
    assert.deepEqual(Object.keys(none.links).sort(), ['first', 'last']);
    assert.equal(sorted(none.links.last ?? ''), sorted('?municipioId=2&limit=10&page=1'));
    assert.deepEqual(await page('municipioId=2&limit=10'), { ids: [], total: '0', links: {} });
  });

  const CURSOR = `cursor=${base64url('5')}`;
  test('a malformed limit, page or cursor, or one beside another that excludes it, answers 400', async () => {
    for (const [queries = '', sentence = ''] of table`
      # queries | sentence
      limit=0 limit=1001 limit=-1 limit=${'9'.repeat(400)} | limit debe estar entre 1 y 1,000.
      limit=x limit=1.5 limit= | limit debe ser un número entero.
      limit=1&page=0 limit=1&page=-1 limit=1&page=2147483648 | page debe estar entre 1 y 2,147,483,647.
      limit=1&page=1.5 | page debe ser un número entero.
      page=1 | page sólo se usa junto con limit.
      ${CURSOR} | cursor sólo se usa junto con limit.
      limit=5&page=1&${CURSOR} | page no se usa junto con cursor.
    `) {
      for (const query of queries.split(' '))
        refused(await call('user', 'GET', `/obras?${query}`), 400, [sentence]);
    }
    const both = await call('user', 'GET', `/obras?page=1&${CURSOR}`);
    refused(both, 400, [/^page sólo se usa junto con limit\.$/, /^cursor sólo se usa junto con/]);
    const all = await call('user', 'GET', '/obras?limit=0&page=0&municipioId=x');
    refused(all, 400, [/^municipioId /, /^limit /, /^page /]);
  });

  const forged = [
    ...['', '5', '*', 'x y', 'MTAw=', "'; DROP TABLE obras; --"],
    ...['x', '1.', '.5', '1.x', '1.5.6', '1.-5', '1.9999999999', 'NaN', 'null'].map(base64url),
    ...['{"id":5}', '5;', '99999999999', '2147483648'].map(base64url),
    ...['0x10', '1e2', ' 5', ' ', '+5', '-5', '5\n'].map(base64url),
    Buffer.from([0xff, 0xfe]).toString('base64url'),
    base64url('1'.repeat(200)),
  ];
  test('a forged cursor answers 400', async () => {
    for (const cursor of forged) {
      const query = new URLSearchParams({ limit: '5', cursor });
      refused(await call('user', 'GET', `/obras?${query}`), 400, [
        'cursor no es un cursor válido.',
      ]);
    }
  });
});

describe('the search q of GET /obras', () => {
  before(async () => {
    await resetWithCatalog();
    const texts: [string, string, string][] = [
      ['A-1', 'Pavimentación de la calle 60', 'Concreto hidráulico, Mérida'],
      ['A-2', 'REHABILITACIÓN DEL MERCADO ÑANDÚ', 'Al 100% en dos etapas'],
      ['A-3', 'Parque_lineal', 'Ruta C:\\obras "centro" de O\'Brien'],
      ['B-4', 'Parque lineal', 'Sin pavimentar\nsegundo renglón'],
      ['B-5', 'Drenaje (etapa 1)', 'Pingüinos & Cía. <b>100</b>'],
    ];
    for (const [claveUnica, nombre, descripcion] of texts) {
      await newObra({ claveUnica, nombre, descripcion });
    }
  });

  // biome-ignore format: rows of questions
  const searches: [expected: string[], ...questions: string[]][] = [
    [['A-1'], 'pavimentacion', 'PAVIMENTACIÓN', 'pavimentacio\u0301n', 'hidraulico'],
    [['A-1', 'B-4'], 'pavim', 'avimenta'],
    [['A-2'], 'rehabilitación', 'nandu', 'ñandú', 'ÑANDU'],
    [['B-5'], 'pinguinos'],
    [['A-1', 'A-2', 'A-3'], 'a-'],
    [['B-4'], 'renglon'],
    [['A-3', 'B-4'], 'parque'],
    // Several words: all of them, in whatever field and order.
    [['A-3', 'B-4'], 'parque lineal', 'parque parque parque'],
    [['A-1'], 'merida A-1 calle', '  merida \t pavimentacion  '],
    // The municipio is a word of the obra.
    [['A-3', 'B-4'], 'parque merida'],
    [[], 'parque tekax', 'calle 61'],
    // No word spans two fields.
    [[], '60A-1'],
    // Wildcards stand for themselves, and quotes within a word.
    [['A-2'], '100%', '%'],
    [['A-3'], '_', 'parque_lineal', '\\', 'c:\\obras', "o'brien", '"centro"'],
    [['B-5'], '(etapa', '<b>100</b> & 1)'],
    [[], '1%0', '\\%', "' OR '1'='1", '.*'],
    // Nothing to look for, and little of it.
    [['A-1', 'A-2', 'A-3', 'B-4', 'B-5'], '', ' \t ', '\u200b', 'a '.repeat(100)],
    [[], '🚧', 'x'.repeat(200), '🚧'.repeat(200), ` ${'e\u0301'.repeat(200)} `],
  ];
  for (const [expected, q] of searches.flatMap(([found, ...all]) =>
    all.map((q) => [found, q] as const),
  )) {
    test(`${JSON.stringify(q).slice(0, 40)} finds ${expected.join(', ') || 'nothing'}`, async () => {
      const query = new URLSearchParams({ q, campos: 'claveUnica' });
      assert.deepEqual(claves(await list(`/obras?${query}`)), expected);
      const paged = await call('user', 'GET', `/obras?${query}&limit=1000`);
      assert.deepEqual(claves(paged.body), expected);
      assert.equal(paged.headers.get('x-total-count'), String(expected.length));
    });
  }

  test('has 200 characters at most, and none that can’t be stored', async () => {
    for (const q of ['x'.repeat(201), '🚧'.repeat(201), 'a '.repeat(101).slice(0, 201)]) {
      refused(await call('user', 'GET', `/obras?${new URLSearchParams({ q })}`), 400, [
        'q no debe tener más de 200 caracteres.',
      ]);
    }
    refused(await call('user', 'GET', '/obras?q=a%00b'), 400, [/^q contiene caracteres que no/]);
  });
});
