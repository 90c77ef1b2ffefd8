import './constraints.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseError } from 'pg';
import { unavailable, violation } from '../../core/base/constraints.ts';
import {
  conflict,
  HttpError,
  sentence,
  serviceUnavailable,
  unexpected,
} from '../../core/base/errors.ts';
import { counted } from '../../core/base/text.ts';
import type { Author, Database, Db, Statement } from '../../core/db/db.ts';
import { Unreadable } from '../celdas/cell.ts';
import type { Follower, Importer, Progress } from './kind.ts';
import { ESTADOS, type ImportReport, type JobState } from './schema.ts';

// An import that is running has a row in the table importaciones, and so has the undo of one. A request may run it, or a job that
// continues after its answer. A constraint allows one of them at a time. The row has the progress. It is deleted after a day.

/** Milliseconds between updates of the row while a file is read. */
const BEAT = 250;
/** An import without an update for this long has lost its process. A batch that waits for a lock takes less. */
const LOST_AFTER = `interval '20 seconds'`;
/** Writing the end of an import is retried for `END_RETRIED_FOR`, every `END_RETRIED_EVERY`, in milliseconds. */
const END_RETRIED_FOR = 300_000;
const END_RETRIED_EVERY = 500;
/** Retry-After, in seconds, where another import is running. */
const RETRY_AFTER_IMPORT = 10;
/** Imports that the registry remembers at most. */
const MOST_IMPORTS = 100;

const IS_SILENT = `terminada_en IS NULL AND latido < clock_timestamp() - ${LOST_AFTER}`;

/** The end of a sentence: the rows that an unfinished import wrote, or an unfinished undo has dealt with. */
const LEFT = `CASE WHEN filas_escritas = 0 THEN '; no se escribió nada.'
  WHEN deshace IS NOT NULL THEN ': de ' || to_char(filas_por_escribir, 'FM999,999,999') || ' registros ya se revisaron '
    || to_char(filas_escritas, 'FM999,999,999') || '; deshágala de nuevo para terminar.'
  ELSE ': ' || to_char(filas_escritas, 'FM999,999,999')
    || CASE filas_escritas WHEN 1 THEN ' fila ya está' ELSE ' filas ya están' END
    || '; importe de nuevo el mismo archivo para terminar.'
  END`;

const STATE = `CASE WHEN ${IS_SILENT} THEN 'interrumpida' ELSE i.estado END`;

/** A row as the API returns it, without its report. */
const JOB_FIELDS = `
  i.id, i.archivo, i.simular, i.deshace, ${STATE} AS estado, i.usuario,
  iso8601(i.iniciada_en) AS "iniciadaEn",
  iso8601(CASE WHEN ${IS_SILENT} THEN i.latido ELSE i.terminada_en END) AS "terminadaEn",
  i.filas_revisadas AS "filasRevisadas", i.filas_total AS "filasTotal",
  i.filas_escritas AS "filasEscritas", i.filas_por_escribir AS "filasPorEscribir",
  CASE WHEN ${IS_SILENT} OR i.estado = 'interrumpida' THEN 'Se interrumpió antes de terminar' || ${LEFT} ELSE i.error END
    AS error`;

/** Imports that are running, or ended less than a day ago. */
const IS_RECENT = `(i.terminada_en IS NULL OR i.terminada_en >= now() - interval '1 day')`;

/** Selects the imports of a kind of sheet, of one user or of all. */
export interface OwnerFilter {
  clase: string;
  usuario?: string | undefined;
}
const IS_WHOSE = (clase: string, usuario: string) =>
  `i.clase = ${clase} AND (${usuario}::uuid IS NULL OR i.usuario_id = ${usuario}::uuid)`;

/** A row as the API returns it. */
const ROW = `SELECT ${JOB_FIELDS}, i.informe`;

// Questions ---------------------------------------------------------------------------------------

/** An import as JSON; undefined where the owner has none with that id. */
export function findImportacion(
  db: Db,
  id: string,
  { clase, usuario }: OwnerFilter,
): Promise<string | undefined> {
  return db.jsonOrNothing(
    `SELECT row_to_json(r) AS json FROM (
       ${ROW} FROM importaciones i
       WHERE id = $1 AND deshace IS NULL AND ${IS_WHOSE('$2', '$3')} AND ${IS_RECENT}) r`,
    [id, clase, usuario],
  );
}

