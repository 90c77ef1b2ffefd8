import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, beforeEach, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parse } from 'csv-parse/sync';
import { fillWithGenerated } from '../../bench/demo/fill.ts';
import { writeSheets } from '../../bench/demo/sheets.ts';
import { demo } from '../../src/commands/demo/command.ts';
import { fillWithDemo } from '../../src/commands/demo/demo.ts';
import { StartError } from '../../src/core/base/config.ts';
import { columnOf } from '../columns.ts';
import { newFolder } from '../empty-registry.ts';
import { hasFeature } from '../features.ts';
import { run, runHere, session, start, startHere } from '../process.ts';
import { call, db, freshEnvironment, get, reset, whileInactive } from '../world.ts';

const sources = new URL('../../../sources/', import.meta.url);
const FILES = ['obras.csv', 'seguimiento.csv', 'expedientes.ndjson'];
const readFiles = (folder = new URL('demostracion/', sources)) =>
  FILES.map((name) => readFileSync(new URL(name, folder), 'utf8'));
const COMMAND = fileURLToPath(new URL('../../src/commands/demo/command.js', import.meta.url));
const EMAIL = 'admin@obras.local';
const ADMIN_PASSWORD = 'secreto-inicial';
const silent = () => {};
const TOLD = { print: silent };

/** Runs work while it is another day for the database. */
async function onDay(day: string, work: () => Promise<void>): Promise<void> {
  const setDay = (today: string) =>
    db.query(
      `CREATE OR REPLACE FUNCTION hoy() RETURNS date LANGUAGE sql STABLE PARALLEL SAFE RETURN ${today}`,
    );
  await setDay(`'${day}'::date`);
  try {
    await work();
  } finally {
    await setDay(`(now() AT TIME ZONE 'America/Merida')::date`);
  }
}

/** Each motive to review, the firms and persons of all kinds, and works that their agency builds with a contract and without. */
async function whatItShows(environment: Record<string, string>): Promise<void> {
  const { url, db: loaded, stop } = await startHere(environment);
  const read = async (path: string) => (await get(path, 'nobody', { url })).body;
  const motives = hasFeature('alertas')
    ? 'sinPlazo sinMovimiento unSoloProponente fraccionamiento sobreUmbral convenioTardio pagadoDeMas cerradaSinActa'
    : '';
  for (const motive of motives.split(' ').filter(Boolean)) {
    const { length } = await read(`/obras?${motive}=true&campos=id`);
    assert.ok(length > 0 && length < 60, `${motive}: ${length}`);
  }
  if (hasFeature('contratistas')) {
    assert.equal((await read('/contratistas/UHI080808XX6')).nombres.length, 2);
    assert.match((await read('/contratistas/EDE101010XX0')).avisoRfc, /no concuerda/);
    const firms: { clave: string; nombre: string; rfc: string | null }[] =
      await read('/contratistas');
    const of = (name: RegExp) => firms.filter(({ nombre }) => name.test(nombre));
    assert.deepEqual(columnOf(of(/^Juan Pérez/), 'rfc'), ['PEFJ*********']);
    assert.deepEqual(columnOf(of(/^Pavimentos/), 'rfc').sort(), ['PEJ040404XX7', null]);
    const [consortium] = of(/ y Constructora/);
    const { integrantes } = await read(`/contratistas/${consortium?.clave}`);
    assert.equal(integrantes.length, 2);
    const members = columnOf(integrantes as { clave: string | null }[], 'clave').filter(Boolean);
    for (const clave of members)
      assert.deepEqual(columnOf((await read(`/contratistas/${clave}`)).consorcios, 'nombre'), [
        consortium?.nombre,
      ]);
    assert.ok(members.length > 0);
  }
  const direct = await loaded.one(
    `SELECT count(*) FILTER (WHERE contratos > 0) > 0 AS contracted, count(*) FILTER (WHERE contratos = 0 AND reportes > 0) > 0 AS alone
     FROM expedientes JOIN obras_seguimiento USING (obra_id) WHERE modalidad = 'ADMINISTRACION_DIRECTA'`,
  );
  assert.deepEqual({ ...direct }, { contracted: true, alone: true });
  await stop();
}

