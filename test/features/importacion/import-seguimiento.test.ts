import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { serialize } from 'node:v8';
import { decide } from '../../../src/features/seguimiento/importacion/decide.ts';
import type { SeguimientoRow } from '../../../src/features/seguimiento/importacion/fila.ts';
import { Aside } from '../../../src/hojas/index.ts';
import { openNameless } from '../../../src/subidas/nameless.ts';
import { columnOf, columnsOf } from '../../columns.ts';
import { hasFeature } from '../../features.ts';
import {
  counts,
  holdingApp,
  importFile,
  jobEnd,
  large,
  messages,
  report as reportOf,
  XLSX,
} from '../../imports.ts';
import { manyObras } from '../../many-obras.ts';
import { CONTRACT, linesOf, rowsLike } from '../../spreadsheet.ts';
import {
  base,
  bytesOf,
  call,
  contratoBody,
  count,
  db,
  get,
  numbers,
  people,
  refused,
  resetWithCatalog,
  tokenOf,
  type Who,
} from '../../world.ts';

// Bringing in the sheets by which agencies report: what comes of their rows in the registry. What a row says by itself is in
// filas-de-seguimiento.test.ts.

const PATH = '/seguimiento/importacion';
const UNKNOWN = 'No hay una importación con ese identificador, o terminó hace más de un día.';
const send = (file: string | Buffer, query = '', who: Who = 'other', type = 'text/csv') =>
  importFile(file, query, { who, type, path: PATH });
const report = (file: string | Buffer, query = '', who: Who = 'other', type = 'text/csv') =>
  reportOf(file, query, { who, type, path: PATH });
const countsOf = async (...asked: Parameters<typeof report>) => counts(await report(...asked));

type Value = string | number;
/** A row of a report: its work's key, day, percent, payment, words. */
type Row = [clave: string, day: string, percent: Value, paid?: Value, words?: string];
const HEAD = ['Clave única', 'Fecha de corte', 'Avance físico', 'Monto pagado', 'Observaciones'];
const reports = (...rows: Row[]) => sheet(HEAD, rows);
const sheet = (head: string[], rows: (Value | undefined)[][]) =>
  linesOf([head, ...rows.map((row) => head.map((_, i) => row[i] ?? null))]);

const RFC = 'RFC de la persona física o moral contratista';
const contracts = (...rows: Record<string, string>[]) => {
  const common = { 'Número de expediente, folio o nomenclatura': 'A-1', ...CONTRACT };
  return linesOf(rowsLike({ ...common, Observaciones: '' }, rows));
};

const avancesOf = async (id: number) => (await get(`/obras/${id}/avances`)).body;
/** Day, percent and payment of a work's reports. */
const figures = async (id: number) =>
  columnsOf(await avancesOf(id), 'fechaCorte', 'avanceFisico', 'montoPagado');
const day = (n: number) => new Date(Date.UTC(2025, 0, n)).toISOString().slice(0, 10);

/** A report that the registry has, of the work of this id. */
type There = { id: number; on: string; percent: string; paid?: string; words?: string };
const register = (there: There[]) =>
  db.query(
    `INSERT INTO avances (obra_id, fecha_corte, avance_fisico, monto_pagado, observaciones)
     SELECT id, "on", percent, paid, coalesce(words, '')
     FROM jsonb_to_recordset($1) AS r (id integer, "on" date, percent numeric, paid numeric, words text)`,
    [JSON.stringify(there)],
  );
/** Works of the clerk's agency, and B-1 of another. */
async function resetWithWorks() {
  await resetWithCatalog();
  await db.query(`INSERT INTO dependencias (nombre, siglas) VALUES ('Otra', 'OTRA')`);
  await manyObras(20, {
    clave_unica: `CASE n WHEN 20 THEN 'B-1' ELSE 'A-' || n END`,
    dependencia_id: 'CASE n WHEN 20 THEN 2 ELSE 1 END',
  });
  await db.query('INSERT INTO capturistas VALUES ($1, 1)', [people.other.id]);
}

