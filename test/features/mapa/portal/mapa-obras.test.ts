import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import {
  type Box,
  boxOf,
  eventually,
  expectGone,
  expectHeading,
  expectText,
  go,
  press,
} from '../../../portal/gestures.ts';
import { coloursIn, commonest, coveredBy, pixelsFrom } from '../../../portal/map-pixels.ts';
import {
  assertAccessible,
  assertFits,
  base,
  fetchJson,
  gate,
  makeObra,
  place,
  SIZES,
  still,
  until,
  visit,
} from '../../../portal/portal-world.ts';

let words = 0;
/** A word that no other work has. */
const newWord = () => `zzm${process.pid}x${++words}`;

/** The colours of statuses on the map. */
const EN_PROCESO = '163,92,0';
const TERMINADA = '29,122,76';
const CIRCULO = '11,85,99';
const ATRASADA = '161,38,26';

describe('The map of works: symbols', () => {
  test('few works of a place are seen one by one, more as a disc; what is late has a mark beside its symbol or an arc of the disc', async () => {
    const word = newWord();
    const late = [-89.75, 20.95] as const;
    const inTime = [-89.7, 20.95] as const;
    const many = [-88.7, 20.6] as const;
    const make = async (lugar: readonly [number, number], estatusObraId: number, until = '') => {
      const ubicaciones = [place([...lugar])];
      const { id } = await makeObra({ nombre: `Obra ${word}`, estatusObraId, ubicaciones });
      const programa = { fechaInicio: '2020-01-01', fechaTermino: until };
      if (until) await fetchJson('POST', `/obras/${id}/programas`, programa);
    };
    await make(late, 4, '2020-12-31');
    await make(inTime, 4, '2099-12-31');
    await make([-89.79, 20.98], 6);
    await make(many, 4, '2020-12-31');
    for (let i = 0; i < 3; i++) await make(many, 6);
    const { page } = await visit('user', `/obras?vista=mapa&q=${word}&lugar=-89.2,20.8,9`);
    const at = (lon: number, lat: number) => pixelsFrom([-89.2, 20.8], 9, [lon, lat]);
    for (const [lon, lat] of [late, inTime]) {
      await eventually(() => commonest(page, at(lon, lat), 5), EN_PROCESO);
    }
    await eventually(() => commonest(page, at(-89.79, 20.98), 5), TERMINADA);
    // One of four is late: a quarter of the edge, from above and clockwise.
    const [x, y] = at(...many);
    await eventually(() => commonest(page, [x - 5, y - 7], 3), CIRCULO);
    const reddish = async (right: number, down: number) =>
      ((await coloursIn(page, [x + right, y + down], 6, 6))[ATRASADA] ?? 0) > 3;
    for (const [right, down, isLate] of [
      [8.5, -8.5, true],
      [8.5, 8.5, false],
      [-8.5, 8.5, false],
      [-8.5, -8.5, false],
    ] as const) {
      await eventually(() => reddish(right, down), isLate);
    }

    await go(page, `/obras?vista=mapa&q=${word}&lugar=-89.725,20.95,14`);
    for (const [lugar, isMarked] of [
      [late, true],
      [inTime, false],
    ] as const) {
      const [x, y] = pixelsFrom([-89.725, 20.95], 14, [...lugar]);
      await eventually(() => commonest(page, [x, y], 5), EN_PROCESO);
      const marked = async () =>
        ((await coloursIn(page, [x + 11, y - 9], 20, 20))[ATRASADA] ?? 0) > 15;
      await eventually(marked, isMarked);
    }
    await page.getByText('Simbología').click();
    await page.locator('.mapa-obras_simbologia').getByText('Atrasada', { exact: true }).waitFor();
    await assertAccessible(page);
  });

  test('the sheet marks a work by the symbol of its status', async () => {
    const { id } = await makeObra({
      estatusObraId: 6,
      ubicaciones: [place([-89.6, 20.95])],
    });
    const { page } = await visit('user', `/obras/${id}`);
    // A square has corners, where a point has none.
    for (const corner of [-5, 5]) {
      await eventually(() => commonest(page, [corner, corner], 3), TERMINADA);
    }
    // What is drawn is seen as it was drawn from the first, and the municipio around it when it is asked for.
    const route = await makeObra({
      estatusObraId: 6,
      ubicaciones: [place('LINESTRING (-89.61 20.95, -89.6 20.95, -89.59 20.95)')],
    });
    await go(page, `/obras/${route.id}`);
    for (const aside of [-60, 60]) {
      await eventually(() => commonest(page, [aside, 0], 3), TERMINADA);
    }
    await press(page, 'Ver el municipio');
    await eventually(async () => (await commonest(page, [60, 0], 3)) === TERMINADA, false);
  });
});

