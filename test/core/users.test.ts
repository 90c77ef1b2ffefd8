import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { columnOf } from '../columns.ts';
import { NO_SESSION } from '../process.ts';
import { refusals, table } from '../table.ts';
import {
  call,
  count,
  db,
  emailOf,
  notLoggedIn,
  password,
  people,
  refused,
  reset,
  statusesOf,
  UNSTORABLE,
  unauthorized,
} from '../world.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const TAKEN = 'El correo electrónico ya está registrado.';
const NOT_YOURS = 'No puedes modificar los datos de otro usuario.';
const NOT_YOUR_PROFILE = 'No tienes permiso para ver este perfil.';
const LAST_ADMIN = /último administrador activo/;
const NOBODY = '00000000-0000-4000-8000-00000000ffff';

const NO_EMAIL = 'debe ser un correo electrónico válido.';

const user = `/users/${people.user.id}`;
const other = `/users/${people.other.id}`;
const admin = `/users/${people.admin.id}`;
const admin2 = `/users/${people.admin2.id}`;

const newUser = (changes: Record<string, unknown> = {}) => ({
  nombreCompleto: 'María Canché Pech',
  email: 'maria.canche@ejemplo.mx',
  password: 'una-contraseña',
  ...changes,
});
/** Wrong values of several fields, and their sentences. */
const WRONG = { nombreCompleto: 'Ma', email: 'maria', password: '12345', telefono: '999' };
const OF_WRONG = [
  `email ${NO_EMAIL}`,
  'nombreCompleto debe tener al menos 3 caracteres.',
  'password debe tener al menos 6 caracteres.',
  'telefono no es un campo reconocido.',
];
const create = (changes: Record<string, unknown> = {}) =>
  call('admin', 'POST', '/users', newUser(changes));
const login = (email: string, secret: string) =>
  call('nobody', 'POST', '/auth/login', { email, password: secret });
const shutOut = async (email: string, secret: string) => notLoggedIn(await login(email, secret));
const read = async (path = user) => (await call('admin', 'GET', path)).body;

const GOOD_EMAILS = [
  'a@b.mx',
  'Maria.Canche+obras@sub.Ejemplo.mx',
  "o'higgins_1%x@ejemplo-2.gob.mx",
  `${'a'.repeat(64)}@${'b'.repeat(61)}.${'c'.repeat(63)}.${'d'.repeat(63)}`,
];
const LONG_EMAIL = `${'a'.repeat(64)}@${'b'.repeat(62)}.${'c'.repeat(63)}.${'d'.repeat(63)}`;

/** The refusals that POST and PATCH share. */
const INVALID = refusals(table`
  # field        | values                                    | sentence
  nombreCompleto | "Ma", "  Ma  ", "😀😀", "\u200b\u200b\u200b\u200b" | debe tener al menos 3 caracteres.
  nombreCompleto | 555, null                                 | debe ser un texto.
  nombreCompleto | "Mar\u0000ía"                             | ${UNSTORABLE}
  password       | "12345", "😀😀😀😀😀", ""                 | debe tener al menos 6 caracteres.
  password       | "${'x'.repeat(129)}"                      | no debe tener más de 128 caracteres.
  password       | 123456, null                              | debe ser un texto.
  password       | "secreto\ud800"                           | ${UNSTORABLE}
  email          | 5, null                                   | debe ser un texto.
  email          | "maria", "maria@", "@ejemplo.mx", ".maria@ejemplo.mx", "maria..canche@ejemplo.mx" | ${NO_EMAIL}
  email          | "maria@ejemplo@ejemplo.mx", "maria canche@ejemplo.mx", "María <maria@ejemplo.mx>"  | ${NO_EMAIL}
  email          | "maria@ejemplo.mx, otra@ejemplo.mx", "maria@ejemplo.mx\nBcc: otra@ejemplo.mx"     | ${NO_EMAIL}
  email          | "maria@ejemplo..mx", "maria@.mx", "maria@-ejemplo.mx", "maria@ejemplo.mx.", "", " " | ${NO_EMAIL}
  email          | "${LONG_EMAIL}"                           | ${NO_EMAIL}
  roles          | "superadmin", "Admin"                     | debe ser admin o user.
  roles          | ["admin"], null                           | debe ser un texto.
  isActive       | "true", 1, null                           | debe ser true o false.
  telefono       | "999"                                     | no es un campo reconocido.
  isactive       | false                                     | no es un campo reconocido.
  id             | "${NOBODY}"                               | no es un campo reconocido.
  passwordHash   | "$argon2id$v=19$m=8,t=1,p=1$x$x"          | no es un campo reconocido.
`);

