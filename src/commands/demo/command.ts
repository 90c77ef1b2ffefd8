import { createCommand, runCommand } from '../../consola/console.ts';
import { readRegistrySettings } from '../../core/base/config.ts';
import { openRegistry } from '../../core/registry.ts';
import { openAlmacen, readFilesSettings } from '../../features/archivos/almacen/abrir.ts';
import { fillWithDemo } from './demo.ts';

const HELP = `Datos de demostración del Registro de Obras Públicas

Uso: npm run demo

Llena un registro vacío con 71 obras federales reales de Yucatán y 229 inventadas, y con su seguimiento: importa las hojas de
sources/demostracion. Algunas inventadas tienen documentos, y dibujos en lugar de fotos.

  --help  muestra esta ayuda

Los ajustes DATABASE_URL, DATA_DIR, FILES_URL, ADMIN_EMAIL y ADMIN_PASSWORD se leen del entorno y del archivo .env.
`;

export const demo = createCommand(
  HELP,
  { options: { help: { type: 'boolean', short: 'h' } } },
  async (_args, { environment, print, stream }) => {
    const settings = { ...readRegistrySettings(environment), ...readFilesSettings(environment) };
    const { db } = await openRegistry({ ...settings, CACHE_MB: 0 }, print);
    try {
      const almacen = await openAlmacen(settings, db);
      await fillWithDemo(db, { print, stream }, almacen);
      almacen.close();
    } finally {
      await db.close();
    }
  },
);

runCommand(import.meta.url, demo);
