import { remark } from '../../../core/base/errors.ts';
import {
  type Cell,
  createDayReader,
  createKeyReader,
  digestOf,
  foldHeading,
  isBrief,
  isNoKey,
  missingColumn,
  oneOf,
  partsOf,
  quoted,
  type Read,
  readPercent,
  readQuarter,
  readText,
  readYear,
  refuseAll,
  refuseLost,
  tidied,
  type UnidadDePorciento,
  withoutUnit,
  withoutZeroFraction,
} from '../../../hojas/celdas/index.ts';
import type {
  Column,
  Finding,
  Headings,
  Missing,
  ReadRequest,
  ReadRow,
  Repeated,
  Row,
  RowKind,
  SplitCells,
} from '../../../hojas/index.ts';
import { createMoneyCheck } from '../../../hojas-de-obras/dinero.ts';
import { type KeyReader, readClave, readPesos, readTidy } from '../../../hojas-de-obras/filas.ts';
import { doubtOfRfc, isHiddenRfc, tidyRfc } from '../rfc.ts';
import {
  AMOUNTS,
  AVANCE_CAMPOS,
  type CampoDeAvance,
  type CampoDeContrato,
  type CampoDeSeguimiento,
  CONTRATO_CAMPOS,
  OF_EITHER,
  OF_SEGUIMIENTO,
  SUPPLIER,
} from './columnas.ts';
import { readChoice, saysNothing, WORDS_OF } from './valores.ts';

// Reads a row's report and contract of a work, and finds the cells that cannot be read. decide.ts checks the rules and the
// registry.

/** A row's values, by the API's names. */
type AvanceDicho = Partial<Record<CampoDeAvance, string | number>>;
type ContratoDicho = Partial<Record<CampoDeContrato, string | number>>;

/** The values of a row, as they were read. */
interface SeguimientoValues {
  /** The key; null where the row has none, or an unreadable one. */
  clave: string | null;
  /** The report; null where the row has only its day. */
  avance: AvanceDicho | null;
  /**
   * Its progress as the cell has it, before rounding, where the cell has no percent sign and the importer did not choose a
   * unit.
   */
  bare: number | undefined;
  /** The day of the amount paid, where the row has one. */
  fechaPagado: string | undefined;
  /** True where the sheet has a column of amounts paid, and it is blank in this row. */
  isUnpaid: boolean;
  /** The contract; null where the row has none. */
  contrato: ContratoDicho | null;
}
export type SeguimientoRow = SeguimientoValues & ReadRow;

interface SeguimientoRequest extends ReadRequest {
  /** The day of rows without one, AAAA-MM-DD. */
  fechaCorte?: string | undefined;
  /** The meaning of bare numbers up to 1. */
  unidadAvance?: UnidadDePorciento | undefined;
}

/** Fields whose cells are taken as they stand. */
const TEXTS_OF_REPORTS: CampoDeSeguimiento[] = [
  'claveUnica',
  'observaciones',
  'numero',
  'objeto',
  'contratista',
  'contratistaRfc',
  'ocid',
  'url',
  'motivoTerminacion',
];

