import { createCommand, runCommand } from '../../src/consola/console.ts';
import { readRegistrySettings } from '../../src/core/base/config.ts';
import { openRegistry } from '../../src/core/registry.ts';
import { checkGeneratorOptions, fillWithGenerated } from './fill.ts';
import { writeSheets } from './sheets.ts';

const HELP = `Generador de obras inventadas, para medir y probar

Uso: npm run generate [-- opciones]

Llena un registro vacío con 71 obras federales reales de Yucatán y con obras generadas, y con su seguimiento.

  --obras <número>  cuántas obras en total (300); con 71, sólo las reales; a lo más 2000000
  --semilla <n>     la misma semilla genera los mismos datos (1)
  --hojas           no llena el registro: escribe de nuevo las hojas de npm run demo, en sources/demostracion
  --help            muestra esta ayuda

Los ajustes DATABASE_URL, DATA_DIR, ADMIN_EMAIL y ADMIN_PASSWORD se leen del entorno y del archivo .env.
`;

export const generate = createCommand(
  HELP,
  {
    options: {
      obras: { type: 'string' },
      semilla: { type: 'string' },
      hojas: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  },
  async ({ values }, { environment, print }) => {
    checkGeneratorOptions(values);
    const { db } = await openRegistry({ ...readRegistrySettings(environment), CACHE_MB: 0 }, print);
    try {
      await (values.hojas ? writeSheets(db, values, print) : fillWithGenerated(db, values, print));
    } finally {
      await db.close();
    }
  },
);

runCommand(import.meta.url, generate);
