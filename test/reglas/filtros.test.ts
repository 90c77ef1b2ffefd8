import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  chipsOf,
  filtrosOf,
  idsOf,
  NOTHING,
  queryOf,
  seekingOf,
} from '../../portal/core/obras/filtros/direccion.ts';
import { readFiltros } from '../../portal/core/obras/filtros/leer.ts';
import { chipOf, enPalabras, gruposOf, masOf } from '../../portal/core/obras/filtros/palabras.ts';
import { hrefOf } from '../../portal/core/piezas/direccion.ts';
import { table } from '../table.ts';

/** The core's filters, and three of features. */
const EN = enPalabras([
  {
    place: 20,
    en: {
      sinReporteDesde: {
        chip: (day) => `Sin reporte desde el ${day}`,
        campo: { grupo: 'Avance', tipo: 'dia', etiqueta: 'Desde' },
      },
    },
  },
  { place: 90, en: { bbox: { chip: () => 'Esta parte del mapa' } } },
  { place: 10, en: { atrasadas: { chip: () => 'Atrasadas' } } },
]);
const TODOS = filtrosOf(EN);

test('words come first, then the catalogs, and filters of features by their places around favorites', () => {
  assert.deepEqual(TODOS, [
    'q',
    ...['municipioId', 'estatusObraId', 'ejercicioFiscalId', 'dependenciaId', 'tipoProyectoId'],
    ...['anioMax', 'montoMin', 'montoMax', 'atrasadas', 'sinReporteDesde', 'favoritas', 'bbox'],
  ]);
});

test('behind «Más» stand the filters that have a field, in groups', () => {
  assert.deepEqual(masOf(EN), ['montoMin', 'montoMax', 'sinReporteDesde', 'favoritas']);
  assert.deepEqual([...gruposOf(EN)], ['Registro', 'Avance']);
});

const ADDRESSES = table`
  # address                          | filters
  ?q=parque                          | {"q": "parque"}
  municipioId=50,41                  | {"municipioId": "50,41"}
  municipioId=50&municipioId=41      | {"municipioId": "50,41"}
  municipioId=&q=                    | {}
  pagina=3&obra=7&orden=monto        | {}
  montoMin=abc                       | {"montoMin": "abc"}
  bbox=1,2,3,4&q=a+b%20c             | {"q": "a b c", "bbox": "1,2,3,4"}`;
for (const [address = '', filters = ''] of ADDRESSES) {
  test(`the filters of ${address} are ${filters}`, () => {
    const read = readFiltros(TODOS, new URLSearchParams(address));
    assert.deepEqual(read, JSON.parse(filters));
    assert.equal(queryOf(read), read);
  });
}

// Names of catalogs are known for Mérida (50) and Terminada (6).
const CHIPS = table`
  # address                   | chips, each with what is left without it
  q=parque                    | Con las palabras: parque → {"q":""}
  municipioId=50,41           | Municipio: Mérida → {"municipioId":"41"} / Municipio: 41 → {"municipioId":"50"}
  estatusObraId=6             | Estatus: Terminada → {"estatusObraId":""}
  ejercicioFiscalId=9         | Año: 9 → {"ejercicioFiscalId":""}
  tipoProyectoId=9            | Tipo: 9 → {"tipoProyectoId":""}
  montoMin=1500000            | Monto desde $1.5 millones → {"montoMin":""}
  montoMin=1500000.5          | Monto desde $1,500,000.50 → {"montoMin":""}
  montoMax=1234567            | Monto hasta $1,234,567.00 → {"montoMax":""}
  montoMax=12345678901234     | Monto hasta 12345678901234 → {"montoMax":""}
  montoMax=1.234              | Monto hasta 1.234 → {"montoMax":""}
  montoMax=mucho              | Monto hasta mucho → {"montoMax":""}
  anioMax=2020                | De 2020 o antes → {"anioMax":""}
  sinReporteDesde=2026-06-30  | Sin reporte desde el 30 de junio de 2026 → {"sinReporteDesde":""}
  sinReporteDesde=ayer        | Sin reporte desde el ayer → {"sinReporteDesde":""}
  atrasadas=true              | Atrasadas → {"atrasadas":""}
  favoritas=true              | Sus favoritas → {"favoritas":""}
  favoritas=false             | Sin sus favoritas → {"favoritas":""}
  bbox=1,2,3,4                | Esta parte del mapa → {"bbox":""}
  q=a&municipioId=50          | Con las palabras: a → {"q":""} / Municipio: Mérida → {"municipioId":""}`;
const NOMBRES = new Map([
  ['municipioId/50', 'Mérida'],
  ['estatusObraId/6', 'Terminada'],
]);
for (const [address = '', chips] of CHIPS) {
  test(`${address} has the chips ${chips}`, () => {
    const found = chipsOf(EN, readFiltros(TODOS, new URLSearchParams(address)), NOMBRES);
    const words = found.map(({ texto, sin }) => `${texto} → ${JSON.stringify(sin)}`);
    assert.equal(words.join(' / '), chips);
    const { filtro, valor } = found.at(-1) as (typeof found)[number];
    assert.equal(valor, /Id=/.test(address) ? address.match(/(\d+)$/)?.[1] : '');
    assert.ok(address.includes(`${filtro}=`));
  });
}

test('a chip has its words without a field, too', () => {
  assert.equal(chipOf({ chip: (value) => `¿${value}?` }, '7'), '¿7?');
});

test('the same search is one text wherever the map is', () => {
  assert.equal(seekingOf({ q: 'a', bbox: '1,2,3,4' }), seekingOf({ q: 'a' }));
  assert.notEqual(seekingOf({ q: 'a' }), NOTHING);
  assert.equal(seekingOf({ bbox: '1,2,3,4' }), NOTHING);
});

test('the ids of a filter are those between its commas', () => {
  assert.deepEqual(idsOf({ municipioId: '50,,41' }, 'municipioId'), ['50', '41']);
  assert.deepEqual(idsOf({}, 'municipioId'), []);
});

const HREFS = table`
  # parameters                         | address
  {}                                   | /obras
  {"q": ""}                            | /obras
  {"q": "a b", "municipioId": "50,41"} | /obras?q=a+b&municipioId=50,41
  {"q": "a&b%"}                        | /obras?q=a%26b%25`;
for (const [params = '', address] of HREFS) {
  test(`an address with ${params} is ${address}`, () => {
    assert.equal(hrefOf('/obras', JSON.parse(params)), address);
  });
}
