import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { hasFeature } from '../features.ts';
import { NO_SESSION } from '../process.ts';
import {
  addressFor,
  call,
  db,
  emailOf,
  obraBody,
  otherApp,
  password,
  resetWithCatalog,
  tokenOf,
  unauthorized,
} from '../world.ts';

/** The samples of /metrics by their names and labels, as they are written. */
async function figures(url: string): Promise<Map<string, number>> {
  const answer = await fetch(`${url}/metrics`);
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  const samples = new Map<string, number>();
  for (const line of (await answer.text()).split('\n')) {
    if (line === '' || line.startsWith('# ')) continue;
    const [, name, value] = /^([a-z_0-9]+(?:\{.*\})?) (\S+)$/.exec(line) ?? assert.fail(line);
    assert.ok(value === 'Nan' || !Number.isNaN(Number(value)), line);
    samples.set(name as string, Number(value));
  }
  return samples;
}

const requests = (method: string, route: string, status: number) =>
  `http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;

describe('GET /metrics', () => {
  before(async () => {
    await resetWithCatalog();
    for (let i = 0; i < 3; i++) await call('admin', 'POST', '/obras', obraBody());
  });

  test('counts requests by the route’s pattern, kept answers too', async (t) => {
    const url = await addressFor(t, { CACHE_MB: 8 });
    const user = { token: await tokenOf('user') };
    for (const id of [1, 1, 1, 1, 2, 3]) {
      assert.equal((await call(user, 'GET', `/obras/${id}`, undefined, { url })).status, 200);
    }
    await call(user, 'GET', '/obras/77', undefined, { url });
    await call('nobody', 'GET', '/obras?q=secreto', undefined, { url });
    await call(user, 'POST', '/obras', {}, { url });
    await call(user, 'GET', '/nada/secreto', undefined, { url });
    await fetch(`${url}/%`);
    const seen = await figures(url);
    assert.equal(seen.get(requests('GET', '/obras/:id', 200)), 6);
    assert.equal(seen.get(requests('GET', '/obras/:id', 404)), 1);
    assert.equal(seen.get(requests('GET', '/obras', NO_SESSION)), 1);
    assert.equal(seen.get(requests('POST', '/obras', 403)), 1);
    assert.equal(seen.get(requests('GET', 'none', 404)), 1);
    const bucket = `http_request_duration_seconds_bucket{le="+Inf",method="GET",route="/obras/:id",status="200"}`;
    assert.equal(seen.get(bucket), 6);
    assert.ok(![...seen.keys()].some((name) => /secreto|\/77/.test(name)));
    // Three of the six reads are repeated, and all but the first of the caller.
    assert.ok((seen.get('registro_cache_hits_total') ?? 0) >= 3 + 5);
    assert.ok((seen.get('registro_cache_misses_total') ?? 0) >= 3 + 1);
    assert.ok((seen.get('registro_cache_entries') ?? 0) >= 4);
    assert.ok((seen.get('registro_cache_bytes') ?? 0) > 1_000);
  });

  test('has no more series when callers make up paths and methods', async (t) => {
    const url = await addressFor(t, {});
    await figures(url);
    for (let i = 0; i < 50; i++) await fetch(`${url}/inventada-${i}/${i}?x=${i}`);
    const before = await ours();
    for (let i = 50; i < 100; i++) await fetch(`${url}/inventada-${i}/${i}?x=${i}`);
    assert.deepEqual(await ours(), before);

    /** The figures that there are; some of the process' own come and go with its timers and handles. */
    async function ours() {
      return [...(await figures(url)).keys()].filter((name) => /^(http|registro)_/.test(name));
    }
  });

  test('has no more kept answers when callers make up parameters', async (t) => {
    const url = await addressFor(t, { CACHE_MB: 8 });
    const entries = async () => (await figures(url)).get('registro_cache_entries');
    for (let i = 0; i < 20; i++) await fetch(`${url}/dependencias?inventado=${i}`);
    assert.equal(await entries(), 1);
    await fetch(`${url}/dependencias?ver_todo=true&inventado=1`);
    await fetch(`${url}/dependencias?inventado=2&ver_todo=true`);
    assert.equal(await entries(), 2);
  });

  test('has the pool, the event loop and the memory', async (t) => {
    const url = await addressFor(t, {});
    let calm = await figures(url);
    // The tidying at a start takes a moment.
    while (calm.get('registro_db_waiting{server="primary"}') !== 0) calm = await figures(url);
    for (const name of ['resident_memory_bytes', 'cpu_seconds_total'])
      assert.ok(calm.has(`process_${name}`), name);
    assert.ok(calm.has('nodejs_eventloop_lag_p99_seconds'));
    const busy = await db.session(() => figures(url));
    assert.ok((busy.get('registro_db_connections{server="primary",state="used"}') ?? 0) >= 1);
  });

  test('has the version that runs, and whether it is ready', async (t) => {
    let isOut = false;
    const query: typeof db.query = (...args) =>
      isOut ? Promise.reject(new Error('no database')) : db.query(...args);
    const { url, app, close } = await otherApp({}, { ...db, query });
    t.after(close);
    // Where the embedded database's one session was just busy, it takes a moment.
    let seen = await figures(url);
    while (seen.get('registro_ready') === 0) seen = await figures(url);
    assert.equal(seen.get('registro_ready'), 1);
    const { info } = (await (await fetch(`${url}/openapi.json`)).json()) as {
      info: { version: string };
    };
    const commit = readFileSync(new URL('../../commit', import.meta.url), 'utf8');
    const labels = `version="${info.version}",commit="${commit}",node="${process.version}"`;
    assert.equal(seen.get(`registro_info{${labels}}`), 1);
    isOut = true;
    let away = await figures(url);
    while (away.get('registro_ready') === 1) away = await figures(url);
    assert.equal(away.get('registro_ready'), 0);
    // A figure that only the database knows is left out, not made up.
    assert.equal(away.has('registro_last_copy_timestamp_seconds'), false);
    assert.ok(![...away.keys()].some((name) => name.startsWith('registro_imports')));
    isOut = false;
    while ((await figures(url)).get('registro_ready') === 0);
    app.announceStop();
    assert.equal((await figures(url)).get('registro_ready'), 0);
  });

  test('answers while the database is silent', async (t) => {
    const query = () => new Promise<never>(() => {});
    const url = await addressFor(t, {}, { ...db, query, one: query });
    // It would never say anything.
    assert.equal((await figures(url)).get('registro_ready'), 0);
  });

  if (hasFeature('importacion'))
    test('counts the last day’s imports by their state', async (t) => {
      const url = await addressFor(t, {});
      await db.query('DELETE FROM importaciones');
      const imports = async () => {
        const found = [...(await figures(url))].flatMap(([name, value]) => {
          const [, state] = /^registro_imports\{state="(.+)"\}$/.exec(name) ?? [];
          return state ? [[state, value] as const] : [];
        });
        return Object.fromEntries(found);
      };
      const states = 'revisando escribiendo terminada fallida cancelada interrumpida'.split(' ');
      const none = Object.fromEntries(states.map((state) => [state, 0]));
      assert.deepEqual(await imports(), none);
      // One that is under way, one that failed, and one that did so too long ago.
      await db.query(
        `INSERT INTO importaciones (archivo, simular, estado, terminada_en, latido) VALUES
         ('una.csv', false, 'revisando', NULL, now() + interval '1 hour'),
         ('dos.csv', false, 'fallida', now(), now()),
         ('tres.csv', false, 'fallida', now() - interval '25 hours', now())`,
      );
      assert.deepEqual(await imports(), { ...none, revisando: 1, fallida: 1 });
      // Whose program is gone.
      await db.query(`UPDATE importaciones SET latido = now() - interval '1 minute'`);
      assert.deepEqual(await imports(), { ...none, interrumpida: 1, fallida: 1 });
      await db.query('DELETE FROM importaciones');
    });

  test('counts logins by their outcome', async (t) => {
    const url = await addressFor(t, {});
    const logins = async () => {
      const seen = await figures(url);
      return ['ok', 'failed', 'blocked'].map((result) =>
        seen.get(`registro_logins_total{result="${result}"}`),
      );
    };
    assert.deepEqual(await logins(), [0, 0, 0]);
    const attempt = (email: string, given: string) =>
      call('nobody', 'POST', '/auth/login', { email, password: given }, { url });
    assert.equal((await attempt(emailOf('user'), password)).status, 200);
    for (let i = 0; i < 11; i++) await attempt(emailOf('other'), 'equivocada');
    assert.equal((await attempt('', '')).status, 400);
    assert.deepEqual(await logins(), [1, 10, 1]);
  });

  test('has zeros for the cache of a service without one', async (t) => {
    const url = await addressFor(t, { CACHE_MB: 0 });
    await call('user', 'GET', '/obras/1', undefined, { url });
    const seen = await figures(url);
    for (const name of ['hits_total', 'misses_total', 'entries', 'bytes']) {
      assert.equal(seen.get(`registro_cache_${name}`), 0);
    }
  });

  test('asks for METRICS_TOKEN where that is set, and for nothing else', async (t) => {
    const METRICS_TOKEN = 'cifras-para-prometheus';
    const url = await addressFor(t, { METRICS_TOKEN });
    const get = async (authorization?: string) => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const answer = await fetch(`${url}/metrics`, { headers });
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    };
    const tokens = [METRICS_TOKEN.toUpperCase(), `${METRICS_TOKEN}x`, METRICS_TOKEN.slice(0, -1)];
    const bearers = [...tokens, await tokenOf('admin')].map((token) => `Bearer ${token}`);
    const basic = `Basic ${btoa(`x:${METRICS_TOKEN}`)}`;
    const wrong = [undefined, '', 'Bearer', METRICS_TOKEN, basic, ...bearers];
    for (const authorization of wrong) {
      const answer = await get(authorization);
      unauthorized({ ...answer, body: JSON.parse(answer.text) });
    }
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const right = await get(`${scheme} ${METRICS_TOKEN}`);
      assert.equal(right.status, 200, scheme);
      assert.ok(!right.text.includes(METRICS_TOKEN));
    }
  });
});
