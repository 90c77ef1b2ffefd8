import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { columnsOf } from '../../columns.ts';
import { counts, countsOf, importFile, messages, report as reportOf } from '../../imports.ts';
import { CONTRACT, csv, linesOf, type Row, rowsLike } from '../../spreadsheet.ts';
import { count, db, get, newObra, numbers, resetWithCatalog } from '../../world.ts';

// Rows of one record in one sheet, as agencies write a row for each fund: the same once more, parts of a whole, or a
// contradiction.

const PATH = '/seguimiento/importacion';
type Value = string | number;

/** More rows than one message of the reader has. */
const FAR = 150;

describe('rows of one work and cut', () => {
  const report = (file: string, query = '') => reportOf(file, query, { path: PATH });
  const HEAD = ['Clave única', 'Fecha de corte', 'Avance físico', 'Monto pagado', 'Fondo'];
  const cuts = (...rows: Value[][]) => {
    const cut = ([paid = '', fund = '', percent = 40]: Value[]) => [percent, paid, fund];
    return linesOf([HEAD, ...rows.map((row) => ['P-1', '2026-06-30', ...cut(row)])]);
  };
  const ASKED =
    'La obra tiene ese corte también en la fila 3, y sólo difieren en columnas que no se leen. ¿Son partes de un mismo avance? Si lo son, escriba una sola fila con la suma; si dicen lo mismo, confírmelo.';

  before(async () => {
    await resetWithCatalog();
    await newObra({ claveUnica: 'P-1' });
    await newObra({ claveUnica: 'P-2' });
  });

  /** Rows of a payment, a fund and a percentage; the outcome with and without `unaVez`. */
  // biome-ignore format: rows
  const CASES: [what: string, rows: Value[][], asked: number[], settled: number[]][] = [
    ['alike in every column', [[100, 'FAIS'], [100, 'FAIS']], [1, 0, 1, 0], [1, 0, 1, 0]],
    ['that say the same of two funds', [[100, 'FAIS'], [100, 'Estatal']], [0, 0, 0, 2], [1, 0, 1, 0]],
    ['of which one names no fund', [[100, 'FAIS'], [100]], [0, 0, 0, 2], [1, 0, 1, 0]],
    ['with two payments', [[100, 'FAIS'], [200, 'FAIS']], [0, 0, 0, 2], [0, 0, 0, 2]],
    ['with two payments of two funds', [[100, 'FAIS'], [200, 'Estatal']], [0, 0, 0, 2], [0, 0, 0, 2]],
    ['with two percentages', [[100, 'FAIS', 40], [100, 'FAIS', 41]], [0, 0, 0, 2], [0, 0, 0, 2]],
    ['of which the third contradicts', [[100], [100], [200], [100]], [0, 0, 0, 4], [0, 0, 0, 4]],
    ['of which one says what the other leaves blank', [[100], ['']], [1, 0, 1, 0], [1, 0, 1, 0]],
    ['of which the third contradicts what the second added', [[''], [100], [200]], [0, 0, 0, 3], [0, 0, 0, 3]],
  ];
  for (const [what, rows, asked, settled] of CASES) {
    test(`with ${what} come to ${asked} new, changed, unchanged and refused ones`, async () => {
      const trial = (query: string) =>
        countsOf(cuts(...rows), `simular=true&${query}`, { path: PATH });
      assert.deepEqual(await trial(''), asked);
      // Taking the others does not take one of them.
      assert.deepEqual(await trial('parcial=true'), asked);
      assert.deepEqual(await trial('unaVez=true'), settled);
    });
  }

  test('are asked about with the other row, and what was answered comes back as a warning', async () => {
    const file = cuts([100, 'FAIS'], [100, 'Estatal']);
    const { errores, grupos } = await report(file);
    assert.equal(errores[0].mensaje, ASKED);
    const remedy = 'Si dicen lo mismo, confírmelo con unaVez=true: cuentan una vez.';
    assert.deepEqual(columnsOf(grupos, 'codigo', 'remedio', 'filas'), [['partes', remedy, '2–3']]);
    const { avisos } = await report(file, 'simular=true&unaVez=true');
    assert.deepEqual(messages(avisos), [
      'Las filas de un mismo registro que sólo difieren en columnas que no se leen cuentan una vez, como se indicó.',
    ]);
  });

  test('far apart in a long sheet are refused both, and go out with the refused rows', async () => {
    const first = Date.UTC(2025, 0, 1);
    const days = numbers(0, FAR - 1).map((n) => new Date(first + n * 86_400_000).toISOString());
    const file = linesOf([
      HEAD,
      ['P-1', '2026-06-30', 40, 100, 'FAIS'],
      ...days.map((day) => ['P-2', day.slice(0, 10), 10, 10, 'FAIS']),
      ['P-1', '2026-06-30', 40, 200, 'Estatal'],
    ]);
    const last = FAR + 3;
    const refusal = (fila: number) =>
      `La obra tiene ese corte también en la fila ${fila} de este archivo, con otros datos.`;
    const written = await report(file, 'parcial=true');
    assert.deepEqual(counts(written), [FAR, 0, 0, 2]);
    assert.deepEqual(columnsOf(written.errores, 'fila', 'mensaje'), [
      [2, refusal(last)],
      [last, refusal(2)],
    ]);
    assert.deepEqual((await get('/obras/1/avances')).body, []);
    assert.equal(await count('avances'), FAR);
    const refused = await importFile(file, 'parcial=true', { path: `${PATH}/rechazadas` });
    const lines = refused.text.trimEnd().split('\r\n').slice(1);
    assert.deepEqual(lines.map((line) => line.split(',').slice(-2)).sort(), [
      ['100', 'FAIS'],
      ['200', 'Estatal'],
    ]);
  });

  test('with one contract are asked about in a sheet of contracts, and not beside progress', async () => {
    const sheetOf = (...rows: Row[]) => linesOf(rowsLike({ Clave: 'P-1', ...CONTRACT }, rows));
    const trial = (file: string, query = '') => report(file, `simular=true&${query}`);
    const parts = sheetOf({ Fondo: 'FAIS' }, { Fondo: 'Estatal' });
    const asked = await trial(parts);
    assert.deepEqual(counts(asked), [0, 0, 0, 2]);
    assert.match(asked.errores[0].mensaje, /¿Son partes de un mismo contrato\?/);
    assert.deepEqual(counts(await trial(parts, 'unaVez=true')), [1, 0, 1, 0]);
    const progress = sheetOf(
      { Fondo: 'FAIS', Corte: '2026-05-31', 'Avance físico': 40 },
      { Fondo: 'Estatal', Corte: '2026-06-30', 'Avance físico': 45 },
    );
    assert.deepEqual(counts(await trial(progress)), [2, 0, 0, 0]);
  });
});

