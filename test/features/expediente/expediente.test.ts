import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { hasFeature } from '../../features.ts';
import { table } from '../../table.ts';
import {
  appoint,
  call,
  count,
  db,
  get,
  newObra,
  refused,
  resetWithCatalog,
  type Who,
  withNewIds,
  write,
} from '../../world.ts';

// The record of a work: whose money, what for, for whom; the catalog of funds; the public office of a dependencia.

const EMPTY = {
  ...{ proposito: null, meta: null, beneficiarios: null, modalidad: null, fechaAprobacion: null },
  ...{ fuentes: [], montoFuentes: null },
};
const at = (obra: number) => `/obras/${obra}/expediente`;
const patch = (obra: number, body: unknown, who: Who = 'admin', headers = {}) =>
  call(who, 'PATCH', at(obra), body, { headers });
const fuente = (fondoId: number, monto: number) => ({ fondoId, monto });
/** The sources of a work as `obras_fondos` has them. */
const spread = (obra: number) =>
  db.query(
    `SELECT fondo_id AS "fondoId", monto::float8 AS monto FROM obras_fondos WHERE obra_id = $1 ORDER BY 1`,
    [obra],
  );
const newFondo = async (nombre: string): Promise<number> =>
  (await write('admin', 'POST', '/fondos', { nombre, nivel: 'ESTATAL' })).id;
const close = (id: number) => write('admin', 'DELETE', `/fondos/${id}`);
const last = async (query: string) =>
  (await get(`/bitacora?limit=1&${query}`, 'admin')).body[0].resumen as string;

