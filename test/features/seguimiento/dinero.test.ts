import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { paidInPercents, paidOf, partOf } from '../../../src/features/seguimiento/base-de-pago.ts';
import { columnOf, descending } from '../../columns.ts';
import { hasFeature } from '../../features.ts';
import { sheetRows, unzip } from '../../spreadsheet.ts';
import { table } from '../../table.ts';
import {
  bytesOf,
  call,
  contratoBody,
  db,
  get,
  idsOf,
  newObra,
  resetWithCatalog,
  write,
} from '../../world.ts';

// Payments in percent have one meaning: each kind of work has the same figures on its sheet, in lists, filters, sums, files and
// OC4IDS, to the cent.

/** Figures that all answers have of a work. `pagadoContratos` is that of the amount where no contract counts. */
const FIGURES = [
  ...['pagadoContratos', 'avanceFinanciero', 'pagoAdelantado'],
  ...['montoContratado', 'montoVigente', 'crecimientoContratos'],
];

// A contract is its amount, those of its agreements, how it ended, its final amount where one is said, and whether it builds
// nothing. The figures stand in their order above. A work has an amount of 1,000,000 unless it says another, and is under way unless its kind says
// that it has finished.
const MOST = 9_999_999_999_999;
const TABLE = table`
  # amount | built paid   | contracts                                        | figures                          | kind of work
  -      | 40 500000    | -                                                | 50 50 10 null null null          | of no contract
  -      | -            | -                                                | null null null null null null    | of no contract and no report
  -      | 50 660000    | 500000>550000>600000; 500000                     | 60 66 10 1000000 1100000 10      | of several contracts, one with agreements
  -      | 60 700000    | 900000 RESCISION 100000; 800000                  | 77.78 70 17.78 1700000 900000 0  | of a rescinded contract with its final amount, and another in force
  -      | 60 700000    | 900000 RESCISION; 800000                         | 87.5 70 27.5 1700000 800000 0    | of a rescinded contract without its final amount, and another in force
  -      | 20 300000    | 200000 RESCISION                                 | 30 30 10 200000 300000 null      | of nothing but a rescinded contract without its final amount
  -      | 10 100000.01 | 900000 ANTICIPADA 100000.01                      | 100 10 90 900000 100000.01 0     | of a contract that was ended by agreement, all of it paid
  -      | 0 1          | 900000 RESCISION 0                               | null 0 null 900000 0 null        | of a contract that came to nothing
  -      | 50 500000    | 1000000>1500000 RESCISION 200000; 800000>1050000 | 40 50 -10 1800000 1250000 25     | of a contract that grew beside a rescinded one, which hides none of it
  -      | 50 500000    | 800000>1200000 ANTICIPADA 1000000                | 50 50 0 800000 1000000 25        | of a contract that grew and then ended early, for more than was signed
  -      | 95 1100000   | 1155000                                          | 95.24 110 0.24 1155000 1155000 0 | paid beyond its amount and within its contract
  -      | 90 450000    | 400000                                           | 112.5 45 22.5 400000 400000 0    | paid beyond its contract
  -      | 90 450000    | 400000>500000 CONCLUIDO 450000                   | 90 45 0 400000 500000 25         | of a contract that ended as it should: its agreements count, not its final amount
  -      | 50 500000    | 100000 RESCISION SUPERVISION; 800000             | 62.5 50 12.5 800000 800000 0     | with a rescinded contract that builds nothing
  -      | 80 900000    | 900000                                           | 100 90 20 900000 900000 0        | finished by its status
  -      | 100 900000   | 900000                                           | 100 90 null 900000 900000 0      | finished by its report
  0      | 30 10        | 30                                               | 33.33 null 3.33 30 30 0          | without an amount of its own
  0      | 30 10        | -                                                | null null null null null null    | with nothing to be paid at all
  ${MOST}.99 | 0 500000000.05 | ${MOST}                                          | 0.01 0.01 0.01 ${MOST} ${MOST} 0 | with the largest amounts, of which half a hundredth is rounded up`;

const contratoOf = (text: string) => {
  const [amounts = '', ...words] = text.split(' ');
  const [monto = 0, ...convenios] = amounts.split('>').map(Number);
  const final = words.find((word) => /^\d/.test(word));
  return {
    monto,
    convenios,
    naturaleza: words.includes('SUPERVISION') ? 'SUPERVISION' : 'OBRA',
    terminacion: words.find((word) => ['ANTICIPADA', 'RESCISION', 'CONCLUIDO'].includes(word)),
    montoFinal: final === undefined ? null : Number(final),
  };
};
const KINDS = TABLE.map(([monto, avance = '', contratos = '', dinero = '', que = '']) => ({
  que,
  monto: Number(monto || 1_000_000),
  avance: avance ? avance.split(' ').map(Number) : undefined,
  contratos: contratos ? contratos.split('; ').map(contratoOf) : [],
  dinero: dinero.split(' ').map((figure): number | null => JSON.parse(figure)),
}));
type Kind = (typeof KINDS)[number];

