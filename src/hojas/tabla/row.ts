import { remark } from '../../base/errors.ts';
import { readSheetAmount } from '../celdas/amount.ts';
import type { Cell, SheetRow } from '../celdas/cell.ts';
import { findMojibake } from '../celdas/mojibake.ts';
import {
  type CampoDeDinero,
  isExchangeRate,
  isWithoutTaxes,
  OF_SCALE,
  readCurrency,
  scaleIn,
} from '../celdas/money.ts';
import { fold, foldHeading, quoted, type Read, readText, type Unread } from '../celdas/text.ts';
import { PLACES, type Unidad, type Unit, unitInDoubt } from '../celdas/units.ts';
import type { Finding, Rejection, Warning } from '../importacion/findings.ts';
import { type Column, type Headings, likeliest } from './headings.ts';
import { createSplitFinder, type SplitCells } from './split-cells.ts';

/** The cell that a finding is about: its column, and its text; null where it has none. */
export interface Source<C extends string = string> {
  column: Column<C>;
  text: string | null;
}

/** What a cell stands for, and where it stands. */
export interface ReadCell<C extends string, T> extends Source<C> {
  text: string;
  value: T;
}

/** A finding about a field that a row lacks. */
export type Missing = Omit<Finding, 'field' | 'campo'>;

/** What the rows of one table have in common. */
interface Shared<C extends string> {
  headings: Headings<C>;
  findSplitAmount: ReturnType<typeof createSplitFinder<C>>;
  /** By how many places the point of amounts moves to the right. */
  places: number;
  /** The unit that amounts may be in, where that can't be taken for granted. */
  doubt: Exclude<Unit, 'pesos'> | undefined;
  /** The importer's word on it. */
  unidad: Unidad | undefined;
  /** Columns whose cells may say the unit of their row. */
  scales: Column<C>[];
}

/** Returns a function that makes a `Row` of each row of a table, as its cells are read with the importer's word on units. */
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
    unidad,
    scales: headings.columns.filter(
      ({ campo, heading }) => campo === undefined && OF_SCALE.test(foldHeading(heading)),
    ),
  };
  return (row) => new Row(shared, row);
}

/** One row while it is read: its cells by their fields, and what is found out about them. */
export class Row<C extends string> {
  readonly fila: number;
  readonly cells: SheetRow['cells'];
  readonly rejections: Rejection[] = [];
  readonly warnings: Warning[] = [];
  readonly headings: Headings<C>;
  readonly #shared: Shared<C>;

  constructor(shared: Shared<C>, { fila, cells }: SheetRow) {
    this.#shared = shared;
    this.headings = shared.headings;
    this.fila = fila;
    this.cells = cells;
  }

  // Findings --------------------------------------------------------------------------------------

  /**
   * Refuses the row for what a cell says.
   *
   * @param when it counts only for a record yet to be made (`new`), or where the record has another value in that field
   */
  refuse({ column, text }: Source<C>, finding: Finding, when?: Rejection['when']): void {
    const rejection = { columna: column.heading, valor: text, ...finding };
    this.rejections.push({ ...rejection, ...(when && { when }) });
  }

  /** Points out something in a cell; the row is taken all the same. */
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

  /** Whether the row is refused for what a cell of this field says. */
  isRefusedFor(campo: C): boolean {
    return this.rejections.some(({ field }) => field === campo);
  }

  /**
   * Refuses the row for a key that stands for none: «S/N».
   *
   * @param key as the sentence quotes it
   */
  refuseNoKey(source: Source<C>, key: string, when?: Rejection['when']): void {
    const general = 'no es una clave; escriba la que identifica a la obra.';
    this.refuse(source, { ...remark('claveUnica', `${quoted(key)} ${general}`), general }, when);
  }

  // Values ----------------------------------------------------------------------------------------

  /** The cell that says a field, of its columns the best that is not blank; refused where it can't be read. */
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
   * What a field's cell stands for; refused where that is not certain. Another column of the field that says something else is
   * pointed out.
   *
   * @param means what two values have in common that mean the same
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
   * Points out the columns that could say a field as well as the one that was read, and say something else. Of money it counts,
   * too, that a better column says nothing: what was spent need not be paid.
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

