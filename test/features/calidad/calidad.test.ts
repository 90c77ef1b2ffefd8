import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { components } from '../../../portal/generado/openapi.d.ts';
import { limites } from '../../../src/limites/limites.ts';
import { columnOf } from '../../columns.ts';
import { hasFeature, isHere } from '../../features.ts';
import { manyObras } from '../../many-obras.ts';
import { table } from '../../table.ts';
import {
  base,
  call,
  contratoBody,
  day,
  db,
  emailOf,
  get,
  idsOf,
  newObra,
  obraBody,
  people,
  programaBody,
  refused,
  resetWithCatalog,
  tokenOf,
  ubicacionBody,
  unauthorized,
  type Who,
  withApp,
  withNewIds,
  wkt,
  write,
} from '../../world.ts';

// The rules of calidad.sql for auditors and clerks, the filters that find the same works, and the rights to ask.

type Regla = components['schemas']['ReglaDeCalidad'];

const found = async (query: string, who: Who = 'admin'): Promise<number[]> =>
  idsOf((await get(`/obras?${query}`, who)).body);

const rules = async (query = ''): Promise<Record<string, Regla>> => {
  const { body } = await get(`/calidad${query}`, 'admin');
  return Object.fromEntries(body.map((rule: Regla) => [rule.regla, rule]));
};

const point = (longitude: number, latitude: number) =>
  ubicacionBody({ geometriaJson: { type: 'Point', coordinates: [longitude, latitude] } });

const change = (id: number, changes: object) => write('admin', 'PATCH', `/obras/${id}`, changes);
/** The id of a year in the catalog, which gets it where it lacks it. */
const yearOf = async (anio: number) =>
  (
    await db.one<{ id: number }>(
      `INSERT INTO ejercicios_fiscales (anio) VALUES ($1) ON CONFLICT (anio) DO UPDATE SET anio = $1 RETURNING id`,
      [anio],
    )
  )?.id as number;

describe('an empty registry', () => {
  before(resetWithCatalog);

  test('GET /calidad has no work under any rule', async () => {
    for (const { obras, monto, filtros, sinUmbral } of Object.values(await rules())) {
      // Without a threshold the number is not known.
      assert.deepEqual([obras, monto], sinUmbral ? [null, null] : [0, 0]);
      assert.deepEqual(await found(String(new URLSearchParams(filtros))), []);
    }
  });
});

