import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfig, StartError } from '../config.ts';
import { openRegistry } from '../registry.ts';
import { checkDemoOptions, fillWithDemo } from './demo.ts';

const HELP = `Datos de demostración del Registro de Obras Públicas

Uso: npm run demo [-- opciones]

Llena un registro vacío con 71 obras federales reales de Yucatán.

  --obras <número>  agrega obras generadas hasta llegar a ese número (71 a 2000000)
  --semilla <n>     la misma semilla genera los mismos datos (1)
  --help            muestra esta ayuda

Los ajustes se leen del entorno y del archivo .env; véase .env.example.
`;

async function main(): Promise<void> {
  const { values } = readArguments();
  if (values.help) return void process.stdout.write(HELP);
  checkDemoOptions(values);
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { db } = await openRegistry(readConfig(process.env), print);
  try {
    await fillWithDemo(db, values, print);
  } finally {
    await db.close();
  }
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        obras: { type: 'string' },
        semilla: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch {
    throw new StartError(`Opciones no reconocidas; éstas son las que hay.\n\n${HELP}`);
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: Error) => {
  process.stderr.write(`${error instanceof StartError ? error.message : error.stack}\n`);
  process.exit(1);
});
