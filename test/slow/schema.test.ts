import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Header, sealed } from '../../src/commands/backup/file.ts';
import { copyTo } from '../../src/commands/backup/read.ts';
import { restoreFrom } from '../../src/commands/backup/restore.ts';
import { readConfig, StartError } from '../../src/core/base/config.ts';
import type { Database } from '../../src/core/db/db.ts';
import { openDatabase } from '../../src/core/db/index.ts';
import { migrate } from '../../src/core/db/migrate.ts';
import { readRoot } from '../deploy-settings.ts';
import { newFolder } from '../empty-registry.ts';
import { emptyEnvironment, db as newRegistry } from '../world.ts';

const folder = newFolder();

const upToDate = (db: Database) => migrate(db, async () => {});

/** All that a schema consists of, but for extensions. */
async function catalogOf(db: Database): Promise<string[]> {
  const rows = await db.query<{ line: string }>(`
    WITH ours AS (
      SELECT c.oid, c.relname, c.relkind FROM pg_class c
      WHERE relnamespace = current_schema()::regnamespace
        AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')
    )
    SELECT concat_ws(' ', relname, attnum, attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
      attgenerated, attstorage, attcollation::regcollation, pg_get_expr(adbin, adrelid)) AS line
    FROM ours JOIN pg_attribute ON attrelid = ours.oid AND attnum > 0
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE relkind IN ('r', 'v')
    UNION ALL SELECT concat_ws(' ', relname, c.relkind, relpersistence, obj_description(oid, 'pg_class'))
    FROM ours JOIN pg_class c USING (oid, relname)
    UNION ALL SELECT pg_get_indexdef(oid) FROM ours WHERE relkind = 'i'
    UNION ALL SELECT relname || ' ' || pg_get_viewdef(oid) FROM ours WHERE relkind = 'v'
    UNION ALL SELECT concat_ws(' ', relname, conname, convalidated, pg_get_constraintdef(pg_constraint.oid))
    FROM ours JOIN pg_constraint ON conrelid = ours.oid
    UNION ALL SELECT concat_ws(' ', tgenabled, pg_get_triggerdef(pg_trigger.oid))
    FROM ours JOIN pg_trigger ON tgrelid = ours.oid WHERE NOT tgisinternal
    UNION ALL SELECT pg_get_functiondef(p.oid) FROM pg_proc p
    WHERE pronamespace = current_schema()::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e')
    UNION ALL SELECT concat_ws(' ', version, name, md5) FROM schema_version
    UNION ALL SELECT concat_ws(' ', md5, quitar) FROM schema_sql
    ORDER BY 1`);
  return rows.map(({ line }) => line);
}

/** The small registry that the program of version 1.0.0 left, as a copy, with something in every table. */
const OF_1_0_0 = readRoot('test/registro-1.0.0.jsonl');

const oldHeader = JSON.parse(OF_1_0_0.slice(0, OF_1_0_0.indexOf('\n'))) as Header;
const oldColumns = new Map(oldHeader.tablas.map(({ nombre, columnas }) => [nombre, columnas]));

/** Sequences and rows of a copy, as far as version 1.0.0 had tables and columns for them, in an order of their own. */
function contentOf(copy: string): string[] {
  const [first = '', ...lines] = copy.trimEnd().split('\n');
  const { tablas, secuencias } = JSON.parse(first) as Header;
  const content = Object.keys(oldHeader.secuencias).map((name) => `${name} ${secuencias[name]}`);
  let table = '';
  let places: number[] | undefined;
  for (const line of lines.slice(0, -1)) {
    const row = JSON.parse(line);
    if (!Array.isArray(row)) {
      table = row.tabla;
      const { columnas = [] } = tablas.find(({ nombre }) => nombre === table) ?? {};
      places = oldColumns.get(table)?.map((column) => columnas.indexOf(column));
    } else if (places) {
      content.push(JSON.stringify([table, ...places.map((place) => row[place])]));
    }
  }
  return content.sort();
}

