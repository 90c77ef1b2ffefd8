import { ARCHIVO } from '../archivos/campos.ts';
import { CLASES, EN_FRASE, FECHA_SEGUN } from '../archivos/opciones.ts';
import { money, percent } from '../base/pesos.ts';
import { dayInWords } from '../base/time.ts';
import type { Field } from '../obras/campos.ts';
import { AVANCE, CONTRATO, CONVENIO, EJECUCION, PROGRAMA } from '../seguimiento/campos.ts';
import { CAUSAS, NATURALEZAS, PROCEDIMIENTOS, TERMINACIONES } from '../seguimiento/opciones.ts';
import type { Naming } from './queries.ts';
import type { Entry } from './schema.ts';

// Turns a change of an obra's follow-up, or of its files, into the predicate of a sentence about its author.

/** The fields of each kind of part, by its resource in the ledger. */
const PARTS: Record<string, Record<string, Field>> = {
  avances: AVANCE,
  programas: PROGRAMA,
  ejecucion: EJECUCION,
  contratos: CONTRATO,
  convenios: CONVENIO,
  archivos: ARCHIVO,
};

/** Whether a row of the ledger is about a part of an obra's follow-up. */
export const isOfPart = ({ recurso }: Entry): boolean => Object.hasOwn(PARTS, recurso);

type Side = 'antes' | 'despues';

/** The act as a predicate: «reportó 45.00 % de avance al 30 de junio de 2026». */
export function storyOfPart(entry: Entry, namings: Naming[]): string {
  const { recurso, accion, cambios } = entry;
  const valueAt = (field: string, side: Side = 'despues') =>
    cambios.find(({ campo }) => campo === field)?.[side] ?? null;
  const inWords = (field: string, side: Side = 'despues') =>
    tell(PARTS[recurso]?.[field], valueAt(field, side));
  const part = nameOf(entry, namings);
  if (accion === 'eliminar') return `eliminó ${part}`;
  if (accion === 'crear') {
    switch (recurso) {
      case 'avances': {
        const before = valueAt('avanceFisico', 'antes');
        const paid = valueAt('montoPagado') === null ? '' : ` y ${inWords('montoPagado')} pagados`;
        const since = before === null ? '' : ` (antes ${inWords('avanceFisico', 'antes')})`;
        return `reportó ${inWords('avanceFisico')} de avance al ${inWords('fechaCorte')}${since}${paid}`;
      }
      case 'programas': {
        const term = `del ${inWords('fechaInicio')} al ${inWords('fechaTermino')}`;
        const reason = valueAt('motivo') === null ? '' : `, porque ${inWords('motivo')}`;
        return valueAt('version') === 1
          ? `registró el programa original, ${term}`
          : `reprogramó la obra, ${term}${reason}`;
      }
      case 'contratos':
        return `registró ${part} con ${inWords('contratista')} por ${inWords('monto')}, del ${inWords('fechaInicio')} al ${inWords('fechaTermino')}`;
      case 'archivos': {
        const day = valueAt('fecha') === null ? '' : ` del ${inWords('fecha')}`;
        const isUsual = valueAt('publico') === (valueAt('tipo') === 'FOTO');
        const guessed = valueAt('fechaSegun') === 'NOMBRE' ? ', según el nombre del archivo' : '';
        return `agregó ${part}${day}${guessed}${isUsual ? '' : `, ${publicity(part, valueAt('publico'))}`}`;
      }
      case 'convenios':
        return `registró ${part}: ${valuesOf(entry, ['montoNuevo', 'fechaTerminoNueva', 'alcance', 'justificacion'])}`;
      default:
        return `indicó ${valuesOf(entry, Object.keys(EJECUCION))}`;
    }
  }
  const ofPart = `de ${part}`.replace('de el ', 'del ');
  const publico = cambios.find(({ campo }) => campo === 'publico');
  const changes = cambios.flatMap((change) => {
    const { campo, antes, despues } = change;
    if (change === publico) return [];
    const field = PARTS[recurso]?.[campo];
    // Long texts are left out of the sentence.
    if (isLong(field)) return [field?.called];
    const value = (of: unknown) => nameIn(entry, campo, of, namings) ?? tell(field, of);
    return [`${field?.called ?? campo} de ${value(antes)} a ${value(despues)}`];
  });
  const changed = `cambió ${ofPart} ${changes.join('; ')}`;
  if (!publico) return changed;
  const made = `hizo ${publicity(part, publico.despues)} ${part}`;
  return changes.length === 0 ? made : `${changed}, y lo hizo ${publicity('el', publico.despues)}`;
}