describe('POST /users', () => {
  beforeEach(reset);

  test('makes an active user without the admin role who must change the password', async () => {
    const { status, body } = await create({ nombreCompleto: '  María Canché Pech ' });
    assert.equal(status, 201);
    assert.deepEqual(body, {
      ...{ id: body.id, email: 'maria.canche@ejemplo.mx', nombreCompleto: 'María Canché Pech' },
      ...{ roles: 'user', isActive: true, mustChangePassword: true },
      ...{ createdAt: body.createdAt, updatedAt: body.createdAt },
    });
    assert.match(body.id, UUID);
    assert.match(body.createdAt, ISO);
    assert.deepEqual((await call('admin', 'GET', `/users/${body.id}`)).body, body);
    const { id, email, roles, mustChangePassword } = body;
    const session = await login(email, 'una-contraseña');
    assert.equal(session.status, 200);
    assert.deepEqual(session.body.user, { id, email, roles, mustChangePassword });
  });

  test('takes roles and isActive, and the e-mail as it was given, without the blanks around it', async () => {
    const email = ' Maria.Canche@Ejemplo.MX\t';
    const { status, body } = await create({ email, roles: 'admin', isActive: false });
    assert.equal(status, 201);
    const { roles, isActive, mustChangePassword } = body;
    assert.deepEqual([roles, isActive, mustChangePassword], ['admin', false, true]);
    assert.equal(body.email, email.trim());
    await shutOut('maria.canche@ejemplo.mx', 'una-contraseña');
  });

  test('takes every field at its bounds', async () => {
    const passwords = ['123456', '😀'.repeat(6), 'x'.repeat(128), '😀'.repeat(128)];
    const accepted = [
      ...['Ana', '😀😀😀', 'x'.repeat(255)].map((nombreCompleto) => ({ nombreCompleto })),
      ...passwords.map((each) => ({ password: each })),
      ...GOOD_EMAILS.map((email) => ({ email })),
    ];
    for (const [i, changes] of accepted.entries()) {
      const given = newUser({ email: `bien-${i}@ejemplo.mx`, ...changes });
      const { status, body, text } = await call('admin', 'POST', '/users', given);
      assert.equal(status, 201, text);
      assert.deepEqual([body.nombreCompleto, body.email], [given.nombreCompleto, given.email]);
      assert.equal((await login(given.email, given.password)).status, 200, JSON.stringify(changes));
    }
    // The blanks around a password are part of it.
    await create({ email: 'una@ejemplo.mx', password: '  abc  ' });
    for (const wrong of ['abc', '  abc', 'abc  ', ' abc ']) await shutOut('una@ejemplo.mx', wrong);
    assert.equal((await login('una@ejemplo.mx', '  abc  ')).status, 200);
  });

  test('names every field that is missing, and everything that is wrong', async () => {
    const required = ['nombreCompleto', 'email', 'password'];
    const sentences = required.map((name) => `${name} es obligatorio.`);
    refused(await call('admin', 'POST', '/users', {}), 400, sentences);
    refused(await call('admin', 'POST', '/users'), 400, [/^El cuerpo es obligatorio/]);
    refused(await call('admin', 'POST', '/users', []), 400, ['El cuerpo debe ser un objeto.']);
    const { status, body } = await create({ ...WRONG, roles: 'jefe', isActive: 'no' });
    assert.equal(status, 400);
    assert.deepEqual(
      body.message.sort(),
      [...OF_WRONG, 'isActive debe ser true o false.', 'roles debe ser admin o user.'].sort(),
    );
  });

  test('refuses an e-mail that is taken, in any case and by anybody', async () => {
    for (const email of [emailOf('user'), emailOf('user').toUpperCase(), ` ${emailOf('user')} `]) {
      refused(await create({ email }), 400, TAKEN);
    }
    refused(await create({ email: emailOf('inactive') }), 400, TAKEN);
    assert.equal(await count('users'), Object.keys(people).length);
  });

  test('answers parallel duplicates with one 201, and 400 for the rest', async () => {
    const same = ['maria@ejemplo.mx', 'MARIA@ejemplo.mx', 'Maria@Ejemplo.mx', 'maria@EJEMPLO.MX'];
    const answers = await Promise.all(same.map((email) => create({ email })));
    assert.deepEqual(statusesOf(answers), [201, 400, 400, 400]);
    for (const answer of answers) if (answer.status === 400) refused(answer, 400, TAKEN);
    assert.equal(await count('users'), Object.keys(people).length + 1);
  });
});

