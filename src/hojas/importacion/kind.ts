import type { FastifyRequest } from 'fastify';
import type { TObject } from 'typebox';
import type { Access } from '../../core/auth/access.ts';
import type { Author, Database, Db, Statement } from '../../core/db/db.ts';
import type { SheetRow } from '../celdas/cell.ts';
import type { Fields, NamedColumns } from '../celdas/fields.ts';
import type { Unidad } from '../celdas/units.ts';
import type { Layout, ReadRequest } from '../lector/messages.ts';
import type { Headings } from '../tabla/headings.ts';
import type { Row } from '../tabla/row.ts';
import type { ReadRow, Rejection } from './findings.ts';
import type { Report } from './report.ts';
import type { GrupoDeCambios, ReportTexts, SheetExample } from './schema.ts';
import type { Aside } from './spool.ts';

// A kind of sheet: its routes, its columns and rows, and its statements (README.md).

/** The rows of a kind of sheet, for the process that reads a file. Their module exports this as `fila`. */
export interface RowKind<C extends string, Q extends ReadRequest, V extends object> {
  /** The address of that module: the process imports it. */
  module: string;
  /** The fields of its columns. */
  fields: Fields<C>;
  /** Fields whose cells are taken as they stand. */
  texts: C[];
  /**
   * Returns a function from a row of this file to its values, a new object for each row. It may remove the field of columns
   * that do not count in this file.
   *
   * @param first the first rows, which may decide what a column is
   * @throws Unreadable where the whole file has to be refused; the function may throw it, too
   */
  createReader(headings: Headings<C>, request: Q, first: SheetRow[]): (row: Row<C>) => V;
}

/**
 * A kind of sheet. An import reads its query (`readOptions`), begins (`begin`), decides what each row comes to while the file is
 * read (`decide`), and then writes in batches (`write`).
 */
export interface Kind<O extends SheetOptions, S, R extends ReadRow, W extends Change> {
  /** Its name in the table `importaciones`. */
  clase: string;
  route: Route;
  /** Its rows, for the process that reads a file. */
  rows: { module: string; fields: Fields<string> };
  /** The end of a sentence that begins with the author: how the right to import was lost. */
  lost: string;

  /**
   * Reads the query: `query` of the route.
   *
   * @throws HttpError 400 where the options contradict each other
   */
  readOptions(db: Db, query: SheetQuery): Promise<O>;
  /** Begins an import. Returns the state of its run, and the kind's part of the reader's request. */
  begin(db: Db, options: O, importer: Importer): Promise<{ state: S; request: object }>;
  /** Counts the outcomes of rows, and returns the changes to be written. */
  decide(run: Run<O, S>, rows: R[]): Promise<W[]>;
  /** Decides the rows that waited for rows further down, after the last row. */
  decideRest?(run: Run<O, S>): Promise<W[]>;
  /**
   * Called after the last row.
   *
   * @throws Unreadable where the whole sheet has to be refused
   */
  finish?(run: Run<O, S>): void;

  /** The group of a change. Changes of one group may be written in one transaction. */
  groupOf(change: W): string;
  /** Bytes of an unusually large change. */
  bytesOf(change: W): number;
  /** The key by which the ledger finds the row of a change, where the writing statement does not set it. */
  recordOf?(change: W): string;
  /** Writes a batch in one transaction, together with the statements of `right`. Returns the rows that were written. */
  write(run: Run<O, S>, db: Db, batch: W[], right: Statement[]): Promise<Set<number>>;
  /** True for an error of a race that a retry resolves. */
  isRace?(error: unknown): boolean;
  /** True for a row that may be written after rows further down. It is retried with them. */
  isPostponed?(run: Run<O, S>, change: W): boolean;
  /**
   * Corrects the counts for rows that were not written because the registry changed meanwhile.
   *
   * @param isAgain the batch was tried more than once: a commit whose answer was lost may have written it
   */
  recount(run: Run<O, S>, left: W[], isAgain: boolean): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: kinds differ in what their options, states and rows are
export type AnyKind = Kind<any, any, any, any>;

/** A row's change of the registry. */
export interface Change {
  fila: number;
}

/** The routes of a kind of sheet, with their words for the OpenAPI document. */
export interface Route {
  path: string;
  /** The guard of its routes. */
  access: Access;
  /** The operation that takes a sheet. */
  operationId: string;
  summary: string;
  description: string;
  query: TObject;
  /** The suffix of its other operations' names and of its schemas; may be empty. */
  suffix: string;
  sheet: SheetExample;
  /** The words for its imports in the summaries. */
  called: string;
  report: ReportTexts;
  /** The user whose imports a caller sees; undefined for all. */
  ownerOf(request: FastifyRequest): string | undefined;
  /** The statements that fail where the caller may no longer import. */
  right(request: FastifyRequest): Statement[];
}

/** The query parameters of all kinds of sheets. */
export interface SheetQuery {
  simular?: string;
  parcial?: string;
  hoja?: string;
  columnas?: string;
  unidadMonto?: Unidad;
  confirmar?: string;
  unaVez?: string;
  sinOcultas?: string;
  archivo?: string;
}

/** The same parameters after parsing. */
export interface SheetOptions {
  simular: boolean;
  parcial: boolean;
  hoja?: string | undefined;
  columnas?: NamedColumns | undefined;
  unidadMonto?: Unidad | undefined;
  /** The groups whose large changes the importer confirmed. */
  confirmar: GrupoDeCambios[];
  /** True where rows of one record that only differ in columns that are not read say the same. */
  unaVez?: boolean | undefined;
  sinOcultas?: boolean | undefined;
}

/** The person or command that runs an import. */
export interface Importer {
  /** For the ledger. */
  author: Author;
  /** Statements of each batch, by the number of rows written after it. One fails where the author may no longer import. */
  right(escritas: number): Statement[];
}

/** The progress of an import, in rows of its file. */
export interface Progress {
  revisadas: number;
  /** All rows: an estimate until the file is read. */
  total: number | null;
  /** Rows to be written; null until all rows are known. */
  porEscribir: number | null;
  escritas: number;
}

/** The callbacks of an import that is running. */
export interface Follower {
  /** Ends the import, after the batch that is being written. */
  signal: AbortSignal;
  onProgress?(progress: Progress): void;
  /** Receives the layout of the file, and then the cells of refused rows. */
  refused?: {
    onLayout(layout: Layout): void;
    onRow(fila: number, cells: SheetRow['cells'], rejections: Rejection[]): void;
    /** Writes the rows since the last call to disk. */
    keep(): Promise<void>;
  };
}

/** An import under way. */
export interface Run<O = SheetOptions, S = unknown> {
  db: Database;
  options: O;
  /** The state of its kind. */
  state: S;
  /** Long values of the state, on disk. */
  aside: Aside;
  follower: Follower;
  report: Report;
  isXlsx: boolean;
  /** Rows that rows further down contradict, and why: they are not written. */
  withdrawn: Map<number, Rejection[]>;
  progress: Progress;
}