/** Whether a file is for everybody, as an adjective of its name. */
const publicity = (part: string, isPublic: unknown) =>
  `${isPublic ? 'públic' : 'privad'}${/^(la|el acta) /.test(part) ? 'a' : 'o'}`;

/** The name of a report or contract that a file is of, without its article. */
function nameIn(
  { id, recurso }: Entry,
  field: string,
  value: unknown,
  namings: Naming[],
): string | undefined {
  if (recurso !== 'archivos' || value === null) return undefined;
  const known = knownBefore(id, namings);
  if (field === 'avanceId') {
    const day = known(`avances/${value}`, 'nombre');
    return day && dayInWords(day);
  }
  const number = field === 'contratoId' && known(`contratos/${value}`, 'nombre');
  return number ? `«${number}»` : undefined;
}

/** The fields of a new record, with their values. */
const valuesOf = ({ recurso, cambios }: Entry, fields: string[]) =>
  fields
    .flatMap((name) => {
      const field = PARTS[recurso]?.[name];
      const value = cambios.find(({ campo }) => campo === name)?.despues ?? null;
      return value === null ? [] : `${field?.called} ${tell(field, value)}`;
    })
    .join('; ');

const isLong = (field: Field | undefined) => Number(field?.schema.maxLength ?? 0) > 1000;

/** People's words for what is chosen. */
const WORDS = new Map<Field, Record<string, string>>([
  [AVANCE.causaAtraso, CAUSAS],
  [CONTRATO.naturaleza, NATURALEZAS],
  [CONTRATO.procedimiento, PROCEDIMIENTOS],
  [CONTRATO.terminacion, TERMINACIONES],
  [ARCHIVO.clase, CLASES],
  [ARCHIVO.fechaSegun, FECHA_SEGUN],
]);

function tell(field: Field | undefined, value: unknown): string {
  if (value === null || value === undefined) {
    return field?.called.startsWith('la') ? 'ninguna' : 'ninguno';
  }
  if (field?.schema.format === 'date') return dayInWords(String(value));
  const word = field && WORDS.get(field)?.[String(value)];
  if (word) return `«${word}»`;
  if (field === AVANCE.avanceFisico) return percent(Number(value));
  if ([field?.schema.type].flat(2).includes('number')) return money(Number(value));
  return typeof value === 'string' ? `«${value}»` : String(value);
}

/** What was known of a part at the time of an entry, or else by it. */
const knownBefore =
  (id: number, namings: Naming[]) => (parte: string, what: 'nombre' | 'contrato' | 'clase') => {
    const all = namings.filter((naming) => naming.parte === parte && naming[what] !== null);
    const last = all.findLast((naming) => naming.id < id) ?? all.find((naming) => naming.id === id);
    return last?.[what] ?? undefined;
  };

/**
 * A part's name at the time of the entry: by its day, its number, its title, or its contract's. A change of the name itself is a
 * change of the part with the old name.
 */
function nameOf({ id, recurso, registro }: Entry, namings: Naming[]): string {
  const known = knownBefore(id, namings);
  const parte = `${recurso}/${registro}`;
  const name = known(parte, 'nombre');
  switch (recurso) {
    case 'avances':
      return name ? `el avance al ${dayInWords(name)}` : `el avance ${registro}`;
    case 'programas':
      return `el programa ${registro}`;
    case 'contratos':
      return `el contrato ${name ? `«${name}»` : registro}`;
    case 'convenios': {
      const contrato = known(parte, 'contrato');
      const number = known(`contratos/${contrato}`, 'nombre');
      return `el convenio ${name ?? registro} del contrato ${number ? `«${number}»` : contrato}`;
    }
    case 'archivos': {
      const clase = known(parte, 'clase') as keyof typeof EN_FRASE;
      return `${EN_FRASE[clase] ?? 'el archivo'} ${name ? `«${name}»` : registro}`;
    }
    default:
      return 'la ejecución';
  }
}
