import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { Locator, Page, Request } from 'playwright-core';
import { unzip } from '../spreadsheet.ts';
import {
  boxOf,
  eventually,
  expectAlert,
  expectFocus,
  expectGone,
  expectHeading,
  expectText,
  expectValue,
  go,
  press,
  tabTo,
} from './gestures.ts';
import { coveredBy, pixelsFrom } from './map-pixels.ts';
import { printed } from './paper.ts';
import {
  assertAccessible,
  assertFits,
  base,
  callAsAdmin,
  EVERY_SIZE,
  fetchJson,
  gate,
  makeObra,
  place,
  publicBase,
  refuse,
  SIZES,
  startEmpty,
  totalOf,
  until,
  visit,
} from './portal-world.ts';
import { makeFollowed, named } from './seguimiento-pasos.ts';

const rowsOf = (page: Page) => page.locator('.lista [data-obra]');
const row = (page: Page, index: number) => page.locator(`.lista [data-numero="${index}"]`);
const idsOf = (page: Page): Promise<number[]> =>
  rowsOf(page).evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-obra'))));
const inSight = (one: Locator): Promise<boolean> =>
  one.evaluate((it) => {
    const { x, y, width, height } = it.getBoundingClientRect();
    const top = it.ownerDocument.elementFromPoint(x + width / 2, y + height / 2);
    return it.contains(top);
  });
const hasFocus = (one: Locator): Promise<boolean> => one.evaluate((it) => it.matches(':focus'));
/** In the page: the words of agencies, of kinds and of their headings that go on in another line of the table. */
const BROKEN_WORDS = `[...document.querySelectorAll('.lista_col-dependencia, .lista_col-tipo')].flatMap((cell) => {
  const range = document.createRange();
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const words = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const { index, 0: word } of text.data.matchAll(/\\p{L}+/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) words.push(word);
    }
  }
  return words;
})`;
const pesos = (amount: number) =>
  new Intl.NumberFormat('es-MX', { style: 'currency', currency: 'MXN' }).format(amount);
/** Waits until the head of the list has a sum, in full. */
const expectSum = (page: Page, monto: number) =>
  expectText(page.locator('.explorar_totales'), pesos(monto));
const totals = (page: Page) => page.locator('.explorar_totales').innerText();
const listed = async (query: string): Promise<number[]> =>
  (await fetchJson<{ id: number }[]>('GET', `/obras?campos=id&${query}`)).map(({ id }) => id);

const chipsOf = (page: Page) =>
  page.getByRole('list', { name: 'Filtros puestos' }).getByRole('button');
/** In the page: whether the field of the search has the focus. */
const IS_SEARCH = `document.activeElement.closest('.barra-filtros_busqueda') !== null`;

/** Waits until the list shows so many works. */
const waitForTotal = (page: Page, total: string) =>
  page.locator('.explorar_totales strong', { hasText: new RegExp(`^${total}$`) }).waitFor();

/** Opens a filter of the bar, takes these options, and closes it. */
async function filterBy(page: Page, name: string, ...options: string[]): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  for (const option of options) await page.getByRole('option', { name: option }).click();
  await page.keyboard.press('Escape');
}

/** Chooses what is behind «Descargar». */
async function download(page: Page, name: string): Promise<void> {
  await press(page, 'Descargar');
  await page.getByRole('menuitem', { name }).click();
}

/** The addresses of the tiles that a page asks for from now on. */
function tilesOf(page: Page, event: 'request' | 'requestfailed' = 'request'): string[] {
  const asked: string[] = [];
  const note = (request: Request) => {
    if (/\/mapa\/\d/.test(request.url())) asked.push(request.url());
  };
  if (event === 'request') page.on('request', note);
  else page.on('requestfailed', note);
  return asked;
}

let words = 0;
/** A word that no other work has. */
const newWord = () => `zzq${process.pid}x${++words}`;

/** Where a place is on the page, from the map's place in the address. */
async function pixelOf(page: Page, lon: number, lat: number): Promise<[number, number]> {
  const lugar = new URL(page.url()).searchParams.get('lugar') ?? '';
  const [x = 0, y = 0, zoom = 0] = lugar.split(',').map(Number);
  const box = await boxOf(page.getByRole('region', { name: 'Mapa de obras' }));
  const [right, down] = pixelsFrom([x, y], zoom, [lon, lat]);
  // The list lies over its left side.
  return [box.x + (box.width + (await coveredBy(page))) / 2 + right, box.y + box.height / 2 + down];
}

