import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { REGLAS } from '../../../src/features/alertas/alertas.ts';
import { columnOf } from '../../columns.ts';
import { hasFeature, isHere } from '../../features.ts';
import { unzip } from '../../spreadsheet.ts';
import { table } from '../../table.ts';
import {
  bytesOf,
  contratoBody,
  day,
  db,
  get,
  idsOf,
  newObra,
  noteArchivo,
  programaBody,
  resetWithCatalog,
  ubicacionBody,
  write,
} from '../../world.ts';

// Motives to review: for each rule works that it finds, and works that miss it by a cent or a day, with the figure that decides. The
// thresholds are 1,000,000 pesos for direct awards of 2026, 900,000 for those of 2025, and 5,000,000 for invitations of 2026.

/** The figure of each rule. */
const FIGURES: Record<string, string> = {
  sinPlazo: 'plazosRegistrados',
  sinMovimiento: 'diasSinMovimiento',
  unSoloProponente: 'proponentesMinimo',
  fraccionamiento: 'excesoFraccionado',
  sobreUmbral: 'excesoUmbral',
  convenioTardio: 'diasConvenioTardio',
  pagadoDeMas: 'excesoPagado',
  cerradaSinActa: 'diasSinActa',
};

const L = 'procedimiento LICITACION_PUBLICA';
const I = 'procedimiento INVITACION';
const D = 'procedimiento ADJUDICACION_DIRECTA';
const R = 'terminacion RESCISION';
const RFC = ['contratistaRfc CMA010203AB1', 'contratistaRfc CMA010203AB2'];
const ANY = 'contratistaRfc XAXX010101000';

/**
 * What a work has: `estatus 4`, `avance 181 5 100` (days ago, built, paid), `archivo 180`, `programa`, `directa`, `inicio 10`, `termino
 * 90`, `entrega 0` (days ago), `contrato` with members, `convenio` of the contract before it with its day and the term that it makes. `-181`
 * in place of a day is so many ago, and the figure `year` the days of 2026.
 */
