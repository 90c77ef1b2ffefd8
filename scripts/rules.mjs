// The portal's functional core: the modules that hold its rules, and load where there is no browser.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a module of the core does not reach: components, React and what stands on it, the map's library, IndexedDB, styles. */
const OF_BROWSER = /\.tsx$|\.css$|^(@?react|@tanstack|wouter|ol\/|ol$|idb)/;

/** The tests of rules. */
export const rulesTests = () =>
  readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|[\\/])reglas[\\/][^\\/]+\.test\.ts$/.test(file))
    .map((file) => join('test', file));

/** The modules of the core: those that a test of rules loads, and what these load. A type is not loaded. */
export function coreModules() {
  return reachedFrom(rulesTests()).filter((file) => isOfPortal(file) && !OF_BROWSER.test(file));
}

/** The tests of rules that load a module. */
export const testsOf = (file) => rulesTests().filter((test) => reachedFrom([test]).includes(file));

/** One sentence for each module of the core that reaches what needs a browser: the test of its rules could not load it. */
export function needsBrowser() {
  return coreModules().flatMap((file) =>
    loadedBy(file)
      .filter((loaded) => OF_BROWSER.test(loaded))
      .map(
        (loaded) => `${file} holds rules that are tested without a browser, and loads ${loaded}`,
      ),
  );
}

/** The modules of the portal that load without a browser, tested or not; what is made from the API's document is left out. */
export function withoutBrowser() {
  return readdirSync('portal', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d)\.ts$/.test(file) && !file.startsWith('generado'))
    .map((file) => join('portal', file))
    .filter((file) => !reachedFrom([file]).some(isOfBrowser));
}

const isOfPortal = (file) => /^portal[\\/].*\.tsx?$/.test(file) && !/[\\/]generado[\\/]/.test(file);

/** Slots are filled by the build of the portal. */
const isOfBrowser = (file) =>
  OF_BROWSER.test(file) ||
  (isOfPortal(file) && readFileSync(file, 'utf8').includes('import.meta.glob'));

/** The files and all that they load, packages by their names. */
function reachedFrom(files) {
  const reached = new Set(files);
  for (const file of reached) for (const loaded of loadedBy(file)) reached.add(loaded);
  return [...reached];
}

function loadedBy(file) {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  const named = text.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^';]*?\sfrom\s+)?'([^']+)'/gm);
  return [...named].map(([, path]) =>
    path.startsWith('.') ? normalize(join(dirname(file), path)) : path,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const linesOf = (files) =>
    files.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0);
  const [free, core] = [withoutBrowser(), coreModules()];
  process.stdout.write(
    `${free.length} modules of portal/ load without a browser: ${linesOf(free)} lines. Tests of rules load ${core.length}: ${linesOf(core)} lines.\n`,
  );
}
