import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { resolved } from '../openapi-check.ts';
import { fillObra, newKey, register } from './formulario-pasos.ts';
import { expectAlert, expectFieldError } from './gestures.ts';
import { base, refuse, visit } from './portal-world.ts';

interface Part {
  type?: string | string[];
  properties?: Record<string, Part>;
  items?: Part;
  enum?: unknown[];
  anyOf?: Part[];
}
interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: { name: string; in: string; schema: Part }[];
        requestBody?: { content: Record<string, { schema: Part }> };
      }
    >
  >;
}

/** The paths of all that a body may have, as its refusals name them. */
const pathsOf = ({ properties = {}, items, anyOf = [] }: Part, at = ''): string[] => [
  ...Object.entries(properties).flatMap(([name, part]) => {
    const path = at === '' ? name : `${at}.${name}`;
    return [path, ...pathsOf(part, path)];
  }),
  ...(items ? [`${at}[1]`, ...pathsOf(items, `${at}[1]`)] : []),
  ...anyOf.flatMap((part) => pathsOf(part, at)),
];

/** All that a refusal may name: parameters of addresses, and members of bodies. */
async function everyField(): Promise<string[]> {
  const document = resolved((await (await fetch(`${base}/openapi.json`)).json()) as Document);
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const names = operations.flatMap(({ parameters = [], requestBody }) => [
    ...parameters.flatMap(({ name, in: where }) => (where === 'header' ? [] : [name])),
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => pathsOf(schema)),
  ]);
  return [...new Set(names)].sort();
}

/** Names that no Spanish word is written like, outside of what a sentence quotes. */
const apiNames = (text: string) =>
  text.replace(/«[^»]*»/g, '').match(/\b[a-z]\w*[a-z\d](?:[A-Z_]\w*)+|\w+\[\d+\]/g) ?? [];

describe('The portal: what the registry refuses', () => {
  test('every field of the API is told by its label, wherever a sentence names it', async () => {
    const fields = await everyField();
    assert.ok(fields.includes('montoMin') && fields.includes('ubicaciones[1].geometriaJson'));
    const { page } = await visit('user', '/ayuda', { allow: /400/ });
    await refuse(page, /\/obras\?/, 400, [
      ...fields.map((field, index) => `${field} debe ser ${index}.`),
      ...fields.map((field, index) => `${field}: no existe el registro ${index}.`),
      ...fields.map((field, index) => `Véase ${index}: no va con ${field}, sí con «${field}».`),
    ]);
    await page.getByRole('link', { name: 'Obras', exact: true }).first().click();
    await expectAlert(page, 'Monto desde: debe ser ');
    await expectAlert(page, 'Ubicación 2, dibujo: debe ser ');
    const lines = await page.getByRole('alert').locator('p').allInnerTexts();
    assert.deepEqual(
      lines.filter((line) => apiNames(line).length > 0),
      [],
    );
    // A label, and what is said: no sentence begins as it came.
    const said = lines.filter((line) => /debe ser|no existe/.test(line));
    assert.equal(said.length, 2 * fields.length);
    assert.deepEqual(
      said.filter((line) => !/^\p{Lu}[^:]+: /u.test(line)),
      [],
    );
    await expectAlert(page, /sí con «montoMin»\./);
  });

  test('a form says at its field what is said of it, and of others under their labels', async () => {
    const { page } = await visit('admin', '/obras/nueva', { allow: /400/ });
    await fillObra(page, newKey(), 'Obra que se rechaza');
    await refuse(page, /\/obras$/, 400, [
      'nombre no se usa junto con claveUnica.',
      'ubicaciones[0].geometriaJson.coordinates[0] debe ser un número.',
      'crearCatalogos debe ser true o false.',
      'La obra no va con ejercicioFiscalId.',
    ]);
    await register(page);
    await expectFieldError(page, 'No se usa junto con clave única.');
    await expectAlert(page, 'Ubicación 1, dibujo: debe ser un número.');
    await expectAlert(page, 'Agregar a los catálogos: debe ser true o false.');
    await expectAlert(page, 'La obra no va con ejercicio fiscal.');
    assert.deepEqual(apiNames(await page.locator('main').innerText()), []);
  });
});
