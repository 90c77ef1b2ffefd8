import type { Failure } from '../../base/errors.ts';
import type { SheetRow } from '../celdas/cell.ts';
import type { Codigo } from './schema.ts';

/** Something to report about a cell or a row, wherever it is. Its `field` is the one that the cell says. */
export interface Finding extends Failure {
  /** The field that it is about, where the text names that itself and `field` is empty. */
  campo?: string;
  /** What there is to do about it. */
  codigo?: Codigo;
  /** The sentence about all rows that have it: the text without the row's own values. The text itself where it has none. */
  general?: string;
  /** What the value may stand for. */
  sugerencia?: string | undefined;
  /** Whether that is nearly certain. */
  isCertain?: boolean | undefined;
  /** Findings with the same key are listed once in a report. */
  once?: string;
}

/** A finding with its place: the row is taken all the same. */
export interface Warning extends Finding {
  /** The heading as it stands in the file, or the field where the file has no column for it. */
  columna: string;
  /** As it was read; null where there is nothing. */
  valor: string | null;
}

/**
 * A reason to refuse a row. With `when` it counts only for a record yet to be made (`new`), or only where the record has
 * another value in that field. So what is exported from the registry comes in again, whatever it is.
 */
export interface Rejection extends Warning {
  when?: string;
}

/** What is known of a row, whatever kind of sheet it is in. */
export interface ReadRow {
  fila: number;
  rejections: Rejection[];
  warnings: Warning[];
  /** The row's cells as they were read, where they were asked for. */
  cells?: SheetRow['cells'];
}
