import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { components } from '../../../portal/generado/openapi.d.ts';
import { columnOf, columnsOf } from '../../columns.ts';
import { manyObras } from '../../many-obras.ts';
import { call, db, get, refused, resetWithCatalog } from '../../world.ts';

// The sums of obras.

type Answer = components['schemas']['Resumen'];
type Group = Answer['grupos'][number];

describe('GET /obras/resumen', () => {
  before(async () => {
    await resetWithCatalog();
    await db.query('INSERT INTO ejercicios_fiscales (anio) VALUES (2020), (2023)');
    await db.query(`INSERT INTO dependencias (nombre) VALUES ('Ñoñería'), ('Nube'), ('Zanja')`);
    await db.query(`INSERT INTO tipos_proyecto (nombre) VALUES ('Árboles'), ('Agua')`);
    await manyObras(420, {
      monto: 'n + 0.01',
      ejercicio_fiscal_id: '1 + n % 3',
      dependencia_id: '1 + n % 3',
      municipio_id: '1 + n % 106',
      tipo_proyecto_id: 'nullif(n % 4, 0)',
      estatus_obra_id: '1 + n % 7',
    });
  });

  const cents = (obras: { monto: number }[]) =>
    obras.reduce((sum, { monto }) => sum + Math.round(monto * 100), 0) / 100;

  const COLUMNS: Record<string, [column: string, order: string]> = {
    municipio: ['municipio', 'nombre'],
    dependencia: ['dependencia', 'nombre'],
    ejercicioFiscal: ['ejercicioFiscal', 'anio'],
    estatus: ['estatusObra', 'id'],
    tipoProyecto: ['tipoProyecto', 'nombre'],
  };
  for (const [por, [field, order]] of Object.entries(COLUMNS)) {
    for (const filters of ['', '&estatusObraId=4,6&montoMin=100.5', '&q=obra&municipioId=1,2,3']) {
      test(`por=${por}${filters} has the sums of the list, in the catalog's order`, async () => {
        const list = (await get(`/obras?${filters}`)).body;
        assert.ok(list.length > 5);
        const { body } = await get(`/obras/resumen?por=${por}${filters}`);
        const { total, grupos } = body;
        assert.equal(body.por, por);
        assert.deepEqual(total, { obras: list.length, monto: cents(list) });
        const groups = new Map<string, { monto: number }[]>();
        for (const obra of list) {
          const key = JSON.stringify(obra[field]);
          groups.set(key, [...(groups.get(key) ?? []), obra]);
        }
        const spanish = new Intl.Collator('es');
        const expected = [...groups]
          .map(([key, obras]) => ({ record: JSON.parse(key), obras }))
          .sort(({ record: a }, { record: b }) => {
            if (!a || !b) return a ? -1 : 1;
            return order === 'nombre' ? spanish.compare(a.nombre, b.nombre) : a[order] - b[order];
          })
          .map(({ record, obras }) => ({
            id: record?.id ?? null,
            nombre: record ? (record.nombre ?? String(record.anio)) : null,
            obras: obras.length,
            monto: cents(obras),
          }));
        assert.deepEqual(
          grupos.map(({ poblacion: _, montoPorHabitante: _a, ...group }: Group) => group),
          expected,
        );
      });
    }
  }

  test('has zeros where no work passes the filters', async () => {
    const { text } = await get('/obras/resumen?por=estatus&municipioId=0');
    assert.equal(text, '{"por":"estatus","total":{"obras":0,"monto":0.00},"grupos":[]}');
  });

  test('answers 400 without por, and to malformed filters', async () => {
    const names = [...Object.keys(COLUMNS), 'fondo'].join(', ');
    const one = `por es obligatorio: ${names.replace(/, (\w+)$/, ' o $1')}.`;
    const several = `por debe ser uno o varios de éstos, separados por comas: ${names}.`;
    for (const [query, sentences] of [
      ['', [one]],
      ['?por=anio&montoMin=x', [several, /^montoMin /]],
      ['?por=estatus&por=estatus', ['por se indicó más de una vez.']],
    ] as const) {
      refused(await call('user', 'GET', `/obras/resumen${query}`), 400, [...sentences]);
    }
  });

  test('by two things has each pair that has obras, with the sums of both alone', async () => {
    for (const [por, segundo] of [
      ['dependencia', 'ejercicioFiscal'],
      ['tipoProyecto', 'municipio'],
      ['estatus', 'tipoProyecto'],
    ] as const) {
      const filters = '&estatusObraId=3,4,5,6&montoMax=300';
      const alone = async (one: string) =>
        (await get(`/obras/resumen?por=${one}${filters}`)).body as Answer;
      const both = (await get(`/obras/resumen?por=${por},${segundo}${filters}`)).body as Answer;
      const { total, grupos } = await alone(por);
      assert.equal(both.por, `${por},${segundo}`);
      assert.deepEqual(both.total, total);
      const without = both.grupos.map(({ celdas: _, ...group }) => group);
      assert.deepEqual(without, grupos);
      assert.deepEqual(both.columnas, (await alone(segundo)).grupos);
      const list = (await get(`/obras?${filters}`)).body;
      const idOf = (obra: Record<string, { id: number } | null>, one: string) =>
        obra[COLUMNS[one]?.[0] as string]?.id ?? null;
      let cells = 0;
      for (const { id, celdas = [] } of both.grupos) {
        for (const { id: other, ...given } of celdas) {
          const obras = list.filter(
            (obra: Record<string, { id: number } | null>) =>
              idOf(obra, por) === id && idOf(obra, segundo) === other,
          );
          assert.deepEqual(given, { obras: obras.length, monto: cents(obras) });
          cells += obras.length;
        }
      }
      assert.equal(cells, list.length);
    }
  });

  test('has of each municipio its inhabitants, and the amount for each of them', async () => {
    const { grupos } = (await get('/obras/resumen?por=municipio')).body as Answer;
    const merida = grupos.find(({ id }) => id === 50);
    assert.equal(merida?.poblacion, 995_129);
    // The state's census.
    const people = grupos.reduce((sum, { poblacion = 0 }) => sum + poblacion, 0);
    assert.equal(people, 2_320_898);
    for (const { monto, poblacion = 0, montoPorHabitante } of grupos) {
      assert.equal(montoPorHabitante, Math.round((monto / poblacion) * 100) / 100);
    }
  });

  test('as CSV has a row for each group or pair, in the same order', async () => {
    const rowsOf = async (query: string) => {
      const { headers, text } = await get(`/obras/resumen.csv?${query}`);
      assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="resumen/);
      assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8');
      const lines = text.trimEnd().split('\r\n');
      return lines.map((row) => row.split(','));
    };
    const [headings, ...rows] = await rowsOf('por=municipio&estatusObraId=4');
    assert.deepEqual(headings, ['municipio', 'obras', 'monto', 'poblacion', 'montoPorHabitante']);
    const { grupos } = (await get('/obras/resumen?por=municipio&estatusObraId=4')).body as Answer;
    assert.deepEqual(
      rows.map(([nombre, ...numbers]) => [nombre, ...numbers.map(Number)]),
      columnsOf(grupos, 'nombre', 'obras', 'monto', 'poblacion', 'montoPorHabitante'),
    );
    const [names, ...pairs] = await rowsOf('por=tipoProyecto,ejercicioFiscal');
    assert.deepEqual(names, ['tipoProyecto', 'ejercicioFiscal', 'obras', 'monto']);
    const both = (await get('/obras/resumen?por=tipoProyecto,ejercicioFiscal')).body as Answer;
    const yearOf = new Map(both.columnas?.map(({ id, nombre }) => [id, nombre]));
    assert.deepEqual(
      pairs.map(([tipo, anio, ...numbers]) => [tipo, anio, ...numbers.map(Number)]),
      both.grupos.flatMap(({ nombre, celdas = [] }) =>
        celdas
          .map(({ id, obras, monto }) => [nombre ?? '', yearOf.get(id), obras, monto])
          .sort(([, one], [, other]) => Number(one) - Number(other)),
      ),
    );
    assert.deepEqual(await rowsOf('por=estatus&municipioId=0'), [['estatus', 'obras', 'monto']]);
  });

  test('takes one thing or two, and as many cells as a table has room for', async () => {
    for (const path of ['/obras/resumen', '/obras/resumen.csv']) {
      for (const por of ['estatus,estatus', 'estatus,municipio,dependencia']) {
        const sentence = 'por admite uno, o dos distintos separados por una coma.';
        refused(await call('user', 'GET', `${path}?por=${por}`), 400, [sentence]);
      }
    }
    // Only their number counts: without triggers they take a moment.
    const unwatched = (statement: string) =>
      db.session((client) =>
        client.query(`BEGIN; SET LOCAL session_replication_role = replica; ${statement}; COMMIT`),
      );
    await unwatched(
      `INSERT INTO obras (numero_obra, clave_unica, nombre, monto, ejercicio_fiscal_id, dependencia_id, municipio_id, estatus_obra_id)
       SELECT 1000 + 106 * d + m, 'M' || d || '-' || m, 'O', 1, 1, 1000 + d, m, 1
       FROM generate_series(1, 189) d, generate_series(1, 106) m`,
    );
    for (const path of ['/obras/resumen', '/obras/resumen.csv']) {
      const large = 'por da una tabla de más de 20,000 celdas; use filtros o agrupe por otra cosa.';
      refused(await call('user', 'GET', `${path}?por=dependencia,municipio`), 400, [large]);
      assert.equal((await get(`${path}?por=dependencia,municipio&municipioId=50,41`)).status, 200);
    }
    await unwatched(`DELETE FROM obras WHERE clave_unica LIKE 'M%'`);
  });

  test('has every cent, however large the sum', async () => {
    await db.query('UPDATE obras SET monto = 9999999999999.99');
    const { text } = await get('/obras/resumen?por=estatus');
    // 420 works of the largest amount: more digits than a number of JavaScript's holds.
    assert.match(text, /"total":\{"obras":420,"monto":4199999999999995\.80\}/);
    assert.match(text, /"id":4,"nombre":"En proceso","obras":60,"monto":599999999999999\.40/);
  });

  test('is made anew when an obra or a catalog has changed', async () => {
    const path = '/obras/resumen?por=dependencia';
    const headers = { 'if-none-match': (await get(path)).headers.get('etag') ?? '' };
    const held = () => call('user', 'GET', path, undefined, { headers });
    assert.equal((await held()).status, 304);
    await call('nobody', 'PATCH', '/dependencias/1', { nombre: 'Otra' });
    const after = await held();
    assert.equal(after.status, 200);
    assert.ok(columnOf(after.body.grupos as Group[], 'nombre').includes('Otra'));
  });
});