describe('demonstration data', () => {
  beforeEach(reset);
  after(reset);

  test('have the 71 real works of the source, each with its data', async () => {
    await fillWithDemo(db, TOLD);
    const source = parse(readFileSync(new URL('obras-federales-yucatan.csv', sources)), {
      columns: true,
    }) as Record<string, string>[];
    assert.equal(source.length, 71);
    const { body } = await get('/obras');
    assert.equal(body.length, 300);
    for (const row of source) {
      // One work has no clave in the source.
      const obra = body.find(({ claveUnica, nombre }: Record<string, string>) =>
        row.clave ? claveUnica === row.clave : nombre === row.nombre,
      );
      assert.ok(obra, row.nombre);
      assert.equal(obra.monto, Number(row.monto));
      assert.equal(obra.estatusObra.nombre, row.estatus);
      assert.equal(obra.dependencia.nombre, row.dependencia);
      assert.equal(obra.municipioId, Number(row.municipio_clave?.slice(2)));
      const points = columnOf(columnOf(obra.ubicaciones, 'geometriaJson'), 'coordinates');
      assert.deepEqual(points, row.longitud ? [[Number(row.longitud), Number(row.latitud)]] : []);
      const { avance, contratos } = (await get(`/obras/${obra.id}/seguimiento`)).body;
      assert.deepEqual(contratos, []);
      assert.equal(avance?.avanceFisico ?? '', row.avance_fisico && Number(row.avance_fisico));
    }
  });

  test('say of invented works alone whose money it is, what for and for whom', async () => {
    await fillWithDemo(db, TOLD);
    const real = parse(readFileSync(new URL('obras-federales-yucatan.csv', sources)), {
      columns: true,
    }) as { nombre: string }[];
    const [one] = await db.query<Record<string, number>>(
      `SELECT count(*)::integer AS todos, count(*) FILTER (WHERE o.nombre = ANY ($1))::integer AS reales,
         count(*) FILTER (WHERE modalidad = 'ADMINISTRACION_DIRECTA')::integer AS directas,
         (SELECT count(*) FROM obras_fuentes WHERE fuentes <> monto)::integer AS distintas,
         (SELECT count(DISTINCT fondo_id) FROM obras_fondos)::integer AS fondos FROM expedientes JOIN obras o ON o.id = obra_id`,
      [columnOf(real, 'nombre')],
    );
    assert.equal(one?.reales, 0);
    assert.ok(Number(one?.todos) > 60, String(one?.todos));
    assert.ok(Number(one?.directas) > 0 && Number(one?.distintas) > 0, JSON.stringify(one));
    assert.equal(one?.fondos, 8);
  });

  test('have a follow-up of every course, of which each list finds some', async () => {
    await fillWithDemo(db, TOLD);
    const found = async (filter: string) => (await get(`/obras?${filter}`)).body.length as number;
    const late = ['atrasadas=true', 'sinReporteDesde=2026-06-30', 'avanceMin=100'];
    const dear = ['pagoAdelantado=20', 'crecimientoContratos=20', 'contratista=ficticia'];
    for (const filter of [...late, ...dear]) {
      const works = await found(filter);
      assert.ok(works >= 2 && works < 300, `${filter}: ${works}`);
    }
    const { body } = await call('admin', 'GET', '/calidad');
    for (const { regla, obras } of body)
      if (/atrasada|pago|contratos|confirmar/i.test(regla))
        assert.ok(obras >= 3, `${regla}: ${obras}`);
    const facts = await db.one<Record<string, number>>(
      `SELECT (SELECT count(*) FROM programas WHERE version = 2)::integer AS reprogramadas,
         (SELECT count(*) FROM avances WHERE causa_atraso IS NOT NULL)::integer AS "conCausa",
         (SELECT count(*) FROM ejecuciones WHERE fecha_entrega_recepcion IS NOT NULL)::integer AS entregadas,
         (SELECT count(*) FROM convenios WHERE fecha_termino_nueva IS NOT NULL)::integer AS prorrogas,
         (SELECT count(*) FROM obras_seguimiento WHERE contratos > 0 AND reportes = 0)::integer AS "sinReporte",
         -- Of some it is known what a rescinded contract came to, of others not.
         (SELECT count(*) + 2 FROM contratos WHERE terminacion = 'RESCISION' AND monto_final > 0)::integer AS rescindidos,
         (SELECT count(*) + 2 FROM contratos WHERE terminacion = 'RESCISION' AND monto_final IS NULL)::integer
           AS "sinMontoFinal"`,
    );
    for (const [fact, count] of Object.entries(facts ?? {}))
      assert.ok(count > 2, `${fact}: ${count}`);
  });

  test('say of each work, its places and its follow-up what the generator says', async () => {
    const tables = `SELECT json_build_object(
      'ubicaciones', (SELECT json_agg((o.clave_unica, u.orden, u.direccion, u.localidad_referencia, u.referencia_lugar,
        u.geometria_json::text) ORDER BY o.clave_unica, u.orden) FROM ubicaciones u JOIN obras o ON o.id = u.obra_id),
      'obras', (SELECT json_agg((o.clave_unica, o.nombre, o.descripcion, o.monto, e.anio, d.nombre, o.municipio_id, t.nombre,
        o.estatus_obra_id) ORDER BY o.clave_unica) FROM obras o JOIN ejercicios_fiscales e ON e.id = o.ejercicio_fiscal_id
        JOIN dependencias d ON d.id = o.dependencia_id LEFT JOIN tipos_proyecto t ON t.id = o.tipo_proyecto_id),
      'seguimiento', (SELECT json_agg((o.clave_unica, to_jsonb(s) - 'obra_id') ORDER BY o.clave_unica)
        FROM obras_seguimiento s JOIN obras o ON o.id = s.obra_id),
      'convenios', (SELECT json_agg((c.numero, v.orden, v.fecha, v.monto_nuevo, v.fecha_termino_nueva, v.justificacion)
        ORDER BY c.numero, v.orden) FROM convenios v JOIN contratos c ON c.id = v.contrato_id),
      'programas', (SELECT json_agg((o.clave_unica, p.version, p.fecha_inicio, p.fecha_termino, p.motivo, p.curva)
        ORDER BY o.clave_unica, p.version) FROM programas p JOIN obras o ON o.id = p.obra_id)) AS json`;
    await onDay('2026-11-15', async () => {
      await fillWithDemo(db, TOLD);
      const ours = await db.json(tables);
      await reset();
      await fillWithGenerated(db, {}, silent);
      assert.equal(ours, await db.json(tables));
    });
  });

  test('are equal to what the generator writes', async () => {
    const folder = pathToFileURL(`${newFolder()}/`);
    await writeSheets(db, {}, silent, folder);
    assert.deepEqual(readFiles(folder), readFiles());
  });

  for (const [day, newest, future] of [
    ['2026-09-29', '2026-06-30', 'before the files tell of'],
    ['2027-03-31', '2026-12-31', 'on the last day of a quarter'],
  ] as const) {
    test(`end with the last quarter that is over: ${future}`, async (t) => {
      t.mock.timers.enable({ apis: ['Date'], now: Date.parse(`${day}T18:00:00Z`) });
      await onDay(day, async () => {
        await fillWithDemo(db, TOLD);
        t.mock.timers.reset();
        const found = await db.one<Record<string, string>>(
          `SELECT max(fecha_corte)::text AS newest, min(fecha_corte)::text AS oldest,
             bool_and(fecha_corte = (date_trunc('month', fecha_corte) + interval '1 month - 1 day')::date)
               FILTER (WHERE avance_fisico < 100) AS "atEnds" FROM avances`,
        );
        // Reports on real works stay where their source has them.
        assert.deepEqual({ ...found }, { newest, oldest: '2015-12-31', atEnds: true });
        const late = (await get('/obras?atrasadas=true')).body.length;
        assert.ok(late > 10 && late < 100, `${late} late works`);
      });
    });
  }

  test('are refused by name where a record that they need is inactive, and leave no record', async () => {
    const message = /^Los datos de demostración no entran .*Mérida.*inactivo/;
    await whileInactive(50, () =>
      assert.rejects(fillWithDemo(db, TOLD), { constructor: StartError, message }),
    );
    assert.deepEqual((await get('/obras')).body, []);
    assert.deepEqual(await db.query('SELECT FROM importaciones'), []);
  });

  test('are made by npm run demo, and refused in one sentence on a registry that has works', async () => {
    const environment = await freshEnvironment();
    // It signs no token.
    const filled = await run({ ...environment, JWT_SECRET: '' }, [], COMMAND);
    assert.equal(filled.code, 0, filled.output);
    assert.match(filled.output, /71 obras federales reales y 229 generadas\./);
    await whatItShows({ ...environment, PUBLIC_READ: 'true' });
    const again = await runHere(demo, environment);
    assert.equal(again.code, 1);
    assert.match(again.output, /El registro ya tiene obras/);
  });

  test('are left out by npm start -- --demo on a registry that has works', async () => {
    const environment = { ...(await freshEnvironment()), ADMIN_PASSWORD };
    for (const sentence of [
      /71 obras federales reales y 229 generadas\./,
      /El registro ya tiene obras: se sirve como está, .*\.\n/,
    ]) {
      const service = await start(environment, ['--demo']);
      assert.match(service.output(), sentence);
      const admin = await session(service.url, EMAIL, ADMIN_PASSWORD);
      assert.equal(((await (await admin('GET', '/obras')).json()) as object[]).length, 300);
      assert.equal(await service.stop(), 0);
    }
  });
});