/** The newest undo of an import, or its trial, as JSON; undefined where the owner has none of the last day. */
export function findDeshacer(
  db: Db,
  importacion: string,
  { clase, usuario }: OwnerFilter,
): Promise<string | undefined> {
  return db.jsonOrNothing(
    `SELECT row_to_json(r) AS json FROM (
       ${ROW} FROM importaciones i WHERE deshace = $1 AND ${IS_WHOSE('$2', '$3')} AND ${IS_RECENT}
       ORDER BY iniciada_en DESC LIMIT 1) r`,
    [importacion, clase, usuario],
  );
}

/** The recent imports, newest first, as JSON without their reports. */
export function listImportaciones(db: Db, { clase, usuario }: OwnerFilter): Promise<string> {
  return db.json(
    `SELECT coalesce(json_agg(r), '[]') AS json FROM (
       SELECT ${JOB_FIELDS} FROM importaciones i WHERE ${IS_WHOSE('$1', '$2')} AND ${IS_RECENT}
       ORDER BY iniciada_en DESC, id LIMIT ${MOST_IMPORTS}) r`,
    [clase, usuario],
  );
}

/** The number of recent imports in each state. */
export async function countImportaciones(db: Pick<Db, 'query'>): Promise<Record<JobState, number>> {
  const rows = await db.query<{ estado: JobState; count: number }>(
    `SELECT ${STATE} AS estado, count(*)::integer AS count FROM importaciones i WHERE ${IS_RECENT} GROUP BY 1`,
  );
  const byEstado = new Map(rows.map(({ estado, count }) => [estado, count]));
  const counts = ESTADOS.map((estado) => [estado, byEstado.get(estado) ?? 0]);
  return Object.fromEntries(counts) as Record<JobState, number>;
}

/**
 * Refuses an import while another is running. The sentence has the other's owner and progress.
 *
 * @param alone the user whose imports the caller may see; unset for all
 * @throws HttpError 503
 */
export async function refuseSecond(db: Db, alone?: string): Promise<void> {
  const other = await db.one<{
    archivo: string;
    deshace: string | null;
    usuario: string | null;
    usuarioId: string | null;
    revisadas: number;
    escritas: number;
  }>(
    `SELECT archivo, deshace, usuario, usuario_id AS "usuarioId", filas_revisadas AS revisadas, filas_escritas AS escritas
     FROM importaciones WHERE terminada_en IS NULL AND NOT (${IS_SILENT})`,
  );
  if (!other) return;
  const { archivo, deshace, usuario, usuarioId, revisadas, escritas } = other;
  if (alone !== undefined && usuarioId !== alone) throw busy();
  const importer = usuario ?? 'otra persona';
  if (deshace !== null) {
    throw serviceUnavailable(
      `Se está deshaciendo una importación («${archivo}», por ${importer}); espere a que termine e intente de nuevo.`,
      RETRY_AFTER_IMPORT,
    );
  }
  const far =
    escritas > 0
      ? counted(escritas, 'fila escrita', 'filas escritas')
      : counted(revisadas, 'fila revisada', 'filas revisadas');
  throw serviceUnavailable(
    `Se está importando otro archivo («${archivo}», de ${importer}: ${far}); espere a que termine e intente de nuevo.`,
    RETRY_AFTER_IMPORT,
  );
}

/** The refusal without the owner of the other import. */
export const busy = () =>
  serviceUnavailable(
    'Se está importando otro archivo; espere a que termine e intente de nuevo.',
    RETRY_AFTER_IMPORT,
  );

/** Marks imports without a process as interrupted, and deletes imports that ended more than a day ago. */
const TIDY: Statement[] = [
  [`UPDATE importaciones SET estado = 'interrumpida', terminada_en = latido WHERE ${IS_SILENT}`],
  [
    `DELETE FROM importaciones WHERE terminada_en < now() - interval '1 day' OR id IN (
       SELECT id FROM importaciones WHERE terminada_en IS NOT NULL
       ORDER BY iniciada_en DESC OFFSET ${MOST_IMPORTS - 1})`,
  ],
];

/**
 * Tidies up when a process that may run imports starts. The embedded database has one process, so an import that is still
 * running there belongs to a process that has ended.
 */
export async function tidyImports(db: Pick<Database, 'batch' | 'hasSpace'>): Promise<void> {
  if ((await db.hasSpace?.('change')) === false) return;
  await db.batch([
    [
      `UPDATE importaciones SET estado = 'interrumpida', terminada_en = latido
       WHERE terminada_en IS NULL AND current_setting('registro.una_sesion', true) = 'on'`,
    ],
    ...TIDY,
  ]);
}

