import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ObraEnCorte } from '../../../src/features/cortes/diferencias/campos.ts';
import {
  AGRUPACIONES,
  type Agrupacion,
  compararObras,
  type Diferencia,
  newTotales,
  type Suma,
} from '../../../src/features/cortes/diferencias/comparar.ts';
import { DECIDIBLES, wantedBy } from '../../../src/features/cortes/diferencias/filtros.ts';
import { rowsNeeded } from '../../../src/features/cortes/diferencias/hojas.ts';
import {
  amountIn,
  renderComparacion,
  renderObra,
} from '../../../src/features/cortes/diferencias/resultado.ts';
import { table } from '../../table.ts';

/** Changes of the work that `obraEnCorte` makes. */
type Change = { obra?: object; seguimiento?: object };

const contrato = {
  ...{ id: 7, numero: 'C-1', contratista: 'Constructora, S.A.', montoVigente: 900 },
  ...{ terminacion: null, montoFinal: null, convenios: [] as object[] },
};
const avance = {
  ...{ id: 3, fechaCorte: '2026-06-30', avanceFisico: 45.5, montoPagado: 500, observaciones: '' },
  ...{ avanceFinanciero: 50, creadoEn: '2026-07-01T00:00:00Z', actualizadoEn: null },
};
const lugar = {
  ...{ id: 5, municipioId: 50, municipio: { id: 50, nombre: 'Mérida' }, direccion: 'Calle 60' },
  ...{ orden: 1, tipoGeometria: 'PUNTO' },
  geometriaJson: { type: 'Point', coordinates: [-89.6237, 20.9674] },
};
const agency = (id: number, nombre = `Dependencia ${id}`) => ({
  dependenciaId: id,
  dependencia: { id, nombre, siglas: null, activo: true },
});
const status = (id: number) => ({
  estatusObraId: id,
  estatusObra: { id, nombre: `Estatus ${id}` },
});

/** A work as a cut has it: its texts are read again, as those of a file are. */
function obraEnCorte(id: number, { obra, seguimiento }: Change = {}): ObraEnCorte {
  const whole = {
    obra: {
      ...{ id, numeroObra: id, claveUnica: `O-${id}`, nombre: `Obra ${id}`, descripcion: '' },
      ...{ monto: 1000, ejercicioFiscalId: 1, ejercicioFiscal: { id: 1, anio: 2026 } },
      ...{ ...agency(1), municipioId: 50, municipio: { id: 50, nombre: 'Mérida' } },
      ...{ tipoProyectoId: null, tipoProyecto: null, ...status(4), ubicaciones: [lugar], ...obra },
    },
    seguimiento: {
      ...{ obraId: id, avance, pagado: { montoPagado: 500, fechaCorte: '2026-06-30' } },
      ...{ baseDePago: { monto: 900, de: 'CONTRATOS' }, programa: null, base: null },
      ejecucion: {
        ...{ fechaInicioReal: null, fechaTerminoReal: null, fechaEntregaRecepcion: null },
        ...{ montoFinal: null, alcanceFinal: null, motivoVariacion: null },
      },
      ...{ contratos: [contrato], avances: [avance] },
      atraso: { fechaTerminoBase: null, fechaTerminoVigente: '2026-12-15', diasAtraso: 0 },
      ...seguimiento,
    },
  };
  return JSON.parse(JSON.stringify(whole));
}

async function* streamed(works: ObraEnCorte[]) {
  yield* works;
}

async function compared(
  before: ObraEnCorte[],
  after: ObraEnCorte[],
  isWanted?: (one: ObraEnCorte) => boolean,
) {
  const totales = newTotales();
  const all: Diferencia[] = [];
  for await (const batch of compararObras(streamed(before), streamed(after), totales, isWanted))
    all.push(...batch);
  return { totales, all };
}

/** Sums of groups by the record's id, as text: 2 works of 30.50 are `2/3050`. */
const sums = (groups: Map<number, Record<'antes' | 'despues', Suma>>, side: 'antes' | 'despues') =>
  [...groups]
    .map(([id, group]) => `${id}:${group[side].obras}/${group[side].centavos}`)
    .sort()
    .join(' ');

