// `npm run check`: types, lint and format, and what stands on what; the first failure last on the screen.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { importsUpwards } from './floors.mjs';

const HELP = `Uso: npm run check

Comprueba los tipos (tsc), las reglas, los ciclos y el formato (biome), y que en src/ nada se apoye en lo que se apoya en
ello. npx biome check --write arregla lo que puede arreglarse solo.

  --help  muestra esta ayuda
`;

let given;
try {
  given = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });
} catch {
  process.stderr.write(`Opciones no reconocidas; éstas son las que hay.\n\n${HELP}`);
  process.exit(1);
}
if (given.values.help) {
  process.stdout.write(HELP);
} else {
  process.exitCode =
    run(['typescript', 'bin', 'tsc'], '--noEmit') ||
    run(['typescript', 'bin', 'tsc'], '-p', 'portal') ||
    run(['@biomejs', 'biome', 'bin', 'biome'], 'check', '--error-on-warnings') ||
    floors();
}

/** The exit code of a program of the project's own. */
function run(program, ...args) {
  const script = join('node_modules', ...program);
  return spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' }).status ?? 1;
}

/** 1 where a folder of src stands on one that stands on it, which is said. */
function floors() {
  const found = importsUpwards('src');
  for (const sentence of found) process.stderr.write(`${sentence}\n`);
  return found.length === 0 ? 0 : 1;
}
