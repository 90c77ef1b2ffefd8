import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newFolder } from '../../../empty-registry.ts';
import { ownPostgres, until } from '../../../faults/postgres.ts';
import { newRegistry, obraBody, openRegistry, type Registry } from '../../../faults/registry.ts';

const CORTE = { clave: '2026-T3', titulo: 'Tercer trimestre de 2026' };

/** Waits for the end of a job, and answers it. */
async function endOf({ call }: Registry, { location }: { location: string }) {
  let job: Awaited<ReturnType<Registry['call']>>['body'];
  await until('it has ended', async () => {
    ({ body: job } = await call('GET', location));
    return job.terminadoEn !== null;
  });
  return job;
}

describe('a cut with its service killed halfway', () => {
  test('is listed as interrupted after its answer and leaves nothing, and its key is taken by the next one', async () => {
    const server = await ownPostgres();
    const environment = { ...(await server.environment()), DATA_DIR: newFolder() };
    let registry = await newRegistry(environment);
    for (let i = 0; i < 3; i++) await registry.made('/obras', obraBody());
    const ask = async () => {
      const { status, headers, body } = await registry.call('POST', '/cortes', CORTE);
      assert.equal(status, 202, JSON.stringify(body));
      return { location: headers.get('location') as string };
    };
    // As it reads the works, and with its file in the store, as it enters the chain.
    for (const lock of ['obras_documentos IN ACCESS EXCLUSIVE MODE', 'cortes IN SHARE MODE']) {
      const asked = await server.client(async (client) => {
        await client.query(`BEGIN; LOCK TABLE ${lock}`);
        const begun = await ask();
        await until('it is stopped', async () => (await server.waits(environment)) > 0);
        await registry.service.stop('SIGKILL');
        await client.query('ROLLBACK');
        return begun;
      }, environment);
      await until('it is over', async () => (await server.connections(environment)) === 0);
      // Its silence is as if it had lasted.
      const silent = `UPDATE cortes_trabajos SET latido = latido - interval '1 minute' WHERE terminado_en IS NULL RETURNING id`;
      assert.equal((await server.query(silent, environment)).length, 1, lock);
      registry = await openRegistry(environment);
      const { clave, estado, error } = await endOf(registry, asked);
      assert.deepEqual(
        [clave, estado, error],
        [
          CORTE.clave,
          'interrumpido',
          'El programa que lo hacía terminó antes; no quedó nada del corte, y la clave está libre.',
        ],
      );
      for (const path of ['/cortes', '/cortes/cadena']) {
        assert.deepEqual((await registry.call('GET', path)).body, [], lock);
      }
      assert.equal((await registry.call('GET', `/cortes/${CORTE.clave}`)).status, 404);
    }
    assert.equal((await endOf(registry, await ask())).estado, 'sellado');
    const { body } = await registry.call('GET', `/cortes/${CORTE.clave}`);
    assert.deepEqual([body.numero, body.anterior, body.obras], [1, null, 3]);
    await registry.service.stop();
  });
});
