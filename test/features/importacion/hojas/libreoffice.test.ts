import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sentences } from '../../../hojas/read.ts';
import { CATALOGS, errorsIn, fixture, readObras } from '../read.ts';

// Sheets as LibreOffice itself writes them (libreoffice/): merged titles, headings in two rows, formulas, dates, totals.

const NO_WORK =
  'No es una obra, sino un título, un total, una nota o un encabezado repetido; se pasó por alto.';
const [MERIDA, VALLADOLID, TIZIMIN] = ['Mérida', 'Valladolid', 'Tizimín'].map(
  (nombre) => CATALOGS.municipios.find((each) => each.nombre === nombre)?.id,
);
const WORKS = [
  ['Pavimentación de la calle 60', 1250000.5, MERIDA, 4],
  ['Domo en la primaria «Niños Héroes», 2.ª etapa', 980000, VALLADOLID, 2],
  ['Rehabilitación de pozo', 345678.9, TIZIMIN, 6],
];
const PLACES = [
  [-89.6237, 20.9674],
  [-88.2017, 20.6896],
  [-88.1506, 21.143],
];

// biome-ignore format: rows
const FILES: [name: string, what: string, key: string, headings: number, asides: number[], places?: number[][]][] = [
  ['titulos.xlsx', 'titles, totals, be they a formula that failed, and signatures', 'T', 5, [9, 10, 12]],
  ['titulos.csv', 'the same as a text', 'T', 5, [9, 10, 12]],
  ['dos-renglones.xlsx', 'headings in two rows, coordinates in one cell', 'D', 2, [], PLACES],
  ['dos-renglones.ods', 'the same as OpenDocument', 'D', 2, [], PLACES],
  ['fechas.csv', 'dates in the year’s column, a progress in place of a status', 'F', 1, []],
  ['secciones.xlsx', 'a title over each municipio’s works, and a subtotal below', 'S', 1, [2, 4, 5, 7, 8]],
];
const FIELDS = ['claveUnica', 'nombre', 'monto', 'municipioId', 'estatusObraId', 'punto'];
describe('a sheet that LibreOffice saved', () => {
  for (const [name, what, key, headings, asides, places = []] of FILES) {
    test(`is read, in ${name}: ${what}`, async () => {
      const read = await readObras(fixture(`libreoffice/${name}`));
      const notes = asides.map((fila) => `${fila}: ${NO_WORK}`);
      assert.deepEqual([sentences(read.errores), sentences(read.avisos)], [[], notes]);
      assert.equal(read.filaEncabezados, headings);
      const works = WORKS.slice(0, key === 'S' ? 2 : 3).map((work, i) => [
        ...[`LO-${key}-${i + 1}`, ...work, places[i]],
      ]);
      // Of nothing done, the second is planned.
      if (key === 'F') works[1]?.splice(4, 1, 1);
      const found = read.rows.map(({ values }) => FIELDS.map((field) => values[field]));
      assert.deepEqual(found, works);
    });
  }

  for (const [name, failed] of [
    ['formulas.xlsx', 'la celda tiene un error de fórmula (#DIV/0!); corríjala.'],
    ['formulas.csv', '«#DIV/0!» es el error de una fórmula; escriba el dato.'],
  ] as const) {
    test(`is refused by the amounts of its formulas, with the remedy and without rounding, in ${name}`, async () => {
      const rounded = (amount: string) =>
        `«${amount}» tiene más de dos decimales; redondéelo en la hoja, como con =REDONDEAR(C2,2).`;
      assert.deepEqual(await errorsIn(fixture(`libreoffice/${name}`)), [
        `2: Monto: ${rounded('1160.116')}`,
        `3: Monto: ${rounded('2320.3828')}`,
        `4: Monto: ${failed}`,
      ]);
    });
  }
});
