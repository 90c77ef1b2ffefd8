import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  addressFor,
  call,
  contratoBody,
  db,
  get,
  newObra,
  overloaded,
  programaBody,
  refused,
  resetWithCatalog,
} from '../../world.ts';

// How much the follow-up of one work may have, and how it is read where that is much.

interface Bound {
  what: string;
  most: number;
  /** Makes as many as there may be; $1 is how many, and the first is there already. */
  fill: string;
  path: string;
  body: object;
  /** One of them, to be changed or taken away. */
  one: string;
}

const BOUNDS: Bound[] = [
  {
    what: 'avances',
    most: 1000,
    fill: `INSERT INTO avances (obra_id, fecha_corte, avance_fisico)
      SELECT 1, '2010-01-01'::date + n, 10 FROM generate_series(1, $1) n`,
    path: '/obras/1/avances',
    body: { fechaCorte: '2026-01-31', avanceFisico: 20 },
    one: '/obras/1/avances/1',
  },
  {
    what: 'programas',
    most: 100,
    fill: `INSERT INTO programas (obra_id, version, fecha_inicio, fecha_termino, motivo)
      SELECT 1, n, '2026-01-01', '2026-12-31', 'x' FROM generate_series(1, $1) n`,
    path: '/obras/1/programas',
    body: programaBody({ motivo: 'Lluvias.' }),
    one: '/obras/1/programas/100',
  },
  {
    what: 'contratos',
    most: 100,
    fill: `INSERT INTO contratos (obra_id, numero, naturaleza, objeto, contratista, monto, fecha_firma, fecha_inicio, fecha_termino)
      SELECT 1, 'C-' || n, 'SUPERVISION', 'x', 'x', 1, '2026-01-01', '2026-01-01', '2026-12-31' FROM generate_series(1, $1) n`,
    path: '/obras/1/contratos',
    body: contratoBody(),
    one: '/obras/1/contratos/100',
  },
  {
    what: 'convenios',
    most: 200,
    fill: `INSERT INTO convenios (obra_id, contrato_id, orden, fecha, monto_nuevo, justificacion)
      SELECT 1, 1 + n % 2, n, '2026-02-01', n, 'x' FROM generate_series(1, $1) n`,
    path: '/obras/1/contratos/3/convenios',
    body: { fecha: '2026-03-01', montoNuevo: 5, justificacion: 'x' },
    one: '/obras/1/contratos/2/convenios/1',
  },
];

describe('the follow-up of one work', () => {
  before(async () => {
    await resetWithCatalog();
    await newObra({ claveUnica: 'LLENA' });
    await newObra({ claveUnica: 'OTRA' });
    // One by one: each is counted before the next.
    for (const { fill, most } of BOUNDS) await db.query(fill, [most]);
  });

  for (const { what, most, path, body, one } of BOUNDS) {
    test(`has ${most} ${what} at most with a sentence for more, and what is there can be changed and deleted`, async () => {
      const sentence = `Esta obra ya tiene ${most === 1000 ? '1,000' : most} ${what}, los más que puede tener.`;
      refused(await call('admin', 'POST', path, body), 409, sentence);
      if (what !== 'programas') {
        assert.equal((await call('admin', 'PATCH', one, {})).status, 200);
      }
      const elsewhere = path.replace('/1/', '/2/');
      if (what !== 'convenios') {
        assert.equal((await call('admin', 'POST', elsewhere, body)).status, 201);
      }
      assert.equal((await call('admin', 'DELETE', one)).status, 200);
      assert.equal((await call('admin', 'POST', path, body)).status, 201);
      const next = { ...body, ...('numero' in body && { numero: 'OTRO' }) };
      if (what !== 'avances') refused(await call('admin', 'POST', path, next), 409, sentence);
    });
  }

  test('waits for its turn where it is large, and nowhere else', async (t) => {
    const whole = await get('/obras/1/seguimiento');
    assert.equal(whole.body.contratos.length, 100);
    assert.equal((await get('/obras/1/avances')).body.length, 1000);
    // A service where no turn comes.
    const slow = { concurrency: 0, patience: 100 };
    const url = await addressFor(t, { CACHE_MB: 0 }, { ...db, slow });
    const ask = (path: string) => call('user', 'GET', `/obras/${path}`, undefined, { url });
    for (const path of ['seguimiento', 'avances', 'programas', 'contratos']) {
      overloaded(await ask(`1/${path}`));
      assert.equal((await ask(`2/${path}`)).status, 200);
      refused(await ask(`99/${path}`), 404, 'Obra 99 no encontrada.');
    }
  });
});
