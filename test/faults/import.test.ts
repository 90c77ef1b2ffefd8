import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { embeddedEnvironment } from '../empty-registry.ts';
import { fileOf, importFile, jobEnd, large, reportsOf, sendFile } from './importing.ts';
import { ownPostgres, type Postgres, until } from './postgres.ts';
import {
  assertLedgerAgrees,
  newRegistry,
  openRegistry,
  type Registry,
  type Reply,
} from './registry.ts';

const ROWS = 4_000;
/** From how many rows on an import is under way. */
const SOME = 150;

const SMALL = fileOf(ROWS);
const LARGE = large(SMALL);

/** The number of obras now. */
async function count(registry: Registry): Promise<number> {
  const { status, headers } = await registry.call('GET', '/obras?limit=1');
  return status === 200 ? Number(headers.get('x-total-count')) : 0;
}

/** Works of the sheets that report on works. */
const WORKS = 1_500;

/** How many works have a report; each of them is whole, and in the ledger with its row. */
async function reported(registry: Registry): Promise<number> {
  const { body: rows, headers } = await registry.call('GET', '/seguimiento?avanceMin=1&limit=1000');
  for (const { fechaCorte, reportes } of rows)
    assert.deepEqual([fechaCorte, reportes], ['2026-06-30', 1]);
  return Number(headers.get('x-total-count'));
}

/** Every obra is whole and in the ledger, and numbers follow one another. */
async function assertWhole(registry: Registry): Promise<number> {
  const obras = await registry.obras();
  for (const { claveUnica, ubicaciones } of obras) assert.equal(ubicaciones.length, 1, claveUnica);
  for (const year of new Set(obras.map((obra) => yearOf(obra)))) {
    const numbers = obras.filter((obra) => yearOf(obra) === year).map((obra) => obra.numeroObra);
    assert.deepEqual(
      numbers.sort((a, b) => a - b),
      numbers.map((_, i) => i + 1),
    );
  }
  await assertLedgerAgrees(registry);
  return obras.length;
}
const yearOf = (obra: object) => (obra as { ejercicioFiscalId: number }).ejercicioFiscalId;

/** The same file again makes what is missing, and once more nothing. */
async function assertFinishes(registry: Registry, file: string): Promise<void> {
  const there = await assertWhole(registry);
  const { status, body } = await importFile(registry, file);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual([body.creadas, body.sinCambio, body.rechazadas], [ROWS - there, there, 0]);
  assert.equal(await assertWhole(registry), ROWS);
  assert.equal((await importFile(registry, file)).body.sinCambio, ROWS);
}

const someRows = (registry: Registry) =>
  until('some batches are written', async () => (await count(registry)) >= SOME);

/** Begins the import of the large file, and answers when some of it is written. */
async function beginJob(registry: Registry): Promise<Reply> {
  const begun = await sendFile(registry, LARGE);
  assert.equal(begun.status, 202, JSON.stringify(begun.body));
  await someRows(registry);
  return begun;
}

/** An import that was cut short says so, and how many rows are there. */
async function assertInterrupted(registry: Registry, begun: Reply): Promise<void> {
  const { estado, filasEscritas, error, informe } = await jobEnd(registry, begun);
  const there = await count(registry);
  assert.ok(there > 0 && there < ROWS, String(there));
  assert.deepEqual([estado, filasEscritas, informe], ['interrumpida', there, null]);
  assert.equal(
    error,
    `Se interrumpió antes de terminar: ${there.toLocaleString('en-US')} filas ya están; importe de nuevo el mismo archivo para terminar.`,
  );
}