describe('Two cuts compared', () => {
  const CASES: [what: string, before: Change, after: Change, changes: string][] = [
    ['nothing', {}, {}, ''],
    ['an amount', {}, { obra: { monto: 1250.5 } }, 'monto 1000 1250.5 +250.5 25.05%'],
    ['a cent', { obra: { monto: 0.1 } }, { obra: { monto: 0.3 } }, 'monto 0.1 0.3 +0.2 200%'],
    [
      'a cent of the largest',
      { obra: { monto: 9999999999999.99 } },
      { obra: { monto: 9999999999999.98 } },
      'monto 9999999999999.99 9999999999999.98 -0.01 0%',
    ],
    ['an amount of nothing', { obra: { monto: 0 } }, {}, 'monto 0 1000 +1000'],
    ['a key', {}, { obra: { claveUnica: 'OTRA' } }, 'claveUnica O-1 OTRA'],
    ['an agency', {}, { obra: agency(2) }, 'dependencia Dependencia 1 Dependencia 2'],
    ['a name of its agency', {}, { obra: agency(1, 'Otro nombre') }, ''],
    [
      'a missing type',
      {},
      { obra: { tipoProyectoId: 3, tipoProyecto: { nombre: 'Vial' } } },
      'tipoProyecto null Vial',
    ],
    [
      'places written again with other ids',
      {},
      { obra: { ubicaciones: [{ ...lugar, id: 99, municipio: { id: 50, nombre: 'T’Hó' } }] } },
      '',
    ],
    [
      'members in another order',
      {},
      { obra: { ubicaciones: [Object.fromEntries(Object.entries(lugar).reverse())] } },
      '',
    ],
    [
      'a place that moves',
      {},
      {
        obra: {
          ubicaciones: [
            { ...lugar, geometriaJson: { type: 'Point', coordinates: [-89.6237, 20.9675] } },
          ],
        },
      },
      'ubicaciones 1 ubicación: Calle 60 1 ubicación: Calle 60',
    ],
    ['no place', {}, { obra: { ubicaciones: [] } }, 'ubicaciones 1 ubicación: Calle 60 null'],
    [
      'a report without another figure',
      {},
      { seguimiento: { avances: [{ ...avance, observaciones: 'Corregido' }] } },
      'avances 1 avance: 45.5 % al 2026-06-30 1 avance: 45.5 % al 2026-06-30',
    ],
    [
      'a report that was read at another time, and its share of the amount',
      {},
      { seguimiento: { avances: [{ ...avance, id: 4, avanceFinanciero: 1, creadoEn: null }] } },
      '',
    ],
    [
      'progress',
      {},
      { seguimiento: { avance: { ...avance, avanceFisico: 60, fechaCorte: '2026-07-31' } } },
      'avanceFisico 45.5 60 +14.5 · fechaCorte 2026-06-30 2026-07-31 +31',
    ],
    [
      'a member that an older version did not have',
      { seguimiento: { ejecucion: { montoFinal: null }, programa: undefined } },
      {
        seguimiento: {
          contratos: [{ ...contrato, anticipo: null }],
          ejecucion: { montoFinal: null, motivoVariacion: 'Lluvias' },
        },
      },
      'motivoVariacion null Lluvias',
    ],
    ['a first payment', { seguimiento: { pagado: null } }, {}, 'montoPagado null 500'],
    [
      'a delay of today alone',
      {},
      { seguimiento: { atraso: { fechaTerminoVigente: '2026-12-15', diasAtraso: 40 } } },
      '',
    ],
    [
      'an agreement',
      {},
      {
        seguimiento: {
          baseDePago: { monto: 990, de: 'CONTRATOS' },
          contratos: [{ ...contrato, montoVigente: 990, convenios: [{ id: 1 }] }],
          atraso: { fechaTerminoVigente: '2027-01-14', diasAtraso: 0 },
        },
      },
      'fechaTerminoVigente 2026-12-15 2027-01-14 +30 · montoContratos 900 990 +90 10% · contratos 1 contrato: C-1, Constructora, S.A. 1 contrato: C-1, Constructora, S.A.',
    ],
  ];
  for (const [what, before, after, expected] of CASES)
    test(`a work that changed ${what} differs in ${expected ? 'that' : 'nothing'}`, async () => {
      const { all } = await compared([obraEnCorte(1, before)], [obraEnCorte(1, after)]);
      const texts = all.flatMap(({ cambios }) =>
        cambios.map(({ campo, antes, despues, diferencia, porCiento }) =>
          [
            ...[campo, antes, despues].map(String),
            ...(diferencia === null ? [] : [diferencia > 0 ? `+${diferencia}` : diferencia]),
            ...(porCiento === null ? [] : [`${porCiento}%`]),
          ].join(' '),
        ),
      );
      assert.equal(texts.join(' · '), expected);
    });

  test('numbers and zeros in another form are the same', async () => {
    const before = JSON.parse('{"monto":1.0,"ubicaciones":[{"coordinates":[0.0,1e1]}]}');
    const after = JSON.parse('{"monto":1,"ubicaciones":[{"coordinates":[-0.0,10.00]}]}');
    const { all } = await compared(
      [obraEnCorte(1, { obra: before })],
      [obraEnCorte(1, { obra: after })],
    );
    assert.deepEqual(all, []);
  });

  test('works of one side alone are new or gone, and one that was registered again is both', async () => {
    const works = [1, 2, 3, 5].map((id) => obraEnCorte(id));
    const again = obraEnCorte(9, { obra: { claveUnica: 'O-5' } });
    const { all, totales } = await compared(works.slice(1), [...works.slice(0, 3), again]);
    assert.deepEqual(
      all.map(({ obraId, tipo, cambios: [{ diferencia } = {}] }) => [obraId, tipo, diferencia]),
      [
        [1, 'NUEVA', 1000],
        [5, 'DESAPARECIDA', -1000],
        [9, 'NUEVA', 1000],
      ],
    );
    assert.equal(totales.sinCambios, 2);
    assert.deepEqual(await compared([], []), { all: [], totales: newTotales() });
  });

  test('sums before and after differ by what changed, to the cent, in the whole and in each group', async () => {
    // id, then agency/status/amount of each side; «-» where the work is not there.
    const rows = table`
      1 | 1/4/0.10             | 1/4/0.30
      2 | 1/4/9999999999999.99 | 2/6/9999999999999.98
      3 | 2/5/33.33            | -
      4 | -                    | 3/1/66.67
      5 | 3/6/5000             | 2/6/4999.99
      6 | 3/6/700.07           | 3/6/700.07`;
    const side = (column: 1 | 2) =>
      rows.flatMap(([id, ...cells]) => {
        const [dependencia, estatus, monto] = (cells[column - 1] as string).split('/').map(Number);
        return monto === undefined
          ? []
          : [
              obraEnCorte(Number(id), {
                obra: { ...agency(dependencia as number), ...status(estatus as number), monto },
              }),
            ];
      });
    const { all, totales } = await compared(side(1), side(2));
    const { antes, despues, nuevas, desaparecidas, crecieron, bajaron, grupos } = totales;
    const changes = all.flatMap(({ cambios }) =>
      cambios.flatMap(({ campo, diferencia }) => (campo === 'monto' ? [diferencia as number] : [])),
    );
    const changed = changes.reduce((sum, each) => sum + BigInt(Math.round(each * 100)), 0n);
    assert.equal(antes.centavos + changed, despues.centavos);
    assert.equal(
      antes.centavos +
        nuevas.centavos -
        desaparecidas.centavos +
        crecieron.centavos +
        bajaron.centavos,
      despues.centavos,
    );
    assert.deepEqual(
      [nuevas, desaparecidas, crecieron, bajaron].map(
        ({ obras, centavos }) => `${obras}/${centavos}`,
      ),
      ['1/6667', '1/3333', '1/20', '2/-2'],
    );
    for (const por of Object.keys(AGRUPACIONES) as Agrupacion[])
      for (const part of ['antes', 'despues'] as const) {
        const all = [...grupos[por].values()].map((group) => group[part]);
        assert.equal(
          all.reduce((sum, { centavos }) => sum + centavos, 0n),
          totales[part].centavos,
        );
        assert.equal(
          all.reduce((sum, { obras }) => sum + obras, 0),
          totales[part].obras,
        );
      }
    // The work that changed its agency and its status is in both.
    assert.equal(sums(grupos.dependencia, 'antes'), '1:2/1000000000000009 2:1/3333 3:2/570007');
    assert.equal(sums(grupos.dependencia, 'despues'), '1:1/30 2:2/1000000000499997 3:2/76674');
    assert.equal(sums(grupos.estatus, 'despues'), '1:1/6667 4:1/30 5:0/0 6:3/1000000000570004');
  });

  test('an agency has the names of then and of later, and a merged one only that of then', async () => {
    const { all, totales } = await compared(
      [obraEnCorte(1, { obra: agency(1, 'SOP') }), obraEnCorte(2, { obra: agency(2, 'INCAY') })],
      [1, 2].map((id) => obraEnCorte(id, { obra: agency(1, 'SEDUM') })),
    );
    assert.deepEqual(
      [...totales.grupos.dependencia.values()].map((one) => [one.nombreAntes, one.nombreDespues]),
      [
        ['SOP', 'SEDUM'],
        ['INCAY', null],
      ],
    );
    assert.deepEqual(
      all.map(({ obraId, cambios: [{ antes, despues } = {}] }) => [obraId, antes, despues]),
      [[2, 'INCAY', 'SEDUM']],
    );
  });

  test('a sum beyond the whole numbers of JavaScript is written with all its digits', () => {
    const totales = { ...newTotales(), antes: { obras: 2, centavos: 900719925474099301n } };
    const lado = { clave: 'A', titulo: 'A', instante: '2026-07-01T06:00:00.000Z' };
    const text = renderComparacion({ antes: lado, despues: lado }, totales, []);
    assert.match(text, /"antes":\{"obras":2,"monto":9007199254740993\.01\}/);
    assert.deepEqual([0n, 5n, -5n, -12345n].map(amountIn), ['0.00', '0.05', '-0.05', '-123.45']);
  });

  test('a long text ends with «…» after its last whole character, and each change needs a row of a sheet', async () => {
    const texts = ['x'.repeat(1000), 'x'.repeat(1001), `${'x'.repeat(998)}😀xx`];
    const { all, totales } = await compared(
      [1, 2, 3, 4].map((id) => obraEnCorte(id)),
      [1, 2, 3, 5].map((id) =>
        obraEnCorte(id, { obra: { descripcion: texts[id - 1] ?? '', monto: id === 3 ? 5 : 1000 } }),
      ),
    );
    assert.deepEqual(
      all.slice(0, 3).map((one) => JSON.parse(renderObra(one)).cambios[0].despues),
      [texts[0], `${'x'.repeat(999)}…`, `${'x'.repeat(998)}…`],
    );
    // Three texts and an amount, a work that is gone and a new one.
    assert.equal(rowsNeeded(totales), 6);
  });

  test('a stream out of order is refused, and both are closed where the reader leaves', async () => {
    await assert.rejects(compared([obraEnCorte(2), obraEnCorte(1)], []), /work 1 .* after 2/);
    await assert.rejects(compared([], [obraEnCorte(1), obraEnCorte(1)]), /work 1 .* after 1/);
    const closed: string[] = [];
    const endless = async function* (name: string) {
      try {
        for (let id = 1; ; id++) yield obraEnCorte(id);
      } finally {
        closed.push(name);
      }
    };
    for await (const batch of compararObras(endless('a'), endless('b'), newTotales())) {
      assert.deepEqual(batch, []);
      break;
    }
    assert.deepEqual(closed.sort(), ['a', 'b']);
  });
});

