import type { Failure } from '../../base/errors.ts';
import { compile } from '../../http/validate.ts';

/**
 * Returns a function that holds what a row says of a record to the rules of a body that changes one. They are those without
 * null, which no cell says.
 */
export function createRuleCheck(body: object): (values: object) => Failure[] {
  const check = compile({
    body: JSON.parse(JSON.stringify(body), (name, value) =>
      name === 'type' && Array.isArray(value) ? value.find((type) => type !== 'null') : value,
    ),
  });
  return (values) => check({ params: {}, query: {}, body: JSON.parse(JSON.stringify(values)) });
}
