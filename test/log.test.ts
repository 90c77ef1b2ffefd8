import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { logOptions } from '../src/http/log.ts';
import { until } from './faults/postgres.ts';
import { type Running, SERVER, session, start } from './process.ts';
import { overSocket } from './wire.ts';
import { base, freshEnvironment, obraBody, otherApp, tokenOf, ubicacionBody } from './world.ts';

const EMAIL = 'admin@obras.local';
const ADMIN_PASSWORD = 'secreto-inicial';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Starts the service on a terminal of its own, which takes colours away with NO_COLOR, lets `work` ask it, ends it with
 * Ctrl-C and answers all that was on the terminal.
 */
async function onTerminal(
  environment: Record<string, string>,
  work: (url: string, shows: (text: string) => Promise<void>) => Promise<void>,
): Promise<string> {
  const child = spawn('script', ['-qefc', `exec '${process.execPath}' '${SERVER}'`, '/dev/null'], {
    cwd: mkdtempSync(join(tmpdir(), 'registro-cwd-')),
    env: { PATH: process.env.PATH, TERM: 'xterm', NO_COLOR: '1', ...environment },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const closed = once(child, 'close');
  for (;;) {
    const url = /Documentación: (\S+)\/docs/.exec(output)?.[1];
    if (url) {
      await work(url, (text) => until(`${text} on the terminal`, () => output.includes(text)));
      child.stdin.write('\x03');
      assert.deepEqual(await closed, [0, null], output);
      return output;
    }
    assert.equal(child.exitCode, null, output);
    await setTimeout(20);
  }
}

describe('the log', () => {
  let service: Running;
  /** How much it has printed before the test. */
  let begun: number;
  before(async () => {
    service = await start({
      ...(await freshEnvironment()),
      ADMIN_PASSWORD,
      LOG_LEVEL: 'trace',
      TRUST_PROXY: 'loopback',
    });
  });
  beforeEach(async () => {
    await lastLine();
    begun = service.output().length;
  });
  after(async () => assert.equal(await service.stop(), 0));

  /** Has the line of one more request come after all others; answers what stands in it. */
  async function lastLine(): Promise<string> {
    const path = `/${randomUUID()}`;
    await (await fetch(service.url + path)).arrayBuffer();
    const printed = () => service.output().split(path)[1]?.includes('\n') ?? false;
    await until('the last line is there', printed);
    return path;
  }
  /** The lines of the test's own requests. */
  async function linesSince(): Promise<string[]> {
    const path = await lastLine();
    const lines = service.output().slice(begun).split('\n');
    return lines.filter((line) => line !== '' && !line.includes(path));
  }
  /** The same as what they say, but for those that are for who looks for a mistake. */
  async function entriesSince() {
    return (await linesSince()).map((line) => JSON.parse(line)).filter(({ level }) => level >= 30);
  }

  test('holds no secret, and nobody forges a line of it', async () => {
    const secrets: string[] = [ADMIN_PASSWORD, 'contraseña-equivocada', 'nueva-contraseña-9'];
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
    const login = await post('/auth/login', { email: EMAIL, password: ADMIN_PASSWORD });
    const { access_token, user } = (await login.json()) as {
      access_token: string;
      user: { id: string };
    };
    secrets.push(access_token);
    const admin = await session(service.url, EMAIL, ADMIN_PASSWORD);
    await fetch(`${service.url}/obras?access_token=${access_token}`);
    for (const password of [secrets[2], ADMIN_PASSWORD]) {
      assert.equal((await admin('PATCH', `/users/${user.id}`, { password })).status, 200);
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
    const entries = lines.map(
      (line) => JSON.parse(line) as { level: number; msg: string; reqId?: string },
    );
    assert.ok(entries.length >= 10);
    assert.ok(entries.every(({ level, msg }) => level < 50 && msg !== 'falsificado'));
    const answered = entries.filter(({ msg }) => msg === 'solicitud atendida');
    assert.ok(answered.every(({ reqId }) => UUID.test(reqId ?? '')));
  });

  test('blots out what is named like a secret, however it is written, and nothing else', async () => {
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
      await overSocket(
        service.url,
        `GET ${given} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
    }
    const printed = (await linesSince()).join('\n');
    for (const [given, logged] of shown) {
      assert.ok(printed.includes(`"url":${JSON.stringify(logged)},`), given);
    }
    assert.doesNotMatch(printed, /=x[123]/);
  });

  test('is written in no time whatever stands in an address', async () => {
    const addresses = ['?', '?token', '?secret', '?contrase', '?password'].map((text) =>
      `/${text.repeat(15_000)}`.slice(0, 15_000),
    );
    const since = performance.now();
    for (const address of addresses) {
      for (let round = 0; round < 40; round++) {
        const head = `GET ${address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
        assert.match(await overSocket(service.url, head), /^HTTP\/1\.1 40[04] /);
      }
    }
    // With a pattern that backtracks most of these take 0.2 s each.
    assert.ok(performance.now() - since < 15_000);
  });

  test('has one line for each request, with what it was and what came of it', async () => {
    const asked: [method: string, url: string, status: number][] = [
      ['GET', '/dependencias', 200],
      // From the cache, in the same words again, and once more where the client has it already.
      ['GET', '/dependencias', 200],
      ['GET', '/dependencias', 200],
      ['GET', '/dependencias', 304],
      ['HEAD', '/dependencias?ver_todo=true', 200],
      ['GET', '/obras?limit=2', 401],
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
    // A login takes as long as a hash: its client is gone before.
    const leave = new AbortController();
    const left = fetch(`${service.url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: EMAIL, password: ADMIN_PASSWORD }),
      signal: leave.signal,
    });
    await setTimeout(10);
    leave.abort();
    await assert.rejects(left);
    // One that comes after it is answered after it.
    await session(service.url, EMAIL, ADMIN_PASSWORD);

    const entries = await entriesSince();
    const [last, login] = entries.splice(-2);
    assert.deepEqual([login.req.url, login.res.statusCode], ['/auth/login', 200]);
    assert.deepEqual(
      entries.map(({ req, res }) => [req.method, req.url, res.statusCode]),
      asked,
    );
    assert.deepEqual(
      entries.map(({ reqId }) => reqId),
      ids,
    );
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

  test('is for people on a terminal: a line a request, in words they read', async () => {
    const output = await onTerminal(
      { ...(await freshEnvironment()), ADMIN_PASSWORD },
      async (url, shows) => {
        await fetch(`${url}/obras?limit=2&token=x1`);
        const options = { headers: { 'content-type': 'application/json' }, method: 'POST' };
        await fetch(`${url}/dependencias`, { ...options, body: '{"nombre": "SOP"}' });
        // An answer is there a moment before its line.
        await shows('POST /dependencias 201');
      },
    );
    const lines = output.split(/\r?\n/);
    assert.deepEqual(
      lines
        .filter((line) => / (GET|POST) /.test(line))
        .map((line) => line.replace(/^(\^C)?[\d:]{8} | [\d.]+ ms$/g, '')),
      ['GET /obras?limit=2&token=*** 401', 'POST /dependencias 201'],
    );
    assert.ok(
      lines.some((line) => /^[\d:]{8} AVISO STRICT_ACCESS=false: cualquiera puede/.test(line)),
    );
    assert.doesNotMatch(output, /\{"level"|x1/);
  });

  test('shows a terminal what a caller wrote, and lets none of it act there', async () => {
    const { streamWrite } = (await logOptions('info', true)).hooks;
    const line = { level: 50, time: 0, msg: 'error inesperado', reqId: 'abc' };
    const message = 'a\x1b[2J\x9b31m\u202e\r\nb';
    const err = { type: 'Error', message, stack: `Error: ${message}\n    at x` };
    const shown = streamWrite(`${JSON.stringify({ ...line, err })}\n`);
    assert.match(shown, /^[\d:]{8} ERROR error inesperado \(solicitud abc\)\n/);
    assert.ok(shown.includes('Error: a\\u001b[2J\\u009b31m\\u202e\\u000d\n'), shown);
    // What comes after a line's end is indented, as no line of the log is.
    assert.match(shown, /^ +b$/m);
    for (const c of '\x1b\x9b\u202e\r') assert.ok(!shown.includes(c), JSON.stringify(shown));
  });

  test('calls it no failure when a client leaves in the middle of an answer', async () => {
    const ask = await session(service.url, EMAIL, ADMIN_PASSWORD);
    await ask('POST', '/ejercicio-fiscal', { anio: 2026 });
    await ask('POST', '/dependencias', { nombre: 'Obras' });
    // Longer, even compressed, than all the buffers between the service and its client.
    const direccion = () => randomBytes(2_400_000).toString('base64');
    for (const claveUnica of ['A', 'B']) {
      const ubicaciones = [ubicacionBody({ direccion: direccion() })];
      const obra = obraBody({ claveUnica, tipoProyectoId: null, ubicaciones });
      const made = await ask('POST', '/obras', obra);
      assert.equal(made.status, 201);
      await made.arrayBuffer();
    }
    for (const coding of ['br', 'gzip', 'identity']) {
      const leave = new AbortController();
      const headers = { 'accept-encoding': coding };
      const answer = await ask('GET', '/obras', undefined, headers, leave.signal);
      assert.equal(answer.status, 200);
      leave.abort();
    }
    const left = () =>
      service
        .output()
        .slice(begun)
        .match(/"url":"\/obras","[^\n]+interrumpida/g);
    await until('each has its line', () => left()?.length === 3);
    assert.doesNotMatch(service.output(), /"level":50/);
  });

  test('has a request’s id as its caller gives it only behind a proxy, and in a form that is safe', async () => {
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
    for (const unsafe of [
      'corto',
      'a b c d e f g h',
      'x'.repeat(65),
      '<script>alert',
      'a,b,c,d,e',
    ]) {
      assert.match(await idOf(service.url, unsafe), UUID, unsafe);
    }
    assert.match((await linesSince()).join(), new RegExp(`"reqId":"${own}"`));
  });

  test('says of an error what failed, not the row that it failed on', async () => {
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
