// `npm run check`: types, lint and format, imports between folders, migrations; all at once, with the failures last.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { notOnlyAdding } from './additive.mjs';
import { importsPastDoors, importsUpwards, wordsOfOthers } from './floors.mjs';
import { editedSinceLanding } from './landed.mjs';
import { unclearNames } from './names.mjs';
import { needsBrowser } from './rules.mjs';
import { faultsOfStyles } from './styles.mjs';
import { foreignTables, needlessReaders } from './tables.mjs';

const HELP = `Uso: npm run check

Comprueba los tipos (tsc), las reglas, los ciclos y el formato (biome), que en src/ y portal/ nada se apoye en lo que se
apoya en ello, que a src/hojas/ se entre sólo por sus puertas y que no nombre obras, que nada lea las tablas de otra carpeta
sin estar en la lista, que cada clase de portal/ tenga una hoja y quien la use, que las reglas de portal/ que se prueban sin
navegador no lo necesiten, que el nombre de cada prueba diga de qué es, y que en migrations/ nada cambie después de su primer
commit (si hay git) y lo nuevo sólo agregue.
npx biome check --write arregla lo que puede arreglarse solo.

  --help  muestra esta ayuda
`;

/** Its time is that of the portal's types of the API. */
const TYPED = join('dist', '.typed');

let args;
try {
  args = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });
} catch {
  process.stderr.write(`Opciones no reconocidas; éstas son las que hay.\n\n${HELP}`);
  process.exit(1);
}
if (args.values.help) {
  process.stdout.write(HELP);
} else {
  const failures = await Promise.all([
    failureOfTypes(),
    failureOf(['@biomejs', 'biome', 'bin', 'biome'], 'check', '--error-on-warnings'),
    linesOf(importsUpwards('src')),
    linesOf(importsUpwards('portal', 'portal')),
    linesOf(importsPastDoors('.', ['src', 'portal', 'bench'])),
    linesOf(wordsOfOthers('src')),
    linesOf(foreignTables('.')),
    linesOf(needlessReaders('.')),
    linesOf(editedSinceLanding('migrations')),
    linesOf(notOnlyAdding('migrations')),
    linesOf(faultsOfStyles('portal')),
    linesOf(needsBrowser()),
    linesOf(unclearNames('test')),
  ]);
  for (const failure of failures) process.stderr.write(failure);
  process.exitCode = failures.every((failure) => failure === '') ? 0 : 1;
}

/**
 * Checks the types of the service, of the portal and of the tests of its rules. The portal's types of the API are made again after
 * a build of the service.
 */
async function failureOfTypes() {
  const modified = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (modified(TYPED) < modified(join('dist', '.built'))) {
    const failure = await failureOf(['..', 'scripts', 'portal-api.mjs'], '--types');
    if (failure) return failure;
    writeFileSync(TYPED, '');
  }
  const tsc = ['typescript', 'bin', 'tsc'];
  const rules = ['-p', join('test', 'reglas'), '--noEmit'];
  const all = [
    failureOf(tsc, '--noEmit'),
    failureOf(tsc, '-p', 'portal'),
    failureOf(tsc, ...rules),
  ];
  return (await Promise.all(all)).join('');
}

/** Runs a program of the project's own. Returns its output if it failed, or else an empty text. */
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