describe('rows of one work in a sheet of works', () => {
  test('are one where every column is alike; others are refused all, also far apart and where the rest comes in', async () => {
    await resetWithCatalog();
    const others = numbers(1, FAR).map((n) => ({ claveUnica: `O-${n}` }));
    const file = csv(
      { claveUnica: 'P-1', monto: '100', fondo: 'FAIS' },
      { claveUnica: 'P-2', fondo: 'FAIS' },
      ...others,
      { claveUnica: 'P-2', fondo: 'FAIS' },
      { claveUnica: 'P-1', monto: '200', fondo: 'Estatal' },
    );
    const dry = await reportOf(file, 'simular=true&parcial=true');
    const real = await reportOf(file, 'parcial=true');
    const { importacion } = real;
    assert.deepEqual(real, { ...dry, simulacro: false, aplicada: true, importacion });
    assert.deepEqual(counts(real), [FAR + 1, 0, 1, 2]);
    const refusal = (fila: number) =>
      `Clave única: la clave «P-1» está también en la fila ${fila} de este archivo, con otros datos.`;
    assert.deepEqual(columnsOf(real.errores, 'fila', 'mensaje'), [
      [2, refusal(FAR + 5)],
      [FAR + 5, refusal(2)],
    ]);
    assert.deepEqual(await db.query(`SELECT id FROM obras WHERE clave_unica = 'P-1'`), []);
    // The amounts of both funds are alike: only the importer knows whether they are parts.
    const parts = ['FAIS', 'Estatal'].map((fondo) => ({ claveUnica: 'P-3', monto: '100', fondo }));
    const funds = csv(...parts);
    const asked = await reportOf(funds, 'parcial=true');
    assert.deepEqual(counts(asked), [0, 0, 0, 2]);
    assert.match(asked.errores[0].mensaje, /^Clave única: .+ ¿Son partes de una misma obra\?/);
    const one = await reportOf(funds, 'unaVez=true');
    assert.deepEqual([counts(one), one.avisos[0].columna], [[1, 0, 1, 0], 'claveUnica']);
  });
});
