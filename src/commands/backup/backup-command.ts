import { createCommand, pathFromHere, runCommand } from '../../consola/console.ts';
import { StartError } from '../../core/base/config.ts';
import { isReady } from '../../core/db/embedded.ts';
import { withDatabase } from '../../core/registry.ts';
import { noteCopy } from '../../features/respaldo/copies.ts';
import { helpOf, OPTIONS, readAparte, tableRows, USAGE } from './aparte.ts';
import { writeWhole } from './file.ts';
import { copyTo } from './read.ts';
import { askForCopy, type Note } from './socket.ts';

const HELP = `Copia de respaldo del Registro de Obras Públicas

Uso: npm run backup [-- archivo]${USAGE}

Escribe en un archivo nuevo (por omisión respaldo-AAAAMMDD-HHMMSS.jsonl.gz, en la carpeta desde la que se pide) todo lo
que hay en el registro, tal como está en un instante, aunque el servicio esté en marcha, y comprueba lo escrito. Sirve
para las dos bases de datos, y npm run restore lo lleva de cualquiera de ellas a cualquiera. Contiene los resúmenes de las
contraseñas: sólo lo puede leer quien lo hizo, y así debe guardarse.
${helpOf('backup')}`;

export const backup = createCommand(
  HELP,
  { allowPositionals: true, options: OPTIONS },
  async ({ positionals, values }, { environment, print, stream }) => {
    const [name = defaultName(new Date()), ...more] = positionals;
    if (more.length > 0) throw new StartError('Indique un solo archivo.');
    const file = pathFromHere(name, environment);
    const { place, aparte } = readAparte(values, environment);
    let note: Note = (copy) => withDatabase(place, (db) => noteCopy(db, copy));
    const { header, rows } = await writeWhole(file, async (draft) => {
      if (!place.DATABASE_URL) {
        if (!isReady(place.DATA_DIR)) {
          throw new StartError(`No hay un registro en la carpeta de datos ${place.DATA_DIR}.`);
        }
        const noteByService = await askForCopy(place.DATA_DIR, draft);
        if (noteByService) {
          note = noteByService;
          return print('Copia hecha por el servicio.');
        }
      }
      await withDatabase(place, (db) =>
        copyTo(db, draft, (table, count) => print(`  ${table}: ${count}`)),
      );
    });
    print(`Copia lista en ${file}: ${rows} filas, esquema ${header.esquema}.`);
    await note({ creado: header.creado, esquema: header.esquema, filas: rows }).catch(
      ({ message }: Error) =>
        print(`La copia está completa, pero no se pudo anotar en la bitácora (${message}).`),
    );
    let code: 1 | undefined;
    for (const { folder, copy } of aparte) {
      if (folder === undefined) continue;
      code = (await copy(place, folder, tableRows(file), { print, stream })) ?? code;
    }
    return code;
  },
);

function defaultName(now: Date): string {
  const instant = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  return `respaldo-${instant}.jsonl.gz`;
}

runCommand(import.meta.url, backup);
