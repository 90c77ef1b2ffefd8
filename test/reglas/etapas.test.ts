import assert from 'node:assert/strict';
import { test } from 'node:test';
import { etapasOf, withPlaces } from '../../portal/core/obras/ficha/etapas.ts';
import { table } from '../table.ts';

// «Planeada» is status 1, «Terminada» 6, «Suspendida» 5 and «Cancelada» 7.
const STAGES = table`
  # status | way         | passed | stopped
  1        | 1,2,3,4,6   | 0      | no
  4        | 1,2,3,4,6   | 3      | no
  6        | 1,2,3,4,6   | 4      | no
  5        | 1,2,3,4,6,5 | 0      | yes
  7        | 1,2,3,4,6,7 | 0      | yes`;
for (const [status, way, passed, stopped] of STAGES) {
  test(`a work in status ${status} goes by ${way}, of which it has passed ${passed}; stopped: ${stopped}`, () => {
    const { etapas, ...at } = etapasOf(Number(status));
    assert.equal(etapas.join(), way);
    assert.deepEqual(at, { passed: Number(passed), isStopped: stopped === 'yes' });
  });
}

test('the deletion of a work names the number of its places', () => {
  assert.deepEqual([0, 1, 3].map(withPlaces), [
    'sin ubicaciones',
    'con su ubicación',
    'con sus 3 ubicaciones',
  ]);
});
