import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { adminReset } from '../../src/commands/admin-reset.ts';
import { readConfig } from '../../src/core/base/config.ts';
import { openRegistry } from '../../src/core/registry.ts';
import { columnOf } from '../columns.ts';
import { until } from '../faults/postgres.ts';
import { NO_SESSION, runHere, session, startHere } from '../process.ts';
import { emptyEnvironment, freshEnvironment, makeReadOnly, TEST_DATABASE_URL } from '../world.ts';

const EMAIL = 'admin@obras.local';
// As some keyboards type it: its letters and their accents apart.
const ADMIN_PASSWORD = 'contraseña-íntima'.normalize('NFD');

const reset = (settings: Record<string, string>, email: string) =>
  runHere(adminReset, settings, ['--email', email]);

describe('npm run admin:reset', () => {
  test('gives a lost account back to its administrator, ends its open sessions, and makes no account', async () => {
    const environment: Record<string, string> = await freshEnvironment();
    const place = { ...environment, JWT_SECRET: '' };
    let service = await startHere({ ...environment, ADMIN_PASSWORD });
    let admin = await session(service.url, EMAIL, ADMIN_PASSWORD.normalize());
    const person = { email: 'Ana@ejemplo.mx', nombreCompleto: 'Ana', password: 'clave-de-ana' };
    const created = await admin('POST', '/users', { ...person, isActive: false });
    const { id } = (await created.json()) as { id: string };
    // The token that their own new password kept ends with the others.
    const [own] = (await (await admin('GET', '/users')).json()) as [{ id: string }];
    const body = { password: 'secreto-siguiente' };
    assert.equal((await admin('PATCH', `/users/${own.id}`, body)).status, 200);
    assert.equal((await admin('GET', '/users')).status, 200);
    if (!TEST_DATABASE_URL) {
      const busy = await reset(place, EMAIL);
      assert.equal(busy.code, 1);
      assert.match(busy.output, /está en uso por otro proceso del registro; deténgalo/);
      assert.equal((await admin('GET', '/users')).status, 200);
      await service.stop();
    }

    const nobody = await reset(place, 'nadie@ejemplo.mx');
    assert.equal(nobody.code, 1);
    assert.match(nobody.output, /^No existe un usuario con el correo nadie@ejemplo\.mx\.$/m);
    const random = await reset(place, EMAIL.toUpperCase());
    assert.equal(random.code, 0, random.output);
    assert.match(random.output, new RegExp(`correo: +${EMAIL}$`, 'm'));
    const password = /contraseña: (\S+)/.exec(random.output)?.[1] ?? '';
    assert.ok(password.length >= 16);
    const chosen = { ADMIN_PASSWORD: 'clave-de-repuésto'.normalize('NFD') };
    const other = await reset({ ...place, ...chosen }, 'ana@ejemplo.mx');
    assert.equal(other.code, 0, other.output);
    assert.ok(!other.output.includes('clave-de-repuésto'));

    if (!TEST_DATABASE_URL)
      service = await startHere({ ...environment, PORT: new URL(service.url).port });
    // A session that was opened before has ended, also where the service went on meanwhile. It hears of that in a moment.
    const status = async () => (await admin('GET', '/users')).status;
    await until('the session has ended', async () => (await status()) === NO_SESSION);
    await assert.rejects(session(service.url, EMAIL, body.password));
    admin = await session(service.url, EMAIL, password);
    const users = (await (await admin('GET', '/users')).json()) as { id: string }[];
    const ana = users.find((user) => user.id === id);
    const given = { email: person.email, roles: 'admin', isActive: true, mustChangePassword: true };
    assert.deepEqual(ana, { ...ana, ...given });
    await session(service.url, 'ana@ejemplo.mx', 'clave-de-repuésto');
    const ledger = await (await admin('GET', '/bitacora?accion=contraseña')).json();
    const command = 'registro-obras admin:reset';
    const programs = columnOf(ledger as { programa: string }[], 'programa');
    assert.deepEqual(programs, [command, command, 'registro-obras']);
    await service.stop();
  });

  test('names a missing option or setting', async () => {
    const nobody = await emptyEnvironment();
    for (const [settings, args, sentence] of [
      [nobody, [], /^Indique --email\./],
      [nobody, ['--email', EMAIL], /^No hay un registro en la /],
      [{ ...nobody, ADMIN_PASSWORD: 'corta' }, ['--email', EMAIL], /^ADMIN_PASSWORD /],
    ] as [Record<string, string>, string[], RegExp][]) {
      const { code, output } = await runHere(adminReset, settings, args);
      assert.equal(code, 1);
      assert.match(output, sentence);
    }
  });

  test('is refused on a standby, which only reads', {
    skip: TEST_DATABASE_URL === undefined && 'PostgreSQL only',
  }, async () => {
    const environment: Record<string, string> = await freshEnvironment();
    const { db } = await openRegistry(readConfig(environment), () => {});
    await db.close();
    await makeReadOnly(environment, true);
    const { code, output } = await reset(environment, EMAIL);
    assert.equal(code, 1);
    assert.match(output, /^La base de datos de DATABASE_URL \(\S+\) sólo permite leer, .+\n$/);
  });
});
