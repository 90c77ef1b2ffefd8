import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { before, beforeEach, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { inspect } from 'node:util';
import { createTokens } from '../../src/core/auth/tokens.ts';
import { isHere } from '../features.ts';
import { NO_SESSION } from '../process.ts';
import { plainly } from '../wire.ts';
import {
  type Answer,
  addressFor,
  base,
  call,
  config,
  db,
  emailOf,
  notLoggedIn,
  otherApp,
  password,
  people,
  refused,
  reset,
  tokenOf,
  unauthorized,
} from '../world.ts';

const now = () => Date.now() / 1000;

/** The claims of a good token of `user`, changed; a member that is undefined goes missing. */
const claims = (changes: Record<string, unknown> = {}) => ({
  sub: people.user.id,
  email: emailOf('user'),
  roles: 'user',
  iat: now(),
  exp: now() + 3600,
  ...changes,
});

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
const HS256 = { alg: 'HS256', typ: 'JWT' };

function forge(
  payload: unknown,
  { header = HS256 as object, key = config.JWT_SECRET as string | Buffer, hash = 'sha256' } = {},
): string {
  const signed = `${encode(header)}.${encode(payload)}`;
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`;
}

/** A token with a user's claims, signed otherwise than it should be. */
const forging = (otherwise: Parameters<typeof forge>[1]) => () => forge(claims(), otherwise);

/** The same with members that JSON.stringify would not write; of a member given twice the last counts. */
function forgeText(members: string): string {
  const payload = JSON.stringify(claims()).replace(/\}$/, `,${members}}`);
  const signed = `${encode(HS256)}.${Buffer.from(payload).toString('base64url')}`;
  return `${signed}.${createHmac('sha256', config.JWT_SECRET).update(signed).digest('base64url')}`;
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

const read = (authorization?: string) => {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  return call('nobody', 'GET', '/ejercicio-fiscal', undefined, { headers });
};
const readWith = (token: string, at = {}) =>
  call({ token }, 'GET', '/ejercicio-fiscal', undefined, at);
const readAt = async (url: string, token: string) => (await readWith(token, { url })).status;

const id = people.user.id;

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('a bearer token', () => {
  // None of these changes a record.
  before(reset);

  test('is missing where there is no header, another scheme, more than a token or garbage', async () => {
    const good = await tokenOf('user');
    const odd = ['', 'Bearer', 'Bearer ', good, `Token ${good}`, `Bearers ${good}`];
    odd.push(`Bearer ${good} x`);
    const basic = `Basic ${btoa(`${emailOf('user')}:${password}`)}`;
    const garbage = ['garbage', 'ñ!"$%', '..', 'abc.def.ghi'].map((each) => `Bearer ${each}`);
    for (const header of [undefined, ...odd, basic, ...garbage]) unauthorized(await read(header));
  });

  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' });
  const ownKey = Buffer.alloc(32, 7);

  // biome-ignore format: rows
  const forged: Record<string, () => Promise<string> | string> = {
    'of two parts': async () => (await tokenOf('user')).split('.').slice(0, 2).join('.'),
    'of four parts': async () => `${await tokenOf('user')}.x`,
    'without its signature': async () => (await tokenOf('user')).replace(/[^.]+$/, ''),
    'cut short': async () => (await tokenOf('user')).slice(0, -4),
    'signed with another key': forging({ key: 'otra clave de 32 caracteres o más' }),
    'signed with an empty key': forging({ key: '' }),
    'with algorithm none': () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims())}.`,
    'with algorithm None': () => `${encode({ alg: 'None', typ: 'JWT' })}.${encode(claims())}.`,
    'with algorithm none, though signed': forging({ header: { alg: 'none', typ: 'JWT' } }),
    'without algorithm': forging({ header: { typ: 'JWT' } }),
    'with the algorithm in lower case': forging({ header: { alg: 'hs256' } }),
    'signed with HS512 and the right key': forging({ header: { alg: 'HS512', typ: 'JWT' }, hash: 'sha512' }),
    'signed with HS384 and the right key': forging({ header: { alg: 'HS384', typ: 'JWT' }, hash: 'sha384' }),
    'that says RS256 over an HS256 signature': forging({ header: { alg: 'RS256', typ: 'JWT' } }),
    'signed with RS256': () => {
      const signed = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims())}`;
      return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
    },
    'that brings its own public key': forging({
      header: { ...HS256, jwk: publicKey.export({ format: 'jwk' }), x5c: [publicPem] },
      key: publicPem as string,
    }),
    'that brings its own secret key': forging({
      header: { ...HS256, jwk: { kty: 'oct', k: ownKey.toString('base64url') } },
      key: ownKey,
    }),
    'that names a file as its key': forging({ header: { ...HS256, kid: '/dev/null' }, key: '' }),
    'with a critical extension that nobody knows': forging({ header: { ...HS256, crit: ['x'], x: true } }),
    'whose payload is a list': () => forge([claims()]),
    'whose payload is a text': () => forge('user'),
    'whose payload is null': () => forge(null),
    'with a changed payload': async () => {
      const [header, , signature] = (await tokenOf('user')).split('.');
      return `${header}.${encode(claims({ sub: people.admin.id, roles: 'admin' }))}.${signature}`;
    },
    'with a changed header': async () => {
      const [, payload, signature] = (await tokenOf('user')).split('.');
      return `${encode({ ...HS256, kid: '1' })}.${payload}.${signature}`;
    },
    // 256 bits take 43 letters of six: the last one has two bits to spare, which a decoder ignores.
    ...Object.fromEntries(
      [1, 2, 3].map((spare) => [
        `with the last letter of its signature changed in its spare bits (${spare})`,
        async () => {
          const token = await tokenOf('user');
          return `${token.slice(0, -1)}${BASE64URL[BASE64URL.indexOf(token.at(-1) as string) + spare]}`;
        },
      ]),
    ),
    'with padding': async () => `${await tokenOf('user')}=`,
    'with its signature in the other alphabet': () => {
      const signature = (token: string) => token.slice(token.lastIndexOf('.') + 1);
      let token = forge(claims());
      for (let jti = 0; !/[-_]/.test(signature(token)); jti++) token = forge({ ...claims(), jti });
      const other = signature(token).replaceAll('-', '+').replaceAll('_', '/');
      return token.slice(0, -other.length) + other;
    },
    'that has expired': () => tokenOf('user', config.JWT_EXPIRES_IN + 1),
    // Numbers that are none, of each time.
    ...Object.fromEntries(
      ['"exp":1e400', '"exp":-1e400', ...['iat', 'nbf'].flatMap((name) => [`"${name}":1e400`, `"${name}":-1e400`])].map(
        (member) => [`with ${member}`, () => forgeText(`"exp":${now() + 3600},${member}`)],
      ),
    ),
    'that expired a second ago': () => forge(claims({ iat: now() - 60, exp: now() - 1 })),
    'whose beginning is a text': () => forge(claims({ nbf: String(now() - 60) })),
    'that is not valid yet': () => forge(claims({ nbf: now() + 600 })),
    'whose time lies far ahead': () => forge(claims({ iat: now() + 65 })),
    // Missing, of another type, or outside of what there is.
    ...Object.fromEntries(
      [
        ...[undefined, null, String(now() + 3600)].map((exp) => ({ exp })),
        ...[undefined, null, String(now()), -1e20].map((iat) => ({ iat })),
        ...[undefined, 1, [id], 'user', emailOf('user'), `{${id}}`, `${id}' OR true --`].map((sub) => ({ sub })),
        { sub: '00000000-0000-4000-8000-00000000ffff', roles: 'admin' },
      ].map((wrong) => [`with ${inspect(wrong)}`, () => forge(claims(wrong))]),
    ),
    'of a deactivated user': () => tokenOf('inactive'),
  };
  for (const [what, make] of Object.entries(forged)) {
    test(`${what} is refused`, async () => {
      unauthorized(await readWith(await make()), /^Bearer/);
    });
  }

  test('is good as it was signed, under its scheme in any case', async () => {
    const token = await tokenOf('user');
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
      assert.equal((await read(`${scheme} ${token}`)).status, 200, scheme);
    }
    assert.equal((await readWith(forge(claims()))).status, 200);
    const old = await tokenOf('user', config.JWT_EXPIRES_IN - 60);
    assert.equal((await readWith(old)).status, 200, 'until it expires');
    const ahead = forge(claims({ iat: now() + 59 }));
    assert.equal((await readWith(ahead)).status, 200, 'from a clock up to a minute ahead');
    const fraction = forgeText(`"iat":${now() - 0.25},"nbf":${now() - 1.5},"exp":${now() + 60.75}`);
    assert.equal((await readWith(fraction)).status, 200);
  });

  test('that was good is refused once it has expired, and by a service with another key', async (t) => {
    const short = await addressFor(t, { JWT_EXPIRES_IN: 60 });
    const body = { email: emailOf('user'), password };
    const answer = await call('nobody', 'POST', '/auth/login', body, { url: short });
    const token = answer.body.access_token;
    assert.equal(await readAt(short, token), 200);
    const another = await addressFor(t, { JWT_SECRET: 'otra clave de 32 caracteres o más' });
    assert.equal(await readAt(another, token), NO_SESSION);
    t.mock.timers.enable({ apis: ['Date'], now: claimsOf(token).exp * 1_000 + 1 });
    assert.equal(await readAt(short, token), NO_SESSION);
  });

  test('is missing where two Authorization headers are sent, whatever they say', async () => {
    const good = `Bearer ${await tokenOf('user')}`;
    const statusOf = async (path: string, ...authorizations: string[]) => {
      const names = ['Authorization', 'AUTHORIZATION'];
      const headers = authorizations.flatMap((value, i) => [names[i] as string, value]);
      return (await plainly(base + path, { headers: ['Host', 'x', ...headers] })).status;
    };
    const catalog = '/ejercicio-fiscal';
    assert.equal(await statusOf(catalog, good), 200);
    for (const other of ['Bearer x', good, '']) {
      assert.equal(await statusOf(catalog, good, other), NO_SESSION);
      if (other) assert.equal(await statusOf(catalog, other, good), NO_SESSION);
    }
    assert.equal(await statusOf(catalog, `Bearer x, ${good}`), NO_SESSION);
    assert.equal(await statusOf('/dependencias', good, good), 200, 'needs none');
  });

  test('that is invalid is ignored at an endpoint that needs none', async () => {
    const answer = await call({ token: 'garbage' }, 'GET', '/dependencias');
    assert.deepEqual([answer.status, answer.body], [200, []]);
    unauthorized(await call({ token: 'garbage' }, 'GET', '/users/x'));
  });
});

