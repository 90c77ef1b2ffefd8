import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';

/**
 * The folders of `src/` from the ground up: each imports those named before it, and no others. The core stands below all features,
 * and of the features each stands on those alone that `STANDS_ON` names.
 */
const FLOORS = [
  ...[
    'core/base',
    'consola',
    'confinado',
    'limites',
    'core/db',
    'subidas',
    'core/auth',
    'core/http',
  ],
  ...['hojas', 'hojas-de-obras', 'mapa-base', 'palabras', 'paginas'],
  ...['core/catalogos', 'core/obras', 'core/bitacora', 'core/users', 'core/feature.ts'],
  ...['core/registry.ts', 'listados', 'features', 'features.ts', 'commands'],
  ...['app.ts', 'server.ts'],
];

/** The features that others use, by the one that uses them. */
const STANDS_ON = {
  contratistas: ['seguimiento'],
  cortes: ['archivos', 'seguimiento'],
  expediente: ['fusion', 'seguimiento'],
  mapa: ['seguimiento'],
  oc4ids: ['seguimiento'],
  portal: ['seguimiento'],
};

/** The floors of `portal/`, and the features there that stand on another. */
const PORTAL = {
  floors: ['app.css', 'generado', 'features.ts', 'core', 'features', 'main.tsx'],
  standsOn: {
    archivos: ['seguimiento'],
    cambios: ['seguimiento'],
    expediente: ['seguimiento'],
    contratistas: ['mapa', 'seguimiento'],
    importacion: ['seguimiento'],
    resumen: ['seguimiento'],
  },
};

/** Folders of `src/` with doors: a file outside of one imports nothing else of it. */
const DOORS = {
  hojas: ['hojas/index.ts', 'hojas/celdas/index.ts'],
};

/** Words that the files of a folder of `src/` do not have: a library that knows none of its users. */
const WORDS_OF_OTHERS = { hojas: /obra|seguimiento|moneda|cve_ppi/i };

/** One sentence for each line of a library that names one of its users. */
export function wordsOfOthers(root) {
  return Object.entries(WORDS_OF_OTHERS).flatMap(([folder, words]) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => {
        const lines = readFileSync(join(root, folder, file), 'utf8').split('\n');
        return lines.flatMap((line, i) => {
          const [word] = words.exec(line) ?? [];
          return word
            ? [`${folder}/${file}:${i + 1} says «${word}», of which ${folder} knows nothing`]
            : [];
        });
      }),
  );
}

/**
 * One sentence for each import of a folder's modules, types included, that runs from one floor up to another, or from one feature to
 * another that it does not stand on.
 *
 * @param house `src` or `portal`, as which the folder is judged
 */
export function importsUpwards(folder, house = 'src') {
  const { floors, standsOn } =
    house === 'portal' ? PORTAL : { floors: FLOORS, standsOn: STANDS_ON };
  const floorOf = (file) => findFloor(floors, file, house);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      importsOf(folder, file).flatMap((imported) => {
        // The portal has modules of the service too.
        if (house === 'portal' && imported.startsWith('..')) return [];
        if (floorOf(imported) > floorOf(file))
          return `${file} imports ${imported}, which stands on it`;
        const [one, other] = [featureOf(file), featureOf(imported)];
        const isFree = !one || !other || one === other || standsOn[one]?.includes(other);
        return isFree ? [] : `${file} imports ${imported}, a feature that ${one} does not stand on`;
      }),
    );
}

/** The name of the feature that a file is of; undefined for the rest. */
const featureOf = (file) => /^features[\\/]([^\\/]+)[\\/]/.exec(file)?.[1];

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

function findFloor(floors, file, house) {
  const path = file.replaceAll(sep, '/');
  const floor = floors.findIndex((name) => path === name || path.startsWith(`${name}/`));
  if (floor === -1) throw new Error(`scripts/floors.mjs says nothing of ${house}/${path}`);
  return floor;
}
