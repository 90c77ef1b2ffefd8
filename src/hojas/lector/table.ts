import { readSync } from 'node:fs';
import { type Merged, type SheetRow, Unreadable } from '../celdas/cell.ts';
import { mayHaveCodes, withoutEntities } from '../celdas/entities.ts';
import type { Fields, NamedColumns } from '../celdas/fields.ts';
import { quoted } from '../celdas/text.ts';
import { type Unidad, unitInDoubt } from '../celdas/units.ts';
import { OLD_CHARSETS } from '../formatos/encoding.ts';
import type { Sheet } from '../formatos/zip.ts';
import type { ReadRow, Warning } from '../importacion/findings.ts';
import type { RowKind } from '../importacion/kind.ts';
import {
  countKnown,
  findHeadings,
  HEADING_ROWS,
  type Headings,
  isKnownBlank,
  noHeadings,
  refuseTwice,
} from '../tabla/headings.ts';
import { createRows } from '../tabla/row.ts';
import { createTotalOrNoteFinder } from '../tabla/skip-rows.ts';
import type { Hoja, Message, ReadRequest } from './messages.ts';

// The table of a file, and the values of its rows.

/** At most this many skipped rows are reported. */
const MOST_SKIPPED = 1_000;
/** The part that only OpenDocument files have. */
const ODS_CONTENT = 'content.xml';
/** Rows that are read at a time. */
const ROWS_PER_READ = 100;
/** The rows of other sheets are counted up to this many bytes of them. */
const MOST_COUNTED = 8_388_608;
/** The most characters of a value in a finding: more than reports show. */
const MOST_VALUE = 1_000;

/** A part of the file that may have the headings. */
interface Table<C extends string> {
  headings: Headings<C>;
  /** The rows from the first to that of the headings. */
  head: SheetRow['cells'][];
  /** Rows after the headings that were read with them, and the rows that follow. */
  first: SheetRow[];
  rest: AsyncGenerator<SheetRow[]>;
  merged: Merged[];
  /** The hidden columns, and whether hidden cells were left out. */
  hidden: Set<number>;
  isAnyLeftOut: () => boolean;
  hojas: Hoja[];
  /** The character set of a text, where few programs write it. */
  charset?: string | undefined;
}

/**
 * Reads the table of a file and its rows, some at a time.
 *
 * @param fd of the open file, read from its beginning
 * @throws Unreadable where the file can't be read, with the sentence that says why
 */
