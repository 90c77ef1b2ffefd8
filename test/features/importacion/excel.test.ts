import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { fillWithDemo } from '../../../src/commands/demo/demo.ts';
import { headingOf } from '../../../src/core/obras/columns.ts';
import { FILA, FILA_CONTRATO } from '../../../src/features/seguimiento/campos.ts';
import { fileColumns } from '../../../src/features/seguimiento/hojas.ts';
import {
  CAUSAS,
  NATURALEZAS,
  PROCEDIMIENTOS,
  TERMINACIONES,
} from '../../../src/features/seguimiento/opciones.ts';
import { LISTAS } from '../../../src/features.ts';
import { readPercent } from '../../../src/hojas/celdas/percent.ts';
import { type Cells, type ListedColumn, shown } from '../../../src/listados/listado-en-archivo.ts';
import { columnOf } from '../../columns.ts';
import { hasFeature, isHere } from '../../features.ts';
import { counts, messages, report as reportOf, XLSX } from '../../imports.ts';
import { type Cell, linesOf, sheetCells, sheetRows, unzip, zipOf } from '../../spreadsheet.ts';
import {
  bytesOf,
  call,
  db,
  get,
  newObra,
  noteArchivo,
  numbers,
  reset,
  resetWithCatalog,
} from '../../world.ts';

const COLUMNS = LISTAS.columns.all;

// Workbooks speak as people do: words, units and per cents, where CSV has the names and codes of the API. They say the same, and
// come in again without changing anything, also from the hands of somebody who has opened them in Excel.

const SHEET = 'xl/worksheets/sheet1.xml';
const FILES = {
  '/obras': { path: '/obras/importacion', columns: withHeadings(COLUMNS) },
  '/seguimiento': {
    path: '/seguimiento/importacion',
    columns: withHeadings(fileColumns({ ...FILA, ...LISTAS.followUp.columns })),
  },
  '/contratos': {
    path: '/seguimiento/importacion',
    columns: withHeadings(fileColumns(FILA_CONTRATO)),
  },
} as const;
type File = keyof typeof FILES;
const NAMES = (Object.keys(FILES) as File[]).filter((file) => isHere(`${file}.xlsx`));
function withHeadings(columns: ListedColumn[]) {
  return columns.map((each) => ({ ...each, heading: headingOf(each) }));
}

const report = (file: File, bytes: string | Buffer, query = '', type = XLSX) =>
  reportOf(bytes, query, { type, path: FILES[file].path });
const sheetOf = async (file: File) => (await unzip(await bytesOf(`${file}.xlsx`)))[SHEET] as string;
const csvOf = async (path: string): Promise<Record<string, string>[]> =>
  parse((await get(path, 'admin')).text, { columns: true, bom: true, record_delimiter: '\r\n' });

/** The text that a cell shows, by the format of its number. */
const FORMATS = ['', '', '#,##0.00', '0.00%', 'dd/mm/yyyy'];
const dayOf = (serial: string) =>
  new Date((Number(serial) - 25_569) * 86_400_000).toISOString().slice(0, 10);
function shownIn({ value, style }: Cell): string {
  const format = FORMATS[style];
  if (format === '0.00%') return `${(Number(value) * 100).toFixed(2)}%`;
  if (format === 'dd/mm/yyyy') return dayFirst(dayOf(value));
  return format === '#,##0.00' ? grouped(value) : value;
}

