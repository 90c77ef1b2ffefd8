import { setTimeout as sleep } from 'node:timers/promises';
import { violation } from '../../core/base/constraints.ts';
import { HttpError, sentence, serviceUnavailable } from '../../core/base/errors.ts';
import type { Database, Db, Statement } from '../../core/db/db.ts';
import { claveTaken } from './constraints.ts';

// A cut that is being made has a row in cortes_trabajos. A constraint allows one at a time. The row has the progress, and stays for
// a day after its end. A cut itself is there whole or not at all.

/** Milliseconds between updates of the row. A job without one for `LOST_AFTER` has lost its process. */
const BEAT_OF_CUT = 500;
const LOST_AFTER = `interval '30 seconds'`;
/** Retry-After, in seconds, where another cut is being made. */
const RETRY_AFTER_CUT = 10;

const IS_SILENT = `terminado_en IS NULL AND latido < clock_timestamp() - ${LOST_AFTER}`;
/**
 * That a job goes on, for the program that does it: where it was silent for as long, others have been told that it is over. The
 * embedded database has no others, and tells nobody while it is busy.
 */
export const GOES_ON = `terminado_en IS NULL
  AND (current_setting('registro.una_sesion', true) = 'on' OR NOT latido < clock_timestamp() - ${LOST_AFTER})`;
const INTERRUPTED =
  'El programa que lo hacía terminó antes; no quedó nada del corte, y la clave está libre.';

/** The jobs under way and those of the last day. */
const IS_RECENT = `(terminado_en IS NULL OR terminado_en > now() - interval '1 day')`;
/** A row as the API returns it. */
const ROW = `SELECT id, clave, titulo, usuario, CASE WHEN ${IS_SILENT} THEN 'interrumpido' ELSE estado END AS estado,
    iso8601(iniciado_en) AS "iniciadoEn",
    iso8601(CASE WHEN ${IS_SILENT} THEN latido ELSE terminado_en END) AS "terminadoEn",
    obras_leidas AS "obrasLeidas", obras_total AS "obrasTotal",
    CASE WHEN ${IS_SILENT} THEN '${INTERRUPTED}' ELSE error END AS error`;

/** A job as JSON; undefined where there is none. */
export const findTrabajo = (db: Db, id: string): Promise<string | undefined> =>
  db.jsonOrNothing(
    `SELECT row_to_json(r) AS json FROM (${ROW} FROM cortes_trabajos WHERE id = $1 AND ${IS_RECENT}) r`,
    [id],
  );

/** The jobs of the last day, the newest first, as JSON. */
export const listTrabajos = (db: Db): Promise<string> =>
  db.json(
    `SELECT coalesce(json_agg(r), '[]') AS json
     FROM (${ROW} FROM cortes_trabajos WHERE ${IS_RECENT} ORDER BY iniciado_en DESC) r`,
  );

const END_OF = (which: string) =>
  `UPDATE cortes_trabajos SET estado = 'interrumpido', terminado_en = latido, error = '${INTERRUPTED}' WHERE ${which}`;
const TIDY: Statement[] = [
  [END_OF(IS_SILENT)],
  [`DELETE FROM cortes_trabajos WHERE terminado_en < now() - interval '1 day'`],
];

/**
 * Tidies up at a start. The embedded database has one process: a job that goes on there is of one that has ended.
 */
export async function tidyTrabajos(db: Pick<Database, 'batch' | 'hasSpace'>): Promise<void> {
  if ((await db.hasSpace?.('change')) === false) return;
  await db.batch([
    [END_OF(`terminado_en IS NULL AND current_setting('registro.una_sesion', true) = 'on'`)],
    ...TIDY,
  ]);
}

/**
 * Begins the job of a cut.
 *
 * @param right statements that fail where the caller may not
 * @returns its id, and its row as JSON
 * @throws HttpError 409 where the key is taken, 503 where another cut is being made
 */
