import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { before, describe, test } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashPassword } from '../../src/core/auth/passwords.ts';
import type { HttpError } from '../../src/core/base/errors.ts';
import { createFairQueue } from '../../src/core/base/fair-queue.ts';
import { MAX_WAITING } from '../../src/core/db/client.ts';
import type { Db } from '../../src/core/db/db.ts';
import { createHeavyReads, type HeavyReads } from '../../src/core/http/limits/heavy-reads.ts';
import { until } from '../faults/postgres.ts';
import { isHere } from '../features.ts';
import { gate } from '../held-imports.ts';
import { NO_SESSION } from '../process.ts';
import { closed, openSocket } from '../wire.ts';
import {
  type Answer,
  addressFor,
  call,
  db,
  emailOf,
  holdPasswords,
  notLoggedIn,
  obraBody,
  otherApp,
  overloaded,
  password,
  people,
  refused,
  reset,
  resetWithCatalog,
  ubicacionBody,
  type Who,
} from '../world.ts';

describe('slow clients', () => {
  test('get a minute for their request at most, and twenty seconds for its headers', async () => {
    const { app, close } = await otherApp({});
    assert.equal(app.server.headersTimeout, 20_000);
    assert.equal(app.server.requestTimeout, 60_000);
    assert.equal(app.server.timeout, 60_000);
    await close();
  });

  test('that send nothing, or byte by byte, are answered 408 and cut off', async () => {
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
        const socket = await openSocket(url);
        socket.write(start);
        const drip = setInterval(() => start && socket.writable && socket.write('a'), 50);
        const answer = await closed(socket);
        clearInterval(drip);
        assert.match(answer, /^HTTP\/1\.1 408 /, what);
        assert.match(answer, /"message":"La solicitud tardó demasiado en llegar\."/, what);
      }),
    );
    assert.equal((await call('nobody', 'GET', '/dependencias', undefined, { url })).status, 200);
    await close();
  });
});