describe('the role of a caller', () => {
  beforeEach(reset);

  test('is that of the record, whatever the token claims', async () => {
    for (const roles of ['admin', 'Admin', 'ADMIN', 'admin,user', ['admin'], { admin: true }]) {
      const answer = await call({ token: forge(claims({ roles })) }, 'GET', '/users');
      refused(answer, 403, 'Forbidden resource');
    }
    const modest = forge(claims({ sub: people.admin.id, roles: 'user' }));
    assert.equal((await call({ token: modest }, 'GET', '/users')).status, 200);
  });

  test('ends at once for a demoted admin, who still reads as a user, and begins for a promoted one', async () => {
    const token = await tokenOf('admin2');
    assert.equal((await call({ token }, 'GET', '/users')).status, 200);
    const demoted = await call('admin', 'PATCH', `/users/${people.admin2.id}`, { roles: 'user' });
    assert.equal(demoted.status, 200);
    refused(await call({ token }, 'GET', '/users'), 403, 'Forbidden resource');
    const profile = await call({ token }, 'GET', `/users/${people.user.id}`);
    refused(profile, 403, 'No tienes permiso para ver este perfil.');
    assert.equal((await call({ token }, 'GET', '/obras')).status, 200);
    assert.equal(
      (await call('admin', 'PATCH', `/users/${people.admin2.id}`, { roles: 'admin' })).status,
      200,
    );
    assert.equal((await call({ token }, 'GET', '/users')).status, 200);
  });

  test('ends at once for a deactivated user, and comes back with the account', async () => {
    const token = await tokenOf('user');
    await call('admin', 'PATCH', `/users/${people.user.id}`, { isActive: false });
    unauthorized(await readWith(token), /^Bearer /);
    await call('admin', 'PATCH', `/users/${people.user.id}`, { isActive: true });
    assert.equal((await readWith(token)).status, 200);
  });

  test('ends with a challenge that names the deactivation, unlike every other refusal', async () => {
    const challenge = (answer: Answer) => answer.headers.get('www-authenticate');
    const token = await tokenOf('user');
    const plain = await readWith('x');
    await call('admin', 'PATCH', `/users/${people.user.id}`, { isActive: false });
    for (const [method, path, body] of [
      ['GET', '/ejercicio-fiscal', undefined],
      ['GET', `/users/${people.user.id}`, undefined],
      ['PATCH', `/users/${people.user.id}`, { nombreCompleto: 'Otro Nombre' }],
      ['POST', '/obras', {}],
      ['GET', isHere('/ogc') ? '/ogc/collections/obras/items' : '/seguimiento', undefined],
    ] as const) {
      const answer = await call({ token }, method, path, body);
      unauthorized(answer, /^Bearer /);
      assert.deepEqual(answer.body, plain.body);
      assert.equal(
        challenge(answer),
        'Bearer error="invalid_token", error_description="La cuenta fue desactivada"',
      );
    }
    // A caller without a good token learns nothing.
    for (const bad of [
      forge(claims(), { key: 'otra-clave-de-otro-registro-que-es-larga' }),
      forge(claims({ iat: now() - 7200, exp: now() - 3600 })),
      forge(claims({ sub: randomUUID() })),
    ]) {
      assert.equal(challenge(await readWith(bad)), 'Bearer');
    }
    const account = { email: emailOf('user'), password };
    const login = await call('nobody', 'POST', '/auth/login', account);
    notLoggedIn(login);
    assert.equal(challenge(login), null);
    // Nor who holds one that was ended before.
    await call('admin', 'PATCH', `/users/${people.user.id}`, { password: 'otra-secreta' });
    assert.equal(challenge(await readWith(token)), 'Bearer');
  });

  test('ends with the same challenge for a user who is deactivated while a change waits', async () => {
    const token = await tokenOf('user');
    const { id } = people.user;
    const change = await db.transaction(async (tx) => {
      await tx.query('UPDATE users SET is_active = false WHERE id = $1', [id]);
      const waits = call({ token }, 'PATCH', `/users/${id}`, { nombreCompleto: 'Otro Nombre' });
      // It has passed the door and waits for the record.
      await setTimeout(300);
      return { waits };
    });
    const answer = await change.waits;
    unauthorized(answer, /^Bearer .*La cuenta fue desactivada/);
  });

  test('ends at once for a deleted user', async () => {
    const token = await tokenOf('user');
    assert.equal((await readWith(token)).status, 200);
    await db.query('DELETE FROM users WHERE id = $1', [people.user.id]);
    unauthorized(await readWith(token));
  });

  test('lasts though the password must be changed', async () => {
    await db.query('UPDATE users SET must_change_password = true');
    assert.equal((await call('admin', 'GET', '/users')).status, 200);
    assert.equal((await call('user', 'GET', '/obras')).status, 200);
  });
});

