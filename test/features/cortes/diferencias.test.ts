import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { forgetCortes, sellar } from '../../cortes.ts';
import { sheetCells, sheetRows, unzip } from '../../spreadsheet.ts';
import {
  bytesOf,
  call,
  contratoBody,
  db,
  get,
  newObra,
  refused,
  resetWithCatalog,
  ubicacionBody,
} from '../../world.ts';

// What changed between two cuts, and between one and today. The comparison itself is tried in comparar.test.ts.

const [JUNIO, SEPTIEMBRE] = ['2031-T2', '2031-T3'];
const between = (query = '', a = JUNIO, b = SEPTIEMBRE) =>
  `/cortes/${a}/diferencias?con=${b}${query}`;
const ids: Record<string, number> = {};

/** Rows of an answer, or of a file, as texts: id, what happened, field, values and difference. */
// biome-ignore lint/suspicious/noExplicitAny: a body
const rowsIn = ({ obras }: any): string[] =>
  // biome-ignore lint/suspicious/noExplicitAny: a body
  obras.flatMap(({ obraId, tipo, cambios }: any) =>
    // biome-ignore lint/suspicious/noExplicitAny: a body
    cambios.map(({ campo, antes, despues, diferencia, porCiento }: any) =>
      [obraId, tipo, campo, antes, despues, diferencia, porCiento].join(' '),
    ),
  );
/** The rows that the five known changes make. */
const known = () => [
  `${ids.monto} CAMBIADA monto 1500000.5 1750000.75 250000.25 16.67`,
  `${ids.clave} CAMBIADA claveUnica VIEJA NUEVA  `,
  `${ids.dependencia} CAMBIADA dependencia Secretaría de Obras Instituto del Agua  `,
  `${ids.borrada} DESAPARECIDA monto 1500000.5  -1500000.5 -100`,
  `${ids.nueva} NUEVA monto  300000 300000 `,
];
const byId = (rows: string[]) =>
  rows.sort((a, b) => Number(a.split(' ')[0]) - Number(b.split(' ')[0]));

