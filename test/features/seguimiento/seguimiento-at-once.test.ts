import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { createTokens } from '../../../src/core/auth/tokens.ts';
import { ascending, columnOf, columnsOf } from '../../columns.ts';
import {
  type Answer,
  call,
  config,
  contratoBody,
  count,
  db,
  get,
  newObra,
  numbers,
  programaBody,
  resetWithCatalog,
  untrueDocuments,
  type Who,
} from '../../world.ts';

// Many clerks of one agency who write the follow-up of one work in the same moment: each is answered with what was written
// or with why it was not, and nothing is written twice or lost.

const CLERKS = 40;
const AVANCES = '/obras/1/avances';
const CONTRATOS = '/obras/1/contratos';
const tokens = createTokens(config.JWT_SECRET, config.JWT_EXPIRES_IN);
const clerks: Who[] = [];

/** The answers to the clerks, who each send a request of their own at once. */
const together = (send: (who: Who, n: number) => Promise<Answer>) =>
  Promise.all(clerks.map((who, index) => send(who, index + 1)));

/** How many answers have which status. */
function tally(answers: Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
const taken = (answers: Answer[]) =>
  answers.filter(({ status }) => status < 300).map(({ body }) => body);
const held = async (path: string) => ({
  headers: { 'if-match': (await get(path)).headers.get('etag') as string },
});
/** The day so many days after the first of 2026. */
const dayAfter = (days: number) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10);

