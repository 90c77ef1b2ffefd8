import type { ErrorObject } from 'ajv';
import type { Failure } from '../../base/errors.ts';
import { eitherOf, grouped, MAX_MARKS } from '../../base/text.ts';
import { BETWEEN, LISTED, SENTENCE, YEAR } from './keywords.ts';

export const missing = ({
  enum: all,
  [LISTED]: values = all,
}: {
  enum?: string[];
  [LISTED]?: string[];
}) => (values ? `es obligatorio: ${eitherOf(values)}` : 'es obligatorio');

/** The sentence for a value that is none of these. */
export const notAmong = (values: readonly unknown[]) =>
  values.length === 1 ? `sólo admite el valor ${values[0]}` : `debe ser ${eitherOf(values)}`;

/** The sentence for a number outside its limits. */
export function outside({ minimum, maximum, [YEAR]: isYear }: Record<string, unknown>): string {
  const [least, most] = [minimum, maximum].map((n) => (isYear ? String(n) : grouped(n as number)));
  return `debe estar entre ${least} y ${most}`;
}

/** The failure of an unknown parameter, where unknown ones are refused. */
export const unknownParameter = (name: string): Failure => ({
  field: printable(name),
  text: 'no es un parámetro reconocido.',
});

export const MARKS = `contiene más de ${MAX_MARKS} marcas de combinación seguidas`;

export const UNSTORABLE =
  'contiene caracteres que no se pueden guardar (U+0000 o un sustituto aislado)';

/** The sentence for a text that does not have its format. */
const BODY_FORMATS: Record<string, string> = {
  email: 'debe ser un correo electrónico válido.',
  date: 'debe ser una fecha de 2000 a 2100, por ejemplo 2026-06-30.',
};

/** The failure of a member, or of the body where the path is empty. */
export const failureAt = (path: string, text: string): Failure =>
  path === '' ? { field: '', text: `El cuerpo ${text}` } : { field: path, text };

/** Characters of a client's name that a sentence shows. */
const NAME_SHOWN = 100;

/**
 * The path of a member. A long name is cut one character after what is shown, so that its failure shows the cut. Each
 * failure below it repeats the path.
 */
export function join(path: string, name: string): string {
  const start = name.slice(0, NAME_SHOWN + 1);
  return path ? `${path}.${start}` : start;
}

/** A client's name, safe and short enough for a sentence. */
export function printable(name: string): string {
  const short = name.length > NAME_SHOWN ? `${name.slice(0, NAME_SHOWN)}…` : name;
  return JSON.stringify(short.toWellFormed()).slice(1, -1) || '""';
}

const TYPES: Record<string, string> = {
  string: 'un texto',
  integer: 'un número entero',
  number: 'un número',
  boolean: 'true o false',
  object: 'un objeto',
  array: 'una lista',
  null: 'null',
};

/** Ajv's errors as failures. A value of the wrong type has no other failure. */
export function failuresOf(errors: ErrorObject[]): Failure[] {
  const mistyped = new Set(
    errors.filter((error) => error.keyword === 'type').map((error) => error.instancePath),
  );
  return errors
    .filter((error) => error.keyword === 'type' || !mistyped.has(error.instancePath))
    .map(failureOf);
}

/** One failure, its field as a path with dots and brackets. */
function failureOf(error: ErrorObject): Failure {
  const path = error.instancePath
    .slice(1)
    .split('/')
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .slice(1);
  const { keyword, params, parentSchema } = error;
  switch (keyword) {
    case BETWEEN: {
      const { field, ...failure } = params.failure as Failure;
      return { field: path === '' ? field : join(path, field), ...failure };
    }
    case 'required':
      return { field: join(path, params.missingProperty), text: 'es obligatorio.' };
    case 'additionalProperties': {
      const field = printable(join(path, params.additionalProperty));
      return { field, text: 'no es un campo reconocido.' };
    }
    default:
      return failureAt(path, predicate(keyword, params, parentSchema, error.message));
  }
}

/** The end of the sentence for a value that a keyword of its schema refuses. */
function predicate(
  keyword: string,
  params: ErrorObject['params'],
  parentSchema: ErrorObject['parentSchema'] = {},
  message: string | undefined,
): string {
  switch (keyword) {
    case 'type': {
      const types = [params.type].flat().map((type: string) => TYPES[type] ?? type);
      return `debe ser ${types.join(' o ')}.`;
    }
    case 'enum':
      return `${notAmong(params.allowedValues)}.`;
    case 'format':
      return BODY_FORMATS[params.format] ?? 'no es válido.';
    case 'minLength':
      return params.limit === 1
        ? 'no debe estar vacío.'
        : `debe tener al menos ${grouped(params.limit)} caracteres.`;
    case 'maxLength':
      return `no debe tener más de ${grouped(params.limit)} caracteres.`;
    case 'maxItems':
      return `no debe tener más de ${grouped(params.limit)} elementos.`;
    case 'minimum':
    case 'maximum':
      return `${outside(parentSchema)}.`;
    case SENTENCE:
      return `${message}.`;
    case 'pattern':
      return `${parentSchema[SENTENCE] ?? 'no es válido'}.`;
    default:
      return 'no es válido.';
  }
}
