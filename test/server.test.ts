import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { readConfig, StartError } from '../src/base/config.ts';
import type { Command } from '../src/base/console.ts';
import { adminReset } from '../src/commands/admin-reset.ts';
import { backup } from '../src/commands/backup/backup-command.ts';
import { restore } from '../src/commands/backup/restore-command.ts';
import { demo } from '../src/commands/demo/command.ts';
import { importCommand } from '../src/commands/import/command.ts';
import { postgresPrograms, until } from './faults/postgres.ts';
import {
  launch,
  type Running,
  run,
  runHere,
  SERVER,
  session,
  start,
  startHere,
} from './process.ts';
import {
  base,
  config,
  emptyEnvironment,
  endConnections,
  freshEnvironment,
  makeReadOnly,
  obraBody,
  otherApp,
  TEST_DATABASE_URL,
  ubicacionBody,
} from './world.ts';

const ADMIN_PASSWORD = 'secreto-inicial';
const EMAIL = 'admin@obras.local';

/** How many tables a database of the test server has that are not PostGIS's. */
async function tablesIn(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query("SELECT FROM pg_tables WHERE schemaname = 'public'");
  await client.end();
  return rows.length;
}

/** Another address of a database; whoever first comes that way is noticed before the way is open. */
async function wayTo(databaseUrl: string, notice: () => void) {
  const url = new URL(databaseUrl);
  const [host, port] = [url.hostname, Number(url.port || 5432)];
  const server = createTcpServer((socket) => {
    const onward = connect(port, host);
    pipeline(socket, onward, socket, () => {});
  });
  server.once('connection', notice);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: url.href, close: () => once(server.close(), 'close') };
}

describe('a service that runs', () => {
  let environment: Record<string, string>;
  let service: Running;
  before(async () => {
    environment = { ...(await freshEnvironment()), ADMIN_PASSWORD, LOG_LEVEL: 'info' };
    service = await start(environment);
  });
  after(() => service.stop('SIGKILL'));

  test('raises no alarm where a client leaves in the middle of its body', async () => {
    const { port } = new URL(service.url);
    const head = 'POST /dependencias HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    for (let client = 0; client < 5; client++) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(`${head}Content-Length: 1000\r\n\r\n{"nombre":"A`);
      await setTimeout(50);
      socket.resetAndDestroy();
    }
    assert.equal((await fetch(`${service.url}/dependencias`)).status, 200);
    const lines = () => service.output().match(/"msg":"solicitud interrumpida"/g);
    await until('each has its line', () => lines()?.length === 5);
    assert.doesNotMatch(service.output(), /la base de datos no está disponible|error inesperado/);
  });

  test('is the only one on its folder', {
    skip: TEST_DATABASE_URL !== undefined && 'embedded only',
  }, async () => {
    const { DATA_DIR = '' } = environment;
    const second = await run(environment);
    assert.equal(second.code, 1);
    assert.match(
      second.output,
      new RegExp(`La carpeta de datos ${DATA_DIR} está en uso por otro proceso`),
    );
    const sheet = join(DATA_DIR, 'obras.csv');
    writeFileSync(sheet, 'clave,nombre,monto\n');
    const beside = await runHere(importCommand, environment, [sheet]);
    assert.equal(beside.code, 1);
    assert.ok(
      beside.output.endsWith(
        `\nEl registro de ${DATA_DIR} está en marcha y su base de datos es de un solo proceso. Deténgalo y repita la orden, o importe el archivo en el portal («Importar obras»).\n`,
      ),
      beside.output,
    );
    assert.equal((await fetch(`${service.url}/dependencias`)).status, 200);
  });

  test('finishes requests under way when it is sent SIGTERM', async () => {
    // A login takes as long as a password's hash: long enough to be under way.
    const logins = Array.from({ length: 8 }, () => session(service.url, EMAIL, ADMIN_PASSWORD));
    await Promise.race(logins);
    const code = service.stop();
    const outcomes = await Promise.allSettled(logins);
    assert.equal(await code, 0);
    assert.ok(outcomes.filter(({ status }) => status === 'fulfilled').length > 1);
  });
});

