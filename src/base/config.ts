import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { composed, isEmail, isStorable, tidy } from './text.ts';

/** A start that can't go on: its message is one sentence in Spanish that says what to do. */
export class StartError extends Error {}

/** How far ahead of this machine's clock a token's `iat` may lie, in seconds: clocks differ. */
export const CLOCK_TOLERANCE = 60;

/** The settings, read once at the start; see .env.example for what each means. */
export interface Config {
  HOST: string;
  PORT: number;
  /** Unset: the embedded database. */
  DATABASE_URL: string | undefined;
  /** A hot standby of that server, for reading lists. Unset: everything is read from `DATABASE_URL`. */
  DATABASE_READ_URL: string | undefined;
  DATA_DIR: string;
  /** One key, or two separated by a comma: see `jwtKeys`. */
  JWT_SECRET: string;
  /** Seconds. */
  JWT_EXPIRES_IN: number;
  ADMIN_EMAIL: string;
  /** Unset: a random one, printed once. */
  ADMIN_PASSWORD: string | undefined;
  STRICT_ACCESS: boolean;
  /** Whether obras, catalogs, exports, /oc4ids and /ogc are read without a token. */
  PUBLIC_READ: boolean;
  /** The beginning of absolute links, without a slash at the end. Unset: the request's protocol and host. */
  PUBLIC_URL: string | undefined;
  /** The publisher of the registry, as OC4IDS names it. */
  PUBLISHER: string;
  /** The beginning of the ids of OC4IDS: `oc4ids-` and the six characters that its helpdesk assigns. */
  OC4IDS_PREFIX: string;
  /** Template of the XYZ pictures under the portal's map, with {z}, {x} and {y}. Unset: the limits of the municipios alone. */
  MAP_TILES_URL: string | undefined;
  /** The makers of those pictures, as the map names them. */
  MAP_TILES_ATTRIBUTION: string;
  /** A PMTiles archive of streets under the portal's map, by its path. Unset: none. */
  MAP_FILE: string | undefined;
  /** Allowed origins; `'*'` any, empty none. */
  CORS_ORIGIN: string[] | '*';
  LOG_LEVEL: string;
  /** As Fastify's `trustProxy`: false, true, or the proxies' addresses, separated by commas. */
  TRUST_PROXY: boolean | string;
  /** Megabytes (of 1,048,576 bytes) for kept answers. With 0, none is kept. */
  CACHE_MB: number;
  /** Connections of clients at a time; more are closed as they come. */
  MAX_CONNECTIONS: number;
  /** Seconds between saying «not ready» and closing. */
  SHUTDOWN_DELAY: number;
  /** Unset: anybody who reaches the service may read the figures. */
  METRICS_TOKEN: string | undefined;
}

type Environment = Record<string, string | undefined>;

/** Every setting by its name; the compiler holds the list to `Config`. */
const SETTINGS = Object.keys({
  HOST: 0,
  PORT: 0,
  DATABASE_URL: 0,
  DATABASE_READ_URL: 0,
  DATA_DIR: 0,
  JWT_SECRET: 0,
  JWT_EXPIRES_IN: 0,
  ADMIN_EMAIL: 0,
  ADMIN_PASSWORD: 0,
  STRICT_ACCESS: 0,
  PUBLIC_READ: 0,
  PUBLIC_URL: 0,
  PUBLISHER: 0,
  OC4IDS_PREFIX: 0,
  MAP_TILES_URL: 0,
  MAP_TILES_ATTRIBUTION: 0,
  MAP_FILE: 0,
  CORS_ORIGIN: 0,
  LOG_LEVEL: 0,
  TRUST_PROXY: 0,
  CACHE_MB: 0,
  MAX_CONNECTIONS: 0,
  SHUTDOWN_DELAY: 0,
  METRICS_TOKEN: 0,
} satisfies Record<keyof Config, 0>);

