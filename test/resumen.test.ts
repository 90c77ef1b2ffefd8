import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { limites } from '../src/catalogos/limites.ts';
import { call, db, get, refused, resetWithCatalog } from './world.ts';

// Answers besides obras: their sums, and what narrows places down.

describe('GET /obras/resumen', () => {
  before(async () => {
    await resetWithCatalog();
    await db.query('INSERT INTO ejercicios_fiscales (anio) VALUES (2020), (2023)');
    await db.query(`INSERT INTO dependencias (nombre) VALUES ('Ñoñería'), ('Nube'), ('Zanja')`);
    await db.query(`INSERT INTO tipos_proyecto (nombre) VALUES ('Árboles'), ('Agua')`);
    await db.query(
      `INSERT INTO obras (numero_obra, clave_unica, nombre, monto, ejercicio_fiscal_id, dependencia_id,
         municipio_id, tipo_proyecto_id, estatus_obra_id)
       SELECT n, 'C-' || n, 'Obra ' || n, n + 0.01, 1 + n % 3, 1 + n % 3, 1 + n % 106,
         nullif(n % 4, 0), 1 + n % 7
       FROM generate_series(1, 420) n`,
    );
  });

  const COLUMNS: Record<string, [column: string, order: string]> = {
    municipio: ['municipio', 'nombre'],
    dependencia: ['dependencia', 'nombre'],
    ejercicioFiscal: ['ejercicioFiscal', 'anio'],
    estatus: ['estatusObra', 'id'],
    tipoProyecto: ['tipoProyecto', 'nombre'],
  };
  for (const [por, [field, order]] of Object.entries(COLUMNS)) {
    for (const filters of ['', '&estatusObraId=4,6&montoMin=100.5', '&q=obra&municipioId=1,2,3']) {
      test(`por=${por}${filters} is what the list amounts to, in the catalog's order`, async () => {
        const list = (await get(`/obras?${filters}`)).body;
        assert.ok(list.length > 5);
        const {
          por: given,
          total,
          grupos,
        } = (await get(`/obras/resumen?por=${por}${filters}`)).body;
        assert.equal(given, por);
        const cents = (obras: { monto: number }[]) =>
          obras.reduce((sum, { monto }) => sum + Math.round(monto * 100), 0) / 100;
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
        assert.deepEqual(grupos, expected);
      });
    }
  }

  test('of nothing is nothing', async () => {
    const { text } = await get('/obras/resumen?por=estatus&municipioId=0');
    assert.equal(text, '{"por":"estatus","total":{"obras":0,"monto":0.00},"grupos":[]}');
  });

  test('asks by what, and for filters that parse', async () => {
    const names = Object.keys(COLUMNS)
      .join(', ')
      .replace(/, (\w+)$/, ' o $1');
    refused(await call('user', 'GET', '/obras/resumen'), 400, [`por es obligatorio: ${names}.`]);
    refused(await call('user', 'GET', '/obras/resumen?por=anio&montoMin=x'), 400, [
      `por debe ser ${names}.`,
      /^montoMin /,
    ]);
    refused(await call('user', 'GET', '/obras/resumen?por=estatus&por=estatus'), 400, [
      'por se indicó más de una vez.',
    ]);
  });

  test('has every cent, however much it is', async () => {
    await db.query('UPDATE obras SET monto = 9999999999999.99');
    const { text } = await get('/obras/resumen?por=estatus');
    // 420 works of the largest amount: more digits than a number of JavaScript's holds.
    assert.match(text, /"total":\{"obras":420,"monto":4199999999999995\.80\}/);
    assert.match(text, /"id":4,"nombre":"En proceso","obras":60,"monto":599999999999999\.40/);
  });

  test('knows when an obra or a catalog has changed', async () => {
    const before = await get('/obras/resumen?por=dependencia');
    const etag = before.headers.get('etag') ?? '';
    const held = () =>
      call('user', 'GET', '/obras/resumen?por=dependencia', undefined, {
        headers: { 'if-none-match': etag },
      });
    assert.equal((await held()).status, 304);
    await call('nobody', 'PATCH', '/dependencias/1', { nombre: 'Otra' });
    const after = await held();
    assert.equal(after.status, 200);
    assert.ok(after.body.grupos.some(({ nombre }: { nombre: string }) => nombre === 'Otra'));
  });
});

describe('GET /municipios/limites', () => {
  test('is GeoJSON of the 106 municipios, whose source is named', async () => {
    const { headers, body, text } = await get('/municipios/limites');
    assert.match(headers.get('content-type') ?? '', /^application\/geo\+json/);
    assert.equal(body.type, 'FeatureCollection');
    assert.match(body.fuente, /INEGI/);
    assert.deepEqual(
      body.features.map(({ id }: { id: number }) => id),
      Array.from({ length: 106 }, (_, i) => i + 1),
    );
    const catalog = new Map(
      (await get('/municipios')).body.map((municipio: { id: number }) => [municipio.id, municipio]),
    );
    for (const { id, type, properties, geometry } of body.features) {
      const { clave, nombre } = catalog.get(id) as Record<string, string>;
      assert.deepEqual([type, properties], ['Feature', { clave, nombre }]);
      assert.deepEqual(geometry, limites()[id - 1]?.geometry);
    }
    const packed = await call('user', 'GET', '/municipios/limites', undefined, {
      headers: { 'accept-encoding': 'br' },
    });
    assert.equal(packed.headers.get('content-encoding'), 'br');
    assert.equal(packed.text, text);
    const held = await call('user', 'GET', '/municipios/limites', undefined, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    assert.deepEqual([held.status, held.text], [304, '']);
    refused(await call('nobody', 'GET', '/municipios/limites'), 401, 'Unauthorized');
  });
});

describe('GET /localidad', () => {
  const list = async (query: string) =>
    (await get(`/localidad${query}`)).body as { municipioId: number }[];

  test('answers the localities of some municipios, in the order of all', async () => {
    const all = await list('');
    for (const ids of [[50], [1, 106], [50, 50], [99999999999, 41], [0], [-5]]) {
      assert.deepEqual(
        await list(`?municipioId=${ids}`),
        all.filter(({ municipioId }) => ids.includes(municipioId)),
      );
    }
    assert.ok((await list('?municipioId=50')).length > 100);
    assert.deepEqual(await list('?municipio=50'), all);
  });

  test('takes ids alone', async () => {
    refused(await call('user', 'GET', '/localidad?municipioId=x'), 400, [
      'municipioId debe ser un número entero.',
    ]);
    refused(await call('user', 'GET', '/localidad?municipioId=50,'), 400, [
      'municipioId debe ser una lista de números enteros separados por comas.',
    ]);
    refused(await call('user', 'GET', '/localidad?municipioId=50&municipioId=x'), 400, [
      'municipioId debe ser una lista de números enteros separados por comas.',
    ]);
  });
});