export async function beginTrabajo(
  db: Db,
  { clave, titulo, usuario }: { clave: string; titulo: string; usuario: string | undefined },
  right: Statement[] = [],
): Promise<{ id: string; json: string }> {
  const results = await db.batch([
    ...right,
    ...TIDY,
    ['SELECT FROM cortes WHERE clave = $1', [clave]],
    [
      `WITH begun AS (
         INSERT INTO cortes_trabajos (clave, titulo, usuario)
         SELECT $1, $2, (SELECT email FROM users WHERE id = $3) WHERE NOT EXISTS (SELECT FROM cortes WHERE clave = $1)
         ON CONFLICT DO NOTHING RETURNING *)
       SELECT id, row_to_json(r) AS json FROM (${ROW} FROM begun) r`,
      [clave, titulo, usuario ?? null],
    ],
  ]);
  const [same, [begun]] = results.slice(-2) as [object[], { id: string; json: string }[]];
  if (begun) return begun;
  if (same.length > 0) throw claveTaken(clave);
  const other = await db.one<{ clave: string; usuario: string | null }>(
    'SELECT clave, usuario FROM cortes_trabajos WHERE terminado_en IS NULL',
  );
  throw serviceUnavailable(
    other
      ? `Se está haciendo otro corte (${other.clave}${other.usuario ? `, de ${other.usuario}` : ''}); espere a que termine e intente de nuevo.`
      : 'Se está haciendo otro corte; espere a que termine e intente de nuevo.',
    RETRY_AFTER_CUT,
  );
}

/** The progress of a job. */
export interface Avance {
  estado: 'leyendo' | 'guardando';
  leidas: number;
  total: number | null;
}

/** The job was ended meanwhile: by an instance that has taken it for lost. */
export const lost = () =>
  serviceUnavailable('Este corte se dio por interrumpido mientras se hacía; pídalo de nuevo.');

/**
 * Runs a job, and keeps its row up to date.
 *
 * @param work makes the cut, and ends the job in the transaction that seals it
 * @throws what `work` throws, and the signal's reason where that ends it
 */
export async function runTrabajo<T>(
  db: Database,
  id: string,
  work: (tell: (avance: Avance) => void, signal: AbortSignal) => Promise<T>,
  stopping: AbortSignal,
): Promise<T> {
  const over = new AbortController();
  const ended = new AbortController();
  let now: Avance = { estado: 'leyendo', leidas: 0, total: null };
  const beats = (async () => {
    while (!over.signal.aborted) {
      await sleep(BEAT_OF_CUT, undefined, { signal: over.signal }).catch(() => {});
      if (over.signal.aborted) return;
      const row = await db
        .query(
          `UPDATE cortes_trabajos SET latido = clock_timestamp(), estado = $2, obras_leidas = $3, obras_total = $4
           WHERE id = $1 AND ${GOES_ON} RETURNING id`,
          [id, now.estado, now.leidas, now.total],
        )
        // While the database is away, the cut itself finds out.
        .catch(() => [id]);
      if (row.length === 0 && !over.signal.aborted) ended.abort(lost());
    }
  })();
  try {
    return await work(
      (avance) => {
        now = avance;
      },
      AbortSignal.any([stopping, ended.signal]),
    );
  } catch (error) {
    const isStopped = stopping.aborted;
    over.abort();
    await beats;
    await db
      .query(
        `UPDATE cortes_trabajos SET estado = $2, terminado_en = clock_timestamp(), error = $3
         WHERE id = $1 AND terminado_en IS NULL`,
        [
          id,
          isStopped ? 'interrumpido' : 'fallido',
          failureInWords(isStopped ? stopping.reason : error),
        ],
      )
      // The row counts as interrupted soon.
      .catch(() => {});
    throw isStopped ? stopping.reason : error;
  } finally {
    over.abort();
    await beats;
  }
}

function failureInWords(error: unknown): string {
  const { constraint = '' } = error as { constraint?: string };
  const known = error instanceof HttpError ? error : violation(constraint);
  if (!known)
    return 'Ocurrió un error inesperado; quien administra el servicio lo tiene en su registro.';
  return typeof known.text === 'string' ? known.text : known.text.map(sentence).join(' ');
}
