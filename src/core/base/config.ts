import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { faultOfEnvFile } from './env-file.ts';
import { composed, isEmail, isStorable, tidy } from './text.ts';

/** A start that can't go on. Its message is one Spanish sentence with the way out. */
export class StartError extends Error {}

/** Seconds that a token's `iat` may lie ahead of this machine's clock. */
export const CLOCK_TOLERANCE = 60;

/** The most megabytes of CACHE_MB, and seconds of SHUTDOWN_DELAY. */
const MOST_MEGABYTES = 65_536;
const LONGEST_DELAY = 300;

type Environment = Record<string, string | undefined>;

/** A setting of the service, with everything that describes it. */
interface Setting<T> {
  /** Its words in .env.example; unset where those of the setting before it cover it. */
  words?: string;
  /** Its value where the environment has none. */
  default?: string;
  /**
   * Reads its value.
   *
   * @param value as the environment has it, or the default; undefined where there is neither
   * @param others reads another setting's value
   * @throws StartError with the sentence for a malformed value
   */
  read: (
    value: string | undefined,
    name: string,
    others: (name: string) => string | undefined,
  ) => T;
}
/** The reader of a setting that has a default. */
const required = <T>(read: (value: string, name: string) => T) => read as Setting<T>['read'];
const asItIs = required((value) => value);

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** The refusal of a malformed value. The sentence says what it has to do: «ser true o false». */
const malformed = (name: string, form: string, value: string) =>
  new StartError(`${name} debe ${form}; se recibió «${value}».`);

/** Returns a function that reads a text which fits a form. */
function text(fits: (value: string) => boolean, form: string) {
  return (value: string, name: string): string => {
    if (!fits(value)) throw malformed(name, form, value);
    return value;
  };
}

