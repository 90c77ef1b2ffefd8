import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';

/** The folders of `src/` from the ground up: each imports those named before it, and no others. */
const FLOORS = [
  ...['base', 'db', 'auth', 'http', 'hojas'],
  ...[
    'catalogos',
    'obras',
    'bitacora',
    'feature.ts',
    'seguimiento',
    'archivos',
    'deshacer',
    'ogc',
    'oc4ids',
    'users',
  ],
  ...['openapi', 'operation', 'portal'],
  ...['registry.ts', 'commands', 'features.ts', 'app.ts', 'server.ts'],
];

/** Folders of `src/` with doors: a file outside of one imports nothing else of it. */
const DOORS = {
  hojas: ['hojas/index.ts', 'hojas/celdas/index.ts'],
};

/** One sentence for each import of a folder's modules, types included, that runs from one floor up to another. */
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

/**
 * One sentence for each import, types included, that enters a folder of `src/` other than by its doors.
 *
 * @param root the folder of `src` and of the other `folders`
 */
export function importsPastDoors(root, folders) {
  return folders.flatMap((folder) => {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    return files
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join(folder, file))
      .flatMap((file) =>
        importsOf(root, file)
          .filter((imported) => isPastDoor(file, imported))
          .map((imported) => `${file} imports ${imported}, and not by a door of its folder`),
      );
  });
}

function isPastDoor(file, imported) {
  return Object.entries(DOORS).some(([folder, doors]) => {
    const isInside = (path) => path.startsWith(join('src', folder) + sep);
    const isDoor = doors.some((door) => join('src', door) === imported);
    return isInside(imported) && !isInside(file) && !isDoor;
  });
}

/** The modules of the same folder that a file imports, at its beginning or later. */
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
