// `npm run check`: types, lint and format, what stands on what, migrations; all at once, and the failures last.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { importsPastDoors, importsUpwards } from './floors.mjs';
import { editedSinceLanding } from './landed.mjs';

const HELP = `Uso: npm run check

Comprueba los tipos (tsc), las reglas, los ciclos y el formato (biome), que en src/ nada se apoye en lo que se apoya en
ello, que a src/hojas/ se entre sólo por sus puertas, y que en migrations/ nada cambie después de su primer commit (si
hay git). npx biome check --write arregla lo que puede arreglarse solo.

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
  const failures = await Promise.all([
    failureOf(['typescript', 'bin', 'tsc'], '--noEmit'),
    failureOf(['typescript', 'bin', 'tsc'], '-p', 'portal'),
    failureOf(['@biomejs', 'biome', 'bin', 'biome'], 'check', '--error-on-warnings'),
    linesOf(importsUpwards('src')),
    linesOf(importsPastDoors('.', ['src', 'portal', 'bench'])),
    linesOf(editedSinceLanding('migrations')),
  ]);
  for (const failure of failures) process.stderr.write(failure);
  process.exitCode = failures.every((failure) => failure === '') ? 0 : 1;
}

/** Runs a program of the project's own; answers what it printed where it failed, else nothing. */
async function failureOf(program, ...args) {
  const child = spawn(process.execPath, [join('node_modules', ...program), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  return code === 0 ? '' : output || `${program.at(-1)} ended with ${code}\n`;
}

function linesOf(sentences) {
  return sentences.map((sentence) => `${sentence}\n`).join('');
}
