import { money, percent } from '../base/pesos.ts';
import { dayInWords } from '../base/time.ts';
import type { Field } from '../obras/campos.ts';
import { AVANCE, CONTRATO, CONVENIO, EJECUCION, PROGRAMA } from '../seguimiento/campos.ts';
import type { Naming } from './queries.ts';
import type { Entry } from './schema.ts';

// Turns a change of an obra's follow-up into the predicate of a sentence about its author.

/** The fields of each kind of part, by its resource in the ledger. */
const PARTS: Record<string, Record<string, Field>> = {
  avances: AVANCE,
  programas: PROGRAMA,
  ejecucion: EJECUCION,
  contratos: CONTRATO,
  convenios: CONVENIO,
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
      case 'convenios':
        return `registró ${part}: ${valuesOf(entry, ['montoNuevo', 'fechaTerminoNueva', 'alcance', 'justificacion'])}`;
      default:
        return `indicó ${valuesOf(entry, Object.keys(EJECUCION))}`;
    }
  }
  const changes = cambios.map(({ campo, antes, despues }) => {
    const field = PARTS[recurso]?.[campo];
    // Long texts are left out of the sentence.
    if (isLong(field)) return field?.called;
    return `${field?.called ?? campo} de ${tell(field, antes)} a ${tell(field, despues)}`;
  });
  return `cambió ${`de ${part}`.replace('de el ', 'del ')} ${changes.join('; ')}`;
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

function tell(field: Field | undefined, value: unknown): string {
  if (value === null || value === undefined) {
    return field?.called.startsWith('la') ? 'ninguna' : 'ninguno';
  }
  if (field?.schema.format === 'date') return dayInWords(String(value));
  if (field === AVANCE.avanceFisico) return percent(Number(value));
  if ([field?.schema.type].flat(2).includes('number')) return money(Number(value));
  return typeof value === 'string' ? `«${value}»` : String(value);
}

/**
 * A part's name at the time of the entry: by its day, its number, or its contract's. A change of the name itself is a change
 * of the part with the old name.
 */
function nameOf({ id, recurso, registro }: Entry, namings: Naming[]): string {
  const known = (parte: string) => {
    const all = namings.filter((naming) => naming.parte === parte);
    return all.findLast((naming) => naming.id < id) ?? all.find((naming) => naming.id === id);
  };
  const naming = known(`${recurso}/${registro}`);
  switch (recurso) {
    case 'avances':
      return naming ? `el avance al ${dayInWords(naming.nombre)}` : `el avance ${registro}`;
    case 'programas':
      return `el programa ${registro}`;
    case 'contratos':
      return `el contrato ${naming ? `«${naming.nombre}»` : registro}`;
    case 'convenios': {
      const contrato = namings.find(
        ({ parte, contrato }) => parte === `convenios/${registro}` && contrato !== null,
      )?.contrato;
      const number = known(`contratos/${contrato}`)?.nombre;
      return `el convenio ${naming?.nombre ?? registro} del contrato ${number ? `«${number}»` : contrato}`;
    }
    default:
      return 'la ejecución';
  }
}
