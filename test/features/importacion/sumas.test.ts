import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { fillWithDemo } from '../../../src/commands/demo/demo.ts';
import { columnsOf } from '../../columns.ts';
import { hasFeature } from '../../features.ts';
import { sheetRows, unzip } from '../../spreadsheet.ts';
import { bytesOf, db, get, reset } from '../../world.ts';

// A figure has one meaning: lists, files, summaries and OC4IDS of the demonstration registry add up to the same, to the cent.

/** A record of an answer, or a row of a file by its headings. */
type Row = Record<string, unknown>;

/** An amount in centavos; 0 for an empty text. */
const centsOf = (amount: unknown): bigint => {
  if (amount === null || amount === undefined || amount === '') return 0n;
  const [whole = '', cents = ''] = String(amount).split('.');
  return BigInt(whole + cents.padEnd(2, '0').slice(0, 2));
};
const sumOf = (rows: Row[], name: string): bigint =>
  rows.reduce((sum, row) => sum + centsOf(row[name]), 0n);

/** All records of a list, page by page. */
async function listOf(path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = path; next; ) {
    const { status, body, headers } = await get(next, 'admin');
    assert.equal(status, 200, next);
    rows.push(...body);
    next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  return rows;
}
const csvOf = async (path: string): Promise<Row[]> =>
  parse((await get(path, 'admin')).text, { columns: true, bom: true, record_delimiter: '\r\n' });
async function xlsxOf(path: string, labels: Record<string, string>): Promise<Row[]> {
  const sheet = (await unzip(await bytesOf(path)))['xl/worksheets/sheet1.xml'] as string;
  return sheetRows(sheet).map((cells) =>
    Object.fromEntries(Object.entries(labels).map(([name, label]) => [name, cells[label]?.value])),
  );
}
const ndjsonOf = async (path: string): Promise<Row[]> =>
  JSON.parse(`[${(await get(path, 'admin')).text.trim().replaceAll('\n', ',')}]`);

/** The works of the features, each once: one has a feature for each of its places. */
const worksOf = async (path: string): Promise<Row[]> => {
  const features: { properties: Row }[] = (await get(path, 'admin')).body.features;
  return [...new Map(features.map(({ properties: p }) => [p.claveUnica, p])).values()];
};

const POR = ['municipio', 'dependencia', 'ejercicioFiscal', 'estatus', 'tipoProyecto'];
// biome-ignore format: rows
const FILTERS = [
  '', 'estatusObraId=4', 'atrasadas=true', 'pagoAdelantado=5', 'crecimientoContratos=10', 'conAvance=true',
  'contratista=ficticia', 'dependenciaId=2,3', 'avanceMax=60', 'variacionMonto=1',
];
/** Filters that OC4IDS has not: they are for some people only. */
const isPublic = (filter: string) => !/variacionMonto/.test(filter);

