import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { DatabaseError } from 'pg';
import { columnOf, columnsOf } from '../../columns.ts';
import { table } from '../../table.ts';
import {
  appoint,
  call,
  contratoBody,
  count,
  day,
  db,
  emailOf,
  get,
  newObra,
  nextOf,
  numbers,
  people,
  programaBody,
  refused,
  resetWithCatalog,
  untrueDocuments,
  type Who,
  withNewIds,
  write,
} from '../../world.ts';

const AVANCES = '/obras/1/avances';
const CONTRATOS = '/obras/1/contratos';
const FORBIDDEN = 'Forbidden resource';
const OTHERS = 'Esta obra no es de su dependencia.';
const CHANGED =
  'El registro cambió desde que lo consultó; consúltelo de nuevo antes de modificarlo.';

const report = (fechaCorte: string, avanceFisico: number, more: object = {}) => ({
  fechaCorte,
  avanceFisico,
  ...more,
});

const post = (path: string, body: unknown, who: Who = 'admin') => write(who, 'POST', path, body);

/** A body for POST /obras/:id/contratos/:id/convenios. */
const convenio = (changes: object = {}) => ({
  fecha: '2026-08-15',
  montoNuevo: 1_380_000,
  justificacion: 'Suelo rocoso.',
  ...changes,
});

/** Sends a request of a table's row: who, its method and path below /obras, and the body. */
function send([who = '', request = '', body]: string[]) {
  const [method = '', path] = request.split(' ');
  return call(who as Who, method, `/obras/${path}`, body ? JSON.parse(body) : undefined);
}

/** Sends the requests of a table one after another, and holds each to its status and, where it is refused, the sentence. */
async function follow(rows: string[][]) {
  for (const row of rows) {
    const [, request, , status = '', sentence = ''] = row;
    const answer = await send(row);
    if (sentence) refused(answer, Number(status), status === '400' ? [sentence] : sentence);
    else assert.equal(answer.status, Number(status), `${request}: ${answer.text}`);
  }
}

async function world() {
  await resetWithCatalog();
  await newObra({ monto: 2_000_000 });
}

describe('reports of progress', () => {
  beforeEach(world);

  test('are written, listed by day, changed and deleted', async () => {
    const sent = report('2026-06-30', 45.5, { montoPagado: 500_000.5, causaAtraso: 'CLIMA' });
    const made = await post(AVANCES, sent);
    assert.match(made.creadoEn, /^20.*Z$/);
    const { creadoEn, actualizadoEn, ...rest } = made;
    assert.deepEqual(rest, { id: 1, ...sent, observaciones: '', avanceFinanciero: 25 });
    await post(AVANCES, report('2026-03-31', 20));
    await post(AVANCES, report(await day(0), 46));
    const list = (await get(AVANCES)).body;
    assert.deepEqual(columnOf(list, 'fechaCorte'), ['2026-03-31', '2026-06-30', await day(0)]);
    assert.deepEqual([list[0].montoPagado, list[0].avanceFinanciero], [null, null]);
    assert.deepEqual((await get(`${AVANCES}/1`)).body, made);

    const changes = { avanceFisico: 46, causaAtraso: null };
    const changed = await write('admin', 'PATCH', `${AVANCES}/1`, changes);
    assert.deepEqual(changed, { ...made, ...changes, actualizadoEn: changed.actualizadoEn });
    const { headers } = await get(`${AVANCES}/1`);
    for (const nothing of [{}, { avanceFisico: 46 }]) {
      assert.deepEqual(await write('admin', 'PATCH', `${AVANCES}/1`, nothing), changed);
      assert.equal((await get(`${AVANCES}/1`)).headers.get('etag'), headers.get('etag'));
    }
    // Its amount changes with the obra's.
    await write('admin', 'PATCH', '/obras/1', { monto: 1_000_001 });
    assert.equal((await get(`${AVANCES}/1`)).body.avanceFinanciero, 50);
    await write('admin', 'PATCH', '/obras/1', { monto: 0 });
    assert.equal((await get(`${AVANCES}/1`)).body.avanceFinanciero, null);

    const gone = await write('admin', 'DELETE', `${AVANCES}/1`);
    assert.deepEqual(gone, { message: 'El avance se eliminó.' });
    refused(await call('user', 'GET', `${AVANCES}/1`), 404, 'Avance 1 no encontrado.');
    refused(await call('admin', 'DELETE', `${AVANCES}/1`), 404, 'Avance 1 no encontrado.');
  });

  test('are one for each day of a work', async () => {
    await newObra();
    const twice = 'Ya hay un avance con corte al 30 de junio de 2026.';
    await follow(table`
      # who | request           | body                                            | status | sentence
      admin | POST 1/avances    | {"fechaCorte":"2026-06-30","avanceFisico":45}   | 201    | -
      admin | POST 1/avances    | {"fechaCorte":"2026-06-30","avanceFisico":46}   | 409    | ${twice}
      admin | POST 1/avances    | {"fechaCorte":"2026-07-31","avanceFisico":50}   | 201    | -
      admin | PATCH 1/avances/3 | {"fechaCorte":"2026-06-30"}                     | 409    | ${twice}
      admin | POST 2/avances    | {"fechaCorte":"2026-06-30","avanceFisico":45}   | 201    | -`);
  });

  test('that fall need an explanation, in whatever order they are sent', async () => {
    const fall =
      'observaciones: explique por qué el avance físico baja de 40.50 % (30 de junio de 2026) a 30.00 %.';
    const less =
      'observaciones: explique por qué lo pagado baja de $100.00 (30 de septiembre de 2026) a $99.99.';
    const later = (field: string, figure: string) =>
      `${field}: el avance al 30 de junio de 2026 dice menos (${figure}) y no explica por qué; corrija aquél, o explíquelo en sus observaciones.`;
    await follow(table`
      # who | request           | body                                                               | status | sentence
      admin | POST 1/avances    | {"fechaCorte":"2026-06-30","avanceFisico":40.5,"montoPagado":100}  | 201    | -
      admin | POST 1/avances    | {"fechaCorte":"2026-09-30","avanceFisico":30,"montoPagado":100}    | 400    | ${fall}
      admin | POST 1/avances    | {"fechaCorte":"2026-09-30","avanceFisico":30,"montoPagado":100,"observaciones":"Lluvia."} | 201 | -
      # Taken away, the words are missing again.
      admin | PATCH 1/avances/3 | {"observaciones":""}                                               | 400    | ${fall}
      # Of a payment that was left out nothing is known: it is held against the last one that was said.
      admin | POST 1/avances    | {"fechaCorte":"2026-10-15","avanceFisico":30,"montoPagado":null}   | 201    | -
      admin | POST 1/avances    | {"fechaCorte":"2026-10-31","avanceFisico":31,"montoPagado":99.99}  | 400    | ${less}
      # Between two: the later one would have fallen without a word.
      admin | POST 1/avances    | {"fechaCorte":"2026-03-31","avanceFisico":10}                      | 201    | -
      admin | POST 1/avances    | {"fechaCorte":"2026-05-31","avanceFisico":41}                      | 400    | ${later('avanceFisico', '40.50 %')}
      admin | POST 1/avances    | {"fechaCorte":"2026-05-31","avanceFisico":40,"montoPagado":101}    | 400    | ${later('montoPagado', '$100.00')}
      admin | POST 1/avances    | {"fechaCorte":"2026-05-31","avanceFisico":40.5,"montoPagado":100}  | 201    | -`);
    assert.deepEqual(await untrueDocuments(), []);
  });

  test('that explain a later fall can’t be moved or deleted', async () => {
    const sinks = (what: string) =>
      `Sin lo que este avance dice, en el del 30 de septiembre de 2026 ${what} sin que se explique; escriba antes en las observaciones de aquél por qué.`;
    const built = sinks('el avance físico baja de 50.00 % a 45.00 %');
    const paid = sinks('lo pagado baja de $100.00 a $90.00');
    await follow(table`
      # who | request            | body                                                             | status | sentence
      admin | POST 1/avances     | {"fechaCorte":"2026-03-31","avanceFisico":50,"montoPagado":100}  | 201    | -
      admin | POST 1/avances     | {"fechaCorte":"2026-06-30","avanceFisico":40,"montoPagado":80,"observaciones":"Se midió."} | 201 | -
      admin | POST 1/avances     | {"fechaCorte":"2026-09-30","avanceFisico":45,"montoPagado":90}   | 201    | -
      admin | DELETE 1/avances/2 | -                                                                | 409    | ${built}
      admin | PATCH 1/avances/2  | {"fechaCorte":"2026-10-31"}                                      | 409    | ${built}
      admin | PATCH 1/avances/2  | {"montoPagado":null}                                             | 409    | ${paid}
      admin | PATCH 1/avances/3  | {"avanceFisico":50}                                              | 200    | -
      admin | DELETE 1/avances/2 | -                                                                | 409    | ${paid}
      # Between the same two it may move. Once the later one has words of its own, it may go.
      admin | PATCH 1/avances/2  | {"fechaCorte":"2026-07-31"}                                      | 200    | -
      admin | PATCH 1/avances/3  | {"observaciones":"Se midió de nuevo."}                           | 200    | -
      admin | DELETE 1/avances/2 | -                                                                | 200    | -
      # With the work all of them go.
      admin | POST 1/avances     | {"fechaCorte":"2026-08-31","avanceFisico":44,"montoPagado":85,"observaciones":"Se midió."} | 201 | -
      admin | PATCH 1/avances/3  | {"observaciones":"Se midió bien."}                               | 200    | -
      admin | DELETE 1           | -                                                                | 200    | -`);
    assert.equal(await count('avances'), 0);
  });

  test('belong to their obra alone, and go with it', async () => {
    await newObra();
    const whole = '{"fechaCorte":"2026-06-30","avanceFisico":45}';
    await follow(table`
      # who | request                 | body     | status | sentence
      admin | POST 1/avances          | ${whole} | 201    | -
      user  | GET 2/avances/1         | -        | 404    | Avance 1 no encontrado.
      user  | GET 9/avances           | -        | 404    | Obra 9 no encontrada.
      user  | GET 9/avances/1         | -        | 404    | Obra 9 no encontrada.
      user  | GET 9/seguimiento       | -        | 404    | Obra 9 no encontrada.
      admin | POST 9/avances          | ${whole} | 404    | Obra 9 no encontrada.
      admin | POST 2147483648/avances | ${whole} | 404    | Obra 2147483648 no encontrada.`);
    for (const [method, body] of [['PATCH', {}], ['DELETE']] as const) {
      const headers = { 'if-match': '"otra"' };
      const answer = await call('admin', method, '/obras/2/avances/1', body, { headers });
      refused(answer, 404, 'Avance 1 no encontrado.');
    }
    await write('admin', 'DELETE', '/obras/1');
    assert.deepEqual([await count('avances'), await count('obras_seguimiento')], [0, 0]);
  });
});

