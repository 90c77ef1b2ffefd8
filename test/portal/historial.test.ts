import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dayOf } from '../../src/core/base/time.ts';
import {
  assertAccessibleEverywhere,
  choose,
  eventually,
  expectText,
  go,
  press,
  tabTo,
} from './gestures.ts';
import {
  assertAccessible,
  fetchJson,
  makeObra,
  place,
  type Schema,
  visit,
} from './portal-world.ts';
import { avancesOf, dayInWords, makeFollowed } from './seguimiento-pasos.ts';

type Renglon = Schema<'RenglonHistorial'>;

/** A work whose amount, type, dependencia and places were changed, with its story as the registry tells it. */
async function makeStory() {
  const { id } = await makeObra({
    nombre: 'Puente <img src=x onerror=alert(1)>',
    ubicaciones: [
      place('LINESTRING (-89.6237 20.9674, -89.6237 20.9584)'),
      place([-89.62, 20.96], { direccion: 'Pozo' }),
    ],
  });
  const [tipo] = await fetchJson<Schema<'TipoProyecto'>[]>('GET', '/catalogos/tipo-proyecto');
  const { ubicaciones } = await fetchJson<Schema<'Obra'>>('GET', `/obras/${id}`);
  await fetchJson('PATCH', `/obras/${id}`, { monto: 2500.5 });
  await fetchJson('PATCH', `/obras/${id}`, { tipoProyectoId: tipo?.id, estatusObraId: 4 });
  await fetchJson('PATCH', `/obras/${id}`, {
    ubicaciones: [
      place('LINESTRING (-89.6237 20.9674, -89.6237 20.9494)', {
        id: ubicaciones[0]?.id,
        referenciaLugar: 'Frente al parque',
      }),
    ],
  });
  await fetchJson('PATCH', `/obras/${id}`, { monto: 3000 });
  return { id, tipo: tipo?.nombre as string, story: await storyOf(id) };
}

const storyOf = (id: number) => fetchJson<Renglon[]>('GET', `/obras/${id}/historial?limit=1000`);