/** The rows of sheets of follow-up. */
export const fila: RowKind<CampoDeSeguimiento, SeguimientoRequest, SeguimientoValues> = {
  module: import.meta.url,
  fields: OF_SEGUIMIENTO,
  texts: TEXTS_OF_REPORTS,
  createReader(headings, { fechaCorte, unidadAvance, unidadMonto, unaVez = false }, first) {
    refuseLost(headings, ['avanceFisico', 'montoPagado']);
    ignoreContracts(headings);
    if (headings.of.numero) refuseLost(headings, AMOUNTS.filter(createContractCheck(headings)));
    const readKey = createKeyReader(headings.of.claveUnica, first);
    const readNumero = createKeyReader(headings.of.numero, first);
    const readFecha = createDayReader(headings, first);
    const person = personColumns(headings);
    const missing = missingEverything(headings);
    const checkMoney = createMoneyCheck<CampoDeSeguimiento>(headings, unidadMonto);
    const checkRepetition = createRepetitionCheck(headings, unaVez);
    return (row) => {
      // Cells after the split are in the wrong columns, so they would only mislead.
      if (row.isSplit(findSplitPercent(row))) {
        return {
          clave: null,
          avance: null,
          contrato: null,
          bare: undefined,
          fechaPagado: undefined,
          isUnpaid: false,
        };
      }
      const clave = readClave(row, readKey);
      const taxes = checkMoney(row);
      if (taxes && saysAmounts(row)) row.refuse(taxes, WITHOUT_TAXES);
      const avance: AvanceDicho = readParts(row, AVANCE_CAMPOS, readFecha, readNumero);
      const percent = readAvance(row, unidadAvance);
      if (percent) avance.avanceFisico = percent.value;
      const contrato: ContratoDicho = readParts(row, CONTRATO_CAMPOS, readFecha, readNumero);
      if (contrato.contratista === undefined && !row.isRefusedFor('contratista')) {
        const name = readPerson(row, person);
        if (name) contrato.contratista = name;
      }
      // In a sheet of contracts, remarks are about the contract, which has no such field.
      const isReport = Object.keys(avance).some(
        (campo) => campo !== 'fechaCorte' && (campo !== 'observaciones' || isOfProgress(headings)),
      );
      const isMeant = isReport || AVANCE_CAMPOS.some((campo) => row.isRefusedFor(campo));
      if (isMeant && avance.fechaCorte === undefined && !row.isRefusedFor('fechaCorte')) {
        const day = readCut(row, fechaCorte);
        if (day !== undefined) avance.fechaCorte = day;
        else if (isReport && !row.isRefusedFor('trimestre') && !row.isRefusedFor('ciclo')) {
          const text = 'Falta la fecha de corte. Escríbala en la fila, o elija una para todas.';
          row.miss('fechaCorte', { text, codigo: 'faltaDato' });
        }
      }
      if (missing && row.rejections.length === 0) row.miss('avanceFisico', missing);
      const values: SeguimientoValues = {
        clave,
        avance: isReport ? avance : null,
        contrato: contratoOf(contrato),
        bare: percent?.bare,
        fechaPagado: avance.montoPagado === undefined ? undefined : readFecha(row, 'fechaPagado'),
        isUnpaid: headings.of.montoPagado !== undefined && avance.montoPagado === undefined,
      };
      if (row.rejections.length === 0) checkRepetition(row, values);
      return values;
    };
  },
};

const WITHOUT_TAXES: Finding = {
  field: '',
  campo: 'iva',
  text: 'La fila dice que sus montos no incluyen IVA, y el registro los guarda con IVA: escríbalos con él.',
  once: 'iva',
};

/** True where a row has a value in a column of amounts. */
const saysAmounts = ({ headings: { of }, cells }: Row<CampoDeSeguimiento>): boolean =>
  AMOUNTS.some((campo) => of[campo]?.some(({ index }) => cells[index]));

const isAmount = (campo: CampoDeSeguimiento): boolean =>
  (AMOUNTS as readonly CampoDeSeguimiento[]).includes(campo);
const isWord = (campo: CampoDeSeguimiento): campo is keyof typeof WORDS_OF => campo in WORDS_OF;

/** The progress of a row. `bare` is its number where neither the cell nor the importer says that it is a percentage. */
function readAvance(row: Row<CampoDeSeguimiento>, unidad: UnidadDePorciento | undefined) {
  const percent = row.read('avanceFisico', (cell) => readPercent(cell, unidad));
  if (!percent) return undefined;
  const { column, value } = percent;
  const cell = row.cells[column.index] as Cell;
  const { isRounded, isBare } = readPercent(cell, unidad);
  const note = remark('avanceFisico', 'se redondea a dos decimales.');
  if (isRounded) row.warn(percent, { ...note, once: 'avanceFisico' });
  const hasUnitOption = isBare && unidad !== undefined;
  if (hasUnitOption && isUpToOne(cell)) row.warn(percent, UNIT_NOTES[unidad]);
  const bare = isBare && !hasUnitOption ? Number(cell.text.trim().replace(',', '.')) : undefined;
  return { value, bare };
}

const isUpToOne = (cell: Cell): boolean => {
  const { value = 0 } = readPercent(cell) as { value?: number };
  return value > 0 && value <= 1;
};

