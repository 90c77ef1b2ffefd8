import type { Failure } from '../../base/errors.ts';
import type { Campo } from './headings.ts';
import type { Codigo } from './schema.ts';

/** What is told of a cell, or of a row, wherever that is. Its `field` is the one that the cell says. */
export interface Said extends Failure {
  /** The field that it is about, where the text names that itself and `field` is empty. */
  campo?: Campo;
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
