import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { freePort, until } from './faults/postgres.ts';
import { type Running, session, start } from './process.ts';
import {
  base,
  db,
  freshEnvironment,
  obraBody,
  otherApp,
  refused,
  TEST_DATABASE_URL,
  tokenOf,
} from './world.ts';

const EMAIL = 'admin@obras.local';
const ADMIN_PASSWORD = 'secreto-inicial';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const { version } = JSON.parse(read('../../package.json')) as { version: string };
/** As scripts/prepare.mjs has left it. */
const commit = read('../commit');

const statusOf = async (url: string, path: string) => (await fetch(url + path)).status;

describe('the health of an instance', () => {
  test('is live and ready while the database answers', async () => {
    for (const path of ['/health/live', '/health/ready']) {
      const answer = await fetch(base + path);
      const body = path === '/health/live' ? { status: 'ok', version, commit } : { status: 'ok' };
      assert.deepEqual([answer.status, await answer.json()], [200, body]);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      assert.equal((await fetch(base + path, { method: 'HEAD' })).status, 200);
    }
  });

  test('is live but not ready while the database says no, or nothing, and ready again after', async (t) => {
    const outages: (() => Promise<never>)[] = [
      () => Promise.reject(new Error('no database')),
      () => new Promise(() => {}),
    ];
    for (const outage of outages) {
      let isOut = true;
      const query: typeof db.query = (...args) => (isOut ? outage() : db.query(...args));
      const { url, close } = await otherApp({}, { ...db, query });
      t.after(close);
      assert.equal(await statusOf(url, '/health/live'), 200);
      const answers = await Promise.all(
        [1, 2, 3].map(() => fetch(`${url}/health/ready`).then(asAnswer)),
      );
      for (const answer of answers) {
        refused(answer, 503, 'La base de datos no responde.');
        assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
      }
      isOut = false;
      while ((await statusOf(url, '/health/ready')) !== 200) await setTimeout(50);
    }
  });

  test('lives at once while requests hang in a silent database and the login is flooded', async (t) => {
    // Only until the end of the test: who logs in waits for it with a place in the line that all tests share.
    const end = new AbortController();
    const ended = new Promise<never>((_resolve, reject) => {
      end.signal.addEventListener('abort', () => reject(new Error('Connection terminated')));
    });
    ended.catch(() => {});
    const never = () => ended;
    t.after(() => end.abort());
    const { url, app, close } = await otherApp(
      { CACHE_MB: 0 },
      { ...db, query: never, one: never },
    );
    t.after(close);
    const authorization = `Bearer ${await tokenOf('admin')}`;
    const leave = new AbortController();
    const hanging = Array.from({ length: 200 }, (_, i) =>
      i % 2 === 0
        ? fetch(`${url}/obras?page=${i + 1}&limit=1`, {
            headers: { authorization },
            signal: leave.signal,
          })
        : fetch(`${url}/auth/login`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ email: `${i}@ejemplo.mx`, password: 'equivocada' }),
            signal: leave.signal,
          }),
    );
    // They are on their way before the probes are.
    await setTimeout(300);
    for (let i = 0; i < 20; i++) {
      assert.equal(await statusOf(url, '/health/live'), 200);
    }
    leave.abort();
    for (const outcome of await Promise.allSettled(hanging)) {
      assert.equal(outcome.status, 'rejected', 'it was to hang');
    }
    app.server.closeAllConnections();
  });

  test('costs the database one question, however many ask', async (t) => {
    let questions = 0;
    const query: typeof db.query = (...args) => {
      if (args[0] === 'SELECT 1') questions += 1;
      return db.query(...args);
    };
    const { url, close } = await otherApp({}, { ...db, query });
    t.after(close);
    await Promise.all(Array.from({ length: 200 }, () => statusOf(url, '/health/live')));
    assert.equal(questions, 0);
    const statuses = await Promise.all(
      Array.from({ length: 50 }, () => statusOf(url, '/health/ready')),
    );
    assert.ok(statuses.every((status) => status === 200));
    // More than one only where the fifty took longer than an answer counts.
    assert.ok(questions < 10, String(questions));
  });
});

describe('an instance as a process', () => {
  let service: Running;
  before(async () => {
    const environment = await freshEnvironment();
    service = await start({ ...environment, LOG_LEVEL: 'info', SHUTDOWN_DELAY: '2' });
  });
  after(() => service.stop('SIGKILL'));

  test('has no line in its log for probes', async () => {
    for (const path of ['/health/live', '/health/ready', '/dependencias']) {
      assert.equal(await statusOf(service.url, path), 200);
    }
    await until('the last is logged', () => service.output().includes('"url":"/dependencias"'));
    assert.doesNotMatch(service.output(), /health/);
  });

  test('that is told to stop says so first, answers for the grace period, ends its connections, and leaves', async () => {
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

async function asAnswer(response: Response) {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}