describe('clerks', () => {
  beforeEach(world);

  test('are appointed by administrators, for existing agencies', async () => {
    const path = `/users/${people.user.id}/dependencias`;
    assert.deepEqual((await get(path)).body, { dependenciaIds: [] });
    await db.query(
      `INSERT INTO dependencias (nombre, activo) VALUES ('Cerrada', false), ('Tercera', true)`,
    );
    const wrong = await call('admin', 'PATCH', path, { dependenciaIds: [1, 2, 9, 3_000_000_000] });
    refused(wrong, 400, [
      'dependenciaIds[1]: el registro 2 está inactivo.',
      'dependenciaIds[2]: no existe el registro 9.',
      'dependenciaIds[3]: no existe el registro 3000000000.',
    ]);
    assert.deepEqual(await appoint([3, 1, 1]), { dependenciaIds: [1, 3] });
    // An appointment stays while the agency is closed.
    await db.query('UPDATE dependencias SET activo = false WHERE id = 3');
    assert.deepEqual(await appoint([3]), { dependenciaIds: [3] });
    const unknown = `/users/00000000-0000-4000-8000-0000000000ff/dependencias`;
    for (const [method, body] of [['GET'], ['PATCH', { dependenciaIds: [] }]] as const) {
      refused(await call('admin', method, unknown, body), 404, 'Usuario no encontrado');
    }
    refused(await call('admin', 'PATCH', path, {}), 400, ['dependenciaIds es obligatorio.']);
    // Her role is what it was, and so is her record.
    const { body } = await get(`/users/${people.user.id}`, 'admin');
    assert.deepEqual([body.roles, Object.keys(body).includes('dependenciaIds')], ['user', false]);
  });

  test('write on their agency’s works, and on no others', async () => {
    const [other] = await db.query<{ id: number }>(
      `INSERT INTO dependencias (nombre) VALUES ('Otra') RETURNING id`,
    );
    await newObra({ dependenciaId: other?.id });
    await appoint([1]);
    await post(AVANCES, report('2026-06-30', 45), 'user');
    await post('/obras/1/programas', programaBody(), 'user');
    const sent = JSON.stringify(report('2026-06-30', 45));
    await follow(table`
      # who | request              | body                | status | sentence
      user  | POST 1/avances       | {"avanceFisico":1}  | 400    | fechaCorte es obligatorio.
      user  | POST 2/avances       | {"avanceFisico":1}  | 400    | fechaCorte es obligatorio.
      user  | POST 2/avances       | ${sent}             | 403    | ${OTHERS}
      user  | PATCH 2/ejecucion    | {}                  | 403    | ${OTHERS}
      user  | DELETE 2/avances/1   | -                   | 403    | ${OTHERS}
      user  | POST 9/avances       | ${sent}             | 404    | Obra 9 no encontrada.
      user  | DELETE 1/programas/1 | -                   | 403    | ${FORBIDDEN}
      user  | PATCH 1              | {"estatusObraId":6} | 403    | ${FORBIDDEN}
      user  | DELETE 1             | -                   | 403    | ${FORBIDDEN}`);
    const own = `/users/${people.user.id}/dependencias`;
    refused(await call('user', 'PATCH', own, { dependenciaIds: [1, 2] }), 403, FORBIDDEN);
    await write('user', 'PATCH', '/obras/1/ejecucion', { montoFinal: 5 });
    await post(CONTRATOS, contratoBody(), 'user');
    // All of it built does not close the work: somebody else confirms that.
    await post(AVANCES, report('2026-07-31', 100), 'user');
    assert.equal((await get('/obras/1')).body.estatusObraId, 4);
    // The work moves to another agency, and is out of her reach.
    await write('admin', 'PATCH', '/obras/1', { dependenciaId: other?.id });
    refused(await call('user', 'POST', AVANCES, report('2026-08-31', 100)), 403, OTHERS);
    await appoint([]);
    refused(await call('user', 'POST', AVANCES, report('2026-08-31', 100)), 403, FORBIDDEN);
  });

  test('get 403 where they lose their agency before the write, and write no record', async () => {
    await appoint([1]);
    await call('user', 'GET', '/obras');
    // The guard has let her in: what the statement sees decides.
    const lost = async (setup: string, values: unknown[], constraint: string) => {
      await db.query('DELETE FROM capturistas');
      if (setup) await db.query(setup, values);
      await assert.rejects(
        db.query('SELECT require_clerk(1, $1, $2, $3)', [people.user.id, 4e15, 'x']),
        (error) => error instanceof DatabaseError && error.constraint === constraint,
      );
    };
    await lost('', [], 'caller_admin');
    const elsewhere = `WITH otra AS (INSERT INTO dependencias (nombre) VALUES ('Otra') RETURNING id)
      INSERT INTO capturistas SELECT $1, id FROM otra`;
    await lost(elsewhere, [people.user.id], 'caller_dependencia');
    await appoint([1]);
    await db.query('SELECT require_clerk(1, $1, $2, $3)', [people.user.id, 4e15, 'x']);
    await assert.rejects(
      db.query('SELECT require_clerk(1, $1, 0, $2)', [people.inactive.id, 'x']),
      (error) => error instanceof DatabaseError && error.constraint === 'caller_token',
    );
  });
});

