import { createCommand, pathFromHere, runCommand } from '../../consola/console.ts';
import { StartError } from '../../core/base/config.ts';
import { isReady, markReady } from '../../core/db/embedded.ts';
import { withDatabase } from '../../core/registry.ts';
import { helpOf, OPTIONS, readAparte, tableRows, USAGE } from './aparte.ts';
import { checkFile } from './file.ts';
import { restoreFrom } from './restore.ts';

const HELP = `Restauración de una copia del Registro de Obras Públicas

Uso: npm run restore -- archivo${USAGE}

Pone en un registro vacío lo que hay en una copia de npm run backup: en la base de datos recién creada de DATABASE_URL,
o en una carpeta DATA_DIR nueva. Una copia dañada o un registro que no está vacío se rechazan y no se toca nada.
Las sesiones abiertas siguen valiendo si JWT_SECRET es el mismo.
${helpOf('restore')}`;

export const restore = createCommand(
  HELP,
  { allowPositionals: true, options: OPTIONS },
  async ({ positionals, values }, { environment, print, stream }) => {
    const [name, ...more] = positionals;
    if (!name || more.length > 0) throw new StartError(`Indique el archivo.\n\n${HELP}`);
    const file = pathFromHere(name, environment);
    const { place, aparte } = readAparte(values, environment);
    // The check comes before a database is created for the copy.
    print(`Comprobando ${file}…`);
    const { header, rows } = await checkFile(file);
    print(`Copia del ${header.creado}, esquema ${header.esquema}.`);
    for (const { folder, check } of aparte) await check(place, folder, tableRows(file));
    if (!place.DATABASE_URL && !isReady(place.DATA_DIR)) {
      print(`Preparando la base de datos embebida en ${place.DATA_DIR} (tarda unos segundos)…`);
    }
    return withDatabase(place, async (db) => {
      await restoreFrom(db, file, (table, count) => print(`  ${table}: ${count}`));
      if (!place.DATABASE_URL) markReady(place.DATA_DIR);
      print(`Registro restaurado: ${rows} filas.`);
      let code: 1 | undefined;
      for (const { folder, restore } of aparte)
        code = (await restore(place, folder, db, { print, stream })) ?? code;
      return code;
    });
  },
);

runCommand(import.meta.url, restore);
