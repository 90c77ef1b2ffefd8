import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { before, describe, test } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { hashPassword } from '../src/auth/passwords.ts';
import { MAX_WAITING } from '../src/db/index.ts';
import { boundAnswers } from '../src/http/pressure.ts';
import {
  type Answer,
  call,
  db,
  emailOf,
  obraBody,
  otherApp,
  password,
  people,
  refused,
  reset,
  someCatalog,
  tokenOf,
  ubicacionBody,
} from './world.ts';

const OVERLOADED =
  'El servicio recibe más solicitudes de las que puede atender; intente de nuevo en unos segundos.';

function overloaded(answer: Answer) {
  refused(answer, 503, OVERLOADED);
  assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
}

async function open(url: string): Promise<Socket> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  // What a service that closes first may answer to what is still being written.
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Everything that a socket is sent until it is closed. */
async function received(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  await once(socket, 'close');
  return text;
}

describe('slow clients', () => {
  test('are waited for a minute at most, and for twenty seconds before their headers are there', async () => {
    const { app, close } = await otherApp({});
    assert.equal(app.server.headersTimeout, 20_000);
    assert.equal(app.server.requestTimeout, 60_000);
    assert.equal(app.server.timeout, 60_000);
    await close();
  });

  test('who say nothing, or say it byte by byte, are answered 408 and cut off', async () => {
    const { app, url, close } = await otherApp({});
    app.server.headersTimeout = 500;
    app.server.requestTimeout = 1_000;
    const head = 'POST /dependencias HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    const starts = {
      silence: '',
      'half a header': `${head}X-Lento: `,
      'half a body': `${head}Content-Length: 100000\r\n\r\n{"nombre":"`,
      'half a chunk': `${head}Transfer-Encoding: chunked\r\n\r\n10000\r\n{"nombre":"`,
    };
    await Promise.all(
      Object.entries(starts).map(async ([what, start]) => {
        const socket = await open(url);
        socket.write(start);
        const drip = setInterval(() => start && socket.writable && socket.write('a'), 50);
        const answer = await received(socket);
        clearInterval(drip);
        assert.match(answer, /^HTTP\/1\.1 408 /, what);
        assert.match(answer, /"message":"La solicitud tardó demasiado en llegar\."/, what);
      }),
    );
    assert.equal((await call('nobody', 'GET', '/dependencias', undefined, { url })).status, 200);
    await close();
  });

  test('who stop reading a long answer are cut off', async () => {
    await reset();
    await someCatalog();
    const body = obraBody({ ubicaciones: [ubicacionBody()] });
    assert.equal((await call('admin', 'POST', '/obras', body)).status, 201);
    // Longer than all the buffers between the service and its client.
    await db.query(`UPDATE ubicaciones SET direccion = repeat('x', 16000000)`);
    const { app, url, close } = await otherApp({});
    const connected = once(app.server, 'connection');
    const socket = await open(url);
    const [served] = (await connected) as [Socket];
    socket.write(
      `GET /obras HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await tokenOf('user')}\r\n\r\n`,
    );
    await once(socket, 'data');
    socket.pause();
    // The answer has begun: from here on a minute of silence is shortened.
    served.setTimeout(500);
    await once(served, 'close');
    socket.destroy();
    await close();
    await reset();
  });
});

test('a request that is no HTTP cuts the answer before it off, and puts nothing into it', async () => {
  await reset();
  await someCatalog();
  // Two are longer than all the buffers between the service and its client.
  for (const descripcion of ['a'.repeat(7_000_000), 'b'.repeat(7_000_000)]) {
    const body = obraBody({ descripcion });
    assert.equal((await call('admin', 'POST', '/obras', body)).status, 201);
  }
  const { url, close } = await otherApp({});
  const socket = await open(url);
  const answer = received(socket);
  socket.write(
    `GET /obras HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await tokenOf('user')}\r\n\r\n`,
  );
  await once(socket, 'data');
  socket.pause();
  socket.write('HOLA\r\n\r\n');
  await setTimeout(500);
  socket.resume();
  const text = await answer;
  await close();
  await reset();
  assert.match(text, /^HTTP\/1\.1 200 /);
  assert.equal(text.indexOf('HTTP/1.1', 1), -1);
});

