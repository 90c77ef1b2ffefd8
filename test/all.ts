// `npm run test:all`: all tests that there are, one kind after the other. `.ci/run` runs a part of them (`--ci`).
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../src/consola/console.ts';
import { duration } from './processes.ts';

const HELP = `Uso: npm run test:all [-- opciones] [clase…]

Corre todas las pruebas, una clase tras otra, y dice de cada una cómo terminó. Necesita los paquetes de Debian que nombra
CONTRIBUTING.md, y root para las que llenan discos. Lo que cada clase imprime se muestra al final si algo falló.

  clase…   sólo éstas: test, postgres, portal, faults, slow, slow-postgres,
           embedded-newest, slow-newest
  --ci     sólo lo que corre en .ci/run
  --help   muestra esta ayuda
`;

interface Part {
  name: string;
  /** Arguments of `run.ts`. */
  args: string[];
  /** Whether the newest Node LTS runs it, which the image and the guide use. */
  onNewest?: boolean;
  /** Whether `.ci/run` has it, too. */
  inCi?: boolean;
  /** Its settings there instead. */
  ciArgs?: string[];
}

/** Of the tests that take long, those of copies, upgrades and commands that write, and of what strangers ask. */
const SLOW_IN_CI = ['backup', 'schema', 'import', 'admin-reset', 'strangers'];

// Each test runs on either Node and on either database, but not on all four pairs of them. Of the two that are left, this
// Node with PostgreSQL is what breaks in `faults`, and the newest with the embedded database has the files below.
const PARTS: Part[] = [
  { name: 'test', args: [], inCi: true },
  { name: 'postgres', args: ['--postgres'], onNewest: true, inCi: true },
  { name: 'portal', args: ['--portal'], inCi: true },
  { name: 'faults', args: ['--faults'], inCi: true, ciArgs: ['--faults', '--ci'] },
  { name: 'slow', args: ['--slow'] },
  {
    name: 'slow-postgres',
    args: ['--slow', '--postgres'],
    onNewest: true,
    inCi: true,
    ciArgs: ['--slow', '--postgres', ...SLOW_IN_CI],
  },
  // An engine in WebAssembly on a thread of its own, with its folder, its deadlines and its PostGIS.
  {
    name: 'embedded-newest',
    args: ['server', 'documents', 'postgis', 'mapa', 'obras'],
    onNewest: true,
  },
  { name: 'slow-newest', args: ['--slow', 'backup', 'schema', 'statistics'], onNewest: true },
];

const RUN = fileURLToPath(new URL('run.js', import.meta.url));
/** The newest LTS of Node. */
const NEWEST = 26;

const { values, positionals } = readArguments(HELP, {
  allowPositionals: true,
  options: {
    ci: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const unknown = positionals.find((name) => PARTS.every((part) => part.name !== name));

if (values.help) {
  process.stdout.write(HELP);
} else if (unknown !== undefined) {
  process.stderr.write(`No hay una clase «${unknown}».\n\n${HELP}`);
  process.exitCode = 1;
} else {
  const parts = PARTS.filter(({ name, inCi }) =>
    positionals.length > 0 ? positionals.includes(name) : inCi || !values.ci,
  );
  process.exitCode = (await runParts(parts)) ? 0 : 1;
}

/** Runs the parts, and answers whether all tests have passed. */
async function runParts(parts: Part[]): Promise<boolean> {
  const begun = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'registro-clases-'));
  let running: ChildProcess | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      // It ends what it has started itself; another Ctrl-C from the terminal has reached it already.
      running?.kill(signal);
      rmSync(folder, { recursive: true, force: true });
      process.exit(128 + constants.signals[signal]);
    });
  }
  const totals = { pass: 0, fail: 0, skip: 0 };
  const failed: { name: string; output: string }[] = [];
  for (const part of parts) {
    const since = performance.now();
    if (process.stdout.isTTY) process.stdout.write(`… ${part.name}`);
    const { args, ciArgs = args } = part;
    const log = join(folder, part.name);
    const file = openSync(log, 'w');
    const node = part.onNewest ? newestNode() : process.execPath;
    // A «node» that the tests start is the same.
    const PATH = [dirname(node), process.env.PATH].join(delimiter);
    running = spawn(node, [RUN, ...(values.ci ? ciArgs : args)], {
      stdio: ['ignore', file, file],
      env: { ...process.env, PATH },
    });
    closeSync(file);
    const [code] = (await once(running, 'exit')) as [number | null];
    running = undefined;
    const output = readFileSync(log, 'utf8');
    const lastLine = output.trimEnd().split('\n').at(-1) ?? '';
    const counts = /(\d+) pasaron, (\d+) fallaron, (\d+) omitidas/.exec(lastLine);
    totals.pass += Number(counts?.[1] ?? 0);
    totals.fail += Number(counts?.[2] ?? 1);
    totals.skip += Number(counts?.[3] ?? 0);
    if (code !== 0) failed.push({ name: part.name, output });
    const mark = code === 0 ? '✔' : '✖';
    const line = `${mark} ${part.name}, ${duration(performance.now() - since)}: ${lastLine}`;
    process.stdout.write(process.stdout.isTTY ? `\r\x1b[K${line}\n` : `${line}\n`);
  }
  for (const { name, output } of failed) {
    // The tests that passed are left out, so the lines are those of the ones that failed.
    const lines = output.split('\n').filter((line) => !line.startsWith('✔ '));
    process.stdout.write(`\n✖ ${name}\n${lines.slice(-600).join('\n')}\n`);
  }
  rmSync(folder, { recursive: true, force: true });
  const { pass, fail, skip } = totals;
  process.stdout.write(
    `\n${pass} passed, ${fail} failed, ${skip} skipped\n${failed.length === 0 ? 'Todo pasó' : 'Algo falló'} en ${duration(performance.now() - begun)}.\n`,
  );
  return failed.length === 0;
}

/** The newest Node, installed beside what is built. Its package is a program and nothing else. */
function newestNode(): string {
  const name = `node-linux-${process.arch}`;
  const folder = fileURLToPath(new URL(`../node-${NEWEST}`, import.meta.url));
  const program = join(folder, 'node_modules', name, 'bin', 'node');
  if (!existsSync(program)) {
    const quiet = ['--no-save', '--no-audit', '--no-fund', '--silent'];
    execFileSync('npm', ['install', ...quiet, '--prefix', folder, `${name}@${NEWEST}`], {
      stdio: 'inherit',
    });
  }
  return program;
}
