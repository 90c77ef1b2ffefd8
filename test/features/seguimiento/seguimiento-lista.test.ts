import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { addressOf } from '../../../src/core/http/cache/answers.ts';
import { conditions } from '../../../src/core/obras/filtros.ts';
import { LISTAS } from '../../../src/features.ts';
import { isHere } from '../../features.ts';
import {
  call,
  contratoBody,
  db,
  get,
  idsOf,
  newObra,
  programaBody,
  refused,
  resetWithCatalog,
  tagged,
} from '../../world.ts';

async function post(path: string, body: unknown): Promise<void> {
  const answer = await call('admin', 'POST', path, body);
  assert.equal(answer.status, 201, answer.text);
}
const day = async (offset: number) =>
  (await db.one<{ dia: string }>('SELECT (hoy() + $1::integer)::text AS dia', [offset]))
    ?.dia as string;

/** Ids of the works that a list answers. */
const found = async (query: string) => idsOf((await get(`/obras?${query}`)).body);

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
    await post('/obras/1/avances', {
      fechaCorte: await day(-40),
      avanceFisico: 40.5,
      montoPagado: 250,
    });
    await post('/obras/2/avances', { fechaCorte: await day(-5), avanceFisico: 0 });
    await post('/obras/3/avances', { fechaCorte: await day(-3), avanceFisico: 100 });
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
    const rows = async (query: string) =>
      (await get(`/seguimiento?${query}`)).body.map((row: { obraId: number }) => row.obraId);
    assert.deepEqual(await rows('obraId=3'), [3]);
    assert.deepEqual(await rows('obraId=5,1,99,1'), [1, 5]);
    assert.deepEqual(await rows('obraId=2&obraId=4&orden=-id'), [4, 2]);
    assert.deepEqual(await rows('obraId=1,2&atrasadas=true'), [1]);
    const first = await get('/seguimiento?obraId=1,2,3&limit=2');
    assert.equal(first.headers.get('x-total-count'), '3');
    assert.match(first.headers.get('link') ?? '', /obraId=1(,|%2C)2(,|%2C)3/);
    refused(await call('user', 'GET', '/seguimiento?obraId=x'), 400, [/^obraId /]);
    refused(await call('user', 'GET', `/seguimiento?obraId=${'1,'.repeat(100)}1`), 400, [
      /^obraId /,
    ]);
  });

  test('is filtered in every list by what was reported', async () => {
    assert.deepEqual(await found('avanceMin=40.5'), [1, 3]);
    assert.deepEqual(await found('avanceMax=40.5'), [1, 2]);
    assert.deepEqual(await found('atrasadas=true'), [1]);
    assert.deepEqual(await found(`sinReporteDesde=${await day(-5)}`), [1, 5]);
    assert.deepEqual(await found(`sinReporteDesde=${await day(-4)}`), [1, 2, 5]);
    assert.deepEqual(await found('contratista=nandu constructora'), [1]);
    assert.deepEqual(await found('contratista=«Constructora, nandu»'), [1]);
    assert.deepEqual(await found('contratista=vigia'), []);
    assert.deepEqual(await found('contratista=%25'), []);
    // Of the first, 25 % was paid with 40.5 % built. Of the third, all was built and nothing said of money.
    assert.deepEqual(await found('pagoAdelantado=0'), []);
    const doors = ['/seguimiento?', '/obras.ndjson?', '/obras/resumen?por=estatus&'];
    for (const path of doors.filter(isHere)) {
      assert.match((await get(`${path}atrasadas=true`)).text, /"obras":1|^\[?\{"(obraId|id)":1,/);
    }
    const tile = '/mapa/0/0/0?atrasadas=true';
    if (isHere(tile)) assert.match((await get(tile)).text, /FeatureCollection/);
    for (const [query, sentence] of [
      [
        'avanceMin=100.01',
        'avanceMin debe ser un porcentaje de 0 a 100, con dos decimales a lo más.',
      ],
      ['atrasadas=si', 'atrasadas sólo admite el valor true.'],
      ['sinReporteDesde=ayer', /^sinReporteDesde debe ser una fecha/],
    ] as const) {
      refused(await call('user', 'GET', `/seguimiento?${query}`), 400, [sentence]);
    }
  });

  test('is found by a contractor: all words in one firm’s name, and of its own contracts', async () => {
    const { id } = await newObra();
    const firms = ['Grupo Peninsular', 'Vías Mayas', 'Muro; Obras', 'Ñu_100%', 'Istmo \\ Sur'];
    for (const [i, contratista] of firms.entries()) {
      await post(`/obras/${id}/contratos`, contratoBody({ numero: `F-${i}`, contratista }));
    }
    const cases: [words: string, isFound: boolean][] = [
      ['grupo peninsular', true],
      ['peninsular grupo', true],
      ['VIAS MAYAS', true],
      ['grupo mayas', false],
      ['muro obras', true],
      ['obras muro;', true],
      ['obras vias', false],
      ['ñu_100%', true],
      ['ñu-100%', false],
      ['\\', true],
      ['\\ sur', true],
      // Words that are said twice, or are a part of others, ask for nothing more.
      ['mayas vias mayas', true],
      ['v vi vias m mayas a', true],
      ['v vi vias m mayas z', false],
      ['vi\u0301as', true],
    ];
    for (const [words, isFound] of cases) {
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
        const { body, headers } = await get(next);
        ids.push(...body.map((row: { id?: number; obraId: number }) => row.id ?? row.obraId));
        next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
      }
      return ids;
    };
    for (const path of ['/seguimiento', '/obras']) {
      assert.deepEqual(await walk(`${path}?orden=avance&limit=2`), [4, 5, 2, 1, 3], path);
      assert.deepEqual(await walk(`${path}?orden=-avance&limit=1`), [3, 1, 2, 5, 4], path);
      assert.deepEqual(await walk(`${path}?orden=termino&limit=2`), [1, 3, 4, 2, 5], path);
      assert.deepEqual(await walk(`${path}?orden=-termino&limit=3`), [5, 2, 4, 3, 1], path);
      assert.deepEqual(await walk(`${path}?orden=corte&limit=2`), [4, 5, 1, 2, 3], path);
      assert.deepEqual(await walk(`${path}?orden=-corte&limit=2`), [3, 2, 1, 5, 4], path);
    }
    const byId = Buffer.from('seguimiento/100.5').toString('base64url');
    refused(await call('user', 'GET', `/seguimiento?cursor=${byId}&orden=avance`), 400, [
      'cursor es de una lista por id; pida la primera página de ésta sin él.',
    ]);
  });

  test('refuses cursors of other lists, and they refuse its own', async () => {
    const { id } = (await call('user', 'GET', '/obras?orden=-avance')).body[0];
    const layer = '/ogc/collections/municipios/items';
    const lists = [
      '/obras',
      '/seguimiento',
      '/contratos',
      '/bitacora',
      `/obras/${id}/historial`,
      layer,
    ].filter(isHere);
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
    assert.match(csv.headers.get('content-disposition') ?? '', /seguimiento-\d{4}-\d\d-\d\d\.csv/);
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
    const xlsx = await get('/seguimiento.xlsx?atrasadas=true');
    assert.match(xlsx.headers.get('content-disposition') ?? '', /seguimiento-atrasadas-.*\.xlsx/);
  });

  test('has the contracts of all works, by contractor and procedure', async () => {
    const numbersOf = async (query: string) =>
      (await get(`/contratos?${query}`)).body.map(({ numero }: { numero: string }) => numero);
    assert.deepEqual(await numbersOf(''), ['SOP-LP-014-2026', 'S']);
    assert.deepEqual(await numbersOf('contratista=vigia'), ['S']);
    assert.deepEqual(await numbersOf('municipioId=1'), []);
    assert.deepEqual(await numbersOf('procedimiento=INVITACION'), []);
    assert.deepEqual(await numbersOf('contratistaRfc=cma010203ab4'), []);
    const first = await get('/contratos?limit=1');
    assert.equal(first.headers.get('x-total-count'), '2');
    const next = /<([^>]*)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] as string;
    const second = await get(next);
    assert.deepEqual([second.body[0].numero, second.headers.get('link')], ['S', null]);
    assert.deepEqual(
      [first.body[0].montoVigente, first.body[0].convenios, first.body[0].obraId],
      [1_200_000, 0, 1],
    );
    const csv = await get('/contratos.csv?contratista=vigia');
    assert.match(csv.headers.get('content-disposition') ?? '', /contratos-vigia-/);
    assert.equal(csv.text.split('\r\n').length, 3);
    const named = await get('/contratos.csv?procedimiento=LICITACION_PUBLICA&contratistaRfc=x');
    assert.match(named.headers.get('content-disposition') ?? '', /contratos-x-licitacion-publica-/);
    assert.equal((await get('/contratos.xlsx')).status, 200);
  });

  test('is summed up by reported and unreported works', async () => {
    const { body } = await get('/seguimiento/resumen?por=dependencia');
    const { corteEsperado, total, grupos } = body;
    assert.match(corteEsperado, /^\d{4}-(03-31|06-30|09-30|12-31)$/);
    assert.deepEqual(
      [total.obras, total.abiertas, total.sinAvances, total.atrasadas, total.montoPagado],
      [5, 3, 1, 1, 250],
    );
    assert.equal(total.empezadas, 3);
    assert.deepEqual(
      [grupos.length, grupos[0].nombre, grupos[0].montoVigente],
      [1, 'Secretaría de Obras', 1_200_000],
    );
  });

  test('keeps the last paid amount beside a newer report without one', async () => {
    const paid = async () =>
      (await get('/seguimiento/resumen?por=dependencia')).body.total.montoPagado;
    assert.equal(await paid(), 250);
    await post('/obras/1/avances', { fechaCorte: await day(-2), avanceFisico: 40.5 });
    const [row] = (await get('/seguimiento?obraId=1')).body;
    assert.deepEqual(
      [row.montoPagado, row.fechaPagado, row.avanceFinanciero, row.fechaCorte],
      [250, await day(-40), 25, await day(-2)],
    );
    const { avance, pagado } = (await get('/obras/1/seguimiento')).body;
    assert.equal(avance.montoPagado, null);
    assert.deepEqual(pagado, {
      montoPagado: 250,
      fechaCorte: await day(-40),
      avanceFinanciero: 25,
    });
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
    await post('/obras/2/avances', {
      fechaCorte: await day(-1),
      avanceFisico: 33.33,
      montoPagado: 500,
    });
    assert.deepEqual(await figures(2), [50, 16.67, null]);
    assert.deepEqual(await found('pagoAdelantado=16.66'), [2]);
    assert.deepEqual(await found('pagoAdelantado=16.67'), []);
    // Where there are contracts, they are what it is held against, with their agreements.
    const firm = { fechaInicio: '2020-01-01', contratista: 'CONSTRUCTORA DEL SUR, S.A.' };
    const half = { ...firm, monto: 500, anticipo: null };
    await post('/obras/2/contratos', contratoBody({ ...half, numero: '1' }));
    await post(
      '/obras/2/contratos',
      contratoBody({ ...half, numero: '2', contratista: 'Constructora del Sur, S.A.' }),
    );
    const [{ id }] = (await get('/obras/2/contratos')).body;
    await post(`/obras/2/contratos/${id}/convenios`, {
      fecha: await day(-2),
      montoNuevo: 750,
      justificacion: 'Más volumen.',
    });
    assert.deepEqual(await figures(2), [40, 6.67, 25]);
    // A contractor of two contracts stands once.
    assert.equal(
      (await get('/seguimiento?obraId=2')).body[0].contratista,
      'Constructora del Sur, S.A.',
    );
    const ordered = async (orden: string) =>
      (await get(`/seguimiento?orden=${orden}&limit=2`)).body.map(
        ({ obraId }: { obraId: number }) => obraId,
      );
    assert.deepEqual(await ordered('-pagoAdelantado'), [2, 1]);
    assert.deepEqual(await ordered('-crecimientoContratos'), [2, 1]);
    const first = await get('/obras?orden=pagoAdelantado&limit=3');
    const next = /<([^>]*)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] as string;
    assert.deepEqual([...idsOf(first.body), ...idsOf((await get(next)).body)], [3, 4, 5, 1, 2]);
    // A finished work is not ahead, nor is one that is over.
    assert.deepEqual(await found('pagoAdelantado=6'), [2]);
    for (const estatusObraId of [6, 7]) {
      await call('admin', 'PATCH', '/obras/2', { estatusObraId });
      assert.deepEqual(await found('pagoAdelantado=6'), []);
    }
    await call('admin', 'PATCH', '/obras/2', { estatusObraId: 4 });
    await post('/obras/2/avances', { fechaCorte: await day(0), avanceFisico: 100 });
    assert.deepEqual([await figures(2), await found('pagoAdelantado=0')], [[40, null, 25], []]);
  });

  test('expects a report of works that have begun, and of no others', async () => {
    const fechaCorte = await day(-200);
    const CASES: [
      what: string,
      estatusObraId: number,
      hasBegun: boolean,
      part?: [string, object],
    ][] = [
      ['planned', 1, false],
      ['in tender', 2, false],
      ['contracted', 3, false],
      ['contracted, with nothing built', 3, false, ['avances', { fechaCorte, avanceFisico: 0 }]],
      ['under way', 4, true],
      ['suspended', 5, false],
      ['suspended, with something built', 5, false, ['avances', { fechaCorte, avanceFisico: 5 }]],
      ['finished', 6, false],
      ['cancelled, with something built', 7, false, ['avances', { fechaCorte, avanceFisico: 5 }]],
      ['contracted, with something built', 3, true, ['avances', { fechaCorte, avanceFisico: 5 }]],
      [
        'planned, with a payment',
        1,
        true,
        ['avances', { fechaCorte, avanceFisico: 0, montoPagado: 1 }],
      ],
    ];
    const ids = new Map<string, number>();
    for (const [what, estatusObraId, , part] of CASES) {
      const { id } = await newObra({ estatusObraId });
      ids.set(what, id);
      if (part) await post(`/obras/${id}/${part[0]}`, part[1]);
    }
    const { id } = await newObra({ estatusObraId: 3 });
    await call('admin', 'PATCH', `/obras/${id}/ejecucion`, { fechaInicioReal: fechaCorte });
    const awaited = (await found(`sinReporteDesde=${await day(-199)}`)).filter((one) => one > 5);
    const begun = CASES.filter(([, , hasBegun]) => hasBegun).map(([what]) => ids.get(what));
    assert.deepEqual(awaited, [...begun, id]);
    const { total } = (await get('/seguimiento/resumen?por=estatus')).body;
    assert.equal(total.empezadas, 3 + awaited.length);
    for (const one of [...ids.values(), id]) await call('admin', 'DELETE', `/obras/${one}`);
  });

  test('changes the tags of lists that ask for it alone, and these change with the day', async () => {
    const tag = async (path: string) => (await tagged(() => get(path))).headers.get('etag');
    const paths = [
      '/obras',
      '/obras?orden=monto',
      '/obras.csv',
      '/obras?avanceMin=1',
      '/obras?orden=avance',
    ].filter(isHere);
    const before = await Promise.all(paths.map(tag));
    await post('/obras/5/avances', { fechaCorte: await day(-1), avanceFisico: 3 });
    const after = await Promise.all(paths.map(tag));
    const same = paths.length - 2;
    assert.deepEqual(after.slice(0, same), before.slice(0, same));
    for (const n of [same, same + 1]) assert.notEqual(after[n], before[n], paths[n]);
    assert.ok((await found('avanceMin=3')).includes(5));
    await call('admin', 'DELETE', `/obras/5/avances/${(await get('/obras/5/avances')).body[0].id}`);
    const request = (name: string, isDated: boolean) => ({
      url: `/obras?${name}=true`,
      query: { [name]: 'true' },
      caller: null,
      isPage: false,
      routeOptions: {
        config: {},
        schema: { querystring: { properties: { [name]: isDated ? { 'x-del-dia': true } : {} } } },
      },
    });
    const at = (name: string, isDated: boolean, now: string) =>
      addressOf(request(name, isDated) as never, new Date(now));
    const [evening, night] = ['2026-11-24T05:59:59Z', '2026-11-24T06:00:00Z'];
    assert.notEqual(at('atrasadas', true, evening), at('atrasadas', true, night));
    assert.equal(at('favoritas', false, evening), at('favoritas', false, night));
  });
});