/** Every setting, in the order of .env.example, which `npm run pages` makes of this table. */
const SETTINGS = {
  HOST: { words: 'Address to listen on.', default: '127.0.0.1', read: asItIs },
  PORT: { default: '3000', read: required(port) },
  DATABASE_URL: {
    words:
      'PostgreSQL 15 or later with PostGIS 3.3 or later, for example postgres://obras:secreto@localhost:5432/obras. Empty: the embedded database (PGlite + PostGIS), which lives in DATA_DIR.',
    read: databaseUrl,
  },
  DATABASE_READ_URL: {
    words:
      'A hot standby of that server. Lists of obras are read from it whenever it has caught up with what is committed. While the server of DATABASE_URL is away, everything that is read comes from it; nothing can be written then.',
    read: (value, name, others) => standbyUrl(value, name, others('DATABASE_URL')),
  },
  DATA_DIR: {
    words: 'Folder of the embedded database and its secrets. One process at a time.',
    default: './data',
    read: asItIs,
  },
  FILES_URL: {
    words:
      'Where photos and documents of obras lie: a folder (/srv/registro/archivos), or a bucket of a service that speaks S3, s3://KEY:SECRET@host[:port]/bucket[/prefix]?region=…[&tls=false]. In key and secret, a colon, @, / or % is written as %3A, %40, %2F or %25. All instances of a registry have the same place. Empty: the folder archivos in DATA_DIR.',
    read: (value, name, others) =>
      filesPlace(value ?? join(others('DATA_DIR') as string, 'archivos'), name),
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
      'The address of the service as the public knows it (https://obras.ejemplo.gob.mx), which absolute links begin with. Empty: the protocol and host of the request. Answers with such links are then made anew each time, and never kept.',
    read: publicUrl,
  },
  SECURITY_CONTACT: {
    words:
      'Where to report a vulnerability, for /.well-known/security.txt (RFC 9116): an e-mail address or the https address of a form; several with commas between. Empty: there is no such file.',
    read: contacts,
  },
  PUBLISHER: {
    words: 'Who publishes the registry, as files in the OC4IDS standard name it.',
    default: 'Registro de Obras Públicas',
    read: required(publisher),
  },
  OC4IDS_PREFIX: {
    words:
      'What the ids of obras begin with in OC4IDS: oc4ids- and six characters, which the OC4IDS helpdesk assigns on request.',
    default: 'oc4ids-xxxxxx',
    read: required(
      text(
        (value) => /^oc4ids-[a-z0-9]{6}$/.test(value),
        'ser oc4ids- y los seis caracteres que asigna la mesa de ayuda de OC4IDS, como oc4ids-bu3kcz',
      ),
    ),
  },
  MAP_TILES_URL: {
    words:
      'Address of a server of XYZ tiles, whose street map the portal draws behind the works, and the credit line that its owner asks for. Browsers ask that server themselves. Empty: the map of MAP_FILE is drawn, and no other server is asked.',
    read: tiles,
  },
  MAP_TILES_ATTRIBUTION: {
    read: (value, _name, others) => attribution(value, others('MAP_TILES_URL')),
  },
  MAP_FILE: {
    words:
      'A file of streets under the portal’s map: a PMTiles archive, version 3, with vector tiles in Protomaps’ schema or pictures. The service reads it, so no other server is asked. docs/operations.md, «Streets under the map», says how to get it. Empty: the roads, towns and principal streets that come with the program.',
    read: (value, _name, others) => mapFile(value, others('MAP_TILES_URL')),
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
  METRICS_TOKEN: {
    words:
      'Token that /metrics asks for (Authorization: Bearer …), 16 characters or more. Empty: the figures are open to whoever reaches the service; they name routes and amounts, no records and no people.',
    read: metricsToken,
  },
} satisfies Record<string, Setting<unknown>>;

/** The same, for help texts and .env.example. */
export const LISTED: [name: string, setting: Pick<Setting<unknown>, 'words' | 'default'>][] =
  Object.entries(SETTINGS as Record<string, Setting<unknown>>);

/** The settings, read once at the start. */
export type Config = {
  -readonly [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]['read']>;
};

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

/** Some of the settings, read from the environment; an empty one counts as unset. */
function readSettings<Name extends keyof Config>(
  environment: Environment,
  names: readonly Name[],
): Pick<Config, Name> {
  const textOf = (name: string) => {
    const text = environment[name];
    // A password is not trimmed.
    const value = name === 'ADMIN_PASSWORD' ? text : text?.trim();
    return value || (SETTINGS as Record<string, Setting<unknown>>)[name]?.default;
  };
  const read = (name: Name) =>
    (SETTINGS[name] as Setting<Config[Name]>).read(textOf(name), name, textOf);
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Pick<Config, Name>;
}

const NAMES = Object.keys(SETTINGS) as (keyof Config)[];

/**
 * Reads all settings from the environment.
 *
 * @throws StartError with the first malformed setting
 */
export const readConfig = (environment: Environment): Config =>
  // The key comes last: it may write a file, which a malformed setting must not.
  readSettings(environment, [...NAMES.filter((name) => name !== 'JWT_SECRET'), 'JWT_SECRET']);

/** The address to listen at, read alone, so that the start can try it first. */
export const readAddress = (environment: Environment) =>
  readSettings(environment, ['HOST', 'PORT']);

const OF_DATABASE = ['DATABASE_URL', 'DATA_DIR'] as const;

/** The registry's place, for commands that need no other settings. */
export const readDatabaseSettings = (environment: Environment) =>
  readSettings(environment, OF_DATABASE);

/** The same and the place of photos and documents. */
export const readFilesSettings = (environment: Environment) =>
  readSettings(environment, [...OF_DATABASE, 'FILES_URL']);

/** The first administrator's e-mail, for commands that sign in at the service. */
export const readAdminEmail = (environment: Environment): string =>
  readSettings(environment, ['ADMIN_EMAIL']).ADMIN_EMAIL;

/** The settings that a first start needs besides, for commands that may be the first. */
export const readRegistrySettings = (environment: Environment) =>
  readSettings(environment, [...OF_DATABASE, 'FILES_URL', 'ADMIN_EMAIL', 'ADMIN_PASSWORD']);

function databaseUrl(value: string | undefined, name: string): string | undefined {
  if (value === undefined) return undefined;
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value)) {
    throw new StartError(
      `${name} debe tener la forma postgres://usuario:contraseña@servidor:5432/base.`,
    );
  }
  if (value.includes('#')) {
    throw new StartError(`${name} lleva un #, que corta una dirección; escríbalo ahí como %23.`);
  }
  return value;
}

function standbyUrl(
  value: string | undefined,
  name: string,
  primary: string | undefined,
): string | undefined {
  if (value !== undefined && primary === undefined) {
    throw new StartError(
      'DATABASE_READ_URL sólo se usa junto con DATABASE_URL: es una réplica de ese servidor.',
    );
  }
  return databaseUrl(value, name);
}

