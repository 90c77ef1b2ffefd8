import type { FastifyRequest } from 'fastify';
import type { TObject } from 'typebox';
import type { Access } from '../../auth/access.ts';
import type { Author, Database, Db, Statement } from '../../db/db.ts';
import type { SheetRow } from '../celdas/cell.ts';
import type { Fields, NamedColumns } from '../celdas/fields.ts';
import type { Unidad } from '../celdas/units.ts';
import type { Layout, ReadRequest } from '../lector/messages.ts';
import type { Headings } from '../tabla/headings.ts';
import type { Row } from '../tabla/row.ts';
import type { ReadRow, Rejection } from './findings.ts';
import type { Report } from './report.ts';
import type { ReportTexts } from './schema.ts';

// A kind of sheet, whole: how it comes in, what its columns and rows say, and how that is written (README.md).

/** The rows of a kind of sheet, as the process that reads a file knows them. Their module exports this as `fila`. */
export interface RowKind<C extends string, Q extends ReadRequest, V extends object> {
  /** The address of that module: the process imports it. */
  module: string;
  /** What its columns may say. */
  fields: Fields<C>;
  /** Fields whose texts are kept as they are read. */
  texts: C[];
  /**
   * Returns a function that says what a row of this file comes to, in an object of its own. It may blank columns that count for
   * nothing in it.
   *
   * @param first the first rows, by which a column may be judged as a whole
   * @throws Unreadable where the file as a whole can't be meant as it stands; the function may throw it, too
   */
  createReader(headings: Headings<C>, request: Q, first: SheetRow[]): (row: Row<C>) => V;
}

/**
 * A kind of sheet. An import reads its query (`readOptions`), begins (`begin`), decides what each row comes to while the file is
 * read (`decide`), and then writes in batches (`write`).
 */
export interface Kind<O extends SheetOptions, S, R extends ReadRow, W extends Change> {
  /** By which its imports are told apart in the table `importaciones`. */
  clase: 'obras' | 'seguimiento';
  route: Route;
  /** What the process that reads a file is told of its rows. */
  rows: { module: string; fields: Fields<string> };
  /** People's names for the fields, at the beginning of a sentence. */
  labels: Record<string, string | undefined>;
  /** The parameters of a request that say a field for all rows, by the field. */
  forAll: Record<string, string>;
  /** How somebody has lost the right to import, in a sentence that begins with who it is. */
  lost: string;

  /**
   * Reads the query: `query` of the route.
   *
   * @throws HttpError 400 where it can't be meant
   */
  readOptions(db: Db, query: SheetQuery): Promise<O>;
  /** Begins an import: what its run remembers, and what the process that reads the file is told besides. */
  begin(db: Db, options: O, importer: Importer): Promise<{ state: S; request: object }>;
  /** Counts what rows come to, and answers what there is to write. */
  decide(run: Run<O, S>, rows: R[]): Promise<W[]>;
  /** The same of rows that waited for others further down, once all are there. */
  decideRest?(run: Run<O, S>): Promise<W[]>;
  /**
   * Called once all rows are known.
   *
   * @throws Unreadable where the sheet as a whole can't be meant as it stands
   */
  finish?(run: Run<O, S>): void;

  /** Changes that may be written in one transaction have the same. */
  groupOf(change: W): string;
  /** Bytes of a change that is larger than others. */
  bytesOf(change: W): number;
  /** By which key the ledger finds the row of a change, where what writes it does not say. */
  recordOf?(change: W): string;
  /** Writes a batch in one transaction, together with those statements; answers the rows that were written. */
  write(run: Run<O, S>, db: Db, batch: W[], right: Statement[]): Promise<Set<number>>;
  /** Whether the error was a race that a retry resolves. */
  isRace?(error: unknown): boolean;
  /** Whether a row that was not written may be once rows further down are: then it is tried once more with them. */
  isPostponed?(run: Run<O, S>, change: W): boolean;
  /**
   * Counts rows anew that were not written because the registry changed meanwhile.
   *
   * @param isAgain the batch was tried more than once: a commit whose answer was lost may have written it
   */
  recount(run: Run<O, S>, left: W[], isAgain: boolean): Promise<void>;
}

/** What is to be written of a row. */
export interface Change {
  fila: number;
}

/** How a kind of sheet comes in over HTTP: the routes of its path, as the document tells of them. */
export interface Route {
  path: string;
  /** Who may. */
  access: Access;
  /** The operation that takes a sheet. */
  operationId: string;
  summary: string;
  description: string;
  query: TObject;
  /** The end of the names of its other operations and of its schemas; none for obras, which were there first. */
  suffix: string;
  /** What the summaries call its imports. */
  called: string;
  report: ReportTexts;
  /** The one user whose imports a caller sees; undefined where it is all. */
  ownerOf(request: FastifyRequest): string | undefined;
  /** The statements that fail where the caller may import no more. */
  right(request: FastifyRequest): Statement[];
}

/** What all kinds of sheets take in their query. */
export interface SheetQuery {
  simular?: string;
  parcial?: string;
  hoja?: string;
  columnas?: string;
  unidadMonto?: Unidad;
  sinOcultas?: string;
  archivo?: string;
}

/** The same as it is read. */
export interface SheetOptions {
  simular: boolean;
  parcial: boolean;
  hoja?: string | undefined;
  columnas?: NamedColumns | undefined;
  unidadMonto?: Unidad | undefined;
  sinOcultas?: boolean | undefined;
}

/** Whoever runs an import. */
export interface Importer {
  /** For the ledger. */
  author: Author;
  /**
   * Statements that go with each batch, after which so many rows are written: one fails where they may import no more.
   */
  right(escritas: number): Statement[];
}

/** How far an import has come, in rows of its file. */
export interface Progress {
  revisadas: number;
  /** All rows, as far as is known while they are read. */
  total: number | null;
  /** Those that change something; null until all rows are known. */
  porEscribir: number | null;
  escritas: number;
}

/** What an import tells whoever runs it on the way. */
export interface Follower {
  /** Ends it, after the batch that is being written. */
  signal: AbortSignal;
  onProgress?(progress: Progress): void;
  /** Is given the cells of refused rows, after how they stand in the file. */
  refused?: {
    onLayout(layout: Layout): void;
    onRow(fila: number, cells: SheetRow['cells'], rejections: Rejection[]): void;
    /** Puts aside those that it was given since it was asked last. */
    keep(): Promise<void>;
  };
}

/** An import under way. */
export interface Run<O = SheetOptions, S = unknown> {
  db: Database;
  options: O;
  /** What its kind remembers. */
  state: S;
  follower: Follower;
  report: Report;
  isXlsx: boolean;
  progress: Progress;
}