/** The warning about the importer's choice for bare numbers: nothing is converted silently. */
const unitNote = (como: string): Finding => ({
  field: '',
  campo: 'avanceFisico',
  text: `Los avances de 0 a 1 que no dicen % se leen como ${como}, como se indicó.`,
  codigo: 'unidadAvance',
  once: 'unidadAvance',
});
const UNIT_NOTES: Record<UnidadDePorciento, Finding> = {
  porciento: unitNote('por cientos (0.45 es 0.45 %)'),
  fraccion: unitNote('fracciones (0.45 es 45 %)'),
};

/** The values of some fields, without the progress. */
function readParts<C extends CampoDeSeguimiento>(
  row: Row<CampoDeSeguimiento>,
  campos: C[],
  readFecha: ReturnType<typeof createDayReader<CampoDeSeguimiento>>,
  readNumero: KeyReader,
): Partial<Record<C, string | number>> {
  const valueIn = (campo: CampoDeSeguimiento): string | number | undefined => {
    if (campo === 'avanceFisico') return undefined;
    if (isAmount(campo)) return readPesos(row, campo);
    if (isWord(campo)) {
      const [column] = row.headings.of[campo] ?? [];
      const cell = column && row.cells[column.index];
      if (cell && saysNothing(cell)) return undefined;
      return row.read(campo, (word) => readChoice(WORDS_OF[campo], word))?.value;
    }
    if (campo.startsWith('fecha')) return readFecha(row, campo);
    if (campo === 'numeroProponentes') return row.read(campo, readCount)?.value;
    return readOwnText(row, campo, campo === 'numero' ? readNumero : readText);
  };
  const entries = campos.flatMap((campo) => {
    const value = valueIn(campo);
    return value === undefined ? [] : [[campo, value]];
  });
  return Object.fromEntries(entries) as Partial<Record<C, string | number>>;
}

/** A text, normalized; undefined where nothing is left of it. There is a notice of an RFC that seems wrong. */
function readOwnText(
  row: Row<CampoDeSeguimiento>,
  campo: CampoDeSeguimiento,
  reader: KeyReader,
): string | undefined {
  const isRfc = campo === 'contratistaRfc';
  const read = readTidy(row, campo, reader, (text) =>
    isRfc
      ? tidyRfc(tidied(text, { isUpperCase: true }))
      : tidied(text, { keepsUnseen: campo === 'url' }),
  );
  if (isRfc && read && isHiddenRfc(read.value)) return undefined;
  const doubt = isRfc && read && doubtOfRfc(read.value);
  if (doubt) row.warn(read, { field: campo, text: doubt });
  return read?.value;
}

/** The beginnings of the headings of a person's name in official forms, in their order. */
const PERSON = [/^nombres?/, /^primerapellido/, /^segundoapellido/];
/** The most columns from a person's name to the firm's: a form may have the sex between them. */
const BESIDE = 5;

/** The columns of the name of a contractor who is a person; empty where there are none. */
function personColumns({
  columns,
  of,
}: Headings<CampoDeSeguimiento>): Column<CampoDeSeguimiento>[] {
  if (!of.numero) return [];
  const people = columns.flatMap((_, i) => {
    const own = columns.slice(i, i + PERSON.length);
    const isOne = PERSON.every((words, n) => words.test(foldHeading(own[n]?.heading ?? '')));
    return isOne ? [own] : [];
  });
  const firm = of.contratista?.[0]?.index ?? Number.NEGATIVE_INFINITY;
  const isOfFirm = (own: Column<CampoDeSeguimiento>[]) => {
    const { heading, index } = own[0] as Column<CampoDeSeguimiento>;
    const isNamed = new RegExp(SUPPLIER).test(foldHeading(heading));
    return isNamed || (firm > index && firm <= index + BESIDE);
  };
  return people.filter(isOfFirm).at(-1) ?? [];
}

/** The name of a contractor who is a person, in one text; undefined where the row has none. */
function readPerson(
  row: Row<CampoDeSeguimiento>,
  person: Column<CampoDeSeguimiento>[],
): string | undefined {
  const parts = person.flatMap((column) => {
    const cell = row.cells[column.index];
    if (!cell || isNoKey(cell.text)) return [];
    row.checkLetters('contratista', column, cell.text);
    return tidied(cell.text) || [];
  });
  return parts.length > 0 ? parts.join(' ') : undefined;
}