describe('the service as a process', () => {
  test('a first start makes the administrator and prints the password once', async () => {
    const environment = await emptyEnvironment();
    const first = await start(environment);
    const password = /contraseña: (\S+)/.exec(first.output())?.[1] ?? '';
    const admin = await session(first.url, EMAIL, password);
    const users = (await (await admin('GET', '/users')).json()) as object[];
    assert.equal(users.length, 1);
    assert.deepEqual(users[0], {
      ...users[0],
      email: EMAIL,
      roles: 'admin',
      mustChangePassword: true,
    });
    assert.equal(await first.stop('SIGINT'), 0);

    const second = await startHere({ ...environment, ADMIN_PASSWORD: 'otra-contraseña' });
    assert.doesNotMatch(second.output(), /administrador/);
    await session(second.url, EMAIL, password);
    await second.stop();
  });

  test('killed while creating obras, every answered one is there, whole', async () => {
    const environment = { ...(await freshEnvironment()), ADMIN_PASSWORD };
    const service = await start(environment);
    const admin = await session(service.url, EMAIL, ADMIN_PASSWORD);
    assert.equal((await admin('POST', '/ejercicio-fiscal', { anio: 2026 })).status, 201);
    assert.equal((await admin('POST', '/dependencias', { nombre: 'SOP' })).status, 201);
    const answered: { id: number }[] = [];
    const writer = async () => {
      for (;;) {
        const ubicaciones = [ubicacionBody(), ubicacionBody()];
        const body = obraBody({ tipoProyectoId: null, ubicaciones });
        const answer = await admin('POST', '/obras', body);
        assert.equal(answer.status, 201);
        answered.push((await answer.json()) as { id: number });
      }
    };
    const writers = Promise.allSettled([writer(), writer(), writer(), writer()]);
    const enough = async () => {
      while (answered.length < 25) await setTimeout(5);
    };
    // Writers end only with the service: all of them ending before it is killed is a failure.
    await Promise.race([enough(), writers]);
    assert.ok(answered.length >= 25, JSON.stringify(await Promise.race([writers, []])));
    await service.stop('SIGKILL');
    await writers;

    const next = await startHere(environment);
    const again = await session(next.url, EMAIL, ADMIN_PASSWORD);
    const list = (await (await again('GET', '/obras')).json()) as {
      id: number;
      numeroObra: number;
      ubicaciones: object[];
    }[];
    const byId = new Map(list.map((obra) => [obra.id, obra]));
    for (const obra of answered) assert.deepEqual(byId.get(obra.id), obra);
    for (const obra of list) assert.equal(obra.ubicaciones.length, 2);
    assert.equal(new Set(list.map(({ numeroObra }) => numeroObra)).size, list.length);
    await next.stop();
  });

  test('a second SIGTERM ends it at once, whoever is still connected', async () => {
    const service = await start({ ...(await freshEnvironment()), ADMIN_PASSWORD });
    const { port } = new URL(service.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    const head = 'POST /dependencias HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n';
    socket.write(`${head}Expect: 100-continue\r\n\r\n`);
    // It has the request, and waits for the body.
    await once(socket, 'data');
    const code = service.stop();
    while (!service.output().includes('deteniendo')) await setTimeout(10);
    service.process.kill('SIGTERM');
    assert.equal(await code, 1);
    socket.destroy();
  });

  test('a busy port is told before anything is made', async () => {
    const neighbour = createServer().listen(0, '127.0.0.1');
    await once(neighbour, 'listening');
    const { port } = neighbour.address() as AddressInfo;
    const environment = await emptyEnvironment();
    const DATA_DIR = join(environment.DATA_DIR ?? '', 'nueva');
    // Without a database of its own it would have to make a key.
    const { JWT_SECRET, ...keyless } = environment;
    const settings = TEST_DATABASE_URL ? environment : keyless;
    const { code, output } = await run({ ...settings, DATA_DIR, PORT: String(port) }, ['--demo']);
    neighbour.close();
    assert.equal(code, 1);
    assert.equal(
      output,
      `El puerto ${port} de 127.0.0.1 está ocupado por otro programa; indique otro en PORT.\n`,
    );
    assert.equal(existsSync(DATA_DIR), false);
    if (environment.DATABASE_URL) assert.equal(await tablesIn(environment.DATABASE_URL), 0);
  });

  test('an address that is not this machine’s is told in a sentence', async () => {
    const { code, output } = await run({
      ...(await emptyEnvironment()),
      HOST: '192.0.2.1',
      PORT: '3000',
    });
    assert.equal(code, 1);
    assert.equal(
      output,
      'No se puede escuchar en 192.0.2.1:3000 (EADDRNOTAVAIL); revise HOST y PORT.\n',
    );
  });

  test('a port that another takes while the database opens is told by the one that comes late', async () => {
    const environment = await freshEnvironment();
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    await once(free.close(), 'close');
    const late = createServer();
    const takePort = () => void late.listen(port, '127.0.0.1');
    const way = environment.DATABASE_URL
      ? await wayTo(environment.DATABASE_URL, takePort)
      : undefined;
    const { output, closed } = launch({
      ...environment,
      ...(way ? { DATABASE_URL: way.url } : {}),
      PORT: String(port),
    });
    if (!way) {
      while (!output().includes('Abriendo la base')) await setTimeout(5);
      takePort();
    }
    const [code] = await closed;
    late.close();
    await way?.close();
    assert.equal(code, 1);
    assert.match(output(), new RegExp(`El puerto ${port} de 127.0.0.1 está ocupado`));
  });

  const settings: [Record<string, string>, RegExp][] = [
    [{ PORT: '30OO' }, /^PORT .*«30OO»\.$/],
    [{ PORT: '65536' }, /^PORT /],
    [{ PORT: '-1' }, /^PORT /],
    [{ JWT_SECRET: 'corta' }, /^JWT_SECRET debe tener 32 caracteres o más\.$/],
    [{ JWT_SECRET: `${'a'.repeat(40)},corta` }, /^JWT_SECRET debe ser una clave, o la nueva y/],
    [{ JWT_SECRET: `${'a'.repeat(40)},` }, /^JWT_SECRET /],
    [{ JWT_SECRET: ['a', 'b', 'c'].map((c) => c.repeat(40)).join() }, /^JWT_SECRET /],
    [{ JWT_EXPIRES_IN: '8 horas' }, /^JWT_EXPIRES_IN .*«8 horas»\.$/],
    [{ JWT_EXPIRES_IN: '0' }, /^JWT_EXPIRES_IN /],
    [{ SHUTDOWN_DELAY: '-1' }, /^SHUTDOWN_DELAY .*«-1»\.$/],
    [{ SHUTDOWN_DELAY: '301' }, /^SHUTDOWN_DELAY /],
    [{ METRICS_TOKEN: 'corto' }, /^METRICS_TOKEN /],
    [{ METRICS_TOKEN: 'con blancos y más de 16' }, /^METRICS_TOKEN /],
    [{ STRICT_ACCESS: 'si' }, /^STRICT_ACCESS .*«si»\.$/],
    [{ PUBLIC_READ: 'sí' }, /^PUBLIC_READ .*«sí»\.$/],
    [{ PUBLIC_URL: 'obras.ejemplo.mx' }, /^PUBLIC_URL .*«obras.ejemplo.mx»\.$/],
    [{ PUBLIC_URL: 'ftp://obras.ejemplo.mx' }, /^PUBLIC_URL /],
    [{ PUBLIC_URL: 'https://obras.ejemplo.mx/?a=1' }, /^PUBLIC_URL /],
    [{ PUBLIC_URL: 'https://obras.ejemplo.mx/#a' }, /^PUBLIC_URL /],
    [{ PUBLIC_URL: 'https://u:c@obras.ejemplo.mx' }, /^PUBLIC_URL /],
    [{ PUBLISHER: 'x'.repeat(256) }, /^PUBLISHER debe ser el nombre de quien publica/],
    [{ OC4IDS_PREFIX: 'bu3kcz' }, /^OC4IDS_PREFIX .*«bu3kcz»\.$/],
    [{ OC4IDS_PREFIX: 'oc4ids-BU3KCZ' }, /^OC4IDS_PREFIX /],
    [{ LOG_LEVEL: 'verbose' }, /^LOG_LEVEL .*«verbose»\.$/],
    [{ TRUST_PROXY: 'quizá' }, /^TRUST_PROXY /],
    [{ TRUST_PROXY: '2' }, /^TRUST_PROXY /],
    [{ TRUST_PROXY: '10.0.0.0/99' }, /^TRUST_PROXY /],
    [{ MAX_CONNECTIONS: '0' }, /^MAX_CONNECTIONS .*«0»\.$/],
    [{ MAX_CONNECTIONS: 'muchas' }, /^MAX_CONNECTIONS /],
    [{ CORS_ORIGIN: 'ejemplo.mx' }, /^CORS_ORIGIN .*«ejemplo.mx»\.$/],
    [{ CORS_ORIGIN: 'https://a.mx/ruta' }, /^CORS_ORIGIN /],
    [{ CORS_ORIGIN: 'https://b.mx, https://*.a.mx' }, /^CORS_ORIGIN .*«https:\/\/\*\.a\.mx»\.$/],
    [{ CORS_ORIGIN: 'ftp://a.mx' }, /^CORS_ORIGIN /],
    [{ ADMIN_EMAIL: 'admin' }, /^ADMIN_EMAIL .*«admin»\.$/],
    [{ ADMIN_PASSWORD: 'corta' }, /^ADMIN_PASSWORD debe tener entre 6 y 128 caracteres\.$/],
    [{ ADMIN_PASSWORD: 'CAMBIAR' }, /^ADMIN_PASSWORD dice todavía CAMBIAR; /],
    [{ DATABASE_URL: 'mysql://x/y' }, /^DATABASE_URL /],
    [
      { DATABASE_URL: 'postgres://u@127.0.0.1:1/x', JWT_SECRET: '' },
      /^Con DATABASE_URL hace falta JWT_SECRET/,
    ],
  ];
  for (const [setting, sentence] of settings) {
    test(`${JSON.stringify(setting)} is refused in one sentence`, () => {
      const JWT_SECRET = 'x'.repeat(32);
      assert.throws(
        () => readConfig({ PORT: '0', JWT_SECRET, ...setting }),
        (error: Error) => {
          assert.ok(error instanceof StartError);
          assert.match(error.message, sentence);
          assert.equal(error.message.split('\n').length, 1);
          return true;
        },
      );
    });
  }

  const refusals: [Record<string, string>, RegExp][] = [
    [{ PORT: '30OO' }, /^PORT .*«30OO»\.\n$/],
    [{ LOG_LEVEL: 'verbose' }, /^LOG_LEVEL .*«verbose»\.\n$/],
    [
      { DATABASE_URL: 'postgres://u:clave@127.0.0.1:1/x' },
      /^No hay conexión con la base de datos de DATABASE_URL \(127\.0\.0\.1:1\/x\).*\n$/,
    ],
  ];
  for (const [setting, sentence] of refusals) {
    test(`refuses to start with ${JSON.stringify(setting)}, in one sentence`, async () => {
      const { DATA_DIR = '', JWT_SECRET = '' } = await emptyEnvironment();
      const { code, output } = await run({ PORT: '0', DATA_DIR, JWT_SECRET, ...setting });
      assert.equal(code, 1);
      assert.match(output, sentence);
      assert.doesNotMatch(output, /clave@|:clave/);
    });
  }

  describe('the file .env', () => {
    const inFolder = async (text: string, settings: Record<string, string> = {}) => {
      const { DATA_DIR = '' } = await emptyEnvironment();
      writeFileSync(join(DATA_DIR, '.env'), text);
      const given = { DATA_DIR, JWT_SECRET: 'x'.repeat(32), PORT: '0', ...settings };
      return run(given, [], SERVER, DATA_DIR);
    };

    test('stops the start where it names a setting that does not exist', async () => {
      for (const [text, names] of [
        ['CACHE_MB=8\nSTRICT_ACESS=true\n', 'STRICT_ACESS'],
        ['strict_access=true\nexport CORS=*\n', 'CORS, strict_access'],
        ['\uFEFFSTRICT_ACCES=true\n', 'STRICT_ACCES'],
        ['TEST_DATABASE_URL=\n', 'TEST_DATABASE_URL'],
      ] as const) {
        const { code, output } = await inFolder(text);
        assert.equal(code, 1);
        assert.equal(
          output,
          `El archivo .env nombra ajustes que no existen: ${names}; corrija el nombre o quite la línea (.env.example los explica todos).\n`,
        );
      }
    });

    test('may hold every setting of .env.example, and what others read', async () => {
      const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
      const others =
        'REGISTRO_PORT=8081\nCOMPOSE_PROJECT_NAME=x\nNODE_ENV=production\nPGSSLMODE=prefer\n';
      // The last setting that is judged says that the names have passed.
      const { code, output } = await inFolder(`${example}${others}`, { METRICS_TOKEN: 'corto' });
      assert.equal(code, 1);
      assert.match(output, /^METRICS_TOKEN /);
    });

    test('gives way to the environment, and begins where an editor left a byte order mark', async () => {
      const text = '\uFEFFMAX_CONNECTIONS=0\nMETRICS_TOKEN=corto\n';
      assert.match((await inFolder(text)).output, /^MAX_CONNECTIONS .*«0»/);
      assert.match((await inFolder(text, { MAX_CONNECTIONS: '9' })).output, /^METRICS_TOKEN /);
    });
  });

  test('reads addresses with and without a slash at the end', () => {
    const JWT_SECRET = 'a'.repeat(32);
    for (const [given, meant] of [
      ['https://Obras.Ejemplo.mx', 'https://obras.ejemplo.mx'],
      ['https://obras.ejemplo.mx/', 'https://obras.ejemplo.mx'],
      ['http://10.0.0.5:3000/registro//', 'http://10.0.0.5:3000/registro'],
      ['', undefined],
    ]) {
      assert.equal(readConfig({ JWT_SECRET, PUBLIC_URL: given }).PUBLIC_URL, meant);
    }
  });

  test('--help explains', async () => {
    const help = await run({}, ['--help']);
    assert.equal(help.code, 0);
    assert.match(help.output, /--demo/);
  });

  const commands: [name: string, command?: Command][] = [
    ['src/server'],
    ['npm run demo', demo],
    ['npm run backup', backup],
    ['npm run restore', restore],
    ['npm run import', importCommand],
    ['npm run admin:reset', adminReset],
    ['test/run'],
    ['test/fuzz-command'],
    ['test/client/types-command'],
    ['test/portal/screenshots-command'],
    ['bench/bench'],
    ['bench/soak-command'],
  ];
  for (const [name, command] of commands) {
    test(`${name} answers an unknown option with a sentence and its help`, async () => {
      const script = fileURLToPath(new URL(`../${name}.js`, import.meta.url));
      const unknown = ['--dmeo'];
      const { code, output } = await (command
        ? runHere(command, {}, unknown)
        : run({}, unknown, script));
      assert.equal(code, 1);
      assert.match(output, /^Opciones no reconocidas; éstas son las que hay\.\n\n/);
      assert.match(output, /^ +(--ayuda, )?--help +muestra/m);
      assert.doesNotMatch(output, /^ +at /m);
    });
  }

  for (const script of ['scripts/dev', 'scripts/check']) {
    test(`npm run ${script.slice(8)} -- --help ends with its help`, async () => {
      const path = fileURLToPath(new URL(`../../${script}.mjs`, import.meta.url));
      for (const option of ['--help', '-h']) {
        const { code, output } = await run({}, [option], path);
        assert.equal(code, 0);
        assert.match(output, /^Uso: npm run [\s\S]+\n +--help +muestra esta ayuda\n$/);
      }
    });
  }

  test('npm test with a name that no file has says so, and which there are', async () => {
    const path = fileURLToPath(new URL('run.js', import.meta.url));
    const known = { TEST_DATABASE_URL: 'postgres://nadie@127.0.0.1:1/x' };
    for (const args of [[], ['--postgres']]) {
      const { code, output } = await run(known, [...args, 'obras', 'no-hay', 'tampoco'], path);
      assert.equal(code, 1);
      assert.match(
        output,
        /^No hay archivos de prueba con «no-hay», «tampoco» en su nombre; son:\n/,
      );
      assert.match(output, /^ {2}obras-list$/m);
      assert.doesNotMatch(output, /^ {2}kill$/m);
    }
    if (!postgresPrograms()) return;
    const { code, output } = await run({}, ['--faults', 'obras'], path);
    assert.equal(code, 1);
    assert.match(output, /«obras» [\s\S]+\n {2}kill\n/);
  });

  test('CORS is closed unless CORS_ORIGIN opens it', async () => {
    const origin = 'https://mapa.ejemplo.mx';
    const { CORS_ORIGIN } = readConfig({
      JWT_SECRET: 'x'.repeat(32),
      CORS_ORIGIN: `${origin}, https://otro.mx`,
    });
    const opened = await otherApp({ CORS_ORIGIN });
    const allowed = async (url: string, from: string) => {
      const { headers } = await fetch(`${url}/dependencias`, { headers: { origin: from } });
      return headers.get('access-control-allow-origin');
    };
    assert.equal(await allowed(opened.url, origin), origin);
    assert.notEqual(await allowed(opened.url, 'https://malo.mx'), 'https://malo.mx');
    const preflight = await fetch(`${opened.url}/obras/1`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PATCH' },
    });
    assert.equal(preflight.headers.get('access-control-max-age'), '600');
    // A request that is no preflight at all gets no answer in words of its own.
    const options = await fetch(`${opened.url}/obras`, { method: 'OPTIONS' });
    assert.deepEqual([options.status, await options.text()], [204, '']);
    await opened.close();
    assert.equal(config.CORS_ORIGIN?.length ?? 0, 0);
    assert.equal(await allowed(base, origin), null);
  });
});

