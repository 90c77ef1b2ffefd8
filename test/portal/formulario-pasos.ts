import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { choose, find, press } from './gestures.ts';
import { fetchJson, type Schema, until } from './portal-world.ts';

export { choose, find };

// The steps of a clerk in the form of a work.

let works = 0;
/** A key that no other work of these tests has. */
export const newKey = (): string => `FORM-${process.pid}-${++works}`;

export type Obra = Schema<'Obra'>;
export type Ubicacion = Obra['ubicaciones'][number];

/** The works that have a key: none or one. */
export const worksWith = (clave: string): Promise<Obra[]> =>
  fetchJson('GET', `/obras?q=${encodeURIComponent(clave)}&limit=10`);

export async function theWorkWith(clave: string): Promise<Obra> {
  const found = await worksWith(clave);
  assert.equal(found.length, 1, `${found.length} works have the key ${clave}`);
  return found[0] as Obra;
}

export const readObra = (id: number): Promise<Obra> => fetchJson('GET', `/obras/${id}`);

/** Fills in all that is required of a work, but for its ubicaciones. */
export async function fillObra(page: Page, claveUnica: string, nombre: string): Promise<void> {
  await page.getByLabel('Nombre').fill(nombre);
  await page.getByLabel('Clave única').fill(claveUnica);
  await find(page, 'Municipio', 'merid', 'Mérida');
  await page.getByLabel('Monto').fill('1,250,000.5');
  await choose(page, /Ejercicio fiscal$/, '2026');
  await find(page, 'Dependencia', 'aeropuertos', 'Aeropuertos y Servicios Auxiliares');
  await choose(page, /Estatus$/, 'En proceso');
}

export const register = (page: Page) =>
  page.getByRole('button', { name: 'Registrar la obra' }).click();

export const save = (page: Page) => page.getByRole('button', { name: 'Guardar cambios' }).click();

/** The names of the drafts that the browser keeps. */
export const drafts = (page: Page) =>
  page.evaluate<string[]>(
    `Object.keys(localStorage).filter((name) => name.startsWith('registro.borrador.'))`,
  );
/** Waits until a draft has what was written. */
export const kept = (page: Page, text: string) =>
  until(
    page,
    `Object.entries(localStorage).some(([name, value]) =>
      name.startsWith('registro.borrador.') && value.includes(${JSON.stringify(text)}))`,
  );

/** Waits for what a corner of the page says. */
export const announced = (page: Page, text: string | RegExp) =>
  page.locator('.piezas_anuncios').getByText(text).waitFor();

/** Waits for an administrator's sheet of the work, which the form leads to once the registry has what stands in it. */
export const theSheet = (page: Page) => page.getByRole('link', { name: 'Editar' }).waitFor();

/** Sends the form, and waits until the registry has what stands in it. */
export async function registered(page: Page): Promise<void> {
  await register(page);
  await announced(page, /Se registró/);
  await theSheet(page);
}
export async function saved(page: Page): Promise<void> {
  await save(page);
  await announced(page, 'Se guardaron los cambios.');
  await theSheet(page);
}

/** The question before something doubtful is saved, and its answer. */
export const theQuestion = (page: Page) => page.getByRole('dialog', { name: '¿Se guarda así?' });
export const saveAnyway = (page: Page) =>
  theQuestion(page).getByRole('button', { name: 'Guardar así' }).click();

/** The list above the fields of all that is wrong with them. */
export const theSummary = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Revise lo siguiente' });

/** Writes positions, latitude first, into a field of the table of vertices. */
export async function addVertices(page: Page, field: string, ...positions: string[]) {
  for (const text of positions) {
    await page.getByLabel(field).fill(text);
    await page.keyboard.press('Enter');
    await until(page, `document.querySelector('.formulario-obra_fila-nueva input').value === ''`);
  }
}

/** Adds an ubicación with its positions. */
export async function addPlace(page: Page, what: string, ...positions: string[]): Promise<void> {
  await press(page, `Agregar ${what}`);
  await addVertices(page, what === 'punto' ? 'Latitud, longitud' : 'Otro vértice', ...positions);
}

/** Pastes a text in the place of what is drawn. */
export async function paste(page: Page, text: string): Promise<void> {
  const field = page.getByLabel('Coordenadas o GeoJSON', { exact: true });
  if (!(await field.isVisible())) await page.getByText('Pegar coordenadas o GeoJSON').click();
  await field.fill(text);
  await press(page, 'Leer lo pegado');
}

/** The map, when it can be drawn on. */
export async function theMap(page: Page) {
  const map = page.getByRole('application');
  await map.locator('canvas').first().waitFor();
  // It says where its cross is as soon as it shows something.
  await until(page, `!document.querySelector('.dibujo_cruz-en').textContent.startsWith('0.0')`);
  await map.scrollIntoViewIfNeeded();
  return map;
}

/** Clicks on the map, at parts of its width and height. */
export async function clickMap(page: Page, ...places: [number, number][]): Promise<void> {
  const map = await theMap(page);
  const box = await map.boundingBox();
  assert.ok(box);
  for (const [x, y] of places) {
    await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
  }
}

/** The positions of the table of vertices: longitude, latitude. */
export async function tableOf(page: Page): Promise<[number, number][]> {
  const read = (name: RegExp) =>
    page
      .getByLabel(name)
      .evaluateAll((inputs) => inputs.map((input) => Number((input as { value?: string }).value)));
  const [latitudes, longitudes] = await Promise.all([read(/^Latitud del/), read(/^Longitud del/)]);
  return longitudes.map((x, i) => [x, latitudes[i] as number]);
}

/** Where the cross is: longitude, latitude. */
export async function crossOf(page: Page): Promise<[number, number]> {
  const [y, x] = (await page.locator('.dibujo_cruz-en').innerText()).split(', ').map(Number);
  return [x as number, y as number];
}

/** Asserts that positions are the same to about 20 centimetres. */
export function assertNear(actual: number[][], expected: number[][], within = 2e-6): void {
  assert.equal(actual.length, expected.length, JSON.stringify({ actual, expected }));
  for (const [i, position] of actual.entries()) {
    const [x = Number.NaN, y = Number.NaN] = expected[i] ?? [];
    assert.ok(
      Math.abs((position[0] ?? 0) - x) < within && Math.abs((position[1] ?? 0) - y) < within,
      JSON.stringify({ i, actual, expected }),
    );
  }
}
