import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { ClientBase } from 'pg';
import Postgrator from 'postgrator';
import { readConfig, StartError } from '../../src/base/config.ts';
import { copyTo } from '../../src/commands/backup/read.ts';
import { restoreFrom } from '../../src/commands/backup/restore.ts';
import type { Database } from '../../src/db/db.ts';
import { markReady } from '../../src/db/embedded.ts';
import { openDatabase } from '../../src/db/index.ts';
import { migrate } from '../../src/db/migrate.ts';
import { emptyEnvironment, db as newRegistry } from '../world.ts';

const folder = mkdtempSync(join(tmpdir(), 'registro-esquema-'));

async function open(environment: Record<string, string>): Promise<Database> {
  return openDatabase(readConfig({ ...environment, CACHE_MB: '0' }), () => {});
}

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

/**
 * The contents of a copy of the registry, as far as version 15 had tables and columns for them, in an order of its own;
 * the first line says of which tables and sequences.
 */
async function contentOf(db: Database, name: string): Promise<string[]> {
  const file = join(folder, name);
  await copyTo(db, file, () => {});
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
  const { tablas, secuencias } = JSON.parse(lines[0] as string) as {
    tablas: { nombre: string; columnas: string[] }[];
    secuencias: Record<string, string>;
  };
  columnsOf15 ??= new Map(tablas.map(({ nombre, columnas }) => [nombre, columnas]));
  sequencesOf15 ??= Object.keys(secuencias);
  const old: string[] = [];
  let places: number[] | undefined;
  for (const line of lines.slice(1, -1)) {
    const row = JSON.parse(line);
    if (Array.isArray(row)) {
      if (places) old.push(JSON.stringify(places.map((place) => row[place])));
    } else {
      const { columnas = [] } = tablas.find(({ nombre }) => nombre === row.tabla) ?? {};
      places = columnsOf15.get(row.tabla)?.map((column) => columnas.indexOf(column));
    }
  }
  const known = sequencesOf15.map((sequence) => [sequence, secuencias[sequence]]);
  return [JSON.stringify([[...columnsOf15], known]), ...old.sort()];
}
/** The tables and columns that version 15 had. */
let columnsOf15: Map<string, string[]> | undefined;
let sequencesOf15: string[] | undefined;

/** A registry as the program of version 15 left it, made by its own files, with something in every table. */
async function registryOf15(): Promise<Record<string, string>> {
  const files = join(folder, 'migraciones');
  const here = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
  cpSync(here('test/esquema-015'), files, { recursive: true });
  cpSync(here('migrations/015.do.catalogos.sql'), join(files, '002.do.catalogos.sql'));
  const environment = await emptyEnvironment();
  const db = await open(environment);
  await db.session(async (client: ClientBase) => {
    await client.query('BEGIN');
    await new Postgrator({
      driver: 'pg',
      migrationPattern: join(files, '*.sql'),
      schemaTable: 'schema_version',
      newline: 'LF',
      execQuery: (sql) => client.query(sql),
    }).migrate();
    await client.query('COMMIT');
  });
  await db.session((client) => client.query(RECORDS));
  await db.close();
  if (!environment.DATABASE_URL) markReady(environment.DATA_DIR as string);
  return environment;
}

const RECORDS = `
  INSERT INTO users (id, email, nombre_completo, password_hash, roles, token_kept)
  VALUES ('00000000-0000-4000-8000-0000000000a1', 'ana@ejemplo.mx', 'Ana Peón', 'resumen', 'admin', 'guardado');
  INSERT INTO ejercicios_fiscales (anio, ultimo_numero_obra) VALUES (2024, 3), (2025, 0);
  INSERT INTO dependencias (nombre, siglas) VALUES ('Obras Públicas', 'OP');
  INSERT INTO tipos_proyecto (nombre, sector_oc4ids, tipo_oc4ids) VALUES ('Camino', 'transport.road', 'construction');
  INSERT INTO localidades (nombre, municipio_id) VALUES ('La nueva', 50);
  INSERT INTO obras (numero_obra, clave_unica, nombre, descripcion, monto, ejercicio_fiscal_id, dependencia_id,
    municipio_id, tipo_proyecto_id, estatus_obra_id)
  VALUES (1, 'A-1', 'Ñandú', 'Línea', 1.5, 1, 1, 50, 1, 4), (2, 'A-2', 'Árbol', '', 2, 1, 1, 59, NULL, 1),
    (3, 'A-3', 'Borrada', '', 0, 1, 1, 1, NULL, 1);
  INSERT INTO ubicaciones (obra_id, municipio_id, direccion, tipo_geometria, geometria_json, orden) VALUES
    (1, 50, 'Calle 60', 'PUNTO', '{"type":"Point","coordinates":[-89.62,20.97]}', 1),
    (1, 50, 'Calle 62', 'RUTA', '{"type":"LineString","coordinates":[[-89.62,20.97],[-89.6,21]]}', 0),
    (2, 59, 'Malecón', 'POLIGONO',
      '{"type":"Polygon","coordinates":[[[-89.7,21.2],[-89.6,21.2],[-89.6,21.3],[-89.7,21.2]]]}', 0);
  UPDATE obras SET monto = 2.5 WHERE id = 1;
  DELETE FROM obras WHERE id = 3;
  INSERT INTO favorites (user_id, obra_id) SELECT id, 1 FROM users;
  INSERT INTO idempotencias (clave, huella, estatus, respuesta) VALUES ('\\x01', '\\x02', 201, '{}')`;

