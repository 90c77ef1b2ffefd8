// `npm run check:features`: whether the registry is whole without one of its features, tried in a clone.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { withoutFeature } from './without-feature.mjs';

/** The features that can be taken away, each with an address that goes with it. */
const ADDRESSES = {
  alertas: '/umbrales/{ejercicio}',
  archivos: '/obras/{id}/archivos',
  calidad: '/calidad',
  cambios: '/cambios.json',
  calles: '/mapa/base/calles',
  contratistas: '/contratistas',
  cortes: '/cortes',
  exportes: '/obras.geojson',
  importacion: '/obras/importacion',
  mapa: '/mapa/{z}/{x}/{y}',
  oc4ids: '/oc4ids',
  ogc: '/ogc/collections',
  resumen: '/obras/resumen',
};
const NAMES = Object.keys(ADDRESSES);
/** The features that stand on another, and go with it. */
const WITH = { archivos: ['cortes'], mapa: ['contratistas'] };

/** What `.ci/run` has of `npm test`: the files that ask the same of every route, where what a feature leaves behind shows. */
const IN_CI = [
  ...['access', 'bitacora-campos', 'cache', 'etiquetas', 'filters-cached', 'licences'],
  ...['links', 'metrics', 'openapi', 'pinned', 'prototypes', 'public'],
].map((name) => `core/${name}.`);

const HELP = `Uso: npm run check:features [-- opciones] [función…]

Comprueba que el registro siga entero sin una de sus funciones. En una copia del último commit quita las carpetas de la
función en src, portal y test, y sus líneas de src/features.ts y portal/features.ts; ahí corre npm run check y npm test, y
pregunta al servicio que inicia npm start. No descarga nada, y al terminar borra la copia.

  función…  ${NAMES.join(', ')};
            o «todas», una tras otra; sin ninguna es la de hoy: cada día otra
  --juntas  las quita todas a la vez
  --ci      de npm test sólo lo que corre en .ci/run
  --help    muestra esta ayuda
`;

/** The npm that is running; it has a process group of its own. */
let running;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values, positionals } = readArguments();
const unknown = positionals.filter((name) => name !== 'todas' && !NAMES.includes(name));

if (values.help) {
  process.stdout.write(HELP);
} else if (unknown.length > 0) {
  process.stderr.write(`No hay una función «${unknown.join('», «')}».\n\n${HELP}`);
  process.exitCode = 1;
} else {
  const today = NAMES[Math.floor(Date.now() / 86_400_000) % NAMES.length];
  const named = positionals.length > 0 ? positionals : [today];
  const names = named.includes('todas') ? NAMES : named;
  const groups = (values.juntas ? [names] : names.map((name) => [name])).map((group) => [
    ...new Set(group.flatMap((name) => [name, ...(WITH[name] ?? [])])),
  ]);
  process.exitCode = (await tryWithout(groups)) ? 0 : 1;
}

function readArguments() {
  const options = {
    juntas: { type: 'boolean' },
    ci: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  };
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch {
    process.stderr.write(`Opciones no reconocidas; éstas son las que hay.\n\n${HELP}`);
    process.exit(1);
  }
}

