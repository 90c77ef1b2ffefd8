import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect as connectTo, createServer, type Server } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setImmediate as setTurn } from 'node:timers/promises';
import { StartError } from '../../src/base/config.ts';
import { noChanges } from '../../src/db/changes.ts';
import { watchServers } from '../../src/db/watch.ts';
import { BARE, ownPostgres, type Postgres, until } from './postgres.ts';
import {
  inThisProcess,
  newRegistry,
  type Obra,
  obraBody,
  openRegistry,
  type Registry,
  type Service,
} from './registry.ts';

describe('with a hot standby in DATABASE_READ_URL', () => {
  let primary: Postgres;
  let standby: Postgres;
  let environment: Record<string, string>;
  let registry: Registry<Service>;

  before(async () => {
    primary = await ownPostgres();
    standby = await primary.standby();
    environment = await primary.environment();
    const name = new URL(environment.DATABASE_URL as string).pathname.slice(1);
    environment = { ...environment, DATABASE_READ_URL: standby.address(name), CACHE_MB: '0' };
    registry = await newRegistry(environment);
  });
  after(() => registry?.service.stop());

  const onStandby = <T extends object>(statement: string) =>
    standby.query<T>(statement, { DATABASE_URL: environment.DATABASE_READ_URL as string });
  /** Whether the service has read a list from the standby since its connections were last cut. */
  const isUsed = async () => {
    const [row] = await onStandby<{ n: number }>(
      `SELECT count(*)::integer AS n FROM pg_stat_activity
       WHERE application_name = 'registro-obras' AND query LIKE '%obras_documentos%'`,
    );
    return (row?.n ?? 0) > 0;
  };
  const cutConnections = () =>
    onStandby(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'registro-obras'`,
    );
  const names = async () => (await registry.obras()).map(({ nombre }) => nombre);
  const create = (nombre: string): Promise<Obra> => registry.made('/obras', obraBody(nombre));

  test('lists are read there', async () => {
    await create('Primera');
    await until('the standby is read', async () => {
      await registry.obras();
      return isUsed();
    });
    assert.deepEqual(await names(), ['Primera']);
    const figures = await registry.metrics();
    assert.match(figures, /^registro_db_lists_total\{server="standby"\} [1-9]/m);
    assert.match(figures, /^registro_db_connections\{server="standby",state="idle"\} [1-9]/m);
    assert.match(figures, /^registro_db_waiting\{server="standby"\} 0$/m);
  });

  test('whoever writes finds it in the next list', async () => {
    for (let i = 0; i < 30; i++) {
      const { id } = await create(`Obra ${i}`);
      const found = await registry.call('GET', '/obras?limit=1000');
      assert.ok(
        found.body.some((obra: Obra) => obra.id === id),
        `obra ${i}`,
      );
      assert.ok((await names()).includes(`Obra ${i}`));
    }
  });

  test('another database is refused at the start, whether of the same servers or of others', async () => {
    const postgres = new URL(environment.DATABASE_READ_URL as string);
    postgres.pathname = '/postgres';
    const other = await ownPostgres({ isNew: true });
    let gate: Server | undefined;
    try {
      const { DATABASE_URL: elsewhere = '' } = await other.environment(BARE);
      // One that takes its time is asked as well.
      const slow = new URL(elsewhere);
      const far = Number(slow.port);
      gate = createServer((inside) => {
        inside.on('error', () => {});
        setTimeout(() => inside.pipe(connectTo(far, '127.0.0.1')).pipe(inside), 800);
      }).listen(0, '127.0.0.1');
      await once(gate, 'listening');
      slow.port = String((gate.address() as AddressInfo).port);
      for (const DATABASE_READ_URL of [postgres.href, elsewhere, slow.href]) {
        await assert.rejects(inThisProcess({ ...environment, DATABASE_READ_URL }), {
          constructor: StartError,
          message: /^DATABASE_READ_URL no es una réplica de la base de datos /,
        });
      }
    } finally {
      gate?.close();
      await other.remove();
    }
  });

  test('a guard that seldom has its turn does not take the primary for away', async () => {
    const { DATABASE_URL, DATABASE_READ_URL } = environment;
    const { watch } = watchServers(
      { connectionString: DATABASE_URL },
      { connectionString: DATABASE_READ_URL },
      noChanges,
    );
    const turns: boolean[] = [];
    watch.onTurn = (isAway) => turns.push(isAway);
    try {
      // Its connection and its question take one turn of this process after another.
      for (let turn = 0; turn < 6; turn++) {
        const end = performance.now() + 1_000;
        while (performance.now() < end);
        await setTurn();
      }
      await watch.verdict();
      assert.deepEqual(turns, []);
    } finally {
      await watch.close();
    }
  });

  test('one that lags is not shown', async () => {
    await onStandby('SELECT pg_wal_replay_pause()');
    try {
      await create('Mientras se atrasa');
      assert.ok((await names()).includes('Mientras se atrasa'));
    } finally {
      await onStandby('SELECT pg_wal_replay_resume()');
    }
  });

  test('one that is away is done without, and used again once it is back', async () => {
    await standby.stop('immediate');
    await create('Sin réplica');
    for (let i = 0; i < 3; i++) assert.ok((await names()).includes('Sin réplica'));
    const lines = registry.service.output().split('\n');
    assert.equal(lines.filter((line) => line.includes('no se puede leer de la réplica')).length, 1);
    await standby.start();
    await until('the standby is read again', async () => {
      await registry.obras();
      return isUsed();
    });
  });

  test('one that has become a server of its own is not read', async () => {
    await onStandby('SELECT pg_promote()');
    await create('Tras el ascenso');
    await cutConnections();
    assert.ok((await names()).includes('Tras el ascenso'));
    assert.equal(await isUsed(), false);
  });

  test('one that goes on after the primary that was replaced is not read', async () => {
    // The standby of above is a primary now, `primary` the one that it replaced and that should have been shut down.
    const late = await primary.standby();
    try {
      for (let i = 0; i < 20; i++) await create(`En el anterior ${i}`);
      const { pathname } = new URL(environment.DATABASE_URL as string);
      const replacing = await openRegistry(
        {
          ...environment,
          DATABASE_URL: standby.address(pathname.slice(1)),
          DATABASE_READ_URL: late.address(pathname.slice(1)),
        },
        inThisProcess,
      );
      const found = (await replacing.obras()).map(({ nombre }) => nombre);
      assert.ok(found.includes('Sin réplica') && !found.some((name) => /anterior/.test(name)));
      assert.equal(await replacing.figure('registro_db_lists_total{server="standby"}'), 0);
      assert.equal(await replacing.service.stop(), 0);
    } finally {
      await late.remove();
    }
  });

  test('the primary named twice serves as well', async () => {
    assert.equal(await registry.service.stop(), 0);
    registry = await openRegistry(
      { ...environment, DATABASE_READ_URL: environment.DATABASE_URL as string },
      inThisProcess,
    );
    assert.ok((await names()).includes('Tras el ascenso'));
  });
});
