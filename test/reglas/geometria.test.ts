import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NoEsLugar, readAngle, readPlaces } from '../../portal/core/geometria/coordenadas.ts';
import {
  geometryInWords,
  inMetres,
  inSquareMetres,
  measureOf,
  partsOf,
} from '../../portal/core/geometria/medidas.ts';
import {
  addVertex,
  beginHole,
  beginPart,
  convert,
  crossingOf,
  geometryOf,
  insertVertex,
  isBegun,
  isComplete,
  isPlace,
  type Lugar,
  lastLine,
  moveVertex,
  places,
  removeVertex,
  shiftVertex,
  type Tipo,
  type Trazo,
  vertexAt,
  withoutBegun,
} from '../../portal/core/geometria/trazo.ts';
import { table } from '../table.ts';

const of = (json = '') => JSON.parse(json) as Trazo;

// Texts that are pasted or typed, and their positions, longitude first as in GeoJSON.
const PLACES = table`
  # wanted | text, with ↵ between lines                            | drawing
  PUNTO    | 20.9674, -89.6237                                     | [[[[-89.6237,20.9674]]]]
  PUNTO    | 20.9674, -89.6237↵20.9, -89.5                         | [[[[-89.6237,20.9674]]],[[[-89.5,20.9]]]]
  PUNTO    | 20,87; -89,52                                         | [[[[-89.52,20.87]]]]
  PUNTO    | 20.9, -89.6; 20.8, -89.5                              | [[[[-89.6,20.9]]],[[[-89.5,20.8]]]]
  RUTA     | 20.9, -89.6↵↵ 20.8, -89.5                             | [[[[-89.6,20.9],[-89.5,20.8]]]]
  POLIGONO | 20.9, -89.6↵20.8, -89.5↵20.9, -89.5↵20.9, -89.6       | [[[[-89.6,20.9],[-89.5,20.8],[-89.5,20.9]]]]
  PUNTO    | 100, 20                                               | [[[[100,20]]]]
  POLIGONO | 20.9, -89.6↵20.8, -89.5↵20.9, -89.5                   | [[[[-89.6,20.9],[-89.5,20.8],[-89.5,20.9]]]]
  RUTA     | [-89.6, 20.9]                                         | [[[[-89.6,20.9]]]]
  RUTA     | {"type":"Point","coordinates":[-89.6,20.9,8]}         | [[[[-89.6,20.9,8]]]]
  PUNTO    | {"type":"LineString","coordinates":[[-89.6,20.9],[-89.5,20.8]]} | [[[[-89.6,20.9],[-89.5,20.8]]]]`;
for (const [wanted, text = '', drawing] of PLACES) {
  test(`for a ${wanted} «${text}» is ${drawing}`, async () => {
    const read = await readPlaces(text.replaceAll('↵', '\n'), wanted as Tipo);
    assert.deepEqual(
      read.flatMap(({ trazo }) => trazo),
      of(drawing),
    );
  });
}

const NO_PLACES = table`
  # text                                              | objection begins with
  -                                                   | No hay nada que leer
  Calle 60                                            | No se entiende «Calle 60». Escriba latitud y longitud
  20.97, -89.62↵esto no                                | No se entiende «esto no». Escriba latitud y longitud
  20, 200                                             | 20, 200 no son grados: la latitud va de -90 a 90 y la longitud de -180 a 180.
  200, 20                                             | 200, 20 no son grados: la latitud va de -90 a 90 y la longitud de -180 a 180.
  95, 100                                             | 95, 100 no son grados: la latitud va de -90 a 90.
  227000 2320000                                      | Parecen coordenadas UTM: escriba también la zona
  {"type":"Point"                                     | Parece GeoJSON, pero está incompleto o mal escrito
  {"type":"Topology"}                                 | El GeoJSON no es de un lugar
  {"type":"FeatureCollection"}                        | El GeoJSON no trae ninguna geometría.
  {"type":"Feature","geometry":null}                  | El GeoJSON no trae ninguna geometría.
  {"type":"GeometryCollection"}                       | El GeoJSON no trae ninguna geometría.
  {"type":"Point","coordinates":[1]}                  | Las coordenadas del GeoJSON no son las de un Point
  {"type":"Point","coordinates":[1,2,3,4]}            | Las coordenadas del GeoJSON no son las de un Point
  {"type":"Point","coordinates":["1",2]}              | Las coordenadas del GeoJSON no son las de un Point
  {"type":"Point","coordinates":[1e999,2]}            | Las coordenadas del GeoJSON no son las de un Point
  {"type":"LineString","coordinates":[]}              | Las coordenadas del GeoJSON no son las de un LineString
  {"type":"Polygon","coordinates":[[1,2]]}            | Las coordenadas del GeoJSON no son las de un Polygon`;
