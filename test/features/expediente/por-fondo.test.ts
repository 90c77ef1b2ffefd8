import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { hasFeature } from '../../features.ts';
import { call, db, get, idsOf, newObra, refused, resetWithCatalog, write } from '../../world.ts';

// Filters and sums of works by the funds of which they are paid, and the rule of «Calidad».

const cents = (all: number[]) => all.reduce((sum, one) => sum + Math.round(one * 100), 0) / 100;
const found = async (query: string): Promise<number[]> =>
  idsOf((await get(`/obras?${query}`)).body);

/** Works by their amount, and the amount of each fund. */
const WORKS: [monto: number, fuentes: Record<number, number>, dependenciaId?: number][] = [
  [1000, { 1: 600.1, 2: 399.9 }],
  [1000, { 1: 1000 }, 2],
  [500.5, {}],
  // Just a centavo more than 1 %, and just 1 %.
  [1000, { 2: 1010.01 }],
  [1000, { 2: 1010 }],
  [1000, { 3: 989.99 }, 2],
  [0, { 3: 0.01 }],
];

describe('works by fund', () => {
  before(async () => {
    await resetWithCatalog();
    await db.query(`INSERT INTO dependencias (nombre) VALUES ('Otra')`);
    for (const [monto, fuentes, dependenciaId = 1] of WORKS) {
      const { id } = await newObra({ monto, dependenciaId });
      const list = Object.entries(fuentes).map(([fondoId, monto]) => ({
        fondoId: Number(fondoId),
        monto,
      }));
      await write('admin', 'PATCH', `/obras/${id}/expediente`, { fuentes: list });
    }
  });

  test('are found by one fund or several', async () => {
    assert.deepEqual(await found('fondoId=1'), [1, 2]);
    assert.deepEqual(await found('fondoId=1,3&montoMin=1'), [1, 2, 6]);
    assert.deepEqual(await found('fondoId=4000000'), []);
    refused(await call('user', 'GET', '/obras?fondoId=x'), 400, [
      'fondoId debe ser un número entero.',
    ]);
  });

  test('are found where their sources differ from the amount by more than a percentage, with the sum that decides', async () => {
    assert.deepEqual(await found('diferenciaFuentes=1'), [4, 6, 7]);
    assert.deepEqual(await found('diferenciaFuentes=1.1'), [7]);
    const { body } = await get('/obras?diferenciaFuentes=1&campos=id,monto,montoFuentes');
    assert.deepEqual(body[0], { id: 4, monto: 1000, montoFuentes: 1010.01 });
    const [none] = (await get('/obras?montoMax=501&montoMin=500&campos=montoFuentes')).body;
    assert.deepEqual(none, { montoFuentes: null });
    if (!hasFeature('calidad')) return;
    const rules = (await get('/calidad', 'admin')).body as Record<string, unknown>[];
    const rule = rules.find(({ regla }) => regla === 'diferenciaFuentes');
    assert.deepEqual([rule?.filtros, rule?.obras], [{ diferenciaFuentes: '1' }, 3]);
  });

  const FILTERS = ['', '&dependenciaId=2', '&fondoId=2', '&montoMax=0'];
  for (const filters of FILTERS) {
    test(`are summed so, to the cent, and once in the total${filters}`, async () => {
      const list = (await get(`/obras?${filters}`)).body as { id: number; monto: number }[];
      const of = list.map(({ id }) => WORKS[id - 1] as (typeof WORKS)[0]);
      const bare = of.filter(([, fuentes]) => Object.keys(fuentes).length === 0);
      const total = {
        ...{ obras: list.length, monto: cents(list.map(({ monto }) => monto)) },
        enVariosGrupos: of.filter(([, fuentes]) => Object.keys(fuentes).length > 1).length,
      };
      const groups = ['1', '2', '3'].flatMap((id) => {
        const parts = of.flatMap(([, fuentes]) => fuentes[Number(id)] ?? []);
        return parts.length > 0
          ? [{ id: Number(id), obras: parts.length, monto: cents(parts) }]
          : [];
      });
      const expected = [
        ...groups,
        ...(bare.length > 0
          ? [{ id: null, obras: bare.length, monto: cents(bare.map(([monto]) => monto)) }]
          : []),
      ];
      const plain = (all: Record<string, unknown>[]) =>
        all.map(({ id, obras, monto }) => ({ id, obras, monto }));
      const byId = (all: { id: number | null }[]) =>
        all.toSorted((a, b) => (a.id ?? Infinity) - (b.id ?? Infinity));
      for (const path of [...(hasFeature('resumen') ? ['/obras'] : []), '/seguimiento']) {
        const { body } = await get(`${path}/resumen?por=fondo${filters}`);
        const { obras, monto, enVariosGrupos } = body.total;
        assert.deepEqual({ obras, monto, enVariosGrupos }, total, path);
        assert.deepEqual(plain(byId(body.grupos)), expected, path);
      }
      const summed = await db.one<{ monto: number }>(
        'SELECT coalesce(sum(monto), 0)::float8 AS monto FROM obras_fondos WHERE obra_id = ANY ($1)',
        [idsOf(list)],
      );
      assert.equal(cents(groups.map(({ monto }) => monto)), summed?.monto);
    });
  }

  test('are crossed with another grouping: cells by fund, rows with each work once', async () => {
    if (!hasFeature('resumen')) return;
    const { body } = await get('/obras/resumen?por=dependencia,fondo');
    assert.deepEqual(body.total, { obras: 7, monto: 5500.5, enVariosGrupos: 1 });
    const one = body.grupos.find(({ id }: { id: number }) => id === 1);
    assert.deepEqual([one.id, one.obras, one.monto], [1, 5, 3500.5]);
    assert.deepEqual(one.celdas[0], { id: 1, obras: 1, monto: 600.1 });
    const columns = body.columnas.map(({ nombre, monto }: Record<string, unknown>) => [
      nombre,
      monto,
    ]);
    assert.deepEqual(columns, [
      ['FORTAMUN', 990],
      ['FAISMUN', 1600.1],
      ['FISE', 2419.91],
      [null, 500.5],
    ]);
    const [head, ...csv] = (await get('/obras/resumen.csv?por=fondo')).text
      .split('\r\n')
      .slice(0, -1);
    assert.equal(head, 'fondo,obras,monto,enVariosGrupos');
    assert.deepEqual(csv, [
      ...['FORTAMUN,2,990.00,0', 'FAISMUN,2,1600.10,1', 'FISE,3,2419.91,1', ',1,500.50,0'],
    ]);
    const crossed = (await get('/obras/resumen.csv?por=dependencia,fondo')).text.split('\r\n');
    assert.match(crossed[0] ?? '', /dependencia,fondo,obras,monto,enVariosGrupos$/);
    assert.ok(crossed.some((row) => row.endsWith(',FAISMUN,1,600.10,1')));
    const other = (await get('/obras/resumen?por=dependencia')).body;
    assert.deepEqual(other.total, { obras: 7, monto: 5500.5 });
  });

  test('are summed under the new name of a fund at once', async () => {
    if (!hasFeature('resumen')) return;
    const names = async () =>
      (await get('/obras/resumen?por=fondo')).body.grupos.map(
        (each: { nombre: string }) => each.nombre,
      );
    const before = await names();
    await write('admin', 'PATCH', '/fondos/3', { siglas: 'FORTA' });
    assert.notDeepEqual(await names(), before);
    await write('admin', 'PATCH', '/fondos/3', { siglas: 'FORTAMUN' });
    assert.deepEqual(await names(), before);
    // Siglas of two are told apart by their names; those of one that is closed are in nobody's way.
    const twin = await write('admin', 'POST', '/fondos', {
      nombre: 'Otro',
      siglas: 'fise',
      nivel: 'OTRO',
    });
    const fise = 'FISE (Fondo de Infraestructura Social para las Entidades)';
    assert.deepEqual(
      (await names()).filter((name: string | null) => name?.startsWith('FISE')),
      [fise],
    );
    await write('admin', 'DELETE', `/fondos/${twin.id}`);
    assert.deepEqual(await names(), before);
  });
});
