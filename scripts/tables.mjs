import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

// Each table belongs to one folder of `src/` and to one file of SQL. Statements elsewhere leave it alone, but those
// of the readers that are named here.

/**
 * The tables and views of the database by their owner, a folder of `src/`. A feature's triggers, views and functions stand in its own
 * folder, those of the core in the files of `sql/` that are named with their owner.
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
    sql: ['busqueda', 'documentos', 'mapa', 'partes'],
  },
  bitacora: { tables: ['bitacora'], sql: ['bitacora'] },
  calidad: {
    tables: [
      ...['calidad_sin_ubicacion', 'calidad_fuera_de_municipio', 'calidad_variacion'],
      ...['calidad_duplicadas', 'obras_registro'],
    ],
  },
  seguimiento: {
    tables: [
      ...['avances', 'programas', 'ejecuciones', 'contratos', 'convenios', 'obras_seguimiento'],
      ...['contratos_vigentes', 'seguimiento_de'],
    ],
  },
  expediente: { tables: ['expedientes', 'obras_fondos', 'obras_fuentes', 'fondos', 'contactos'] },
  alertas: {
    tables: [
      'umbrales',
      'umbrales_de_anio',
      'contratos_con_umbral',
      'adjudicaciones_juntas',
      'obras_alertas',
    ],
  },
  archivos: { tables: ['archivos', 'objetos', 'almacen'] },
  cortes: { tables: ['cortes', 'cortes_trabajos'] },
  hojas: { tables: ['importaciones'] },
};

/**
 * The tables of others that a folder reads, by their owners. Of these the core's are open to all who stand on it; a feature's are
 * named one by one. The core reads none of a feature.
 */
const READERS = {
  alertas: ['archivos', 'expediente', 'seguimiento'],
  archivos: ['seguimiento'],
  commands: ['archivos'],
  contratistas: ['seguimiento'],
  cortes: ['archivos', 'seguimiento'],
  expediente: ['seguimiento'],
  importacion: ['hojas'],
  oc4ids: ['expediente', 'seguimiento'],
  portal: ['seguimiento'],
};

/** The folders whose tables all others may read. */
const CORE = ['db', 'http', 'users', 'catalogos', 'obras', 'bitacora'];

const ownerOf = Object.fromEntries(
  Object.entries(OWNERS).flatMap(([owner, { tables }]) => tables.map((table) => [table, owner])),
);
const ownerOfText = Object.fromEntries(
  Object.entries(OWNERS).flatMap(([owner, { sql = [] }]) =>
    sql.map((name) => [`${name}.sql`, owner]),
  ),
);

/**
 * One sentence for each statement in `src/` and `sql/` that reads or writes a table of a feature that is not its own.
 *
 * @param root the folder of both
 */
export const foreignTables = (root) =>
  readingsIn(root).flatMap(({ file, folder, tables }) =>
    folder === undefined
      ? [`${file} has no owner in scripts/tables.mjs`]
      : tables
          .filter((table) => !READERS[folder]?.includes(ownerOf[table]))
          .map((table) => `${file} reads or writes ${table}, a table of ${ownerOf[table]}`),
  );

/** One sentence for each entry of `READERS` that no statement of a folder uses, and for each folder of the core that has one. */
export function needlessReaders(root) {
  const used = new Set(
    readingsIn(root).flatMap(({ folder, tables }) => [
      folder,
      ...tables.map((table) => `${folder} ${ownerOf[table]}`),
    ]),
  );
  return Object.entries(READERS).flatMap(([folder, owners]) =>
    owners.flatMap((owner) => {
      if (CORE.includes(folder))
        return [`${folder} is of the core, and reads no table of ${owner}`];
      const isUsed = used.has(`${folder} ${owner}`) || !used.has(folder);
      return isUsed ? [] : [`${folder} reads no table of ${owner}, as scripts/tables.mjs says`];
    }),
  );
}

/** The files with the folder of each, and the tables of features in its statements that are not its own. */
function readingsIn(root) {
  const files = [
    ...filesOf(join(root, 'src'), /\.(ts|sql)$/).map((file) => [join('src', file), folderOf(file)]),
    ...filesOf(join(root, 'sql'), /\.sql$/).map((file) => [join('sql', file), ownerOfText[file]]),
  ];
  return files.map(([file, folder]) => {
    const text = readFileSync(join(root, file), 'utf8').replace(/^\s*(?:\/\/|\*|\/\*|--).*$/gm, '');
    const named = text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE|TABLE|ON)\s+(?:ONLY\s+)?([a-z_]+)\b/g);
    const tables = [...new Set([...named].map(([, table]) => table))].filter((table) => {
      const owner = ownerOf[table];
      return owner !== undefined && owner !== folder && !CORE.includes(owner);
    });
    return { file, folder, tables };
  });
}

/** The folder of `src/` that a file is of, without the core's or the features' above it. */
const folderOf = (file) => file.split(sep).find((name) => name !== 'core' && name !== 'features');

const filesOf = (folder, ending) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => ending.test(file));
