// `npm run dev`: builds on every change of the sources and restarts the service. Settings as for `npm start`.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const HELP = `Uso: npm run dev [-- opciones]

Sirve el registro como npm start, y compila y lo inicia de nuevo con cada cambio en src, migrations y sql. Con cada cambio en
portal compila el portal; basta cargar de nuevo la página. Ctrl-C lo detiene.
Las opciones son las de npm start (npm start -- --help las muestra); los ajustes también.

  --help  muestra esta ayuda
`;
// The service checks all other options.
const { values } = parseArgs({ strict: false, options: { help: { type: 'boolean', short: 'h' } } });
if (values.help) {
  process.stdout.write(HELP);
  process.exit();
}

const tsc = join('node_modules', 'typescript', 'bin', 'tsc');
const server = join('dist', 'src', 'server.js');
let service = start();
let pending;

for (const folder of ['src', 'migrations', 'sql']) {
  watch(folder, { recursive: true }, () => {
    clearTimeout(pending);
    pending = setTimeout(rebuild, 100);
  });
}
const portal = spawn(
  process.execPath,
  [
    join('node_modules', 'vite', 'bin', 'vite.js'),
    'build',
    '--watch',
    '--config',
    join('portal', 'vite.config.mjs'),
  ],
  { stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    service.on('exit', () => process.exit());
    portal.kill();
    service.kill();
    // The service may have stopped on an error of its own.
    if (service.exitCode !== null) process.exit();
  });
}

function start() {
  return spawn(process.execPath, [server, ...process.argv.slice(2)], { stdio: 'inherit' });
}

/** Code that does not compile leaves the service running as it was. */
function rebuild() {
  spawn(process.execPath, [tsc], { stdio: 'inherit' }).on('exit', (code) => {
    if (code !== 0) return;
    // The portal is built again where labels have changed.
    spawn(process.execPath, [join('scripts', 'portal-api.mjs')], { stdio: 'inherit' });
    const restart = () => {
      service = start();
    };
    if (service.exitCode !== null) return restart();
    service.once('exit', restart);
    service.kill();
  });
}
