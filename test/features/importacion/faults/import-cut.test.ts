import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { embeddedEnvironment } from '../../../empty-registry.ts';
import {
  assertFinishes,
  assertInterrupted,
  assertPlaceIsFree,
  assertReportsFinish,
  assertRowsWhole,
  count,
  fileOf,
  jobEnd,
  large,
  REPORTS,
  ROWS,
  reported,
  reportsOf,
  sendFile,
  stopped,
} from '../../../faults/importing.ts';
import { ownPostgres, type Postgres, until } from '../../../faults/postgres.ts';
import {
  inThisProcess,
  newRegistry,
  openRegistry,
  type Registry,
  type Reply,
  type Service,
} from '../../../faults/registry.ts';

const SMALL = fileOf(ROWS);
const LARGE = large(SMALL);

describe('an import that is cut short', () => {
  let server: Postgres;
  before(async () => {
    server = await ownPostgres();
  });
  /** Has an import stop halfway in a registry of its own, and does work there. */
  async function halfway<S extends Service>(
    open: (environment: Record<string, string>) => Promise<Registry<S>>,
    file: string,
    work: (
      registry: Registry<S>,
      sending: Promise<Reply>,
      goOn: () => Promise<unknown>,
      leave: () => void,
    ) => Promise<void>,
  ): Promise<Record<string, string>> {
    const environment = await server.environment();
    const registry = await open(environment);
    await stopped(server, environment, 'obras', async (isStopped, goOn) => {
      const gone = new AbortController();
      const sending = sendFile(registry, file, { signal: gone.signal });
      await isStopped();
      await work(registry, sending, goOn, () => gone.abort());
    });
    return environment;
  }
  const here = (environment: Record<string, string>) => newRegistry(environment, inThisProcess);
  const apart = (environment: Record<string, string>) => newRegistry(environment);

  test('by the client stops after the batch under way', async () => {
    await halfway(here, SMALL, async (registry, sending, goOn, leave) => {
      leave();
      assert.equal((await sending).status, 0);
      await goOn();
      await assertPlaceIsFree(registry);
      await assertFinishes(registry, SMALL);
      await registry.service.stop();
    });
  });

  test('by a stop of the service is finished first, where its client waits for the report', async () => {
    const environment = await halfway(here, SMALL, async (registry, sending, goOn) => {
      const stopping = registry.service.stop();
      await goOn();
      await stopping;
      const { status, body } = await sending;
      assert.deepEqual([status, body.creadas], [200, ROWS]);
    });
    const again = await openRegistry(environment, inThisProcess);
    assert.equal(await assertRowsWhole(again), ROWS);
    await again.service.stop();
  });

  test('by a stop of the service that can’t wait answers 503 with what is written', async () => {
    const environment = await halfway(here, SMALL, async (registry, sending, goOn) => {
      const stopping = registry.service.stop();
      const { status, body } = await sending;
      await goOn();
      await stopping;
      assert.deepEqual(
        [status, body.message],
        [
          503,
          'El servicio se detiene; lo importado hasta aquí queda, e importar de nuevo el mismo archivo termina lo que falta.',
        ],
      );
    });
    const again = await openRegistry(environment, inThisProcess);
    await assertFinishes(again, SMALL);
    await again.service.stop();
  });

  test('by a stop of the service after its answer is listed as interrupted', async () => {
    let begun: Reply | undefined;
    const environment = await halfway(apart, LARGE, async (registry, sending, goOn) => {
      begun = await sending;
      registry.service.process.kill('SIGTERM');
      await until('it stops', () => /SIGTERM: deteniendo/.test(registry.service.output()));
      await goOn();
      assert.equal(await registry.service.stop('SIGCONT'), 0);
    });
    const again = await openRegistry(environment, inThisProcess);
    await assertInterrupted(again, begun as unknown as Reply);
    await assertFinishes(again, LARGE);
    await again.service.stop();
  });

  for (const [when, file] of [
    ['', SMALL],
    [' after its answer', LARGE],
  ] as const) {
    test(`by a restart of the database waits for it and goes on${when}`, async () => {
      await halfway(here, file, async (registry, sending) => {
        await server.stop('immediate');
        await server.start();
        const answer = await sending;
        const { informe } = answer.status === 202 ? await jobEnd(registry, answer) : {};
        const { creadas, rechazadas } = informe ?? answer.body;
        assert.deepEqual([creadas, rechazadas], [ROWS, 0], JSON.stringify(answer.body));
        assert.equal(await assertRowsWhole(registry), ROWS);
        await registry.service.stop();
      });
    });
  }

  const stayedAway =
    /^La importación quedó a medias porque la base de datos no responde: [\d,]+ filas ya están; importe de nuevo el mismo archivo para terminar\.$/;

  test('by a database that stays away says how far it has come', async () => {
    await halfway(here, SMALL, async (registry, sending) => {
      await server.stop('immediate');
      const { status, body } = await sending;
      await server.start();
      assert.equal(status, 503);
      assert.match(body.message, stayedAway);
      await until('the database answers', async () => (await count(registry)) > 0);
      await assertPlaceIsFree(registry);
      await assertFinishes(registry, SMALL);
      await registry.service.stop();
    });
  });

  test('by a database that stays away says so once that is back', async () => {
    await halfway(apart, LARGE, async (registry, sending) => {
      const begun = await sending;
      await server.stop('immediate');
      await until('the import has given up', () => /sin terminar/.test(registry.service.output()));
      await server.start();
      const { estado, error } = await jobEnd(registry, begun);
      assert.equal(estado, 'fallida');
      assert.match(error, stayedAway);
      await assertFinishes(registry, LARGE);
      await registry.service.stop();
    });
  });

  describe('on the embedded database', () => {
    // No other process can stop one there: the rows are so many that it takes long after some are seen.
    const rows = 1_500;
    const some = (what: (registry: Registry) => Promise<number>, registry: Registry) =>
      until('some are written', async () => (await what(registry)) > 0);

    test('by a kill leaves whole batches, and the same file finishes it, as a sheet of reports does', async () => {
      const environment = await embeddedEnvironment();
      const file = fileOf(rows);
      const first = await newRegistry(environment);
      const sending = sendFile(first, file);
      await some(count, first);
      await first.service.stop('SIGKILL');
      assert.equal((await sending).status, 0);
      const registry = await openRegistry(environment);
      await assertPlaceIsFree(registry);
      await assertFinishes(registry, file, rows);

      const reporting = sendFile(registry, reportsOf(ROWS), REPORTS);
      await some(reported, registry);
      await registry.service.stop('SIGKILL');
      assert.equal((await reporting).status, 0);
      const again = await openRegistry(environment);
      await assertPlaceIsFree(again);
      await assertReportsFinish(again, reportsOf(ROWS));
      await again.service.stop();
    });

    test('by a stop of the service after its answer is listed as interrupted', async () => {
      const environment = await embeddedEnvironment();
      const file = large(fileOf(rows));
      const first = await newRegistry(environment);
      const begun = await sendFile(first, file);
      await some(count, first);
      assert.equal(await first.service.stop('SIGTERM'), 0);
      const registry = await openRegistry(environment);
      await assertInterrupted(registry, begun);
      await assertFinishes(registry, file, rows);
      await registry.service.stop();
    });
  });
});
