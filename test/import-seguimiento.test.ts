import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { readWord, WORDS_OF } from '../src/seguimiento/importacion/valores.ts';

import { counts, importFile, jobAt, large, XLSX } from './imports.ts';
import { bookOf, type CellValue } from './spreadsheet.ts';
import {
  base,
  call,
  contratoBody,
  count,
  db,
  get,
  newObra,
  numbers,
  people,
  refused,
  resetWithCatalog,
  tokenOf,
  type Who,
} from './world.ts';

// Bringing in the sheets by which agencies report.

const PATH = '/seguimiento/importacion';
const UNKNOWN = 'No hay una importación con ese identificador, o terminó hace más de un día.';
const send = (file: string | Buffer, query = '', who: Who = 'other', type = 'text/csv') =>
  importFile(file, query, { who, type, path: PATH });

async function report(file: string | Buffer, query = '', who: Who = 'other', type = 'text/csv') {
  const answer = await send(file, query, who, type);
  assert.equal(answer.status, 200, answer.text);
  const { filas, creadas, actualizadas, sinCambio, rechazadas } = answer.body;
  assert.equal(creadas + actualizadas + sinCambio + rechazadas, filas, answer.text);
  return answer.body;
}
const messages = (answer: { errores: { mensaje: string }[] }) =>
  answer.errores.map(({ mensaje }) => mensaje);

const notesOf = ({ avisos }: { avisos: { mensaje: string }[] }) =>
  avisos.map(({ mensaje }) => mensaje);

const csv = (...rows: (string | number)[][]) =>
  rows.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\r\n');
const HEAD = ['Clave única', 'Fecha de corte', 'Avance físico', 'Monto pagado', 'Observaciones'];
const reports = (...rows: (string | number)[][]) => csv(HEAD, ...rows);
/** A contract whole, by the headings of Formato 28. */
const CONTRACT = [
  ['No. de contrato', 'SOP-1'],
  ['Objeto del contrato', 'Pavimentar'],
  ['Razón social del contratista', 'Constructora del Mayab'],
  ['RFC de la persona física o moral contratista', 'cma010203ab4'],
  ['Monto total del contrato con impuestos incluidos (MXN)', '1,000,000.00'],
  ['Fecha del contrato', '20/01/2026'],
  ['Fecha de inicio del plazo de entrega o ejecución', '01/02/2026'],
  ['Fecha de término del plazo de entrega o ejecución', '31/10/2026'],
  ['Tipo de procedimiento', 'Licitación pública'],
] as const;

const avancesOf = async (id: number) => (await get(`/obras/${id}/avances`)).body;
/** Day, percent and payment of a work's reports. */
const figures = async (id: number) =>
  (await avancesOf(id)).map(
    ({ fechaCorte, avanceFisico, montoPagado }: Record<string, unknown>) => [
      fechaCorte,
      avanceFisico,
      montoPagado,
    ],
  );

const capture = (...dependenciaIds: number[]) =>
  call('admin', 'PATCH', `/users/${people.other.id}/dependencias`, { dependenciaIds });