/** The interrupted import of this file by the same person, where no other came after it: an import of the file finishes it. */
const UNFINISHED = `
  SELECT CASE WHEN estado = 'interrumpida' AND filas_escritas > 0 THEN coalesce(serie, id) END
  FROM importaciones
  WHERE archivo = $1 AND usuario_id IS NOT DISTINCT FROM $3::uuid AND clase = $4 AND NOT simular AND deshace IS NULL
  ORDER BY iniciada_en DESC LIMIT 1`;

/**
 * Begins an import, or the undo of one. Only one can run.
 *
 * @param deshace the import that is undone, where one is
 * @returns its id, the name of its rows in the ledger, and its row as JSON
 * @throws HttpError 503 where another is running
 */
export async function beginImport(
  db: Db,
  {
    archivo,
    simular,
    author,
    clase,
    usuario,
    deshace = null,
  }: { archivo: string; simular: boolean; author: Author; deshace?: string | null } & OwnerFilter,
): Promise<{ id: string; importacion: string; json: string }> {
  const results = await db.batch([
    ...TIDY,
    [
      `WITH begun AS (
         INSERT INTO importaciones (archivo, simular, usuario, usuario_id, clase, serie, deshace)
         VALUES ($1, $2, (SELECT email FROM users WHERE id = $3), $3, $4, coalesce($5::uuid, (${UNFINISHED})), $5)
         ON CONFLICT DO NOTHING RETURNING *)
       SELECT id, coalesce((SELECT serie FROM begun), id) AS importacion, row_to_json(r) AS json
       FROM (${ROW} FROM begun i) r`,
      [archivo, simular, author.usuario ?? null, clase, deshace],
    ],
  ]);
  const [begun] = results.at(-1) as { id: string; importacion: string; json: string }[];
  if (begun) return begun;
  await refuseSecond(db, usuario);
  throw busy();
}

/** Updates the progress. The statement fails where the import was ended meanwhile. */
const updateProgress = (
  id: string,
  { revisadas, total, porEscribir, escritas }: Progress,
): Statement => [
  'SELECT tell_import($1, $2, $3, $4, $5)',
  [id, revisadas, total, porEscribir, escritas],
];

const END = `
  UPDATE importaciones SET
    estado = $2, terminada_en = clock_timestamp(), error = $3::text || CASE WHEN $4 THEN ${LEFT} ELSE '' END,
    informe = $5, filas_revisadas = $6, filas_total = $7, filas_por_escribir = $8
  WHERE id = $1 AND terminada_en IS NULL`;

export const alreadyOver = () => conflict('La importación ya terminó; no hay qué cancelar.');

/**
 * Cancels an import that is running. The statement waits for the batch that is being written. Nothing is written after it.
 *
 * @param usuario the id of the user who cancels it
 * @param deshace true where the undo of that import is cancelled, and not the import
 * @returns the import as JSON, also where it was cancelled before; undefined where there is none
 * @throws HttpError 409 where it has already ended
 */
export async function cancelImportacion(
  db: Db,
  id: string,
  usuario: string | undefined,
  owner: OwnerFilter,
  deshace = false,
): Promise<string | undefined> {
  await db.query(
    `UPDATE importaciones i SET
       estado = 'cancelada', terminada_en = clock_timestamp(),
       error = (SELECT email FROM users WHERE id = $2)
         || CASE WHEN deshace IS NULL THEN ' canceló la importación' ELSE ' dejó de deshacer la importación' END || ${LEFT}
     WHERE ${deshace ? 'deshace = $1' : 'id = $1 AND deshace IS NULL'} AND ${IS_WHOSE('$3', '$4')}
       AND terminada_en IS NULL AND NOT (${IS_SILENT})`,
    [id, usuario, owner.clase, owner.usuario],
  );
  const json = await (deshace ? findDeshacer : findImportacion)(db, id, owner);
  if (json && JSON.parse(json).estado !== 'cancelada') throw alreadyOver();
  return json;
}

// Running -----------------------------------------------------------------------------------------

/** An import that has its row. */
interface Job {
  id: string;
  /** True where its row outlives the import, for a client that asks for the report later. */
  outlivesRun: boolean;
  /** The author for the ledger, and the statements that fail where the author may no longer import. */
  author: Author;
  right: Statement[];
  /** The end of a sentence that begins with the author: how the right to import was lost. */
  lost: string;
  /** What the author did, within a sentence; `importaba` unless it says otherwise. */
  did?: string;
  /**
   * Called when the file is no longer read, and before the end is visible. A client that sees the end may send the next file.
   */
  release?: () => void;
}

/**
 * Runs an import, and keeps its row up to date.
 *
 * @param work imports the file
 * @param follower its signal interrupts the import
 * @throws what `work` throws, the follower's reason where that ends it, HttpError 409 where somebody cancelled it
 */
