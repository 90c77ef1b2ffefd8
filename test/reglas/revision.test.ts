import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Limites } from '../../portal/core/catalogos.ts';
import {
  type Forma,
  formaOf,
  geometryOf,
  type Posicion,
} from '../../portal/core/geometria/trazo.ts';
import { changed, review, reviewPlace } from '../../portal/core/obras/formulario/revision.ts';
import { newUbicacion, SIN_VALORES } from '../../portal/core/obras/formulario/valores.ts';
import { table } from '../table.ts';
import { wkt } from '../wkt.ts';

const file = fileURLToPath(
  new URL('../../../../sources/limites-municipales.geojson', import.meta.url),
);
const LIMITES = JSON.parse(readFileSync(file, 'utf8')) as Limites;
for (const limite of LIMITES.features) {
  limite.id = Number((limite.properties as { clave: string }).clave.slice(2));
}
const nameOf = (id: number) =>
  LIMITES.features.find((one) => one.id === id)?.properties.nombre ?? '';
const idOf = (name = '') =>
  LIMITES.features.find(({ properties }) => properties.nombre === name)?.id ?? null;

/** A place drawn by latitudes and longitudes: `20.9 -89.6; 20.8 -89.5`, with `/` between rings and `+` between parts. */
const drawn = (kind = '', text = ''): Forma => ({
  tipoGeometria: kind as Forma['tipoGeometria'],
  trazo: text.split('+').map((part) =>
    part.split('/').map((ring) =>
      ring
        .split(';')
        .filter((one) => one.trim())
        .map((one): Posicion => one.trim().split(' ').map(Number).reverse()),
    ),
  ),
});
const place = (kind?: string, text?: string, more: object = {}) => {
  const forma = drawn(kind, text);
  // A point is a part for itself.
  const trazo =
    kind === 'PUNTO' ? forma.trazo.flat(2).map((position) => [[position]]) : forma.trazo;
  return { ...newUbicacion(forma.tipoGeometria), direccion: 'Calle 1', ...forma, trazo, ...more };
};

// Doubts of a work in Mérida, each with what puts it right.
const DOUBTS = table`
  # kind   | latitude and longitude                        | doubts → remedies
  PUNTO    | 20.9674 -89.6237                              | -
  PUNTO    | -89.6237 20.9674                              | La latitud y la longitud parecen estar al revés. → Intercambiar
  PUNTO    | 20.99 89.6                                    | Queda fuera de Yucatán; parece que falta o sobra un signo: 20.990000, 89.600000. → Corregir el signo
  PUNTO    | 19.4326 -99.1332                              | Queda fuera de Yucatán: 19.432600, -99.133200.
  PUNTO    | 19.4326 -99.1332; 19 -99                      | Queda fuera de Yucatán: 19.432600, -99.133200 y 1 más.
  PUNTO    | 20.6296 -87.6                                 | Queda fuera de Yucatán: 20.629600, -87.600000.
  PUNTO    | 20.0 -90.2                                    | Queda fuera de Yucatán: 20.000000, -90.200000.
  PUNTO    | 20.8612 -90.4275                              | Queda fuera de Yucatán: 20.861200, -90.427500.
  PUNTO    | 21.2817 -89.6653                              | ¿Es Mérida? Según los límites de INEGI, simplificados hasta 550 m, queda en Progreso. → Cambiar el municipio de la obra a Progreso, Cambiar sólo esta ubicación a Progreso
  PUNTO    | 20.9674 -89.6237; 21.1425 -88.1647            | ¿Es Mérida? Según los límites de INEGI, simplificados hasta 550 m, queda en Tizimín. → Cambiar el municipio de la obra a Tizimín, Cambiar sólo esta ubicación a Tizimín
  RUTA     | 20.9674 -89.6237; 21.2817 -89.6653            | -
  RUTA     | 20.97 -89.62; 20.98 -88.20                    | Entre dos vértices seguidos hay 147.44 km: de 20.970000, -89.620000 a 20.980000, -88.200000. Revise que estén bien escritos.
  RUTA     | 20.9674 -89.6237; -89.62 20.97; 20.98 -89.61; 20.99 89.6 | La latitud y la longitud parecen estar al revés en 1 de los 4 vértices: -89.620000, 20.970000. → Intercambiar / Queda fuera de Yucatán; parece que falta o sobra un signo en 1 de los 4 vértices: 20.990000, 89.600000. → Corregir el signo
  PUNTO    | 20.9674 -89.6237; -89.62 20.97                | La latitud y la longitud parecen estar al revés en 1 de los 2 puntos: -89.620000, 20.970000. → Intercambiar`;
