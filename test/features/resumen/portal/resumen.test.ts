import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { moneyInWords } from '../../../../src/core/base/pesos.ts';
import { dayInWords } from '../../../../src/core/base/time.ts';
import {
  assertAccessibleEverywhere,
  boxOf,
  eventually,
  expectAlert,
  expectFocus,
  expectText,
  fileFrom,
  go,
  press,
} from '../../../portal/gestures.ts';
import { printed } from '../../../portal/paper.ts';
import {
  assertFits,
  base,
  fetchJson,
  publicBase,
  type Schema,
  still,
  until,
  visit,
} from '../../../portal/portal-world.ts';

type Resumen = Schema<'Resumen'>;

const resumen = (por: string, query = '') =>
  fetchJson<Resumen>('GET', `/obras/resumen?por=${por}${query && `&${query}`}`);

const numbers = new Intl.NumberFormat('es-MX');
const pesos = new Intl.NumberFormat('es-MX', { style: 'currency', currency: 'MXN' });

const table = (page: Page, name: string) => page.getByRole('table', { name });

/** Waits until the page says so many works and pesos in all. */
const summed = (page: Page, { obras, monto }: Resumen['total']) =>
  page.getByText(`${numbers.format(obras)} obras suman ${moneyInWords(monto)}.`).waitFor();

/** Shows one of the tables. */
const open = (page: Page, tab: string) => page.getByRole('tab', { name: tab, exact: true }).click();

/** The rows of a table: name, works, pesos. */
async function rowsOf(page: Page, name: string, columns = 3): Promise<string[][]> {
  const rows: string[][] = [];
  const all = table(page, name).locator('tbody tr');
  await all.first().waitFor();
  for (const row of await all.all()) {
    const cells = await row.locator('th, td').allInnerTexts();
    rows.push(cells.slice(0, columns).map((text) => text.replace(/\s+/g, ' ').trim()));
  }
  return rows;
}

/** A table shows so many rows at first. */
const GROUPS_SHOWN = 10;

const written = ({ nombre, obras, monto }: Resumen['grupos'][number]) => [
  nombre ?? 'Sin tipo de proyecto',
  numbers.format(obras),
  pesos.format(monto),
];

const bySize = (medida: 'obras' | 'monto', grupos: Resumen['grupos']) =>
  grupos.toSorted((one, other) => other[medida] - one[medida]);

/** The sentence of the map about a municipio. */
function readingOf(grupos: Resumen['grupos'], nombre: string) {
  const { obras = 0, monto = 0 } = grupos.find((one) => one.nombre === nombre) ?? {};
  return `${nombre}: ${numbers.format(obras)} obras, ${moneyInWords(monto)}`;
}

/** The button that shows all rows of a table. */
const moreOf = (page: Page, title: string, { length }: Resumen['grupos']) =>
  page
    .getByRole('region', { name: title })
    .getByRole('button', { name: `Ver los ${length} renglones` });

