import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Comparison, merge3, mergeIds } from '../../portal/core/records/merge3.ts';
import { table } from '../table.ts';

type Valores = { a: string; b: string };
const COMPARISON: Comparison<Valores> = {
  campos: ['a', 'b'],
  isAlike: (campo, one, other) => one[campo] === other[campo],
};
const of = (text = ''): Valores => ({ a: text[0] ?? '', b: text[1] ?? '' });

// A record of two letters, as both read it, as the registry has it now, and as it stands in the form.
const MERGES = table`
  # before | theirs | mine | taken | clash | mine kept | theirs chosen
  ax       | ax     | ax   | -     | -     | ax        | ax
  ax       | bx     | ax   | a     | -     | bx        | bx
  ax       | ax     | bx   | -     | -     | bx        | bx
  ax       | bx     | ay   | a     | -     | by        | by
  ax       | bx     | bx   | -     | -     | bx        | bx
  ax       | bx     | cx   | -     | a     | cx        | bx
  ax       | by     | cz   | -     | a,b   | cz        | by
  ax       | by     | az   | a     | b     | bz        | by`;

for (const [before, theirs, mine, taken, clash = '', kept, chosen] of MERGES) {
  test(`${before} that one made ${theirs} and the other ${mine}: taken ${taken || 'nothing'}, asked ${clash || 'nothing'}`, () => {
    const { tomados, choques, merge } = merge3(COMPARISON, of(before), of(theirs), of(mine));
    assert.deepEqual(tomados.join(), taken);
    assert.deepEqual(
      choques.map(({ clave, campo }) => (clave === campo ? campo : '')).join(),
      clash,
    );
    assert.deepEqual(merge(new Set()), of(kept));
    assert.deepEqual(merge(new Set(clash.split(','))), of(chosen));
  });
}

test('a field of parts has each part taken, asked about and merged by its own rule', () => {
  const partes = (isTaken: boolean) => ({
    a: (antes: Valores, otra: Valores, mia: Valores) => ({
      isTaken,
      choques: [{ clave: 'u7', campo: 'a' as const }],
      merge: (otras: ReadonlySet<string>) => (otras.has('u7') ? antes.a + otra.a : antes.a + mia.a),
    }),
  });
  const fusion = merge3({ ...COMPARISON, partes: partes(true) }, of('ax'), of('bx'), of('cx'));
  assert.deepEqual(fusion.tomados, ['a']);
  assert.deepEqual(fusion.choques, [{ clave: 'u7', campo: 'a' }]);
  assert.deepEqual(fusion.merge(new Set()), { a: 'ac', b: 'x' });
  assert.deepEqual(fusion.merge(new Set(['u7'])), { a: 'ab', b: 'x' });
  const untaken = merge3({ ...COMPARISON, partes: partes(false) }, of('ax'), of('bx'), of('cx'));
  assert.deepEqual(untaken.tomados, []);
});

const IDS = table`
  # before | theirs | mine  | merged | taken
  1,2      | 1,2    | 1,2   | 1,2    | no
  1,2      | 1,2,3  | 1,2   | 1,2,3  | yes
  1,2      | 1      | 1,2   | 1      | yes
  1,2      | 1,2    | 2     | 2      | no
  1,2      | 1,3    | 1,2,4 | 1,4,3  | yes
  1,2      | 1,2,3  | 1,2,3 | 1,2,3  | no
  1,2      | 1      | 1     | 1      | no
  1,2      | 2,3    | 1     | 3      | yes`;

for (const [before = '', theirs = '', mine = '', merged, taken] of IDS) {
  test(`the ids ${before} that one made ${theirs} and the other ${mine} are merged into ${merged}`, () => {
    const ids = (text: string) => text.split(',').map(Number);
    const partes = mergeIds(ids(before), ids(theirs), ids(mine));
    assert.equal(partes.merge(new Set()).join(), merged);
    assert.equal(partes.isTaken, taken === 'yes');
    assert.deepEqual(partes.choques, []);
  });
}
