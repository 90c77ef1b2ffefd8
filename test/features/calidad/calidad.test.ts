import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { components } from '../../../portal/generado/openapi.d.ts';
import { limites } from '../../../src/limites/limites.ts';
import { hasFeature, isHere } from '../../features.ts';
import { manyObras } from '../../many-obras.ts';
import {
  base,
  call,
  contratoBody,
  db,
  emailOf,
  get,
  idsOf,
  newObra,
  people,
  programaBody,
  refused,
  resetWithCatalog,
  tokenOf,
  ubicacionBody,
  unauthorized,
  type Who,
  withApp,
} from '../../world.ts';

// The rules of calidad.sql for auditors and clerks, the filters that find the same works, and the rights to ask.

type Regla = components['schemas']['ReglaDeCalidad'];

/** The next obras get ids that no obra had before: the ledger outlives the tests, and rules read it. */
let first = 600_000;
async function withNewIds(): Promise<void> {
  first += 10_000;
  await db.query(`SELECT setval(pg_get_serial_sequence('obras', 'id'), $1, false)`, [first]);
}

const found = async (query: string, who: Who = 'admin'): Promise<number[]> =>
  idsOf((await get(`/obras?${query}`, who)).body);

const rules = async (query = ''): Promise<Record<string, Regla>> => {
  const { body } = await get(`/calidad${query}`, 'admin');
  return Object.fromEntries(body.map((rule: Regla) => [rule.regla, rule]));
};

const point = (longitude: number, latitude: number) =>
  ubicacionBody({ geometriaJson: { type: 'Point', coordinates: [longitude, latitude] } });

/** Days in Mérida, as people write them. */
const day = (offset = 0) =>
  new Intl.DateTimeFormat('sv', { timeZone: 'America/Merida' }).format(
    Date.now() + offset * 86_400_000,
  );

const change = async (id: number, changes: object) =>
  assert.equal((await call('admin', 'PATCH', `/obras/${id}`, changes)).status, 200);

describe('an empty registry', () => {
  before(resetWithCatalog);

  test('GET /calidad has no work under any rule', async () => {
    for (const { obras, monto, filtros } of Object.values(await rules())) {
      assert.deepEqual([obras, monto], [0, 0]);
      assert.deepEqual(await found(String(new URLSearchParams(filtros))), []);
    }
  });
});

