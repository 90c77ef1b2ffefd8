import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { StartError } from '../../src/base/config.ts';
import { MOST_LAG } from '../../src/db/watch.ts';
import { session } from '../process.ts';
import { fileOf, jobEnd, large, sendFile } from './importing.ts';
import {
  newUser,
  type Pair,
  patchUser,
  primaryAndStandby,
  READING,
  ready,
  says,
  writes,
} from './pair.ts';
import { until } from './postgres.ts';
import {
  ADMIN,
  assertUnavailable,
  inThisProcess,
  newRegistry,
  type Obra,
  obraBody,
  openRegistry,
  type Registry,
  type Service,
} from './registry.ts';

/** Ends all connections of the service. */
const ENDING = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE pid <> pg_backend_pid() AND application_name LIKE 'registro-obras%'`;

/** One of each part of a work's follow-up. */
const FOLLOW_UP = {
  avances: { fechaCorte: '2026-06-30', avanceFisico: 45.5 },
  programas: { fechaInicio: '2026-01-01', fechaTermino: '2026-12-31' },
  contratos: {
    numero: 'SOP-1',
    naturaleza: 'OBRA',
    objeto: 'Pavimentación',
    contratista: 'Caminos del Sureste',
    monto: 1_000_000,
    fechaFirma: '2026-01-01',
    fechaInicio: '2026-01-02',
    fechaTermino: '2026-12-31',
  },
};

describe('only a standby in DATABASE_READ_URL answers', () => {
  let pair: Pair;
  let registry: Registry;
  let obra: Obra;
  before(async () => {
    pair = await primaryAndStandby();
    registry = await newRegistry(pair.environment);
    obra = await registry.made('/obras', obraBody('primera'));
  });
  beforeEach(() => pair.caughtUp());
  after(() => registry?.service.stop());

  const create = (nombre: string) => registry.call('POST', '/obras', obraBody(nombre));
  const list = async () => new Set((await registry.obras()).map(({ nombre }) => nombre));
  const one = async () => (await registry.call('GET', `/obras/${obra.id}`)).body.nombre;
  /** The primary crashes. */
  const lose = async () => {
    await pair.primary.stop('immediate');
    await says(registry, 'solo-lectura');
  };
  /** It is there again. */
  const giveBack = async () => {
    await pair.primary.start();
    await writes(registry);
  };

  test('a start needs the primary, and says so', async () => {
    await lose();
    await assert.rejects(inThisProcess({ ...ADMIN, ...pair.environment }), {
      constructor: StartError,
      message:
        /^No hay conexión con la base de datos de DATABASE_URL .* Para iniciar hace falta ese servidor/,
    });
    await giveBack();
  });

  test('everything that can be read is', async () => {
    const user = await newUser(registry, 'lectora@obras.local');
    assert.equal((await user.call('POST', `/users/${user.id}/favorites/${obra.id}`)).status, 201);
    await registry.made('/catalogos/tipo-proyecto', { nombre: 'Uno' });
    await registry.made('/localidad', { nombre: 'Uno', municipioId: 50 });
    for (const [part, body] of Object.entries(FOLLOW_UP)) {
      await registry.made(`/obras/${obra.id}/${part}`, body);
    }
    const importing = await sendFile(registry, large(fileOf(1)), { query: '?simular=true' });
    const paths = await readable(user.id, (await jobEnd(registry, importing)).id);
    const seen = new Map<string, string>();
    const admin = await session(registry.service.url, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
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
    // A caller without the right is told so, and not to come back.
    assert.equal((await user.call('POST', '/obras', obraBody())).status, 403);
    assert.equal((await fetch(`${registry.service.url}/obras`)).status, 401);
    await giveBack();
  });

  test('a standby that is too far behind serves nothing, and everything once it is not', async () => {
    const { on, primary, standby } = pair;
    const user = await newUser(registry, 'atrasada@obras.local');
    await pair.caughtUp();
    await on(standby, 'SELECT pg_wal_replay_pause()');
    await create('Mientras se atrasa');
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

    await on(standby, 'SELECT pg_wal_replay_resume()');
    await says(registry, 'solo-lectura');
    assert.equal((await user.call('GET', '/obras')).status, 401);
    assert.ok((await list()).has('Mientras se atrasa'));
    await giveBack();
  });

  test('while others still write to the primary, what is kept follows the standby', async () => {
    const { gate, on, primary, standby } = pair;
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
    await on(standby, 'SELECT pg_wal_replay_pause()');
    await rename('no se ve');
    await says(registry, 503);
    assertUnavailable(await registry.call('GET', `/obras/${obra.id}`));
    await on(standby, 'SELECT pg_wal_replay_resume()');
    await until('it is seen', async () => (await one()) === 'no se ve');
    // Nothing that was read there is given once the primary is back.
    await on(standby, 'SELECT pg_wal_replay_pause()');
    await list();
    await rename('sólo aquí');
    gate.open(primary);
    await says(registry, 'ok');
    assert.deepEqual([await list(), await one()], [new Set(['sólo aquí']), 'sólo aquí']);
    await on(standby, 'SELECT pg_wal_replay_resume()');
  });

  for (const [when, rounds, cut] of [
    ['', 10, () => pair.on(pair.primary, ENDING)],
    [
      ' as soon as they are there',
      5,
      async () => {
        const over = pair.gate.endOnArrival(2);
        await pair.on(pair.primary, ENDING);
        await over;
        await until('the guard asks again', async () => {
          const guards = `SELECT FROM pg_stat_activity WHERE application_name = 'registro-obras guardia'`;
          return (await pair.on(pair.primary, guards)).length > 0;
        });
      },
    ],
  ] as const) {
    test(`connections that are cut${when} change nothing`, async () => {
      const begun = registry.service.output().length;
      for (let round = 0; round < rounds; round++) {
        await cut();
        for (const path of [`/obras/${obra.id}`, '/obras']) {
          assert.equal((await registry.call('GET', path)).status, 200);
        }
        await says(registry, 'ok');
      }
      assert.doesNotMatch(registry.service.output().slice(begun), /servidor principal/);
      await writes(registry);
    });
  }

  test('both lost: nothing is served, and everything again as soon as one is back', async () => {
    const { primary, standby } = pair;
    const user = await newUser(registry, 'ninguna@obras.local');
    await pair.caughtUp();
    await standby.stop('immediate');
    // A server that is away is not waited for.
    await patchUser(registry, user.id, { isActive: false });
    await primary.stop('immediate');
    await says(registry, 503);
    assertUnavailable(await registry.call('GET', '/obras'));
    assertUnavailable(await create('no'));
    await standby.start();
    await until('the standby is read', async () => {
      return (await registry.call('GET', '/obras')).status === 200;
    });
    await giveBack();
  });

  test('a list that is under way goes on from the standby', async () => {
    const { environment, on, primary } = pair;
    const uncached = await openRegistry({ ...environment, CACHE_MB: '0' }, inThisProcess);
    await on(
      primary,
      `INSERT INTO obras (numero_obra, clave_unica, nombre, descripcion, monto, ejercicio_fiscal_id,
         dependencia_id, municipio_id, estatus_obra_id)
       SELECT 1000 + n, 'LARGA-' || n, 'larga', repeat('larga ', 4000), 1, 1, 1, 50, 4
       FROM generate_series(1, 1500) AS n`,
    );
    await pair.caughtUp();
    const [row] = await on<{ n: number }>(primary, 'SELECT count(*)::integer AS n FROM obras');
    const call = await session(uncached.service.url, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
    for (const path of ['/obras', '/obras.ndjson']) {
      const answer = await call('GET', path, undefined, { 'accept-encoding': 'identity' });
      const pieces = answer.body?.getReader();
      const first = await pieces?.read();
      if (path === '/obras') {
        await primary.stop('immediate');
        await says(uncached, 'solo-lectura');
      }
      let text = Buffer.from(first?.value ?? '').toString();
      const decoder = new TextDecoder();
      for (;;) {
        const next = await pieces?.read();
        if (!next || next.done) break;
        text += decoder.decode(next.value, { stream: true });
      }
      const found = path === '/obras' ? JSON.parse(text) : text.trim().split('\n');
      assert.equal(found.length, row?.n);
    }
    await giveBack();
    await uncached.service.stop();
    await on(primary, `DELETE FROM obras WHERE clave_unica LIKE 'LARGA-%'`);
  });

  test('one that was made a server of its own before is not read', async () => {
    const { environment, name, on, primary } = pair;
    const promoted = await primary.standby();
    const settings = { ...environment, DATABASE_READ_URL: promoted.address(name) };
    const its = await openRegistry(settings, inThisProcess);
    await on(promoted, 'SELECT pg_promote()');
    await until('it has not followed for long', async () => {
      const lag = await its.figure('registro_db_standby_lag_seconds');
      return lag > MOST_LAG / 1_000 + 1;
    });
    await its.made('/obras', obraBody('después'));
    await primary.stop('immediate');
    await says(its, 503);
    assertUnavailable(await its.call('GET', '/obras'));
    await giveBack();
    await writes(its);
    await its.service.stop();
    await promoted.remove();
  });

  test('promoted: reads never stop, and writes go on where DATABASE_URL leads to it', async () => {
    const { environment, gate, name, on, standby } = pair;
    const sees = (by: Registry<Service>) =>
      until('it is seen', async () =>
        (await by.obras()).some(({ nombre }) => nombre === 'en el nuevo'),
      );
    await lose();
    await on(standby, 'SELECT pg_promote()');
    // With the settings of before it only reads, and sees what is written.
    const replacing = await openRegistry(
      { ...environment, DATABASE_URL: standby.address(name), DATABASE_READ_URL: '' },
      inThisProcess,
    );
    await replacing.made('/obras', obraBody('en el nuevo'));
    await sees(registry);
    assert.equal((await registry.call('GET', `/obras/${obra.id}`)).status, 200);
    assert.match((await create('no')).body.message, READING);
    assert.equal(await replacing.service.stop(), 0);
    // An address that moves with the primary: without a restart.
    gate.open(standby);
    await writes(registry);
    assert.deepEqual(await ready(registry), [200, 'ok']);
    await sees(registry);
    // Beside it a new standby, which is read in turn.
    const next = await standby.standby();
    const last = await openRegistry(
      {
        ...environment,
        DATABASE_URL: standby.address(name),
        DATABASE_READ_URL: next.address(name),
      },
      inThisProcess,
    );
    await on(standby, 'CHECKPOINT');
    await until('the new one follows', async () => {
      return (await last.figure('registro_db_standby_lag_seconds')) < 2;
    });
    await standby.stop('immediate');
    await says(last, 'solo-lectura');
    await sees(last);
    await last.service.stop();
    await next.remove();
  });

  /** Every GET that the document names, of what is there. */
  async function readable(userId: string, importacion: string): Promise<string[]> {
    const answer = await fetch(`${registry.service.url}/openapi.json`);
    const { paths } = (await answer.json()) as { paths: Record<string, { get?: object }> };
    return Object.entries(paths).flatMap(([path, { get }]) => {
      // This registry has no file of streets. And this import is of works.
      if (!get || path.startsWith('/mapa/base') || path === '/seguimiento/importacion/{id}')
        return [];
      const filled = path
        .replace('{z}/{x}/{y}', '8/64/112')
        .replace('{coleccion}', 'obras_puntos')
        .replace('{clave}', obra.claveUnica)
        .replace('/importacion/{id}', `/importacion/${importacion}`)
        .replace(/\{\w+\}/, path.startsWith('/users') ? userId : '1')
        .replace('/obras/1', `/obras/${obra.id}`)
        // The first of what belongs to a work.
        .replace(/\{\w+\}/, '1');
      return [path.includes('/resumen') ? `${filled}?por=municipio` : filled];
    });
  }
});
