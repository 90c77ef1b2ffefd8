// `npm run bench`: measures the service beside its limits, and prints one table. See bench/README.md.
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { readArguments } from '../src/consola/console.ts';
import { measures } from './measures.ts';
import { type DatabaseName, MOST_GENERATED } from './registries.ts';
import { grouped, lineOf, type Row, rowOf, tableOf } from './rows.ts';
import { cleanUp, onServer, SERVER_URL } from './start.ts';

const HELP = `Uso: npm run bench [-- opciones]

  --obras <n,n,…>   tamaños de los registros de prueba, de 1000 a 100000 (1000,10000,100000)
  --millon          mide el crecimiento hasta 1 000 000 de obras; sólo con PostgreSQL
  --seguimiento <n> obras del registro con doce avances por obra; sólo con PostgreSQL (10000)
  --rondas <n>      rondas de cada medida, alternadas; se informa la mediana (5)
  --segundos <n>    duración de cada ronda (1)
  --solo <texto>    sólo las medidas cuyo nombre lo contiene
  --salida <ruta>   archivo JSON con todas las cifras (bench/resultado.json)
  --help            muestra esta ayuda

Mide con la base de datos embebida y, si está BENCH_DATABASE_URL, también con ese servidor de PostgreSQL, donde
crea y al final elimina sus propias bases de datos, registro_medir_….
`;

interface Options {
  sizes: number[];
  withMillion: boolean;
  followed: number;
  rounds: number;
  seconds: number;
  only: string;
  output: string;
}

async function main(): Promise<void> {
  const options = readOptions();
  if (typeof options === 'string') {
    process.stdout.write(options);
    return;
  }
  endOnSignal();
  try {
    await run(options);
  } finally {
    await cleanUp();
  }
}

async function run({ sizes, withMillion, followed, rounds, seconds, only, output }: Options) {
  const machine = await describeMachine();
  const databases: DatabaseName[] = SERVER_URL ? ['embebida', 'PostgreSQL'] : ['embebida'];
  const chosen = measures({ rounds, seconds }, databases, sizes, { withMillion, followed }).filter(
    ({ name, database }) => plain(`${name} ${database}`).includes(plain(only)),
  );
  say(`${machine.text}\n${chosen.length} medidas, ${rounds} rondas de ${seconds} s\n`);
  if (SERVER_URL && !withMillion) {
    say(
      'El crecimiento se mide desde 10 000 obras hasta el mayor tamaño; con --millon, 1 000 000.\n',
    );
  }
  const rows: Row[] = [];
  const failures: { measure: string; error: string }[] = [];
  for (const [index, measure] of chosen.entries()) {
    if (isEnding) break;
    const { name, database, obras } = measure;
    const title = [name, ...(obras === null ? [] : [`${grouped(obras)} obras`]), database];
    say(`[${index + 1}/${chosen.length}] ${title.join(' · ')}`);
    try {
      const results = (await measure.run()).map((finding) => rowOf(measure, finding));
      for (const row of results) say(`  ${lineOf(row)}`);
      rows.push(...results);
    } catch (error) {
      // A request that the end of the run cuts off is not the measure's failure.
      if (isEnding) break;
      say(`  no se pudo medir: ${(error as Error).message}`);
      failures.push({ measure: title.join(' · '), error: (error as Error).message });
    }
  }
  if (isEnding) return;
  say(`\n${tableOf(rows)}`);
  const unmet = rows.filter(({ isMet }) => isMet === false).length;
  say(`\n${rows.filter(({ isMet }) => isMet).length} metas cumplidas, ${unmet} sin cumplir.`);
  for (const { measure, error } of failures) say(`No se pudo medir ${measure}: ${error}`);
  if (failures.length > 0) process.exitCode = 1;
  const plan = { rounds, seconds, sizes, withMillion, followed, only };
  writeFileSync(output, `${JSON.stringify({ machine, plan, rows, failures }, null, 2)}\n`);
  say(`Todas las cifras, en ${output}`);
}

/** The options, or the help where it is requested. */
function readOptions(): Options | string {
  const { values } = readArguments(HELP, {
    options: {
      obras: { type: 'string', default: '1000,10000,100000' },
      millon: { type: 'boolean', default: false },
      seguimiento: { type: 'string', default: '10000' },
      rondas: { type: 'string', default: '5' },
      segundos: { type: 'string', default: '1' },
      solo: { type: 'string', default: '' },
      salida: { type: 'string', default: 'bench/resultado.json' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return HELP;
  if (values.millon && !SERVER_URL) refuse('--millon necesita BENCH_DATABASE_URL.');
  const sizes = values.obras
    .split(',')
    .map((size) => integer('--obras', size, 1_000, MOST_GENERATED))
    .sort((a, b) => a - b);
  return {
    sizes: [...new Set(sizes)],
    withMillion: values.millon,
    followed: integer('--seguimiento', values.seguimiento, 1_000, MOST_GENERATED),
    rounds: integer('--rondas', values.rondas, 1, 1_000),
    seconds: integer('--segundos', values.segundos, 1, 20),
    only: values.solo,
    output: values.salida,
  };
}

function integer(name: string, text: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= least && number <= most)) {
    refuse(`${name} va de ${grouped(least)} a ${grouped(most)}; se recibió «${text}».`);
  }
  return number;
}

function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

async function describeMachine() {
  const machine = {
    date: new Date().toISOString(),
    cpu: cpus()[0]?.model.trim() ?? 'desconocido',
    cores: availableParallelism(),
    memory: totalmem(),
    /** The last minute's load before the start, caused by other work of the machine. */
    load: loadavg()[0] ?? 0,
    node: process.versions.node,
    postgres: SERVER_URL ? await describeServer() : null,
  };
  const { cpu, cores, memory, load, node, postgres } = machine;
  const text = [
    `${cpu}, ${cores} núcleos, ${(memory / 2 ** 30).toFixed(0)} GiB`,
    `Node ${node}`,
    ...(postgres ? [`PostgreSQL ${postgres.server_version}`] : []),
    `carga al empezar ${load.toFixed(2)}`,
  ].join('; ');
  return { ...machine, text };
}

/** The server's version, and its settings with most influence on speed. */
async function describeServer(): Promise<Record<string, string>> {
  const { rows } = await onServer((server) =>
    server.query<{ name: string; setting: string }>(
      `SELECT name, current_setting(name) AS setting FROM pg_settings
       WHERE name IN ('server_version', 'shared_buffers', 'work_mem', 'fsync', 'synchronous_commit',
         'max_wal_size', 'random_page_cost', 'jit')`,
    ),
  );
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
}

let isEnding = false;

/** Ctrl-C removes processes and databases, too; a second one ends at once. */
function endOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isEnding) process.exit(1);
      isEnding = true;
      say('\nterminando y eliminando lo creado…');
      process.exitCode = 1;
      cleanUp().finally(() => process.exit());
    });
  }
}

/** Without accents or capitals. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();
