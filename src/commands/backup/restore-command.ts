import { readDatabaseSettings, StartError } from '../../base/config.ts';
import { createCommand, pathFromHere, runCommand } from '../../base/console.ts';
import { isReady, markReady } from '../../db/embedded.ts';
import { withDatabase } from '../../registry.ts';
import { checkFile } from './file.ts';
import { restoreFrom } from './restore.ts';

const HELP = `Restauración de una copia del Registro de Obras Públicas

Uso: npm run restore -- archivo

Pone en un registro vacío lo que hay en una copia de npm run backup: en la base de datos recién creada de DATABASE_URL,
o en una carpeta DATA_DIR nueva. Una copia dañada o un registro que no está vacío se rechazan y no se toca nada.
Las sesiones abiertas siguen valiendo si JWT_SECRET es el mismo.

  --help  muestra esta ayuda

Los ajustes DATABASE_URL y DATA_DIR se leen del entorno y del archivo .env.
`;

export const restore = createCommand(
  HELP,
  { allowPositionals: true, options: { help: { type: 'boolean', short: 'h' } } },
  async ({ positionals }, { environment, print }) => {
    const [name, ...more] = positionals;
    if (!name || more.length > 0) throw new StartError(`Indique el archivo.\n\n${HELP}`);
    const file = pathFromHere(name, environment);
    const place = readDatabaseSettings(environment);
    // The check comes before a database is created for the copy.
    print(`Comprobando ${file}…`);
    const { header, rows } = await checkFile(file);
    print(`Copia del ${header.creado}, esquema ${header.esquema}.`);
    if (!place.DATABASE_URL && !isReady(place.DATA_DIR)) {
      print(`Preparando la base de datos embebida en ${place.DATA_DIR} (tarda unos segundos)…`);
    }
    await withDatabase(place, (db) =>
      restoreFrom(db, file, (table, count) => print(`  ${table}: ${count}`)),
    );
    if (!place.DATABASE_URL) markReady(place.DATA_DIR);
    print(`Registro restaurado: ${rows} filas.`);
  },
);

runCommand(import.meta.url, restore);
