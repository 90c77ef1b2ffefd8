import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  agoInWords,
  asOf,
  optionsOf,
  percent,
  pointsApart,
  shortDay,
  today,
} from '../../../../portal/features/seguimiento/palabras.ts';
import { table } from '../../../table.ts';

const daysAgo = (days: number) =>
  new Date(Date.parse(today()) - days * 86_400_000).toISOString().slice(0, 10);

const AGO = table`
  # days | words
  -1     | hoy
  0      | hoy
  1      | ayer
  2      | hace 2 días
  60     | hace 60 días
  61     | hace 2 meses
  365    | hace 12 meses
  729    | hace 23 meses
  730    | hace 2 años
  3981   | hace 10 años`;

for (const [days, words] of AGO) {
  test(`a day ${days} days ago is «${words}»`, () => {
    assert.equal(agoInWords(daysAgo(Number(days))), words);
  });
}

test('the day of a figure is in full words with its age', () => {
  assert.match(asOf(daysAgo(1)), /^al \d{1,2} de \p{L}+ de \d{4} \(ayer\)$/u);
});

test('a day in little room has its month in three letters', () => {
  assert.equal(shortDay('2026-06-30'), '30 jun 2026');
});

const PERCENTS = table`
  0       | 0 %
  45.5    | 45.5 %
  33.333  | 33.33 %
  100     | 100 %
  1234.5  | 1,234.5 %`;
for (const [value, words] of PERCENTS) {
  test(`the percent ${value} is «${words}»`, () => assert.equal(percent(Number(value)), words));
}

const POINTS = table`
  # apart | words
  0       | (va como se previó)
  0.004   | (va como se previó)
  -37.83  | (37.83 puntos menos)
  37.83   | (37.83 puntos más)
  1       | (1 punto más)
  -1.004  | (1 punto menos)
  0.5     | (0.5 puntos más)`;
for (const [points, words] of POINTS) {
  test(`${points} points between built and planned are «${words}»`, () => {
    assert.equal(pointsApart(Number(points)), words);
  });
}

test('the choices of a field are its words, in their order', () => {
  assert.deepEqual(optionsOf({ A: 'Uno', B: 'Dos' }), [
    { id: 'A', nombre: 'Uno' },
    { id: 'B', nombre: 'Dos' },
  ]);
});