const lugarOf = (page: Page) => new URL(page.url()).searchParams.get('lugar') ?? '';
const total = (page: Page, works: string) =>
  page.locator('.explorar_totales strong', { hasText: new RegExp(`^${works}$`) }).waitFor();

describe('The map of works: its controls', () => {
  const area = ({ width, height }: Box) => width * height;
  const meet = (one: Box, other: Box) =>
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height;

  test('take less than a fifth of the map, and its legend covers none', async () => {
    const { page } = await visit('user', '/obras?vista=mapa');
    await page.getByText(/en esta vista del mapa/).waitFor({ state: 'attached' });
    const legend = page.locator('.mapa-obras_simbologia');
    for (const [width, height] of [
      [1366, 768],
      [360, 640],
      [320, 568],
    ] as const) {
      await page.setViewportSize({ width, height });
      await still(page);
      // On the smallest the page scrolls, and the tabs below stand over it.
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      const map = await boxOf(page.locator('.base_lienzo'));
      const controls = page.locator(
        '.mapa-obras_mandos .piezas_boton, .explorar_opciones-mapa > *',
      );
      const boxes = await Promise.all((await controls.all()).map(boxOf));
      // On a wide one the total and the way to the list stand over the map, too.
      assert.equal(boxes.length, width > 800 ? 7 : 5);
      const covered = [await boxOf(legend), ...boxes].reduce((sum, box) => sum + area(box), 0);
      assert.ok(covered < area(map) / 5, `${covered} of ${area(map)}`);

      await legend.getByText('Simbología').click();
      await legend.getByText(/Varias ubicaciones/).scrollIntoViewIfNeeded();
      const open = await boxOf(legend);
      assert.ok(open.height > 100);
      for (const box of boxes) assert.ok(!meet(open, box), JSON.stringify([open, box]));
      if (width === 360) await assertAccessible(page);
      await assertFits(page);
      await legend.getByText('Simbología').click();
    }
  });

  test('by touch: from the list to the map, where a work opens its card and what is in sight can be all that is listed, and back', async () => {
    const word = newWord();
    const nombre = `Tocada ${word}`;
    const lugar = [-89.6, 20.95] as const;
    await makeObra({ nombre, estatusObraId: 6, monto: 1500, ubicaciones: [place([...lugar])] });
    await makeObra({ nombre: `Lejos ${word}`, ubicaciones: [place([-88.2, 20.69])] });
    const { page } = await visit('user', `/obras?q=${word}&lugar=${lugar},13`, {
      context: { viewport: { width: 390, height: 844 }, hasTouch: true },
    });
    // The list comes first.
    const list = page.locator('.lista');
    await expectText(list, `Lejos ${word}`);
    await page.getByRole('button', { name: 'Mapa', exact: true }).tap();
    await eventually(() => commonest(page, [0, 0]), TERMINADA);
    const map = await boxOf(page.locator('.base_lienzo'));
    await page.touchscreen.tap(map.x + map.width / 2, map.y + map.height / 2);
    const card = page.getByRole('region', { name: 'Obra elegida' });
    for (const text of [nombre, '$1,500.00', 'Terminada']) await expectText(card, text);
    // The card stands at the bottom, and the map stays.
    const box = await boxOf(card);
    assert.ok(Math.abs(box.y + box.height - (map.y + map.height)) < 3, 'not at the bottom');
    assert.equal(lugarOf(page), `${lugar},13`);
    await card.getByRole('link', { name: 'Ver la ficha' }).tap();
    await expectHeading(page, nombre);
    await page.goBack();

    await card.getByRole('button', { name: 'Cerrar la tarjeta' }).tap();
    await page.getByText('Listar sólo lo que se ve').tap();
    await total(page, '1 obra');
    await page.getByRole('button', { name: 'Lista', exact: true }).tap();
    await list.getByRole('link', { name: nombre }).waitFor();
    // It is a filter as any other, with a way out.
    await page.getByRole('button', { name: 'Quitar el filtro Esta parte del mapa' }).tap();
    await total(page, '2 obras');
  });

  test('with the whole state in sight there are a dozen discs at most, on any screen', async () => {
    const { page } = await visit('user', null, { isOwn: true });
    await page.addInitScript(`{
      window.discs = new Set();
      const draw = CanvasRenderingContext2D.prototype.fillText;
      CanvasRenderingContext2D.prototype.fillText = function (text, ...at) {
        if (/^[0-9.]+( mil)?$/.test(text)) {
          const { e, f } = this.getTransform();
          window.discs.add([text, Math.round(e), Math.round(f)].join(' '));
        }
        return draw.call(this, text, ...at);
      };
    }`);
    for (const size of [SIZES.phone, SIZES.desk, { width: 1920, height: 1080 }]) {
      await page.setViewportSize(size);
      await page.goto(`${base}/portal/obras?vista=mapa`);
      await until(page, 'performance.getEntriesByName("mapa listo").length > 0');
      await still(page);
      const discs = await page.evaluate<string[]>('[...discs]');
      assert.ok(discs.length > 3 && discs.length <= 12, discs.join(', '));
    }
    // The place of an address stays in the middle of a window that is wider than the map's bounds.
    await page.evaluate(`performance.clearMarks('mapa listo')`);
    await go(page, '/obras?vista=mapa&lugar=-89.6,20.9,8');
    await until(page, 'performance.getEntriesByName("mapa listo").length > 0');
    await page.locator('.base_lienzo').press('+');
    await page.waitForURL(/lugar=-89.6,20.9,9/);
  });

  test('in forced colours every symbol of the legend stands out from the ground', async () => {
    const { page } = await visit('user', '/obras?vista=mapa', {
      context: { forcedColors: 'active', colorScheme: 'dark' },
    });
    await page.getByText('Simbología').click();
    const legend = page.locator('.mapa-obras_simbologia .piezas_estatus path');
    await legend.first().waitFor();
    const rims = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.mapa-obras_simbologia .piezas_estatus path')].map((path) => getComputedStyle(path).stroke)`,
    );
    assert.deepEqual(rims, Array(8).fill('rgb(255, 255, 255)'));
  });
});

