import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setImmediate as setTurn } from 'node:timers/promises';
import { StartError } from '../../src/core/base/config.ts';
import type { Watch } from '../../src/core/db/db.ts';
import { openDatabase } from '../../src/core/db/index.ts';
import { MOST_LAG } from '../../src/features/replica/standby.ts';
import { columnOf } from '../columns.ts';
import { newFolder } from '../empty-registry.ts';
import { hasFeature } from '../features.ts';
import { NO_SESSION } from '../process.ts';
import { document, send } from './archivos.ts';
import { fileOf, jobEnd, large, sendFile } from './importing.ts';
import {
  gateTo,
  newUser,
  type Pair,
  patchUser,
  primaryAndStandby,
  READING,
  ready,
  says,
  writes,
} from './pair.ts';
import { BARE, ownPostgres, succeeds, until } from './postgres.ts';
import {
  ADMIN,
  asAdmin,
  assertUnavailable,
  CONTRATO,
  inThisProcess,
  logIn,
  newRegistry,
  type Obra,
  obraBody,
  openRegistry,
  type Registry,
  type Service,
} from './registry.ts';

/** Ends all connections of services, as they come, until a guard's has been ended so often. */
const cut = (guards: number) => `
  DO $$ DECLARE rounds integer := 0; BEGIN
    LOOP
      PERFORM pg_stat_clear_snapshot();
      rounds := rounds + (EXISTS (
        SELECT FROM pg_stat_activity WHERE application_name = 'registro-obras guardia'))::integer;
      PERFORM pg_terminate_backend(pid, 1000) FROM pg_stat_activity
        WHERE pid <> pg_backend_pid() AND application_name LIKE 'registro-obras%';
      EXIT WHEN rounds >= ${guards};
    END LOOP;
  END $$`;

