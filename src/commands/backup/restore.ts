import { type ClientBase, DatabaseError } from 'pg';
import { StartError } from '../../core/base/config.ts';
import { unavailable } from '../../core/base/constraints.ts';
import type { Database } from '../../core/db/db.ts';
import { prepareSchema, renderOutdated } from '../../core/db/migrate.ts';
import { checkFile, damaged, type Header, linesOf, parse } from './file.ts';
import { agreeOnText, listSequences, listTables, type Table } from './tables.ts';

/** Rows, and characters, of one statement. */
const ROWS_PER_STATEMENT = 1_000;
const CHARACTERS_PER_STATEMENT = 4_000_000;
/** The tables that migrations or a start fill, and the ledger with its entries about that. */
const SEEDED = new Set([
  'estatus_obra',
  'fondos',
  'municipios',
  'municipios_limites',
  'localidades',
  'almacen',
  'bitacora',
]);

/**
 * Puts a copy into an empty registry, in one transaction. First the tables are brought to the copy's version. Then the rows
 * are inserted unchanged, without triggers. Last, the schema is brought up to date, as in an upgrade with those rows.
 *
 * @throws StartError where the copy is incomplete or newer than the program, or the registry is not empty
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
    if (schema.current < header.esquema) await schema.migrate(header.esquema);
    await agreeOnText(client);
    const tables = await listTables(client);
    checkParts(file, header, tables, Object.keys(await listSequences(client)));
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
    // The registry that the copy is of stays the titular of their store.
    await client.query('UPDATE almacen SET titular = gen_random_uuid() WHERE id IS NOT NULL');
    return listTables(client);
  }).catch((error) => {
    // A rule that only all rows together break shows when the schema is brought up to date, or at the end.
    throw isOfRows(error) ? damaged(file, error, error.message) : error;
  });
  await renderOutdated(db);
  await db.session(async (client) => {
    await client.query('SET statement_timeout = 0');
    try {
      // Without statistics the first lists would be slow.
      const names = tables.map(({ name }) => client.escapeIdentifier(name));
      await client.query(`VACUUM (ANALYZE) ${names}`);
    } finally {
      await client.query('RESET statement_timeout');
    }
  });
}

/** Whether the database refused malformed data (class 22 of its codes), or rows that break rules (23). */
const isOfRows = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && /^(22|23)/.test(error.code ?? '');

/**
 * A copy must have every table of its schema, with every column: missing ones would be lost in silence.
 *
 * @throws StartError otherwise
 */
function checkParts(
  file: string,
  { tablas, secuencias }: Header,
  tables: Table[],
  sequences: string[],
): void {
  const differ = (what: string, copied: string[], here: string[]) => {
    const unknown = copied.find((name) => !here.includes(name));
    if (unknown) throw damaged(file, undefined, `este programa no conoce ${what} ${unknown}`);
    const absent = here.find((name) => !copied.includes(name));
    if (absent) throw damaged(file, undefined, `le falta ${what} ${absent}`);
    const twice = copied.find((name, i) => copied.indexOf(name) !== i);
    if (twice) throw damaged(file, undefined, `tiene dos veces ${what} ${twice}`);
  };
  differ(
    'la tabla',
    tablas.map(({ nombre }) => nombre),
    tables.map(({ name }) => name),
  );
  for (const { name, columns } of tables) {
    const copied = tablas.find(({ nombre }) => nombre === name)?.columnas ?? [];
    differ(`en la tabla ${name} la columna`, copied, columns);
  }
  differ('la secuencia', Object.keys(secuencias), sequences);
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
  const rest = new Set(tables.map((table) => table.name));
  const flush = async () => {
    if (batch.length === 0) return;
    const cannot = `hay filas de ${name} que no se pueden cargar`;
    const { rowCount } = await client.query(insert, [`[${batch}]`]).catch((error) => {
      // PostGIS has no code of its own for a malformed geometry.
      const isTheirs = error instanceof DatabaseError && !unavailable(error);
      throw isTheirs ? damaged(file, error, `${cannot} (${error.message})`) : error;
    });
    // A row with another number of values than columns is skipped by the statement.
    if (rowCount !== batch.length) throw damaged(file, undefined, cannot);
    done += batch.length;
    batch = [];
    length = 0;
  };
  const finish = async () => {
    await flush();
    if (name) progress(name, done);
    done = 0;
  };
  let isHeader = true;
  for await (const bytes of linesOf(file)) {
    if (bytes.toString('latin1', 0, 1) === '[') {
      if (!name) throw damaged(file, undefined, 'tiene filas de ninguna tabla');
      batch.push(bytes.toString('utf8'));
      length += bytes.length;
      if (batch.length === ROWS_PER_STATEMENT || length > CHARACTERS_PER_STATEMENT) await flush();
    } else if (!isHeader) {
      await finish();
      const { tabla, sha256 } = (parse(bytes) ?? {}) as { tabla?: unknown; sha256?: unknown };
      // The last line has no table.
      if (typeof tabla !== 'string' && !sha256) {
        throw damaged(file, undefined, 'tiene una línea que no es de ninguna tabla');
      }
      name = typeof tabla === 'string' ? tabla : '';
      rest.delete(name);
      if (name) insert = insertInto(client, file, name, tables, copied);
    }
    isHeader = false;
  }
  const [absent] = rest;
  if (absent) throw damaged(file, undefined, `le falta la tabla ${absent}`);
}

/** The statement that inserts a list of a copy's rows: those that have a value for each column. */
function insertInto(
  client: ClientBase,
  file: string,
  name: string,
  tables: Table[],
  copied: { nombre: string; columnas: string[] }[],
): string {
  const table = tables.find((one) => one.name === name);
  if (!table) throw damaged(file, undefined, `este programa no conoce la tabla ${name}`);
  const columns = copied.find(({ nombre }) => nombre === name)?.columnas ?? [];
  const values = columns.map(
    (column, i) => `(cells ->> ${i})::${table.types[table.columns.indexOf(column)]}`,
  );
  return `INSERT INTO ${client.escapeIdentifier(name)} (${columns.map((column) => client.escapeIdentifier(column))})
    OVERRIDING SYSTEM VALUE
    SELECT ${values} FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS f (cells, n)
    WHERE jsonb_array_length(cells) = ${columns.length} ORDER BY n`;
}

/** Disables the tables' own triggers, without those of foreign keys. Returns a function that restores each. */
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
