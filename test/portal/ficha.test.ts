import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { hasFeature } from '../features.ts';
import {
  act,
  boxOf,
  eventually,
  expectAlert,
  expectFocus,
  expectGone,
  expectText,
  go,
  press,
  tabTo,
} from './gestures.ts';
import {
  assertAccessible,
  assertFits,
  base,
  EVERY_SIZE,
  fetchJson,
  gate,
  makeObra,
  people,
  place,
  publicBase,
  type Schema,
  SIZES,
  until,
  visit,
} from './portal-world.ts';
import { day, dayInWords, makeClerk, makeDependencia } from './seguimiento-pasos.ts';

type Obra = Schema<'Obra'>;

const PLACES = [
  // 0.009 degrees of latitude: 1,001 metres.
  place('LINESTRING (-89.6237 20.9674, -89.6237 20.9584)', {
    direccion: 'Calle 60 entre 61 y 73, Centro',
    localidadReferencia: 'Mérida',
    referenciaLugar: 'Frente a la plaza grande',
  }),
  place(
    'POLYGON ((-89.6262 20.9625, -89.6252 20.9625, -89.6252 20.9616, -89.6262 20.9616, -89.6262 20.9625))',
    { direccion: 'Parque de San Juan' },
  ),
  place([-89.62401, 20.96502], { direccion: 'Pozo de absorción' }),
];

/** A work with something in every field. */
async function makeWhole(fields: Record<string, unknown> = {}): Promise<Obra> {
  const [tipo] = await fetchJson<{ id: number }[]>('GET', '/catalogos/tipo-proyecto');
  const { id } = await makeObra({
    descripcion: 'Concreto hidráulico.\nIncluye banquetas.',
    monto: 1_250_000.5,
    estatusObraId: 4,
    tipoProyectoId: tipo?.id,
    ubicaciones: PLACES,
    ...fields,
  });
  return fetchJson('GET', `/obras/${id}`);
}

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** The text of the page as it is, in one line. */
const textOf = async (page: Page) =>
  (await page.evaluate<string>('document.body.innerText')).replace(/\s+/g, ' ');

/** Everything that the registry answers of a work, as the sheet writes it. */
const written = (obra: Obra) => [
  obra.nombre,
  obra.claveUnica,
  '$1.25 millones',
  `${obra.numeroObra} de ${obra.ejercicioFiscal.anio}`,
  '$1,250,000.50',
  obra.estatusObra.nombre,
  obra.dependencia.nombre,
  obra.municipio.nombre,
  obra.tipoProyecto?.nombre as string,
  'Concreto hidráulico. Incluye banquetas.',
  ...PLACES.map(({ direccion }) => direccion),
  'Frente a la plaza grande',
  'Ruta de 1 km, 2 vértices',
  'Polígono de 1.04 ha, 4 vértices',
  'Punto en 20.965020, -89.624010',
];

/** The way to the sheet of the past, for everybody. */
const THEN = hasFeature('cambios') ? ['Como estaba el…', 'Seguir sus cambios'] : [];

