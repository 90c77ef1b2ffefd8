import type { ClientBase } from 'pg';
import { StartError } from '../../config.ts';
import type { Database } from '../../db/db.ts';
import { prepareSchema } from '../../db/migrate.ts';
import { checkFile, linesOf } from './file.ts';
import { agreeOnText, listTables, type Table } from './tables.ts';

/** Rows, and characters, that go in with one statement. */
const BATCH = 1_000;
const BATCH_LENGTH = 4_000_000;
/** What the migrations themselves fill, and the ledger that tells of it. */
const SEEDED = new Set(['estatus_obra', 'municipios', 'localidades', 'bitacora']);

/**
 * Puts a copy into an empty registry, in one transaction. First the schema is brought to the copy's version. Then the
 * rows go in as they were, without triggers. Last, the schema is brought up to date, as in an upgrade with those rows.
 *
 * @throws StartError if the copy is incomplete or newer than the program, or the registry is not empty
 */
export async function restoreFrom(
  db: Database,
  file: string,
  progress: (table: string, rows: number) => void,
): Promise<void> {
  const { header } = await checkFile(file);
  const tables = await prepareSchema(db, async (client, schema) => {
    if (header.esquema > schema.newest) {
      throw new StartError(
        `La copia es de una versión más nueva del programa (esquema ${header.esquema}, este conoce ${schema.newest}); actualice el programa.`,
      );
    }
    if (schema.current > header.esquema) {
      throw new StartError(
        `El registro de destino ya tiene el esquema ${schema.current} y la copia es del ${header.esquema}; restáurela en una base de datos recién creada.`,
      );
    }
    await schema.migrate(header.esquema);
    await agreeOnText(client);
    const tables = await listTables(client);
    const restoreTriggers = await disableTriggers(client, tables);
    await checkEmpty(client, tables);
    await client.query(`TRUNCATE ${tables.map(({ name }) => client.escapeIdentifier(name))}`);
    await loadRows(client, file, tables, header.tablas, progress);
    for (const [name, next] of Object.entries(header.secuencias)) {
      await client.query(
        `ALTER SEQUENCE ${client.escapeIdentifier(name)} RESTART WITH ${BigInt(next)}`,
      );
    }
    await restoreTriggers();
    await schema.migrate();
    return listTables(client);
  });
  await db.session(async (client) => {
    await client.query('SET statement_timeout = 0');
    try {
      // Without it the first lists would be slow ones.
      const names = tables.map(({ name }) => client.escapeIdentifier(name));
      await client.query(`VACUUM (ANALYZE) ${names}`);
    } finally {
      await client.query('RESET statement_timeout');
    }
  });
}

async function checkEmpty(client: ClientBase, tables: Table[]): Promise<void> {
  for (const { name } of tables) {
    if (SEEDED.has(name)) continue;
    const { rows } = await client.query(`SELECT FROM ${client.escapeIdentifier(name)} LIMIT 1`);
    if (rows.length > 0) {
      throw new StartError(
        `El registro de destino no está vacío (tiene datos en ${name}); restaure la copia en una base de datos recién creada o en una carpeta DATA_DIR nueva.`,
      );
    }
  }
}

async function loadRows(
  client: ClientBase,
  file: string,
  tables: Table[],
  copied: { nombre: string; columnas: string[] }[],
  progress: (table: string, rows: number) => void,
): Promise<void> {
  let insert = '';
  let name = '';
  let done = 0;
  let batch: string[] = [];
  let length = 0;
  const flush = async () => {
    if (batch.length > 0) await client.query(insert, [`[${batch}]`]);
    done += batch.length;
    batch = [];
    length = 0;
  };
  const finish = async () => {
    await flush();
    if (name) progress(name, done);
    done = 0;
  };
  let isFirst = true;
  for await (const bytes of linesOf(file)) {
    const line = bytes.toString('utf8');
    if (line.startsWith('[')) {
      batch.push(line);
      length += line.length;
      if (batch.length === BATCH || length > BATCH_LENGTH) await flush();
    } else if (!isFirst) {
      await finish();
      ({ tabla: name = '' } = JSON.parse(line) as { tabla?: string });
      if (name) insert = insertInto(client, name, tables, copied);
    }
    isFirst = false;
  }
}

/** The statement that inserts a list of rows as the copy has them. */
function insertInto(
  client: ClientBase,
  name: string,
  tables: Table[],
  copied: { nombre: string; columnas: string[] }[],
): string {
  const table = tables.find((one) => one.name === name);
  const columns = copied.find(({ nombre }) => nombre === name)?.columnas ?? [];
  const values = columns.map((column, i) => {
    const type = table?.types[table.columns.indexOf(column)];
    if (!type)
      throw new StartError(
        `La copia tiene una columna que este programa no conoce: ${name}.${column}.`,
      );
    return `(fila ->> ${i})::${type}`;
  });
  return `INSERT INTO ${client.escapeIdentifier(name)} (${columns.map((column) => client.escapeIdentifier(column))})
    OVERRIDING SYSTEM VALUE
    SELECT ${values} FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS f (fila, n) ORDER BY n`;
}

/** Turns the tables' own triggers off, those of foreign keys stay; answers how to turn each back to what it was. */
async function disableTriggers(client: ClientBase, tables: Table[]) {
  const { rows } = await client.query<{ relname: string; tgname: string; tgenabled: string }>(
    `SELECT relname::text, tgname::text, tgenabled::text
     FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
     WHERE NOT tgisinternal AND relname = ANY ($1) AND relnamespace = current_schema()::regnamespace`,
    [tables.map(({ name }) => name)],
  );
  for (const { name } of tables) {
    await client.query(`ALTER TABLE ${client.escapeIdentifier(name)} DISABLE TRIGGER USER`);
  }
  return async () => {
    for (const { relname, tgname, tgenabled } of rows) {
      const mode = MODES[tgenabled];
      if (!mode) continue;
      await client.query(
        `ALTER TABLE ${client.escapeIdentifier(relname)} ${mode} TRIGGER ${client.escapeIdentifier(tgname)}`,
      );
    }
  };
}
const MODES: Record<string, string | undefined> = {
  O: 'ENABLE',
  A: 'ENABLE ALWAYS',
  R: 'ENABLE REPLICA',
};
