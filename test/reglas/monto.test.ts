import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultOf, inFull, readMonto, textOf } from '../../portal/core/monto.ts';
import { table } from '../table.ts';

const AMOUNTS = table`
  # typed             | understood
  1250,50             | $1,250.50
  99,99               | $99.99
  1.250.000,50        | $1,250,000.50, $1.25 millones
  1,250,000.5         | $1,250,000.50, $1.25 millones
  $ 1 250 000.50 MXN  | $1,250,000.50, $1.25 millones
  1'250,000           | $1,250,000.00, $1.25 millones
  0                   | $0.00
  9999999999999.99    | $9,999,999,999,999.99, $10 billones`;
for (const [typed = '', understood] of AMOUNTS) {
  test(`the amount «${typed}» is understood as ${understood}`, () => {
    const monto = readMonto(typed);
    assert.ok(typeof monto === 'number');
    assert.equal(inFull(monto).replace(/\s/g, ' '), understood);
    assert.equal(faultOf(monto), undefined);
  });
}

const FAULTS = table`
  # typed        | objection
  1.250          | «1.250» puede leerse de dos maneras; escriba la cantidad como 1250000.50.
  1e6            | «1e6» está en notación científica y puede haber perdido cifras; escriba la cantidad como 1250000.50.
  -5             | Un monto no puede ser menor que cero.
  1250000.505    | Un monto no debe tener más de dos decimales.
  1250,505       | No se entiende «1250,505»; escriba la cantidad como 1250000.50.
  1,25,000       | No se entiende «1,25,000»; escriba la cantidad como 1250000.50.
  mil            | No se entiende «mil»; escriba la cantidad como 1250000.50.
  10000000000000 | Un monto no puede pasar de 9,999,999,999,999.99.`;
for (const [typed = '', objection] of FAULTS) {
  test(`the amount «${typed}» stays as it was typed: ${objection}`, () => {
    assert.equal(readMonto(typed), typed);
    assert.equal(faultOf(typed), objection);
  });
}

test('an empty text is no amount, and an amount is typed with its cents', () => {
  assert.deepEqual([readMonto(' '), faultOf(null)], [null, undefined]);
  assert.deepEqual([textOf(1250000.5), textOf('mil'), textOf(null)], ['1250000.50', 'mil', '']);
});
