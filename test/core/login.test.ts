import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, describe, test } from 'node:test';
import { hash } from '@node-rs/argon2';
import type { FastifyRequest } from 'fastify';
import { jwtVerify } from 'jose';
import { hashPassword, setPasswordCost } from '../../src/core/auth/passwords.ts';
import { ADDRESS_FAILURES, createSignIn } from '../../src/core/auth/sign-in.ts';
import { adminPassword } from '../../src/core/base/config.ts';
import type { HttpError } from '../../src/core/base/errors.ts';
import { CHEAP } from '../empty-registry.ts';
import { isHere } from '../features.ts';
import { NO_SESSION } from '../process.ts';
import { table } from '../table.ts';
import { plainly } from '../wire.ts';
import {
  type Answer,
  call,
  config,
  db,
  emailOf,
  notLoggedIn,
  numbers,
  otherApp,
  password,
  people,
  refused,
  reset,
  serving,
  statusesOf,
  UNSTORABLE,
  type Who,
  withApp,
} from '../world.ts';

const email = emailOf('user');
const TOO_MANY_FAILURES = /^Demasiados intentos fallidos; intente de nuevo en \d+ segundos\.$/;
const TOO_MANY_WRITES = /^Demasiadas solicitudes; intente de nuevo en \d+ segundos\.$/;

const login = (body: unknown, url?: string, headers: Record<string, string> = {}) =>
  call('nobody', 'POST', '/auth/login', body, { ...(url ? { url } : {}), headers });

function refusedForNow(answer: Answer, sentence: RegExp) {
  refused(answer, 429, sentence);
  const seconds = answer.headers.get('retry-after') ?? '';
  assert.match(seconds, /^\d+$/);
  assert.ok(Number(seconds) >= 1 && Number(seconds) <= 60, `Retry-After: ${seconds}`);
  assert.match(answer.body.message, new RegExp(` ${seconds} segundos`));
}