for (const [text = '', objection = ''] of NO_PLACES) {
  test(`«${text}» is no place: ${objection}`, async () => {
    await assert.rejects(readPlaces(text.replaceAll('↵', '\n'), 'PUNTO'), (error) => {
      assert.ok(error instanceof NoEsLugar && error.message.startsWith(objection), String(error));
      return true;
    });
  });
}

test('metres of UTM are degrees, and the words of a GeoJSON feature are its address', async () => {
  const [utm] = await readPlaces('16N 227000 2320000', 'PUNTO');
  const [lon = 0, lat = 0] = utm?.trazo[0]?.[0]?.[0] ?? [];
  assert.ok(Math.abs(lon + 89.625) < 0.01 && Math.abs(lat - 20.962) < 0.01);
  const geometry = { type: 'Point', coordinates: [-89.6, 20.9] };
  const feature = (properties: object | null) => ({ type: 'Feature', properties, geometry });
  const features = [
    { direccion: ' ', name: 'Parque' },
    { nombre: 'Pozo', name: 'x' },
    null,
    { name: 7 },
  ].map(feature);
  const read = await readPlaces(JSON.stringify({ type: 'FeatureCollection', features }), 'PUNTO');
  assert.deepEqual(
    read.map(({ direccion }) => direccion),
    ['Parque', 'Pozo', undefined, undefined],
  );
  const all = { type: 'GeometryCollection', geometries: [geometry, geometry] };
  assert.equal((await readPlaces(JSON.stringify(all), 'PUNTO')).length, 2);
});

const ANGLES = table`
  20.9674        | 20.9674
  -89,6237       | -89.6237
  89°37'25.3"O   | -89.6236944
  20.9 -89.6     | null
  1e1            | null
  norte          | null
  -              | null`;
for (const [text = '', degrees] of ANGLES) {
  test(`the angle «${text}» is ${degrees}`, () => {
    assert.equal(readAngle(text), JSON.parse(degrees ?? ''));
  });
}

const LENGTHS = table`
  0.4     | 0 m      | 0 m²
  999.4   | 999 m    | 999 m²
  1000    | 1 km     | 1,000 m²
  12345   | 12.35 km | 1.23 ha
  9999    | 10 km    | 9,999 m²
  9999999 | 10,000 km | 1,000 ha
  45200000 | 45,200 km | 45.2 km²`;
for (const [metres, length, area] of LENGTHS) {
  test(`${metres} metres are ${length}, and square metres ${area}`, () => {
    assert.equal(inMetres(Number(metres)), length);
    assert.equal(inSquareMetres(Number(metres)), area);
  });
}

// A side of 0.01 degrees at the equator is 1.11 km.
const SQUARE = '[[0,0],[0.01,0],[0.01,0.01],[0,0.01]]';
const HOLE = '[[0.002,0.002],[0.004,0.002],[0.004,0.004],[0.002,0.004]]';
const DRAWINGS = table`
  # kind   | drawing                       | in words                         | measured
  PUNTO    | [[[[0,1]]]]                   | Punto en 1.000000, 0.000000      | 1.000000, 0.000000
  PUNTO    | [[[[0,1]]],[[[0,2]]]]         | 2 puntos                         | 2 puntos
  RUTA     | [[[[0,0],[0.01,0]]]]          | Ruta de 1.11 km, 2 vértices      | 2 vértices, 1.11 km
  RUTA     | [[[[0,0],[0.01,0]]],[[[0,0],[0,0.01]]]] | Ruta de 2.22 km en 2 trazos, 4 vértices | 2 partes, 4 vértices, 2.22 km
  POLIGONO | [[${SQUARE}]]                 | Polígono de 123.64 ha, 4 vértices | 4 vértices, 123.64 ha, perímetro 4.45 km
  POLIGONO | [[${SQUARE},${HOLE}]]         | Polígono de 118.7 ha, 8 vértices | 8 vértices, 118.7 ha, perímetro 5.34 km
  POLIGONO | [[${SQUARE}],[${HOLE}]]       | Polígono de 128.59 ha en 2 partes, 8 vértices | 2 partes, 8 vértices, 128.59 ha, perímetro 5.34 km`;
for (const [tipo, drawing, words, measured] of DRAWINGS) {
  test(`${tipo} ${drawing} is «${words}»`, () => {
    const geometry = geometryOf(tipo as Tipo, of(drawing));
    assert.ok(geometry);
    assert.equal(geometryInWords(geometry), words);
    assert.equal(measureOf(tipo as Tipo, of(drawing)), measured);
  });
}
test('a missing drawing has words of its own, and a polygon of two vertices has no area', () => {
  assert.equal(measureOf('RUTA', []), 'sin dibujar');
  assert.equal(measureOf('POLIGONO', of('[[[[0,0],[0.01,0]]]]')), '2 vértices');
  assert.equal(measureOf('RUTA', of('[[[[0,0]]]]')), '1 vértice, 0 m');
});