describe('A filter of two cuts', () => {
  const CASES: [filter: string, value: string, found: Change, left: Change][] = [
    ['municipioId', '50,51', {}, { obra: { municipioId: 41 } }],
    ['estatusObraId', '6', { obra: status(6) }, {}],
    ['ejercicioFiscalId', '2', { obra: { ejercicioFiscalId: 2 } }, {}],
    ['dependenciaId', '2,99999999999', { obra: agency(2) }, {}],
    ['tipoProyectoId', '3', { obra: { tipoProyectoId: 3 } }, {}],
    ['montoMin', '1000', {}, { obra: { monto: 999.99 } }],
    ['montoMax', '1000', {}, { obra: { monto: 1000.01 } }],
    ['anioMax', '2026', {}, { obra: { ejercicioFiscal: { anio: 2027 } } }],
    ['sinUbicacion', 'true', { obra: { ubicaciones: [] } }, {}],
    ['avanceMin', '45.5', {}, { seguimiento: { avance: null } }],
    ['avanceMax', '45.5', {}, { seguimiento: { avance: null } }],
    [
      'conAvance',
      'true',
      { seguimiento: { avance: null } },
      { seguimiento: { avance: null, pagado: null } },
    ],
    [
      'sinMontoFinal',
      'true',
      { seguimiento: { contratos: [{ ...contrato, terminacion: 'RESCISION' }] } },
      { seguimiento: { contratos: [{ ...contrato, terminacion: 'RESCISION', montoFinal: 0 }] } },
    ],
  ];
  for (const [filter, value, found, left] of CASES)
    test(`${filter} finds a work as it stands on either side`, async () => {
      const isWanted = wantedBy({ [filter]: value });
      const [one, other] = [obraEnCorte(1, found), obraEnCorte(1, left)];
      const seen = async (before: ObraEnCorte, after: ObraEnCorte) =>
        (await compared([before], [after], isWanted)).totales.antes.obras;
      assert.deepEqual(
        await Promise.all([seen(one, one), seen(one, other), seen(other, one), seen(other, other)]),
        [1, 1, 1, 0],
      );
    });

  test('every decidable filter has a case', () => {
    assert.deepEqual(CASES.map(([name]) => name).sort(), Object.keys(DECIDIBLES).sort());
  });
});
