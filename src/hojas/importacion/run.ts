import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseError } from 'pg';
import { unavailable, violation } from '../../base/constraints.ts';
import { HttpError, serviceUnavailable } from '../../base/errors.ts';
import { grouped } from '../../base/text.ts';
import type { Author, Database, Db, Statement } from '../../db/db.ts';
import type { SheetRow } from '../celdas/cell.ts';
import type { Layout, ReadRequest } from '../lector/messages.ts';
import { readInProcess } from '../lector/spawn.ts';
import type { ReadRow, Rejection } from './findings.ts';
import { Remarks } from './report.ts';
import type { ImportReport } from './schema.ts';
import { countLines, openNameless, Spool } from './spool.ts';

// An import reads its file once. Each row is judged and held against the registry, and what it will change waits on disk.
// Only when all rows are known is anything written, in batches. The same file again finishes what was cut short. Which kind
// of sheet it is, and so what its rows say and how that is written, is told by its `Kind`.

export interface SheetOptions {
  simular: boolean;
  parcial: boolean;
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

/** What whoever runs an import is told on the way. */
export interface Follower {
  /** Ends it, after the batch that is being written. */
  signal: AbortSignal;
  onProgress?(progress: Progress): void;
  /** Has the cells of refused rows answered, once it is told how they stand in the file. */
  refused?: {
    onLayout(layout: Layout): void;
    onRow(fila: number, cells: SheetRow['cells'], faults: Rejection[]): void;
  };
}

/** An import under way. */
export interface Run {
  db: Database;
  follower: Follower;
  report: ImportReport;
  remarks: Remarks;
  isXlsx: boolean;
  progress: Progress;
}

/** A kind of sheet: what its rows come to, and how that is written. */
export interface Kind<R extends ReadRow, C extends { fila: number }> {
  /** The module that tells the process which reads it of its rows (`RowKind`). */
  module: string;
  /** What that process is told besides. */
  request: Omit<ReadRequest, 'withCells'>;
  /** People's names for the fields that it says. */
  labels: Record<string, string | undefined>;
  /** The parameters of a request that say a field for all rows, by the field. */
  forAll: Record<string, string>;
  /** How somebody has lost the right to it, within a sentence. */
  lost: string;
  /** Counts what rows come to, and answers what there is to write. */
  decide(run: Run, rows: R[]): Promise<C[]>;
  /** The same of rows that waited for others further down, once all are there. */
  decideRest?(run: Run): Promise<C[]>;
  /**
   * Called once all rows are known.
   *
   * @throws Unreadable where the sheet as a whole can't be meant as it stands
   */
  finish?(run: Run): void;
  /** Changes that may be written in one transaction have the same. */
  groupOf(change: C): string;
  /** Bytes of a change that is larger than others. */
  bytesOf(change: C): number;
  /** By which key the ledger finds the row of a change, where what writes it does not say. */
  recordOf?(change: C): string;
  /** Whether the error was a race that a retry resolves. */
  isRace(error: unknown): boolean;
  /** Writes a batch in one transaction, together with those statements; answers the rows that were written. */
  write(db: Db, batch: C[], right: Statement[]): Promise<Set<number>>;
  /** Whether a row that was not written may be once rows further down are: then it is tried once more with them. */
  isPostponed?(change: C): boolean;
  /**
   * Counts rows anew that were not written because the registry changed meanwhile.
   *
   * @param isAgain the batch was tried more than once: a commit whose answer was lost may have written it
   */
  recount(run: Run, left: C[], isAgain: boolean): Promise<void>;
}

/**
 * Imports a sheet.
 *
 * @param file an open file that nobody closes meanwhile, and its name for the ledger
 * @throws HttpError 401 or 403 where whoever runs it may import no more; Unreadable where the file can't be read; whatever the
 *   database throws. What was written before stays
 */
export async function importSheet<R extends ReadRow, C extends { fila: number }>(
  db: Database,
  importer: Importer,
  file: { fd: number; name: string },
  options: SheetOptions,
  follower: Follower,
  kind: Kind<R, C>,
): Promise<ImportReport> {
  const report = emptyReport(options.simular);
  const run: Run = {
    db,
    follower,
    report,
    remarks: new Remarks(report, kind.labels, kind.forAll),
    progress: { revisadas: 0, total: null, porEscribir: null, escritas: 0 },
    isXlsx: false,
  };
  const spoolFile = await openNameless();
  try {
    const spool = new Spool<C>(spoolFile);
    const request = { ...kind.request, withCells: follower.refused !== undefined };
    for await (const message of readInProcess<R>(kind.module, file.fd, request, follower.signal)) {
      if (message.kind === 'columns') {
        if (message.layout) follower.refused?.onLayout(message.layout);
        report.hojas = message.hojas;
        report.filaEncabezados = message.filaEncabezados;
        report.columnas = message.columns;
        run.isXlsx = message.isXlsx;
        run.progress.total = await rowsExpected(message, file.fd);
      } else if (message.kind === 'end') {
        for (const warning of message.warnings) run.remarks.note(warning.fila, warning);
      } else {
        await spool.add(await kind.decide(run, message.rows));
        reportProgress(run, { revisadas: report.filas });
      }
    }
    if (kind.decideRest) await spool.add(await kind.decideRest(run));
    kind.finish?.(run);
    report.aplicada = !options.simular && (options.parcial || report.rechazadas === 0);
    reportProgress(run, { total: report.filas });
    if (report.aplicada) {
      reportProgress(run, { porEscribir: report.creadas + report.actualizadas });
      await write(run, importer, file.name, spool, kind);
    }
    report.grupos = run.remarks.groups();
    return report;
  } finally {
    await spoolFile.close();
  }
}

/** How many rows a file seems to have; null where its sheet doesn't say. */
async function rowsExpected(
  {
    isXlsx,
    hojas,
    filaEncabezados,
  }: Pick<ImportReport, 'hojas' | 'filaEncabezados'> & { isXlsx: boolean },
  fd: number,
): Promise<number | null> {
  const lines = isXlsx ? hojas.find(({ leida }) => leida)?.filas : await countLines(fd);
  return lines == null ? null : Math.max(0, lines - filaEncabezados);
}

function reportProgress({ progress, follower }: Run, news: Partial<Progress>): void {
  Object.assign(progress, news);
  // More rows than lines are none of a file's.
  if (progress.total !== null) progress.total = Math.max(progress.total, progress.revisadas);
  follower.onProgress?.({ ...progress });
}

function emptyReport(simulacro: boolean): ImportReport {
  return {
    simulacro,
    aplicada: false,
    filas: 0,
    creadas: 0,
    actualizadas: 0,
    sinCambio: 0,
    rechazadas: 0,
    hojas: [],
    filaEncabezados: 0,
    columnas: [],
    muestra: [],
    grupos: [],
    errores: [],
    erroresOmitidos: 0,
    avisos: [],
    avisosOmitidos: 0,
  };
}

// Writing -----------------------------------------------------------------------------------------

/** Rows of a batch at first, at least and at most; and how long one is to take, in milliseconds. */
const BATCH = { first: 200, least: 50, most: 500, takes: 200 };
/** Bytes of changes that wait for their batch to fill. */
const MOST_WAITING = 8 * 1_048_576;

/** How many batches a row may be postponed: a hundred rows below it are then tried with it in batches of the least. */
const MOST_POSTPONED = 3;

/**
 * How long a batch is tried again while the database is away or busy, and how often, in milliseconds. The embedded one is
 * never away: everybody waits while a copy of it is made, of 100,000 works for some 10 s.
 */
const PATIENCE = 10_000;
const PATIENCE_WHILE_COPIED = 60_000;
const AGAIN = 500;

/**
 * Writes what is to be written. A batch holds rows that others wait for until it is committed. So it is as large as fits in a
 * moment.
 */
async function write<R extends ReadRow, C extends { fila: number }>(
  run: Run,
  { author, right }: Importer,
  archivo: string,
  spool: Spool<C>,
  kind: Kind<R, C>,
): Promise<void> {
  const { db, follower } = run;
  const waiting = new Map<string, C[]>();
  let size = BATCH.first;
  let bytes = 0;
  let done = 0;
  /** How often each row was put off. */
  const putOff = new Map<number, number>();
  const flush = async (key: string) => {
    const changes = waiting.get(key) ?? [];
    const batch = changes.splice(0, size);
    if (batch.length === 0) return;
    const begun = performance.now();
    const filas = Object.fromEntries(
      batch.flatMap((each) => (kind.recordOf ? [[kind.recordOf(each), each.fila]] : [])),
    );
    const { written, isAgain } = await patiently(() =>
      kind.write(db.as({ ...author, archivo, filas }), batch, right(done + batch.length)),
    );
    const took = performance.now() - begun;
    const fitting = Math.round((batch.length * BATCH.takes) / took);
    if (batch.length === size || fitting < size) {
      size = Math.min(BATCH.most, Math.max(BATCH.least, Math.min(fitting, 2 * size)));
    }
    const left = batch.filter(({ fila }) => !written.has(fila));
    // What others of the next batches may let in is tried once more with them.
    const again = left.filter(
      (each) => kind.isPostponed?.(each) && (putOff.get(each.fila) ?? 0) < MOST_POSTPONED,
    );
    for (const { fila } of again) putOff.set(fila, (putOff.get(fila) ?? 0) + 1);
    changes.unshift(...again);
    const told = left.filter((each) => !again.includes(each));
    if (told.length > 0) await kind.recount(run, told, isAgain);
    done += batch.length - again.length;
    reportProgress(run, { escritas: done });
  };
  const patiently = async (writing: () => Promise<Set<number>>) => {
    // Space is looked after where the database is the embedded one.
    const end = performance.now() + (db.hasSpace ? PATIENCE_WHILE_COPIED : PATIENCE);
    for (let isAgain = false; ; isAgain = true) {
      follower.signal.throwIfAborted();
      if ((await db.hasSpace?.('change')) === false) throw cutShort(done, 'el disco está lleno');
      try {
        return { written: await writing(), isAgain };
      } catch (error) {
        const isNobodys =
          unavailable(error) ||
          (error instanceof HttpError && error.statusCode === 503) ||
          kind.isRace(error);
        if (!isNobodys) throw withoutRight(done, error, kind.lost) ?? error;
        if (performance.now() > end) throw cutShort(done, 'la base de datos no responde', error);
        await sleep(AGAIN);
      }
    }
  };
  for await (const changes of spool.read()) {
    for (const change of changes) {
      const key = kind.groupOf(change);
      const group = waiting.get(key);
      if (group) group.push(change);
      else waiting.set(key, [change]);
      bytes += kind.bytesOf(change);
    }
    const isFull = bytes > MOST_WAITING;
    for (const [key, group] of waiting) {
      while (group.length >= size || (isFull && group.length > 0)) await flush(key);
    }
    if (isFull) bytes = 0;
  }
  for (const [key, group] of waiting) while (group.length > 0) await flush(key);
}

/** How many rows are written, as a sentence says it. */
const rowsWritten = (done: number) =>
  done === 0
    ? 'no se escribió nada'
    : `${grouped(done)} ${done === 1 ? 'fila ya está' : 'filas ya están'}`;

/** @param done how many rows are written */
function cutShort(done: number, why: string, cause?: unknown): HttpError {
  const error = serviceUnavailable(
    `La importación quedó a medias porque ${why}: ${rowsWritten(done)}; importe de nuevo el mismo archivo para terminar.`,
  );
  error.cause = cause;
  return error;
}

/** The refusal of whoever lost the right to import on the way, as others get it, with what is written already. */
function withoutRight(done: number, error: unknown, lost: string): HttpError | undefined {
  const refusal = violation((error as DatabaseError).constraint ?? '');
  if (refusal?.statusCode !== 401 && refusal?.statusCode !== 403) return undefined;
  if (done === 0) return refusal;
  const why = refusal.statusCode === 401 ? 'su sesión terminó o su cuenta fue desactivada' : lost;
  return new HttpError(
    refusal.statusCode,
    [
      { field: '', text: refusal.message },
      {
        field: '',
        text: `La importación quedó a medias porque ${why}: ${rowsWritten(done)}; un administrador puede terminarla con el mismo archivo.`,
      },
    ],
    refusal.headers,
  );
}