const ROWS = table`
  # rule | figure | found | what it has
  sinPlazo         | 0        | yes | estatus 4
  sinPlazo         | 1        |     | estatus 4; programa
  sinPlazo         | 1        |     | estatus 4; contrato
  sinPlazo         | 3        |     | estatus 4; contrato; contrato; programa
  sinPlazo         | 0        | yes | estatus 4; contrato naturaleza SUPERVISION
  sinPlazo         | null     |     | estatus 1
  sinPlazo         | null     |     | estatus 1; avance 10 0 0
  sinPlazo         | 0        | yes | estatus 1; avance 10 1
  sinPlazo         | 0        | yes | estatus 3; inicio 10
  sinPlazo         | null     |     | estatus 5; avance 10 1
  sinPlazo         | 0        | yes | estatus 4; avance 10 99.99
  sinPlazo         | null     |     | estatus 4; avance 10 100
  sinPlazo         | null     |     | estatus 4; termino 10
  sinPlazo         | null     |     | estatus 6; avance 10 1
  sinPlazo         | null     |     | estatus 4; directa
  sinPlazo         | 1        |     | estatus 4; directa; contrato
  sinMovimiento    | 181      | yes | estatus 4; avance 181 5
  sinMovimiento    | 180      |     | estatus 4; avance 180 5
  sinMovimiento    | 181      | yes | estatus 4; avance 400 5; archivo 181
  sinMovimiento    | 180      |     | estatus 4; avance 400 5; archivo 180
  sinMovimiento    | 181      | yes | estatus 4; inicio 181
  sinMovimiento    | 180      |     | estatus 4; inicio 180
  sinMovimiento    | 181      | yes | estatus 4; contrato fechaFirma -181 fechaTermino -1; programa -170 -1
  sinMovimiento    | 180      |     | estatus 4; contrato fechaFirma -180 fechaTermino -1; contrato naturaleza PROYECTO
  sinMovimiento    | 181      | yes | estatus 4; programa -181 -1
  sinMovimiento    | 1        |     | estatus 4; contrato fechaFirma -181 fechaTermino -1; avance 1 0
  sinMovimiento    | year     | yes | estatus 4
  sinMovimiento    | 181      | yes | estatus 4; directa; avance 181 5
  sinMovimiento    | null     |     | estatus 2
  sinMovimiento    | null     |     | estatus 5; avance 181 5
  sinMovimiento    | null     |     | estatus 4; avance 181 100
  sinMovimiento    | null     |     | estatus 4; avance 181 5; termino 181
  sinMovimiento    | null     |     | estatus 7; avance 181 5
  unSoloProponente | 1        | yes | contrato ${L} numeroProponentes 1
  unSoloProponente | 2        |     | contrato ${L} numeroProponentes 2
  unSoloProponente | 1        | yes | contrato ${L} numeroProponentes 5; contrato ${I} numeroProponentes 1
  unSoloProponente | 1        | yes | contrato ${I} numeroProponentes 1 naturaleza SUPERVISION
  unSoloProponente | null     |     | contrato ${L}
  unSoloProponente | null     |     | contrato ${D} numeroProponentes 1
  sobreUmbral      | 0.01     | yes | contrato ${D} monto 1000000.01
  sobreUmbral      | 0        |     | contrato ${D} monto 1000000
  sobreUmbral      | 0.01     | yes | contrato ${I} monto 5000000.01
  sobreUmbral      | 0        |     | contrato ${I} monto 5000000
  sobreUmbral      | 0.01     | yes | contrato ${D} monto 1; contrato ${I} monto 5000000.01
  sobreUmbral      | null     |     | contrato ${L} monto 9000000
  sobreUmbral      | null     |     | contrato monto 9000000
  sobreUmbral      | null     |     | contrato ${D} monto 9000000 naturaleza PROYECTO
  sobreUmbral      | 0.01     | yes | contrato ${D} monto 900000.01 fechaFirma 2025-12-31
  sobreUmbral      | -0.01    |     | contrato ${D} monto 999999.99 fechaFirma 2026-01-01
  sobreUmbral      | null     |     | contrato ${I} monto 9000000 fechaFirma 2025-12-31
  sobreUmbral      | null     |     | contrato ${D} monto 9000000 fechaFirma 2024-12-31
  sobreUmbral      | null     |     | contrato ${D} monto 9000000 fechaFirma 2023-12-31
  sobreUmbral      | 1        | yes | directa; contrato ${D} monto 1000001
  fraccionamiento  | 0.01     | yes | contrato ${D} monto 600000 fechaFirma 2026-01-01; contrato ${D} monto 400000.01 fechaFirma 2026-01-31
  fraccionamiento  | null     |     | contrato ${D} monto 600000 fechaFirma 2026-01-01; contrato ${D} monto 400000.01 fechaFirma 2026-02-01
  fraccionamiento  | 0        |     | contrato ${D} monto 600000 fechaFirma 2026-01-01; contrato ${D} monto 400000 fechaFirma 2026-01-31
  fraccionamiento  | 1000000  | yes | contrato ${D} monto 1000000; contrato ${D} monto 1000000
  fraccionamiento  | null     |     | contrato ${D} monto 1000000.01; contrato ${D} monto 600000
  fraccionamiento  | null     |     | contrato ${I} monto 600000; contrato ${D} monto 600000
  fraccionamiento  | null     |     | contrato ${D} monto 600000 naturaleza SUPERVISION; contrato ${D} monto 600000
  fraccionamiento  | null     |     | contrato ${D} monto 600000; contrato ${D} monto 600000 contratista Otra
  fraccionamiento  | 200000   | yes | contrato ${D} monto 600000 ${RFC[0]}; contrato ${D} monto 600000 ${RFC[0]} contratista Otra
  fraccionamiento  | null     |     | contrato ${D} monto 600000 ${RFC[1]}; contrato ${D} monto 600000
  fraccionamiento  | null     |     | contrato ${D} monto 600000 ${ANY}; contrato ${D} monto 600000 ${ANY} contratista Otra
  fraccionamiento  | 200000   | yes | contrato ${D} monto 600000 ${ANY} contratista Ñandú; contrato ${D} monto 600000 contratista ÑANDU
  fraccionamiento  | 0.01     | yes | contrato ${D} monto 400000.01 fechaFirma 2026-01-01; contrato ${D} monto 600000 fechaFirma 2025-12-31
  fraccionamiento  | -99999.99 |    | contrato ${D} monto 300000.01 fechaFirma 2026-01-01; contrato ${D} monto 600000 fechaFirma 2025-12-31
  convenioTardio   | 1        | yes | contrato fechaTermino 2026-03-31; convenio 2026-04-01 2026-05-01
  convenioTardio   | 0        |     | contrato fechaTermino 2026-03-31; convenio 2026-03-31 2026-05-01
  convenioTardio   | 0        |     | contrato fechaTermino 2026-03-31; convenio 2026-03-31 2026-05-01; convenio 2026-04-30 -
  convenioTardio   | 1        | yes | contrato fechaTermino 2026-03-31; convenio 2026-02-28 2026-03-01; convenio 2026-03-02 -
  convenioTardio   | 1        | yes | contrato fechaTermino 2026-03-31; convenio 2026-03-01 -; convenio 2026-04-01 2026-06-30; convenio 2026-05-01 -
  convenioTardio   | null     |     | contrato fechaTermino 2026-03-31
  pagadoDeMas      | 0.01     | yes | contrato monto 1000; avance 10 50 1000.01
  pagadoDeMas      | 0        |     | contrato monto 1000; avance 10 50 1000
  pagadoDeMas      | -100     |     | contrato monto 400; contrato monto 700; avance 10 50 1000
  pagadoDeMas      | null     |     | avance 10 50 1000
  pagadoDeMas      | null     |     | contrato monto 1000; avance 10 50
  pagadoDeMas      | null     |     | contrato monto 1000 naturaleza PROYECTO; avance 10 50 2000
  pagadoDeMas      | 0.01     | yes | contrato monto 1000 ${R} montoFinal 500; avance 10 50 500.01
  pagadoDeMas      | 0        |     | contrato monto 1000 ${R} montoFinal 500; avance 10 50 500
  pagadoDeMas      | 0.01     | yes | contrato monto 1000 ${R}; avance 10 50 1000.01
  pagadoDeMas      | 0        |     | contrato monto 1000 ${R}; avance 10 50 1000
  pagadoDeMas      | 0.01     | yes | contrato monto 1000 ${R}; contrato monto 500; avance 10 50 1500.01
  pagadoDeMas      | 0        |     | contrato monto 1000 ${R}; contrato monto 500 ${R}; avance 10 50 1500
  cerradaSinActa   | 90       | yes | estatus 6; termino 90
  cerradaSinActa   | 89       |     | estatus 6; termino 89
  cerradaSinActa   | 90       | yes | estatus 4; termino 90
  cerradaSinActa   | 90       | yes | estatus 4; avance 90 100
  cerradaSinActa   | 89       |     | estatus 4; avance 89 100
  cerradaSinActa   | null     |     | estatus 6; termino 90; entrega 0
  cerradaSinActa   | null     |     | estatus 6; termino 90; contrato terminacion CONCLUIDO fechaEntregaRecepcion 2026-06-30
  cerradaSinActa   | null     |     | estatus 6
  cerradaSinActa   | null     |     | estatus 7; termino 90
  cerradaSinActa   | null     |     | estatus 6; termino 90; directa
  cerradaSinActa   | 90       | yes | estatus 6; termino 90; directa; contrato`;

