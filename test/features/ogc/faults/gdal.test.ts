import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { numbers } from '../../../columns.ts';
import { embeddedEnvironment } from '../../../empty-registry.ts';
import { debianProgram } from '../../../faults/debian.ts';
import { ADMIN, logIn, newRegistry, obraBody, type Registry } from '../../../faults/registry.ts';
import { wkt } from '../../../wkt.ts';

// The map layers as GDAL opens them: the program that most others read maps with.

const at = (x: number, y: string) => `${x} ${y}`;
/** A ring's positions, from one longitude on. */
const ring = (x: number) => {
  const start = at(x, '20.9');
  return [start, at(x + 0.01, '20.9'), at(x + 0.01, '20.91'), start];
};
const PLACES = [
  ['PUNTO', (x: number) => `POINT (${at(x, '20.9')})`],
  ['PUNTO', (x: number) => `MULTIPOINT (${at(x, '20.8')}, ${at(x, '20.7')})`],
  ['RUTA', (x: number) => `LINESTRING (${ring(x).slice(0, 3)})`],
  ['RUTA', (x: number) => `MULTILINESTRING ((${ring(x).slice(0, 2)}), (${ring(x).slice(1, 3)}))`],
  ['POLIGONO', (x: number) => `POLYGON ((${ring(x)}))`],
] as const;
/** So many obras fill more than two of GDAL's pages with each kind of place. */
const OBRAS = 25;

/** Whole amounts first: GDAL learns the fields from the first ten features. */
const montoOf = (n: number) => (n <= 12 ? 1_000 * n : 1_000 * n + 0.37);

