import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { descending } from '../columns.ts';
import { isHere } from '../features.ts';
import { manyObras } from '../many-obras.ts';
import { table } from '../table.ts';
import {
  type Answer,
  call,
  db,
  get,
  idsOf,
  newObra,
  numbers,
  pages,
  people,
  refused,
  reset,
  resetWithCatalog,
  statusesOf,
  tagged,
  ubicacionBody,
  unauthorized,
  type Who,
  withApp,
  wkt,
} from '../world.ts';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ALREADY = 'Esta obra ya está en tus favoritas';
const NOT_THERE = 'Esta obra no está en tus favoritas';
const NOT_YOURS = 'No puedes modificar los favoritos de otro usuario.';
const NOT_FOR_YOU = 'No tienes permiso para ver los favoritos de otro usuario.';
const NOBODY = '00000000-0000-4000-8000-00000000ffff';
/** Ids that no obra has, some of them outside the range of any id. */
const UNKNOWN = ['999999', '0', '-1', '2147483648', '99999999999', `-${'9'.repeat(150)}`];
const MALFORMED = ['x', '1.0', '+1', '%201', '1e2', '0x1', '١', '1%00'];

const favorites = (name: keyof typeof people = 'user') => `/users/${people[name].id}/favorites`;
const add = (obraId: number | string, who: 'user' | 'other' | 'admin' = 'user') =>
  call(who, 'POST', `${favorites(who)}/${obraId}`);
const remove = (obraId: number | string, who: 'user' | 'other' | 'admin' = 'user') =>
  call(who, 'DELETE', `${favorites(who)}/${obraId}`);
const list = (query = '', who: Who = 'user') => call(who, 'GET', `${favorites()}${query}`);
const listed = (answer: Answer) => idsOf(answer.body.data);
/** The words of a page about itself. */
const meta = (totalItems: number, itemCount: number, itemsPerPage = 10, currentPage = 1) => ({
  totalItems,
  itemCount,
  itemsPerPage,
  totalPages: Math.ceil(totalItems / itemsPerPage),
  currentPage,
});

const create = async (changes: Record<string, unknown> = {}): Promise<number> =>
  (await newObra(changes)).id;
/** So many obras, the first of a registry. */
async function newObras(count: number): Promise<number[]> {
  await manyObras(count);
  return numbers(1, count);
}

describe('POST /users/:userId/favorites/:obraId', () => {
  beforeEach(resetWithCatalog);

  test('answers 201 with the favorite', async () => {
    const obraId = await create();
    const { status, body } = await add(obraId);
    const { id, createdAt } = body;
    assert.deepEqual([status, body], [201, { id, userId: people.user.id, obraId, createdAt }]);
    assert.ok(Number.isInteger(body.id));
    assert.match(body.createdAt, ISO);
    assert.deepEqual(listed(await list()), [obraId]);
  });

  test('in parallel succeeds once, and a second time is refused and leaves the first', async () => {
    const obraId = await create();
    const answers = await Promise.all(numbers(1, 10).map(() => add(obraId)));
    assert.deepEqual(statusesOf(answers), [201, ...Array(9).fill(400)]);
    for (const answer of answers) if (answer.status === 400) refused(answer, 400, ALREADY);
    refused(await add(obraId), 400, ALREADY);
    refused(await add(`00${obraId}`), 400, ALREADY);
    assert.deepEqual(listed(await list()), [obraId]);
  });

  test('makes a favorite of that user alone', async () => {
    const obraId = await create();
    for (const who of ['user', 'other', 'admin'] as const) {
      assert.equal((await add(obraId, who)).status, 201, who);
    }
    await remove(obraId);
    assert.equal((await list()).body.meta.totalItems, 0);
    assert.equal((await call('other', 'GET', favorites('other'))).body.meta.totalItems, 1);
  });

  test('of an unknown obra answers 404 with the id', async () => {
    for (const obraId of UNKNOWN) {
      refused(await add(obraId), 404, `Obra ${obraId} no encontrada.`);
    }
    const gone = await create();
    await call('admin', 'DELETE', `/obras/${gone}`);
    refused(await add(gone), 404, `Obra ${gone} no encontrada.`);
  });

  test('takes the caller’s own UUID in upper case', async () => {
    const obraId = await create();
    const path = `/users/${people.user.id.toUpperCase()}/favorites`;
    const added = await call('user', 'POST', `${path}/${obraId}`);
    assert.deepEqual([added.status, added.body.userId], [201, people.user.id]);
    assert.deepEqual(listed(await call('user', 'GET', path)), [obraId]);
    assert.equal((await call('user', 'DELETE', `${path}/${obraId}`)).status, 200);
  });
});