for (const [kind, text = '', doubts] of DOUBTS) {
  test(`${kind} at ${text} is doubted: ${doubts || 'nothing'}`, () => {
    const found = reviewPlace(place(kind, text), idOf('Mérida'), LIMITES, nameOf);
    const words = found.map(({ texto, remedios }) =>
      [texto, remedios.map(({ nombre }) => nombre).join(', ')].filter(Boolean).join(' → '),
    );
    assert.equal(words.join(' / '), doubts);
    assert.ok(found.every(({ clase }) => clase === 'duda'));
  });
}

test('on a beach of Celestún a work is in the state, whatever the simplified limits say', () => {
  const [doubt] = reviewPlace(
    place('PUNTO', '20.8612 -90.4075'),
    idOf('Celestún'),
    LIMITES,
    nameOf,
  );
  assert.equal(doubt, undefined);
});

test('a place before the limits are read is judged by a rectangle around the state, and not by its municipio', () => {
  const doubts = (text: string) =>
    reviewPlace(place('PUNTO', text), idOf('Mérida'), undefined, nameOf).map(({ texto }) => texto);
  assert.deepEqual(doubts('21.2817 -89.6653'), []);
  assert.deepEqual(doubts('20.6296 -87.6'), []);
  for (const beyond of ['23.5 -89.6', '18.5 -89.6', '20.9 -91.9', '20.9 -86.1']) {
    assert.match(doubts(beyond).join(), /^Queda fuera de Yucatán: /);
  }
  assert.deepEqual(doubts('19.4326 -99.1332'), ['Queda fuera de Yucatán: 19.432600, -99.133200.']);
  assert.deepEqual(doubts('-89.6237 20.9674'), [
    'La latitud y la longitud parecen estar al revés.',
  ]);
});

test('without a municipio the one of the place is offered; a place with its own is asked about that alone', () => {
  const [note] = reviewPlace(place('PUNTO', '21.2817 -89.6653'), null, LIMITES, nameOf);
  assert.deepEqual(
    [note?.clase, note?.texto, note?.remedios],
    [
      'nota',
      'Según los límites de INEGI queda en Progreso.',
      [
        {
          nombre: 'Poner Progreso como municipio de la obra',
          cambios: { obra: { municipioId: idOf('Progreso') } },
        },
      ],
    ],
  );
  const own = place('PUNTO', '20.9674 -89.6237', { municipioId: idOf('Progreso') });
  const [doubt] = reviewPlace(own, idOf('Mérida'), LIMITES, nameOf);
  assert.deepEqual(doubt?.remedios, [
    {
      nombre: 'Cambiar sólo esta ubicación a Mérida',
      cambios: { ubicacion: { municipioId: null } },
    },
  ]);
});

test('a remedy swaps or signs the vertices that need it, and no other', () => {
  const route = place('RUTA', '20.9674 -89.6237; -89.62 20.97; 20.99 89.6', { clave: 'a' });
  const other = { ...newUbicacion('PUNTO'), clave: 'b' };
  let work = { ...SIN_VALORES, ubicaciones: [route, other] };
  for (const at of [0, 0]) {
    const [one] = work.ubicaciones as [typeof route];
    const remedy = reviewPlace(one, idOf('Mérida'), LIMITES, nameOf)[at]?.remedios[0];
    work = changed(work, 'a', remedy?.cambios ?? {}) as typeof work;
  }
  assert.deepEqual(work.ubicaciones[0]?.trazo, [
    [
      [
        [-89.6237, 20.9674],
        [-89.62, 20.97],
        [-89.6, 20.99],
      ],
    ],
  ]);
  assert.equal(work.ubicaciones[1], other);
  assert.equal(changed(work, 'a', { obra: { municipioId: 7 } }).municipioId, 7);
});