describe('GET /users', () => {
  beforeEach(reset);

  test('answers admins every user without createdAt, updatedAt and password', async () => {
    const { status, body } = await call('admin', 'GET', '/users');
    assert.equal(status, 200);
    const expected = Object.entries(people).map(([name, person]) => ({
      ...person,
      email: emailOf(name as keyof typeof people),
      nombreCompleto: `Persona ${name}`,
      mustChangePassword: false,
    }));
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    assert.deepEqual(body.sort(byId), expected.sort(byId));
  });
});

describe('GET /users/:id', () => {
  beforeEach(reset);

  test('answers users themselves and admins', async () => {
    for (const who of ['user', 'admin'] as const) {
      const { status, body } = await call(who, 'GET', user);
      assert.equal(status, 200);
      const { createdAt, updatedAt } = body;
      const own = { email: emailOf('user'), nombreCompleto: 'Persona user' };
      const record = { ...people.user, ...own, mustChangePassword: false, createdAt, updatedAt };
      assert.deepEqual(body, record);
      for (const time of [createdAt, updatedAt]) assert.match(time, ISO);
    }
    assert.equal((await call('admin', 'GET', `/users/${people.inactive.id}`)).status, 200);
  });

  test('answers 403 to other users before it looks for the record', async () => {
    for (const path of [user, admin, `/users/${NOBODY}`]) {
      refused(await call('other', 'GET', path), 403, NOT_YOUR_PROFILE);
    }
    refused(await call('admin', 'GET', `/users/${NOBODY}`), 404, 'Usuario no encontrado');
  });

  test('reads a UUID in either case, in its hyphenated form alone', async () => {
    const { id } = people.user;
    for (const who of ['user', 'admin'] as const) {
      const { status, body } = await call(who, 'GET', `/users/${id.toUpperCase()}`);
      assert.deepEqual([status, body.id], [200, id]);
    }
    // biome-ignore format: rows of ids
    const malformed = [
      'x', '1', 'me', `%7B${id}%7D`, `urn:uuid:${id}`, id.replaceAll('-', ''), id.slice(0, -1),
      `${id}0`, id.replace('a', 'g').replace('b', 'g'), `${id}%00`, id.replaceAll('-', '_'),
    ];
    for (const bad of malformed) {
      refused(await call('admin', 'GET', `/users/${bad}`), 400, [/^id /]);
      refused(await call('user', 'GET', `/users/${bad}`), 400, [/^id /]);
      refused(await call('user', 'PATCH', `/users/${bad}`, {}), 400, [/^id /]);
    }
  });
});

