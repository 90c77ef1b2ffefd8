// Runs the tests. `npm test` uses an embedded database made for the run, and `npm run test:postgres` a PostgreSQL.
// `npm run test:faults` runs those that break things, on databases and servers of their own, and `npm run test:portal`
// those of the portal in a real browser.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../src/base/console.ts';
import { postgresPrograms } from './faults/postgres.ts';
import { CHROMIUM } from './portal/browser.ts';

const HELP = `Uso: npm test [-- opciones] [archivo…]

  archivo…      sólo los archivos de prueba cuyo nombre contiene ese texto (obras, users…)
  --nombre <t>  sólo las pruebas cuyo nombre contiene ese texto
  --help        muestra esta ayuda

Con npm run test:postgres las mismas pruebas corren en el PostgreSQL con PostGIS de TEST_DATABASE_URL,
por ejemplo postgres://postgres@127.0.0.1:5432/postgres; crean ahí bases de datos propias y las borran.

Con npm run test:faults corren las que provocan fallas (test/faults): matan el servicio, detienen y congelan un
PostgreSQL propio, llenan discos pequeños, y ponen a prueba lo que hay en deploy/. Necesitan los programas de PostgreSQL
con PostGIS, caddy, promtool, rsync, systemd-analyze y GDAL, de los paquetes de Debian que instala .ci/run; para los discos, root.

Con npm run test:portal corren las del portal (test/portal), en el navegador Chromium: /usr/bin/chromium, del paquete
chromium de Debian, o el que indique CHROMIUM.
`;

const { values, positionals } = readArguments(HELP, {
  allowPositionals: true,
  options: {
    postgres: { type: 'boolean', default: false },
    faults: { type: 'boolean', default: false },
    portal: { type: 'boolean', default: false },
    nombre: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const files = readdirSync(script(values.faults ? './faults' : values.portal ? './portal' : '.'))
  .filter((name) => name.endsWith('.test.js'))
  .sort();
const unmatched = positionals.filter((text) => !files.some((name) => name.includes(text)));

if (values.help) {
  process.stdout.write(HELP);
} else if (values.postgres && !process.env.TEST_DATABASE_URL) {
  process.stderr.write(
    'Falta TEST_DATABASE_URL: la dirección de un PostgreSQL 15 o posterior con PostGIS, de un usuario que pueda crear bases de datos.\n',
  );
  process.exitCode = 1;
} else if (values.faults && !postgresPrograms()) {
  process.stderr.write(
    'Faltan los programas de PostgreSQL en /usr/lib/postgresql; instálelos (en Debian: apt-get install postgresql-15-postgis-3).\n',
  );
  process.exitCode = 1;
} else if (values.portal && !existsSync(CHROMIUM)) {
  process.stderr.write(
    `Falta el navegador ${CHROMIUM}; instálelo (en Debian: apt-get install chromium) o indique otro en CHROMIUM.\n`,
  );
  process.exitCode = 1;
} else if (unmatched.length > 0) {
  process.stderr.write(
    `No hay archivos de prueba con «${unmatched.join('», «')}» en su nombre; son:\n${files.map((name) => `  ${name.replace('.test.js', '')}\n`).join('')}`,
  );
  process.exitCode = 1;
} else {
  const env: NodeJS.ProcessEnv = { ...process.env, TEST_FILES: positionals.join(' ') };
  if (!values.postgres) delete env.TEST_DATABASE_URL;
  const { status } = spawnSync(
    process.execPath,
    [
      '--test',
      '--test-reporter=spec',
      ...(values.nombre ? [`--test-name-pattern=${values.nombre}`] : []),
      // One after the other: each has servers and services of its own.
      ...(values.faults
        ? ['--test-concurrency=1', ...faultFiles().map((name) => script(`./faults/${name}`))]
        : [script(values.portal ? './portal/all.js' : './all.js')]),
    ],
    { stdio: 'inherit', env },
  );
  process.exitCode = status ?? 1;
}

function script(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

/** The files to run of those that break things. */
function faultFiles(): string[] {
  if (positionals.length === 0) return files;
  return files.filter((name) => positionals.some((text) => name.includes(text)));
}
