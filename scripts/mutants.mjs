// `npm run mutants`: plants faults in the portal's functional core, one at a time, and runs the tables of its rules on each.
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ts } from '@ts-morph/common';
import { coreModules, rulesTests, testsOf } from './rules.mjs';

const HELP = `Uso: npm run mutants [-- opciones]

Cambia una cosa a la vez en las reglas del portal que se prueban sin navegador, en un lugar al azar, y corre sus pruebas: cada
cambio debe hacer fallar alguna. Invierte una comparación, quita un término o intercambia los dos lados de una elección. Los
archivos del proyecto no se tocan. Al final dice cuáles cambios no notó ninguna prueba, y entonces termina con 1.

  --semilla <n>  la de otra vez, para los mismos lugares; se dice al empezar
  --cuantos <n>  cuántos cambios (20)
  --todos        todos los que hay, en vez de unos al azar
  --en <texto>   sólo en los archivos cuya ruta lo contiene
  --help         muestra esta ayuda
`;

const values = readArguments();

function readArguments() {
  const options = {
    semilla: { type: 'string', default: String(Date.now() % 1_000_000) },
    cuantos: { type: 'string', default: '20' },
    todos: { type: 'boolean', default: false },
    en: { type: 'string', default: '' },
    help: { type: 'boolean', short: 'h', default: false },
  };
  try {
    const { values } = parseArgs({ options });
    if ([values.semilla, values.cuantos].every((text) => /^\d{1,9}$/.test(text))) return values;
  } catch {
    // It is said below.
  }
  process.stderr.write(`Opciones no reconocidas; éstas son las que hay.\n\n${HELP}`);
  process.exit(1);
}

/** What is built of the tests, and a copy of it to be spoiled. */
const BUILT = join('dist', 'reglas');
const COPY = join('dist', 'mutantes');
/** Milliseconds that the tests may take: a mutant that runs for ever is dead. */
const PATIENCE = 60_000;

const { SyntaxKind: Kind } = ts;
const INVERSE = new Map([
  [Kind.EqualsEqualsEqualsToken, '!=='],
  [Kind.ExclamationEqualsEqualsToken, '==='],
  [Kind.LessThanToken, '>='],
  [Kind.GreaterThanToken, '<='],
  [Kind.LessThanEqualsToken, '>'],
  [Kind.GreaterThanEqualsToken, '<'],
]);
const OF_TERMS = [
  ...[Kind.AmpersandAmpersandToken, Kind.BarBarToken, Kind.QuestionQuestionToken],
  ...[Kind.PlusToken, Kind.MinusToken, Kind.AsteriskToken, Kind.SlashToken],
];

/** The faults that can be planted in a module: where, what, and the text that takes the place. */
function mutantsOf(file) {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const add = (node, what, instead) =>
    found.push({ file, text, start: node.getStart(), end: node.end, what, instead });
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const { kind } = node.operatorToken;
      const inverse = INVERSE.get(kind);
      if (inverse) add(node.operatorToken, 'comparación', inverse);
      if (OF_TERMS.includes(kind)) add(node, 'término', node.left.getText());
    }
    if (ts.isConditionalExpression(node)) {
      const { condition, whenTrue, whenFalse } = node;
      add(
        node,
        'elección',
        [condition.getText(), '?', whenFalse.getText(), ':', whenTrue.getText()].join(' '),
      );
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Whether tests pass in the copy, in one process. */
function isPassed(tests) {
  const paths = tests.map((file) => file.replaceAll('\\', '/').replace(/\.ts$/, '.js'));
  writeFileSync(join(COPY, 'all.mjs'), paths.map((path) => `import './${path}';\n`).join(''));
  const all = [join(COPY, 'all.mjs')];
  return spawnSync(process.execPath, all, { timeout: PATIENCE }).status === 0;
}

/** Whether the tests that load a mutant's module notice it. */
function isNoticed({ file, text, start, end, instead }) {
  const built = join(COPY, file.replace(/\.ts$/, '.js'));
  const before = readFileSync(built, 'utf8');
  const spoiled = text.slice(0, start) + instead + text.slice(end);
  const { outputText } = ts.transpileModule(spoiled, {
    compilerOptions: {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2022,
      rewriteRelativeImportExtensions: true,
    },
  });
  writeFileSync(built, outputText);
  const isDead = !isPassed(testsOf(file));
  writeFileSync(built, before);
  return isDead;
}

/** Numbers from 0 to below 1 that a seed leads to (mulberry32). */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function main() {
  const seed = Number(values.semilla);
  const all = coreModules()
    .filter((file) => file.includes(values.en))
    .flatMap(mutantsOf);
  const next = random(seed);
  const chosen = values.todos
    ? all
    : Array.from({ length: Math.min(Number(values.cuantos), all.length) }, () =>
        all.splice(Math.floor(next() * all.length), 1),
      ).flat();
  process.stdout.write(`Semilla ${seed}: ${chosen.length} cambios.\n`);
  rmSync(COPY, { recursive: true, force: true });
  cpSync(BUILT, COPY, { recursive: true });
  if (!isPassed(rulesTests())) throw new Error('the tests fail without any mutant');
  const unnoticed = chosen.filter((mutant) => {
    const { file, text, start, end, what, instead } = mutant;
    const noticed = isNoticed(mutant);
    const line = text.slice(0, start).split('\n').length;
    const flat = (words) => words.replace(/\s+/g, ' ');
    process.stdout.write(
      `${noticed ? 'notado  ' : 'NO NOTADO'} ${file}:${line} ${what}: ${flat(text.slice(start, end))} → ${flat(instead)}\n`,
    );
    return !noticed;
  });
  rmSync(COPY, { recursive: true, force: true });
  process.stdout.write(`${chosen.length - unnoticed.length} de ${chosen.length} notados.\n`);
  // Nothing planted is nothing tried.
  process.exitCode = chosen.length > 0 && unnoticed.length === 0 ? 0 : 1;
}

if (values.help) process.stdout.write(HELP);
else main();