describe('POST /seguimiento/importacion', () => {
  beforeEach(resetWithWorks);

  test('registers reports with file and row in the ledger, none in a trial, and none again', async () => {
    const file = sheet(
      [...HEAD, 'Causa del atraso'],
      [
        ['A-1', '2026-06-30', '45.5', '1,200,000.00', 'Cimentación', 'Inconformidad social'],
        ['A-2', '30/06/2026', '10 %'],
      ],
    );
    const ledger = () => db.one<{ last: string }>('SELECT max(id) AS last, count(*) FROM bitacora');
    const start = await ledger();
    assert.deepEqual(await countsOf(file, 'simular=true'), [2, 0, 0, 0]);
    assert.deepEqual([await count('avances'), await count('obras_seguimiento')], [0, 0]);
    assert.deepEqual(await ledger(), start);
    const { columnas, muestra, ...rest } = await report(file, 'archivo=trimestre.csv');
    assert.deepEqual(counts(rest), [2, 0, 0, 0]);
    const values = {
      claveUnica: 'A-1',
      fechaCorte: '2026-06-30',
      avanceFisico: '45.5',
      montoPagado: '1200000',
      observaciones: 'Cimentación',
      causaAtraso: 'SOCIAL',
    };
    assert.deepEqual(columnOf(columnas, 'campo'), Object.keys(values));
    assert.deepEqual(muestra[0], { fila: 2, valores: values });
    assert.deepEqual(await figures(1), [['2026-06-30', 45.5, 1200000]]);
    assert.deepEqual(await figures(2), [['2026-06-30', 10, null]]);
    // A trial has used up no ids.
    const [{ id, causaAtraso }] = await avancesOf(1);
    assert.deepEqual([id, causaAtraso], [1, 'SOCIAL']);
    // The story of another work of this id goes on: what stands before is passed over.
    const cursor = Buffer.from(`historial/${start?.last}`).toString('base64url');
    const newest = (await get(`/obras/2/historial?cursor=${cursor}`, 'admin')).body.at(-1);
    assert.deepEqual([newest.archivo, newest.fila], ['trimestre.csv', 3]);
    assert.match(
      JSON.stringify(newest),
      /reportó 10\.00 % de avance al 30 de junio de 2026 \(fila 3 de «trimestre.csv»\)/,
    );
    assert.deepEqual(await countsOf(file), [0, 0, 2, 0]);
    assert.equal(await count('avances'), 2);
  });

  const both = (fila: number) =>
    `La obra tiene ese corte también en la fila ${fila} de este archivo, con otros datos.`;
  const REFUSED: [row: Row, sentence: string][] = [
    [['B-1', '2026-06-30', 45], 'Esta obra no es de su dependencia.'],
    [['NADA', '2026-06-30', 45], 'No hay una obra con la clave única «NADA».'],
    [['A-1', '2026-06-30', 101], 'Avance físico debe estar entre 0 y 100.'],
    [['A-3', '2026-06-30', '100.004 %'], 'Avance físico debe estar entre 0 y 100.'],
    // The fault of a cell comes with it, from the process that reads it.
    [
      ['A-1', '2026-06-30', 'mucho'],
      'Avance físico: «mucho» no es un porcentaje; escriba el por ciento, como 45.5.',
    ],
    [['A-1', '2026-04-30', '', '5'], 'Falta el avance físico. Escríbalo en la fila.'],
    [['A-1', '2026-05-31', 45, '-5'], 'Monto pagado debe estar entre 0 y 9,999,999,999,999.99.'],
    [['A-2', '2026-06-30', 50], both(10)],
    [['A-2', '2026-06-30', 51], both(9)],
  ];
  test('refuses one by one works of another agency, unknown ones, and impossible reports', async () => {
    const answer = await report(reports(...REFUSED.map(([row]) => row)), 'parcial=true');
    assert.deepEqual(messages(answer.errores), columnOf(REFUSED, 1));
    assert.deepEqual(counts(answer), [0, 0, 0, 9]);
    assert.deepEqual(await figures(2), []);
  });

  test('takes the day and the unit that are given for all rows, and answers 400 to an impossible or later day', async () => {
    const file = sheet(['clave', '% de avance', 'Pagado (miles de pesos)'], [['A-2', 5, 1_200]]);
    const query = 'fechaCorte=2026-06-30&unidadMonto=miles';
    assert.deepEqual(await countsOf(file, query), [1, 0, 0, 0]);
    assert.deepEqual(await figures(2), [['2026-06-30', 5, 1200000]]);
    refused(await send(file, 'fechaCorte=2026-06-31'), 400, [/fechaCorte/]);
    const later = 'fechaCorte no debe ser posterior a hoy.';
    refused(await send(file, 'fechaCorte=2100-12-31'), 400, [later]);
  });

  const asked = (percent: number) =>
    `Avance físico: ${percent} no dice %: puede ser ${percent} % o ${percent * 100} %.`;
  test('asks about numbers that may be fractions, unless they are the stored ones', async () => {
    const file = reports(
      ['A-1', '2026-06-30', '45 %'],
      ['A-2', '2026-06-30', 0.45],
      ['A-3', '2026-06-30', 60],
      // A row that is asked about is no report yet, and asks no other for an explanation.
      ['A-2', '2026-05-31', 40],
    );
    const answer = await report(file, 'simular=true');
    assert.deepEqual(messages(answer.errores), [asked(0.45)]);
    assert.deepEqual(columnsOf(answer.grupos, 'codigo', 'remedio', 'filas', 'mensaje'), [
      [
        ...['unidadAvance', 'Con unidadAvance diga qué son.', '3'],
        'Avance físico: los que van de 0 a 1 y no dicen % pueden ser por cientos (0.45 es 0.45 %) o fracciones (0.45 es 45 %).',
      ],
    ]);
    assert.deepEqual(counts(answer), [3, 0, 0, 1]);
    const told = await report(file, 'unidadAvance=fraccion');
    assert.deepEqual(counts(told), [4, 0, 0, 0]);
    assert.deepEqual(messages(told.avisos), [
      'Los avances de 0 a 1 que no dicen % se leen como fracciones (0.45 es 45 %), como se indicó.',
    ]);
    assert.deepEqual((await figures(2)).at(-1), ['2026-06-30', 45, null]);
    assert.deepEqual(await figures(3), [['2026-06-30', 60, null]]);
    // As per cents they come in, and from then on they are there.
    const small = reports(['A-4', '2026-06-30', 0.45]);
    assert.deepEqual(await countsOf(small, 'unidadAvance=porciento'), [1, 0, 0, 0]);
    assert.deepEqual(await countsOf(small), [0, 0, 1, 0]);
    const half = await report(reports(['A-4', '2026-06-30', 0.5]));
    assert.deepEqual(messages(half.errores), [asked(0.5)]);
    refused(await send(file, 'unidadAvance=otra'), 400, [/unidadAvance/]);
  });

  test('refuses a sheet in which 1 may be all, and takes it for one per cent beside larger ones', async () => {
    const ones = reports(['A-1', '2026-06-30', '45 %'], ['A-2', '2026-06-30', 1]);
    const fractions = reports(['A-1', '2026-06-30', 0.45], ['A-2', '2026-06-30', 1]);
    const sentence =
      'En la columna «Avance físico» hay avances de «1» que no dicen %, y pueden ser 1 % o 100 %; dé formato de porcentaje a las celdas, o escriba el por ciento con su signo, como 45 %.';
    refused(await send(ones), 400, sentence);
    refused(await send(ones, 'simular=true'), 400, sentence);
    refused(await send(fractions, 'parcial=true'), 400, sentence);
    assert.deepEqual(messages((await report(fractions)).errores), [asked(0.45)]);
    assert.equal(await count('avances'), 0);
    assert.deepEqual(await countsOf(fractions, 'unidadAvance=fraccion'), [2, 0, 0, 0]);
    assert.deepEqual(await figures(2), [['2026-06-30', 100, null]]);
    const beside = reports(['A-3', '2026-06-30', 1], ['A-4', '2026-06-30', 60]);
    assert.deepEqual(await countsOf(beside), [2, 0, 0, 0]);
    // An empty value is one in every way of writing it.
    const none = reports(['A-5', '2026-07-31', 0, '', 'x'], ['A-6', '2026-07-31', 0, '', 'x']);
    assert.deepEqual(await countsOf(none), [2, 0, 0, 0]);
  });

  test('registers contracts by their number and the rules of the form, and changes them where that is asked for', async () => {
    const numbered = (numero: string, more = {}) => ({ 'No. de contrato': numero, ...more });
    // Numbers that differ in their signs are two. Remarks beside a contract alone make no report.
    const made = contracts({}, numbered('SOP-2'), numbered('LP-11-0'), {
      ...numbered('LP-1-10'),
      Observaciones: 'Plurianual',
    });
    assert.deepEqual(await countsOf(made), [4, 0, 0, 0]);
    assert.equal(await count('avances'), 0);
    const { body } = await get('/obras/1/contratos');
    const one = body.filter(({ numero }: { numero: string }) => numero === 'SOP-1');
    const kept = ['naturaleza', 'monto', 'contratistaRfc', 'procedimiento'];
    assert.deepEqual(columnsOf(one, ...kept), [
      ['OBRA', 1000000, 'CMA010203AB5', 'LICITACION_PUBLICA'],
    ]);
    assert.deepEqual(columnsOf(one, 'fechaFirma', 'fechaInicio', 'fechaTermino'), [
      ['2026-01-20', '2026-02-01', '2026-10-31'],
    ]);
    const ends = 'Fecha de término del plazo de entrega o ejecución';
    const other = numbered('SOP-2', { 'Objeto del contrato': 'Otra cosa' });
    const answer = await report(
      contracts(
        // In other letters the number is the same contract's.
        numbered('sop-1'),
        other,
        numbered('A', { [ends]: '01/01/2026' }),
        numbered('B', { [RFC]: 'x'.repeat(51) }),
        numbered('C', { 'Objeto del contrato': '', 'Fecha del contrato': '' }),
      ),
      'parcial=true',
    );
    assert.deepEqual(messages(answer.errores), [
      'La obra «A-1» ya tiene el contrato «SOP-2» y el archivo dice otra cosa en el objeto.',
      'Fecha de término del contrato no debe ser anterior a «Fecha de inicio del contrato».',
      'RFC del contratista no debe tener más de 50 caracteres.',
      'Falta el objeto. Escríbalo en la fila.',
      'Falta la fecha de firma. Escríbala en la fila.',
    ]);
    assert.deepEqual(counts(answer), [0, 0, 1, 4]);
    assert.deepEqual(await countsOf(contracts(other), 'actualizar=true'), [0, 1, 0, 0]);
  });

  test('compares a contract with the same number far above it, by texts that wait on disk', async () => {
    const objeto = 'Otra cosa. '.repeat(60).trim();
    // The reader sends rows by the hundred.
    const file = contracts(...Array(150).fill({}), { 'Objeto del contrato': objeto });
    const answer = await report(file, 'parcial=true&simular=true');
    assert.deepEqual(messages(answer.errores), [
      'La obra «A-1» ya tiene el contrato «SOP-1» y el archivo dice otra cosa en el objeto.',
    ]);
    assert.deepEqual(counts(answer), [1, 0, 149, 1]);
    assert.deepEqual(await countsOf(file, 'actualizar=true'), [1, 1, 149, 0]);
    const [contrato, ...others] = (await get('/obras/1/contratos')).body;
    assert.deepEqual([contrato.objeto, others], [objeto, []]);
  });

  test('keeps no more of a contract in memory where its texts are long', async () => {
    const file = await openNameless();
    try {
      const keptOf = async (objeto: string) => {
        const outcome = { fila: 2, resultado: 'nueva', contrato: 'nueva', aviso: null };
        const run = {
          db: { batch: async () => [[outcome]] },
          options: { actualizar: false },
          state: { caller: null, taken: new Map(), waiting: [], left: new Map(), bare: {} },
          report: { addRow: () => {}, change: () => {}, warn: () => {}, count: () => {} },
          follower: {},
          aside: new Aside(file),
        };
        const row = { fila: 2, clave: 'A-1', avance: null, rejections: [], warnings: [] };
        const changes = await decide(
          run as unknown as Parameters<typeof decide>[0],
          [{ ...row, contrato: { numero: 'X-1', objeto } }] as unknown as SeguimientoRow[],
        );
        assert.equal(changes[0]?.contrato?.objeto, objeto);
        return serialize(run.state.taken).length;
      };
      const brief = await keptOf('x');
      assert.ok(brief < 300, `${brief} bytes`);
      // The length of a place takes a byte more.
      assert.ok((await keptOf('Pavimentar. '.repeat(160))) <= brief + 4);
    } finally {
      await file.close();
    }
  });

  test('names the missing columns of a contract once, with the likeliest heading', async () => {
    const { 'Objeto del contrato': _, 'Fecha del contrato': __, ...less } = CONTRACT;
    const head = ['Clave', ...Object.keys(less), 'Objeto de la contratación'];
    const rows = ['X-1', 'X-2', 'X-3'].map((numero) => [
      'A-1',
      ...Object.values({ ...less, 'No. de contrato': numero }),
      'Pavimentar',
    ]);
    const answer = await report(sheet(head, rows));
    const sentences = [
      'Ninguna columna se reconoció como objeto. ¿Es «Objeto de la contratación»?',
      'Ninguna columna se reconoció como fecha de firma. Indique cuál es o agréguela.',
    ];
    assert.deepEqual(messages(answer.errores), sentences);
    assert.deepEqual(
      columnsOf(answer.grupos, 'codigo', 'mensaje', 'cuantas', 'filas'),
      sentences.map((sentence) => ['faltaColumna', sentence, 3, '']),
    );
    const keyless = await report(sheet(head.with(0, 'Núm'), rows));
    assert.deepEqual(messages(keyless.errores), [
      'Ninguna columna se reconoció como clave única. Indique cuál es o agréguela.',
    ]);
  });

  test('puts right together rows up to a hundred apart, wherever a batch of the write ends', async () => {
    const pair = (id: number) => [
      { id, on: '2025-03-31', percent: '50' },
      { id, on: '2025-06-30', percent: '60' },
    ];
    await register([...pair(1), ...pair(3), { id: 2, on: '2024-12-31', percent: '1' }]);
    const others = (from: number, to: number) =>
      numbers(from, to).map((n): Row => ['A-2', day(n), n / 2 + 0.5]);
    const file = reports(
      // Nothing is written of it: rows of the file and rows that are written are counted apart.
      ['A-2', '2024-12-31', 1],
      ...others(1, 80),
      ['A-1', '2025-03-31', 70],
      ['A-2', '2030-01-01', 1],
      ...others(81, 178),
      ['A-1', '2025-06-30', 80],
      // Nothing lets this one in.
      ['A-1', '2025-07-31', 10],
      ...others(179, 197),
      // The first 200 that are written end between these two.
      ['A-3', '2025-03-31', 70],
      ['A-3', '2025-06-30', 80],
    );
    for (const query of ['simular=true', '']) {
      const answer = await report(file, `actualizar=true&parcial=true&${query}`);
      assert.deepEqual(counts(answer), [197, 4, 1, 2]);
      assert.deepEqual(columnOf(answer.errores, 'fila'), [84, 184]);
    }
    const raised = [
      ['2025-03-31', 70, null],
      ['2025-06-30', 80, null],
    ];
    assert.deepEqual([await figures(1), await figures(3)], [raised, raised]);
  });

  test('takes an export unchanged, every field of it, and writes for an administrator in all agencies', async () => {
    const file = reports(
      ['A-1', '2026-06-30', 45.25, '1200000.5', 'x'],
      ['B-1', '2026-05-31', 0.5],
    );
    assert.deepEqual(await countsOf(file, 'unidadAvance=porciento', 'admin'), [2, 0, 0, 0]);
    await call('admin', 'PATCH', '/obras/1/avances/1', { causaAtraso: 'FUERZA_MAYOR' });
    // Its newest report says nothing of payment: what was paid is as of the day before.
    const newest = { fechaCorte: '2026-07-01', avanceFisico: 46, causaAtraso: 'CLIMA' };
    assert.equal((await call('admin', 'POST', '/obras/1/avances', newest)).status, 201);
    const ended = {
      ...{ naturaleza: 'SUPERVISION', procedimiento: 'INVITACION', numeroProponentes: 3 },
      ...{ contratistaRfc: 'CMA010203AB5', ocid: 'ocds-1', url: 'https://ejemplo.mx/1' },
      ...{ anticipo: 100, presupuestoBase: 1234.56, montoFinal: 10.5, terminacion: 'RESCISION' },
      ...{ fechaTerminacion: '2026-05-01', motivoTerminacion: 'No cumplió.' },
      ...{ fechaEntregaRecepcion: '2026-05-02' },
    };
    for (const more of [{ numero: 'C-1' }, { numero: 'C-2', ...ended }])
      await call('admin', 'POST', '/obras/1/contratos', contratoBody(more));
    const start = await db.one('SELECT max(id) AS last FROM bitacora');
    for (const [path, end, type, rows] of [
      ['/seguimiento', 'csv', 'text/csv', 20],
      ['/seguimiento', 'xlsx', XLSX, 20],
      ['/contratos', 'csv', 'text/csv', 2],
      ['/contratos', 'xlsx', XLSX, 2],
    ] as const) {
      const bytes = await bytesOf(`${path}.${end}`);
      const answer = await report(bytes, 'actualizar=true', 'admin', type);
      assert.deepEqual(counts(answer), [0, 0, rows, 0], JSON.stringify(answer.errores));
      assert.deepEqual(answer.avisos, []);
    }
    assert.deepEqual(await db.one('SELECT max(id) AS last FROM bitacora'), start);
    // They come back whole where they are gone.
    const contracts = async () =>
      (await get('/obras/1/contratos')).body.map(({ id: _, ...rest }: { id: number }) => rest);
    const before = await contracts();
    for (const end of ['csv', 'xlsx']) {
      const bytes = await bytesOf(`/contratos.${end}`);
      await db.query('DELETE FROM contratos');
      const type = end === 'csv' ? 'text/csv' : XLSX;
      assert.deepEqual(await countsOf(bytes, '', 'admin', type), [2, 0, 0, 0]);
      assert.deepEqual(await contracts(), before);
    }
  });

  test('leaves the paid amount where a row leaves it empty, with its own day', async () => {
    await register([{ id: 1, on: '2026-03-31', percent: '10', paid: '1763571.35' }]);
    const { avisos, ...rest } = await report(
      reports(['A-1', '2026-06-30', 20], ['A-2', '2026-06-30', 20], ['A-1', '2026-02-28', 5]),
    );
    assert.deepEqual(counts(rest as never), [3, 0, 0, 0]);
    assert.deepEqual(columnsOf(avisos, 'fila', 'columna', 'mensaje'), [
      [2, 'Monto pagado', 'Está vacío: lo pagado sigue en $1,763,571.35, al 31 de marzo de 2026.'],
    ]);
    // A sheet without that column says nothing of it, and is told nothing.
    const silent = sheet(HEAD.slice(0, 3), [['A-1', '2026-06-29', 20]]);
    assert.deepEqual((await report(silent)).avisos, []);
    const dated = (paid: string, on: string) =>
      report(
        sheet([...HEAD.slice(0, 4), 'Fecha de lo pagado'], [['A-1', '2026-07-31', 30, paid, on]]),
        'simular=true',
      );
    assert.deepEqual(counts(await dated('1763571.35', '2026-03-31')), [1, 0, 0, 0]);
    assert.deepEqual(counts(await dated('2000000', '2026-07-31')), [1, 0, 0, 0]);
    const other = 'Monto pagado es de otro corte, el';
    const there = 'escríbalo en la fila de ese corte.';
    assert.deepEqual(messages((await dated('1763571.36', '2026-03-31')).errores), [
      `${other} 31 de marzo de 2026, y su avance dice $1,763,571.35, no $1,763,571.36; ${there}`,
    ]);
    assert.deepEqual(messages((await dated('1763571.35', '2026-06-30')).errores), [
      `${other} 30 de junio de 2026, y su avance no lo dice; ${there}`,
    ]);
  });

  test('has a sheet to be filled in with the caller’s unfinished works, which comes in as it is', async () => {
    await db.query('UPDATE obras SET estatus_obra_id = 6 WHERE id = 3');
    await register([{ id: 1, on: '2026-06-30', percent: '45' }]);
    const sheetOf = async (who: 'other' | 'admin') => {
      const answer = await fetch(`${base}/seguimiento/plantilla.xlsx`, {
        headers: { authorization: `Bearer ${await tokenOf(who)}` },
      });
      assert.equal(answer.status, 200);
      // It is another for each caller, each day and after each report.
      assert.equal(answer.headers.get('etag'), null);
      return Buffer.from(await answer.arrayBuffer());
    };
    const own = await report(await sheetOf('other'), '', 'other', XLSX);
    assert.deepEqual(counts(own), [0, 0, 18, 0]);
    assert.deepEqual(
      columnOf(own.muestra, 'valores'),
      [1, 2, 4, 5, 6].map((n) => ({ claveUnica: `A-${n}` })),
    );
    const all = await countsOf(await sheetOf('admin'), '', 'admin', XLSX);
    assert.deepEqual(all, [0, 0, 19, 0]);
    const odd = await call('other', 'GET', '/seguimiento/plantilla.xlsx?fechaCorte=ayer');
    refused(odd, 400, [/fechaCorte/]);
  });

  test('is bounded in the trial of a sheet as in its write, across batches, and by what is new alone', async () => {
    const sent = (file: string, query = '') =>
      report(file, `unidadAvance=porciento&${query}`, 'admin');
    const since2020 = (n: number) => new Date(Date.UTC(2020, 0, n)).toISOString().slice(0, 10);
    const cuts = (clave: string, from: number, to: number, percent = 20) =>
      numbers(from, to).map((n) => `${clave},${since2020(n)},${percent}`);
    const contracts = (clave: string, most: number) =>
      numbers(1, most).map((n) => `${clave},S-${n},x,x,1.00,2026-01-02,2026-01-03,2026-12-31`);
    const CUTS = 'clave única,fecha de corte,avance físico';
    const CONTRACTS =
      'clave única,número de contrato,objeto,contratista,monto del contrato,fecha de firma,fecha de inicio,fecha de término';
    await db.query(
      `INSERT INTO avances (obra_id, fecha_corte, avance_fisico)
       SELECT 1, '2019-12-31'::date + n, 20 FROM generate_series(1, 600) n`,
    );
    for (const [head, rows, most, table, there] of [
      // Some are there; the latest come first.
      [CUTS, cuts('A-1', 550, 1053).reverse(), 1000, 'avances', 600],
      [CONTRACTS, contracts('A-2', 130), 100, 'contratos', 0],
    ] as const) {
      const file = [head, ...rows].join('\n');
      const same = rows.length === 504 ? 51 : 0;
      const added = most - there;
      const expected = [added, 0, same, rows.length - added - same];
      const dry = await sent(file, 'simular=true');
      assert.deepEqual(counts(dry), expected);
      assert.match(
        JSON.stringify(dry.grupos),
        new RegExp(`ya tiene 1?,?${most % 1000 || '000'} ${table}, los más que puede tener`),
      );
      const whole = await sent(file);
      assert.deepEqual([whole.aplicada, ...counts(whole)], [false, ...expected]);
      assert.equal(await count(table), there);
      const written = await sent(file, 'parcial=true');
      assert.deepEqual([written.aplicada, ...counts(written)], [true, ...expected]);
      assert.deepEqual(written.errores, dry.errores);
      assert.equal(await count(table), most);
      // Those that are there stay, whatever stands beside them.
      const again = [0, 0, added + same, rows.length - added - same];
      assert.deepEqual(counts(await sent(file, 'simular=true')), again);
    }
    // Of these 14 were refused, and 400 are there; another work has room.
    const changed = [CUTS, ...cuts('A-1', 640, 1053, 30).reverse(), 'A-3,2026-02-28,30'].join('\n');
    const told = await sent(changed, 'actualizar=true&parcial=true');
    assert.deepEqual(counts(told), [1, 400, 0, 14]);
  });

  test('is for administrators and clerks, who see their own imports alone', async () => {
    const file = reports(['A-1', '2026-06-30', 45]);
    refused(await send(''), 400, /^Falta el archivo/);
    const begun = await send(large(file));
    assert.equal(begun.status, 202, begun.text);
    const place = begun.headers.get('location') as string;
    assert.match(place, /^\/seguimiento\/importacion\/[0-9a-f-]{36}$/);
    assert.deepEqual(counts((await jobEnd(begun, 'other')).informe), [1, 0, 0, 0]);
    const id = place.split('/').at(-1);
    const isListed = async (path: string, who: Who) =>
      (await get(path, who)).body.some((job: { id: string }) => job.id === id);
    assert.ok(await isListed(PATH, 'other'));
    assert.ok(await isListed(PATH, 'admin'));
    if (hasFeature('importacion')) {
      assert.ok(!(await isListed('/obras/importacion', 'admin')));
      refused(await call('admin', 'GET', `/obras/importacion/${id}`), 404, UNKNOWN);
    }
    await db.query('INSERT INTO capturistas VALUES ($1, 1)', [people.user.id]);
    assert.ok(!(await isListed(PATH, 'user')));
    refused(await call('user', 'GET', place), 404, UNKNOWN);
    refused(await call('user', 'DELETE', place), 404, UNKNOWN);
    refused(await call('other', 'DELETE', place), 409, /ya terminó/);
    // Whose import is under way an administrator is told, and another clerk is not.
    await db.query(
      `INSERT INTO importaciones (archivo, simular, usuario, usuario_id, clase) VALUES ('de-otra.csv', true, 'otra@ejemplo.mx', $1, 'seguimiento')`,
      [people.user.id],
    );
    const own = await send(file);
    assert.equal(own.status, 503);
    assert.doesNotMatch(own.text, /otra/);
    assert.match((await send(file, '', 'admin')).text, /«de-otra\.csv», de otra@ejemplo\.mx/);
    await db.query('DELETE FROM importaciones');
  });

  test('refuses an agency’s rows, or the import, where the right is lost before the write', async (t) => {
    const held = await holdingApp();
    t.after(() => held.close());
    await db.query('INSERT INTO capturistas VALUES ($1, 2)', [people.other.id]);
    const rows = numbers(1, 30).map((i): Row => [`A-${1 + (i % 2)}`, day(i), i]);
    const importWithout = async (right: string) => {
      const { reached, letGo } = held.hold('writing');
      const answering = importFile(reports(...rows), '', {
        who: 'other',
        path: PATH,
        url: held.url,
      });
      await reached;
      await db.query(`DELETE FROM capturistas WHERE ${right}`);
      letGo();
      return answering;
    };
    const { body } = await importWithout('dependencia_id = 1');
    assert.equal(body.rechazadas, 30, JSON.stringify(body));
    assert.deepEqual([...new Set(messages(body.errores))], ['Esta obra no es de su dependencia.']);
    await db.query('INSERT INTO capturistas VALUES ($1, 1)', [people.other.id]);
    refused(await importWithout('true'), 403, 'Forbidden resource');
    assert.equal(await count('avances'), 0);
  });
});

