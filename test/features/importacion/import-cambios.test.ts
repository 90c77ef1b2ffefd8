import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { columnOf, columnsOf } from '../../columns.ts';
import { counts, importFile, messages, report as reportOf } from '../../imports.ts';
import { BLANK, CONTRACT, linesOf, type Row, rowsLike, csv as works } from '../../spreadsheet.ts';
import {
  call,
  count,
  db,
  get,
  numbers,
  obraBody,
  refused,
  resetWithCatalog,
  ubicacionBody,
  wkt,
} from '../../world.ts';

// The changes of registered records by an import: shown before they are written, and asked about where they are large.

interface Cambio {
  fila: number;
  claveUnica: string;
  campo: string;
  antes: string | null;
  despues: string | null;
  porConfirmar: boolean;
}
type Cambios = { grupo: string; cuantos: number; cambios: Cambio[] }[];

/** The changes of a report as lines: group, key, field, value now and then, and a mark where it waits for a yes. */
const linesIn = ({ cambios }: { cambios: Cambios }) =>
  cambios.flatMap(({ grupo, cambios }) =>
    cambios.map(
      ({ claveUnica, campo, antes, despues, porConfirmar }) =>
        `${grupo} ${claveUnica} ${campo}: ${antes} → ${despues}${porConfirmar ? ' ?' : ''}`,
    ),
  );
/** A row of a work, and the lines of its changes. */
type Case = [row: Row, ...changes: string[]];
/** Each is of a work of its own, K-0, K-1 and so on, unless it names another. */
function assertEach(lines: string[], cases: Case[]) {
  for (const [i, [{ claveUnica = `K-${i}` }, ...changes]] of cases.entries()) {
    const own = lines.filter((each) => each.split(' ')[1] === claveUnica);
    assert.deepEqual(
      own.map((each) => each.replace(` K-${i} `, ' K ')),
      changes,
    );
  }
}
const only = (claveUnica: string, row: Row): Row => ({ ...BLANK, claveUnica, ...row });

