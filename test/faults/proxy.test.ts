import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { parse } from 'yaml';
import { readRoot as read, ROOT as root } from '../deploy-settings.ts';
import { type Running, start } from '../process.ts';
import { debianProgram } from './debian.ts';
import { freePort, ownPostgres, type Postgres, succeeds, until } from './postgres.ts';
import { ADMIN, obraBody } from './registry.ts';
import { createCaller } from './rolling.ts';

/**
 * The time that the proxy may take where the service would answer at once, in milliseconds; less than it tries for
 * others.
 */
const AT_ONCE = 4_000;
/** The pause between two instances that docs/operaciones.md asks for. */
const BETWEEN = 10_000;
/** Milliseconds that a client lets pass between two requests. */
const PAUSE = 50;

describe('behind caddy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'registro-proxy-'));
  let server: Postgres;
  before(async () => {
    server = await ownPostgres();
  });

  /** Starts caddy with a file of deploy/, changed where it names addresses; answers how to call it, and how to stop. */
  async function proxy(file: string, changes: [string, string][], site: string) {
    const caddy = debianProgram('caddy');
    const port = await freePort();
    let text = read(file);
    for (const [from, to] of [...changes, [site, `http://127.0.0.1:${port} {`] as const]) {
      assert.ok(text.includes(from), from);
      text = text.replaceAll(from, to);
    }
    const config = join(folder, `Caddyfile-${port}`);
    writeFileSync(config, text);
    const env = { PATH: process.env.PATH, HOME: folder };
    const args = ['run', '--adapter', 'caddyfile', '--config', config];
    const child = spawn(caddy, args, { env, stdio: 'ignore' });
    const { call: send, logIn, agent } = createCaller(port);
    const call = async (method: string, path: string, body?: object) => {
      const begun = performance.now();
      const answer = await send(method, path, body && { body: JSON.stringify(body) });
      return { ...answer, milliseconds: performance.now() - begun };
    };
    const isThere = async () => assert.equal((await call('GET', '/health/ready')).status, 200);
    await until('the proxy finds an instance', () => succeeds(isThere()));
    await logIn();
    const stop = async () => {
      agent.destroy();
      child.kill();
      await once(child, 'close');
    };
    return { call, stop };
  }

  /** The proxy of one machine, in front of the instance with these settings. */
  const inFrontOf = ({ PORT }: { PORT: string }) =>
    proxy('deploy/Caddyfile', [['127.0.0.1:3000', `127.0.0.1:${PORT}`]], 'obras.ejemplo.gob.mx {');

  const settings = async () => ({
    ...{ ...ADMIN, ...(await server.environment()) },
    ...{ TRUST_PROXY: 'loopback', PORT: String(await freePort()) },
  });
  /** One instance and its proxy, which end with the test. */
  const oneInstance = async (t: TestContext) => {
    const environment = await settings();
    const service = await start(environment);
    const { call, stop } = await inFrontOf(environment);
    t.after(stop);
    return { environment, service, call };
  };

  test('deploy/Caddyfile and deploy/compose.Caddyfile are accepted by caddy', () => {
    for (const file of ['deploy/Caddyfile', 'deploy/compose.Caddyfile']) {
      const { status, stderr } = spawnSync(
        debianProgram('caddy'),
        ['validate', '--adapter', 'caddyfile', '--config', join(root, file)],
        { encoding: 'utf8', env: { PATH: process.env.PATH, HOME: folder } },
      );
      assert.equal(status, 0, stderr);
    }
  });

  test('one instance that restarts keeps readers waiting, and refuses no reader', async (t) => {
    const { environment, service, call } = await oneInstance(t);
    let over = false;
    let answered = 0;
    const reader = async () => {
      while (!over) {
        const { status, text } = await call('GET', '/municipios');
        assert.equal(status, 200, text);
        answered += 1;
      }
    };
    const load = Promise.all([reader(), reader()]);
    assert.equal(await service.stop(), 0);
    await setTimeout(500);
    const again = await start(environment);
    t.after(() => again.stop());
    const before = answered;
    await Promise.race([until('readers go on', () => answered > before + 20), load]);
    over = true;
    await load;
  });

  test('one instance without its database answers 503 itself, and lives', async (t) => {
    const { service, call } = await oneInstance(t);
    t.after(() => service.stop());
    assert.equal((await call('GET', '/metrics')).status, 404);
    await server.stop('immediate');
    try {
      const refused = await call('GET', '/obras/1');
      assert.equal(refused.status, 503, refused.text);
      assert.ok(refused.headers['x-request-id'], 'of the service');
      const live = await call('GET', '/health/live');
      assert.equal(live.status, 200);
      assert.ok(live.milliseconds < AT_ONCE, String(live.milliseconds));
    } finally {
      await server.start();
    }
  });

  describe('two instances', () => {
    const compose = parse(read('compose.yaml'), { merge: true }) as {
      services: Record<string, { environment?: Record<string, string> }>;
    };
    const SHUTDOWN_DELAY = compose.services['registro-1']?.environment?.SHUTDOWN_DELAY as string;
    let environments: Record<string, string>[];
    let instances: Running[];
    let call: Awaited<ReturnType<typeof proxy>>['call'];
    let stop: () => Promise<void>;
    before(async () => {
      // They start beside eight clients who seldom pause: a connection that takes longer is no sign of trouble.
      const shared = { ...(await settings()), SHUTDOWN_DELAY, TEST_TIMEOUT_FACTOR: '3' };
      environments = [shared, { ...shared, PORT: String(await freePort()) }];
      instances = await Promise.all(environments.map((each) => start(each)));
      const upstreams = environments.map(
        ({ PORT }, i) => [`registro-${i + 1}:3000`, `127.0.0.1:${PORT}`] as [string, string],
      );
      // On a busy machine a probe may take longer than a proxy should wait for one.
      const patience: [string, string] = ['health_timeout 4s', 'health_timeout 60s'];
      const front = await proxy('deploy/compose.Caddyfile', [...upstreams, patience], ':8080 {');
      ({ call, stop } = front);
      await call('POST', '/ejercicio-fiscal', { anio: 2026 });
      await call('POST', '/dependencias', { nombre: 'SOP' });
    });
    after(async () => {
      await stop?.();
      for (const instance of instances ?? []) {
        instance.process.kill('SIGTERM');
        await instance.stop();
      }
    });

    test('restarted one after the other, as docs/operaciones.md says, lose no request', async () => {
      assert.match(read('docs/operaciones.md'), new RegExp(`^sleep ${BETWEEN / 1000}$`, 'm'));
      assert.equal((await call('POST', '/obras', obraBody())).status, 201);
      let over = false;
      const answered = { GET: 0, POST: 0, PATCH: 0 };
      const client = async (method: keyof typeof answered, wanted: number) => {
        while (!over) {
          const { status, text, headers } = await (method === 'POST'
            ? call(method, '/obras', obraBody())
            : call(method, '/obras/1', method === 'PATCH' ? { nombre: 'Otra' } : undefined));
          assert.equal(status, wanted, `${method} ${headers['x-request-id']} ${text}`);
          answered[method] += 1;
          await setTimeout(PAUSE);
        }
      };
      const load = Promise.all([
        client('GET', 200),
        client('POST', 201),
        ...Array.from({ length: 6 }, () => client('PATCH', 200)),
      ]);
      const restarts = (async () => {
        for (const i of [0, 1, 0]) {
          assert.equal(await instances[i]?.stop(), 0);
          instances[i] = await start(environments[i] as Record<string, string>);
          await setTimeout(BETWEEN);
        }
      })();
      try {
        await Promise.race([restarts, load]);
      } finally {
        over = true;
        await Promise.allSettled([load, restarts]);
      }
      await load;
      for (const [method, count] of Object.entries(answered)) assert.ok(count > 20, method);
    });

    test('without their database live, and answer everything else with the documented 503', async () => {
      await server.stop('immediate');
      try {
        await until('no instance is ready', async () => {
          const login = { email: 'a@b.mx', password: 'x' };
          const { status, headers } = await call('POST', '/auth/login', login);
          assert.equal(status, 503);
          // The proxy's own answer.
          return headers['x-request-id'] === undefined;
        });
        const live = await call('GET', '/health/live');
        assert.equal(live.status, 200, live.text);
        assert.ok(live.milliseconds < AT_ONCE, String(live.milliseconds));
        const refused = await call('GET', '/municipios');
        assert.equal(refused.status, 503);
        assert.ok(refused.headers['retry-after']);
        assert.equal(JSON.parse(refused.text).statusCode, 503);
      } finally {
        await server.start();
      }
      const isServed = async () => (await call('GET', '/municipios')).status === 200;
      await until('requests go through', isServed);
    });
  });
});