describe('Differences between two cuts', () => {
  before(async () => {
    await resetWithCatalog();
    await forgetCortes();
    await db.query(`INSERT INTO dependencias (nombre) VALUES ('INCAY'), ('Instituto del Agua')`);
    for (const name of ['monto', 'clave', 'dependencia', 'borrada', 'igual', 'renombrada']) {
      const changes = {
        clave: { claveUnica: 'VIEJA' },
        renombrada: { dependenciaId: 2, ubicaciones: [ubicacionBody()] },
      }[name];
      ids[name] = (await newObra(changes)).id;
    }
    await call('admin', 'POST', `/obras/${ids.igual}/contratos`, contratoBody());
    await sellar(JUNIO, 'Segundo trimestre');
    await call('admin', 'PATCH', `/obras/${ids.monto}`, { monto: 1750000.75 });
    await call('admin', 'PATCH', `/obras/${ids.clave}`, { claveUnica: 'NUEVA' });
    await call('admin', 'PATCH', `/obras/${ids.dependencia}`, { dependenciaId: 3 });
    const { body } = await call('admin', 'GET', `/obras/${ids.borrada}`);
    await call('admin', 'DELETE', `/obras/${ids.borrada}`);
    ids.nueva = (await newObra({ monto: 300000, claveUnica: body.claveUnica })).id;
    // None of these changes a work: a name of its agency, and its places written again as they were.
    await call('admin', 'PATCH', '/dependencias/2', { nombre: 'Caminos de Yucatán' });
    const places = { ubicaciones: [ubicacionBody()] };
    await call('admin', 'PATCH', `/obras/${ids.renombrada}`, places);
    await sellar(SEPTIEMBRE, 'Tercer trimestre');
  });

  test('five known changes are exactly five, with sums that add up', async () => {
    const { body } = await get(between());
    assert.deepEqual(byId(rowsIn(body)), byId(known()));
    assert.deepEqual(
      [body.antes.clave, body.antes.titulo, body.despues.clave, body.alReves],
      [JUNIO, 'Segundo trimestre', SEPTIEMBRE, false],
    );
    assert.deepEqual(body.total, {
      antes: { obras: 6, monto: 9000003 },
      despues: { obras: 6, monto: 8050002.75 },
      nuevas: { obras: 1, monto: 300000 },
      desaparecidas: { obras: 1, monto: 1500000.5 },
      crecieron: { obras: 1, monto: 250000.25 },
      bajaron: { obras: 0, monto: 0 },
      ...{ cambiadas: 3, sinCambios: 2 },
    });
    assert.deepEqual(
      body.campos.map(({ campo, nombre, obras }: Record<string, unknown>) => [
        campo,
        nombre,
        obras,
      ]),
      [
        ['claveUnica', 'Clave única', 1],
        ['monto', 'Monto', 1],
        ['dependencia', 'Dependencia', 1],
      ],
    );
    assert.deepEqual(
      body.grupos.dependencia.map((each: Record<string, unknown>) =>
        [each.nombreAntes, each.nombreDespues, each.diferencia].join(' → '),
      ),
      [
        'INCAY → Caminos de Yucatán → 0',
        ' → Instituto del Agua → 1500000.5',
        'Secretaría de Obras → Secretaría de Obras → -2450000.75',
      ],
    );
  });

  test('today is the last cut until something changes, and has another tag then', async () => {
    const path = between('', JUNIO, 'hoy');
    const first = await get(path);
    assert.deepEqual(first.body.despues, { clave: 'hoy', titulo: null, instante: null });
    assert.deepEqual(byId(rowsIn(first.body)), byId(known()));
    assert.deepEqual((await get(between('', SEPTIEMBRE, 'hoy'))).body.obras, []);
    const headers = { 'if-none-match': first.headers.get('etag') as string };
    assert.equal((await call('user', 'GET', path, undefined, { headers })).status, 304);
    await call('admin', 'PATCH', `/obras/${ids.igual}`, { estatusObraId: 6 });
    const then = await call('user', 'GET', path, undefined, { headers });
    assert.equal(then.status, 200);
    assert.ok(
      rowsIn(then.body).includes(`${ids.igual} CAMBIADA estatusObra En proceso Terminada  `),
    );
  });

  test('two cuts have one tag for ever, each form and question its own', async () => {
    const paths = [
      between(),
      between('&tipo=NUEVA'),
      `/cortes/${JUNIO}/diferencias.csv?con=${SEPTIEMBRE}`,
      `/cortes/${JUNIO}/diferencias.xlsx?con=${SEPTIEMBRE}`,
    ];
    const tags = new Set<string>();
    for (const path of paths) {
      const etag = (await get(path)).headers.get('etag') as string;
      tags.add(etag);
      await sellar(`2031-${tags.size}`);
      const headers = { 'if-none-match': etag };
      const again = await call('user', 'GET', path, undefined, { headers });
      assert.deepEqual([again.status, again.headers.get('etag')], [304, etag], path);
    }
    assert.equal(tags.size, paths.length);
  });

  test('a comparison backwards says so, and one of a cut with itself is empty', async () => {
    const { body } = await get(between('', SEPTIEMBRE, JUNIO));
    assert.equal(body.alReves, true);
    assert.equal(body.total.nuevas.obras, 1);
    assert.ok(rowsIn(body).includes(`${ids.borrada} NUEVA monto  1500000.5 1500000.5 `));
    const same = (await get(between('', JUNIO, JUNIO))).body;
    assert.deepEqual([same.obras, same.campos, same.alReves], [[], [], false]);
    assert.deepEqual(same.total.antes, same.total.despues);
  });

  test('pages by kind and field follow each other, and their sums are of all', async () => {
    const whole = (await get(between())).body;
    const seen: unknown[] = [];
    for (let path: string | undefined = between('&limit=2'); path; ) {
      const { body, headers }: Awaited<ReturnType<typeof get>> = await get(path);
      assert.deepEqual(body.total, whole.total);
      assert.ok(body.obras.length <= 2);
      seen.push(...body.obras);
      path = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1];
    }
    assert.deepEqual(seen, whole.obras);
    for (const [query, found] of [
      ['&tipo=NUEVA', [ids.nueva]],
      ['&tipo=DESAPARECIDA', [ids.borrada]],
      ['&campo=dependencia', [ids.dependencia]],
      ['&campo=monto', [ids.monto]],
      ['&campo=descripcion', []],
    ] as const) {
      const { body } = await get(between(query));
      assert.deepEqual(
        body.obras.map(({ obraId }: { obraId: number }) => obraId),
        found,
        query,
      );
      assert.deepEqual(body.total, whole.total);
    }
  });

  test('a filter takes a work as it stands on either side, into both sums of what it left', async () => {
    for (const dependencia of [1, 3]) {
      const { body } = await get(between(`&dependenciaId=${dependencia}&montoMax=1500000.5`));
      assert.ok(rowsIn(body).some((row) => row.startsWith(`${ids.dependencia} CAMBIADA`)));
      const groups = body.grupos.dependencia as { id: number; antes: { obras: number } }[];
      assert.deepEqual(groups.map(({ id }) => id).sort(), [1, 3]);
    }
    assert.deepEqual((await get(between('&estatusObraId=7'))).body.total.antes.obras, 0);
  });

  test('what cannot be compared is refused with a sentence', async () => {
    const SENTENCE =
      /^q no se puede decidir con lo que guarda un corte; aquí se filtra por municipioId, .* y sinMontoFinal\.$/;
    const missing = (clave: string) => `No hay ningún corte con la clave ${clave}.`;
    const CASES: [path: string, status: number, message: string | RegExp | (string | RegExp)[]][] =
      [
        [`/cortes/${JUNIO}/diferencias`, 400, ['con es obligatorio.']],
        [`/cortes/${JUNIO}/diferencias?con=`, 400, ['con es obligatorio.']],
        [`/cortes/${JUNIO}/diferencias?con=%20`, 400, ['con es obligatorio.']],
        [between('', JUNIO, 'NADA'), 404, missing('NADA')],
        [between('', 'NADA'), 404, missing('NADA')],
        [between('', 'hoy'), 404, missing('hoy')],
        [between('&q=calle'), 400, [SENTENCE]],
        [between('&bbox=-90,20,-89,21&favoritas=true'), 400, [/^bbox no se /, /^favoritas no se /]],
        [between('&cursor=b2JyYXMvMQ'), 400, ['cursor no es un cursor válido.']],
        [between('&tipo=OTRA'), 400, [/^tipo debe ser/]],
        [between('&con=hoy'), 400, ['con se indicó más de una vez.']],
      ];
    for (const [path, status, message] of CASES) {
      refused(await call('user', 'GET', path), status, message);
      if (!/cursor|tipo/.test(path)) {
        const csv = path.replace('diferencias', 'diferencias.csv');
        refused(await call('user', 'GET', csv), status, message);
      }
    }
    assert.equal((await call('nobody', 'GET', between())).status, 401);
  });

  test('the files have the same rows, and the differences of amounts sum to that of the cuts', async () => {
    const { text, headers } = await get(`/cortes/${JUNIO}/diferencias.csv?con=${SEPTIEMBRE}`);
    assert.match(
      headers.get('content-disposition') ?? '',
      /filename="diferencias-2031-t2-2031-t3-\d{4}-\d\d-\d\d\.csv"/,
    );
    const [heading, ...rows] = text.trim().split('\r\n');
    assert.equal(
      heading,
      'obraId,tipo,claveUnica,nombre,dependencia,municipio,estatus,campo,antes,despues,diferencia,porCiento',
    );
    assert.ok(
      rows.includes(
        `${ids.nueva},NUEVA,${rows.find((row) => row.includes('DESAPARECIDA'))?.split(',')[2]},Pavimentación de la calle 60,Secretaría de Obras,Mérida,En proceso,monto,,300000.00,300000.00,`,
      ),
      text,
    );
    const differences = rows.flatMap((row) => {
      const cells = row.split(',');
      return cells[7] === 'monto' ? [Math.round(Number(cells[10]) * 100)] : [];
    });
    assert.equal(
      differences.reduce((sum, each) => sum + each, 0),
      -95000025,
    );

    const parts = await unzip(
      await bytesOf(`/cortes/${JUNIO}/diferencias.xlsx?con=${SEPTIEMBRE}&estatusObraId=4`),
    );
    const sheet = (number: number) => parts[`xl/worksheets/sheet${number}.xml`] as string;
    assert.match(
      parts['xl/workbook.xml'] ?? '',
      /"Resumen".*"Por dependencia".*"Por municipio".*"Por estatus".*"Diferencias"/,
    );
    const cells = sheetCells(sheet(1));
    assert.match(cells.B2?.value ?? '', /^2031-T2: Segundo trimestre, .* \(hora de Mérida\)$/);
    assert.deepEqual([cells.A4?.value, cells.B4?.value], ['Estatus', 'En proceso']);
    const valuesOf = (number: number) =>
      [...(sheet(number).match(/<row .*?<\/row>/gs) ?? [])].map((row) =>
        Object.values(sheetCells(row))
          .map(({ value }) => value)
          .join(' '),
      );
    assert.deepEqual(valuesOf(1).slice(-8), [
      'Antes 6 9000003.00',
      'Nuevas 1 300000.00',
      'Desaparecidas 1 1500000.50',
      'Crecieron 1 250000.25',
      'Bajaron 0 0.00',
      'Después 6 8050002.75',
      'Cambiadas en algo 3',
      'Sin cambios 2',
    ]);
    assert.equal(
      valuesOf(2).at(-1),
      'Secretaría de Obras Secretaría de Obras 5 4 7500002.50 5050001.75 -2450000.75',
    );
    assert.equal(sheetRows(sheet(5)).length, rows.length);
  });
});