/** A phone that is held in a hand. */
const HAND = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describe('The portal: the summary', () => {
  test('sentences and tables are what the registry sums up of the filters, and a row leads to its works', async () => {
    const filter = 'ejercicioFiscalId=9,10&montoMin=1000000';
    const { page } = await visit('user', `/resumen?${filter}`);
    const { total, grupos } = await resumen('municipio', filter);
    await summed(page, total);
    const [largest] = bySize('obras', grupos);
    const { grupos: estatus } = await resumen('estatus', filter);
    const { total: marcha, corteEsperado } = await fetchJson<Schema<'ResumenDeSeguimiento'>>(
      'GET',
      `/seguimiento/resumen?por=dependencia&${filter}`,
    );
    const owed = marcha.empezadas - marcha.alCorriente;
    const running = estatus.find(({ nombre }) => nombre === 'En proceso')?.obras ?? 0;
    await eventually(
      async () => (await page.locator('.resumen_frases p').allInnerTexts()).slice(1),
      [
        `${numbers.format(running)} en proceso y ${numbers.format(marcha.atrasadas)} atrasada${marcha.atrasadas === 1 ? '' : 's'}; a ${numbers.format(owed)} de las ${numbers.format(marcha.empezadas)} que deben reportar les falta el avance al ${dayInWords(corteEsperado)}.`,
        `${Math.round((1000 * (largest?.obras ?? 0)) / total.obras) / 10} % de las obras están en ${largest?.nombre}, el municipio que más tiene.`,
      ],
    );

    // The largest come first, with what they add up to below.
    const shown = bySize('obras', grupos).map(written);
    assert.deepEqual(await rowsOf(page, 'Por municipio'), shown.slice(0, GROUPS_SHOWN));
    await moreOf(page, 'Por municipio', grupos).click();
    assert.deepEqual(await rowsOf(page, 'Por municipio'), shown);
    const foot = await table(page, 'Por municipio').locator('tfoot td').allInnerTexts();
    assert.deepEqual(foot.slice(0, 2), [numbers.format(total.obras), pesos.format(total.monto)]);
    // Bars begin below one another, at the same zero.
    const bars = (await page.locator('.resumen_con-barra svg').all()).slice(0, 10);
    const lefts = await Promise.all(bars.map(async (bar) => (await boxOf(bar)).x));
    assert.equal(new Set(lefts.map(Math.round)).size, 1, lefts.join());
    // Statuses stand in the order of their catalog.
    await open(page, 'Estatus');
    assert.deepEqual(
      await rowsOf(page, 'Por estatus'),
      estatus.map(written).slice(0, GROUPS_SHOWN),
    );
    await open(page, 'Cumplimiento de reportes');
    const reports = 'Cumplimiento de reportes por dependencia';
    await press(page.getByRole('region', { name: reports }), /^Ver los/);
    const rows = await rowsOf(page, reports, 5);
    const added = (column: number) =>
      rows.reduce((sum, cells) => sum + Number(cells[column]?.replace(',', '')), 0);
    assert.deepEqual([1, 2, 4].map(added), [marcha.empezadas, owed, marcha.atrasadas]);
    const unreported = table(page, reports).getByRole('link', { name: /^[\d,]+ obras? de / });
    await unreported.first().click();
    await page.waitForURL(/dependenciaId=\d+.*sinReporteDesde=/);
    for (const item of ['Avances', 'Contratos']) {
      await press(page, 'Descargar');
      const sheet = page.getByRole('menuitem', { name: new RegExp(`^${item}`) });
      const file = await fileFrom(page, () => sheet.click());
      assert.match(file.suggestedFilename(), /^(seguimiento|contratos)-.*\.xlsx$/);
      assert.equal(readFileSync(await file.path(), 'latin1').slice(0, 2), 'PK');
    }
    await page.goBack();

    await open(page, 'Municipio');
    await table(page, 'Por municipio')
      .getByRole('link', { name: String(largest?.nombre) })
      .click();
    await page.waitForURL(/\/portal\/obras\?/);
    assert.deepEqual(Object.fromEntries(new URL(page.url()).searchParams), {
      ejercicioFiscalId: '9,10',
      montoMin: '1000000',
      municipioId: String(largest?.id),
    });
  });

  test('order, bars and map compare pesos, in all or for each inhabitant; one table is there at a time, and the address keeps both', async () => {
    const { page } = await visit('user', '/resumen');
    await press(page, /^Pesos$/);
    await page.waitForURL(`${base}/portal/resumen?medida=monto`);
    await table(page, 'Por municipio').getByText('% de los pesos').waitFor();
    const { grupos } = await resumen('municipio');
    const namesBy = (figure: 'monto' | 'montoPorHabitante') =>
      grupos
        .toSorted((one, two) => (two[figure] ?? 0) - (one[figure] ?? 0))
        .slice(0, GROUPS_SHOWN)
        .map(({ nombre }) => String(nombre));
    const names = async () => (await rowsOf(page, 'Por municipio')).map(([nombre]) => nombre);
    assert.deepEqual(await names(), namesBy('monto'));
    const legend = page.locator('.resumen_leyenda');
    await expectText(legend.locator('li').last(), /^\$[\d.]+ \D+ o más/);

    await press(page, 'Pesos por habitante');
    await page.waitForURL(/medida=montoPorHabitante/);
    await table(page, 'Por municipio').getByText('Pesos por habitante').waitFor();
    assert.deepEqual(await names(), namesBy('montoPorHabitante'));
    const most = Math.max(...grupos.map(({ montoPorHabitante }) => montoPorHabitante ?? 0));
    await table(page, 'Por municipio').getByText(pesos.format(most)).waitFor();

    // Of a dependencia nobody knows the inhabitants. By keys the tables are passed one by one.
    await open(page, 'Dependencia');
    await table(page, 'Por dependencia').getByText('% de los pesos').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(/tabla=ejercicioFiscal/);
    await table(page, 'Por año').waitFor();
    assert.equal(await page.getByRole('table').count(), 1);
    const { grupos: years } = await resumen('ejercicioFiscal');
    assert.deepEqual(await rowsOf(page, 'Por año'), years.map(written).slice(0, GROUPS_SHOWN));
    // Kinds stand by size, and works without one stand among them.
    const { grupos: kinds } = await resumen('tipoProyecto');
    await open(page, 'Tipo de proyecto');
    await moreOf(page, 'Por tipo de proyecto', kinds).click();
    const byKind = bySize('monto', kinds).map(written);
    assert.ok(byKind.some(([name]) => name === 'Sin tipo de proyecto'));
    assert.deepEqual(await rowsOf(page, 'Por tipo de proyecto'), byKind);
    await open(page, 'Año');
    await page.reload();
    await table(page, 'Por año').waitFor();
    await page.locator('[aria-pressed="true"]', { hasText: 'Pesos por habitante' }).waitFor();
    await page.getByRole('tab', { name: 'Año', exact: true }).focus();
    await page.keyboard.press('Home');
    await page.waitForURL(`${base}/portal/resumen?medida=montoPorHabitante`);
    await table(page, 'Por municipio').waitFor();
  });

  test('a municipio that is chosen stands among all and beside its neighbours, which lead on', async () => {
    const filter = 'ejercicioFiscalId=9,10';
    const { page } = await visit('user', `/resumen?municipioId=50&${filter}`);
    const region = page.getByRole('region', { name: 'Mérida entre los 106 municipios' });
    const { grupos } = await resumen('municipio', filter);
    const merida = grupos.find(({ id }) => id === 50);
    const rank = (key: 'obras' | 'monto' | 'montoPorHabitante') =>
      1 + grupos.filter((one) => (one[key] ?? 0) > (merida?.[key] ?? 0)).length;
    await expectText(
      region,
      `Lugar: ${rank('obras')}.º en obras; ${rank('monto')}.º en pesos; ${rank('montoPorHabitante')}.º en pesos por habitante.`,
    );
    // As the state's map has them, around the capital.
    assert.equal(
      (await region.locator('tbody th').allInnerTexts()).join(', '),
      'Mérida, Abalá, Chicxulub Pueblo, Conkal, Kanasín, Progreso, Timucuy, Tixkokob, Tixpéhual, Ucú, Umán, Yaxkukul',
    );
    await region.getByRole('cell', { name: '995,129' }).waitFor();
    const all = page.getByRole('button', { name: 'Descargar CSV: los municipios' });
    const file = readFileSync(await (await fileFrom(page, () => all.click())).path(), 'utf8');
    assert.match(file, /^\ufeff?municipio,obras,monto,poblacion,montoPorHabitante\r\n/);
    assert.match(file, /\r\nMérida,\d+,[\d.]+,995129,[\d.]+\r\n/);
    await region.getByRole('link', { name: 'Umán' }).click();
    await page.waitForURL(/municipioId=101/);
    await page.getByRole('region', { name: 'Umán entre los 106 municipios' }).waitFor();
    assert.match(page.url(), /ejercicioFiscalId=9,10/);
  });

  test('two things are crossed: its figures are those of the registry, lead to their works, and download', async () => {
    const address = '/resumen?tabla=cruce&estatusObraId=4,6&renglones=estatus&columnas=municipio';
    const { page } = await visit('user', address);
    const cross = page.getByRole('region', { name: 'Tabla cruzada', exact: true });
    const inside = cross.getByRole('region', { name: 'Tabla cruzada: Estatus por Año' });
    await expectText(cross, 'Se muestran 12 columnas de');
    await press(cross, /Columnas/);
    await page.getByRole('option', { name: 'Año' }).click();
    await page.waitForURL(/renglones=estatus&columnas=ejercicioFiscal/);
    await inside.waitFor();
    const { grupos, columnas } = await resumen('estatus,ejercicioFiscal', 'estatusObraId=4,6');
    const years = (await inside.locator('thead th').allInnerTexts()).slice(1, -1);
    assert.ok(years.length > 3);
    for (const { nombre, celdas = [], obras } of grupos) {
      const row = inside.getByRole('row', { name: String(nombre) });
      const byYear = new Map(
        celdas.map((cell) => [columnas?.find(({ id }) => id === cell.id)?.nombre, cell.obras]),
      );
      assert.deepEqual(await row.locator('td').allInnerTexts(), [
        ...years.map((year) => numbers.format(byYear.get(year) ?? 0).replace(/^0$/, '–')),
        numbers.format(obras),
      ]);
    }
    const file = await fileFrom(page, () => press(cross, 'Descargar CSV'));
    await expectFocus(page, 'Descargar CSV');
    assert.match(file.suggestedFilename(), /^resumen.*\.csv$/);
    const crossed = readFileSync(await file.path(), 'utf8');
    assert.match(crossed, /^\ufeff?estatus,ejercicioFiscal,obras,monto\r\n(.+\r\n){4}/);

    // The name of a row that the pointer is over is marked as the rest of it.
    await inside.getByRole('row').nth(1).hover();
    await until(
      page,
      `(([row, name]) => row === name)(['tr:hover', 'tr:hover > th'].map((each) =>
        getComputedStyle(document.querySelector('.resumen_cruce ' + each)).backgroundColor))`,
    );
    const [first] = grupos;
    const row = inside.getByRole('row', { name: String(first?.nombre) });
    await row.getByRole('link').first().click();
    await page.waitForURL(/\/obras\?/);
    const { searchParams } = new URL(page.url());
    assert.equal(searchParams.get('estatusObraId'), String(first?.id));
    assert.ok(searchParams.get('ejercicioFiscalId'));
  });

  test('a finger moves the crossed table along in itself: first column and headings stay, and a figure leads on', async () => {
    const { page, context } = await visit('user', '/resumen?tabla=cruce', { context: HAND });
    const box = page.getByRole('region', { name: 'Tabla cruzada: Dependencia por Año' });
    const corner = box.getByRole('columnheader', { name: 'Dependencia' });
    const year = box.getByRole('columnheader', { name: '2025' });
    await box.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await still(page);
    await assertFits(page);
    const devtools = await context.newCDPSession(page);
    const swipe = async (right: number, down: number) => {
      const place = await boxOf(box);
      const [x, y] = [place.x + place.width * 0.7, place.y + place.height / 2];
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part?: number) =>
        devtools.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: part === undefined ? [] : [{ x: x + right * part, y: y + down * part }],
        });
      await touch('touchStart', 0);
      for (let step = 1; step <= 10; step++) await touch('touchMove', step / 10);
      await touch('touchEnd');
    };
    const before = await boxOf(corner);
    await swipe(-200, 0);
    await eventually(() => box.evaluate((element) => element.scrollLeft > 100), true);
    await swipe(0, -250);
    await eventually(() => box.evaluate((element) => element.scrollTop > 100), true);
    await still(page);
    // Both stand where the table begins, wherever it is now.
    const frame = await boxOf(box);
    const after = await boxOf(corner);
    assert.ok(Math.abs(after.x - before.x) < 2, `the first column went to ${after.x}`);
    for (const heading of [corner, year]) {
      const { y, height } = await boxOf(heading);
      assert.ok(y >= frame.y - 1 && y + height < frame.y + 120, `the headings went to ${y}`);
    }
    // A figure is as large as a finger asks for, and no name is broken within a word that would fit.
    const figure = box.locator('tbody td:not(:last-child) a').last();
    await figure.scrollIntoViewIfNeeded();
    const { width, height } = await boxOf(figure);
    assert.ok(width >= 44 && height >= 44, `${width} × ${height}`);
    await figure.tap();
    await page.waitForURL(/\/obras\?.*dependenciaId=\d+/);
    assert.match(page.url(), /ejercicioFiscalId=\d+/);
  });

  test('a filter that is set in the bar narrows it, and a refused address has the registry’s words', async () => {
    const { page } = await visit('user', '/resumen', { allow: /400/ });
    await table(page, 'Por municipio').waitFor();
    await page.getByRole('searchbox').fill('pavimentacion merida');
    const { total } = await resumen('estatus', 'q=pavimentacion%20merida');
    await summed(page, total);
    await page.getByRole('searchbox').fill('nadahayconestapalabra');
    await expectText(page, 'Ninguna obra cumple estos filtros.');
    await go(page, '/resumen?montoMin=mucho');
    await expectAlert(page, /^Monto desde: debe ser/);
  });

  test('the map has its classes beside it, and tells one municipio at a time by mouse and by arrows', async () => {
    const { page } = await visit('user', '/resumen');
    const map = page.locator('.resumen_mapa-municipios');
    const reading = page.locator('.resumen_lectura');
    const legend = page.locator('.resumen_leyenda li');
    await legend.first().waitFor();
    const classes = await legend.count();
    assert.ok(classes >= 3 && classes <= 5, String(classes));
    await still(page);

    // A press on the sea, in the drawing's corner, is no choice of Mérida, where the arrows begin.
    const box = await boxOf(map.locator('.resumen_lamina'));
    await page.mouse.click(box.x + 6, box.y + 6);
    await until(page, `document.activeElement.matches('.resumen_lamina')`);
    assert.match(await reading.innerText(), /^Señale un municipio/);
    const { grupos } = await resumen('municipio');
    const merida = readingOf(grupos, 'Mérida');
    await page.keyboard.press('ArrowUp');
    await expectText(reading, merida);
    // The mouse reads what it is over, and nothing once it has left.
    await map.locator('svg > path').nth(10).hover();
    await expectText(reading, /^(?!Mérida)[^:]+: [\d,]+ obras?, \$/);
    await page.getByRole('heading', { level: 1 }).hover();
    await expectText(reading, /^Señale un municipio/);

    await page.getByRole('tab', { name: 'Municipio', exact: true }).focus();
    await map.locator('.resumen_lamina').focus();
    await expectText(reading, merida);
    await page.keyboard.press('ArrowUp');
    await expectText(reading, /^Conkal: /);
    await page.keyboard.press('Enter');
    const conkal = grupos.find(({ nombre }) => nombre === 'Conkal')?.id;
    await page.waitForURL(({ href }) => href.endsWith(`/portal/obras?municipioId=${conkal}`));
  });

  test('a finger reads the municipio that it taps, stays with it, and goes on to its works', async () => {
    const { page } = await visit('user', '/resumen', { context: HAND });
    const { grupos } = await resumen('municipio');
    const reading = page.locator('.resumen_lectura');
    // In the order of their names, as the registry lists them; the middles of these lie within them.
    const municipios = await fetchJson<{ id: number; nombre: string }[]>('GET', '/municipios');
    const tap = async (one: Locator) => {
      // A tap brings the mouse that it stands for, and the focus, and both come late: the click is the last of it.
      const clicked = page.evaluate(`new Promise((done) =>
        addEventListener('click', () => requestAnimationFrame(() => setTimeout(done)), { once: true }))`);
      await one.tap();
      await clicked;
    };
    for (const nombre of ['Tizimín', 'Tekax', 'Valladolid', 'Tizimín']) {
      const nth = municipios.findIndex((one) => one.nombre === nombre);
      await tap(page.locator('.resumen_mapa-municipios svg > path').nth(nth));
      assert.equal(await reading.innerText(), readingOf(grupos, nombre));
    }
    assert.match(page.url(), /\/portal\/resumen$/);
    // Elsewhere on the page, and then on the sentence.
    await tap(page.getByRole('heading', { level: 1 }));
    assert.equal(await reading.innerText(), readingOf(grupos, 'Tizimín'));
    await reading.getByRole('link').tap();
    const id = municipios.find(({ nombre }) => nombre === 'Tizimín')?.id;
    await page.waitForURL(`${base}/portal/obras?municipioId=${id}`);
  });

  test('axe finds nothing on it, nor on the help, which has the address that QGIS asks for, to be copied', async () => {
    const { page, context } = await visit('user', '/resumen?estatusObraId=5');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('.resumen_mapa-municipios svg > path').first().waitFor();
    await assertAccessibleEverywhere(page);
    await go(page, '/ayuda');
    await page.getByRole('heading', { name: 'Accesibilidad' }).waitFor();
    await assertAccessibleEverywhere(page);

    await expectText(page, 'Autenticación › Básica');
    await page.getByText(`${base}/ogc`, { exact: true }).waitFor();
    // A message stands in another corner than a button.
    await page.evaluate(`(() => {
      const button = document.createElement('button');
      button.textContent = 'Abajo';
      button.style.cssText = 'position: fixed; right: 1rem; bottom: 1rem';
      document.querySelector('main').append(button);
    })()`);
    await press(page, 'Copiar la dirección');
    await expectText(page, 'Se copió la dirección de las capas.');
    const message = await boxOf(page.locator('.piezas_anuncio'));
    const below = await boxOf(page.getByRole('button', { name: 'Abajo' }));
    assert.ok(message.x + message.width < below.x, JSON.stringify({ message, below }));
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), `${base}/ogc`);
  });

  test('where the registry is read in public, neither it nor the help needs an account', async () => {
    const at = await publicBase();
    const { page } = await visit('nobody', '/resumen', { at });
    await summed(page, (await resumen('municipio')).total);
    await page.locator('.resumen_mapa-municipios svg > path').first().waitFor();
    await go(page, '/ayuda');
    await expectText(page, 'Copiar la dirección');
    assert.equal(await page.getByText('Autenticación › Básica').count(), 0);
  });

  test('on paper stand the filters, the figures, the map and its legend, and no button', async () => {
    const { page } = await visit('user', '/resumen?estatusObraId=5');
    await page.locator('.resumen_mapa-municipios svg > path').first().waitFor();
    const sheets = await printed(page);
    // Each sum stands once, below all of its rows.
    const sums = sheets.join('\n').match(/^ *Total .*$/gm) ?? [];
    const tables = await page.locator('tfoot').count();
    assert.equal(sums.length, tables, sums.join('\n'));
    const { grupos } = await resumen('municipio', 'estatusObraId=5');
    const rows =
      sheets
        .join('\n')
        .split('Por municipio')[1]
        ?.split(/^ *Total /m)[0] ?? '';
    assert.ok(grupos.length > 10);
    for (const { nombre } of grupos) assert.ok(rows.includes(String(nombre)), `${nombre}\n${rows}`);
    assert.doesNotMatch(sheets.join('\n'), /renglones de/);
    await page.emulateMedia({ media: 'print' });
    const text = await page.evaluate<string>('document.body.innerText');
    const { total } = await resumen('estatus', 'estatusObraId=5');
    for (const part of [
      'Estatus: Suspendida',
      `${numbers.format(total.obras)} obras`,
      // All tables, one after another.
      'Por municipio',
      'Por dependencia',
      'Por año',
      'Por estatus',
      'Por tipo de proyecto',
      'Cumplimiento de reportes por dependencia',
      'Tabla cruzada',
      pesos.format(total.monto),
      'Marco Geoestadístico',
      `${base}/portal/resumen?estatusObraId=5`,
    ]) {
      assert.ok(text.includes(part), `${part}\n${text}`);
    }
    assert.ok(await page.locator('.resumen_mapa-municipios svg').first().isVisible());
    assert.equal(await page.locator('button:visible, nav:visible, header:visible').count(), 0);
  });
});
