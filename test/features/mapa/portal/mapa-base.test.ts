import assert from 'node:assert/strict';
import { truncateSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { Compression, TileType } from 'pmtiles';
import {
  BLOCK,
  makeArchive,
  makeTown,
  solidPicture,
  TOWN,
  townLayers,
  writeArchive,
} from '../../../pmtiles.ts';
import { eventually, expectText, go } from '../../../portal/gestures.ts';
import { coloursIn, commonest, ink, pixelsFrom } from '../../../portal/map-pixels.ts';
import {
  assertAccessible,
  base,
  makeObra,
  place,
  refuse,
  serveWith,
  until,
  visit,
} from '../../../portal/portal-world.ts';

const [LON, LAT] = TOWN;
/** The map's zoom, and its meters a pixel at the equator. */
const ZOOM = 16;
/** Without any work, whose symbols would cover it. */
const at = (zoom = ZOOM) => `/obras?vista=mapa&q=ninguna-se-llama-asi&lugar=${LON},${LAT},${zoom}`;

const pixelOf = (lon: number, lat: number) => pixelsFrom(TOWN, ZOOM, [lon, lat]);

describe('The base map of a file', () => {
  const mapOf = (path: string) => serveWith({ MAP_FILE: path, PUBLIC_READ: 'true' });
  let url: string;
  before(async () => {
    url = await mapOf(writeArchive(makeTown()));
  });

  test('its streets, their names, parks, water and houses are seen on the map, its last tiles larger from nearer, and municipios from afar', async () => {
    const { page } = await visit('nobody', at(), { at: url });
    // Calle 60 runs north and south through the middle, Calle 61 west and east. Names stand along them.
    for (const [middle, width, height] of [
      [[0, -90], 14, 170],
      [[90, 0], 170, 14],
    ] as const) {
      await eventually(async () => (await ink(page, [...middle], width, height)) > 40, true);
    }
    const block = BLOCK / 2;
    assert.equal(await ink(page, pixelOf(LON - 1.5 * BLOCK, LAT + 1.5 * BLOCK), 20, 20), 0);
    for (const [what, lon, lat, colour] of [
      ['land', LON - 1.5 * BLOCK, LAT + 1.5 * BLOCK, '247,245,239'],
      ['park', LON + block, LAT + block, '230,238,219'],
      ['water', LON + 2.5 * BLOCK, LAT + 2.5 * BLOCK, '223,233,240'],
      ['house', LON - block, LAT - block, '235,229,217'],
      ['street', LON - BLOCK, LAT - 1.5 * BLOCK, '255,255,255'],
    ] as const) {
      await eventually(() => commonest(page, pixelOf(lon, lat)), colour);
      assert.ok(what);
    }
    await page.getByText('© OpenStreetMap', { exact: true }).waitFor();
    // A new page each: the canvas of before would do as well.
    await page.goto(`${url}/portal${at(18)}`);
    await eventually(async () => (await ink(page, [0, -150], 16, 280)) > 40, true);
    await page.goto(`${url}/portal${at(9)}`);
    await eventually(async () => (await ink(page, [0, 0], 400, 300)) > 100, true);
  });

  test('the sheet and the map to draw on have the same streets, and the sheet names their makers on paper', async () => {
    const { id } = await makeObra({ ubicaciones: [place([LON + 2 * BLOCK, LAT - 0.5 * BLOCK])] });
    const { page } = await visit('admin', `/obras/${id}`, { at: url });
    const white = async () => Boolean((await coloursIn(page, [0, 0], 300, 200))['255,255,255']);
    await eventually(white, true);
    // Above the work's own symbol nothing else is as dark as the streets' names.
    await eventually(async () => (await ink(page, [0, -80], 300, 100)) > 40, true);
    await page.emulateMedia({ media: 'print' });
    await page.getByText('© OpenStreetMap', { exact: true }).waitFor();
    await page.emulateMedia({ media: 'screen' });
    await go(page, `/obras/${id}/editar`);
    await page.getByText('© OpenStreetMap', { exact: true }).waitFor();
    await eventually(async () => (await ink(page, [0, -80], 240, 100)) > 40, true);
  });

  test('an archive that stops being readable leaves the works, and says so once', async () => {
    const path = writeArchive(makeTown(townLayers((name) => name.toUpperCase())));
    const broken = await mapOf(path);
    truncateSync(path, 200);
    const { page } = await visit('nobody', at(9), { at: broken, allow: /503/ });
    await expectText(page, '© OpenStreetMap · Parte del mapa de calles no se pudo leer.');
    await eventually(async () => (await ink(page, [0, 0], 400, 300)) > 100, true);
    await go(page, '/obras?vista=mapa');
    await page.getByText(/ubicaciones en esta vista del mapa/).waitFor({ state: 'attached' });
  });

  test('pictures of a file lie under the limits and the works, larger than they are where the map is nearer', async () => {
    const picture = await solidPicture(120, 200, 80);
    const path = writeArchive(
      makeArchive({
        tiles: [[0, 0, 0, picture]],
        metadata: { attribution: 'Fotos de prueba' },
        type: TileType.Png,
        compression: Compression.None,
        zooms: [0, 0],
      }),
    );
    const photos = await mapOf(path);
    const { page } = await visit('nobody', at(9), { at: photos });
    await page.getByText('Fotos de prueba', { exact: true }).waitFor();
    await eventually(() => commonest(page, [-60, -100]), '120,200,80');
    // Limits and names are seen on it.
    await eventually(async () => (await ink(page, [0, 0], 400, 300)) > 100, true);
    await page.goto(`${photos}/portal${at(17)}`);
    await eventually(() => commonest(page, [60, 60]), '120,200,80');
  });
});

describe('The map without a file', () => {
  const nowhere = (zoom: number, where = '-89.55,21.02') =>
    `/obras?vista=mapa&q=ninguna-se-llama-asi&lugar=${where},${zoom}`;

  test('has roads, towns and water, which are fetched once the works are there, names of places, and INEGI as its source', async () => {
    const steps: string[] = [];
    const { page } = await visit('user', null);
    page.on('request', (request) => {
      if (/\/calles-|\/mapa\/base\//.test(request.url())) steps.push('base');
    });
    page.on('requestfinished', (request) => {
      if (/\/mapa\/\d/.test(request.url())) steps.push('works');
    });
    await page.goto(`${base}/portal/obras?vista=mapa`);
    const source = 'topografía 1:250 000 (2015) y localidades (2025); elaboración propia';
    await page.getByText(`Fuente: INEGI, ${source}`, { exact: true }).waitFor();
    await until(page, `performance.getEntriesByName('mapa listo').length > 0`);
    await eventually(async () => steps.filter((step) => step === 'base').length >= 3, true);
    assert.equal(steps.lastIndexOf('works') + 1, steps.indexOf('base'), steps.join());
    // Valladolid: the town's ground, and the road to Chichimilá through it.
    await page.goto(`${base}/portal${nowhere(12, '-88.2022,20.69')}`);
    await eventually(async () => {
      const colours = await coloursIn(page, [0, 0], 200, 100);
      return (colours['236,230,218'] ?? 0) > 1_000 && (colours['253,243,211'] ?? 0) > 50;
    }, true);
    // Far away the municipios have names, and near the localidades.
    for (const zoom of [9, 13]) {
      await page.goto(`${base}/portal${nowhere(zoom)}`);
      await expectText(page, 'Ninguna obra en esta vista; aléjese o quite un filtro.');
      await eventually(async () => (await ink(page, [0, 0], 500, 300)) > 100, true);
    }
    await assertAccessible(page);
  });

  test('does without it where it can’t be had, and says so', async () => {
    const { page, context } = await visit('user', null, { allow: /403/ });
    await refuse(context, '**/mapa/base/*/*/*', 403, 'Forbidden resource');
    await page.goto(`${base}/portal${nowhere(13)}`);
    await expectText(page, 'Ninguna obra en esta vista; aléjese o quite un filtro.');
    await expectText(page, /Parte del mapa de calles no se pudo leer\.$/);
    assert.equal(await ink(page, [0, 0], 300, 200), 0);
  });
});
