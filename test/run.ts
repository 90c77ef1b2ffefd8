// Runs the tests: `npm test` on an embedded database made for the run, `npm run test:postgres` on a PostgreSQL.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const HELP = `Uso: npm test [-- opciones] [archivo…]

  archivo…      sólo los archivos de prueba cuyo nombre contiene ese texto (obras, users…)
  --nombre <t>  sólo las pruebas cuyo nombre contiene ese texto
  --help        muestra esta ayuda

Con npm run test:postgres las mismas pruebas corren en el PostgreSQL con PostGIS de TEST_DATABASE_URL,
por ejemplo postgres://postgres@127.0.0.1:5432/postgres; crean ahí bases de datos propias y las borran.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    postgres: { type: 'boolean', default: false },
    nombre: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

if (values.help) {
  process.stdout.write(HELP);
} else if (values.postgres && !process.env.TEST_DATABASE_URL) {
  process.stderr.write(
    'Falta TEST_DATABASE_URL: la dirección de un PostgreSQL 15 o posterior con PostGIS, de un usuario que pueda crear bases de datos.\n',
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
      fileURLToPath(new URL('./all.js', import.meta.url)),
    ],
    { stdio: 'inherit', env },
  );
  process.exitCode = status ?? 1;
}