describe('The portal: the sheet of a work', () => {
  test('it says all that the registry answers, with the places as text and on a map, and so it does on paper', async () => {
    const obra = await makeWhole();
    const { page, context } = await visit('user', `/obras/${obra.id}?de=otra`);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await title(page, obra.nombre).waitFor();
    await page.getByRole('region', { name: `Mapa de las ubicaciones de ${obra.nombre}` }).waitFor();
    await page.locator('.mapa-ficha canvas').waitFor();
    const text = await textOf(page);
    for (const part of written(obra)) assert.ok(text.includes(part), `${part}\n${text}`);
    assert.equal(await page.title(), `${obra.nombre} – Registro de Obras Públicas`);
    await page.getByText('Coordenadas (latitud, longitud)').first().click();
    await expectText(page, '20.958400, -89.623700');

    // Who only reads has one thing to do, and nothing of an administrator.
    await press(page, 'Copiar enlace');
    await expectText(page, 'Se copió el enlace de la obra.');
    const address = `${base}/portal/obras/${obra.id}`;
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), address);
    await press(page, 'Más acciones');
    assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), ['Imprimir', ...THEN]);
    await page.keyboard.press('Escape');

    // Paper has the coordinates, the day, the person and the address besides, and no button.
    await page.evaluate(`addEventListener('beforeprint', () => { window.wasTold = true; })`);
    const pdf = await page.pdf({ format: 'Letter' });
    assert.ok(pdf.length > 10_000);
    // The drawing for paper hangs on it.
    assert.ok(await page.evaluate('window.wasTold'));
    await page.emulateMedia({ media: 'print' });
    const paper = await textOf(page);
    for (const part of [
      ...written(obra),
      '20.967400, -89.623700',
      '20.958400, -89.623700',
      '20.961600, -89.625200',
      dayInWords(day(0)),
      people.user.email,
      address,
    ]) {
      assert.ok(paper.includes(part), `${part}\n${paper}`);
    }
    assert.equal(await page.locator('button:visible, nav:visible, header:visible').count(), 0);
    assert.ok(await page.locator('.mapa-ficha canvas').isVisible());
  });

  test('the map on paper is drawn for paper, and not left empty', async () => {
    const obra = await makeWhole();
    const { page } = await visit('user', `/obras/${obra.id}`);
    await page.locator('.mapa-ficha canvas').waitFor();
    const before = await page.locator('.mapa-ficha').boundingBox();
    const scale = () => page.locator('.mapa-ficha_escala').textContent();
    const onScreen = await scale();
    await page.evaluate(`window.dispatchEvent(new Event('beforeprint'))`);
    const { width, colors } = await page.evaluate<{ width: number; colors: number }>(`(() => {
      const canvas = document.querySelector('.mapa-ficha canvas');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const colors = new Set();
      for (let i = 0; i < data.length; i += 4) colors.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
      return { width: canvas.getBoundingClientRect().width, colors: colors.size };
    })()`);
    assert.ok(width > 650 && width <= 700, String(width));
    assert.ok(colors > 10, String(colors));
    // From near, where the route and the polygon have their shapes.
    assert.match((await scale()) ?? '', /^\d+ m$/);
    await page.evaluate(`window.dispatchEvent(new Event('afterprint'))`);
    assert.deepEqual(await page.locator('.mapa-ficha').boundingBox(), before);
    // On the screen it is as it was.
    await eventually(scale, onScreen);

    // A route of 179 m is a line: the map comes as near as that takes.
    const street = await makeObra({
      ubicaciones: [place('LINESTRING (-89.6237 20.9674, -89.6237 20.969016)')],
    });
    await go(page, `/obras/${street.id}`);
    await page.locator('.mapa-ficha canvas').waitFor();
    await eventually(async () => /^(100|50) m$/.test((await scale()) ?? ''), true);
  });

  test('it says what a work lacks, how long it is behind, that there is none, and what the registry’s fault is', async () => {
    const years = await fetchJson<{ id: number; anio: number }[]>('GET', '/ejercicio-fiscal');
    const now = Number(new Intl.DateTimeFormat('en', { year: 'numeric' }).format(new Date()));
    const old = years.find(({ anio }) => anio <= now - 2);
    const fields = { descripcion: '', tipoProyectoId: null, ubicaciones: [] };
    const nombre = `Rezagada ${process.pid}`;
    await makeWhole({ nombre, ejercicioFiscalId: old?.id, ...fields });
    await makeWhole({
      nombre: `${nombre}, ya terminada`,
      ejercicioFiscalId: old?.id,
      estatusObraId: 6,
    });
    const { page } = await visit('user', `/obras?q=${encodeURIComponent(nombre)}&vista=lista`, {
      allow: /404|500/,
    });
    // Of two in the list one is remarked on.
    const ago = `hace ${now - (old?.anio ?? 0)} años`;
    await expectText(page.locator('.lista .piezas_rezago'), ago);
    assert.equal(await page.locator('.lista [data-obra]').count(), 2);
    await page.locator('.lista').getByRole('link', { name: nombre, exact: true }).click();
    await expectText(page, `Sigue en proceso, y su ejercicio fiscal, ${old?.anio}, es de ${ago}.`);
    await expectText(page, 'Esta obra no tiene ubicaciones registradas');
    await expectText(page, 'Sin descripción.');
    assert.equal(await page.locator('.mapa-ficha').count(), 0);

    await go(page, '/obras/2000000000');
    await expectText(page, 'Obra 2000000000 no encontrada.');
    assert.equal(await page.getByRole('link', { name: 'su historial' }).count(), 0);
    await go(page, '/obras/abc');
    await title(page, 'No existe esta página').waitFor();

    // A fault names its request, and is tried again.
    const { id } = await makeObra();
    await page.route(
      `${base}/obras/${id}`,
      (route) =>
        route.fulfill({
          status: 500,
          headers: { 'x-request-id': 'abc-123' },
          json: { statusCode: 500, message: 'Error interno del servidor', error: 'x' },
        }),
      { times: 1 },
    );
    await go(page, `/obras/${id}`);
    await expectText(page, 'Error interno del servidor');
    await expectText(page, 'abc-123');
    await press(page, 'Intentar de nuevo');
    await page.getByRole('button', { name: 'Favorita' }).waitFor();
  });

  test('from the list one goes on to the next work and back, past what was read of it', async () => {
    const list = await fetchJson<Obra[]>('GET', '/obras?municipioId=41&orden=nombre');
    const { page } = await visit('user', '/obras?municipioId=41&orden=nombre&vista=lista');
    // Some works have the same name.
    const linkTo = ({ id, nombre }: Obra) =>
      page.locator(`tr[data-obra="${id}"]`).getByRole('link', { name: nombre, exact: true });
    await linkTo(list[0] as Obra).click();
    await page.waitForURL(`${base}/portal/obras/${list[0]?.id}`);
    assert.equal(await page.getByRole('link', { name: 'Anterior' }).count(), 0);
    const next = async (i: number) => {
      await page.getByRole('link', { name: 'Siguiente' }).click();
      await page.waitForURL(`${base}/portal/obras/${list[i]?.id}`);
      await page.getByText(`${i + 1} de ${list.length}`, { exact: true }).waitFor();
    };
    await next(1);
    await page.getByRole('link', { name: 'Anterior' }).click();
    await page.waitForURL(`${base}/portal/obras/${list[0]?.id}`);
    await page.getByRole('link', { name: 'Volver a las obras' }).click();
    // The list is read by 50 works, and goes on beyond them.
    await page.getByRole('link', { name: 'Siguiente' }).click();
    await linkTo(list[99] as Obra).click();
    await page.waitForURL(`${base}/portal/obras/${list[99]?.id}`);
    await next(100);
    await page.getByRole('link', { name: 'Volver a las obras' }).click();
    await page.waitForURL(`${base}/portal/obras?municipioId=41&orden=nombre&vista=lista&pagina=2`);
  });

  test('it is shared by the browser where that can, and copied where that fails', async () => {
    const obra = await makeWhole();
    const { page, context } = await visit('user', '/ayuda');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(`
      window.shared = [];
      navigator.share = async (what) => {
        window.shared.push(what);
        if (window.refusal) throw new DOMException('', window.refusal);
      };`);
    const url = `${base}/portal/obras/${obra.id}`;
    await go(page, `/obras/${obra.id}?de=otra`);
    const share = page.getByRole('button', { name: 'Compartir' });
    await share.click();
    await eventually(() => page.evaluate('window.shared'), [{ title: obra.nombre, url }]);
    assert.equal(await page.getByRole('button', { name: 'Copiar enlace' }).count(), 0);
    // Who closes the choice wants nothing else.
    await page.evaluate(`window.refusal = 'AbortError'`);
    await share.click();
    await eventually(() => page.evaluate('window.shared.length'), 2);
    assert.equal(await page.getByText('Se copió el enlace de la obra.').count(), 0);
    await page.evaluate(`window.refusal = 'NotAllowedError'`);
    await share.click();
    await expectText(page, 'Se copió el enlace de la obra.');
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), url);
  });

  test('a clerk reports from it while the work goes on; once it is over that stands behind «⋯»', async () => {
    const { id: dependenciaId } = await makeDependencia();
    const clerk = await makeClerk([dependenciaId]);
    const [goesOn, over] = [
      await makeWhole({ dependenciaId }),
      await makeWhole({ dependenciaId, estatusObraId: 6 }),
    ];
    const { page } = await visit(clerk, '/ayuda');
    for (const [id, first, rest] of [
      [goesOn.id, 'Reportar avance', ['Copiar enlace', 'Imprimir', ...THEN]],
      [over.id, 'Copiar enlace', ['Reportar avance', 'Imprimir', ...THEN]],
    ] as const) {
      await go(page, `/obras/${id}`);
      await expectText(page.locator('.piezas_acciones').first(), first);
      await press(page, 'Más acciones');
      assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), rest);
      await page.keyboard.press('Escape');
    }
  });

  test('an administrator sees on a phone what matters, and deletes it once its change was seen; its address leads to its history', async () => {
    const markup = '<img src=x onerror=alert(1)>';
    const obra = await makeWhole({
      nombre: markup,
      descripcion: `${markup} <b>fuerte</b>`,
      ubicaciones: [...PLACES, { ...PLACES[2], direccion: markup, referenciaLugar: markup }],
    });
    const { page } = await visit('admin', `/obras/${obra.id}`, { allow: /404|412/, size: 'phone' });
    page.on('dialog', () => assert.fail('the markup ran'));
    await title(page, markup).waitFor();
    await expectText(page, `${markup} <b>fuerte</b>`);
    await page.locator('.mapa-ficha canvas').waitFor();
    const figure = page.locator('.ficha_cifras').getByText('$1.25 millones', { exact: true });
    const below = await boxOf(page.locator('.piezas_pestanas'));
    for (const part of [
      page.getByRole('main').getByRole('link', { name: obra.municipio.nombre, exact: true }),
      page.getByRole('link', { name: obra.dependencia.nombre }),
      page.locator('[aria-current="step"]', { hasText: 'En proceso' }),
      figure,
    ]) {
      const { y, height } = await boxOf(part);
      assert.ok(y + height < below.y, `${y} ${height} ${below.y}`);
    }
    const stages = page.getByRole('list', { name: 'Etapas' });
    await eventually(
      () => stages.getByRole('listitem').allTextContents(),
      ['Planeada', 'En licitación', 'Contratada', 'En proceso', 'Terminada'],
    );
    assert.equal(await stages.locator('.ficha_pasada').count(), 3);
    // One amount in a place: the exact one is among the facts.
    assert.equal(await figure.getAttribute('title'), '$1,250,000.50');
    for (const size of EVERY_SIZE) {
      await page.setViewportSize(SIZES[size]);
      await assertAccessible(page);
      await assertFits(page);
    }

    await page.getByRole('link', { name: 'Editar' }).waitFor();
    await press(page, 'Más acciones');
    const rest = [
      ...['Reportar avance', 'Copiar enlace', 'Imprimir'],
      ...[...THEN, 'Historial', 'Eliminar'],
    ];
    assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), rest);
    const history = page.getByRole('menuitem', { name: 'Historial' });
    assert.equal(await history.getAttribute('href'), `/portal/obras/${obra.id}/historial`);
    await page.getByRole('menuitem', { name: 'Eliminar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Eliminar esta obra' });
    await expectText(dialog, obra.claveUnica);
    await expectText(dialog, ', con sus 4 ubicaciones. ');
    await assertAccessible(page);
    assert.equal(await page.locator('img').count(), 0);

    // What somebody else changed meanwhile is not deleted, and is shown. Having seen it, they may.
    await fetchJson('PATCH', `/obras/${obra.id}`, { monto: 777.25 });
    await press(dialog, 'Eliminar la obra');
    await expectAlert(
      page,
      /^El registro cambió desde que lo consultó; .* antes de modificarlo\.$/,
    );
    await expectText(page, '$777.25');
    await act(page, 'Eliminar');
    await press(dialog, 'Eliminar la obra');
    await expectText(page, `Se eliminó la obra «${obra.nombre}».`);
    await page.waitForURL(`${base}/portal/obras`);
    await go(page, `/obras/${obra.id}`);
    await title(page, 'Esta obra no existe o se eliminó').waitFor();
    await expectText(page, `Obra ${obra.id} no encontrada.`);
    await assertAccessible(page);
    await page.getByRole('link', { name: 'su historial' }).click();
    await expectText(page, `eliminó la obra «${obra.nombre}».`);
  });

  test('without a network, what was read stays and nothing is offered that would be lost', async () => {
    const obra = await makeWhole();
    const { page, context } = await visit('admin', `/obras/${obra.id}`, {
      allow: /ERR_INTERNET_DISCONNECTED/,
    });
    // An answer that was on its way does not say that the registry is there still.
    const { free, letGo } = gate();
    await page.route(/favoritas=true/, async (route) => {
      const answer = await route.fetch();
      await free;
      await route.fulfill({ response: answer });
    });
    const isAsked = page.waitForRequest(/favoritas=true/);
    await page.reload();
    await isAsked;
    await title(page, obra.nombre).waitFor();
    // The last part that is fetched for it.
    await page.getByRole('region', { name: 'Avance', exact: true }).waitFor();
    await context.setOffline(true);
    await expectText(page, /Sin conexión: lo que ve es de las/);
    const isAnswered = page.waitForResponse(/favoritas=true/);
    letGo();
    await isAnswered;
    await title(page, obra.nombre).waitFor();
    await expectText(page, /Sin conexión: lo que ve es de las/);
    assert.ok(await page.getByRole('button', { name: 'Favorita' }).isDisabled());
    await press(page, 'Más acciones');
    const remove = page.getByRole('menuitem', { name: 'Eliminar' });
    assert.equal(await remove.getAttribute('aria-disabled'), 'true');
    await page.keyboard.press('Escape');
    await context.setOffline(false);
    await expectGone(page.getByText(/Sin conexión/));
    await press(page, 'Más acciones');
    await remove.waitFor();
    assert.equal(await remove.getAttribute('aria-disabled'), null);
  });

  test('without its map the sheet still says everything', async () => {
    const obra = await makeWhole();
    const { page } = await visit('user', null, { allow: /ERR_FAILED|Failed to fetch/ });
    await page.route(/mapa-ficha-[^/]*\.js$/, (route) => route.abort());
    await page.goto(`${base}/portal/obras/${obra.id}`);
    await expectText(page, 'No se pudo cargar el mapa.');
    await title(page, obra.nombre).waitFor();
    await expectText(page, 'Punto en 20.965020, -89.624010');
  });

  test('by the keyboard alone: the map is moved, the work marked, and deleted after a question', async () => {
    const obra = await makeWhole();
    const { page } = await visit('admin', `/obras/${obra.id}`);
    await page.locator('.mapa-ficha canvas').waitFor();
    const PICTURE = `document.querySelector('.mapa-ficha canvas').toDataURL()`;
    const picture = () => page.evaluate<string>(PICTURE);
    const otherThan = (one: string) => until(page, `${PICTURE} !== ${JSON.stringify(one)}`);
    await tabTo(page, /^Favorita$/);
    for (const [method, status] of Object.entries({ POST: 201, DELETE: 200 })) {
      const answer = page.waitForResponse((one) => one.request().method() === method);
      await page.keyboard.press('Space');
      const star = page.locator(`[aria-pressed="${method === 'POST'}"]`, { hasText: 'Favorita' });
      await star.waitFor();
      assert.equal((await answer).status(), status);
    }
    await tabTo(page, /^Mapa: flechas/);
    const first = await picture();
    await page.keyboard.press('ArrowRight');
    await otherThan(first);
    const moved = await picture();
    await page.keyboard.press('+');
    await otherThan(moved);
    await page.locator('h1').focus();
    const remove = async () => {
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Eliminar' }).waitFor();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
    };
    await tabTo(page, /^Más acciones$/);
    await remove();
    await page.keyboard.press('Escape');
    await expectGone(page.getByRole('dialog'));
    // The focus is where it was, a frame later.
    await expectFocus(page, 'Más acciones');
    await remove();
    await tabTo(page, /^Eliminar la obra$/);
    await page.keyboard.press('Enter');
    await expectText(page, `Se eliminó la obra «${obra.nombre}».`);
  });

  test('where the registry is read in public, the sheet needs no session and offers nothing that does', async () => {
    const at = await publicBase();
    const answer = await fetch(`${at}/obras?limit=1`);
    const [obra] = (await answer.json()) as [Obra];
    const { page } = await visit('nobody', `/obras/${obra.id}`, { at });
    await title(page, obra.nombre).waitFor();
    await page.getByText(obra.claveUnica).waitFor();
    await page.getByRole('button', { name: 'Copiar enlace' }).waitFor();
    await press(page, 'Más acciones');
    for (const name of ['Favorita', 'Editar', 'Historial', 'Eliminar']) {
      assert.equal(await page.getByText(name, { exact: true }).count(), 0, name);
    }
  });
});
