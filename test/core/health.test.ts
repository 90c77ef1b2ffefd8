import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { until } from '../faults/postgres.ts';
import { captureLog } from '../process.ts';
import { addressFor, base, db, otherApp, refused, tokenOf } from '../world.ts';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const { version } = JSON.parse(read('../../../package.json')) as { version: string };
/** As scripts/prepare.mjs has left it. */
const commit = read('../../commit');

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

  test('leaves no line in the log for its probes', async (t) => {
    const log = captureLog(t);
    const url = await addressFor(t, { LOG_LEVEL: 'info' });
    for (const path of ['/health/live', '/health/ready', '/dependencias']) {
      assert.equal(await statusOf(url, path), 200);
    }
    await until('the last is logged', () => log().includes('"url":"/dependencias"'));
    assert.doesNotMatch(log(), /health/);
  });

  test('is live but not ready while the database says no, or nothing, and ready again after', async (t) => {
    const outages: (() => Promise<never>)[] = [
      () => Promise.reject(new Error('no database')),
      () => new Promise(() => {}),
    ];
    for (const outage of outages) {
      let isOut = true;
      const query: typeof db.query = (...args) => (isOut ? outage() : db.query(...args));
      const url = await addressFor(t, {}, { ...db, query });
      assert.equal(await statusOf(url, '/health/live'), 200);
      const ask = () => fetch(`${url}/health/ready`).then(asAnswer);
      for (const answer of await Promise.all([ask(), ask(), ask()])) {
        refused(answer, 503, 'La base de datos no responde.');
        assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
      }
      isOut = false;
      while ((await statusOf(url, '/health/ready')) !== 200) await setTimeout(50);
    }
  });

  test('is live while requests hang in a silent database and the login is flooded', async (t) => {
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
    const { signal } = leave;
    const json = { 'content-type': 'application/json' };
    const hanging = Array.from({ length: 200 }, (_, i) => {
      const body = JSON.stringify({ email: `${i}@ejemplo.mx`, password: 'equivocada' });
      return i % 2 === 0
        ? fetch(`${url}/obras?page=${i + 1}&limit=1`, { headers: { authorization }, signal })
        : fetch(`${url}/auth/login`, { method: 'POST', headers: json, body, signal });
    });
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

  test('costs the database one question, however many probes come', async (t) => {
    let questions = 0;
    const query: typeof db.query = (...args) => {
      if (args[0] === 'SELECT 1') questions += 1;
      return db.query(...args);
    };
    const url = await addressFor(t, {}, { ...db, query });
    await Promise.all(Array.from({ length: 200 }, () => statusOf(url, '/health/live')));
    assert.equal(questions, 0);
    const ready = Array.from({ length: 50 }, () => statusOf(url, '/health/ready'));
    const statuses = await Promise.all(ready);
    assert.ok(statuses.every((status) => status === 200));
    // More than one only where the fifty took longer than an answer counts.
    assert.ok(questions < 10, String(questions));
  });
});

async function asAnswer(response: Response) {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}