test('connections over MAX_CONNECTIONS are closed as they come, until others have left', async () => {
  const { url, close } = await otherApp({ MAX_CONNECTIONS: 3 });
  const held = await Promise.all([open(url), open(url), open(url)]);
  assert.equal(await received(await open(url)), '');
  const ask = async () => {
    const socket = await open(url);
    socket.write('GET /dependencias HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    return received(socket);
  };
  assert.equal(await ask(), '');
  held[0]?.destroy();
  let answer = '';
  for (let attempt = 0; answer === '' && attempt < 100; attempt++) {
    await setTimeout(10);
    answer = await ask();
  }
  assert.match(answer, /^HTTP\/1\.1 200 /);
  for (const socket of held) socket.destroy();
  await close();
});

describe('more work than can be done', () => {
  before(reset);

  test('at the database is refused with 503, and what waits is still done', async (t) => {
    const { url, close } = await otherApp({ CACHE_MB: 0 });
    t.after(close);
    let letGo = () => {};
    const free = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    // More sessions than any pool has: those that have none wait in line like everybody.
    let held = 0;
    const sessions = Array.from({ length: 10 }, () =>
      db.session(() => {
        held += 1;
        return free;
      }),
    );
    // Until every connection is theirs: one that others give back would make room in the line again.
    while (held < (process.env.TEST_DATABASE_URL ? 10 : 1)) await setImmediate();
    const waiting: Promise<unknown>[] = [];
    let refusal: unknown;
    while (!refusal && waiting.length <= MAX_WAITING + 20) {
      waiting.push(
        db
          .session(async () => 'done')
          .catch((error) => {
            refusal = error;
          }),
      );
      if (waiting.length >= MAX_WAITING - 20) await setImmediate();
    }
    assert.ok(refusal, 'nobody was refused');
    try {
      for (let i = 0; i < 3; i++) {
        overloaded(await call('nobody', 'GET', '/dependencias', undefined, { url }));
        overloaded(await call('nobody', 'POST', '/dependencias', { nombre: 'A' }, { url }));
      }
    } finally {
      letGo();
    }
    await Promise.all(sessions);
    const outcomes = await Promise.all(waiting);
    assert.equal(outcomes.filter((outcome) => outcome === 'done').length, outcomes.length - 1);
    assert.equal((await call('nobody', 'GET', '/dependencias', undefined, { url })).status, 200);
  });

  test('at hashing passwords is refused with 503: every kind of failed login needs one hash', async () => {
    const { url, close } = await otherApp({});
    let done = false;
    const refusals: Error[] = [];
    /** Each hash that is made makes room for one of these again, and for nobody else. */
    const crowd = Array.from({ length: 250 }, async (_, n) => {
      while (!done) {
        try {
          await hashPassword('multitud', `usuario ${n}`);
        } catch (error) {
          refusals.push(error as Error);
          await setTimeout(5);
        }
      }
    });
    const login = (email: string, secret: string) =>
      call('nobody', 'POST', '/auth/login', { email, password: secret }, { url });
    try {
      await setImmediate();
      assert.ok(refusals.length > 0, 'nobody was refused');
      overloaded(await login(emailOf('user'), password));
      overloaded(await login(emailOf('user'), 'mala'));
      overloaded(await login('nadie@ejemplo.mx', password));
      overloaded(await login(emailOf('inactive'), password));
      overloaded(await login(emailOf('user'), 'x'.repeat(10_000)));
    } finally {
      done = true;
    }
    await Promise.all(crowd);
    assert.equal((await login(emailOf('user'), password)).status, 200);
    await close();
  });

  test('at hashing passwords has room for others than the one who fills it', async () => {
    const flood = Array.from({ length: 60 }, () =>
      call('user', 'PATCH', `/users/${people.user.id}`, { password }),
    );
    const login = { email: emailOf('admin'), password };
    const entered = await call('nobody', 'POST', '/auth/login', login);
    assert.equal(entered.status, 200);
    const answers = await Promise.all(flood);
    const refused = answers.filter(({ status }) => status !== 200);
    assert.ok(refused.length > 0 && refused.length < 60, String(refused.length));
    for (const answer of refused) if (answer.status !== 401) overloaded(answer);
  });

  test('for the one thread of the process is refused with 503, until it catches up', async () => {
    const { url, close } = await otherApp({});
    const ask = () => call('nobody', 'GET', '/dependencias', undefined, { url });
    const blocked = async () => {
      for (let turn = 0; turn < 6; turn++) {
        const end = performance.now() + 1_900;
        while (performance.now() < end);
        await setImmediate();
      }
    };
    let answer = await ask();
    const block = blocked();
    do answer = await ask();
    while (answer.status === 200 && (await Promise.race([block, 'busy'])) === 'busy');
    await block;
    overloaded(answer.status === 200 ? await ask() : answer);
    for (let attempt = 0; answer.status === 503 && attempt < 100; attempt++) {
      await setTimeout(100);
      answer = await ask();
    }
    assert.equal(answer.status, 200);
    await close();
  });
});

describe('memory for what clients send and leave unread', () => {
  test('is bounded for large bodies that are on their way; small ones and what comes after pass', async () => {
    const { url, close } = await otherApp({});
    const { hostname, port } = new URL(url);
    const megabyte = 1_048_576;
    const slow: Socket[] = [];
    for (let n = 0; n < 64; n++) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      socket.write(
        `POST /dependencias HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${megabyte}\r\n\r\n{`,
      );
      slow.push(socket);
    }
    const nombre = (length: number) => ({ nombre: 'x'.repeat(length) });
    const post = (body: object) => call('nobody', 'POST', '/dependencias', body, { url });
    try {
      await until(async () => (await post(nombre(100_000))).status === 503);
      overloaded(await post(nombre(100_000)));
      assert.equal((await post(nombre(1_000))).status, 400);
    } finally {
      for (const socket of slow) socket.destroy();
    }
    await until(async () => (await post(nombre(100_000))).status === 400);
    await close();
  });

  test('is bounded for lists: so many are sent at a time', () => {
    const takePlace = boundAnswers(2);
    const replies = [1, 2, 3].map(() => ({ raw: new EventEmitter() }) as unknown as FastifyReply);
    const [first, second, third] = replies as [FastifyReply, FastifyReply, FastifyReply];
    takePlace(first);
    takePlace(second);
    assert.throws(() => takePlace(third), { statusCode: 503 });
    first.raw.emit('close');
    takePlace(third);
    assert.throws(() => takePlace(first), { statusCode: 503 });
  });

  async function until(holds: () => Promise<boolean>) {
    for (let attempt = 0; attempt < 200; attempt++) {
      if (await holds()) return;
      await setTimeout(20);
    }
    assert.fail('it never came to hold');
  }
});

