import { Ajv, type ErrorObject } from 'ajv';
import { isEmail } from '../../base/text.ts';
import { isDay } from '../../base/time.ts';

/** The values of which a text has one or several, with commas between. */
export const LISTED = 'x-valores';

/** Marks a number that is a year, which nobody writes with a comma. */
export const YEAR = 'x-anio';

/** Marks a text whose letters are kept as capitals. */
export const CAPITALS = 'x-mayusculas';
/** The longest form of a text (code points) that has no sentence of its own for what is longer. */
export const LONGEST = 'x-largo';

export const ajv = new Ajv({
  allErrors: true,
  strict: false,
  verbose: true,
  validateFormats: true,
});
ajv.addFormat('email', isEmail);
ajv.addFormat('date', isDay);

/** Adds a keyword whose rule says what is wrong with a value, or nothing. */
export function addKeyword(
  keyword: string,
  rule: (value: unknown, parent: Record<string, unknown>) => string | undefined,
): void {
  const validate: {
    (schema: unknown, data: unknown, parentSchema?: unknown, context?: unknown): boolean;
    errors?: Partial<ErrorObject>[];
  } = (_schema, data, _parentSchema, context) => {
    const parent = (context as { parentData: Record<string, unknown> }).parentData;
    const message = rule(data, parent);
    if (message) validate.errors = [{ keyword: SENTENCE, message, params: {} }];
    return message === undefined;
  };
  ajv.addKeyword({ keyword, errors: 'full', validate });
}
/** Marks a failure whose rule has said the sentence itself. */
export const SENTENCE = 'x-frase';