describe('DELETE /users/:userId/favorites/:obraId', () => {
  beforeEach(resetWithCatalog);

  test('answers a message and leaves the other favorites', async () => {
    const [first, second] = (await newObras(2)) as [number, number];
    await add(first);
    await add(second);
    const { status, body } = await remove(first);
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), ['message']);
    assert.match(body.message, /\S/);
    assert.deepEqual(listed(await list()), [second]);
    assert.equal((await call('user', 'GET', `/obras/${first}`)).status, 200);
  });

  test('of an obra that is not in the list answers 404, whether that exists or not, and in parallel once', async () => {
    const obraId = await create();
    refused(await remove(obraId), 404, NOT_THERE);
    await add(obraId, 'other');
    refused(await remove(obraId), 404, NOT_THERE);
    for (const unknown of UNKNOWN) refused(await remove(unknown), 404, NOT_THERE);
    const { body } = await add(obraId);
    const answers = await Promise.all(numbers(1, 5).map(() => remove(obraId)));
    assert.deepEqual(statusesOf(answers), [200, 404, 404, 404, 404]);
    refused(await remove(obraId), 404, NOT_THERE);
    // Once more it is a favorite of its own.
    const again = await add(obraId);
    assert.equal(again.status, 201);
    assert.notEqual(again.body.id, body.id);
  });

  test('is done by the DELETE of the obra', async () => {
    const [first, second] = (await newObras(2)) as [number, number];
    await add(first);
    await add(second);
    await call('admin', 'DELETE', `/obras/${second}`);
    const answer = await list();
    assert.deepEqual([listed(answer), answer.body.meta.totalItems], [[first], 1]);
    refused(await remove(second), 404, NOT_THERE);
  });

  test('is done by the DELETE of the obra also when the favorite is added at that very moment', async () => {
    for (let round = 0; round < 8; round++) {
      const obraId = await create();
      const [added, deleted] = await Promise.all([
        add(obraId),
        call('admin', 'DELETE', `/obras/${obraId}`),
      ]);
      assert.equal(deleted.status, 200);
      if (added.status !== 201) refused(added, 404, `Obra ${obraId} no encontrada.`);
      assert.equal((await list()).body.meta.totalItems, 0);
    }
  });
});

describe('the favorites of another user', () => {
  beforeEach(resetWithCatalog);

  test('answer 403 to POST and DELETE, of admins too', async () => {
    const [held, free] = (await newObras(2)) as [number, number];
    await add(held);
    for (const who of ['admin', 'other'] as const) {
      refused(await call(who, 'POST', `${favorites()}/${free}`), 403, NOT_YOURS);
      refused(await call(who, 'DELETE', `${favorites()}/${held}`), 403, NOT_YOURS);
      // Ownership comes before existence, of the obra and of the user.
      for (const method of ['POST', 'DELETE']) {
        for (const path of [`${favorites()}/999999`, `/users/${NOBODY}/favorites/${free}`]) {
          refused(await call(who, method, path), 403, NOT_YOURS);
        }
      }
    }
    assert.deepEqual(listed(await list()), [held]);
  });

  test('are answered to admins, and with 403 to other users', async () => {
    const obraId = await create();
    await add(obraId);
    const asAdmin = await list('', 'admin');
    assert.deepEqual([asAdmin.status, asAdmin.body], [200, (await list()).body]);
    refused(await list('', 'other'), 403, NOT_FOR_YOU);
    const unknown = `/users/${NOBODY}/favorites`;
    refused(await call('other', 'GET', unknown), 403, NOT_FOR_YOU);
    refused(await call('admin', 'GET', unknown), 404, 'Usuario no encontrado');
    assert.equal((await call('admin', 'GET', favorites('inactive'))).status, 200);
  });

  test('answer 403 after path and query have been checked', async () => {
    for (const id of MALFORMED) {
      for (const method of ['POST', 'DELETE']) {
        refused(await call('other', method, `${favorites()}/${id}`), 400, [/^obraId /]);
        refused(await call('user', method, `${favorites()}/${id}`), 400, [/^obraId /]);
        refused(await call('user', method, `/users/x/favorites/${id}`), 400, [/^id /, /^obraId /]);
      }
    }
    refused(await list('?limit=0', 'other'), 400, [/^limit /]);
    refused(await call('user', 'GET', '/users/x/favorites?limit=x&page=x'), 400, [
      /^id /,
      /^limit /,
      /^page /,
    ]);
  });
});

