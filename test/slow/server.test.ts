import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { postgresPrograms } from '../faults/postgres.ts';
import { launch, run, session, start, startHere } from '../process.ts';
import { emptyEnvironment, freshEnvironment, makeReadOnly, TEST_DATABASE_URL } from '../world.ts';

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
  const { server, port: way } = await listening();
  server.on('connection', (socket) => {
    const onward = connect(port, host);
    pipeline(socket, onward, socket, () => {});
  });
  server.once('connection', notice);
  url.host = `127.0.0.1:${way}`;
  return { url: url.href, close: () => once(server.close(), 'close') };
}

/** A server at some port. */
async function listening() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

describe('the service as a process', () => {
  test('is refused on a busy port before it has made a file', async () => {
    const { server: neighbour, port } = await listening();
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

  test('is refused on another machine’s address in a sentence', async () => {
    const elsewhere = { HOST: '192.0.2.1', PORT: '3000' };
    assert.deepEqual(await run({ ...(await emptyEnvironment()), ...elsewhere }), {
      code: 1,
      output: 'No se puede escuchar en 192.0.2.1:3000 (EADDRNOTAVAIL); revise HOST y PORT.\n',
    });
  });

  test('is refused where another takes its port while the database opens', async () => {
    const environment = await freshEnvironment();
    const { server: free, port } = await listening();
    await once(free.close(), 'close');
    const late = createServer();
    const takePort = () => void late.listen(port, '127.0.0.1');
    const way = environment.DATABASE_URL
      ? await wayTo(environment.DATABASE_URL, takePort)
      : undefined;
    const settings = { ...environment, ...(way && { DATABASE_URL: way.url }) };
    const { output, closed } = launch({ ...settings, PORT: String(port) });
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

  test('finishes requests under way when it is sent SIGTERM', async () => {
    const environment = { ...(await freshEnvironment()), ADMIN_PASSWORD };
    const service = await start(environment);
    // A login takes as long as a password's hash: long enough to be under way.
    const logins = Array.from({ length: 8 }, () => session(service.url, EMAIL, ADMIN_PASSWORD));
    await Promise.race(logins);
    const code = service.stop();
    const outcomes = await Promise.allSettled(logins);
    assert.equal(await code, 0);
    assert.ok(outcomes.filter(({ status }) => status === 'fulfilled').length > 1);
  });

  for (const name of [
    'src/server',
    'test/run',
    'test/fuzz-command',
    'test/client/pages-command',
    'test/portal/screenshots-command',
    'bench/bench',
    'bench/soak-command',
  ]) {
    test(`${name} answers an unknown option with a sentence and its help`, async () => {
      const script = fileURLToPath(new URL(`../../${name}.js`, import.meta.url));
      const { code, output } = await run({}, ['--dmeo'], script);
      assert.equal(code, 1);
      assert.match(output, /^Opciones no reconocidas; éstas son las que hay\.\n\n/);
      assert.match(output, /^ +(--ayuda, )?--help +muestra/m);
      assert.doesNotMatch(output, /^ +at /m);
    });
  }

  for (const script of ['scripts/dev', 'scripts/check', 'scripts/check-features']) {
    test(`npm run ${script.slice(8).replace('-', ':')} -- --help ends with its help`, async () => {
      const path = fileURLToPath(new URL(`../../../${script}.mjs`, import.meta.url));
      for (const option of ['--help', '-h']) {
        const { code, output } = await run({}, [option], path);
        assert.equal(code, 0);
        assert.match(output, /^Uso: npm run [\s\S]+\n +--help +muestra esta ayuda\n$/);
      }
    });
  }

  test('npm test with a name that no file has is refused with the names of all', async () => {
    const path = fileURLToPath(new URL('../run.js', import.meta.url));
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
});

describe('the embedded database folder', {
  skip: TEST_DATABASE_URL !== undefined && 'embedded only',
}, () => {
  const asideIn = (folder: string) =>
    readdirSync(folder).filter((name) => name.startsWith('pgdata-incompleto-'));
  const startAndStop = async (environment: Record<string, string>) => {
    const service = await startHere(environment);
    await service.stop();
    return service.output();
  };

  test('of an unknown half-made database is put aside, and named at each start until it is gone', async () => {
    const environment = await emptyEnvironment();
    const { DATA_DIR = '' } = environment;
    const pgdata = join(DATA_DIR, 'pgdata');
    mkdirSync(pgdata);
    writeFileSync(join(pgdata, 'PG_VERSION'), '18\n');
    writeFileSync(join(pgdata, 'de-alguien'), 'datos');
    const service = await startHere(environment);
    assert.equal((await fetch(`${service.url}/dependencias`)).status, 200);
    await service.stop();
    assert.ok(existsSync(join(pgdata, 'registro-listo')));
    const [aside = '', ...more] = asideIn(DATA_DIR).map((name) => join(DATA_DIR, name));
    assert.deepEqual(more, []);
    assert.equal(readFileSync(join(aside, 'de-alguien'), 'utf8'), 'datos');
    assert.match(service.output(), /^Quedan carpetas de un primer inicio que no terminó\./m);
    assert.ok(service.output().includes(`\n  ${aside}\n`), service.output());

    assert.ok((await startAndStop(environment)).includes(aside));
    assert.ok(existsSync(aside));
    rmSync(aside, { recursive: true });
    assert.doesNotMatch(await startAndStop(environment), /Quedan carpetas/);
  });

  test('that its own first start left half made is removed by the next', async () => {
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

test('a write answers 503 while the database takes none, and reads go on', {
  skip: TEST_DATABASE_URL === undefined && 'PostgreSQL only',
}, async () => {
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