describe('PATCH /users/:id', () => {
  beforeEach(reset);

  const fields: [string, unknown, unknown?][] = [
    ['nombreCompleto', '  Ana  ', 'Ana'],
    ['email', ' Nueva@Ejemplo.mx ', 'Nueva@Ejemplo.mx'],
    ['roles', 'admin'],
    ['isActive', false],
    ['mustChangePassword', true],
  ];
  for (const [field, given, kept = given] of fields) {
    test(`by an admin changes ${field} and nothing else`, async () => {
      const before = await read();
      const { status, body } = await call('admin', 'PATCH', user, { [field]: given });
      assert.equal(status, 200);
      assert.deepEqual(body, { ...before, [field]: kept, updatedAt: body.updatedAt });
      assert.notEqual(body[field], before[field]);
      assert.deepEqual(await read(), body);
    });
  }

  const CHANGES = {
    nombreCompleto: 'Otro nombre',
    email: 'otro@ejemplo.mx',
    password: 'otra-secreta',
  };
  test('changes all fields at once', async () => {
    const changes = { ...CHANGES, roles: 'admin', isActive: true, mustChangePassword: true };
    const { status, body } = await call('admin', 'PATCH', user, changes);
    assert.equal(status, 200);
    const { password: secret, ...visible } = changes;
    const { createdAt, updatedAt } = body;
    assert.deepEqual(body, { ...visible, id: people.user.id, createdAt, updatedAt });
    const session = await login('OTRO@ejemplo.mx', secret);
    assert.deepEqual([session.status, session.body.user.mustChangePassword], [200, true]);
  });

  test('by users changes their own name, e-mail and password', async () => {
    const own = `/users/${people.user.id.toUpperCase()}`;
    const { status, body } = await call('user', 'PATCH', own, CHANGES);
    assert.equal(status, 200);
    assert.deepEqual([body.nombreCompleto, body.email], ['Otro nombre', 'otro@ejemplo.mx']);
    assert.equal((await login('otro@ejemplo.mx', 'otra-secreta')).status, 200);
    await shutOut('otro@ejemplo.mx', password);
    await shutOut(emailOf('user'), 'otra-secreta');
  });

  test('moves updatedAt with a change, and createdAt never', async () => {
    const before = (await call('user', 'GET', user)).body;
    await setTimeout(5);
    const { body } = await call('user', 'PATCH', user, { nombreCompleto: 'Otro nombre' });
    assert.ok(body.updatedAt > before.updatedAt, `${body.updatedAt} after ${before.updatedAt}`);
    assert.equal(body.createdAt, before.createdAt);
    await setTimeout(5);
    const again = await call('user', 'PATCH', user, { password: 'otra-secreta' });
    assert.ok(again.body.updatedAt > body.updatedAt, 'a password is a change too');
  });

  test('without fields, or with those that are there already, changes nothing', async () => {
    const { body: before } = await call('user', 'GET', user);
    const { nombreCompleto, email, roles, isActive, mustChangePassword } = before;
    await setTimeout(5);
    for (const body of [{}, { nombreCompleto, email, roles, isActive, mustChangePassword }]) {
      for (const who of ['user', 'admin'] as const) {
        const same = await call(who, 'PATCH', user, body);
        assert.deepEqual([same.status, same.body], [200, before]);
      }
    }
    assert.equal((await login(email, password)).status, 200);
  });

  test('names everything that is wrong at once, the id too', async () => {
    const wrong = { ...WRONG, mustChangePassword: 0 };
    const { status, body } = await call('user', 'PATCH', '/users/x', wrong);
    assert.equal(status, 400);
    const others = ['id debe ser un UUID.', 'mustChangePassword debe ser true o false.'];
    assert.deepEqual(body.message.sort(), [...OF_WRONG, ...others].sort());
  });

  test('refuses an e-mail that another has, in any case; one’s own in another case is fine', async () => {
    const { body: before } = await call('user', 'GET', user);
    for (const email of [emailOf('other'), emailOf('other').toUpperCase(), emailOf('inactive')]) {
      const body = { email, nombreCompleto: 'Otro nombre' };
      refused(await call('user', 'PATCH', user, body), 400, TAKEN);
      refused(await call('admin', 'PATCH', user, body), 400, TAKEN);
    }
    assert.deepEqual((await call('user', 'GET', user)).body, before);
    const own = await call('user', 'PATCH', user, { email: emailOf('user').toUpperCase() });
    assert.deepEqual([own.status, own.body.email], [200, emailOf('user').toUpperCase()]);
  });

  for (const change of [{ roles: 'admin' }, { isActive: false }, { mustChangePassword: true }]) {
    test(`by a user who would change ${Object.keys(change)} is refused, and what else the body holds with it`, async () => {
      const before = await read();
      for (const body of [change, { ...CHANGES, ...change }]) {
        refused(await call('user', 'PATCH', user, body), 403, 'Forbidden resource');
      }
      assert.deepEqual(await read(), before);
      assert.equal((await login(emailOf('user'), password)).status, 200);
    });
  }

  test('by a user gains no role by another way of writing it', async () => {
    for (const body of [
      '{"roles":"user","roles":"admin"}',
      '{"r\\u006fles":"admin"}',
      '{"roles":["admin"]}',
      '{"roles":{"toString":"admin"}}',
      '{"Roles":"admin"}',
      '{"roles ":"admin"}',
      '{"__proto__":{"roles":"admin"}}',
      '{"constructor":{"prototype":{"roles":"admin"}}}',
      '[{"roles":"admin"}]',
    ]) {
      const { status } = await call('user', 'PATCH', user, body);
      assert.ok(status === 400 || status === 403, `${body}: ${status}`);
      assert.equal((await call('user', 'GET', user)).body.roles, 'user', body);
    }
    for (const query of ['?roles=admin', '?%72oles=admin']) {
      assert.equal((await call('user', 'PATCH', user + query, {})).body.roles, 'user');
    }
  });

  const mustChange = () =>
    db.query('UPDATE users SET must_change_password = true WHERE id = $1', [people.user.id]);
  test('by a user does not take mustChangePassword away', async () => {
    await mustChange();
    const waive = await call('user', 'PATCH', user, { mustChangePassword: false });
    refused(waive, 403, 'Forbidden resource');
    assert.equal((await read()).mustChangePassword, true);
  });

  test('with a password sets mustChangePassword to false, or as the admin’s body says', async () => {
    for (const [who, given, then] of [
      ['admin', { mustChangePassword: true }, true],
      ['admin', { mustChangePassword: false }, false],
      ['user', {}, false],
      // The present value of a field that is an admin's to change is fine, and the password has its effect.
      ['user', { mustChangePassword: true }, false],
      ['admin', {}, false],
    ] as const) {
      await mustChange();
      const { status, body } = await call(who, 'PATCH', user, {
        password: 'otra-secreta',
        ...given,
      });
      assert.deepEqual([status, body.mustChangePassword], [200, then]);
    }
    const session = await login(emailOf('user'), 'otra-secreta');
    assert.equal(session.body.user.mustChangePassword, false);
  });

  test('checks token, body, ownership and existence in this order', async () => {
    const bad = { isActive: 'no' };
    const sentence = ['isActive debe ser true o false.'];
    unauthorized(await call('nobody', 'PATCH', '/users/x', bad));
    refused(await call('user', 'PATCH', other, bad), 400, sentence);
    refused(await call('user', 'PATCH', other, { roles: 'admin' }), 403, NOT_YOURS);
    refused(await call('user', 'PATCH', other, {}), 403, NOT_YOURS);
    refused(await call('user', 'PATCH', admin, { isActive: false }), 403, NOT_YOURS);
    refused(await call('user', 'PATCH', `/users/${NOBODY}`, bad), 400, sentence);
    refused(await call('user', 'PATCH', `/users/${NOBODY}`, {}), 403, NOT_YOURS);
    refused(await call('admin', 'PATCH', `/users/${NOBODY}`, bad), 400, sentence);
    for (const body of [{}, { nombreCompleto: 'Otro' }, { email: emailOf('user') }]) {
      const unknown = await call('admin', 'PATCH', `/users/${NOBODY}`, body);
      refused(unknown, 404, `Usuario con ID ${NOBODY} no encontrado`);
    }
    assert.equal((await call('other', 'GET', other)).body.roles, 'user');
  });

  test('in parallel with different fields holds them all', async () => {
    for (let round = 0; round < 5; round++) {
      await Promise.all([
        call('user', 'PATCH', user, { nombreCompleto: `Nombre ${round}` }),
        call('admin', 'PATCH', user, { email: `correo-${round}@ejemplo.mx` }),
        call('admin2', 'PATCH', user, { mustChangePassword: round % 2 === 0 }),
      ]);
      const { body } = await call('user', 'GET', user);
      assert.deepEqual(
        [body.nombreCompleto, body.email, body.mustChangePassword],
        [`Nombre ${round}`, `correo-${round}@ejemplo.mx`, round % 2 === 0],
      );
    }
  });
});