// Rows of one work that stand apart in a sheet: what the registry has of it, what stands above 250 rows of another work, so that
// it is judged in another part, and what stands below them. A row is a day, a percent, a payment or «-», words, @ which
// contract, and ! why it is refused, or ? why as long as nothing that is there may be changed.
const APART = `a fall needs words, beside what is there | 2026-03-31 40.5 | | 2026-06-30 30 !fall
a fall needs words, beside a row far above | | 2026-03-31 40.5 | 2026-06-30 30 !fall
a fall with words is taken | 2026-03-31 40.5 | | 2026-06-30 30 - Se midió.
what stands before a fall with words may rise | 2026-03-31 40.5, 2026-06-30 30 - Se midió. | | 2026-05-31 90
what falls with words holds up what rises after it | 2024-12-31 80 500 | 2025-01-31 40 100 Se midió., 2025-02-28 45 110 | 2025-03-31 50 120, 2025-04-30 49 130 !from50
what is said again is said once, and need not be said whole | | 2026-06-30 45 - Va @little | 2026-06-30 45 - Va @little, 2026-06-30 45 @number
the number alone of a contract that is not there is no matter | | | 2026-06-30 45 @number
a contract that a row registers is there for rows far below | | 2026-03-31 10 @withoutRfc | 2026-06-30 20 @rfc ?contract
corrections are judged beside each other | 2025-01-01 50 | 2025-01-01 5 ?cut, 2025-02-01 10 ?from50 | 2025-03-01 20 ?from50
corrections that bring a contract are judged beside each other, too | 2025-01-01 50 | 2025-01-01 5 @whole ?cut, 2025-02-01 10 ?from50 | 2025-03-01 20 ?from50
an empty cell clears nothing | 2026-06-30 45 100 Va bien | | 2026-06-30 46 ?cut
figures that are put right together may all rise | 2026-03-31 50 100, 2026-06-30 60 200 | | 2026-03-31 70 300 ?cut, 2026-06-30 80 400 ?cut
figures that are put right together may all fall, in any order | 2026-03-31 70 300, 2026-06-30 80 400 | | 2026-06-30 20 40 ?cut, 2026-03-31 10 30 ?cut
rows of a long sheet are judged beside the ones far above | | LONG | ${day(251)} 51 !from52, ${day(252)} 60 100 !paid, ${day(253)} 61 5000`;
/** The upper rows of the others stand before these. The first of them alone have a payment. */
const LONG = numbers(1, 250).map((n) => `${day(n)} ${n / 5 + 2} ${n < 20 ? 100 * n : '-'}`);
const CONTRACTS: Record<string, Partial<typeof CONTRACT>> = {
  whole: CONTRACT,
  withoutRfc: { ...CONTRACT, [RFC]: '' },
  rfc: { 'No. de contrato': 'SOP-1', [RFC]: 'CMA010203AB5' },
  little: { 'No. de contrato': 'X-1', 'Objeto del contrato': 'Algo' },
  number: { 'No. de contrato': 'X-1' },
};
const REASONS: Record<string, RegExp> = {
  fall: /^Observaciones: explique por qué el avance físico baja de 40\.50 % \(31 de marzo de 2026\) a 30\.00 %\.$/,
  from50: /por qué el avance físico baja de 50\.00 %/,
  from52: /por qué el avance físico baja de 52\.00 %/,
  paid: /por qué lo pagado baja de \$1,900\.00/,
  cut: /^La obra «A-\d+» ya tiene el avance de ese corte y el archivo dice otra cosa en el avance físico( y el monto pagado)?\.$/,
  contract: /ya tiene el contrato «SOP-1» y el archivo dice otra/,
};
const ROW =
  /^(?<on>\S+) (?<percent>\S+)(?: (?:(?<paid>[\d.]+)|-))?(?: (?<words>[^@!?]+?))?(?: @(?<contract>\w+))?(?: (?<mark>[!?])(?<why>\w+))?$/;
