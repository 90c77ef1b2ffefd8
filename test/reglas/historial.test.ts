import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginningOf, definite, queryOf } from '../../portal/core/bitacora/filtrado.ts';
import {
  changesOf,
  type Lugar,
  placeIn,
  placesInWords,
} from '../../portal/core/obras/historial/lugares.ts';
import { palabrasOf } from '../../portal/core/obras/historial/palabras.ts';
import {
  deTodas,
  type EnHistorial,
  juntos,
  type Renglon,
} from '../../portal/core/obras/historial/partes.ts';
import {
  byDay,
  isOfObra,
  nameIn,
  variationOf,
} from '../../portal/core/obras/historial/renglones.ts';
import { table } from '../table.ts';

/** A feature whose rows of one author stand together. */
const FOTOS: EnHistorial = {
  recursos: { archivos: 'el archivo' },
  etiquetas: { archivos: { titulo: 'Título' } },
  elecciones: { clase: { ACTA: 'Acta' } },
  enPalabras: { curva: (value) => `${(value as unknown[]).length} puntos` },
  juntas: {
    claveOf: ({ recurso, usuarioEmail }) =>
      recurso === 'archivos' ? `${usuarioEmail}` : undefined,
    frase: (seguidos) => `${seguidos.length} fotos`,
  },
};
const { labelsOf, valueInWords } = palabrasOf([FOTOS, { elecciones: { tipo: { FOTO: 'Foto' } } }]);
const NAMES = new Map([['dependenciaId/3', 'Obras Públicas']]);

const VALUES = table`
  # field         | value                      | words
  nombre          | null                       | -
  nombre          | "Parque"                   | Parque
  monto           | 1250000.5                  | $1,250,000.50
  montoFinal      | 0                          | $0.00
  dependenciaId   | 3                          | Obras Públicas
  dependenciaId   | 4                          | número 4
  version         | 4                          | 4
  activo          | true                       | Sí
  activo          | false                      | No
  fechaCorte      | "2026-06-30"               | 30 de junio de 2026
  clase           | "ACTA"                     | Acta
  clase           | "OTRA"                     | OTRA
  tipo            | "FOTO"                     | Foto
  curva           | [1, 2]                     | 2 puntos
  curva           | null                       | -`;
for (const [field = '', value = '', words] of VALUES) {
  test(`in the ledger ${field} of ${value} is «${words}»`, () => {
    assert.equal(valueInWords(field, JSON.parse(value), NAMES).replace(/\s/g, ' '), words);
  });
}

test('an instant is in the time of Yucatán', () => {
  const words = valueInWords('creadaEn', '2026-06-30T18:05:00.000Z', NAMES);
  assert.match(
    words,
    /^30 de junio de 2026.* 12:05\sp\.\sm\.$|^30 de junio de 2026.* 12:05\sp\.m\.$/,
  );
});

test('a part of works has labels of its own, and a work those of its form without its id', () => {
  assert.deepEqual(labelsOf('archivos'), { titulo: 'Título' });
  assert.equal(labelsOf('obras').nombre, 'Nombre');
  assert.equal('id' in labelsOf('obras'), false);
  assert.deepEqual(deTodas([FOTOS, {}], 'recursos'), { archivos: 'el archivo' });
});

const row = (more: object) =>
  ({
    recurso: 'obras',
    accion: 'cambiar',
    resumen: 'x',
    cambios: [],
    ...more,
  }) as unknown as Renglon;

const TOGETHER = table`
  # rows: resource and author      | phrases
  archivos a, archivos a, archivos a | 3 fotos
  archivos a, archivos b             | x / x
  archivos a, obras a, archivos a    | x / x / x
  obras a, obras a                   | x / x
  obras a, archivos b, archivos b    | x / 2 fotos`;
for (const [rows = '', phrases] of TOGETHER) {
  test(`rows of ${rows} stand together as ${phrases}`, () => {
    const renglones = rows.split(', ').map((one) => {
      const [recurso, usuarioEmail] = one.split(' ');
      return row({ recurso, usuarioEmail });
    });
    const groups = juntos([{}, FOTOS], renglones);
    assert.equal(groups.map(({ frase }) => frase).join(' / '), phrases);
    assert.deepEqual(
      groups.flatMap(({ seguidos }) => seguidos),
      renglones,
    );
  });
}

const VARIATIONS = table`
  # resource | before  | after | by how much
  obras      | 100     | 110   | +10 %
  obras      | 100     | 90    | -10 %
  obras      | 100     | 100   | 0 %
  obras      | 300     | 400   | +33.3 %
  obras      | 0       | 400   | -
  obras      | null    | 400   | -
  obras      | 400     | null  | -
  contratos  | 100     | 110   | -`;
for (const [recurso, antes = '', despues = '', share] of VARIATIONS) {
  test(`an amount of ${recurso} that goes from ${antes} to ${despues} varies by «${share}»`, () => {
    const cambios = [
      { campo: 'nombre', antes: 'a', despues: 'b' },
      { campo: 'monto', antes: JSON.parse(antes), despues: JSON.parse(despues) },
    ];
    assert.equal(variationOf(row({ recurso, cambios })).replace(/\s/g, ' '), share);
  });
}

test('a row that says nothing of the amount has no variation, and a value that is not there no words', () => {
  assert.equal(variationOf(row({})), '');
  assert.equal(valueInWords('nombre', undefined, NAMES), '');
});

