import { createCommand, runCommand } from '../../../consola/console.ts';
import { OF_DATABASE, readSettings, StartError } from '../../../core/base/config.ts';
import { counted } from '../../../core/base/text.ts';
import { isReady } from '../../../core/db/embedded.ts';
import { withDatabase } from '../../../core/registry.ts';
import { openAlmacen } from '../../archivos/almacen/abrir.ts';
import { usable } from '../../archivos/command/copy.ts';
import { findLastSello, keyOf } from '../corte.ts';
import { findLlave } from '../llave.ts';
import { verifyAll } from '../verificar.ts';

const HELP = `Cortes sellados del Registro de Obras Públicas

Uso: npm run cortes -- --verificar

  --verificar  calcula de nuevo todo lo que dicen los sellos, del primero al último: la firma y el lugar de cada manifiesto, su
               archivo en el almacén y sus sumas, y los renglones de la bitácora, que nombra cada sello. Dice lo que no coincide: el
               archivo, el manifiesto o los renglones; entonces termina con 1. Dice también si la llave de este servicio es
               otra que la del último sello
  --help       muestra esta ayuda

Los ajustes DATABASE_URL, DATA_DIR, FILES_URL y CORTES_KEY se leen del entorno y del archivo .env. La base de datos embebida
es de un solo proceso: detenga antes el servicio.
`;

export const cortes = createCommand(
  HELP,
  { options: { verificar: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } },
  async ({ values }, { environment, print }) => {
    if (!values.verificar) throw new StartError(`Indique una de las opciones.\n\n${HELP}`);
    const settings = readSettings(environment, [...OF_DATABASE, 'FILES_URL', 'CORTES_KEY']);
    if (!settings.DATABASE_URL && !isReady(settings.DATA_DIR)) {
      throw new StartError(`No hay un registro en la carpeta de datos ${settings.DATA_DIR}.`);
    }
    return withDatabase(settings, async (db) => {
      const almacen = await openAlmacen(settings, db);
      try {
        let right = 0;
        const wrong = await usable(
          almacen,
          verifyAll(db, almacen, (line) => {
            right += 1;
            print(line);
          }),
        );
        for (const line of wrong) print(line);
        const [llave, last] = [await findLlave(settings), await findLastSello(db)];
        const sealed = last && keyOf(last)?.huella;
        if (llave && sealed && llave !== sealed) {
          print(
            `La llave de este servicio (${llave}) no es la del último sello (${sealed}); el siguiente corte llevará un cambio de llave.`,
          );
        }
        if (wrong.length > 0) return 1;
        print(
          right === 0
            ? 'El registro no tiene cortes sellados todavía.'
            : `Todo coincide: ${counted(right, 'sello', 'sellos')}.`,
        );
        return undefined;
      } finally {
        almacen.close();
      }
    });
  },
);

runCommand(import.meta.url, cortes);
