// Runs before the other commands, on a bare clone too: installs missing packages and builds outdated parts. Plain JavaScript
// without dependencies, since none may be installed yet.
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';

/** Milliseconds between two lines of progress, and for an answer of npm's registry. */
const PROGRESS = 5_000;
const REACHED_WITHIN = 10_000;

/** The lock of an installation or build, and the milliseconds without a sign after which it is abandoned. */
const LOCK = join('dist', '.preparing');
const ABANDONED = 10_000;
let holding;
const onWindows = process.platform === 'win32';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  stop(`Hace falta Node.js 20.19 o posterior; este es ${process.versions.node}.`);
}

const installed = join('node_modules', '.package-lock.json');
const built = join('dist', '.built');
// The portal has a mark of its own, so a change of the service does not build it again, nor the reverse.
const builtPortal = join('dist', '.portal');
/** The tests of the portal's rules, with the modules that they load. */
const builtRules = join('dist', '.reglas');
/** The map under the works, and what it is made of. */
const baseMap = join('dist', 'base.pmtiles');
const BASE_MAP = join('scripts', 'base-map.mjs');
const ofBaseMap = [
  BASE_MAP,
  join('scripts', 'archive.mjs'),
  join('sources', 'base-yucatan.geojson.gz'),
];
/** Files of the service that are part of the portal too, as the portal's build lists them. */
const builtShared = join('dist', '.portal-shared');
const building = !process.argv.includes('--install-only');
const buildingPortal = building && !process.argv.includes('--without-portal');

/** The running program, which ends with this process. */
let running;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // Ends the whole group at once: npm takes half a minute for its cleanup, and the next start begins anew anyway.
    if (running?.pid) killGroup(running.pid);
    unlock();
    say('Interrumpido; el próximo inicio continúa desde aquí.');
    process.exit(130);
  });
}

if (missing()) {
  await lock();
  try {
    await prepare();
  } finally {
    unlock();
  }
}
noteCommit();

/** The first missing or outdated step: `install`, `build`, `rules`, `map` or `portal`; undefined where all are done. */
function missing(done = new Set()) {
  const isInstalled = existsSync(installed) && modified('package-lock.json') <= modified(installed);
  if (!isInstalled && !done.has('install')) return 'install';
  if (!building) return undefined;
  const sources = ['src', 'test', 'bench', 'scripts', 'tsconfig.json', installed].map(newest);
  const isBuilt = existsSync(built) && Math.max(...sources) <= modified(built);
  if (!isBuilt && !done.has('build')) return 'build';
  const ofRules = Math.max(...sources, newest('portal'));
  const hasRules = existsSync(builtRules) && ofRules <= modified(builtRules);
  if (!hasRules && !done.has('rules')) return 'rules';
  if (!buildingPortal) return undefined;
  const hasMap = existsSync(baseMap) && Math.max(...ofBaseMap.map(newest)) <= modified(baseMap);
  if (!hasMap && !done.has('map')) return 'map';
  const shared = existsSync(builtShared) ? readFileSync(builtShared, 'utf8').split('\n') : ['src'];
  const portal = Math.max(
    ...['portal', 'sources', ...shared.filter(existsSync)].map(newest),
    modified(installed),
  );
  const hasPortal = existsSync(builtPortal) && portal <= modified(builtPortal);
  if (!hasPortal && !done.has('portal')) return 'portal';
}

async function prepare() {
  // The state is read again after each step: another process may have done some while this one waited. Each step is done
  // once, though: with a wrong clock, a source of tomorrow is newer than every build.
  const done = new Set();
  for (let part = missing(done); part; part = missing(done)) {
    done.add(part);
    if (part === 'install') await install();
    if (part === 'build') {
      for (const name of ['src', 'test', 'bench']) {
        rmSync(join('dist', name), { recursive: true, force: true });
      }
      const tsc = join('node_modules', 'typescript', 'bin', 'tsc');
      // `npm run check` checks types; without them the build takes a sixth of the time.
      await run('Compilando', process.execPath, [tsc, '--noCheck', '--incremental', 'false']);
      shrinkPostgis();
      const portalApi = join('scripts', 'portal-api.mjs');
      await run('Describiendo la API al portal', process.execPath, [portalApi]);
      writeFileSync(built, '');
    }
    if (part === 'rules') {
      rmSync(join('dist', 'reglas'), { recursive: true, force: true });
      const tsc = join('node_modules', 'typescript', 'bin', 'tsc');
      const ofRules = ['-p', join('test', 'reglas'), '--noCheck', '--incremental', 'false'];
      await run('Compilando las reglas del portal', process.execPath, [tsc, ...ofRules]);
      writeFileSync(builtRules, '');
    }
    if (part === 'map') await run('Dibujando el mapa base', process.execPath, [BASE_MAP]);
    if (part === 'portal') {
      const vite = join('node_modules', 'vite', 'bin', 'vite.js');
      const config = ['--config', join('portal', 'vite.config.mjs')];
      await run('Compilando el portal', process.execPath, [vite, 'build', ...config]);
      writeFileSync(builtPortal, '');
    }
  }
}

/**
 * Installs from npm's registry, or from npm's cache on this machine where the registry is out of reach. npm itself retries
 * for minutes before it fails.
 */
async function install() {
  const ci = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  const failure = unreachable();
  if (!failure) return run('Instalando dependencias', 'npm', ci);
  const isDone = await tried('Instalando dependencias', 'npm', [...ci, '--offline', '--silent']);
  if (!isDone) {
    stop(
      `No se pudo llegar al registro de paquetes de npm (${failure}), y en este equipo no están guardados todos los que hacen falta. Revise la red, o el proxy (npm config get proxy), e inténtelo de nuevo.`,
    );
  }
}

