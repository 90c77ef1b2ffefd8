import type { Fields } from '../celdas/fields.ts';
import type { ReadRequest } from '../lector/messages.ts';
import type { Headings } from '../tabla/headings.ts';
import type { Row } from '../tabla/row.ts';

/** The rows of a kind of sheet, as the process that reads a file knows them. Its module exports this as `fila`. */
export interface RowKind<C extends string, Q extends ReadRequest, V extends object> {
  /** The address of that module: the process imports it. */
  module: string;
  /** What its columns may say. */
  fields: Fields<C>;
  /** Fields whose texts are kept as they are read. */
  kept: C[];
  /**
   * Returns a function that says what a row of this file comes to. It may blank columns that count for nothing in it.
   *
   * @throws Unreadable where the file as a whole can't be meant as it stands; the function may throw it, too
   */
  createReader(headings: Headings<C>, request: Q): (row: Row<C>) => V;
}
