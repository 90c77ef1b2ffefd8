import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, symlinkSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { readConfig } from '../../src/core/base/config.ts';
import { columnOf } from '../columns.ts';
import {
  asRead,
  assertSecretsAreSet,
  filledIn,
  readRoot as read,
  ROOT as root,
  settingsIn,
  settingsOf,
} from '../deploy-settings.ts';
import { newFolder } from '../empty-registry.ts';
import { run } from '../process.ts';
import { base, freshEnvironment } from '../world.ts';

// No engine runs containers here: what can be held against the rest of the program is, and what the image would
// contain is put together and run.

const manifest = JSON.parse(read('package.json'));

interface Instruction {
  name: string;
  rest: string;
}

const dockerfile = read('Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '');
const stages: Instruction[][] = [];
for (const line of dockerfile.split('\n').filter(Boolean)) {
  const [, name = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? assert.fail(line);
  if (name === 'FROM') stages.push([]);
  stages.at(-1)?.push({ name, rest });
}
/** What the stages copy of the project. */
const sources = stages
  .flatMap((stage) => of(stage, 'COPY'))
  .filter((line) => !line.startsWith('--from'))
  .flatMap((line) => line.split(' ').slice(0, -1));
const last = stages.at(-1) as Instruction[];
function of(stage: Instruction[], name: string): string[] {
  return columnOf(
    stage.filter((one) => one.name === name),
    'rest',
  );
}
const imageSettings = settingsOf(of(last, 'ENV').join(' ').replaceAll(' ', '\n'));
/** Folders and files that the build is given. */
const sent = read('.dockerignore')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1));

interface Service {
  image: string;
  build?: { context: string; args: Record<string, string> };
  pull_policy?: string;
  env_file?: string;
  environment?: Record<string, string>;
  stop_grace_period?: string;
  ports?: string[];
  volumes?: string[];
  depends_on?: string[] | Record<string, { condition: string }>;
  networks: string[];
}
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean } | null>;
  volumes: Record<string, unknown>;
};
const instances = Object.entries(compose.services).filter(([name]) => name.startsWith('registro-'));
const [, instance] = instances[0] as [string, Service];
const proxy = compose.services.proxy as Service;
const database = compose.services.base as Service;
const caddyfile = read('deploy/compose.Caddyfile');

/** The names that the program reads from its environment. */
const knownSettings = () => asRead({ JWT_SECRET: 'x'.repeat(40) }).known;

const seconds = (text: string) => Number(/^(\d+)s$/.exec(text)?.[1] ?? assert.fail(text));