const EARLY = ['ANTICIPADA', 'RESCISION'];

async function make({ que, monto, avance, contratos }: Kind): Promise<number> {
  const estatusObraId = que === 'finished by its status' ? 6 : 4;
  const { id } = await newObra({ nombre: `Obra ${que}`, monto, estatusObraId });
  const of = `/obras/${id}/contratos`;
  for (const [i, contrato] of contratos.entries()) {
    const { terminacion = '', convenios, montoFinal, ...signed } = contrato;
    const made = await write('admin', 'POST', of, contratoBody({ numero: `C-${i}`, ...signed }));
    for (const montoNuevo of convenios) {
      const convenio = { fecha: '2026-03-01', montoNuevo, justificacion: 'Más volumen.' };
      await write('admin', 'POST', `${of}/${made.id}/convenios`, convenio);
    }
    if (!terminacion) continue;
    const motivoTerminacion = EARLY.includes(terminacion) ? 'La empresa no siguió.' : null;
    const ended = { terminacion, fechaTerminacion: '2026-04-30', motivoTerminacion, montoFinal };
    await write('admin', 'PATCH', `${of}/${made.id}`, ended);
  }
  if (avance) {
    const [avanceFisico, montoPagado] = avance;
    const report = { fechaCorte: '2026-06-30', avanceFisico, montoPagado };
    await write('admin', 'POST', `/obras/${id}/avances`, report);
  }
  return id;
}

type Row = Record<string, unknown>;
const figuresOf = (row: Row) => Object.fromEntries(FIGURES.map((name) => [name, row[name]]));
/** A cell of a text; empty is none. */
const numberIn = (cell: unknown) =>
  cell === undefined || cell === null || cell === '' ? null : Number(cell);
/** A fraction of a workbook as a percentage. */
const inPercent = (cell: unknown) => {
  const fraction = numberIn(cell);
  return fraction === null ? null : Number((fraction * 100).toFixed(2));
};

/** The sum of a field, in cents. */
const centsOf = (rows: Row[], name: string) =>
  rows.reduce((cents, row) => cents + BigInt(Math.round(100 * Number(row[name] ?? 0))), 0n);