describe('POST /seguimiento/importacion', () => {
  beforeEach(async () => {
    await resetWithCatalog();
    await db.query(`INSERT INTO dependencias (nombre, siglas) VALUES ('Otra', 'OTRA')`);
    // 1 and 2 are the clerk's, 3 is another agency's.
    for (const [clave, dependenciaId] of [
      ['A-1', 1],
      ['A-2', 1],
      ['B-1', 2],
    ]) {
      await newObra({ claveUnica: clave, dependenciaId });
    }
    await capture(1);
  });

  test('registers reports, says what it read, and leaves what is there already', async () => {
    const file = reports(
      ['A-1', '2026-06-30', '45.5', '1,200,000.00', 'Cimentación'],
      ['A-2', '30/06/2026', '10 %', '', ''],
    );
    const { columnas, muestra, ...rest } = await report(file);
    assert.deepEqual(counts(rest), [2, 0, 0, 0]);
    assert.deepEqual(
      columnas.map(({ campo }: { campo: string }) => campo),
      ['claveUnica', 'fechaCorte', 'avanceFisico', 'montoPagado', 'observaciones'],
    );
    assert.deepEqual(muestra[0], {
      fila: 2,
      valores: {
        claveUnica: 'A-1',
        fechaCorte: '2026-06-30',
        avanceFisico: '45.5',
        montoPagado: '1200000',
        observaciones: 'Cimentación',
      },
    });
    assert.deepEqual(await figures(1), [['2026-06-30', 45.5, 1200000]]);
    assert.deepEqual(await figures(2), [['2026-06-30', 10, null]]);
    assert.deepEqual(counts(await report(file)), [0, 0, 2, 0]);
    assert.equal(await count('avances'), 2);
  });

  test('stands in the ledger with its file and row, and in the work’s history', async () => {
    // The story of another work of this id goes on: what stands before is passed over.
    const before = await db.one<{ last: string }>('SELECT max(id) AS last FROM bitacora');
    await report(reports(['A-1', '2026-06-30', 45, '', '']), 'archivo=trimestre.csv');
    const cursor = Buffer.from(String(before?.last)).toString('base64url');
    const story = await get(`/obras/1/historial?cursor=${cursor}`, 'admin');
    const newest = story.body.at(-1);
    assert.deepEqual([newest.archivo, newest.fila], ['trimestre.csv', 2]);
    assert.match(
      JSON.stringify(newest),
      /reportó 45\.00 % de avance al 30 de junio de 2026 \(fila 2 de «trimestre.csv»\)/,
    );
  });

  test('writes nothing where it only looks, and nothing of it is seen', async () => {
    const before = await db.one('SELECT max(id) AS last, count(*) AS n FROM bitacora');
    const file = reports(['A-1', '2026-06-30', 45, '', '']);
    assert.deepEqual(counts(await report(file, 'simular=true')), [1, 0, 0, 0]);
    assert.equal(await count('avances'), 0);
    assert.equal(await count('obras_seguimiento'), 0);
    const after = await db.one('SELECT max(id) AS last, count(*) AS n FROM bitacora');
    assert.deepEqual(after, before);
  });

  test('refuses one by one the works of another agency, those that are not there, and what no report may say', async () => {
    const answer = await report(
      reports(
        ['B-1', '2026-06-30', 45, '', ''],
        ['NADA', '2026-06-30', 45, '', ''],
        ['A-1', '2026-06-30', 101, '', ''],
        ['A-1', '2026-06-30', 'mucho', '', ''],
        ['A-1', '2026-02-30', 45, '', ''],
        ['A-1', '2999-06-30', 45, '', ''],
        ['A-1', '', 45, '', ''],
        ['', '2026-06-30', 45, '', ''],
        ['A-1', '2026-04-30', '', '5', ''],
        ['A-1', '2026-05-31', 45, '-5', ''],
        ['A-1', '2026-06-30', 50, '1.234', ''],
        ['A-2', '2026-06-30', 50, '', ''],
      ),
      'parcial=true',
    );
    assert.deepEqual(messages(answer), [
      'Esta obra no es de su dependencia.',
      'No hay una obra con la clave única «NADA».',
      'Avance físico debe estar entre 0 y 100.',
      'Avance físico: «mucho» no es un porcentaje; escriba el por ciento, como 45.5.',
      'Fecha de corte: «2026-02-30» no es una fecha que se entienda; escríbala como 2026-06-30 o 30/06/2026.',
      'Fecha de corte: «2999-06-30» no es una fecha que se entienda; escríbala como 2026-06-30 o 30/06/2026.',
      'Falta la fecha de corte. Escríbala en la fila, o elija una para todas.',
      'Falta la clave única. Escríbala en la fila.',
      'Falta el avance físico. Escríbalo en la fila.',
      'Monto pagado debe estar entre 0 y 9,999,999,999,999.99.',
      'Monto pagado: «1.234» puede leerse de dos maneras; escriba la cantidad como 1250000.50.',
    ]);
    assert.deepEqual(counts(answer), [1, 0, 0, 11]);
    assert.deepEqual(await figures(2), [['2026-06-30', 50, null]]);
    const missing = answer.grupos.find(({ campo }: { campo: string }) => campo === 'fechaCorte');
    assert.ok(missing);
  });

  test('an administrator writes of all agencies', async () => {
    const file = reports(['A-1', '2026-06-30', 45, '', ''], ['B-1', '2026-06-30', 5, '', '']);
    assert.deepEqual(counts(await report(file, '', 'admin')), [2, 0, 0, 0]);
  });

  test('changes what is there only where that is asked for, and an empty cell clears nothing', async () => {
    await report(reports(['A-1', '2026-06-30', 45, '100', 'Va bien']));
    const file = reports(['A-1', '2026-06-30', 46, '', '']);
    const answer = await report(file);
    assert.deepEqual(messages(answer), [
      'La obra «A-1» ya tiene el avance de ese corte y el archivo dice otra cosa en el avance físico.',
    ]);
    assert.equal(answer.grupos[0].remedio, 'Para cambiarlas indique actualizar=true.');
    assert.deepEqual(counts(await report(file, 'actualizar=true')), [0, 1, 0, 0]);
    assert.deepEqual(await figures(1), [['2026-06-30', 46, 100]]);
    assert.equal((await avancesOf(1))[0].observaciones, 'Va bien');
  });

  test('a fall needs words: beside what is there, and beside other rows of the file, wherever they stand', async () => {
    await report(reports(['A-1', '2026-03-31', 40.5, '', '']));
    const fall =
      'Observaciones: explique por qué el avance físico baja de 40.50 % (31 de marzo de 2026) a 30.00 %.';
    assert.deepEqual(messages(await report(reports(['A-1', '2026-06-30', 30, '', '']))), [fall]);
    // Far apart: these rows are judged in other batches.
    const blank = numbers(1, 250).map(() => ['A-2', '2025-12-31', 1, '', '']);
    const answer = await report(
      reports(['A-2', '2026-03-31', 40.5, '', ''], ...blank, ['A-2', '2026-06-30', 30, '', '']),
      'simular=true',
    );
    assert.deepEqual(messages(answer), [fall]);
    const said = reports(['A-1', '2026-06-30', 30, '', 'Se midió de nuevo.']);
    assert.deepEqual(counts(await report(said)), [1, 0, 0, 0]);
    const between = await report(reports(['A-1', '2026-05-31', 90, '', '']));
    assert.deepEqual(counts(between), [1, 0, 0, 0]);
  });

  test('the same cut twice in a file has to say the same', async () => {
    const answer = await report(
      reports(['A-1', '2026-06-30', 30, '', ''], ['A-1', '2026-06-30', 31, '', '']),
      'parcial=true',
    );
    assert.deepEqual(messages(answer), [
      'La obra ya tiene ese corte en la fila 2 de este archivo, con otros datos.',
    ]);
    assert.deepEqual(await figures(1), [['2026-06-30', 30, null]]);
  });

  test('the day is the row’s, or its quarter’s last, or the one for all', async () => {
    const quarters = csv(
      ['FOLIO', 'CICLO', 'TRIMESTRE', 'AVANCE', 'EJERCIDO'],
      ['A-1', 2025, 1, 10, 100],
      ['A-1', 2025, 'Segundo trimestre', 20, 200],
      ['A-1', 2025, 'julio - septiembre', 30, 300],
      ['A-1', 2025, 'IV', 40, 400],
      ['A-1', 2026, 'T1', 50, 500],
      ['A-2', 2026, 'quinto', 50, 500],
    );
    const answer = await report(quarters, 'parcial=true');
    assert.deepEqual(
      (await figures(1)).map(([day]: [string]) => day),
      ['2025-03-31', '2025-06-30', '2025-09-30', '2025-12-31', '2026-03-31'],
    );
    assert.deepEqual(messages(answer), [
      'Trimestre: «quinto» no es un trimestre; escriba 1, 2, 3 o 4.',
    ]);
    const plain = csv(['clave', '% de avance'], ['A-2', 5]);
    const missing = await report(plain);
    assert.equal(missing.grupos[0].remedio, 'Con fechaCorte se indica para todas las filas.');
    assert.deepEqual(counts(await report(plain, 'fechaCorte=2026-06-30')), [1, 0, 0, 0]);
    assert.deepEqual(await figures(2), [['2026-06-30', 5, null]]);
    refused(await send(plain, 'fechaCorte=2026-06-31'), 400, [/fechaCorte/]);
    refused(await send(plain, 'fechaCorte=2026-12-31'), 400, [
      'fechaCorte no debe ser posterior a hoy.',
    ]);
  });

  test('reads days and percentages as sheets hold them', async () => {
    const cell = (style: number, value: number | string): CellValue => ({
      xml: `<c s="${style}"><v>${value}</v></c>`,
    });
    const rows: CellValue[][] = [
      HEAD.slice(0, 3),
      ['A-1', cell(1, 46203), cell(0, 0.45)],
      ['A-1', '31 de mayo de 2026', cell(2, 0.333333)],
      ['A-1', '30-abr-2026', '25,5'],
      ['A-2', cell(1, 46203), cell(0, 1.2)],
    ];
    const book = await bookOf([{ name: 'Avances', rows }], { formats: [9, 14, '0.0 %'] });
    const answer = await report(book, 'parcial=true', 'other', XLSX);
    assert.deepEqual(await figures(1), [
      ['2026-04-30', 25.5, null],
      ['2026-05-31', 33.33, null],
      ['2026-06-30', 45, null],
    ]);
    assert.deepEqual(messages(answer), ['Avance físico debe estar entre 0 y 100.']);
    assert.deepEqual(
      answer.avisos.map(({ mensaje }: { mensaje: string }) => mensaje),
      ['Avance físico: se redondea a dos decimales.'],
    );
  });

  test('numbers that may be fractions are asked about, unless they are what is there already', async () => {
    const file = reports(['A-1', '2026-06-30', 0.45, '', ''], ['A-2', '2026-06-30', 1, '', '']);
    for (const query of ['', 'simular=true', 'parcial=true']) {
      refused(
        await send(file, query),
        400,
        'Los avances de la columna «Avance físico» que no dicen % van de 0 a 1 y parecen fracciones; dé formato de porcentaje a las celdas, o escriba el por ciento con su signo, como 45 %.',
      );
    }
    assert.equal(await count('avances'), 0);
    // One that says percent says nothing of the others.
    const half = file.replace('0.45', '0.45 %');
    refused(await send(half), 400, /^Los avances de la columna .* parecen fracciones/);
    assert.deepEqual(counts(await report(half.replace('"1"', '"1 %"'))), [2, 0, 0, 0]);
    assert.deepEqual(counts(await report(file)), [0, 0, 2, 0]);
    const none = reports(['A-1', '2026-07-31', 0, '', 'x'], ['A-2', '2026-07-31', 0, '', 'x']);
    assert.deepEqual(counts(await report(none)), [2, 0, 0, 0]);
  });

  test('amounts in thousands are asked about', async () => {
    const file = csv(
      ['Clave', 'Corte', 'Avance', 'Monto pagado (miles de pesos)'],
      ['A-1', '2026-06-30', 45, '1200'],
    );
    const answer = await report(file);
    assert.deepEqual(messages(answer), [
      'Monto pagado: «Monto pagado (miles de pesos)» habla de miles: confirme si los montos están en miles de pesos o en pesos.',
    ]);
    assert.deepEqual(counts(await report(file, 'unidadMonto=miles')), [1, 0, 0, 0]);
    assert.deepEqual(await figures(1), [['2026-06-30', 45, 1200000]]);
  });

  const contracts = (...rows: { clave?: string; [heading: string]: string | undefined }[]) =>
    csv(
      ['Número de expediente, folio o nomenclatura', ...CONTRACT.map(([heading]) => heading)],
      ...rows.map(({ clave = 'A-1', ...said }) => [
        clave,
        ...CONTRACT.map(([heading, value]) => said[heading] ?? value),
      ]),
    );

  test('registers contracts by their number, as the headings of Formato 28 have them', async () => {
    assert.deepEqual(counts(await report(contracts({}))), [1, 0, 0, 0]);
    const [contract] = (await get('/obras/1/contratos')).body;
    assert.deepEqual(
      [contract.numero, contract.naturaleza, contract.monto, contract.contratistaRfc],
      ['SOP-1', 'OBRA', 1000000, 'CMA010203AB4'],
    );
    assert.deepEqual(
      [contract.fechaFirma, contract.fechaInicio, contract.fechaTermino, contract.procedimiento],
      ['2026-01-20', '2026-02-01', '2026-10-31', 'LICITACION_PUBLICA'],
    );
    // In other letters the number is the same contract's.
    assert.deepEqual(counts(await report(contracts({ 'No. de contrato': 'sop-1' }))), [0, 0, 1, 0]);
    const other = contracts({ 'Objeto del contrato': 'Otra cosa' });
    assert.deepEqual(messages(await report(other)), [
      'La obra «A-1» ya tiene el contrato «SOP-1» y el archivo dice otra cosa en el objeto.',
    ]);
    assert.deepEqual(counts(await report(other, 'actualizar=true')), [0, 1, 0, 0]);
  });

  test('contracts are held to the rules of the form, and a row is taken whole or not at all', async () => {
    const ends = 'Fecha de término del plazo de entrega o ejecución';
    const rfc = 'RFC de la persona física o moral contratista';
    const answer = await report(
      contracts(
        { [ends]: '01/01/2026' },
        { [rfc]: 'X', 'No. de contrato': 'SOP-2' },
        { 'No. de contrato': 'SOP-3', 'Objeto del contrato': '', 'Fecha del contrato': '' },
        { 'Tipo de procedimiento': 'Sorteo' },
      ),
    );
    assert.deepEqual(messages(answer), [
      'Término del contrato no debe ser anterior a «Inicio del contrato».',
      'RFC del contratista debe ser un RFC: tres o cuatro letras, seis cifras y la homoclave, por ejemplo CMA010203AB4.',
      'Falta el objeto. Escríbalo en la fila.',
      'Falta la fecha de firma. Escríbala en la fila.',
      'Procedimiento: «Sorteo» no es de los valores que hay: Licitación pública, Invitación a cuando menos tres, Adjudicación directa.',
    ]);
    // Beside progress, what is not enough for a contract is only mentioned: the report is taken.
    const both = csv(
      ['Clave', 'Corte', 'Avance', 'No. de contrato', 'Objeto'],
      ['A-1', '2026-06-30', 45, 'X-1', 'Algo'],
    );
    const { avisos, ...rest } = await report(both);
    assert.deepEqual(counts(rest), [1, 0, 0, 0]);
    assert.deepEqual(notesOf({ avisos }), [
      'El contrato «X-1» no se registra, porque la fila no dice el contratista, el monto, la fecha de firma, la fecha de inicio y la fecha de término; el avance sí.',
    ]);
    assert.deepEqual([await count('avances'), await count('contratos')], [1, 0]);
    await db.query('DELETE FROM avances');
    // Its number alone is only to look at.
    const number = csv(
      ['Clave', 'Corte', 'Avance', 'No. de contrato'],
      ['A-1', '2026-06-30', 45, 'X-1'],
    );
    assert.deepEqual(counts(await report(number)), [1, 0, 0, 0]);
    assert.deepEqual([await count('avances'), await count('contratos')], [1, 0]);
  });

  test('money and percentages that were cut at a comma without quotes are refused', async () => {
    const refusedAs = async (file: string, sentence: RegExp) => {
      const answer = await report(file, 'parcial=true');
      assert.deepEqual(counts(answer), [0, 0, 0, 1], file);
      assert.match(messages(answer)[0] ?? '', sentence);
    };
    const head = 'Clave,Corte,Avance físico';
    await refusedAs(`${head},Pagado\nA-1,2026-06-30,45,1,200,000.00`, /sin comillas/);
    await refusedAs(`${head},Pagado,Observaciones\nA-1,2026-06-30,45,1,200,Bien`, /sin comillas/);
    await refusedAs(
      `${head},Observaciones\nA-1,2026-06-30,45,5,`,
      /un solo por ciento con una coma/,
    );
    await refusedAs(`${head}\nA-1,2026-06-30,45,5`, /sin comillas/);
    assert.equal(await count('avances'), 0);
    const beside = `${head},Avance financiero,Pagado,Otra`;
    // Two percentages beside one another are two, and nothing paid of all that is built is no thousand.
    const rows = ['A-1,2026-06-30,45,38,0,100', 'A-2,2026-06-30,45,5,1,'];
    assert.deepEqual(counts(await report([beside, ...rows].join('\n'))), [2, 0, 0, 0]);
  });

  test('what agencies’ sheets have is understood, or told: headings, words, days, letters', async () => {
    // A column that is not known is no silence.
    const unread = await report(
      csv(['Clave', 'Corte', 'Avance de la obra civil'], ['A-1', '2026-06-30', 45]),
    );
    assert.deepEqual(messages(unread), [
      'Ninguna columna se reconoció como avance físico. ¿Es «Avance de la obra civil»?',
    ]);
    refused(
      await send(
        csv(['Clave', 'Corte', 'Avance'], ['', '', 'Programado'], ['A-1', '2026-06-30', 45]),
      ),
      400,
      'El encabezado «Avance» sigue en otro renglón («Programado»): escriba en uno solo qué es cada columna, como «Avance físico».',
    );
    const lost = reports(['A-1', '2026-06-30', 45, '', 'Construcci�n']);
    assert.match(messages(await report(lost))[0] ?? '', /perdió letras/);
    const head = ['Clave', 'Trimestre', 'Avance', 'Causa del atraso'];
    const rows = csv(
      head,
      ['A-1', '1º', 10, 'N/A'],
      ['A-1', 'Segundo trimestre', 20, 'Falta de liberación del predio'],
    );
    assert.deepEqual(counts(await report(rows, 'fechaCorte=2026-06-30')), [2, 0, 0, 0]);
    const [first, second] = await avancesOf(1);
    assert.deepEqual([first.fechaCorte, first.causaAtraso], ['2026-03-31', null]);
    assert.deepEqual([second.fechaCorte, second.causaAtraso], ['2026-06-30', 'PREDIO']);
    const days = reports(
      ['A-2', 'Al 30 de junio de 2026', 10, '', ''],
      ['A-2', '2026/07/31', '99.996 %', '', ''],
      ['A-2', '31 de agosto, 2026', '100.004 %', '', ''],
    );
    const answer = await report(days, 'parcial=true');
    assert.deepEqual(messages(answer), ['Avance físico debe estar entre 0 y 100.']);
    // What is a little less than all is not all.
    assert.deepEqual(await figures(2), [
      ['2026-06-30', 10, null],
      ['2026-07-31', 99.99, null],
    ]);
  });

  test('«Monto» and «Número» beside progress are the work’s, and in a sheet of contracts the contract’s', async () => {
    const progress = csv(
      ['Número', 'Clave', 'Corte', 'Avance', 'Monto', 'No. de contrato'],
      [1, 'A-1', '2026-06-30', 45, 5_000_000, 'SOP-1'],
    );
    assert.deepEqual(counts(await report(contracts({}))), [1, 0, 0, 0]);
    assert.deepEqual(counts(await report(progress, 'actualizar=true')), [1, 0, 0, 0]);
    assert.equal((await get('/obras/1/contratos')).body[0].monto, 1_000_000);
    const own = csv(['Clave', 'Número', 'Monto'], ['A-1', 'SOP-1', 2_000_000]);
    assert.deepEqual(counts(await report(own, 'actualizar=true')), [0, 1, 0, 0]);
    // Remarks beside a contract alone make no report, and numbers that differ in their signs are two.
    const remarked = contracts(
      { 'No. de contrato': 'LP-1-10', Observaciones: 'Plurianual' },
      { 'No. de contrato': 'LP-11-0', Observaciones: '' },
    );
    assert.deepEqual(counts(await report(remarked)), [2, 0, 0, 0]);
    assert.equal(await count('avances'), 1);
  });

  test('figures that are put right together may stand in any order', async () => {
    await report(reports(['A-1', '2026-03-31', 50, 100, ''], ['A-1', '2026-06-30', 60, 200, '']));
    const up = reports(['A-1', '2026-03-31', 70, 300, ''], ['A-1', '2026-06-30', 80, 400, '']);
    assert.deepEqual(counts(await report(up, 'actualizar=true')), [0, 2, 0, 0]);
    const down = reports(['A-1', '2026-06-30', 20, 40, ''], ['A-1', '2026-03-31', 10, 30, '']);
    assert.deepEqual(counts(await report(down, 'actualizar=true')), [0, 2, 0, 0]);
    assert.deepEqual(await figures(1), [
      ['2026-03-31', 10, 30],
      ['2026-06-30', 20, 40],
    ]);
  });

  test('rows of a long sheet are judged beside those far above them', async () => {
    const day = (n: number) => new Date(Date.UTC(2025, 0, n)).toISOString().slice(0, 10);
    // The payments stand in the first rows alone.
    const rows = numbers(1, 250).map((n) => ['A-1', day(n), n / 5 + 2, n < 20 ? 100 * n : '', '']);
    const file = reports(
      ...rows,
      ['A-1', day(251), 51, '', ''],
      ['A-1', day(252), 60, 100, ''],
      ['A-1', day(253), 61, 5_000, ''],
    );
    const answer = await report(file, 'simular=true&parcial=true');
    assert.deepEqual(counts(answer), [251, 0, 0, 2]);
    assert.match(messages(answer)[0] ?? '', /por qué el avance físico baja de 52\.00 %/);
    assert.match(messages(answer)[1] ?? '', /por qué lo pagado baja de \$1,900\.00/);
    assert.deepEqual(counts(await report(file, 'parcial=true')), [251, 0, 0, 2]);
  });

  test('what a file says again, far below, is said once; what it says of a work it need not say whole', async () => {
    const head = ['Clave', 'Corte', 'Avance', 'Observaciones', 'No. de contrato', 'Contratista'];
    const one = ['A-1', '2026-06-30', 45, 'Se avanza', 'SOP-1', 'Constructora'];
    const others = numbers(1, 150).map((n) => [
      'A-2',
      new Date(Date.UTC(2025, 0, n)).toISOString().slice(0, 10),
      n / 2 + 2,
      '',
      '',
      '',
    ]);
    const again = ['A-1', '2026-06-30', 45, '', 'SOP-1', ''];
    const answer = await report(csv(head, one, ...others, one, again));
    assert.deepEqual(counts(answer), [151, 0, 2, 0]);
    assert.deepEqual(notesOf(answer).length, 1);
  });

  for (const [what, contract] of [
    ['corrections', CONTRACT.map(() => '')],
    ['corrections that bring a contract', CONTRACT.map(([, value]) => value)],
  ] as const) {
    test(`${what}, far apart in a file, are judged beside each other`, async () => {
      await report(reports(['A-1', '2025-01-01', 50, '', '']));
      const none = CONTRACT.map(() => '');
      const file = csv(
        [...HEAD, ...CONTRACT.map(([heading]) => heading)],
        ['A-1', '2025-01-01', 5, '', '', ...contract],
        ['A-1', '2025-02-01', 10, '', '', ...none],
        ...numbers(1, 150).map((n) => {
          const day = new Date(Date.UTC(2025, 0, n)).toISOString().slice(0, 10);
          return ['A-2', day, n / 2 + 2, '', '', ...none];
        }),
        ['A-1', '2025-03-01', 20, '', '', ...none],
      );
      const { rechazadas, filas } = await report(file, 'actualizar=true');
      assert.deepEqual([filas, rechazadas], [153, 0]);
      assert.deepEqual(
        (await figures(1)).map(([, percent]: [string, number]) => percent),
        [5, 10, 20],
      );
    });
  }

  test('what falls with words holds up what rises after it, far below', async () => {
    await report(reports(['A-1', '2024-12-31', 80, 500, '']));
    const others = numbers(1, 150).map((n) => [
      'A-2',
      new Date(Date.UTC(2025, 0, n)).toISOString().slice(0, 10),
      n / 2 + 2,
      '',
      '',
    ]);
    const file = reports(
      ['A-1', '2025-01-31', 40, 100, 'Se midió de nuevo.'],
      ['A-1', '2025-02-28', 45, 110, ''],
      ...others,
      ['A-1', '2025-03-31', 50, 120, ''],
      ['A-1', '2025-04-30', 49, 130, ''],
    );
    const answer = await report(file, 'parcial=true');
    assert.deepEqual(counts(answer), [153, 0, 0, 1]);
    assert.match(messages(answer)[0] ?? '', /baja de 50\.00 %/);
  });

  test('what is put right together is, wherever a batch of the write ends', async () => {
    await report(
      reports(
        ['A-1', '2025-03-31', 50, '', ''],
        ['A-1', '2025-06-30', 60, '', ''],
        ['A-2', '2024-12-31', 1, '', ''],
      ),
    );
    const file = reports(
      // Nothing is written of the first: so the first 200 that are written end between the last two.
      ['A-2', '2024-12-31', 1, '', ''],
      ...numbers(1, 199).map((n) => [
        'A-2',
        new Date(Date.UTC(2025, 0, n)).toISOString().slice(0, 10),
        n / 2 + 0.5,
        '',
        '',
      ]),
      ['A-1', '2025-03-31', 70, '', ''],
      ['A-1', '2025-06-30', 80, '', ''],
    );
    assert.deepEqual(counts(await report(file, 'actualizar=true&simular=true')), [199, 2, 1, 0]);
    assert.deepEqual(counts(await report(file, 'actualizar=true')), [199, 2, 1, 0]);
    assert.deepEqual(await figures(1), [
      ['2025-03-31', 70, null],
      ['2025-06-30', 80, null],
    ]);
  });

  test('what is put right together is, up to a hundred rows apart and in whichever part of a file', async () => {
    await report(reports(['A-1', '2025-03-31', 50, '', ''], ['A-1', '2025-06-30', 60, '', '']));
    const others = (from: number, to: number) =>
      numbers(from, to).map((n) => [
        'A-2',
        new Date(Date.UTC(2025, 0, n)).toISOString().slice(0, 10),
        n / 2 + 0.5,
        '',
        '',
      ]);
    const file = reports(
      ...others(1, 80),
      ['A-1', '2025-03-31', 70, '', ''],
      ['A-2', '2030-01-01', 1, '', ''],
      ...others(81, 178),
      ['A-1', '2025-06-30', 80, '', ''],
      // Nothing lets this one in.
      ['A-1', '2025-07-31', 10, '', ''],
    );
    for (const query of ['simular=true', '']) {
      const answer = await report(file, `actualizar=true&parcial=true&${query}`);
      assert.deepEqual(counts(answer), [178, 2, 0, 2]);
      assert.deepEqual(
        answer.errores.map(({ fila }: { fila: number }) => fila),
        [83, 183],
      );
    }
    assert.deepEqual(await figures(1), [
      ['2025-03-31', 70, null],
      ['2025-06-30', 80, null],
    ]);
  });

  test('a contract that a row registers is there for the rows far below it', async () => {
    const others = numbers(1, 150).map((n) => [
      'A-2',
      new Date(Date.UTC(2025, 0, n)).toISOString().slice(0, 10),
      n / 2 + 2,
      '',
      '',
      ...CONTRACT.map(() => ''),
    ]);
    const whole = CONTRACT.map(([heading, value]) => (/RFC/.test(heading) ? '' : value));
    const other = CONTRACT.map(([heading, value]) =>
      /No\. de|Razón|RFC/.test(heading) ? value : '',
    );
    const file = csv(
      [...HEAD, ...CONTRACT.map(([heading]) => heading)],
      ['A-1', '2026-03-31', 10, '', '', ...whole],
      ...others,
      ['A-1', '2026-06-30', 20, '', '', ...other],
    );
    for (const query of ['simular=true&parcial=true', 'parcial=true']) {
      const answer = await report(file, query);
      assert.deepEqual(counts(answer), [151, 0, 0, 1]);
      assert.match(
        messages(answer)[0] ?? '',
        /ya tiene el contrato «SOP-1» y el archivo dice otra/,
      );
      assert.deepEqual(notesOf(answer), []);
    }
    assert.deepEqual(counts(await report(file, 'actualizar=true')), [1, 0, 151, 0]);
    assert.equal((await get('/obras/1/contratos')).body[0].contratistaRfc, 'CMA010203AB4');
  });

  test('a year or a quarter that says no day of a report is no matter', async () => {
    const contract = csv(
      ['Clave única', 'Ejercicio', ...CONTRACT.map(([heading]) => heading)],
      ['A-1', '2025-2026', ...CONTRACT.map(([, value]) => value)],
    );
    assert.deepEqual(counts(await report(contract)), [1, 0, 0, 0]);
    const progress = csv(['Clave única', 'Ejercicio', 'Avance físico'], ['A-1', 'PEF 2026', 45]);
    assert.deepEqual(counts(await report(progress, 'fechaCorte=2026-06-30')), [1, 0, 0, 0]);
    assert.deepEqual(await figures(1), [['2026-06-30', 45, null]]);
    const quarter = csv(
      ['Clave única', 'Ejercicio', 'Trimestre', 'Avance físico'],
      ['A-2', 'PEF 2026', '1', 45],
    );
    const { rechazadas } = await report(quarter, 'fechaCorte=2026-06-30&parcial=true');
    assert.equal(rechazadas, 1);
  });

  test('whose import is under way, another clerk is not told', async () => {
    await db.query(
      `INSERT INTO importaciones (archivo, simular, usuario, usuario_id, clase) VALUES ('de-otra.csv', true, 'otra@ejemplo.mx', $1, 'seguimiento')`,
      [people.user.id],
    );
    const file = reports(['A-1', '2026-06-30', 45, '', '']);
    const own = await send(file);
    assert.equal(own.status, 503);
    assert.doesNotMatch(own.text, /otra/);
    assert.match((await send(file, '', 'admin')).text, /«de-otra\.csv», de otra@ejemplo\.mx/);
    await db.query('DELETE FROM importaciones');
  });

  test('what is exported comes in unchanged, every field of it', async () => {
    await report(
      reports(['A-1', '2026-06-30', 45.25, '1200000.5', 'x'], ['B-1', '2026-05-31', 0.5, '', '']),
      '',
      'admin',
    );
    await call('admin', 'PATCH', '/obras/1/avances/1', { causaAtraso: 'FUERZA_MAYOR' });
    for (const [numero, more] of [
      ['C-1', {}],
      [
        'C-2',
        {
          naturaleza: 'SUPERVISION',
          procedimiento: 'INVITACION',
          numeroProponentes: 3,
          contratistaRfc: 'CMA010203AB4',
          ocid: 'ocds-1',
          url: 'https://ejemplo.mx/1',
          anticipo: 100,
          terminacion: 'RESCISION',
          fechaTerminacion: '2026-05-01',
          montoFinal: 10.5,
          motivoTerminacion: 'No cumplió.',
        },
      ],
    ] as const) {
      const made = await call(
        'admin',
        'POST',
        '/obras/1/contratos',
        contratoBody({ numero, ...more }),
      );
      assert.equal(made.status, 201, made.text);
    }
    const before = await db.one('SELECT max(id) AS last FROM bitacora');
    for (const path of ['/seguimiento', '/contratos']) {
      for (const [end, type] of [
        ['csv', 'text/csv'],
        ['xlsx', XLSX],
      ] as const) {
        const file = await fetch(`${base}${path}.${end}`, {
          headers: { authorization: `Bearer ${await tokenOf('admin')}` },
        });
        const bytes = Buffer.from(await file.arrayBuffer());
        const answer = await report(bytes, 'actualizar=true', 'admin', type);
        const rows = path === '/contratos' ? 2 : 3;
        assert.deepEqual(counts(answer), [0, 0, rows, 0], JSON.stringify(answer.errores));
      }
    }
    assert.deepEqual(await db.one('SELECT max(id) AS last FROM bitacora'), before);
  });

  test('each choice comes in by its code, and by the name that people see of it', async () => {
    for (const [campo, { names }] of Object.entries(WORDS_OF)) {
      for (const [code, name] of Object.entries(names)) {
        for (const text of [code, name, ` ${name.toUpperCase()} `]) {
          const read = readWord(campo as keyof typeof WORDS_OF, { text, kind: 'text' });
          assert.deepEqual(read, { value: code }, `${campo}: ${text}`);
        }
      }
    }
    const head = ['Clave', 'Corte', 'Avance', 'Causa del atraso'];
    await report(csv(head, ['A-1', '2026-06-30', 45, 'Inconformidad social']));
    assert.equal((await avancesOf(1))[0].causaAtraso, 'SOCIAL');
  });

  test('the sheet to be filled in has the caller’s unfinished works, and comes in as it is', async () => {
    await newObra({ claveUnica: 'A-3', dependenciaId: 1, estatusObraId: 6 });
    await report(reports(['A-1', '2026-06-30', 45, '', '']));
    const sheetOf = async (who: Who, query = '') => {
      const answer = await fetch(`${base}/seguimiento/plantilla.xlsx?${query}`, {
        headers: { authorization: `Bearer ${await tokenOf(who as 'admin')}` },
      });
      assert.equal(answer.status, 200);
      // It is another for each caller, each day and after each report.
      assert.equal(answer.headers.get('etag'), null);
      return Buffer.from(await answer.arrayBuffer());
    };
    const own = await report(await sheetOf('other'), '', 'other', XLSX);
    assert.deepEqual(counts(own), [0, 0, 2, 0]);
    assert.deepEqual(
      own.muestra.map(({ valores }: { valores: object }) => valores),
      [{ claveUnica: 'A-1' }, { claveUnica: 'A-2' }],
    );
    assert.deepEqual(counts(await report(await sheetOf('admin'), '', 'admin', XLSX)), [0, 0, 3, 0]);
    refused(await call('user', 'GET', '/seguimiento/plantilla.xlsx'), 403, 'Forbidden resource');
    refused(await call('other', 'GET', '/seguimiento/plantilla.xlsx?fechaCorte=ayer'), 400, [
      /fechaCorte/,
    ]);
  });

  test('is for administrators and clerks, who see their own imports alone', async () => {
    const file = reports(['A-1', '2026-06-30', 45, '', '']);
    refused(await send(file, '', 'nobody'), 401, 'Unauthorized');
    refused(await send(file, '', 'user'), 403, 'Forbidden resource');
    refused(await send('', '', 'other'), 400, /^Falta el archivo/);
    const begun = await send(large(file));
    assert.equal(begun.status, 202, begun.text);
    assert.match(
      begun.headers.get('location') as string,
      /^\/seguimiento\/importacion\/[0-9a-f-]{36}$/,
    );
    for (;;) {
      const job = await jobAt(begun, 'other');
      if (job.terminadaEn !== null) {
        assert.deepEqual(counts(job.informe), [1, 0, 0, 0]);
        break;
      }
    }
    const place = begun.headers.get('location') as string;
    const id = place.split('/').at(-1);
    const isListed = async (path: string, who: Who) =>
      (await get(path, who)).body.some((job: { id: string }) => job.id === id);
    assert.ok(await isListed(PATH, 'other'));
    assert.ok(await isListed(PATH, 'admin'));
    assert.ok(!(await isListed('/obras/importacion', 'admin')));
    refused(await call('admin', 'GET', `/obras/importacion/${id}`), 404, UNKNOWN);
    await db.query('INSERT INTO capturistas VALUES ($1, 1)', [people.user.id]);
    assert.ok(!(await isListed(PATH, 'user')));
    refused(await call('user', 'GET', place), 404, UNKNOWN);
    refused(await call('user', 'DELETE', place), 404, UNKNOWN);
    refused(await call('other', 'DELETE', place), 409, /ya terminó/);
  });

  test('a right that is lost before the write: of an agency its rows, of all the import', async () => {
    await db.query(`INSERT INTO capturistas VALUES ($1, 2)`, [people.other.id]);
    const rows = numbers(1, 30).map((i) => [
      `A-${1 + (i % 2)}`,
      `2024-01-${String(i).padStart(2, '0')}`,
      i,
      '',
      '',
    ]);
    // The trial of the last rows waits for the work, and meanwhile the right goes.
    const sent = await db.transaction(async (tx) => {
      await tx.query(`SELECT FROM obras WHERE clave_unica = 'A-1' FOR UPDATE`);
      const sending = send(reports(...rows));
      await setTimeout(300);
      await tx.query('DELETE FROM capturistas WHERE dependencia_id = 1');
      return { sending };
    });
    const { body } = await sent.sending;
    assert.equal(body.rechazadas, 30, JSON.stringify(body));
    assert.equal(await count('avances'), 0);
  });
});
