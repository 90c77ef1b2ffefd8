import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { faultOfEnvFile } from './env-file.ts';
import { found } from './found.ts';
import {
  type Added,
  asItIs,
  databaseUrl,
  type Environment,
  malformed,
  required,
  type Setting,
  type Settings,
  StartError,
  text,
  type ValuesOf,
  withoutUser,
} from './settings.ts';
import { composed, isEmail, isStorable, tidy } from './text.ts';

export { StartError };

/** Seconds that a token's `iat` may lie ahead of this machine's clock. */
export const CLOCK_TOLERANCE = 60;

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** The most megabytes of CACHE_MB, and seconds of SHUTDOWN_DELAY. */
const MOST_MEGABYTES = 65_536;
const LONGEST_DELAY = 300;

/** The settings of the core, in the order of .env.example, which `npm run pages` makes of this table. */
const OF_CORE = {
  HOST: { words: 'Address to listen on.', default: '127.0.0.1', read: asItIs },
  PORT: { default: '3000', read: required(port) },
  DATABASE_URL: {
    words:
      'PostgreSQL 15 or later with PostGIS 3.3 or later, for example postgres://obras:secreto@localhost:5432/obras. Empty: the embedded database (PGlite + PostGIS), which lives in DATA_DIR.',
    read: databaseUrl,
  },
  DATA_DIR: {
    words: 'Folder of the embedded database and its secrets. One process at a time.',
    default: './data',
    read: asItIs,
  },
  JWT_SECRET: {
    words:
      'Key that signs the tokens (HS256), 32 characters or more. Required with DATABASE_URL, the same on every instance; with the embedded database one is made at the first start and kept in DATA_DIR. While the key is changed: the new one and the one before it, separated by a comma. The first signs, both are accepted.',
    read: (value, _name, others) =>
      jwtSecret(value, others('DATABASE_URL'), others('DATA_DIR') as string),
  },
  JWT_EXPIRES_IN: {
    words: 'Lifetime of a token: 8h, 30m, 45s, 7d, or plain seconds. There is no refresh.',
    default: '8h',
    read: required(duration),
  },
  ADMIN_EMAIL: {
    words:
      'First administrator, made when no user exists. Without a password a random one is printed once on the console.',
    default: 'admin@obras.local',
    read: required(text(isEmail, 'ser un correo electrónico válido')),
  },
  ADMIN_PASSWORD: { read: adminPassword },
  STRICT_ACCESS: {
    words:
      'true: only administrators may write dependencias, fiscal years, project types and localities. false: dependencias need no token, the others any token, as the specification says.',
    default: 'false',
    read: required(boolean),
  },
  PUBLIC_READ: {
    words:
      'true: obras, catalogs, exports, /oc4ids and /ogc are read by anybody, without a token. Users, favorites, the ledger, the history of obras and the figures stay as they are. false: reading needs a token, as the specification says.',
    default: 'false',
    read: required(boolean),
  },
  PUBLIC_URL: {
    words:
      'The address of the service as the public knows it (https://obras.ejemplo.gob.mx), which absolute links begin with. It is a name of its own: a path stops the start. Empty: the protocol and host of the request. Answers with such links are then made anew each time, and never kept.',
    read: publicUrl,
  },
  PUBLISHER: {
    words: 'Who publishes the registry, as files in the OC4IDS standard name it.',
    default: 'Registro de Obras Públicas',
    read: required(publisher),
  },
  CORS_ORIGIN: {
    words:
      'Origins that browsers may call from, separated by commas (https://mapa.ejemplo.gob.mx), or *. Empty: none. Each is a whole origin: https://*.ejemplo.gob.mx stops the start.',
    read: origins,
  },
  LOG_LEVEL: {
    words:
      'fatal, error, warn, info, debug, trace or silent. One line a request, at info: short on a terminal, JSON otherwise.',
    default: 'info',
    read: required(text((value) => LEVELS.includes(value), `ser uno de ${LEVELS.join(', ')}`)),
  },
  TRUST_PROXY: {
    words:
      'Behind a reverse proxy: its addresses (10.0.0.5, 10.0.0.0/8, loopback), separated by commas, or true to believe X-Forwarded-For from anybody. The limits on logins and writes count by the address that this gives.',
    default: 'false',
    read: required(trustProxy),
  },
  CACHE_MB: {
    words:
      'Megabytes of memory for answers that are kept until something in them changes, whoever changes it. 0: none is kept, and nobody listens for changes.',
    default: '64',
    read: required(integer(0, MOST_MEGABYTES)),
  },
  MAX_CONNECTIONS: {
    words:
      'Connections of clients that may be open at a time; more are closed as they come. Each takes some 20 kB and one of the process’s file descriptors (ulimit -n).',
    default: '2000',
    read: required(integer(1, 1_000_000)),
  },
  SHUTDOWN_DELAY: {
    words:
      'Seconds between saying «not ready» at /health/ready and closing, when told to stop. Behind a proxy: a little more than it takes the proxy to notice, so that no request is lost in a restart. 0: closes at once.',
    default: '0',
    read: required(integer(0, LONGEST_DELAY)),
  },
} satisfies Settings;

