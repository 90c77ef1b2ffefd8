import { Ajv, type ErrorObject } from 'ajv';
import type { Failure } from '../../base/errors.ts';
import { MAX_POSITIONS } from '../../base/geo.ts';
import { LABEL, SHOWN_AS } from '../../base/schemas.ts';
import { isEmail } from '../../base/text.ts';
import { dayOf, isDay } from '../../base/time.ts';
import { stateIn } from '../cache/etag.ts';
import { countPositions, geometryFault } from './geojson.ts';

// The keywords that schemas of the service have beside those of JSON Schema. A keyword that is not here, and not one of
// JSON Schema's, is an error when the schema is compiled.

/** Values of which a text in a query has one or several, with commas between. */
export const LISTED = 'x-valores';
/** Marks a number in a query that counts as its maximum where it is larger. */
export const CLAMPED = 'x-recorta';
/** Marks a number that is a year, which is written without a comma. */
export const YEAR = 'x-anio';
/** Marks a text whose letters are stored as capitals. */
export const CAPITALS = 'x-mayusculas';
/** Names the form in which a text is stored, which a resource registers (`registerForm`). */
export const STORED_AS = 'x-forma';
/** The most code points that a text has once it is in its form, where the schema has no `maxLength` with a sentence. */
export const MOST_CODE_POINTS = 'x-largo';
/** The keyword of a failure whose rule wrote the sentence itself; beside a `pattern`, the end of its sentence. */
export const SENTENCE = 'x-frase';

/** Names the rules between the members of an object, which a resource registers (`registerRules`). */
export const BETWEEN = 'x-reglas';

/** The members of an object. An absent one is null where the schema requires any, as a new record has it; else undefined. */
export type Members = Record<string, unknown>;
const BETWEEN_RULES = new Map<string, (members: Members) => Failure[]>();

/** Registers rules between the members of an object, by the name that its schema has under `x-reglas`. */
export function registerRules(name: string, failuresOf: (members: Members) => Failure[]): void {
  BETWEEN_RULES.set(name, failuresOf);
}

const STORED_FORMS = new Map<string | undefined, (text: string) => string>();

/** Registers the form of a text, by the name that its schema has under `x-forma`. */
export function registerForm(name: string, tidy: (text: string) => string): void {
  STORED_FORMS.set(name, tidy);
}

/** A text in the form that its schema names. */
export const inForm = (name: string | undefined, text: string): string =>
  STORED_FORMS.get(name)?.(text) ?? text;

/** Keywords that check nothing in a body: other modules read them in the schema. */
const ANNOTATIONS = [CAPITALS, LABEL, MOST_CODE_POINTS, SENTENCE, SHOWN_AS, STORED_AS, YEAR];

/** Returns the end of the sentence for a value that breaks the rule, else undefined. */
type Rule = (value: unknown, parent: Record<string, unknown>) => string | undefined;

/** Blanks, line ends and characters that nobody sees: browsers read an address without them, other programs do not. */
const UNSEEN_IN_ADDRESS = /[\s\p{Cc}\p{Cf}]/u;

/** Keywords with a rule of their own. A value of another type is left to `type`. */
const KEYWORD_RULES: Record<string, Rule> = {
  'x-decimales': (value) =>
    typeof value === 'number' && Number(value.toFixed(2)) !== value
      ? 'no debe tener más de dos decimales'
      : undefined,
  'x-etag': (value) =>
    typeof value === 'string' && stateIn(value) === undefined
      ? 'debe ser el ETag que trae GET /obras/:id, con sus comillas'
      : undefined,
  'x-geometria': (value, { tipoGeometria }) =>
    typeof value !== 'object' || value === null || Array.isArray(value)
      ? undefined
      : geometryFault(value as Record<string, unknown>, tipoGeometria),
  'x-hasta-hoy': (value) =>
    typeof value === 'string' && isDay(value) && value > dayOf(new Date())
      ? 'no debe ser posterior a hoy'
      : undefined,
  'x-https': (value) => {
    if (typeof value !== 'string') return undefined;
    if (!value.startsWith('https://') || !URL.canParse(value)) {
      return 'debe ser una dirección que empieza con https://';
    }
    if (UNSEEN_IN_ADDRESS.test(value))
      return 'no debe llevar espacios, saltos de línea ni caracteres invisibles';
    const { username, password } = new URL(value);
    return username || password ? 'no debe llevar usuario ni contraseña' : undefined;
  },
  'x-posiciones': (value) => {
    if (!Array.isArray(value)) return undefined;
    const counts = value.map((ubicacion) => countPositions(ubicacion?.geometriaJson));
    const sum = counts.reduce((one, other) => one + other, 0);
    // A geometry that has too many by itself is refused by its own rule.
    return sum > MAX_POSITIONS && Math.max(...counts) <= MAX_POSITIONS
      ? 'no debe tener más de 30,000 posiciones entre todas sus geometrías'
      : undefined;
  },
};

/** Compiles the schemas of bodies. A keyword or format that it does not know is an error. */
export const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  strict: true,
  allowUnionTypes: true,
  // A geometry names its members in `required` alone: `x-geometria` checks them.
  strictRequired: false,
  // A number beyond what a double holds is refused when the body is read.
  strictNumbers: false,
});
ajv.addFormat('email', isEmail);
ajv.addFormat('date', isDay);
ajv.addVocabulary(ANNOTATIONS);
for (const [keyword, rule] of Object.entries(KEYWORD_RULES)) {
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
ajv.addKeyword({
  keyword: BETWEEN,
  type: 'object',
  errors: 'full',
  compile(name: string, { properties = {}, required = [] }) {
    const rules = BETWEEN_RULES.get(name);
    if (!rules) throw new Error(`no rules are registered as ${name}`);
    const absent = required.length > 0 ? Object.keys(properties).map((key) => [key, null]) : [];
    const validate: { (members: Members): boolean; errors?: Partial<ErrorObject>[] } = (
      members,
    ) => {
      const failures = rules({ ...Object.fromEntries(absent), ...members });
      validate.errors = failures.map((failure) => ({ keyword: BETWEEN, params: { failure } }));
      return failures.length === 0;
    };
    return validate;
  },
});
