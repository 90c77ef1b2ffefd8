import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { readUntil } from '../../../src/features/cambios/pasado/instante.ts';
import { table } from '../../table.ts';
import {
  type Answer,
  base,
  call,
  contratoBody,
  db,
  get,
  newObra,
  programaBody,
  refused,
  resetWithCatalog,
  ubicacionBody,
  type Who,
  withApp,
  wkt,
} from '../../world.ts';

// Works as they stood: the answers of `en` are those that were read then.

/** The clock of the ledger, in microseconds; the next change is later. */
async function now(): Promise<string> {
  const row = await db.one<{ t: string }>(
    `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS t, pg_sleep(0.002)`,
  );
  return row?.t as string;
}

/** The answer as it stood, whatever its status. */
const then = (path: string, en: string, who: Who = 'user'): Promise<Answer> =>
  call(who, 'GET', `${path}?en=${encodeURIComponent(en)}`);

async function done(method: string, path: string, body?: object) {
  const answer = await call('admin', method, path, body);
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
  return answer.body;
}

/** Has the ledger of everything so far look that much older: rows of it can't be changed otherwise. */
const age = (interval: string) =>
  db.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query('UPDATE bitacora SET instante = instante - $1::interval', [interval]);
  });

/** Runs statements that leave no row in the ledger. */
const silently = (...statements: string[]) =>
  db.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    for (const statement of statements) await tx.query(statement);
  });

const ROUTE = {
  tipoGeometria: 'RUTA',
  geometriaJson: {
    type: 'LineString',
    coordinates: [
      [-89.62, 20.96],
      [-89.6, 20.97],
    ],
  },
};
const BODIES: Record<string, (ids: Record<string, number>) => object> = {
  programa: () => programaBody(),
  contrato: () => contratoBody(),
  // The obra's second place, now the first, and another.
  lugares: ({ segunda }) => ({
    ubicaciones: [
      { id: segunda, ...ubicacionBody({ direccion: 'Otra', ...ROUTE, orden: 1 }) },
      ubicacionBody({
        direccion: 'Tercera',
        municipioId: 59,
        geometriaJson: wkt('POINT (-89.66 21.28)'),
      }),
    ],
  }),
  lugar: () => ({ ubicaciones: [ubicacionBody()] }),
};
// @ is the first obra, $name the id that a row before has kept.
const STEPS = table`
  # step | request | made of | changes | keeps
  an agency | POST /dependencias | - | {"nombre": "Instituto de Caminos", "siglas": "ic"} | instituto
  a year | POST /ejercicio-fiscal | - | {"anio": 2027} | anio
  an amount | PATCH @ | - | {"monto": 2000000.1} | -
  a name with marks | PATCH @ | - | {"nombre": "Calle 60: «norte», 2.ª etapa \\ fin"} | -
  a report | POST @/avances | - | {"fechaCorte": "2026-03-31", "avanceFisico": 10.5, "montoPagado": 1000} | avance
  an agency renamed | PATCH /dependencias/$dependenciaId | - | {"nombre": "Secretaría de Obras y Caminos", "siglas": "SOC"} | -
  places | PATCH @ | lugares | - | -
  a programme | POST @/programas | programa | {"curva": [{"fecha": "2026-06-30", "avanceFisico": 50}]} | -
  a type renamed | PATCH /catalogos/tipo-proyecto/$tipoProyectoId | - | {"nombre": "Calles"} | -
  a contract | POST @/contratos | contrato | - | contrato
  another agency | PATCH @ | - | {"dependenciaId": $instituto} | -
  an agreement | POST @/contratos/$contrato/convenios | - | {"fecha": "2026-05-01", "montoNuevo": 1300000, "justificacion": "Más concreto"} | convenio
  a corrected report | PATCH @/avances/$avance | - | {"avanceFisico": 12} | -
  another year, with another number | PATCH @ | - | {"ejercicioFiscalId": $anio} | -
  a second report | POST @/avances | - | {"fechaCorte": "2026-06-30", "avanceFisico": 40, "montoPagado": 500000} | -
  a year that is closed | PATCH /ejercicio-fiscal/$anio | - | {"activo": false} | -
  a municipio renamed by hand | SQL | Progreso de Castro | - | -
  no type | PATCH @ | - | {"tipoProyectoId": null} | -
  a second programme | POST @/programas | programa | {"fechaTermino": "2026-12-15", "motivo": "Lluvias"} | -
  a longer term | PATCH @/contratos/$contrato/convenios/$convenio | - | {"fechaTerminoNueva": "2026-11-30"} | -
  the other obra | PATCH /obras/$otra | - | {"monto": 7, "estatusObraId": 6} | -
  a second contract | POST @/contratos | contrato | {"numero": "SOP-2", "naturaleza": "SUPERVISION", "monto": 5000} | -
  real dates | PATCH @/ejecucion | - | {"fechaInicioReal": "2026-02-03"} | -
  no report of March | DELETE @/avances/$avance | - | - | -
  no places | PATCH @ | - | {"ubicaciones": []} | -
  an agency merged into another | POST /dependencias/$dependenciaId/fusion | - | {"destinoId": $instituto} | -
  an amount of the contract | PATCH @/contratos/$contrato | - | {"monto": 1250000} | -
  places of before | PATCH @ | lugar | - | -
  no contract | DELETE @/contratos/$contrato | - | - | -
  a status | PATCH @ | - | {"estatusObraId": 6} | -
`;