describe('programmes', () => {
  beforeEach(world);
  const PROGRAMAS = '/obras/1/programas';

  test('begin with the baseline, and each later one has its reason', async () => {
    const point = (fecha: string, avanceFisico: number) => ({ fecha, avanceFisico });
    const curva = [point('2026-02-01', 0), point('2026-10-31', 100)];
    const { creadoEn, ...base } = await post(PROGRAMAS, programaBody({ curva }));
    assert.deepEqual(base, { version: 1, ...programaBody({ motivo: null, curva }) });
    const unexplained = await call('admin', 'POST', PROGRAMAS, programaBody());
    refused(unexplained, 400, ['motivo: explique por qué se reprograma la obra.']);
    const later = programaBody({ fechaTermino: '2026-12-15', motivo: 'Lluvias.' });
    assert.equal((await post(PROGRAMAS, later)).version, 2);
    assert.equal((await get(`${PROGRAMAS}/2`)).body.motivo, 'Lluvias.');
    const tag = (await get(`${PROGRAMAS}/1`)).text;
    const history =
      'Sólo se elimina el programa más nuevo; los anteriores son la historia de la obra.';
    await follow(table`
      admin | DELETE 1/programas/1 | - | 409 | ${history}
      admin | DELETE 1/programas/2 | - | 200 | -
      admin | DELETE 1/programas/2 | - | 404 | Programa 2 no encontrado.`);
    assert.equal((await get(`${PROGRAMAS}/1`)).text, tag);
  });
});

describe('the outcome of a work', () => {
  beforeEach(world);
  const PATH = '/obras/1/ejecucion';

  test('is empty at first, and is changed field by field', async () => {
    const nothing = {
      ...{ fechaInicioReal: null, fechaTerminoReal: null, fechaEntregaRecepcion: null },
      ...{ montoFinal: null, alcanceFinal: null, motivoVariacion: null },
    };
    assert.deepEqual((await get(PATH)).body, nothing);
    for (const empty of [{}, { montoFinal: null }]) {
      assert.deepEqual(await write('admin', 'PATCH', PATH, empty), nothing);
    }
    assert.equal(await count('ejecuciones'), 0);
    const given = { fechaInicioReal: '2026-02-10', montoFinal: 5.5 };
    assert.deepEqual(await write('admin', 'PATCH', PATH, given), { ...nothing, ...given });
    const left = await write('admin', 'PATCH', PATH, { montoFinal: null });
    assert.deepEqual(left, { ...nothing, fechaInicioReal: '2026-02-10' });
  });
});