/** A cell of CSV as a workbook shows it. */
function inWords({ type, words }: { type: string; words?: Record<string, string> }, value: string) {
  if (type === 'text') return words?.[value] ?? value.replace(/^'/, '');
  if (value === '' || type === 'number') return value;
  if (type === 'percent') return `${value}%`;
  return type === 'date' ? dayFirst(value) : grouped(value);
}
const dayFirst = (day: string) => day.split('-').reverse().join('/');
const grouped = (amount: string) => amount.replace(/\B(?=(\d{3})+\.)/g, ',');
const CODES = new Set([CAUSAS, NATURALEZAS, PROCEDIMIENTOS, TERMINACIONES].flatMap(Object.keys));

/** Every column: its heading, what its cells are, and the field for which an import takes it. */
const TABLE: Record<File, string> = {
  '/obras': `Id en el registro | número |
    Número de obra | número |
    Clave única | texto | claveUnica
    Nombre de la obra | texto | nombre
    Descripción | texto | descripcion
    Monto en pesos | #,##0.00 | monto
    Ejercicio fiscal | número | ejercicioFiscal
    Dependencia | texto | dependencia
    Siglas de la dependencia | texto | siglas
    Municipio | texto | municipio
    Clave del municipio | texto | municipioClave
    Tipo de proyecto | texto | tipoProyecto
    Estatus | texto | estatus
    Dirección | texto | direccion
    Localidad de referencia | texto | localidadReferencia
    Referencia del lugar | texto | referenciaLugar
    Longitud (grados) | número | longitud
    Latitud (grados) | número | latitud${
      hasFeature('archivos') ? '\nFotos | número |\nFoto más nueva | texto |' : ''
    }`,
  '/seguimiento': `Clave única | texto | claveUnica
    Nombre de la obra | texto |
    Dependencia | texto |
    Municipio | texto |
    Estatus | texto |
    Monto en pesos | #,##0.00 |
    Fecha de corte | dd/mm/yyyy | fechaCorte
    Avance físico | 0.00% | avanceFisico
    Lo pagado del monto registrado | 0.00% |
    Monto pagado en pesos | #,##0.00 | montoPagado
    Fecha de lo pagado | dd/mm/yyyy | fechaPagado
    Lo pagado de los contratos | 0.00% |
    Pago adelantado (puntos) | número |
    Causa del atraso | texto | causaAtraso
    Avances reportados | número |
    Fecha de término original | dd/mm/yyyy |
    Fecha de término vigente | dd/mm/yyyy |
    Días de atraso | número |
    Contratos | número |
    Monto contratado en pesos | #,##0.00 |
    Monto vigente en pesos | #,##0.00 |
    Crecimiento de los contratos | 0.00% |
    Convenios | número |
    Contratistas | texto |${
      hasFeature('alertas')
        ? `
    Plazos registrados | número |
    Días sin movimiento | número |
    Menor número de proponentes | número |
    Exceso de sus adjudicaciones juntas en pesos |  |
    Exceso sobre el umbral en pesos |  |
    Días de retraso de un convenio | número |
    Exceso de lo pagado en pesos | #,##0.00 |
    Días sin acta | número |`
        : ''
    }`,
  '/contratos': `Clave única | texto | claveUnica
    Nombre de la obra | texto |
    Dependencia | texto |
    Número | texto | numero
    Naturaleza | texto | naturaleza
    Procedimiento | texto | procedimiento
    Número de proponentes | número | numeroProponentes
    Objeto | texto | objeto
    Contratista | texto | contratista
    RFC del contratista | texto | contratistaRfc
    OCID | texto | ocid
    Enlace | texto | url
    Fecha de firma | dd/mm/yyyy | fechaFirma
    Fecha de inicio | dd/mm/yyyy | fechaInicio
    Fecha de término | dd/mm/yyyy | fechaTermino
    Fecha de término vigente | dd/mm/yyyy |
    Monto en pesos | #,##0.00 | monto
    Anticipo en pesos | #,##0.00 | anticipo
    Presupuesto base en pesos | #,##0.00 | presupuestoBase
    Monto vigente en pesos | #,##0.00 |
    Variación del monto | 0.00% |
    Convenios | número |
    Terminación | texto | terminacion
    Fecha de terminación | dd/mm/yyyy | fechaTerminacion
    Monto final en pesos | #,##0.00 | montoFinal
    Fecha de entrega-recepción | dd/mm/yyyy | fechaEntregaRecepcion
    Motivo de la terminación | texto | motivoTerminacion`,
};

async function shownOf(columns: ListedColumn[], rows: Cells[]): Promise<Cells[]> {
  async function* batches() {
    yield structuredClone(rows);
  }
  for await (const batch of shown(columns, { rows: 0, sums: [] }, batches())) return batch;
  return [];
}

describe('a workbook of the demonstration registry', () => {
  before(async () => {
    await reset();
    await fillWithDemo(db, { print: () => {} });
    // Of each choice at least one, and a contract and a work that say all there is to say.
    const chosen = (column: string, words: object, table: string) =>
      db.query(
        `UPDATE ${table} SET ${column} = ($1::text[])[1 + n % cardinality($1::text[])]
         FROM (SELECT id, row_number() OVER (ORDER BY id)::integer AS n FROM ${table}) AS numbered
         WHERE numbered.id = ${table}.id`,
        [Object.keys(words)],
      );
    await chosen('causa_atraso', CAUSAS, 'avances');
    await chosen('naturaleza', NATURALEZAS, 'contratos');
    await chosen('procedimiento', PROCEDIMIENTOS, 'contratos');
    await db.query(
      `UPDATE contratos SET terminacion = ($1::text[])[1 + id % 3], fecha_terminacion = hoy(),
         monto_final = 10.5, motivo_terminacion = 'No cumplió.', fecha_entrega_recepcion = hoy(),
         ocid = 'ocds-1', url = 'https://ejemplo.mx/1', contratista_rfc = 'CMA010203AB5',
         anticipo = 100, presupuesto_base = 1234.56, numero_proponentes = 3
       WHERE id % 7 = 0 AND fecha_inicio < hoy()`,
      [Object.keys(TERMINACIONES)],
    );
    await db.query(
      `UPDATE ubicaciones SET localidad_referencia = 'Centro', referencia_lugar = 'Parque' WHERE id = 1`,
    );
    const [{ id }] = (await db.query('SELECT id FROM obras LIMIT 1')) as [{ id: number }];
    await noteArchivo(id);
  });

  for (const file of NAMES) {
    test(`${file}.xlsx has each column's words, unit and format, and changes no work when it comes in again`, async () => {
      const parts = await unzip(await bytesOf(`${file}.xlsx`));
      const styles = parts['xl/styles.xml'] as string;
      const codes = styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]*)"/g);
      const own = new Map([...codes].map(([, id, code]) => [id, code]));
      const [, cellXfs = ''] = /<cellXfs[^>]*>(.*)<\/cellXfs>/.exec(styles) ?? [];
      const formats = [...cellXfs.matchAll(/<xf [^>]*?(?:numFmtId="(\d+)"[^>]*)?>/g)].map(
        ([, id]) => id,
      );
      assert.deepEqual(
        formats.map((id = '') => own.get(id) ?? { 4: '#,##0.00', 10: '0.00%' }[id] ?? ''),
        FORMATS,
      );
      const rows = sheetRows(parts[SHEET] as string);
      const start = await db.one('SELECT max(id) AS last FROM bitacora');
      const answer = await report(file, await bytesOf(`${file}.xlsx`), 'actualizar=true');
      assert.deepEqual(counts(answer), [0, 0, rows.length, 0], JSON.stringify(answer.errores));
      // The demonstration has a firm whose RFC is doubtful.
      const noted = new Set((answer.avisos as { campo: string }[]).map(({ campo }) => campo));
      assert.deepEqual([...noted], file === '/contratos' ? ['contratistaRfc'] : []);
      assert.deepEqual(await db.one('SELECT max(id) AS last FROM bitacora'), start);
      const found = answer.columnas.map(({ columna, campo }: Record<string, string | null>) => {
        const cells = rows.flatMap((row) => row[columna as string] ?? []);
        const kinds = new Set(
          cells.map(({ isText, style }) => (isText ? 'texto' : FORMATS[style] || 'número')),
        );
        return [columna, [...kinds].join(), campo ?? ''].join(' | ').trim();
      });
      assert.equal(found.join('\n'), TABLE[file].replace(/^ +| +$/gm, ''));
    });

    test(`${file}.xlsx shows what ${file}.csv says, and as Excel saves it as CSV it changes no work either`, async () => {
      const { columns } = FILES[file];
      const cells = sheetRows(await sheetOf(file)).map((row) =>
        columns.map(({ heading }) => (row[heading] ? shownIn(row[heading]) : '')),
      );
      const plain = (await csvOf(`${file}.csv`)).map((row) =>
        columns.map((column) => inWords(column, row[column.name] as string)),
      );
      assert.deepEqual(cells, plain);
      assert.ok(!cells.flat().some((cell) => CODES.has(cell)));
      const saved = linesOf([columns.map(({ heading }) => heading), ...cells]);
      const answer = await report(file, saved, 'actualizar=true', 'text/csv');
      assert.deepEqual(counts(answer), [0, 0, cells.length, 0], JSON.stringify(answer.errores));
    });
  }

  test('of progress has the headings of the sheet to be filled in, except those to type in', async () => {
    const book = await unzip(await bytesOf('/seguimiento/plantilla.xlsx'));
    const asked = Object.entries(sheetCells(book[SHEET] as string))
      .filter(([place]) => /^[A-Z]1$/.test(place))
      .map(([, { value }]) => value);
    const own = FILES['/seguimiento'].columns.map(({ heading }) => heading);
    const last = ['Último corte', 'Último avance (%)', 'Último pagado en pesos'];
    const typed = ['Avance físico (%)', 'Observaciones'];
    assert.deepEqual(
      asked.filter((heading) => !own.includes(heading)),
      [...last, ...typed],
    );
  });

  test('keeps a code without words', async () => {
    const columns = fileColumns(FILA_CONTRATO).filter(({ name }) =>
      ['procedimiento', 'monto'].includes(name),
    );
    const rows = [
      ['NUEVO_CODIGO', '0.10'],
      [null, '0.20'],
    ];
    const shown = await shownOf(columns, [...rows, ['INVITACION', null]]);
    assert.deepEqual(shown, [...rows, ['Invitación a cuando menos tres', null]]);
  });

  test('has every per cent of two decimals as the fraction that comes back as it', async () => {
    const columns = fileColumns(FILA).filter(({ name }) => name === 'avanceFisico');
    const all = numbers(0, 10_000).map((n) => [(n / 100).toFixed(2)]);
    const rows = await shownOf(columns, all);
    for (const [n, [fraction = null]] of rows.entries()) {
      assert.match(fraction ?? '', /^[01](?:\.\d{1,4})?$/);
      const read = readPercent({ text: fraction ?? '', kind: 'percent' });
      assert.deepEqual(read, { value: n / 100, isBare: false, isRounded: false });
    }
  });
});