/** Tries the registry without each group of features, and answers whether it was whole without all of them. */
async function tryWithout(groups) {
  const folder = mkdtempSync(join(tmpdir(), 'registro-sin-'));
  process.once('exit', () => {
    if (running !== undefined) end(running, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => process.exit(130));
  const clone = join(folder, 'registro');
  git(root, 'clone', '--quiet', '--no-tags', root, clone);
  git(clone, 'checkout', '--quiet', '--detach', git(root, 'rev-parse', 'HEAD'));
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  const baseMap = join('dist', 'base.pmtiles');
  if (existsSync(join(root, baseMap))) {
    mkdirSync(join(clone, 'dist'));
    cpSync(join(root, baseMap), join(clone, baseMap));
  }
  const failed = [];
  for (const names of groups) {
    git(clone, 'reset', '--quiet', '--hard');
    // As old as can be: what is installed is newer.
    utimesSync(join(clone, 'package-lock.json'), 0, 0);
    takeAway(clone, names);
    const title = `sin ${names.join(', ')}`;
    const tests = values.ci ? ['--', ...IN_CI] : [];
    const steps = [
      ['npm run check', () => run(clone, 'run', 'check')],
      ['npm test', () => run(clone, 'test', ...tests)],
      ['npm start', () => serve(clone, join(folder, names.join('-')), names)],
    ];
    for (const [step, doStep] of steps) {
      const since = performance.now();
      process.stdout.write(`… ${title}: ${step}\n`);
      const failure = await doStep();
      const took = Math.round((performance.now() - since) / 1000);
      process.stdout.write(`${failure ? '✖' : '✔'} ${title}: ${step}, ${took} s\n`);
      if (!failure) continue;
      failed.push(`${title}: ${step}`);
      process.stdout.write(`${failure.replaceAll(/^/gm, '    ')}\n`);
    }
  }
  const whole = `El registro está entero ${groups.map((names) => `sin ${names.join(', ')}`).join('; ')}.`;
  process.stdout.write(`\n${failed.length === 0 ? whole : `Falló:\n${failed.join('\n')}`}\n`);
  return failed.length === 0;
}

/** Removes the folders of features, and the lines that name them in the lists of the service and of the portal. */
function takeAway(clone, names) {
  for (const name of names) {
    const folders = ['src', 'portal', 'test'].map((part) => `${part}/features/${name}`);
    git(clone, 'rm', '-rq', '--ignore-unmatch', ...folders);
    for (const list of ['src/features.ts', 'portal/features.ts']) {
      const path = join(clone, list);
      if (existsSync(path)) writeFileSync(path, withoutFeature(readFileSync(path, 'utf8'), name));
    }
  }
  // A short list may stand in one line.
  const biome = join('node_modules', '@biomejs', 'biome', 'bin', 'biome');
  if (names.length > 1) {
    spawnSync(process.execPath, [biome, 'format', '--write', 'src/features.ts', 'portal'], {
      cwd: clone,
    });
  }
}

/** Starts npm in the clone, with a process group of its own, and collects what it prints. */
function startNpm(clone, args, env) {
  const child = spawn('npm', args, { cwd: clone, env, detached: true });
  const started = { child, output: '', ended: once(child, 'close') };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      started.output += text;
    });
  }
  running = child;
  return started;
}

/** Ends what npm has started, too. */
function end(child, signal) {
  if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, signal);
}

/** Runs npm with these arguments. Returns the end of its output if it failed. */
async function run(clone, ...args) {
  // Of npm's own variables, those of this command would go on to that one.
  const env = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
  const started = startNpm(clone, args, Object.fromEntries(env));
  const [code] = await started.ended;
  const lines = started.output.split('\n').filter((line) => !/^(✔|●)/.test(line));
  return code === 0 ? undefined : lines.slice(-200).join('\n');
}

/** Starts the service as a public registry, and asks it for what is left and for what went. Returns what it found amiss. */
async function serve(clone, data, names) {
  const port = await freePort();
  const started = startNpm(clone, ['start'], {
    ...{ PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: data, PORT: port },
    ...{ PUBLIC_READ: 'true', ADMIN_PASSWORD: 'una-que-nadie-usa', LOG_LEVEL: 'warn' },
  });
  const get = (path) => fetch(`http://127.0.0.1:${port}${path}`);
  const isReady = () =>
    get('/health/ready').then(
      ({ ok }) => ok,
      () => false,
    );
  try {
    const until = Date.now() + 120_000;
    while (!(await isReady())) {
      if (started.child.exitCode !== null || Date.now() > until)
        return `No contesta:\n${started.output}`;
      await sleep(250);
    }
    const wrong = [];
    const { status } = await get('/obras');
    if (status !== 200) wrong.push(`GET /obras contesta ${status}.`);
    const { paths } = await (await get('/openapi.json')).json();
    for (const address of names.map((name) => ADDRESSES[name])) {
      if (address in paths) wrong.push(`${address} está en /openapi.json.`);
      const gone = await get(address.replaceAll(/\{\w+\}/g, '1'));
      // The word after /obras/ is read as an id.
      if (![400, 404].includes(gone.status)) wrong.push(`GET ${address} contesta ${gone.status}.`);
    }
    return wrong.length > 0 ? wrong.join('\n') : undefined;
  } finally {
    end(started.child, 'SIGTERM');
    await started.ended;
  }
}

/** A port of this machine that is free just now. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return String(port);
}

function git(folder, ...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}
