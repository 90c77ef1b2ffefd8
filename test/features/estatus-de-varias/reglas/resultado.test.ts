import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inWords } from '../../../../portal/features/estatus-de-varias/resultado.ts';
import { table } from '../../../table.ts';

const OUTCOMES = table`
  # changed | alike | refused | sentence
  0         | 0     | 1       | No se cambió ninguna obra. 1 obra no se cambió.
  1         | 0     | 0       | Se cambió el estatus de 1 obra.
  2         | 1     | 0       | Se cambió el estatus de 2 obras. 1 obra ya lo tenía.
  1200      | 2     | 3       | Se cambió el estatus de 1,200 obras. 2 obras ya lo tenían. 3 obras no se cambiaron.
  0         | 2     | 0       | No se cambió ninguna obra. 2 obras ya lo tenían.`;
for (const [changed, alike, refused, sentence] of OUTCOMES) {
  test(`${changed} works changed, ${alike} alike and ${refused} refused: «${sentence}»`, () => {
    const rechazadas = Array.from({ length: Number(refused) }) as never[];
    assert.equal(
      inWords({ cambiadas: Number(changed), sinCambio: Number(alike), rechazadas }),
      sentence,
    );
  });
}