describe('POST /auth/login', () => {
  beforeEach(reset);

  test('answers a token and its user, with the role and whether the password must be changed', async () => {
    const { status, body } = await login({ email, password });
    assert.equal(status, 200);
    assert.deepEqual(body, {
      access_token: body.access_token,
      user: { id: people.user.id, email, roles: 'user', mustChangePassword: false },
    });
    assert.equal(typeof body.access_token, 'string');
    const obras = await call({ token: body.access_token }, 'GET', '/obras');
    assert.deepEqual([obras.status, obras.body], [200, []]);
    await db.query('UPDATE users SET must_change_password = true WHERE id = $1', [people.admin.id]);
    const asAdmin = await login({ email: emailOf('admin'), password });
    const { id, roles } = people.admin;
    const admin = { id, email: emailOf('admin'), roles, mustChangePassword: true };
    assert.deepEqual(asAdmin.body.user, admin);
  });

  test('signs sub, email, roles, iat and exp, and nothing else, with HS256 for eight hours, or as long as is set', async () => {
    const { body } = await login({ email, password });
    assert.equal(body.access_token.split('.').length, 3);
    const key = new TextEncoder().encode(config.JWT_SECRET);
    const { payload, protectedHeader } = await jwtVerify(body.access_token, key);
    assert.deepEqual(protectedHeader, { alg: 'HS256', typ: 'JWT' });
    const { iat, exp, ...claims } = payload as { iat: number; exp: number };
    assert.deepEqual(claims, { sub: people.user.id, email, roles: 'user' });
    assert.equal(typeof iat, 'number');
    assert.ok(Math.abs(iat - Date.now() / 1000) < 60, `iat ${iat} is not now`);
    assert.equal(exp - iat, 28_800);
    assert.equal(config.JWT_EXPIRES_IN, 28_800);
    await withApp({ JWT_EXPIRES_IN: 1_800 }, async (url) => {
      const { body } = await login({ email, password }, url);
      const { payload: short } = await jwtVerify(body.access_token, key);
      assert.equal((short.exp as number) - (short.iat as number), 1_800);
    });
  });

  const setEmail = (to: string) =>
    db.query('UPDATE users SET email = $2 WHERE id = $1', [people.user.id, to]);
  test('takes the e-mail in any case and among blanks, and answers it as it is stored', async () => {
    const stored = 'Maria.Canche@Ejemplo.mx';
    await setEmail(stored);
    const [lower, upper] = [stored.toLowerCase(), stored.toUpperCase()];
    for (const form of [stored, lower, upper, ` \t ${lower}\n`]) {
      const { status, body } = await login({ email: form, password });
      assert.equal(status, 200, form);
      assert.equal(body.user.email, stored);
    }
  });

  test('refuses letters that only look like those of the e-mail, or fold to them', async () => {
    await setEmail('kiss@ejemplo.mx');
    // Letters that are not seen count for nothing, as where the e-mail is stored.
    for (const form of ['KISS@ejemplo.mx', 'kis\u200bs@ejemplo.mx']) {
      assert.equal((await login({ email: form, password })).status, 200);
    }
    const alike = ['k\u0131ss@', 'K\u0130SS@', 'ki\u017fs@', 'ki\u00df@', 'kiss\uff20'];
    for (const form of [...alike.map((start) => `${start}ejemplo.mx`), 'kiss@ejemplo.m\u0445']) {
      notLoggedIn(await login({ email: form, password }));
    }
  });

  describe('a password with accents, in either form of its letters,', () => {
    const composed = 'contraseña-ñandú-ệ';
    const apart = composed.normalize('NFD');
    const user = `/users/${people.user.id}`;
    // Failures are counted in each service for itself.
    let service: Awaited<ReturnType<typeof otherApp>>;
    beforeEach(async () => {
      service = await otherApp({});
    });
    afterEach(() => service.close());
    const basic = async (typed: string) => {
      const pair = Buffer.from(`${email}:${typed}`).toString('base64');
      const door = isHere('/ogc') ? '/ogc' : '/seguimiento';
      return (await fetch(service.url + door, { headers: { authorization: `Basic ${pair}` } }))
        .status;
    };
    const enters = async (as: string, typed: string) =>
      (await login({ email: as, password: typed }, service.url)).status === 200;

    for (const [how, set] of [
      ['composed', composed],
      ['taken apart', apart],
    ] as const) {
      test(`opens the account where it was set ${how}, by its user or an administrator, at a login and at a layer`, async () => {
        assert.equal((await call('user', 'PATCH', user, { password: set })).status, 200);
        const ana = { email: 'ana@ejemplo.mx', nombreCompleto: 'Ana', password: set };
        assert.equal((await call('admin', 'POST', '/users', ana)).status, 201);
        for (const typed of [composed, apart]) {
          assert.ok(await enters(email, typed), typed);
          assert.ok(await enters(ana.email, typed), typed);
          assert.equal(await basic(typed), 200, typed);
        }
        for (const wrong of [composed.replace('ñ', 'n'), ` ${composed}`, `${apart} `]) {
          assert.ok(!(await enters(email, wrong)), wrong);
          assert.equal(await basic(wrong), NO_SESSION, wrong);
        }
      });
    }

    test('opens the account where it was hashed before there was one form', async () => {
      for (const [stored, fits, not] of [
        [apart, apart, composed],
        [composed, composed, 'contrasena'],
      ] as const) {
        const old = await hash(stored, { memoryCost: 8, timeCost: 1, parallelism: 1 });
        await db.query('UPDATE users SET password_hash = $1 WHERE id = $2', [old, people.user.id]);
        assert.ok(await enters(email, fits), fits);
        assert.ok(!(await enters(email, not)), not);
      }
      // Composed in the registry, taken apart by a keyboard: that was refused.
      assert.ok(await enters(email, apart));
    });

    test('counts its letters for its length', async () => {
      const set = async (password: string) => call('user', 'PATCH', user, { password });
      refused(await set('e\u0301'.repeat(5)), 400, ['password debe tener al menos 6 caracteres.']);
      // Some letters the form takes apart.
      for (const long of ['é'.repeat(129).normalize('NFD'), '\ufb2c'.repeat(43)]) {
        refused(await set(long), 400, ['password no debe tener más de 128 caracteres.']);
      }
      for (const longest of ['é'.repeat(128), 'ệ'.repeat(128), '한'.repeat(128)]) {
        assert.equal((await set(longest.normalize('NFD'))).status, 200);
        assert.ok(await enters(email, longest));
        assert.ok(await enters(email, longest.normalize('NFD')));
      }
      assert.equal(adminPassword('e\u0301'.repeat(6)), 'é'.repeat(6));
      assert.throws(() => adminPassword('e\u0301'.repeat(5)), /entre 6 y 128 caracteres/);
    });
  });

  test('reads the whole password, beyond 72 bytes too', async () => {
    const long = 'ñ'.repeat(127);
    const user = `/users/${people.user.id}`;
    assert.equal((await call('admin', 'PATCH', user, { password: `${long}a` })).status, 200);
    assert.equal((await login({ email, password: `${long}a` })).status, 200);
    notLoggedIn(await login({ email, password: `${long}b` }));
  });

  test('hashes as OWASP asks: 19 MiB, 2 passes, 1 lane', async (t) => {
    assert.match(await hashPassword(password), /^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
    t.after(() => setPasswordCost(CHEAP));
    setPasswordCost();
    assert.match(await hashPassword(password), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('opens an account again once it is active', async () => {
    const body = { email: emailOf('inactive'), password };
    await call('admin', 'PATCH', `/users/${people.inactive.id}`, { isActive: true });
    assert.equal((await login(body)).status, 200);
    await call('admin', 'PATCH', `/users/${people.inactive.id}`, { isActive: false });
    notLoggedIn(await login(body));
  });
});

describe('POST /auth/login with wrong credentials or a wrong body', () => {
  // A service of its own: its failures count for no other test.
  before(reset);
  const own = serving({});

  test('answers wrong credentials with the same sentence, whatever is wrong with them', async () => {
    const passwords = [`${password}x`, password.toUpperCase(), ` ${password} `, '      '];
    for (const each of [...passwords, 'x'.repeat(100_000)]) {
      notLoggedIn(await login({ email, password: each }, own.url));
    }
    // Of no account, no e-mail, one longer than any, a pattern, a deactivated account.
    const emails = [
      'nadie@ejemplo.mx',
      'nadie',
      `${'x'.repeat(100_000)}@ejemplo.mx`,
      '%@ejemplo.mx',
    ];
    for (const each of [...emails, emailOf('inactive')]) {
      notLoggedIn(await login({ email: each, password }, own.url));
    }
  });

  test('answers 400 to a wrong body, with a sentence for each field', async () => {
    for (const [body, sentences] of table`
      {}                                       | email es obligatorio. password es obligatorio.
      {"email":"a@b.mx"}                       | password es obligatorio.
      {"password":"secreto"}                   | email es obligatorio.
      []                                       | El cuerpo debe ser un objeto.
      null                                     | El cuerpo es obligatorio: debe ser un objeto JSON.
      {"email":5,"password":123456}            | email debe ser un texto. password debe ser un texto.
      {"email":null,"password":null}           | email debe ser un texto. password debe ser un texto.
      {"email":["a@b.mx"],"password":"x"}      | email debe ser un texto.
      {"email":" \t","password":""}            | email no debe estar vacío. password no debe estar vacío.
      {"email":"a","password":"b","recordar":1} | recordar no es un campo reconocido.
      {"email":"a\ud800@b.mx","password":"b"}  | email ${UNSTORABLE}
      {"email":"a@b.mx","password":"a\u0000"}  | password ${UNSTORABLE}
    `) {
      const answer = await login(body, own.url);
      assert.deepEqual([answer.status, answer.body.message.join(' ')], [400, sentences], body);
    }
    const none = await login(undefined, own.url);
    refused(none, 400, ['El cuerpo es obligatorio: debe ser un objeto JSON.']);
  });
});

describe('failed logins', () => {
  before(reset);
  const own = serving({ TRUST_PROXY: true });

  /** Logs in at a service from an address, which each test has of its own. */
  const from =
    (address: string, url = own.url) =>
    (tried: string, as = email) =>
      login({ email: as, password: tried }, url, { 'x-forwarded-for': address });
  const fail = async (enter: ReturnType<typeof from>, times: number, as = email) => {
    for (let i = 0; i < times; i++) {
      notLoggedIn(await enter(`mala-${i}`, as));
    }
  };

  test('close the account to their address after ten, for the right password too', async () => {
    const enter = from('203.0.113.1');
    await fail(enter, 10);
    for (const [tried, as] of [
      ['mala', email],
      [password, email],
      [password, ` ${email.toUpperCase()} `],
    ] as const) {
      refusedForNow(await enter(tried, as), TOO_MANY_FAILURES);
    }
    const other = await enter(password, emailOf('other'));
    assert.equal(other.status, 200, 'another account from the same address');
    assert.equal((await from('203.0.113.2')(password)).status, 200, 'from another address');
  });

  test('of one account leave the others of the same address open', async () => {
    const signIn = createSignIn(db);
    const request = { ip: '203.0.113.3', id: 'solicitud', headers: {} } as FastifyRequest;
    const outcomes = new Map<number, number>();
    for (let sent = 0; sent < ADDRESS_FAILURES + 100; sent++) {
      await assert.rejects(signIn(request, email, 'no'), ({ statusCode }: HttpError) => {
        outcomes.set(statusCode, (outcomes.get(statusCode) ?? 0) + 1);
        return true;
      });
    }
    assert.deepEqual(
      [...outcomes],
      [
        [NO_SESSION, 10],
        [429, ADDRESS_FAILURES + 90],
      ],
    );
    assert.equal((await signIn(request, emailOf('admin'), password)).id, people.admin.id);
  });

  test('are ten in a minute whatever good logins come between', async () => {
    const enter = from('203.0.113.5');
    await fail(enter, 9);
    assert.equal((await enter(password)).status, 200);
    await fail(enter, 1);
    refusedForNow(await enter(password), TOO_MANY_FAILURES);
    // Those of an account that is not known, too.
    await fail(enter, 10, 'nadie@ejemplo.mx');
    refusedForNow(await enter(password, 'nadie@ejemplo.mx'), TOO_MANY_FAILURES);
  });

  test('count in parallel as in a row, and parallel good logins do not count', async () => {
    const enter = from('203.0.113.6');
    const answers = await Promise.all(numbers(1, 20).map((i) => enter(`mala-${i}`)));
    assert.deepEqual(statusesOf(answers), [...Array(10).fill(NO_SESSION), ...Array(10).fill(429)]);
    for (const answer of answers) {
      if (answer.status === 429) refusedForNow(answer, TOO_MANY_FAILURES);
    }
    const good = from('203.0.113.7');
    const entered = await Promise.all(numbers(1, 20).map(() => good(password)));
    assert.deepEqual(statusesOf(entered), Array(20).fill(200));
  });

  for (const [where, changes, behind] of [
    ['where no proxy is trusted', {}, ''],
    ['before the address that the proxy added', { TRUST_PROXY: '127.0.0.1' }, ', 198.51.100.7'],
  ] as const) {
    test(`are counted despite a made-up address ${where}`, async () => {
      const forwarded = (i: number) => `203.0.113.${i}${behind}`;
      await withApp(changes, async (url) => {
        for (let i = 0; i < 10; i++) await fail(from(forwarded(i), url), 1);
        refusedForNow(await from(forwarded(99), url)(password), TOO_MANY_FAILURES);
      });
    });
  }
});

describe('writes without a token', () => {
  beforeEach(reset);

  test('are limited to 1,200 a minute for one address; reads and callers with a token are not', async () => {
    await withApp({ TRUST_PROXY: true }, async (url) => {
      const from = (address: string) => ({ url, headers: { 'x-forwarded-for': address } });
      const write = (who: Who, body: unknown, address = '203.0.113.1') =>
        call(who, 'POST', '/dependencias', body, from(address));

      const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.1' };
      const empty = { method: 'POST', headers, body: '{}' };
      for (let sent = 0; sent < 1_200; sent += 50) {
        const answers = await Promise.all(
          numbers(1, 50).map(() => plainly(`${url}/dependencias`, empty)),
        );
        assert.deepEqual([...new Set(answers.map(({ status }) => status))], [400]);
      }
      refusedForNow(await write('nobody', {}), TOO_MANY_WRITES);
      refusedForNow(await write('nobody', { nombre: 'Secretaría de Obras' }), TOO_MANY_WRITES);
      refusedForNow(await write({ token: 'no.es.token' }, {}), TOO_MANY_WRITES);
      refusedForNow(await write('inactive', {}), TOO_MANY_WRITES);
      for (const method of ['PATCH', 'DELETE']) {
        const path = '/dependencias/1';
        const answer = await call('nobody', method, path, undefined, from('203.0.113.1'));
        refusedForNow(answer, TOO_MANY_WRITES);
      }
      const entered = await login({ email, password }, url, from('203.0.113.1').headers);
      assert.equal(entered.status, 200);

      assert.equal((await write('user', { nombre: 'Secretaría de Obras' })).status, 201);
      for (let i = 0; i < 5; i++) {
        const read = await call('nobody', 'GET', '/dependencias', undefined, from('203.0.113.1'));
        assert.deepEqual([read.status, read.body.length], [200, 1]);
      }
      assert.equal((await write('nobody', { nombre: 'Otra' }, '203.0.113.2')).status, 201);
    });
  });
});
