import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { conditions } from '../../../src/core/obras/filtros.ts';
import { LISTAS } from '../../../src/features.ts';
import { columnOf } from '../../columns.ts';
import { isHere } from '../../features.ts';
import { table } from '../../table.ts';
import {
  call,
  contratoBody,
  day,
  get,
  idsOf,
  newObra,
  nextOf,
  pages,
  programaBody,
  refused,
  resetWithCatalog,
  tagged,
  write,
} from '../../world.ts';

const post = (path: string, body: unknown) => write('admin', 'POST', path, body);
/** A report with its cut so many days from today. */
const report = async (id: number, days: number, avanceFisico: number, more: object = {}) =>
  post(`/obras/${id}/avances`, { fechaCorte: await day(days), avanceFisico, ...more });

/** Ids of the works that a list answers. */
const found = async (query: string) => idsOf((await get(`/obras?${query}`)).body);
const rowsOf = async (query: string): Promise<number[]> =>
  columnOf((await get(`/seguimiento?${query}`)).body, 'obraId');
const nameOf = async (path: string) => (await get(path)).headers.get('content-disposition') ?? '';

describe('the follow-up of all works', () => {
  before(async () => {
    await resetWithCatalog();
    // 1 is late, 2 in time, 3 finished late, 4 late and cancelled, 5 has no follow-up at all.
    for (const estatusObraId of [4, 4, 6, 7, 4]) await newObra({ estatusObraId, monto: 1000 });
    const past = { fechaInicio: '2020-01-01', fechaTermino: await day(-10) };
    for (const id of [1, 3, 4]) await post(`/obras/${id}/programas`, past);
    await post(
      '/obras/2/programas',
      programaBody({ fechaInicio: '2020-01-01', fechaTermino: await day(10) }),
    );
    await report(1, -40, 40.5, { montoPagado: 250 });
    await report(2, -5, 0);
    await report(3, -3, 100);
    const firm = {
      contratista: 'Constructora Ñandú, S.A.',
      fechaTermino: await day(-20),
      fechaInicio: '2020-01-01',
    };
    await post('/obras/1/contratos', contratoBody(firm));
    await post(
      '/obras/1/contratos',
      contratoBody({ numero: 'S', naturaleza: 'SUPERVISION', contratista: 'Vigía' }),
    );
  });

  test('has a row for each, with the last report, the term and the contractor', async () => {
    const { body, headers } = await get('/seguimiento');
    assert.equal(headers.get('x-total-count'), '5');
    const [first, , third, fourth, last] = body;
    assert.deepEqual(
      [first.avanceFisico, first.avanceFinanciero, first.diasAtraso, first.contratista],
      [40.5, 25, 20, 'Constructora Ñandú, S.A.'],
    );
    assert.deepEqual([first.contratos, first.montoVigente, first.reportes], [1, 1_200_000, 1]);
    // Finished seven days late; of the cancelled one nobody says.
    assert.deepEqual([third.diasAtraso, fourth.diasAtraso], [7, null]);
    assert.deepEqual(
      [last.obraId, last.avanceFisico, last.fechaCorte, last.reportes, last.diasAtraso],
      [5, null, null, 0, null],
    );
  });

  test('is narrowed to named works by their ids', async () => {
    assert.deepEqual(await rowsOf('obraId=3'), [3]);
    assert.deepEqual(await rowsOf('obraId=5,1,99,1'), [1, 5]);
    assert.deepEqual(await rowsOf('obraId=2&obraId=4&orden=-id'), [4, 2]);
    assert.deepEqual(await rowsOf('obraId=1,2&atrasadas=true'), [1]);
    const first = await get('/seguimiento?obraId=1,2,3&limit=2');
    assert.equal(first.headers.get('x-total-count'), '3');
    assert.match(first.headers.get('link') ?? '', /obraId=1(,|%2C)2(,|%2C)3/);
    for (const ids of ['x', `${'1,'.repeat(100)}1`]) {
      refused(await call('user', 'GET', `/seguimiento?obraId=${ids}`), 400, [/^obraId /]);
    }
  });

  test('is filtered in every list by what was reported', async () => {
    // Of the first, 25 % was paid with 40.5 % built. Of the third, all was built and nothing said of money.
    const filters = table`
      # filter                              | works
      avanceMin=40.5                        | 1,3
      avanceMax=40.5                        | 1,2
      atrasadas=true                        | 1
      sinReporteDesde=${await day(-5)}      | 1,5
      sinReporteDesde=${await day(-4)}      | 1,2,5
      contratista=nandu constructora        | 1
      contratista=«Constructora, nandu»     | 1
      contratista=vigia                     | -
      contratista=%25                       | -
      pagoAdelantado=0                      | -`;
    for (const [filter = '', works] of filters) {
      assert.equal((await found(filter)).join(), works, filter);
    }
    const doors = ['/seguimiento?', '/obras.ndjson?', '/obras/resumen?por=estatus&'];
    for (const path of doors.filter(isHere)) {
      assert.match((await get(`${path}atrasadas=true`)).text, /"obras":1|^\[?\{"(obraId|id)":1,/);
    }
    const tile = '/mapa/0/0/0?atrasadas=true';
    if (isHere(tile)) assert.match((await get(tile)).text, /FeatureCollection/);
    const refusals = table`
      avanceMin=100.01     | avanceMin debe ser un porcentaje de 0 a 100, con dos decimales a lo más.
      atrasadas=si         | atrasadas sólo admite el valor true.
      sinReporteDesde=ayer | sinReporteDesde debe ser una fecha, por ejemplo 2026-01-31.`;
    for (const [query, sentence = ''] of refusals) {
      refused(await call('user', 'GET', `/seguimiento?${query}`), 400, [sentence]);
    }
  });

  test('is found by a contractor: all words in one firm’s name, and of its own contracts', async () => {
    const { id } = await newObra();
    const firms = ['Grupo Peninsular', 'Vías Mayas', 'Muro; Obras', 'Ñu_100%', 'Istmo \\ Sur'];
    for (const [i, contratista] of firms.entries()) {
      await post(`/obras/${id}/contratos`, contratoBody({ numero: `F-${i}`, contratista }));
    }
    // Words that are said twice, or are a part of others, ask for nothing more.
    const cases: [words: string[], isFound: boolean][] = [
      [['grupo peninsular', 'peninsular grupo', 'VIAS MAYAS', 'vi\u0301as', 'muro obras'], true],
      [['obras muro;', 'ñu_100%', '\\', '\\ sur', 'mayas vias mayas', 'v vi vias m mayas a'], true],
      [['grupo mayas', 'obras vias', 'ñu-100%', 'v vi vias m mayas z'], false],
    ];
    for (const [words, isFound] of cases.flatMap(([all, is]) =>
      all.map((one) => [one, is] as const),
    )) {
      const query = new URLSearchParams({ contratista: words });
      assert.equal((await found(`${query}`)).includes(id), isFound, words);
      const { body } = await get(`/contratos?${query}`);
      const numbers = body.filter((row: { obraId: number }) => row.obraId === id);
      assert.equal(numbers.length, isFound ? 1 : 0, words);
    }
    assert.equal((await call('admin', 'DELETE', `/obras/${id}`)).status, 200);
  });

  test('is one statement, however many words a firm is looked for by', async () => {
    const asked = (contratista: string) => {
      const { text, values } = conditions({ contratista }, LISTAS.filtros).where;
      return { selects: text.match(/SELECT/g)?.length, likes: values.length };
    };
    const letters = Array.from({ length: 70 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join(
      ' ',
    );
    assert.equal(letters.length, 139);
    assert.deepEqual(asked(letters), { selects: asked('mayab').selects, likes: 70 });
    assert.equal(asked('a A Á á a\u0301').likes, 1);
    assert.equal(asked('ma ya mayab ab').likes, 1);
    await get(`/obras?${new URLSearchParams({ contratista: letters })}`);
    await get(`/contratos?${new URLSearchParams({ contratista: letters })}`);
  });

  test('ignores a text filter that is empty', async () => {
    const doors: [path: string, ...filters: string[]][] = [
      ['/obras', 'q', 'contratista'],
      ['/obras.csv', 'q', 'contratista'],
      ['/obras/resumen?por=estatus', 'q', 'contratista'],
      ['/mapa/0/0/0', 'q', 'contratista'],
      ['/seguimiento', 'q', 'contratista'],
      ['/contratos', 'q', 'contratista', 'contratistaRfc'],
      ['/contratos.csv', 'q', 'contratista', 'contratistaRfc'],
      ['/contratistas', 'q', 'contratista', 'contratistaRfc', 'contratistaClave'],
      ['/bitacora?limit=5', 'recurso', 'registro', 'campo'],
    ];
    for (const [path, ...filters] of doors.filter(([path]) => isHere(path))) {
      const all = await get(path, 'admin');
      for (const empty of ['', '%20', '+', '%E2%80%8B']) {
        const query = filters.map((name) => `${name}=${empty}`).join('&');
        const answer = await get(`${path}${path.includes('?') ? '&' : '?'}${query}`, 'admin');
        assert.equal(answer.text, all.text, `${path} ${query}`);
        for (const name of ['content-disposition', 'link', 'x-total-count']) {
          assert.equal(answer.headers.get(name), all.headers.get(name), `${path} ${query}`);
        }
      }
    }
  });

  test('is ordered by progress, term and cut, page by page', async () => {
    const walk = async (path: string) => {
      const ids: number[] = [];
      for (let next: string | undefined = path; next; ) {
        const page = await get(next);
        ids.push(...page.body.map((row: { id?: number; obraId: number }) => row.id ?? row.obraId));
        next = nextOf(page);
      }
      return ids.join();
    };
    const orders = table`
      # order  | pages of | works
      avance   | 2        | 4,5,2,1,3
      -avance  | 1        | 3,1,2,5,4
      termino  | 2        | 1,3,4,2,5
      -termino | 3        | 5,2,4,3,1
      corte    | 2        | 4,5,1,2,3
      -corte   | 2        | 3,2,1,5,4`;
    for (const [orden, limit, works] of orders) {
      for (const path of ['/seguimiento', '/obras']) {
        assert.equal(
          await walk(`${path}?orden=${orden}&limit=${limit}`),
          works,
          `${path} ${orden}`,
        );
      }
    }
    const byId = Buffer.from('seguimiento/100.5').toString('base64url');
    refused(await call('user', 'GET', `/seguimiento?cursor=${byId}&orden=avance`), 400, [
      'cursor es de una lista por id; pida la primera página de ésta sin él.',
    ]);
  });

  test('refuses cursors of other lists, and they refuse its own', async () => {
    const { id } = (await call('user', 'GET', '/obras?orden=-avance')).body[0];
    const layer = '/ogc/collections/municipios/items';
    const own = ['/obras', '/seguimiento', '/contratos', '/bitacora', `/obras/${id}/historial`];
    const lists = [...own, layer].filter(isHere);
    for (const list of lists) {
      const { headers, body } = await call('admin', 'GET', `${list}?limit=1`);
      const [, cursor] = /cursor=([\w-]+)/.exec(headers.get('link') ?? JSON.stringify(body)) ?? [];
      assert.ok(cursor, list);
      for (const other of lists) {
        const { status } = await call('admin', 'GET', `${other}?limit=1&cursor=${cursor}`);
        assert.equal(status, other === list ? 200 : 400, `${list} to ${other}`);
      }
    }
  });

  test('is a file with its content in the name', async () => {
    const csv = await get('/seguimiento.csv?orden=-avance');
    const name = csv.headers.get('content-disposition') ?? '';
    assert.match(name, /seguimiento-\d{4}-\d\d-\d\d\.csv/);
    const lines = csv.text.split('\r\n');
    assert.match(
      lines[0] ?? '',
      /^\ufeff?claveUnica,nombre,dependencia,municipio,estatus,monto,fechaCorte,avanceFisico,/,
    );
    assert.equal(lines.length, 7);
    assert.match(
      lines[2] ?? '',
      /,1000\.00,(\d{4}-\d\d-\d\d),40\.50,25\.00,250\.00,\1,0\.02,-40\.48,/,
    );
    assert.match(
      await nameOf('/seguimiento.xlsx?atrasadas=true'),
      /seguimiento-atrasadas-.*\.xlsx/,
    );
  });

  test('has the contracts of all works, by contractor and procedure', async () => {
    const numbersOf = async (query: string) =>
      columnOf((await get(`/contratos?${query}`)).body, 'numero');
    assert.deepEqual(await numbersOf(''), ['SOP-LP-014-2026', 'S']);
    assert.deepEqual(await numbersOf('contratista=vigia'), ['S']);
    assert.deepEqual(await numbersOf('municipioId=1'), []);
    assert.deepEqual(await numbersOf('procedimiento=INVITACION'), []);
    assert.deepEqual(await numbersOf('contratistaRfc=cma010203ab5'), []);
    const first = await get('/contratos?limit=1');
    assert.equal(first.headers.get('x-total-count'), '2');
    const second = await get(nextOf(first) as string);
    assert.deepEqual([second.body[0].numero, second.headers.get('link')], ['S', null]);
    assert.deepEqual(
      [first.body[0].montoVigente, first.body[0].convenios, first.body[0].obraId],
      [1_200_000, 0, 1],
    );
    const csv = await get('/contratos.csv?contratista=vigia');
    assert.match(csv.headers.get('content-disposition') ?? '', /contratos-vigia-/);
    assert.equal(csv.text.split('\r\n').length, 3);
    assert.match(
      await nameOf('/contratos.csv?procedimiento=LICITACION_PUBLICA&contratistaRfc=x'),
      /contratos-x-licitacion-publica-/,
    );
    assert.equal((await get('/contratos.xlsx')).status, 200);
  });

  test('has contracts by day and amount, each way, and by pages all of them once', async () => {
    const { id } = await newObra();
    for (const [numero, fechaFirma, monto] of [
      ['P-1', '2026-01-31', 5],
      ['P-2', '2026-01-31', 9_000_000],
      ['P-3', '2025-12-30', 5],
    ]) {
      const made = contratoBody({ numero, fechaFirma, monto, naturaleza: 'SUPERVISION' });
      await write('admin', 'POST', `/obras/${id}/contratos`, made);
    }
    type Fila = { contratoId: number; fechaFirma: string; monto: number };
    const { body: all } = await get('/contratos?limit=100');
    for (const by of ['id', 'fechaFirma', 'monto']) {
      const key = (one: Fila) => (by === 'id' ? 0 : one[by as 'monto']);
      const sorted = [...(all as Fila[])].sort((one, other) =>
        key(one) === key(other)
          ? one.contratoId - other.contratoId
          : key(one) < key(other)
            ? -1
            : 1,
      );
      const ids = columnOf(sorted, 'contratoId');
      for (const [orden, expected] of [
        [by, ids],
        [`-${by}`, [...ids].reverse()],
      ] as const) {
        const answers = await pages(`/contratos?limit=2&orden=${orden}`);
        assert.deepEqual(
          answers.flatMap(({ body }) => columnOf(body, 'contratoId')),
          expected,
          orden,
        );
      }
    }
    const cursor = Buffer.from('contratos/fechaFirma:1.9:2026-02-30').toString('base64url');
    assert.equal(
      (await call('user', 'GET', `/contratos?orden=fechaFirma&cursor=${cursor}`)).status,
      400,
    );
    const { text } = await get('/contratos.csv?orden=-fechaFirma');
    assert.match(text.split('\r\n')[1] ?? '', /P-2/);
    await call('admin', 'DELETE', `/obras/${id}`);
  });

  test('is summed up by reported and unreported works', async () => {
    const { body } = await get('/seguimiento/resumen?por=dependencia');
    const { corteEsperado, total, grupos } = body;
    assert.match(corteEsperado, /^\d{4}-(03-31|06-30|09-30|12-31)$/);
    const { obras, empezadas, abiertas, sinAvances, atrasadas, montoPagado } = total;
    assert.deepEqual(
      { obras, empezadas, abiertas, sinAvances, atrasadas, montoPagado },
      { obras: 5, empezadas: 3, abiertas: 3, sinAvances: 1, atrasadas: 1, montoPagado: 250 },
    );
    const [group, ...others] = grupos;
    assert.deepEqual(
      [group.nombre, group.montoVigente, others],
      ['Secretaría de Obras', 1_200_000, []],
    );
  });

  test('keeps the last paid amount beside a newer report without one', async () => {
    const paid = async () =>
      (await get('/seguimiento/resumen?por=dependencia')).body.total.montoPagado;
    assert.equal(await paid(), 250);
    await report(1, -2, 40.5);
    const [row] = (await get('/seguimiento?obraId=1')).body;
    assert.deepEqual(
      [row.montoPagado, row.fechaPagado, row.avanceFinanciero, row.fechaCorte],
      [250, await day(-40), 25, await day(-2)],
    );
    const { avance, pagado } = (await get('/obras/1/seguimiento')).body;
    assert.equal(avance.montoPagado, null);
    const kept = { montoPagado: 250, fechaCorte: await day(-40), avanceFinanciero: 25 };
    assert.deepEqual(pagado, kept);
    assert.equal((await get('/obras/5/seguimiento')).body.pagado, null);
    assert.equal(await paid(), 250);
    assert.match((await get('/seguimiento.csv?obraId=1&estatusObraId=4')).text, /,250\.00,/);
  });

  test('has the figures of its filters: how far payment is ahead, and by how much contracts grew', async () => {
    const figures = async (id: number) => {
      const [row] = (await get(`/seguimiento?obraId=${id}`)).body;
      return [row.pagadoContratos, row.pagoAdelantado, row.crecimientoContratos];
    };
    // Of the work's 1,000 half was paid, of which a third is built.
    await report(2, -1, 33.33, { montoPagado: 500 });
    assert.deepEqual(await figures(2), [50, 16.67, null]);
    assert.deepEqual(await found('pagoAdelantado=16.66'), [2]);
    assert.deepEqual(await found('pagoAdelantado=16.67'), []);
    // Where there are contracts, they are what it is held against, with their agreements.
    const firm = { fechaInicio: '2020-01-01', contratista: 'CONSTRUCTORA DEL SUR, S.A.' };
    const half = { ...firm, monto: 500, anticipo: null };
    const { id } = await post('/obras/2/contratos', contratoBody({ ...half, numero: '1' }));
    const twice = { ...half, numero: '2', contratista: 'Constructora del Sur, S.A.' };
    await post('/obras/2/contratos', contratoBody(twice));
    const convenio = { fecha: await day(-2), montoNuevo: 750, justificacion: 'Más volumen.' };
    await post(`/obras/2/contratos/${id}/convenios`, convenio);
    assert.deepEqual(await figures(2), [40, 6.67, 25]);
    // A contractor of two contracts stands once.
    const [row] = (await get('/seguimiento?obraId=2')).body;
    assert.equal(row.contratista, 'Constructora del Sur, S.A.');
    assert.deepEqual(await rowsOf('orden=-pagoAdelantado&limit=2'), [2, 1]);
    assert.deepEqual(await rowsOf('orden=-crecimientoContratos&limit=2'), [2, 1]);
    const first = await get('/obras?orden=pagoAdelantado&limit=3');
    const next = await get(nextOf(first) as string);
    assert.deepEqual([...idsOf(first.body), ...idsOf(next.body)], [3, 4, 5, 1, 2]);
    // A finished work is not ahead, nor is one that is over.
    assert.deepEqual(await found('pagoAdelantado=6'), [2]);
    for (const estatusObraId of [6, 7]) {
      await call('admin', 'PATCH', '/obras/2', { estatusObraId });
      assert.deepEqual(await found('pagoAdelantado=6'), []);
    }
    await call('admin', 'PATCH', '/obras/2', { estatusObraId: 4 });
    await report(2, 0, 100);
    assert.deepEqual([await figures(2), await found('pagoAdelantado=0')], [[40, null, 25], []]);
  });

  test('expects a report of works that have begun, and of no others', async () => {
    const cases = table`
      # status                          | id | its report           | begun
      planned                           | 1  | -                    | no
      in tender                         | 2  | -                    | no
      contracted                        | 3  | -                    | no
      contracted, with nothing built    | 3  | {"avanceFisico":0}   | no
      under way                         | 4  | -                    | yes
      suspended                         | 5  | -                    | no
      suspended, with something built   | 5  | {"avanceFisico":5}   | no
      finished                          | 6  | -                    | no
      cancelled, with something built   | 7  | {"avanceFisico":5}   | no
      contracted, with something built  | 3  | {"avanceFisico":5}   | yes
      planned, with a payment           | 1  | {"avanceFisico":0,"montoPagado":1} | yes
      contracted, with the day on which it began | 3 | -            | yes`;
    const ids: number[] = [];
    for (const [what = '', status, sent] of cases) {
      const { id } = await newObra({ estatusObraId: Number(status) });
      ids.push(id);
      if (sent) await report(id, -200, 0, JSON.parse(sent));
      const fechaInicioReal = what.endsWith('began') ? await day(-200) : null;
      await write('admin', 'PATCH', `/obras/${id}/ejecucion`, { fechaInicioReal });
    }
    const awaited = (await found(`sinReporteDesde=${await day(-199)}`)).filter((one) => one > 5);
    const begun = cases.flatMap(([what, , , has], i) => (has === 'yes' ? [[ids[i], what]] : []));
    assert.deepEqual(awaited, columnOf(begun, 0), JSON.stringify(begun));
    const { total } = (await get('/seguimiento/resumen?por=estatus')).body;
    assert.equal(total.empezadas, 3 + awaited.length);
    for (const id of ids) await call('admin', 'DELETE', `/obras/${id}`);
  });

  test('changes the tags of lists that ask for it alone', async () => {
    const tag = async (path: string) => (await tagged(() => get(path))).headers.get('etag');
    const asking = ['/obras?avanceMin=1', '/obras?orden=avance'];
    const paths = ['/obras', '/obras?orden=monto', '/obras.csv', ...asking].filter(isHere);
    const before = await Promise.all(paths.map(tag));
    const { id } = await report(5, -1, 3);
    const after = await Promise.all(paths.map(tag));
    const same = paths.length - 2;
    assert.deepEqual(after.slice(0, same), before.slice(0, same));
    for (const n of [same, same + 1]) assert.notEqual(after[n], before[n], paths[n]);
    assert.ok((await found('avanceMin=3')).includes(5));
    await write('admin', 'DELETE', `/obras/5/avances/${id}`);
  });
});
