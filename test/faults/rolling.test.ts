import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Running, start } from '../process.ts';
import { freePort, ownPostgres, type Postgres, until } from './postgres.ts';
import {
  ADMIN,
  assertLedgerAgrees,
  inThisProcess,
  newRegistry,
  obraBody,
  openRegistry,
  type Service,
} from './registry.ts';
import { type Load, makeNewerVersion, SHUTDOWN_DELAY, startFront, startLoad } from './rolling.ts';

/** Works that are there from the start: a whole list takes a while. */
const WORKS = 1_000;

describe('two instances behind HAProxy, one after the other', () => {
  let server: Postgres;
  before(async () => {
    server = await ownPostgres();
  });

  /** Starts two instances and what people ask of them. They start beside clients who seldom pause, so slowness is no fault. */
  async function begin() {
    const shared = {
      ...ADMIN,
      ...(await server.environment()),
      SHUTDOWN_DELAY,
      TRUST_PROXY: 'loopback',
      TEST_TIMEOUT_FACTOR: '60',
      LOG_LEVEL: 'error',
    };
    const registry = await newRegistry(shared, inThisProcess);
    await server.query(
      `INSERT INTO obras (clave_unica, nombre, ejercicio_fiscal_id, numero_obra, monto, dependencia_id, municipio_id,
         estatus_obra_id, lugares)
       SELECT 'F-' || i, 'Obra ' || i, 2, i, i, 1, 50, 4, '' FROM generate_series(1, ${WORKS}) i`,
      shared,
    );
    await registry.service.stop();
    const environments = [
      { ...shared, PORT: String(await freePort()) },
      { ...shared, PORT: String(await freePort()) },
    ];
    const instances = await Promise.all(environments.map((each) => start(each)));
    const front = await startFront(environments.map(({ PORT }) => PORT));
    await front.sees(2);
    const load = await startLoad(front);
    return { shared, environments, instances, front, load };
  }

  const end = (instances: Running[]) => Promise.all(instances.map(({ stop }) => stop('SIGKILL')));

  /** Everything that the clients have written is there, once, as they left it; and no instance has logged an error. */
  async function assertAllThere(
    environment: Record<string, string>,
    { written }: Load,
    instances: Running[],
    open: (environment: Record<string, string>) => Promise<Service> = inThisProcess,
  ) {
    for (const { output } of instances) assert.doesNotMatch(output(), /"level":[56]0/);
    const registry = await openRegistry(environment, open);
    const names = new Map((await registry.obras()).map((each) => [each.claveUnica, each.nombre]));
    for (const [clave, nombre] of written) assert.equal(names.get(clave), nombre, clave);
    assert.equal(names.size, WORKS + written.size);
    return registry;
  }

  test('restart twice under load without one failed request', async () => {
    const { shared, environments, instances, front, load } = await begin();
    const all = [...instances];
    const restarts = async () => {
      for (const i of [0, 1, 0, 1]) {
        assert.equal(await instances[i]?.stop(), 0);
        const again = await start(environments[i] as Record<string, string>);
        instances[i] = again;
        all.push(again);
        await front.sees(2);
      }
    };
    await Promise.race([restarts(), load.failed]);
    await load.stop();
    await end(instances);
    const registry = await assertAllThere(shared, load, all);
    await assertLedgerAgrees(registry);
    await registry.service.stop();
  });

  test('are upgraded under load without one failed request, and read what the other version writes', async () => {
    const { shared, environments, instances, front, load } = await begin();
    const all = [...instances];
    const { server: newer, version } = makeNewerVersion();
    const upgrades = async () => {
      for (const i of [0, 1]) {
        assert.equal(await instances[i]?.stop(), 0);
        const upgraded = await start(environments[i] as Record<string, string>, [], newer);
        instances[i] = upgraded;
        all.push(upgraded);
        const live = await (await fetch(`${upgraded.url}/health/live`)).json();
        assert.equal((live as { version: string }).version, version);
        await front.sees(2);
        if (i > 0) break;
        // The clients go from one version to the other and back all the time.
        const before = load.written.size;
        await until('more is written', () => load.written.size > before + 100);
        const [obra] = await server.query(
          `SELECT FROM obras_documentos WHERE cabeza NOT LIKE '%"dePrueba":"x"%' LIMIT 1`,
          shared,
        );
        assert.equal(obra, undefined, 'a document has the form of the older version');
      }
    };
    await Promise.race([upgrades(), load.failed]);
    await load.stop();
    await end(instances);
    // The older program says why it does not start here.
    await assert.rejects(inThisProcess(shared), {
      message: /^La base de datos es de una versión más nueva del programa \(esquema 900, /,
    });
    const last = await start({ ...shared, PORT: '0' }, [], newer);
    const registry = await assertAllThere(shared, load, all, async () => last);
    await registry.service.stop('SIGKILL');
  });

  test('an upgrade waits for a copy under way, and no request waits for the upgrade or for what it renders', async () => {
    const environment = { ...ADMIN, ...(await server.environment()), TEST_TIMEOUT_FACTOR: '3' };
    const registry = await newRegistry(environment);
    const { server: newer } = makeNewerVersion();
    let upgraded: Running | undefined;
    await server.client(async (copy) => {
      await copy.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      await copy.query('SELECT count(*) FROM bitacora');
      const upgrade = start(environment, [], newer).then((service) => {
        upgraded = service;
      });
      const waiting = () => server.waits(environment, 'LOCK TABLE');
      for (let attempts = 0; attempts < 3; attempts++) {
        await until('the upgrade waits', waiting);
        await registry.made('/obras', obraBody());
        assert.equal((await registry.obras()).length, attempts + 1);
        await until('it tries again', async () => !(await waiting()));
      }
      assert.equal(upgraded, undefined);
      // No instance renders documents while this lock is held.
      const names = `hashtext('registro.obras_documentos_nombres')`;
      await copy.query(`SELECT pg_advisory_lock(${names})`);
      await copy.query('COMMIT');
      await until('documents are rendered anew', () =>
        server.waits(environment, 'render_outdated'),
      );
      assert.equal((await registry.obras()).length, 3);
      await copy.query(`SELECT pg_advisory_unlock(${names})`);
      await upgrade;
    }, environment);
    await registry.made('/obras', obraBody());
    assert.equal((await registry.obras()).length, 4);
    assert.equal(await registry.service.stop(), 0);
    assert.equal(await upgraded?.stop(), 0);
  });
});