test('every answer tells browsers not to guess, frame or leak; tokens are kept by nobody', async () => {
  const { url, close } = await otherApp({});
  const login = { email: emailOf('user'), password };
  for (const answer of [
    await call('nobody', 'GET', '/dependencias', undefined, { url }),
    await call('user', 'GET', '/obras', undefined, { url }),
    await call('user', 'GET', '/obras', undefined, { url }),
    await call('nobody', 'GET', '/obras', undefined, { url }),
    await call('nobody', 'GET', '/nada', undefined, { url }),
    await call('nobody', 'GET', '/obras/%ZZ', undefined, { url }),
    await call('nobody', 'POST', '/auth/login', login, { url }),
  ]) {
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(answer.headers.get('x-frame-options'), 'SAMEORIGIN');
    assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
    assert.match(answer.headers.get('strict-transport-security') ?? '', /max-age=\d{8}/);
    assert.equal(answer.headers.get('access-control-allow-origin'), null);
    assert.equal(answer.headers.get('x-powered-by'), null);
    assert.equal(answer.headers.get('server'), null);
  }
  const session = await call('nobody', 'POST', '/auth/login', login, { url });
  assert.equal(session.headers.get('cache-control'), 'no-store');
  const list = await call('user', 'GET', '/obras', undefined, { url });
  assert.equal(list.headers.get('cache-control'), 'private, no-cache');
  await close();
});
