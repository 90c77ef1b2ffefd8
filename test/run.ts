// Runs the tests of one kind: `npm test`, `npm run test:slow`, `test:postgres`, `test:portal`, `test:faults`. What each kind
// needs stands in HELP. `npm run test:all` (all.ts) runs all kinds, one after the other.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../src/consola/console.ts';
import { closeAll } from './at-end.ts';
import { IN_CI } from './faults/ci.ts';
import { ownPostgres, postgresPrograms, signal } from './faults/postgres.ts';
import { CHROMIUM } from './portal/browser.ts';
import { runFiles } from './processes.ts';

const HELP = `Uso: npm test [-- opciones] [archivo…]

  archivo…      sólo los archivos de prueba cuyo nombre contiene ese texto (obras, users…); con una diagonal, su ruta (ogc/)
  --nombre <t>  sólo las pruebas cuyo nombre contiene ese texto
  --help        muestra esta ayuda

Las de una sola función están en test/features/NOMBRE, las demás en test. De cada lugar, npm test corre las que no están en
una carpeta slow, faults o portal, con una base de datos embebida que se hace para ellas.

Con npm run test:slow corren las que tardan: siguen la guía a la letra, inician procesos, y prueban lo que hay
en deploy/, los datos de demostración, los clientes generados y solicitudes al azar.

Con npm run test:postgres corren las de npm test en el PostgreSQL con PostGIS de TEST_DATABASE_URL, por ejemplo
postgres://postgres@127.0.0.1:5432/postgres, donde crean bases de datos propias y las borran. Sin esa variable inician un
servidor propio, con los programas de Debian. Con -- --slow son las que tardan las que corren ahí.

Con npm run test:faults corren las que provocan fallas: matan el servicio, detienen y congelan un
PostgreSQL propio, llenan discos pequeños, quitan una de tres máquinas, y ponen a prueba lo que hay en deploy/. Necesitan los
programas de PostgreSQL con PostGIS, caddy, promtool, rsync, systemd-analyze, GDAL, patroni, etcd, haproxy y swift, de los
paquetes de Debian; para los discos y las máquinas, root. Con -- --ci son sólo las que corren en .ci/run (test/faults/ci.ts).

Con npm run test:portal corren las del portal, en el navegador Chromium: el del paquete
chromium-headless-shell de Debian, que tarda la mitad, el de su paquete chromium, o el que indique CHROMIUM. El registro está en
un PostgreSQL propio donde hay programas de PostgreSQL con PostGIS, porque ahí cuesta menos, y si no en la base embebida.

Con npm run test:all corren todas, una clase tras otra.
`;

