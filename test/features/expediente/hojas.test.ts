import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { columnsOf } from '../../columns.ts';
import {
  counts,
  holdingApp,
  importFile,
  jobEnd,
  messages,
  report as reportOf,
  XLSX,
} from '../../imports.ts';
import { manyObras } from '../../many-obras.ts';
import { linesOf } from '../../spreadsheet.ts';
import { table } from '../../table.ts';
import {
  bytesOf,
  call,
  count,
  db,
  get,
  pages,
  people,
  refused,
  resetWithCatalog,
  type Who,
  write,
} from '../../world.ts';

// Sheets with the records of works: what comes of their rows, and files that come back unchanged.

const PATH = '/expedientes/importacion';
type Value = string | number | null;
const send = (file: string | Buffer, query = '', who: Who = 'other', type = 'text/csv') =>
  importFile(file, query, { who, type, path: PATH });
const report = (file: string | Buffer, query = '', who: Who = 'other', type = 'text/csv') =>
  reportOf(file, query, { who, type, path: PATH });
const countsOf = async (...asked: Parameters<typeof report>) => counts(await report(...asked));

const PAIRS = 'fondo 1,monto 1,fondo 2,monto 2,fondo 3,monto 3'.split(',');
const sheet = (head: string[], ...rows: Value[][]) =>
  linesOf([head, ...rows.map((row) => head.map((_, i) => row[i] ?? null))]);
/** Rows of a key and pairs of fund and amount. */
const funds = (...rows: Value[][]) => sheet(['clave', ...PAIRS], ...rows);

const at = (obra: number) => `/obras/${obra}/expediente`;
const expediente = async (obra: number) => (await get(at(obra))).body;
/** The sources of a work: siglas and amount of each, in their order. */
const fuentes = async (obra: number) =>
  ((await expediente(obra)).fuentes as { fondo: { siglas: string }; monto: number }[]).map(
    ({ fondo, monto }) => `${fondo.siglas} ${monto}`,
  );
const newest = () => db.one('SELECT max(id) AS last FROM bitacora');
const newFondo = async (nombre: string): Promise<number> =>
  (await write('admin', 'POST', '/fondos', { nombre, nivel: 'ESTATAL' })).id;

/** Works of the clerk's agency, and B-1 of another. */
async function resetWithWorks() {
  await resetWithCatalog();
  await db.query(`INSERT INTO dependencias (nombre, siglas) VALUES ('Otra', 'OTRA')`);
  await manyObras(6, {
    clave_unica: `CASE n WHEN 6 THEN 'B-1' ELSE 'A-' || n END`,
    dependencia_id: 'CASE n WHEN 6 THEN 2 ELSE 1 END',
  });
  await db.query('INSERT INTO capturistas VALUES ($1, 1)', [people.other.id]);
}

