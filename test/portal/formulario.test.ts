import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  addPlace,
  announced,
  fillObra,
  find,
  newKey,
  type Obra,
  paste,
  readObra,
  register,
  registered,
  save,
  saveAnyway,
  saved,
  tableOf,
  theMap,
  theQuestion,
  theSummary,
  theWorkWith,
  worksWith,
} from './formulario-pasos.ts';
import {
  boxOf,
  choose,
  eventually,
  expectAlert,
  expectGone,
  expectText,
  expectValue,
  press,
  seek,
} from './gestures.ts';
import {
  assertAccessible,
  assertFits,
  base,
  EVERY_SIZE,
  fetchJson,
  makeObra,
  people,
  place,
  refuse,
  type Schema,
  SIZES,
  until,
  visit,
} from './portal-world.ts';

interface Sent {
  method: string;
  body: Record<string, unknown>;
  key: string | null;
  state: string | null;
}

/** From the next page on, notes what is sent to change works. */
const listen = (page: Page) =>
  page.addInitScript(`
    window.sent = [];
    const send = window.fetch;
    window.fetch = async (request, ...more) => {
      const { method, headers } = request;
      if (['POST', 'PATCH'].includes(method)) {
        window.sent.push({
          method,
          body: JSON.parse(await request.clone().text()),
          key: headers.get('idempotency-key'),
          state: headers.get('if-match'),
        });
      }
      return send(request, ...more);
    };`);
const sentBy = (page: Page) => page.evaluate<Sent[]>('window.sent');