const { values, positionals } = readArguments(HELP, {
  allowPositionals: true,
  options: {
    slow: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
    faults: { type: 'boolean', default: false },
    ci: { type: 'boolean', default: false },
    portal: { type: 'boolean', default: false },
    nombre: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const wantedKind = (['faults', 'portal', 'slow'] as const).find((name) => values[name]);
/** Where the files lie: one of these kinds in a folder of that name, be it in `test/` or in that of a feature. */
const ROOT = fileURLToPath(new URL('./', import.meta.url));
/** Those of the portal's rules are built with the modules that they load (test/reglas/tsconfig.json). */
const RULES = fileURLToPath(new URL('../reglas/test/', import.meta.url));
const filesIn = (root: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((at) => at.endsWith('.test.js'))
    .map((at) => ({ name: basename(at, '.test.js'), path: root + at, at }));
const KIND = /^(?:features\/[^/]+\/)?(?:(faults|portal|slow)\/)?/;
const files = [ROOT, RULES]
  .flatMap(filesIn)
  .filter(({ at }) => KIND.exec(at)?.[1] === wantedKind)
  .filter(({ name }) => !values.ci || IN_CI.includes(name));
/** How long each file took the last time it ran here, in milliseconds; beside what is built, so that it outlives a build. */
const TIMES = fileURLToPath(new URL('../test-times.json', import.meta.url));
const times: Record<string, number> = existsSync(TIMES)
  ? JSON.parse(readFileSync(TIMES, 'utf8'))
  : {};
const kind = values.postgres ? 'postgres ' : '';
const lastTime = (name: string): number | undefined => times[kind + name];
/** How long a file may take, to be compared: as long as it took, else by its place in the list of `.ci/run`, else by its size. */
const lengthOf = ({ name, path }: (typeof files)[number]) =>
  lastTime(name) ?? (values.ci ? -IN_CI.indexOf(name) : statSync(path).size);
/** Whether the text is in the file's name, or in its path where it has a slash: `ogc/` are all of that feature. */
const isNamed = (text: string) => (file: (typeof files)[number]) =>
  (text.includes('/') ? file.at : file.name).includes(text);
const unmatched = positionals.filter((text) => !files.some(isNamed(text)));

// Files share a process: what one of them does at its end would end the others.
const outside = files.filter(({ path }) =>
  /^(before|after)(Each)?\(/m.test(readFileSync(path, 'utf8')),
);

/** Why this can't be run; undefined where it can. */
function refusal(): string | undefined {
  if (outside.length > 0)
    return `Hay before o after fuera de describe en ${outside.map(({ name }) => name).join(', ')}; use atEnd (test/at-end.ts).`;
  if (values.postgres && !process.env.TEST_DATABASE_URL && !postgresPrograms())
    return 'Falta TEST_DATABASE_URL: la dirección de un PostgreSQL 15 o posterior con PostGIS, de un usuario que pueda crear bases de datos. O instale sus programas, y se inicia uno (en Debian: apt-get install postgresql-15-postgis-3).';
  if (values.faults && !postgresPrograms())
    return 'Faltan los programas de PostgreSQL en /usr/lib/postgresql; instálelos (en Debian: apt-get install postgresql-15-postgis-3).';
  if (values.portal && !existsSync(CHROMIUM))
    return `Falta el navegador ${CHROMIUM}; instálelo (en Debian: apt-get install chromium-headless-shell) o indique otro en CHROMIUM.`;
  if (unmatched.length > 0)
    return `No hay archivos de prueba con «${unmatched.join('», «')}» en su nombre; son:\n${files.map(({ name }) => `  ${name}`).join('\n')}`;
  return undefined;
}

const refused = values.help ? undefined : refusal();
if (values.help) process.stdout.write(HELP);
else if (refused) {
  process.stderr.write(`${refused}\n`);
  process.exitCode = 1;
} else {
  process.exitCode = (await run()) ? 0 : 1;
  writeFileSync(TIMES, JSON.stringify(times));
}

async function run(): Promise<boolean> {
  const env: NodeJS.ProcessEnv = { ...process.env };
  // PostgreSQL answers the browser with less of the processor than the embedded database.
  const onPostgres = values.postgres || (values.portal && postgresPrograms() !== undefined);
  if (!onPostgres) delete env.TEST_DATABASE_URL;
  else env.TEST_DATABASE_URL ??= await startPostgres();
  const wanted = files
    .filter((file) => positionals.length === 0 || positionals.some((text) => isNamed(text)(file)))
    // A long file is not begun last. Where none has run here yet, a large one is taken for a long one.
    .sort((one, other) => lengthOf(other) - lengthOf(one));
  try {
    return await runFiles(wanted, {
      env,
      pattern: values.nombre,
      command: commandOf(),
      lastTime,
      // Each has servers and services of its own, and waits for them more than half of its time.
      isAlone: values.faults,
      ...(values.faults && { processes: 3 }),
      tellsTests: positionals.length > 0,
      onFile: (name, milliseconds) => {
        if (values.nombre === undefined) times[kind + name] = Math.round(milliseconds);
      },
    });
  } finally {
    await closeAll();
  }
}

/** Starts a server for this run, which also ends with it where somebody interrupts it; answers its address. */
async function startPostgres(): Promise<string> {
  const server = await ownPostgres();
  process.once('exit', () => {
    const file = join(server.data, 'postmaster.pid');
    if (!existsSync(file)) return;
    const [pid] = readFileSync(file, 'utf8').split('\n');
    // At once, with all of its processes.
    signal(Number(pid), 'SIGQUIT');
    rmSync(dirname(server.data), { recursive: true, force: true });
  });
  return server.address('postgres');
}

function commandOf(): string {
  const kind = (['faults', 'portal', 'postgres', 'slow'] as const).find((name) => values[name]);
  return kind ? `npm run test:${kind}` : 'npm test';
}
