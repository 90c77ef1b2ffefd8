import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { paidInPercents, paidOf, partOf } from '../../../src/features/seguimiento/base-de-pago.ts';
import { columnOf, descending } from '../../columns.ts';
import { hasFeature } from '../../features.ts';
import { sheetRows, unzip } from '../../spreadsheet.ts';
import {
  bytesOf,
  call,
  contratoBody,
  db,
  get,
  idsOf,
  newObra,
  resetWithCatalog,
} from '../../world.ts';

// Payments in percent have one meaning: each kind of work has the same figures on its sheet, in lists, filters, sums, files and
// OC4IDS, to the cent.

interface Contrato {
  monto: number;
  naturaleza?: string;
  /** How it ended before its time, or that it ended. */
  terminacion?: string;
  montoFinal?: number;
  /** The amounts of its agreements. */
  convenios?: number[];
}

/** Figures that all answers have of a work. `pagadoContratos` is that of the amount where no contract counts. */
const FIGURES = [
  ...['pagadoContratos', 'avanceFinanciero', 'pagoAdelantado'],
  ...['montoContratado', 'montoVigente', 'crecimientoContratos'],
];

interface Kind {
  que: string;
  monto?: number;
  estatusObraId?: number;
  avance?: [fisico: number, pagado: number | null];
  contratos?: Contrato[];
  /** Its figures, in the order of `FIGURES`. */
  dinero: (number | null)[];
}

/** Each work has an amount of 1,000,000 unless it says another. */
const KINDS: Kind[] = [
  { que: 'of no contract', avance: [40, 500_000], dinero: [50, 50, 10, null, null, null] },
  { que: 'of no contract and no report', dinero: [null, null, null, null, null, null] },
  {
    que: 'of several contracts, one with agreements',
    avance: [50, 660_000],
    contratos: [{ monto: 500_000, convenios: [550_000, 600_000] }, { monto: 500_000 }],
    dinero: [60, 66, 10, 1_000_000, 1_100_000, 10],
  },
  {
    que: 'of a rescinded contract with its final amount, and another in force',
    avance: [60, 700_000],
    contratos: [
      { monto: 900_000, terminacion: 'RESCISION', montoFinal: 100_000 },
      { monto: 800_000 },
    ],
    dinero: [77.78, 70, 17.78, 1_700_000, 900_000, 0],
  },
  {
    que: 'of a rescinded contract without its final amount, and another in force',
    avance: [60, 700_000],
    contratos: [{ monto: 900_000, terminacion: 'RESCISION' }, { monto: 800_000 }],
    dinero: [87.5, 70, 27.5, 1_700_000, 800_000, 0],
  },
  {
    que: 'of nothing but a rescinded contract without its final amount',
    avance: [20, 300_000],
    contratos: [{ monto: 200_000, terminacion: 'RESCISION' }],
    dinero: [30, 30, 10, 200_000, null, null],
  },
  {
    que: 'of a contract that was ended by agreement, all of it paid',
    avance: [10, 100_000.01],
    contratos: [{ monto: 900_000, terminacion: 'ANTICIPADA', montoFinal: 100_000.01 }],
    dinero: [100, 10, 90, 900_000, 100_000.01, 0],
  },
  {
    que: 'of a contract that came to nothing',
    avance: [0, 1],
    contratos: [{ monto: 900_000, terminacion: 'RESCISION', montoFinal: 0 }],
    dinero: [null, 0, null, 900_000, 0, null],
  },
  {
    que: 'of a contract that grew beside a rescinded one, which hides none of it',
    avance: [50, 500_000],
    contratos: [
      { monto: 1_000_000, terminacion: 'RESCISION', montoFinal: 200_000, convenios: [1_500_000] },
      { monto: 800_000, convenios: [1_050_000] },
    ],
    dinero: [40, 50, -10, 1_800_000, 1_250_000, 25],
  },
  {
    que: 'of a contract that grew and then ended early, for more than was signed',
    avance: [50, 500_000],
    contratos: [
      { monto: 800_000, terminacion: 'ANTICIPADA', montoFinal: 1_000_000, convenios: [1_200_000] },
    ],
    dinero: [50, 50, 0, 800_000, 1_000_000, 25],
  },
  {
    que: 'paid beyond its amount and within its contract',
    avance: [95, 1_100_000],
    contratos: [{ monto: 1_155_000 }],
    dinero: [95.24, 110, 0.24, 1_155_000, 1_155_000, 0],
  },
  {
    que: 'paid beyond its contract',
    avance: [90, 450_000],
    contratos: [{ monto: 400_000 }],
    dinero: [112.5, 45, 22.5, 400_000, 400_000, 0],
  },
  {
    que: 'of a contract that ended as it should: its agreements count, not its final amount',
    avance: [90, 450_000],
    contratos: [
      { monto: 400_000, terminacion: 'CONCLUIDO', montoFinal: 450_000, convenios: [500_000] },
    ],
    dinero: [90, 45, 0, 400_000, 500_000, 25],
  },
  {
    que: 'with a rescinded contract that builds nothing',
    avance: [50, 500_000],
    contratos: [
      { monto: 100_000, naturaleza: 'SUPERVISION', terminacion: 'RESCISION' },
      { monto: 800_000 },
    ],
    dinero: [62.5, 50, 12.5, 800_000, 800_000, 0],
  },
  {
    que: 'finished by its status',
    estatusObraId: 6,
    avance: [80, 900_000],
    contratos: [{ monto: 900_000 }],
    dinero: [100, 90, 20, 900_000, 900_000, 0],
  },
  {
    que: 'finished by its report',
    avance: [100, 900_000],
    contratos: [{ monto: 900_000 }],
    dinero: [100, 90, null, 900_000, 900_000, 0],
  },
  {
    que: 'without an amount of its own',
    monto: 0,
    avance: [30, 10],
    contratos: [{ monto: 30 }],
    dinero: [33.33, null, 3.33, 30, 30, 0],
  },
  {
    que: 'with nothing to be paid at all',
    monto: 0,
    avance: [30, 10],
    dinero: [null, null, null, null, null, null],
  },
  {
    que: 'with the largest amounts, of which half a hundredth is rounded up',
    monto: 9_999_999_999_999.99,
    avance: [0, 500_000_000.05],
    contratos: [{ monto: 9_999_999_999_999 }],
    dinero: [0.01, 0.01, 0.01, 9_999_999_999_999, 9_999_999_999_999, 0],
  },
];