describe('the embedded database folder', {
  skip: TEST_DATABASE_URL !== undefined && 'embedded only',
}, () => {
  test('that is taken away while it serves is 503, never 500, and stops nobody from ending it', async () => {
    const { DATA_DIR = '' } = await freshEnvironment();
    const service = await start({ DATA_DIR, PORT: '0', ADMIN_PASSWORD, LOG_LEVEL: 'error' });
    const admin = await session(service.url, EMAIL, ADMIN_PASSWORD);
    rmSync(DATA_DIR, { recursive: true });
    const nombre = { nombre: 'Secretaría de Obras' };
    // A token is looked up first, and that may fail already. Without one the folder itself is asked.
    const headers = { 'content-type': 'application/json' };
    const open = { method: 'POST', headers, body: JSON.stringify(nombre) };
    assert.equal((await fetch(`${service.url}/dependencias`, open)).status, 503);
    const tries: [method: string, path: string, body?: object][] = [
      ['POST', '/dependencias', nombre],
      ['POST', '/auth/login', { email: EMAIL, password: ADMIN_PASSWORD }],
      ['PATCH', '/obras/1', { nombre: 'Obra' }],
      ['DELETE', '/obras/1'],
      ['POST', '/obras/importacion', {}],
      ['GET', '/obras'],
      ['GET', '/obras.xlsx'],
      ['GET', '/bitacora'],
      ['GET', '/localidad'],
    ];
    for (const [method, path, body] of tries) {
      const { status, headers } = await admin(method, path, body);
      if (method !== 'GET' || status !== 200) {
        assert.equal(status, 503, `${method} ${path}`);
        assert.match(headers.get('retry-after') ?? '', /^\d+$/);
      }
    }
    const why = /No se puede leer y escribir en la carpeta de datos/;
    await until('the log says why', () => why.test(service.output()));
    assert.equal(await service.stop(), 0);
  });

  test('keeps a key of its own that nobody else can read', async () => {
    const { DATA_DIR = '' } = await freshEnvironment();
    const service = await startHere({ DATA_DIR, PORT: '0', ADMIN_PASSWORD });
    const admin = await session(service.url, EMAIL, ADMIN_PASSWORD);
    const file = join(DATA_DIR, 'jwt-secret');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const secret = readFileSync(file, 'utf8');
    assert.ok(secret.length >= 32);
    await service.stop();
    const again = await startHere({ DATA_DIR, PORT: new URL(service.url).port });
    assert.equal(readFileSync(file, 'utf8'), secret);
    assert.equal((await admin('GET', '/users')).status, 200);
    await again.stop();
  });

  test('that is none, or not ours, stops the service and its commands with a sentence', async () => {
    const { DATA_DIR = '', ...secret } = await emptyEnvironment();
    const file = join(DATA_DIR, 'archivo');
    writeFileSync(file, '');
    const folders = [file, join(file, 'datos')];
    if (process.getuid?.() !== 0) {
      const locked = join(DATA_DIR, 'ajena');
      mkdirSync(locked, { mode: 0o000 });
      folders.push(locked);
    }
    for (const folder of folders) {
      for (const environment of [{ ...secret, DATA_DIR: folder }, { DATA_DIR: folder }]) {
        for (const { code, output } of [
          await run(environment),
          await runHere(backup, environment, ['x.gz']),
          await runHere(adminReset, environment, ['--email', EMAIL]),
        ]) {
          assert.equal(code, 1);
          assert.match(
            output,
            /^No se puede leer y escribir en la carpeta de datos \S+; revise .+\n$/,
          );
        }
      }
    }
    assert.equal(readFileSync(file, 'utf8'), '');
  });

  test('of another version is refused, and left as it is', async () => {
    const environment = await emptyEnvironment();
    const pgdata = join(environment.DATA_DIR ?? '', 'pgdata');
    mkdirSync(pgdata);
    writeFileSync(join(pgdata, 'registro-listo'), '');
    writeFileSync(join(pgdata, 'PG_VERSION'), '99\n');
    const { code, output } = await run(environment);
    assert.equal(code, 1);
    assert.match(output, /no contiene una base de datos de PostgreSQL 18 \(es de la versión 99\)/);
    assert.deepEqual(readdirSync(pgdata).sort(), ['PG_VERSION', 'registro-listo']);
  });

  const asideIn = (folder: string) =>
    readdirSync(folder).filter((name) => name.startsWith('pgdata-incompleto-'));

  test('half made, by whom nobody knows, is put aside, and said at each start until it is gone', async () => {
    const environment = await emptyEnvironment();
    const { DATA_DIR = '' } = environment;
    const pgdata = join(DATA_DIR, 'pgdata');
    mkdirSync(pgdata);
    writeFileSync(join(pgdata, 'PG_VERSION'), '18\n');
    writeFileSync(join(pgdata, 'de-alguien'), 'datos');
    let service = await startHere(environment);
    assert.equal((await fetch(`${service.url}/dependencias`)).status, 200);
    await service.stop();
    assert.ok(existsSync(join(pgdata, 'registro-listo')));
    const [aside = '', ...more] = asideIn(DATA_DIR).map((name) => join(DATA_DIR, name));
    assert.deepEqual(more, []);
    assert.equal(readFileSync(join(aside, 'de-alguien'), 'utf8'), 'datos');
    assert.match(service.output(), /^Quedan carpetas de un primer inicio que no terminó\./m);
    assert.ok(service.output().includes(`\n  ${aside}\n`), service.output());

    service = await startHere(environment);
    await service.stop();
    assert.ok(service.output().includes(aside), service.output());
    assert.ok(existsSync(aside));
    rmSync(aside, { recursive: true });
    service = await startHere(environment);
    await service.stop();
    assert.doesNotMatch(service.output(), /Quedan carpetas/);
  });

  test('half made by its own first start is removed by the next', async () => {
    const environment = await emptyEnvironment();
    const { DATA_DIR = '' } = environment;
    const pgdata = join(DATA_DIR, 'pgdata');
    const first = launch(environment);
    while (!existsSync(join(pgdata, 'PG_VERSION'))) await setTimeout(5);
    first.child.kill('SIGKILL');
    await first.closed;
    assert.ok(!existsSync(join(pgdata, 'registro-listo')), 'too late to cut it short');
    assert.ok(existsSync(join(pgdata, 'registro-en-preparacion')));
    // As if the removal itself were cut short, too.
    rmSync(join(pgdata, 'PG_VERSION'));
    const service = await startHere({ ...environment, ADMIN_PASSWORD });
    await session(service.url, EMAIL, ADMIN_PASSWORD);
    await service.stop();
    assert.deepEqual(asideIn(DATA_DIR), []);
    assert.doesNotMatch(service.output(), /Quedan carpetas/);
    assert.ok(existsSync(join(pgdata, 'registro-listo')));
    assert.ok(!existsSync(join(pgdata, 'registro-en-preparacion')));
  });
});