describe('a body with values that no user can have', () => {
  before(reset);

  for (const [method, path, mustChangePassword, sentence] of [
    ['POST', '/users', false, 'mustChangePassword no es un campo reconocido.'],
    ['PATCH', user, 'false', 'mustChangePassword debe ser true o false.'],
  ] as const) {
    test(`in ${method} answers 400 with the sentence of its field, and nothing is different`, async () => {
      const before = [await read(), await read('/users')];
      for (const [changes, expected] of [
        ...INVALID,
        [{ mustChangePassword }, sentence] as (typeof INVALID)[number],
      ]) {
        const body = method === 'POST' ? newUser(changes) : changes;
        refused(await call('admin', method, path, body), 400, [expected]);
      }
      assert.deepEqual([await read(), await read('/users')], before);
    });
  }
});

describe('the last active admin', () => {
  beforeEach(reset);

  test('can be neither demoted nor deactivated', async () => {
    // The other one goes first; the deactivated admin does not count.
    assert.equal((await call('admin', 'PATCH', admin2, { isActive: false })).status, 200);
    for (const body of [
      { roles: 'user' },
      { isActive: false },
      { roles: 'user', isActive: false },
      { nombreCompleto: 'Otro nombre', roles: 'user' },
    ]) {
      refused(await call('admin', 'PATCH', admin, body), 409, LAST_ADMIN);
    }
    const { roles, isActive, nombreCompleto } = await read(admin);
    assert.deepEqual([roles, isActive, nombreCompleto], ['admin', true, 'Persona admin']);
    const rest = { nombreCompleto: 'Otro nombre', roles: 'admin', isActive: true };
    assert.equal((await call('admin', 'PATCH', admin, rest)).status, 200);
  });

  test('can go once there is another', async () => {
    await call('admin', 'PATCH', admin2, { roles: 'user' });
    refused(await call('admin', 'PATCH', admin, { roles: 'user' }), 409, LAST_ADMIN);
    await call('admin', 'PATCH', other, { roles: 'admin' });
    assert.equal((await call('admin', 'PATCH', admin, { roles: 'user' })).status, 200);
    refused(await call('admin', 'GET', '/users'), 403, 'Forbidden resource');
    refused(await call('other', 'PATCH', other, { isActive: false }), 409, LAST_ADMIN);
  });

  for (const [what, body] of [
    ['demote', { roles: 'user' }],
    ['deactivate', { isActive: false }],
  ] as const) {
    test(`stays when two admins ${what} each other at once`, async () => {
      for (let round = 0; round < 5; round++) {
        await reset();
        const answers = await Promise.all([
          call('admin', 'PATCH', admin2, body),
          call('admin2', 'PATCH', admin, body),
        ]);
        const winners = answers.filter(({ status }) => status === 200);
        assert.equal(winners.length, 1, answers.map(({ text }) => text).join('\n'));
        // The other one came too late: refused by the rule, or no admin any more when the call came in.
        const loser = answers.find(({ status }) => status !== 200);
        assert.ok([NO_SESSION, 403, 409].includes(loser?.status ?? 0), loser?.text);
        const left = await db.query<{ id: string }>(
          `SELECT id FROM users WHERE roles = 'admin' AND is_active`,
        );
        assert.equal(left.length, 1);
        assert.notEqual(left[0]?.id, winners[0]?.body.id);
      }
    });

    test(`stays when two admins ${what} themselves at once`, async () => {
      for (let round = 0; round < 5; round++) {
        await reset();
        const answers = await Promise.all([
          call('admin', 'PATCH', admin, body),
          call('admin2', 'PATCH', admin2, body),
        ]);
        assert.deepEqual(statusesOf(answers), [200, 409]);
      }
    });
  }
});