test('connections over MAX_CONNECTIONS are closed as they come, until others have left', async (t) => {
  const url = await addressFor(t, { MAX_CONNECTIONS: 3 });
  const held = await Promise.all([openSocket(url), openSocket(url), openSocket(url)]);
  assert.equal(await closed(await openSocket(url)), '');
  const ask = async () => {
    const socket = await openSocket(url);
    socket.write('GET /dependencias HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    return closed(socket);
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
});

describe('more work than can be done', () => {
  before(reset);

  test('at the database is refused with 503, and the requests that wait are still answered', async (t) => {
    const url = await addressFor(t, { CACHE_MB: 0 });
    const { open: letGo, opened: free } = gate();
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
      const refuse = (error: unknown) => {
        refusal = error;
      };
      waiting.push(db.session(async () => 'done').catch(refuse));
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

  test('at hashing passwords is refused with 503: every kind of failed login needs one hash', async (t) => {
    const url = await addressFor(t, {});
    const release = await holdPasswords();
    let refusals = 0;
    const crowd = Array.from({ length: 250 }, (_, n) =>
      hashPassword('multitud', `usuario ${n}`).catch(() => {
        refusals += 1;
      }),
    );
    const login = (email: string, secret: string) =>
      call('nobody', 'POST', '/auth/login', { email, password: secret }, { url });
    try {
      await setImmediate();
      assert.ok(refusals > 0, 'nobody was refused');
      overloaded(await login(emailOf('user'), password));
      overloaded(await login(emailOf('user'), 'mala'));
      overloaded(await login('nadie@ejemplo.mx', password));
      overloaded(await login(emailOf('inactive'), password));
      overloaded(await login(emailOf('user'), 'x'.repeat(10_000)));
    } finally {
      release();
    }
    await Promise.all(crowd);
    assert.equal((await login(emailOf('user'), password)).status, 200);
  });

  /** Asks for 300 hashes while all places are taken, and counts those that are refused. */
  function flood(ask: (n: number) => Promise<number>) {
    const statuses: number[] = [];
    const all = Array.from({ length: 300 }, async (_, n) => statuses.push(await ask(n)));
    return { statuses, ends: Promise.all(all) };
  }
  const login = (url: string, address: string, body: object) =>
    call('nobody', 'POST', '/auth/login', body, { url, headers: { 'x-forwarded-for': address } });

  test('at logins from one address is refused there; others log in and set passwords', async (t) => {
    const url = await addressFor(t, { TRUST_PROXY: true });
    const release = await holdPasswords();
    const crowd = flood(async (n) => {
      const unknown = { email: `x${n}@ejemplo.mx`, password: 'no' };
      return (await login(url, '203.0.113.1', unknown)).status;
    });
    const others: Promise<Answer>[] = [];
    try {
      await until('the crowd is so far', async () => crowd.statuses.includes(503));
      const right = { email: emailOf('user'), password };
      for (let n = 0; n < 5; n++) {
        others.push(login(url, `203.0.113.${2 + n}`, right));
        others.push(login(url, `2001:db8:${n}::1`, { ...right, password: 'mala' }));
      }
      // Another's: a login of whose password changes meanwhile is refused.
      others.push(call('other', 'PATCH', `/users/${people.other.id}`, { password }, { url }));
      // The newest of the crowd have left their places to them, which is as many as the line has none for.
      await until(
        'the crowd is so far',
        async () => crowd.statuses.length === 300 - 200 + 1 + others.length,
      );
    } finally {
      release();
    }
    const statuses = (await Promise.all(others)).map(({ status }) => status);
    assert.deepEqual(statuses, [...Array(5).fill([200, NO_SESSION]).flat(), 200]);
    await crowd.ends;
    assert.deepEqual([...new Set(crowd.statuses)].sort(), [NO_SESSION, 503]);
  });

  test('at hashing passwords of one user leaves other logins open', async () => {
    const release = await holdPasswords();
    const crowd = flood(() =>
      hashPassword(password, people.user.id).then(
        () => 200,
        (error: HttpError) => error.statusCode,
      ),
    );
    const credentials = { email: emailOf('admin'), password };
    const entered = call('nobody', 'POST', '/auth/login', credentials);
    await until('the crowd is so far', async () => crowd.statuses.length === 300 - 200 + 1 + 1);
    release();
    assert.equal((await entered).status, 200);
    await crowd.ends;
    assert.deepEqual([...new Set(crowd.statuses)].sort(), [200, 503]);
  });
});

describe('texts that take long to normalize', () => {
  before(resetWithCatalog);

  // Marks that Unicode's normalization has to sort, one at a time.
  const unsorted: Record<string, string> = {
    'combining marks out of order': `a${'\u0301\u0316'.repeat(150_000)}`,
    'all of one kind before all of another': `a${'\u0301'.repeat(150_000)}${'\u0316'.repeat(150_000)}`,
    'marks that are two': '\u0f73'.repeat(300_000),
    'runs that are just short enough': `a${'\u0301'.repeat(15)}${'\u0316'.repeat(15)}`.repeat(
      10_000,
    ),
  };
  for (const [what, text] of Object.entries(unsorted)) {
    test(`leave the service answering: ${what}`, async () => {
      const post = (path: string, body: object) => call('nobody', 'POST', path, body);
      const begun = performance.now();
      notLoggedIn(await post('/auth/login', { email: text, password }));
      for (const [body, sentence] of [
        [{ nombre: text }, 'nombre no debe tener más de 255 caracteres.'],
        [{ nombre: 'A', siglas: text }, 'siglas no debe tener más de 50 caracteres.'],
        [{ nombre: 'A', otro: text }, 'otro no es un campo reconocido.'],
        [{ nombre: 'A', activo: text }, 'activo debe ser true o false.'],
      ] as const) {
        refused(await post('/dependencias', body), 400, [sentence]);
      }
      // A tenth of these took minutes; that they are bounded and not fast is the point.
      assert.ok(performance.now() - begun < 10_000);
    });
  }

  test('are refused in a field without a bound: more than 30 marks in a row', async () => {
    const obra = (descripcion: string) =>
      call('admin', 'POST', '/obras', obraBody({ descripcion }));
    const marks = (n: number) =>
      `Descripción${'\u0316\u0301'.repeat(n / 2)}${'\u0301'.repeat(n % 2)} larga`;
    const begun = performance.now();
    const sentence = 'descripcion contiene más de 30 marcas de combinación seguidas.';
    for (const n of [31, 32, 1_000_000]) refused(await obra(marks(n)), 400, [sentence]);
    const ubicaciones = [ubicacionBody({ direccion: marks(31) })];
    refused(await call('admin', 'POST', '/obras', obraBody({ ubicaciones })), 400, [
      'ubicaciones[0].direccion contiene más de 30 marcas de combinación seguidas.',
    ]);
    const { status, body } = await obra(`${marks(30)} `.repeat(1_000));
    assert.equal(status, 201);
    assert.equal(body.descripcion, `${marks(30)} `.repeat(1_000).normalize('NFC').trim());
    refused(await call('user', 'GET', `/obras?q=${encodeURIComponent(marks(31))}`), 400, [
      'q contiene más de 30 marcas de combinación seguidas.',
    ]);
    assert.ok(performance.now() - begun < 30_000);
  });
});

describe('a fair queue', () => {
  test('gives users their turns, and refuses the longest line where it is full', async () => {
    const inTurn = createFairQueue({ concurrency: 1, mostWaiting: 6, longestWait: 60_000 });
    const order: string[] = [];
    const refused: string[] = [];
    const ask = (asker: string, n: number) =>
      inTurn(asker, async () => {
        order.push(`${asker}${n}`);
        await setImmediate();
      }).catch((error: HttpError) => {
        assert.equal(error.statusCode, 503);
        refused.push(`${asker}${n}`);
      });
    // One is under way, six wait, the others find no place.
    const all = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => ask('a', n));
    all.push(ask('b', 0), ask('b', 1), ask('c', 0), ask('b', 2));
    await Promise.all(all);
    assert.deepEqual(refused.sort(), ['a4', 'a5', 'a6', 'a7', 'a8', 'b2']);
    assert.deepEqual(order, ['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3']);
    await ask('d', 0);
    assert.equal(order.at(-1), 'd0');
  });

  test('begins no work that has waited too long', async () => {
    const inTurn = createFairQueue({ concurrency: 1, mostWaiting: 1, longestWait: 20 });
    const never = () => Promise.reject(new Error('begun'));
    const whenever = Number.POSITIVE_INFINITY;
    const first = inTurn('a', () => setTimeout(60), whenever);
    const [late, tooMany] = [inTurn('a', never), inTurn('a', never)];
    await assert.rejects(tooMany, { statusCode: 503 });
    await assert.rejects(late, { statusCode: 503 });
    await first;
    assert.equal(await inTurn('a', async () => 'done', whenever), 'done');
  });
});

describe('a fair queue that is longer than can be served in time', () => {
  const most = 200;
  const ask = (
    inTurn: ReturnType<typeof createFairQueue>,
    work: () => Promise<unknown>,
    n = 20,
  ) => {
    const outcomes = { begun: 0, refused: 0 };
    const all = Array.from({ length: n }, (_, asker) =>
      inTurn(`${asker}`, () => {
        outcomes.begun += 1;
        return work();
      }).catch((error: HttpError) => {
        assert.equal(error.statusCode, 503);
        outcomes.refused += 1;
      }),
    );
    return { outcomes, all: Promise.all(all) };
  };
  const line = () => createFairQueue({ concurrency: 1, mostWaiting: 1_000, longestWait: most });

  test('refuses at once who would begin too late, by how long the work before lasts', async () => {
    const inTurn = line();
    // As long as a quarter of what anybody waits, or longer.
    await inTurn('before', () => setTimeout(most / 4 + 1));
    const { open: release, opened: held } = gate();
    const running = inTurn('running', () => held);
    const { outcomes, all } = ask(inTurn, async () => {});
    await setImmediate();
    // Four at most would begin in time; nobody has begun, and the others know it.
    assert.ok(outcomes.refused >= 16, JSON.stringify(outcomes));
    assert.equal(outcomes.begun, 0);
    release();
    await running;
    await all;
    assert.equal(outcomes.begun + outcomes.refused, 20);
  });

  test('refuses those who came before a time was known once the first is done', async () => {
    const inTurn = line();
    const refusals: number[] = [];
    const { outcomes, all } = ask(inTurn, async () => {
      await setImmediate();
      refusals.push(outcomes.refused);
      await setTimeout(most / 4 + 1);
    });
    await all;
    assert.equal(refusals[0], 0);
    // When the second begins, all others know whether they will.
    assert.ok((refusals[1] ?? 20) >= 14, String(refusals));
  });

  test('refuses who waits at the time that is too late, however long the work before lasts', async () => {
    const inTurn = createFairQueue({ concurrency: 1, mostWaiting: 10, longestWait: 20 });
    const { open: release, opened: held } = gate();
    const running = inTurn('a', () => held);
    await assert.rejects(
      inTurn('b', async () => {}),
      { statusCode: 503 },
    );
    // Work without such a time waits on.
    const patient = inTurn('c', async () => 'done', Number.POSITIVE_INFINITY);
    release();
    await running;
    assert.equal(await patient, 'done');
  });
});

describe('memory for large bodies and unread answers', () => {
  test('is bounded for large bodies under way; small ones, and those that come after, pass', async (t) => {
    const url = await addressFor(t, { TRUST_PROXY: true });
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
      await until('the crowd is so far', async () => (await post(nombre(100_000))).status === 503);
      overloaded(await post(nombre(100_000)));
      assert.equal((await post(nombre(1_000))).status, 400);
      // A user, or another address, has a share of their own.
      const large = nombre(900_000);
      assert.equal((await call('user', 'POST', '/dependencias', large, { url })).status, 400);
      const elsewhere = { 'x-forwarded-for': '203.0.113.7' };
      const there = { url, headers: elsewhere };
      assert.equal((await call('nobody', 'POST', '/dependencias', large, there)).status, 400);
    } finally {
      for (const socket of slow) socket.destroy();
    }
    await until('the crowd is so far', async () => (await post(nombre(100_000))).status === 400);
  });

  test('is bounded too where thousands of headers come before the one that says how large they are', async (t) => {
    const url = await addressFor(t, {});
    const head = `POST /dependencias HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${'a:\r\n'.repeat(2_000)}`;
    const announced = ['Content-Length: 1000000', 'Transfer-Encoding: chunked'];
    for (const last of announced) {
      const socket = await openSocket(url);
      // The body begins, and never ends.
      socket.write(`${head}${last}\r\n\r\n10000\r\n{`);
      // Refused and cut off at once, not waited for.
      assert.match(await closed(socket), /^HTTP\/1\.1 431 .*"statusCode":431/s);
    }
  });

  /** A request of a user's, and its answer; both come by a connection. */
  function exchange(id: string) {
    const socket = Object.assign(new EventEmitter(), { destroyed: false, setTimeout: () => {} });
    const raw = Object.assign(new EventEmitter(), { destroyed: false });
    const request = { caller: { id }, raw: { socket } } as unknown as FastifyRequest;
    return { socket, raw, request, reply: { raw } as unknown as FastifyReply };
  }
  /** The reads of a database that takes one slow read at a time. */
  const ofOne = (source: Db, patience: number, mostWaiting?: number) =>
    createHeavyReads(
      { reader: async () => source, slow: { concurrency: 1, patience } },
      undefined,
      mostWaiting,
    );
  const bound = (streams: number, patience: number) =>
    createHeavyReads({ reader: async () => db, slow: { concurrency: 1, patience } }, streams);
  /** Asks for a place; who got it gives it back with `emit('close')`. */
  const asking = (heavyReads: HeavyReads) => async (id: string) => {
    const { raw, request, reply } = exchange(id);
    await heavyReads.stream(request, reply);
    return raw;
  };

  test('is bounded for lists: one user has half of the places at most', async () => {
    const ask = asking(bound(8, 0));
    const refuses = (id: string) => assert.rejects(ask(id), { statusCode: 503 });
    const first = [await ask('a'), await ask('a'), await ask('a'), await ask('a')];
    await refuses('a');
    // The next has half of the rest, and so on. With a minus: it finds no place.
    const next = async (...asked: string[]) => {
      for (const each of asked) await (each[1] ? refuses : ask)(each[0] as string);
    };
    await next('b', 'b', 'b-', 'c', 'a-', 'd', 'e-');
    for (const raw of first) raw.emit('close');
    await next('e', 'a', 'b-', 'c', 'c-');
  });

  test('keeps a list waiting for those before it, not for a client that left', async () => {
    const heavyReads = bound(2, 60_000);
    const ask = asking(heavyReads);
    const first = await ask('a');
    const second = ask('a');
    const gone = exchange('a');
    const left = heavyReads.stream(gone.request, gone.reply);
    gone.raw.destroyed = true;
    first.emit('close');
    await assert.rejects(left, { statusCode: 400 });
    (await second).emit('close');
    await ask('a');
  });

  test('keeps as many lists waiting as there are places, and refuses one of the user with most of them', async () => {
    const ask = asking(bound(2, 60_000));
    const refused = { statusCode: 503 };
    const first = await ask('a');
    const [second, third] = [ask('a'), ask('a')];
    await assert.rejects(ask('a'), refused);
    const other = await ask('b');
    const fourth = ask('b');
    await assert.rejects(third, refused);
    first.emit('close');
    other.emit('close');
    for (const place of [await second, await fourth]) place.emit('close');
  });

  test('gives a place back once, whether the answer or its connection ends first', async () => {
    const heavyReads = bound(2, 0);
    for (let n = 0; n < 3; n++) {
      const { socket, raw, request, reply } = exchange('a');
      await heavyReads.stream(request, reply);
      await assert.rejects(heavyReads.stream(request, reply), { statusCode: 503 });
      for (const each of n % 2 ? [raw, socket] : [socket, raw]) each.emit('close');
      assert.deepEqual([raw.listenerCount('close'), socket.listenerCount('close')], [0, 0]);
    }
  });

  test('gives no place to a client that left before, by either sign', async () => {
    const heavyReads = bound(2, 0);
    for (const sign of ['raw', 'socket'] as const) {
      const gone = exchange('a');
      gone[sign].destroyed = true;
      await assert.rejects(heavyReads.stream(gone.request, gone.reply), { statusCode: 400 });
    }
    await asking(heavyReads)('a');
  });

  /** A database that notes what is read of it, each for a moment. */
  function noting(patience: number) {
    const read: string[] = [];
    const query = async (name: string) => {
      read.push(name);
      await setTimeout(30);
      return [];
    };
    const source = { ...db, query } as unknown as Db;
    const heavyReads = ofOne(source, patience);
    const ask = async (how: keyof HeavyReads, { request, reply }: ReturnType<typeof exchange>) =>
      heavyReads[how](request, reply);
    return { read, ask };
  }

  test('reads slow lists in turns: a user with one waits for few of another’s, and for none of a client that left', async () => {
    const { read, ask } = noting(60_000);
    const of = async (who: string, n: number) => (await ask('page', exchange(who))).query(who + n);
    // The first runs at once, and the second is in line before anybody else.
    const all = [of('a', 1), of('a', 2), of('a', 3)];
    const left = exchange('c');
    all.push((await ask('page', left)).query('c1'), of('b', 1));
    left.socket.destroyed = true;
    const outcomes = await Promise.allSettled(all);
    assert.deepEqual(read, ['a1', 'a2', 'b1', 'a3']);
    assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, 1);
  });

  test('refuses a list that would begin too late, never the rest of one that has begun', async () => {
    const { read, ask } = noting(10);
    const list = await ask('stream', exchange('a'));
    const page = await ask('page', exchange('a'));
    const begun = list.query('list 1');
    const late = assert.rejects(page.query('page'), { statusCode: 503 });
    await Promise.all([begun, late, list.query('list 2'), list.query('list 3')]);
    assert.deepEqual(read, ['list 1', 'list 2', 'list 3']);
  });

  test('does not cut off a reader that only waits for its turn', async (t) => {
    const source = { ...db, query: () => setTimeout(1_000, []) } as unknown as Db;
    const heavyReads = ofOne(source, 60_000);
    const server = createServer(async (raw, answer) => {
      const request = { caller: { id: 'a' }, raw } as unknown as FastifyRequest;
      const reader = await heavyReads.stream(request, { raw: answer } as unknown as FastifyReply);
      answer.write('begun, ');
      // The service's own silence, and then one of the handler.
      await reader.query('');
      answer.write('read, ');
      await setTimeout(1_000);
      answer.end('and never ended');
    });
    server.timeout = 200;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    const socket = await openSocket(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const text = await closed(socket);
    assert.match(text, /begun, .*read, /s);
    assert.doesNotMatch(text, /ended/);
  });

  test('has the time-out of a connection again once the last of its answers has had its turn', async () => {
    const { ask } = noting(60_000);
    const first = exchange('a');
    const timeouts: number[] = [];
    Object.assign(first.socket, { timeout: 200, setTimeout: (ms: number) => timeouts.push(ms) });
    const one = (await ask('stream', first)).query('one');
    Object.assign(first.socket, { timeout: 0 });
    // Sent behind it on the same connection.
    const second = exchange('a');
    Object.assign(second.request.raw, { socket: first.socket });
    const two = (await ask('stream', second)).query('two');
    await one;
    assert.deepEqual(timeouts, [0, 0]);
    await two;
    assert.deepEqual(timeouts, [0, 0, 200]);
  });

  test('keeps a bounded number waiting for a turn, and refuses the user who sends most', async () => {
    const source = { ...db, query: () => setTimeout(100, []) } as unknown as Db;
    const heavyReads = ofOne(source, 60_000, 2);
    const of = async (who: string) => {
      const { request, reply } = exchange(who);
      return (await heavyReads.page(request, reply)).query('');
    };
    const all = await Promise.allSettled([of('a'), of('a'), of('a'), of('a'), of('b')]);
    assert.deepEqual(
      all.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected', 'rejected', 'fulfilled'],
    );
  });

  test('serves many short lists of one user at once', async (t) => {
    await resetWithCatalog();
    const body = obraBody({ descripcion: 'x'.repeat(100_000) });
    assert.equal((await call('admin', 'POST', '/obras', body)).status, 201);
    const url = await addressFor(t, { CACHE_MB: 0 });
    const read = () => call('user', 'GET', '/obras', undefined, { url });
    const answers = await Promise.all(Array.from({ length: 50 }, read));
    await reset();
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  });
});

/** The headers that tell a browser how to treat the window of a page. */
const OF_PAGES =
  'cross-origin-opener-policy origin-agent-cluster x-dns-prefetch-control x-download-options x-permitted-cross-domain-policies x-xss-protection'.split(
    ' ',
  );

test('every answer has the headers against guessing, framing and leaks, and tokens are not stored by caches', async (t) => {
  const url = await addressFor(t, {});
  const login = { email: emailOf('user'), password };
  const enter = () => call('nobody', 'POST', '/auth/login', login, { url });
  const read = (path: string, who: Who = 'nobody') => call(who, 'GET', path, undefined, { url });
  for (const answer of [
    ...[await read('/dependencias'), await read('/obras', 'user'), await read('/obras', 'user')],
    ...[await read('/obras'), await read('/nada'), await read('/obras/%ZZ'), await enter()],
  ]) {
    const { headers } = answer;
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('x-frame-options'), 'SAMEORIGIN');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.match(headers.get('strict-transport-security') ?? '', /max-age=\d{8}/);
    for (const name of [...OF_PAGES, 'access-control-allow-origin', 'x-powered-by', 'server'])
      assert.equal(headers.get(name), null, name);
  }
  for (const page of ['/portal/', '/docs', '/ogc?f=html'].filter(isHere)) {
    const { headers } = await fetch(url + page, { headers: { accept: 'text/html' } });
    assert.match(headers.get('content-type') ?? '', /^text\/html/, page);
    for (const name of [...OF_PAGES, 'x-frame-options', 'cross-origin-resource-policy']) {
      assert.ok(headers.get(name), `${name} of ${page}`);
    }
  }
  assert.equal((await enter()).headers.get('cache-control'), 'no-store');
  const list = await read('/obras', 'user');
  assert.equal(list.headers.get('cache-control'), 'private, no-cache');
});