export async function* readTable<C extends string, Q extends ReadRequest, V extends object>(
  fd: number,
  { fields, texts, createReader }: RowKind<C, Q, V>,
  request: Q,
): AsyncGenerator<Exclude<Message<V & ReadRow>, { kind: 'unreadable' }>> {
  const { hoja } = request;
  const columnas = request.columnas as NamedColumns<C> | undefined;
  const isXlsx = signatureOf(fd) === 'zip';
  if (signatureOf(fd) === 'ole') {
    throw new Unreadable(
      'El archivo está cifrado con contraseña o es un .xls antiguo; quítele la contraseña y guárdelo como .xlsx.',
    );
  }
  if (!isXlsx && hoja !== undefined) {
    throw new Unreadable('Un .csv no tiene hojas; la hoja sólo se elige en libros .xlsx u .ods.');
  }
  const table = isXlsx
    ? await tableInBook(fd, request, fields, columnas)
    : await tableInText(fd, fields, columnas);
  const { headings, head, first, rest, merged, hojas, charset } = table;
  refuseTwice(headings);
  const { zone } = headings.utm;
  if (zone !== undefined) {
    headings.toDegrees = (await import('../celdas/utm.ts')).createUtmConverter(zone);
  }
  const read = createReader(headings, request, first);
  const rowOf = createRows(headings, request.unidadMonto, texts);
  yield {
    kind: 'columns',
    isXlsx,
    columns: headings.columns.map(({ heading, campo = null }) => ({ columna: heading, campo })),
    filaEncabezados: headings.fila,
    hojas,
    ...(request.withCells && {
      layout: {
        hoja: hojas.find(({ leida }) => leida)?.nombre,
        delimiter: headings.delimiter,
        head: [...unitTitle(headings, request.unidadMonto), ...head].slice(-HEADING_ROWS),
        texts: texts.flatMap((campo) => (headings.of[campo] ?? []).map(({ index }) => index)),
      },
    }),
  };
  const findTotalOrNote = createTotalOrNoteFinder(headings);
  const skipped: (Warning & { fila: number })[] = [];
  const hidden: number[] = [];
  const readRow = (cells: SheetRow): (V & ReadRow)[] => {
    const label = findTotalOrNote(cells);
    if (label !== undefined) {
      if (skipped.length < MOST_SKIPPED) skipped.push(skippedNote(cells.fila, label, headings));
      return [];
    }
    if (isKnownBlank(headings, cells)) return [];
    if (cells.isHidden && hidden.length < MOST_SKIPPED) hidden.push(cells.fila);
    const row = rowOf(cells);
    const values = read(row);
    if (cells.isCoded) row.warnOfCodes();
    // The properties are added to the object itself: a copy takes some 7 µs a row.
    const whole: V & ReadRow = Object.assign(values, {
      fila: row.fila,
      rejections: row.rejections.map(withShortValue),
      warnings: row.warnings.map(withShortValue),
    });
    if (row.earlier.length > 0) whole.earlier = row.earlier;
    if (request.withCells) whole.cells = cells.cells;
    return [whole];
  };
  const batches = function* (rows: SheetRow[]) {
    for (let i = 0; i < rows.length; i += ROWS_PER_READ) {
      const some = rows.slice(i, i + ROWS_PER_READ).flatMap(readRow);
      if (some.length > 0) yield { kind: 'rows', rows: some } as const;
    }
  };
  yield* batches(first);
  for await (const rows of rest) yield* batches(rows);
  yield {
    kind: 'end',
    warnings: [
      ...unitNote(headings, request.unidadMonto),
      ...noteOn(charset, headings),
      ...notesOnHidden(table, hidden),
      ...skipped,
      ...notesOn(merged, headings),
    ],
  };
}

/**
 * A title with the unit of the amounts, where only the importer chose it and it is not pesos. Otherwise the next import would
 * read these rows as pesos.
 */
function unitTitle(
  { unit }: Pick<Headings, 'unit'>,
  unidad: Unidad | undefined,
): SheetRow['cells'][] {
  if (unidad === undefined || unidad === 'pesos' || unitInDoubt(unit?.unit, undefined)) return [];
  return [[{ text: `Montos en ${unidad} de pesos`, kind: 'text' }]];
}

/**
 * The warning about a unit that only the importer chose, or that differs from the sheet's. Money is never converted silently.
 */
function unitNote<C extends string>(
  { fila, unit, of, fields }: Headings<C>,
  unidad: Unidad | undefined,
): (Warning & { fila: number })[] {
  const [column] = fields.amounts.flatMap((campo) => of[campo] ?? []);
  if (!column || unidad === undefined || unitInDoubt(unit?.unit, unidad)) return [];
  if (unidad === 'pesos' && !unitInDoubt(unit?.unit, undefined)) return [];
  const text = `Los montos se leen en ${unidad === 'pesos' ? unidad : `${unidad} de pesos`}, como se indicó.`;
  const finding = { field: '', campo: column.campo as string, codigo: 'unidadDicha' } as const;
  return [{ fila, columna: column.heading, valor: unit?.text ?? column.heading, ...finding, text }];
}

/** A finding with a shortened value, since each finding about a value repeats it. */
const withShortValue = <T extends Warning>(note: T): T =>
  note.valor !== null && note.valor.length > MOST_VALUE
    ? { ...note, valor: note.valor.slice(0, MOST_VALUE) }
    : note;

/** A zip archive, or the older container of encrypted workbooks and of .xls. */
function signatureOf(fd: number): 'zip' | 'ole' | undefined {
  const start = Buffer.alloc(8);
  readSync(fd, start, 0, 8, 0);
  if (start.toString('latin1', 0, 4) === 'PK\x03\x04') return 'zip';
  return start.toString('hex') === 'd0cf11e0a1b11ae1' ? 'ole' : undefined;
}