describe('an obra at the instants of a mixed load', () => {
  /** What was read of both obras after each step. */
  const recorded: {
    step: string;
    instante: string;
    obra: string;
    seguimiento: string;
    id: number;
  }[] = [];

  before(async () => {
    const { dependenciaId, tipoProyectoId } = await resetWithCatalog();
    const { id } = await newObra({
      descripcion: 'Con «comillas» y "otras"',
      ubicaciones: [ubicacionBody(), ubicacionBody({ direccion: 'Otra', ...ROUTE })],
    });
    const { id: otra } = await newObra({ tipoProyectoId: null, municipioId: 59 });
    const at = `/obras/${id}`;
    const ids: Record<string, number> = { dependenciaId, tipoProyectoId, otra };
    for (const [step, request = '', base = '', json = '', keeps] of STEPS) {
      ids.segunda = (await get(at)).body.ubicaciones[1]?.id;
      const numbered = (text: string) => text.replace(/\$(\w+)/g, (_, name) => String(ids[name]));
      const [method = '', path = ''] = numbered(request).split(' ');
      const changes = JSON.parse(numbered(json || '{}'));
      if (method === 'SQL')
        await db.query(`UPDATE municipios SET nombre = $1 WHERE id = 59`, [base]);
      else {
        const body = await done(
          ...([method, path.replace('@', at)] as const),
          method === 'DELETE' ? undefined : { ...BODIES[base]?.(ids), ...changes },
        );
        if (keeps) ids[keeps] = body.convenios?.[0]?.id ?? body.id;
      }
      for (const one of [id, otra]) {
        const [obra, seguimiento] = [
          await get(`/obras/${one}`),
          await get(`/obras/${one}/seguimiento`),
        ];
        recorded.push({
          ...{ step: String(step), instante: await now(), id: one },
          ...{ obra: obra.text, seguimiento: seguimiento.text },
        });
      }
    }
    await db.query(`UPDATE municipios SET nombre = 'Progreso' WHERE id = 59`);
  });

  test('GET /obras/:id answers to the byte what it answered then', async () => {
    assert.ok(recorded.length >= 50);
    for (const { step, instante, obra, id } of recorded) {
      const answer = await then(`/obras/${id}`, instante);
      assert.equal(answer.text, obra, `after ${step}`);
    }
  });

  test('GET /obras/:id/seguimiento answers what it answered then, and null for a time that nobody knows any more', async () => {
    const times = /"(creadoEn|actualizadoEn)":(null|"[^"]*")/g;
    let lost = 0;
    for (const { step, instante, seguimiento, id } of recorded) {
      const answer = await then(`/obras/${id}/seguimiento`, instante);
      assert.equal(answer.status, 200, answer.text);
      const [now, was] = [answer.text, seguimiento].map((text) => text.match(times) ?? []);
      now?.forEach((time, i) => {
        if (time.endsWith('null')) lost += 1;
        else assert.equal(time, was?.[i], `after ${step}`);
      });
      const [without, expected] = [answer.text, seguimiento].map((text) =>
        text.replace(times, '"$1":'),
      );
      assert.equal(without, expected, `after ${step}`);
    }
    assert.ok(lost > 0);
  });

  test('a time that is known stays: of a report that nobody has changed since', async () => {
    const last = recorded.at(-2);
    const answer = await then(`/obras/${last?.id}/seguimiento`, last?.instante as string);
    assert.equal(answer.text, last?.seguimiento);
  });

  test('GET /obras/:id/versiones has an instant for each change, and each leads to what was read after it', async () => {
    const id = recorded[0]?.id;
    const { body } = await get(`/obras/${id}/versiones`);
    assert.ok(body.length > 8);
    for (const { instante, obra } of body) {
      assert.equal(obra, `/obras/${id}?en=${encodeURIComponent(instante)}`);
      const next = recorded.find((one) => one.id === id && one.instante > instante);
      assert.equal((await get(obra)).text, next?.obra, next?.step);
    }
  });

  test('GET /obras/:id/versiones goes on page by page, and refuses another list’s cursor', async () => {
    const path = `/obras/${recorded[0]?.id}/versiones`;
    const { body: all } = await get(path);
    const pages = [];
    for (let next: string | undefined = `${path}?limit=3`; next; ) {
      const page: Answer = await get(next);
      assert.ok(page.body.length <= 3);
      pages.push(...page.body);
      next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    assert.deepEqual(pages, all);
    refused(await call('user', 'GET', `${path}?cursor=aGlzdG9yaWFsLzE`), 400, [
      'cursor no es un cursor válido.',
    ]);
  });

  test('GET /obras/:id/versiones.link is the same as links, with its first and its last version', async () => {
    const path = `/obras/${recorded[0]?.id}`;
    const { body: all } = await get(`${path}/versiones`);
    const answer = await get(`${path}/versiones.link`);
    assert.equal(answer.headers.get('content-type'), 'application/link-format');
    const lines = answer.text.split(',\n');
    assert.equal(lines[0], `<${path}>; rel="original"`);
    assert.equal(lines[1], `<${path}/version>; rel="timegate"`);
    assert.match(
      lines[2] as string,
      /rel="self"; type="application\/link-format"; from="[^"]+ GMT"; until="[^"]+ GMT"$/,
    );
    const mementos = lines.slice(3);
    assert.deepEqual(
      mementos.map((line) => line.slice(1, line.indexOf('>'))),
      all.map(({ obra }: { obra: string }) => obra),
    );
    assert.match(
      mementos[0] as string,
      /rel="first memento"; datetime="\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT"$/,
    );
    assert.match(mementos.at(-1) as string, /rel="last memento"/);
    const page = (await get(`${path}/versiones.link?limit=2`)).text;
    assert.match(page, /rel="timemap"; type=/);
    assert.doesNotMatch(page, /last memento/);
    await get(/<([^>]+)>; rel="timemap"/.exec(page)?.[1] as string);
  });

  test('GET /obras/:id/versiones?de=seguimiento has the changes under the obra and its registration', async () => {
    const id = recorded[0]?.id;
    const { body } = await get(`/obras/${id}/versiones?de=seguimiento`);
    for (const { obra } of body) {
      assert.match(obra, new RegExp(`^/obras/${id}/seguimiento\\?en=`));
      await get(obra);
    }
    assert.equal((await get(body[0].obra)).body.avances.length, 0);
    assert.ok(body.length > 10);
  });

  test('GET /obras/:id/version leads to the obra at Accept-Datetime, with the names of then, and to the present without it', async () => {
    const path = `/obras/${recorded[0]?.id}`;
    const asked = async (datetime?: string, query = '') => {
      const answer = await call('user', 'GET', `${path}/version${query}`, undefined, {
        headers: datetime === undefined ? {} : { 'accept-datetime': datetime },
      });
      assert.equal(answer.status, 302);
      assert.equal(answer.headers.get('vary')?.includes('Accept-Datetime'), true);
      return answer.headers.get('location') as string;
    };
    const [first] = (await get(`${path}/versiones`)).body;
    assert.equal(await asked('Thu, 01 Jan 2026 00:00:00 GMT'), first.obra);
    // No change of the obra itself: today's answer has the name all the same, and an earlier instant the earlier one.
    const { dependencia } = (await get(path)).body;
    await done('PATCH', `/dependencias/${dependencia.id}`, { nombre: 'Instituto de Vialidades' });
    for (const datetime of [undefined, 'Fri, 01 Jan 2100 00:00:00 GMT'])
      assert.equal((await get(await asked(datetime))).text, (await get(path)).text);
    await done('PATCH', `/dependencias/${dependencia.id}`, { nombre: dependencia.nombre });
    const datetime = new Date().toUTCString();
    for (const [query, under] of [
      ['', ''],
      ['?de=seguimiento', '/seguimiento'],
    ] as const) {
      const en = encodeURIComponent(new Date(datetime).toISOString().replace('.000Z', 'Z'));
      const location = await asked(datetime, query);
      assert.equal(location, `${path}${under}?en=${en}`);
      assert.equal((await get(location)).headers.get('memento-datetime'), datetime);
    }
    for (const datetime of ['ayer', '2026-06-30', 'Mon, 30 Jun 2026 18:00:00 GMT']) {
      const answer = await call('user', 'GET', `${path}/version`, undefined, {
        headers: { 'accept-datetime': datetime },
      });
      refused(
        answer,
        400,
        'El encabezado Accept-Datetime debe ser una fecha de HTTP, por ejemplo Tue, 30 Jun 2026 18:00:00 GMT.',
      );
    }
  });

  test('an answer of the past says which instant it is of, and where its versions are', async () => {
    const { id, instante } = recorded[0] as (typeof recorded)[0];
    const { headers } = await then(`/obras/${id}`, instante);
    assert.equal(headers.get('memento-datetime'), new Date(instante).toUTCString());
    assert.equal(
      headers.get('link'),
      `</obras/${id}>; rel="original", </obras/${id}/version>; rel="timegate", </obras/${id}/versiones.link>; rel="timemap"; type="application/link-format"`,
    );
    const under = await then(`/obras/${id}/seguimiento`, instante);
    assert.match(
      under.headers.get('link') ?? '',
      /^<\/obras\/\d+\/seguimiento>; rel="original", <\/obras\/\d+\/version\?de=seguimiento>/,
    );
    const today = await get(`/obras/${id}`);
    assert.equal(today.headers.get('memento-datetime'), null);
    assert.equal(today.headers.get('link'), null);
  });

  test('an answer of the past is not sent again to who has it', async () => {
    const { id, instante } = recorded[0] as (typeof recorded)[0];
    const path = `/obras/${id}?en=${encodeURIComponent(instante)}`;
    const etag = (await get(path)).headers.get('etag') as string;
    const again = await call('user', 'GET', path, undefined, {
      headers: { 'if-none-match': etag },
    });
    assert.equal(again.status, 304);
  });
});

describe('the instant of a question', () => {
  const moment = new Date('2026-11-30T05:30:00.500Z');
  const cases: [en: string, hasta: string, dia: string][] = [
    // It is still the 29th in Mérida.
    ['2026-11-28', '2026-11-29 00:00:00 America/Merida', '2026-11-28'],
    ['2024-02-29', '2024-03-01 00:00:00 America/Merida', '2024-02-29'],
    ['2026-06-30T18:00:00Z', '2026-06-30T18:00:01.000000Z', '2026-06-30'],
    ['2026-06-30t18:00:00z', '2026-06-30T18:00:01.000000Z', '2026-06-30'],
    ['2026-06-30T18:00Z', '2026-06-30T18:01:00.000000Z', '2026-06-30'],
    ['2026-06-30T18:00:00.1Z', '2026-06-30T18:00:00.200000Z', '2026-06-30'],
    ['2026-06-30T18:00:00.123Z', '2026-06-30T18:00:00.124000Z', '2026-06-30'],
    ['2026-06-30T18:00:00.123456Z', '2026-06-30T18:00:00.123457Z', '2026-06-30'],
    ['2026-06-30T18:00:00.123456789Z', '2026-06-30T18:00:00.123457Z', '2026-06-30'],
    ['2026-07-01T08:00:00+14:00', '2026-06-30T18:00:01.000000Z', '2026-06-30'],
    ['2026-06-30T00:30:00-06:00', '2026-06-30T06:30:01.000000Z', '2026-06-30'],
    ['2026-06-30T05:30:00Z', '2026-06-30T05:30:01.000000Z', '2026-06-29'],
    ['1969-12-31T23:00:00Z', '-infinity', '1969-12-31'],
    ['0050-05-01T00:00:00Z', '-infinity', '1969-12-31'],
    ['0001-01-01T00:00:00+14:00', '-infinity', '1969-12-31'],
    ['0001-01-01', '-infinity', '1969-12-31'],
    ['2026-11-30T05:29Z', '2026-11-30T05:30:00.000000Z', '2026-11-29'],
    ['2026-11-30T05:30:00.500Z', '2026-11-30T05:30:00.501000Z', '2026-11-29'],
  ];
  test('is the end of the day in Mérida, or of what the text says of an instant', () => {
    for (const [en, hasta, dia] of cases)
      assert.deepEqual(readUntil(en, moment), { hasta, dia }, en);
  });
  test('is refused where it has not passed', () => {
    for (const en of ['2026-11-29', '2026-11-30', '2027-01-01', '9999-12-31']) {
      assert.throws(() => readUntil(en, moment), {
        message: 'en debe ser un día que ya terminó en Mérida.',
      });
    }
    for (const en of [
      '2026-11-30T05:30:00.501Z',
      '2026-11-30T05:31:00Z',
      '2026-11-30T05:30Z',
      '2026-11-30T00:00:00-06:00',
      '9999-12-31T00:00:00Z',
    ]) {
      assert.throws(() => readUntil(en, moment), {
        message: 'en no debe ser posterior a este momento.',
      });
    }
  });
});

const REFUSED_EN =
  /en sólo vale en GET \/obras\/:id, GET \/obras\/:id\/seguimiento y GET \/obras\/:id\/expediente: esto es de hoy\./;
describe('the question', () => {
  let id: number;
  before(async () => {
    await resetWithCatalog();
    ({ id } = await newObra());
  });

  test('GET /obras/:id of an instant that is none answers 400', async () => {
    const format =
      'en debe ser una fecha (2026-01-31) o una fecha y hora con zona (2026-01-31T08:00:00-06:00; el signo + se escribe %2B).';
    const none =
      'ayer 2026-02-29 2025-02-29T00:00:00Z 2026-13-01 2026-06-30T25:00:00Z 2026-06-30T18:00:00 30/06/2026 2026-6-30 ';
    for (const en of none.split(' ')) {
      for (const path of [`/obras/${id}`, `/obras/${id}/seguimiento`])
        refused(await then(path, en), 400, [format]);
    }
    refused(await then(`/obras/${id}`, '2999-01-01'), 400, [
      'en debe ser un día que ya terminó en Mérida.',
    ]);
    refused(await call('user', 'GET', `/obras/${id}?en=2026-01-01&en=2026-01-02`), 400, [
      'en se indicó más de una vez.',
    ]);
  });

  test('GET /obras/:id with campos and en answers 400', async () => {
    const answer = await call('user', 'GET', `/obras/${id}?campos=id&en=2026-01-01`);
    refused(answer, 400, ['en no se combina con campos: trae la obra entera.']);
  });

  test('every other GET under /obras refuses en, also where the cache has its answer without it', async () => {
    const { paths } = (await (await fetch(`${base}/openapi.json`)).json()) as {
      paths: Record<string, { get?: object }>;
    };
    const here = Object.keys(paths).filter(
      (path) => /^\/obras(?![^/.])/.test(path) && paths[path]?.get,
    );
    assert.ok(here.length > 10);
    const taking = ['/obras/{id}', '/obras/{id}/seguimiento', '/obras/{id}/expediente'];
    for (const path of here) {
      const address = path.replace(/\{\w+\}/g, String(id));
      await call('admin', 'GET', address);
      const answer = await call('admin', 'GET', `${address}?en=2026-06-30`);
      if (taking.includes(path))
        refused(answer, 410, `La obra ${id} todavía no se registraba entonces.`);
      else assert.match(String(answer.body.message), REFUSED_EN, path);
    }
  });

  test('GET /obras/:id of the past without a token answers 401, and 200 where reading is public', async () => {
    const en = encodeURIComponent(await now());
    const paths = ['', '/seguimiento', '/expediente'].map((part) => `/obras/${id}${part}?en=${en}`);
    for (const path of paths) assert.equal((await call('nobody', 'GET', path)).status, 401, path);
    await withApp({ PUBLIC_READ: true }, async (url) => {
      for (const path of paths) await get(path, 'nobody', { url });
    });
  });

  test('an id that never was answers 404, whatever the address', async () => {
    for (const path of ['/obras/4000000', '/obras/4000000/seguimiento', '/obras/99999999999']) {
      refused(await then(path, await now()), 404, `Obra ${path.split('/')[2]} no encontrada.`);
    }
    for (const path of [
      '/obras/4000000/versiones',
      '/obras/4000000/versiones.link',
      '/obras/4000000/version',
    ]) {
      refused(await call('user', 'GET', path), 404, 'Obra 4000000 no encontrada.');
    }
  });
});

describe('what the ledger knows of an obra', () => {
  before(async () => {
    await resetWithCatalog();
    // Numbers that no obra had before: the ledger outlives the tests.
    await db.query(`SELECT setval(pg_get_serial_sequence('obras', 'id'), 700000, false)`);
  });
  const notYet = (id: number) => `La obra ${id} todavía no se registraba entonces.`;
  const gone = (id: number) => `La obra ${id} ya se había eliminado entonces.`;
  const unknown = (id: number) =>
    `La bitácora no tiene la historia de la obra ${id} desde su registro, así que no se sabe cómo estaba entonces.`;
  const contradicted = (id: number) =>
    `Lo que la bitácora dice de la obra ${id} no basta, o no concuerda con el registro: no se sabe cómo estaba entonces.`;
  const both = async (id: number, en: string, status: number, message: string) => {
    for (const path of [`/obras/${id}`, `/obras/${id}/seguimiento`])
      refused(await then(path, en), status, message);
  };

  test('before its registration and after its deletion it answers 410, and between them the obra', async () => {
    const early = await now();
    const { id } = await newObra();
    const text = (await get(`/obras/${id}`)).text;
    const between = await now();
    await done('DELETE', `/obras/${id}`);
    for (const en of [early, '0050-05-01T00:00:00Z', '0001-01-01'])
      await both(id, en, 410, notYet(id));
    assert.equal((await then(`/obras/${id}`, between)).text, text);
    await both(id, await now(), 410, gone(id));
    const { headers } = await call('user', 'GET', `/obras/${id}/version`);
    refused(await call('user', 'GET', headers.get('location') as string), 410, gone(id));
    assert.equal((await get(`/obras/${id}/versiones`)).body.length, 1);
  });

  test('a number that is given again is another obra: each has its own time', async () => {
    const { id, nombre } = await newObra({ nombre: 'La primera' });
    const first = await now();
    await done('DELETE', `/obras/${id}`);
    const gap = await now();
    await db.query(`SELECT setval(pg_get_serial_sequence('obras', 'id'), $1, false)`, [id]);
    assert.equal((await newObra({ nombre: 'La segunda' })).id, id);
    await done('POST', `/obras/${id}/avances`, { fechaCorte: '2026-03-31', avanceFisico: 10 });
    assert.equal((await then(`/obras/${id}`, first)).body.nombre, nombre);
    assert.equal((await then(`/obras/${id}/seguimiento`, first)).body.avance, null);
    await both(id, gap, 410, gone(id));
    assert.equal((await then(`/obras/${id}`, await now())).body.nombre, 'La segunda');
  });

  test('versions whose rows the clock has before an earlier one lead to the instant from which all of them count', async () => {
    const { id } = await newObra({ monto: 1 });
    for (const monto of [2, 3, 4]) await done('PATCH', `/obras/${id}`, { monto });
    // The clock was set back after the second row.
    await silently(
      `UPDATE bitacora SET instante = instante - interval '1 hour' WHERE id IN (
         SELECT id FROM bitacora WHERE recurso = 'obras' AND registro = '${id}' ORDER BY id DESC LIMIT 2)`,
    );
    const versions: { obra: string }[] = (await get(`/obras/${id}/versiones`)).body;
    const montos = await Promise.all(
      versions.map(async ({ obra }) => (await get(obra)).body.monto),
    );
    assert.deepEqual(montos, [1, 4, 4, 4]);
  });

  test('an obra that was loaded without the ledger answers 409, also after a change and a deletion', async () => {
    const { id } = await newObra();
    const { id: copy } = (await db.one<{ id: number }>(
      `SELECT nextval(pg_get_serial_sequence('obras', 'id'))::integer AS id`,
    )) as { id: number };
    await silently(
      `INSERT INTO obras (id, numero_obra, clave_unica, nombre, monto, ejercicio_fiscal_id, dependencia_id, municipio_id, estatus_obra_id)
       OVERRIDING SYSTEM VALUE SELECT ${copy}, 900, 'SIN-BITACORA', nombre, monto, ejercicio_fiscal_id, dependencia_id, municipio_id,
         estatus_obra_id FROM obras WHERE id = ${id}`,
      `INSERT INTO obras_documentos SELECT * FROM obras_piezas WHERE obra_id = ${copy}`,
    );
    await db.query('SELECT update_map(ARRAY[$1::integer])', [copy]);
    await both(copy, await now(), 409, unknown(copy));
    refused(await call('user', 'GET', `/obras/${copy}/versiones`), 409, unknown(copy));
    refused(await call('user', 'GET', `/obras/${copy}/version`), 409, unknown(copy));
    await done('PATCH', `/obras/${copy}`, { monto: 5 });
    const changed = await now();
    await both(copy, changed, 409, unknown(copy));
    await done('DELETE', `/obras/${copy}`);
    await both(copy, changed, 409, unknown(copy));
    await both(copy, await now(), 410, gone(copy));
  });

  test('an obra whose ledger was edited, or whose row was changed past it, answers 409', async () => {
    const { id } = await newObra();
    const en = await now();
    await db.query('ALTER TABLE obras_documentos DISABLE TRIGGER obras_documentos_ledger');
    try {
      await done('PATCH', `/obras/${id}`, { monto: 5 });
    } finally {
      await db.query('ALTER TABLE obras_documentos ENABLE TRIGGER obras_documentos_ledger');
    }
    await both(id, en, 409, contradicted(id));

    const { id: other } = await newObra();
    const at = await now();
    assert.equal((await then(`/obras/${other}`, at)).status, 200);
    await silently(
      `UPDATE bitacora SET despues = despues || '{"monto": 1}' WHERE recurso = 'obras' AND registro = '${other}' AND accion = 'crear' AND instante > now() - interval '1 minute'`,
    );
    await both(other, await now(), 409, contradicted(other));
  });

  test('a part that was changed past the ledger makes the follow-up 409, and leaves the obra', async () => {
    const { id } = await newObra();
    await done('POST', `/obras/${id}/avances`, { fechaCorte: '2026-03-31', avanceFisico: 10 });
    const en = await now();
    assert.equal((await then(`/obras/${id}/seguimiento`, en)).status, 200);
    await silently(`UPDATE avances SET observaciones = 'A mano' WHERE obra_id = ${id}`);
    refused(await then(`/obras/${id}/seguimiento`, await now()), 409, contradicted(id));
    assert.equal((await then(`/obras/${id}`, en)).status, 200);
  });

  test('a contract of a time at which the ledger lacked its subject makes the follow-up 409', async () => {
    const { id } = await newObra();
    await done('POST', `/obras/${id}/contratos`, contratoBody());
    assert.equal((await then(`/obras/${id}/seguimiento`, await now())).status, 200);
    await silently(
      `UPDATE bitacora SET despues = despues - 'objeto' WHERE recurso = 'contratos' AND obra_id = ${id}`,
    );
    refused(await then(`/obras/${id}/seguimiento`, await now()), 409, contradicted(id));
  });

  test('obras that TRUNCATE took away are answered as they were, and then 410', async () => {
    const { id } = await newObra();
    await done('POST', `/obras/${id}/avances`, { fechaCorte: '2026-03-31', avanceFisico: 10 });
    const text = (await get(`/obras/${id}`)).text;
    const en = await now();
    await db.query('TRUNCATE obras, obras_documentos, ubicaciones, favorites CASCADE');
    assert.equal((await then(`/obras/${id}`, en)).text, text);
    assert.equal((await then(`/obras/${id}/seguimiento`, en)).body.avance.avanceFisico, 10);
    await both(id, await now(), 410, gone(id));
    // Without a row of its own it may have been one of those.
    await both(7_777_777, en, 409, unknown(7_777_777));
    refused(await then('/obras/7777777', await now()), 404, 'Obra 7777777 no encontrada.');
  });

  test('reports that TRUNCATE took away are there before it', async () => {
    const { id } = await newObra();
    await done('POST', `/obras/${id}/avances`, { fechaCorte: '2026-03-31', avanceFisico: 10 });
    const en = await now();
    await db.query('TRUNCATE avances CASCADE');
    await db.query('SELECT follow_obra($1)', [id]);
    assert.equal((await then(`/obras/${id}/seguimiento`, en)).body.avances.length, 1);
    assert.equal((await then(`/obras/${id}/seguimiento`, await now())).body.avances.length, 0);
  });

  test('an obra is late until the day that is asked for, and not until today', async () => {
    const { id } = await newObra();
    await done(
      'POST',
      `/obras/${id}/contratos`,
      contratoBody({
        fechaFirma: '2020-01-01',
        fechaInicio: '2020-01-01',
        fechaTermino: '2020-01-10',
      }),
    );
    await age('10 days');
    const day = new Intl.DateTimeFormat('sv', { timeZone: 'America/Merida' }).format(
      Date.now() - 5 * 86_400_000,
    );
    const today = (await get(`/obras/${id}/seguimiento`)).body.atraso;
    const answer = await then(`/obras/${id}/seguimiento`, day);
    assert.equal(answer.body.atraso.diasAtraso, today.diasAtraso - 5);
    assert.equal(answer.headers.get('memento-datetime')?.slice(17), '05:59:59 GMT');
  });

  test('a catalog’s record that is gone is named as it was', async () => {
    const gone = await done('POST', '/dependencias', { nombre: 'La que se fue', siglas: null });
    const { id } = await newObra({ dependenciaId: gone.id });
    const text = (await get(`/obras/${id}`)).text;
    const en = await now();
    await done('PATCH', `/obras/${id}`, { dependenciaId: 1 });
    await done('DELETE', `/dependencias/${gone.id}`);
    assert.equal((await then(`/obras/${id}`, en)).text, text);
  });

  test('a geometry is the value that was sent, in the text that was sent while it is there', async () => {
    const sent =
      '{"coordinates":[-89.6237, 20.9674],  "type":"Point","bbox":[-89.6237,20.9674,-89.6237,20.9674]}';
    const body = JSON.stringify(obraWith('@')).replace('"@"', sent);
    const created = await call('admin', 'POST', '/obras', body, {
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(created.status, 201, created.text);
    const { id } = created.body;
    const text = (await get(`/obras/${id}`)).text;
    const en = await now();
    assert.equal((await then(`/obras/${id}`, en)).text, text);
    await done('PATCH', `/obras/${id}`, { ubicaciones: [] });
    assert.deepEqual((await then(`/obras/${id}`, en)).body, JSON.parse(text));
  });
});

/** A body for POST /obras with a geometry. */
const obraWith = (geometriaJson: unknown) => ({
  claveUnica: 'GEOMETRIA',
  nombre: 'Con su dibujo',
  monto: 1,
  ejercicioFiscalId: 1,
  dependenciaId: 1,
  municipioId: 50,
  estatusObraId: 1,
  ubicaciones: [ubicacionBody({ geometriaJson })],
});