describe('POST /expedientes/importacion', () => {
  beforeEach(resetWithWorks);

  test('registers records with file and row in the ledger, none in a trial, and none again', async () => {
    const file = sheet(
      [
        'Objetivo',
        'Unidad de medida',
        'Meta',
        'Beneficiarios',
        'Modalidad',
        'Fecha de aprobación',
      ].concat(['Clave única', 'Fuente de financiamiento', 'Monto del fondo']),
      [
        'Agua',
        'km',
        '1.25',
        '1,850',
        'administración directa',
        '15/01/2026',
        'A-1',
        'faismun',
        '$1,250,000.50',
      ],
      [null, null, null, '0', 'Por contrato', null, 'A-2', 'fondo de aportaciones multiples', '7'],
    );
    const start = await newest();
    assert.deepEqual(await countsOf(file, 'simular=true'), [2, 0, 0, 0]);
    assert.deepEqual([await count('expedientes'), await newest()], [0, start]);
    const { muestra, ...rest } = await report(file, 'archivo=fondos.csv');
    assert.deepEqual(counts(rest), [2, 0, 0, 0]);
    assert.deepEqual(muestra[0].valores, {
      ...{ claveUnica: 'A-1', proposito: 'Agua', metaCantidad: '1.25', metaUnidad: 'km' },
      ...{
        beneficiarios: '1850',
        modalidad: 'ADMINISTRACION_DIRECTA',
        fechaAprobacion: '2026-01-15',
      },
      fondo1:
        'Fondo de Aportaciones para la Infraestructura Social Municipal y de las Demarcaciones Territoriales del Distrito Federal',
      monto1: '1250000.5',
    });
    const { fuentes: _, ...said } = await expediente(1);
    assert.deepEqual(said, {
      ...{ proposito: 'Agua', meta: { cantidad: 1.25, unidad: 'km' }, beneficiarios: 1850 },
      ...{ modalidad: 'ADMINISTRACION_DIRECTA', fechaAprobacion: '2026-01-15' },
      montoFuentes: 1250000.5,
    });
    assert.deepEqual([await fuentes(1), await fuentes(2)], [['FAISMUN 1250000.5'], ['FAM 7']]);
    const [entry] = (await get('/bitacora?recurso=expediente&limit=1', 'admin')).body;
    assert.deepEqual([entry.archivo, entry.fila, entry.accion], ['fondos.csv', 3, 'crear']);
    assert.deepEqual(await countsOf(file, 'actualizar=true'), [0, 0, 2, 0]);
  });

  test('joins the rows of one work wherever they stand, and has the sources that they say in place of the old ones', async () => {
    const file = sheet(
      ['clave', 'propósito', ...PAIRS],
      ['A-1', 'Agua', 'FAM', '1', 'FISE', '2', 'FAFEF', '3'],
      ['A-2', null, 'FAM', '9'],
      ['A-1', null, 'FAISMUN', '0.01'],
    );
    assert.deepEqual(await countsOf(file), [2, 0, 1, 0]);
    assert.deepEqual(await fuentes(1), ['FAM 1', 'FISE 2', 'FAFEF 3', 'FAISMUN 0.01']);
    // In another order, or as a copy of a row, they are the same.
    const again = funds(
      ['A-1', 'FAISMUN', '0.01', 'FAFEF', '3'],
      ['A-1', 'FISE', '2', 'FAM', '1'],
      ['A-1', 'FISE', '2', 'FAM', '1'],
    );
    assert.deepEqual(await countsOf(again), [0, 0, 3, 0]);
    const other = funds(['A-1', 'FAM', '6.01']);
    const asked = await report(other);
    assert.deepEqual(counts(asked), [0, 0, 0, 1]);
    assert.equal(asked.grupos[0].codigo, 'yaExiste');
    assert.deepEqual(columnsOf(asked.cambios[0].cambios, 'campo', 'despues', 'porConfirmar'), [
      ['fondo1', 'Fondo de Aportaciones Múltiples: $6.01', true],
    ]);
    // Other funds are asked about, though the sum stays.
    const { errores } = await report(other, 'actualizar=true');
    assert.match(messages(errores)[0] ?? '', /: cambia de quién es el dinero de la obra\.$/);
    assert.deepEqual(await countsOf(other, 'actualizar=true&confirmar=montos'), [0, 1, 0, 0]);
    assert.deepEqual([await fuentes(1), (await expediente(1)).proposito], [['FAM 6.01'], 'Agua']);
    // A sum that moves much is asked about.
    const much = await report(funds(['A-1', 'FAM', '600']), 'actualizar=true');
    assert.equal(much.grupos[0].codigo, 'montoCambia');
    const settled = 'actualizar=true&confirmar=montos';
    assert.deepEqual(await countsOf(funds(['A-1', 'FAM', '600']), settled), [0, 1, 0, 0]);
  });

  // A file's rows, apart by `/`, each of cells apart by `,`; the errors.
  const REFUSED = table`
    A-1,Ramo 99,5                              | Fondo 1: no existe el fondo «Ramo 99».
    A-1,FAISMUM,5                              | Fondo 1: no existe el fondo «FAISMUM».
    A-1,FAM                                    | Falta el monto de «FAM». Escríbalo en la fila, o borre el fondo.
    A-1,,5                                     | Monto 1: «5» no dice de qué fondo es; escriba el fondo, o borre el monto.
    A-1,FAM,0                                  | Monto 1: es 0, y un fondo que no pone nada no es una fuente: borre los dos.
    A-1,FAM,-5                                 | Monto 1 debe estar entre 0.01 y 9,999,999,999,999.99.
    A-1,FAM,1.005                              | Monto 1: «1.005» puede leerse de dos maneras; escriba la cantidad como 1250000.50.
    A-1,FAM,50 %                               | Monto 1: no se entiende «50 %»; escriba la cantidad como 1250000.50.
    A-1,FAM,5,fam,6                            | La obra tiene «Fondo de Aportaciones Múltiples» con $5.00 y con $6.00: escríbalo una sola vez, con todo lo que pone.
    A-1,FAM,5,fam,5                            | La obra tiene «Fondo de Aportaciones Múltiples» con $5.00 y con $5.00: escríbalo una sola vez, con todo lo que pone.
    A-1,FAM,5/A-1,FISE,x                       | Otra fila de la misma obra se rechaza, la 3: sus filas se importan juntas. & Monto 1: no se entiende «x»; escriba la cantidad como 1250000.50.
    A-1,FAM,5/A-1,FISE,2,FAM,5                 | La obra tiene «Fondo de Aportaciones Múltiples» también en la fila 3, con el mismo monto. ¿Son partes? Si lo son, escríbalo una sola vez, con todo lo que pone. Si es la misma, confírmelo. & La obra tiene «Fondo de Aportaciones Múltiples» también en la fila 2, con el mismo monto. ¿Son partes? Si lo son, escríbalo una sola vez, con todo lo que pone. Si es la misma, confírmelo.
    A-9,FAM,5                                  | No hay una obra con la clave única «A-9».
    B-1,FAM,5                                  | Esta obra no es de su dependencia.
    ,FAM,5                                     | Falta la clave única. Escríbala en la fila.`;
  test('refuses each row that may mean something else, with its sentence, and writes nothing', async () => {
    for (const [rows = '', errors = ''] of REFUSED) {
      const file = funds(
        ...rows.split('/').map((row) => row.split(',').map((cell) => cell || null)),
      );
      const { errores, ...rest } = await report(file);
      assert.deepEqual(messages(errores), errors.split(' & '), rows);
      assert.equal(rest.rechazadas, rest.filas, rows);
    }
    assert.equal(await count('expedientes'), 0);
  });

  // Other fields of work A-1: their heading and cell, and the error.
  const FIELDS = table`
    beneficiarios | 12.5             | Beneficiarios debe ser un número entero.
    beneficiarios | -1               | Beneficiarios debe estar entre 0 y 99,999,999.
    beneficiarios | muchos           | Beneficiarios: no se entiende «muchos»; escriba la cantidad como 1250000.50.
    modalidad     | mixta            | Modalidad: «mixta» no es de los valores que hay: Por contrato, Por administración directa.
    aprobación    | 2099-01-01       | Fecha de aprobación no debe ser posterior a hoy.
    meta          | 0                | Cantidad de la meta debe estar entre 0.01 y 9,999,999,999,999.99.
    meta          | 5                | La meta lleva su cantidad y su unidad: las dos o ninguna.
    unidad        | km               | La meta lleva su cantidad y su unidad: las dos o ninguna.
    propósito     | ${'x'.repeat(2_001)} | Propósito no debe tener más de 2,000 caracteres.`;
  test('refuses a value that the form would refuse', async () => {
    for (const [heading = '', cell = '', error] of FIELDS) {
      const { errores } = await report(sheet(['clave', heading, 'fondo'], ['A-1', cell]));
      assert.deepEqual(messages(errores), [error], `${heading} ${cell}`);
    }
    // The registry may have the other half of a goal.
    await call('admin', 'PATCH', at(1), { meta: { cantidad: 1, unidad: 'km' } });
    const half = sheet(['clave', 'meta', 'fondo'], ['A-1', '2']);
    assert.deepEqual(await countsOf(half, 'actualizar=true'), [0, 1, 0, 0]);
    assert.deepEqual((await expediente(1)).meta, { cantidad: 2, unidad: 'km' });
  });

  test('takes twelve funds of a work, and refuses thirteen, all of its rows', async () => {
    const names = await Promise.all(
      Array.from({ length: 13 }, async (_, i) => {
        await newFondo(`Crédito ${i}`);
        return `Crédito ${i}`;
      }),
    );
    const rows = (many: number) =>
      Array.from({ length: Math.ceil(many / 3) }, (_, i) => [
        'A-1',
        ...names.slice(3 * i, Math.min(3 * i + 3, many)).flatMap((name) => [name, '1.10']),
      ]);
    const { errores, ...rest } = await report(funds(...rows(13)));
    assert.deepEqual(counts(rest), [0, 0, 0, 5]);
    assert.equal(messages(errores)[0], 'La obra tiene 13 fondos, y caben 12.');
    assert.deepEqual(await countsOf(funds(...rows(12))), [1, 0, 3, 0]);
    assert.equal((await expediente(1)).montoFuentes, 13.2);
    // Side by side in one row they are the same, and the last pair is read as the first.
    const wide = (many: number) =>
      sheet(
        [
          'clave',
          ...names.flatMap((_, i) => [`Fondo ${i + 1}`, `Monto ${i + 1}`]).slice(0, 2 * many),
        ],
        ['A-1', ...names.flatMap((name) => [name, '1.10'])],
      );
    assert.deepEqual(await countsOf(wide(12)), [0, 0, 1, 0]);
    await db.query('DELETE FROM expedientes');
    assert.deepEqual(await countsOf(wide(4)), [1, 0, 0, 0]);
    assert.equal((await expediente(1)).montoFuentes, 4.4);
    // A further column is not left out in silence; one of a year, or without a value, is none.
    const more = (heading: string, cell: string) =>
      report(
        sheet(['clave', ...PAIRS, heading], ['A-2', 'FAM', '1', '', '', '', '', cell]),
        'simular=true',
      );
    for (const heading of ['Fondo 13', 'MONTO DEL FONDO 14', 'fuente de financiamiento 20']) {
      assert.deepEqual(messages((await more(heading, '7')).errores), [
        `Caben 12 fondos de una obra, y la fila dice algo en «${heading}».`,
      ]);
    }
    for (const [heading = '', cell = ''] of [
      ['Fondo 13', '-'],
      ['Monto 2025', '7'],
    ]) {
      assert.deepEqual(counts(await more(heading, cell)), [1, 0, 0, 0], heading);
    }
    const noFund = sheet(['clave', ...PAIRS, 'monto 12'], ['A-2', 'FAM', '1', '', '', '', '', '7']);
    assert.deepEqual(counts(await report(noFund)), [0, 0, 0, 1]);
  });

  test('refuses all rows of a work that contradict each other, and writes the others with parcial', async () => {
    const file = sheet(
      ['clave', 'propósito', ...PAIRS],
      ['A-1', 'Agua', 'FAM', '1'],
      ['A-2', 'Luz', 'FAM', '2'],
      ['A-1', 'Drenaje', 'FISE', '1'],
    );
    const { errores, ...rest } = await report(file, 'parcial=true');
    assert.deepEqual(counts(rest), [1, 0, 0, 2]);
    assert.deepEqual(columnsOf(errores, 'fila', 'mensaje'), [
      [2, 'La obra está también en la fila 4 de este archivo, que dice otra cosa en el propósito.'],
      [4, 'La obra está también en la fila 2 de este archivo, que dice otra cosa en el propósito.'],
    ]);
    assert.deepEqual([await fuentes(1), await fuentes(2)], [[], ['FAM 2']]);
  });

  test('counts a source that stands in two rows once where the importer says so', async () => {
    const file = funds(['A-1', 'FAM', '5'], ['A-1', 'FISE', '2', 'FAM', '5']);
    const { avisos, ...rest } = await report(file, 'unaVez=true');
    assert.deepEqual(counts(rest), [1, 0, 1, 0]);
    assert.equal(avisos.length, 1);
    assert.deepEqual(await fuentes(1), ['FAM 5', 'FISE 2']);
  });

  test('takes the fund that the importer says for a name, and refuses a name that no fund has', async () => {
    const file = funds(['A-1', 'Ramo 33', '5'], ['A-2', 'FISE', '2', 'ramo 33', '3']);
    const { grupos } = await report(file, 'simular=true');
    assert.deepEqual(
      [grupos[0].codigo, grupos[0].campo, grupos[0].valores[0].valor],
      ['valorDesconocido', 'fondo1', 'Ramo 33'],
    );
    const said = (valores: object) => `valores=${encodeURIComponent(JSON.stringify(valores))}`;
    assert.deepEqual(
      await countsOf(file, said({ fondo1: { 'RAMO 33': 'FAISMUN' } })),
      [2, 0, 0, 0],
    );
    assert.deepEqual(await fuentes(2), ['FISE 2', 'FAISMUN 3']);
    for (const [valores, why] of [
      [{ fondo1: { x: 'Ninguno' } }, 'valores: no existe el fondo «Ninguno».'],
      [
        { municipio: {} },
        'valores: no existe el campo «municipio», o no es de un catálogo; son: fondo1.',
      ],
      [
        7,
        'valores debe ser un objeto JSON de campos, textos y nombres, como {"fondo1":{"FISM":"FAISMUN"}}.',
      ],
    ] as const)
      refused(await send(file, said(valores as object)), 400, [why]);
  });

  test('refuses a fund that is merged between the check and the writing, and takes the other when the file is sent again', async () => {
    const old = await newFondo('Fondo viejo');
    const file = funds(['A-1', 'Fondo viejo', '5'], ['A-2', 'FAM', '6']);
    assert.deepEqual(await countsOf(file, 'simular=true'), [2, 0, 0, 0]);
    const { url, hold } = await holdingApp();
    const { reached, letGo } = hold('writing');
    const sent = importFile(file, '', { who: 'other', path: PATH, url });
    await reached;
    await write('admin', 'POST', `/fondos/${old}/fusion`, { destinoId: 5 });
    letGo();
    const { status, body } = await sent;
    assert.equal(status, 200);
    const why =
      '«Fondo viejo» se desactivó o se fusionó con otro mientras se importaba; importe el archivo de nuevo.';
    assert.deepEqual([counts(body), messages(body.errores)], [[1, 0, 0, 1], [`Fondo 1: ${why}`]]);
    assert.deepEqual([await fuentes(1), await fuentes(2)], [[], ['FAM 6']]);
    const again = await report(file);
    assert.deepEqual(counts(again), [1, 0, 1, 0]);
    assert.deepEqual(messages(again.avisos), [
      'Fondo 1: «Fondo viejo» se fusionó en el catálogo con «Fondo de Aportaciones Múltiples», que se toma en su lugar.',
    ]);
    assert.deepEqual(await fuentes(1), ['FAM 5']);
  });

  test('takes a merged fund for the one in which it goes on, by whatever name, and refuses one that goes on in none', async () => {
    const names = ['Fondo viejo', 'Fondo nuevo', 'Fondo único'];
    const [old = 0, newer = 0, last = 0] = await Promise.all(names.map(newFondo));
    for (const id of [old, last]) await write('admin', 'PATCH', `/fondos/${id}`, { siglas: 'FU' });
    const file = funds(['A-1', 'fondo VIEJO', '5', 'FAM', '1']);
    const bySiglas = funds(['A-1', 'fu', '5', 'FAM', '1']);
    assert.match(messages((await report(bySiglas)).errores)[0] ?? '', / puede ser /);
    assert.deepEqual(await countsOf(file, 'simular=true'), [1, 0, 0, 0]);
    for (const [id, destinoId] of [
      [old, newer],
      [newer, last],
    ]) {
      await write('admin', 'POST', `/fondos/${id}/fusion`, { destinoId });
    }
    assert.deepEqual(await countsOf(file), [1, 0, 0, 0]);
    assert.deepEqual(await fuentes(1), ['FU 5', 'FAM 1']);
    // Both are one by their siglas, too.
    assert.deepEqual(await countsOf(bySiglas), [0, 0, 1, 0]);
    // Two that are one since a merge are summed, wherever they stand, and one that is written twice by its own name is refused.
    for (const [rows = '', result] of table`
      FU,4.1,FAM,1,Fondo nuevo,0.9     | 1
      Fondo nuevo,0.9/FAM,1,Fondo viejo,4.1 | 2
      Fondo único,2.5/Fondo nuevo,2.5,FAM,1 | 2
      Fondo nuevo,0.8,FU,4.1/Fondo viejo,0.1,FAM,1 | 2
      Fondo nuevo,4,FAM,1,fondo NUEVO,1 | «Fondo nuevo» con $4.00 y con $1.00: escríbalo una sola vez
      FU,4,Fondo viejo,2,Fondo único,1 | «Fondo único» con $4.00 y con $1.00: escríbalo una sola vez
      FU,4/Fondo viejo,2,FU,4          | «Fondo único» también en la fila 3, con el mismo monto
    `) {
      const file = funds(...rows.split('/').map((row) => ['A-1', ...row.split(',')]));
      const { errores, avisos, ...rest } = await report(file, 'actualizar=true');
      if (!Number(result)) assert.ok(messages(errores)[0]?.includes(result ?? ''), rows);
      else {
        assert.deepEqual(counts(rest), [0, 0, Number(result), 0], rows);
        assert.match(messages(avisos)[0] ?? '', /se fusionó en el catálogo con «Fondo único»/);
      }
    }
    // It is its own where it is in use again, and goes on in none that is closed.
    await write('admin', 'PATCH', `/fondos/${old}`, { activo: true });
    assert.equal((await report(file, 'simular=true')).muestra[0].valores.fondo1, 'Fondo viejo');
    for (const id of [old, last]) await write('admin', 'DELETE', `/fondos/${id}`);
    assert.deepEqual(messages((await report(file, 'actualizar=true')).errores), [
      'Fondo 1: «Fondo viejo» está en el catálogo, pero inactivo; actívelo ahí o corrija la fila.',
    ]);
  });

  test('ends where the right is taken away before the writing', async () => {
    const { url, hold } = await holdingApp();
    const { reached, letGo } = hold('writing');
    const sent = importFile(funds(['A-1', 'FAM', '5']), '', { who: 'other', path: PATH, url });
    await reached;
    await db.query('DELETE FROM capturistas WHERE user_id = $1', [people.other.id]);
    letGo();
    assert.equal((await sent).status, 403);
    assert.equal(await count('expedientes'), 0);
  });

  test('refuses a sheet of follow-up, and a sheet of follow-up refuses one of these', async () => {
    const { status, body } = await send(await bytesOf('/seguimiento.csv'));
    assert.equal(status, 400);
    assert.match(String(body.message), /No se encontraron los encabezados/);
    const other = await reportOf(await bytesOf('/expedientes.csv'), '', {
      path: '/seguimiento/importacion',
    });
    assert.equal(other.rechazadas, other.filas);
    assert.match(
      messages(other.errores)[0] ?? '',
      /Ninguna columna se reconoció como avance físico/,
    );
  });

  test('is taken back: a new record goes, a changed one is as it was, and one that was changed since stays', async () => {
    await call('admin', 'PATCH', at(2), { proposito: 'Luz', fuentes: [{ fondoId: 2, monto: 2 }] });
    const file = sheet(
      ['clave', 'propósito', ...PAIRS],
      ['A-1', 'Agua', 'FAM', '1'],
      ['A-2', 'Alumbrado', 'FAM', '2', 'FISE', '0.1'],
      ['A-3', 'Calle', 'FAM', '3'],
    );
    const { importacion } = await report(file, 'actualizar=true&confirmar=montos,nombres');
    await call('admin', 'PATCH', at(3), { beneficiarios: 3 });
    const undo = async (query = '') =>
      (
        await jobEnd(
          await call('other', 'POST', `${PATH}/${importacion}/deshacer${query}`),
          'other',
        )
      ).informe;
    const tried = await undo('?simular=true');
    assert.deepEqual([tried.eliminados, tried.devueltos, tried.dejados], [1, 1, 1]);
    const { cambios, restantes, ...done } = await undo();
    assert.deepEqual([done.eliminados, done.devueltos, done.dejados], [1, 1, 1]);
    assert.match(restantes[0].motivo, /^Después lo cambió /);
    assert.deepEqual(columnsOf(cambios, 'recurso', 'claveUnica'), [
      ['expediente', 'A-1'],
      ['expediente', 'A-2'],
    ]);
    assert.deepEqual(
      [await fuentes(1), await fuentes(2), await fuentes(3)],
      [[], ['FISE 2'], ['FAM 3']],
    );
    assert.deepEqual([(await expediente(2)).proposito, await count('expedientes')], ['Luz', 2]);
  });
});