/** Clicks what the map has drawn at a place: the hand is there from the frame that draws it on. */
async function clickMark(page: Page, lon: number, lat: number): Promise<void> {
  const [x, y] = await pixelOf(page, lon, lat);
  let side = 0;
  await eventually(async () => {
    side = 1 - side;
    await page.mouse.move(x + side, y);
    return page.evaluate<string>("document.querySelector('.base_lienzo').style.cursor");
  }, 'pointer');
  await page.mouse.click(x, y);
}

/** The map says how much it shows once it knows all of it, a frame before it is drawn. */
const waitForMap = (page: Page, text: string | RegExp = /ubicaci(ón|ones) en esta vista/) =>
  page.getByText(text).first().waitFor({ state: 'attached' });

describe('The portal: filters, map and list', () => {
  test('filters stand in the address, back and reload restore them, and the focus stays among them', async () => {
    const { page } = await visit('user', '/obras');
    await waitForTotal(page, '[0-9,]+ obras');
    await press(page, /^Municipio$/);
    await page.keyboard.type('merid');
    await page.getByRole('option', { name: 'Mérida' }).click();
    await page.waitForURL(/municipioId=50/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expectHeading(page, 'Obras en Mérida');
    await press(page, /^Dependencia$/);
    await page.keyboard.type('dify');
    await page.getByRole('option', { name: /Desarrollo Integral de la Familia/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await filterBy(page, 'Estatus', 'En proceso', 'Suspendida');
    await page.waitForURL(/estatusObraId=4,5/);
    await press(page, /^Más$/);
    await page.getByLabel('Monto desde').fill('1,000,000');
    await press(page, 'Aplicar');
    await page.waitForURL(/montoMin=1000000/);

    const query = 'municipioId=50&estatusObraId=4,5&montoMin=1000000';
    const total = await totalOf(query);
    assert.ok(total.obras > 0);
    await expectSum(page, total.monto);
    assert.match(await totals(page), new RegExp(`^${total.obras} obras`));
    await row(page, 1).waitFor();
    const shown = await idsOf(page);
    assert.deepEqual(shown, (await listed(`${query}&orden=-id`)).slice(0, shown.length));
    const texts = ['Municipio: Mérida', 'Estatus: En proceso', 'Estatus: Suspendida'];
    const all = [...texts, 'Monto desde $1 millón', 'Quitar todos'];
    const inChips = async () => (await chipsOf(page).allInnerTexts()).map((text) => text.trim());
    await eventually(inChips, all);
    await page.reload();
    await expectSum(page, total.monto);
    await eventually(inChips, all);
    await page.goBack();
    await page.waitForURL((url) => !url.searchParams.has('montoMin'));
    await expectGone(page.getByRole('button', { name: 'Quitar el filtro Monto' }));

    // By keys each chip leaves the focus to the next, and the last to the search.
    await page.getByRole('button', { name: 'Quitar el filtro Municipio: Mérida' }).focus();
    for (const left of [/^Quitar el filtro Estatus: En proceso/, /Suspendida/]) {
      await page.keyboard.press('Enter');
      await until(page, `${left}.test(document.activeElement.ariaLabel)`);
    }
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !/Id=/.test(url.search));
    await until(page, IS_SEARCH);
    await page.goBack();
    await page.goBack();
    await page.getByRole('button', { name: 'Quitar todos' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !/Id=/.test(url.search));
    await until(page, IS_SEARCH);
    // Where nothing passes the filters their chips stand in the place of the list, too.
    await go(page, `/obras?q=${newWord()}`);
    const empty = page.locator('.piezas_vacio');
    await expectText(empty, 'Ninguna obra cumple estos filtros.');
    await assertAccessible(page);
    await empty.getByRole('button', { name: /Con las palabras/ }).focus();
    await page.keyboard.press('Enter');
    await row(page, 1).waitFor();
    await until(page, IS_SEARCH);
    await go(page, '/resumen?municipioId=50');
    await chipsOf(page).first().focus();
    await page.keyboard.press('Enter');
    await until(page, IS_SEARCH);
  });

  test('words are searched after a pause, as one step of the history; a malformed amount filters nothing, and is refused at its field or in the words of the registry', async () => {
    const word = newWord();
    await makeObra({ nombre: `Parque ${word} norte` });
    await makeObra({ nombre: `Parque ${word} sur` });
    const { page } = await visit('user', '/obras', { allow: /400/ });
    const field = page.getByRole('searchbox', { name: /Buscar por nombre/ });
    await field.pressSequentially(`parque ${word}`);
    await waitForTotal(page, '2 obras');
    await field.pressSequentially(' sur');
    await waitForTotal(page, '1 obra');
    assert.equal(new URL(page.url()).searchParams.get('q'), `parque ${word} sur`);
    await page.goBack();
    await page.waitForURL(`${base}/portal/obras`);
    await expectValue(field, '');
    await page.goForward();
    await waitForTotal(page, '1 obra');
    await expectValue(field, `parque ${word} sur`);

    const [from, to] = ['Monto desde', 'Monto hasta'].map((name) =>
      page.getByRole('textbox', { name }),
    ) as [Locator, Locator];
    const more = page.getByRole('button', { name: 'Más', exact: true });
    const faults = page.locator('.barra-filtros_mas .piezas_error');
    await more.click();
    await from.fill('1.250');
    await to.fill('-5');
    // From within the field, without leaving it.
    await page.keyboard.press('Enter');
    await expectText(faults, '«1.250» puede leerse de dos maneras');
    await expectText(faults, 'Un monto no puede ser menor que cero.');
    assert.ok(await hasFocus(from));
    await assertAccessible(page);
    assert.deepEqual([await from.inputValue(), await to.inputValue()], ['1.250', '-5']);
    await from.fill('1250,50');
    await to.fill('1.250.000,50');
    // What is typed and not applied outlives the drawer, and filters nothing.
    await page.keyboard.press('Escape');
    await expectGone(from);
    assert.doesNotMatch(page.url(), /monto/);
    await more.click();
    await expectText(page.locator('.barra-filtros_mas'), 'Se entiende $1,250,000.50');
    assert.deepEqual([await from.inputValue(), await to.inputValue()], ['1250.50', '1250000.50']);
    await press(page, 'Aplicar');
    await page.waitForURL(/montoMin=1250\.5&montoMax=1250000\.5(&|$)/);
    const chip = page.getByRole('button', { name: 'Quitar el filtro Monto desde $1,250.50' });
    await chip.first().waitFor();
    await press(page, 'Más (2)');
    assert.deepEqual([await from.inputValue(), await to.inputValue()], ['1250.50', '1250000.50']);
    await to.fill('');
    await press(page, 'Aplicar');
    await page.waitForURL(/montoMin=1250\.5(&(?!montoMax)|$)/);

    // What the registry does not take of an address is told in its own words, under the filters' names.
    await go(page, '/obras?municipioId=abc&montoMin=x&orden=zz');
    await expectAlert(page, 'Municipio: debe ser un número entero.');
    await expectAlert(
      page,
      'Monto desde: debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.',
    );
    await press(page, 'Quitar el filtro Municipio: abc');
    await press(page, 'Quitar el filtro Monto desde x');
    await expectAlert(page, /^Orden: debe ser id, -id, .* -pagoAdelantado, .* o relevancia\./);
    await page.getByLabel('Ordenar').selectOption('Más antiguas primero');
    await row(page, 1).waitFor();
    assert.equal((await idsOf(page))[0], (await listed('limit=1'))[0]);
  });
});

describe('The portal: the list', () => {
  test('a search says why it found a work where name and key do not, with the words marked; names are text, whatever they look like', async () => {
    const word = newWord();
    const place60 = place([-89.6, 20.9], {
      direccion: `Calle 60 × 61, ${word.toUpperCase()}, lote 160`,
    });
    const { id } = await makeObra({
      nombre:
        'Guarniciones y banquetas de un nombre largo que ocupa más de un renglón en cualquier pantalla',
      ubicaciones: [place60],
    });
    const nombre = `<img src=x onerror=alert(1)> Calle 60 ${word}`;
    const named = await makeObra({ nombre, ubicaciones: [place([-89.62, 20.97])] });
    const { page } = await visit('user', `/obras?q=calle+60+${word}&obra=${named.id}`);
    await page.getByRole('region', { name: 'Obra elegida' }).getByText(nombre).waitFor();
    const reason = page.locator(`[data-obra="${id}"] .lista_razon`);
    for (const [width, vista] of [
      [1366, ''],
      [1366, 'lista'],
      [390, 'lista'],
      [320, 'lista'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await go(page, `/obras?vista=${vista}&q=calle+60+${word}`);
      await page.locator(`[data-obra="${named.id}"]`).getByRole('link', { name: nombre }).waitFor();
      assert.equal(await reason.innerText(), `Calle 60 × 61, ${word.toUpperCase()}, lote 160`);
      const marks = ['Calle', '60', word.toUpperCase()];
      assert.deepEqual(await reason.locator('mark').allInnerTexts(), marks);
      await eventually(() => inSight(reason.locator('mark').first()), true);
      assert.equal(await page.locator(`[data-obra="${named.id}"] .lista_razon, img`).count(), 0);
      await assertFits(page);
    }
  });

  test('it is sorted by the registry, from its heading, which keeps the focus, and from the list of orders', async () => {
    const { page } = await visit('user', '/obras?vista=lista');
    await row(page, 1).waitFor();
    // A reader is offered nothing that administrators do.
    assert.equal(await page.getByRole('link', { name: /Registrar|Editar/ }).count(), 0);
    for (const [name, sort, orden] of [
      ['Monto', 'ascending', 'monto'],
      ['Monto', 'descending', '-monto'],
      ['Obra', 'ascending', 'nombre'],
      ['Año', 'ascending', 'anio'],
    ] as const) {
      const heading = page.getByRole('columnheader', { name }).getByRole('button');
      await heading.focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(new RegExp(`orden=${orden}(&|$)`));
      await page.locator(`th[aria-sort="${sort}"]`, { hasText: name }).waitFor();
      const expected = await listed(`orden=${orden}&limit=10`);
      await page.locator(`.lista [data-numero="1"][data-obra="${expected[0]}"]`).waitFor();
      assert.deepEqual((await idsOf(page)).slice(0, 10), expected);
      await until(page, `document.querySelector('.lista[aria-busy="false"]')`);
      assert.ok(await hasFocus(heading));
    }
    await page.getByLabel('Ordenar').selectOption('Más nuevas primero');
    await page.waitForURL((url) => !url.searchParams.has('orden'));
  });

  test('without a network what was read stays, and the rest comes with the network', async () => {
    const { page, context } = await visit('user', '/obras', { allow: /ERR_/, isOwn: true });
    await row(page, 1).waitFor();
    await waitForMap(page);
    await page.getByRole('button', { name: 'Estatus', exact: true }).click();
    await page.getByRole('option', { name: 'Planeada' }).waitFor();
    await page.keyboard.press('Escape');
    await context.setOffline(true);
    await expectText(page, /^Sin conexión/);
    assert.ok((await rowsOf(page).count()) > 5);
    // Only the parts that were not fetched yet are missing, and the page goes on.
    await page.getByRole('button', { name: 'Más', exact: true }).click();
    await expectText(page.getByRole('dialog'), /^No hubo respuesta/);
    await page.keyboard.press('Escape');
    // It goes slowly, and says the same as the list will.
    await expectGone(page.getByRole('dialog'));
    await filterBy(page, 'Estatus', 'Planeada');
    await expectAlert(page, /No hubo respuesta del registro/);
    await context.setOffline(false);
    await expectGone(page.getByText(/^Sin conexión/));
    await page.getByRole('alert').getByRole('button', { name: 'Intentar de nuevo' }).click();
    await row(page, 1).waitFor();
  });
});

describe('The portal: favorites', () => {
  test('a star makes a favorite at once, and the page of favorites has it; one that the registry refuses is taken back', async () => {
    const nombre = `Favorita ${newWord()}`;
    const { id } = await makeObra({ nombre });
    const { page } = await visit('user', '/obras?favoritas=true', { allow: /404/ });
    await expectHeading(page, 'Mis obras favoritas');
    await expectText(page, 'Todavía no tiene obras favoritas.');
    await assertAccessible(page);
    await page.getByRole('link', { name: 'Ver todas las obras' }).click();
    const star = page.getByRole('button', { name: `Favorita: ${nombre}` });
    const sentence = 'La obra con ID 99 no se encontró.';
    await refuse(page, /\/favorites\//, 404, sentence);
    await star.click();
    await expectText(page, sentence);
    assert.equal(await star.getAttribute('aria-pressed'), 'false');
    await page.unroute(/\/favorites\//);

    // It is shown before the registry has answered.
    const { free, letGo } = gate();
    await page.route(/\/favorites\//, async (route) => {
      await free;
      await route.continue();
    });
    await star.click();
    await page.locator('.lista [aria-pressed="true"]').waitFor();
    await Promise.all([page.waitForResponse(/\/favorites\//), letGo()]);
    await page.getByRole('link', { name: 'Favoritas' }).first().click();
    await waitForTotal(page, '1 obra');
    await row(page, 1).waitFor();
    assert.deepEqual(await idsOf(page), [id]);
    await page.reload();
    await page.locator('[aria-pressed="true"]').waitFor();
    await star.click();
    await expectText(page, 'Todavía no tiene obras favoritas.');
  });
});

describe('The portal: downloads', () => {
  test('each file is the registry’s for the same filter and order, and a refusal has its words', async () => {
    const query = 'municipioId=41&estatusObraId=6&orden=nombre';
    const { page } = await visit('user', `/obras?${query}`, { allow: /400/ });
    await waitForTotal(page, '[0-9,]+ obras');
    for (const [nombre, path] of [
      ['CSV', 'obras.csv'],
      ['NDJSON', 'obras.ndjson'],
      ['GeoJSON', 'obras.geojson'],
      ['Hoja de Excel (XLSX)', 'obras.xlsx'],
    ] as const) {
      const [begun] = await Promise.all([page.waitForEvent('download'), download(page, nombre)]);
      const answer = await callAsAdmin('GET', `/${path}?${query}`);
      const [, file] =
        /filename="(.*)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
      assert.equal(begun.suggestedFilename(), file);
      // The keyboard goes on from where it was.
      await expectFocus(page, 'Descargar');
      // A workbook says when it was made, beside its sheets.
      const textOf = async (file: Buffer) =>
        path === 'obras.xlsx' ? (await unzip(file))['xl/worksheets/sheet1.xml'] : String(file);
      const got = await textOf(readFileSync(await begun.path()));
      assert.ok(got && got === (await textOf(Buffer.from(await answer.arrayBuffer()))), path);
      await expectText(page, `Se descargó ${file}.`);
    }
    const sentence = 'Son más de 100000 obras, las que caben en una hoja de Excel.';
    await refuse(page, /obras\.xlsx/, 400, [sentence]);
    await download(page, 'Hoja de Excel (XLSX)');
    await expectText(page, sentence);

    // All files are seen at once in an office's window and on a phone.
    for (const [width, height] of [
      [1366, 768],
      [390, 740],
    ] as const) {
      await page.setViewportSize({ width, height });
      await waitForTotal(page, '[0-9,]+ obras');
      await press(page, 'Descargar');
      await page.getByRole('menuitem', { name: 'Imprimir la lista' }).waitFor();
      assert.equal(await page.getByRole('menuitem').count(), 8);
      await until(
        page,
        `(() => {
          const whole = (box) => box.top >= 0 && box.bottom <= innerHeight;
          const menu = document.querySelector('.piezas_flotante');
          const items = [...menu.querySelectorAll('[role=menuitem]')];
          return menu.scrollHeight <= menu.clientHeight &&
            [menu, ...items].every((each) => whole(each.getBoundingClientRect()));
        })()`,
      );
      await page.keyboard.press('Escape');
    }
  });

  test('the table fits into narrow windows, the search beside a filter has room, and the figure that decides a filter is read whole', async () => {
    const nombre = named('Adelantada');
    await makeFollowed({ nombre });
    // The largest amounts are the longest.
    const { page } = await visit('admin', '/obras?vista=lista&estatusObraId=4&orden=-monto');
    await row(page, 1).waitFor();
    await page.getByRole('link', { name: 'Registrar obra' }).waitFor();
    const edit = row(page, 1).getByRole('link', { name: /^Editar/ });
    const [first] = await idsOf(page);
    assert.equal(await edit.getAttribute('href'), `/portal/obras/${first}/editar`);
    for (const width of [801, 900, 1000, 1117, 1201, 1280, 1366]) {
      await page.setViewportSize({ width, height: 768 });
      await assertFits(page);
      await until(
        page,
        `document.querySelector('.barra-filtros_busqueda').getBoundingClientRect().width >= 160`,
      );
      // The longest words are broken in the narrowest of these alone.
      if (width >= 900) await until(page, `(${BROKEN_WORDS}).length === 0`);
    }
    const figure = page.locator('.lista .piezas_rezago');
    for (const [width, vista] of [
      [1366, ''],
      [1366, 'lista'],
      [1100, ''],
      [1100, 'lista'],
      [390, 'lista'],
    ] as const) {
      await page.setViewportSize({ width, height: 768 });
      await go(page, `/obras?pagoAdelantado=10&q=${encodeURIComponent(nombre)}&vista=${vista}`);
      await waitForTotal(page, '1 obra');
      await figure.getByText(/^Pagado [0-9.]+ % \(\+[0-9.]+\)$/).waitFor();
      await until(
        page,
        `[...document.querySelectorAll('.lista .piezas_rezago')].every((figure) => {
          const cell = figure.closest('td, th, li').getBoundingClientRect();
          const range = document.createRange();
          range.selectNodeContents(figure);
          return [...range.getClientRects()].every(({ right, bottom }) => right <= cell.right && bottom <= cell.bottom);
        })`,
      );
    }
  });

  test('up to a thousand works are printed, all of them, with the filters above', async () => {
    const { page } = await visit('user', '/obras?municipioId=41&estatusObraId=6');
    await waitForTotal(page, '[0-9,]+ obras');
    const total = await totalOf('municipioId=41&estatusObraId=6');
    await page.evaluate('window.print = () => { window.wasPrinted = true; }');
    await download(page, 'Imprimir la lista');
    await until(page, 'window.wasPrinted');
    await page.emulateMedia({ media: 'print' });
    const paper = page.getByRole('main');
    assert.equal(await paper.locator('tbody tr').count(), total.obras);
    assert.equal(await paper.locator('tbody .piezas_estatus svg').count(), total.obras);
    assert.equal(await page.locator('.base_lienzo').count(), 0);
    const text = await paper.innerText();
    assert.match(text, /Obras en Kanasín/);
    assert.match(text, /Municipio: Kanasín · Estatus: Terminada/);
    assert.ok(text.includes(pesos(total.monto)));
    assert.equal(await page.getByRole('region', { name: 'Filtros' }).isVisible(), false);
    await page.emulateMedia({ media: null });
    // What follows a print takes the rows away again.
    const sheets = await printed(page);
    assert.ok(sheets.length > 2, String(sheets.length));
    // The works begin below the heading, and each sheet has the names of all columns.
    assert.match(sheets[0] ?? '', /Obras en Kanasín.*Terminada.*Terminada/s);
    for (const sheet of sheets) {
      assert.match(sheet, /Obra +Municipio +Dependencia +Año +Tipo +Estatus +Monto/);
    }
    await page.locator('.explorar_panel .lista').waitFor();

    await press(page, 'Quitar todos');
    await waitForTotal(page, '[0-9],[0-9]{3} obras');
    await page.evaluate('window.wasPrinted = false');
    await download(page, 'Imprimir la lista');
    await expectText(page, /Se imprimen hasta 1,000/);
    assert.equal(await page.evaluate('window.wasPrinted'), false);
  });
});

describe('The portal: the map', () => {
  test('a circle comes apart when it is chosen, and a work tells who it is; works on one spot are listed by name', async () => {
    const word = newWord();
    const make = (nombre: string, lon: number) =>
      makeObra({ nombre: `${nombre} ${word}`, ubicaciones: [place([lon, 20.95])] });
    const one = await make('Poniente', -89.7);
    const two = await make('Oriente', -89.68);
    const { page } = await visit('user', `/obras?q=${word}&lugar=-89.6,20.95,9`);
    await waitForMap(page, '2 ubicaciones en esta vista del mapa.');
    const start = page.url();
    await clickMark(page, -89.69, 20.95);
    await page.waitForURL((url) => url.href !== start);
    const zoomOf = () => Number(new URL(page.url()).searchParams.get('lugar')?.split(',')[2]);
    const zoom = zoomOf();
    assert.ok(zoom > 9, `zoom ${zoom}`);
    await waitForMap(page, '2 ubicaciones en esta vista del mapa.');
    const card = page.getByRole('region', { name: 'Obra elegida' });
    for (const [lon, { id }, nombre] of [
      [-89.7, one, 'Poniente'],
      [-89.68, two, 'Oriente'],
    ] as const) {
      // Two clicks within a quarter of a second are a double click to the map, wherever they are.
      await page.waitForTimeout(300);
      await clickMark(page, lon, 20.95);
      await card.getByRole('link', { name: `${nombre} ${word}` }).waitFor();
      await page.locator(`.lista [data-obra="${id}"][aria-current="true"]`).waitFor();
    }
    await card.getByRole('link', { name: 'Ver la ficha' }).click();
    await page.waitForURL(`${base}/portal/obras/${two.id}`);
    await page.goBack();
    await card.getByRole('link', { name: `Oriente ${word}` }).waitFor();
    assert.equal(zoomOf(), zoom);

    const spot = newWord();
    for (const nombre of ['Arriba', 'Abajo']) {
      await makeObra({ nombre: `${nombre} ${spot}`, ubicaciones: [place([-89.55, 20.9])] });
    }
    await go(page, `/obras?q=${spot}&lugar=-89.6,20.9,12`);
    const upper = rowsOf(page).filter({ hasText: `Arriba ${spot}` });
    await upper.waitFor();
    await waitForMap(page, '2 ubicaciones en esta vista del mapa.');
    await clickMark(page, -89.55, 20.9);
    await page.waitForURL(/bbox=/);
    await waitForTotal(page, '2 obras');
    await row(page, 2).waitFor();
    await upper.click({ position: { x: 200, y: 40 } });
    await card.getByRole('link', { name: `Arriba ${spot}` }).waitFor();
  });

  test('with the keyboard alone it moves, comes nearer and a work is found in it', async () => {
    const word = newWord();
    const { id } = await makeObra({
      nombre: `Teclado ${word}`,
      ubicaciones: [place([-89.2, 20.7])],
    });
    const { page } = await visit('user', `/obras?vista=mapa&q=${word}&lugar=-89.6,20.9,9`);
    const asked = tilesOf(page);
    await waitForMap(page);
    const map = page.getByRole('region', { name: 'Mapa de obras' });
    await map.focus();
    const lugar = () => new URL(page.url()).searchParams.get('lugar');
    for (const key of ['ArrowRight', 'ArrowDown', '+', '-']) {
      const before = lugar();
      asked.length = 0;
      await page.keyboard.press(key);
      await page.waitForURL((url) => url.searchParams.get('lugar') !== before);
      await waitForMap(page);
      if (key.startsWith('Arrow')) assert.ok(asked.length <= 6, `${key}: ${asked.length} tiles`);
    }
    // From the map through its buttons to the list of what is in sight.
    await tabTo(page, 'Listar sólo lo que se ve');
    await page.keyboard.press('Space');
    await page.waitForURL(/bbox=/);
    // The map alone says how many works it shows.
    await waitForTotal(page, '1 obra');
    await tabTo(page, 'Ver la lista');
    await page.keyboard.press('Enter');
    await row(page, 1).waitFor();
    await tabTo(page, `Ver en el mapa: Teclado ${word}`);
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`obra=${id}`));
    const link = page.getByRole('link', { name: 'Ver la ficha' });
    await link.waitFor();
    await page.getByRole('region', { name: 'Mapa de obras' }).focus();
    for (let i = 0; i < 16 && !(await hasFocus(link)); i++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${base}/portal/obras/${id}`);
  });

  test('a drag asks for six tiles at most, and what is in sight can be all that is listed', async () => {
    const { page } = await visit('user', '/obras?lugar=-89.6,20.9,9');
    await waitForMap(page);
    const asked = tilesOf(page);
    const [x, y] = await pixelOf(page, -89.6, 20.9);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 200, y - 60, { steps: 8 });
    await page.mouse.up();
    await page.waitForURL((url) => url.searchParams.get('lugar') !== '-89.6,20.9,9');
    await waitForMap(page);
    assert.ok(asked.length <= 6, `${asked.length} tiles`);

    await page.getByText('Listar sólo lo que se ve').click();
    await page.waitForURL(/bbox=/);
    const bbox = () => new URL(page.url()).searchParams.get('bbox');
    const first = bbox();
    const total = await totalOf(`bbox=${first}`);
    await expectSum(page, total.monto);
    await press(page, 'Acercar');
    await page.waitForURL((url) => url.searchParams.get('bbox') !== first);
    const fewer = await totalOf(`bbox=${bbox()}`);
    assert.ok(fewer.obras < total.obras);
    await expectSum(page, fewer.monto);

    // By keys the focus goes on from what opens and closes the list, and stays with the work that is shown.
    await page.getByRole('button', { name: 'Cerrar la lista' }).focus();
    await page.keyboard.press('Enter');
    await expectFocus(page, 'Ver la lista');
    await page.keyboard.press('Enter');
    await expectFocus(page, 'Cerrar la lista');
    const show = row(page, 1).getByRole('button', { name: /^Ver en el mapa/ });
    const wide = bbox();
    await show.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('bbox') !== wide);
    await eventually(() => hasFocus(show), true);
  });

  test('without its code the list is whole, and says where the map would be', async () => {
    const { page } = await visit('user', null, {
      size: 'phone',
      allow: /ERR_FAILED|Failed to fetch/,
    });
    await page.route(/mapa-obras-[^/]*\.js$/, (route) => route.abort());
    await page.goto(`${base}/portal/obras?vista=mapa`);
    await expectText(page, 'No se pudo cargar el mapa.');
    // The registry answers, so the part may be one of a version that is gone. Who goes on all the same has the list.
    const isNew = page.getByRole('dialog', { name: 'Hay una versión nueva' });
    await press(isNew, 'Cerrar');
    await expectGone(isNew);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Lista', exact: true }).click();
    await row(page, 1).getByRole('link').first().waitFor();
    await waitForTotal(page, '[0-9,]+ obras');
    // The list goes on as ever: its order, a filter, the way to the map that is not there.
    await press(page, /^Filtros/);
    await page.getByLabel('Ordenar').selectOption('Monto, de mayor a menor');
    await page.waitForURL(/orden=-monto/);
    await press(page, /^Ver [0-9,]+ obras/);
    await press(row(page, 1), /^Ver en el mapa/);
    await expectText(page, 'No se pudo cargar el mapa.');
    await page.setViewportSize(SIZES.desk);
    await go(page, '/obras');
    await row(page, 1).waitFor();
    await expectText(page, 'No se pudo cargar el mapa.');
    await page.unrouteAll();
    await press(page, 'Cargar de nuevo');
    await waitForMap(page);
  });

  test('what another filter makes needless is not waited for', async () => {
    const { page } = await visit('user', null);
    const given = tilesOf(page, 'requestfailed');
    let isHeld = true;
    await page.route(/\/mapa\/\d/, async (route) => {
      // The first filter's tiles would take for ever.
      if (isHeld && !route.request().url().includes('estatusObraId')) return;
      await route.continue();
    });
    await page.goto(`${base}/portal/obras`);
    await page.waitForRequest(/\/mapa\/\d/);
    await page.getByRole('button', { name: 'Estatus', exact: true }).click();
    await page.getByRole('option', { name: 'Suspendida' }).click();
    await waitForMap(page);
    isHeld = false;
    assert.ok(given.length > 0);
  });
});

describe('The portal: works, for everybody', () => {
  test('an empty registry that is read in public says so; one with works has list and map for everybody, and no stars', async () => {
    const { at } = await startEmpty({ PUBLIC_READ: 'true' });
    const reader = await visit('nobody', '/obras', { at });
    await expectText(reader.page, 'El registro todavía no tiene obras.');
    assert.equal(await reader.page.getByRole('link', { name: /Registrar/ }).count(), 0);
    const admin = await visit('admin', '/obras', { at });
    await admin.page.getByRole('link', { name: 'Registrar la primera obra' }).click();
    await admin.page.waitForURL(`${at}/portal/obras/nueva`);
    await admin.leave();

    // Who has no account has no stars.
    const { page } = await visit('nobody', '/obras', { at: await publicBase() });
    await row(page, 1).waitFor();
    await waitForMap(page);
    assert.equal(await page.getByRole('button', { name: /^Favorita/ }).count(), 0);
    assert.equal(await page.getByText('Sólo mis favoritas').count(), 0);
  });

  for (const size of EVERY_SIZE) {
    test(`map, list, card and filters are accessible (${size})`, async () => {
      const word = newWord();
      const { id } = await makeObra({
        nombre: `Acceso ${word}`,
        ubicaciones: [place([-89.6, 20.9])],
      });
      const { page } = await visit('admin', `/obras?vista=mapa&municipioId=50&obra=${id}`, {
        size: size === 'phone' ? { width: 390, height: 844 } : size,
      });
      await waitForMap(page);
      await page.getByRole('region', { name: 'Obra elegida' }).getByText(word).waitFor();
      await assertAccessible(page);
      // On a phone map and list begin at once.
      const begins = async (what: string) => {
        await waitForTotal(page, '[0-9,]+ obras');
        const { y } = await boxOf(page.locator(what));
        assert.ok(size !== 'phone' || y <= 150, `${what} ${y}`);
        await page
          .getByRole('heading', { level: 1, name: /^Obras/ })
          .waitFor({ state: 'attached' });
      };
      await press(page, 'Cerrar la tarjeta');
      await until(page, `document.activeElement.closest('.explorar_opciones-mapa') !== null`);
      if (size === 'desk') {
        await press(page, /^Municipio/);
        await page.getByRole('option', { name: 'Valladolid' }).waitFor();
        await assertAccessible(page);
        // Down the whole list by the keyboard, which keeps what it is at in sight.
        await page.keyboard.press('End');
        await page.getByRole('option', { name: 'Yobaín' }).waitFor();
        assert.ok(await inSight(page.getByRole('option', { name: 'Yobaín' })));
      }
      await go(page, '/obras?vista=mapa');
      await begins('.base_lienzo');
      await go(page, '/obras?vista=lista');
      await begins('.lista [data-numero="1"]');
      await assertAccessible(page);
      await assertFits(page);
      if (size === 'desk') return;
      await press(page, /^Filtros/);
      await press(page, /^Municipio/);
      await page.getByRole('option', { name: 'Mérida' }).waitFor();
      await assertAccessible(page);
      await page.getByRole('option', { name: 'Mérida' }).click();
      await page.getByRole('button', { name: /^Ver [0-9,]+ obras/ }).waitFor();
      // How many there are with what is only typed is not known yet.
      await page.getByLabel('Monto desde').fill('1');
      await press(page, 'Ver las obras');
      await page.waitForURL(/municipioId=50/);
      await page.waitForURL(/montoMin=1(&|$)/);
      // The focus stays in what lies over the page, though nothing is left there to be taken out.
      await press(page, /^Filtros/);
      await page.getByRole('dialog').getByRole('button', { name: 'Quitar todos' }).focus();
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => !/Id=/.test(url.search));
      await until(page, `document.activeElement.closest('[role=dialog]') !== null`);
    });
  }
});
