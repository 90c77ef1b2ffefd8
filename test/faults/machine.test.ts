import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import {
  asRead,
  assertSecretsAreSet,
  filledIn,
  readRoot as read,
  ROOT as root,
  settingsIn,
} from '../deploy-settings.ts';
import { newFolder } from '../empty-registry.ts';
import { debianProgram } from './debian.ts';

// One machine as docs/operaciones.md sets it up: the units and settings of deploy/, and that they and the page agree.

const UNITS = readdirSync(join(root, 'deploy')).filter((name) => /\.(service|timer)$/.test(name));

/** The settings of a unit by their names; those that stand several times are a list. */
function unit(name: string): Map<string, string[]> {
  const said = new Map<string, string[]>();
  for (const line of read(`deploy/${name}`).split('\n')) {
    const [, key = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (key) said.set(key, [...(said.get(key) ?? []), value]);
  }
  return said;
}
const one = (name: string, key: string) => unit(name).get(key)?.[0] ?? assert.fail(key);

describe('the units of deploy/', () => {
  const folder = newFolder();
  for (const name of UNITS) {
    // Where the machine of the tests has them.
    const text = read(`deploy/${name}`)
      .replaceAll('/opt/registro/actual', root.replace(/\/$/, ''))
      .replace('/usr/bin/node', process.execPath);
    writeFileSync(join(folder, name), text);
  }

  const analyze = (...args: string[]) =>
    spawnSync(debianProgram('systemd-analyze', 'systemd'), args, { cwd: folder, encoding: 'utf8' });

  test('are accepted by systemd', () => {
    assert.deepEqual(UNITS, [
      'registro-copia.service',
      'registro-copia.timer',
      'registro-momento.service',
      'registro-momento.timer',
      'registro.service',
    ]);
    const { status, stderr } = analyze('verify', '--man=no', ...UNITS.map((name) => `./${name}`));
    assert.equal(status, 0, stderr);
    // An unknown setting is only warned of.
    assert.doesNotMatch(stderr, new RegExp(UNITS.join('|').replaceAll('.', '\\.')));
  });

  test('confine the service and the copy: systemd’s own measure of exposure is 2.0 of 10 at most', () => {
    const offline = ['security', '--offline=true', '--threshold=20', '--no-pager'];
    for (const name of UNITS.filter((each) => each.endsWith('.service'))) {
      const { status, stdout, stderr } = analyze(...offline, `./${name}`);
      assert.equal(status, 0, stdout.slice(-300) + stderr);
      const said = unit(name);
      // pgBackRest reads the files of the database, which only postgres may.
      const user = name === 'registro-momento.service' ? 'postgres' : 'registro';
      assert.equal(said.get('User')?.[0], user);
      // The engine that compiles JavaScript could not live with it.
      assert.ok(!said.has('MemoryDenyWriteExecute'));
    }
  });

  test('name files that exist, and give the service time to stop', () => {
    const [, script = ''] = one('registro.service', 'ExecStart').split(' ');
    assert.equal(JSON.parse(read('package.json')).scripts.start, `node ${script}`);
    for (const name of ['registro-copia.service', 'registro-momento.service']) {
      const copy = one(name, 'ExecStart').replace('/opt/registro/actual/', '');
      accessSync(join(root, copy), constants.X_OK);
    }
    const repository = /^repo1-path=(.*)$/m.exec(read('deploy/pgbackrest.conf'))?.[1];
    assert.ok(one('registro-momento.service', 'ReadWritePaths').includes(`-${repository} `));
    const settings = settingsIn('deploy/machine.env.example');
    const delay = Number(settings.SHUTDOWN_DELAY ?? 0);
    assert.ok(Number(one('registro.service', 'TimeoutStopSec')) >= delay + 15);
    const writable = one('registro-copia.service', 'ReadWritePaths').split(' ');
    for (const name of ['BACKUP_DIR', 'BACKUP_SECOND']) {
      assert.ok(writable.includes(`-${settings[name]}`), name);
    }
  });
});

describe('the settings of one machine', () => {
  const settings = settingsIn('deploy/machine.env.example');
  const filled = filledIn(settings);

  test('are known to the program or to the copy, and each secret has to be set', () => {
    const { known, config } = asRead(filled);
    const script = read('deploy/copia.sh');
    for (const name of Object.keys(settings)) {
      assert.ok(known.has(name) || script.includes(`\${${name}:-`), name);
    }
    assert.equal(config.STRICT_ACCESS, true);
    assert.equal(config.TRUST_PROXY, 'loopback');
    assertSecretsAreSet(settings, filled);
    // The proxy sends to where the service listens.
    assert.ok(read('deploy/Caddyfile').includes(`reverse_proxy ${config.HOST}:${config.PORT} {`));
  });

  test('stand with the units where docs/operaciones.md puts them', () => {
    const page = read('docs/operaciones.md');
    const moment = read('docs/momento.md');
    for (const name of UNITS) {
      assert.ok((name.includes('momento') ? moment : page).includes(name), name);
    }
    const file = one('registro.service', 'EnvironmentFile');
    assert.ok(page.includes(`-m 600 -o registro -g registro deploy/machine.env.example ${file}`));
    assert.equal(one('registro-copia.service', 'EnvironmentFile'), file);
    for (const path of ['/opt/registro/actual', '/etc/caddy/Caddyfile', settings.BACKUP_DIR]) {
      assert.ok(page.includes(path as string), path);
    }
  });
});
