import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import {
  addPlace,
  addVertices,
  announced,
  assertNear,
  clickMap,
  crossOf,
  fillObra,
  newKey,
  paste,
  register,
  registered,
  saveAnyway,
  tableOf,
  theMap,
  theQuestion,
  theWorkWith,
} from '../../../portal/formulario-pasos.ts';
import {
  expectAlert,
  expectGone,
  expectText,
  expectValue,
  press,
  tabTo as tabToIn,
} from '../../../portal/gestures.ts';
import {
  assertAccessible,
  makeObra,
  place,
  TOUCHED,
  until,
  visit,
} from '../../../portal/portal-world.ts';
import { wkt } from '../../../wkt.ts';

const PLAZA = [-89.6237, 20.9674];
const TRAMOS = wkt('MULTILINESTRING ((-89.6 20.9, -89.61 20.9), (-89.62 20.9, -89.63 20.91))');

/** Waits until the cross is elsewhere than it was. */
const movedFrom = (page: Page, before: string) =>
  until(page, `document.querySelector('.dibujo_cruz-en').textContent !== '${before}'`);
async function middleOf(map: Locator): Promise<[number, number]> {
  const { x, y, width, height } = (await map.boundingBox()) ?? assert.fail('it is not seen');
  return [x + width / 2, y + height / 2];
}