/** Asserts that these tokens count, or that none of them does. */
const stillCount = async (...tokens: string[]) => {
  for (const token of tokens) assert.equal((await readWith(token)).status, 200);
};
const ended = async (...tokens: string[]) => {
  for (const token of tokens) unauthorized(await readWith(token));
};

describe('a new password', () => {
  beforeEach(reset);

  const login = async (secret: string, email = emailOf('user')): Promise<string> => {
    const answer = await call('nobody', 'POST', '/auth/login', { email, password: secret });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.access_token;
  };
  const setBy = async (who: Parameters<typeof call>[0], secret: string, whose: string = id) => {
    const answer = await call(who, 'PATCH', `/users/${whose}`, { password: secret });
    assert.equal(answer.status, 200, answer.text);
  };

  test('set by an admin ends every token issued before, and a login right after works', async () => {
    let secret = password;
    for (let round = 0; round < 8; round++) {
      const earlier = [await login(secret), await login(secret)];
      if (round === 0) earlier.push(await tokenOf('user', 60));
      await stillCount(...earlier);
      secret = `nueva-${round}`;
      await setBy('admin', secret);
      const later = await login(secret);
      await ended(...earlier);
      await stillCount(later);
    }
  });

  test('set by its own user ends every token but the one used, older and newer', async () => {
    const older = await login(password);
    const used = await login(password);
    const newer = await login(password);
    await setBy({ token: used }, 'otra-secreta');
    const old = { email: emailOf('user'), password };
    notLoggedIn(await call('nobody', 'POST', '/auth/login', old));
    await stillCount(used);
    await ended(older, newer);
    const next = await login('otra-secreta');
    await stillCount(next, used);
  });

  test('set by its owner ends the sessions of a thief, whenever they began', async () => {
    for (const comesFirst of ['owner', 'thief']) {
      await reset();
      const [first, second] = [await login(password), await login(password)];
      const [owner, thief] = comesFirst === 'owner' ? [first, second] : [second, first];
      await setBy({ token: owner }, 'sólo-mía');
      await ended(thief);
      const takeOver = { password: 'del-ladrón' };
      unauthorized(await call({ token: thief }, 'PATCH', `/users/${id}`, takeOver));
      await stillCount(owner, await login('sólo-mía'));
    }
  });

  test('set again and again, in two sessions in turns, keeps the last one used', async () => {
    const one = await login(password);
    await setBy({ token: one }, 'segunda');
    await setBy({ token: one }, 'tercera');
    const other = await login('tercera');
    await stillCount(one);
    await setBy({ token: other }, 'la-cuarta');
    await ended(one);
    await stillCount(other);
    unauthorized(await call({ token: one }, 'PATCH', `/users/${id}`, { password: 'la-quinta' }));
    // A password of the user's own brings nothing back that an admin's has ended.
    await setBy('admin', 'la-sexta');
    await ended(other);
    const fresh = await login('la-sexta');
    await setBy({ token: fresh }, 'la-séptima');
    await stillCount(fresh);
    await ended(one, other);
  });

  test('ends the other tokens of the same moment', async () => {
    const logins = await Promise.all(Array.from({ length: 8 }, () => login(password)));
    assert.equal(new Set(logins).size, logins.length);
    // As an earlier version made them, and as a program makes them that knows no `jti`.
    for (const iat of [now(), Math.floor(now()), Math.floor(now()) - 0.000001]) {
      await reset();
      const [used, other] = [forge(claims({ iat, jti: 'a' })), forge(claims({ iat, jti: 'b' }))];
      const plain = forge(claims({ iat }));
      await stillCount(used, other, plain);
      await setBy({ token: used }, 'otra-secreta');
      await stillCount(used);
      await ended(other, plain);
      await reset();
      await setBy({ token: plain }, 'otra-secreta');
      await stillCount(plain);
      await ended(used);
    }
  });

  test('ends the other tokens of the same microsecond, however that is rounded', async () => {
    const tokens = createTokens(config.JWT_SECRET, 600);
    const holder = { sub: id, email: emailOf('user'), roles: 'user' };
    const micros = Math.round(now() * 1e6);
    const times = [micros, micros - (micros % 1_000_000), micros - (micros % 1_000_000) - 1];
    for (const iat of times.map((each) => each / 1e6)) {
      await reset();
      const [used, other, third] = await Promise.all(
        [1, 2, 3].map(() => tokens.sign({ ...holder, iat })),
      );
      assert.equal(new Set([used, other, third]).size, 3);
      for (const token of [used, other, third] as string[]) {
        const payload = claimsOf(token);
        assert.deepEqual(Object.keys(payload), ['sub', 'email', 'roles', 'iat', 'exp']);
        assert.equal(Math.round(payload.iat * 1e6), Math.round(iat * 1e6));
        assert.equal(payload.exp - payload.iat, 600);
        assert.equal((await readWith(token)).status, 200);
      }
      await setBy({ token: used as string }, 'otra-secreta');
      await stillCount(used as string);
      await ended(other as string, third as string);
      // A token of the very microsecond of a change counts, and one of the microsecond before does not.
      await db.query(
        'UPDATE users SET tokens_valid_from = to_timestamp($2), token_kept = NULL WHERE id = $1',
        [id, iat],
      );
      await stillCount(other as string);
      await ended(await tokens.sign({ ...holder, iat: iat - 1e-6 }));
    }
  });

  test('set by several sessions at once is set by one, and that one’s token alone stays', async () => {
    for (let round = 0; round < 5; round++) {
      await reset();
      const sessions = await Promise.all(Array.from({ length: 4 }, () => login(password)));
      const answers = await Promise.all(
        sessions.map((token, n) =>
          call({ token }, 'PATCH', `/users/${id}`, { password: `nueva-${n}` }),
        ),
      );
      const winner = answers.findIndex(({ status }) => status === 200);
      for (const [n, answer] of answers.entries()) {
        if (n === winner) continue;
        unauthorized(answer);
        unauthorized(await readWith(sessions[n] as string));
      }
      await stillCount(sessions[winner] as string);
      await login(`nueva-${winner}`);
    }
  });

  test('set during logins with the old one leaves none of their sessions', async (t) => {
    // Failed logins count there and for no other test.
    const url = await addressFor(t, {});
    for (let round = 0; round < 4; round++) {
      await reset();
      const used = await login(password);
      const body = { email: emailOf('user'), password };
      const [changed, ...thieves] = await Promise.all([
        call({ token: used }, 'PATCH', `/users/${id}`, { password: 'otra-secreta' }),
        ...[1, 2].map(() => call('nobody', 'POST', '/auth/login', body, { url })),
      ]);
      assert.equal(changed?.status, 200);
      for (const { status, body } of thieves) {
        if (status === 200) unauthorized(await readWith(body.access_token));
        else assert.equal(status, NO_SESSION);
      }
      assert.equal((await readWith(used)).status, 200);
    }
  });

  test('is noticed by every service, with a cache or without', async (t) => {
    const services = [await otherApp({}), await otherApp({ CACHE_MB: 0 })];
    for (const { close } of services) t.after(close);
    const older = await login(password);
    const used = await login(password);
    const newer = await login(password);
    const statuses = (token: string) => Promise.all(services.map(({ url }) => readAt(url, token)));
    for (const token of [older, used, newer]) assert.deepEqual(await statuses(token), [200, 200]);
    await setBy({ token: used }, 'otra-secreta');
    assert.deepEqual(await statuses(older), [NO_SESSION, NO_SESSION]);
    assert.deepEqual(await statuses(newer), [NO_SESSION, NO_SESSION]);
    assert.deepEqual(await statuses(used), [200, 200]);
    assert.deepEqual(await statuses(await login('otra-secreta')), [200, 200]);
  });

  test('lets the next login in where the database’s clock was set back', async () => {
    const used = await login(password);
    // As if the last change had been made half a minute from now.
    await db.query(`UPDATE users SET tokens_valid_from = now() + interval '30 s' WHERE id = $1`, [
      id,
    ]);
    await ended(used);
    const next = await login(password);
    await stillCount(next);
    await setBy({ token: next }, 'otra-secreta');
    const later = await login('otra-secreta');
    await stillCount(later);
    await setBy({ token: next }, 'tercera');
    await ended(later);
    await stillCount(next);
  });

  test('that admins set for themselves keeps the token that they call with, and that alone', async () => {
    const older = await login(password, emailOf('admin'));
    const used = await login(password, emailOf('admin'));
    const newer = await login(password, emailOf('admin'));
    await setBy({ token: used }, 'otra-secreta', people.admin.id.toUpperCase());
    await ended(older, newer);
    await stillCount(used);
    await setBy({ token: await login(password, emailOf('admin2')) }, 'tercera', people.admin.id);
    await ended(used);
  });

  test('ends no other user’s tokens, and changes of other fields end none', async () => {
    const [mine, others] = [await login(password), await login(password, emailOf('other'))];
    const fields = { nombreCompleto: 'Otro nombre', email: 'otro@ejemplo.mx' };
    await call('admin', 'PATCH', `/users/${id}`, { ...fields, mustChangePassword: true });
    await stillCount(mine);
    await setBy('admin', 'otra-secreta');
    await stillCount(others);
    await ended(mine);
  });

  test('that is refused ends no token', async () => {
    const token = await login(password);
    const body = { password: 'otra-secreta', roles: 'admin' };
    refused(await call({ token }, 'PATCH', `/users/${id}`, body), 403, 'Forbidden resource');
    await stillCount(token, await login(password));
  });
});

