import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { conflict } from '../../core/base/errors.ts';
import type { Database, Db } from '../../core/db/db.ts';

// The rows of the ledger that a seal covers.

/** The rows after one id up to another, as a manifest has them. */
export interface Tramo {
  despuesDe: number;
  hasta: number;
  entradas: number;
  sha256: string;
}

/** Rows of one step, and bytes of their changes. */
const ROWS = 2_000;
const BYTES = 2_000_000;

/**
 * A row of the ledger as the line that is digested: JSON of PostgreSQL's `jsonb`, whose members have one order and whose texts
 * have one form. Instants are in UTC, with microseconds. The columns are named, so that a new one changes no digest.
 */
export const LEDGER_LINE = `jsonb_build_object('id', id,
  'instante', to_char(instante AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'usuarioId', usuario_id,
  'usuarioEmail', usuario_email, 'direccion', direccion, 'solicitud', solicitud, 'programa', programa, 'rol', rol,
  'accion', accion, 'recurso', recurso, 'registro', registro, 'obraId', obra_id, 'antes', antes, 'despues', despues,
  'archivo', archivo, 'fila', fila, 'importacion', importacion, 'deshace', deshace)::text`;

const NEXT_LINES = `
  SELECT count(*)::integer AS rows, max(id) AS last, string_agg(line || E'\\n', '' ORDER BY id) AS lines FROM (
    SELECT id, ${LEDGER_LINE} AS line FROM (
      SELECT *, sum(bytes) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
      FROM (SELECT * FROM bitacora WHERE id > $1::bigint AND id <= $2::bigint ORDER BY id LIMIT ${ROWS}) b) sized
    WHERE bytes_before IS NULL OR bytes_before < ${BYTES}) l`;

/** The digest of the rows with ids after one and up to another: of their lines, each with its end, by ascending id. */
export async function digestTramo(
  db: Db,
  { despuesDe, hasta }: Pick<Tramo, 'despuesDe' | 'hasta'>,
  signal?: AbortSignal,
): Promise<Tramo> {
  const digest = createHash('sha256');
  let entradas = 0;
  for (let after: string | number = despuesDe; ; ) {
    signal?.throwIfAborted();
    const step: { rows: number; last: string; lines: string } | undefined = await db.one(
      NEXT_LINES,
      [after, hasta],
    );
    if (!step?.rows) break;
    digest.update(step.lines);
    entradas += step.rows;
    after = step.last;
  }
  return { despuesDe, hasta, entradas, sha256: digest.digest('hex') };
}

/** The fingerprints of seals that the ledger names, each with the key of its cut; null of an entry that changes the key. */
export const listAnotados = (db: Db): Promise<{ huella: string; clave: string | null }[]> =>
  db.query(
    `SELECT despues ->> 'huella' AS huella, registro AS clave FROM bitacora
     WHERE recurso = 'cortes' AND accion = 'crear' ORDER BY id`,
  );

/** Milliseconds between two looks at transactions that write, and until a cut gives up on one. */
const LOOKED_EVERY = 50;
const LONGEST_WRITER = 60_000;

/** The transactions that may have rows of the ledger that nobody sees yet. They hold this lock from before a row has its id. */
const WRITERS = `
  SELECT virtualtransaction AS writer FROM pg_locks
  WHERE locktype = 'relation' AND relation = 'bitacora'::regclass AND mode = 'RowExclusiveLock' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/**
 * An id of the ledger up to which no row will come any more. Ids are given before a commit, so that a row may become visible after
 * one with a greater id. The newest id is read first, and then all transactions are waited for that were writing at that time: a
 * row with a lesser id is of one of them, or is there already. Nobody waits for this.
 *
 * @throws HttpError 409 where one of them goes on for a minute
 */
export async function settledId(db: Database, signal: AbortSignal): Promise<number> {
  const newest = await db.one<{ id: string }>('SELECT coalesce(max(id), 0) AS id FROM bitacora');
  const read = async () =>
    new Set((await db.query<{ writer: string }>(WRITERS)).map(({ writer }) => writer));
  const until = performance.now() + LONGEST_WRITER;
  for (let waited = await read(); waited.size > 0; ) {
    if (performance.now() > until) {
      throw conflict(
        'Otra transacción lleva más de un minuto escribiendo en la base de datos, y sin su final no se sabe qué hay en la bitácora; intente de nuevo cuando termine.',
      );
    }
    await sleep(LOOKED_EVERY, undefined, { signal });
    const now = await read();
    waited = new Set([...waited].filter((writer) => now.has(writer)));
  }
  return Number(newest?.id);
}
