import { money, percent } from '../base/pesos.ts';
import { grouped } from '../base/text.ts';
import { dayInWords } from '../base/time.ts';
import type { Field } from '../obras/campos.ts';
import type { KnownValue, LedgerEntry, PartWords, Side } from './ledger.ts';
import type { Naming } from './queries.ts';

// Turns a change of a record under a work into the predicate of a sentence about its author, or about nobody.

/**
 * The act as a predicate: «reportó 45.00 % de avance al 30 de junio de 2026».
 *
 * @param isPassive whether it is told without its author, to everybody («se …»)
 */
export function storyOfPart(
  entry: LedgerEntry,
  namings: Naming[],
  words: PartWords,
  isPassive = false,
): string {
  const { accion, registro, cambios } = entry;
  const { fields, acts = {}, reference, open } = words;
  const opened =
    isPassive && accion === 'cambiar'
      ? cambios.find(({ campo, despues }) => campo === open?.field && despues === true)
      : undefined;
  const known = knownAt(entry, namings, opened !== undefined);
  const name = words.name(registro, known);
  if (accion === 'eliminar') return `eliminó ${name}`;
  // What was changed beside it, or before, was not for everybody.
  if (opened) return acts[opened.campo]?.(true, name).alone ?? `publicó ${name}`;
  const value = (field: string, side: Side = 'despues') =>
    cambios.find(({ campo }) => campo === field)?.[side] ?? null;
  const inWords = (field: string, side: Side = 'despues') => tell(words, field, value(field, side));
  if (accion === 'crear') {
    const list = (names: string[]) =>
      names
        .filter((field) => value(field) !== null)
        .map((field) => `${fields[field]?.called} ${inWords(field)}`)
        .join('; ');
    return words.made({ name, value, inWords, list });
  }
  const ofPart = `de ${name}`.replace('de el ', 'del ');
  const act = cambios.find(({ campo }) => Object.hasOwn(acts, campo));
  const changes = cambios.flatMap((change) => {
    const { campo, antes, despues } = change;
    if (change === act) return [];
    // Long texts are left out of the sentence.
    if (isLong(fields[campo]) || (isPassive && words.unsaid?.includes(campo)))
      return [fields[campo]?.called];
    const told = words.moved?.(campo, antes, despues, known);
    if (told) return [told];
    const said = (of: unknown) =>
      (of !== null && reference?.(campo, of, known)) || tell(words, campo, of);
    return [`${fields[campo]?.called ?? campo} de ${said(antes)} a ${said(despues)}`];
  });
  const verb = isPassive && isMany(changes[0]) ? 'cambiaron' : 'cambió';
  const changed = `${verb} ${ofPart} ${changes.join('; ')}`;
  const own = act && acts[act.campo]?.(act.despues, name);
  if (!own) return changed;
  return changes.length === 0 ? own.alone : `${changed}, ${own.after}`;
}

/** Whether words of a field begin with several things: «las observaciones». */
const isMany = (text = '') => /^l[ao]s /.test(text);

/** A predicate as a sentence without an author: «Se cambió el monto», «Se cambiaron las ubicaciones». */
export function passive(predicate: string): string {
  const [verb = '', ...others] = predicate.split(' ');
  const rest = others.join(' ');
  return `Se ${isMany(rest) ? verb.replace(/ó$/, 'aron') : verb} ${rest}`;
}

const isLong = (field: Field | undefined) => Number(field?.schema.maxLength ?? 0) > 1000;

function tell(
  { fields, choices, percentages, quantities }: PartWords,
  name: string,
  value: unknown,
): string {
  const field = fields[name];
  if (value === null || value === undefined) {
    return field?.called.startsWith('la') ? 'ninguna' : 'ninguno';
  }
  if (field?.schema.format === 'date') return dayInWords(String(value));
  const word = choices?.[name]?.[String(value)];
  if (word) return `«${word}»`;
  if (percentages?.includes(name)) return percent(Number(value));
  if (quantities?.includes(name)) return grouped(Number(value));
  if ([field?.schema.type].flat(2).includes('number')) return money(Number(value));
  return typeof value === 'string' ? `«${value}»` : String(value);
}

/**
 * What was known of parts at the time of an entry, or else by it. A change of the name itself is one of the part with the old name.
 *
 * @param isAfter whether the part has its new name already
 */
function knownAt(
  { id, recurso, registro }: LedgerEntry,
  namings: Naming[],
  isAfter: boolean,
): KnownValue {
  return (field, part = `${recurso}/${registro}`) => {
    const all = namings.filter(({ parte, valores }) => parte === part && valores[field] != null);
    const own = all.find((naming) => naming.id === id);
    const last = (isAfter && own) || (all.findLast((naming) => naming.id < id) ?? own);
    return last?.valores[field] ?? undefined;
  };
}
