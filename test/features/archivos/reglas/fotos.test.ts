import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  judgeEnd,
  judgeSize,
  judgeWhole,
  reasonOf,
  sizeOf,
} from '../../../../portal/features/archivos/legible.ts';
import {
  placeAfterDeletion,
  placeOfKey,
  stepOfSwipe,
} from '../../../../portal/features/archivos/pasos.ts';
import { table } from '../../../table.ts';

const MEGABYTE = 1_048_576;

// Files that a browser can't draw, by their first bytes.
const REFUSED = table`
  # name    | begins with           | sentence
  a.heic    | ....ftypheic          | «a.heic»: las fotos HEIC no se leen: en el iPhone, Ajustes › Cámara › Formatos › Más compatible.
  a.jpg     | ....ftyphevc          | «a.jpg»: las fotos HEIC no se leen: en el iPhone, Ajustes › Cámara › Formatos › Más compatible.
  a.jpg     | %PDF-1.4              | «a.jpg» es un PDF: agréguelo en la ficha de la obra, en Documentos.
  a.jpg     | <svg>                 | «a.jpg» no es una foto: se leen JPEG, PNG y WebP.
  a.jpg     | ÿØÿà                  | «a.jpg» está dañada, incompleta o es demasiado grande para este equipo.
  a.png     | .PNG                  | «a.png» está dañada, incompleta o es demasiado grande para este equipo.
  a.webp    | RIFF....WEBPVP8       | «a.webp» está dañada, incompleta o es demasiado grande para este equipo.`;
for (const [name = '', head = '', sentence] of REFUSED) {
  test(`the photo ${name} that begins with ${head} is refused: ${sentence}`, () => {
    assert.equal(reasonOf(name, head), sentence);
  });
}

const LARGE = 'Este navegador no deja achicar las fotos, y «a.jpg»';
const WHOLE = table`
  # begins with | MB | pixels     | sentence, where it is refused as it is
  ÿØÿà          | 20 | 50000000   | -
  RIFF....WEBP  | 1  | 1          | -
  ÿØÿà          | 21 | 1          | ${LARGE} pesa 21 MB, y así se reciben hasta 20 MB: redúzcala, o envíela con otro navegador.
  ÿØÿà          | 20 | 50000001   | ${LARGE} tiene 51 megapíxeles, y así se reciben hasta 50: redúzcala, o envíela con otro navegador.
  BM            | 1  | 1          | «a.jpg» no es una foto: se leen JPEG, PNG y WebP.`;
for (const [head = '', megabytes, pixels, sentence] of WHOLE) {
  test(`a file of ${head} with ${megabytes} MB and ${pixels} pixels is ${sentence || 'sent as it is'}`, () => {
    const file = { name: 'a.jpg', size: Number(megabytes) * MEGABYTE };
    const judge = () => judgeWhole(file, head, Number(pixels));
    if (sentence) assert.throws(judge, { message: sentence });
    else judge();
  });
}
test('a photo is refused that lacks its end', () => {
  const judge = (hex: string) => () => judgeEnd('a.jpg', Buffer.from(hex, 'hex'));
  const cut = /^«a\.jpg» está incompleta: le falta su final\. Cópiela o descárguela de nuevo/;
  assert.throws(judge('ffd8ffe000104a464946'), { message: cut });
  judge('ffd8ffd9')();
});
test('a photo is refused that is empty, or larger than a phone reads at once', () => {
  const judge = (size: number) => () => judgeSize({ name: 'a.jpg', size });
  assert.throws(judge(0), { message: '«a.jpg» está vacía: elíjala otra vez.' });
  const large = '«a.jpg» pesa 61 MB, y se pueden leer hasta 60 MB.';
  assert.throws(judge(60 * MEGABYTE + 1), { message: large });
  judge(60 * MEGABYTE)();
});

const SIZES = table`
  # of      | to
  2048x1365 | 2048x1365
  600x400   | 600x400
  3000x2000 | 2048x1365
  2000x3000 | 1365x2048
  9000x1    | 2048x1
  1x9000    | 1x2048`;
for (const [of = '', to] of SIZES) {
  test(`a picture of ${of} pixels is sent with ${to}`, () => {
    const [width = 0, height = 0] = of.split('x').map(Number);
    assert.equal(sizeOf({ width, height }).join('x'), to);
  });
}

const KEYS = table`
  # key           | at | of | leads to
  ArrowRight      | 0  | 3  | 1
  ArrowRight      | 2  | 3  | 0
  ArrowLeft       | 2  | 3  | 1
  ArrowLeft       | 0  | 3  | 2
  Home            | 2  | 3  | 0
  End             | 0  | 3  | 2
  Enter           | 0  | 3  | -
  ctrl ArrowRight | 0  | 3  | -
  alt ArrowLeft   | 1  | 3  | -
  shift Home      | 1  | 3  | -
  meta End        | 1  | 3  | -`;
for (const [keys = '', at, many, place] of KEYS) {
  test(`${keys} at photo ${at} of ${many} leads to ${place || 'none'}`, () => {
    const held = keys.split(' ').slice(0, -1);
    const [altKey, ctrlKey, metaKey, shiftKey] = ['alt', 'ctrl', 'meta', 'shift'].map((name) =>
      held.includes(name),
    ) as [boolean, boolean, boolean, boolean];
    const event = { key: keys.split(' ').at(-1) ?? '', altKey, ctrlKey, metaKey, shiftKey };
    assert.equal(String(placeOfKey(event, Number(at), Number(many)) ?? ''), place);
  });
}

const SWIPES = table`
  # right | down | steps
  -49     | 0    | 1
  49      | 0    | -1
  -48     | 0    | 0
  -200    | 99   | 1
  -200    | 100  | 0
  200     | -99  | -1
  0       | 300  | 0`;
for (const [right, down, steps] of SWIPES) {
  test(`a finger that goes ${right} to the right and ${down} down leads on by ${steps}`, () => {
    assert.equal(stepOfSwipe(Number(right), Number(down)), Number(steps));
  });
}

test('after a deleted photo the next one is seen, after the last the one before, and after the only one none', () => {
  assert.equal(placeAfterDeletion(0, 3), 1);
  assert.equal(placeAfterDeletion(2, 3), 1);
  assert.equal(placeAfterDeletion(0, 1), undefined);
});
