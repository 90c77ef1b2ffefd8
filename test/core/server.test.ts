import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { adminReset } from '../../src/commands/admin-reset.ts';
import { backup } from '../../src/commands/backup/backup-command.ts';
import { restore } from '../../src/commands/backup/restore-command.ts';
import { demo } from '../../src/commands/demo/command.ts';
import { LISTED, loadEnvFile, readConfig, StartError } from '../../src/core/base/config.ts';
import { EXAMPLE, settingsExample } from '../client/pages.ts';
import { newFolder } from '../empty-registry.ts';
import { until } from '../faults/postgres.ts';
import { isHere, isWhole } from '../features.ts';
import { captureLog, runHere, session, startHere } from '../process.ts';
import { table } from '../table.ts';
import {
  base,
  config,
  emptyEnvironment,
  freshEnvironment,
  otherApp,
  environment as shared,
  TEST_DATABASE_URL,
} from '../world.ts';

const ADMIN_PASSWORD = 'secreto-inicial';
const EMAIL = 'admin@obras.local';

describe('settings', () => {
  const LONG = 'a'.repeat(40);
  // A sentence begins with the setting's name; where it says more, that is what has to follow.
  const cases = table`
    # setting         | value                               | the rest of its sentence
    PORT              | 30OO                                | .*«30OO»\.$
    PORT              | 65536                               | -
    PORT              | -1                                  | -
    JWT_SECRET        | corta                               | debe tener 32 caracteres o más\.$
    JWT_SECRET        | ${LONG},corta                       | debe ser una clave, o la nueva y
    JWT_SECRET        | ${LONG},                            | -
    JWT_SECRET        | ${['a', 'b', 'c'].map((c) => c.repeat(40))} | -
    JWT_EXPIRES_IN    | 8 horas                             | .*«8 horas»\.$
    JWT_EXPIRES_IN    | 0                                   | -
    SHUTDOWN_DELAY    | -1                                  | .*«-1»\.$
    SHUTDOWN_DELAY    | 301                                 | -
    METRICS_TOKEN     | corto                               | -
    METRICS_TOKEN     | con blancos y más de 16             | -
    STRICT_ACCESS     | si                                  | .*«si»\.$
    PUBLIC_READ       | sí                                  | .*«sí»\.$
    PUBLIC_URL        | obras.ejemplo.mx                    | .*«obras.ejemplo.mx»\.$
    PUBLIC_URL        | ftp://obras.ejemplo.mx              | -
    PUBLIC_URL        | https://obras.ejemplo.mx/?a=1       | -
    PUBLIC_URL        | https://obras.ejemplo.mx/#a         | -
    PUBLIC_URL        | https://u:c@obras.ejemplo.mx        | -
    PUBLIC_URL        | https://ejemplo.gob.mx/registro/    | debe .* sin ruta: .*«https://ejemplo\.gob\.mx/registro/»\.$
    PUBLISHER         | ${'x'.repeat(256)}                  | debe ser el nombre de quien publica
    LOG_LEVEL         | verbose                             | .*«verbose»\.$
    TRUST_PROXY       | quizá                               | -
    TRUST_PROXY       | 2                                   | -
    TRUST_PROXY       | 10.0.0.0/99                         | -
    MAX_CONNECTIONS   | 0                                   | .*«0»\.$
    MAX_CONNECTIONS   | muchas                              | -
    CORS_ORIGIN       | ejemplo.mx                          | .*«ejemplo.mx»\.$
    CORS_ORIGIN       | https://a.mx/ruta                   | -
    CORS_ORIGIN       | https://b.mx, https://*.a.mx        | .*«https://\*\.a\.mx»\.$
    CORS_ORIGIN       | ftp://a.mx                          | -
    ADMIN_EMAIL       | admin                               | .*«admin»\.$
    ADMIN_PASSWORD    | corta                               | debe tener entre 6 y 128 caracteres\.$
    ADMIN_PASSWORD    | CAMBIAR                             | dice todavía CAMBIAR; 
    DATABASE_URL      | mysql://x/y                         | -
  `;
  const refusedSetting = (settings: Record<string, string>, sentence: RegExp) =>
    assert.throws(
      () => readConfig({ PORT: '0', JWT_SECRET: LONG, ...settings }),
      (error: Error) => {
        assert.ok(error instanceof StartError);
        assert.match(error.message, sentence);
        assert.equal(error.message.split('\n').length, 1);
        return true;
      },
    );
  for (const [name = '', value = '', rest] of cases) {
    test(`${name}=${value} is refused in one sentence`, () =>
      refusedSetting({ [name]: value }, new RegExp(`^${name} ${rest}`)));
  }

  test('DATABASE_URL without JWT_SECRET is refused in one sentence', () => {
    const settings = { DATABASE_URL: 'postgres://u@127.0.0.1:1/x', JWT_SECRET: '' };
    refusedSetting(settings, /^Con DATABASE_URL hace falta JWT_SECRET/);
  });

  test('with an unreachable database stop the start in one sentence without its password', async () => {
    const DATABASE_URL = 'postgres://u:clave@127.0.0.1:1/x';
    await assert.rejects(startHere({ JWT_SECRET: 'x'.repeat(32), DATABASE_URL }), ({ message }) => {
      assert.match(
        message,
        /^No hay conexión con la base de datos de DATABASE_URL \(127\.0\.0\.1:1\/x\).*$/,
      );
      return !/clave@|:clave/.test(message);
    });
  });

  test('reads addresses with and without a slash at the end', () => {
    const JWT_SECRET = 'a'.repeat(32);
    for (const [given, meant] of [
      ['https://Obras.Ejemplo.mx', 'https://obras.ejemplo.mx'],
      ['https://obras.ejemplo.mx/', 'https://obras.ejemplo.mx'],
      ['http://10.0.0.5:3000//', 'http://10.0.0.5:3000'],
      ['', undefined],
    ]) {
      assert.equal(readConfig({ JWT_SECRET, PUBLIC_URL: given }).PUBLIC_URL, meant);
    }
  });

  describe('the file .env', () => {
    /** The settings that come of it, in a folder of its own. */
    function read(text: string, settings: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
      const folder = newFolder();
      writeFileSync(join(folder, '.env'), text);
      const before = process.cwd();
      process.chdir(folder);
      try {
        loadEnvFile(settings);
      } finally {
        process.chdir(before);
      }
      return settings;
    }

    test('stops the start where it names an unknown setting', () => {
      for (const [text, names] of [
        ['CACHE_MB=8\nSTRICT_ACESS=true\n', 'STRICT_ACESS'],
        ['strict_access=true\nexport CORS=*\n', 'CORS, strict_access'],
        ['\uFEFFSTRICT_ACCES=true\n', 'STRICT_ACCES'],
        ['TEST_DATABASE_URL=\n', 'TEST_DATABASE_URL'],
      ] as const) {
        assert.throws(
          () => read(text),
          new StartError(
            `El archivo .env nombra ajustes que no existen: ${names}; corrija el nombre o quite la línea (.env.example los explica todos).`,
          ),
        );
      }
    });

    test('may hold every setting of .env.example, and those of other programs', () => {
      // It names those of all features.
      if (!isWhole()) return;
      const example = readFileSync(EXAMPLE, 'utf8');
      assert.equal(example, settingsExample());
      const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
      // The README has those that are needed first.
      const rows = readme.split('\n').filter((line) => /^\| `[A-Z_]+`/.test(line));
      assert.ok(rows.length >= 5);
      for (const row of rows) {
        for (const [, name = ''] of (row.split('|')[1] as string).matchAll(/`(\w+)`/g)) {
          const setting = new Map<string, { default?: unknown }>(LISTED).get(name);
          assert.ok(setting, name);
          if (setting.default) assert.ok(row.includes(`\`${setting.default}\``), name);
        }
      }
      const others =
        'REGISTRO_PORT=8081\nCOMPOSE_PROJECT_NAME=x\nNODE_ENV=production\nPGSSLMODE=prefer\n';
      assert.equal(read(`${example}${others}`).REGISTRO_PORT, '8081');
    });

    const quoted = (name: string) => `escríbalo entre comillas simples: ${name}='…'.`;
    const mixed = (sign: string, within = 'sin comillas') =>
      `, ADMIN_PASSWORD, tiene ${sign} ${within}, y unos programas leerían otro valor que otros; ${quoted('ADMIN_PASSWORD')}`;
    const unclosed =
      ', ADMIN_PASSWORD, no cierra sus comillas al final de la misma línea, o lleva otras dentro; escríbalo entre comillas simples, o entre dobles si lleva una simple.';
    const EXPORT =
      ' empieza con «export», que no todos los programas leen; deje sólo NOMBRE=valor.';
    const SHAPE =
      ' no tiene la forma NOMBRE=valor; corríjala, o póngale # delante si es un comentario.';
    const COMMENT =
      ' es un comentario que termina con \\, que algunos programas unen a la línea siguiente; quítela.';
    const LINES: [line: string, read: string | { fault: string }][] = [
      ['ADMIN_PASSWORD=Contrasena2026', 'Contrasena2026'],
      ['  ADMIN_PASSWORD = Contrasena 2026  ', 'Contrasena 2026'],
      ['ADMIN_PASSWORD=Contrasena2026 # de prueba', 'Contrasena2026'],
      ['ADMIN_PASSWORD= # ninguna', ''],
      ['ADMIN_PASSWORD=', ''],
      ["ADMIN_PASSWORD='Contrasena2026#fuerte'", 'Contrasena2026#fuerte'],
      ['ADMIN_PASSWORD=\'a # $HOME \\n "b"\' # de prueba', 'a # $HOME \\n "b"'],
      ['ADMIN_PASSWORD="Contrasena2026#fuerte"', 'Contrasena2026#fuerte'],
      ['ADMIN_PASSWORD="it\'s # 1"', "it's # 1"],
      ['ADMIN_PASSWORD=a"b\'c=d;e', 'a"b\'c=d;e'],
      ["ADMIN_PASSWORD=' a '", ' a '],
      ['ADMIN_PASSWORD=Contrasena2026#fuerte', { fault: mixed('#') }],
      ['ADMIN_PASSWORD=#fuerte', { fault: mixed('#') }],
      ['ADMIN_PASSWORD=a#b # de prueba', { fault: mixed('#') }],
      ['ADMIN_PASSWORD=a$HOME', { fault: mixed('$') }],
      ['ADMIN_PASSWORD=a$$b', { fault: mixed('$') }],
      ['ADMIN_PASSWORD="a$HOME"', { fault: mixed('$', 'dentro de comillas dobles') }],
      ['ADMIN_PASSWORD=a\\b', { fault: mixed('\\') }],
      ['ADMIN_PASSWORD=ab\\', { fault: mixed('\\') }],
      ['ADMIN_PASSWORD="a\\nb"', { fault: mixed('\\', 'dentro de comillas dobles') }],
      ['ADMIN_PASSWORD="a"b', { fault: unclosed }],
      ['ADMIN_PASSWORD="a"#b', { fault: unclosed }],
      ['ADMIN_PASSWORD="abierta', { fault: unclosed }],
      ["ADMIN_PASSWORD='abierta", { fault: unclosed }],
      ["ADMIN_PASSWORD='it's'", { fault: unclosed }],
      ['ADMIN_PASSWORD=`a`', { fault: unclosed }],
      ['export ADMIN_PASSWORD=a', { fault: EXPORT }],
      ...['ADMIN_PASSWORD', 'ADMIN_PASSWORD: a', '; ADMIN_PASSWORD'].map(
        (line): [string, { fault: string }] => [line, { fault: SHAPE }],
      ),
      ['# ADMIN_PASSWORD=a\\', { fault: COMMENT }],
    ];
    test('has one value for every program that reads it, or stops the start', () => {
      for (const [line, expected] of LINES) {
        for (const end of ['\n', '\r\n']) {
          const text = `# Ajustes${end}${end}${line}${end}CACHE_MB=8${end}`;
          if (typeof expected === 'string') {
            assert.deepEqual(read(text), { ADMIN_PASSWORD: expected, CACHE_MB: '8' }, line);
            continue;
          }
          const sentence = `La línea 3 de .env${expected.fault}`;
          assert.throws(() => read(text), new StartError(sentence), line);
        }
      }
      assert.throws(() => read('CACHE_MB=8\rPORT=1\r'), /saltos de línea de Mac/);
    });

    test('has one value for every program also where Node.js loaded it', () => {
      const path = join(newFolder(), 'registro.env');
      writeFileSync(path, 'ADMIN_PASSWORD=a#b\n');
      for (const args of [[`--env-file=${path}`], ['--env-file', path]]) {
        assert.throws(
          () => loadEnvFile({}, args),
          new StartError(`La línea 1 de ${path}${mixed('#')}`),
        );
      }
      writeFileSync(path, "ADMIN_PASSWORD='a#b'\n");
      loadEnvFile({}, [`--env-file=${path}`]);
    });

    test('gives way to the environment, and is read after a byte order mark', () => {
      const text = '\uFEFFMAX_CONNECTIONS=0\nMETRICS_TOKEN=corto\n';
      const expected = { MAX_CONNECTIONS: '9', METRICS_TOKEN: 'corto' };
      assert.deepEqual(read(text, { MAX_CONNECTIONS: '9' }), expected);
    });
  });

  test('CORS is closed unless CORS_ORIGIN opens it', async () => {
    const origin = 'https://mapa.ejemplo.mx';
    const given = { JWT_SECRET: LONG, CORS_ORIGIN: `${origin}, https://otro.mx` };
    const { CORS_ORIGIN } = readConfig(given);
    const opened = await otherApp({ CORS_ORIGIN });
    const allowed = async (url: string, from: string) => {
      const { headers } = await fetch(`${url}/dependencias`, { headers: { origin: from } });
      return headers.get('access-control-allow-origin');
    };
    assert.equal(await allowed(opened.url, origin), origin);
    assert.notEqual(await allowed(opened.url, 'https://malo.mx'), 'https://malo.mx');
    const headers = { origin, 'access-control-request-method': 'PATCH' };
    const preflight = await fetch(`${opened.url}/obras/1`, { method: 'OPTIONS', headers });
    assert.equal(preflight.headers.get('access-control-max-age'), '600');
    const door = await fetch(opened.url, { headers: { origin } });
    assert.match(door.headers.get('vary') ?? '', /^origin, accept\b/i);
    // A request that is no preflight at all gets no answer in words of its own.
    const options = await fetch(`${opened.url}/obras`, { method: 'OPTIONS' });
    assert.deepEqual([options.status, await options.text()], [204, '']);
    await opened.close();
    assert.equal(config.CORS_ORIGIN?.length ?? 0, 0);
    assert.equal(await allowed(base, origin), null);
  });
});