describe('clocks that differ', () => {
  const secret = config.JWT_SECRET;
  const claims = { sub: id, email: emailOf('user'), roles: 'user' };

  for (const seconds of [3_600, -3_600]) {
    test(`by ${-seconds} seconds warn once a minute, by logins as by tokens`, async () => {
      const heard: number[] = [];
      const tokens = createTokens(secret, 600, (secondsAhead) => heard.push(secondsAhead));
      const iat = now() + seconds;
      for (let n = 0; n < 3; n++) {
        const token = await tokens.sign({ ...claims, iat });
        assert.equal(await tokens.verify(token), undefined);
      }
      assert.equal(heard.length, 1);
      assert.ok(Math.abs((heard[0] as number) + seconds) < 30, String(heard[0]));
    });
  }

  test('warn by another instance’s token from the future, and not by a forged one', async () => {
    const heard: number[] = [];
    const other = createTokens(secret, 600);
    const tokens = createTokens(secret, 600, (secondsAhead) => heard.push(secondsAhead));
    assert.ok(await tokens.verify(await other.sign({ ...claims, iat: now() + 30 })));
    assert.equal(await tokens.verify(await other.sign({ ...claims, iat: now() - 700 })), undefined);
    // A stranger could write such a token, and not sign it.
    const forged = forge({ ...claims, iat: now() + 600, exp: now() + 900 }, { key: 'otra' });
    assert.equal(await tokens.verify(forged), undefined);
    assert.deepEqual(heard, []);
    const later = await other.sign({ ...claims, iat: now() + 600 });
    assert.equal(await tokens.verify(later), undefined);
    assert.equal(heard.length, 1);
  });
});

