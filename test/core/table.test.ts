import assert from 'node:assert/strict';
import { test } from 'node:test';
import { table } from '../table.ts';

test('a text is a row for each line and a cell for each bar; a dash is an empty cell', () => {
  const rows = table`
    # name | days | words
    uno    | -1   | a-b - c
    dos    | -    | a|b

    tres   |      | ${3} \n`;
  assert.deepEqual(rows, [
    ['uno', '-1', 'a-b - c'],
    ['dos', '', 'a|b'],
    ['tres', '', '3 \\n'],
  ]);
});

test('a table without rows, with uneven ones, or with a value that has cells is refused', () => {
  const rows = () => table`
    a | b
    a`;
  assert.throws(rows, /a row of 1 cells among those of 2: a/);
  assert.throws(() => table`# a | b`, /without rows/);
  assert.throws(() => table`a | ${'b | c'}`, /a value with cells/);
});
