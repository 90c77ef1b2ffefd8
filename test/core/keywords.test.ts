import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Type } from 'typebox';
import { Closed } from '../../src/core/base/schemas.ts';
import { compile } from '../../src/core/http/input/validate.ts';
import { CONTRATO } from '../../src/features/seguimiento/campos.ts';

// Imports no schema of obras: a rule that only they registered would check nothing here.

const failuresOf = (body: object, value: unknown) =>
  compile({ body })({ params: {}, query: {}, body: value });

describe('the keywords of schemas', () => {
  test('that are unknown are an error before any request comes', () => {
    const bodies = [
      Type.String({ 'x-decimal': 2 }),
      Type.String({ maxLenght: 3 }),
      Type.String({ format: 'fecha' }),
    ];
    for (const monto of bodies)
      assert.throws(() => compile({ body: Closed({ monto }) }), /strict|unknown/);
  });

  test('that are unknown are an error in a query, too', () => {
    for (const keyword of ['x-recortada', 'minLength']) {
      const querystring = Type.Object({ limit: Type.Integer({ [keyword]: 1 }) });
      assert.throws(() => compile({ querystring }), new RegExp(`limit.*${keyword}`));
    }
  });

  test('check decimals of a contract whatever is imported first', () => {
    const body = Closed({ monto: CONTRATO.monto.schema as never });
    assert.deepEqual(failuresOf(body, { monto: 10.25 }), []);
    assert.deepEqual(failuresOf(body, { monto: 10.255 }), [
      { field: 'monto', text: 'no debe tener más de dos decimales.' },
    ]);
  });
});