type Apart = There & { contract?: string; mark?: '!' | '?'; why?: string };
const STORIES = APART.split('\n').map((line, i) => {
  const [what = '', ...parts] = line.replace('LONG', LONG.join(', ')).split(/ *\| */);
  const [there = [], above = [], below = []] = parts.map((part) =>
    part
      .split(', ')
      .filter(Boolean)
      .map((row) => ({ id: i + 1, ...ROW.exec(row)?.groups }) as Apart),
  );
  return { what, there, above, below };
});

describe('rows of one work that stand apart in a sheet', () => {
  const rows = (['above', 'below'] as const).flatMap((part) =>
    STORIES.flatMap((story) => story[part]),
  );
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert what a report holds
  let [dry, first, again]: any[] = [];

  before(async () => {
    await resetWithWorks();
    await register(STORIES.flatMap(({ there }) => there));
    const headings = Object.keys(CONTRACT) as (keyof typeof CONTRACT)[];
    const file = sheet(
      [...HEAD, ...headings],
      rows.map(({ id, on, percent, paid, words, contract }) => [
        ...[`A-${id}`, on, percent, paid, words],
        ...headings.map((heading) => CONTRACTS[contract ?? '']?.[heading]),
      ]),
    );
    dry = await report(file, 'simular=true&parcial=true');
    first = await report(file, 'parcial=true');
    again = await report(file, 'actualizar=true&confirmar=montos&parcial=true');
  });

  for (const [i, { what, there, above, below }] of STORIES.entries()) {
    test(`are judged together: ${what}`, async () => {
      for (const [{ errores }, marks] of [
        [dry, '!?'],
        [first, '!?'],
        [again, '!'],
      ]) {
        for (const [n, { id, mark, why }] of rows.entries()) {
          if (id !== i + 1) continue;
          const own = messages(errores.filter(({ fila }: { fila: number }) => fila === n + 2));
          assert.equal(own.length, mark && marks.includes(mark) ? 1 : 0, own[0]);
          if (own[0]) assert.match(own[0], REASONS[why ?? ''] as RegExp);
        }
      }
      const known = new Map<string, string>();
      for (const { on, percent, paid, mark } of [...there, ...above, ...below]) {
        const before = known.get(on)?.split(' ')[1];
        if (mark !== '!') known.set(on, `${percent} ${paid ?? before ?? ''}`);
      }
      const rowsNow = await figures(i + 1);
      const found = rowsNow.map(([on, ...values]) => [on, values.join(' ')] as [string, string]);
      assert.deepEqual(new Map(found), known);
    });
  }

  test('are counted once each, as they were tried, and the remedy is reported', async () => {
    const { importacion } = first;
    assert.deepEqual(first, { ...dry, simulacro: false, aplicada: true, importacion });
    const [rejected, lasting] = ['!?', '!'].map(
      (marks) => rows.filter(({ mark }) => mark && marks.includes(mark)).length,
    ) as [number, number];
    assert.deepEqual(counts(first), [rows.length - 2 - rejected, 0, 2, rejected]);
    assert.deepEqual(counts(again), [6, 6, rows.length - 12 - lasting, lasting]);
    const settled = first.grupos.find(({ codigo }: { codigo: string }) => codigo === 'yaExiste');
    assert.equal(settled.remedio, 'Para cambiarlas indique actualizar=true.');
    // Beside progress, what is not enough for a contract is only mentioned: the report is taken.
    assert.deepEqual(messages(first.avisos), [
      'El contrato «X-1» no se registra, porque la fila no dice el contratista, el monto, la fecha de firma, la fecha de inicio y la fecha de término; el avance sí.',
      'Está vacío: lo pagado sigue en $1,900.00, al 19 de enero de 2025.',
    ]);
    assert.deepEqual(
      await db.query('SELECT obra_id, numero, contratista_rfc AS rfc FROM contratos ORDER BY 1'),
      [8, 10].map((obra_id) => ({ obra_id, numero: 'SOP-1', rfc: 'CMA010203AB5' })),
    );
    assert.equal((await avancesOf(11))[0].observaciones, 'Va bien');
  });
});