  /** The pesos of a field, in the unit that the importer has said. */
  amount(campo: C): ReadCell<C, number> | undefined {
    return this.read(campo, (cell) => readSheetAmount(cell, this.#shared.places));
  }

  /** Refuses the row for a cell that can't be read. */
  refuseUnread(campo: C, source: Source<C>, unread: Unread): void {
    this.refuse(source, unreadable(campo, unread));
  }

  // What may be wrong with any sheet --------------------------------------------------------------

  /**
   * Whether the row's values were split at a comma: it is refused for that, and the cells that follow may stand in the wrong
   * columns. Cells that are merely too many are pointed out.
   *
   * @param split that the kind of sheet has found, where nothing else is
   */
  isSplit(split?: SplitCells<C>): boolean {
    const splitCells = this.#shared.findSplitAmount(this.cells) ?? split;
    if (!splitCells) return false;
    if (splitCells.isNote) this.warn(splitCells, splitCells.failure);
    else this.refuse(splitCells, splitCells.failure);
    return !splitCells.isNote;
  }

  /** Refuses the row for letters that were lost in a text, and points out those that were mistaken for others. */
  checkLetters(campo: C, column: Column<C>, text: string, when?: Rejection['when']): void {
    const mojibake = findMojibake(text);
    if (!mojibake) return;
    const { why, isLost } = mojibake;
    const finding = { ...remark(campo, `${quoted(text)} ${why}`), general: why };
    if (isLost) this.refuse({ column, text }, finding, when);
    else this.warn({ column, text }, finding);
  }

  /**
   * Refuses the row where its own cells say that its amounts are no pesos, or another unit than that of the file.
   *
   * @returns whether they say that its amounts are without taxes: `source` is the cell that does
   */
  checkMoney(): Source<C> | undefined {
    const { scales, unidad } = this.#shared;
    const moneda = this.read('moneda' as C, readCurrency);
    // A currency may stand in any of its columns: of the contract, of the payment.
    for (const column of this.headings.of['moneda' as C] ?? []) {
      const cell = this.cells[column.index];
      const currency = cell && !this.isRefusedFor('moneda' as C) && readCurrency(cell, column);
      if (currency && 'fault' in currency)
        this.refuseUnread('moneda' as C, { column, text: cell.text }, currency);
    }
    const isCurrencyStated = moneda?.value !== undefined || this.isRefusedFor('moneda' as C);
    const cambio = isCurrencyStated ? undefined : this.#cellIn('tipoCambio', isExchangeRate);
    if (cambio) {
      const next = 'escriba «Pesos» en una columna «Moneda», o convierta los montos.';
      const text = `La fila trae un tipo de cambio, ${quoted(cambio.text)}, y no dice de qué moneda son sus montos: ${next}`;
      const general = `Hay filas con un tipo de cambio que no dicen de qué moneda son sus montos: ${next}`;
      this.refuse(cambio, { field: '', campo: 'tipoCambio', text, general });
    }
    const foreign = [
      ...(moneda?.value && moneda.value !== 'pesos' ? [{ ...moneda, unit: moneda.value }] : []),
      ...scales.flatMap((column) => {
        const cell = this.cells[column.index];
        const unit = cell && scaleIn(cell);
        return cell && unit ? [{ column, text: cell.text, unit }] : [];
      }),
    ].find(({ unit }) => unit !== (unidad ?? 'pesos'));
    if (foreign) {
      const isPesos = foreign.unit === 'pesos';
      const of = isPesos ? 'pesos' : `${foreign.unit} de pesos`;
      const others = unidad === undefined || unidad === 'pesos' ? 'pesos' : `${unidad} de pesos`;
      const text = `La fila dice que sus montos están en ${of}, y los del archivo se leen en ${others}: escríbalos todos en la misma unidad.`;
      this.refuse(foreign, { field: '', campo: 'moneda', text });
    }
    return this.#cellIn('iva', isWithoutTaxes);
  }

  /** The first cell of a field that says something, whether or not the row can be read for it. */
  #cellIn(campo: CampoDeDinero, says: (cell: Cell) => boolean) {
    for (const column of this.headings.of[campo as C] ?? []) {
      const cell = this.cells[column.index];
      if (cell && says(cell)) return { column, text: cell.text };
    }
    return undefined;
  }

  /** Why an amount can't be taken for pesos: the sheet speaks of another unit. Undefined where it does not, or was confirmed. */
  unitDoubt(campo: C): Finding | undefined {
    const { doubt, headings } = this.#shared;
    if (!doubt || !headings.unit) return undefined;
    const isForeign = doubt === 'otra moneda';
    const what = isForeign
      ? 'habla de otra moneda y el registro guarda pesos mexicanos: convierta los montos.'
      : `habla de ${doubt}: confirme si los montos están en ${doubt} de pesos o en pesos.`;
    const codigo = isForeign ? 'otraMoneda' : 'unidadMonto';
    return { ...remark(campo, `${quoted(headings.unit.text)} ${what}`), codigo, once: codigo };
  }
}

/** What a value means, to be compared with others. */
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
 * @param called the field's name, without its article
 * @param forAll what else there is to do, at the end of a sentence
 */
export function missingColumn<C extends string>(
  headings: Pick<Headings<C>, 'columns' | 'fields'>,
  campo: C,
  called: string,
  forAll = '',
): Missing {
  const sugerencia = likeliest(headings, campo);
  // Where all columns are known, none can be named.
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
