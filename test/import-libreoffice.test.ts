import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { counts, report } from './importing.ts';
import { call, resetWithCatalog } from './world.ts';

// Sheets as LibreOffice itself writes them (test/libreoffice): merged titles, headings in two rows, formulas, dates, totals.

const read = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../test/libreoffice/${name}`, import.meta.url)));
/** What is stored of each work, in the order of their keys. */
async function stored() {
  const { body } = await call('admin', 'GET', '/obras');
  const rows = body.map(
    // biome-ignore lint/suspicious/noExplicitAny: the tests assert what a body holds
    ({ claveUnica, nombre, monto, municipio, estatusObra, ubicaciones }: any) => [
      claveUnica,
      nombre,
      monto,
      municipio.nombre,
      estatusObra.nombre,
      ubicaciones[0]?.geometriaJson.coordinates ?? null,
    ],
  );
  return rows.sort(([a]: string[], [b]: string[]) => ((a as string) < (b as string) ? -1 : 1));
}
const NAMES = [
  'Pavimentación de la calle 60',
  'Domo en la primaria «Niños Héroes», 2.ª etapa',
  'Rehabilitación de pozo',
];
const expected = (prefix: string, places: ([number, number] | null)[] = []) =>
  [
    [1250000.5, 'Mérida', 'En proceso'],
    [980000, 'Valladolid', places.length > 0 || prefix !== 'LO-F' ? 'En licitación' : 'Planeada'],
    [345678.9, 'Tizimín', 'Terminada'],
  ].map(([monto, municipio, estatus], i) => [
    `${prefix}-${i + 1}`,
    NAMES[i],
    monto,
    municipio,
    estatus,
    places[i] ?? null,
  ]);
const told = (list: { fila: number; mensaje: string }[]) =>
  list.map(({ fila, mensaje }) => `${fila}: ${mensaje}`);
const ASIDE =
  'No es una obra, sino un título, un total, una nota o un encabezado repetido; se pasó por alto.';

describe('a sheet that LibreOffice saved', () => {
  for (const name of ['titulos.xlsx', 'titulos.csv']) {
    describe(name, () => {
      before(resetWithCatalog);
      test('comes in without its titles, its totals, be they a formula that failed, and its signatures', async () => {
        const answer = await report(read(name));
        assert.deepEqual(counts(answer), [3, 0, 0, 0], JSON.stringify(answer.errores));
        assert.equal(answer.filaEncabezados, 5);
        assert.deepEqual(
          told(answer.avisos),
          [9, 10, 12].map((fila) => `${fila}: ${ASIDE}`),
        );
        assert.deepEqual(await stored(), expected('LO-T'));
      });
    });
  }

  for (const name of ['dos-renglones.xlsx', 'dos-renglones.ods']) {
    describe(name, () => {
      before(resetWithCatalog);
      test('has its headings in two rows, and its coordinates in one cell', async () => {
        const answer = await report(read(name));
        assert.deepEqual(counts(answer), [3, 0, 0, 0], JSON.stringify(answer.errores));
        assert.equal(answer.filaEncabezados, 2);
        const places: [number, number][] = [
          [-89.6237, 20.9674],
          [-88.2017, 20.6896],
          [-88.1506, 21.143],
        ];
        assert.deepEqual(await stored(), expected('LO-D', places));
        assert.deepEqual(counts(await report(read(name))), [0, 0, 3, 0]);
      });
    });
  }

  describe('fechas.csv', () => {
    before(resetWithCatalog);
    test('has dates in the year’s column, and a progress in place of a status', async () => {
      const answer = await report(read('fechas.csv'));
      assert.deepEqual(counts(answer), [3, 0, 0, 0], JSON.stringify(answer.errores));
      assert.deepEqual(await stored(), expected('LO-F'));
    });
  });

  describe('secciones.xlsx', () => {
    before(resetWithCatalog);
    test('has a title over each municipio’s works, and a subtotal below', async () => {
      const answer = await report(read('secciones.xlsx'));
      assert.deepEqual(counts(answer), [2, 0, 0, 0], JSON.stringify(answer.errores));
      assert.deepEqual(
        told(answer.avisos),
        [2, 4, 5, 7, 8].map((fila) => `${fila}: ${ASIDE}`),
      );
      assert.deepEqual(await stored(), expected('LO-S').slice(0, 2));
    });
  });

  for (const [name, failed] of [
    ['formulas.xlsx', 'la celda tiene un error de fórmula (#DIV/0!); corríjala.'],
    ['formulas.csv', '«#DIV/0!» es el error de una fórmula; escriba el dato.'],
  ]) {
    test(`${name}: amounts that formulas came to are told with what to do, and none is rounded in silence`, async () => {
      const { errores, creadas } = await report(read(name as string), 'simular=true');
      assert.equal(creadas, 0);
      const rounded = (amount: string) =>
        `«${amount}» tiene más de dos decimales; redondéelo en la hoja, como con =REDONDEAR(C2,2).`;
      assert.deepEqual(told(errores), [
        `2: Monto: ${rounded('1160.116')}`,
        `3: Monto: ${rounded('2320.3828')}`,
        `4: Monto: ${failed}`,
      ]);
    });
  }
});