describe('The portal: the form of a work', () => {
  test('what is wrong is told at once, by the names and in the order of the form, and leads to each field', async () => {
    const { page } = await visit('admin', '/obras/nueva', { allow: /400/ });
    // An agency is found by its siglas, and what is found is not taken yet.
    const agency = page.getByRole('combobox', { name: 'Dependencia' });
    const family = page.getByRole('option', { name: /Desarrollo Integral de la Familia/ });
    await seek(agency, 'dify', family);
    await agency.fill('');
    await page.keyboard.press('Escape');
    await press(page, 'Agregar ruta');
    await page.getByLabel('Otro vértice').fill('20.9674, -89.6237');
    await page.keyboard.press('Enter');
    await press(page, 'Agregar punto');
    await page.getByLabel('Clave única').fill('x'.repeat(51));
    await register(page);
    const summary = theSummary(page);
    await summary.waitFor();
    await page.locator('[role=alert]:focus', { hasText: 'Revise lo siguiente' }).waitFor();
    // A bullet stands beside the first line of what it is of, in however many lines.
    await page.setViewportSize({ width: 320, height: 640 });
    const wrapped = summary.getByRole('button', { name: /^Ubicación 2, dibujo/ });
    assert.ok((await boxOf(wrapped)).height > 50);
    await until(
      page,
      `getComputedStyle(document.querySelector('.piezas_resumen-errores li button')).verticalAlign === 'top'`,
    );
    await page.setViewportSize(SIZES.desk);
    assert.deepEqual(await summary.getByRole('listitem').allInnerTexts(), [
      'Nombre: es un dato obligatorio.',
      'Clave única: no debe tener más de 50 caracteres.',
      'Municipio: es un dato obligatorio.',
      'Monto: es un dato obligatorio.',
      'Ejercicio fiscal: es un dato obligatorio.',
      'Dependencia: es un dato obligatorio.',
      'Estatus: es un dato obligatorio.',
      'Ubicación 1, dibujo: debe tener líneas de dos posiciones o más.',
      'Ubicación 1, dirección: es un dato obligatorio.',
      'Ubicación 2, dibujo: marque el lugar en el mapa o escriba sus coordenadas.',
      'Ubicación 2, dirección: es un dato obligatorio.',
    ]);
    for (const [link, name] of [
      ['Monto:', 'Monto'],
      ['Municipio:', 'Municipio'],
      ['Estatus:', 'Estatus'],
      // Its ubicación was closed.
      ['Ubicación 1, dirección:', 'Dirección'],
      ['Ubicación 2, dibujo:', 'Latitud, longitud'],
    ] as const) {
      await press(summary, link);
      const at = () =>
        page.evaluate<string>(
          `(() => { const e = document.activeElement;
          return (e.labels?.[0] ?? document.getElementById(e.getAttribute('aria-labelledby')?.split(' ').pop()))?.textContent ?? '' })()`,
        );
      await eventually(at, name);
    }
    await page
      .locator('.formulario-obra_lugar .piezas_error')
      .getByText('Marque el lugar en el mapa o escriba sus coordenadas.')
      .waitFor();
    assert.equal(await page.getByText('Falta dibujar el punto.').count(), 0, 'said once');
    const dependencia = page.locator('.piezas_campo', { has: page.getByLabel('Dependencia') });
    await dependencia.locator('.piezas_error').getByText('Es un dato obligatorio.').waitFor();
    assert.doesNotMatch(await page.locator('main').innerText(), /[a-z](Id|Json)|ubicaciones\[/);
    await assertAccessible(page);
  });

  test('a key that another work has is told at its field, with a way to that work', async () => {
    const { id } = await makeObra();
    const { claveUnica } = await readObra(id);
    const { page } = await visit('admin', '/obras/nueva', { allow: /409/ });
    await fillObra(page, claveUnica, 'Repetida');
    await register(page);
    const field = page.locator('.piezas_campo', { has: page.getByLabel('Clave única') });
    await expectText(field, `Ya existe una obra con la clave única "${claveUnica}".`);
    const link = field.getByRole('link');
    assert.equal(await link.getAttribute('href'), `/portal/obras?q=${claveUnica}`);
    await assertAccessible(page);
    // Put right, it goes through.
    const clave = newKey();
    await page.getByLabel('Clave única').fill(clave);
    await registered(page);
    assert.equal((await theWorkWith(clave)).nombre, 'Repetida');
  });

  test('what is put off is sent again by itself, under the same key', async () => {
    const clave = newKey();
    const { page, context } = await visit('admin', '/obras/nueva', {
      allow: /503|429/,
      isOwn: true,
    });
    await listen(page);
    await page.reload();
    await fillObra(page, clave, 'Paciente');
    const POST = { method: 'POST', times: 1, retryAfter: 2 };
    // The later of two is asked first.
    const busy = 'El servicio está ocupado; intente de nuevo en 2 segundos.';
    const many = 'Demasiadas solicitudes; intente de nuevo en 2 segundos.';
    await refuse(context, '**/obras', 429, many, POST);
    await refuse(context, '**/obras', 503, busy, POST);
    await register(page);
    await expectText(page, busy);
    await expectText(page, /Se envía otra vez en [12] s/);
    await expectText(page, 'Demasiadas solicitudes');
    await announced(page, /Se registró/);
    const sent = await sentBy(page);
    assert.equal(sent.length, 3);
    assert.equal(new Set(sent.map(({ key }) => key)).size, 1);
    assert.match(sent[0]?.key ?? '', /^[a-z0-9]{26}$/);
    await theWorkWith(clave);
  });

  test('a correction sends what has changed and nothing else', async () => {
    const { id } = await makeObra({ ubicaciones: [place([-89.6237, 20.9674])] });
    const before = await readObra(id);
    const { page } = await visit('admin', `/obras/${id}/editar`, { isOwn: true });
    await listen(page);
    await page.reload();
    // Nothing.
    await expectText(page, 'Todavía no hay cambios.');
    await save(page);
    await announced(page, 'No hay cambios que guardar.');
    assert.deepEqual(await sentBy(page), []);

    await page.goto(`${base}/portal/obras/${id}/editar`);
    await page.getByLabel('Monto').fill('2,500.75');
    await choose(page, /Estatus/, 'Terminada');
    await choose(page, /Tipo de proyecto/, 'Sin tipo de proyecto');
    await saved(page);
    const [first] = await sentBy(page);
    assert.deepEqual(first?.body, { monto: 2500.75, estatusObraId: 6 });
    assert.match(first?.state ?? '', /^"/);

    // Another municipio of the work is that of its ubicaciones, too.
    await page.goto(`${base}/portal/obras/${id}/editar`);
    await find(page, 'Municipio', 'kanas', 'Kanasín');
    await page.getByLabel('Referencia del lugar').fill('Frente al parque');
    await save(page);
    await saveAnyway(page);
    await announced(page, 'Se guardaron los cambios.');
    const [second] = await sentBy(page);
    assert.deepEqual(Object.keys(second?.body ?? {}), ['municipioId', 'ubicaciones']);
    const { ubicaciones, municipioId, ...after } = await readObra(id);
    assert.equal(municipioId, 41);
    assert.deepEqual(
      ubicaciones.map((each) => [each.id, each.municipioId, each.referenciaLugar]),
      [[before.ubicaciones[0]?.id, 41, 'Frente al parque']],
    );
    assert.deepEqual(ubicaciones[0]?.geometriaJson, before.ubicaciones[0]?.geometriaJson);
    assert.deepEqual([after.monto, after.estatusObra.nombre], [2500.75, 'Terminada']);
  });

  test('the sheet that one came from says what was saved', async () => {
    const { id } = await makeObra({ monto: 1000 });
    const { page } = await visit('admin', `/obras/${id}`);
    await page.getByText('$1,000.00').first().waitFor();
    await page.getByRole('link', { name: 'Editar' }).click();
    await page.getByLabel('Monto').fill('2000');
    await saved(page);
    await page.locator('.ficha_cifras').getByText('$2,000.00').waitFor();
  });

  test('only active records are offered, and the one that the work has', async () => {
    const made = await fetchJson<{ id: number }>('POST', '/dependencias', {
      nombre: `Extinta ${process.pid}`,
    });
    const { id } = await makeObra({ dependenciaId: made.id });
    await fetchJson('DELETE', `/dependencias/${made.id}`);
    const { page } = await visit('admin', `/obras/${id}/editar`);
    const field = page.getByRole('combobox', { name: 'Dependencia', exact: true });
    await field.waitFor();
    await expectValue(field, `Extinta ${process.pid}`);
    await page.getByLabel('Descripción').fill('Con otra descripción');
    await saved(page);
    assert.equal((await readObra(id)).dependencia.id, made.id);

    await page.goto(`${base}/portal/obras/nueva`);
    await seek(field, 'Extinta', page.getByText('Ninguna dependencia activa se llama así.'));
  });

  test('doubts about a place are told before sending, each with what puts it right', async () => {
    const clave = newKey();
    const { page } = await visit('admin', '/obras/nueva');
    await fillObra(page, clave, 'Dudosa');
    await press(page, 'Agregar punto');
    await theMap(page);
    await page.getByLabel('Dirección').fill('Calle 1');
    const point = page.getByLabel('Latitud, longitud');

    await point.fill('-89.6237, 20.9674');
    await page.keyboard.press('Enter');
    await expectText(page, 'La latitud y la longitud parecen estar al revés.');
    await press(page, 'Intercambiar');
    assert.deepEqual(await tableOf(page), [[-89.6237, 20.9674]]);
    await expectGone(page.getByText('parecen estar al revés'));

    await point.fill('19.4326, -99.1332');
    await page.keyboard.press('Enter');
    await expectText(page, 'Queda fuera de Yucatán: 19.432600, -99.133200.');

    // In Progreso, while the work is said to be in Mérida.
    await point.fill('21.2817, -89.6653');
    await page.keyboard.press('Enter');
    await expectText(page, /¿Es Mérida\? .* queda en Progreso\./);
    await press(page, 'Cambiar el municipio de la obra a Progreso');
    await expectGone(page.getByText('¿Es Mérida?'));
    const municipio = page.getByRole('combobox', { name: 'Municipio', exact: true });
    await expectValue(municipio, 'Progreso');

    // Two places, of which one lies elsewhere.
    const lot = ['20.96, -89.63', '20.97, -89.62', '20.96, -89.62', '20.97, -89.63'];
    await addPlace(page, 'polígono', ...lot);
    await page.getByLabel('Dirección').fill('Lote');
    await expectText(page, /Los lados del polígono se cruzan cerca de 20\.965/);
    await press(page, 'Bajar el vértice 2');
    await expectGone(page.getByText('Los lados del polígono se cruzan'));
    await press(page, 'Cambiar sólo esta ubicación a Mérida');
    await expectGone(page.getByText('¿Es Progreso?'));
    await register(page);
    // No doubt is left: nothing is asked.
    await announced(page, /Se registró/);
    const { ubicaciones, municipio: ofWork } = await theWorkWith(clave);
    assert.equal(ofWork.nombre, 'Progreso');
    assert.deepEqual(
      ubicaciones.map(({ municipioId }) => municipioId),
      [59, 50],
    );
  });

  test('a doubt forbids nothing: a work may lie outside the state, once somebody has said so', async () => {
    const clave = newKey();
    const { page } = await visit('admin', '/obras/nueva', { allow: /400/ });
    await fillObra(page, clave, 'Lejana');
    await page.getByLabel('Nombre').fill('');
    await addPlace(page, 'punto', '19.4326, -99.1332');
    await expectText(page, 'Queda fuera de Yucatán');
    await page.getByLabel('Dirección').fill('Oficina en la capital');
    await register(page);
    const dialog = theQuestion(page);
    await expectText(dialog, 'Ubicación 1: Queda fuera de Yucatán: 19.432600, -99.133200.');
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await expectGone(dialog);
    assert.deepEqual(await worksWith(clave), []);
    // It is asked again until it is answered, and not after that.
    await press(page, 'Registrar y seguir con otra');
    await saveAnyway(page);
    await page.getByRole('button', { name: 'Nombre: es un dato obligatorio.' }).waitFor();
    await page.getByLabel('Nombre').fill('Lejana');
    await registered(page);
    const { id, ubicaciones } = await theWorkWith(clave);
    assert.deepEqual(ubicaciones[0]?.geometriaJson.coordinates, [-99.1332, 19.4326]);

    // A place that is registered is not asked about again, but for another municipio or another position.
    await page.goto(`${base}/portal/obras/${id}/editar`);
    await page.getByLabel('Monto').fill('77');
    await saved(page);
    await page.goto(`${base}/portal/obras/${id}/editar`);
    await page.getByLabel('Latitud del punto 1').fill('19.5');
    await save(page);
    await expectText(dialog, 'Queda fuera de Yucatán: 19.500000, -99.133200.');
    await saveAnyway(page);
    await announced(page, 'Se guardaron los cambios.');
  });

  test('a road with one pair swapped is not saved unasked, and is put right with a button', async () => {
    const clave = newKey();
    const { page } = await visit('admin', '/obras/nueva');
    await fillObra(page, clave, 'Camino a la Antártida');
    await press(page, 'Agregar ruta');
    await theMap(page);
    await page.getByLabel('Dirección').fill('Calle 1');
    await paste(page, '20.9674, -89.6237\n-89.62, 20.97\n20.98, -89.61\n20.99, 89.6');
    const swapped =
      'La latitud y la longitud parecen estar al revés en 1 de los 4 vértices: -89.620000, 20.970000.';
    const sign =
      'Queda fuera de Yucatán; parece que falta o sobra un signo en 1 de los 4 vértices: 20.990000, 89.600000.';
    await expectText(page, swapped);
    await register(page);
    const dialog = theQuestion(page);
    await expectText(dialog, swapped);
    await press(dialog, 'Intercambiar');
    await expectGone(dialog.getByText(swapped));
    await expectText(dialog, sign);
    await press(dialog, 'Corregir el signo');
    await expectGone(dialog);
    assert.deepEqual(await worksWith(clave), []);
    await until(page, `document.activeElement.textContent === 'Registrar la obra'`);
    await page.keyboard.press('Enter');
    await announced(page, /Se registró/);
    const [ruta] = (await theWorkWith(clave)).ubicaciones;
    assert.deepEqual(ruta?.geometriaJson.coordinates, [
      [-89.6237, 20.9674],
      [-89.62, 20.97],
      [-89.61, 20.98],
      [-89.6, 20.99],
    ]);
  });

  test('two vertices more than 100 km apart are asked about, and the map goes to what is pasted and typed', async () => {
    const clave = newKey();
    const { page } = await visit('admin', '/obras/nueva');
    await fillObra(page, clave, 'Con un salto');
    await press(page, 'Agregar ruta');
    await theMap(page);
    await page.getByLabel('Dirección').fill('Carretera');
    const cross = async () =>
      (await page.locator('.dibujo_cruz-en').innerText()).split(', ').map(Number) as [
        number,
        number,
      ];
    const goesTo = (latitude: number, longitude: number) =>
      eventually(async () => {
        const [y, x] = await cross();
        return Math.abs(y - latitude) < 0.02 && Math.abs(x - longitude) < 0.02;
      }, true);
    await paste(page, '20.97, -89.62\n20.98, -89.61');
    await goesTo(20.975, -89.615);
    // Still in Yucatán, but no road goes that far without a bend.
    await page.getByLabel('Longitud del vértice 2').fill('-88.20');
    await page.keyboard.press('Tab');
    await goesTo(20.975, -88.91);
    const jump =
      'Entre dos vértices seguidos hay 147.44 km: de 20.970000, -89.620000 a 20.980000, -88.200000.';
    await expectText(page, jump);
    await register(page);
    await expectText(theQuestion(page), jump);
    await press(theQuestion(page), 'Seguir corrigiendo');
    assert.deepEqual(await worksWith(clave), []);
    await page.getByLabel('Longitud del vértice 2').fill('-89.60');
    await page.keyboard.press('Tab');
    await expectGone(page.getByText(jump));
    await registered(page);
    // Once it is registered, nobody is asked again.
    await theWorkWith(clave);
  });

  test('a place is found by its name or its coordinates, and the map goes there', async () => {
    const { page } = await visit('admin', '/obras/nueva', { size: 'phone' });
    await press(page, 'Agregar punto');
    await theMap(page);
    const field = page.getByRole('combobox', { name: 'Buscar un lugar en el mapa' });
    const options = () => page.getByRole('option').allInnerTexts();
    const isAt = (latitude: number, longitude: number) =>
      eventually(async () => {
        const [y = 0, x = 0] = (await page.locator('.dibujo_cruz-en').innerText())
          .split(', ')
          .map(Number);
        return Math.abs(y - latitude) < 0.03 && Math.abs(x - longitude) < 0.03;
      }, true);
    const look = async (text: string) => {
      await field.click();
      await field.fill(text);
    };
    // By keys: what is likeliest, without the list.
    await look('tizimin');
    await page.getByRole('option').first().filter({ hasText: 'Municipio' }).waitFor();
    await page.keyboard.press('Enter');
    await isAt(21.249, -87.908);
    await expectValue(field, 'Tizimín');
    // Both a municipio and a localidad.
    await look('Mérida');
    await eventually(
      async () => (await options()).slice(0, 2),
      ['Mérida\nMunicipio', 'Mérida\nLocalidad de Mérida'],
    );
    await page.getByRole('option').nth(1).click();
    await isAt(20.97, -89.62);
    await look('calle 60');
    await expectText(page.getByRole('option').first(), 'Calle 60');
    await look('16N 227000 2320000');
    await page
      .getByRole('option')
      .getByText(/Coordenadas/)
      .waitFor();
    await page.keyboard.press('Enter');
    await isAt(20.962, -89.625);
    await look('227000 2320000');
    await page.getByRole('option').getByText('Falta la zona').waitFor();
    await page.keyboard.press('Enter');
    await expectText(page, 'escriba también la zona, como en 16N');
    await look('x'.repeat(10_000));
    await expectText(page, 'Ningún municipio, localidad, calle ni cruce se llama así');
    // Nothing was drawn, and the form was not sent.
    assert.equal(await theSummary(page).count(), 0);
    await expectText(page, 'Punto: sin dibujar');
    await page.setViewportSize({ width: 320, height: 640 });
    await page.keyboard.press('Escape');
    await assertAccessible(page);
    await assertFits(page);
    // Pasted and typed places are read by the same rules.
    await paste(page, 'X=227000 Y=2320000 zona 16\n20,87; -89,52');
    await expectText(page, 'Punto: 2 puntos');
    const [first, second] = await tableOf(page);
    assert.ok(Math.abs((first?.[1] ?? 0) - 20.962) < 0.01 && (first?.[0] ?? 0) < -89.6);
    assert.deepEqual(second, [-89.52, 20.87]);
  });

  test('localidades of the municipio are suggested, and another is taken as it was typed', async () => {
    const clave = newKey();
    const { page } = await visit('admin', '/obras/nueva');
    await fillObra(page, clave, 'Con localidad');
    await addPlace(page, 'punto', '21.04, -89.55');
    await page.getByLabel('Dirección').fill('Calle 1');
    const field = page.getByRole('combobox', { name: 'Localidad de referencia' });
    await field.fill('chol');
    // As long as they are on their way there is nothing to open.
    await eventually(async () => {
      const isChosen = async () => (await field.getAttribute('aria-activedescendant')) !== null;
      if (!(await isChosen())) await page.keyboard.press('ArrowDown');
      return isChosen();
    }, true);
    const [listId, optionId] = await Promise.all(
      ['aria-controls', 'aria-activedescendant'].map((name) => field.getAttribute(name)),
    );
    assert.equal(await field.getAttribute('aria-expanded'), 'true');
    assert.equal(await page.locator(`[id="${listId}"]`).getAttribute('role'), 'listbox');
    assert.equal(await page.locator(`[id="${optionId}"]`).getAttribute('role'), 'option');
    await assertAccessible(page);
    await page.keyboard.press('Enter');
    await expectGone(page.getByRole('listbox'));
    await assertAccessible(page);
    await expectValue(field, 'Cholul');
    await registered(page);
    const { id, ubicaciones } = await theWorkWith(clave);
    assert.equal(ubicaciones[0]?.localidadReferencia, 'Cholul');
    await page.goto(`${base}/portal/obras/${id}/editar`);
    await page.getByRole('button', { name: /Ubicación 1/ }).waitFor();
    await expectValue(field, 'Cholul');
    await field.fill('Colonia que nadie conoce');
    await page.keyboard.press('Tab');
    await expectValue(field, 'Colonia que nadie conoce');
    await saved(page);
    const [place] = (await readObra(id)).ubicaciones;
    assert.equal(place?.localidadReferencia, 'Colonia que nadie conoce');
  });

  test('a long table of vertices scrolls in itself, to what was added and to what is chosen', async () => {
    const { page } = await visit('admin', '/obras/nueva', { size: 'phone' });
    await press(page, 'Agregar ruta');
    await theMap(page);
    const line = Array.from({ length: 60 }, (_, i) => `${20.9 + i / 1000}, -89.62`);
    await paste(page, line.join('\n'));
    const table = page.locator('.formulario-obra_filas-todas');
    await page.getByLabel('Latitud del vértice 60', { exact: true }).waitFor();
    const [height, whole] = (await table.evaluate((all) => [
      all.clientHeight,
      all.scrollHeight,
    ])) as [number, number];
    assert.ok(height < 430 && whole > 3 * height, `${height} of ${whole}`);
    await page.getByLabel('Otro vértice').fill('20.99, -89.62');
    await page.keyboard.press('Enter');
    const isShown = (label: string) =>
      page.getByLabel(label, { exact: true }).evaluate((field) => {
        const row = field.getBoundingClientRect();
        const box = field.closest('.formulario-obra_filas-todas')?.getBoundingClientRect();
        return box !== undefined && row.top >= box.top && row.bottom <= box.bottom + 1;
      });
    await eventually(() => isShown('Latitud del vértice 61'), true);
    await press(page, 'Terminar');
    await press(page, 'Vértice siguiente');
    await eventually(() => isShown('Latitud del vértice 1'), true);
  });

  test('a polygon with a hole stretches neither the map nor its buttons', async () => {
    const ring = (count: number, radius: number) =>
      Array.from({ length: count + 1 }, (_, i) => {
        const angle = ((i % count) / count) * 2 * Math.PI;
        return [-89.62 + radius * Math.cos(angle), 20.97 + radius * Math.sin(angle)];
      });
    const { page } = await visit('admin', '/obras/nueva');
    await press(page, 'Agregar polígono');
    await theMap(page);
    const heights = () =>
      page
        .locator('.dibujo_botones .piezas_boton')
        .evaluateAll((buttons) => [
          ...new Set(buttons.map((button) => Math.round(button.getBoundingClientRect().height))),
        ]);
    const before = await heights();
    assert.equal(before.length, 1);
    const coordinates = [ring(30, 0.01), ring(20, 0.004)];
    await paste(page, JSON.stringify({ type: 'Polygon', coordinates }));
    await expectText(page, 'Hueco 1 de la parte 1');
    assert.deepEqual(await heights(), before);
  });

  test('an amount says how it is understood, and what is none stays as it was typed', async () => {
    const clave = newKey();
    const { page } = await visit('admin', '/obras/nueva', { allow: /400/, isOwn: true });
    await listen(page);
    await page.reload();
    await fillObra(page, clave, 'Con monto');
    const field = page.getByLabel('Monto');
    const around = page.locator('.piezas_campo.piezas_monto');
    assert.equal(await field.getAttribute('inputmode'), 'decimal');
    await field.fill('');
    await field.pressSequentially('1.250.000,50');
    await page.keyboard.press('Tab');
    await around.getByText('Se entiende $1,250,000.50, $1.25 millones', { exact: true }).waitFor();
    assert.equal(await field.inputValue(), '1.250.000,50');
    assert.equal(await around.locator('.piezas_error').count(), 0);
    await field.fill('');
    await field.focus();
    await page.keyboard.insertText('mil');
    await page.keyboard.press('Tab');
    const fault = 'No se entiende «mil»; escriba la cantidad como 1250000.50.';
    await around.locator('.piezas_error').getByText(fault, { exact: true }).waitFor();
    assert.equal(await field.inputValue(), 'mil');
    assert.equal(await around.locator('.piezas_ayuda').getByText('Se entiende').count(), 0);
    await assertAccessible(page);

    // Sent all the same, it is refused, and told with everything else that is wrong.
    await field.fill('1.250');
    await page.getByLabel('Nombre').fill('');
    await page.keyboard.press('Enter');
    const summary = theSummary(page);
    await summary.waitFor();
    assert.deepEqual(await summary.getByRole('listitem').allInnerTexts(), [
      'Nombre: es un dato obligatorio.',
      'Monto: «1.250» puede leerse de dos maneras; escriba la cantidad como 1250000.50.',
    ]);
    await press(summary, /^Monto/);
    await eventually(() => field.evaluate((input) => input.matches(':focus')), true);
    assert.equal(await field.inputValue(), '1.250');
    assert.deepEqual(await worksWith(clave), []);

    // The draft keeps it as it was typed.
    await page.reload();
    await press(page, /Continuar con lo que había escrito/);
    await around
      .locator('.piezas_error')
      .getByText('«1.250» puede leerse de dos maneras')
      .waitFor();
    assert.equal(await field.inputValue(), '1.250');
    await page.getByLabel('Nombre').fill('Con monto');
    // Sent from within the field, without leaving it.
    await field.fill('1250,50');
    await page.keyboard.press('Enter');
    await announced(page, /Se registró/);
    const obra = await theWorkWith(clave);
    assert.equal(obra.monto, 1250.5);
    await page.goto(`${base}/portal/obras/${obra.id}/editar`);
    assert.equal(await field.inputValue(), '1250.50');
  });

  test('degrees that can’t be read stay as they were typed, beside a sentence, and the vertex where it was', async () => {
    const { id } = await makeObra({ ubicaciones: [place([-89.6237, 20.9674])] });
    const { page } = await visit('admin', `/obras/${id}/editar`);
    await theMap(page);
    const latitude = page.getByLabel('Latitud del punto 1');
    for (const [text, sentence] of [
      ['2O.97', 'No se entiende; sigue en 20.9674.'],
      ['', 'No se entiende; sigue en 20.9674.'],
      ['1e1', 'No se entiende; sigue en 20.9674.'],
      ['209674', 'Va de -90 a 90; sigue en 20.9674.'],
    ] as const) {
      await latitude.fill(text);
      await page.keyboard.press('Tab');
      await page.locator('.formulario-obra_grados').getByText(sentence).waitFor();
      assert.equal(await latitude.inputValue(), text);
      assert.equal(await latitude.getAttribute('aria-invalid'), 'true');
    }
    await assertAccessible(page);
    await latitude.fill('20,97');
    await page.keyboard.press('Tab');
    assert.equal(await page.locator('.formulario-obra_grados .piezas_error').count(), 0);
    assert.deepEqual(await tableOf(page), [[-89.6237, 20.97]]);
  });

  test('ubicaciones change places and are removed', async () => {
    const { id } = await makeObra({
      ubicaciones: ['A', 'B', 'C'].map((direccion, i) =>
        place([-89.62 - i / 100, 20.96], { direccion, orden: (i + 1) * 10 }),
      ),
    });
    const ids = (await readObra(id)).ubicaciones.map((each) => each.id);
    const { page } = await visit('admin', `/obras/${id}/editar`);
    await press(page, 'Subir la ubicación 3');
    await press(page, 'Quitar la ubicación 1');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await assertAccessible(page);
    await press(dialog, 'Quitar');
    await expectGone(dialog);
    await until(page, `document.activeElement.textContent.includes('Agregar punto')`);
    await saved(page);
    const { ubicaciones } = await readObra(id);
    assert.deepEqual(
      ubicaciones.map((each) => [each.id, each.direccion]),
      [
        [ids[2], 'C'],
        [ids[1], 'B'],
      ],
    );
  });

  test('another work follows right after, with the same office and year', async () => {
    const [one, other] = [newKey(), newKey()];
    const { page } = await visit('admin', '/obras/nueva');
    await fillObra(page, one, 'Primera');
    await press(page, 'Registrar y seguir con otra');
    await announced(page, /Se registró la obra «Primera»/);
    await until(page, `document.querySelector('[name=nombre]').value === ''`);
    await page.getByLabel('Nombre').fill('Segunda');
    await page.getByLabel('Clave única').fill(other);
    await page.getByLabel('Monto').fill('5');
    await choose(page, /Estatus/, 'Planeada');
    await register(page);
    await announced(page, /Se registró la obra «Segunda»/);
    const [first, second] = [await theWorkWith(one), await theWorkWith(other)];
    assert.notEqual(first.id, second.id);
    assert.equal(second.dependencia.id, first.dependencia.id);
    assert.equal(second.ejercicioFiscal.anio, 2026);
  });

  test('text of the registry never becomes markup', async () => {
    const nombre = '<img src=x onerror="document.title=1"> & <b>negritas</b>';
    const ubicaciones = [place([-89.62, 20.96], { direccion: nombre })];
    const { id } = await makeObra({ nombre, ubicaciones });
    const { page } = await visit('admin', `/obras/${id}/editar`);
    await page.getByRole('heading', { name: `Corregir «${nombre}»` }).waitFor();
    assert.equal(await page.getByLabel('Nombre').inputValue(), nombre);
    assert.equal(await page.locator('main img, main b').count(), 0);
  });

  test('a reader is told that the form is not theirs', async () => {
    const { id } = await makeObra();
    const { page } = await visit('user', `/obras/${id}/editar`);
    await page.getByRole('heading', { name: 'Sólo para administradores' }).waitFor();
  });

  test('a work that is not there', async () => {
    const { page } = await visit('admin', '/obras/99999999/editar', { allow: /404/ });
    await expectText(page, 'Obra 99999999 no encontrada.');
  });

  for (const size of EVERY_SIZE) {
    test(`the form is accessible and fits (${size})`, async () => {
      const direccion = 'Calle con un nombre que es bastante largo para una pantalla pequeña';
      const line = 'LINESTRING (-89.62 20.96, -89.61 20.97, -89.6 20.96)';
      const { id } = await makeObra({ ubicaciones: [place(line, { direccion })] });
      const { page } = await visit('admin', `/obras/${id}/editar`, { size });
      await theMap(page);
      await page.getByText('Pegar coordenadas o GeoJSON').click();
      await assertAccessible(page);
      await assertFits(page);
      const small = await page.evaluate<string[]>(
        `[...document.querySelectorAll('main :is(button, input:not([type=radio]), summary, a.piezas_boton)')].filter((e) => {
          const { width, height } = e.getBoundingClientRect();
          return width > 1 && (width < 24 || height < 24);
        }).map((e) => e.outerHTML.slice(0, 120))`,
      );
      assert.deepEqual(small, []);
    });
  }

  test('more ubicaciones than the registry takes are not offered', async () => {
    const { id } = await makeObra({
      ubicaciones: Array.from({ length: 500 }, (_, i) => place([-89.62 + i / 10_000, 20.96])),
    });
    const { page } = await visit('admin', `/obras/${id}/editar`);
    await expectText(page, 'Una obra tiene hasta 500 ubicaciones.');
    assert.ok(await page.getByRole('button', { name: 'Agregar punto' }).isDisabled());
    await page.getByLabel('Descripción').fill('Quinientas');
    await saved(page);
    const { ubicaciones, descripcion }: Obra = await readObra(id);
    assert.deepEqual([ubicaciones.length, descripcion], [500, 'Quinientas']);
  });

  test('what is refused for a role that was lost is told', async () => {
    const clave = newKey();
    const { page } = await visit('admin2', '/obras/nueva', { allow: /403/ });
    await fillObra(page, clave, 'Sin permiso');
    const users = await fetchJson<Schema<'UsuarioResumen'>[]>('GET', '/users');
    const me = users.find(({ email }) => email === people.admin2.email);
    await fetchJson('PATCH', `/users/${me?.id}`, { roles: 'user' });
    try {
      await register(page);
      await expectAlert(page, /^Su cuenta no tiene permiso para esto/);
    } finally {
      await fetchJson('PATCH', `/users/${me?.id}`, { roles: 'admin' });
    }
    assert.equal((await worksWith(clave)).length, 0);
    await registered(page);
  });
});
