import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

// Each table belongs to one folder of `src/` and to one file of `sql/`. Statements elsewhere leave it alone, but those
// of the readers that are named here.

/**
 * The tables and views of the database by their owner: a folder of `src/`, whose triggers, views and functions stand in the files
 * of `sql/` named with it.
 */
const OWNERS = {
  db: { tables: ['cambios', 'latidos', 'schema_sql'], sql: ['avisos'] },
  http: { tables: ['idempotencias'], sql: ['funciones'] },
  users: { tables: ['users', 'favorites', 'capturistas', 'sesiones_terminadas'], sql: ['users'] },
  catalogos: {
    tables: [
      ...['ejercicios_fiscales', 'dependencias', 'tipos_proyecto', 'estatus_obra', 'localidades'],
      ...['municipios', 'municipios_limites'],
    ],
    sql: [],
  },
  obras: {
    tables: [
      ...['obras', 'ubicaciones', 'obras_documentos', 'obras_piezas', 'obras_textos'],
      ...['obras_mapa', 'obras_lugares'],
    ],
    sql: ['documentos', 'mapa', 'partes'],
  },
  bitacora: { tables: ['bitacora'], sql: ['bitacora'] },
  busqueda: { tables: [], sql: ['features/busqueda'] },
  calidad: {
    tables: [
      ...['calidad_sin_ubicacion', 'calidad_fuera_de_municipio', 'calidad_variacion'],
      ...['calidad_duplicadas', 'obras_registro'],
    ],
    sql: ['features/calidad'],
  },
  seguimiento: {
    tables: [
      ...['avances', 'programas', 'ejecuciones', 'contratos', 'convenios', 'obras_seguimiento'],
      ...['contratos_vigentes', 'seguimiento_de'],
    ],
    sql: ['features/seguimiento'],
  },
  archivos: { tables: ['archivos', 'objetos', 'almacen'], sql: ['features/archivos'] },
  hojas: { tables: ['importaciones'], sql: ['features/hojas'] },
  deshacer: { tables: [], sql: ['features/deshacer'] },
};

/**
 * The tables of others that a folder reads, by their owners. Of these the core's are open to all who stand on it; a feature's are
 * named one by one, and a core's folder that reads one of a feature keeps that feature from being left out.
 */
const READERS = {
  archivos: ['seguimiento'],
  bitacora: ['seguimiento'],
  busqueda: ['seguimiento'],
  commands: ['archivos', 'seguimiento'],
  deshacer: ['archivos', 'hojas'],
  mapa: ['seguimiento'],
  oc4ids: ['seguimiento'],
  portal: ['seguimiento'],
};

/** The folders whose tables all others may read. */
const CORE = ['db', 'http', 'users', 'catalogos', 'obras', 'bitacora'];

const ownerOf = Object.fromEntries(
  Object.entries(OWNERS).flatMap(([owner, { tables }]) => tables.map((table) => [table, owner])),
);
const ownerOfText = Object.fromEntries(
  Object.entries(OWNERS).flatMap(([owner, { sql }]) => sql.map((name) => [`${name}.sql`, owner])),
);

/**
 * One sentence for each statement in `src/` and `sql/` that reads or writes a table of a feature that is not its own.
 *
 * @param root the folder of both
 */
export function foreignTables(root) {
  const texts = [
    ...filesOf(join(root, 'src'), '.ts').map((file) => [join('src', file), folderOf(file)]),
    ...filesOf(join(root, 'sql'), '.sql').map((file) => [
      join('sql', file),
      ownerOfText[file.replaceAll(sep, '/')],
    ]),
  ];
  return texts.flatMap(([file, folder]) => {
    if (folder === undefined) return [`${file} has no owner in scripts/tables.mjs`];
    const text = readFileSync(join(root, file), 'utf8').replace(/^\s*(?:\/\/|\*|\/\*|--).*$/gm, '');
    const named = text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE|TABLE|ON)\s+(?:ONLY\s+)?([a-z_]+)\b/g);
    return [...new Set([...named].map(([, table]) => table))]
      .filter((table) => {
        const owner = ownerOf[table];
        const isOpen = owner === undefined || owner === folder || CORE.includes(owner);
        return !isOpen && !READERS[folder]?.includes(owner);
      })
      .map((table) => `${file} reads or writes ${table}, a table of ${ownerOf[table]}`);
  });
}

/** The folder of `src/` that a file is of, without the core's or the features' above it. */
const folderOf = (file) => file.split(sep).find((name) => name !== 'core' && name !== 'features');

const filesOf = (folder, ending) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith(ending),
  );