const ADDED = await found<Added>('settings');

/** All settings, those of features behind the ones that they name; for help texts and .env.example. */
export const LISTED: [name: string, setting: Setting<unknown>][] = Object.entries<Setting<unknown>>(
  OF_CORE,
).flatMap((setting) => [
  setting,
  ...ADDED.filter(({ after }) => after === setting[0]).flatMap(({ settings }) =>
    Object.entries(settings),
  ),
]);
const SETTINGS: Settings = Object.fromEntries(LISTED);

/** The settings, read once at the start. A feature's `settings.ts` adds its own to this type. */
export interface Config extends ValuesOf<typeof OF_CORE> {}

/** Names in a file `.env` for other programs: compose.yaml, Node.js, and PostgreSQL's driver (PGSSLROOTCERT, PGPASSFILE). */
const OF_OTHERS = /^(REGISTRO_PORT|COMMIT|COMPOSE_[A-Z_]+|NODE_ENV|TZ|PG[A-Z]+)$/;

/** The files that Node.js was told to read: `node --env-file=/etc/registro/registro.env`. */
const envFilesOf = (args: string[]): string[] =>
  args.flatMap((arg, i) => {
    const [, path = args[i + 1]] = /^--env-file(?:=(.*))?$/.exec(arg) ?? [arg, ''];
    return path || [];
  });

function textOfEnvFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new StartError(`No se puede leer el archivo ${path} (${code}); revise sus permisos.`, {
      cause,
    });
  }
}

/** @throws StartError where systemd, Docker Compose and Node.js would read a line of it differently */
function checkEnvFile(text: string, path: string): void {
  const fault = faultOfEnvFile(text, path);
  if (fault) throw new StartError(fault);
}

/**
 * Adds the settings of the file `.env`, if there is one, to the environment. The environment's own values stay.
 *
 * @param args of Node.js itself, which may name another file that it has read
 * @throws StartError where the file names an unknown setting: a misspelt one would otherwise leave its default, and with
 *   STRICT_ACCESS the registry open; and where a line has another value for other programs
 */
export function loadEnvFile(environment: NodeJS.ProcessEnv, args = process.execArgv): void {
  for (const path of envFilesOf(args)) checkEnvFile(textOfEnvFile(path), path);
  if (!existsSync('.env')) return;
  const text = textOfEnvFile('.env');
  const fromFile = parseEnv(text);
  // A name with blanks or ends of lines is a line of another form, which `checkEnvFile` names.
  const unknown = Object.keys(fromFile)
    .filter((name) => !/\s/.test(name))
    .filter((name) => !Object.hasOwn(SETTINGS, name) && !OF_OTHERS.test(name))
    .sort();
  if (unknown.length > 0) {
    throw new StartError(
      `El archivo .env nombra ajustes que no existen: ${unknown.join(', ')}; corrija el nombre o quite la línea (.env.example los explica todos).`,
    );
  }
  checkEnvFile(text, '.env');
  for (const [name, value] of Object.entries(fromFile)) environment[name] ??= value;
}

/**
 * Some of the settings, read from the environment; an empty one counts as unset.
 *
 * @throws StartError with the first malformed one
 */
