import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { after, before, beforeEach, describe, mock, test } from 'node:test';
import { DatabaseError } from 'pg';
import { buildApp } from '../../src/app.ts';
import { logOptions } from '../../src/core/http/log.ts';
import { columnOf } from '../columns.ts';
import { until } from '../faults/postgres.ts';
import { isHere } from '../features.ts';
import { manyObras } from '../many-obras.ts';
import { captureLog, NO_SESSION, session } from '../process.ts';
import { overSocket } from '../wire.ts';
import {
  addressFor,
  base,
  config,
  db,
  emailOf,
  holdPasswords,
  otherApp,
  password,
  resetWithCatalog,
  tokenOf,
} from '../world.ts';

const EMAIL = emailOf('admin');
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type SignedIn = { access_token: string; user: { id: string } };

describe('the log', () => {
  let service: Awaited<ReturnType<typeof otherApp>>;
  let log: () => string;
  /** How much it has printed before the test. */
  let begun: number;
  before(async () => {
    log = captureLog({ mock });
    await resetWithCatalog();
    service = await otherApp({ LOG_LEVEL: 'trace', TRUST_PROXY: 'loopback' });
  });
  beforeEach(async () => {
    await lastLine();
    begun = log().length;
  });
  after(async () => {
    await service.close();
    mock.restoreAll();
  });

  /** Has the line of one more request come after all others; answers what stands in it. */
  async function lastLine(): Promise<string> {
    const path = `/${randomUUID()}`;
    await (await fetch(service.url + path)).arrayBuffer();
    const printed = () => log().split(path)[1]?.includes('\n') ?? false;
    await until('the last line is there', printed);
    return path;
  }
  /** The lines of the test's own requests. */
  async function linesSince(): Promise<string[]> {
    const path = await lastLine();
    const lines = log().slice(begun).split('\n');
    return lines.filter((line) => line !== '' && !line.includes(path));
  }
  /** The same as what they say, but for those that are for who looks for a mistake. */
  async function entriesSince() {
    return (await linesSince()).map((line) => JSON.parse(line)).filter(({ level }) => level >= 30);
  }

  test('holds no secret, and no forged line', async () => {
    const secrets: string[] = [password, 'contraseña-equivocada', 'nueva-contraseña-9'];
    const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(service.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
    await post('/auth/login', { email: EMAIL, password: secrets[1] });
    await post('/auth/login', `{"email": "${EMAIL}", "password": "${secrets[1]}`);
    await post(`/auth/login?password=${secrets[1]}&x=1`, {});
    await post('/users', { password: secrets[1] }, { authorization: `Bearer ${secrets[1]}` });
    const login = await post('/auth/login', { email: EMAIL, password });
    const { access_token, user } = (await login.json()) as SignedIn;
    secrets.push(access_token);
    const admin = await session(service.url, EMAIL, password);
    await fetch(`${service.url}/obras?access_token=${access_token}`);
    for (const next of [secrets[2], password]) {
      assert.equal((await admin('PATCH', `/users/${user.id}`, { password: next })).status, 200);
    }
    await admin('POST', '/users', { email: 'a\r\n{"level":60}\u001b[2J', password: secrets[2] });

    const forged = '{"level":60,"msg":"falsificado"}';
    const hostile = [
      `GET /obras?q=%0d%0a${encodeURIComponent(forged)} HTTP/1.1\r\nHost: x`,
      `GET /nada\x9b2J\x85${forged.replaceAll(' ', '')} HTTP/1.1\r\nHost: \x9b31m`,
      `GET /dependencias HTTP/1.1\r\nHost: x\r\nX-Request-Id: \x1b[31m${forged}`,
      `GET /dependencias HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\r\n ${forged}`,
      `GET /dependencias HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: \x9b${forged}`,
      `GET /dependencias\u001b[31m HTTP/1.1\r\nHost: x`,
      `\x1b]0;${forged}\x07`,
    ];
    for (const head of hostile) {
      await overSocket(service.url, Buffer.from(`${head}\r\nConnection: close\r\n\r\n`, 'latin1'));
    }

    const lines = await linesSince();
    const printed = lines.join('\n');
    for (const secret of secrets) assert.ok(!printed.includes(secret), secret);
    assert.doesNotMatch(printed, /authorization|Bearer|\$argon2/i);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none but the line's end is to be there
    assert.doesNotMatch(printed, /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]/);
    const entries = lines.map((line) => JSON.parse(line));
    assert.ok(entries.length >= 10);
    assert.ok(entries.every(({ level, msg }) => level < 50 && msg !== 'falsificado'));
    const answered = entries.filter(({ msg }) => msg === 'solicitud atendida');
    assert.ok(answered.every(({ reqId }) => UUID.test(reqId ?? '')));
  });

  test('holds none of the secrets that came with any request, at any level', async (t) => {
    const METRICS_TOKEN = 'medidas-0123456789abcdef';
    const secret = (n: number) => `s3creto-${n}-${randomBytes(6).toString('hex')}`;
    const token = await tokenOf('user');
    const adminToken = await tokenOf('admin');
    const basic = Buffer.from(`${EMAIL}:${password}`).toString('base64');
    const sent = [token, adminToken, basic, password, METRICS_TOKEN, config.JWT_SECRET];
    const { paths } = (await (await fetch(`${base}/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    const operations = Object.entries(paths).flatMap(([path, each]) =>
      // No other test needs the deleted records.
      Object.keys(each).map((method) => [
        method.toUpperCase(),
        path.replace(/\{\w+\}/g, method === 'delete' ? '999999' : '1'),
      ]),
    );
    const printed: string[] = [];
    for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'fatal']) {
      const url = await addressFor(t, { LOG_LEVEL: level, METRICS_TOKEN });
      const before = log().length;
      const ask = async (method: string, path: string, rest: RequestInit) =>
        (await fetch(url + path, { method, ...rest })).arrayBuffer();
      for (const [i, [method = '', path = '']] of operations.entries()) {
        // At the level that writes most, every operation; at the others a few, and all that take secrets or files.
        const takesSecrets = method === 'POST' && /importacion|login|users/.test(path);
        if (level !== 'trace' && i % 8 > 0 && !takesSecrets) continue;
        const word = secret(i);
        sent.push(word);
        const others = { cookie: `a=${word}`, 'x-api-key': word, 'idempotency-key': word };
        for (const authorization of [`Bearer ${token}`, `Basic ${basic}`, `Bearer ${word}`]) {
          const headers = { ...others, authorization, 'content-type': 'application/json' };
          const body = JSON.stringify({ email: EMAIL, password: word, token: word });
          await ask(method, `${path}?password=${word}`, {
            headers,
            ...(method === 'GET' ? {} : { body }),
          });
        }
        if (method !== 'POST') continue;
        const form = new FormData();
        form.set('password', word);
        form.set('archivo', new Blob([`clave,nombre\nA,${word}`]), 'obras.csv');
        const authorization = `Bearer ${adminToken}`;
        await ask(method, `${path}?simular=true`, { headers: { authorization }, body: form });
      }
      for (const value of [METRICS_TOKEN, secret(-1)]) {
        await ask('GET', '/metrics', { headers: { authorization: `Bearer ${value}` } });
        sent.push(value);
      }
      await lastLine();
      printed.push(log().slice(before));
    }
    const all = printed.join('\n');
    // The parser of forms has said something of its own, where there are forms with files.
    if (isHere('POST /obras/importacion') || isHere('POST /obras/1/archivos')) {
      assert.match(all, /"level":10,[^\n]+busboy/);
    }
    for (const each of sent) assert.ok(!all.includes(each), each);
    assert.doesNotMatch(all, /authorization|set-cookie|Bearer |Basic |\$argon2/i);
  });

  test('blots out what is named like a secret, however it is written, and no more', async () => {
    const shown: [given: string, logged: string][] = [
      ['/obras?password=x1&limit=2', '/obras?password=***&limit=2'],
      ['/obras?limit=2&ACCESS_TOKEN=x1', '/obras?limit=2&ACCESS_TOKEN=***'],
      ['/obras?p%61ssword=x1&q=a=b', '/obras?p%61ssword=***&q=a=b'],
      ['/obras?contrase%C3%B1a=x1=x2;secreto=x3', '/obras?contrase%C3%B1a=***;secreto=***'],
      [
        '/obras?a?token=x1&claveAcceso=x2&clave_acceso=',
        '/obras?a?token=***&claveAcceso=***&clave_acceso=***',
      ],
      ['/obras;token=x1/y?clave=OBRA-1', '/obras;token=***?clave=OBRA-1'],
      ['/obras?%=%&%zz=1&token&=&==', '/obras?%=%&%zz=1&token&=&=='],
    ];
    for (const [given] of shown) {
      const head = `GET ${given} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      await overSocket(service.url, head);
    }
    const printed = (await linesSince()).join('\n');
    for (const [given, logged] of shown) {
      assert.ok(printed.includes(`"url":${JSON.stringify(logged)},`), given);
    }
    assert.doesNotMatch(printed, /=x[123]/);
  });

  test('is written in bounded time whatever stands in an address', async () => {
    const { req } = (await logOptions('info')).serializers;
    const addresses = ['?', '?token', '?secret', '?contrase', '?password'].map((text) =>
      `/${text.repeat(15_000)}`.slice(0, 15_000),
    );
    const before = process.cpuUsage().user;
    for (const url of addresses) {
      const head = `GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      // That of question marks alone is the first page's.
      assert.match(await overSocket(service.url, head), /^HTTP\/1\.1 (?:200|40[04]) /);
      for (let round = 0; round < 40; round++) req({ method: 'GET', url, ip: '127.0.0.1' });
    }
    // With a pattern that backtracks most of these take the processor 0.2 s each.
    assert.ok(process.cpuUsage().user - before < 15_000_000);
  });

  test('has one line for each request, with its method, route, status and caller', async () => {
    const asked: [method: string, url: string, status: number][] = [
      ['GET', '/dependencias', 200],
      // From the cache, in the same words again, and once more where the client has it already.
      ['GET', '/dependencias', 200],
      ['GET', '/dependencias', 200],
      ['GET', '/dependencias', 304],
      ['HEAD', '/dependencias?ver_todo=true', 200],
      ['GET', '/obras?limit=2', NO_SESSION],
      ['GET', '/nada', 404],
      ['PATCH', '/obras/%ZZ', 400],
      ['POST', '/dependencias', 400],
      ['GET', '/docs/static/swagger-ui.css', 200],
      ['GET', '/openapi.json', 200],
    ];
    const ids: (string | null)[] = [];
    let etag = '';
    for (const [method, url, status] of asked) {
      const headers: Record<string, string> = status === 304 ? { 'if-none-match': etag } : {};
      const answer = await fetch(service.url + url, { method, headers });
      await answer.arrayBuffer();
      assert.equal(answer.status, status, url);
      etag = answer.headers.get('etag') ?? etag;
      ids.push(answer.headers.get('x-request-id'));
    }
    await fetch(`${service.url}/health/ready`);
    // The client of a login that waits for its turn is gone before.
    const release = await holdPasswords();
    const begins = once(service.app.server, 'request');
    const leave = new AbortController();
    const left = fetch(`${service.url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: EMAIL, password }),
      signal: leave.signal,
    });
    await begins;
    leave.abort();
    await assert.rejects(left);
    await until('it has its line', () => log().slice(begun).includes('interrumpida'));
    release();
    // One that comes after it is answered after it.
    await session(service.url, EMAIL, password);

    const entries = await entriesSince();
    const [last, login] = entries.splice(-2);
    assert.deepEqual([login.req.url, login.res.statusCode], ['/auth/login', 200]);
    assert.deepEqual(
      entries.map(({ req, res }) => [req.method, req.url, res.statusCode]),
      asked,
    );
    assert.deepEqual(columnOf(entries, 'reqId'), ids);
    for (const { level, msg, req, responseTime } of entries) {
      assert.deepEqual([level, msg], [30, 'solicitud atendida']);
      assert.equal(req.remoteAddress, '127.0.0.1');
      assert.ok(responseTime >= 0 && responseTime < 60_000, String(responseTime));
    }
    assert.deepEqual(
      [last.level, last.msg, last.req.url, last.res],
      [30, 'solicitud interrumpida', '/auth/login', undefined],
    );
  });

  test('shows a terminal what a caller wrote, without its control characters', async () => {
    const { streamWrite } = (await logOptions('info', true)).hooks;
    const line = { level: 50, time: 0, msg: 'error inesperado', reqId: 'abc' };
    const message = 'a\x1b[2J\x9b31m\u202e\r\nb';
    const err = { type: 'Error', message, stack: `Error: ${message}\n    at x` };
    const shown = streamWrite(`${JSON.stringify({ ...line, err })}\n`);
    assert.match(shown, /^[\d:]{8} ERROR error inesperado \(solicitud abc\)\n/);
    assert.ok(shown.includes('Error: a\\u001b[2J\\u009b31m\\u202e\\u000d\n'), shown);
    // The text behind a line's end is indented, as no line of the log is.
    assert.match(shown, /^ +b$/m);
    for (const c of '\x1b\x9b\u202e\r') assert.ok(!shown.includes(c), JSON.stringify(shown));
  });

  test('has no error where a client leaves in the middle of an answer', async (t) => {
    const app = await buildApp({ ...config, LOG_LEVEL: 'trace', PUBLIC_READ: true }, db);
    t.after(() => app.close());
    // However much the buffers between the service and its client hold, this answer has more.
    async function* endless() {
      for (;;) yield randomBytes(50_000).toString('base64');
    }
    app.get('/sin-fin', async (_request, reply) =>
      reply.type('application/json').send(Readable.from(endless())),
    );
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    // More than is read in one step, of which a HEAD takes nothing.
    await manyObras(250);
    assert.equal((await fetch(`${url}/obras`, { method: 'HEAD' })).status, 200);
    for (const coding of ['br', 'gzip', 'identity']) {
      const leave = new AbortController();
      const headers = { 'accept-encoding': coding };
      const answer = await fetch(`${url}/sin-fin`, { headers, signal: leave.signal });
      assert.equal(answer.status, 200);
      leave.abort();
    }
    const line = /"url":"\/sin-fin","[^\n]+interrumpida/g;
    const left = () => log().slice(begun).match(line);
    await until('each has its line', () => left()?.length === 3);
    assert.doesNotMatch(log(), /"level":50/);
  });

  test('has the id that a request brings only behind a proxy, and in a safe form', async () => {
    const own = '4bf92f3577b34da6a3ce929d0e0e4736';
    const idOf = async (url: string, given: string) => {
      const answer = await fetch(`${url}/dependencias`, { headers: { 'x-request-id': given } });
      await answer.arrayBuffer();
      return answer.headers.get('x-request-id') ?? '';
    };
    assert.match(await idOf(base, own), UUID);
    assert.equal(await idOf(service.url, own), own);
    const elsewhere = await otherApp({ TRUST_PROXY: '192.0.2.9, 2001:db8::/32' });
    assert.match(await idOf(elsewhere.url, own), UUID);
    await elsewhere.close();
    const long = 'x'.repeat(65);
    for (const unsafe of ['corto', 'a b c d e f g h', long, '<script>alert', 'a,b,c,d,e']) {
      assert.match(await idOf(service.url, unsafe), UUID, unsafe);
    }
    assert.match((await linesSince()).join(), new RegExp(`"reqId":"${own}"`));
  });

  test('has the failure of a database error, without the row', async () => {
    const error = Object.assign(new DatabaseError('new row violates', 10, 'error'), {
      code: '23514',
      constraint: 'users_roles_check',
      detail: 'Failing row contains (1, $argon2id$v=19$secreto)',
      where: 'COPY users, line 1: "$argon2id$v=19$secreto"',
    });
    const described = (await logOptions('info')).serializers.err(
      Object.assign(new Error('outer', { cause: error }), { secret: 'secreto' }),
    );
    const text = JSON.stringify(described);
    assert.ok(!text.includes('secreto'));
    assert.match(text, /"code":"23514","constraint":"users_roles_check"/);
    assert.match(text, /new row violates/);
  });
});

describe('a request’s id', () => {
  test('is in every answer, kept ones too, and in the log', async () => {
    const ids = new Set<string>();
    const headers = { authorization: `Bearer ${await tokenOf('user')}` };
    const paths = ['/municipios', '/municipios', '/municipios', '/dependencias', '/nada', '/obras'];
    paths.push('/obras/%ZZ');
    for (const path of [...paths, '/health/live', '/metrics', '/openapi.json']) {
      const answer = await fetch(base + path, path === '/obras' ? {} : { headers });
      await answer.arrayBuffer();
      assert.match(answer.headers.get('x-request-id') ?? '', UUID, path);
      ids.add(answer.headers.get('x-request-id') ?? '');
    }
    assert.equal(ids.size, 10);
  });
});