/** The day of a report without its own: the last of its quarter, or the day chosen for all rows. */
function readCut(row: Row<CampoDeSeguimiento>, fechaCorte: string | undefined): string | undefined {
  const isQuarter = row.text('trimestre') !== undefined;
  // A quarter without a year is in the year of the day chosen for all rows. A year alone gives no day.
  const year =
    (isQuarter && row.read('ciclo', readYear)?.value) ||
    (fechaCorte && Number(fechaCorte.slice(0, 4)));
  const quarter =
    isQuarter && !row.isRefusedFor('ciclo')
      ? row.read('trimestre', (cell) => readQuarter(cell, year || undefined))?.value
      : undefined;
  return quarter ?? (row.isRefusedFor('trimestre') ? undefined : fechaCorte);
}

/**
 * Removes the field of columns that are not about a contract. «Número» and «Monto» are a contract's only in a sheet of
 * contracts. Beside progress they are about the work, or number the rows. Without a number the contract is unknown.
 */
function ignoreContracts({ columns, of }: Headings<CampoDeSeguimiento>): void {
  const ignore = (isIgnored: (column: Column<CampoDeSeguimiento>) => boolean) => {
    for (const column of columns) {
      const { campo } = column;
      if (!campo || !ofContrato.includes(campo) || !isIgnored(column)) continue;
      of[campo] = (of[campo] ?? []).filter((other) => other !== column);
      if (of[campo].length === 0) delete of[campo];
      column.campo = undefined;
    }
  };
  const ofContrato: readonly CampoDeSeguimiento[] = CONTRATO_CAMPOS;
  if (isOfProgress({ columns, of })) {
    const isOfEither = (heading: string) => OF_EITHER.includes(foldHeading(withoutUnit(heading)));
    ignore(({ heading, rank }) => rank >= 0 && isOfEither(heading));
  }
  if (!of.numero) ignore(() => true);
}

/** Returns a function that is true for a field of contracts in this sheet: «Monto» beside progress is the work's. */
const createContractCheck =
  (headings: Headings<CampoDeSeguimiento>) => (campo: CampoDeSeguimiento) =>
    campo !== 'monto' || !isOfProgress(headings);

/** True for a sheet with more than contracts. */
const isOfProgress = ({ of }: Pick<Headings<CampoDeSeguimiento>, 'columns' | 'of'>): boolean =>
  of.numero === undefined || of.avanceFisico !== undefined || of.montoPagado !== undefined;

/**
 * The finding about all rows of a sheet that has no column for progress nor for a contract, or about a sheet whose progress may
 * be a quantity.
 */
function missingEverything(headings: Headings<CampoDeSeguimiento>): Missing | undefined {
  const { of, quantity } = headings;
  if (quantity) {
    const text = `${quoted(quantity.heading)} puede ser una cantidad, por la unidad de medida y la meta que hay junto: indique qué columna trae el avance físico en por ciento, o escriba «%» en su encabezado.`;
    return { text, codigo: 'faltaColumna', once: 'columna avanceFisico' };
  }
  const isKnown = (campo: CampoDeSeguimiento) =>
    campo !== 'fechaCorte' && campo !== 'numero' && of[campo];
  if ([...AVANCE_CAMPOS, ...CONTRATO_CAMPOS].some(isKnown)) return undefined;
  return missingColumn(headings, 'avanceFisico', 'avance físico');
}

/** A percentage that was split at its comma: its decimals stand in the next column, which is one of words. */
function findSplitPercent({
  headings,
  cells,
}: Row<CampoDeSeguimiento>): SplitCells<CampoDeSeguimiento> | undefined {
  const { of, columns, delimiter } = headings;
  if (delimiter !== ',') return undefined;
  for (const column of of.avanceFisico ?? []) {
    const after = columns.find(({ index }) => index === column.index + 1);
    const isOfWords = after?.campo !== undefined && TEXTS_OF_REPORTS.includes(after.campo);
    const [text = '', next = ''] = [column.index, column.index + 1].map((index) =>
      cells[index]?.text.trim(),
    );
    if (!isOfWords || !/^\d{1,3}$/.test(text) || !/^\d{1,2}\s*%?$/.test(next)) continue;
    const sentence = `${quoted(text)} y, en la celda siguiente, ${quoted(next)} parecen un solo por ciento con una coma sin comillas; entrecomíllelo.`;
    const general =
      'el por ciento y la celda siguiente parecen uno solo con una coma sin comillas.';
    return {
      column,
      text,
      failure: { ...remark('avanceFisico', sentence), general },
      isNote: false,
    };
  }
  return undefined;
}