describe('several instances on one PostgreSQL', {
  skip: TEST_DATABASE_URL === undefined && 'PostgreSQL only',
}, () => {
  test('that start together on an empty database all come up, with one administrator', async () => {
    const environment = { ...(await emptyEnvironment()), ADMIN_PASSWORD };
    const services = await Promise.all([1, 2, 3].map(() => start(environment)));
    const sessions = await Promise.all(
      services.map(({ url }) => session(url, EMAIL, ADMIN_PASSWORD)),
    );
    for (const admin of sessions) {
      assert.equal(((await (await admin('GET', '/users')).json()) as object[]).length, 1);
    }
    assert.equal(
      services.filter(({ output }) => output().includes('Primer administrador')).length,
      1,
    );
    for (const service of services) assert.equal(await service.stop(), 0);
  });

  test('live through the loss of their connections, in the middle of anything', async () => {
    const environment: Record<string, string> = { ...(await freshEnvironment()), ADMIN_PASSWORD };
    const service = await start(environment);
    const admin = await session(service.url, EMAIL, ADMIN_PASSWORD);
    await admin('POST', '/ejercicio-fiscal', { anio: 2026 });
    await admin('POST', '/dependencias', { nombre: 'SOP' });
    await admin('POST', '/obras', obraBody({ tipoProyectoId: null }));
    const statuses = new Set<number>();
    let done = false;
    const client = async () => {
      while (!done) {
        const { status } = await admin('PATCH', '/obras/1', { nombre: 'Otro nombre' });
        statuses.add(status);
      }
    };
    const clients = Array.from({ length: 16 }, client);
    for (let round = 0; round < 40; round++) {
      await setTimeout(25);
      await endConnections(environment);
    }
    done = true;
    await Promise.all(clients);
    assert.deepEqual(
      [...statuses].filter((status) => status !== 200 && status !== 503),
      [],
    );
    assert.ok(statuses.has(200));
    // A connection that was just ended may cost one request more each.
    let last = 503;
    for (let attempt = 0; attempt < 50 && last === 503; attempt++) {
      last = (await admin('GET', '/obras/1')).status;
    }
    assert.equal(last, 200);
    assert.equal(await service.stop(), 0);
  });

  test('answer 503 to writes while the database takes none, and go on reading', async () => {
    const environment: Record<string, string> = { ...(await freshEnvironment()), ADMIN_PASSWORD };
    const service = await start(environment);
    const admin = await session(service.url, EMAIL, ADMIN_PASSWORD);
    // A connection that was just ended may cost one request more.
    const eventually = async (status: number, method: string, body?: object) => {
      let last = 0;
      for (let attempt = 0; attempt < 50 && last !== status; attempt++) {
        last = (await admin(method, '/dependencias', body)).status;
        assert.ok(last === status || last === 503, String(last));
      }
      assert.equal(last, status);
    };
    await makeReadOnly(environment, true);
    await eventually(200, 'GET');
    const { status } = await admin('POST', '/dependencias', { nombre: 'SOP' });
    assert.equal(status, 503);
    await makeReadOnly(environment, false);
    await eventually(201, 'POST', { nombre: 'SOP' });
    await service.stop();
  });

  test('number the obras of a year together', async () => {
    const environment = { ...(await freshEnvironment()), ADMIN_PASSWORD };
    const services = await Promise.all([start(environment), start(environment)]);
    const first = await session(services[0].url, EMAIL, ADMIN_PASSWORD);
    const second = await session(services[1].url, EMAIL, ADMIN_PASSWORD);
    await first('POST', '/ejercicio-fiscal', { anio: 2026 });
    await first('POST', '/dependencias', { nombre: 'SOP' });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        (i % 2 ? first : second)('POST', '/obras', obraBody({ tipoProyectoId: null })),
      ),
    );
    const numbers = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { numeroObra: number }).numeroObra),
    );
    assert.deepEqual(
      numbers.sort((a, b) => a - b),
      Array.from({ length: 40 }, (_, i) => i + 1),
    );
    for (const service of services) await service.stop();
  });
});