export function readSettings<Name extends keyof Config>(
  environment: Environment,
  names: readonly Name[],
): Pick<Config, Name> {
  const textOf = (name: string) => {
    const text = environment[name];
    // A password is not trimmed.
    const value = name === 'ADMIN_PASSWORD' ? text : text?.trim();
    return value || SETTINGS[name]?.default;
  };
  const read = (name: Name) =>
    (SETTINGS[name] as Setting<Config[Name]>).read(textOf(name), name, textOf);
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Pick<Config, Name>;
}

const SETTING_NAMES = Object.keys(SETTINGS) as (keyof Config)[];

/**
 * Reads all settings from the environment.
 *
 * @throws StartError with the first malformed setting
 */
export const readConfig = (environment: Environment): Config =>
  // The key comes last: it may write a file, which a malformed setting must not.
  readSettings(environment, [
    ...SETTING_NAMES.filter((name) => name !== 'JWT_SECRET'),
    'JWT_SECRET',
  ]);

/** The address to listen at, read alone, so that the start can try it first. */
export const readAddress = (environment: Environment) =>
  readSettings(environment, ['HOST', 'PORT']);

/** The registry's place, for commands that need no other settings. */
export const OF_DATABASE = ['DATABASE_URL', 'DATA_DIR'] as const;

/** The same, read. */
export const readDatabaseSettings = (environment: Environment) =>
  readSettings(environment, OF_DATABASE);

/** The first administrator's e-mail, for commands that sign in at the service. */
export const readAdminEmail = (environment: Environment): string =>
  readSettings(environment, ['ADMIN_EMAIL']).ADMIN_EMAIL;

/** The settings that a first start needs besides, for commands that may be the first. */
export const readRegistrySettings = (environment: Environment) =>
  readSettings(environment, [...OF_DATABASE, 'ADMIN_EMAIL', 'ADMIN_PASSWORD']);

function port(value: string, name: string): number {
  const number = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number <= 65535)) throw malformed(name, 'ser un número entre 0 y 65535', value);
  return number;
}

/** Returns a function that reads a whole number between these bounds. */
function integer(least: number, most: number) {
  return (value: string, name: string): number => {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw malformed(name, `ser un número entero entre ${least} y ${most}`, value);
  };
}

const SECONDS = { s: 1, m: 60, h: 3600, d: 86400 };
const LONGEST_SESSION = 365 * 86400;

function duration(value: string, name: string): number {
  const [, digits, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(value) ?? [];
  const seconds = Number(digits) * SECONDS[unit as keyof typeof SECONDS];
  if (!(seconds >= 1 && seconds <= LONGEST_SESSION)) {
    const form = 'ser un tiempo como 8h, 30m o 3600 (segundos), de un año a lo más';
    throw malformed(name, form, value);
  }
  return seconds;
}

function boolean(value: string, name: string): boolean {
  if (value !== 'true' && value !== 'false') throw malformed(name, 'ser true o false', value);
  return value === 'true';
}

/** The placeholder for secrets in deploy/registro.env.example. For the other secrets it is too short to pass. */
const PLACEHOLDER = 'CAMBIAR';

/** @throws StartError where no user could have this password */
export function adminPassword(value: string | undefined): string | undefined {
  if (value === PLACEHOLDER) {
    throw new StartError(
      `ADMIN_PASSWORD dice todavía ${PLACEHOLDER}; ponga ahí una contraseña propia.`,
    );
  }
  if (value === undefined) return undefined;
  const password = composed(value);
  if ([...password].length < 6 || [...password].length > 128) {
    throw new StartError('ADMIN_PASSWORD debe tener entre 6 y 128 caracteres.');
  }
  return password;
}

function publicUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url && !/[?#]/.test(value) && !url.username && !url.password;
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    const form =
      'ser una dirección completa como https://obras.ejemplo.gob.mx, sin usuario, ? ni #';
    throw malformed('PUBLIC_URL', form, withoutUser(value));
  }
  // The portal's own addresses begin at the root, and so do those of lists and files.
  if (/[^/]/.test(url.pathname)) {
    const form =
      'ser un nombre propio del registro, como https://obras.ejemplo.gob.mx, sin ruta: el portal está en la raíz de su servidor';
    throw malformed('PUBLIC_URL', form, value);
  }
  return url.href.replace(/\/+$/, '');
}