describe('/obras/:id/expediente', () => {
  beforeEach(async () => {
    await resetWithCatalog();
    await newObra();
  });

  test('is empty at first, and is what was said afterwards', async () => {
    assert.deepEqual((await get(at(1))).body, EMPTY);
    // A body that says nothing makes no record.
    for (const nothing of [{}, { proposito: null, meta: null }, { fuentes: [] }]) {
      assert.deepEqual((await patch(1, nothing)).body, EMPTY);
    }
    assert.equal(await count('expedientes'), 0);
    const said = {
      proposito: 'Que haya agua todo el día.',
      meta: { cantidad: 1.25, unidad: 'kilómetros' },
      ...{ beneficiarios: 1850, modalidad: 'CONTRATO', fechaAprobacion: '2026-01-15' },
    };
    const { body } = await patch(1, { ...said, fuentes: [fuente(2, 0.01), fuente(1, 99.99)] });
    const { fuentes, ...rest } = body;
    assert.deepEqual(rest, { ...said, montoFuentes: 100 });
    const fise = (await get('/fondos/2')).body;
    assert.deepEqual(fuentes[0], { fondoId: 2, fondo: fise, monto: 0.01 });
    assert.deepEqual([fuentes.length, fuentes[1].fondo.siglas], [2, 'FAISMUN']);
    assert.deepEqual((await get(at(1))).body, body);
    assert.deepEqual(await spread(1), [fuente(1, 99.99), fuente(2, 0.01)]);
  });

  test('keeps what a body does not name, and has the whole list of sources in place of the old one', async () => {
    await patch(1, {
      proposito: 'Agua',
      meta: { cantidad: 2, unidad: 'km' },
      fuentes: [fuente(1, 5)],
    });
    await patch(1, { beneficiarios: 0 });
    const { body } = await patch(1, { fuentes: [fuente(3, 7.5)], meta: null });
    assert.deepEqual([body.proposito, body.meta, body.beneficiarios], ['Agua', null, 0]);
    assert.deepEqual(await spread(1), [fuente(3, 7.5)]);
    assert.equal((await patch(1, { fuentes: [] })).body.montoFuentes, null);
    assert.deepEqual(await spread(1), []);
  });

  test('refuses what is no record, and names the source', async () => {
    const many = Array.from({ length: 13 }, (_, n) => fuente(n + 1, 1));
    const twice = [fuente(1, 1), fuente(2, 1), fuente(1, 2)];
    const SOURCE = 'fuentes\\[0\\].monto';
    for (const [body = '', ...sentences] of [
      [{ fuentes: many }, /^fuentes no debe tener más de 12 elementos\.$/],
      [{ fuentes: twice }, /^fuentes\[2\]\.fondoId no debe repetirse: /],
      [{ fuentes: [fuente(1, 0)] }, new RegExp(`^${SOURCE} debe estar entre 0.01 y `)],
      [{ fuentes: [fuente(1, -5)] }, new RegExp(`^${SOURCE} debe estar entre 0.01 y `)],
      [
        { fuentes: [fuente(1, 1.234)] },
        new RegExp(`^${SOURCE} no debe tener más de dos decimales`),
      ],
      [{ fuentes: [fuente(4000000, 1)] }, 'fuentes[0].fondoId: no existe el registro 4000000.'],
      [
        { fuentes: [fuente(1, 1), fuente(9e15, 1)] },
        /^fuentes\[1\]\.fondoId: no existe el registro 9/,
      ],
      [{ fuentes: [{ fondoId: 1 }] }, 'fuentes[0].monto es obligatorio.'],
      [{ fuentes: [null] }, 'fuentes[0] debe ser un objeto.'],
      [{ fuentes: null }, 'fuentes debe ser una lista.'],
      [{ proposito: 'x'.repeat(2001) }, 'proposito no debe tener más de 2,000 caracteres.'],
      [{ proposito: '' }, 'proposito no debe estar vacío.'],
      [{ meta: { cantidad: 1 } }, 'meta.unidad es obligatorio.'],
      [
        { meta: { cantidad: 0, unidad: '' } },
        /^meta\.cantidad debe estar/,
        'meta.unidad no debe estar vacío.',
      ],
      [{ beneficiarios: -1 }, 'beneficiarios debe estar entre 0 y 99,999,999.'],
      [{ beneficiarios: 1.5 }, 'beneficiarios debe ser un número entero o null.'],
      [{ modalidad: 'OTRA' }, 'modalidad debe ser CONTRATO, ADMINISTRACION_DIRECTA o null.'],
      [{ fechaAprobacion: '2100-01-01' }, 'fechaAprobacion no debe ser posterior a hoy.'],
    ] as [object, ...(string | RegExp)[]][]) {
      refused(await patch(1, body), 400, sentences);
    }
    assert.equal(await count('expedientes'), 0);
  });

  test('keeps an inactive fund that the work has, and takes no other', async () => {
    const fondo = await newFondo('Estatal');
    await patch(1, { fuentes: [fuente(fondo, 5)] });
    await close(fondo);
    const { body } = await patch(1, { fuentes: [fuente(fondo, 6), fuente(1, 1)] });
    assert.equal(body.fuentes[0].fondo.activo, false);
    await newObra();
    const inactive = `fuentes[1].fondoId: el registro ${fondo} está inactivo.`;
    refused(await patch(2, { fuentes: [fuente(1, 1), fuente(fondo, 1)] }), 400, [inactive]);
    // A change of something else leaves it, too.
    assert.equal((await patch(1, { beneficiarios: 4 })).body.fuentes.length, 2);
  });

  test('is written by clerks of the work’s dependencia alone, in the state that they have read', async () => {
    await db.query(`INSERT INTO dependencias (nombre) VALUES ('Otra')`);
    await newObra({ dependenciaId: 2 });
    await appoint([1]);
    const { headers } = await get(at(1));
    const ifMatch = { 'if-match': headers.get('etag') ?? '' };
    assert.equal((await patch(1, { beneficiarios: 1 }, 'user', ifMatch)).status, 200);
    assert.equal((await patch(1, { beneficiarios: 2 }, 'user', ifMatch)).status, 412);
    refused(
      await patch(2, { beneficiarios: 1 }, 'user'),
      403,
      'Esta obra no es de su dependencia.',
    );
    refused(await patch(1, { beneficiarios: 1 }, 'other'), 403, 'Forbidden resource');
    refused(await patch(4000000, {}), 404, 'Obra 4000000 no encontrada.');
    refused(await call('user', 'GET', at(4000000)), 404, 'Obra 4000000 no encontrada.');
    assert.equal((await get(at(1))).body.beneficiarios, 1);
  });

  test('goes with its work, and its changes are told in the ledger', async () => {
    await patch(1, {
      meta: { cantidad: 1200, unidad: 'm' },
      fuentes: [fuente(1, 5), fuente(2, 0.5)],
    });
    assert.match(
      await last('recurso=expediente'),
      /indicó la cantidad de la meta 1,200; la unidad de la meta «m»; las fuentes, \$5\.50 de 2 fondos\.$/,
    );
    await patch(1, { fuentes: [fuente(3, 7)], modalidad: 'ADMINISTRACION_DIRECTA' });
    const told = await last('recurso=expediente');
    assert.match(
      told,
      /las fuentes \(sin FAISMUN, que ponía \$5\.00; sin FISE, que ponía \$0\.50; con FORTAMUN, que pone \$7\.00\)/,
    );
    assert.match(told, /la modalidad de ninguna a «Por administración directa»/);
    await patch(1, { fuentes: [fuente(3, 8), fuente(2, 1)] });
    assert.match(
      await last('recurso=expediente'),
      /cambió del expediente las fuentes \(FORTAMUN de \$7\.00 a \$8\.00; con FISE, que pone \$1\.00\)\.$/,
    );
    // An order is nobody's money.
    await patch(1, { fuentes: [fuente(2, 1), fuente(3, 8)] });
    assert.match(
      await last('recurso=expediente'),
      /cambió del expediente el orden de las fuentes\.$/,
    );
    await write('admin', 'DELETE', '/obras/1');
    assert.deepEqual([await count('expedientes'), await count('obras_fondos')], [0, 0]);
  });
});