describe('contracts', () => {
  beforeEach(world);
  const one = `${CONTRATOS}/1`;

  test('have their totals with all agreements, in whatever order these were written', async () => {
    const made = await post(CONTRATOS, contratoBody({ contratistaRfc: 'cma010203ab5' }));
    assert.equal(made.contratistaRfc, 'CMA010203AB5');
    const totals = ['montoVigente', 'fechaTerminoVigente', 'variacionMonto', 'variacionPlazo'];
    assert.deepEqual(columnsOf([made], ...totals), [[1_200_000, '2026-10-31', 0, 0]]);
    const first = await get(one);
    const grown = await post(`${one}/convenios`, convenio({ fechaTerminoNueva: '2026-12-15' }));
    assert.deepEqual(columnsOf([grown], ...totals), [[1_380_000, '2026-12-15', 15, 45]]);
    // An earlier one, written down later, does not undo it.
    const both = await post(`${one}/convenios`, convenio({ fecha: '2026-05-01', montoNuevo: 1 }));
    assert.equal(both.montoVigente, 1_380_000);
    assert.deepEqual(columnOf(both.convenios, 'orden'), [2, 1]);
    // An agreement changes its contract's tag.
    const headers = { 'if-match': first.headers.get('etag') as string };
    for (const [method, path, body] of [
      ['PATCH', one, { objeto: 'Otro' }],
      ['DELETE', one],
      ['PATCH', `${one}/convenios/1`, { montoNuevo: 7 }],
      ['DELETE', `${one}/convenios/1`],
    ] as const) {
      refused(await call('admin', method, path, body, { headers }), 412, CHANGED);
    }
    const now = { 'if-match': (await get(one)).headers.get('etag') as string };
    const less = await write('admin', 'PATCH', `${one}/convenios/1`, { montoNuevo: null }, now);
    assert.deepEqual([less.montoVigente, less.fechaTerminoVigente], [1, '2026-12-15']);
    assert.equal((await write('admin', 'DELETE', `${one}/convenios/2`)).montoVigente, 1_200_000);
    await follow(table`
      admin | DELETE 1/contratos/1/convenios/2 | -                             | 404 | Convenio 2 no encontrado.
      admin | POST 1/contratos/9/convenios     | ${JSON.stringify(convenio())} | 404 | Contrato 9 no encontrado.
      admin | DELETE 1/contratos/1             | -                             | 200 | -`);
    assert.equal(await count('convenios'), 0);
    assert.deepEqual(await untrueDocuments(), []);
  });

  test('have a number once in a work, whatever its case', async () => {
    await newObra();
    await post(CONTRATOS, contratoBody({ numero: 'Ñ-1' }));
    await post('/obras/2/contratos', contratoBody({ numero: 'Ñ-1' }));
    const again = await call('admin', 'POST', CONTRATOS, contratoBody({ numero: 'ñ-1' }));
    refused(again, 409, 'Esta obra ya tiene un contrato con el número "ñ-1".');
  });
});

