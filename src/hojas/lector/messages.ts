import type { SheetRow } from '../celdas/cell.ts';
import type { NamedColumns } from '../celdas/fields.ts';
import type { Unidad } from '../celdas/units.ts';
import type { ReadRow, Warning } from '../importacion/findings.ts';

// What the service and the process that reads a file tell each other.

/** What the service asks for, besides what its kind of sheet needs. */
export interface ReadRequest {
  /** The sheet that was asked for. */
  hoja?: string | undefined;
  columnas?: NamedColumns<string> | undefined;
  /** Whether the cells are to be answered. */
  withCells: boolean;
  /** The importer's word on the unit of amounts; without it they are in pesos, unless the sheet says something else. */
  unidadMonto?: Unidad | undefined;
  /** Whether rows and columns are left out that nobody sees. */
  sinOcultas?: boolean | undefined;
}

/** The process's messages, in this order: which columns there are, then rows, then that it has come to the end. */
export type Message<R = ReadRow> =
  | {
      kind: 'columns';
      isXlsx: boolean;
      columns: { columna: string; campo: string | null }[];
      /** The row of the headings, as a spreadsheet shows it. */
      filaEncabezados: number;
      /** The visible sheets of a workbook, in their order; none for a text. */
      hojas: Hoja[];
      /** Where rows' cells are answered. */
      layout?: Layout;
    }
  | { kind: 'rows'; rows: R[] }
  | { kind: 'end'; warnings: (Warning & { fila: number })[] }
  | { kind: 'unreadable'; sentence: string };

/** A visible sheet of a workbook. */
export interface Hoja {
  nombre: string;
  /** Rows that hold anything; null where that is not known: of the sheet that is read, and of large ones beside it. */
  filas: number | null;
  /** Whether it is the one that is read. */
  leida: boolean;
}

/** How a table stands in its file, for whoever writes some of its rows again: they are to be read as these are. */
export interface Layout {
  /** The name of its sheet; undefined in a text. */
  hoja: string | undefined;
  /** What stands between the cells of a text. */
  delimiter: string | undefined;
  /** What stands above its rows: titles that there are, and at the end the headings. */
  head: SheetRow['cells'][];
  /** The columns whose texts are kept as they are, counted from 0. */
  texts: number[];
}