async function copyOf(db: Database, name: string): Promise<string> {
  const file = join(folder, name);
  await copyTo(db, file, () => {});
  return gunzipSync(readFileSync(file)).toString('utf8');
}

/** The columns that searches look through. */
const searchedOf = (db: Database) =>
  db.query('SELECT busqueda, array_to_json(numeros)::text AS numeros FROM obras ORDER BY id');
const SEARCHED = [
  { busqueda: 'nandu\ncalle 60\ncalle 62\na-1\nlinea', numeros: '["60","62"]' },
  { busqueda: 'arbol\nmalecon\na-2\n', numeros: '[]' },
];

describe('a registry of version 1.0.0', () => {
  let db: Database;

  before(async () => {
    const environment = { ...(await emptyEnvironment()), CACHE_MB: '0' };
    db = await openDatabase(readConfig(environment), () => {});
  });
  after(() => db?.close());
  const refused = (message: RegExp) =>
    assert.rejects(upToDate(db), { constructor: StartError, message });

  test('is upgraded: every row is there, and the schema is that of a new registry', async () => {
    const file = join(folder, 'de-1.0.0');
    const lines = OF_1_0_0.trimEnd().split('\n').slice(0, -1);
    const without = lines.filter((line) => line !== '{"tabla":"dependencias"}');
    const broken: string[] = [];
    for await (const line of sealed(Readable.from(without))) broken.push(line);
    writeFileSync(file, gzipSync(broken.join('')));
    await assert.rejects(
      restoreFrom(db, file, () => {}),
      /está dañada/,
    );
    // The objects that were made for that one do not stand in the way.
    writeFileSync(file, gzipSync(OF_1_0_0));
    // Its tables are made by the files of its version, and those that came later run with its rows in them.
    await restoreFrom(db, file, () => {});
    assert.deepEqual(contentOf(await copyOf(db, 'al-dia')), contentOf(OF_1_0_0));
    assert.deepEqual(await catalogOf(db), await catalogOf(newRegistry));
    assert.deepEqual(await searchedOf(db), SEARCHED);
    const firms = await db.query('SELECT DISTINCT firma FROM contratos');
    assert.deepEqual(firms, [{ firma: 'RFC NAA010101AB1' }]);
    for (const table of oldColumns.keys()) {
      if (table === 'municipios_limites' || table === 'cambios') continue;
      assert.ok(await db.one(`SELECT true FROM ${table} LIMIT 1`), `${table} has a row`);
    }
  });

  test('is left as it is, with one sentence, where it is of another version or has other files', async () => {
    const before = await catalogOf(db);
    for (const [spoil, mend, sentence] of [
      [
        "INSERT INTO schema_version (version, name, md5) VALUES (99, 'x', 'x')",
        'DELETE FROM schema_version WHERE version = 99',
        /^La base de datos es de una versión más nueva del programa \(esquema 99, .*\.$/,
      ],
      [
        'UPDATE schema_version SET version = 98 WHERE version = 1',
        'UPDATE schema_version SET version = 1 WHERE version = 98',
        /^La base de datos es de antes de la versión 1\.0\.0 .*\.$/,
      ],
      [
        "UPDATE schema_version SET md5 = md5 || 'x' WHERE version = 1",
        'UPDATE schema_version SET md5 = left(md5, -1) WHERE version = 1',
        /^La base de datos es de antes de la versión 1\.0\.0 .*\.$/,
      ],
    ] as const) {
      await db.query(spoil);
      await refused(sentence);
      await db.query(mend);
    }
    assert.deepEqual(await catalogOf(db), before);
  });

  test('takes what a newer text of sql/ defines, and loses what that defines no more', async () => {
    const expected = await catalogOf(db);
    // As a program left it whose text had a view, a trigger and a function more, and another function in other words.
    await db.session((client) =>
      client.query(`
        CREATE VIEW antigua AS SELECT id FROM obras_piezas JOIN obras ON obras.id = obra_id;
        CREATE FUNCTION antigua() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
        CREATE TRIGGER antigua AFTER INSERT ON obras FOR EACH ROW EXECUTE FUNCTION antigua();
        CREATE OR REPLACE FUNCTION iso8601(timestamptz) RETURNS text LANGUAGE sql STABLE RETURN 'otra';
        CREATE VIEW ajena AS SELECT id FROM obras;
        UPDATE schema_sql SET md5 = 'anterior',
          quitar = 'DROP TRIGGER antigua ON obras; DROP FUNCTION antigua(); DROP VIEW antigua; ' || quitar`),
    );
    await upToDate(db);
    // A view that somebody made by hand stays.
    await db.query('DROP VIEW ajena');
    const known = await db.query(`DELETE FROM schema_sql WHERE md5 = 'anterior' RETURNING quitar`);
    assert.deepEqual(known, [{ quitar: null }]);
    assert.deepEqual(await catalogOf(db), expected);
  });

  test('has the functions of a folder defined again that a start without it had left out', async () => {
    const expected = await catalogOf(db);
    await db.session((client) =>
      client.query(`
        DROP FUNCTION tell_import(uuid, integer, integer, integer, integer);
        INSERT INTO schema_sql
        SELECT 'sin hojas', replace(quitar, ' src/hojas/hojas.sql', '') FROM schema_sql;
        UPDATE schema_sql SET quitar = NULL WHERE md5 <> 'sin hojas'`),
    );
    await upToDate(db);
    await db.query(`DELETE FROM schema_sql WHERE md5 = 'sin hojas'`);
    assert.deepEqual(await catalogOf(db), expected);
  });

  test('keeps the newer text when an instance of an older program starts beside it', async () => {
    await db.session((client) =>
      client.query(`
        CREATE OR REPLACE FUNCTION iso8601(timestamptz) RETURNS text LANGUAGE sql STABLE RETURN 'más nueva';
        INSERT INTO schema_sql SELECT 'más nueva', quitar FROM schema_sql;
        UPDATE schema_sql SET quitar = NULL WHERE md5 <> 'más nueva'`),
    );
    await upToDate(db);
    assert.deepEqual(await db.one('SELECT iso8601(now()) AS text'), { text: 'más nueva' });
  });

  test('names what keeps a newer text from being used', async () => {
    await db.query('CREATE VIEW ajena AS SELECT iso8601(now())');
    await db.query(`UPDATE schema_sql SET md5 = 'anterior' WHERE quitar IS NULL`);
    await refused(/hecho a mano .* depende de ellas.*\(.*view ajena depends on/);
    await db.query('DROP VIEW ajena');
    await upToDate(db);
    assert.match(JSON.stringify(await db.one('SELECT iso8601(now()) AS text')), /T.*Z/);
  });

  test('has its documents rendered anew with one more field, without a row in the ledger', async () => {
    const story = await db.query('SELECT * FROM bitacora ORDER BY id');
    await db.session((client) =>
      client.query(`
        UPDATE obras_documentos SET cabeza = replace(cabeza, ',"descripcion":', ',"anterior":');
        COMMENT ON TABLE obras_documentos IS 'de otra manera';
        UPDATE schema_sql SET md5 = 'con un campo menos' WHERE quitar IS NOT NULL`),
    );
    await upToDate(db);
    const stale = await db.query(
      'SELECT FROM obras_documentos d FULL JOIN obras_piezas p USING (obra_id) WHERE d.* IS DISTINCT FROM p.*',
    );
    assert.equal(stale.length, 0);
    assert.deepEqual(await db.query('SELECT * FROM bitacora ORDER BY id'), story);
    // A change that somebody makes in the same moment stands there.
    await db.query(`UPDATE obras SET descripcion = 'Otra' WHERE id = 2`);
    const [row] = await db.query('SELECT antes, despues FROM bitacora ORDER BY id DESC LIMIT 1');
    assert.deepEqual(row, { antes: '{"descripcion": ""}', despues: '{"descripcion": "Otra"}' });
  });
});