/** The table of a text, with the delimiter that yields most headings. */
async function tableInText<C extends string>(
  fd: number,
  fields: Fields<C>,
  columnas: NamedColumns<C> | undefined,
): Promise<Table<C>> {
  const { openCsv } = await import('../formatos/csv.ts');
  const csv = await openCsv(fd, fields.words);
  const candidates = csv.delimiters.map((delimiter) => ({
    delimiter,
    known: countKnown(
      csv.beginning(delimiter).slice(0, HEADING_ROWS).map(withLetters),
      fields,
      columnas,
    ),
  }));
  const { delimiter } = candidates.reduce((a, b) => (b.known > a.known ? b : a));
  const table = await tableOf(decoded(csv.rows(delimiter)), [], '', fields, columnas);
  table.headings.delimiter = delimiter;
  return { ...table, charset: OLD_CHARSETS[csv.charset] };
}

/**
 * The sheet that the importer chose. Else the first sheet with headings, among them the key's, and rows below. Else the first
 * sheet with headings.
 */
async function tableInBook<C extends string>(
  fd: number,
  { hoja, sinOcultas }: ReadRequest,
  fields: Fields<C>,
  columnas: NamedColumns<C> | undefined,
): Promise<Table<C>> {
  const { boundSheets, onlySeen, openZip, sheetNamed, TooMuch } = await import(
    '../formatos/zip.ts'
  );
  const archive = await openZip(fd, fields.words.records);
  const sheets = archive.parts.has(ODS_CONTENT)
    ? await (await import('../formatos/ods.ts')).openOds(archive)
    : await (await import('../formatos/xlsx.ts')).openXlsx(archive);
  const candidates = hoja === undefined ? sheets : [sheetNamed(sheets, hoja)];
  const together = archive.parts.get(ODS_CONTENT)?.uncompressedSize;
  boundSheets(archive, candidates.length > 1, together);
  let failure: unknown;
  let lesser: { table: Table<C>; sheet: Sheet } | undefined;
  for (const sheet of candidates) {
    let isAnyLeftOut = false;
    const onHidden = () => {
      isAnyLeftOut = true;
    };
    const { name, rows, merged, hidden } = sinOcultas ? onlySeen(sheet, onHidden) : sheet;
    try {
      const where = ` de la hoja ${quoted(name)}`;
      const candidate = await tableOf(decoded(rows()), merged, where, fields, columnas);
      const table = { ...candidate, hidden, isAnyLeftOut: () => isAnyLeftOut };
      const isKeyed = table.headings.columns.some(({ campo }) => campo === fields.key);
      const isWhole = isKeyed && table.first.length > 0;
      const isBest = isWhole || !lesser || lesser.table.first.length < table.first.length;
      await (isBest ? lesser?.table : table)?.rest.return(undefined);
      if (isWhole) {
        boundSheets(archive, false);
        return { ...table, hojas: await listed(sheets, sheet) };
      }
      if (isBest) lesser = { table, sheet };
    } catch (error) {
      if (!(error instanceof Unreadable) || error instanceof TooMuch) throw error;
      failure ??= error;
    }
  }
  boundSheets(archive, false);
  if (lesser) return { ...lesser.table, hojas: await listed(sheets, lesser.sheet) };
  throw failure ?? new Unreadable('El libro no tiene hojas visibles.');
}

/** The workbook's sheets, for the report. */
async function listed(sheets: Sheet[], read: Sheet): Promise<Hoja[]> {
  const hojas: Hoja[] = [];
  let left = MOST_COUNTED;
  for (const sheet of sheets) {
    let filas = sheet === read ? null : (sheet.filled ?? null);
    if (sheet !== read && filas === null && sheet.size <= left) {
      left -= sheet.size;
      filas = await countRows(sheet);
    }
    hojas.push({ nombre: sheet.name, filas, leida: sheet === read });
  }
  return hojas;
}

