// The service's door to reading and writing sheets (README.md). Cells have a door of their own, celdas/index.ts.

export { BOM, csvRow, csvText } from './formatos/write-csv.ts';
export {
  lettersOf,
  MOST_ROWS,
  MOST_UNITS_OF_CELL,
  type Sheet,
  type SheetColumn,
  type TypedCell,
  writeXlsx,
  XLSX_TYPE,
} from './formatos/write-xlsx.ts';
export {
  amountChange,
  type FieldChange,
  lostOf,
  nameChange,
} from './importacion/changes.ts';
export type { Finding, ReadRow, Rejection, Warning } from './importacion/findings.ts';
export {
  alreadyOver,
  beginImport,
  cancelImportacion,
  countImportaciones,
  findDeshacer,
  runImport,
} from './importacion/job.ts';
export type {
  AnyKind,
  Follower,
  Importer,
  Kind,
  Progress,
  RowKind,
  Run,
  SheetOptions,
} from './importacion/kind.ts';
export { sheetOptions } from './importacion/options.ts';
export { importRoutes } from './importacion/routes.ts';
export { createRuleCheck } from './importacion/rules.ts';
export { importSheet } from './importacion/run.ts';
export {
  commonQuery,
  flag,
  type Grupo,
  type GrupoDeCambios,
  IdDeImportacion,
  type ImportReport,
  importacionOf,
} from './importacion/schema.ts';
export { Aside, type Place } from './importacion/spool.ts';
export { LARGEST, tooLarge } from './importacion/upload.ts';
export type { Layout, ReadRequest } from './lector/messages.ts';
export type { Column, Headings } from './tabla/headings.ts';
export type { Repeated } from './tabla/repeated.ts';
export type { Missing, ReadCell, Row, Source } from './tabla/row.ts';
export type { SplitCells } from './tabla/split-cells.ts';