/** The contract of a row; null for a number alone, which changes nothing. */
const contratoOf = (contrato: ContratoDicho): ContratoDicho | null =>
  contrato.numero !== undefined && Object.keys(contrato).length > 1 ? contrato : null;

/** A count: digits alone. */
const readCount = ({ text }: Cell): Read<number> =>
  /^\d{1,6}$/.test(withoutZeroFraction(text).trim())
    ? { value: Number(text) }
    : { fault: `${quoted(text)} no es un número entero.`, general: 'no es un número entero.' };

/** What the rows of one report or contract say. */
interface Said {
  values: Record<string, unknown>;
  /** A digest of the columns that are not read. */
  others: number;
  /** True where one of them is a report. */
  isReport: boolean;
}

/**
 * Returns a function that compares a row with those above it of the same report or contract. Where they contradict each other,
 * all of them are refused. Where they only differ in columns that are not read, they may be parts of one report, such as a row
 * for each fund: they are asked about.
 *
 * @param areOne true where the importer said that such rows say the same
 */
function createRepetitionCheck(
  { columns }: Headings<CampoDeSeguimiento>,
  areOne: boolean,
): (row: Row<CampoDeSeguimiento>, values: SeguimientoValues) => void {
  const known = new Map<string, Repeated<Said>>();
  const unread = columns.filter(({ campo }) => campo === undefined);
  return (row, { clave, avance, contrato }) => {
    if (clave === null || !isBrief(clave)) return;
    const others = digestOf(row, unread);
    const parts: [CampoDeSeguimiento, string, Record<string, unknown>, string, string][] = [];
    if (avance?.fechaCorte) {
      parts.push(['fechaCorte', String(avance.fechaCorte), avance, 'ese corte', 'un mismo avance']);
    }
    if (contrato?.numero) {
      const numero = String(contrato.numero);
      parts.push(['numero', numero, contrato, 'ese contrato', 'un mismo contrato']);
    }
    for (const [campo, valor, values, what, whole] of parts) {
      // Capitals make no difference in numbers of contracts, as in the registry.
      const full = `${campo} ${valor.toLowerCase()} ${clave}`;
      const earlier = known.get(full);
      // Long values are not remembered, and not compared.
      const brief = Object.fromEntries(
        Object.entries(values).filter(([, value]) => String(value).length <= 200),
      );
      const isReport = avance !== null;
      if (!earlier) {
        const says = { values: brief, others, isReport };
        known.set(full, { filas: [row.fila], says, isRefused: false });
        continue;
      }
      const { says } = earlier;
      const isOther = ([name, value]: [string, unknown]) =>
        name !== 'numero' && name in says.values && says.values[name] !== value;
      const columna = row.headings.of[campo]?.[0]?.heading ?? campo;
      const place = { field: '', campo, columna, valor };
      if (earlier.isRefused || Object.entries(brief).some(isOther)) {
        refuseAll(row, earlier, place, (fila) => ({
          text: `La obra tiene ${what} también en la fila ${fila} de este archivo, con otros datos.`,
          general: `La obra tiene ${what} también en otra fila de este archivo, con otros datos.`,
        }));
        continue;
      }
      // Rows of progress mention their contract in each of them.
      const isAsked = campo === 'fechaCorte' || !(isReport || says.isReport);
      if (isAsked && others !== says.others) {
        if (areOne) row.warn({ column: columnIn(row, campo), text: null }, oneOf(campo));
        else {
          const [one, all] = [`La obra tiene ${what}`, `Hay filas con ${what} repetido`];
          refuseAll(row, earlier, place, partsOf(one, all, whole));
          continue;
        }
      }
      Object.assign(says.values, brief);
      says.isReport ||= isReport;
      earlier.filas.push(row.fila);
    }
  };
}

const columnIn = (row: Row<CampoDeSeguimiento>, campo: CampoDeSeguimiento) =>
  row.headings.of[campo]?.[0] ?? ({ heading: campo } as Column<CampoDeSeguimiento>);
