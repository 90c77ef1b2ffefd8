import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Database, Db } from '../../../core/db/db.ts';
import type { OpenAlmacen } from './abrir.ts';
import type { Almacen, Objeto, Skip } from './almacen.ts';

// Objects that no file names leave the store: those of uploads that were cut short after a day, those of deleted files after
// thirty (archivos.sql).

/** Milliseconds from the start to the first sweep, and from one to the next. */
const FIRST = 3_600_000;
const BETWEEN_SWEEPS = 86_400_000;
/** Objects of one sweep, and milliseconds between two of them, so that requests come first. */
const OBJECTS_PER_SWEEP = 5_000;
const PAUSE_BETWEEN_OBJECTS = 20;
/** Objects of the store that are compared with the registry at a time. */
const OBJECTS_COMPARED = 500;

/** The results of this instance's sweeps. */
export interface Sweeps {
  /** When the last one ended, milliseconds since 1970; 0 where none has. */
  endedAt: number;
  removed: number;
}

/** Sweeps the store an hour after the start, and every day from then on. */
export function sweepDaily(
  app: FastifyInstance,
  { db, almacen }: { db: Database; almacen: OpenAlmacen },
): Sweeps {
  const sweeps: Sweeps = { endedAt: 0, removed: 0 };
  let timer: NodeJS.Timeout | undefined;
  const stop = new AbortController();
  const run = async () => {
    timer = setTimeout(run, BETWEEN_SWEEPS).unref();
    try {
      // On a nearly full disk it waits for another day, since a removal writes.
      if ((await db.hasSpace?.('change')) === false || db.watch?.isAway()) return;
      const failed = await sweep(
        db,
        almacen,
        { most: OBJECTS_PER_SWEEP, pause: PAUSE_BETWEEN_OBJECTS, signal: stop.signal },
        () => {
          sweeps.removed += 1;
        },
      );
      if (failed[0]) {
        const { huella, cause: err } = failed[0];
        const count = failed.length;
        app.log.warn({ err, huella, count }, 'hay archivos que no se pudieron quitar del almacén');
      }
      await almacen.tidy();
      sweeps.endedAt = Date.now();
    } catch (error) {
      if (!stop.signal.aborted) app.log.warn({ err: error }, 'no se barrió el almacén de archivos');
    }
  };
  app.addHook('onListen', async () => {
    timer = setTimeout(run, FIRST).unref();
  });
  app.addHook('onClose', async () => {
    stop.abort();
    clearTimeout(timer);
  });
  return sweeps;
}

/** How many objects the store has to have, and their bytes. */
export async function countObjetos(db: Db): Promise<{ count: number; bytes: number }> {
  const row = await db.one<{ count: number; bytes: number }>(
    'SELECT count(*)::float8 AS count, coalesce(sum(bytes), 0)::float8 AS bytes FROM objetos',
  );
  return row ?? { count: 0, bytes: 0 };
}

/** Objects that may leave the store. */
const LEAVING = `conservar_hasta < now()
  AND NOT EXISTS (SELECT FROM archivos WHERE objeto = o.huella)
  AND NOT EXISTS (SELECT FROM archivos WHERE objeto_mini = o.huella)`;

/**
 * Removes objects that no file names and that are no longer kept. Each leaves in a transaction of its own that holds its row: an
 * upload of the same bytes waits at that row, and stores them anew. Of two sweeps at a time each object is left to one. One that
 * can't be removed stays, with its row, and the others go.
 *
 * @param removed is called for each
 * @returns those that could not be removed, and why
 * @throws HttpError 503 where the store is away, or has another titular
 */
export async function sweep(
  db: Db,
  almacen: Pick<OpenAlmacen, 'remove' | 'requireTitular'>,
  { most, pause, signal }: { most?: number; pause?: number; signal?: AbortSignal },
  removed: (objeto: Pick<Objeto, 'huella' | 'bytes'>) => void,
): Promise<{ huella: string; cause: unknown }[]> {
  const failed: { huella: string; cause: unknown }[] = [];
  await almacen.requireTitular();
  const rows = await db.query<{ huella: string }>(
    `SELECT huella FROM objetos o WHERE ${LEAVING} ORDER BY conservar_hasta LIMIT $1`,
    [most ?? null],
  );
  for (const { huella } of rows) {
    let cause: unknown;
    const removal = db.transaction(async (tx) => {
      const row = await tx.one<{ bytes: number }>(
        `DELETE FROM objetos WHERE huella = (
           SELECT huella FROM objetos o WHERE huella = $1 AND ${LEAVING} FOR UPDATE SKIP LOCKED)
         RETURNING bytes`,
        [huella],
      );
      if (row) {
        await almacen.remove(huella).catch((error) => {
          cause = error;
          throw error;
        });
      }
      return row;
    });
    const gone = await removal.catch(async (error) => {
      if (error !== cause) throw error;
      // An absent store, or another titular of it, is the failure to report.
      await almacen.requireTitular();
      failed.push({ huella, cause: (cause as Error).cause ?? cause });
      return undefined;
    });
    if (gone) removed({ huella, bytes: gone.bytes });
    await sleep(pause ?? 0, undefined, { signal });
  }
  return failed;
}

/**
 * Enters the objects of the store that the registry does not know, so that a sweep takes them a day later. An object under
 * upload is known already. One that a copy of the registry is about to name is not lost at once.
 *
 * @param looked is called with the number of objects that were looked at
 * @param skip is given each part of the store that can't be read
 * @returns the unknown ones
 */
export async function enterUnknown(
  db: Db,
  almacen: Pick<Almacen, 'list'>,
  looked: (objects: number) => void,
  skip?: Skip,
): Promise<{ huella: string; bytes: number }[]> {
  const unknown: { huella: string; bytes: number }[] = [];
  let batch: { huella: string; bytes: number }[] = [];
  let count = 0;
  const flush = async () => {
    const rows = await db.query<{ huella: string; bytes: number }>(
      `INSERT INTO objetos (huella, bytes)
       SELECT huella, bytes FROM json_to_recordset($1) AS o (huella text, bytes integer) WHERE bytes > 0
       ON CONFLICT DO NOTHING RETURNING huella, bytes`,
      [JSON.stringify(batch)],
    );
    unknown.push(...rows);
    count += batch.length;
    batch = [];
    looked(count);
  };
  for await (const { huella, bytes } of almacen.list(skip)) {
    batch.push({ huella, bytes });
    if (batch.length === OBJECTS_COMPARED) await flush();
  }
  if (batch.length > 0) await flush();
  return unknown;
}