describe('the list of favorites', () => {
  beforeEach(resetWithCatalog);

  test('holds the obras as they are everywhere, newest favorite first', async () => {
    const route = wkt('LINESTRING (-89.6 20.9, -89.7 21.01)');
    const ubicaciones = [
      ubicacionBody({ orden: 2, localidadReferencia: 'Cholul' }),
      ubicacionBody({ orden: 1, tipoGeometria: 'RUTA', geometriaJson: route }),
    ];
    const obras = [
      await create({ tipoProyectoId: null, descripcion: 'Sin tipo' }),
      await create({ monto: 9_999_999_999_999.99, ubicaciones }),
      await create({ municipioId: 1, estatusObraId: 7 }),
    ];
    const order = [obras[1], obras[2], obras[0]] as number[];
    for (const id of order) assert.equal((await add(id)).status, 201);
    const { status, body } = await list();
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body).sort(), ['data', 'meta']);
    const expected = order.toReversed().map(async (id) => (await get(`/obras/${id}`)).body);
    assert.deepEqual(body.data, await Promise.all(expected));
    assert.equal(body.data[2].ubicaciones.length, 2);
    assert.deepEqual(body.meta, meta(3, 3));
  });

  test('follows the time of adding, not the ids', async () => {
    const [first, second, third] = (await newObras(3)) as [number, number, number];
    for (const id of [third, first, second]) await add(id);
    assert.deepEqual(listed(await list()), [second, first, third]);
    await remove(third);
    await add(third);
    assert.deepEqual(listed(await list()), [third, second, first]);
    const earlier = `created_at = created_at - interval '1 day'`;
    await db.query(`UPDATE favorites SET ${earlier} WHERE obra_id = ${third}`);
    assert.deepEqual(listed(await list()), [second, first, third]);
  });

  test('has pages that hold every favorite once, in order', async () => {
    const none = await list();
    assert.deepEqual([none.status, none.body], [200, { data: [], meta: meta(0, 0) }]);
    const added = await newObras(13);
    for (const id of added) await add(id);
    const newest = added.toReversed();

    const first = await list();
    assert.deepEqual(listed(first), newest.slice(0, 10));
    assert.deepEqual(first.body.meta, { ...meta(13, 10), totalPages: 2 });
    assert.deepEqual(listed(await list('?page=2')), newest.slice(10));

    for (const limit of [1, 4, 12, 13, 1000]) {
      for (let page = 1; page <= Math.ceil(13 / limit); page++) {
        const answer = await list(`?limit=${limit}&page=${page}`);
        const expected = newest.slice((page - 1) * limit, page * limit);
        assert.deepEqual(answer.body.meta, meta(13, expected.length, limit, page));
        assert.deepEqual(listed(answer), expected);
      }
    }
  });

  test('is empty beyond the last page', async () => {
    for (const id of await newObras(3)) await add(id);
    for (const page of [3, 1_000_000, 2_147_483_647]) {
      const { status, body } = await list(`?limit=2&page=${page}`);
      assert.equal(status, 200);
      assert.deepEqual(body, { data: [], meta: meta(3, 0, 2, page) });
    }
    assert.equal((await list('?limit=1000&page=2147483647')).status, 200);
  });

  test('holds a thousand obras on a page', async () => {
    await manyObras(1001);
    await db.query(
      `INSERT INTO favorites (user_id, obra_id, created_at)
       SELECT $1, id, timestamptz '2026-01-01' + id * interval '1 second'
       FROM obras`,
      [people.user.id],
    );
    const answer = await list('?limit=1000');
    const ids = listed(answer);
    assert.equal(new Set(ids).size, 1000);
    assert.deepEqual(ids, ids.toSorted(descending));
    assert.deepEqual(answer.body.meta, meta(1001, 1000, 1000));
    assert.equal((await list('?limit=1000&page=2')).body.data.length, 1);
  });

  test('takes the bounds of limit and page, and ignores what it does not know', async () => {
    await add(await create());
    for (const query of ['limit=1', 'limit=1000', 'limit=007', 'page=1', 'orden=asc&offset=x']) {
      const answer = await list(`?${query}`);
      assert.deepEqual([answer.status, answer.body.data?.length], [200, 1], query);
    }
  });
});

