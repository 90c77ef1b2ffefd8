import { openNameless } from '../../subidas/nameless.ts';
import './constraints.ts';
import type { FileHandle } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseError } from 'pg';
import { unavailable, violation } from '../../core/base/constraints.ts';
import { HttpError, serviceUnavailable } from '../../core/base/errors.ts';
import { grouped } from '../../core/base/text.ts';
import type { Database } from '../../core/db/db.ts';
import { readInProcess } from '../lector/spawn.ts';
import type { ReadRow } from './findings.ts';
import type { Change, Follower, Importer, Kind, Progress, Run, SheetOptions } from './kind.ts';
import { Report } from './report.ts';
import type { ImportReport } from './schema.ts';
import { Aside, countLines, type Place, Spool } from './spool.ts';

// An import reads its file once. Each row is compared with the registry, and its change waits on disk. Writing begins after the
// last row, in batches. Importing the same file again finishes an import that was cut short.

/**
 * Imports a sheet.
 *
 * @param file an open file that stays open meanwhile, and its name for the ledger
 * @throws HttpError 401 or 403 where the importer may no longer import, 400 where the options contradict each other; Unreadable
 *   where the file cannot be read; errors of the database. Batches written before stay
 */
export async function importSheet<O extends SheetOptions, S, R extends ReadRow, W extends Change>(
  kind: Kind<O, S, R, W>,
  db: Database,
  importer: Importer,
  file: { fd: number; name: string },
  options: O,
  follower: Follower,
): Promise<ImportReport> {
  const { state, request } = await kind.begin(db, options, importer);
  const report = new Report(options, kind.rows.fields);
  const { hoja, columnas, unidadMonto, unaVez, sinOcultas } = options;
  const readRequest = {
    hoja,
    columnas,
    unidadMonto,
    unaVez,
    sinOcultas,
    ...request,
    withCells: follower.refused !== undefined,
  };
  const spoolFile = await openNameless();
  let asideFile: FileHandle | undefined;
  try {
    asideFile = await openNameless();
    const spool = new Spool<W>(spoolFile);
    const run: Run<O, S> = {
      db,
      options,
      state,
      aside: new Aside(asideFile),
      report,
      follower,
      withdrawn: new Map(),
      progress: { revisadas: 0, total: null, porEscribir: null, escritas: 0 },
      isXlsx: false,
    };
    /** The cells of the rows, which may be refused further down, where refused rows are asked for. */
    const cells = new Map<number, Place>();
    const messages = readInProcess<R>(kind.rows.module, file.fd, readRequest, follower.signal);
    for await (const message of messages) {
      if (message.kind === 'columns') {
        if (message.layout) follower.refused?.onLayout(message.layout);
        report.hojas = message.hojas;
        report.filaEncabezados = message.filaEncabezados;
        report.columnas = message.columns;
        run.isXlsx = message.isXlsx;
        run.progress.total = await rowsExpected(message, file.fd);
      } else if (message.kind === 'end') {
        for (const warning of message.warnings) report.warn(warning.fila, warning);
      } else {
        if (follower.refused) await keepCells(run, cells, message.rows);
        refuseEarlier(run, message.rows);
        await spool.add(await kind.decide(run, message.rows));
        await follower.refused?.keep();
        reportProgress(run, { revisadas: report.filas });
      }
    }
    if (kind.decideRest) await spool.add(await kind.decideRest(run));
    await withdraw(run, cells);
    await follower.refused?.keep();
    report.errores.sort((one, other) => one.fila - other.fila);
    kind.finish?.(run);
    report.aplicada = !options.simular && (options.parcial || report.rechazadas === 0);
    reportProgress(run, { total: report.filas });
    if (report.aplicada) {
      reportProgress(run, { porEscribir: report.creadas + report.actualizadas });
      await write(kind, run, importer, file.name, spool);
    }
    return report.finished();
  } finally {
    await asideFile?.close();
    await spoolFile.close();
  }
}

// Rows that a row further down refuses -----------------------------------------------------------

async function keepCells(
  { aside }: Run,
  places: Map<number, Place>,
  rows: ReadRow[],
): Promise<void> {
  for (const { fila, cells } of rows) if (cells) places.set(fila, aside.put(cells));
  await aside.flush();
}

/** Refuses rows of the same message before they are decided, and remembers the others. */
function refuseEarlier({ withdrawn }: Run, rows: ReadRow[]): void {
  for (const { earlier = [] } of rows) {
    for (const { fila, rejection } of earlier) {
      const here = rows.find((row) => row.fila === fila);
      const why = here?.rejections ?? withdrawn.get(fila) ?? [];
      why.push(rejection);
      if (!here) withdrawn.set(fila, why);
    }
  }
}

/** Refuses rows that were accepted before a row further down contradicted them. */
async function withdraw(
  { withdrawn, report, follower, aside }: Run,
  places: Map<number, Place>,
): Promise<void> {
  for (const [fila, why] of withdrawn) {
    if (!report.withdraw(fila, why)) continue;
    const place = places.get(fila);
    if (place) follower.refused?.onRow(fila, await aside.read(place), why);
  }
}

/** An estimate of a file's rows; null where the sheet has no size. */
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

function reportProgress(
  { progress, follower }: Pick<Run, 'progress' | 'follower'>,
  news: Partial<Progress>,
): void {
  Object.assign(progress, news);
  // A file may have more rows than the estimate.
  if (progress.total !== null) progress.total = Math.max(progress.total, progress.revisadas);
  follower.onProgress?.({ ...progress });
}