describe('a stored password', () => {
  beforeEach(reset);

  test('stands in no answer, and in the database as an argon2id hash alone', async () => {
    const secret = 'Se8reto-irrepetible';
    const created = await create({ password: secret });
    const path = `/users/${created.body.id}`;
    const session = await login('maria.canche@ejemplo.mx', secret);
    const mine = { token: session.body.access_token };
    const answers = [
      created,
      session,
      await call('admin', 'GET', path),
      await call(mine, 'GET', path),
      await call('admin', 'GET', '/users'),
      await call(mine, 'PATCH', path, { password: `${secret}-2` }),
      await call('admin', 'PATCH', path, { password: `${secret}-3`, nombreCompleto: 'Otro' }),
      await call('admin', 'PATCH', path, { password: `${secret}-4`, email: emailOf('user') }),
      await call('user', 'PATCH', path, { password: `${secret}-5` }),
      await create({ password: secret }),
      await create({ password: `${secret}${'x'.repeat(128)}` }),
    ];
    const statuses = [201, 200, 200, 200, 200, 200, 200, 400, 403, 400, 400];
    assert.deepEqual(columnOf(answers, 'status'), statuses);
    const wrong = await login('maria.canche@ejemplo.mx', `${secret}-6`);
    notLoggedIn(wrong);
    for (const { text } of [...answers, wrong]) {
      assert.doesNotMatch(text, /argon2|Se8reto|"password\w*":|hash|tokens?_?(valid|kept)/i);
    }
    const row = await db.one<{ row: string; hash: string }>(
      'SELECT users::text AS row, password_hash AS hash FROM users WHERE id = $1',
      [created.body.id],
    );
    assert.doesNotMatch(row?.row ?? '', /Se8reto/);
    assert.match(row?.hash ?? '', /^\$argon2id\$v=19\$m=/);
  });

  test('has a hash of its own where two users have the same', async () => {
    await create();
    await create({ email: 'otra@ejemplo.mx' });
    const rows = await db.query<{ hash: string }>(
      `SELECT DISTINCT password_hash AS hash FROM users
       WHERE email IN ('maria.canche@ejemplo.mx', 'otra@ejemplo.mx')`,
    );
    assert.equal(rows.length, 2);
  });
});
