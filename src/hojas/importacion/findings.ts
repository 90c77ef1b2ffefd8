import type { Failure } from '../../core/base/errors.ts';
import type { SheetRow } from '../celdas/cell.ts';

/** A finding about a cell or a row, without its place. `field` is the field of the cell. */
export interface Finding extends Failure {
  /** The field of a finding whose text names it; `field` is empty then. */
  campo?: string;
  /** The remedy, as a code. */
  codigo?: string;
  /**
   * The sentence about all rows with this finding: the text without the row's own values. Without it, the text itself counts.
   */
  general?: string;
  /** The value that was probably meant. */
  sugerencia?: string | undefined;
  /** True where the suggestion is nearly certain. */
  isCertain?: boolean | undefined;
  /** Findings with the same key are listed once in a report. */
  once?: string;
}

/** A finding with its place. The row is still imported. */
export interface Warning extends Finding {
  /** The heading as it stands in the file, or the field where the file has no column for it. */
  columna: string;
  /** The value as it was read; null for a blank cell. */
  valor: string | null;
}

/**
 * A reason to refuse a row. With `when` it counts only for a new record (`new`), or where the record has another value in that
 * field. So every export of the registry can be imported again.
 */
export interface Rejection extends Warning {
  when?: string;
}

/** The rejection of a row by one further down. */
export interface EarlierRejection {
  fila: number;
  rejection: Rejection;
}

/** The part of a row that all kinds of sheets share. */
export interface ReadRow {
  fila: number;
  rejections: Rejection[];
  warnings: Warning[];
  /** Rejections of rows above it. */
  earlier?: EarlierRejection[];
  /** The row's cells as they were read, where the request has `withCells`. */
  cells?: SheetRow['cells'];
}
