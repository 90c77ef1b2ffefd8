import { createCommand, pathFromHere, runCommand } from '../../consola/console.ts';
import { StartError } from '../../core/base/config.ts';
import { isReady } from '../../core/db/embedded.ts';
import { withDatabase } from '../../core/registry.ts';
import { readFilesSettings } from '../../features/archivos/almacen/abrir.ts';
import { noteCopy } from '../../features/respaldo/copies.ts';
import { writeWhole } from './file.ts';
import { copyObjects } from './objetos.ts';
import { copyTo } from './read.ts';
import { askForCopy, type Note } from './socket.ts';

const HELP = `Copia de respaldo del Registro de Obras Públicas

Uso: npm run backup [-- archivo] [--archivos carpeta]

Escribe en un archivo nuevo (por omisión respaldo-AAAAMMDD-HHMMSS.jsonl.gz, en la carpeta desde la que se pide) todo lo
que hay en el registro, tal como está en un instante, aunque el servicio esté en marcha, y comprueba lo escrito. Sirve
para las dos bases de datos, y npm run restore lo lleva de cualquiera de ellas a cualquiera. Contiene los resúmenes de las
contraseñas: sólo lo puede leer quien lo hizo, y así debe guardarse.
Las fotos y los documentos están aparte, en su almacén, y no en ese archivo.

  --archivos <carpeta>  copia además ahí las fotos y los documentos que no tenga todavía. Sirve la misma carpeta para todas
                        las copias
  --help                muestra esta ayuda

Los ajustes DATABASE_URL, DATA_DIR y FILES_URL se leen del entorno y del archivo .env.
`;

export const backup = createCommand(
  HELP,
  {
    allowPositionals: true,
    options: { archivos: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  },
  async ({ positionals, values }, { environment, print, stream }) => {
    const [name = defaultName(new Date()), ...more] = positionals;
    if (more.length > 0) throw new StartError('Indique un solo archivo.');
    const file = pathFromHere(name, environment);
    const folder =
      values.archivos === undefined ? undefined : pathFromHere(values.archivos, environment);
    const place = readFilesSettings(environment);
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
    return folder === undefined
      ? undefined
      : await copyObjects(file, folder, place, { print, stream });
  },
);

function defaultName(now: Date): string {
  const instant = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  return `respaldo-${instant}.jsonl.gz`;
}

runCommand(import.meta.url, backup);