describe('GDAL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'registro-gdal-'));
  let registry: Registry;
  let source: string;
  before(async () => {
    registry = await newRegistry(await embeddedEnvironment());
    source = `OAPIF:${registry.service.url}/ogc`;
    for (let n = 1; n <= OBRAS; n++) {
      const ubicaciones = PLACES.map(([tipoGeometria, geometry], i) => ({
        direccion: `Calle ${n}`,
        tipoGeometria,
        geometriaJson: wkt(geometry(-89 - n / 100 - i / 1_000)),
      }));
      const body = { ...obraBody(`Obra «${n}» número`), monto: montoOf(n), ubicaciones };
      const created = await registry.call('POST', '/obras', body);
      assert.equal(created.status, 201);
      // A whole percent first, as with the amounts; most say nothing.
      if (n % 5 !== 1) continue;
      const report = { fechaCorte: '2026-06-30', avanceFisico: n === 1 ? 45 : 45.5 };
      const path = `/obras/${created.body.id}/avances`;
      assert.equal((await registry.call('POST', path, report)).status, 201);
    }
  });
  after(() => registry?.service.stop());

  const bearer = async () => ({
    GDAL_HTTP_HEADERS: `Authorization: Bearer ${(await logIn(registry)).token}`,
  });
  const BASIC = { GDAL_HTTP_USERPWD: `${ADMIN.ADMIN_EMAIL}:${ADMIN.ADMIN_PASSWORD}` };
  /** Runs one of GDAL's programs and answers what it printed. */
  async function gdal(
    program: 'ogrinfo' | 'ogr2ogr',
    args: string[],
    settings: Record<string, string> = BASIC,
  ) {
    const { stdout, stderr } = await promisify(execFile)(debianProgram(program, 'gdal-bin'), args, {
      env: { PATH: process.env.PATH, ...settings },
      maxBuffer: 64 * 1_048_576,
    });
    return stdout + stderr;
  }
  const count = (printed: string) => Number(/Feature Count: (\d+)/.exec(printed)?.[1]);

  test('counts as many features as the registry has ubicaciones', async () => {
    const counts: Record<string, number> = {};
    for (const layer of ['obras_puntos', 'obras_rutas', 'obras_poligonos', 'municipios']) {
      const printed = await gdal('ogrinfo', ['-so', source, layer]);
      counts[layer] = count(printed);
      assert.match(printed, /ID\["EPSG",4326\]\]/);
    }
    assert.deepEqual(counts, {
      obras_puntos: 2 * OBRAS,
      obras_rutas: 2 * OBRAS,
      obras_poligonos: OBRAS,
      municipios: 106,
    });
  });

  test('knows title, fields and types, and reads every feature of every layer', async () => {
    const printed = await gdal('ogrinfo', ['-al', source]);
    const fields = 'monto: Real|anio: Integer|orden: Integer|claveUnica: String|avanceFisico: Real';
    const types = [...fields.split('|'), 'fechaCorte: Date'].map((field) => `${field} (0.0)`);
    const values = ['municipioClave (String) = 31050', 'avanceFisico (Real) = 45.5'];
    for (const line of ['TITLE=Obras: puntos', ...types, ...values]) {
      assert.ok(printed.includes(line), line);
    }
    assert.equal(printed.split('OGRFeature(obras_').length - 1, PLACES.length * OBRAS);
    assert.equal(printed.split('OGRFeature(municipios)').length - 1, 106);
    assert.ok(printed.includes('nombre (String) = Obra «25» número'));
  });

  test('makes a GeoPackage that has every amount with its cents', async () => {
    const file = join(folder, 'obras.gpkg');
    await gdal('ogr2ogr', ['-f', 'GPKG', file, source]);
    const sql = 'SELECT DISTINCT obraId, monto FROM obras_rutas ORDER BY obraId';
    const printed = await gdal('ogrinfo', ['-q', file, '-sql', sql]);
    const amounts = [...printed.matchAll(/monto \(Real\) = (\S+)/g)].map(([, one]) => Number(one));
    assert.deepEqual(amounts, numbers(1, OBRAS).map(montoOf));
  });

  test('asks for a rectangle and for larger pages, and gets what is in it', async () => {
    // Obras 1 to 5, by their simple points.
    const box = ['-spat', '-89.0505', '20.85', '-89', '21'];
    assert.equal(count(await gdal('ogrinfo', ['-so', ...box, source, 'obras_puntos'])), 5);
    const pages = ['-oo', 'PAGE_SIZE=1000'];
    const printed = await gdal('ogrinfo', ['-al', ...pages, source, 'obras_puntos']);
    assert.equal(printed.split('OGRFeature(').length - 1, 2 * OBRAS);
  });

  test('reads with a token as well, and is refused without token and password', async () => {
    const polygons = ['-so', source, 'obras_poligonos'];
    assert.equal(count(await gdal('ogrinfo', polygons, await bearer())), OBRAS);
    await assert.rejects(gdal('ogrinfo', polygons, {}), /"message":"Unauthorized"/);
  });

  test('makes one login in the ledger for its hundreds of requests', async () => {
    const { body } = await registry.call('GET', '/bitacora?recurso=auth&limit=1000');
    // The logins of this file's own sessions, and the one that GDAL's password made.
    assert.ok(body.length <= 4, String(body.length));
  });

  test('reads the GeoJSON file, with obras that have no place', async () => {
    const bare = { ...obraBody(), ubicaciones: [] };
    const { status, body: placeless } = await registry.call('POST', '/obras', bare);
    assert.equal(status, 201);
    const file = join(folder, 'obras.geojson');
    const url = `/vsicurl_streaming/${registry.service.url}/obras.geojson`;
    await gdal('ogr2ogr', ['-f', 'GeoJSON', file, url], await bearer());
    const printed = await gdal('ogrinfo', ['-so', '-al', file]);
    assert.equal(count(printed), PLACES.length * OBRAS + 1);
    assert.match(printed, /monto: Real/);
    // Each keeps the id that the registry gave it, and none is changed to be unique.
    const features = await gdal('ogrinfo', ['-q', '-al', file]);
    const ids = [...features.matchAll(/OGRFeature\(\w+\):(\d+)/g)];
    assert.equal(new Set(ids.map(([, id]) => id)).size, PLACES.length * OBRAS + 1);
    assert.equal(Number(ids.at(-1)?.[1]), placeless.id + 2 ** 31);
    assert.doesNotMatch(printed, /Several features|\bid: /);
  });
});
