import type { Failure } from '../../core/base/errors.ts';
import { compile } from '../../core/http/input/validate.ts';

/**
 * Returns a function that checks a row's values against the schema of a body that changes a record. Null is left out of the
 * schema, since no cell has it.
 */
export function createRuleCheck(body: object): (values: object) => Failure[] {
  const check = compile({
    body: JSON.parse(JSON.stringify(body), (name, value) =>
      name === 'type' && Array.isArray(value) ? value.find((type) => type !== 'null') : value,
    ),
  });
  return (values) => check({ params: {}, query: {}, body: JSON.parse(JSON.stringify(values)) });
}