const write = async (path: string, body: object, method = 'POST') => {
  const answer = await call('admin', method, path, body);
  assert.ok(answer.status < 300, `${path}: ${answer.text}`);
  return answer.body;
};

const EARLY = ['ANTICIPADA', 'RESCISION'];

async function make({ que, monto = 1_000_000, avance, contratos = [], ...kind }: Kind) {
  const { estatusObraId = 4 } = kind;
  const { id } = await newObra({ nombre: `Obra ${que}`, monto, estatusObraId });
  for (const [i, { terminacion, convenios = [], ...contrato }] of contratos.entries()) {
    const of = `/obras/${id}/contratos`;
    const { id: contratoId } = await write(
      of,
      contratoBody({ numero: `C-${i}`, ...contrato, montoFinal: null }),
    );
    for (const montoNuevo of convenios) {
      const convenio = { fecha: '2026-03-01', montoNuevo, justificacion: 'Más volumen.' };
      await write(`${of}/${contratoId}/convenios`, convenio);
    }
    if (!terminacion) continue;
    const motivoTerminacion = EARLY.includes(terminacion) ? 'La empresa no siguió.' : null;
    const ended = { terminacion, fechaTerminacion: '2026-04-30', motivoTerminacion };
    await write(
      `${of}/${contratoId}`,
      { ...ended, montoFinal: contrato.montoFinal ?? null },
      'PATCH',
    );
  }
  if (avance) {
    const [avanceFisico, montoPagado] = avance;
    await write(`/obras/${id}/avances`, { fechaCorte: '2026-06-30', avanceFisico, montoPagado });
  }
  return id as number;
}

type Row = Record<string, unknown>;
const figuresOf = (row: Row) => Object.fromEntries(FIGURES.map((name) => [name, row[name]]));
/** A cell of a text; empty is none. */
const numberIn = (cell: unknown) =>
  cell === undefined || cell === null || cell === '' ? null : Number(cell);
const withNumbers = (row: Row) =>
  Object.fromEntries(Object.entries(figuresOf(row)).map(([name, cell]) => [name, numberIn(cell)]));
/** A fraction of a workbook as a percentage. */
const inPercent = (cell: unknown) => {
  const fraction = numberIn(cell);
  return fraction === null ? null : Number((fraction * 100).toFixed(2));
};