describe('The portal: the history of a work', () => {
  test('its sentences are those of the registry, by day, open into before and after, and are found by their field', async () => {
    const { id, tipo, story } = await makeStory();
    const { page } = await visit('admin', `/obras/${id}/historial`);
    page.on('dialog', () => assert.fail('the markup ran'));
    const name = 'Historial de «Puente <img src=x onerror=alert(1)>»';
    await page.getByRole('heading', { level: 1, name }).waitFor();
    const lines = page.locator('.historial summary span');
    await eventually(
      () => lines.allTextContents(),
      story.map(({ resumen }) => resumen),
    );
    const today = dayInWords(dayOf(new Date(story[0]?.instante ?? '')));
    await page.getByRole('heading', { level: 2, name: today }).waitFor();

    const rowsOf = async (n: number) => {
      const rows = page.locator('.historial li').nth(n).locator('tbody tr');
      return (await rows.allInnerTexts()).map((row) => row.split(/[\t\n]+/));
    };
    /** Opens a line of the story; the catalogs' names come after it. */
    const tells = async (n: number, expected: string[][]) => {
      await page.locator('.historial summary').nth(n).click();
      await eventually(() => rowsOf(n), expected);
    };
    await tells(1, [['Monto', '$1,000.00', '$2,500.50']]);
    // References are told by name, and what was nothing is told as nothing.
    await tells(2, [
      ['Tipo de proyecto', 'Nada', tipo],
      ['Estatus', 'Planeada', 'En proceso'],
    ]);
    // Shapes are told in words.
    await tells(3, [
      [
        'Ubicaciones',
        '«Calle 60»: referencia del lugar, de nada a «Frente al parque»; la ruta se trazó de nuevo: de 1 km a 2 km.',
        'Se quitó «Pozo» (Punto en 20.960000, -89.620000).',
      ],
    ]);
    await page.locator('.historial summary').first().click();
    await eventually(
      async () => (await rowsOf(0)).find(([field]) => field === 'Municipio'),
      ['Municipio', 'Mérida'],
    );
    assert.equal(await page.locator('img').count(), 0);

    await page.locator('.historial summary').nth(4).click();
    await page.locator('.historial table').nth(4).waitFor();
    await assertAccessibleEverywhere(page);
    // Who changed the amount is found by its field.
    await press(page, /Qué cambió/);
    await page.getByRole('option', { name: 'Monto' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('option', { name: 'Monto' }).click();
    await expectText(page, '2 cambios de este campo');
    await eventually(
      async () => (await lines.allTextContents()).slice(1),
      [
        'Administrador cambió el monto de $1,000.00 a $2,500.50.',
        'Administrador cambió el monto de $2,500.50 a $3,000.00.',
      ],
    );
  });

  test('a long one comes in pages, or newest first, with the values of a report; of a work that is gone there is one, too', async () => {
    const id = await makeFollowed();
    // A report that is deleted leaves the work where it is.
    const last = (await avancesOf(id)).at(-1);
    await fetchJson('DELETE', `/obras/${id}/avances/${last?.id}`);
    const { page } = await visit('admin', '/ayuda', { allow: /404/ });
    // What the page asks for is a hundred at a time.
    await page.route(/\/historial\?/, (route) =>
      route.continue({ url: route.request().url().replace('limit=100', 'limit=4') }),
    );
    await go(page, `/obras/${id}/historial`);
    // A figure stays with its sign.
    const sentences = (await storyOf(id)).map(({ resumen }) => resumen.replaceAll(' %', '\u00a0%'));
    const lines = page.locator('.historial summary span');
    await expectText(page, '4 movimientos, entre los 4 primeros');
    await press(page, 'Ver más');
    await expectText(page, '8 movimientos, entre los 8 primeros');
    assert.deepEqual(await lines.allTextContents(), sentences.slice(0, 8));
    await choose(page, /Orden/, 'Primero lo más reciente');
    await page.getByText(`${sentences.length} movimientos`, { exact: true }).waitFor();
    await eventually(() => lines.allTextContents(), sentences.toReversed());
    assert.equal(await page.getByRole('button', { name: 'Ver más' }).count(), 0);

    const line = page.locator('.historial li', { hasText: 'reportó 45.50 %' });
    await line.locator('summary').click();
    for (const [field, value] of [
      ['Avance físico', '45.50 %'],
      ['Monto pagado', '$1,200,000.00'],
      ['Causa del atraso', 'Clima'],
      ['Observaciones', 'Se terminó la cimentación.'],
    ] as const) {
      await line.getByRole('row', { name: field }).getByText(value, { exact: true }).waitFor();
    }
    const back = page.getByRole('link', { name: 'Volver a la obra', exact: true });
    await back.waitFor();

    const { id: gone } = await makeObra();
    await fetchJson('DELETE', `/obras/${gone}`);
    await go(page, `/obras/${gone}/historial`);
    await expectText(page, /eliminó la obra «Obra de prueba/);
    await page.getByRole('link', { name: 'Volver a las obras' }).waitFor();
    assert.equal(await back.count(), 0);
    await go(page, '/obras/2000000000/historial');
    await expectText(page, 'Obra 2000000000 no encontrada.');
  });

  test('by the keyboard alone, from the sheet to who changed what', async () => {
    const { id } = await makeStory();
    const { page } = await visit('admin', `/obras/${id}`);
    await tabTo(page, 'Más acciones');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Historial' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.historial summary').first().waitFor();
    // The page's heading has the focus, so its first control is the next.
    await page.locator('h1:focus').waitFor();
    await tabTo(page, /Qué cambió/);
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Monto' }).waitFor();
    await page.keyboard.type('Monto');
    await page.locator('[role=option][data-focused]', { hasText: 'Monto' }).waitFor();
    await page.keyboard.press('Enter');
    await expectText(page, '2 cambios de este campo');
    await tabTo(page, /cambió el monto de \$1,000\.00/);
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: '$2,500.50' }).waitFor();
  });
});
