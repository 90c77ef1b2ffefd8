import { inWords } from '../campos.ts';
import { FORBIDDEN, RegistryError, sentencesOf } from '../errores.ts';
import { capital } from '../formato.ts';

/** The registry's objections: by field, in the form's order, and those that belong to none. */
export interface Failures {
  fields: Record<string, string>;
  rest: string[];
}

/**
 * Sorts the registry's sentences by the fields that they are about: each begins with its field's name, as in
 * `nombre debe tener…`, `dependenciaId: no existe…` or `ubicaciones[0].direccion no debe…`. That name is for programs, and is
 * left out: people see the field's own beside it. A sentence about none of the form's fields has its label before it.
 *
 * @param fields the names of the form's fields, as the registry calls them, in the form's order
 * @param lost the words for a user who may no longer write this
 */
export function failuresOf(error: unknown, fields: readonly string[], lost = KEPT): Failures {
  const byField: Record<string, string[]> = Object.fromEntries(fields.map((name) => [name, []]));
  const rest: string[] = [];
  const isRefusal = error instanceof RegistryError;
  const originals = isRefusal ? error.sentences : [];
  for (const [index, words] of (isRefusal
    ? error.labelledSentences
    : sentencesOf(error)
  ).entries()) {
    const sentence = originals[index] ?? '';
    const named = fields.find(
      (name) => sentence.startsWith(name) && /[\s:]/.test(sentence.charAt(name.length)),
    );
    const start =
      SUBJECTS.find(([beginning]) => sentence.startsWith(beginning))?.[1] ??
      (sentence.split(/[\s.:[]/, 1)[0] as string);
    if (named) byField[named]?.push(withoutName(inWords(sentence.slice(named.length))));
    else ((Object.hasOwn(byField, start) && byField[start]) || rest).push(words);
  }
  if (isRefusal && error.status === 403) rest.push(lost);
  const failing = Object.entries(byField).filter(([, sentences]) => sentences.length > 0);
  return {
    fields: Object.fromEntries(failing.map(([name, sentences]) => [name, sentences.join(' ')])),
    // Words of the form's own say more than the general ones.
    rest: [...new Set(rest.filter((words) => lost === KEPT || words !== FORBIDDEN))],
  };
}

const KEPT = 'Lo que escribió se conserva: envíelo otra vez cuando le devuelvan el permiso.';

/** Sentences that say what they are about in other words than its name. */
const SUBJECTS: [beginning: string, field: string][] = [['El correo electrónico', 'email']];

/** The objection to a field that was left empty. */
export const ES_OBLIGATORIO = 'Es un dato obligatorio.';

/** A sentence after its field's name: ` no debe estar vacío.` becomes «Es un dato obligatorio.». */
function withoutName(after: string): string {
  // Nobody types null.
  const sentence = after.replace(/^[:\s]+/, '').replace(/ o null\.$/, '.');
  if (/^(es obligatorio|no debe estar vacío)\.$/.test(sentence)) return ES_OBLIGATORIO;
  return capital(sentence);
}

export const NO_FAILURES: Failures = { fields: {}, rest: [] };
