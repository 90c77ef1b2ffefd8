// `npm run check`: types, lint and format, what stands on what, migrations; the first failure last on the screen.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { importsUpwards } from './floors.mjs';
import { editedSinceLanding } from './landed.mjs';

const HELP = `Uso: npm run check

Comprueba los tipos (tsc), las reglas, los ciclos y el formato (biome), que en src/ nada se apoye en lo que se apoya en
ello, y que en migrations/ nada cambie después de su primer commit (si hay git). npx biome check --write arregla lo que
puede arreglarse solo.

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
    tell(importsUpwards('src')) ||
    tell(editedSinceLanding('migrations'));
}

/** The exit code of a program of the project's own. */
function run(program, ...args) {
  const script = join('node_modules', ...program);
  return spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' }).status ?? 1;
}

/** 1 where there is something to say, which is said. */
function tell(sentences) {
  for (const sentence of sentences) process.stderr.write(`${sentence}\n`);
  return sentences.length === 0 ? 0 : 1;
}
