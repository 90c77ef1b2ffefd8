import { createCommand, runCommand } from '../../consola/console.ts';
import { OF_DATABASE, readSettings } from '../../core/base/config.ts';
import { allOf } from '../../core/base/text.ts';
import { openRegistry } from '../../core/registry.ts';
import { fillWithDemo, PARTS } from './demo.ts';

const SETTINGS_OF_DEMO = [
  ...OF_DATABASE,
  ...PARTS.flatMap(({ settings = [] }) => settings),
  ...(['ADMIN_EMAIL', 'ADMIN_PASSWORD'] as const),
];

const HELP = `Datos de demostración del Registro de Obras Públicas

Uso: npm run demo

Llena un registro vacío con 71 obras federales reales de Yucatán y 229 inventadas, y con su seguimiento: importa las hojas de
sources/demostracion.${PARTS.map(({ help = '' }) => help).join('')}

  --help  muestra esta ayuda

Los ajustes ${allOf(SETTINGS_OF_DEMO)} se leen del entorno y del archivo .env.
`;

export const demo = createCommand(
  HELP,
  { options: { help: { type: 'boolean', short: 'h' } } },
  async (_args, { environment, print, stream }) => {
    const settings = readSettings(environment, SETTINGS_OF_DEMO);
    const { db } = await openRegistry({ ...settings, CACHE_MB: 0 }, print);
    try {
      await fillWithDemo(db, { print, stream }, settings);
    } finally {
      await db.close();
    }
  },
);

runCommand(import.meta.url, demo);
