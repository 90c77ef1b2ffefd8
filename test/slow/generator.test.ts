import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, beforeEach, describe, test } from 'node:test';
import { generate } from '../../bench/demo/command.ts';
import { fillWithGenerated } from '../../bench/demo/fill.ts';
import { StartError } from '../../src/core/base/config.ts';
import { runHere } from '../process.ts';
import { call, db, freshEnvironment, get, obraBody, reset, whileInactive } from '../world.ts';

const sources = new URL('../../../sources/', import.meta.url);
const silent = () => {};

const digest = () =>
  db.one(
    `SELECT md5(string_agg(o::text, '' ORDER BY o.id)) AS obras, (SELECT md5(string_agg(
       (u.obra_id, u.direccion, u.localidad_referencia, u.referencia_lugar, u.geometria_json)::text, '' ORDER BY u.id))
       FROM ubicaciones u) AS ubicaciones
     FROM (SELECT o.*, s AS seguimiento FROM obras o LEFT JOIN obras_seguimiento s ON s.obra_id = o.id) o`,
  );

describe('generated works', () => {
  beforeEach(reset);
  after(reset);

  test('follow the 71 real ones: valid, inside their municipio, of every status', async () => {
    const lines: string[] = [];
    await fillWithGenerated(db, { obras: '600', semilla: '7' }, (line) => lines.push(line));
    assert.match(lines.at(-1) ?? '', /71 obras federales reales y 529 generadas con la semilla 7/);
    const outside = await db.query(
      `SELECT u.id FROM ubicaciones u
       JOIN municipios m ON m.id = u.municipio_id
       JOIN json_to_recordset($1::json -> 'features') AS l (properties json, geometry json)
         ON l.properties ->> 'clave' = m.clave
       WHERE NOT ST_Covers(ST_GeomFromGeoJSON(l.geometry), u.geometria) OR NOT ST_IsSimple(u.geometria)`,
      [readFileSync(new URL('limites-municipales.geojson', sources), 'utf8')],
    );
    assert.deepEqual(outside, []);
    const facts = await db.one<Record<string, number>>(
      `SELECT count(*)::integer AS obras, count(DISTINCT estatus_obra_id)::integer AS estatus,
         count(DISTINCT ejercicio_fiscal_id)::integer AS ejercicios,
         count(DISTINCT dependencia_id)::integer AS dependencias,
         count(*) FILTER (WHERE monto <> round(monto))::integer AS "conCentavos",
         count(*) FILTER (WHERE tipo_proyecto_id IS NULL)::integer AS "sinTipo",
         (SELECT count(DISTINCT tipo_geometria) FROM ubicaciones)::integer AS geometrias
       FROM obras`,
    );
    assert.deepEqual([facts?.obras, facts?.estatus, facts?.geometrias], [600, 7, 3]);
    for (const fact of ['ejercicios', 'dependencias', 'conCentavos', 'sinTipo']) {
      assert.ok((facts?.[fact] ?? 0) > 1, `${fact}: ${facts?.[fact]}`);
    }
    assert.equal((await get('/obras')).body.length, 600);
  });

  test('have the same follow-up for lists however many works there are', async () => {
    await fillWithGenerated(db, { obras: '1500' }, silent);
    const different = await db.query(
      `(SELECT * FROM seguimiento_de WHERE reportes > 0 OR contratos > 0 OR fecha_termino_base IS NOT NULL
        EXCEPT SELECT * FROM obras_seguimiento)
       UNION ALL (SELECT * FROM obras_seguimiento EXCEPT SELECT * FROM seguimiento_de)`,
    );
    assert.deepEqual(different, []);
    // The constraints of each row would have refused none of them.
    for (const table of ['avances', 'ejecuciones', 'contratos', 'convenios'])
      await db.query(`UPDATE ${table} SET obra_id = obra_id`);
    const disabled = await db.query(
      `SELECT tgname FROM pg_trigger WHERE tgenabled = 'D' AND NOT tgisinternal`,
    );
    assert.deepEqual(disabled, []);
  });

  test('run along the streets of a town, which cross at right angles, as their numbers say', async () => {
    await fillWithGenerated(db, { obras: '1500', semilla: '3' }, silent);
    const { body } = await get('/obras');
    /** The number of a street by its address, and the directions of its stretches, in degrees from the east. */
    const streets: { municipio: number; calle: number; blocks: number; angles: number[] }[] = [];
    for (const { ubicaciones } of body) {
      for (const { direccion, tipoGeometria, municipioId, geometriaJson } of ubicaciones) {
        const [, calle, desde, hasta] =
          /^Calle (\d+), de la (\d+) a la (\d+)/.exec(direccion) ?? [];
        if (tipoGeometria !== 'RUTA' || !calle) continue;
        const line = geometriaJson.coordinates as [number, number][];
        const angles = line.slice(1).map(([x, y], i) => {
          const [fromX, fromY] = line[i] as [number, number];
          const east = (x - fromX) * Math.cos((20.8 * Math.PI) / 180);
          return (Math.atan2(y - fromY, east) * 180) / Math.PI;
        });
        const blocks = (Number(hasta) - Number(desde)) / 2;
        streets.push({ municipio: municipioId, calle: Number(calle), blocks, angles });
      }
    }
    assert.ok(streets.length > 50, String(streets.length));
    assert.ok(new Set(streets.map(({ calle }) => calle % 2)).size === 2);
    const tilts = new Map<number, number>();
    let whole = 0;
    for (const { municipio, calle, blocks, angles } of streets) {
      if (angles.length === blocks) whole += 1;
      for (const angle of angles) {
        // How far an even street leans from the north, and an odd one from the east, whichever way it is drawn.
        const turned = (((angle - (calle % 2 === 0 ? 90 : 0) + 90) % 180) + 180) % 180;
        const tilt = turned - 90;
        assert.ok(Math.abs(tilt) < 13, `${calle}: ${angle}`);
        const first = tilts.get(municipio) ?? tilt;
        tilts.set(municipio, first);
        assert.ok(Math.abs(tilt - first) < 1, `${municipio}: ${tilt}, ${first}`);
      }
    }
    // Some end with their municipio.
    assert.ok(whole > 0.9 * streets.length, `${whole} of ${streets.length}`);
  });

  test('number the works of each year without a gap, and the next one follows', async () => {
    await fillWithGenerated(db, { obras: '300' }, silent);
    // A registry that holds works stays as it is.
    await assert.rejects(fillWithGenerated(db, { obras: '100' }, silent), StartError);
    const years = await db.query<{ id: number; ultimo: number; obras: number; mayor: number }>(
      `SELECT e.id, e.ultimo_numero_obra AS ultimo, count(o.id)::integer AS obras, max(o.numero_obra) AS mayor
       FROM ejercicios_fiscales e JOIN obras o ON o.ejercicio_fiscal_id = e.id GROUP BY e.id`,
    );
    for (const { ultimo, obras, mayor } of years)
      assert.deepEqual([obras, mayor], [ultimo, ultimo]);
    const { id, ultimo } = years[0] as (typeof years)[number];
    const { body } = await call('admin', 'POST', '/obras', obraBody({ ejercicioFiscalId: id }));
    assert.equal(body.numeroObra, ultimo + 1);
  });

  test('are the same for the same seed, and others for another', async () => {
    const digests: unknown[] = [];
    for (const semilla of ['5', '5', '6']) {
      await reset();
      await fillWithGenerated(db, { obras: '200', semilla }, silent);
      digests.push(await digest());
    }
    assert.deepEqual(digests[0], digests[1]);
    assert.notDeepEqual(digests[0], digests[2]);
  });

  test('are refused, by name, where a record that they need is inactive', async () => {
    const message = /inactivos\. municipioId: el registro 50 está inactivo\.$/;
    await whileInactive(50, () =>
      assert.rejects(fillWithGenerated(db, {}, silent), { constructor: StartError, message }),
    );
    assert.deepEqual((await get('/obras')).body, []);
  });

  test('are explained by npm run generate, fill the registry, and are refused in one sentence', async () => {
    assert.match((await runHere(generate, {}, ['--help'])).output, /--obras <número>/);
    const environment = await freshEnvironment();
    for (const option of ['--obras=70', '--obras=x', '--semilla=-1']) {
      const { code, output } = await runHere(generate, environment, [option]);
      assert.equal(code, 1);
      const sentence = option.replace('=', ' debe ser un número entero entre .*«');
      assert.match(output.trim(), new RegExp(`^${sentence}»\\.$`));
    }
    const filled = await runHere(generate, environment);
    assert.match(filled.output, /71 obras federales reales y 229 generadas con la semilla 1\./);
    const again = await runHere(generate, environment);
    assert.equal(again.code, 1);
    assert.match(again.output, /El registro ya tiene obras/);
  });
});
