// The thread that the embedded database lives on: protocol bytes in, protocol bytes out.
import { existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { type Extension, PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { postgis } from '@electric-sql/pglite-postgis';
import type { Answer } from './embedded.ts';

/** PostGIS without what is never used here, made by scripts/prepare.mjs; without it the whole one does as well. */
const smallBundle = new URL('../../postgis.tar.gz', import.meta.url);
const smallPostgis: Extension = {
  ...postgis,
  setup: async (pg, options) => ({
    ...(await postgis.setup(pg, options)),
    ...(existsSync(smallBundle) && { bundlePath: smallBundle }),
  }),
};

const database = await PGlite.create({
  dataDir: (workerData as { pgdata: string }).pgdata,
  extensions: { postgis: smallPostgis, pg_trgm },
  // One user on one machine: compiling queries and a large cache of pages cost more than they bring.
  startParams: [...PGlite.defaultStartParams, '-c', 'jit=off', '-c', 'shared_buffers=32MB'],
});
// PGlite would hold on to the unpacked bundles, 34 MB that nobody reads again.
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
    // An answer that owns its memory is handed over, one that is a view into a larger buffer is copied.
    const own = out.byteLength === out.buffer.byteLength;
    answer({ id, bytes: out }, own ? [out.buffer as ArrayBuffer] : []);
  } catch (error) {
    answer({ id, error: String(error) });
  }
});
answer({ id: 0 });