describe('commands', () => {
  for (const [name, command] of Object.entries({ demo, backup, restore, adminReset })) {
    test(`${name} answers an unknown option with a sentence and its help`, async () => {
      const { code, output } = await runHere(command, {}, ['--dmeo']);
      assert.equal(code, 1);
      assert.match(output, /^Opciones no reconocidas; éstas son las que hay\.\n\n/);
      assert.match(output, /^ +(--ayuda, )?--help +muestra/m);
      assert.doesNotMatch(output, /^ +at /m);
      const help = await runHere(command, {}, ['--help']);
      assert.deepEqual([help.code, /^Uso: npm run /m.test(help.output)], [0, true], help.output);
    });
  }
});

test('a client that leaves in the middle of its body raises no alarm', async (t) => {
  const log = captureLog(t);
  const { app, url, close } = await otherApp({ LOG_LEVEL: 'info' });
  t.after(close);
  const { port, hostname } = new URL(url);
  const head = 'POST /dependencias HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  for (let client = 0; client < 5; client++) {
    const begun = once(app.server, 'request');
    const socket = connect(Number(port), hostname);
    socket.write(`${head}Content-Length: 1000\r\n\r\n{"nombre":"A`);
    await begun;
    socket.resetAndDestroy();
  }
  assert.equal((await fetch(`${url}/dependencias`)).status, 200);
  const lines = () => log().match(/"msg":"solicitud interrumpida"/g);
  await until('each has its line', () => lines()?.length === 5);
  assert.doesNotMatch(log(), /la base de datos no está disponible|error inesperado/);
});

