import { remark } from '../../core/base/errors.ts';
import { readSheetAmount } from '../celdas/amount.ts';
import type { Cell, SheetRow } from '../celdas/cell.ts';
import { findMojibake } from '../celdas/mojibake.ts';
import { fold, quoted, type Read, readText, type Unread } from '../celdas/text.ts';
import { PLACES, type Unidad, type Unit, unitInDoubt } from '../celdas/units.ts';
import type { EarlierRejection, Finding, Rejection, Warning } from '../importacion/findings.ts';
import { type Column, type Headings, likeliest } from './headings.ts';
import { createSplitFinder, type SplitCells } from './split-cells.ts';

/** The cell that a finding is about: its column, and its text; null where it has none. */
export interface Source<C extends string = string> {
  column: Column<C>;
  text: string | null;
}

/** A cell's value, with its source. */
export interface ReadCell<C extends string, T> extends Source<C> {
  text: string;
  value: T;
}

/** A finding about a field that a row lacks. */
export type Missing = Omit<Finding, 'field' | 'campo'>;

/** The settings that the rows of one table share. */
interface Shared<C extends string> {
  headings: Headings<C>;
  findSplitAmount: ReturnType<typeof createSplitFinder<C>>;
  /** The number of places that the point of amounts moves to the right. */
  places: number;
  /** The unit that amounts may be in, where the importer has to confirm it. */
  doubt: Exclude<Unit, 'pesos'> | undefined;
}

/** Returns a function that makes a `Row` of each row of a table, with the unit that the importer chose. */
export function createRows<C extends string>(
  headings: Headings<C>,
  unidad: Unidad | undefined,
  texts: C[],
): (row: SheetRow) => Row<C> {
  const shared: Shared<C> = {
    headings,
    findSplitAmount: createSplitFinder(headings, unidad, texts),
    places: PLACES[unidad ?? 'pesos'],
    doubt: unitInDoubt(headings.unit?.unit, unidad),
  };
  return (row) => new Row(shared, row);
}

/** One row while it is read: its cells by their fields, and the findings about them. */
export class Row<C extends string> {
  readonly fila: number;
  readonly cells: SheetRow['cells'];
  readonly rejections: Rejection[] = [];
  readonly warnings: Warning[] = [];
  /** Rejections of rows above it, which this one contradicts. */
  readonly earlier: EarlierRejection[] = [];
  readonly headings: Headings<C>;
  /** The unit that its amounts may be in, where the importer has to confirm it. */
  readonly doubt: Shared<C>['doubt'];
  readonly #shared: Shared<C>;

  constructor(shared: Shared<C>, { fila, cells }: SheetRow) {
    this.#shared = shared;
    this.headings = shared.headings;
    this.doubt = shared.doubt;
    this.fila = fila;
    this.cells = cells;
  }

  // Findings --------------------------------------------------------------------------------------

  /**
   * Refuses the row for a cell.
   *
   * @param when the refusal counts only for a new record (`new`), or where the record has another value in that field
   */
  refuse({ column, text }: Source<C>, finding: Finding, when?: Rejection['when']): void {
    const rejection = { columna: column.heading, valor: text, ...finding };
    this.rejections.push({ ...rejection, ...(when && { when }) });
  }

  /** Warns about a cell. The row is still imported. */
  warn({ column, text }: Source<C>, finding: Finding): void {
    this.warnings.push({ columna: column.heading, valor: text, ...finding });
  }

  /** Refuses the row for a field that it lacks, at the best column of that field, or at none. */
  miss(campo: C, missing: Missing, when?: Rejection['when']): void {
    const [column] = this.headings.of[campo] ?? [];
    const valor = (column && this.cells[column.index]?.text) ?? null;
    const columna = column?.heading ?? campo;
    const rejection = { columna, valor, field: '', campo, ...missing };
    this.rejections.push({ ...rejection, ...(when && { when }) });
  }

  /** True where the row is refused for a cell of this field. */
  isRefusedFor(campo: C): boolean {
    return this.rejections.some(({ field }) => field === campo);
  }

  /**
   * Refuses the row for a key that stands for none: «S/N».
   *
   * @param key as the sentence quotes it
   */
  refuseNoKey(source: Source<C>, key: string, when?: Rejection['when']): void {
    const { fields } = this.headings;
    const general = `no es una clave; escriba la que identifica a ${fields.words.theRecord}.`;
    this.refuse(source, { ...remark(fields.key, `${quoted(key)} ${general}`), general }, when);
  }

  // Values ----------------------------------------------------------------------------------------

  /** The cell of a field: the best of its columns that is not blank. The row is refused where it cannot be read. */
  cellOf(campo: C, isBlank = (_: Cell) => false): [Cell, Column<C>] | undefined {
    for (const column of this.headings.of[campo] ?? []) {
      const cell = this.cells[column.index];
      if (cell === undefined || isBlank(cell)) continue;
      const readable = readText(cell);
      if ('value' in readable) return [cell, column];
      this.refuseUnread(campo, { column, text: cell.text || null }, readable);
      return undefined;
    }
    return undefined;
  }

