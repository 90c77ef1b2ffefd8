import { readRegistrySettings } from '../../base/config.ts';
import { createCommand, runCommand } from '../../base/console.ts';
import { openRegistry } from '../../registry.ts';
import { checkDemoOptions, fillWithDemo } from './demo.ts';

const HELP = `Datos de demostración del Registro de Obras Públicas

Uso: npm run demo [-- opciones]

Llena un registro vacío con 71 obras federales reales de Yucatán y con obras generadas, y con su seguimiento.

  --obras <número>  cuántas obras en total (300); con 71, sólo las reales; a lo más 2000000
  --semilla <n>     la misma semilla genera los mismos datos (1)
  --help            muestra esta ayuda

Los ajustes DATABASE_URL, DATA_DIR, ADMIN_EMAIL y ADMIN_PASSWORD se leen del entorno y del archivo .env.
`;

export const demo = createCommand(
  HELP,
  {
    options: {
      obras: { type: 'string' },
      semilla: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  },
  async ({ values }, { environment, print }) => {
    checkDemoOptions(values);
    const { db } = await openRegistry({ ...readRegistrySettings(environment), CACHE_MB: 0 }, print);
    try {
      await fillWithDemo(db, values, print);
    } finally {
      await db.close();
    }
  },
);

runCommand(import.meta.url, demo);
