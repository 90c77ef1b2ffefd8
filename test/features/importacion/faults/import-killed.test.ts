import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { embeddedEnvironment } from '../../../empty-registry.ts';
import {
  assertFinishes,
  assertInterrupted,
  assertPlaceIsFree,
  assertReportsFinish,
  count,
  fileOf,
  large,
  REPORTS,
  ROWS,
  reportsOf,
  sendFile,
  stopped,
} from '../../../faults/importing.ts';
import { ownPostgres, type Postgres, until } from '../../../faults/postgres.ts';
import { newRegistry, openRegistry, type Registry, type Reply } from '../../../faults/registry.ts';

const SMALL = fileOf(ROWS);
const LARGE = large(SMALL);

describe('an import with its service killed halfway', () => {
  let server: Postgres;
  before(async () => {
    server = await ownPostgres();
  });
  /** Kills the service, and waits until what it has sent to its database is done. */
  const kill = async (
    registry: Registry,
    environment: Record<string, string>,
    goOn: () => Promise<unknown>,
  ) => {
    await registry.service.stop('SIGKILL');
    await goOn();
    await until('it is over', async () => (await server.connections(environment)) === 0);
  };

  test('leaves whole batches before its answer, and the same file finishes it', async () => {
    const environment = await server.environment();
    const first = await newRegistry(environment);
    await stopped(server, environment, 'obras', async (isStopped, goOn) => {
      const sending = sendFile(first, SMALL);
      await isStopped();
      await kill(first, environment, goOn);
      assert.equal((await sending).status, 0);
    });
    const registry = await openRegistry(environment);
    await assertPlaceIsFree(registry);
    await assertFinishes(registry, SMALL);

    // And a sheet that reports on those works.
    const sheet = reportsOf(ROWS);
    await stopped(server, environment, 'avances', async (isStopped, goOn) => {
      const sending = sendFile(registry, sheet, REPORTS);
      await isStopped();
      await kill(registry, environment, goOn);
      assert.equal((await sending).status, 0);
    });
    const again = await openRegistry(environment);
    await assertPlaceIsFree(again);
    await assertReportsFinish(again, sheet);
    await again.service.stop();
  });

  test('is listed as interrupted after its answer, and the same file finishes it', async () => {
    const environment = await server.environment();
    const first = await newRegistry(environment);
    let begun: Reply | undefined;
    await stopped(server, environment, 'obras', async (isStopped, goOn) => {
      begun = await sendFile(first, LARGE);
      assert.equal(begun.status, 202, JSON.stringify(begun.body));
      await isStopped();
      await kill(first, environment, goOn);
    });
    const registry = await openRegistry(environment);
    await assertInterrupted(registry, begun as unknown as Reply);
    await assertFinishes(registry, LARGE);
    await registry.service.stop();
  });

  test('is listed as interrupted on the embedded database, and the same file finishes it', async () => {
    const environment = await embeddedEnvironment();
    const first = await newRegistry(environment);
    // No other process can stop it there: the rows are so many that it takes long after some are seen.
    const rows = 1_500;
    const file = large(fileOf(rows));
    const begun = await sendFile(first, file);
    assert.equal(begun.status, 202, JSON.stringify(begun.body));
    await until('some are written', async () => (await count(first)) > 0);
    await first.service.stop('SIGKILL');
    const registry = await openRegistry(environment);
    await assertInterrupted(registry, begun);
    await assertFinishes(registry, file, rows);
    await registry.service.stop();
  });
});