describe('the image', () => {
  test('copies files that exist and that are sent to the build', () => {
    for (const source of sources) {
      assert.ok(existsSync(join(root, source)), source);
      assert.ok(sent.includes(source.replace(/\/$/, '')), `${source} is not sent to the build`);
    }
    for (const name of sent) assert.ok(existsSync(join(root, name)), name);
    const [ignored] = read('.dockerignore').match(/^[^#!].*$/m) ?? [];
    assert.equal(ignored, '*');
    const names = stages.map((stage) => / AS (\w+)$/.exec(stage[0]?.rest ?? '')?.[1]);
    for (const copy of of(last, 'COPY').filter((line) => line.startsWith('--from'))) {
      assert.ok(names.includes(/--from=(\w+)/.exec(copy)?.[1]), copy);
    }
  });

  test('runs on a Node that the program runs on, as a user without rights, without development packages', () => {
    for (const [from] of stages)
      assert.match(from?.rest ?? '', /^node:26-bookworm-slim( AS \w+)?$/);
    assert.equal(manifest.engines.node, '>=20.19');
    assert.deepEqual(of(last, 'USER'), ['node']);
    const at = (name: string) => last.findIndex((one) => one.name === name);
    assert.ok(at('USER') < at('CMD') && last.slice(at('USER')).every(({ name }) => name !== 'RUN'));
    const [modules] = of(last, 'COPY').filter((line) => line.includes('node_modules'));
    assert.match(modules ?? '', /^--from=dependencies /);
    const dependencies = stages.find(([from]) => from?.rest.endsWith(' AS dependencies')) ?? [];
    assert.match(of(dependencies, 'RUN').join(), /npm ci --omit=dev/);
    const all = stages.flatMap((stage) => stage.map(({ rest }) => rest)).join('\n');
    assert.match(all, /^COMMIT=\n.*echo "\$COMMIT" >dist\/commit$/m);
  });

  test('needs no package but the program’s dependencies', () => {
    const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.ts'))) {
      for (const [, name = ''] of read(`src/${file}`).matchAll(
        /(?:from|import\(|require\(import\.meta\.url\)\() ?'([^.'][^']*)'/g,
      )) {
        if (name.startsWith('node:') || builtinModules.includes(name)) continue;
        const parts = name.split('/');
        const bare = parts.slice(0, name.startsWith('@') ? 2 : 1).join('/');
        // Types alone are gone once it is built.
        const isType = bare === 'geojson';
        assert.ok(isType || bare in manifest.dependencies, `${file} needs ${bare}`);
      }
    }
  });

  test('holds all files that the program needs to be built and to start', async () => {
    const folder = newFolder();
    for (const source of sources)
      cpSync(join(root, source), join(folder, source), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const options = { cwd: folder, encoding: 'utf8' } as const;
    const built = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc'], options);
    assert.equal(built.status, 0, built.stdout);
    const [command] = of(last, 'CMD');
    const [node, script = ''] = JSON.parse(command ?? '') as string[];
    assert.equal(node, 'node');
    assert.equal(manifest.scripts.start, `node ${script}`);
    const demo = join(folder, 'dist/src/commands/demo/command.js');
    const { code, output } = await run(await freshEnvironment(), [], demo);
    assert.equal(code, 0, output);
    const help = await run({}, ['--help'], join(folder, script));
    assert.equal(help.code, 0, help.output);
  });

  test('has the commands that the operations guide runs in it', () => {
    const guide = read('docs/operaciones.md');
    const matches = guide.matchAll(/node (dist\/\S+\.js)/g);
    const commands = new Set([...matches].map(([, file = '']) => file));
    for (const each of ['admin-reset', 'backup/backup-command', 'backup/restore-command'])
      assert.ok(commands.has(`dist/src/commands/${each}.js`), each);
    for (const file of commands) assert.ok(existsSync(join(root, file)), file);
  });

  test('asks /health/ready of itself', async () => {
    const [check = ''] = of(last, 'HEALTHCHECK');
    assert.match(check, /\/health\/ready/);
    const [node, ...args] = JSON.parse(check.slice(check.indexOf('CMD ') + 4)) as string[];
    assert.equal(node, 'node');
    const outcome = async (PORT: string) => {
      const [code] = await once(spawn(process.execPath, args, { env: { PORT } }), 'close');
      return code as number;
    };
    assert.equal(await outcome(new URL(base).port), 0);
    assert.equal(await outcome('1'), 1);
  });

  test('sets no variable that the program does not know', () => {
    const known = knownSettings();
    for (const name of Object.keys(imageSettings)) {
      assert.ok(known.has(name) || name === 'NODE_ENV', name);
    }
    assert.deepEqual(of(last, 'EXPOSE'), [imageSettings.PORT]);
    assert.deepEqual(of(last, 'VOLUME'), [imageSettings.DATA_DIR]);
    assert.ok(
      of(last, 'RUN').some((line) => line.includes(`chown node:node ${imageSettings.DATA_DIR}`)),
    );
  });
});

describe('compose.yaml', () => {
  test('runs PostGIS, two instances that are alike, and a proxy that alone is reached from outside', () => {
    assert.equal(database.image, 'postgis/postgis:15-3.4');
    assert.equal(instances.length, 2);
    // The image is built once, and fetched from nowhere.
    const [one, other] = instances.map(([, { build, pull_policy, ...rest }]) => rest);
    assert.deepEqual(other, one);
    const fetched = instances.map(([, { build, pull_policy }]) => build?.context ?? pull_policy);
    assert.deepEqual(fetched, ['.', 'never']);
    assert.match(instance.build?.args.COMMIT ?? '', /^\$\{COMMIT:-\}$/);
    assert.equal(compose.networks.interna?.internal, true);
    assert.deepEqual(instance.depends_on, { base: { condition: 'service_healthy' } });
    assert.deepEqual(proxy.depends_on, columnOf(instances, 0));
    for (const [name, service] of Object.entries(compose.services)) {
      const { networks, ports, volumes = [] } = service;
      const isOpen = name === 'proxy';
      assert.deepEqual([networks.includes('externa'), ports !== undefined], [isOpen, isOpen], name);
      for (const network of networks) assert.ok(network in compose.networks);
      for (const [source = ''] of volumes.map((volume) => volume.split(':'))) {
        const isFile = source.startsWith('.');
        assert.ok(isFile ? existsSync(join(root, source)) : source in compose.volumes, source);
      }
    }
  });

  test('gives the instances settings that the program knows and accepts, secrets in files of their own', () => {
    const known = knownSettings();
    const file = instance.env_file ?? '';
    const settings = { ...filledIn(settingsIn(`${file}.example`)), ...instance.environment };
    for (const name of Object.keys(settings)) assert.ok(known.has(name), name);
    const config = readConfig(settings);
    assert.equal(config.STRICT_ACCESS, true);
    assert.ok(config.METRICS_TOKEN);
    // Left as the example has it, a secret stops the start.
    assertSecretsAreSet(settingsIn(`${file}.example`), settings);
    const { POSTGRES_USER, POSTGRES_DB } = database.environment ?? {};
    const { POSTGRES_PASSWORD } = filledIn(settingsIn(`${database.env_file}.example`));
    const url = `postgres://${POSTGRES_USER}:${POSTGRES_PASSWORD}@base:5432/${POSTGRES_DB}`;
    assert.equal(config.DATABASE_URL, url);
    assert.doesNotMatch(read('compose.yaml'), /PASSWORD|SECRET|TOKEN/);
    // The files with the secrets are kept out of the repository and of the image.
    assert.match(read('.gitignore'), /^deploy\/\*\.env$/m);
    assert.ok(!sent.includes('deploy'));
  });

  test('lets the proxy send to ready instances alone, with time to notice one that leaves', () => {
    const upstreams = [...caddyfile.matchAll(/reverse_proxy ([^{]+) \{/g)].map(
      ([, names]) => names,
    );
    const port = instance.environment?.PORT;
    const addresses = instances.map(([name]) => `${name}:${port}`).join(' ');
    // A question whether anything lives goes to any instance, the rest to one that is ready.
    assert.deepEqual(upstreams, [addresses, addresses]);
    assert.equal(port, imageSettings.PORT);
    const listens = /^:(\d+) \{/m.exec(caddyfile)?.[1];
    assert.match(proxy.ports?.[0] ?? '', new RegExp(`:${listens}$`));
    const option = (name: string) =>
      new RegExp(`^\\s+${name} (\\S+)$`, 'm').exec(caddyfile)?.[1] ?? '';
    assert.equal(option('health_uri'), '/health/ready');
    const delay = Number(instance.environment?.SHUTDOWN_DELAY);
    const notices = seconds(option('health_interval')) + seconds(option('health_timeout'));
    assert.ok(delay > notices, `${delay} > ${notices}`);
    assert.ok(seconds(instance.stop_grace_period ?? '') >= delay + 10 + 5);
    assert.match(caddyfile, /^\trespond \/metrics 404$/m);
  });

  test('lets the proxy answer in the service’s words where no instance is ready', () => {
    const errors = (text: string) =>
      /^\thandle_errors \{\n(.+?)^\t\}$/ms.exec(text)?.[1] ?? assert.fail();
    const block = errors(caddyfile);
    // The one of a single machine says the same.
    assert.equal(errors(read('deploy/Caddyfile')), block);
    assert.match(block, /^\t\theader Retry-After \d+$/m);
    assert.match(block, /^\t\theader Content-Type "application\/json; charset=utf-8"$/m);
    const [, body = ''] = /^\t\trespond `(.+)` \{err\.status_code\}$/m.exec(block) ?? assert.fail();
    const message =
      'El servicio no está disponible por el momento; intente de nuevo en unos segundos.';
    const words = { statusCode: '{err.status_code}', message, error: '{err.status_text}' };
    assert.deepEqual(JSON.parse(body.replace(/(?<=:\s*)\{err\.status_code\}/, '"$&"')), words);
  });
});
