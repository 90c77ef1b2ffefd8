import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { Caller } from '../../src/core/auth/access.ts';
import { csvOf } from '../../src/features/auditoria/csv.ts';
import { LEDGER } from '../../src/features.ts';
import { columnOf } from '../columns.ts';
import {
  call,
  db,
  emailOf,
  get,
  newObra,
  people,
  refused,
  resetWithCatalog,
  tokenOf,
} from '../world.ts';

// The ledger as a file, and the changes of amounts by how much they changed.

type Row = Record<string, string>;

let first = 700_000;

const file = async (query: string): Promise<Row[]> => {
  const { text, headers } = await get(`/bitacora.csv?${query}`, 'admin');
  assert.equal(headers.get('content-disposition'), 'attachment; filename="bitacora.csv"');
  assert.ok(text.startsWith('instante,usuario,correo,'));
  return parse(text, { columns: true, bom: true });
};

const change = async (id: number, changes: object) =>
  assert.equal((await call('admin', 'PATCH', `/obras/${id}`, changes)).status, 200);

/** The row has these cells, whatever else it has. */
const holds = (row: Row | undefined, cells: Row) => assert.deepEqual({ ...row, ...cells }, row);

const deleted = async (id: number) =>
  assert.equal((await call('admin', 'DELETE', `/obras/${id}`)).status, 200);

describe('the ledger as a file', () => {
  before(async () => {
    await resetWithCatalog();
    // The ledger outlives the tests, and ids begin anew.
    first += 1_000;
    await db.query(`SELECT setval(pg_get_serial_sequence('obras', 'id'), $1, false)`, [first]);
  });

  test('has of a changed amount the author, the work, both amounts and the percent', async () => {
    const { id } = await newObra({ nombre: 'Puente, «el largo»', monto: 1_000_000 });
    await change(id, { monto: 1_250_000.5, estatusObraId: 6 });
    const rows = await file(`recurso=obras&registro=${id}`);
    const [status, amount] = ['estatusObraId', 'monto'].map((campo) =>
      rows.find((row) => row.accion === 'cambiar' && row.campo === campo),
    );
    const author = { usuario: 'Persona admin', correo: emailOf('admin') };
    holds(amount, {
      ...{ ...author, nombre: 'Puente, «el largo»' },
      ...{ accion: 'cambiar', recurso: 'obras', registro: String(id), programa: 'registro-obras' },
      ...{ antes: '1000000', despues: '1250000.5', variacion: '25.00' },
    });
    // A catalog's record is told by its name.
    holds(status, { antes: 'En proceso', despues: 'Terminada', variacion: '' });
    const made = rows.filter(({ accion }) => accion === 'crear');
    assert.ok(made.some((row) => row.campo === 'nombre' && row.despues === 'Puente, «el largo»'));
    // With a field, that one alone.
    const alone = await file(`recurso=obras&registro=${id}&accion=cambiar&campo=monto`);
    assert.deepEqual(alone, [amount]);
  });

  test('has every row that the page has, over many steps, logins included', async () => {
    const before = (await file('accion=entrar')).length;
    await db.query(
      `INSERT INTO bitacora (accion, recurso, usuario_email) SELECT 'entrar', 'auth', 'persona' || n FROM generate_series(1, 1203) n`,
    );
    const rows = await file('accion=entrar');
    assert.equal(rows.length, before + 1203);
    const added = columnOf(rows, 'correo').filter((one) => one?.startsWith('persona'));
    assert.equal(new Set(added).size, 1203);
    assert.deepEqual([rows[0]?.campo, rows[0]?.registro], ['', '']);
  });

  test('has no cell that a spreadsheet would take for a formula', async () => {
    const nombre = '=HYPERLINK("http://x")';
    const { id } = await newObra({ nombre, descripcion: '@SUMA(1)', claveUnica: '-1+1' });
    const { text } = await get(`/bitacora.csv?recurso=obras&registro=${id}`, 'admin');
    assert.ok(text.includes(`"'=HYPERLINK(""http://x"")"`));
    assert.ok(text.includes(`,'@SUMA(1),`) && text.includes(`,'-1+1,`));
    for (const row of parse(text, { bom: true }) as string[][]) {
      for (const cell of row) assert.doesNotMatch(cell, /^[=+@\t\r\n＝＋－＠]|^-\D/);
    }
  });

  test('names a record as it is called today, and a deleted one as it was called last', async () => {
    const { id } = await newObra({ nombre: 'Primera', monto: 10 });
    await change(id, { monto: 20 });
    await change(id, { nombre: 'Segunda' });
    const query = `recurso=obras&registro=${id}&campo=monto`;
    const names = async () => (await file(query)).map(({ nombre }) => nombre);
    assert.deepEqual(await names(), ['Segunda', 'Segunda']);
    await deleted(id);
    assert.deepEqual(await names(), ['Segunda', '', 'Primera']);
    const { body } = await get(`/bitacora?${query}&accion=eliminar`, 'admin');
    assert.deepEqual([body[0].nombre, body[0].usuarioNombre], ['Segunda', 'Persona admin']);
  });

  test('has its headings alone where no row passes the filters', async () => {
    assert.deepEqual(await file('registro=nadie'), []);
    assert.deepEqual(await file('desde=2999-01-01'), []);
  });

  test('is for administrators, and takes the filters of the page', async () => {
    const wrong = '/bitacora.csv?desde=ayer&usuarioId=x&variacionMonto=x';
    const sentences = [/^usuarioId /, /^variacionMonto /, /^desde /];
    refused(await call('admin', 'GET', wrong), 400, sentences);
  });

  test('breaks off with 403 where its reader stops being an administrator midway', async () => {
    const iat = (Date.now() + 1) / 1000;
    const token = await tokenOf('admin2');
    const caller = {
      ...{ id: people.admin2.id, roles: 'admin', token },
      claims: { sub: people.admin2.id, iat },
    } as unknown as Caller;
    for (const [lost, back] of [
      [`roles = 'user'`, `roles = 'admin'`],
      ['is_active = false', 'is_active = true'],
      [`tokens_valid_from = now() + interval '1 hour'`, `tokens_valid_from = '-infinity'`],
    ]) {
      const pieces = csvOf(db, { accion: 'entrar' }, caller, LEDGER);
      await pieces.next();
      assert.equal((await pieces.next()).done, false);
      await db.query(`UPDATE users SET ${lost} WHERE id = $1`, [caller.id]);
      try {
        await assert.rejects(pieces.next(), { statusCode: 403 });
      } finally {
        await db.query(`UPDATE users SET ${back} WHERE id = $1`, [caller.id]);
      }
    }
  });
});