test('rows stand by the day of Yucatán, in the order that they come', () => {
  const instants = ['2026-07-01T05:59:00Z', '2026-06-30T12:00:00Z', '2026-07-01T06:00:00Z'];
  const days = byDay(instants.map((instante) => row({ instante })));
  assert.deepEqual(
    days.map(([day, entries]) => [day, entries.length]),
    [
      ['30 de junio de 2026', 2],
      ['1 de julio de 2026', 1],
    ],
  );
});

test('the name of a work is the last that its story says', () => {
  const named = (antes: unknown, despues: unknown) =>
    row({ cambios: [{ campo: 'nombre', antes, despues }] });
  assert.equal(nameIn([named(null, 'A'), named('A', 'B'), row({})]), 'B');
  assert.equal(nameIn([named(null, 'A'), named('A', null)]), 'A');
  assert.equal(nameIn([named('B', null)]), 'B');
  assert.equal(nameIn([row({})]), undefined);
  assert.deepEqual([row({}), row({ recurso: 'avances' })].map(isOfObra), [true, false]);
});

const point = (lon: number, lat: number) => ({ type: 'Point', coordinates: [lon, lat] });
const line = (...to: number[][]) => ({ type: 'LineString', coordinates: to });
const place = (more: object): Lugar =>
  ({
    ...{ id: 1, direccion: 'Calle 60', localidadReferencia: null, referenciaLugar: null },
    ...{
      municipioId: 50,
      orden: 1,
      tipoGeometria: 'PUNTO',
      geometriaJson: point(-89.6, 20.9),
      ...more,
    },
  }) as unknown as Lugar;
const tell = (_: string, value: unknown) => (value === null ? '' : String(value));

test('a place has its address and its coordinates, and all of a work stand below their number', () => {
  const told = '«Calle 60» (Punto en 20.900000, -89.600000)';
  assert.equal(placeIn(place({})), told);
  assert.equal(placesInWords([]), '');
  assert.equal(placesInWords([place({})]), `1 ubicación:\n${told}`);
  assert.equal(placesInWords([place({}), place({})]), `2 ubicaciones:\n${told}\n${told}`);
});

test('the changes of a place stand field by field', () => {
  assert.deepEqual(changesOf(place({}), place({}), tell), []);
  assert.deepEqual(
    changesOf(place({}), place({ direccion: 'Calle 62', referenciaLugar: 'Parque' }), tell),
    ['dirección, de «Calle 60» a «Calle 62»', 'referencia del lugar, de nada a «Parque»'],
  );
});

test('a moved shape has its places in words, and a new drawing its length or area', () => {
  const [moved] = changesOf(place({}), place({ geometriaJson: point(-89.7, 21) }), tell);
  assert.equal(moved, 'de Punto en 20.900000, -89.600000 a Punto en 21.000000, -89.700000');
  const ruta = (east: number) => ({
    ...{ tipoGeometria: 'RUTA', geometriaJson: line([-89.6, 20.9], [east, 20.9]) },
  });
  const [longer] = changesOf(place(ruta(-89.59)), place(ruta(-89.58)), tell);
  assert.equal(longer, 'la ruta se trazó de nuevo: de 1.04 km a 2.08 km');
  const [other] = changesOf(place({}), place(ruta(-89.58)), tell);
  assert.match(other ?? '', /^de Punto en 20\.900000, -89\.600000 a Ruta de 2\.08 km/);
  const square = (side: number) => ({
    tipoGeometria: 'POLIGONO',
    geometriaJson: {
      type: 'Polygon',
      coordinates: [
        [
          [-89.6, 20.9],
          [-89.6 + side, 20.9],
          [-89.6 + side, 20.9 + side],
          [-89.6, 20.9 + side],
          [-89.6, 20.9],
        ],
      ],
    },
  });
  const [larger] = changesOf(place(square(0.001)), place(square(0.002)), tell);
  assert.match(larger ?? '', /^el polígono se trazó de nuevo: de 1.16 ha a 4.62 ha$/);
});

const QUESTIONS = table`
  # filters                                     | question
  {}                                            | {"sinEntradas":"true"}
  {"entradas":"true"}                           | {}
  {"recurso":"auth"}                            | {"recurso":"auth"}
  {"accion":"entrada fallida"}                  | {"accion":"entrada fallida"}
  {"accion":"cambiar"}                          | {"accion":"cambiar","sinEntradas":"true"}
  {"desde":"2026-06-30","hasta":"2026-06-30"}   | {"sinEntradas":"true","desde":"2026-06-30T06:00:00.000Z","hasta":"2026-07-01T06:00:00.000Z"}
  {"desde":"ayer"}                              | {"sinEntradas":"true","desde":"ayer"}
  {"campo":"monto","variacionMonto":"20"}       | {"campo":"monto","variacionMonto":"20","sinEntradas":"true"}`;
for (const [filters = '', question] of QUESTIONS) {
  test(`the ledger is asked of ${filters} as ${question}`, () => {
    assert.equal(JSON.stringify(queryOf(JSON.parse(filters))), question);
  });
}

test('a property without a value is left out', () => {
  assert.deepEqual([definite('a', undefined), definite('a', '')], [{}, { a: '' }]);
  assert.equal(beginningOf(''), undefined);
});
