import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { wkt } from '../wkt.ts';
import {
  addPlace,
  addVertices,
  announced,
  crossOf,
  fillObra,
  newKey,
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
  expectFieldError,
  expectGone,
  expectHeading,
  expectText,
  expectValue,
  press,
  seek,
} from './gestures.ts';
import {
  assertAccessible,
  assertFits,
  fetchJson,
  makeObra,
  place,
  refuse,
  SIZES,
  until,
  visit,
} from './portal-world.ts';
import { makeDependencia } from './seguimiento-pasos.ts';

/** From now on, notes in the page what it sends to change works: the browser does not tell the body of a request that is a copy. */
async function sentBy(page: Page) {
  await page.evaluate(`{
    window.sent = [];
    const send = window.fetch;
    window.fetch = async (request, ...more) => {
      if (['POST', 'PATCH'].includes(request.method)) {
        const body = await request.clone().json();
        window.sent.push({ headers: Object.fromEntries(request.headers), body });
      }
      return send(request, ...more);
    };
  }`);
  return () => page.evaluate<{ headers: Record<string, string>; body: object }[]>('window.sent');
}

/** Waits until the cross of the map stands within two kilometres or so of a position. */
const goesTo = (page: Page, latitude: number, longitude: number) =>
  eventually(async () => {
    const [x, y] = await crossOf(page);
    return Math.abs(y - latitude) < 0.03 && Math.abs(x - longitude) < 0.03;
  }, true);

const SMALL = `[...document.querySelectorAll(
  'main :is(button, input:not([type=radio]), summary, a.piezas_boton)')].filter((e) => {
    const { width, height } = e.getBoundingClientRect();
    return width > 1 && (width < 24 || height < 24);
  }).map((e) => e.outerHTML.slice(0, 120))`;

