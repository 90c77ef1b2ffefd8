import type { SheetRow } from '../celdas/cell.ts';
import type { NamedColumns } from '../celdas/fields.ts';
import type { Unidad } from '../celdas/units.ts';
import type { ReadRow, Warning } from '../importacion/findings.ts';

// Messages between the service and the process that reads a file.

/** The service's request. Kinds of sheets extend it. */
export interface ReadRequest {
  /** The sheet that the importer chose. */
  hoja?: string | undefined;
  columnas?: NamedColumns<string> | undefined;
  /** True where rows include their cells. */
  withCells: boolean;
  /** The unit of amounts that the importer chose. Without it they are pesos, unless the sheet names another unit. */
  unidadMonto?: Unidad | undefined;
  /** True where rows of one record that only differ in columns that are not read say the same. */
  unaVez?: boolean | undefined;
  /** True where hidden rows and columns are left out. */
  sinOcultas?: boolean | undefined;
}

/** The process's messages, in this order: the columns, the rows, the end. */
export type Message<R = ReadRow> =
  | {
      kind: 'columns';
      isXlsx: boolean;
      columns: { columna: string; campo: string | null }[];
      /** The row of the headings, as a spreadsheet shows it. */
      filaEncabezados: number;
      /** The visible sheets of a workbook, in their order; none for a text. */
      hojas: Hoja[];
      /** Present where rows include their cells. */
      layout?: Layout;
    }
  | { kind: 'rows'; rows: R[] }
  | { kind: 'end'; warnings: (Warning & { fila: number })[] }
  | { kind: 'unreadable'; sentence: string };

/** A visible sheet of a workbook. */
export interface Hoja {
  nombre: string;
  /** Rows that are not blank; null where they are not counted: those of the sheet that is read, and of other large sheets. */
  filas: number | null;
  /** True for the sheet that is read. */
  leida: boolean;
}

/** The layout of a table in its file. Refused rows are written in the same layout. */
export interface Layout {
  /** The name of its sheet; undefined in a text. */
  hoja: string | undefined;
  /** The delimiter of a text. */
  delimiter: string | undefined;
  /** The rows above the records: titles, and the headings last. */
  head: SheetRow['cells'][];
  /** The columns whose cells are taken as they stand, counted from 0. */
  texts: number[];
}