describe('a hot standby in DATABASE_READ_URL', () => {
  let pair: Pair;
  /** Two instances: the second keeps no answers. */
  let registry: Registry;
  let plain: Registry;
  let obra: Obra;
  before(async () => {
    pair = await primaryAndStandby();
    registry = await newRegistry({ ...pair.environment, FILES_URL: newFolder() });
    plain = await openRegistry({ ...pair.environment, CACHE_MB: '0' });
    obra = await registry.made('/obras', obraBody('primera'));
  });
  beforeEach(() => pair.caughtUp());
  after(async () => {
    for (const each of [registry, plain]) await each?.service.stop();
  });

  const create = (nombre: string) => registry.call('POST', '/obras', obraBody(nombre));
  const list = async (by: Registry<Service> = registry) =>
    new Set(columnOf(await by.obras(), 'nombre'));
  const one = async () => (await registry.call('GET', `/obras/${obra.id}`)).body.nombre;
  const listsRead = (by: Registry<Service>) =>
    by.figure('registro_db_lists_total{server="standby"}');
  const readsStandby = async (by: Registry<Service>) => {
    const before = await listsRead(by);
    await until('the standby is read', async () => {
      await by.obras();
      return (await listsRead(by)) > before;
    });
  };
  /** Registers a work, and checks that the next list has it and is the primary's. */
  const isAtThePrimary = async (nombre: string) => {
    const before = await listsRead(plain);
    await plain.made('/obras', obraBody(nombre));
    assert.ok((await list(plain)).has(nombre));
    assert.equal(await listsRead(plain), before);
  };
  /** Whether the standby goes on showing what it is sent. */
  const replay = (change: 'pause' | 'resume') =>
    pair.on(pair.standby, `SELECT pg_wal_replay_${change}()`);
  /** Starts another instance. */
  const open = (settings: Record<string, string>) =>
    openRegistry({ ...pair.environment, ...settings }, inThisProcess);
  /** The primary crashes. */
  const lose = async () => {
    await pair.primary.stop('immediate');
    for (const each of [registry, plain]) await says(each, 'solo-lectura');
  };
  /** It is there again. */
  const giveBack = async () => {
    await pair.primary.start();
    for (const each of [registry, plain]) await writes(each);
  };

  test('answers lists with what the client has just written', async () => {
    await readsStandby(plain);
    const figures = await plain.metrics();
    assert.match(figures, /^registro_db_connections\{server="standby",state="idle"\} [1-9]/m);
    assert.match(figures, /^registro_db_waiting\{server="standby"\} 0$/m);
    for (let i = 0; i < 30; i++) {
      await plain.made('/obras', obraBody(`Obra ${i}`));
      const page = await plain.call('GET', '/obras?limit=1000');
      assert.ok(columnOf(page.body, 'nombre').includes(`Obra ${i}`));
      assert.ok((await list(plain)).has(`Obra ${i}`));
    }
  });

  test('is refused at the start where it is of another database, of the same servers or of others', async () => {
    const postgres = pair.standby.address('postgres');
    const other = await ownPostgres({ isNew: true });
    const { DATABASE_URL: elsewhere = '' } = await other.environment(BARE);
    // One that takes its time is asked as well.
    const late = (await gateTo(other, 800)).address(new URL(elsewhere).pathname.slice(1));
    try {
      const message = /^DATABASE_READ_URL no es una réplica de la base de datos /;
      for (const DATABASE_READ_URL of [postgres, elsewhere, late]) {
        const starting = inThisProcess({ ...pair.environment, DATABASE_READ_URL });
        await assert.rejects(starting, { constructor: StartError, message });
      }
    } finally {
      await other.remove();
    }
  });

  test('is read alone only once the primary is away, not when its guard seldom has a turn', async () => {
    const db = await openDatabase({ ...pair.environment, DATA_DIR: '', CACHE_MB: 0 }, () => {});
    const watch = db.watch as Watch;
    const turns: boolean[] = [];
    watch.onTurn = (isAway) => turns.push(isAway);
    try {
      // Its connection and its question take one turn of this process after another.
      for (let turn = 0; turn < 6; turn++) {
        const end = performance.now() + 1_000;
        while (performance.now() < end);
        await setTurn();
      }
      await watch.untilStandbyHasAll();
      assert.deepEqual(turns, []);
    } finally {
      await db.close();
    }
  });

  test('answers every read while the primary is away, and a start then says that it needs that', async () => {
    const user = await newUser(registry, 'lectora@obras.local');
    assert.equal((await user.call('POST', `/users/${user.id}/favorites/${obra.id}`)).status, 201);
    await registry.made('/catalogos/tipo-proyecto', { nombre: 'Uno' });
    await registry.made('/localidad', { nombre: 'Uno', municipioId: 50 });
    for (const [part, body] of [
      ['avances', { fechaCorte: '2026-06-30', avanceFisico: 45.5 }],
      ['programas', { fechaInicio: '2026-01-01', fechaTermino: '2026-12-31' }],
      ['contratos', CONTRATO],
    ] as const) {
      await registry.made(`/obras/${obra.id}/${part}`, body);
    }
    const { token } = await logIn(registry);
    if (hasFeature('archivos'))
      assert.equal((await send(registry, token, document(), obra.id)).status, 201);
    const importing = await sendFile(registry, large(fileOf(1)), { query: '?simular=true' });
    const { id: importacion } = await jobEnd(registry, importing);
    const cut = hasFeature('cortes') ? await makeCut('2026-T3') : '';
    const paths = await readable(user.id, importacion, cut);
    const seen = new Map<string, string>();
    const admin = await asAdmin(registry.service);
    const read = async (path: string) => {
      const answer = await (path.includes('favorites') ? user.call : admin)('GET', path);
      const text = await answer.text();
      // A workbook says at what minute it was read, and is as long as that packs.
      const length = path.endsWith('.xlsx') ? text.length > 0 : Buffer.byteLength(text);
      return `${answer.status} ${answer.headers.get('content-type')} ${length}`;
    };
    for (const path of paths) {
      seen.set(path, await read(path));
      assert.match(seen.get(path) ?? '', /^200 /, path);
    }
    await pair.caughtUp();
    await lose();
    // Twice: the second time from the cache.
    for (const path of [...paths, ...paths]) assert.equal(await read(path), seen.get(path), path);
    for (const [method, path, body] of [
      ['PATCH', `/obras/${obra.id}`, { nombre: 'no' }],
      ['DELETE', `/obras/${obra.id}`, undefined],
      ['POST', `/users/${user.id}/favorites/${obra.id}`, undefined],
      ['POST', '/obras/importacion', undefined],
      ['POST', '/seguimiento/importacion', undefined],
    ] as const) {
      assertUnavailable(await registry.call(method, path, body));
    }
    const message =
      /^No hay conexión con la base de datos de DATABASE_URL .* Para iniciar hace falta ese servidor/;
    const starting = inThisProcess({ ...ADMIN, ...pair.environment });
    await assert.rejects(starting, { constructor: StartError, message });
    // A caller without the right is told so, and not to come back.
    assert.equal((await user.call('POST', '/obras', obraBody())).status, 403);
    assert.equal((await fetch(`${registry.service.url}/obras`)).status, NO_SESSION);
    await giveBack();
  });

  test('is not read while it lags, and answers 503 where it lags too far with the primary away', async () => {
    const { primary } = pair;
    const user = await newUser(registry, 'atrasada@obras.local');
    await pair.caughtUp();
    await replay('pause');
    await isAtThePrimary('Mientras se atrasa');
    // The answer waits for the standby, and not for ever.
    await patchUser(registry, user.id, { isActive: false });
    assert.ok((await registry.figure('registro_db_standby_lag_seconds')) > 1);
    await primary.stop('immediate');
    await says(registry, 503);
    assertUnavailable(await registry.call('GET', '/obras'));
    assertUnavailable(await registry.call('GET', `/obras/${obra.id}`));
    const refused = await create('no');
    assertUnavailable(refused);
    assert.doesNotMatch(refused.body.message, READING);
    assert.equal((await user.call('GET', '/obras')).status, 503);
    assert.equal(await registry.figure('registro_read_only'), 0);

    await replay('resume');
    await says(registry, 'solo-lectura');
    assert.equal((await user.call('GET', '/obras')).status, NO_SESSION);
    assert.ok((await list()).has('Mientras se atrasa'));
    await giveBack();
  });

  test('lets kept answers follow it while others still write to the primary', async () => {
    const { gate, on, primary } = pair;
    const rename = (nombre: string) => on(primary, `UPDATE obras SET nombre = '${nombre}'`);
    await rename('primera');
    await until('it is seen', async () => (await one()) === 'primera');
    gate.shut();
    await says(registry, 'solo-lectura');
    for (let n = 0; n < 5; n++) {
      await rename(`cambio ${n}`);
      await until('it is seen', async () => (await one()) === `cambio ${n}`);
      assert.deepEqual(await list(), new Set([`cambio ${n}`]));
      const hits = await registry.figure('registro_cache_hits_total');
      await until('it is kept', async () => {
        assert.equal(await one(), `cambio ${n}`);
        return (await registry.figure('registro_cache_hits_total')) >= hits + 2;
      });
    }
    // One that hears of the primary and does not show it is behind as well.
    await replay('pause');
    await rename('no se ve');
    await says(registry, 503);
    assertUnavailable(await registry.call('GET', `/obras/${obra.id}`));
    await replay('resume');
    await until('it is seen', async () => (await one()) === 'no se ve');
    // Once the primary is back nothing is refused, though the standby is behind it, and nothing that was read there is given.
    await replay('pause');
    await list();
    await rename('sólo aquí');
    gate.open(primary);
    await until('the primary is read', async () => (await list(plain)).has('sólo aquí'));
    await says(registry, 'ok');
    assert.deepEqual([await list(), await one()], [new Set(['sólo aquí']), 'sólo aquí']);
    await replay('resume');
  });

  for (const [when, rounds, guards] of [
    ['', 10, 0],
    [' as soon as they are there', 5, 3],
  ] as const) {
    test(`is read again after its connections are cut${when}`, async () => {
      const begun = registry.service.output().length;
      for (let round = 0; round < rounds; round++) {
        await pair.on(pair.primary, cut(guards));
        assert.ok(await one());
        await registry.obras();
        await says(registry, 'ok');
      }
      assert.doesNotMatch(registry.service.output().slice(begun), /servidor principal/);
      await writes(registry);
    });
  }

  test('is done without while it is away; with both away every read answers 503 until one is back', async () => {
    const { primary, standby } = pair;
    const user = await newUser(registry, 'ninguna@obras.local');
    await pair.caughtUp();
    const line = /.*no se puede leer de la réplica.*/g;
    const lines = () => [...plain.service.output().matchAll(line)].length;
    const before = lines();
    await standby.stop('immediate');
    await isAtThePrimary('Sin réplica');
    await until('it is logged', () => lines() > before);
    for (let i = 0; i < 3; i++) assert.ok((await list(plain)).has('Sin réplica'));
    assert.equal(lines(), before + 1);
    // A server that is away is not waited for.
    await patchUser(registry, user.id, { isActive: false });
    await primary.stop('immediate');
    await says(registry, 503);
    assertUnavailable(await registry.call('GET', '/obras'));
    assertUnavailable(await create('no'));
    await standby.start();
    await until('the standby is read', () => succeeds(registry.obras()));
    await giveBack();
    await readsStandby(plain);
  });

  test('finishes a list that was under way at the primary', async () => {
    const { on, primary } = pair;
    await on(
      primary,
      `INSERT INTO obras (numero_obra, clave_unica, nombre, descripcion, monto, ejercicio_fiscal_id,
         dependencia_id, municipio_id, estatus_obra_id)
       SELECT 1000 + n, 'LARGA-' || n, 'larga', repeat('larga ', 4000), 1, 1, 1, 50, 4
       FROM generate_series(1, 1500) AS n`,
    );
    await pair.caughtUp();
    const [row] = await on<{ n: number }>(primary, 'SELECT count(*)::integer AS n FROM obras');
    const call = await asAdmin(plain.service);
    for (const path of ['/obras', '/obras.ndjson']) {
      const answer = await call('GET', path, undefined, { 'accept-encoding': 'identity' });
      let text = '';
      for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        if (path === '/obras' && text === '') {
          await primary.stop('immediate');
          await says(plain, 'solo-lectura');
        }
        text += piece;
      }
      const found = path === '/obras' ? JSON.parse(text) : text.trim().split('\n');
      assert.equal(found.length, row?.n);
    }
    await giveBack();
    await on(primary, `DELETE FROM obras WHERE clave_unica LIKE 'LARGA-%'`);
  });

  test('is not read where it was promoted before', async () => {
    const { name, on, primary } = pair;
    const promoted = await primary.standby();
    const its = await open({ DATABASE_READ_URL: promoted.address(name) });
    await on(promoted, 'SELECT pg_promote()');
    const lag = () => its.figure('registro_db_standby_lag_seconds');
    await until('it has not followed for long', async () => (await lag()) > MOST_LAG / 1_000 + 1);
    await its.made('/obras', obraBody('después'));
    await primary.stop('immediate');
    await says(its, 503);
    assertUnavailable(await its.call('GET', '/obras'));
    await giveBack();
    await writes(its);
    await its.service.stop();
    await promoted.remove();
  });

  test('is promoted without a pause for reads, and takes writes once DATABASE_URL leads to it', async () => {
    const { gate, name, on, standby } = pair;
    const sees = (by: Registry<Service>) =>
      until('it is seen', async () => (await list(by)).has('en el nuevo'));
    await lose();
    await on(standby, 'SELECT pg_promote()');
    // With the settings of before it only reads, and sees what is written.
    const replacing = await open({ DATABASE_URL: standby.address(name), DATABASE_READ_URL: '' });
    await replacing.made('/obras', obraBody('en el nuevo'));
    await sees(registry);
    assert.equal((await registry.call('GET', `/obras/${obra.id}`)).status, 200);
    assert.match((await create('no')).body.message, READING);
    assert.equal(await replacing.service.stop(), 0);
    // An address that moves with the primary: without a restart. Each instance counts the answers of the new one by itself.
    gate.open(standby);
    for (const each of [registry, plain]) await writes(each);
    assert.deepEqual(await ready(registry), [200, 'ok']);
    await sees(registry);
    // It is no standby of itself, nor is one that follows the primary that it replaced.
    await isAtThePrimary('tras el ascenso');
    await pair.primary.start();
    const late = await pair.primary.standby();
    const old = await open({ DATABASE_READ_URL: '', DATABASE_URL: pair.primary.address(name) });
    for (let i = 0; i < 20; i++) await old.made('/obras', obraBody(`en el anterior ${i}`));
    const wrong = await open({ DATABASE_READ_URL: late.address(name) });
    const names = [...(await list(wrong))].join();
    assert.match(names, /tras el ascenso/);
    assert.doesNotMatch(names, /anterior/);
    assert.equal(await listsRead(wrong), 0);
    for (const { service } of [old, wrong]) await service.stop();
    await late.remove();
    await pair.primary.stop('fast');
    // Beside it a new standby, which is read in turn; and the primary named twice serves as well.
    const next = await standby.standby();
    const last = await open({ DATABASE_READ_URL: next.address(name), CACHE_MB: '0' });
    await readsStandby(last);
    const twice = await open({ DATABASE_READ_URL: standby.address(name) });
    await sees(twice);
    await twice.service.stop();
    await standby.stop('immediate');
    await says(last, 'solo-lectura');
    await sees(last);
    await last.service.stop();
    await next.remove();
  });

  /** Every GET that the document names, of what is there. */
  async function readable(userId: string, importacion: string, cut: string): Promise<string[]> {
    const answer = await fetch(`${registry.service.url}/openapi.json`);
    const { paths } = (await answer.json()) as { paths: Record<string, { get?: object }> };
    return Object.entries(paths).flatMap(([path, { get }]) => {
      // This registry has no file of streets. And this import is of works, and was not undone.
      if (!get || /^\/(mapa\/base|seguimiento\/importacion\/\{)|\/deshacer$/.test(path)) return [];
      const filled = path
        .replace('{z}/{x}/{y}', '8/64/112')
        .replace('{coleccion}', 'obras_puntos')
        .replace('/cortes/{clave}', '/cortes/2026-T3')
        .replace('/cortes/trabajos/{id}', `/cortes/trabajos/${cut}`)
        .replace('{clave}', obra.claveUnica)
        .replace('/importacion/{id}', `/importacion/${importacion}`)
        .replace(/\{\w+\}/, path.startsWith('/users') ? userId : '1')
        .replace('/obras/1', `/obras/${obra.id}`)
        // The first of what belongs to a work.
        .replace(/\{\w+\}/, '1');
      if (/diferencias/.test(path)) return [`${filled}?con=2026-T3`];
      return [path.includes('/resumen') ? `${filled}?por=municipio` : filled];
    });
  }

  /** A cut with this key, sealed: the id of the job that made it. */
  async function makeCut(clave: string): Promise<string> {
    const { status, body } = await registry.call('POST', '/cortes', { clave, titulo: clave });
    assert.equal(status, 202);
    await until(
      'the cut',
      async () => (await registry.call('GET', `/cortes/${clave}`)).status === 200,
    );
    return body.id;
  }
});