/** Names that others read from a file `.env`: compose.yaml, Node.js, and PostgreSQL's driver (PGSSLROOTCERT, PGPASSFILE). */
const OF_OTHERS = /^(REGISTRO_PORT|COMMIT|COMPOSE_[A-Z_]+|NODE_ENV|TZ|PG[A-Z]+)$/;

/**
 * Adds the settings of the file `.env` to the environment, if there is one; what the environment has already stays.
 *
 * @throws StartError where the file names a setting that does not exist: a misspelt one would otherwise leave its default,
 * and with STRICT_ACCESS the registry open.
 */
export function loadEnvFile(environment: NodeJS.ProcessEnv): void {
  if (!existsSync('.env')) return;
  let text: string;
  try {
    text = readFileSync('.env', 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new StartError(`No se puede leer el archivo .env (${code}); revise sus permisos.`, {
      cause,
    });
  }
  const given = parseEnv(text.replace(/^\uFEFF/, ''));
  const unknown = Object.keys(given)
    .filter((name) => !SETTINGS.includes(name) && !OF_OTHERS.test(name))
    .sort();
  if (unknown.length > 0) {
    throw new StartError(
      `El archivo .env nombra ajustes que no existen: ${unknown.join(', ')}; corrija el nombre o quite la línea (.env.example los explica todos).`,
    );
  }
  for (const [name, value] of Object.entries(given)) environment[name] ??= value;
}

/**
 * Reads the settings from the environment; an empty one counts as unset.
 *
 * @throws StartError naming the first setting that is malformed.
 */
export function readConfig(environment: Environment): Config {
  const get = (name: string) => environment[name]?.trim() || undefined;
  const registry = readRegistrySettings(environment);
  const { DATABASE_URL, DATA_DIR } = registry;
  return {
    ...registry,
    ...readAddress(environment),
    DATABASE_READ_URL: standbyUrl(get('DATABASE_READ_URL'), DATABASE_URL),
    JWT_EXPIRES_IN: duration('JWT_EXPIRES_IN', get('JWT_EXPIRES_IN') ?? '8h'),
    STRICT_ACCESS: boolean('STRICT_ACCESS', get('STRICT_ACCESS') ?? 'false'),
    PUBLIC_READ: boolean('PUBLIC_READ', get('PUBLIC_READ') ?? 'false'),
    PUBLIC_URL: publicUrl(get('PUBLIC_URL')),
    PUBLISHER: publisher(get('PUBLISHER') ?? 'Registro de Obras Públicas'),
    OC4IDS_PREFIX: oc4idsPrefix(get('OC4IDS_PREFIX') ?? 'oc4ids-xxxxxx'),
    MAP_TILES_URL: tiles(get('MAP_TILES_URL')),
    MAP_TILES_ATTRIBUTION: attribution(get('MAP_TILES_ATTRIBUTION'), get('MAP_TILES_URL')),
    MAP_FILE: mapFile(get('MAP_FILE'), get('MAP_TILES_URL')),
    CORS_ORIGIN: origins(get('CORS_ORIGIN')),
    LOG_LEVEL: logLevel(get('LOG_LEVEL') ?? 'info'),
    TRUST_PROXY: trustProxy(get('TRUST_PROXY') ?? 'false'),
    CACHE_MB: integer('CACHE_MB', get('CACHE_MB') ?? '64', 0, MOST_MEGABYTES),
    MAX_CONNECTIONS: integer('MAX_CONNECTIONS', get('MAX_CONNECTIONS') ?? '2000', 1, 1_000_000),
    SHUTDOWN_DELAY: integer('SHUTDOWN_DELAY', get('SHUTDOWN_DELAY') ?? '0', 0, LONGEST_DELAY),
    METRICS_TOKEN: metricsToken(get('METRICS_TOKEN')),
    // Last: it may write a file, which a malformed setting must not.
    JWT_SECRET: jwtSecret(get('JWT_SECRET'), DATABASE_URL, DATA_DIR),
  };
}

/** Where to listen; known by itself, so that it can be tried before anything else is done. */
export function readAddress(environment: Environment): Pick<Config, 'HOST' | 'PORT'> {
  return {
    HOST: environment.HOST?.trim() || '127.0.0.1',
    PORT: port(environment.PORT?.trim() || '3000'),
  };
}

/** The settings that say where the registry is, for commands that need no more. */
export function readDatabaseSettings(
  environment: Environment,
): Pick<Config, 'DATABASE_URL' | 'DATA_DIR'> {
  return {
    DATABASE_URL: databaseUrl('DATABASE_URL', environment.DATABASE_URL?.trim() || undefined),
    DATA_DIR: environment.DATA_DIR?.trim() || './data',
  };
}

/** The settings that a first start needs besides, for commands that may be the first. */
export function readRegistrySettings(
  environment: Environment,
): Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'ADMIN_EMAIL' | 'ADMIN_PASSWORD'> {
  return {
    ...readDatabaseSettings(environment),
    ADMIN_EMAIL: adminEmail(environment.ADMIN_EMAIL?.trim() || 'admin@obras.local'),
    // Not trimmed: a password is taken as it is.
    ADMIN_PASSWORD: adminPassword(environment.ADMIN_PASSWORD || undefined),
  };
}

function databaseUrl(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value)) {
    throw new StartError(
      `${name} debe tener la forma postgres://usuario:contraseña@servidor:5432/base.`,
    );
  }
  return value;
}