describe('a body that breaks rules', () => {
  /** A right body for each place where records are made; a body for another place changes the record there. */
  const RIGHT: Record<string, object> = {
    avances: report('2026-06-30', 45),
    programas: programaBody(),
    contratos: contratoBody(),
    'contratos/1/convenios': convenio(),
  };
  before(async () => {
    await world();
    const ended = { terminacion: 'RESCISION', fechaTerminacion: '2026-09-01' };
    await post(CONTRATOS, contratoBody());
    await post(CONTRATOS, contratoBody({ numero: '2', ...ended, motivoTerminacion: 'Abandono.' }));
    await post(`${CONTRATOS}/1/convenios`, convenio({ fechaTerminoNueva: '2026-03-01' }));
    await write('admin', 'PATCH', '/obras/1/ejecucion', { fechaInicioReal: '2026-02-10' });
  });
  after(async () => {
    const tables = ['avances', 'programas', 'contratos', 'convenios'];
    assert.deepEqual(await Promise.all(tables.map(count)), [0, 0, 2, 1], 'what was refused');
  });

  // Each row is a body that is right but for these fields, and those of the rows without a place that follow. A rule of the body
  // alone is broken whatever the work (400 for work 99, too), one that compares with stored records where they are (404).
  const HALF = 'terminacion va junto con fechaTerminacion: las dos o ninguna.';
  const MOTIVE = 'motivoTerminacion es obligatorio si terminacion es ANTICIPADA o RESCISION.';
  const TERM = 'fechaTermino no debe ser anterior a fechaInicio.';
  const ADVANCE = 'anticipo no debe ser mayor que monto.';
  const CURVE = 'curva debe ir por fecha, sin bajar, de fechaInicio a fechaTermino.';
  const DAY = 'fechaCorte debe ser una fecha de 2000 a 2100, por ejemplo 2026-06-30.';
  const CAUSE =
    'causaAtraso debe ser CLIMA, PREDIO, PERMISOS, PAGOS, CONTRATISTA, PROYECTO, SOCIAL, FUERZA_MAYOR, OTRA o null.';
  const LONG = 'x'.repeat(2_001);
  const POINT = JSON.stringify({ fecha: '2026-03-01', avanceFisico: 1 });
  const ROWS = table`
    # place      | fields                                     | of work 99 | sentence
    avances      | {"avanceFinanciero":40}                    | 400 | avanceFinanciero no es un campo reconocido.
    -            | {"fechaCorte":"2026-02-30"}                | -   | ${DAY}
    -            | {"avanceFisico":100.01}                    | -   | avanceFisico debe estar entre 0 y 100.
    -            | {"montoPagado":-1}                         | -   | montoPagado debe estar entre 0 y 9,999,999,999,999.99.
    -            | {"causaAtraso":"PEREZA"}                   | -   | ${CAUSE}
    -            | {"observaciones":"${LONG}"}                | -   | observaciones no debe tener más de 2,000 caracteres.
    avances      | {"fechaCorte":"MAÑANA"}                    | 400 | fechaCorte no debe ser posterior a hoy.
    -            | {"avanceFisico":101}                       | -   | avanceFisico debe estar entre 0 y 100.
    avances      | {"avanceFisico":"45"}                      | 400 | avanceFisico debe ser un número.
    avances      | {"avanceFisico":45.123}                    | 400 | avanceFisico no debe tener más de dos decimales.
    avances      | {"avanceFisico":-1}                        | 400 | avanceFisico debe estar entre 0 y 100.
    avances      | {"fechaCorte":"30/06/2026"}                | 400 | ${DAY}
    avances      | {"fechaCorte":"1999-12-31"}                | 400 | ${DAY}
    avances      | {"fechaCorte":"FALTA"}                     | 400 | fechaCorte es obligatorio.
    avances      | {"avanceFisico":"FALTA"}                   | 400 | avanceFisico es obligatorio.
    avances      | {"observaciones":null}                     | 400 | observaciones debe ser un texto.
    programas    | {"motivo":"${LONG}"}                       | 400 | motivo no debe tener más de 2,000 caracteres.
    -            | {"fechaTermino":"2026-01-31"}              | -   | ${TERM}
    -            | {"curva":[{"fecha":"2026-03-01","avanceFisico":50},{"fecha":"2026-04-01","avanceFisico":40}]} | - | ${CURVE}
    programas    | {"curva":[{"fecha":"2026-11-01","avanceFisico":100.01}]} | 400 | curva[0].avanceFisico debe estar entre 0 y 100.
    -            | -                                          | -   | ${CURVE}
    programas    | {"curva":[{"fecha":"2026-01-31","avanceFisico":0}]} | 400 | ${CURVE}
    programas    | {"curva":[{"fecha":"2026-03-01","avanceFisico":10},{"fecha":"2026-04-01","avanceFisico":9}]} | 400 | ${CURVE}
    programas    | {"curva":[${POINT},{"fecha":"2026-03-01","avanceFisico":2}]} | 400 | ${CURVE}
    programas    | {"curva":[{"fecha":"2026-03-01"}]}         | 400 | curva[0].avanceFisico es obligatorio.
    programas    | {"curva":[${Array(121).fill(POINT)}]}      | 400 | curva no debe tener más de 120 elementos.
    contratos    | {"numero":""}                              | 400 | numero no debe estar vacío.
    -            | {"fechaFirma":"MAÑANA"}                    | -   | fechaFirma no debe ser posterior a hoy.
    -            | {"anticipo":1200000.01}                    | -   | ${ADVANCE}
    -            | {"fechaTermino":"2026-01-31"}              | -   | ${TERM}
    -            | {"fechaTerminacion":"2026-01-01"}          | -   | fechaTerminacion no debe ser anterior a fechaFirma.
    -            | {"fechaEntregaRecepcion":"2026-01-31"}     | -   | fechaEntregaRecepcion no debe ser anterior a fechaInicio.
    -            | {"terminacion":"RESCISION"}                | -   | ${MOTIVE}
    contratos    | {"monto":-1}                               | 400 | monto debe estar entre 0 y 9,999,999,999,999.99.
    -            | {"fechaTerminacion":"MAÑANA"}              | -   | fechaTerminacion no debe ser posterior a hoy.
    -            | -                                          | -   | ${HALF}
    contratos    | {"url":"http://x"}                         | 400 | url debe ser una dirección que empieza con https://.
    -            | {"montoFinal":5}                           | -   | terminacion es obligatoria donde hay montoFinal, fechaEntregaRecepcion o motivoTerminacion.
    contratos    | {"presupuestoBase":-1}                     | 400 | presupuestoBase debe estar entre 0 y 9,999,999,999,999.99.
    contratos    | {"presupuestoBase":1.005}                  | 400 | presupuestoBase no debe tener más de dos decimales.
    contratos    | {"url":"javascript:alert(1)"}              | 400 | url debe ser una dirección que empieza con https://.
    contratos    | {"terminacion":"CONCLUIDO"}                | 400 | ${HALF}
    contratos    | {"contratistaRfc":"${'x'.repeat(51)}"}     | 400 | contratistaRfc no debe tener más de 50 caracteres.
    contratos    | {"contratistaRfc":""}                      | 400 | contratistaRfc no debe estar vacío.
    contratos    | {"numeroProponentes":0}                    | 400 | numeroProponentes debe estar entre 1 y 999.
    contratos    | {"naturaleza":"obra"}                      | 400 | naturaleza debe ser OBRA, SUPERVISION o PROYECTO.
    contratos/1  | {"numero":""}                              | 400 | numero no debe estar vacío.
    -            | {"anticipo":6,"monto":5}                   | -   | ${ADVANCE}
    contratos/1  | {"anticipo":1200000.01}                    | 404 | ${ADVANCE}
    contratos/1  | {"fechaTermino":"2026-01-31"}              | 404 | ${TERM}
    contratos/1  | {"terminacion":"RESCISION"}                | 400 | ${HALF}
    -            | {"fechaTerminacion":null,"motivoTerminacion":null} | - | ${MOTIVE}
    contratos/1  | {"terminacion":"CONCLUIDO"}                | 404 | ${HALF}
    contratos/1  | {"fechaFirma":"2026-08-16"}                | 404 | fechaFirma no debe ser posterior a los convenios del contrato.
    contratos/1  | {"fechaInicio":"2026-03-02"}               | 404 | fechaInicio no debe ser posterior a una fecha de término que fijó un convenio.
    contratos/2  | {"motivoTerminacion":null}                 | 404 | ${MOTIVE}
    contratos/1/convenios | {"fecha":"MAÑANA"}                | 400 | fecha no debe ser posterior a hoy.
    -            | {"justificacion":""}                       | -   | justificacion no debe estar vacío.
    -            | {"montoNuevo":null}                        | -   | montoNuevo: el convenio no cambia nada; indique montoNuevo, fechaTerminoNueva o alcance.
    contratos/1/convenios | {"justificacion":"FALTA"}         | 400 | justificacion es obligatorio.
    contratos/1/convenios | {"fecha":"2026-01-19"}            | 404 | fecha no debe ser anterior a la firma del contrato (20 de enero de 2026).
    contratos/1/convenios | {"fechaTerminoNueva":"2026-01-31"} | 404 | fechaTerminoNueva no debe ser anterior al inicio del contrato (1 de febrero de 2026).
    ejecucion    | {"fechaInicioReal":"2026-05-01"}           | 400 | montoFinal debe estar entre 0 y 9,999,999,999,999.99.
    -            | {"montoFinal":-1,"fechaTerminoReal":"2026-04-01"} | - | fechaTerminoReal no debe ser anterior a fechaInicioReal.
    -            | {"fechaEntregaRecepcion":"2026-03-01"}     | -   | fechaEntregaRecepcion no debe ser anterior al inicio ni al término de la obra.
    ejecucion    | {"alcanceFinal":" "}                       | 400 | alcanceFinal no debe estar vacío.
    -            | {"fechaTerminoReal":"MAÑANA"}              | -   | fechaTerminoReal no debe ser posterior a hoy.
    ejecucion    | {"fechaTerminoReal":"2026-02-09"}          | 404 | fechaTerminoReal no debe ser anterior a fechaInicioReal.
    ejecucion    | {"fechaEntregaRecepcion":"2026-02-09"}     | 404 | fechaEntregaRecepcion no debe ser anterior al inicio ni al término de la obra.`;
  const CASES: { place: string; fields: object; elsewhere: string; sentences: string[] }[] = [];
  for (const [place = '', fields, elsewhere = '', sentence = ''] of ROWS) {
    if (place) CASES.push({ place, fields: {}, elsewhere, sentences: [] });
    Object.assign(CASES.at(-1)?.fields ?? {}, JSON.parse(fields || '{}'));
    CASES.at(-1)?.sentences.push(sentence);
  }

  for (const { place, fields, elsewhere, sentences } of CASES) {
    test(`of ${place} with ${JSON.stringify(fields).slice(0, 110)} gets «${sentences.join('», «').slice(0, 160)}»`, async () => {
      const changes = JSON.stringify(fields).replaceAll('MAÑANA', await day(1));
      const whole = { ...RIGHT[place], ...JSON.parse(changes) };
      const body = Object.fromEntries(
        Object.entries(whole).filter(([, value]) => value !== 'FALTA'),
      );
      const send = (id: number) =>
        call('admin', RIGHT[place] ? 'POST' : 'PATCH', `/obras/${id}/${place}`, body);
      const answer = await send(1);
      refused(answer, 400, answer.body.message);
      assert.deepEqual(answer.body.message.toSorted(), sentences.toSorted());
      const missing = elsewhere === '404' ? 'Obra 99 no encontrada.' : answer.body.message;
      refused(await send(99), Number(elsewhere), missing);
    });
  }

  test('is right with the members of the stored record that it has a part of', async () => {
    const ended = { terminacion: 'CONCLUIDO', fechaTerminacion: '2026-09-01' };
    await write('admin', 'PATCH', `${CONTRATOS}/1`, ended);
    await write('admin', 'PATCH', `${CONTRATOS}/1`, { montoFinal: 5 });
  });
});