describe('/fondos', () => {
  before(resetWithCatalog);

  test('has those of the law, by name, and inactive ones on demand', async () => {
    const all = (await get('/fondos', 'nobody')).body as { siglas: string; nombre: string }[];
    const siglas = all.map((each) => each.siglas);
    assert.deepEqual(siglas.sort(), ['FAFEF', 'FAISMUN', 'FAM', 'FISE', 'FORTAMUN']);
    const id = await newFondo('Fondo Ñuu');
    refused(
      await call('admin', 'POST', '/fondos', { nombre: 'FONDO ñUU', nivel: 'OTRO' }),
      409,
      'Ya existe un fondo con el nombre "FONDO ñUU".',
    );
    const { body } = await call('admin', 'PATCH', `/fondos/${id}`, {
      siglas: 'ñu',
      nivel: 'CREDITO',
    });
    assert.deepEqual([body.siglas, body.nivel], ['ÑU', 'CREDITO']);
    await close(id);
    // The name stands in the ledger though the change does not have it.
    assert.match(await last('recurso=fondos'), /desactivó el fondo «Fondo Ñuu»\.$/);
    const ids = async (query = '') =>
      ((await get(`/fondos${query}`, 'nobody')).body as { id: number }[]).map((each) => each.id);
    assert.equal((await ids()).includes(id), false);
    assert.equal((await ids('?ver_todo=true')).includes(id), true);
    // Nobody deletes one that works have, not even by hand.
    await newObra();
    await patch(1, { fuentes: [fuente(1, 5)] });
    await assert.rejects(db.query('DELETE FROM fondos WHERE id = 1'), /obras_fondos_fondo_id_fkey/);
  });

  for (const [row = ''] of table`
    { "nombre": "" }                    
    { "nivel": "REGIONAL" }             
    { "siglas": "${'x'.repeat(51)}" }
    { "activo": null }
  `) {
    test(`a change of a fund is refused: ${row}`, async () => {
      assert.equal((await call('admin', 'PATCH', '/fondos/1', JSON.parse(row))).status, 400);
    });
  }
});

