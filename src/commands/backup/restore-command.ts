import { createCommand, pathFromHere, runCommand } from '../../consola/console.ts';
import { StartError } from '../../core/base/config.ts';
import { isReady, markReady } from '../../core/db/embedded.ts';
import { withDatabase } from '../../core/registry.ts';
import { readFilesSettings } from '../../features/archivos/almacen/abrir.ts';
import { checkFile } from './file.ts';
import { checkStores, restoreObjects } from './objetos.ts';
import { restoreFrom } from './restore.ts';

const HELP = `Restauración de una copia del Registro de Obras Públicas

Uso: npm run restore -- archivo [--archivos carpeta]

Pone en un registro vacío lo que hay en una copia de npm run backup: en la base de datos recién creada de DATABASE_URL,
o en una carpeta DATA_DIR nueva. Una copia dañada o un registro que no está vacío se rechazan y no se toca nada.
Las sesiones abiertas siguen valiendo si JWT_SECRET es el mismo.

Al final dice cuántas de sus fotos y documentos faltan en el almacén de FILES_URL. De un almacén que ya usa otro registro no quita
nada: si éste queda en su lugar, dígalo con npm run archivos -- --adoptar; si es de prueba, lleve un FILES_URL propio.

  --archivos <carpeta>  copia además al almacén las fotos y los documentos que npm run backup dejó ahí
  --help                muestra esta ayuda

Los ajustes DATABASE_URL, DATA_DIR y FILES_URL se leen del entorno y del archivo .env.
`;

export const restore = createCommand(
  HELP,
  {
    allowPositionals: true,
    options: { archivos: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  },
  async ({ positionals, values }, { environment, print, stream }) => {
    const [name, ...more] = positionals;
    if (!name || more.length > 0) throw new StartError(`Indique el archivo.\n\n${HELP}`);
    const file = pathFromHere(name, environment);
    const place = readFilesSettings(environment);
    const folder =
      values.archivos === undefined ? undefined : pathFromHere(values.archivos, environment);
    // The check comes before a database is created for the copy.
    print(`Comprobando ${file}…`);
    const { header, rows } = await checkFile(file);
    print(`Copia del ${header.creado}, esquema ${header.esquema}.`);
    await checkStores(file, folder, place);
    if (!place.DATABASE_URL && !isReady(place.DATA_DIR)) {
      print(`Preparando la base de datos embebida en ${place.DATA_DIR} (tarda unos segundos)…`);
    }
    return withDatabase(place, async (db) => {
      await restoreFrom(db, file, (table, count) => print(`  ${table}: ${count}`));
      if (!place.DATABASE_URL) markReady(place.DATA_DIR);
      print(`Registro restaurado: ${rows} filas.`);
      return restoreObjects(db, folder, place, { print, stream });
    });
  },
);

runCommand(import.meta.url, restore);