describe('GET /expedientes, .csv and .xlsx', () => {
  before(async () => {
    await resetWithWorks();
    const all = {
      ...{ proposito: 'Agua, «para todos»\ny siempre', meta: { cantidad: 0.1, unidad: '=km' } },
      ...{ beneficiarios: 0, modalidad: 'CONTRATO', fechaAprobacion: '2026-01-15' },
    };
    const old = await newFondo('Programa "Ñ", S. A.');
    await db.query('UPDATE obras SET monto = 1000.10');
    const many = [5, 4, 3, 2, 1].map((fondoId) => ({ fondoId, monto: 200.02 }));
    await write('admin', 'PATCH', at(1), {
      ...all,
      fuentes: [
        ...many,
        { fondoId: old, monto: 0.05 },
        { fondoId: await newFondo('Último'), monto: 9 },
      ],
    });
    await write('admin', 'PATCH', at(2), { modalidad: 'ADMINISTRACION_DIRECTA' });
    await write('admin', 'PATCH', at(6), { fuentes: [{ fondoId: old, monto: 1000.1 }] });
    // An inactive fund of a work stays its own.
    await write('admin', 'DELETE', `/fondos/${old}`);
  });

  test('have a row for each work, further ones for more than three funds, and the difference of the sources', async () => {
    const lines = (await bytesOf('/expedientes.csv')).toString().split('\r\n').slice(0, -1);
    assert.equal(
      lines[0]?.replace('\uFEFF', ''),
      'claveUnica,nombre,dependencia,monto,proposito,metaCantidad,metaUnidad,beneficiarios,modalidad,fechaAprobacion,fondo1,monto1,fondo2,monto2,fondo3,monto3,montoFuentes,diferencia',
    );
    // The first purpose has a line of its own.
    assert.equal(lines.length, 1 + 6 + 2);
    assert.match(lines.join('\n'), /,1009\.15,9\.05\n/);
    assert.match(
      lines.find((line) => line.startsWith('A-2')) ?? '',
      /,ADMINISTRACION_DIRECTA,,,,,,,,,$/,
    );
    assert.match(
      lines.find((line) => line.startsWith('B-1')) ?? '',
      /,"Programa ""Ñ"", S\. A\.",1000\.10,,,,,1000\.10,0\.00$/,
    );
    const some = (await bytesOf('/expedientes.csv?dependenciaId=2')).toString();
    assert.deepEqual([some.includes('B-1'), some.includes('A-1')], [true, false]);
  });

  test('are pages of the same records in the order that is asked for, empty ones too', async () => {
    const found = (await pages('/expedientes?limit=2&orden=-monto&dependenciaId=1')).flatMap(
      ({ body }) => body as Record<string, unknown>[],
    );
    assert.deepEqual(
      found.map(({ claveUnica }) => claveUnica),
      ['A-5', 'A-4', 'A-3', 'A-2', 'A-1'],
    );
    for (const { obraId, claveUnica, nombre, monto, ...record } of found) {
      assert.deepEqual(record, await expediente(Number(obraId)), String(claveUnica));
      assert.deepEqual([typeof nombre, monto], ['string', 1000.1]);
    }
    const [first] = (await get('/expedientes?fondoId=1&limit=1')).body;
    assert.deepEqual([first.claveUnica, first.fuentes.length], ['A-1', 7]);
    assert.equal((await get('/expedientes?limit=1')).headers.get('x-total-count'), '6');
  });

  for (const [end, type] of [
    ['csv', 'text/csv'],
    ['xlsx', XLSX],
  ] as const) {
    test(`come back unchanged as .${end}, and whole where they are gone`, async () => {
      const bytes = await bytesOf(`/expedientes.${end}`);
      const start = await newest();
      const same = await report(bytes, 'actualizar=true', 'admin', type);
      assert.deepEqual([counts(same), same.avisos], [[0, 0, 8, 0], []]);
      assert.deepEqual(await newest(), start);
      const before = [await expediente(1), await expediente(2)];
      await db.query('DELETE FROM expedientes WHERE obra_id <> 6');
      await db.query(`UPDATE fondos SET activo = true WHERE siglas IS NULL`);
      assert.deepEqual(await countsOf(bytes, '', 'admin', type), [2, 0, 6, 0]);
      await db.query(`UPDATE fondos SET activo = false WHERE nombre LIKE 'Programa%'`);
      for (const [i, one] of before.entries()) assert.deepEqual(await expediente(i + 1), one);
    });
  }

  test('the template has the clerk’s works with what is registered, and changes nothing as it is', async () => {
    const bytes = await bytesOf('/expedientes/plantilla.xlsx', 'other');
    const { filas, sinCambio, columnas } = await report(bytes, '', 'other', XLSX);
    assert.deepEqual([filas, sinCambio], [7, 7]);
    assert.deepEqual(
      columnsOf(columnas as { campo: string | null }[], 'campo')
        .flat()
        .filter((campo) => campo !== null).length,
      1 + 6 + 6,
    );
    refused(await call('user', 'GET', '/expedientes/plantilla.xlsx'), 403, 'Forbidden resource');
  });
});