async function countRows({ rows }: Sheet): Promise<number | null> {
  let count = 0;
  try {
    for await (const some of rows()) count += some.length;
    return count;
  } catch (error) {
    // The import does not need this sheet.
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** The rows with letters in place of a web page's codes. */
async function* decoded(rows: AsyncGenerator<SheetRow[]>): AsyncGenerator<SheetRow[]> {
  for await (const some of rows) yield some.map(withLetters);
}

function withLetters(row: SheetRow): SheetRow {
  const isCoded = (cell: SheetRow['cells'][number]) =>
    cell?.kind === 'text' && mayHaveCodes(cell.text);
  if (!row.cells.some(isCoded)) return row;
  const cells = row.cells.map((cell) => {
    if (!cell || !isCoded(cell)) return cell;
    const text = withoutEntities(cell.text);
    if (text.trim() === '') return undefined;
    return text === cell.text ? cell : { ...cell, text, coded: cell.text };
  });
  return { ...row, cells, isCoded: true };
}

async function tableOf<C extends string>(
  rows: AsyncGenerator<SheetRow[]>,
  merged: Merged[],
  where: string,
  fields: Fields<C>,
  columnas: NamedColumns<C> | undefined,
): Promise<Table<C>> {
  const read: SheetRow[] = [];
  while (read.length < HEADING_ROWS) {
    const { value, done } = await rows.next();
    if (done) break;
    read.push(...value);
  }
  const top = read.slice(0, HEADING_ROWS);
  const headings = findHeadings(top, fields, columnas);
  if (!headings) {
    await rows.return(undefined);
    throw noHeadings(top, where, fields);
  }
  const isBelow = (row: SheetRow) => row.fila > headings.fila && !isKnownBlank(headings, row);
  const head = top
    .filter(({ fila, cells }) => fila <= headings.fila && cells.some((cell) => cell))
    .map(({ cells }) => cells);
  let first = read.filter(isBelow);
  while (first.length === 0) {
    const { value, done } = await rows.next();
    if (done) break;
    first = value.filter(isBelow);
  }
  const hidden = new Set<number>();
  return {
    headings,
    head,
    first,
    rest: rows,
    merged,
    hidden,
    isAnyLeftOut: () => false,
    hojas: [],
  };
}

/** The warning about a guessed character set. */
function noteOn<C extends string>(
  charset: string | undefined,
  { fila, columns: [column] }: Headings<C>,
): (Warning & { fila: number })[] {
  if (charset === undefined || !column) return [];
  const text = `El archivo se leyó en la codificación ${charset}; revise los acentos, y guárdelo como «CSV UTF-8» si no están bien.`;
  return [{ fila, columna: column.heading, valor: null, field: '', text }];
}

/** The warning about a skipped row. */
const skippedNote = <C extends string>(
  fila: number,
  valor: string,
  { columns: [column], fields }: Headings<C>,
) => ({
  fila,
  columna: column?.heading ?? '',
  valor: valor.slice(0, MOST_VALUE),
  field: '',
  text: `No es ${fields.words.aRecord}, sino un título, un total, una nota o un encabezado repetido; se pasó por alto.`,
});

/** The warning about hidden rows and columns. They are read, unless the importer chose otherwise. */
function notesOnHidden<C extends string>(
  { headings: { fila, columns }, hidden, isAnyLeftOut }: Table<C>,
  rows: number[],
): (Warning & { fila: number })[] {
  const unseen = columns.filter(({ campo, index }) => campo && hidden.has(index));
  const names = unseen.map(({ heading }) => quoted(heading)).join(', ');
  const what = [
    rows.length > 0 ? ['filas ocultas'] : [],
    unseen.length > 0 ? [`columnas ocultas (${names})`] : [],
  ].flat();
  const text = isAnyLeftOut()
    ? 'Las filas y columnas ocultas de la hoja no se leen, como se indicó.'
    : `La hoja tiene ${what.join(' y ')}, y se leen como las demás.`;
  const note = { valor: null, field: '', codigo: 'ocultas' as const, text, once: 'ocultas' };
  if (what.length === 0 && !isAnyLeftOut()) return [];
  const columna = unseen[0]?.heading ?? columns[0]?.heading ?? '';
  return (rows.length > 0 ? rows : [fila]).map((each) => ({ ...note, fila: each, columna }));
}

/** The warnings about merged cells: all but the first cell are blank. */
function notesOn<C extends string>(
  merged: Merged[],
  { fila, columns }: Headings<C>,
): (Warning & { fila: number })[] {
  return merged.flatMap((range) => {
    const column = columns.find(({ index }) => index === range.column);
    if (!column?.campo || range.fila <= fila) return [];
    return {
      fila: range.fila,
      columna: column.heading,
      valor: range.range,
      field: '',
      text: 'Las celdas están combinadas y sólo la primera tiene el valor; sepárelas y repítalo en cada fila.',
    };
  });
}