describe('two keys', () => {
  before(reset);

  test('sign with the first and accept both while they are changed, and then not the old one', async (t) => {
    const next = 'la clave nueva que tiene más de 32 caracteres';
    const changing = await addressFor(t, { JWT_SECRET: `${next}, ${config.JWT_SECRET}` });
    const changed = await addressFor(t, { JWT_SECRET: next });
    const old = await tokenOf('user');
    const body = { email: emailOf('user'), password };
    const login = await call('nobody', 'POST', '/auth/login', body, { url: changing });
    const fresh = login.body.access_token as string;
    for (const [url, ...statuses] of [
      [base, 200, NO_SESSION],
      [changing, 200, 200],
      [changed, NO_SESSION, 200],
    ] as const) {
      assert.deepEqual([await readAt(url, old), await readAt(url, fresh)], statuses);
    }
    const [signed, signature] = fresh.split(/\.(?=[^.]*$)/) as [string, string];
    assert.equal(createHmac('sha256', next).update(signed).digest('base64url'), signature);

    for (const key of ['', `${next}, ${config.JWT_SECRET}`, ` ${config.JWT_SECRET}`]) {
      assert.equal(await readAt(changing, forge(claims(), { key })), NO_SESSION, key);
    }
    const expired = forge(claims({ exp: now() - 1 }));
    assert.equal(await readAt(changing, expired), NO_SESSION);
  });
});