/** Members of a contract from their words: «monto 600000 fechaFirma 2026-01-01». */
function contratoOf(words: string[], i: number, lugar: number) {
  const given: Record<string, string | number> = {};
  for (let at = 0; at < words.length; at += 2) {
    const [name = '', value = ''] = words.slice(at);
    given[name] = /^(monto|montoFinal|numeroProponentes)$/.test(name) ? Number(value) : value;
  }
  const { fechaFirma = '2026-01-20', terminacion, contratista = 'Empresa', ...members } = given;
  return contratoBody({
    // A firm of its own for each work: awards of others are not held together with its.
    ...{ numero: `C-${lugar}`, contratista: `${contratista} ${i}`, monto: 1000, fechaFirma },
    fechaInicio: fechaFirma,
    fechaTermino: '2026-10-31',
    ...(terminacion && {
      ...{ terminacion, fechaTerminacion: '2026-05-31', motivoTerminacion: 'Abandono.' },
    }),
    ...members,
  });
}

/** Makes a work that has this, and answers its id. */
async function make(what: string, i: number, changes: object = {}): Promise<number> {
  const parts = what.split('; ').map((part) => part.split(' '));
  const estatusObraId = Number(parts.find(([name]) => name === 'estatus')?.[1] ?? 4);
  const nombre = `Obra ${i}`;
  const ubicaciones = [ubicacionBody()];
  const { id } = await newObra({ nombre, estatusObraId, ubicaciones, monto: i + 1, ...changes });
  const ejecucion: Record<string, string> = {};
  let contrato = 0;
  for (const [lugar, [name = '', ...said]] of parts.entries()) {
    const words = await Promise.all(said.map((one) => (/^-\d+$/.test(one) ? day(+one) : one)));
    const [first = '', second = '', third] = words;
    if (name === 'programa')
      await write('admin', 'POST', `/obras/${id}/programas`, {
        ...programaBody(),
        ...(first && { fechaInicio: first, fechaTermino: second }),
      });
    if (name === 'archivo') await noteArchivo(id, { fecha: await day(-Number(first)) });
    if (name === 'directa')
      await write('admin', 'PATCH', `/obras/${id}/expediente`, {
        modalidad: 'ADMINISTRACION_DIRECTA',
      });
    if (name === 'inicio') ejecucion.fechaInicioReal = await day(-Number(first));
    if (name === 'termino') ejecucion.fechaTerminoReal = await day(-Number(first));
    if (name === 'entrega') ejecucion.fechaEntregaRecepcion = await day(-Number(first));
    if (name === 'avance')
      await write('admin', 'POST', `/obras/${id}/avances`, {
        fechaCorte: await day(-Number(first)),
        avanceFisico: Number(second),
        ...(third && { montoPagado: Number(third) }),
      });
    if (name === 'contrato')
      contrato = (
        await write('admin', 'POST', `/obras/${id}/contratos`, contratoOf(words, i, lugar))
      ).id;
    if (name === 'convenio')
      await write('admin', 'POST', `/obras/${id}/contratos/${contrato}/convenios`, {
        ...{ fecha: first, alcance: 'Más volumen.', justificacion: 'Suelo rocoso.' },
        ...(second !== '-' && { fechaTerminoNueva: second }),
      });
  }
  if (Object.keys(ejecucion).length > 0)
    await write('admin', 'PATCH', `/obras/${id}/ejecucion`, ejecucion);
  return id;
}