// The sentences about a drawing in Mérida; each kind of remark before them.
const REMARKS = table`
  # kind   | drawing                                                        | remarks
  PUNTO    | -                                                              | falta: Falta dibujar el punto.
  RUTA     | -                                                              | falta: Falta dibujar la ruta.
  RUTA     | 20.96 -89.63                                                   | falta: Faltan vértices: la ruta necesita al menos 2.
  POLIGONO | 20.96 -89.63                                                   | falta: Faltan vértices: el polígono necesita al menos 3.
  POLIGONO | 20.96 -89.63; 20.97 -89.63                                     | falta: Faltan vértices: el polígono necesita al menos 3.
  POLIGONO | 20.96 -89.63; 20.97 -89.62; 20.96 -89.62                       | -
  POLIGONO | 20.96 -89.63; 20.97 -89.62; 20.96 -89.62; 20.97 -89.63         | error: Los lados del polígono se cruzan cerca de 20.965000, -89.625000.
  RUTA     | 20.96 -89.63; 20.97 -89.62; 20.96 -89.62; 20.97 -89.63         | nota: La ruta se cruza consigo misma cerca de 20.965000, -89.625000.
  POLIGONO | 20.96 -89.63; 20.97 -89.63; 20.97 -89.62; 20.96 -89.62 / 20.964 -89.626; 20.966 -89.626; 20.966 -89.624 | -
  POLIGONO | 20.96 -89.63; 20.97 -89.63; 20.97 -89.62; 20.96 -89.62 / 20.98 -89.61; 20.982 -89.61; 20.982 -89.608   | error: El hueco queda fuera del polígono.
  POLIGONO | 20.96 -89.63; 20.97 -89.63; 20.97 -89.62; 20.96 -89.62 / 20.964 -89.626; 20.966 -89.626; 20.966 -89.624 / 20.98 -89.61; 20.982 -89.61; 20.982 -89.608 | error: El hueco 2 queda fuera del polígono.`;
for (const [kind, text, remarks] of REMARKS) {
  test(`a ${kind} ${text || 'without a drawing'} has the remarks: ${remarks || 'nothing'}`, () => {
    const found = review(place(kind, text), idOf('Mérida'), LIMITES, nameOf);
    assert.equal(found.map(({ clase, texto }) => `${clase}: ${texto}`).join(' / '), remarks);
  });
}

test('a place without an address lacks it, and a swapped vertex is no crossing', () => {
  const said = (one: ReturnType<typeof place>) =>
    review(one, idOf('Mérida'), LIMITES, nameOf).map(({ texto }) => texto);
  assert.deepEqual(said(place('PUNTO', '20.9674 -89.6237', { direccion: ' ' })), [
    'Falta la dirección.',
  ]);
  const swapped = place('POLIGONO', '20.96 -89.63; -89.62 20.97; 20.96 -89.62; 20.97 -89.63');
  assert.ok(said(swapped).every((texto) => !texto.includes('se cruzan')));
});

test('a drawing comes from its geometry and goes back to it, with its parts, holes and altitudes', () => {
  const geometries = [
    'POINT (-89.6 20.9 5)',
    'MULTIPOINT (-89.6 20.9, -89.5 20.8)',
    'LINESTRING (-89.6 20.9, -89.5 20.8)',
    'MULTILINESTRING ((-89.6 20.9, -89.5 20.8), (-89 20, -88 20))',
    'POLYGON ((-89.6 20.9, -89.5 20.8, -89.5 20.9, -89.6 20.9))',
    'MULTIPOLYGON (((-89.6 20.9 8, -89.59 20.9 8, -89.59 20.91 8, -89.6 20.9 8), (-89.597 20.901 8, -89.595 20.901 8, -89.595 20.903 8, -89.597 20.901 8)), ((-89.5 20.9, -89.49 20.9, -89.49 20.91, -89.5 20.9)))',
  ].map(wkt);
  for (const geometry of geometries) {
    const { tipoGeometria, trazo } = formaOf(geometry as never);
    assert.deepEqual(geometryOf(tipoGeometria, trazo), geometry);
  }
});