  /**
   * Reads the value of a field. The row is refused where the value is not certain. A warning names another column of the field
   * with another value.
   *
   * @param means means returns the same for two values that mean the same
   */
  read<T>(
    campo: C,
    reader: (cell: Cell, column: Column<C>) => Read<T>,
    { isBlank, means = meaningOf }: { isBlank?: (cell: Cell) => boolean; means?: Means<T> } = {},
  ): ReadCell<C, T> | undefined {
    const [cell, column] = this.cellOf(campo, isBlank) ?? [];
    if (!cell || !column) return undefined;
    const { text } = cell;
    const result = reader(cell, column);
    if ('value' in result) {
      const { value } = result;
      this.#warnOfOthers(campo, column, (other, its) => {
        const readable = readText(other);
        const otherValue = 'value' in readable ? reader(other, its) : readable;
        return (
          isBlank?.(other) || ('value' in otherValue && means(otherValue.value) === means(value))
        );
      });
      return { value, column, text };
    }
    this.refuseUnread(campo, { column, text }, result);
    return undefined;
  }

  /**
   * Warns about other columns of the field that have another value. For money it also warns where a better column is blank:
   * spent money need not be paid.
   */
  #warnOfOthers(
    campo: C,
    read: Column<C>,
    isSame: (cell: Cell, column: Column<C>) => boolean,
  ): void {
    const { of, fields } = this.headings;
    const columns = of[campo] ?? [];
    if (columns.length === 1) return;
    for (const column of columns) {
      const cell = this.cells[column.index];
      if (column === read || (cell ? isSame(cell, column) : !fields.amounts.includes(campo)))
        continue;
      if (!cell && column.rank >= read.rank) continue;
      const both = `${quoted(read.heading)} y ${quoted(column.heading)}`;
      const text = cell
        ? `${both} pueden ser el mismo dato y no dicen lo mismo; se lee ${quoted(read.heading)}.`
        : `${quoted(column.heading)} está vacía en algunas filas, y de ellas se lee ${quoted(read.heading)}.`;
      this.warn({ column, text: cell?.text ?? null }, { field: '', campo, text, once: text });
    }
  }

  /** The text of a field. */
  text(campo: C, means?: Means<string>): ReadCell<C, string> | undefined {
    return this.read(campo, readText, means && { means });
  }

  /** The pesos of a field, in the unit that the importer chose. */
  amount(campo: C): ReadCell<C, number> | undefined {
    return this.read(campo, (cell) => readSheetAmount(cell, this.#shared.places));
  }

  /** Refuses the row for a cell that can't be read. */
  refuseUnread(campo: C, source: Source<C>, unread: Unread): void {
    this.refuse(source, unreadable(campo, unread));
  }

  // Faults of any sheet --------------------------------------------------------------

  /**
   * True where the row's values were split at a comma. The row is refused, since the cells after the comma may be in the wrong
   * columns. For cells that are only surplus there is a warning.
   *
   * @param split a split by the rules of the kind of sheet. It counts where this function finds none
   */
  isSplit(split?: SplitCells<C>): boolean {
    const splitCells = this.#shared.findSplitAmount(this.cells) ?? split;
    if (!splitCells) return false;
    if (splitCells.isNote) this.warn(splitCells, splitCells.failure);
    else this.refuse(splitCells, splitCells.failure);
    return !splitCells.isNote;
  }

  /** Takes a web page's codes as they stand: in a file of the registry's own they are its texts' letters. */
  keepCodes(): void {
    this.cells.forEach((cell, i) => {
      if (cell?.coded !== undefined) this.cells[i] = { text: cell.coded, kind: cell.kind };
    });
  }

  /** Warns about cells whose letters a web page wrote as codes: they are read as letters. */
  warnOfCodes(): void {
    for (const column of this.headings.columns) {
      const { text: cell, coded } = this.cells[column.index] ?? {};
      if (!column.campo || cell === undefined || coded === undefined) continue;
      const why = 'trae códigos de página web, y se lee';
      const text = `${quoted(coded)} ${why} ${quoted(cell.trim())}.`;
      this.warn(
        { column, text: coded },
        { ...remark(column.campo, text), general: `${why} con sus letras.` },
      );
    }
  }

  /** Refuses the row for lost letters in a text, and warns about letters that were read in the wrong encoding. */
  checkLetters(campo: C, column: Column<C>, text: string, when?: Rejection['when']): void {
    const mojibake = findMojibake(text);
    if (!mojibake) return;
    const { why, isLost } = mojibake;
    const finding = { ...remark(campo, `${quoted(text)} ${why}`), general: why };
    if (isLost) this.refuse({ column, text }, finding, when);
    else this.warn({ column, text }, finding);
  }
}

/** Returns a value's meaning, for comparison with others. */
type Means<T> = (value: T) => unknown;

/** Texts mean the same whatever their case, accents and blanks. */
const meaningOf = (value: unknown) => (typeof value === 'string' ? fold(value) : value);

/** The finding about a cell that can't be read. */
export const unreadable = (campo: string, { fault, ...rest }: Unread): Finding => ({
  ...remark(campo, fault),
  ...rest,
});

/**
 * The finding about all rows of a file that has no column for a field.
 *
 * @param called the field's name without its article
 * @param forAll the other remedy, at the end of a sentence
 */
export function missingColumn<C extends string>(
  headings: Pick<Headings<C>, 'columns' | 'fields'>,
  campo: C,
  called: string,
  forAll = '',
): Missing {
  const sugerencia = likeliest(headings, campo);
  // All columns are known, so none can be named.
  const isAnyUnread = headings.columns.some((column) => column.campo === undefined);
  const add = `${isAnyUnread ? 'Indique cuál es o agréguela' : 'Agréguela'}${forAll}.`;
  const next = sugerencia === undefined ? add : `¿Es ${quoted(sugerencia)}?`;
  return {
    text: `Ninguna columna se reconoció como ${called}. ${next}`,
    codigo: 'faltaColumna',
    sugerencia,
    once: `columna ${campo}`,
  };
}
