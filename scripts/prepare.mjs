// Runs before the other commands, on a bare clone too: installs what is missing and builds what is out of date.
// Plain JavaScript without dependencies, since none may be there yet.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
  const sources = ['src', 'test', 'bench', 'tsconfig.json', installed].map(newest);
  if (!existsSync(built) || Math.max(...sources) > modified(built)) {
    say('Compilando…');
    rmSync('dist', { recursive: true, force: true });
    run(process.execPath, [join('node_modules', 'typescript', 'bin', 'tsc')]);
    writeFileSync(built, '');
  }
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
