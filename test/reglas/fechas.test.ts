import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf, faultOf, textOf } from '../../portal/core/piezas/fechas.ts';
import { weightOf } from '../../portal/core/piezas/peso.ts';
import { table } from '../table.ts';

const DAYS = table`
  # typed      | day        | refused
  30/06/2026   | 2026-06-30 | -
  30-6-26      | 2026-06-30 | -
  2026-06-30   | 2026-06-30 | -
  30 jun 2026  | 2026-06-30 | -
  03/04/2026   | 2026-04-03 | -
  3.4.26       | 2026-04-03 | -
  Corte al 30 de junio de 2026 | 2026-06-30 | -
  31/06/2026   | 31/06/2026 | yes
  30/06/1926   | 30/06/1926 | yes
  ayer         | ayer       | yes
  -            | -          | -`;
for (const [typed = '', day = '', fault] of DAYS) {
  test(`the typed day «${typed}» is «${day}»${fault ? ', which is refused' : ''}`, () => {
    assert.equal(dayOf(typed), day);
    const sentence = faultOf(day);
    if (fault) assert.match(sentence ?? '', /no es una fecha que se entienda/);
    else assert.equal(sentence, undefined);
  });
}
test('a month is refused as a day, with what is missing', () => {
  assert.match(faultOf('junio de 2026') ?? '', /no dice el día; escríbala como/);
});
test('a day is typed as 30/06/2026, and a text that is no date stays as it is', () => {
  assert.deepEqual([textOf('2026-06-30'), textOf('ayer')], ['30/06/2026', 'ayer']);
});

const WEIGHTS = table`
  1        | 1 kB
  1000     | 1 kB
  1001     | 2 kB
  999999   | 1,000 kB
  1000000  | 1.0 MB
  1250000  | 1.3 MB`;
for (const [bytes, words] of WEIGHTS) {
  test(`${bytes} bytes are «${words}»`, () => assert.equal(weightOf(Number(bytes)), words));
}