describe('the rules of GET /calidad', () => {
  before(async () => {
    await resetWithCatalog();
    await withNewIds();
  });

  /** The works that a rule finds, by its number and by all doors that take its filters. */
  async function ofRule(regla: string, query = ''): Promise<number[]> {
    const rule = (await rules(query))[regla] as Regla;
    const filters = String(new URLSearchParams(rule.filtros));
    const ids = await found(filters);
    assert.equal(rule.obras, ids.length, regla);
    if (hasFeature('resumen')) {
      const { total } = (await get(`/obras/resumen?por=estatus&${filters}`, 'admin')).body;
      assert.deepEqual(total, { obras: rule.obras, monto: rule.monto });
    }
    if (!hasFeature('exportes')) return ids;
    const csv = (await get(`/obras.csv?${filters}`, 'admin')).text.split('\r\n').slice(1, -1);
    assert.deepEqual(
      csv.map((row) => Number(row.split(',')[0])),
      ids,
    );
    const features = (await get(`/obras.geojson?${filters}`, 'admin')).body.features;
    assert.deepEqual(
      [
        ...new Set(
          features.map((one: { properties: { obraId: number } }) => one.properties.obraId),
        ),
      ],
      ids,
    );
    return ids;
  }

  test('find a work without ubicaciones, and leave one that has any', async () => {
    const without = await newObra({ nombre: 'Sin lugar' });
    const withOne = await newObra({ nombre: 'Con lugar', ubicaciones: [point(-89.6, 20.9)] });
    assert.ok((await ofRule('sinUbicacion')).includes(without.id));
    assert.ok(!(await ofRule('sinUbicacion')).includes(withOne.id));
    await change(without.id, { ubicaciones: [point(-89.6, 20.9)] });
    assert.ok(!(await ofRule('sinUbicacion')).includes(without.id));
    await change(withOne.id, { ubicaciones: [] });
    assert.ok((await ofRule('sinUbicacion')).includes(withOne.id));
  });

  test('find a work more than 1 km from its municipio, and leave one at its border or in the municipio of its place', async () => {
    const ofMerida = (ubicacion: object, more: object = {}) =>
      newObra({ nombre: 'De Mérida', municipioId: 50, ubicaciones: [ubicacion], ...more });
    // In the harbour of Progreso; and 2 km beyond the southernmost border of all.
    const far = [await ofMerida(point(-89.6636, 21.2826)), await ofMerida(point(-89.6, 19.5))];
    const near = [
      await ofMerida(point(-89.6237, 20.9674)),
      await ofMerida({ ...point(-89.6636, 21.2826), municipioId: 59 }),
      await ofMerida({
        ...point(0, 0),
        tipoGeometria: 'RUTA',
        geometriaJson: {
          type: 'LineString',
          coordinates: [
            [-89.62, 20.97],
            [-89.66, 21.28],
          ],
        },
      }),
    ];
    const [border] = await db.query<{ dentro: string; fuera: string }>(
      `SELECT ST_AsGeoJSON(ST_Project(sur, 900, pi())) AS dentro, ST_AsGeoJSON(ST_Project(sur, 1100, pi())) AS fuera
       FROM (SELECT (dp).geom::geography AS sur FROM ST_DumpPoints(ST_GeomFromGeoJSON($1)) dp
             ORDER BY ST_Y((dp).geom) LIMIT 1) borde`,
      [limites().find(({ id }) => id === 50)?.geometry],
    );
    const at = (geometry = '') => ubicacionBody({ geometriaJson: JSON.parse(geometry) });
    near.push(await ofMerida(at(border?.dentro)));
    far.push(await ofMerida(at(border?.fuera)));
    const ids = await ofRule('fueraDeMunicipio');
    for (const { id } of far) assert.ok(ids.includes(id), String(id));
    for (const { id } of near) assert.ok(!ids.includes(id), String(id));
    if (!hasFeature('ogc')) return;
    const layer = await get('/ogc/collections/obras_puntos/items?fueraDeMunicipio=true&limit=1000');
    assert.equal(layer.body.numberMatched, far.length);
  });

  test('find a work of 0 pesos, and leave one of a centavo', async () => {
    const nothing = await newObra({ nombre: 'De nada', monto: 0 });
    const centavo = await newObra({ nombre: 'De un centavo', monto: 0.01 });
    const ids = await ofRule('sinMonto');
    assert.ok(ids.includes(nothing.id) && !ids.includes(centavo.id));
  });

  test('find a work «En proceso» of two years ago, and leave one of last year or finished', async () => {
    const year = Number(day().slice(0, 4));
    await db.query(
      'INSERT INTO ejercicios_fiscales (anio) SELECT generate_series(2020, $1) ON CONFLICT DO NOTHING',
      [year],
    );
    const of = async (anio: number, estatusObraId: number) => {
      const row = await db.one<{ id: number }>(
        'SELECT id FROM ejercicios_fiscales WHERE anio = $1',
        [anio],
      );
      return newObra({
        nombre: `Año ${anio}, ${estatusObraId}`,
        ejercicioFiscalId: row?.id,
        estatusObraId,
      });
    };
    const gone = await of(year - 2, 4);
    const others = [await of(year - 1, 4), await of(year, 4), await of(year - 2, 6)];
    const ids = await ofRule('rezagada');
    assert.ok(ids.includes(gone.id));
    for (const { id } of others) assert.ok(!ids.includes(id));
  });

  test('find a work with an amount that changed by more than the percentage since it was registered', async () => {
    const grown = await newObra({ nombre: 'Crecida', monto: 100 });
    const fallen = await newObra({ nombre: 'Bajada', monto: 100 });
    const back = await newObra({ nombre: 'De vuelta', monto: 100 });
    const little = await newObra({ nombre: 'Poco', monto: 100 });
    const fromNothing = await newObra({ nombre: 'Desde cero', monto: 0 });
    // In two steps: what counts is the first amount and today's.
    await change(grown.id, { monto: 115 });
    await change(grown.id, { monto: 130.01 });
    await change(fallen.id, { monto: 69.99 });
    await change(back.id, { monto: 500 });
    await change(back.id, { monto: 100 });
    await change(little.id, { monto: 130, nombre: 'Un poco' });
    await change(fromNothing.id, { monto: 0.01 });
    assert.deepEqual(await ofRule('variacionMonto', '?variacionMonto=30'), [
      grown.id,
      fallen.id,
      fromNothing.id,
    ]);
    assert.deepEqual(await found('variacionMonto=0'), [
      grown.id,
      fallen.id,
      little.id,
      fromNothing.id,
    ]);
    assert.deepEqual(await ofRule('variacionMonto', '?variacionMonto=9999.99'), [fromNothing.id]);
    assert.equal((await rules()).variacionMonto?.filtros.variacionMonto, '20');
    await call('admin', 'DELETE', `/obras/${grown.id}`);
    assert.ok(!(await ofRule('variacionMonto')).includes(grown.id));
  });

  test('find works that look as if they were registered twice', async () => {
    await db.query(`INSERT INTO dependencias (nombre) VALUES ('Otra dependencia')`);
    await db.query('INSERT INTO ejercicios_fiscales (anio) VALUES (2019) ON CONFLICT DO NOTHING');
    const [{ id: another }] = (await db.query<{ id: number }>(
      'SELECT id FROM ejercicios_fiscales WHERE anio = 2019',
    )) as [{ id: number }];
    const one = { nombre: 'Pavimentación de la calle 72 entre 5 y 7, Umán', monto: 812_345.67 };
    const first = await newObra({ ...one, ubicaciones: [point(-89.75, 20.88)] });
    const sameAmount = await newObra({
      ...one,
      nombre: 'PAVIMENTACION DE CALLE 72 entre 5 y 7 Umán',
    });
    // 90 m further north, for another amount.
    const near = await newObra({ ...one, monto: 5, ubicaciones: [point(-89.75, 20.88081)] });
    const others = [
      await newObra({ ...one, nombre: 'Pavimentación de la calle 74 entre 5 y 7, Umán' }),
      await newObra({ ...one, nombre: 'Construcción de un pozo 72 5 7' }),
      await newObra({ ...one, dependenciaId: 2 }),
      await newObra({ ...one, ejercicioFiscalId: another }),
      // 110 m further west than the first.
      await newObra({ ...one, monto: 6, ubicaciones: [point(-89.75106, 20.88)] }),
      await newObra({ ...one, monto: 7 }),
    ];
    const ids = await ofRule('posibleDuplicada');
    for (const { id } of [first, sameAmount, near]) assert.ok(ids.includes(id), String(id));
    for (const { id, nombre } of others) assert.ok(!ids.includes(id), nombre);
    // Filters go together.
    assert.deepEqual(await found('posibleDuplicada=true&montoMax=5'), [near.id]);
    if (hasFeature('mapa')) {
      const { body } = await get(
        '/mapa/0/0/0?posibleDuplicada=true&montoMin=812345.67&montoMax=812345.67',
        'admin',
      );
      assert.deepEqual(
        body.features.map((one: { properties: { obraId: number } }) => one.properties.obraId),
        [first.id],
      );
    }
    await call('admin', 'DELETE', `/obras/${sameAmount.id}`);
    await call('admin', 'DELETE', `/obras/${near.id}`);
    assert.ok(!(await ofRule('posibleDuplicada')).includes(first.id));
  });

  test('find each of a hundred works that are alike, in one place too', async () => {
    const before = await found('posibleDuplicada=true');
    await manyObras(
      'generate_series(20000, 20099)',
      {
        nombre: `'Banco de sangre ' || substr('abcde', 1 + n % 5, 1)`,
        monto: 'CASE WHEN n < 20050 THEN 77001 ELSE n END',
      },
      `SELECT id, 50, 'Calle', 'PUNTO', '{"type":"Point","coordinates":[-88.2,20.7]}', 1
       FROM obras WHERE numero_obra >= 20050`,
    );
    const made = idsOf(await db.query('SELECT id FROM obras WHERE numero_obra >= 20000'));
    assert.equal(made.length, 100);
    const ids = new Set(await found('posibleDuplicada=true'));
    assert.deepEqual(
      made.filter((id) => !ids.has(id)),
      [],
    );
    assert.equal(ids.size, before.length + made.length);
  });

  test('find works that are late, paid ahead, with contracts that grew, or with a status to confirm', async () => {
    const write = async (path: string, body: object) => {
      const answer = await call('admin', 'POST', path, body);
      assert.equal(answer.status, 201, answer.text);
    };
    const cut = day(-30);
    const of = async (nombre: string, reported: object, estatusObraId = 4) => {
      const ubicaciones = [point(-89.6, 20.9)];
      const { id } = await newObra({ nombre, monto: 1000, estatusObraId, ubicaciones });
      await write(`/obras/${id}/avances`, { fechaCorte: cut, avanceFisico: 40, ...reported });
      return id;
    };
    // Ten points ahead is no more than ten.
    const even = await of('Pagada 50 de 40', { montoPagado: 500 });
    const ahead = await of('Pagada 50.01 de 40', { montoPagado: 500.1 });
    const free = await newObra({ nombre: 'De nada', monto: 0 });
    await write(`/obras/${free.id}/avances`, { fechaCorte: cut, avanceFisico: 0, montoPagado: 1 });
    const built = await of('Construida', { avanceFisico: 100 });
    const confirmed = await of('Construida y terminada', { avanceFisico: 100 }, 6);
    assert.deepEqual(await ofRule('pagoAdelantado'), [ahead]);
    assert.deepEqual(await found('pagoAdelantado=9.99'), [even, ahead]);
    assert.deepEqual(await ofRule('porConfirmar'), [built]);
    // Works that have not begun by their status: built, paid, and reported with neither.
    assert.deepEqual(await ofRule('sinIniciar'), []);
    const planned = await of('Planeada y construida', { avanceFisico: 0.01 }, 1);
    const tendered = await of('En licitación y pagada', { avanceFisico: 0, montoPagado: 0.01 }, 2);
    await of('Planeada', { avanceFisico: 0, montoPagado: 0 }, 1);
    await of('Contratada, con anticipo', { avanceFisico: 0, montoPagado: 1 }, 3);
    assert.deepEqual(await ofRule('sinIniciar'), [planned, tendered]);
    assert.ok((await found('conAvance=true')).includes(even));
    const term = { fechaInicio: '2020-01-01', fechaTermino: day(-1) };
    for (const id of [even, built, confirmed]) {
      await write(`/obras/${id}/programas`, programaBody(term));
    }
    assert.deepEqual(await ofRule('atrasada'), [even]);

    // 1,000,000 and 1,000,000: 250,000 more on one of them is 12.5 % of both.
    const signed = (numero: string, more: object = {}) =>
      contratoBody({ numero, monto: 1_000_000, anticipo: null, ...more });
    await write(`/obras/${even}/contratos`, signed('1'));
    await write(`/obras/${even}/contratos`, signed('2'));
    await write(`/obras/${ahead}/contratos`, signed('1'));
    await write(`/obras/${built}/contratos`, signed('S', { naturaleza: 'SUPERVISION' }));
    const ids = async (id: number) =>
      (await get(`/obras/${id}/contratos`)).body.map((one: { id: number }) => one.id);
    const grow = async (id: number, montoNuevo: number) =>
      write(`/obras/${id}/contratos/${(await ids(id))[0]}/convenios`, {
        fecha: day(-2),
        montoNuevo,
        justificacion: 'Más volumen.',
      });
    await grow(even, 1_250_000);
    await grow(ahead, 1_250_000);
    await grow(built, 9_000_000);
    assert.deepEqual(await ofRule('crecimientoContratos'), []);
    assert.deepEqual(await found('crecimientoContratos=12.5'), [ahead]);
    assert.deepEqual(await found('crecimientoContratos=12.49', 'user'), [even, ahead]);
    await grow(ahead, 1_250_000.01);
    assert.deepEqual(await ofRule('crecimientoContratos'), [ahead]);
    const layer = '/ogc/collections/obras_puntos/items?crecimientoContratos=0';
    if (isHere(layer)) assert.equal((await get(layer)).body.numberMatched, 2);
    refused(await call('user', 'GET', '/seguimiento?pagoAdelantado=100.01'), 400, [
      'pagoAdelantado debe ser un porcentaje de 0 a 100, con dos decimales a lo más.',
    ]);
  });

  test('refuse a percentage outside of 0 to 9,999.99 or in another form', async () => {
    for (const wrong of ['', 'x', '-1', '10000', '1.005', '20%', '1e3', '1,5']) {
      const doors = ['/calidad?', '/obras?', '/obras/resumen?por=estatus&', '/mapa/0/0/0?'];
      for (const path of doors.filter(isHere)) {
        refused(
          await call('admin', 'GET', `${path}variacionMonto=${encodeURIComponent(wrong)}`),
          400,
          [
            'variacionMonto debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.',
          ],
        );
      }
    }
  });
});

