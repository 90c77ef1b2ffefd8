// Runs the tests. `npm test` uses an embedded database made for the run, and `npm run test:postgres` a PostgreSQL.
// `npm run test:slow` runs those that take long, `npm run test:faults` those that break things, on databases and servers
// of their own, and `npm run test:portal` those of the portal in a real browser.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../src/base/console.ts';
import { postgresPrograms } from './faults/postgres.ts';
import { CHROMIUM } from './portal/browser.ts';
import { runFiles } from './processes.ts';

const HELP = `Uso: npm test [-- opciones] [archivo…]

  archivo…      sólo los archivos de prueba cuyo nombre contiene ese texto (obras, users…)
  --nombre <t>  sólo las pruebas cuyo nombre contiene ese texto
  --help        muestra esta ayuda

Con npm run test:slow corren las que tardan (test/slow): siguen la guía a la letra, y prueban lo que hay en deploy/, los
datos de demostración, los clientes generados y solicitudes al azar.

Con npm run test:postgres éstas y aquéllas corren en el PostgreSQL con PostGIS de TEST_DATABASE_URL,
por ejemplo postgres://postgres@127.0.0.1:5432/postgres; crean ahí bases de datos propias y las borran.

Con npm run test:faults corren las que provocan fallas (test/faults): matan el servicio, detienen y congelan un
PostgreSQL propio, llenan discos pequeños, y ponen a prueba lo que hay en deploy/. Necesitan los programas de PostgreSQL
con PostGIS, caddy, promtool, rsync, systemd-analyze y GDAL, de los paquetes de Debian que instala .ci/run; para los discos, root.

Con npm run test:portal corren las del portal (test/portal), en el navegador Chromium: el del paquete
chromium-headless-shell de Debian, que tarda la mitad, el de su paquete chromium, o el que indique CHROMIUM.
`;

const { values, positionals } = readArguments(HELP, {
  allowPositionals: true,
  options: {
    slow: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
    faults: { type: 'boolean', default: false },
    portal: { type: 'boolean', default: false },
    nombre: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const folders = values.faults
  ? ['./faults/']
  : values.portal
    ? ['./portal/']
    : values.slow
      ? ['./slow/']
      : values.postgres
        ? ['./', './slow/']
        : ['./'];
const files = folders.flatMap((folder) => {
  const path = fileURLToPath(new URL(folder, import.meta.url));
  return readdirSync(path)
    .filter((name) => name.endsWith('.test.js'))
    .map((name) => ({ name: name.replace('.test.js', ''), path: path + name }));
});
/** How long each file took the last time it ran here, in milliseconds. */
const TIMES = fileURLToPath(new URL('times.json', import.meta.url));
const times: Record<string, number> = existsSync(TIMES)
  ? JSON.parse(readFileSync(TIMES, 'utf8'))
  : {};
const lengthOf = ({ name, path }: (typeof files)[number]) => times[name] ?? statSync(path).size;
const unmatched = positionals.filter((text) => !files.some(({ name }) => name.includes(text)));

// Files share a process: what one of them does at its end would end the others.
const outside = files.filter(({ path }) =>
  /^(before|after)(Each)?\(/m.test(readFileSync(path, 'utf8')),
);

if (values.help) {
  process.stdout.write(HELP);
} else if (outside.length > 0) {
  refuse(
    `Hay before o after fuera de describe en ${outside.map(({ name }) => name).join(', ')}; use atEnd (test/at-end.ts).`,
  );
} else if (values.postgres && !process.env.TEST_DATABASE_URL) {
  refuse(
    'Falta TEST_DATABASE_URL: la dirección de un PostgreSQL 15 o posterior con PostGIS, de un usuario que pueda crear bases de datos.',
  );
} else if (values.faults && !postgresPrograms()) {
  refuse(
    'Faltan los programas de PostgreSQL en /usr/lib/postgresql; instálelos (en Debian: apt-get install postgresql-15-postgis-3).',
  );
} else if (values.portal && !existsSync(CHROMIUM)) {
  refuse(
    `Falta el navegador ${CHROMIUM}; instálelo (en Debian: apt-get install chromium-headless-shell) o indique otro en CHROMIUM.`,
  );
} else if (unmatched.length > 0) {
  refuse(
    `No hay archivos de prueba con «${unmatched.join('», «')}» en su nombre; son:\n${files.map(({ name }) => `  ${name}`).join('\n')}`,
  );
} else {
  const env: NodeJS.ProcessEnv = { ...process.env };
  if (!values.postgres) delete env.TEST_DATABASE_URL;
  const wanted = files
    .filter(
      ({ name }) => positionals.length === 0 || positionals.some((text) => name.includes(text)),
    )
    // A long file is not begun last. Where none has run here yet, a large one is taken for a long one.
    .sort((one, other) => lengthOf(other) - lengthOf(one));
  const passed = await runFiles(wanted, {
    env,
    pattern: values.nombre,
    // Each has servers and services of its own, and waits for them more than half of its time.
    isAlone: values.faults,
    ...(values.faults && { processes: 3 }),
    tellsTests: positionals.length > 0,
    onFile: (name, milliseconds) => {
      if (values.nombre === undefined) times[name] = Math.round(milliseconds);
    },
  });
  writeFileSync(TIMES, JSON.stringify(times));
  process.exitCode = passed ? 0 : 1;
}

function refuse(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
