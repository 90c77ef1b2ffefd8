import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { StartError } from '../../core/base/config.ts';
import type { Database } from '../../core/db/db.ts';
import { newHeader, sealed } from './file.ts';
import { agreeOnText, listSequences, listTables } from './tables.ts';

/** Rows of one read; a row may have several megabytes. */
const ROWS_READ = 50;

/**
 * Writes a copy of the registry, as it is at one moment, to a file that only its owner can read. On PostgreSQL the service
 * goes on reading and writing meanwhile. The embedded database has only one session, so all requests wait.
 *
 * @throws StartError where there is no registry
 * @param progress is called for each table after its rows
 */
export function copyTo(
  db: Database,
  file: string,
  progress: (table: string, rows: number) => void,
): Promise<void> {
  return db.session(async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    try {
      await pipeline(
        sealed(readRegistry(client, progress)),
        // The embedded database waits for the compression: little of it, much speed.
        createGzip({ level: 3 }),
        createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true }),
      );
    } finally {
      await client.query('ROLLBACK');
    }
  });
}

async function* readRegistry(
  client: ClientBase,
  progress: (table: string, rows: number) => void,
): AsyncGenerator<string> {
  await agreeOnText(client);
  const version = await client.query(
    `SELECT FROM to_regclass('schema_version') AS t WHERE t IS NOT NULL`,
  );
  if (version.rowCount === 0) {
    throw new StartError('No hay un registro en la base de datos de DATABASE_URL.');
  }
  const tables = await listTables(client);
  const { rows } = await client.query<{ version: number }>(
    'SELECT max(version)::integer AS version FROM schema_version',
  );
  yield JSON.stringify(
    newHeader({
      esquema: rows[0]?.version ?? 0,
      tablas: tables.map(({ name, columns }) => ({ nombre: name, columnas: columns })),
      secuencias: await listSequences(client),
    }),
  );
  for (const { name, columns } of tables) {
    yield JSON.stringify({ tabla: name });
    const values = columns.map((column) => `${client.escapeIdentifier(column)}::text`);
    await client.query(
      `DECLARE filas NO SCROLL CURSOR FOR
       SELECT json_build_array(${values})::text AS fila FROM ${client.escapeIdentifier(name)}`,
    );
    let read = 0;
    for (;;) {
      const { rows } = await client.query<{ fila: string }>(`FETCH ${ROWS_READ} FROM filas`);
      for (const { fila } of rows) yield fila;
      read += rows.length;
      if (rows.length < ROWS_READ) break;
    }
    await client.query('CLOSE filas');
    progress(name, read);
  }
}