describe('POST /fondos/:id/fusion', () => {
  beforeEach(resetWithCatalog);

  const fuse = (id: number, destinoId: number) =>
    call('admin', 'POST', `/fondos/${id}/fusion`, { destinoId });

  test('passes the works of one fund to another, and adds the amounts of a work that has both', async () => {
    const twin = await newFondo('Fise');
    for (const fuentes of [
      [fuente(1, 5), fuente(twin, 2.25)],
      [fuente(twin, 3.5), fuente(1, 1), fuente(2, 4)],
      [fuente(1, 9)],
    ]) {
      const { id } = await newObra();
      await patch(id, { fuentes });
    }
    const before = await count('bitacora');
    const { body } = await fuse(twin, 2);
    assert.deepEqual([body.obras, body.restan, body.destino.siglas], [2, 0, 'FISE']);
    assert.deepEqual(await spread(1), [fuente(1, 5), fuente(2, 2.25)]);
    assert.deepEqual(await spread(2), [fuente(1, 1), fuente(2, 7.5)]);
    assert.deepEqual(await spread(3), [fuente(1, 9)]);
    // One row a work, and one for the fund that is closed.
    assert.equal(await count('bitacora'), before + 3);
    assert.equal((await get(`/fondos/${twin}`)).body.activo, false);
    // Merged into one that is closed, into itself, into none.
    refused(await fuse(1, twin), 400, [`destinoId: el registro ${twin} está inactivo.`]);
    refused(await fuse(1, 1), 400, ['destinoId debe ser otro registro.']);
    refused(await fuse(1, 4000000), 400, ['destinoId: no existe el registro 4000000.']);
    refused(await fuse(4000000, 1), 404, 'Fondo #4000000 no encontrado');
  });

  test('is refused where the amounts of a work that has both come to more than one source may have', async () => {
    const twin = await newFondo('Fise');
    const most = 9999999999999.99;
    for (const monto of [0.02, 0.01]) {
      const { id } = await newObra();
      await patch(id, { fuentes: [fuente(2, most - 0.01), fuente(twin, monto)] });
    }
    refused(await fuse(twin, 2), 400, [
      /^destinoId: la obra OBRA-\d+ tiene los dos fondos, y juntos pasan de 9,999,999,999,999\.99; /,
    ]);
    // Nothing has moved. It passes once the sources are mended, to the last centavo.
    assert.deepEqual(await spread(2), [fuente(2, most - 0.01), fuente(twin, 0.01)]);
    await patch(1, { fuentes: [fuente(twin, 0.01), fuente(2, most - 0.01)] });
    assert.equal((await fuse(twin, 2)).body.obras, 2);
    for (const id of [1, 2]) assert.deepEqual(await spread(id), [fuente(2, most)]);
  });

  test('comes before or after a change of the sources that waits for it', async () => {
    const twin = await newFondo('Fise');
    await newObra();
    await patch(1, { fuentes: [fuente(twin, 5)] });
    const [fused, named, other] = await Promise.all([
      fuse(twin, 2),
      patch(1, { fuentes: [fuente(twin, 6)] }),
      patch(1, { beneficiarios: 7 }),
    ]);
    assert.deepEqual([fused.status, other.status], [200, 200]);
    // Named before, the fund goes with the work; named after, the work does not have it any more.
    if (named.status !== 200) {
      refused(named, 400, [`fuentes[0].fondoId: el registro ${twin} está inactivo.`]);
    }
    assert.deepEqual(await spread(1), [fuente(2, named.status === 200 ? 6 : 5)]);
    assert.equal((await get(at(1))).body.beneficiarios, 7);
  });
});

describe('/dependencias/:id/contacto', () => {
  before(resetWithCatalog);

  test('is empty at first, is written by administrators, and leaves the dependencia as it is', async () => {
    const path = '/dependencias/1/contacto';
    const before = (await get('/dependencias/1')).text;
    assert.deepEqual((await get(path)).body, { oficina: null, telefono: null, pagina: null });
    const office = { oficina: 'Transparencia', telefono: '999 930 3000', pagina: 'https://a.mx' };
    assert.deepEqual((await call('admin', 'PATCH', path, office)).body, office);
    assert.equal((await call('user', 'PATCH', path, office)).status, 403);
    assert.deepEqual((await get(path)).body, office);
    assert.equal((await get('/dependencias/1')).text, before);
    assert.match(await last('recurso=contacto'), /registró el contacto «Secretaría de Obras»\.$/);
    for (const pagina of ['http://a.mx', 'a.mx', 'https://a b.mx', 'javascript:alert(1)']) {
      assert.equal((await call('admin', 'PATCH', path, { pagina })).status, 400, pagina);
    }
    const missing = 'Dependencia #4000000 no encontrada';
    refused(await call('admin', 'GET', '/dependencias/4000000/contacto'), 404, missing);
    refused(await call('admin', 'PATCH', '/dependencias/4000000/contacto', {}), 404, missing);
  });
});

describe('GET /obras/:id/expediente?en=', () => {
  before(async () => {
    await resetWithCatalog();
    await withNewIds('obras');
  });

  test('answers the record as it stood', async () => {
    if (!hasFeature('cambios')) return;
    const { id } = await newObra();
    await patch(id, { proposito: 'Agua', fuentes: [fuente(1, 5), fuente(2, 0.5)] });
    const earlier = (await get(at(id))).body;
    const instant = await db.one<{ t: string }>(
      `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS t, pg_sleep(0.002)`,
    );
    await patch(id, { proposito: null, fuentes: [fuente(3, 7)] });
    const { body } = await get(`${at(id)}?en=${instant?.t}`);
    assert.deepEqual(body, earlier);
    const versions = (await get(`/obras/${id}/versiones?de=expediente`)).body;
    assert.equal(versions.length, 3);
  });
});