describe('the rules of GET /calidad', () => {
  before(async () => {
    await resetWithCatalog();
    await withNewIds('obras');
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
    const { features } = (await get(`/obras.geojson?${filters}`, 'admin')).body;
    const obras = columnOf(columnOf(features, 'properties'), 'obraId');
    assert.deepEqual([...new Set(obras)], ids);
    return ids;
  }

  /** Holds what a rule finds to have these works, and none of those. */
  async function finds(regla: string, these: { id: number }[], those: { id: number }[]) {
    const ids = await ofRule(regla);
    for (const { id } of these) assert.ok(ids.includes(id), `${regla} ${id}`);
    for (const { id } of those) assert.ok(!ids.includes(id), `${regla} ${id}`);
  }

  test('find a work without ubicaciones, and leave one that has any', async () => {
    const without = await newObra({ nombre: 'Sin lugar' });
    const withOne = await newObra({ nombre: 'Con lugar', ubicaciones: [point(-89.6, 20.9)] });
    await finds('sinUbicacion', [without], [withOne]);
    await change(without.id, { ubicaciones: [point(-89.6, 20.9)] });
    await change(withOne.id, { ubicaciones: [] });
    await finds('sinUbicacion', [withOne], [without]);
  });

  test('find a work more than 1 km from its municipio, and leave one at its border or in the municipio of its place', async () => {
    const ofMerida = (ubicacion: object) =>
      newObra({ nombre: 'De Mérida', municipioId: 50, ubicaciones: [ubicacion] });
    // In the harbour of Progreso; and 2 km beyond the southernmost border of all.
    const far = [await ofMerida(point(-89.6636, 21.2826)), await ofMerida(point(-89.6, 19.5))];
    const near = [
      await ofMerida(point(-89.6237, 20.9674)),
      await ofMerida({ ...point(-89.6636, 21.2826), municipioId: 59 }),
      await ofMerida({
        ...ubicacionBody({ tipoGeometria: 'RUTA' }),
        geometriaJson: wkt('LINESTRING (-89.62 20.97, -89.66 21.28)'),
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
    await finds('fueraDeMunicipio', far, near);
    if (!hasFeature('ogc')) return;
    const layer = await get('/ogc/collections/obras_puntos/items?fueraDeMunicipio=true&limit=1000');
    assert.equal(layer.body.numberMatched, far.length);
  });

  test('find a work of 0 pesos, and leave one of a centavo', async () => {
    const nothing = await newObra({ nombre: 'De nada', monto: 0 });
    const centavo = await newObra({ nombre: 'De un centavo', monto: 0.01 });
    await finds('sinMonto', [nothing], [centavo]);
  });

  test('find a work «En proceso» of two years ago, and leave one of last year or finished', async () => {
    const year = Number((await day(0)).slice(0, 4));
    const of = async (anio: number, estatusObraId: number) =>
      newObra({ nombre: `Año ${anio}`, ejercicioFiscalId: await yearOf(anio), estatusObraId });
    const gone = await of(year - 2, 4);
    const others = [await of(year - 1, 4), await of(year, 4), await of(year - 2, 6)];
    await finds('rezagada', [gone], others);
  });

  test('find a work with an amount that changed by more than the percentage since it was registered', async () => {
    // In two steps: what counts is the first amount and today's.
    const amounts = { grown: [100, 115, 130.01], fallen: [100, 69.99], back: [100, 500, 100] };
    const others = { little: [100, 130], fromNothing: [0, 0.01] };
    const ids: Record<string, number> = {};
    for (const [nombre, [monto, ...changes]] of Object.entries({ ...amounts, ...others })) {
      const { id } = await newObra({ nombre, monto });
      ids[nombre] = id;
      for (const monto of changes) await change(id, { monto });
    }
    const { grown, fallen, little, fromNothing } = ids;
    const beyond = (percent: string) => ofRule('variacionMonto', `?variacionMonto=${percent}`);
    assert.deepEqual(await beyond('30'), [grown, fallen, fromNothing]);
    assert.deepEqual(await found('variacionMonto=0'), [grown, fallen, little, fromNothing]);
    assert.deepEqual(await beyond('9999.99'), [fromNothing]);
    assert.equal((await rules()).variacionMonto?.filtros.variacionMonto, '20');
    await write('admin', 'DELETE', `/obras/${grown}`);
    await finds('variacionMonto', [], [{ id: grown as number }]);
  });

  test('find works that look as if they were registered twice', async () => {
    await db.query(`INSERT INTO dependencias (nombre) VALUES ('Otra dependencia')`);
    const another = await yearOf(2019);
    const one = { nombre: 'Pavimentación de la calle 72 entre 5 y 7, Umán', monto: 812_345.67 };
    const first = await newObra({ ...one, ubicaciones: [point(-89.75, 20.88)] });
    const nombre = 'PAVIMENTACION DE CALLE 72 entre 5 y 7 Umán';
    const sameAmount = await newObra({ ...one, nombre });
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
    await finds('posibleDuplicada', [first, sameAmount, near], others);
    // Filters go together.
    assert.deepEqual(await found('posibleDuplicada=true&montoMax=5'), [near.id]);
    if (hasFeature('mapa')) {
      const tile = '/mapa/0/0/0?posibleDuplicada=true&montoMin=812345.67&montoMax=812345.67';
      const { features } = (await get(tile, 'admin')).body;
      assert.deepEqual(columnOf(columnOf(features, 'properties'), 'obraId'), [first.id]);
    }
    await call('admin', 'DELETE', `/obras/${sameAmount.id}`);
    await call('admin', 'DELETE', `/obras/${near.id}`);
    await finds('posibleDuplicada', [], [first]);
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
    assert.ok(made.every((id) => ids.has(id)));
    assert.equal(ids.size, before.length + made.length);
  });

  test('find works that are late, paid ahead, with contracts that grew, or with a status to confirm', async () => {
    const post = (path: string, body: object) => write('admin', 'POST', path, body);
    const cut = await day(-30);
    const of = async (nombre: string, reported: object, estatusObraId = 4) => {
      const ubicaciones = [point(-89.6, 20.9)];
      const { id } = await newObra({ nombre, monto: 1000, estatusObraId, ubicaciones });
      await post(`/obras/${id}/avances`, { fechaCorte: cut, avanceFisico: 40, ...reported });
      return id;
    };
    // Ten points ahead is no more than ten.
    const even = await of('Pagada 50 de 40', { montoPagado: 500 });
    const ahead = await of('Pagada 50.01 de 40', { montoPagado: 500.1 });
    const free = await newObra({ nombre: 'De nada', monto: 0 });
    await post(`/obras/${free.id}/avances`, { fechaCorte: cut, avanceFisico: 0, montoPagado: 1 });
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
    const term = { fechaInicio: '2020-01-01', fechaTermino: await day(-1) };
    for (const id of [even, built, confirmed]) {
      await post(`/obras/${id}/programas`, programaBody(term));
    }
    assert.deepEqual(await ofRule('atrasada'), [even]);

    // 1,000,000 and 1,000,000: 250,000 more on one of them is 12.5 % of both.
    const signed = (numero: string, more: object = {}) =>
      contratoBody({ numero, monto: 1_000_000, anticipo: null, ...more });
    await post(`/obras/${even}/contratos`, signed('1'));
    await post(`/obras/${even}/contratos`, signed('2'));
    await post(`/obras/${ahead}/contratos`, signed('1'));
    await post(`/obras/${built}/contratos`, signed('S', { naturaleza: 'SUPERVISION' }));
    const grow = async (id: number, montoNuevo: number) => {
      const [contrato] = (await get(`/obras/${id}/contratos`)).body;
      const convenio = { fecha: await day(-2), montoNuevo, justificacion: 'Más volumen.' };
      await post(`/obras/${id}/contratos/${contrato.id}/convenios`, convenio);
    };
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
    const sentence =
      'variacionMonto debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.';
    for (const wrong of ['', 'x', '-1', '10000', '1.005', '20%', '1e3', '1,5']) {
      const doors = ['/calidad?', '/obras?', '/obras/resumen?por=estatus&', '/mapa/0/0/0?'];
      for (const path of doors.filter(isHere)) {
        const asked = `${path}variacionMonto=${encodeURIComponent(wrong)}`;
        refused(await call('admin', 'GET', asked), 400, [sentence]);
      }
    }
  });
});

describe('filters of clerks', () => {
  before(async () => {
    await resetWithCatalog();
    await withNewIds('obras');
  });

  test('anioMax finds the works of that year and of those before', async () => {
    const older = await newObra({ ejercicioFiscalId: await yearOf(2024) });
    const newer = await newObra();
    assert.deepEqual(await found('anioMax=2023'), []);
    assert.deepEqual(await found('anioMax=2024'), [older.id]);
    assert.deepEqual(await found('anioMax=2026'), [older.id, newer.id]);
    assert.deepEqual(await found('anioMax=2026&orden=-anio&limit=1'), [newer.id]);
    const { headers } = await get('/obras?anioMax=2026&limit=1&page=1');
    assert.match(headers.get('link') ?? '', /anioMax=2026&limit=1&page=2>; rel="next"/);
    const sentences = table`
      1999      | anioMax debe estar entre 2000 y 2100.
      2101      | anioMax debe estar entre 2000 y 2100.
      2024,2025 | anioMax debe ser un número entero.`;
    for (const [wrong, sentence = ''] of sentences) {
      refused(await call('user', 'GET', `/obras?anioMax=${wrong}`), 400, [sentence]);
    }
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
    assert.ok((await found(`registradaDesde=${await day(-1)}`, 'user')).includes(id));
    assert.deepEqual(await found(`registradaDesde=${await day(2)}`, 'user'), []);
    const doors = ['/obras?', '/obras.csv?', '/mapa/0/0/0?', '/oc4ids?'].filter(isHere);
    const sentence = 'registradaDesde debe ser una fecha, por ejemplo 2026-01-31.';
    const days = '|ayer|2026-02-30|2026-1-5|2026-01-15T00:00:00Z|15/01/2026|0000-01-01';
    for (const wrong of days.split('|')) {
      for (const path of doors) {
        const asked = `${path}registradaDesde=${encodeURIComponent(wrong)}`;
        refused(await call('user', 'GET', asked), 400, [sentence]);
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
    const body = await write('admin2', 'POST', '/obras', obraBody({ nombre: 'Propia también' }));
    assert.deepEqual(await found(query, 'admin2'), [body.id]);
    // A correction does not change who registered it.
    await change(body.id, { monto: 2 });
    assert.deepEqual(await found(query, 'admin'), [mine.id]);
    const no = await call('user', 'GET', '/obras?registradaPorMi=false');
    refused(no, 400, ['registradaPorMi sólo admite el valor true.']);
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
  const FILES = ['/obras.csv?', '/obras.xlsx?', '/obras.ndjson?', '/obras.geojson?'];
  const SUMS = ['/mapa/0/0/0?', '/obras/resumen?por=estatus&'];
  const DOORS = ['/obras?', '/obras?limit=1&', ...FILES, ...SUMS].filter(isHere);

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
    const emails = columnOf((await get('/users', 'admin')).body, 'email');
    assert.ok(emails.includes(emailOf('admin2')));
  });

  if (hasFeature('ogc'))
    test('layers and packages, which are the same for every reader, do not take them', async () => {
      for (const query of [...ASKED, 'registradaPorMi=true']) {
        const answer = await call('admin', 'GET', `/ogc/collections/obras_puntos/items?${query}`);
        refused(answer, 400, [`${query.split('=')[0]} no es un parámetro reconocido.`]);
      }
    });
});