describe('The portal: drawing', () => {
  test('a work with a point, a route and a polygon is registered with the mouse', async () => {
    const clave = newKey();
    const { page } = await visit('admin', '/obras/nueva');
    await fillObra(page, clave, 'Dibujada con el ratón');
    const drawn: [number, number][][] = [];

    await press(page, 'Agregar punto');
    await clickMap(page, [0.5, 0.3]);
    await expectText(page, 'Punto: 2');
    await page.getByLabel('Dirección').fill('Calle 1');
    drawn.push(await tableOf(page));

    await press(page, 'Agregar ruta');
    await clickMap(page, [0.3, 0.3], [0.5, 0.5], [0.6, 0.8]);
    await expectText(page, 'Ruta: 3 vértices');
    // A double click on the last vertex ends it.
    await clickMap(page, [0.6, 0.8]);
    await page.getByRole('button', { name: 'Seguir dibujando' }).waitFor();
    await page.getByLabel('Dirección').fill('Calle 2');
    drawn.push(await tableOf(page));

    await press(page, 'Agregar polígono');
    await clickMap(page, [0.66, 0.4], [0.8, 0.4], [0.8, 0.6], [0.66, 0.6]);
    await expectText(page, 'Polígono: 4 vértices');
    // A click on the first vertex closes it.
    await clickMap(page, [0.66, 0.4]);
    await page.getByRole('button', { name: 'Seguir dibujando' }).waitFor();
    await page.getByLabel('Dirección').fill('Calle 3');
    drawn.push(await tableOf(page));

    await register(page);
    // The polygon lies beyond the limits of Mérida.
    const dialog = theQuestion(page);
    await expectText(dialog, /Ubicación 3: ¿Es Mérida\?/);
    await saveAnyway(page);
    await announced(page, /Se registró la obra «Dibujada con el ratón» con el número/);
    const { ubicaciones, monto, estatusObra } = await theWorkWith(clave);
    assert.equal(monto, 1250000.5);
    assert.equal(estatusObra.nombre, 'En proceso');
    assert.deepEqual(
      ubicaciones.map(({ direccion, geometriaJson: { type } }) => `${direccion}: ${type}`),
      ['Calle 1: Point', 'Calle 2: LineString', 'Calle 3: Polygon'],
    );
    const [point, route, polygon] = ubicaciones.map(({ geometriaJson }) => geometriaJson);
    assert.deepEqual([point?.coordinates], drawn[0]);
    assert.deepEqual(route?.coordinates, drawn[1]);
    const [ring = []] = (polygon?.coordinates ?? []) as number[][][];
    assert.deepEqual(ring, [...(drawn[2] ?? []), drawn[2]?.[0]]);
    // A corner that was clicked at a right angle has one, and in the same proportions.
    const [a = [], b = [], c = [], d = []] = ring as [number, number][];
    assertNear([[a[1] ?? 0, b[0] ?? 0]], [[b[1] ?? 0, c[0] ?? 0]], 1e-6);
    assertNear([[c[1] ?? 0, d[0] ?? 0]], [[d[1] ?? 0, a[0] ?? 0]], 1e-6);
    assert.ok((a[0] ?? 0) < (b[0] ?? 0) && (b[1] ?? 0) > (c[1] ?? 0), 'east is right and north up');
  });

  test('by the keyboard alone a work is filled in, drawn and registered', async () => {
    const clave = newKey();
    const { page } = await visit('admin', '/obras/nueva');
    const { keyboard } = page;
    const tabTo = (name: RegExp) => tabToIn(page, name);
    /** Opens a list of choices and takes the one that begins so. */
    const pick = async (text: string) => {
      await keyboard.press('Enter');
      await page.getByRole('listbox').waitFor();
      await keyboard.type(text);
      await page.locator(`[role=option][data-focused]`, { hasText: text }).waitFor();
      await keyboard.press('Enter');
      await expectGone(page.getByRole('listbox'));
    };
    const pickFound = async (text: string, option: string) => {
      await keyboard.type(text);
      await page.getByRole('option').first().filter({ hasText: option }).waitFor();
      await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
    };

    await page.getByLabel('Nombre').waitFor();
    await tabTo(/^Nombre/);
    await keyboard.type('Dibujada con el teclado');
    await tabTo(/^Clave única/);
    await keyboard.type(clave);
    await tabTo(/^Municipio/);
    await pickFound('progreso', 'Progreso');
    await tabTo(/^Monto/);
    await keyboard.type('300000');
    await tabTo(/2026|Elija/);
    await pick('2026');
    await keyboard.press('Tab');
    await tabTo(/^Dependencia/);
    await pickFound('aeropuertos', 'Aeropuertos');
    await tabTo(/^Elija/);
    await pick('Planeada');

    const drawn: number[][][] = [];
    for (const [what, steps] of [
      ['punto', [[]]],
      ['ruta', [[], ['ArrowRight', 'ArrowRight'], ['ArrowDown']]],
      ['polígono', [[], ['ArrowRight', 'ArrowRight'], ['ArrowUp', 'ArrowUp']]],
    ] as const) {
      await tabTo(new RegExp(`^Agregar ${what}`));
      await keyboard.press('Enter');
      await theMap(page);
      await tabTo(/^Mapa de la ubicación/);
      await keyboard.press('+');
      const crosses: number[][] = [];
      for (const keys of steps) {
        for (const key of keys) {
          const before = await page.locator('.dibujo_cruz-en').innerText();
          await keyboard.press(key);
          await movedFrom(page, before);
        }
        crosses.push(await crossOf(page));
        await keyboard.press('Enter');
      }
      drawn.push(crosses);
      if (what !== 'punto') {
        await tabTo(/^Terminar/);
        await keyboard.press('Enter');
      }
      await tabTo(/^Dirección/);
      await keyboard.type(`Con teclas: ${what}`);
    }
    await tabTo(/^Registrar la obra/);
    await keyboard.press('Enter');
    await announced(page, /Se registró/);

    const { ubicaciones, municipio, monto, ejercicioFiscal } = await theWorkWith(clave);
    assert.deepEqual([municipio.nombre, monto, ejercicioFiscal.anio], ['Progreso', 300000, 2026]);
    const [point, route, polygon] = ubicaciones.map(
      ({ geometriaJson }) => geometriaJson.coordinates,
    ) as unknown as [number[], number[][], number[][][]];
    assertNear([point], drawn[0] ?? []);
    assertNear(route, drawn[1] ?? []);
    assertNear(polygon[0]?.slice(0, 3) ?? [], drawn[2] ?? []);
  });

  test('with the table of vertices and pasted text, without the map', async () => {
    const clave = newKey();
    const { page, context } = await visit('admin', '/obras/nueva', {
      allow: /Failed to (load|fetch)|ERR_FAILED|dibujo/,
    });
    // The map's code does not come: the form goes on without it.
    await context.route(/dibujo-.*\.js$/, (route) => route.abort());
    await page.reload();
    const notice = page.getByRole('dialog', { name: 'Hay una versión nueva' });
    await press(notice, 'Cerrar');
    await fillObra(page, clave, 'Escrita');
    await press(page, 'Agregar punto');
    await expectText(page, 'El mapa no se pudo cargar');
    await press(notice, 'Cerrar');
    await addVertices(page, 'Latitud, longitud', '20.9674, -89.6237');
    assert.deepEqual(await tableOf(page), [PLAZA]);
    await page.getByLabel('Dirección').fill('Plaza grande');

    await press(page, 'Agregar ruta');
    await addVertices(page, 'Otro vértice', '20.97, -89.62', '20.98, -89.61');
    await page.getByLabel('Otro vértice: latitud, longitud').fill('20.96, -89.63');
    await press(page, 'Agregar vértice');
    await press(page, 'Subir el vértice 3');
    await page.getByLabel('Latitud del vértice 1').fill('20°58\'30" N');
    await page.keyboard.press('Tab');
    await press(page, 'Borrar el vértice 2');
    await page.getByLabel('Dirección').fill('Periférico');

    await press(page, 'Agregar polígono');
    await paste(page, 'esto no');
    await expectAlert(page, 'No se entiende «esto no»');
    await paste(page, `20°58'12" N 89°37'12" O\n20.98 -89.62\n20.98, -89.61\n`);
    await announced(page, 'Se leyó lo pegado');
    await page.getByLabel('Dirección').fill('Parque');

    // A collection becomes as many ubicaciones.
    await press(page, 'Agregar punto');
    const features = Object.entries({ Pozo: wkt('POINT (-89.6 20.9)'), 'Dos tramos': TRAMOS }).map(
      ([nombre, geometry]) => ({ type: 'Feature', properties: { nombre }, geometry }),
    );
    await paste(page, JSON.stringify({ type: 'FeatureCollection', features }));
    await announced(page, 'Se leyeron 2 geometrías');
    await page.getByLabel('Dirección').fill('Pozo 4');
    await registered(page);
    const { ubicaciones } = await theWorkWith(clave);
    assert.deepEqual(
      ubicaciones.map(({ direccion, geometriaJson }) => [direccion, geometriaJson]),
      [
        ['Plaza grande', { type: 'Point', coordinates: PLAZA }],
        ['Periférico', wkt('LINESTRING (-89.62 20.975, -89.61 20.98)')],
        ['Parque', wkt('POLYGON ((-89.62 20.97, -89.62 20.98, -89.61 20.98, -89.62 20.97))')],
        ['Pozo 4', { type: 'Point', coordinates: [-89.6, 20.9] }],
        ['Dos tramos', TRAMOS],
      ],
    );
  });

  test('by touch on a phone: the map moves under the cross, and who stands at the work begins there', async () => {
    const clave = newKey();
    const { page, context } = await visit('admin', '/obras/nueva', {
      isOwn: true,
      context: {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        geolocation: { longitude: -89.6234, latitude: 20.9765 },
        permissions: ['geolocation'],
      },
    });
    const tap = (name: string | RegExp) => page.getByRole('button', { name }).tap();
    /** Types a part and taps what is found, where the finger would. */
    const tapFound = async (campo: string, text: string, opcion: string) => {
      const field = page.getByRole('combobox', { name: campo, exact: true });
      await field.evaluate((element) =>
        (element as { scrollIntoView?: (how: object) => void }).scrollIntoView?.({
          block: 'center',
        }),
      );
      await field.tap();
      await page.keyboard.type(text);
      await until(page, `document.querySelectorAll('[role=option]').length === 1`);
      const option = page.getByRole('option', { name: opcion });
      const box = await option.boundingBox();
      assert.ok(box);
      await until(
        page,
        `document.elementFromPoint(${box.x + 40}, ${box.y + 20})?.closest('[role=option]')`,
      );
      await page.touchscreen.tap(box.x + 40, box.y + 20);
      await expectGone(page.getByRole('listbox'));
      await expectValue(field, opcion);
    };
    await page.getByLabel('Nombre').fill('Dibujada con el dedo');
    await page.getByLabel('Clave única').fill(clave);
    await tapFound('Municipio', 'merida', 'Mérida');
    await page.getByLabel('Monto').fill('10');
    for (const [field, option] of [
      [/Ejercicio fiscal/, '2026'],
      [/Estatus/, 'Planeada'],
    ] as const) {
      await tap(field);
      await page.getByRole('option', { name: option, exact: true }).tap();
    }
    await tapFound('Dependencia', 'aeropuertos', 'Aeropuertos y Servicios Auxiliares');
    await tap('Agregar ruta');
    const map = await theMap(page);
    const touch = await context.newCDPSession(page);
    const crosses: number[][] = [];
    for (const [dx, dy] of [
      [0, 0],
      [-60, 0],
      [-20, 70],
    ] as const) {
      await map.scrollIntoViewIfNeeded();
      const [x, y] = await middleOf(map);
      if (dx || dy) {
        const before = await page.locator('.dibujo_cruz-en').innerText();
        for (const at of [0, 0.25, 0.5, 0.75, 1]) {
          await touch.send('Input.dispatchTouchEvent', {
            type: at === 0 ? 'touchStart' : 'touchMove',
            touchPoints: [{ x: x + dx * at, y: y + dy * at }],
          });
        }
        await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
        await movedFrom(page, before);
      }
      // The map may glide on for a moment: the cross is read when the vertex stands in the table.
      const count = crosses.length + 1;
      await tap('Vértice aquí');
      await expectText(page, `Ruta: ${count} vértice`);
      crosses.push((await tableOf(page)).at(-1) as number[]);
    }
    await tap('Terminar');
    await page.getByLabel('Dirección').fill('Con el dedo');
    await tap('Agregar punto');
    await theMap(page);
    await tap('Ir a mi posición');
    await expectText(page.locator('.dibujo_cruz-en'), '20.976500, -89.623400');
    await tap('Punto aquí');
    await expectText(page, 'Punto: 20.976500, -89.623400');
    await page.getByLabel('Dirección').fill('Aquí');
    await tap('Registrar la obra');
    await announced(page, /Se registró/);
    const { ubicaciones } = await theWorkWith(clave);
    assert.deepEqual(
      ubicaciones.map(({ geometriaJson }) => geometriaJson),
      [{ type: 'LineString', coordinates: crosses }, wkt('POINT (-89.6234 20.9765)')],
    );
    const [a, b, c] = crosses as [number, number][];
    assert.ok(a && b && c && b[0] > a[0], 'the map was pulled to the left');
    assert.ok(c[1] > b[1], 'the map was pulled down');
  });

  test('vertices are dragged, moved by clicks and keys, added, removed, and it is taken back', async () => {
    const { id } = await makeObra({
      ubicaciones: [place('LINESTRING (-89.64 20.96, -89.62 20.96, -89.6 20.96)')],
    });
    const { page } = await visit('admin', `/obras/${id}/editar`);
    const map = await theMap(page);
    const first = await tableOf(page);
    const [x, y] = await middleOf(map);

    // The middle vertex lies in the middle of the map.
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 10, y + 30, { steps: 4 });
    await page.mouse.move(x + 20, y + 60, { steps: 4 });
    await page.mouse.up();
    await until(
      page,
      `document.querySelector('[aria-label="Latitud del vértice 2"]').value !== '20.96'`,
    );
    const dragged = await tableOf(page);
    assert.deepEqual(
      [dragged[0], dragged[2]],
      [first[0], first[2]],
      'the others stay to the digit',
    );
    assert.ok((dragged[1]?.[0] ?? 0) > -89.62 && (dragged[1]?.[1] ?? 0) < 20.96);

    // The same by two clicks.
    await page.mouse.click(x + 20, y + 60);
    await expectText(page, 'Vértice 2 elegido');
    await page.mouse.click(x + 40, y - 60);
    await until(
      page,
      `Number(document.querySelector('[aria-label="Latitud del vértice 2"]').value) > 20.96`,
    );
    await expectText(page, 'Para corregir');

    // And by keys: N chooses the next one and brings it under the cross.
    await map.focus();
    await page.keyboard.press('n');
    await expectText(page, 'Vértice 1 elegido');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expectText(page, 'Para corregir');
    const keyed = await tableOf(page);
    assert.ok((keyed[0]?.[1] ?? 0) > 20.96);
    assertNear([keyed[0] ?? []], [await crossOf(page)]);

    // Another vertex between, where the cross is; then it is removed, and comes back.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expectText(page, 'Ruta: 4 vértices');
    await page.keyboard.press('Delete');
    await expectText(page, 'Ruta: 3 vértices');
    await press(page, 'Deshacer');
    await expectText(page, 'Ruta: 4 vértices');
    for (let i = 0; i < 4; i++) await press(page, 'Deshacer');
    assert.deepEqual(await tableOf(page), first);
    await expectText(page, 'Todavía no hay cambios.');
  });

  test('what is drawn snaps to the other geometries of the work', async () => {
    const { id } = await makeObra({ ubicaciones: [place([-89.6237, 20.9674])] });
    const { page } = await visit('admin', `/obras/${id}/editar`);
    await press(page, 'Agregar ruta');
    const map = await theMap(page);
    // The cross is set upon the point by hand, a little beside it.
    await map.focus();
    for (let i = 0; i < 40; i++) {
      const [x, y] = await crossOf(page);
      const [dx, dy] = [(PLAZA[0] ?? 0) - x, (PLAZA[1] ?? 0) - y];
      const size = Math.max(Math.abs(dx), Math.abs(dy));
      if (size < 0.004) break;
      const [sideways, upwards] = [
        dx > 0 ? 'ArrowRight' : 'ArrowLeft',
        dy > 0 ? 'ArrowUp' : 'ArrowDown',
      ];
      const key = Math.abs(dx) > Math.abs(dy) ? sideways : upwards;
      const before = await page.locator('.dibujo_cruz-en').innerText();
      await page.keyboard.press(size > 0.03 ? key : `Shift+${key}`);
      await movedFrom(page, before);
    }
    assert.notDeepEqual(await crossOf(page), PLAZA);
    await page.keyboard.press('Enter');
    await expectText(page, 'Ruta: 1 vértice');
    assert.deepEqual(await tableOf(page), [PLAZA]);
    // The same with the mouse, some pixels beside the middle.
    await page.keyboard.press('Backspace');
    await expectText(page, 'Ruta: sin dibujar');
    const [x, y] = await middleOf(map);
    await page.mouse.click(x + 3, y + 3);
    await expectText(page, 'Ruta: 1 vértice');
    assert.deepEqual(await tableOf(page), [PLAZA]);
  });

  test('a hole and further parts are added by keys, by touch and without the map', async () => {
    const clave = newKey();
    const { page } = await visit('admin', '/obras/nueva', TOUCHED);
    await fillObra(page, clave, 'Con hueco');
    await press(page, 'Agregar polígono');
    await theMap(page);
    await page.getByLabel('Dirección').fill('Manzana');
    const hole = page.getByRole('button', { name: 'Agregar hueco' });
    assert.equal(await hole.count(), 0, 'there is nothing yet to have a hole');
    const write = (...positions: string[]) => addVertices(page, 'Otro vértice', ...positions);
    await write('20.96, -89.63', '20.98, -89.63', '20.98, -89.61', '20.96, -89.61');
    // Begun and left: nothing of it stays.
    await hole.focus();
    await page.keyboard.press('Enter');
    await expectText(page, 'Hueco 1 de la parte 1, aún sin vértices');
    await expectText(page, 'Haga clic en una esquina del hueco');
    await press(page, 'Deshacer');
    await expectGone(page.getByText('Hueco 1 de la parte 1'));
    await hole.focus();
    await page.keyboard.press('Enter');
    await press(page, 'Terminar');
    await expectGone(page.getByText('Hueco 1 de la parte 1'));
    await hole.tap();
    await write('20.965, -89.625', '20.97, -89.625', '20.97, -89.62');
    await assertAccessible(page);
    // The longer row of choices stretches no button.
    const buttons = page.locator('.dibujo_botones .piezas_boton');
    const heights = await buttons.evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
    assert.equal(new Set(heights).size, 1);
    // Another part, with the cross.
    await page.getByRole('button', { name: 'Agregar parte' }).tap();
    await expectText(page, 'Haga clic en una esquina de la parte nueva');
    await write('20.99, -89.60', '20.995, -89.60', '20.995, -89.59');
    await expectText(page, 'Polígono: 2 partes, 10 vértices');
    await addPlace(page, 'punto', '20.9674, -89.6237');
    await page.getByLabel('Dirección').fill('Pozos');
    await press(page, 'Agregar otro punto');
    await addVertices(page, 'Latitud, longitud', '20.968, -89.624');
    await expectText(page, 'Punto: 2 puntos');
    await registered(page);
    const { ubicaciones } = await theWorkWith(clave);
    assert.deepEqual(
      ubicaciones.map(({ geometriaJson }) => geometriaJson),
      [
        wkt(
          'MULTIPOLYGON (((-89.63 20.96, -89.63 20.98, -89.61 20.98, -89.61 20.96, -89.63 20.96), (-89.625 20.965, -89.625 20.97, -89.62 20.97, -89.625 20.965)), ((-89.6 20.99, -89.6 20.995, -89.59 20.995, -89.6 20.99)))',
        ),
        wkt('MULTIPOINT (-89.6237 20.9674, -89.624 20.968)'),
      ],
    );
  });
});
