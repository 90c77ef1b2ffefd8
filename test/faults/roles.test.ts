import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { backup } from '../../src/commands/backup/backup-command.ts';
import { StartError } from '../../src/core/base/config.ts';
import { openDatabase } from '../../src/core/db/index.ts';
import { prepareSchema } from '../../src/core/db/migrate.ts';
import { readBlocks } from '../blocks.ts';
import { readRoot } from '../deploy-settings.ts';
import { newFolder } from '../empty-registry.ts';
import { runHere } from '../process.ts';
import { ownPostgres, type Postgres, until } from './postgres.ts';
import {
  assertLedgerAgrees,
  assertUnavailable,
  inThisProcess,
  newRegistry,
  obraBody,
  openRegistry,
  type Registry,
  type Service,
} from './registry.ts';

const BLOCKS = readBlocks('docs/operaciones.md').filter(({ language }) => language === 'sql');

/** The SQL of docs/operaciones.md that has this in it. */
const documentedSql = (mark: string): string =>
  BLOCKS.find(({ text }) => text.includes(mark))?.text ?? assert.fail(mark);

describe('the roles of docs/operaciones.md', () => {
  let server: Postgres;
  let environment: Record<string, string>;
  let registry: Registry<Service>;

  const asAdministrator = (sql: string, database = 'obras') =>
    server.query(sql, { DATABASE_URL: server.address(database) });
  /** As the role that the service has. */
  const asService = (sql: string) => server.query(sql, environment);

  before(async () => {
    server = await ownPostgres();
    const [servers = '', database = ''] = documentedSql('CREATE ROLE obras').split('\\c obras\n');
    for (const statement of servers.split(/(?<=;)\n/)) await asAdministrator(statement, 'postgres');
    await asAdministrator(database);
    environment = {
      ...(await server.environment()),
      DATABASE_URL: server.address('obras').replace('postgres@', 'obras@'),
      CACHE_MB: '0',
    };
    registry = await newRegistry(environment, inThisProcess);
  });
  after(() => registry?.service.stop());

  test('let the service go on, restart and be copied with the ledger out of its reach', async () => {
    await registry.made('/obras', obraBody());
    await asAdministrator(documentedSql('bitacora_resguardo'));
    await registry.made('/obras', obraBody());
    await registry.service.stop();
    registry = await openRegistry(environment, inThisProcess);
    await registry.made('/obras', obraBody());
    await assertLedgerAgrees(registry);
    const copy = join(newFolder(), 'copia.jsonl.gz');
    const { code, output } = await runHere(backup, environment, [copy]);
    assert.equal(code, 0, output);
  });

  test('keep the ledger from every statement of the service', async () => {
    for (const sql of [
      'UPDATE bitacora SET instante = now()',
      'DELETE FROM bitacora',
      'TRUNCATE bitacora',
      'DROP TABLE bitacora',
      'DROP SCHEMA public CASCADE',
      'DROP OWNED BY obras CASCADE; DROP TABLE bitacora',
      'ALTER TABLE bitacora DISABLE TRIGGER ALL',
      'DROP TRIGGER bitacora_only_grows ON bitacora',
      'DROP FUNCTION refuse_ledger_change() CASCADE',
      'CREATE OR REPLACE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE sql AS $$SELECT NULL$$',
      `SELECT setval('bitacora_id_seq', 1)`,
      'ALTER SEQUENCE bitacora_id_seq RESTART',
    ]) {
      await assert.rejects(
        asService(`BEGIN; ${sql}; ROLLBACK`),
        /must be owner|permission denied|never changed/,
        sql,
      );
    }
  });

  test('let the service answer 503 while its own may not log in, and 200 afterwards', async () => {
    await asAdministrator(`REVOKE CONNECT ON DATABASE obras FROM obras;
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'obras'`);
    await until('no connection is let in', async () => {
      const reply = await registry.call('GET', '/obras?limit=1');
      if (reply.status !== 200) assertUnavailable(reply);
      return reply.status === 503;
    });
    await asAdministrator('GRANT CONNECT ON DATABASE obras TO obras');
    const list = () => registry.call('GET', '/obras?limit=1');
    await until('connections are let in', async () => (await list()).status === 200);
  });

  test('refuse an upgrade that changes the ledger until that is given back', async () => {
    await registry.service.stop();
    // A registry whose upgrade begins with a change of the ledger, guarded as the page says.
    const [, inDatabase = ''] = documentedSql('CREATE ROLE obras').split('\\c obras\n');
    const [, ...guard] = documentedSql('bitacora_resguardo').split('\n');
    const here = (sql: string) => sql.replaceAll('DATABASE obras', 'DATABASE anterior');
    await asAdministrator('CREATE DATABASE anterior OWNER obras TEMPLATE template0', 'postgres');
    await asAdministrator(here(inDatabase), 'anterior');
    const old = {
      ...environment,
      DATABASE_URL: server.address('anterior').replace('postgres@', 'obras@'),
    };
    const db = await openDatabase({ ...old, CACHE_MB: 0, DATA_DIR: '' }, () => {});
    await prepareSchema(db, (_client, schema) => schema.migrate());
    await db.query(`UPDATE schema_sql SET md5 = 'anterior',
      quitar = 'ALTER TABLE bitacora DROP COLUMN IF EXISTS anterior; ' || quitar`);
    await db.close();
    await asAdministrator(here(guard.join('\n')), 'anterior');

    await assert.rejects(inThisProcess(old), {
      constructor: StartError,
      message: /^Esta versión cambia el esquema .* no es dueño .*docs\/operaciones\.md\.$/,
    });
    const giveBack = 'ALTER TABLE bitacora OWNER TO obras';
    assert.ok(readRoot('docs/operaciones.md').includes(giveBack));
    await asAdministrator(giveBack, 'anterior');
    registry = await openRegistry(old, inThisProcess);
    await assertLedgerAgrees(registry);
  });
});