export async function runImport<Report extends object = ImportReport>(
  db: Database,
  { id, outlivesRun, author, right, lost, did = 'importaba', release }: Job,
  work: (importer: Importer, follower: Follower) => Promise<Report>,
  follower: Follower,
): Promise<Report> {
  const ended = new AbortController();
  const over = new AbortController();
  const signal = AbortSignal.any([follower.signal, ended.signal]);
  let progress: Progress = { revisadas: 0, total: null, porEscribir: null, escritas: 0 };
  const beats = beat(over.signal, async () => {
    // While the import writes, each batch checks the right itself.
    const checks = progress.porEscribir === null ? right : [];
    await db.batch([...checks, updateProgress(id, progress)]).catch((error: DatabaseError) => {
      // While the database is away, the import itself finds out.
      if (violation(error.constraint ?? '')) ended.abort(error);
    });
  });
  const end = async (estado: string, [error, isWithRows]: Reason, informe?: Report) => {
    release?.();
    over.abort();
    await beats;
    const { revisadas, total, porEscribir } = progress;
    const values = [id, estado, error, isWithRows, informe ? JSON.stringify(informe) : null];
    await saying(() =>
      outlivesRun
        ? db.query(END, [...values, revisadas, total, porEscribir])
        : db.query('DELETE FROM importaciones WHERE id = $1 AND terminada_en IS NULL', [id]),
    );
  };
  try {
    const report = await work(
      { author, right: (escritas) => [...right, updateProgress(id, { ...progress, escritas })] },
      {
        ...follower,
        signal,
        onProgress: (now) => {
          progress = now;
          follower.onProgress?.(now);
        },
      },
    );
    await end('terminada', NO_REASON, report);
    return report;
  } catch (error) {
    const { constraint = '' } = (
      ended.signal.aborted ? ended.signal.reason : error
    ) as DatabaseError;
    const reason = follower.signal.aborted
      ? follower.signal.reason
      : constraint === UNDER_WAY
        ? await endedMeanwhile(db, id)
        : (violation(constraint) ?? error);
    if (follower.signal.aborted) await end('interrumpida', NO_REASON);
    else await end('fallida', failureReason(reason, author, { did, lost }));
    throw reason;
  }
}

/** The constraint that a statement of an ended import violates (sql/funciones.sql). */
const UNDER_WAY = 'importacion_under_way';

/** The refusal of an import that somebody else ended, in the words of its row. */
async function endedMeanwhile(db: Db, id: string): Promise<HttpError | undefined> {
  const row = await db
    .one<{ error: string }>('SELECT error FROM importaciones WHERE id = $1', [id])
    .catch(() => undefined);
  return row?.error ? conflict(row.error) : violation(UNDER_WAY);
}

/** Repeats the work until `over`. */
async function beat(over: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!over.aborted) {
    await sleep(BEAT, undefined, { signal: over }).catch(() => {});
    if (!over.aborted) await work();
  }
}

/**
 * Writes the end of an import. While the database is away or busy, it is retried in the background for `END_RETRIED_FOR`. If it is
 * never written, the row counts as interrupted after `LOST_AFTER`.
 */
async function saying(work: () => Promise<unknown>): Promise<void> {
  const isDone = () =>
    work().then(
      () => true,
      (error) => {
        if (!unavailable(error)) throw error;
        return false;
      },
    );
  const goOn = async () => {
    const end = performance.now() + END_RETRIED_FOR;
    do await sleep(END_RETRIED_EVERY, undefined, { ref: false });
    while (performance.now() < end && !(await isDone()));
  };
  if (!(await isDone())) goOn().catch(() => {});
}

/** The reason that an import did not finish, as its row shows it, and whether `LEFT` follows. */
type Reason = [text: string | null, isWithRows: boolean];
const NO_REASON: Reason = [null, false];

function failureReason(
  error: unknown,
  { solicitud }: Author,
  { did, lost }: { did: string; lost: string },
): Reason {
  if (error instanceof HttpError) {
    const { statusCode, text } = error;
    if (statusCode === 401) {
      return [`La sesión de quien ${did} terminó o su cuenta fue desactivada`, true];
    }
    if (statusCode === 403) return [`Quien ${did} ${lost}`, true];
    return [typeof text === 'string' ? text : text.map(sentence).join(' '), false];
  }
  if (error instanceof Unreadable) return [error.message, false];
  if (unavailable(error)) return ['La base de datos no respondió', true];
  return [unexpected(solicitud ?? '').message, false];
}
