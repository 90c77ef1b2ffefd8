import type { Failure } from '../../base/errors.ts';
import type { SheetRow } from '../celdas/cell.ts';
import type { Codigo } from './schema.ts';

/** What is told of a cell, or of a row, wherever that is. Its `field` is the one that the cell says. */
export interface Said extends Failure {
  /** The field that it is about, where the text names that itself and `field` is empty. */
  campo?: string;
  /** What there is to do about it. */
  codigo?: Codigo;
  /** What is said of all rows that have it: the text without the row's own values. The text itself where it has none. */
  general?: string;
  /** What the value may stand for. */
  sugerencia?: string | undefined;
  /** Whether that is nearly certain. */
  isCertain?: boolean | undefined;
  /** Told once in a file, of all that have the same. */
  once?: string;
}

/** Something to be told of a cell. */
export interface Note extends Said {
  /** The heading as it stands in the file, or the field where the file has no column for it. */
  columna: string;
  /** As it was read; null where there is nothing. */
  valor: string | null;
}

/**
 * A reason to refuse a row. With `when` it counts only for a record yet to be made (`new`), or only where the record has
 * another value in that field. So what is exported from the registry comes in again, whatever it is.
 */
export interface Fault extends Note {
  when?: string;
}

/** What is known of a row, whatever kind of sheet it is in. */
export interface JudgedRow {
  fila: number;
  faults: Fault[];
  notes: Note[];
  /** The row's cells as they were read, where they were asked for. */
  cells?: SheetRow['cells'];
}