/** What contracts that build come to; null where that is of none known. */
function inForce(contratos: Row[]): number | null {
  const works = contratos.filter(({ naturaleza }) => naturaleza === 'OBRA');
  const known = columnOf(works, 'montoVigente').filter((monto) => monto !== null) as number[];
  return known.length > 0 ? known.reduce((sum, monto) => sum + monto, 0) : null;
}
/** Asserts that the second sheet of a workbook has the sums of these fields. */
function assertSums(
  book: Record<string, string>,
  rows: Row[],
  sums: [label: string, name: string][],
) {
  const cells = sheetRows(book['xl/worksheets/sheet2.xml'] as string).map(Object.values);
  const totals = Object.fromEntries(cells.map((row) => columnOf(row, 'value')));
  for (const [label, name] of sums) {
    assert.equal(BigInt((totals[label] as string).replace('.', '')), centsOf(rows, name), label);
  }
}

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
    const options = { columns: true, bom: true, record_delimiter: '\r\n' } as const;
    for (const row of parse((await get('/seguimiento.csv')).text, options) as Row[]) {
      const figures = Object.fromEntries(FIGURES.map((name) => [name, numberIn(row[name])]));
      assert.deepEqual(figures, byName.get(row.claveUnica), `${row.nombre}`);
    }
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
    assertSums(book, body, [
      ['Suma de sus montos en pesos', 'monto'],
      ['Suma de sus montos contratados en pesos', 'montoContratado'],
      ['Suma de sus montos vigentes en pesos', 'montoVigente'],
      ['Suma de sus montos pagados en pesos', 'montoPagado'],
    ]);
    const { total } = (await get('/seguimiento/resumen?por=dependencia')).body;
    for (const name of ['montoContratado', 'montoVigente', 'montoPagado']) {
      assert.equal(BigInt(total[name].toFixed(2).replace('.', '')), centsOf(body, name), name);
    }
  });

  test("are those of the work's own sheet, its chart and the form of its reports", async () => {
    for (const [i, id] of ids.entries()) {
      const { que, avance, contratos } = KINDS[i] as Kind;
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
      assert.equal(inForce(seguimiento.contratos), row.montoVigente, que);
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
    const unsaid = KINDS.flatMap(({ contratos }, i) =>
      contratos.some((one) => EARLY.includes(one.terminacion ?? '') && one.montoFinal === null)
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
      const works = body.filter((row: Row) => row.obraId === id);
      assert.equal(inForce(works), expected.get(id)?.montoVigente, KINDS[i]?.que);
    }
    for (const [que, ...figures] of [
      ['of nothing but', 300_000, 50],
      ['of a rescinded contract with its', 100_000, -88.89],
    ] as const) {
      const row = body.find(({ obraId }: Row) => obraId === idOf(que));
      assert.deepEqual([row.montoVigente, row.variacionMonto], figures, que);
    }
    const book = await unzip(await bytesOf('/contratos.xlsx'));
    assertSums(book, body, [
      ['Suma de sus montos, como se firmaron, en pesos', 'monto'],
      ['Suma de sus montos vigentes en pesos', 'montoVigente'],
    ]);
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
        // What was paid of a contract without its final amount is no amount of its process.
        if (obra !== idOf('of nothing but'))
          assert.equal(values.length > 0 ? inForce : null, row.montoVigente);
        const base = values.length > 0 ? inForce : budget.amount.amount;
        assert.equal(paidOf(paid?.value.amount, { monto: base }), row.pagadoContratos);
      }
    });

  test('without a final amount, follow what is paid of the one contract that builds, until it is said', async () => {
    const { id } = await newObra({ monto: 1_000_000, estatusObraId: 4 });
    const of = `/obras/${id}/contratos`;
    const made = await write('admin', 'POST', of, contratoBody({ numero: 'C-1', monto: 900_000 }));
    const ended = { terminacion: 'RESCISION', fechaTerminacion: '2026-04-30' };
    await write('admin', 'PATCH', `${of}/${made.id}`, { ...ended, motivoTerminacion: 'Abandono.' });
    const figures = async () => {
      const [row] = (await get(`/seguimiento?obraId=${id}`)).body;
      const { baseDePago, contratos } = (await get(`/obras/${id}/seguimiento`)).body;
      assert.equal(inForce(contratos), row.montoVigente);
      const [listed] = (await get(of)).body;
      return [row.montoVigente, listed.montoVigente, row.pagadoContratos, baseDePago.de];
    };
    const report = (fechaCorte: string, montoPagado?: number) =>
      write('admin', 'POST', `/obras/${id}/avances`, { fechaCorte, avanceFisico: 40, montoPagado });
    assert.deepEqual(await figures(), [null, null, null, 'MONTO']);
    await report('2026-05-31', 350_000);
    assert.deepEqual(await figures(), [350_000, 350_000, 35, 'MONTO']);
    await report('2026-06-30');
    assert.deepEqual(await figures(), [350_000, 350_000, 35, 'MONTO']);
    // Its work has another one that builds: the payments are of both.
    const other = contratoBody({ numero: 'C-2', monto: 500_000 });
    const { id: second } = await write('admin', 'POST', of, other);
    assert.deepEqual(await figures(), [500_000, null, 70, 'CONTRATOS']);
    await write('admin', 'PATCH', `${of}/${second}`, { naturaleza: 'SUPERVISION' });
    assert.deepEqual(await figures(), [350_000, 350_000, 35, 'MONTO']);
    await write('admin', 'PATCH', `${of}/${made.id}`, { montoFinal: 400_000 });
    assert.deepEqual(await figures(), [400_000, 400_000, 87.5, 'CONTRATOS']);
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
    const reason = { fechaTerminacion: '2026-05-31', motivoTerminacion: 'Abandono.' };
    const ended = { terminacion: 'RESCISION', ...reason };
    const back = { terminacion: null, fechaTerminacion: null, motivoTerminacion: null };
    for (const [change, ...expected] of [
      [ended, 500_000, 132, null],
      [{ montoFinal: 100_000 }, 600_000, 110, 100_000],
      [{ terminacion: 'CONCLUIDO' }, 1_100_000, 60, 600_000],
      [{ terminacion: 'ANTICIPADA' }, 600_000, 110, 100_000],
      [{ ...back, montoFinal: null }, 1_100_000, 60, 600_000],
    ] as const) {
      await write('admin', 'PATCH', at, change);
      assert.deepEqual(await figures(), [...expected, contratoId], JSON.stringify(change));
    }
    // A later agreement of one that ended early changes nothing of it.
    await write('admin', 'PATCH', at, { ...ended, montoFinal: 100_000 });
    const late = { fecha: '2026-06-30', montoNuevo: 900_000, justificacion: 'Tarde.' };
    await write('admin', 'POST', `${at}/convenios`, late);
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
