import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { until } from '../faults/postgres.ts';
import { manyObras } from '../many-obras.ts';
import { closed, openSocket } from '../wire.ts';
import {
  addressFor,
  call,
  get,
  impatient,
  otherApp,
  overloaded,
  reset,
  resetWithCatalog,
  tokenOf,
} from '../world.ts';

test('more work than the one thread can do is refused with 503, until it catches up', async () => {
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

// To bring so long texts to the form that searches look through takes the database seconds.
describe('an answer longer than all the buffers between the service and its client', () => {
  before(async () => {
    await resetWithCatalog();
    await manyObras(8, { descripcion: 'repeat(n::text, 2000000)' });
  });
  after(reset);
  const request = async () =>
    `GET /obras HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await tokenOf('user')}\r\n\r\n`;

  test('is cut off where its client stops reading', async () => {
    const { app, url, close } = await otherApp({});
    const connected = once(app.server, 'connection');
    const socket = await openSocket(url);
    const [served] = (await connected) as [Socket];
    socket.write(await request());
    await once(socket, 'data');
    socket.pause();
    // The answer has begun: from here on a minute of silence is shortened, also after a statement that was under way.
    const shortened = setInterval(() => served.timeout === 60_000 && served.setTimeout(500), 50);
    await once(served, 'close');
    clearInterval(shortened);
    socket.destroy();
    await close();
  });

  test('is cut off by a request that is no HTTP, which adds no bytes to it', async () => {
    const { url, close } = await otherApp({});
    const socket = await openSocket(url);
    const answer = closed(socket);
    socket.write(await request());
    await once(socket, 'data');
    socket.pause();
    socket.write('HOLA\r\n\r\n');
    await setTimeout(500);
    socket.resume();
    const text = await answer;
    await close();
    assert.match(text, /^HTTP\/1\.1 200 /);
    assert.equal(text.indexOf('HTTP/1.1', 1), -1);
  });

  test('takes one of few places of its user: others go on reading, and so does that one afterwards', async (t) => {
    const url = await addressFor(t, { CACHE_MB: 0 }, impatient);
    const token = await tokenOf('user');
    let begun = 0;
    const opening = Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const socket = await openSocket(url);
        const path = ['/obras', '/obras.csv', '/obras?limit=1000', '/oc4ids'][n % 4];
        socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
        const [head] = (await once(socket, 'data')) as [Buffer];
        socket.pause();
        begun += 1;
        return { socket, status: /^HTTP\/1\.1 (\d+)/.exec(head.toString('latin1'))?.[1] };
      }),
    );
    while (begun < 20) await Promise.race([opening, setTimeout(20)]);
    const next = call('user', 'GET', '/obras', undefined, { url });
    const slow = await opening;
    try {
      const statuses = slow.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [...Array(20).fill('200'), ...Array(20).fill('503')]);
      overloaded(await next);
      for (const who of ['other', 'admin', 'other'] as const) {
        assert.equal((await get('/obras', who, { url })).status, 200);
      }
      assert.equal((await get('/obras?limit=1', 'user', { url })).status, 200);
    } finally {
      for (const { socket } of slow) socket.destroy();
    }
    const again = () => call('user', 'GET', '/obras', undefined, { url });
    await until('that one reads on', async () => (await again()).status === 200);
  });
});
