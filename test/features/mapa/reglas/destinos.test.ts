import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ESTADO } from '../../../../portal/core/geometria/estado.ts';
import { inCoordinates, middleOf, written } from '../../../../portal/features/mapa/destinos.ts';
import { numbersOf, rectangleIn } from '../../../../portal/features/mapa/escrito.ts';
import { hintOf } from '../../../../portal/features/mapa/sugerencias.ts';
import { table } from '../../../table.ts';
import { wkt } from '../../../wkt.ts';

// A place as the address of the page has it, or as numbers.
const MIDDLES = table`
  # place                     | middle
  -89.6,20.9,12               | -89.6,20.9
  -90,20,-89,21               | -89.5,20.5
  -89.61234567,20.98765432,12 | -89.6123,20.9877
  200,20,12                   | -
  -89,95,12                   | -
  abc                         | -`;
for (const [place, middle] of MIDDLES) {
  test(`the middle of «${place}» is «${middle}»`, () => {
    assert.equal(middleOf(place)?.join() ?? '', middle);
    assert.equal(middleOf(place?.split(',').map(Number))?.join() ?? '', middle);
  });
}
test('nothing and the whole state have no middle', () => {
  for (const place of [undefined, null, ESTADO, ESTADO.join()]) {
    assert.equal(middleOf(place), undefined);
  }
});

const ADDRESSES = table`
  # place of the address | numbers        | rectangle
  -89.6,20.9,12          | -89.6,20.9,12  | -
  -90,20,-89,21          | -              | -90,20,-89,21
  1,1,1,1                | -              | -
  -87,22,-91,19          | -              | -
  1,2,3,4,5              | -              | -
  aqui                   | -              | -
  -                      | -              | -`;
for (const [place, numbers, rectangle] of ADDRESSES) {
  test(`the place «${place}» of an address is ${numbers || rectangle || 'no point and no rectangle'}`, () => {
    assert.equal(numbersOf(place, 3)?.join() ?? '', numbers);
    assert.equal(rectangleIn(place)?.join() ?? '', rectangle);
  });
}

test('a place goes into the address as its rectangle, or as a point from near', () => {
  assert.equal(written({ bbox: [1, 2, 3, 4] } as never), '1,2,3,4');
  assert.equal(written({ position: [-89.6, 20.9] } as never), '-89.6,20.9,16');
});

test('a text that is no coordinates, and a place beyond the poles, is no destination', () => {
  const none = { features: [] } as never;
  assert.equal(inCoordinates('Calle 60', none), undefined);
  assert.equal(inCoordinates('95.5, -200.1', none), undefined);
});

const geometry = wkt('POLYGON ((-90 20, -89 20, -89 21, -90 21, -90 20))');
const LIMITES = {
  features: [{ id: 50, properties: { nombre: 'Mérida' }, geometry }],
} as unknown as Parameters<typeof inCoordinates>[1];
const PLACES = table`
  # text           | named                | certain | outside
  20.5, -89.5      | Coordenadas          | yes     | no
  20.5, 89.5       | Coordenadas, con el signo o el orden que falta | no | no
  40.5, -70.5      | Coordenadas fuera de Yucatán | no | yes`;
for (const [text = '', detalle, certain, outside] of PLACES) {
  test(`«${text}» is offered as ${detalle}`, () => {
    const place = inCoordinates(text, LIMITES);
    assert.deepEqual(
      [place?.detalle, place?.isCertain, place?.isOutside],
      [detalle, certain === 'yes', outside === 'yes'],
    );
  });
}

// Texts for a place, and where they lead.
const KINDS = table`
  # text                                            | longitude | latitude
  20.87, -89.52                                     | -89.52    | 20.87
  -89.42 20.77                                      | -89.42    | 20.77
  20°58'N 89°37'W                                   | -89.617   | 20.967
  20,87; 89,52                                      | -89.52    | 20.87
  https://www.google.com/maps/@20.7000,-89.1000,15z | -89.1     | 20.7
  16N 227000 2320000                                | -89.625   | 20.962`;
for (const [text = '', longitude, latitude] of KINDS) {
  test(`«${text}» leads to ${latitude}, ${longitude}`, async () => {
    const to = await inCoordinates(text, LIMITES)?.go();
    assert.ok(to && 'position' in to);
    const [lon = 0, lat = 0] = to.position;
    assert.ok(Math.abs(lon - Number(longitude)) < 0.01, String(lon));
    assert.ok(Math.abs(lat - Number(latitude)) < 0.01, String(lat));
  });
}
test('metres without their zone are offered as such, and ask for it', async () => {
  const place = inCoordinates('227000 2320000', LIMITES);
  assert.deepEqual([place?.nombre, place?.detalle], ['UTM 227000, 2320000', 'Falta la zona']);
  await assert.rejects(async () => place?.go(), /escriba también la zona, como en 16N/);
  assert.equal(inCoordinates('16N 227000 2320000', LIMITES)?.nombre, 'UTM 16N 227000, 2320000');
});

// Drawings as lists of parts of rings of positions, as the form has them.
const HINTS = table`
  # kind   | drawing                 | chosen | drawing on | begins with
  PUNTO    | []                      | -      | yes        | Haga clic donde está la obra
  PUNTO    | [[[[0,0]]]]             | 0,0,0  | no         | Elegido: haga clic donde debe quedar
  PUNTO    | [[[[0,0]]]]             | -      | no         | Para moverlo, arrástrelo
  RUTA     | []                      | -      | yes        | Haga clic donde empieza la ruta
  RUTA     | [[[[0,0]]]]             | -      | yes        | Siga con otro vértice.
  RUTA     | [[[[0,0],[1,1]]]]       | -      | yes        | Siga, o pulse «Terminar»
  RUTA     | [[[[0,0],[1,1]]]]       | 0,0,1  | no         | Vértice 2 elegido: haga clic
  RUTA     | [[[[0,0],[1,1]]]]       | -      | no         | Para corregir, arrastre un vértice
  POLIGONO | [[[[0,0]],[]]]          | -      | yes        | Haga clic en una esquina del hueco
  POLIGONO | [[[[0,0]]],[[]]]        | -      | yes        | Haga clic en una esquina de la parte nueva
  RUTA     | [[[[0,0]]],[[]]]        | -      | yes        | Haga clic en el primer vértice de la parte nueva
  POLIGONO | []                      | -      | yes        | Haga clic en una esquina, o ponga
  POLIGONO | [[[[0,0]]]]             | -      | yes        | Siga con otros 2 vértices.
  POLIGONO | [[[[0,0],[1,1],[1,0]]]] | -      | yes        | Siga, o pulse «Terminar»`;
for (const [tipo, drawing = '', chosen, on, words = ''] of HINTS) {
  test(`the hint for ${tipo} ${drawing}, chosen «${chosen}», drawing ${on}, is «${words}»`, () => {
    const elegido = chosen ? chosen.split(',').map(Number) : undefined;
    const hint = hintOf({ tipo, trazo: JSON.parse(drawing), elegido } as never, on === 'yes');
    assert.ok(hint.startsWith(words), hint);
  });
}