/** A bucket of a service that speaks S3, and how it is entered. */
export interface S3Place {
  /** With its port, where that is not the usual one. */
  host: string;
  isTls: boolean;
  bucket: string;
  /** Without slashes at its ends; empty where objects lie in the bucket itself. */
  prefix: string;
  region: string;
  key: string;
  secret: string;
}
/** Where the bytes of photos and documents lie. */
export type FilesPlace = { folder: string } | S3Place;

/**
 * Reads FILES_URL, or a place in the same words.
 *
 * @throws StartError without the value, which has a secret
 */
export function filesPlace(value: string, name: string): FilesPlace {
  if (value.startsWith('s3:')) return s3Place(value, name);
  if (!value.startsWith('file:')) {
    // A misspelt scheme would make a folder of that name, with the secret in it.
    if (!/^[A-Za-z][\w+.-]+:\/\//.test(value)) return { folder: resolve(value) };
  } else if (URL.canParse(value) && new URL(value).host === '') {
    return { folder: fileURLToPath(value) };
  }
  throw new StartError(
    `${name} debe ser una carpeta, como /srv/registro/archivos, o una dirección como s3://CLAVE:SECRETO@servidor/contenedor?region=us-east-1.`,
  );
}

function s3Place(value: string, name: string): S3Place {
  // The secret may have slashes as they are: everything up to the last @ ahead of the bucket is key and secret.
  const [, key, secret, host, bucket, prefix = '', query = ''] =
    /^s3:\/\/([^:@/?#]+):([^?#]+)@([\w.-]+(?::\d{1,5})?|\[[0-9a-f:.]+\](?::\d{1,5})?)\/(\w[\w.-]*)((?:\/\w[\w.-]*)*)\/?(?:\?(.*))?$/i.exec(
      value,
    ) ?? [];
  const settings = new URLSearchParams(query);
  const { region = 'us-east-1', tls = 'true', ...others } = Object.fromEntries(settings);
  const isKnown = Object.keys(others).length === 0 && /^(true|false)$/.test(tls);
  if (!key || !secret || !host || !bucket || !isKnown || !/^[\w-]+$/.test(region)) {
    throw new StartError(
      `${name} debe tener la forma s3://CLAVE:SECRETO@servidor[:puerto]/contenedor[/prefijo]?region=…[&tls=false]; en la clave y el secreto, los signos : @ / % se escriben %3A %40 %2F %25.`,
    );
  }
  return {
    ...{ host, bucket, region, isTls: tls === 'true' },
    prefix: prefix.slice(1),
    key: decoded(key),
    secret: decoded(secret),
  };
}

/** A text as it was before its signs were written as %xx; one that has a % of its own stays. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

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

function duration(value: string, name: string): number {
  const [, digits, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(value) ?? [];
  const seconds = Number(digits) * SECONDS[unit as keyof typeof SECONDS];
  if (!(seconds >= 1 && seconds <= LONGEST)) {
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

/** An address without its user and password, for sentences. */
const withoutUser = (url: string): string => url.replace(/\/\/[^/]*@/, '//…@');

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

/** The addresses of RFC 9116 section 2.5.3, as URIs. */
function contacts(value: string | undefined): string[] | undefined {
  if (value === undefined) return undefined;
  return value.split(',').map((each) => {
    const contact = each.trim().replace(/^mailto:/i, '');
    if (isEmail(contact)) return `mailto:${contact}`;
    const url = URL.canParse(contact) ? new URL(contact) : undefined;
    if (url?.protocol === 'https:' && !url.username && !url.password) return url.href;
    const form = 'tener correos o direcciones https://, con comas entre ellos';
    throw malformed('SECURITY_CONTACT', form, withoutUser(contact));
  });
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

function tiles(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const isTemplate = ['{z}', '{x}', '{y}'].every((part) => value.includes(part));
  const url = value.replace(/\{([zxy])\}/g, '$1');
  const isSound = /^https?:\/\//.test(url) && !/[\s;,{}]/.test(url) && URL.canParse(url);
  // Browsers see this address, so a password in it would be public.
  const isOpen = isSound && !new URL(url).username && !new URL(url).password;
  if (!isTemplate || !isOpen) {
    const form =
      'ser una dirección como https://teselas.ejemplo.gob.mx/{z}/{x}/{y}.png, sin usuario ni contraseña';
    throw malformed('MAP_TILES_URL', form, withoutUser(value));
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
        Number(bits) <= (WIDTH[version] ?? 0));
    if (!ok) {
      const form = 'ser true, false o las direcciones de los proxies separadas por comas';
      throw malformed('TRUST_PROXY', form, value);
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