describe('The portal: the form of a work', () => {
  test('what is wrong is listed at once, in the order of the form, and leads to each field', async () => {
    const { page } = await visit('admin', '/obras/nueva', { allow: /400/ });
    // An agency is found by its siglas, and what is found is not taken yet.
    const agency = page.getByRole('combobox', { name: 'Dependencia' });
    const family = page.getByRole('option', { name: /Desarrollo Integral de la Familia/ });
    await seek(agency, 'dify', family);
    await seek(agency, 'nada', page.getByText('Ninguna dependencia activa se llama así.'));
    await agency.fill('');
    await page.keyboard.press('Escape');
    await press(page, 'Agregar ruta');
    await page.getByLabel('Otro vértice').fill('20.9674, -89.6237');
    await page.keyboard.press('Enter');
    await press(page, 'Agregar punto');
    await page.getByLabel('Clave única').fill('x'.repeat(51));
    await page.getByLabel('Monto').fill('1.250');
    await page.keyboard.press('Tab');
    await register(page);

    const summary = theSummary(page);
    await page.locator('[role=alert]:focus', { hasText: 'Revise lo siguiente' }).waitFor();
    assert.deepEqual(await summary.getByRole('listitem').allInnerTexts(), [
      'Nombre: es un dato obligatorio.',
      'Clave única: no debe tener más de 50 caracteres.',
      'Municipio: es un dato obligatorio.',
      'Monto: «1.250» puede leerse de dos maneras; escriba la cantidad como 1250000.50.',
      'Ejercicio fiscal: es un dato obligatorio.',
      'Dependencia: es un dato obligatorio.',
      'Estatus: es un dato obligatorio.',
      'Ubicación 1, dibujo: debe tener líneas de dos posiciones o más.',
      'Ubicación 1, dirección: es un dato obligatorio.',
      'Ubicación 2, dibujo: marque el lugar en el mapa o escriba sus coordenadas.',
      'Ubicación 2, dirección: es un dato obligatorio.',
    ]);
    const drawing = page.locator('.formulario-obra_lugar .piezas_error');
    await expectText(drawing, 'Marque el lugar en el mapa o escriba sus coordenadas.');
    await expectFieldError(page, '«1.250» puede leerse de dos maneras');
    assert.equal(await page.getByText('Falta dibujar el punto.').count(), 0, 'said once');
    assert.doesNotMatch(await page.locator('main').innerText(), /[a-z](Id|Json)|ubicaciones\[/);
    await assertAccessible(page);
    // A bullet stands beside the first line of what it is of, in however many lines.
    await page.setViewportSize({ width: 320, height: 640 });
    const wrapped = summary.getByRole('button', { name: /^Ubicación 2, dibujo/ });
    await eventually(async () => (await boxOf(wrapped)).height > 50, true);
    await until(
      page,
      `getComputedStyle(document.querySelector('.piezas_resumen-errores li button')).verticalAlign === 'top'`,
    );
    await page.setViewportSize(SIZES.desk);

    for (const [link, name] of [
      ['Monto:', 'Monto'],
      ['Municipio:', 'Municipio'],
      ['Estatus:', 'Estatus'],
      ['Ubicación 2, dibujo:', 'Latitud, longitud'],
      // Its ubicación was closed.
      ['Ubicación 1, dirección:', 'Dirección'],
    ] as const) {
      await press(summary, link);
      const at = () =>
        page.evaluate<string>(
          `(() => { const e = document.activeElement;
          return (e.labels?.[0] ?? document.getElementById(e.getAttribute('aria-labelledby')?.split(' ').pop()))?.textContent ?? '' })()`,
        );
      await eventually(at, name);
    }
  });

  test('a work with another’s key, or that is put off, is registered once; the next has its office, its year and a localidad', async () => {
    const { claveUnica } = await readObra((await makeObra()).id);
    const [one, other] = [newKey(), newKey()];
    const { page } = await visit('admin', '/obras/nueva', { allow: /409|503/ });
    await fillObra(page, claveUnica, 'Primera');
    const monto = page.getByLabel('Monto');
    await monto.fill('1.250.000,50');
    await page.keyboard.press('Tab');
    const around = page.locator('.piezas_campo.piezas_monto');
    await expectText(around, 'Se entiende $1,250,000.50, $1.25 millones');
    assert.equal(await monto.inputValue(), '1.250.000,50');
    assert.equal(await around.locator('.piezas_error').count(), 0);
    assert.equal(await monto.getAttribute('inputmode'), 'decimal');
    await monto.fill('mil');
    await page.keyboard.press('Tab');
    await expectFieldError(page, 'No se entiende «mil»; escriba la cantidad como 1250000.50.');
    assert.equal(await monto.inputValue(), 'mil');
    assert.equal(await around.locator('.piezas_ayuda').getByText('Se entiende').count(), 0);
    // Sent from within a field, without leaving it.
    await monto.fill('1250,50');
    await page.keyboard.press('Enter');
    const field = page.locator('.piezas_campo', { has: page.getByLabel('Clave única') });
    await expectText(field, `Ya existe una obra con la clave única "${claveUnica}".`);
    const link = field.getByRole('link');
    assert.equal(await link.getAttribute('href'), `/portal/obras?q=${claveUnica}`);

    await page.getByLabel('Clave única').fill(one);
    const sent = await sentBy(page);
    const busy = 'El servicio está ocupado; intente de nuevo en 2 segundos.';
    await refuse(page, '**/obras', 503, busy, { method: 'POST', times: 1, retryAfter: 2 });
    await press(page, 'Registrar y seguir con otra');
    await expectText(page, busy);
    await expectText(page, /Se envía otra vez en [12] s/);
    await announced(page, /Se registró la obra «Primera»/);
    const [key, ...again] = (await sent()).map(({ headers }) => headers['idempotency-key']);
    assert.match(key ?? '', /^[a-z0-9]{26}$/);
    assert.deepEqual(again, [key]);

    await expectValue(page.getByLabel('Nombre'), '');
    await page.getByLabel('Nombre').fill('Segunda');
    await page.getByLabel('Clave única').fill(other);
    await page.getByLabel('Monto').fill('5');
    await choose(page, /Estatus/, 'Planeada');
    await addPlace(page, 'punto', '21.04, -89.55');
    await page.getByLabel('Dirección').fill('Calle 1');
    const localidad = page.getByRole('combobox', { name: 'Localidad de referencia' });
    await localidad.fill('chol');
    // As long as they are on their way there is nothing to open.
    await eventually(async () => {
      const isChosen = async () => (await localidad.getAttribute('aria-activedescendant')) !== null;
      if (!(await isChosen())) await page.keyboard.press('ArrowDown');
      return isChosen();
    }, true);
    const [listId, optionId] = await Promise.all(
      ['aria-controls', 'aria-activedescendant'].map((name) => localidad.getAttribute(name)),
    );
    assert.equal(await localidad.getAttribute('aria-expanded'), 'true');
    assert.equal(await page.locator(`[id="${listId}"]`).getAttribute('role'), 'listbox');
    assert.equal(await page.locator(`[id="${optionId}"]`).getAttribute('role'), 'option');
    await assertAccessible(page);
    await page.keyboard.press('Enter');
    await expectGone(page.getByRole('listbox'));
    await expectValue(localidad, 'Cholul');
    await registered(page);
    const [first, second] = [await theWorkWith(one), await theWorkWith(other)];
    assert.deepEqual([first.nombre, first.monto], ['Primera', 1250.5]);
    assert.equal(second.dependencia.id, first.dependencia.id);
    assert.equal(second.ejercicioFiscal.anio, 2026);
    assert.equal(second.ubicaciones[0]?.localidadReferencia, 'Cholul');

    // One that no catalog has is taken as it was typed.
    await page.getByRole('link', { name: 'Editar' }).click();
    await expectValue(localidad, 'Cholul');
    await localidad.fill('Colonia que nadie conoce');
    await page.keyboard.press('Tab');
    await saved(page);
    const [corrected] = (await readObra(second.id)).ubicaciones;
    assert.equal(corrected?.localidadReferencia, 'Colonia que nadie conoce');
  });

  test('a correction is sent once something has changed, and the sheet that one came from says it', async () => {
    const nombre = '<img src=x onerror="document.title=1"> & <b>negritas</b>';
    const extinct = `Extinta ${process.pid}`;
    const { id: dependenciaId } = await makeDependencia(extinct);
    const ubicaciones = [place([-89.6237, 20.9674], { direccion: nombre })];
    const { id } = await makeObra({ nombre, dependenciaId, ubicaciones });
    await fetchJson('DELETE', `/dependencias/${dependenciaId}`);
    const before = await readObra(id);
    const { page } = await visit('admin', `/obras/${id}`);
    const sent = await sentBy(page);
    const edit = async () => {
      await page.getByRole('link', { name: 'Editar' }).click();
      await expectHeading(page, `Corregir «${nombre}»`);
    };
    await edit();
    // An agency that is no longer offered is still the work's.
    const agency = page.getByRole('combobox', { name: 'Dependencia', exact: true });
    await expectValue(agency, extinct);
    assert.equal(await page.locator('main img, main b').count(), 0);
    await expectText(page, 'Todavía no hay cambios.');
    await save(page);
    await announced(page, 'No hay cambios que guardar.');
    assert.deepEqual(await sent(), []);

    await edit();
    await page.getByLabel('Monto').fill('2,500.75');
    await choose(page, /Estatus/, 'Terminada');
    await choose(page, /Tipo de proyecto/, 'Sin tipo de proyecto');
    await saved(page);
    const [first] = await sent();
    assert.match(first?.headers['if-match'] ?? '', /^"/);
    assert.deepEqual(first?.body, { monto: 2500.75, estatusObraId: 6 });
    await page.locator('.ficha_cifras').getByText('$2,500.75').waitFor();
    const after = await readObra(id);
    assert.deepEqual([after.monto, after.dependencia.id], [2500.75, dependenciaId]);
    assert.deepEqual(after.ubicaciones, before.ubicaciones);
  });

  test('ubicaciones change places, are removed, and keep a vertex where it was while its degrees can’t be read', async () => {
    const direccion = 'Calle con un nombre que es bastante largo para una pantalla pequeña';
    const line = 'LINESTRING (-89.62 20.96, -89.61 20.97, -89.6 20.96)';
    const { id } = await makeObra({
      ubicaciones: [place([-89.62, 20.96]), place(line, { direccion }), place([-89.64, 20.96])],
    });
    const ids = (await readObra(id)).ubicaciones.map((each) => each.id);
    const { page } = await visit('admin', `/obras/${id}/editar`);
    await page.getByRole('button', { name: /Ubicación 2/, expanded: false }).click();
    await theMap(page);
    await page.getByText('Pegar coordenadas o GeoJSON').click();
    for (const size of [SIZES.phone, SIZES.tablet, SIZES.desk]) {
      await page.setViewportSize(size);
      await assertAccessible(page);
      await assertFits(page);
      assert.deepEqual(await page.evaluate(SMALL), []);
    }

    const latitude = page.getByLabel('Latitud del vértice 1');
    for (const [text, sentence] of [
      ['2O.97', 'No se entiende; sigue en 20.96.'],
      ['', 'No se entiende; sigue en 20.96.'],
      ['209674', 'Va de -90 a 90; sigue en 20.96.'],
    ] as const) {
      await latitude.fill(text);
      await page.keyboard.press('Tab');
      await expectText(page.locator('.formulario-obra_grados'), sentence);
      assert.equal(await latitude.inputValue(), text);
      assert.equal(await latitude.getAttribute('aria-invalid'), 'true');
    }
    await latitude.fill('20,97');
    await page.keyboard.press('Tab');
    await expectGone(page.locator('.formulario-obra_grados .piezas_error'));
    assert.deepEqual((await tableOf(page))[0], [-89.62, 20.97]);

    await press(page, 'Subir la ubicación 3');
    await press(page, 'Quitar la ubicación 1');
    const dialog = page.getByRole('dialog');
    await press(dialog, 'Quitar');
    await expectGone(dialog);
    await until(page, `document.activeElement.textContent.includes('Agregar punto')`);
    await saved(page);
    const after = (await readObra(id)).ubicaciones.map((each) => each.id);
    assert.deepEqual(after, [ids[2], ids[1]]);
  });

  test('what is doubtful is shown while it is drawn, and asked about before it is sent, until it is confirmed or put right', async () => {
    const clave = newKey();
    const { page } = await visit('admin', '/obras/nueva', { allow: /400/ });
    await fillObra(page, clave, '');
    await press(page, 'Agregar ruta');
    await theMap(page);
    await page.getByLabel('Dirección').fill('Carretera');
    await paste(page, '20.97, -89.62\n20.98, -89.61');
    await goesTo(page, 20.975, -89.615);
    // Still in Yucatán, but no road goes that far without a bend.
    await page.getByLabel('Longitud del vértice 2').fill('-88.20');
    await page.keyboard.press('Tab');
    await goesTo(page, 20.975, -88.91);
    await register(page);
    const dialog = theQuestion(page);
    await expectText(dialog, 'Ubicación 1: Entre dos vértices seguidos hay 147.44 km');
    await assertAccessible(page);
    await press(dialog, 'Seguir corrigiendo');
    await expectGone(dialog);

    // A road with one pair swapped and one sign lost is put right in the question itself.
    await paste(page, '20.9674, -89.6237\n-89.62, 20.97\n20.98, -89.61\n20.99, 89.6');
    await expectText(page, /parecen estar al revés en 1 de los 4 vértices/);
    await register(page);
    await press(dialog, 'Intercambiar');
    await expectGone(dialog.getByText('parecen estar al revés'));
    await press(dialog, 'Corregir el signo');
    await expectGone(dialog);
    await until(page, `document.activeElement.textContent === 'Registrar la obra'`);
    assert.deepEqual(await worksWith(clave), []);

    // In Progreso, while the work is in Mérida.
    await addPlace(page, 'punto', '21.2817, -89.6653');
    await expectText(page, /¿Es Mérida\? .* queda en Progreso\./);
    await press(page, 'Cambiar sólo esta ubicación a Progreso');
    await expectGone(page.getByText('¿Es Mérida?'));
    // A work may lie outside the state, and nothing more is asked once that was said.
    await addVertices(page, 'Latitud, longitud', '19.4326, -99.1332');
    await page.getByLabel('Dirección').fill('Oficina en la capital');
    await press(page, 'Registrar y seguir con otra');
    await expectText(dialog, 'Ubicación 2: Queda fuera de Yucatán: 19.432600, -99.133200.');
    await page.keyboard.press('Escape');
    await expectGone(dialog);
    await register(page);
    await saveAnyway(page);
    await page.getByRole('button', { name: 'Nombre: es un dato obligatorio.' }).waitFor();
    await page.getByLabel('Nombre').fill('Lejana');
    await registered(page);
    const { ubicaciones } = await theWorkWith(clave);
    const road = wkt('LINESTRING (-89.6237 20.9674, -89.62 20.97, -89.61 20.98, -89.6 20.99)');
    const drawn = ubicaciones.map(({ geometriaJson }) => geometriaJson);
    assert.deepEqual(drawn, [road, wkt('POINT (-99.1332 19.4326)')]);

    // A place that is registered is not asked about again, but for another position.
    await page.getByRole('link', { name: 'Editar' }).click();
    await page.getByLabel('Monto').fill('77');
    await saved(page);
    await page.getByRole('link', { name: 'Editar' }).click();
    await page.getByRole('button', { name: /Ubicación 2/, expanded: false }).click();
    await page.getByLabel('Latitud del punto 1').fill('19.5');
    await save(page);
    await expectText(dialog, 'Queda fuera de Yucatán: 19.500000, -99.133200.');
  });

  test('on a phone a place is found by its name or its coordinates, and a long table scrolls in itself', async () => {
    const { page } = await visit('admin', '/obras/nueva', { size: 'phone' });
    await press(page, 'Agregar punto');
    await theMap(page);
    const field = page.getByRole('combobox', { name: 'Buscar un lugar en el mapa' });
    const look = async (text: string, option: string | RegExp) => {
      await field.click();
      await field.fill(text);
      await expectText(page.getByRole('option').first(), option);
      await page.keyboard.press('Enter');
    };
    // By keys: what is likeliest, without the list.
    await look('tizimin', 'Municipio');
    await goesTo(page, 21.249, -87.908);
    await expectValue(field, 'Tizimín');
    await look('16N 227000 2320000', /Coordenadas/);
    await goesTo(page, 20.962, -89.625);
    // Nothing was drawn, and the form was not sent.
    assert.equal(await theSummary(page).count(), 0);
    await expectText(page, 'Punto: sin dibujar');
    await page.setViewportSize({ width: 320, height: 640 });
    await page.keyboard.press('Escape');
    await assertAccessible(page);
    await assertFits(page);

    // A long table goes to what was added and to what is chosen.
    await page.setViewportSize(SIZES.phone);
    await press(page, 'Agregar ruta');
    await theMap(page);
    const long = Array.from({ length: 60 }, (_, i) => `${20.9 + i / 1000}, -89.62`);
    await paste(page, long.join('\n'));
    const rows = page.locator('.formulario-obra_filas-todas');
    await page.getByLabel('Latitud del vértice 60', { exact: true }).waitFor();
    const [height = 0, whole = 0] = await rows.evaluate((all) => [
      all.clientHeight,
      all.scrollHeight,
    ]);
    assert.ok(height < 430 && whole > 3 * height, `${height} of ${whole}`);
    await page.getByLabel('Otro vértice').fill('20.99, -89.62');
    await page.keyboard.press('Enter');
    const isShown = async (label: string) => {
      const [row, box] = [await boxOf(page.getByLabel(label, { exact: true })), await boxOf(rows)];
      return row.y >= box.y && row.y + row.height <= box.y + box.height + 1;
    };
    await eventually(() => isShown('Latitud del vértice 61'), true);
    await press(page, 'Terminar');
    await press(page, 'Vértice siguiente');
    await eventually(() => isShown('Latitud del vértice 1'), true);
  });

  test('more ubicaciones than the registry takes are not offered, and as many are corrected', async () => {
    const { id } = await makeObra({
      ubicaciones: Array.from({ length: 500 }, (_, i) => place([-89.62 + i / 10_000, 20.96])),
    });
    const { page } = await visit('admin', `/obras/${id}/editar`);
    await expectText(page, 'Una obra tiene hasta 500 ubicaciones.');
    assert.ok(await page.getByRole('button', { name: 'Agregar punto' }).isDisabled());
    await page.getByLabel('Descripción').fill('Quinientas');
    await saved(page);
    const { ubicaciones, descripcion } = await readObra(id);
    assert.deepEqual([ubicaciones.length, descripcion], [500, 'Quinientas']);
  });
});