describe('the constraints of the follow-up', () => {
  beforeEach(async () => {
    await world();
    for (const statement of [
      `INSERT INTO avances (obra_id, fecha_corte, avance_fisico, monto_pagado) VALUES (1, '2026-06-30', 40, 100)`,
      `INSERT INTO programas (obra_id, version, fecha_inicio, fecha_termino) VALUES (1, 1, '2026-01-01', '2026-12-31')`,
      `INSERT INTO contratos (obra_id, numero, naturaleza, objeto, contratista, monto, fecha_firma, fecha_inicio, fecha_termino)
       VALUES (1, 'A', 'OBRA', 'x', 'x', 10, '2026-01-01', '2026-01-02', '2026-12-31')`,
      `INSERT INTO convenios (obra_id, contrato_id, orden, fecha, monto_nuevo, justificacion) VALUES (1, 1, 1, '2026-02-01', 11, 'x')`,
    ]) {
      await db.query(statement);
    }
  });

  const avance = (values: string) =>
    `INSERT INTO avances (obra_id, fecha_corte, avance_fisico, monto_pagado, causa_atraso, observaciones) VALUES (1, ${values})`;
  const programa = (values: string) =>
    `INSERT INTO programas (obra_id, version, fecha_inicio, fecha_termino, motivo, curva) VALUES (1, ${values})`;
  const EJECUCION = 'obra_id, fecha_inicio_real, fecha_termino_real, fecha_entrega_recepcion';
  const CONVENIO = 'obra_id, contrato_id, orden, fecha, monto_nuevo, fecha_termino_nueva, alcance';
  /** The statement that writes such values. */
  const WRITES: Record<string, (values: string) => string> = {
    avance,
    programa,
    ejecucion: (values) => `INSERT INTO ejecuciones (${EJECUCION}) VALUES (1, ${values})`,
    contrato: (changes) => `UPDATE contratos SET ${changes}`,
    convenio: (values) =>
      `INSERT INTO convenios (${CONVENIO}, justificacion) VALUES (1, 1, ${values})`,
    capturista: (values) => `INSERT INTO capturistas VALUES (${values})`,
  };
  const REFUSED = table`
    # writes   | values                                       | the constraint, or the column that is null
    avance     | '2026-07-01', NULL, NULL, NULL, ''           | avance_fisico
    avance     | '2026-07-01', 100.01, NULL, NULL, ''         | avances_avance_fisico_check
    avance     | '2026-07-01', 50, -0.01, NULL, 'x'           | avances_monto_pagado_check
    avance     | '2026-07-01', 50, NULL, 'PEREZA', ''         | avances_causa_atraso_check
    avance     | '2026-07-01', 50, NULL, NULL, NULL           | observaciones
    avance     | '1999-12-31', 1, NULL, NULL, ''              | avances_fecha_corte_check
    avance     | '2026-06-30', 50, NULL, NULL, ''             | avances_fecha_corte_key
    avance     | hoy() + 1, 50, NULL, NULL, ''                | avances_futuro
    avance     | '2026-07-01', 39, NULL, NULL, ''             | avances_retroceso
    avance     | '2026-07-01', 40, 99, NULL, ''               | avances_retroceso_pagado
    avance     | '2026-05-01', 41, NULL, NULL, 'de más'       | avances_posterior
    avance     | '2026-05-01', 40, 101, NULL, 'de más'        | avances_posterior_pagado
    programa   | 2, '2026-01-01', '2026-12-31', NULL, '[]'    | programas_motivo_check
    programa   | 2, '2026-01-01', '2026-12-31', '', '[]'      | programas_motivo
    programa   | 0, '2026-01-01', '2026-12-31', 'x', '[]'     | programas_version_check
    programa   | 1, '2026-01-01', '2026-12-31', 'x', '[]'     | programas_pkey
    programa   | 2, '2026-01-02', '2026-01-01', 'x', '[]'     | programas_plazo_check
    programa   | 2, '2026-01-01', '2026-12-31', 'x', NULL     | curva
    programa   | 2, '2026-01-01', '2026-12-31', 'x', '{}'     | programas_curva_check
    programa   | 2, '2026-01-01', '2026-12-31', 'x', '[{}]'   | programas_curva_plazo_check
    programa   | 2, '2026-01-01', '2026-12-31', 'x', '[null]' | programas_curva_plazo_check
    programa   | 2, '2026-01-01', '2026-12-31', 'x', '[{"fecha":"2026-02-01","avanceFisico":null}]' | programas_curva_plazo_check
    ejecucion  | '2026-02-02', '2026-02-01', NULL             | ejecuciones_plazo_check
    ejecucion  | NULL, hoy() + 1, NULL                        | ejecuciones_futuro
    ejecucion  | NULL, '2026-02-02', '2026-02-01'             | ejecuciones_entrega_check
    contrato   | terminacion = 'CONCLUIDO'                    | contratos_terminacion_fecha_check
    contrato   | fecha_terminacion = '2026-03-01'             | contratos_terminacion_fecha_check
    contrato   | monto_final = 1                              | contratos_terminado_check
    contrato   | fecha_entrega_recepcion = '2026-03-01'       | contratos_terminado_check
    contrato   | terminacion = 'RESCISION', fecha_terminacion = '2026-03-01' | contratos_motivo_check
    contrato   | terminacion = 'ANTICIPADA', fecha_terminacion = '2026-03-01', motivo_terminacion = '' | contratos_motivo
    contrato   | terminacion = 'CONCLUIDO', fecha_terminacion = hoy() + 1 | contratos_futuro
    contrato   | fecha_firma = hoy() + 1, fecha_termino = '2099-12-31' | contratos_futuro
    contrato   | presupuesto_base = -1                        | contratos_presupuesto_base_check
    contrato   | anticipo = 11                                | contratos_anticipo_check
    contrato   | url = 'http://x.mx'                          | contratos_url_check
    contrato   | fecha_termino = '2026-01-01'                 | contratos_plazo_check
    contrato   | fecha_firma = '2026-02-02'                   | contratos_firma_convenios
    convenio   | 2, hoy() + 1, 12, NULL, NULL, 'x'            | convenios_futuro
    convenio   | 2, '2026-03-01', NULL, NULL, NULL, 'x'       | convenios_cambia_algo
    convenio   | 2, '2026-03-01', NULL, NULL, '', 'x'         | convenios_alcance_check
    convenio   | 2, '2026-03-01', 5, NULL, NULL, NULL         | justificacion
    convenio   | 2, '2026-03-01', 5, NULL, NULL, ''           | convenios_justificacion_check
    convenio   | 1, '2026-03-01', 5, NULL, NULL, 'x'          | convenios_orden_key
    convenio   | 2, '2025-12-31', 5, NULL, NULL, 'x'          | convenios_fecha_firma
    convenio   | 2, '2026-03-01', NULL, '2026-01-01', NULL, 'x' | convenios_fecha_inicio
    capturista | '${people.user.id}', NULL                    | dependencia_id`;
  test('refuse every impossible row, and a programme that changes', async () => {
    const statements = REFUSED.map(([writes = '', values = '', by = '']) => [
      WRITES[writes]?.(values),
      by,
    ]);
    statements.push([`UPDATE programas SET fecha_termino = '2027-01-31'`, 'programas_no_cambian']);
    for (const [statement = '', by = ''] of statements) {
      const error: unknown = await db.query(statement).catch((error) => error);
      assert.ok(error instanceof DatabaseError, statement);
      assert.ok(
        (error.constraint ?? error.column)?.startsWith(by),
        `${statement}: ${error.message}`,
      );
    }
  });

  test('refuse a null in each required column', async () => {
    await db.query(programa(`2, '2026-01-01', '2026-12-31', 'x', '[]'`));
    await db.query(
      `INSERT INTO ejecuciones VALUES (1, '2026-02-01', '2026-09-30', '2026-10-01', 5, 'x', 'x')`,
    );
    await db.query(
      `UPDATE contratos SET terminacion = 'RESCISION', fecha_terminacion = '2026-03-01', motivo_terminacion = 'x'`,
    );
    // One for each column that a CHECK names.
    const checks = await db.query<{ tabla: string; regla: string; columna: string }>(
      `SELECT conrelid::regclass::text AS tabla, conname AS regla, attname AS columna
       FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
       WHERE contype = 'c' AND conrelid = ANY ('{avances,programas,ejecuciones,contratos,convenios}'::regclass[])`,
    );
    const taken = new Set<string>();
    for (const { tabla, columna } of checks) {
      const undone = new Error('not to stay');
      const clear = db.transaction(async (tx) => {
        // The constraints alone: without triggers.
        await tx.query('SET LOCAL session_replication_role = replica');
        await tx.query(`UPDATE ${tabla} SET ${columna} = NULL`);
        throw undone;
      });
      await clear.catch((error) => {
        if (error === undone) taken.add(`${tabla}.${columna}`);
        else assert.ok(error instanceof DatabaseError && /^23/.test(error.code ?? ''), error);
      });
    }
    // The values that may be unknown. Of an agreement only the amount was said, of a contract that it was rescinded.
    const unknown = {
      avances: 'causa_atraso monto_pagado',
      contratos:
        'anticipo contratista_rfc fecha_entrega_recepcion monto_final numero_proponentes ocid presupuesto_base procedimiento url',
      convenios: 'alcance fecha_termino_nueva',
      ejecuciones:
        'alcance_final fecha_entrega_recepcion fecha_inicio_real fecha_termino_real monto_final motivo_variacion',
    };
    assert.deepEqual(
      [...taken].sort(),
      Object.entries(unknown).flatMap(([of, names]) =>
        names.split(' ').map((name) => `${of}.${name}`),
      ),
    );
  });

  test('keep the row that lists read, however the tables are changed', async () => {
    const row = () => db.one<object>('SELECT * FROM obras_seguimiento');
    const steps = [
      avance(`'2026-07-31', 100, 200, 'CLIMA', ''`),
      programa(`2, '2026-01-01', '2027-01-31', 'x', '[]'`),
      `INSERT INTO ejecuciones (obra_id, fecha_termino_real) VALUES (1, '2026-07-15')`,
      `UPDATE convenios SET fecha_termino_nueva = '2026-12-01'`,
      `UPDATE contratos SET contratista = 'Otra'`,
      `UPDATE avances SET fecha_corte = '2026-07-30' WHERE fecha_corte = '2026-07-31'`,
      'DELETE FROM convenios',
      `DELETE FROM avances WHERE fecha_corte = '2026-06-30'`,
      'TRUNCATE archivos, contratos, convenios',
      'TRUNCATE archivos, avances',
      'TRUNCATE programas',
    ];
    const seen = new Set<string>();
    for (const step of steps) {
      await db.query(step);
      assert.deepEqual(await untrueDocuments(), [], step);
      seen.add(JSON.stringify(await row()));
    }
    assert.ok(seen.size >= 9, String(seen.size));
  });
});

