import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';

/** The folders of `src/` from the ground up: each stands on those named before it, and on nothing else. */
const FLOORS = [
  ...['base', 'db', 'auth', 'http', 'hojas'],
  ...['catalogos', 'obras', 'seguimiento', 'bitacora', 'ogc', 'oc4ids', 'users'],
  ...['openapi', 'operation', 'portal'],
  ...['registry.ts', 'commands', 'app.ts', 'server.ts'],
];

/** One sentence for each import of a folder's modules, of types too, that runs from one floor back up to another. */
export function importsUpwards(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) =>
      importsOf(folder, file)
        .filter((imported) => floorOf(imported) > floorOf(file))
        .map((imported) => `${file} imports ${imported}, which stands on it`),
    );
}

/** The modules of the same folder that one of them imports, at its beginning or later. */
function importsOf(folder, file) {
  const text = readFileSync(join(folder, file), 'utf8');
  const named = text.matchAll(/\b(?:from|import\(?)\s*'(\.[^']+)'/g);
  return [...named].map(([, path]) => normalize(join(dirname(file), path)));
}

function floorOf(file) {
  const [name] = file.split(sep);
  const floor = FLOORS.indexOf(name);
  if (floor === -1) throw new Error(`scripts/floors.mjs says nothing of src/${name}`);
  return floor;
}