/** npm's name of the reason that its registry can't be reached; undefined where the registry answers at all. */
function unreachable() {
  const { status, stderr } = spawnSync(
    'npm',
    ['ping', '--fetch-retries=0', `--fetch-timeout=${REACHED_WITHIN}`],
    { encoding: 'utf8', timeout: REACHED_WITHIN, shell: onWindows },
  );
  if (status === 0) return undefined;
  if (status === null) return `sin respuesta en ${REACHED_WITHIN / 1000} segundos`;
  const [, code] = /\bcode (\S+)/.exec(stderr) ?? [];
  // Any answer proves the registry: E405 comes from a mirror that lacks this request.
  return /^E\d{3}$/.test(code ?? '') ? undefined : (code ?? 'sin respuesta');
}

/**
 * Makes `dist/postgis.tar.gz` out of PGlite's PostGIS. It retains the main library, the files of CREATE EXTENSION, and the
 * data of the projections. Raster, topology, geocoder and upgrade scripts are left out. PGlite unpacks and compiles a whole
 * bundle at every start, and retains it in memory. This one takes 34 MB instead of 94.
 */
function shrinkPostgis() {
  const bundle = join('node_modules', '@electric-sql', 'pglite-postgis', 'dist', 'postgis.tar.gz');
  const needed = [
    /^lib\/postgresql\/postgis-\d+\.so$/,
    /^share\/postgresql\/extension\/postgis\.control$/,
    /^share\/postgresql\/extension\/postgis--\d[\d.]*\.sql$/,
    /^share\/proj\/./,
  ];
  const tar = gunzipSync(readFileSync(bundle));
  const files = new Map();
  // Each entry is a header of 512 bytes (name at 0, size in octal at 124) and the file, filled up to 512.
  for (let start = 0; tar[start]; ) {
    const text = (from, length) => tar.toString('latin1', start + from, start + from + length);
    const [name] = text(0, 100).split('\0');
    const end = start + 512 + Math.ceil(Number.parseInt(text(124, 12), 8) / 512) * 512;
    if (needed.some((pattern) => pattern.test(name))) files.set(name, tar.subarray(start, end));
    start = end;
  }
  for (const pattern of needed) {
    if (![...files.keys()].some((name) => pattern.test(name)))
      stop(`A ${bundle} le falta ${pattern}.`);
  }
  const shrunk = Buffer.concat([...files.values(), Buffer.alloc(1024)]);
  writeFileSync(join('dist', 'postgis.tar.gz'), gzipSync(shrunk, { level: 1 }));
}

function newest(path) {
  // Types are no source of a build.
  if (path.endsWith('.d.ts')) return 0;
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function modified(path) {
  return statSync(path).mtimeMs;
}

/** Runs a program to its end, or stops. */
async function run(title, command, args) {
  if (await tried(title, command, args)) return;
  stop(`Falló «${command} ${args.join(' ')}»; el motivo está arriba.`);
}

/** Runs a program, with a line every few seconds. Returns whether it succeeded. */
async function tried(title, command, args) {
  say(`${title}…`);
  const begun = Date.now();
  const progress = setInterval(() => {
    say(`${title}… van ${Math.round((Date.now() - begun) / 1000)} s`);
  }, PROGRESS);
  // The program has a process group of its own: Ctrl-C reaches it through this process alone, which then ends the group.
  running = spawn(command, args, {
    stdio: ['ignore', 2, 2],
    detached: !onWindows,
    // npm is a script there.
    shell: command === 'npm' && onWindows,
  });
  const status = await new Promise((resolve) => {
    running.once('error', () => resolve(1)).once('exit', resolve);
  });
  running = undefined;
  clearInterval(progress);
  return status === 0;
}

function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended; or there are no groups, and the terminal's Ctrl-C reaches it.
  }
}

/**
 * One process installs and builds at a time: two would empty each other's folders. The lock's owner writes the file every
 * second, so the lock of a killed process expires.
 */
async function lock() {
  mkdirSync('dist', { recursive: true });
  for (let isAnnounced = false; ; isAnnounced = true) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (abandoned()) {
      // Renamed first: of several waiting processes, one alone removes it.
      try {
        renameSync(LOCK, `${LOCK}.${process.pid}`);
        rmSync(`${LOCK}.${process.pid}`, { force: true });
      } catch {}
      continue;
    }
    if (!isAnnounced)
      say('Otro proceso está instalando o compilando aquí; se espera a que termine…');
    await sleep(250);
  }
  holding = setInterval(() => writeFileSync(LOCK, String(process.pid)), 1_000);
}

function unlock() {
  if (!holding) return;
  clearInterval(holding);
  holding = undefined;
  rmSync(LOCK, { force: true });
}

function abandoned() {
  try {
    return Date.now() - modified(LOCK) > ABANDONED;
  } catch {
    // The lock was released in between.
    return false;
  }
}

/** Writes the commit into dist/commit: that of the clone, or that of the file `commit`, which git archive writes. */
function noteCommit() {
  const archived = readFileSync('commit', 'utf8').trim();
  const git = ['--git-dir=.git', 'rev-parse', '--short', 'HEAD'];
  const commit = archived.startsWith('$')
    ? (spawnSync('git', git, { encoding: 'utf8' }).stdout ?? '').trim()
    : archived;
  const file = join('dist', 'commit');
  mkdirSync('dist', { recursive: true });
  if (!existsSync(file) || readFileSync(file, 'utf8') !== commit) writeFileSync(file, commit);
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

function stop(line) {
  unlock();
  say(line);
  process.exit(1);
}
