import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { serveCopies } from './backup/socket.ts';
import { type Config, readConfig, StartError } from './config.ts';
import { print, readArguments } from './console.ts';
import { checkDemoOptions, fillWithDemo } from './demo/demo.ts';
import { openRegistry } from './registry.ts';

const HELP = `Registro de Obras Públicas

Uso: npm start [-- opciones]

  --demo            llena un registro vacío con obras federales reales de Yucatán
  --obras <número>  con --demo: agrega obras generadas hasta llegar a ese número
  --semilla <n>     con --demo: la misma semilla genera los mismos datos (1)
  --help            muestra esta ayuda

Los ajustes se leen del entorno y del archivo .env; véase .env.example.
`;

/** How long requests under way may take to end once the service closes, in milliseconds. */
const GRACE = 10_000;

async function main(): Promise<void> {
  const { values } = readArguments(HELP, {
    options: {
      demo: { type: 'boolean', default: false },
      obras: { type: 'string' },
      semilla: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return void process.stdout.write(HELP);
  if (values.demo) checkDemoOptions(values);
  else if (values.obras ?? values.semilla) {
    throw new StartError('--obras y --semilla sólo se usan junto con --demo.');
  }
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);

  // While the database opens, which takes a thread of its own or waits for a server, the rest of the program loads.
  const [registry, { buildApp }] = await Promise.all([
    openRegistry(config, print),
    import('./app.ts'),
  ]);
  const app = await buildApp(config, registry.db);
  registry.onError((error) => app.log.error({ err: error }, 'database connection lost'));
  if (values.demo) await fillWithDemo(registry.db, values, print);
  if (!config.STRICT_ACCESS) {
    app.log.warn(
      'STRICT_ACCESS=false: anybody may change dependencias, and any user fiscal years, project types and localities',
    );
  }
  const stopCopies = config.DATABASE_URL
    ? async () => {}
    : serveCopies(registry.db, config.DATA_DIR, app.log);
  stopOnSignal(config.SHUTDOWN_DELAY * 1000, async () => {
    app.announceStop();
    await sleep(config.SHUTDOWN_DELAY * 1000);
    await Promise.all([app.close(), stopCopies()]);
    await registry.db.close();
  });
  const address = await listen(app, config);
  print(`\nRegistro de Obras Públicas listo en ${address}\nDocumentación: ${address}/docs`);
}

async function listen(app: FastifyInstance, { HOST, PORT }: Config): Promise<string> {
  try {
    return await app.listen({ host: HOST, port: PORT });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `El puerto ${PORT} de ${HOST} está ocupado por otro programa; indique otro en PORT.`,
        { cause },
      );
    }
    throw new StartError(`No se puede escuchar en ${HOST}:${PORT} (${code}); revise HOST y PORT.`, {
      cause,
    });
  }
}

/**
 * The first SIGTERM or SIGINT stops in an orderly way, a second one at once.
 *
 * @param delay milliseconds that `close` waits before it closes anything
 */
function stopOnSignal(delay: number, close: () => Promise<void>): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    print(`${signal}: deteniendo el registro…`);
    setTimeout(() => process.exit(1), delay + GRACE).unref();
    close().then(
      () => process.exit(0),
      (error) => {
        process.stderr.write(`${error.stack}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // A SIGTERM sent to `npm start` ends npm and the shell between, which does not pass it on.
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid;
    setInterval(() => {
      if (!stopping && process.ppid !== parent) stop('SIGTERM');
    }, 500).unref();
  }
}

main().catch((error: Error) => {
  // A start that can't go on says what to do; anything else is ours to mend and shows where it happened.
  process.stderr.write(`${error instanceof StartError ? error.message : error.stack}\n`);
  process.exit(1);
});
