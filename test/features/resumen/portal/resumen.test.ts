import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { moneyInWords } from '../../../../src/core/base/pesos.ts';
import { boxOf, eventually, expectAlert, expectText, go, press } from '../../../portal/gestures.ts';
import { printed } from '../../../portal/paper.ts';
import {
  assertAccessible,
  assertFits,
  base,
  EVERY_SIZE,
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
async function rowsOf(page: Page, name: string): Promise<string[][]> {
  const rows: string[][] = [];
  const all = table(page, name).locator('tbody tr');
  await all.first().waitFor();
  for (const row of await all.all()) {
    const cells = await row.locator('th, td').allInnerTexts();
    rows.push(cells.slice(0, 3).map((text) => text.replace(/\s+/g, ' ').trim()));
  }
  return rows;
}

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

const TITLES = [
  ['municipio', 'Municipio', 'Por municipio'],
  ['dependencia', 'Dependencia', 'Por dependencia'],
  ['tipoProyecto', 'Tipo de proyecto', 'Por tipo de proyecto'],
] as const;

describe('The portal: the summary', () => {
  test('its tables are what the registry sums up, the largest first and years and statuses in their order', async () => {
    // Other tests register works meanwhile only before or after this one: they run one by one.
    const { page } = await visit('user', '/resumen');
    await table(page, 'Por municipio').waitFor();
    const { total } = await resumen('municipio');
    await summed(page, total);
    for (const [por, tab, title] of TITLES) {
      await open(page, tab);
      const { grupos } = await resumen(por);
      assert.ok(grupos.length > 10);
      assert.deepEqual(
        await rowsOf(page, title),
        bySize('obras', grupos).slice(0, 10).map(written),
      );
      await moreOf(page, title, grupos).click();
      assert.deepEqual(await rowsOf(page, title), bySize('obras', grupos).map(written));
    }
    for (const [por, tab, title] of [
      ['ejercicioFiscal', 'Año', 'Por año'],
      ['estatus', 'Estatus', 'Por estatus'],
    ] as const) {
      await open(page, tab);
      const { grupos } = await resumen(por);
      if (grupos.length > 10) await moreOf(page, title, grupos).click();
      assert.deepEqual(await rowsOf(page, title), grupos.map(written));
    }
  });

  test('three sentences say what the tables add up to', async () => {
    const filter = 'ejercicioFiscalId=9,10';
    const { page } = await visit('user', `/resumen?${filter}`);
    const sentences = page.locator('.resumen_frases p');
    await eventually(() => sentences.count(), 3);
    const said = (await sentences.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
    const numberIn = (text: string | undefined) => Number(text?.replace(/[^\d.]/g, ''));
    const cellsOf = async (title: string, column: number) => {
      const more = page
        .getByRole('region', { name: title })
        .getByRole('button', { name: /^Ver los / });
      if (await more.isVisible()) await more.click();
      const cells = await table(page, title)
        .locator(`tbody tr > :nth-child(${column})`)
        .allInnerTexts();
      return cells.map(numberIn);
    };
    const added = (figures: number[]) => figures.reduce((sum, figure) => sum + figure, 0);
    const works = await cellsOf('Por municipio', 2);
    const amount = added(await cellsOf('Por municipio', 3));
    assert.equal(
      said[0],
      `${numbers.format(added(works))} obras suman ${moneyInWords(Math.round(amount * 100) / 100)}.`,
    );
    const total = await table(page, 'Por municipio').locator('tfoot td').allInnerTexts();
    assert.deepEqual(
      [numberIn(total[0]), numberIn(total[1])],
      [added(works), Math.round(amount * 100) / 100],
    );
    const [name] = (await rowsOf(page, 'Por municipio'))[0] ?? [];
    const part = Math.round((1000 * Math.max(...works)) / added(works)) / 10;
    assert.equal(said[2], `${part} % de las obras están en ${name}, el municipio que más tiene.`);
    await open(page, 'Estatus');
    const running = (await rowsOf(page, 'Por estatus')).find(
      ([name]) => name === 'En proceso',
    )?.[1];
    await open(page, 'Cumplimiento de reportes');
    const title = 'Cumplimiento de reportes por dependencia';
    const [begun, owed, late] = [
      added(await cellsOf(title, 2)),
      added(await cellsOf(title, 3)),
      added(await cellsOf(title, 5)),
    ].map((figure) => numbers.format(figure));
    assert.ok(
      said[1]?.startsWith(
        `${running} en proceso y ${late} atrasada${late === '1' ? '' : 's'}; a ${owed} de las ${begun} que deben reportar les falta el avance al `,
      ),
      `${said[1]} ${JSON.stringify([running, late, owed, begun])}`,
    );
  });

  test('one table at a time, chosen by the keys too, and the address keeps it', async () => {
    const { page } = await visit('user', '/resumen?tabla=estatus');
    await table(page, 'Por estatus').waitFor();
    assert.equal(await page.getByRole('table').count(), 1);
    await page.getByRole('tab', { name: 'Estatus', exact: true }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.waitForURL(`${base}/portal/resumen?tabla=ejercicioFiscal`);
    await table(page, 'Por año').waitFor();
    assert.equal(await page.getByRole('table').count(), 1);
    await page.keyboard.press('Home');
    await page.waitForURL(`${base}/portal/resumen`);
    await table(page, 'Por municipio').waitFor();
    await page.reload();
    await table(page, 'Por municipio').waitFor();
    // Bars begin below one another, at the same zero.
    const bars = await page.locator('.resumen_con-barra svg').all();
    const lefts = await Promise.all(bars.slice(0, 10).map(async (bar) => (await boxOf(bar)).x));
    assert.equal(new Set(lefts.map(Math.round)).size, 1, lefts.join());
  });

  test('pesos in place of works: order, bars and map follow, and the address keeps it', async () => {
    const { page } = await visit('user', '/resumen');
    await page.getByRole('button', { name: 'Pesos', exact: true }).click();
    await page.waitForURL(`${base}/portal/resumen?medida=monto`);
    await table(page, 'Por municipio').getByText('% de los pesos').waitFor();
    const { grupos } = await resumen('municipio');
    assert.deepEqual(
      await rowsOf(page, 'Por municipio'),
      bySize('monto', grupos).slice(0, 10).map(written),
    );
    await page
      .locator('.resumen_leyenda')
      .getByText(/^De \$[\d.]+ mill\S+ a menos de \$|^\$[\d.]+ \D+ o más/)
      .first()
      .waitFor();
    await page.reload();
    await page.locator('[aria-pressed="true"]', { hasText: 'Pesos' }).waitFor();
  });

  test('pesos for each inhabitant: map, order and bars of the municipios; the other tables compare pesos', async () => {
    const { page } = await visit('user', '/resumen');
    await press(page, 'Pesos por habitante');
    await page.waitForURL(`${base}/portal/resumen?medida=montoPorHabitante`);
    await table(page, 'Por municipio').getByText('Pesos por habitante').waitFor();
    const { grupos } = await resumen('municipio');
    const expected = grupos.toSorted(
      (one, other) => (other.montoPorHabitante ?? 0) - (one.montoPorHabitante ?? 0),
    );
    const names = (await rowsOf(page, 'Por municipio')).map(([nombre]) => nombre);
    assert.deepEqual(
      names,
      expected.slice(0, 10).map(({ nombre }) => nombre),
    );
    await table(page, 'Por municipio')
      .getByText(pesos.format(expected[0]?.montoPorHabitante ?? 0))
      .waitFor();
    await open(page, 'Dependencia');
    await table(page, 'Por dependencia').getByText('% de los pesos').waitFor();
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
    const names = await region.locator('tbody th').allInnerTexts();
    // As the state's map has them, around the capital.
    assert.deepEqual(names, [
      'Mérida',
      'Abalá',
      'Chicxulub Pueblo',
      'Conkal',
      'Kanasín',
      'Progreso',
      'Timucuy',
      'Tixkokob',
      'Tixpéhual',
      'Ucú',
      'Umán',
      'Yaxkukul',
    ]);
    await region.getByRole('cell', { name: '995,129' }).waitFor();
    await region.getByRole('link', { name: 'Umán' }).click();
    await page.waitForURL(/municipioId=101/);
    await page.getByRole('region', { name: 'Umán entre los 106 municipios' }).waitFor();
    assert.match(page.url(), /ejercicioFiscalId=9,10/);
  });

  test('two things are crossed: its figures are those of the registry, lead to their works, and download', async () => {
    const { page } = await visit('user', '/resumen?tabla=cruce&estatusObraId=4,6');
    const cross = page.getByRole('region', { name: 'Tabla cruzada', exact: true });
    const inside = (name: string) => cross.getByRole('region', { name });
    await inside('Tabla cruzada: Dependencia por Año').waitFor();
    await press(cross, /^Dependencia Renglones|Renglones/);
    await page.getByRole('option', { name: 'Estatus' }).click();
    await inside('Tabla cruzada: Estatus por Año').waitFor();
    const answer = await resumen('estatus,ejercicioFiscal', 'estatusObraId=4,6');
    const columns = await inside('Tabla cruzada: Estatus por Año')
      .locator('thead th')
      .allInnerTexts();
    const shown = columns.slice(1, -1);
    assert.ok(shown.length > 3);
    for (const { id, nombre, celdas = [], obras } of answer.grupos) {
      const row = inside('Tabla cruzada: Estatus por Año').getByRole('row', {
        name: String(nombre),
      });
      const cells = await row.locator('td').allInnerTexts();
      const byYear = new Map(
        celdas.map((cell) => [answer.columnas?.find((one) => one.id === cell.id)?.nombre, cell]),
      );
      assert.deepEqual(cells, [
        ...shown.map((year) => numbers.format(byYear.get(year)?.obras ?? 0).replace(/^0$/, '–')),
        numbers.format(obras),
      ]);
      assert.ok(id);
    }
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      cross.getByRole('button', { name: 'Descargar CSV' }).click(),
    ]);
    assert.match(download.suggestedFilename(), /^resumen.*\.csv$/);
    const [row] = answer.grupos;
    const [cell] = row?.celdas ?? [];
    // The name of a row that the pointer is over is marked as the rest of it.
    const over = inside('Tabla cruzada: Estatus por Año').getByRole('row').nth(1);
    await over.hover();
    await until(
      page,
      `(([row, name]) => row === name)(['tr:hover', 'tr:hover > th'].map((each) =>
        getComputedStyle(document.querySelector('.resumen_cruce ' + each)).backgroundColor))`,
    );
    await inside('Tabla cruzada: Estatus por Año')
      .getByRole('row', { name: String(row?.nombre) })
      .getByRole('link')
      .first()
      .click();
    await page.waitForURL(/\/obras\?/);
    const { searchParams } = new URL(page.url());
    assert.equal(searchParams.get('estatusObraId'), String(row?.id));
    assert.ok(searchParams.get('ejercicioFiscalId'));
    assert.ok(cell);
  });

  test('a finger moves the crossed table along in itself: first column and headings stay, and a figure leads on', async () => {
    const { page, context } = await visit('user', '/resumen?tabla=cruce', {
      context: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    });
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

  test('rows and columns that are taken for each other change places; the address keeps both', async () => {
    const { page } = await visit(
      'user',
      '/resumen?tabla=cruce&renglones=municipio&columnas=estatus',
    );
    const cross = page.getByRole('region', { name: 'Tabla cruzada', exact: true });
    await cross.getByRole('region', { name: 'Tabla cruzada: Municipio por Estatus' }).waitFor();
    await press(cross, /Renglones/);
    await page.getByRole('option', { name: 'Estatus' }).click();
    await cross.getByRole('region', { name: 'Tabla cruzada: Estatus por Municipio' }).waitFor();
    await page.waitForURL(/renglones=estatus&columnas=municipio/);
    await expectText(cross, 'Se muestran 12 columnas de');
    // An address that names the same twice, or nothing known, is read all the same.
    await page.goto(
      `${base}/portal/resumen?tabla=cruce&renglones=ejercicioFiscal&columnas=ejercicioFiscal`,
    );
    await cross.getByRole('region', { name: 'Tabla cruzada: Año por Dependencia' }).waitFor();
    await page.goto(`${base}/portal/resumen?tabla=cruce&renglones=nada`);
    await cross.getByRole('region', { name: 'Tabla cruzada: Dependencia por Año' }).waitFor();
  });

  test('the filters of the list are those of the summary, and each row adds its own', async () => {
    const filter = 'ejercicioFiscalId=9,10&montoMin=1000000';
    const { page } = await visit('user', `/resumen?${filter}`);
    const { total, grupos } = await resumen('municipio', filter);
    await summed(page, total);
    const list = await fetchJson<{ monto: number }[]>('GET', `/obras?${filter}`);
    assert.equal(list.length, total.obras);
    assert.deepEqual(
      await rowsOf(page, 'Por municipio'),
      bySize('obras', grupos).slice(0, 10).map(written),
    );
    const [largest] = bySize('obras', grupos);
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

  test('a filter that is set in the bar narrows it', async () => {
    const { page } = await visit('user', '/resumen');
    await table(page, 'Por municipio').waitFor();
    await page.getByRole('searchbox').fill('pavimentacion merida');
    const { total } = await resumen('estatus', 'q=pavimentacion%20merida');
    await summed(page, total);
    await page.getByRole('searchbox').fill('nadahayconestapalabra');
    await expectText(page, 'Ninguna obra cumple estos filtros.');
  });

  test('what the registry refuses of an address is told in its words', async () => {
    const { page } = await visit('user', '/resumen?montoMin=mucho', { allow: /400/ });
    const answer = await fetch(`${base}/obras/resumen?por=estatus&montoMin=mucho`);
    assert.equal(answer.status, 401);
    await expectAlert(page, /^Monto desde: debe ser/);
  });

  test('the map has its classes beside it, and tells one municipio at a time by mouse and by arrows', async () => {
    const { page } = await visit('user', '/resumen');
    await page.locator('.resumen_leyenda li').first().waitFor();
    const { grupos } = await resumen('municipio');
    const legend = await page.locator('.resumen_leyenda li').allInnerTexts();
    assert.ok(legend.length >= 3 && legend.length <= 5, legend.join('\n'));
    const merida = readingOf(grupos, 'Mérida');
    await page.locator('.resumen_mapa-municipios .resumen_lamina').focus();
    await page.locator('.resumen_lectura', { hasText: merida }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.locator('.resumen_lectura', { hasText: /^Conkal: / }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    await page.locator('.resumen_lectura', { hasText: merida }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${base}/portal/obras?municipioId=50`);
    await page.goBack();
    const path = page.locator('.resumen_mapa-municipios svg > path').nth(49);
    await path.hover();
    await page.locator('.resumen_lectura', { hasText: /^[^:]+: [\d,]+ obras?, \$/ }).waitFor();
  });

  test('a finger reads the municipio that it taps, stays with it, and goes on to its works', async () => {
    const { page } = await visit('user', '/resumen', {
      size: 'phone',
      context: { hasTouch: true, isMobile: true },
    });
    const { grupos } = await resumen('municipio');
    const sentenceOf = (nombre: string) => readingOf(grupos, nombre);
    await page.locator('.resumen_mapa-municipios svg > path').first().waitFor();
    const reading = page.locator('.resumen_lectura');
    // In the order of their names, as the registry lists them; the middles of these lie within them.
    const names = (await fetchJson<{ nombre: string }[]>('GET', '/municipios')).map(
      ({ nombre }) => nombre,
    );
    for (const nombre of ['Tizimín', 'Tekax', 'Valladolid', 'Tizimín']) {
      await page.locator('.resumen_mapa-municipios svg > path').nth(names.indexOf(nombre)).tap();
      await reading.getByText(sentenceOf(nombre), { exact: true }).waitFor();
      // A tap brings the mouse that it stands for, and the focus, and both come late.
      await page.waitForTimeout(400);
      assert.equal(await reading.innerText(), sentenceOf(nombre));
    }
    assert.match(page.url(), /\/portal\/resumen$/);
    // Elsewhere on the page, and then on the sentence.
    await page.getByRole('heading', { level: 1 }).tap();
    assert.equal(await reading.innerText(), sentenceOf('Tizimín'));
    await assertAccessible(page);
    await reading.getByRole('link').tap();
    const id = grupos.find(({ nombre }) => nombre === 'Tizimín')?.id;
    await page.waitForURL(`${base}/portal/obras?municipioId=${id}`);
  });

  test('the mouse reads what it is over and nothing once it has left; a press is no choice of Mérida', async () => {
    const { page } = await visit('user', '/resumen');
    const reading = page.locator('.resumen_lectura');
    await page.locator('.resumen_leyenda li').first().waitFor();
    await still(page);
    const box = await page.locator('.resumen_mapa-municipios .resumen_lamina').boundingBox();
    assert.ok(box);
    // The sea, in the drawing's corner.
    await page.mouse.click(box.x + 6, box.y + 6);
    await page.waitForTimeout(200);
    assert.match(await reading.innerText(), /^Señale un municipio/);
    await page.keyboard.press('ArrowUp');
    await expectText(reading, /^Mérida: /);
    await page.locator('.resumen_mapa-municipios svg > path').nth(10).hover();
    await expectText(reading, /^(?!Mérida)[^:]+: /);
    await page.getByRole('heading', { level: 1 }).hover();
    await expectText(reading, /^Señale un municipio/);
  });

  for (const size of EVERY_SIZE) {
    test(`axe finds nothing on it, nor on the help (${size})`, async () => {
      const { page } = await visit('user', '/resumen?estatusObraId=5', { size });
      await page.locator('.resumen_mapa-municipios svg > path').first().waitFor();
      await assertAccessible(page);
      await assertFits(page);
      await go(page, '/ayuda');
      await page.getByRole('heading', { name: 'Accesibilidad' }).waitFor();
      await assertAccessible(page);
      await assertFits(page);
    });
  }

  test('the help has the address that QGIS asks for, to be copied', async () => {
    const { page, context } = await visit('user', '/ayuda');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
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
    // Without an account there is nothing to write there.
    const { page: open } = await visit('nobody', '/ayuda', { at: await publicBase() });
    await expectText(open, 'Copiar la dirección');
    assert.equal(await open.getByText('Autenticación › Básica').count(), 0);
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

  test('where the registry is read in public, it needs no session', async () => {
    const at = await publicBase();
    const { total } = (await (await fetch(`${at}/obras/resumen?por=municipio`)).json()) as Resumen;
    const { page } = await visit('nobody', '/resumen', { at });
    await summed(page, total);
    await page.locator('.resumen_mapa-municipios svg > path').first().waitFor();
    await assertAccessible(page);
  });
});