const setUmbrales = (anio: number, directa?: number, invitacion?: number) =>
  write('admin', 'PUT', `/umbrales/${anio}`, {
    umbrales: [
      ...(directa ? [{ procedimiento: 'ADJUDICACION_DIRECTA', monto: directa }] : []),
      ...(invitacion ? [{ procedimiento: 'INVITACION', monto: invitacion }] : []),
    ],
  });
type Row = Record<string, unknown>;
const rules = async (): Promise<Record<string, Row>> =>
  Object.fromEntries(
    (hasFeature('calidad') ? (await get('/calidad', 'admin')).body : []).map((rule: Row) => [
      rule.regla,
      rule,
    ]),
  );

describe('motives to review', () => {
  const ids: number[] = [];
  before(async () => {
    await resetWithCatalog();
    await db.query('INSERT INTO ejercicios_fiscales (anio) VALUES (2025), (2024)');
    await setUmbrales(2026, 1_000_000, 5_000_000);
    await setUmbrales(2025, 900_000);
    for (const [i, [, , , what = '']] of ROWS.entries()) ids.push(await make(what, i));
  });

  const rowsOf = (regla: string) =>
    ROWS.flatMap(([name, figure = '', found, what], i) =>
      name === regla ? [{ id: ids[i] as number, figure, found: found === 'yes', what }] : [],
    );

  for (const [regla, figura] of Object.entries(FIGURES)) {
    test(`${regla} is found at every door, and misses by a cent or a day`, async () => {
      const query = `${regla}=true`;
      const found: number[] = idsOf((await get(`/obras?${query}`)).body);
      for (const { id, what, ...row } of rowsOf(regla))
        assert.equal(found.includes(id), row.found, what);
      const all = await get('/seguimiento?limit=1000');
      const figures = new Map(all.body.map((row: Row) => [row.obraId, row[figura]]));
      const year = (await db.one<{ year: number }>(`SELECT hoy() - '2026-01-01' AS year`))?.year;
      for (const { id, figure, what } of rowsOf(regla))
        assert.equal(figures.get(id), figure === 'year' ? year : JSON.parse(figure), what);

      const listed = await get(`/seguimiento?${query}&limit=1000`);
      assert.deepEqual(columnOf(listed.body, 'obraId'), found);
      const csv = parse((await get(`/seguimiento.csv?${query}`, 'admin')).text, {
        ...{ columns: true, bom: true, record_delimiter: '\r\n' },
      }) as Record<string, string>[];
      assert.deepEqual(
        csv.map((row) => (row[figura] === '' ? null : Number(row[figura]))),
        found.map((id) => figures.get(id)),
      );
      const sums = (await get(`/seguimiento/resumen?por=estatus&${query}`)).body.total;
      assert.equal(sums.obras, found.length);
      if (hasFeature('calidad')) {
        const rule = (await rules())[regla] as Row;
        assert.deepEqual([rule.obras, rule.filtros], [found.length, { [regla]: 'true' }]);
        assert.equal(rule.monto, sums.monto);
        assert.match(String(rule.descripcion), /^Motivo para revisar: /);
      }
      for (const layer of [
        ...(hasFeature('exportes') ? [`/obras.geojson?${query}`] : []),
        ...(hasFeature('ogc') ? [`/ogc/collections/obras_puntos/items?${query}&limit=1000`] : []),
      ]) {
        const properties = columnOf((await get(layer, 'admin')).body.features, 'properties');
        assert.deepEqual(
          properties.map((each: Row) => [each.obraId, each[figura]]),
          found.map((id) => [id, figures.get(id)]),
        );
      }
      if (!hasFeature('mapa')) return;
      const [tile, other] = [await get(`/mapa/0/0/0?${query}`), await get('/mapa/0/0/0')];
      assert.notEqual(tile.text, other.text);
    });
  }

  test('say motive to review, and nobody is accused', () => {
    const words = JSON.stringify(REGLAS);
    assert.match(words, /Motivo para revisar/);
    assert.doesNotMatch(words, /irregular|ilegal|\.\./i);
  });

  test('a rule without a threshold is not known, and one that lacks it for some years names them', async () => {
    if (!hasFeature('calidad')) return;
    const now = await rules();
    assert.deepEqual(now.sobreUmbral?.sinUmbral, [2023, 2024, 2025]);
    assert.deepEqual(now.fraccionamiento?.sinUmbral, [2023, 2024]);
    assert.ok(!('sinUmbral' in (now.sinPlazo as Row)));
    const missing = (await get('/umbrales')).body.map((one: Row) => [one.filtro, one.sinUmbral]);
    assert.deepEqual(missing, [
      ['fraccionamiento', [2023, 2024]],
      ['sobreUmbral', [2023, 2024, 2025]],
    ]);
    await setUmbrales(2025);
    const less = await rules();
    assert.equal(Number(less.sobreUmbral?.obras), Number(now.sobreUmbral?.obras) - 1);
    await setUmbrales(2026);
    const none = await rules();
    for (const regla of ['sobreUmbral', 'fraccionamiento']) {
      const { obras, monto, sinUmbral } = none[regla] as Row;
      assert.deepEqual([obras, monto, sinUmbral], [null, null, [2023, 2024, 2025, 2026]]);
    }
    await setUmbrales(2025, 900_000);
    await setUmbrales(2026, 1_000_000, 5_000_000);
    assert.deepEqual(await rules(), now);
  });

  test('a workbook of a rule says the years that it does not judge, and one of another rule does not', async () => {
    for (const list of ['obras', 'seguimiento', 'contratos', 'contratistas'].filter((one) =>
      isHere(`/${one}.xlsx`),
    )) {
      for (const [query, years] of [
        ['sobreUmbral=true', '2023, 2024, 2025'],
        ['fraccionamiento=true', '2023, 2024'],
        ['sinPlazo=true', undefined],
      ]) {
        const { 'xl/worksheets/sheet2.xml': sheet = '' } = await unzip(
          await bytesOf(`/${list}.xlsx?${query}`),
        );
        const said = [
          ...sheet.matchAll(/>Sin umbral registrado<.*?>(\d[^<]*): estos años no se revisan/g),
        ].map(([, years]) => years);
        // Firms have a column by all rules, whichever the filter is.
        const all = list === 'contratistas' ? ['2023, 2024', '2023, 2024, 2025'] : [years ?? []];
        assert.deepEqual(said, all.flat(), `${list} ${query}`);
      }
    }
  });

  test('one contract that pays several works is one award of the sum', async () => {
    const part = (monto: number, numero: string) =>
      `contrato ${D} numero ${numero} contratistaRfc PAR010203AB1 monto ${monto}`;
    const pair = [await make(part(600_000, 'Año-1'), 910), await make(part(400_000, 'AÑO-1'), 911)];
    const figures = async () => {
      const { body } = await get(`/seguimiento?obraId=${pair}`);
      return body.map((row: Row) => [row.excesoUmbral, row.excesoFraccionado]);
    };
    const found = async (regla: string) => {
      const all = idsOf((await get(`/obras?${regla}=true&limit=1000`)).body);
      return pair.map((id) => all.includes(id));
    };
    assert.deepEqual(await figures(), [
      [0, null],
      [0, null],
    ]);
    assert.deepEqual(await found('fraccionamiento'), [false, false]);
    // By a cent more each of its works is above, and another award of that firm is alone.
    const [{ id: contrato }] = (await get(`/obras/${pair[1]}/contratos`)).body;
    const path = `/obras/${pair[1]}/contratos/${contrato}`;
    await write('admin', 'PATCH', path, { monto: 400_000.01 });
    const alone = await make(`contrato ${D} contratistaRfc PAR010203AB1 monto 1`, 912);
    assert.deepEqual(await figures(), [
      [0.01, null],
      [0.01, null],
    ]);
    assert.deepEqual(await found('sobreUmbral'), [true, true]);
    await write('admin', 'PATCH', path, { monto: 400_000 });
    pair.push(alone);
    assert.deepEqual(await found('fraccionamiento'), [true, true, true]);
    await write('admin', 'PATCH', path, { numero: 'P-2', monto: 400_000.01 });
    assert.deepEqual(await found('sobreUmbral'), [false, false, false]);
    assert.deepEqual(await found('fraccionamiento'), [true, true, true]);
  });

  test('awards are held together by agency and firm, across works', async () => {
    const other = (await write('admin', 'POST', '/dependencias', { nombre: 'Otra', siglas: 'O' }))
      .id;
    const award = `contrato ${D} monto 600000 contratista Juntas`;
    const one = await make(award, 900);
    const ofOther = await make(`${award} numero J-2`, 901, { dependenciaId: other });
    const found = async () => idsOf((await get('/obras?fraccionamiento=true')).body);
    const has = async () => {
      const all = await found();
      return [one, ofOther].map((id) => all.includes(id));
    };
    // The firm's name has the work's number.
    await db.query(`UPDATE contratos SET contratista = 'Juntas' WHERE contratista ~ '^Juntas'`);
    assert.deepEqual(await has(), [false, false]);
    await write('admin', 'PATCH', `/obras/${ofOther}`, { dependenciaId: 1 });
    assert.deepEqual(await has(), [true, true]);
    const { body } = await get(`/seguimiento?obraId=${one},${ofOther}`);
    assert.deepEqual(columnOf(body, 'excesoFraccionado'), [200_000, 200_000]);
    const [{ id: contrato }] = (await get(`/obras/${one}/contratos`)).body;
    await write('admin', 'PATCH', `/obras/${one}/contratos/${contrato}`, { monto: 399_999.99 });
    assert.deepEqual(await has(), [false, false]);
  });
});