describe('the embedded database folder', {
  skip: TEST_DATABASE_URL !== undefined && 'embedded only',
}, () => {
  test('belongs to one service at a time', async () => {
    const { DATA_DIR = '' } = shared;
    await assert.rejects(startHere(shared), {
      message: new RegExp(`La carpeta de datos ${DATA_DIR} está en uso por otro proceso`),
    });
    assert.equal((await fetch(`${base}/dependencias`)).status, 200);
  });

  test('gets an administrator and a key at the first start, and answers 503 when taken away while it serves', async (t) => {
    const log = captureLog(t);
    const { DATA_DIR = '' } = await freshEnvironment();
    const first = await startHere({ DATA_DIR, PORT: '0' });
    const password = /contraseña: (\S+)/.exec(first.output())?.[1] ?? '';
    const before = await session(first.url, EMAIL, password);
    const users = (await (await before('GET', '/users')).json()) as object[];
    assert.equal(users.length, 1);
    const made = { email: EMAIL, roles: 'admin', mustChangePassword: true };
    assert.deepEqual(users[0], { ...users[0], ...made });
    const file = join(DATA_DIR, 'jwt-secret');
    // Only its owner can read it.
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const secret = readFileSync(file, 'utf8');
    assert.ok(secret.length >= 32);
    await first.stop();

    const PORT = new URL(first.url).port;
    const service = await startHere({ DATA_DIR, PORT, ADMIN_PASSWORD, LOG_LEVEL: 'error' });
    assert.doesNotMatch(service.output(), /administrador|Quedan carpetas/);
    assert.equal(readFileSync(file, 'utf8'), secret);
    assert.equal((await before('GET', '/users')).status, 200);
    const admin = await session(service.url, EMAIL, password);
    rmSync(DATA_DIR, { recursive: true });
    const nombre = { nombre: 'Secretaría de Obras' };
    // A token is looked up first, and that may fail already. Without one the folder itself is asked.
    const headers = { 'content-type': 'application/json' };
    const open = { method: 'POST', headers, body: JSON.stringify(nombre) };
    assert.equal((await fetch(`${service.url}/dependencias`, open)).status, 503);
    const tries: [method: string, path: string, body?: object][] = [
      ['POST', '/dependencias', nombre],
      ['POST', '/auth/login', { email: EMAIL, password }],
      ['PATCH', '/obras/1', { nombre: 'Obra' }],
      ['DELETE', '/obras/1'],
      ['POST', '/obras/importacion', {}],
      ['GET', '/obras'],
      ['GET', '/obras.xlsx'],
      ['GET', '/bitacora'],
      ['GET', '/localidad'],
    ];
    for (const [method, path, body] of tries.filter(([, path]) => isHere(path))) {
      const { status, headers } = await admin(method, path, body);
      if (method !== 'GET' || status !== 200) {
        assert.equal(status, 503, `${method} ${path}`);
        assert.match(headers.get('retry-after') ?? '', /^\d+$/);
      }
    }
    const why = /No se puede leer y escribir en la carpeta de datos/;
    await until('the log says why', () => why.test(log()));
    await service.stop();
  });

  test('that is a file or not accessible stops the service and its commands with a sentence', async () => {
    const { DATA_DIR = '', ...secret } = await emptyEnvironment();
    const file = join(DATA_DIR, 'archivo');
    writeFileSync(file, '');
    const message = /^No se puede leer y escribir en la carpeta de datos \S+; revise .+/;
    const folders = [file, join(file, 'datos')];
    if (process.getuid?.() !== 0) {
      const locked = join(DATA_DIR, 'ajena');
      mkdirSync(locked, { mode: 0o000 });
      folders.push(locked);
    }
    for (const folder of folders) {
      for (const environment of [{ ...secret, DATA_DIR: folder }, { DATA_DIR: folder }]) {
        await assert.rejects(startHere(environment), { message });
        for (const { code, output } of [
          await runHere(backup, environment, ['x.gz']),
          await runHere(adminReset, environment, ['--email', EMAIL]),
        ]) {
          assert.equal(code, 1);
          assert.match(output, message);
        }
      }
    }
    assert.equal(readFileSync(file, 'utf8'), '');
  });

  test('of another PostgreSQL version is refused, and left as it is', async () => {
    const environment = await emptyEnvironment();
    const pgdata = join(environment.DATA_DIR ?? '', 'pgdata');
    mkdirSync(pgdata);
    writeFileSync(join(pgdata, 'registro-listo'), '');
    writeFileSync(join(pgdata, 'PG_VERSION'), '99\n');
    await assert.rejects(startHere(environment), {
      message: /no contiene una base de datos de PostgreSQL 18 \(es de la versión 99\)/,
    });
    assert.deepEqual(readdirSync(pgdata).sort(), ['PG_VERSION', 'registro-listo']);
  });
});
