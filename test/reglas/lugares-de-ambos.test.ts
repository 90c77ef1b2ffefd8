import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparePlaces } from '../../portal/core/obras/formulario/lugares-de-ambos.ts';
import {
  newUbicacion,
  SIN_VALORES,
  type UbicacionEscrita,
  type Valores,
} from '../../portal/core/obras/formulario/valores.ts';
import { table } from '../table.ts';

/** Places as `1:Calle 1,2:Calle 2,:new`, each with its id, if it has one, and its address. */
const of = (text = '', municipioId = 50): Valores => ({
  ...SIN_VALORES,
  municipioId,
  ubicaciones: text
    .split(',')
    .filter(Boolean)
    .map((one, at): UbicacionEscrita => {
      const [id, direccion = ''] = one.split(':');
      return {
        ...newUbicacion('PUNTO'),
        clave: `k${at}`,
        direccion,
        ...(id && { id: Number(id) }),
      };
    }),
});
const inWords = (places: UbicacionEscrita[]) =>
  places.map(({ id, direccion }) => `${id ?? ''}:${direccion}`).join();

const PLACES = table`
  # before | theirs      | mine        | taken | clash | mine kept   | theirs chosen
  1:a      | 1:a         | 1:a         | no    | -     | 1:a         | 1:a
  1:a      | 1:b         | 1:a         | yes   | -     | 1:b         | 1:b
  1:a      | 1:a         | 1:b         | no    | -     | 1:b         | 1:b
  1:a      | 1:b         | 1:b         | no    | -     | 1:b         | 1:b
  1:a      | 1:b         | 1:c         | no    | u1    | 1:c         | 1:b
  1:a,2:b  | 2:b         | 1:a,2:b     | yes   | -     | 2:b         | 2:b
  1:a,2:b  | 1:a,2:b     | 2:b         | no    | -     | 2:b         | 2:b
  1:a,2:b  | 2:b         | 2:b         | no    | -     | 2:b         | 2:b
  1:a      | -           | 1:b         | no    | u1    | :b          | -
  1:a      | 1:b         | -           | no    | u1    | -           | 1:b
  1:a      | 1:a,3:c     | 1:a         | yes   | -     | 1:a,3:c     | 1:a,3:c
  1:a      | 1:a         | 1:a,:d      | no    | -     | 1:a,:d      | 1:a,:d
  1:a      | 1:a,3:c     | 1:a,:d      | yes   | -     | 1:a,:d,3:c  | 1:a,:d,3:c
  1:a      | 1:a,3:d     | 1:a,:d      | yes   | -     | 1:a,3:d     | 1:a,3:d
  1:a,2:b  | 1:x,2:y     | 1:z,2:b     | yes   | u1    | 1:z,2:y     | 1:x,2:y
  1:a      | 1: a        | 1:b         | no    | -     | 1:b         | 1:b`;

for (const [before, theirs, mine, taken, clash = '', kept, chosen] of PLACES) {
  test(`places ${before} that one made «${theirs}» and the other «${mine}» ask about «${clash}»`, () => {
    const partes = comparePlaces(of(before), of(theirs), of(mine));
    assert.equal(partes.isTaken, taken === 'yes');
    assert.equal(partes.choques.map(({ clave }) => clave).join(), clash);
    assert.equal(inWords(partes.merge(new Set())), kept);
    assert.equal(inWords(partes.merge(new Set(clash.split(',')))), chosen);
  });
}

test('a place that follows the municipio of its work is another where the work goes to another', () => {
  const { isTaken, choques } = comparePlaces(of('1:a'), of('1:a', 41), of('1:b'));
  assert.equal(isTaken, false);
  assert.deepEqual(
    choques.map(({ clave, campo, parte }) => [clave, campo, parte?.antes]),
    [['u1', 'ubicaciones', of('1:a').ubicaciones[0]]],
  );
});