describe('The map of works beside a list', () => {
  /** How many pixels of a ring are drawn around the map's middle. */
  const ringed = async (page: Page) =>
    ((await coloursIn(page, [0, 0], 40, 40))[CIRCULO] ?? 0) > 100;

  test('it fills the window; a row that the pointer or the focus is over marks its place there, and the other way round', async () => {
    const nombre = `Marcada ${newWord()}`;
    const lugar = [-89.6, 20.95] as const;
    const { id } = await makeObra({ nombre, estatusObraId: 6, ubicaciones: [place([...lugar])] });
    const { page } = await visit('user', `/obras?q=${nombre.split(' ')[1]}&lugar=${lugar},13`);
    await eventually(() => commonest(page, [0, 0]), TERMINADA);
    const row = page.locator(`.lista [data-obra="${id}"]`);
    const map = await boxOf(page.locator('.base_lienzo'));
    assert.deepEqual([map.x, map.width, map.y + map.height], [0, 1440, 900]);
    // The first datum stands within 110 pixels.
    const { y: head } = await boxOf(page.locator('.explorar_totales strong'));
    assert.ok(head <= 110, `${head}`);
    assert.equal((await boxOf(page.locator('.explorar_panel'))).width, 420);
    assert.equal(await ringed(page), false);
    await row.hover();
    await eventually(() => ringed(page), true);
    await page.mouse.move(2, 2);
    await eventually(() => ringed(page), false);
    await row.getByRole('link').first().focus();
    await eventually(() => ringed(page), true);
    await page.evaluate('document.activeElement.blur()');
    await eventually(() => ringed(page), false);

    const { x, y, width, height } = map;
    const covered = await coveredBy(page);
    await page.mouse.move(x + (width + covered) / 2, y + height / 2);
    await page.locator(`.lista [data-obra].lista_senalada[data-obra="${id}"]`).waitFor();
    await page.mouse.move(x + width * 0.9, y + height / 4);
    await expectGone(page.locator('.lista [data-obra].lista_senalada'));
    // Nothing of this chooses a work or moves the map.
    assert.equal(lugarOf(page), `${lugar},13`);
    assert.equal(await page.getByRole('region', { name: 'Obra elegida' }).count(), 0);
    // The list is closed and opened again; the map's picture stays where it is.
    await press(page, 'Cerrar la lista');
    await expectGone(page.locator('.lista'));
    assert.deepEqual(await boxOf(page.locator('.base_lienzo')), map);
    await press(page, 'Ver la lista');
    await row.waitFor();
  });
});