describe('filters of clerks', () => {
  before(async () => {
    await resetWithCatalog();
    await withNewIds();
  });

  test('anioMax finds the works of that year and of those before', async () => {
    const [{ id }] = (await db.query(
      'INSERT INTO ejercicios_fiscales (anio) VALUES (2024) RETURNING id',
    )) as [{ id: number }];
    const older = await newObra({ ejercicioFiscalId: id });
    const newer = await newObra();
    assert.deepEqual(await found('anioMax=2023'), []);
    assert.deepEqual(await found('anioMax=2024'), [older.id]);
    assert.deepEqual(await found('anioMax=2026'), [older.id, newer.id]);
    assert.deepEqual(await found('anioMax=2026&orden=-anio&limit=1'), [newer.id]);
    const { headers } = await get('/obras?anioMax=2026&limit=1&page=1');
    assert.match(headers.get('link') ?? '', /anioMax=2026&limit=1&page=2>; rel="next"/);
    for (const wrong of ['1999', '2101']) {
      refused(await call('user', 'GET', `/obras?anioMax=${wrong}`), 400, [
        'anioMax debe estar entre 2000 y 2100.',
      ]);
    }
    refused(await call('user', 'GET', '/obras?anioMax=2024,2025'), 400, [
      'anioMax debe ser un número entero.',
    ]);
  });

  test('registradaDesde begins at midnight in Mérida', async () => {
    // Registered before there was a ledger; its rows are written by hand, as of long ago.
    await db.transaction(async (tx) => {
      await tx.query('ALTER TABLE obras_documentos DISABLE TRIGGER obras_documentos_ledger');
      await tx.query(
        `INSERT INTO obras (clave_unica, numero_obra, nombre, monto, ejercicio_fiscal_id, dependencia_id, municipio_id, estatus_obra_id)
         SELECT 'ANTIGUA-' || n, 9000 + n, 'Antigua', 1, 1, 1, 50, 1 FROM generate_series(1, 3) n`,
      );
      await tx.query('ALTER TABLE obras_documentos ENABLE TRIGGER obras_documentos_ledger');
    });
    const [before, at, unknown] = idsOf(
      await db.query(`SELECT id FROM obras WHERE clave_unica LIKE 'ANTIGUA-%' ORDER BY id`),
    );
    await db.query(
      `INSERT INTO bitacora (accion, recurso, registro, instante)
       VALUES ('crear', 'obras', $1, '2021-01-15T05:59:59.999Z'), ('crear', 'obras', $2, '2021-01-15T06:00:00Z')`,
      [String(before), String(at)],
    );
    // A write by hand into the ledger is announced to nobody: no answer is kept yet.
    const old = '&q=antigua';
    assert.deepEqual(await found(`registradaDesde=2021-01-15${old}`), [at]);
    assert.deepEqual(await found(`registradaDesde=2021-01-14${old}`), [before, at]);
    assert.deepEqual(await found(`registradaDesde=2021-01-16${old}`), []);
    assert.ok(!(await found('registradaDesde=0001-01-01')).includes(unknown as number));
  });

  test('registradaDesde finds today’s works for every reader, and answers 400 to what is no date', async () => {
    const { id } = await newObra({ nombre: 'De hoy' });
    assert.ok((await found(`registradaDesde=${day(-1)}`, 'user')).includes(id));
    assert.deepEqual(await found(`registradaDesde=${day(2)}`, 'user'), []);
    for (const wrong of [
      '',
      'ayer',
      '2026-02-30',
      '2026-1-5',
      '2026-01-15T00:00:00Z',
      '15/01/2026',
      '0000-01-01',
    ]) {
      for (const path of ['/obras?', '/obras.csv?', '/mapa/0/0/0?', '/oc4ids?'].filter(isHere)) {
        refused(
          await call('user', 'GET', `${path}registradaDesde=${encodeURIComponent(wrong)}`),
          400,
          ['registradaDesde debe ser una fecha, por ejemplo 2026-01-31.'],
        );
      }
    }
  });

  test('registradaPorMi finds each user’s own, whatever is kept for others', async () => {
    const query = 'registradaPorMi=true&q=propia';
    const mine = await newObra({ nombre: 'Propia' });
    for (let i = 0; i < 2; i++) {
      assert.deepEqual(await found(query, 'admin'), [mine.id]);
      assert.deepEqual(await found(query, 'admin2'), []);
      assert.deepEqual(await found(query, 'user'), []);
    }
    const { status, body } = await call('admin2', 'POST', '/obras', {
      ...{ claveUnica: 'PROPIA-2', nombre: 'Propia también', monto: 1, ejercicioFiscalId: 1 },
      ...{ dependenciaId: 1, municipioId: 50, tipoProyectoId: 1, estatusObraId: 1 },
    });
    assert.equal(status, 201);
    assert.deepEqual(await found(query, 'admin2'), [body.id]);
    // A correction does not change who registered it.
    await change(body.id, { monto: 2 });
    assert.deepEqual(await found(query, 'admin'), [mine.id]);
    refused(await call('user', 'GET', '/obras?registradaPorMi=false'), 400, [
      'registradaPorMi sólo admite el valor true.',
    ]);
    await withApp({ PUBLIC_READ: true }, async (url) => {
      unauthorized(await call('nobody', 'GET', `/obras?${query}`, undefined, { url }));
      const answer = await get(`/obras?${query}`, 'admin', { url });
      assert.equal(answer.headers.get('cache-control'), 'private, no-cache');
      assert.deepEqual(idsOf(answer.body), [mine.id]);
    });
  });
});