describe('changes of amounts in the ledger', () => {
  before(async () => {
    await resetWithCatalog();
    // The ledger outlives the tests, and ids begin anew.
    first += 1_000;
    await db.query(`SELECT setval(pg_get_serial_sequence('obras', 'id'), $1, false)`, [first]);
  });

  test('are found by how many percent they changed, up or down', async () => {
    const { id } = await newObra({ monto: 100 });
    for (const monto of [120, 60, 61, 0, 5]) await change(id, { monto });
    await change(id, { nombre: 'Otro nombre' });
    const found = async (percent: string) =>
      (await get(`/bitacora?registro=${id}&variacionMonto=${percent}&limit=1000`, 'admin')).body
        .flatMap((row: { cambios: { antes: number; despues: number }[] }) => row.cambios)
        .map(({ antes, despues }: { antes: number; despues: number }) => `${antes} ${despues}`)
        .slice(0, 5);
    assert.deepEqual(await found('0'), ['0 5', '61 0', '60 61', '120 60', '100 120']);
    assert.deepEqual(await found('20'), ['0 5', '61 0', '120 60']);
    assert.deepEqual(await found('19.99'), ['0 5', '61 0', '120 60', '100 120']);
    assert.deepEqual(await found('100'), ['0 5']);
    const rows = await file(`registro=${id}&variacionMonto=20`);
    assert.deepEqual(rows.map(({ variacion }) => variacion).slice(0, 3), ['', '-100.00', '-50.00']);
  });

  test('go along in the link to the next page', async () => {
    const { headers } = await get('/bitacora?variacionMonto=0&limit=1', 'admin');
    assert.match(headers.get('link') ?? '', /variacionMonto=0&limit=1&cursor=/);
  });
});
