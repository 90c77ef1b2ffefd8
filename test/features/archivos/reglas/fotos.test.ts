import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeSize, shrink } from '../../../../portal/features/archivos/encoger.ts';
import {
  placeAfterDeletion,
  placeOfKey,
  stepOfSwipe,
} from '../../../../portal/features/archivos/pasos.ts';
import { table } from '../../../table.ts';

const MEGABYTE = 1_048_576;

// Files that a browser can't draw, by their first bytes in hexadecimal.
const REFUSED = table`
  # name    | begins with                                        | sentence
  a.heic    | 0000000c6674797068656963                           | «a.heic»: las fotos HEIC no se leen: en el iPhone, Ajustes › Cámara › Formatos › Más compatible.
  a.jpg     | 0000000c6674797068657663                           | «a.jpg»: las fotos HEIC no se leen: en el iPhone, Ajustes › Cámara › Formatos › Más compatible.
  a.jpg     | 255044462d312e34                                   | «a.jpg» es un PDF: agréguelo en la ficha de la obra, en Documentos.
  a.jpg     | 3c7376673e                                         | «a.jpg» no es una foto: se leen JPEG, PNG y WebP.
  a.jpg     | ffd8ffe000104a464946                               | «a.jpg» está incompleta: le falta su final. Cópiela o descárguela de nuevo, y elíjala otra vez.
  a.jpg     | ffd8ffd9                                           | «a.jpg» está dañada, incompleta o es demasiado grande para este equipo.`;
for (const [name = '', head = '', sentence] of REFUSED) {
  test(`the photo ${name} that begins with ${head} is refused: ${sentence}`, async () => {
    globalThis.createImageBitmap = () => Promise.reject(new Error('no picture'));
    const refused = shrink(new File([Buffer.from(head, 'hex')], name));
    await assert.rejects(refused, { message: sentence });
  });
}
test('a photo is refused that is empty, or larger than a phone reads at once', () => {
  const judge = (size: number) => () => judgeSize({ name: 'a.jpg', size } as File);
  assert.throws(judge(0), { message: '«a.jpg» está vacía: elíjala otra vez.' });
  const large = '«a.jpg» pesa 61 MB, y se pueden leer hasta 60 MB.';
  assert.throws(judge(60 * MEGABYTE + 1), { message: large });
  judge(60 * MEGABYTE)();
});

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
