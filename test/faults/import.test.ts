import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { embeddedEnvironment } from '../empty-registry.ts';
import { ownPostgres, type Postgres, until } from './postgres.ts';
import { assertLedgerAgrees, logIn, newRegistry, openRegistry, type Registry } from './registry.ts';

const ROWS = 4_000;
/** From how many rows on an import is under way. */
const SOME = 150;

const HEADINGS =
  'claveUnica,nombre,monto,ejercicioFiscal,dependencia,municipio,estatus,longitud,latitud';
const FILE = [
  HEADINGS,
  ...Array.from(
    { length: ROWS },
    (_, i) =>
      `F-${i},Obra ${i},${i}.50,${2026 + (i % 2)},Secretaría de Obras,50,Planeada,-89.6237,20.9674`,
  ),
].join('\r\n');

interface Answered {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert what a body holds
  body: any;
}

/** Sends the file; status 0 where no answer came. */
async function send(registry: Registry, signal?: AbortSignal): Promise<Answered> {
  const { token } = await logIn(registry);
  try {
    const answer = await fetch(`${registry.service.url}/obras/importacion`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      body: FILE,
      signal: signal ?? null,
    });
    return { status: answer.status, body: await answer.json() };
  } catch {
    return { status: 0, body: undefined };
  }
}

/** The number of obras now. */
async function count(registry: Registry): Promise<number> {
  const { status, headers } = await registry.call('GET', '/obras?limit=1');
  return status === 200 ? Number(headers.get('x-total-count')) : 0;
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
async function assertFinishes(registry: Registry): Promise<void> {
  const there = await assertWhole(registry);
  const { status, body } = await send(registry);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual([body.creadas, body.sinCambio, body.rechazadas], [ROWS - there, there, 0]);
  assert.equal(await assertWhole(registry), ROWS);
  assert.equal((await send(registry)).body.sinCambio, ROWS);
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
      const sending = send(first);
      await until('some batches are written', async () => (await count(first)) >= SOME);
      await first.service.stop('SIGKILL');
      assert.equal((await sending).status, 0);
      const registry = await openRegistry(settings);
      const there = await count(registry);
      assert.ok(there > 0 && there < ROWS, String(there));
      await assertFinishes(registry);
      await registry.service.stop();
    });
  }

  test('by the client stops after the batch under way', async () => {
    const registry = await newRegistry(await postgres());
    const gone = new AbortController();
    const sending = send(registry, gone.signal);
    await until('some batches are written', async () => (await count(registry)) >= SOME);
    gone.abort();
    assert.equal((await sending).status, 0);
    await setTimeout(3_000);
    const there = await count(registry);
    assert.ok(there < ROWS, String(there));
    await setTimeout(1_000);
    assert.equal(await count(registry), there);
    await assertFinishes(registry);
    await registry.service.stop();
  });

  test('by a stop of the service is told so', async () => {
    const settings = await postgres();
    const registry = await newRegistry(settings);
    const sending = send(registry);
    await until('some batches are written', async () => (await count(registry)) >= SOME);
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
    await assertFinishes(again);
    await again.service.stop();
  });

  test('by a restart of the database waits for it and goes on', async () => {
    const registry = await newRegistry(await postgres());
    const sending = send(registry);
    await until('some batches are written', async () => (await count(registry)) >= SOME);
    await server?.stop('immediate');
    await server?.start();
    const { status, body } = await sending;
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.creadas, body.rechazadas], [ROWS, 0]);
    assert.equal(await assertWhole(registry), ROWS);
    await registry.service.stop();
  });

  test('by a database that stays away says how far it has come', async () => {
    const registry = await newRegistry(await postgres());
    const sending = send(registry);
    await until('some batches are written', async () => (await count(registry)) >= SOME);
    await server?.stop('immediate');
    const { status, body } = await sending;
    await server?.start();
    assert.equal(status, 503);
    assert.match(
      body.message,
      /^La importación quedó a medias porque la base de datos no responde: [\d,]+ filas ya están; importe de nuevo el mismo archivo para terminar\.$/,
    );
    await until('the database answers', async () => (await count(registry)) > 0);
    await assertFinishes(registry);
    await registry.service.stop();
  });
});
