import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../faults/postgres.ts';
import { type Running, session, start } from '../process.ts';
import { freshEnvironment, obraBody, TEST_DATABASE_URL } from '../world.ts';

const EMAIL = 'admin@obras.local';
const ADMIN_PASSWORD = 'secreto-inicial';

describe('an instance as a process', () => {
  test('that is told to stop says so first, answers for the grace period, ends its connections, and leaves', async () => {
    const service = await start({
      ...(await freshEnvironment()),
      LOG_LEVEL: 'info',
      SHUTDOWN_DELAY: '2',
    });
    // Nobody ever asks anything on this one.
    const silent = connect(Number(new URL(service.url).port), '127.0.0.1');
    await once(silent, 'connect');
    const silentEnded = once(silent, 'close');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const get = async (path: string) => {
      const asked = request(service.url + path, { agent }).end();
      const [answer] = await once(asked, 'response');
      answer.resume();
      await once(answer, 'end');
      return answer as { statusCode: number; headers: Record<string, string> };
    };
    assert.equal((await get('/health/ready')).headers.connection, 'keep-alive');
    const ended = service.stop();
    let ready = await get('/health/ready');
    while (ready.statusCode === 200) ready = await get('/health/ready');
    assert.equal(ready.statusCode, 503);
    for (const path of ['/dependencias', '/dependencias', '/health/live', '/nada']) {
      const { statusCode, headers } = await get(path);
      assert.deepEqual([statusCode, headers.connection], [path === '/nada' ? 404 : 200, 'close']);
    }
    assert.equal(await ended, 0);
    await silentEnded;
    assert.doesNotMatch(service.output(), /"level":(40|50|60).*no está lista/);
  });
});

describe('a rolling restart', {
  skip: TEST_DATABASE_URL === undefined && 'PostgreSQL only',
}, () => {
  test('of two instances under load fails no request', async () => {
    const environment = {
      ...(await freshEnvironment()),
      ADMIN_PASSWORD,
      SHUTDOWN_DELAY: '1',
    };
    const ports = [await freePort(), await freePort()];
    const launchOne = (i: number) => start({ ...environment, PORT: String(ports[i]) });
    const instances: Running[] = [await launchOne(0), await launchOne(1)];
    const urls = ports.map((port) => `http://127.0.0.1:${port}`);
    const admin = await session(urls[0] as string, EMAIL, ADMIN_PASSWORD);
    await admin('POST', '/ejercicio-fiscal', { anio: 2026 });
    await admin('POST', '/dependencias', { nombre: 'SOP' });
    await admin('POST', '/obras', obraBody({ tipoProyectoId: null }));
    const login = await fetch(`${urls[0]}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: EMAIL, password: ADMIN_PASSWORD }),
    });
    const { access_token } = (await login.json()) as { access_token: string };

    // A balancer in small: probes each instance, and sends each request to the next one that is ready.
    const ready = [true, true];
    let done = false;
    const prober = async (i: number) => {
      while (!done) {
        ready[i] = await fetch(`${urls[i]}/health/ready`).then(
          ({ status }) => status === 200,
          () => false,
        );
        await setTimeout(100);
      }
    };
    const agent = new Agent({ keepAlive: true });
    let turn = 0;
    const answers = new Map<string, number>();
    const created: number[] = [];
    const send = async (method: string, path: string, status: number, body?: object) => {
      turn += 1;
      const i = ready[turn % 2] ? turn % 2 : (turn + 1) % 2;
      const asked = request(urls[i] + path, {
        method,
        agent,
        headers: {
          authorization: `Bearer ${access_token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
      });
      asked.end(body && JSON.stringify(body));
      const [answer] = await once(asked, 'response');
      let text = '';
      for await (const chunk of answer.setEncoding('utf8')) text += chunk;
      assert.equal(answer.statusCode, status, text);
      const key = `${i} ${method}`;
      answers.set(key, (answers.get(key) ?? 0) + 1);
      return JSON.parse(text) as { numeroObra: number };
    };
    const reader = async () => {
      while (!done) await send('GET', '/obras/1', 200);
    };
    const writer = async () => {
      while (!done) {
        const { numeroObra } = await send(
          'POST',
          '/obras',
          201,
          obraBody({ tipoProyectoId: null }),
        );
        created.push(numeroObra);
        await send('PATCH', '/obras/1', 200, { nombre: `Obra ${turn}` });
      }
    };
    const load = Promise.all([prober(0), prober(1), reader(), reader(), writer(), writer()]);
    const restarts = (async () => {
      for (const i of [0, 1]) {
        assert.equal(await instances[i]?.stop(), 0);
        instances[i] = await launchOne(i);
        while (!done && !ready[i]) await setTimeout(20);
        const before = answers.get(`${i} GET`) ?? 0;
        while (!done && (answers.get(`${i} GET`) ?? 0) < before + 50) await setTimeout(20);
      }
    })();
    try {
      // The load ends by itself only on a failed request.
      await Promise.race([restarts, load]);
    } finally {
      done = true;
      await Promise.allSettled([load, restarts]);
      for (const instance of instances) await instance.stop();
    }
    await load;
    assert.equal(new Set(created).size, created.length);
    assert.ok(created.length > 20, String(created.length));
    for (const key of ['0 GET', '1 GET', '0 POST', '1 POST']) assert.ok(answers.get(key), key);
  });
});