function standbyUrl(value: string | undefined, primary: string | undefined): string | undefined {
  if (value !== undefined && primary === undefined) {
    throw new StartError(
      'DATABASE_READ_URL sólo se usa junto con DATABASE_URL: es una réplica de ese servidor.',
    );
  }
  return databaseUrl('DATABASE_READ_URL', value);
}

function port(value: string): number {
  const number = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number <= 65535)) {
    throw new StartError(`PORT debe ser un número entre 0 y 65535; se recibió «${value}».`);
  }
  return number;
}

const MOST_MEGABYTES = 65_536;
const LONGEST_DELAY = 300;

function integer(name: string, value: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= least && number <= most)) {
    throw new StartError(
      `${name} debe ser un número entero entre ${least} y ${most}; se recibió «${value}».`,
    );
  }
  return number;
}

function metricsToken(value: string | undefined): string | undefined {
  // The characters that a bearer token may have (RFC 6750 section 2.1).
  if (value !== undefined && !/^[A-Za-z0-9._~+/-]{16,}=*$/.test(value)) {
    throw new StartError(
      'METRICS_TOKEN debe tener 16 caracteres o más, sólo letras sin acento, cifras y ._~+/-.',
    );
  }
  return value;
}

const SECONDS = { s: 1, m: 60, h: 3600, d: 86400 };
const LONGEST = 365 * 86400;

