import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { adminReset } from '../../src/commands/admin-reset.ts';
import { readConfig } from '../../src/core/base/config.ts';
import { openRegistry } from '../../src/core/registry.ts';
import { NO_SESSION, runHere, session, startHere } from '../process.ts';
import { emptyEnvironment, freshEnvironment, makeReadOnly, TEST_DATABASE_URL } from '../world.ts';

const EMAIL = 'admin@obras.local';
// As some keyboards type it: its letters and their accents apart.
const ADMIN_PASSWORD = 'contraseña-íntima'.normalize('NFD');

describe('npm run admin:reset', () => {
  test('gives a lost account back to its administrator, ends its open sessions, and makes no account', async () => {
    const environment: Record<string, string> = await freshEnvironment();
    const place = { ...environment, JWT_SECRET: '' };
    let service = await startHere({ ...environment, ADMIN_PASSWORD });
    let admin = await session(service.url, EMAIL, ADMIN_PASSWORD.normalize());
    const created = await admin('POST', '/users', {
      email: 'Ana@ejemplo.mx',
      nombreCompleto: 'Ana',
      password: 'clave-de-ana',
      isActive: false,
    });
    const { id } = (await created.json()) as { id: string };
    // The token that their own new password kept ends with the others.
    const [own] = (await (await admin('GET', '/users')).json()) as [{ id: string }];
    const body = { password: 'secreto-siguiente' };
    assert.equal((await admin('PATCH', `/users/${own.id}`, body)).status, 200);
    assert.equal((await admin('GET', '/users')).status, 200);
    if (!TEST_DATABASE_URL) {
      const busy = await runHere(adminReset, place, ['--email', EMAIL]);
      assert.equal(busy.code, 1);
      assert.match(busy.output, /está en uso por otro proceso del registro; deténgalo/);
      assert.equal((await admin('GET', '/users')).status, 200);
      await service.stop();
    }

    const nobody = await runHere(adminReset, place, ['--email', 'nadie@ejemplo.mx']);
    assert.equal(nobody.code, 1);
    assert.match(nobody.output, /^No existe un usuario con el correo nadie@ejemplo\.mx\.$/m);
    const random = await runHere(adminReset, place, ['--email', EMAIL.toUpperCase()]);
    assert.equal(random.code, 0, random.output);
    assert.match(random.output, new RegExp(`correo: +${EMAIL}$`, 'm'));
    const password = /contraseña: (\S+)/.exec(random.output)?.[1] ?? '';
    assert.ok(password.length >= 16);
    const other = await runHere(
      adminReset,
      { ...place, ADMIN_PASSWORD: 'clave-de-repuésto'.normalize('NFD') },
      ['--email', 'ana@ejemplo.mx'],
    );
    assert.equal(other.code, 0, other.output);
    assert.ok(!other.output.includes('clave-de-repuésto'));

    if (!TEST_DATABASE_URL) {
      service = await startHere({ ...environment, PORT: new URL(service.url).port });
    }
    // A session that was opened before has ended, also where the service went on meanwhile. It hears of that in a moment.
    let status = 0;
    for (let attempt = 0; attempt < 100 && status !== NO_SESSION; attempt++) {
      if (attempt > 0) await setTimeout(50);
      status = (await admin('GET', '/users')).status;
    }
    assert.equal(status, NO_SESSION);
    await assert.rejects(session(service.url, EMAIL, body.password));
    admin = await session(service.url, EMAIL, password);
    const users = (await (await admin('GET', '/users')).json()) as { id: string }[];
    const ana = users.find((user) => user.id === id);
    assert.deepEqual(ana, {
      ...ana,
      email: 'Ana@ejemplo.mx',
      roles: 'admin',
      isActive: true,
      mustChangePassword: true,
    });
    await session(service.url, 'ana@ejemplo.mx', 'clave-de-repuésto');
    const ledger = (await (await admin('GET', '/bitacora?accion=contraseña')).json()) as {
      programa: string;
    }[];
    assert.deepEqual(
      ledger.map(({ programa }) => programa),
      ['registro-obras admin:reset', 'registro-obras admin:reset', 'registro-obras'],
    );
    await service.stop();
  });

  test('names a missing option or setting', async () => {
    const nobody = await emptyEnvironment();
    const cases: [Record<string, string>, string[], RegExp][] = [
      [nobody, [], /^Indique --email\./],
      [nobody, ['--correo', 'x'], /^Opciones no reconocidas/],
      [nobody, ['--email', EMAIL], /^No hay un registro en la /],
      [{ ...nobody, ADMIN_PASSWORD: 'corta' }, ['--email', EMAIL], /^ADMIN_PASSWORD /],
    ];
    for (const [settings, args, sentence] of cases) {
      const { code, output } = await runHere(adminReset, settings, args);
      assert.equal(code, 1);
      assert.match(output, sentence);
    }
    const help = await runHere(adminReset, {}, ['--help']);
    assert.deepEqual([help.code, /--email/.test(help.output)], [0, true]);
  });

  test('is refused on a standby, which only reads', {
    skip: TEST_DATABASE_URL === undefined && 'PostgreSQL only',
  }, async () => {
    const environment: Record<string, string> = await freshEnvironment();
    const { db } = await openRegistry(readConfig(environment), () => {});
    await db.close();
    await makeReadOnly(environment, true);
    const { code, output } = await runHere(adminReset, environment, ['--email', EMAIL]);
    assert.equal(code, 1);
    assert.match(output, /^La base de datos de DATABASE_URL \(\S+\) sólo permite leer, .+\n$/);
  });
});
