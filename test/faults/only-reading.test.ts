import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { connect as connectTo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { run, session } from '../process.ts';
import { fileOf, jobEnd, large, sendFile } from './importing.ts';
import { ownPostgres, type Postgres, signal, until } from './postgres.ts';
import {
  ADMIN,
  assertUnavailable,
  assertWhole,
  LOGIN,
  newRegistry,
  type Obra,
  obraBody,
  openRegistry,
  type Registry,
  type Reply,
  tally,
} from './registry.ts';

const READING = /^Por el momento el registro sólo se puede consultar: /;
const NO_LOGIN = /^Por el momento no se puede iniciar sesión: /;

/** Ends all connections of the service. */
const ENDING = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE pid <> pg_backend_pid() AND application_name LIKE 'registro-obras%'`;

/** One of each part of a work's follow-up. */
const FOLLOW_UP = {
  avances: { fechaCorte: '2026-06-30', avanceFisico: 45.5 },
  programas: { fechaInicio: '2026-01-01', fechaTermino: '2026-12-31' },
  contratos: {
    numero: 'SOP-1',
    naturaleza: 'OBRA',
    objeto: 'Pavimentación',
    contratista: 'Caminos del Sureste',
    monto: 1_000_000,
    fechaFirma: '2026-01-01',
    fechaInicio: '2026-01-02',
    fechaTermino: '2026-12-31',
  },
};

/** A link between the service and a server: it can be shut, and lead elsewhere. */
interface Gate {
  /** The address of a database through it. */
  address(database: string): string;
  /** Cuts what goes through it, and lets nothing else. */
  shut(): void;
  /** Ends as many of the next connections in the moment in which they are ready, in one piece with that news. */
  endOnArrival(connections: number): void;
  /** Leads to this server from here on. */
  open(to: Postgres): void;
  close(): Promise<void>;
}

/** What PostgreSQL says once a connection is ready, and when an administrator ends it. */
const ARRIVED = Buffer.from('Z\0\0\0\x05I', 'latin1');
const ENDED = (() => {
  const fields = Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0', 'latin1');
  const head = Buffer.from('E\0\0\0\0', 'latin1');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
})();

async function gateTo(first: Postgres): Promise<Gate> {
  let port: number | undefined;
  let toEnd = 0;
  const sockets = new Set<Socket>();
  const server: Server = createServer((inside) => {
    if (port === undefined) return void inside.destroy();
    const outside = connectTo(port, '127.0.0.1');
    for (const [one, other] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
    if (toEnd === 0) return;
    toEnd -= 1;
    outside.unpipe(inside);
    outside.on('data', (piece: Buffer) => {
      if (piece.subarray(-ARRIVED.length).equals(ARRIVED))
        inside.end(Buffer.concat([piece, ENDED]));
      else inside.write(piece);
    });
    outside.resume();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const own = (server.address() as { port: number }).port;
  const gate: Gate = {
    address: (database) => `postgres://postgres@127.0.0.1:${own}/${database}`,
    shut: () => {
      port = undefined;
      for (const socket of sockets) socket.destroy();
    },
    endOnArrival: (connections) => {
      toEnd = connections;
    },
    open: (to) => {
      port = Number(new URL(to.address('postgres')).port);
    },
    close: async () => {
      gate.shut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  gate.open(first);
  return gate;
}

describe('the primary is lost, and a standby in DATABASE_READ_URL stays', () => {
  let primary: Postgres;
  let standby: Postgres;
  let gate: Gate;
  let environment: Record<string, string>;
  let registry: Registry;
  let obra: Obra;

  beforeEach(async () => {
    primary = await ownPostgres();
    standby = await primary.standby();
    gate = await gateTo(primary);
    const { DATABASE_URL = '', ...rest } = await primary.environment();
    const name = new URL(DATABASE_URL).pathname.slice(1);
    environment = {
      ...rest,
      DATABASE_URL: gate.address(name),
      DATABASE_READ_URL: standby.address(name),
    };
    registry = await newRegistry(environment);
    obra = (await registry.call('POST', '/obras', obraBody('primera'))).body;
  });
  afterEach(async () => {
    await registry?.service.stop();
    await gate?.close();
    await standby?.remove();
    await primary?.remove();
  });

  const onServer = <T extends object>(server: Postgres, statement: string) =>
    server.client(async (client) => (await client.query<T>(statement)).rows, {
      DATABASE_URL: server.address(new URL(environment.DATABASE_URL as string).pathname.slice(1)),
    });
  const create = (nombre: string) => registry.call('POST', '/obras', obraBody(nombre));
  const ready = async (of = registry) => {
    const answer = await fetch(`${of.service.url}/health/ready`);
    return [answer.status, ((await answer.json()) as { status?: string }).status];
  };
  const figure = async (name: string) => {
    const text = await (await fetch(`${registry.service.url}/metrics`)).text();
    return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
  };
  /** Everything committed so far is on the standby too. */
  const caughtUp = async () => {
    const [row] = await onServer<{ lsn: string }>(primary, 'SELECT pg_current_wal_lsn() AS lsn');
    await until('the standby has it', async () => {
      const [held] = await onServer<{ holds: boolean }>(
        standby,
        `SELECT pg_last_wal_replay_lsn() >= '${row?.lsn}' AS holds`,
      );
      return held?.holds;
    });
  };
  const onlyReads = () => until('it says so', async () => (await ready())[1] === 'solo-lectura');
  const writes = () => until('writes go on', async () => (await create('de nuevo')).status === 201);
  const patchUser = async (id: string, body: object) =>
    (await registry.call('PATCH', `/users/${id}`, body)).status;
  const newUser = async (email: string) => {
    const body = { email, nombreCompleto: 'Ana', password: 'secreto-de-ana', roles: 'user' };
    const { status, body: user } = await registry.call('POST', '/users', body);
    assert.equal(status, 201);
    return { ...user, call: await session(registry.service.url, email, 'secreto-de-ana') };
  };

  /**
   * Held first, it begins no process while the others are looked up. A new server does not start while one of them is left, or
   * the system still has the id of the first: it is there for as long as nobody has asked how it ended.
   */
  const killPrimary = async () => {
    for (const pid of primary.processes(false)) signal(pid, 'SIGSTOP');
    const pids = primary.processes(true);
    for (const pid of pids) signal(pid, 'SIGKILL');
    await until('they are gone', () => !pids.some((pid) => existsSync(`/proc/${pid}`)));
  };

  const losses: Record<string, { lose: () => Promise<void>; back: () => Promise<void> }> = {
    'it crashes': { lose: () => primary.stop('immediate'), back: () => primary.start() },
    'every process of it is killed': {
      lose: killPrimary,
      back: () => primary.start(),
    },
    'it freezes': {
      lose: async () => {
        for (const pid of primary.processes(true)) signal(pid, 'SIGSTOP');
      },
      back: async () => {
        for (const pid of primary.processes(true)) signal(pid, 'SIGCONT');
      },
    },
    'the network to it is cut': {
      lose: async () => gate.shut(),
      back: async () => gate.open(primary),
    },
  };

  for (const [what, { lose, back }] of Object.entries(losses)) {
    test(`${what} under load: no read is lost, writes are refused at once, and go on when it is back`, async () => {
      for (const CACHE_MB of ['64', '0']) {
        await registry.service.stop();
        registry = await openRegistry({ ...environment, CACHE_MB });
        await caughtUp();
        const { id } = obra;
        const paths = ['/obras', '/obras?limit=1', `/obras/${id}`, '/municipios', '/users'];
        paths.push('/obras/resumen?por=municipio');
        const reads: Reply[] = [];
        const written: Reply[] = [];
        let isOver = false;
        const reader = async (n: number) => {
          for (let i = n; !isOver; i++) {
            const reply = await registry.call('GET', paths[i % paths.length] as string);
            reads.push(reply);
            if (Array.isArray(reply.body) && paths[i % paths.length] === '/obras')
              assertWhole(reply.body);
          }
        };
        const writer = async () => {
          while (!isOver) {
            const reply = await create('bajo carga');
            written.push(reply);
            if (reply.status !== 201) assertUnavailable(reply);
            if (reply.status === 503) await sleep(50);
          }
        };
        const clients = Promise.all([0, 1, 2, 3, 4, 5].map(reader).concat(writer(), writer()));
        clients.catch(() => {});
        const made = () => written.filter(({ status }) => status === 201).length;
        await until('requests run', () => made() > 10 && reads.length > 20);

        await lose();
        await onlyReads();
        assert.deepEqual(await ready(), [200, 'solo-lectura']);
        assert.equal(await figure('registro_read_only'), 1);
        assert.equal(await figure('registro_ready'), 1);
        const refused = await create('no');
        assertUnavailable(refused);
        assert.match(refused.body.message, READING);
        const entered = await registry.call('POST', '/auth/login', LOGIN);
        assertUnavailable(entered);
        assert.match(entered.body.message, NO_LOGIN);
        const before = reads.length;
        await until('reads go on', () => reads.length > before + 50);

        await back();
        await writes();
        assert.deepEqual(await ready(), [200, 'ok']);
        assert.equal(await figure('registro_read_only'), 0);
        isOver = true;
        await clients;
        assert.deepEqual(Object.keys(tally(reads)), ['200'], JSON.stringify(tally(reads)));
        // Everything answered is there.
        const stored = new Set((await registry.obras()).map((each) => each.claveUnica));
        for (const { status, body } of written) {
          if (status === 201) assert.ok(stored.has(body.claveUnica), body.claveUnica);
        }
      }
    });
  }

  test('everything that can be read is', async () => {
    const user = await newUser('ana@obras.local');
    assert.equal((await user.call('POST', `/users/${user.id}/favorites/${obra.id}`)).status, 201);
    for (const path of ['/catalogos/tipo-proyecto', '/localidad']) {
      const body = { nombre: 'Uno', ...(path === '/localidad' ? { municipioId: 50 } : {}) };
      assert.equal((await registry.call('POST', path, body)).status, 201);
    }
    for (const [part, body] of Object.entries(FOLLOW_UP)) {
      const { status } = await registry.call('POST', `/obras/${obra.id}/${part}`, body);
      assert.equal(status, 201, part);
    }
    const importing = await sendFile(registry, large(fileOf(1)), { query: '?simular=true' });
    const paths = await readable(user.id, (await jobEnd(registry, importing)).id);
    const seen = new Map<string, string>();
    const read = async (path: string) => {
      const call = path.includes('favorites') ? user.call : adminCall;
      const answer = await call('GET', path);
      const text = await answer.text();
      // A workbook says at what minute it was read, and is as long as that packs.
      const length = path.endsWith('.xlsx') ? text.length > 0 : Buffer.byteLength(text);
      return `${answer.status} ${answer.headers.get('content-type')} ${length}`;
    };
    const adminCall = await session(registry.service.url, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
    for (const path of paths) {
      seen.set(path, await read(path));
      assert.match(seen.get(path) ?? '', /^200 /, path);
    }
    await caughtUp();
    await primary.stop('immediate');
    await onlyReads();
    // Twice: the second time from the cache.
    for (const path of [...paths, ...paths]) assert.equal(await read(path), seen.get(path), path);
    for (const [method, path, body] of [
      ['PATCH', `/obras/${obra.id}`, { nombre: 'no' }],
      ['DELETE', `/obras/${obra.id}`, undefined],
      ['POST', `/users/${user.id}/favorites/${obra.id}`, undefined],
      ['POST', '/obras/importacion', undefined],
      ['POST', '/seguimiento/importacion', undefined],
    ] as const) {
      const refused = await registry.call(method, path, body);
      assertUnavailable(refused);
    }
    // A caller without the right is told so, and not to come back.
    assert.equal((await user.call('POST', '/obras', obraBody())).status, 403);
    assert.equal((await fetch(`${registry.service.url}/obras`)).status, 401);
  });

  test('a list that is under way goes on from the standby', async () => {
    await registry.service.stop();
    registry = await openRegistry({ ...environment, CACHE_MB: '0' });
    await onServer(
      primary,
      `INSERT INTO obras (numero_obra, clave_unica, nombre, descripcion, monto, ejercicio_fiscal_id,
         dependencia_id, municipio_id, estatus_obra_id)
       SELECT 1000 + n, 'LARGA-' || n, 'larga', repeat('larga ', 4000), 1, 1, 1, 50, 4
       FROM generate_series(1, 1500) AS n`,
    );
    await caughtUp();
    const call = await session(registry.service.url, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
    for (const path of ['/obras', '/obras.ndjson']) {
      const answer = await call('GET', path, undefined, { 'accept-encoding': 'identity' });
      const pieces = answer.body?.getReader();
      const first = await pieces?.read();
      if (path === '/obras') {
        await primary.stop('immediate');
        await onlyReads();
      }
      let text = Buffer.from(first?.value ?? '').toString();
      const decoder = new TextDecoder();
      for (;;) {
        const next = await pieces?.read();
        if (!next || next.done) break;
        text += decoder.decode(next.value, { stream: true });
      }
      const found = path === '/obras' ? JSON.parse(text) : text.trim().split('\n');
      assert.equal(found.length, 1_501);
    }
  });

  test('a user who was deactivated, or demoted, just before reads no more, nor by another instance', async () => {
    const other = await openRegistry(environment);
    const ends: [object, number][] = [
      [{ isActive: false }, 401],
      [{ password: 'otra-muy-distinta' }, 401],
      [{ roles: 'user' }, 403],
    ];
    type Session = Awaited<ReturnType<typeof session>>;
    type Losing = { id: string; body: object; status: number; call: Session; elsewhere: Session };
    const users: Losing[] = [];
    for (const [body, status] of ends) {
      const user = await newUser(`u${users.length}@obras.local`);
      if (status === 403) assert.equal(await patchUser(user.id, { roles: 'admin' }), 200);
      const elsewhere = await session(other.service.url, user.email, 'secreto-de-ana');
      for (const call of [user.call, elsewhere]) {
        assert.equal((await call('GET', status === 403 ? '/users' : '/obras')).status, 200);
      }
      users.push({ ...user, elsewhere, body, status });
    }
    await caughtUp();
    // The standby shows what it has after a while, as a busy one does.
    await onServer(standby, `ALTER SYSTEM SET recovery_min_apply_delay = '900ms'`);
    await onServer(standby, 'SELECT pg_reload_conf()');
    for (const { id, body } of users) assert.equal(await patchUser(id, body), 200);
    await killPrimary();
    const assertShutOut = async () => {
      for (const { call, elsewhere, status } of users) {
        for (const by of [call, elsewhere]) {
          assert.equal((await by('GET', status === 403 ? '/users' : '/obras')).status, status);
        }
      }
    };
    await assertShutOut();
    await onlyReads();
    await assertShutOut();
    await other.service.stop();
  });

  test('a standby that is too far behind serves nothing, and everything once it is not', async () => {
    const user = await newUser('ana@obras.local');
    await caughtUp();
    await onServer(standby, 'SELECT pg_wal_replay_pause()');
    await create('Mientras se atrasa');
    // The answer waits for the standby, and not for ever.
    assert.equal(await patchUser(user.id, { isActive: false }), 200);
    assert.ok((await figure('registro_db_standby_lag_seconds')) > 1);
    await primary.stop('immediate');
    await until('that it is away is known', async () => (await ready())[0] === 503);
    assertUnavailable(await registry.call('GET', '/obras'));
    assertUnavailable(await registry.call('GET', `/obras/${obra.id}`));
    const refused = await create('no');
    assertUnavailable(refused);
    assert.doesNotMatch(refused.body.message, READING);
    assert.equal((await user.call('GET', '/obras')).status, 503);
    assert.equal(await figure('registro_read_only'), 0);

    await onServer(standby, 'SELECT pg_wal_replay_resume()');
    await onlyReads();
    assert.equal((await user.call('GET', '/obras')).status, 401);
    assert.ok((await registry.obras()).some(({ nombre }) => nombre === 'Mientras se atrasa'));
    await primary.start();
    await writes();
  });

  test('while others still write to it, what is kept follows the standby', async () => {
    const list = async () => (await registry.obras()).map(({ nombre }) => nombre);
    const one = async () => (await registry.call('GET', `/obras/${obra.id}`)).body.nombre;
    assert.deepEqual([await list(), await one()], [['primera'], 'primera']);
    gate.shut();
    await onlyReads();
    for (let n = 0; n < 5; n++) {
      await onServer(primary, `UPDATE obras SET nombre = 'cambio ${n}'`);
      await until('it is seen', async () => (await one()) === `cambio ${n}`);
      assert.deepEqual(await list(), [`cambio ${n}`]);
      const hits = await figure('registro_cache_hits_total');
      await until('it is kept', async () => {
        assert.equal(await one(), `cambio ${n}`);
        return (await figure('registro_cache_hits_total')) >= hits + 2;
      });
    }
    // One that hears of the primary and does not show it is behind as well.
    await onServer(standby, 'SELECT pg_wal_replay_pause()');
    await onServer(primary, `UPDATE obras SET nombre = 'no se ve'`);
    await until('it is too far behind', async () => (await ready())[0] === 503);
    assertUnavailable(await registry.call('GET', `/obras/${obra.id}`));
    await onServer(standby, 'SELECT pg_wal_replay_resume()');
    await until('it is seen', async () => (await one()) === 'no se ve');
    // Nothing that was read there is given once the primary is back.
    await onServer(standby, 'SELECT pg_wal_replay_pause()');
    await list();
    await onServer(primary, `UPDATE obras SET nombre = 'sólo aquí'`);
    gate.open(primary);
    await until('it is back', async () => (await ready())[1] === 'ok');
    assert.deepEqual([await list(), await one()], [['sólo aquí'], 'sólo aquí']);
  });

  test('promoted: reads never stop, and writes go on where DATABASE_URL leads to it', async () => {
    const name = new URL(environment.DATABASE_URL as string).pathname.slice(1);
    await caughtUp();
    await primary.stop('immediate');
    await onlyReads();
    await onServer(standby, 'SELECT pg_promote()');
    await until('it is promoted', async () => {
      const [row] = await onServer<{ is: boolean }>(standby, 'SELECT pg_is_in_recovery() AS is');
      return row?.is === false;
    });
    // With the settings of before it only reads, and sees what is written.
    const replacing = await openRegistry({
      ...environment,
      DATABASE_URL: standby.address(name),
      DATABASE_READ_URL: '',
    });
    assert.equal((await replacing.call('POST', '/obras', obraBody('en el nuevo'))).status, 201);
    await until('it is seen', async () =>
      (await registry.obras()).some(({ nombre }) => nombre === 'en el nuevo'),
    );
    assert.equal((await registry.call('GET', `/obras/${obra.id}`)).status, 200);
    assert.match((await create('no')).body.message, READING);
    assert.equal(await replacing.service.stop(), 0);
    // An address that moves with the primary: without a restart.
    gate.open(standby);
    await writes();
    assert.deepEqual(await ready(), [200, 'ok']);
    assert.ok((await registry.obras()).some(({ nombre }) => nombre === 'en el nuevo'));
    // Beside it a new standby, which is read in turn.
    const next = await standby.standby();
    const last = await openRegistry({
      ...environment,
      DATABASE_URL: standby.address(name),
      DATABASE_READ_URL: next.address(name),
    });
    try {
      await onServer(standby, 'CHECKPOINT');
      await until('the new one follows', async () => {
        const text = await (await fetch(`${last.service.url}/metrics`)).text();
        return /^registro_db_standby_lag_seconds [01]/m.test(text);
      });
      await standby.stop('immediate');
      await until('it is read', async () => (await ready(last))[1] === 'solo-lectura');
      assert.ok((await last.obras()).some(({ nombre }) => nombre === 'en el nuevo'));
    } finally {
      await last.service.stop();
      await next.remove();
    }
  });

  test('one that was made a server of its own before is not read', async () => {
    await onServer(standby, 'SELECT pg_promote()');
    await sleep(3_000);
    await create('después');
    await primary.stop('immediate');
    await until('that it is away is known', async () => (await ready())[0] === 503);
    assertUnavailable(await registry.call('GET', '/obras'));
    await primary.start();
    await writes();
  });

  test('connections that are cut change nothing', async () => {
    const begun = registry.service.output().length;
    for (let round = 0; round < 10; round++) {
      await onServer(primary, ENDING);
      assert.equal((await registry.call('GET', `/obras/${obra.id}`)).status, 200);
      assert.equal((await registry.call('GET', '/obras')).status, 200);
      assert.deepEqual(await ready(), [200, 'ok']);
    }
    assert.doesNotMatch(registry.service.output().slice(begun), /servidor principal/);
    await until('writes go through', async () => (await create('sigue')).status === 201);
  });

  test('connections that are cut as soon as they are there change nothing', async () => {
    const begun = registry.service.output().length;
    for (let round = 0; round < 5; round++) {
      gate.endOnArrival(2);
      await onServer(primary, ENDING);
      // Until the guard has asked anew, also where the requests took the two.
      await sleep(500);
      assert.equal((await registry.call('GET', `/obras/${obra.id}`)).status, 200);
      assert.deepEqual(await ready(), [200, 'ok']);
    }
    assert.doesNotMatch(registry.service.output().slice(begun), /servidor principal/);
    await until('writes go through', async () => (await create('sigue')).status === 201);
  });

  test('both lost: nothing is served, and everything again as soon as one is back', async () => {
    const user = await newUser('ana@obras.local');
    await caughtUp();
    await standby.stop('immediate');
    // A server that is away is not waited for.
    assert.equal(await patchUser(user.id, { isActive: false }), 200);
    await primary.stop('immediate');
    await until('that is known', async () => (await ready())[0] === 503);
    assertUnavailable(await registry.call('GET', '/obras'));
    assertUnavailable(await create('no'));
    await standby.start();
    await until(
      'the standby is read',
      async () => (await registry.call('GET', '/obras')).status === 200,
    );
    await primary.start();
    await writes();
  });

  test('a start needs the primary, and says so', async () => {
    await primary.stop('immediate');
    const { code, output } = await run({ ...ADMIN, ...environment });
    assert.equal(code, 1);
    assert.match(
      output,
      /^No hay conexión con la base de datos de DATABASE_URL .* Para iniciar hace falta ese servidor/m,
    );
  });

  /** Every GET that the document names, of what is there. */
  async function readable(userId: string, importacion: string): Promise<string[]> {
    const answer = await fetch(`${registry.service.url}/openapi.json`);
    const { paths } = (await answer.json()) as { paths: Record<string, { get?: object }> };
    const ids: Record<string, string> = {
      '/users': userId,
      '/oc4ids': `oc4ids-xxxxxx-${obra.claveUnica}`,
    };
    return Object.entries(paths).flatMap(([path, { get }]) => {
      // This registry has no file of streets.
      // And this import is of works.
      if (!get || path.startsWith('/mapa/base') || path === '/seguimiento/importacion/{id}')
        return [];
      const filled = path
        .replace('{z}/{x}/{y}', '8/64/112')
        .replace('{coleccion}', 'obras_puntos')
        .replace('{clave}', obra.claveUnica)
        .replace('/importacion/{id}', `/importacion/${importacion}`)
        .replace(/\{\w+\}/, path.startsWith('/users') ? (ids['/users'] as string) : '1')
        .replace('/obras/1', `/obras/${obra.id}`)
        // The first of what belongs to a work.
        .replace(/\{\w+\}/, '1');
      return [path.includes('/resumen') ? `${filled}?por=municipio` : filled];
    });
  }
});