describe('rules that only administrators may ask', () => {
  const ASKED = ['variacionMonto=20', 'posibleDuplicada=true'];
  const DOORS = [
    '/obras?',
    '/obras?limit=1&',
    '/obras.csv?',
    '/obras.xlsx?',
    '/obras.ndjson?',
    '/obras.geojson?',
    '/mapa/0/0/0?',
    '/obras/resumen?por=estatus&',
  ].filter(isHere);

  test('others get 403, whatever is kept, and callers without a token a challenge', async () => {
    await withApp({ PUBLIC_READ: true }, async (open) => {
      for (const url of [base, open]) {
        for (const path of DOORS.flatMap((door) => ASKED.map((one) => door + one))) {
          const { headers } = await get(path, 'admin', { url });
          assert.equal(headers.get('cache-control'), 'private, no-cache', path);
          const held = headers.get('etag');
          const options = { url, ...(held ? { headers: { 'if-none-match': held } } : {}) };
          refused(await call('user', 'GET', path, undefined, options), 403, 'Forbidden resource');
          unauthorized(await call('nobody', 'GET', path, undefined, options), /./);
        }
      }
    });
  });

  test('a demoted administrator gets 403, also of what was kept before', async () => {
    const { id } = people.admin2;
    const token = { token: await tokenOf('admin2') };
    for (const query of ASKED) {
      for (let i = 0; i < 3; i++) await get(`/obras?limit=1&${query}`, token);
      await db.query(`UPDATE users SET roles = 'user' WHERE id = $1`, [id]);
      try {
        refused(await call(token, 'GET', `/obras?limit=1&${query}`), 403, 'Forbidden resource');
      } finally {
        await db.query(`UPDATE users SET roles = 'admin' WHERE id = $1`, [id]);
      }
    }
    assert.equal(
      (await get('/users', 'admin')).body.some(
        (one: { email: string }) => one.email === emailOf('admin2'),
      ),
      true,
    );
  });

  if (hasFeature('ogc'))
    test('layers and packages, which are the same for every reader, do not take them', async () => {
      for (const query of [...ASKED, 'registradaPorMi=true']) {
        const [name] = query.split('=');
        refused(await call('admin', 'GET', `/ogc/collections/obras_puntos/items?${query}`), 400, [
          `${name} no es un parámetro reconocido.`,
        ]);
      }
    });
});
