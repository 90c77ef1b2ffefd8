// `npm run bench`: measures the service beside a bare server in one run, and prints ratios. See bench/README.md.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const HELP = `Uso: npm run bench [-- opciones]

  --obras <n>      obras del registro de prueba (10000)
  --rondas <n>     rondas de cada medida, alternadas; se informa la mediana (5)
  --segundos <n>   duración de cada ronda (2)
  --salida <ruta>  archivo JSON con las cifras (bench/resultado.json)

Mide con la base de datos embebida y, si está BENCH_DATABASE_URL, también con ese PostgreSQL, cuya base de datos
debe estar vacía.
`;

const { values } = parseArgs({
  options: {
    obras: { type: 'string', default: '10000' },
    rondas: { type: 'string', default: '5' },
    segundos: { type: 'string', default: '2' },
    salida: { type: 'string', default: 'bench/resultado.json' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const AUTOCANNON = createRequire(import.meta.url).resolve('autocannon');
const ADMIN_PASSWORD = 'secreto-de-medir';
const CONNECTIONS = 16;

interface Row {
  database: string;
  measure: string;
  /** What the ratio is of, and the ratio itself. */
  ratio: string;
  detail: string;
}

interface Load {
  requests: { average: number };
  latency: { p99: number; p50: number };
  non2xx: number;
  errors: number;
}

const rows: Row[] = [];
const started: ChildProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), 'registro-medir-'));

async function main(): Promise<void> {
  if (values.help) return void process.stdout.write(HELP);
  try {
    await measure('embebida', { DATA_DIR: join(folder, 'datos') });
    const url = process.env.BENCH_DATABASE_URL;
    if (url) {
      await measure('PostgreSQL', { DATABASE_URL: url, DATA_DIR: join(folder, 'secretos') });
    }
    report();
  } finally {
    for (const child of started) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(database: string, environment: Record<string, string>): Promise<void> {
  say(`\nBase de datos ${database}: preparando ${values.obras} obras…`);
  const service = await startService(environment);
  const token = await login(service.url);
  const headers = { authorization: `Bearer ${token}` };

  const paths: [string, string][] = [
    ['una obra', '/obras/5'],
    ['obras de un municipio (100)', '/obras?municipioId=50&limit=100'],
    ['municipios', '/municipios'],
    ['dependencias', '/dependencias'],
  ];
  for (const [name, path] of paths) {
    const bytes = Buffer.from(await (await fetch(service.url + path, { headers })).arrayBuffer());
    const bare = await startBare(bytes);
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < Number(values.rondas); round++) {
      say(`  ${name}: ronda ${round + 1} de ${values.rondas}`);
      ours.push((await load(service.url + path, token)).requests.average);
      theirs.push((await load(bare.url, token)).requests.average);
    }
    bare.child.kill();
    add(database, name, median(ours) / median(theirs), 'del servidor desnudo', [
      `${Math.round(median(ours))}/s contra ${Math.round(median(theirs))}/s`,
      `${bytes.length} bytes`,
    ]);
  }

  say('  la lista entera');
  const before = residentBytes(service.child);
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentBytes(service.child));
  }, 20);
  const begun = performance.now();
  const answer = await fetch(`${service.url}/obras`, { headers });
  let firstByte = 0;
  let bytes = 0;
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    firstByte ||= performance.now() - begun;
    bytes += chunk.length;
  }
  const seconds = (performance.now() - begun) / 1000;
  clearInterval(watch);
  rows.push({
    database,
    measure: `GET /obras, ${values.obras} obras`,
    ratio: `memoria +${megabytes(peak - before)} MB`,
    detail: `${megabytes(bytes)} MB en ${seconds.toFixed(2)} s, primer byte a ${firstByte.toFixed(0)} ms`,
  });

  say('  lecturas mientras 20 sesiones se abren');
  const calm = await load(`${service.url}/obras/5`, token);
  const busy = load(`${service.url}/obras/5`, token);
  const deadline = performance.now() + Number(values.segundos) * 1000;
  let logins = 0;
  while (performance.now() < deadline) {
    await Promise.all(Array.from({ length: 20 }, () => login(service.url)));
    logins += 20;
  }
  const { latency } = await busy;
  add(
    database,
    'p99 de una obra durante inicios de sesión',
    latency.p99 / calm.latency.p99,
    'de su p99 en calma',
    [`${latency.p99} ms contra ${calm.latency.p99} ms`, `${logins} inicios de sesión`],
  );
  service.child.kill();
  await once(service.child, 'exit');
}

function add(database: string, measure: string, ratio: number, of: string, detail: string[]): void {
  rows.push({ database, measure, ratio: `${ratio.toFixed(2)} × ${of}`, detail: detail.join(', ') });
}

function report(): void {
  const machine = `${cpus()[0]?.model.trim()}, ${availableParallelism()} núcleos, Node ${process.versions.node}`;
  say(`\n${machine}; ${values.rondas} rondas de ${values.segundos} s, ${CONNECTIONS} conexiones\n`);
  say('| Base de datos | Medida | Razón | Detalle |\n| --- | --- | --- | --- |');
  for (const { database, measure, ratio, detail } of rows) {
    say(`| ${database} | ${measure} | ${ratio} | ${detail} |`);
  }
  writeFileSync(values.salida, `${JSON.stringify({ machine, rows }, null, 2)}\n`);
  say(`\nCifras en ${values.salida}`);
}

async function startService(environment: Record<string, string>) {
  const child = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('../src/server.js', import.meta.url)),
      '--demo',
      '--obras',
      values.obras,
    ],
    {
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        LOG_LEVEL: 'silent',
        JWT_SECRET: 'una clave sólo para medir, de más de 32 caracteres',
        ADMIN_PASSWORD,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  started.push(child);
  return { child, url: await addressOf(child) };
}

/** A `node:http` server in a process of its own that answers these bytes and does nothing else. */
async function startBare(bytes: Buffer) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./bare.js', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  started.push(child);
  child.stdin.end(bytes);
  return { child, url: await addressOf(child) };
}

/** Waits for the address that a server prints when it listens. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const address = /listo en (http:\S+)/.exec(printed)?.[1];
      if (address) resolve(address);
    });
    child.on('exit', () => reject(new Error(`no arrancó:\n${printed}`)));
  });
}

async function login(url: string): Promise<string> {
  const answer = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@obras.local', password: ADMIN_PASSWORD }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** One round of load on an address, from a process of its own. */
async function load(url: string, token: string): Promise<Load> {
  const child = spawn(
    process.execPath,
    [
      AUTOCANNON,
      '--json',
      '--connections',
      String(CONNECTIONS),
      '--duration',
      values.segundos,
      '--headers',
      `authorization=Bearer ${token}`,
      url,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  let json = '';
  for await (const text of child.stdout) json += text;
  const result = JSON.parse(json) as Load;
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} respuestas sin éxito, ${result.errors} errores`);
  }
  return result;
}

/** The operating system's figure for a process's memory. */
function residentBytes({ pid }: ChildProcess): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;
}

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(0);

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();
