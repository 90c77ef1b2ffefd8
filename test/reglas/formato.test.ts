import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inWords, pathInWords } from '../../portal/core/campos.ts';
import { placeIn } from '../../portal/core/cuenta/volver.ts';
import {
  counted,
  countedOf,
  day,
  ended,
  folded,
  grouped,
  shortCount,
  time,
} from '../../portal/core/formato.ts';
import { table } from '../table.ts';

const COUNTS = table`
  # some | all  | in words
  1      | 1    | 1 obra
  2      | 2    | 2 obras
  0      | 0    | 0 obras
  1250   | 1250 | 1,250 obras
  3      | 12   | 3 de 12 obras
  1      | 1250 | 1 de 1,250 obras
  0      | 1    | 0 de 1 obra`;
for (const [some, all, words] of COUNTS) {
  test(`${some} of ${all} are «${words}»`, () => {
    assert.equal(countedOf(Number(some), Number(all), 'obra', 'obras'), words);
    if (some === all) assert.equal(counted(Number(all), 'obra', 'obras'), words);
  });
}

const SHORT = table`
  950    | 950
  3210   | 3.2 mil
  99900  | 99.9 mil
  100000 | 100 mil
  124400 | 124 mil`;
for (const [count, words] of SHORT) {
  test(`${count} in little room is «${words}»`, () => {
    assert.equal(shortCount(Number(count)).replace(/\s/g, ' '), words);
  });
}

test('numbers, days and hours are those of an office in Yucatán', () => {
  assert.equal(grouped(12345), '12,345');
  assert.equal(day('2026-01-16T05:59:00Z'), '15 de enero de 2026');
  assert.match(time('2026-01-15T14:30:00Z'), /^8:30\sa\.\s?m\.$/);
});

test('a sentence ends with one full stop, and a text is found without accents and capitals', () => {
  assert.deepEqual([ended('Con ella'), ended('S.A. de C.V.')], ['Con ella.', 'S.A. de C.V.']);
  assert.equal(folded('Mérida, Yucatán'), 'merida, yucatan');
});

const PATHS = table`
  # path                                         | in words
  nombre                                         | Nombre
  ubicaciones[0].geometriaJson.coordinates[2]    | Ubicación 1, dibujo
  ubicaciones[2].direccion                       | Ubicación 3, dirección
  curva[3].fecha                                 | Punto de la curva 4, fecha
  nada                                           | -
  ubicaciones[0].nada                            | -`;
for (const [path = '', words] of PATHS) {
  test(`the path ${path} is «${words}»`, () => assert.equal(pathInWords(path) ?? '', words));
}

const SENTENCES = table`
  # of the registry                                         | as people read it
  montoMin debe ser una cantidad.                           | Monto desde: debe ser una cantidad.
  ubicaciones[0].direccion no debe estar vacío.             | Ubicación 1, dirección: no debe estar vacío.
  El dato dependenciaId no existe.                          | El dato dependencia no existe.
  El valor «dependenciaId» no existe.                       | El valor «dependenciaId» no existe.
  orden debe ser id, -monto o relevancia.                   | Orden: debe ser id, -monto o relevancia.
  La obra no va con ejercicioFiscalId.                      | La obra no va con ejercicio fiscal.
  Otra obra tiene ya esa clave.                             | Otra obra tiene ya esa clave.`;
for (const [sentence = '', words] of SENTENCES) {
  test(`«${sentence}» is read as «${words}»`, () => assert.equal(inWords(sentence), words));
}

const BACK = table`
  # volver            | leads to
  /obras/7            | /obras/7
  /obras?q=calle      | /obras?q=calle
  /obras              | /
  https://ejemplo.mx/ | /
  //ejemplo.mx/       | /
  /\ejemplo.mx        | /
  javascript:alert(1) | /
  -                   | /`;
for (const [volver = '', place] of BACK) {
  test(`signing in with volver=«${volver}» leads to ${place}`, () => {
    assert.equal(placeIn(volver && `volver=${encodeURIComponent(volver)}`), place);
  });
}