function publisher(value: string): string {
  const name = tidy(value, { maxLength: LONGEST_PUBLISHER });
  if (!name || [...name].length > LONGEST_PUBLISHER || !isStorable(name)) {
    throw new StartError(
      `PUBLISHER debe ser el nombre de quien publica el registro, de ${LONGEST_PUBLISHER} caracteres a lo más.`,
    );
  }
  return name;
}
const LONGEST_PUBLISHER = 255;

function origins(value: string | undefined): string[] | '*' {
  if (value === '*') return '*';
  const list = (value ?? '')
    .split(',')
    .map((origin) => origin.trim())
    .filter(Boolean);
  for (const origin of list) {
    const isOrigin = /^https?:\/\/[^*]+$/.test(origin) && URL.canParse(origin);
    if (!isOrigin || new URL(origin).origin !== origin) {
      const form = 'ser * u orígenes completos como https://ejemplo.gob.mx separados por comas';
      throw malformed('CORS_ORIGIN', form, withoutUser(origin));
    }
  }
  return list;
}

const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

function trustProxy(value: string): boolean | string {
  if (value === 'true' || value === 'false') return value === 'true';
  for (const part of value.split(',').map((text) => text.trim())) {
    const [address = '', bits = '0', ...rest] = part.split('/');
    const version = isIP(address);
    const ok =
      PROXY_NAMES.includes(part) ||
      (version > 0 &&
        rest.length === 0 &&
        /^\d{1,3}$/.test(bits) &&
        Number(bits) <= (ADDRESS_BITS[version] ?? 0));
    if (!ok) {
      const form = 'ser true, false o las direcciones de los proxies separadas por comas';
      throw malformed('TRUST_PROXY', form, value);
    }
  }
  return value;
}
const ADDRESS_BITS: Record<number, number> = { 4: 32, 6: 128 };

function jwtSecret(value: string | undefined, databaseUrl: string | undefined, dataDir: string) {
  if (value !== undefined) {
    checkKeys(value);
    return value;
  }
  if (databaseUrl) {
    throw new StartError(
      'Con DATABASE_URL hace falta JWT_SECRET: una clave de 32 caracteres o más, la misma en todas las instancias.',
    );
  }
  return ownSecret(dataDir);
}

/** One key, or the new one and the previous one. */
function checkKeys(value: string): void {
  const keys = jwtKeys(value);
  if (keys.length > 2 || keys.some((key) => key.length < 32)) {
    throw new StartError(
      keys.length === 1
        ? 'JWT_SECRET debe tener 32 caracteres o más.'
        : 'JWT_SECRET debe ser una clave, o la nueva y la anterior separadas por una coma, cada una de 32 caracteres o más.',
    );
  }
}

/** The keys in JWT_SECRET: the first signs, each verifies. */
export const jwtKeys = (value: string): string[] => value.split(',').map((key) => key.trim());

/** The key of an embedded registry, made at the first start beside its data, readable by its owner only. */
function ownSecret(dataDir: string): string {
  const file = join(dataDir, 'jwt-secret');
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) {
      // The whole file is written under another name and then linked. So no process reads half a key, and the first one
      // stays.
      const draft = `${file}.${process.pid}`;
      writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600 });
      try {
        linkSync(draft, file);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      } finally {
        unlinkSync(draft);
      }
    }
    const secret = readFileSync(file, 'utf8').trim();
    if (secret.length >= 32) return secret;
  } catch (cause) {
    throw unusableFolder(dataDir, cause);
  }
  throw new StartError(
    `El archivo ${file} está dañado; bórrelo (las sesiones abiertas terminarán) o indique JWT_SECRET.`,
  );
}

/** The data folder is not a folder, or is not the user's. */
export const unusableFolder = (dataDir: string, cause: unknown) =>
  new StartError(
    `No se puede leer y escribir en la carpeta de datos ${dataDir}; revise que sea una carpeta y sus permisos, o indique otra en DATA_DIR.`,
    { cause },
  );