describe('payments and contracts of each kind of work', () => {
  const ids: number[] = [];
  const expected = new Map<number, Row>();
  const idOf = (que: string) => ids[KINDS.findIndex((kind) => kind.que.startsWith(que))] as number;

  before(async () => {
    await resetWithCatalog();
    for (const kind of KINDS) {
      const id = await make(kind);
      ids.push(id);
      expected.set(id, Object.fromEntries(FIGURES.map((name, i) => [name, kind.dinero[i]])));
    }
  });

  test('are those of the list, the CSV and the workbook', async () => {
    const { body } = await get('/seguimiento?limit=1000');
    assert.equal(body.length, KINDS.length);
    for (const row of body) assert.deepEqual(figuresOf(row), expected.get(row.obraId), row.nombre);
    const byName = new Map(
      body.map((row: Row) => [row.claveUnica, expected.get(row.obraId as number)]),
    );
    const csv: Row[] = parse((await get('/seguimiento.csv')).text, {
      columns: true,
      bom: true,
      record_delimiter: '\r\n',
    });
    for (const row of csv)
      assert.deepEqual(withNumbers(row), byName.get(row.claveUnica), `${row.nombre}`);
    const book = await unzip(await bytesOf('/seguimiento.xlsx'));
    const rows = sheetRows(book['xl/worksheets/sheet1.xml'] as string);
    assert.equal(rows.length, KINDS.length);
    for (const row of rows) {
      const cell = (label: string) => row[label]?.value;
      assert.deepEqual(
        {
          pagadoContratos: inPercent(cell('Lo pagado de los contratos')),
          avanceFinanciero: inPercent(cell('Lo pagado del monto registrado')),
          pagoAdelantado: numberIn(cell('Pago adelantado (puntos)')),
          montoContratado: numberIn(cell('Monto contratado en pesos')),
          montoVigente: numberIn(cell('Monto vigente en pesos')),
          crecimientoContratos: inPercent(cell('Crecimiento de los contratos')),
        },
        byName.get(cell('Clave única')),
        `${cell('Nombre de la obra')}`,
      );
    }
    // The sheet beside it sums the same columns by the same names.
    const sum = (name: string) =>
      body.reduce(
        (cents: bigint, row: Row) => cents + BigInt(Math.round(100 * Number(row[name] ?? 0))),
        0n,
      );
    const totals = Object.fromEntries(
      sheetRows(book['xl/worksheets/sheet2.xml'] as string).map((row) =>
        Object.values(row).map(({ value }) => value),
      ),
    );
    for (const [label, name] of [
      ['Suma de sus montos en pesos', 'monto'],
      ['Suma de sus montos contratados en pesos', 'montoContratado'],
      ['Suma de sus montos vigentes en pesos', 'montoVigente'],
      ['Suma de sus montos pagados en pesos', 'montoPagado'],
    ] as const) {
      assert.equal(BigInt((totals[label] as string).replace('.', '')), sum(name), label);
    }
    const { total } = (await get('/seguimiento/resumen?por=dependencia')).body;
    for (const name of ['montoContratado', 'montoVigente', 'montoPagado']) {
      assert.equal(BigInt(total[name].toFixed(2).replace('.', '')), sum(name), name);
    }
  });

  test("are those of the work's own sheet, its chart and the form of its reports", async () => {
    for (const [i, id] of ids.entries()) {
      const { que, avance, contratos = [] } = KINDS[i] as Kind;
      const seguimiento = (await get(`/obras/${id}/seguimiento`)).body;
      const { baseDePago, pagado, avances } = seguimiento;
      const row = expected.get(id) as Row;
      assert.equal(paidOf(pagado?.montoPagado, baseDePago), row.pagadoContratos, que);
      // The chart has a point for each report, the last of them that of the sheet.
      assert.equal(paidOf(avances.at(-1)?.montoPagado, baseDePago), row.pagadoContratos, que);
      assert.equal(pagado?.avanceFinanciero ?? null, row.avanceFinanciero, que);
      const [deContratos, delMonto] = [row.pagadoContratos, row.avanceFinanciero];
      const isOfMonto = baseDePago.de === 'MONTO';
      assert.deepEqual(
        paidInPercents(seguimiento),
        [
          { valor: deContratos, de: isOfMonto ? 'del monto registrado' : 'de sus contratos' },
          ...(isOfMonto ? [] : [{ valor: delMonto, de: 'del monto registrado' }]),
        ].filter(({ valor }) => valor !== null),
        que,
      );
      const part = partOf(avance?.[1] ?? null, baseDePago);
      assert.equal(part?.esMas ?? false, Number(deContratos) > 100, que);
      // Its contracts add up to the same.
      const works = seguimiento.contratos.filter(({ naturaleza }: Row) => naturaleza === 'OBRA');
      const known = works.filter(({ montoVigente }: Row) => montoVigente !== null);
      const sum = known.reduce(
        (total: number, one: { montoVigente: number }) => total + one.montoVigente,
        0,
      );
      assert.equal(known.length > 0 ? sum : null, row.montoVigente, que);
      assert.equal(seguimiento.contratos.length, contratos.length);
    }
  });

  test('are found by the filter, ordered and counted by «Calidad»', async () => {
    // Finished and cancelled ones are not looked for.
    const ahead = [...expected].flatMap(([id, { pagoAdelantado: points }]) =>
      typeof points === 'number' && id !== idOf('finished by its status') ? [{ id, points }] : [],
    );
    // Just below each figure and just above it: what is compared has more decimals than what is shown.
    const around = ahead.flatMap(({ points }) => [points - 0.01, points + 0.01]);
    for (const points of around.filter((one) => one >= 0 && one <= 100)) {
      const { body } = await get(`/obras?pagoAdelantado=${points.toFixed(2)}`);
      const beyond = ahead.filter((one) => one.points > points);
      assert.deepEqual(idsOf(body), columnOf(beyond, 'id'), `${points}`);
    }
    const { body: ordered } = await get('/seguimiento?orden=-pagoAdelantado&limit=1000');
    const keys = ordered.map(({ pagoAdelantado }: Row) => pagoAdelantado ?? -999);
    assert.deepEqual(keys, keys.toSorted(descending));
    const rules = Object.fromEntries(
      (hasFeature('calidad') ? (await get('/calidad', 'admin')).body : []).map(
        ({ regla, obras }: Row) => [regla, obras],
      ),
    );
    if (hasFeature('calidad'))
      assert.equal(rules.pagoAdelantado, ahead.filter(({ points }) => points > 10).length);
    assert.equal(rules.crecimientoContratos ?? 0, 0);
    const { body: grown } = await get('/obras?crecimientoContratos=24.99');
    assert.deepEqual(
      idsOf(grown),
      [...expected].flatMap(([id, { crecimientoContratos: growth }]) =>
        Number(growth) > 24.99 ? [id] : [],
      ),
    );
    // A contract that ended early has to say what it came to, whatever it was for.
    const unsaid = KINDS.flatMap(({ contratos = [] }, i) =>
      contratos.some(
        ({ terminacion = '', montoFinal }) =>
          EARLY.includes(terminacion) && montoFinal === undefined,
      )
        ? [ids[i]]
        : [],
    );
    assert.equal(unsaid.length, 3);
    assert.deepEqual(idsOf((await get('/obras?sinMontoFinal=true')).body), unsaid);
    if (hasFeature('calidad')) assert.equal(rules.sinMontoFinal, unsaid.length);
  });

  test('are those of the list of contracts and its workbook', async () => {
    const { body } = await get('/contratos?limit=1000');
    for (const [i, id] of ids.entries()) {
      const works = body.filter((row: Row) => row.obraId === id && row.naturaleza === 'OBRA');
      const known = works.filter(({ montoVigente }: Row) => montoVigente !== null);
      const sum = known.reduce(
        (total: number, row: { montoVigente: number }) => total + row.montoVigente,
        0,
      );
      assert.equal(known.length > 0 ? sum : null, expected.get(id)?.montoVigente, KINDS[i]?.que);
    }
    const unknown = body.find((row: Row) => row.obraId === idOf('of nothing but'));
    assert.deepEqual([unknown.montoVigente, unknown.variacionMonto], [null, null]);
    const rescinded = body.find(
      (row: Row) => row.obraId === idOf('of a rescinded contract with its'),
    );
    assert.deepEqual([rescinded.montoVigente, rescinded.variacionMonto], [100_000, -88.89]);
    const book = await unzip(await bytesOf('/contratos.xlsx'));
    const totals = Object.fromEntries(
      sheetRows(book['xl/worksheets/sheet2.xml'] as string).map((row) =>
        Object.values(row).map(({ value }) => value),
      ),
    );
    const sum = (name: string) =>
      body.reduce(
        (cents: bigint, row: Row) => cents + BigInt(Math.round(100 * Number(row[name] ?? 0))),
        0n,
      );
    for (const [label, name] of [
      ['Suma de sus montos, como se firmaron, en pesos', 'monto'],
      ['Suma de sus montos vigentes en pesos', 'montoVigente'],
    ] as const) {
      assert.equal(BigInt((totals[label] as string).replace('.', '')), sum(name), label);
    }
  });

  if (hasFeature('oc4ids'))
    test('are those of OC4IDS', async () => {
      const { projects } = (await get('/oc4ids')).body;
      // biome-ignore lint/suspicious/noExplicitAny: a project of OC4IDS
      for (const { id, metrics = [], contractingProcesses = [], budget } of projects as any[]) {
        const obra = ids[projects.findIndex((one: Row) => one.id === id)] as number;
        const row = expected.get(obra) as Row;
        const paid = metrics
          .find((one: Row) => one.id === 'financialProgress')
          ?.observations.at(-1);
        assert.equal(paid?.measure ?? null, row.avanceFinanciero);
        // biome-ignore lint/suspicious/noExplicitAny: a process of OC4IDS
        const values = contractingProcesses.flatMap(({ summary }: any) => {
          const { nature, modifications = [], contractValue, finalValue } = summary;
          const isEarly = modifications.some((one: Row) => one.id === 'terminacion');
          if (!nature.includes('construction') || (isEarly && !finalValue)) return [];
          const last = modifications.findLast((one: Row) => one.newContractValue);
          return [(last?.newContractValue ?? contractValue).amount];
        });
        const inForce = values.reduce((sum: number, value: number) => sum + value, 0);
        assert.equal(values.length > 0 ? inForce : null, row.montoVigente);
        const base = values.length > 0 ? inForce : budget.amount.amount;
        assert.equal(paidOf(paid?.value.amount, { monto: base }), row.pagadoContratos);
      }
    });

  test('change when a contract ends early with its final amount, and back when it does not any more', async () => {
    const id = await make(KINDS[2] as Kind);
    const figures = async () => {
      const [row] = (await get(`/seguimiento?obraId=${id}`)).body;
      const { id: contratoId, montoVigente } = (await get(`/obras/${id}/contratos`)).body[0];
      return [row.montoVigente, row.pagadoContratos, montoVigente, contratoId];
    };
    const [, , , contratoId] = await figures();
    const at = `/obras/${id}/contratos/${contratoId}`;
    const ended = {
      terminacion: 'RESCISION',
      fechaTerminacion: '2026-05-31',
      motivoTerminacion: 'Abandono.',
    };
    for (const [change, ...expected] of [
      [ended, 500_000, 132, null],
      [{ montoFinal: 100_000 }, 600_000, 110, 100_000],
      [{ terminacion: 'CONCLUIDO' }, 1_100_000, 60, 600_000],
      [{ terminacion: 'ANTICIPADA' }, 600_000, 110, 100_000],
      [
        { terminacion: null, fechaTerminacion: null, montoFinal: null, motivoTerminacion: null },
        1_100_000,
        60,
        600_000,
      ],
    ] as const) {
      await write(at, change, 'PATCH');
      assert.deepEqual(await figures(), [...expected, contratoId], JSON.stringify(change));
    }
    // A later agreement of one that ended early changes nothing of it.
    await write(at, { ...ended, montoFinal: 100_000 }, 'PATCH');
    await write(`${at}/convenios`, {
      fecha: '2026-06-30',
      montoNuevo: 900_000,
      justificacion: 'Tarde.',
    });
    assert.deepEqual(await figures(), [600_000, 110, 100_000, contratoId]);
    await call('admin', 'DELETE', `/obras/${id}`);
  });

  test('are rendered anew from rows that an older version has left', async () => {
    const rows = () => db.query('SELECT * FROM obras_seguimiento ORDER BY obra_id');
    const right = await rows();
    const versions = () =>
      db.query<Row>('SELECT obra_id, xmin::text FROM obras_seguimiento ORDER BY obra_id');
    const untouched = idOf('of no contract');
    const before = await versions();
    await db.query(
      `UPDATE obras_seguimiento SET monto_comparado = NULL, monto_vigente = 1 WHERE contratos > 0`,
    );
    const step = async (last: number) =>
      (await db.one<{ last: number | null }>('SELECT follow_outdated($1) AS last', [last]))?.last ??
      null;
    // The comment says that all rows have the present form.
    assert.equal(await step(0), null);
    await db.query(`COMMENT ON TABLE obras_seguimiento IS 'de otra manera'`);
    for (let last: number | null = 0; last !== null; ) last = await step(last);
    assert.deepEqual(await rows(), right);
    assert.equal(await step(0), null);
    const same = (all: Row[]) => all.find(({ obra_id }) => obra_id === untouched);
    assert.deepEqual(same(await versions()), same(before));
  });
});
