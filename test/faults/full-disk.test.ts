import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { columnOf } from '../columns.ts';
import { nameOf } from '../empty-registry.ts';
import { ownPostgres } from './postgres.ts';
import {
  assertUnavailable,
  assertWhole,
  inThisProcess,
  LOGIN,
  newRegistry,
  obraBody,
  openRegistry,
  type Registry,
  type Service,
} from './registry.ts';
import { embeddedOn, fill, MB, smallDisk } from './small-disk.ts';

/** An obra of about a megabyte that does not compress. */
function largeObra() {
  const position = () => [-90 + Math.random(), 20 + Math.random()];
  const geometriaJson = { type: 'LineString', coordinates: Array.from(Array(15_000), position) };
  const ubicacion = { direccion: 'grande', tipoGeometria: 'RUTA', geometriaJson };
  return { ...obraBody('grande'), ubicaciones: [ubicacion, ubicacion] };
}

/** Writes until four obras in a row are refused, with the proper answer and while reads go on. Answers what was written. */
async function writeUntilFull(registry: Registry<Service>): Promise<string[]> {
  const made: string[] = [];
  for (let refused = 0; refused < 4; ) {
    assert.ok(made.length < 90, 'the disk never got full');
    const body = largeObra();
    const reply = await registry.call('POST', '/obras', body);
    if (reply.status === 201) {
      made.push(body.claveUnica);
      refused = 0;
    } else {
      assertUnavailable(reply);
      assert.equal((await registry.call('GET', '/obras')).status, 200);
      refused += 1;
    }
  }
  return made;
}

async function assertStored(registry: Registry<Service>, claves: string[]): Promise<void> {
  const obras = await registry.obras();
  assertWhole(obras);
  assert.deepEqual(columnOf(obras, 'claveUnica').sort(), [...claves].sort());
}

describe('a full disk', () => {
  test('of PostgreSQL answers 503 to writes and lets reads go on, until there is room again', async () => {
    const server = await ownPostgres();
    const environment = await server.environment();
    const disk = smallDisk(64);
    execFileSync('chown', ['postgres', disk]);
    await server.query(`CREATE TABLESPACE chico LOCATION '${disk}'`);
    await server.query(`ALTER DATABASE ${nameOf(environment)} SET TABLESPACE chico`);
    const registry = await newRegistry(environment, inThisProcess);
    const giveBack = fill(disk, 6 * MB);
    const made = await writeUntilFull(registry);
    await assertStored(registry, made);
    giveBack();
    const { claveUnica } = await registry.made('/obras', largeObra());
    await assertStored(registry, [...made, claveUnica]);
    assert.equal(await registry.service.stop(), 0);
  });

  test('of the embedded database answers 503 to writes and lets reads go on, until there is room again', async () => {
    const disk = smallDisk(320);
    const environment = await embeddedOn(disk);
    let registry = await newRegistry(environment);
    const giveBack = fill(disk, 104 * MB);
    const made = await writeUntilFull(registry);
    // A login needs little room, so people who only read can still log in.
    assert.equal((await registry.call('POST', '/auth/login', LOGIN)).status, 200);
    // Others go on writing, to the last byte.
    const giveBackRest = fill(disk);
    for (let n = 0; n < 3; n++) {
      const refused = await registry.call('POST', '/obras', obraBody());
      assertUnavailable(refused);
      assert.match(refused.body.message, /^El disco del registro está lleno/);
      assertUnavailable(await registry.call('DELETE', '/obras/1'));
      assert.equal((await registry.call('GET', '/obras')).status, 200);
      // It would write a row of the ledger, and a log that can't grow is the end of reading too.
      assertUnavailable(await registry.call('POST', '/auth/login', LOGIN));
    }
    await assertStored(registry, made);
    giveBackRest();
    giveBack();
    const { claveUnica } = await registry.made('/obras', obraBody());
    await assertStored(registry, [...made, claveUnica]);
    assert.equal(await registry.service.stop('SIGKILL'), null);
    registry = await openRegistry(environment);
    await assertStored(registry, [...made, claveUnica]);
    assert.equal(await registry.service.stop(), 0);
  });
});