describe('an import that is cut short', () => {
  let server: Postgres | undefined;
  const postgres = async () => {
    server ??= await ownPostgres();
    return server.environment();
  };

  for (const [name, environment] of [
    ['embedded', embeddedEnvironment],
    ['PostgreSQL', postgres],
  ] as const) {
    test(`by a kill leaves whole batches, and the same file finishes it (${name})`, async () => {
      const settings = await environment();
      const first = await newRegistry(settings);
      const sending = sendFile(first, SMALL);
      await someRows(first);
      await first.service.stop('SIGKILL');
      assert.equal((await sending).status, 0);
      const registry = await openRegistry(settings);
      const there = await count(registry);
      assert.ok(there > 0 && there < ROWS, String(there));
      await assertPlaceIsFree(registry);
      await assertFinishes(registry, SMALL);
      await registry.service.stop();
    });

    test(`by a kill after its answer is told as such, and the same file finishes it (${name})`, async () => {
      const settings = await environment();
      const first = await newRegistry(settings);
      const begun = await beginJob(first);
      await first.service.stop('SIGKILL');
      const registry = await openRegistry(settings);
      await assertInterrupted(registry, begun);
      await assertFinishes(registry, LARGE);
      await registry.service.stop();
    });

    test(`of reports by a kill leaves whole ones, and the same sheet finishes it (${name})`, async () => {
      const settings = await environment();
      const first = await newRegistry(settings);
      assert.equal((await importFile(first, fileOf(WORKS))).body.creadas, WORKS);
      const path = '/seguimiento/importacion';
      const sheet = reportsOf(WORKS);
      const sending = sendFile(first, sheet, { path });
      await until('some reports are written', async () => (await reported(first)) >= 50);
      await first.service.stop('SIGKILL');
      assert.equal((await sending).status, 0);
      const registry = await openRegistry(settings);
      const there = await reported(registry);
      assert.ok(there > 0 && there < WORKS, String(there));
      await assertPlaceIsFree(registry);
      const { body } = await importFile(registry, sheet, { path });
      assert.deepEqual([body.creadas, body.sinCambio, body.rechazadas], [WORKS - there, there, 0]);
      assert.equal(await reported(registry), WORKS);
      await assertLedgerAgrees(registry);
      await registry.service.stop();
    });

    test(`by a stop of the service after its answer is told as such (${name})`, async () => {
      const settings = await environment();
      const first = await newRegistry(settings);
      const begun = await beginJob(first);
      assert.equal(await first.service.stop('SIGTERM'), 0);
      const registry = await openRegistry(settings);
      await assertInterrupted(registry, begun);
      await assertFinishes(registry, LARGE);
      await registry.service.stop();
    });
  }

  test('by the client stops after the batch under way', async () => {
    const registry = await newRegistry(await postgres());
    const gone = new AbortController();
    const sending = sendFile(registry, SMALL, { signal: gone.signal });
    await someRows(registry);
    gone.abort();
    assert.equal((await sending).status, 0);
    await assertPlaceIsFree(registry);
    const there = await count(registry);
    assert.ok(there < ROWS, String(there));
    await setTimeout(1_000);
    assert.equal(await count(registry), there);
    await assertFinishes(registry, SMALL);
    await registry.service.stop();
  });

  test('by a stop of the service is told so', async () => {
    const settings = await postgres();
    const registry = await newRegistry(settings);
    const sending = sendFile(registry, SMALL);
    await someRows(registry);
    assert.equal(await registry.service.stop('SIGTERM'), 0);
    const { status, body } = await sending;
    assert.deepEqual(
      [status, body.message],
      [
        503,
        'El servicio se detiene; lo importado hasta aquí queda, e importar de nuevo el mismo archivo termina lo que falta.',
      ],
    );
    const again = await openRegistry(settings);
    await assertFinishes(again, SMALL);
    await again.service.stop();
  });

  for (const [name, file] of [
    ['', SMALL],
    [' after its answer', LARGE],
  ] as const) {
    test(`by a restart of the database waits for it and goes on${name}`, async () => {
      const registry = await newRegistry(await postgres());
      const sending = importFile(registry, file);
      await someRows(registry);
      await server?.stop('immediate');
      await server?.start();
      const { status, body } = await sending;
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual([body.creadas, body.rechazadas], [ROWS, 0]);
      assert.equal(await assertWhole(registry), ROWS);
      await registry.service.stop();
    });
  }

  const stayedAway =
    /^La importación quedó a medias porque la base de datos no responde: [\d,]+ filas ya están; importe de nuevo el mismo archivo para terminar\.$/;

  test('by a database that stays away says how far it has come', async () => {
    const registry = await newRegistry(await postgres());
    const sending = sendFile(registry, SMALL);
    await someRows(registry);
    await server?.stop('immediate');
    const { status, body } = await sending;
    await server?.start();
    assert.equal(status, 503);
    assert.match(body.message, stayedAway);
    await until('the database answers', async () => (await count(registry)) > 0);
    await assertPlaceIsFree(registry);
    await assertFinishes(registry, SMALL);
    await registry.service.stop();
  });

  test('by a database that stays away says so once that is back', async () => {
    const registry = await newRegistry(await postgres());
    const begun = await beginJob(registry);
    await server?.stop('immediate');
    await until('the import has given up', () => /sin terminar/.test(registry.service.output()));
    await server?.start();
    const { estado, error } = await jobEnd(registry, begun);
    assert.equal(estado, 'fallida');
    assert.match(error, stayedAway);
    await assertFinishes(registry, LARGE);
    await registry.service.stop();
  });
});

/** Waits until nothing is under way any more of an import whose program was killed or had no database. */
async function assertPlaceIsFree(registry: Registry): Promise<void> {
  const nothing = 'claveUnica,nombre';
  for (;;) {
    const { status, body } = await sendFile(registry, nothing, { query: '?simular=true' });
    if (status !== 503) break;
    assert.match(
      body.message,
      /^Se está importando otro archivo( \(«sin nombre», de admin@obras\.local: [\d,]+ filas (revisadas|escritas)\))?; espere a que termine e intente de nuevo\.$/,
    );
    await setTimeout(200);
  }
}