describe('a workbook of progress that somebody has changed', () => {
  const PERCENTS = [45.5, 0.4, 99.99, 100];
  beforeEach(async () => {
    await resetWithCatalog();
    for (const [i, avanceFisico] of PERCENTS.entries()) {
      await newObra();
      const body = { fechaCorte: '2026-06-30', avanceFisico, causaAtraso: 'FUERZA_MAYOR' };
      const { status, text } = await call('admin', 'POST', `/obras/${i + 1}/avances`, body);
      assert.equal(status, 201, text);
    }
  });
  const progress = async () => columnOf((await get('/seguimiento')).body, 'avanceFisico');

  /** The workbook with other cells of progress, from the first work on. */
  async function withProgress(...cells: string[]): Promise<Buffer> {
    const parts = await unzip(await bytesOf('/seguimiento.xlsx'));
    const places = Object.entries(sheetCells(parts[SHEET] as string));
    const [heading = ''] = places.find(([, { value }]) => value === 'Avance físico') ?? [];
    let sheet = parts[SHEET] as string;
    for (const [i, cell] of cells.entries()) {
      const place = heading.replace('1', String(i + 2));
      const pattern = new RegExp(`<c r="${place}"[^>]*><v>[^<]*</v></c>`);
      assert.match(sheet, pattern);
      sheet = sheet.replace(pattern, cell.replace('<c', `<c r="${place}"`));
    }
    return zipOf({ ...parts, [SHEET]: sheet });
  }
  const percent = (fraction: number) => `<c s="3"><v>${fraction}</v></c>`;
  const bare = (number: number) => `<c><v>${number}</v></c>`;
  const taken = async (bytes: Buffer, query = '') =>
    report('/seguimiento', bytes, `actualizar=true&${query}`);

  test('is taken as it shows, also up to one per cent, without a question', async () => {
    const bytes = await withProgress(...[0.46, 0.01, 0.005, 0.9999].map(percent));
    const answer = await taken(bytes);
    assert.deepEqual(counts(answer), [0, 4, 0, 0], JSON.stringify(answer.errores));
    assert.deepEqual(await progress(), [46, 1, 0.5, 99.99]);
  });

  test('is taken where a per cent is written as one in a cell of another format', async () => {
    const text = '<c t="inlineStr"><is><t>46 %</t></is></c>';
    const bytes = await withProgress(text, percent(0.004), bare(60), percent(1));
    assert.deepEqual(counts(await taken(bytes)), [0, 2, 2, 0]);
    assert.deepEqual(await progress(), [46, 0.4, 60, 100]);
  });

  test('is refused where a per cent went into a cell that takes a hundred of them for one', async () => {
    const answer = await taken(await withProgress(percent(46)));
    assert.deepEqual(messages(answer.errores), ['Avance físico debe estar entre 0 y 100.']);
    assert.deepEqual(await progress(), PERCENTS);
  });

  test('is asked about where its formats are lost, and changes no report once they are named', async () => {
    const bytes = await withProgress(...[0.455, 0.004, 0.9999, 1].map(bare));
    const asked = await taken(bytes);
    assert.deepEqual([asked.aplicada, counts(asked)], [false, [0, 1, 0, 3]]);
    assert.deepEqual(messages(asked.errores), [
      'Avance físico: 0.455 no dice %: puede ser 0.46 % o 45.5 %.',
      'Avance físico: 0.004 no dice %: puede ser 0 % o 0.4 %.',
      'Avance físico: 0.9999 no dice %: puede ser 1 % o 99.99 %.',
    ]);
    assert.deepEqual(await progress(), PERCENTS);
    assert.deepEqual(counts(await taken(bytes, 'unidadAvance=fraccion')), [0, 0, 4, 0]);
  });
});