describe('a sheet of works that changes some', () => {
  const trial = (file: string, query = '') =>
    reportOf(file, `simular=true&actualizar=true&${query}`);

  before(async () => {
    await resetWithCatalog();
    const keys = ['A', 'B', 'C', 'D', 'E', ...CASES.map((_, i) => `K-${i}`)];
    const nowhere = {
      ...{ nombre: 'Sin lugar', monto: '10', ejercicioFiscal: '2026', dependencia: 'SOP' },
      ...{ municipio: 'Mérida', estatus: 'Planeada' },
    };
    const made = await reportOf(
      works(
        ...keys.map((claveUnica) => ({ claveUnica })),
        { claveUnica: 'CERO', monto: '0' },
        ...['SOLA', 'LEJOS'].map((claveUnica) => only(claveUnica, nowhere)),
      ),
    );
    assert.deepEqual([counts(made), messages(made.errores)], [[keys.length + 3, 0, 0, 0], []]);
    const line = ubicacionBody({
      tipoGeometria: 'RUTA',
      geometriaJson: wkt('LINESTRING (-89.6 20.9, -89.5 20.9)'),
    });
    await call('admin', 'POST', '/obras', obraBody({ claveUnica: 'RUTA', ubicaciones: [line] }));
  });

  test('is asked about amounts ten times as large and works that end, with today’s values, and writes no row', async () => {
    const file = works(
      ...['A', 'B', 'C'].map((clave) => only(clave, { monto: '12,500,005.00' })),
      ...['D', 'E'].map((clave) => only(clave, { estatus: 'Cancelada' })),
    );
    const ledger = await count('bitacora');
    const asked = await trial(file);
    assert.deepEqual([counts(asked), asked.aplicada], [[0, 0, 0, 5], false]);
    assert.deepEqual(columnsOf(asked.cambios, 'grupo', 'cuantos'), [
      ['montos', 3],
      ['estatus', 2],
    ]);
    assert.deepEqual(asked.cambios[0].cambios[0], {
      ...{ fila: 2, claveUnica: 'A', campo: 'monto', porConfirmar: true },
      ...{ antes: '1250000.50', despues: '12500005.00' },
    });
    assert.deepEqual(linesIn(asked).slice(3), [
      'estatus D estatus: En proceso → Cancelada ?',
      'estatus E estatus: En proceso → Cancelada ?',
    ]);
    assert.deepEqual(messages(asked.errores).slice(2, 4), [
      'Monto: pasa de $1,250,000.50 a $12,500,005.00 (+900.00 %).',
      'Estatus: pasa de «En proceso» a «Cancelada»: la obra quedaría cerrada.',
    ]);
    const read = ['gravedad', 'codigo', 'campo', 'mensaje', 'remedio', 'filas'];
    assert.deepEqual(columnsOf(asked.grupos, ...read), [
      [
        ...['error', 'montoCambia', 'monto', 'Monto: cambia en más de 20 % de lo registrado.'],
        ...['Si es así, confírmelo con confirmar=montos.', '2–4'],
      ],
      [
        ...['error', 'estatusTermina', 'estatus'],
        'Estatus: pasa a uno con el que la obra quedaría cerrada.',
        ...['Si es así, confírmelo con confirmar=estatus.', '5–6'],
      ],
    ]);
    // Asked by the import itself, too, and by half of an answer.
    assert.deepEqual(counts(await reportOf(file, 'actualizar=true')), [0, 0, 0, 5]);
    const half = await reportOf(file, 'actualizar=true&confirmar=montos');
    assert.deepEqual([counts(half), half.aplicada], [[0, 3, 0, 2], false]);
    assert.equal(await count('bitacora'), ledger);
    // A confirmed change stays in sight, as a warning.
    const settled = await trial(file, 'confirmar=montos,estatus');
    assert.deepEqual(counts(settled), [0, 5, 0, 0]);
    assert.deepEqual(columnsOf(settled.grupos, 'gravedad', 'codigo'), [
      ['aviso', 'montoCambia'],
      ['aviso', 'estatusTermina'],
    ]);
    assert.deepEqual(linesIn(settled).join(), linesIn(asked).join().replaceAll(' ?', ''));
    refused(await importFile(file, 'confirmar=todo'), 400, [
      'confirmar debe ser uno o varios de éstos, separados por comas: montos, estatus, nombres.',
    ]);
  });

  const name = 'Pavimentación de la calle 60';
  const point = '20.9674, -89.6237';
  // biome-ignore format: rows
  const CASES: Case[] = [
    [{ monto: '1,500,000.60' }, 'montos K monto: 1250000.50 → 1500000.60'],
    [{ monto: '1,500,000.61' }, 'montos K monto: 1250000.50 → 1500000.61 ?'],
    [{ monto: '1,000,000.40' }, 'montos K monto: 1250000.50 → 1000000.40'],
    [{ monto: '1,000,000.39' }, 'montos K monto: 1250000.50 → 1000000.39 ?'],
    [{ monto: '0' }, 'montos K monto: 1250000.50 → 0.00 ?'],
    [{ claveUnica: 'CERO', monto: '5' }, 'montos CERO monto: 0.00 → 5.00 ?'],
    [{ estatus: 'Suspendida' }, 'estatus K estatus: En proceso → Suspendida'],
    [{ estatus: 'Terminada' }, 'estatus K estatus: En proceso → Terminada ?'],
    [{ nombre: 'PAVIMENTACION DE LA CALLE 60' }, `nombres K nombre: ${name} → PAVIMENTACION DE LA CALLE 60`],
    [{ nombre: 'Repavimentación, calle 60' }, `nombres K nombre: ${name} → Repavimentación, calle 60`],
    [{ nombre: 'Pav. calle 60' }, `nombres K nombre: ${name} → Pav. calle 60 ?`],
    [{ nombre: 'Techumbre en escuela' }, `nombres K nombre: ${name} → Techumbre en escuela ?`],
    [{ municipio: 'Progreso' }, 'lugares K municipio: Mérida → Progreso'],
    [{ longitud: '-89.62', latitud: '20.96' }, `lugares K coordenadas: ${point} → 20.96, -89.62`],
    [{ direccion: 'Calle 61' }, 'lugares K direccion: Calle 60 x 61 → Calle 61'],
    [{ tipoProyecto: 'Agua' }, 'otros K tipoProyecto: Vialidades → Agua'],
    [{ descripcion: 'Otra.' }, 'otros K descripcion: Concreto hidráulico. → Otra.'],
    // A route stays, and a work without a place gets one.
    [{ claveUnica: 'RUTA', longitud: '-89.62', latitud: '20.96' }],
    [{ claveUnica: 'SOLA', longitud: '-89.62', latitud: '20.96', direccion: 'Calle 1' }, 'lugares SOLA coordenadas: null → 20.96, -89.62', 'lugares SOLA direccion: null → Calle 1'],
    [{ claveUnica: 'LEJOS', direccion: 'Calle 1' }, 'otros LEJOS descripcion:  → Lugar: Calle 1'],
  ];
  test('lists each changed field in its group, with today’s value and the new one', async () => {
    const rows = CASES.map(([{ claveUnica, ...row }], i) =>
      only(String(claveUnica ?? `K-${i}`), row),
    );
    assertEach(linesIn(await trial(works(...rows), 'crearCatalogos=true')), CASES);
  });

  test('lists the changes of rows that only wait for a confirmation, and none of refused or new ones', async () => {
    const changed = only('A', { monto: '1,300,000', estatus: 'Terminada' });
    const there = await reportOf(works(changed), 'simular=true');
    assert.equal(there.grupos[0].codigo, 'yaExiste');
    assert.deepEqual(linesIn(there), [
      'montos A monto: 1250000.50 → 1300000.00',
      'estatus A estatus: En proceso → Terminada ?',
    ]);
    const others = works(
      { claveUnica: 'NUEVA', monto: '7' },
      only('B', { monto: 'x', nombre: 'Z' }),
    );
    assert.deepEqual((await trial(others)).cambios, []);
  });

  test('lists the largest first, as many of each group as a report holds, and of long texts the part that differs', async () => {
    await db.query(
      `INSERT INTO obras (clave_unica, numero_obra, nombre, monto, ejercicio_fiscal_id, dependencia_id, municipio_id, estatus_obra_id, descripcion)
       SELECT 'N-' || n, 1000 + n, 'Obra', 1000, ejercicio_fiscal_id, dependencia_id, municipio_id, estatus_obra_id, ''
       FROM obras, generate_series(1, 1000) AS n WHERE clave_unica = 'A'`,
    );
    const rows = numbers(1, 1000).map((n) => [`N-${n}`, 1000 + (((n - 1) * 7) % 1000)]);
    const told = await trial(linesOf([['clave', 'monto'], ...rows]));
    const [{ cuantos, cambios }] = told.cambios;
    // One of them is as it was.
    assert.deepEqual([told.sinCambio, cuantos, cambios.length], [1, 999, 200]);
    assert.deepEqual(columnOf(cambios, 'despues').map(Number), numbers(1800, 1999).reverse());
    const long = 'Tramo '.repeat(100);
    await db.query(`UPDATE obras SET descripcion = $1 WHERE clave_unica = 'A'`, [`${long}norte`]);
    const changed = await trial(works(only('A', { descripcion: `${long}sur` })));
    const { antes, despues } = changed.cambios[0].cambios[0] as Cambio;
    assert.match(antes ?? '', /^….{40}norte$/);
    assert.match(despues ?? '', /^….{40}sur$/);
  });
});

