// The thread of the embedded database: protocol bytes in, protocol bytes out.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { type Extension, PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { postgis } from '@electric-sql/pglite-postgis';
import { dataDir } from '@electric-sql/pglite-prepopulatedfs';
import type { Answer } from './embedded.ts';

/** PostGIS without its unused parts, made by scripts/prepare.mjs. Without that file the whole PostGIS serves. */
const smallBundle = new URL('../../../postgis.tar.gz', import.meta.url);
const smallPostgis: Extension = {
  ...postgis,
  setup: async (pg, options) => ({
    ...(await postgis.setup(pg, options)),
    ...(existsSync(smallBundle) && { bundlePath: smallBundle }),
  }),
};

rememberExportedNames();

const { pgdata } = workerData as { pgdata: string };
const database = await PGlite.create({
  dataDir: pgdata,
  // The result of initdb is shipped. Without a second PGlite to run it, the first start takes 170 MB less.
  ...(existsSync(join(pgdata, 'PG_VERSION')) ? {} : { loadDataDir: await dataDir() }),
  extensions: { postgis: smallPostgis, pg_trgm },
  // For one user on one machine, compiled queries and a large page cache cost more than they bring.
  startParams: [
    ...PGlite.defaultStartParams,
    ...['-c', 'jit=off', '-c', 'shared_buffers=32MB'],
    // The one session exists before `pg` connects and names itself.
    ...['-c', 'application_name=registro-obras'],
    // Segments cut off the log free their room (src/core/db/embedded.ts).
    ...['-c', 'wal_recycle=off'],
    // The triggers notify changes (sql/avisos.sql).
    ...['-c', 'registro.una_sesion=on'],
  ],
});
// PGlite would retain the unpacked bundles, 34 MB that nothing reads again.
(database.Module as { pg_extensions?: object }).pg_extensions = {};

const answer = (message: Answer, transfer: ArrayBuffer[] = []) =>
  parentPort?.postMessage(message, transfer);

parentPort?.on('message', async ({ id, bytes }: { id: number; bytes?: Uint8Array }) => {
  try {
    if (!bytes) {
      await database.close();
      return answer({ id });
    }
    const out = await database.execProtocolRaw(bytes);
    // An answer that owns its memory is transferred; a view into a larger buffer is copied.
    const own = out.byteLength === out.buffer.byteLength;
    answer({ id, bytes: out }, own ? [out.buffer as ArrayBuffer] : []);
  } catch (error) {
    answer({ id, error: String(error) });
  }
});
answer({ id: 0 });

/**
 * Makes `Object.keys` list the exports of each PostgreSQL library once in this thread. They never change after loading, and
 * every library exports the name `Pg_magic_func`.
 *
 * PGlite lists the 23,265 names of PostGIS twice for each C function that CREATE EXTENSION declares. At 4 ms a list that was
 * 3 s of a first start.
 */
function rememberExportedNames(): void {
  const keys = Object.keys;
  const known = new WeakMap<object, string[]>();
  Object.keys = (object: object) => {
    if (!Object.hasOwn(object, 'Pg_magic_func')) return keys(object);
    const names = known.get(object) ?? keys(object);
    known.set(object, names);
    return names;
  };
}
