import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { launch } from '../process.ts';
import { BARE, ownPostgres, type Postgres, until } from './postgres.ts';
import { ADMIN } from './registry.ts';

describe('a start that makes its tables for long', () => {
  let server: Postgres;
  before(async () => {
    server = await ownPostgres();
  });

  test('prints a line every few seconds, into a pipe too, and then goes on', async () => {
    const environment = await server.environment(BARE);
    const { DATABASE_URL: url = '' } = environment;
    const { child, output, closed } = await server.client(
      async (client) => {
        // The lock that another instance holds while it makes the tables.
        await client.query(`SELECT pg_advisory_lock(hashtext('registro.migrate'))`);
        const started = launch({ ...ADMIN, ...environment, PORT: '0' });
        const lines = () => started.output().match(/^Preparando las tablas… van \d+ s$/gm) ?? [];
        await until('two lines of progress', () => lines().length >= 2);
        assert.doesNotMatch(started.output(), /listo en/);
        return started;
      },
      { DATABASE_URL: url },
    );
    await until('the service listens', () => output().includes('listo en'));
    child.kill();
    assert.equal((await closed)[0], 0, output());
  });
});