const NAMES = table`
  # kind   | drawing                             | names
  PUNTO    | [[[[0,1]]]]                         | Punto
  PUNTO    | [[[[0,1]]],[[[0,2]]]]               | Puntos
  RUTA     | [[[[0,0],[1,0]]]]                   | Trazo
  RUTA     | [[[[0,0],[1,0]]],[[[0,0],[0,1]]]]   | Trazo 1; Trazo 2
  POLIGONO | [[${SQUARE}]]                       | Contorno
  POLIGONO | [[${SQUARE},${HOLE}]]               | Contorno; Hueco
  POLIGONO | [[${SQUARE},${HOLE},${HOLE}]]       | Contorno; Hueco 1; Hueco 2
  POLIGONO | [[${SQUARE},${HOLE}],[${SQUARE}]]   | Parte 1, Contorno; Parte 1, Hueco; Parte 2, Contorno`;
for (const [tipo, drawing, names] of NAMES) {
  test(`the lines of ${tipo} ${drawing} are called ${names}`, () => {
    const geometry = geometryOf(tipo as Tipo, of(drawing));
    const parts = partsOf(geometry ?? assert.fail());
    assert.equal(parts.map(({ nombre }) => nombre).join('; '), names);
  });
}

const at = (text = '') => text.split(',').map(Number) as Lugar;
const CHANGES = table`
  # change                | before                        | after
  add PUNTO 9,9           | []                            | [[[[9,9]]]]
  add PUNTO 9,9           | [[[[0,0]]],[[[1,1]]]]         | [[[[0,0]]],[[[9,9]]]]
  add RUTA 9,9            | [[[[0,0]]]]                   | [[[[0,0],[9,9]]]]
  add RUTA 9,9            | [[[[0,0]]],[[[1,1]]]]         | [[[[0,0]]],[[[1,1],[9,9]]]]
  add POLIGONO 9,9        | [[[[0,0]],[]]]                | [[[[0,0]],[[9,9]]]]
  insert 0,0,1 9,9        | [[[[0,0],[1,1]]]]             | [[[[0,0],[9,9],[1,1]]]]
  move 0,0,1 9,9          | [[[[0,0],[1,1,5]]]]           | [[[[0,0],[9,9,5]]]]
  remove 0,0,0            | [[[[0,0],[1,1]]]]             | [[[[1,1]]]]
  remove 0,0,0            | [[[[0,0]]],[[[1,1]]]]         | [[[[1,1]]]]
  remove 0,1,0            | [[[[0,0]],[[1,1]]]]           | [[[[0,0]]]]
  remove 0,0,0            | [[[[0,0]],[[1,1]]]]           | [[[],[[1,1]]]]
  remove 0,0,0            | [[[[0,0]]]]                   | []
  down 0,0,0              | [[[[0,0],[1,1],[2,2]]]]       | [[[[1,1],[0,0],[2,2]]]]
  up 0,0,2                | [[[[0,0],[1,1],[2,2]]]]       | [[[[0,0],[2,2],[1,1]]]]
  down 0,0,7              | [[[[0,0],[1,1]]]]             | [[[[0,0],[1,1]]]]
  part                    | [[[[0,0]]]]                   | [[[[0,0]]],[[]]]
  part                    | [[[[0,0]]],[[]]]              | [[[[0,0]]],[[]]]
  hole 0                  | [[[[0,0]]],[[[1,1]]]]         | [[[[1,1]]],[[[0,0]],[]]]
  hole 7                  | [[[[0,0]]],[[[1,1]]]]         | [[[[0,0]]],[[[1,1]],[]]]
  bare                    | [[[[0,0]],[]],[[]]]           | [[[[0,0]]]]
  PUNTO>RUTA              | [[[[0,0]]],[[[1,1]]]]         | [[[[0,0],[1,1]]]]
  RUTA>PUNTO              | [[[[0,0],[1,1]]]]             | [[[[0,0]]]]
  POLIGONO>RUTA           | [[[[0,0]],[[1,1]]]]           | [[[[0,0]]],[[[1,1]]]]
  RUTA>POLIGONO           | [[[[0,0],[1,1]]]]             | [[[[0,0],[1,1]]]]
  RUTA>RUTA               | [[[[0,0],[1,1]],[]]]          | [[[[0,0],[1,1]],[]]]`;