describe('forty clerks at one work', () => {
  before(async () => {
    await resetWithCatalog();
    await db.query(
      `WITH nuevas AS (
         INSERT INTO users (id, email, nombre_completo, password_hash, roles, must_change_password)
         SELECT ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid, 'captura' || n || '@ejemplo.mx', 'Captura ' || n,
           'ninguna', 'user', false
         FROM generate_series(1, $1::integer) n RETURNING id)
       INSERT INTO capturistas SELECT id, 1 FROM nuevas`,
      [CLERKS],
    );
    for (const n of numbers(1, CLERKS)) {
      const sub = `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`;
      const iat = (Date.now() + 1) / 1000;
      const token = await tokens.sign({ sub, email: `captura${n}@ejemplo.mx`, roles: 'user', iat });
      clerks.push({ token });
    }
  });
  beforeEach(async () => {
    await db.query('DELETE FROM obras');
    await db.query(
      `SELECT setval(pg_get_serial_sequence(name, 'id'), 1, false) FROM unnest(ARRAY['obras', 'contratos']) t (name)`,
    );
    await newObra({ monto: 1_000_000 });
  });

  test('with a cut each have every report stored, as it was answered and with its author', async () => {
    const report = (n: number) => ({
      fechaCorte: dayAfter(n),
      avanceFisico: n,
      montoPagado: n * 1_000,
    });
    const answers = await together((who, n) => call(who, 'POST', AVANCES, report(n)));
    assert.deepEqual(tally(answers), { 201: CLERKS });
    const made = taken(answers);
    assert.deepEqual(
      columnsOf(made, 'fechaCorte', 'avanceFisico', 'avanceFinanciero'),
      numbers(1, CLERKS).map((n) => [dayAfter(n), n, n / 10]),
    );
    assert.deepEqual((await get(AVANCES)).body, made);
    const { avance, avances } = (await get('/obras/1/seguimiento')).body;
    assert.deepEqual([avance, avances], [made.at(-1), made.slice(-24)]);
    const authors = await db.query<{ usuario_email: string }>(
      `SELECT usuario_email FROM bitacora WHERE recurso = 'avances' AND obra_id = 1 AND accion = 'crear'
       ORDER BY id DESC LIMIT ${CLERKS}`,
    );
    assert.equal(new Set(authors.map((row) => row.usuario_email)).size, CLERKS);
    assert.deepEqual(await untrueDocuments(), []);
  });

  test('with ten cuts among them have one report stored for each, whole', async () => {
    const same = { avanceFisico: 50, montoPagado: 70 };
    const said = (n: number) => ({
      fechaCorte: dayAfter(n % 10),
      ...same,
      observaciones: `de ${n}`,
    });
    const answers = await together((who, n) => call(who, 'POST', AVANCES, said(n)));
    assert.deepEqual(tally(answers), { 201: 10, 409: CLERKS - 10 });
    const list = (await get(AVANCES)).body;
    const inOrder = taken(answers).sort((a, b) => a.fechaCorte.localeCompare(b.fechaCorte));
    assert.deepEqual(list, inOrder);
    for (const { observaciones, fechaCorte } of list) {
      assert.equal(fechaCorte, said(Number(observaciones.slice(3))).fechaCorte);
    }
    assert.deepEqual(await untrueDocuments(), []);
  });

  test('with falling progress get one report stored, and 400 for the rest', async () => {
    // The later the cut, the less was built: only one of any two can stand.
    const answers = await together((who, n) =>
      call(who, 'POST', AVANCES, { fechaCorte: dayAfter(n), avanceFisico: CLERKS - n }),
    );
    assert.deepEqual(tally(answers), { 201: 1, 400: CLERKS - 1 });
    for (const { status, body } of answers) {
      if (status === 400) assert.match(body.message[0], /explique por qué|no explica por qué/);
    }
    assert.equal(await count('avances'), 1);
  });

  test('with the same ETag have one change made, and 412 for the rest', async () => {
    const report = { fechaCorte: dayAfter(1), avanceFisico: 1 };
    const one = `${AVANCES}/${(await call('admin', 'POST', AVANCES, report)).body.id}`;
    const options = await held(one);
    const change = (who: Who, n: number, options = {}) =>
      call(who, 'PATCH', one, { avanceFisico: n, observaciones: `de ${n}` }, options);
    const changed = await together((who, n) => change(who, n, options));
    assert.deepEqual(tally(changed), { 200: 1, 412: CLERKS - 1 });
    assert.deepEqual((await get(one)).body, taken(changed)[0]);
    // Without a condition the last counts, and none is half of another.
    const each = await together((who, n) => change(who, n));
    assert.deepEqual(tally(each), { 200: CLERKS });
    for (const body of [...taken(each), (await get(one)).body]) {
      assert.equal(body.observaciones, `de ${body.avanceFisico}`);
    }
    const gone = await together((who) => call(who, 'DELETE', one));
    assert.deepEqual(tally(gone), { 200: 1, 404: CLERKS - 1 });
    assert.deepEqual(await untrueDocuments(), []);
  });

  test('with programmes and agreements have them numbered one after another', async () => {
    const programas = await together((who) =>
      call(who, 'POST', '/obras/1/programas', programaBody({ motivo: 'Lluvias.' })),
    );
    assert.deepEqual(tally(programas), { 201: CLERKS });
    const versions = columnOf(taken(programas), 'version').sort(ascending);
    assert.deepEqual(versions, numbers(1, CLERKS));
    const contratos = await together((who, n) =>
      call(who, 'POST', CONTRATOS, contratoBody({ numero: 'ÚNICO', objeto: `de ${n}` })),
    );
    assert.deepEqual(tally(contratos), { 201: 1, 409: CLERKS - 1 });
    const [{ id, objeto }] = taken(contratos);
    const one = `${CONTRATOS}/${id}`;
    assert.equal((await get(one)).body.objeto, objeto);
    const convenio = { fecha: '2026-08-15', justificacion: 'Suelo rocoso.' };
    const convenios = await together((who, n) =>
      call(who, 'POST', `${one}/convenios`, { ...convenio, montoNuevo: n }),
    );
    assert.deepEqual(tally(convenios), { 201: CLERKS });
    const contrato = (await get(one)).body;
    assert.deepEqual(columnOf(contrato.convenios, 'orden'), numbers(1, CLERKS));
    assert.equal(contrato.montoVigente, contrato.convenios.at(-1).montoNuevo);
    assert.deepEqual(await untrueDocuments(), []);
  });

  test('with a field each of one record undo no other’s change', async () => {
    const fields = [
      { fechaInicioReal: '2026-02-01' },
      { fechaTerminoReal: '2026-09-30' },
      { fechaEntregaRecepcion: '2026-10-15' },
      { montoFinal: 5.5 },
      { alcanceFinal: 'Todo.' },
      { motivoVariacion: 'Nada.' },
    ];
    const answers = await together((who, n) =>
      call(who, 'PATCH', '/obras/1/ejecucion', fields[n % fields.length]),
    );
    assert.deepEqual(tally(answers), { 200: CLERKS });
    assert.deepEqual((await get('/obras/1/ejecucion')).body, Object.assign({}, ...fields));
  });

  test('have either written before the work is deleted, or get 404', async () => {
    const [gone, ...answers] = await Promise.all([
      call('admin', 'DELETE', '/obras/1'),
      ...clerks.map((who, n) =>
        call(who, 'POST', AVANCES, { fechaCorte: dayAfter(n), avanceFisico: 5 }),
      ),
    ]);
    assert.equal(gone.status, 200);
    for (const { status, text } of answers) assert.ok([201, 404].includes(status), text);
    assert.deepEqual([await count('avances'), await count('obras_seguimiento')], [0, 0]);
  });
});
