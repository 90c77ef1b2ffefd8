import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { DatabaseError } from 'pg';
import { ascending, columnOf } from '../../columns.ts';
import {
  call,
  contratoBody,
  count,
  db,
  emailOf,
  get,
  newObra,
  numbers,
  people,
  programaBody,
  refused,
  resetWithCatalog,
  untrueDocuments,
  type Who,
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

/** Writes, which has to be taken, and answers the body. */
async function put(who: Who, method: string, path: string, body?: unknown, headers = {}) {
  const answer = await call(who, method, path, body, { headers });
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
  return answer.body;
}
const post = (path: string, body: unknown, who: Who = 'admin') => put(who, 'POST', path, body);

/** Makes a user the clerk of these dependencias. */
const appoint = (dependenciaIds: number[], who: keyof typeof people = 'user') =>
  put('admin', 'PATCH', `/users/${people[who].id}/dependencias`, { dependenciaIds });

/** The day so many days from today in Yucatán. */
async function day(offset: number): Promise<string> {
  const row = await db.one<{ dia: string }>('SELECT (hoy() + $1::integer)::text AS dia', [offset]);
  return row?.dia as string;
}

async function world() {
  await resetWithCatalog();
  await newObra({ monto: 2_000_000 });
}

describe('reports of progress', () => {
  beforeEach(world);

  test('are written, listed by day, changed and deleted', async () => {
    const made = await post(
      AVANCES,
      report('2026-06-30', 45.5, { montoPagado: 500_000.5, causaAtraso: 'CLIMA' }),
    );
    assert.match(made.creadoEn, /^20.*Z$/);
    const { creadoEn, actualizadoEn, ...rest } = made;
    assert.deepEqual(rest, {
      id: 1,
      fechaCorte: '2026-06-30',
      avanceFisico: 45.5,
      montoPagado: 500_000.5,
      causaAtraso: 'CLIMA',
      observaciones: '',
      avanceFinanciero: 25,
    });
    await post(AVANCES, report('2026-03-31', 20));
    const list = (await get(AVANCES)).body;
    assert.deepEqual(columnOf(list, 'fechaCorte'), ['2026-03-31', '2026-06-30']);
    assert.equal(list[0].montoPagado, null);
    assert.equal(list[0].avanceFinanciero, null);
    assert.deepEqual((await get(`${AVANCES}/1`)).body, made);

    const changed = await put('admin', 'PATCH', `${AVANCES}/1`, {
      avanceFisico: 46,
      causaAtraso: null,
    });
    assert.deepEqual(
      [changed.avanceFisico, changed.causaAtraso, changed.montoPagado, changed.fechaCorte],
      [46, null, 500_000.5, '2026-06-30'],
    );
    const { headers } = await get(`${AVANCES}/1`);
    for (const nothing of [{}, { avanceFisico: 46 }]) {
      assert.deepEqual(await put('admin', 'PATCH', `${AVANCES}/1`, nothing), changed);
      assert.equal((await get(`${AVANCES}/1`)).headers.get('etag'), headers.get('etag'));
    }
    // Its amount changes with the obra's.
    await put('admin', 'PATCH', '/obras/1', { monto: 1_000_001 });
    assert.equal((await get(`${AVANCES}/1`)).body.avanceFinanciero, 50);
    await put('admin', 'PATCH', '/obras/1', { monto: 0 });
    assert.equal((await get(`${AVANCES}/1`)).body.avanceFinanciero, null);

    const gone = await put('admin', 'DELETE', `${AVANCES}/1`);
    assert.deepEqual(gone, { message: 'El avance se eliminó.' });
    refused(await call('user', 'GET', `${AVANCES}/1`), 404, 'Avance 1 no encontrado.');
    refused(await call('admin', 'DELETE', `${AVANCES}/1`), 404, 'Avance 1 no encontrado.');
  });

  test('answer 400 with all that is wrong at once', async () => {
    const answer = await call('admin', 'POST', AVANCES, {
      fechaCorte: '2026-02-30',
      avanceFisico: 100.01,
      montoPagado: -1,
      causaAtraso: 'PEREZA',
      observaciones: 'x'.repeat(2_001),
      avanceFinanciero: 40,
    });
    refused(answer, 400, [
      /^avanceFinanciero no es un campo reconocido\.$/,
      'fechaCorte debe ser una fecha de 2000 a 2100, por ejemplo 2026-06-30.',
      'avanceFisico debe estar entre 0 y 100.',
      /^montoPagado debe estar entre 0 y /,
      /^causaAtraso debe ser CLIMA, .* u? ?o? ?null\.$|^causaAtraso debe ser CLIMA, /,
      'observaciones no debe tener más de 2,000 caracteres.',
    ]);
    const wrong: [body: object, sentence: string | RegExp][] = [
      [report('2026-06-30', '45' as never), 'avanceFisico debe ser un número.'],
      [report('2026-06-30', 45.123), 'avanceFisico no debe tener más de dos decimales.'],
      [report('30/06/2026', 45), /^fechaCorte debe ser una fecha/],
      [report('1999-12-31', 45), /^fechaCorte debe ser una fecha de 2000 a 2100/],
      [report(await day(1), 45), 'fechaCorte no debe ser posterior a hoy.'],
      [{ avanceFisico: 45 }, 'fechaCorte es obligatorio.'],
      [{ fechaCorte: '2026-06-30' }, 'avanceFisico es obligatorio.'],
      [report('2026-06-30', -1), 'avanceFisico debe estar entre 0 y 100.'],
      [report('2026-06-30', 45, { observaciones: null }), 'observaciones debe ser un texto.'],
    ];
    for (const [body, sentence] of wrong) {
      refused(await call('admin', 'POST', AVANCES, body), 400, [sentence]);
    }
    assert.equal(await count('avances'), 0);
    assert.equal((await call('admin', 'POST', AVANCES, report(await day(0), 45))).status, 201);
  });

  test('are one for each day', async () => {
    await post(AVANCES, report('2026-06-30', 45));
    const twice = 'Ya hay un avance con corte al 30 de junio de 2026.';
    refused(await call('admin', 'POST', AVANCES, report('2026-06-30', 46)), 409, twice);
    await post(AVANCES, report('2026-07-31', 50));
    refused(await call('admin', 'PATCH', `${AVANCES}/3`, { fechaCorte: '2026-06-30' }), 409, twice);
    // The same day of another work is another report.
    await newObra();
    await post('/obras/2/avances', report('2026-06-30', 45));
  });

  test('that fall need an explanation, in whatever order they are sent', async () => {
    await post(AVANCES, report('2026-06-30', 40.5, { montoPagado: 100 }));
    const fall = report('2026-09-30', 30, { montoPagado: 100 });
    refused(await call('admin', 'POST', AVANCES, fall), 400, [
      'observaciones: explique por qué el avance físico baja de 40.50 % (30 de junio de 2026) a 30.00 %.',
    ]);
    const words = { observaciones: 'La lluvia se llevó la base.' };
    await post(AVANCES, { ...fall, ...words });
    // Taken away, they are missing again.
    const last = (await get(AVANCES)).body.at(-1).id;
    refused(await call('admin', 'PATCH', `${AVANCES}/${last}`, { observaciones: '' }), 400, [
      /^observaciones: explique por qué el avance físico baja de 40\.50 %/,
    ]);
    // Of a payment that was left out nothing is known: it is held against the last one that was said.
    await post(AVANCES, report('2026-10-15', 30, { montoPagado: null }));
    const less = report('2026-10-31', 31, { montoPagado: 99.99 });
    refused(await call('admin', 'POST', AVANCES, less), 400, [
      'observaciones: explique por qué lo pagado baja de $100.00 (30 de septiembre de 2026) a $99.99.',
    ]);
    // Between two: the later one would have fallen without a word.
    await post(AVANCES, report('2026-03-31', 10));
    refused(await call('admin', 'POST', AVANCES, report('2026-05-31', 41)), 400, [
      'avanceFisico: el avance al 30 de junio de 2026 dice menos (40.50 %) y no explica por qué; corrija aquél, o explíquelo en sus observaciones.',
    ]);
    refused(
      await call('admin', 'POST', AVANCES, report('2026-05-31', 40, { montoPagado: 101 })),
      400,
      [/^montoPagado: el avance al 30 de junio de 2026 dice menos \(\$100\.00\)/],
    );
    await post(AVANCES, report('2026-05-31', 40.5, { montoPagado: 100 }));
    assert.deepEqual(await untrueDocuments(), []);
  });

  test('that explain a later fall can’t be moved or deleted', async () => {
    await post(AVANCES, report('2026-03-31', 50, { montoPagado: 100 }));
    const why = { observaciones: 'Se midió de nuevo.' };
    const { id } = await post(AVANCES, report('2026-06-30', 40, { montoPagado: 80, ...why }));
    const later = await post(AVANCES, report('2026-09-30', 45, { montoPagado: 90 }));
    const path = `${AVANCES}/${id}`;
    const patch = (body: object) => call('admin', 'PATCH', path, body);
    const sinks = (what: string) =>
      `Sin lo que este avance dice, en el del 30 de septiembre de 2026 ${what} sin que se explique; escriba antes en las observaciones de aquél por qué.`;
    const built = sinks('el avance físico baja de 50.00 % a 45.00 %');
    refused(await call('admin', 'DELETE', path), 409, built);
    refused(await patch({ fechaCorte: '2026-10-31' }), 409, built);
    const paid = sinks('lo pagado baja de $100.00 a $90.00');
    refused(await patch({ montoPagado: null }), 409, paid);
    await put('admin', 'PATCH', `${AVANCES}/${later.id}`, { avanceFisico: 50 });
    refused(await call('admin', 'DELETE', path), 409, paid);
    // Between the same two it may move. Once the later one has words of its own, it may go.
    await put('admin', 'PATCH', path, { fechaCorte: '2026-07-31' });
    await put('admin', 'PATCH', `${AVANCES}/${later.id}`, why);
    await put('admin', 'DELETE', path);
    // With the work all of them go.
    await post(AVANCES, report('2026-08-31', 44, { montoPagado: 85, ...why }));
    await put('admin', 'PATCH', `${AVANCES}/${later.id}`, { observaciones: 'Se midió bien.' });
    await put('admin', 'DELETE', '/obras/1');
    assert.equal(await count('avances'), 0);
  });

  test('belong to their obra alone, and go with it', async () => {
    await newObra();
    await post(AVANCES, report('2026-06-30', 45));
    refused(await call('user', 'GET', '/obras/2/avances/1'), 404, 'Avance 1 no encontrado.');
    for (const [method, body] of [['PATCH', {}], ['DELETE']] as const) {
      const headers = { 'if-match': '"otra"' };
      const answer = await call('admin', method, '/obras/2/avances/1', body, { headers });
      refused(answer, 404, 'Avance 1 no encontrado.');
    }
    for (const path of ['/obras/9/avances', '/obras/9/avances/1', '/obras/9/seguimiento']) {
      refused(await call('user', 'GET', path), 404, 'Obra 9 no encontrada.');
    }
    for (const id of ['9', '2147483648']) {
      const answer = await call('admin', 'POST', `/obras/${id}/avances`, report('2026-06-30', 1));
      refused(answer, 404, `Obra ${id} no encontrada.`);
    }
    await put('admin', 'DELETE', '/obras/1');
    assert.deepEqual([await count('avances'), await count('obras_seguimiento')], [0, 0]);
  });

  test('sent by many at once follow one another', async () => {
    const answers = await Promise.all(
      numbers(1, 30).map((n) =>
        call('admin', 'POST', AVANCES, report(`2026-04-${String(n).padStart(2, '0')}`, n)),
      ),
    );
    // A report with a later one that has less is refused with that sentence alone.
    for (const { status, text } of answers) assert.ok([201, 400].includes(status), text);
    const list = (await get(AVANCES)).body as { avanceFisico: number }[];
    const percents = list.map(({ avanceFisico }) => avanceFisico);
    assert.deepEqual(percents, [...percents].sort(ascending));
    assert.equal(percents.length, answers.filter(({ status }) => status === 201).length);
    const same = await Promise.all(
      numbers(1, 20).map(() => call('admin', 'POST', AVANCES, report('2026-05-01', 99))),
    );
    assert.equal(same.filter(({ status }) => status === 201).length, 1);
    assert.deepEqual(await untrueDocuments(), []);
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
    refused(await call('admin', 'PATCH', path, { dependenciaIds: [1, 2, 9, 3_000_000_000] }), 400, [
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
    const bad = { nada: true };
    await appoint([1]);
    await post(AVANCES, report('2026-06-30', 45), 'user');
    assert.equal((await call('user', 'POST', AVANCES, bad)).status, 400);
    assert.equal((await call('user', 'POST', '/obras/2/avances', bad)).status, 400);
    refused(await call('user', 'POST', '/obras/2/avances', report('2026-06-30', 45)), 403, OTHERS);
    refused(await call('user', 'PATCH', '/obras/2/ejecucion', {}), 403, OTHERS);
    refused(await call('user', 'DELETE', '/obras/2/avances/1'), 403, OTHERS);
    refused(
      await call('user', 'POST', '/obras/9/avances', report('2026-06-30', 45)),
      404,
      'Obra 9 no encontrada.',
    );
    await post('/obras/1/programas', programaBody(), 'user');
    refused(await call('user', 'DELETE', '/obras/1/programas/1'), 403, FORBIDDEN);
    refused(await call('user', 'PATCH', '/obras/1', { estatusObraId: 6 }), 403, FORBIDDEN);
    refused(await call('user', 'DELETE', '/obras/1'), 403, FORBIDDEN);
    const own = `/users/${people.user.id}/dependencias`;
    refused(await call('user', 'PATCH', own, { dependenciaIds: [1, 2] }), 403, FORBIDDEN);
    await put('user', 'PATCH', '/obras/1/ejecucion', { montoFinal: 5 });
    await post(CONTRATOS, contratoBody(), 'user');
    // All of it built does not close the work: somebody else confirms that.
    await post(AVANCES, report('2026-07-31', 100), 'user');
    assert.equal((await get('/obras/1')).body.estatusObraId, 4);
    // The work moves to another agency, and is out of her reach.
    await put('admin', 'PATCH', '/obras/1', { dependenciaId: other?.id });
    refused(await call('user', 'POST', AVANCES, report('2026-08-31', 100)), 403, OTHERS);
    await appoint([]);
    refused(await call('user', 'POST', AVANCES, report('2026-08-31', 100)), 403, FORBIDDEN);
  });

  test('get 403 where they lose their agency before the write, and write no record', async () => {
    await appoint([1]);
    await call('user', 'GET', '/obras');
    // The guard has let her in: what the statement sees decides.
    const [{ id } = { id: '' }] = await db.query<{ id: string }>(
      'DELETE FROM capturistas WHERE user_id = $1 RETURNING user_id AS id',
      [people.user.id],
    );
    assert.equal(id, people.user.id);
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
    const curva = [
      { fecha: '2026-02-01', avanceFisico: 0 },
      { fecha: '2026-10-31', avanceFisico: 100 },
    ];
    const { creadoEn, ...base } = await post(PROGRAMAS, programaBody({ curva }));
    assert.deepEqual(base, {
      version: 1,
      fechaInicio: '2026-02-01',
      fechaTermino: '2026-10-31',
      motivo: null,
      curva,
    });
    refused(await call('admin', 'POST', PROGRAMAS, programaBody()), 400, [
      'motivo: explique por qué se reprograma la obra.',
    ]);
    const later = programaBody({ fechaTermino: '2026-12-15', motivo: 'Lluvias.' });
    assert.equal((await post(PROGRAMAS, later)).version, 2);
    assert.equal((await get(`${PROGRAMAS}/2`)).body.motivo, 'Lluvias.');
    const tag = (await get(`${PROGRAMAS}/1`)).text;
    refused(
      await call('admin', 'DELETE', `${PROGRAMAS}/1`),
      409,
      'Sólo se elimina el programa más nuevo; los anteriores son la historia de la obra.',
    );
    await put('admin', 'DELETE', `${PROGRAMAS}/2`);
    refused(await call('admin', 'DELETE', `${PROGRAMAS}/2`), 404, 'Programa 2 no encontrado.');
    assert.equal((await get(`${PROGRAMAS}/1`)).text, tag);
    await Promise.all(numbers(1, 8).map(() => post(PROGRAMAS, later)));
    const versions = (await get(PROGRAMAS)).body.map(({ version }: { version: number }) => version);
    assert.deepEqual(versions, numbers(1, 9));
  });

  test('have a term, and a curve that rises within it', async () => {
    const point = (fecha: string, avanceFisico: number) => ({ fecha, avanceFisico });
    const CURVE = 'curva debe ir por fecha, sin bajar, de fechaInicio a fechaTermino.';
    const wrong: [changes: object, sentence: string][] = [
      [{ fechaTermino: '2026-01-31' }, 'fechaTermino no debe ser anterior a fechaInicio.'],
      [{ curva: [point('2026-01-31', 0)] }, CURVE],
      [{ curva: [point('2026-11-01', 0)] }, CURVE],
      [{ curva: [point('2026-03-01', 10), point('2026-04-01', 9)] }, CURVE],
      [{ curva: [point('2026-03-01', 10), point('2026-03-01', 11)] }, CURVE],
      [{ curva: [{ fecha: '2026-03-01' }] }, 'curva[0].avanceFisico es obligatorio.'],
      [
        { curva: Array(121).fill(point('2026-03-01', 1)) },
        'curva no debe tener más de 120 elementos.',
      ],
    ];
    for (const [changes, sentence] of wrong) {
      refused(await call('admin', 'POST', PROGRAMAS, programaBody(changes)), 400, [sentence]);
    }
    assert.equal(await count('programas'), 0);
  });
});

describe('the outcome of a work', () => {
  beforeEach(world);
  const PATH = '/obras/1/ejecucion';

  test('is empty at first, and is changed field by field', async () => {
    const nothing = {
      fechaInicioReal: null,
      fechaTerminoReal: null,
      fechaEntregaRecepcion: null,
      montoFinal: null,
      alcanceFinal: null,
      motivoVariacion: null,
    };
    assert.deepEqual((await get(PATH)).body, nothing);
    for (const empty of [{}, { montoFinal: null }]) {
      assert.deepEqual(await put('admin', 'PATCH', PATH, empty), nothing);
    }
    assert.equal(await count('ejecuciones'), 0);
    const given = { fechaInicioReal: '2026-02-10', montoFinal: 5.5 };
    assert.deepEqual(await put('admin', 'PATCH', PATH, given), { ...nothing, ...given });
    assert.deepEqual(await put('admin', 'PATCH', PATH, { montoFinal: null }), {
      ...nothing,
      fechaInicioReal: '2026-02-10',
    });
    // biome-ignore format: rows
    const wrong: [changes: object, sentence: string][] = [
      [{ fechaTerminoReal: '2026-02-09' }, 'fechaTerminoReal no debe ser anterior a fechaInicioReal.'],
      [{ fechaEntregaRecepcion: '2026-02-09' }, 'fechaEntregaRecepcion no debe ser anterior al inicio ni al término de la obra.'],
      [{ fechaTerminoReal: await day(1) }, 'fechaTerminoReal no debe ser posterior a hoy.'],
      [{ alcanceFinal: ' ' }, 'alcanceFinal no debe estar vacío.'],
    ];
    for (const [changes, sentence] of wrong) {
      refused(await call('admin', 'PATCH', PATH, changes), 400, [sentence]);
    }
  });
});

describe('contracts', () => {
  beforeEach(world);
  const one = `${CONTRATOS}/1`;
  const convenio = (changes: object = {}) => ({
    fecha: '2026-08-15',
    montoNuevo: 1_380_000,
    justificacion: 'Suelo rocoso.',
    ...changes,
  });

  test('have their totals with all agreements, in whatever order these were written', async () => {
    const made = await post(CONTRATOS, contratoBody({ contratistaRfc: 'cma010203ab4' }));
    assert.equal(made.contratistaRfc, 'CMA010203AB4');
    assert.deepEqual(
      [made.montoVigente, made.fechaTerminoVigente, made.variacionMonto, made.variacionPlazo],
      [1_200_000, '2026-10-31', 0, 0],
    );
    const first = await get(one);
    const grown = await post(`${one}/convenios`, convenio({ fechaTerminoNueva: '2026-12-15' }));
    assert.deepEqual(
      [grown.montoVigente, grown.fechaTerminoVigente, grown.variacionMonto, grown.variacionPlazo],
      [1_380_000, '2026-12-15', 15, 45],
    );
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
    const less = await put('admin', 'PATCH', `${one}/convenios/1`, { montoNuevo: null }, now);
    assert.deepEqual([less.montoVigente, less.fechaTerminoVigente], [1, '2026-12-15']);
    assert.equal((await put('admin', 'DELETE', `${one}/convenios/2`)).montoVigente, 1_200_000);
    refused(await call('admin', 'DELETE', `${one}/convenios/2`), 404, 'Convenio 2 no encontrado.');
    refused(
      await call('admin', 'POST', `${CONTRATOS}/9/convenios`, convenio()),
      404,
      /^Contrato 9/,
    );
    await put('admin', 'DELETE', one);
    assert.equal(await count('convenios'), 0);
    assert.deepEqual(await untrueDocuments(), []);
  });

  test('have a number once in a work, whatever its case', async () => {
    await newObra();
    await post(CONTRATOS, contratoBody({ numero: 'Ñ-1' }));
    await post('/obras/2/contratos', contratoBody({ numero: 'Ñ-1' }));
    refused(
      await call('admin', 'POST', CONTRATOS, contratoBody({ numero: 'ñ-1' })),
      409,
      'Esta obra ya tiene un contrato con el número "ñ-1".',
    );
  });

  test('are refused where they contradict themselves', async () => {
    // biome-ignore format: rows
    const wrong: [changes: object, sentence: string | RegExp][] = [
      [{ fechaTermino: '2026-01-31' }, 'fechaTermino no debe ser anterior a fechaInicio.'],
      [{ anticipo: 1_200_000.01 }, 'anticipo no debe ser mayor que monto.'],
      [{ contratistaRfc: 'CMA-010203-AB4' }, /^contratistaRfc debe ser un RFC/],
      [{ url: 'http://ejemplo.mx' }, 'url debe ser una dirección que empieza con https://.'],
      [{ url: 'javascript:alert(1)' }, 'url debe ser una dirección que empieza con https://.'],
      [{ numeroProponentes: 0 }, 'numeroProponentes debe estar entre 1 y 999.'],
      [{ naturaleza: 'obra' }, /^naturaleza debe ser OBRA, SUPERVISION o PROYECTO\.$/],
      [{ terminacion: 'CONCLUIDO' }, 'terminacion va junto con fechaTerminacion: las dos o ninguna.'],
      [{ fechaTerminacion: '2026-09-01' }, 'terminacion va junto con fechaTerminacion: las dos o ninguna.'],
      [{ montoFinal: 5 }, 'terminacion es obligatoria donde hay montoFinal, fechaEntregaRecepcion o motivoTerminacion.'],
      [
        { terminacion: 'RESCISION', fechaTerminacion: '2026-09-01' },
        'motivoTerminacion es obligatorio si terminacion es ANTICIPADA o RESCISION.',
      ],
      [{ terminacion: 'CONCLUIDO', fechaTerminacion: '2026-01-19' }, 'fechaTerminacion no debe ser anterior a fechaFirma.'],
      [{ terminacion: 'CONCLUIDO', fechaTerminacion: await day(1) }, 'fechaTerminacion no debe ser posterior a hoy.'],
    ];
    for (const [changes, sentence] of wrong) {
      refused(await call('admin', 'POST', CONTRATOS, contratoBody(changes)), 400, [sentence]);
    }
    const ended = {
      terminacion: 'RESCISION',
      fechaTerminacion: '2026-09-01',
      motivoTerminacion: 'Abandono.',
    };
    const { id } = await post(CONTRATOS, contratoBody(ended));
    const one = `${CONTRATOS}/${id}`;
    refused(await call('admin', 'PATCH', one, { motivoTerminacion: null }), 400, [
      /^motivoTerminacion es obligatorio/,
    ]);
    // biome-ignore format: rows
    const bad: [changes: object, sentence: string | RegExp][] = [
      [{ montoNuevo: null }, 'montoNuevo: el convenio no cambia nada; indique montoNuevo, fechaTerminoNueva o alcance.'],
      [{ fecha: '2026-01-19' }, 'fecha no debe ser anterior a la firma del contrato (20 de enero de 2026).'],
      [
        { fechaTerminoNueva: '2026-01-31' },
        'fechaTerminoNueva no debe ser anterior al inicio del contrato (1 de febrero de 2026).',
      ],
      [{ justificacion: undefined }, 'justificacion es obligatorio.'],
    ];
    for (const [changes, sentence] of bad) {
      const answer = await call('admin', 'POST', `${one}/convenios`, convenio(changes));
      refused(answer, 400, [sentence]);
    }
    await post(`${one}/convenios`, convenio({ fechaTerminoNueva: '2026-03-01' }));
    refused(await call('admin', 'PATCH', one, { fechaFirma: '2026-08-16' }), 400, [
      'fechaFirma no debe ser posterior a los convenios del contrato.',
    ]);
    refused(await call('admin', 'PATCH', one, { fechaInicio: '2026-03-02' }), 400, [
      'fechaInicio no debe ser posterior a una fecha de término que fijó un convenio.',
    ]);
  });
});

describe('a body with several faults', () => {
  beforeEach(world);

  /** Each rule between two fields of a body, broken together with another field, by the place that the body is sent to. */
  const cases: Record<
    string,
    [path: string, body: () => object | Promise<object>, fails: string[]]
  > = {
    'a contract whose term, advance, end and reason do not fit': [
      'contratos',
      async () => ({
        ...contratoBody(),
        numero: '',
        anticipo: 1_200_000.01,
        fechaTermino: '2026-01-31',
        fechaFirma: await day(1),
        terminacion: 'RESCISION',
        fechaTerminacion: '2026-01-01',
        fechaEntregaRecepcion: '2026-01-31',
      }),
      [
        'numero no debe estar vacío.',
        'fechaFirma no debe ser posterior a hoy.',
        'anticipo no debe ser mayor que monto.',
        'fechaTermino no debe ser anterior a fechaInicio.',
        'fechaTerminacion no debe ser anterior a fechaFirma.',
        'fechaEntregaRecepcion no debe ser anterior a fechaInicio.',
        'motivoTerminacion es obligatorio si terminacion es ANTICIPADA o RESCISION.',
      ],
    ],
    'a contract that has ended in no way, on a day of tomorrow': [
      'contratos',
      async () => ({ ...contratoBody(), monto: -1, fechaTerminacion: await day(1) }),
      [
        'monto debe estar entre 0 y 9,999,999,999,999.99.',
        'fechaTerminacion no debe ser posterior a hoy.',
        'terminacion va junto con fechaTerminacion: las dos o ninguna.',
      ],
    ],
    'a contract with a final amount and no end': [
      'contratos',
      () => ({ ...contratoBody(), url: 'http://x', montoFinal: 5 }),
      [
        'url debe ser una dirección que empieza con https://.',
        'terminacion es obligatoria donde hay montoFinal, fechaEntregaRecepcion o motivoTerminacion.',
      ],
    ],
    'an agreement that changes nothing, of tomorrow': [
      'contratos/1/convenios',
      async () => ({ fecha: await day(1), justificacion: '' }),
      [
        'fecha no debe ser posterior a hoy.',
        'justificacion no debe estar vacío.',
        'montoNuevo: el convenio no cambia nada; indique montoNuevo, fechaTerminoNueva o alcance.',
      ],
    ],
    'a programme that ends before it begins, with a curve that falls': [
      'programas',
      () => ({
        fechaInicio: '2026-02-01',
        fechaTermino: '2026-01-31',
        curva: [
          { fecha: '2026-03-01', avanceFisico: 50 },
          { fecha: '2026-04-01', avanceFisico: 40 },
        ],
        motivo: 'x'.repeat(2_001),
      }),
      [
        'motivo no debe tener más de 2,000 caracteres.',
        'fechaTermino no debe ser anterior a fechaInicio.',
        'curva debe ir por fecha, sin bajar, de fechaInicio a fechaTermino.',
      ],
    ],
    'a programme with a curve beyond its term': [
      'programas',
      () => ({
        fechaInicio: '2026-02-01',
        fechaTermino: '2026-12-31',
        curva: [{ fecha: '2027-01-01', avanceFisico: 100.01 }],
      }),
      [
        'curva[0].avanceFisico debe estar entre 0 y 100.',
        'curva debe ir por fecha, sin bajar, de fechaInicio a fechaTermino.',
      ],
    ],
    'an execution that ends before it begins, and is handed over before both': [
      'ejecucion',
      async () => ({
        fechaInicioReal: '2026-05-01',
        fechaTerminoReal: '2026-04-01',
        fechaEntregaRecepcion: '2026-03-01',
        montoFinal: -1,
      }),
      [
        'montoFinal debe estar entre 0 y 9,999,999,999,999.99.',
        'fechaTerminoReal no debe ser anterior a fechaInicioReal.',
        'fechaEntregaRecepcion no debe ser anterior al inicio ni al término de la obra.',
      ],
    ],
    'a report of tomorrow': [
      'avances',
      async () => ({ fechaCorte: await day(1), avanceFisico: 101 }),
      ['fechaCorte no debe ser posterior a hoy.', 'avanceFisico debe estar entre 0 y 100.'],
    ],
  };

  for (const [what, [path, body, fails]] of Object.entries(cases)) {
    test(`of ${what} gets a sentence for each, with its field`, async () => {
      const method = path === 'ejecucion' ? 'PATCH' : 'POST';
      const { body: answer, status } = await call(
        'admin',
        method,
        `/obras/1/${path}`,
        await body(),
      );
      assert.equal(status, 400);
      assert.deepEqual(answer.message.toSorted(), fails.toSorted());
      // So they are before anybody asks whether there is such a work (404).
      const unknown = await call('admin', method, `/obras/99/${path}`, await body());
      assert.deepEqual([unknown.status, unknown.body.message], [400, answer.message]);
    });
  }

  test('that changes a record is checked by itself, and then against the stored one', async () => {
    const { id } = await post(CONTRATOS, contratoBody());
    const one = `${CONTRATOS}/${id}`;
    for (const [changes, fails] of [
      [
        { anticipo: 6, monto: 5, numero: '' },
        ['numero no debe estar vacío.', 'anticipo no debe ser mayor que monto.'],
      ],
      [{ anticipo: 1_200_000.01 }, ['anticipo no debe ser mayor que monto.']],
      [{ fechaTermino: '2026-01-31' }, ['fechaTermino no debe ser anterior a fechaInicio.']],
      [
        { terminacion: 'RESCISION', fechaTerminacion: null, motivoTerminacion: null },
        [
          'motivoTerminacion es obligatorio si terminacion es ANTICIPADA o RESCISION.',
          'terminacion va junto con fechaTerminacion: las dos o ninguna.',
        ],
      ],
      [
        { terminacion: 'CONCLUIDO' },
        ['terminacion va junto con fechaTerminacion: las dos o ninguna.'],
      ],
    ] as const) {
      const { body, status } = await call('admin', 'PATCH', one, changes);
      assert.equal(status, 400);
      assert.deepEqual(body.message.toSorted(), fails.toSorted(), JSON.stringify(changes));
    }
    // The members of the stored record make a part whole.
    await put('admin', 'PATCH', one, { terminacion: 'CONCLUIDO', fechaTerminacion: '2026-09-01' });
    await put('admin', 'PATCH', one, { montoFinal: 5 });
  });
});

describe('the constraints of the follow-up', () => {
  beforeEach(async () => {
    await world();
    await db.query(
      `INSERT INTO avances (obra_id, fecha_corte, avance_fisico, monto_pagado) VALUES (1, '2026-06-30', 40, 100)`,
    );
    await db.query(
      `INSERT INTO programas (obra_id, version, fecha_inicio, fecha_termino) VALUES (1, 1, '2026-01-01', '2026-12-31')`,
    );
    await db.query(
      `INSERT INTO contratos (obra_id, numero, naturaleza, objeto, contratista, monto, fecha_firma, fecha_inicio, fecha_termino)
       VALUES (1, 'A', 'OBRA', 'x', 'x', 10, '2026-01-01', '2026-01-02', '2026-12-31')`,
    );
    await db.query(
      `INSERT INTO convenios (obra_id, contrato_id, orden, fecha, monto_nuevo, justificacion) VALUES (1, 1, 1, '2026-02-01', 11, 'x')`,
    );
  });

  const avance = (values: string) =>
    `INSERT INTO avances (obra_id, fecha_corte, avance_fisico, monto_pagado, causa_atraso, observaciones) VALUES (1, ${values})`;
  const programa = (values: string) =>
    `INSERT INTO programas (obra_id, version, fecha_inicio, fecha_termino, motivo, curva) VALUES (1, ${values})`;
  const contrato = (changes: string) => `UPDATE contratos SET ${changes}`;
  const agreement = (values: string) =>
    `INSERT INTO convenios (obra_id, contrato_id, orden, fecha, monto_nuevo, fecha_termino_nueva, alcance, justificacion) VALUES (1, 1, ${values})`;
  // biome-ignore format: rows
  const REFUSED: [statement: string, by: string][] = [
    [avance(`'2026-07-01', NULL, NULL, NULL, ''`), 'avance_fisico'],
    [avance(`'2026-07-01', 100.01, NULL, NULL, ''`), 'avances_avance_fisico_check'],
    [avance(`'2026-07-01', 50, -0.01, NULL, 'x'`), 'avances_monto_pagado_check'],
    [avance(`'2026-07-01', 50, NULL, 'PEREZA', ''`), 'avances_causa_atraso_check'],
    [avance(`'2026-07-01', 50, NULL, NULL, NULL`), 'observaciones'],
    [avance(`'1999-12-31', 1, NULL, NULL, ''`), 'avances_fecha_corte_check'],
    [avance(`'2026-06-30', 50, NULL, NULL, ''`), 'avances_fecha_corte_key'],
    [avance(`hoy() + 1, 50, NULL, NULL, ''`), 'avances_futuro'],
    [avance(`'2026-07-01', 39, NULL, NULL, ''`), 'avances_retroceso'],
    [avance(`'2026-07-01', 40, 99, NULL, ''`), 'avances_retroceso_pagado'],
    [avance(`'2026-05-01', 41, NULL, NULL, 'de más'`), 'avances_posterior'],
    [avance(`'2026-05-01', 40, 101, NULL, 'de más'`), 'avances_posterior_pagado'],
    [`UPDATE programas SET fecha_termino = '2027-01-31'`, 'programas_no_cambian'],
    [programa(`2, '2026-01-01', '2026-12-31', NULL, '[]'`), 'programas_motivo_check'],
    [programa(`2, '2026-01-01', '2026-12-31', '', '[]'`), 'programas_motivo'],
    [programa(`0, '2026-01-01', '2026-12-31', 'x', '[]'`), 'programas_version_check'],
    [programa(`1, '2026-01-01', '2026-12-31', 'x', '[]'`), 'programas_pkey'],
    [programa(`2, '2026-01-02', '2026-01-01', 'x', '[]'`), 'programas_plazo_check'],
    [programa(`2, '2026-01-01', '2026-12-31', 'x', NULL`), 'curva'],
    [programa(`2, '2026-01-01', '2026-12-31', 'x', '{}'`), 'programas_curva_check'],
    [programa(`2, '2026-01-01', '2026-12-31', 'x', '[{}]'`), 'programas_curva_plazo_check'],
    [programa(`2, '2026-01-01', '2026-12-31', 'x', '[null]'`), 'programas_curva_plazo_check'],
    [
      programa(
        `2, '2026-01-01', '2026-12-31', 'x', '[{"fecha":"2026-02-01","avanceFisico":null}]'`,
      ),
      'programas_curva_plazo_check',
    ],
    [
      `INSERT INTO ejecuciones (obra_id, fecha_inicio_real, fecha_termino_real) VALUES (1, '2026-02-02', '2026-02-01')`,
      'ejecuciones_plazo_check',
    ],
    [`INSERT INTO ejecuciones (obra_id, fecha_termino_real) VALUES (1, hoy() + 1)`, 'ejecuciones_futuro'],
    [
      `INSERT INTO ejecuciones (obra_id, fecha_termino_real, fecha_entrega_recepcion) VALUES (1, '2026-02-02', '2026-02-01')`,
      'ejecuciones_entrega_check',
    ],
    [contrato(`terminacion = 'CONCLUIDO'`), 'contratos_terminacion_fecha_check'],
    [contrato(`fecha_terminacion = '2026-03-01'`), 'contratos_terminacion_fecha_check'],
    [contrato(`monto_final = 1`), 'contratos_terminado_check'],
    [contrato(`fecha_entrega_recepcion = '2026-03-01'`), 'contratos_terminado_check'],
    [contrato(`terminacion = 'RESCISION', fecha_terminacion = '2026-03-01'`), 'contratos_motivo_check'],
    [contrato(`terminacion = 'ANTICIPADA', fecha_terminacion = '2026-03-01', motivo_terminacion = ''`), 'contratos_motivo'],
    [contrato(`terminacion = 'CONCLUIDO', fecha_terminacion = hoy() + 1`), 'contratos_futuro'],
    [contrato(`fecha_firma = hoy() + 1, fecha_termino = '2099-12-31'`), 'contratos_futuro'],
    [agreement(`2, hoy() + 1, 12, NULL, NULL, 'x'`), 'convenios_futuro'],
    [contrato(`anticipo = 11`), 'contratos_anticipo_check'],
    [contrato(`url = 'http://x.mx'`), 'contratos_url_check'],
    [contrato(`fecha_termino = '2026-01-01'`), 'contratos_plazo_check'],
    [contrato(`fecha_firma = '2026-02-02'`), 'contratos_firma_convenios'],
    [agreement(`2, '2026-03-01', NULL, NULL, NULL, 'x'`), 'convenios_cambia_algo'],
    [agreement(`2, '2026-03-01', NULL, NULL, '', 'x'`), 'convenios_alcance_check'],
    [agreement(`2, '2026-03-01', 5, NULL, NULL, NULL`), 'justificacion'],
    [agreement(`2, '2026-03-01', 5, NULL, NULL, ''`), 'convenios_justificacion_check'],
    [agreement(`1, '2026-03-01', 5, NULL, NULL, 'x'`), 'convenios_orden_key'],
    [agreement(`2, '2025-12-31', 5, NULL, NULL, 'x'`), 'convenios_fecha_firma'],
    [agreement(`2, '2026-03-01', NULL, '2026-01-01', NULL, 'x'`), 'convenios_fecha_inicio'],
    [`INSERT INTO capturistas VALUES ('${people.user.id}', NULL)`, 'dependencia_id'],
  ];
  test('refuse every impossible row', async () => {
    for (const [statement, by] of REFUSED) {
      await assert.rejects(db.query(statement), (error) => {
        assert.ok(error instanceof DatabaseError, String(error));
        assert.ok(
          (error.constraint ?? error.column ?? '').startsWith(by),
          `${statement}: ${error.message}`,
        );
        return true;
      });
    }
  });

  test('refuse a null in each required column', async () => {
    await db.query(
      `INSERT INTO programas (obra_id, version, fecha_inicio, fecha_termino, motivo) VALUES (1, 2, '2026-01-01', '2026-12-31', 'x')`,
    );
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
    assert.deepEqual([...taken].sort(), [
      'avances.causa_atraso',
      'avances.monto_pagado',
      ...[
        'anticipo',
        'contratista_rfc',
        'fecha_entrega_recepcion',
        'monto_final',
        'numero_proponentes',
        'ocid',
        'procedimiento',
        'url',
      ].map((columna) => `contratos.${columna}`),
      'convenios.alcance',
      'convenios.fecha_termino_nueva',
      ...[
        'alcance_final',
        'fecha_entrega_recepcion',
        'fecha_inicio_real',
        'fecha_termino_real',
        'monto_final',
        'motivo_variacion',
      ].map((columna) => `ejecuciones.${columna}`),
    ]);
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
    assert.deepEqual(body.atraso, {
      fechaTerminoBase: null,
      fechaTerminoVigente: null,
      diasAtraso: null,
    });
    for (const n of numbers(1, 26)) {
      await post(AVANCES, report(`2026-03-${String(n).padStart(2, '0')}`, n));
    }
    await post('/obras/1/programas', programaBody());
    await post('/obras/1/programas', programaBody({ motivo: 'x', fechaTermino: '2026-11-30' }));
    await put('admin', 'PATCH', '/obras/1/ejecucion', { alcanceFinal: 'x' });
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
    const ended = {
      terminacion: 'RESCISION',
      fechaTerminacion: '2026-03-01',
      motivoTerminacion: 'No cumplió.',
    };
    const term = async () => (await get(PATH)).body.atraso.fechaTerminoVigente;
    await put('admin', 'PATCH', `${CONTRATOS}/1`, ended);
    assert.equal(await term(), '2026-10-31');
    await post(CONTRATOS, contratoBody({ numero: 'SOP-2', fechaTermino: '2026-09-30' }));
    assert.equal(await term(), '2026-09-30');
    await put('admin', 'PATCH', `${CONTRATOS}/2`, {
      terminacion: 'CONCLUIDO',
      fechaTerminacion: '2026-09-01',
    });
    assert.equal(await term(), '2026-09-30');
  });

  test('has the days of delay until the work ended, or until today', async () => {
    const late = async () => (await get(PATH)).body.atraso.diasAtraso;
    await post('/obras/1/programas', { fechaInicio: '2020-01-01', fechaTermino: await day(-10) });
    assert.equal(await late(), 10);
    await put('admin', 'PATCH', '/obras/1', { estatusObraId: 6 });
    // Closed, without a day.
    assert.equal(await late(), null);
    await post(AVANCES, report(await day(-4), 100));
    await post(AVANCES, report(await day(-2), 100));
    assert.equal(await late(), 6);
    await put('admin', 'PATCH', '/obras/1/ejecucion', { fechaTerminoReal: await day(-9) });
    assert.equal(await late(), 1);
    await put('admin', 'PATCH', '/obras/1', { estatusObraId: 4 });
    await put('admin', 'PATCH', '/obras/1/ejecucion', { fechaTerminoReal: await day(-20) });
    assert.equal(await late(), 0);
  });

  test('is kept until a part of it changes, with a tag for one day', async () => {
    const first = await get(PATH);
    const held = { headers: { 'if-none-match': first.headers.get('etag') as string } };
    assert.equal((await call('user', 'GET', PATH, undefined, held)).status, 304);
    await db.query(
      `INSERT INTO avances (obra_id, fecha_corte, avance_fisico) VALUES (1, '2026-06-30', 1)`,
    );
    assert.equal((await get(PATH, 'user', held)).body.avances.length, 1);
    await put('admin', 'PATCH', '/obras/1', { monto: 7 });
    assert.equal((await get(PATH)).status, 200);
    assert.equal((await call('user', 'HEAD', PATH)).status, 200);
  });
});

describe('the history of a work', () => {
  beforeEach(async () => {
    await world();
    await db.query(
      `SELECT setval(pg_get_serial_sequence(name, 'id'), 1000000 + coalesce(max(id), 0))
       FROM bitacora, unnest(ARRAY['obras', 'avances', 'contratos', 'convenios']) AS t (name) GROUP BY name`,
    );
  });

  test('has a sentence with its author for each act on its follow-up', async () => {
    const { id } = await newObra();
    await appoint([1]);
    const at = `/obras/${id}`;
    const clerk = 'Persona user';
    const boss = 'Persona admin';
    const sentences = async () =>
      (await get(`${at}/historial`, 'admin')).body.map(
        ({ resumen }: { resumen: string }) => resumen,
      );
    const told: string[] = [(await sentences())[0]];
    const tell = async (sentence: string) => {
      told.push(sentence);
      assert.deepEqual(await sentences(), told);
    };
    await post(`${at}/avances`, report('2026-03-31', 30), 'user');
    await tell(`${clerk} reportó 30.00 % de avance al 31 de marzo de 2026.`);
    const second = await post(
      `${at}/avances`,
      report('2026-06-30', 45, { montoPagado: 1_200_000 }),
      'user',
    );
    await tell(
      `${clerk} reportó 45.00 % de avance al 30 de junio de 2026 (antes 30.00 %) y $1,200,000.00 pagados.`,
    );
    await put('user', 'PATCH', `${at}/avances/${second.id}`, {
      avanceFisico: 46,
      fechaCorte: '2026-07-01',
      observaciones: 'Largo.',
    });
    await tell(
      `${clerk} cambió del avance al 30 de junio de 2026 la fecha de corte de 30 de junio de 2026 a 1 de julio de 2026; el avance físico de 45.00 % a 46.00 %; las observaciones.`,
    );
    await put('admin', 'DELETE', `${at}/avances/${second.id}`);
    await tell(`${boss} eliminó el avance al 1 de julio de 2026.`);
    await post(`${at}/programas`, programaBody());
    await tell(
      `${boss} registró el programa original, del 1 de febrero de 2026 al 31 de octubre de 2026.`,
    );
    await post(`${at}/programas`, programaBody({ motivo: 'Lluvias' }));
    await tell(
      `${boss} reprogramó la obra, del 1 de febrero de 2026 al 31 de octubre de 2026, porque «Lluvias».`,
    );
    await put('admin', 'DELETE', `${at}/programas/2`);
    await tell(`${boss} eliminó el programa 2.`);
    await put('admin', 'PATCH', `${at}/ejecucion`, {
      montoFinal: 5,
      fechaInicioReal: '2026-02-01',
    });
    await tell(
      `${boss} indicó la fecha de inicio real 1 de febrero de 2026; el monto final $5.00.`,
    );
    await put('admin', 'PATCH', `${at}/ejecucion`, { montoFinal: null });
    await tell(`${boss} cambió de la ejecución el monto final de $5.00 a ninguno.`);
    const { id: contrato } = await post(`${at}/contratos`, contratoBody({ numero: 'A-1' }));
    await tell(
      `${boss} registró el contrato «A-1» con «Constructora del Mayab, S.A. de C.V.» por $1,200,000.00, del 1 de febrero de 2026 al 31 de octubre de 2026.`,
    );
    const agreed = { fecha: '2026-08-15', montoNuevo: 7, justificacion: 'Suelo.' };
    const { convenios } = await post(`${at}/contratos/${contrato}/convenios`, agreed);
    await tell(
      `${boss} registró el convenio 1 del contrato «A-1»: el monto nuevo $7.00; la justificación «Suelo.».`,
    );
    await put('admin', 'PATCH', `${at}/contratos/${contrato}`, { numero: 'B-1' });
    await tell(`${boss} cambió del contrato «A-1» el número de «A-1» a «B-1».`);
    await put('admin', 'PATCH', `${at}/contratos/${contrato}/convenios/${convenios[0].id}`, {
      montoNuevo: 8,
    });
    await tell(`${boss} cambió del convenio 1 del contrato «B-1» el monto nuevo de $7.00 a $8.00.`);
    const { body, headers } = await get(`${at}/historial?limit=3`, 'admin');
    assert.equal(body.length, 3);
    assert.match(headers.get('link') ?? '', /rel="next"/);
    // It goes with the work, and the story stays.
    await put('admin', 'DELETE', at);
    const all = await sentences();
    assert.deepEqual(all.slice(0, told.length), told);
    assert.ok(
      all.some((one: string) => one.endsWith('eliminó el contrato «B-1».')),
      all.join('\n'),
    );
    assert.equal(all.length, told.length + 6);
  });

  test('has in the ledger the agencies of a clerk', async () => {
    await appoint([1]);
    await appoint([]);
    const { body } = await get('/bitacora?recurso=capturistas&limit=2', 'admin');
    assert.deepEqual(
      body.map(({ accion, registro, usuarioEmail }: Record<string, string>) => [
        accion,
        registro,
        usuarioEmail,
      ]),
      [
        ['eliminar', people.user.id, emailOf('admin')],
        ['crear', people.user.id, emailOf('admin')],
      ],
    );
  });
});
