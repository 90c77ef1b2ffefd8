import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { session } from '../process.ts';
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
  callAsAdmin,
  EVERY_SIZE,
  fetchJson,
  gate,
  makeObra,
  people,
  place,
  publicBase,
  type Schema,
  until,
  visit,
} from './portal-world.ts';
import { makeClerk, makeDependencia } from './seguimiento-pasos.ts';

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

describe('The portal: the sheet of a work', () => {
  test('it says all that the registry answers, with the places as text and on a map', async () => {
    const obra = await makeWhole();
    const { page } = await visit('user', `/obras/${obra.id}`);
    await title(page, obra.nombre).waitFor();
    await page.getByRole('region', { name: `Mapa de las ubicaciones de ${obra.nombre}` }).waitFor();
    const text = await textOf(page);
    for (const part of written(obra)) assert.ok(text.includes(part), `${part}\n${text}`);
    assert.equal(await page.title(), `${obra.nombre} – Registro de Obras Públicas`);
    await page.getByText('Coordenadas (latitud, longitud)').first().click();
    await expectText(page, '20.958400, -89.623700');
  });

  for (const size of EVERY_SIZE) {
    test(`axe finds nothing on it, with its dialog open too (${size})`, async () => {
      const obra = await makeWhole();
      const { page } = await visit('admin', `/obras/${obra.id}`, { size });
      await page.locator('.mapa-ficha canvas').waitFor();
      await assertAccessible(page);
      await assertFits(page);
      await act(page, 'Eliminar');
      await page.getByRole('dialog', { name: 'Eliminar esta obra' }).waitFor();
      await assertAccessible(page);
    });
  }

  test('a phone shows what it costs, how it stands, where and whose it is before anybody scrolls', async () => {
    const obra = await makeWhole({ nombre: 'Rehabilitación de la calle 60, segunda etapa' });
    for (const who of ['user', 'admin'] as const) {
      const { page, leave } = await visit(who, `/obras/${obra.id}`, { size: 'phone' });
      const figure = page.locator('.ficha_cifras').getByText('$1.25 millones', { exact: true });
      const shown = [
        page.getByRole('main').getByRole('link', { name: obra.municipio.nombre, exact: true }),
        page.getByRole('link', { name: obra.dependencia.nombre }),
        page.locator('[aria-current="step"]', { hasText: 'En proceso' }),
        figure,
      ];
      const below = await boxOf(page.locator('.piezas_pestanas'));
      for (const part of shown) {
        const { y, height } = await boxOf(part);
        assert.ok(y + height < below.y, `${y} ${height} ${below.y}`);
      }
      // One amount in a place: the exact one is among the facts.
      assert.equal(await figure.getAttribute('title'), '$1,250,000.50');
      await page.getByText('$1,250,000.50', { exact: true }).waitFor();
      await leave();
    }
  });

  test('a line of stages has a dot where the work is today, and none is passed by one that was stopped', async () => {
    const nombres = await fetchJson<{ id: number; nombre: string }[]>('GET', '/estatus-obra');
    const nameOf = (id: number) => nombres.find((one) => one.id === id)?.nombre;
    const way = [1, 2, 3, 4, 6].map(nameOf);
    const { page } = await visit('user', '/ayuda');
    const line = page.getByRole('list', { name: 'Etapas' });
    for (const [id, passed] of [
      [1, 0],
      [4, 3],
      [6, 4],
      [5, 0],
      [7, 0],
    ] as const) {
      const obra = await makeWhole({ estatusObraId: id });
      await go(page, `/obras/${obra.id}`);
      await line.getByText(way[0] as string).waitFor();
      const stopped = [5, 7].includes(id) ? [nameOf(id)] : [];
      assert.deepEqual(await line.getByRole('listitem').allInnerTexts(), [...way, ...stopped]);
      assert.equal(await line.locator('[aria-current="step"]').innerText(), nameOf(id));
      assert.equal(await line.locator('.ficha_pasada').count(), passed);
    }
  });

  test('one thing to do stands by itself, by person and state; all else is behind «⋯», as links where it leads', async () => {
    const dependencia = await makeDependencia();
    const clerk = await makeClerk([dependencia.id]);
    const obra = await makeWhole({ dependenciaId: dependencia.id });
    const over = await makeWhole({ dependenciaId: dependencia.id, estatusObraId: 6 });
    for (const [who, id, first, rest] of [
      ['user', obra.id, 'Copiar enlace', ['Imprimir']],
      [clerk, obra.id, 'Reportar avance', ['Copiar enlace', 'Imprimir']],
      [clerk, over.id, 'Copiar enlace', ['Reportar avance', 'Imprimir']],
      [
        'admin',
        obra.id,
        'Editar',
        ['Reportar avance', 'Copiar enlace', 'Imprimir', 'Historial', 'Eliminar'],
      ],
    ] as const) {
      const { page, leave } = await visit(who, `/obras/${id}`);
      const head = page.locator('.piezas_acciones').first();
      await head.getByText(first, { exact: true }).waitFor();
      await press(page, 'Más acciones');
      const items = page.getByRole('menuitem');
      assert.deepEqual(await items.allInnerTexts(), rest);
      await assertAccessible(page);
      if (who === 'admin') {
        const history = page.getByRole('menuitem', { name: 'Historial' });
        assert.equal(await history.getAttribute('href'), `/portal/obras/${id}/historial`);
        await history.click();
        await page.waitForURL(`${base}/portal/obras/${id}/historial`);
      }
      await leave();
    }
  });

  test('a work that is still «En proceso» years after its own is remarked on, in the list too', async () => {
    const years = await fetchJson<{ id: number; anio: number }[]>('GET', '/ejercicio-fiscal');
    const yearOf = (anio: number) => years.find((one) => one.anio === anio)?.id;
    const now = Number(new Intl.DateTimeFormat('en', { year: 'numeric' }).format(new Date()));
    const old = years.find(({ anio }) => anio <= now - 2);
    const word = `rezago${process.pid}`;
    const [late] = [
      await makeWhole({ nombre: `Obra ${word} vieja`, ejercicioFiscalId: old?.id }),
      await makeWhole({
        nombre: `Obra ${word} terminada`,
        ejercicioFiscalId: old?.id,
        estatusObraId: 6,
      }),
      await makeWhole({
        nombre: `Obra ${word} de antes`,
        ejercicioFiscalId: yearOf(now - 1) ?? yearOf(now),
      }),
    ];
    const { page } = await visit('user', `/obras?q=${word}&vista=lista`);
    await expectText(page, `hace ${now - (old?.anio ?? 0)} años`);
    assert.equal(await page.locator('.lista [data-obra]').count(), 3);
    assert.equal(await page.locator('.lista .piezas_rezago').count(), 1);
    await page.goto(`${base}/portal/obras/${late?.id}`);
    await expectText(
      page,
      `Sigue en proceso, y su ejercicio fiscal, ${old?.anio}, es de hace ${now - (old?.anio ?? 0)} años.`,
    );
    await assertAccessible(page);
  });

  test('a work without places says so and has no map', async () => {
    const obra = await makeWhole({ ubicaciones: [], descripcion: '', tipoProyectoId: null });
    const { page } = await visit('user', `/obras/${obra.id}`);
    await expectText(page, 'Esta obra no tiene ubicaciones registradas');
    await expectText(page, 'Sin descripción.');
    assert.equal(await page.locator('.mapa-ficha').count(), 0);
  });

  test('what somebody wrote stays text', async () => {
    const markup = '<img src=x onerror=alert(1)>';
    const obra = await makeWhole({
      nombre: markup,
      descripcion: `${markup} <b>fuerte</b>`,
      ubicaciones: [{ ...PLACES[2], direccion: markup, referenciaLugar: markup }],
    });
    const { page } = await visit('admin', `/obras/${obra.id}`);
    page.on('dialog', () => assert.fail('the markup ran'));
    await title(page, markup).waitFor();
    await expectText(page, `${markup} <b>fuerte</b>`);
    await page.locator('.mapa-ficha canvas').waitFor();
    await act(page, 'Eliminar');
    await page.getByRole('dialog').getByText(markup).waitFor();
    assert.equal(await page.locator('img').count(), 0);
  });

  test('on paper stands everything, with the coordinates, the day, the person and the address, and no button', async () => {
    const obra = await makeWhole();
    const { page } = await visit('user', `/obras/${obra.id}`);
    await page.locator('.mapa-ficha canvas').waitFor();
    await page.evaluate(`addEventListener('beforeprint', () => { window.wasTold = true; })`);
    const pdf = await page.pdf({ format: 'Letter' });
    assert.ok(pdf.length > 10_000);
    // The drawing for paper hangs on it.
    assert.ok(await page.evaluate('window.wasTold'));
    await page.emulateMedia({ media: 'print' });
    const text = await textOf(page);
    const inYucatan = new Intl.DateTimeFormat('es-MX', {
      dateStyle: 'long',
      timeZone: 'America/Merida',
    });
    for (const part of [
      ...written(obra),
      '20.967400, -89.623700',
      '20.958400, -89.623700',
      '20.961600, -89.625200',
      inYucatan.format(new Date()),
      people.user.email,
      `${base}/portal/obras/${obra.id}`,
    ]) {
      assert.ok(text.includes(part), `${part}\n${text}`);
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
    await page.goto(page.url().replace(/\d+$/, String(street.id)));
    await page.locator('.mapa-ficha canvas').waitFor();
    await eventually(async () => /^(100|50) m$/.test((await scale()) ?? ''), true);
  });

  test('a work becomes a favorite and ceases to be one, as the registry has it', async () => {
    const obra = await makeWhole();
    const { page } = await visit('user', `/obras/${obra.id}`);
    const star = page.getByRole('button', { name: 'Favorita' });
    await star.waitFor();
    assert.equal(await star.getAttribute('aria-pressed'), 'false');
    const own = await session(base, people.user.email, people.user.password);
    const users = await fetchJson<{ id: string; email: string }[]>('GET', '/users');
    const id = users.find(({ email }) => email === people.user.email)?.id;
    const isFavorite = async () => {
      const answer = await own('GET', `/users/${id}/favorites?limit=1000`);
      const { data } = (await answer.json()) as { data: Obra[] };
      return data.some((one) => one.id === obra.id);
    };
    const pressed = (method: string) =>
      page.waitForResponse((answer) => answer.request().method() === method);
    let done = pressed('POST');
    await star.click();
    assert.equal((await done).status(), 201);
    await eventually(() => star.getAttribute('aria-pressed'), 'true');
    assert.ok(await isFavorite());
    await page.reload();
    await page.locator('[aria-pressed="true"]', { hasText: 'Favorita' }).waitFor();
    done = pressed('DELETE');
    await star.click();
    assert.equal((await done).status(), 200);
    await eventually(() => star.getAttribute('aria-pressed'), 'false');
    assert.ok(!(await isFavorite()));
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
    await linkTo(list[98] as Obra).click();
    await page.waitForURL(`${base}/portal/obras/${list[98]?.id}`);
    await next(99);
    await next(100);
    await page.getByRole('link', { name: 'Volver a las obras' }).click();
    await page.waitForURL(`${base}/portal/obras?municipioId=41&orden=nombre&vista=lista&pagina=2`);
  });

  test('the address of the sheet is copied', async () => {
    const obra = await makeWhole();
    const { page, context } = await visit('user', `/obras/${obra.id}?de=otra`);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await press(page, 'Copiar enlace');
    await expectText(page, 'Se copió el enlace de la obra.');
    assert.equal(
      await page.evaluate('navigator.clipboard.readText()'),
      `${base}/portal/obras/${obra.id}`,
    );
  });

  test('it is shared by the browser where that can, and copied where that fails', async () => {
    const obra = await makeWhole();
    const { page, context } = await visit('user', null, { isOwn: true });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await context.addInitScript(`
      window.shared = [];
      navigator.share = async (what) => {
        window.shared.push(what);
        if (window.refusal) throw new DOMException('', window.refusal);
      };`);
    const address = `${base}/portal/obras/${obra.id}`;
    await page.goto(`${address}?de=otra`);
    const share = page.getByRole('button', { name: 'Compartir' });
    await share.click();
    await eventually(() => page.evaluate('window.shared'), [{ title: obra.nombre, url: address }]);
    assert.equal(await page.getByRole('button', { name: 'Copiar enlace' }).count(), 0);
    // Who closes the choice wants nothing else.
    await page.evaluate(`window.refusal = 'AbortError'`);
    await share.click();
    await eventually(() => page.evaluate('window.shared.length'), 2);
    assert.equal(await page.getByText('Se copió el enlace de la obra.').count(), 0);
    await page.evaluate(`window.refusal = 'NotAllowedError'`);
    await share.click();
    await expectText(page, 'Se copió el enlace de la obra.');
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), address);
  });

  test('an administrator deletes it; the list follows, and its address leads to its history', async () => {
    const obra = await makeWhole();
    const { page } = await visit('admin', `/obras/${obra.id}`, { allow: /404/ });
    await act(page, 'Eliminar');
    const dialog = page.getByRole('dialog', { name: 'Eliminar esta obra' });
    await dialog.getByText(obra.claveUnica).waitFor();
    const many = obra.ubicaciones.length;
    await expectText(
      dialog,
      many === 1 ? /, con su ubicación\. / : `, con sus ${many} ubicaciones. `,
    );
    await press(dialog, 'Eliminar la obra');
    await expectText(page, `Se eliminó la obra «${obra.nombre}».`);
    await page.waitForURL(`${base}/portal/obras`);
    assert.equal((await callAsAdmin('GET', `/obras/${obra.id}`)).status, 404);
    await page.goto(`${base}/portal/obras/${obra.id}`);
    await title(page, 'Esta obra no existe o se eliminó').waitFor();
    await expectText(page, `Obra ${obra.id} no encontrada.`);
    await assertAccessible(page);
    await page.getByRole('link', { name: 'su historial' }).click();
    await expectText(page, `eliminó la obra «${obra.nombre}».`);
  });

  test('what somebody else changed meanwhile is not deleted, and is shown', async () => {
    const obra = await makeWhole();
    const { page } = await visit('admin', `/obras/${obra.id}`, { allow: /412/ });
    await act(page, 'Eliminar');
    await fetchJson('PATCH', `/obras/${obra.id}`, { monto: 777.25 });
    await press(page, 'Eliminar la obra');
    await expectAlert(
      page,
      'El registro cambió desde que lo consultó; consúltelo de nuevo antes de modificarlo.',
    );
    await expectText(page, '$777.25');
    assert.equal((await callAsAdmin('GET', `/obras/${obra.id}`)).status, 200);
    // Having seen it, they may.
    await act(page, 'Eliminar');
    await press(page, 'Eliminar la obra');
    await expectText(page, `Se eliminó la obra «${obra.nombre}».`);
    assert.equal((await callAsAdmin('GET', `/obras/${obra.id}`)).status, 404);
  });

  test('who only reads has nothing of an administrator, and the registry refuses it too', async () => {
    const obra = await makeWhole();
    const { page } = await visit('user', `/obras/${obra.id}`);
    await page.getByRole('button', { name: 'Favorita' }).waitFor();
    await press(page, 'Más acciones');
    for (const name of ['Editar', 'Historial', 'Eliminar']) {
      assert.equal(await page.getByText(name, { exact: true }).count(), 0, name);
    }
    await page.goto(`${base}/portal/obras/${obra.id}/historial`);
    await title(page, 'Sólo para administradores').waitFor();
    await assertAccessible(page);
    const own = await session(base, people.user.email, people.user.password);
    assert.equal((await own('DELETE', `/obras/${obra.id}`)).status, 403);
    assert.equal((await own('PATCH', `/obras/${obra.id}`, { monto: 1 })).status, 403);
    assert.equal((await own('GET', `/obras/${obra.id}/historial`)).status, 403);
  });

  test('an unknown work shows the sentence of the registry, and an address without a number the page of none', async () => {
    const { page } = await visit('user', '/obras/2000000000', { allow: /404/ });
    await expectText(page, 'Obra 2000000000 no encontrada.');
    assert.equal(await page.getByRole('link', { name: 'su historial' }).count(), 0);
    await page.goto(`${base}/portal/obras/abc`);
    await page.getByRole('heading', { name: 'No existe esta página' }).waitFor();
  });

  test('a fault of the registry is told with its sentence and its request, and tried again', async () => {
    const obra = await makeWhole();
    const { page } = await visit('user', null, { allow: /500/ });
    let isBroken = true;
    await page.route(`${base}/obras/${obra.id}`, (route) =>
      isBroken
        ? route.fulfill({
            status: 500,
            headers: { 'x-request-id': 'abc-123' },
            json: { statusCode: 500, message: 'Error interno del servidor', error: 'x' },
          })
        : route.continue(),
    );
    await page.goto(`${base}/portal/obras/${obra.id}`);
    await expectText(page, 'Error interno del servidor');
    await expectText(page, 'abc-123');
    await assertAccessible(page);
    isBroken = false;
    await press(page, 'Intentar de nuevo');
    await title(page, obra.nombre).waitFor();
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
    await page.keyboard.press('Space');
    await page.locator('[aria-pressed="true"]', { hasText: 'Favorita' }).waitFor();
    await tabTo(page, /^Mapa: flechas/);
    const first = await picture();
    await page.keyboard.press('ArrowRight');
    await otherThan(first);
    const moved = await picture();
    await page.keyboard.press('+');
    await otherThan(moved);
    await page.reload();
    await title(page, obra.nombre).waitFor();
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
    await assertAccessible(page);
  });
});
