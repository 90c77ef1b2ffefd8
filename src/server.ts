import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { serveCopies } from './commands/backup/socket.ts';
import { outliveReaders, print, readArguments } from './consola/console.ts';
import {
  CLOCK_TOLERANCE,
  type Config,
  LISTED,
  loadEnvFile,
  readAddress,
  readConfig,
  StartError,
} from './core/base/config.ts';
import { found } from './core/base/found.ts';
import type { Database } from './core/db/db.ts';
import { TEST_TIMEOUT_FACTOR } from './core/db/timeouts.ts';
import { openRegistry } from './core/registry.ts';
import { hasPortal } from './features/portal/portal.ts';

const HELP = `Registro de Obras Públicas

Uso: npm start [-- opciones]

  --demo  llena un registro vacío con obras de demostración; uno que ya tiene obras queda igual
  --help  muestra esta ayuda

Los ajustes se leen del entorno y del archivo .env; .env.example explica cada uno:
${LISTED.map(([name, { default: value = '' }]) => `  ${name}=${value}\n`).join('')}`;

/** A file `check.ts` of a feature, which tries what a setting names before anything is made. */
interface Check {
  check(config: Config): Promise<void>;
}

/** Milliseconds that requests under way may take to end once the service closes. */
const GRACE = 10_000 * TEST_TIMEOUT_FACTOR;

async function main(): Promise<void> {
  outliveReaders();
  const { values } = readArguments(HELP, {
    options: {
      demo: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return void process.stdout.write(HELP);
  loadEnvFile(process.env);
  await tryAddress(readAddress(process.env));
  const config = readConfig(process.env);
  for (const { check } of await found<Check>('check')) await check(config);

  // The rest of the program loads while the database opens, which uses a thread of its own or waits for a server.
  const [registry, { buildApp }, { FEATURES }] = await Promise.all([
    openRegistry(config, print),
    import('./app.ts'),
    import('./features.ts'),
  ]);
  const app = await buildApp(config, registry.db);
  const { secondsAhead } = registry;
  if (Math.abs(secondsAhead) > CLOCK_TOLERANCE) {
    print(clockNotice(secondsAhead));
    app.log.error({ secondsAhead }, 'los relojes de este equipo y de la base de datos difieren');
  }
  registry.onError((error) =>
    app.log.error({ err: error }, 'se perdió una conexión con la base de datos'),
  );
  for (const { start } of FEATURES) {
    await start?.({ config, db: registry.db, log: app.log, print });
  }
  if (values.demo) await fillUnlessFilled(registry.db, config);
  if (!config.STRICT_ACCESS) {
    app.log.warn(
      'STRICT_ACCESS=false: cualquiera puede cambiar las dependencias, y cualquier usuario los ejercicios fiscales, tipos de proyecto y localidades',
    );
  }
  if (config.PUBLIC_READ) {
    app.log.info(
      'PUBLIC_READ=true: cualquiera puede consultar las obras y los catálogos sin token',
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
  const portal = hasPortal() ? `\nPortal: ${address}/portal/` : '';
  print(
    `\nRegistro de Obras Públicas listo en ${address}${portal}\nDocumentación: ${address}/docs`,
  );
}

/** @param secondsAhead of the database's clock */
function clockNotice(secondsAhead: number): string {
  const seconds = Math.round(Math.abs(secondsAhead));
  return secondsAhead < 0
    ? `\nEl reloj de este equipo está ${seconds} segundos atrasado respecto al de la base de datos. Mientras no coincidan, nadie podrá usar aquí su sesión (401); ponga en hora los dos equipos.\n`
    : `\nEl reloj de este equipo está ${seconds} segundos adelantado respecto al de la base de datos. Mientras no coincidan, las sesiones terminan antes de tiempo (401); ponga en hora los dos equipos.\n`;
}

type Address = Pick<Config, 'HOST' | 'PORT'>;

/**
 * Listens for a moment, so that a busy port ends the start before anything is made. `listen` reports a port that is taken
 * later.
 */
async function tryAddress({ HOST, PORT }: Address): Promise<void> {
  const probe = createServer((socket) => socket.destroy());
  try {
    await once(probe.listen(PORT, HOST), 'listening');
  } catch (cause) {
    throw unusableAddress({ HOST, PORT }, cause);
  }
  await once(probe.close(), 'close');
}

/** A registry that has works is served as it is, so the same start works a second time. */
async function fillUnlessFilled(db: Database, config: Config): Promise<void> {
  const { fillWithDemo, HoldsObras } = await import('./commands/demo/demo.ts');
  try {
    const stream = process.stdout.isTTY ? process.stdout : undefined;
    await fillWithDemo(db, { print, stream }, config);
  } catch (error) {
    if (!(error instanceof HoldsObras)) throw error;
    print('El registro ya tiene obras: se sirve como está, sin datos de demostración nuevos.');
  }
}

async function listen(app: FastifyInstance, { HOST, PORT }: Address): Promise<string> {
  try {
    return await app.listen({
      host: HOST,
      port: PORT,
      listenTextResolver: (address) => `escuchando en ${address}`,
    });
  } catch (cause) {
    throw unusableAddress({ HOST, PORT }, cause);
  }
}

function unusableAddress({ HOST, PORT }: Address, cause: unknown): StartError {
  const { code } = cause as NodeJS.ErrnoException;
  return new StartError(
    code === 'EADDRINUSE'
      ? `El puerto ${PORT} de ${HOST} está ocupado por otro programa; indique otro en PORT.`
      : `No se puede escuchar en ${HOST}:${PORT} (${code}); revise HOST y PORT.`,
    { cause },
  );
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
  // A SIGTERM sent to `npm start` ends npm and its shell, which do not pass it on.
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid;
    setInterval(() => {
      if (!stopping && process.ppid !== parent) stop('SIGTERM');
    }, 500).unref();
  }
}

main().catch((error: Error) => {
  // A start that can't go on prints its sentence. Any other error is a fault of the program and shows its place.
  process.stderr.write(`${error instanceof StartError ? error.message : error.stack}\n`);
  process.exit(1);
});
