// The thread that the embedded database lives on: protocol bytes in, protocol bytes out.
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { postgis } from '@electric-sql/pglite-postgis';
import type { Answer } from './embedded.ts';

const database = await PGlite.create({
  dataDir: (workerData as { pgdata: string }).pgdata,
  extensions: { postgis, pg_trgm },
  // One user on one machine: compiling queries and a large cache of pages cost more than they bring.
  startParams: [...PGlite.defaultStartParams, '-c', 'jit=off', '-c', 'shared_buffers=32MB'],
});

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