describe('the list of favorites, by a malformed query,', () => {
  before(reset);

  test('answers 400 with a sentence for each parameter', async () => {
    for (const [queries = '', sentence = ''] of table`
      # queries | sentence
      limit=0 limit=1001 limit=-1 limit=${'9'.repeat(400)} | limit debe estar entre 1 y 1,000.
      limit= limit=x limit=10.0 limit=1e1 limit=%2B10 limit=+10 limit=0x10 limit=١ | limit debe ser un número entero.
      page=0 page=-1 page=2147483648 | page debe estar entre 1 y 2,147,483,647.
      page=x page=1.5 | page debe ser un número entero.
      limit=5&limit=5 | limit se indicó más de una vez.
      page=1&page=2   | page se indicó más de una vez.
    `) {
      for (const query of queries.split(' ')) refused(await list(`?${query}`), 400, [sentence]);
    }
    refused(await list('?limit=0&page=0'), 400, [/^limit /, /^page /]);
  });
});

describe('favoritas=true', () => {
  const mine: number[] = [];
  let all: number[];
  const onTheMap = ({ body }: Answer): number[] =>
    body.features.map(({ properties }: { properties: { obraId: number } }) => properties.obraId);
  /** The obras in every answer that follows the filters, by the path without it. */
  // biome-ignore format: rows
  const DOORS: Record<string, (answer: Answer) => number[]> = {
    '/obras?': ({ body }) => idsOf(body),
    '/obras?limit=1000&': ({ body }) => idsOf(body),
    '/obras?limit=1000&page=1&campos=id&': ({ body }) => idsOf(body),
    '/obras.csv?': ({ text }) => text .split('\r\n') .slice(1, -1) .map((row) => Number(row.split(',')[0])),
    '/obras.ndjson?': ({ text }) => idsOf(text .split('\n') .slice(0, -1) .map((line) => JSON.parse(line))),
    '/obras.geojson?': onTheMap,
    '/mapa/15/8226/14431?': onTheMap,
  };
  const count = (answer: Answer) => answer.body.total.obras;

  before(async () => {
    await resetWithCatalog();
    all = [];
    for (let i = 0; i < 6; i++) {
      all.push(await create({ estatusObraId: 1 + (i % 2), ubicaciones: [ubicacionBody()] }));
    }
    for (const id of [2, 3, 6]) {
      assert.equal((await add(id)).status, 201);
      mine.push(id);
    }
    assert.equal((await add(4, 'other')).status, 201);
  });

  const HERE = Object.entries(DOORS).filter(([door]) => isHere(door));
  for (const [door, read] of HERE) {
    test(`${door}favoritas=true has the caller's own, whatever is kept for other users`, async () => {
      // Twice: what is kept by then is each one's own.
      for (let i = 0; i < 2; i++) {
        assert.deepEqual(read(await get(`${door}favoritas=true`)), mine);
        assert.deepEqual(read(await get(`${door}favoritas=true`, 'other')), [4]);
        assert.deepEqual(read(await get(`${door}favoritas=true`, 'admin')), []);
        assert.deepEqual(read(await get(door)), all);
      }
      assert.deepEqual(read(await get(`${door}favoritas=true&estatusObraId=2`)), [2, 6]);
    });

    test(`${door}favoritas=true follows what is added and removed`, async () => {
      const path = `${door}favoritas=true`;
      const ask = (who: Who, headers = {}) =>
        tagged(() => call(who, 'GET', path, undefined, { headers }));
      const held = async (who: Who) => (await ask(who)).headers.get('etag') ?? '';
      const status = async (etag: string, who: Who) =>
        (await ask(who, { 'if-none-match': etag })).status;
      const [before, others] = [await held('user'), await held('other')];
      assert.notEqual(before, others);
      assert.equal(await status(before, 'user'), 304);
      // The tag of another user's favorites never answers 304.
      assert.equal(await status(before, 'other'), 200);
      assert.equal((await add(5)).status, 201);
      assert.equal(await status(before, 'user'), 200);
      assert.deepEqual(read(await get(path)), [2, 3, 5, 6]);
      assert.equal(await status(others, 'other'), 304);
      assert.equal((await remove(5)).status, 200);
      assert.deepEqual(read(await get(path)), mine);
    });
  }

  test('narrows sums and sheets too', async () => {
    const path = '/obras/resumen?por=estatus&favoritas=true';
    for (let i = 0; isHere(path) && i < 2; i++) {
      assert.equal(count(await get(path)), 3);
      assert.equal(count(await get(path, 'other')), 1);
    }
    if (!isHere('/obras.xlsx')) return;
    const sheet = async (who: Who) => (await get('/obras.xlsx?favoritas=true', who)).text.length;
    assert.ok((await sheet('user')) > (await sheet('admin')));
  });

  test('stays in the links to other pages', async () => {
    for (const first of ['limit=1&favoritas=true', 'favoritas=true&orden=-monto&limit=2']) {
      const walked = await pages(`/obras?${first}`);
      for (const { headers } of walked) assert.equal(headers.get('x-total-count'), '3');
      assert.deepEqual(idsOf(walked.flatMap(({ body }) => body)).sort(), mine);
    }
    const { headers } = await get('/obras?favoritas=true&limit=1&page=2');
    assert.equal(headers.get('link')?.match(/favoritas=true/g)?.length, 4);
  });

  test('follows obras and users that are deleted', async () => {
    const path = '/obras?favoritas=true&campos=id';
    const obra = await create();
    assert.equal((await add(obra, 'admin')).status, 201);
    assert.deepEqual((await get(path, 'admin')).body, [{ id: obra }]);
    assert.equal((await call('admin', 'DELETE', `/obras/${obra}`)).status, 200);
    assert.deepEqual((await get(path, 'admin')).body, []);
    await db.query('INSERT INTO favorites (user_id, obra_id) VALUES ($1, 1)', [people.admin.id]);
    assert.deepEqual((await get(path, 'admin')).body, [{ id: 1 }]);
    await db.query('DELETE FROM favorites WHERE user_id = $1', [people.admin.id]);
    assert.deepEqual((await get(path, 'admin')).body, []);
  });

  test('takes true alone as its value', async () => {
    for (const wrong of ['false', '', '1', 'TRUE', 'sí', people.other.id]) {
      for (const path of [
        '/obras?',
        '/obras/resumen?por=estatus&',
        '/mapa/0/0/0?',
        '/obras.csv?',
      ]) {
        if (!isHere(path)) continue;
        refused(await call('user', 'GET', `${path}favoritas=${encodeURIComponent(wrong)}`), 400, [
          'favoritas sólo admite el valor true.',
        ]);
      }
    }
    refused(await call('user', 'GET', '/obras?favoritas=true&favoritas=true'), 400, [
      'favoritas se indicó más de una vez.',
    ]);
  });

  for (const [path, sentence] of [
    ['/ogc/collections/obras_puntos/items', /^favoritas no es un parámetro reconocido\.$/],
    ['/oc4ids', /^favoritas no es igual para todos los que preguntan; aquí se filtra por /],
    ['/cambios.json', /^favoritas no es igual para todos los que preguntan; aquí se filtra por /],
  ] as const) {
    test(`${path} is the same for every reader, and refuses favoritas`, async () => {
      if (!isHere(path)) return;
      const { status, body } = await call('user', 'GET', `${path}?favoritas=true`);
      assert.equal(status, 400);
      assert.match(body.message[0], sentence);
    });
  }

  test('asks for a token under PUBLIC_READ, and shared caches keep nothing of its answer', async () => {
    for (const CACHE_MB of [64, 0]) {
      await withApp({ PUBLIC_READ: true, CACHE_MB }, async (url) => {
        for (const [door, read] of HERE) {
          const path = `${door}favoritas=true`;
          // Twice, where what is kept answers by then.
          for (let i = 0; i < (CACHE_MB ? 2 : 1); i++) {
            const answer = await get(path, 'user', { url });
            assert.deepEqual(read(answer), mine);
            assert.equal(answer.headers.get('cache-control'), 'private, no-cache');
            for (const who of ['nobody', 'inactive', { token: 'nada' }] as Who[]) {
              const etag = answer.headers.get('etag');
              const headers: Record<string, string> = etag ? { 'if-none-match': etag } : {};
              const refusal = await call(who, 'GET', path, undefined, { url, headers });
              unauthorized(refusal, /./);
              assert.equal(refusal.headers.get('cache-control'), 'private, no-cache');
              const head = await call(who, 'HEAD', path, undefined, { url });
              assert.equal(head.status, refusal.status);
            }
            assert.deepEqual(read(await get(path, 'other', { url })), [4]);
          }
          const open = await get(door, 'nobody', { url });
          assert.deepEqual(read(open), all);
          assert.equal(open.headers.get('cache-control'), 'public, no-cache');
        }
      });
    }
  });
});
