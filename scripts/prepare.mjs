// Runs before the other commands, on a bare clone too: installs what is missing and builds what is out of date.
// Plain JavaScript without dependencies, since none may be there yet.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  stop(`Hace falta Node.js 20.19 o posterior; este es ${process.versions.node}.`);
}

const installed = join('node_modules', '.package-lock.json');
if (!existsSync(installed) || modified('package-lock.json') > modified(installed)) {
  say('Instalando dependencias…');
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund']);
}

if (!process.argv.includes('--install-only')) {
  const built = join('dist', '.built');
  const sources = ['src', 'test', 'bench', 'scripts', 'tsconfig.json', installed].map(newest);
  if (!existsSync(built) || Math.max(...sources) > modified(built)) {
    say('Compilando…');
    for (const name of ['src', 'test', 'bench']) {
      rmSync(join('dist', name), { recursive: true, force: true });
    }
    run(process.execPath, [join('node_modules', 'typescript', 'bin', 'tsc')]);
    shrinkPostgis();
    writeFileSync(built, '');
  }
  // The portal has a mark of its own: neither is built again because the other has changed.
  const builtPortal = join('dist', '.portal');
  const portal = Math.max(newest('portal'), newest('sources'), modified(installed));
  if (!existsSync(builtPortal) || portal > modified(builtPortal)) {
    say('Compilando el portal…');
    run(process.execPath, [
      join('node_modules', 'vite', 'bin', 'vite.js'),
      'build',
      '--config',
      join('portal', 'vite.config.mjs'),
    ]);
    writeFileSync(builtPortal, '');
  }
}

/**
 * Makes `dist/postgis.tar.gz` out of the PostGIS that comes for PGlite. It keeps the main library, what CREATE EXTENSION
 * runs, and the data of the projections. Raster, topology, geocoder and upgrade scripts are left out. PGlite unpacks and
 * compiles a whole bundle each time it opens, and keeps it in memory. This one takes 34 MB instead of 94.
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
  const kept = new Map();
  // Each entry is a header of 512 bytes (name at 0, size in octal at 124) and the file, filled up to 512.
  for (let start = 0; tar[start]; ) {
    const text = (from, length) => tar.toString('latin1', start + from, start + from + length);
    const [name] = text(0, 100).split('\0');
    const end = start + 512 + Math.ceil(Number.parseInt(text(124, 12), 8) / 512) * 512;
    if (needed.some((pattern) => pattern.test(name))) kept.set(name, tar.subarray(start, end));
    start = end;
  }
  for (const pattern of needed) {
    if (![...kept.keys()].some((name) => pattern.test(name)))
      stop(`A ${bundle} le falta ${pattern}.`);
  }
  const shrunk = Buffer.concat([...kept.values(), Buffer.alloc(1024)]);
  writeFileSync(join('dist', 'postgis.tar.gz'), gzipSync(shrunk, { level: 1 }));
}

function newest(path) {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function modified(path) {
  return statSync(path).mtimeMs;
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    stdio: ['ignore', 2, 2],
    shell: command === 'npm' && process.platform === 'win32',
  });
  if (error || status !== 0) stop(`Falló «${command} ${args.join(' ')}»; el motivo está arriba.`);
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

function stop(line) {
  say(line);
  process.exit(1);
}