describe('the follow-up of a work in one answer', () => {
  beforeEach(world);
  const PATH = '/obras/1/seguimiento';

  test('is empty at first, and then has all that was written', async () => {
    const { body } = await get(PATH);
    assert.deepEqual(
      [body.obraId, body.avance, body.programa, body.base, body.contratos, body.avances],
      [1, null, null, null, [], []],
    );
    const none = { fechaTerminoBase: null, fechaTerminoVigente: null, diasAtraso: null };
    assert.deepEqual(body.atraso, none);
    for (const n of numbers(1, 26)) {
      await post(AVANCES, report(`2026-03-${String(n).padStart(2, '0')}`, n));
    }
    await post('/obras/1/programas', programaBody());
    await post('/obras/1/programas', programaBody({ motivo: 'x', fechaTermino: '2026-11-30' }));
    await write('admin', 'PATCH', '/obras/1/ejecucion', { alcanceFinal: 'x' });
    await post(CONTRATOS, contratoBody());
    const full = (await get(PATH)).body;
    assert.deepEqual(full.avance, (await get(`${AVANCES}/26`)).body);
    assert.deepEqual(full.avances, (await get(AVANCES)).body.slice(2));
    assert.deepEqual(full.base, (await get('/obras/1/programas/1')).body);
    assert.deepEqual(full.programa, (await get('/obras/1/programas/2')).body);
    assert.deepEqual(full.ejecucion, (await get('/obras/1/ejecucion')).body);
    assert.deepEqual(full.contratos, (await get(CONTRATOS)).body);
    // The contract's term holds, not the newer programme's.
    assert.equal(full.atraso.fechaTerminoVigente, '2026-10-31');
    assert.equal(full.atraso.fechaTerminoBase, '2026-10-31');
    // One that was ended early builds no longer: the term is that of who goes on.
    const signed = contratoBody({ numero: 'SOP-2', fechaTermino: '2026-09-30' });
    const acts = table`
      # who | request             | body                                                               | the term in force
      admin | PATCH 1/contratos/1 | {"terminacion":"RESCISION","fechaTerminacion":"2026-03-01","motivoTerminacion":"No cumplió."} | 2026-10-31
      admin | POST 1/contratos    | ${JSON.stringify(signed)}                                          | 2026-09-30
      admin | PATCH 1/contratos/2 | {"terminacion":"CONCLUIDO","fechaTerminacion":"2026-09-01"}        | 2026-09-30`;
    for (const act of acts) {
      const { status, text } = await send(act);
      assert.ok(status < 300, text);
      assert.equal((await get(PATH)).body.atraso.fechaTerminoVigente, act[3], act[2]);
    }
  });

  test('has the days of delay until the work ended, or until today', async () => {
    const late = async () => (await get(PATH)).body.atraso.diasAtraso;
    await post('/obras/1/programas', { fechaInicio: '2020-01-01', fechaTermino: await day(-10) });
    assert.equal(await late(), 10);
    await write('admin', 'PATCH', '/obras/1', { estatusObraId: 6 });
    // Closed, without a day.
    assert.equal(await late(), null);
    await post(AVANCES, report(await day(-4), 100));
    await post(AVANCES, report(await day(-2), 100));
    assert.equal(await late(), 6);
    await write('admin', 'PATCH', '/obras/1/ejecucion', { fechaTerminoReal: await day(-9) });
    assert.equal(await late(), 1);
    await write('admin', 'PATCH', '/obras/1', { estatusObraId: 4 });
    await write('admin', 'PATCH', '/obras/1/ejecucion', { fechaTerminoReal: await day(-20) });
    assert.equal(await late(), 0);
  });

  test('is read again once a part of it has changed past the service', async () => {
    const held = { headers: { 'if-none-match': (await get(PATH)).headers.get('etag') as string } };
    await db.query(
      `INSERT INTO avances (obra_id, fecha_corte, avance_fisico) VALUES (1, '2026-06-30', 1)`,
    );
    assert.equal((await get(PATH, 'user', held)).body.avances.length, 1);
  });
});