/** What searches look through. */
const searchedOf = (db: Database) =>
  db.query('SELECT busqueda, array_to_json(numeros)::text AS numeros FROM obras ORDER BY id');
const SEARCHED = [
  { busqueda: 'nandu\ncalle 60\ncalle 62\na-1\nlinea', numeros: '["60","62"]' },
  { busqueda: 'arbol\nmalecon\na-2\n', numeros: '[]' },
];

describe('a registry of version 15', () => {
  let db: Database;
  let content: string[];
  const copy = 'de-15';

  before(async () => {
    db = await open(await registryOf15());
    content = await contentOf(db, copy);
  });
  after(() => db?.close());

  test('of another version, or with other files, is left as it is, and one sentence says what to do', async () => {
    const checksum = `SELECT md5 FROM schema_version WHERE version = 9`;
    const { md5 } = (await db.one<{ md5: string }>(checksum)) as { md5: string };
    for (const [spoil, mend, sentence] of [
      [
        'UPDATE schema_version SET version = 99 WHERE version = 15',
        'UPDATE schema_version SET version = 15 WHERE version = 99',
        /^La base de datos es de una versión más nueva del programa \(esquema 99, .*\.$/,
      ],
      [
        `UPDATE schema_version SET md5 = 'otro' WHERE version = 9`,
        `UPDATE schema_version SET md5 = '${md5}' WHERE version = 9`,
        /^La base de datos .*\(esquema 15\).*\.$/,
      ],
      [
        `UPDATE schema_version SET version = -15 WHERE version = 15`,
        'UPDATE schema_version SET version = 15 WHERE version = -15',
        /^La base de datos .*\(esquema 14\).*\.$/,
      ],
    ] as const) {
      await db.query(spoil);
      await assert.rejects(upToDate(db), (error) => {
        assert.ok(error instanceof StartError);
        assert.match(error.message, sentence);
        return true;
      });
      await db.query(mend);
    }
    assert.deepEqual(await contentOf(db, 'sin-tocar'), content);
  });

  test('is brought up to date at the start: every row is there, and the schema is that of a new registry', async () => {
    await upToDate(db);
    assert.deepEqual(await contentOf(db, 'al-dia'), content);
    assert.deepEqual(await catalogOf(db), await catalogOf(newRegistry));
    assert.deepEqual(await searchedOf(db), SEARCHED);
  });

  test('whose copy is restored has every row and the schema of a new registry too', async () => {
    const target = await open(await emptyEnvironment());
    try {
      await restoreFrom(target, join(folder, copy), () => {});
      assert.deepEqual(await contentOf(target, 'restaurada'), content);
      assert.deepEqual(await catalogOf(target), await catalogOf(newRegistry));
      assert.deepEqual(await searchedOf(target), SEARCHED);
    } finally {
      await target.close();
    }
  });

  test('then takes what a newer text of sql/ defines, and loses what that has no more', async () => {
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

  test('says what keeps a newer text from being used', async () => {
    await db.query('CREATE VIEW ajena AS SELECT iso8601(now())');
    await db.query(`UPDATE schema_sql SET md5 = 'anterior' WHERE quitar IS NULL`);
    await assert.rejects(upToDate(db), (error) => {
      assert.ok(error instanceof StartError);
      assert.match(error.message, /hecho a mano .* depende de ellas.*\(.*view ajena depends on/);
      return true;
    });
    await db.query('DROP VIEW ajena');
    await upToDate(db);
    assert.match(JSON.stringify(await db.one('SELECT iso8601(now()) AS text')), /T.*Z/);
  });

  test('has its documents rendered anew where a field more is in them, of which the ledger says nothing', async () => {
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