function duration(name: string, value: string): number {
  const [, digits, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(value) ?? [];
  const seconds = Number(digits) * SECONDS[unit as keyof typeof SECONDS];
  if (!(seconds >= 1 && seconds <= LONGEST)) {
    throw new StartError(
      `${name} debe ser un tiempo como 8h, 30m o 3600 (segundos), de un año a lo más; se recibió «${value}».`,
    );
  }
  return seconds;
}

function boolean(name: string, value: string): boolean {
  if (value !== 'true' && value !== 'false') {
    throw new StartError(`${name} debe ser true o false; se recibió «${value}».`);
  }
  return value === 'true';
}

function adminEmail(value: string): string {
  if (!isEmail(value)) {
    throw new StartError(
      `ADMIN_EMAIL debe ser un correo electrónico válido; se recibió «${value}».`,
    );
  }
  return value;
}

/** The placeholder for secrets in deploy/registro.env.example. For the other secrets it is too short to be accepted. */
const PLACEHOLDER = 'CAMBIAR';

/** @throws StartError where it could not be a user's password */
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

/** An address as a sentence may show it. */
const withoutUser = (url: string): string => url.replace(/\/\/[^/]*@/, '//…@');

function publicUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url && !/[?#]/.test(value) && !url.username && !url.password;
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    throw new StartError(
      `PUBLIC_URL debe ser una dirección completa como https://obras.ejemplo.gob.mx, sin usuario, ? ni #; se recibió «${withoutUser(value)}».`,
    );
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

function oc4idsPrefix(value: string): string {
  if (!/^oc4ids-[a-z0-9]{6}$/.test(value)) {
    throw new StartError(
      `OC4IDS_PREFIX debe ser oc4ids- y los seis caracteres que asigna la mesa de ayuda de OC4IDS, como oc4ids-bu3kcz; se recibió «${value}».`,
    );
  }
  return value;
}

function tiles(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const isTemplate = ['{z}', '{x}', '{y}'].every((part) => value.includes(part));
  const url = value.replace(/\{([zxy])\}/g, '$1');
  const isSound = /^https?:\/\//.test(url) && !/[\s;,{}]/.test(url) && URL.canParse(url);
  // Browsers are told it: a password would be everybody's.
  const isOpen = isSound && !new URL(url).username && !new URL(url).password;
  if (!isTemplate || !isOpen) {
    throw new StartError(
      `MAP_TILES_URL debe ser una dirección como https://teselas.ejemplo.gob.mx/{z}/{x}/{y}.png, sin usuario ni contraseña; se recibió «${withoutUser(value)}».`,
    );
  }
  return value;
}

function attribution(value: string | undefined, url: string | undefined): string {
  if (url && !value) {
    throw new StartError(
      'Con MAP_TILES_URL hace falta MAP_TILES_ATTRIBUTION: a quién se debe el mapa, como «© OpenStreetMap contributors».',
    );
  }
  return value ?? '';
}

function mapFile(value: string | undefined, url: string | undefined): string | undefined {
  if (value && url) {
    throw new StartError(
      'MAP_FILE y MAP_TILES_URL nombran cada uno un mapa base; deje uno de los dos.',
    );
  }
  return value;
}

function origins(value: string | undefined): string[] | '*' {
  if (value === '*') return '*';
  const list = (value ?? '')
    .split(',')
    .map((origin) => origin.trim())
    .filter(Boolean);
  for (const origin of list) {
    const isOrigin = /^https?:\/\/[^*]+$/.test(origin) && URL.canParse(origin);
    if (!isOrigin || new URL(origin).origin !== origin) {
      throw new StartError(
        `CORS_ORIGIN debe ser * u orígenes completos como https://ejemplo.gob.mx separados por comas; se recibió «${withoutUser(origin)}».`,
      );
    }
  }
  return list;
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

function logLevel(value: string): string {
  if (!LEVELS.includes(value)) {
    throw new StartError(`LOG_LEVEL debe ser uno de ${LEVELS.join(', ')}; se recibió «${value}».`);
  }
  return value;
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
        Number(bits) <= (WIDTH[version] ?? 0));
    if (!ok) {
      throw new StartError(
        `TRUST_PROXY debe ser true, false o las direcciones de los proxies separadas por comas; se recibió «${value}».`,
      );
    }
  }
  return value;
}
const WIDTH: Record<number, number> = { 4: 32, 6: 128 };

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

/** One key, or the new one and the one before it. */
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

/** The key that the embedded registry keeps beside its data, made at the first start, readable by its owner. */
function ownSecret(dataDir: string): string {
  const file = join(dataDir, 'jwt-secret');
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) {
      // Written whole under another name and then linked. So nobody reads half a key, and the first one stays.
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

/** The data folder is not a folder, or belongs to somebody else. */
export const unusableFolder = (dataDir: string, cause: unknown) =>
  new StartError(
    `No se puede leer y escribir en la carpeta de datos ${dataDir}; revise que sea una carpeta y sus permisos, o indique otra en DATA_DIR.`,
    { cause },
  );