describe('the history of a work', () => {
  beforeEach(async () => {
    await world();
    await withNewIds('obras', 'avances', 'contratos', 'convenios');
  });

  test('has a sentence with its author for each act on its follow-up', async () => {
    const { id } = await newObra();
    await appoint([1]);
    const at = `/obras/${id}`;
    const sentences = async (): Promise<string[]> =>
      columnOf((await get(`${at}/historial`, 'admin')).body, 'resumen');
    // The ids of all kinds go on from that of the work.
    const [first, second] = [id, id + 1];
    const acts = table`
      # who  | request                    | body                                                                     | sentence
      user   | POST ${id}/avances               | {"fechaCorte":"2026-03-31","avanceFisico":30}                            | reportó 30.00 % de avance al 31 de marzo de 2026.
      user   | POST ${id}/avances               | {"fechaCorte":"2026-06-30","avanceFisico":45,"montoPagado":1200000}      | reportó 45.00 % de avance al 30 de junio de 2026 (antes 30.00 %) y $1,200,000.00 pagados.
      user   | PATCH ${id}/avances/${second}    | {"avanceFisico":46,"fechaCorte":"2026-07-01","observaciones":"Largo."}   | cambió del avance al 30 de junio de 2026 la fecha de corte de 30 de junio de 2026 a 1 de julio de 2026; el avance físico de 45.00 % a 46.00 %; las observaciones.
      admin  | DELETE ${id}/avances/${second}   | -                                                                        | eliminó el avance al 1 de julio de 2026.
      admin  | POST ${id}/programas             | {"fechaInicio":"2026-02-01","fechaTermino":"2026-10-31"}                 | registró el programa original, del 1 de febrero de 2026 al 31 de octubre de 2026.
      admin  | POST ${id}/programas             | {"fechaInicio":"2026-02-01","fechaTermino":"2026-10-31","motivo":"Lluvias"} | reprogramó la obra, del 1 de febrero de 2026 al 31 de octubre de 2026, porque «Lluvias».
      admin  | DELETE ${id}/programas/2         | -                                                                        | eliminó el programa 2.
      admin  | PATCH ${id}/ejecucion            | {"montoFinal":5,"fechaInicioReal":"2026-02-01"}                          | indicó la fecha de inicio real 1 de febrero de 2026; el monto final $5.00.
      admin  | PATCH ${id}/ejecucion            | {"montoFinal":null}                                                      | cambió de la ejecución el monto final de $5.00 a ninguno.
      admin  | POST ${id}/contratos             | ${JSON.stringify(contratoBody({ numero: 'A-1' }))}                       | registró el contrato «A-1» con «Constructora del Mayab, S.A. de C.V.» por $1,200,000.00, del 1 de febrero de 2026 al 31 de octubre de 2026.
      admin  | POST ${id}/contratos/${first}/convenios | {"fecha":"2026-08-15","montoNuevo":7,"justificacion":"Suelo."}    | registró el convenio 1 del contrato «A-1»: el monto nuevo $7.00; la justificación «Suelo.».
      admin  | PATCH ${id}/contratos/${first}   | {"numero":"B-1"}                                                         | cambió del contrato «A-1» el número de «A-1» a «B-1».
      admin  | PATCH ${id}/contratos/${first}/convenios/${first} | {"montoNuevo":8}                                        | cambió del convenio 1 del contrato «B-1» el monto nuevo de $7.00 a $8.00.`;
    const story = await sentences();
    for (const act of acts) {
      const { status, text } = await send(act);
      assert.ok(status < 300, text);
      story.push(`Persona ${act[0]} ${act[3]}`);
      assert.deepEqual(await sentences(), story);
    }
    const page = await get(`${at}/historial?limit=3`, 'admin');
    assert.deepEqual([page.body.length, typeof nextOf(page)], [3, 'string']);
    // It goes with the work, and the story stays.
    await write('admin', 'DELETE', at);
    const all = await sentences();
    assert.deepEqual(all.slice(0, story.length), story);
    assert.ok(all.includes('Persona admin eliminó el contrato «B-1».'), all.join('\n'));
    assert.equal(all.length, story.length + 6);
  });

  test('has in the ledger the agencies of a clerk', async () => {
    await appoint([1]);
    await appoint([]);
    const { body } = await get('/bitacora?recurso=capturistas&limit=2', 'admin');
    assert.deepEqual(columnsOf(body, 'accion', 'registro', 'usuarioEmail'), [
      ['eliminar', people.user.id, emailOf('admin')],
      ['crear', people.user.id, emailOf('admin')],
    ]);
  });
});