/** The same sums of each answer, by its name. */
function assertSame(sums: Record<string, unknown>): void {
  const [first, ...others] = Object.entries(sums);
  for (const [name, sum] of others) {
    assert.deepEqual(sum, first?.[1], `${name} differs from ${first?.[0]}`);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a project of OC4IDS
type Project = any;

/** The amount of an OC4IDS project, its payments and the contracts that build it. */
function figuresOf({ budget, metrics = [], contractingProcesses = [] }: Project) {
  const paid = metrics.find(({ id }: Project) => id === 'financialProgress')?.observations.at(-1);
  const works = contractingProcesses
    .map(({ summary }: Project) => summary)
    .filter(({ nature }: Project) => nature.includes('construction'));
  // One that ended early counts with its final amount, and with nothing while that is not known.
  const inForce = ({ contractValue, finalValue, modifications = [] }: Project) => {
    if (!finalValue && modifications.some(({ id }: Project) => id === 'terminacion')) return null;
    const changed = modifications.findLast(({ newContractValue }: Project) => newContractValue);
    return changed?.newContractValue ?? contractValue;
  };
  const sum = (amountOf: (one: Project) => Project) =>
    works.reduce((total: bigint, one: Project) => total + centsOf(amountOf(one)?.amount), 0n);
  return {
    monto: centsOf(budget.amount?.amount),
    montoPagado: centsOf(paid?.value?.amount),
    montoContratado: sum(({ contractValue }) => contractValue),
    montoVigente: sum(inForce),
  };
}

const AMOUNTS = ['monto', 'montoContratado', 'montoVigente', 'montoPagado'] as const;
/** Works and amounts, each as this says of its name. */
const amountsOf = (obras: unknown, of: (name: (typeof AMOUNTS)[number]) => bigint) => ({
  ...{ obras: Number(obras), ...Object.fromEntries(AMOUNTS.map((name) => [name, of(name)])) },
});
const sumsOf = (rows: Row[], obras: unknown = rows.length) =>
  amountsOf(obras, (name) => sumOf(rows, name));
const worksIn = (grupos: Row[]) => grupos.reduce((sum, { obras }) => sum + Number(obras), 0);

describe('the sums of the demonstration registry', () => {
  before(async () => {
    await reset();
    await fillWithDemo(db, { print: () => {} });
    await db.query('UPDATE obras SET monto = monto + 1000000.01 WHERE id IN (3, 5, 8)');
    // Of some works the newest report says nothing of payment.
    await db.query(
      `INSERT INTO avances (obra_id, fecha_corte, avance_fisico)
       SELECT s.obra_id, hoy(), s.avance_fisico FROM obras_seguimiento s
       WHERE s.monto_pagado > 0 AND s.avance_fisico < 100 AND s.fecha_corte < hoy() ORDER BY s.obra_id LIMIT 20`,
    );
  });

  for (const filter of FILTERS) {
    const asked = filter && `&${filter}`;
    test(`agree between list, files and summaries in works (${filter || 'all'})`, async () => {
      const list = await listOf(`/obras?limit=100${asked}`);
      assert.ok(list.length > 0);
      const of = (rows: Row[]) => [rows.length, sumOf(rows, 'monto')];
      const sums: Record<string, unknown> = { list: of(list) };
      if (hasFeature('exportes')) {
        sums.csv = of(await csvOf(`/obras.csv?${filter}`));
        sums.xlsx = of(await xlsxOf(`/obras.xlsx?${filter}`, { monto: 'Monto en pesos' }));
        sums.ndjson = of(await ndjsonOf(`/obras.ndjson?${filter}`));
        sums.geojson = of(await worksOf(`/obras.geojson?${filter}`));
      }
      for (const por of hasFeature('resumen') ? POR : []) {
        const { total, grupos } = (await get(`/obras/resumen?por=${por}${asked}`, 'admin')).body;
        const csv = await csvOf(`/obras/resumen.csv?por=${por}${asked}`);
        sums[`${por}`] = [total.obras, centsOf(total.monto)];
        sums[`groups of ${por}`] = [worksIn(grupos), sumOf(grupos, 'monto')];
        sums[`${por}.csv`] = [worksIn(csv), sumOf(csv, 'monto')];
      }
      assertSame(sums);
    });

    test(`agree between list, files and summaries in their follow-up (${filter || 'all'})`, async () => {
      const list = await listOf(`/seguimiento?limit=100${asked}`);
      assert.ok(list.length > 0);
      const labels = {
        monto: 'Monto en pesos',
        montoContratado: 'Monto contratado en pesos',
        montoVigente: 'Monto vigente en pesos',
        montoPagado: 'Monto pagado en pesos',
      };
      const sums: Record<string, unknown> = {
        list: sumsOf(list),
        csv: sumsOf(await csvOf(`/seguimiento.csv?${filter}`)),
        xlsx: sumsOf(await xlsxOf(`/seguimiento.xlsx?${filter}`, labels)),
      };
      for (const por of POR) {
        const { body } = await get(`/seguimiento/resumen?por=${por}${asked}`, 'admin');
        const { total, grupos } = body;
        sums[`${por}`] = amountsOf(total.obras, (name) => centsOf(total[name]));
        sums[`groups of ${por}`] = sumsOf(grupos, worksIn(grupos));
      }
      if (isPublic(filter) && hasFeature('oc4ids')) {
        const figures = (await get(`/oc4ids?${filter}`)).body.projects.map(figuresOf);
        const sum = (name: string) =>
          figures.reduce(
            (total: bigint, one: Record<string, bigint>) => total + (one[name] ?? 0n),
            0n,
          );
        sums.OC4IDS = amountsOf(figures.length, sum);
      }
      assertSame(sums);
    });

    test(`agree between list and files in their contracts (${filter || 'all'})`, async () => {
      const list = await listOf(`/contratos?limit=100${asked}`);
      const labels = {
        naturaleza: 'Naturaleza',
        monto: 'Monto en pesos',
        montoVigente: 'Monto vigente en pesos',
        anticipo: 'Anticipo en pesos',
      };
      const of = (rows: Row[]) =>
        ['monto', 'montoVigente', 'anticipo'].map((name) => sumOf(rows, name));
      assertSame({
        list: of(list),
        csv: of(await csvOf(`/contratos.csv?${filter}`)),
        xlsx: of(await xlsxOf(`/contratos.xlsx?${filter}`, labels)),
      });
      // Its contractor is the contract's there, and the work's in the follow-up.
      if (/contratista/.test(filter)) return;
      const works = list.filter(({ naturaleza }) => naturaleza === 'OBRA');
      const followed = await listOf(`/seguimiento?limit=100${asked}`);
      assert.deepEqual(
        [sumOf(works, 'monto'), sumOf(works, 'montoVigente')],
        [sumOf(followed, 'montoContratado'), sumOf(followed, 'montoVigente')],
      );
    });
  }

  test('agree between list and sheet of each work', async () => {
    const list = await listOf('/seguimiento?limit=1000');
    for (const row of list) {
      const { body } = await get(`/obras/${row.obraId}/seguimiento`);
      const { pagado, avance, contratos, atraso } = body;
      const works = contratos.filter(({ naturaleza }: Row) => naturaleza === 'OBRA');
      const sheet: Row = {
        montoPagado: pagado?.montoPagado ?? null,
        fechaPagado: pagado?.fechaCorte ?? null,
        avanceFinanciero: pagado?.avanceFinanciero ?? null,
        fechaCorte: avance?.fechaCorte ?? null,
        avanceFisico: avance?.avanceFisico ?? null,
        contratos: works.length,
        ...atraso,
      };
      const [late, amounts] = [Object.keys(sheet), ['montoContratado', 'montoVigente']];
      assert.ok(late.includes('fechaTerminoBase') && late.includes('diasAtraso'));
      assert.deepEqual(columnsOf([row], ...late), [Object.values(sheet)], `obra ${row.obraId}`);
      assert.deepEqual(
        amounts.map((name) => centsOf(row[name])),
        [sumOf(works, 'monto'), sumOf(works, 'montoVigente')],
      );
    }
  });
});