// Writing -----------------------------------------------------------------------------------------

/** Rows of a batch: first, least and most. `takes` is the intended duration, in milliseconds. */
const ROWS_PER_WRITE = { first: 200, least: 50, most: 500, takes: 200 };
/** The most bytes of changes that wait for their batch to fill. */
const MOST_WAITING = 8 * 1_048_576;

/** The most batches that a row may be postponed. With the smallest batches, it is retried with the next hundred rows. */
const MOST_POSTPONED = 3;

/**
 * A batch is retried for `BATCH_RETRIED_FOR`, every `BATCH_RETRIED_EVERY`, while the database is away or busy, in milliseconds. The embedded database
 * is never away. But all writes wait while it is copied, for some 10 s with 100,000 works.
 */
const BATCH_RETRIED_FOR = 10_000;
const PATIENCE_WHILE_COPIED = 60_000;
const BATCH_RETRIED_EVERY = 500;

/**
 * Writes the changes. Until a batch is committed, other writers wait for its rows. So its size is adjusted to `ROWS_PER_WRITE.takes`.
 */
async function write<O extends SheetOptions, S, R extends ReadRow, W extends Change>(
  kind: Kind<O, S, R, W>,
  run: Run<O, S>,
  { author, right }: Importer,
  archivo: string,
  spool: Spool<W>,
): Promise<void> {
  const { db, follower } = run;
  const waiting = new Map<string, W[]>();
  let size = ROWS_PER_WRITE.first;
  let bytes = 0;
  let done = 0;
  /** The number of times that each row was postponed. */
  const postponed = new Map<number, number>();
  const flush = async (key: string) => {
    const changes = waiting.get(key) ?? [];
    const batch = changes.splice(0, size);
    if (batch.length === 0) return;
    const begun = performance.now();
    const filas = Object.fromEntries(
      batch.flatMap((each) => (kind.recordOf ? [[kind.recordOf(each), each.fila]] : [])),
    );
    const { written, isAgain } = await patiently(() =>
      kind.write(run, db.as({ ...author, archivo, filas }), batch, right(done + batch.length)),
    );
    const took = performance.now() - begun;
    const fitting = Math.round((batch.length * ROWS_PER_WRITE.takes) / took);
    if (batch.length === size || fitting < size) {
      size = Math.min(
        ROWS_PER_WRITE.most,
        Math.max(ROWS_PER_WRITE.least, Math.min(fitting, 2 * size)),
      );
    }
    const left = batch.filter(({ fila }) => !written.has(fila));
    // A row that rows of the next batches may make valid is retried with them.
    const again = left.filter(
      (each) => kind.isPostponed?.(run, each) && (postponed.get(each.fila) ?? 0) < MOST_POSTPONED,
    );
    for (const { fila } of again) postponed.set(fila, (postponed.get(fila) ?? 0) + 1);
    changes.unshift(...again);
    const final = left.filter((each) => !again.includes(each));
    if (final.length > 0) await kind.recount(run, final, isAgain);
    done += batch.length - again.length;
    reportProgress(run, { escritas: done });
  };
  const patiently = async (writing: () => Promise<Set<number>>) => {
    // Only the embedded database has `hasSpace`.
    const end = performance.now() + (db.hasSpace ? PATIENCE_WHILE_COPIED : BATCH_RETRIED_FOR);
    for (let isAgain = false; ; isAgain = true) {
      follower.signal.throwIfAborted();
      if ((await db.hasSpace?.('change')) === false) throw cutShort(done, 'el disco está lleno');
      try {
        return { written: await writing(), isAgain };
      } catch (error) {
        const isTemporary =
          unavailable(error) ||
          (error instanceof HttpError && error.statusCode === 503) ||
          kind.isRace?.(error);
        if (!isTemporary) throw withoutRight(done, error, kind.lost) ?? error;
        // A batch whose first failure took all of that time is tried once more.
        if (isAgain && performance.now() > end)
          throw cutShort(done, 'la base de datos no responde', error);
        await sleep(BATCH_RETRIED_EVERY);
      }
    }
  };
  for await (const changes of spool.read()) {
    for (const change of changes) {
      if (run.withdrawn.has(change.fila)) continue;
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

const rowsWritten = (done: number) =>
  done === 0
    ? 'no se escribió nada'
    : `${grouped(done)} ${done === 1 ? 'fila ya está' : 'filas ya están'}`;

/** @param done the number of written rows */
function cutShort(done: number, why: string, cause?: unknown): HttpError {
  const error = serviceUnavailable(
    `La importación quedó a medias porque ${why}: ${rowsWritten(done)}; importe de nuevo el mismo archivo para terminar.`,
  );
  error.cause = cause;
  return error;
}

/** The refusal of an importer who lost the right during the import, with the number of written rows. */
function withoutRight(done: number, error: unknown, lost: string): HttpError | undefined {
  const refusal = violation((error as DatabaseError).constraint ?? '');
  if (refusal?.statusCode !== 401 && refusal?.statusCode !== 403) return undefined;
  if (done === 0) return refusal;
  const why =
    refusal.statusCode === 401 ? 'su sesión terminó o su cuenta fue desactivada' : `usted ${lost}`;
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