describe('a sheet of follow-up that changes some', () => {
  const PATH = '/seguimiento/importacion';
  const report = (file: string, query = '') => reportOf(file, query, { path: PATH });
  const MONTO = 'Monto total del contrato con impuestos incluidos (MXN)';
  const CUTS: Case[] = [
    [{ 'Avance físico': 45 }, 'otros K avanceFisico: 40 → 45'],
    [{ 'Monto pagado': 1200 }, 'montos K montoPagado: 1000 → 1200'],
    [{ 'Monto pagado': 10000 }, 'montos K montoPagado: 1000 → 10000 ?'],
    [{ Observaciones: 'Ya.' }, 'otros K observaciones: null → Ya.'],
    [{ 'Avance físico': 40, 'Monto pagado': 1000 }],
  ];
  // biome-ignore format: rows
  const CONTRACTS: Case[] = [
    [{ [MONTO]: '1,100,000' }, 'montos K monto: 1000000 → 1100000'],
    [{ [MONTO]: '10,000,000' }, 'montos K monto: 1000000 → 10000000 ?'],
    [{ Anticipo: '300', 'Presupuesto de referencia': '$1,200,000.50' }, 'montos K anticipo: null → 300', 'montos K presupuestoBase: null → 1200000.5'],
    [{ 'Razón social del contratista': 'X' }, 'nombres K contratista: Constructora del Mayab → X ?'],
    [{ Terminación: 'Concluido', 'Fecha de terminación': '2026-10-31' }, 'estatus K terminacion: null → CONCLUIDO ?', 'otros K fechaTerminacion: null → 2026-10-31'],
  ];
  const sheetOf = (cases: Case[], common: Row) =>
    linesOf(
      rowsLike(
        common,
        cases.map(([row], i) => ({ 'Clave única': `K-${i}`, ...row })),
      ),
    );
  const cuts = sheetOf(CUTS, { 'Fecha de corte': '2026-06-30' });
  const contracts = sheetOf(CONTRACTS, CONTRACT);

  before(async () => {
    await resetWithCatalog();
    for (const i of CUTS.keys()) {
      await call('admin', 'POST', '/obras', obraBody({ claveUnica: `K-${i}` }));
    }
    const first = { 'Fecha de corte': '2026-06-30', 'Avance físico': 40, 'Monto pagado': 1000 };
    const made = await report(
      sheetOf(
        CUTS.map(() => [{}]),
        { ...first, ...CONTRACT },
      ),
    );
    assert.deepEqual(counts(made), [CUTS.length, 0, 0, 0]);
  });

  for (const [what, file, cases] of [
    ['a report', cuts, CUTS],
    ['a contract', contracts, CONTRACTS],
  ] as const) {
    test(`lists each changed field of ${what}, and asks about large changes`, async () => {
      const told = await report(file, 'simular=true&actualizar=true');
      const lines = linesIn(told);
      assertEach(lines, cases);
      const asked = cases.filter(([, ...changes]) => changes.some((each) => each.endsWith('?')));
      assert.equal(told.rechazadas, asked.length);
      const settled = 'simular=true&actualizar=true&confirmar=montos,estatus,nombres';
      assert.equal((await report(file, settled)).rechazadas, 0);
      // They are told while the importer has not said that they are to change, too.
      assert.deepEqual(linesIn(await report(file, 'simular=true')), lines);
    });
  }

  test('is tried without the rows that are asked about, and writes what was confirmed', async () => {
    const file = linesOf([
      ['Clave única', 'Fecha de corte', 'Avance físico', 'Monto pagado'],
      ['K-0', '2026-06-30', 40, 10000],
      ['K-0', '2026-07-31', 50, 5000],
    ]);
    // Beside the first row the second would be a retreat.
    const asked = await report(file, 'actualizar=true&parcial=true&simular=true');
    assert.deepEqual(
      [counts(asked), messages(asked.errores)],
      [[1, 0, 0, 1], ['Monto pagado: pasa de $1,000.00 a $10,000.00 (+900.00 %).']],
    );
    const one = 'Clave única,Fecha de corte,Monto pagado\r\nK-0,2026-06-30,10000';
    assert.deepEqual(counts(await report(one, 'actualizar=true&confirmar=montos')), [0, 1, 0, 0]);
    const { body } = await get('/obras/1/avances');
    assert.deepEqual(columnOf(body, 'montoPagado'), [10000]);
  });
});