for (const [change = '', before, after] of CHANGES) {
  test(`${before} after ${change} is ${after}`, () => {
    const [verb = '', one, two] = change.split(' ');
    const [trazo, [from, to]] = [of(before), verb.split('>')];
    const made = to
      ? convert(trazo, from as Tipo, to as Tipo)
      : (
          {
            add: () => addVertex(one as Tipo, trazo, at(two)),
            insert: () => insertVertex(trazo, at(one), at(two)),
            move: () => moveVertex(trazo, at(one), at(two)),
            remove: () => removeVertex(trazo, at(one)),
            down: () => shiftVertex(trazo, at(one), 1),
            up: () => shiftVertex(trazo, at(one), -1),
            part: () => beginPart(trazo),
            hole: () => beginHole(trazo, Number(one)),
            bare: () => withoutBegun(trazo),
          } as Record<string, () => Trazo>
        )[verb]?.();
    assert.deepEqual(made, of(after));
    assert.deepEqual(trazo, of(before));
  });
}

// A drawing is begun while its last line has no vertex, and complete once every line has enough.
const STATES = table`
  # kind   | drawing                         | begun | complete
  PUNTO    | []                              | no    | no
  PUNTO    | [[[[0,0]]]]                     | no    | yes
  PUNTO    | [[[[0,0]],[]]]                  | yes   | yes
  RUTA     | [[[[0,0]]]]                     | no    | no
  RUTA     | [[[[0,0],[1,1]]],[[]]]          | yes   | yes
  POLIGONO | [[[[0,0],[1,1]]]]               | no    | no
  POLIGONO | [[[[0,0],[1,1],[1,0]],[[0,0]]]] | no    | no`;
for (const [tipo, drawing, begun, complete] of STATES) {
  test(`${tipo} ${drawing} is begun: ${begun}, complete: ${complete}`, () => {
    assert.equal(isBegun(of(drawing)), begun === 'yes');
    assert.equal(isComplete(tipo as Tipo, of(drawing)), complete === 'yes');
  });
}

test('vertices are found by their places, in order', () => {
  const trazo = of('[[[[0,0],[1,1]],[[2,2]]],[[[3,3]]]]');
  assert.deepEqual(places(trazo), [
    [0, 0, 0],
    [0, 0, 1],
    [0, 1, 0],
    [1, 0, 0],
  ]);
  assert.deepEqual(
    [vertexAt(trazo, [0, 1, 0]), vertexAt(trazo, [5, 0, 0]), lastLine(trazo)],
    [[2, 2], undefined, [[3, 3]]],
  );
  assert.deepEqual(lastLine([]), []);
  assert.equal(isPlace([0, 1, 0], [0, 1, 0]), true);
  for (const one of [[0, 1, 1] as Lugar, null]) assert.equal(isPlace(one, [0, 1, 0]), false);
  assert.equal(isPlace(null, null), false);
});

const CROSSINGS = table`
  # kind   | drawing                                       | crosses at
  PUNTO    | [[[[0,0]]],[[[0,0]]]]                         | null
  RUTA     | [[[[0,0],[2,0],[2,2],[0,2]]]]                 | null
  RUTA     | [[[[0,0],[2,2],[2,0],[0,2]]]]                 | [1,1]
  RUTA     | [[[[0,0],[4,0],[4,4],[2,4],[2,0]]]]           | [2,0]
  RUTA     | [[[[0,0],[4,0],[1,0]]]]                       | [1,0]
  RUTA     | [[[[0,0],[2,0],[4,0]]]]                       | null
  RUTA     | [[[[0,0],[2,2]]],[[[2,0],[0,2]]]]             | null
  RUTA     | [[[[0,0],[2,0],[5,5],[5,-5]]]]                | null
  RUTA     | [[[[4,0],[2,0],[0,0]]]]                       | null
  RUTA     | [[[[0,0],[0,2],[0,4]]]]                       | null
  RUTA     | [[[[0,4],[0,2],[0,0]]]]                       | null
  POLIGONO | [[[[0,0],[4,0],[4,4],[0,4]],[[1,0],[2,0],[2,1]]]] | [1,0]
  POLIGONO | [[[[0,0],[2,2],[2,0],[0,2]]]]                 | [1,1]
  POLIGONO | [[[[0,0],[2,0],[2,2],[0,2]]]]                 | null
  POLIGONO | [[[[0,0],[4,0],[4,4],[0,4]],[[1,1],[2,1],[2,2]]]] | null
  POLIGONO | [[[[0,0],[4,0],[4,4],[0,4]],[[1,1],[5,1],[5,2]]]] | [4,1]
  POLIGONO | [[[[0,0],[3,0],[3,3],[0,3],[0,1]]]]           | null
  POLIGONO | [[[[0,0],[3,0],[3,3],[0,3],[0,-1]]]]          | [0,0]`;
for (const [tipo, drawing, crossing = ''] of CROSSINGS) {
  test(`${tipo} ${drawing} crosses itself at ${crossing}`, () => {
    assert.deepEqual(crossingOf(tipo as Tipo, of(drawing)), JSON.parse(crossing));
  });
}