describe('The map of works: near me', () => {
  const [LON, LAT] = [-89.3, 20.3];
  const near = { longitude: LON, latitude: LAT, accuracy: 120 };

  test('the dot shows its accuracy, and the works around can be all that is listed', async () => {
    const word = newWord();
    const make = (nombre: string, where: Parameters<typeof place>[0]) =>
      makeObra({ nombre: `${nombre} ${word}`, ubicaciones: [place(where)] });
    await make('Lejos', [LON + 0.006, LAT]);
    await make('Afuera', [LON, LAT + 0.0055]);
    await make('Segunda', [LON, LAT - 0.002]);
    // Its ends are far away, and it passes by.
    await make(
      'Primera',
      `LINESTRING (${LON - 0.05} ${LAT + 0.001}, ${LON + 0.05} ${LAT + 0.001})`,
    );
    const inside = [-0.003, 0.003].flatMap((dx) =>
      (dx < 0 ? [-0.003, 0.003] : [0.003, -0.003]).map((dy) => `${LON + dx} ${LAT + dy}`),
    );
    await make('Alrededor', `POLYGON ((${[...inside, inside[0]].join(', ')}))`);
    const { page } = await visit('user', `/obras?vista=mapa&q=${word}&lugar=-89.6,20.9,9`, {
      context: { geolocation: near, permissions: ['geolocation'] },
    });
    await page.getByText(/en esta vista del mapa/).waitFor({ state: 'attached' });
    await press(page, 'Mi ubicación');
    await expectText(page, 'Su posición se conoce con un margen de 120 m.');
    await page.waitForURL(/lugar=-89.3,20.3,15/);
    // 120 m on the ground, at zoom 15.
    const radius = 120 / Math.cos((LAT * Math.PI) / 180) / (156_543.034 / 2 ** 15);
    const isBlue = async (right: number) => {
      const found = await coloursIn(page, [right, 0], 4, 4);
      return Object.keys(found).some((colour) => {
        const [red = 0, , blue = 0] = colour.split(',').map(Number);
        return blue - red > 100;
      });
    };
    // Its middle too, whether the area around has come by then and tints it or not.
    for (const right of [0, radius]) await eventually(() => isBlue(right), true);
    assert.deepEqual([await isBlue(radius - 8), await isBlue(radius + 8)], [false, false]);

    await page.getByRole('button', { name: 'Listar a menos de 500 m de mí' }).click();
    await press(page, 'Ver la lista');
    await total(page, '3 obras');
    await eventually(
      async () =>
        (await page.locator('.lista a.lista_nombre').allInnerTexts())
          .map((text) => text.split(' ')[0])
          .sort(),
      ['Alrededor', 'Primera', 'Segunda'],
    );
    await page
      .getByRole('button', { name: 'Listar a menos de 500 m de mí', pressed: true })
      .click();
    await total(page, '5 obras');
  });

  test('nothing of it covers a list or the chosen work’s card, whatever the window', async () => {
    const word = newWord();
    for (const lat of [LAT, LAT + 0.001]) {
      await makeObra({ nombre: `Aquí ${word}`, ubicaciones: [place([LON, lat])] });
    }
    const coversOf = (one: Locator) =>
      one.evaluate((it) => {
        const { left, right, top, bottom } = it.getBoundingClientRect();
        const { elementFromPoint } = it.ownerDocument;
        return [
          [left + 4, top + 4],
          [right - 4, bottom - 4],
        ]
          .map(([x = 0, y = 0]) => elementFromPoint.call(it.ownerDocument, x, y))
          .filter((over) => !it.contains(over))
          .map((over) => over?.outerHTML ?? 'outside the window');
      });
    const { page } = await visit('user', null, {
      context: { geolocation: near, permissions: ['geolocation'] },
      isOwn: true,
    });
    for (const [width, height] of [
      [1366, 768],
      [1100, 700],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      const vista = width < 800 ? 'mapa' : '';
      await page.goto(`${base}/portal/obras?q=${word}&lugar=-89.6,20.9,9&vista=${vista}`);
      await press(page, 'Mi ubicación');
      await expectText(page, 'Su posición se conoce con un margen de 120 m.');
      assert.equal(await page.locator('.piezas_anuncio').count(), 0);
      await page.getByRole('button', { name: 'Listar a menos de 500 m de mí' }).click();
      await total(page, '2 obras');
      const around = new URL(page.url()).searchParams.get('bbox');
      if (width < 800) await page.getByRole('button', { name: 'Lista', exact: true }).click();
      await page
        .getByRole('button', { name: `Ver en el mapa: Aquí ${word}` })
        .last()
        .click();
      const card = page.getByRole('region', { name: 'Obra elegida' });
      const link = card.getByRole('link', { name: 'Ver la ficha' });
      await link.waitFor();
      // The map goes there, and the list stays the one of the user's surroundings.
      await page.waitForURL(/lugar=[^&]*,16&/);
      await still(page);
      assert.equal(new URL(page.url()).searchParams.get('bbox'), around);
      assert.deepEqual(await coversOf(link), []);
      const rows = page.locator('.lista [data-obra]');
      if (width >= 800) {
        assert.equal(await rows.count(), 2);
        for (const row of await rows.all()) assert.deepEqual(await coversOf(row), []);
      }
      await card.getByRole('button', { name: 'Cerrar la tarjeta' }).click();
      await assertFits(page);
      const only = page.getByRole('checkbox', { name: 'Listar sólo lo que se ve' });
      assert.equal(await only.isChecked(), false);
      await page
        .getByRole('button', { name: 'Listar a menos de 500 m de mí', pressed: true })
        .waitFor();
      await page.getByText('Listar sólo lo que se ve').click();
      await page.waitForURL((url) => url.searchParams.get('bbox') !== around);
      assert.equal(await only.isChecked(), true);
    }
  });

  test('a visitor elsewhere, or without a position, reads that and gets no list', async () => {
    const { page, context } = await visit('user', '/obras?vista=mapa', {
      size: 'phone',
      context: { geolocation: { longitude: -99, latitude: 19 }, permissions: ['geolocation'] },
    });
    const button = page.getByRole('button', { name: 'Mi ubicación' });
    await button.click();
    await expectText(page, 'Su ubicación está fuera de Yucatán.');
    await context.clearPermissions();
    await button.click();
    await expectText(page, /^El navegador no pudo decir dónde está usted\./);
    assert.equal(await page.getByRole('button', { name: /500 m/ }).count(), 0);
  });
});

describe('The map of works: moves to what filters found', () => {
  const IZAMAL: [number, number] = [-89.0178, 20.9331];
  const TIZIMIN: [number, number] = [-88.1506, 21.1426];
  const TEKAX: [number, number] = [-89.2881, 20.2031];
  const search = (page: Page) => page.getByRole('searchbox', { name: /Buscar por nombre/ });
  const inView = (page: Page, many: string) =>
    page.getByText(`${many} en esta vista del mapa.`).waitFor({ state: 'attached' });
  const zoomOf = (page: Page) => Number(lugarOf(page).split(',')[2]);
  /** Waits until the map is elsewhere than it was. */
  const moved = (page: Page, from: string) =>
    page.waitForURL((url) => (url.searchParams.get('lugar') ?? '') !== from);
  const [both, one] = [newWord(), newWord()];
  // Two works have the first word, far from each other, and one of them the second as well.
  before(async () => {
    await makeObra({ nombre: `Una ${both}`, ubicaciones: [place(IZAMAL)], estatusObraId: 4 });
    const nombre = `Otra ${both} ${one}`;
    await makeObra({ nombre, ubicaciones: [place(TIZIMIN)], estatusObraId: 6 });
  });
  const drag = async (page: Page, by: number) => {
    const { x, y, width, height } = await boxOf(
      page.getByRole('region', { name: 'Mapa de obras' }),
    );
    const middle = x + (width + (await coveredBy(page))) / 2;
    await page.mouse.move(middle, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(middle + by, y + height / 2, { steps: 6 });
    await page.mouse.up();
  };

  test('by keys alone: words, fewer, none and all again; who pans or sorts stays', async () => {
    const { page } = await visit('user', '/obras');
    await search(page).focus();
    await page.keyboard.type(both);
    await moved(page, '');
    await inView(page, '2 ubicaciones');
    const wide = lugarOf(page);
    assert.ok(zoomOf(page) > 8.5 && zoomOf(page) < 11, wide);
    await drag(page, 400);
    await moved(page, wide);
    const panned = lugarOf(page);
    await page.getByRole('combobox', { name: 'Ordenar' }).selectOption('monto');
    await page.waitForURL(/orden=monto/);
    assert.equal(lugarOf(page), panned);
    // One place alone is seen with the streets around it.
    await search(page).fill(one);
    await moved(page, panned);
    await inView(page, '1 ubicación');
    const [lon = 0, lat = 0, zoom] = lugarOf(page).split(',').map(Number);
    assert.deepEqual([lon.toFixed(3), lat.toFixed(3), zoom], ['-88.151', '21.143', 16]);
    const near = lugarOf(page);
    const none = newWord();
    const answer = page.waitForResponse(/\/mapa\/0\/0\/0\?/);
    await search(page).fill(none);
    await (await answer).finished();
    await total(page, '0 obras');
    await still(page);
    assert.equal(lugarOf(page), near);
    const nowhere = newWord();
    await makeObra({ nombre: `Sin lugar ${nowhere}`, ubicaciones: [] });
    await search(page).fill('');
    await moved(page, near);
    await page.waitForURL((url) => !url.searchParams.has('q'));
    assert.ok(zoomOf(page) < 9, lugarOf(page));
    // A work without a place leads nowhere.
    const whole = lugarOf(page);
    await search(page).fill(nowhere);
    await total(page, '1 obra');
    await expectText(page, 'Ninguna obra en esta vista; aléjese o quite un filtro.');
    assert.equal(lugarOf(page), whole);
    // From where nothing is in sight, a button leads back to the whole state.
    await go(page, `/obras?q=${both}&lugar=${TEKAX},13`);
    await press(page, 'Ver todo el estado');
    await inView(page, '2 ubicaciones');
  });

  test('of two filters in a row only the later moves it, and who takes hold of it before the answer is there keeps it', async () => {
    const { page } = await visit('user', `/obras?lugar=${TEKAX},12`);
    const { free, letGo } = gate();
    const asked: string[] = [];
    await page.route(/\/mapa\/0\/0\/0\?/, async (route) => {
      asked.push(route.request().url());
      if (asked.length === 1) await free;
      await route.continue().catch(() => {});
    });
    await search(page).fill(both);
    await eventually(async () => asked.length, 1);
    await search(page).fill(one);
    await page.waitForURL(/lugar=-88\.15/);
    const there = lugarOf(page);
    letGo();
    await total(page, '1 obra');
    await still(page);
    assert.equal(lugarOf(page), there);
    await page.unrouteAll();

    await page.goto(`${base}/portal/obras?lugar=${TEKAX},12`);
    const held = gate();
    await page.route(/\/mapa\/0\/0\/0\?/, async (route) => {
      await held.free;
      await route.continue();
    });
    await search(page).fill(one);
    await total(page, '1 obra');
    await drag(page, 60);
    await moved(page, `${TEKAX},12`);
    const dragged = lugarOf(page);
    const answer = page.waitForResponse(/\/mapa\/0\/0\/0\?/);
    held.letGo();
    await (await answer).finished();
    await still(page);
    assert.equal(lugarOf(page), dragged);
  });

  test('an address opens where it says, and «back» shows the map of before; without a place, what it seeks', async () => {
    const at = `${TEKAX},12`;
    const { page } = await visit('user', `/obras?q=${both}&lugar=${at}`);
    await expectText(page, 'Ninguna obra en esta vista; aléjese o quite un filtro.');
    assert.equal(lugarOf(page), at);
    await page.getByRole('button', { name: 'Estatus', exact: true }).click();
    await page.getByRole('option', { name: 'Terminada' }).click();
    await page.waitForURL(/lugar=-88\.15/);
    await page.keyboard.press('Escape');
    await page.goBack();
    await page.waitForURL((url) => !url.searchParams.has('estatusObraId'));
    await expectText(page, 'Ninguna obra en esta vista; aléjese o quite un filtro.');
    assert.equal(lugarOf(page), at);
    await page.goForward();
    await inView(page, '1 ubicación');
    await page.goto(`${base}/portal/obras?q=${both}`);
    await page.waitForURL(/lugar=/);
    await inView(page, '2 ubicaciones');
    // While the list follows the map, filters leave it, and so they do once the list is whole again.
    await go(page, `/obras?lugar=${at}`);
    await page.getByText('Listar sólo lo que se ve').click();
    await page.waitForURL(/bbox=/);
    await search(page).fill(one);
    await total(page, '0 obras');
    await page.getByText('Listar sólo lo que se ve').click();
    await total(page, '1 obra');
    await still(page);
    assert.equal(lugarOf(page), at);
  });

  test('on a phone, from the list: the map is there when one goes back to it, at once for who wants no motion', async () => {
    const { page } = await visit('user', `/obras?vista=lista&lugar=${TEKAX},12`, {
      size: 'phone',
      context: { reducedMotion: 'reduce' },
    });
    await search(page).fill(one);
    await total(page, '1 obra');
    await page.getByRole('button', { name: 'Mapa', exact: true }).click();
    await page.waitForURL(/lugar=-88\.15/);
    await inView(page, '1 ubicación');
  });
});
