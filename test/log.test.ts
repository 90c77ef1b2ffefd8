import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { logOptions } from '../src/http/log.ts';
import { session, start } from './process.ts';
import { base, freshEnvironment, otherApp, tokenOf } from './world.ts';

const EMAIL = 'admin@obras.local';
const ADMIN_PASSWORD = 'secreto-inicial';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Sends bytes as they are and waits for the end of the answer. */
function sendRaw(url: string, head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1').on('data', (text) => {
      answer += text;
    });
    socket.on('close', () => resolve(answer)).on('error', reject);
    socket.write(Buffer.from(head, 'latin1'));
  });
}

describe('the log', () => {
  test('holds no secret, and nobody forges a line of it', async () => {
    const service = await start({
      ...(await freshEnvironment()),
      ADMIN_PASSWORD,
      LOG_LEVEL: 'trace',
      TRUST_PROXY: 'loopback',
    });
    const started = service.output().length;
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
    await admin('PATCH', `/users/${user.id}`, { password: secrets[2] });
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
      await sendRaw(service.url, `${head}\r\nConnection: close\r\n\r\n`);
    }
    assert.equal(await service.stop(), 0);

    const printed = service.output().slice(started);
    for (const secret of secrets) assert.ok(!printed.includes(secret), secret);
    assert.doesNotMatch(printed, /authorization|Bearer|\$argon2/i);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none but the line's end is to be there
    assert.doesNotMatch(printed, /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]/);
    const lines = printed.split('\n').filter(Boolean);
    const entries = lines
      .filter((line) => !/^(Documentación: |SIGTERM: )/.test(line))
      .map((line) => JSON.parse(line) as { level: number; msg: string; reqId?: string });
    assert.ok(entries.length > 20);
    assert.ok(entries.every(({ level, msg }) => level < 50 && msg !== 'falsificado'));
    const answered = entries.filter(({ msg }) => msg === 'request completed');
    assert.ok(answered.every(({ reqId }) => UUID.test(reqId ?? '')));
  });

  test('calls it no failure when a client leaves in the middle of an answer', async () => {
    const service = await start({
      ...(await freshEnvironment()),
      ADMIN_PASSWORD,
      LOG_LEVEL: 'warn',
    });
    const ask = await session(service.url, EMAIL, ADMIN_PASSWORD);
    await ask('POST', '/ejercicio-fiscal', { anio: 2026 });
    await ask('POST', '/dependencias', { nombre: 'Obras' });
    const ids = { ejercicioFiscalId: 1, dependenciaId: 1, municipioId: 1, estatusObraId: 1 };
    // Longer, even compressed, than all the buffers between the service and its client.
    for (const claveUnica of 'ABCDEFGH') {
      const descripcion = randomBytes(600_000).toString('base64');
      const obra = { ...ids, claveUnica, nombre: 'Larga', descripcion, monto: 1 };
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
    await setTimeout(300);
    assert.equal(await service.stop(), 0);
    assert.doesNotMatch(service.output(), /"level":50/);
  });

  test('says of an error what failed, not the row that it failed on', () => {
    const error = Object.assign(new DatabaseError('new row violates', 10, 'error'), {
      code: '23514',
      constraint: 'users_roles_check',
      detail: 'Failing row contains (1, $argon2id$v=19$secreto)',
      where: 'COPY users, line 1: "$argon2id$v=19$secreto"',
    });
    const described = logOptions('info').serializers.err(
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

  test('is the caller’s own only behind a proxy, and in a form that is safe', async () => {
    const own = '4bf92f3577b34da6a3ce929d0e0e4736';
    const idOf = async (url: string, given: string) => {
      const answer = await fetch(`${url}/dependencias`, { headers: { 'x-request-id': given } });
      await answer.arrayBuffer();
      return answer.headers.get('x-request-id') ?? '';
    };
    assert.match(await idOf(base, own), UUID);
    const behind = await start({
      ...(await freshEnvironment()),
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'info',
    });
    assert.equal(await idOf(behind.url, own), own);
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
      assert.match(await idOf(behind.url, unsafe), UUID, unsafe);
    }
    await behind.stop();
    assert.match(behind.output(), new RegExp(`"reqId":"${own}"`));
  });
});
